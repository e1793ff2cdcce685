//! What painted ground is to bodies: a cell has a multiplier, a body knows letters.

use wayline::body::Terrain;
use wayline::{Cell, Grid, GridError};

/// Kinds of ground: the name, the letter that bodies know it by, and the multiplier that stands for it
/// on a map, the least first.
pub(crate) const GROUNDS: [(&str, u8, f64); 6] = [
    ("road", b'R', 0.5),
    ("plain", b'.', 1.0),
    ("hills", b'H', 2.0),
    ("swamp", b'S', 3.0),
    ("trees", b'T', 5.0),
    ("water", b'W', 9.0),
];

/// The letter of the ground that a multiplier stands for: the last that is not above it.
#[cfg_attr(not(feature = "bodies"), allow(dead_code))]
pub(crate) fn letter(multiplier: f64) -> u8 {
    let found = GROUNDS.iter().rev().find(|&&(_, _, least)| least <= multiplier);
    found.map_or(b'R', |&(_, letter, _)| letter)
}

/// The terrain of a map as bodies see it: one painted map serves both. From a multiplier of 2 on there
/// are hills, from 3 swamp, from 5 trees, from 9 water; below 1 there are roads.
///
/// ```
/// let grid = wayline::Grid::from_rows(["13", "9#"])?;
/// let terrain = wayline_wasm::terrain_of(&grid)?;
/// assert_eq!(terrain.ground((0, 0)), Some(b'.'));
/// assert_eq!(terrain.ground((1, 0)), Some(b'S'));
/// assert_eq!(terrain.ground((0, 1)), Some(b'W'));
/// assert!(terrain.is_blocked((1, 1)));
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn terrain_of(grid: &Grid) -> Result<Terrain, GridError> {
    let mut terrain = Terrain::new(grid.width(), grid.height())?;
    for cell in grid.cells() {
        if !grid.is_free(cell) {
            terrain.set_blocked(cell, true)?;
        }
        if grid.is_weighted() {
            set_ground(&mut terrain, cell, grid)?;
        }
    }
    Ok(terrain)
}

fn set_ground(terrain: &mut Terrain, cell: Cell, grid: &Grid) -> Result<(), GridError> {
    let letter = letter(grid.multiplier(cell));
    if letter != b'.' {
        terrain.set_ground(cell, letter)?;
    }
    if grid.elevation(cell) != 0 {
        terrain.set_elevation(cell, grid.elevation(cell))?;
    }
    Ok(())
}
