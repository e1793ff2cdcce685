//! How units move, wait, and get stuck.

use super::record::{PlanState, Span, UnitId, WorldEvent};
use super::unit::{Motion, Waiting};
use super::{Kind, World};
use crate::body::kind::BodyKind;
use crate::body::kind::{Goal, Placement};
use crate::body::map::BodyMap;
use crate::spaces::grid::Cell;

/// Time units that a step may cost more than waiting: at once, and again when a unit has waited.
const LESS_THAN_WAITING: u32 = 30;
/// Time units by which a step aside may lead away from the goal.
const SIDEWAYS: u32 = 5;

impl World {
    /// Ends the moves that are over by now.
    pub(super) fn end_moves(&mut self, now: u64) {
        for i in 0..self.units.len() {
            let Some(unit) = &mut self.units[i] else { continue };
            let Some(motion) = unit.motion.filter(|motion| motion.end <= now) else { continue };
            let (from, id, kind) = (unit.at, unit.id, unit.kind);
            (unit.at, unit.motion, unit.standing_since) = (motion.to, None, motion.end);
            let kind = self.kinds[kind.index()].map.kind().clone();
            for cell in swept(&kind, from, motion.step) {
                let place = self.place(cell);
                self.holders[place] = 0;
                self.changes.note(cell);
            }
            for cell in cells(&kind, motion.to) {
                let place = self.place(cell);
                self.holders[place] = id.0 + 1;
            }
            self.see_arrival(id, motion.end);
        }
    }

    /// Whether the unit stands at its goal, with no path left.
    pub(super) fn see_arrival(&mut self, id: UnitId, time: u64) {
        let Some(unit) = &self.units[id.index()] else { return };
        let Some(route) = unit.route.and_then(|route| self.routes[route].as_ref()) else { return };
        let kind = self.kinds[unit.kind.index()].map.kind();
        let there = route.goals.iter().any(|&goal| is_at(kind, unit.at, goal));
        if there && unit.motion.is_none() && unit.next_step().is_none() && !unit.arrived {
            let back = unit.post.is_some();
            if let Some(unit) = &mut self.units[id.index()] {
                unit.stop();
                (unit.arrived, unit.settled) = (!back, true);
            }
            if back {
                // It had no goal, and stands where it stood.
                self.forget_post(id);
                return;
            }
            self.tick.events.push(WorldEvent::Arrived { unit: id, time });
        }
    }

    /// Lets units move until the end of the tick.
    pub(super) fn move_units(&mut self, end: u64) {
        let mut now = self.now;
        self.changes.begin(self.terrain.width(), self.terrain.height(), self.units.len());
        for unit in self.units.iter_mut().flatten() {
            unit.standing_since = unit.standing_since.max(now);
            if let Some(Motion { step, begin, end, .. }) = unit.motion {
                let (unit, kind, at) = (unit.id, unit.kind, unit.at);
                self.tick.spans.push(Span { unit, kind, at, step: Some(step), begin, end });
            }
        }
        loop {
            for i in 0..self.units.len() {
                self.begin_move(i, now);
            }
            let ends = self.units.iter().flatten().filter_map(|unit| unit.motion);
            let begins = self.units.iter().flatten().filter(|unit| unit.motion.is_none());
            let begins = begins.filter_map(|unit| unit.course.front()).map(|leg| leg.begin);
            let times = ends.map(|motion| motion.end).chain(begins.filter(|&begin| begin > now));
            let Some(next) = times.min().filter(|&next| next < end) else {
                break;
            };
            now = next;
            self.end_moves(now);
        }
        for unit in self.units.iter().flatten().filter(|unit| unit.motion.is_none()) {
            let (begin, kind, at) = (unit.standing_since, unit.kind, unit.at);
            self.tick.spans.push(Span { unit: unit.id, kind, at, step: None, begin, end });
        }
        self.tick.spans.sort_by_key(|span| (span.unit, span.begin));
    }

