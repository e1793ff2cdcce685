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

/// A cell near a unit, looked up once however many manoeuvres lead over it.
#[derive(Clone, Copy)]
struct Spot {
    cell: u32,
    /// By how much a step to each side changes what is left to pay; nothing where there is a wall.
    changes: [i32; 4],
    /// The spot to each side, once it is known.
    next: [u8; 4],
    walls: u8,
    /// The sides that are nearer to the stop, a bit each.
    nearer: u8,
}

/// No spot: more than there can be within the horizon.
const UNKNOWN: u8 = u8::MAX;

/// The cells near a unit that its manoeuvres lead over: memory that is used for one unit after another.
#[derive(Default)]
pub(super) struct Spots(Vec<Spot>);

/// Lists manoeuvres.
pub(super) struct Explorer<'a> {
    pub(super) streets: &'a Streets,
    pub(super) tables: &'a Tables,
    pub(super) list: &'a mut Vec<Manoeuvre>,
    pub(super) spots: &'a mut Spots,
    pub(super) pose: Pose,
    /// A number that breaks ties.
    pub(super) chance: u32,
}

/// How a manoeuvre is going.
#[derive(Clone, Copy)]
struct State {
    moment: usize,
    spot: u8,
    heading: Compass,
    /// What the path to the stop costs, less than nothing once it was reached.
    distance: i32,
    cost: i32,
    actions: [Action; HORIZON],
    cells: [u32; HORIZON],
}

/// To face all sides: none, a turn to the left, to the right, two to the left.
const TURNS: [&[Action]; 4] =
    [&[], &[Action::TurnLeft], &[Action::TurnRight], &[Action::TurnLeft, Action::TurnLeft]];
const QUARTERS: [Compass; 4] = [0, 1, 3, 2];

impl Explorer<'_> {
    /// All manoeuvres that differ in where the unit is at any moment.
    pub(super) fn list(&mut self) {
        let start = self.start();
        self.explore(start);
    }

    /// What some actions cost.
    pub(super) fn cost_of(&mut self, actions: [Action; HORIZON]) -> i32 {
        let mut state = self.start();
        for action in actions {
            state = self.after(state, action);
        }
        self.cost(&state)
    }

    fn start(&mut self) -> State {
        let Pose { cell, heading, distance, .. } = self.pose;
        let Manoeuvre { actions, cells, .. } = Manoeuvre::stay(cell);
        self.spots.0.clear();
        let spot = self.spot(cell);
        State { moment: 0, spot, heading, distance, cost: 0, actions, cells }
    }

    /// The state after one more action.
    fn after(&mut self, mut state: State, action: Action) -> State {
        match action {
            Action::Forward => self.step(&mut state),
            Action::TurnLeft => state.heading = (state.heading + 1) & 3,
            Action::TurnRight => state.heading = (state.heading + 3) & 3,
            Action::Wait => {}
        }
        // How far it still is counts at every moment: what comes near sooner is better.
        state.cost += 2 * state.distance + self.turns(&state);
        state.actions[state.moment] = action;
        state.cells[state.moment] = self.at(&state).cell;
        state.moment += 1;
        state
    }

    fn at(&self, state: &State) -> &Spot {
        &self.spots.0[usize::from(state.spot)]
    }

    /// All that go on from a state: first those that do not step, then those that turn or not, wait this many
    /// moments, and step ahead.
    fn explore(&mut self, state: State) {
        self.end(state);
        for (turns, quarters) in TURNS.into_iter().zip(QUARTERS) {
            let is_wall = self.at(&state).walls >> ((state.heading + quarters) & 3) & 1 == 1;
            if is_wall || state.moment + turns.len() >= HORIZON {
                continue;
            }
            let mut state = state;
            for &turn in turns {
                state = self.after(state, turn);
            }
            loop {
                let forward = self.after(state, Action::Forward);
                self.explore(forward);
                if state.moment + 1 >= HORIZON {
                    break;
                }
                state = self.after(state, Action::Wait);
            }
        }
    }

    /// Turns to where it goes on, and waits for the rest.
    fn end(&mut self, mut state: State) {
        let ways = QUARTERS.iter().position(|&quarters| self.is_nearer(&state, quarters));
        for &turn in TURNS[ways.unwrap_or(0)] {
            if state.moment < HORIZON {
                state = self.after(state, turn);
            }
        }
        while state.moment < HORIZON {
            state = self.after(state, Action::Wait);
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

    /// A step to the cell ahead.
    fn step(&mut self, state: &mut State) {
        let (spot, side) = (usize::from(state.spot), usize::from(state.heading));
        let Spot { cell, changes, next, .. } = self.spots.0[spot];
        state.spot = next[side];
        if state.spot == UNKNOWN {
            state.spot = self.spot(self.streets.ahead(cell, state.heading));
            self.spots.0[spot].next[side] = state.spot;
        }
        if state.distance >= 0 {
            let is_there = self.at(state).cell == self.pose.stop;
            // There: the sooner the better.
            state.distance = if is_there { -1 } else { state.distance + changes[side] };
        }
    }

    /// The number of the spot of a cell.
    fn spot(&mut self, cell: u32) -> u8 {
        let known = self.spots.0.iter().position(|spot| spot.cell == cell);
        let number = known.unwrap_or(self.spots.0.len()) as u8;
        if known.is_none() {
            let mut spot = Spot { cell, changes: [0; 4], next: [UNKNOWN; 4], walls: 0, nearer: 0 };
            for side in 0..4 {
                let next = self.streets.ahead(cell, side);
                if next == NONE {
                    spot.walls |= 1 << side;
                } else {
                    let change = self.change(cell, next);
                    spot.changes[usize::from(side)] = change;
                    spot.nearer |= u8::from(change < 0) << side;
                }
            }
            self.spots.0.push(spot);
        }
        number
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
        self.at(state).nearer >> ((state.heading + quarters) & 3) & 1 == 1
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
