//! Courses: when units that come close to each other make their next moves.
//!
//! A path says where a unit goes, not when. A *course* is its next moves with the times at which they begin, for a
//! window of time. A timetable has what every unit holds by its course, from when until when: units without one
//! hold what they stand on for good. A unit that needs a course takes its path if nobody is in its way, and
//! otherwise looks for the moves that bring it nearest to its goal by the end of the window, among what all others
//! hold. It may wait, go round others, or follow close behind them. Units that have least to go choose first, so
//! that those at the head of a queue leave first.
//!
//! A course is a plan, and nothing relies on it: a move begins only if its cells are free. A unit that is late
//! gets another course.
//!
//! Silver: *Cooperative pathfinding*, AIIDE 2005; Phillips, Likhachev: *SIPP: Safe interval path planning for
//! dynamic environments*, ICRA 2011; here with moves that take different times and hold all cells that they sweep.

use super::aside::EFFORT_OF_A_TICK;
use super::lanes::Guide;
use super::record::UnitId;
use super::traffic::{cells, cheapest_move, swept};
use super::unit::Unit;
use super::{Kind, World};
use crate::body::kind::Placement;
use crate::body::map::BodyMap;
use crate::body::map::pace::NO_PATH;
use crate::spaces::grid::Cell;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// For how many time units a course is made; after how many it is made again, and after how many if others are in
/// the way for longer than a short while.
const WINDOW: u64 = 120;
const RENEW: u64 = 60;
const RENEW_SLOW: u64 = 20;
const SHORT: u64 = 20;
/// States looked at for one course, and in a tick for all, at most.
const EFFORT: u64 = 100;
const EFFORT_FOR_ALL: u64 = 8_000;
/// Never.
const END: u64 = u64::MAX;
/// Times that are saved are smaller.
const NEVER: u64 = 1 << 60;
/// No hold.
const NONE: u32 = u32::MAX;

/// A move of a course.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Leg {
    pub(super) to: Placement,
    pub(super) step: usize,
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// A cell is held: from when, until when, by which unit.
#[derive(Clone, Copy)]
struct Hold {
    begin: u64,
    end: u64,
    unit: u32,
    /// Which of the unit's courses: others are out of date.
    version: u32,
    next: u32,
}

/// What all units hold, and the memory of a search among them.
#[derive(Clone, Default)]
pub(super) struct Timetable {
    /// The first hold of each cell.
    first: Vec<u32>,
    holds: Vec<Hold>,
    touched: Vec<u32>,
    versions: Vec<u32>,
    wanted: Vec<(u32, UnitId)>,
    nodes: Vec<Node>,
    known: FxHashMap<(u32, u64), u32>,
    open: BinaryHeap<Reverse<(u64, u32, u32)>>,
    legs: Vec<Leg>,
    width: u32,
}

/// A unit at a placement from an arrival until another comes there.
#[derive(Clone, Copy)]
struct Node {
    state: u32,
    until: u64,
    arrival: u64,
    spent: u64,
    rest: u32,
    parent: u32,
    step: u32,
    begin: u64,
}

impl Timetable {
    pub(super) fn bytes(&self) -> usize {
        self.first.capacity() * 4
            + self.holds.capacity() * size_of::<Hold>()
            + self.nodes.capacity() * size_of::<Node>()
    }

    fn begin(&mut self, cells: usize, units: usize, width: u32) {
        self.first.resize(cells, NONE);
        for place in self.touched.drain(..) {
            self.first[place as usize] = NONE;
        }
        self.holds.clear();
        self.versions.clear();
        self.versions.resize(units, 0);
        self.width = width;
    }

