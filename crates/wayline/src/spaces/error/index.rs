//! [`IndexError`]: why an index was not made, or not read; [`IndexKind`]: what it is made of.

use super::ParseError;
use crate::kernel::wire::WireError;
use std::fmt;
use std::str::FromStr;

/// What an index is made of.
///
/// ```
/// use wayline::IndexKind;
/// assert_eq!("labels".parse(), Ok(IndexKind::Labels));
/// assert_eq!(IndexKind::Jumps.to_string(), "jumps");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum IndexKind {
    /// Labels on the corners of the obstacles, or on the nodes of a graph: each knows its distance to a few
    /// others, and any two have one of these in common. A query looks things up and searches nothing.
    Labels,
    /// What jump point search derives from a grid; a query is then a jump point search. For maps of scattered
    /// obstacles, where labels would not fit.
    Jumps,
    /// The nodes of a graph by importance, with arcs that lead upwards: a query climbs from both
    /// ends. For graphs where labels would not fit.
    Hierarchy,
    /// A hierarchy that depends only on the shape of a graph, so that it can [follow](crate::GraphIndex::update)
    /// costs that change. For networks that few nodes divide in two, as roads do.
    Customizable,
}

impl IndexKind {
    /// All kinds of an index of a grid, the fastest first.
    pub const OF_GRIDS: [IndexKind; 2] = [IndexKind::Labels, IndexKind::Jumps];
    /// All kinds of an index of a graph, the fastest first.
    pub const OF_GRAPHS: [IndexKind; 3] =
        [IndexKind::Labels, IndexKind::Hierarchy, IndexKind::Customizable];
}

impl fmt::Display for IndexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            IndexKind::Labels => "labels",
            IndexKind::Jumps => "jumps",
            IndexKind::Hierarchy => "hierarchy",
            IndexKind::Customizable => "customizable",
        })
    }
}

impl FromStr for IndexKind {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<IndexKind, ParseError> {
        match name {
            "labels" => Ok(IndexKind::Labels),
            "jumps" => Ok(IndexKind::Jumps),
            "hierarchy" => Ok(IndexKind::Hierarchy),
            "customizable" => Ok(IndexKind::Customizable),
            _ => {
                let kinds = ["labels", "jumps", "hierarchy", "customizable"];
                Err(ParseError::unknown("kind of index", name, kinds))
            }
        }
    }
}

/// Why an index was not made, or not read.
///
/// ```
/// use wayline::{Grid, GridIndex, IndexError};
/// let grid = Grid::new(3, 3)?;
/// let error = GridIndex::from_bytes(&grid, b"something else").unwrap_err();
/// assert_eq!(error, IndexError::NotAnIndex);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The map or its rules are not of the kind that can be prepared.
    #[error("this grid cannot be prepared: {0}")]
    Unsupported(&'static str),
    /// More landmarks than there may be.
    #[error("{count} landmarks: expected at most {max}")]
    TooManyLandmarks {
        /// How many were asked for.
        count: usize,
        /// How many there may be.
        max: usize,
    },
    /// The kind of index that was asked for does not suit the map.
    #[error("an index of {kind} cannot be made of this map: {why}")]
    Unsuited {
        /// The kind.
        kind: IndexKind,
        /// Why not.
        why: &'static str,
    },
    /// The budget is too small.
    #[error("an index of {kind} takes more {what} than the budget allows")]
    OverBudget {
        /// The kind.
        kind: IndexKind,
        /// Memory or work.
        what: &'static str,
    },
    /// It was cancelled.
    #[error("preparing was cancelled")]
    Cancelled,
    /// The bytes are something else.
    #[error("these bytes are not an index")]
    NotAnIndex,
    /// Made by another version of the engine.
    #[error("the index is of version {found}, this reads {known}")]
    Version {
        /// The version in the bytes.
        found: u16,
        /// The version that is read here.
        known: u16,
    },
    /// The map is not the one that the index was made for.
    #[error("the index was made for another map")]
    OtherMap,
    /// The rules are not those that the index was made for.
    #[error("the index was made for other rules")]
    OtherRules,
    /// Bytes are missing at the end.
    #[error("the index is cut short")]
    CutShort,
    /// A byte has changed.
    #[error("the index is damaged: its checksum does not match")]
    Checksum,
    /// The checksum is right, but the data makes no sense.
    #[error("the index is damaged: {0}")]
    Damaged(&'static str),
}

impl From<WireError> for IndexError {
    fn from(error: WireError) -> IndexError {
        match error {
            WireError::OtherMagic => IndexError::NotAnIndex,
            WireError::OtherVersion(found, known) => IndexError::Version { found, known },
            WireError::CutShort => IndexError::CutShort,
        }
    }
}
