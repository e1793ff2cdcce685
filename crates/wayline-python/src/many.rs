//! Many questions in one call, over several threads: the same answers for any number of them.
//!
//! Threads take some questions at a time and write costs where they belong. From an index they take many at a
//! time, and answer them in the order that it prefers. Paths are written down briefly first (those of an index by
//! their turns), because it is not known where their cells belong before all are found. Then the array of all
//! cells is made once, and threads write it side by side.

use crate::cells::Order;
use crate::errors::Failure;
use crate::packing::in_large_pages;
use crate::running::{cancellable, give_workspace, take_workspace, threads};
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use wayline::{
    Cell, Cost, Graph, GraphIndex, Grid, GridIndex, GridLandmarks, Heuristic, IndexKind, IntoState,
    Layer, Limits, LiveGrid, Query, QueryError, Workspace, search,
};

/// How many questions a thread takes at a time: enough that taking them costs next to nothing.
const CHUNK: usize = 64;

/// The most questions at a time if their order matters: enough for an order to pay off, few enough to respond to
/// Ctrl-C quickly.
const ORDERED: usize = 1 << 16;

/// What can be asked many questions.
pub(crate) trait Asked: Sync {
    type State: Copy + Sync + Send;

    fn cost(
        &self,
        ends: (Self::State, Self::State),
        work: &mut Workspace,
        cancel: &AtomicBool,
    ) -> Result<Cost, QueryError>;

    /// Hands over the costs of some questions by their numbers, in any order; not all if cancelled.
    fn costs(
        &self,
        pairs: &[(Self::State, Self::State)],
        work: &mut Workspace,
        cancel: &AtomicBool,
        mut answer: impl FnMut(usize, Result<Cost, QueryError>),
    ) {
        for (row, &ends) in pairs.iter().enumerate() {
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            answer(row, self.cost(ends, work, cancel));
        }
    }

    /// How many questions, of this many for each thread, it is best asked at a time.
    fn chunk(&self, _: usize) -> usize {
        CHUNK
    }
}

/// What can be asked for many paths of cells.
pub(crate) trait AskedForPaths: Asked<State = Cell> {
    /// Whether paths are written down by their turns, with everything between them straight; otherwise by all
    /// cells.
    const BY_TURNS: bool = false;

    /// Writes a cheapest path down, at the end of a list.
    fn path(
        &self,
        ends: (Cell, Cell),
        work: &mut Workspace,
        cancel: &AtomicBool,
        cells: &mut Vec<Cell>,
    ) -> Result<Cost, QueryError>;

    /// The order in which some questions are best answered.
    fn order(&self, pairs: &[(Cell, Cell)]) -> Vec<u32> {
        (0..pairs.len() as u32).collect()
    }
}

/// A map under a layer.
pub(crate) struct Under<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) layer: &'a Layer,
}

impl Asked for Under<'_> {
    type State = Cell;

    fn cost(
        &self,
        ends: (Cell, Cell),
        work: &mut Workspace,
        cancel: &AtomicBool,
    ) -> Result<Cost, QueryError> {
        let query = stoppable(ends, cancel).layer(self.layer);
        search(self.grid, &query, work).map(|answer| answer.cost)
    }
}

impl AskedForPaths for Under<'_> {
    fn path(
        &self,
        ends: (Cell, Cell),
        work: &mut Workspace,
        cancel: &AtomicBool,
        cells: &mut Vec<Cell>,
    ) -> Result<Cost, QueryError> {
        let answer = search(self.grid, &stoppable(ends, cancel).layer(self.layer), work)?;
        cells.extend_from_slice(&answer.path);
        Ok(answer.cost)
    }
}

/// A map whose searches are guided by landmarks.
pub(crate) struct Guided<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) landmarks: &'a GridLandmarks,
}

impl Guided<'_> {
    fn query<'q>(&'q self, ends: (Cell, Cell), cancel: &'q AtomicBool) -> Query<'q, Cell> {
        stoppable(ends, cancel).heuristic(Heuristic::GridLandmarks(self.landmarks))
    }
}

impl Asked for Guided<'_> {
    type State = Cell;

    fn cost(
        &self,
        ends: (Cell, Cell),
        work: &mut Workspace,
        cancel: &AtomicBool,
    ) -> Result<Cost, QueryError> {
        search(self.grid, &self.query(ends, cancel), work).map(|answer| answer.cost)
    }
}

