//! Prepared indices of both kinds against the oracle, the judge and A*, by all rules: every grid of 4x4,
//! random grids of several sorts, and Moving AI scenarios where they are at hand (`WAYLINE_DATA`).

use crate::oracle::{Random, compared, effort, free_cell, grid_costs};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use wayline::{
    Algorithm, Budget, Cell, Corners, Cost, End, Grid, GridIndex, IndexError, IndexKind, Moves,
    Outcome, Preparation, Query, QueryError, Rules, StepCosts, Workspace, check, search,
    turning_points,
};

fn prepare(grid: &Grid, kind: IndexKind) -> GridIndex {
    let settings = Preparation::default().kind(kind);
    GridIndex::prepare(grid, &settings).unwrap()
}

/// Every rule that can be prepared, with step costs from end to end of what may be, and such as are too fine
/// for labels in 32 bits.
fn every_rule() -> Vec<Rules> {
    let steps = ["exact", "uniform", "1,2", "10,14", "7,13", "1,1.4143"];
    let eight = Corners::ALL.into_iter().flat_map(|corners| {
        steps.map(|steps| Rules::default().corners(corners).steps(steps.parse().unwrap()))
    });
    [Rules::default().moves(Moves::Four)].into_iter().chain(eight).collect()
}

/// One of them.
fn some_rule(random: &mut Random) -> Rules {
    let rules = every_rule();
    rules[random.below(rules.len() as u64) as usize]
}

/// Cost, turns and cells of one pair against the truth.
fn compare(
    grid: &Grid,
    index: &GridIndex,
    from: Cell,
    to: Cell,
    truth: Option<Cost>,
    work: &mut Workspace,
) {
    let name = || format!("{index:?} {from} {to}\n{}", drawn(grid));
    let truth = truth.unwrap_or(Cost::INFINITE);
    assert_eq!(index.cost_with(from, to, work), Ok(truth), "{}", name());
    let turns = index.turns_with(from, to, work).unwrap();
    assert_eq!((turns.cost, turns.path.len()), (truth, 0), "{}", name());
    let turns = turns.waypoints.to_vec();
    let answer = search(index, &Query::new(from, to), work).unwrap();
    assert_eq!(answer.cost, truth, "{}", name());
    assert_eq!(*answer.waypoints, *turns, "{}", name());
    assert_eq!(answer.is_optimal(), !truth.is_infinite());
    if answer.is_found() {
        assert_eq!(check::grid_path(grid, &answer.path, from, to), Ok(answer.cost), "{}", name());
        assert_eq!(turning_points(&answer.path).collect::<Vec<_>>(), turns, "{}", name());
    } else {
        assert_eq!((answer.outcome, answer.path.len()), (Outcome::Unreachable, 0));
    }
}

fn drawn(grid: &Grid) -> String {
    let mut rows = String::new();
    for y in 0..grid.height() {
        rows.extend((0..grid.width()).map(|x| if grid.is_free((x, y)) { '.' } else { '#' }));
        rows.push('\n');
    }
    rows
}

/// All pairs of a grid, or those from some starts. Returns how many.
fn all_pairs(grid: &Grid, kinds: &[IndexKind], work: &mut Workspace, starts: usize) -> u64 {
    let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
    let indices: Vec<GridIndex> = kinds.iter().map(|&kind| prepare(grid, kind)).collect();
    let mut pairs = 0;
    for &from in free.iter().step_by((free.len() / starts.max(1)).max(1)) {
        let truth = grid_costs(grid, from);
        for &to in &free {
            for index in &indices {
                let best = truth[(to.y * grid.width() + to.x) as usize];
                compare(grid, index, from, to, best, work);
                pairs += 1;
            }
        }
    }
    pairs
}

