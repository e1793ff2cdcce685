//! A ring of stacks, for a plain grid with a consistent estimate: f never falls, and rises by at
//! most two steps at a time.
//!
//! f is cut so finely that a slice seldom holds two different f. A slice is a slot of the
//! [ring](crate::kernel::ring), which fits in the innermost cache. A slice that does hold different f is
//! put in order by a small heap when its turn comes. The order is exact: by f, and the newest first.

use super::{HeapQueue, Key};
use crate::kernel::cost::Cost;
use crate::kernel::ring::{RING, StackRing};

#[derive(Default)]
pub(crate) struct StackQueue {
    /// f is cut by this shift.
    shift: u32,
    /// The slice whose turn it is.
    current: u64,
    /// States by slice, each with its f.
    ring: StackRing<u64>,
    /// What the current slice holds beside its stack, in order: everything, if its f differ.
    mixed: HeapQueue,
    /// The tie-break of the next state put there: each smaller than the one before.
    next_tie: u32,
    /// The f of the current slice's stack.
    stack_f: u64,
}

impl StackQueue {
    /// Empties the queue, given the least f there will be, and the most that f rises by at a time.
    pub(crate) fn begin(&mut self, least: Cost, rise: Cost) {
        self.ring.clear();
        self.mixed.clear();
        // As fine as the ring allows.
        self.shift = (rise.raw() / (RING as u64 - 2)).max(1).ilog2() + 1;
        self.current = least.raw() >> self.shift;
        self.stack_f = least.raw();
        self.next_tie = u32::MAX;
    }

    #[inline]
    pub(crate) fn push(&mut self, f: Cost, node: u32) {
        let f = f.raw();
        let slice = f >> self.shift;
        debug_assert!(slice >= self.current && slice - self.current < RING as u64);
        if slice == self.current && f != self.stack_f {
            return self.push_mixed(f, node);
        }
        self.ring.push(slice as usize % RING, f, node);
    }

    #[cold]
    fn push_mixed(&mut self, f: u64, node: u32) {
        self.next_tie -= 1;
        self.mixed.insert(Key::new(Cost::from_raw(f), self.next_tie, node));
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(Cost, u32)> {
        loop {
            if !self.mixed.is_empty()
                && let Some(taken) = self.pop_mixed()
            {
                return Some(taken);
            }
            if let Some((f, node)) = self.ring.pop(self.slot()) {
                return Some((Cost::from_raw(f), node));
            }
            if !self.advance() {
                return None;
            }
        }
    }

    /// Where the current slice is in the ring.
    #[inline(always)]
    fn slot(&self) -> usize {
        self.current as usize % RING
    }

    /// The least of what is mixed, unless the stack has less.
    #[cold]
    fn pop_mixed(&mut self) -> Option<(Cost, u32)> {
        let key = self.mixed.peek()?;
        if key.f().raw() >= self.stack_f && !self.ring.is_empty(self.slot()) {
            return None;
        }
        self.mixed.take();
        Some((key.f(), key.node()))
    }

    /// Gives the next slice its turn.
    #[inline(never)]
    fn advance(&mut self) -> bool {
        let Some(ahead) = self.ring.ahead(self.slot()) else { return false };
        self.current += ahead as u64;
        if !self.one_f() {
            self.mix();
        }
        true
    }

    /// Whether the states of the current slice all have one f, that of its stack from now on.
    fn one_f(&mut self) -> bool {
        let mut all = self.ring.stack(self.slot()).map(|(f, _)| f);
        self.stack_f = all.next().unwrap_or(u64::MAX);
        all.all(|f| f == self.stack_f)
    }

    /// Puts the stack of the current slice in order.
    #[cold]
    fn mix(&mut self) {
        // The newest gets the least tie-break, and all get more than what is put after.
        self.next_tie = 1 << 31;
        let mut tie = self.next_tie;
        while let Some((f, node)) = self.ring.pop(self.slot()) {
            tie += 1;
            self.mixed.insert(Key::new(Cost::from_raw(f), tie, node));
        }
        // No f: whatever is put into this slice now goes to the heap.
        self.stack_f = u64::MAX;
    }
}
