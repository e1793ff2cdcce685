//! A game loop: a slice of the search each frame, so that no frame is late.
//!
//! ```text
//! cargo run --release --example game_loop
//! ```

use std::time::Instant;
use wayline::{Cell, Error, Grid, Query, QueryError, Search};

/// How many states a frame may expand: about a tenth of a millisecond's worth.
const EXPANSIONS_A_FRAME: u64 = 2000;

/// The state of the game. It owns its search: nothing in here borrows from anything else.
struct Game {
    grid: Grid,
    search: Search<'static, Grid>,
    path: Vec<Cell>,
}

impl Game {
    /// One frame. Returns whether the unit knows its path.
    fn frame(&mut self) -> Result<bool, QueryError> {
        match self.search.step(&self.grid, EXPANSIONS_A_FRAME) {
            Ok(Some(answer)) => {
                self.path.clear();
                self.path.extend_from_slice(&answer.path);
                Ok(true)
            }
            // ... here the game would move, draw and play ...
            Ok(None) => Ok(false),
            // The map was edited since the search started. Ask again: the memory is kept.
            Err(QueryError::Changed) => {
                let query = self.search.query().clone();
                self.search.restart(query);
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Frames until there is a path, and the milliseconds that the slowest of them took.
    fn run(&mut self) -> Result<(u32, f64), Error> {
        let (mut frames, mut slowest) = (0, 0.0f64);
        loop {
            frames += 1;
            let clock = Instant::now();
            let done = self.frame()?;
            slowest = slowest.max(clock.elapsed().as_secs_f64() * 1e3);
            if done {
                return Ok((frames, slowest));
            }
        }
    }
}

fn main() -> Result<(), Error> {
    // A large map with scattered pillars and two long walls.
    let grid = Grid::from_fn(1000, 1000, |cell| {
        let pillar = cell.x % 17 < 5 && cell.y % 13 < 4;
        let walls = (cell.x == 333 && cell.y > 30) || (cell.x == 666 && cell.y < 970);
        !pillar && !walls
    })?;
    let (from, to) = (Cell::new(10, 990), Cell::new(990, 10));
    // While the level loads: the first query derives what the grid and the workspace keep.
    grid.path(from, from)?;

    let search = Search::new(Query::new(from, to));
    let mut game = Game { grid, search, path: Vec::new() };
    let (frames, slowest) = game.run()?;
    let cells = game.path.len();
    println!("{cells} cells after {frames} frames; the slowest took {slowest:.2} ms");

    // Something falls across the path. The next frame notices, and the search starts again.
    let fallen = game.path[game.path.len() / 2];
    for dx in 0..3 {
        for dy in 0..3 {
            game.grid.set_free((fallen.x + dx - 1, fallen.y + dy - 1), false)?;
        }
    }
    let (frames, slowest) = game.run()?;
    let cells = game.path.len();
    println!(
        "blocked at {fallen}; {cells} cells after {frames} more frames, {slowest:.2} ms at most"
    );
    Ok(())
}
