//! The two loops of a grid's field: costs spread from where they are known, and costs that lost
//! their support are taken back.
//!
//! *Spreading* is Dijkstra's algorithm from all starts at once; see `queue.rs` for the order. A plain grid is
//! filled differently: see `rays.rs`.
//!
//! *Repairing* first looks at the places around a change, by rising cost: a place whose cost is
//! neither a seed's nor that of any neighbour plus a step has lost its support. It is taken back,
//! and the places it may have supported are looked at in turn. Every support costs less than what
//! it supports, so by the time a place is looked at its neighbours' fate is known. What was taken
//! back then takes the best that its neighbours offer, as do the places around a change, and costs
//! spread from there. O(k log k) for k places whose cost changes and their neighbours, whatever the
//! size of the grid.
//!
//! The invariant of both: a place's cost is that of a seed or of a neighbour plus a step, and no
//! neighbour offers less. Steps cost more than nothing, so one assignment of costs alone satisfies
//! it, and a repaired field equals a refilled one.
//!
//! Reference: G. Ramalingam, T. Reps, "An incremental algorithm for a generalization of the
//! shortest-path problem" (1996).

use super::ends::{FieldEnds, UNREACHED};
use super::map::{Map, Weights};
use super::queue::Queue;
use crate::spaces::grid::around;

/// A field while it is computed.
pub(super) struct Filling<'f, W> {
    legal: &'f [u8],
    weights: W,
    offsets: [u32; 8],
    /// By place.
    costs: &'f mut [u64],
    ends: &'f mut FieldEnds,
    /// Up to this cost no step leads to one that is too large to be held.
    roomy: u64,
}

impl<'f, W: Weights> Filling<'f, W> {
    pub(super) fn new(
        map: &'f Map,
        weights: W,
        costs: &'f mut [u64],
        ends: &'f mut FieldEnds,
        longest_step: u64,
    ) -> Filling<'f, W> {
        let roomy = u64::MAX - longest_step;
        Filling { legal: &map.legal, weights, offsets: map.offsets(), costs, ends, roomy }
    }

    /// Everything from scratch. All costs are [`UNREACHED`].
    pub(super) fn fill(&mut self, queue: &mut impl Queue) {
        for &(place, cost) in self.ends.seeds() {
            if cost <= self.ends.bound {
                self.costs[place as usize] = cost;
                queue.starts().push((cost, place));
            }
        }
        self.spread(queue);
        self.ends.finish();
    }

    /// What steps from or to these places have changed.
    pub(super) fn repair(
        &mut self,
        queue: &mut impl Queue,
        changed: &mut Vec<u32>,
        taken_back: &mut Vec<u32>,
    ) {
        changed.sort_unstable();
        changed.dedup();
        self.take_back(queue, changed, taken_back);
        for &place in taken_back.iter().chain(changed.iter()) {
            let cost = self.offered(place);
            if cost < self.costs[place as usize] && cost <= self.ends.bound {
                self.costs[place as usize] = cost;
                queue.starts().push((cost, place));
            }
        }
        self.spread(queue);
    }

    /// The steps of a place: number, and where it leads.
    #[inline]
    fn steps(&self, place: u32) -> impl Iterator<Item = (usize, u32)> + use<W> {
        let (mut steps, offsets) = (self.legal[place as usize], self.offsets);
        std::iter::from_fn(move || {
            let step = steps.trailing_zeros() as usize;
            steps &= steps.wrapping_sub(1);
            offsets.get(step).map(|&offset| (step, place.wrapping_add(offset)))
        })
    }

    /// From the starts in the queue, by all steps.
    fn spread(&mut self, queue: &mut impl Queue) {
        let Filling { legal, weights, offsets, ref mut ends, roomy, .. } = *self;
        let costs = &mut *self.costs;
        queue.begin();
        let (targets, mut bound) = (ends.has_targets(), ends.bound);
        while let Some(place) = queue.pop(costs) {
            let cost = costs[place as usize];
            if targets {
                if !ends.settles(place, cost) {
                    continue;
                }
                bound = ends.bound;
            }
            // Every step is worked out, legal or not, without a branch: which of them improve anything is
            // nothing that a processor could foresee.
            let steps = weights.around(place, offsets);
            let totals = match cost <= roomy && !cfg!(target_arch = "wasm32") {
                true => steps.map(|step| cost.wrapping_add(step)),
                false => steps.map(|step| cost.saturating_add(step)),
            };
            let known = around(costs, place, offsets, 0);
            let mut better = 0;
            for step in 0..8 {
                better |= u8::from(totals[step] < known[step]) << step;
            }
            better &= legal[place as usize];
            while better != 0 {
                let step = better.trailing_zeros() as usize & 7;
                better &= better - 1;
                let (next, total) = (place.wrapping_add(offsets[step]), totals[step]);
                if total <= bound {
                    costs[next as usize] = total;
                    queue.push(total, next);
                }
            }
            if W::LINKED {
                weights.linked_from(place, |next, link| {
                    let (known, total) = (&mut costs[next as usize], cost.saturating_add(link));
                    if total < *known && total <= bound {
                        *known = total;
                        queue.push(total, next);
                    }
                });
            }
        }
    }

    /// The best that a seed or a neighbour offers a place.
    fn offered(&self, place: u32) -> u64 {
        let offers = self.steps(place).map(|(step, next)| self.offer(place, step, next));
        let mut least = offers.fold(self.ends.seed_at(place), u64::min);
        self.weights.linked_to(place, |next, link| {
            least = least.min(self.costs[next as usize].saturating_add(link));
        });
        least
    }

    /// Whether a link makes a place cost no more than this.
    fn is_linked_at(&self, place: u32, cost: u64) -> bool {
        let mut linked = false;
        self.weights.linked_to(place, |next, link| {
            linked |= self.costs[next as usize].saturating_add(link) <= cost;
        });
        linked
    }

    /// What a place would cost through a neighbour.
    #[inline]
    fn offer(&self, place: u32, step: usize, next: u32) -> u64 {
        self.costs[next as usize].saturating_add(self.weights.step(
            self.weights.at(next),
            place,
            step,
        ))
    }

    /// Lists the places whose costs nothing supports any more, and forgets these costs.
    fn take_back(&mut self, queue: &mut impl Queue, changed: &[u32], taken_back: &mut Vec<u32>) {
        taken_back.clear();
        let reached = changed.iter().map(|&place| (self.costs[place as usize], place));
        queue.starts().extend(reached.filter(|&(cost, _)| cost != UNREACHED));
        queue.begin();
        while let Some(place) = queue.pop(self.costs) {
            let cost = self.costs[place as usize];
            let mut steps = self.steps(place);
            if steps.any(|(step, next)| self.offer(place, step, next) <= cost)
                || self.ends.seed_at(place) <= cost
                || self.is_linked_at(place, cost)
            {
                continue;
            }
            self.costs[place as usize] = UNREACHED;
            taken_back.push(place);
            for (step, next) in self.steps(place) {
                let total =
                    cost.saturating_add(self.weights.step(self.weights.at(place), next, step));
                if total == self.costs[next as usize] && total != UNREACHED {
                    queue.push(total, next);
                }
            }
            if W::LINKED {
                self.weights.linked_from(place, |next, link| {
                    let total = cost.saturating_add(link);
                    if total == self.costs[next as usize] && total != UNREACHED {
                        queue.push(total, next);
                    }
                });
            }
        }
    }
}
