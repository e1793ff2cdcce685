use super::*;
use crate::events::EVENTS;
use wayline::Outcome;
use wayline_networks::{Location, Router};

fn roads() -> WaylineNetwork {
    let spec: Spec = "roads:600:seed=1".parse().unwrap();
    WaylineNetwork::of(spec.generate(read::LIMITS).unwrap(), Vec::new())
}

#[test]
fn searches_agree_and_recordings_are_whole() {
    let mut roads = roads();
    let best = roads.solved(0, 599, "dijkstra").unwrap();
    assert_eq!(best.outcome, Outcome::Found);
    for algorithm in ["dijkstra", "astar", "bidirectional", "auto", HIERARCHY] {
        let (answered, recording) = roads.recorded(0, 599, algorithm, EVENTS).unwrap();
        assert_eq!(answered.cost, best.cost, "{algorithm}");
        assert_eq!(answered.verdict, Some(Ok(())), "{algorithm}");
        assert_eq!(answered.path.len(), answered.edges.len() + 1);
        let kinds = recording.parts.iter().flat_map(|part| &part.kinds);
        let expanded = kinds.filter(|&&kind| kind == 0).count() as u64;
        assert_eq!((expanded, recording.missed), (answered.stats.expanded, 0), "{algorithm}");
    }
}

#[test]
fn a_hierarchy_is_climbed_over_few_nodes_and_follows_edits() {
    let mut roads = roads();
    let dijkstra = roads.solved(0, 599, "dijkstra").unwrap();
    let (climbed, recording) = roads.recorded(0, 599, HIERARCHY, EVENTS).unwrap();
    assert!(climbed.stats.expanded * 3 < dijkstra.stats.expanded, "{:?}", climbed.stats);
    assert!(climbed.prepared.is_some() && dijkstra.prepared.is_none());
    // Both ends are begun from, and whatever is reached is reached from something expanded before.
    let part = &recording.parts[0];
    let starts = part
        .parents
        .iter()
        .zip(&part.kinds)
        .filter(|&(&parent, &kind)| parent == u32::MAX && kind == 1);
    assert_eq!(starts.count(), 2);
    let mut expanded = std::collections::HashSet::new();
    for (event, &kind) in part.kinds.iter().enumerate() {
        match kind {
            0 => {
                expanded.insert(part.cells[event]);
            }
            1 | 2 if part.parents[event] != u32::MAX => {
                assert!(expanded.contains(&part.parents[event]));
            }
            _ => {}
        }
    }
    let edge = climbed.edges[climbed.edges.len() / 2];
    roads.graph.close(edge).unwrap();
    let around = roads.solved(0, 599, HIERARCHY).unwrap();
    assert_eq!(around.cost, roads.solved(0, 599, "dijkstra").unwrap().cost);
    assert!(!around.edges.contains(&edge));
}

#[test]
fn a_route_moves_with_costs_and_closed_edges() {
    let mut roads = roads();
    let before = roads.solved(0, 599, "astar").unwrap();
    let edge = before.edges[before.edges.len() / 2];
    roads.graph.set_cost(edge, 1e6).unwrap();
    let around = roads.solved(0, 599, "astar").unwrap();
    assert!(around.cost > before.cost && !around.edges.contains(&edge));
    roads.graph.close(edge).unwrap();
    assert_eq!(roads.solved(0, 599, "bidirectional").unwrap().cost, around.cost);
    let (.., cost) = roads.network.graph().edge(edge).unwrap();
    roads.graph.set_cost(edge, cost.to_f64()).unwrap();
    roads.graph.reopen(edge).unwrap();
    assert_eq!(roads.solved(0, 599, "dijkstra").unwrap().cost, before.cost);
    let (.., now) = roads.graph.edge(edge).unwrap();
    assert_eq!(now, cost);
}

