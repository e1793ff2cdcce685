//! Fields on graphs.
//!
//! Dijkstra's algorithm, on costs and numbers of edges: of cheapest paths one with the fewest edges
//! counts. By costs alone, next steps along edges that cost nothing could lead in circles; with the
//! edges counted each step leads closer. Repairing is that of grids (see `filling.rs`), on pairs of
//! cost and count.

use super::ends::{FieldEnds, UNREACHED};
use super::{Direction, Field, FieldCosts, FieldQuery, FieldSpace};
use crate::kernel::cost::Cost;
use crate::spaces::error::QueryError;
use crate::spaces::graph::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No next edge.
const NONE: u32 = u32::MAX;

/// If this large a part of all edges changed, filling it again is quicker than repairing.
const MANY_CHANGES: usize = 8;

/// The cost of a node, and the number of edges to its seed.
type Key = (u64, u32);

const NEVER: Key = (UNREACHED, u32::MAX);

/// A key after one edge more.
#[inline]
fn farther((cost, edges): Key, by: Cost) -> Key {
    match cost.saturating_add(by.raw()) {
        UNREACHED => NEVER,
        cost => (cost, edges + 1),
    }
}

/// What a field knows about a node.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    /// The number of the edge to the next node, and that node.
    next: (u32, u32),
}

const UNKNOWN: Node = Node { key: NEVER, next: (NONE, NONE) };

/// The costs of a graph's nodes, and what they were computed from.
#[derive(Clone, Debug)]
pub struct GraphCosts {
    shape: u64,
    /// What edges cost, by place.
    edge_costs: Vec<Cost>,
    direction: Direction,
    ends: FieldEnds,
    nodes: Vec<Node>,
    heap: BinaryHeap<Reverse<(Key, u32)>>,
    /// Nodes whose key, or one of whose edges, changed.
    changed: Vec<u32>,
    taken_back: Vec<u32>,
}

impl Graph {
    /// The costs from or to everywhere: see [`Field`].
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Graph};
    /// let streets = Graph::from_edges(3, [(0, 1, 2.0), (1, 2, 2.0), (2, 0, 1.0)])?;
    /// let field = streets.field(&FieldQuery::towards(2u32))?;
    /// assert_eq!(field.cost(0u32), Some(Cost::from(4)));
    /// assert_eq!(field.next_edge(0), Some(0));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn field(&self, query: &FieldQuery<u32>) -> Result<Field<Graph>, QueryError> {
        let costs = GraphCosts {
            shape: 0,
            edge_costs: Vec::new(),
            direction: query.direction,
            ends: FieldEnds::default(),
            nodes: Vec::new(),
            heap: BinaryHeap::new(),
            changed: Vec::new(),
            taken_back: Vec::new(),
        };
        Field::new(self, query, costs)
    }
}

impl Field<Graph> {
    /// The edge to [the next node](Field::next_step): of parallel edges the cheapest, then the one with the
    /// smallest number. (In a field [away](Direction::AwayFrom) from a start, the edge by which the path comes.)
    ///
    /// ```
    /// use wayline::{FieldQuery, Graph};
    /// let graph = Graph::from_edges(2, [(0, 1, 5.0), (0, 1, 3.0)])?;
    /// let field = graph.field(&FieldQuery::towards(1u32))?;
    /// assert_eq!(field.next_edge(0), Some(1));
    /// assert_eq!(field.next_edge(1), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn next_edge(&self, node: u32) -> Option<u32> {
        let next = self.costs.next(self.costs.node(node)?)?;
        debug_assert_ne!(next, NONE);
        Some(self.costs.nodes[node as usize].next.0)
    }
}

impl FieldSpace for Graph {
    type State = u32;
    type View<'s> = &'s Graph;
    type Costs = GraphCosts;
}

impl GraphCosts {
    fn set_ends(&mut self, graph: &Graph, query: &FieldQuery<u32>) -> Result<(), QueryError> {
        let none = match query.direction {
            Direction::Towards => QueryError::NoGoal,
            Direction::AwayFrom => QueryError::NoStart,
        };
        self.ends.set(query, none, |node, _| graph.check_node(node))
    }

    fn key(&self, node: u32) -> Key {
        self.nodes[node as usize].key
    }

    /// Whether costs run against the edges.
    fn backward(&self) -> bool {
        self.direction == Direction::Towards
    }

    /// The key of a node as a seed.
    fn seed_key(&self, node: u32) -> Key {
        match self.ends.seed_at(node) {
            UNREACHED => NEVER,
            cost => (cost, 0),
        }
    }

    fn set(&mut self, node: u32, key: Key, next: (u32, u32)) {
        self.nodes[node as usize] = Node { key, next };
        self.heap.push(Reverse((key, node)));
    }

    fn fill_all(&mut self, graph: &Graph) {
        for at in 0..self.ends.seeds().len() {
            let (node, cost) = self.ends.seeds()[at];
            if cost <= self.ends.bound {
                self.set(node, (cost, 0), (NONE, NONE));
            }
        }
        self.spread(graph, |_| ());
        self.ends.finish();
    }

