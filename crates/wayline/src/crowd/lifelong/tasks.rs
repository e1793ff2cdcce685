//! [`Tasks`]: what is to be done, and which unit does it.
//!
//! Of all units that are free and all tasks that wait, the unit and the task that are done with each other soonest
//! go together, as far as can be told: along the path to the first stop and to all others, by bounds that know the
//! walls (the differences of distances to a few landmarks, and how far apart the cells are). Then the next two,
//! and so on. Most units that are free stay free for many steps, without moving: what was best for such a unit
//! still is, unless another unit has taken it or a task that came in since is better.

use super::streets::Streets;
use super::trading::{Trader, trade};
use crate::crowd::roadmap::NONE;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cells from which all distances are known.
const LANDMARKS: usize = 8;

/// How much the way along all stops counts beside the way to the first one, which is lost: by parts of 16. If it
/// counted as much, long tasks would wait for ever, and those that wait would soon all be long.
const LENGTH: u32 = 8;

/// A task that no unit has taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    /// What the way along all its stops counts.
    length: u32,
    id: u32,
    first: u32,
}

/// What is best for a unit, by how soon it would be done, and of those that would be done as soon the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    total: u32,
    length: u32,
    id: u32,
}

impl Best {
    const NONE: Best = Best { total: u32::MAX, length: u32::MAX, id: NONE };
}

/// The best task for a unit on a cell.
#[derive(Clone, Copy)]
struct Offer {
    cell: u32,
    best: Best,
    round: u64,
}

pub(super) struct Tasks {
    /// The stops of each task that is not done.
    stops: FxHashMap<u32, Vec<u32>>,
    added: u32,
    /// The shortest first.
    waiting: Vec<Waiting>,
    /// Those of them that came in since tasks were handed out last.
    fresh: Vec<Waiting>,
    /// What was best for each unit when it was last asked for.
    offers: Vec<Offer>,
    /// How often tasks were handed out, and which ones last.
    rounds: u64,
    handed: FxHashSet<u32>,
    bounds: Bounds,
}

impl Tasks {
    /// For units that can reach `first`.
    pub(super) fn new(streets: &Streets, first: u32) -> Tasks {
        Tasks {
            stops: FxHashMap::default(),
            added: 0,
            waiting: Vec::new(),
            fresh: Vec::new(),
            offers: Vec::new(),
            rounds: 0,
            handed: FxHashSet::default(),
            bounds: Bounds::new(streets, first),
        }
    }

    /// Whether a path leads to a cell.
    pub(super) fn is_reached(&self, cell: u32) -> bool {
        self.bounds.from[cell as usize][0] != u32::MAX
    }

    /// Adds a task; returns its number.
    pub(super) fn add(&mut self, streets: &Streets, stops: Vec<u32>) -> u32 {
        let id = self.added;
        self.added += 1;
        let length = self.bounds.along(streets, &stops) * LENGTH / 16;
        let waiting = Waiting { length, id, first: stops[0] };
        let place = self.waiting.partition_point(|it| *it < waiting);
        self.waiting.insert(place, waiting);
        self.fresh.push(waiting);
        self.stops.insert(id, stops);
        id
    }

    /// How far it is from one of a task's stops along those that follow.
    pub(super) fn rest(&self, streets: &Streets, task: u32, stop: u32) -> u32 {
        self.bounds.along(streets, &self.stops(task)[stop as usize..])
    }

    pub(super) fn stops(&self, task: u32) -> &[u32] {
        &self.stops[&task]
    }

    /// Forgets a task that is done.
    pub(super) fn finish(&mut self, task: u32) {
        self.stops.remove(&task);
    }

    /// How many tasks no unit has taken.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Gives tasks to free units, whose cells are listed: at most this many. Returns pairs of a unit and a task.
    pub(super) fn hand_out(
        &mut self,
        streets: &Streets,
        free: &[(u32, u32)],
        most: usize,
    ) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        if most == 0 || self.waiting.is_empty() {
            return pairs;
        }
        self.look_for_offers(streets, free);
        let mut taken = FxHashSet::default();
        let offers = free.iter().filter_map(|&(unit, cell)| {
            let best = self.offers[unit as usize].best;
            (best.id != NONE).then_some(Reverse((best.total, unit, best.id, cell)))
        });
        let mut offers: BinaryHeap<_> = offers.collect();
        while let Some(Reverse((_, unit, task, cell))) = offers.pop() {
            if pairs.len() == most {
                break;
            }
            if taken.insert(task) {
                pairs.push((unit, task));
            } else {
                let best = best(&self.waiting, &self.bounds, streets, cell, &taken);
                if best.id != NONE {
                    offers.push(Reverse((best.total, unit, best.id, cell)));
                }
            }
        }
        self.waiting.retain(|it| !taken.contains(&it.id));
        self.handed = taken;
        pairs
    }

    /// Lets units that have not begun their tasks trade them.
    pub(super) fn trade(&self, streets: &Streets, traders: &mut [Trader], step: u64) {
        trade(traders, step, |a, b| self.bounds.between(streets, a, b));
    }

    /// Finds what is best for each of these units, of all tasks that wait.
    fn look_for_offers(&mut self, streets: &Streets, free: &[(u32, u32)]) {
        let none = FxHashSet::default();
        self.fresh.sort_unstable();
        let last = self.rounds;
        self.rounds += 1;
        for &(unit, cell) in free {
            let at = unit as usize;
            if at >= self.offers.len() {
                self.offers.resize(at + 1, Offer { cell: NONE, best: Best::NONE, round: 0 });
            }
            let offer = &mut self.offers[at];
            let waits = !self.handed.contains(&offer.best.id);
            let known = offer.round == last && offer.cell == cell && waits;
            let (tasks, start) =
                if known { (&self.fresh, offer.best) } else { (&self.waiting, Best::NONE) };
            let better = best(tasks, &self.bounds, streets, cell, &none);
            *offer = Offer { cell, best: start.min(better), round: self.rounds };
        }
        self.fresh.clear();
    }
}

