//! Indices that follow the costs of a graph: random changes, and after each the same answers as the
//! oracle; and every small graph there is, by every kind of index.

use crate::oracle::{Random, effort, graph_costs, random_graph};
use wayline::{
    Cost, Error, Graph, GraphError, GraphIndex, IndexError, IndexKind, Positions, Preparation,
    Query, Workspace, check, search,
};

fn customizable(graph: &Graph) -> GraphIndex {
    let settings = Preparation::default().kind(IndexKind::Customizable).threads(2);
    GraphIndex::prepare(graph, &settings).unwrap()
}

/// The open edges of a graph, as the oracle takes them.
fn open_edges(graph: &Graph) -> Vec<(u32, u32, f64)> {
    let open = (0..graph.edges() as u32).filter(|&edge| !graph.is_closed(edge));
    let ends = open.map(|edge| graph.edge(edge).unwrap());
    ends.map(|(from, to, cost)| (from, to, cost.to_f64())).collect()
}

/// Changes one edge: its cost, often to one that others have, or whether it is closed.
fn change(random: &mut Random, graph: &mut Graph) -> u32 {
    let edge = random.below(graph.edges() as u64) as u32;
    match random.below(8) {
        0 | 1 => {
            graph.close(edge).unwrap();
        }
        2 | 3 => {
            graph.reopen(edge).unwrap();
        }
        4 => graph.set_cost(edge, 0.0).unwrap(),
        // Another unit, which changes that of all others, and more than fits in 32 bits.
        5 if random.below(20) == 0 => graph.set_cost(edge, random.below(99) as f64 / 7.0).unwrap(),
        5 if random.below(20) == 0 => graph.set_cost(edge, 1e9 + random.below(9) as f64).unwrap(),
        _ => graph.set_cost(edge, random.below(12) as f64 / 4.0).unwrap(),
    }
    edge
}

fn compare(random: &mut Random, graph: &Graph, index: &GraphIndex, work: &mut Workspace) -> u64 {
    let (nodes, list) = (graph.nodes(), open_edges(graph));
    let from = random.below(nodes as u64) as u32;
    let truth = graph_costs(nodes, &list, from);
    for (to, best) in (0..).zip(&truth) {
        let best = best.unwrap_or(Cost::INFINITE);
        assert_eq!(index.cost_with(from, to, work), Ok(best), "{from} {to} in {list:?}");
        let answer = search(index, &Query::new(from, to), work).unwrap();
        assert_eq!(answer.cost, best, "{from} {to} in {list:?}");
        if answer.is_found() {
            assert_eq!(check::graph_edges(graph, &answer.edges, from, to), Ok(best));
            assert_eq!(check::graph_path(graph, &answer.path, from, to), Ok(best));
        }
    }
    truth.len() as u64
}

#[test]
fn exact_after_every_change() {
    let (mut random, mut work) = (Random(91), Workspace::new());
    let mut compared = 0;
    for _ in 0..150 * effort() {
        let nodes = 2 + random.below(40);
        let edges = 1 + random.below(4 * nodes);
        let (mut graph, _) = random_graph(&mut random, nodes, edges);
        let mut index = customizable(&graph);
        for _ in 0..30 {
            if random.below(5) == 0 {
                // Several at once.
                for _ in 0..1 + random.below(edges) {
                    change(&mut random, &mut graph);
                }
                index.update(&graph).unwrap();
            } else {
                let edge = change(&mut random, &mut graph);
                index.update_edge(&graph, edge).unwrap();
            }
            assert!(index.fits(&graph));
            compared += compare(&mut random, &graph, &index, &mut work);
        }
    }
    crate::oracle::compared("changes", compared, 100_140);
}

