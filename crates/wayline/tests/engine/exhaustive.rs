//! All 65,536 grids of 4x4, all pairs of cells, every corner rule, every optimal algorithm and open
//! list, against the oracle.
//!
//! The short form takes every grid that is its own smallest mirror image or rotation (8,548 of
//! them: the rules know no compass), and for each the pairs from a few starts; `./test --all` takes
//! everything.

use crate::oracle::{effort, grid_costs};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use wayline::{
    Algorithm, Cell, Corners, Grid, Moves, Open, Outcome, Query, Rules, Workspace, algorithms,
    check, search,
};

const SIDE: u32 = 4;

pub(crate) fn grid(bits: u32) -> Grid {
    Grid::from_fn(SIDE, SIDE, |cell| bits >> (cell.y * SIDE + cell.x) & 1 != 0).unwrap()
}

/// The least of the eight images of a grid.
pub(crate) fn canonical(bits: u32) -> u32 {
    let at = |bits: u32, x: u32, y: u32| bits >> (y * SIDE + x) & 1;
    let image = |bits: u32, f: &dyn Fn(u32, u32) -> (u32, u32)| {
        (0..SIDE * SIDE).fold(0, |image, i| {
            let (x, y) = f(i % SIDE, i / SIDE);
            image | at(bits, x, y) << i
        })
    };
    let mut least = bits;
    let mut turned = bits;
    for _ in 0..4 {
        turned = image(turned, &|x, y| (y, SIDE - 1 - x));
        least = least.min(turned).min(image(turned, &|x, y| (SIDE - 1 - x, y)));
    }
    least
}

/// Every optimal algorithm with every open list it takes.
fn exact_searches() -> Vec<(Algorithm, Option<Open>)> {
    let mut all = Vec::new();
    for info in
        algorithms().iter().filter(|info| info.optimal && !info.prepared && info.name != "auto")
    {
        match info.takes_open {
            true => all.extend(Open::ALL.map(|open| (info.algorithm, Some(open)))),
            false => all.push((info.algorithm, None)),
        }
    }
    all
}

#[test]
fn every_grid_of_four_by_four() {
    let all = effort() >= 1000;
    let next = AtomicU32::new(0);
    let (pairs, answers) = (AtomicU64::new(0), AtomicU64::new(0));
    let searches = exact_searches();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut work = Workspace::new();
                loop {
                    let bits = next.fetch_add(1, Ordering::Relaxed);
                    if bits > 0xFFFF {
                        break;
                    }
                    if all || canonical(bits) == bits {
                        let (asked, compared) = one_grid(bits, &searches, &mut work, all);
                        pairs.fetch_add(asked, Ordering::Relaxed);
                        answers.fetch_add(compared, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let (pairs, answers) = (pairs.into_inner(), answers.into_inner());
    println!("{pairs} pairs, {answers} answers compared, 0 mismatches");
    // Each of n free cells is a start and a goal: 4 rules * sum over n of n² * C(16, n) = 4 * 68 * 2¹⁶.
    let expected = if all { (4 * 68) << 16 } else { 267_892 };
    assert_eq!(pairs, expected, "pairs");
    let patient = searches.iter().filter(|(algorithm, _)| is_patient(*algorithm)).count() as u64;
    let least = if searches.len() as u64 > patient { pairs * patient + 1 } else { pairs * patient };
    assert!(answers >= least, "{answers} answers compared, {least} expected");
}

/// Where there is no path the naive queue walks in circles and IDA* tries every path: without the
/// shortcut only the others are asked. Both are exponential on grids too, and asked for short paths
/// only.
fn is_patient(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Naive | Algorithm::Ida)
}

fn one_grid(
    bits: u32,
    searches: &[(Algorithm, Option<Open>)],
    work: &mut Workspace,
    all: bool,
) -> (u64, u64) {
    let (mut pairs, mut compared) = (0, 0);
    let rule_sets = [
        (Moves::Four, Corners::Never),
        (Moves::Eight, Corners::Never),
        (Moves::Eight, Corners::One),
        (Moves::Eight, Corners::Always),
    ];
    for (moves, corners) in rule_sets {
        let grid = grid(bits).with_rules(Rules::default().moves(moves).corners(corners));
        let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
        for (i, &from) in free.iter().enumerate() {
            // The short form takes two starts a grid, other ones for other grids.
            if !all && i as u32 % 8 != bits % 8 {
                continue;
            }
            let truth = grid_costs(&grid, from);
            for &to in &free {
                let best = truth[(to.y * SIDE + to.x) as usize];
                pairs += 1;
                for &(algorithm, open) in searches {
                    let patient = is_patient(algorithm);
                    if !patient && best.is_some_and(|best| best.to_f64() > 6.0) {
                        continue;
                    }
                    let mut query = Query::new(from, to).algorithm(algorithm);
                    if let Some(open) = open {
                        query = query.open(open);
                    }
                    if patient && bits.is_multiple_of(2) {
                        query = query.without_shortcut();
                    }
                    let answer = search(&grid, &query, work).unwrap();
                    let name = || {
                        format!(
                            "{bits:#06x} {moves:?} {corners:?} {algorithm} {open:?} {from} {to}"
                        )
                    };
                    match best {
                        None => assert_eq!(answer.outcome, Outcome::Unreachable, "{}", name()),
                        Some(best) => {
                            assert!(answer.is_optimal(), "{}", name());
                            assert_eq!(answer.cost, best, "{}", name());
                            let judged = check::grid_path(&grid, &answer.path, from, to);
                            assert_eq!(judged, Ok(best), "{}", name());
                        }
                    }
                    compared += 1;
                }
            }
        }
    }
    (pairs, compared)
}
