//! Graphs: random ones against the oracle, the articles' own, and what must be refused.

use crate::oracle::{Random, effort, graph_costs, random_graph};
use wayline::{
    Algorithm, Cost, Graph, GraphError, GraphLandmarks, Heuristic, Limits, Open, Outcome,
    Positions, Query, QueryError, Workspace, algorithms, check, great_circle, search,
};

#[test]
fn random_graphs_against_bellman_and_ford() {
    let mut random = Random(11);
    let mut work = Workspace::new();
    let mut compared = 0u64;
    for _ in 0..120 * effort() {
        let nodes = 1 + random.below(30);
        let edges = random.below(90);
        let (mut graph, mut list) = random_graph(&mut random, nodes, edges);
        if random.below(2) == 0 {
            let points = (0..nodes).map(|_| (random.below(50) as f64, random.below(50) as f64));
            graph = graph.with_positions(Positions::Plane(points.collect())).unwrap();
        }
        for round in 0..3 {
            if round > 0 && edges > 0 {
                // Traffic: some costs change between queries.
                for _ in 0..random.below(5) {
                    let edge = random.below(edges) as usize;
                    list[edge].2 = random.below(1000) as f64 / 16.0;
                    graph.set_cost(edge as u32, list[edge].2).unwrap();
                }
            }
            let landmarks = GraphLandmarks::new(&graph, 1 + random.below(4) as usize);
            let from = random.below(nodes) as u32;
            let truth = graph_costs(nodes as usize, &list, from);
            for to in 0..nodes as u32 {
                let best = truth[to as usize];
                for info in algorithms().iter().filter(|info| info.optimal && !info.grids_only) {
                    let exponential = matches!(info.algorithm, Algorithm::Ida | Algorithm::Naive);
                    if exponential && (nodes > 8 || best.is_none()) {
                        continue;
                    }
                    let several = [Heuristic::GraphLandmarks(&landmarks), Heuristic::Auto];
                    let heuristic = match random.below(4) {
                        0 => Heuristic::Zero,
                        1 => Heuristic::GraphLandmarks(&landmarks),
                        2 => Heuristic::Max(&several),
                        _ => Heuristic::Auto,
                    };
                    let open = Open::ALL[random.below(5) as usize];
                    let query = Query::new(from, to)
                        .algorithm(info.algorithm)
                        .heuristic(heuristic)
                        .open(open);
                    let cap = (info.algorithm == Algorithm::Naive).then_some(2000);
                    let limits = Limits::default().expansions(cap);
                    let answer = search(&graph, &query.limits(limits), &mut work).unwrap();
                    compared += 1;
                    if info.algorithm == Algorithm::Naive && answer.outcome != Outcome::Found {
                        continue;
                    }
                    let name = || format!("{} {open} {from} {to} {list:?}", info.name);
                    let Some(best) = best else {
                        assert_eq!(answer.outcome, Outcome::Unreachable, "{}", name());
                        continue;
                    };
                    assert!(answer.is_optimal(), "{}", name());
                    assert_eq!(answer.cost, best, "{}", name());
                    let judged = check::graph_path(&graph, &answer.path, from, to);
                    assert_eq!(judged, Ok(best), "{}", name());
                    let edges = graph.edges_along(&answer.path).unwrap();
                    assert_eq!(check::graph_edges(&graph, &edges, from, to), Ok(best));
                }
            }
        }
    }
    println!("{compared} answers compared, 0 mismatches");
    assert!(compared >= 20_000 * effort(), "{compared}");
}

