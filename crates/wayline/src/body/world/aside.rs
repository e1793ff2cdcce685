//! Units that make way for others: priority inheritance for bodies of any size and heading.
//!
//! A unit that waits passes its rank on to the one that it waits for, and that one to the next. Such a chain ends
//! at a unit that moves, and all is well; or at one that stands and has no reason to move, which then has to step
//! aside; or it closes to a circle, in which the unit of the lowest rank steps aside. That unit looks for the
//! nearest refuge: a placement that is off the paths of the whole chain. Others may stand on the path to it; they
//! become part of the chain as soon as they are in the way. So a column that meets another one in a corridor backs
//! up into a side room, or all the way out.
//!
//! This is the idea of PIBT (Okumura et al., 2022), with swept sets as claims, moves that take time, and units
//! that may need several moves to yield.

use super::record::{PlanState, UnitId, WorldEvent};
use super::traffic::{cells, cheapest_move, is_at, swept};
use super::unit::Unit;
use super::{Kind, World};
use crate::body::kind::{Goal, Placement};
use crate::spaces::grid::Cell;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many steps of a path count as the path, for units that get out of its way.
const AHEAD: usize = 64;
/// States expanded to look for a refuge, at most; and in a tick by all units.
const EFFORT: u64 = 1_500;
pub(super) const EFFORT_OF_A_TICK: u64 = 20_000;
/// Time units that a cell costs more if another stands there, or moves there.
const PUSHING: u32 = 25;
const FOLLOWING: u32 = 5;
/// Time units by which a refuge may be farther away for being a goal of the unit.
const STAYING: u32 = 80;
/// Time units before a refuge is looked for again in vain.
const PAUSE: u64 = 30;
/// How many units step aside at once for one that waits, each for the one before.
const IN_A_ROW: usize = 16;
/// How near units must be, in cells, for a unit that is not on its way to let them pass.
const NEAR: u32 = 20;
/// Time units that a unit on its way rests aside, at most, the first time; how often that is doubled, at most; and
/// how long a unit rests that has time.
const REST: u64 = 40;
const LONGER: u32 = 5;
const LONG_REST: u64 = 1_500;

/// A unit is stepping aside, or has.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Aside {
    /// The unit it makes way for, and where it stood before.
    pub(super) for_unit: UnitId,
    pub(super) origin: Placement,
    /// When it goes back at the latest.
    pub(super) until: u64,
}

/// Less comes first: units on their way, by when they were sent; then units on their way back; then units that
/// stand where they should.
pub(super) type Rank = (u8, u64, usize, UnitId);

/// The memory of looking for refuges.
#[derive(Clone, Default)]
pub(super) struct Yielding {
    /// Which search marked a cell as part of the chain's paths.
    marks: Vec<u32>,
    mark: u32,
    /// Which chain looked at a unit.
    seen: Vec<u32>,
    stamp: u32,
    order: Vec<(Rank, UnitId)>,
    chain: Vec<UnitId>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    known: FxHashMap<u32, (u32, u32)>,
}

impl World {
    pub(super) fn rank(&self, id: UnitId) -> Rank {
        match &self.units[id.index()] {
            Some(unit) if unit.is_on_its_way() => (unit.settled as u8, unit.sent, unit.ticket, id),
            _ => (2, 0, 0, id),
        }
    }

    /// Lets units that stand in the way of others step aside.
    pub(super) fn make_way(&mut self) {
        let mut memory = std::mem::take(&mut self.yielding);
        memory.seen.clear();
        memory.seen.resize(self.units.len(), 0);
        memory.order.clear();
        for unit in self.units.iter().flatten() {
            if unit.waiting.is_some_and(|waiting| waiting.push_at <= self.now)
                && unit.motion.is_none()
            {
                memory.order.push((self.rank(unit.id), unit.id));
            }
        }
        memory.order.sort_unstable();
        let mut spent = 0;
        for i in 0..memory.order.len() {
            if spent >= EFFORT_OF_A_TICK {
                break;
            }
            let first = memory.order[i].1;
            if memory.seen[first.index()] == 0 {
                memory.stamp = i as u32 + 1;
                self.follow_chain(&mut memory, first, &mut spent);
            }
        }
        self.tick.making_way += spent;
        self.yielding = memory;
    }

