//! What the arcs of a tree cost: those of a graph, and what is made of them.
//!
//! An arc costs the least of its edges and of all ways over one lower node: where two nodes above the
//! same one are joined by way of it. Each node's turn comes when those below it are done, so this is one
//! pass, over pairs of runs (Dibbelt, Strasser and Wagner, 2016, call it basic customization). After it,
//! every shortest path has one of the same cost that climbs to its highest node and descends from there.
//!
//! Subtrees depend on nothing outside of them, so threads share them.

use super::shape::{NONE, Run, Shape};
use super::weight::Weight;
use crate::kernel::parallel::both;

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

/// Where the arcs of a node are, in one direction: so much is added to their numbers.
#[inline(always)]
pub(super) fn shift(runs: &[Run], up: bool) -> usize {
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

    pub(super) fn clear(&mut self) {
        self.cost.fill(W::INFINITE);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.cost) + size_of_val(&*self.via) + size_of_val(&*self.skip)
    }

    /// An edge along an arc, at its place.
    #[inline]
    pub(super) fn add_edge(&mut self, place: usize, edge: u32, cost: W) {
        if cost < self.cost[place] {
            self.cost[place] = cost;
            self.via[place] = edge | EDGE;
        }
    }

    #[inline]
    fn via(&self, place: usize) -> Via {
        match self.via[place] {
            edge if edge & EDGE != 0 => Via::Edge(edge & !EDGE),
            first => Via::Arcs(first, first - u32::from(self.skip[place])),
        }
    }

    /// Whether a path may cost more than can be held.
    pub(super) fn saturates(&self, shape: &Shape) -> bool {
        let finite = self.cost.iter().copied().filter(|&cost| cost != W::INFINITE);
        let most = finite.max().unwrap_or_default().units();
        // Both of its halves have at most as many arcs as the tree is high.
        let held = |cost: u64| cost.saturating_mul(2) < W::INFINITE.units();
        !held(most.saturating_mul(shape.height as u64)) && !held(self.longest_climb(shape))
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
                    let arcs = (pair[0].arc as usize..pair[1].arc as usize).zip(pair[0].depth..);
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

    /// Whether an arc stands for two over this node.
    pub(super) fn leads_over(&self, shape: &Shape, place: usize, node: u32) -> bool {
        let places = 2 * shape.first_arc(node)..2 * shape.first_arc(node + 1);
        matches!(self.via(place), Via::Arcs(first, _) if places.contains(&(first as usize)))
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

    /// Lowers every arc to what it costs over lower nodes. `false` if some cost is too large.
    pub(super) fn customize(&mut self, shape: &Shape, below: &Below, threads: usize) -> bool {
        let nodes = shape.nodes() as u32;
        let Metric { cost, via, skip } = &mut *self;
        let slice = Slice { first: 0, cost, via, skip };
        slice.customize(shape, below, 0..nodes, threads);
        let fits = |cost: &W| *cost < W::SAFE || *cost == W::INFINITE;
        self.cost.iter().all(fits)
    }
}

/// For each node the arcs from nodes below it that have others above it, by these nodes.
#[derive(Debug)]
pub(super) struct Below {
    first: Vec<u32>,
    /// The lower node, and the arc.
    arcs: Vec<(u32, u32)>,
}

impl Below {
    pub(super) fn of(shape: &Shape) -> Below {
        let nodes = shape.nodes();
        let mut first = vec![0u32; nodes + 1];
        // From the roots down, so that the path to the root is at hand: nodes by depth.
        let mut path = vec![0u32; shape.height];
        let mut uppers = vec![0u32; shape.arcs()];
        for node in (0..nodes as u32).rev() {
            path[shape.depth(node) as usize] = node;
            for pair in shape.runs(node).windows(2) {
                let depths = pair[0].depth as usize..;
                for (arc, depth) in (pair[0].arc..pair[1].arc).zip(depths) {
                    uppers[arc as usize] = path[depth];
                }
            }
            for arc in shape.arcs_of(node).skip(1) {
                first[uppers[arc] as usize + 1] += 1;
            }
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut arcs = vec![(0, 0); first[nodes] as usize];
        for node in 0..nodes as u32 {
            for arc in shape.arcs_of(node).skip(1) {
                let place = &mut next[uppers[arc] as usize];
                arcs[*place as usize] = (node, arc as u32);
                *place += 1;
            }
        }
        Below { first, arcs }
    }

    #[inline]
    pub(super) fn at(&self, node: u32) -> &[(u32, u32)] {
        let node = node as usize;
        &self.arcs[self.first[node] as usize..self.first[node + 1] as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.first) + size_of_val(&*self.arcs)
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
    /// `nodes` are one or more whole subtrees.
    fn customize(
        mut self,
        shape: &Shape,
        below: &Below,
        nodes: std::ops::Range<u32>,
        threads: usize,
    ) {
        if threads < 2 || nodes.len() < WORTHWHILE as usize {
            return nodes.for_each(|node| self.customize_node(shape, below, node));
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
        if middle > nodes.start && middle < top {
            let (one, other) = self.split(shape, middle, top);
            both(
                2,
                || one.customize(shape, below, nodes.start..middle, threads / 2),
                || other.customize(shape, below, middle..top, threads - threads / 2),
            );
        } else {
            top = nodes.start;
        }
        (top..nodes.end).for_each(|node| self.customize_node(shape, below, node));
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

    /// The arcs of a node, whose lower neighbours are done.
    #[inline]
    fn customize_node(&mut self, shape: &Shape, below: &Below, node: u32) {
        let runs = shape.runs(node);
        let [first_arc, last_arc] = [0, runs.len() - 1].map(|run| runs[run].arc as usize);
        let arcs = last_arc - first_arc;
        let (done, own) = self.cost.split_at_mut(2 * first_arc - self.first);
        let (up, down) = own[..2 * arcs].split_at_mut(arcs);
        let vias = &mut self.via[2 * first_arc - self.first..][..2 * arcs];
        let (up_via, down_via) = vias.split_at_mut(arcs);
        let skips = &mut self.skip[2 * first_arc - self.first..][..2 * arcs];
        let (up_skip, down_skip) = skips.split_at_mut(arcs);
        for &(lower, arc) in below.at(node) {
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
                while runs[into + 1].arc - runs[into].arc <= pair[0].depth - runs[into].depth {
                    into += 1;
                }
                let place =
                    (runs[into].arc + pair[0].depth - runs[into].depth) as usize - first_arc;
                let (from, length) = (pair[0].arc, (pair[1].arc.min(arc) - pair[0].arc) as usize);
                let to = place..place + length;
                // Up: down the arc to the lower node, and up one of these. Down: down one of these.
                let first = (downs + arc as usize) as u32;
                let second = (ups + from as usize) as u32;
                lower_all(
                    (&mut up[to.clone()], &mut up_via[to.clone()], &mut up_skip[to.clone()]),
                    &done[place_of(ups, from)..][..length],
                    there,
                    |at| (first, (first - second) as u16 - at),
                );
                let first = (downs + from as usize) as u32;
                let second = (ups + arc as usize) as u32;
                lower_all(
                    (&mut down[to.clone()], &mut down_via[to.clone()], &mut down_skip[to]),
                    &done[place_of(downs, from)..][..length],
                    back,
                    |at| (first + u32::from(at), (first - second) as u16 + at),
                );
            }
        }
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
    // Four at a time, in registers: nobody has to prove that the lists do not overlap.
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
