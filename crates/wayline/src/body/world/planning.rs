//! How edits are made and plans are kept up to date.

use super::lanes::Lanes;
use super::record::{Edit, PlanState, Scratch, UnitId, WorldEvent};
use super::traffic::cheapest_move;
use super::unit::Unit;
use super::{Kind, Placement, Route, World};
use crate::body::map::BodyMap;
use crate::body::map::pace::NO_PATH;
use crate::body::replan::PathMemory;
use crate::body::search::{BodyQuery, BodyScratch, plan};
use crate::kernel::cost::Cost;
use crate::question::answer::Outcome;
use crate::question::settings::Limits;
use crate::spaces::error::Error;

/// States expanded to let a unit start whose plan has to wait, at most.
const START: u64 = 60;
/// A plan that is legal and may not be the best any more can wait longest.
const IN_TIME: u64 = u64::MAX;

/// Whether the map was changed in this tick, and whether it is known where.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edited {
    No,
    Noted,
    Much,
}

/// What became of a plan.
enum Standing {
    /// Still the best.
    Good,
    /// To be made again, when this much time has passed at the latest.
    Wanted(u64),
}

impl World {
    /// Makes the edits that no unit stands in the way of.
    pub(super) fn make_edits(&mut self) {
        for _ in 0..self.edits.len() {
            let Some(mut queued) = self.edits.pop_front() else { break };
            let edit = queued.edit;
            // Those that wait went to the back in their order: an edit waits for earlier ones of its
            // cell.
            let earlier = self.held.contains(&edit.cell());
            let holder = self.holder(edit.cell()).filter(|&unit| self.harms(edit, unit));
            match holder {
                None if !earlier => {
                    let made = match edit {
                        Edit::Block(cell) => self.terrain.block(cell),
                        Edit::Free(cell) => self.terrain.free(cell),
                        Edit::Ground(cell, ground) => self.terrain.set_ground(cell, ground),
                        Edit::Replace(cell, ground) => {
                            let set = self.terrain.set_ground(cell, ground);
                            set.and_then(|()| self.terrain.free(cell))
                        }
                        Edit::Elevation(cell, high) => self.terrain.set_elevation(cell, high),
                    };
                    debug_assert!(made.is_ok(), "the cell was looked at");
                    self.tick.events.push(WorldEvent::Edited { edit });
                }
                _ => {
                    if let Some(unit) = holder.filter(|_| !queued.reported) {
                        self.tick.events.push(WorldEvent::EditHeld { edit, unit });
                        queued.reported = true;
                    }
                    self.held.push(edit.cell());
                    self.edits.push_back(queued);
                }
            }
        }
        self.held.clear();
        for kind in &mut self.kinds {
            let refreshed = kind.map.refresh(&self.terrain);
            debug_assert!(refreshed.is_ok(), "it is the terrain's map");
        }
    }

    /// Whether a unit could not be on the cell after the edit.
    fn harms(&self, edit: Edit, unit: UnitId) -> bool {
        match edit {
            Edit::Block(_) => true,
            Edit::Ground(_, ground) | Edit::Replace(_, ground) => {
                self.unit(unit).is_ok_and(|unit| {
                    let kind = self.kinds[unit.kind.index()].map.kind();
                    kind.speeds().multiplier(ground).is_none()
                })
            }
            _ => false,
        }
    }

