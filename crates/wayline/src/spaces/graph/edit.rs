//! Edits of a graph: costs that change, edges that are closed and reopened, new nodes and edges.
//!
//! Numbers are stable: an edit never renumbers a node or an edge. The next query sees the edit. Positions give an
//! admissible estimate after every edit; [`GraphLandmarks`](super::GraphLandmarks) hold while costs rise and edges
//! are closed, and are refused after anything that may make a path cheaper. A [`GraphIndex`](crate::GraphIndex)
//! answers for the graph as it was prepared: [`fits`](crate::GraphIndex::fits) says whether that is still this
//! graph.

use super::{Graph, Rows};
use crate::kernel::cost::Cost;
use crate::kernel::node::next_revision;
use crate::spaces::error::GraphError;

impl Graph {
    /// Changes what an edge costs, as traffic does. This takes effect with the next query, or for a closed edge
    /// when it is reopened; estimates stay admissible.
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// graph.set_cost(0, 7.5)?;
    /// assert!(graph.set_cost(0, f64::NAN).is_err());
    /// assert!(graph.set_cost(1, 1.0).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_cost(&mut self, edge: u32, cost: f64) -> Result<(), GraphError> {
        self.revision = next_revision();
        let (from, to, before) = self.known_edge(edge)?;
        let cost = edge_cost(edge as usize, from, to, cost)?;
        let Some(place) = self.rows.place(edge) else {
            self.closed.insert(edge, (from, to, cost));
            return Ok(());
        };
        self.rows.cost[place] = cost;
        self.longest = self.longest.max(cost);
        self.fingerprint.cost_changed(edge, (from, to), before, cost);
        if cost < before {
            self.cost_fell(from, to, cost);
        }
        Ok(())
    }

    /// Closes an edge, as roadworks do, and says whether that changed anything. The edge keeps its number and its
    /// cost, and no search takes it until it is [reopened](Graph::reopen). This takes time for each edge of its
    /// two nodes.
    ///
    /// ```
    /// use wayline::Graph;
    /// let mut city = Graph::from_edges(3, [(0, 2, 5.0), (0, 1, 3.0), (1, 2, 3.0)])?;
    /// assert!(city.close(0)?);
    /// assert_eq!(*city.path(0, 2)?.path, [0, 1, 2]);
    /// assert!(city.reopen(0)?);
    /// assert_eq!(*city.path(0, 2)?.path, [0, 2]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn close(&mut self, edge: u32) -> Result<bool, GraphError> {
        self.revision = next_revision();
        self.known_edge(edge)?;
        let closed = self.rows.close(edge);
        if let Some((from, to, cost)) = closed {
            self.closed.insert(edge, (from, to, cost));
            self.shape = next_revision();
            self.fingerprint.cost_changed(edge, (from, to), cost, Cost::INFINITE);
        }
        Ok(closed.is_some())
    }

    /// Reopens an edge that was [closed](Graph::close), and says whether that changed anything. For
    /// [`GraphLandmarks`](crate::GraphLandmarks), this counts as a cost that falls.
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// assert!(!graph.reopen(0)?); // It was open.
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn reopen(&mut self, edge: u32) -> Result<bool, GraphError> {
        self.revision = next_revision();
        self.known_edge(edge)?;
        let Some(&(from, to, cost)) = self.closed.get(&edge) else { return Ok(false) };
        self.check_room()?;
        self.closed.remove(&edge);
        self.open(edge, from, to, cost);
        Ok(true)
    }

    /// Whether an edge is [closed](Graph::close). `false` for an edge that does not exist.
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// graph.close(0)?;
    /// assert!(graph.is_closed(0));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_closed(&self, edge: u32) -> bool {
        self.closed.contains_key(&edge)
    }

    /// Adds a node, and returns its number: the next one. It has no name. In a graph with positions, every node
    /// needs one: see [`Graph::add_node_at`].
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [])?;
    /// assert_eq!(graph.add_node()?, 2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn add_node(&mut self) -> Result<u32, GraphError> {
        self.revision = next_revision();
        if self.placed.is_some() {
            return Err(GraphError::BadPositions(
                "the nodes of this graph have them: use add_node_at",
            ));
        }
        self.new_node()
    }

    /// Adds a node at a position: (x, y) in the plane, or (latitude, longitude) on the globe, like the other
    /// nodes. You can give [`Positions`](crate::Positions) to a graph without nodes first.
    ///
    /// ```
    /// use wayline::{Graph, Positions};
    /// let mut graph = Graph::from_edges(0, [])?.with_positions(Positions::Plane(vec![]))?;
    /// let (a, b) = (graph.add_node_at((0.0, 0.0))?, graph.add_node_at((3.0, 4.0))?);
    /// graph.add_two_way(a, b, 5.0)?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn add_node_at(&mut self, position: (f64, f64)) -> Result<u32, GraphError> {
        self.revision = next_revision();
        let node = self.nodes();
        match &mut self.placed {
            Some(placed) if node < Graph::MAX => placed.add(node as u32, position)?,
            Some(_) => {}
            None => {
                let why =
                    "the nodes of this graph have none: use add_node, or with_positions first";
                return Err(GraphError::BadPositions(why));
            }
        }
        self.new_node()
    }

    /// Adds an edge, and returns its number: the next one. Many edges can be added one by one; each takes time for
    /// the edges of its two nodes at most, and constant time on average.
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// assert_eq!(graph.add_edge(1, 0, 2.5)?, 1);
    /// assert!(graph.add_edge(1, 2, 1.0).is_err()); // There is no node 2.
    /// assert!(graph.add_edge(1, 0, -1.0).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn add_edge(&mut self, from: u32, to: u32, cost: f64) -> Result<u32, GraphError> {
        self.revision = next_revision();
        let (nodes, edges) = (self.nodes(), self.edges());
        for node in [from, to] {
            if node as usize >= nodes {
                return Err(GraphError::NoSuchNode { node, nodes });
            }
        }
        let cost = edge_cost(edges, from, to, cost)?;
        self.check_room()?;
        let edge = self.rows.add_edge();
        self.fingerprint.edge_added(edge, (from, to));
        self.open(edge, from, to, cost);
        Ok(edge)
    }

    /// Adds an edge each way, and returns their numbers: there, and back.
    ///
    /// ```
    /// let mut graph = wayline::Graph::from_edges(2, [])?;
    /// assert_eq!(graph.add_two_way(0, 1, 2.5)?, (0, 1));
    /// assert_eq!(graph.edge_between(1, 0), Some(1));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn add_two_way(&mut self, a: u32, b: u32, cost: f64) -> Result<(u32, u32), GraphError> {
        Ok((self.add_edge(a, b, cost)?, self.add_edge(b, a, cost)?))
    }

    fn known_edge(&self, edge: u32) -> Result<(u32, u32, Cost), GraphError> {
        self.edge(edge).ok_or(GraphError::NoSuchEdge { edge, edges: self.edges() })
    }

    fn new_node(&mut self) -> Result<u32, GraphError> {
        let nodes = self.nodes();
        if nodes >= Graph::MAX {
            return Err(GraphError::TooMany { what: "nodes", count: nodes + 1, max: Graph::MAX });
        }
        self.rows.add_node();
        self.shape = next_revision();
        self.fingerprint.node_added(nodes);
        Ok(nodes as u32)
    }

    /// Refuses an edge in a graph so large that its rows cannot grow any more.
    fn check_room(&self) -> Result<(), GraphError> {
        if self.rows.is_full() {
            return Err(GraphError::TooMany {
                what: "edges to edit",
                count: self.edges(),
                max: 1 << 30,
            });
        }
        Ok(())
    }

    /// Opens an edge that is closed or new.
    fn open(&mut self, edge: u32, from: u32, to: u32, cost: Cost) {
        self.rows.open(edge, from, to, cost);
        self.shape = next_revision();
        self.fingerprint.cost_changed(edge, (from, to), Cost::INFINITE, cost);
        self.longest = self.longest.max(cost);
        self.cost_fell(from, to, cost);
        if self.rows.is_loose() {
            self.pack();
        }
    }

    /// A path may have become cheaper.
    fn cost_fell(&mut self, from: u32, to: u32, cost: Cost) {
        if let Some(placed) = &mut self.placed {
            placed.cost_fell(from, to, cost);
        }
    }

    /// Lays the rows out again, without free slots.
    fn pack(&mut self) {
        let edges = 0..self.edges() as u32;
        let list: Vec<_> = edges.clone().filter_map(|edge| self.edge(edge)).collect();
        self.rows = Rows::of(self.nodes(), &list);
        for edge in edges.filter(|&edge| self.closed.contains_key(&edge)) {
            self.rows.close(edge);
        }
    }
}

/// The cost of an edge, or what is wrong with it.
pub(crate) fn edge_cost(edge: usize, from: u32, to: u32, cost: f64) -> Result<Cost, GraphError> {
    Cost::try_from(cost).map_err(|cost| GraphError::BadEdge { edge, from, to, cost })
}
