//! Weighted maps: A* with the octile estimate, and with landmarks, on the same questions.

use crate::Options;
use crate::maps::{Dice, Question, generate, random_pairs};
use crate::report::Table;
use std::process::exit;
use std::time::{Duration, Instant};
use wayline::{Algorithm, Cost, Grid, GridLandmarks, Heuristic, Open, Query, Workspace, search};

const LANDMARKS: usize = 16;
const PASSES: usize = 3;

/// Who takes part: A* as textbooks have it, with a heap; the engine's own choice; landmarks.
const WAYS: [&str; 3] = ["octile, heap", "octile", "landmarks"];

pub fn run(options: &Options) -> Vec<Table> {
    let mut table = Table::new(
        &format!("terrain: A* with the octile estimate beside {LANDMARKS} landmarks, best of 3"),
        &[
            "map",
            "queries",
            "octile, expanded",
            "landmarks, expanded",
            "octile, heap, µs",
            "octile, µs",
            "landmarks, µs",
            "times as fast, all",
            "geometric mean",
            "worst",
            "preparing, ms",
            "bytes a cell",
        ],
    );
    for (name, grid) in maps() {
        let started = Instant::now();
        let landmarks = GridLandmarks::choose(&grid, LANDMARKS).expect("a map within limits");
        let preparing = started.elapsed();
        let questions = random_pairs(&grid, options.queries);
        let (best, expanded) = race(&grid, &landmarks, &questions);
        let count = questions.len() as f64;
        let mean = |way: usize| {
            best.iter().map(|times| times[way].as_nanos() as f64).sum::<f64>() / 1000.0 / count
        };
        let ratios = best.iter().map(|times| times[1].as_secs_f64() / times[2].as_secs_f64());
        let geometric = (ratios.clone().map(f64::ln).sum::<f64>() / count).exp();
        let cells = grid.width() as f64 * grid.height() as f64;
        table.row(vec![
            name.into(),
            questions.len().into(),
            (expanded[1] as f64 / count).into(),
            (expanded[2] as f64 / count).into(),
            mean(0).into(),
            mean(1).into(),
            mean(2).into(),
            (mean(1) / mean(2)).into(),
            geometric.into(),
            ratios.fold(f64::INFINITY, f64::min).into(),
            (preparing.as_secs_f64() * 1000.0).into(),
            (landmarks.bytes() as f64 / cells).into(),
        ]);
    }
    vec![table]
}

/// Hills and lakes, with and without elevation, and multipliers without any order.
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

/// The fastest time of each way for each question, and the sum of what each expanded. Ways take
/// turns at every question; all costs are compared.
fn race(
    grid: &Grid,
    landmarks: &GridLandmarks,
    questions: &[Question],
) -> (Vec<[Duration; WAYS.len()]>, [u64; WAYS.len()]) {
    let mut best = vec![[Duration::MAX; WAYS.len()]; questions.len()];
    let mut expanded = [0; WAYS.len()];
    let mut works = WAYS.map(|_| Workspace::new());
    for pass in 0..PASSES {
        for (question, best) in questions.iter().zip(&mut best) {
            let mut costs = [Cost::INFINITE; WAYS.len()];
            for (way, work) in works.iter_mut().enumerate() {
                let query = Query::new(question.from, question.to).algorithm(Algorithm::AStar);
                let query = match way {
                    0 => query.open(Open::Heap),
                    1 => query,
                    _ => query.heuristic(Heuristic::GridLandmarks(landmarks)),
                };
                let started = Instant::now();
                let answer = search(grid, &query, work).expect("ends on free cells");
                best[way] = best[way].min(started.elapsed());
                expanded[way] += if pass == 0 { answer.stats.expanded } else { 0 };
                costs[way] = if answer.is_optimal() { answer.cost } else { Cost::INFINITE };
            }
            if costs != [costs[0]; WAYS.len()] {
                eprintln!("{} to {}: {WAYS:?} cost {costs:?}", question.from, question.to);
                exit(3);
            }
        }
    }
    (best, expanded)
}
