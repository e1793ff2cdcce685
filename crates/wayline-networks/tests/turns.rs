//! Banned turns: every engine on the expanded graph against an oracle that keeps whole histories.

mod random;

use random::{Dice, network};
use std::collections::{BTreeMap, BTreeSet};
use wayline::{Algorithm, Cost, GraphIndex, IndexKind, Preparation, Query, Workspace, search};
use wayline_networks::{
    Ban, Edge, Network, NetworkBuilder, NetworkProblem, Node, Position, TurnCost, TurnGraph,
    TurnRules, check,
};

/// What it costs from a node to every other, by a search over (node, the last edges travelled): a
/// queue, a list of bans, and nothing clever.
fn oracle(network: &Network, from: u32, first: Option<u32>) -> Vec<Cost> {
    let longest = network.bans().iter().map(|ban| ban.edges.len()).max().unwrap_or(0);
    let keep = longest.saturating_sub(1).max(usize::from(!network.turn_costs().is_empty()));
    let turn_cost = |before: Option<&u32>, edge: u32| {
        let turns = network.turn_costs().iter();
        let mut own = turns.filter(|turn| Some(&turn.from) == before && turn.to == edge);
        own.next().map_or(0, |turn| turn.cost.raw())
    };
    let mut best = vec![Cost::INFINITE; network.nodes()];
    let mut settled: BTreeSet<(u32, Vec<u32>)> = BTreeSet::new();
    let mut open: BTreeMap<(u64, u32, Vec<u32>), ()> = BTreeMap::new();
    open.insert((0, from, first.into_iter().collect()), ());
    while let Some(((cost, node, history), ())) = open.pop_first() {
        if !settled.insert((node, history.clone())) {
            continue;
        }
        best[node as usize] = best[node as usize].min(Cost::from_raw(cost));
        for (edge, head, price) in network.graph().edges_from(node) {
            let mut longer = history.clone();
            longer.push(edge);
            if network.bans().iter().any(|ban| longer.ends_with(&ban.edges)) {
                continue;
            }
            let kept = longer.split_off(longer.len().saturating_sub(keep));
            let turn = turn_cost(history.last(), edge);
            open.insert((cost + turn + price.raw(), head, kept), ());
        }
    }
    best
}

/// The edges of the network along an answer, and its cost.
fn travelled(turns: &TurnGraph<'_>, edges: &[u32]) -> Vec<u32> {
    edges.iter().filter_map(|&edge| turns.edge(edge)).collect()
}

/// Compares all pairs, by some algorithms and every kind of index. Returns how many pairs there were.
fn compare_all(network: &Network, algorithms: &[Algorithm], kinds: &[IndexKind]) -> usize {
    let turns = TurnGraph::new(network).unwrap();
    let mut work = Workspace::new();
    let indices: Vec<GraphIndex> = kinds
        .iter()
        .map(|&kind| {
            let settings = Preparation::default().kind(kind);
            GraphIndex::prepare(turns.graph(), &settings).unwrap()
        })
        .collect();
    let nodes = network.nodes() as u32;
    for from in 0..nodes {
        let costs = oracle(network, from, None);
        for to in 0..nodes {
            let expected = costs[to as usize];
            let query = Query::new(turns.start(from), turns.goal(to));
            let judge = |found: Cost, edges: &[u32], who: &str| {
                assert_eq!(found, expected, "{from} to {to} by {who}: {:?}", network.bans());
                let edges = travelled(&turns, edges);
                if expected.is_infinite() {
                    return assert!(edges.is_empty());
                }
                assert_eq!(check::edges(network, &edges), Ok(expected));
                let ends = |edge: &u32| network.graph().edge(*edge).unwrap();
                assert_eq!(edges.first().map_or(from, |edge| ends(edge).0), from);
                assert_eq!(edges.last().map_or(from, |edge| ends(edge).1), to);
            };
            for &algorithm in algorithms {
                let query = query.clone().algorithm(algorithm);
                let answer = search(turns.graph(), &query, &mut work).unwrap();
                judge(answer.cost, &answer.edges, algorithm.name());
            }
            for index in &indices {
                let answer = search(index, &query, &mut work).unwrap();
                judge(answer.cost, &answer.edges, &index.kind().to_string());
            }
        }
    }
    (nodes * nodes) as usize
}

const EXACT: [Algorithm; 4] =
    [Algorithm::Auto, Algorithm::Dijkstra, Algorithm::AStar, Algorithm::Bidirectional];

#[test]
fn random_multigraphs_agree_with_the_oracle() {
    let mut pairs = 0;
    for seed in 0..600 {
        let network = network(&mut Dice::new(seed), 7, 18, 6, seed % 3 == 0);
        pairs += compare_all(&network, &EXACT, &IndexKind::OF_GRAPHS);
    }
    assert!(pairs > 10_000, "{pairs}");
}

