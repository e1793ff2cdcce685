//! Bodies: units that take up room, have a heading, and move by rules of their own.
//!
//! A [`BodyKind`] is a [`Footprint`] and movement [`Rule`]s; a [`Terrain`] is the map it moves on; a [`BodyMap`]
//! is the terrain as the kind sees it. Ask it like any other space, with [`path`](BodyMap::path) or with
//! [`search`](crate::search()) and a [`BodyQuery`], for a cheapest path from a [`Placement`] to a [`Goal`]. A
//! [`Replanner`] answers again after edits, and a [`World`] moves many units.
//!
//! ```
//! use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Terrain};
//! use wayline::{Workspace, search};
//!
//! // Three cells wide: enough to turn round.
//! let terrain = Terrain::from_rows(["........", "...##...", "........"])?;
//! let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
//! let mut work = Workspace::new();
//! let answer = search(&map, &BodyQuery::new((0, 0, Heading::E), (7, 2, Heading::W)), &mut work)?;
//! assert!(answer.is_optimal());
//! assert_eq!(answer.path.last().unwrap().to_string(), "7,2,W");
//! # Ok::<(), wayline::Error>(())
//! ```
//!
//! Costs are whole time units; the same question has the same answer everywhere. The judge is
//! [`check::body_path`](crate::check::body_path).

pub(crate) mod kind;
pub(crate) mod map;
pub(crate) mod query;
pub(crate) mod replan;
pub(crate) mod search;
pub(crate) mod why;
pub(crate) mod world;

pub use kind::{
    BodyKind, Footprint, Goal, Heading, KindBuilder, Move, Placement, Rule, Speeds, Sweep,
};
pub use map::{BodyMap, Occupancy, Placements, Terrain};
pub use query::{Area, BodyQuery, Estimate};
#[doc(hidden)]
pub use replan::Ablation;
pub use replan::{GoalField, Method, PathMemory, Replanner};
pub use why::{Hindrance, WhyNot, why_illegal, why_not, why_unfit};
pub use world::{
    Edit, Formation, KindId, PlanState, Scratch, Settings, Span, Tick, Unit, UnitId, World,
    WorldEvent,
};
