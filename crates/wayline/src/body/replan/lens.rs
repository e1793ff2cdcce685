//! What makes a [`PathMemory`] local: bounds grown from the goals to one unit, and lowered only where the unit can
//! gain by it.
//!
//! **Grown.** The first plan of a unit is searched for backward, from the goals, by A* towards the unit. So the
//! bounds that it leaves are exact costs. Whatever was not settled has an f of at least `least`, the f that the
//! search has come to: from there the goals are at least `least` away, minus the fewest steps from the unit. That
//! is the *rim*, one formula for all placements about which nothing else is known. With it, bounds are consistent:
//! for a move s -> t with s settled and t not, f(s) <= least, and the steps to t are at most those to s and the
//! move; with t settled and s not, s was reached over t and its f is at least `least`.
//!
//! **Lowered where it matters.** A move that became cheaper breaks the invariant where h(s) > c(s, t) + h(t).
//! It is noted, and not repaired until a unit asks. A unit at p that has a path for L asks whether there is a
//! better one: a path over the move s -> t costs at least the fewest steps from p to s, and c + h(t). Where
//! that is L or more, the note is kept for later; where it is less, the bound of s is lowered, and so on
//! backward, in the order of that sum. Then every path that costs less than L goes only over moves for which
//! the invariant holds, so h(p) >= L proves the path, and a search for less than L meets no other moves.
//!
//! This is D* Lite's order (Koenig, Likhachev, 2002) for costs that fall. Costs that rise are not followed at all,
//! as bounds stay bounds (compare Ferguson, Stentz, "The delayed D* algorithm", 2005): the search that is made
//! when a unit's own path is blocked raises them.

use super::bound_pages::{MOST_KEPT, Next};
use super::path_memory::{PathMemory, after};
use super::{Notes, Replan};
use crate::body::kind::{Heading, Placement};
use crate::body::map::BodyMap;
use crate::body::search::BodyScratch;
use crate::body::search::astar::{self, BodyBrakes, Guards, Pause, at};
use crate::body::search::guide::{Around, At, Guide, NO_PATH, Pace, Steps};
use crate::body::search::plan::BodyCore;
use crate::kernel::time_queue::TimeQueue;
use crate::question::answer::{Limit, Outcome};

/// Where a search from the goals has stopped.
#[derive(Clone, Copy)]
pub(super) struct Rim {
    /// What was not settled has at least this f; 0 if there was no such search.
    pub(super) least: u32,
    /// Where the search was going.
    #[cfg(feature = "serde")]
    to: Placement,
    steps: Steps,
}

impl Rim {
    /// Of no search.
    pub(super) fn none() -> Rim {
        Rim::new(0, Placement::new(0, 0, Heading::E), Pace::default())
    }

    pub(super) fn new(least: u32, to: Placement, pace: Pace) -> Rim {
        Rim {
            least,
            #[cfg(feature = "serde")]
            to,
            steps: steps_from(to, pace),
        }
    }

    /// What it was made from, if there was a search.
    #[cfg(feature = "serde")]
    pub(super) fn grown_to(&self) -> Option<(u32, Placement)> {
        (self.least > 0).then_some((self.least, self.to))
    }

    /// A lower bound of the cost from a state that was not settled.
    #[inline(always)]
    pub(super) fn bound(&self, at: At) -> u32 {
        match self.least {
            NO_PATH => NO_PATH,
            least => least.saturating_sub(self.steps.cost(at)),
        }
    }
}

/// The fewest steps from a placement.
fn steps_from(from: Placement, pace: Pace) -> Steps {
    Steps { around: Around::of([from].into_iter()), pace }
}

/// A place where bounds may not be consistent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Note {
    pub(super) state: u32,
    /// The move from there that may have become too cheap for the bound; or [`MOVES_HERE`].
    pub(super) index: u8,
    /// No more than what that move and the bound after it say.
    pub(super) bound: u32,
}

