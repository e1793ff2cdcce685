//! Queries on the corner graph: A* over corners instead of cells.
//!
//! Costs here are those of the engine, in 64 bits, so that nothing limits how long paths may be.
//! The estimate is the way without obstacles; it is consistent, so a state is expanded once.

use super::corner_graph::CornerGraph;
use super::route::Turns;
use super::visibility::{Eye, Visibility};
use crate::kernel::cost::Cost;
use crate::spaces::grid::{Cell, StepCosts};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const FAR: u64 = u64::MAX;
const NONE: u32 = u32::MAX;

/// The scratch memory of a search over corners.
#[derive(Debug, Default)]
pub(super) struct SearchWork {
    /// What is known of each state. Nothing, between queries.
    records: Vec<Record>,
    /// The states of which something is known.
    touched: Vec<u32>,
    /// By estimate of the whole path, then by number.
    open: BinaryHeap<Reverse<(u64, u32)>>,
    /// Corners from the goal back to the start.
    back: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    /// From the start to here.
    cost: u64,
    /// From here to the goal, if the goal sees this corner.
    to_goal: u64,
    parent: u32,
    expanded: bool,
}

impl Record {
    const EMPTY: Record = Record { cost: FAR, to_goal: FAR, parent: NONE, expanded: false };
}

/// The cheapest path so far and the last corner on it.
struct Best {
    cost: u64,
    last: u32,
}

impl Best {
    /// Notes a way to a state; whether it is better than those known.
    #[inline(always)]
    fn reach(
        &mut self,
        records: &mut [Record],
        touched: &mut Vec<u32>,
        state: u32,
        cost: u64,
        parent: u32,
    ) -> bool {
        let record = &mut records[state as usize];
        if cost >= record.cost {
            return false;
        }
        if record.cost == FAR {
            touched.push(state);
        }
        (record.cost, record.parent) = (cost, parent);
        let whole = cost.saturating_add(record.to_goal);
        if whole < self.cost {
            *self = Best { cost: whole, last: state };
        }
        true
    }
}

/// A prepared map that is asked by searching.
pub(super) struct CornerSearch<'a> {
    pub(super) sight: &'a Visibility,
    pub(super) graph: &'a CornerGraph,
    pub(super) steps: StepCosts,
}

impl CornerSearch<'_> {
    /// The cost from one cell to another, `None` if there is no way; and where the path turns, if
    /// somebody wants to know.
    pub(super) fn search(
        &self,
        from: &Eye,
        to: &Eye,
        work: &mut SearchWork,
        mut turns: Option<&mut Turns>,
    ) -> Option<Cost> {
        let goal = Cell::new(to.x, to.y);
        if let Some(turns) = &mut turns {
            turns.start(Cell::new(from.x, from.y));
        }
        if self.sight.direct(from, to).is_some() {
            if let Some(turns) = turns {
                turns.leg(goal);
            }
            return Some(Cost::from_raw(self.octile(Cell::new(from.x, from.y), goal)));
        }
        if work.records.len() < 2 * self.graph.nodes() {
            work.records.resize(2 * self.graph.nodes(), Record::EMPTY);
        }
        let (best, last) = self.expand(from, to, work);
        if let Some(turns) = turns
            && last != NONE
        {
            work.back.clear();
            let mut state = last;
            while state != NONE {
                work.back.push(state);
                state = work.records[state as usize].parent;
            }
            for &state in work.back.iter().rev() {
                turns.leg(self.place(state));
            }
            turns.leg(goal);
        }
        work.open.clear();
        for state in work.touched.drain(..) {
            work.records[state as usize] = Record::EMPTY;
        }
        (last != NONE).then(|| Cost::from_raw(best))
    }

    /// The least cost, and the last state on the way.
    fn expand(&self, from: &Eye, to: &Eye, work: &mut SearchWork) -> (u64, u32) {
        let SearchWork { records, touched, open, .. } = work;
        let goal = Cell::new(to.x, to.y);
        let estimate = |state: u32| {
            let here = self.place(state);
            self.octile(here, goal)
        };
        self.graph.seen_from(self.sight, to, |_, _, state| {
            // A path passes the corner the other way.
            let record = &mut records[(state ^ 1) as usize];
            record.to_goal = estimate(state);
            touched.push(state ^ 1);
        });
        let mut best = Best { cost: FAR, last: NONE };
        self.graph.seen_from(self.sight, from, |_, _, state| {
            let cost = self.octile(self.place(state), Cell::new(from.x, from.y));
            if best.reach(records, touched, state, cost, NONE) {
                open.push(Reverse((cost + estimate(state), state)));
            }
        });
        while let Some(Reverse((whole, state))) = open.pop() {
            if whole >= best.cost {
                break;
            }
            let record = &mut records[state as usize];
            if std::mem::replace(&mut record.expanded, true) {
                continue;
            }
            let (cost, here) = (record.cost, self.place(state));
            for &next in self.graph.arcs(state) {
                let there = self.place(next);
                let cost = cost + self.octile(there, here);
                if best.reach(records, touched, next, cost, state) {
                    let whole = cost + self.octile(there, goal);
                    if whole < best.cost {
                        open.push(Reverse((whole, next)));
                    }
                }
            }
        }
        (best.cost, best.last)
    }

    #[inline]
    fn place(&self, state: u32) -> Cell {
        let (x, y) = self.graph.places[(state >> 1) as usize];
        Cell::new(x as u32, y as u32)
    }

    /// The cost of the way without obstacles.
    #[inline]
    fn octile(&self, from: Cell, to: Cell) -> u64 {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let diagonals = dx.min(dy) as u64;
        let straights = dx.max(dy) as u64 - diagonals;
        diagonals * self.steps.diagonal().raw() + straights * self.steps.straight().raw()
    }
}