#[test]
fn a_chain_and_the_same_with_a_node_cut_off() {
    // A - C - D - B, and then without the road to B: it ends, and says so.
    let names = ["A", "B", "C", "D"].map(String::from);
    let (a, b, c, d) = (0, 1, 2, 3);
    let roads = [(a, c, 1.0), (c, a, 1.0), (c, d, 1.0), (d, c, 1.0), (d, b, 1.0), (b, d, 1.0)];
    let chain = Graph::from_edges(4, roads).unwrap().with_names(names.clone()).unwrap();
    let mut work = Workspace::new();
    let query = Query::new(chain.node_named("A").unwrap(), chain.node_named("B").unwrap());
    for info in algorithms().iter().filter(|info| info.name != "theta" && !info.grids_only) {
        let answer = search(&chain, &query.clone().algorithm(info.algorithm), &mut work).unwrap();
        let path: Vec<_> = answer.path.iter().map(|&node| chain.name(node).unwrap()).collect();
        assert_eq!(path, ["A", "C", "D", "B"], "{}", info.name);
        assert_eq!(answer.cost, Cost::from(3));
    }
    let cut = Graph::from_edges(4, roads[..2].iter().copied()).unwrap();
    for info in algorithms()
        .iter()
        .filter(|info| !matches!(info.name, "theta" | "naive") && !info.grids_only)
    {
        let answer = search(&cut, &query.clone().algorithm(info.algorithm), &mut work).unwrap();
        assert_eq!(answer.outcome, Outcome::Unreachable, "{}", info.name);
        assert!(answer.path.is_empty());
    }
    // The naive queue walks to and fro until its cap, and says that.
    let naive = search(&cut, &query.algorithm(Algorithm::Naive), &mut work).unwrap();
    assert!(matches!(naive.outcome, Outcome::Stopped(_)));
}

#[test]
fn flights_by_great_circle() {
    // Sydney, Singapore, London, New York, Santiago: flights cost their length.
    let airports = [
        (-33.9461, 151.1772),
        (1.3644, 103.9915),
        (51.47, -0.4543),
        (40.6413, -73.7781),
        (-33.3930, -70.7858),
    ];
    let flights = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 0), (2, 1), (3, 2), (4, 3), (4, 0)];
    let length = |a: u32, b: u32| great_circle(airports[a as usize], airports[b as usize]);
    let edges = flights.map(|(a, b)| (a, b, length(a, b)));
    let graph = Graph::from_edges(5, edges).unwrap();
    let graph = graph.with_positions(Positions::Globe(airports.to_vec())).unwrap();
    let mut work = Workspace::new();
    for from in 0..5 {
        let truth = graph_costs(5, &edges, from);
        for to in 0..5u32 {
            let query = Query::new(from, to).algorithm(Algorithm::AStar);
            let informed = search(&graph, &query, &mut work).unwrap();
            assert!(informed.is_optimal());
            assert_eq!(Some(informed.cost), truth[to as usize]);
            let expanded = informed.stats.expanded;
            let blind = search(&graph, &query.algorithm(Algorithm::Dijkstra), &mut work).unwrap();
            assert!(expanded <= blind.stats.expanded);
        }
    }
}

#[test]
fn bad_graphs_are_refused_and_say_why() {
    let refused = |cost| Graph::from_edges(2, [(0, 1, 1.0), (1, 0, cost)]).unwrap_err().to_string();
    for cost in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
        assert!(refused(cost).starts_with("edge 1 (1 -> 0): "), "{}", refused(cost));
    }
    assert_eq!(
        Graph::from_edges(2, [(0, 2, 1.0)]).unwrap_err(),
        GraphError::NoSuchNode { node: 2, nodes: 2 }
    );
    let graph = Graph::from_edges(2, [(0, 1, 1.0)]).unwrap();
    assert!(graph.clone().with_names(["one".to_owned()]).is_err());
    assert!(graph.clone().with_positions(Positions::Plane(vec![(0.0, f64::NAN); 2])).is_err());
    assert!(graph.clone().with_positions(Positions::Globe(vec![(91.0, 0.0); 2])).is_err());
    let mut work = Workspace::new();
    assert!(search(&graph, &Query::new(0u32, 5u32), &mut work).is_err());
    assert!(
        search(&graph, &Query::new(0u32, 1u32).heuristic(Heuristic::Octile), &mut work).is_err()
    );
    assert!(
        search(&graph, &Query::new(0u32, 1u32).heuristic(Heuristic::Positions), &mut work).is_err()
    );
}

