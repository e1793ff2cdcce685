//! The shortest trip between two airports: a graph with names and positions on the globe.
//!
//! ```text
//! cargo run --release --example airports            # Reykjavik to Wellington, on a small table
//! cargo run --release --example airports OSL LIM
//! WAYLINE_DATA=... cargo run --release --example airports GKA LHR    # all of OpenFlights
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use wayline::{Algorithm, Graph, Positions, Query, Workspace, great_circle, search};

/// Code, city, latitude, longitude.
type Airport = (String, String, f64, f64);

/// Airports, and flights between them by number.
type World = (Vec<Airport>, Vec<(u32, u32)>);

/// A small world of its own.
const AIRPORTS: &[(&str, &str, f64, f64)] = &[
    ("KEF", "Reykjavik", 63.985, -22.606),
    ("LHR", "London", 51.471, -0.462),
    ("JFK", "New York", 40.640, -73.779),
    ("LAX", "Los Angeles", 33.943, -118.408),
    ("CPT", "Cape Town", -33.965, 18.602),
    ("DXB", "Dubai", 25.253, 55.364),
    ("SIN", "Singapore", 1.350, 103.994),
    ("NRT", "Tokyo", 35.765, 140.386),
    ("SYD", "Sydney", -33.946, 151.177),
    ("AKL", "Auckland", -37.008, 174.792),
    ("WLG", "Wellington", -41.327, 174.805),
    ("GRU", "Sao Paulo", -23.432, -46.470),
    ("LIM", "Lima", -12.022, -77.114),
    ("OSL", "Oslo", 60.194, 11.100),
];

/// Flights, each way.
const FLIGHTS: &[(&str, &str)] = &[
    ("KEF", "LHR"),
    ("KEF", "JFK"),
    ("KEF", "OSL"),
    ("OSL", "LHR"),
    ("LHR", "JFK"),
    ("LHR", "DXB"),
    ("LHR", "CPT"),
    ("LHR", "SIN"),
    ("LHR", "GRU"),
    ("JFK", "LAX"),
    ("JFK", "LIM"),
    ("LAX", "LIM"),
    ("LAX", "NRT"),
    ("LAX", "AKL"),
    ("LAX", "SYD"),
    ("GRU", "LIM"),
    ("GRU", "CPT"),
    ("DXB", "SIN"),
    ("DXB", "NRT"),
    ("SIN", "NRT"),
    ("SIN", "SYD"),
    ("SYD", "AKL"),
    ("SYD", "WLG"),
    ("AKL", "WLG"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (airports, flights) = match std::env::var_os("WAYLINE_DATA") {
        Some(data) => open_flights(&Path::new(&data).join("graphs"))?,
        None => small_world(),
    };
    let length = |&(a, b): &(u32, u32)| {
        let at = |i: u32| (airports[i as usize].2, airports[i as usize].3);
        (a, b, great_circle(at(a), at(b)))
    };
    let positions = airports.iter().map(|airport| (airport.2, airport.3)).collect();
    let names: Vec<String> = airports.iter().map(|airport| airport.0.clone()).collect();
    let graph = Graph::from_edges(airports.len(), flights.iter().map(length))?
        .with_positions(Positions::Globe(positions))?
        .with_names(names)?;
    println!("{} airports, {} flights", graph.nodes(), graph.edges());

    let code = |i: usize, default: &str| arguments.get(i).map_or(default.to_owned(), String::clone);
    let node = |code: String| graph.node_named(&code).ok_or(format!("no airport {code}"));
    let (from, to) = (node(code(0, "KEF"))?, node(code(1, "WLG"))?);
    let mut work = Workspace::new();
    for algorithm in [Algorithm::Dijkstra, Algorithm::AStar, Algorithm::Bidirectional] {
        let query = Query::new(from, to).algorithm(algorithm);
        let answer = search(&graph, &query, &mut work)?;
        if !answer.is_found() {
            println!("{algorithm}: {}", answer.outcome);
            continue;
        }
        println!(
            "{algorithm:14} {:6.0} km, {} expanded, {}",
            answer.cost.to_f64(),
            answer.stats.expanded,
            if answer.is_optimal() { "proven shortest" } else { "not proven" },
        );
        if algorithm == Algorithm::AStar {
            for &stop in answer.path.iter() {
                println!("    {} {}", airports[stop as usize].0, airports[stop as usize].1);
            }
        }
    }
    Ok(())
}

fn small_world() -> World {
    let airports: Vec<Airport> = AIRPORTS
        .iter()
        .map(|&(code, city, lat, lon)| (code.to_owned(), city.to_owned(), lat, lon))
        .collect();
    let index = |code: &str| AIRPORTS.iter().position(|airport| airport.0 == code).unwrap_or(0);
    let both = |&(a, b): &(&str, &str)| {
        let (a, b) = (index(a) as u32, index(b) as u32);
        [(a, b), (b, a)]
    };
    (airports, FLIGHTS.iter().flat_map(both).collect())
}

/// OpenFlights: comma separated, names in quotes, `\N` for nothing.
fn open_flights(folder: &Path) -> Result<World, Box<dyn Error>> {
    let mut airports = Vec::new();
    let mut by_id = HashMap::new();
    for line in std::fs::read_to_string(folder.join("airports.dat"))?.lines() {
        let fields = fields(line);
        let (Some(id), Some(city), Some(code)) = (fields.first(), fields.get(2), fields.get(4))
        else {
            continue;
        };
        let number = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok());
        if let (true, Some(lat), Some(lon)) = (code.len() == 3, number(6), number(7)) {
            by_id.insert(id.clone(), airports.len() as u32);
            airports.push((code.clone(), city.clone(), lat, lon));
        }
    }
    let mut flights = Vec::new();
    for line in std::fs::read_to_string(folder.join("routes.dat"))?.lines() {
        let fields = fields(line);
        let node = |i: usize| fields.get(i).and_then(|id| by_id.get(id)).copied();
        if let (Some(from), Some(to)) = (node(3), node(5)) {
            flights.push((from, to));
        }
    }
    Ok((airports, flights))
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().expect("never empty").push(c),
        }
    }
    fields
}
