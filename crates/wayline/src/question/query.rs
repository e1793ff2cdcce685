//! The question: [`Query`].

use crate::body::query::BodyOptions;
use crate::question::algorithm::Algorithm;
use crate::question::heuristic::Heuristic;
use crate::question::open_list::Open;
use crate::question::settings::{Limits, Settings, Stop, Ties};
use crate::spaces::error::QueryError;
use crate::spaces::grid::{Cell, Layer};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A question put to a space: from where, to where, and how.
///
/// Everything but the ends has a default: an exact answer by the algorithm that suits the space,
/// without limits.
///
/// ```
/// use wayline::{Algorithm, Cell, Limits, Open, Query};
///
/// let query: Query<Cell> = Query::new((0, 0), (9, 9))
///     .algorithm(Algorithm::AStar)
///     .open(Open::Heap)
///     .limits(Limits::default().expansions(10_000));
/// ```
#[derive(Clone)]
pub struct Query<'q, S: Clone, G: Clone = S> {
    pub(crate) starts: Few<'q, S>,
    pub(crate) goals: Goals<'q, S, G>,
    pub(crate) avoid: Cow<'q, [S]>,
    pub(crate) avoid_edges: Cow<'q, [u32]>,
    /// Grids only.
    pub(crate) layer: Option<&'q Layer>,
    pub(crate) heuristic: Heuristic<'q, S>,
    pub(crate) settings: Settings<'q>,
    /// The part that only bodies have.
    pub(crate) body: BodyOptions<'q>,
}

impl<S: Clone + fmt::Debug, G: Clone + fmt::Debug> fmt::Debug for Query<'_, S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals: &dyn fmt::Debug = match &self.goals {
            Goals::Everywhere => &"everywhere",
            Goals::States(goals) => &goals.as_slice(),
            Goals::When(_) => &"by a predicate",
        };
        f.debug_struct("Query")
            .field("starts", &self.starts.as_slice())
            .field("goals", goals)
            .field("algorithm", &self.settings.algorithm)
            .field("limits", &self.settings.limits)
            .finish_non_exhaustive()
    }
}

/// One state or many, with no list for just one.
#[derive(Clone)]
pub(crate) enum Few<'q, S: Clone> {
    One([S; 1]),
    Many(Cow<'q, [S]>),
}

impl<S: Clone> Few<'_, S> {
    pub(crate) fn as_slice(&self) -> &[S] {
        match self {
            Few::One(one) => one,
            Few::Many(many) => many,
        }
    }
}

/// Where a query leads.
#[derive(Clone)]
pub(crate) enum Goals<'q, S, G: Clone> {
    /// Everywhere that can be reached.
    Everywhere,
    States(Few<'q, G>),
    When(Predicate<'q, S>),
}

/// Whether a state is a goal.
pub(crate) enum Predicate<'q, S> {
    Borrowed(&'q (dyn Fn(&S) -> bool + Sync)),
    Shared(Arc<dyn Fn(&S) -> bool + Send + Sync>),
}

impl<S> Clone for Predicate<'_, S> {
    fn clone(&self) -> Self {
        match self {
            Predicate::Borrowed(is_goal) => Predicate::Borrowed(*is_goal),
            Predicate::Shared(is_goal) => Predicate::Shared(Arc::clone(is_goal)),
        }
    }
}

impl<'q, S: Clone, G: Clone> Goals<'q, S, G> {
    /// The predicate, where there is one.
    pub(crate) fn predicate(&self) -> Option<&(dyn Fn(&S) -> bool + Sync + 'q)> {
        match self {
            Goals::When(Predicate::Borrowed(is_goal)) => Some(*is_goal),
            Goals::When(Predicate::Shared(is_goal)) => Some(&**is_goal),
            _ => None,
        }
    }

    /// The known goals; none where there is a predicate.
    pub(crate) fn states(&self) -> &[G] {
        match self {
            Goals::States(states) => states.as_slice(),
            _ => &[],
        }
    }
}

