//! Exact, fast, deterministic pathfinding on grids, graphs and any state space.
//!
//! ```
//! use wayline::Grid;
//!
//! let grid = Grid::from_rows(["..#.", "..#.", "...."])?;
//! let answer = grid.path((0, 0), (3, 0))?;
//! println!("{} in {} steps: {:?}", answer.cost, answer.steps(), answer.path);
//! # assert!(answer.is_optimal());
//! # Ok::<(), wayline::Error>(())
//! ```
//!
//! That is the simple half: `path`, `cost` and `reach` on [`Grid`], [`Graph`], [`LiveGrid`] and
//! [`BodyMap`](body::BodyMap), and on [indices](GridIndex). Each thread keeps a workspace for them. "There is no
//! path" is an answer, with an infinite cost; errors are for questions that make no sense, such as a start inside
//! a wall. States of your own are searched with closures: [`astar`](astar()).
//!
//! # One verb for the rest
//!
//! [`search`](search()) answers any [`Query`] put to anything that can be searched, in memory that you keep:
//!
//! ```
//! use wayline::{Algorithm, Cell, Grid, Limits, Query, Workspace, search};
//!
//! let grid = Grid::new(64, 64)?;
//! let taken = [Cell::new(1, 1), Cell::new(2, 1)];
//! let query = Query::new((0, 0), (63, 40))
//!     .avoid(&taken)
//!     .algorithm(Algorithm::AStar)
//!     .limits(Limits::default().expansions(10_000));
//! let mut work = Workspace::new(); // The second query allocates nothing.
//! let answer = search(&grid, &query, &mut work)?;
//! println!("{}: {} by {}", answer.outcome, answer.cost, answer.algorithm);
//! # assert!(answer.is_optimal());
//! # Ok::<(), wayline::Error>(())
//! ```
//! - A **space** is what is searched: a [`Grid`], a [`Graph`] (both can be edited), a [`LiveGrid`], an index, a
//!   [`BodyMap`](body::BodyMap), a [`SlidingPuzzle`], or states of your own, for which you implement [`Space`]
//!   (one method).
//! - A **query** is the question: [`Query`]. From where, to where (states, the nearest of several, a predicate),
//!   by which [`Algorithm`], [`Heuristic`] and [`Open`] list, within which [`Limits`].
//! - A **workspace** is the scratch memory: [`Workspace`]. One serves all spaces in turn.
//! - An **answer** says what was found and what the engine knows about it: [`Answer`]. It is optimal, or bounded,
//!   or it says what stopped it; it is never silently worse. Its path lies in the workspace;
//!   [`into_owned`](Answer::into_owned) makes it yours.
//!
//! The same query can be run a few expansions at a time, by a [`Search`] that you keep between frames. Many
//! queries run over threads with [`batch`](batch()). An [`Observer`] can watch a search ([`search_watched`]); not
//! watching costs nothing.
//!
//! # One goal, many units
//!
//! A [`Field`] has the exact cost of every state, from or to the nearest of its seeds, and therefore the next step
//! from anywhere. It is a value of its own, and is repaired after edits.
//!
//! ```
//! use wayline::{FieldQuery, Grid};
//!
//! let mut grid = Grid::new(40, 30)?;
//! let mut field = grid.field(&FieldQuery::towards((20, 15)))?;
//! let step = field.next_step((3, 4)); // For each unit, wherever it stands.
//! grid.set_free((10, 10), false)?;
//! field.repair(&grid)?;
//! # assert!(step.is_some());
//! # Ok::<(), wayline::Error>(())
//! ```
//!
//! # Units that take up room
//!
//! A tank, a ship or a cart with a trailer has a footprint, a heading and rules of movement: see [bodies](body). A
//! [`World`](body::World) moves many of them on a map that changes, and replans within a budget.
//!
//! ```
//! use wayline::body::{BodyKind, Edit, Heading, Settings, Terrain, World};
//!
//! let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
//! let tank = world.add_kind(BodyKind::preset("tank")?);
//! let unit = world.add_unit(tank, (2, 5, Heading::E))?;
//! world.send(unit, (25, 5))?;
//! world.edit(Edit::block((15, 5)))?;
//! while !world.unit(unit)?.has_arrived() {
//!     world.tick(100_000); // At most this many expansions.
//! }
//! # Ok::<(), wayline::Error>(())
//! ```
//!
//! # Which algorithm do I want?
//!
//! | you have | use | but not |
//! | --- | --- | --- |
//! | no idea | [`Auto`](Algorithm::Auto), the default: the fastest exact search for the question | |
//! | a grid, plain or with patches of the same ground | [`Jps`](Algorithm::Jps) | with layers, links, states to avoid or several ends: it refuses |
//! | a plain grid that changes before every query | [`JpsBare`](Algorithm::JpsBare) | on a map that stays as it is: `Jps` keeps what it derives |
//! | a grid whose ground changes from cell to cell, or a graph with positions | [`AStar`](Algorithm::AStar) | |
//! | a grid with terrain or such a graph, and many questions | the same with [`GridLandmarks`] or [`GraphLandmarks`] | after edits: a grid's are refused after any edit, a graph's after a cost fell |
//! | a graph without positions | [`Bidirectional`](Algorithm::Bidirectional) | for goals by predicate, and states without moves back |
//! | thousands of questions about a plain grid | [`GridIndex`], prepared once | for a few questions, or cells that change |
//! | such a map, and cells that change | [`LiveGrid`] | where hundreds of cells change between two queries: it only searches then |
//! | a road network or another graph with as many questions | [`GraphIndex`] | while costs change: it is for the graph as it was |
//! | many goals, or everything within a cost | [`reach`](reach()), or `reach` on the space | for one goal: a search stops there |
//! | a crowd with one goal, units that flee, the k nearest | [`Field`] | for one unit and one goal: a search looks at less |
//! | a puzzle too large for memory | [`Ida`](Algorithm::Ida) | on grids: it visits the same cells again and again |
//! | little time, and a loss you can bound | [`Weighted`](Algorithm::Weighted) | where the best path is needed |
//! | little time, and any path will do | [`Greedy`](Algorithm::Greedy) | where the cost matters at all |
//! | steps that all cost the same | [`Bfs`](Algorithm::Bfs) | where they differ: it counts steps |
//! | units that turn by any angle | [`Theta`](Algorithm::Theta), or [`smooth`] a path | where you need the shortest path: usually is not always |
//! | units larger than a cell, with a heading | a [`BodyMap`](body::BodyMap) | for round units: a grid with [clearance](Grid::clearance) is quicker |
//! | units whose paths get blocked | [`Replanner`](body::Replanner), [`World`](body::World) | for single questions |
//! | little time in each frame | [`Search`] | where a query takes microseconds anyway |
//! | a thousand queries | [`batch`](batch()) | |
//!
//! [`Dfs`](Algorithm::Dfs) and [`Naive`](Algorithm::Naive) are for watching and teaching.
//!
//! # Debug builds
//!
//! Searches of grids, graphs, bodies and indices are compiled once, in this crate. With these lines in your
//! `Cargo.toml`, a debug build of your program runs them as fast as a release build, and your changes still
//! compile in no time:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! overflow-checks = false
//! debug-assertions = false
//! ```
//!
//! Without the last two lines, searches take about a quarter more instructions.
//!
//! # Features
//!
//! `serde`, off by default: grids, graphs, terrain, kinds of bodies, whole worlds, answers and settings can be
//! saved and loaded; everything is checked when it is loaded. Indices have their own binary format
//! ([`to_bytes`](GridIndex::to_bytes)), which does not need the feature.
//!
//! # Three promises
//!
//! - **Exact.** Costs are integers ([`Cost`]), so sums do not depend on their order. Estimates that the engine
//!   makes are admissible; for yours, it claims no more than you declare ([`Guarantee`]). The judge ([`check`])
//!   verifies any path from raw cells and edges.
//! - **Fast.** A query allocates nothing, and nothing is decided per node that can be decided per query. Figures,
//!   and how they were measured, are in `bench/` in the repository.
//! - **The same everywhere.** A total order breaks ties, so the same question has the same answer, path and
//!   counts, on every platform, in every run, with any number of threads.
//!
//! Recipes (chasing and fleeing, danger zones, hexagons, a tower defence and more) and tables for users of other
//! libraries are in `docs/` in the repository.

