//! `petgraph`, `rustworkx-core` and `pathfinding`, which search the graph as it is.

use super::contest::Contestant;
use super::course::{Course, FAR, Pair};
use petgraph::Directed;
use petgraph::csr::{Csr, EdgeReference};
use std::convert::Infallible;

/// Arcs in the order of the nodes that they leave, and how far two nodes are at least.
pub struct Arcs {
    arcs: Vec<(u32, u32, u64)>,
    /// The first arc of each node, and the number of all.
    first: Vec<u32>,
    /// Where nodes are on a sphere whose unit is the least that any arc costs for its length: the
    /// straight line is then no longer than a path. Empty where positions are not known.
    points: Vec<[f64; 3]>,
}

impl Arcs {
    pub fn new(course: &Course) -> Arcs {
        let arcs = course.arcs(&course.ticks);
        let nodes = 0..=course.graph.nodes() as u32;
        let first = nodes.map(|node| arcs.partition_point(|arc| arc.0 < node) as u32).collect();
        let mut points: Vec<[f64; 3]> =
            course.positions.iter().flatten().map(|&position| on_sphere(position)).collect();
        if !points.is_empty() {
            let rate = |&(from, to, ticks): &(u32, u32, u64)| {
                ticks as f64 / distance(points[from as usize], points[to as usize])
            };
            // A little less, for what is lost to rounding.
            let least = arcs.iter().map(rate).fold(f64::MAX, f64::min) * (1.0 - 1e-9);
            points.iter_mut().flatten().for_each(|value| *value *= least);
        }
        Arcs { arcs, first, points }
    }

    /// The most compact graph of `petgraph`.
    fn csr(&self) -> Csr<(), u64> {
        let mut graph = Csr::from_sorted_edges(&self.arcs).expect("arcs in order");
        while graph.node_count() + 1 < self.first.len() {
            graph.add_node(());
        }
        graph
    }

    pub fn has_estimate(&self) -> bool {
        !self.points.is_empty()
    }

    fn from(&self, node: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let range = self.first[node as usize] as usize..self.first[node as usize + 1] as usize;
        self.arcs[range].iter().map(|&(_, to, cost)| (to, cost))
    }

    fn estimate(&self, from: u32, to: u32) -> u64 {
        distance(self.points[from as usize], self.points[to as usize]) as u64
    }
}

fn on_sphere((latitude, longitude): (f64, f64)) -> [f64; 3] {
    let ((sin, cos), (x, y)) = (latitude.to_radians().sin_cos(), longitude.to_radians().sin_cos());
    [cos * x, cos * y, sin]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// `petgraph`: Dijkstra's algorithm reports costs only, A* the path, too.
pub struct Petgraph<'a> {
    graph: Csr<(), u64>,
    arcs: &'a Arcs,
    by_estimate: bool,
}

impl<'a> Petgraph<'a> {
    pub fn new(arcs: &'a Arcs, by_estimate: bool) -> Petgraph<'a> {
        Petgraph { graph: arcs.csr(), arcs, by_estimate }
    }

    fn astar(&self, (from, to): Pair) -> Option<(u64, Vec<u32>)> {
        let estimate = |node| self.arcs.estimate(node, to);
        petgraph::algo::astar(&self.graph, from, |node| node == to, |arc| *arc.weight(), estimate)
    }
}

impl Contestant for Petgraph<'_> {
    fn cost(&mut self, (from, to): Pair) -> Option<u64> {
        if self.by_estimate {
            return None;
        }
        let costs = petgraph::algo::dijkstra(&self.graph, from, Some(to), |arc| *arc.weight());
        Some(costs.get(&to).copied().unwrap_or(FAR))
    }

    fn path(&mut self, pair: Pair) -> Option<usize> {
        self.by_estimate.then(|| self.astar(pair).map_or(0, |(_, nodes)| nodes.len()))
    }

    fn nodes(&mut self, pair: Pair) -> Option<Vec<u32>> {
        self.by_estimate.then(|| self.astar(pair).map_or(Vec::new(), |(_, nodes)| nodes))
    }
}

/// `rustworkx-core`, by Dijkstra's algorithm with costs in an array. With paths, it copies one for every
/// node that it comes to, so it is asked for costs only.
pub struct Rustworkx(Csr<(), u64>);

impl Rustworkx {
    pub fn new(arcs: &Arcs) -> Rustworkx {
        Rustworkx(arcs.csr())
    }
}

impl Contestant for Rustworkx {
    fn cost(&mut self, (from, to): Pair) -> Option<u64> {
        let cost = |arc: EdgeReference<'_, u64, Directed>| Ok::<_, Infallible>(*arc.weight());
        let Ok::<Vec<Option<u64>>, _>(costs) =
            rustworkx_core::shortest_path::dijkstra(&self.0, from, Some(to), cost, None);
        Some(costs[to as usize].unwrap_or(FAR))
    }
}

/// `pathfinding`, with successors that do not allocate.
pub struct Pathfinding<'a> {
    arcs: &'a Arcs,
    by_estimate: bool,
}

impl<'a> Pathfinding<'a> {
    pub fn new(arcs: &'a Arcs, by_estimate: bool) -> Pathfinding<'a> {
        Pathfinding { arcs, by_estimate }
    }

    fn search(&self, (from, to): Pair) -> Option<(Vec<u32>, u64)> {
        let (successors, found) = (|&node: &u32| self.arcs.from(node), |&node: &u32| node == to);
        if self.by_estimate {
            let estimate = |&node: &u32| self.arcs.estimate(node, to);
            return pathfinding::prelude::astar(&from, successors, estimate, found);
        }
        pathfinding::prelude::dijkstra(&from, successors, found)
    }
}

impl Contestant for Pathfinding<'_> {
    fn path(&mut self, pair: Pair) -> Option<usize> {
        Some(self.search(pair).map_or(0, |(nodes, _)| nodes.len()))
    }

    fn nodes(&mut self, pair: Pair) -> Option<Vec<u32>> {
        Some(self.search(pair).map_or(Vec::new(), |(nodes, _)| nodes))
    }
}
