//! [`Route`], [`IndexWork`], and how turns become cells.

use super::corner_search::SearchWork;
use super::label_query::LabelWork;
use crate::cost::Cost;
use crate::grid::{Cell, add_line, direction};

/// A shortest path from an index. The cells lie in the [`IndexWork`] until the next query uses it.
///
/// ```
/// use wayline::{Cell, Grid, GridIndex, IndexWork, Preparation};
/// let grid = Grid::from_rows(["...", ".#.", "..."])?;
/// let index = GridIndex::prepare(&grid, &Preparation::default())?;
/// let mut work = IndexWork::new();
/// let route = index.turns((0, 0), (2, 0), &mut work)?.expect("a way");
/// assert_eq!(route.cells, [Cell::new(0, 0), Cell::new(2, 0)]);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Route<'w> {
    /// What it costs: no path costs less.
    pub cost: Cost,
    /// Start, goal, and between them every cell, or every cell where the path turns.
    pub cells: &'w [Cell],
}

/// The scratch memory of queries to an index, made once and reused. The second query allocates
/// nothing. One will do for any number of indices.
///
/// ```
/// use wayline::{Grid, GridIndex, IndexWork, Preparation};
/// let mut work = IndexWork::new();
/// for size in [4, 8] {
///     let index = GridIndex::prepare(&Grid::new(size, size)?, &Preparation::default())?;
///     assert!(index.cost((0, 0), (3, 3), &mut work)?.is_some());
/// }
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct IndexWork {
    pub(super) labels: LabelWork,
    pub(super) search: SearchWork,
    pub(super) turns: Turns,
    pub(super) cells: Vec<Cell>,
}

impl IndexWork {
    /// Empty scratch memory; it grows with the first queries.
    ///
    /// ```
    /// let work = wayline::IndexWork::new();
    /// ```
    pub fn new() -> IndexWork {
        IndexWork::default()
    }

    /// Every cell of the path whose turns are known.
    pub(super) fn walk(&mut self) -> &[Cell] {
        let turns = &self.turns.cells;
        self.cells.clear();
        self.cells.extend(turns.first());
        for pair in turns.windows(2) {
            add_line(&mut self.cells, pair[0], pair[1]);
        }
        &self.cells
    }
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
