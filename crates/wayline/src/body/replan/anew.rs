//! Replanning that never costs much more than planning. What was learnt is tried first, for a small part of what a
//! search from nothing is likely to take. If that is not enough, such a search is made, and what it taught
//! replaces what was known.
//!
//! A search from nothing is guided by a field over folded placements (see `search/field.rs`). Whatever is settled
//! of it is kept as bounds, each place's cost for its placements, and beyond it the rim: no placement that is not
//! settled costs less than the f that the field has come to, minus the fewest steps from the start. That is the
//! guide the search had, or more, so it is consistent; and with what the search itself taught it still is, as
//! always (see `path_memory.rs`).

use super::Replan;
use super::bound_pages::{MOST_KEPT, Next};
use super::cut_off::CutOff;
use super::lens::Rim;
use super::path_memory::PathMemory;
use crate::body::map::BodyMap;
use crate::body::search::astar::{self, BodyBrakes, Guards, Pause, at};
use crate::body::search::field::Grown;
use crate::body::search::guide::{Around, Guide, NO_PATH, shared};
use crate::body::search::plan::BodyCore;
use crate::body::search::{BodyQuery, BodyScratch};
use crate::kernel::node::NONE;
use crate::question::answer::{Limit, Outcome};
use crate::question::observe::{EventKind, Watch, notify};

/// What was learnt is tried for this part of what a search from nothing is likely to take.
const PART_TRIED: u64 = 20;

/// The work of searches from nothing: of all so far, the one that took the least for the distance it covered.
#[derive(Clone, Copy, Default)]
pub(super) struct FromNothing {
    pub(super) expanded: u64,
    /// For a path that cost this much.
    pub(super) cost: u32,
}

impl FromNothing {
    /// The one that promises less for other paths.
    fn or_less(self, other: FromNothing) -> FromNothing {
        let weighted = |one: FromNothing, by: FromNothing| {
            one.expanded as u128 * by.cost as u128 * by.cost as u128
        };
        let less = self.cost == 0 || weighted(other, self) < weighted(self, other);
        if less { other } else { self }
    }
}

impl PathMemory {
    /// How many states may be expanded and repaired before a search from nothing is made, for a path that costs at
    /// least this much.
    pub(super) fn worth_trying(&self, bound: u32) -> u64 {
        if self.grows || self.shared {
            return u64::MAX;
        }
        let FromNothing { expanded, cost } = self.from_nothing;
        // What is searched grows with the square of the way that is left, or slower.
        let left = bound.min(cost) as u64 * 256 / cost.max(1) as u64;
        (expanded * left * left / (PART_TRIED << 16)).saturating_sub(self.tried)
    }

