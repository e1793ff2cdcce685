//! Jump point search over terrain: every small map of a few grounds, and random maps with patches, under
//! all rules, with landmarks and without, against the oracle and the judge.

use crate::oracle::{Random, compared, effort, free_cell, grid_costs};
use wayline::{
    Algorithm, Cell, Charge, Corners, Cost, Grid, GridLandmarks, Heuristic, Limit, Limits, Moves,
    Outcome, Query, Rules, Search, StepCosts, Workspace, check, search,
};

const RULES: [(Moves, Corners); 4] = [
    (Moves::Four, Corners::Never),
    (Moves::Eight, Corners::Never),
    (Moves::Eight, Corners::One),
    (Moves::Eight, Corners::Always),
];

/// Asks from one cell to all others, and returns how many answers were compared.
fn ask_all(
    grid: &Grid,
    from: Cell,
    landmarks: Option<&GridLandmarks>,
    goals: impl Iterator<Item = Cell>,
    work: &mut Workspace,
) -> u64 {
    let truth = grid_costs(grid, from);
    let mut count = 0;
    for to in goals.filter(|&to| grid.is_free(to)) {
        let best = truth[(to.y * grid.width() + to.x) as usize];
        let mut query = Query::new(from, to).algorithm(Algorithm::Jps);
        if let Some(landmarks) = landmarks {
            query = query.heuristic(Heuristic::GridLandmarks(landmarks));
        }
        let answer = search(grid, &query, work).unwrap();
        let name = || format!("{from} {to} {:?} {grid:?}", grid.rules());
        match best {
            None => assert_eq!(answer.outcome, Outcome::Unreachable, "{}", name()),
            Some(best) => {
                assert!(answer.is_optimal(), "{}", name());
                assert_eq!(answer.cost, best, "{}", name());
                let judged = check::grid_path(grid, &answer.path, from, to);
                assert_eq!(judged, Ok(best), "{}", name());
            }
        }
        count += 1;
    }
    count
}

/// What an odd cell may be.
#[derive(Clone, Copy, Debug)]
enum Odd {
    Blocked,
    Slow,
    Quick,
}

fn put(grid: &mut Grid, cell: Cell, odd: Odd) {
    match odd {
        Odd::Blocked => drop(grid.set_free(cell, false).unwrap()),
        Odd::Slow => grid.set_multiplier(cell, 3.0).unwrap(),
        Odd::Quick => grid.set_multiplier(cell, 0.5).unwrap(),
    }
}

/// Maps of 7x5 with every rectangle of another ground and every odd cell beside, and with every two odd
/// cells. The short form asks from one start on one of thirty-two.
#[test]
fn every_patch_and_odd_cell() {
    let (width, height) = (7, 5);
    let cells: Vec<Cell> = Grid::new(width, height).unwrap().cells().collect();
    let kinds = [Odd::Blocked, Odd::Slow, Odd::Quick];
    let mut work = Workspace::new();
    let (mut map, mut count) = (0u64, 0);
    let mut ask = |patch: (Cell, Cell, Odd), odd: (Cell, Odd)| {
        map += 1;
        if effort() < 1000 && map % 32 != 0 {
            return;
        }
        let mut grid = Grid::new(width, height).unwrap();
        let ((left, right), (top, bottom)) = ((patch.0.x, patch.1.x), (patch.0.y, patch.1.y));
        for cell in &cells {
            if (left..=right).contains(&cell.x) && (top..=bottom).contains(&cell.y) {
                put(&mut grid, *cell, patch.2);
            }
        }
        put(&mut grid, odd.0, odd.1);
        let (moves, corners) = RULES[(map / 32 % 4) as usize];
        let charge = [Charge::Mean, Charge::Enter][(map / 128 % 2) as usize];
        grid.set_rules(Rules::default().moves(moves).corners(corners).charge(charge));
        if !grid.is_weighted() {
            return;
        }
        let starts = cells.iter().copied().filter(|&cell| grid.is_free(cell));
        let starts: Vec<Cell> = starts.collect();
        let one = starts.get(map as usize / 256 % starts.len().max(1)).copied();
        for from in if effort() >= 1000 { starts } else { one.into_iter().collect() } {
            count += ask_all(&grid, from, None, cells.iter().copied(), &mut work);
        }
    };
    for (i, &a) in cells.iter().enumerate() {
        for &b in &cells[i..] {
            for patch in kinds.into_iter().filter(|_| a.x <= b.x && a.y <= b.y) {
                for &odd in &cells {
                    for kind in kinds {
                        ask((a, b, patch), (odd, kind));
                    }
                }
            }
        }
    }
    compared("patches and odd cells", count, 121_338);
}

/// Large patches of few grounds, walls and steps in elevation.
fn patched(random: &mut Random, side: u64) -> Grid {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let mut grid = Grid::new(width, height).unwrap();
    let steps = match random.below(4) {
        0 => StepCosts::UNIFORM,
        1 => StepCosts::new(1.0, 2.0).unwrap(),
        2 => StepCosts::new(10.0, 14.0).unwrap(),
        _ => StepCosts::EXACT,
    };
    let (moves, corners) = RULES[random.below(4) as usize];
    let rules = Rules::default()
        .moves(moves)
        .corners(corners)
        .steps(steps)
        .charge([Charge::Enter, Charge::Mean, Charge::Mean][random.below(3) as usize])
        .uphill(Cost::from(random.below(2) as u32));
    grid.set_rules(rules);
    let kinds = 1 + random.below(4);
    for _ in 0..random.below(12) {
        let (x, y) = (random.below(width.into()) as u32, random.below(height.into()) as u32);
        let (w, h) = (1 + random.below(side / 2) as u32, 1 + random.below(side / 2) as u32);
        let (kind, value) = (random.below(5), random.below(kinds));
        for x in x..(x + w).min(width) {
            for y in y..(y + h).min(height) {
                match kind {
                    0 => drop(grid.set_free((x, y), value > 2).unwrap()),
                    1 => grid.set_elevation((x, y), value as i32).unwrap(),
                    _ => grid.set_multiplier((x, y), 0.5 + value as f64 / 1.75).unwrap(),
                }
            }
        }
    }
    for _ in 0..random.below(u64::from(width * height) / 8 + 1) {
        let cell = (random.below(width.into()) as u32, random.below(height.into()) as u32);
        match random.below(3) {
            0 => drop(grid.set_free(cell, false).unwrap()),
            1 => grid.set_multiplier(cell, 2.0).unwrap(),
            _ => drop(grid.set_free(cell, true).unwrap()),
        }
    }
    grid
}

