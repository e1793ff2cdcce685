//! How far a [`GoalField`] is grown and repaired: to one unit, and where that one could pass.
//!
//! The invariant says that a state which is not on the list costs no more than any move from it and the cost after
//! that; nor does one on the list whose best move became more expensive. So along a path, costs fall by no more than its
//! moves take, but where a best move became cheaper: there, what is left is at least the key. A unit at p with a
//! cost of L in the field has no better path, then, if the fewest steps from p to any such state and its key come to
//! L or more. That is the *bound*. What fails it is expanded, in the order of that sum, as in D* Lite (Koenig,
//! Likhachev, 2002), up to the unit's own cost: then every state is right that is on a path which costs no more.
//! The rest stays on the list until it matters to another unit. A unit whose path is open does not need costs that
//! rose at all: it only lowers what fails the bound.
//!
//! Sums are in one order with each other, and keys are; in both together, a state could be given a cost that rests
//! on one that has yet to rise, and costs of places that are cut off would be counted up to infinity. So whatever
//! needs the field to grow, whose rim is in the order of keys, is repaired in that order too.

use super::goal_field::GoalField;
use super::values::Values;
use crate::body::kind::Placement;
use crate::body::map::BodyMap;
use crate::body::search::astar::at;
use crate::body::search::guide::{Around, NO_PATH, Steps};
use crate::question::answer::Limit;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Repairs that wait, and are looked through for what has been settled meanwhile.
const MANY: usize = 512;

/// Whether to stop before an expansion, given how many there were, the state and its key.
pub(super) type Stop<'a> = &'a mut dyn FnMut(u64, u32, u32) -> Option<Limit>;

/// Repairs by the least that a path over them costs, and their key.
#[derive(Clone, Default)]
pub(super) struct Near {
    heap: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// Repairs that wait, when they were last looked through.
    pub(super) waiting: usize,
}

/// What a repair is at least away from, as a path to it costs something.
fn steps_from(map: &BodyMap, from: Placement) -> Steps {
    Steps { around: Around::of([from].into_iter()), pace: map.free_table().pace() }
}

fn total(map: &BodyMap, steps: &Steps, key: u32, state: u32) -> u32 {
    key.saturating_add(steps.cost(at(map, state)))
}

impl GoalField {
    /// A lower bound of the cost from a placement: the cost itself where the field is right.
    pub(crate) fn bound(&mut self, map: &BodyMap, from: Placement) -> u32 {
        let Some(state) = map.state(from) else { return NO_PATH };
        let rim = self.least_of_rim();
        let mut bound = self.values.get(state).cost().min(rim);
        let steps = steps_from(map, from);
        for &(key, state) in &self.list.inner {
            if key < bound {
                let total = total(map, &steps, key, state);
                let values = self.values.get(state);
                if total < bound && values.best() == key && key < values.cost() {
                    bound = total;
                }
            }
        }
        bound
    }

