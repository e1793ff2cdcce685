//! A map that changes: how soon after an edit there is an exact answer, and a prepared one.

use crate::Options;
use crate::maps::{self, Dice};
use crate::report::Table;
use std::process::exit;
use std::time::Instant;
use wayline::{Cell, LiveGrid, Query, Workspace, check, search};

/// Edits on each map.
const EDITS: usize = 12;

pub fn run(options: &Options) -> Vec<Table> {
    let columns = [
        "set",
        "maps",
        "edit µs",
        "edit to first exact answer µs",
        "edit to first prepared answer ms",
        "search µs",
        "prepared µs",
    ];
    let title = "edits: after a cell has changed, means over edits and queries";
    let mut table = Table::new(title, &columns);
    for set in maps::sets(options.maps) {
        let mut sums = [0.0; 5];
        let (mut count, mut maps, mut prepared) = (0.0, 0, 0.0);
        for course in set.courses(EDITS) {
            let mut map = LiveGrid::new(course.grid.clone());
            let mut work = Workspace::new();
            let mut dice = Dice(7);
            maps += 1;
            map.prepare();
            for question in &course.queries {
                let (from, to) = (question.from, question.to);
                let ask = |map: &LiveGrid, work: &mut Workspace| {
                    let clock = Instant::now();
                    let answer =
                        search(map, &Query::new(from, to), work).expect("ends on free cells");
                    let time = clock.elapsed();
                    if answer.is_found() {
                        let judged = check::grid_path(map.grid(), &answer.path, from, to);
                        if judged != Ok(answer.cost) {
                            eprintln!("{from} to {to}: {judged:?}");
                            exit(3);
                        }
                    }
                    time.as_secs_f64() * 1e6
                };
                let cell = loop {
                    let grid = map.grid();
                    let cell = Cell::new(dice.below(grid.width()), dice.below(grid.height()));
                    if cell != from && cell != to {
                        break cell;
                    }
                };
                let free = !map.grid().is_free(cell);
                let clock = Instant::now();
                map.set_free(cell, free).expect("on the map");
                let edit = clock.elapsed().as_secs_f64() * 1e6;
                let first = ask(&map, &mut work);
                map.prepare();
                let ready = clock.elapsed().as_secs_f64() * 1e3;
                let by_index = ask(&map, &mut work).min(ask(&map, &mut work));
                if map.is_prepared() {
                    sums[2] += ready;
                    sums[4] += by_index;
                    prepared += 1.0;
                }
                sums[0] += edit;
                sums[1] += edit + first;
                sums[3] += first;
                count += 1.0;
            }
        }
        let mean = |sum: f64, count: f64| match count {
            0.0 => "none".into(),
            count => (sum / count).into(),
        };
        table.row(vec![
            set.name.clone().into(),
            maps.into(),
            mean(sums[0], count),
            mean(sums[1], count),
            mean(sums[2], prepared),
            mean(sums[3], count),
            mean(sums[4], prepared),
        ]);
        eprintln!("{} done", set.name);
    }
    vec![table]
}
