//! [`LiveGrid`]: a grid that stays exact and fast while its cells change.

mod version;

use crate::engines::asked::Searchable;
use crate::engines::asked::sealed::Sealed;
use crate::engines::index::living::{Effort, LivingScratch, Reply};
use crate::engines::index::{Budget, GridIndex, asked};
use crate::engines::search::{Algorithm, Ended, Slice, search};
use crate::engines::workspace::{Workspace, with_spare};
use crate::kernel::cost::Cost;
use crate::question::answer::Answer;
use crate::question::observe::Observer;
use crate::question::query::Query;
use crate::services::simple;
use crate::spaces::error::{End, GridError, QueryError};
use crate::spaces::grid::{Cell, Grid};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use version::Version;

/// A grid that answers by its [index](GridIndex), and keeps doing so while cells change.
///
/// After an edit, queries are answered by the existing index and what has changed since: usually without a search,
/// because the path that the index knows is still open and nothing has become shorter; otherwise by a search that
/// the index guides, or by jump point search where that is less work. Meanwhile an index of the new cells is
/// prepared in the background. An edit does not restart that work: when the index is ready, the edits made in the
/// meantime count as what has changed since. Where a way has been closed, questions like those that had to be
/// searched for lately are searched for at once. The cost of an answer never depends on when you ask, nor on what was
/// asked before with a workspace; the choice among several equally good paths may, unless the algorithm is
/// [pinned](LiveGrid::pin) or nothing is prepared in the [background](LiveGrid::background). Grids that cannot be
/// prepared (terrain, links), or whose index would be no faster, are always searched.
///
/// The index guides searches only for eight moves that cut no corners; under other rules, a path that is blocked
/// and cannot be mended is searched for from nothing. Where paths are longer than 32,000 steps, an index does not
/// survive edits: the map is searched until the next one is ready.
///
/// You can ask for everything else, too: limits, cells to avoid, the closest cell to one that cannot be reached.
/// Whatever an index does not know is searched for.
///
/// Editing takes some ten microseconds, at most in proportion to the sides of the map (see [`Grid::set_free`]),
/// and a few queries to the index where a cell was freed. A query that finds no thread preparing copies the cells,
/// a bit each, for the thread that will. Beyond 512 changed cells, changes are no longer tracked: until the next
/// index is ready, the map is searched.
///
/// ```
/// use wayline::{Grid, LiveGrid};
///
/// let mut map = LiveGrid::new(Grid::from_rows(["...", ".#.", "..."])?);
/// let before = map.path((0, 1), (2, 1))?;
/// map.set_free((1, 1), true)?;
/// let after = map.path((0, 1), (2, 1))?;
/// assert!(after.cost < before.cost);
/// println!("{} by {}", after.cost, after.algorithm);
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct LiveGrid {
    grid: Grid,
    budget: Budget,
    pinned: Option<Algorithm>,
    /// Whether indices are prepared without being asked for.
    background: bool,
    /// The first version; the newest follows from it.
    first: Box<Version>,
    /// Versions that have been replaced. The thread that prepares the next one drops them.
    outdated: Mutex<Vec<Version>>,
}

