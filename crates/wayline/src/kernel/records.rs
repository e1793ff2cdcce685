//! A record for each node: sixteen bytes with the cost of the best path to it, where that came from, and
//! a mark. The mark holds a stamp that changes with every search, so that a new search begins with all
//! records blank without touching them.

use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;

/// A record for each node: cost so far, parent, and whether it is open, closed or to be avoided.
#[derive(Default)]
pub(crate) struct Records {
    /// Cost; then the mark in the upper half and the parent in the lower. As plain integers they
    /// come zeroed from the allocator, without being touched.
    words: Vec<[u64; 2]>,
    /// The mark of an open record, where it lies in a word: this search's stamp in the upper 30 bits. A record of
    /// this search is less than [`STAMP`] above it, an open one less than [`CLOSED`].
    open: u64,
}

/// What is added to the mark of an open record.
const CLOSED: u64 = 1 << 32;
const AVOIDED: u64 = 2 << 32;
/// From one search's stamp to the next.
const STAMP: u64 = 4 << 32;

/// What reaching a node at some cost came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// As good a path is known, or the node is to be avoided.
    Pointless,
    /// First seen.
    New,
    /// Open, now cheaper.
    Cheaper,
    /// Closed, now cheaper, and open again.
    Reopened,
}

/// When a cheaper path to a state that was reached before counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Updates {
    /// Always: closed states are reopened.
    Always,
    /// While it is open.
    WhileOpen,
    /// Never: the first path is kept.
    Never,
}

impl Records {
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Blanks all records, and makes room for this many.
    pub(crate) fn begin(&mut self, nodes: usize) {
        self.open = self.open.wrapping_add(STAMP);
        if self.open == 0 {
            // Once in a billion searches the stamps start over.
            self.words.fill([0; 2]);
            self.open = STAMP;
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

    /// The state of a node that this search has seen: 0 (open), [`CLOSED`] or [`AVOIDED`].
    #[inline]
    fn state(&self, node: u32) -> Option<u64> {
        let above = self.words.get(node as usize)?[1].wrapping_sub(self.open);
        (above < STAMP).then_some(above & (CLOSED | AVOIDED))
    }

    /// Records a path to a node if it is the cheapest so far.
    #[inline]
    pub(crate) fn reach(&mut self, node: u32, g: Cost, parent: u32) -> Reach {
        let open = self.open;
        let Some(word) = self.words.get_mut(node as usize) else {
            self.grow(node);
            self.words[node as usize] = [g.raw(), open | parent as u64];
            return Reach::New;
        };
        let above = word[1].wrapping_sub(open);
        let mut how = Reach::New;
        if above < STAMP {
            if g.raw() >= word[0] {
                return Reach::Pointless;
            }
            how = if above < CLOSED { Reach::Cheaper } else { Reach::Reopened };
        }
        *word = [g.raw(), open | parent as u64];
        how
    }

    /// Records a path to a node unless one is known.
    #[inline]
    pub(crate) fn reach_once(&mut self, node: u32, g: Cost, parent: u32) -> Reach {
        let open = self.open;
        let Some(word) = self.words.get_mut(node as usize) else {
            self.grow(node);
            self.words[node as usize] = [g.raw(), open | parent as u64];
            return Reach::New;
        };
        if word[1].wrapping_sub(open) < STAMP {
            return Reach::Pointless;
        }
        *word = [g.raw(), open | parent as u64];
        Reach::New
    }

    /// Closes an open node and returns its cost and parent; `None` if it is not open.
    #[inline]
    pub(crate) fn close(&mut self, node: u32) -> Option<(Cost, u32)> {
        let word = self.words.get_mut(node as usize)?;
        if word[1].wrapping_sub(self.open) >= CLOSED {
            return None;
        }
        word[1] |= CLOSED;
        Some((Cost::from_raw(word[0]), word[1] as u32))
    }

    /// Takes back a close.
    pub(crate) fn reopen(&mut self, node: u32) {
        self.words[node as usize][1] &= !CLOSED;
    }

    /// Marks a node as not to be entered: no path to it is ever cheaper.
    pub(crate) fn avoid(&mut self, node: u32) {
        if node as usize >= self.words.len() {
            self.grow(node);
        }
        self.words[node as usize] = [0, self.open | AVOIDED | NONE as u64];
    }

    /// Forgets what is known about a node.
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

    pub(crate) fn is_avoided(&self, node: u32) -> bool {
        self.state(node) == Some(AVOIDED)
    }

    #[inline]
    pub(crate) fn is_closed(&self, node: u32) -> bool {
        self.state(node) == Some(CLOSED)
    }

    /// The cost of the best path to a node so far; infinite when there is none.
    #[inline]
    pub(crate) fn g(&self, node: u32) -> Cost {
        match self.state(node) {
            Some(0 | CLOSED) => Cost::from_raw(self.words[node as usize][0]),
            _ => Cost::INFINITE,
        }
    }

    /// The parent of a node that was reached.
    #[inline]
    pub(crate) fn parent(&self, node: u32) -> u32 {
        match self.state(node) {
            Some(0 | CLOSED) => self.words[node as usize][1] as u32,
            _ => NONE,
        }
    }
}
