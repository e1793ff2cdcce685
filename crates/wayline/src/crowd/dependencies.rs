//! [`Dependencies`]: the order in which units pass each other, for units that are late.
//!
//! A plan says when each move begins. Machines are late, and then times are of no use; what counts is the order in
//! which units come to each cell. A move waits until all units that had its cells before have left them, and for
//! nothing else. However late some units are, no two collide, and all arrive.
//!
//! Hönig, Kiesel, Tinka, Durham, Ayanian: *Persistent and robust execution of MAPF schedules in warehouses*, IEEE
//! Robotics and Automation Letters 4 (2019), where it is called the action dependency graph. No unit waits for
//! ever, because a move waits only for moves that the plan begins earlier, or at the same time one step ahead;
//! circles of the latter, in which all move on by one cell, begin together. Time and memory are in proportion to
//! the moves and the cells that they sweep, apart from sorting.

use super::bodies::{BodyPlan, BodyUnit};
use super::plan::Plan;
use crate::body::kind::{BodyKind, Placement};
use crate::spaces::grid::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The order in which units pass each other: for each move of each unit, what has to be over before it may begin.
///
/// Waits are not moves: the moves of a unit on a [`Plan`] are its steps to other cells, from zero.
///
/// ```
/// use wayline::crowd::{Dependencies, Plan};
/// use wayline::Cell;
/// let cells = |xs: &[u32]| xs.iter().map(|&x| Cell::new(x, 0)).collect::<Vec<_>>();
/// // The second follows the first.
/// let plan = Plan::new(vec![cells(&[1, 2, 3]), cells(&[0, 1, 2])]);
/// let order = Dependencies::of_plan(&plan);
/// assert_eq!(order.moves(1)[0].after, [(0, 0)]);
/// // The first is late: so is the second. Neither has made a move.
/// assert!(order.may_begin(&[0, 0], 0) && !order.may_begin(&[0, 0], 1));
/// assert!(order.may_begin(&[1, 0], 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    units: Vec<Vec<Conditions>>,
}

/// What one move waits for, besides the previous move of its own unit. Moves are named by their unit and their
/// number, both from zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conditions {
    /// Moves of other units that have to be over.
    pub after: Vec<(usize, usize)>,
    /// Moves of other units that begin at the same time, because all of them go round in a circle.
    pub with: Vec<(usize, usize)>,
}

/// A unit on a cell: since when, by which of its moves it came, and by which it left.
struct Visit {
    begin: u64,
    unit: usize,
    came: Option<usize>,
    left: Option<usize>,
}