#[test]
fn every_grid_of_four_by_four() {
    let all = effort() >= 1000;
    let rules = every_rule();
    let next = AtomicU32::new(0);
    let pairs = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut work = Workspace::new();
                loop {
                    let bits = next.fetch_add(1, Ordering::Relaxed);
                    if bits > 0xFFFF {
                        break;
                    }
                    if !all && crate::exhaustive::canonical(bits) != bits {
                        continue;
                    }
                    // The short form takes the default rules with every grid, and another with each.
                    let other = bits as usize % rules.len();
                    for (number, &rules) in rules.iter().enumerate() {
                        if all || rules == Rules::default() || number == other {
                            let grid = crate::exhaustive::grid(bits).with_rules(rules);
                            let count =
                                all_pairs(&grid, &IndexKind::OF_GRIDS, &mut work, usize::MAX);
                            pairs.fetch_add(count, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    compared("4x4", pairs.into_inner(), 2_267_280);
}

/// A grid of one of the sorts that make different kinds of corners: scattered cells, blocks, walls,
/// and rooms with doors.
fn some_grid(random: &mut Random, side: u64) -> Grid {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let density = 2 + random.below(46);
    let sort = random.below(4);
    let mut grid = Grid::from_fn(width, height, |_| sort > 0 || random.below(100) >= density);
    let grid = grid.as_mut().unwrap();
    let mut block = |x: u64, y: u64, w: u64, h: u64, free: bool| {
        for y in y..(y + h).min(height as u64) {
            for x in x..(x + w).min(width as u64) {
                grid.set_free((x as u32, y as u32), free).unwrap();
            }
        }
    };
    let pieces = if sort == 0 { 0 } else { 1 + random.below(4 + side) };
    for _ in 0..pieces {
        let (x, y) = (random.below(width as u64), random.below(height as u64));
        let long = 1 + random.below(1 + side / 3);
        match sort {
            1 => block(x, y, 1 + random.below(6), 1 + random.below(6), false),
            2 if random.below(2) == 0 => block(x, y, long, 1, false),
            2 => block(x, y, 1, long, false),
            _ => {
                block(x, 0, 1, height as u64, false);
                block(0, y, width as u64, 1, false);
            }
        }
    }
    if sort == 3 {
        for _ in 0..pieces * 4 {
            let (x, y) = (random.below(width as u64), random.below(height as u64));
            block(x, y, 1 + random.below(3), 1 + random.below(3), true);
        }
    }
    grid.clone()
}

#[test]
fn random_grids_small() {
    let (mut random, mut work) = (Random(11), Workspace::new());
    let pairs: u64 = (0..150 * effort())
        .map(|_| {
            let grid = some_grid(&mut random, 12).with_rules(some_rule(&mut random));
            all_pairs(&grid, &IndexKind::OF_GRIDS, &mut work, usize::MAX)
        })
        .sum();
    compared("up to 12x12", pairs, 507_828);
}

#[test]
fn random_grids_middling() {
    let (mut random, mut work) = (Random(12), Workspace::new());
    let pairs: u64 = (0..25 * effort())
        .map(|_| {
            let grid = some_grid(&mut random, 64).with_rules(some_rule(&mut random));
            all_pairs(&grid, &IndexKind::OF_GRIDS, &mut work, 12)
        })
        .sum();
    compared("up to 64x64", pairs, 329_896);
}

#[test]
fn random_grids_large() {
    let (mut random, mut work) = (Random(13), Workspace::new());
    let grids = (effort() / 4).max(1);
    let pairs: u64 = (0..grids)
        .map(|_| {
            let grid = some_grid(&mut random, 300).with_rules(some_rule(&mut random));
            let starts = if grid.free_cells() > 0 { 2 } else { 0 };
            all_pairs(&grid, &[IndexKind::Jumps], &mut work, starts) / 2
                + match GridIndex::prepare(&grid, &Preparation::default()).unwrap().kind() {
                    IndexKind::Labels => all_pairs(&grid, &[IndexKind::Labels], &mut work, starts),
                    _ => 0,
                }
        })
        .sum();
    compared("up to 300x300", pairs, 3978);
}

/// Every rule on the same grids, and whatever costs lie between those of `every_rule`.
#[test]
fn all_rules_with_other_step_costs() {
    let (mut random, mut work) = (Random(14), Workspace::new());
    let mut pairs = 0;
    for _ in 0..4 * effort() {
        let grid = some_grid(&mut random, 14);
        for rules in every_rule() {
            let straight = 1 + random.below(1000);
            let diagonal = straight + random.below(straight + 1);
            let other = StepCosts::new(straight as f64, diagonal as f64).unwrap();
            for rules in [rules, rules.steps(other)] {
                let grid = grid.clone().with_rules(rules);
                pairs += all_pairs(&grid, &[IndexKind::Labels], &mut work, 20);
            }
        }
    }
    compared("every rule", pairs, 220_552);
}

/// Mazes whose paths are too long for costs in 32 bits, which then are kept in 64. Files keep them, too.
#[test]
fn long_paths() {
    // One path, to and fro; every other row is a wall with a gap at alternate ends.
    let (width, height) = (331, 201);
    let winding = |cell: Cell| {
        cell.y.is_multiple_of(2) || cell.x == if cell.y % 4 == 1 { width - 1 } else { 0 }
    };
    let plain = Grid::from_fn(width, height, winding).unwrap();
    let mut work = Workspace::new();
    for rules in every_rule().into_iter().filter(|rules| rules.steps == StepCosts::EXACT) {
        let grid = plain.clone().with_rules(rules);
        let index = GridIndex::prepare(&grid, &Preparation::default()).unwrap();
        assert_eq!(index.kind(), IndexKind::Labels, "{rules:?}");
        let read = GridIndex::from_bytes(&grid, &index.to_bytes()).unwrap();
        assert_eq!(read.to_bytes(), index.to_bytes());
        let last = Cell::new(width - 1, height - 1);
        let truth = grid_costs(&grid, (0, 0).into());
        assert!(truth[(width * height - 1) as usize].unwrap() > Cost::from(32_089));
        for to in [last, Cell::new(0, 0), Cell::new(7, 100), Cell::new(width / 2, height - 1)] {
            let best = truth[(to.y * width + to.x) as usize];
            compare(&grid, &index, (0, 0).into(), to, best, &mut work);
            compare(&grid, &read, (0, 0).into(), to, best, &mut work);
        }
        let costs = index.matrix(&[(0, 0).into()], &[last], &mut work).unwrap();
        assert_eq!(costs[0], truth[(width * height - 1) as usize].unwrap());
    }
}

#[test]
fn costs_equal_those_of_a_star() {
    let (mut random, mut work) = (Random(15), Workspace::new());
    let mut searching = Workspace::new();
    for _ in 0..60 * effort() {
        let grid = some_grid(&mut random, 90).with_rules(some_rule(&mut random));
        let index = GridIndex::prepare(&grid, &Preparation::default()).unwrap();
        for _ in 0..10 {
            let ends = (free_cell(&mut random, &grid), free_cell(&mut random, &grid));
            let (Some(from), Some(to)) = ends else { continue };
            let query = Query::new(from, to).algorithm(Algorithm::AStar);
            let answer = search(&grid, &query, &mut searching).unwrap();
            assert_eq!(
                index.cost_with(from, to, &mut work),
                Ok(answer.cost),
                "{index:?} {from} {to}"
            );
        }
    }
}

#[test]
fn used_scratch_memory_changes_nothing() {
    let (mut random, mut work) = (Random(16), Workspace::new());
    let grids: Vec<Grid> =
        (0..8).map(|_| some_grid(&mut random, 40).with_rules(some_rule(&mut random))).collect();
    let indices: Vec<GridIndex> = grids
        .iter()
        .enumerate()
        .map(|(i, grid)| prepare(grid, IndexKind::OF_GRIDS[i % 2]))
        .collect();
    for _ in 0..2000 {
        let which = random.below(8) as usize;
        let (grid, index) = (&grids[which], &indices[which]);
        let ends = (free_cell(&mut random, grid), free_cell(&mut random, grid));
        let (Some(from), Some(to)) = ends else { continue };
        let mut fresh = Workspace::new();
        let query = Query::new(from, to);
        let (used, new) = (search(index, &query, &mut work), search(index, &query, &mut fresh));
        assert_eq!(used, new);
        assert_eq!(index.path(from, to), new);
        let new = index.cost_with(from, to, &mut fresh);
        assert_eq!(index.cost_with(from, to, &mut work), new);
        assert_eq!(index.cost(from, to), new);
    }
}

#[test]
fn matrices_are_the_single_costs() {
    let (mut random, mut work) = (Random(17), Workspace::new());
    for round in 0..40 * effort() {
        let grid = some_grid(&mut random, 50).with_rules(some_rule(&mut random));
        let index = prepare(&grid, IndexKind::OF_GRIDS[round as usize % 2]);
        let mut some = |n: u64| -> Vec<Cell> {
            (0..random.below(n)).filter_map(|_| free_cell(&mut random, &grid)).collect()
        };
        let (from, to) = (some(9), some(9));
        let costs = index.matrix(&from, &to, &mut work).unwrap();
        assert_eq!(costs.len(), from.len() * to.len());
        let pairs = from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to)));
        for ((from, to), cost) in pairs.zip(costs) {
            assert_eq!(index.cost_with(from, to, &mut work), Ok(cost), "{from} {to}");
        }
    }
}

#[test]
fn an_index_reaches_what_its_map_does() {
    let mut random = Random(18);
    let mut reached = 0;
    for round in 0..40 * effort() {
        let grid = some_grid(&mut random, 50).with_rules(some_rule(&mut random));
        let index = prepare(&grid, IndexKind::OF_GRIDS[round as usize % 2]);
        let Some(from) = free_cell(&mut random, &grid) else { continue };
        let within = Cost::from(random.below(60) as u32);
        let (ours, theirs) =
            (index.reach(from, within).unwrap(), grid.reach(from, within).unwrap());
        assert!(ours.iter().eq(theirs.iter()));
        let mut work = Workspace::new();
        for (cell, cost) in ours.iter().step_by(7) {
            assert_eq!(index.cost_with(from, cell, &mut work), Ok(cost), "{from} {cell}");
            reached += 1;
        }
        let blocked = Cell::new(grid.width(), 0);
        assert!(index.reach(blocked, within).is_err());
    }
    assert!(reached > 1000, "{reached} cells");
}

#[test]
fn wrong_ends_are_named() {
    let grid = Grid::from_rows(["..", ".#"]).unwrap();
    let mut work = Workspace::new();
    for kind in IndexKind::OF_GRIDS {
        let index = prepare(&grid, kind);
        let (off, blocked) = (Cell::new(2, 0), Cell::new(1, 1));
        let error = QueryError::OffMap { end: End::Start, cell: off, width: 2, height: 2 };
        assert_eq!(index.cost_with(off, (0, 0), &mut work), Err(error));
        let error = QueryError::Blocked { end: End::Goal, cell: blocked };
        assert_eq!(index.path((0, 0), blocked).map(|_| ()), Err(error.clone()));
        let costs = index.matrix(&[Cell::new(0, 0)], &[blocked], &mut work);
        assert_eq!(costs, Err(error));
    }
}

#[test]
fn what_cannot_be_prepared_is_refused() {
    let plain = Grid::new(8, 8).unwrap();
    let mut weighted = plain.clone();
    weighted.set_multiplier((1, 1), 2.0).unwrap();
    let rules = |rules: Rules| plain.clone().with_rules(rules);
    let steps = |diagonal: f64| StepCosts::new(1.0, diagonal).unwrap();
    let refused = [
        weighted,
        rules(Rules::default().steps(steps(0.5))),
        rules(Rules::default().steps(steps(2.01))),
        rules(Rules::default().steps(steps(0.5)).corners(Corners::Always)),
        Grid::new(40_000, 1).unwrap(),
    ];
    for grid in refused {
        let error = GridIndex::prepare(&grid, &Preparation::default()).unwrap_err();
        assert!(matches!(error, IndexError::Unsupported(_)), "{grid:?} {error}");
    }
}

#[test]
fn budgets_are_kept() {
    let mut random = Random(18);
    let grid = Grid::from_fn(200, 200, |_| random.below(100) >= 20).unwrap();
    let prepare =
        |kind, budget| GridIndex::prepare(&grid, &Preparation::default().kind(kind).budget(budget));
    let little_work = Budget::default().work(1000);
    assert_eq!(prepare(None, little_work).unwrap().kind(), IndexKind::Jumps);
    let error = prepare(Some(IndexKind::Labels), little_work).unwrap_err();
    let kind = IndexKind::Labels;
    assert_eq!(error, IndexError::OverBudget { kind, what: "work" });
    let jumps = prepare(Some(IndexKind::Jumps), Budget::default()).unwrap().bytes() as u64;
    let tight = Budget::default().memory(jumps);
    assert_eq!(prepare(None, tight).unwrap().kind(), IndexKind::Jumps);
    let error = prepare(None, tight.memory(jumps / 2)).unwrap_err();
    let kind = IndexKind::Jumps;
    assert_eq!(error, IndexError::OverBudget { kind, what: "memory" });
    let cancel = AtomicBool::new(true);
    let settings = Preparation::default().cancel(&cancel);
    assert_eq!(GridIndex::prepare(&grid, &settings).unwrap_err(), IndexError::Cancelled);
}

/// Reads a Moving AI map: this crate has no readers.
fn moving_ai(path: &std::path::Path) -> Grid {
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let free = |cell: Cell| matches!(rows[cell.y as usize][cell.x as usize], b'.' | b'G');
    Grid::from_fn(width, height, free).unwrap()
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_moving_ai_scenarios() {
    let mut work = Workspace::new();
    let (mut maps, mut answers) = (0, 0);
    let sets = crate::oracle::data().join("movingai");
    let mut sets: Vec<_> = sets.read_dir().unwrap().map(|set| set.unwrap().path()).collect();
    sets.sort();
    for set in sets {
        let mut files: Vec<_> = set.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "map"));
        files.sort();
        let stride = if effort() >= 10 { 1 } else { files.len().div_ceil(2) };
        for file in files.iter().step_by(stride.max(1)) {
            let grid = moving_ai(file);
            let index = GridIndex::prepare(&grid, &Preparation::default()).unwrap();
            let scenario = std::fs::read_to_string(file.with_extension("map.scen")).unwrap();
            let lines = scenario.lines().skip(1).filter(|line| !line.trim().is_empty());
            let lines: Vec<&str> = lines.collect();
            let stride = if effort() >= 10 { 1 } else { lines.len().div_ceil(100) };
            for line in lines.iter().step_by(stride.max(1)) {
                let words: Vec<&str> = line.split_whitespace().collect();
                let number = |at: usize| words[at].parse::<u32>().unwrap();
                let from = Cell::new(number(4), number(5));
                let to = Cell::new(number(6), number(7));
                let optimal: f64 = words[8].parse().unwrap();
                let cost = index.cost_with(from, to, &mut work).unwrap();
                let name = || format!("{file:?} {index:?} {line} {cost:?}");
                // A few lines in the collection have no way, and say zero.
                if optimal == 0.0 && from != to {
                    assert!(cost.is_infinite(), "{}", name());
                    continue;
                }
                assert!((cost.to_f64() - optimal).abs() < 0.01, "{}", name());
                let answer = search(&index, &Query::new(from, to), &mut work).unwrap();
                assert_eq!(check::grid_path(&grid, &answer.path, from, to), Ok(answer.cost));
                assert_eq!(answer.cost, cost);
                answers += 1;
            }
            maps += 1;
        }
    }
    assert!(answers > 0, "no scenarios in the folder movingai of WAYLINE_DATA");
    println!("{answers} scenarios on {maps} maps, 0 mismatches");
}

