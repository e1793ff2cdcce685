//! [`Isochrone`]: the area that is within a cost, as polygons with holes.
//!
//! Around every stretch of street that is reached lies a buffer. A point belongs to the area if it is within the
//! buffer, and nearer to what is reached than to any node that is not. These distances are put on a raster, and
//! marching squares takes the area's border from it. Where the raster is too coarse, this is corrected afterwards:
//! around a node that came to lie on the wrong side, a small diamond is cut out or added. So every node that is
//! reached is inside, and every other node is outside, whatever the raster.
//!
//! Two nodes at the same point, one of them reached and the other not (the ends of a bridge over a street in
//! data without heights), cannot both be on the right side: these are counted.

use crate::contours::{self, Raster, contains};
use crate::{Network, Position, Reach, part_of_edge};
use std::collections::HashMap;

/// The most points of the raster.
const MOST_POINTS: f64 = 3_000_000.0;
/// Degrees of a metre to the north.
const METRE: f64 = 1.0 / 111_195.08;
/// How many rasters are tried, each a little beside the one before, until no node is on a border.
const ATTEMPTS: u32 = 8;
/// What is nearer than this, in degrees, is at the same point: a tenth of a millimetre.
const NOTHING: f64 = 1e-9;

/// A polygon: an outer ring, counterclockwise, and holes, clockwise, as in GeoJSON (RFC 7946). Points are
/// longitude and latitude in degrees; the first of a ring is repeated at its end.
pub type Polygon = Vec<Vec<[f64; 2]>>;

/// The area within a cost.
///
/// ```
/// use wayline::Cost;
/// use wayline_networks::{Edge, Isochrone, Location, NetworkBuilder, Node, Position, Router};
/// let mut builder = NetworkBuilder::default();
/// for step in 0..4 {
///     let position = Some(Position::new(60.0, 24.0 + 0.01 * f64::from(step)));
///     builder.nodes.push(Node { position, ..Node::default() });
/// }
/// for node in 0..3 {
///     builder.edges.push(Edge { from: node, to: node + 1, cost: 60.0, ..Edge::default() });
/// }
/// let network = builder.build()?;
/// let reach = Router::new(&network)?.reach(&Location::Node(0), Cost::from(150))?;
/// let area = Isochrone::new(&network, &reach);
/// assert_eq!(area.polygons.len(), 1);
/// assert!(area.contains(Position::new(60.0, 24.02)) && !area.contains(Position::new(60.0, 24.03)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Isochrone {
    /// The area. Empty if positions are not known.
    pub polygons: Vec<Polygon>,
    /// How many nodes are on the wrong side, because one that is reached and one that is not are at the same
    /// point.
    pub unparted: usize,
}

impl Isochrone {
    /// The area of what was reached.
    pub fn new(network: &Network, reach: &Reach) -> Isochrone {
        let none = Isochrone { polygons: Vec::new(), unparted: 0 };
        let Some(positions) = network.positions() else { return none };
        let lines = lines(network, reach);
        let Some(plane) = Plane::around(&lines) else { return none };
        let mut reached = vec![false; network.nodes()];
        reach.nodes.iter().for_each(|&(node, _)| reached[node as usize] = true);
        for attempt in 0..ATTEMPTS {
            let plane = plane.shifted(attempt);
            let raster = plane.raster(&lines, positions, &reached);
            let mut rings: Vec<Vec<[f64; 2]>> = raster.rings();
            rings.iter_mut().flatten().for_each(|point| *point = plane.degrees(*point));
            let corrections = Corrections::new(&plane, &rings, positions, &reached);
            if let Some(found) = corrections.run(attempt + 1 == ATTEMPTS) {
                let (diamonds, unparted) = found;
                rings.extend(diamonds);
                return Isochrone { polygons: nested(rings), unparted };
            }
        }
        none
    }

    /// Whether a position is in the area.
    pub fn contains(&self, at: Position) -> bool {
        let at = [at.longitude, at.latitude];
        let inside = |polygon: &Polygon| {
            polygon.iter().filter(|ring| contains(&ring[..ring.len() - 1], at)).count() % 2 == 1
        };
        self.polygons.iter().any(inside)
    }
}

