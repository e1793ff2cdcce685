//! Positions of nodes, and the estimate that the engine makes from them.
//!
//! An estimate from positions is admissible only if no edge is cheaper per length than assumed, so the engine
//! takes the smallest cost per length in the graph. Sines and cosines come from `libm`, in Rust, because those of
//! the platforms differ in the last digit; and everything is taken a little too low, by a factor of a billionth,
//! which is far more than rounding can add up to.

use crate::kernel::cost::Cost;
use crate::spaces::error::GraphError;

/// Positions of the nodes of a graph, one each.
///
/// ```
/// use wayline::Positions;
/// let oslo_and_lima = Positions::Globe(vec![(59.91, 10.75), (-12.05, -77.05)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Positions {
    /// Points (x, y) in a plane.
    Plane(Vec<(f64, f64)>),
    /// Points (latitude, longitude) on the globe, in degrees; lengths are great circles.
    Globe(Vec<(f64, f64)>),
}

/// Mean radius of the earth, in kilometres.
const RADIUS: f64 = 6371.0088;
/// Takes estimates down by more than rounding can take them up.
const CAUTION: f64 = 1.0 - 1e-9;

/// The length of the great circle between two points (latitude, longitude) in degrees, in
/// kilometres: the same number on every platform.
///
/// ```
/// let (lyon, tokyo) = ((45.726, 5.091), (35.765, 140.386));
/// assert_eq!(wayline::great_circle(lyon, tokyo).round(), 9906.0);
/// ```
pub fn great_circle(a: (f64, f64), b: (f64, f64)) -> f64 {
    along_globe(on_sphere(a), on_sphere(b))
}

/// The point of the unit sphere at a latitude and longitude.
fn on_sphere((latitude, longitude): (f64, f64)) -> [f64; 3] {
    let (latitude, longitude) = (latitude.to_radians(), longitude.to_radians());
    let around = libm::cos(latitude);
    [around * libm::cos(longitude), around * libm::sin(longitude), libm::sin(latitude)]
}

/// By the chord: exact for points that are near each other as well.
fn along_globe(a: [f64; 3], b: [f64; 3]) -> f64 {
    let (x, y, z) = (a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    let half_chord = (x * x + y * y + z * z).sqrt() / 2.0;
    2.0 * RADIUS * libm::asin(half_chord.min(1.0))
}

/// The positions in the form that lengths are computed from.
#[derive(Clone, Debug)]
pub(crate) enum Points {
    Plane(Vec<(f64, f64)>),
    Sphere(Vec<[f64; 3]>),
}

/// Positions, and the smallest cost per length.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    points: Points,
    least_cost_per_length: f64,
}

impl Placed {
    pub(crate) fn new(
        positions: Positions,
        nodes: usize,
        edges: impl Iterator<Item = (u32, u32, Cost)>,
    ) -> Result<Placed, GraphError> {
        let (given, on_globe) = match &positions {
            Positions::Plane(points) => (points, false),
            Positions::Globe(points) => (points, true),
        };
        if given.len() != nodes {
            return Err(GraphError::NotOnePerNode { what: "positions", given: given.len(), nodes });
        }
        for (node, &position) in given.iter().enumerate() {
            check(node as u32, position, on_globe)?;
        }
        let points = match positions {
            Positions::Plane(points) => Points::Plane(points),
            Positions::Globe(points) => Points::Sphere(points.into_iter().map(on_sphere).collect()),
        };
        Ok(Placed::at(points, edges))
    }

    fn at(points: Points, edges: impl Iterator<Item = (u32, u32, Cost)>) -> Placed {
        let mut placed = Placed { points, least_cost_per_length: f64::INFINITY };
        for (from, to, cost) in edges {
            placed.cost_fell(from, to, cost);
        }
        placed
    }

    /// The points, and the smallest cost per length there ever was.
    #[cfg(feature = "serde")]
    pub(crate) fn parts(&self) -> (&Points, f64) {
        (&self.points, self.least_cost_per_length)
    }

    /// The same from its parts; `None` if they cannot be those of a graph with these edges.
    #[cfg(feature = "serde")]
    pub(crate) fn from_parts(
        points: Points,
        least_cost_per_length: f64,
        edges: impl Iterator<Item = (u32, u32, Cost)>,
    ) -> Option<Placed> {
        // Written so that what is not a number fails.
        let good = match &points {
            Points::Plane(points) => {
                points.iter().flat_map(|&(x, y)| [x, y]).all(|it| it.abs() <= 1e150)
            }
            Points::Sphere(points) => {
                points.iter().all(|[x, y, z]| (x * x + y * y + z * z - 1.0).abs() <= 1e-9)
            }
        };
        if !good {
            return None;
        }
        let placed = Placed::at(points, edges);
        let good = (0.0..=placed.least_cost_per_length).contains(&least_cost_per_length);
        good.then_some(Placed { least_cost_per_length, ..placed })
    }