    /// Brings all plans up to date, the most urgent first, as far as the budget lasts.
    pub(super) fn make_plans(&mut self, budget: u64) {
        let edited = match self.seen_edits == self.terrain.edits() {
            true => Edited::No,
            false if self.terrain.edited_since(self.seen_edits).is_some() => Edited::Noted,
            false => Edited::Much,
        };
        if edited == Edited::Noted {
            self.note_near_edits();
        }
        let seen = std::mem::replace(&mut self.seen_edits, self.terrain.edits());
        self.kinds.iter_mut().for_each(|kind| kind.cut_off.clear());
        self.narrows.follow(&self.terrain);
        // A part of the budget lets those start whose plan has to wait.
        let waiting = (0..self.units.len()).filter(|&i| self.has_no_path(UnitId(i as u32)));
        let for_starts = (budget / 4).min(START * waiting.count() as u64);
        let (whole, budget) = (budget, budget - for_starts);
        if edited != Edited::No {
            self.follow_lanes(seen);
        }
        for route in self.routes.iter_mut().flatten() {
            let map = &self.kinds[route.kind.index()].map;
            route.replanner.shared_by(route.units);
            let most = budget.saturating_sub(self.tick.plans());
            let Route { goals, replanner, .. } = route;
            let followed = replanner.follow(&self.terrain, map, goals, most, &mut self.work);
            route.repaired = followed.unwrap_or(0);
            self.tick.repaired += route.repaired;
        }
        self.take_places();
        self.end_rests();
        self.drop_stale_detour();
        self.wanted.clear();
        for i in 0..self.units.len() {
            if let Some(Standing::Wanted(soon)) = self.standing(i, edited, budget) {
                self.wanted.push((soon, UnitId(i as u32)));
            }
        }
        self.wanted.sort_unstable();
        for i in 0..self.wanted.len() {
            let unit = self.wanted[i].1;
            let left = budget.saturating_sub(self.tick.plans());
            if left == 0 {
                self.put_off(unit);
            } else {
                self.plan_for(unit, left);
            }
        }
        let without_path = self.wanted.iter().filter(|wanted| self.has_no_path(wanted.1)).count();
        let left = whole.saturating_sub(self.tick.plans());
        let each = left.checked_div(without_path as u64).unwrap_or(0).min(START);
        for i in 0..self.wanted.len() {
            let unit = self.wanted[i].1;
            if each > 0 && self.has_no_path(unit) {
                self.start_towards_goal(unit, each);
            }
        }
    }

    /// Completes the plans of units that have made a step beside their path.
    pub(super) fn complete_plans(&mut self, budget: u64) {
        for i in 0..self.units.len() {
            let stepped = |unit: &Unit| {
                !unit.whole
                    && unit.path().len() == 2
                    && unit.is_on_its_way()
                    && unit.aside.is_none()
            };
            let left = budget.saturating_sub(self.tick.plans());
            if left > 0 && self.units[i].as_ref().is_some_and(stepped) {
                self.plan_for(UnitId(i as u32), left);
            }
        }
    }

    /// Whether a unit stands where it is for lack of a plan.
    fn has_no_path(&self, id: UnitId) -> bool {
        let unit = self.units[id.index()].as_ref();
        unit.is_some_and(|unit| unit.path().len() < 2 && unit.plan == PlanState::Partial)
    }

    /// Lets a unit whose plan has to wait go towards its goal meanwhile, as far as a short search sees.
    fn start_towards_goal(&mut self, id: UnitId, effort: u64) {
        let World { units, routes, kinds, terrain, work, tick, .. } = self;
        let Some(unit) = &mut units[id.index()] else { return };
        let Some(route) = unit.route.and_then(|route| routes[route].as_ref()) else { return };
        let map = &kinds[unit.kind.index()].map;
        let limits = Limits { expansions: Some(effort), ..Limits::default() };
        let query = BodyQuery::to_nearest(unit.next_placement(), &route.goals);
        let query = query.limits(limits);
        let looked = PathMemory::in_haste(map).replan(terrain, map, &query, work, &mut ());
        let Ok(replan) = looked else { return };
        tick.expanded += replan.stats.expanded;
        tick.repaired += replan.repaired;
        if work.core.path.len() > 1 {
            unit.follow(map, &work.core.path, false);
        }
    }

    /// Notes which cells are so near to an edit that a move from there may sweep it.
    fn note_near_edits(&mut self) {
        let reach = self.kinds.iter().map(|kind| kind.reach).max().unwrap_or(0);
        self.near_edits.begin(self.terrain.width(), self.terrain.height());
        for cell in self.terrain.edited_since(self.seen_edits).into_iter().flatten() {
            self.near_edits.add(cell, reach);
        }
    }