    /// Follows which unit waits for which, and lets the one at the end, or one of a circle, step aside.
    fn follow_chain(&mut self, memory: &mut Yielding, first: UnitId, spent: &mut u64) {
        let stamp = memory.stamp;
        memory.chain.clear();
        memory.chain.push(first);
        memory.seen[first.index()] = stamp;
        let mut last = first;
        let mut asked = 0;
        while asked < IN_A_ROW {
            let Some(ahead) = self.stands_before(last) else { return };
            let seen = memory.seen[ahead.index()];
            if seen == stamp {
                let Some(yielding) = self.break_circle(memory, ahead, spent) else { return };
                memory.chain.retain(|&unit| unit != yielding);
                memory.chain.push(yielding);
                (last, asked) = (yielding, asked + 1);
                continue;
            }
            let Some(unit) = &self.units[ahead.index()] else { return };
            // A unit that waits for a passage makes way for units that come out, not for those that queue behind.
            let holds = self.must_hold(ahead) && !self.must_hold(last);
            let gives_in = unit.aside.is_none()
                && (holds || self.rank(ahead).0 > 0 && self.rank(first).0 == 0);
            if unit.next_step().is_none() || gives_in {
                if seen != 0 && unit.waiting.is_some() {
                    return;
                }
                if self.trade_places(last, ahead) {
                    return;
                }
                let yields = self.step_aside(memory, ahead, last, spent);
                self.tried(last, ahead, yields, Vec::new());
                if !yields {
                    memory.seen[ahead.index()] = stamp;
                    return;
                }
                asked += 1;
            } else if seen != 0 {
                return;
            }
            memory.seen[ahead.index()] = stamp;
            memory.chain.push(ahead);
            last = ahead;
        }
    }

    /// Lets one of several units that wait for each other step aside: the one of the lowest rank that can; the
    /// first, which has inherited the rank of the chain, only if no other can.
    fn break_circle(
        &mut self,
        memory: &mut Yielding,
        first: UnitId,
        spent: &mut u64,
    ) -> Option<UnitId> {
        let begin = memory.chain.iter().position(|&unit| unit == first)?;
        let circle: Vec<UnitId> = memory.chain[begin..].to_vec();
        let mut order: Vec<usize> = (0..circle.len()).collect();
        order.sort_by_key(|&i| (i == 0, Reverse(self.rank(circle[i]))));
        for i in order {
            let (unit, behind) = (circle[i], circle[(i + circle.len() - 1) % circle.len()]);
            if self.step_aside(memory, unit, behind, spent) {
                self.tried(behind, unit, true, circle);
                return Some(unit);
            }
        }
        for &unit in &circle {
            self.tried(unit, unit, false, Vec::new());
        }
        None
    }

    /// Reports which unit stepped aside; if none could, tries again later.
    fn tried(&mut self, behind: UnitId, unit: UnitId, yields: bool, circle: Vec<UnitId>) {
        if yields {
            self.tick.events.push(WorldEvent::StepsAside { unit, behind, circle });
        } else if let Some(one) = &mut self.units[behind.index()]
            && let Some(waiting) = &mut one.waiting
        {
            waiting.push_at = self.now + PAUSE;
        }
    }

    /// The unit that stands where a unit's next step leads; `None` if the units there move.
    fn stands_before(&self, id: UnitId) -> Option<UnitId> {
        let unit = self.units[id.index()].as_ref().filter(|unit| unit.motion.is_none())?;
        let map = &self.kinds[unit.kind.index()].map;
        let (step, _) = cheapest_move(map, unit.at, unit.next_step()?)?;
        let mut holders = swept(map.kind(), unit.at, step).filter_map(|cell| self.holder(cell));
        holders.find(|&holder| {
            let other = self.units[holder.index()].as_ref();
            holder != id && other.is_some_and(|other| other.motion.is_none())
        })
    }

