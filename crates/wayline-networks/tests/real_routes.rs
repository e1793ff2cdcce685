//! Routes and areas of the networks under `WAYLINE_DATA`: every engine beside Dijkstra, every route before
//! the judge, every node on its side.

mod random;

use random::Dice;
use std::path::PathBuf;
use wayline::{Algorithm, Cost, GraphIndex, IndexKind, Preparation, Workspace};
use wayline_networks::{Engine, Isochrone, Location, Network, ReadOptions, Router, read_file};

fn network(name: &str) -> Network {
    let data = std::env::var_os("WAYLINE_DATA").expect("WAYLINE_DATA names a folder with data");
    read_file(&PathBuf::from(data).join(name), &ReadOptions::default()).unwrap().network
}

/// Random pairs of nodes and of places on streets, by every kind of index and by A*, beside Dijkstra. The
/// long form takes thousands.
fn compare(name: &str, pairs: usize) {
    let pairs = if std::env::var_os("WAYLINE_PROOF").is_some() { 3000 } else { pairs };
    let network = network(name);
    let router = Router::new(&network).unwrap();
    let indices = IndexKind::OF_GRAPHS.map(|kind| {
        let settings = Preparation::default().kind(kind).threads(2);
        GraphIndex::prepare(router.graph(), &settings).unwrap()
    });
    let by = |engine| router.clone().by(engine);
    let plain = by(Engine::Search(Algorithm::Dijkstra));
    let mut others = vec![by(Engine::Search(Algorithm::AStar))];
    others.extend(indices.iter().map(|index| by(Engine::Index(index))));
    let (mut dice, mut work) = (Dice::new(7), Workspace::new());
    let positions = network.positions().unwrap();
    for pair in 0..pairs {
        let mut end = || {
            let node = dice.below(network.nodes() as u64) as u32;
            let mut at = positions[node as usize];
            at.latitude += (dice.share() - 0.5) * 0.004;
            match pair % 2 {
                0 => Location::Node(node),
                _ => router.snap(at).unwrap().location,
            }
        };
        let (from, to) = (end(), end());
        let expected = plain.route(&from, &to, &mut work).unwrap();
        for router in &others {
            let route = router.route(&from, &to, &mut work).unwrap();
            assert_eq!(route.cost, expected.cost, "{name}: {from:?} to {to:?}");
            assert_eq!(route.check(&network), Ok(()));
            assert_eq!(route.check_ends(&network, &from, &to), Ok(()));
        }
    }
    println!("{name}: {pairs} pairs by {} engines, 0 mismatches", others.len());
}

/// What is reached is inside the area, and nothing else.
fn part(name: &str, within: u32) {
    let network = network(name);
    let router = Router::new(&network).unwrap();
    // An airport without flights would be a poor start.
    let from = network.node_with_code("HEL").unwrap_or(network.nodes() as u32 / 3);
    let from = Location::Node(from);
    let reach = router.reach(&from, Cost::from(within)).unwrap();
    assert!(
        reach.nodes.len() > 100 && reach.nodes.len() < network.nodes(),
        "{}",
        reach.nodes.len()
    );
    let area = Isochrone::new(&network, &reach);
    let mut reached = vec![false; network.nodes()];
    reach.nodes.iter().for_each(|&(node, _)| reached[node as usize] = true);
    let positions = network.positions().unwrap();
    let inside = |node: &usize| area.contains(positions[*node]);
    let wrong = (0..network.nodes()).filter(|node| inside(node) != reached[*node]);
    let wrong: Vec<usize> = wrong.collect();
    assert_eq!(wrong.len(), area.unparted, "{name}");
    // Only where one of the other kind is at the very same point.
    for node in wrong {
        let at = positions[node];
        let twin = |other: usize| positions[other] == at && reached[other] != reached[node];
        assert!((0..network.nodes()).any(twin), "{name}: {at:?}");
    }
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_streets_with_restrictions_beside_dijkstra() {
    for name in ["porto_portugal", "rnv", "heidelberg"] {
        compare(&format!("roads/{name}.osm.pbf"), 400);
    }
    for name in ["andorra.osm.pbf", "monaco.osm.gz", "moscow.osm.gz", "north-bayreuth.osm.gz"] {
        compare(&format!("graphs/{name}"), 400);
    }
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_new_york_beside_dijkstra() {
    compare("roads/USA-road-t.NY.gr.gz", 60);
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_areas_part_the_nodes() {
    for (name, within) in [
        ("roads/porto_portugal.osm.pbf", 420),
        ("roads/rnv.osm.pbf", 600),
        ("roads/heidelberg.osm.pbf", 300),
        ("roads/USA-road-t.NY.gr.gz", 150_000),
        ("graphs/airports.dat", 1500),
    ] {
        part(name, within);
    }
}
