//! Weighted maps: A* and jump point search, with the octile estimate and with landmarks, on the same
//! questions.

use crate::Options;
use crate::maps::{Dice, Question, generate, random_pairs};
use crate::report::Table;
use std::process::exit;
use std::time::{Duration, Instant};
use wayline::{Algorithm, Cost, Grid, GridLandmarks, Heuristic, Open, Query, Workspace, search};

const PASSES: usize = 3;
/// How many landmarks there are, where there are any.
const LANDMARKS: [usize; 2] = [16, 64];

/// One who takes part.
struct Way {
    name: &'static str,
    algorithm: Algorithm,
    /// An open list as in textbooks, in place of the engine's choice.
    open: Option<Open>,
    /// Which of [`LANDMARKS`].
    landmarks: Option<usize>,
}

const fn way(name: &'static str, algorithm: Algorithm, landmarks: Option<usize>) -> Way {
    Way { name, algorithm, open: None, landmarks }
}

/// All others are compared with this one.
const BASE: usize = 1;
const WAYS: [Way; 7] = [
    Way { open: Some(Open::Heap), ..way("A*, heap", Algorithm::AStar, None) },
    way("A*", Algorithm::AStar, None),
    way("A*, 16 landmarks", Algorithm::AStar, Some(0)),
    way("A*, 64 landmarks", Algorithm::AStar, Some(1)),
    way("jumps", Algorithm::Jps, None),
    way("jumps, 16 landmarks", Algorithm::Jps, Some(0)),
    way("jumps, 64 landmarks", Algorithm::Jps, Some(1)),
];

pub fn run(options: &Options) -> Vec<Table> {
    let mut table = Table::new(
        "terrain: A* and jump point search, with landmarks and without, best of 3, beside A*",
        &[
            "map",
            "way",
            "queries",
            "expanded",
            "µs",
            "times as fast, all",
            "geometric mean",
            "worst",
            "preparing, ms",
            "bytes a cell",
        ],
    );
    // The logarithms of all geometric means.
    let mut over_maps = [0.0; WAYS.len()];
    let maps = maps();
    for (name, grid) in &maps {
        let prepared = LANDMARKS.map(|count| {
            let started = Instant::now();
            let landmarks = GridLandmarks::choose(grid, count).expect("a map within limits");
            (landmarks, started.elapsed())
        });
        let questions = random_pairs(grid, options.queries);
        let (best, expanded) = race(grid, &prepared.each_ref().map(|(it, _)| it), &questions);
        let count = questions.len() as f64;
        let mean = |way: usize| {
            best.iter().map(|times| times[way].as_nanos() as f64).sum::<f64>() / 1000.0 / count
        };
        let cells = grid.width() as f64 * grid.height() as f64;
        for (at, way) in WAYS.iter().enumerate() {
            let ratios = best.iter().map(|it| it[BASE].as_secs_f64() / it[at].as_secs_f64());
            let geometric = ratios.clone().map(f64::ln).sum::<f64>() / count;
            over_maps[at] += geometric;
            let (preparing, bytes) = way.landmarks.map_or((0.0, 0.0), |which| {
                let (landmarks, took) = &prepared[which];
                (took.as_secs_f64() * 1000.0, landmarks.bytes() as f64 / cells)
            });
            table.row(vec![
                name.as_str().into(),
                way.name.into(),
                questions.len().into(),
                (expanded[at] as f64 / count).into(),
                mean(at).into(),
                (mean(BASE) / mean(at)).into(),
                geometric.exp().into(),
                ratios.fold(f64::INFINITY, f64::min).into(),
                preparing.into(),
                bytes.into(),
            ]);
        }
    }
    let mut means = Table::new(
        "terrain: times as fast as A*, geometric mean over all maps",
        &["way", "geometric mean"],
    );
    for (way, sum) in WAYS.iter().zip(over_maps) {
        means.row(vec![way.name.into(), (sum / maps.len() as f64).exp().into()]);
    }
    vec![table, means]
}

