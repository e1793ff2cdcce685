//! What is made of the engines for those who ask: one-line questions, closures, grids that change.

pub(crate) mod closures;
pub(crate) mod live;
pub(crate) mod simple;
