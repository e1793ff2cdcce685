//! A game loop: a slice of the search a frame, so that no frame is late.
//!
//! ```text
//! cargo run --release --example game_loop
//! ```

use std::time::Instant;
use wayline::{Cell, Error, Grid, Query, Slices, Workspace, search};

/// How many states a frame may expand: about a tenth of a millisecond's worth.
const EXPANSIONS_A_FRAME: u64 = 2000;

fn main() -> Result<(), Error> {
    // A large map with scattered pillars and two long walls.
    let mut grid = Grid::from_fn(1000, 1000, |cell| {
        let pillar = cell.x % 17 < 5 && cell.y % 13 < 4;
        let walls = (cell.x == 333 && cell.y > 30) || (cell.x == 666 && cell.y < 970);
        !pillar && !walls
    })?;
    let (from, to) = (Cell::new(10, 990), Cell::new(990, 10));
    let mut work = Workspace::new();
    // While the level loads: the first query makes what the grid and the workspace keep.
    search(&grid, &Query::new(from, from), &mut work)?;

    let query = Query::new(from, to);
    let mut slices = Slices::new(&grid, &query, &mut work);
    let mut frames = 0;
    let mut slowest = 0.0f64;
    let path = loop {
        frames += 1;
        let clock = Instant::now();
        let answer = slices.step(EXPANSIONS_A_FRAME)?;
        slowest = slowest.max(clock.elapsed().as_secs_f64() * 1e3);
        // ... here the game would move, draw and play ...
        if let Some(answer) = answer {
            println!("found after {frames} frames: cost {}, {} steps", answer.cost, answer.steps());
            break answer.path.to_vec();
        }
    };
    println!("the slowest slice took {slowest:.2} ms");

    // Something falls across the way. The map is edited in place and asked again, with the same
    // memory: nothing is allocated.
    let fallen = path[path.len() / 2];
    for dx in 0..3 {
        for dy in 0..3 {
            grid.set_free((fallen.x + dx - 1, fallen.y + dy - 1), false)?;
        }
    }
    let clock = Instant::now();
    let answer = search(&grid, &query, &mut work)?;
    let time = clock.elapsed().as_secs_f64() * 1e3;
    println!("blocked at {fallen}; replanned in {time:.2} ms: cost {}", answer.cost);
    Ok(())
}
