//! What blocked cells allow a disc to do: whether it touches one, and half-planes of velocities that keep it off.
//!
//! A cell is a square with sides of one, and everything off the map is blocked. For a disc that is not touching a
//! cell, let `q` be the cell's nearest point and `n` the direction from `q` to the disc's middle. All of the cell
//! is behind the line through `q` across `n`, as it is convex; so a velocity that does not bring the disc over
//! that line within the time does not bring it into the cell, wherever else it goes.
//!
//! Taken alone, the cells of a straight wall would slow down a disc that slides along it, at every border between
//! two of them. A cell is left out if a blocked one is next to it on the side of the disc: everything behind the
//! line of the first is also behind that of the second, since they have two sides in line and the first is farther
//! away.

use super::GAP;
use super::half_planes::HalfPlane;
use super::vector::Vector;
use crate::spaces::grid::{Cell, Grid};

/// The cells that a box touches, from the least to the most.
fn touched(least: Vector, most: Vector) -> [i64; 4] {
    [least.x, least.y, most.x, most.y].map(|at| at.floor() as i64)
}

fn is_free(grid: &Grid, x: i64, y: i64) -> bool {
    let cell = |x, y| Some(Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?));
    cell(x, y).is_some_and(|cell| grid.is_free(cell))
}

/// The nearest point of a cell.
fn nearest(x: i64, y: i64, to: Vector) -> Vector {
    let (left, top) = (x as f64, y as f64);
    Vector::new(to.x.clamp(left, left + 1.0), to.y.clamp(top, top + 1.0))
}

/// Whether a disc has no blocked cell within its radius, all along a straight line.
pub(super) fn is_clear(grid: &Grid, from: Vector, to: Vector, radius: f64) -> bool {
    let rim = Vector::new(radius, radius);
    let least = Vector::new(from.x.min(to.x), from.y.min(to.y)) - rim;
    let most = Vector::new(from.x.max(to.x), from.y.max(to.y)) + rim;
    let [left, top, right, bottom] = touched(least, most);
    (top..=bottom)
        .all(|y| (left..=right).all(|x| is_free(grid, x, y) || !touches(x, y, from, to, radius)))
}

/// Whether a disc that moves along a line comes nearer to a cell than its radius.
fn touches(x: i64, y: i64, from: Vector, to: Vector, radius: f64) -> bool {
    let reach = radius * radius;
    if (to - nearest(x, y, to)).squared() < reach || (from - nearest(x, y, from)).squared() < reach
    {
        return true;
    }
    let along = to - from;
    let length = along.squared();
    if length == 0.0 {
        return false;
    }
    // Otherwise the least distance is that of a corner to a point within the line, or they cross.
    let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        .map(|(x, y)| Vector::new(x as f64, y as f64) - from);
    let sides = corners.map(|corner| along.cross(corner));
    let near = corners.iter().zip(sides).any(|(corner, side)| {
        let at = along.dot(*corner);
        0.0 < at && at < length && side * side < reach * length
    });
    let within = |a: f64, b: f64, low: f64| a.max(b) > low && a.min(b) < low + 1.0;
    let crosses = sides.iter().any(|&side| side > 0.0) && sides.iter().any(|&side| side < 0.0);
    near || crosses && within(from.x, to.x, x as f64) && within(from.y, to.y, y as f64)
}

/// The half-planes that keep a disc off all cells which it could reach within a time.
pub(super) fn half_planes(
    grid: &Grid,
    at: Vector,
    radius: f64,
    (fastest, time): (f64, f64),
    preferred: Vector,
    planes: &mut Vec<HalfPlane>,
) {
    let reach = radius + fastest * time;
    let rim = Vector::new(reach, reach);
    let [left, top, right, bottom] = touched(at - rim, at + rim);
    for y in top..=bottom {
        for x in left..=right {
            if is_free(grid, x, y) {
                continue;
            }
            let from = nearest(x, y, at);
            let away = at - from;
            let (dx, dy) = (
                i64::from(away.x > 0.0) - i64::from(away.x < 0.0),
                i64::from(away.y > 0.0) - i64::from(away.y < 0.0),
            );
            let covered =
                dx != 0 && !is_free(grid, x + dx, y) || dy != 0 && !is_free(grid, x, y + dy);
            let distance = away.length();
            if covered || distance == 0.0 || distance > reach {
                continue;
            }
            // Across any of these directions a line has the cell behind it; the best is where the disc has the most
            // room for what it wants.
            let straight = away * (1.0 / distance);
            let sides = [Vector::new(dx as f64, 0.0), Vector::new(0.0, dy as f64)];
            let room = |normal: Vector| (away.dot(normal) - radius - GAP) * (1.0 / time);
            let score = |normal: Vector| room(normal) + normal.dot(preferred);
            let mut normal = straight;
            for side in sides {
                if room(side) >= 0.0 && score(side) > score(normal) {
                    normal = side;
                }
            }
            // Standing still is always allowed.
            let point = normal * -room(normal).max(0.0);
            planes.push(HalfPlane { point, normal });
        }
    }
}