impl Dependencies {
    /// The dependencies of a plan for units of one cell.
    pub fn of_plan(plan: &Plan) -> Dependencies {
        let mut visits: BTreeMap<Cell, Vec<Visit>> = BTreeMap::new();
        let mut begins: Vec<Vec<u64>> = Vec::new();
        for (unit, path) in plan.paths().iter().enumerate() {
            let mut moves = Vec::new();
            let (mut begin, mut came) = (0, None);
            for (time, pair) in path.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
                let left = Some(moves.len());
                visits.entry(pair[0]).or_default().push(Visit { begin, unit, came, left });
                (begin, came) = (time as u64 + 1, left);
                moves.push(time as u64);
            }
            if let Some(&last) = path.last() {
                visits.entry(last).or_default().push(Visit { begin, unit, came, left: None });
            }
            begins.push(moves);
        }
        let mut order = Dependencies::of_visits(visits, begins.iter().map(Vec::len));
        order.join_circles(&begins);
        order
    }

    /// The dependencies of a plan for bodies of these kinds.
    pub fn of_bodies(kinds: &[Arc<BodyKind>], units: &[BodyUnit], plan: &BodyPlan) -> Dependencies {
        let mut visits: BTreeMap<Cell, Vec<Visit>> = BTreeMap::new();
        for (unit, moves) in plan.moves().iter().enumerate() {
            let Some(kind) = units.get(unit).and_then(|unit| kinds.get(unit.kind)) else {
                continue;
            };
            let cells = |at: Placement, cells: &[(i32, i32)]| {
                let cell = |&(dx, dy): &(i32, i32)| {
                    Cell::new(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy))
                };
                cells.iter().map(cell).collect::<Vec<Cell>>()
            };
            // What it holds: since when, and since which move.
            let mut held: BTreeMap<Cell, (u64, Option<usize>)> = BTreeMap::new();
            if let Some(first) = moves.first() {
                let covered = cells(first.from, kind.footprint().cells(first.from.heading));
                held.extend(covered.into_iter().map(|cell| (cell, (0, None))));
            }
            for (number, made) in moves.iter().enumerate() {
                let Some(row) = kind.moves(made.from.heading).get(made.index) else { continue };
                let swept = cells(made.from, row.swept());
                for &cell in &swept {
                    held.entry(cell).or_insert((made.begin, Some(number)));
                }
                let (dx, dy) = row.offset();
                let (x, y) = (made.from.x, made.from.y);
                let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                let to = Placement::new(x, y, row.to());
                let covered = cells(to, kind.footprint().cells(to.heading));
                for cell in swept.into_iter().filter(|cell| !covered.contains(cell)) {
                    if let Some((begin, came)) = held.remove(&cell) {
                        let left = Some(number);
                        visits.entry(cell).or_default().push(Visit { begin, unit, came, left });
                    }
                }
            }
            for (cell, (begin, came)) in held {
                visits.entry(cell).or_default().push(Visit { begin, unit, came, left: None });
            }
        }
        Dependencies::of_visits(visits, plan.moves().iter().map(Vec::len))
    }

    /// A unit that comes to a cell waits for the one that was there just before, which has waited for all units
    /// before that.
    fn of_visits(
        visits: BTreeMap<Cell, Vec<Visit>>,
        moves: impl Iterator<Item = usize>,
    ) -> Dependencies {
        let mut units: Vec<_> = moves.map(|moves| vec![Conditions::default(); moves]).collect();
        for mut visits in visits.into_values() {
            visits.sort_unstable_by_key(|visit| (visit.begin, visit.unit));
            for pair in visits.windows(2) {
                if let (Some(left), Some(came)) = (pair[0].left, pair[1].came)
                    && pair[0].unit != pair[1].unit
                {
                    units[pair[1].unit][came].after.push((pair[0].unit, left));
                }
            }
        }
        for conditions in units.iter_mut().flatten() {
            // Of each unit the last of its moves: the others are over before.
            conditions.after.sort_unstable_by(|a, b| (a.0, b.1).cmp(&(b.0, a.1)));
            conditions.after.dedup_by_key(|it| it.0);
        }
        Dependencies { units }
    }

    /// Finds units that wait for each other in a circle: all begin at the same time, each one step behind the
    /// next.
    fn join_circles(&mut self, begins: &[Vec<u64>]) {
        let ahead = |units: &[Vec<Conditions>], (unit, number): (usize, usize)| {
            let begin = begins[unit][number];
            let after = units[unit][number].after.iter().copied();
            after.into_iter().find(|&(other, left)| begins[other][left] == begin)
        };
        let mut seen: Vec<Vec<bool>> = begins.iter().map(|it| vec![false; it.len()]).collect();
        for (unit, moves) in begins.iter().enumerate() {
            for number in 0..moves.len() {
                let mut chain = Vec::new();
                let mut next = Some((unit, number));
                while let Some(at) = next
                    && !std::mem::replace(&mut seen[at.0][at.1], true)
                {
                    chain.push(at);
                    next = ahead(&self.units, at);
                }
                let circle = next.and_then(|at| chain.iter().position(|&it| it == at));
                let Some(circle) = circle.map(|from| chain.split_off(from)) else { continue };
                for &at in &circle {
                    let conditions = &mut self.units[at.0][at.1];
                    conditions.after.retain(|it| !circle.contains(it));
                    conditions.with = circle.iter().copied().filter(|&it| it != at).collect();
                    conditions.with.sort_unstable();
                }
            }
        }
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// What each move of a unit waits for.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
    pub fn moves(&self, unit: usize) -> &[Conditions] {
        &self.units[unit]
    }

    /// Whether a unit may begin its next move, given how many moves each unit has made, with none of them in the
    /// middle of a move: together with all the moves that it begins [with](Conditions::with). `false` for a unit
    /// that has made all its moves.
    ///
    /// # Panics
    ///
    /// If there is no such unit, or there are fewer or more numbers than units.
    pub fn may_begin(&self, made: &[usize], unit: usize) -> bool {
        let Some(conditions) = self.units[unit].get(made[unit]) else { return false };
        let over = |it: &Conditions| it.after.iter().all(|&(unit, number)| made[unit] > number);
        let ready = |&(unit, number): &(usize, usize)| {
            made[unit] == number && self.units[unit].get(number).is_some_and(over)
        };
        over(conditions) && conditions.with.iter().all(ready)
    }
}
