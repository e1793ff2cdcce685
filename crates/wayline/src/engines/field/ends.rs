//! Seeds and targets of a field, in node numbers.

use super::query::FieldQuery;
use crate::spaces::error::QueryError;

/// The cost of what is not reached. Sums that saturate are not reached either.
pub(super) const UNREACHED: u64 = u64::MAX;

/// Seeds, targets, and the bound they give.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldEnds {
    /// Seeds by node, each once.
    seeds: Vec<(u32, u64)>,
    /// Targets by node, each once, and whether it was settled.
    targets: Vec<(u32, bool)>,
    wanted: usize,
    /// The targets that were settled, at most as many as are wanted; sorted once there are as many.
    found: Vec<(u64, u32)>,
    /// Nothing that costs more is part of the field. Falls as targets are settled.
    pub(super) bound: u64,
}

impl FieldEnds {
    /// Puts a query into numbers. The check says what is wrong with a seed (`true`) or a target;
    /// with anything wrong, all stays as it was.
    pub(super) fn set<T: Copy>(
        &mut self,
        query: &FieldQuery<T>,
        none: QueryError,
        check: impl Fn(T, bool) -> Result<u32, QueryError>,
    ) -> Result<(), QueryError> {
        if query.seeds.is_empty() {
            return Err(none);
        }
        for &(state, _) in &query.seeds {
            check(state, true)?;
        }
        for &state in &query.targets {
            check(state, false)?;
        }
        let checked = "checked above";
        self.seeds.clear();
        let seeds = query.seeds.iter();
        self.seeds.extend(seeds.map(|&(s, cost)| (check(s, true).expect(checked), cost.raw())));
        // Sorted by node, then cost: of two at one node the cheaper stays.
        self.seeds.sort_unstable();
        self.seeds.dedup_by_key(|seed| seed.0);
        self.targets.clear();
        let targets = query.targets.iter();
        self.targets.extend(targets.map(|&t| (check(t, false).expect(checked), false)));
        self.targets.sort_unstable();
        self.targets.dedup();
        self.wanted = query.wanted.min(self.targets.len());
        // One less than what is not reached.
        self.bound = query.within.map_or(UNREACHED - 1, |most| most.raw().min(UNREACHED - 1));
        self.begin();
        Ok(())
    }

    pub(super) fn seeds(&self) -> &[(u32, u64)] {
        &self.seeds
    }

    /// The initial cost of a node, where it has one.
    pub(super) fn seed_at(&self, node: u32) -> u64 {
        let at = self.seeds.binary_search_by_key(&node, |seed| seed.0);
        at.map_or(UNREACHED, |at| self.seeds[at].1)
    }

    /// Whether the field stops at targets.
    pub(super) fn has_targets(&self) -> bool {
        self.wanted > 0
    }

    /// Forgets which targets were settled.
    pub(super) fn begin(&mut self) {
        self.found.clear();
        self.targets.iter_mut().for_each(|target| target.1 = false);
    }

    /// Takes note of a node that is about to be settled, perhaps not for the first time; `false` if
    /// it lies beyond the bound.
    #[inline]
    pub(super) fn settles(&mut self, node: u32, cost: u64) -> bool {
        if self.has_targets() {
            if cost > self.bound {
                return false;
            }
            self.settle(node, cost);
        }
        true
    }

    fn settle(&mut self, node: u32, cost: u64) {
        let Ok(at) = self.targets.binary_search_by_key(&node, |target| target.0) else { return };
        if std::mem::replace(&mut self.targets[at].1, true) {
            return;
        }
        self.found.push((cost, node));
        if self.found.len() >= self.wanted {
            self.found.sort_unstable();
            self.found.truncate(self.wanted);
            self.bound = self.found[self.wanted - 1].0;
        }
    }

    /// Sorts what was found where that is less than was wanted.
    pub(super) fn finish(&mut self) {
        self.found.sort_unstable();
    }

    /// The nearest targets, by cost and number.
    pub(super) fn found(&self) -> &[(u64, u32)] {
        &self.found
    }
}
