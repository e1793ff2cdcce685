//! Why a body cannot stand somewhere, make a move, or get to its goal.

pub(super) mod hindrance;
mod why_not;
pub(super) mod widest;

pub use hindrance::{Hindrance, why_illegal, why_unfit};
pub(crate) use why_not::why_not_in;
pub use why_not::{WhyNot, why_not};
