//! The simple half of the API: one-line questions, answered with a workspace that each thread keeps.
//!
//! [`Grid::path`](crate::Grid::path) and its like are ordinary functions of this crate, so nothing of a
//! search is compiled in the crate that calls them.

use crate::answer::Answer;
use crate::cost::Cost;
use crate::error::Error;
use crate::graph::Graph;
use crate::grid::{Cell, Grid};
use crate::query::Query;
use crate::search::search;
use crate::space::Searchable;
use crate::workspace::with_spare;

/// The best path between two states, owned.
pub(crate) fn path<S: Searchable>(
    space: &S,
    from: S::State,
    to: S::Goal,
) -> Result<Answer<'static, S::State>, Error> {
    with_spare(|work| search(space, &Query::new(from, to), work).map(Answer::into_owned))
}

/// What the best path between two states costs; infinite where there is none.
pub(crate) fn cost<S: Searchable>(space: &S, from: S::State, to: S::Goal) -> Result<Cost, Error> {
    with_spare(|work| search(space, &Query::new(from, to), work).map(|answer| answer.cost))
}

impl Grid {
    /// A shortest path between two cells. No path is an answer too: its outcome is unreachable, its
    /// cost infinite. Errors are for cells that are blocked or off the map.
    ///
    /// For anything special (algorithms, limits, cells to avoid) and for watching:
    /// [`search`](crate::search()) with a [`Query`].
    ///
    /// ```
    /// use wayline::{Cell, Grid};
    /// let grid = Grid::from_rows(["..#.", "..#.", "...."])?;
    /// let answer = grid.path((0, 0), (3, 0))?;
    /// assert_eq!(answer.path.last(), Some(&Cell::new(3, 0)));
    /// println!("{} in {} steps", answer.cost, answer.steps());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
    ) -> Result<Answer<'static, Cell>, Error> {
        self.path_between(from.into(), to.into())
    }

    fn path_between(&self, from: Cell, to: Cell) -> Result<Answer<'static, Cell>, Error> {
        path(self, from, to)
    }

    /// What a shortest path between two cells costs; infinite where there is none.
    ///
    /// ```
    /// use wayline::{Cost, Grid};
    /// let grid = Grid::from_rows([".#.", ".#."])?;
    /// assert_eq!(grid.cost((0, 0), (0, 1))?, Cost::ONE);
    /// assert!(grid.cost((0, 0), (2, 0))?.is_infinite());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> Result<Cost, Error> {
        self.cost_between(from.into(), to.into())
    }

    fn cost_between(&self, from: Cell, to: Cell) -> Result<Cost, Error> {
        cost(self, from, to)
    }
}

impl Graph {
    /// A cheapest path between two nodes, with its edges. No path is an answer too: its outcome is
    /// unreachable, its cost infinite. Errors are for nodes that do not exist.
    ///
    /// For anything special (algorithms, limits, nodes to avoid) and for watching:
    /// [`search`](crate::search()) with a [`Query`].
    ///
    /// ```
    /// let graph = wayline::Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.5), (0, 2, 4.0)])?;
    /// let answer = graph.path(0, 2)?;
    /// assert_eq!(*answer.path, [0, 1, 2]);
    /// assert_eq!(*answer.edges, [0, 1]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(&self, from: u32, to: u32) -> Result<Answer<'static, u32>, Error> {
        path(self, from, to)
    }

    /// What a cheapest path between two nodes costs; infinite where there is none.
    ///
    /// ```
    /// let graph = wayline::Graph::from_edges(2, [(0, 1, 2.5)])?;
    /// assert_eq!(graph.cost(0, 1)?.to_f64(), 2.5);
    /// assert!(graph.cost(1, 0)?.is_infinite());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: u32, to: u32) -> Result<Cost, Error> {
        cost(self, from, to)
    }
}
