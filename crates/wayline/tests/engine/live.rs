//! A grid that changes while it is asked: every answer against the oracle, whoever gave it.

use crate::oracle::{Random, effort, free_cell, grid_costs, random_grid};
use wayline::{Algorithm, Cost, LiveGrid, Query, Workspace, check, search};

#[test]
fn edits_and_queries() {
    let mut random = Random(71);
    let mut work = Workspace::new();
    let (mut prepared, mut searched) = (0, 0);
    for round in 0..40 * effort() {
        let (width, height) = (2 + random.below(40) as u32, 2 + random.below(40) as u32);
        let density = random.below(50);
        let mut map = LiveGrid::new(random_grid(&mut random, width, height, density));
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