    /// Whether it is known that no path from a placement costs less than this. Costs are lowered as far as that
    /// takes, in at most this many states; returns in how many.
    pub(crate) fn proves(
        &mut self,
        map: &BodyMap,
        from: Placement,
        cost: u32,
        most: u64,
    ) -> (bool, u64) {
        let (bound, rim) = (self.bound(map, from), self.least_of_rim());
        let Some(wanted) = map.state(from) else { return (bound >= cost, 0) };
        if bound >= cost || rim.min(self.values.get(wanted).cost()) < cost {
            return (bound >= cost, 0);
        }
        let before = self.expanded;
        let steps = steps_from(map, from);
        let mut near = std::mem::take(&mut self.near.heap);
        let mut i = 0;
        while self.expanded - before < most {
            // What could be part of a better path, of all that is new.
            while i < self.list.inner.len() {
                let (key, state) = self.list.inner[i];
                let values = self.values.get(state);
                let lower = key < cost && values.best() == key && key < values.cost();
                let total = if lower { total(map, &steps, key, state) } else { NO_PATH };
                if total < cost {
                    near.push(Reverse((total, key, state)));
                    self.list.inner.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            let Some(Reverse((_, key, state))) = near.pop() else { break };
            let values = self.values.get(state);
            if values.best() == key && key < values.cost() {
                self.expand(map, state);
            }
            if self.values.get(wanted).cost() < cost {
                break;
            }
        }
        let left = near.drain().map(|Reverse((_, key, state))| (key, state));
        self.list.inner.extend(left);
        self.near.heap = near;
        (self.bound(map, from) >= cost, self.expanded - before)
    }

    /// The least value on the rim.
    pub(super) fn least_of_rim(&mut self) -> u32 {
        let Some((key, state)) = self.pop_rim() else { return NO_PATH };
        self.list.rim.push(key, state);
        key
    }

    /// The least value on the list.
    pub(super) fn least(&mut self) -> u32 {
        let inner =
            self.list.inner.iter().filter(|entry| is_listed(self.values.get(entry.1), entry.0));
        let inner = inner.map(|entry| entry.0).min().unwrap_or(NO_PATH);
        inner.min(self.least_of_rim())
    }

    fn pop_rim(&mut self) -> Option<(u32, u32)> {
        loop {
            let (key, state) = self.list.rim.pop()?;
            if is_listed(self.values.get(state), key) {
                return Some((key, state));
            }
        }
    }

    /// Forgets repairs that are not needed any more, if there may be many.
    pub(super) fn sift_repairs(&mut self) {
        if self.list.inner.len() < 2 * self.near.waiting + MANY {
            return;
        }
        let values = &self.values;
        self.list.inner.retain(|&(key, state)| is_listed(values.get(state), key));
        self.list.inner.sort_unstable();
        self.list.inner.dedup();
        self.near.waiting = self.list.inner.len();
    }

    /// Grows and repairs the field until a state's cost is sure.
    pub(super) fn settle(
        &mut self,
        map: &BodyMap,
        state: u32,
        stop: Stop<'_>,
    ) -> Result<(), Limit> {
        let steps = steps_from(map, map.placement(state));
        self.settle_within(map, Some(&steps), Err(state), stop)
    }

    /// Repairs whatever paths may pass, from where these steps lead, that cost no more than this; without steps,
    /// whatever costs no more than this itself.
    pub(super) fn settle_below(
        &mut self,
        map: &BodyMap,
        steps: Option<Placement>,
        most: u32,
        stop: Stop<'_>,
    ) -> Result<(), Limit> {
        let steps = steps.map(|from| steps_from(map, from));
        self.settle_within(map, steps.as_ref(), Ok(most), stop)
    }

    /// Up to a total, or until a state's cost is sure.
    fn settle_within(
        &mut self,
        map: &BodyMap,
        steps: Option<&Steps>,
        goal: Result<u32, u32>,
        stop: Stop<'_>,
    ) -> Result<(), Limit> {
        let mut steps = steps;
        let begun = self.expanded;
        let mut near = std::mem::take(&mut self.near.heap);
        let mut taken = None;
        let ended = loop {
            let lens = steps;
            let total = |key, state| lens.map_or(key, |steps| total(map, steps, key, state));
            let wanted = goal.map_or_else(
                |state| self.values.get(state),
                |most| Values::NONE.with_cost(most).with_best(most),
            );
            let most = wanted.key();
            if taken.is_none_or(|taken| taken < most) {
                self.list.inner.retain(|&(key, state)| {
                    let total = total(key, state);
                    if total <= most {
                        near.push(Reverse((total, key, state)));
                    }
                    total > most
                });
                taken = Some(most);
            }
            let taken_to = taken.unwrap_or(most);
            while let Some(&Reverse((_, key, state))) = near.peek()
                && !is_listed(self.values.get(state), key)
            {
                near.pop();
            }
            let next = near.peek().map(|next| next.0).filter(|next| next.0 <= most);
            let mut rim = if goal.is_err() { self.pop_rim() } else { None };
            if let Some((key, state)) = rim {
                let grows = key < most || !wanted.agree() && key == most;
                if grows && steps.take().is_some() {
                    // The rim is in the order of keys, and so is all else then.
                    self.list.rim.push(key, state);
                    let left = near.drain().map(|Reverse((_, key, state))| (key, state));
                    self.list.inner.extend(left);
                    taken = None;
                    continue;
                }
                if !grows || next.is_some_and(|next| next.0 <= key) {
                    self.list.rim.push(key, state);
                    rim = None;
                }
            }
            let Some((key, state)) = rim.or(next.map(|(_, key, state)| (key, state))) else {
                break Ok(());
            };
            if let Some(limit) = stop(self.expanded - begun, state, key) {
                if rim.is_some() {
                    self.list.rim.push(key, state);
                }
                break Err(limit);
            }
            if rim.is_none() {
                near.pop();
            }
            let mut i = self.list.inner.len();
            self.expand(map, state);
            // What came up is near, or waits with the others.
            while i < self.list.inner.len() {
                let (key, state) = self.list.inner[i];
                let total = total(key, state);
                if total <= taken_to {
                    near.push(Reverse((total, key, state)));
                    self.list.inner.swap_remove(i);
                } else {
                    i += 1;
                }
            }
        };
        let left = near.drain().map(|Reverse((_, key, state))| (key, state));
        self.list.inner.extend(left);
        self.near.heap = near;
        ended
    }
}

/// Whether a state belongs on the list under this key.
#[inline(always)]
fn is_listed(values: Values, key: u32) -> bool {
    !values.agree() && values.key() == key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::kind::{BodyKind, Goal, Heading};
    use crate::body::map::{Occupancy, Terrain};
    use crate::body::search::{BodyQuery, BodyScratch, plan};
    use crate::kernel::cost::Cost;
    use crate::question::settings::Limits;
    use crate::spaces::grid::Cell;

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (((self.0 >> 33) * end as u64) >> 31) as u32
        }

        fn placement(&mut self, side: u32) -> Placement {
            let heading = Heading::ALL[self.below(4) as usize];
            Placement::new(self.below(side), self.below(side), heading)
        }
    }

