//! A plain grid as the loop sees it that is written out for one.

use super::estimates::{Estimate, LinearTo};
use crate::kernel::cost::Cost;
use crate::spaces::grid::steps::{STEPS, StepTable, bit_of};
use crate::spaces::grid::{Cell, Grid};

/// What a loop needs that is written out for plain grids and one goal.
pub(crate) struct PlainGrid<'p> {
    grid: &'p Grid,
    estimate: LinearTo,
    table: &'static StepTable,
    /// The legal steps of every place.
    pub(crate) legal: &'p [u8],
    pub(crate) goal: u32,
    pub(crate) straight: Cost,
    pub(crate) diagonal: Cost,
    pub(crate) stride: u32,
    /// The steps as (dx, dy), how far away they lead, and the row of the step table they lead to.
    pub(crate) steps: [(i32, i32); 8],
    pub(crate) offsets: [u32; 8],
    pub(crate) comes_from: [u64; 8],
}

impl<'p> PlainGrid<'p> {
    pub(super) fn new(grid: &'p Grid, estimate: LinearTo, goal: u32) -> PlainGrid<'p> {
        let steps = grid.rules.steps;
        PlainGrid {
            grid,
            estimate,
            table: grid.step_tables()[0],
            legal: grid.known_steps(),
            goal,
            straight: steps.straight(),
            diagonal: steps.diagonal(),
            stride: grid.stride,
            steps: STEPS,
            offsets: grid.offsets(),
            comes_from: STEPS.map(|(dx, dy)| bit_of(-dx, -dy) as u64),
        }
    }

    #[inline]
    pub(crate) fn column_and_row(&self, place: u32) -> (u32, u32) {
        self.grid.column_and_row(place)
    }

    pub(crate) fn cell(&self, place: u32) -> Cell {
        self.grid.cell_at(place)
    }

    pub(crate) fn estimate(&self, place: u32) -> Cost {
        self.estimate.to_goal(self.grid, place, &[])
    }

    /// The estimate from a column and row, each one more than the cell's.
    #[inline]
    pub(crate) fn estimate_at(&self, x: u32, y: u32) -> Cost {
        let LinearTo { linear, goal } = self.estimate;
        linear.at(x.abs_diff(goal.0) as u64, y.abs_diff(goal.1) as u64)
    }

    #[inline]
    pub(crate) fn steps_to_take(&self, from: usize, place: u32) -> u8 {
        self.table[from][self.legal[place as usize] as usize]
    }
}
