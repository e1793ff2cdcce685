//! Points and arcs on the unit sphere: positions without seams, poles or distortion.
//!
//! Edges are drawn and measured along great circles. In three dimensions these need no projection, and a
//! chord orders distances as the great circle does.

use crate::Position;

/// Mean radius of the earth, in metres: that of [`wayline::great_circle`].
const RADIUS: f64 = 6_371_008.8;

/// A point of the unit sphere.
pub(crate) type Point = [f64; 3];

pub(crate) fn point(position: Position) -> Point {
    let (latitude, longitude) = (position.latitude.to_radians(), position.longitude.to_radians());
    let around = libm::cos(latitude);
    [around * libm::cos(longitude), around * libm::sin(longitude), libm::sin(latitude)]
}

pub(crate) fn position([x, y, z]: Point) -> Position {
    let latitude = libm::atan2(z, (x * x + y * y).sqrt()).to_degrees();
    let longitude = libm::atan2(y, x).to_degrees();
    Position::new(latitude.clamp(-90.0, 90.0), longitude.clamp(-180.0, 180.0))
}

/// The square of the straight line between two points.
pub(crate) fn chord_2(a: Point, b: Point) -> f64 {
    let [x, y, z] = minus(a, b);
    x * x + y * y + z * z
}

/// The length in metres of the great circle over a chord.
pub(crate) fn metres(chord_2: f64) -> f64 {
    2.0 * RADIUS * libm::asin((chord_2.sqrt() / 2.0).min(1.0))
}

/// The shorter great circle from one point to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub(crate) from: Point,
    pub(crate) to: Point,
}

impl Arc {
    /// The place on it that is nearest to a point: how far along, from 0 to 1, and where.
    pub(crate) fn nearest(&self, to: Point) -> (f64, Point) {
        let normal = cross(self.from, self.to);
        let length = dot(normal, normal).sqrt();
        if length > 1e-15 {
            // Angles from its beginning, in its plane.
            let along = cross(normal, self.from);
            let angle = libm::atan2(dot(to, along) / length, dot(to, self.from));
            let whole = libm::atan2(length, dot(self.from, self.to));
            if (0.0..=whole).contains(&angle) {
                let share = angle / whole;
                return (share, self.at(share));
            }
        }
        match chord_2(to, self.from) <= chord_2(to, self.to) {
            true => (0.0, self.from),
            false => (1.0, self.to),
        }
    }

    /// The place so far along it, from 0 to 1.
    pub(crate) fn at(&self, share: f64) -> Point {
        if share <= 0.0 {
            return self.from;
        }
        if share >= 1.0 {
            return self.to;
        }
        let normal = cross(self.from, self.to);
        let sine = dot(normal, normal).sqrt();
        let whole = libm::atan2(sine, dot(self.from, self.to));
        // Of very short arcs the chord is as good; of half a circle any would do.
        let (a, b) = match sine > 1e-9 {
            true => (libm::sin((1.0 - share) * whole) / sine, libm::sin(share * whole) / sine),
            false => (1.0 - share, share),
        };
        let [from, to] = [self.from, self.to];
        let mixed = [0, 1, 2].map(|axis| from[axis] * a + to[axis] * b);
        let length = dot(mixed, mixed).sqrt();
        if length > 0.0 { mixed.map(|it| it / length) } else { self.from }
    }

    /// How far it bulges beyond the chord at most: the box around its ends, widened by this, holds it.
    pub(crate) fn bulge(&self) -> f64 {
        let quarter = chord_2(self.from, self.to) / 4.0;
        1.0 - (1.0 - quarter).max(0.0).sqrt()
    }
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back() {
        for (latitude, longitude) in [(0.0, 0.0), (52.5, 13.4), (-89.9, 179.9), (90.0, 0.0)] {
            let back = position(point(Position::new(latitude, longitude)));
            assert!((back.latitude - latitude).abs() < 1e-9, "{back:?}");
            assert!((back.longitude - longitude).abs() < 1e-9, "{back:?}");
        }
    }

    #[test]
    fn the_nearest_place_on_an_arc_is_nearer_than_all_others() {
        let places = [
            [(60.3, 24.9), (35.8, 140.4), (80.0, 100.0)],
            [(52.0, 13.0), (52.001, 13.002), (52.0007, 13.0001)],
            [(-17.0, 179.9), (-17.2, -179.8), (-17.05, -179.99)],
            [(89.0, 0.0), (89.0, 180.0), (89.9, 90.0)],
            [(10.0, 10.0), (10.0, 10.0), (11.0, 11.0)],
        ];
        for [from, to, query] in places {
            let [from, to, query] =
                [from, to, query].map(|(lat, lon)| point(Position::new(lat, lon)));
            let arc = Arc { from, to };
            let (share, place) = arc.nearest(query);
            let best = chord_2(place, query);
            for step in 0..=10_000 {
                let other = arc.at(f64::from(step) / 10_000.0);
                assert!(chord_2(other, query) >= best - 1e-15);
                let low = [0, 1, 2].map(|axis| from[axis].min(to[axis]) - arc.bulge() - 1e-12);
                let high = [0, 1, 2].map(|axis| from[axis].max(to[axis]) + arc.bulge() + 1e-12);
                assert!((0..3).all(|axis| (low[axis]..=high[axis]).contains(&other[axis])));
            }
            assert!(chord_2(arc.at(share), place) < 1e-18);
        }
    }
}
