//! [`write()`]: a network as bytes.

use crate::{Format, Network, NetworkError, Problem, csv, dimacs, geojson, graphml};
use std::io::Write;

/// Writes a network. DIMACS and CSV have a second file for positions and names of nodes
/// ([`write_nodes`]); GeoJSON needs positions. No format holds banned turns; OSM and OpenFlights are not
/// written.
///
/// ```
/// use wayline_networks::{Format, Limits, generate::Spec, write};
/// let network = Spec { nodes: 100, seed: 1 }.generate(Limits::default())?;
/// let mut bytes = Vec::new();
/// write(&network, Format::GeoJson, &mut bytes)?;
/// assert!(bytes.starts_with(b"{"));
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write(network: &Network, format: Format, out: impl Write) -> Result<(), NetworkError> {
    match format {
        Format::Dimacs => dimacs::write(network, out),
        Format::Csv => csv::write(network, out),
        Format::GraphMl => graphml::write(network, out),
        Format::GeoJson => geojson::write(network, out),
        Format::OpenFlights | Format::OsmPbf | Format::OsmXml => Err(Problem::CannotHold {
            format,
            what: "networks are only read from it".to_owned(),
            expected: "DIMACS, CSV, GraphML or GeoJSON",
        }
        .into()),
    }
}

/// Writes the second file of DIMACS or CSV: what is known about the nodes.
///
/// ```
/// use wayline_networks::{Format, Limits, generate::Spec, write_nodes};
/// let network = Spec { nodes: 100, seed: 1 }.generate(Limits::default())?;
/// let mut bytes = Vec::new();
/// write_nodes(&network, Format::Dimacs, &mut bytes)?;
/// assert!(bytes.starts_with(b"p aux sp co 100\n"));
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn write_nodes(network: &Network, format: Format, out: impl Write) -> Result<(), NetworkError> {
    match format {
        Format::Dimacs => dimacs::write_positions(network, out),
        Format::Csv => csv::write_nodes(network, out),
        _ => Err(Problem::CannotHold {
            format,
            what: "nodes have a file of their own".to_owned(),
            expected: "DIMACS or CSV",
        }
        .into()),
    }
}
