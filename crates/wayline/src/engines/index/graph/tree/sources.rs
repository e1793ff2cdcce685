//! What the costs of a tree's arcs are made of: the edges along them, and nodes below both their ends.

use super::Edge;
use super::metric::shift;
use super::shape::Shape;

/// What the arcs of a metric are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources<'a, W> {
    pub(super) below: &'a Below,
    pub(super) along: &'a Along,
    /// What each edge costs; infinite if it is closed.
    pub(super) edge_cost: &'a [W],
}

/// The edges along the arcs of each node.
#[derive(Debug)]
pub(super) struct Along {
    first: Vec<u32>,
    /// The place of the arc, and the edge: by these, in this order.
    edges: Vec<(u32, u32)>,
}

impl Along {
    pub(super) fn of(shape: &Shape, edges: &[Edge]) -> Along {
        let mut first = vec![0u32; shape.nodes() + 1];
        for &(from, to, _) in edges.iter().filter(|edge| edge.0 != edge.1) {
            first[from.min(to) as usize + 1] += 1;
        }
        for node in 0..shape.nodes() {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut sorted = vec![(0, 0); first[shape.nodes()] as usize];
        for (edge, &(from, to, _)) in (0u32..).zip(edges) {
            if let Some(place) = place_of(shape, from, to) {
                let at = &mut next[from.min(to) as usize];
                sorted[*at as usize] = (place as u32, edge);
                *at += 1;
            }
        }
        for node in 0..shape.nodes() {
            sorted[first[node] as usize..first[node + 1] as usize].sort_unstable();
        }
        Along { first, edges: sorted }
    }

    #[inline]
    pub(super) fn at(&self, node: u32) -> &[(u32, u32)] {
        let node = node as usize;
        &self.edges[self.first[node] as usize..self.first[node + 1] as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.first) + size_of_val(&*self.edges)
    }
}

/// The place in a metric of the arc for an edge between two nodes; none for a loop.
pub(super) fn place_of(shape: &Shape, from: u32, to: u32) -> Option<usize> {
    let (lower, upper) = (from.min(to), from.max(to));
    let arc = shape.arc(lower, shape.depth(upper)).filter(|_| lower != upper)?;
    Some(arc + shift(shape.runs(lower), from < to))
}

/// For each node those below it that have others above it, by their numbers.
#[derive(Debug)]
pub(super) struct Below {
    first: Vec<u32>,
    /// The lower node, and its arc to this one: of nodes with three neighbours above, or more.
    arcs: Vec<(u32, u32)>,
    first_pair: Vec<u32>,
    pairs: Vec<Pair>,
}

/// A node with two neighbours above, the lower of which it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Where its arcs are: up to the higher neighbour, up to the lower one, down from both.
    pub(super) place: u32,
    /// The arc between the two.
    pub(super) joins: u32,
}

impl Pair {
    /// The places of the two arcs by way of the node: down to it, and up from it.
    #[inline]
    pub(super) fn halves(self, up: bool) -> (u32, u32) {
        if up { (self.place + 3, self.place) } else { (self.place + 2, self.place + 1) }
    }
}

impl Below {
    pub(super) fn of(shape: &Shape) -> Below {
        let nodes = shape.nodes();
        let (mut first, mut first_pair) = (vec![0u32; nodes + 1], vec![0u32; nodes + 1]);
        // From the roots down, so that the path to the root is at hand: nodes by depth.
        let mut path = vec![0u32; shape.height];
        let mut uppers = vec![0u32; shape.arcs()];
        for node in (0..nodes as u32).rev() {
            path[shape.depth(node) as usize] = node;
            for pair in shape.runs(node).windows(2) {
                let depths = pair[0].depth() as usize..;
                for (arc, depth) in (pair[0].arc..pair[1].arc).zip(depths) {
                    uppers[arc as usize] = path[depth];
                }
            }
            let arcs = shape.arcs_of(node);
            let counts = if arcs.len() == 2 { &mut first_pair } else { &mut first };
            arcs.skip(1).for_each(|arc| counts[uppers[arc] as usize + 1] += 1);
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
            first_pair[node + 1] += first_pair[node];
        }
        let (mut next, mut next_pair) = (first.clone(), first_pair.clone());
        let mut arcs = vec![(0, 0); first[nodes] as usize];
        let mut pairs = vec![Pair { place: 0, joins: 0 }; first_pair[nodes] as usize];
        for node in 0..nodes as u32 {
            let own = shape.arcs_of(node);
            if own.len() == 2 {
                let joins = shape.arc(shape.parent(node), shape.runs(node)[0].depth());
                let joins = joins.expect("neighbours above a node are neighbours") as u32;
                let at = &mut next_pair[shape.parent(node) as usize];
                pairs[*at as usize] = Pair { place: 2 * own.start as u32, joins };
                *at += 1;
                continue;
            }
            for arc in own.skip(1) {
                let at = &mut next[uppers[arc] as usize];
                arcs[*at as usize] = (node, arc as u32);
                *at += 1;
            }
        }
        Below { first, arcs, first_pair, pairs }
    }

    #[inline]
    pub(super) fn arcs(&self, node: u32) -> &[(u32, u32)] {
        let node = node as usize;
        &self.arcs[self.first[node] as usize..self.first[node + 1] as usize]
    }

    #[inline]
    pub(super) fn pairs(&self, node: u32) -> &[Pair] {
        let node = node as usize;
        &self.pairs[self.first_pair[node] as usize..self.first_pair[node + 1] as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        let Below { first, arcs, first_pair, pairs } = self;
        let lists = [first, first_pair].map(|list| size_of_val(&**list));
        lists.iter().sum::<usize>() + size_of_val(&**arcs) + size_of_val(&**pairs)
    }
}