    fn place(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    fn hold(&mut self, cell: Cell, begin: u64, end: u64, unit: u32) {
        let place = self.place(cell);
        let next = self.first[place];
        if next == NONE {
            self.touched.push(place as u32);
        }
        let version = self.versions[unit as usize];
        self.first[place] = self.holds.len() as u32;
        self.holds.push(Hold { begin, end, unit, version, next });
    }

    /// Emits what others hold of a cell.
    fn others(&self, cell: Cell, unit: u32) -> impl Iterator<Item = &Hold> {
        let mut at = self.first[self.place(cell)];
        std::iter::from_fn(move || {
            while at != NONE {
                let hold = &self.holds[at as usize];
                at = hold.next;
                if hold.unit != unit && hold.version == self.versions[hold.unit as usize] {
                    return Some(hold);
                }
            }
            None
        })
    }

    /// The first time from `begin` on at which all cells are free for so long; `None` if never.
    fn free_for(
        &self,
        cells: impl Iterator<Item = Cell> + Clone,
        mut begin: u64,
        time: u64,
        unit: u32,
    ) -> Option<u64> {
        loop {
            let before = begin;
            for cell in cells.clone() {
                for hold in self.others(cell, unit) {
                    if hold.begin < begin + time && hold.end > begin {
                        if hold.end == END {
                            return None;
                        }
                        begin = hold.end;
                    }
                }
            }
            if begin == before {
                return Some(begin);
            }
        }
    }

    /// Until when cells are free from a time on.
    fn free_until(&self, cells: impl Iterator<Item = Cell>, time: u64, unit: u32) -> u64 {
        let mut until = END;
        for cell in cells {
            for hold in self.others(cell, unit).filter(|hold| hold.end > time) {
                until = until.min(hold.begin.max(time));
            }
        }
        until
    }

    /// Enters all that a unit holds from now on.
    fn enter(&mut self, map: &BodyMap, unit: &Unit, now: u64) {
        let (kind, id) = (map.kind(), unit.id.0);
        let (mut at, mut time) = (unit.at, now);
        if let Some(motion) = unit.motion {
            swept(kind, at, motion.step).for_each(|cell| self.hold(cell, now, motion.end, id));
            (at, time) = (motion.to, motion.end);
        }
        for leg in &unit.course {
            if time < leg.begin {
                cells(kind, at).for_each(|cell| self.hold(cell, time, leg.begin, id));
            }
            swept(kind, at, leg.step).for_each(|cell| self.hold(cell, leg.begin, leg.end, id));
            (at, time) = (leg.to, leg.end);
        }
        cells(kind, at).for_each(|cell| self.hold(cell, time, END, id));
    }

    /// Whether nobody else holds what a unit's course needs.
    fn suits(&self, map: &BodyMap, unit: &Unit, now: u64) -> bool {
        let (kind, id) = (map.kind(), unit.id.0);
        let (mut at, mut time) = match unit.motion {
            Some(motion) => (motion.to, motion.end),
            None => (unit.at, now),
        };
        for leg in &unit.course {
            if time < leg.begin && self.free_until(cells(kind, at), time, id) < leg.begin {
                return false;
            }
            if self.free_until(swept(kind, at, leg.step), leg.begin, id) < leg.end {
                return false;
            }
            (at, time) = (leg.to, leg.end);
        }
        self.free_until(cells(kind, at), time, id) == END
    }

    /// The moves of a path as soon as they can be made one after another, as far as the window goes: if nobody is in
    /// the way.
    fn along(
        &mut self,
        map: &BodyMap,
        path: &[Placement],
        start: u64,
        horizon: u64,
        unit: u32,
    ) -> bool {
        let kind = map.kind();
        self.legs.clear();
        let mut time = start;
        let Some(&(mut at)) = path.first() else { return false };
        for &to in &path[1..] {
            if time >= horizon {
                break;
            }
            let Some((step, cost)) = cheapest_move(map, at, to) else { return false };
            let end = time + cost as u64;
            if self.free_until(swept(kind, at, step), time, unit) < end {
                return false;
            }
            self.legs.push(Leg { to, step, begin: time, end });
            (at, time) = (to, end);
        }
        self.free_until(cells(kind, at), time, unit) == END
    }

    /// Looks for the moves that lead nearest to the goal by the end of the window. Whether it is nearer.
    fn search(
        &mut self,
        map: &BodyMap,
        guide: &mut Guide<'_>,
        from: Placement,
        (start, horizon): (u64, u64),
        (unit, nearest): (u32, u32),
        spent: &mut u64,
    ) -> bool {
        let kind = map.kind();
        self.nodes.clear();
        self.known.clear();
        self.open.clear();
        self.legs.clear();
        let Some(state) = map.state(from) else { return false };
        let until = self.free_until(cells(kind, from), start, unit);
        let rest = guide.replanner.bound(guide.map, from);
        if until <= start || rest == NO_PATH {
            return false;
        }
        self.nodes.push(Node {
            state,
            until,
            arrival: start,
            spent: 0,
            rest,
            parent: 0,
            step: 0,
            begin: 0,
        });
        self.known.insert((state, until), 0);
        self.open.push(Reverse((rest as u64, rest, 0)));
        let length = horizon - start;
        let mut best: Option<(u64, u32, u32)> = None;
        let mut looked = 0;
        while let Some(Reverse((f, _, at))) = self.open.pop() {
            let node = self.nodes[at as usize];
            if self.known[&(node.state, node.until)] != at {
                continue;
            }
            if best.is_some_and(|best| best.0 <= f) || looked == EFFORT {
                break;
            }
            looked += 1;
            if node.until == END {
                // It stays until the end of the window.
                let waits =
                    if node.rest == 0 { 0 } else { length.saturating_sub(node.arrival - start) };
                let total = (node.spent + node.rest as u64 + waits, node.rest, at);
                if best.is_none_or(|best| total < best) {
                    best = Some(total);
                }
                if waits == 0 {
                    break;
                }
            } else if node.arrival >= horizon {
                continue;
            }
            let placement = map.placement(node.state);
            let mut moves: Vec<(Placement, u32, usize)> = Vec::with_capacity(12);
            map.for_each_move(placement, |to, cost, step| moves.push((to, cost, step)));
            for (to, cost, step) in moves {
                let Some(state) = map.state(to) else { continue };
                let rest = guide.replanner.bound(guide.map, to);
                if rest == NO_PATH {
                    continue;
                }
                let price = guide.map.move_cost(placement, step).unwrap_or(cost) as u64;
                let time = cost as u64;
                let mut begin = node.arrival;
                while let Some(free) =
                    self.free_for(swept(kind, placement, step), begin, time, unit)
                {
                    begin = free;
                    if begin >= node.until {
                        break;
                    }
                    let arrival = begin + time;
                    let until = self.free_until(cells(kind, to), arrival, unit);
                    if until > arrival {
                        let spent = node.spent + (begin - node.arrival) + price;
                        let f = spent + rest as u64;
                        let key = (state, until);
                        let better = best.is_none_or(|best| f < best.0)
                            && self.known.get(&key).is_none_or(|&known| {
                                let known = self.nodes[known as usize];
                                spent < known.spent
                            });
                        if better {
                            let new = self.nodes.len() as u32;
                            let step = step as u32;
                            self.nodes.push(Node {
                                state,
                                until,
                                arrival,
                                spent,
                                rest,
                                parent: at,
                                step,
                                begin,
                            });
                            self.known.insert(key, new);
                            self.open.push(Reverse((f, rest, new)));
                        }
                    }
                    if until == END {
                        break;
                    }
                    begin = until.max(begin + 1);
                }
            }
        }
        *spent += looked;
        let Some((_, there, mut at)) = best else { return false };
        if there >= rest.min(nearest) {
            return false;
        }
        while at != 0 {
            let Node { state, arrival, parent, step, begin, .. } = self.nodes[at as usize];
            self.legs.push(Leg {
                to: map.placement(state),
                step: step as usize,
                begin,
                end: arrival,
            });
            at = parent;
        }
        self.legs.reverse();
        true
    }
}

impl World {
    /// Gives courses to units on their way, and takes back those that an edit may have made illegal.
    pub(super) fn coordinate(&mut self, edited: bool) {
        let mut table = std::mem::take(&mut self.timetable);
        table.begin(self.holders.len(), self.units.len(), self.terrain.width());
        table.wanted.clear();
        let now = self.now;
        for i in 0..self.units.len() {
            let Some(unit) = &self.units[i] else { continue };
            let takes_part = !edited
                && unit.is_on_its_way()
                && unit.aside.is_none()
                && unit.path().len() > 1
                && unit.whole
                && !self.must_hold(unit.id);
            let begins = unit.motion.map_or(now, |motion| motion.end);
            let in_time = unit.course.front().is_none_or(|leg| leg.begin >= begins);
            let Some(unit) = &mut self.units[i] else { continue };
            if !takes_part || !in_time {
                unit.course.clear();
            }
            if unit.course.is_empty() {
                table.enter(&self.kinds[unit.kind.index()].map, unit, now);
            }
            if takes_part && (unit.course.is_empty() || unit.renew_at <= now) {
                table.wanted.push((unit.left, unit.id));
            }
        }
        for unit in self.units.iter_mut().flatten().filter(|unit| !unit.course.is_empty()) {
            let map = &self.kinds[unit.kind.index()].map;
            if !table.suits(map, unit, now) {
                unit.course.clear();
                table.wanted.push((unit.left, unit.id));
            }
            table.enter(map, unit, now);
        }
        table.wanted.sort_unstable();
        table.wanted.dedup();
        let most = EFFORT_FOR_ALL.min(EFFORT_OF_A_TICK.saturating_sub(self.tick.making_way));
        let mut spent = 0;
        for i in 0..table.wanted.len() {
            if spent + EFFORT > most {
                break;
            }
            let id = table.wanted[i].1;
            self.find_course(&mut table, id, &mut spent);
        }
        self.tick.making_way += spent;
        self.timetable = table;
    }

