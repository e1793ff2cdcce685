//! Questions about networks and graphs, against plain Dijkstra and the judge.

mod table;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int16Array, RecordBatch, UInt64Array};
use std::sync::Arc;
use table::*;
use wayline::{Algorithm, Graph, GraphIndex, Preparation, Workspace, check};
use wayline_batch::{Batch, Options};
use wayline_networks::{Ban, Edge, Engine, Network, NetworkBuilder, Node, Position, Router};

fn options(threads: usize, paths: bool) -> Options {
    let mut options = Options::default();
    options.threads = threads;
    options.paths = paths;
    options
}

/// A network of streets on a map of squares, with one-way streets and banned turns.
fn city(side: u32, seed: u64) -> Network {
    let mut random = Random(seed);
    let mut builder = NetworkBuilder::default();
    for y in 0..side {
        for x in 0..side {
            builder.nodes.push(Node {
                id: format!("{}", 100 + y * side + x),
                name: if x == y { format!("Corner {x}") } else { String::new() },
                codes: if x == 0 { vec![format!("Y{y}")] } else { Vec::new() },
                position: Some(Position::new(
                    50.0 + f64::from(y) * 0.001,
                    8.0 + f64::from(x) * 0.001,
                )),
            });
        }
    }
    let node = |x: u32, y: u32| y * side + x;
    for y in 0..side {
        for x in 0..side {
            for (to_x, to_y) in [(x + 1, y), (x, y + 1)] {
                if to_x == side || to_y == side || random.below(8) == 0 {
                    continue;
                }
                let cost = 5.0 + random.below(20) as f64 / 4.0;
                let edge = Edge { from: node(x, y), to: node(to_x, to_y), cost, ..Edge::default() };
                if random.below(4) > 0 {
                    builder.edges.push(edge.reversed());
                }
                builder.edges.push(edge);
            }
        }
    }
    let count = builder.edges.len() as u64;
    while builder.bans.len() < 10 {
        let first = random.below(count) as u32;
        let end = builder.edges[first as usize].to;
        if let Some(next) = (0..count as u32).find(|&it| builder.edges[it as usize].from == end) {
            builder.bans.push(Ban { edges: vec![first, next] });
        }
    }
    builder.build().unwrap()
}

fn trips(from: ArrayRef, to: ArrayRef) -> RecordBatch {
    RecordBatch::try_from_iter([("from", from), ("to", to)]).unwrap()
}

fn random_ids(nodes: u64, count: usize, seed: u64) -> Vec<(i64, i64)> {
    let mut random = Random(seed);
    let mut id = |shared: bool| if shared { 107 } else { 100 + random.below(nodes) as i64 };
    (0..count).map(|row| (id(row % 7 == 3), id(row % 3 == 1))).collect()
}

fn of(ids: &[(i64, i64)]) -> RecordBatch {
    trips(numbers(ids.iter().map(|it| it.0)), numbers(ids.iter().map(|it| it.1)))
}

#[test]
fn routes_are_those_of_dijkstra_by_search_field_and_index() {
    let network = Arc::new(city(14, 5));
    let ids = random_ids(196, 1500, 9);
    let router = Router::new(&network).unwrap().by(Engine::Search(Algorithm::Dijkstra));
    let mut work = Workspace::new();
    let mut before: Option<RecordBatch> = None;
    for (prepares, paths) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut options = options(2, paths);
        options.prepares = prepares;
        options.expected_rows = Some(1_000_000);
        let batch = Batch::network(network.clone(), None, options).unwrap();
        let answers = batch.answer(&of(&ids)).unwrap();
        assert_eq!(batch.choices()[0].budget.is_some(), prepares);
        for (row, (from, to)) in ids.iter().enumerate() {
            let find = |id: &i64| router.find(&id.to_string()).unwrap().location;
            let (from, to) = (find(from), find(to));
            let route = router.route(&from, &to, &mut work).unwrap();
            assert_eq!(
                status(&answers, row),
                if route.is_found() { "found" } else { "unreachable" }
            );
            let expected = route.is_found().then(|| route.cost.to_f64());
            assert_eq!(cost(&answers, row), expected, "{from:?} {to:?}");
            let lists = if paths { Some(answers["path"].as_list::<i32>()) } else { None };
            if let Some(lists) = lists.filter(|lists| lists.is_valid(row)) {
                let nodes = lists.value(row);
                let nodes = nodes.as_primitive::<Int64Type>().values().to_vec();
                assert_eq!(nodes.len() as i64 - 1, steps(&answers, row).unwrap());
                let first = (nodes[0], nodes[nodes.len() - 1]);
                assert_eq!(first, ids[row]);
                // By the cheapest edges between neighbours: no route costs less, and this one not more.
                let nodes: Vec<u32> = nodes.iter().map(|&id| id as u32 - 100).collect();
                let (start, end) = (nodes[0], nodes[nodes.len() - 1]);
                let judged = check::graph_path(network.graph(), &nodes, start, end).unwrap();
                assert_eq!(Some(judged.to_f64()), expected);
            }
        }
        if let Some(before) = &before {
            assert_eq!(&before["cost"], &answers["cost"]);
        }
        before = Some(answers);
    }
}

