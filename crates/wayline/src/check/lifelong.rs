//! The judge of crowds that never rest: follows every action, and shares nothing with the planner.

use super::{Conflict, Flaw};
use crate::body::Placement;
use crate::crowd::{Action, Visit};
use crate::spaces::grid::{Cell, Grid};
use std::collections::BTreeMap;

/// Follows the units of a [`Lifelong`](crate::crowd::Lifelong) crowd, step by step, from where they start.
///
/// ```
/// use wayline::body::{Heading, Placement};
/// use wayline::{Grid, check, crowd::Action};
///
/// let grid = Grid::from_rows(["..#"])?;
/// let mut judge = check::Steps::new(&grid, &[Placement::new(0, 0, Heading::E)], []);
/// judge.step(&[Action::Forward], &[])?;
/// let flaw = judge.step(&[Action::Forward], &[]).unwrap_err();
/// assert_eq!(flaw.to_string(), "unit 0: step 2: 2,0 is blocked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Steps<'a> {
    grid: &'a Grid,
    units: Vec<Placement>,
    /// The stops of each task that are left, the next one last; and which unit has started it.
    tasks: Vec<(Vec<Cell>, Option<usize>)>,
    steps: usize,
    finished: u64,
}

impl<'a> Steps<'a> {
    /// Units at their starts, and the stops of all tasks.
    pub fn new(
        grid: &'a Grid,
        starts: &[Placement],
        tasks: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Steps<'a> {
        let mut judge =
            Steps { grid, units: starts.to_vec(), tasks: Vec::new(), steps: 0, finished: 0 };
        tasks.into_iter().for_each(|stops| judge.add_task(stops));
        judge
    }

    /// Adds a task.
    pub fn add_task(&mut self, mut stops: Vec<Cell>) {
        stops.reverse();
        self.tasks.push((stops, None));
    }

    /// How many tasks had all their stops visited, in order, by one unit each.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// Judges one step: what every unit does, and which stops are reported as visited.
    ///
    /// # Errors
    ///
    /// The first flaw: a wall, a collision, or a visit that did not happen.
    pub fn step(&mut self, actions: &[Action], visits: &[Visit]) -> Result<(), Flaw> {
        self.steps += 1;
        if actions.len() != self.units.len() {
            let (expected, found) = (self.units.len(), actions.len());
            return Err(Flaw::WrongUnits { expected, found });
        }
        let before: Vec<Cell> = self.units.iter().map(|unit| unit.cell()).collect();
        for (unit, (placement, action)) in self.units.iter_mut().zip(actions).enumerate() {
            let step = self.steps;
            match action {
                Action::TurnLeft => placement.heading = placement.heading.left(),
                Action::TurnRight => placement.heading = placement.heading.right(),
                Action::Wait => {}
                Action::Forward => {
                    let (dx, dy) = placement.heading.ahead();
                    placement.x = placement.x.wrapping_add_signed(dx);
                    placement.y = placement.y.wrapping_add_signed(dy);
                    let cell = placement.cell();
                    if !self.grid.is_free(cell) {
                        let flaw = Box::new(Flaw::Blocked { step, cell });
                        return Err(Flaw::OfUnit { unit, flaw });
                    }
                }
            }
        }
        self.collisions(&before)?;
        visits.iter().try_for_each(|visit| self.visit(visit))
    }

    fn collisions(&self, before: &[Cell]) -> Result<(), Flaw> {
        let time = self.steps;
        let was: BTreeMap<Cell, usize> = before.iter().copied().zip(0..).collect();
        let mut now: BTreeMap<Cell, usize> = BTreeMap::new();
        for (second, placement) in self.units.iter().enumerate() {
            let cell = placement.cell();
            if let Some(first) = now.insert(cell, second) {
                return Err(Flaw::Conflict(Conflict { time, first, second, cell, passing: false }));
            }
            if let Some(&first) = was.get(&cell)
                && first != second
                && self.units[first].cell() == before[second]
                && before[second] != cell
            {
                return Err(Flaw::Conflict(Conflict { time, first, second, cell, passing: true }));
            }
        }
        Ok(())
    }

    /// The unit has to be at the next stop of the task, and the task must not be another unit's.
    fn visit(&mut self, visit: &Visit) -> Result<(), Flaw> {
        let wrong = Flaw::NoVisit { step: self.steps, unit: visit.unit, task: visit.task };
        let at = self.units.get(visit.unit).map(|unit| unit.cell());
        let Some((stops, owner)) = self.tasks.get_mut(visit.task) else { return Err(wrong) };
        let next = stops.pop();
        if next.is_none() || next != at || owner.is_some_and(|owner| owner != visit.unit) {
            return Err(wrong);
        }
        *owner = Some(visit.unit);
        self.finished += u64::from(stops.is_empty());
        Ok(())
    }
}
