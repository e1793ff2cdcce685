//! The scratch memory of an index of a grid, and the turns of a path.

use super::corner_search::SearchWork;
use super::label_query::LabelWork;
use crate::spaces::grid::{Cell, direction};

/// The scratch memory of queries to an index of a grid.
#[derive(Default)]
pub(crate) struct IndexScratch {
    pub(super) labels: LabelWork,
    pub(super) search: SearchWork,
    pub(super) turns: Turns,
}

/// The cells where a path turns, its ends included.
#[derive(Debug, Default)]
pub(super) struct Turns {
    pub(super) cells: Vec<Cell>,
    /// The way the path goes at its end so far.
    heading: (i32, i32),
}

impl Turns {
    pub(super) fn start(&mut self, from: Cell) {
        self.cells.clear();
        self.cells.push(from);
        self.heading = (0, 0);
    }

    /// Goes on to a cell: first diagonally, then straight. (Between a cell and a corner that it
    /// sees, both orders are free: a wall beside the other one would make a corner in between.)
    #[inline]
    pub(super) fn leg(&mut self, to: Cell) {
        let from = self.cells[self.cells.len() - 1];
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let diagonals = dx.min(dy) as i32;
        if diagonals > 0 && dx != dy {
            let (x, y) = direction(from, to);
            let x = from.x.wrapping_add_signed(x * diagonals);
            let y = from.y.wrapping_add_signed(y * diagonals);
            self.line(from, Cell::new(x, y));
            self.line(Cell::new(x, y), to);
        } else if from != to {
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
