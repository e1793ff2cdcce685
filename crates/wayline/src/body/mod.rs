//! Bodies: units that take up room, have a heading, and move by rules of their own.
//!
//! A [`BodyKind`] is a [`Footprint`] and movement [`Rule`]s; a [`Terrain`] is the map it moves on; a
//! [`BodyMap`] is the terrain as the kind sees it; [`plan`] finds the cheapest way between two
//! [`Placement`]s.
//!
//! ```
//! use wayline::body::{BodyKind, BodyMap, BodyQuery, BodyWork, Heading, Terrain, plan};
//!
//! // Three cells wide: enough to turn round.
//! let terrain = Terrain::from_rows(["........", "...##...", "........"])?;
//! let map = BodyMap::new(BodyKind::preset("tank")?, &terrain)?;
//! let mut work = BodyWork::new();
//! let answer = plan(&map, &BodyQuery::new((0, 0, Heading::E), (7, 2, Heading::W)), &mut work)?;
//! assert!(answer.is_optimal());
//! assert_eq!(answer.path.last().unwrap().to_string(), "7,2,W");
//! # Ok::<(), wayline::Error>(())
//! ```
//!
//! Costs are whole time units; the same question has the same answer everywhere. The judge is
//! [`check::body_path`](crate::check::body_path).

mod boards;
mod field;
mod folded;
mod footprint;
mod free;
mod guide;
mod hindrance;
mod kind;
mod map;
mod masks;
mod moves;
mod occupancy;
mod placement;
mod plan;
mod presets;
mod query;
mod queue;
mod replan;
mod rules;
mod search;
mod slowness;
mod speeds;
mod terrain;
mod why;
mod widest;
mod world;

pub use footprint::Footprint;
pub use hindrance::{Hindrance, why_illegal, why_unfit};
pub use kind::{BodyKind, Move};
pub use map::BodyMap;
pub use occupancy::Occupancy;
pub use placement::{Goal, Heading, Placement};
pub use plan::{BodySlices, BodyWork, plan, plan_watched};
pub use query::{Area, BodyQuery, Estimate};
#[doc(hidden)]
pub use replan::Careless;
pub use replan::{GoalField, Method, PathMemory, Replanner};
pub use rules::{KindBuilder, Rule, Sweep};
pub use speeds::Speeds;
pub use terrain::Terrain;
pub use why::{WhyNot, why_not};
pub use world::{
    Edit, Event, KindId, PlanState, Scratch, Settings, Span, Tick, Unit, UnitId, World,
};
