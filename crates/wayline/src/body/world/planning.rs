//! How edits are made and plans are kept up to date.

use super::record::{Edit, Event, PlanState, Scratch, UnitId};
use super::traffic::cheapest_move;
use super::{Fall, Kind, Placement, Way, World};
use crate::answer::{Limit, Outcome};
use crate::body::search::guide::NO_WAY;
use crate::body::search::{BodyQuery, plan};
use crate::cost::Cost;
use crate::grid::Cell;
use crate::query::Limits;

/// A plan that is legal and may not be the best any more can wait longest.
const IN_TIME: u64 = u64::MAX;

/// Whether the map was changed in this tick, and whether all falls of costs are noted.
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
    /// Makes the edits that nobody stands in the way of.
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
                        Edit::Elevation(cell, high) => self.terrain.set_elevation(cell, high),
                    };
                    debug_assert!(made.is_ok(), "the cell was looked at");
                    self.tick.events.push(Event::Edited { edit });
                }
                _ => {
                    if let Some(unit) = holder.filter(|_| !queued.told) {
                        self.tick.events.push(Event::EditHeld { edit, unit });
                        queued.told = true;
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
            Edit::Ground(_, ground) => self.unit(unit).is_ok_and(|unit| {
                let kind = self.kinds[unit.kind.index()].map.kind();
                kind.speeds().multiplier(ground).is_none()
            }),
            _ => false,
        }
    }

    /// Brings all plans up to date, the most urgent first, as far as the budget lasts.
    pub(super) fn make_plans(&mut self, budget: u64) {
        let edited = match self.seen_edits == self.terrain.edits() {
            true => Edited::No,
            false if self.note_falls() => Edited::Noted,
            false => Edited::Much,
        };
        self.seen_edits = self.terrain.edits();
        for way in self.ways.iter_mut().flatten() {
            let map = &self.kinds[way.kind.index()].map;
            way.replanner.shared_by(way.units);
            let followed = way.replanner.follow(&self.terrain, map, &way.goals, &mut self.work);
            way.repaired = followed.unwrap_or(0);
            self.tick.repaired += way.repaired;
        }
        self.wanted.clear();
        for i in 0..self.units.len() {
            if let Some(Standing::Wanted(soon)) = self.standing(i, edited) {
                self.wanted.push((soon, UnitId(i as u32)));
            }
        }
        self.wanted.sort_unstable();
        for i in 0..self.wanted.len() {
            let unit = self.wanted[i].1;
            let left = budget.saturating_sub(self.tick.expanded);
            if left == 0 {
                self.put_off(unit);
            } else {
                self.plan_for(unit, left);
            }
        }
    }

    /// Notes the moves that edits may have made cheaper. `false` if there were too many edits to know.
    fn note_falls(&mut self) -> bool {
        for Kind { map, falls, .. } in &mut self.kinds {
            falls.clear();
            let Some(cells) = self.terrain.edited_since(self.seen_edits) else { return false };
            // Over a cell that is blocked there is no move.
            for cell in cells.filter(|&cell| !self.terrain.is_blocked(cell)) {
                map.for_each_move_over(cell, |from, index| {
                    let row = &map.kind().moves(from.heading)[index];
                    let (dx, dy) = row.offset();
                    if let Some(cost) = map.move_cost(from, index) {
                        let (x, y) =
                            (from.x.wrapping_add_signed(dx), from.y.wrapping_add_signed(dy));
                        falls.push(Fall { from, to: Placement::new(x, y, row.to()), cost });
                    }
                });
            }
        }
        true
    }

    /// What became of a unit's plan; `None` if it needs none.
    fn standing(&mut self, i: usize, edited: Edited) -> Option<Standing> {
        let unit = self.units[i].as_mut()?;
        let way = self.ways[unit.way.filter(|_| !unit.arrived)?].as_mut()?;
        let Kind { map, falls, .. } = &self.kinds[unit.kind.index()];
        let from = unit.next_placement();
        if unit.path.is_empty() {
            let known = unit.plan == PlanState::NoWay && way.replanner.bound(map, from) == NO_WAY;
            return Some(if known { Standing::Good } else { Standing::Wanted(0) });
        }
        let left_before = unit.left;
        if edited != Edited::No {
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
        // A way that is better now leads over a move that became cheaper: to it at least as on a
        // plain, and on from it at least for the bound there.
        let still = unit.plan == PlanState::Exact && unit.left == left_before;
        let best = match edited {
            Edited::No if still => true,
            Edited::Noted if still => falls.iter().all(|fall| {
                let there = map.free_table().between(from, fall.from).saturating_add(fall.cost);
                there >= unit.left
                    || there.saturating_add(way.replanner.bound(map, fall.to)) >= unit.left
            }),
            _ => false,
        };
        let best = best || way.replanner.bound(map, from) == unit.left;
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

    /// Makes a unit's plan; if it has waited long, around those near it.
    fn plan_for(&mut self, id: UnitId, budget: u64) {
        let World { units, ways, kinds, terrain, work, tick, settings, taken, now, .. } = self;
        let Some(unit) = &mut units[id.index()] else { return };
        let Some(way) = unit.way.and_then(|way| ways[way].as_mut()) else { return };
        let Way { goals, replanner, repaired, .. } = way;
        let Kind { map, others, .. } = &mut kinds[unit.kind.index()];
        let from = unit.next_placement();
        let mut limits = Limits { expansions: Some(budget), ..Limits::default() };
        let sure = unit.whole && matches!(unit.plan, PlanState::Exact | PlanState::Around);
        let around = unit.waiting.filter(|waiting| sure && waiting.look_at <= *now);
        if around.is_some() {
            let most = unit.left.saturating_add(settings.detour);
            limits.cost = Some(Cost::from(most));
            limits.expansions = Some(budget.min(settings.effort));
            near(
                &self.holders,
                terrain.width(),
                terrain.height(),
                from.cell(),
                settings.sight,
                id,
                taken,
            );
            taken.iter().for_each(|&cell| _ = others.take(cell));
        }
        let mut query = BodyQuery::to_nearest(from, goals).limits(limits);
        if around.is_some() {
            query = query.around(others);
        }
        let Ok(replan) = replanner.replan(terrain, map, &query, work, &mut ()) else { return };
        tick.expanded += replan.stats.expanded;
        let found = replan.outcome == Outcome::Found;
        let state = match replan.outcome {
            Outcome::Found if around.is_none() => PlanState::Exact,
            Outcome::Found if replanner.bound(map, from) == replan.cost => PlanState::Exact,
            Outcome::Found => PlanState::Around,
            Outcome::Unreachable if around.is_none() => PlanState::NoWay,
            _ if around.is_some() => unit.plan,
            _ => PlanState::Partial,
        };
        // The same way again, or none that would be better than what it has, changes nothing.
        let kept = match replan.outcome {
            Outcome::Found => around.is_none() && unit.whole && replan.cost == unit.left,
            Outcome::Unreachable => around.is_some(),
            Outcome::Stopped(_) => around.is_some() || unit.whole || work.core.path.len() < 2,
        };
        if !kept {
            unit.path.clear();
            unit.path.extend_from_slice(&work.core.path);
            (unit.done, unit.whole) = (0, found);
            unit.left = cost_of(map, &unit.path);
            unit.waiting = None;
        }
        let was = unit.plan;
        unit.plan = state;
        if let Some(waiting) = &mut unit.waiting
            && around.is_some()
        {
            let cut = replan.outcome == Outcome::Stopped(Limit::Expansions);
            if cut && budget < settings.effort {
                waiting.look_at = *now + 1;
            } else {
                waiting.in_vain = true;
                waiting.look_at = *now + waiting.pause;
                waiting.pause = waiting.pause.saturating_mul(2);
            }
        }
        let scratch = settings.audit.then(|| {
            // Without the limit on expansions: what would be found.
            let limits = Limits { expansions: None, ..limits };
            let answer = plan(map, &query.clone().limits(limits), work);
            answer.map_or(Scratch { cost: None, expanded: 0 }, |answer| Scratch {
                cost: answer.is_found().then(|| (answer.cost.raw() >> Cost::FRACTION_BITS) as u32),
                expanded: answer.stats.expanded,
            })
        });
        if around.is_some() {
            taken.iter().for_each(|&cell| _ = others.leave(cell));
        }
        if replan.stats.expanded > 0 || !kept {
            tick.events.push(Event::Planned {
                unit: id,
                state,
                around: around.is_some(),
                cost: found.then_some(replan.cost),
                expanded: replan.stats.expanded,
                repaired: std::mem::take(repaired),
                method: replanner.method(),
                scratch,
            });
        }
        if state == PlanState::NoWay && was != PlanState::NoWay {
            tick.events.push(Event::NoWay { unit: id });
        }
        if found && unit.path.len() == 1 {
            self.see_arrival(id, self.now);
        }
    }
}

/// What a legal path costs.
fn cost_of(map: &super::BodyMap, path: &[Placement]) -> u32 {
    let costs = path.windows(2).filter_map(|pair| cheapest_move(map, pair[0], pair[1]));
    costs.map(|(_, cost)| cost).sum()
}

/// Puts the cells that others hold near a cell into a list.
fn near(
    holders: &[u32],
    width: u32,
    height: u32,
    cell: Cell,
    sight: u32,
    unit: UnitId,
    taken: &mut Vec<Cell>,
) {
    taken.clear();
    let range =
        |at: u32, side: u32| at.saturating_sub(sight)..side.min(at.saturating_add(sight + 1));
    for y in range(cell.y, height) {
        for x in range(cell.x, width) {
            let holder = holders[y as usize * width as usize + x as usize];
            if holder != 0 && holder != unit.0 + 1 {
                taken.push(Cell::new(x, y));
            }
        }
    }
}