/// The first notes: no path from a placement that costs less than this goes over one of them.
#[derive(Clone, Copy, Default)]
pub(super) struct LookedAt {
    pub(super) count: usize,
    pub(super) from: Placement,
    pub(super) below: u32,
}

/// All moves that end at the state: its bound was lowered, and those before it were not looked at yet.
pub(super) const MOVES_HERE: u8 = u8::MAX;

/// A search from the goals to a unit.
struct Backward<'a> {
    steps: Steps,
    notes: &'a mut Notes,
}

impl Guide for Backward<'_> {
    const BACKWARD: bool = true;

    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        self.steps.cost(at)
    }

    #[inline(always)]
    fn settle(&mut self, state: u32, g: u32) -> bool {
        self.notes.expanded.push((state, g));
        false
    }
}

impl PathMemory {
    /// The first plan to goals about which nothing is known yet.
    pub(super) fn grow(
        &mut self,
        map: &BodyMap,
        from: u32,
        brakes: BodyBrakes<'_>,
        work: &mut BodyScratch,
    ) -> Replan {
        self.fresh = false;
        let (start, pace) = (map.placement(from), self.base.pace());
        let BodyScratch { core: BodyCore { run, trail, path, .. }, notes, .. } = work;
        notes.begin(map.states());
        let goals = self.states.iter().rev().copied();
        let goals: Vec<u32> = goals.filter(|&goal| map.fits(map.placement(goal))).collect();
        let mut guide = Backward { steps: steps_from(start, pace), notes };
        astar::begin(map, run, &mut guide, &mut (), &goals, &[from]);
        trail.clear();
        let guards = Guards::default();
        let pause = astar::advance(map, run, &mut guide, &mut (), guards, brakes, true, trail);
        let Pause::Ended(outcome) = pause else { unreachable!("nothing pauses it") };
        let mut cost = 0;
        let least = match outcome {
            Outcome::Found => {
                cost = run.records.g(from).unwrap_or(0);
                notes.expanded.push((from, cost));
                cost
            }
            Outcome::Unreachable => NO_PATH,
            Outcome::Stopped(Limit::Cost) => brakes.max_cost.saturating_add(1),
            Outcome::Stopped(_) => run.queue.now(),
        };
        path.extend(trail.iter().map(|&state| map.placement(state)));
        let replan = Replan::new(outcome, cost, &run.stats, self.repaired);
        if least > MOST_KEPT && least != NO_PATH {
            return replan;
        }
        for &(state, g) in &notes.expanded {
            let here = at(map, state);
            if let Some((heading, i)) = run.records.via(state) {
                let index = map.steps(heading, true)[i].index;
                self.learnt.set(here, g, Next::Move(index));
            }
        }
        let pace = if self.ablation.rim { Pace::default() } else { pace };
        self.rim = Rim::new(least, start, pace);
        replan
    }

    /// Notes a move if it may have become too cheap for the bound where it begins.
    pub(super) fn note(&mut self, map: &BodyMap, from: Placement, index: usize) {
        let state = map.state(from).expect("a move begins on the map");
        let here = at(map, state);
        let Some(cost) = map.move_cost(from, index) else { return };
        let next = at(map, after(map, state, index as u8));
        // Where nothing was learnt on either side, bounds are consistent whatever moves there are.
        if self.learnt.is_known(here) || self.has_rim() && self.knows_bound(next) {
            let bound = self.estimate(next).saturating_add(cost);
            if bound < self.estimate(here) {
                self.pending.push(Note { state, index: index as u8, bound });
            }
        }
    }

    fn has_rim(&self) -> bool {
        self.rim.least > 0
    }

    fn knows_bound(&self, at: At) -> bool {
        self.learnt.is_known(at) || self.learnt.next(at) == Next::Goal
    }

