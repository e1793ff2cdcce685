//! Graphs that are edited: closed and reopened edges, new nodes and edges, edges to avoid; against
//! the oracle, and against the same graph made at once.

use crate::oracle::{Random, effort, graph_costs, random_graph};
use wayline::{
    Algorithm, Cell, Cost, Graph, GraphError, GraphIndex, GraphLandmarks, Grid, Heuristic, Limits,
    Outcome, Positions, Preparation, Query, QueryError, SlidingPuzzle, Workspace, algorithms,
    check, reach, search,
};

type Edge = (u32, u32, f64);

/// Every exact search from a node to all others, against the oracle, which knows only the edges that
/// may be taken. Returns how many answers were compared.
fn compare(graph: &Graph, open: &[Edge], avoid: &[u32], from: u32, work: &mut Workspace) -> u64 {
    let truth = graph_costs(graph.nodes(), open, from);
    let mut compared = 0;
    for (to, &best) in truth.iter().enumerate() {
        for info in algorithms().iter().filter(|info| info.optimal && !info.grids_only) {
            // These two are exponential: on the smallest graphs only, and not for long.
            let exponential = matches!(info.algorithm, Algorithm::Ida | Algorithm::Naive);
            if exponential && (graph.nodes() > 6 || best.is_none()) {
                continue;
            }
            let limits = Limits::default().expansions(exponential.then_some(2000));
            let query = Query::new(from, to as u32).algorithm(info.algorithm).avoid_edges(avoid);
            let answer = search(graph, &query.limits(limits), work).unwrap();
            let name = || format!("{} {from} {to} {avoid:?} {open:?}", info.name);
            if exponential && matches!(answer.outcome, Outcome::Stopped(_)) {
                continue;
            }
            compared += 1;
            match best {
                None => assert_eq!(answer.outcome, Outcome::Unreachable, "{}", name()),
                Some(best) => {
                    assert!(answer.is_optimal(), "{}", name());
                    assert_eq!(answer.cost, best, "{}", name());
                    if avoid.is_empty() {
                        let judged = check::graph_path(graph, &answer.path, from, to as u32);
                        assert_eq!(judged, Ok(best), "{}", name());
                        let edges = graph.edges_along(&answer.path).unwrap();
                        assert!(edges.iter().all(|&edge| !graph.is_closed(edge)));
                        let judged = check::graph_edges(graph, &edges, from, to as u32);
                        assert_eq!(judged, Ok(best), "{}", name());
                    }
                }
            }
        }
    }
    let reached = reach(graph, &Query::everywhere(from).avoid_edges(avoid), work).unwrap();
    for (to, &best) in truth.iter().enumerate() {
        assert_eq!(reached.cost_to(&(to as u32)), best);
    }
    compared
}

