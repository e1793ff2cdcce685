//! Paths around others, for units that have waited long enough.
//!
//! A tick's budget may be less than such a path needs. What the budget cuts off is then searched for by a
//! [`Detour`]: an ordinary search that is paused between ticks, around the others as they stood when it began.
//! There is one at a time, so that it takes the memory of one search; a unit that would need another waits its
//! turn.

use super::planning::audit;
use super::record::{PlanState, UnitId, WorldEvent};
use super::{Kind, Route, World};
use crate::body::kind::{Goal, Placement};
use crate::body::map::{BodyMap, Occupancy};
use crate::body::search::{BodyQuery, BodyScratch, plan};
use crate::engines::search::{Ended, Slice};
use crate::kernel::cost::Cost;
use crate::question::answer::{Limit, Outcome};
use crate::question::settings::Limits;
use crate::spaces::error::{Error, QueryError};
use crate::spaces::grid::Cell;

/// A search for a path around others that goes on in the next tick.
#[derive(Clone)]
pub(super) struct Detour {
    pub(super) unit: UnitId,
    pub(super) from: Placement,
    pub(super) goals: Vec<Goal>,
    /// The terrain's edits when it began.
    pub(super) edits: u64,
    /// Cells that others were on, by row and column.
    pub(super) taken: Vec<Cell>,
    /// What the path may cost, and how many states may be expanded, at most.
    pub(super) max_cost: u32,
    pub(super) effort: u64,
    /// States expanded so far.
    pub(super) expanded: u64,
    pub(super) work: BodyScratch,
}

impl Detour {
    pub(super) fn new(query: &BodyQuery<'_>, unit: UnitId, edits: u64, taken: &[Cell]) -> Detour {
        let limits = query.settings.limits;
        Detour {
            unit,
            from: query.starts.as_slice()[0],
            goals: query.goals.states().to_vec(),
            edits,
            taken: taken.to_vec(),
            max_cost: limits
                .cost
                .map_or(u32::MAX, |cost| (cost.raw() >> Cost::FRACTION_BITS) as u32),
            effort: limits.expansions.unwrap_or(u64::MAX),
            expanded: 0,
            work: BodyScratch::default(),
        }
    }

    pub(super) fn query<'q>(&'q self, others: &'q Occupancy) -> BodyQuery<'q> {
        let limits = Limits {
            expansions: Some(self.effort),
            cost: Some(Cost::from(self.max_cost)),
            ..Limits::default()
        };
        BodyQuery::to_nearest(self.from, &self.goals).limits(limits).around(others)
    }

    /// Expands at most this many more states; returns how it ended, if it did.
    pub(super) fn advance(
        &mut self,
        map: &BodyMap,
        others: &Occupancy,
        expansions: u64,
    ) -> Result<Option<Ended>, QueryError> {
        let mut work = std::mem::take(&mut self.work);
        let query = self.query(others);
        let fresh = self.expanded == 0;
        let ended =
            plan::advance(map, &query, &mut work, &mut (), Slice::new(fresh, expansions, None));
        self.expanded = work.core.run.stats.expanded;
        self.work = work;
        ended
    }
}

/// What came of looking for a path around others.
struct Look {
    /// `None`: the budget cut it off.
    outcome: Option<Outcome>,
    /// If a path was found.
    cost: u32,
    expanded: u64,
}

impl World {
    /// Forgets the search that is under way if its unit does not need it any more.
    pub(super) fn drop_stale_detour(&mut self) {
        if self.detour.as_ref().is_some_and(|detour| !self.is_current(detour)) {
            self.detour = None;
        }
    }

    /// Whether a unit still is where the search began, with the same goals, and waits.
    pub(super) fn is_current(&self, detour: &Detour) -> bool {
        let (Ok(unit), Ok(goals)) = (self.unit(detour.unit), self.goals(detour.unit)) else {
            return false;
        };
        unit.motion.is_none()
            && unit.waiting.is_some()
            && (unit.at, self.terrain.edits()) == (detour.from, detour.edits)
            && goals == detour.goals
    }

