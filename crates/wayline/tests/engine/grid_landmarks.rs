//! Landmarks on grids: the same costs as the oracle's under all rules, with terrain and elevation;
//! the quick loop beside the general one; edits refused.

use crate::oracle::{Random, effort, free_cell, grid_costs, random_grid};
use wayline::{
    Algorithm, Cell, Charge, Corners, Cost, Grid, GridLandmarks, Guarantee, Heuristic, IndexError,
    Moves, Open, Outcome, Query, QueryError, Rules, Search, StepCosts, Workspace, check, search,
    search_watched,
};

fn random_rules(random: &mut Random) -> Rules {
    let steps = match random.below(6) {
        0 => StepCosts::UNIFORM,
        1 => StepCosts::new(10.0, 14.0).unwrap(),
        2 => StepCosts::new(1.0 + random.below(4) as f64, 1.0 + random.below(9) as f64).unwrap(),
        3 => StepCosts::new(1.0 + random.below(1000) as f64 / 999.0, 2.0).unwrap(),
        _ => StepCosts::EXACT,
    };
    let rules = Rules::default()
        .moves(if random.below(4) == 0 { Moves::Four } else { Moves::Eight })
        .corners([Corners::Never, Corners::One, Corners::Always][random.below(3) as usize])
        .steps(steps);
    let climb = random.below(4);
    rules
        .charge(Charge::ALL[climb as usize % 2])
        .uphill(Cost::try_from(climb as f64 * 0.75).unwrap())
}

/// Patches of terrain and of elevation, so that even ground and uneven are both there.
fn shape(random: &mut Random, grid: &mut Grid) {
    let patch = 1 + random.below(9) as u32;
    let (kinds, finest) = (1 + random.below(6), [1.0, 16.0, 256.0][random.below(3) as usize]);
    let heights = if random.below(2) == 0 { 1 } else { 1 + random.below(5) };
    let salt = random.next();
    for cell in grid.cells() {
        let mut dice = Random(salt ^ u64::from(cell.x / patch) << 20 ^ u64::from(cell.y / patch));
        let multiplier = 1.0 + dice.below(kinds) as f64 * 40.0 / finest;
        grid.set_multiplier(cell, multiplier.min(255.0)).unwrap();
        grid.set_elevation(cell, dice.below(heights) as i32 - 2).unwrap();
    }
}

fn one_grid(random: &mut Random, side: u64, goals: u64) -> u64 {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let density = random.below(50);
    let mut grid = random_grid(random, width, height, density);
    grid.set_rules(random_rules(random));
    if random.below(8) > 0 {
        shape(random, &mut grid);
    }
    let landmarks = GridLandmarks::choose(&grid, random.below(20) as usize).unwrap();
    let Some(from) = free_cell(random, &grid) else { return 0 };
    let truth = grid_costs(&grid, from);
    let mut work = Workspace::new();
    let mut answered = 0;
    for _ in 0..goals {
        let Some(to) = free_cell(random, &grid) else { return answered };
        let best = truth[(to.y * width + to.x) as usize];
        let several = [Heuristic::GridLandmarks(&landmarks), Heuristic::Chebyshev];
        let heuristic = match random.below(4) {
            0 => Heuristic::Max(&several),
            _ => Heuristic::GridLandmarks(&landmarks),
        };
        let mut query = Query::new(from, to).heuristic(heuristic);
        if random.below(4) == 0 {
            query = query.without_shortcut();
        }
        let name = || format!("{from} {to} {grid:?} {:?}", landmarks.cells());
        for algorithm in [Algorithm::Auto, Algorithm::Bidirectional, Algorithm::AStar] {
            query = query.algorithm(algorithm);
            let answer = search(&grid, &query, &mut work).unwrap();
            let Some(best) = best else {
                assert_eq!(answer.outcome, Outcome::Unreachable, "{algorithm} {}", name());
                continue;
            };
            let judged = check::grid_path(&grid, &answer.path, from, to);
            assert_eq!(judged, Ok(answer.cost), "{algorithm} {}", name());
            // Chebyshev is not admissible under all rules, and then nothing is claimed.
            let claims = answer.guarantee == Guarantee::Optimal;
            assert!(answer.cost >= best && (answer.cost == best || !claims), "{}", name());
            assert!(claims || matches!(heuristic, Heuristic::Max(_)), "{algorithm} {}", name());
            // With a consistent estimate nothing is looked at twice.
            assert!(!claims || answer.stats.reopened == 0, "{algorithm} {}", name());
            answered += 1;
        }
        // A* by the quick loop, by the general one, and with another open list.
        let quick = search(&grid, &query, &mut work).unwrap();
        let (path, stats, outcome) = (quick.path.to_vec(), quick.stats, quick.outcome);
        let watched = search_watched(&grid, &query, &mut work, &mut |_: &_| ()).unwrap();
        assert_eq!((&*watched.path, watched.stats, watched.outcome), (&path[..], stats, outcome));
        let heap = search(&grid, &query.clone().open(Open::Heap), &mut work).unwrap();
        assert_eq!((&*heap.path, heap.stats, heap.outcome), (&path[..], stats, outcome));
    }
    answered
}

#[test]
fn costs_are_the_oracles() {
    let mut random = Random(71);
    let small: u64 = (0..600 * effort()).map(|_| one_grid(&mut random, 9, 10)).sum();
    let middling: u64 = (0..25 * effort()).map(|_| one_grid(&mut random, 60, 10)).sum();
    crate::oracle::compared("landmarks on small grids", small, 15_144);
    crate::oracle::compared("landmarks on middling grids", middling, 630);
}

