//! The answer: what was found, what it cost to find, and what the engine knows about it.

use crate::kernel::cost::Cost;
pub use crate::kernel::limits::Limit;
use crate::question::algorithm::Algorithm;
use std::borrow::Cow;
use std::fmt;

/// How a search ended.
///
/// ```
/// use wayline::{Limit, Outcome};
/// assert_eq!(Outcome::Stopped(Limit::Expansions).to_string(), "stopped: limit on expansions");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A path was found.
    Found,
    /// There is no path.
    Unreachable,
    /// A limit came first; it is not known whether there is a path.
    Stopped(Limit),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Found => f.write_str("found"),
            Outcome::Unreachable => f.write_str("unreachable"),
            Outcome::Stopped(Limit::Cancelled) => f.write_str("stopped: cancelled"),
            Outcome::Stopped(limit) => write!(f, "stopped: limit on {limit}"),
        }
    }
}

/// What the engine knows about a path's cost.
///
/// ```
/// use wayline::{search, Cell, Grid, Guarantee, Query, Workspace};
/// let mut work = Workspace::new();
/// let grid = Grid::new(9, 9)?;
/// let answer = search(&grid, &Query::new((0, 0), (8, 8)), &mut work)?;
/// assert_eq!(answer.guarantee, Guarantee::Optimal);
/// assert_eq!(answer.guarantee.to_string(), "proven optimal");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guarantee {
    /// No path costs less: the engine knows it.
    Optimal,
    /// No path costs less if the estimate is admissible, as its author declared
    /// ([`Heuristic::Admissible`](crate::Heuristic::Admissible),
    /// [`Space::admissible`](crate::Space::admissible)); the engine has not verified that.
    Declared,
    /// No path costs less than this one divided by the number.
    Within(f64),
    /// Nothing.
    Nothing,
}

/// As written after a cost: "12.5, at most 1.5 times the optimum".
impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guarantee::Optimal => f.pad("proven optimal"),
            Guarantee::Declared => f.pad("optimal if the estimate is admissible as declared"),
            Guarantee::Within(bound) => write!(f, "at most {bound} times the optimum"),
            Guarantee::Nothing => f.pad("with no guarantee"),
        }
    }
}

/// What a search did. The counts are those of the textbook algorithm. Jump point search counts jump points; an
/// index counts nothing.
///
/// ```
/// use wayline::{search, Algorithm, Grid, Query, Workspace};
/// let mut work = Workspace::new();
/// let grid = Grid::new(9, 9)?;
/// let query = Query::new((0, 0), (8, 8)).algorithm(Algorithm::AStar);
/// let stats = search(&grid, &query, &mut work)?.stats;
/// assert_eq!(stats.expanded, 8);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// States taken off the open list whose moves were looked at. A goal that ends the search is
    /// not expanded.
    pub expanded: u64,
    /// States put on the open list: newly seen, reached more cheaply, or reopened.
    pub generated: u64,
    /// Expanded states put back on the open list because a cheaper path to them appeared.
    pub reopened: u64,
    /// The most states on the open list at once.
    pub largest_open: u64,
}

/// The answer to a query: one type for everything that can be asked.
///
/// From [`search`](crate::search()), its path lies in the workspace until the workspace is used again;
/// [`into_owned`](Answer::into_owned) makes it one to keep. From [`Grid::path`](crate::Grid::path) and the like it
/// is `Answer<'static, _>`: owned from the start.
///
/// ```
/// use wayline::{Cell, Grid};
///
/// let grid = Grid::from_rows(["..", ".."])?;
/// let answer = grid.path((0, 0), (1, 1))?;
/// assert!(answer.is_found() && answer.is_optimal());
/// assert_eq!(*answer.path, [Cell::new(0, 0), Cell::new(1, 1)]);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Answer<'w, S: Clone> {
    /// How the search ended.
    pub outcome: Outcome,
    /// What the path costs; infinite when there is none.
    pub cost: Cost,
    /// Every state from start to goal, both included. Empty when there is none.
    pub path: Cow<'w, [S]>,
    /// Where the path bends, its ends included, from engines that know it: Theta*, jump point search and the index
    /// of a grid. Empty from others. (For any path, there is [`turning_points`](crate::turning_points).)
    pub waypoints: Cow<'w, [S]>,
    /// The edges of the path, one fewer than its states, if the space has edges. Of parallel edges it is the
    /// cheapest, then the one with the smallest number.
    pub edges: Cow<'w, [u32]>,
    /// What the engine knows about the cost.
    pub guarantee: Guarantee,
    /// The algorithm that was run: `Auto` has become a particular one.
    pub algorithm: Algorithm,
    /// What the search did.
    pub stats: Stats,
}

