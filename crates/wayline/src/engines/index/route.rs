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

/// How a leg is walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Gait {
    /// Middles first, where these are diagonals.
    #[default]
    DiagonalFirst,
    /// Middles first, where these are straight.
    StraightFirst,
    /// Diagonals in two steps: with four moves.
    Stairs,
}

impl Gait {
    pub(super) fn of(rules: &Rules) -> Gait {
        match (rules.moves, Frame::of(rules).is_turned) {
            (Moves::Four, _) => Gait::Stairs,
            (Moves::Eight, false) => Gait::DiagonalFirst,
            (Moves::Eight, true) => Gait::StraightFirst,
        }
    }
}

/// The cells where a path turns, its ends included.
#[derive(Debug, Default)]
pub(super) struct Turns {
    pub(super) cells: Vec<Cell>,
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
        let (diagonals, straights) = (dx.min(dy), dx.abs_diff(dy));
        if from == to {
            return;
        }
        if diagonals == 0 || straights == 0 && self.gait != Gait::Stairs {
            return self.line(from, to);
        }
        let (x, y) = direction(from, to);
        let by = |cell: Cell, (x, y): (i32, i32), steps: u32| {
            let steps = steps as i32;
            Cell::new(cell.x.wrapping_add_signed(x * steps), cell.y.wrapping_add_signed(y * steps))
        };
        // The way that straight steps go.
        let straight = if dx > dy { (x, 0) } else { (0, y) };
        match self.gait {
            Gait::DiagonalFirst => self.line(from, by(from, (x, y), diagonals)),
            Gait::StraightFirst => self.line(from, by(from, straight, straights)),
            Gait::Stairs => {
                let across = (x - straight.0, y - straight.1);
                let mut at = from;
                for _ in 0..diagonals {
                    for step in [across, straight] {
                        let next = by(at, step, 1);
                        self.line(at, next);
                        at = next;
                    }
                }
            }
        }
        let from = self.cells[self.cells.len() - 1];
        if from != to {
            self.line(from, to);
        }
    }

    #[inline]
    fn line(&mut self, from: Cell, to: Cell) {
        let heading = direction(from, to);
        if heading == self.heading {
            // No turn at all.
            self.cells.pop();
        }
        self.heading = heading;
        self.cells.push(to);
    }
}
