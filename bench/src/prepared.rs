//! The prepared index: what it costs to make, and how fast it answers.

use crate::Options;
use crate::maps::{self, Course};
use crate::online::{Times, mean, share};
use crate::plot::{self, Panel, Scale};
use crate::report::Table;
use std::process::exit;
use std::time::Instant;
use wayline::{Algorithm, GridIndex, IndexKind, Preparation, Query, Workspace, check, search};

const PASSES: usize = 5;

const COLUMNS: [&str; 13] = [
    "set",
    "maps",
    "fell back",
    "prepare ms",
    "s a million cells",
    "bytes a cell",
    "bytes a free cell",
    "cost µs",
    "turns µs",
    "cells µs",
    "cells median",
    "cells 99 %",
    "cells first pass",
];

const COMPARED: [&str; 3] = ["two threads, ms", "jps µs", "auto / best"];

/// What was measured on the maps of a set.
#[derive(Default)]
struct Measured {
    maps: usize,
    fell_back: usize,
    seconds: f64,
    seconds_of_two: f64,
    bytes: f64,
    cells: f64,
    free: f64,
    cost: Vec<f64>,
    turns: Vec<f64>,
    path: Vec<f64>,
    path_first: Vec<f64>,
    jps: Vec<f64>,
    /// What `auto` would have taken, and the faster of the index and a search.
    auto: f64,
    best: f64,
}

impl Measured {
    fn add(&mut self, course: &Course) {
        let grid = &course.grid;
        let clock = Instant::now();
        let index = GridIndex::prepare(grid, &Preparation::default()).expect("a plain grid");
        self.seconds += clock.elapsed().as_secs_f64();
        self.maps += 1;
        self.fell_back += usize::from(index.kind() != IndexKind::Labels);
        self.bytes += index.bytes() as f64;
        self.cells += grid.width() as f64 * grid.height() as f64;
        self.free += grid.free_cells() as f64;
        judge(course, &index);
        let mut work = Workspace::new();
        let ends = |i: usize| (course.queries[i].from, course.queries[i].to);
        let count = course.queries.len();
        self.cost.extend(
            Times::of(count, PASSES, |_, i| {
                let (from, to) = ends(i);
                _ = std::hint::black_box(index.cost_with(from, to, &mut work));
            })
            .fastest,
        );
        self.turns.extend(
            Times::of(count, PASSES, |_, i| {
                let (from, to) = ends(i);
                _ = std::hint::black_box(index.turns_with(from, to, &mut work));
            })
            .fastest,
        );
        let path = Times::of(count, PASSES, |_, i| {
            let (from, to) = ends(i);
            _ = std::hint::black_box(search(&index, &Query::new(from, to), &mut work));
        });
        self.path.extend(path.fastest);
        self.path_first.extend(path.first);
    }

    /// What else could have been done: two threads, no index.
    fn compare(&mut self, course: &Course) {
        let grid = &course.grid;
        let clock = Instant::now();
        let settings = Preparation::default().threads(2);
        let index = GridIndex::prepare(grid, &settings).expect("a plain grid");
        self.seconds_of_two += clock.elapsed().as_secs_f64();
        let mut work = Workspace::new();
        let count = course.queries.len();
        let jps = Times::of(count, PASSES, |_, i| {
            let (from, to) = (course.queries[i].from, course.queries[i].to);
            let query = Query::new(from, to).algorithm(Algorithm::Jps);
            _ = std::hint::black_box(search(grid, &query, &mut work));
        });
        let prepared = mean(&self.path[self.path.len() - count..]);
        let searched = mean(&jps.fastest);
        self.auto += if index.kind() == IndexKind::Labels { prepared } else { searched };
        self.best += prepared.min(searched);
        self.jps.extend(jps.fastest);
    }