    /// What became of a unit's plan; `None` if it needs none.
    fn standing(&mut self, i: usize, edited: Edited, budget: u64) -> Option<Standing> {
        let unit = self.units[i].as_mut()?;
        let Kind { map, .. } = &self.kinds[unit.kind.index()];
        if unit.aside.is_some() {
            let legal = |pair: &[Placement]| cheapest_move(map, pair[0], pair[1]).is_some();
            if edited == Edited::No {
                return None;
            }
            if unit.path[unit.done..].windows(2).all(legal) {
                unit.left = cost_of(map, &unit.path[unit.done..]);
                return None;
            }
            unit.stop();
            unit.plan = if unit.route.is_some() { PlanState::Partial } else { PlanState::Idle };
        }
        let route = self.routes[unit.route.filter(|_| !unit.arrived)?].as_mut()?;
        let from = unit.next_placement();
        if unit.path.is_empty() {
            let known =
                unit.plan == PlanState::NoPath && route.replanner.bound(map, from) == NO_PATH;
            return Some(if known { Standing::Good } else { Standing::Wanted(0) });
        }
        let left_before = unit.left;
        let is_near = |at: &Placement| self.near_edits.contains(at.cell());
        let touched = match edited {
            Edited::No => false,
            Edited::Noted => unit.path[unit.done..].iter().any(is_near),
            Edited::Much => true,
        };
        if touched {
            // What it costs now, as far as it is legal.
            let rest = &unit.path[unit.done..];
            let mut left = 0u32;
            let legal = rest.windows(2).take_while(|pair| {
                let cost = cheapest_move(map, pair[0], pair[1]);
                left += cost.map_or(0, |(_, cost)| cost);
                cost.is_some()
            });
            let legal = unit.done + legal.count() + 1;
            unit.whole &= legal == unit.path.len();
            unit.path.truncate(legal);
            unit.left = left;
        }
        if !unit.whole {
            unit.plan = PlanState::Partial;
            return Some(Standing::Wanted(unit.left as u64));
        }
        let waited = unit.motion.is_none()
            && unit.waiting.is_some_and(|waiting| waiting.look_at <= self.now);
        let still = unit.plan == PlanState::Exact && unit.left == left_before;
        // Proofs leave half of the budget to units that have no path, or a blocked one.
        let most = (budget / 2).saturating_sub(self.tick.plans());
        let (known, repaired) = ((from, unit.left), &mut self.tick.repaired);
        let best = (still && edited == Edited::No)
            || route.replanner.proves(map, known, most, repaired, &mut self.work);
        if best {
            unit.plan = PlanState::Exact;
        } else if unit.plan != PlanState::Around {
            unit.plan = PlanState::Partial;
            return Some(Standing::Wanted(IN_TIME));
        }
        Some(if waited { Standing::Wanted(0) } else { Standing::Good })
    }

    /// The budget has run out before a unit's turn.
    fn put_off(&mut self, unit: UnitId) {
        self.tick.put_off += 1;
        if let Some(unit) = &mut self.units[unit.index()]
            && unit.path.is_empty()
        {
            unit.plan = PlanState::Partial;
        }
    }

    /// Makes a unit's plan; if it has waited long, around the units near it.
    pub(super) fn plan_for(&mut self, id: UnitId, budget: u64) {
        let Some(unit) = &self.units[id.index()] else { return };
        let sure = unit.whole && matches!(unit.plan, PlanState::Exact | PlanState::Around);
        let waited = unit.waiting.is_some_and(|waiting| waiting.look_at <= self.now);
        let planned = match sure && waited {
            true => self.plan_around(id, budget),
            false => self.plan_route(id, budget),
        };
        // A plan that could not even be looked for is wanted again.
        if planned.is_err() {
            self.put_off(id);
        }
    }

