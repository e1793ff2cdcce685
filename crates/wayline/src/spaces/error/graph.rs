//! [`GraphError`]: what can be wrong with a graph.

use crate::kernel::cost::BadCost;

/// What is wrong with a graph, or with an edit of one.
///
/// ```
/// use wayline::{Graph, GraphError};
/// let error = Graph::from_edges(2, [(0, 5, 1.0)]).unwrap_err();
/// assert_eq!(error, GraphError::NoSuchNode { node: 5, nodes: 2 });
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A node number the graph does not have.
    #[error("node {node} does not exist: the graph has {nodes} nodes")]
    NoSuchNode {
        /// The number asked for.
        node: u32,
        /// How many there are.
        nodes: usize,
    },
    /// An edge number the graph does not have.
    #[error("edge {edge} does not exist: the graph has {edges} edges")]
    NoSuchEdge {
        /// The number asked for.
        edge: u32,
        /// How many there are.
        edges: usize,
    },
    /// An edge whose cost is not one.
    #[error("edge {edge} ({from} -> {to}): {cost}")]
    BadEdge {
        /// Which edge, in the order given, from zero.
        edge: usize,
        /// Its tail.
        from: u32,
        /// Its head.
        to: u32,
        /// What is wrong with its cost.
        cost: BadCost,
    },
    /// More nodes or edges than the engine numbers.
    #[error("{count} {what}: the engine numbers at most {max}")]
    TooMany {
        /// Nodes, edges, names.
        what: &'static str,
        /// How many were given.
        count: usize,
        /// How many there may be.
        max: usize,
    },
    /// Positions or names that are not one for each node.
    #[error("{given} {what} for {nodes} nodes: expected one for each")]
    NotOnePerNode {
        /// Positions or names.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A position that is not finite, or not on the globe.
    #[error("the position of node {node} is ({x}, {y}): expected {expected}")]
    BadPosition {
        /// Which node's.
        node: u32,
        /// First coordinate.
        x: f64,
        /// Second coordinate.
        y: f64,
        /// What was expected.
        expected: &'static str,
    },
    /// Positions that are missing, not wanted, or of two kinds.
    #[error("positions: {0}")]
    BadPositions(&'static str),
    /// A node without a position in a graph in which others have one.
    #[error("node '{name}' has no position, and others have: expected one for each, or none")]
    Unplaced {
        /// Its name.
        name: String,
    },
}
