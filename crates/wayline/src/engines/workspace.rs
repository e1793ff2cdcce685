//! The scratch memory of a search: made once, reused by every later query.
//!
//! A node's record is sixteen bytes: the cost of the best path to it, where that came from, and a
//! mark. The mark holds a stamp that changes with every search, so that a new search begins with
//! all records blank without touching them.

use crate::body::search::BodyScratch;
use crate::engines::index::{GraphIndexScratch, IndexScratch};
use crate::engines::search::problem::Ends;
use crate::engines::search::{
    Ended, Run, iterative::Deepening, jump::Jumps, naive::Walks, plain_grid::PlainCells,
    weighted_grid::UnevenCells,
};
use crate::kernel::cost::Cost;
use crate::kernel::open::{
    ArrayList, BucketQueue, ClassQueue, HeapQueue, LinearQueue, PairingQueue, StackQueue,
};
use crate::kernel::records::Records;
use crate::question::answer::Answer;
use crate::spaces::grid::{Cell, add_line};
use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;

/// The scratch memory of all searches: grids, graphs, bodies, indices and states of your own, in turn.
/// A second query of the same size allocates nothing.
///
/// A workspace is as large as its largest use: about 16 bytes a node of the largest space, and as much again for
/// each state that was open at once. Use one for each thread.
///
/// ```
/// use wayline::{search, Graph, Grid, Query, Workspace};
///
/// let mut work = Workspace::new();
/// let grid = Grid::new(100, 100)?;
/// for x in 0..100 {
///     assert!(search(&grid, &Query::new((0, 0), (x, 99)), &mut work)?.is_found());
/// }
/// let graph = Graph::from_edges(2, [(0, 1, 1.0)])?;
/// assert!(search(&graph, &Query::new(0u32, 1u32), &mut work)?.is_found());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Default)]
pub struct Workspace {
    pub(crate) core: Core,
    pub(crate) ends: Ends,
    pub(crate) cells: Found<Cell>,
    pub(crate) cell_stack: Deepening<Cell>,
    pub(crate) nodes: Found<u32>,
    pub(crate) node_stack: Deepening<u32>,
    pub(crate) index: IndexScratch,
    pub(crate) graph_index: GraphIndexScratch,
    pub(crate) body: BodyScratch,
    /// What is kept for the user's own states, by their type. There are few types, so they are searched one by
    /// one.
    states: Vec<Box<dyn Any + Send + Sync>>,
}

/// What a search found, in states.
pub(crate) struct Found<S> {
    pub(crate) path: Vec<S>,
    pub(crate) waypoints: Vec<S>,
    pub(crate) edges: Vec<u32>,
}

impl<S> Default for Found<S> {
    fn default() -> Found<S> {
        let (path, waypoints, edges) = (Vec::new(), Vec::new(), Vec::new());
        Found { path, waypoints, edges }
    }
}

impl<S: Clone> Found<S> {
    pub(crate) fn clear(&mut self) {
        self.path.clear();
        self.waypoints.clear();
        self.edges.clear();
    }

    /// The answer to the search that ended so.
    pub(crate) fn answer(&self, ended: Ended) -> Answer<'_, S> {
        let Ended { outcome, cost, guarantee, algorithm, stats } = ended;
        Answer {
            outcome,
            cost,
            path: Cow::Borrowed(&self.path),
            waypoints: Cow::Borrowed(&self.waypoints),
            edges: Cow::Borrowed(&self.edges),
            guarantee,
            algorithm,
            stats,
        }
    }
}

impl Found<Cell> {
    /// Writes out a path that is known by its turns.
    pub(crate) fn write_turns(&mut self, turns: &[Cell]) {
        self.waypoints.extend_from_slice(turns);
        self.path.extend(turns.first());
        for pair in turns.windows(2) {
            add_line(&mut self.path, pair[0], pair[1]);
        }
    }
}

impl Workspace {
    /// An empty workspace. It grows with its first query.
    ///
    /// ```
    /// let work = wayline::Workspace::new();
    /// ```
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// How many bytes searches for bodies have made it hold: eight for each placement of the largest map, and the
    /// open list.
    pub fn body_bytes(&self) -> usize {
        self.body.bytes()
    }

    /// The numbers, and the memory of one kind of states.
    pub(crate) fn split<M: Any + Default + Send + Sync>(&mut self) -> (&mut Core, &mut M) {
        let Workspace { core, states, .. } = self;
        (core, memory_in(states))
    }

    /// What was found in cells, and the memory of one kind of states.
    pub(crate) fn split_cells<M: Any + Default + Send + Sync>(
        &mut self,
    ) -> (&mut Found<Cell>, &mut M) {
        let Workspace { cells, states, .. } = self;
        (cells, memory_in(states))
    }

    /// The memory of one kind of states, if there is any.
    pub(crate) fn memory<M: Any>(&self) -> Option<&M> {
        self.states.iter().find_map(|memory| memory.downcast_ref())
    }
}

/// The memory of one kind of states, made if there is none.
fn memory_in<M: Any + Default + Send + Sync>(
    states: &mut Vec<Box<dyn Any + Send + Sync>>,
) -> &mut M {
    let known = states.iter().position(|memory| memory.is::<M>());
    let at = known.unwrap_or_else(|| {
        states.push(Box::<M>::default());
        states.len() - 1
    });
    let memory = states[at].downcast_mut();
    memory.expect("what is at this place was asked for its type")
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Workspace({} records)", self.core.records.len())
    }
}

thread_local! {
    static SPARE: RefCell<Option<Box<Workspace>>> = const { RefCell::new(None) };
}

/// Calls a function with a workspace that this thread keeps: the simple half of the API uses it. If called again
/// from within, it makes another.
pub(crate) fn with_spare<T>(run: impl FnOnce(&mut Workspace) -> T) -> T {
    // A thread that is ending has no spare any more.
    let spare = SPARE.try_with(|spare| spare.take());
    let mut work = spare.ok().flatten().unwrap_or_default();
    let result = run(&mut work);
    _ = SPARE.try_with(|spare| spare.replace(Some(work)));
    result
}

/// The part of a workspace that knows nothing but node numbers.
#[derive(Default)]
pub(crate) struct Core {
    pub(crate) records: Records,
    /// Those of the search from the other end.
    pub(crate) back: Records,
    pub(crate) heap: HeapQueue,
    pub(crate) back_heap: HeapQueue,
    pub(crate) linear: LinearQueue,
    pub(crate) pairing: PairingQueue,
    pub(crate) bucket: BucketQueue,
    pub(crate) classes: ClassQueue,
    pub(crate) array: ArrayList,
    /// Nodes waiting, for the searches that do not order them.
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) walks: Walks,
    pub(crate) plain_cells: PlainCells,
    pub(crate) uneven_cells: UnevenCells,
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) leaps: Vec<crate::engines::search::jump::Leap>,
    pub(crate) stacks: StackQueue,
    pub(crate) jumps: Jumps,
    /// A path in numbers.
    pub(crate) trail: Vec<u32>,
    pub(crate) run: Run,
}

/// A node that waits to be looked at.
#[derive(Clone, Copy)]
pub(crate) struct Waiting {
    pub(crate) node: u32,
    pub(crate) parent: u32,
    pub(crate) g: Cost,
}
