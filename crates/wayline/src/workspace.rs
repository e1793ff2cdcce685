//! The scratch memory of a search: made once, reused by every query after.
//!
//! A node's record is sixteen bytes: the cost of the best way to it, where that came from, and a
//! mark. The mark holds a stamp that changes with every search, so that a new search begins with
//! all records blank without touching them.

use crate::cost::Cost;
use crate::open::{
    ArrayList, BucketQueue, ClassQueue, HeapQueue, LinearQueue, PairingQueue, StackQueue,
};
use crate::search::{
    Run, iterative::Deepening, jump::Jumps, naive::Walks, plain_grid::Cells,
    weighted_grid::UnevenCells,
};
use crate::space::{NONE, Searchable};

/// The scratch memory of searches over one kind of space. A second query of the same size allocates
/// nothing.
///
/// A workspace may be used for many maps in turn; it is as large as the largest of them, about 16
/// bytes a node and as much again for each state that was open at once. One for each thread.
///
/// ```
/// use wayline::{search, Grid, Query, Workspace};
///
/// let grid = Grid::new(100, 100)?;
/// let mut work = Workspace::new();
/// for x in 0..100 {
///     assert!(search(&grid, &Query::new((0, 0), (x, 99)), &mut work)?.is_found());
/// }
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct Workspace<S: Searchable> {
    pub(crate) core: Core,
    pub(crate) memory: S::Memory,
    pub(crate) deepening: Deepening<S::State>,
    pub(crate) path: Vec<S::State>,
    pub(crate) waypoints: Vec<S::State>,
}

impl<S: Searchable> Workspace<S> {
    /// An empty workspace. It grows with its first query.
    ///
    /// ```
    /// let work = wayline::Workspace::<wayline::Grid>::new();
    /// ```
    pub fn new() -> Workspace<S> {
        Workspace {
            core: Core::default(),
            memory: S::Memory::default(),
            deepening: Deepening::default(),
            path: Vec::new(),
            waypoints: Vec::new(),
        }
    }
}

impl<S: Searchable> Default for Workspace<S> {
    fn default() -> Workspace<S> {
        Workspace::new()
    }
}

impl<S: Searchable> std::fmt::Debug for Workspace<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Workspace({} records)", self.core.records.len())
    }
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
