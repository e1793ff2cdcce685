//! Networks from the bytes of files, and from parts.

pub(super) use crate::limits::NETWORK as LIMITS;
use crate::to_js::words;
use wayline_networks::osm::Profile;
use wayline_networks::{
    Edge, FieldNames, Format, Network, NetworkBuilder, Node, Position, ReadOptions, Unit, csv,
    dimacs, geojson,
};

/// A network from a file of a format that a page has; what of the file is not in it, in words.
pub(super) fn read(
    name: &str,
    bytes: &[u8],
    nodes: Option<&[u8]>,
    both_ways: bool,
    unit: Unit,
) -> Result<(Network, Vec<String>), String> {
    let size = bytes.len().max(nodes.map_or(0, <[u8]>::len));
    if size as u64 > LIMITS.bytes {
        let mb = 1024 * 1024;
        let most = LIMITS.bytes / mb;
        return Err(format!("{name} has {} MB: expected at most {most} MB", size as u64 / mb));
    }
    // Without a profile, which is for OSM: reading one takes a parser of TOML.
    let options = ReadOptions {
        format: None,
        limits: LIMITS,
        nodes_file: None,
        profile: Profile::nobody(),
        fields: FieldNames::default(),
        both_ways,
        unit,
        csv: csv::CsvLayout::default(),
        largest_part: None,
        turns: None,
    };
    let mut left_out = Vec::new();
    let format = Format::of_bytes(bytes).or_else(|| Format::of_path(name.as_ref()));
    let builder = match format {
        Some(Format::Dimacs) => {
            let mut builder = dimacs::read(bytes, LIMITS).map_err(words)?;
            builder.unit = unit;
            if let Some(positions) = nodes {
                dimacs::read_positions(positions, &mut builder).map_err(words)?;
            }
            builder
        }
        Some(Format::GeoJson) => {
            let (builder, unused) = geojson::read(bytes, &options).map_err(words)?;
            left_out = unused.omissions().iter().map(ToString::to_string).collect();
            builder
        }
        Some(Format::Csv) | None => csv::read(bytes, nodes, &options).map_err(words)?,
        Some(other) => {
            return Err(format!(
                "{name} is {other}, which is not read here: expected CSV, GeoJSON or DIMACS. The command \
                 reads it, and writes those: wayline convert"
            ));
        }
    };
    Ok((builder.build().map_err(words)?, left_out))
}

/// A network, part by part.
pub(super) struct Parts<'a> {
    pub(super) ids: Vec<String>,
    pub(super) names: Vec<String>,
    pub(super) positions: &'a [f64],
    pub(super) from: &'a [u32],
    pub(super) to: &'a [u32],
    pub(super) costs: &'a [f64],
    pub(super) edge_names: Vec<String>,
    pub(super) unit: Unit,
}

impl Parts<'_> {
    pub(super) fn build(self) -> Result<Network, String> {
        let Parts { ids, names, positions, from, to, costs, edge_names, unit } = self;
        let (nodes, edges) = (ids.len(), from.len());
        let fits = |what: &str, length: usize, expected: usize| match length == expected {
            true => Ok(()),
            false => Err(format!("{length} {what}: expected {expected}")),
        };
        fits("names of nodes", names.len(), nodes)?;
        fits("coordinates", positions.len(), 2 * nodes)?;
        fits("ends of edges", to.len(), edges)?;
        fits("costs", costs.len(), edges)?;
        fits("names of edges", edge_names.len(), edges)?;
        let mut builder = NetworkBuilder { unit, ..NetworkBuilder::default() };
        for ((id, name), at) in ids.into_iter().zip(names).zip(positions.chunks_exact(2)) {
            let position = Some(Position::new(at[0], at[1]));
            builder.nodes.push(Node { id, name, position, ..Node::default() });
        }
        for (((&from, &to), &cost), name) in from.iter().zip(to).zip(costs).zip(edge_names) {
            builder.edges.push(Edge { from, to, cost, name, ..Edge::default() });
        }
        builder.build().map_err(words)
    }
}
