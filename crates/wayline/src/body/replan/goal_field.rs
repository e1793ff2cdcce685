//! [`GoalField`]: the cost to a goal from everywhere, kept while the map changes.
//!
//! A field grows from the goals backwards, only as far as it is asked about, and is repaired where the map
//! changed, again only as far as it is asked about. Many units of one kind that go to one goal share it: each
//! reads its cost and its next step, both exact.
//!
//! Use it for many units with one goal, or for one goal and many changes. For one unit and few changes,
//! [`PathMemory`](super::PathMemory) expands less at first, and [`Replanner`](super::Replanner) chooses. This is
//! Lifelong Planning A* (Koenig, Likhachev, Furcy, 2004) from the goals, as in D* Lite. It grows without an
//! estimate: units are anywhere, and what is right for one is right for all. Which repairs a unit needs is in
//! `settling.rs`.
//!
//! The invariant: `best` of a state is the least of its moves' costs plus `cost` of where they lead, 0 at goals; a
//! state whose two values differ is on the list, under the lesser of them. All states with equal values no larger
//! than the least on the list have the right values.
//!
//! Growing expands each state once, in O(log n) at worst. A repair expands the states whose cost changes, and only
//! those from which a path of the unit that asks could come. Memory: eight bytes for each placement of the map,
//! touched as far as the field grows.

use super::settling::Near;
use super::values::{List, Table, Values};
use super::{Notes, Replan, answer, brakes_of, must_be_current, plain_only, start_of};
use crate::body::kind::{BodyKind, Goal, Placement};
use crate::body::map::{BodyMap, Occupancy, Terrain};
use crate::body::search::{
    BodyQuery, BodyScratch,
    astar::{self, BodyBrakes, Guards, MAX_TOTAL, Pause},
    guide::{At, Guide, NO_PATH},
    plan,
    plan::{BodyCore, states_of},
};
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::question::answer::{Answer, Limit, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::spaces::error::QueryError;
use std::fmt;
use std::sync::Arc;

/// The cost to a goal from everywhere, kept while the map changes, for any number of units of a kind.
///
/// It grows from the goals, and is repaired after edits, only as far as you ask (Lifelong Planning A* from the
/// goals). It takes eight bytes for each placement of the map.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, GoalField, Heading, Placement, Terrain};
/// let mut terrain = Terrain::new(60, 40)?;
/// let mut map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
/// let mut field = GoalField::new(&map);
/// let unit = Placement::new(2, 30, Heading::E);
/// field.aim(&terrain, &map, &["50,30,E".parse()?])?;
/// assert_eq!(field.cost(&map, unit), Some(480));
/// // A wall, and the field is repaired as far as the unit needs it.
/// for y in 25..40 {
///     terrain.block((20, y))?;
/// }
/// map.refresh(&terrain)?;
/// field.aim(&terrain, &map, &["50,30,E".parse()?])?;
/// assert_eq!(field.cost(&map, unit), Some(660));
/// assert!(field.next_step(&map, unit).is_some());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct GoalField {
    kind: Arc<BodyKind>,
    pub(super) values: Table,
    /// Whether any state may have a value.
    pub(super) dirty: bool,
    pub(super) goals: Vec<Goal>,
    /// The states of the goals, whether the body fits there or not, in ascending order.
    pub(super) states: Vec<u32>,
    pub(super) list: List,
    seen_edits: u64,
    /// States that an edit may have changed.
    touched: Vec<u32>,
    pub(super) near: Near,
    pub(super) expanded: u64,
    /// Leaves out what makes it correct, to show that it is needed.
    ablation: bool,
}

impl fmt::Debug for GoalField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, goals) = (self.kind.name(), &self.goals);
        f.debug_struct("GoalField")
            .field("kind", &kind)
            .field("goals", goals)
            .finish_non_exhaustive()
    }
}

