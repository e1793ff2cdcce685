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
    /// What the arc stands for: see [`Via`].
    pub(super) via: Vec<u32>,
    /// Once costs are [fixed](Metric::fix), how far before the first half of an arc the second is.
    skip: Vec<u16>,
}

/// Where the arcs of a node are, in one direction: so much is added to their numbers.
#[inline(always)]
pub(super) fn shift(runs: &[Run], up: bool) -> usize {
    (if up { runs[0] } else { runs[runs.len() - 1] }).arc as usize
}

/// What an arc stands for: an edge, or the lower node that it leads over. Once costs are fixed, that is
/// the place of its first half instead, down to that node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    Edge(u32),
    Node(u32),
}

/// Marks an edge: there are fewer nodes and edges than this.
const EDGE: u32 = 1 << 31;

impl Via {
    #[inline]
    pub(super) fn packed(self) -> u32 {
        match self {
            Via::Edge(edge) => edge | EDGE,
            Via::Node(node) => node,
        }
    }

    #[inline]
    pub(super) fn of(packed: u32) -> Via {
        if packed & EDGE == 0 { Via::Node(packed) } else { Via::Edge(packed & !EDGE) }
    }
}

/// The arcs of runs, and the depths of their upper ends.
fn arcs_of(runs: &[Run]) -> impl Iterator<Item = (u32, u32)> + '_ {
    runs.windows(2).flat_map(|pair| (pair[0].arc..pair[1].arc).zip(pair[0].depth..))
}

/// The place of the arc from a node to the one above it at a depth, or back.
#[inline]
pub(super) fn place_at(shape: &Shape, node: u32, depth: u32, up: bool) -> usize {
    let arc = shape.arc(node, depth).expect("an arc of the tree");
    arc + shift(shape.runs(node), up)
}

impl<W: Weight> Metric<W> {
    /// Nothing leads anywhere.
    pub(super) fn new(arcs: usize) -> Metric<W> {
        Metric { cost: vec![W::INFINITE; 2 * arcs], via: vec![NONE; 2 * arcs], skip: Vec::new() }
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
            self.via[place] = Via::Edge(edge).packed();
        }
    }

    /// Whether a path may cost more than can be held. Both of its halves have at most as many arcs as
    /// the tree is high.
    pub(super) fn saturates(&self, shape: &Shape) -> bool {
        let finite = self.cost.iter().copied().filter(|&cost| cost != W::INFINITE);
        let most = finite.max().unwrap_or_default().units();
        most.saturating_mul(2 * shape.height as u64) >= W::INFINITE.units()
    }

    /// Notes where both halves of each arc are, so that paths are unpacked without a look at the tree.
    /// Costs cannot change any more.
    pub(super) fn fix(&mut self, shape: &Shape) {
        let mut skip = vec![0; self.via.len()];
        for lower in 0..shape.nodes() as u32 {
            let (runs, own_depth) = (shape.runs(lower), shape.depth(lower));
            for up in [true, false] {
                let shift = shift(runs, up);
                for (arc, depth) in arcs_of(runs) {
                    let place = arc as usize + shift;
                    let Via::Node(node) = Via::of(self.via[place]) else { continue };
                    if self.cost[place] == W::INFINITE {
                        continue;
                    }
                    let (from, to) = if up { (own_depth, depth) } else { (depth, own_depth) };
                    let [first, second] = [(from, false), (to, true)]
                        .map(|(depth, up)| place_at(shape, node, depth, up));
                    self.via[place] = first as u32;
                    // No more than twice as many as a node has arcs.
                    skip[place] = (first - second) as u16;
                }
            }
        }
        self.skip = skip;
    }

    /// Replaces arcs, given by their places, by their halves until only edges are left.
    pub(super) fn unpack_fixed(&self, stack: &mut Vec<u32>, edges: &mut Vec<u32>) {
        while let Some(place) = stack.pop() {
            match Via::of(self.via[place as usize]) {
                Via::Edge(edge) => edges.push(edge),
                Via::Node(first) => {
                    stack.push(first - u32::from(self.skip[place as usize]));
                    stack.push(first);
                }
            }
        }
    }

    pub(super) fn is_fixed(&self) -> bool {
        !self.skip.is_empty()
    }

    /// Lowers every arc to what it costs over lower nodes. `false` if some cost is too large.
    pub(super) fn customize(&mut self, shape: &Shape, below: &Below, threads: usize) -> bool {
        let nodes = shape.nodes() as u32;
        let slice = Slice { first: 0, cost: &mut self.cost, via: &mut self.via };
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
        (Slice { first, cost, via }, Slice { first: first + at, cost: other_cost, via: other_via })
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
                let over = &done[place_of(ups, from)..][..length];
                lower_all(&mut up[to.clone()], &mut up_via[to.clone()], over, there, lower);
                let over = &done[place_of(downs, from)..][..length];
                lower_all(&mut down[to.clone()], &mut down_via[to], over, back, lower);
            }
        }
    }
}

/// Lowers costs to those over a node, where that is cheaper.
#[inline(always)]
fn lower_all<W: Weight>(costs: &mut [W], vias: &mut [u32], over: &[W], more: W, via: u32) {
    // Four at a time, in registers: nobody has to prove that the lists do not overlap.
    let (costs, last_costs) = costs.as_chunks_mut::<4>();
    let (vias, last_vias) = vias.as_chunks_mut::<4>();
    let (over, last_over) = over.as_chunks::<4>();
    for ((costs, vias), over) in costs.iter_mut().zip(vias).zip(over) {
        let totals = over.map(|over| over.plus(more));
        let before = *costs;
        for i in 0..4 {
            costs[i] = if totals[i] < before[i] { totals[i] } else { before[i] };
            vias[i] = if totals[i] < before[i] { via } else { vias[i] };
        }
    }
    for ((cost, own), &over) in last_costs.iter_mut().zip(last_vias).zip(last_over) {
        let total = over.plus(more);
        if total < *cost {
            *cost = total;
            *own = via;
        }
    }
}
