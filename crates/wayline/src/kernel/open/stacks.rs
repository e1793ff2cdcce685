//! A ring of stacks, for a plain grid with a consistent estimate: f never falls, and rises by at
//! most two steps at a time.
//!
//! f is cut so finely that a slice seldom holds two different f. A slice is a slot of the
//! [ring](crate::kernel::ring), which fits in the innermost cache. The first f that is put into a slice has the
//! slot; the others of that slice, if there are any, wait in a heap beside it. The order is exact: by f, and
//! the newest first.

use super::{HeapQueue, Key};
use crate::kernel::cost::Cost;
use crate::kernel::ring::{RING, StackRing};

#[derive(Default)]
pub(crate) struct StackQueue {
    /// f is cut by this shift.
    shift: u32,
    /// The slot whose turn it is, and its f.
    now: usize,
    f: u64,
    /// Each slot with its f.
    ring: StackRing<u64>,
    /// What has another f than its slot.
    others: HeapQueue,
    /// The tie-break of the next of those: each smaller than the one before.
    next_tie: u32,
}

impl StackQueue {
    /// Empties the queue, given the least f there will be, and the most that f rises by at a time.
    pub(crate) fn begin(&mut self, least: u64, rise: u64) {
        self.ring.clear();
        self.others.clear();
        // As fine as the ring allows.
        self.shift = (rise / (RING as u64 - 2)).max(1).ilog2() + 1;
        self.now = self.slot(least);
        self.f = least;
        self.ring.set_tag(self.now, least);
        self.next_tie = u32::MAX;
    }

    #[inline(always)]
    fn slot(&self, f: u64) -> usize {
        (f >> self.shift) as usize % RING
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, f: u64, node: u32) {
        let slot = self.slot(f);
        if self.ring.tag(slot) != f {
            // Where something lies, or what is put now would be taken at once, the slot has its f.
            if slot == self.now || !self.ring.is_empty(slot) {
                return self.push_other(f, node);
            }
            self.ring.set_tag(slot, f);
        }
        self.ring.push(slot, node);
    }

    #[cold]
    #[inline(never)]
    fn push_other(&mut self, f: u64, node: u32) {
        self.next_tie -= 1;
        self.others.insert(Key::new(Cost::from_raw(f), self.next_tie, node));
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            if !self.others.is_empty()
                && let Some(taken) = self.pop_other()
            {
                return Some(taken);
            }
            if let Some(node) = self.ring.pop(self.now) {
                return Some((self.f, node));
            }
            self.now = (self.now + self.ring.ahead(self.now)?) % RING;
            self.f = self.ring.tag(self.now);
        }
    }

    /// The least of the others, if its turn has come: it is of the current slice, and less than its slot's.
    #[inline(never)]
    fn pop_other(&mut self) -> Option<(u64, u32)> {
        let key = self.others.peek()?;
        let f = key.f().raw();
        let is_due = f >> self.shift == self.f >> self.shift;
        if !is_due || f > self.f && !self.ring.is_empty(self.now) {
            return None;
        }
        self.others.take();
        Some((f, key.node()))
    }
}