    /// Dijkstra's algorithm from what is in the heap.
    fn spread(&mut self, graph: &Graph, mut settled: impl FnMut(u32)) {
        let backward = self.backward();
        while let Some(Reverse((key, node))) = self.heap.pop() {
            if key != self.key(node) || !self.ends.settles(node, key.0) {
                continue;
            }
            settled(node);
            for (place, other) in graph.links(node, backward) {
                let offer = farther(key, self.edge_costs[place as usize]);
                let known = &mut self.nodes[other as usize];
                let next = (graph.edge_at(place), node);
                if offer < known.key && offer.0 <= self.ends.bound {
                    self.set(other, offer, next);
                } else if offer == known.key && offer != NEVER {
                    known.next = known.next.min(next);
                }
            }
        }
    }

    /// The best that a seed or a neighbour offers a node, and the next edge and node by it.
    fn offered(&self, graph: &Graph, node: u32) -> Node {
        let mut best = Node { key: self.seed_key(node), next: (NONE, NONE) };
        for (place, other) in graph.links(node, !self.backward()) {
            let key = farther(self.key(other), self.edge_costs[place as usize]);
            let next = (graph.edge_at(place), other);
            if key != NEVER && (key, next) < (best.key, best.next) {
                best = Node { key, next };
            }
        }
        if best.key.0 <= self.ends.bound { best } else { UNKNOWN }
    }

    /// Copies the costs that changed, and lists the nodes that edges with another cost lead on from.
    fn copy_changes(&mut self, graph: &Graph) {
        self.changed.clear();
        let new = graph.costs_by_place();
        for (place, (old, &new)) in (0u32..).zip(self.edge_costs.iter_mut().zip(new)) {
            if *old != new {
                *old = new;
                let (tail, head) = graph.ends_at(place);
                self.changed.push(match self.direction {
                    Direction::Towards => tail,
                    Direction::AwayFrom => head,
                });
            }
        }
    }

    fn repair_changed(&mut self, graph: &Graph) {
        self.take_back(graph);
        let mut changed = std::mem::take(&mut self.changed);
        changed.extend_from_slice(&self.taken_back);
        changed.sort_unstable();
        changed.dedup();
        for &node in &changed {
            let offer = self.offered(graph, node);
            if offer.key < self.key(node) {
                self.set(node, offer.key, offer.next);
            }
        }
        let before = changed.len();
        self.spread(graph, |node| changed.push(node));
        // The next edge of a node may be another although its cost is the same: where an edge
        // changed, and where a node changed that it leads to.
        for at in 0..changed.len() {
            if at >= before || self.taken_back.binary_search(&changed[at]).is_ok() {
                changed.extend(graph.links(changed[at], self.backward()).map(|link| link.1));
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for &node in &changed {
            let offer = self.offered(graph, node);
            debug_assert_eq!(offer.key, self.key(node));
            self.nodes[node as usize].next = offer.next;
        }
        self.changed = changed;
    }

    /// Lists the nodes whose costs nothing supports any more, and forgets these costs.
    fn take_back(&mut self, graph: &Graph) {
        let backward = self.backward();
        self.taken_back.clear();
        for at in 0..self.changed.len() {
            let node = self.changed[at];
            if self.key(node) != NEVER {
                self.heap.push(Reverse((self.key(node), node)));
            }
        }
        while let Some(Reverse((key, node))) = self.heap.pop() {
            if key != self.key(node) || self.offered(graph, node).key <= key {
                continue;
            }
            self.nodes[node as usize] = UNKNOWN;
            self.taken_back.push(node);
            for (place, other) in graph.links(node, backward) {
                let supported = farther(key, self.edge_costs[place as usize]);
                if supported != NEVER && supported == self.key(other) {
                    self.heap.push(Reverse((supported, other)));
                }
            }
        }
        self.taken_back.sort_unstable();
    }
}

impl FieldCosts<Graph> for GraphCosts {
    fn fill(&mut self, graph: &Graph, query: &FieldQuery<u32>) -> Result<(), QueryError> {
        self.set_ends(graph, query)?;
        (self.shape, self.direction) = (graph.shape(), query.direction);
        self.edge_costs.clear();
        self.edge_costs.extend_from_slice(graph.costs_by_place());
        self.nodes.clear();
        self.nodes.resize(graph.nodes(), UNKNOWN);
        self.fill_all(graph);
        Ok(())
    }

    fn repair(&mut self, graph: &Graph, query: &FieldQuery<u32>) -> Result<(), QueryError> {
        // What stops at targets knows nothing beyond them, and may have to go farther now.
        if self.ends.has_targets() || self.shape != graph.shape() {
            return self.fill(graph, query);
        }
        self.set_ends(graph, query)?;
        self.copy_changes(graph);
        if self.changed.len() > self.edge_costs.len() / MANY_CHANGES {
            self.nodes.fill(UNKNOWN);
            self.fill_all(graph);
        } else if !self.changed.is_empty() {
            self.repair_changed(graph);
        }
        Ok(())
    }

    fn nodes(&self) -> u32 {
        self.nodes.len() as u32
    }

    fn node(&self, node: u32) -> Option<u32> {
        ((node as usize) < self.nodes.len()).then_some(node)
    }

    fn state(&self, node: u32) -> u32 {
        node
    }

    fn cost(&self, node: u32) -> Option<Cost> {
        let cost = self.key(node).0;
        (cost <= self.ends.bound).then(|| Cost::from_raw(cost))
    }

    fn next(&self, node: u32) -> Option<u32> {
        self.cost(node)?;
        let next = self.nodes[node as usize].next.1;
        (next != NONE).then_some(next)
    }

    fn found(&self) -> &[(u64, u32)] {
        self.ends.found()
    }
}
