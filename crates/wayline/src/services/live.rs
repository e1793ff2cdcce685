//! [`LiveGrid`]: a grid that stays exact while its cells change, and fast while they do not.

use crate::engines::asked::Searchable;
use crate::engines::asked::sealed::Sealed;
use crate::engines::index::{Budget, GridIndex, Preparation, asked};
use crate::engines::search::{Algorithm, Ended, Slice, search};
use crate::engines::workspace::{Workspace, with_spare};
use crate::kernel::cost::Cost;
use crate::question::answer::Answer;
use crate::question::observe::Observer;
use crate::question::query::Query;
use crate::services::simple;
use crate::spaces::error::Error;
use crate::spaces::grid::{Cell, Grid};
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// A grid that answers by its [index](GridIndex) where that is up to date, and by a search at once
/// where it is not.
///
/// After an edit the next query is answered by jump point search, which needs nothing but the cells,
/// and an index of the new cells is started in the background; when it is ready, queries switch to it.
/// An edit in the meantime makes the work begin again. The cost of an answer never depends on when it
/// was asked; which of several equally good paths it is may, unless the algorithm is [pinned](LiveGrid::pin).
/// Grids that cannot be prepared (terrain, four moves, cut corners), or whose index would be no faster,
/// are searched, always.
///
/// Editing takes time in proportion to the sides of the map at most (see [`Grid::set_free`]); a query
/// that finds the index out of date copies the cells, a bit each, for the thread that prepares.
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
    now: Arc<Version>,
    /// Versions that edits have outdated. The thread that prepares the next one drops them: giving
    /// back the memory of a large index takes longer than an edit.
    outdated: Mutex<Vec<Arc<Version>>>,
}

/// The cells between two edits.
#[derive(Default)]
struct Version {
    /// Set once, when it is ready; to nothing if the map cannot be prepared.
    index: OnceLock<Option<GridIndex>>,
    /// The cells have changed since: not worth going on.
    outdated: AtomicBool,
    begun: Mutex<bool>,
    ready: Condvar,
}

impl Version {
    fn begun(&self) -> MutexGuard<'_, bool> {
        self.begun.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    fn finish(&self, index: Option<GridIndex>) {
        // Only one thread prepares a version, so it is not set yet.
        _ = self.index.set(index);
        let _begun = self.begun();
        self.ready.notify_all();
    }
}

