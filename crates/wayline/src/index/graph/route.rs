//! [`GraphRoute`], [`GraphIndexWork`], and how edges become a path.

use super::hierarchy::{ClimbWork, NONE};
use crate::cost::Cost;

/// A shortest path from an index of a graph. It lies in the [`GraphIndexWork`] until the next query
/// uses it.
///
/// ```
/// use wayline::{Graph, GraphIndex, GraphIndexWork, Preparation};
/// let graph = Graph::from_edges(2, [(0, 1, 5.0), (0, 1, 3.0)])?;
/// let index = GraphIndex::prepare(&graph, &Preparation::default())?;
/// let mut work = GraphIndexWork::new();
/// let route = index.path(0, 1, &mut work)?.expect("there is a way");
/// assert_eq!((route.nodes, route.edges), (&[0, 1][..], &[1][..]));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphRoute<'w> {
    /// What it costs: no path costs less.
    pub cost: Cost,
    /// Its nodes, from the start to the goal; none is there twice.
    pub nodes: &'w [u32],
    /// Its edges, one less than nodes. Of parallel ones the cheapest, then the one with the smallest
    /// number.
    pub edges: &'w [u32],
}

/// The scratch memory of queries to an index of a graph, made once and reused. The second query
/// allocates nothing. One will do for any number of indices.
///
/// ```
/// use wayline::{Graph, GraphIndex, GraphIndexWork, Preparation};
/// let mut work = GraphIndexWork::new();
/// for nodes in [2, 3] {
///     let graph = Graph::from_edges(nodes, [(0, 1, 1.0)])?;
///     let index = GraphIndex::prepare(&graph, &Preparation::default())?;
///     assert!(index.cost(0, 1, &mut work)?.is_some());
/// }
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct GraphIndexWork {
    pub(super) climb: ClimbWork,
    /// For a matrix: what the row's node knows of each hub.
    pub(super) known: Vec<u64>,
    pub(super) edges: Vec<u32>,
    nodes: Vec<u32>,
    /// Where each node is on the path; nowhere, between queries.
    place: Vec<u32>,
}

impl GraphIndexWork {
    /// Empty scratch memory; it grows with the first queries.
    ///
    /// ```
    /// let work = wayline::GraphIndexWork::new();
    /// ```
    pub fn new() -> GraphIndexWork {
        GraphIndexWork::default()
    }

    /// The route along the edges that were found.
    pub(super) fn walk(&mut self, cost: Cost, from: u32, heads: &[u32]) -> GraphRoute<'_> {
        self.nodes.clear();
        self.nodes.push(from);
        self.nodes.extend(self.edges.iter().map(|&edge| heads[edge as usize]));
        GraphRoute { cost, nodes: &self.nodes, edges: &self.edges }
    }

    /// The same, without the rounds that cost nothing: where edges are free, both halves of a path
    /// may pass through the same node.
    pub(super) fn walk_straight(
        &mut self,
        cost: Cost,
        from: u32,
        heads: &[u32],
        nodes: usize,
    ) -> GraphRoute<'_> {
        if self.place.len() < nodes {
            self.place.resize(nodes, NONE);
        }
        self.nodes.clear();
        self.nodes.push(from);
        self.place[from as usize] = 0;
        let mut kept = 0;
        for at in 0..self.edges.len() {
            let edge = self.edges[at];
            let node = heads[edge as usize];
            if self.place[node as usize] == NONE {
                self.edges[kept] = edge;
                kept += 1;
                self.place[node as usize] = kept as u32;
                self.nodes.push(node);
            } else {
                kept = self.place[node as usize] as usize;
                for passed in self.nodes.drain(kept + 1..) {
                    self.place[passed as usize] = NONE;
                }
            }
        }
        self.edges.truncate(kept);
        for &node in &self.nodes {
            self.place[node as usize] = NONE;
        }
        GraphRoute { cost, nodes: &self.nodes, edges: &self.edges }
    }
}
