//! [`CutOff`]: placements from which no path leads to the goals.
//!
//! A search that finds no path has seen all of one side: either every placement from which the goals can be
//! reached, or every placement that the start can reach. What it says is a set of placements that no legal move
//! leaves, with no goal among them. That stays true however many cells are blocked, and through every edit that
//! opens no move out of the set. So bounds need not be raised to say that there is no path, nor lowered again when
//! a door opens.

use crate::body::kind::Placement;
use crate::body::map::{BodyMap, Terrain};

/// A set of placements that no legal move leaves, without a goal among them when it was found.
#[derive(Default)]
pub(crate) struct CutOff {
    /// A bit for each placement; empty if nothing is known.
    bits: Vec<u64>,
}

/// As derived, except that memory is reused.
impl Clone for CutOff {
    fn clone(&self) -> CutOff {
        CutOff { bits: self.bits.clone() }
    }

    fn clone_from(&mut self, other: &CutOff) {
        self.bits.clone_from(&other.bits);
    }
}

impl CutOff {
    pub(crate) fn clear(&mut self) {
        self.bits.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    fn fill(&mut self, map: &BodyMap, word: u64) {
        self.bits.clear();
        self.bits.resize(map.states().div_ceil(64), word);
    }

    fn insert(&mut self, state: u32) {
        self.bits[state as usize / 64] |= 1 << (state % 64);
    }

    /// All placements: the body fits at no goal.
    pub(super) fn set_to_everything(&mut self, map: &BodyMap) {
        self.fill(map, u64::MAX);
    }

    /// All except these, from which the goals can be reached, and what the start has reached.
    pub(super) fn set_to_all_but(
        &mut self,
        map: &BodyMap,
        reaching: impl Iterator<Item = u32>,
        reached: impl Iterator<Item = u32>,
    ) {
        self.set_to_everything(map);
        reaching.for_each(|state| self.bits[state as usize / 64] &= !(1 << (state % 64)));
        reached.for_each(|state| self.insert(state));
    }

    /// These, which are all that can be reached from one of them.
    pub(super) fn set_to(&mut self, map: &BodyMap, reached: impl Iterator<Item = u32>) {
        self.fill(map, 0);
        reached.for_each(|state| self.insert(state));
    }

    /// Adds what can be reached from the set: a search leaves out what it knows to lead nowhere. `left` is scratch
    /// memory, empty before and after.
    pub(super) fn add_beyond(&mut self, map: &BodyMap, left: &mut Vec<u32>) {
        left.extend((0..map.states() as u32).filter(|&state| self.contains(state)));
        while let Some(state) = left.pop() {
            map.for_each_move(map.placement(state), |to, _, _| {
                let to = map.state(to).expect("a move ends on the map");
                if !self.contains(to) {
                    self.insert(to);
                    left.push(to);
                }
            });
        }
    }

    #[inline]
    fn contains(&self, state: u32) -> bool {
        self.bits.get(state as usize / 64).is_some_and(|word| word >> (state % 64) & 1 != 0)
    }

    /// Whether no path leads from a state to the goals, which are given with those where the body does not fit.
    pub(super) fn proves(&self, map: &BodyMap, from: u32, goals: &[u32]) -> bool {
        let open = |&goal: &u32| self.contains(goal) && map.fits(map.placement(goal));
        self.contains(from) && !goals.iter().any(open)
    }

    /// Follows edits: what they opened may lead out.
    pub(super) fn follow(&mut self, terrain: &Terrain, map: &BodyMap, seen_edits: u64) {
        if self.is_empty() {
            return;
        }
        let Some(cells) = terrain.edited_since(seen_edits) else { return self.clear() };
        let mut left = false;
        for cell in cells.filter(|&cell| !terrain.is_blocked(cell)) {
            map.for_each_move_over(cell, |from, index| left |= self.is_left_by(map, from, index));
        }
        if left {
            self.clear();
        }
    }

    fn is_left_by(&self, map: &BodyMap, from: Placement, index: usize) -> bool {
        let Some(state) = map.state(from).filter(|&state| self.contains(state)) else {
            return false;
        };
        let to = super::path_memory::after(map, state, index as u8);
        map.move_cost(from, index).is_some() && !self.contains(to)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.capacity() * 8
    }

    #[cfg(feature = "serde")]
    pub(super) fn words(&self) -> Vec<u32> {
        self.bits.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()
    }

    /// A set that was saved, if no move leaves it.
    #[cfg(feature = "serde")]
    pub(super) fn restored(map: &BodyMap, words: &[u32]) -> Option<CutOff> {
        let pairs = words
            .chunks(2)
            .map(|pair| pair.iter().rev().fold(0, |bits, &word| bits << 32 | word as u64));
        let set = CutOff { bits: pairs.collect() };
        if set.is_empty() {
            return Some(set);
        }
        let closed = (0..map.states() as u32).filter(|&state| set.contains(state)).all(|state| {
            let mut inside = true;
            map.for_each_move(map.placement(state), |to, _, _| {
                inside &= map.state(to).is_some_and(|to| set.contains(to));
            });
            inside
        });
        (closed && set.bits.len() == map.states().div_ceil(64)).then_some(set)
    }
}
