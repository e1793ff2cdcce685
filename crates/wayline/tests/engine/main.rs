//! The suites that every search goes through, in one binary: it is the engine that takes long to
//! compile.
//!
//! They have a short form and a long one: `WAYLINE_PROOF=long`, which `./test --all` sets.

mod answers;
mod arrivals;
mod articles;
mod bodies;
mod body_answers;
mod body_crowds;
mod body_limits;
mod body_oracle;
mod body_why;
mod crowds;
mod customizable_graphs;
mod edited;
mod edited_graphs;
mod enter_costs;
mod exhaustive;
mod fields;
mod flows;
mod formations;
mod graphs;
mod grid_helpers;
mod grid_landmarks;
mod index_bytes;
mod judge;
mod jumps;
mod layers;
mod lifelong;
mod limits;
mod links;
mod live;
mod names;
mod oracle;
mod own_states;
mod pinned;
mod pinned_runs;
mod prepared;
mod prepared_graphs;
mod pseudocode;
mod puzzles;
mod random_grids;
mod replan_work;
mod replanning;
mod roads;
mod situations;
mod small_print;
#[cfg(feature = "serde")]
mod snapshots;
mod squared_estimates;
mod steering;
mod terrain_jumps;
mod uneven_grids;
mod watched;
mod watched_bodies;
mod worlds;
