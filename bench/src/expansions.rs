//! What one expansion takes, on each set of maps.

use crate::contestants::{Contestant, Wayline};
use crate::report::Table;
use crate::{Options, maps};
use std::time::Duration;

pub fn run(options: &Options) -> Vec<Table> {
    let mut table = Table::new(
        "expansions: wayline's A*, the fastest of 3 passes",
        &["set", "queries", "expanded, mean", "µs, mean", "ns an expansion"],
    );
    for set in maps::sets(options.maps) {
        let (mut count, mut expanded, mut nanos) = (0, 0, 0);
        for course in set.courses(options.queries) {
            let mut contestant = Wayline::new(&course.grid, None);
            let mut best = vec![Duration::MAX; course.queries.len()];
            for pass in 0..3 {
                for (question, best) in course.queries.iter().zip(&mut best) {
                    let solved = contestant.solve(question.from, question.to);
                    *best = solved.time.min(*best);
                    expanded += if pass == 0 { solved.expanded } else { 0 };
                }
            }
            count += course.queries.len();
            nanos += best.iter().map(Duration::as_nanos).sum::<u128>();
        }
        let (queries, nanos) = (count as f64, nanos as f64);
        table.row(vec![
            set.name.into(),
            count.into(),
            (expanded as f64 / queries).into(),
            (nanos / 1000.0 / queries).into(),
            (nanos / expanded as f64).into(),
        ]);
    }
    vec![table]
}
