//! The bottom layer, which knows numbers only: costs, node numbers and their records, open lists, threads.

pub(crate) mod convergent;
pub(crate) mod cost;
pub(crate) mod node;
pub(crate) mod open;
pub(crate) mod parallel;
pub(crate) mod records;
pub(crate) mod ring;
pub(crate) mod root;
pub(crate) mod time_queue;
