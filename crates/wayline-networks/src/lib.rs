//! Networks for [`wayline`]: graphs with names, positions, shapes and turn restrictions.

pub mod check;
mod network;
mod position;
mod turns;

pub use network::{Ban, Edge, Network, NetworkBuilder, NetworkProblem, Node, Unit};
pub use position::Position;
pub use turns::TurnGraph;