    /// Begins the next move of a unit, or lets it wait.
    fn begin_move(&mut self, i: usize, now: u64) {
        let Some(unit) = &self.units[i] else { return };
        let Some(mut to) = unit.next_step().filter(|_| unit.motion.is_none()) else { return };
        let Kind { map, reach, .. } = &self.kinds[unit.kind.index()];
        if self.changes.are_none(i, unit.at.cell(), *reach) {
            return;
        }
        let leg = unit.course.front().copied();
        if leg.is_some_and(|leg| leg.begin > now) {
            return;
        }
        if leg.is_none() && unit.aside.is_none() && self.is_queued(unit.id) {
            self.changes.note_look(i);
            if let Some(unit) = &mut self.units[i] {
                unit.waiting = None;
            }
            return;
        }
        // Paths are legal: they were looked at when the tick began.
        let planned = match leg {
            Some(leg) => {
                to = leg.to;
                map.move_cost(unit.at, leg.step).map(|cost| (leg.step, cost))
            }
            None => cheapest_move(map, unit.at, to),
        };
        let Some((mut step, mut cost)) = planned else { return };
        let (id, from, kind) = (unit.id, unit.at, map.kind().clone());
        let mut holders = swept(&kind, from, step).filter_map(|cell| self.holder(cell));
        let mut behind = holders.find(|&holder| holder != id);
        if behind.is_some()
            && leg.is_none()
            && let Some(other) = self.free_step(i)
        {
            (to, step, cost) = other;
            behind = None;
        }
        let patience = self.settings.patience as u64;
        if behind.is_none() && leg.is_none() && self.must_hold(id) {
            self.changes.note_look(i);
            return;
        }
        if let Some(behind) = behind {
            self.changes.note_look(i);
            let Some(unit) = &mut self.units[i] else { return };
            match &mut unit.waiting {
                Some(waiting) if waiting.behind == behind => {}
                Some(waiting) => (waiting.behind, waiting.reported) = (behind, false),
                None => {
                    let (look_at, pause) = (now + patience, 2 * patience.max(1));
                    let waiting = Waiting {
                        behind,
                        since: now,
                        look_at,
                        pause,
                        in_vain: false,
                        reported: false,
                        push_at: now,
                    };
                    unit.waiting = Some(waiting);
                    self.tick.events.push(WorldEvent::Waits { unit: id, behind, time: now });
                }
            }
            return;
        }
        for cell in swept(&kind, from, step) {
            let place = self.place(cell);
            self.holders[place] = id.0 + 1;
            self.changes.note(cell);
        }
        let Some(unit) = &mut self.units[i] else { return };
        if leg.is_some() {
            unit.course.pop_front();
            if unit.next_step() != Some(to) {
                let map = &self.kinds[unit.kind.index()].map;
                unit.follow(map, &[from, to], false);
                unit.plan = PlanState::Partial;
                if let Some(route) = unit.route.and_then(|route| self.routes[route].as_mut()) {
                    let guide = route.guide(unit.keeps_right, map);
                    unit.nearest = unit.nearest.min(guide.replanner.bound(guide.map, to));
                }
            }
        }
        let (begin, end) = (now, now + cost as u64);
        if unit.standing_since < begin {
            let (begin, end, kind) = (unit.standing_since, begin, unit.kind);
            self.tick.spans.push(Span { unit: id, kind, at: from, step: None, begin, end });
        }
        let kind = unit.kind;
        self.tick.spans.push(Span { unit: id, kind, at: from, step: Some(step), begin, end });
        unit.motion = Some(Motion { step, to, begin, end });
        unit.done += 1;
        unit.left = unit.left.saturating_sub(cost);
        if unit.whole {
            let mut left = unit.left;
            if unit.keeps_right
                && let Some(route) = unit.route.and_then(|route| self.routes[route].as_mut())
                && let Some(lanes) = &mut route.lanes
            {
                left = lanes.replanner.bound(&lanes.map, to);
            }
            if left < unit.nearest {
                (unit.nearest, unit.sidled) = (left, false);
            }
        }
        unit.waiting = None;
        self.tick.events.push(WorldEvent::Moves { unit: id, from, to, begin, end });
    }

    /// A step other than its path's that a unit can make at once and that costs it hardly more, as far as is
    /// known. It then is its path, and the rest is planned when it is made.
    fn free_step(&mut self, i: usize) -> Option<(Placement, usize, u32)> {
        let unit = self.units[i].as_ref().filter(|unit| unit.aside.is_none() && unit.whole)?;
        let (id, from, kind) = (unit.id, unit.at, unit.kind);
        let next = unit.next_step()?;
        let waited = unit.waiting.map_or(0, |waiting| self.now - waiting.since.min(self.now));
        let slack = LESS_THAN_WAITING + waited.min(LESS_THAN_WAITING as u64) as u32;
        let (left, nearest, sidled, keeps_right) =
            (unit.left, unit.nearest, unit.sidled, unit.keeps_right);
        let map = &self.kinds[kind.index()].map;
        let mut free: Vec<(u32, Placement, usize, u32, u32)> = Vec::new();
        map.for_each_move(from, |to, cost, step| {
            let mut holders = swept(map.kind(), from, step).filter_map(|cell| self.holder(cell));
            if to != next && holders.all(|holder| holder == id) && !self.enters_passage(from, to) {
                free.push((0, to, step, cost, 0));
            }
        });
        let route = self.routes[self.units[i].as_ref()?.route?].as_mut()?;
        let guide = route.guide(keeps_right, map);
        for (total, to, step, cost, rest) in &mut free {
            *rest = guide.replanner.bound(guide.map, *to);
            *total = rest.saturating_add(guide.map.move_cost(from, *step).unwrap_or(*cost));
        }
        let left = if keeps_right { guide.replanner.bound(guide.map, from) } else { left };
        let (most, nearest) = (left.saturating_add(slack), nearest.min(left));
        // A turn gets it nowhere, unless it is as good as the path's step; and sideways once is enough,
        // until it has come nearer than ever.
        let suits = |&&(total, to, _, _, rest): &&(u32, Placement, usize, u32, u32)| {
            let turns = to.cell() == from.cell();
            total <= if turns { left } else { most }
                && (rest < nearest || !sidled && rest <= nearest.saturating_add(SIDEWAYS))
        };
        let &(_, to, step, cost, rest) = free.iter().filter(suits).min()?;
        let unit = self.units[i].as_mut()?;
        unit.follow(map, &[from, to], false);
        unit.plan = PlanState::Partial;
        (unit.nearest, unit.sidled) = (nearest.min(rest), rest >= nearest);
        Some((to, step, cost))
    }

