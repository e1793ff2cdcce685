//! Which nodes are neighbours, whatever the direction and the cost.

use crate::spaces::graph::Graph;

/// Where edges lead from and to; those that are closed count if `closed_too`.
pub(super) fn ends_of(graph: &Graph, closed_too: bool) -> impl Iterator<Item = (u32, u32)> + '_ {
    let edge = move |edge| if closed_too { graph.edge(edge) } else { graph.open_edge(edge) };
    (0..graph.edges() as u32).filter_map(edge).map(|(from, to, _)| (from, to))
}

/// The neighbours of each node, sorted; no node is its own.
#[derive(Clone, Debug)]
pub(super) struct Adjacency {
    first: Vec<u32>,
    neighbours: Vec<u32>,
    /// Whether some nodes are joined in one direction only, as far as that is known.
    pub(super) one_way: bool,
}

impl Adjacency {
    /// That of a graph; edges that are closed count if `closed_too`.
    pub(super) fn of(graph: &Graph, closed_too: bool) -> Adjacency {
        let mut pairs = Vec::with_capacity(2 * graph.edges());
        for (from, to) in ends_of(graph, closed_too).filter(|(from, to)| from != to) {
            // Last whether that is the wrong way.
            pairs.extend([(from, to, false), (to, from, true)]);
        }
        pairs.sort_unstable();
        pairs.dedup_by_key(|pair| (pair.0, pair.1));
        let one_way = pairs.iter().any(|pair| pair.2);
        let mut first = vec![0u32; graph.nodes() + 1];
        for &(node, ..) in &pairs {
            first[node as usize + 1] += 1;
        }
        for node in 0..graph.nodes() {
            first[node + 1] += first[node];
        }
        let neighbours = pairs.into_iter().map(|(_, other, _)| other).collect();
        Adjacency { first, neighbours, one_way }
    }

    pub(super) fn of_lists(lists: &[Vec<u32>]) -> Adjacency {
        let mut graph = Adjacency::with_capacity(lists.len());
        lists.iter().for_each(|list| graph.push(list.iter().copied()));
        graph
    }

    pub(super) fn with_capacity(nodes: usize) -> Adjacency {
        let mut first = Vec::with_capacity(nodes + 1);
        first.push(0);
        Adjacency { first, neighbours: Vec::new(), one_way: false }
    }

    /// One more node, with these neighbours.
    pub(super) fn push(&mut self, neighbours: impl Iterator<Item = u32>) {
        self.neighbours.extend(neighbours);
        self.first.push(self.neighbours.len() as u32);
    }

    pub(super) fn nodes(&self) -> usize {
        self.first.len() - 1
    }

    #[inline]
    pub(super) fn at(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.neighbours[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// The part with these nodes, numbered in their order. `number` is scratch memory, one for each
    /// node, and full of [`NONE`](u32::MAX) before and after.
    pub(super) fn part(&self, nodes: &[u32], number: &mut [u32]) -> Adjacency {
        for (new, &node) in (0..).zip(nodes) {
            number[node as usize] = new;
        }
        let mut part = Adjacency::with_capacity(nodes.len());
        for &node in nodes {
            let kept = self.at(node).iter().map(|&other| number[other as usize]);
            part.push(kept.filter(|&other| other != u32::MAX));
        }
        nodes.iter().for_each(|&node| number[node as usize] = u32::MAX);
        part
    }
}