#[test]
fn random_edits_against_bellman_and_ford() {
    let mut random = Random(12);
    let mut work = Workspace::new();
    let (mut compared, mut closed_at_once) = (0, 0);
    for round in 0..60 * effort() {
        let nodes = 1 + random.below(10);
        let edges = random.below(25);
        let (mut graph, mut list) = random_graph(&mut random, nodes, edges);
        let point = |random: &mut Random| (random.below(50) as f64, random.below(50) as f64);
        if round % 2 == 0 {
            let points = (0..nodes).map(|_| point(&mut random)).collect();
            graph = graph.with_positions(Positions::Plane(points)).unwrap();
        }
        let mut closed = vec![false; list.len()];
        for _ in 0..12 {
            match random.below(6) {
                0 if round % 2 == 0 => {
                    assert!(graph.add_node().is_err());
                    let at = point(&mut random);
                    assert_eq!(graph.add_node_at(at), Ok(graph.nodes() as u32 - 1));
                }
                0 => {
                    assert!(graph.add_node_at((0.0, 0.0)).is_err());
                    assert_eq!(graph.add_node(), Ok(graph.nodes() as u32 - 1));
                }
                1 => {
                    let nodes = graph.nodes() as u64;
                    let (from, to) = (random.below(nodes) as u32, random.below(nodes) as u32);
                    let cost = random.below(1000) as f64 / 16.0;
                    let numbers = (list.len() as u32, list.len() as u32 + 1);
                    assert_eq!(graph.add_two_way(from, to, cost), Ok(numbers));
                    list.extend([(from, to, cost), (to, from, cost)]);
                    closed.extend([false, false]);
                }
                2 if !list.is_empty() => {
                    let edge = random.below(list.len() as u64) as usize;
                    list[edge].2 = random.below(1000) as f64 / 16.0;
                    graph.set_cost(edge as u32, list[edge].2).unwrap();
                }
                _ if !list.is_empty() => {
                    let edge = random.below(list.len() as u64) as usize;
                    let shut = random.below(2) == 0;
                    let changed =
                        if shut { graph.close(edge as u32) } else { graph.reopen(edge as u32) };
                    assert_eq!(changed, Ok(closed[edge] != shut));
                    closed[edge] = shut;
                }
                _ => {}
            }
            assert_eq!(graph.edges(), list.len());
            for (edge, &(from, to, cost)) in list.iter().enumerate() {
                let cost = Cost::try_from(cost).unwrap();
                assert_eq!(graph.edge(edge as u32), Some((from, to, cost)));
                assert_eq!(graph.is_closed(edge as u32), closed[edge]);
            }
            closed_at_once = closed_at_once.max(closed.iter().filter(|&&shut| shut).count());
            let is_open = |edge: usize| !closed[edge];
            let open: Vec<Edge> =
                (0..list.len()).filter(|&edge| is_open(edge)).map(|edge| list[edge]).collect();
            let from = random.below(graph.nodes() as u64) as u32;
            compared += compare(&graph, &open, &[], from, &mut work);

            // And with some edges avoided: numbers twice, closed ones, and such as do not exist.
            let avoid: Vec<u32> =
                (0..random.below(8)).map(|_| random.below(list.len() as u64 + 2) as u32).collect();
            let left: Vec<Edge> = (0..list.len())
                .filter(|&edge| is_open(edge) && !avoid.contains(&(edge as u32)))
                .map(|edge| list[edge])
                .collect();
            compared += compare(&graph, &left, &avoid, from, &mut work);
        }
    }
    assert!(compared > 20_000 && closed_at_once > 4, "{compared} {closed_at_once}");
}

/// The edits leave nothing behind: the same graph made at once gives the same paths and counts.
#[test]
fn an_edited_graph_is_the_same_as_one_made_at_once() {
    let mut random = Random(13);
    let (_, list) = random_graph(&mut random, 300, 1200);
    let whole = Graph::from_edges(300, list.iter().copied()).unwrap();
    let mut grown = Graph::from_edges(10, []).unwrap();
    while grown.nodes() < 300 {
        grown.add_node().unwrap();
    }
    for &(from, to, cost) in &list {
        grown.add_edge(from, to, cost).unwrap();
    }
    for _ in 0..2000 {
        let edge = random.below(1200) as u32;
        if random.below(2) == 0 { grown.close(edge) } else { grown.reopen(edge) }.unwrap();
    }
    for edge in 0..1200 {
        grown.reopen(edge).unwrap();
    }
    let (mut work, mut other) = (Workspace::new(), Workspace::new());
    for _ in 0..200 {
        let (from, to) = (random.below(300) as u32, random.below(300) as u32);
        for algorithm in [Algorithm::AStar, Algorithm::Bidirectional, Algorithm::Dfs] {
            let query = Query::new(from, to).algorithm(algorithm);
            let a = search(&whole, &query, &mut work).unwrap();
            let b = search(&grown, &query, &mut other).unwrap();
            assert_eq!(a, b, "{algorithm} {from} {to}");
        }
    }
    let index = GraphIndex::prepare(&whole, &Preparation::default()).unwrap();
    assert!(index.fits(&grown));
}

#[test]
fn a_hundred_thousand_edges_one_by_one() {
    let list: Vec<Edge> =
        (0..100_000u32).map(|i| (i * 7 % 1000 * (i % 3), i % 1000, 1.0)).collect();
    let list: Vec<Edge> = list.into_iter().map(|(a, b, cost)| (a % 1000, b, cost)).collect();
    let mut graph = Graph::from_edges(1000, []).unwrap();
    for &(from, to, cost) in &list {
        graph.add_edge(from, to, cost).unwrap();
    }
    let whole = Graph::from_edges(1000, list).unwrap();
    for node in 0..1000 {
        assert!(graph.edges_from(node).eq(whole.edges_from(node)), "{node}");
    }
    assert!(graph.edges_from(0).count() > 30_000, "a hub");
}

