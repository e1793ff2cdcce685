//! [`ReadOptions`]: how a file is read.

use crate::csv::CsvLayout;
use crate::osm::Profile;
use crate::{FieldNames, Format, Limits, TurnRules, Unit};
use std::path::PathBuf;

/// How a network is read. What a format has no use for is ignored.
///
/// ```
/// use wayline_networks::{Limits, ReadOptions};
/// let options = ReadOptions {
///     limits: Limits { nodes: 1_000_000, ..Limits::default() },
///     largest_part: Some(true),
///     ..ReadOptions::default()
/// };
/// assert_eq!(options.format, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format. Recognised by name and content unless given.
    pub format: Option<Format>,
    /// How large the network may be.
    pub limits: Limits,
    /// The second file of formats that have two: positions of DIMACS (`.co`), nodes of CSV, the other
    /// one of the two OpenFlights files. Looked for beside the first unless given.
    pub nodes_file: Option<PathBuf>,
    /// The profile of the traveller, for OSM. A car by default.
    pub profile: Profile,
    /// What CSV, GraphML and GeoJSON call their fields.
    pub fields: FieldNames,
    /// Whether every row of CSV is an edge in both directions.
    pub both_ways: bool,
    /// What the costs of CSV, DIMACS, GraphML and GeoJSON are measured in. Where GeoJSON has no costs, they
    /// are metres.
    pub unit: Unit,
    /// How CSV is laid out.
    pub csv: CsvLayout,
    /// Whether to keep only the largest strongly connected part, in which every node can be reached
    /// from every other. Unless given, OSM does and the other formats do not.
    pub largest_part: Option<bool>,
    /// What turns cost. Unless given, what the profile says for OSM, and nothing for the other formats.
    pub turns: Option<TurnRules>,
}