    /// Makes the plan of a unit that has waited long, around the units near it.
    pub(super) fn plan_around(&mut self, id: UnitId, budget: u64) -> Result<(), Error> {
        if self.is_in_lanes(id) {
            return self.plan_around_in_lane(id, budget);
        }
        let own = self.detour.as_ref().is_some_and(|detour| detour.unit == id);
        if self.detour.is_some() && !own && budget < self.settings.effort {
            // Another unit's search comes first.
            self.tick.put_off += 1;
            return Ok(());
        }
        self.note_others_near(id);
        let World {
            units, routes, kinds, terrain, work, tick, settings, taken, now, detour, ..
        } = self;
        let Some(unit) = &mut units[id.index()] else { return Ok(()) };
        let Some(route) = unit.route.and_then(|route| routes[route].as_mut()) else {
            return Ok(());
        };
        let Route { goals, replanner, repaired, .. } = route;
        let Kind { map, others, .. } = &mut kinds[unit.kind.index()];
        let from = unit.next_placement();
        let under_way = detour.take_if(|_| own);
        if let Some(detour) = &under_way {
            taken.clone_from(&detour.taken);
        }
        taken.iter().for_each(|&cell| _ = others.take(cell));
        let limits = Limits {
            cost: Some(Cost::from(unit.left.saturating_add(settings.detour))),
            expansions: Some(settings.effort),
            ..Limits::default()
        };
        let query = BodyQuery::to_nearest(from, &*goals).limits(limits).around(others);
        let look = match under_way {
            Some(mut search) => {
                let before = search.expanded;
                search.advance(map, others, budget).map(|ended| {
                    let expanded = search.expanded - before;
                    let look = match ended {
                        None => Look { outcome: None, cost: 0, expanded },
                        Some(Ended { outcome, cost, .. }) => {
                            work.core.path.clone_from(&search.work.core.path);
                            let cost = (cost.raw() >> Cost::FRACTION_BITS) as u32;
                            Look { outcome: Some(outcome), cost, expanded }
                        }
                    };
                    if look.outcome.is_none() {
                        *detour = Some(search);
                    }
                    look
                })
            }
            None => {
                let most = Limits { expansions: Some(budget.min(settings.effort)), ..limits };
                let replan =
                    replanner.replan(terrain, map, &query.clone().limits(most), work, &mut ());
                replan.map(|replan| {
                    tick.repaired += replan.repaired;
                    let stopped = replan.outcome == Outcome::Stopped(Limit::Expansions);
                    let cut = stopped && budget < settings.effort;
                    if cut {
                        *detour = Some(Detour::new(&query, id, terrain.edits(), taken));
                    }
                    let outcome = (!cut).then_some(replan.outcome);
                    Look { outcome, cost: replan.cost, expanded: replan.stats.expanded }
                })
            }
        };
        let path = std::mem::take(&mut work.core.path);
        let scratch = settings.audit.then(|| audit(map, &query, work));
        taken.iter().for_each(|&cell| _ = others.leave(cell));
        let Look { outcome, cost, expanded } = look?;
        tick.expanded += expanded;
        let found = outcome == Some(Outcome::Found);
        if found {
            unit.follow(map, &path, true);
            let best = replanner.bound(map, from) == cost;
            unit.plan = if best { PlanState::Exact } else { PlanState::Around };
        } else if let Some(waiting) = &mut unit.waiting {
            match outcome {
                None => waiting.look_at = *now + 1,
                Some(_) => {
                    waiting.in_vain = true;
                    waiting.look_at = now.saturating_add(waiting.pause);
                    waiting.pause = waiting.pause.saturating_mul(2);
                }
            }
        }
        work.core.path = path;
        if expanded > 0 || found {
            tick.events.push(WorldEvent::Planned {
                unit: id,
                state: match outcome {
                    // Nothing is proven.
                    None | Some(Outcome::Stopped(Limit::Expansions)) => PlanState::Partial,
                    _ => unit.plan,
                },
                around: true,
                cost: found.then_some(cost),
                expanded,
                repaired: std::mem::take(repaired),
                method: replanner.method(),
                scratch,
            });
        }
        if found && unit.path.len() == 1 {
            self.see_arrival(id, self.now);
        }
        Ok(())
    }

    /// Puts the cells that others hold near a unit into the list of those taken.
    pub(super) fn note_others_near(&mut self, id: UnitId) {
        let World { units, terrain, holders, settings, taken, .. } = self;
        taken.clear();
        let Some(unit) = &units[id.index()] else { return };
        let (Cell { x, y }, sight) = (unit.next_placement().cell(), settings.sight);
        let range = |at: u32, side: u32| {
            at.saturating_sub(sight)..side.min(at.saturating_add(sight).saturating_add(1))
        };
        for y in range(y, terrain.height()) {
            for x in range(x, terrain.width()) {
                let holder = holders[y as usize * terrain.width() as usize + x as usize];
                if holder != 0 && holder != id.0 + 1 {
                    taken.push(Cell::new(x, y));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Settings, World};
    use crate::body::{BodyKind, Footprint, Heading, Rule, Terrain};

    /// A plan that fails is put off, and leaves no units in the way of later ones.
    #[test]
    fn an_error_leaves_no_others_behind() {
        let mut world = World::new(Terrain::new(6, 3).unwrap(), Settings::default());
        let tank = world.add_kind(BodyKind::preset("tank").unwrap());
        // It cannot move, so it does not step aside.
        let statue = BodyKind::builder("statue", Footprint::rectangle(1, 1).unwrap());
        let statue = statue.rule(Rule::step(9, 0, 10)).build().unwrap();
        let statue = world.add_kind(statue);
        let unit = world.add_unit(tank, (0, 1, Heading::E)).unwrap();
        world.add_unit(statue, (2, 1, Heading::E)).unwrap();
        world.send(unit, (4, 1)).unwrap();
        while world.unit(unit).unwrap().waiting.is_none_or(|waiting| waiting.look_at > world.now) {
            world.tick(1_000);
        }
        // An edit that the maps do not learn of: plans refuse such a map.
        world.terrain.block((5, 2)).unwrap();
        let before = world.tick.put_off;
        world.plan_for(unit, 1_000);
        assert_eq!(world.tick.put_off, before + 1);
        let others = &world.kinds[tank.index()].others;
        assert!((0..18).all(|i| !others.is_taken((i % 6, i / 6))));
    }
}
