//! Counts the bytes of a workspace after a hard query: map, expansions, bytes a cell that it keeps
//! and that it had at most.

use peak_alloc::PeakAlloc;
use wayline::{Algorithm, Cell, Grid, Query, Workspace, search};
use wayline_maps::{Limits, generate::Spec};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const SIDE: u32 = 2000;

const MAPS: [&str; 5] = [
    "random:2000x2000:density=0.25:seed=1",
    "random:2000x2000:density=0.35:seed=1",
    "maze:2000x2000:corridor=1:seed=1",
    "rooms:2000x2000:size=16:seed=1",
    "caves:2000x2000:seed=1",
];

/// From near one corner to near the other: the first cell, and the last that it is joined to, unless
/// it lies in a pocket.
fn corners(grid: &Grid) -> (Cell, Cell) {
    let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
    let joined = |from: Cell| {
        let to = free.iter().rev().find(|&&to| !grid.surely_apart(from, to));
        to.map(|&to| (from, to)).filter(|(from, to)| to.y > from.y + SIDE * 3 / 4)
    };
    free.iter().find_map(|&from| joined(from)).expect("two cells far apart that a path joins")
}

/// Weighs a query on a map.
fn weigh(name: &str, grid: &Grid, query: &Query<'_, Cell>) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let mut work = Workspace::new();
    let answer = search(grid, query, &mut work).expect("ends on free cells");
    let expanded = answer.stats.expanded;
    let a_cell = |bytes: usize| (bytes - before) as f64 / (SIDE * SIDE) as f64;
    let (kept, peak) = (a_cell(MEMORY.current_usage()), a_cell(MEMORY.peak_usage()));
    println!("{name}\t{expanded}\t{kept:.2}\t{peak:.2}");
}

fn main() {
    for spec in MAPS {
        let made: Spec = spec.parse().expect("a spec of this file");
        let grid = made.generate(Limits::default()).expect("a map within limits");
        let (from, to) = corners(&grid);
        weigh(spec, &grid, &Query::new(from, to).algorithm(Algorithm::AStar));
    }
    // A goal walled in, looked for all over an empty map.
    let wall = |cell: Cell| cell.x.abs_diff(1000).max(cell.y.abs_diff(1000)) == 1;
    let grid = Grid::from_fn(SIDE, SIDE, |cell| !wall(cell)).expect("a legal size");
    let query = Query::new((0, 0), (1000, 1000)).without_shortcut();
    weigh("goal walled in", &grid, &query.clone().algorithm(Algorithm::AStar));
    weigh("goal walled in, dijkstra", &grid, &query.algorithm(Algorithm::Dijkstra));
}
