//! Terrain that is charged for the cell entered: all small grids and random ones, every optimal
//! algorithm and open list, the judge, fields in both directions, against the oracle.

use crate::oracle::{Random, compared, effort, exact_searches, free_cell, grid_costs, random_grid};
use wayline::{
    Algorithm, Cell, Charge, Corners, Cost, FieldQuery, Grid, GridLandmarks, Guarantee, Heuristic,
    Moves, Open, Outcome, Query, QueryError, Rules, StepCosts, Workspace, check, search,
    search_watched,
};

fn rules(moves: Moves, corners: Corners) -> Rules {
    Rules::default().moves(moves).corners(corners).charge(Charge::Enter)
}

/// Asks every search that is exact, and returns how many answers were compared.
fn ask(grid: &Grid, from: Cell, to: Cell, best: Option<Cost>, work: &mut Workspace) -> u64 {
    let mut count = 0;
    for (algorithm, open) in exact_searches(false) {
        let exponential = matches!(algorithm, Algorithm::Ida | Algorithm::Naive);
        if exponential && best.is_none_or(|best| best.to_f64() > 5.0) {
            continue;
        }
        let mut query = Query::new(from, to).algorithm(algorithm);
        if let Some(open) = open {
            query = query.open(open);
        }
        let answer = search(grid, &query, work).unwrap();
        match best {
            None => assert_eq!(answer.outcome, Outcome::Unreachable),
            Some(best) => {
                assert_eq!(answer.guarantee, Guarantee::Optimal, "{algorithm} {from} {to}");
                assert_eq!(answer.cost, best, "{algorithm} {open:?} {from} {to} {grid:?}");
                assert_eq!(check::grid_path(grid, &answer.path, from, to), Ok(best));
            }
        }
        count += 1;
    }
    count
}

#[test]
fn all_grids_of_three_by_three() {
    let (mut random, mut work, mut count) = (Random(71), Workspace::new(), 0);
    let all = [
        (Moves::Four, Corners::Never),
        (Moves::Eight, Corners::Never),
        (Moves::Eight, Corners::One),
        (Moves::Eight, Corners::Always),
    ];
    for bits in 1..512u32 {
        for (moves, corners) in all {
            let mut grid =
                Grid::from_fn(3, 3, |cell| bits >> (cell.y * 3 + cell.x) & 1 != 0).unwrap();
            grid.set_rules(rules(moves, corners));
            for cell in grid.cells() {
                grid.set_multiplier(cell, (1 + random.below(12)) as f64 / 4.0).unwrap();
            }
            let from = free_cell(&mut random, &grid).unwrap();
            let truth = grid_costs(&grid, from);
            for (to, best) in grid.cells().zip(truth) {
                if grid.is_free(to) && (effort() > 1 || random.below(4) == 0) {
                    count += ask(&grid, from, to, best, &mut work);
                }
            }
        }
    }
    compared("charged for the cell entered, 3x3", count, 40_702);
}

fn random_rules(random: &mut Random) -> Rules {
    let steps = match random.below(4) {
        0 => StepCosts::UNIFORM,
        1 => StepCosts::new(10.0, 14.0).unwrap(),
        2 => StepCosts::new(1.0 + random.below(4) as f64, 1.0 + random.below(9) as f64).unwrap(),
        _ => StepCosts::EXACT,
    };
    Rules::default()
        .moves(if random.below(4) == 0 { Moves::Four } else { Moves::Eight })
        .corners(Corners::ALL[random.below(3) as usize])
        .steps(steps)
        .uphill(Cost::try_from(random.below(3) as f64 * 0.75).unwrap())
        .charge(Charge::Enter)
}

fn some_grid(random: &mut Random, side: u64) -> Grid {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let density = random.below(45);
    let mut grid = random_grid(random, width, height, density);
    grid.set_rules(random_rules(random));
    let (finest, hills) = ([1, 20, 2000][random.below(3) as usize], random.below(3) == 0);
    for cell in grid.cells() {
        grid.set_multiplier(cell, (1 + random.below(finest)) as f64 / 8.0).unwrap();
        if hills {
            grid.set_elevation(cell, random.below(7) as i32 - 3).unwrap();
        }
    }
    grid
}