#[test]
fn every_ban_of_two_and_three_edges_in_a_small_graph() {
    // Two-way triangle with a tail, a loop and a parallel edge; every set of up to two bans.
    let list = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 1), (2, 3), (3, 2), (1, 1)];
    let mut sequences: Vec<Vec<u32>> = Vec::new();
    for a in 0..list.len() {
        for b in (0..list.len()).filter(|&b| list[a].1 == list[b].0) {
            sequences.push(vec![a as u32, b as u32]);
            for c in (0..list.len()).filter(|&c| list[b].1 == list[c].0) {
                sequences.push(vec![a as u32, b as u32, c as u32]);
            }
        }
    }
    let mut builder = NetworkBuilder { nodes: vec![Node::default(); 4], ..Default::default() };
    for (number, &(from, to)) in list.iter().enumerate() {
        let cost = [1.0, 2.0, 0.0, 1.0, 3.0, 1.0, 1.0, 0.0, 0.0][number];
        builder.edges.push(Edge { from, to, cost, ..Edge::default() });
    }
    for first in 0..sequences.len() {
        for second in first..sequences.len() {
            let bans = [first, second].map(|at| Ban { edges: sequences[at].clone() });
            let network = NetworkBuilder { bans: bans.to_vec(), ..builder.clone() };
            compare_all(&network.build().unwrap(), &[Algorithm::Dijkstra], &[]);
        }
    }
}

#[test]
fn a_path_that_begins_on_an_edge_is_in_the_state_after_it() {
    for seed in 1000..1200 {
        let network = network(&mut Dice::new(seed), 6, 14, 5, false);
        let turns = TurnGraph::new(&network).unwrap();
        for edge in 0..network.edges() as u32 {
            let (_, head, _) = network.graph().edge(edge).unwrap();
            let costs = oracle(&network, head, Some(edge));
            let state = turns.after(edge).unwrap();
            assert_eq!(turns.node(state), head);
            for to in 0..network.nodes() as u32 {
                let cost = turns.graph().cost(state, turns.goal(to)).unwrap();
                assert_eq!(cost, costs[to as usize], "after {edge} to {to}: {:?}", network.bans());
            }
        }
    }
}

#[test]
fn states_before_an_edge_are_those_it_may_be_taken_from() {
    for seed in 2000..2100 {
        let network = network(&mut Dice::new(seed), 6, 14, 5, false);
        let turns = TurnGraph::new(&network).unwrap();
        let mut work = Workspace::new();
        for (from, edge) in [(0, 3), (1, 5), (2, 0)] {
            // The cheapest path whose last edge is this one, by closing all others into a copy of its end.
            let goals = turns.before(edge);
            let (tail, head, _) = network.graph().edge(edge).unwrap();
            assert!(goals.contains(&tail));
            let mut found = Cost::INFINITE;
            for goal in goals {
                let mut on = turns.graph().edges_from(goal);
                // With the turn into it.
                let on = on.find(|&(further, ..)| turns.edge(further) == Some(edge)).unwrap();
                let query = Query::new(turns.start(from), goal);
                let answer = search(turns.graph(), &query, &mut work).unwrap();
                let mut edges = travelled(&turns, &answer.edges);
                if answer.is_found() {
                    edges.push(edge);
                    assert_eq!(check::edges(&network, &edges), Ok(answer.cost + on.2));
                    found = found.min(answer.cost + on.2);
                }
            }
            let expected = last_edge_oracle(&network, from, edge);
            assert_eq!(found, expected, "{from} to the end {head} of {edge}");
        }
    }
}

/// The same by a network in which the edge leads to a node of its own.
fn last_edge_oracle(network: &Network, from: u32, last: u32) -> Cost {
    let (bans, turn_costs) = (network.bans().to_vec(), network.turn_costs().to_vec());
    let mut builder = NetworkBuilder { bans, turn_costs, ..Default::default() };
    let nodes = network.nodes();
    builder.nodes = vec![Node::default(); nodes + 1];
    for edge in 0..network.edges() as u32 {
        let (from, to, cost) = network.graph().edge(edge).unwrap();
        builder.edges.push(Edge { from, to, cost: cost.to_f64(), ..Edge::default() });
    }
    // A twin of the edge that ends elsewhere, banned where the edge itself is.
    let (tail, _, cost) = network.graph().edge(last).unwrap();
    let twin = builder.edges.len() as u32;
    builder.edges.push(Edge {
        from: tail,
        to: nodes as u32,
        cost: cost.to_f64(),
        ..Edge::default()
    });
    for ban in network.bans().iter().filter(|ban| ban.edges.last() == Some(&last)) {
        let mut edges = ban.edges.clone();
        *edges.last_mut().unwrap() = twin;
        builder.bans.push(Ban { edges });
    }
    let into = network.turn_costs().iter().filter(|turn| turn.to == last);
    builder.turn_costs.extend(into.map(|turn| TurnCost { to: twin, ..*turn }));
    oracle(&builder.build().unwrap(), from, None)[nodes]
}

