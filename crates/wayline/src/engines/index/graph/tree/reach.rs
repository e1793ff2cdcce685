//! What it costs to get from one node to all others: one climb, and then one look at every arc on the
//! way down from the roots (Delling, Goldberg, Nowatzyk and Werneck, "PHAST: Hardware-Accelerated
//! Shortest Path Trees", 2011).

use super::climb::ClimbWork;
use super::labels::arcs;
use super::matrix::FAR;
use super::priced::Priced;
use super::shape::{NONE, Shape};
use super::weight::{Holds, Weight};

impl<W: Weight> Priced<W> {
    /// What cheapest paths cost from a node, by numbers in the tree.
    pub(super) fn costs_from(&self, shape: &Shape, from: u32, work: &mut ClimbWork<u64>) -> Vec<u64>
    where
        u64: Holds<W>,
    {
        let mut costs = vec![FAR; shape.nodes()];
        work.ahead.climb_to_root::<true, W>(shape, &self.metric.cost, from);
        let (climbed, known) = work.ahead.found(shape, from);
        for (&node, &cost) in climbed.iter().zip(known) {
            costs[node as usize] = cost;
        }
        // Ancestors have higher numbers, and all that leads down to a node comes from them.
        let mut path = vec![NONE; shape.height];
        for node in (0..shape.nodes() as u32).rev() {
            path[shape.depth(node) as usize] = node;
            let offers = arcs(shape, &self.metric, node, false)
                .map(|(depth, arc)| costs[path[depth] as usize].after(arc));
            let least = offers.fold(costs[node as usize], u64::min);
            costs[node as usize] = least;
        }
        costs.iter_mut().for_each(|cost| *cost = self.raw(*cost).unwrap_or(FAR));
        costs
    }
}