    /// Where nodes lie in a plane, roughly, as whole numbers below 2^40: good enough to say which lie
    /// in the same direction. Those of a globe lie in the plane that touches it below their mean.
    pub(crate) fn plane(&self) -> Vec<(i64, i64)> {
        match &self.points {
            Points::Plane(points) => as_integers(points),
            Points::Sphere(points) => {
                let sum = points.iter().fold([0.0; 3], |sum, p| [0, 1, 2].map(|i| sum[i] + p[i]));
                // East and north of the mean; at the poles, or if points cancel out, any will do.
                let [mut x, mut y] = [-sum[1], sum[0]];
                let length = (x * x + y * y).sqrt();
                (x, y) = if length > 1e-9 { (x / length, y / length) } else { (1.0, 0.0) };
                let size = (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]).sqrt();
                let up = if size > 1e-9 { sum.map(|part| part / size) } else { [0.0, 0.0, 1.0] };
                let north = [-up[2] * y, up[2] * x, up[0] * y - up[1] * x];
                let flat = |p: &[f64; 3]| {
                    (p[0] * x + p[1] * y, p[0] * north[0] + p[1] * north[1] + p[2] * north[2])
                };
                as_integers(&points.iter().map(flat).collect::<Vec<_>>())
            }
        }
    }

    /// The position of one more node.
    pub(crate) fn add(&mut self, node: u32, position: (f64, f64)) -> Result<(), GraphError> {
        check(node, position, matches!(self.points, Points::Sphere(_)))?;
        match &mut self.points {
            Points::Plane(points) => points.push(position),
            Points::Sphere(points) => points.push(on_sphere(position)),
        }
        Ok(())
    }

    /// An edge costs less than it did.
    pub(crate) fn cost_fell(&mut self, from: u32, to: u32, cost: Cost) {
        let length = self.length(from, to);
        if length > 0.0 {
            let rate = cost.to_f64() / length;
            self.least_cost_per_length = self.least_cost_per_length.min(rate);
        }
    }

    /// Whether the estimate says anything: it does not where something long costs nothing.
    pub(crate) fn is_useful(&self) -> bool {
        self.least_cost_per_length > 0.0 && self.least_cost_per_length.is_finite()
    }

    #[inline]
    fn length(&self, a: u32, b: u32) -> f64 {
        match &self.points {
            Points::Plane(points) => {
                let (a, b) = (points[a as usize], points[b as usize]);
                let (x, y) = (a.0 - b.0, a.1 - b.1);
                (x * x + y * y).sqrt()
            }
            Points::Sphere(points) => along_globe(points[a as usize], points[b as usize]),
        }
    }

    #[inline]
    pub(crate) fn estimate(&self, a: u32, b: u32) -> Cost {
        Cost::floor(self.length(a, b) * self.least_cost_per_length * CAUTION)
    }
}

/// Scales points so that they fill the range of whole numbers below 2^40.
fn as_integers(points: &[(f64, f64)]) -> Vec<(i64, i64)> {
    let most = points.iter().fold(0.0f64, |most, (x, y)| most.max(x.abs()).max(y.abs()));
    // Multiplied in two steps: neither may be too large or too small for a number.
    let whole = |part: f64| if most > 0.0 { (part / most * (1u64 << 40) as f64) as i64 } else { 0 };
    points.iter().map(|&(x, y)| (whole(x), whole(y))).collect()
}

/// Refuses an invalid position.
fn check(node: u32, (x, y): (f64, f64), on_globe: bool) -> Result<(), GraphError> {
    let (bound, expected) = match on_globe {
        false => ((1e150, 1e150), "finite numbers below 1e150"),
        true => ((90.0, 360.0), "a latitude from -90 to 90 and a longitude up to 360"),
    };
    // Written so that what is not a number fails.
    if x.abs() <= bound.0 && y.abs() <= bound.1 {
        Ok(())
    } else {
        Err(GraphError::BadPosition { node, x, y, expected })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn great_circles_are_the_same_to_the_last_bit_everywhere() {
        // Pinned: another platform or libm that differs fails here.
        let pairs = [
            ((0.0, 0.0), (0.0, 180.0)),
            ((51.47, -0.4543), (40.6413, -73.7781)),
            ((-33.9461, 151.1772), (1.3644, 103.9915)),
            ((89.9999, 10.0), (89.9999, -170.0)),
        ];
        let bits = pairs.map(|(a, b)| great_circle(a, b).to_bits());
        let pinned = [
            4671230926720905317, // 20015.1 km
            4662813329976890098, // 5540.0 km
            4663643167775308270, // 6294.8 km
            4582067181369099851, // 22 m
        ];
        assert_eq!(bits, pinned);
    }

    #[test]
    fn seen_from_above_the_globe_is_flat() {
        for (latitude, longitude) in [(0.0, 0.0), (60.0, 25.0), (-34.0, 151.0), (41.0, -8.6)] {
            let near = (-3..=3).flat_map(|south| (-3..=3).map(move |east| (south, east)));
            let near: Vec<(f64, f64)> = near
                .map(|(south, east)| {
                    let latitude: f64 = latitude - f64::from(south) / 50.0;
                    let across = latitude.to_radians().cos() * 50.0;
                    (latitude, longitude + f64::from(east) / across)
                })
                .collect();
            let points = near.iter().map(|&at| on_sphere(at)).collect();
            let flat = Placed::at(Points::Sphere(points), std::iter::empty()).plane();
            let unit = (flat[48].0 - flat[42].0) as f64 / 6.0;
            assert!(unit > 0.0, "east is to the right");
            for (at, &(x, y)) in flat.iter().enumerate() {
                let (south, east) = (at / 7, at % 7);
                let off = |part: i64, to: f64| (part as f64 / unit - to).abs();
                let (middle_x, middle_y) = flat[24];
                assert!(off(x - middle_x, east as f64 - 3.0) < 0.05, "{at}: {x}");
                assert!(off(y - middle_y, 3.0 - south as f64) < 0.05, "{at}: {y}");
            }
        }
    }
}