    /// Reports units that wait in vain, and for which unit.
    pub(super) fn report_stuck(&mut self) {
        for i in 0..self.units.len() {
            let Some(unit) = &self.units[i] else { continue };
            let Some(waiting) = unit.waiting.filter(|waiting| waiting.in_vain && !waiting.reported)
            else {
                continue;
            };
            match self.circle_of(unit.id) {
                Some(circle) => {
                    for &id in &circle {
                        self.mark_reported(id);
                    }
                    self.tick.events.push(WorldEvent::Deadlock { units: circle });
                }
                None if self.stays_for_ever(waiting.behind) => {
                    let (unit, behind) = (unit.id, waiting.behind);
                    self.mark_reported(unit);
                    self.tick.events.push(WorldEvent::Stuck { unit, behind });
                }
                None => {}
            }
        }
    }

    fn mark_reported(&mut self, unit: UnitId) {
        if let Ok(unit) = self.unit_mut(unit)
            && let Some(waiting) = &mut unit.waiting
        {
            waiting.reported = true;
        }
    }

    /// The unit that one waits for, having looked in vain for a path around it.
    fn hopes_for(&self, unit: UnitId) -> Option<UnitId> {
        let waiting = self.unit(unit).ok()?.waiting?;
        waiting.in_vain.then_some(waiting.behind)
    }

    /// The circle of waiting units that a unit is in, from its lowest number on.
    fn circle_of(&self, unit: UnitId) -> Option<Vec<UnitId>> {
        let mut circle = vec![unit];
        let mut next = self.hopes_for(unit)?;
        while next != unit {
            if circle.contains(&next) {
                return None;
            }
            circle.push(next);
            next = self.hopes_for(next)?;
        }
        let lowest = (0..circle.len()).min_by_key(|&i| circle[i])?;
        circle.rotate_left(lowest);
        Some(circle)
    }

    /// Whether a unit will not move as things are.
    fn stays_for_ever(&self, unit: UnitId) -> bool {
        let Ok(one) = self.unit(unit) else { return false };
        let resting =
            one.motion.is_none() && (!one.is_on_its_way() || one.plan == PlanState::NoPath);
        resting || one.waiting.is_some_and(|waiting| waiting.reported)
    }
}

/// The cheapest legal move between two placements: which of the heading's, and its cost.
pub(super) fn cheapest_move(map: &BodyMap, from: Placement, to: Placement) -> Option<(usize, u32)> {
    let mut best: Option<(usize, u32)> = None;
    for (index, row) in map.kind().moves(from.heading).iter().enumerate() {
        let (dx, dy) = row.offset();
        let there = (from.x.wrapping_add_signed(dx), from.y.wrapping_add_signed(dy), row.to());
        if there == (to.x, to.y, to.heading)
            && let Some(cost) = map.move_cost(from, index)
            && best.is_none_or(|(_, least)| cost < least)
        {
            best = Some((index, cost));
        }
    }
    best
}

pub(super) fn is_at(kind: &BodyKind, at: Placement, goal: Goal) -> bool {
    match goal {
        Goal::At(there) => at == there,
        Goal::Pivot(cell) => at.cell() == cell,
        Goal::Near { cell, reach } => kind
            .footprint()
            .at(at)
            .any(|(x, y)| x.abs_diff(cell.x as i64).max(y.abs_diff(cell.y as i64)) <= reach as u64),
    }
}

/// The cells that a body covers; it must be on the map.
pub(super) fn cells(kind: &BodyKind, at: Placement) -> impl Iterator<Item = Cell> {
    kind.footprint().at(at).map(|(x, y)| Cell::new(x as u32, y as u32))
}

/// The cells that a move sweeps; they must be on the map.
pub(super) fn swept(
    kind: &BodyKind,
    at: Placement,
    step: usize,
) -> impl Iterator<Item = Cell> + Clone {
    let offsets = kind.moves(at.heading)[step].swept().iter();
    offsets
        .map(move |&(dx, dy)| Cell::new(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy)))
}
