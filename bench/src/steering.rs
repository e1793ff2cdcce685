//! Steering: discs between cells, each following the field of one of four goals.

use crate::Options;
use crate::maps::{Dice, generate};
use crate::report::Table;
use std::time::Instant;
use wayline::crowd::Steering;
use wayline::{Cell, Field, FieldQuery, Grid};

const SECONDS: f64 = 1.0 / 30.0;
const TICKS: usize = 300;
const GOALS: [(u32, u32); 4] = [(50, 50), (200, 50), (50, 200), (200, 200)];
const RADIUS: f64 = 0.35;

pub fn run(_: &Options) -> Vec<Table> {
    let mut table = Table::new(
        &format!("steering: discs to {} goals, 256x256, {TICKS} ticks", GOALS.len()),
        &[
            "map",
            "agents",
            "threads",
            "follow and tick, ms, mean",
            "99th percentile",
            "longest",
            "mean speed, of 2",
        ],
    );
    let maps = [
        ("open", Grid::new(256, 256).expect("a small map")),
        ("rooms", generate("rooms:256x256:size=16:seed=1")),
    ];
    for (name, grid) in maps {
        for (agents, threads) in [(1000, 1), (4000, 1), (10_000, 1), (10_000, 2)] {
            let (mut steering, fields) = populated(&grid, agents, threads);
            let (mut times, mut speed) = (Vec::new(), 0.0);
            for _ in 0..TICKS {
                let begin = Instant::now();
                for agent in 0..agents {
                    steering.follow(agent, &fields[agent % GOALS.len()]).expect("a known agent");
                }
                steering.tick(SECONDS).expect("a short tick");
                times.push(begin.elapsed().as_secs_f64() * 1000.0);
                let speeds = (0..agents).filter_map(|agent| steering.velocity(agent));
                speed += speeds.map(|(x, y)| x.hypot(y)).sum::<f64>() / (agents * TICKS) as f64;
            }
            let mean = times.iter().sum::<f64>() / TICKS as f64;
            times.sort_by(f64::total_cmp);
            table.row(vec![
                name.into(),
                agents.into(),
                threads.into(),
                mean.into(),
                times[TICKS * 99 / 100].into(),
                times[TICKS - 1].into(),
                speed.into(),
            ]);
        }
    }
    vec![table]
}

/// Discs in the middles of random cells that the first goal can be reached from, and the fields of all goals.
fn populated(grid: &Grid, agents: usize, threads: usize) -> (Steering, Vec<Field<Grid>>) {
    let mut steering = Steering::new(grid);
    steering.set_threads(threads);
    let room = steering.room_for(RADIUS).expect("a radius");
    let home = nearest(&room, GOALS[0].into(), |_| true);
    let together = |cell: Cell| !room.surely_apart(cell, home);
    let mut dice = Dice(5);
    let mut count = 0;
    while count < agents {
        let cell = Cell::new(dice.below(grid.width()), dice.below(grid.height()));
        if room.is_free(cell) && together(cell) {
            let at = (f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5);
            count += usize::from(steering.add_agent(at, RADIUS, 2.0).is_ok());
        }
    }
    let field = |goal: (u32, u32)| {
        let goal = nearest(&room, goal.into(), together);
        room.field(&FieldQuery::towards(goal)).expect("a free goal")
    };
    (steering, GOALS.map(field).into())
}

fn nearest(grid: &Grid, to: Cell, fine: impl Fn(Cell) -> bool) -> Cell {
    let far = |cell: &Cell| cell.x.abs_diff(to.x).max(cell.y.abs_diff(to.y));
    let cells = grid.cells().filter(|&cell| grid.is_free(cell) && fine(cell));
    cells.min_by_key(far).expect("a free cell")
}
