//! What the arcs of a tree cost: those of a graph, and what is made of them.
//!
//! An arc costs the least of its edges and of all paths over one lower node: where two nodes above the
//! same one are joined by way of it. Each node's turn comes when those below it are done, so this is one
//! pass, over pairs of runs (Dibbelt, Strasser and Wagner, 2016, call it basic customization). After it,
//! every shortest path has one of the same cost that climbs to its highest node and descends from there.
//!
//! Half of all nodes that something leads over have two neighbours above, as bends and dead ends have:
//! these are a list of their own, looked at without any runs.
//!
//! Subtrees depend on nothing outside of them, so threads share them.

use super::shape::{DepthRun, NONE, Shape};
use super::sources::Sources;
use super::weight::Weight;
use crate::kernel::parallel::both;
use std::ops::Range;

/// What arcs cost upwards and downwards, and what they stand for: first the arcs upwards of a node, then
/// those downwards, then those of the next node.
#[derive(Clone, Debug)]
pub(super) struct Metric<W> {
    pub(super) cost: Vec<W>,
    /// The edge that an arc stands for, marked, or the place of its first half; see [`Via`].
    via: Vec<u32>,
    /// How far before the first half of an arc its second half is: no more than twice as many places as
    /// a node has arcs.
    skip: Vec<u16>,
}

/// Where the arcs of a node are, in one direction: this much is added to their numbers.
#[inline(always)]
pub(super) fn shift(runs: &[DepthRun], up: bool) -> usize {
    (if up { runs[0] } else { runs[runs.len() - 1] }).arc as usize
}

/// What an arc stands for: an edge, or two arcs, by their places: down to a lower node, and up from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    Edge(u32),
    Arcs(u32, u32),
}

/// Marks an edge among the places of first halves: there are fewer places and edges than this.
const EDGE: u32 = 1 << 31;

/// The place of the arc from a node to the one above it at a depth, or back.
#[inline]
pub(super) fn place_at(shape: &Shape, node: u32, depth: u32, up: bool) -> usize {
    let arc = shape.arc(node, depth).expect("an arc of the tree");
    arc + shift(shape.runs(node), up)
}

impl<W: Weight> Metric<W> {
    /// Nothing leads anywhere.
    pub(super) fn new(arcs: usize) -> Metric<W> {
        Metric {
            cost: vec![W::INFINITE; 2 * arcs],
            via: vec![NONE; 2 * arcs],
            skip: vec![0; 2 * arcs],
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.cost) + size_of_val(&*self.via) + size_of_val(&*self.skip)
    }

    #[inline]
    fn via(&self, place: usize) -> Via {
        match self.via[place] {
            edge if edge & EDGE != 0 => Via::Edge(edge & !EDGE),
            first => Via::Arcs(first, first - u32::from(self.skip[place])),
        }
    }

    /// Whether a path may cost more than can be held, where no arc costs more than `most`.
    pub(super) fn saturates(&self, shape: &Shape, most: W) -> bool {
        // Both of its halves have at most as many arcs as the tree is high.
        let held = |cost: u64| cost.saturating_mul(2) < W::INFINITE.units();
        !held(most.units().saturating_mul(shape.height as u64)) && !held(self.longest_climb(shape))
    }

    /// What the most expensive of all climbs costs.
    fn longest_climb(&self, shape: &Shape) -> u64 {
        let mut longest = vec![0u64; shape.height];
        let mut most = 0;
        for node in (0..shape.nodes() as u32).rev() {
            let runs = shape.runs(node);
            let mut own = 0;
            for up in [true, false] {
                let shift = shift(runs, up);
                for pair in runs.windows(2) {
                    let arcs = (pair[0].arc as usize..pair[1].arc as usize).zip(pair[0].depth()..);
                    for (arc, depth) in arcs {
                        let cost = self.cost[arc + shift];
                        if cost != W::INFINITE {
                            own = longest[depth as usize].saturating_add(cost.units()).max(own);
                        }
                    }
                }
            }
            longest[shape.depth(node) as usize] = own;
            most = most.max(own);
        }
        most
    }

    /// Replaces arcs, given by their places, by their halves until only edges are left.
    pub(super) fn unpack(&self, stack: &mut Vec<u32>, edges: &mut Vec<u32>) {
        while let Some(place) = stack.pop() {
            match self.via(place as usize) {
                Via::Edge(edge) => edges.push(edge),
                Via::Arcs(first, second) => stack.extend([second, first]),
            }
        }
    }

    /// Whether an arc stands for two over a node with arcs at these places.
    pub(super) fn leads_over(&self, place: usize, places: &Range<usize>) -> bool {
        matches!(self.via(place), Via::Arcs(first, _) if places.contains(&(first as usize)))
    }

    /// Whether an arc stands for this edge.
    pub(super) fn is_edge(&self, place: usize, edge: u32) -> bool {
        self.via(place) == Via::Edge(edge)
    }

