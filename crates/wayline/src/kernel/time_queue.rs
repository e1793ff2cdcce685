//! The open list of a search in whole time units: a ring of stacks, one for each f.
//!
//! What lies further ahead than the [ring](super::ring) is long waits in a heap of its own. Order: by f,
//! the newest first. What is put below the f whose turn it is (by an inconsistent estimate) comes next.

use crate::kernel::ring::{RING, StackRing};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Default)]
pub(crate) struct TimeQueue {
    /// The f whose turn it is.
    now: u32,
    /// A stack for each f, which is all there is to know about its nodes.
    ring: StackRing,
    /// (f, the newest last, node) of what lies beyond the ring.
    far: BinaryHeap<Reverse<(u32, u32, u32)>>,
    far_count: u32,
}

impl TimeQueue {
    /// Empties the queue; nothing will be put below this f.
    pub(crate) fn begin(&mut self, least: u32) {
        self.ring.clear();
        self.far.clear();
        self.far_count = 0;
        self.now = least;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, f: u32, node: u32) {
        let f = f.max(self.now);
        if f - self.now >= RING as u32 {
            return self.push_far(f, node);
        }
        self.ring.push(f as usize % RING, node);
    }

    #[cold]
    fn push_far(&mut self, f: u32, node: u32) {
        self.far.push(Reverse((f, self.far_count, node)));
        self.far_count += 1;
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            if let Some(node) = self.ring.pop(self.now as usize % RING) {
                return Some((self.now, node));
            }
            if !self.advance() {
                return None;
            }
        }
    }

    /// The f whose turn it is: no state on the list has less.
    pub(crate) fn now(&self) -> u32 {
        self.now
    }

    /// Everything on the list, by f, the oldest first: put again in this order after
    /// [`begin`](TimeQueue::begin) with what is [`now`](TimeQueue::now), it comes out as it would have.
    #[cfg(feature = "serde")]
    pub(crate) fn contents(&self) -> Vec<(u32, u32)> {
        let mut contents = Vec::new();
        for ahead in 0..RING as u32 {
            let Some(f) = self.now.checked_add(ahead) else { break };
            let first = contents.len();
            contents.extend(self.ring.stack(f as usize % RING).map(|node| (f, node)));
            contents[first..].reverse();
        }
        let mut far: Vec<_> = self.far.iter().map(|entry| entry.0).collect();
        far.sort_unstable();
        contents.extend(far.into_iter().map(|(f, _, node)| (f, node)));
        contents
    }

    /// Gives the next f its turn.
    #[inline(never)]
    fn advance(&mut self) -> bool {
        let next = self.ring.ahead(self.now as usize % RING).map(|ahead| self.now + ahead as u32);
        let far = self.far.peek().map(|entry| entry.0.0);
        let Some(next) = next.into_iter().chain(far).min() else { return false };
        self.now = next;
        while let Some(&Reverse((f, _, node))) = self.far.peek()
            && f - next < RING as u32
        {
            self.far.pop();
            self.ring.push(f as usize % RING, node);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_comes_out_by_f() {
        let mut queue = TimeQueue::default();
        for round in 0..3u32 {
            queue.begin(7);
            let mut seed = 12345u32 + round;
            let mut expected = Vec::new();
            let mut taken = Vec::new();
            for node in 0..20_000u32 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let f = queue.now() + (seed >> 8) % if node % 50 == 0 { 100_000 } else { 300 };
                expected.push(f);
                queue.push(f, node);
                if node % 3 == 0 {
                    let (f, node) = queue.pop().unwrap();
                    assert_eq!(expected[node as usize], f);
                    taken.push(f);
                }
            }
            while let Some((f, node)) = queue.pop() {
                assert_eq!(expected[node as usize], f);
                taken.push(f);
            }
            assert!(taken.is_sorted());
            assert_eq!(taken.len(), expected.len());
        }
    }
}
