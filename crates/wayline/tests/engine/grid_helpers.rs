//! What a grid tells of its cells: neighbours, clearance, inflated walls, grids from costs. On all
//! small grids and random ones, against definitions written out.

use crate::oracle::{self, Random, random_grid};
use wayline::{Cell, Clearance, Corners, Cost, Grid, GridError, Moves, Rules, StepCosts};

/// All grids of 4x4 cells, a few of every other shape up to 5x5, and random ones.
fn grids() -> impl Iterator<Item = Grid> {
    let free = |bits: u32, width: u32| move |cell: Cell| bits >> (cell.y * width + cell.x) & 1 != 0;
    let small = (0..1u32 << 16).map(move |bits| Grid::from_fn(4, 4, free(bits, 4)).unwrap());
    let mut random = Random(51);
    let other = (0..2000).map(move |_| {
        let (width, height) = (1 + random.below(17) as u32, 1 + random.below(17) as u32);
        let density = [0, 3, 10, 40][random.below(4) as usize];
        random_grid(&mut random, width, height, density)
    });
    small.chain(other)
}

/// Whether every cell of a square is free, and on the map.
fn is_free_square(grid: &Grid, x: i64, y: i64, side: i64) -> bool {
    let free = |x: i64, y: i64| Cell::try_from((x, y)).is_ok_and(|cell| grid.is_free(cell));
    (y..y + side).all(|y| (x..x + side).all(|x| free(x, y)))
}

#[test]
fn clearance_is_the_largest_free_square() {
    for grid in grids() {
        let clearance: Clearance = grid.clearance();
        let largest = grid.width().max(grid.height()) as i64 + 2;
        for cell in grid.cells() {
            let (x, y) = (cell.x as i64, cell.y as i64);
            let around =
                (1..).take_while(|c| is_free_square(&grid, x - c + 1, y - c + 1, 2 * c - 1));
            assert_eq!(clearance.at(cell) as usize, around.count(), "{cell} {grid:?}");
            for size in 1..=largest {
                let fits = is_free_square(&grid, x, y, size);
                assert_eq!(clearance.fits(cell, size as u32), fits, "{cell} {size} {grid:?}");
            }
            assert!(!clearance.fits(cell, 0));
        }
        assert_eq!(clearance.at((grid.width(), 0)), 0);
        assert!(!clearance.fits((u32::MAX, u32::MAX), 3) && !clearance.fits((0, 0), u32::MAX));
    }
}

#[test]
fn walls_are_inflated_by_true_distances() {
    let radii = [0.0, 0.5, 1.0, 1.4, 1.5, 2.0, 5f64.sqrt(), 2.2, 3.0, 3.7, 1e9, f64::INFINITY];
    for (i, grid) in grids().enumerate() {
        // Blocked cells, with a border of what is off the map.
        let (width, height) = (grid.width() as i64, grid.height() as i64);
        let is_blocked = |x: i64, y: i64| !Cell::try_from((x, y)).is_ok_and(|c| grid.is_free(c));
        let walls: Vec<(i64, i64)> = (-1..=height)
            .flat_map(|y| (-1..=width).map(move |x| (x, y)))
            .filter(|&(x, y)| is_blocked(x, y))
            .collect();
        for radius in [radii[i % radii.len()], radii[(i * 7 + i / 12) % radii.len()]] {
            let inflated = grid.inflated(radius).unwrap();
            for cell in grid.cells() {
                // All squares of distances are below 1000; radii are not near their roots, or exact.
                let near = walls.iter().any(|&(x, y)| {
                    let (dx, dy) = (x - cell.x as i64, y - cell.y as i64);
                    ((dx * dx + dy * dy) as f64) <= radius * radius
                });
                assert_eq!(inflated.is_free(cell), !near, "{cell} {radius} {grid:?}");
            }
        }
    }
    let grid = Grid::new(3, 3).unwrap();
    for bad in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        assert!(matches!(grid.inflated(bad), Err(GridError::BadRadius(_))));
    }
}

