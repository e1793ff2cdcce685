//! [`PathMemory`]: replanning for one unit. Multi-Path Generalized Adaptive A*.
//!
//! Every search for a goal teaches something: if the best path costs C, then no state that was expanded at g is
//! nearer to the goal than C - g. Kept as the next search's estimates, these bounds lead it straight to where
//! things have changed. The moves of paths found are kept too: a search is over as soon as it comes to a state
//! from which a remembered path still holds and costs no more than the bound there.
//!
//! Use it for one unit, or a few, that go to one goal while the map changes. For many units, or many changes,
//! [`GoalField`](super::GoalField) is better, and [`Replanner`](super::Replanner) chooses. After Hernández, Asín,
//! Baier, "Reusing previously found A* paths for fast goal-directed navigation in dynamic terrain" (AAAI 2015);
//! Sun, Koenig, Yeoh, "Generalized adaptive A*" (AAMAS 2008).
//!
//! The invariant: bounds are consistent, h(s) <= c(s, t) + h(t) for every move, and 0 at every goal. So none is
//! too large, and the first of a search's states to come off its list was reached for the least cost.
//!
//! - A cost that rises preserves the invariant. One that falls may break it where the move begins: the bound there
//!   is lowered, and then the bounds of the states before it, until all is consistent again.
//! - A search that was stopped knows the least f on its list, which takes the place of C.
//! - A search that found that there is no path teaches that there is none.
//! - When the goal moves, all bounds are lowered by what the new goal's was: they are still consistent, and 0
//!   where they have to be.
//! - A search around others in the way is guided by the bounds, since they hold all the more. It teaches nothing,
//!   since the others will leave. Nor does a search in an area, or a weighted one.
//! - Bounds are for one kind of body. (For a larger or slower one they would hold as well; here each kind has its
//!   own.)
//!
//! A search expands no more states than A* with the same estimate; each costs a look at a page of what was learnt.
//! Memory: a kilobyte for each 8x8 cells in which anything was ever expanded.

use super::anew::FromNothing;
use super::bound_pages::{BoundPages, Next};
use super::cut_off::CutOff;
use super::initial_bound::InitialBound;
use super::lens::{LookedAt, Note, Rim};
use super::{Notes, Replan, answer, brakes_of, plain_only, start_of};
use crate::body::kind::{BodyKind, Goal, Placement};
use crate::body::map::{BodyMap, Occupancy, Terrain};
use crate::body::search::{
    BodyQuery, BodyScratch, Estimate,
    astar::{self, BodyBrakes, Guards, MAX_TOTAL, Pause, at},
    guide::{At, Guide, NO_PATH},
    plan,
    plan::BodyCore,
};
use crate::engines::workspace::Workspace;
use crate::question::answer::{Answer, Limit, Outcome};
use crate::question::observe::Watch;
use crate::spaces::error::QueryError;
use std::fmt;
use std::sync::Arc;

/// Paths are first looked for that cost no more than this part, and this much, above what is known to be needed.
const LITTLE_MORE: (u32, u32) = (8, 100);