/// Hills and lakes, with and without elevation, patches of ground on maps of other kinds, and multipliers
/// without any order.
fn maps() -> Vec<(String, Grid)> {
    let specs = [
        "terrain:256x256:seed=4",
        "terrain:512x512:seed=1",
        "terrain:512x512:seed=4",
        "terrain:1024x1024:seed=2",
        "terrain:512x512:relief=300:seed=3",
    ];
    let mut maps: Vec<(String, Grid)> =
        specs.map(|spec| (spec.to_owned(), generate(spec))).into_iter().collect();
    for (_, grid) in &mut maps {
        grid.set_rules(grid.rules().uphill(Cost::ONE));
    }
    let mut dice = Dice(5);
    for spec in ["caves:512x512:seed=1", "rooms:512x512:seed=1"] {
        maps.push((format!("{spec}, patches"), patched(generate(spec), &mut dice)));
    }
    let mut random = generate("random:512x512:density=0.1:seed=1");
    for cell in random.cells() {
        let multiplier = 1.0 + f64::from(dice.below(64)) / 16.0;
        random.set_multiplier(cell, multiplier).expect("a multiplier from 1 to 5");
    }
    let mut rough = random.clone();
    rough.set_rules(rough.rules().uphill(Cost::ONE));
    for cell in rough.cells() {
        rough.set_elevation(cell, dice.below(5) as i32).expect("a cell of the map");
    }
    maps.push(("random multipliers 1 to 5, 512x512".to_owned(), random));
    maps.push(("the same, elevation 0 to 4".to_owned(), rough));
    maps
}

/// The map with rectangles of five grounds on it.
fn patched(mut grid: Grid, dice: &mut Dice) -> Grid {
    let (width, height) = (grid.width(), grid.height());
    for _ in 0..width * height / 2_000 {
        let (x, y) = (dice.below(width), dice.below(height));
        let (wide, high) = (4 + dice.below(60), 4 + dice.below(60));
        let multiplier = [1.0, 1.5, 2.0, 3.0, 5.0][dice.below(5) as usize];
        for x in x..(x + wide).min(width) {
            for y in y..(y + high).min(height) {
                grid.set_multiplier((x, y), multiplier).expect("a cell of the map");
            }
        }
    }
    grid
}

/// The fastest time of each way for each question, and the sum of what each expanded. Ways take
/// turns at every question; all costs are compared.
fn race(
    grid: &Grid,
    landmarks: &[&GridLandmarks; LANDMARKS.len()],
    questions: &[Question],
) -> (Vec<[Duration; WAYS.len()]>, [u64; WAYS.len()]) {
    let mut best = vec![[Duration::MAX; WAYS.len()]; questions.len()];
    let mut expanded = [0; WAYS.len()];
    let mut works = [(); WAYS.len()].map(|()| Workspace::new());
    for pass in 0..PASSES {
        for (question, best) in questions.iter().zip(&mut best) {
            let mut costs = [Cost::INFINITE; WAYS.len()];
            for (at, (way, work)) in WAYS.iter().zip(&mut works).enumerate() {
                let mut query = Query::new(question.from, question.to).algorithm(way.algorithm);
                if let Some(open) = way.open {
                    query = query.open(open);
                }
                if let Some(which) = way.landmarks {
                    query = query.heuristic(Heuristic::GridLandmarks(landmarks[which]));
                }
                let started = Instant::now();
                let answer = search(grid, &query, work).expect("ends on free cells");
                best[at] = best[at].min(started.elapsed());
                expanded[at] += if pass == 0 { answer.stats.expanded } else { 0 };
                costs[at] = if answer.is_optimal() { answer.cost } else { Cost::INFINITE };
            }
            if costs != [costs[0]; WAYS.len()] {
                let names = WAYS.map(|way| way.name);
                eprintln!("{} to {}: {names:?} cost {costs:?}", question.from, question.to);
                exit(3);
            }
        }
    }
    (best, expanded)
}
