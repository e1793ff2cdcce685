//! Perfect mazes: exactly one path between any two places.

use super::dice::Dice;
use super::lattice::{Lattice, Site};
use wayline::{Grid, GridError};

pub(super) fn generate(
    width: u32,
    height: u32,
    corridor: u32,
    seed: u64,
) -> Result<Grid, GridError> {
    let lattice = Lattice::new(width, height, corridor + 1);
    let broken = lattice.spanning_tree(&mut Dice::new(seed));
    Grid::from_fn(width, height, |cell| match lattice.site(cell.x, cell.y) {
        Site::Inside => true,
        Site::Post => false,
        Site::Wall(wall, _) => broken.contains(wall),
    })
}
