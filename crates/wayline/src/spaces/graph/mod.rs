//! Explicit graphs: directed, with non-negative costs.
//!
//! Edges lie sorted by the node they leave (compressed sparse rows), and once more by the node they enter, for
//! searches from the goal. Parallel edges and loops are allowed. Everything can be changed between queries: costs,
//! which edges are open, and the shape. `rows.rs` says how rows grow.

mod builder;
mod edit;
pub(crate) mod fingerprint;
pub(crate) mod landmarks;
pub(crate) mod positions;
mod rows;
#[cfg(feature = "serde")]
mod snapshot;

pub use builder::GraphBuilder;
pub use landmarks::GraphLandmarks;
pub use positions::{Positions, great_circle};

use crate::kernel::cost::Cost;
use crate::kernel::node::next_revision;
use crate::spaces::error::GraphError;
use fingerprint::Fingerprint;
use positions::Placed;
use rows::Rows;
use rustc_hash::FxHashMap;

/// A directed graph with non-negative costs.
///
/// ```
/// use wayline::Graph;
///
/// // Four intersections, and streets with travel times in minutes.
/// let mut city = Graph::from_edges(4, [(0, 1, 2.0), (1, 3, 2.0), (0, 2, 1.5), (2, 3, 3.0)])?;
/// assert_eq!(*city.path(0, 3)?.path, [0, 1, 3]);
///
/// city.set_cost(1, 9.0)?; // A jam on the street from 1 to 3.
/// assert_eq!(*city.path(0, 3)?.path, [0, 2, 3]);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// The open edges, by the node they leave and by the node they enter.
    pub(crate) rows: Rows,
    /// The closed ones, by their numbers: from, to, cost.
    pub(crate) closed: FxHashMap<u32, (u32, u32, Cost)>,
    pub(crate) placed: Option<Placed>,
    /// Nodes that were added later have none.
    pub(crate) names: Vec<String>,
    pub(crate) by_name: FxHashMap<String, u32>,
    pub(crate) fingerprint: Fingerprint,
    /// Another one after every edit.
    pub(crate) revision: u64,
    /// No edge costs more. Not lowered when the most expensive falls: it only sizes buckets.
    pub(crate) longest: Cost,
    /// Graphs with the same number have the same nodes and open edges, whatever these cost: a clone has
    /// its original's, any other graph one of its own.
    pub(crate) shape: u64,
}

impl Graph {
    /// The most nodes, and the most edges, a graph may have.
    pub const MAX: usize = u32::MAX as usize - 1;

