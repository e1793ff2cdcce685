//! Indices of graphs against the oracle and the judge: random graphs with all their pairs, what is
//! odd or must be refused, and road networks where they are at hand (`WAYLINE_DATA`).

use crate::oracle::{Random, effort, graph_costs, random_graph};
use std::collections::BTreeSet;
use wayline::{
    Algorithm, Budget, Cost, Demand, Event, EventKind, Graph, GraphIndex, IndexError, IndexKind,
    Positions, Preparation, Query, QueryError, Recorder, Workspace, check, search, search_watched,
};

fn prepare(graph: &Graph, kind: IndexKind) -> GraphIndex {
    let settings = Preparation::default().kind(kind);
    GraphIndex::prepare(graph, &settings).unwrap()
}

/// Asks for a path and has it judged: it exists, as nodes and as edges, costs what it says and what
/// it should, and passes no node twice.
fn judge(
    graph: &Graph,
    index: &GraphIndex,
    (from, to): (u32, u32),
    best: Option<Cost>,
    work: &mut Workspace,
) {
    let name = || format!("{} {from} {to} in {:?}", index.kind(), all_edges(graph));
    let best = best.unwrap_or(Cost::INFINITE);
    assert_eq!(index.cost_with(from, to, work).unwrap(), best, "{}", name());
    let answer = search(index, &Query::new(from, to), work).unwrap();
    assert_eq!(answer.cost, best, "{}", name());
    assert_eq!(answer.is_optimal(), !best.is_infinite(), "{}", name());
    if !answer.is_found() {
        assert!(answer.path.is_empty() && answer.edges.is_empty(), "{}", name());
        return;
    }
    let (path, edges, cost) = (&answer.path[..], &answer.edges[..], answer.cost);
    assert_eq!(check::graph_path(graph, path, from, to), Ok(cost), "{}", name());
    assert_eq!(check::graph_edges(graph, edges, from, to), Ok(cost), "{}", name());
    assert_eq!(graph.edges_along(path).as_deref(), Some(edges), "{}", name());
    let distinct: BTreeSet<_> = path.iter().collect();
    assert_eq!(distinct.len(), path.len(), "{}", name());
}

fn all_edges(graph: &Graph) -> Vec<(u32, u32, Cost)> {
    (0..graph.edges() as u32).filter_map(|edge| graph.edge(edge)).collect()
}

/// Everything that can be reached, and what costs no more than something in the middle.
fn reaches(index: &GraphIndex, from: u32, costs: &[Option<Cost>]) {
    let reached = (0..).zip(costs).filter_map(|(node, cost)| Some((node, (*cost)?)));
    let mut expected: Vec<(u32, Cost)> = reached.collect();
    expected.sort_by_key(|&(node, cost)| (cost, node));
    assert_eq!(index.reach(from, Cost::INFINITE).unwrap(), expected, "{}", index.kind());
    let within = expected[expected.len() / 2].1;
    expected.retain(|&(_, cost)| cost <= within);
    assert_eq!(index.reach(from, within).unwrap(), expected, "{}", index.kind());
}

/// All pairs of a graph, from each of some nodes, by every kind of index and as a matrix.
fn all_pairs(
    graph: &Graph,
    list: &[(u32, u32, f64)],
    starts: u32,
    budgets: &[Budget],
    work: &mut Workspace,
) -> u64 {
    let nodes = graph.nodes() as u32;
    let mut indices: Vec<_> =
        IndexKind::OF_GRAPHS.iter().map(|&kind| prepare(graph, kind)).collect();
    // As graphs are prepared that no few nodes part in two.
    indices.extend([IndexKind::Labels, IndexKind::Hierarchy].map(|kind| {
        let settings = Preparation::default().kind(kind);
        GraphIndex::prepare_by_contraction(graph, &settings).unwrap()
    }));
    indices.extend(budgets.iter().map(|&budget| {
        let settings = Preparation::default().budget(budget);
        GraphIndex::prepare(graph, &settings).unwrap()
    }));
    let (froms, tos): (Vec<u32>, Vec<u32>) =
        ((0..starts.min(nodes)).collect(), (0..nodes).collect());
    let truth: Vec<_> =
        froms.iter().flat_map(|&from| graph_costs(nodes as usize, list, from)).collect();
    for index in &indices {
        for (&from, row) in froms.iter().zip(truth.chunks(tos.len().max(1))) {
            for (&to, &best) in tos.iter().zip(row) {
                judge(graph, index, (from, to), best, work);
            }
        }
        let costs: Vec<Cost> = truth.iter().map(|best| best.unwrap_or(Cost::INFINITE)).collect();
        assert_eq!(index.matrix(&froms, &tos, work).unwrap(), costs, "{}", index.kind());
        for (&from, row) in froms.iter().zip(truth.chunks(tos.len().max(1))) {
            reaches(index, from, row);
        }
    }
    (indices.len() * truth.len()) as u64
}