#[test]
fn places_are_ids_codes_names_or_positions() {
    let network = Arc::new(city(8, 2));
    let router = Router::new(&network).unwrap();
    let from = ["100", "y3", "Corner 5", " 117 ", "50.0031,8.0042", "nowhere", "", "Y1"];
    let to = ["Corner 7", "163", "Y0", "Corner 2", "50.0011,8.0002", "100", "100", "99,0"];
    for prepares in [false, true] {
        let mut options = options(1, true);
        options.prepares = prepares;
        options.expected_rows = Some(1_000_000);
        let batch = Batch::network(network.clone(), None, options).unwrap();
        let answers = batch.answer(&trips(texts(&from), texts(&to))).unwrap();
        for row in 0..5 {
            let [from, to] = [from[row], to[row]].map(|text| router.find(text).unwrap().location);
            let route = router.route(&from, &to, &mut Workspace::new()).unwrap();
            assert_eq!(cost(&answers, row), route.is_found().then(|| route.cost.to_f64()), "{row}");
            assert_eq!(steps(&answers, row), route.is_found().then_some(route.edges.len() as i64));
        }
        assert!(reason(&answers, 5).unwrap().starts_with("from: there is no place 'nowhere'"));
        assert_eq!(reason(&answers, 6), Some("from is missing: expected an id, a code or a name"));
        assert!(reason(&answers, 7).unwrap().starts_with("to: '99,0' is not on the globe"));
    }
}

#[test]
fn ids_may_be_of_any_type() {
    let batch = Batch::network(Arc::new(city(8, 2)), None, options(1, false)).unwrap();
    let expected = batch.answer(&of(&[(100, 163), (107, 120), (7, 120)])).unwrap();
    let small: ArrayRef = Arc::new(Int16Array::from(vec![100, 107, 7]));
    let large: ArrayRef = Arc::new(UInt64Array::from(vec![163, 120, 120]));
    let answers = batch.answer(&trips(small, large)).unwrap();
    for column in ["status", "cost", "steps", "reason"] {
        assert_eq!(&answers[column], &expected[column]);
    }
    assert_eq!(reason(&answers, 2), Some("from is 7: there is no such node"));
    let huge: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX]));
    let answers = batch.answer(&trips(huge, numbers([100]))).unwrap();
    assert_eq!(reason(&answers, 0), Some("from is 18446744073709551615: expected an id"));
}

#[test]
fn ids_that_are_no_numbers_are_text_in_paths() {
    let mut builder = NetworkBuilder::default();
    for id in ["a", "007", "c"] {
        builder.nodes.push(Node { id: id.to_owned(), ..Node::default() });
    }
    for (from, to) in [(0, 1), (1, 2)] {
        builder.edges.push(Edge { from, to, cost: 2.0, ..Edge::default() });
    }
    let network = Arc::new(builder.build().unwrap());
    let batch = Batch::network(network, None, options(1, true)).unwrap();
    let answers = batch.answer(&trips(texts(&["a", "c"]), texts(&["c", "a"]))).unwrap();
    let paths = answers["path"].as_list::<i32>();
    let path = paths.value(0);
    assert_eq!(path.as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["a", "007", "c"]);
    assert!(paths.is_null(1) && status(&answers, 1) == "unreachable");
}

#[test]
fn graphs_are_asked_by_numbers_or_names() {
    let mut random = Random(4);
    let edges: Vec<(u32, u32, f64)> = (0..900)
        .map(|_| {
            let cost = random.below(50) as f64 / 8.0;
            (random.below(200) as u32, random.below(200) as u32, cost)
        })
        .collect();
    let graph = Graph::from_edges(200, edges).unwrap();
    let pairs: Vec<(i64, i64)> = (0..1000)
        .map(|row| {
            let goal = if row % 2 == 0 { 3 } else { random.below(201) as i64 };
            (random.below(200) as i64, goal)
        })
        .collect();
    let index = GraphIndex::prepare(&graph, &Preparation::default()).unwrap();
    let searched = Batch::graph(graph.clone(), None, options(2, true)).answer(&of(&pairs)).unwrap();
    let read =
        Batch::graph(graph.clone(), Some(index), options(2, false)).answer(&of(&pairs)).unwrap();
    assert_eq!((&searched["status"], &searched["cost"]), (&read["status"], &read["cost"]));
    for (row, &(from, to)) in pairs.iter().enumerate() {
        let expected = graph.cost(from as u32, to as u32).ok();
        let expected = expected.filter(|cost| !cost.is_infinite()).map(|cost| cost.to_f64());
        assert_eq!(cost(&searched, row), expected);
        if to == 200 {
            assert_eq!(reason(&searched, row), Some("to is 200: there is no such node"));
        }
    }
    let named = Graph::builder().edge("a", "b", 1.5).edge("b", "c", 2.0).build().unwrap();
    let batch = Batch::graph(named, None, options(1, false));
    let answers = batch.answer(&trips(texts(&["a", "0", "x"]), texts(&["c", "1", "a"]))).unwrap();
    assert_eq!((cost(&answers, 0), cost(&answers, 1)), (Some(3.5), Some(1.5)));
    assert_eq!(reason(&answers, 2), Some("from is 'x': there is no such node"));
}

#[test]
fn chunks_of_any_size_give_the_same() {
    let network = Arc::new(city(14, 6));
    let queries = of(&random_ids(200, 900, 3));
    // Costs, whatever the way.
    for paths in [false, true] {
        let make = || Batch::network(network.clone(), None, options(1, paths)).unwrap();
        same_in_chunks(make, &queries, &["status", "cost", "reason"], 1);
    }
    // Everything, by an index that is brought along.
    let bytes = {
        let router = Router::new(&network).unwrap();
        GraphIndex::prepare(router.graph(), &Preparation::default()).unwrap().to_bytes()
    };
    let indexed = || {
        let router = Router::new(&network).unwrap();
        let index = GraphIndex::from_bytes(router.graph(), &bytes).unwrap();
        Batch::network(network.clone(), Some(index), options(1, true)).unwrap()
    };
    same_in_chunks(indexed, &queries, &["status", "cost", "steps", "reason", "path"], 2);
}
