//! How far walls are: clearance for square units, inflation for round ones.
//!
//! Cells off the map count as blocked, as everywhere: a unit has to stay on the map with all of its cells.

use super::{Cell, Grid};
use crate::spaces::error::GridError;

/// How far every cell of a grid is from the nearest blocked cell or the edge of the map, in steps of
/// a chess king. Made by [`Grid::clearance`]; it does not follow later edits.
///
/// A blocked cell has 0, a cell beside a wall or at the edge 1. A square of side 2c − 1 around a cell with
/// clearance c is free, and no larger one is; [`fits`](Clearance::fits) answers for squares of every side.
///
/// ```
/// use wayline::Grid;
/// let grid = Grid::from_rows([".....", ".....", ".....", "....#"])?;
/// let clearance = grid.clearance();
/// assert_eq!(clearance.at((2, 1)), 2);
/// assert!(clearance.fits((0, 0), 3)); // 3x3 cells, the upper left of which is 0,0
/// assert!(!clearance.fits((2, 1), 3)); // the lower right one would be blocked
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clearance {
    width: u32,
    height: u32,
    /// Row by row. At most half of the shorter side, which is at most 2¹⁴ cells.
    steps: Vec<u16>,
}

impl Clearance {
    /// The clearance of a cell: zero where it is blocked or off the map.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::new(5, 5)?.clearance().at((2, 2)), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn at(&self, cell: impl Into<Cell>) -> u32 {
        let Cell { x, y } = cell.into();
        if x >= self.width || y >= self.height {
            return 0;
        }
        self.steps[y as usize * self.width as usize + x as usize] as u32
    }

    /// Whether a unit of `size` x `size` cells fits if the cell is its upper left one. A unit of size 0 does not.
    ///
    /// To find paths for such units, block every cell where they do not fit: with
    /// [`Corners::Never`](crate::Corners::Never), every step then sweeps only free cells.
    ///
    /// ```
    /// use wayline::Grid;
    /// let grid = Grid::from_rows(["...", "...", "#..", "..."])?;
    /// let clearance = grid.clearance();
    /// let for_two = Grid::from_fn(3, 4, |cell| clearance.fits(cell, 2))?;
    /// assert_eq!(for_two.path((0, 0), (1, 2))?.steps(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn fits(&self, cell: impl Into<Cell>, size: u32) -> bool {
        let cell = cell.into();
        let at = |past: u32| match (cell.x.checked_add(past), cell.y.checked_add(past)) {
            (Some(x), Some(y)) => Some(Cell { x, y }),
            _ => None,
        };
        // An odd square is free if its middle has the clearance. An even one has four cells in the
        // middle; the odd squares around these make it up.
        let (half, odd) = (size / 2, size % 2 == 1);
        if odd {
            return at(half).is_some_and(|middle| self.at(middle) > half);
        }
        if half == 0 {
            return false;
        }
        let (Some(a), Some(b)) = (at(half - 1), at(half)) else { return false };
        [a, b, Cell { x: a.x, y: b.y }, Cell { x: b.x, y: a.y }]
            .into_iter()
            .all(|middle| self.at(middle) >= half)
    }
}