impl LiveGrid {
    /// A grid and its index, which is started at the first query.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid};
    /// let map = LiveGrid::new(Grid::new(8, 8)?);
    /// assert!(!map.is_prepared());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(grid: Grid) -> LiveGrid {
        let first = Box::new(Version::first(GridIndex::supports(&grid)));
        let (budget, outdated) = (Budget::default(), Mutex::default());
        LiveGrid { grid, budget, pinned: None, background: true, first, outdated }
    }

    /// The same, with a budget for its indices.
    ///
    /// ```
    /// use wayline::{Budget, Grid, LiveGrid};
    /// let map = LiveGrid::new(Grid::new(8, 8)?).budget(Budget::milliseconds(50));
    /// # drop(map);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn budget(mut self, budget: Budget) -> LiveGrid {
        self.budget = budget;
        self
    }

    /// The same, always answering by one method, so that not even the choice among equally good paths depends on
    /// timing: [`Prepared`](Algorithm::Prepared) waits for the index; any other algorithm searches and never
    /// prepares.
    ///
    /// ```
    /// use wayline::{Algorithm, Grid, LiveGrid};
    /// let map = LiveGrid::new(Grid::new(8, 8)?).pin(Algorithm::Jps);
    /// # drop(map);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn pin(mut self, algorithm: Algorithm) -> LiveGrid {
        self.pinned = Some(algorithm);
        self
    }

    /// The same, preparing either in the background or only when [`prepare`](LiveGrid::prepare) is called: for
    /// programs that decide themselves when there is time for that.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid};
    /// let map = LiveGrid::new(Grid::new(8, 8)?).background(false);
    /// map.path((0, 0), (7, 7))?;
    /// assert!(!map.is_prepared());
    /// map.prepare();
    /// assert!(map.is_prepared());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn background(mut self, background: bool) -> LiveGrid {
        self.background = background;
        self
    }

    /// The grid as it is now.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid};
    /// assert_eq!(LiveGrid::new(Grid::new(8, 8)?).grid().width(), 8);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Frees or blocks a cell, and says whether that changed anything.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid};
    /// let mut map = LiveGrid::new(Grid::new(8, 8)?);
    /// assert!(map.set_free((3, 3), false)?);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_free(&mut self, cell: impl Into<Cell>, free: bool) -> Result<bool, GridError> {
        let cell = cell.into();
        // While the cells are those that its edits have led to.
        let outdated = self.outdated.get_mut().unwrap_or_else(|broken| broken.into_inner());
        self.first.advance(&self.grid, outdated);
        let changed = self.grid.set_free(cell, free)?;
        if changed && GridIndex::supports(&self.grid) {
            self.first.changed(&self.grid, cell);
        }
        Ok(changed)
    }

    /// Whether the next query is answered by an index, even if it is one of the cells some edits ago.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid};
    /// let map = LiveGrid::new(Grid::new(8, 8)?);
    /// map.prepare();
    /// assert!(map.is_prepared());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_prepared(&self) -> bool {
        self.first.newest(&self.grid).is_prepared()
    }

    /// How many cells have changed since the index's map: the changes that an index being prepared still has to
    /// take in. Zero if there is no index.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid};
    /// let mut map = LiveGrid::new(Grid::new(8, 8)?);
    /// map.prepare();
    /// map.set_free((3, 3), false)?;
    /// assert_eq!(map.outstanding(), 1);
    /// map.prepare();
    /// assert_eq!(map.outstanding(), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn outstanding(&self) -> usize {
        self.first.newest(&self.grid).outstanding()
    }

    /// Waits until there is an index of the cells as they are, or it is known that there will be none.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid, Moves, Rules};
    /// let four = Rules::default().moves(Moves::Four);
    /// let map = LiveGrid::new(Grid::new(8, 8)?.with_rules(four));
    /// map.prepare();
    /// assert!(map.is_prepared());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare(&self) {
        loop {
            let newest = self.first.newest(&self.grid);
            if !newest.is_stale() {
                return;
            }
            newest.begin_next(&self.grid, self.budget, &self.outdated);
            newest.wait_for_next();
        }
    }

    /// A shortest path, as an answer that you own; its algorithm says how it was found. No path is an answer too:
    /// its outcome is unreachable, its cost infinite. For many questions, and for anything special, use
    /// [`search`](crate::search()) with a workspace.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid, Outcome};
    /// let map = LiveGrid::new(Grid::from_rows([".#."])?);
    /// assert_eq!(map.path((0, 0), (2, 0))?.outcome, Outcome::Unreachable);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
    ) -> Result<Answer<'static, Cell>, QueryError> {
        simple::path(self, from.into(), to.into())
    }

    /// What a shortest path costs; infinite if there is none.
    ///
    /// ```
    /// use wayline::{Cost, Grid, LiveGrid};
    /// let map = LiveGrid::new(Grid::new(9, 1)?);
    /// assert_eq!(map.cost((0, 0), (8, 0))?, Cost::from(8));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> Result<Cost, QueryError> {
        with_spare(|work| self.cost_with(from, to, work))
    }

    /// The same with a workspace.
    ///
    /// ```
    /// use wayline::{Cost, Grid, LiveGrid, Workspace};
    /// let map = LiveGrid::new(Grid::new(9, 1)?);
    /// assert_eq!(map.cost_with((0, 0), (8, 0), &mut Workspace::new())?, Cost::from(8));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost_with(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        work: &mut Workspace,
    ) -> Result<Cost, QueryError> {
        let (from, to) = (from.into(), to.into());
        match self.version().and_then(Version::exact) {
            Some(index) => index.cost_with(from, to, work),
            None => search(self, &Query::new(from, to), work).map(|answer| answer.cost),
        }
    }

    /// The version to answer by, unless the grid is to be searched.
    fn version(&self) -> Option<&Version> {
        match self.pinned {
            None => {
                let newest = self.first.newest(&self.grid);
                if self.background {
                    newest.begin_next(&self.grid, self.budget, &self.outdated);
                }
                Some(newest)
            }
            Some(Algorithm::Prepared) => {
                self.prepare();
                Some(self.first.newest(&self.grid))
            }
            Some(_) => None,
        }
    }

    /// The search that answers where no index does.
    fn algorithm(&self) -> Algorithm {
        self.pinned.filter(|&pinned| pinned != Algorithm::Prepared).unwrap_or_default()
    }

    /// The answer of an index to a query that asks for nothing but a shortest path; `None` if the grid has to be
    /// searched.
    fn ask_index(
        &self,
        query: &Query<'_, Cell>,
        work: &mut Workspace,
    ) -> Result<Option<Ended>, QueryError> {
        let limits = query.settings.limits;
        // A search says how far it came.
        if limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Ok(None);
        }
        let Some(version) = self.version() else { return Ok(None) };
        if let Some(index) = version.exact() {
            return index.answer_to(query, work).map(Some);
        }
        let (&[from], &[to]) = (query.starts.as_slice(), query.goals.states()) else {
            return Ok(None);
        };
        let Some(living) = version.living(&self.grid) else { return Ok(None) };
        self.grid.check_end(End::Start, from, true)?;
        self.grid.check_end(End::Goal, to, true)?;
        if self.grid.has_time_for_components(limits.time) && self.grid.surely_apart(from, to) {
            work.cells.clear();
            return Ok(Some(Ended::by_index(Cost::INFINITE, None)));
        }
        // Expansions are counted by one search only.
        let searches = limits.expansions.is_none() && self.grid.has_time_for_lines(limits.time);
        let effort = if searches { Effort::Little } else { Effort::None };
        let (cells, scratch) = work.split_cells::<LivingScratch>();
        // Which path is found depends on when it is asked for anyway.
        let remembers = self.background;
        let reply = living.likely_path(from, to, effort, remembers, scratch);
        if let Some(Reply { cost, .. }) = reply {
            cells.clear();
            if !cost.is_infinite() && limits.cost.is_none_or(|most| cost <= most) {
                cells.write_turns(scratch.turns());
            }
        }
        Ok(reply.map(|Reply { cost, expanded }| {
            let mut ended = Ended::by_index(cost, limits.cost);
            ended.stats.expanded = expanded;
            ended
        }))
    }
}