impl AskedForPaths for Guided<'_> {
    fn path(
        &self,
        ends: (Cell, Cell),
        work: &mut Workspace,
        cancel: &AtomicBool,
        cells: &mut Vec<Cell>,
    ) -> Result<Cost, QueryError> {
        let answer = search(self.grid, &self.query(ends, cancel), work)?;
        cells.extend_from_slice(&answer.path);
        Ok(answer.cost)
    }
}

macro_rules! searched {
    ($($space:ty: $state:ty),*) => {$(
        impl Asked for $space {
            type State = $state;

            fn cost(
                &self,
                ends: ($state, $state),
                work: &mut Workspace,
                cancel: &AtomicBool,
            ) -> Result<Cost, QueryError> {
                search(self, &stoppable(ends, cancel), work).map(|answer| answer.cost)
            }
        }
    )*};
}
searched!(Grid: Cell, Graph: u32);

impl AskedForPaths for Grid {
    fn path(
        &self,
        ends: (Cell, Cell),
        work: &mut Workspace,
        cancel: &AtomicBool,
        cells: &mut Vec<Cell>,
    ) -> Result<Cost, QueryError> {
        let answer = search(self, &stoppable(ends, cancel), work)?;
        cells.extend_from_slice(&answer.path);
        Ok(answer.cost)
    }
}

/// An index answers in microseconds, and refuses limits.
macro_rules! looked_up {
    ($($space:ty: $state:ty $({ $($more:tt)* })?),*) => {$(
        impl Asked for $space {
            type State = $state;

            #[inline]
            fn cost(
                &self,
                (from, to): ($state, $state),
                work: &mut Workspace,
                _: &AtomicBool,
            ) -> Result<Cost, QueryError> {
                self.cost_with(from, to, work)
            }

            $($($more)*)?
        }
    )*};
}
looked_up!(GridIndex: Cell {
    fn costs(
        &self,
        pairs: &[(Cell, Cell)],
        work: &mut Workspace,
        _: &AtomicBool,
        answer: impl FnMut(usize, Result<Cost, QueryError>),
    ) {
        self.costs_with(pairs, work, answer);
    }

    fn chunk(&self, each: usize) -> usize {
        match self.kind() {
            // Four for each thread, so that all end at about the same time.
            IndexKind::Labels => (each / 4).clamp(CHUNK, ORDERED),
            _ => CHUNK,
        }
    }
}, GraphIndex: u32, LiveGrid: Cell);

impl AskedForPaths for GridIndex {
    const BY_TURNS: bool = true;

    #[inline]
    fn path(
        &self,
        (from, to): (Cell, Cell),
        work: &mut Workspace,
        _: &AtomicBool,
        cells: &mut Vec<Cell>,
    ) -> Result<Cost, QueryError> {
        let answer = self.turns_with(from, to, work)?;
        cells.extend_from_slice(&answer.waypoints);
        Ok(answer.cost)
    }

    fn order(&self, pairs: &[(Cell, Cell)]) -> Vec<u32> {
        GridIndex::order(self, pairs)
    }
}

impl AskedForPaths for LiveGrid {
    fn path(
        &self,
        (from, to): (Cell, Cell),
        work: &mut Workspace,
        _: &AtomicBool,
        cells: &mut Vec<Cell>,
    ) -> Result<Cost, QueryError> {
        let answer = search(self, &Query::new(from, to), work)?;
        cells.extend_from_slice(&answer.path);
        Ok(answer.cost)
    }
}

fn stoppable<S: Copy + IntoState<S>>((from, to): (S, S), cancel: &AtomicBool) -> Query<'_, S> {
    let mut limits = Limits::default();
    limits.cancel = Some(cancel);
    Query::new(from, to).limits(limits)
}

/// How many questions are to be answered.
pub(crate) struct Manner {
    pub(crate) threads: usize,
    /// Blocked ends get an infinite cost, and are not an error.
    pub(crate) blocked_is_infinite: bool,
}

/// Costs, and the cells of all paths, two numbers each, with where each path begins.
pub(crate) struct Paths {
    pub(crate) costs: Vec<f64>,
    pub(crate) offsets: Vec<i64>,
    pub(crate) cells: Vec<i32>,
}

pub(crate) fn ask_costs<A: Asked>(
    py: Python<'_>,
    space: &A,
    pairs: &[(A::State, A::State)],
    manner: &Manner,
) -> Result<Vec<f64>, Failure> {
    cancellable(py, |cancel| costs(space, pairs, manner, cancel))
}