#[test]
fn all_pairs_of_small_graphs() {
    let (mut random, mut work) = (Random(71), Workspace::new());
    let mut compared = 0;
    for _ in 0..400 * effort() {
        let nodes = 1 + random.below(24);
        let edges = random.below(4 * nodes);
        let (graph, list) = random_graph(&mut random, nodes, edges);
        // The work runs out somewhere.
        let budget = Budget::default().work(random.below(4000));
        compared += all_pairs(&graph, &list, u32::MAX, &[budget], &mut work);
    }
    crate::oracle::compared("small graphs", compared, 489_162);
}

/// Whoever watches a hierarchy changes nothing, and sees a climb from both ends: every node is reached
/// from one that was expanded before, at no less than it costs from the start or to the goal.
#[test]
fn a_climb_can_be_watched() {
    let (mut random, mut work) = (Random(74), Workspace::new());
    let mut seen = 0;
    for _ in 0..60 {
        let nodes = 2 + random.below(30);
        let (graph, list) = random_graph(&mut random, nodes, 4 * nodes);
        let back: Vec<_> = list.iter().map(|&(tail, head, cost)| (head, tail, cost)).collect();
        let settings = Preparation::default().kind(IndexKind::Hierarchy);
        let index = GraphIndex::prepare_by_contraction(&graph, &settings).unwrap();
        let (from, to) = (random.below(nodes) as u32, random.below(nodes) as u32);
        let query = Query::new(from, to);
        let alone = search(&index, &query, &mut work).unwrap().into_owned();
        let mut recorder = Recorder::default();
        let watched = search_watched(&index, &query, &mut work, &mut recorder).unwrap();
        assert_eq!((watched.cost, &watched.edges[..]), (alone.cost, &alone.edges[..]));
        let (ahead, behind) =
            (graph_costs(nodes as usize, &list, from), graph_costs(nodes as usize, &back, to));
        let far = |cost: Option<Cost>| cost.unwrap_or(Cost::INFINITE);
        let mut expanded = BTreeSet::new();
        for Event { kind, node, parent, g, .. } in recorder.events() {
            let least = far(ahead[*node as usize]).min(far(behind[*node as usize]));
            assert!(*g >= least, "{node} at {g}, not {least}");
            assert!(parent.is_none_or(|parent| expanded.contains(&parent)));
            if *kind == EventKind::Expand {
                expanded.insert(*node);
            }
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen} events");
}

#[test]
fn free_edges_and_equal_costs_everywhere() {
    let (mut random, mut work) = (Random(72), Workspace::new());
    let mut compared = 0;
    for _ in 0..300 * effort() {
        let nodes = 2 + random.below(14);
        let costs = 1 + random.below(3);
        let list: Vec<_> = (0..random.below(6 * nodes))
            .map(|_| {
                let cost = random.below(costs) as f64;
                (random.below(nodes) as u32, random.below(nodes) as u32, cost)
            })
            .collect();
        let graph = Graph::from_edges(nodes as usize, list.iter().copied()).unwrap();
        compared += all_pairs(&graph, &list, u32::MAX, &[], &mut work);
    }
    crate::oracle::compared("free edges", compared, 129_525);
}

/// Streets in a grid, some of them one-way, and a few long roads.
fn town(random: &mut Random, side: u32) -> Vec<(u32, u32, f64)> {
    let mut list = Vec::new();
    let mut street = |random: &mut Random, a: u32, b: u32| {
        let cost = 1.0 + random.below(64) as f64 / 16.0;
        match random.below(8) {
            0 => list.push((a, b, cost)),
            1 => list.push((b, a, cost)),
            2 => {}
            _ => list.extend([(a, b, cost), (b, a, cost)]),
        }
    };
    for y in 0..side {
        for x in 0..side {
            let at = y * side + x;
            if x + 1 < side {
                street(random, at, at + 1);
            }
            if y + 1 < side {
                street(random, at, at + side);
            }
        }
    }
    for _ in 0..side {
        let ends = [(); 2].map(|()| random.below((side * side) as u64) as u32);
        street(random, ends[0], ends[1]);
    }
    list
}

#[test]
fn larger_graphs_from_some_nodes() {
    let (mut random, mut work) = (Random(73), Workspace::new());
    let mut compared = 0;
    for _ in 0..2 * effort() {
        let side = 20 + random.below(20) as u32;
        let list = town(&mut random, side);
        let graph = Graph::from_edges((side * side) as usize, list.iter().copied()).unwrap();
        let half = Budget::default().work(20_000 + random.below(200_000));
        compared += all_pairs(&graph, &list, 5, &[half], &mut work);
        // No order in them: contraction ends in a dense core.
        let nodes = 300 + random.below(300);
        let (graph, list) = random_graph(&mut random, nodes, 4 * nodes);
        compared += all_pairs(&graph, &list, 5, &[], &mut work);
    }
    crate::oracle::compared("towns and tangles", compared, 79_670);
}

type Point = (f64, f64);

/// Streets in which every turn costs something: a state for each edge, at the point of the junction that it
/// leads to, a start for each junction and an arrival.
fn turning_town(random: &mut Random, side: u32) -> (Vec<Point>, Vec<(u32, u32, f64)>) {
    let streets = town(random, side);
    let (nodes, edges) = (side * side, streets.len() as u32);
    let mut points: Vec<_> =
        (0..nodes).map(|node| ((node % side) as f64, (node / side) as f64)).collect();
    let mut list = Vec::new();
    for (edge, &(from, to, cost)) in (0..).zip(&streets) {
        points.push(points[to as usize]);
        list.push((from, nodes + edge, cost));
        list.push((nodes + edge, nodes + edges + to, 0.0));
        for (next, &(_, end, cost)) in (0..).zip(&streets).filter(|(_, next)| next.0 == to) {
            let turn = if end == from { 9.0 } else { random.below(5) as f64 };
            list.push((nodes + edge, nodes + next, cost + turn));
        }
    }
    for node in 0..nodes {
        points.push(points[node as usize]);
        list.push((node, nodes + edges + node, 0.0));
    }
    (points, list)
}

/// Many nodes at the same points are dissected by these: the answers are right whatever the order, and the
/// tree is no larger than one that is found among the nodes themselves.
#[test]
fn states_that_share_points() {
    let (mut random, mut work) = (Random(78), Workspace::new());
    let mut compared = 0;
    for _ in 0..effort().min(50) {
        let (points, list) = turning_town(&mut random, 14);
        let plain = Graph::from_edges(points.len(), list.iter().copied()).unwrap();
        // The same a little apart.
        let shifted = (0..).zip(&points).map(|(node, &(x, y))| {
            (x + f64::from(node % 97) / 9_000.0, y + f64::from(node % 89) / 9_000.0)
        });
        let apart = plain.clone().with_positions(Positions::Plane(shifted.collect())).unwrap();
        let graph = plain.with_positions(Positions::Plane(points)).unwrap();
        compared += all_pairs(&graph, &list, 3, &[], &mut work);
        let bytes = [&graph, &apart].map(|graph| prepare(graph, IndexKind::Hierarchy).bytes());
        assert!(bytes[0] <= bytes[1] + bytes[1] / 8, "{bytes:?}");
    }
    assert!(compared > 10_000, "{compared}");
}

/// What takes the least work is prepared, or nothing; a kind that is asked for is the only one.
#[test]
fn picked_by_what_will_be_asked() {
    let mut random = Random(79);
    let streets = (0..900u32).flat_map(|at| {
        let next = [(at + 1, at % 30 < 29), (at + 30, at < 870)].into_iter();
        let next = next.filter(|next| next.1);
        next.flat_map(move |(to, _)| [(at, to, 1.0), (to, at, 1.5)])
    });
    let graph = Graph::from_edges(900, streets).unwrap();
    let settings = Preparation::default();
    let picked = |demand: Demand, settings: &Preparation<'_>| {
        let index = GraphIndex::prepare_for(&graph, &demand, settings).unwrap();
        index.map(|index| index.kind())
    };
    let demand = Demand::default();
    assert_eq!(picked(demand, &settings), None);
    assert_eq!(picked(demand.paths(1), &settings), None);
    assert_eq!(picked(demand.paths(1_000_000), &settings), Some(IndexKind::Hierarchy));
    assert_eq!(picked(demand.costs(100_000_000), &settings), Some(IndexKind::Labels));
    let traffic = demand.paths(1_000_000).changes(1_000);
    assert_eq!(picked(traffic, &settings), Some(IndexKind::Customizable));
    // So many changes that no index is worth it.
    assert_eq!(picked(demand.paths(10).changes(1_000), &settings), None);
    for kind in IndexKind::OF_GRAPHS {
        let only = settings.kind(kind);
        assert_eq!(picked(demand.paths(10_000_000), &only), Some(kind));
        assert_eq!(picked(demand.paths(1), &only), None);
    }
    // Labels that do not fit are not made.
    let hierarchy = prepare(&graph, IndexKind::Hierarchy).bytes() as u64;
    let tight = settings.budget(Budget::default().memory(hierarchy));
    assert_eq!(picked(demand.costs(100_000_000), &tight), Some(IndexKind::Hierarchy));
    let none = settings.budget(Budget::default().memory(hierarchy - 1));
    assert_eq!(picked(demand.costs(100_000_000), &none), None);
    // Searches that are known to be cheap.
    assert_eq!(picked(demand.paths(1_000).search_work(1), &settings), None);
    // A tangle, which few nodes do not part.
    let (tangle, list) = random_graph(&mut random, 400, 3_000);
    let index = GraphIndex::prepare_for(&tangle, &demand.costs(1_000_000_000), &settings).unwrap();
    let index = index.expect("worth any work");
    let truth = graph_costs(400, &list, 7)[11];
    judge(&tangle, &index, (7, 11), truth, &mut Workspace::new());
    // A town with tunnels between any two of its places, which no few nodes part: labels are worth it.
    let side = 60;
    let streets = (0..side * side).flat_map(|at| {
        let next = [(at + 1, at % side < side - 1), (at + side, at < side * (side - 1))];
        next.into_iter().filter(|next| next.1).map(move |(to, _)| (at, to))
    });
    let mut tunnel = || random.below(u64::from(side * side)) as u32;
    let tunnels: Vec<_> = (0..side * side / 8).map(|_| (tunnel(), tunnel())).collect();
    let list: Vec<_> = (streets.chain(tunnels))
        .flat_map(|(a, b)| [(a, b, 1.0 + f64::from(a % 7)), (b, a, 1.0 + f64::from(b % 5))])
        .collect();
    let town = Graph::from_edges((side * side) as usize, list.iter().copied()).unwrap();
    let picked = |demand: Demand, settings: &Preparation<'_>| {
        GraphIndex::prepare_for(&town, &demand, settings).unwrap()
    };
    assert!(picked(demand.paths(10), &settings).is_none());
    // Its costs change, and nothing that takes over new ones suits it.
    assert!(picked(demand.paths(1_000_000).changes(1), &settings).is_none());
    let any = demand.paths(1_000_000);
    assert!(picked(any, &settings.kind(IndexKind::Customizable)).is_none());
    // Where few nodes are more important than others a climb takes longer than a search from both ends,
    // and not as long as one that knows no goal.
    let climbs = settings.kind(IndexKind::Hierarchy);
    assert!(picked(any, &climbs).is_none());
    let mut work = Workspace::new();
    let blind = Query::new(7, 3000).algorithm(Algorithm::Dijkstra);
    let stats = search(&town, &blind, &mut work).unwrap().stats;
    let blind = any.search_work(stats.expanded + stats.generated);
    let cases = [(any, settings, IndexKind::Labels), (blind, climbs, IndexKind::Hierarchy)];
    for (demand, settings, kind) in cases {
        let index = picked(demand, &settings).expect("worth preparing");
        assert_eq!(index.kind(), kind);
        let truth = graph_costs(town.nodes(), &list, 7)[3000];
        judge(&town, &index, (7, 3000), truth, &mut work);
    }
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let error = GraphIndex::prepare_for(&graph, &traffic, &settings.cancel(&cancel)).unwrap_err();
    assert_eq!(error, IndexError::Cancelled.into());
}

