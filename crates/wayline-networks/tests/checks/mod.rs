//! What must hold of any bytes whatever. The fuzz targets feed these, and so does the replay of all
//! that they ever found.

use wayline_networks::generate::Spec;
use wayline_networks::osm::Profile;
use wayline_networks::{Format, Limits, Network, ReadOptions, read, write, write_nodes};

/// Small, so that no input takes long.
const LIMITS: Limits = Limits { nodes: 1 << 17, edges: 1 << 17, bytes: 1 << 20 };

fn options(format: Format) -> ReadOptions {
    let profile = PROFILE.with(Profile::clone);
    let format = Some(format);
    ReadOptions { format, limits: LIMITS, profile, ..ReadOptions::default() }
}

thread_local! {
    static PROFILE: Profile = Profile::default();
}

/// Two files in one: what follows the first zero byte is the second.
fn halves(bytes: &[u8]) -> (&[u8], Option<&[u8]>) {
    match bytes.iter().position(|&byte| byte == 0) {
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
        None => (bytes, None),
    }
}

type Row = (String, String, u64, String);

/// The edges, with all that the formats share.
fn edges(network: &Network, names: bool) -> Vec<Row> {
    let row = |edge: u32| {
        let (from, to, cost) = network.graph().edge(edge).unwrap();
        let name = if names { network.edge_name(edge).to_owned() } else { String::new() };
        (network.id(from).to_owned(), network.id(to).to_owned(), cost.raw(), name)
    };
    (0..network.edges() as u32).map(row).collect()
}

fn written(network: &Network, format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(network, format, &mut bytes).expect("the format holds it");
    bytes
}

/// DIMACS is refused, or read back as it was written.
pub(crate) fn dimacs(bytes: &[u8]) {
    let (arcs, positions) = halves(bytes);
    if let Ok(reading) = read(arcs, positions, &options(Format::Dimacs)) {
        let network = reading.network;
        let again = read(&written(&network, Format::Dimacs), None, &options(Format::Dimacs));
        let again = again.expect("it was written by us").network;
        // Nodes are numbered from one, whatever they were.
        let ends = |network: &Network, from: u32| -> Vec<(u32, u32, u64)> {
            let row = |edge: u32| {
                let (a, b, cost) = network.graph().edge(edge).unwrap();
                let number = |node: u32| network.id(node).parse::<u32>().unwrap() - from;
                (number(a), number(b), cost.raw())
            };
            (0..network.edges() as u32).map(row).collect()
        };
        let first = if network.node_with_id("0").is_some() { 0 } else { 1 };
        assert_eq!(ends(&network, first), ends(&again, 1));
    }
}

/// CSV is refused, or read back as it was written.
pub(crate) fn csv(bytes: &[u8]) {
    let (edge_rows, nodes) = halves(bytes);
    if let Ok(reading) = read(edge_rows, nodes, &options(Format::Csv)) {
        let network = reading.network;
        let mut nodes = Vec::new();
        write_nodes(&network, Format::Csv, &mut nodes).expect("CSV holds it");
        let rows = written(&network, Format::Csv);
        let again = read(&rows, Some(&nodes), &options(Format::Csv));
        let again = again.expect("it was written by us").network;
        assert_eq!(edges(&network, true), edges(&again, true));
        assert_eq!(network.positions(), again.positions());
        assert!((0..network.nodes() as u32).all(|node| network.name(node) == again.name(node)));
    }
}

/// Airports and routes are refused or read.
pub(crate) fn openflights(bytes: &[u8]) {
    let (airports, routes) = halves(bytes);
    _ = read(airports, Some(routes.unwrap_or_default()), &options(Format::OpenFlights));
}

/// A map in XML is refused or read.
pub(crate) fn osm_xml(bytes: &[u8]) {
    _ = read(bytes, None, &options(Format::OsmXml));
}

/// A packed map is refused or read.
pub(crate) fn osm_pbf(bytes: &[u8]) {
    _ = read(bytes, None, &options(Format::OsmPbf));
}

/// GraphML is refused, or read back as it was written.
pub(crate) fn graphml(bytes: &[u8]) {
    if let Ok(reading) = read(bytes, None, &options(Format::GraphMl)) {
        let network = reading.network;
        let again = read(&written(&network, Format::GraphMl), None, &options(Format::GraphMl));
        let again = again.expect("it was written by us").network;
        assert_eq!(edges(&network, true), edges(&again, true));
        assert_eq!(network.positions(), again.positions());
    }
}

/// GeoJSON is refused, or read back as it was written.
pub(crate) fn geojson(bytes: &[u8]) {
    if let Ok(reading) = read(bytes, None, &options(Format::GeoJson)) {
        let network = reading.network;
        let again = read(&written(&network, Format::GeoJson), None, &options(Format::GeoJson));
        let again = again.expect("it was written by us").network;
        assert_eq!(edges(&network, true), edges(&again, true));
    }
}

/// A profile is refused or read.
pub(crate) fn profile(bytes: &[u8]) {
    _ = str::from_utf8(bytes).map(Profile::from_toml);
}

/// Whatever is recognised, compressed or not, is refused or read; a line of text is one, or a network.
pub(crate) fn network(bytes: &[u8]) {
    _ = read(bytes, None, &ReadOptions { limits: LIMITS, ..ReadOptions::default() });
    let small = Limits { nodes: 1 << 10, ..LIMITS };
    if let Ok(spec) = str::from_utf8(bytes).unwrap_or_default().parse::<Spec>() {
        assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
        if let Ok(network) = spec.generate(small) {
            assert_eq!(network.nodes(), spec.nodes as usize);
        }
    }
}