    /// Makes a unit's plan as if there were no other units.
    pub(super) fn plan_route(&mut self, id: UnitId, budget: u64) -> Result<(), Error> {
        let World { units, routes, kinds, terrain, work, tick, settings, .. } = self;
        let Some(unit) = &mut units[id.index()] else { return Ok(()) };
        let Some(route) = unit.route.and_then(|route| routes[route].as_mut()) else {
            return Ok(());
        };
        let Route { goals, replanner, repaired, lanes, .. } = route;
        let Kind { map, cut_off, .. } = &mut kinds[unit.kind.index()];
        // Only what costs no more than what it has is worth looking at.
        let cost = unit.whole.then(|| Cost::from(unit.left));
        let mut limits = Limits { expansions: Some(budget), cost, ..Limits::default() };
        let query = BodyQuery::to_nearest(unit.next_placement(), &*goals).limits(limits);
        if let Some(lanes) = lanes.as_mut().filter(|_| unit.keeps_right) {
            // Which of the paths, not whether there is one.
            let Lanes { terrain, map: lane_map, replanner: lane, .. } = &mut **lanes;
            let replan = lane.replan(terrain, lane_map, &query, work, &mut ())?;
            tick.expanded += replan.stats.expanded;
            tick.repaired += replan.repaired;
            let spent = replan.stats.expanded + replan.repaired;
            limits.expansions = Some(budget.saturating_sub(spent));
            if replan.outcome == Outcome::Found {
                unit.follow(map, &work.core.path, true);
                let best = replanner.bound(map, unit.next_placement()) == unit.left;
                unit.plan = if best { PlanState::Exact } else { PlanState::Around };
                if unit.path.len() == 1 {
                    self.see_arrival(id, self.now);
                }
                return Ok(());
            }
        }
        let query = query.limits(limits);
        let replan = replanner.replan_beside(cut_off, terrain, map, &query, work)?;
        tick.expanded += replan.stats.expanded;
        tick.repaired += replan.repaired;
        *repaired += replan.repaired;
        let found = replan.outcome == Outcome::Found;
        let state = match replan.outcome {
            Outcome::Found => PlanState::Exact,
            Outcome::Unreachable => PlanState::NoPath,
            Outcome::Stopped(_) => PlanState::Partial,
        };
        // The same path again, or none that would be better than what it has, changes nothing.
        let kept = match replan.outcome {
            Outcome::Found => unit.whole && replan.cost == unit.left,
            Outcome::Unreachable => false,
            Outcome::Stopped(_) => unit.whole || work.core.path.len() < 2,
        };
        if !kept {
            unit.follow(map, &work.core.path, found);
        }
        let was = std::mem::replace(&mut unit.plan, state);
        let scratch = settings.audit.then(|| audit(map, &query, work));
        if replan.stats.expanded > 0 || !kept {
            tick.events.push(WorldEvent::Planned {
                unit: id,
                state,
                around: false,
                cost: found.then_some(replan.cost),
                expanded: replan.stats.expanded,
                repaired: std::mem::take(repaired),
                method: replanner.method(),
                scratch,
            });
        }
        if state == PlanState::NoPath && was != PlanState::NoPath {
            tick.events.push(WorldEvent::NoPath { unit: id });
        }
        if found && unit.path.len() == 1 {
            self.see_arrival(id, self.now);
        }
        Ok(())
    }
}

impl Unit {
    /// Takes a path, from where it is or will be after its move.
    pub(super) fn follow(&mut self, map: &BodyMap, path: &[Placement], whole: bool) {
        self.path.clear();
        self.path.extend_from_slice(path);
        (self.done, self.whole) = (0, whole);
        self.left = cost_of(map, path);
        self.waiting = None;
    }
}

/// The answer to a query by a search from nothing, however much it has to expand.
pub(super) fn audit(map: &BodyMap, query: &BodyQuery<'_>, work: &mut BodyScratch) -> Scratch {
    let limits = Limits { expansions: None, ..query.settings.limits };
    let answer = plan(map, &query.clone().limits(limits), work);
    answer.map_or(Scratch { cost: None, expanded: 0 }, |answer| Scratch {
        cost: answer.is_found().then(|| (answer.cost.raw() >> Cost::FRACTION_BITS) as u32),
        expanded: answer.stats.expanded,
    })
}

/// What a legal path costs.
pub(super) fn cost_of(map: &BodyMap, path: &[Placement]) -> u32 {
    let costs = path.windows(2).filter_map(|pair| cheapest_move(map, pair[0], pair[1]));
    costs.map(|(_, cost)| cost).sum()
}
