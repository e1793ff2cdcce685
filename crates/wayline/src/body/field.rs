//! A field of costs to the goals, grown backward from them as far as a search asks.
//!
//! The field is over *folded* placements: headings that are alike for its purpose count as one. A
//! body that is the same at every heading needs cells only; any other cells with two axes, along
//! which it goes to and fro. A folded move costs as much as the cheapest legal one that it stands
//! for, so a cost in the field is never more than the true one, obstacles and turns included, and
//! what it leaves out is only what it takes to turn right round. With a quarter or half as many
//! places as there are placements, it is cheap, and the search that it guides goes almost straight.
//!
//! It grows by A* towards the start of the search ("reverse resumable A*": Silver, *Cooperative
//! Pathfinding*, 2005), in steps that the search asks for when it is about to expand a placement: until
//! the place of that is settled, or everything left in the field lies further away than the search is
//! willing to go just now. What is settled is exact and consistent. What is not is at least as far
//! as the least f in the field, less the estimate from the start; that only ever postpones.

use super::guide::{At, Guide, NO_WAY, Pace};
use super::map::{BodyMap, Step};
use super::placement::Placement;
use super::queue::TimeQueue;

/// How many places are settled at a time before the search may look at its limits again.
const AT_A_TIME: u32 = 64;

// A record: the cost; whether it is settled; of which field.
const SETTLED: u64 = 1 << 32;
const STAMP_SHIFT: u32 = 33;

/// What is kept of a field between searches.
#[derive(Default)]
pub(super) struct Field {
    words: Vec<u64>,
    stamp: u64,
    queue: TimeQueue,
    /// No place that is not settled costs less than this less the estimate from the start.
    least: u32,
    exhausted: bool,
    /// Headings become classes by this mask: 0, cells only; 1, axes.
    fold: u32,
    classes: u32,
    /// For each class after the move, the moves that lead there, in groups.
    groups: Vec<Group>,
    moves: Vec<Step>,
    first_group: [usize; 3],
    /// What it was grown from: the map as it was then, and the goals.
    version: u64,
    goals: Vec<u32>,
    start: (u32, u32),
    pace: Pace,
    open: Vec<u32>,
}

/// Moves between the same two places: only the cheapest that is legal counts.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: u32,
    last: u32,
    place: i32,
    dx: i32,
    dy: i32,
}

impl Field {
    /// Makes ready for a search. What was grown for the same goals on the same map is kept, if that
    /// is asked for.
    pub(super) fn begin(&mut self, map: &BodyMap, start: Placement, goals: &[u32], keep: bool) {
        let known = keep && self.version == map.version() && self.goals == goals;
        self.pace = map.free_table().pace();
        if known {
            return self.turn_to(map, start);
        }
        (self.fold, self.classes) = if map.kind().footprint().is_round() { (0, 1) } else { (1, 2) };
        self.version = map.version();
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        self.start = (start.x, start.y);
        self.group(map);
        self.stamp += 1;
        if self.stamp == 1 << (64 - STAMP_SHIFT) {
            self.words.fill(0);
            self.stamp = 1;
        }
        let places = map.states() / 4 * self.classes as usize;
        if places > self.words.len() {
            self.words = vec![0; places];
        }
        (self.least, self.exhausted) = (0, false);
        self.queue.begin(0);
        for &goal in goals {
            let place = self.place(goal);
            if self.words[place as usize] >> STAMP_SHIFT != self.stamp {
                self.words[place as usize] = self.stamp << STAMP_SHIFT;
                let at = map.placement(goal);
                let f = self.from_start(at.x, at.y);
                self.queue.push(f, place);
            }
        }
    }

