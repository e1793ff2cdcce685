//! Lanes: how a crowd keeps right.
//!
//! Where units of a [`Route`] come through a passage that others come through towards them, the left half of it is
//! slow ground for them, and so is what lies before and behind it, because units that come out need room there.
//! What is slow depends on the route alone, so all units that share its goals share a field over that ground too,
//! and keeping right costs none of them a search. A path over it is legal on the map itself; only the choice of
//! path differs.

use super::narrows::{Narrows, REACH};
use super::record::{PlanState, UnitId};
use super::{Kind, Route, Unit, World};
use crate::body::kind::Goal;
use crate::body::kind::speeds::ONE;
use crate::body::map::{BodyMap, Terrain};
use crate::body::replan::Replanner;
use crate::body::search::{BodyQuery, BodyScratch};
use crate::kernel::cost::Cost;
use crate::question::answer::Outcome;
use crate::question::settings::Limits;
use crate::spaces::error::Error;
use crate::spaces::grid::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// How many units with the same goals make a field for them worth its memory, and how many placements of the map
/// it may have for each of them: it grows over all of the map, where a unit alone looks for a path of a few
/// thousand.
const ENOUGH_UNITS: usize = 4;
const FOR_EACH_UNIT: usize = 6_000;
/// Making a map takes as much work as expanding a state for this many placements.
const FOR_EACH_STATE: u64 = 16;
/// Ground that no map has a letter for, and how slow it is.
const SLOW: u8 = 1;
const SLOWNESS: u32 = 4 * ONE;

/// A route's map with slow ground where others come towards its units, and what was learnt about the paths on it.
#[derive(Clone)]
pub(super) struct Lanes {
    pub(super) terrain: Terrain,
    pub(super) map: BodyMap,
    pub(super) replanner: Replanner,
    /// The sections that are divided, and whether the route leads towards larger x or y there.
    pub(super) sections: BTreeMap<u32, bool>,
    /// The cells that are slow for that, by place.
    slowed: BTreeSet<u32>,
}

/// What paths are planned with.
pub(super) struct Guide<'a> {
    pub(super) map: &'a BodyMap,
    pub(super) replanner: &'a mut Replanner,
}

impl Lanes {
    pub(super) fn bytes(&self) -> usize {
        let cells = self.terrain.width() as usize * self.terrain.height() as usize;
        cells * 9 / 8 + self.map.bytes() + self.replanner.bytes()
    }

    /// No lanes yet, on a map that is up to date with the terrain.
    pub(super) fn new(terrain: &Terrain, map: &BodyMap) -> Result<Lanes, Error> {
        let mut speeds = map.kind().speeds().clone();
        speeds.of_ground[SLOW as usize] = SLOWNESS;
        let map = BodyMap::new(map.kind().with_speeds(speeds), terrain);
        let mut replanner = Replanner::new(&map);
        replanner.shared_by(usize::MAX);
        let (sections, slowed) = (BTreeMap::new(), BTreeSet::new());
        Ok(Lanes { terrain: terrain.clone(), map, replanner, sections, slowed })
    }

    /// Divides sections, and brings what was learnt up to date with that.
    pub(super) fn divide(
        &mut self,
        terrain: &Terrain,
        sections: &[(u32, bool)],
        narrows: &Narrows,
        goals: &[Goal],
        work: &mut BodyScratch,
    ) -> Result<(), Error> {
        for &(section, forward) in sections {
            // The one that came first decides.
            if *self.sections.entry(section).or_insert(forward) == forward {
                narrows.for_oncoming(terrain, section, forward, |cell| {
                    slow(&mut self.terrain, &self.map, cell);
                    self.slowed.insert(cell.y * terrain.width() + cell.x);
                });
            }
        }
        self.catch_up(goals, work)
    }

    /// Follows edits of the map: what is divided, too, where an edit is near.
    fn follow(
        &mut self,
        terrain: &Terrain,
        edited: impl Iterator<Item = Cell>,
        narrows: &Narrows,
        goals: &[Goal],
        work: &mut BodyScratch,
    ) -> Result<(), Error> {
        let width = terrain.width();
        let mut divided = false;
        for cell in edited {
            self.copy(terrain, cell)?;
            divided |= self.sections.keys().any(|&section| {
                let (x, y) = (section / 2 % width, section / 2 / width);
                x.abs_diff(cell.x).max(y.abs_diff(cell.y)) <= REACH
            });
        }
        if divided {
            self.sections.retain(|&section, _| narrows.has(section));
            let before = std::mem::take(&mut self.slowed);
            for (&section, &forward) in &self.sections {
                narrows.for_oncoming(terrain, section, forward, |cell| {
                    self.slowed.insert(cell.y * width + cell.x);
                });
            }
            let cleared: Vec<u32> = before.difference(&self.slowed).copied().collect();
            for place in cleared {
                self.copy(terrain, Cell::new(place % width, place / width))?;
            }
            for &place in &self.slowed {
                slow(&mut self.terrain, &self.map, Cell::new(place % width, place / width));
            }
        }
        self.catch_up(goals, work)
    }

    /// Makes a cell what it is on the map.
    fn copy(&mut self, terrain: &Terrain, cell: Cell) -> Result<(), Error> {
        self.terrain.set_blocked(cell, terrain.is_blocked(cell))?;
        if let Some(ground) = terrain.ground(cell)
            && self.terrain.ground(cell) != Some(ground)
        {
            self.terrain.set_ground(cell, ground)?;
        }
        let high = terrain.elevation(cell);
        if self.terrain.elevation(cell) != high {
            self.terrain.set_elevation(cell, high)?;
        }
        Ok(())
    }

