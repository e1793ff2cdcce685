//! Networks for [`wayline`]: graphs with names, positions, shapes and turn restrictions.

mod network;
mod position;

pub use network::{Ban, Edge, Network, NetworkBuilder, NetworkProblem, Node, Unit};
pub use position::Position;
