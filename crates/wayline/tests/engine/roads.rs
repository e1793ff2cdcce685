//! Road networks and flights in the folder `graphs` of `WAYLINE_DATA`: OpenStreetMap extracts
//! (`*.osm.gz`), and OpenFlights. As plain as the suites need it.

use flate2::read::GzDecoder;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use wayline::{Graph, Positions, great_circle};

/// All networks that are there, by name.
pub(crate) fn networks(folder: &Path) -> Vec<(String, Graph)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut networks = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".osm.gz") {
            let mut text = String::new();
            let bytes = std::fs::File::open(&file).unwrap();
            GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
            networks.push((name, roads(&text)));
        } else if name == "routes.dat" {
            let airports = std::fs::read_to_string(folder.join("airports.dat")).unwrap();
            networks.push((name, flights(&airports, &std::fs::read_to_string(&file).unwrap())));
        }
    }
    networks
}

/// Every way with the tag `highway`; both ways unless it says otherwise. Costs are kilometres.
fn roads(osm: &str) -> Graph {
    let attribute = |line: &str, name: &str| -> Option<String> {
        let (_, rest) = line.split_once(&format!(" {name}=\""))?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    let mut places = HashMap::new();
    let (mut way, mut highway, mut oneway) = (Vec::new(), false, 0);
    let (mut numbers, mut points, mut pairs) = (HashMap::new(), Vec::new(), Vec::new());
    for line in osm.lines().map(str::trim) {
        if line.starts_with("<node ") {
            let number = |name| attribute(line, name).and_then(|text| text.parse::<f64>().ok());
            if let (Some(id), Some(lat), Some(lon)) =
                (attribute(line, "id"), number("lat"), number("lon"))
            {
                places.insert(id, (lat, lon));
            }
        } else if line.starts_with("<way ") {
            (highway, oneway) = (false, 0);
            way.clear();
        } else if line.starts_with("<nd ") {
            way.extend(attribute(line, "ref"));
        } else if line.starts_with("<tag ") {
            match (attribute(line, "k").as_deref(), attribute(line, "v").as_deref()) {
                (Some("highway"), _) => highway = true,
                (Some("oneway"), Some("yes" | "true" | "1")) => oneway = 1,
                (Some("oneway"), Some("-1")) => oneway = -1,
                _ => {}
            }
        } else if line.starts_with("</way>") && highway {
            let nodes: Vec<u32> = way
                .iter()
                .filter_map(|id| {
                    let &place = places.get(id)?;
                    Some(*numbers.entry(id.clone()).or_insert_with(|| {
                        points.push(place);
                        points.len() as u32 - 1
                    }))
                })
                .collect();
            for pair in nodes.windows(2) {
                if oneway >= 0 {
                    pairs.push((pair[0], pair[1]));
                }
                if oneway <= 0 {
                    pairs.push((pair[1], pair[0]));
                }
            }
        }
    }
    placed(points, &pairs)
}

/// Airports and the flights between them, several a day on the same route being parallel edges.
fn flights(airports: &str, routes: &str) -> Graph {
    let (mut numbers, mut points, mut pairs) = (HashMap::new(), Vec::new(), Vec::new());
    for line in airports.lines() {
        // Names may have commas in them; what is wanted is before the first and after the last.
        let fields: Vec<&str> = line.split(',').collect();
        let number = |from_end: usize| {
            fields.len().checked_sub(from_end).and_then(|at| fields[at].parse::<f64>().ok())
        };
        if let (Some(lat), Some(lon)) = (number(8), number(7)) {
            numbers.insert(fields[0], points.len() as u32);
            points.push((lat, lon));
        }
    }
    for line in routes.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let node = |at: usize| fields.get(at).and_then(|id| numbers.get(id)).copied();
        pairs.extend(node(3).zip(node(5)));
    }
    placed(points, &pairs)
}

fn placed(points: Vec<(f64, f64)>, pairs: &[(u32, u32)]) -> Graph {
    let length =
        |&(a, b): &(u32, u32)| (a, b, great_circle(points[a as usize], points[b as usize]));
    let graph = Graph::from_edges(points.len(), pairs.iter().map(length)).unwrap();
    graph.with_positions(Positions::Globe(points)).unwrap()
}