    /// Another start: what is open gets another order.
    fn turn_to(&mut self, map: &BodyMap, start: Placement) {
        if self.start == (start.x, start.y) {
            return;
        }
        self.start = (start.x, start.y);
        self.open.clear();
        while let Some((_, place)) = self.queue.pop() {
            if self.words[place as usize] & SETTLED == 0 {
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
            let at = map.placement(place / self.classes * 4);
            let cost = self.words[place as usize] as u32;
            self.queue.push(cost.saturating_add(self.from_start(at.x, at.y)), place);
        }
        self.open = open;
    }

    fn group(&mut self, map: &BodyMap) {
        (self.groups, self.moves) =
            (std::mem::take(&mut self.groups), std::mem::take(&mut self.moves));
        self.groups.clear();
        self.moves.clear();
        for class in 0..self.classes {
            self.first_group[class as usize] = self.groups.len();
            let first_move = self.moves.len();
            for heading in (0..4).filter(|heading| heading & self.fold == class) {
                self.moves.extend_from_slice(map.steps(heading as usize, true));
            }
            let key = |step: &Step| (step.heading.index() as u32 & self.fold, step.dx, step.dy);
            let moves = &mut self.moves[first_move..];
            moves.sort_unstable_by_key(|step| (key(step), step.least, step.index, step.bit));
            let mut first = 0;
            while first < moves.len() {
                let (before, dx, dy) = key(&moves[first]);
                let alike = moves[first..].iter().take_while(|step| key(step) == (before, dx, dy));
                let last = first + alike.count();
                if (before, dx, dy) != (class, 0, 0) {
                    let cells = dy as i64 * map.width() as i64 + dx as i64;
                    let place = cells * self.classes as i64 + before as i64 - class as i64;
                    self.groups.push(Group {
                        first: (first_move + first) as u32,
                        last: (first_move + last) as u32,
                        // Of moves that are never legal it may be anything.
                        place: place as i32,
                        dx,
                        dy,
                    });
                }
                first = last;
            }
        }
        self.first_group[self.classes as usize] = self.groups.len();
    }

    #[inline(always)]
    fn place(&self, state: u32) -> u32 {
        if self.classes == 1 { state / 4 } else { state / 4 * 2 + (state & 1) }
    }

    #[inline(always)]
    fn from_start(&self, x: u32, y: u32) -> u32 {
        let (dx, dy) = (x.abs_diff(self.start.0), y.abs_diff(self.start.1));
        self.pace.cost(dx, dy).min(NO_WAY as u64 - 1) as u32
    }

    /// The cost from a place, if it is settled; else the least that it can be.
    #[inline(always)]
    fn bound(&self, at: At) -> Result<u32, u32> {
        let word = self.words[self.place(at.state) as usize];
        if word >> STAMP_SHIFT == self.stamp && word & SETTLED != 0 {
            Ok(word as u32)
        } else if self.exhausted {
            Ok(NO_WAY)
        } else {
            Err(self.least.saturating_sub(self.from_start(at.x, at.y)))
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
            let word = self.words[place as usize];
            if word & SETTLED != 0 {
                continue;
            }
            self.words[place as usize] = word | SETTLED;
            self.settle(map, place, word as u32);
            return true;
        }
    }

    #[inline(always)]
    fn settle(&mut self, map: &BodyMap, place: u32, cost: u32) {
        let (cell, class) = if self.classes == 1 { (place, 0) } else { (place / 2, place & 1) };
        let Placement { x, y, .. } = map.placement(cell * 4);
        let corner = map.layout().bit(x, y) as isize;
        let groups = self.first_group[class as usize]..self.first_group[class as usize + 1];
        let even = map.is_even();
        for group in &self.groups[groups] {
            let mut least = NO_WAY;
            for step in &self.moves[group.first as usize..group.last as usize] {
                let bit = (corner + step.bit as isize) as usize;
                if map.boards().get(step.board, bit) {
                    if even {
                        least = step.least;
                        break;
                    }
                    let cost = map.cost_of_legal(step, bit, (x, y), step.from(x, y));
                    least = least.min(cost);
                }
            }
            if least == NO_WAY {
                continue;
            }
            let next = place.wrapping_add_signed(group.place);
            let total = cost + least;
            let Some(word) = self.words.get_mut(next as usize) else { continue };
            if *word >> STAMP_SHIFT == self.stamp && total >= *word as u32 {
                continue;
            }
            *word = self.stamp << STAMP_SHIFT | total as u64;
            let (x, y) = (x.wrapping_add_signed(group.dx), y.wrapping_add_signed(group.dy));
            let f = total.saturating_add(self.from_start(x, y));
            self.queue.push(f, next);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}

/// A field that guides a search, beside another guide.
pub(super) struct Grown<'a, G> {
    pub(super) map: &'a BodyMap,
    pub(super) field: &'a mut Field,
    pub(super) beside: G,
}

impl<G: Guide> Guide for Grown<'_, G> {
    const LAZY: bool = true;

    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        let (Ok(least) | Err(least)) = self.field.bound(at);
        least.max(self.beside.estimate(at))
    }

    #[inline(always)]
    fn refine(&mut self, at: At, f: u32, g: u32, expanded: &mut u64) -> Result<(), u32> {
        let mut steps = 0;
        loop {
            match self.field.bound(at) {
                Ok(NO_WAY) => return Err(NO_WAY),
                Ok(cost) if g + cost <= f => return Ok(()),
                Ok(cost) => return Err(g + cost),
                Err(least) if g.saturating_add(least) > f => return Err(g + least),
                Err(_) if steps == AT_A_TIME => return Err(f),
                Err(_) => {
                    *expanded += u64::from(self.field.grow(self.map));
                    steps += 1;
                }
            }
        }
    }
}