#[test]
fn landmarks_hold_while_edges_are_closed_and_are_refused_afterwards() {
    let edges = (0..50).flat_map(|i| [(i, (i + 1) % 50, 2.0), (i, (i + 7) % 50, 9.0)]);
    let mut graph = Graph::from_edges(50, edges).unwrap();
    let landmarks = GraphLandmarks::new(&graph, 3);
    let mut work = Workspace::new();
    let query = Query::new(5u32, 30u32).heuristic(Heuristic::GraphLandmarks(&landmarks));
    graph.close(10).unwrap();
    graph.close(12).unwrap();
    let answer = search(&graph, &query, &mut work).unwrap();
    assert!(answer.is_optimal());
    let (cost, plain) = (answer.cost, Query::new(5u32, 30u32).algorithm(Algorithm::Dijkstra));
    assert_eq!(search(&graph, &plain, &mut work).unwrap().cost, cost);

    let mut reopened = graph.clone();
    reopened.reopen(10).unwrap();
    assert!(matches!(search(&reopened, &query, &mut work), Err(QueryError::StaleLandmarks(_))));
    let mut longer = graph.clone();
    longer.add_edge(5, 30, 0.5).unwrap();
    assert!(matches!(search(&longer, &query, &mut work), Err(QueryError::StaleLandmarks(_))));
    let mut larger = graph.clone();
    larger.add_node().unwrap();
    assert!(matches!(search(&larger, &query, &mut work), Err(QueryError::StaleLandmarks(_))));
}

/// The estimate by positions stays admissible when an edge is opened that costs less per length.
#[test]
fn positions_stay_admissible() {
    let points = vec![(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (10.0, 5.0)];
    let edges = [(0, 1, 10.0), (1, 2, 10.0), (0, 3, 20.0), (3, 2, 20.0)];
    let mut graph = Graph::from_edges(4, edges).unwrap();
    graph.close(2).unwrap();
    graph.set_cost(2, 0.5).unwrap();
    graph = graph.with_positions(Positions::Plane(points)).unwrap();
    graph.reopen(2).unwrap();
    graph.add_edge(3, 2, 0.5).unwrap();
    let mut work = Workspace::new();
    let query = Query::new(0u32, 2u32).algorithm(Algorithm::AStar);
    let answer = search(&graph, &query, &mut work).unwrap();
    assert_eq!((answer.cost, &*answer.path), (Cost::ONE, &[0, 3, 2][..]));
    assert!(answer.is_optimal());
}

#[test]
fn an_index_knows_that_the_graph_has_changed() {
    let mut graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 5.0)]).unwrap();
    let before = GraphIndex::prepare(&graph, &Preparation::default()).unwrap();
    graph.close(0).unwrap();
    assert!(!before.fits(&graph));
    let index = GraphIndex::prepare(&graph, &Preparation::default()).unwrap();
    let route = index.path(0, 2).unwrap();
    assert_eq!((route.cost, &*route.edges), (Cost::from(5), &[2][..]));
    // An index of the whole graph is not one of the graph with an edge closed, even from bytes.
    assert!(GraphIndex::from_bytes(&graph, &before.to_bytes()).is_err());
    assert!(GraphIndex::from_bytes(&graph, &index.to_bytes()).is_ok());
    graph.reopen(0).unwrap();
    assert!(before.fits(&graph) && !index.fits(&graph));
    graph.add_node().unwrap();
    assert!(!before.fits(&graph));
}

#[test]
fn bad_edits_are_refused_and_change_nothing() {
    let mut graph = Graph::from_edges(2, [(0, 1, 1.0)]).unwrap();
    let none = GraphError::NoSuchEdge { edge: 1, edges: 1 };
    assert_eq!(graph.close(1), Err(none.clone()));
    assert_eq!(graph.reopen(1), Err(none.clone()));
    assert_eq!(graph.set_cost(1, 1.0), Err(none));
    assert!(!graph.is_closed(1) && graph.edge(1).is_none());
    assert_eq!(graph.add_edge(0, 2, 1.0), Err(GraphError::NoSuchNode { node: 2, nodes: 2 }));
    for cost in [-1.0, f64::NAN, f64::INFINITY] {
        let error = graph.add_two_way(1, 0, cost).unwrap_err().to_string();
        assert!(error.starts_with("edge 1 (1 -> 0): "), "{error}");
    }
    assert_eq!((graph.nodes(), graph.edges()), (2, 1));
    assert_eq!(graph.edge_between(0, 9), None);
    assert_eq!(graph.edge_between(9, 0), None);
    let mut globe = graph.with_positions(Positions::Globe(vec![(0.0, 0.0); 2])).unwrap();
    assert!(matches!(globe.add_node_at((91.0, 0.0)), Err(GraphError::BadPosition { node: 2, .. })));
    assert_eq!(globe.nodes(), 2);
    assert_eq!(globe.add_node_at((9.0, 0.0)), Ok(2));
}