    /// Makes bounds consistent as far as paths from a placement matter that cost less than `below`; see
    /// above. `false` if that takes more than this many states: the rest is noted.
    pub(super) fn settle(
        &mut self,
        map: &BodyMap,
        from: Placement,
        below: u32,
        most: u64,
        queue: &mut TimeQueue,
    ) -> bool {
        let below = if self.ablation.lens { below - below / 4 } else { below };
        let seen = self.seen_before(from, below);
        if self.pending.len() == seen {
            return true;
        }
        let steps = steps_from(from, self.base.pace());
        let key = |bound: u32, at: At| match bound {
            NO_PATH => NO_PATH,
            _ => bound.saturating_add(steps.cost(at)),
        };
        queue.begin(0);
        let mut later = std::mem::take(&mut self.pending);
        let mut i = 0;
        later.retain_mut(|note| {
            i += 1;
            if i <= seen {
                return true;
            }
            let here = at(map, note.state);
            if note.index == MOVES_HERE {
                note.bound = self.estimate(here);
            } else {
                // The move may be gone again, or the bound after it have changed.
                let cost = map.move_cost(map.placement(note.state), note.index as usize);
                note.bound = cost.map_or(NO_PATH, |cost| {
                    self.estimate(at(map, after(map, note.state, note.index))).saturating_add(cost)
                });
                if note.bound >= self.estimate(here) {
                    return false;
                }
            }
            let key = key(note.bound, here);
            if key >= below {
                return true;
            }
            if note.index != MOVES_HERE {
                self.lower(here, note.bound, note.index);
            }
            queue.push(key, note.state);
            false
        });
        let (mut count, mut whole) = (0, true);
        while let Some((f, state)) = queue.pop() {
            let here = at(map, state);
            let bound = self.estimate(here);
            if key(bound, here) != f {
                continue;
            }
            if count == most {
                whole = false;
                later.push(Note { state, index: MOVES_HERE, bound });
                continue;
            }
            count += 1;
            map.for_each_move_back(map.placement(state), |from, cost, index| {
                let state = map.state(from).expect("a move begins on the map");
                let (here, bound) = (at(map, state), bound.saturating_add(cost));
                if !self.may_be_too_large(here) || self.estimate(here) <= bound {
                    return;
                }
                let (index, key) = (index as u8, key(bound, here));
                if key >= below {
                    later.push(Note { state, index, bound });
                } else {
                    self.lower(here, bound, index);
                    queue.push(key, state);
                }
            });
        }
        if self.ablation.notes {
            later.clear();
        }
        later.sort_unstable();
        later.dedup_by_key(|note| (note.state, note.index));
        let count_of_notes = if whole { later.len() } else { 0 };
        self.looked_at = LookedAt { count: count_of_notes, from, below };
        self.pending = later;
        self.repaired += count;
        self.tried += count;
        whole
    }

    /// How many of the first notes need not be looked at again: what was at least `below` away by way of
    /// them still is, less the steps that the unit has made since.
    fn seen_before(&self, from: Placement, below: u32) -> usize {
        let LookedAt { count, from: before, below: was } = self.looked_at;
        let made = self.base.pace().exact(from.x.abs_diff(before.x), from.y.abs_diff(before.y));
        let sure = was == NO_PATH || below as u64 * 256 + made <= was as u64 * 256;
        if sure { count } else { 0 }
    }

    /// Whether it is known that no path from a placement costs less than this.
    pub(super) fn proves(
        &mut self,
        map: &BodyMap,
        (from, cost): (Placement, u32),
        most: u64,
        work: &mut BodyScratch,
    ) -> bool {
        let Some(state) = map.state(from) else { return false };
        let most = most.min(self.worth_trying(cost));
        self.settle(map, from, cost, most, &mut work.core.run.queue)
            && self.estimate(at(map, state)) >= cost
    }

    /// Without a rim, what was not learnt cannot be too large.
    #[inline(always)]
    fn may_be_too_large(&self, here: At) -> bool {
        self.has_rim() || self.learnt.is_known(here)
    }

