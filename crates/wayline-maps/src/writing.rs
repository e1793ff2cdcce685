//! What a format can hold of a map.

use crate::{Format, MapError, Problem};
use wayline::Grid;

/// Checks, before anything is written, that a format can hold the ground of every free cell. What
/// lies under a blocked cell is never kept.
pub(crate) fn check(
    grid: &Grid,
    format: Format,
    expected: &'static str,
    holds: impl Fn(f64) -> bool,
) -> Result<(), MapError> {
    if !grid.is_weighted() {
        return Ok(());
    }
    for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
        let (multiplier, elevation) = (grid.multiplier(cell), grid.elevation(cell));
        let what = if elevation != 0 {
            format!("the elevation {elevation}")
        } else if !holds(multiplier) {
            format!("the multiplier {multiplier}")
        } else {
            continue;
        };
        return Err(Problem::CannotHold { format, cell, what, expected }.into());
    }
    Ok(())
}