#[test]
fn without_bans_the_graph_is_the_networks_own() {
    let network = network(&mut Dice::new(5), 6, 14, 0, true);
    let turns = TurnGraph::new(&network).unwrap();
    assert!(std::ptr::eq(turns.graph(), network.graph()));
    assert_eq!((turns.start(3), turns.goal(3), turns.node(3)), (3, 3, 3));
}

#[test]
fn closed_edges_are_closed_in_every_state() {
    for seed in 3000..3100 {
        let network = network(&mut Dice::new(seed), 6, 14, 6, false);
        let mut turns = TurnGraph::new(&network).unwrap();
        turns.close(&[2, 7]).unwrap();
        for from in 0..6 {
            for to in 0..6 {
                let answer = turns.graph().path(turns.start(from), turns.goal(to)).unwrap();
                let edges = travelled(&turns, &answer.edges);
                assert!(!edges.contains(&2) && !edges.contains(&7));
            }
        }
        assert!(turns.close(&[99]).is_err());
    }
}

/// A crossing with a street on each side, and a bend at the end of the eastern one: every way of turning.
fn crossing() -> NetworkBuilder {
    let mut builder = NetworkBuilder::default();
    // The middle, south, east, north, west; beyond east, around a bend; a dead end in the south.
    let places = [(0, 0), (-1, 0), (0, 1), (1, 0), (0, -1), (1, 1)];
    for (north, east) in places {
        let at = Position::new(48.0 + f64::from(north) * 0.01, 8.0 + f64::from(east) * 0.015);
        builder.nodes.push(Node { position: Some(at), ..Node::default() });
    }
    for (a, b) in [(0, 1), (0, 2), (0, 3), (0, 4), (2, 5)] {
        builder.edges.push(Edge { from: a, to: b, cost: 10.0, ..Edge::default() });
        builder.edges.push(Edge { from: b, to: a, cost: 10.0, ..Edge::default() });
    }
    builder
}

#[test]
fn rules_price_turns_by_their_direction() {
    let network = crossing().build().unwrap();
    let rules: TurnRules = "left=8,right=3,u-turn=30".parse().unwrap();
    let network = network.with_turn_rules(&rules).unwrap();
    let edge = |from: u32, to: u32| network.graph().edge_between(from, to).unwrap();
    let turn = |nodes: [u32; 3]| {
        network.turn_cost(edge(nodes[0], nodes[1]), edge(nodes[1], nodes[2])).to_f64()
    };
    // From the south: straight on to the north, left to the west, right to the east.
    assert_eq!([turn([1, 0, 3]), turn([1, 0, 4]), turn([1, 0, 2])], [0.0, 8.0, 3.0]);
    assert_eq!([turn([3, 0, 1]), turn([3, 0, 2]), turn([3, 0, 4])], [0.0, 8.0, 3.0]);
    assert_eq!([turn([2, 0, 1]), turn([4, 0, 3])], [8.0, 8.0]);
    // A bend is no turn; back is back, at a dead end, too.
    assert_eq!([turn([0, 2, 5]), turn([5, 2, 0])], [0.0, 0.0]);
    assert_eq!([turn([1, 0, 1]), turn([0, 1, 0]), turn([0, 2, 0])], [30.0; 3]);
    assert_eq!(network.turn_costs().len(), 4 + 4 + 10);
    let free = network.with_turn_rules(&TurnRules::default()).unwrap();
    assert!(free.turn_costs().is_empty());
    for bad in ["", "left", "left=-1", "left=x", "left=1,left=2", "up=3", "left=inf"] {
        let error = bad.parse::<TurnRules>().unwrap_err().to_string();
        assert!(error.contains("expected left, right or u-turn"), "{error}");
    }
    let nowhere = NetworkBuilder { nodes: vec![Node::default(); 2], ..Default::default() };
    let refused = nowhere.build().unwrap().with_turn_rules(&rules);
    assert_eq!(refused.unwrap_err(), NetworkProblem::NoDirections);
}

#[test]
fn costs_of_turns_that_cannot_be_made_are_refused() {
    let turn = |from, to, cost: f64| TurnCost { from, to, cost: Cost::try_from(cost).unwrap() };
    let build = |turn_costs: &[TurnCost]| {
        let turn_costs = turn_costs.to_vec();
        NetworkBuilder { turn_costs, ..crossing() }
            .build()
            .map(|network| network.turn_costs().len())
    };
    assert_eq!(build(&[turn(1, 2, 4.0), turn(1, 4, 0.0), turn(0, 1, 2.0)]), Ok(2));
    assert_eq!(build(&[turn(1, 2, 4.0), turn(0, 2, 1.0)]), Err(NetworkProblem::BadTurn(1)));
    assert_eq!(build(&[turn(1, 99, 4.0)]), Err(NetworkProblem::BadTurn(0)));
    assert_eq!(build(&[turn(1, 2, 4.0), turn(1, 2, 5.0)]), Err(NetworkProblem::BadTurn(1)));
    let endless = TurnCost { from: 1, to: 2, cost: Cost::INFINITE };
    assert_eq!(build(&[endless]), Err(NetworkProblem::BadTurn(0)));
}