    /// Gives a unit a path out of the way of the chain, if there is one.
    fn step_aside(
        &mut self,
        memory: &mut Yielding,
        id: UnitId,
        behind: UnitId,
        spent: &mut u64,
    ) -> bool {
        let Some(unit) = &self.units[id.index()] else { return false };
        if unit.motion.is_some() {
            return false;
        }
        self.mark_paths(memory, id, behind);
        let found = self.refuge(memory, id, spent);
        let Some(last) = found else { return false };
        let map = &self.kinds[unit.kind.index()].map;
        let mut path = vec![map.placement(last)];
        let mut state = last;
        while let Some(&(_, before)) = memory.known.get(&state).filter(|known| known.1 != state) {
            path.push(map.placement(before));
            state = before;
        }
        path.reverse();
        let now = self.now;
        let origin = path[0];
        let World { units, kinds, .. } = self;
        let Some(unit) = &mut units[id.index()] else { return false };
        let map = &kinds[unit.kind.index()].map;
        if unit.route.is_none() {
            unit.post.get_or_insert(origin);
        }
        unit.arrived = false;
        unit.course.clear();
        unit.follow(map, &path, false);
        unit.plan = PlanState::Aside;
        (unit.nearest, unit.sidled) = (u32::MAX, false);
        let (rest, origin) = match unit.post {
            Some(post) => (LONG_REST, post),
            None if unit.settled => (LONG_REST, unit.aside.map_or(origin, |aside| aside.origin)),
            None => {
                // Longer each time, so that units that meet again and again part in the end.
                unit.yielded = unit.yielded.saturating_add(1);
                (REST << (unit.yielded - 1).min(LONGER), origin)
            }
        };
        let until = now + unit.left as u64 + rest;
        unit.aside = Some(Aside { for_unit: behind, origin, until });
        true
    }

    /// Marks the cells that the chain's paths lead over, and those of the unit for which a unit steps aside.
    fn mark_paths(&self, memory: &mut Yielding, id: UnitId, behind: UnitId) {
        memory.marks.resize(self.holders.len(), 0);
        memory.mark += 1;
        let chain = memory.chain.iter().copied().filter(|&unit| unit != id);
        for other in chain.chain([behind]) {
            let Some(unit) = &self.units[other.index()] else { continue };
            self.for_swept(unit, |cell| memory.marks[self.place(cell)] = memory.mark);
        }
    }

    /// Emits the cells that a unit's next steps sweep.
    fn for_swept(&self, unit: &Unit, mut emit: impl FnMut(Cell)) {
        let map = &self.kinds[unit.kind.index()].map;
        for pair in unit.path().windows(2).take(AHEAD) {
            let Some((step, _)) = cheapest_move(map, pair[0], pair[1]) else { break };
            swept(map.kind(), pair[0], step).for_each(&mut emit);
        }
    }

    /// The number of the nearest placement off the marked cells that no other unit holds. The memory then has the
    /// path there.
    fn refuge(&self, memory: &mut Yielding, id: UnitId, spent: &mut u64) -> Option<u32> {
        let unit = self.units[id.index()].as_ref()?;
        let map = &self.kinds[unit.kind.index()].map;
        let Yielding { marks, mark, seen, stamp, open, known, .. } = memory;
        let goals = unit.route.and_then(|route| self.routes[route].as_ref());
        let goals: &[Goal] = goals.map_or(&[], |route| &route.goals);
        open.clear();
        known.clear();
        let start = map.state(unit.at)?;
        known.insert(start, (0, start));
        open.push(Reverse((0, start)));
        let mut best: Option<(u32, u32)> = None;
        let most = EFFORT.min(EFFORT_OF_A_TICK.saturating_sub(*spent));
        let mut expanded = 0;
        while let Some(Reverse((cost, state))) = open.pop() {
            if known.get(&state).is_some_and(|known| known.0 < cost) {
                continue;
            }
            if best.is_some_and(|best| best.0 <= cost) || expanded == most {
                break;
            }
            expanded += 1;
            let at = map.placement(state);
            let free = cells(map.kind(), at).all(|cell| {
                let place = self.place(cell);
                marks[place] != *mark
                    && (self.holders[place] == 0 || self.holders[place] == id.0 + 1)
            });
            if free && state != start {
                let stays =
                    goals.is_empty() || goals.iter().any(|&goal| is_at(map.kind(), at, goal));
                let total = if stays || unit.is_on_its_way() { cost } else { cost + STAYING };
                if best.is_none_or(|best| total < best.0) {
                    best = Some((total, state));
                }
                if total == cost {
                    break;
                }
            }
            map.for_each_move(at, |to, step_cost, step| {
                let mut total = cost + step_cost;
                let mut last = 0;
                for cell in swept(map.kind(), at, step) {
                    let holder = self.holders[self.place(cell)];
                    if holder == 0 || holder == id.0 + 1 || holder == last {
                        continue;
                    }
                    last = holder;
                    let other = UnitId(holder - 1);
                    let moves =
                        self.units[other.index()].as_ref().is_some_and(|u| u.motion.is_some());
                    if seen[other.index()] == *stamp {
                        return;
                    }
                    total += if moves { FOLLOWING } else { PUSHING };
                }
                let next = map.state(to).expect("a move ends on the map");
                if known.get(&next).is_none_or(|known| total < known.0) {
                    known.insert(next, (total, state));
                    open.push(Reverse((total, next)));
                }
            });
        }
        *spent += expanded;
        best.map(|best| best.1)
    }