/// What the searches of one unit, or of a few, have learnt, kept for the next one.
///
/// It keeps bounds of the cost to the goal, and paths that once were the best (Multi-Path Generalized Adaptive
/// A*). A search ends where a remembered path still holds. It takes a kilobyte for each 8x8 cells in which
/// anything was ever expanded.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, PathMemory, Terrain};
/// use wayline::{Workspace};
/// let mut terrain = Terrain::new(60, 40)?;
/// let mut map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
/// let (mut memory, mut work) = (PathMemory::new(&map), Workspace::new());
/// let query = BodyQuery::new((2, 2, Heading::E), (50, 30));
/// let first = memory.plan(&terrain, &map, &query, &mut work)?.cost;
/// terrain.block((20, 2))?;
/// map.refresh(&terrain)?;
/// let again = memory.plan(&terrain, &map, &query, &mut work)?;
/// assert!(again.is_optimal() && again.cost >= first);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct PathMemory {
    pub(super) kind: Arc<BodyKind>,
    pub(super) learnt: BoundPages,
    /// The initial bounds.
    pub(super) base: InitialBound,
    pub(super) goals: Vec<Goal>,
    /// The states of the goals, whether the body fits there or not.
    pub(super) states: Vec<u32>,
    pub(super) seen_edits: u64,
    pub(super) repaired: u64,
    /// What holds where nothing else is known.
    pub(super) rim: Rim,
    /// Where bounds are not consistent yet.
    pub(super) pending: Vec<Note>,
    /// Those of them that were looked at, and for what: see [`settle`](PathMemory::settle).
    pub(super) looked_at: LookedAt,
    /// Nothing was learnt yet for these goals.
    pub(super) fresh: bool,
    /// Whether the first plan grows bounds from the goals.
    pub(super) grows: bool,
    /// Whether several units plan with it: what each has learnt is then kept, whatever that takes.
    pub(super) shared: bool,
    /// The work of the last search from nothing.
    pub(super) from_nothing: FromNothing,
    /// Expanded and repaired since then, or since the map was edited, by what was learnt.
    pub(super) tried: u64,
    /// The last search was stopped early: the next goes on from what it has taught, so that one comes to an end at
    /// last.
    pub(super) unfinished: bool,
    /// From where there is no path.
    pub(super) cut_off: CutOff,
    /// For searches from nothing: the goals at which the body fits.
    pub(super) fitting: Vec<u32>,
    /// Leaves out what makes it correct, to show that it is needed.
    #[doc(hidden)]
    pub(crate) ablation: Ablation,
}

/// For tests: which of the conditions of correctness are left out.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Ablation {
    /// Bounds are not lowered when costs fall.
    pub cost_drops: bool,
    /// A stopped search teaches as if it had found a path for the least f there is, and one more move.
    pub stopped: bool,
    /// Searches around others teach too.
    pub others: bool,
    /// Bounds are kept as they are when the goal moves.
    pub goals: bool,
    /// A remembered path is followed whatever the bounds along it.
    pub paths: bool,
    /// What was learnt for one kind of body serves another.
    pub kinds: bool,
    /// Weighted searches teach too.
    pub weighted: bool,
    /// What does not matter to a unit yet is forgotten.
    pub notes: bool,
    /// Bounds are lowered only where a unit could gain much.
    pub lens: bool,
    /// What was not settled from the goals is taken to be as far away as what was settled last.
    pub rim: bool,
    /// From where there was no path there is none, whatever is freed.
    pub openings: bool,
}

impl Ablation {
    /// Whether nothing is left out.
    #[doc(hidden)]
    pub fn is_none(self) -> bool {
        let Ablation { cost_drops, stopped, others, goals, paths, kinds, weighted, .. } = self;
        let Ablation { notes, lens, rim, openings, .. } = self;
        !(cost_drops || stopped || others || goals || paths || kinds || weighted)
            && !(notes || lens || rim || openings)
    }
}

impl fmt::Debug for PathMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, goals) = (self.kind.name(), &self.goals);
        f.debug_struct("PathMemory")
            .field("kind", &kind)
            .field("goals", goals)
            .finish_non_exhaustive()
    }
}

