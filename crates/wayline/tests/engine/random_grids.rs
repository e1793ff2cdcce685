//! Random grids, with and without terrain and elevation, all rules, heuristics and open lists,
//! against the oracle. Short form: ten thousand pairs for each optimal algorithm; the long form
//! (`./test --all`) ten million.

use crate::oracle::{Random, effort, free_cell, grid_costs, random_grid};
use std::collections::BTreeMap;
use wayline::{
    Algorithm, Cell, Corners, Cost, Grid, Guarantee, Heuristic, Moves, Open, Outcome, Query,
    QueryError, Rules, StepCosts, Workspace, algorithms, check, search,
};

fn random_rules(random: &mut Random) -> Rules {
    let steps = match random.below(5) {
        0 => StepCosts::UNIFORM,
        1 => StepCosts::new(10.0, 14.0).unwrap(),
        2 => StepCosts::new(1.0 + random.below(4) as f64, 1.0 + random.below(9) as f64).unwrap(),
        _ => StepCosts::EXACT,
    };
    Rules::default()
        .moves(if random.below(4) == 0 { Moves::Four } else { Moves::Eight })
        .corners([Corners::Never, Corners::One, Corners::Always][random.below(3) as usize])
        .steps(steps)
        .uphill(Cost::try_from(random.below(3) as f64 * 0.75).unwrap())
}

fn shape(random: &mut Random, grid: &mut Grid) {
    if random.below(2) == 0 {
        for cell in grid.cells() {
            if random.below(3) == 0 {
                let multiplier = (1 + random.below(if cell.x % 2 == 0 { 20 } else { 2000 })) as f64;
                grid.set_multiplier(cell, multiplier / 8.0).unwrap();
            }
        }
    }
    if random.below(3) == 0 {
        for cell in grid.cells() {
            grid.set_elevation(cell, random.below(7) as i32 - 3).unwrap();
        }
    }
}

/// One grid, a few starts, some goals each: every optimal algorithm with some open list and some
/// heuristic. Returns how many pairs each algorithm answered.
fn one_grid(random: &mut Random, side: u64, goals: u64, tally: &mut BTreeMap<&'static str, u64>) {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let density = random.below(55);
    let mut grid = random_grid(random, width, height, density);
    if random.below(2) == 0 {
        grid.set_rules(random_rules(random));
        shape(random, &mut grid);
    }
    let Some(from) = free_cell(random, &grid) else { return };
    let truth = grid_costs(&grid, from);
    let mut work = Workspace::new();
    for _ in 0..goals {
        let Some(to) = free_cell(random, &grid) else { return };
        let best = truth[(to.y * width + to.x) as usize];
        for info in algorithms().iter().filter(|info| info.optimal && !info.prepared) {
            let exponential = matches!(info.algorithm, Algorithm::Ida | Algorithm::Naive);
            if exponential && (side > 8 || best.is_none_or(|best| best.to_f64() > 4.0)) {
                continue;
            }
            let mut query = Query::new(from, to).algorithm(info.algorithm);
            let open = match random.below(if side > 40 { 3 } else { 5 }) {
                0 => Open::Heap,
                1 => Open::Pairing,
                2 => Open::Bucket,
                3 => Open::NodeArray,
                _ => Open::Array,
            };
            if info.takes_open {
                query = query.open(open);
            }
            let (several, heuristic);
            several = [Heuristic::Octile, Heuristic::Euclidean, Heuristic::Chebyshev];
            heuristic = match random.below(8) {
                0 => Heuristic::Zero,
                1 => Heuristic::Manhattan,
                2 => Heuristic::Chebyshev,
                3 => Heuristic::Octile,
                4 => Heuristic::Euclidean,
                5 => Heuristic::Max(&several),
                _ => Heuristic::Auto,
            };
            if info.grids_only {
                if info.plain_grids_only && grid.is_weighted() || !jumps(&grid) {
                    let refused = search(&grid, &query, &mut work);
                    assert!(matches!(refused, Err(QueryError::Unsupported { .. })));
                    continue;
                }
            } else {
                query = query.heuristic(heuristic);
            }
            if random.below(4) == 0 && !exponential {
                query = query.without_shortcut();
            }
            let answer = search(&grid, &query, &mut work).unwrap();
            let name =
                || format!("{} {open} {} {from} {to} {grid:?}", info.name, random_name(&heuristic));
            let Some(best) = best else {
                assert_eq!(answer.outcome, Outcome::Unreachable, "{}", name());
                continue;
            };
            assert!(answer.is_found(), "{}", name());
            let judged = check::grid_path(&grid, &answer.path, from, to);
            assert_eq!(judged, Ok(answer.cost), "{}", name());
            // An inadmissible estimate may give a worse path, and must say so.
            if answer.guarantee == Guarantee::Optimal {
                assert_eq!(answer.cost, best, "{}", name());
            } else {
                assert!(answer.cost >= best, "{}", name());
                assert!(!matches!(heuristic, Heuristic::Auto | Heuristic::Zero), "{}", name());
            }
            *tally.entry(info.name).or_default() += 1;
        }
    }
}

