//! The prepared index by every rule, beside that of eight moves that cut no corners, and beside jump point
//! search by the same rule.

use crate::Options;
use crate::maps::{self, Course};
use crate::online::{Times, mean};
use crate::report::Table;
use std::process::exit;
use std::time::Instant;
use wayline::{
    Algorithm, Cell, Corners, Grid, GridIndex, IndexKind, Moves, Preparation, Query, Rules,
    StepCosts, Workspace, check, search,
};

const PASSES: usize = 5;

const COLUMNS: [&str; 9] = [
    "set",
    "rules",
    "fell back",
    "prepare ms",
    "s a million cells",
    "cells µs",
    "/ never",
    "jps µs",
    "worst / jps of a map",
];

fn rules() -> [(&'static str, Rules); 6] {
    let plain = Rules::default();
    let cut = plain.corners(Corners::Always);
    [
        ("never", plain),
        ("one", plain.corners(Corners::One)),
        ("always", cut),
        ("always, uniform", cut.steps(StepCosts::UNIFORM)),
        ("never, uniform", plain.steps(StepCosts::UNIFORM)),
        ("four moves", plain.moves(Moves::Four)),
    ]
}

/// What was measured by one rule on the maps of a set.
#[derive(Default)]
struct Measured {
    maps: usize,
    fell_back: usize,
    seconds: f64,
    cells: f64,
    path: Vec<f64>,
    jps: Vec<f64>,
    worst: f64,
}

impl Measured {
    fn add(&mut self, grid: &Grid, pairs: &[(Cell, Cell)]) {
        let clock = Instant::now();
        let index = GridIndex::prepare(grid, &Preparation::default()).expect("a plain grid");
        self.seconds += clock.elapsed().as_secs_f64();
        self.maps += 1;
        self.fell_back += usize::from(index.kind() != IndexKind::Labels);
        self.cells += grid.width() as f64 * grid.height() as f64;
        judge(grid, &index, pairs);
        let mut work = Workspace::new();
        let path = Times::of(pairs.len(), PASSES, |_, i| {
            let query = Query::new(pairs[i].0, pairs[i].1);
            _ = std::hint::black_box(search(&index, &query, &mut work));
        });
        let jps = Times::of(pairs.len(), PASSES, |_, i| {
            let query = Query::new(pairs[i].0, pairs[i].1).algorithm(Algorithm::Jps);
            _ = std::hint::black_box(search(grid, &query, &mut work));
        });
        self.worst = self.worst.max(mean(&path.fastest) / mean(&jps.fastest));
        self.path.extend(path.fastest);
        self.jps.extend(jps.fastest);
    }
}

/// Outside the clock: every path move by move, and its cost against a search.
fn judge(grid: &Grid, index: &GridIndex, pairs: &[(Cell, Cell)]) {
    let (mut work, mut searching) = (Workspace::new(), Workspace::new());
    for &(from, to) in pairs {
        let query = Query::new(from, to).algorithm(Algorithm::AStar);
        let truth = search(grid, &query, &mut searching).map(|answer| answer.cost);
        let Ok(found) = search(index, &Query::new(from, to), &mut work) else { exit(3) };
        let judged = check::grid_path(grid, &found.path, from, to);
        if truth != Ok(found.cost) || found.is_found() && judged != Ok(found.cost) {
            eprintln!("index, {from} to {to}: {}, {truth:?}, {judged:?}", found.cost);
            exit(3);
        }
    }
}

pub fn run(options: &Options) -> Vec<Table> {
    let mut table = Table::new("rules: the index by every rule", &COLUMNS);
    for set in maps::sets(options.maps) {
        let mut measured: [Measured; 6] = Default::default();
        for Course { grid, queries } in set.courses(options.queries) {
            let pairs: Vec<_> =
                queries.iter().map(|question| (question.from, question.to)).collect();
            for (measured, (_, rules)) in measured.iter_mut().zip(rules()) {
                measured.add(&grid.clone().with_rules(rules), &pairs);
            }
        }
        let never = mean(&measured[0].path);
        for (measured, (name, _)) in measured.iter().zip(rules()) {
            table.row(vec![
                set.name.as_str().into(),
                name.into(),
                measured.fell_back.into(),
                (measured.seconds * 1e3 / measured.maps as f64).into(),
                (measured.seconds / measured.cells * 1e6).into(),
                mean(&measured.path).into(),
                (mean(&measured.path) / never).into(),
                mean(&measured.jps).into(),
                measured.worst.into(),
            ]);
        }
        eprintln!("{} done", set.name);
    }
    vec![table]
}