/// Keeps that a version is finished, even by a thread that panics: others may be waiting for it.
struct Promise<'v> {
    version: &'v Version,
    index: Option<GridIndex>,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        self.version.finish(self.index.take());
    }
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
        let (budget, outdated) = (Budget::default(), Mutex::default());
        LiveGrid { grid, budget, pinned: None, now: Arc::default(), outdated }
    }

    /// The same with a budget for its indices.
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

    /// The same, always answering in one way, so that even the choice among equally good paths does
    /// not depend on timing: [`Prepared`](Algorithm::Prepared) waits for the index, anything else
    /// searches by that algorithm and never prepares.
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
    pub fn set_free(&mut self, cell: impl Into<Cell>, free: bool) -> Result<bool, Error> {
        let changed = self.grid.set_free(cell, free)?;
        if changed && (self.now.index.get().is_some() || *self.now.begun()) {
            self.now.outdated.store(true, Ordering::Relaxed);
            let before = std::mem::take(&mut self.now);
            self.outdated.get_mut().unwrap_or_else(|broken| broken.into_inner()).push(before);
        }
        Ok(changed)
    }

    /// Whether the next query is answered by an index.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid};
    /// let map = LiveGrid::new(Grid::new(8, 8)?);
    /// map.prepare();
    /// assert!(map.is_prepared());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_prepared(&self) -> bool {
        matches!(self.now.index.get(), Some(Some(_)))
    }

    /// Waits until the index is ready, or it is known that there will be none.
    ///
    /// ```
    /// use wayline::{Grid, LiveGrid, Moves, Rules};
    /// let four = Rules::default().moves(Moves::Four);
    /// let map = LiveGrid::new(Grid::new(8, 8)?.with_rules(four));
    /// map.prepare();
    /// assert!(!map.is_prepared());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare(&self) {
        self.begin();
        let mut begun = self.now.begun();
        while self.now.index.get().is_none() {
            begun = self.now.ready.wait(begun).unwrap_or_else(|broken| broken.into_inner());
        }
    }

    /// A shortest path, as an answer of its own; its algorithm says how it was found. No path is an
    /// answer too: its outcome is unreachable, its cost infinite. For many, and for anything special:
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
    ) -> Result<Answer<'static, Cell>, Error> {
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
    pub fn cost(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> Result<Cost, Error> {
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
    ) -> Result<Cost, Error> {
        let (from, to) = (from.into(), to.into());
        match self.index() {
            Some(index) => index.cost_with(from, to, work),
            None => search(self, &Query::new(from, to), work).map(|answer| answer.cost),
        }
    }

    /// The index, if the query is to be answered by it.
    fn index(&self) -> Option<&GridIndex> {
        match (self.now.index.get(), self.pinned) {
            (_, Some(algorithm)) if algorithm != Algorithm::Prepared => return None,
            (Some(index), _) => return index.as_ref(),
            (None, Some(_)) => self.prepare(),
            (None, None) => self.begin(),
        }
        self.now.index.get().and_then(Option::as_ref)
    }

    /// The search that answers while there is no index.
    fn algorithm(&self) -> Algorithm {
        self.pinned.filter(|&pinned| pinned != Algorithm::Prepared).unwrap_or_default()
    }

    /// Has an index of these cells prepared, if nobody is at it.
    fn begin(&self) {
        let mut begun = self.now.begun();
        if std::mem::replace(&mut *begun, true) {
            return;
        }
        let (grid, budget, now) = (self.grid.bare_copy(), self.budget, Arc::clone(&self.now));
        let outdated = self.outdated.lock();
        let outdated = std::mem::take(&mut *outdated.unwrap_or_else(|broken| broken.into_inner()));
        let prepare = move || {
            drop(outdated);
            let mut promise = Promise { version: &now, index: None };
            let settings =
                Preparation { budget, cancel: Some(&now.outdated), ..Preparation::default() };
            let index = GridIndex::worthwhile(&grid, u64::MAX, &settings);
            promise.index = index.unwrap_or_default();
        };
        // Where there are no threads, there is no background: the grid is searched.
        let spawned = std::thread::Builder::new().name("wayline index".into()).spawn(prepare);
        drop(begun);
        if spawned.is_err() {
            self.now.finish(None);
        }
    }
}

impl Sealed for LiveGrid {}

/// Asked for a shortest path it answers by the index where that is ready; asked for anything an index
/// cannot do, it searches the grid.
impl Searchable for LiveGrid {
    type State = Cell;
    type Goal = Cell;

    fn advance(
        &self,
        query: &Query<'_, Cell>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, Error> {
        // What was started by a search is ended by it: an index answers at once.
        if slice.fresh
            && observer.is_none()
            && asked::refuses(query).is_none()
            && let Some(index) = self.index()
        {
            return index.advance(query, work, observer, slice);
        }
        match query.settings.algorithm {
            Algorithm::Auto | Algorithm::Prepared => {
                let query = query.clone().algorithm(self.algorithm());
                self.grid.advance(&query, work, observer, slice)
            }
            _ => self.grid.advance(query, work, observer, slice),
        }
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
        self.now.outdated.store(true, Ordering::Relaxed);
    }
}

impl fmt::Debug for LiveGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.now.index.get() {
            Some(Some(index)) => index.kind().to_string(),
            Some(None) => "not prepared".to_owned(),
            None => "being prepared".to_owned(),
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

    #[test]
    fn nobody_waits_for_a_thread_that_panicked() {
        let map = LiveGrid::new(Grid::new(8, 8).unwrap());
        *map.now.begun() = true;
        let now = Arc::clone(&map.now);
        let thread = std::thread::spawn(move || {
            let _promise = Promise { version: &now, index: None };
            panic!("as preparing might");
        });
        map.prepare();
        assert!(thread.join().is_err() && !map.is_prepared());
        let cost = map.cost((0, 0), (7, 0)).unwrap();
        assert_eq!(cost, Cost::from(7));
    }
}