/// The stretches that are reached, as lines of longitudes and latitudes, cut at the antimeridian. Nodes are
/// lines of one point.
fn lines(network: &Network, reach: &Reach) -> Vec<Vec<[f64; 2]>> {
    let mut lines: Vec<Vec<[f64; 2]>> = Vec::new();
    for stretch in &reach.stretches {
        let points = part_of_edge(network, stretch.edge, stretch.from, stretch.to);
        let near = |a: &Position, b: &Position| (a.longitude - b.longitude).abs() <= 180.0;
        for piece in points.chunk_by(near) {
            lines.push(piece.iter().map(|at| [at.longitude, at.latitude]).collect());
        }
    }
    let positions = network.positions().unwrap_or(&[]);
    for &(node, _) in &reach.nodes {
        let at = positions[node as usize];
        lines.push(vec![[at.longitude, at.latitude]]);
    }
    lines
}

/// Where the raster is on the globe. On it, a step to the east is as long as one to the north at the middle
/// latitude.
#[derive(Clone, Copy)]
struct Plane {
    /// The raster's first point, in degrees.
    west: f64,
    south: f64,
    /// Its steps, in degrees of latitude.
    step: f64,
    /// What a degree of longitude is in degrees of latitude.
    narrow: f64,
    /// In degrees of latitude.
    buffer: f64,
    width: usize,
    height: usize,
}

impl Plane {
    fn around(lines: &[Vec<[f64; 2]>]) -> Option<Plane> {
        let far = f64::INFINITY;
        let [west, south, east, north] =
            lines.iter().flatten().fold([far, far, -far, -far], |b, at| {
                [b[0].min(at[0]), b[1].min(at[1]), b[2].max(at[0]), b[3].max(at[1])]
            });
        if west > east {
            return None;
        }
        let narrow = libm::cos(((south + north) / 2.0).to_radians()).max(0.02);
        let (wide, high) = ((east - west) * narrow, north - south);
        let extent = wide.max(high);
        // About as broad as most streets are long: what lies between them is inside.
        let mut lengths: Vec<f64> = lines
            .iter()
            .filter(|line| line.len() > 1)
            .map(|line| {
                let pairs = line.windows(2);
                let long = |p: &[[f64; 2]]| ((p[1][0] - p[0][0]) * narrow).hypot(p[1][1] - p[0][1]);
                pairs.map(long).sum()
            })
            .collect();
        lengths.sort_by(f64::total_cmp);
        let usual = lengths.get(lengths.len() * 4 / 5).map_or(0.0, |length| 0.7 * length);
        let buffer = usual.clamp(extent / 200.0, extent / 25.0).max(20.0 * METRE);
        let area = (wide + 3.0 * buffer) * (high + 3.0 * buffer);
        let step = (buffer / 3.5).max((area / MOST_POINTS).sqrt());
        let buffer = buffer.max(2.5 * step);
        let margin = buffer + 3.0 * step;
        let points = |length: f64| ((length + 2.0 * margin) / step).ceil() as usize + 2;
        Some(Plane {
            west: west - margin / narrow,
            south: south - margin,
            step,
            narrow,
            buffer,
            width: points(wide),
            height: points(high),
        })
    }

    /// The same, moved by a part of a step.
    fn shifted(self, attempt: u32) -> Plane {
        let part = f64::from(attempt) * 0.137 * self.step;
        Plane { west: self.west - part / self.narrow, south: self.south - part * 0.7, ..self }
    }

    /// A point of the globe in steps of the raster.
    fn place(&self, [longitude, latitude]: [f64; 2]) -> [f64; 2] {
        [(longitude - self.west) * self.narrow / self.step, (latitude - self.south) / self.step]
    }

    /// The other way round, rounded to a tenth of a millimetre and kept on the globe.
    fn degrees(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let round = |degrees: f64| (degrees * 1e9).round() / 1e9;
        let longitude = round(self.west + x * self.step / self.narrow);
        let latitude = round(self.south + y * self.step);
        [longitude.clamp(-180.0, 180.0), latitude.clamp(-90.0, 90.0)]
    }

