//! A number that stands for everything a path's cost depends on: nodes, edges and their costs.
//!
//! It is a sum over the edges, so a cost that changes also changes it at once, without another look at the graph.
//! Two graphs that differ in one cost never share it; others do with a chance of 2⁻⁶⁴.

use super::Graph;
use crate::kernel::cost::Cost;
use crate::kernel::fingerprint::mixed;
use std::sync::OnceLock;

/// What identifies a graph now, and what identified it when landmarks were made that still hold.
#[derive(Clone, Debug)]
pub(crate) struct Fingerprint {
    now: u64,
    /// Landmarks were made for what the graph is now.
    has_landmarks: OnceLock<()>,
    /// What the graph was when landmarks were made; since then costs have only risen.
    before: Vec<u64>,
}

pub(crate) fn of_edge(edge: u32, (from, to): (u32, u32), cost: Cost) -> u64 {
    let ends = u64::from(from) << 32 | u64::from(to);
    mixed(mixed(mixed(0, u64::from(edge)), ends), cost.raw())
}

impl Fingerprint {
    pub(crate) fn of(nodes: usize, edges: &[(u32, u32, Cost)]) -> Fingerprint {
        let numbered = (0..).zip(edges);
        let each = numbered.map(|(edge, &(from, to, cost))| of_edge(edge, (from, to), cost));
        let now = each.fold(mixed(1, nodes as u64), u64::wrapping_add);
        Fingerprint { now, has_landmarks: OnceLock::new(), before: Vec::new() }
    }

    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    /// A cost changed; that of a closed edge is infinite.
    pub(crate) fn cost_changed(&mut self, edge: u32, ends: (u32, u32), before: Cost, after: Cost) {
        if after == before {
            return;
        }
        if self.has_landmarks.take().is_some() {
            self.before.push(self.now);
        }
        if after < before {
            self.before.clear();
        }
        let change = of_edge(edge, ends, after).wrapping_sub(of_edge(edge, ends, before));
        self.now = self.now.wrapping_add(change);
    }
}

impl Fingerprint {
    /// A node or an edge was added: landmarks made before know nothing about it.
    fn grew(&mut self, change: u64) {
        self.has_landmarks.take();
        self.before.clear();
        self.now = self.now.wrapping_add(change);
    }

    pub(crate) fn node_added(&mut self, nodes: usize) {
        self.grew(mixed(1, nodes as u64 + 1).wrapping_sub(mixed(1, nodes as u64)));
    }

    /// An edge that is about to be opened.
    pub(crate) fn edge_added(&mut self, edge: u32, ends: (u32, u32)) {
        self.grew(of_edge(edge, ends, Cost::INFINITE));
    }
}

impl Graph {
    /// Notes that landmarks are made, and gives them the fingerprint that identifies the graph.
    pub(crate) fn remember_landmarks(&self) -> u64 {
        self.fingerprint.has_landmarks.get_or_init(|| ());
        self.fingerprint.now
    }

    /// Whether landmarks that were given this fingerprint hold for the graph as it is.
    pub(crate) fn remembers_landmarks(&self, fingerprint: u64) -> bool {
        self.fingerprint.now == fingerprint || self.fingerprint.before.contains(&fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_follows_the_costs_and_comes_back_with_them() {
        let edges = [(0, 1, 1.0), (1, 2, 2.0), (1, 2, 2.0), (2, 0, 0.0)];
        let build = |nodes, edges: &[_]| Graph::from_edges(nodes, edges.iter().copied()).unwrap();
        let mut graph = build(3, &edges);
        let first = graph.fingerprint.now;
        let mut seen = std::collections::BTreeSet::from([first]);
        assert!(seen.insert(build(4, &edges).fingerprint.now));
        assert!(seen.insert(build(3, &edges[..3]).fingerprint.now));
        for (edge, (_, _, cost)) in (0..).zip(edges) {
            for other in [0.5, 7.0] {
                graph.set_cost(edge, other).unwrap();
                assert!(seen.insert(graph.fingerprint.now), "{edge}");
                let mut changed = edges;
                changed[edge as usize].2 = other;
                assert_eq!(graph.fingerprint.now, build(3, &changed).fingerprint.now);
            }
            graph.set_cost(edge, cost).unwrap();
            assert_eq!(graph.fingerprint.now, first);
        }
    }
}