    fn find_course(&mut self, table: &mut Timetable, id: UnitId, spent: &mut u64) {
        let World { units, routes, kinds, now, .. } = self;
        let (now, horizon) = (*now, *now + WINDOW);
        let Some(unit) = &mut units[id.index()] else { return };
        let Some(route) = unit.route.and_then(|route| routes[route].as_mut()) else { return };
        let Kind { map, .. } = &kinds[unit.kind.index()];
        let (from, start) = unit.motion.map_or((unit.at, now), |motion| (motion.to, motion.end));
        if start >= horizon {
            return;
        }
        let mut guide = route.guide(unit.keeps_right, map);
        let found = table.along(map, unit.path(), start, horizon, id.0)
            || table.search(map, &mut guide, from, (start, horizon), (id.0, unit.nearest), spent);
        if found {
            unit.course.clear();
            unit.course.extend(&table.legs);
            let (to, end) = table.legs.last().map_or((from, start), |leg| (leg.to, leg.end));
            let mut bound = |at| guide.replanner.bound(guide.map, at) as u64;
            let (rest, alone) = (bound(to), start + bound(from));
            unit.renew_at = match rest == 0 || unit.path.last() == Some(&to) {
                true => NEVER,
                false if end + rest > alone + SHORT => now + RENEW_SLOW,
                false => end.saturating_sub(WINDOW - RENEW - 1),
            };
            unit.waiting = None;
            table.versions[id.index()] += 1;
            table.enter(map, unit, now);
        }
    }
}
