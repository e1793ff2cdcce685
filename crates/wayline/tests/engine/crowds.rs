//! Plans for crowds: every one goes before the judge; small ones are compared with a search over all
//! there is.

use crate::oracle::{Random, compared, effort};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use wayline::check::{self, Flaw};
use wayline::crowd::{CrowdError, Plan, Planner, Unit};
use wayline::{Cell, End, Grid, Limit, Limits, Moves, Outcome, Rules};

fn four(grid: Grid) -> Grid {
    grid.with_rules(Rules::default().moves(Moves::Four))
}

fn work(most: u64) -> Limits<'static> {
    Limits::default().expansions(most)
}

/// A grid of a few cells, some of them blocked, and units on it that could each arrive if alone.
fn random_crowd(random: &mut Random, side: u64, most: usize) -> (Grid, Vec<Unit>) {
    loop {
        let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
        let blocked = random.below(50);
        let grid = Grid::from_fn(width, height, |_| random.below(100) >= blocked).unwrap();
        let grid = four(grid);
        let mut free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
        let mut shuffled = |cells: &mut Vec<Cell>| {
            for last in (1..cells.len()).rev() {
                cells.swap(last, random.below(last as u64 + 1) as usize);
            }
            cells.clone()
        };
        let (starts, goals) = (shuffled(&mut free), shuffled(&mut free));
        let pairs = starts.into_iter().zip(goals);
        let together = pairs.filter(|&(start, goal)| !grid.surely_apart(start, goal));
        let units: Vec<Unit> = together.take(most).map(|(a, b)| Unit::new(a, b)).collect();
        if !units.is_empty() {
            return (grid, units);
        }
    }
}

/// The least sum of costs of any plan, by Dijkstra over where all stand and who has arrived for good;
/// `None` if there is no plan. Shares nothing with the planner.
fn least_sum(grid: &Grid, units: &[Unit]) -> Option<u64> {
    type State = (Vec<Cell>, u32);
    let all_done = (1_u32 << units.len()) - 1;
    let begin: State = (units.iter().map(|unit| unit.start).collect(), 0);
    let mut best = BTreeMap::from([(begin.clone(), 0_u64)]);
    let mut open = BinaryHeap::from([Reverse((0_u64, begin))]);
    while let Some(Reverse((cost, state))) = open.pop() {
        if best[&state] < cost {
            continue;
        }
        let (cells, done) = &state;
        if *done == all_done {
            return Some(cost);
        }
        let mut offer = |next: State, cost: u64| {
            if best.get(&next).is_none_or(|&known| cost < known) {
                best.insert(next.clone(), cost);
                open.push(Reverse((cost, next)));
            }
        };
        // One of them arrives for good, now.
        for (unit, asked) in units.iter().enumerate() {
            if *done & 1 << unit == 0 && cells[unit] == asked.goal {
                offer((cells.clone(), *done | 1 << unit), cost);
            }
        }
        // Or all make a step, those who have arrived none.
        let mut steps: Vec<Vec<Cell>> = vec![Vec::new()];
        for (unit, &cell) in cells.iter().enumerate() {
            let mut choices = vec![cell];
            if *done & 1 << unit == 0 {
                let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                let beside = sides.map(|(x, y)| (cell.x as i32 + x, cell.y as i32 + y));
                let inside = beside.into_iter().filter_map(|to| Cell::try_from(to).ok());
                choices.extend(inside.filter(|&to| grid.is_free(to)));
            }
            let mut longer = Vec::new();
            for step in &steps {
                for &to in &choices {
                    let meets = step.contains(&to);
                    let passes = (0..unit).any(|other| step[other] == cell && cells[other] == to);
                    if !meets && !passes {
                        longer.push(step.iter().copied().chain([to]).collect());
                    }
                }
            }
            steps = longer;
        }
        let paid = u64::from(done.count_zeros() - (32 - units.len() as u32));
        for step in steps {
            offer((step, *done), cost + paid);
        }
    }
    None
}

#[test]
fn small_crowds_are_planned_as_a_search_over_everything_plans_them() {
    let mut random = Random(14);
    let (mut count, mut best, mut none) = (0, 0, 0);
    for _ in 0..400 * effort() {
        let (grid, units) = random_crowd(&mut random, 4, 3);
        let least = least_sum(&grid, &units);
        let mut planner = Planner::new(&grid, &units).unwrap();
        let found = planner.find(&Limits::default());
        assert_eq!(found == Outcome::Found, least.is_some(), "{units:?}");
        count += 1;
        let Some(least) = least else {
            assert_eq!(found, Outcome::Unreachable);
            assert_eq!(planner.plan(), None);
            none += 1;
            continue;
        };
        planner.improve(&work(20_000));
        let sum = check::crowd(&grid, &units, &planner.plan().unwrap()).unwrap();
        assert_eq!(Some(sum), planner.sum_of_costs());
        assert!(planner.lower_bound() <= least && least <= sum, "{units:?}");
        best += u64::from(sum == least);
    }
    compared("small crowds", count, 400);
    println!("{best} of {} plans are the best there is, {none} crowds have none", count - none);
    assert!(none > count / 50, "no plan at all was hardly ever the answer");
    assert!(best * 100 >= (count - none) * 99, "{best} of {}", count - none);
}