#[test]
fn patches() {
    let (mut random, mut work, mut count) = (Random(31), Workspace::new(), 0);
    for turn in 0..600 * effort() {
        let grid = patched(&mut random, [8, 16, 40][turn as usize % 3]);
        let landmarks = GridLandmarks::choose(&grid, 5).ok().filter(|_| random.below(2) == 0);
        for _ in 0..3 {
            let Some(from) = free_cell(&mut random, &grid) else { break };
            let goals: Vec<Cell> = (0..20).filter_map(|_| free_cell(&mut random, &grid)).collect();
            if grid.is_weighted() {
                let goals = goals.into_iter();
                count += ask_all(&grid, from, landmarks.as_ref(), goals, &mut work);
            }
        }
    }
    compared("patches", count, 32_760);
}

/// Watched, in slices and with a used workspace it is the same search; limits are kept.
#[test]
fn slices_watchers_and_limits() {
    let (mut random, mut work) = (Random(77), Workspace::new());
    let mut stopped = 0;
    for _ in 0..200 * effort() {
        let grid = patched(&mut random, 30);
        let (Some(from), Some(to)) = (free_cell(&mut random, &grid), free_cell(&mut random, &grid))
        else {
            continue;
        };
        if !grid.is_weighted() {
            continue;
        }
        let query = Query::new(from, to).algorithm(Algorithm::Jps);
        let whole = search(&grid, &query, &mut work).unwrap().into_owned();
        let mut events = wayline::Recorder::default();
        let mut other = Workspace::new();
        let watched = wayline::search_watched(&grid, &query, &mut other, &mut events).unwrap();
        assert_eq!((watched.cost, watched.stats), (whole.cost, whole.stats));
        assert_eq!(watched.path, whole.path);
        let mut slow = Search::new(query.clone());
        loop {
            if let Some(answer) = slow.step(&grid, 1 + random.below(5)).unwrap() {
                assert_eq!((answer.cost, answer.stats), (whole.cost, whole.stats));
                assert_eq!(answer.path, whole.path);
                break;
            }
        }
        if whole.is_found() && whole.cost > Cost::ZERO {
            let just = Limits::default().cost(Some(whole.cost));
            assert!(search(&grid, &query.clone().limits(just), &mut work).unwrap().is_optimal());
            let less = Limits::default().cost(Some(Cost::from_raw(whole.cost.raw() - 1)));
            let none = search(&grid, &query.clone().limits(less), &mut work).unwrap();
            assert_eq!(none.outcome, Outcome::Stopped(Limit::Cost));
            let few = Limits::default().expansions(Some(whole.stats.expanded / 2));
            let none = search(&grid, &query.clone().limits(few), &mut work).unwrap();
            assert_eq!(none.outcome, Outcome::Stopped(Limit::Expansions));
            assert_eq!(none.stats.expanded, whole.stats.expanded / 2);
            stopped += 1;
        }
    }
    assert!(stopped > 50, "{stopped}");
}

/// What it is for is what is chosen: leaps where there are landmarks and much of the ground is even, A* elsewhere.
#[test]
fn chosen_where_it_pays() {
    let mut work = Workspace::new();
    let mut grid = Grid::new(40, 40).unwrap();
    for cell in grid.cells().filter(|cell| cell.x > 20) {
        grid.set_multiplier(cell, 2.0).unwrap();
    }
    let plain = Query::new((1, 1), (38, 30));
    assert_eq!(search(&grid, &plain, &mut work).unwrap().algorithm, Algorithm::AStar);
    let landmarks = GridLandmarks::choose(&grid, 8).unwrap();
    let query = plain.clone().heuristic(Heuristic::GridLandmarks(&landmarks));
    let leaps = search(&grid, &query, &mut work).unwrap().into_owned();
    assert_eq!(leaps.algorithm, Algorithm::Jps);
    let steps = search(&grid, &query.clone().algorithm(Algorithm::AStar), &mut work).unwrap();
    assert_eq!(leaps.cost, steps.cost);
    assert!(leaps.stats.expanded * 4 < steps.stats.expanded, "{:?} {:?}", leaps.stats, steps.stats);
    // What it cannot do is done by A*, not refused.
    let closest = search(&grid, &query.clone().avoid(&[Cell::new(5, 5)]), &mut work).unwrap();
    assert_eq!(closest.algorithm, Algorithm::AStar);
    for cell in grid.cells() {
        grid.set_multiplier(cell, 1.0 + f64::from((cell.x * 7 + cell.y * 3) % 5)).unwrap();
    }
    let landmarks = GridLandmarks::choose(&grid, 8).unwrap();
    let query = plain.heuristic(Heuristic::GridLandmarks(&landmarks));
    assert_eq!(search(&grid, &query, &mut work).unwrap().algorithm, Algorithm::AStar);
    assert!(search(&grid, &query.algorithm(Algorithm::Jps), &mut work).unwrap().is_optimal());
}
