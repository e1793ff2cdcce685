//! [`Limits`]: how large a network may be.

use crate::Problem;
use wayline::Graph;

/// How large a network may be. Checked before memory is taken on the word of a file.
///
/// The defaults let a country through, and stop a file that was made to fill the memory.
///
/// ```
/// use wayline_networks::{Limits, dimacs};
/// let small = Limits { edges: 1, ..Limits::default() };
/// assert!(dimacs::read(b"p sp 2 1\na 1 2 5\n", small).is_ok());
/// assert!(dimacs::read(b"p sp 2 2\na 1 2 5\na 2 1 5\n", small).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The most nodes. [`Graph::MAX`] holds in any case.
    pub nodes: u64,
    /// The most edges, each direction counted. [`Graph::MAX`] holds in any case.
    pub edges: u64,
    /// The most bytes of a file, after decompression.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 1 << 26, edges: 1 << 28, bytes: 1 << 33 }
    }
}

impl Limits {
    /// Whether there may be this many nodes.
    pub(crate) fn check_nodes(self, count: u64) -> Result<(), Problem> {
        check("nodes", count, self.nodes)
    }

    /// Whether there may be this many edges.
    pub(crate) fn check_edges(self, count: u64) -> Result<(), Problem> {
        check("edges", count, self.edges)
    }
}

fn check(what: &'static str, count: u64, max: u64) -> Result<(), Problem> {
    let max = max.min(Graph::MAX as u64);
    if count <= max { Ok(()) } else { Err(Problem::TooMany { what, count, max }) }
}
