//! Explicit graphs: directed, with non-negative costs.
//!
//! Edges lie sorted by the node they leave (compressed sparse rows), and once more by the node they
//! enter, for searches from the goal. Parallel edges and loops are allowed. Costs can be changed
//! between queries; the shape cannot.

mod landmarks;
mod positions;
mod problem;

pub use landmarks::Landmarks;
pub use positions::{Positions, great_circle};

use crate::cost::Cost;
use crate::error::Error;
use positions::Placed;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// A directed graph with non-negative costs.
///
/// ```
/// use wayline::{search, Graph, Query, Workspace};
///
/// // Four intersections, and streets with travel times in minutes.
/// let mut city = Graph::from_edges(4, [(0, 1, 2.0), (1, 3, 2.0), (0, 2, 1.5), (2, 3, 3.0)])?;
/// let mut work = Workspace::new();
/// assert_eq!(search(&city, &Query::new(0u32, 3u32), &mut work)?.path, [0, 1, 3]);
///
/// city.set_cost(1, 9.0)?; // A jam on the street from 1 to 3.
/// assert_eq!(search(&city, &Query::new(0u32, 3u32), &mut work)?.path, [0, 2, 3]);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// Where the edges out of each node begin in the lists below; one more at the end.
    first_out: Vec<u32>,
    head: Vec<u32>,
    cost: Vec<Cost>,
    /// The number that each of those edges was given with.
    edge: Vec<u32>,
    /// Where the edge with a number is in the lists above.
    place: Vec<u32>,
    /// Where the edges into each node begin in the two lists below.
    first_in: Vec<u32>,
    tail: Vec<u32>,
    /// Where the edge is in the lists above.
    place_in: Vec<u32>,
    placed: Option<Placed>,
    names: Vec<String>,
    by_name: FxHashMap<String, u32>,
    /// How often a cost has fallen: estimates made before that may be too high.
    falls: u64,
    /// No edge costs more. Not lowered when the dearest falls: it only sizes buckets.
    longest: Cost,
    /// Graphs with the same number have the same nodes and edges, whatever these cost: a clone has
    /// its original's, any other graph one of its own.
    shape: u64,
}

/// The next [`Graph::shape`].
static SHAPES: AtomicU64 = AtomicU64::new(1);

impl Graph {
    /// The most nodes, and the most edges, a graph may have.
    pub const MAX: usize = u32::MAX as usize - 1;

