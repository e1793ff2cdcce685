//! Every answer after edits against Dijkstra's algorithm on the cells, and what becomes of them without
//! one of the conditions.

use super::*;
use crate::check;
use crate::engines::index::{GridIndex, IndexKind, Preparation};
use crate::kernel::cost::Cost;
use crate::spaces::grid::{Moves, Rules, STEPS, StepCosts, add_line};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// What all cells cost from one, found without any of the engine.
fn costs(grid: &Grid, from: Cell) -> Vec<Cost> {
    let (width, rules) = (grid.width(), grid.rules());
    let steps = rules.steps;
    let at = |cell: Cell| (cell.y * width + cell.x) as usize;
    let mut costs = vec![Cost::INFINITE; (width * grid.height()) as usize];
    costs[at(from)] = Cost::ZERO;
    let mut open = BinaryHeap::from([Reverse((Cost::ZERO, from.x, from.y))]);
    while let Some(Reverse((cost, x, y))) = open.pop() {
        if cost > costs[at(Cell::new(x, y))] {
            continue;
        }
        let free = |dx, dy| grid.is_free((x.wrapping_add_signed(dx), y.wrapping_add_signed(dy)));
        for (dx, dy) in STEPS {
            let passes = match (rules.moves, rules.corners) {
                _ if dx == 0 || dy == 0 => true,
                (Moves::Four, _) => false,
                (_, Corners::Never) => free(dx, 0) && free(0, dy),
                (_, Corners::One) => free(dx, 0) || free(0, dy),
                (_, Corners::Always) => true,
            };
            if free(dx, dy) && passes {
                let to = Cell::new(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                let step = if dx == 0 || dy == 0 { steps.straight() } else { steps.diagonal() };
                let total = Cost::from_raw(cost.raw() + step.raw());
                if total < costs[at(to)] {
                    costs[at(to)] = total;
                    open.push(Reverse((total, to.x, to.y)));
                }
            }
        }
    }
    costs
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    asked: u64,
    /// Answered by the index without a search, by a guided search, and not at all.
    at_once: u64,
    searched: u64,
    declined: u64,
    wrong: u64,
}

fn prepare(grid: &Grid) -> Option<GridIndex> {
    let kind = Some(IndexKind::Labels);
    GridIndex::prepare(grid, &Preparation { kind, ..Preparation::default() }).ok()
}

/// Whether the answer is right: what it costs, and the path.
fn is_right(
    living: &Living<'_>,
    ends: (Cell, Cell),
    best: Cost,
    work: &LivingScratch,
    cost: Cost,
) -> bool {
    if cost != best || best.is_infinite() {
        return cost == best;
    }
    let mut path = vec![ends.0];
    for pair in work.turns().windows(2) {
        add_line(&mut path, pair[0], pair[1]);
    }
    let judged = check::grid_path(living.grid, &path, ends.0, ends.1);
    // The answer has the turns of the path, and nothing else.
    let lines = work.turns().windows(3).all(|t| {
        crate::spaces::grid::direction(t[0], t[1]) != crate::spaces::grid::direction(t[1], t[2])
    });
    judged == Ok(best) && lines
}

fn ask(
    living: &Living<'_>,
    ends: (Cell, Cell),
    best: Cost,
    work: &mut LivingScratch,
    counts: &mut Counts,
) {
    counts.asked += 1;
    match living.path(ends.0, ends.1, Effort::Any, work) {
        None => counts.declined += 1,
        Some(Reply { cost, expanded }) => {
            if expanded == 0 {
                counts.at_once += 1
            } else {
                counts.searched += 1
            }
            counts.wrong += u64::from(!is_right(living, ends, best, work, cost));
        }
    }
}

/// Maps of some kinds: scattered cells, blocks, rooms with doors, corridors.
fn random_map(random: &mut Random, side: usize, rules: Rules) -> Grid {
    let (width, height) = (2 + random.below(side) as u32, 2 + random.below(side) as u32);
    let density = 2 + random.below(45);
    let block = [1, 1, 2, 3][random.below(4)];
    let room = 3 + random.below(6) as u32;
    let kind = random.below(5);
    let noise: Vec<bool> = (0..width * height).map(|_| random.below(100) >= density).collect();
    let grid = Grid::from_fn(width, height, |cell| match kind {
        0 => {
            cell.x % room > 0 && cell.y % room > 0
                || noise[(cell.y * width + cell.x) as usize] && (cell.x + cell.y) % 3 == 0
        }
        _ => noise[(cell.y / block * width + cell.x / block) as usize],
    });
    let steps = match random.below(6) {
        0 => StepCosts::new(5.0, 7.0).unwrap(),
        1 => StepCosts::new(1.0, 1.0).unwrap(),
        2 => StepCosts::new(2.0, 3.0).unwrap(),
        _ => StepCosts::EXACT,
    };
    grid.unwrap().with_rules(rules.steps(steps))
}

/// Random edits of random maps, and random queries after each.
fn play(seed: u64, side: usize, rules: Rules, asked: u64, ablation: Ablation) -> Counts {
    let mut random = Random(seed);
    let mut work = LivingScratch::default();
    let mut counts = Counts::default();
    while counts.asked < asked {
        let mut grid = random_map(&mut random, side, rules);
        let Some(index) = prepare(&grid) else { continue };
        let mut then = Then::of(&index).unwrap();
        then.ablation = ablation;
        // Without what corners know now and then: memory may not suffice.
        let hubs = CornerHubs::of(&then, if random.below(4) > 0 { u64::MAX } else { 0 });
        let then = then.with_hubs(hubs.as_ref());
        let mut difference = Difference::default();
        let mut edited: Vec<Cell> = Vec::new();
        let frees = random.below(3);
        for _ in 0..1 + random.below(14) {
            // Now and then close to or right back on an earlier edit.
            let near = edited.get(random.below(edited.len() + 2)).copied();
            let cell = match near {
                Some(cell) => Cell::new(
                    (cell.x + random.below(3) as u32).saturating_sub(1).min(grid.width() - 1),
                    (cell.y + random.below(3) as u32).saturating_sub(1).min(grid.height() - 1),
                ),
                None => Cell::new(
                    random.below(grid.width() as usize) as u32,
                    random.below(grid.height() as usize) as u32,
                ),
            };
            let free = !grid.is_free(cell);
            if free && frees == 0 || !free && frees == 1 && random.below(3) > 0 {
                continue;
            }
            grid.set_free(cell, free).unwrap();
            edited.push(cell);
            difference.changed(&then, &grid, cell);
            let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
            if free.is_empty() {
                continue;
            }
            let pick = |random: &mut Random| match random.below(6) {
                0 if grid.is_free(cell) => cell,
                _ => free[random.below(free.len())],
            };
            let from = pick(&mut random);
            let truth = costs(&grid, from);
            let living = Living { then, grid: &grid, difference: &difference, number: 0 };
            for _ in 0..6 {
                let to = pick(&mut random);
                let best = truth[(to.y * grid.width() + to.x) as usize];
                ask(&living, (from, to), best, &mut work, &mut counts);
                let back = (to, from);
                ask(&living, back, best, &mut work, &mut counts);
            }
        }
    }
    counts
}

fn is_long() -> bool {
    std::env::var("WAYLINE_PROOF").is_ok_and(|proof| proof == "long")
}

#[test]
fn edits_and_queries() {
    let asked = if is_long() { 700_000 } else { 12_000 };
    let mut all = 0;
    for (seed, side) in [(1, 7), (2, 14), (3, 36)] {
        let counts = play(seed, side, Rules::default(), asked, Ablation::default());
        println!("maps of up to {}x{}: {counts:?}", side + 1, side + 1);
        assert_eq!(counts.wrong, 0, "{counts:?}");
        assert!(counts.at_once * 3 > counts.asked, "{counts:?}");
        assert!(counts.searched * 50 > counts.asked, "{counts:?}");
        assert!(counts.declined * 3 < counts.asked, "{counts:?}");
        all += counts.asked;
    }
    println!("{all} queries after edits, 0 wrong");
}

/// By other rules nothing is searched for: what the index does not know is declined.
fn other_rules() -> [(&'static str, Rules); 3] {
    let rules = Rules::default();
    [
        ("one", rules.corners(Corners::One)),
        ("always", rules.corners(Corners::Always)),
        ("four moves", rules.moves(Moves::Four)),
    ]
}

#[test]
fn edits_and_queries_by_other_rules() {
    let asked = if is_long() { 200_000 } else { 4_000 };
    for (name, rules) in other_rules() {
        for (seed, side) in [(1, 7), (2, 14), (3, 36)] {
            let counts = play(seed, side, rules, asked, Ablation::default());
            println!("{name}, maps of up to {}x{}: {counts:?}", side + 1, side + 1);
            assert_eq!(counts.wrong, 0, "{name}: {counts:?}");
            assert_eq!(counts.searched, 0, "{name}: {counts:?}");
            assert!(counts.at_once * 3 > counts.asked, "{name}: {counts:?}");
        }
    }
}

/// Every map of 3x3 cells, every edit of one and of two cells, every pair of ends.
#[test]
fn all_edits_of_all_small_maps() {
    let others = other_rules().map(|(_, rules)| rules);
    for (at, rules) in [Rules::default()].into_iter().chain(others).enumerate() {
        // In the short form a fifth of the maps, and of other rules another one of ten each.
        let of = if at == 0 { 5 } else { 10 };
        all_edits(rules, |map| is_long() || map % of == 3 + at as u32);
    }
}

fn all_edits(rules: Rules, is_chosen: impl Fn(&u32) -> bool) {
    let (width, height) = (3, 3);
    let cells = width * height;
    let mut work = LivingScratch::default();
    let mut counts = Counts::default();
    for bits in (0u32..1 << cells).filter(is_chosen) {
        let map = |bits: u32| {
            let grid = Grid::from_fn(width, height, |c| bits >> (c.y * width + c.x) & 1 != 0);
            grid.map(|grid| grid.with_rules(rules))
        };
        let Some(index) = map(bits).ok().as_ref().and_then(prepare) else { continue };
        let hubs = CornerHubs::of(&Then::of(&index).unwrap(), u64::MAX);
        for (one, other) in (0..cells).flat_map(|one| (0..=one).map(move |other| (one, other))) {
            let grid = map(bits ^ (1 << one | 1 << other)).unwrap();
            let then = Then::of(&index).unwrap().with_hubs(hubs.as_ref());
            let edited = [one, other].map(|at| Cell::new(at % width, at / width));
            let difference = Difference::of(&then, &grid, &edited);
            let living = Living { then, grid: &grid, difference: &difference, number: 0 };
            for from in grid.cells().filter(|&cell| grid.is_free(cell)) {
                let truth = costs(&grid, from);
                for to in grid.cells().filter(|&cell| grid.is_free(cell)) {
                    let best = truth[(to.y * width + to.x) as usize];
                    ask(&living, (from, to), best, &mut work, &mut counts);
                }
            }
        }
    }
    println!("{rules:?}: {counts:?}");
    assert_eq!(counts.wrong, 0, "{rules:?}: {counts:?}");
    assert!(counts.at_once > counts.asked / 2, "{rules:?}: {counts:?}");
}

/// Every condition is needed: without it, some answers are wrong.
#[test]
fn without_a_condition_answers_are_wrong() {
    let none = Ablation::default();
    let dropped = [
        ("new moves are looked at", Ablation { new_moves: true, ..none }),
        ("a cell may lead straight to a source", Ablation { straight: true, ..none }),
        ("a corner knows what it gathers", Ablation { gathered: true, ..none }),
        ("portals are looked at until nothing improves", Ablation { rounds: true, ..none }),
        ("all portals of a freed end's group count", Ablation { freed_ends: true, ..none }),
        ("cells beside a diagonal bar it", Ablation { beside: true, ..none }),
        ("the rest of a path costs what was estimated", Ablation { exact_rest: true, ..none }),
    ];
    for (condition, ablation) in dropped {
        let wrong = (5..)
            .map(|seed| play(seed, 14, Rules::default(), 6_000, ablation))
            .take(8)
            .find(|c| c.wrong > 0);
        println!("without '{condition}': {wrong:?}");
        assert!(wrong.is_some(), "nothing shows that {condition}");
    }
}

/// A hole too far away to shorten the old path, but not the way around once that is blocked: a search that
/// knew nothing of it would take the way to the other gap.
#[test]
fn without_far_groups_a_search_is_misled() {
    let before = Grid::from_fn(21, 50, |c| c.x != 10 || c.y == 20 || c.y == 10).unwrap();
    let index = prepare(&before).unwrap();
    let mut grid = before.clone();
    let edited = [(10, 20), (10, 36)].map(Cell::from);
    for cell in edited {
        let free = !grid.is_free(cell);
        grid.set_free(cell, free).unwrap();
    }
    let (from, to) = (Cell::new(9, 20), Cell::new(11, 30));
    let best = costs(&grid, from)[(to.y * grid.width() + to.x) as usize];
    let mut work = LivingScratch::default();
    for all_groups in [false, true] {
        let mut then = Then::of(&index).unwrap();
        then.ablation = Ablation { all_groups, ..Ablation::default() };
        let difference = Difference::of(&then, &grid, &edited);
        let living = Living { then, grid: &grid, difference: &difference, number: 0 };
        let reply = living.path(from, to, Effort::Any, &mut work).unwrap();
        assert!(reply.expanded > 0);
        assert_eq!(reply.cost == best, !all_groups, "{reply:?}, {best}");
    }
}
