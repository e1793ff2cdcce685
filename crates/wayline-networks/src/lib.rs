//! Networks for [`wayline`]: graphs with names, positions, shapes and turn restrictions, read from the files that
//! people have.
//!
//! | module | reads | writes |
//! | --- | --- | --- |
//! | [`osm`] | `.osm.pbf`, `.osm`, for a [`Profile`](osm::Profile) | |
//! | [`dimacs`] | `.gr`, `.co` | yes |
//! | [`mod@csv`] | edges, and perhaps nodes | yes |
//! | [`openflights`] | `airports.dat`, `routes.dat` | |
//! | [`graphml`] | `.graphml` | yes |
//! | [`geojson`] | lines | yes |
//! | [`generate`] | makes roads from a line of text | |
//!
//! [`read_file`] opens a file of any of them, [`read`] takes bytes, and [`Source`] is a file or a generator as
//! named on a command line; [`write()`] goes the other way. All readers return a [`Network`], or a
//! [`NetworkError`] that says where something is wrong, what was found and what was expected, whatever the bytes
//! are. Whatever was left out of a file is counted ([`LeftOut`]).
//!
//! ```
//! use wayline::{Query, Workspace, search};
//! use wayline_networks::{ReadOptions, Source};
//!
//! let source: Source = "roads:2000:seed=1".parse()?;
//! let network = source.read(&ReadOptions::default())?.network;
//! let mut work = Workspace::new();
//! let answer = search(network.graph(), &Query::new(0, 1999), &mut work)?;
//! let streets: Vec<_> = answer.edges.iter().map(|&edge| network.edge_name(edge)).collect();
//! assert!(answer.cost.to_f64() > 60.0 && streets.len() > 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
mod turn_rules;
mod unpacked;
mod writing;
mod xml;

pub use error::{NetworkError, Place, Problem};
pub use fields::{FieldNames, FieldNamesError};
pub use format::Format;
pub use left_out::{LeftOut, Omission, Part};
pub use limits::Limits;
pub use network::{Ban, Edge, Network, NetworkBuilder, NetworkProblem, Node, TurnCost, Unit};
pub use options::ReadOptions;
pub use position::Position;
pub use reading::{Reading, read, read_file};
pub use source::Source;
pub(crate) use ticks::whole_ticks;
pub use turn_rules::{TurnRules, TurnRulesError};
pub use writing::{write, write_nodes};

/// The program in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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

/// The program in the document is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/networks.md")]
struct Document;
