//! A grid that changes while it is asked: every answer against the oracle, whoever gave it.

use crate::oracle::{Random, effort, free_cell, grid_costs, random_grid};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wayline::{
    Algorithm, Cell, Corners, Cost, Grid, Limit, Limits, LiveGrid, Moves, Outcome, Query, Rules,
    Workspace, check, search,
};

#[test]
fn edits_and_queries() {
    let mut random = Random(71);
    let mut work = Workspace::new();
    let (mut prepared, mut searched) = (0, 0);
    for round in 0..40 * effort() {
        let (width, height) = (2 + random.below(40) as u32, 2 + random.below(40) as u32);
        let density = random.below(50);
        // Every other time by other rules, by which indices do not live through edits.
        let other = [Corners::One, Corners::Always].map(|rule| Rules::default().corners(rule));
        let other = [other[0], other[1], Rules::default().moves(Moves::Four)];
        let rules = other.get(random.below(6) as usize).copied().unwrap_or_default();
        let grid = random_grid(&mut random, width, height, density).with_rules(rules);
        let mut map = LiveGrid::new(grid);
        match round % 5 {
            3 => map = map.pin(Algorithm::Jps),
            4 => map = map.pin(Algorithm::Prepared),
            _ => {}
        }
        for _ in 0..25 {
            if random.below(3) > 0 {
                let cell = (random.below(width as u64) as u32, random.below(height as u64) as u32);
                let free = !map.grid().is_free(cell);
                map.set_free(cell, free).unwrap();
            }
            if random.below(3) == 0 {
                map.prepare();
            }
            let Some(from) = free_cell(&mut random, map.grid()) else { continue };
            let truth = grid_costs(map.grid(), from);
            for _ in 0..3 {
                let Some(to) = free_cell(&mut random, map.grid()) else { continue };
                let best = truth[(to.y * width + to.x) as usize];
                let best = best.unwrap_or(Cost::INFINITE);
                assert_eq!(map.cost_with(from, to, &mut work).unwrap(), best);
                let path = search(&map, &Query::new(from, to), &mut work).unwrap();
                assert_eq!(path.cost, best);
                if !path.is_found() {
                    continue;
                }
                let judged = check::grid_path(map.grid(), &path.path, from, to);
                assert_eq!(judged, Ok(path.cost));
                match path.algorithm {
                    Algorithm::Prepared => prepared += 1,
                    Algorithm::Jps => searched += 1,
                    other => panic!("by {other}"),
                }
                assert!(round % 5 != 3 || path.algorithm == Algorithm::Jps);
                assert!(round % 5 != 4 || path.algorithm == Algorithm::Prepared);
            }
        }
    }
    assert!(prepared > 0 && searched > 0);
}

/// Edits while an index is prepared, which is not begun again: whoever answers, the answer is exact.
#[test]
fn edits_outstanding_against_an_index() {
    let mut random = Random(73);
    let mut work = Workspace::new();
    let (mut by_index, mut asked, mut most) = (0, 0, 0);
    for _ in 0..8 * effort() {
        let (width, height) = (60 + random.below(60) as u32, 60 + random.below(60) as u32);
        let density = 5 + random.below(30);
        let mut map = LiveGrid::new(random_grid(&mut random, width, height, density));
        map.prepare();
        for step in 0..60 {
            let cell = (random.below(width as u64) as u32, random.below(height as u64) as u32);
            let free = !map.grid().is_free(cell);
            map.set_free(cell, free).unwrap();
            most = most.max(map.outstanding());
            let (Some(from), Some(to)) =
                (free_cell(&mut random, map.grid()), free_cell(&mut random, map.grid()))
            else {
                continue;
            };
            let best = grid_costs(map.grid(), from)[(to.y * width + to.x) as usize];
            let answer = search(&map, &Query::new(from, to), &mut work).unwrap();
            assert_eq!(answer.cost, best.unwrap_or(Cost::INFINITE), "step {step}: {from} to {to}");
            if answer.is_found() {
                let judged = check::grid_path(map.grid(), &answer.path, from, to);
                assert_eq!(judged, Ok(answer.cost));
                // Where ends are close, a search takes no longer.
                if from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) >= 32 {
                    asked += 1;
                    by_index += u32::from(answer.algorithm == Algorithm::Prepared);
                }
            }
        }
        map.prepare();
        assert_eq!(map.outstanding(), 0);
    }
    assert!(most > 0 && by_index * 10 > asked, "{by_index} of {asked} by the index, {most} edits");
}

/// What an index cannot do is searched for, before and after edits; limits do not keep it from answering.
#[test]
fn limits_avoided_cells_and_the_closest_one() {
    let rows = ["......", ".####.", "......", "..#...", "######", "......"];
    let mut map = LiveGrid::new(Grid::from_rows(rows).unwrap()).background(false);
    map.prepare();
    let mut work = Workspace::new();
    for edited in [false, true] {
        if edited {
            map.set_free((5, 0), false).unwrap();
        }
        let query = || Query::new((0, 0), (5, 2));
        let mut ask = |query: Query<'_, Cell>| {
            let found = search(&map, &query, &mut work).unwrap();
            let plain = search(map.grid(), &query, &mut Workspace::new()).unwrap().into_owned();
            (found.into_owned(), plain)
        };
        let limits = Limits::default().expansions(1).time(Duration::from_secs(9));
        let (found, _) = ask(query().limits(limits));
        assert_eq!((found.algorithm, found.outcome), (Algorithm::Prepared, Outcome::Found));
        let (found, plain) = ask(query().limits(Limits::default().cost(Cost::from(3))));
        assert_eq!(found.outcome, Outcome::Stopped(Limit::Cost));
        assert_eq!(found.outcome, plain.outcome);
        let cancelled = AtomicBool::new(true);
        let (found, _) = ask(query().limits(Limits::default().cancel(&cancelled)));
        assert_eq!(found.outcome, Outcome::Stopped(Limit::Cancelled));
        let (found, plain) = ask(query().avoid(vec![Cell::new(4, 2)]));
        assert!(found.is_found() && !found.path.contains(&Cell::new(4, 2)));
        assert_eq!(found.cost, plain.cost);
        let (found, plain) = ask(Query::new((0, 0), (5, 5)).closest());
        assert_eq!((found.outcome, found.cost), (plain.outcome, plain.cost));
        assert!(!found.path.is_empty() && found.path == plain.path);
        let (found, plain) = ask(Query::to_nearest((0, 0), &[Cell::new(5, 2), Cell::new(0, 3)]));
        assert_eq!(found.cost, plain.cost);
        let blocked = Query::new((0, 0), (1, 1));
        let error = search(&map, &blocked, &mut work).unwrap_err();
        assert_eq!(error, search(map.grid(), &blocked, &mut Workspace::new()).unwrap_err());
    }
}

#[test]
fn asked_by_many_threads() {
    let mut random = Random(72);
    let grid = random_grid(&mut random, 120, 90, 20);
    let from = free_cell(&mut random, &grid).unwrap();
    let truth = grid_costs(&grid, from);
    let map = LiveGrid::new(grid.clone());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut work = Workspace::new();
                for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
                    let best = truth[(cell.y * 120 + cell.x) as usize];
                    let best = best.unwrap_or(Cost::INFINITE);
                    assert_eq!(map.cost_with(from, cell, &mut work).unwrap(), best);
                }
            });
        }
    });
}