#[test]
fn several_ends_and_slices() {
    let mut random = Random(72);
    let mut work = Workspace::new();
    for _ in 0..60 * effort().min(100) {
        let mut grid = random_grid(&mut random, 30, 30, 20);
        grid.set_rules(random_rules(&mut random));
        shape(&mut random, &mut grid);
        let landmarks = GridLandmarks::choose(&grid, 8).unwrap();
        let mut cells = || (0..3).map_while(|_| free_cell(&mut random, &grid)).collect::<Vec<_>>();
        let (starts, goals) = (cells(), cells());
        let best = |goals: &[Cell]| {
            let costs = starts.iter().flat_map(|&start| {
                let costs = grid_costs(&grid, start);
                goals.iter().map(move |goal| costs[(goal.y * 30 + goal.x) as usize])
            });
            costs.flatten().min()
        };
        for goals in [&goals[..], &goals[..1]] {
            let query = Query::between(&starts, goals);
            let query = query.heuristic(Heuristic::GridLandmarks(&landmarks));
            let answer = search(&grid, &query, &mut work).unwrap();
            assert_eq!(answer.is_found().then_some(answer.cost), best(goals));
            let (path, stats) = (answer.path.to_vec(), answer.stats);
            let mut slices = Search::new(query);
            let answer = loop {
                if let Some(answer) = slices.step(&grid, 7).unwrap() {
                    break answer.into_owned();
                }
            };
            assert_eq!((&answer.path[..], answer.stats), (&path[..], stats));
        }
    }
}

#[test]
fn edits_and_other_maps_are_refused() {
    let mut grid = Grid::new(20, 20).unwrap();
    grid.set_multiplier((3, 3), 4.0).unwrap();
    let landmarks = GridLandmarks::choose(&grid, 4).unwrap();
    let query = Query::new((0, 0), (19, 19)).heuristic(Heuristic::GridLandmarks(&landmarks));
    let mut work = Workspace::new();
    let mut fits = |grid: &Grid| match search(grid, &query, &mut work) {
        Ok(answer) => answer.is_optimal(),
        Err(QueryError::StaleLandmarks(_)) => false,
        Err(error) => panic!("{error}"),
    };
    assert!(fits(&grid) && fits(&grid.clone()));
    let edits: [&dyn Fn(&mut Grid); 5] = [
        &|grid| assert!(grid.set_free((9, 9), false).unwrap()),
        &|grid| grid.set_multiplier((3, 3), 0.5).unwrap(),
        &|grid| grid.set_multiplier((9, 9), 9.0).unwrap(),
        &|grid| grid.set_elevation((9, 9), 1).unwrap(),
        &|grid| grid.set_rules(grid.rules().steps(StepCosts::UNIFORM)),
    ];
    for (i, edit) in edits.iter().enumerate() {
        let mut edited = grid.clone();
        edit(&mut edited);
        assert!(!fits(&edited), "edit {i}");
        assert!(!landmarks.fit(&edited) && landmarks.fit(&grid));
    }
    assert!(!fits(&Grid::new(21, 20).unwrap()) && !fits(&Grid::new(20, 21).unwrap()));
    let several = [Heuristic::Octile, Heuristic::GridLandmarks(&landmarks)];
    let query = Query::new((0, 0), (1, 1)).heuristic(Heuristic::Max(&several));
    let other = Grid::new(20, 20).unwrap();
    assert!(matches!(search(&other, &query, &mut work), Err(QueryError::StaleLandmarks(_))));
}

#[test]
fn odd_maps() {
    let none = Grid::from_fn(5, 5, |_| false).unwrap();
    assert!(GridLandmarks::choose(&none, 8).unwrap().cells().is_empty());
    let one = Grid::new(1, 1).unwrap();
    assert_eq!(GridLandmarks::choose(&one, 8).unwrap().cells(), [Cell::new(0, 0)]);
    assert!(GridLandmarks::choose(&one, GridLandmarks::MAX + 1).is_err());
    // Landmarks go to the parts by their size.
    let parts = Grid::from_rows(["....#..", "....#..", "....#.."]).unwrap();
    let landmarks = GridLandmarks::choose(&parts, 3).unwrap();
    assert_eq!(landmarks.cells().iter().filter(|cell| cell.x < 4).count(), 2);
    // A climb that no cost can hold.
    let rules = Rules::default().uphill(Cost::from(10_000));
    let mut abyss = Grid::new(3, 3).unwrap().with_rules(rules);
    abyss.set_elevation((0, 0), i32::MIN).unwrap();
    abyss.set_elevation((2, 2), i32::MAX).unwrap();
    assert!(matches!(GridLandmarks::choose(&abyss, 2), Err(IndexError::Unsupported(_))));
    // The dearest steps there are, far beyond 16 bits of the cheapest.
    let steps = StepCosts::new(0.0001, 10_000.0).unwrap();
    let mut steep = Grid::new(40, 40).unwrap().with_rules(Rules::default().steps(steps));
    for cell in steep.cells() {
        steep.set_multiplier(cell, if cell.x % 2 == 0 { 255.0 } else { 1.0 / 256.0 }).unwrap();
    }
    let landmarks = GridLandmarks::choose(&steep, 4).unwrap();
    let query = Query::new((0, 0), (39, 30)).heuristic(Heuristic::GridLandmarks(&landmarks));
    let cost = search(&steep, &query, &mut Workspace::new()).unwrap().cost;
    assert_eq!(Some(cost), grid_costs(&steep, Cell::new(0, 0))[30 * 40 + 39]);
}
