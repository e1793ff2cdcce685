//! Buckets of f: only the states that are about to come up are kept in order.
//!
//! f is cut into slices. The current slice is a small heap; the next few hundred are unordered
//! lists in a ring; what lies beyond waits in one more list. A state is put into its slice in O(1)
//! and ordered only when its slice is the current one, against few others. Unlike the bucket queues
//! that give out a slice in any order, this one keeps the exact order, so it can serve any search.
//!
//! ```text
//!            current          ring                              beyond
//!  f   ...  | heap |  [ ] [ ] [ ] [ ] [ ] [ ] ... [ ]  |  [                ]
//! ```
//!
//! Reference: R. B. Dial, "Algorithm 360: shortest-path forest with topological ordering" (1969);
//! B. V. Cherkassky, A. V. Goldberg, C. Silverstein, "Buckets, heaps, lists, and monotone priority
//! queues" (1999), for the heap in the bucket.

use super::{HeapQueue, Key, Queue};
use crate::kernel::cost::Cost;

/// Slices in the ring; a multiple of 64.
const RING: usize = 256;
/// How many slices the longest move is cut into, at least.
const SLICES_A_MOVE: u64 = 24;

pub(crate) struct BucketQueue {
    /// f is cut by this shift.
    shift: u32,
    /// The slice that is in order.
    current: u64,
    /// What the slice held when its turn came, largest first.
    sorted: Vec<Key>,
    /// What has come since.
    late: HeapQueue,
    ring: Vec<Vec<Key>>,
    /// Which lists of the ring are not empty, a bit each.
    occupied: [u64; RING / 64],
    beyond: Vec<Key>,
    /// The least slice in it.
    beyond_least: u64,
}

impl Default for BucketQueue {
    fn default() -> BucketQueue {
        BucketQueue {
            shift: 0,
            current: 0,
            sorted: Vec::new(),
            late: HeapQueue::default(),
            ring: Vec::new(),
            occupied: [0; RING / 64],
            beyond: Vec::new(),
            beyond_least: u64::MAX,
        }
    }
}

impl BucketQueue {
    #[inline]
    fn slice(&self, key: Key) -> u64 {
        key.f().raw() >> self.shift
    }

    #[inline]
    fn put(&mut self, key: Key) {
        let slice = self.slice(key);
        // An estimate that is not consistent may send f below the current slice: its heap takes it.
        if slice <= self.current {
            self.late.insert(key);
        } else if slice - self.current < RING as u64 {
            let at = slice as usize % RING;
            self.ring[at].push(key);
            self.occupied[at / 64] |= 1 << (at % 64);
        } else {
            self.beyond_least = self.beyond_least.min(slice);
            self.beyond.push(key);
        }
    }

    /// The first slice of the ring, after the current one, that has something in it.
    #[inline]
    fn next_in_ring(&self) -> Option<u64> {
        let after = self.current.checked_add(1)?;
        let from = after as usize % RING;
        let mut word = from / 64;
        let mut bits = self.occupied[word] & (!0 << (from % 64));
        for _ in 0..=RING / 64 {
            if bits != 0 {
                let at = word * 64 + bits.trailing_zeros() as usize;
                let ahead = (at + RING - from) % RING;
                return Some(after + ahead as u64);
            }
            word = (word + 1) % (RING / 64);
            bits = self.occupied[word];
        }
        None
    }

    /// Makes the next slice that has something in it the current one.
    #[inline(never)]
    fn advance(&mut self, is_closed: impl Fn(u32) -> bool) -> bool {
        let in_ring = self.next_in_ring();
        if !self.beyond.is_empty() && in_ring.is_none_or(|next| self.beyond_least <= next) {
            self.cut_anew();
            return true;
        }
        let Some(next) = in_ring else { return false };
        self.current = next;
        let at = next as usize % RING;
        self.occupied[at / 64] &= !(1 << (at % 64));
        // Copied, not swapped, so that each keeps the memory it has grown to. What was reached more
        // cheaply in the meantime, and closed, is not worth sorting.
        self.sorted.extend(self.ring[at].drain(..).filter(|key| !is_closed(key.node())));
        self.sorted.sort_unstable_by(|a, b| b.cmp(a));
        true
    }

    /// Puts everything into the ring, in slices wide enough that it fits. They only ever grow, so
    /// this happens seldom, or after all that was there the last time has been taken.
    #[cold]
    fn cut_anew(&mut self) {
        let mut keys = std::mem::take(&mut self.beyond);
        self.ring.iter_mut().for_each(|list| keys.append(list));
        self.occupied = [0; RING / 64];
        self.beyond_least = u64::MAX;
        let all = keys.iter().map(|key| key.f().raw());
        let (least, most) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(0));
        while (most >> self.shift) - (least >> self.shift) >= RING as u64 {
            self.shift += 1;
        }
        self.current = least >> self.shift;
        keys.drain(..).for_each(|key| self.put(key));
        self.beyond = keys;
    }
}

impl Queue for BucketQueue {
    fn begin(&mut self, least: Cost, longest_step: Option<Cost>) {
        self.ring.resize_with(RING, Vec::new);
        self.ring.iter_mut().for_each(Vec::clear);
        self.sorted.clear();
        self.late.clear();
        self.beyond.clear();
        self.beyond_least = u64::MAX;
        self.occupied = [0; RING / 64];
        // f rises by at most two moves at a time where the estimate is consistent: that fits.
        let step = longest_step.unwrap_or(Cost::ONE).raw().max(SLICES_A_MOVE);
        self.shift = (step / SLICES_A_MOVE).ilog2();
        self.current = least.raw() >> self.shift;
    }

    #[inline]
    fn push(&mut self, key: Key) {
        self.put(key);
    }

    #[inline]
    fn lower(&mut self, key: Key) {
        self.put(key);
    }

    #[inline(always)]
    fn pop(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<Key> {
        loop {
            match (self.sorted.last().copied(), self.late.peek()) {
                (Some(key), late) if late.is_none_or(|late| key < late) => {
                    self.sorted.pop();
                    return Some(key);
                }
                (_, Some(_)) => return self.late.take(),
                _ if !self.advance(&is_closed) => return None,
                _ => {}
            }
        }
    }
}