    /// Brings what was learnt up to date with the ground as it is.
    fn catch_up(&mut self, goals: &[Goal], work: &mut BodyScratch) -> Result<(), Error> {
        self.map.refresh(&self.terrain)?;
        self.replanner.follow(&self.terrain, &self.map, goals, u64::MAX, work)?;
        Ok(())
    }
}

/// Makes a cell slow, unless it is as slow already or forbidden.
fn slow(terrain: &mut Terrain, map: &BodyMap, cell: Cell) {
    let speed =
        terrain.ground(cell).map_or(0, |ground| map.kind().speeds().of_ground[ground as usize]);
    if (1..SLOWNESS).contains(&speed) {
        let made = terrain.set_ground(cell, SLOW);
        debug_assert!(made.is_ok(), "it is a cell of the map");
    }
}

impl Route {
    /// What the paths of a unit are planned with.
    pub(super) fn guide<'a>(&'a mut self, keeps_right: bool, map: &'a BodyMap) -> Guide<'a> {
        match self.lanes.as_deref_mut() {
            Some(Lanes { map, replanner, .. }) if keeps_right => Guide { map, replanner },
            _ => Guide { map, replanner: &mut self.replanner },
        }
    }
}

impl World {
    /// Divides the sections that a route leads through, if that is new. `false` if that has to wait, because a new
    /// map would take more than is left of the budget.
    pub(super) fn divide(
        &mut self,
        route: usize,
        sections: &[(u32, bool)],
        left: u64,
    ) -> Result<bool, Error> {
        let World { routes, kinds, terrain, narrows, work, tick, .. } = self;
        let Some(route) = &mut routes[route] else { return Ok(true) };
        let map = &kinds[route.kind.index()].map;
        let known = |&(section, _): &(u32, bool)| {
            route.lanes.as_ref().is_some_and(|lanes| lanes.sections.contains_key(&section))
        };
        if sections.iter().all(known) {
            return Ok(true);
        }
        let mut lanes = match route.lanes.take() {
            Some(lanes) => lanes,
            None => {
                let work = map.states() as u64 / FOR_EACH_STATE;
                if left < work {
                    return Ok(false);
                }
                tick.repaired += work;
                Box::new(Lanes::new(terrain, map)?)
            }
        };
        lanes.divide(terrain, sections, narrows, &route.goals, work)?;
        route.lanes = Some(lanes);
        Ok(true)
    }

    /// Whether a unit has its goals in common with enough others for lanes.
    pub(super) fn shares_route(&self, unit: &Unit) -> bool {
        let route = unit.route.and_then(|route| self.routes[route].as_ref());
        let states = self.kinds[unit.kind.index()].map.states();
        route.is_some_and(|route| {
            route.units >= ENOUGH_UNITS && route.units * FOR_EACH_UNIT >= states
        })
    }

    /// Whether a unit's paths are planned over lanes.
    pub(super) fn is_in_lanes(&self, id: UnitId) -> bool {
        let Some(unit) = self.units[id.index()].as_ref().filter(|unit| unit.keeps_right) else {
            return false;
        };
        let route = unit.route.and_then(|route| self.routes[route].as_ref());
        route.is_some_and(|route| route.lanes.is_some())
    }

    /// Looks for a path around the units near one that has waited long, in its lane.
    pub(super) fn plan_around_in_lane(&mut self, id: UnitId, budget: u64) -> Result<(), Error> {
        if budget < self.settings.effort {
            self.tick.put_off += 1;
            return Ok(());
        }
        self.note_others_near(id);
        let World { units, routes, kinds, work, tick, settings, taken, now, .. } = self;
        let Some(unit) = &mut units[id.index()] else { return Ok(()) };
        let Some(route) = unit.route.and_then(|route| routes[route].as_mut()) else {
            return Ok(());
        };
        let Route { goals, replanner, lanes: Some(lanes), .. } = route else { return Ok(()) };
        let Kind { map, others, .. } = &mut kinds[unit.kind.index()];
        let from = unit.next_placement();
        let most = lanes.replanner.bound(&lanes.map, from).saturating_add(settings.detour);
        let limits = Limits {
            cost: Some(Cost::from(most)),
            expansions: Some(settings.effort),
            ..Limits::default()
        };
        taken.iter().for_each(|&cell| _ = others.take(cell));
        let query = BodyQuery::to_nearest(from, &*goals).limits(limits).around(others);
        let replan = lanes.replanner.replan(&lanes.terrain, &lanes.map, &query, work, &mut ());
        taken.iter().for_each(|&cell| _ = others.leave(cell));
        let replan = replan?;
        tick.expanded += replan.stats.expanded;
        tick.repaired += replan.repaired;
        if replan.outcome == Outcome::Found {
            unit.follow(map, &work.core.path, true);
            let best = replanner.bound(map, from) == unit.left;
            unit.plan = if best { PlanState::Exact } else { PlanState::Around };
        } else if let Some(waiting) = &mut unit.waiting {
            waiting.in_vain = true;
            waiting.look_at = now.saturating_add(waiting.pause);
            waiting.pause = waiting.pause.saturating_mul(2);
        }
        if unit.path.len() == 1 {
            self.see_arrival(id, self.now);
        }
        Ok(())
    }

    /// Lets all lanes follow the edits since this many.
    pub(super) fn follow_lanes(&mut self, seen: u64) {
        let World { routes, terrain, narrows, work, .. } = self;
        for route in routes.iter_mut().flatten() {
            let Route { lanes, goals, .. } = route;
            let followed = lanes.as_mut().is_some_and(|lanes| {
                let edited = terrain.edited_since(seen);
                edited
                    .is_some_and(|cells| lanes.follow(terrain, cells, narrows, goals, work).is_ok())
            });
            if !followed {
                // Too many edits: lanes are made again where they are wanted.
                *lanes = None;
            }
        }
    }
}
