//! A* on grids, set by set.

use crate::race::{NAMES, race};
use crate::report::Table;
use crate::{Options, maps};

const COLUMNS: [&str; 11] = [
    "set",
    "maps",
    "queries",
    "wayline µs",
    "wayline heap µs",
    "pathfinding µs",
    "petgraph µs",
    "pathfinding ÷ wayline",
    "petgraph ÷ wayline",
    "pathfinding ÷ wayline, geometric",
    "petgraph ÷ wayline, geometric",
];

pub fn run(options: &Options) -> Vec<Table> {
    let mut table = Table::new("grids: A*, mean time of a query", &COLUMNS);
    let mut summary = Table::new("grids: how many times wayline's speed", &SUMMARY);
    let mut all_ratios = [Vec::new(), Vec::new()];
    let mut worst = [(f64::MAX, String::new()), (f64::MAX, String::new())];
    for set in maps::sets(options.maps) {
        let (mut queries, mut total) = (0, [0.0; NAMES.len()]);
        let mut ratios = [Vec::new(), Vec::new()];
        for course in set.courses(options.queries) {
            let means = race(&course, 3);
            queries += course.queries.len();
            (0..4).for_each(|who| total[who] += means[who] * course.queries.len() as f64);
            (0..2).for_each(|peer| ratios[peer].push(means[2 + peer] / means[0]));
        }
        let mut row = vec![set.name.clone().into(), ratios[0].len().into(), queries.into()];
        row.extend(total.map(|micros| (micros / queries as f64).into()));
        row.extend([2, 3].map(|peer| (total[peer] / total[0]).into()));
        row.extend(ratios.each_ref().map(|ratios| geometric_mean(ratios).into()));
        table.row(row);
        for peer in 0..2 {
            let mean = geometric_mean(&ratios[peer]);
            if mean < worst[peer].0 {
                worst[peer] = (mean, set.name.clone());
            }
            all_ratios[peer].append(&mut ratios[peer]);
        }
        eprintln!("{} done", set.name);
    }
    for peer in 0..2 {
        let (least, set) = worst[peer].clone();
        let overall = geometric_mean(&all_ratios[peer]);
        let name = NAMES[2 + peer];
        summary.row(vec![name.into(), overall.into(), least.into(), set.into()]);
    }
    vec![table, summary]
}

const SUMMARY: [&str; 4] = ["peer", "all maps, geometric mean", "worst set", "which"];

pub fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
