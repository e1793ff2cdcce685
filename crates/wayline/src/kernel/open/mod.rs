//! Open lists: which state is next.
//!
//! One article asks what the open list costs, and compares a linear array, an array of nodes and a
//! priority queue. Here they are, with two more. All give states out in the same total order (by
//! f, then by the tie-break, then by node number), so the choice changes the time a search takes
//! and nothing else: not the path, not a count.
//!
//! | open list | put | take | cheaper | |
//! | --- | --- | --- | --- | --- |
//! | `array` | O(1) | O(n) | O(n) | open and closed states in plain arrays, no record per node |
//! | `node-array` | O(1) | O(n) | O(n) | a plain array, and a record per node |
//! | `heap` | O(log n) | O(log n) | O(log n) | four-ary, outdated entries skipped |
//! | `pairing` | O(1) | O(log n) amortised | o(log n) amortised | true decrease-key |
//! | `bucket` | O(1) mostly | small | O(1) mostly | a stack for each f, or slices of f where every f is another |

mod array;
mod bucket;
mod classes;
mod heap;
mod linear;
mod pairing;
mod stacks;
#[cfg(test)]
mod tests;

pub(crate) use array::ArrayList;
pub(crate) use bucket::BucketQueue;
pub(crate) use classes::ClassQueue;
pub(crate) use heap::HeapQueue;
pub(crate) use linear::LinearQueue;
pub(crate) use pairing::PairingQueue;
pub(crate) use stacks::{MOST_RISE, StackQueue};

use crate::kernel::cost::Cost;
use crate::kernel::records::{Reach, Records, Updates};

/// What the open list is ordered by, smallest first: f, then a tie-break, then the node, larger
/// numbers first. One integer, so that one comparison settles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u128);

impl Key {
    #[inline]
    pub(crate) fn new(f: Cost, tie: u32, node: u32) -> Key {
        Key((f.raw() as u128) << 64 | (tie as u128) << 32 | !node as u128)
    }

    #[inline]
    pub(crate) fn node(self) -> u32 {
        !(self.0 as u32)
    }

    #[inline]
    pub(crate) fn f(self) -> Cost {
        Cost::from_raw((self.0 >> 64) as u64)
    }
}

/// An ordered queue of open nodes, beside a record for each node.
pub(crate) trait Queue {
    /// Empties the queue, given the first f and the longest move, where known.
    fn begin(&mut self, least: Cost, longest_step: Option<Cost>);
    fn push(&mut self, key: Key);
    /// A node in the queue has become cheaper. Queues that keep the old entry as well give the
    /// node out twice, the second time when it is no longer open.
    fn lower(&mut self, key: Key);
    /// Takes the smallest, given which nodes are closed, so that it need not sort those.
    fn pop(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<Key>;
}

/// An open node that was taken off the list, and is closed now.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    pub(crate) key: Key,
    pub(crate) g: Cost,
    pub(crate) parent: u32,
}

/// What a best-first search keeps: which states are known, at what cost, and which is next.
pub(crate) trait Frontier {
    /// Forgets everything.
    fn begin(&mut self, nodes: usize, least: Cost, longest_step: Option<Cost>);
    fn avoid(&mut self, node: u32);
    fn forget(&mut self, node: u32);
    /// Records a path to a node if it is the first, or cheaper and that still counts.
    /// [`put`](Frontier::put) must follow, unless it was pointless.
    fn reach(&mut self, node: u32, g: Cost, parent: u32, updates: Updates) -> Reach;
    fn put(&mut self, key: Key, how: Reach);
    /// Takes the next node and closes it.
    fn take(&mut self) -> Option<Taken>;
    /// Takes back a take.
    fn put_back(&mut self, taken: Taken);
    fn g(&self, node: u32) -> Cost;
    fn parent(&self, node: u32) -> u32;
}

/// A queue beside records: every frontier but the plain arrays.
pub(crate) struct Recorded<'w, Q> {
    pub(crate) records: &'w mut Records,
    pub(crate) queue: &'w mut Q,
}

impl<Q: Queue> Frontier for Recorded<'_, Q> {
    fn begin(&mut self, nodes: usize, least: Cost, longest_step: Option<Cost>) {
        self.records.begin(nodes);
        self.queue.begin(least, longest_step);
    }

    fn avoid(&mut self, node: u32) {
        self.records.avoid(node);
    }

    fn forget(&mut self, node: u32) {
        self.records.forget(node);
    }

    #[inline]
    fn reach(&mut self, node: u32, g: Cost, parent: u32, updates: Updates) -> Reach {
        match updates {
            Updates::Always => self.records.reach(node, g, parent),
            Updates::WhileOpen if self.records.is_closed(node) => Reach::Pointless,
            Updates::WhileOpen => self.records.reach(node, g, parent),
            Updates::Never => self.records.reach_once(node, g, parent),
        }
    }

    #[inline]
    fn put(&mut self, key: Key, how: Reach) {
        if how == Reach::Cheaper {
            self.queue.lower(key);
        } else {
            self.queue.push(key);
        }
    }

    #[inline(always)]
    fn take(&mut self) -> Option<Taken> {
        loop {
            let records = &self.records;
            let key = self.queue.pop(|node| records.is_closed(node))?;
            // Of several entries for a node the cheapest comes first and closes it; the others
            // find it closed.
            if let Some((g, parent)) = self.records.close(key.node()) {
                return Some(Taken { key, g, parent });
            }
        }
    }

    fn put_back(&mut self, taken: Taken) {
        self.records.reopen(taken.key.node());
        self.queue.push(taken.key);
    }

    fn g(&self, node: u32) -> Cost {
        self.records.g(node)
    }

    fn parent(&self, node: u32) -> u32 {
        self.records.parent(node)
    }
}
