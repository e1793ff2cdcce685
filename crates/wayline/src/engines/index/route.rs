//! The scratch memory of an index of a grid, and the turns of a path.

use super::frame::Frame;
use super::label_query::LabelWork;
use crate::spaces::grid::{Cell, Moves, Rules, direction};

/// The scratch memory of queries to an index of a grid.
#[derive(Default)]
pub(crate) struct IndexScratch {
    pub(super) labels: LabelWork,
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) wide: LabelWork<u64>,
    pub(super) turns: Turns,
}

/// How a path is walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Gait {
    /// Middles first, where these are diagonals.
    #[default]
    DiagonalFirst,
    /// Middles first, where these are straight.
    StraightFirst,
    /// With four moves: see `stairs.rs`.
    Square,
}

impl Gait {
    pub(super) fn of(rules: &Rules) -> Gait {
        match (rules.moves, Frame::of(rules).is_turned) {
            (Moves::Four, _) => Gait::Square,
            (Moves::Eight, false) => Gait::DiagonalFirst,
            (Moves::Eight, true) => Gait::StraightFirst,
        }
    }
}

/// The cells where a path turns, its ends included.
#[derive(Debug, Default)]
pub(super) struct Turns {
    pub(super) cells: Vec<Cell>,
    pub(super) spare: Vec<Cell>,
    pub(super) gait: Gait,
    /// The way the path goes at its end so far.
    heading: (i32, i32),
}

impl Turns {
    pub(super) fn start(&mut self, from: Cell) {
        self.cells.clear();
        self.cells.push(from);
        self.heading = (0, 0);
    }

    /// Goes on to a cell: first to the middle, then to a border. (Between a cell and a corner that it
    /// sees, both orders are free: a wall beside the other one would make a corner in between.)
    #[inline]
    pub(super) fn leg(&mut self, to: Cell) {
        let from = self.cells[self.cells.len() - 1];
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        if from == to {
            return;
        }
        let (x, y) = direction(from, to);
        let diagonals = dx.min(dy) as i32;
        if diagonals == 0 || dx == dy {
            return self.go((x, y), to);
        }
        let straight = if dx > dy { (x, 0) } else { (0, y) };
        // The diagonal begins here, or ends there.
        let (end, by, first, second) = match self.gait {
            Gait::StraightFirst => (to, -diagonals, straight, (x, y)),
            Gait::DiagonalFirst | Gait::Square => (from, diagonals, (x, y), straight),
        };
        let between =
            Cell::new(end.x.wrapping_add_signed(x * by), end.y.wrapping_add_signed(y * by));
        self.go(first, between);
        self.go(second, to);
    }

    /// Whether the path goes along a row, as far as it has come.
    pub(super) fn heads_across(&self) -> bool {
        self.heading.0 != 0
    }

    /// On in one direction.
    #[inline]
    pub(super) fn line(&mut self, from: Cell, to: Cell) {
        self.go(direction(from, to), to);
    }

    // WebAssembly is to be small.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    fn go(&mut self, heading: (i32, i32), to: Cell) {
        if heading == self.heading {
            // No turn at all.
            self.cells.pop();
        }
        self.heading = heading;
        self.cells.push(to);
    }
}
