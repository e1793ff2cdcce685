//! The two values of a field's states, and the list of states whose values differ.

use crate::kernel::time_queue::TimeQueue;

/// The two values of a state, each taken from `NO_PATH`: memory that is zero has no path anywhere.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Values(u64);

impl Values {
    /// No path, as far as is known.
    pub(super) const NONE: Values = Values(0);

    /// What the state costs, as far as other states know.
    #[inline(always)]
    pub(super) fn cost(self) -> u32 {
        !(self.0 as u32)
    }

    /// What it costs by its best move.
    #[inline(always)]
    pub(super) fn best(self) -> u32 {
        !((self.0 >> 32) as u32)
    }

    #[inline(always)]
    pub(super) fn with_cost(self, cost: u32) -> Values {
        Values(self.0 >> 32 << 32 | !cost as u64)
    }

    #[inline(always)]
    pub(super) fn with_best(self, best: u32) -> Values {
        Values(self.0 as u32 as u64 | (!best as u64) << 32)
    }

    #[inline(always)]
    pub(super) fn agree(self) -> bool {
        self.0 as u32 == (self.0 >> 32) as u32
    }

    /// Its place on the list.
    #[inline(always)]
    pub(super) fn key(self) -> u32 {
        self.cost().min(self.best())
    }
}

/// The values of all states. Memory comes zeroed from the allocator and is touched as a field grows, so a new
/// table costs nothing however large the map is.
#[derive(Clone)]
pub(super) struct Table(Vec<u64>);

impl Table {
    /// No path anywhere.
    pub(super) fn new(states: usize) -> Table {
        Table(vec![0; states])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(super) fn get(&self, state: u32) -> Values {
        Values(self.0[state as usize])
    }

    #[inline(always)]
    pub(super) fn set(&mut self, state: u32, values: Values) {
        self.0[state as usize] = values.0;
    }

    /// The states that have a value.
    #[cfg(feature = "serde")]
    pub(super) fn known(&self) -> impl Iterator<Item = (u32, Values)> {
        let words = self.0.iter().enumerate().filter(|word| *word.1 != 0);
        words.map(|(state, &word)| (state as u32, Values(word)))
    }
}

/// States whose values differ, by the lesser. What was put under another value earlier is passed over.
#[derive(Clone, Default)]
pub(super) struct List {
    /// The rim of the field, which only moves outwards.
    pub(super) rim: TimeQueue,
    /// What lies further in, in no order: repairs.
    pub(super) inner: Vec<(u32, u32)>,
}

impl List {
    pub(super) fn clear(&mut self) {
        self.rim.begin(0);
        self.inner.clear();
    }

    /// The rim: from which key on, and its states.
    #[cfg(feature = "serde")]
    pub(super) fn rim(&self) -> (u32, Vec<(u32, u32)>) {
        (self.rim.now(), self.rim.contents())
    }

    /// The states that lie further in.
    #[cfg(feature = "serde")]
    pub(super) fn inner(&self) -> Vec<(u32, u32)> {
        let mut inner = self.inner.clone();
        inner.sort_unstable();
        inner
    }

    /// A list with such a [rim](List::rim) and [inner](List::inner) states.
    #[cfg(feature = "serde")]
    pub(super) fn restored(now: u32, rim: &[(u32, u32)], inner: &[(u32, u32)]) -> List {
        let mut list = List::default();
        list.rim.begin(now);
        rim.iter().for_each(|&(key, state)| list.rim.push(key, state));
        list.inner.extend(inner);
        list
    }

    #[inline(always)]
    pub(super) fn push(&mut self, key: u32, state: u32) {
        if key >= self.rim.now() {
            self.rim.push(key, state);
        } else {
            self.inner.push((key, state));
        }
    }
}
