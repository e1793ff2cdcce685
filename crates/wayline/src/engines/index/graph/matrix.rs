//! Many costs at once, in a hierarchy.
//!
//! One climb from every goal leaves its cost at each node that it comes to; one from every start reads
//! what lies at the nodes that it comes to. So a matrix takes about as many climbs as it has rows and
//! columns, not as it has entries (Knopp, Sanders, Schultes, Schulz and Wagner, "Computing Many-to-Many
//! Shortest Paths Using Highway Hierarchies", 2007).

use super::hierarchy::{ClimbWork, Hierarchy};
use std::cmp::Reverse;
use std::ops::Range;

/// How many goals leave their costs at a time: in a large core each comes to all of its nodes.
const COLUMNS: usize = 64;

impl Hierarchy {
    /// What paths cost from each of some nodes to each of some others, row by row.
    pub(super) fn costs(&self, from: &[u32], to: &[u32], work: &mut ClimbWork) -> Vec<u64> {
        let mut costs = vec![u64::MAX; from.len().saturating_mul(to.len())];
        let mut left = Left { first: vec![0; self.ups.len() + 1], costs: Vec::new() };
        for (block, goals) in to.chunks(COLUMNS).enumerate() {
            left.fill(self, goals, work);
            for (&from, row) in from.iter().zip(costs.chunks_mut(to.len())) {
                let row = &mut row[block * COLUMNS..];
                self.climb_all(from, true, work, |node, ahead| {
                    for &(_, column, back) in &left.costs[left.at(node)] {
                        let best = &mut row[column as usize];
                        *best = (*best).min(ahead.saturating_add(back));
                    }
                });
            }
        }
        costs
    }
}

impl Hierarchy {
    /// What paths cost from a node to all others: one climb, and then one look at every arc that leads
    /// down, the most important nodes first (Delling, Goldberg, Nowatzyk and Werneck, "PHAST:
    /// Hardware-Accelerated Shortest Path Trees", 2011).
    pub(super) fn costs_from(&self, from: u32, work: &mut ClimbWork) -> Vec<u64> {
        let mut costs = vec![u64::MAX; self.ups.len()];
        self.climb_all(from, true, work, |node, cost| costs[node as usize] = cost);
        // In the core the climb has found everything. Below it nodes were added by importance.
        let mut below: Vec<u32> =
            (0..self.ups.len() as u32).filter(|&node| !self.is_core(node)).collect();
        below.sort_unstable_by_key(|&node| {
            let up = &self.ups[node as usize];
            Reverse((up.out[0], up.into[0]))
        });
        for node in below {
            let entering = &self.ins[self.ups[node as usize].entering()];
            let offers = entering.iter().map(|arc| costs[arc.to as usize].saturating_add(arc.cost));
            costs[node as usize] = offers.fold(costs[node as usize], u64::min);
        }
        costs
    }
}

/// What goals left at the nodes.
struct Left {
    /// Where that of each node begins.
    first: Vec<usize>,
    /// Node, column, cost.
    costs: Vec<(u32, u32, u64)>,
}

impl Left {
    fn fill(&mut self, hierarchy: &Hierarchy, goals: &[u32], work: &mut ClimbWork) {
        let Left { first, costs } = self;
        costs.clear();
        for (column, &goal) in (0..).zip(goals) {
            hierarchy.climb_all(goal, false, work, |node, cost| costs.push((node, column, cost)));
        }
        costs.sort_unstable();
        first.fill(0);
        for &(node, ..) in &*costs {
            first[node as usize + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
    }

    fn at(&self, node: u32) -> Range<usize> {
        self.first[node as usize]..self.first[node as usize + 1]
    }
}
