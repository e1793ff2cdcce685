//! Questions and answers: queries with their settings, algorithms by name, estimates, answers, and observers.

pub(crate) mod algorithm;
pub(crate) mod answer;
pub mod heuristic;
#[cfg(feature = "serde")]
mod names;
pub(crate) mod observe;
pub(crate) mod open_list;
pub(crate) mod pseudocode;
pub(crate) mod query;
pub(crate) mod settings;
