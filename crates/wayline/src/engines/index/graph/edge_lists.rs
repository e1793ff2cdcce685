//! What is prepared of a graph: between any two nodes the cheapest edge, and no loops.

use crate::spaces::graph::Graph;

/// The cheapest edge from one node to another, or into one from another.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedEdge {
    pub(super) cost: u64,
    pub(super) to: u32,
    pub(super) edge: u32,
}

/// The roads out of each node, or those into it.
#[derive(Debug)]
pub(super) struct EdgeLists {
    first: Vec<u32>,
    roads: Vec<ListedEdge>,
}

impl EdgeLists {
    pub(super) fn of(graph: &Graph) -> EdgeLists {
        let mut all = EdgeLists { first: vec![0], roads: Vec::with_capacity(graph.edges()) };
        let mut sorted = Vec::new();
        for node in 0..graph.nodes() as u32 {
            let roads = graph.edges_from(node).filter(|&(_, head, _)| head != node);
            sorted.clear();
            sorted.extend(roads.map(|(edge, head, cost)| (head, cost.raw(), edge)));
            // Of parallel edges the cheapest is first, and of these the one with the least number.
            sorted.sort_unstable();
            sorted.dedup_by_key(|&mut (head, ..)| head);
            all.roads.extend(sorted.iter().map(|&(to, cost, edge)| ListedEdge { cost, to, edge }));
            all.first.push(all.roads.len() as u32);
        }
        all
    }

    /// The same roads from their other ends, in the order of the nodes that they come from.
    pub(super) fn reversed(&self) -> EdgeLists {
        let nodes = self.first.len() - 1;
        let mut first = vec![0u32; nodes + 1];
        for road in &self.roads {
            first[road.to as usize + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut roads = vec![ListedEdge { cost: 0, to: 0, edge: 0 }; self.roads.len()];
        for node in 0..nodes as u32 {
            for road in self.at(node) {
                let place = &mut next[road.to as usize];
                roads[*place as usize] = ListedEdge { to: node, ..*road };
                *place += 1;
            }
        }
        EdgeLists { first, roads }
    }

    pub(super) fn nodes(&self) -> usize {
        self.first.len() - 1
    }

    #[inline]
    pub(super) fn at(&self, node: u32) -> &[ListedEdge] {
        let node = node as usize;
        &self.roads[self.first[node] as usize..self.first[node + 1] as usize]
    }
}
