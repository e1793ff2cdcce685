//! The cases of the visualiser article's own test suite: small, large, maze and dense maps; a start
//! walled in, a goal walled in, the middle blocked; and every free cell visited when there is no
//! path.

use crate::oracle::{Random, grid_costs};
use std::collections::HashSet;
use wayline::{
    Algorithm, Cell, Cost, EventKind, Grid, Open, Outcome, Query, Recorder, Workspace, algorithms,
    check, search, search_watched,
};

/// Every algorithm that keeps a record of where it has been, with every open list.
fn searches() -> Vec<(Algorithm, Option<Open>)> {
    let mut all = Vec::new();
    for info in algorithms()
        .iter()
        .filter(|info| !matches!(info.name, "ida" | "naive" | "theta") && !info.grids_only)
    {
        match info.takes_open {
            true => all.extend(Open::ALL.map(|open| (info.algorithm, Some(open)))),
            false => all.push((info.algorithm, None)),
        }
    }
    all
}

fn expect(grid: &Grid, from: (u32, u32), to: (u32, u32)) {
    let (from, to) = (Cell::from(from), Cell::from(to));
    let best = grid_costs(grid, from)[(to.y * grid.width() + to.x) as usize];
    let free_here = grid_costs(grid, from).iter().flatten().count();
    let mut work = Workspace::new();
    for (algorithm, open) in searches() {
        let mut query = Query::new(from, to).algorithm(algorithm).without_shortcut();
        if let Some(open) = open {
            query = query.open(open);
        }
        let mut seen = Recorder::default();
        let answer = search_watched(grid, &query, &mut work, &mut seen).unwrap();
        let Some(best) = best else {
            assert_eq!(answer.outcome, Outcome::Unreachable, "{algorithm} {open:?}");
            let expanded = seen.events().iter().filter(|event| event.kind == EventKind::Expand);
            let cells: HashSet<u32> = expanded.map(|event| event.node).collect();
            // From both ends it is enough that one of them is exhausted.
            if algorithm != Algorithm::Bidirectional {
                assert_eq!(cells.len(), free_here, "every cell is visited: {algorithm} {open:?}");
            }
            continue;
        };
        assert!(answer.is_found());
        assert_eq!(check::grid_path(grid, &answer.path, from, to), Ok(answer.cost));
        if algorithm.info().optimal {
            assert_eq!(answer.cost, best, "{algorithm} {open:?}");
        }
    }
}

#[test]
fn two_by_two() {
    let grid = Grid::new(2, 2).unwrap();
    expect(&grid, (0, 0), (1, 1));
    expect(&grid, (1, 0), (0, 0));
    let answer = Grid::from_rows([".#", "#."]).unwrap();
    expect(&answer, (0, 0), (1, 1));
}

#[test]
fn twenty_by_twenty() {
    expect(&Grid::new(20, 20).unwrap(), (0, 0), (19, 19));
    expect(&Grid::new(20, 20).unwrap(), (3, 17), (18, 2));
}

#[test]
fn start_walled_in() {
    let mut grid = Grid::new(20, 20).unwrap();
    for (x, y) in [(0, 1), (1, 1), (1, 0)] {
        grid.set_free((x, y), false).unwrap();
    }
    expect(&grid, (0, 0), (19, 19));
}

#[test]
fn goal_walled_in() {
    let mut grid = Grid::new(20, 20).unwrap();
    for (x, y) in [(18, 18), (19, 18), (18, 19)] {
        grid.set_free((x, y), false).unwrap();
    }
    expect(&grid, (0, 0), (19, 19));
}

#[test]
fn middle_blocked() {
    let grid = Grid::from_fn(20, 20, |cell| cell.y != 10).unwrap();
    expect(&grid, (0, 0), (19, 19));
}

#[test]
fn a_maze() {
    let grid = Grid::from_rows([
        ".#.......#..........",
        ".#.#####.#.########.",
        ".#.#...#.#.#......#.",
        ".#.#.#.#.#.#.####.#.",
        ".#.#.#.#.#.#.#..#.#.",
        ".#.#.#.#.#.#.##.#.#.",
        ".#.#.#.#.#.#....#.#.",
        ".#.#.#.#.#.######.#.",
        "...#.#.#...#......#.",
        "####.#.#####.######.",
        ".....#.......#......",
    ])
    .unwrap();
    expect(&grid, (0, 0), (15, 4));
    expect(&grid, (19, 10), (0, 10));
}

#[test]
fn a_dense_map() {
    let mut random = Random(51);
    let grid = Grid::from_fn(30, 30, |_| random.below(100) >= 40).unwrap();
    let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
    for pair in free.chunks(2).take(40).filter(|pair| pair.len() == 2) {
        expect(&grid, (pair[0].x, pair[0].y), (pair[1].x, pair[1].y));
    }
}

#[test]
fn the_shortcut_answers_without_a_search() {
    let grid = Grid::from_fn(20, 20, |cell| cell.y != 10).unwrap();
    let mut work = Workspace::new();
    let answer = search(&grid, &Query::new((0, 0), (19, 19)), &mut work).unwrap();
    assert_eq!(answer.outcome, Outcome::Unreachable);
    assert_eq!((answer.stats.expanded, answer.cost), (0, Cost::INFINITE));
}
