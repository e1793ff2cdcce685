//! The scratch memory of an index of a graph, and how edges become a path.

use super::hierarchy::{ClimbWork, NONE};
use super::tree::TreeWork;
use crate::engines::workspace::Found;

/// The scratch memory of queries to an index of a graph.
#[derive(Debug, Default)]
pub(crate) struct GraphIndexScratch {
    pub(super) climb: ClimbWork,
    pub(super) tree: TreeWork,
    /// For a matrix: what the row's node knows of each hub.
    pub(super) known: Vec<u64>,
    /// Where each node is on the path; nowhere, between queries.
    place: Vec<u32>,
}

impl GraphIndexScratch {
    /// Writes down the nodes along the edges that were found.
    pub(super) fn walk(&self, from: u32, heads: &[u32], found: &mut Found<u32>) {
        found.path.push(from);
        found.path.extend(found.edges.iter().map(|&edge| heads[edge as usize]));
    }

    /// The same, without the rounds that cost nothing: where edges are free, both halves of a path
    /// may pass through the same node.
    pub(super) fn walk_straight(
        &mut self,
        from: u32,
        heads: &[u32],
        nodes: usize,
        found: &mut Found<u32>,
    ) {
        let Found { path, edges, .. } = found;
        if self.place.len() < nodes {
            self.place.resize(nodes, NONE);
        }
        path.push(from);
        self.place[from as usize] = 0;
        let mut kept = 0;
        for at in 0..edges.len() {
            let edge = edges[at];
            let node = heads[edge as usize];
            if self.place[node as usize] == NONE {
                edges[kept] = edge;
                kept += 1;
                self.place[node as usize] = kept as u32;
                path.push(node);
            } else {
                kept = self.place[node as usize] as usize;
                for passed in path.drain(kept + 1..) {
                    self.place[passed as usize] = NONE;
                }
            }
        }
        edges.truncate(kept);
        for &node in &*path {
            self.place[node as usize] = NONE;
        }
    }
}
