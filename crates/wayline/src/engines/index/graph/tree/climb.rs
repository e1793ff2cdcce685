//! A query to a tree: up from both ends to what they have in common.
//!
//! All that can be reached upwards from a node lies on its path to the root, so the search needs no open
//! list: it goes from node to parent and offers what it knows to the nodes above, by depth. Both
//! searches are complete at a common ancestor when they come to it.

use super::metric::{Metric, place_at, shift};
use super::shape::{NONE, Shape, Stretch};
use super::weight::{Holds, Weight};

/// The scratch memory of queries.
#[derive(Debug, Default)]
pub(super) struct ClimbWork<W> {
    pub(super) ahead: Side<W>,
    pub(super) back: Side<W>,
    /// Places of arcs to be unpacked.
    stack: Vec<u32>,
}

/// What one of the searches knows, by depth.
#[derive(Debug, Default)]
pub(super) struct Side<W> {
    pub(super) cost: Vec<W>,
    /// Of the nodes that led to those of each depth.
    from: Vec<u32>,
    /// The nodes of the path to the root.
    path: Vec<u32>,
}

/// The cost of a cheapest path, and the depth where it is highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Peak<W> {
    pub(super) cost: W,
    depth: u32,
}

impl<W: Weight> Side<W> {
    #[inline]
    fn begin(&mut self, depth: u32) {
        let length = depth as usize + 1;
        if self.cost.len() < length {
            self.cost.resize(length, W::INFINITE);
            self.from.resize(length, NONE);
            self.path.resize(length, NONE);
        }
        self.cost[..length].fill(W::INFINITE);
        self.cost[length - 1] = W::default();
    }

    /// Offers what is known about a node to those above it.
    #[inline]
    fn climb<const PATH: bool, const UP: bool, A: Weight>(
        &mut self,
        shape: &Shape,
        costs: &[A],
        node: u32,
    ) where
        W: Holds<A>,
    {
        let depth = shape.depth(node);
        let known = self.cost[depth as usize];
        if PATH {
            self.path[depth as usize] = node;
        }
        if known == W::INFINITE {
            return;
        }
        match shape.stretches(node, UP) {
            Some(stretches) => {
                stretches.iter().for_each(|&run| self.offer::<PATH, A>(costs, (depth, known), run));
            }
            None => {
                let runs = shape.runs(node);
                let shift = shift(runs, UP);
                for pair in runs.windows(2) {
                    self.offer::<PATH, A>(costs, (depth, known), Stretch::of(pair, shift));
                }
            }
        }
    }

    /// Offers what is known about the node at a depth along some of its arcs.
    #[inline(always)]
    fn offer<const PATH: bool, A: Weight>(
        &mut self,
        costs: &[A],
        (depth, known): (u32, W),
        run: Stretch,
    ) where
        W: Holds<A>,
    {
        let (arcs, depths) = (&costs[run.places()], run.depths());
        if PATH {
            let above = self.cost[depths.clone()].iter_mut().zip(&mut self.from[depths]);
            for ((cost, from), &arc) in above.zip(arcs) {
                let total = known.after(arc);
                let cheaper = total < *cost;
                *cost = if cheaper { total } else { *cost };
                *from = if cheaper { depth } else { *from };
            }
        } else {
            // Four at a time: most runs are short.
            let (above, last_above) = self.cost[depths].as_chunks_mut::<4>();
            let (arcs, last_arcs) = arcs.as_chunks::<4>();
            for (above, arcs) in above.iter_mut().zip(arcs) {
                let totals = arcs.map(|arc| known.after(arc));
                for i in 0..4 {
                    above[i] = totals[i].min(above[i]);
                }
            }
            for (cost, &arc) in last_above.iter_mut().zip(last_arcs) {
                *cost = known.after(arc).min(*cost);
            }
        }
    }

    /// All that is known about the nodes above one, by depth.
    pub(super) fn climb_to_root<const UP: bool, A: Weight>(
        &mut self,
        shape: &Shape,
        costs: &[A],
        node: u32,
    ) where
        W: Holds<A>,
    {
        self.begin(shape.depth(node));
        let mut at = node;
        while at != NONE {
            self.climb::<true, UP, A>(shape, costs, at);
            at = shape.parent(at);
        }
    }

    /// What was found by the last climb to the root: for each depth the node and its cost.
    pub(super) fn found(&self, shape: &Shape, node: u32) -> (&[u32], &[W]) {
        let length = shape.depth(node) as usize + 1;
        (&self.path[..length], &self.cost[..length])
    }
}

impl<W: Weight> ClimbWork<W> {
    /// The peak of a cheapest path between two nodes, called by their numbers in the tree. With `PATH`
    /// the path can be [unpacked](ClimbWork::unpack) afterwards.
    #[inline]
    pub(super) fn search<const PATH: bool, A: Weight>(
        &mut self,
        shape: &Shape,
        metric: &Metric<A>,
        (from, to): (u32, u32),
    ) -> Option<Peak<W>>
    where
        W: Holds<A>,
    {
        let ClimbWork { ahead, back, .. } = self;
        let costs = &*metric.cost;
        ahead.begin(shape.depth(from));
        back.begin(shape.depth(to));
        let (mut one, mut other) = (from, to);
        // The lower number cannot be an ancestor of the other.
        while one != other {
            let node = if one < other {
                ahead.climb::<PATH, true, A>(shape, costs, one);
                &mut one
            } else {
                back.climb::<PATH, false, A>(shape, costs, other);
                &mut other
            };
            *node = shape.parent(*node);
            if *node == NONE {
                return None;
            }
        }
        let mut best = Peak { cost: W::INFINITE, depth: NONE };
        while one != NONE {
            let depth = shape.depth(one);
            let [there, back_again] = [&ahead.cost, &back.cost].map(|cost| cost[depth as usize]);
            let cost = there.plus(back_again);
            if cost < best.cost {
                best = Peak { cost, depth };
            }
            if PATH {
                ahead.path[depth as usize] = one;
                back.path[depth as usize] = one;
            }
            // What costs as much as a path already cannot be part of a cheaper one.
            if there < best.cost {
                ahead.climb::<PATH, true, A>(shape, costs, one);
            }
            if back_again < best.cost {
                back.climb::<PATH, false, A>(shape, costs, one);
            }
            one = shape.parent(one);
        }
        (best.cost != W::INFINITE).then_some(best)
    }

    /// The edges of the path that was found last, between the same nodes.
    pub(super) fn unpack<A: Weight>(
        &mut self,
        shape: &Shape,
        metric: &Metric<A>,
        (from, to): (u32, u32),
        peak: Peak<W>,
        edges: &mut Vec<u32>,
    ) {
        let ClimbWork { ahead, back, stack } = self;
        stack.clear();
        // Upwards the last arc is known first.
        let mut depth = peak.depth;
        while depth != shape.depth(from) {
            let before = ahead.from[depth as usize];
            stack.push(place_at(shape, ahead.path[before as usize], depth, true) as u32);
            depth = before;
        }
        metric.unpack(stack, edges);
        depth = peak.depth;
        while depth != shape.depth(to) {
            let next = back.from[depth as usize];
            stack.push(place_at(shape, back.path[next as usize], depth, false) as u32);
            metric.unpack(stack, edges);
            depth = next;
        }
    }
}
