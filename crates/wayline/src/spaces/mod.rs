//! What can be searched, and the words for it: cells, grids, graphs, puzzles, states of the user's own, and
//! what may be wrong with them. (Maps of bodies are in [`body`](crate::body).) No space knows an engine.

pub(crate) mod error;
pub(crate) mod graph;
pub(crate) mod grid;
pub(crate) mod puzzle;
pub(crate) mod space;