    /// Puts in what an arc costs, and what it stands for.
    pub(super) fn set(&mut self, place: usize, cost: W, via: Via) {
        self.cost[place] = cost;
        match via {
            Via::Edge(edge) => self.via[place] = edge | EDGE,
            Via::Arcs(first, second) => {
                self.via[place] = first;
                self.skip[place] = (first - second) as u16;
            }
        }
    }

    /// Finds out what every arc costs: the least of its edges, which cost this much, and of what it costs
    /// over lower nodes. Returns what the most expensive one costs, but for those that lead nowhere;
    /// nothing if that is too large.
    pub(super) fn customize(
        &mut self,
        shape: &Shape,
        sources: Sources<'_, W>,
        threads: usize,
    ) -> Option<W> {
        let nodes = shape.nodes() as u32;
        let Metric { cost, via, skip } = &mut *self;
        let slice = Slice { first: 0, cost, via, skip };
        let most = slice.customize(shape, sources, 0..nodes, threads);
        (most < W::SAFE).then_some(most)
    }
}

/// The arcs of a range of nodes, the first of which is at this place.
struct Slice<'a, W> {
    first: usize,
    cost: &'a mut [W],
    via: &'a mut [u32],
    skip: &'a mut [u16],
}

/// Subtrees with fewer nodes are not worth a thread.
const WORTHWHILE: u32 = 2000;

impl<W: Weight> Slice<'_, W> {
    /// `nodes` are one or more whole subtrees. Returns what the most expensive of their arcs costs.
    fn customize(
        mut self,
        shape: &Shape,
        sources: Sources<'_, W>,
        nodes: Range<u32>,
        threads: usize,
    ) -> W {
        if threads < 2 || nodes.len() < WORTHWHILE as usize {
            return self.customize_nodes(shape, sources, nodes);
        }
        // The path from the last root down to where the tree parts, or where an earlier tree begins.
        let mut top = nodes.end;
        let middle = loop {
            // The last subtree of what is left, and what lies before it.
            let Some(root) = top.checked_sub(1).filter(|&root| root >= nodes.start) else {
                break nodes.start;
            };
            let start = shape.subtree(root).start;
            if start - nodes.start >= WORTHWHILE && top - start >= WORTHWHILE {
                break start;
            }
            if start > nodes.start && top - start < WORTHWHILE {
                // Too small to matter: it is done together with the path.
                top = start;
                continue;
            }
            top = root;
        };
        let mut most = W::default();
        if middle > nodes.start && middle < top {
            let (one, other) = self.split(shape, middle, top);
            let (one, other) = both(
                2,
                || one.customize(shape, sources, nodes.start..middle, threads / 2),
                || other.customize(shape, sources, middle..top, threads - threads / 2),
            );
            most = one.max(other);
        } else {
            top = nodes.start;
        }
        most.max(self.customize_nodes(shape, sources, top..nodes.end))
    }

    fn customize_nodes(&mut self, shape: &Shape, sources: Sources<'_, W>, nodes: Range<u32>) -> W {
        let most = nodes.map(|node| self.customize_node(shape, sources, node));
        most.fold(W::default(), W::max)
    }

    /// What belongs to the nodes before `middle`, and to those from there to `end`.
    fn split(&mut self, shape: &Shape, middle: u32, end: u32) -> (Slice<'_, W>, Slice<'_, W>) {
        let first = self.first;
        let [at, end] = [middle, end].map(|node| 2 * shape.first_arc(node) - first);
        let (cost, other_cost) = self.cost[..end].split_at_mut(at);
        let (via, other_via) = self.via[..end].split_at_mut(at);
        let (skip, other_skip) = self.skip[..end].split_at_mut(at);
        let other = Slice { first: first + at, cost: other_cost, via: other_via, skip: other_skip };
        (Slice { first, cost, via, skip }, other)
    }

    /// The arcs of a node, whose lower neighbours are done. Returns what the most expensive costs.
    #[inline]
    fn customize_node(&mut self, shape: &Shape, sources: Sources<'_, W>, node: u32) -> W {
        let Sources { below, along, edge_cost } = sources;
        let runs = shape.runs(node);
        let [first_arc, last_arc] = [0, runs.len() - 1].map(|run| runs[run].arc as usize);
        let arcs = last_arc - first_arc;
        let (done, own) = self.cost.split_at_mut(2 * first_arc - self.first);
        let own = &mut own[..2 * arcs];
        let vias = &mut self.via[2 * first_arc - self.first..][..2 * arcs];
        let skips = &mut self.skip[2 * first_arc - self.first..][..2 * arcs];
        own.fill(W::INFINITE);
        for &(place, edge) in along.at(node) {
            let (at, cost) = (place as usize - 2 * first_arc, edge_cost[edge as usize]);
            if cost < own[at] {
                (own[at], vias[at]) = (cost, edge | EDGE);
            }
        }
        let (up, down) = own.split_at_mut(arcs);
        let (up_via, down_via) = vias.split_at_mut(arcs);
        let (up_skip, down_skip) = skips.split_at_mut(arcs);
        for pair in below.pairs(node) {
            let to = pair.joins as usize - first_arc;
            let lower = |costs: &mut [W], vias: &mut [u32], skips: &mut [u16], up| {
                let (first, second) = pair.halves(up);
                let [there, on] = [first, second].map(|place| done[place as usize - self.first]);
                if there.plus(on) < costs[to] {
                    (costs[to], vias[to]) = (there.plus(on), first);
                    skips[to] = (first - second) as u16;
                }
            };
            lower(up, up_via, up_skip, true);
            lower(down, down_via, down_skip, false);
        }
        for &(lower, arc) in below.arcs(node) {
            let lower_runs = shape.runs(lower);
            let [ups, downs] = [true, false].map(|up| shift(lower_runs, up));
            let place_of = |shift: usize, arc: u32| shift + arc as usize - self.first;
            // From here down to the lower node, and up from it.
            let (there, back) = (done[place_of(downs, arc)], done[place_of(ups, arc)]);
            let mut into = 0;
            for pair in lower_runs.windows(2) {
                if pair[0].arc >= arc {
                    break;
                }
                // Of the same depths, as all neighbours above the lower node are neighbours.
                while runs[into + 1].arc - runs[into].arc <= pair[0].depth() - runs[into].depth() {
                    into += 1;
                }
                let place =
                    (runs[into].arc + pair[0].depth() - runs[into].depth()) as usize - first_arc;
                let (from, length) = (pair[0].arc, (pair[1].arc.min(arc) - pair[0].arc) as usize);
                // Up: down the arc to the lower node, and up one of these. Down: down one of these.
                let up_first = (downs + arc as usize) as u32;
                let up_skip_first = (up_first - (ups + from as usize) as u32) as u16;
                let down_first = (downs + from as usize) as u32;
                let down_skip_first = (down_first - (ups + arc as usize) as u32) as u16;
                let over_up = &done[place_of(ups, from)..][..length];
                let over_down = &done[place_of(downs, from)..][..length];
                let leads_up = there < W::INFINITE && pair[0].leads(true);
                let leads_down = back < W::INFINITE && pair[0].leads(false);
                if length < 4 {
                    // Most of them, and not worth more than a look.
                    for (i, (&up_cost, &down_cost)) in (0..).zip(over_up.iter().zip(over_down)) {
                        let (at, total) = (place + i as usize, up_cost.plus(there));
                        if total < up[at] {
                            (up[at], up_via[at]) = (total, up_first);
                            up_skip[at] = up_skip_first - i;
                        }
                        let total = down_cost.plus(back);
                        if total < down[at] {
                            (down[at], down_via[at]) = (total, down_first + u32::from(i));
                            down_skip[at] = down_skip_first + i;
                        }
                    }
                    continue;
                }
                let to = place..place + length;
                if leads_up {
                    lower_all(
                        (&mut up[to.clone()], &mut up_via[to.clone()], &mut up_skip[to.clone()]),
                        over_up,
                        there,
                        |at| (up_first, up_skip_first - at),
                    );
                }
                if leads_down {
                    lower_all(
                        (&mut down[to.clone()], &mut down_via[to.clone()], &mut down_skip[to]),
                        over_down,
                        back,
                        |at| (down_first + u32::from(at), down_skip_first + at),
                    );
                }
            }
        }
        let finite = |&cost: &W| if cost == W::INFINITE { W::default() } else { cost };
        own.iter().map(finite).fold(W::default(), W::max)
    }
}