impl GoalField {
    /// A field without goals.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, GoalField, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(60, 40)?);
    /// let field = GoalField::new(&map);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(map: &BodyMap) -> GoalField {
        GoalField {
            kind: map.kind().clone(),
            values: Table::new(map.states()),
            dirty: false,
            goals: Vec::new(),
            states: Vec::new(),
            list: List::default(),
            seen_edits: map.seen_edits(),
            touched: Vec::new(),
            near: Near::default(),
            expanded: 0,
            ablation: false,
        }
    }

    /// Brings the field up to date with these goals and with the map as it is now, which must be
    /// [refreshed](BodyMap::refresh) to the terrain's last edit. If the goals are new, the field starts again.
    /// Nothing is expanded yet.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, GoalField, Terrain};
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// GoalField::new(&map).aim(&terrain, &map, &["50,30".parse()?])?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn aim(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        goals: &[Goal],
    ) -> Result<(), QueryError> {
        must_be_current(terrain, map, goals)?;
        if !Arc::ptr_eq(&self.kind, map.kind()) && *self.kind != **map.kind() {
            *self = GoalField { ablation: self.ablation, ..GoalField::new(map) };
        }
        if self.goals != goals {
            self.goals.clear();
            states_of(map, goals, |_| true, &mut self.states)?;
            self.goals.extend_from_slice(goals);
            self.restart(map);
        } else if self.seen_edits != terrain.edits() {
            match terrain.edited_since(self.seen_edits) {
                Some(_) if self.ablation => {}
                Some(cells) => {
                    let touched = &mut self.touched;
                    touched.clear();
                    touched.extend_from_slice(&self.states);
                    for cell in cells {
                        map.for_each_move_over(cell, |from, _| touched.extend(map.state(from)));
                    }
                    touched.sort_unstable();
                    touched.dedup();
                    for i in 0..self.touched.len() {
                        self.look_again(map, self.touched[i]);
                    }
                    self.sift_repairs();
                }
                None => self.restart(map),
            }
        }
        self.seen_edits = terrain.edits();
        Ok(())
    }

    /// The cost from a placement to the nearest of the goals the field was last aimed at; grows and
    /// repairs it as far as that takes. `None` if there is no path.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, GoalField, Heading, Placement, Terrain};
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let mut field = GoalField::new(&map);
    /// field.aim(&terrain, &map, &["50,30".parse()?])?;
    /// assert_eq!(field.cost(&map, Placement::new(48, 30, Heading::E)), Some(20));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&mut self, map: &BodyMap, from: Placement) -> Option<u32> {
        let state = map.state(from)?;
        let settled = self.settle(map, state, &mut |_, _, _| None);
        debug_assert!(settled.is_ok(), "nothing stops it");
        Some(self.values.get(state).cost()).filter(|&cost| cost != NO_PATH)
    }

    /// Where a unit goes next on the best path to the nearest goal: a flow field for bodies. `None` at
    /// a goal, and where there is no path.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, GoalField, Heading, Placement, Terrain};
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let mut field = GoalField::new(&map);
    /// field.aim(&terrain, &map, &["50,30".parse()?])?;
    /// let mut unit = Placement::new(10, 10, Heading::W);
    /// while let Some(next) = field.next_step(&map, unit) {
    ///     unit = next;
    /// }
    /// assert_eq!(unit.cell(), (50, 30).into());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn next_step(&mut self, map: &BodyMap, from: Placement) -> Option<Placement> {
        self.cost(map, from)?;
        self.descend(map, from).map(|(next, _)| next)
    }

    /// States expanded in all, to grow and to repair.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, GoalField, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(60, 40)?);
    /// assert_eq!(GoalField::new(&map).expanded(), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How much memory it holds, in bytes.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, GoalField, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(64, 64)?);
    /// assert!(GoalField::new(&map).bytes() >= 64 * 64 * 4 * 8);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.values.len() * 8 + self.states.capacity() * 4 + self.touched.capacity() * 4
    }

    #[doc(hidden)]
    pub fn ablate_repairs(&mut self) {
        self.ablation = true;
    }

    /// The same answer as [`search`](crate::search()), read from the field after it was brought up to date with
    /// the query's goals. A query with an estimate that is not exact, [within](BodyQuery::within) an area or from
    /// several starts is answered as `plan` does.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, GoalField, Heading, Terrain};
    /// # use wayline::{Workspace};
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let (mut field, mut work) = (GoalField::new(&map), Workspace::new());
    /// let query = BodyQuery::new((2, 2, Heading::E), (50, 30));
    /// assert!(field.plan(&terrain, &map, &query, &mut work)?.is_optimal());
    /// // A unit behind it reads its path from the same field.
    /// let query = BodyQuery::new((4, 2, Heading::E), (50, 30));
    /// assert_eq!(field.plan(&terrain, &map, &query, &mut work)?.stats.expanded, 0);
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
        if plain_only(query) {
            return plan(map, query, work);
        }
        let replan = self.replan(terrain, map, query, work, &mut ())?;
        Ok(answer(replan, work))
    }

    pub(crate) fn replan(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Result<Replan, QueryError> {
        let start = start_of(map, query)?;
        self.aim(terrain, map, query.goals.states())?;
        work.core.path.clear();
        work.core.run.stats = Default::default();
        let before = self.expanded;
        let mut brakes = brakes_of(query);
        let ended = |outcome, cost, field: &GoalField, work: &mut BodyScratch| {
            work.core.run.stats.expanded += field.expanded - before;
            Ok(Replan::new(outcome, cost, &work.core.run.stats, 0))
        };
        let Some(from) = start else { return ended(Outcome::Unreachable, 0, self, work) };
        let mut stop = |expanded: u64, state, cost| {
            let look = expanded.is_multiple_of(256) || brakes.limits.expansions == Some(expanded);
            let stopped = look.then(|| brakes.stopped(expanded)).flatten();
            if stopped.is_none() {
                let cost = Cost::from(cost);
                notify(watch, EventKind::Expand, state, NONE, cost, cost);
            }
            stopped
        };
        let mut settled = self.settle(map, from, &mut stop);
        let cost = self.values.get(from).cost();
        // Around others a path may cost more: as much as it may, or else what is sure of it is less.
        let mut sure = NO_PATH;
        if query.body.occupancy.is_some() && settled.is_ok() && cost != NO_PATH {
            let spent = self.expanded - before;
            let mut stop = |expanded, state, cost| stop(expanded + spent, state, cost);
            let placement = map.placement(from);
            let limited = brakes.max_cost < MAX_TOTAL;
            let (steps, most) =
                if limited { (Some(placement), brakes.max_cost) } else { (None, cost) };
            settled = self.settle_below(map, steps, most, &mut stop);
            sure = if limited { self.least_of_rim() } else { self.least() };
        }
        if let Err(limit) = settled {
            return ended(Outcome::Stopped(limit), 0, self, work);
        }
        if cost == NO_PATH {
            return ended(Outcome::Unreachable, 0, self, work);
        }
        if cost > brakes.max_cost {
            return ended(Outcome::Stopped(Limit::Cost), 0, self, work);
        }
        let Some(others) = query.body.occupancy else {
            work.core.path.push(map.placement(from));
            self.read_path(map, work);
            return ended(Outcome::Found, cost, self, work);
        };
        let spent = self.expanded - before;
        if let Some(most) = &mut brakes.limits.expansions {
            *most = most.saturating_sub(spent);
        }
        let (outcome, cost) = self.go_around(map, (from, sure), others, brakes, work, watch);
        ended(outcome, cost, self, work)
    }

    /// A search around others, guided by the field: it ends where the field's own path is open.
    fn go_around(
        &mut self,
        map: &BodyMap,
        (from, sure): (u32, u32),
        others: &Occupancy,
        brakes: BodyBrakes<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> (Outcome, u32) {
        let BodyScratch { core: BodyCore { run, trail, path, .. }, notes, .. } = work;
        notes.begin(map.states());
        let mut guide = Flow { field: self, map, others, notes, sure };
        astar::begin(map, run, &mut guide, watch, &[from], &[]);
        let guards = Guards { area: None, occupancy: Some(others) };
        trail.clear();
        let pause = astar::advance(map, run, &mut guide, watch, guards, brakes, false, trail);
        let Pause::Ended(outcome) = pause else { unreachable!("nothing pauses it") };
        path.extend(trail.iter().map(|&state| map.placement(state)));
        if outcome != Outcome::Found {
            return (outcome, 0);
        }
        let last = *trail.last().expect("a path has an end");
        let cost = run.records.g(last).unwrap_or(0) + self.values.get(last).cost();
        self.read_path(map, work);
        (outcome, cost)
    }

    /// Follows the field from the end of the work's path to a goal.
    fn read_path(&self, map: &BodyMap, work: &mut BodyScratch) {
        let mut at = *work.core.path.last().expect("a path has a start");
        while let Some((next, _)) = self.descend(map, at) {
            work.core.path.push(next);
            at = next;
        }
    }

    fn restart(&mut self, map: &BodyMap) {
        if self.dirty {
            self.values.clear();
        }
        self.dirty = true;
        self.list.clear();
        for &state in &self.states {
            if map.fits(map.placement(state)) {
                self.values.set(state, Values::NONE.with_best(0));
                self.list.push(0, state);
            }
        }
    }

    /// Finds the best move of a state again.
    fn look_again(&mut self, map: &BodyMap, state: u32) {
        let best = self.best_at(map, state);
        let values = self.values.get(state);
        if values.best() != best {
            let values = values.with_best(best);
            self.values.set(state, values);
            if !values.agree() {
                self.list.push(values.key(), state);
            }
        }
    }

    /// What a state costs by its best move; nothing at a goal.
    pub(super) fn best_at(&self, map: &BodyMap, state: u32) -> u32 {
        let placement = map.placement(state);
        if self.states.binary_search(&state).is_ok() && map.fits(placement) {
            return 0;
        }
        self.best_move(map, placement).map_or(NO_PATH, |(_, total)| total)
    }

    /// Where the best move leads, and what it and the rest cost. The first of the best.
    fn best_move(&self, map: &BodyMap, from: Placement) -> Option<(Placement, u32)> {
        let mut best: Option<(Placement, u32)> = None;
        map.for_each_move(from, |to, cost, _| {
            let state = map.state(to).expect("a move ends on the map");
            let total = self.values.get(state).cost().saturating_add(cost);
            if total < best.map_or(MAX_TOTAL, |(_, least)| least) {
                best = Some((to, total));
            }
        });
        best
    }

    /// The next step from a placement whose cost is sure.
    fn descend(&self, map: &BodyMap, from: Placement) -> Option<(Placement, u32)> {
        let cost = self.values.get(map.state(from)?).cost();
        (cost != 0 && cost != NO_PATH).then(|| self.best_move(map, from)).flatten()
    }

    /// Whether a state has a cost in the field.
    pub(super) fn knows(&self, state: u32) -> bool {
        (state as usize) < self.values.len() && self.values.get(state).cost() != NO_PATH
    }

    /// Gives a state the cost of its best move, or none if that is more than it had, and updates those
    /// before it.
    pub(super) fn expand(&mut self, map: &BodyMap, state: u32) {
        self.expanded += 1;
        let GoalField { values, list, .. } = self;
        let here = values.get(state);
        let (cost, best) = (here.cost(), here.best());
        let placement = map.placement(state);
        if best < cost {
            values.set(state, here.with_cost(best));
            map.for_each_move_back(placement, |from, step, _| {
                let before = map.state(from).expect("a move begins on the map");
                let there = values.get(before);
                let total = best + step;
                if total < there.best() && total < MAX_TOTAL {
                    let there = there.with_best(total);
                    values.set(before, there);
                    if !there.agree() {
                        list.push(there.key(), before);
                    }
                }
            });
            return;
        }
        values.set(state, here.with_cost(NO_PATH));
        if best != NO_PATH {
            list.push(best, state);
        }
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        map.for_each_move_back(placement, |from, step, _| {
            let before = map.state(from).expect("a move begins on the map");
            if self.values.get(before).best() == cost.saturating_add(step) {
                touched.push(before);
            }
        });
        for &before in &touched {
            self.look_again(map, before);
        }
        self.touched = touched;
    }
}

/// A search guided by the field.
struct Flow<'a> {
    field: &'a GoalField,
    map: &'a BodyMap,
    others: &'a Occupancy,
    notes: &'a mut Notes,
    /// Costs up to this are sure.
    sure: u32,
}

