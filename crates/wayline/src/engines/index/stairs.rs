//! Four moves: the diagonals of a path become rows and columns.
//!
//! No corner is cut, so both cells beside a diagonal step are free, and either way around will do. Rather than
//! as stairs of single steps a diagonal is walked as one row and one column if these are free, or else each of
//! its halves is: that has fewer turns, and takes less time to write down.

use super::frame::{EAST, NORTH, SOUTH, WEST};
use super::route::Turns;
use super::visibility::Visibility;
use crate::spaces::grid::{Cell, direction};

impl Turns {
    /// Walks all diagonals as rows and columns.
    pub(super) fn square(&mut self, sight: &Visibility) {
        let mut spare = std::mem::take(&mut self.spare);
        std::mem::swap(&mut spare, &mut self.cells);
        if let Some(&first) = spare.first() {
            self.start(first);
        }
        for ends in spare.windows(2) {
            self.square_line(sight, ends[0], ends[1]);
        }
        self.spare = spare;
    }

    fn square_line(&mut self, sight: &Visibility, from: Cell, to: Cell) {
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        if columns == 0 || rows == 0 {
            return self.line(from, to);
        }
        let (x, y) = direction(from, to);
        let row = (Cell::new(to.x, from.y), if x > 0 { EAST } else { WEST });
        let column = (Cell::new(from.x, to.y), if y > 0 { SOUTH } else { NORTH });
        // First the way that the path goes already.
        let (first, second) = if self.heads_across() { (row, column) } else { (column, row) };
        for ((by, on), (_, then)) in [(first, second), (second, first)] {
            let reaches = |from: Cell, border: usize| {
                sight.reaches(&sight.eye(from.x, from.y), border, columns)
            };
            if columns == 1 || reaches(from, on) && reaches(by, then) {
                self.line(from, by);
                return self.line(by, to);
            }
        }
        let half = (columns / 2) as i32;
        let middle =
            Cell::new(from.x.wrapping_add_signed(x * half), from.y.wrapping_add_signed(y * half));
        self.square_line(sight, from, middle);
        self.square_line(sight, middle, to);
    }
}