#[test]
fn inflated_grids_keep_rules_and_ground() {
    let rules = Rules::default().corners(Corners::Always).uphill(Cost::ONE);
    let mut grid = Grid::new(9, 9).unwrap().with_rules(rules);
    grid.set_multiplier((4, 4), 3.0).unwrap();
    grid.set_elevation((4, 5), 7).unwrap();
    let inflated = grid.inflated(2.0).unwrap();
    assert_eq!(inflated.rules(), rules);
    assert_eq!((inflated.multiplier((4, 4)), inflated.elevation((4, 5))), (3.0, 7));
    assert_eq!(inflated.free_cells(), 25);
    assert_eq!(grid.free_cells(), 81);
    assert_eq!(grid.inflated(0.9).unwrap(), grid);
}

#[test]
fn neighbours_are_the_legal_steps() {
    let mut random = Random(52);
    let mut compared = 0;
    for grid in grids().step_by(7) {
        let corners = Corners::ALL[random.below(3) as usize];
        let moves = Moves::ALL[random.below(2) as usize];
        let costs = [StepCosts::EXACT, StepCosts::UNIFORM, StepCosts::new(10.0, 14.0).unwrap()];
        let uphill = Cost::from(random.below(3) as u32);
        let pair = costs[random.below(3) as usize];
        let rules = Rules::default().moves(moves).corners(corners).steps(pair).uphill(uphill);
        let mut grid = grid.with_rules(rules);
        for cell in grid.cells() {
            match random.below(4) {
                0 => grid.set_multiplier(cell, 1.0 + random.below(9) as f64 / 4.0).unwrap(),
                1 => grid.set_elevation(cell, random.below(9) as i32 - 4).unwrap(),
                _ => {}
            }
        }
        for cell in grid.cells() {
            let mut found: Vec<_> = grid.neighbours(cell).collect();
            found.sort_unstable();
            let around = oracle::neighbours(&grid, cell).into_iter();
            let mut expected: Vec<_> = around
                .filter_map(|to| oracle::step(&grid, cell, to).map(|raw| (to, Cost::from_raw(raw))))
                .collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "{cell} {grid:?}");
            compared += found.len();
        }
        assert_eq!(grid.neighbours((grid.width(), 0)).count(), 0);
    }
    assert!(compared > 50_000, "{compared}");
}

#[test]
fn grids_from_costs_are_those_made_cell_by_cell() {
    let mut random = Random(53);
    for _ in 0..300 {
        let (width, height) = (1 + random.below(40) as u32, 1 + random.below(9) as u32);
        let plain = random.below(4) == 0;
        let costs: Vec<Option<f64>> = (0..width * height)
            .map(|_| match random.below(4) {
                0 => None,
                _ if plain => Some(1.0),
                _ => Some((1 + random.below(1000)) as f64 / 256.0),
            })
            .collect();
        let cost = |cell: Cell| costs[(cell.y * width + cell.x) as usize];
        let mut calls = Vec::new();
        let grid = Grid::from_costs(width, height, |cell| {
            calls.push(cell);
            cost(cell)
        });
        let grid = grid.unwrap();
        assert!(calls.into_iter().eq(grid.cells()));
        let mut expected = Grid::from_fn(width, height, |cell| cost(cell).is_some()).unwrap();
        for cell in grid.cells() {
            if let Some(cost) = cost(cell) {
                expected.set_multiplier(cell, cost).unwrap();
            }
        }
        assert_eq!(grid, expected);
        assert_eq!(grid.is_weighted(), expected.is_weighted());
    }
    for bad in [0.0, -1.0, 256.0, f64::INFINITY] {
        let made = Grid::from_costs(2, 2, |cell| Some(if cell.x == 1 { bad } else { 1.0 }));
        assert_eq!(made.unwrap_err(), GridError::BadMultiplier(bad));
    }
    assert!(Grid::from_costs(2, 2, |_| Some(f64::NAN)).is_err());
    assert!(matches!(Grid::from_costs(0, 2, |_| Some(1.0)), Err(GridError::BadSize { .. })));
    assert!(matches!(Grid::from_costs(u32::MAX, 2, |_| None), Err(GridError::BadSize { .. })));
}
