//! The scratch memory of a search: made once, reused by every query after.
//!
//! A node's record is sixteen bytes: the cost of the best way to it, where that came from, and a
//! mark. The mark holds a stamp that changes with every search, so that a new search begins with
//! all records blank without touching them.

use crate::answer::Answer;
use crate::body::BodyScratch;
use crate::cost::Cost;
use crate::grid::Cell;
use crate::index::{GraphIndexScratch, IndexScratch};
use crate::open::{
    ArrayList, BucketQueue, ClassQueue, HeapQueue, LinearQueue, PairingQueue, StackQueue,
};
use crate::search::{
    Ended, Run, iterative::Deepening, jump::Jumps, naive::Walks, plain_grid::Cells,
    weighted_grid::UnevenCells,
};
use crate::space::{Ends, NONE};
use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;

/// The scratch memory of all searches: grids, graphs, bodies, indices and states of your own, in turn.
/// A second query of the same size allocates nothing.
///
/// A workspace is as large as what it was used for: about 16 bytes a node of the largest space and as
/// much again for each state that was open at once. One for each thread.
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
    /// What is kept for states of the user's own, by their type. There are few types, so they are
    /// looked through.
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

impl Workspace {
    /// An empty workspace. It grows with its first query.
    ///
    /// ```
    /// let work = wayline::Workspace::new();
    /// ```
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// The numbers, and the memory of one kind of states.
    pub(crate) fn split<M: Any + Default + Send + Sync>(&mut self) -> (&mut Core, &mut M) {
        let Workspace { core, states, .. } = self;
        let known = states.iter().position(|memory| memory.is::<M>());
        let at = known.unwrap_or_else(|| {
            states.push(Box::<M>::default());
            states.len() - 1
        });
        let memory = states[at].downcast_mut();
        (core, memory.expect("what is at this place was asked for its type"))
    }

    /// The memory of one kind of states, if there is any.
    pub(crate) fn memory<M: Any>(&self) -> Option<&M> {
        self.states.iter().find_map(|memory| memory.downcast_ref())
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Workspace({} records)", self.core.records.len())
    }
}

thread_local! {
    static SPARE: RefCell<Option<Box<Workspace>>> = const { RefCell::new(None) };
}

/// Calls a function with a workspace that this thread keeps: what the simple half of the API asks with.
/// Asked again from within, it makes another.
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
    pub(crate) cells: Cells,
    pub(crate) uneven_cells: UnevenCells,
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

/// A record for each node: cost so far, parent, and whether it is open, closed or to be avoided.
#[derive(Default)]
pub(crate) struct Records {
    /// Cost; then the mark in the upper half and the parent in the lower. As plain integers they
    /// come zeroed from the allocator, without being touched.
    words: Vec<[u64; 2]>,
    stamp: u32,
}

const OPEN: u32 = 0;
const CLOSED: u32 = 1;
const AVOIDED: u32 = 2;
const STATE_BITS: u32 = 2;

/// What reaching a node at some cost came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// As good a way is known, or the node is to be avoided.
    Pointless,
    /// First seen.
    New,
    /// Open, now cheaper.
    Cheaper,
    /// Closed, now cheaper, and open again.
    Reopened,
}

/// When a cheaper way to a state that was reached before counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    /// Always: closed states are reopened.
    Always,
    /// While it is open.
    WhileOpen,
    /// Never: the first way is kept.
    Never,
}

impl Records {
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Blanks all records, and makes room for so many.
    pub(crate) fn begin(&mut self, nodes: usize) {
        self.stamp += 1;
        if self.stamp == 1 << (32 - STATE_BITS) {
            // Once in a billion searches the stamps start over.
            self.words.fill([0; 2]);
            self.stamp = 1;
        }
        if nodes > self.words.len() {
            if self.words.is_empty() {
                self.words = vec![[0; 2]; nodes];
            } else {
                self.words.resize(nodes, [0; 2]);
            }
        }
    }

