//! Limits: a search is stopped by one exactly where it has to be, whatever the algorithm.

use crate::oracle::{Random, free_cell, grid_costs, random_grid};
use wayline::{
    Algorithm, Cell, Corners, Cost, Grid, Limit, Limits, Moves, Outcome, Query, QueryError, Rules,
    Workspace, algorithms, search,
};

/// All 3x3 grids with all pairs of cells under all rules: with a limit of N expansions, a search that
/// needs E of them is stopped if N < E, and gives the same answer if not.
#[test]
fn a_search_is_stopped_only_by_an_expansion_too_many() {
    let rule_sets = [
        (Moves::Four, Corners::Never),
        (Moves::Eight, Corners::Never),
        (Moves::Eight, Corners::One),
        (Moves::Eight, Corners::Always),
    ];
    let searches = algorithms().iter().filter(|info| !info.prepared);
    let mut work = Workspace::new();
    let (mut pairs, mut compared) = (0u64, 0);
    for bits in 0..512u32 {
        for (moves, corners) in rule_sets {
            let grid = Grid::from_fn(3, 3, |cell| bits >> (cell.y * 3 + cell.x) & 1 != 0).unwrap();
            let grid = grid.with_rules(Rules::default().moves(moves).corners(corners));
            let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
            // One start a grid, another one for another grid.
            let Some(&from) = free.get(bits as usize % free.len().max(1)) else { continue };
            for &to in &free {
                pairs += 1;
                for info in searches.clone() {
                    compared += every_number(&grid, from, to, info.algorithm, &mut work);
                }
            }
        }
    }
    // Every cell of a grid that is free is a goal, which is half of them: 4 rules * 9 cells * 256.
    assert_eq!(pairs, 9216);
    // For each two limits at least: what it needs, and one more. Theta* may be refused.
    assert!(compared >= pairs * 2 * (searches.count() as u64 - 1), "{compared}");
}

/// Tries all limits up to what a search needs, and says how many.
fn every_number(
    grid: &Grid,
    from: Cell,
    to: Cell,
    algorithm: Algorithm,
    work: &mut Workspace,
) -> u64 {
    let query = Query::new(from, to).algorithm(algorithm);
    let mut ask = |expansions| {
        let limits = Limits::default().expansions(expansions);
        let answer = search(grid, &query.clone().limits(limits), work)?;
        Ok::<_, QueryError>((
            answer.outcome,
            answer.cost,
            answer.path.to_vec(),
            answer.stats.expanded,
        ))
    };
    let unlimited = match ask(None) {
        Err(QueryError::Unsupported { .. }) if algorithm == Algorithm::Theta => return 0,
        answer => answer.unwrap(),
    };
    let needed = unlimited.3;
    // IDA* and the naive queue may need thousands: the last few matter.
    for number in needed.saturating_sub(40)..=needed + 1 {
        let limited = ask(Some(number)).unwrap();
        let name = || format!("{algorithm} {from} {to} {:?} {number} of {needed}", grid.rules());
        if number < needed {
            assert_eq!(limited.0, Outcome::Stopped(Limit::Expansions), "{}", name());
            assert_eq!(limited.3, number, "{}", name());
        } else {
            assert_eq!(limited, unlimited, "{}", name());
        }
    }
    needed.min(40) + 2
}

/// A limit on the cost that no path keeps stops a search; it does not make a goal unreachable.
#[test]
fn a_limit_on_the_cost_is_never_taken_for_a_wall() {
    let mut random = Random(77);
    let mut work = Workspace::new();
    let mut compared = 0;
    for round in 0..1500 {
        let mut grid = random_grid(&mut random, 4, 4, 25);
        if round % 3 > 0 {
            for cell in grid.cells() {
                grid.set_multiplier(cell, 1.0 + random.below(9) as f64).unwrap();
            }
        }
        let (Some(from), Some(to)) = (free_cell(&mut random, &grid), free_cell(&mut random, &grid))
        else {
            continue;
        };
        let Some(best) = grid_costs(&grid, from)[(to.y * 4 + to.x) as usize] else { continue };
        let raw = best.raw();
        for info in algorithms().iter().filter(|info| !info.prepared) {
            if matches!(info.algorithm, Algorithm::Ida | Algorithm::Naive) && best.to_f64() > 6.0 {
                continue;
            }
            for most in [raw, raw + 1, raw * 2, raw.saturating_sub(1), raw * 9 / 10, raw / 2, 0] {
                let limits = Limits::default().cost(Cost::from_raw(most));
                let query = Query::new(from, to).algorithm(info.algorithm).limits(limits);
                let Ok(answer) = search(&grid, &query, &mut work) else { continue };
                let name = || format!("{} {from} {to} {most} of {raw} {grid:?}", info.name);
                match answer.outcome {
                    Outcome::Found => {
                        assert!(answer.cost.raw() <= most, "{}", name());
                        assert!(!info.optimal || answer.cost == best, "{}", name());
                    }
                    outcome => {
                        assert_eq!(outcome, Outcome::Stopped(Limit::Cost), "{}", name());
                        assert!(!info.optimal || most < raw, "{}", name());
                    }
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 80_000, "{compared}");
}
