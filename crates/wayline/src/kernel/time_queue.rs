//! The open list of a search in whole time units: a ring of stacks, one for each f.
//!
//! Putting a state links it into the stack of its f, taking one unlinks it; nothing is compared or
//! moved. What lies further ahead than the ring is long waits in a heap of its own. Order: by f, the
//! newest first. What is put below the f whose turn it is (by an inconsistent estimate) comes next.

const NIL: u32 = u32::MAX;
/// Stacks in the ring.
const RING: usize = 4096;
const WORDS: usize = RING / 64;

#[derive(Clone, Copy)]
struct Entry {
    node: u32,
    below: u32,
}

#[derive(Clone)]
pub(crate) struct TimeQueue {
    /// The f whose turn it is.
    now: u32,
    tops: Box<[u32; RING]>,
    /// Which stacks have something, or had until they were emptied, a bit each.
    occupied: [u64; WORDS],
    entries: Vec<Entry>,
    unused: u32,
    /// (f, the newest last, node) of what lies beyond the ring.
    far: std::collections::BinaryHeap<std::cmp::Reverse<(u32, u32, u32)>>,
    far_count: u32,
}

impl Default for TimeQueue {
    fn default() -> TimeQueue {
        TimeQueue {
            now: 0,
            tops: Box::new([NIL; RING]),
            occupied: [0; WORDS],
            entries: Vec::new(),
            unused: NIL,
            far: Default::default(),
            far_count: 0,
        }
    }
}

impl TimeQueue {
    /// Empties the queue; nothing will be put below this f.
    pub(crate) fn begin(&mut self, least: u32) {
        for (word, bits) in self.occupied.iter_mut().enumerate() {
            // Only what the last search left.
            while *bits != 0 {
                self.tops[word * 64 + bits.trailing_zeros() as usize] = NIL;
                *bits &= *bits - 1;
            }
        }
        self.entries.clear();
        self.unused = NIL;
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
        self.link(f as usize % RING, node);
    }

    #[inline(always)]
    fn link(&mut self, at: usize, node: u32) {
        let entry = Entry { node, below: self.tops[at] };
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
    fn push_far(&mut self, f: u32, node: u32) {
        self.far.push(std::cmp::Reverse((f, self.far_count, node)));
        self.far_count += 1;
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            let at = self.now as usize % RING;
            let top = self.tops[at];
            if let Some(entry) = self.entries.get_mut(top as usize) {
                let Entry { node, below } = *entry;
                entry.below = self.unused;
                self.unused = top;
                self.tops[at] = below;
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
            let mut place = self.tops[f as usize % RING];
            while let Some(entry) = self.entries.get(place as usize) {
                contents.push((f, entry.node));
                place = entry.below;
            }
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
        let now = self.now as usize % RING;
        self.occupied[now / 64] &= !(1 << (now % 64));
        let mut word = now / 64;
        let mut bits = self.occupied[word] & (!0 << (now % 64));
        let mut passed = 0;
        while bits == 0 && passed <= WORDS {
            passed += 1;
            word = (word + 1) % WORDS;
            bits = self.occupied[word];
        }
        let next = (bits != 0).then(|| {
            let at = word * 64 + bits.trailing_zeros() as usize;
            self.now + ((at + RING - now) % RING) as u32
        });
        let far = self.far.peek().map(|entry| entry.0.0);
        let Some(next) = next.into_iter().chain(far).min() else { return false };
        self.now = next;
        while let Some(&std::cmp::Reverse((f, _, node))) = self.far.peek()
            && f - next < RING as u32
        {
            self.far.pop();
            self.link(f as usize % RING, node);
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
