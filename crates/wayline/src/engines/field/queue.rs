//! In which order the places of a grid are settled: three queues, by what is known of step costs.
//!
//! - [`Classes`]: two step costs. What a straight step reaches waits in one line, what a diagonal
//!   reaches in another. Places are settled by rising cost, so both lines are sorted as they are, and
//!   the first of either is next: no heap, O(1) a place.
//! - [`Buckets`]: many step costs, not too far apart. Buckets are no wider than the cheapest step, so
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
    /// Adds a place reached by a step from the one popped last.
    fn push(&mut self, cost: u64, place: u32, step: usize);
    /// The next place, and the number of the step that led there, or more than that for a start.
    fn pop(&mut self, costs: &[u64]) -> Option<(u32, usize)>;
}

/// No step: the place is a start.
pub(super) const NO_STEP: usize = 8;

/// A place that waits: its cost, itself, the step that led there.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    cost: u64,
    place: u32,
    step: u32,
}

/// First in, first out: a list with a part at its front that is done with, which is cut off once it
/// is as long as the rest. Quicker than a ring, since an index is compared once.
#[derive(Clone, Debug, Default)]
struct Line {
    list: Vec<Waiting>,
    done: usize,
}

impl Line {
    /// Less than this is not worth being cut off.
    const MANY: usize = 1024;

    /// The cost of the first, or more than any cost.
    #[inline]
    fn front(&self) -> u64 {
        self.list.get(self.done).map_or(u64::MAX, |first| first.cost)
    }

    #[inline]
    fn pop(&mut self) -> Option<Waiting> {
        let first = *self.list.get(self.done)?;
        self.done += 1;
        if self.done >= Line::MANY && self.done * 2 >= self.list.len() {
            self.cut();
        }
        Some(first)
    }

    #[cold]
    fn cut(&mut self) {
        let left = self.list.len() - self.done;
        self.list.copy_within(self.done.., 0);
        self.list.truncate(left);
        self.done = 0;
    }

    /// Forgets what is done with, once that is all.
    fn clear(&mut self) {
        self.list.clear();
        self.done = 0;
    }
}

/// Two sorted lines. See [the module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    /// Sorted, the cheapest last.
    starts: Vec<(u64, u32)>,
    straight: Line,
    diagonal: Line,
}

impl Queue for Classes {
    fn starts(&mut self) -> &mut Vec<(u64, u32)> {
        &mut self.starts
    }

    fn begin(&mut self) {
        self.starts.sort_unstable_by_key(|&start| Reverse(start));
        // Empty but for what the last loop has done with.
        self.straight.clear();
        self.diagonal.clear();
    }

    #[inline]
    fn push(&mut self, cost: u64, place: u32, step: usize) {
        let line = if step.is_multiple_of(2) { &mut self.straight } else { &mut self.diagonal };
        line.list.push(Waiting { cost, place, step: step as u32 });
    }

    #[inline(always)]
    fn pop(&mut self, costs: &[u64]) -> Option<(u32, usize)> {
        loop {
            let (straight, diagonal) = (self.straight.front(), self.diagonal.front());
            let start = self.starts.last().map_or(u64::MAX, |start| start.0);
            let next = if start <= straight.min(diagonal) {
                let (cost, place) = self.starts.pop()?;
                Waiting { cost, place, step: NO_STEP as u32 }
            } else if straight <= diagonal {
                self.straight.pop()?
            } else {
                self.diagonal.pop()?
            };
            if costs[next.place as usize] == next.cost {
                return Some((next.place, next.step as usize));
            }
        }
    }
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

    /// Buckets for steps that cost so much at least and at most; `false` if they are too far apart.
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
    fn push(&mut self, cost: u64, place: u32, _: usize) {
        let at = (cost >> self.shift) as usize & (self.ring.len() - 1);
        self.ring[at].push(place);
        self.waiting += 1;
    }

    #[inline]
    fn pop(&mut self, costs: &[u64]) -> Option<(u32, usize)> {
        loop {
            while let Some(place) = self.taken.pop() {
                // Cheaper now, and done with, where it does not belong here.
                if costs[place as usize] >> self.shift == self.current {
                    return Some((place, NO_STEP));
                }
            }
            self.refill()?;
        }
    }
}

impl Buckets {
    /// Takes the next bucket that is not empty.
    fn refill(&mut self) -> Option<()> {
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
        self.taken.append(&mut self.ring[next as usize & around]);
        self.waiting -= self.taken.len();
        while self.starts.last().is_some_and(|start| start.0 >> self.shift <= next) {
            self.taken.extend(self.starts.pop().map(|start| start.1));
        }
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

    fn push(&mut self, cost: u64, place: u32, _: usize) {
        self.heap.push(Reverse((cost, place)));
    }

    fn pop(&mut self, costs: &[u64]) -> Option<(u32, usize)> {
        loop {
            let Reverse((cost, place)) = self.heap.pop()?;
            if costs[place as usize] == cost {
                return Some((place, NO_STEP));
            }
        }
    }
}