    #[cold]
    fn grow(&mut self, node: u32) {
        let enough = (node as usize + 1).max(self.words.len() * 2).max(1024);
        self.words.resize(enough, [0; 2]);
    }

    #[inline]
    fn mark(&self, state: u32) -> u64 {
        ((self.stamp << STATE_BITS | state) as u64) << 32
    }

    /// The state of a node that this search has seen.
    #[inline]
    fn state(&self, node: u32) -> Option<u32> {
        let mark = (self.words.get(node as usize)?[1] >> 32) as u32;
        (mark >> STATE_BITS == self.stamp).then_some(mark & ((1 << STATE_BITS) - 1))
    }

    /// Records a way to a node if it is the cheapest so far.
    #[inline]
    pub(crate) fn reach(&mut self, node: u32, g: Cost, parent: u32) -> Reach {
        let open = self.mark(OPEN);
        let Some(word) = self.words.get_mut(node as usize) else {
            self.grow(node);
            self.words[node as usize] = [g.raw(), open | parent as u64];
            return Reach::New;
        };
        let mark = (word[1] >> 32) as u32;
        let mut how = Reach::New;
        if mark >> STATE_BITS == self.stamp {
            if g.raw() >= word[0] {
                return Reach::Pointless;
            }
            how = if mark & CLOSED != 0 { Reach::Reopened } else { Reach::Cheaper };
        }
        *word = [g.raw(), open | parent as u64];
        how
    }

    /// Records a way to a node unless one is known.
    #[inline]
    pub(crate) fn reach_once(&mut self, node: u32, g: Cost, parent: u32) -> Reach {
        if self.is_seen(node) { Reach::Pointless } else { self.reach(node, g, parent) }
    }

    /// Closes an open node and tells its cost and parent; `None` if it is not open.
    #[inline]
    pub(crate) fn close(&mut self, node: u32) -> Option<(Cost, u32)> {
        let (open, closed) = (self.mark(OPEN), self.mark(CLOSED));
        let word = self.words.get_mut(node as usize)?;
        if word[1] >> 32 != open >> 32 {
            return None;
        }
        word[1] = closed | (word[1] & 0xFFFF_FFFF);
        Some((Cost::from_raw(word[0]), word[1] as u32))
    }

    /// Takes back a close.
    pub(crate) fn reopen(&mut self, node: u32) {
        let open = self.mark(OPEN);
        let word = &mut self.words[node as usize];
        word[1] = open | (word[1] & 0xFFFF_FFFF);
    }

    /// Marks a node as not to be entered: no way to it is ever cheaper.
    pub(crate) fn avoid(&mut self, node: u32) {
        if node as usize >= self.words.len() {
            self.grow(node);
        }
        self.words[node as usize] = [0, self.mark(AVOIDED) | NONE as u64];
    }

    /// Forgets what is known of a node.
    pub(crate) fn forget(&mut self, node: u32) {
        if let Some(word) = self.words.get_mut(node as usize) {
            *word = [0; 2];
        }
    }

    /// Whether this search has reached the node, or is to avoid it.
    #[inline]
    pub(crate) fn is_seen(&self, node: u32) -> bool {
        self.state(node).is_some()
    }

    #[inline]
    pub(crate) fn is_closed(&self, node: u32) -> bool {
        self.state(node) == Some(CLOSED)
    }

    /// The cost of the best way to a node so far; infinite when there is none.
    #[inline]
    pub(crate) fn g(&self, node: u32) -> Cost {
        match self.state(node) {
            Some(OPEN | CLOSED) => Cost::from_raw(self.words[node as usize][0]),
            _ => Cost::INFINITE,
        }
    }

    /// The parent of a node that was reached.
    #[inline]
    pub(crate) fn parent(&self, node: u32) -> u32 {
        match self.state(node) {
            Some(OPEN | CLOSED) => self.words[node as usize][1] as u32,
            _ => NONE,
        }
    }
}
