//! [`GraphBuilder`]: a graph by the names of its nodes.

use super::{Graph, Positions};
use crate::spaces::error::GraphError;
use rustc_hash::FxHashMap;

/// Builds a [`Graph`] by names. The first mention of a name makes a new node; nodes and edges are numbered in the
/// order in which they come.
///
/// ```
/// use wayline::{search, Graph, Query, Workspace};
///
/// let trains = Graph::builder()
///     .two_way("Paris", "Lyon", 465.0)
///     .two_way("Lyon", "Marseille", 315.0)
///     .edge("Paris", "Marseille", 790.0)
///     .build()?;
/// let [paris, marseille] = ["Paris", "Marseille"].map(|name| trains.node_named(name).unwrap());
/// let mut work = Workspace::new();
/// let answer = search(&trains, &Query::new(paris, marseille), &mut work)?;
/// let stops: Vec<_> = answer.path.iter().filter_map(|&node| trains.name(node)).collect();
/// assert_eq!(stops, ["Paris", "Lyon", "Marseille"]);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    names: Vec<String>,
    by_name: FxHashMap<String, u32>,
    edges: Vec<(u32, u32, f64)>,
    /// By node, as far as there are any.
    points: Vec<Option<(f64, f64)>>,
    on_plane: bool,
    on_globe: bool,
}

impl Graph {
    /// Builds a graph by the names of its nodes. See [`GraphBuilder`].
    ///
    /// ```
    /// let graph = wayline::Graph::builder().edge("a", "b", 1.0).build()?;
    /// assert_eq!(graph.nodes(), 2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn builder() -> GraphBuilder {
        GraphBuilder::default()
    }
}

impl GraphBuilder {
    /// Adds a node, which needs no edges.
    ///
    /// ```
    /// let graph = wayline::Graph::builder().node("Easter Island").build()?;
    /// assert_eq!(graph.node_named("Easter Island"), Some(0));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn node(mut self, name: impl AsRef<str>) -> GraphBuilder {
        self.number(name.as_ref());
        self
    }

    /// Adds an edge from one node to another.
    ///
    /// ```
    /// let graph = wayline::Graph::builder().edge("spring", "sea", 12.5).build()?;
    /// assert_eq!((graph.edge_between(0, 1), graph.edge_between(1, 0)), (Some(0), None));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edge(mut self, from: impl AsRef<str>, to: impl AsRef<str>, cost: f64) -> GraphBuilder {
        let (from, to) = (self.number(from.as_ref()), self.number(to.as_ref()));
        self.edges.push((from, to, cost));
        self
    }

    /// Adds an edge each way.
    ///
    /// ```
    /// let graph = wayline::Graph::builder().two_way("here", "there", 1.0).build()?;
    /// assert_eq!((graph.edge_between(0, 1), graph.edge_between(1, 0)), (Some(0), Some(1)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn two_way(self, a: impl AsRef<str>, b: impl AsRef<str>, cost: f64) -> GraphBuilder {
        self.edge(&a, &b, cost).edge(b, a, cost)
    }

    /// Sets where a node is, in the plane. See [`Positions::Plane`]. If one node has a position, all must.
    ///
    /// ```
    /// let graph = wayline::Graph::builder()
    ///     .point("a", 0.0, 0.0)
    ///     .point("b", 3.0, 4.0)
    ///     .two_way("a", "b", 5.0)
    ///     .build()?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn point(mut self, name: impl AsRef<str>, x: f64, y: f64) -> GraphBuilder {
        self.on_plane = true;
        self.place(name.as_ref(), (x, y))
    }

    /// Sets where a node is on the globe, in degrees. See [`Positions::Globe`]. If one node has a position, all
    /// must.
    ///
    /// ```
    /// let error = wayline::Graph::builder()
    ///     .globe("Paris", 48.86, 2.35)
    ///     .two_way("Paris", "Lyon", 465.0)
    ///     .build()
    ///     .unwrap_err();
    /// assert!(error.to_string().contains("'Lyon'"));
    /// ```
    pub fn globe(mut self, name: impl AsRef<str>, latitude: f64, longitude: f64) -> GraphBuilder {
        self.on_globe = true;
        self.place(name.as_ref(), (latitude, longitude))
    }

    /// Makes the graph. Costs and positions are checked here.
    ///
    /// ```
    /// assert!(wayline::Graph::builder().edge("a", "b", -1.0).build().is_err());
    /// ```
    pub fn build(mut self) -> Result<Graph, GraphError> {
        let graph = Graph::from_edges(self.names.len(), self.edges)?;
        let graph = match (self.on_plane, self.on_globe) {
            (false, false) => graph,
            (true, true) => {
                return Err(GraphError::BadPositions("some are in the plane, others on the globe"));
            }
            (plane, _) => {
                self.points.resize(self.names.len(), None);
                let missing = self.points.iter().position(Option::is_none);
                if let Some(node) = missing {
                    return Err(GraphError::Unplaced { name: self.names[node].clone() });
                }
                let points = self.points.into_iter().flatten().collect();
                let positions =
                    if plane { Positions::Plane(points) } else { Positions::Globe(points) };
                graph.with_positions(positions)?
            }
        };
        graph.with_names(self.names)
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&node) = self.by_name.get(name) {
            return node;
        }
        // Too many are refused when the graph is built.
        let node = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), node);
        node
    }

    fn place(mut self, name: &str, position: (f64, f64)) -> GraphBuilder {
        let node = self.number(name) as usize;
        if self.points.len() <= node {
            self.points.resize(node + 1, None);
        }
        self.points[node] = Some(position);
        self
    }
}