/// Lowers costs to those over a node, where that is cheaper. `via` has the place of the first half of the
/// arc at each place, and how far before it the second is.
#[inline(always)]
fn lower_all<W: Weight>(
    (costs, vias, skips): (&mut [W], &mut [u32], &mut [u16]),
    over: &[W],
    more: W,
    via: impl Fn(u16) -> (u32, u16),
) {
    // Four at a time, in registers: no proof is needed that the lists do not overlap.
    let (costs, last_costs) = costs.as_chunks_mut::<4>();
    let (vias, last_vias) = vias.as_chunks_mut::<4>();
    let (skips, last_skips) = skips.as_chunks_mut::<4>();
    let (over, last_over) = over.as_chunks::<4>();
    let mut at = 0;
    for (((costs, vias), skips), over) in costs.iter_mut().zip(vias).zip(skips).zip(over) {
        let totals = over.map(|over| over.plus(more));
        let before = *costs;
        for i in 0..4 {
            let (first, skip) = via(at + i as u16);
            costs[i] = if totals[i] < before[i] { totals[i] } else { before[i] };
            vias[i] = if totals[i] < before[i] { first } else { vias[i] };
            skips[i] = if totals[i] < before[i] { skip } else { skips[i] };
        }
        at += 4;
    }
    let last = last_costs.iter_mut().zip(last_vias).zip(last_skips).zip(last_over);
    for (((cost, own), skip), &over) in last {
        let total = over.plus(more);
        if total < *cost {
            *cost = total;
            (*own, *skip) = via(at);
        }
        at += 1;
    }
}
