//! Between which cells: those asked for, those marked in the map, or a far-apart pair.

use crate::failure::Failure;
use crate::interrupt;
use wayline::{Cell, Corners, End, Error, Grid, Limits, Moves, Query, Workspace, reach};

/// The two ends of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
}

/// Fills in what was not asked for: the other end is as far away as the map allows. `blocked_goal`
/// lets the goal be blocked, for questions about the closest cell.
pub(crate) fn choose(
    grid: &Grid,
    from: Option<Cell>,
    to: Option<Cell>,
    blocked_goal: bool,
) -> Result<Ends, Failure> {
    if let Some(from) = from {
        check(grid, End::Start, from, true)?;
    }
    if let Some(to) = to {
        check(grid, End::Goal, to, !blocked_goal || from.is_none())?;
    }
    Ok(match (from, to) {
        (Some(from), Some(to)) => Ends { from, to },
        (Some(from), None) => Ends { from, to: farthest(grid, from)? },
        (None, Some(to)) => Ends { from: farthest(grid, to)?, to },
        (None, None) => {
            let start = components(grid).largest;
            let start = start.ok_or_else(|| {
                Failure::Input("the map has no free cell: nowhere to start".to_owned())
            })?;
            // A double sweep: what is farthest from anywhere is at an outer end of the map.
            let from = farthest(grid, start)?;
            Ends { from, to: farthest(grid, from)? }
        }
    })
}

fn check(grid: &Grid, end: End, cell: Cell, must_be_free: bool) -> Result<(), Error> {
    if !grid.contains(cell) {
        let (width, height) = (grid.width(), grid.height());
        return Err(Error::OffMap { end, cell, width, height });
    }
    if must_be_free && !grid.is_free(cell) {
        return Err(Error::Blocked { end, cell });
    }
    Ok(())
}

/// The cell that costs the most to reach.
fn farthest(grid: &Grid, from: Cell) -> Result<Cell, Failure> {
    let limits = Limits { cancel: Some(interrupt::flag()), ..Limits::default() };
    let query = Query::everywhere(from).limits(limits);
    let mut work = Workspace::new();
    interrupt::heeding(|| {
        let reached = reach(grid, &query, &mut work)?;
        let last = reached.iter().last().map(|(cell, _)| cell);
        Ok(last.unwrap_or(from))
    })?
}

/// The connected parts of a map.
pub(crate) struct Parts {
    /// A cell of the largest: the first in reading order.
    pub(crate) largest: Option<Cell>,
    /// How many cells that has.
    pub(crate) largest_size: usize,
}

/// Floods the map. Straight steps join the same cells as all steps do, except where diagonals may
/// squeeze between two blocked cells.
pub(crate) fn components(grid: &Grid) -> Parts {
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let rules = grid.rules();
    let squeezes = rules.moves == Moves::Eight && rules.corners == Corners::Always;
    let mut seen = vec![false; width * height];
    let mut waiting = Vec::new();
    let mut parts = Parts { largest: None, largest_size: 0 };
    for first in grid.cells().filter(|&cell| grid.is_free(cell)) {
        if seen[first.y as usize * width + first.x as usize] {
            continue;
        }
        let mut size = 0;
        seen[first.y as usize * width + first.x as usize] = true;
        waiting.push(first);
        while let Some(cell) = waiting.pop() {
            size += 1;
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
                if dx != 0 && dy != 0 && !squeezes {
                    break;
                }
                // Beyond an edge the sum wraps around or is too large: either way off the map.
                let next =
                    Cell::new(cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy));
                if grid.is_free(next) {
                    let seen = &mut seen[next.y as usize * width + next.x as usize];
                    if !*seen {
                        *seen = true;
                        waiting.push(next);
                    }
                }
            }
        }
        if size > parts.largest_size {
            parts = Parts { largest: Some(first), largest_size: size };
        }
    }
    parts
}