impl Grid {
    /// How far every cell is from the nearest blocked cell or the edge of the map, for units that are larger than
    /// a cell. O(n) for n cells; see [`Clearance`].
    ///
    /// ```
    /// let grid = wayline::Grid::from_rows(["...", "...", "..#"])?;
    /// assert_eq!(grid.clearance().at((1, 1)), 1);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn clearance(&self) -> Clearance {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut steps = vec![0u16; width * height];
        // One more than the least of what lies behind, first from the upper left, then from the lower
        // right: exact for kings (A. Rosenfeld, J. L. Pfaltz, "Sequential operations in digital
        // picture processing", 1966).
        for y in 0..height {
            for x in 0..width {
                if !self.bit(self.place(Cell::new(x as u32, y as u32))) {
                    continue;
                }
                let at = y * width + x;
                let inner = x > 0 && x + 1 < width && y > 0;
                steps[at] = match inner {
                    true => {
                        let above = &steps[at - width - 1..at - width + 2];
                        1 + above[0].min(above[1]).min(above[2]).min(steps[at - 1])
                    }
                    false => 1,
                };
            }
        }
        for y in (0..height).rev() {
            for x in (0..width).rev() {
                let at = y * width + x;
                let inner = x > 0 && x + 1 < width && y + 1 < height;
                let behind = match inner {
                    true => {
                        let below = &steps[at + width - 1..at + width + 2];
                        1 + below[0].min(below[1]).min(below[2]).min(steps[at + 1])
                    }
                    false => 1,
                };
                steps[at] = steps[at].min(behind);
            }
        }
        Clearance { width: self.width, height: self.height, steps }
    }

    /// The same grid with walls made thicker by a radius: a cell is blocked if the middle of a blocked cell, or of
    /// one off the map, lies within the radius of its own middle. The middle of a round unit of that radius may be
    /// in any cell that is left. Radii below 1 change nothing. Exact; O(n) for n cells.
    ///
    /// ```
    /// use wayline::Grid;
    /// let room = Grid::from_fn(7, 7, |cell| cell.x != 3 || cell.y != 3)?;
    /// let inside = room.inflated(1.5)?; // as far as diagonal neighbours
    /// assert!(!inside.is_free((2, 2)) && inside.is_free((1, 3)));
    /// assert!(!inside.is_free((0, 3))); // at the edge of the map
    /// assert!(room.inflated(f64::NAN).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn inflated(&self, radius: f64) -> Result<Grid, GridError> {
        let square = floor_of_square(radius).ok_or(GridError::BadRadius(radius))?;
        let (width, height) = (self.width as usize, self.height as usize);
        // Nothing on the map is farther from its edge than this.
        let reach = square.isqrt().min(width.max(height) as u64) as usize;
        // How many columns to the left and right are within the radius, this many rows away.
        let spans: Vec<u32> = (0..=reach as u64)
            .map(|rows| square.saturating_sub(rows * rows).isqrt().min(width as u64) as u32)
            .collect();
        let mut inflated = self.bare_copy();
        // How many rows away the nearest blocked cell of each column is; above, then below as well.
        let far = reach as u32 + 1;
        let mut below = vec![far; width * height];
        for y in (0..height).rev() {
            for x in 0..width {
                let blocked = !self.bit(self.place(Cell::new(x as u32, y as u32)));
                let next = if y + 1 < height { below[(y + 1) * width + x] } else { 0 };
                below[y * width + x] = if blocked { 0 } else { far.min(next + 1) };
            }
        }
        let mut above = vec![0; width];
        let mut changes = vec![0i32; width + 1];
        for y in 0..height {
            changes.fill(0);
            let mut cover = |from: usize, to: usize| {
                changes[from] += 1;
                changes[to.min(width)] -= 1;
            };
            // The columns beside the map are blocked.
            cover(0, spans[0] as usize);
            cover(width.saturating_sub(spans[0] as usize), width);
            for x in 0..width {
                let here = below[y * width + x];
                above[x] = if here == 0 { 0 } else { far.min(above[x] + 1) };
                let rows = here.min(above[x]) as usize;
                if let Some(&span) = spans.get(rows) {
                    cover(x.saturating_sub(span as usize), x + span as usize + 1);
                }
            }
            let mut covered = 0;
            for (x, change) in (0..self.width).zip(&changes) {
                covered += change;
                if covered > 0 {
                    inflated.set_free((x, y as u32), false)?;
                }
            }
        }
        Ok(inflated)
    }
}

/// The square of a number, rounded down, exactly; `None` for what is not a radius. No grid has two
/// cells as far apart as the largest value returned.
fn floor_of_square(radius: f64) -> Option<u64> {
    const FAR: f64 = (1u64 << 30) as f64;
    if radius.is_nan() || radius < 0.0 {
        return None;
    }
    if radius < 1.0 {
        return Some(0);
    }
    // The significand is whole, and the number is at least 1: 53 bits of which at most 52 are behind
    // the point.
    let bits = radius.min(FAR).to_bits();
    let significand = (bits & ((1 << 52) - 1) | 1 << 52) as u128;
    let behind = 52 - ((bits >> 52) as u32 - 1023);
    Some(((significand * significand) >> (2 * behind)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_rounded_down_exactly() {
        for n in 1..2000u64 {
            // The number next to the root is below it or not: its square says which.
            let root = (n as f64).sqrt();
            let floor = floor_of_square(root).unwrap();
            assert!(floor == n || floor == n - 1, "{n} {floor}");
            assert_eq!(floor_of_square(root.next_up()), Some(n));
            assert_eq!(floor_of_square(root.next_down()), Some(n - 1));
            assert_eq!(floor_of_square(n as f64), Some(n * n));
        }
        assert_eq!(floor_of_square(0.999), Some(0));
        assert_eq!(floor_of_square(-0.0), Some(0));
        assert_eq!(floor_of_square(f64::INFINITY), Some(1 << 60));
        assert!(floor_of_square(f64::NAN).is_none() && floor_of_square(-1.0).is_none());
    }
}