    /// A graph of so many nodes, numbered from zero, with edges given as (from, to, cost). An edge
    /// is numbered by its place in the list. Costs that are negative, infinite or not numbers are
    /// refused.
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
    ) -> Result<Graph, Error> {
        if nodes > Graph::MAX {
            return Err(Error::TooMany { what: "nodes", count: nodes, max: Graph::MAX });
        }
        let mut list = Vec::new();
        for (edge, (from, to, cost)) in edges.into_iter().enumerate() {
            for node in [from, to] {
                if node as usize >= nodes {
                    return Err(Error::NoSuchNode { node, nodes });
                }
            }
            let cost =
                Cost::try_from(cost).map_err(|cost| Error::BadEdge { edge, from, to, cost })?;
            if list.len() == Graph::MAX {
                return Err(Error::TooMany { what: "edges", count: edge + 1, max: Graph::MAX });
            }
            list.push((from, to, cost));
        }
        let (first_out, edge) = sorted_by(nodes, &list, |&(from, _, _)| from);
        let head: Vec<u32> = edge.iter().map(|&edge| list[edge as usize].1).collect();
        let cost: Vec<Cost> = edge.iter().map(|&edge| list[edge as usize].2).collect();
        let longest = cost.iter().copied().max().unwrap_or_default();
        let mut place = vec![0; list.len()];
        for (at, &edge) in edge.iter().enumerate() {
            place[edge as usize] = at as u32;
        }
        let (first_in, edge_in) = sorted_by(nodes, &list, |&(_, to, _)| to);
        let tail = edge_in.iter().map(|&edge| list[edge as usize].0).collect();
        let place_in = edge_in.iter().map(|&edge| place[edge as usize]).collect();
        Ok(Graph {
            first_out,
            head,
            cost,
            edge,
            place,
            first_in,
            tail,
            place_in,
            placed: None,
            names: Vec::new(),
            by_name: FxHashMap::default(),
            falls: 0,
            longest,
            shape: SHAPES.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// Gives the nodes positions, one each, from which the engine makes an estimate: the straight
    /// line, times the smallest cost per length of any edge, rounded down. Where an edge costs
    /// nothing, that is nothing, and no estimate is used.
    ///
    /// ```
    /// use wayline::{Graph, Positions};
    /// let graph = Graph::from_edges(2, [(0, 1, 10.0)])?
    ///     .with_positions(Positions::Plane(vec![(0.0, 0.0), (3.0, 4.0)]))?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn with_positions(mut self, positions: Positions) -> Result<Graph, Error> {
        let nodes = self.nodes();
        self.placed = Some(Placed::new(positions, nodes, self.all_edges())?);
        Ok(self)
    }

    /// Gives the nodes names, one each. Of nodes with the same name the first is found by it.
    ///
    /// ```
    /// use wayline::Graph;
    /// let names = ["Lyon", "Paris"].map(String::from);
    /// let graph = Graph::from_edges(2, [(0, 1, 465.0)])?.with_names(names)?;
    /// assert_eq!(graph.node_named("Paris"), Some(1));
    /// assert_eq!(graph.name(0), Some("Lyon"));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn with_names(mut self, names: impl Into<Vec<String>>) -> Result<Graph, Error> {
        let names = names.into();
        let (given, nodes) = (names.len(), self.nodes());
        if given != nodes {
            return Err(Error::NotOnePerNode { what: "names", given, nodes });
        }
        self.by_name.clear();
        for (node, name) in names.iter().enumerate() {
            self.by_name.entry(name.clone()).or_insert(node as u32);
        }
        self.names = names;
        Ok(self)
    }

    /// How many nodes there are.
    ///
    /// ```
    /// assert_eq!(wayline::Graph::from_edges(3, [])?.nodes(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn nodes(&self) -> usize {
        self.first_out.len() - 1
    }

    /// How many edges there are.
    ///
    /// ```
    /// assert_eq!(wayline::Graph::from_edges(3, [(0, 0, 1.0)])?.edges(), 1);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edges(&self) -> usize {
        self.head.len()
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

    /// Where an edge leads from and to, and what it costs.
    ///
    /// ```
    /// use wayline::{Cost, Graph};
    /// let graph = Graph::from_edges(3, [(2, 0, 4.0)])?;
    /// assert_eq!(graph.edge(0), Some((2, 0, Cost::from(4))));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edge(&self, edge: u32) -> Option<(u32, u32, Cost)> {
        let place = *self.place.get(edge as usize)?;
        let after = self.first_out.partition_point(|&first| first <= place);
        Some((after as u32 - 1, self.head[place as usize], self.cost[place as usize]))
    }

    /// The edges out of a node: number, head, cost. Empty for a node that does not exist.
    ///
    /// ```
    /// let graph = wayline::Graph::from_edges(3, [(0, 1, 1.0), (0, 2, 2.0)])?;
    /// assert_eq!(graph.edges_from(0).count(), 2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edges_from(&self, node: u32) -> impl Iterator<Item = (u32, u32, Cost)> + '_ {
        let range = if (node as usize) < self.nodes() { self.out(node) } else { 0..0 };
        range.map(|at| (self.edge[at], self.head[at], self.cost[at]))
    }

    /// Changes what an edge costs, as traffic does. Takes effect with the next query; estimates
    /// stay admissible.
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// graph.set_cost(0, 7.5)?;
    /// assert!(graph.set_cost(0, f64::NAN).is_err());
    /// assert!(graph.set_cost(1, 1.0).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_cost(&mut self, edge: u32, cost: f64) -> Result<(), Error> {
        let edges = self.edges();
        let (from, to, before) = self.edge(edge).ok_or(Error::NoSuchEdge { edge, edges })?;
        let cost = Cost::try_from(cost).map_err(|cost| Error::BadEdge {
            edge: edge as usize,
            from,
            to,
            cost,
        })?;
        self.cost[self.place[edge as usize] as usize] = cost;
        self.longest = self.longest.max(cost);
        if cost < before {
            self.falls += 1;
            if let Some(placed) = &mut self.placed {
                placed.cost_fell(from, to, cost);
            }
        }
        Ok(())
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
        path.windows(2)
            .map(|pair| {
                let between = self.edges_from(pair[0]).filter(|&(_, head, _)| head == pair[1]);
                between.map(|(edge, _, cost)| (cost, edge)).min().map(|(_, edge)| edge)
            })
            .collect()
    }

    #[inline]
    fn out(&self, node: u32) -> std::ops::Range<usize> {
        self.first_out[node as usize] as usize..self.first_out[node as usize + 1] as usize
    }

    #[inline]
    fn into(&self, node: u32) -> std::ops::Range<usize> {
        self.first_in[node as usize] as usize..self.first_in[node as usize + 1] as usize
    }

    /// What tells graphs of one shape, clones of each other, from all others.
    pub(crate) fn shape(&self) -> u64 {
        self.shape
    }

    /// The costs of all edges, by their places.
    pub(crate) fn costs_by_place(&self) -> &[Cost] {
        &self.cost
    }

    /// The number of the edge at a place.
    #[inline]
    pub(crate) fn edge_at(&self, place: u32) -> u32 {
        self.edge[place as usize]
    }

    /// The tail and the head of the edge at a place.
    pub(crate) fn ends_at(&self, place: u32) -> (u32, u32) {
        let after = self.first_out.partition_point(|&first| first <= place);
        (after as u32 - 1, self.head[place as usize])
    }

    /// The edges out of a node, or into it: places, and the nodes at the other end.
    #[inline]
    pub(crate) fn links(&self, node: u32, incoming: bool) -> impl Iterator<Item = (u32, u32)> + '_ {
        let range = if incoming { self.into(node) } else { self.out(node) };
        range.map(move |at| match incoming {
            true => (self.place_in[at], self.tail[at]),
            false => (at as u32, self.head[at]),
        })
    }

    fn all_edges(&self) -> impl Iterator<Item = (u32, u32, Cost)> + '_ {
        (0..self.nodes() as u32).flat_map(move |node| {
            self.out(node).map(move |at| (node, self.head[at], self.cost[at]))
        })
    }
}

/// Sorts edges by one of their ends, keeping their order: where each node's begin, and which they
/// are.
fn sorted_by<E>(nodes: usize, edges: &[E], end: impl Fn(&E) -> u32) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0u32; nodes + 1];
    for edge in edges {
        first[end(edge) as usize + 1] += 1;
    }
    for node in 0..nodes {
        first[node + 1] += first[node];
    }
    let mut next = first.clone();
    let mut sorted = vec![0u32; edges.len()];
    for (number, edge) in edges.iter().enumerate() {
        let at = &mut next[end(edge) as usize];
        sorted[*at as usize] = number as u32;
        *at += 1;
    }
    (first, sorted)
}
