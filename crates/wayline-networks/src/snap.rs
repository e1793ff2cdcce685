//! [`Streets`]: the nearest place on an edge, and [`Location`], where a route may begin or end.
//!
//! The pieces of all edges lie in an R-tree (Guttman 1984; bulk-loaded) as arcs of great circles on the unit
//! sphere. Boxes around them bound chords from below, and chords are in the order of distances in
//! metres, so the nearest piece is found exactly: at the poles, across the antimeridian and on flights of
//! ten thousand kilometres as well as on streets.

use crate::sphere::{self, Arc, Point};
use crate::{Network, Position};
use rstar::{AABB, PointDistance, RTree, RTreeObject};

/// Edges that are this near to the nearest one lie on it: the other direction of a street.
const SAME_METRES: f64 = 0.001;
/// Segments longer than this are drawn in steps, so that they look like the great circles they are.
const LONG_METRES: f64 = 100_000.0;

/// A place on an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnEdge {
    /// The edge.
    pub edge: u32,
    /// How far along it, by length: from 0 to 1.
    pub fraction: f64,
}

/// Where a route may begin, end or stop.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Location {
    /// At a node.
    Node(u32),
    /// On a street: on one edge, or on several that lie on each other, such as both directions.
    OnEdges(Vec<OnEdge>),
}

/// A place in a network that was looked for: the nearest to a position, or a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Snap {
    /// Where it is in the network.
    pub location: Location,
    /// Where it is on the globe, if positions are known.
    pub position: Option<Position>,
    /// How far it is from the position that was asked for.
    pub metres: f64,
}

/// The edges of a network, arranged so that the nearest to a position is found at once.
///
/// ```
/// use wayline_networks::{Edge, Location, NetworkBuilder, Node, Position, Streets};
///
/// let mut builder = NetworkBuilder::default();
/// for position in [Position::new(60.0, 24.0), Position::new(60.0, 24.01)] {
///     builder.nodes.push(Node { position: Some(position), ..Node::default() });
/// }
/// for (from, to) in [(0, 1), (1, 0)] {
///     builder.edges.push(Edge { from, to, cost: 60.0, ..Edge::default() });
/// }
/// let network = builder.build()?;
/// let streets = Streets::new(&network);
/// let snap = streets.nearest(Position::new(60.001, 24.0025)).expect("there are edges");
/// let Location::OnEdges(both) = &snap.location else { panic!("it is not at a node") };
/// assert_eq!(both.len(), 2);
/// assert!((both[0].fraction - 0.25).abs() < 1e-3 && (both[1].fraction - 0.75).abs() < 1e-3);
/// assert_eq!(snap.metres.round(), 111.0);
/// # Ok::<(), wayline_networks::NetworkProblem>(())
/// ```
#[derive(Clone, Debug)]
pub struct Streets<'n> {
    network: &'n Network,
    tree: RTree<Piece>,
}

/// One straight piece of an edge.
#[derive(Clone, Copy, Debug)]
struct Piece {
    arc: Arc,
    edge: u32,
    /// Which piece of the edge it is.
    number: u32,
}

impl RTreeObject for Piece {
    type Envelope = AABB<Point>;

    fn envelope(&self) -> AABB<Point> {
        let (Arc { from, to }, bulge) = (self.arc, self.arc.bulge() + 1e-15);
        let low = [0, 1, 2].map(|axis| from[axis].min(to[axis]) - bulge);
        let high = [0, 1, 2].map(|axis| from[axis].max(to[axis]) + bulge);
        AABB::from_corners(low, high)
    }
}

impl PointDistance for Piece {
    fn distance_2(&self, point: &Point) -> f64 {
        sphere::chord_2(self.arc.nearest(*point).1, *point)
    }
}

