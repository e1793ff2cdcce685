//! Jump point search where the other suites do not reach: edits between queries, paths too long for
//! its small numbers, its turns, and large maps beside A*.

use crate::oracle::{Random, effort, free_cell, grid_costs, random_grid};
use wayline::{
    Algorithm, Cell, Corners, Grid, Moves, Outcome, Query, Rules, StepCosts, Workspace, check,
    search, turning_points,
};

const BOTH: [Algorithm; 2] = [Algorithm::Jps, Algorithm::JpsBare];

fn some_rules(random: &mut Random) -> Rules {
    Rules::default()
        .moves(if random.below(4) == 0 { Moves::Four } else { Moves::Eight })
        .corners([Corners::Never, Corners::One, Corners::Always][random.below(3) as usize])
        .steps(
            [StepCosts::EXACT, StepCosts::UNIFORM, StepCosts::new(10.0, 14.0).unwrap()]
                [random.below(3) as usize],
        )
}

/// Asks both, and compares with what is known to be the least cost.
fn ask(grid: &Grid, from: Cell, to: Cell, work: &mut Workspace, best: Option<wayline::Cost>) {
    for algorithm in BOTH {
        let answer = search(grid, &Query::new(from, to).algorithm(algorithm), work).unwrap();
        let Some(best) = best else {
            assert_eq!(answer.outcome, Outcome::Unreachable, "{algorithm} {from} {to} {grid:?}");
            continue;
        };
        assert!(answer.is_optimal(), "{algorithm} {from} {to} {grid:?}");
        assert_eq!(answer.cost, best, "{algorithm} {from} {to} {grid:?}");
        assert_eq!(check::grid_path(grid, &answer.path, from, to), Ok(best), "{algorithm}");
        assert!(answer.waypoints.iter().copied().eq(turning_points(&answer.path)), "{algorithm}");
    }
}

#[test]
fn edits_between_queries() {
    let mut random = Random(61);
    let mut work = Workspace::new();
    let mut steps = 0u64;
    let wanted = 2_000 * effort();
    while steps < wanted {
        let (width, height) = (1 + random.below(30) as u32, 1 + random.below(30) as u32);
        let density = random.below(60);
        let mut grid = random_grid(&mut random, width, height, density);
        grid.set_rules(some_rules(&mut random));
        for _ in 0..50 {
            for _ in 0..1 + random.below(3) {
                let cell = (random.below(width as u64) as u32, random.below(height as u64) as u32);
                let free = !grid.is_free(cell);
                grid.set_free(cell, free).unwrap();
            }
            let Some(from) = free_cell(&mut random, &grid) else { continue };
            let truth = grid_costs(&grid, from);
            let Some(to) = free_cell(&mut random, &grid) else { continue };
            ask(&grid, from, to, &mut work, truth[(to.y * width + to.x) as usize]);
            steps += 1;
        }
    }
}

#[test]
fn paths_too_long_for_small_numbers() {
    // A corridor that winds to and fro: 45,000 steps, of which 33,461 fit.
    for corners in [Corners::Never, Corners::Always] {
        let winds = |cell: Cell| {
            cell.y.is_multiple_of(2) || cell.x == if cell.y % 4 == 1 { 299 } else { 0 }
        };
        let grid = Grid::from_fn(300, 300, winds).unwrap();
        let grid = grid.with_rules(Rules::default().corners(corners));
        let (from, to) = (Cell::new(0, 0), Cell::new(0, 298));
        let mut work = Workspace::new();
        let query = Query::new(from, to).algorithm(Algorithm::AStar);
        let best = search(&grid, &query, &mut work).unwrap().cost;
        assert!(best.to_f64() > 40_000.0);
        ask(&grid, from, to, &mut work, Some(best));
        // And short ones after it, in the same workspace.
        ask(&grid, from, Cell::new(5, 0), &mut work, Some(wayline::Cost::from(5)));
    }
}

#[test]
fn large_maps_beside_astar() {
    let mut random = Random(62);
    let mut work = Workspace::new();
    for _ in 0..4 * effort() {
        let (width, height) = (64 + random.below(960) as u32, 64 + random.below(960) as u32);
        let density = random.below(45);
        let mut grid = random_grid(&mut random, width, height, density);
        // Some with large open parts, where jumps are long.
        for _ in 0..random.below(3) {
            let (x, y) = (random.below(width as u64) as u32, random.below(height as u64) as u32);
            for cell in
                grid.cells().filter(|cell| cell.x.abs_diff(x) < 90 && cell.y.abs_diff(y) < 200)
            {
                grid.set_free(cell, true).unwrap();
            }
        }
        grid.set_rules(some_rules(&mut random));
        for _ in 0..20 {
            let Some(from) = free_cell(&mut random, &grid) else { continue };
            let Some(to) = free_cell(&mut random, &grid) else { continue };
            let query = Query::new(from, to).algorithm(Algorithm::AStar);
            let answer = search(&grid, &query, &mut work).unwrap();
            let best = answer.is_found().then_some(answer.cost);
            ask(&grid, from, to, &mut work, best);
        }
    }
}
