//! What the engines offer to users: one-line questions, closures, grids that change.

pub(crate) mod closures;
pub(crate) mod live;
pub(crate) mod simple;