    /// Lets units that have stepped aside go on, or back, when they are no longer in any other's way.
    pub(super) fn end_rests(&mut self) {
        for i in 0..self.units.len() {
            let Some(unit) = &self.units[i] else { continue };
            let Some(aside) = unit.aside else { continue };
            if unit.motion.is_some() || unit.next_step().is_some() {
                continue;
            }
            if self.now < aside.until && self.is_needed(unit.id, aside) {
                continue;
            }
            self.go_on(UnitId(i as u32));
        }
    }

    /// Whether the one that a unit stepped aside for has yet to pass where it stood.
    fn is_needed(&self, id: UnitId, aside: Aside) -> bool {
        let Some(unit) = &self.units[id.index()] else { return false };
        let kind = self.kinds[unit.kind.index()].map.kind();
        let origin: Vec<Cell> = cells(kind, aside.origin).collect();
        let (x, y) = (aside.origin.x, aside.origin.y);
        let far = |cell: &Cell| cell.x.abs_diff(x).max(cell.y.abs_diff(y));
        let extent = origin.iter().map(far).max().unwrap_or(0);
        let passes = |other: &Unit| {
            let Kind { map, reach, .. } = &self.kinds[other.kind.index()];
            // Most steps are too far away to sweep it.
            other.path().windows(2).take(AHEAD).any(|pair| {
                far(&pair[0].cell()) <= extent + reach
                    && cheapest_move(map, pair[0], pair[1]).is_some_and(|(step, _)| {
                        swept(map.kind(), pair[0], step).any(|cell| origin.contains(&cell))
                    })
            })
        };
        if self.units[aside.for_unit.index()].as_ref().is_some_and(passes) {
            return true;
        }
        // A unit that is not on its way has time.
        self.rank(id).0 > 0
            && self.units.iter().flatten().any(|other| {
                let (at, there) = (other.at, aside.origin);
                at.x.abs_diff(there.x).max(at.y.abs_diff(there.y)) <= NEAR
                    && self.rank(other.id).0 == 0
                    && passes(other)
            })
    }

    /// A unit that stepped aside goes on to its goal, or back to where it stood.
    fn go_on(&mut self, id: UnitId) {
        let Some(unit) = &mut self.units[id.index()] else { return };
        unit.stop();
        if unit.route.is_some() {
            unit.plan = PlanState::Partial;
        } else if let Some(post) = unit.post.filter(|&post| post != unit.at) {
            let kind = unit.kind;
            let route = self.add_route(kind, &[Goal::At(post)]);
            if let Some(route) = &mut self.routes[route] {
                route.units = 1;
            }
            if let Some(unit) = &mut self.units[id.index()] {
                (unit.route, unit.plan, unit.post) = (Some(route), PlanState::Partial, Some(post));
            }
        }
    }
}
