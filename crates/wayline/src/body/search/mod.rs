//! The search for bodies: a query, the loop, and what guides it.

pub(super) mod astar;
mod canonical;
pub(super) mod field;
pub(super) mod folded;
pub(super) mod free_ends;
pub(super) mod guide;
pub(super) mod plan;

pub(crate) use crate::body::query::{Area, BodyQuery, Estimate};
pub(crate) use plan::{BodyScratch, goal_states, plan, plan_watched};
