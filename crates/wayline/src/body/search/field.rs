//! A field of costs to the goals, grown backward from them as far as a search asks.
//!
//! The field is over *folded* placements: headings that are alike for its purpose count as one. A
//! body that is the same at every heading needs cells only; any other cells with two axes, along
//! which it goes to and fro. A folded move costs as much as the cheapest legal one that it stands
//! for, so a cost in the field is never more than the true one, obstacles and turns included, and
//! what it leaves out is only what it takes to turn right round. With a quarter or half as many
//! places as there are placements, it is cheap, and the search that it guides goes almost straight.
//!
//! It grows by A* towards the start of the search ("reverse resumable A*": Silver, *Cooperative Pathfinding*,
//! 2005), in steps that the search asks for when it is about to expand a placement: until the placement's place is
//! settled, or everything left in the field lies further away than the search is willing to go just now. Whatever
//! is settled is exact and consistent. Whatever is not is at least as far as the least f in the field, minus the
//! estimate from the start; that only ever postpones.

use super::astar::MAX_TOTAL;
use super::folded::Folded;
use super::guide::{Around, At, Guide, NO_PATH, Pace};
use crate::body::kind::Placement;
use crate::body::map::BodyMap;
use crate::kernel::stamped::Stamped;
use crate::kernel::time_queue::TimeQueue;

/// How many places are settled at a time before the search may look at its limits again.
const AT_A_TIME: u64 = 64;

// A record: the cost; whether it is settled; of which field.
const SETTLED: u64 = 1 << 32;
const STAMP_SHIFT: u32 = 33;

/// What is kept of a field between searches.
#[derive(Clone, Default)]
pub(crate) struct Field {
    records: Stamped<STAMP_SHIFT>,
    queue: TimeQueue,
    /// No place that is not settled costs less than this less the estimate from the start.
    least: u32,
    exhausted: bool,
    /// Something was left out because it would cost too much.
    capped: bool,
    folded: Folded,
    /// What it was grown from: the map as it was then, and the goals.
    version: u64,
    goals: Vec<u32>,
    /// Around the starts of the search.
    start: Around,
    pace: Pace,
    open: Vec<u32>,
}

impl Field {
    /// Gets ready for a search. What was grown for the same goals on the same map is kept, if that is asked for.
    pub(crate) fn begin(&mut self, map: &BodyMap, start: Around, goals: &[u32], keep: bool) {
        let known = keep && self.version == map.version() && self.goals == goals;
        self.pace = map.free_table().pace();
        if known {
            return self.turn_to(map, start);
        }
        self.folded.update(map);
        self.version = map.version();
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        self.start = start;
        self.records.begin(map.states() / 4 * self.folded.classes as usize);
        (self.least, self.exhausted, self.capped) = (0, false, false);
        self.queue.begin(0);
        for &goal in goals {
            let place = self.place(goal);
            if self.records.words[place as usize] >> STAMP_SHIFT != self.records.stamp {
                self.records.words[place as usize] = self.records.stamp << STAMP_SHIFT;
                let at = map.placement(goal);
                let f = self.away(at.x, at.y);
                self.queue.push(f, place);
            }
        }
    }

    /// Another start: what is open gets another order.
    fn turn_to(&mut self, map: &BodyMap, start: Around) {
        if self.start == start {
            return;
        }
        self.start = start;
        self.open.clear();
        while let Some((_, place)) = self.queue.pop() {
            if self.records.words[place as usize] & SETTLED == 0 {
                self.open.push(place);
            }
        }
        self.queue.begin(0);
        self.least = 0;
        let mut open = std::mem::take(&mut self.open);
        // In an order that does not depend on how they came to be open. One may be there twice.
        open.sort_unstable();
        open.dedup();
        for &place in &open {
            let at = map.placement(place / self.folded.classes * 4);
            let cost = self.records.words[place as usize] as u32;
            self.queue.push(cost.saturating_add(self.away(at.x, at.y)), place);
        }
        self.open = open;
    }

    #[inline(always)]
    fn place(&self, state: u32) -> u32 {
        if self.folded.classes == 1 { state / 4 } else { state / 4 * 2 + (state & 1) }
    }

    /// The estimate from the start.
    #[inline(always)]
    fn away(&self, x: u32, y: u32) -> u32 {
        let (dx, dy) = self.start.away(x, y);
        self.pace.cost(dx, dy).min(NO_PATH as u64 - 1) as u32
    }

    /// The cost from a place, if it is settled; else the least that it can be.
    #[inline(always)]
    fn bound(&self, at: At) -> Result<u32, u32> {
        let word = self.records.words[self.place(at.state) as usize];
        if word >> STAMP_SHIFT == self.records.stamp && word & SETTLED != 0 {
            Ok(word as u32)
        } else if self.exhausted {
            Ok(if self.capped { MAX_TOTAL } else { NO_PATH })
        } else {
            Err(self.least.saturating_sub(self.away(at.x, at.y)))
        }
    }

