//! Each condition of correctness left out in turn: wrong answers show that it is needed.

use super::corner_graph::CornerGraph;
use super::frame::{FALLING, Frame, RISING};
use super::labelled::{Labelled, label, order};
use super::metric::Metric;
use super::preparation::Effort;
use super::route::Turns;
use super::views::Raster;
use super::visibility::Visibility;
use super::{Content, GridIndex, Preparation};
use crate::engines::field::FieldQuery;
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::spaces::grid::{Cell, Corners, Grid, Moves, Rules, StepCosts};

fn rules(corners: Corners, steps: &str) -> Rules {
    Rules::default().corners(corners).steps(steps.parse().unwrap())
}

/// How many answers are wrong on random grids of this side, labels being made by `make`.
fn wrong_by(rules: Rules, side: u32, make: impl Fn(&Grid) -> Labelled) -> usize {
    let mut seed = 5u64;
    let mut random = move |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let (mut wrong, mut work, mut turns) = (0, Workspace::new(), Turns::default());
    for _ in 0..60 {
        let density = 5 + random(35);
        let free = |_| random(100) >= density;
        let grid = Grid::from_fn(side, side - 1, free).unwrap().with_rules(rules);
        let labelled = make(&grid);
        let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
        for &from in free.iter().step_by(free.len() / 8 + 1) {
            let truth = grid.field(&FieldQuery::away_from(from)).unwrap();
            for &to in &free {
                let truth = truth.cost(to).unwrap_or(Cost::INFINITE);
                let found = labelled.turns(from, to, &mut work.index.labels, &mut turns).unwrap();
                let mut is_right = found == truth;
                if is_right && !found.is_infinite() {
                    work.cells.clear();
                    work.cells.write_turns(&turns.cells);
                    let judged = crate::check::grid_path(&grid, &work.cells.path, from, to);
                    is_right = judged == Ok(found);
                }
                wrong += usize::from(!is_right);
            }
        }
    }
    wrong
}

fn labelled(grid: &Grid, sight: Visibility, metric: Metric) -> Labelled {
    let settings = Preparation::default();
    let mut effort = Effort::new(&settings);
    let graph = CornerGraph::of(&sight, 1);
    let order = order(&sight, &graph, &metric, true, &mut effort).unwrap();
    let labels = label(&sight, &graph, &order, &metric, u64::MAX, &mut effort).unwrap();
    Labelled::new(sight, labels, metric, &grid.rules())
}

/// Whatever the rules are, nothing left out is right, and either class of corners is needed.
#[test]
fn both_classes_of_corners_are_needed() {
    for corners in Corners::ALL {
        let rules = rules(corners, "exact");
        let metric = Metric::of(&rules).unwrap();
        let without = |left_out: u8| {
            wrong_by(rules, 9, |grid| {
                let mut raster = Raster::of(grid, corners);
                raster.classes.iter_mut().for_each(|classes| *classes &= !left_out);
                labelled(grid, Visibility::with(grid, raster, 1), metric)
            })
        };
        assert_eq!(without(0), 0, "{corners}");
        assert!(without(1 << RISING) > 0 && without(1 << FALLING) > 0, "{corners}");
    }
}

/// Corners where they are by another rule.
#[test]
fn every_rule_has_corners_of_its_own() {
    for (rule, other) in [(Corners::One, Corners::Always), (Corners::Always, Corners::One)] {
        let rules = rules(rule, "exact");
        let wrong = wrong_by(rules, 9, |grid| {
            let sight = Visibility::with(grid, Raster::of(grid, other), 1);
            labelled(grid, sight, Metric::of(&rules).unwrap())
        });
        assert!(wrong > 0, "{rule} by {other}");
    }
}

/// Labels are read in part, so borders have to cost more than what they lead to by the middle: with diagonals
/// that cost exactly two straight steps, something is missed.
#[test]
fn equal_costs_have_to_be_told_apart() {
    let rules = Rules::default().moves(Moves::Four);
    let with = |metric: Metric| {
        wrong_by(rules, 26, |grid| labelled(grid, Visibility::of(grid, 1), metric))
    };
    assert_eq!(with(Metric::of(&rules).unwrap()), 0);
    assert!(
        with(Metric::plain(1, 2, Frame::of(&rules).is_turned, rules.steps.straight().raw())) > 0
    );
}

#[test]
fn costs_are_kept_in_as_many_bits_as_they_need() {
    let grid = Grid::new(5, 5).unwrap();
    let wide = |grid: &Grid| {
        let index = GridIndex::prepare(grid, &Preparation::default()).unwrap();
        matches!(index.content, Content::Wide(_))
    };
    assert!(!wide(&grid));
    let steps = StepCosts::new(1.0, 1.4143).unwrap();
    assert!(wide(&grid.with_rules(Rules::default().steps(steps))));
}

/// Many costs at once are those of one question after the other, whatever the order, blocked and missing ends included.
#[test]
fn many_costs_are_those_of_each() {
    let mut seed = 11u64;
    let mut random = move |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let four = Rules::default().moves(Moves::Four);
    let fine = rules(Corners::Never, "1,1.4143");
    let kinds = Corners::ALL.map(|corners| rules(corners, "exact"));
    let (mut work, mut infinite, mut refused) = (Workspace::new(), 0, 0);
    for rules in kinds.into_iter().chain([four, fine]) {
        for (width, height) in [(70, 45), (33, 90), (5, 3)] {
            let grid = Grid::from_fn(width, height, |_| random(100) >= 25).unwrap();
            let index =
                GridIndex::prepare(&grid.with_rules(rules), &Preparation::default()).unwrap();
            // Few starts, few goals, or neither; now and then off the map.
            for few in [(1u64 << 40, 1 << 40), (1 << 40, 40), (7, 1 << 40), (6, 6)] {
                let mut end = |few: u64| {
                    let number = random(few).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
                    let (x, y) = (number % (u64::from(width) + 1), number / 4096);
                    Cell::new(x as u32, (y % (u64::from(height) + 1)) as u32)
                };
                let pairs: Vec<_> = (0..900).map(|_| (end(few.0), end(few.1))).collect();
                let mut order = index.order(&pairs);
                order.sort_unstable();
                assert!(order.into_iter().eq(0..900));
                let mut found = vec![None; pairs.len()];
                index.costs_with(&pairs, &mut work, |pair, cost| {
                    assert_eq!(found[pair], None, "answered once");
                    found[pair] = Some(cost.map_err(|error| error.to_string()));
                });
                for (&(from, to), found) in pairs.iter().zip(found) {
                    let alone = index.cost_with(from, to, &mut work);
                    infinite += usize::from(alone.as_ref().is_ok_and(|cost| cost.is_infinite()));
                    refused += usize::from(alone.is_err());
                    assert_eq!(found, Some(alone.map_err(|error| error.to_string())));
                }
            }
        }
    }
    assert!(infinite > 100 && refused > 1000, "{infinite} {refused}");
    let far = (Cell::new(u32::MAX, 0), Cell::new(0, u32::MAX));
    let index = GridIndex::prepare(&Grid::new(9, 9).unwrap(), &Preparation::default()).unwrap();
    index.costs_with(&[far; 300], &mut work, |_, cost| assert!(cost.is_err()));
}