    #[inline]
    fn lower(&mut self, here: At, bound: u32, index: u8) {
        match self.learnt.next(here) {
            Next::Goal => self.learnt.set_bound(here, bound),
            _ => self.learnt.set(here, bound, Next::Move(index)),
        }
    }

    /// Takes over notes that were saved; `false` if there cannot be such.
    #[cfg(feature = "serde")]
    pub(super) fn restore_notes(
        &mut self,
        map: &BodyMap,
        notes: &[(u32, u8, u32)],
        looked_at: LookedAt,
    ) -> bool {
        let LookedAt { count, from, below } = looked_at;
        (self.pending, self.looked_at) = (Vec::new(), looked_at);
        for &(state, index, bound) in notes {
            let moves = map.steps(state as usize & 3, false).len();
            if state as usize >= map.states() || index != MOVES_HERE && index as usize >= moves {
                return false;
            }
            self.pending.push(Note { state, index, bound });
        }
        let steps = steps_from(from, self.base.pace());
        let far = |note: &Note| note.bound.saturating_add(steps.cost(at(map, note.state))) >= below;
        // None says more than the move does, unless what lies behind it was noted too.
        let sound = |note: &Note| {
            let behind = match note.index {
                MOVES_HERE => Some((note.state, 0)),
                index => {
                    let cost = map.move_cost(map.placement(note.state), index as usize);
                    cost.map(|cost| (after(map, note.state, index), cost))
                }
            };
            behind.is_none_or(|(state, cost)| {
                let is_behind = |n: &Note| (n.state, n.index) == (state, MOVES_HERE);
                note.bound <= self.estimate(at(map, state)).saturating_add(cost)
                    || note.index != MOVES_HERE && self.pending.iter().any(is_behind)
            })
        };
        let seen = self.pending.get(..count).is_some_and(|seen| seen.iter().all(far));
        seen && self.pending.iter().all(sound)
    }

    /// The least that a path from a placement costs if it goes over a move that was noted.
    pub(super) fn least_noted(&self, map: &BodyMap, from: Placement, below: u32) -> u32 {
        let steps = steps_from(from, self.base.pace());
        let noted = self.pending.iter().filter(|note| note.bound < below);
        let keys = noted.map(|note| note.bound.saturating_add(steps.cost(at(map, note.state))));
        keys.min().unwrap_or(NO_PATH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::kind::{BodyKind, Goal};
    use crate::body::map::Terrain;
    use crate::body::replan::{Ablation, Replanner};
    use crate::body::search::{BodyQuery, plan};
    use crate::kernel::cost::Cost;
    use crate::question::settings::Limits;

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (((self.0 >> 33) * end as u64) >> 31) as u32
        }
    }

    #[derive(Default)]
    struct Counts {
        asked: usize,
        /// Paths that stayed proven without a search, though cells were freed.
        proven: usize,
        wrong: usize,
    }

