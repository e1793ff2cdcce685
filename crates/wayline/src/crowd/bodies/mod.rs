//! Plans for bodies: units with headings, footprints and moves of their own, by the rules of
//! [`body`](crate::body).
//!
//! Each move takes as long as it costs, and for all that time its unit holds every cell that it sweeps; a unit
//! that rests holds the cells that it covers. No two units ever hold the same cell. So no unit enters a cell while
//! another is leaving it, and machines that are late can still carry out a plan (see
//! [`Dependencies`](super::Dependencies)).
//!
//! A plan is searched for as a sequence of moves, each over cells that are free at that point of the sequence
//! (`pushing.rs`, `search.rs`). Then every move is given the earliest time at which its cells are free
//! (`plan.rs`). Whatever can be planned with simultaneous moves can also be planned one by one, so nothing is lost
//! by that. Then single units, and handfuls of them, are planned again in time among all others (`improve.rs`,
//! `timetable.rs`).

mod improve;
mod plan;
mod planner;
mod pushing;
mod search;
mod setting;
mod timetable;

pub use plan::{BodyMove, BodyPlan};
pub use planner::BodyPlanner;

use crate::body::kind::{Goal, Placement};

/// One body of a crowd: its kind, where it is, and where it is to go.
///
/// ```
/// use wayline::body::Heading;
/// use wayline::crowd::BodyUnit;
/// // Of the first kind; it may have any heading at the goal.
/// let unit = BodyUnit::new(0, (0, 0, Heading::E), (5, 2));
/// assert_eq!(unit.goal.to_string(), "5,2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BodyUnit {
    /// The number of its kind.
    pub kind: usize,
    /// Where it is.
    pub start: Placement,
    /// Where it is to go.
    pub goal: Goal,
}

impl BodyUnit {
    /// A body of a kind that goes from a placement to a goal.
    pub fn new(kind: usize, start: impl Into<Placement>, goal: impl Into<Goal>) -> BodyUnit {
        BodyUnit { kind, start: start.into(), goal: goal.into() }
    }
}
