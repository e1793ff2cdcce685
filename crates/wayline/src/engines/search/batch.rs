//! Many queries over several threads.

use super::search;
use crate::engines::asked::Searchable;
use crate::engines::workspace::Workspace;
use crate::question::answer::Answer;
use crate::question::query::Query;
use crate::spaces::error::QueryError;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many queries a thread takes at a time.
const CHUNK: usize = 16;

/// Answers many queries over this many threads, with a workspace for each, and returns what `keep` makes of the
/// answers: in the order of the queries, and the same for any number of threads.
///
/// ```
/// use wayline::{batch, Cell, Grid, Query};
///
/// let grid = Grid::new(64, 64)?;
/// let queries: Vec<_> = (0..64).map(|x| Query::new(Cell::new(0, 0), Cell::new(x, 63))).collect();
/// let costs = batch(&grid, &queries, 2, |answer| answer.cost);
/// assert_eq!(costs[0].as_ref().unwrap().to_string(), "63");
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn batch<S, R>(
    space: &S,
    queries: &[Query<'_, S::State, S::Goal>],
    threads: usize,
    keep: impl Fn(Answer<'_, S::State>) -> R + Sync,
) -> Vec<Result<R, QueryError>>
where
    S: Searchable + Sync,
    S::State: Sync,
    S::Goal: Sync,
    R: Send,
{
    let threads = threads.clamp(1, queries.len().div_ceil(CHUNK).max(1));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        let mut work = Workspace::new();
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= queries.len() {
                break;
            }
            let to = (from + CHUNK).min(queries.len());
            let answers: Vec<_> = queries[from..to]
                .iter()
                .map(|query| search(space, query, &mut work).map(&keep))
                .collect();
            results.lock().unwrap_or_else(|broken| broken.into_inner()).push((from, answers));
        }
    };
    if threads == 1 {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
    }
    let mut results = results.into_inner().unwrap_or_else(|broken| broken.into_inner());
    results.sort_by_key(|&(from, _)| from);
    results.into_iter().flat_map(|(_, answers)| answers).collect()
}
