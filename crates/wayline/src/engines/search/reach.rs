//! Dijkstra's algorithm to many goals, to everywhere, or to everywhere within a cost.

use super::{Algorithm, Slice};
use crate::engines::asked::Numbered;
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::trail::trace_back;
use crate::question::answer::{Outcome, Stats};
use crate::question::query::Query;
use crate::spaces::error::QueryError;
use std::fmt;

/// Settles many states at once, from one start or several: every goal of the query, or with [`Query::everywhere`]
/// and [`Query::until`] all of them; with a limit on cost, only those within it. Dijkstra's algorithm: O(m log n),
/// however many goals.
///
/// ```
/// use wayline::{reach, Cell, Cost, Grid, Limits, Query, Workspace};
///
/// let grid = Grid::new(50, 50)?;
/// let mut work = Workspace::new();
/// let limits = Limits::default().cost(Cost::from(3));
/// let reached = reach(&grid, &Query::everywhere((25, 25)).limits(limits), &mut work)?;
/// assert_eq!(reached.cost_to(&Cell::new(27, 25)), Some(Cost::from(2)));
/// assert_eq!(reached.cost_to(&Cell::new(40, 40)), None);
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn reach<'w, S: Numbered>(
    space: &'w S,
    query: &Query<'_, S::State>,
    work: &'w mut Workspace,
) -> Result<Reached<'w, S>, QueryError> {
    let mut query = query.clone().algorithm(Algorithm::Dijkstra).without_shortcut();
    query.settings.closest = false;
    query.settings.settle_all = true;
    // An array keeps no records, and the records are what is handed out.
    if query.settings.open == Some(crate::question::open_list::Open::Array) {
        query.settings.open = None;
    }
    if query.starts.as_slice().is_empty() {
        return Err(QueryError::NoStart);
    }
    let slice = Slice::new(true, u64::MAX, query.settings.limits.time);
    let ended = space.advance(&query, work, None, slice)?;
    let ended = ended.expect("a search without a pause comes to an end");
    // How many states a predicate holds for is known once all there are were settled.
    let met = query.goals.predicate().is_some() && work.core.run.goals_left != usize::MAX;
    let outcome = match ended.outcome {
        Outcome::Unreachable if met => Outcome::Found,
        outcome => outcome,
    };
    Ok(Reached { space, outcome, stats: ended.stats, work })
}

/// What [`reach`] settled: exact costs from the nearest start, and the tree of cheapest paths.
///
/// ```
/// use wayline::{reach, Cell, Grid, Query, Workspace};
///
/// let grid = Grid::from_rows(["..#", "..."])?;
/// let mut work = Workspace::new();
/// let reached = reach(&grid, &Query::everywhere((0, 0)), &mut work)?;
/// let (farthest, cost) = reached.iter().last().unwrap();
/// assert_eq!((farthest, cost.to_string()), (Cell::new(2, 1), "2.41421356".to_owned()));
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct Reached<'w, S: Numbered> {
    space: &'w S,
    work: &'w Workspace,
    outcome: Outcome,
    stats: Stats,
}

impl<S: Numbered> fmt::Debug for Reached<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reached")
            .field("outcome", &self.outcome)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<'w, S: Numbered> Reached<'w, S> {
    /// How it ended: `Found` if every goal was settled, `Unreachable` if there were none or not all of them can be
    /// reached, or the limit that stopped it.
    ///
    /// ```
    /// # use wayline::{reach, Grid, Outcome, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// let reached = reach(&grid, &Query::new((0, 0), (1, 1)), &mut work)?;
    /// assert_eq!(reached.outcome(), Outcome::Found);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What the search did.
    ///
    /// ```
    /// # use wayline::{reach, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// assert_eq!(reach(&grid, &Query::everywhere((0, 0)), &mut work)?.stats().expanded, 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// How many states were settled.
    ///
    /// ```
    /// # use wayline::{reach, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// assert_eq!(reach(&grid, &Query::everywhere((0, 0)), &mut work)?.len(), 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.work.core.run.settled.len()
    }

    /// Whether nothing was settled.
    ///
    /// ```
    /// # use wayline::{reach, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// assert!(!reach(&grid, &Query::everywhere((0, 0)), &mut work)?.is_empty());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The settled states with their costs, the nearest first.
    ///
    /// ```
    /// # use wayline::{reach, Cost, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// let reached = reach(&grid, &Query::everywhere((0, 0)), &mut work)?;
    /// assert_eq!(reached.iter().next().unwrap().1, Cost::ZERO);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (S::State, Cost)> {
        let core = &self.work.core;
        let state = |node| self.space.state(self.work, node);
        core.run.settled.iter().map(move |&node| (state(node), core.records.g(node)))
    }

    /// The exact cost to a state; `None` if it was not settled.
    ///
    /// ```
    /// # use wayline::{reach, Cell, Cost, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(2, 2)?, Workspace::new());
    /// let reached = reach(&grid, &Query::everywhere((0, 0)), &mut work)?;
    /// assert_eq!(reached.cost_to(&Cell::new(1, 0)), Some(Cost::ONE));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost_to(&self, state: &S::State) -> Option<Cost> {
        self.settled(state).map(|node| self.work.core.records.g(node))
    }

    /// The state before this one on a cheapest path; `None` for a start and for a state that was not settled.
    ///
    /// ```
    /// # use wayline::{reach, Cell, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(3, 1)?, Workspace::new());
    /// let reached = reach(&grid, &Query::everywhere((0, 0)), &mut work)?;
    /// assert_eq!(reached.before(&Cell::new(2, 0)), Some(Cell::new(1, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn before(&self, state: &S::State) -> Option<S::State> {
        let parent = self.work.core.records.parent(self.settled(state)?);
        (parent != NONE).then(|| self.space.state(self.work, parent))
    }

    /// A cheapest path to a state, from its start on; `None` if it was not settled.
    ///
    /// ```
    /// # use wayline::{reach, Cell, Grid, Query, Workspace};
    /// # let (grid, mut work) = (Grid::new(3, 1)?, Workspace::new());
    /// let reached = reach(&grid, &Query::everywhere((0, 0)), &mut work)?;
    /// assert_eq!(reached.path_to(&Cell::new(2, 0)).unwrap().len(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path_to(&self, state: &S::State) -> Option<Vec<S::State>> {
        let mut trail = Vec::new();
        let records = &self.work.core.records;
        trace_back(&mut trail, self.settled(state)?, |node| records.parent(node));
        Some(trail.into_iter().map(|node| self.space.state(self.work, node)).collect())
    }

    fn settled(&self, state: &S::State) -> Option<u32> {
        let node = self.space.number(self.work, state)?;
        self.work.core.records.is_closed(node).then_some(node)
    }
}
