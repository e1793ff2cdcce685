//! [`LeftOut`]: what a file has that its network has not.

use std::fmt;

/// A kind of thing that may be left out of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Part {
    /// Nodes of the network, or of the file.
    Nodes,
    /// Edges of the network, or what they would be made from.
    Edges,
    /// Turn restrictions.
    Restrictions,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Part::Nodes => "nodes",
            Part::Edges => "edges",
            Part::Restrictions => "restrictions",
        })
    }
}

/// How many parts of a kind were left out for the same reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Omission {
    /// What was left out.
    pub part: Part,
    /// Why, in words that complete "12 nodes: …".
    pub why: &'static str,
    /// How many.
    pub count: u64,
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.count, self.part, self.why)
    }
}

/// What a file has that its network has not, and why. Nothing is left out silently.
///
/// ```
/// use wayline_networks::{Part, ReadOptions, read};
/// let options = ReadOptions { largest_part: Some(true), ..ReadOptions::default() };
/// let text = b"p sp 3 3\na 1 2 5\na 2 1 5\na 2 3 5\n";
/// let left_out = read(text, None, &options)?.left_out;
/// assert_eq!((left_out.count(Part::Nodes), left_out.count(Part::Edges)), (1, 1));
/// assert_eq!(
///     left_out.omissions()[0].to_string(),
///     "1 nodes: outside the largest strongly connected part"
/// );
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    omissions: Vec<Omission>,
}

impl LeftOut {
    /// Each reason with its count, in the order in which they came up. No count is zero.
    pub fn omissions(&self) -> &[Omission] {
        &self.omissions
    }

    /// How many parts of a kind were left out, for whatever reason.
    pub fn count(&self, part: Part) -> u64 {
        self.omissions.iter().filter(|o| o.part == part).map(|o| o.count).sum()
    }

    pub(crate) fn add(&mut self, part: Part, why: &'static str, count: u64) {
        if count == 0 {
            return;
        }
        match self.omissions.iter_mut().find(|o| o.part == part && o.why == why) {
            Some(known) => known.count += count,
            None => self.omissions.push(Omission { part, why, count }),
        }
    }
}
