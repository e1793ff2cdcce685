//! Watch a search: an observer sees every step, and here draws a frame once in a while.
//!
//! ```text
//! cargo run --release --example watch_a_search            # A*
//! cargo run --release --example watch_a_search dijkstra   # or any other: see `wayline algorithms`
//! ```

use std::error::Error;
use wayline::{Algorithm, Event, EventKind, Grid, Query, Workspace, search_watched};

const MAP: [&str; 12] = [
    "........................................",
    "........#...............#...............",
    "........#...............#...............",
    "........#......#........#......#........",
    "........#......#........#......#........",
    "........#......#........#......#........",
    "........#......#........#......#........",
    "........#......#........#......#........",
    "........#......#........#......#........",
    "...............#...............#........",
    "...............#...............#........",
    "...............#...............#........",
];

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1);
    let algorithm: Algorithm = name.as_deref().unwrap_or("astar").parse()?;
    let grid = Grid::from_rows(MAP)?;
    let (from, to) = ((2, 2), (37, 9));
    let mut canvas: Vec<Vec<char>> = MAP.iter().map(|row| row.chars().collect()).collect();
    canvas[2][2] = 'S';
    canvas[9][37] = 'G';
    let mut expanded = 0;
    let mut watch = |event: &Event| {
        let Some(cell) = grid.cell(event.node) else { return };
        let place = &mut canvas[cell.y as usize][cell.x as usize];
        if matches!(*place, 'S' | 'G') {
            return;
        }
        *place = match event.kind {
            EventKind::Generate | EventKind::Update => '+',
            EventKind::Expand => {
                expanded += 1;
                'o'
            }
            _ => *place,
        };
        if event.kind == EventKind::Expand && expanded % 60 == 0 {
            draw(&canvas, &format!("{expanded} expanded"));
        }
    };
    let query = Query::new(from, to).algorithm(algorithm);
    let mut work = Workspace::new();
    let answer = search_watched(&grid, &query, &mut work, &mut watch)?;
    for cell in answer.path.iter() {
        canvas[cell.y as usize][cell.x as usize] = '*';
    }
    let title = format!(
        "{algorithm}: {}, cost {}, {} expanded, {} on the open list at most",
        answer.outcome, answer.cost, answer.stats.expanded, answer.stats.largest_open
    );
    draw(&canvas, &title);
    Ok(())
}

fn draw(canvas: &[Vec<char>], title: &str) {
    println!("\n{title}");
    for row in canvas {
        println!("  {}", row.iter().collect::<String>());
    }
}