    /// For each point how much nearer it is to what is reached than to the edge of the buffer, or to a node
    /// that is not reached.
    fn raster(&self, lines: &[Vec<[f64; 2]>], positions: &[Position], reached: &[bool]) -> Raster {
        let (width, height) = (self.width, self.height);
        let reach = self.buffer / self.step;
        let mut near = vec![f32::INFINITY; width * height];
        let mut strange = vec![reach as f32; width * height];
        let spread = |field: &mut [f32], a: [f64; 2], b: [f64; 2]| {
            let range = |a: f64, b: f64, end: usize| {
                let (low, high) = (a.min(b) - reach, a.max(b) + reach);
                (low.ceil().max(0.0) as usize).min(end)
                    ..((high.floor() + 1.0).max(0.0) as usize).min(end)
            };
            for y in range(a[1], b[1], height) {
                for x in range(a[0], b[0], width) {
                    let place = &mut field[y * width + x];
                    *place = place.min(to_segment([x as f64, y as f64], a, b) as f32);
                }
            }
        };
        for line in lines {
            let places: Vec<[f64; 2]> = line.iter().map(|&at| self.place(at)).collect();
            match places[..] {
                [only] => spread(&mut near, only, only),
                _ => places.windows(2).for_each(|pair| spread(&mut near, pair[0], pair[1])),
            }
        }
        for (at, _) in positions.iter().zip(reached).filter(|(_, reached)| !**reached) {
            let place = self.place([at.longitude, at.latitude]);
            spread(&mut strange, place, place);
        }
        let mut values: Vec<f32> =
            near.iter().zip(&strange).map(|(near, strange)| strange - near).collect();
        for (at, value) in values.iter_mut().enumerate() {
            let (x, y) = (at % width, at / width);
            if x == 0 || y == 0 || x + 1 == width || y + 1 == height {
                *value = -1.0;
            }
            // No infinities: corners are weighed against each other.
            *value = value.max(-1e6);
        }
        Raster { width, height, values }
    }
}

fn to_segment(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy;
    let share = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (p[0] - a[0] - dx * share, p[1] - a[1] - dy * share);
    (x * x + y * y).sqrt()
}

/// Nodes that rings leave on the wrong side, and what puts them right.
struct Corrections<'a> {
    plane: &'a Plane,
    positions: &'a [Position],
    reached: &'a [bool],
    /// The pieces of all rings, by the rows of the raster that they touch.
    rows: Vec<Vec<[[f64; 2]; 2]>>,
    /// The nodes on the raster, by its cells.
    cells: HashMap<(i64, i64), Vec<u32>>,
}

