//! What turns add to a query: the same pairs on the graph that knows of none, on the one whose paths all keep
//! to the restrictions, and on the one in which turns at all junctions cost something.

use super::contest::passes;
use super::course::{COUNT, FEW, Pair};
use super::ours;
use super::sources::Named;
use crate::maps::Dice;
use crate::report::Table;
use std::process::exit;
use wayline::{Algorithm, Cost, Graph, GraphIndex, IndexKind, Query, Workspace, search};
use wayline_networks::{Network, TurnGraph};

const COLUMNS: [&str; 12] = [
    "network",
    "nodes",
    "turns",
    "nodes with turns",
    "kind",
    "cost µs",
    "cost with turns µs",
    "cost ratio",
    "path µs",
    "path with turns µs",
    "path ratio",
    "paths that differ",
];

/// What turns cost where all of them do.
const RULES: &str = "left=8,right=3,u-turn=30";

/// A table of all networks: restrictions where there are any, costs of turns where there are positions.
pub fn compare(networks: &[Named]) -> Option<Table> {
    let mut table = Table::new("networks: what turns cost", &COLUMNS);
    let rules = RULES.parse().expect("rules");
    let mut any = false;
    for named in networks {
        let Some(network) = named.network() else { continue };
        if !network.bans().is_empty() {
            let turns = format!("{} banned", network.bans().len());
            add(&mut table, (named.name, &turns), &network);
            any = true;
        }
        if let Ok(network) = network.with_turn_rules(&rules) {
            let turns = format!("{} that cost something", network.turn_costs().len());
            add(&mut table, (named.name, &turns), &network);
            any = true;
        }
        eprintln!("{}: turns done", named.name);
    }
    any.then_some(table)
}

fn add(table: &mut Table, (name, what): (&str, &str), network: &Network) {
    let turns = TurnGraph::new(network).expect("a graph a little larger than the network's");
    let nodes = network.nodes() as u32;
    let mut dice = Dice(5);
    let free: Vec<Pair> = (0..COUNT).map(|_| (dice.below(nodes), dice.below(nodes))).collect();
    let bound: Vec<Pair> =
        free.iter().map(|&(from, to)| (turns.start(from), turns.goal(to))).collect();
    for kind in IndexKind::OF_GRAPHS {
        let plain = Timed::new(name, network.graph(), kind, &free);
        let restricted = Timed::new(name, turns.graph(), kind, &bound);
        let (Some(plain), Some(restricted)) = (plain, restricted) else { continue };
        let pairs = plain.costs.iter().zip(&restricted.costs);
        if pairs.clone().any(|(plain, restricted)| restricted < plain) {
            eprintln!("{name}: a path became cheaper by turns");
            exit(3);
        }
        let differ = pairs.filter(|(plain, restricted)| plain != restricted).count();
        let mut row = vec![name.into(), nodes.into(), what.into()];
        row.extend([turns.graph().nodes().into(), kind.to_string().into()]);
        for (free, bound) in [(plain.cost, restricted.cost), (plain.path, restricted.path)] {
            row.extend([free * 1e6, bound * 1e6, bound / free].map(Into::into));
        }
        row.push(differ.into());
        table.row(row);
    }
}

/// An index of either graph, timed.
struct Timed {
    costs: Vec<Cost>,
    /// The seconds for a cost and for a path.
    cost: f64,
    path: f64,
}

impl Timed {
    fn new(name: &str, graph: &Graph, kind: IndexKind, pairs: &[Pair]) -> Option<Timed> {
        let index: GraphIndex = ours::prepare(graph, kind).0.ok()?;
        let mut work = Workspace::new();
        let (costs, cost) = passes(pairs, |(from, to)| index.cost_with(from, to, &mut work).ok())?;
        let (_, path) = passes(pairs, |(from, to)| {
            Some(search(&index, &Query::new(from, to), &mut work).ok()?.path.len())
        })?;
        for (&(from, to), cost) in pairs.iter().zip(&costs).take(FEW) {
            let query = Query::new(from, to).algorithm(Algorithm::Dijkstra);
            let known = search(graph, &query, &mut work).expect("nodes of the graph").cost;
            if known != *cost {
                eprintln!("{name}, {kind}, {from} to {to}: {cost}, but a search says {known}");
                exit(3);
            }
        }
        Some(Timed { costs, cost, path })
    }
}
