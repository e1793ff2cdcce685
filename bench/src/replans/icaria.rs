//! The loop of an article on units with a heading ("Icaria"), as published: a baseline.
//!
//! A best-first search whose estimate is the straight line, or where an earlier path passed or passed
//! by, the cost that was left there. It stops when the goal is generated; has no closed list; walks
//! back from the goal by the lowest cost so far, not by where it came from; takes what was left beside
//! the path for an estimate, although it is more than the least; and gives up after 10,000 expansions
//! or 1,000 steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayline::Cell;
use wayline::body::{BodyMap, Placement};

/// The most states it expands, and the most steps of a path, as published.
pub const PUBLISHED: (u64, usize) = (10_000, 1_000);
/// The same loop without a cut-off.
pub const PATIENT: (u64, usize) = (u64::MAX, usize::MAX);
const NEVER: u32 = u32::MAX;
/// Time for each cell of a straight line: that of a step ahead, so that the estimate is not too large.
const STRAIGHT: f64 = 10.0;

pub struct Icaria {
    goal: Cell,
    /// The cost so far, of this search.
    so_far: Vec<u32>,
    /// The cost that was left, of all searches.
    left: Vec<u32>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    limits: (u64, usize),
    pub expanded: u64,
}

impl Icaria {
    pub fn new(map: &BodyMap, goal: Cell, limits: (u64, usize)) -> Icaria {
        let (so_far, left) = (vec![NEVER; map.states()], vec![NEVER; map.states()]);
        Icaria { goal, so_far, left, open: BinaryHeap::new(), limits, expanded: 0 }
    }

    fn estimate(&self, map: &BodyMap, state: u32) -> u32 {
        match self.left[state as usize] {
            NEVER => {
                let at = map.placement(state);
                let (dx, dy) = (at.x.abs_diff(self.goal.x), at.y.abs_diff(self.goal.y));
                ((dx as f64).hypot(dy as f64) * STRAIGHT) as u32
            }
            left => left,
        }
    }

    /// The cost of the path that it finds, if it finds one.
    pub fn plan(&mut self, map: &BodyMap, from: Placement) -> Option<u32> {
        self.so_far.fill(NEVER);
        self.open.clear();
        self.expanded = 0;
        let start = map.state(from)?;
        self.so_far[start as usize] = 0;
        self.open.push(Reverse((self.estimate(map, start), start)));
        let mut end = (from.cell() == self.goal).then_some(start);
        while end.is_none() && self.expanded < self.limits.0 {
            let Some(Reverse((_, state))) = self.open.pop() else { break };
            self.expanded += 1;
            let so_far = self.so_far[state as usize];
            let mut better = Vec::new();
            map.for_each_move(map.placement(state), |to, cost, _| {
                if let Some(next) = map.state(to) {
                    if so_far + cost < self.so_far[next as usize] {
                        self.so_far[next as usize] = so_far + cost;
                        better.push(next);
                    }
                    if to.cell() == self.goal && end.is_none() {
                        end = Some(next);
                    }
                }
            });
            for next in better {
                let f = self.so_far[next as usize].saturating_add(self.estimate(map, next));
                self.open.push(Reverse((f, next)));
            }
        }
        self.walk_back(map, start, end?)
    }

    fn walk_back(&mut self, map: &BodyMap, start: u32, end: u32) -> Option<u32> {
        let (mut state, mut left) = (end, 0u32);
        for _ in 0..self.limits.1 {
            if state == start {
                return Some(left);
            }
            let mut lowest: Option<(u32, u32, u32)> = None;
            map.for_each_move_back(map.placement(state), |before, cost, _| {
                if let Some(before) = map.state(before) {
                    let beside = &mut self.left[before as usize];
                    *beside = (*beside).min(left.saturating_add(cost));
                    let so_far = self.so_far[before as usize];
                    let least = lowest.map_or(self.so_far[state as usize], |(least, ..)| least);
                    if so_far < least {
                        lowest = Some((so_far, before, cost));
                    }
                }
            });
            let (_, before, cost) = lowest?;
            (state, left) = (before, left + cost);
        }
        None
    }
}
