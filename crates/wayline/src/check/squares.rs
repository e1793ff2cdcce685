//! The judge of flows: follows squares from tick to tick, and shares nothing with what moves them.

use super::{Conflict, Flaw};
use crate::spaces::grid::{Cell, Corners, Grid, Moves};
use std::collections::BTreeMap;

/// Follows the units of a [`Flow`](crate::crowd::Flow), each a square of cells, from tick to tick.
///
/// Every square has to be on free cells, and may move by one step at most, as the rules of the grid allow (a
/// larger one cuts no corners). No two may have a cell in common; two of one cell may neither change places nor
/// cross in the middle of four cells; and in a tick no unit may enter what a larger one leaves or sweeps.
///
/// ```
/// use wayline::{Cell, Grid, check};
/// let grid = Grid::from_rows(["..#"])?;
/// let mut judge = check::Squares::new();
/// judge.tick(&grid, [Some((Cell::new(0, 0), 1)), Some((Cell::new(1, 0), 1))])?;
/// let swapped = [Some((Cell::new(1, 0), 1)), Some((Cell::new(0, 0), 1))];
/// let flaw = judge.tick(&grid, swapped).unwrap_err();
/// assert_eq!(flaw.to_string(), "time 1: units 0 and 1 change places at 0,0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Squares {
    ticks: usize,
    before: Vec<Option<(Cell, u32)>>,
}

/// The cells from one to another, both included.
fn cells(least: Cell, most: Cell) -> impl Iterator<Item = Cell> {
    (least.y..=most.y).flat_map(move |y| (least.x..=most.x).map(move |x| Cell::new(x, y)))
}

fn square((cell, side): (Cell, u32)) -> impl Iterator<Item = Cell> {
    cells(cell, Cell::new(cell.x + side - 1, cell.y + side - 1))
}

impl Squares {
    /// A judge that does not know any unit yet.
    pub fn new() -> Squares {
        Squares::default()
    }

    /// Judges where all units are: the upper left cell and the cells across of each, by number; `None` for units
    /// that are not there. Units it does not know may have appeared anywhere.
    ///
    /// # Errors
    ///
    /// The first flaw.
    pub fn tick(
        &mut self,
        grid: &Grid,
        units: impl IntoIterator<Item = Option<(Cell, u32)>>,
    ) -> Result<(), Flaw> {
        let now: Vec<_> = units.into_iter().collect();
        let step = self.ticks;
        for (unit, at) in now.iter().enumerate() {
            let Some(at) = *at else { continue };
            let before = self.before.get(unit).copied().flatten();
            let judged = free_square(grid, at, step)
                .and_then(|()| before.map_or(Ok(()), |from| legal_step(grid, from, at, step)));
            judged.map_err(|flaw| Flaw::OfUnit { unit, flaw: Box::new(flaw) })?;
        }
        self.collisions(&now)?;
        self.before = now;
        self.ticks += 1;
        Ok(())
    }

    fn collisions(&self, now: &[Option<(Cell, u32)>]) -> Result<(), Flaw> {
        let time = self.ticks;
        let conflict = |first: usize, second: usize, cell, passing| {
            let (first, second) = (first.min(second), first.max(second));
            Err(Flaw::Conflict(Conflict { time, first, second, cell, passing }))
        };
        let mut held: BTreeMap<Cell, usize> = BTreeMap::new();
        for (unit, at) in now.iter().enumerate() {
            for cell in at.iter().copied().flat_map(square) {
                if let Some(other) = held.insert(cell, unit) {
                    return conflict(other, unit, cell, false);
                }
            }
        }
        let mut was: BTreeMap<Cell, usize> = BTreeMap::new();
        for (unit, at) in self.before.iter().enumerate() {
            was.extend(at.iter().copied().flat_map(square).map(|cell| (cell, unit)));
        }
        for (unit, at) in now.iter().enumerate() {
            let before = self.before.get(unit).copied().flatten();
            let (Some((to, side)), Some((from, _))) = (*at, before) else { continue };
            let least = Cell::new(from.x.min(to.x), from.y.min(to.y));
            let most = Cell::new(from.x.max(to.x) + side - 1, from.y.max(to.y) + side - 1);
            if side > 1 {
                // What it sweeps.
                for cell in cells(least, most) {
                    if let Some(&other) = held.get(&cell)
                        && other != unit
                    {
                        return conflict(other, unit, cell, true);
                    }
                }
            } else {
                // Head-on, or by the other diagonal: one was where this one's corner or end is, and is at the
                // opposite one.
                let corners = [(from, to), (Cell::new(to.x, from.y), Cell::new(from.x, to.y))];
                let ways = [corners[0], corners[1], (corners[1].1, corners[1].0)];
                for (i, (here, there)) in ways.into_iter().enumerate() {
                    // For a straight step the corners are its ends.
                    if from == to || (i > 0 && (from.x == to.x || from.y == to.y)) {
                        continue;
                    }
                    if let (Some(&other), Some(&same)) = (was.get(&there), held.get(&here))
                        && other == same
                        && other != unit
                        && now[other].is_some_and(|(_, side)| side == 1)
                    {
                        return conflict(other, unit, here, true);
                    }
                }
            }
        }
        Ok(())
    }
}

fn free_square(grid: &Grid, at: (Cell, u32), step: usize) -> Result<(), Flaw> {
    for cell in square(at) {
        if !grid.contains(cell) {
            return Err(Flaw::OffMap { step, cell });
        }
        if !grid.is_free(cell) {
            return Err(Flaw::Blocked { step, cell });
        }
    }
    Ok(())
}

fn legal_step(
    grid: &Grid,
    (from, side): (Cell, u32),
    (to, _): (Cell, u32),
    step: usize,
) -> Result<(), Flaw> {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    if dx > 1 || dy > 1 {
        return Err(Flaw::NoNeighbour { step, from, to });
    }
    if dx == 1 && dy == 1 {
        let free = |corner: Cell| square((corner, side)).all(|cell| grid.is_free(cell));
        let sides = (free(Cell::new(to.x, from.y)), free(Cell::new(from.x, to.y)));
        let rule = if side > 1 { Corners::Never } else { grid.rules().corners };
        let cut = match rule {
            Corners::Never => !(sides.0 && sides.1),
            Corners::One => !(sides.0 || sides.1),
            Corners::Always => false,
        };
        if cut || grid.rules().moves == Moves::Four {
            return Err(Flaw::Diagonal { step, from, to });
        }
    }
    Ok(())
}
