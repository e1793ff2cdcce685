//! In which order the places of a grid are settled: two queues, depending on step costs.
//!
//! - [`Buckets`]: step costs that are not too far apart. Buckets are no wider than the cheapest step, so
//!   that nothing in the first of them can be improved by another place in it: O(1) a place.
//! - [`Heap`]: any step costs. O(log n) a place.
//!
//! References: R. B. Dial, "Algorithm 360: shortest-path forest with topological ordering" (1969);
//! E. V. Denardo, B. L. Fox, "Shortest-route methods: 1. reaching, pruning, and buckets" (1979), for
//! the width of buckets.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Places by rising cost. The costs themselves are in a list of the caller's; what has become
/// cheaper since it was pushed is left out.
pub(super) trait Queue {
    /// What a loop starts from, to be filled before [`begin`](Queue::begin), in any order.
    fn starts(&mut self) -> &mut Vec<(u64, u32)>;
    /// Sorts the starts.
    fn begin(&mut self);
    /// Adds a place.
    fn push(&mut self, cost: u64, place: u32);
    /// The next place.
    fn pop(&mut self, costs: &[u64]) -> Option<u32>;
}

/// A ring of buckets. See [the module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    starts: Vec<(u64, u32)>,
    ring: Vec<Vec<u32>>,
    /// What is left of the bucket that is being emptied.
    taken: Vec<u32>,
    current: u64,
    /// How many places wait in the ring.
    waiting: usize,
    /// Costs are cut into buckets by this shift.
    shift: u32,
}

impl Buckets {
    /// More than this are not worth their memory, nor the time to look at empty ones.
    const MOST: u64 = 1 << 12;

    /// Buckets for steps that cost this much at least and at most; `false` if they are too far apart.
    pub(super) fn fit(&mut self, least: u64, most: u64) -> bool {
        let shift = least.max(1).ilog2();
        let needed = (most >> shift).saturating_add(2);
        if needed > Buckets::MOST {
            return false;
        }
        self.shift = shift;
        let buckets = needed.next_power_of_two() as usize;
        if self.ring.len() < buckets {
            self.ring.resize(buckets, Vec::new());
        }
        true
    }
}

impl Queue for Buckets {
    fn starts(&mut self) -> &mut Vec<(u64, u32)> {
        &mut self.starts
    }

    fn begin(&mut self) {
        self.starts.sort_unstable_by_key(|&start| Reverse(start));
        self.current = 0;
    }

    #[inline]
    fn push(&mut self, cost: u64, place: u32) {
        let at = (cost >> self.shift) as usize & (self.ring.len() - 1);
        self.ring[at].push(place);
        self.waiting += 1;
    }

    #[inline]
    fn pop(&mut self, costs: &[u64]) -> Option<u32> {
        loop {
            if let Some(place) = self.taken.pop() {
                return Some(place);
            }
            self.refill(costs)?;
        }
    }
}

impl Buckets {
    /// Takes the next bucket that is not empty, but for the places that are cheaper now, and done with.
    ///
    /// All of a bucket at once, and without a branch: a processor then reads many of their costs at the
    /// same time. Nothing in a bucket makes anything else in it cheaper, so none are missed.
    fn refill(&mut self, costs: &[u64]) -> Option<()> {
        let start = self.starts.last().map(|start| start.0 >> self.shift);
        let mut next = self.current;
        if self.waiting == 0 {
            next = start?;
        }
        let around = self.ring.len() - 1;
        while self.ring[next as usize & around].is_empty() && start.is_none_or(|s| s > next) {
            next += 1;
        }
        self.current = next;
        // Copied, not swapped: so the same costs find the same room the next time.
        let bucket = &mut self.ring[next as usize & around];
        self.waiting -= bucket.len();
        while self.starts.last().is_some_and(|start| start.0 >> self.shift <= next) {
            bucket.extend(self.starts.pop().map(|start| start.1));
        }
        self.taken.resize(bucket.len(), 0);
        let mut kept = 0;
        for place in bucket.drain(..) {
            self.taken[kept] = place;
            kept += usize::from(costs[place as usize] >> self.shift == next);
        }
        self.taken.truncate(kept);
        Some(())
    }
}

/// A binary heap. See [the module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    starts: Vec<(u64, u32)>,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Queue for Heap {
    fn starts(&mut self) -> &mut Vec<(u64, u32)> {
        &mut self.starts
    }

    fn begin(&mut self) {
        self.heap.extend(self.starts.drain(..).map(Reverse));
    }

    fn push(&mut self, cost: u64, place: u32) {
        self.heap.push(Reverse((cost, place)));
    }

    fn pop(&mut self, costs: &[u64]) -> Option<u32> {
        loop {
            let Reverse((cost, place)) = self.heap.pop()?;
            if costs[place as usize] == cost {
                return Some(place);
            }
        }
    }
}
