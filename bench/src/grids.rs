//! A* on grids, set by set.

use crate::race::{NAMES, Order, PEERS, race};
use crate::report::Table;
use crate::{Options, maps};

const PEER_COUNT: usize = NAMES.len() - PEERS;
const SUMMARY: [&str; 4] = ["peer", "all maps, geometric mean", "worst set", "which"];

pub fn run(options: &Options) -> Vec<Table> {
    let mut columns = vec!["set".into(), "maps".into(), "queries".into()];
    columns.extend(NAMES.map(|name| format!("{name} µs")));
    columns.extend(NAMES[PEERS..].iter().map(|peer| format!("{peer} ÷ wayline")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("grids: A*, mean time of a query", &columns);
    let mut summary = Table::new("grids: how many times wayline's speed", &SUMMARY);
    let mut all_ratios = [const { Vec::new() }; PEER_COUNT];
    let mut worst = [const { (f64::MAX, String::new()) }; PEER_COUNT];
    for set in maps::sets(options.maps) {
        let (mut queries, mut total) = (0, [0.0; NAMES.len()]);
        let mut ratios = [const { Vec::new() }; PEER_COUNT];
        for course in set.courses(options.queries) {
            let means = race(&course, 3, Order::Rounds);
            queries += course.queries.len();
            (0..NAMES.len()).for_each(|who| total[who] += means[who] * course.queries.len() as f64);
            (0..PEER_COUNT).for_each(|peer| ratios[peer].push(means[PEERS + peer] / means[0]));
        }
        let mut row = vec![set.name.clone().into(), ratios[0].len().into(), queries.into()];
        row.extend(total.map(|micros| (micros / queries as f64).into()));
        row.extend(ratios.each_ref().map(|ratios| geometric_mean(ratios).into()));
        table.row(row);
        for peer in 0..PEER_COUNT {
            let mean = geometric_mean(&ratios[peer]);
            if mean < worst[peer].0 {
                worst[peer] = (mean, set.name.clone());
            }
            all_ratios[peer].append(&mut ratios[peer]);
        }
        eprintln!("{} done", set.name);
    }
    for peer in 0..PEER_COUNT {
        let (least, set) = worst[peer].clone();
        let overall = geometric_mean(&all_ratios[peer]);
        summary.row(vec![NAMES[PEERS + peer].into(), overall.into(), least.into(), set.into()]);
    }
    vec![table, summary]
}

pub fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
