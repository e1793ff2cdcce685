//! Exact, fast, deterministic pathfinding on grids, graphs and any state space.
#![doc = ""]
mod answer;
pub mod check;
mod closures;
mod cost;
mod error;
mod graph;
mod grid;
pub mod heuristic;
mod observe;
mod open;
mod puzzle;
mod query;
mod search;
mod space;
mod states;
mod workspace;

pub use answer::{Answer, Guarantee, Limit, Outcome, Stats};
pub use closures::astar;
pub use cost::{BadCost, Cost};
pub use error::{End, Error};
pub use graph::{Graph, Landmarks, Positions, great_circle};
pub use grid::{
    Cell, Compass, Corners, Grid, Moves, Rules, StepCosts, compass_words, smooth, turning_points,
};
pub use heuristic::Heuristic;
pub use observe::{Event, EventKind, Observer, Recorder};
pub use open::Open;
pub use puzzle::{Board, SlidingPuzzle};
pub use query::{Limits, Query, Stop, Ties};
pub use search::{
    Algorithm, AlgorithmInfo, Reached, Slices, algorithms, batch, reach, search, search_watched,
};
pub use space::{Searchable, Space};
pub use workspace::Workspace;