pub(crate) fn ask_paths<A: AskedForPaths>(
    py: Python<'_>,
    space: &A,
    pairs: &[(Cell, Cell)],
    manner: &Manner,
    order: Order,
) -> Result<Paths, Failure> {
    cancellable(py, |cancel| paths(space, pairs, manner, order, cancel))
}

/// What cheapest paths cost.
pub(crate) fn costs<A: Asked>(
    space: &A,
    pairs: &[(A::State, A::State)],
    manner: &Manner,
    cancel: &AtomicBool,
) -> Result<Vec<f64>, Failure> {
    let mut costs = vec![f64::INFINITY; pairs.len()];
    let chunk = |each| space.chunk(each);
    answer_each(pairs, &mut costs, manner, cancel, chunk, |pairs, costs, hand, refused| {
        space.costs(pairs, &mut hand.work, cancel, |row, cost| match cost {
            Ok(cost) => costs[row] = cost.to_f64(),
            Err(error) => refused.note(row, error),
        });
    })?;
    Ok(costs)
}

/// A path as it was written down.
#[derive(Clone, Copy, Default)]
struct Brief {
    cost: f64,
    /// By which thread, and where among what that thread has written down.
    hand: usize,
    first: usize,
    count: usize,
    /// How many cells it has.
    cells: usize,
}

/// Cheapest paths.
pub(crate) fn paths<A: AskedForPaths>(
    space: &A,
    pairs: &[(Cell, Cell)],
    manner: &Manner,
    order: Order,
    cancel: &AtomicBool,
) -> Result<Paths, Failure> {
    let mut briefs = vec![Brief { cost: f64::INFINITY, ..Brief::default() }; pairs.len()];
    let chunk = |each| space.chunk(each);
    let hands =
        answer_each(pairs, &mut briefs, manner, cancel, chunk, |pairs, briefs, hand, refused| {
            for row in space.order(pairs) {
                if cancel.load(Ordering::Relaxed) {
                    return;
                }
                let row = row as usize;
                let first = hand.cells.len();
                match space.path(pairs[row], &mut hand.work, cancel, &mut hand.cells) {
                    Err(error) => refused.note(row, error),
                    Ok(cost) => {
                        let (path, cost) = (&hand.cells[first..], cost.to_f64());
                        let cells = if A::BY_TURNS { cells_along(path) } else { path.len() };
                        briefs[row] =
                            Brief { cost, hand: hand.number, first, count: path.len(), cells };
                    }
                }
            }
        })?;
    let mut offsets = Vec::with_capacity(pairs.len() + 1);
    let mut end = 0;
    offsets.push(0);
    offsets.extend(briefs.iter().map(|brief| {
        end += brief.cells as i64;
        end
    }));
    let mut cells = vec![0; 2 * end as usize];
    in_large_pages(&mut cells);
    let write = |briefs: &[Brief], mut cells: &mut [i32]| {
        for brief in briefs {
            let path = &hands[brief.hand].cells[brief.first..][..brief.count];
            let (here, rest) = std::mem::take(&mut cells).split_at_mut(2 * brief.cells);
            if A::BY_TURNS {
                write_lines(path, order, here)
            } else {
                write_cells(path, order, here)
            }
            cells = rest;
        }
    };
    std::thread::scope(|scope| {
        let (mut briefs, mut rest) = (&*briefs, &mut *cells);
        // As many cells for each thread, about.
        for share in (2..=hands.len()).rev() {
            let mut mine = 0;
            let most = rest.len() / 2 / share;
            let count = briefs.iter().take_while(|brief| {
                mine += brief.cells;
                mine <= most
            });
            let (some, others) = briefs.split_at(count.count());
            let room = 2 * some.iter().map(|brief| brief.cells).sum::<usize>();
            let (here, there) = rest.split_at_mut(room);
            scope.spawn(move || write(some, here));
            (briefs, rest) = (others, there);
        }
        write(briefs, rest);
    });
    let costs = briefs.iter().map(|brief| brief.cost).collect();
    Ok(Paths { costs, offsets, cells })
}

