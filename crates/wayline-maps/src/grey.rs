//! Maps as greys, a byte for each cell: what the pixels of a [picture](crate::png) mean, whichever
//! program decodes it.
//!
//! | grey | cell |
//! | --- | --- |
//! | 0 | blocked |
//! | 1 to 254 | free, with the multiplier 1 + (255 − grey) / 16: from 16.875 down to 1.0625 |
//! | 255 | free |

use crate::{Format, Limits, MapError, Problem, writing};
use wayline::{Cell, Grid};

/// Makes a map of greys, row by row.
///
/// ```
/// use wayline_maps::{Limits, grey};
/// let grid = grey::read(2, 1, &[0, 223], Limits::default())?;
/// assert!(!grid.is_free((0, 0)));
/// assert_eq!(grid.multiplier((1, 0)), 3.0);
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read(width: u32, height: u32, greys: &[u8], limits: Limits) -> Result<Grid, MapError> {
    let (width, height) = limits.check(width.into(), height.into())?;
    if greys.len() as u64 != width as u64 * height as u64 {
        let found = format!("{} greys", greys.len());
        let expected = format!("one for each of {width}x{height} cells");
        return Err(Problem::Unexpected { found, expected }.into());
    }
    let mut grid = Grid::new(width, height)?;
    for (cell, &grey) in grid.cells().zip(greys) {
        set(&mut grid, cell, grey, limits)?;
    }
    Ok(grid)
}

/// The greys of a map, row by row. It refuses multipliers for which there is no grey, and elevation.
///
/// ```
/// let grid = wayline::Grid::from_rows([".#", "3."])?;
/// assert_eq!(wayline_maps::grey::write(&grid)?, [255, 0, 223, 255]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(grid: &Grid) -> Result<Vec<u8>, MapError> {
    check(grid)?;
    Ok(grid.cells().map(|cell| of(grid, cell)).collect())
}

/// Whether every cell has a grey.
pub(crate) fn check(grid: &Grid) -> Result<(), MapError> {
    const HELD: &str = "multipliers from 1 to 16.875 in steps of 1/16";
    writing::check(grid, Format::Png, HELD, |multiplier| grey_of(multiplier).is_some())
}

/// The grey of a cell that has one.
pub(crate) fn of(grid: &Grid, cell: Cell) -> u8 {
    if grid.is_free(cell) { grey_of(grid.multiplier(cell)).unwrap_or(255) } else { 0 }
}

/// Makes a cell what a grey says.
pub(crate) fn set(grid: &mut Grid, cell: Cell, grey: u8, limits: Limits) -> Result<(), MapError> {
    match grey {
        255 => {}
        0 => _ = grid.set_free(cell, false)?,
        grey => {
            limits.check_terrain(grid.width(), grid.height())?;
            grid.set_multiplier(cell, 1.0 + f64::from(255 - grey) / 16.0)?;
        }
    }
    Ok(())
}

/// The grey of a multiplier, if there is one.
fn grey_of(multiplier: f64) -> Option<u8> {
    let darkness = (multiplier - 1.0) * 16.0;
    let fits = (0.0..=254.0).contains(&darkness) && darkness.fract() == 0.0;
    fits.then(|| 255 - darkness as u8)
}