#[test]
fn the_empty_graph_and_the_single_node() {
    let mut work = Workspace::new();
    for kind in IndexKind::OF_GRAPHS {
        let index = prepare(&Graph::from_edges(0, []).unwrap(), kind);
        let refused = QueryError::NoSuchNode { node: 0, nodes: 0 };
        assert_eq!(index.cost_with(0, 0, &mut work), Err(refused.clone()));
        assert_eq!(index.path(0, 0), Err(refused.clone()));
        assert_eq!(index.matrix(&[], &[], &mut work), Ok(vec![]));
        assert_eq!(index.matrix(&[], &[0], &mut work), Err(refused));

        let graph = Graph::from_edges(1, [(0, 0, 3.0), (0, 0, 0.0)]).unwrap();
        let index = prepare(&graph, kind);
        judge(&graph, &index, (0, 0), Some(Cost::ZERO), &mut work);
        let refused = QueryError::NoSuchNode { node: 1, nodes: 1 };
        assert_eq!(index.cost_with(0, 1, &mut work), Err(refused.clone()));
        assert_eq!(index.cost_with(1, 0, &mut work), Err(refused.clone()));
        assert_eq!(
            index.path(u32::MAX, 0).unwrap_err().to_string(),
            "node 4294967295 does not exist: the graph has 1 nodes"
        );
        assert_eq!(index.matrix(&[0], &[0, 1], &mut work), Err(refused));
    }
}

