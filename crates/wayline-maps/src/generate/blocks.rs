//! Square obstacles of several sizes, dropped until enough of the map is blocked.

use super::Density;
use super::dice::Dice;
use wayline::{Grid, GridError};

/// How often a place is drawn again that is blocked already.
const DRAWS: u32 = 16;

/// Drops squares of sides from 1 to `size` until exactly as many cells are blocked as the density says,
/// to the nearest whole number. They may overlap and are cut off at the edges.
pub(super) fn generate(
    width: u32,
    height: u32,
    density: Density,
    size: u32,
    seed: u64,
) -> Result<Grid, GridError> {
    let cells = width as u64 * height as u64;
    let one = Density::ONE as u64;
    let mut left = (cells as u128 * density.billionths() as u128 + one as u128 / 2) / one as u128;
    let mut dice = Dice::new(seed);
    let mut grid = Grid::new(width, height)?;
    let mut free = FreeCells::all(cells as u32);
    while left > 0 {
        let side = 1 + dice.below(size);
        let mut place = dice.below(cells as u32);
        for _ in 1..DRAWS {
            if grid.is_free((place % width, place / width)) {
                break;
            }
            place = dice.below(cells as u32);
        }
        // Where hardly anything is free, the next free cell does.
        let Some(place) = free.from(place).or_else(|| free.from(0)) else { break };
        let (x, y) = (place % width, place / width);
        let covers = |side: u32| {
            let (right, bottom) = ((x + side).min(width), (y + side).min(height));
            (y..bottom).flat_map(move |y| (x..right).map(move |x| (x, y)))
        };
        let fresh = |side: u32| covers(side).filter(|&cell| grid.is_free(cell)).count() as u128;
        // The last one may have to be smaller. One cell always is free: the first.
        let side = (1..=side).rev().find(|&side| fresh(side) <= left).unwrap_or(1);
        left -= fresh(side);
        for cell in covers(side) {
            grid.set_free(cell, false)?;
            free.remove(cell.1 * width + cell.0);
        }
    }
    Ok(grid)
}

/// For each cell one that is not after the next free one: each look shortens the way of the next.
struct FreeCells(Vec<u32>);

impl FreeCells {
    fn all(cells: u32) -> FreeCells {
        FreeCells((0..=cells).collect())
    }

    fn remove(&mut self, cell: u32) {
        self.0[cell as usize] = cell + 1;
    }

    /// The first free cell from this one on.
    fn from(&mut self, cell: u32) -> Option<u32> {
        let mut at = cell as usize;
        while self.0[at] as usize != at {
            // Every second step is skipped from now on.
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        (at + 1 < self.0.len()).then_some(at as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_density_is_met_exactly() {
        for (percent, size) in [(0, 4), (1, 10), (30, 2), (30, 10), (75, 5), (99, 3), (100, 10)] {
            let grid = generate(57, 31, Density::from_percent(percent), size, 3).unwrap();
            let blocked = 57 * 31 - grid.free_cells() as u32;
            assert_eq!(blocked, (57 * 31 * percent + 50) / 100, "{percent} {size}");
        }
    }

    #[test]
    fn larger_obstacles_are_fewer() {
        let edges = |size: u32| {
            let grid = generate(200, 200, Density::from_percent(30), size, 1).unwrap();
            let differ = |x: u32, y: u32| grid.is_free((x, y)) != grid.is_free((x + 1, y));
            (0..200)
                .flat_map(|y| (0..199).map(move |x| (x, y)))
                .filter(|&(x, y)| differ(x, y))
                .count()
        };
        assert!(edges(10) * 3 < edges(2), "{} {}", edges(10), edges(2));
    }
}
