//! A ring of stacks, for a plain grid with a consistent estimate: f never falls, and rises by at
//! most two steps at a time.
//!
//! f is cut so finely that a slice seldom holds two different f. Putting a state links it into its
//! slice's stack, taking one unlinks it: nothing is compared, hashed or moved, and the ring fits in
//! the innermost cache. A slice that does hold different f is put in order by a small heap when its
//! turn comes. The order is exact: by f, and the newest first.
//!
//! ```text
//!            now
//!   ring  ....|a|..|b|...|c|....     a -> d -> e      each a stack
//! ```

use super::{HeapQueue, Key};
use crate::kernel::cost::Cost;

const NIL: u32 = u32::MAX;
/// Slices in the ring.
const RING: usize = 4096;
const WORDS: usize = RING / 64;

#[derive(Clone, Copy)]
struct Entry {
    f: u64,
    node: u32,
    below: u32,
}

pub(crate) struct StackQueue {
    /// f is cut by this shift.
    shift: u32,
    /// The slice whose turn it is.
    current: u64,
    tops: Box<[u32; RING]>,
    /// Which slices have something, or had until they were emptied, a bit each.
    occupied: [u64; WORDS],
    entries: Vec<Entry>,
    unused: u32,
    /// What the current slice holds beside its stack, in order: everything, if its f differ.
    mixed: HeapQueue,
    /// The tie-break of the next state put there: each smaller than the one before.
    next_tie: u32,
    /// The f of the current slice's stack.
    stack_f: u64,
}

impl Default for StackQueue {
    fn default() -> StackQueue {
        StackQueue {
            shift: 0,
            current: 0,
            tops: Box::new([NIL; RING]),
            occupied: [0; WORDS],
            entries: Vec::new(),
            unused: NIL,
            mixed: HeapQueue::default(),
            next_tie: NIL,
            stack_f: 0,
        }
    }
}

impl StackQueue {
    /// Empties the queue, given the least f there will be, and the most that f rises by at a time.
    pub(crate) fn begin(&mut self, least: Cost, rise: Cost) {
        // Only what the last search left.
        for (word, bits) in self.occupied.iter_mut().enumerate() {
            while *bits != 0 {
                self.tops[word * 64 + bits.trailing_zeros() as usize] = NIL;
                *bits &= *bits - 1;
            }
        }
        self.entries.clear();
        self.unused = NIL;
        self.mixed.clear();
        // As fine as the ring allows.
        self.shift = (rise.raw() / (RING as u64 - 2)).max(1).ilog2() + 1;
        self.current = least.raw() >> self.shift;
        self.stack_f = least.raw();
        self.next_tie = NIL;
    }

    #[inline]
    pub(crate) fn push(&mut self, f: Cost, node: u32) {
        let f = f.raw();
        let slice = f >> self.shift;
        debug_assert!(slice >= self.current && slice - self.current < RING as u64);
        if slice == self.current && f != self.stack_f {
            return self.push_mixed(f, node);
        }
        let at = slice as usize % RING;
        let entry = Entry { f, node, below: self.tops[at] };
        let place = match self.entries.get_mut(self.unused as usize) {
            Some(unused) => {
                let place = self.unused;
                self.unused = unused.below;
                *unused = entry;
                place
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        self.tops[at] = place;
        self.occupied[at / 64] |= 1 << (at % 64);
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
            let at = self.current as usize % RING;
            let top = self.tops[at];
            if let Some(entry) = self.entries.get_mut(top as usize) {
                let Entry { f, node, below } = *entry;
                entry.below = self.unused;
                self.unused = top;
                self.tops[at] = below;
                return Some((Cost::from_raw(f), node));
            }
            if !self.advance() {
                return None;
            }
        }
    }

    /// The least of what is mixed, unless the stack has less.
    #[cold]
    fn pop_mixed(&mut self) -> Option<(Cost, u32)> {
        let key = self.mixed.peek()?;
        let stacked = self.tops[self.current as usize % RING] != NIL;
        if stacked && key.f().raw() >= self.stack_f {
            return None;
        }
        self.mixed.take();
        Some((key.f(), key.node()))
    }

    /// Gives the next slice its turn.
    #[inline(never)]
    fn advance(&mut self) -> bool {
        let now = self.current as usize % RING;
        self.occupied[now / 64] &= !(1 << (now % 64));
        let mut word = now / 64;
        let mut bits = self.occupied[word] & (!0 << (now % 64));
        let mut passed = 0;
        while bits == 0 {
            passed += 1;
            if passed > WORDS {
                return false;
            }
            word = (word + 1) % WORDS;
            bits = self.occupied[word];
        }
        let at = word * 64 + bits.trailing_zeros() as usize;
        self.current += ((at + RING - now) % RING) as u64;
        // One f, or several?
        let first = self.entries[self.tops[at] as usize];
        self.stack_f = first.f;
        let mut below = first.below;
        while let Some(entry) = self.entries.get(below as usize) {
            if entry.f != first.f {
                self.mix(at);
                break;
            }
            below = entry.below;
        }
        true
    }

    /// Puts the stack of a slice in order.
    #[cold]
    fn mix(&mut self, at: usize) {
        // The newest gets the least tie-break, and all get more than what is put after.
        let mut place = self.tops[at];
        let mut tie = 1 << 31;
        while let Some(entry) = self.entries.get_mut(place as usize) {
            tie += 1;
            self.mixed.insert(Key::new(Cost::from_raw(entry.f), tie, entry.node));
            let below = entry.below;
            entry.below = self.unused;
            self.unused = place;
            place = below;
        }
        self.tops[at] = NIL;
        self.next_tie = 1 << 31;
        // No f: whatever is put into this slice now goes to the heap.
        self.stack_f = u64::MAX;
    }
}
