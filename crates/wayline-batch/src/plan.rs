//! How questions are answered: by an index, by fields that several share, or one by one. Decided by counted
//! work, so that it is the same on every machine.
//!
//! A unit of work is a state that a search looks at, or an arc or entry that preparing looks at; a jump point
//! counts for eight, since a row of cells is read for each.
//!
//! - A few of the first questions are searched, which gives the work of a search on average.
//! - An index is prepared if at least a hundred questions are expected and preparing takes no more work than
//!   searches for all of them would; what exceeds that is given up. So preparing never more than doubles the
//!   work.
//! - Without an index, questions of one batch that share a goal (or a start) are answered by one field if
//!   their searches would take more work than settling every state.

use crate::answers::Part;
use crate::batch::{Asked, Worker};
use crate::error::BatchError;
use crate::threads::spread;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use wayline::{Algorithm, Answer, Preparation};

/// From this many questions on, preparing is considered.
pub(crate) const WORTH_PREPARING: u64 = 100;
/// The most memory that an index may take if it was not asked for.
pub(crate) const INDEX_BYTES: u64 = 300_000_000;

/// What was decided for a map or a network: remembered by runs that go on later, so that they decide the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The name of the map; empty for a network.
    pub map: String,
    /// What the map or the network is known by.
    pub fingerprint: u32,
    /// The work of a search, on average.
    pub work: u64,
    /// The work that preparing was allowed, if there is an index.
    pub budget: Option<u64>,
}

impl Choice {
    /// A choice that was made before.
    pub fn new(map: String, fingerprint: u32, work: u64, budget: Option<u64>) -> Choice {
        Choice { map, fingerprint, work, budget }
    }
}

/// How many questions are searched to know what a search takes, if this many are expected.
pub(crate) fn sample(expected: u64) -> usize {
    (expected / 50).clamp(1, 32) as usize
}

/// The work of one search.
pub(crate) fn work_of<S: Clone>(answer: &Answer<'_, S>) -> u64 {
    let jumps = matches!(answer.algorithm, Algorithm::Jps | Algorithm::JpsBare);
    let states = answer.stats.expanded + answer.stats.generated;
    states * if jumps { 8 } else { 1 }
}

/// Prepares an index within an amount of work. The caller is asked now and then whether to go on: a question
/// takes a moment at most, and an index may take minutes.
pub(crate) fn prepare<T>(
    work: u64,
    threads: usize,
    cancelled: &(dyn Fn() -> bool + Sync),
    make: impl FnOnce(&Preparation<'_>) -> T,
) -> Result<T, BatchError> {
    const LOOK: Duration = Duration::from_millis(20);
    if cancelled() {
        return Err(BatchError::Cancelled);
    }
    let stop = AtomicBool::new(false);
    let made = thread::scope(|scope| {
        // Gone when the work is done, or has panicked.
        let (_working, over) = mpsc::channel::<()>();
        let stop = &stop;
        scope.spawn(move || {
            while !stop.load(Ordering::Relaxed)
                && over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout)
            {
                stop.store(cancelled(), Ordering::Relaxed);
            }
        });
        make(&preparation(work, threads).cancel(stop))
    });
    match stop.into_inner() {
        true => Err(BatchError::Cancelled),
        false => Ok(made),
    }
}

/// The settings of preparing within an amount of work.
// They cannot be written out in another crate than their own.
#[allow(clippy::field_reassign_with_default)]
fn preparation(work: u64, threads: usize) -> Preparation<'static> {
    let mut settings = Preparation::default();
    settings.budget.work = Some(work);
    settings.budget.memory = Some(INDEX_BYTES);
    settings.threads = threads;
    settings
}

/// A few questions that are answered together.
pub(crate) struct Task {
    pub(crate) kind: Kind,
    /// Which questions.
    pub(crate) questions: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One by one.
    Single,
    /// By a field towards their common goal.
    Towards,
    /// By a field away from their common start.
    AwayFrom,
}

/// Fields for a common goal, and for a common start.
pub(crate) const BOTH: [Kind; 2] = [Kind::Towards, Kind::AwayFrom];

