//! [`Error`]: what can be wrong with a question or with the data behind it.

use crate::kernel::cost::BadCost;
use crate::spaces::grid::Cell;
use std::fmt::{self, Display};
use std::str::FromStr;

/// Which end of a path something is said of.
///
/// ```
/// assert_eq!(wayline::End::Goal.to_string(), "goal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where a path begins.
    Start,
    /// Where it should lead.
    Goal,
}

impl Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            End::Start => "start",
            End::Goal => "goal",
        })
    }
}

/// What is wrong with a question, a map or a graph. Bad data gives one of these, never a panic.
///
/// One type, so that `?` takes you from a map to its answers; each says what was expected. By what was
/// asked for:
///
/// | asked for | may be |
/// | --- | --- |
/// | a path, or costs | [`OffMap`], [`Blocked`], [`NoSuchNode`], [`NoStart`], [`NoGoal`], [`BadWeight`], [`Unsupported`], [`StaleLandmarks`], [`StaleLayer`], [`Changed`] |
/// | a grid, a terrain, or an edit of one | [`BadSize`], [`BadRow`], [`NoSuchCell`], [`BadMultiplier`], [`BadStepCost`], [`BadLinkCost`], [`BadRadius`], [`BadCost`](Error::BadCost) |
/// | a graph, or an edit of one | [`NoSuchNode`], [`NoSuchEdge`], [`BadEdge`], [`TooMany`], [`NotOnePerNode`], [`BadPosition`], [`BadPositions`], [`Unplaced`] |
/// | a kind of body, a unit of a world | [`BadRule`], [`NoRoom`], [`NotInWorld`] |
/// | an index | [`Index`](Error::Index), with an [`IndexError`] |
/// | a value from text | [`Unknown`], [`BadCell`], [`BadPlacement`] |
///
/// Plans for crowds have [errors of their own](crate::crowd::CrowdError), and the judge has
/// [flaws](crate::check::Flaw).
///
/// [`OffMap`]: Error::OffMap
/// [`Blocked`]: Error::Blocked
/// [`NoSuchNode`]: Error::NoSuchNode
/// [`NoStart`]: Error::NoStart
/// [`NoGoal`]: Error::NoGoal
/// [`BadWeight`]: Error::BadWeight
/// [`Unsupported`]: Error::Unsupported
/// [`StaleLandmarks`]: Error::StaleLandmarks
/// [`StaleLayer`]: Error::StaleLayer
/// [`Changed`]: Error::Changed
/// [`BadSize`]: Error::BadSize
/// [`BadRow`]: Error::BadRow
/// [`NoSuchCell`]: Error::NoSuchCell
/// [`BadMultiplier`]: Error::BadMultiplier
/// [`BadStepCost`]: Error::BadStepCost
/// [`BadLinkCost`]: Error::BadLinkCost
/// [`BadRadius`]: Error::BadRadius
/// [`NoSuchEdge`]: Error::NoSuchEdge
/// [`BadEdge`]: Error::BadEdge
/// [`TooMany`]: Error::TooMany
/// [`NotOnePerNode`]: Error::NotOnePerNode
/// [`BadPosition`]: Error::BadPosition
/// [`BadPositions`]: Error::BadPositions
/// [`Unplaced`]: Error::Unplaced
/// [`BadRule`]: Error::BadRule
/// [`NoRoom`]: Error::NoRoom
/// [`NotInWorld`]: Error::NotInWorld
/// [`Unknown`]: Error::Unknown
/// [`BadCell`]: Error::BadCell
/// [`BadPlacement`]: Error::BadPlacement
///
/// ```
/// use wayline::{Error, Grid};
/// let error = Grid::new(0, 5).unwrap_err();
/// assert!(matches!(error, Error::BadSize { .. }));
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A map with no cells, or more than the engine takes.
    #[error(
        "a map of {width}x{height} cells: expected at least 1x1 and at most {max} cells in all"
    )]
    BadSize {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// The most cells a map may have.
        max: u64,
    },
    /// Rows of differing lengths, or a character that is not a cell.
    #[error("row {row}: {what}")]
    BadRow {
        /// Which row, from zero.
        row: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A cell off the map.
    #[error("the {end} {cell} is off the map, which is {width}x{height} (0,0 to {},{})", .width - 1, .height - 1)]
    OffMap {
        /// Start or goal.
        end: End,
        /// Where.
        cell: Cell,
        /// Columns of the map.
        width: u32,
        /// Rows of the map.
        height: u32,
    },
    /// An edit of a cell off the map.
    #[error("the cell {cell} is off the map, which is {width}x{height}")]
    NoSuchCell {
        /// Where.
        cell: Cell,
        /// Columns of the map.
        width: u32,
        /// Rows of the map.
        height: u32,
    },
    /// Text or numbers that are not a cell.
    #[error("'{text}' is not a cell: expected x,y, each from 0 to 4294967295")]
    BadCell {
        /// What was given.
        text: String,
    },
    /// A radius that is negative or not a number.
    #[error("radius {0}: expected a number from 0")]
    BadRadius(f64),
    /// A start or goal on a blocked cell.
    #[error("the {end} {cell} is blocked")]
    Blocked {
        /// Start or goal.
        end: End,
        /// Where.
        cell: Cell,
    },
    /// A unit put where there is no room for it.
    #[error("there is no room at {placement}: {what}")]
    NoRoom {
        /// Where.
        placement: crate::body::kind::Placement,
        /// What is there.
        what: String,
    },
    /// A unit or kind of body that the world does not have, or no longer has.
    #[error("there is no {what} {number} in this world")]
    NotInWorld {
        /// `unit` or `kind`.
        what: &'static str,
        /// Its number.
        number: u32,
    },
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
        /// Whose.
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
    /// A step cost that is not above zero, or too large.
    #[error("step cost {0}: expected a number from 0.0001 to 10000")]
    BadStepCost(f64),
    /// A terrain multiplier outside its range.
    #[error("terrain multiplier {0}: expected a number from 1/256 to 255")]
    BadMultiplier(f64),
    /// A cost of a link that is not above zero, or too large.
    #[error("link cost {0}: expected a number from 0.0001 to 2147483648")]
    BadLinkCost(f64),
    /// A weight for weighted A* outside its range.
    #[error("weight {0}: expected a number from 1 to 1000")]
    BadWeight(f64),
    /// A movement rule, footprint or speed that makes no sense.
    #[error("{field}: {what}")]
    BadRule {
        /// Which part of the rules: `footprint`, `moves[3].time`, `terrain.W`.
        field: String,
        /// What is wrong with it, and what was expected.
        what: String,
    },
    /// Text that is not a placement or goal of a body.
    #[error("'{text}' is not a placement: expected {expected}")]
    BadPlacement {
        /// The text.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A number that is not a cost.
    #[error(transparent)]
    BadCost(#[from] BadCost),
    /// No start was given.
    #[error("a search needs at least one start")]
    NoStart,
    /// No goal was given.
    #[error("this search needs at least one goal")]
    NoGoal,
    /// A name that is not known.
    #[error("unknown {what} '{name}': expected one of {}", .known.join(", "))]
    Unknown {
        /// What kind of name.
        what: &'static str,
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// An algorithm that cannot answer this kind of question.
    #[error("{algorithm} cannot be used here: {why}")]
    Unsupported {
        /// The algorithm or heuristic.
        algorithm: &'static str,
        /// Why not, and what to do instead.
        why: &'static str,
    },
    /// Landmarks made for another graph or grid, or before a cost fell.
    #[error("the landmarks do not fit: {0}; make new ones")]
    StaleLandmarks(&'static str),
    /// A layer made for another grid, or before the grid was edited.
    #[error("the layer does not fit: {0}")]
    StaleLayer(&'static str),
    /// A space that has changed since a search on it started.
    #[error("the space has changed since the search started: restart it")]
    Changed,
    /// An index that was not made, or not read.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl Error {
    pub(crate) fn unknown(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> Error {
        Error::Unknown { what, name: name.to_owned(), known: known.into_iter().collect() }
    }
}

/// What an index is made of.
///
/// ```
/// use wayline::IndexKind;
/// assert_eq!("labels".parse(), Ok(IndexKind::Labels));
/// assert_eq!(IndexKind::Jumps.to_string(), "jumps");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexKind {
    /// Labels on the corners of the obstacles, or on the nodes of a graph: each knows its distance to
    /// a few others, and any two have one of these in common. A query looks things up and searches
    /// nothing.
    Labels,
    /// What jump point search derives from a grid, so that a query is one. Where labels would not
    /// fit, on maps of scattered obstacles.
    Jumps,
    /// The nodes of a graph by importance, with arcs that lead upwards: a query climbs from both
    /// ends. For graphs where labels would not fit.
    Hierarchy,
    /// A hierarchy by the shape of a graph alone, so that it [follows](crate::GraphIndex::update) costs
    /// that change. For networks that few nodes part in two, as roads do.
    Customizable,
}

impl IndexKind {
    /// All kinds of an index of a grid, the fastest first.
    pub const ALL: [IndexKind; 2] = [IndexKind::Labels, IndexKind::Jumps];
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
    type Err = Error;
    fn from_str(name: &str) -> Result<IndexKind, Error> {
        match name {
            "labels" => Ok(IndexKind::Labels),
            "jumps" => Ok(IndexKind::Jumps),
            "hierarchy" => Ok(IndexKind::Hierarchy),
            "customizable" => Ok(IndexKind::Customizable),
            _ => {
                let kinds = ["labels", "jumps", "hierarchy", "customizable"];
                Err(Error::unknown("kind of index", name, kinds))
            }
        }
    }
}

/// Why an index was not made, or not read.
///
/// ```
/// use wayline::{Error, Grid, GridIndex, IndexError};
/// let grid = Grid::new(3, 3)?;
/// let error = GridIndex::from_bytes(&grid, b"something else").unwrap_err();
/// assert_eq!(error, Error::Index(IndexError::NotAnIndex));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The map or its rules are not of the kind that can be prepared.
    #[error("this grid cannot be prepared: {0}")]
    Unsupported(&'static str),
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
    /// The checksum is right, but what it covers makes no sense.
    #[error("the index is damaged: {0}")]
    Damaged(&'static str),
}
