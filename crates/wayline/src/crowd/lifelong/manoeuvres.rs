//! [`Manoeuvre`]: what a unit does in the next few moments, and what it is worth.

use super::streets::{Compass, Streets};
use super::tables::Tables;
use crate::crowd::roadmap::NONE;

/// Moments that are looked ahead.
pub(super) const HORIZON: usize = 4;

/// What a unit does in one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// To the cell ahead.
    Forward,
    /// A quarter turn to the left.
    TurnLeft,
    /// A quarter turn to the right.
    TurnRight,
    /// Nothing.
    Wait,
}

/// A few actions, and where they lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manoeuvre {
    /// The less the better.
    pub(super) cost: i32,
    pub(super) actions: [Action; HORIZON],
    /// Where the unit is after each.
    pub(super) cells: [u32; HORIZON],
}

impl Manoeuvre {
    pub(super) fn stay(cell: u32) -> Manoeuvre {
        Manoeuvre { cost: 0, actions: [Action::Wait; HORIZON], cells: [cell; HORIZON] }
    }

    /// The same a moment later: the first action is done, and a wait comes last.
    pub(super) fn after_first(&self) -> Manoeuvre {
        let mut later = *self;
        later.actions.rotate_left(1);
        later.cells.rotate_left(1);
        later.actions[HORIZON - 1] = Action::Wait;
        later.cells[HORIZON - 1] = self.cells[HORIZON - 1];
        later
    }
}

/// Where a unit is, and where it is going.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    pub(super) cell: u32,
    pub(super) heading: Compass,
    /// The table of its stop, and the stop; [`NONE`] for a unit without one.
    pub(super) table: u32,
    pub(super) stop: u32,
    pub(super) distance: i32,
    /// The table of a stop that it has to get away from because it has none itself; usually [`NONE`].
    pub(super) flees: u32,
}

impl Pose {
    /// Of a unit that has no stop.
    pub(super) fn idle(cell: u32, heading: Compass) -> Pose {
        Pose { cell, heading, table: NONE, stop: NONE, distance: 0, flees: NONE }
    }
}

/// Lists manoeuvres.
pub(super) struct Explorer<'a> {
    pub(super) streets: &'a Streets,
    pub(super) tables: &'a Tables,
    pub(super) list: &'a mut Vec<Manoeuvre>,
    pub(super) pose: Pose,
    /// A number that breaks ties.
    pub(super) chance: u32,
}

/// How a manoeuvre is going.
#[derive(Clone, Copy)]
struct State {
    moment: usize,
    cell: u32,
    heading: Compass,
    /// What the path to the stop costs, less than nothing once it was reached.
    distance: i32,
    cost: i32,
    actions: [Action; HORIZON],
    cells: [u32; HORIZON],
}

impl State {
    /// The state after one more action.
    fn after(mut self, action: Action, explorer: &Explorer<'_>) -> State {
        match action {
            Action::Forward => {
                let ahead = explorer.streets.ahead(self.cell, self.heading);
                self.distance = explorer.step(&self, ahead);
                self.cell = ahead;
            }
            Action::TurnLeft => self.heading = (self.heading + 1) & 3,
            Action::TurnRight => self.heading = (self.heading + 3) & 3,
            Action::Wait => {}
        }
        // How far it still is counts at every moment: what comes near sooner is better.
        self.cost += 2 * self.distance + explorer.turns(&self);
        (self.actions[self.moment], self.cells[self.moment]) = (action, self.cell);
        self.moment += 1;
        self
    }
}

/// To face all sides: none, a turn to the left, to the right, two to the left.
const TURNS: [&[Action]; 4] =
    [&[], &[Action::TurnLeft], &[Action::TurnRight], &[Action::TurnLeft, Action::TurnLeft]];

impl Explorer<'_> {
    /// All manoeuvres that differ in where the unit is at any moment.
    pub(super) fn list(&mut self) {
        let Pose { cell, heading, distance, .. } = self.pose;
        let Manoeuvre { actions, cells, .. } = Manoeuvre::stay(cell);
        self.explore(State { moment: 0, cell, heading, distance, cost: 0, actions, cells });
    }

    /// All that go on from a state: first those that do not step, then those that turn or not, wait this many
    /// moments, and step ahead.
    fn explore(&mut self, state: State) {
        self.end(state);
        for (at, turns) in TURNS.into_iter().enumerate() {
            let quarters = [0, 1, 3, 2][at];
            if self.streets.ahead(state.cell, (state.heading + quarters) & 3) == NONE
                || state.moment + turns.len() >= HORIZON
            {
                continue;
            }
            let mut state = turns.iter().fold(state, |state, &turn| state.after(turn, self));
            loop {
                self.explore(state.after(Action::Forward, self));
                if state.moment + 1 >= HORIZON {
                    break;
                }
                state = state.after(Action::Wait, self);
            }
        }
    }

    /// Turns to where it goes on, and waits for the rest.
    fn end(&mut self, mut state: State) {
        let ways = [0, 1, 3, 2].iter().position(|&quarters| self.is_nearer(&state, quarters));
        for &turn in TURNS[ways.unwrap_or(0)] {
            if state.moment < HORIZON {
                state = state.after(turn, self);
            }
        }
        while state.moment < HORIZON {
            state = state.after(Action::Wait, self);
        }
        let cost = self.cost(&state) + (self.chance as i32 & 7);
        self.chance = self.chance.rotate_right(3);
        self.list.push(Manoeuvre { cost, actions: state.actions, cells: state.cells });
    }

    /// What a manoeuvre costs in the end: where it ends counts most.
    fn cost(&self, state: &State) -> i32 {
        let end = 2 * state.distance + self.turns(state);
        (end * 16 + state.cost) * 8
    }

    /// What some actions cost.
    pub(super) fn cost_of(&self, actions: [Action; HORIZON]) -> i32 {
        let Pose { cell, heading, distance, .. } = self.pose;
        let cells = [cell; HORIZON];
        let state = State { moment: 0, cell, heading, distance, cost: 0, actions, cells };
        self.cost(&actions.iter().fold(state, |state, &action| state.after(action, self)))
    }

    /// The distance after a step to the cell ahead.
    fn step(&self, state: &State, ahead: u32) -> i32 {
        if state.distance < 0 {
            state.distance
        } else if ahead == self.pose.stop {
            // There: the sooner the better.
            -1
        } else {
            state.distance + self.change(state.cell, ahead)
        }
    }

    /// By how much a step changes the distance.
    fn change(&self, from: u32, to: u32) -> i32 {
        match self.pose {
            Pose { table: NONE, flees: NONE, .. } => 0,
            Pose { table: NONE, flees, .. } => -self.tables.change(flees, from, to),
            Pose { table, .. } => self.tables.change(table, from, to),
        }
    }

    /// Whether the cell to a side is nearer to the stop.
    fn is_nearer(&self, state: &State, quarters: Compass) -> bool {
        if state.distance <= 0 {
            return quarters == 0;
        }
        let next = self.streets.ahead(state.cell, (state.heading + quarters) & 3);
        next != NONE && self.change(state.cell, next) < 0
    }

    /// The quarter turns before the unit can go on towards its stop.
    fn turns(&self, state: &State) -> i32 {
        match () {
            () if self.is_nearer(state, 0) => 0,
            () if self.is_nearer(state, 1) || self.is_nearer(state, 3) => 1,
            () => 2,
        }
    }
}
