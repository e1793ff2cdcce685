//! Terrain that slows and hills that cost more to climb than to descend.
//!
//! ```text
//! cargo run --release --example terrain
//! ```

use wayline::{Cell, Cost, Error, Grid, Rules, check};

fn main() -> Result<(), Error> {
    // A swamp of threes and fives with a ford.
    let mut grid = Grid::from_rows([
        "....3333....",
        "...355553...",
        "...355553...",
        "...333333...",
        "....3..3....",
        "............",
    ])?;
    show("Around the swamp, not through it", &grid, (2, 1), (9, 1))?;

    // A hill in the middle: going over it costs the climb, coming down costs nothing more.
    grid = Grid::new(12, 6)?;
    grid.set_rules(Rules::default().uphill(Cost::try_from(0.4)?));
    for cell in grid.cells() {
        let (dx, dy) = (cell.x as i32 - 6, cell.y as i32 - 2);
        grid.set_elevation(cell, (9 - dx * dx - 2 * dy * dy).max(0))?;
    }
    show("Round the foot of the hill", &grid, (1, 2), (11, 2))?;
    show("Up to the top", &grid, (1, 2), (6, 2))?;
    show("And down again", &grid, (6, 2), (1, 2))
}

fn show(title: &str, grid: &Grid, from: (u32, u32), to: (u32, u32)) -> Result<(), Error> {
    let answer = grid.path(from, to)?;
    println!("\n{title}: cost {}, {} steps", answer.cost, answer.steps());
    for y in 0..grid.height() {
        for x in 0..grid.width() {
            let cell = Cell::new(x, y);
            let ground = match (grid.multiplier(cell), grid.elevation(cell)) {
                (m, _) if m > 1.0 => char::from(b'0' + m as u8),
                (_, e) if e > 0 => char::from(b'0' + e as u8),
                _ => '.',
            };
            print!("{}", if answer.path.contains(&cell) { '*' } else { ground });
        }
        println!();
    }
    // The judge adds the cost up again from the raw cells.
    assert_eq!(check::grid_path(grid, &answer.path, from.into(), to.into()), Ok(answer.cost));
    Ok(())
}