/// How many questions a thread takes at a time.
pub(crate) const PIECE: usize = 512;

/// Reads the rows of a table, a piece at a time: the questions among them in their order, and the bad rows, answered.
pub(crate) fn read<Q: Send>(
    rows: usize,
    workers: &mut [Worker],
    asked: &Asked<'_>,
    read: impl Fn(Range<usize>, &mut Worker) -> (Vec<Q>, Part) + Sync,
) -> Result<(Vec<Q>, Vec<Part>), BatchError> {
    let pieces = spread(workers, rows.div_ceil(PIECE), asked.cancelled, |piece, worker| {
        read(piece * PIECE..rows.min((piece + 1) * PIECE), worker)
    })?;
    let (mut questions, mut parts) = (Vec::with_capacity(rows), Vec::with_capacity(pieces.len()));
    for (some, bad) in pieces {
        questions.extend(some);
        parts.push(bad);
    }
    Ok((questions, parts))
}

/// Puts questions into groups that share a goal or a start, whichever there are fields for, where `pays` says
/// that this many of one question's kind are worth one, and into pieces of those that are left. Ends are compared
/// by their numbers.
pub(crate) fn tasks(
    count: usize,
    fields: &[Kind],
    ends: impl Fn(u32) -> Option<(u32, u64, u64)>,
    pays: impl Fn(u32, usize) -> bool,
) -> Vec<Task> {
    let mut tasks = Vec::new();
    let (mut left, mut shared): (Vec<u32>, Vec<u32>) =
        (0..count as u32).partition(|&question| ends(question).is_none());
    for &kind in fields {
        let key = |question: &u32| {
            let (space, from, to) = ends(*question).unwrap_or_default();
            (space, if kind == Kind::Towards { to } else { from })
        };
        shared.sort_by_key(key);
        let mut alone = Vec::new();
        for group in shared.chunk_by(|a, b| key(a) == key(b)) {
            match group.len() > 1 && pays(group[0], group.len()) {
                true => tasks.push(Task { kind, questions: group.to_vec() }),
                false => alone.extend_from_slice(group),
            }
        }
        shared = alone;
    }
    left.append(&mut shared);
    left.sort_unstable();
    let pieces = left.chunks(PIECE);
    tasks.extend(pieces.map(|piece| Task { kind: Kind::Single, questions: piece.to_vec() }));
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn preparing_is_cancelled_while_it_goes_on() {
        let asked = AtomicUsize::new(0);
        let later = || asked.fetch_add(1, Ordering::Relaxed) > 2;
        let until_told = |settings: &Preparation<'_>| {
            while !settings.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                thread::yield_now();
            }
        };
        let made = prepare(1, 1, &later, until_told);
        assert!(matches!(made, Err(BatchError::Cancelled)));
        assert!(matches!(prepare(1, 1, &|| true, |_| ()), Err(BatchError::Cancelled)));
        assert_eq!(prepare(5, 1, &|| false, |settings| settings.budget.work).unwrap(), Some(5));
    }

    #[test]
    fn every_question_is_in_one_task() {
        // Ten to one goal, ten from one start, others alone; every seventh may not be grouped.
        let ends = |q: u32| match q {
            q if q % 7 == 0 => None,
            q if q < 40 => Some((0, u64::from(q), 1000)),
            q if q < 80 => Some((0, 2000, u64::from(q))),
            q => Some((u32::from(q % 2 == 0), u64::from(q), u64::from(q))),
        };
        let tasks = tasks(1500, &BOTH, ends, |_, many| many >= 10);
        let mut all: Vec<u32> = tasks.iter().flat_map(|task| task.questions.clone()).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1500));
        let kinds: Vec<Kind> = tasks.iter().map(|task| task.kind).collect();
        assert_eq!(kinds[..3], [Kind::Towards, Kind::AwayFrom, Kind::Single]);
        assert!(tasks[0].questions.iter().all(|&q| q < 40 && q % 7 != 0));
        assert!(
            super::tasks(40, &BOTH, ends, |_, _| false)
                .iter()
                .all(|task| task.kind == Kind::Single)
        );
    }
}