    /// A graph of this many nodes, numbered from zero, with edges given as (from, to, cost). An edge is numbered
    /// by its place in the list. Costs that are negative, infinite or not numbers are refused.
    ///
    /// ```
    /// use wayline::Graph;
    /// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 2.5)])?;
    /// assert_eq!((graph.nodes(), graph.edges()), (3, 2));
    ///
    /// let error = Graph::from_edges(2, [(0, 1, 1.0), (1, 0, -2.0)]).unwrap_err();
    /// assert!(error.to_string().starts_with("edge 1 (1 -> 0): -2 is not a cost"));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_edges(
        nodes: usize,
        edges: impl IntoIterator<Item = (u32, u32, f64)>,
    ) -> Result<Graph, GraphError> {
        if nodes > Graph::MAX {
            return Err(GraphError::TooMany { what: "nodes", count: nodes, max: Graph::MAX });
        }
        let mut list = Vec::new();
        for (edge, (from, to, cost)) in edges.into_iter().enumerate() {
            for node in [from, to] {
                if node as usize >= nodes {
                    return Err(GraphError::NoSuchNode { node, nodes });
                }
            }
            let cost = edit::edge_cost(edge, from, to, cost)?;
            if list.len() == Graph::MAX {
                return Err(GraphError::TooMany {
                    what: "edges",
                    count: edge + 1,
                    max: Graph::MAX,
                });
            }
            list.push((from, to, cost));
        }
        Ok(Graph::from_list(nodes, &list))
    }

    /// The same from costs as the engine keeps them, such as sums that should not be rounded. An edge that costs
    /// infinitely much is an error.
    ///
    /// ```
    /// use wayline::{Cost, Graph};
    /// let graph = Graph::from_exact_edges(2, [(0, 1, Cost::from(3) + Cost::SQRT_2)])?;
    /// assert_eq!(graph.cost(0, 1)?, Cost::from(3) + Cost::SQRT_2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_exact_edges(
        nodes: usize,
        edges: impl IntoIterator<Item = (u32, u32, Cost)>,
    ) -> Result<Graph, GraphError> {
        let list: Vec<(u32, u32, Cost)> = edges.into_iter().collect();
        for (what, count) in [("nodes", nodes), ("edges", list.len())] {
            if count > Graph::MAX {
                return Err(GraphError::TooMany { what, count, max: Graph::MAX });
            }
        }
        for (edge, &(from, to, cost)) in list.iter().enumerate() {
            if let Some(node) = [from, to].into_iter().find(|&node| node as usize >= nodes) {
                return Err(GraphError::NoSuchNode { node, nodes });
            }
            if cost.is_infinite() {
                edit::edge_cost(edge, from, to, f64::INFINITY)?;
            }
        }
        Ok(Graph::from_list(nodes, &list))
    }

    /// From edges that were checked.
    fn from_list(nodes: usize, list: &[(u32, u32, Cost)]) -> Graph {
        let longest = list.iter().map(|&(_, _, cost)| cost).max().unwrap_or_default();
        Graph {
            rows: Rows::of(nodes, list),
            closed: FxHashMap::default(),
            placed: None,
            names: Vec::new(),
            by_name: FxHashMap::default(),
            fingerprint: Fingerprint::of(nodes, list),
            revision: next_revision(),
            longest,
            shape: next_revision(),
        }
    }

    /// Gives the nodes positions, one each, from which the engine makes an estimate: the straight line, times the
    /// smallest cost per length of any edge, rounded down. If an edge costs nothing, that is zero, and no estimate
    /// is used.
    ///
    /// ```
    /// use wayline::{Graph, Positions};
    /// let graph = Graph::from_edges(2, [(0, 1, 10.0)])?
    ///     .with_positions(Positions::Plane(vec![(0.0, 0.0), (3.0, 4.0)]))?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn with_positions(mut self, positions: Positions) -> Result<Graph, GraphError> {
        let nodes = self.nodes();
        self.placed = Some(Placed::new(positions, nodes, self.open_edges())?);
        self.revision = next_revision();
        Ok(self)
    }

    /// Gives the nodes names, one each. If several nodes have the same name, it finds the first.
    ///
    /// ```
    /// use wayline::Graph;
    /// let names = ["Lyon", "Paris"].map(String::from);
    /// let graph = Graph::from_edges(2, [(0, 1, 465.0)])?.with_names(names)?;
    /// assert_eq!(graph.node_named("Paris"), Some(1));
    /// assert_eq!(graph.name(0), Some("Lyon"));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn with_names(mut self, names: impl Into<Vec<String>>) -> Result<Graph, GraphError> {
        let names = names.into();
        let (given, nodes) = (names.len(), self.nodes());
        if given != nodes {
            return Err(GraphError::NotOnePerNode { what: "names", given, nodes });
        }
        self.set_names(names);
        Ok(self)
    }

    /// Names the first nodes.
    fn set_names(&mut self, names: Vec<String>) {
        self.by_name.clear();
        for (node, name) in names.iter().enumerate() {
            self.by_name.entry(name.clone()).or_insert(node as u32);
        }
        self.names = names;
    }

    /// How many nodes there are.
    ///
    /// ```
    /// assert_eq!(wayline::Graph::from_edges(3, [])?.nodes(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn nodes(&self) -> usize {
        self.rows.nodes()
    }

    /// How many edges there are, closed ones included: every number below this is an edge.
    ///
    /// ```
    /// assert_eq!(wayline::Graph::from_edges(3, [(0, 0, 1.0)])?.edges(), 1);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edges(&self) -> usize {
        self.rows.edges()
    }

    /// The node with a name.
    ///
    /// ```
    /// assert_eq!(wayline::Graph::from_edges(3, [])?.node_named("Oslo"), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn node_named(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The name of a node, if it has one.
    ///
    /// ```
    /// assert_eq!(wayline::Graph::from_edges(3, [])?.name(0), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn name(&self, node: u32) -> Option<&str> {
        self.names.get(node as usize).map(String::as_str)
    }

    /// Where an edge leads from and to, and what it costs, whether it is open or
    /// [closed](Graph::is_closed).
    ///
    /// ```
    /// use wayline::{Cost, Graph};
    /// let graph = Graph::from_edges(3, [(2, 0, 4.0)])?;
    /// assert_eq!(graph.edge(0), Some((2, 0, Cost::from(4))));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edge(&self, edge: u32) -> Option<(u32, u32, Cost)> {
        self.open_edge(edge).or_else(|| self.closed.get(&edge).copied())
    }

    /// The same of an edge that is open.
    pub(crate) fn open_edge(&self, edge: u32) -> Option<(u32, u32, Cost)> {
        self.rows.edge(edge)
    }

    /// What an edge costs; infinitely much if it is closed.
    #[inline]
    pub(crate) fn open_cost(&self, edge: u32) -> Cost {
        self.rows.place(edge).map_or(Cost::INFINITE, |place| self.rows.cost[place])
    }

    /// The open edges out of a node, by ascending number: number, head, cost. Empty for a node that
    /// does not exist.
    ///
    /// ```
    /// let graph = wayline::Graph::from_edges(3, [(0, 1, 1.0), (0, 2, 2.0)])?;
    /// assert_eq!(graph.edges_from(0).count(), 2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edges_from(&self, node: u32) -> impl Iterator<Item = (u32, u32, Cost)> + '_ {
        let range = if (node as usize) < self.nodes() { self.out(node) } else { 0..0 };
        range.map(|at| (self.rows.edge[at], self.rows.head[at], self.rows.cost[at]))
    }

    /// The edges along a path of nodes: of parallel ones the cheapest, then the one with the
    /// smallest number. `None` if two nodes in a row are not joined.
    ///
    /// ```
    /// let graph = wayline::Graph::from_edges(2, [(0, 1, 5.0), (0, 1, 3.0)])?;
    /// assert_eq!(graph.edges_along(&[0, 1]), Some(vec![1]));
    /// assert_eq!(graph.edges_along(&[1, 0]), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edges_along(&self, path: &[u32]) -> Option<Vec<u32>> {
        path.windows(2).map(|pair| self.edge_between(pair[0], pair[1])).collect()
    }

    /// The edge from one node to another: of parallel ones the cheapest that is open, then the one
    /// with the smallest number. `None` if there is none.
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [(0, 1, 3.0), (0, 1, 2.0), (0, 1, 2.0)])?;
    /// assert_eq!(graph.edge_between(0, 1), Some(1));
    /// assert_eq!(graph.edge_between(1, 0), None);
    ///
    /// graph.close(1)?;
    /// assert_eq!(graph.edge_between(0, 1), Some(2));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edge_between(&self, from: u32, to: u32) -> Option<u32> {
        let between = self.edges_from(from).filter(|&(_, head, _)| head == to);
        between.map(|(edge, _, cost)| (cost, edge)).min().map(|(_, edge)| edge)
    }

    #[inline]
    pub(crate) fn out(&self, node: u32) -> std::ops::Range<usize> {
        self.rows.leaving(node)
    }

    #[inline]
    pub(crate) fn into(&self, node: u32) -> std::ops::Range<usize> {
        self.rows.entering(node)
    }

    /// Distinguishes graphs of one shape, clones of each other, from all others.
    pub(crate) fn shape(&self) -> u64 {
        self.shape
    }

    /// The costs of all edges, by their places.
    pub(crate) fn costs_by_place(&self) -> &[Cost] {
        &self.rows.cost
    }

    /// The number of the edge at a place.
    #[inline]
    pub(crate) fn edge_at(&self, place: u32) -> u32 {
        self.rows.edge[place as usize]
    }

    /// The tail and the head of the edge at a place.
    pub(crate) fn ends_at(&self, place: u32) -> (u32, u32) {
        let (tail, head, _) = self.edge(self.edge_at(place)).expect("an edge is at this place");
        (tail, head)
    }

    /// The edges out of a node, or into it: places, and the nodes at the other end.
    #[inline]
    pub(crate) fn links(&self, node: u32, incoming: bool) -> impl Iterator<Item = (u32, u32)> + '_ {
        let range = if incoming { self.into(node) } else { self.out(node) };
        range.map(move |at| match incoming {
            true => (self.rows.place_in[at], self.rows.tail[at]),
            false => (at as u32, self.rows.head[at]),
        })
    }

    /// Where nodes lie in a plane, roughly, if they have positions.
    pub(crate) fn plane(&self) -> Option<Vec<(i64, i64)>> {
        self.placed.as_ref().map(Placed::plane)
    }

    /// A number that follows all nodes, edges and costs; closed edges cost infinitely much.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint.now()
    }

    /// Every edge that is open.
    pub(crate) fn open_edges(&self) -> impl Iterator<Item = (u32, u32, Cost)> + '_ {
        (0..self.nodes() as u32).flat_map(move |node| {
            self.out(node).map(move |at| (node, self.rows.head[at], self.rows.cost[at]))
        })
    }
}
