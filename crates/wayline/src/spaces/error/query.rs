//! [`QueryError`]: what can be wrong with a question.

use super::End;
use crate::kernel::cost::BadCost;
use crate::spaces::grid::Cell;

/// What is wrong with a question: its ends, its settings, or the space that it is put to.
///
/// ```
/// use wayline::{Cell, End, Grid, QueryError};
/// let mut grid = Grid::new(4, 3)?;
/// grid.set_free((3, 2), false)?;
/// let error = grid.path((0, 0), (3, 2)).unwrap_err();
/// assert_eq!(error, QueryError::Blocked { end: End::Goal, cell: Cell::new(3, 2) });
/// assert_eq!(error.to_string(), "the goal 3,2 is blocked");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// No start was given.
    #[error("a search needs at least one start")]
    NoStart,
    /// No goal was given.
    #[error("this search needs at least one goal")]
    NoGoal,
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
    /// A start or goal on a blocked cell.
    #[error("the {end} {cell} is blocked")]
    Blocked {
        /// Start or goal.
        end: End,
        /// Where.
        cell: Cell,
    },
    /// A node number the graph does not have.
    #[error("node {node} does not exist: the graph has {nodes} nodes")]
    NoSuchNode {
        /// The number asked for.
        node: u32,
        /// How many there are.
        nodes: usize,
    },
    /// A weight for weighted A* outside its range.
    #[error("weight {0}: expected a number from 1 to 1000")]
    BadWeight(f64),
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
    /// A number that is not a cost.
    #[error(transparent)]
    BadCost(#[from] BadCost),
}