    /// A unit that goes on while cells are blocked and freed: all that is claimed about its paths, beside a search
    /// from scratch.
    fn course(seed: u64, kind: &str, ablation: Ablation, counts: &mut Counts) {
        let mut random = Random(seed);
        let side = 12 + random.below(20);
        let mut terrain = Terrain::new(side, side).unwrap();
        for i in 0..side * side {
            if random.below(100) < 22 {
                terrain.block((i % side, i / side)).unwrap();
            }
        }
        let mut map = BodyMap::new(BodyKind::preset(kind).unwrap(), &terrain);
        let mut replanner = Replanner::for_world(&map);
        replanner.paths.ablation = ablation;
        replanner.grows = true;
        let (mut work, mut scratch) = (BodyScratch::default(), BodyScratch::default());
        let somewhere = |random: &mut Random| {
            let heading = Heading::ALL[random.below(4) as usize];
            Placement::new(random.below(side), random.below(side), heading)
        };
        let mut goal = Goal::Pivot(somewhere(&mut random).cell());
        let mut path: Vec<Placement> = vec![somewhere(&mut random)];
        for _ in 0..40 {
            for _ in 0..random.below(3) {
                let cell = somewhere(&mut random).cell();
                terrain.set_blocked(cell, random.below(2) == 0).unwrap();
            }
            map.refresh(&terrain).unwrap();
            if random.below(30) == 0 {
                goal = Goal::Pivot(somewhere(&mut random).cell());
                path.truncate(1);
            }
            if !map.fits(path[0]) || path.len() == 1 && random.below(3) == 0 {
                path = vec![somewhere(&mut random)];
            }
            replanner.follow(&terrain, &map, &[goal], u64::MAX, &mut work).unwrap();
            let goals = [goal];
            let query = BodyQuery::to_nearest(path[0], &goals);
            let best = plan(&map, &query, &mut scratch).unwrap().cost;
            let cost = |pair: &[Placement]| {
                let mut least: Option<u32> = None;
                map.for_each_move(pair[0], |to, cost, _| {
                    if to == pair[1] {
                        least = Some(least.map_or(cost, |known: u32| known.min(cost)));
                    }
                });
                least
            };
            let costs: Option<Vec<u32>> = path.windows(2).map(cost).collect();
            let left = costs.filter(|costs| !costs.is_empty()).map(|costs| costs.iter().sum());
            counts.asked += 1;
            if let Some(left) = left {
                let (mut repaired, most) = (0, if random.below(4) == 0 { 3 } else { u64::MAX });
                let known = (path[0], left);
                if replanner.proves(&map, known, most, &mut repaired, &mut work) {
                    counts.proven += 1;
                    counts.wrong += usize::from(best != Cost::from(left));
                }
                assert!(repaired <= most);
            }
            let expansions = (random.below(4) == 0).then(|| random.below(60) as u64);
            let limits = Limits { expansions, cost: left.map(Cost::from), ..Limits::default() };
            let query = query.limits(limits);
            let replan = replanner.replan(&terrain, &map, &query, &mut work, &mut ()).unwrap();
            let wrong = match replan.outcome {
                Outcome::Found => {
                    path.clone_from(&work.core.path);
                    Cost::from(replan.cost) != best
                }
                Outcome::Unreachable => best != Cost::INFINITE,
                // Nothing that costs no more than what it has: but that does.
                Outcome::Stopped(Limit::Cost) => true,
                Outcome::Stopped(_) => expansions.is_none(),
            };
            counts.wrong += usize::from(wrong);
            if wrong {
                return;
            }
            let bound = replanner.bound(&map, path[0]);
            counts.wrong += usize::from(bound != NO_PATH && Cost::from(bound) > best);
            let made = (random.below(4) as usize).min(path.len() - 1);
            path.drain(..made);
        }
    }

    fn courses(seeds: std::ops::Range<u64>, ablation: Ablation) -> Counts {
        let mut counts = Counts::default();
        for seed in seeds {
            for kind in ["king", "infantry", "cart", "tank"] {
                course(seed, kind, ablation, &mut counts);
            }
        }
        counts
    }

    #[test]
    fn what_is_said_of_paths_is_true_through_edits() {
        let seeds = if std::env::var_os("WAYLINE_PROOF").is_some() { 20_000 } else { 60 };
        let counts = courses(0..seeds, Ablation::default());
        assert_eq!(counts.wrong, 0);
        assert!(counts.proven * 4 > counts.asked, "{} of {}", counts.proven, counts.asked);
    }

    #[test]
    fn without_a_condition_something_false_is_said() {
        let ablations: [fn(&mut Ablation); 4] = [
            |ablation| ablation.cost_drops = true,
            |ablation| ablation.notes = true,
            |ablation| ablation.lens = true,
            |ablation| ablation.rim = true,
        ];
        for (i, set) in ablations.into_iter().enumerate() {
            let mut ablation = Ablation::default();
            set(&mut ablation);
            assert!(courses(0..40, ablation).wrong > 0, "condition {i}");
        }
    }
}