/// A town with positions, so that it is dissected, and changes of one edge at a time.
#[test]
fn towns_with_traffic() {
    let (mut random, mut work) = (Random(92), Workspace::new());
    let mut compared = 0;
    for _ in 0..2 * effort() {
        let side = 30 + random.below(20) as u32;
        let mut list = Vec::new();
        for y in 0..side {
            for x in 0..side {
                let at = y * side + x;
                for (next, inside) in [(at + 1, x + 1 < side), (at + side, y + 1 < side)] {
                    if inside && random.below(8) > 0 {
                        let cost = 1.0 + random.below(50) as f64;
                        list.extend([(at, next, cost), (next, at, cost)]);
                    }
                }
            }
        }
        let points = (0..side * side).map(|at| ((at % side) as f64, (at / side) as f64));
        let mut graph = Graph::from_edges((side * side) as usize, list)
            .and_then(|graph| graph.with_positions(Positions::Plane(points.collect())))
            .unwrap();
        let mut index = customizable(&graph);
        for _ in 0..25 {
            for _ in 0..20 {
                let edge = change(&mut random, &mut graph);
                index.update_edge(&graph, edge).unwrap();
            }
            compared += compare(&mut random, &graph, &index, &mut work);
            // One that has seen no change answers the same, to the last edge.
            let fresh = customizable(&graph);
            for _ in 0..20 {
                let [from, to] = [(); 2].map(|()| random.below(graph.nodes() as u64) as u32);
                let cost = index.cost_with(from, to, &mut work);
                assert_eq!(cost, fresh.cost_with(from, to, &mut work));
            }
        }
    }
    crate::oracle::compared("towns with traffic", compared, 68_450);
}

/// The arcs of a graph of four nodes, two bits for each: absent, or of cost 0, 1 or 3.
fn graph_of_four(ends: &[(u32, u32)], code: u64) -> Vec<(u32, u32, f64)> {
    let cost =
        |place: usize| [None, Some(0.0), Some(1.0), Some(3.0)][(code >> (2 * place)) as usize % 4];
    let arcs = ends.iter().enumerate();
    arcs.filter_map(|(place, &(from, to))| Some((from, to, cost(place)?))).collect()
}

/// All pairs of one graph by all kinds of index. Returns how many answers were compared.
fn all_kinds_of_four(ends: &[(u32, u32)], list: &[(u32, u32, f64)], work: &mut Workspace) -> u64 {
    let graph = Graph::from_edges(4, list.iter().copied()).unwrap();
    let truth: Vec<_> = (0..4).map(|from| graph_costs(4, list, from)).collect();
    let mut compared = 0;
    for kind in IndexKind::OF_GRAPHS {
        let settings = Preparation::default().kind(kind);
        let mut indices = vec![GraphIndex::prepare(&graph, &settings).unwrap()];
        if kind != IndexKind::Customizable {
            indices.push(GraphIndex::prepare_by_contraction(&graph, &settings).unwrap());
        }
        for (index, (from, to)) in
            indices.iter().flat_map(|index| ends.iter().map(move |&ends| (index, ends)))
        {
            let best = truth[from as usize][to as usize].unwrap_or(Cost::INFINITE);
            let answer = search(index, &Query::new(from, to), work).unwrap();
            assert_eq!(answer.cost, best, "{kind} {from} {to} in {list:?}");
            if answer.is_found() {
                let judged = check::graph_edges(&graph, &answer.edges, from, to);
                assert_eq!(judged, Ok(best), "{kind} {from} {to} in {list:?}");
            }
            compared += 1;
        }
    }
    compared
}

/// Digraphs of four nodes without loops, each arc absent or of cost 0, 1 or 3: all pairs, by all kinds.
/// The short form takes one of every few thousand, the long form all 16,777,216 of them, on two threads.
#[test]
fn every_graph_of_four_nodes() {
    let ends: Vec<(u32, u32)> =
        (0..16).map(|i| (i / 4, i % 4)).filter(|(from, to)| from != to).collect();
    let step = if effort() < 1000 { (5003 / effort()).max(1) } else { 1 };
    let half = |first: u64| {
        let (mut work, mut compared) = (Workspace::new(), 0);
        for code in (first * step..4u64.pow(12)).step_by(2 * step as usize) {
            compared += all_kinds_of_four(&ends, &graph_of_four(&ends, code), &mut work);
            if code % (1 << 20) == 0 && effort() > 1 {
                println!("graphs of four nodes: {code} of {}", 4u64.pow(12));
            }
        }
        compared
    };
    let compared = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        half(0) + other.join().unwrap()
    });
    crate::oracle::compared("graphs of four nodes", compared, 201_240);
}

