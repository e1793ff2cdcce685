//! Hills and lakes: value noise, whose low parts are water and whose high parts are slow.
//!
//! Multipliers are whole numbers from 1 to 9, so that ASCII and PNG files can hold them.

use super::dice::mix;
use wayline::{Cell, Grid, GridError};

/// How much of the map is under water, in percent, at most.
const WATER: usize = 15;
const HIGHEST_MULTIPLIER: u64 = 9;

pub(super) fn generate(width: u32, height: u32, relief: u32, seed: u64) -> Result<Grid, GridError> {
    let heights = heights(width, height, seed);
    let sea = sea_level(&heights);
    let top = heights.iter().copied().max().unwrap_or(sea);
    let height_of = |Cell { x, y }: Cell| heights[y as usize * width as usize + x as usize];
    let mut grid = Grid::from_fn(width, height, |cell| height_of(cell) >= sea)?;
    // Never zero, so that flat land is at the bottom of it.
    let range = u64::from(top - sea) + 1;
    for cell in grid.cells() {
        if grid.is_free(cell) {
            let above = u64::from(height_of(cell) - sea);
            // Squared: plains are wide, peaks are few.
            let steps = HIGHEST_MULTIPLIER * above * above / (range * range);
            if steps > 0 {
                grid.set_multiplier(cell, (1 + steps) as f64)?;
            }
            if relief > 0 {
                grid.set_elevation(cell, (u64::from(relief) * above / range) as i32)?;
            }
        }
    }
    Ok(grid)
}

/// The height below which at most [`WATER`] percent of the cells lie.
fn sea_level(heights: &[u16]) -> u16 {
    let mut count = vec![0usize; 1 << 16];
    heights.iter().for_each(|&height| count[height as usize] += 1);
    let may_be_under = heights.len() * WATER / 100;
    let mut under = 0;
    let level = count.iter().position(|&here| {
        under += here;
        under > may_be_under
    });
    level.unwrap_or(0) as u16
}

/// The height of every cell: noise at several scales, each half as wide and half as high as the one
/// before.
fn heights(width: u32, height: u32, seed: u64) -> Vec<u16> {
    // Some four hills along the longer side of the map, whatever its size.
    let coarsest = (width.max(height) / 4).clamp(4, 1 << 12).ilog2();
    let mut heights = vec![0; width as usize * height as usize];
    for scale in 0..coarsest {
        let octave = Octave { log_spacing: coarsest - scale, log_share: scale + 1, seed };
        for (y, row) in heights.chunks_exact_mut(width as usize).enumerate() {
            octave.add_to(row, y as u64);
        }
    }
    heights
}

/// Noise at one scale: random heights at the corners of a lattice, and smooth ground between.
struct Octave {
    /// The spacing of the lattice is two to this.
    log_spacing: u32,
    /// Its heights are those of 16 bits divided by two to this.
    log_share: u32,
    seed: u64,
}

impl Octave {
    /// Adds the noise to a row of the map.
    fn add_to(&self, row: &mut [u16], y: u64) {
        let spacing = 1 << self.log_spacing;
        let (line, down) = (y >> self.log_spacing, y & (spacing - 1));
        let down = self.ease(down);
        // The height along the row where it crosses a column of the lattice.
        let crossing = |column: u64| {
            let (upper, lower) = (self.corner(column, line), self.corner(column, line + 1));
            between(upper, lower, down)
        };
        let mut left = crossing(0);
        for (column, cells) in row.chunks_mut(spacing as usize).enumerate() {
            let right = crossing(column as u64 + 1);
            for (across, cell) in cells.iter_mut().enumerate() {
                // Shares add up to less than the whole: no overflow.
                *cell += (between(left, right, self.ease(across as u64)) >> self.log_share) as u16;
            }
            left = right;
        }
    }

    /// The random height of a corner, of 16 bits.
    fn corner(&self, column: u64, line: u64) -> u64 {
        let scale = mix(self.seed ^ mix(self.log_spacing.into()));
        mix(mix(scale ^ column) ^ line) >> 48
    }

    /// How far, out of 2¹⁶, the ground has gone from one corner to the next: 3t² − 2t³, which
    /// leaves and arrives level.
    fn ease(&self, distance: u64) -> u64 {
        let t = (distance << 16) >> self.log_spacing;
        (t * t * ((3 << 16) - 2 * t)) >> 32
    }
}

/// The height this far, out of 2¹⁶, from one to the other.
fn between(from: u64, to: u64, way: u64) -> u64 {
    (from * ((1 << 16) - way) + to * way) >> 16
}
