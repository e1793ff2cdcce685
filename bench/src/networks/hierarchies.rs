//! `fast_paths` and `cch`, which prepare.

use super::contest::{Contestant, Row, best_of_three, clocked};
use super::course::{COUNT, Course, FAR, Judge, Pair};
use cch::{Cch, CchView, INF_WEIGHT, Metric, PathQuery};
use fast_paths::{FastGraph, InputGraph, PathCalculator};

/// Contraction hierarchies.
pub fn fast_paths(course: &Course, judge: &mut Judge<'_>) -> Row {
    let mut input = InputGraph::new();
    for (from, to, ticks) in course.arcs(&course.ticks) {
        input.add_edge(from as usize, to as usize, ticks as usize);
    }
    input.freeze();
    let (graph, seconds) = clocked(|| fast_paths::prepare(&input));
    let calculator = fast_paths::create_calculator(&graph);
    let mut contestant = FastPaths { graph, calculator };
    let row = Row::of("fast_paths", &mut contestant, judge, course, COUNT);
    Row { prepare: Some(seconds), ..row }
}

struct FastPaths {
    graph: FastGraph,
    calculator: PathCalculator,
}

impl Contestant for FastPaths {
    fn path(&mut self, (from, to): Pair) -> Option<usize> {
        let path = self.calculator.calc_path(&self.graph, from as usize, to as usize);
        Some(path.map_or(0, |path| path.get_nodes().len()))
    }

    fn nodes(&mut self, (from, to): Pair) -> Option<Vec<u32>> {
        let path = self.calculator.calc_path(&self.graph, from as usize, to as usize);
        let nodes = path.map_or(Vec::new(), |path| path.get_nodes().clone());
        Some(nodes.into_iter().map(|node| node as u32).collect())
    }
}

/// Customizable contraction hierarchies. None where positions are not known, without which its order is
/// so bad that it takes minutes, and where costs are too large or too fine for its 31 bits.
/// The judges are of the course's own metric, and of the other.
pub fn cch(course: &Course, judges: [&mut Judge<'_>; 2]) -> Option<Row> {
    let [judge, other_judge] = judges;
    let positions = course.positions.as_ref()?;
    // Shortcuts may be longer than any of the paths, by how much is not known beforehand.
    if judge.longest() > u64::from(INF_WEIGHT) / 8 {
        return None;
    }
    let arcs = course.arcs(&course.ticks);
    let graph = csr(course.graph.nodes() as u32, &arcs);
    let tails: Vec<u32> = arcs.iter().map(|arc| arc.0).collect();
    let ((cch, mut metric), prepare) = clocked(|| {
        let order = order(positions, &tails, &graph.head);
        let cch = Cch::build(&graph, &order);
        let metric = cch.customize(&graph.weight);
        (cch, metric)
    });
    let view = cch.view();
    let mut contestant = Customized { view: &view, metric: &metric, paths: PathQuery::new(&view) };
    let mut row = Row::of("cch", &mut contestant, judge, course, COUNT);
    row.prepare = Some(prepare);

    let other: Vec<u32> = weights(&course.arcs(&course.other_ticks()));
    let customizer = cch.customizer();
    let ((), seconds) = best_of_three(|| {
        customizer.customize_into(&graph.weight, &mut metric);
        customizer.customize_into(&other, &mut metric);
    });
    row.metric = Some(seconds / 2.0);
    let mut contestant = Customized { view: &view, metric: &metric, paths: PathQuery::new(&view) };
    let (from, to) = course.ends();
    let (matrix, _) = contestant.matrix(&from, &to)?;
    other_judge.matrix("cch, customized", matrix);
    Some(row)
}

fn csr(nodes: u32, arcs: &[(u32, u32, u64)]) -> cch::graph::Graph {
    let first = |node| arcs.partition_point(|arc| arc.0 < node) as u32;
    cch::graph::Graph {
        first_out: (0..=nodes).map(first).collect(),
        head: arcs.iter().map(|arc| arc.1).collect(),
        weight: weights(arcs),
    }
}

fn weights(arcs: &[(u32, u32, u64)]) -> Vec<u32> {
    arcs.iter().map(|arc| u32::try_from(arc.2).unwrap_or(INF_WEIGHT)).collect()
}

/// By positions: the better of its two orders.
fn order(positions: &[(f64, f64)], tails: &[u32], heads: &[u32]) -> Vec<u32> {
    let (latitudes, longitudes): (Vec<f32>, Vec<f32>) =
        positions.iter().map(|&(latitude, longitude)| (latitude as f32, longitude as f32)).unzip();
    let nodes = positions.len() as u32;
    cch::inertial_order(nodes, tails, heads, &latitudes, &longitudes)
}

struct Customized<'a> {
    view: &'a CchView<'a>,
    metric: &'a Metric,
    paths: PathQuery<'a>,
}

impl Contestant for Customized<'_> {
    fn cost(&mut self, (from, to): Pair) -> Option<u64> {
        Some(ticks(cch::distance(self.view, &self.metric.view(), from, to)))
    }

    fn path(&mut self, (from, to): Pair) -> Option<usize> {
        let path = self.paths.path(&self.metric.view(), from, to);
        Some(path.map_or(0, |path| path.len()))
    }

    fn nodes(&mut self, (from, to): Pair) -> Option<Vec<u32>> {
        Some(self.paths.path(&self.metric.view(), from, to).unwrap_or_default())
    }

    fn matrix(&mut self, from: &[u32], to: &[u32]) -> Option<(Vec<u64>, f64)> {
        let metric = self.metric.view();
        let (costs, seconds) = best_of_three(|| cch::distance_matrix(self.view, &metric, from, to));
        Some((costs.into_iter().map(ticks).collect(), seconds))
    }
}

fn ticks(weight: u32) -> u64 {
    if weight == INF_WEIGHT { FAR } else { weight.into() }
}