    /// Settles the next place.
    #[inline(always)]
    fn grow(&mut self, map: &BodyMap) -> bool {
        loop {
            let Some((f, place)) = self.queue.pop() else {
                self.exhausted = true;
                return false;
            };
            self.least = f;
            let word = self.records.words[place as usize];
            if word & SETTLED != 0 {
                continue;
            }
            self.records.words[place as usize] = word | SETTLED;
            self.settle(map, place, word as u32);
            return true;
        }
    }

    /// Whether there is a place left to settle.
    #[cold]
    fn may_grow(&mut self) -> bool {
        while let Some((f, place)) = self.queue.pop() {
            if self.records.words[place as usize] & SETTLED == 0 {
                self.queue.push(f, place);
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn settle(&mut self, map: &BodyMap, place: u32, cost: u32) {
        let folded = &self.folded;
        let (cell, class) = if folded.classes == 1 { (place, 0) } else { (place / 2, place & 1) };
        let Placement { x, y, .. } = map.placement(cell * 4);
        let pivot = map.layout().bit(x, y);
        let boards = folded.side_by_side(pivot);
        let mut done = usize::MAX;
        for level in folded.levels(class) {
            if boards[level.board] >> (pivot % 64) & 1 == 0 || done == level.group {
                continue;
            }
            done = level.group;
            let least = match level.cost {
                NO_PATH => folded.cheapest(map, level, x, y),
                cost => cost,
            };
            let next = place.wrapping_add_signed(level.place);
            let total = cost + least;
            if total > MAX_TOTAL {
                self.capped = true;
                continue;
            }
            let Some(word) = self.records.words.get_mut(next as usize) else { continue };
            if *word >> STAMP_SHIFT == self.records.stamp && total >= *word as u32 {
                continue;
            }
            *word = self.records.stamp << STAMP_SHIFT | total as u64;
            let (x, y) = (x.wrapping_add_signed(level.dx), y.wrapping_add_signed(level.dy));
            let (dx, dy) = self.start.away(x, y);
            let estimate = self.pace.cost(dx, dy);
            self.queue.push((total as u64 + estimate).min(NO_PATH as u64 - 1) as u32, next);
        }
    }

    /// No state whose place is not settled costs less than this less the fewest steps from the start;
    /// [`NO_PATH`] if none of them has a path.
    pub(crate) fn least(&self) -> u32 {
        if self.exhausted { NO_PATH } else { self.least }
    }

    /// Whether something was left out because it would cost too much.
    pub(crate) fn is_capped(&self) -> bool {
        self.capped
    }

    /// The places that are settled, each as the first of its states, with what they cost.
    pub(crate) fn settled_places(&self, map: &BodyMap) -> impl Iterator<Item = (u32, u32)> {
        let (classes, stamp) = (self.folded.classes, self.records.stamp);
        let places = map.states() / 4 * classes as usize;
        let words = self.records.words.iter().take(places).enumerate();
        let settled = words.filter(move |(_, word)| **word >> (STAMP_SHIFT - 1) == stamp << 1 | 1);
        settled.map(move |(place, &word)| {
            let (cell, class) = (place as u32 / classes, place as u32 % classes);
            (cell * 4 + class, word as u32)
        })
    }

    /// The states whose places are settled, with what these cost.
    pub(crate) fn settled(&self, map: &BodyMap) -> impl Iterator<Item = (u32, u32)> {
        let classes = self.folded.classes;
        let states = move |first: u32| (0..4 / classes).map(move |i| first + i * classes);
        self.settled_places(map)
            .flat_map(move |(first, cost)| states(first).map(move |state| (state, cost)))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.bytes() + self.folded.bytes()
    }
}

/// A field that guides a search, beside another guide.
pub(crate) struct Grown<'a, G> {
    pub(crate) map: &'a BodyMap,
    pub(crate) field: &'a mut Field,
    pub(crate) beside: G,
}

impl<G: Guide> Guide for Grown<'_, G> {
    const LAZY: bool = true;

    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        let (Ok(least) | Err(least)) = self.field.bound(at);
        least.max(self.beside.estimate(at))
    }

    #[inline(always)]
    fn refine(
        &mut self,
        at: At,
        f: u32,
        g: u32,
        allowed: u64,
        expanded: &mut u64,
    ) -> Result<(), u32> {
        let mut left = AT_A_TIME.min(allowed);
        loop {
            match self.field.bound(at) {
                Ok(NO_PATH) => return Err(NO_PATH),
                Ok(cost) if g + cost <= f => return Ok(()),
                Ok(cost) => return Err(g + cost),
                Err(least) if g.saturating_add(least) > f => {
                    return Err(g.saturating_add(least).min(NO_PATH - 1));
                }
                Err(_) if left == 0 && self.field.may_grow() => return Err(f),
                Err(_) => {
                    let grown = u64::from(self.field.grow(self.map));
                    *expanded += grown;
                    left -= grown;
                }
            }
        }
    }
}
