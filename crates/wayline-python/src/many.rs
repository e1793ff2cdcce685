//! Many questions in one call, over several threads: the same answers for any number of them.

use crate::errors::Failure;
use crate::running::{cancellable, give_workspace, take_workspace, threads};
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use wayline::{
    Cell, Cost, Error, Graph, GraphIndex, Grid, GridIndex, Limits, LiveGrid, Query, Workspace,
    search,
};

/// How many questions a thread takes at a time: enough that the counter is not felt.
const CHUNK: usize = 64;

/// What can be asked many times.
pub(crate) trait Asked: Sync {
    type State: Copy + Sync + Send;

    fn cost(
        &self,
        pair: (Self::State, Self::State),
        work: &mut Workspace,
        cancel: &AtomicBool,
    ) -> Result<Cost, Error>;

    /// Adds the states of a cheapest path to a list.
    fn path(
        &self,
        pair: (Self::State, Self::State),
        work: &mut Workspace,
        cancel: &AtomicBool,
        states: &mut Vec<Self::State>,
    ) -> Result<Cost, Error>;
}

macro_rules! searched {
    ($($space:ty: $state:ty),*) => {$(
        impl Asked for $space {
            type State = $state;

            fn cost(
                &self,
                (from, to): ($state, $state),
                work: &mut Workspace,
                cancel: &AtomicBool,
            ) -> Result<Cost, Error> {
                let query = Query::new(from, to).limits(stoppable(cancel));
                search(self, &query, work).map(|answer| answer.cost)
            }

            fn path(
                &self,
                (from, to): ($state, $state),
                work: &mut Workspace,
                cancel: &AtomicBool,
                states: &mut Vec<$state>,
            ) -> Result<Cost, Error> {
                let query = Query::new(from, to).limits(stoppable(cancel));
                let answer = search(self, &query, work)?;
                states.extend(answer.path.iter());
                Ok(answer.cost)
            }
        }
    )*};
}
searched!(Grid: Cell, Graph: u32);

/// An index answers in microseconds, and refuses limits.
macro_rules! looked_up {
    ($($space:ty: $state:ty),*) => {$(
        impl Asked for $space {
            type State = $state;

            fn cost(
                &self,
                (from, to): ($state, $state),
                work: &mut Workspace,
                _: &AtomicBool,
            ) -> Result<Cost, Error> {
                self.cost_with(from, to, work)
            }

            fn path(
                &self,
                (from, to): ($state, $state),
                work: &mut Workspace,
                _: &AtomicBool,
                states: &mut Vec<$state>,
            ) -> Result<Cost, Error> {
                let answer = search(self, &Query::new(from, to), work)?;
                states.extend(answer.path.iter());
                Ok(answer.cost)
            }
        }
    )*};
}
looked_up!(GridIndex: Cell, GraphIndex: u32, LiveGrid: Cell);

fn stoppable(cancel: &AtomicBool) -> Limits<'_> {
    let mut limits = Limits::default();
    limits.cancel = Some(cancel);
    limits
}

/// Costs, and if they were asked for the states of all paths with where each begins.
pub(crate) struct Answers<S> {
    pub(crate) costs: Vec<f64>,
    pub(crate) offsets: Vec<i64>,
    pub(crate) states: Vec<S>,
}

/// The answers to some questions in a row.
struct Part<S> {
    first: usize,
    costs: Vec<f64>,
    lengths: Vec<usize>,
    states: Vec<S>,
}

/// How many questions are to be answered.
pub(crate) struct Manner {
    pub(crate) threads: usize,
    pub(crate) with_states: bool,
    /// Blocked ends are answered by an infinite cost, and are no error.
    pub(crate) blocked_is_infinite: bool,
}

pub(crate) fn ask_many<A: Asked>(
    py: Python<'_>,
    space: &A,
    pairs: &[(A::State, A::State)],
    manner: &Manner,
) -> Result<Answers<A::State>, Failure> {
    cancellable(py, |cancel| answer_many(space, pairs, manner, cancel))
}

/// The same where another thread listens for signals.
pub(crate) fn answer_many<A: Asked>(
    space: &A,
    pairs: &[(A::State, A::State)],
    manner: &Manner,
    cancel: &AtomicBool,
) -> Result<Answers<A::State>, Failure> {
    let threads = threads(manner.threads).min(pairs.len().div_ceil(CHUNK)).max(1);
    let (next, parts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || answer_some(space, pairs, manner, cancel, &next, &parts);
    // The first failure in the order of the questions, whoever met it first.
    let failed = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut failed = vec![work()];
        for other in others {
            failed.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        failed.into_iter().flatten().min_by_key(|&(row, _)| row)
    });
    if let Some((row, error)) = failed {
        return Err(Failure::Row(row, error));
    }
    let mut parts = parts.into_inner().unwrap_or_else(|broken| broken.into_inner());
    parts.sort_unstable_by_key(|part: &Part<A::State>| part.first);
    Ok(joined(parts, pairs.len(), manner.with_states))
}

/// What one thread does: a few questions at a time, until there are none. Where one is refused, its row
/// and why.
fn answer_some<A: Asked>(
    space: &A,
    pairs: &[(A::State, A::State)],
    manner: &Manner,
    cancel: &AtomicBool,
    next: &AtomicUsize,
    parts: &Mutex<Vec<Part<A::State>>>,
) -> Option<(usize, Error)> {
    let mut work = take_workspace();
    loop {
        let first = next.fetch_add(CHUNK, Ordering::Relaxed);
        if first >= pairs.len() || cancel.load(Ordering::Relaxed) {
            break;
        }
        let pairs = &pairs[first..pairs.len().min(first + CHUNK)];
        let mut part = Part {
            first,
            costs: Vec::with_capacity(pairs.len()),
            lengths: Vec::new(),
            states: Vec::new(),
        };
        for (row, &pair) in (first..).zip(pairs) {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            let before = part.states.len();
            let cost = match manner.with_states {
                true => space.path(pair, &mut work, cancel, &mut part.states),
                false => space.cost(pair, &mut work, cancel),
            };
            let cost = match cost {
                Err(Error::Blocked { .. }) if manner.blocked_is_infinite => Cost::INFINITE,
                Err(error) => {
                    // Nobody begins with later questions; earlier ones are answered to the end.
                    next.store(usize::MAX / 2, Ordering::Relaxed);
                    return Some((row, error));
                }
                Ok(cost) => cost,
            };
            part.costs.push(cost.to_f64());
            if manner.with_states {
                part.lengths.push(part.states.len() - before);
            }
        }
        parts.lock().unwrap_or_else(|broken| broken.into_inner()).push(part);
    }
    give_workspace(work);
    None
}

fn joined<S>(parts: Vec<Part<S>>, questions: usize, with_states: bool) -> Answers<S> {
    let mut costs = Vec::with_capacity(questions);
    let mut offsets = Vec::new();
    let mut states = Vec::with_capacity(parts.iter().map(|part| part.states.len()).sum());
    if with_states {
        offsets.reserve(questions + 1);
        offsets.push(0);
    }
    let mut end = 0;
    for part in parts {
        costs.extend(part.costs);
        states.extend(part.states);
        offsets.extend(part.lengths.into_iter().map(|length| {
            end += length as i64;
            end
        }));
    }
    Answers { costs, offsets, states }
}
