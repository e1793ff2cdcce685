//! [`Tasks`]: what is to be done, and which unit does it.
//!
//! Of all units that are free and all tasks that wait, the unit and the task that are done with each other soonest
//! go together, as far as can be told: along the path to the first stop and to all others, by bounds that know the
//! walls (the differences of distances to a few landmarks, and how far apart the cells are). Then the next two,
//! and so on.

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

pub(super) struct Tasks {
    /// The stops of each task that is not done.
    stops: FxHashMap<u32, Vec<u32>>,
    added: u32,
    /// The shortest first.
    waiting: Vec<Waiting>,
    bounds: Bounds,
}

impl Tasks {
    /// For units that can reach `first`.
    pub(super) fn new(streets: &Streets, first: u32) -> Tasks {
        let (stops, waiting) = (FxHashMap::default(), Vec::new());
        Tasks { stops, added: 0, waiting, bounds: Bounds::new(streets, first) }
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
        let mut taken = FxHashSet::default();
        let offer = |unit: u32, cell: u32, taken: &FxHashSet<u32>| {
            let (length, task) = self.best(streets, cell, taken)?;
            Some(Reverse((length, unit, task, cell)))
        };
        let offers = free.iter().filter_map(|&(unit, cell)| offer(unit, cell, &taken));
        let mut offers: BinaryHeap<_> = offers.collect();
        while let Some(Reverse((_, unit, task, cell))) = offers.pop() {
            if pairs.len() == most {
                break;
            }
            if taken.insert(task) {
                pairs.push((unit, task));
            } else {
                offers.extend(offer(unit, cell, &taken));
            }
        }
        self.waiting.retain(|it| !taken.contains(&it.id));
        pairs
    }

    /// Lets units that have not begun their tasks trade them.
    pub(super) fn trade(&self, streets: &Streets, traders: &mut [Trader], step: u64) {
        trade(traders, step, |a, b| self.bounds.between(streets, a, b));
    }

    /// The best task for a unit at a cell: how long it is from there, and which.
    fn best(&self, streets: &Streets, at: u32, taken: &FxHashSet<u32>) -> Option<(u32, u32)> {
        let mut best = (u32::MAX, NONE);
        for task in &self.waiting {
            if task.length >= best.0 {
                break;
            }
            // The cheaper bound rules out most.
            if task.length.saturating_add(apart(streets, at, task.first)) < best.0
                && !taken.contains(&task.id)
            {
                let way = self.bounds.between(streets, at, task.first);
                best = best.min((task.length.saturating_add(way), task.id));
            }
        }
        (best.1 != NONE).then_some(best)
    }
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
