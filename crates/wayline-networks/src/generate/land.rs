//! How the plane lies on the globe: bent a little, so that roads are not straight.

use super::dice::mix;
use crate::Position;

/// A point of the plane, in centimetres to the east and to the north.
pub(super) type Point = (i64, i64);

/// Where the plane's origin is.
const ORIGIN: Position = Position::new(47.0, 6.0);
/// Centimetres to a degree of latitude.
const TO_NORTH: f64 = 11_119_508.0;
/// Centimetres to a degree of longitude, at 48 degrees to the north.
const TO_EAST: f64 = 7_440_403.0;

/// Fields of random values that are smooth in between: (distance of the values, largest value), in
/// centimetres. Steep enough to be seen, and too flat for anything to cross that did not.
const WAVES: [(i64, i64); 2] = [(300_000, 30_000), (50_000, 4_000)];

/// Where a point of the plane is on the globe.
pub(super) fn position((x, y): Point, seed: u64) -> Position {
    let (mut east, mut north) = (x, y);
    for (wave, (period, height)) in (0..).zip(WAVES) {
        east += smooth(x, y, period, height, mix(seed.wrapping_add(2 * wave)));
        north += smooth(x, y, period, height, mix(seed.wrapping_add(2 * wave + 1)));
    }
    Position {
        latitude: ORIGIN.latitude + north as f64 / TO_NORTH,
        longitude: ORIGIN.longitude + east as f64 / TO_EAST,
    }
}

/// A smooth random value from minus `height` to `height`.
fn smooth(x: i64, y: i64, period: i64, height: i64, seed: u64) -> i64 {
    let (column, row) = (x.div_euclid(period), y.div_euclid(period));
    let value = |column: i64, row: i64| {
        let odds = mix(seed ^ mix((column as u64) << 32 ^ (row as u64 & 0xffff_ffff)));
        (odds >> 33) as i64 % (2 * height + 1) - height
    };
    // Weights of 2¹⁵, eased at both ends.
    let ease = |at: i64| {
        let t = at.rem_euclid(period) * 32_768 / period;
        (t * t / 32_768) * (3 * 32_768 - 2 * t) / 32_768
    };
    let (right, up) = (ease(x), ease(y));
    let between = |a: i64, b: i64, weight: i64| (a * (32_768 - weight) + b * weight) / 32_768;
    between(
        between(value(column, row), value(column + 1, row), right),
        between(value(column, row + 1), value(column + 1, row + 1), right),
        up,
    )
}