    /// What is left out of a field.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum LeftOut {
        Nothing,
        /// Repairs that wait are forgotten.
        Waiting,
        /// Edits are not looked at.
        Edits,
    }

    #[derive(Default)]
    struct Counts {
        proven: usize,
        unproven: usize,
        costs: usize,
        around: usize,
        wrong: usize,
    }

    /// Units share a field while cells are blocked and freed: all that is said of their costs, beside searches from
    /// nothing.
    fn course(seed: u64, kind: &str, left_out: LeftOut, counts: &mut Counts) {
        let mut random = Random(seed);
        let side = 12 + random.below(20);
        let mut terrain = Terrain::new(side, side).unwrap();
        let density = 10 + random.below(25);
        for i in 0..side * side {
            if random.below(100) < density {
                terrain.block((i % side, i / side)).unwrap();
            }
        }
        let mut map = BodyMap::new(BodyKind::preset(kind).unwrap(), &terrain);
        let mut field = GoalField::new(&map);
        if left_out == LeftOut::Edits {
            field.ablate_repairs();
        }
        let (mut work, mut scratch) = (BodyScratch::default(), BodyScratch::default());
        let goals = [Goal::Pivot(random.placement(side).cell())];
        let units: Vec<Placement> = (0..5).map(|_| random.placement(side)).collect();
        for _ in 0..25 {
            for _ in 0..random.below(4) {
                let cell = random.placement(side).cell();
                terrain.set_blocked(cell, random.below(2) == 0).unwrap();
            }
            map.refresh(&terrain).unwrap();
            field.aim(&terrain, &map, &goals).unwrap();
            for &unit in units.iter().filter(|&&unit| map.fits(unit)) {
                let query = BodyQuery::to_nearest(unit, &goals);
                let best = plan(&map, &query, &mut scratch).unwrap().cost;
                let cost =
                    |cost: u32| if cost == NO_PATH { Cost::INFINITE } else { Cost::from(cost) };
                counts.wrong += usize::from(cost(field.bound(&map, unit)) > best);
                match random.below(4) {
                    // Whatever a unit has, nothing better is missed.
                    0 | 1 if best != Cost::INFINITE => {
                        let own = (best.raw() >> Cost::FRACTION_BITS) as u32 + random.below(3) * 5;
                        let most = if random.below(4) == 0 { 3 } else { u64::MAX };
                        let (proven, expanded) = field.proves(&map, unit, own, most);
                        assert!(expanded <= most);
                        counts.wrong += usize::from(proven && best < cost(own));
                        counts.proven += usize::from(proven);
                        counts.unproven += usize::from(!proven);
                    }
                    // (A field that is wrong may have no paths.)
                    2 if left_out == LeftOut::Nothing => {
                        let mut others = Occupancy::new(&map);
                        for _ in 0..random.below(6) {
                            let Cell { x, y } = random.placement(side).cell();
                            if x.abs_diff(unit.x).max(y.abs_diff(unit.y)) > 3 {
                                let _ = others.take((x, y));
                            }
                        }
                        let mut query = query.clone().around(&others);
                        if random.below(2) == 0 && best != Cost::INFINITE {
                            query = query.limits(Limits {
                                cost: Some(best + Cost::from(random.below(40))),
                                ..Limits::default()
                            });
                        }
                        let asked = plan(&map, &query, &mut scratch).unwrap();
                        let expected = asked.cost;
                        let answer = field.plan_in(&terrain, &map, &query, &mut work).unwrap();
                        counts.around += 1;
                        counts.wrong += usize::from(answer.cost != expected);
                    }
                    _ => {
                        counts.costs += 1;
                        counts.wrong +=
                            usize::from(cost(field.cost(&map, unit).unwrap_or(NO_PATH)) != best);
                    }
                }
            }
            if left_out == LeftOut::Waiting {
                field.list.inner.clear();
            }
        }
    }

    fn courses(seeds: std::ops::Range<u64>, left_out: LeftOut) -> Counts {
        let mut counts = Counts::default();
        for seed in seeds {
            for kind in ["king", "infantry", "cart", "tank"] {
                course(seed, kind, left_out, &mut counts);
            }
        }
        counts
    }

    #[test]
    fn what_a_field_says_of_units_is_true_through_edits() {
        let seeds = if std::env::var_os("WAYLINE_PROOF").is_some() { 20_000 } else { 10 };
        let counts = courses(0..seeds, LeftOut::Nothing);
        assert_eq!(counts.wrong, 0);
        let Counts { proven, unproven, costs, around, .. } = counts;
        println!("{proven} proven, {unproven} not; {costs} costs, {around} ways around");
        assert!(proven.min(unproven).min(costs).min(around) > 100);
    }

    #[test]
    fn without_what_waits_or_without_edits_something_false_is_said() {
        for left_out in [LeftOut::Waiting, LeftOut::Edits] {
            assert!(courses(0..8, left_out).wrong > 0, "{left_out:?}");
        }
    }
}