/// What you may give as an end of a query: a state itself, or for cells and placements also a tuple.
///
/// ```
/// use wayline::{Cell, IntoState};
/// let cell: Cell = (3, 4).into_state();
/// assert_eq!(cell, Cell::new(3, 4));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an end of a query whose states are `{S}`",
    label = "expected `{S}`",
    note = "a cell is `Cell` or `(u32, u32)`, a node of a graph `u32`, a placement `Placement` or \
            `(u32, u32, Heading)`",
    note = "`Cell::try_from` checks pairs of other integers"
)]
pub trait IntoState<S> {
    /// The state.
    fn into_state(self) -> S;
}

impl<S> IntoState<S> for S {
    #[inline]
    fn into_state(self) -> S {
        self
    }
}

impl IntoState<Cell> for (u32, u32) {
    #[inline]
    fn into_state(self) -> Cell {
        self.into()
    }
}

impl<'q, S: Clone, G: Clone> Query<'q, S, G> {
    /// A query from one state to another.
    ///
    /// ```
    /// use wayline::{Cell, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3));
    /// ```
    pub fn new(from: impl IntoState<S>, to: impl IntoState<G>) -> Query<'q, S, G> {
        let goals = Goals::States(Few::One([to.into_state()]));
        Query::asked(Few::One([from.into_state()]), goals)
    }

    /// A query from a state to the nearest of several goals.
    ///
    /// ```
    /// use wayline::{Cell, Query};
    /// let doors = [Cell::new(5, 5), Cell::new(9, 2)];
    /// let query: Query<Cell> = Query::to_nearest((0, 0), &doors);
    /// ```
    pub fn to_nearest(from: impl IntoState<S>, goals: impl Into<Cow<'q, [G]>>) -> Query<'q, S, G> {
        let goals = Goals::States(Few::Many(goals.into()));
        Query::asked(Few::One([from.into_state()]), goals)
    }

    /// A query from the nearest of several states to the nearest of several goals; the lists are borrowed or
    /// owned.
    ///
    /// ```
    /// use wayline::{Cell, Query};
    /// let (exits, doors) = ([Cell::new(0, 0)], [Cell::new(5, 5), Cell::new(9, 2)]);
    /// let query = Query::between(&doors, &exits);
    /// ```
    pub fn between(
        starts: impl Into<Cow<'q, [S]>>,
        goals: impl Into<Cow<'q, [G]>>,
    ) -> Query<'q, S, G> {
        Query::asked(Few::Many(starts.into()), Goals::States(Few::Many(goals.into())))
    }

    fn asked(starts: Few<'q, S>, goals: Goals<'q, S, G>) -> Query<'q, S, G> {
        let settings = Settings {
            algorithm: Algorithm::Auto,
            open: None,
            ties: None,
            weight: 3 << 15,
            stop: Stop::Settled,
            closest: false,
            shortcut: true,
            settle_all: false,
            limits: Limits::default(),
        };
        let (avoid, avoid_edges) = (Cow::Borrowed(&[][..]), Cow::Borrowed(&[][..]));
        let (heuristic, body) = (Heuristic::Auto, BodyOptions::default());
        let layer = None;
        Query { starts, goals, avoid, avoid_edges, layer, heuristic, settings, body }
    }

    /// Chooses the algorithm.
    ///
    /// ```
    /// # use wayline::{Algorithm, Cell, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).algorithm(Algorithm::Dijkstra);
    /// ```
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.settings.algorithm = algorithm;
        self
    }

    /// Chooses the estimate. Algorithms that use none ignore it.
    ///
    /// ```
    /// # use wayline::{Cell, Heuristic, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).heuristic(Heuristic::Euclidean);
    /// ```
    pub fn heuristic(mut self, heuristic: Heuristic<'q, S>) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Chooses the open list. It changes the time taken, never the answer.
    ///
    /// ```
    /// # use wayline::{Cell, Open, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).open(Open::Pairing);
    /// ```
    pub fn open(mut self, open: Open) -> Self {
        self.settings.open = Some(open);
        self
    }

    /// Chooses which of equally good open states comes first.
    ///
    /// ```
    /// # use wayline::{Cell, Query, Ties};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).ties(Ties::LowG);
    /// ```
    pub fn ties(mut self, ties: Ties) -> Self {
        self.settings.ties = Some(ties);
        self
    }

    /// Sets the weight of weighted A*; the default is 1.5. The path costs at most that many times the optimum. The
    /// weight is from 1 to 1000, in steps of 1/65536, rounded down.
    ///
    /// ```
    /// # use wayline::{Algorithm, Cell, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3))
    ///     .algorithm(Algorithm::Weighted)
    ///     .weight(2.0)?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn weight(mut self, weight: f64) -> Result<Self, QueryError> {
        if !(1.0..=1000.0).contains(&weight) {
            return Err(QueryError::BadWeight(weight));
        }
        self.settings.weight = (weight * 65536.0) as u32;
        Ok(self)
    }

    /// Chooses when the search may stop.
    ///
    /// ```
    /// # use wayline::{Cell, Query, Stop};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).stop(Stop::Generated);
    /// ```
    pub fn stop(mut self, stop: Stop) -> Self {
        self.settings.stop = stop;
        self
    }

    /// If no goal can be reached, or a limit stops the search, the answer has the path to the closest state that
    /// was reached: the one with the least estimate to the goal, then the least cost. The goal itself may then be
    /// blocked.
    ///
    /// ```
    /// use wayline::{search, Cell, Grid, Query, Workspace};
    /// let grid = Grid::from_rows(["...#."])?;
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &Query::new((0, 0), (4, 0)).closest(), &mut work)?;
    /// assert!(!answer.is_found());
    /// assert_eq!(answer.path.last(), Some(&Cell::new(2, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn closest(mut self) -> Self {
        self.settings.closest = true;
        self
    }

    /// Searches even where the space knows beforehand that there is no path, for instance to watch a search fail.
    ///
    /// ```
    /// use wayline::{search, Algorithm, Grid, Query, Workspace};
    /// let grid = Grid::from_rows(["...#."])?;
    /// let mut work = Workspace::new();
    /// let query = Query::new((0, 0), (4, 0)).algorithm(Algorithm::AStar).without_shortcut();
    /// assert_eq!(search(&grid, &query, &mut work)?.stats.expanded, 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn without_shortcut(mut self) -> Self {
        self.settings.shortcut = false;
        self
    }

    /// Sets what may stop the search.
    ///
    /// ```
    /// # use wayline::{Cell, Limits, Query};
    /// let limits = Limits::default().expansions(1000);
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).limits(limits);
    /// ```
    pub fn limits(mut self, limits: Limits<'q>) -> Self {
        self.settings.limits = limits;
        self
    }

    /// States not to enter, for this query only: other units, known traps. A start may be among them. On a grid
    /// they are not walls: diagonals past them are still allowed.
    ///
    /// ```
    /// use wayline::{search, Cell, Grid, Query, Workspace};
    /// let grid = Grid::new(3, 1)?;
    /// let taken = [Cell::new(1, 0)];
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &Query::new((0, 0), (2, 0)).avoid(&taken), &mut work)?;
    /// assert!(!answer.is_found());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn avoid(mut self, states: impl Into<Cow<'q, [S]>>) -> Self {
        self.avoid = states.into();
        self
    }

    /// Edges not to take, by their numbers, for this query only: closed to this vehicle, or used by a path to
    /// which you want an alternative. Parallel edges are told apart. For graphs only; other spaces refuse it.
    /// Numbers that no edge has are ignored.
    ///
    /// ```
    /// use wayline::{search, Cost, Graph, Query, Workspace};
    /// let graph = Graph::from_edges(2, [(0, 1, 2.0), (0, 1, 3.0)])?;
    /// let mut work = Workspace::new();
    /// let query = Query::new(0u32, 1u32).avoid_edges(&[0]);
    /// assert_eq!(search(&graph, &query, &mut work)?.cost, Cost::from(3));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn avoid_edges(mut self, edges: impl Into<Cow<'q, [u32]>>) -> Self {
        self.avoid_edges = edges.into();
        self
    }

    /// Refuses edges to avoid, for spaces that have no edges or cannot avoid them.
    pub(crate) fn refuse_avoided_edges(&self, why: &'static str) -> Result<(), QueryError> {
        if self.avoid_edges.is_empty() {
            return Ok(());
        }
        Err(QueryError::Unsupported { algorithm: "avoid_edges", why })
    }

    /// Refuses a layer, for spaces that are not grids.
    pub(crate) fn refuse_layer(&self, why: &'static str) -> Result<(), QueryError> {
        match self.layer {
            None => Ok(()),
            Some(_) => Err(QueryError::Unsupported { algorithm: "layer", why }),
        }
    }
}

