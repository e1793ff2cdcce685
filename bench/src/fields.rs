//! Fields: all costs of a map at once, filled and repaired, beside Dijkstra's algorithm as our own
//! general loop has it (`reach`), and as `pathfinding` does (`dijkstra_all`, given the legal steps).

use crate::Options;
use crate::lattice::Lattice;
use crate::maps::{Dice, generate};
use crate::report::Table;
use std::process::exit;
use std::time::{Duration, Instant};
use wayline::{Cell, Cost, Field, FieldQuery, Grid, Query, Workspace, reach};

/// Fills and repairs, each so often; the fastest fill counts, and the median repair.
const PASSES: usize = 40;
/// Edits before each repair.
const EDITS: usize = 10;

pub fn run(_: &Options) -> Vec<Table> {
    let mut table = Table::new(
        &format!(
            "fields: all costs of a map, best of {PASSES}; repairs after {EDITS} random edits"
        ),
        &[
            "map",
            "cells reached",
            "fill ms",
            "reach ms",
            "pathfinding ms",
            "times as fast as reach",
            "as pathfinding",
            "repair ms, median",
            "repair ms, mean",
            "mean repair / fill",
        ],
    );
    for (name, mut grid) in maps() {
        let goal = grid.cells().skip(512 * 256 + 256).find(|&cell| grid.is_free(cell));
        let goal = goal.expect("a free cell in the lower half");
        let mut field = grid.field(&FieldQuery::away_from(goal)).expect("a free goal");
        let fill = fastest(PASSES, || field.refill(&grid).expect("a free goal"));
        let general = by_reach(&grid, goal, &field);
        let peer = (!grid.is_weighted()).then(|| by_pathfinding(&grid, goal, &field));
        let reached = field.len();
        let repairs = repairs(&mut grid, goal, &mut field);
        let median = repairs[repairs.len() / 2];
        let mean = repairs.iter().sum::<Duration>() / repairs.len() as u32;
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let or_none = |number: Option<f64>| number.map_or("none".into(), Into::into);
        table.row(vec![
            name.into(),
            reached.into(),
            ms(fill).into(),
            ms(general).into(),
            or_none(peer.map(ms)),
            (ms(general) / ms(fill)).into(),
            or_none(peer.map(|peer| ms(peer) / ms(fill))),
            ms(median).into(),
            ms(mean).into(),
            (ms(mean) / ms(fill)).into(),
        ]);
    }
    vec![table]
}

fn maps() -> Vec<(&'static str, Grid)> {
    let mut dice = Dice(3);
    let mut multipliers = generate("open:512x512");
    for cell in multipliers.cells() {
        let multiplier = 1.0 + f64::from(dice.below(9));
        multipliers.set_multiplier(cell, multiplier).expect("a multiplier from 1 to 9");
    }
    let mut hills = generate("terrain:512x512:seed=1");
    hills.set_rules(hills.rules().uphill(Cost::ONE));
    vec![
        ("open 512x512", generate("open:512x512")),
        ("random 25 % 512x512", generate("random:512x512:density=0.25:seed=1")),
        ("rooms 512x512", generate("rooms:512x512:size=16:seed=1")),
        ("multipliers 1 to 9, 512x512", multipliers),
        ("terrain with elevation 512x512", hills),
    ]
}

fn fastest(passes: usize, mut job: impl FnMut()) -> Duration {
    let time = |_| {
        let clock = Instant::now();
        job();
        clock.elapsed()
    };
    (0..passes).map(time).min().unwrap_or_default()
}

fn by_reach(grid: &Grid, goal: Cell, field: &Field<Grid>) -> Duration {
    let mut work = Workspace::new();
    let mut ask = || {
        let reached = reach(grid, &Query::everywhere(goal), &mut work).expect("a free goal");
        if !reached.iter().all(|(cell, cost)| field.cost(cell) == Some(cost)) {
            differ("reach");
        }
    };
    ask();
    let mut work = Workspace::new();
    fastest(5, || {
        reach(grid, &Query::everywhere(goal), &mut work).expect("a free goal");
    })
}

fn by_pathfinding(grid: &Grid, goal: Cell, field: &Field<Grid>) -> Duration {
    let lattice = Lattice::new(grid);
    let goal = lattice.number(goal);
    let all = || pathfinding::prelude::dijkstra_all(&goal, |&node| lattice.successors(node));
    let agrees = |(&node, &(_, cost)): (&u32, &(u32, u64))| {
        field.cost(lattice.cell(node)) == Some(Cost::from_raw(cost))
    };
    if !all().iter().all(agrees) {
        differ("pathfinding");
    }
    fastest(3, || drop(all()))
}

/// The times of repairs, sorted. Half of the edits are of ground where there is any.
fn repairs(grid: &mut Grid, goal: Cell, field: &mut Field<Grid>) -> Vec<Duration> {
    let mut dice = Dice(11);
    let mut fresh = field.clone();
    let mut times = Vec::new();
    for _ in 0..PASSES {
        for _ in 0..EDITS {
            let cell = Cell::new(dice.below(grid.width()), dice.below(grid.height()));
            if grid.is_weighted() && dice.below(2) == 0 {
                let multiplier = 1.0 + f64::from(dice.below(9));
                grid.set_multiplier(cell, multiplier).expect("a multiplier from 1 to 9");
            } else if cell != goal {
                let free = grid.is_free(cell);
                grid.set_free(cell, !free).expect("a cell of the map");
            }
        }
        let clock = Instant::now();
        field.repair(&*grid).expect("a free goal");
        times.push(clock.elapsed());
        fresh.refill(&*grid).expect("a free goal");
        if grid.cells().any(|cell| field.cost(cell) != fresh.cost(cell)) {
            differ("a repair");
        }
    }
    times.sort_unstable();
    times
}

/// A benchmark of wrong answers is worth nothing.
fn differ(name: &str) -> ! {
    eprintln!("{name} and the field differ");
    exit(3)
}
