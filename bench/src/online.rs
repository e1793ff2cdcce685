//! Jump point search with nothing prepared, beside the jump point search of `grid_pathfinding`.

use crate::contestants::{Contestant, Pathfinding};
use crate::grids::geometric_mean;
use crate::lattice::Lattice;
use crate::maps::Course;
use crate::report::Table;
use crate::{Options, maps};
use grid_pathfinding::PathingGrid;
use grid_util::{ValueGrid, point::Point};
use std::process::exit;
use std::time::Instant;
use wayline::{Algorithm, Grid, Query, Workspace, check, search};

const PASSES: usize = 5;

const COLUMNS: [&str; 13] = [
    "set",
    "queries",
    "jps µs",
    "median",
    "99 %",
    "first pass",
    "jps-bare µs",
    "median",
    "99 %",
    "pathfinding A* µs",
    "grid_pathfinding µs",
    "grid_pathfinding ÷ jps",
    "grid_pathfinding ÷ jps-bare",
];

/// Times of every query: the fastest of all passes, and that of the first.
pub struct Times {
    pub fastest: Vec<f64>,
    pub first: Vec<f64>,
}

impl Times {
    pub fn of(queries: usize, passes: usize, mut ask: impl FnMut(usize, usize)) -> Times {
        let mut times = Times { fastest: vec![f64::MAX; queries], first: vec![0.0; queries] };
        for pass in 0..passes {
            for query in 0..queries {
                let clock = Instant::now();
                ask(pass, query);
                let time = clock.elapsed().as_nanos() as f64 / 1000.0;
                times.fastest[query] = times.fastest[query].min(time);
                if pass == 0 {
                    times.first[query] = time;
                }
            }
        }
        times
    }
}

pub fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

/// So much of them is not slower.
pub fn share(times: &[f64], share: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn jump(course: &Course, algorithm: Algorithm) -> Times {
    let mut work = Workspace::new();
    // Asked once more outside the clock, and judged.
    for question in &course.queries {
        let query = Query::new(question.from, question.to).algorithm(algorithm);
        let Ok(answer) = search(&course.grid, &query, &mut work) else { exit(3) };
        let judged = check::grid_path(&course.grid, &answer.path, question.from, question.to);
        let length = answer.cost.to_f64();
        let agrees = question.length.is_none_or(|told| (told - length).abs() < 0.02);
        if answer.is_found() && (judged != Ok(answer.cost) || !agrees) {
            eprintln!("{algorithm}, {} to {}: {length}, {judged:?}", question.from, question.to);
            exit(3);
        }
    }
    // As a user meets it: nothing is known of the map.
    let (grid, mut work) = (afresh(&course.grid), Workspace::new());
    Times::of(course.queries.len(), PASSES, |_, i| {
        let question = &course.queries[i];
        let query = Query::new(question.from, question.to).algorithm(algorithm);
        let answer = search(&grid, &query, &mut work).expect("ends on free cells");
        std::hint::black_box(answer.path.len());
    })
}

/// The same map, with nothing derived from it yet.
fn afresh(grid: &Grid) -> Grid {
    Grid::from_fn(grid.width(), grid.height(), |cell| grid.is_free(cell)).expect("a legal size")
}

/// In the faster of its two modes. It cuts corners: its paths are others, and shorter.
fn peer(course: &Course) -> Times {
    let grid = &course.grid;
    let modes = [false, true].map(|improved| {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let mut peer = PathingGrid::new(width, height, false);
        peer.improved_pruning = improved;
        for cell in grid.cells().filter(|&cell| !grid.is_free(cell)) {
            peer.set(cell.x as i32, cell.y as i32, true);
        }
        peer.initialize();
        peer.generate_components();
        let point = |cell: wayline::Cell| Point::new(cell.x as i32, cell.y as i32);
        Times::of(course.queries.len(), 3, |_, i| {
            let question = &course.queries[i];
            let path = peer.get_path_single_goal(point(question.from), point(question.to), false);
            std::hint::black_box(path);
        })
    });
    let [plain, improved] = modes;
    if mean(&plain.fastest) < mean(&improved.fastest) { plain } else { improved }
}

pub fn run(options: &Options) -> Vec<Table> {
    let mut table = Table::new("online: jump point search, nothing prepared", &COLUMNS);
    let mut all = [Vec::new(), Vec::new()];
    let mut moving_ai = [Vec::new(), Vec::new()];
    for set in maps::sets(options.maps) {
        let (mut jps, mut bare) = ([const { Vec::new() }; 2], Vec::new());
        let (mut astar, mut peers) = (Vec::new(), Vec::new());
        let mut ratios = [Vec::new(), Vec::new()];
        for course in set.courses(options.queries) {
            let (kept, alone) = (jump(&course, Algorithm::Jps), jump(&course, Algorithm::JpsBare));
            let theirs = peer(&course);
            ratios[0].push(mean(&theirs.fastest) / mean(&kept.fastest));
            ratios[1].push(mean(&theirs.fastest) / mean(&alone.fastest));
            let lattice = Lattice::new(&course.grid);
            let mut pathfinding = Pathfinding(&lattice);
            let times = Times::of(course.queries.len(), 2, |_, i| {
                let question = &course.queries[i];
                std::hint::black_box(pathfinding.solve(question.from, question.to).cost);
            });
            astar.extend(times.fastest);
            jps[0].extend(kept.fastest);
            jps[1].extend(kept.first);
            bare.extend(alone.fastest);
            peers.extend(theirs.fastest);
        }
        let [kept, first] = &jps;
        let mut row = vec![set.name.clone().into(), kept.len().into()];
        row.extend([mean(kept), share(kept, 0.5), share(kept, 0.99), mean(first)].map(Into::into));
        row.extend([mean(&bare), share(&bare, 0.5), share(&bare, 0.99)].map(Into::into));
        row.extend([mean(&astar), mean(&peers)].map(Into::into));
        row.extend(ratios.each_ref().map(|ratios| geometric_mean(ratios).into()));
        table.row(row);
        for (i, ratios) in ratios.into_iter().enumerate() {
            if set.name.starts_with("movingai") {
                moving_ai[i].extend(&ratios);
            }
            all[i].extend(ratios);
        }
        eprintln!("{} done", set.name);
    }
    let title = "online: grid_pathfinding's time in wayline's, geometric mean over maps";
    let mut summary = Table::new(title, &["maps", "jps", "jps-bare"]);
    for (name, ratios) in [("all", &all), ("Moving AI", &moving_ai)] {
        if !ratios[0].is_empty() {
            let means = ratios.each_ref().map(|ratios| geometric_mean(ratios).into());
            summary.row([vec![name.into()], means.to_vec()].concat());
        }
    }
    vec![table, summary]
}
