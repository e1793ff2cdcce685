//! Networks for [`wayline`]: graphs with names, positions, shapes and turn restrictions.

pub mod csv;
pub mod dimacs;
mod error;
mod fields;
mod format;
pub mod generate;
pub mod geojson;
pub mod graphml;
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
mod writing;
mod xml;

pub use error::{NetworkError, Place, Problem};
pub use fields::{FieldNames, FieldNamesError};
pub use format::Format;
pub use left_out::{LeftOut, Omission, Part};
pub use limits::Limits;
pub use network::{Ban, Edge, Network, NetworkBuilder, NetworkProblem, Node, Unit};
pub use options::ReadOptions;
pub use position::Position;
pub use reading::{Reading, read, read_file};
pub use source::Source;
pub(crate) use ticks::whole_ticks;
pub use writing::{write, write_nodes};
