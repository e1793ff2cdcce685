//! A* on weighted grids with one workspace: what earlier queries left behind, on other maps and with other
//! costs, changes nothing.

use crate::oracle::{Random, compared, effort, free_cell, random_grid};
use wayline::{
    Charge, Cost, Event, Grid, GridLandmarks, Heuristic, Query, Rules, StepCosts, Workspace, check,
    search, search_watched,
};

/// From costs of which thousands of queries fit below each other to costs of which not one fits.
fn some_grid(random: &mut Random) -> Grid {
    let (width, height) = (1 + random.below(20) as u32, 1 + random.below(20) as u32);
    let density = random.below(40);
    let mut grid = random_grid(random, width, height, density);
    let steps = [StepCosts::EXACT, StepCosts::new(9_000.0, 10_000.0).unwrap()];
    let rules = Rules::default()
        .steps(steps[random.below(2) as usize])
        .uphill(Cost::from([0, 1, 1_000_000][random.below(3) as usize]))
        .charge([Charge::Enter, Charge::Mean][random.below(2) as usize]);
    grid.set_rules(rules);
    let (highest, relief) = (1 + random.below(255), 1 + random.below(4).pow(9));
    for cell in grid.cells() {
        grid.set_multiplier(cell, (1 + random.below(highest)) as f64).unwrap();
        grid.set_elevation(cell, random.below(relief) as i32).unwrap();
    }
    grid
}

#[test]
fn what_was_left_behind_changes_nothing() {
    let (mut random, mut work, mut count) = (Random(271), Workspace::new(), 0);
    for _ in 0..60 * effort() {
        let grid = some_grid(&mut random);
        let landmarks = GridLandmarks::choose(&grid, 3);
        for turn in 0..30 {
            let Some(from) = free_cell(&mut random, &grid) else { continue };
            let to = free_cell(&mut random, &grid).unwrap();
            let mut query = Query::new(from, to);
            if let (Ok(landmarks), true) = (&landmarks, turn % 3 == 0) {
                query = query.heuristic(Heuristic::GridLandmarks(landmarks));
            }
            // Whoever is watched takes the general loop.
            let mut fresh = Workspace::new();
            let truth = search_watched(&grid, &query, &mut fresh, &mut |_: &Event| {}).unwrap();
            let answer = search(&grid, &query, &mut work).unwrap();
            assert_eq!((&answer.path, answer.outcome), (&truth.path, truth.outcome));
            assert_eq!((answer.cost, answer.stats), (truth.cost, truth.stats));
            if answer.is_optimal() {
                assert_eq!(check::grid_path(&grid, &answer.path, from, to), Ok(answer.cost));
            }
            count += 1;
        }
    }
    compared("weighted grids with one workspace", count, 1_800);
}
