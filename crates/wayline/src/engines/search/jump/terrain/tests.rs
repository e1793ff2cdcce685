//! Each condition is needed: without it some answer is wrong, with all of them none is.

use super::Condition;
use crate::engines::search::search;
use crate::engines::workspace::Workspace;
use crate::question::algorithm::Algorithm;
use crate::question::query::Query;
use crate::spaces::grid::{Cell, Corners, Grid, Moves, Rules};
use std::cell::Cell as Slot;

thread_local! {
    static DROPPED: Slot<Option<Condition>> = const { Slot::new(None) };
}

pub(super) fn is_dropped(condition: Condition) -> bool {
    DROPPED.get() == Some(condition)
}

/// A map of patches, walls and odd cells.
fn patched(random: &mut impl FnMut(u64) -> u64) -> Grid {
    let side = 6 + random(14) as u32;
    let mut grid = Grid::new(side, side).unwrap();
    let cell = |random: &mut dyn FnMut(u64) -> u64| {
        Cell::new(random(side.into()) as u32, random(side.into()) as u32)
    };
    for _ in 0..1 + random(4) {
        let (a, b) = (cell(random), cell(random));
        let multiplier = [0.5, 1.5, 2.0][random(3) as usize];
        for x in a.x.min(b.x)..=a.x.max(b.x) {
            for y in a.y.min(b.y)..=a.y.max(b.y) {
                grid.set_multiplier((x, y), multiplier).unwrap();
            }
        }
    }
    for _ in 0..random(20) {
        let cell = cell(random);
        grid.set_free(cell, false).unwrap();
    }
    let rules = [
        (Moves::Four, Corners::Never),
        (Moves::Eight, Corners::Never),
        (Moves::Eight, Corners::One),
        (Moves::Eight, Corners::Always),
    ];
    let (moves, corners) = rules[random(4) as usize];
    grid.with_rules(Rules::default().moves(moves).corners(corners))
}

/// How many answers differ from those of A*, and how many are asked for.
fn wrong_answers(dropped: Option<Condition>, maps: u32) -> (u32, u32) {
    let mut seed = 12u64;
    let mut random = move |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let mut work = Workspace::new();
    let (mut wrong, mut count) = (0, 0);
    for _ in 0..maps {
        let grid = patched(&mut random);
        let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
        for _ in 0..10 {
            let mut end = || free[random(free.len() as u64) as usize];
            let query = Query::new(end(), end());
            let by_steps = query.clone().algorithm(Algorithm::AStar);
            let truth = search(&grid, &by_steps, &mut work).unwrap().cost;
            DROPPED.set(dropped);
            let leaps = search(&grid, &query.algorithm(Algorithm::Jps), &mut work).unwrap().cost;
            DROPPED.set(None);
            wrong += u32::from(leaps != truth);
            count += 1;
        }
    }
    (wrong, count)
}

#[test]
fn every_condition_is_needed() {
    use Condition::{Corner, FirstStep, Goal, OneGround};
    for condition in [OneGround, FirstStep, Corner, Goal] {
        let (wrong, count) = wrong_answers(Some(condition), 400);
        println!("without {condition:?}: {wrong} of {count} answers are wrong");
        assert!(wrong > 0, "{condition:?}");
    }
    assert_eq!(wrong_answers(None, 400), (0, 4000));
}
