//! How a call runs: without the interpreter's lock, with reused memory, until it has an answer or the user presses
//! Ctrl-C.

use crate::errors::Failure;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use wayline::body::BodyMap;
use wayline::{
    Answer, Graph, GraphIndex, Grid, GridIndex, LiveGrid, Query, Search, Searchable, Workspace,
};

/// How many states are expanded between two looks at signals: some tens of milliseconds.
pub(crate) const SLICE: u64 = 1 << 16;
/// How long other work goes on between two looks at signals.
const PATIENCE: Duration = Duration::from_millis(20);
/// How much memory of each kind is kept for the next call.
const KEPT: usize = 64;

/// Memory that is reused. It is boxed, because a workspace is five kilobytes by itself. Nothing ever waits for the
/// lock: after a fork, there may be no thread left to unlock what another thread had locked.
pub(crate) type Spare<T> = Mutex<Vec<Box<T>>>;

fn take<T>(spare: &Spare<T>) -> Option<Box<T>> {
    spare.try_lock().ok()?.pop()
}

fn give<T>(spare: &Spare<T>, used: Box<T>) {
    if let Ok(mut spare) = spare.try_lock()
        && spare.len() < KEPT
    {
        spare.push(used);
    }
}

static WORKSPACES: Spare<Workspace> = Mutex::new(Vec::new());

/// A workspace that was used before, if there is one.
pub(crate) fn take_workspace() -> Box<Workspace> {
    take(&WORKSPACES).unwrap_or_default()
}

/// Keeps a workspace for the next call.
pub(crate) fn give_workspace(work: Box<Workspace>) {
    give(&WORKSPACES, work);
}

/// A space whose searches are kept, with their memory.
pub(crate) trait Kept: Searchable + Sized + 'static {
    fn spare() -> &'static Spare<Search<'static, Self>>;
}

macro_rules! kept {
    ($($space:ty),*) => {$(
        impl Kept for $space {
            fn spare() -> &'static Spare<Search<'static, Self>> {
                static SPARE: Spare<Search<'static, $space>> = Mutex::new(Vec::new());
                &SPARE
            }
        }
    )*};
}
kept!(Grid, GridIndex, LiveGrid, Graph, GraphIndex, BodyMap);

/// Runs the handlers of signals that have arrived, which raise `KeyboardInterrupt` after Ctrl-C.
pub(crate) fn check_signals() -> Result<(), Failure> {
    Python::attach(|py| py.check_signals()).map_err(Failure::Python)
}

/// Runs something short without the interpreter's lock. A panic becomes an exception.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    run: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    py.detach(|| caught(run))
}

fn caught<T>(run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What a panic has left half done is dropped: workspaces are only given back whole.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Failure::Panic(text.unwrap_or("it panicked").to_owned()))
    })
}

/// Answers one query without the interpreter's lock, in slices, so that Ctrl-C is noticed.
pub(crate) fn ask<S, T>(
    py: Python<'_>,
    space: &S,
    query: Query<'static, S::State, S::Goal>,
    keep: impl FnOnce(Answer<'_, S::State>) -> T + Send,
) -> Result<T, Failure>
where
    S: Kept + Sync,
    S::State: Sync + Send,
    S::Goal: Sync + Send,
    T: Send,
{
    detached(py, || answer(space, query, keep))
}

/// The same if the lock has been released before, in order to lock something else.
pub(crate) fn answer<S: Kept, T>(
    space: &S,
    query: Query<'static, S::State, S::Goal>,
    keep: impl FnOnce(Answer<'_, S::State>) -> T,
) -> Result<T, Failure> {
    let mut search = match take(S::spare()) {
        Some(mut search) => {
            search.restart(query);
            search
        }
        None => Box::new(Search::new(query)),
    };
    let kept = run(&mut search, space, keep);
    give(S::spare(), search);
    kept
}

/// Answers a query that borrows something, such as a layer, which no kept search may.
pub(crate) fn ask_borrowing<S, T>(
    py: Python<'_>,
    space: &S,
    query: Query<'_, S::State, S::Goal>,
    keep: impl FnOnce(Answer<'_, S::State>) -> T + Send,
) -> Result<T, Failure>
where
    S: Searchable + Sync,
    S::State: Sync + Send,
    S::Goal: Sync + Send,
    T: Send,
{
    detached(py, || {
        let mut search = Search::with_workspace(query, *take_workspace());
        let kept = run(&mut search, space, keep);
        give_workspace(Box::new(search.into_workspace()));
        kept
    })
}

/// Searches to the end, in slices.
fn run<S: Searchable, T>(
    search: &mut Search<'_, S>,
    space: &S,
    keep: impl FnOnce(Answer<'_, S::State>) -> T,
) -> Result<T, Failure> {
    loop {
        match search.step(space, SLICE)? {
            Some(answer) => return Ok(keep(answer)),
            None => check_signals()?,
        }
    }
}

/// Runs something that may take long and can be cancelled on another thread, while this one listens for
/// signals.
pub(crate) fn cancellable<T: Send>(
    py: Python<'_>,
    run: impl FnOnce(&AtomicBool) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let cancel = AtomicBool::new(false);
    cancellable_by(py, &cancel, || run(&cancel))
}

/// The same with a flag of the caller's, which the work looks at.
pub(crate) fn cancellable_by<T: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    run: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, is_done) = channel();
            let worker = scope.spawn(move || {
                let result = caught(run);
                // Nobody listens any more only if the call was interrupted.
                _ = done.send(());
                result
            });
            let mut interrupt = None;
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(PATIENCE) {
                if interrupt.is_none()
                    && let Err(raised) = check_signals()
                {
                    cancel.store(true, Ordering::Relaxed);
                    interrupt = Some(raised);
                }
            }
            let result =
                worker.join().unwrap_or_else(|_| Err(Failure::Panic("it panicked".into())));
            interrupt.map_or(result, Err)
        })
    })
}

/// Runs something that may take long on another thread. After Ctrl-C the call returns at once: the thread is told to
/// stop, ends when it looks, and what it made is dropped.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    run: impl FnOnce(&AtomicBool) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    py.detach(|| {
        let (done, is_done) = channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let cancelled = Arc::clone(&cancel);
        std::thread::spawn(move || _ = done.send(caught(|| run(&cancelled))));
        loop {
            match is_done.recv_timeout(PATIENCE) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Timeout) => {
                    check_signals().inspect_err(|_| cancel.store(true, Ordering::Relaxed))?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Panic("its thread ended".into()));
                }
            }
        }
    })
}

/// What an object shares between threads. Call it without the interpreter's lock: nothing waits for both.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// Does something short this many times, and checks for Ctrl-C in between. Nothing may be locked then: a signal
/// handler may ask the same object.
pub(crate) fn repeated(
    times: u64,
    mut run: impl FnMut() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut looked = Instant::now();
    for _ in 0..times {
        run()?;
        if looked.elapsed() >= PATIENCE {
            check_signals()?;
            looked = Instant::now();
        }
    }
    Ok(())
}

/// As many threads as asked for; zero is one for each processor.
pub(crate) fn threads(asked: usize) -> usize {
    if asked > 0 {
        return asked;
    }
    std::thread::available_parallelism().map_or(1, |count| count.get())
}