    /// A search from nothing, from which everything is learnt.
    pub(super) fn begin_anew_from(
        &mut self,
        map: &BodyMap,
        from: u32,
        brakes: BodyBrakes<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Replan {
        let fits = |goal: &u32| map.fits(map.placement(*goal));
        self.fitting.clear();
        self.fitting.extend(self.states.iter().copied().filter(fits));
        let goals = &self.fitting;
        self.base.begin(map, self.states.iter().map(|&state| map.placement(state)));
        let start = map.placement(from);
        work.field.begin(map, Around::of([start].into_iter()), goals, false);
        let steps = self.base.steps();
        let BodyScratch { core, field, .. } = work;
        let outcome = match self.base.table() {
            Some(free) => {
                let guide = Grown { map, field, beside: shared(free) };
                search(map, (from, goals), guide, brakes, core, watch)
            }
            None => {
                let guide = Grown { map, field, beside: shared(steps) };
                search(map, (from, goals), guide, brakes, core, watch)
            }
        };
        if watch.watches() {
            // What was settled beside the search was expanded, too.
            for (state, cost) in field.settled_places(map) {
                notify(watch, EventKind::Expand, state, NONE, cost.into(), cost.into());
            }
        }
        let mut cost = 0;
        match outcome {
            Outcome::Found => {
                cost = core.trail.last().and_then(|&last| core.run.records.g(last)).unwrap_or(0);
                self.from_nothing = self
                    .from_nothing
                    .or_less(FromNothing { expanded: core.run.stats.expanded, cost });
                self.learn_from_nothing(map, from, cost, work);
                self.remember(map, &work.core.trail);
            }
            Outcome::Stopped(Limit::Cost) => {
                self.learn_from_nothing(map, from, brakes.max_cost.saturating_add(1), work);
            }
            Outcome::Stopped(_) => {
                let least = core.run.queue.now();
                if let Some((_, state)) = core.run.queue.pop() {
                    astar::trace_back::<false>(
                        map,
                        &core.run.records.words,
                        state,
                        &mut core.trail,
                    );
                }
                if self.fresh {
                    self.learn_from_nothing(map, from, least, work);
                }
            }
            Outcome::Unreachable => self.note_no_path(map, work),
        }
        let BodyCore { run, trail, path, .. } = &mut work.core;
        path.clear();
        path.extend(trail.iter().map(|&state| map.placement(state)));
        Replan::new(outcome, cost, &run.stats, self.repaired)
    }

    /// Takes over what a search has taught, whose expanded states lie on no path that costs less than `least`.
    fn learn_from_nothing(&mut self, map: &BodyMap, from: u32, least: u32, work: &BodyScratch) {
        let (field, records) = (&work.field, &work.core.run.records);
        self.begin_anew();
        for &state in &self.states {
            if map.fits(map.placement(state)) {
                self.learnt.set_next(at(map, state), Next::Goal);
            }
        }
        let far = |cost: u32| cost > MOST_KEPT && cost != NO_PATH;
        if far(least) || far(field.least()) || field.is_capped() {
            return;
        }
        self.fresh = false;
        self.rim = Rim::new(field.least(), map.placement(from), self.base.pace());
        // What is expanded is settled in the field.
        for (state, cost) in field.settled(map) {
            let here = at(map, state);
            if self.learnt.next(here) == Next::Goal {
                continue;
            }
            let taught = records.closed(state).map_or(0, |g| least.saturating_sub(g));
            self.learnt.set_bound(here, cost.max(taught).max(1));
        }
    }

    /// Whether it is known, or obvious, that no path leads from a state to the goals.
    pub(super) fn is_cut_off(&mut self, map: &BodyMap, from: u32) -> bool {
        let fits = |&goal: &u32| map.fits(map.placement(goal));
        if !self.grows && !self.states.iter().any(fits) {
            self.cut_off.set_to_everything(map);
        }
        self.cut_off.proves(map, from, &self.states)
    }

    /// Takes over from where there is no path, as another memory has found on the same map, if that is so for
    /// this query too.
    pub(super) fn take_cut_off(&mut self, found: &CutOff, map: &BodyMap, query: &BodyQuery<'_>) {
        let from = query.starts.as_slice().first().and_then(|&from| map.state(from));
        let goals = query.goals.states() == &self.goals[..];
        if let Some(from) = from.filter(|_| goals && !found.is_empty())
            && found.proves(map, from, &self.states)
        {
            self.cut_off.clone_from(found);
        }
    }

    /// The last search has found that there is no path.
    fn note_no_path(&mut self, map: &BodyMap, work: &mut BodyScratch) {
        let (field, records) = (&work.field, &work.core.run.records);
        let reached = (0..map.states() as u32).filter(|&state| records.closed(state).is_some());
        match field.least() {
            NO_PATH if !field.is_capped() => {
                let reaching = field.settled(map).map(|settled| settled.0);
                self.cut_off.set_to_all_but(map, reaching, reached);
            }
            _ => self.cut_off.set_to(map, reached),
        }
        if self.base.knows_of_no_path() {
            self.cut_off.add_beyond(map, &mut work.core.trail);
        }
    }
}

fn search(
    map: &BodyMap,
    (from, goals): (u32, &[u32]),
    mut guide: impl Guide,
    brakes: BodyBrakes<'_>,
    core: &mut BodyCore,
    watch: &mut impl Watch,
) -> Outcome {
    let BodyCore { run, trail, .. } = core;
    let starts: &[u32] = if goals.is_empty() { &[] } else { &[from] };
    astar::begin(map, run, &mut guide, watch, starts, goals);
    trail.clear();
    let guards = Guards::default();
    match astar::advance(map, run, &mut guide, watch, guards, brakes, false, trail) {
        Pause::Ended(outcome) => outcome,
        Pause::Paused => unreachable!("nothing pauses it"),
    }
}