impl PathMemory {
    /// A memory that has learnt nothing yet.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, PathMemory, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(60, 40)?);
    /// let memory = PathMemory::new(&map);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(map: &BodyMap) -> PathMemory {
        PathMemory {
            kind: map.kind().clone(),
            learnt: BoundPages::new(map.width(), map.height()),
            base: InitialBound::new(map),
            goals: Vec::new(),
            states: Vec::new(),
            seen_edits: map.seen_edits(),
            repaired: 0,
            rim: Rim::none(),
            pending: Vec::new(),
            looked_at: LookedAt::default(),
            fresh: true,
            grows: false,
            shared: false,
            from_nothing: FromNothing::default(),
            tried: 0,
            unfinished: false,
            cut_off: CutOff::default(),
            fitting: Vec::new(),
            ablation: Ablation::default(),
        }
    }

    /// Forgets everything, but keeps the allocated memory.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, PathMemory, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(60, 40)?);
    /// PathMemory::new(&map).forget();
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn forget(&mut self) {
        self.begin_anew();
        self.goals.clear();
        self.states.clear();
        self.cut_off.clear();
        (self.from_nothing, self.tried) = (FromNothing::default(), 0);
    }

    pub(super) fn begin_anew(&mut self) {
        self.learnt.clear();
        self.pending.clear();
        self.looked_at = LookedAt::default();
        (self.rim, self.fresh) = (Rim::none(), true);
    }

    /// How much memory it holds, in bytes.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, PathMemory, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(64, 64)?);
    /// assert!(PathMemory::new(&map).bytes() < 1000);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.learnt.bytes()
            + self.base.bytes()
            + self.goals.capacity() * size_of::<Goal>()
            + (self.states.capacity() + self.fitting.capacity()) * 4
            + self.pending.capacity() * size_of::<Note>()
            + self.cut_off.bytes()
    }

    /// How many bounds were lowered because costs fell, before the last plan.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, PathMemory, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(64, 64)?);
    /// assert_eq!(PathMemory::new(&map).repaired(), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn repaired(&self) -> u64 {
        self.repaired
    }

    #[doc(hidden)]
    pub fn ablate(&mut self, what: Ablation) {
        self.ablation = what;
    }

    /// The same answer as [`search`](crate::search()), with less work if you asked before: for the same goals or
    /// others, from anywhere, after any edits. The map must be [refreshed](BodyMap::refresh) to the terrain's last
    /// edit.
    ///
    /// A query with an estimate that is not exact, [within](BodyQuery::within) an area or from several
    /// starts is answered as `plan` does, and nothing is learnt.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, PathMemory, Terrain};
    /// # use wayline::{Workspace};
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let (mut memory, mut work) = (PathMemory::new(&map), Workspace::new());
    /// let query = BodyQuery::new((2, 2, Heading::E), (50, 30));
    /// let steps = memory.plan(&terrain, &map, &query, &mut work)?.path.len();
    /// // Asked again, it knows.
    /// assert_eq!(memory.plan(&terrain, &map, &query, &mut work)?.stats.expanded, 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn plan<'w>(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &'w mut Workspace,
    ) -> Result<Answer<'w, Placement>, QueryError> {
        self.plan_in(terrain, map, query, &mut work.body)
    }

    /// The same with the part of a workspace that bodies use.
    pub(crate) fn plan_in<'w>(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &'w mut BodyScratch,
    ) -> Result<Answer<'w, Placement>, QueryError> {
        if plain_only(query) && !self.ablation.weighted {
            return plan(map, query, work);
        }
        let replan = self.replan(terrain, map, query, work, &mut ())?;
        Ok(answer(replan, work))
    }

    /// The same; leaves the path in the work, and if it was stopped the path to the state whose turn
    /// it was.
    pub(crate) fn replan(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Result<Replan, QueryError> {
        let start = start_of(map, query)?;
        let mut brakes = brakes_of(query);
        let most = brakes.limits.expansions.unwrap_or(u64::MAX);
        self.follow(terrain, map, query.goals.states(), most, work)?;
        let followed = self.repaired;
        brakes.limits.expansions = brakes.limits.expansions.map(|_| most.saturating_sub(followed));
        work.core.path.clear();
        work.core.run.stats = Default::default();
        let Some(from) = start else {
            return Ok(Replan::new(Outcome::Unreachable, 0, &work.core.run.stats, self.repaired));
        };
        if self.is_cut_off(map, from) {
            let outcome = Outcome::Unreachable;
            return Ok(Replan::new(outcome, 0, &work.core.run.stats, self.repaired));
        }
        let alone = query.body.occupancy.is_none();
        let replan = if alone && self.may_begin_anew() && !self.unfinished {
            self.try_or_begin_anew(map, from, query, brakes, work, watch)
        } else {
            self.search_further(map, from, query, brakes, work, watch)
        };
        if alone {
            self.unfinished = matches!(
                replan.outcome,
                Outcome::Stopped(Limit::Expansions | Limit::Time | Limit::Cancelled)
            );
        }
        self.tried = 0;
        Ok(replan)
    }

    /// For a search that has to be short: one that goes straight for the goal.
    pub(crate) fn in_haste(map: &BodyMap) -> PathMemory {
        PathMemory { unfinished: true, ..PathMemory::new(map) }
    }

    /// Whether searches from nothing are made.
    pub(super) fn may_begin_anew(&self) -> bool {
        !self.grows && !self.shared && Ablation { openings: false, ..self.ablation }.is_none()
    }

    /// Tries what was learnt; if that is not enough, searches from nothing.
    fn try_or_begin_anew(
        &mut self,
        map: &BodyMap,
        from: u32,
        query: &BodyQuery<'_>,
        mut brakes: BodyBrakes<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Replan {
        let (mended, most) = (self.repaired, brakes.limits.expansions);
        let mut tried = 0;
        if !self.fresh {
            let worth = self.worth_trying(self.bound(map, from));
            brakes.limits.expansions = Some(most.map_or(worth, |most| most.min(worth)));
            let replan = self.search(map, from, query, brakes, work, watch);
            if replan.outcome != Outcome::Stopped(Limit::Expansions) {
                return replan;
            }
            tried = replan.stats.expanded;
        }
        let spent = tried + self.repaired - mended;
        brakes.limits.expansions = most.map(|most| most.saturating_sub(spent));
        let mut replan = self.begin_anew_from(map, from, brakes, work, watch);
        replan.stats.expanded += tried;
        replan
    }

    /// Where bounds are not consistent yet, few paths are worth mending them: at first those that cost little
    /// more than is known to be needed.
    fn search_further(
        &mut self,
        map: &BodyMap,
        from: u32,
        query: &BodyQuery<'_>,
        mut brakes: BodyBrakes<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Replan {
        let (mended, most) = (self.repaired, brakes.max_cost);
        let little = self.bound(map, from);
        let little = little.saturating_add(little / LITTLE_MORE.0).saturating_add(LITTLE_MORE.1);
        let mut before = 0;
        if self.grows && !self.pending.is_empty() && little < most {
            brakes.max_cost = little;
            let replan = self.search(map, from, query, brakes, work, watch);
            if replan.outcome != Outcome::Stopped(Limit::Cost) {
                return replan;
            }
            before = replan.stats.expanded;
            let spent = before + self.repaired - mended;
            brakes.limits.expansions =
                brakes.limits.expansions.map(|most| most.saturating_sub(spent));
            brakes.max_cost = most;
            work.core.path.clear();
        }
        let mut replan = self.search(map, from, query, brakes, work, watch);
        replan.stats.expanded += before;
        replan
    }

    /// A search for paths up to a cost, guided by what was learnt, from which it learns.
    fn search(
        &mut self,
        map: &BodyMap,
        from: u32,
        query: &BodyQuery<'_>,
        mut brakes: BodyBrakes<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Replan {
        let others = query.body.occupancy;
        let (mended, most) = (self.repaired, brakes.limits.expansions.unwrap_or(u64::MAX));
        let below = if brakes.max_cost < MAX_TOTAL { brakes.max_cost + 1 } else { NO_PATH };
        if !self.settle(map, map.placement(from), below, most, &mut work.core.run.queue) {
            let outcome = Outcome::Stopped(Limit::Expansions);
            return Replan::new(outcome, 0, &work.core.run.stats, self.repaired);
        }
        let left = most.saturating_sub(self.repaired - mended);
        brakes.limits.expansions = brakes.limits.expansions.map(|_| left);
        work.notes.begin(map.states());
        let weight = if let Estimate::Scaled(factor) = query.body.estimate { factor } else { 1.0 };
        let weight = if self.ablation.weighted { weight } else { 1.0 };
        let mut guide = Guided { memory: self, map, others, weight, notes: &mut work.notes };
        let bound = guide.memory.bound(map, from);
        if bound > brakes.max_cost {
            let outcome = match bound {
                NO_PATH if self.pending.is_empty() => Outcome::Unreachable,
                _ => Outcome::Stopped(Limit::Cost),
            };
            return Replan::new(outcome, 0, &work.core.run.stats, self.repaired);
        }
        if guide.holds(from) {
            let cost = bound;
            work.core.trail.clear();
            work.core.trail.push(from);
            self.finish_path(map, work);
            return Replan::new(Outcome::Found, cost, &work.core.run.stats, self.repaired);
        }
        if self.fresh && self.grows && others.is_none() {
            return self.grow(map, from, brakes, work);
        }
        let mut guide = Guided { memory: self, map, others, weight, notes: &mut work.notes };
        let BodyCore { run, trail, .. } = &mut work.core;
        astar::begin(map, run, &mut guide, watch, &[from], &[]);
        let guards = Guards { area: None, occupancy: others };
        trail.clear();
        let pause = astar::advance(map, run, &mut guide, watch, guards, brakes, false, trail);
        let Pause::Ended(outcome) = pause else { unreachable!("nothing pauses it") };
        let outcome = match outcome {
            // There may be a path where bounds are not mended yet, since it costs too much.
            Outcome::Unreachable if !self.pending.is_empty() => Outcome::Stopped(Limit::Cost),
            other => other,
        };
        let intact = self.ablation.is_none();
        debug_assert!(run.stats.reopened == 0 || !intact, "bounds are consistent");
        let mut total = 0;
        // What the states that were expanded have between them and the goal, at least.
        let least = match outcome {
            Outcome::Found => {
                let last = *trail.last().expect("a path has an end");
                total = run.records.g(last).unwrap_or(0) + self.bound(map, last);
                total
            }
            Outcome::Unreachable => NO_PATH,
            Outcome::Stopped(Limit::Cost) => brakes.max_cost.saturating_add(1),
            Outcome::Stopped(_) => {
                let least = run.queue.now();
                if let Some((_, state)) = run.queue.pop() {
                    astar::trace_back::<false>(map, &run.records.words, state, trail);
                }
                least + if self.ablation.stopped { 1 + MAX_TOTAL / 1000 } else { 0 }
            }
        };
        if others.is_none() || self.ablation.others {
            self.fresh = false;
            let expanded = &work.notes.expanded;
            if outcome == Outcome::Unreachable && self.may_begin_anew() {
                let reached = expanded.iter().map(|expanded| expanded.0);
                self.cut_off.set_to(map, reached);
                self.cut_off.add_beyond(map, trail);
            } else {
                self.learn(map, least, expanded);
            }
        }
        if outcome == Outcome::Found {
            self.finish_path(map, work);
            if others.is_none() || self.ablation.others {
                self.remember(map, &work.core.trail);
            }
        } else {
            let BodyCore { trail, path, .. } = &mut work.core;
            path.extend(trail.iter().map(|&state| map.placement(state)));
        }
        Replan::new(outcome, total, &work.core.run.stats, self.repaired)
    }

    /// A lower bound of the cost from a state to the goals.
    #[inline(always)]
    pub(super) fn estimate(&self, at: At) -> u32 {
        let known = self.learnt.known(at);
        self.base.estimate(at).max(known.unwrap_or_else(|| self.rim.bound(at)))
    }

    #[inline]
    pub(super) fn bound(&self, map: &BodyMap, state: u32) -> u32 {
        self.estimate(at(map, state))
    }

    /// Whether a search has learnt anything about a state.
    pub(super) fn knows(&self, map: &BodyMap, state: u32) -> bool {
        self.learnt.is_of(map.width(), map.height()) && self.learnt.is_known(at(map, state))
    }

    /// A lower bound of the cost from a placement to the goals, as far as is known after the last
    /// plan: the cost itself on paths that were planned.
    pub(crate) fn bound_at(&self, map: &BodyMap, placement: Placement) -> u32 {
        let Some(state) = map.state(placement) else { return NO_PATH };
        if self.cut_off.proves(map, state, &self.states) {
            return NO_PATH;
        }
        let bound = self.bound(map, state);
        bound.min(self.least_noted(map, placement, bound))
    }

    fn learn(&mut self, map: &BodyMap, least: u32, expanded: &[(u32, u32)]) {
        for &(state, g) in expanded {
            let at = at(map, state);
            let bound = if least == NO_PATH { NO_PATH } else { least.saturating_sub(g) };
            if bound > self.estimate(at) {
                self.learnt.set_bound(at, bound);
            }
        }
    }

    /// Keeps the moves of a path.
    pub(super) fn remember(&mut self, map: &BodyMap, trail: &[u32]) {
        for pair in trail.windows(2) {
            if let Some((index, _)) = cheapest(map, pair[0], pair[1]) {
                self.learnt.set_next(at(map, pair[0]), Next::Move(index));
            }
        }
    }

    /// Puts the trail and what is remembered from its end on into the work's path.
    fn finish_path(&self, map: &BodyMap, work: &mut BodyScratch) {
        let BodyCore { trail, path, .. } = &mut work.core;
        path.extend(trail.iter().map(|&state| map.placement(state)));
        let mut state = *trail.last().expect("a trail has an end");
        while let Next::Move(index) = self.learnt.next(at(map, state)) {
            state = after(map, state, index);
            path.push(map.placement(state));
        }
    }
}

/// Where a move of the state's heading leads, legal or not.
#[inline]
pub(super) fn after(map: &BodyMap, state: u32, index: u8) -> u32 {
    state.wrapping_add_signed(map.steps(state as usize & 3, false)[index as usize].state)
}

/// The cheapest move between two states.
fn cheapest(map: &BodyMap, from: u32, to: u32) -> Option<(u8, u32)> {
    let mut best: Option<(u8, u32)> = None;
    let placement = map.placement(from);
    for index in 0..map.steps(from as usize & 3, false).len() as u8 {
        if after(map, from, index) == to
            && let Some(cost) = map.move_cost(placement, index as usize)
            && best.is_none_or(|(_, least)| cost < least)
        {
            best = Some((index, cost));
        }
    }
    best
}

/// A search guided by what was learnt.
struct Guided<'a> {
    memory: &'a PathMemory,
    map: &'a BodyMap,
    others: Option<&'a Occupancy>,
    /// Always 1, except in the test that shows why.
    weight: f64,
    notes: &'a mut Notes,
}

impl Guided<'_> {
    /// Whether a remembered path still leads from a state to a goal, for what the bounds say. A
    /// state from which none does is walked over only once.
    fn holds(&mut self, from: u32) -> bool {
        let (memory, map) = (self.memory, self.map);
        let mut state = from;
        loop {
            let here = at(map, state);
            let index = match memory.learnt.next(here) {
                Next::Goal => return true,
                Next::Move(index) if self.notes.walk_over(state) => index,
                _ => return false,
            };
            let step = &map.steps(here.heading as usize, false)[index as usize];
            let corner = map.layout().bit(here.x, here.y) as isize;
            let bit = (corner + step.bit as isize) as usize;
            if !map.boards().get(step.board, bit)
                || self.others.is_some_and(|others| !others.boards().get(step.board, bit))
            {
                return false;
            }
            let cost = map.cost_of_legal(step, bit, (here.x, here.y), (here.x, here.y));
            let next = state.wrapping_add_signed(step.state);
            if !memory.ablation.paths
                && memory.estimate(here) != memory.bound(map, next).saturating_add(cost)
            {
                return false;
            }
            state = next;
        }
    }
}

impl Guide for Guided<'_> {
    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        match self.memory.estimate(at) {
            bound if self.weight == 1.0 || bound == NO_PATH => bound,
            bound => (bound as f64 * self.weight) as u32,
        }
    }

    fn settle(&mut self, state: u32, g: u32) -> bool {
        let holds = self.holds(state);
        if !holds {
            self.notes.expanded.push((state, g));
        }
        holds
    }
}
