//! The search for bodies: a query, the loop, and what guides it.

pub(super) mod astar;
pub(super) mod field;
pub(super) mod folded;
pub(super) mod guide;
pub(super) mod obstacle_free;
pub(super) mod plan;
pub(super) mod query;
pub(super) mod queue;

pub(crate) use plan::{BodyScratch, plan, plan_watched};
pub(crate) use query::BodyOptions;
pub use query::{Area, BodyQuery, Estimate};