impl<'a> Corrections<'a> {
    fn new(
        plane: &'a Plane,
        rings: &[Vec<[f64; 2]>],
        positions: &'a [Position],
        reached: &'a [bool],
    ) -> Corrections<'a> {
        let mut rows: Vec<Vec<[[f64; 2]; 2]>> = vec![Vec::new(); plane.height + 1];
        for ring in rings {
            for (&a, &b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let [low, high] = [a[1].min(b[1]), a[1].max(b[1])]
                    .map(|latitude| plane.place([0.0, latitude])[1].max(0.0) as usize);
                rows.iter_mut().take(high + 1).skip(low).for_each(|row| row.push([a, b]));
            }
        }
        let mut cells: HashMap<(i64, i64), Vec<u32>> = HashMap::new();
        for (node, at) in (0..).zip(positions) {
            let [x, y] = plane.place([at.longitude, at.latitude]);
            let (wide, high) = (plane.width as f64, plane.height as f64);
            if (-2.0..wide + 2.0).contains(&x) && (-2.0..high + 2.0).contains(&y) {
                cells.entry((x.floor() as i64, y.floor() as i64)).or_default().push(node);
            }
        }
        Corrections { plane, positions, reached, rows, cells }
    }

    fn point(&self, node: u32) -> [f64; 2] {
        let at = self.positions[node as usize];
        [at.longitude, at.latitude]
    }

    /// Diamonds that put all nodes right, and how many nodes cannot be. `None` if a node is on a border, and
    /// another raster may be tried.
    fn run(&self, last: bool) -> Option<(Vec<Vec<[f64; 2]>>, usize)> {
        let mut wrong: Vec<u32> = Vec::new();
        for (&(_, row), nodes) in &self.cells {
            let pieces = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
            for &node in nodes {
                let at = self.point(node);
                let crossed = |piece: &&[[f64; 2]; 2]| contours::crosses(piece[0], piece[1], at);
                let inside = pieces.into_iter().flatten().filter(crossed).count() % 2 == 1;
                if inside != self.reached[node as usize] {
                    wrong.push(node);
                }
            }
        }
        wrong.sort_unstable();
        let (mut diamonds, mut unparted) = (Vec::new(), 0);
        let mut done: Vec<[u64; 2]> = Vec::new();
        for node in wrong {
            let at = self.point(node);
            let key = at.map(f64::to_bits);
            let (border, others, torn) = self.room(node);
            if torn {
                unparted += 1;
                continue;
            }
            // Another node at the same point was put right, and this one with it.
            if done.contains(&key) {
                continue;
            }
            if border <= 4.0 * NOTHING && !last {
                return None;
            }
            let radius = (border.min(others) * 0.4).min(self.plane.step * 0.4);
            if radius <= 2.0 * NOTHING {
                unparted += 1;
                continue;
            }
            done.push(key);
            let (wide, [x, y]) = (radius / self.plane.narrow, at);
            let mut diamond = vec![[x + wide, y], [x, y + radius], [x - wide, y], [x, y - radius]];
            if !self.reached[node as usize] {
                diamond.reverse();
            }
            diamonds.push(diamond);
        }
        Some((diamonds, unparted))
    }

    /// How far a node is from the nearest border and from the nearest other node, in degrees of latitude, and
    /// whether one of the other kind is at the same point. More than a step away does not matter.
    fn room(&self, node: u32) -> (f64, f64, bool) {
        let narrow = self.plane.narrow;
        let flat = |[longitude, latitude]: [f64; 2]| [longitude * narrow, latitude];
        let at = self.point(node);
        let [x, y] = self.plane.place(at).map(|it| it.floor() as i64);
        let (mut border, mut others, mut torn) = (self.plane.step, self.plane.step, false);
        for row in y - 1..=y + 1 {
            let pieces = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
            for [a, b] in pieces.into_iter().flatten() {
                border = border.min(to_segment(flat(at), flat(*a), flat(*b)));
            }
            for column in x - 1..=x + 1 {
                for &other in self.cells.get(&(column, row)).into_iter().flatten() {
                    let there = self.point(other);
                    let apart = to_segment(flat(at), flat(there), flat(there));
                    if apart > 5.0 * NOTHING || there != at && apart > 0.0 {
                        others = others.min(apart);
                    } else if self.reached[other as usize] != self.reached[node as usize] {
                        torn = true;
                    }
                }
            }
        }
        (border, others, torn)
    }
}

/// Rings as polygons: each hole belongs to the smallest outer ring around it.
fn nested(rings: Vec<Vec<[f64; 2]>>) -> Vec<Polygon> {
    let (outer, holes): (Vec<_>, Vec<_>) =
        rings.into_iter().partition(|ring| contours::area(ring) > 0.0);
    let mut outer: Vec<(f64, [f64; 4], Polygon)> =
        outer.into_iter().map(|ring| (contours::area(&ring), bounds(&ring), vec![ring])).collect();
    outer.sort_by(|a, b| a.0.total_cmp(&b.0));
    for hole in holes {
        let [x, y] = hole[0];
        let around = outer.iter_mut().find(|(_, [west, south, east, north], polygon)| {
            (*west..=*east).contains(&x)
                && (*south..=*north).contains(&y)
                && contains(&polygon[0], hole[0])
        });
        if let Some((.., polygon)) = around {
            polygon.push(hole);
        }
    }
    // The largest first; closed, as GeoJSON wants it.
    let polygons = outer.into_iter().rev().map(|(.., mut polygon)| {
        polygon.iter_mut().for_each(|ring| ring.push(ring[0]));
        polygon
    });
    polygons.collect()
}

/// West, south, east, north.
fn bounds(ring: &[[f64; 2]]) -> [f64; 4] {
    let far = f64::INFINITY;
    ring.iter().fold([far, far, -far, -far], |b, at| {
        [b[0].min(at[0]), b[1].min(at[1]), b[2].max(at[0]), b[3].max(at[1])]
    })
}
