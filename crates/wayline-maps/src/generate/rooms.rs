//! Rooms in rows and columns, joined by doors one cell wide.

use super::Density;
use super::dice::Dice;
use super::lattice::{Lattice, Site, Wall};
use wayline::{Grid, GridError};

/// How many of the walls that need no door have one. The others join all rooms, and are half of
/// all walls, so about four walls in five have a door, as in the Moving AI set.
const MORE_DOORS: Density = Density::from_percent(60);

pub(super) fn generate(width: u32, height: u32, size: u32, seed: u64) -> Result<Grid, GridError> {
    let lattice = Lattice::new(width, height, size);
    let mut dice = Dice::new(seed);
    let needed = lattice.spanning_tree(&mut dice);
    // For each room where the doors east and south of it are; zero is nowhere.
    let mut doors = vec![[0; 2]; lattice.squares() as usize];
    for wall in lattice.walls() {
        if needed.contains(wall) || dice.chance(MORE_DOORS) {
            *door(&mut doors, wall) = 1 + dice.below(lattice.length(wall)) as u16;
        }
    }
    Grid::from_fn(width, height, |cell| match lattice.site(cell.x, cell.y) {
        Site::Inside => true,
        Site::Post => false,
        Site::Wall(wall, along) => u32::from(*door(&mut doors, wall)) == along,
    })
}

fn door(doors: &mut [[u16; 2]], wall: Wall) -> &mut u16 {
    match wall {
        Wall::East(room) => &mut doors[room as usize][0],
        Wall::South(room) => &mut doors[room as usize][1],
    }
}