#[test]
fn landmarks_hold_while_costs_rise_and_are_refused_when_one_falls() {
    let edges: Vec<_> = (0..50).map(|i| (i, (i + 1) % 50, 2.0)).collect();
    let mut graph = Graph::from_edges(50, edges).unwrap();
    let landmarks = GraphLandmarks::new(&graph, 3);
    let mut work = Workspace::new();
    graph.set_cost(10, 20.0).unwrap();
    let query = Query::new(5u32, 30u32).heuristic(Heuristic::GraphLandmarks(&landmarks));
    let answer = search(&graph, &query, &mut work).unwrap();
    assert!(answer.is_optimal());
    assert_eq!(answer.cost, Cost::from(68));
    graph.set_cost(10, 1.0).unwrap();
    assert!(matches!(search(&graph, &query, &mut work), Err(QueryError::StaleLandmarks(_))));
    let other = Graph::from_edges(3, [(0, 1, 1.0)]).unwrap();
    let query = Query::new(0u32, 1u32).heuristic(Heuristic::GraphLandmarks(&landmarks));
    assert!(matches!(search(&other, &query, &mut work), Err(QueryError::StaleLandmarks(_))));
}

#[test]
fn landmarks_of_another_graph_of_equal_size_are_refused() {
    let ring = |cost| Graph::from_edges(50, (0..50).map(|i| (i, (i + 1) % 50, cost))).unwrap();
    let (cheap, expensive) = (ring(1.0), ring(9.0));
    let landmarks = GraphLandmarks::new(&expensive, 3);
    let query = Query::new(5u32, 30u32).heuristic(Heuristic::GraphLandmarks(&landmarks));
    let mut work = Workspace::new();
    assert!(search(&expensive, &query, &mut work).unwrap().is_optimal());
    assert!(matches!(search(&cheap, &query, &mut work), Err(QueryError::StaleLandmarks(_))));
    // The same graph built again is the same graph.
    assert!(search(&ring(9.0), &query, &mut work).unwrap().is_optimal());
}

#[test]
fn landmarks_of_a_copy_hold_while_the_copies_agree() {
    let edges = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 5.0)];
    let graph = Graph::from_edges(3, edges).unwrap();
    let mut work = Workspace::new();
    let mut holds = |graph: &Graph, landmarks: &GraphLandmarks| {
        let query = Query::new(0u32, 2u32).heuristic(Heuristic::GraphLandmarks(landmarks));
        search(graph, &query, &mut work).is_ok_and(|answer| answer.is_optimal())
    };
    let of_graph = GraphLandmarks::new(&graph, 2);
    let mut jammed = graph.clone();
    jammed.set_cost(0, 8.0).unwrap();
    let of_jammed = GraphLandmarks::new(&jammed, 2);
    assert!(holds(&jammed, &of_graph) && holds(&jammed, &of_jammed));
    // What costs more elsewhere bounds nothing here.
    assert!(holds(&graph, &of_graph) && !holds(&graph, &of_jammed));
    // The jam clears: everything costs what it did when the first were made, and no less.
    jammed.set_cost(0, 1.0).unwrap();
    assert!(holds(&jammed, &of_graph) && !holds(&jammed, &of_jammed));
    jammed.set_cost(0, 0.5).unwrap();
    assert!(!holds(&jammed, &of_graph) && !holds(&jammed, &of_jammed));
    // A rise does not make up for a fall elsewhere.
    jammed.set_cost(1, 9.0).unwrap();
    assert!(!holds(&jammed, &of_graph));
}

#[test]
fn an_estimate_that_costs_nothing_per_length_is_not_used() {
    let graph = Graph::from_edges(3, [(0, 1, 0.0), (1, 2, 5.0)]).unwrap();
    let graph =
        graph.with_positions(Positions::Plane(vec![(0.0, 0.0), (9.0, 0.0), (9.0, 1.0)])).unwrap();
    let mut work = Workspace::new();
    let answer = search(&graph, &Query::new(0u32, 2u32), &mut work).unwrap();
    assert!(answer.is_optimal());
    assert_eq!(answer.algorithm, Algorithm::Bidirectional);
}
