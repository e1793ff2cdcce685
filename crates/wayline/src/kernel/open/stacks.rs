//! A ring of stacks, for a grid with a consistent estimate whose steps have few costs: f never falls, and rises
//! by at most two steps at a time.
//!
//! f is cut so finely that a slice seldom holds two different f. A slice is a slot of the
//! [ring](crate::kernel::ring), which fits in the innermost cache. The first f that is put into a slice has the
//! slot; the others of that slice, if there are any, wait in a heap beside it. The newest node of the f whose turn
//! it is lies on no stack at all: as a rule it is the next to be taken. The order is exact: by f, and the newest
//! first.

use super::{HeapQueue, Key};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::ring::{RING, StackRing};

/// Slots in use: half the ring, tags and all, is 16 KB.
const SLICES: usize = RING / 2;
/// What f may rise by at most: a slice is then no wider than the 32 bits that a tag keeps of an f.
pub(crate) const MOST_RISE: u64 = ((SLICES as u64 - 2) << 32) - 1;

pub(crate) struct StackQueue {
    /// f is cut by this shift.
    shift: u32,
    /// The slot whose turn it is, and its f.
    now: usize,
    f: u64,
    /// The newest node of that f, or none.
    newest: u32,
    /// Each slot with the lower half of its f.
    ring: StackRing<u32>,
    /// What has another f than its slot.
    others: HeapQueue,
    has_others: bool,
    /// The tie-break of the next of those: each smaller than the one before.
    next_tie: u32,
}

impl Default for StackQueue {
    fn default() -> StackQueue {
        let (ring, others, next_tie) = (StackRing::default(), HeapQueue::default(), u32::MAX);
        StackQueue {
            shift: 1,
            now: 0,
            f: 0,
            newest: NONE,
            ring,
            others,
            has_others: false,
            next_tie,
        }
    }
}

impl StackQueue {
    /// Whether no slice holds two different f, if all of them are multiples of one number.
    pub(crate) fn has_slots_for(multiples_of: u64, rise: u64) -> bool {
        rise <= MOST_RISE && multiples_of >> StackQueue::shift(rise) > 0
    }

    /// As fine as the ring allows.
    fn shift(rise: u64) -> u32 {
        (rise / (SLICES as u64 - 2)).max(1).ilog2() + 1
    }

    /// Empties the queue, given the least f there will be, and the most that f rises by at a time: at most
    /// [`MOST_RISE`].
    pub(crate) fn begin(&mut self, least: u64, rise: u64) {
        self.ring.clear();
        self.others.clear();
        self.has_others = false;
        self.shift = StackQueue::shift(rise);
        self.now = self.slot(least);
        self.f = least;
        self.newest = NONE;
        self.ring.set_tag(self.now, least as u32);
        self.next_tie = u32::MAX;
    }

    #[inline(always)]
    fn slot(&self, f: u64) -> usize {
        (f >> self.shift) as usize % SLICES
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, f: u64, node: u32) {
        if f == self.f {
            let older = std::mem::replace(&mut self.newest, node);
            if older != NONE {
                self.ring.push(self.now, older);
            }
            return;
        }
        let slot = self.slot(f);
        if self.ring.tag(slot) != f as u32 {
            // Where something lies, or what is put now would be taken at once, the slot has its f.
            if slot == self.now || !self.ring.is_empty(slot) {
                return self.push_other(f, node);
            }
            self.ring.set_tag(slot, f as u32);
        }
        self.ring.push(slot, node);
    }

    /// The same where it happens seldom: for a start, or for what was taken too early.
    #[cold]
    #[inline(never)]
    pub(crate) fn put(&mut self, f: u64, node: u32) {
        self.push(f, node);
    }

    #[cold]
    #[inline(never)]
    fn push_other(&mut self, f: u64, node: u32) {
        self.next_tie -= 1;
        self.has_others = true;
        self.others.insert(Key::new(Cost::from_raw(f), self.next_tie, node));
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            if self.has_others
                && let Some(taken) = self.pop_other()
            {
                return Some(taken);
            }
            let newest = std::mem::replace(&mut self.newest, NONE);
            if newest != NONE {
                return Some((self.f, newest));
            }
            if let Some(node) = self.ring.pop(self.now) {
                return Some((self.f, node));
            }
            let next = (self.now + self.ring.ahead(self.now)?) % SLICES;
            // Whole slices ahead, and what the tag says within the slice.
            let slices = (next + SLICES - self.now) % SLICES;
            let slice = (self.f >> self.shift) + slices as u64;
            let within = u64::from(self.ring.tag(next)) & ((1 << self.shift) - 1);
            (self.now, self.f) = (next, slice << self.shift | within);
        }
    }

    /// The least of the others, if its turn has come: it is of the current slice, and less than its slot's.
    #[inline(never)]
    fn pop_other(&mut self) -> Option<(u64, u32)> {
        let key = self.others.peek()?;
        let f = key.f().raw();
        let is_due = f >> self.shift == self.f >> self.shift;
        let is_empty = self.newest == NONE && self.ring.is_empty(self.now);
        if !is_due || f > self.f && !is_empty {
            return None;
        }
        self.others.take();
        self.has_others = !self.others.is_empty();
        Some((f, key.node()))
    }
}
