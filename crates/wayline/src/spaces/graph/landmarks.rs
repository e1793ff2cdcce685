//! Landmarks: estimates for any graph, from the exact costs to and from a few nodes.
//!
//! By the triangle inequality, the cost from a to b is at least the cost from a to a landmark minus the cost from
//! b to it, and at least the cost from a landmark to b minus the cost from it to a. The largest of these over some
//! landmarks is an admissible and consistent estimate that knows the graph's own detours, where positions know
//! only the straight line.
//!
//! ```text
//!    L ------------- b        cost(a, b) >= cost(L, b) - cost(L, a)
//!      \____ a ____/
//! ```
//!
//! Landmarks are placed far from each other: each is the node whose nearest landmark is farthest. O(k·(m log n))
//! to make k of them, 16·k bytes a node; O(k) for an estimate. They are good for road networks with many
//! questions. They hold while costs rise, since a lower bound stays one; when a cost falls, they must be made
//! again. A graph knows its landmarks by a fingerprint of its edges and costs, and remembers the fingerprints from
//! when landmarks were made, until a cost falls.
//!
//! Reference: A. V. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph
//! theory" (2005).

use super::Graph;
use crate::kernel::cost::Cost;
use crate::kernel::open::{HeapQueue, Key};
use crate::spaces::error::QueryError;

/// Exact costs to and from a few nodes of a graph. See [`Heuristic::GraphLandmarks`].
///
/// [`Heuristic::GraphLandmarks`]: crate::Heuristic::GraphLandmarks
///
/// ```
/// use wayline::{search, Graph, GraphLandmarks, Heuristic, Query, Workspace};
///
/// let ring: Vec<_> = (0..100).map(|i| (i, (i + 1) % 100, 1.0)).collect();
/// let graph = Graph::from_edges(100, ring)?;
/// let landmarks = GraphLandmarks::new(&graph, 2);
/// let query = Query::new(3u32, 60u32).heuristic(Heuristic::GraphLandmarks(&landmarks));
/// assert!(search(&graph, &query, &mut Workspace::new())?.is_optimal());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphLandmarks {
    nodes: Vec<u32>,
    /// For each node of the graph, and each landmark: the cost from the landmark, and to it.
    costs: Vec<(Cost, Cost)>,
    /// Of the graph they were made for.
    fingerprint: u64,
}

impl GraphLandmarks {
    /// Chooses up to this many landmarks and computes all costs to and from them.
    ///
    /// ```
    /// use wayline::{Graph, GraphLandmarks};
    /// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.0)])?;
    /// assert_eq!(GraphLandmarks::new(&graph, 2).nodes().len(), 2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(graph: &Graph, count: usize) -> GraphLandmarks {
        let count = count.min(graph.nodes());
        let mut nodes: Vec<u32> = Vec::with_capacity(count);
        let mut columns = Vec::with_capacity(count);
        // The nearest landmark of each node, there or back. A node that none reaches is farthest.
        let mut nearest = vec![Cost::INFINITE; graph.nodes()];
        let mut next = 0;
        for round in 0..count {
            let from = costs(graph, next, true);
            if round == 0 {
                // The first is only where to start looking.
                let farthest = |(node, cost): (usize, &Cost)| (*cost, std::cmp::Reverse(node));
                let reached = from.iter().enumerate().filter(|(_, cost)| !cost.is_infinite());
                let (node, _) = reached.max_by_key(|&pair| farthest(pair)).unwrap_or((0, &from[0]));
                next = node as u32;
            }
            let from = if round == 0 { costs(graph, next, true) } else { from };
            let to = costs(graph, next, false);
            for node in 0..graph.nodes() {
                nearest[node] = nearest[node].min(from[node]).min(to[node]);
            }
            nearest[next as usize] = Cost::ZERO;
            nodes.push(next);
            columns.push((from, to));
            let farthest = nearest.iter().enumerate();
            let farthest = farthest.max_by_key(|&(node, &cost)| (cost, std::cmp::Reverse(node)));
            match farthest {
                Some((node, &cost)) if cost > Cost::ZERO => next = node as u32,
                _ => break,
            }
        }
        let by_node = (0..graph.nodes())
            .flat_map(|node| columns.iter().map(move |(from, to)| (from[node], to[node])));
        let costs = by_node.collect();
        GraphLandmarks { nodes, costs, fingerprint: graph.remember_landmarks() }
    }

    /// The landmarks.
    ///
    /// ```
    /// use wayline::{Graph, GraphLandmarks};
    /// assert!(GraphLandmarks::new(&Graph::from_edges(0, [])?, 4).nodes().is_empty());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Refuses landmarks of another graph, or of this one before a cost fell.
    pub(crate) fn check(&self, graph: &Graph) -> Result<(), QueryError> {
        match graph.remembers_landmarks(self.fingerprint) {
            true => Ok(()),
            false => {
                Err(QueryError::StaleLandmarks("they are of another graph, or a cost has fallen"))
            }
        }
    }

    #[inline]
    fn row(&self, node: u32) -> &[(Cost, Cost)] {
        let count = self.nodes.len();
        &self.costs[node as usize * count..(node as usize + 1) * count]
    }

    /// A lower bound on the cost from one node to another; infinite where there is no path.
    #[inline]
    pub(crate) fn estimate(&self, a: u32, b: u32) -> Cost {
        let mut best = Cost::ZERO;
        for (&(from_a, to_a), &(from_b, to_b)) in self.row(a).iter().zip(self.row(b)) {
            // An infinite cost says something only against a finite one: then there is no path.
            if !from_a.is_infinite() {
                best = best.max(from_b - from_a);
            }
            if !to_b.is_infinite() {
                best = best.max(to_a - to_b);
            }
        }
        best
    }
}

/// The cost from a node to every other, or from every other to it.
fn costs(graph: &Graph, node: u32, forward: bool) -> Vec<Cost> {
    let mut costs = vec![Cost::INFINITE; graph.nodes()];
    let mut queue = HeapQueue::default();
    costs[node as usize] = Cost::ZERO;
    queue.insert(Key::new(Cost::ZERO, 0, node));
    while let Some(key) = queue.take() {
        let (node, cost) = (key.node(), key.f());
        if cost > costs[node as usize] {
            continue;
        }
        let mut offer = |next: u32, step: Cost| {
            let total = cost + step;
            if total < costs[next as usize] {
                costs[next as usize] = total;
                queue.insert(Key::new(total, 0, next));
            }
        };
        if forward {
            graph.out(node).for_each(|at| offer(graph.rows.head[at], graph.rows.cost[at]));
        } else {
            graph.into(node).for_each(|at| {
                offer(graph.rows.tail[at], graph.rows.cost[graph.rows.place_in[at] as usize]);
            });
        }
    }
    costs
}
