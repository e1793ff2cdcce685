//! Nodes in a ring of buckets by f, each a stack linked through the nodes themselves. What lies in
//! one bucket is not in order: the search reopens, and ends when a whole bucket cannot be better.

pub(super) const NIL: u32 = u32::MAX;

/// The most buckets there are.
const MOST: u64 = 1 << 18;

#[derive(Default)]
pub(super) struct Buckets {
    /// f is cut by this shift.
    shift: u32,
    current: u64,
    /// No bucket above this has been used.
    highest: u64,
    /// The newest node of each bucket that has something.
    tops: Vec<u32>,
    /// Which buckets have something, a bit each.
    occupied: Vec<u64>,
}

impl Buckets {
    /// Empties the queue, given what a straight step costs, the most that f rises by at a time, and
    /// the least f there will be.
    pub(super) fn begin(&mut self, straight: u64, rise: u64, least: u64) {
        // Only what the last search left.
        let words = self.highest / 64 - self.current / 64;
        let first = self.current as usize / 64;
        for word in (first..=first + words as usize).take(self.occupied.len()) {
            let word = word & (self.occupied.len() - 1);
            self.occupied[word] = 0;
        }
        // An eighth of a step: finer costs more to look through than it saves.
        self.shift = straight.ilog2().saturating_sub(3);
        while (rise >> self.shift) + 2 > MOST {
            self.shift += 1;
        }
        let buckets = ((rise >> self.shift) + 2).next_power_of_two().max(64) as usize;
        if buckets > self.tops.len() {
            self.tops = vec![NIL; buckets];
            self.occupied = vec![0; buckets / 64];
        }
        self.current = least >> self.shift;
        self.highest = self.current;
    }

    #[inline]
    fn at(&self, bucket: u64) -> usize {
        bucket as usize & (self.tops.len() - 1)
    }

    /// The width of a bucket.
    #[inline]
    pub(super) fn width(&self) -> u64 {
        1 << self.shift
    }

    /// The least f of the current bucket.
    #[inline]
    pub(super) fn least(&self) -> u64 {
        self.current << self.shift
    }

    /// Puts a node on its stack, and returns the one that was on top.
    #[inline]
    pub(super) fn push(&mut self, f: u64, node: u32) -> u32 {
        // f may fall below the current bucket by what was expanded ahead of its turn.
        let bucket = (f >> self.shift).max(self.current);
        self.highest = self.highest.max(bucket);
        let at = self.at(bucket);
        let (word, bit) = (&mut self.occupied[at / 64], 1 << (at % 64));
        let top = std::mem::replace(&mut self.tops[at], node);
        let below = if *word & bit == 0 { NIL } else { top };
        *word |= bit;
        below
    }

    /// The least f there may be and a node of that bucket.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<(u64, u32)> {
        let mut at = self.at(self.current);
        if self.occupied[at / 64] >> (at % 64) & 1 == 0 {
            self.advance()?;
            at = self.at(self.current);
        }
        Some((self.least(), self.tops[at]))
    }

    /// Takes the node that was peeked at, given the one below it.
    #[inline]
    pub(super) fn pop(&mut self, below: u32) {
        let at = self.at(self.current);
        self.tops[at] = below;
        self.occupied[at / 64] &= !(u64::from(below == NIL) << (at % 64));
    }

    /// On to the next bucket that has something.
    fn advance(&mut self) -> Option<()> {
        let now = self.at(self.current);
        let mut word = now / 64;
        let mut bits = self.occupied[word] & !0 << (now % 64);
        let mut bucket = self.current - now as u64 % 64;
        while bits == 0 {
            bucket += 64;
            if bucket > self.highest {
                return None;
            }
            word = (word + 1) & (self.occupied.len() - 1);
            bits = self.occupied[word];
        }
        self.current = bucket + bits.trailing_zeros() as u64;
        Some(())
    }
}
