//! One edge of a tree's graph costs something else: what follows from that, and nothing more.
//!
//! If the edge became cheaper, so may arcs: each that did is offered, together with the arcs to or from
//! the other nodes above its lower end, to the arcs that join the upper ends. If it became more
//! expensive, only arcs that lead over it can: each of these is looked at over all lower nodes. Lower ends
//! come first, so that each arc is looked at once, and all of them lie on one path to the root.

use super::Edge;
use super::metric::{Metric, Via, place_at, shift};
use super::shape::{NONE, Shape};
use super::sources::{Along, Below, Sources, place_of};
use super::weight::Weight;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is kept so that costs can change.
#[derive(Debug)]
pub(super) struct Editing<W> {
    below: Below,
    along: Along,
    /// What each edge costs; infinite if it is closed.
    pub(super) edge_cost: Vec<W>,
    open: BinaryHeap<Reverse<Arc>>,
    /// The nodes above the edge, by depth.
    path: Vec<u32>,
}

/// An arc that has changed or may have to: lower end, depth of the upper end, whether it leads up.
type Arc = (u32, u32, bool);

impl<W: Weight> Editing<W> {
    /// With the cost of each edge, in the metric's unit.
    pub(super) fn of(shape: &Shape, edges: &[Edge], edge_cost: Vec<W>) -> Editing<W> {
        let (below, along) = (Below::of(shape), Along::of(shape, edges));
        let (open, path) = (BinaryHeap::new(), vec![NONE; shape.height]);
        Editing { below, along, edge_cost, open, path }
    }

    pub(super) fn bytes(&self) -> usize {
        let Editing { below, along, edge_cost, .. } = self;
        below.bytes() + along.bytes() + size_of_val(&**edge_cost)
    }