impl<S: Clone> Answer<'_, S> {
    /// Whether a goal was reached.
    ///
    /// ```
    /// # use wayline::{search, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// assert!(search(&grid, &Query::new((0, 0), (1, 1)), &mut work)?.is_found());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_found(&self) -> bool {
        self.outcome == Outcome::Found
    }

    /// Whether a goal was reached and the engine knows that no path costs less. A mere declaration does not count:
    /// see [`is_declared_optimal`](Answer::is_declared_optimal).
    ///
    /// ```
    /// # use wayline::{search, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// assert!(search(&grid, &Query::new((0, 0), (1, 1)), &mut work)?.is_optimal());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_optimal(&self) -> bool {
        self.is_found() && self.guarantee == Guarantee::Optimal
    }

    /// Whether a goal was reached and no path costs less, provided that what you declared about your estimate is
    /// true. It is also true if the engine knows so without your declaration.
    ///
    /// ```
    /// use wayline::{search, Cost, Grid, Heuristic, Query, Workspace};
    /// let (grid, mut work) = (Grid::new(9, 9)?, Workspace::new());
    /// let columns = |cell: &wayline::Cell| Cost::from(cell.x.abs_diff(8));
    /// let query = Query::new((0, 0), (8, 8)).heuristic(Heuristic::Admissible(&columns));
    /// let answer = search(&grid, &query, &mut work)?;
    /// assert!(answer.is_declared_optimal() && !answer.is_optimal());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_declared_optimal(&self) -> bool {
        self.is_found() && matches!(self.guarantee, Guarantee::Optimal | Guarantee::Declared)
    }

    /// How many moves the path has.
    ///
    /// ```
    /// # use wayline::{search, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(5, 2)?, Workspace::new());
    /// assert_eq!(search(&grid, &Query::new((0, 0), (4, 1)), &mut work)?.steps(), 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn steps(&self) -> usize {
        self.path.len().saturating_sub(1)
    }

    /// The same answer, owning its path, to keep while the workspace is used again.
    ///
    /// ```
    /// # use wayline::{search, Answer, Cell, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(5, 2)?, Workspace::new());
    /// let kept: Answer<'static, Cell> =
    ///     search(&grid, &Query::new((0, 0), (4, 1)), &mut work)?.into_owned();
    /// let next = search(&grid, &Query::new((0, 0), (1, 1)), &mut work)?;
    /// assert!(kept.steps() > next.steps());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn into_owned(self) -> Answer<'static, S> {
        let Answer { outcome, cost, path, waypoints, edges, guarantee, algorithm, stats } = self;
        let (path, waypoints) = (Cow::Owned(path.into_owned()), Cow::Owned(waypoints.into_owned()));
        let edges = Cow::Owned(edges.into_owned());
        Answer { outcome, cost, path, waypoints, edges, guarantee, algorithm, stats }
    }
}

/// Iterates over the path.
impl<'a, S: Clone> IntoIterator for &'a Answer<'_, S> {
    type Item = &'a S;
    type IntoIter = std::slice::Iter<'a, S>;
    fn into_iter(self) -> Self::IntoIter {
        self.path.iter()
    }
}
