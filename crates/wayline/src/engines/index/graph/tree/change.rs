//! One edge of a tree's graph costs something else: what follows from that, and nothing more.
//!
//! An arc that became cheaper is offered to those that join its upper end with the other nodes above its
//! lower one. One that became more expensive matters to those of them that lead over it: each is looked
//! at anew, over all its lower nodes. Either may change in turn; lower ends come first, so that each arc
//! is looked at once.

use super::Edge;
use super::metric::{Below, Metric, Via, place_at, shift};
use super::shape::{NONE, Shape};
use super::weight::Weight;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is kept so that costs can change.
#[derive(Debug)]
pub(super) struct Editing<W> {
    pub(super) below: Below,
    /// The place of each edge's arc in the metric; none for loops.
    place: Vec<u32>,
    /// The first edge at each place, and the next one after each edge.
    first_edge: Vec<u32>,
    next_edge: Vec<u32>,
    /// What each edge costs; infinite if it is closed.
    pub(super) edge_cost: Vec<W>,
    open: BinaryHeap<Reverse<Arc>>,
    /// The nodes above the one whose turn it is, by depth.
    path: Vec<u32>,
}

/// An arc that may have changed: lower end, depth of the upper end, whether it leads up.
type Arc = (u32, u32, bool);

impl<W: Weight> Editing<W> {
    /// With the cost of each edge, in the metric's unit.
    pub(super) fn of(shape: &Shape, below: Below, edges: &[Edge], costs: Vec<W>) -> Editing<W> {
        let mut first_edge = vec![NONE; 2 * shape.arcs()];
        let mut next_edge = vec![NONE; edges.len()];
        let mut place = Vec::with_capacity(edges.len());
        for (edge, &(from, to, _)) in (0u32..).zip(edges) {
            let at = place_of(shape, from, to);
            place.push(at.map_or(NONE, |at| at as u32));
            if let Some(at) = at {
                next_edge[edge as usize] = std::mem::replace(&mut first_edge[at], edge);
            }
        }
        let (open, path) = (BinaryHeap::new(), vec![NONE; shape.height]);
        Editing { below, place, first_edge, next_edge, edge_cost: costs, open, path }
    }

    pub(super) fn bytes(&self) -> usize {
        let Editing { below, place, first_edge, next_edge, edge_cost, .. } = self;
        let lists = [place, first_edge, next_edge].map(|list| size_of_val(&**list));
        below.bytes() + lists.iter().sum::<usize>() + size_of_val(&**edge_cost)
    }

    /// Puts the edges into an empty metric.
    pub(super) fn fill(&self, metric: &mut Metric<W>) {
        for (edge, (&place, &cost)) in (0..).zip(self.place.iter().zip(&self.edge_cost)) {
            if place != NONE {
                metric.add_edge(place as usize, edge, cost);
            }
        }
    }

    /// Changes what an edge costs, and all that follows. `false` if some arc becomes too expensive to
    /// be held: then the metric is to be made anew.
    pub(super) fn set_cost(
        &mut self,
        shape: &Shape,
        metric: &mut Metric<W>,
        (edge, from, to): (u32, u32, u32),
        cost: W,
    ) -> bool {
        self.edge_cost[edge as usize] = cost;
        if self.place[edge as usize] == NONE {
            return true;
        }
        let (lower, upper) = (from.min(to), from.max(to));
        self.open.clear();
        self.open.push(Reverse((lower, shape.depth(upper), from < to)));
        let (mut last, mut at) = (None, NONE);
        while let Some(Reverse(arc)) = self.open.pop() {
            if last.replace(arc) == Some(arc) {
                continue;
            }
            let (lower, ..) = arc;
            if at != lower {
                at = lower;
                self.walk_up(shape, lower);
            }
            if !self.look_at(shape, metric, arc) {
                return false;
            }
        }
        true
    }

    fn walk_up(&mut self, shape: &Shape, mut node: u32) {
        while node != NONE {
            self.path[shape.depth(node) as usize] = node;
            node = shape.parent(node);
        }
    }

    /// Finds out what an arc costs, and whom that concerns.
    fn look_at(&mut self, shape: &Shape, metric: &mut Metric<W>, (lower, depth, up): Arc) -> bool {
        let place = place_at(shape, lower, depth, up);
        let before = metric.cost[place];
        let (now, via) = self.cheapest(shape, metric, place, (lower, depth, up));
        metric.set(place, now, via);
        if now == before {
            return true;
        }
        if now >= W::SAFE && now != W::INFINITE {
            return false;
        }
        // Joined with the arcs to or from all other nodes above the lower end.
        let runs = shape.runs(lower);
        let others = shift(runs, !up);
        for pair in runs.windows(2) {
            for (other, other_depth) in (pair[0].arc..pair[1].arc).zip(pair[0].depth..) {
                if other_depth == depth {
                    continue;
                }
                let rest = metric.cost[other as usize + others];
                if rest == W::INFINITE {
                    continue;
                }
                // Whichever of the two upper ends is lower has the arc between them. An arc up leads
                // to the upper end at hand, one down comes from it.
                let (joined_lower, joined_depth) = match other_depth > depth {
                    true => (self.path[other_depth as usize], depth),
                    false => (self.path[depth as usize], other_depth),
                };
                let joined_up = up == (other_depth > depth);
                let place = place_at(shape, joined_lower, joined_depth, joined_up);
                let concerned = now.plus(rest) < metric.cost[place]
                    || (now > before && metric.leads_over(shape, place, lower));
                if concerned {
                    self.open.push(Reverse((joined_lower, joined_depth, joined_up)));
                }
            }
        }
        true
    }

    /// The least of an arc's edges and of all ways over lower nodes, and what it stands for: whatever it
    /// is where there is none.
    fn cheapest(
        &self,
        shape: &Shape,
        metric: &Metric<W>,
        place: usize,
        (lower, depth, up): Arc,
    ) -> (W, Via) {
        let mut best = (W::INFINITE, Via::Edge(0));
        let mut edge = self.first_edge[place];
        while edge != NONE {
            let cost = self.edge_cost[edge as usize];
            // Later edges come first in the list.
            if cost <= best.0 && cost != W::INFINITE {
                best = (cost, Via::Edge(edge));
            }
            edge = self.next_edge[edge as usize];
        }
        for &(node, arc) in self.below.at(lower) {
            let Some(other) = shape.arc(node, depth) else { continue };
            let runs = shape.runs(node);
            // Down to the node along one of its arcs and up along the other.
            let [down, climb] = if up { [arc as usize, other] } else { [other, arc as usize] };
            let (first, second) = (down + shift(runs, false), climb + shift(runs, true));
            let total = metric.cost[first].plus(metric.cost[second]);
            if total < best.0 {
                best = (total, Via::Arcs(first as u32, second as u32));
            }
        }
        best
    }
}

/// The place in a metric of the arc for an edge between two nodes; none for a loop.
pub(super) fn place_of(shape: &Shape, from: u32, to: u32) -> Option<usize> {
    let (lower, upper) = (from.min(to), from.max(to));
    let arc = shape.arc(lower, shape.depth(upper)).filter(|_| lower != upper)?;
    Some(arc + shift(shape.runs(lower), from < to))
}
