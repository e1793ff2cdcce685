//! [`Limits`]: how large a map may be.

use crate::Problem;
use wayline::Grid;

/// How large a map may be. This is checked before any memory is allocated for its cells.
///
/// A plain cell takes a bit, so the default of 2²⁶ of them (8192x8192) takes 8 MiB. Terrain takes two bytes a
/// cell, and a few bytes of PNG can ask for a lot of it, so a map with any terrain may have 2²⁴ cells (4096x4096).
///
/// ```
/// use wayline_maps::{Limits, read_within};
/// let small = Limits { cells: 4, ..Limits::default() };
/// assert!(read_within(b"..\n..\n", None, small).is_ok());
/// assert!(read_within(b"...\n...\n", None, small).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The most cells of a map. [`Grid::MAX_CELLS`] holds in any case.
    pub cells: u64,
    /// The most cells of a map in which any has a multiplier or an elevation.
    pub weighted_cells: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { cells: 1 << 26, weighted_cells: 1 << 24 }
    }
}

impl Limits {
    /// The size, if a map may have it.
    pub(crate) fn check(self, width: u64, height: u64) -> Result<(u32, u32), Problem> {
        let max = self.cells.min(Grid::MAX_CELLS);
        let small = |side: u64| u32::try_from(side).ok().filter(|&side| side > 0);
        match (width.checked_mul(height), small(width), small(height)) {
            (Some(cells), Some(width), Some(height)) if cells <= max => Ok((width, height)),
            _ => Err(Problem::BadSize { width, height, max }),
        }
    }

    /// Whether a map of this size may have terrain.
    pub(crate) fn check_terrain(self, width: u32, height: u32) -> Result<(), Problem> {
        let (width, height, max) = (width as u64, height as u64, self.weighted_cells);
        if width * height <= max {
            Ok(())
        } else {
            Err(Problem::TooMuchTerrain { width, height, max })
        }
    }
}