impl<'n> Streets<'n> {
    /// The edges of a network. Without positions there are none.
    pub fn new(network: &'n Network) -> Streets<'n> {
        let mut pieces = Vec::new();
        for edge in 0..network.edges() as u32 {
            let mut last = None;
            for (number, position) in (0u32..).zip(network.points(edge)) {
                let to = sphere::point(position);
                if let Some(from) = last.replace(to) {
                    pieces.push(Piece { arc: Arc { from, to }, edge, number: number - 1 });
                }
            }
        }
        Streets { network, tree: RTree::bulk_load(pieces) }
    }

    /// The place that is nearest to a position. `None` if the network has no edges or no positions, or if
    /// the position is off the globe.
    pub fn nearest(&self, to: Position) -> Option<Snap> {
        if !to.is_valid() {
            return None;
        }
        let query = sphere::point(to);
        let mut found = self.tree.nearest_neighbor_iter_with_distance_2(query);
        let (first, chord_2) = found.next()?;
        let metres = sphere::metres(chord_2);
        let (_, place) = first.arc.nearest(query);
        // An edge may have two pieces there, at a bend: one is enough.
        let mut on = vec![self.on_edge(first, query)];
        for (piece, other) in found {
            if sphere::metres(other) > metres + SAME_METRES {
                break;
            }
            // Near the same place, not only as far away.
            let there = piece.arc.nearest(query).1;
            if sphere::metres(sphere::chord_2(there, place)) <= SAME_METRES
                && on.iter().all(|known| known.edge != piece.edge)
            {
                on.push(self.on_edge(piece, query));
            }
        }
        on.sort_by_key(|on| on.edge);
        let position = Some(sphere::position(place));
        let ends = |edge| self.network.graph().edge(edge).expect("edges in the tree exist");
        let node = on.iter().find_map(|on| match on.fraction {
            0.0 => Some(ends(on.edge).0),
            1.0 => Some(ends(on.edge).1),
            _ => None,
        });
        let location = node.map_or(Location::OnEdges(on), Location::Node);
        Some(Snap { location, position, metres })
    }

    fn on_edge(&self, piece: &Piece, query: Point) -> OnEdge {
        let lengths: Vec<f64> = lengths(self.network, piece.edge).collect();
        let (share, _) = piece.arc.nearest(query);
        let (number, whole) = (piece.number as usize, lengths.iter().sum::<f64>());
        let along = lengths[..number].iter().sum::<f64>() + share * lengths[number];
        let fraction = match (number, share) {
            (0, 0.0) => 0.0,
            (_, 1.0) if number + 1 == lengths.len() => 1.0,
            _ if whole > 0.0 => (along / whole).clamp(0.0, 1.0),
            _ => 0.0,
        };
        OnEdge { edge: piece.edge, fraction }
    }
}

/// The lengths of the pieces of an edge, in metres.
fn lengths(network: &Network, edge: u32) -> impl Iterator<Item = f64> + '_ {
    let points = network.points(edge).zip(network.points(edge).skip(1));
    points.map(|(from, to)| from.metres_to(to))
}

/// The points of a part of an edge, between two places on it given from 0 to 1; long segments with points
/// between, along their great circles. Empty where positions are not known.
///
/// ```
/// use wayline_networks::{part_of_edge, Edge, NetworkBuilder, Node, Position};
/// let mut builder = NetworkBuilder::default();
/// for position in [Position::new(0.0, 0.0), Position::new(0.0, 0.1)] {
///     builder.nodes.push(Node { position: Some(position), ..Node::default() });
/// }
/// builder.edges.push(Edge { from: 0, to: 1, cost: 1.0, ..Edge::default() });
/// let points = part_of_edge(&builder.build()?, 0, 0.5, 1.0);
/// assert!((points[0].longitude - 0.05).abs() < 1e-9 && points[1].longitude == 0.1);
/// # Ok::<(), wayline_networks::NetworkProblem>(())
/// ```
pub fn part_of_edge(network: &Network, edge: u32, from: f64, to: f64) -> Vec<Position> {
    let points: Vec<Position> = network.points(edge).collect();
    let lengths: Vec<f64> = lengths(network, edge).collect();
    let whole: f64 = lengths.iter().sum();
    let Some((&first, &last)) = points.first().zip(points.last()) else { return Vec::new() };
    let (begin, end) = (from.max(0.0) * whole, to.min(1.0) * whole);
    let mut part = Vec::new();
    if from <= 0.0 {
        part.push(first);
    }
    let mut before = 0.0;
    for (pair, &length) in points.windows(2).zip(&lengths) {
        let arc = Arc { from: sphere::point(pair[0]), to: sphere::point(pair[1]) };
        let at = |along: f64| sphere::position(arc.at((along - before) / length));
        let after = before + length;
        if from > 0.0 && part.is_empty() && (before..=after).contains(&begin) {
            part.push(if length > 0.0 { at(begin) } else { pair[0] });
        }
        if length > LONG_METRES {
            let steps = (length / LONG_METRES * 2.0).ceil() as u32;
            let between =
                (1..steps).map(|step| before + length * f64::from(step) / f64::from(steps));
            part.extend(between.filter(|along| *along > begin && *along < end).map(at));
        }
        if to < 1.0 && (before..=after).contains(&end) {
            part.push(if length > 0.0 { at(end) } else { pair[1] });
            return part;
        }
        if after > begin && (after < end || to >= 1.0) && !part.is_empty() {
            part.push(pair[1]);
        }
        before = after;
    }
    // Rounding may leave the last place of all beyond the last piece.
    if part.is_empty() || to >= 1.0 && part.last() != Some(&last) {
        part.push(last);
    }
    part
}