    fn row(&self, name: &str) -> Vec<serde_json::Value> {
        vec![
            name.into(),
            self.maps.into(),
            self.fell_back.into(),
            (self.seconds * 1e3 / self.maps as f64).into(),
            (self.seconds / self.cells * 1e6).into(),
            (self.bytes / self.cells).into(),
            (self.bytes / self.free).into(),
            mean(&self.cost).into(),
            mean(&self.turns).into(),
            mean(&self.path).into(),
            share(&self.path, 0.5).into(),
            share(&self.path, 0.99).into(),
            mean(&self.path_first).into(),
        ]
    }
}

/// Outside the clock: every path move by move, and its length against the scenario's.
fn judge(course: &Course, index: &GridIndex) {
    let mut work = Workspace::new();
    for question in &course.queries {
        let query = Query::new(question.from, question.to);
        let Ok(route) = search(index, &query, &mut work) else { exit(3) };
        if !route.is_found() {
            continue;
        }
        let judged = check::grid_path(&course.grid, &route.path, question.from, question.to);
        let length = route.cost.to_f64();
        let agrees = question.length.is_none_or(|told| (told - length).abs() < 0.02);
        if judged != Ok(route.cost) || !agrees {
            eprintln!("index, {} to {}: {length}, {judged:?}", question.from, question.to);
            exit(3);
        }
    }
}

pub fn run(options: &Options) -> Vec<Table> {
    let columns: Vec<&str> = COLUMNS.into_iter().chain(COMPARED).collect();
    let mut table = Table::new("prepared: the index, set by set", &columns);
    for set in maps::sets(options.maps) {
        let mut measured = Measured::default();
        for course in set.courses(options.queries) {
            measured.add(&course);
            measured.compare(&course);
        }
        let mut row = measured.row(&set.name);
        row.push((measured.seconds_of_two * 1e3 / measured.maps as f64).into());
        row.push(mean(&measured.jps).into());
        row.push((measured.auto / measured.best).into());
        table.row(row);
        eprintln!("{} done", set.name);
    }
    vec![table]
}

const GROWTH: [&str; 5] = [
    "caves:{}x{}:seed=1",
    "rooms:{}x{}:size=16:seed=1",
    "maze:{}x{}:corridor=4:seed=1",
    "random:{}x{}:density=0.4:seed=1",
    "random:{}x{}:density=0.1:seed=1",
];

/// From 128x128 to 4096x4096, as a table and as a picture.
pub fn growth(options: &Options) -> Vec<Table> {
    let mut columns = vec!["map"];
    columns.extend(COLUMNS.into_iter().skip(2));
    let mut table = Table::new("growth: the index from 128x128 to 4096x4096", &columns);
    let panel = |title| Panel { title, lines: Vec::new() };
    let mut panels =
        [panel("preparing, ms"), panel("index, megabytes"), panel("a path with all cells, µs")];
    for spec in GROWTH {
        let mut lines: [Vec<(f64, f64)>; 3] = Default::default();
        // Scattered obstacles take gigabytes at the largest size, and tell nothing new.
        let sides = if spec.starts_with("random") { 5 } else { 6 };
        for side in (0..sides).map(|power| 128usize << power) {
            let spec = spec.replace("{}", &side.to_string());
            let grid = maps::generate(&spec);
            // Where nothing suits the map, a query on a large one takes a while.
            let count = (options.queries * 512 / side).clamp(8, options.queries);
            let queries = maps::random_pairs(&grid, count);
            let mut measured = Measured::default();
            measured.add(&Course { grid, queries });
            let values = [measured.seconds * 1e3, measured.bytes / 1e6, mean(&measured.path)];
            for (line, value) in lines.iter_mut().zip(values) {
                line.push((side as f64, value));
            }
            let mut row = measured.row(&spec);
            row.remove(1);
            table.row(row);
            eprintln!("{spec} done");
        }
        let name = spec.replace(":{}x{}", "").replace(":seed=1", "");
        for (panel, line) in panels.iter_mut().zip(lines) {
            panel.lines.push((name.clone(), line));
        }
        // After every kind, so that there is something to see early.
        if let Some(file) = &options.plot {
            plot::draw(file, &panels, Scale::Sides);
        }
    }
    vec![table]
}
