//! Networks for [`wayline`]: graphs with names, positions, shapes and turn restrictions.

mod alternatives;
pub mod check;
mod network;
mod order;
mod place;
mod position;
mod route;
mod router;
mod snap;
mod sphere;
mod turns;

pub use alternatives::Difference;
pub use network::{Ban, Edge, Network, NetworkBuilder, NetworkProblem, Node, Unit};
pub use order::MAX_STOPS;
pub use place::{Place, PlaceError};
pub use position::Position;
pub use route::{Leg, Route, part_of_cost};
pub use router::{Engine, Router};
pub use snap::{Location, OnEdge, Snap, Streets, part_of_edge};
pub use turns::TurnGraph;