#[test]
fn what_is_reached_is_what_the_router_says() {
    let roads = roads();
    let within = 90.0;
    let reached = roads.reached(7, within).unwrap();
    let router = Router::new(&roads.network).unwrap();
    let reach = router.reach(&Location::Node(7), Cost::try_from(within).unwrap()).unwrap();
    assert!(reach.nodes.len() > 10);
    let mut nodes: Vec<_> = reached.nodes.iter().copied().zip(reached.costs.clone()).collect();
    nodes.sort_by_key(|node| node.0);
    let expected = reach.nodes.iter().map(|&(node, cost)| (node, cost.to_f64()));
    assert_eq!(nodes, expected.collect::<Vec<_>>());
    let mut edges: Vec<_> = reached.edges.iter().copied().zip(reached.shares.clone()).collect();
    edges.sort_by_key(|edge| edge.0);
    assert_eq!(edges.len(), reach.stretches.len());
    for ((edge, share), stretch) in edges.into_iter().zip(&reach.stretches) {
        assert_eq!((edge, stretch.from), (stretch.edge, 0.0));
        assert!((share - stretch.to).abs() < 1e-9);
    }
    assert!(roads.reached(7, -1.0).unwrap_err().contains("is not a cost"));
    assert!(roads.reached(9999, 1.0).is_err());
}

#[test]
fn files_of_three_formats_are_read_and_others_named() {
    let read = |name: &str, bytes: &[u8], nodes: Option<&[u8]>| {
        read::read(name, bytes, nodes, true, Unit::Seconds).map(|(network, _)| network)
    };
    let edges = b"from,to,cost\na,b,60\nb,c,30\n";
    let nodes = b"id,name,lat,lon\na,Alpha,60,24\nb,Beta,60,25\nc,Gamma,61,25\n";
    let csv = read("edges.csv", edges, Some(nodes)).unwrap();
    assert_eq!((csv.nodes(), csv.edges(), csv.name(2)), (3, 4, "Gamma"));
    let arcs = b"p sp 2 1\na 1 2 803\n";
    let positions = b"v 1 -73530767 41085396\nv 2 -73530538 41086098\n";
    let dimacs = read("x.gr", arcs, Some(positions)).unwrap();
    assert_eq!((dimacs.nodes(), dimacs.edges()), (2, 1));
    assert!(dimacs.positions().is_some());
    let line = br#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},
        "geometry":{"type":"LineString","coordinates":[[24,60],[25,60],[25,61]]}}]}"#;
    let geojson = read("x.geojson", line, None).unwrap();
    assert!(geojson.edges() > 0 && geojson.positions().is_some());
    let error = read("x.osm", b"<?xml version='1.0'?><osm version='0.6'/>", None).unwrap_err();
    assert!(error.contains("OSM XML") && error.contains("expected CSV"), "{error}");
    let error = read("edges.csv", b"from,to,cost\na,b,far\n", None).unwrap_err();
    assert!(error.contains('2') && error.contains("far"), "{error}");
    let large = vec![b' '; read::LIMITS.bytes as usize + 1];
    assert!(read("x.csv", &large, None).unwrap_err().contains("at most 32 MB"));
}

#[test]
fn parts_become_a_network() {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let parts = |positions: &'static [f64]| read::Parts {
        ids: texts(&["a", "b"]),
        names: texts(&["Alpha", ""]),
        positions,
        from: &[0],
        to: &[1],
        costs: &[2.5],
        edge_names: texts(&["Lane"]),
        unit: Unit::Plain,
    };
    let network = parts(&[0.0, 0.0, 0.0, 0.1]).build().unwrap();
    assert_eq!((network.name(0), network.edge_name(0)), ("Alpha", "Lane"));
    let error = parts(&[0.0]).build().unwrap_err();
    assert_eq!(error, "1 coordinates: expected 4");
    assert!(unit_of("miles").unwrap_err().contains("expected seconds"));
    for unit in [Unit::Plain, Unit::Seconds, Unit::Metres, Unit::Kilometres] {
        assert_eq!(unit_of(word_for(unit)), Ok(unit));
    }
}
