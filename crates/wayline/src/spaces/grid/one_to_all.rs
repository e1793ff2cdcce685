//! Evened costs from one cell to all others, or from all others to it (see [`landmarks`](super::landmarks)).
//!
//! Dijkstra's algorithm with a ring of buckets, each as wide as the cheapest step where that makes
//! few enough: then whatever is taken from the first bucket is final, in any order. Where steps
//! differ too much for that, buckets are wider, and a cell may be looked at more than once before its
//! bucket is done. O(n) for n cells and a bounded ratio of step costs.
//!
//! Reference: R. B. Dial, "Algorithm 360: shortest-path forest with topological ordering" (1969);
//! U. Meyer, P. Sanders, "Δ-stepping: a parallelizable shortest path algorithm" (2003), for the
//! wider buckets.

use super::Grid;
use super::ground::over_terrain;
use super::steps::STEPS;
use crate::kernel::cost::Cost;

/// No more buckets than this; a power of two.
const MOST_BUCKETS: u64 = 1 << 12;

/// Which paths are meant: from the one cell, or to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paths {
    From,
    To,
}

/// The scratch memory for one map.
pub(crate) struct OneToAll<'g> {
    grid: &'g Grid,
    legal: &'g [u8],
    /// By place.
    costs: Vec<u64>,
    buckets: Vec<Vec<u32>>,
    /// Costs are cut into buckets by this shift.
    shift: u32,
    uphill: u64,
    /// 2⁶⁴ / unit, rounded down; zero where the unit is one.
    reciprocal: u64,
}

impl<'g> OneToAll<'g> {
    /// The cost of what is not reached.
    pub(crate) const APART: u64 = u64::MAX;
    /// No cost is above this. A distance that is cut off is still a distance.
    const MOST: u64 = 1 << 62;

    /// Costs are given in units, and every step's is rounded down to them.
    pub(crate) fn new(grid: &'g Grid, unit: u64) -> OneToAll<'g> {
        let steps = grid.rules.steps;
        let (short, long) = if steps.straight() < steps.diagonal() {
            (steps.straight(), steps.diagonal())
        } else {
            (steps.diagonal(), steps.straight())
        };
        let (low, high) = (grid.ground.lowest(), grid.ground.highest());
        let uphill = grid.uphill().raw();
        let climb = uphill.saturating_mul(u64::from(grid.ground.largest_climb()));
        let least = (2 * over_terrain(short, low, low).raw() / unit).max(1);
        let most = (2 * over_terrain(long, high, high).raw()).saturating_add(climb) / unit;
        let mut shift = least.ilog2();
        while most >> shift >= MOST_BUCKETS - 1 {
            shift += 1;
        }
        let buckets = ((most >> shift) + 2).next_power_of_two();
        OneToAll {
            grid,
            legal: grid.known_steps(),
            costs: vec![OneToAll::APART; Grid::places(grid.width, grid.height)],
            buckets: vec![Vec::new(); buckets as usize],
            shift,
            uphill,
            reciprocal: if unit > 1 { ((1u128 << 64) / u128::from(unit)) as u64 } else { 0 },
        }
    }

    /// The evened cost from a place to every other.
    pub(crate) fn from(&mut self, start: u32) -> &[u64] {
        self.spread(start, Paths::From)
    }

    /// The evened cost from every place to one, or to every other from it. They are the same unless terrain is
    /// charged for the cell that is entered.
    pub(crate) fn spread(&mut self, start: u32, paths: Paths) -> &[u64] {
        let OneToAll { grid, legal, costs, buckets, shift, uphill, reciprocal } = self;
        let (shift, uphill, reciprocal) = (*shift, *uphill, *reciprocal);
        let in_units = |cost: u64| match reciprocal {
            0 => cost,
            _ => ((u128::from(cost) * u128::from(reciprocal)) >> 64) as u64,
        };
        let ground = &grid.ground;
        let stride = grid.stride as i32;
        let offsets = STEPS.map(|(dx, dy)| (dy * stride + dx) as u32);
        let steps = grid.rules.steps;
        let lengths = [steps.straight(), steps.diagonal()];
        let (enters, there_counts) = (grid.charges_entry(), paths == Paths::From);
        let around = buckets.len() as u64 - 1;
        costs.fill(OneToAll::APART);
        costs[start as usize] = 0;
        buckets[0].push(start);
        let (mut current, mut waiting) = (0u64, 1usize);
        let mut taken = Vec::new();
        while waiting > 0 {
            let at = (current & around) as usize;
            if buckets[at].is_empty() {
                current += 1;
                continue;
            }
            // Steps may lead back into the same bucket, where it is wide.
            std::mem::swap(&mut taken, &mut buckets[at]);
            waiting -= taken.len();
            for place in taken.drain(..) {
                let cost = costs[place as usize];
                // Reached more cheaply since, and done with.
                if cost >> shift != current {
                    continue;
                }
                let (multiplier, elevation) = (ground.multiplier(place), ground.elevation(place));
                let mut steps = legal[place as usize];
                while steps != 0 {
                    let step = steps.trailing_zeros() as usize;
                    steps &= steps - 1;
                    let next = place.wrapping_add(offsets[step]);
                    let length: Cost = lengths[step % 2];
                    let there = ground.multiplier(next);
                    let (one, other) = match (enters, there_counts) {
                        (false, _) => (multiplier, there),
                        (true, true) => (there, there),
                        (true, false) => (multiplier, multiplier),
                    };
                    let over = over_terrain(length, one, other);
                    let climb = u64::from(ground.elevation(next).abs_diff(elevation)) * uphill;
                    let total = (cost + in_units(2 * over.raw() + climb)).min(OneToAll::MOST);
                    if total < costs[next as usize] {
                        costs[next as usize] = total;
                        buckets[(total >> shift & around) as usize].push(next);
                        waiting += 1;
                    }
                }
            }
        }
        costs
    }
}