#[test]
fn what_cannot_be_updated_says_so() {
    let list = [(0, 1, 1.0), (1, 2, 2.0), (2, 0, 3.0)];
    let mut graph = Graph::from_edges(3, list).unwrap();
    for kind in [IndexKind::Labels, IndexKind::Hierarchy] {
        let settings = Preparation::default().kind(kind);
        let mut index = GraphIndex::prepare(&graph, &settings).unwrap();
        let edge = index.update_edge(&graph, 0);
        for done in [index.update(&graph).map_err(Error::from), edge] {
            let error = done.unwrap_err();
            assert!(matches!(error, Error::Index(IndexError::Unsuited { .. })), "{error}");
            assert!(error.to_string().contains("customizable"), "{error}");
        }
    }
    let mut index = customizable(&graph);
    assert_eq!(index.kind(), IndexKind::Customizable);
    let none = GraphError::NoSuchEdge { edge: 3, edges: 3 };
    assert_eq!(index.update_edge(&graph, 3), Err(none.into()));
    let other = Graph::from_edges(3, [(0, 1, 1.0), (1, 0, 2.0), (2, 0, 3.0)]).unwrap();
    let stranger = IndexError::OtherMap;
    assert_eq!(index.update(&other), Err(stranger));
    assert_eq!(index.update_edge(&other, 1), Err(stranger.into()));
    // It has lost nothing by it.
    assert!(index.fits(&graph));
    graph.add_edge(0, 2, 1.0).unwrap();
    assert_eq!(index.update(&graph), Err(stranger));
}

#[test]
fn a_file_of_one_day_serves_the_costs_of_another() {
    let (mut random, mut work) = (Random(93), Workspace::new());
    for _ in 0..40 {
        let nodes = 2 + random.below(30);
        let (mut graph, _) = random_graph(&mut random, nodes, 3 * nodes);
        let mut index = customizable(&graph);
        for _ in 0..10 {
            change(&mut random, &mut graph);
        }
        let read = GraphIndex::from_bytes(&graph, &index.to_bytes()).unwrap();
        assert!(read.fits(&graph));
        index.update(&graph).unwrap();
        assert_eq!(index.to_bytes(), read.to_bytes());
        compare(&mut random, &graph, &read, &mut work);
        compare(&mut random, &graph, &index, &mut work);
    }
}

#[test]
fn threads_change_nothing() {
    let mut random = Random(94);
    let list: Vec<_> = (0..6_000u32)
        .flat_map(|node| {
            let next = [node + 1, node + 20].map(|to| (node, to % 6_000));
            let cost = 1.0 + random.below(90) as f64;
            next.map(|(from, to)| [(from, to, cost), (to, from, cost)]).into_iter().flatten()
        })
        .collect();
    let graph = Graph::from_edges(6_000, list).unwrap();
    for kind in IndexKind::OF_GRAPHS {
        let bytes = [1, 2, 3].map(|threads| {
            let settings = Preparation::default().kind(kind).threads(threads);
            let mut index = GraphIndex::prepare(&graph, &settings).unwrap();
            let costs = index.matrix(&[0, 77], &[2500, 5_500], &mut Workspace::new()).unwrap();
            if kind == IndexKind::Customizable {
                index.update(&graph).unwrap();
            }
            (index.to_bytes(), costs)
        });
        assert!(bytes.iter().all(|each| *each == bytes[0]), "{kind}");
    }
}