/// Whether jump point search takes the costs of the steps.
fn jumps(grid: &Grid) -> bool {
    let steps = grid.rules().steps;
    let (straight, diagonal) = (steps.straight(), steps.diagonal());
    grid.rules().moves == Moves::Four || straight <= diagonal && diagonal <= straight + straight
}

fn random_name(heuristic: &Heuristic<'_, Cell>) -> &'static str {
    match heuristic {
        Heuristic::Auto => "auto",
        Heuristic::Zero => "zero",
        Heuristic::Manhattan => "manhattan",
        Heuristic::Chebyshev => "chebyshev",
        Heuristic::Octile => "octile",
        Heuristic::Euclidean => "euclidean",
        _ => "max",
    }
}

fn run(seed: u64, grids: u64, side: u64, goals: u64) {
    let mut tally = BTreeMap::new();
    let mut random = Random(seed);
    for _ in 0..grids {
        one_grid(&mut random, side, goals, &mut tally);
    }
    println!("grids up to {side}x{side}: pairs for each algorithm {tally:?}, 0 mismatches");
    for info in algorithms().iter().filter(|info| info.optimal && !info.prepared) {
        let count = tally.get(info.name).copied().unwrap_or(0);
        let exponential = matches!(info.algorithm, Algorithm::Ida | Algorithm::Naive);
        // Half of the grids have terrain, and many pairs have no path.
        let least = match (exponential, info.grids_only) {
            (true, _) => {
                if side <= 8 {
                    grids
                } else {
                    0
                }
            }
            (false, true) => grids * goals / 8,
            (false, false) => grids * goals / 4,
        };
        assert!(count >= least, "{}: {count} pairs compared, {least} expected", info.name);
    }
}

#[test]
fn small_grids() {
    run(1, 700 * effort(), 8, 20);
}

#[test]
fn middling_grids() {
    run(2, 30 * effort(), 40, 40);
}

#[test]
fn large_grids() {
    run(3, 1 + effort() / 2, 512, 10);
}

#[test]
fn bounded_and_unbounded_suboptimality() {
    let mut random = Random(4);
    let mut work = Workspace::new();
    for _ in 0..300 * effort().min(100) {
        let mut grid = random_grid(&mut random, 24, 24, 25);
        if random.below(2) == 0 {
            shape(&mut random, &mut grid);
        }
        let (Some(from), Some(to)) = (free_cell(&mut random, &grid), free_cell(&mut random, &grid))
        else {
            continue;
        };
        let Some(best) = grid_costs(&grid, from)[(to.y * 24 + to.x) as usize] else { continue };
        let weight = 1.0 + random.below(300) as f64 / 100.0;
        for info in algorithms().iter().filter(|info| !info.prepared) {
            if matches!(info.algorithm, Algorithm::Ida | Algorithm::Naive) {
                continue;
            }
            let weighted = info.plain_grids_only && grid.is_weighted();
            if info.grids_only && (weighted || !jumps(&grid)) {
                continue;
            }
            if info.algorithm == Algorithm::Theta && grid.is_weighted() {
                assert!(
                    search(&grid, &Query::new(from, to).algorithm(Algorithm::Theta), &mut work)
                        .is_err()
                );
                continue;
            }
            let query = Query::new(from, to).algorithm(info.algorithm).weight(weight).unwrap();
            let answer = search(&grid, &query, &mut work).unwrap();
            assert!(answer.is_found(), "{}", info.name);
            let judged = check::grid_path(&grid, &answer.path, from, to);
            if info.algorithm == Algorithm::Theta {
                // Its cells are a legal walk and its waypoints a legal line. It is not always the
                // shortest, and once in many thousand maps a little longer than the grid path.
                assert!(judged.is_ok(), "{judged:?}");
                let line = check::line_path(&grid, &answer.waypoints, from, to);
                assert_eq!(line, Ok(answer.cost));
                assert!(answer.cost.to_f64() <= 1.02 * best.to_f64(), "{} {best}", answer.cost);
                continue;
            }
            assert_eq!(judged, Ok(answer.cost), "{}", info.name);
            match answer.guarantee {
                Guarantee::Optimal => assert_eq!(answer.cost, best, "{}", info.name),
                Guarantee::Within(times) => {
                    assert!(answer.cost.to_f64() <= times * best.to_f64() + 1e-6);
                    assert!(times <= weight);
                }
                Guarantee::Declared | Guarantee::Nothing => {
                    assert!(answer.cost >= best, "{}", info.name)
                }
            }
        }
    }
}

#[test]
fn breadth_first_takes_the_fewest_steps() {
    let mut random = Random(5);
    let mut work = Workspace::new();
    for _ in 0..300 {
        let grid = random_grid(&mut random, 16, 16, 30);
        let (Some(from), Some(to)) = (free_cell(&mut random, &grid), free_cell(&mut random, &grid))
        else {
            continue;
        };
        let uniform = grid.clone().with_rules(Rules::default().steps(StepCosts::UNIFORM));
        let fewest = grid_costs(&uniform, from)[(to.y * 16 + to.x) as usize];
        let query = Query::new(from, to).algorithm(Algorithm::Bfs);
        let steps = search(&grid, &query, &mut work).unwrap().steps();
        assert_eq!(fewest.map_or(0.0, Cost::to_f64), steps as f64);
        // On uniform steps, and only there, that is optimal.
        if fewest.is_some() {
            assert!(search(&uniform, &query, &mut work).unwrap().is_optimal());
            assert!(!search(&grid, &query, &mut work).unwrap().is_optimal());
        }
    }
}

/// A* on plain grids counts in smaller numbers than its costs (see `plain_grid.rs`). Whatever the steps cost,
/// and however large the map, it does as the general loop, which a heap gets.
#[test]
fn plain_grids_whatever_steps_cost() {
    let mut random = Random(11);
    let (mut work, mut general) = (Workspace::new(), Workspace::new());
    for round in 0..1500 * effort() {
        let side = if round % 50 == 0 { 400 } else { 30 };
        let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
        let density = random.below(55);
        let mut grid = random_grid(&mut random, width, height, density);
        let thousandths = |n: u64| (1 + n) as f64 / 1000.0;
        let steps = match random.below(3) {
            0 => StepCosts::EXACT,
            1 => {
                let costs = [0, 0].map(|_| thousandths(random.below(4000)));
                StepCosts::new(costs[0], costs[1]).unwrap()
            }
            _ => {
                let diagonal = 1.0 + random.below(9000) as f64;
                StepCosts::new(thousandths(random.below(9)), diagonal).unwrap()
            }
        };
        grid.set_rules(random_rules(&mut random).steps(steps).uphill(Cost::ZERO));
        for _ in 0..8 {
            let mut cell = || free_cell(&mut random, &grid);
            let (Some(one), Some(other), Some(to)) = (cell(), cell(), cell()) else { break };
            let starts = if random.below(3) == 0 { vec![one, other] } else { vec![one] };
            let heuristics =
                [Heuristic::Auto, Heuristic::Manhattan, Heuristic::Chebyshev, Heuristic::Octile];
            let query = Query::between(starts, vec![to])
                .algorithm(Algorithm::AStar)
                .heuristic(heuristics[random.below(4) as usize])
                .without_shortcut();
            let answer = search(&grid, &query, &mut work).unwrap();
            let same = query.clone().open(Open::Heap);
            let expected = search(&grid, &same, &mut general).unwrap();
            let ends = (answer.outcome, answer.cost, answer.stats);
            assert_eq!(ends, (expected.outcome, expected.cost, expected.stats), "{grid:?}");
            assert_eq!(answer.path, expected.path);
        }
    }
}
