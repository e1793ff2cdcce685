//! Airports and the flights between them, as [OpenFlights](https://openflights.org/data) has them:
//! `airports.dat` and `routes.dat`.
//!
//! A node is an airport: its id is its OpenFlights number, its codes those of IATA and ICAO, its name that
//! of city and airport. An edge leads from one airport to another if any airline flies there; it costs
//! the length of the great circle, in kilometres, and is called by the airlines. Routes to or from airports
//! that the list does not have are left out.

use crate::rows::{Field, Rows};
use crate::{Edge, LeftOut, Limits, NetworkBuilder, NetworkError, Node, Part, Position, Unit};
use std::collections::HashMap;

/// Reads airports and routes.
///
/// ```
/// use wayline_networks::{Limits, Part, openflights};
/// let airports = br#"421,"Helsinki Vantaa Airport","Helsinki","Finland","HEL","EFHK",60.3,24.9,179
/// 415,"Tallinn","Tallinn","Estonia","TLL","EETN",59.4,24.8,131
/// "#;
/// let routes = b"AY,2350,HEL,421,TLL,415,,0,AT7\nBT,333,HEL,421,TLL,415,,0,DH4\n2B,410,AER,2965,KZN,2990,,0,CR2\n";
/// let (builder, left_out) = openflights::read(airports, routes, Limits::default())?;
/// assert_eq!(left_out.count(Part::Edges), 1);
/// let network = builder.build()?;
/// assert_eq!(network.node_with_code("TLL"), network.node_with_id("415"));
/// assert_eq!(network.edge_name(0), "AY, BT");
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read(
    airports: &[u8],
    routes: &[u8],
    limits: Limits,
) -> Result<(NetworkBuilder, LeftOut), NetworkError> {
    let mut builder = NetworkBuilder { unit: Unit::Kilometres, ..NetworkBuilder::default() };
    let known =
        read_airports(airports, limits, &mut builder).map_err(|e| e.in_file("airports.dat"))?;
    let left_out =
        read_routes(routes, limits, &known, &mut builder).map_err(|e| e.in_file("routes.dat"))?;
    Ok((builder, left_out))
}

/// What OpenFlights writes where it does not know.
const UNKNOWN: &[u8] = b"\\N";

fn is_known(field: &Field<'_>) -> bool {
    !field.bytes.is_empty() && field.bytes != UNKNOWN
}

fn read_airports(
    bytes: &[u8],
    limits: Limits,
    builder: &mut NetworkBuilder,
) -> Result<HashMap<Vec<u8>, u32>, NetworkError> {
    let mut known = HashMap::new();
    let mut rows = Rows::new(bytes, b',', true);
    while let Some(row) = rows.next_row()? {
        let id = row.expect(0, "the number of an airport")?;
        let airport = row.expect(1, "the name of an airport")?.text()?;
        let city = row.expect(2, "a city")?.text()?;
        let codes = [row.expect(4, "a code of IATA")?, row.expect(5, "a code of ICAO")?];
        let latitude = row.expect(6, "a latitude")?.degrees("a latitude", 90.0)?;
        let longitude = row.expect(7, "a longitude")?.degrees("a longitude", 180.0)?;
        let number = builder.nodes.len() as u32;
        limits.check_nodes(number as u64 + 1).map_err(|problem| row.at(problem))?;
        if !is_known(&id) {
            return Err(id.unexpected("the number of an airport"));
        }
        if known.insert(id.bytes.to_owned(), number).is_some() {
            return Err(id.unexpected("each airport once"));
        }
        let mut node = Node {
            id: id.text()?.to_owned(),
            name: match airport.starts_with(city) {
                true => airport.to_owned(),
                false => format!("{city}, {airport}"),
            },
            position: Some(Position { latitude, longitude }),
            codes: Vec::new(),
        };
        for code in codes.iter().filter(|code| is_known(code)) {
            node.codes.push(code.text()?.to_owned());
        }
        builder.nodes.push(node);
    }
    Ok(known)
}

fn read_routes(
    bytes: &[u8],
    limits: Limits,
    known: &HashMap<Vec<u8>, u32>,
    builder: &mut NetworkBuilder,
) -> Result<LeftOut, NetworkError> {
    let mut left_out = LeftOut::default();
    let mut edges = HashMap::new();
    let mut airlines: Vec<Vec<String>> = Vec::new();
    let mut rows = Rows::new(bytes, b',', true);
    while let Some(row) = rows.next_row()? {
        let airline = row.expect(0, "an airline")?.text()?.to_owned();
        let from = known.get(row.expect(3, "the number of an airport")?.bytes);
        let to = known.get(row.expect(5, "the number of an airport")?.bytes);
        let (Some(&from), Some(&to)) = (from, to) else {
            left_out.add(Part::Edges, "routes of airports that are not listed", 1);
            continue;
        };
        let edge = *edges.entry((from, to)).or_insert(airlines.len());
        if edge == airlines.len() {
            limits.check_edges(edge as u64 + 1).map_err(|problem| row.at(problem))?;
            let [a, b] = [from, to].map(|node| builder.nodes[node as usize].position);
            let cost = a.zip(b).map_or(0.0, |(a, b)| a.metres_to(b) / 1000.0);
            builder.edges.push(Edge { from, to, cost, ..Edge::default() });
            airlines.push(Vec::new());
        }
        if !airlines[edge].contains(&airline) {
            airlines[edge].push(airline);
        }
    }
    for (edge, airlines) in builder.edges.iter_mut().zip(airlines) {
        edge.name = airlines.join(", ");
    }
    Ok(left_out)
}
