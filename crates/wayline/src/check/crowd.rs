//! The judge of plans for crowds: follows every unit from moment to moment, and shares nothing with the
//! planner.

use super::Flaw;
use crate::crowd::{Plan, Unit};
use crate::spaces::error::End;
use crate::spaces::grid::{Cell, Grid};
use std::collections::BTreeMap;
use std::fmt;

/// Two units of a crowd that collide.
///
/// ```
/// use wayline::{Cell, check::conflicts, crowd::Plan};
/// let (left, right) = (Cell::new(0, 0), Cell::new(1, 0));
/// let swap = Plan::new(vec![vec![left, right], vec![right, left]]);
/// let conflict = conflicts(&swap)[0];
/// assert_eq!(conflict.to_string(), "time 1: units 0 and 1 change places at 1,0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// When: zero is the start.
    pub time: usize,
    /// One unit, from zero.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The cell where both are; if they change places, the one that the first has come to.
    pub cell: Cell,
    /// Whether they change places, instead of standing on the same cell.
    pub passing: bool,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { time, first, second, cell, passing } = self;
        let what = if *passing { "change places" } else { "are both" };
        write!(f, "time {time}: units {first} and {second} {what} at {cell}")
    }
}

/// All conflicts of a plan, in the order of time. An empty path has none.
///
/// ```
/// use wayline::{Cell, check::conflicts, crowd::Plan};
/// let cell = Cell::new(3, 3);
/// assert_eq!(conflicts(&Plan::new(vec![vec![cell], vec![cell]])).len(), 1);
/// ```
pub fn conflicts(plan: &Plan) -> Vec<Conflict> {
    let paths = plan.paths();
    let last = paths.iter().map(Vec::len).max().unwrap_or(0);
    let at = |unit: usize, time: usize| paths[unit].get(time).or(paths[unit].last()).copied();
    let mut found = Vec::new();
    let mut before: BTreeMap<Cell, usize> = BTreeMap::new();
    for time in 0..last {
        let mut now: BTreeMap<Cell, usize> = BTreeMap::new();
        for second in 0..paths.len() {
            let Some(cell) = at(second, time) else { continue };
            if let Some(&first) = now.get(&cell) {
                found.push(Conflict { time, first, second, cell, passing: false });
            }
            now.insert(cell, second);
            // The unit that was here a moment ago, and is now where this one was.
            let from = (time > 0).then(|| at(second, time - 1)).flatten();
            let other = before.get(&cell).copied().filter(|&other| other < second);
            if let (Some(from), Some(first)) = (from, other)
                && from != cell
                && at(first, time) == Some(from)
            {
                found.push(Conflict { time, first, second, cell: from, passing: true });
            }
        }
        before = now;
    }
    found
}

/// Judges a plan: every unit has a path from its start to its goal, over free cells, in steps in four directions
/// and waits, and no two collide. Returns the sum of costs: the sum of the times when units arrive for good.
///
/// ```
/// use wayline::{Cell, Grid, check, crowd::{Plan, Unit}};
/// let grid = Grid::from_rows(["..."])?;
/// let unit = Unit::new((0, 0), (2, 0));
/// let plan = Plan::new(vec![(0..3).map(|x| Cell::new(x, 0)).collect()]);
/// assert_eq!(check::crowd(&grid, &[unit], &plan)?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first flaw found.
pub fn crowd(grid: &Grid, units: &[Unit], plan: &Plan) -> Result<u64, Flaw> {
    if units.len() != plan.paths().len() {
        let (expected, found) = (units.len(), plan.paths().len());
        return Err(Flaw::WrongUnits { expected, found });
    }
    let mut sum = 0;
    for (number, (unit, path)) in units.iter().zip(plan.paths()).enumerate() {
        let arrived = path_of_unit(grid, unit, path);
        sum += arrived.map_err(|flaw| Flaw::OfUnit { unit: number, flaw: Box::new(flaw) })?;
    }
    match conflicts(plan).first() {
        Some(&conflict) => Err(Flaw::Conflict(conflict)),
        None => Ok(sum),
    }
}

/// When it arrives for good.
fn path_of_unit(grid: &Grid, unit: &Unit, path: &[Cell]) -> Result<u64, Flaw> {
    let (first, last) = (path.first().ok_or(Flaw::Empty)?, path.last().ok_or(Flaw::Empty)?);
    if *first != unit.start {
        return Err(Flaw::WrongEnd(End::Start));
    }
    if *last != unit.goal {
        return Err(Flaw::WrongEnd(End::Goal));
    }
    let mut arrived = 0;
    for (step, &cell) in path.iter().enumerate() {
        if !grid.contains(cell) {
            return Err(Flaw::OffMap { step, cell });
        }
        if !grid.is_free(cell) {
            return Err(Flaw::Blocked { step, cell });
        }
        let from = path[step.saturating_sub(1)];
        if from.x.abs_diff(cell.x) + from.y.abs_diff(cell.y) > 1 {
            return Err(Flaw::NoNeighbour { step, from, to: cell });
        }
        if from != cell {
            arrived = step as u64;
        }
    }
    Ok(arrived)
}