impl<'q> Query<'q, Cell> {
    /// Searches under a layer: additional costs of cells, and cells that are closed, for this query only. For
    /// grids; the layer is refused once the grid has been edited, until it is [refreshed](Layer::refresh).
    ///
    /// ```
    /// use wayline::{search, Grid, Layer, Query, Workspace};
    /// let grid = Grid::new(3, 3)?;
    /// let tall = Layer::added(&grid, |cell| (cell.y != 1 || cell.x == 1).then_some(0.0))?;
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &Query::new((0, 0), (0, 2)).layer(&tall), &mut work)?;
    /// assert_eq!(answer.steps(), 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn layer(mut self, layer: &'q Layer) -> Self {
        self.layer = Some(layer);
        self
    }
}

impl<'q, S: Clone> Query<'q, S> {
    /// A query from one state to any that satisfies a predicate.
    ///
    /// ```
    /// use wayline::{Cell, Query};
    /// let query = Query::until(Cell::new(4, 4), &|cell: &Cell| cell.y == 0);
    /// ```
    pub fn until(
        from: impl IntoState<S>,
        is_goal: &'q (dyn Fn(&S) -> bool + Sync),
    ) -> Query<'q, S> {
        Query::asked(Few::One([from.into_state()]), Goals::When(Predicate::Borrowed(is_goal)))
    }

    /// The same with a predicate that the query owns, for a [`Search`](crate::Search) that you keep.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wayline::{Cell, Query};
    /// let row = 0;
    /// let query = Query::until_shared(Cell::new(4, 4), Arc::new(move |cell: &Cell| cell.y == row));
    /// ```
    pub fn until_shared(
        from: impl IntoState<S>,
        is_goal: Arc<dyn Fn(&S) -> bool + Send + Sync>,
    ) -> Query<'q, S> {
        Query::asked(Few::One([from.into_state()]), Goals::When(Predicate::Shared(is_goal)))
    }

    /// A query from one state to everywhere, for [`reach`](crate::reach()).
    ///
    /// ```
    /// use wayline::{reach, Cell, Grid, Query, Workspace};
    /// let grid = Grid::new(8, 8)?;
    /// let mut work = Workspace::new();
    /// let reached = reach(&grid, &Query::everywhere(Cell::new(0, 0)), &mut work)?;
    /// assert_eq!(reached.len(), 64);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn everywhere(from: impl IntoState<S>) -> Query<'q, S> {
        Query::asked(Few::One([from.into_state()]), Goals::Everywhere)
    }

    /// A query from the nearest of several states to everywhere, for [`reach`](crate::reach()).
    ///
    /// ```
    /// use wayline::{reach, Cell, Cost, Grid, Query, Workspace};
    /// let grid = Grid::new(9, 1)?;
    /// let mut work = Workspace::new();
    /// let ends = [Cell::new(0, 0), Cell::new(8, 0)];
    /// let reached = reach(&grid, &Query::everywhere_from(&ends), &mut work)?;
    /// assert_eq!(reached.cost_to(&Cell::new(6, 0)), Some(Cost::from(2)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn everywhere_from(starts: impl Into<Cow<'q, [S]>>) -> Query<'q, S> {
        Query::asked(Few::Many(starts.into()), Goals::Everywhere)
    }
}
