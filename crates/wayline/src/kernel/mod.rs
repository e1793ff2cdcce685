//! The bottom layer, which knows numbers only: costs and the 32-bit metric, node numbers and their records,
//! open lists, limits and brakes, trails, threads, what files are made of, fingerprints.

pub(crate) mod convergent;
pub(crate) mod cost;
pub(crate) mod fingerprint;
pub(crate) mod limits;
pub(crate) mod marks;
pub(crate) mod metric;
pub(crate) mod node;
pub(crate) mod open;
pub(crate) mod parallel;
pub(crate) mod records;
pub(crate) mod ring;
pub(crate) mod root;
pub(crate) mod stamped;
pub(crate) mod time_queue;
pub(crate) mod trail;
pub(crate) mod wire;
