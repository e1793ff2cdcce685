//! The 8-puzzle and the 15-puzzle, by A* and by IDA*.
//!
//! ```text
//! cargo run --release --example sliding_puzzle
//! ```

use std::time::Instant;
use wayline::{Algorithm, Board, Error, Query, SlidingPuzzle, Workspace, search};

fn main() -> Result<(), Error> {
    let eight = SlidingPuzzle::new(3, 3)?;
    solve("8-puzzle, 31 moves, the most there are", &eight, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
    let fifteen = SlidingPuzzle::new(4, 4)?;
    let tiles = [1, 5, 3, 4, 2, 6, 8, 12, 9, 10, 7, 11, 13, 14, 0, 15];
    solve("15-puzzle, an easy one", &fifteen, 4, &tiles)?;
    let tiles = [2, 5, 13, 12, 1, 0, 3, 15, 9, 7, 14, 6, 10, 11, 8, 4];
    solve("15-puzzle, a harder one", &fifteen, 4, &tiles)?;
    let tiles = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0];
    solve("15-puzzle, 14 and 15 swapped", &fifteen, 4, &tiles)
}

fn solve(title: &str, puzzle: &SlidingPuzzle, width: u32, tiles: &[u32]) -> Result<(), Error> {
    let start = puzzle.board(tiles)?;
    println!("\n{title}");
    draw(start, width, tiles.len() as u32);
    let mut work = Workspace::new();
    for algorithm in [Algorithm::AStar, Algorithm::Ida] {
        let query = Query::new(start, puzzle.solved()).algorithm(algorithm);
        let clock = Instant::now();
        let answer = search(puzzle, &query, &mut work)?;
        println!(
            "  {algorithm:6} {}, {} moves, {} expanded, {:.1} ms",
            answer.outcome,
            answer.steps(),
            answer.stats.expanded,
            clock.elapsed().as_secs_f64() * 1e3
        );
    }
    Ok(())
}

fn draw(board: Board, width: u32, places: u32) {
    for place in 0..places {
        match board.tile(place) {
            0 => print!("   ."),
            tile => print!("{tile:4}"),
        }
        if place % width == width - 1 {
            println!();
        }
    }
}
