//! A search that can be kept: started, run a slice at a time, looked at, given up.

use super::{Ended, Slice, check_ends};
use crate::engines::asked::Searchable;
use crate::engines::workspace::Workspace;
use crate::question::answer::{Answer, Stats};
use crate::question::observe::Observer;
use crate::question::query::Query;
use crate::spaces::error::QueryError;

/// A search that owns all it needs, so that you can keep it in a game's state or an ECS resource and run a few
/// expansions in each frame.
///
/// A query that borrows nothing makes a `Search<'static, _>`, which borrows nothing either.
///
/// It expands the same states in the same order as [`search`](crate::search()) does in one go. You lend the space
/// to each step; none of it is copied. A step refuses a space that has changed since the search started
/// ([`QueryError::Changed`]): [`restart`](Search::restart) the search then.
///
/// ```
/// use wayline::{Algorithm, Cell, Grid, Query, Search};
///
/// struct Game {
///     grid: Grid,
///     search: Search<'static, Grid>,
/// }
///
/// let query = Query::new((0, 0), (199, 120)).algorithm(Algorithm::AStar);
/// let mut game = Game { grid: Grid::new(200, 200)?, search: Search::new(query) };
/// let mut frames = 0;
/// let steps = loop {
///     frames += 1;
///     if let Some(answer) = game.search.step(&game.grid, 50)? {
///         break answer.steps();
///     }
/// };
/// assert!(steps == 199 && frames > 1);
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct Search<'q, S: Searchable> {
    query: Query<'q, S::State, S::Goal>,
    work: Workspace,
    /// The revision of the space when the search started.
    started: Option<u64>,
    ended: Option<Ended>,
}

impl<'q, S: Searchable> Search<'q, S> {
    /// A search that has not started.
    pub fn new(query: Query<'q, S::State, S::Goal>) -> Search<'q, S> {
        Search { query, work: Workspace::new(), started: None, ended: None }
    }

    /// The same with a workspace that was used before, so that nothing has to be allocated again.
    pub fn with_workspace(query: Query<'q, S::State, S::Goal>, work: Workspace) -> Search<'q, S> {
        Search { query, work, started: None, ended: None }
    }

    /// Gives the search up, and gives its workspace back.
    pub fn into_workspace(self) -> Workspace {
        self.work
    }

    /// Expands at most this many states; returns the answer once there is one, and from then on.
    ///
    /// ```
    /// use wayline::{Algorithm, Error, Grid, Query, Search, QueryError};
    /// let mut grid = Grid::new(9, 9)?;
    /// let mut search = Search::new(Query::new((0, 0), (8, 3)).algorithm(Algorithm::AStar));
    /// assert!(search.step(&grid, 1)?.is_none());
    /// grid.set_free((4, 4), false)?;
    /// assert_eq!(search.step(&grid, 1), Err(QueryError::Changed));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn step(
        &mut self,
        space: &S,
        expansions: u64,
    ) -> Result<Option<Answer<'_, S::State>>, QueryError> {
        self.run(space, expansions, None)
    }

    /// The same, while an observer watches.
    ///
    /// ```
    /// use wayline::{Grid, Query, Recorder, Search};
    /// let grid = Grid::new(9, 9)?;
    /// let mut search = Search::new(Query::new((0, 0), (8, 3)));
    /// let mut seen = Recorder::default();
    /// search.step_watched(&grid, 10, &mut seen)?;
    /// assert!(!seen.events().is_empty());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn step_watched(
        &mut self,
        space: &S,
        expansions: u64,
        observer: &mut dyn Observer,
    ) -> Result<Option<Answer<'_, S::State>>, QueryError> {
        self.run(space, expansions, Some(observer))
    }

    fn run(
        &mut self,
        space: &S,
        expansions: u64,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Option<Answer<'_, S::State>>, QueryError> {
        let now = space.current_revision();
        if self.started.is_some_and(|then| then != now) {
            return Err(QueryError::Changed);
        }
        if self.ended.is_none() {
            check_ends(&self.query)?;
            let fresh = self.started.is_none();
            let slice = Slice::new(fresh, expansions, self.query.settings.limits.time);
            self.ended = space.advance(&self.query, &mut self.work, observer, slice)?;
            self.started = Some(now);
        }
        Ok(self.ended.map(|ended| space.answer(&self.work, ended)))
    }

    /// What the search has done so far.
    ///
    /// ```
    /// use wayline::{Algorithm, Grid, Query, Search};
    /// let grid = Grid::new(9, 9)?;
    /// let mut search = Search::new(Query::new((0, 0), (8, 3)).algorithm(Algorithm::AStar));
    /// search.step(&grid, 3)?;
    /// assert_eq!(search.stats().expanded, 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn stats(&self) -> Stats {
        match (self.ended, self.started) {
            (Some(ended), _) => ended.stats,
            (None, Some(_)) => self.work.core.run.stats(),
            (None, None) => Stats::default(),
        }
    }

    /// Whether there is an answer.
    pub fn is_done(&self) -> bool {
        self.ended.is_some()
    }

    /// The question.
    pub fn query(&self) -> &Query<'q, S::State, S::Goal> {
        &self.query
    }

    /// Gives up what was done and asks something new, or the same again, with the same memory.
    ///
    /// ```
    /// use wayline::{Grid, Query, Search};
    /// let mut grid = Grid::new(9, 9)?;
    /// let mut search = Search::new(Query::new((0, 0), (8, 3)));
    /// search.step(&grid, 1000)?;
    /// grid.set_free((4, 4), false)?;
    /// search.restart(Query::new((0, 0), (8, 8)));
    /// assert!(search.step(&grid, 1000)?.is_some());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn restart(&mut self, query: Query<'q, S::State, S::Goal>) {
        (self.query, self.started, self.ended) = (query, None, None);
    }
}

impl<S: Searchable> std::fmt::Debug for Search<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = match (self.started, self.ended) {
            (None, _) => "not started",
            (_, None) => "running",
            (_, Some(_)) => "done",
        };
        write!(f, "Search({state}, {} expanded)", self.stats().expanded)
    }
}