#![warn(missing_debug_implementations)]

pub mod body;
pub mod check;
pub mod crowd;
mod engines;
mod kernel;
mod question;
mod services;
mod spaces;

pub use engines::asked::{Numbered, Searchable};
pub use engines::field::{Descent, Direction, Field, FieldQuery, FieldSpace, LayeredGrid};
#[doc(hidden)]
pub use engines::index::ContractedGraph;
pub use engines::index::{Budget, Demand, GraphIndex, GridIndex, Preparation};
pub use engines::search::{Reached, Search, batch, reach, search, search_watched};
pub use engines::workspace::Workspace;
pub use kernel::cost::{BadCost, Cost};
pub use question::algorithm::{Algorithm, AlgorithmInfo, algorithms};
pub use question::answer::{Answer, Guarantee, Limit, Outcome, Stats};
pub use question::heuristic::{self, Heuristic};
pub use question::observe::{Event, EventKind, Observer, Recorder};
pub use question::open_list::Open;
pub use question::pseudocode::{Moment, PseudocodeLine};
pub use question::query::{IntoState, Query};
pub use question::settings::{Limits, Stop, Ties};
pub use services::closures::{IntoCost, astar};
pub use services::live::LiveGrid;
pub use spaces::error::{
    BodyError, End, Error, GraphError, GridError, IndexError, IndexKind, ParseError, QueryError,
};
pub use spaces::graph::{Graph, GraphBuilder, GraphLandmarks, Positions, great_circle};
pub use spaces::grid::{
    Cell, Charge, Clearance, Compass, Corners, Grid, GridLandmarks, Layer, Moves, Rules, StepCosts,
    compass_words, smooth, turning_points,
};
pub use spaces::puzzle::{Board, SlidingPuzzle};
pub use spaces::space::Space;

/// The programs in the documents are compiled and run as doc tests. Saving needs the feature.
#[cfg(all(doctest, feature = "serde"))]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/recipes.md")]
    struct Recipes;
    #[doc = include_str!("../../../docs/migration.md")]
    struct Migration;
}
