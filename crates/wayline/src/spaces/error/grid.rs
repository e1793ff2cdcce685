//! [`GridError`]: what can be wrong with a grid or a terrain.

use crate::kernel::cost::BadCost;
use crate::spaces::grid::Cell;

/// What is wrong with a grid, a terrain or a board, or with an edit of one.
///
/// ```
/// use wayline::{Grid, GridError};
/// assert!(matches!(Grid::new(0, 5).unwrap_err(), GridError::BadSize { width: 0, height: 5, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
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
    /// A terrain multiplier outside its range.
    #[error("terrain multiplier {0}: expected a number from 1/256 to 255")]
    BadMultiplier(f64),
    /// A step cost that is not above zero, or too large.
    #[error("step cost {0}: expected a number from 0.0001 to 10000")]
    BadStepCost(f64),
    /// A cost of a link that is not above zero, or too large.
    #[error("link cost {0}: expected a number from 0.0001 to 2147483648")]
    BadLinkCost(f64),
    /// A radius that is negative or not a number.
    #[error("radius {0}: expected a number from 0")]
    BadRadius(f64),
    /// A number that is not a cost.
    #[error(transparent)]
    BadCost(#[from] BadCost),
}