impl Flow<'_> {
    /// Whether the field's own path from a state is open, and sure.
    fn is_open(&mut self, from: u32) -> bool {
        let (field, map) = (self.field, self.map);
        let mut state = from;
        loop {
            let values = field.values.get(state);
            if !values.agree() || values.cost() > self.sure {
                return false;
            }
            let at = map.placement(state);
            let Some((next, _)) = field.descend(map, at) else { return values.cost() == 0 };
            if !self.notes.walk_over(state) || !self.may_go(at, next) {
                return false;
            }
            state = map.state(next).expect("a move ends on the map");
        }
    }

    /// Whether a move that costs the least of those to the next placement is free of others.
    fn may_go(&self, from: Placement, to: Placement) -> bool {
        let (map, mut least, mut free) = (self.map, NO_PATH, false);
        let corner = map.layout().bit(from.x, from.y) as isize;
        for step in map.steps(from.heading.index(), false) {
            if step.from(from.x, from.y) != (to.x, to.y) || step.heading != to.heading {
                continue;
            }
            let bit = (corner + step.bit as isize) as usize;
            let Some(cost) = map.step_cost(step, from.x, from.y, (from.x, from.y)) else {
                continue;
            };
            let open = self.others.boards().get(step.board, bit);
            if cost < least {
                (least, free) = (cost, open);
            } else if cost == least {
                free |= open;
            }
        }
        free
    }
}

impl Guide for Flow<'_> {
    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        self.field.values.get(at.state).cost().min(self.sure)
    }

    fn settle(&mut self, state: u32, _: u32) -> bool {
        self.is_open(state)
    }
}