/// The best of some tasks, the shortest first, for a unit at a cell.
fn best(
    tasks: &[Waiting],
    bounds: &Bounds,
    streets: &Streets,
    at: u32,
    taken: &FxHashSet<u32>,
) -> Best {
    let mut best = Best::NONE;
    for &Waiting { length, id, first } in tasks {
        if length >= best.total {
            break;
        }
        // The cheaper bound rules out most.
        if length.saturating_add(apart(streets, at, first)) < best.total && !taken.contains(&id) {
            let total = length.saturating_add(bounds.between(streets, at, first));
            if total < best.total {
                best = Best { total, length, id };
            }
        }
    }
    best
}

/// Bounds on distances.
struct Bounds {
    /// Of each cell, its distances from all landmarks.
    from: Vec<[u32; LANDMARKS]>,
}

impl Bounds {
    /// Each landmark is the cell that is farthest from those before it.
    fn new(streets: &Streets, first: u32) -> Bounds {
        let mut from = vec![[0; LANDMARKS]; streets.len()];
        let (mut distances, mut queue) = (Vec::new(), Vec::new());
        let mut nearest = vec![u32::MAX; streets.len()];
        let mut landmark = first;
        let mut known = 0;
        while known < LANDMARKS && landmark != NONE {
            streets.spread(landmark, &mut distances, &mut queue);
            for (cell, &distance) in distances.iter().enumerate() {
                from[cell][known] = distance;
                nearest[cell] = nearest[cell].min(distance);
            }
            known += 1;
            let reached = (0..).zip(&nearest).filter(|&(_, &it)| it != u32::MAX);
            landmark = reached.max_by_key(|&(_, &it)| it).map_or(NONE, |(cell, _)| cell);
        }
        Bounds { from }
    }

    fn along(&self, streets: &Streets, stops: &[u32]) -> u32 {
        stops.windows(2).map(|leg| self.between(streets, leg[0], leg[1])).sum()
    }

    fn between(&self, streets: &Streets, a: u32, b: u32) -> u32 {
        let lists = self.from[a as usize].iter().zip(&self.from[b as usize]);
        let most = lists.map(|(&a, &b)| a.abs_diff(b)).max().unwrap_or(0);
        most.max(apart(streets, a, b))
    }
}

/// How far apart two cells are, as if there were no walls.
fn apart(streets: &Streets, a: u32, b: u32) -> u32 {
    let (a, b) = (streets.roadmap.cell(a), streets.roadmap.cell(b));
    a.x.abs_diff(b.x) + a.y.abs_diff(b.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::dice::Dice;
    use crate::crowd::roadmap::Roadmap;
    use crate::spaces::grid::{Grid, Moves, Rules};

    /// What is remembered from step to step is what a look at all tasks would find.
    #[test]
    fn offers_are_the_best() {
        let grid = Grid::new(20, 20).unwrap();
        let grid = grid.with_rules(Rules::default().moves(Moves::Four));
        let streets = Streets::new(Roadmap::new(&grid));
        let mut dice = Dice::new(5);
        let mut tasks = Tasks::new(&streets, 0);
        let cell = |dice: &mut Dice| dice.below(400) as u32;
        let mut units: Vec<(u32, u32)> = (0..30).map(|unit| (unit, cell(&mut dice))).collect();
        let mut handed = 0;
        for step in 0..400 {
            for _ in 0..dice.below(3) {
                let stops = vec![cell(&mut dice), cell(&mut dice)];
                tasks.add(&streets, stops);
            }
            // Some moved, and some are not free.
            units[step % 30].1 = cell(&mut dice);
            let free: Vec<_> = units
                .iter()
                .copied()
                .filter(|&(unit, _)| !(unit as usize + step).is_multiple_of(7))
                .collect();
            tasks.look_for_offers(&streets, &free);
            for &(unit, cell) in &free {
                let none = FxHashSet::default();
                let all = best(&tasks.waiting, &tasks.bounds, &streets, cell, &none);
                assert_eq!(tasks.offers[unit as usize].best, all);
            }
            handed += tasks.hand_out(&streets, &free, dice.below(3)).len();
        }
        assert!(handed > 100);
    }
}