    pub(super) fn sources(&self) -> Sources<'_, W> {
        Sources { below: &self.below, along: &self.along, edge_cost: &self.edge_cost }
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
        let Some(place) = place_of(shape, from, to) else { return true };
        let lower = from.min(to);
        let arc = (lower, shape.depth(from.max(to)), from < to);
        let before = metric.cost[place];
        self.open.clear();
        if cost < before {
            metric.set(place, cost, Via::Edge(edge));
        } else if cost == before || !metric.is_edge(place, edge) {
            // Something else is as cheap.
            return true;
        }
        self.open.push(Reverse(arc));
        let mut node = lower;
        while node != NONE {
            self.path[shape.depth(node) as usize] = node;
            node = shape.parent(node);
        }
        let mut last = None;
        while let Some(Reverse(arc)) = self.open.pop() {
            if last.replace(arc) == Some(arc) {
                continue;
            }
            let held = match cost < before {
                true => self.offer(shape, metric, arc),
                false => self.look_at(shape, metric, arc),
            };
            if !held {
                return false;
            }
        }
        true
    }

    /// Offers an arc that became cheaper, joined with those beside it.
    fn offer(&mut self, shape: &Shape, metric: &mut Metric<W>, arc: Arc) -> bool {
        let (lower, depth, up) = arc;
        let own = place_at(shape, lower, depth, up);
        let now = metric.cost[own];
        let Editing { open, path, .. } = self;
        for_each_joined(shape, metric, path, arc, |metric, other, joined, place| {
            let total = now.plus(metric.cost[other]);
            if total < metric.cost[place] {
                // Down to the lower node first, up from it then.
                let (first, second) = if up { (other, own) } else { (own, other) };
                metric.set(place, total, Via::Arcs(first as u32, second as u32));
                open.push(Reverse(joined));
                return total < W::SAFE;
            }
            true
        })
    }

    /// Finds out what an arc costs that may have become more expensive, and which others that concerns.
    fn look_at(&mut self, shape: &Shape, metric: &mut Metric<W>, arc: Arc) -> bool {
        let (lower, depth, up) = arc;
        let place = place_at(shape, lower, depth, up);
        let before = metric.cost[place];
        let (now, via) = self.cheapest(shape, metric, place, arc);
        metric.set(place, now, via);
        if now == before {
            return true;
        }
        if now >= W::SAFE && now != W::INFINITE {
            return false;
        }
        let lower_places = 2 * shape.first_arc(lower)..2 * shape.first_arc(lower + 1);
        let Editing { open, path, .. } = self;
        for_each_joined(shape, metric, path, arc, |metric, _, joined, place| {
            if metric.leads_over(place, &lower_places) {
                open.push(Reverse(joined));
            }
            true
        })
    }

    /// The least of an arc's edges and of all paths over lower nodes, and what it stands for: whatever it
    /// is where there is none.
    fn cheapest(
        &self,
        shape: &Shape,
        metric: &Metric<W>,
        place: usize,
        (lower, depth, up): Arc,
    ) -> (W, Via) {
        let mut best = (W::INFINITE, Via::Edge(0));
        for &(_, edge) in self.along.at(lower).iter().filter(|edge| edge.0 as usize == place) {
            let cost = self.edge_cost[edge as usize];
            if cost < best.0 {
                best = (cost, Via::Edge(edge));
            }
        }
        let arc = (place - shift(shape.runs(lower), up)) as u32;
        for pair in self.below.pairs(lower).iter().filter(|pair| pair.joins == arc) {
            let (first, second) = pair.halves(up);
            let total = metric.cost[first as usize].plus(metric.cost[second as usize]);
            if total < best.0 {
                best = (total, Via::Arcs(first, second));
            }
        }
        for &(node, arc) in self.below.arcs(lower) {
            // Down to the node along one of its arcs and up along the other.
            let runs = shape.runs(node);
            let near = arc as usize + shift(runs, !up);
            if metric.cost[near] >= best.0 {
                continue;
            }
            let Some(other) = shape.arc(node, depth) else { continue };
            let far = other + shift(runs, up);
            let total = metric.cost[near].plus(metric.cost[far]);
            if total < best.0 {
                let (first, second) = if up { (near, far) } else { (far, near) };
                best = (total, Via::Arcs(first as u32, second as u32));
            }
        }
        best
    }
}

/// The arcs of a node that lead somewhere and can be joined with another one of it, each by its place, and
/// the arcs that the upper ends are joined by, with their places. `path` has the nodes above by depth.
/// Stops at the first `false`.
fn for_each_joined<W: Weight>(
    shape: &Shape,
    metric: &mut Metric<W>,
    path: &[u32],
    (lower, depth, up): Arc,
    mut visit: impl FnMut(&mut Metric<W>, usize, Arc, usize) -> bool,
) -> bool {
    let runs = shape.runs(lower);
    let others = shift(runs, !up);
    // Whichever of the two upper ends is lower has the arc between them. An arc up leads to the upper end
    // at hand, one down comes from it.
    let end = path[depth as usize];
    let end_runs = shape.runs(end);
    let mut into = 0;
    runs.windows(2).all(|pair| {
        let mut arcs = (pair[0].arc..pair[1].arc).zip(pair[0].depth()..);
        arcs.all(|(other, other_depth)| {
            let other = other as usize + others;
            if other_depth == depth || metric.cost[other] == W::INFINITE {
                return true;
            }
            if other_depth > depth {
                let joined = (path[other_depth as usize], depth, up);
                let place = place_at(shape, joined.0, depth, up);
                return visit(metric, other, joined, place);
            }
            // The end at hand has them by ascending depths too, in runs of its own.
            while end_runs[into + 1].arc - end_runs[into].arc
                <= other_depth - end_runs[into].depth()
            {
                into += 1;
            }
            let arc = end_runs[into].arc + other_depth - end_runs[into].depth();
            let place = arc as usize + shift(end_runs, !up);
            visit(metric, other, (end, other_depth, !up), place)
        })
    })
}
