//! A ring of stacks: what open lists are made of whose f never falls and lies within a window.
//!
//! Putting a node links it into the stack of its slot, taking one unlinks it: nothing is compared or moved. Places
//! that become free are used again, and a bit for each slot tells which of them may have something.
//!
//! ```text
//!            now
//!   ring  ....|a|..|b|...|c|....     a -> d -> e      each a stack
//! ```

const NIL: u32 = u32::MAX;
const WORDS: usize = RING / 64;
/// Slots in the ring.
pub(crate) const RING: usize = 4096;

/// A node on a stack.
#[derive(Clone, Copy)]
struct Entry {
    node: u32,
    below: u32,
}

/// A stack by its newest entry, and whatever else there is to know about it.
#[derive(Clone, Copy)]
struct Slot<T> {
    top: u32,
    tag: T,
}

#[derive(Clone)]
pub(crate) struct StackRing<T = ()> {
    slots: Box<[Slot<T>; RING]>,
    /// Which slots have something, or had until they were emptied, a bit each.
    occupied: [u64; WORDS],
    entries: Vec<Entry>,
    unused: u32,
}

impl<T: Copy + Default> Default for StackRing<T> {
    fn default() -> StackRing<T> {
        StackRing {
            slots: Box::new([Slot { top: NIL, tag: T::default() }; RING]),
            occupied: [0; WORDS],
            entries: Vec::new(),
            unused: NIL,
        }
    }
}

impl<T: Copy> StackRing<T> {
    /// Empties it: only what the last search left is looked at.
    pub(crate) fn clear(&mut self) {
        for (word, bits) in self.occupied.iter_mut().enumerate() {
            while *bits != 0 {
                self.slots[word * 64 + bits.trailing_zeros() as usize].top = NIL;
                *bits &= *bits - 1;
            }
        }
        self.entries.clear();
        self.unused = NIL;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, slot: usize, node: u32) {
        let entry = Entry { node, below: self.slots[slot].top };
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
        self.slots[slot].top = place;
        self.occupied[slot / 64] |= 1 << (slot % 64);
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self, slot: usize) -> Option<u32> {
        let top = self.slots[slot].top;
        let entry = self.entries.get_mut(top as usize)?;
        let Entry { node, below } = *entry;
        entry.below = self.unused;
        self.unused = top;
        self.slots[slot].top = below;
        Some(node)
    }

    #[inline(always)]
    pub(crate) fn tag(&self, slot: usize) -> T {
        self.slots[slot].tag
    }

    #[inline(always)]
    pub(crate) fn set_tag(&mut self, slot: usize, tag: T) {
        self.slots[slot].tag = tag;
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self, slot: usize) -> bool {
        self.slots[slot].top == NIL
    }

    /// A slot's nodes, the newest first.
    #[cfg(feature = "serde")]
    pub(crate) fn stack(&self, slot: usize) -> impl Iterator<Item = u32> + '_ {
        let mut place = self.slots[slot].top;
        std::iter::from_fn(move || {
            let entry = self.entries.get(place as usize)?;
            place = entry.below;
            Some(entry.node)
        })
    }

    /// How far ahead of a slot, which is empty, the next one lies that is not.
    #[inline]
    pub(crate) fn ahead(&mut self, slot: usize) -> Option<usize> {
        self.occupied[slot / 64] &= !(1 << (slot % 64));
        let mut word = slot / 64;
        let mut bits = self.occupied[word] & (!0 << (slot % 64));
        let mut passed = 0;
        while bits == 0 {
            passed += 1;
            if passed > WORDS {
                return None;
            }
            word = (word + 1) % WORDS;
            bits = self.occupied[word];
        }
        let next = word * 64 + bits.trailing_zeros() as usize;
        Some((next + RING - slot) % RING)
    }
}
