//! The indices of a map over time: the one there is, what has changed since, and the one being prepared.

use crate::engines::index::living::{CornerHubs, Difference, Living, Then};
use crate::engines::index::{Budget, Demand, GridIndex, Preparation};
use crate::spaces::grid::{Cell, Grid};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};

/// An index of the map as it was at some time, and how the map differs from that now.
pub(super) struct Version {
    /// What no other version has: the grid's revision when it was made.
    number: u64,
    /// None where the map cannot be prepared, or has not been yet.
    index: Option<Prepared>,
    difference: Difference,
    /// The next one is worth preparing: the map has changed, or nothing was prepared yet.
    is_stale: bool,
    next: Next,
}

/// An index with what guides searches by it.
struct Prepared {
    index: GridIndex,
    /// None where there is no memory for it.
    hubs: Option<CornerHubs>,
}

impl Prepared {
    /// `None` if that is not worth it, or was cancelled.
    fn of(grid: &Grid, settings: &Preparation<'_>) -> Option<Prepared> {
        let index =
            GridIndex::prepare_for(grid, &Demand::default().paths(u64::MAX), settings).ok()??;
        let memory = settings.budget.memory.unwrap_or(u64::MAX);
        let left = memory.saturating_sub(index.bytes() as u64);
        let guide = Then::of(&index).filter(Then::guides);
        let hubs = guide.and_then(|then| CornerHubs::of(&then, left));
        Some(Prepared { index, hubs })
    }

    fn then(&self) -> Option<Then<'_>> {
        Some(Then::of(&self.index)?.with_hubs(self.hubs.as_ref()))
    }
}

/// The version that follows, as far as it has come.
#[derive(Default)]
struct Next {
    task: Arc<Task>,
    /// Cells that were edited since it was started: what it is prepared from has not seen them.
    edited: Vec<Cell>,
    version: OnceLock<Box<Version>>,
}

/// An index being prepared.
#[derive(Default)]
struct Task {
    progress: Mutex<Progress>,
    ready: Condvar,
    /// The same as its progress says, for callers that do not want to lock.
    is_done: AtomicBool,
    is_cancelled: AtomicBool,
}

#[derive(Default)]
struct Progress {
    is_begun: bool,
    is_done: bool,
    index: Option<Prepared>,
}

impl Task {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    fn finish(&self, index: Option<Prepared>) {
        let mut progress = self.progress();
        (progress.index, progress.is_done) = (index, true);
        self.is_done.store(true, Ordering::Release);
        self.ready.notify_all();
    }
}

/// Keeps that a task is finished, even by a thread that panics: others may be waiting for it.
struct Promise<'t> {
    task: &'t Task,
    index: Option<Prepared>,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        self.task.finish(self.index.take());
    }
}

impl Version {
    /// No index yet.
    pub(super) fn first(is_stale: bool) -> Version {
        let (difference, next) = (Difference::default(), Next::default());
        Version { number: 0, index: None, difference, is_stale, next }
    }

    /// The newest version there is, made from what has been prepared if need be.
    pub(super) fn newest(&self, grid: &Grid) -> &Version {
        let mut version = self;
        while version.next.task.is_done() {
            let next = &version.next;
            version = next.version.get_or_init(|| {
                let mut index = next.task.progress().index.take();
                let then = index.as_ref().and_then(Prepared::then);
                let (difference, is_stale) = match then {
                    Some(then) => {
                        let difference = Difference::of(&then, grid, &next.edited);
                        let is_stale = !difference.is_empty();
                        (difference, is_stale)
                    }
                    None => (Difference::default(), !next.edited.is_empty()),
                };
                if is_stale && difference.is_empty() {
                    index = None;
                }
                let number = grid.revision;
                Box::new(Version { number, index, difference, is_stale, next: Next::default() })
            });
        }
        version
    }

    /// Makes the newest version the first; what was before it goes to `outdated`.
    pub(super) fn advance(self: &mut Box<Version>, grid: &Grid, outdated: &mut Vec<Version>) {
        self.newest(grid);
        while let Some(next) = self.next.version.take() {
            outdated.push(*std::mem::replace(self, next));
        }
    }

