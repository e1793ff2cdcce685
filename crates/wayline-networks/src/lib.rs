//! Networks for [`wayline`]: graphs with names, positions, shapes and turn restrictions.

pub mod csv;
pub mod dimacs;
mod error;
mod format;
pub mod generate;
mod left_out;
mod limits;
mod network;
pub mod openflights;
mod options;
pub mod osm;
mod position;
mod reading;
mod rows;
mod source;
mod strong;
mod text;
mod ticks;
mod unpacked;
mod xml;

pub use error::{NetworkError, Place, Problem};
pub use format::Format;
pub use left_out::{LeftOut, Omission, Part};
pub use limits::Limits;
pub use network::{Ban, Edge, Network, NetworkBuilder, NetworkProblem, Node, Unit};
pub use options::ReadOptions;
pub use position::Position;
pub use reading::{Reading, read, read_file};
pub use source::Source;
pub(crate) use ticks::whole_ticks;

// What is asked of a network.
mod alternatives;
pub mod check;
mod contours;
mod isochrone;
mod order;
mod place;
mod reach;
mod route;
mod router;
mod snap;
mod sphere;
mod turns;

pub use alternatives::Difference;
pub use isochrone::{Isochrone, Polygon};
pub use order::MAX_STOPS;
pub use place::PlaceError;
pub use reach::{Reach, Stretch};
pub use route::{Leg, Route, part_of_cost};
pub use router::{Engine, Router};
pub use snap::{Location, OnEdge, Snap, Streets, part_of_edge};
pub use turns::TurnGraph;
