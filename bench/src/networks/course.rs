//! A network and what is asked on it, with all costs as whole numbers.

use crate::maps::Dice;
use std::process::exit;
use wayline::{Cost, Graph, check};

/// From, and to.
pub type Pair = (u32, u32);

/// What a path costs where there is none.
pub const FAR: u64 = u64::MAX;

/// How many pairs are asked for, and edges changed.
pub const COUNT: usize = 1000;
/// How many of the pairs those are asked for that take milliseconds.
pub const FEW: usize = 20;

/// A network and what is asked on it.
///
/// Some of the peers know whole numbers only, so a cost is a number of *ticks*: the largest power of
/// two that divides the costs of all edges. Nothing is rounded, but edges that cost nothing, which
/// `fast_paths` leaves out, cost one tick for everybody; Bremen has a few.
pub struct Course {
    pub name: String,
    pub graph: Graph,
    /// Latitudes and longitudes, where they are known.
    pub positions: Option<Vec<(f64, f64)>>,
    pub pairs: Vec<Pair>,
    /// What each edge costs.
    pub ticks: Vec<u64>,
    /// A tick is two to this power, in the engine's units.
    tick: u32,
}

impl Course {
    /// With random pairs.
    pub fn new(name: &str, mut graph: Graph, positions: Option<Vec<(f64, f64)>>) -> Course {
        let nodes = graph.nodes() as u32;
        let mut dice = Dice(5);
        let pairs = (0..COUNT).map(|_| (dice.below(nodes), dice.below(nodes))).collect();
        let raw: Vec<u64> = edges_of(&graph).map(|(_, _, cost)| cost.raw()).collect();
        let tick = raw.iter().filter(|&&raw| raw > 0).map(|raw| raw.trailing_zeros()).min();
        let tick = tick.unwrap_or(0);
        let free = (0..).zip(&raw).filter(|(_, raw)| **raw == 0);
        let one = Cost::from_raw(1 << tick).to_f64();
        free.for_each(|(edge, _)| graph.set_cost(edge, one).expect("an edge of the graph"));
        let ticks = raw.into_iter().map(|raw| (raw >> tick).max(1)).collect();
        Course { name: name.to_owned(), graph, positions, pairs, ticks, tick }
    }

    /// So many ticks, as a graph takes them.
    pub fn cost(&self, ticks: u64) -> f64 {
        Cost::from_raw(ticks << self.tick).to_f64()
    }

    pub fn ticks_of(&self, cost: Cost) -> u64 {
        if cost.is_infinite() { FAR } else { cost.raw() >> self.tick }
    }

    /// What edges cost under another metric: each its own share more or less.
    pub fn other_ticks(&self) -> Vec<u64> {
        let mut dice = Dice(6);
        self.ticks
            .iter()
            .map(|ticks| (ticks * u64::from(48 + dice.below(49)) / 64).max(1))
            .collect()
    }

    /// The graph under another metric.
    pub fn set_costs(&self, graph: &mut Graph, ticks: &[u64]) {
        for (edge, &ticks) in (0..).zip(ticks) {
            graph.set_cost(edge, self.cost(ticks)).expect("an edge of the graph");
        }
    }

    /// The edges as the peers take them: in order, the cheapest of parallel ones, no loops.
    pub fn arcs(&self, ticks: &[u64]) -> Vec<(u32, u32, u64)> {
        let edges =
            edges_of(&self.graph).zip(ticks).map(|((from, to, _), &ticks)| (from, to, ticks));
        let mut arcs: Vec<_> = edges.filter(|(from, to, _)| from != to).collect();
        arcs.sort_unstable();
        arcs.dedup_by_key(|&mut (from, to, _)| (from, to));
        arcs
    }

    /// The ends of all pairs, for a matrix.
    pub fn ends(&self) -> (Vec<u32>, Vec<u32>) {
        self.pairs.iter().copied().unzip()
    }
}

fn edges_of(graph: &Graph) -> impl Iterator<Item = (u32, u32, Cost)> + '_ {
    (0..graph.edges() as u32).filter_map(|edge| graph.edge(edge))
}

/// What the contestants have answered so far. Whoever contradicts ends the benchmark with status 3.
pub struct Judge<'c> {
    course: &'c Course,
    costs: Vec<Option<u64>>,
    matrix: Vec<u64>,
}

impl<'c> Judge<'c> {
    pub fn new(course: &'c Course) -> Judge<'c> {
        Judge { course, costs: vec![None; course.pairs.len()], matrix: Vec::new() }
    }

    /// The costs of the first pairs.
    pub fn costs(&mut self, who: &str, costs: &[u64]) {
        for (i, (known, &cost)) in self.costs.iter_mut().zip(costs).enumerate() {
            let known = *known.get_or_insert(cost);
            if known != cost {
                self.course.contradiction(who, self.course.pairs[i], known, cost);
            }
        }
    }

    /// The costs between the ends of all pairs.
    pub fn matrix(&mut self, who: &str, matrix: Vec<u64>) {
        let count = self.course.pairs.len();
        let diagonal: Vec<u64> = (0..count).map(|i| matrix[i * count + i]).collect();
        self.costs(who, &diagonal);
        if self.matrix.is_empty() {
            self.matrix = matrix;
        } else if let Some(at) = (0..matrix.len()).find(|&at| self.matrix[at] != matrix[at]) {
            let pair = (self.course.pairs[at / count].0, self.course.pairs[at % count].1);
            self.course.contradiction(who, pair, self.matrix[at], matrix[at]);
        }
    }

    /// The nodes of a path between a pair; none where there is no path.
    pub fn path(&mut self, who: &str, pair: usize, nodes: &[u32]) {
        let (from, to) = self.course.pairs[pair];
        let cost = match nodes {
            [] => FAR,
            nodes => match check::graph_path(&self.course.graph, nodes, from, to) {
                Ok(cost) => self.course.ticks_of(cost),
                Err(flaw) => {
                    eprintln!("{}, {who}, {from} to {to}: {flaw}", self.course.name);
                    exit(3);
                }
            },
        };
        let known = *self.costs[pair].get_or_insert(cost);
        if known != cost {
            self.course.contradiction(who, (from, to), known, cost);
        }
    }

    /// The most that a path costs.
    pub fn longest(&self) -> u64 {
        self.costs.iter().flatten().copied().filter(|&cost| cost != FAR).max().unwrap_or(0)
    }
}

impl Course {
    pub fn contradiction(&self, who: &str, (from, to): Pair, known: u64, cost: u64) -> ! {
        eprintln!("{}, {who}, {from} to {to}: {cost}, but others say {known}", self.name);
        exit(3)
    }
}
