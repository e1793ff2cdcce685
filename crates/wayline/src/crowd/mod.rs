//! Crowds: plans for many units at once that never collide.
//!
//! All units move at the same time, one step in one of four directions or none, and each has a goal of its own. No
//! two ever stand on the same cell, and no two change places in one step. [`Planner`] quickly finds a plan for as
//! many units as the map has room for, then makes it cheaper for as long as you let it:
//!
//! ```
//! use wayline::crowd::{Planner, Unit};
//! use wayline::{Grid, Limits, Moves, Rules};
//!
//! // Two that have to pass each other, in a corridor with a side room.
//! let grid = Grid::from_rows([".....", "##.##"])?.with_rules(Rules::default().moves(Moves::Four));
//! let units = [Unit::new((0, 0), (4, 0)), Unit::new((4, 0), (0, 0))];
//! let mut planner = Planner::new(&grid, &units)?;
//! planner.find(&Limits::default());
//! planner.improve(&Limits::default().expansions(10_000));
//! let plan = planner.plan().expect("there is room to pass");
//! assert_eq!(plan.units(), 2);
//! assert!(plan.sum_of_costs() >= planner.lower_bound());
//! wayline::check::crowd(&grid, &units, &plan)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`BodyPlanner`] is for units with headings, footprints and moves of their own, by the rules of
//! [`body`](crate::body):
//!
//! ```
//! use std::sync::Arc;
//! use wayline::body::{BodyKind, Heading, Terrain};
//! use wayline::crowd::{BodyPlanner, BodyUnit, Dependencies};
//! use wayline::{Limits, check};
//!
//! // Two tanks that have to pass each other, in a corridor with a side room.
//! let terrain = Terrain::from_rows(["........", "###..###", "###..###"])?;
//! let kinds = [Arc::new(BodyKind::preset("tank")?)];
//! let units = [
//!     BodyUnit::new(0, (0, 0, Heading::E), (6, 0, Heading::E)),
//!     BodyUnit::new(0, (7, 0, Heading::W), (1, 0, Heading::W)),
//! ];
//! let mut planner = BodyPlanner::new(&terrain, &kinds, &units)?;
//! planner.find(&Limits::default());
//! planner.improve(&Limits::default().expansions(10_000));
//! let plan = planner.plan().expect("there is room to pass");
//! assert!(check::body_crowd(&terrain, &kinds, &units, plan)? >= planner.lower_bound());
//! // In which order they pass, should one of them be late.
//! let order = Dependencies::of_bodies(&kinds, &units, plan);
//! assert_eq!(order.moves(0).len(), plan.moves()[0].len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Dependencies`] give the order in which units pass each other, so that units that are late can still carry out
//! a plan.
//!
//! [`Lifelong`] is for crowds that never rest, such as the robots of a warehouse: units with headings take tasks
//! as they come, step by step.
//!
//! [`Flow`] is for thousands of units that share a few goals, and need no plan: they follow the current.
//!
//! [`Steering`] is for movement between cells: discs with velocities that keep off walls and each other.
//!
//! Work is counted, not timed: the same limits give the same plan on every machine, with any number of threads.
//! Only [`Limits::time`](crate::Limits::time) and [`Limits::cancel`](crate::Limits::cancel) depend on the clock.
//!
//! The methods: [LaCAM*](https://doi.org/10.24963/ijcai.2023/28) over
//! [PIBT](https://doi.org/10.1016/j.artint.2022.103752) finds the first plan (`lacam.rs`, `pibt.rs`), then a
//! second one along lanes, which is kept where it is cheaper (`guide.rs`). [Large neighbourhood
//! search](https://doi.org/10.24963/ijcai.2021/568) with [safe
//! intervals](https://doi.org/10.1109/ICRA.2011.5980306) then makes it cheaper (`improve.rs`, `single.rs`).

mod bodies;
mod dependencies;
mod dice;
mod distances;
mod error;
mod flow;
mod guide;
mod improve;
mod lacam;
mod lifelong;
mod pibt;
mod plan;
mod planner;
mod reservations;
mod roadmap;
mod single;
mod steering;

pub use bodies::{BodyMove, BodyPlan, BodyPlanner, BodyUnit};
pub use dependencies::{Conditions, Dependencies};
pub use error::CrowdError;
pub use flow::Flow;
pub use lifelong::{Action, Lifelong, Visit};
pub use plan::Plan;
pub use planner::{Planner, Unit};
pub use steering::{Disc, Steering};