/// How many cells a path has that is known by its turns.
#[inline]
fn cells_along(turns: &[Cell]) -> usize {
    let length = |pair: &[Cell]| pair[0].x.abs_diff(pair[1].x).max(pair[0].y.abs_diff(pair[1].y));
    let steps: u64 = turns.windows(2).map(|pair| u64::from(length(pair))).sum();
    steps as usize + usize::from(!turns.is_empty())
}

/// All cells of a path that is known by its turns.
fn write_lines(turns: &[Cell], order: Order, cells: &mut [i32]) {
    let number = |cell: Cell| {
        let (a, b) = order.pair(cell);
        (a as i32, b as i32)
    };
    let mut places = cells.chunks_exact_mut(2);
    if let (Some(&first), Some(place)) = (turns.first(), places.next()) {
        (place[0], place[1]) = number(first);
    }
    for pair in turns.windows(2) {
        let ((mut a, mut b), to) = (number(pair[0]), number(pair[1]));
        let steps = a.abs_diff(to.0).max(b.abs_diff(to.1)) as usize;
        let (by_a, by_b) = ((to.0 - a).signum(), (to.1 - b).signum());
        for place in places.by_ref().take(steps) {
            (a, b) = (a + by_a, b + by_b);
            (place[0], place[1]) = (a, b);
        }
    }
}

fn write_cells(path: &[Cell], order: Order, cells: &mut [i32]) {
    for (place, &cell) in cells.chunks_exact_mut(2).zip(path) {
        let (a, b) = order.pair(cell);
        (place[0], place[1]) = (a as i32, b as i32);
    }
}

/// What a thread answers with.
struct Hand {
    number: usize,
    work: Box<Workspace>,
    cells: Vec<Cell>,
}

/// The first of some questions that was refused.
struct Refused {
    blocked_is_infinite: bool,
    first: Option<(usize, QueryError)>,
}

impl Refused {
    fn note(&mut self, row: usize, error: QueryError) {
        if self.blocked_is_infinite && matches!(error, QueryError::Blocked { .. }) {
            return;
        }
        if self.first.as_ref().is_none_or(|&(first, _)| row < first) {
            self.first = Some((row, error));
        }
    }
}

/// Has each question answered in its place, by threads that take some at a time, in order. Where questions are
/// refused, the error is that of the first one, whichever thread met it first.
fn answer_each<Q: Copy + Sync, R: Send>(
    questions: &[Q],
    results: &mut [R],
    manner: &Manner,
    cancel: &AtomicBool,
    chunk: impl Fn(usize) -> usize,
    answer: impl Fn(&[Q], &mut [R], &mut Hand, &mut Refused) + Sync,
) -> Result<Vec<Hand>, Failure> {
    let threads = threads(manner.threads).min(questions.len().div_ceil(CHUNK)).max(1);
    let size = chunk(questions.len() / threads);
    let chunks = questions.chunks(size).zip(results.chunks_mut(size)).enumerate();
    let (chunks, failed) = (Mutex::new(chunks), AtomicBool::new(false));
    let stopped = || cancel.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let work = |number: usize| {
        let mut hand = Hand { number, work: take_workspace(), cells: Vec::new() };
        loop {
            // Nobody begins with later questions after a failure; earlier ones are answered to the end.
            let next = match stopped() {
                true => None,
                false => chunks.lock().unwrap_or_else(|broken| broken.into_inner()).next(),
            };
            let Some((chunk, (questions, results))) = next else { return Ok(hand) };
            let blocked_is_infinite = manner.blocked_is_infinite;
            let mut refused = Refused { blocked_is_infinite, first: None };
            answer(questions, results, &mut hand, &mut refused);
            if let Some((row, error)) = refused.first {
                failed.store(true, Ordering::Relaxed);
                return Err((chunk * size + row, error));
            }
        }
    };
    let ended: Vec<_> = std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..threads).map(|number| scope.spawn(move || work(number))).collect();
        let mine = work(0);
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(mine).chain(others).collect()
    });
    let (mut hands, mut refused) = (Vec::with_capacity(ended.len()), None);
    for ended in ended {
        match ended {
            Ok(mut hand) => {
                give_workspace(std::mem::take(&mut hand.work));
                hands.push(hand);
            }
            Err((row, error)) if refused.as_ref().is_none_or(|&(first, _)| row < first) => {
                refused = Some((row, error));
            }
            Err(_) => {}
        }
    }
    match refused {
        Some((row, error)) => Err(Failure::Row(row, error.into())),
        None => Ok(hands),
    }
}