#[test]
fn costs_too_large_to_be_held_are_those_of_no_path() {
    let large = 2f64.powi(31);
    let graph = Graph::from_edges(4, [(0, 1, large), (1, 2, large / 2.0), (2, 3, large)]).unwrap();
    let (mut work, mut plain) = (Workspace::new(), Workspace::new());
    for kind in IndexKind::OF_GRAPHS {
        let index = prepare(&graph, kind);
        for (from, to) in [(0, 1), (0, 2), (1, 3), (0, 3)] {
            let answer = search(&graph, &Query::new(from, to), &mut plain).unwrap();
            assert_eq!(index.cost_with(from, to, &mut work), Ok(answer.cost), "{from} {to}");
        }
        assert_eq!(index.cost_with(0, 3, &mut work), Ok(Cost::INFINITE));
    }
}

#[test]
fn a_changed_graph_does_not_fit() {
    let (mut random, mut work) = (Random(74), Workspace::new());
    let (mut graph, list) = random_graph(&mut random, 12, 30);
    for kind in IndexKind::OF_GRAPHS {
        let index = prepare(&graph, kind);
        let before = index.cost_with(0, 1, &mut work).unwrap();
        for (edge, &(_, _, cost)) in list.iter().enumerate() {
            graph.set_cost(edge as u32, cost + 1.0).unwrap();
            assert!(!index.fits(&graph));
            graph.set_cost(edge as u32, cost).unwrap();
            assert!(index.fits(&graph));
        }
        assert_eq!(index.cost_with(0, 1, &mut work).unwrap(), before);
        // One more node; other numbers for the same edges.
        assert!(!index.fits(&Graph::from_edges(13, list.iter().copied()).unwrap()));
        assert!(!index.fits(&Graph::from_edges(12, list.iter().rev().copied()).unwrap()));
    }
}

