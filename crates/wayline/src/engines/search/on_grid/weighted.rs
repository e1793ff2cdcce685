//! What a loop needs that is written out for weighted grids with landmarks and one goal.

use super::marks::MarksTo;
use crate::kernel::cost::Cost;
use crate::spaces::grid::ground::{climbing, over_terrain};
use crate::spaces::grid::steps::{STEPS, StepTable, bit_of};
use crate::spaces::grid::{Cell, Grid};

/// See [the module](self).
pub(crate) struct UnevenGrid<'p> {
    pub(super) grid: &'p Grid,
    pub(super) marks: MarksTo<'p>,
    /// The legal steps of every place.
    pub(super) legal: &'p [u8],
    /// Which of them to take, and which where the ground is even.
    pub(super) tables: [&'static StepTable; 2],
    pub(super) lengths: [Cost; 2],
    pub(super) uphill: Cost,
    pub(super) offsets: [u32; 8],
    pub(crate) longest_step: Cost,
    pub(crate) goal: u32,
}

impl<'p> UnevenGrid<'p> {
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "there it is left out"))]
    pub(super) fn new(grid: &'p Grid, marks: MarksTo<'p>, goal: u32) -> UnevenGrid<'p> {
        let steps = grid.rules.steps;
        UnevenGrid {
            grid,
            marks,
            legal: grid.known_steps(),
            tables: grid.step_tables(),
            lengths: [steps.straight(), steps.diagonal()],
            uphill: grid.uphill(),
            offsets: grid.offsets(),
            longest_step: grid.longest_step(),
            goal,
        }
    }

    pub(crate) const STEPS: [(i32, i32); 8] = STEPS;

    /// The row of the step table that a step leads to.
    pub(crate) fn comes_from() -> [u32; 8] {
        STEPS.map(|(dx, dy)| bit_of(-dx, -dy))
    }

    pub(crate) fn cell(&self, place: u32) -> Cell {
        self.grid.cell_at(place)
    }

    pub(crate) fn places(&self) -> usize {
        self.legal.len()
    }

    pub(crate) fn stride(&self) -> u32 {
        self.grid.stride
    }

    /// Whether elevation counts.
    pub(crate) fn climbs(&self) -> bool {
        self.marks.climbs()
    }

    #[inline]
    pub(crate) fn column_and_row(&self, place: u32) -> (u32, u32) {
        self.grid.column_and_row(place)
    }

    /// How far apart a place is from the goal, by the landmarks: the expensive part of the estimate, which
    /// is worth remembering.
    #[inline]
    pub(crate) fn apart(&self, place: u32) -> u16 {
        self.marks.apart(place)
    }

    /// The estimate.
    #[inline]
    pub(crate) fn estimate<const CLIMBS: bool>(
        &self,
        (x, y): (u32, u32),
        apart: u16,
        elevation: i32,
    ) -> Cost {
        self.marks.estimate::<CLIMBS>(x, y, apart, elevation)
    }

    #[inline]
    pub(crate) fn elevation(&self, place: u32) -> i32 {
        self.grid.ground.elevation(place)
    }

    #[inline]
    pub(crate) fn multiplier(&self, place: u32) -> u16 {
        self.grid.ground.multiplier(place)
    }

    #[inline]
    pub(crate) fn next(&self, place: u32, step: usize) -> u32 {
        place.wrapping_add(self.offsets[step])
    }

    #[inline]
    pub(crate) fn steps_to_take(&self, from: usize, place: u32) -> u8 {
        let even = usize::from(self.marks.is_even_at(place));
        self.tables[even][from][self.legal[place as usize] as usize]
    }

    /// The cost of a step between cells of these multipliers.
    #[inline]
    pub(crate) fn over(&self, step: usize, a: u16, b: u16) -> Cost {
        over_terrain(self.lengths[step & 1], a, b)
    }

    /// What it costs more between these elevations.
    #[inline]
    pub(crate) fn climb(&self, a: i32, b: i32) -> Cost {
        climbing(self.uphill, a, b)
    }
}