#[test]
fn every_plan_is_judged() {
    let mut random = Random(15);
    for _ in 0..500 * effort() {
        let (grid, units) = random_crowd(&mut random, 9, 40);
        let mut planner = Planner::new(&grid, &units).unwrap();
        if planner.find(&work(20_000)) == Outcome::Found {
            let first = check::crowd(&grid, &units, &planner.plan().unwrap()).unwrap();
            planner.improve(&work(3000));
            let plan = planner.plan().unwrap();
            let sum = check::crowd(&grid, &units, &plan).unwrap();
            assert_eq!(sum, plan.sum_of_costs());
            assert!(planner.lower_bound() <= sum && sum <= first);
        }
    }
}

/// Many units, half of the cells free: the plan is found, and is the same whatever the threads and the
/// slices in which it is asked for.
#[test]
fn a_plan_does_not_depend_on_threads_or_slices() {
    let mut random = Random(16);
    let grid = four(Grid::from_fn(24, 24, |_| random.below(5) > 0).unwrap());
    let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
    let together: Vec<Cell> =
        free.iter().copied().filter(|&cell| !grid.surely_apart(cell, free[40])).collect();
    let half = together.len() / 2;
    let units: Vec<Unit> = (0..half)
        .map(|unit| Unit::new(together[2 * unit], together[(2 * unit + half) % together.len()]))
        .collect();
    let plans: Vec<Plan> = [1, 2, 3]
        .map(|threads| {
            let mut planner = Planner::with_threads(&grid, &units, threads).unwrap();
            while planner.find(&work(5000 * threads as u64)) != Outcome::Found {}
            planner.improve(&work(200_000));
            planner.plan().unwrap()
        })
        .into();
    assert_eq!(plans[0], plans[1]);
    assert_eq!(plans[0], plans[2]);
    check::crowd(&grid, &units, &plans[0]).unwrap();
}

#[test]
fn two_that_meet_in_a_corridor_swap_in_the_side_room() {
    let grid = four(Grid::from_rows(["........", "####.###"]).unwrap());
    let units = [Unit::new((0, 0), (7, 0)), Unit::new((7, 0), (0, 0))];
    let mut planner = Planner::new(&grid, &units).unwrap();
    assert_eq!(planner.find(&Limits::default()), Outcome::Found);
    planner.improve(&work(100_000));
    let plan = planner.plan().unwrap();
    check::crowd(&grid, &units, &plan).unwrap();
    assert_eq!(Some(plan.sum_of_costs()), least_sum(&grid, &units));
    // Without the room they cannot, and that is proved.
    let corridor = four(Grid::from_rows(["........"]).unwrap());
    let mut planner = Planner::new(&corridor, &units).unwrap();
    assert_eq!(planner.find(&Limits::default()), Outcome::Unreachable);
}

#[test]
fn limits_stop_it_and_say_so() {
    let grid = four(Grid::new(20, 20).unwrap());
    let units = [Unit::new((0, 0), (19, 19)), Unit::new((19, 19), (0, 0))];
    let mut planner = Planner::new(&grid, &units).unwrap();
    assert_eq!(planner.find(&work(0)), Outcome::Stopped(Limit::Expansions));
    assert_eq!(planner.find(&work(10)), Outcome::Stopped(Limit::Expansions));
    let time = Limits::default().time(std::time::Duration::ZERO);
    assert_eq!(planner.find(&time), Outcome::Stopped(Limit::Time));
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let cancelled = Limits::default().cancel(&cancel);
    assert_eq!(planner.find(&cancelled), Outcome::Stopped(Limit::Cancelled));
    assert_eq!(planner.plan(), None);
    assert_eq!(planner.find(&Limits::default()), Outcome::Found);
    // It ends by itself where nothing cheaper can be.
    planner.improve(&Limits::default());
    assert_eq!(planner.sum_of_costs(), Some(planner.lower_bound()));
}