impl Sealed for LiveGrid {}

/// If asked for a shortest path, it answers by the index, of the cells now or some edits ago; if asked for
/// anything an index cannot do, it searches the grid.
impl Searchable for LiveGrid {
    type State = Cell;
    type Goal = Cell;

    fn advance(
        &self,
        query: &Query<'_, Cell>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, QueryError> {
        // What was started by a search is ended by it: an index answers at once.
        if slice.fresh
            && observer.is_none()
            && asked::refuses_but_for_limits(query).is_none()
            && let Some(ended) = self.ask_index(query, work)?
        {
            return Ok(Some(ended));
        }
        let asked = query.settings.algorithm;
        let chosen = match asked {
            Algorithm::Auto | Algorithm::Prepared => self.algorithm(),
            _ => asked,
        };
        if chosen == asked {
            return self.grid.advance(query, work, observer, slice);
        }
        self.grid.advance(&query.clone().algorithm(chosen), work, observer, slice)
    }

    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, Cell> {
        work.cells.answer(ended)
    }

    fn current_revision(&self) -> u64 {
        self.grid.current_revision()
    }
}

impl Drop for LiveGrid {
    fn drop(&mut self) {
        self.first.newest(&self.grid).cancel_next();
    }
}

impl fmt::Debug for LiveGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let newest = self.first.newest(&self.grid);
        let state = match (newest.is_prepared(), newest.outstanding()) {
            (true, 0) => "prepared".to_owned(),
            (true, edits) => format!("prepared {edits} edits ago"),
            (false, _) => "not prepared".to_owned(),
        };
        write!(f, "LiveGrid({:?}, {state})", self.grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn can_be_shared() {
        fn shared<T: Send + Sync>() {}
        shared::<LiveGrid>();
    }
}