#[test]
fn a_closed_edge_is_not_part_of_a_path() {
    let mut graph = Graph::from_edges(2, [(0, 1, 1.0), (0, 1, 2.0)]).unwrap();
    graph.close(0).unwrap();
    assert_eq!(check::graph_edges(&graph, &[1], 0, 1), Ok(Cost::from(2)));
    assert!(check::graph_edges(&graph, &[0], 0, 1).is_err());
    assert_eq!(check::graph_path(&graph, &[0, 1], 0, 1), Ok(Cost::from(2)));
    graph.close(1).unwrap();
    assert!(check::graph_path(&graph, &[0, 1], 0, 1).is_err());
}

#[test]
fn the_closest_node_with_edges_avoided() {
    let points = (0..4).map(|x| (f64::from(x), 0.0)).collect();
    let graph = Graph::from_edges(4, [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (2, 3, 4.0)]).unwrap();
    let graph = graph.with_positions(Positions::Plane(points)).unwrap();
    let mut work = Workspace::new();
    for algorithm in [Algorithm::AStar, Algorithm::Dijkstra] {
        let query = Query::new(0u32, 3u32).algorithm(algorithm).closest();
        let avoid = [2, 3];
        let answer = search(&graph, &query.clone().avoid_edges(&avoid), &mut work).unwrap();
        assert_eq!((answer.outcome, &*answer.path), (Outcome::Unreachable, &[0, 1, 2][..]));
        let answer = search(&graph, &query.avoid_edges(&avoid[..1]), &mut work).unwrap();
        assert_eq!(answer.cost, Cost::from(6));
    }
}

#[test]
fn spaces_without_edges_refuse_to_avoid_any() {
    let refused = |error: QueryError| match error {
        QueryError::Unsupported { algorithm, .. } => algorithm == "avoid_edges",
        _ => false,
    };
    let grid = Grid::new(3, 3).unwrap();
    let query: Query<Cell> = Query::new((0, 0), (2, 2)).avoid_edges(&[1]);
    assert!(refused(search(&grid, &query, &mut Workspace::new()).unwrap_err()));
    let puzzle = SlidingPuzzle::new(2, 2).unwrap();
    let query = Query::new(puzzle.solved(), puzzle.solved()).avoid_edges(&[1]);
    assert!(refused(search(&puzzle, &query, &mut Workspace::new()).unwrap_err()));
}

#[test]
fn builders_number_by_first_mention() {
    let graph = Graph::builder()
        .node("island")
        .edge("a", "b", 1.0)
        .two_way(String::from("b"), "c", 2.0)
        .node("a")
        .build()
        .unwrap();
    let names: Vec<_> = (0..4).map(|node| graph.name(node).unwrap()).collect();
    assert_eq!(names, ["island", "a", "b", "c"]);
    let edges: Vec<_> = (0..3).map(|edge| graph.edge(edge).unwrap()).collect();
    let (one, two) = (Cost::from(1), Cost::from(2));
    assert_eq!(edges, [(1, 2, one), (2, 3, two), (3, 2, two)]);

    let mixed = Graph::builder().point("a", 0.0, 0.0).globe("b", 0.0, 0.0).build();
    assert!(matches!(mixed, Err(GraphError::BadPositions(_))));
    let missing = Graph::builder().node("a").point("b", 0.0, 0.0).edge("b", "c", 1.0).build();
    assert_eq!(missing.unwrap_err(), GraphError::Unplaced { name: "a".to_owned() });
    let placed = Graph::builder().point("b", 3.0, 4.0).point("a", 0.0, 0.0).edge("a", "b", 5.0);
    let placed = placed.build().unwrap();
    let mut work = Workspace::new();
    let query = Query::new(1u32, 0u32).heuristic(Heuristic::Positions);
    assert!(search(&placed, &query, &mut work).unwrap().is_optimal());
}