#[test]
fn bytes_and_back() {
    let (mut random, mut work) = (Random(19), Workspace::new());
    for round in 0..60 * effort().min(100) {
        let grid = some_grid(&mut random, 40).with_rules(some_rule(&mut random));
        let index = prepare(&grid, IndexKind::OF_GRIDS[round as usize % 2]);
        let bytes = index.to_bytes();
        let read = GridIndex::from_bytes(&grid, &bytes).unwrap();
        assert_eq!((read.kind(), read.bytes()), (index.kind(), index.bytes()));
        assert_eq!(read.to_bytes(), bytes);
        let mut other = Workspace::new();
        for _ in 0..20 {
            let ends = (free_cell(&mut random, &grid), free_cell(&mut random, &grid));
            let (Some(from), Some(to)) = ends else { continue };
            let query = Query::new(from, to);
            assert_eq!(search(&index, &query, &mut work), search(&read, &query, &mut other));
        }
    }
}

#[test]
fn threads_change_nothing() {
    let mut random = Random(23);
    for round in 0..6 * effort().min(50) {
        let grid = some_grid(&mut random, 60 + 20 * (round % 6)).with_rules(some_rule(&mut random));
        for budget in [Budget::default(), Budget::milliseconds(round % 4)] {
            let bytes = |threads| {
                let settings = Preparation::default().budget(budget).threads(threads);
                GridIndex::prepare(&grid, &settings).map(|index| index.to_bytes())
            };
            let alone = bytes(1);
            assert!([0, 2, 3, 8].iter().all(|&threads| bytes(threads) == alone), "{grid:?}");
        }
    }
}