#[test]
fn dirty_work_answers_as_fresh_work_does() {
    let (mut random, mut dirty) = (Random(75), Workspace::new());
    let indices: Vec<_> = (0..8)
        .map(|round| {
            let nodes = 2 + random.below(60);
            let (graph, _) = random_graph(&mut random, nodes, 3 * nodes);
            (nodes, prepare(&graph, IndexKind::OF_GRAPHS[round % 3]))
        })
        .collect();
    for _ in 0..2000 * effort() {
        let (nodes, index) = &indices[random.below(8) as usize];
        let [from, to] = [(); 2].map(|()| random.below(*nodes) as u32);
        let mut fresh = Workspace::new();
        match random.below(3) {
            0 => {
                let cost = index.cost_with(from, to, &mut dirty);
                assert_eq!(cost, index.cost_with(from, to, &mut fresh));
            }
            1 => {
                let query = Query::new(from, to);
                let answer = search(index, &query, &mut dirty);
                assert_eq!(answer, search(index, &query, &mut fresh));
            }
            _ => {
                let ends = [from, to];
                let costs = index.matrix(&ends, &ends, &mut dirty);
                assert_eq!(costs, index.matrix(&ends, &ends, &mut fresh));
            }
        }
    }
}

#[test]
fn budgets_are_kept_and_kinds_are_told_apart() {
    let mut random = Random(76);
    let list = town(&mut random, 30);
    let graph = Graph::from_edges(900, list).unwrap();
    let with = |kind, budget| {
        let settings = Preparation::default().kind(kind).budget(budget);
        GraphIndex::prepare(&graph, &settings)
    };
    let free = Budget::default();
    let labels = with(None, free).unwrap();
    assert_eq!(labels.kind(), IndexKind::Labels);
    let hierarchy = with(Some(IndexKind::Hierarchy), free).unwrap();
    assert!(hierarchy.bytes() < labels.bytes());
    let memory = |bytes: usize| Budget::default().memory(bytes as u64);
    let enough = with(None, memory(labels.bytes())).unwrap();
    assert_eq!(enough.kind(), IndexKind::Labels);
    let tight = with(None, memory(labels.bytes() - 1)).unwrap();
    assert_eq!((tight.kind(), tight.bytes()), (IndexKind::Hierarchy, hierarchy.bytes()));
    let refused = |kind, what| IndexError::OverBudget { kind, what };
    assert_eq!(
        with(None, memory(hierarchy.bytes() - 1)).unwrap_err(),
        refused(IndexKind::Hierarchy, "memory")
    );
    let work = Budget::default().work(1000);
    assert_eq!(with(None, work).unwrap().kind(), IndexKind::Hierarchy);
    let kind = IndexKind::Labels;
    assert_eq!(with(Some(kind), work).unwrap_err(), refused(kind, "work"));
    assert_eq!(with(Some(kind), memory(9000)).unwrap_err(), refused(kind, "memory"));
    assert!(with(Some(IndexKind::Jumps), free).is_err());
    let grid = wayline::Grid::new(3, 3).unwrap();
    let settings = Preparation::default().kind(IndexKind::Hierarchy);
    assert!(wayline::GridIndex::prepare(&grid, &settings).is_err());

    let cancel = std::sync::atomic::AtomicBool::new(true);
    let settings = Preparation::default().cancel(&cancel);
    let error = GraphIndex::prepare(&graph, &settings).unwrap_err();
    assert_eq!(error, IndexError::Cancelled);
    let told = std::cell::RefCell::new(Vec::new());
    let progress = |done| told.borrow_mut().push(done);
    let settings = Preparation::default().progress(&progress);
    GraphIndex::prepare(&graph, &settings).unwrap();
    let told = told.into_inner();
    assert!(told.is_sorted() && told.first() == Some(&0.0) && told.last() == Some(&1.0));
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_road_networks_and_flights() {
    let folder = crate::oracle::data().join("graphs");
    let (mut work, mut plain) = (Workspace::new(), Workspace::new());
    let (mut random, mut compared) = (Random(77), 0);
    for (name, graph) in crate::roads::networks(&folder) {
        let chosen = GraphIndex::prepare(&graph, &Preparation::default()).unwrap();
        assert_eq!(chosen.kind(), IndexKind::Labels, "{name}");
        for kind in IndexKind::OF_GRAPHS {
            let index = prepare(&graph, kind);
            println!("{name}: {index:?}, {} bytes", index.bytes());
            for _ in 0..300 {
                let [from, to] = [(); 2].map(|()| random.below(graph.nodes() as u64) as u32);
                let query = Query::new(from, to).algorithm(Algorithm::Dijkstra);
                let answer = search(&graph, &query, &mut plain).unwrap();
                let best = answer.is_found().then_some(answer.cost);
                judge(&graph, &index, (from, to), best, &mut work);
                compared += 1;
            }
        }
    }
    assert!(compared > 0, "no networks in {}", folder.display());
    println!("{compared} pairs compared, 0 mismatches");
}