    /// Takes note of a cell that has just changed. This has to be the newest version.
    pub(super) fn changed(&mut self, grid: &Grid, cell: Cell) {
        if self.next.task.progress().is_begun {
            self.next.edited.push(cell);
        }
        match self.index.as_ref().and_then(Prepared::then) {
            Some(then) => {
                self.difference.changed(&then, grid, cell);
                self.is_stale = !self.difference.is_empty();
            }
            // One that does not live through edits is of no use any more.
            None => (self.index, self.is_stale) = (None, true),
        }
    }

    /// Has the next version prepared from the map now, if no thread is doing so and it is worth it.
    pub(super) fn begin_next(&self, grid: &Grid, budget: Budget, outdated: &Mutex<Vec<Version>>) {
        if !self.is_stale || std::mem::replace(&mut self.next.task.progress().is_begun, true) {
            return;
        }
        let (grid, task) = (grid.bare_copy(), Arc::clone(&self.next.task));
        let outdated = outdated.lock();
        let outdated = std::mem::take(&mut *outdated.unwrap_or_else(|broken| broken.into_inner()));
        let prepare = move || {
            // Giving back the memory of a large index takes longer than an edit.
            drop(outdated);
            let mut promise = Promise { task: &task, index: None };
            let cancel = Some(&task.is_cancelled);
            let settings = Preparation { budget, cancel, ..Preparation::default() };
            promise.index = Prepared::of(&grid, &settings);
        };
        // Where there are no threads, there is no background: the grid is searched.
        if std::thread::Builder::new().name("wayline index".into()).spawn(prepare).is_err() {
            self.next.task.finish(None);
        }
    }

    /// Waits for the next version, if one was started.
    pub(super) fn wait_for_next(&self) {
        let mut progress = self.next.task.progress();
        while progress.is_begun && !progress.is_done {
            let ready = self.next.task.ready.wait(progress);
            progress = ready.unwrap_or_else(|broken| broken.into_inner());
        }
    }

    /// The next version is no longer wanted.
    pub(super) fn cancel_next(&self) {
        self.next.task.is_cancelled.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Whether queries are answered by an index, be it one of the map some edits ago.
    pub(super) fn is_prepared(&self) -> bool {
        self.index.is_some() && !self.difference.is_overwhelmed()
    }

    /// How many cells have changed since the map of the index.
    pub(super) fn outstanding(&self) -> usize {
        self.difference.len()
    }

    /// The index, if it is one of the map now.
    pub(super) fn exact(&self) -> Option<&GridIndex> {
        let index = self.index.as_ref().filter(|_| self.difference.is_empty())?;
        Some(&index.index)
    }

    /// The index with what has changed since.
    pub(super) fn living<'a>(&'a self, grid: &'a Grid) -> Option<Living<'a>> {
        let then = self.index.as_ref()?.then()?;
        Some(Living { then, grid, difference: &self.difference, number: self.number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_a_thread_that_panicked() {
        let grid = Grid::new(8, 8).unwrap();
        let first = Version::first(true);
        first.next.task.progress().is_begun = true;
        let task = Arc::clone(&first.next.task);
        let thread = std::thread::spawn(move || {
            let _promise = Promise { task: &task, index: None };
            panic!("as preparing might");
        });
        first.wait_for_next();
        assert!(thread.join().is_err());
        let newest = first.newest(&grid);
        assert!(!newest.is_prepared() && !newest.is_stale());
    }

    #[test]
    fn what_is_edited_while_an_index_is_prepared_is_outstanding_against_it() {
        let mut grid = Grid::from_fn(30, 20, |cell| cell.x % 7 > 0 || cell.y % 5 == 2).unwrap();
        let outdated = Mutex::default();
        let mut version = Box::new(Version::first(true));
        version.begin_next(&grid, Budget::default(), &outdated);
        // Before it is ready, as far as this thread knows.
        for cell in [(3, 3), (14, 2), (3, 3), (9, 9)].map(Cell::from) {
            let free = !grid.is_free(cell);
            grid.set_free(cell, free).unwrap();
            version.changed(&grid, cell);
        }
        version.wait_for_next();
        version.advance(&grid, &mut Vec::new());
        assert!(version.is_prepared() && version.is_stale());
        assert_eq!(version.outstanding(), 2);
        assert!(version.exact().is_none());
        version.begin_next(&grid, Budget::default(), &outdated);
        version.wait_for_next();
        assert_eq!(version.newest(&grid).outstanding(), 0);
        assert!(version.newest(&grid).exact().is_some() && !version.newest(&grid).is_stale());
    }
}
