//! [`BodyError`]: what can be wrong with a kind of body, or with a unit.

use crate::body::kind::Placement;

/// What is wrong with a kind of body, or with where a unit is put.
///
/// ```
/// use wayline::body::Footprint;
/// use wayline::BodyError;
/// let error = Footprint::new([]).unwrap_err();
/// assert!(matches!(error, BodyError::BadRule { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyError {
    /// A movement rule, footprint or speed that makes no sense.
    #[error("{field}: {what}")]
    BadRule {
        /// Which part of the rules: `footprint`, `moves[3].time`, `terrain.W`.
        field: String,
        /// What is wrong with it, and what was expected.
        what: String,
    },
    /// A unit put where there is no room for it.
    #[error("there is no room at {placement}: {what}")]
    NoRoom {
        /// Where.
        placement: Placement,
        /// What is there.
        what: String,
    },
    /// More of something than there is memory for.
    #[error("{count} {what}: expected at most {max}")]
    TooMany {
        /// What.
        what: &'static str,
        /// How many there would be.
        count: usize,
        /// How many there may be.
        max: usize,
    },
    /// A unit or kind of body that the world does not have, or no longer has.
    #[error("there is no {what} {number} in this world")]
    NotInWorld {
        /// `unit` or `kind`.
        what: &'static str,
        /// Its number.
        number: u32,
    },
}
