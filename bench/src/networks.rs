//! Road networks and flights: indices of graphs beside the searches, on the same pairs.

#[path = "../../crates/wayline/tests/engine/roads.rs"]
mod roads;

use crate::Options;
use crate::maps::Dice;
use crate::report::Table;
use std::hint::black_box;
use std::path::Path;
use std::process::exit;
use std::time::Instant;
use wayline::{Algorithm, Graph, GraphIndex, IndexKind, Preparation, Query, Workspace, search};

/// Pairs of nodes asked for on each network.
const PAIRS: usize = 1000;

const COLUMNS: [&str; 10] = [
    "network",
    "nodes",
    "A* µs",
    "bidirectional µs",
    "kind",
    "prepare ms",
    "bytes a node",
    "cost µs",
    "path µs",
    "cost in a matrix µs",
];

pub fn run(_: &Options) -> Vec<Table> {
    let mut networks = vec![("a town of 100x100 corners".to_owned(), town(100))];
    if let Some(data) = std::env::var_os("WAYLINE_DATA") {
        networks.extend(roads::networks(&Path::new(&data).join("graphs")));
    }
    let mut table =
        Table::new("networks: indices of graphs, means over a thousand pairs", &COLUMNS);
    for (name, graph) in &networks {
        let mut dice = Dice(5);
        let nodes = graph.nodes() as u32;
        let pairs: Vec<_> = (0..PAIRS).map(|_| (dice.below(nodes), dice.below(nodes))).collect();
        let mut work = Workspace::new();
        let mut costs = Vec::new();
        let searches = [Algorithm::AStar, Algorithm::Bidirectional].map(|algorithm| {
            costs.clear();
            let clock = Instant::now();
            for &(from, to) in &pairs {
                let query = Query::new(from, to).algorithm(algorithm);
                let answer = search(graph, &query, &mut work).expect("nodes of the graph");
                costs.push(answer.cost);
            }
            micros(clock, PAIRS)
        });
        for kind in IndexKind::OF_GRAPHS {
            let clock = Instant::now();
            let settings = Preparation { kind: Some(kind), ..Preparation::default() };
            let Ok(index) = GraphIndex::prepare(graph, &settings) else { continue };
            let prepared = clock.elapsed().as_secs_f64() * 1e3;
            let mut work = Workspace::new();
            for (&(from, to), best) in pairs.iter().zip(&costs) {
                if index.cost_with(from, to, &mut work).as_ref() != Ok(best) {
                    eprintln!("{name}, {from} to {to}: not {best:?}");
                    exit(3);
                }
            }
            let clock = Instant::now();
            for &(from, to) in &pairs {
                _ = black_box(index.cost_with(from, to, &mut work));
            }
            let cost = micros(clock, PAIRS);
            let clock = Instant::now();
            for &(from, to) in &pairs {
                _ = black_box(search(&index, &Query::new(from, to), &mut work));
            }
            let path = micros(clock, PAIRS);
            let (from, to): (Vec<_>, Vec<_>) = pairs[..200].iter().copied().unzip();
            let clock = Instant::now();
            _ = black_box(index.matrix(&from, &to, &mut work));
            let matrix = micros(clock, from.len() * to.len());
            let mut row = vec![name.as_str().into(), nodes.into()];
            row.extend(searches.map(Into::into));
            row.extend([index.kind().to_string().into(), prepared.into()]);
            row.push((index.bytes() as f64 / f64::from(nodes)).into());
            row.extend([cost, path, matrix].map(Into::into));
            table.row(row);
        }
        eprintln!("{name} done");
    }
    vec![table]
}

fn micros(clock: Instant, count: usize) -> f64 {
    clock.elapsed().as_secs_f64() * 1e6 / count as f64
}

/// Streets in a lattice, each way with its own travel time.
fn town(side: u32) -> Graph {
    let mut dice = Dice(9);
    let mut streets = Vec::new();
    for at in 0..side * side {
        let beside = [(at % side + 1 < side, at + 1), (at / side + 1 < side, at + side)];
        for (_, next) in beside.into_iter().filter(|(is_there, _)| *is_there) {
            for (from, to) in [(at, next), (next, at)] {
                streets.push((from, to, 1.0 + f64::from(dice.below(64)) / 16.0));
            }
        }
    }
    Graph::from_edges((side * side) as usize, streets).expect("costs that are no less than one")
}
