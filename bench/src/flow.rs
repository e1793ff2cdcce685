//! Flows: ten thousand units of one cell on 1024x1024, sent to four goals, until they have arrived.

use crate::Options;
use crate::maps::{Dice, generate};
use crate::report::Table;
use std::time::Instant;
use wayline::crowd::Flow;
use wayline::{Cell, Grid};

const UNITS: usize = 10_000;
const GOALS: [(u32, u32); 4] = [(200, 200), (800, 200), (200, 800), (800, 800)];
/// Ticks after which those who are still on their way are counted.
const MOST: usize = 4000;

pub fn run(_: &Options) -> Vec<Table> {
    let mut table = Table::new(
        &format!("flow: {UNITS} units of one cell to {} goals, 1024x1024", GOALS.len()),
        &[
            "map",
            "threads",
            "ticks",
            "tick, ms, mean",
            "tick, ms, 99th percentile",
            "tick, ms, longest",
            "still on their way",
            "MB",
        ],
    );
    let maps = [
        ("open", Grid::new(1024, 1024).expect("a small map")),
        ("caves", generate("caves:1024x1024:seed=1")),
        ("rooms", generate("rooms:1024x1024:size=16:seed=1")),
    ];
    for (name, grid) in maps {
        for threads in [1, 2] {
            let mut flow = populated(&grid, threads);
            let mut times = Vec::new();
            while flow.on_their_way() > 0 && times.len() < MOST {
                let begin = Instant::now();
                flow.tick();
                times.push(begin.elapsed().as_secs_f64() * 1000.0);
            }
            times.sort_by(f64::total_cmp);
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            table.row(vec![
                name.into(),
                threads.into(),
                times.len().into(),
                mean.into(),
                times[times.len() * 99 / 100].into(),
                times[times.len() - 1].into(),
                flow.on_their_way().into(),
                (flow.bytes() >> 20).into(),
            ]);
        }
    }
    vec![table]
}

/// Units at random cells that the first goal can be reached from, each sent to one of the goals.
fn populated(grid: &Grid, threads: usize) -> Flow {
    let mut dice = Dice(5);
    let home = nearest_free(grid, GOALS[0].into());
    let mut flow = Flow::new(grid).expect("plain ground");
    flow.set_threads(threads);
    let mut units = Vec::new();
    while units.len() < UNITS {
        let cell = Cell::new(dice.below(grid.width()), dice.below(grid.height()));
        if grid.is_free(cell) && !grid.surely_apart(cell, home) {
            units.extend(flow.add_unit(cell, 1).ok());
        }
    }
    for (number, goal) in GOALS.into_iter().enumerate() {
        let own: Vec<usize> =
            units.iter().copied().filter(|unit| unit % GOALS.len() == number).collect();
        let together = |cell: &Cell| grid.is_free(*cell) && !grid.surely_apart(*cell, home);
        let far = |cell: &Cell| cell.x.abs_diff(goal.0).max(cell.y.abs_diff(goal.1));
        let goal = grid.cells().filter(together).min_by_key(far).expect("home is one");
        flow.send(&own, goal).expect("a free goal");
    }
    flow
}

fn nearest_free(grid: &Grid, to: Cell) -> Cell {
    let far = |cell: &Cell| cell.x.abs_diff(to.x).max(cell.y.abs_diff(to.y));
    grid.cells().filter(|&cell| grid.is_free(cell)).min_by_key(far).expect("a free cell")
}
