//! Lines of sight between the middles of cells, and paths drawn tight along them.
//!
//! A line is walked from cell to cell in exact integer arithmetic. Where it crosses the edge between two cells,
//! both must be free; where it passes exactly through the corner of four, it takes a diagonal step, which must be
//! legal under the grid's corner rule. The cells along a line of sight are thus a legal path themselves.

use super::{Cell, Corners, Grid};
use crate::kernel::cost::Cost;
use crate::kernel::root::scaled_root;

/// Walks from cell to cell along a line; stops, and returns `false`, where the line is not free.
fn walk(grid: &Grid, from: u32, to: u32, corners: Corners, mut visit: impl FnMut(u32)) -> bool {
    let (a, b) = (grid.cell_at(from), grid.cell_at(to));
    let (dx, dy) = (a.x.abs_diff(b.x) as i64, a.y.abs_diff(b.y) as i64);
    let right = if b.x >= a.x { 1u32 } else { 1u32.wrapping_neg() };
    let down = if b.y >= a.y { grid.stride } else { grid.stride.wrapping_neg() };
    let (mut crossed_x, mut crossed_y) = (0, 0);
    let mut place = from;
    visit(place);
    while crossed_x < dx || crossed_y < dy {
        // The line meets the next upright edge at (2·crossed_x + 1) / 2dx of its length, the next
        // level one at (2·crossed_y + 1) / 2dy: compared without dividing.
        let (upright, level) = ((2 * crossed_x + 1) * dy, (2 * crossed_y + 1) * dx);
        if upright == level {
            let (beside, below) = (place.wrapping_add(right), place.wrapping_add(down));
            let (p, q) = (grid.bit(beside), grid.bit(below));
            if !corners.lets_pass(p, q) {
                return false;
            }
            place = beside.wrapping_add(down);
            crossed_x += 1;
            crossed_y += 1;
        } else if upright < level {
            place = place.wrapping_add(right);
            crossed_x += 1;
        } else {
            place = place.wrapping_add(down);
            crossed_y += 1;
        }
        if !grid.bit(place) {
            return false;
        }
        visit(place);
    }
    true
}

/// The length of the line between two places that see each other, in straight steps' cost.
pub(crate) fn line(grid: &Grid, from: u32, to: u32) -> Option<Cost> {
    let clear = walk(grid, from, to, grid.rules.corners, |_| {});
    clear.then(|| length(grid, grid.cell_at(from), grid.cell_at(to)))
}

fn length(grid: &Grid, a: Cell, b: Cell) -> Cost {
    let (dx, dy) = (a.x.abs_diff(b.x) as u64, a.y.abs_diff(b.y) as u64);
    Cost::from_raw(scaled_root(grid.rules.steps.straight().raw(), dx * dx + dy * dy))
}

/// The places along a line of sight, both ends included.
pub(crate) fn along(grid: &Grid, from: u32, to: u32, visit: impl FnMut(u32)) {
    walk(grid, from, to, grid.rules.corners, visit);
}

impl Grid {
    /// Whether two free cells see each other: whether the straight line between their middles
    /// stays on free cells and passes corners as the rules allow.
    ///
    /// ```
    /// let grid = wayline::Grid::from_rows(["...", ".#.", "..."])?;
    /// assert!(grid.line_of_sight((0, 0), (2, 0)));
    /// assert!(!grid.line_of_sight((0, 0), (2, 2)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn line_of_sight(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> bool {
        let (from, to) = (from.into(), to.into());
        self.is_free(from)
            && self.is_free(to)
            && line(self, self.place(from), self.place(to)).is_some()
    }
}

/// Pulls a path tight: keeps only the cells where it must bend, each in sight of the next. This is a quick method
/// to make a grid path look natural; it does not give the shortest path at any angle (nor does
/// [Theta*](crate::Algorithm::Theta), which comes closer). O(n) lines of sight.
///
/// Terrain is ignored: on a weighted grid, a straight line may cost more than the detour.
///
/// ```
/// use wayline::{smooth, Cell, Grid};
/// let grid = Grid::new(10, 10)?;
/// let path: Vec<Cell> = (0..10).map(|x| Cell::new(x, x.min(4))).collect();
/// assert_eq!(smooth(&grid, &path), [Cell::new(0, 0), Cell::new(9, 4)]);
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn smooth(grid: &Grid, path: &[Cell]) -> Vec<Cell> {
    let Some((&first, rest)) = path.split_first() else { return Vec::new() };
    let mut tight = vec![first];
    let mut last = first;
    for &cell in rest {
        let anchor = *tight.last().expect("has the first");
        if !grid.line_of_sight(anchor, cell) && last != anchor {
            tight.push(last);
        }
        last = cell;
    }
    if rest.is_empty() {
        return tight;
    }
    tight.push(last);
    tight
}