#[test]
fn random_grids() {
    let (mut random, mut work, mut count) = (Random(72), Workspace::new(), 0);
    for _ in 0..150 * effort() {
        let grid = some_grid(&mut random, 16);
        let Some(from) = free_cell(&mut random, &grid) else { continue };
        let truth = grid_costs(&grid, from);
        for _ in 0..4 {
            let to = free_cell(&mut random, &grid).unwrap();
            let best = truth[(to.y * grid.width() + to.x) as usize];
            count += ask(&grid, from, to, best, &mut work);
            // Watched or not, by whichever estimate: the same.
            let mut seen = wayline::Recorder::default();
            let heuristic = [Heuristic::Octile, Heuristic::Euclidean][random.below(2) as usize];
            let query = Query::new(from, to).open(Open::Heap).heuristic(heuristic);
            let watched = search_watched(&grid, &query, &mut work, &mut seen).unwrap();
            if watched.is_optimal() {
                assert_eq!(Some(watched.cost), best);
            }
            let (cost, path, stats) = (watched.cost, watched.path.to_vec(), watched.stats);
            let again = search(&grid, &query, &mut work).unwrap();
            assert_eq!((again.cost, &again.path[..], again.stats), (cost, &path[..], stats));
        }
    }
    compared("charged for the cell entered, random", count, 9_970);
}

#[test]
fn fields_both_ways_filled_and_repaired() {
    let (mut random, mut count) = (Random(73), 0);
    for _ in 0..150 * effort() {
        let mut grid = some_grid(&mut random, 12);
        let Some(seed) = free_cell(&mut random, &grid) else { continue };
        let mut away = grid.field(&FieldQuery::away_from(seed)).unwrap();
        let mut towards = grid.field(&FieldQuery::towards(seed)).unwrap();
        for _ in 0..3 {
            let truth = grid_costs(&grid, seed);
            for (cell, best) in grid.cells().zip(truth) {
                assert_eq!(away.cost(cell), best, "away from {seed} to {cell} {grid:?}");
                let back = match grid.is_free(cell) {
                    true => grid_costs(&grid, cell)[(seed.y * grid.width() + seed.x) as usize],
                    false => None,
                };
                assert_eq!(towards.cost(cell), back, "towards {seed} from {cell} {grid:?}");
                if let Some(path) = towards.path(cell) {
                    assert_eq!(check::grid_path(&grid, &path, cell, seed).ok(), back);
                    let path = away.path(cell).unwrap();
                    assert_eq!(check::grid_path(&grid, &path, seed, cell).ok(), best);
                }
                count += 2;
            }
            for _ in 0..2 {
                let cell = Cell::new(
                    random.below(grid.width() as u64) as u32,
                    random.below(grid.height() as u64) as u32,
                );
                grid.set_multiplier(cell, (1 + random.below(40)) as f64 / 8.0).unwrap();
                grid.set_free(cell, cell == seed || random.below(2) == 0).unwrap();
            }
            away.repair(&grid).unwrap();
            towards.repair(&grid).unwrap();
        }
    }
    compared("fields of terrain charged for the cell entered", count, 38_952);
}

#[test]
fn neighbours_cost_what_the_rules_say() {
    let mut random = Random(74);
    let mut count = 0;
    for _ in 0..100 {
        let grid = some_grid(&mut random, 6);
        for cell in grid.cells() {
            for (next, cost) in grid.neighbours(cell) {
                assert_eq!(Some(cost.raw()), crate::oracle::step(&grid, cell, next));
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn names_and_what_does_not_know_it() {
    for charge in Charge::ALL {
        assert_eq!(charge.to_string().parse(), Ok(charge));
    }
    let unknown = "leave".parse::<Charge>().unwrap_err();
    assert_eq!(unknown.to_string(), "unknown charge 'leave': expected one of mean, enter");
    let enter = Rules::default().charge(Charge::Enter);
    // Without terrain both are the same, and everything knows it.
    let plain = Grid::new(9, 9).unwrap().with_rules(enter);
    assert!(GridLandmarks::choose(&plain, 2).is_ok());
    assert_eq!(plain.path((0, 0), (8, 0)).unwrap().algorithm, Algorithm::Jps);
    let swamp = Grid::from_rows(["..3..", "....."]).unwrap();
    let landmarks = GridLandmarks::choose(&swamp, 2).unwrap();
    let swamp = swamp.with_rules(enter);
    let query = Query::new((0, 0), (4, 0)).heuristic(Heuristic::GridLandmarks(&landmarks));
    let mut work = Workspace::new();
    let refused = search(&swamp, &query, &mut work);
    assert!(matches!(refused, Err(QueryError::StaleLandmarks(_))));
    let landmarks = GridLandmarks::choose(&swamp, 2).unwrap();
    let query = Query::new((2, 0), (4, 0)).heuristic(Heuristic::GridLandmarks(&landmarks));
    assert_eq!(search(&swamp, &query, &mut work).unwrap().cost, Cost::from(2));
}
