//! Crowds in front of a passage: they queue without blocking its mouth, and use its whole width.
//!
//! A unit that would only have to wait at the mouth, because the units nearer to it take longer to pass than it
//! takes to get there, stays where it is. So there is room for units that come out, and for units that have to
//! turn.
//!
//! The best paths of a crowd all lead through the same few cells of a door, however wide it is. So it is counted
//! how long the units that are about to enter a passage will take to pass each of the cells across. A unit that
//! would get through sooner by cells other than its own looks for a path over these.

use super::narrows::{EARLY, Passing, WIDEST};
use super::record::{PlanState, UnitId};
use super::{Kind, Route, World};
use crate::body::search::BodyQuery;
use crate::kernel::cost::Cost;
use crate::question::answer::Outcome;
use crate::question::settings::Limits;
use crate::spaces::grid::Cell;
use rustc_hash::FxHashMap;

/// How many steps before a passage a unit joins the queue for it, and how many cells it hurries.
const FAR: usize = 64;
const MARGIN: usize = 8;
/// Time units that another cell may cost; states expanded to look for a path over it; time units before a
/// unit looks again, and if it looked in vain, which takes most.
const DETOUR: u32 = 100;
const EFFORT: u64 = 3_000;
const PAUSE: u64 = 50;
const LONG_PAUSE: u64 = 400;

/// For each section where a passage is entered and each direction, how many cells the units that will enter have
/// to move over each of its cells.
pub(super) type Loads = FxHashMap<(u32, bool), [u32; WIDEST as usize]>;

/// The cells across that a unit passes, and for how many steps it holds each.
struct Crossing {
    at: Passing,
    weight: u32,
}

impl Crossing {
    fn load(&self, loads: &[u32], first: usize) -> u32 {
        let cells = self.at.columns.1 - self.at.columns.0;
        loads[first..first + cells].iter().copied().max().unwrap_or(0)
    }

    fn add(&self, loads: &mut Loads, (from, to): (usize, usize)) {
        let loads = loads.entry((self.at.section, self.at.forward)).or_default();
        loads[from..to].iter_mut().for_each(|load| *load += self.weight);
    }
}

impl World {
    /// Where a unit is about to enter a passage.
    fn crossing(&self, id: UnitId, soon: usize) -> Option<Crossing> {
        let unit = self.units[id.index()].as_ref()?;
        let suits = unit.is_on_its_way() && unit.aside.is_none();
        if !suits || self.is_in_passage(unit.next_placement()) {
            return None;
        }
        let mut entry = None;
        self.for_passage(id, soon, |at| {
            entry = Some(at);
            false
        });
        let at = entry.filter(|at| at.columns.0 < at.columns.1)?;
        let cells =
            self.kinds[unit.kind.index()].map.kind().footprint().cells(unit.at.heading).len();
        let weight = (cells / (at.columns.1 - at.columns.0)) as u32 + 1;
        Some(Crossing { at, weight })
    }

    /// Lets units that are about to enter a passage wait for each other, and spread over its width.
    pub(super) fn queue_up(&mut self, budget: u64) {
        let mut queue = Vec::new();
        for i in 0..self.units.len() {
            if let Some(crossing) = self.crossing(UnitId(i as u32), FAR) {
                queue.push((crossing, i));
            }
        }
        queue.sort_unstable_by_key(|(Crossing { at, .. }, i)| {
            (at.section, at.forward, at.after, *i)
        });
        self.queued.clear();
        self.queued.resize(self.units.len(), false);
        let (mut last, mut load) = (None, 0);
        for (crossing, i) in &queue {
            let at = &crossing.at;
            if last.replace((at.section, at.forward)) != Some((at.section, at.forward)) {
                load = 0;
            }
            let (low, high) = self.open_columns(at);
            self.queued[*i] = load > (at.after + MARGIN) * (high - low).max(1);
            load += crossing.weight as usize * (at.columns.1 - at.columns.0);
        }
        self.spread(&queue, budget);
    }

    /// Lets units spread over the width of a passage if none comes towards them.
    fn spread(&mut self, queue: &[(Crossing, usize)], budget: u64) {
        let mut loads = std::mem::take(&mut self.loads);
        loads.clear();
        for (crossing, _) in queue.iter().filter(|(crossing, _)| crossing.at.after <= EARLY) {
            crossing.add(&mut loads, crossing.at.columns);
        }
        for i in 0..self.units.len() {
            let id = UnitId(i as u32);
            if budget.saturating_sub(self.tick.plans()) < EFFORT {
                break;
            }
            let Some(unit) = &self.units[i] else { continue };
            let ready = unit.whole
                && matches!(unit.plan, PlanState::Exact | PlanState::Around)
                && unit.spread_at <= self.now
                && !unit.keeps_right;
            let Some(crossing) = ready.then(|| self.crossing(id, EARLY)).flatten() else {
                continue;
            };
            let at = &crossing.at;
            let Some(held) = loads.get_mut(&(at.section, at.forward)) else { continue };
            held[at.columns.0..at.columns.1].iter_mut().for_each(|load| *load -= crossing.weight);
            let cells = at.columns.1 - at.columns.0;
            let (low, high) = self.open_columns(at);
            let own = crossing.load(held, at.columns.0);
            let best = (low..(high + 1).saturating_sub(cells))
                .map(|first| (crossing.load(held, first), first))
                .min()
                .filter(|best| best.0 + crossing.weight < own);
            let mut columns = at.columns;
            if let Some((_, first)) = best
                && self.look_for_columns(id, at, (first, first + cells))
            {
                columns = (first, first + cells);
            }
            crossing.add(&mut loads, columns);
        }
        self.loads = loads;
    }

    /// Looks for a path that enters a passage over certain cells of its section.
    fn look_for_columns(&mut self, id: UnitId, at: &Passing, columns: (usize, usize)) -> bool {
        let width = self.terrain.width();
        let (first, step) = (at.section / 2, if at.section & 1 == 1 { 1 } else { width });
        let World { units, routes, kinds, terrain, work, tick, now, taken, .. } = self;
        taken.clear();
        for i in (0..at.width).filter(|&i| !(columns.0..columns.1).contains(&(i as usize))) {
            let place = first + i * step;
            taken.push(Cell::new(place % width, place / width));
        }
        let Some(unit) = &mut units[id.index()] else { return false };
        let Some(route) = unit.route.and_then(|route| routes[route].as_mut()) else { return false };
        let Route { goals, replanner, .. } = route;
        let Kind { map, others, .. } = &mut kinds[unit.kind.index()];
        let from = unit.next_placement();
        unit.spread_at = *now + LONG_PAUSE;
        taken.iter().for_each(|&cell| _ = others.take(cell));
        let limits = Limits {
            cost: Some(Cost::from(unit.left.saturating_add(DETOUR))),
            expansions: Some(EFFORT),
            ..Limits::default()
        };
        let query = BodyQuery::to_nearest(from, &*goals).limits(limits).around(others);
        let replan = replanner.replan(terrain, map, &query, work, &mut ());
        taken.iter().for_each(|&cell| _ = others.leave(cell));
        let Ok(replan) = replan else { return false };
        tick.expanded += replan.stats.expanded;
        tick.repaired += replan.repaired;
        let found = replan.outcome == Outcome::Found;
        if found {
            unit.follow(map, &work.core.path, true);
            let best = replanner.bound(map, from) == unit.left;
            unit.plan = if best { PlanState::Exact } else { PlanState::Around };
            unit.spread_at = *now + PAUSE;
        }
        found
    }
}
