//! Which open list a search uses, and in which order ties are broken.

use crate::kernel::cost::Cost;
use crate::question::settings::{Settings, Ties};
use crate::spaces::error::ParseError;
use std::fmt;
use std::str::FromStr;

/// The kinds of open list.
///
/// ```
/// use wayline::Open;
/// assert_eq!("node-array".parse(), Ok(Open::NodeArray));
/// assert_eq!(Open::ALL.len(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Open {
    /// Open and closed states in two linear arrays; no record per node.
    Array,
    /// A linear array of open nodes, and a record per node.
    NodeArray,
    /// A four-ary heap.
    Heap,
    /// A pairing heap with decrease-key.
    Pairing,
    /// Buckets of f.
    Bucket,
}

impl Open {
    /// All of them.
    pub const ALL: [Open; 5] =
        [Open::Array, Open::NodeArray, Open::Heap, Open::Pairing, Open::Bucket];

    /// The name, as on the command line.
    ///
    /// ```
    /// assert_eq!(wayline::Open::Bucket.name(), "bucket");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Open::Array => "array",
            Open::NodeArray => "node-array",
            Open::Heap => "heap",
            Open::Pairing => "pairing",
            Open::Bucket => "bucket",
        }
    }

    /// What it is, in a few words.
    ///
    /// ```
    /// assert!(wayline::Open::Heap.summary().contains("four-ary"));
    /// ```
    pub const fn summary(self) -> &'static str {
        match self {
            Open::Array => "open and closed states in plain arrays, searched from end to end",
            Open::NodeArray => "a plain array of open states, and a record for each node",
            Open::Heap => "a four-ary heap; outdated entries are skipped",
            Open::Pairing => "a pairing heap with true decrease-key",
            Open::Bucket => "a stack for each f, or for each slice of f",
        }
    }
}

impl FromStr for Open {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Open, ParseError> {
        let found = Open::ALL.into_iter().find(|open| open.name() == name);
        found.ok_or_else(|| ParseError::unknown("open list", name, Open::ALL.map(Open::name)))
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The tie-break between states of equal f.
#[derive(Clone, Copy)]
pub(crate) struct TieRule(Ties);

impl TieRule {
    #[cfg(test)]
    pub(crate) fn new(ties: Ties) -> TieRule {
        TieRule(ties)
    }

    /// As asked for; the space's default was filled in before.
    pub(crate) fn of(settings: &Settings<'_>) -> TieRule {
        TieRule(settings.ties.unwrap_or(Ties::Newest))
    }

    /// The tie-break by which the newest comes first, of a state that is put after this many others.
    #[inline]
    pub(crate) fn newest(puts: u64) -> u32 {
        !(puts.min(u32::MAX as u64) as u32)
    }

    /// The tie-break of a state that is put at cost `g`, after this many others. Costs are told apart
    /// to 1/256, up to 2²⁴; beyond, they tie.
    #[inline]
    pub(crate) fn tie(self, g: Cost, puts: u64) -> u32 {
        let coarse = || (g.raw() >> 24).min(u32::MAX as u64) as u32;
        match self.0 {
            Ties::Newest => TieRule::newest(puts),
            Ties::HighG => !coarse(),
            Ties::LowG => coarse(),
        }
    }
}