#[test]
fn crowds_that_cannot_be_are_refused_by_name() {
    let grid = four(Grid::from_rows(["..#.", "..#."]).unwrap());
    let refused = |grid: &Grid, units: &[Unit]| Planner::new(grid, units).err().unwrap();
    let at = |x, y| Cell::new(x, y);
    let here = Unit::new((0, 0), (1, 0));
    assert_eq!(refused(&Grid::new(3, 3).unwrap(), &[here]), CrowdError::EightMoves);
    let mut rough = grid.clone();
    rough.set_multiplier((0, 0), 2.0).unwrap();
    assert_eq!(refused(&rough, &[here]), CrowdError::NotPlain("terrain"));
    let mut linked = grid.clone();
    linked.add_link((0, 0), (3, 0), 1.0).unwrap();
    assert_eq!(refused(&linked, &[here]), CrowdError::NotPlain("links"));
    let (unit, cell) = (1, at(2, 0));
    let blocked = refused(&grid, &[here, Unit::new((0, 1), cell)]);
    assert_eq!(blocked, CrowdError::NotFree { unit, end: End::Goal, cell });
    let (unit, cell) = (0, at(9, 0));
    let outside = refused(&grid, &[Unit::new(cell, (0, 0))]);
    assert_eq!(outside, CrowdError::NotFree { unit, end: End::Start, cell });
    let shared = refused(&grid, &[here, Unit::new((0, 0), (1, 1))]);
    let (first, second, cell) = (0, 1, at(0, 0));
    assert_eq!(shared, CrowdError::Shared { first, second, end: End::Start, cell });
    let apart = refused(&grid, &[here, Unit::new((0, 1), (3, 1))]);
    assert_eq!(apart, CrowdError::Unreachable { unit: 1 });
    // Nobody at all is a crowd that has arrived.
    let mut nobody = Planner::new(&grid, &[]).unwrap();
    assert_eq!(nobody.find(&Limits::default()), Outcome::Found);
    assert_eq!(nobody.plan().unwrap().units(), 0);
}

#[test]
fn the_judge_finds_every_kind_of_flaw() {
    let grid = four(Grid::from_rows(["...", ".#."]).unwrap());
    let path = |cells: &[(u32, u32)]| cells.iter().copied().map(Cell::from).collect::<Vec<_>>();
    let units = [Unit::new((0, 0), (2, 0)), Unit::new((0, 1), (0, 0))];
    let judge = |first: &[(u32, u32)], second: &[(u32, u32)]| {
        check::crowd(&grid, &units, &Plan::new(vec![path(first), path(second)]))
    };
    let good = [(0, 0), (1, 0), (2, 0)];
    assert_eq!(judge(&good, &[(0, 1), (0, 0)]), Ok(3));
    assert_eq!(judge(&good, &[(0, 1), (0, 1), (0, 1), (0, 0), (0, 0)]), Ok(5));
    let flaw = |unit, flaw| Err(Flaw::OfUnit { unit, flaw: Box::new(flaw) });
    assert_eq!(judge(&[], &[(0, 1)]), flaw(0, Flaw::Empty));
    assert_eq!(judge(&good, &[(0, 0)]), flaw(1, Flaw::WrongEnd(End::Start)));
    assert_eq!(judge(&good, &[(0, 1)]), flaw(1, Flaw::WrongEnd(End::Goal)));
    let (step, from, to) = (1, Cell::new(0, 0), Cell::new(2, 0));
    let jump = Flaw::NoNeighbour { step, from, to };
    assert_eq!(judge(&[(0, 0), (2, 0)], &[(0, 1), (0, 0)]), flaw(0, jump));
    let wall = Flaw::Blocked { step: 1, cell: Cell::new(1, 1) };
    assert_eq!(judge(&good, &[(0, 1), (1, 1), (0, 1), (0, 0)]), flaw(1, wall));
    let off = Flaw::OffMap { step: 1, cell: Cell::new(0, 2) };
    assert_eq!(judge(&good, &[(0, 1), (0, 2), (0, 1), (0, 0)]), flaw(1, off));
    let few = Plan::new(vec![path(&good)]);
    let wrong = Flaw::WrongUnits { expected: 2, found: 1 };
    assert_eq!(check::crowd(&grid, &units, &few), Err(wrong));
    // They meet; they pass.
    let late = judge(&[(0, 0), (0, 0), (1, 0), (2, 0)], &[(0, 1), (0, 0)]);
    assert!(matches!(late, Err(Flaw::Conflict(it)) if it.time == 1 && !it.passing));
    let swap = judge(&[(0, 0), (0, 1), (0, 0), (1, 0), (2, 0)], &[(0, 1), (0, 0)]);
    assert!(matches!(swap, Err(Flaw::Conflict(it)) if it.time == 1 && it.passing));
    // Who rests at its goal is in the way of those who come later.
    let late = [(0, 0), (1, 0), (2, 0), (1, 0), (0, 0), (1, 0), (2, 0)];
    let conflicts = check::conflicts(&Plan::new(vec![path(&late), path(&[(0, 1), (0, 0)])]));
    assert_eq!(conflicts.iter().map(|it| it.time).collect::<Vec<_>>(), [4]);
}
