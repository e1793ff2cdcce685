//! Exact, fast, deterministic pathfinding on grids, graphs and any state space.
//!
//! ```
//! use wayline::{Grid, Query, Workspace, search};
//!
//! let grid = Grid::from_rows(["..#.", "..#.", "...."])?;
//! let mut work = Workspace::new();
//! let answer = search(&grid, &Query::new((0, 0), (3, 0)), &mut work)?;
//! println!("{} in {} steps: {:?}", answer.cost, answer.steps(), answer.path);
//! # assert!(answer.is_optimal());
//! # Ok::<(), wayline::Error>(())
//! ```
//!
//! # Four nouns
//!
//! - A **space** is what is searched: a [`Grid`], a [`Graph`], a [`SlidingPuzzle`], or your own
//!   states, by implementing [`Space`] (one method) or by [closures](astar()); a
//!   [`BodyMap`](body::BodyMap).
//! - A **query** is the question: [`Query`]. From where, to where (states, many states, a
//!   predicate), by which [`Algorithm`], [`Heuristic`] and [`Open`] list, within which [`Limits`].
//! - A **workspace** is the scratch memory: [`Workspace`]. The second query allocates nothing.
//! - An **answer** says what was found and what is known of it: [`Answer`]. It is optimal, or
//!   bounded, or it says what stopped it; it is never silently worse.
//!
//! Units that take up room, turn, and move by rules of their own are [bodies](body): a tank, a ship, a
//! cart with a trailer, on terrain that slows them.
//!
//! And whoever wants to watch passes an [`Observer`]; nobody watching costs nothing.
//!
//! # Which algorithm do I want?
//!
//! | you have | use |
//! | --- | --- |
//! | no idea | [`Auto`](Algorithm::Auto), the default: the fastest exact one for the question |
//! | a plain grid | [`Jps`](Algorithm::Jps) |
//! | a grid with terrain, or a graph with positions | [`AStar`](Algorithm::AStar) |
//! | a graph without | [`Bidirectional`](Algorithm::Bidirectional), or A* with [`Landmarks`] |
//! | many goals, or "everything within reach" | [`reach`](reach()), which is Dijkstra |
//! | a crowd with one goal, "what is within reach", the k nearest | [`Field`]: costs from or to everywhere |
//! | a puzzle too large for memory | [`Ida`](Algorithm::Ida) |
//! | little time, and a loss you can bound | [`Weighted`](Algorithm::Weighted) |
//! | little time, and any path will do | [`Greedy`](Algorithm::Greedy) |
//! | steps that all cost the same | [`Bfs`](Algorithm::Bfs) |
//! | units that turn by any angle | [`Theta`](Algorithm::Theta), or [`smooth`] |
//! | a map that is asked thousands of questions | [`GridIndex`], prepared once |
//! | a road network or another graph that is | [`GraphIndex`], the same for graphs |
//! | such a map, and cells that change | [`LiveGrid`] |
//! | units larger than a cell, with a heading | [`body::plan`] |
//! | a frame to keep | [`Search`], [`body::BodySlices`] |
//! | a thousand queries | [`batch`](batch()) |
//!
//! [`Dfs`](Algorithm::Dfs) and [`Naive`](Algorithm::Naive) are for watching and teaching.
//!
//! # Three promises
//!
//! - **Exact.** Costs are integers ([`Cost`]), so sums do not depend on their order. Estimates that
//!   the engine makes are admissible; of your own it claims nothing but what you declare. The judge ([`check`]) verifies
//!   any path from raw cells and edges.
//! - **Fast.** Nothing is allocated per query, nothing decided per node that can be decided per
//!   query. Figures and how they were measured: `bench/` in the repository.
//! - **The same everywhere.** Ties are broken by a total order, so the same question has the same
//!   answer, path and counts, on every platform, in every run, over any number of threads.

mod answer;
pub mod body;
pub mod check;
mod closures;
mod convergent;
mod cost;
mod error;
mod field;
mod graph;
mod grid;
pub mod heuristic;
mod index;
mod live;
#[cfg(feature = "serde")]
mod names;
mod observe;
mod open;
mod puzzle;
mod query;
mod search;
mod simple;
mod space;
mod states;
mod workspace;

pub use answer::{Answer, Guarantee, Limit, Outcome, Stats};
pub use closures::{IntoCost, astar};
pub use cost::{BadCost, Cost};
pub use error::{End, Error};
pub use field::{Descent, Direction, Field, FieldQuery, FieldSpace};
pub use graph::{Graph, GraphBuilder, Landmarks, Positions, great_circle};
pub use grid::{
    Cell, Charge, Clearance, Compass, Corners, Grid, GridLandmarks, Layer, Moves, Rules, StepCosts,
    compass_words, smooth, turning_points,
};
pub use heuristic::Heuristic;
pub use index::{Budget, GraphIndex, GridIndex, IndexError, IndexKind, Preparation};
pub use live::LiveGrid;
pub use observe::{Event, EventKind, Observer, Recorder};
pub use open::Open;
pub use puzzle::{Board, SlidingPuzzle};
pub use query::{IntoState, Limits, Query, Stop, Ties};
pub use search::{
    Algorithm, AlgorithmInfo, Reached, Search, algorithms, batch, reach, search, search_watched,
};
pub use space::{Numbered, Searchable, Space};
pub use workspace::Workspace;
