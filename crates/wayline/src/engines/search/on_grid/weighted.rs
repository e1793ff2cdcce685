//! What a loop needs that is written out for weighted grids and one goal.

use super::estimates::LinearTo;
use super::marks::MarksTo;
use crate::kernel::convergent::greatest_common_divisor;
use crate::kernel::cost::Cost;
use crate::kernel::open::StackQueue;
use crate::spaces::grid::around;
use crate::spaces::grid::ground::{PLAIN, climbing, over_terrain};
use crate::spaces::grid::steps::{STEPS, StepTable, bit_of};
use crate::spaces::grid::{Cell, Grid, Moves};

/// An estimate to one goal, in two parts: one that is worth remembering for each cell, and the rest.
pub(crate) trait Guide: Copy {
    /// Whether there is a part worth remembering.
    const REMEMBERS: bool;
    /// Whether elevation counts.
    fn climbs(&self) -> bool;
    /// Whether the ground around a place is known to be level and alike.
    fn is_even_at(&self, place: u32) -> bool;
    /// How far apart a place is from the goal, by the landmarks: the expensive part.
    fn apart(&self, place: u32) -> u16;
    /// The estimate from a column and row that are so far apart from the goal.
    fn estimate<const CLIMBS: bool>(&self, x: u32, y: u32, apart: u16, elevation: i32) -> Cost;
}

/// By landmarks.
impl Guide for MarksTo<'_> {
    const REMEMBERS: bool = true;

    fn climbs(&self) -> bool {
        MarksTo::climbs(self)
    }

    #[inline]
    fn is_even_at(&self, place: u32) -> bool {
        MarksTo::is_even_at(self, place)
    }

    #[inline]
    fn apart(&self, place: u32) -> u16 {
        MarksTo::apart(self, place)
    }

    #[inline]
    fn estimate<const CLIMBS: bool>(&self, x: u32, y: u32, apart: u16, elevation: i32) -> Cost {
        MarksTo::estimate::<CLIMBS>(self, x, y, apart, elevation)
    }
}

/// By distance alone, on level ground.
impl Guide for LinearTo {
    const REMEMBERS: bool = false;

    fn climbs(&self) -> bool {
        false
    }

    #[inline]
    fn is_even_at(&self, _: u32) -> bool {
        false
    }

    #[inline]
    fn apart(&self, _: u32) -> u16 {
        0
    }

    #[inline]
    fn estimate<const CLIMBS: bool>(&self, x: u32, y: u32, _: u16, _: i32) -> Cost {
        self.from(x, y)
    }
}

/// See [the module](self).
pub(crate) struct UnevenGrid<'p, G> {
    pub(super) grid: &'p Grid,
    guide: G,
    /// Whether the cell that is entered is charged alone.
    enters: bool,
    /// The legal steps of every place.
    pub(super) legal: &'p [u8],
    /// Which of them to take, and which where the ground is even.
    pub(super) tables: [&'static StepTable; 2],
    pub(super) lengths: [Cost; 2],
    pub(super) uphill: Cost,
    pub(crate) offsets: [u32; 8],
    pub(crate) longest_step: Cost,
    /// More than any path costs that enters no cell twice, with one more step.
    pub(crate) span: u64,
    pub(crate) goal: u32,
}

impl<'p, G: Guide> UnevenGrid<'p, G> {
    /// `None` if costs may be too large for it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn new(grid: &'p Grid, guide: G, goal: u32) -> Option<UnevenGrid<'p, G>> {
        let steps = grid.rules.steps;
        Some(UnevenGrid {
            span: Self::span(grid)?,
            grid,
            guide,
            enters: grid.charges_entry(),
            legal: grid.known_steps(),
            tables: grid.step_tables_on_any_ground(),
            lengths: [steps.straight(), steps.diagonal()],
            uphill: grid.uphill(),
            offsets: grid.offsets(),
            longest_step: grid.longest_step(),
            goal,
        })
    }

    /// More than any path costs that enters no cell twice, with one more step.
    pub(super) fn span(grid: &Grid) -> Option<u64> {
        grid.longest_step().raw().checked_mul(grid.free as u64 + 1)?.checked_add(1)
    }

    /// Whether the costs of all steps, and estimates by distance, are multiples of so large a number that every f
    /// has a stack of its own in the ring of [stacks](StackQueue).
    pub(crate) fn has_few_costs(&self) -> bool {
        let rules = self.grid.rules;
        let [straight, diagonal] = self.lengths.map(Cost::raw);
        let length = match rules.moves {
            Moves::Four => straight,
            Moves::Eight => greatest_common_divisor(straight, diagonal),
        };
        // A step costs its length times the sum of two multipliers, of which there are 512 to one.
        let sums = u64::from(self.grid.ground.divisor()) * if self.enters { 2 } else { 1 };
        let exact = length.is_multiple_of(512);
        exact && StackQueue::has_slots_for(length / 512 * sums, 2 * self.longest_step.raw())
    }

    pub(crate) const STEPS: [(i32, i32); 8] = STEPS;

    /// The row of the step table that a step leads to.
    pub(crate) fn comes_from() -> [u8; 8] {
        STEPS.map(|(dx, dy)| bit_of(-dx, -dy) as u8)
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
        self.guide.climbs()
    }

    #[inline]
    pub(crate) fn column_and_row(&self, place: u32) -> (u32, u32) {
        self.grid.column_and_row(place)
    }

    /// How far apart a place is from the goal, by the landmarks: the expensive part of the estimate, which
    /// is worth remembering.
    #[inline]
    pub(crate) fn apart(&self, place: u32) -> u16 {
        self.guide.apart(place)
    }

    /// The estimate.
    #[inline]
    pub(crate) fn estimate<const CLIMBS: bool>(
        &self,
        (x, y): (u32, u32),
        apart: u16,
        elevation: i32,
    ) -> Cost {
        self.guide.estimate::<CLIMBS>(x, y, apart, elevation)
    }

    #[inline]
    pub(crate) fn elevation(&self, place: u32) -> i32 {
        self.grid.ground.elevation(place)
    }

    #[inline]
    pub(crate) fn next(&self, place: u32, step: usize) -> u32 {
        place.wrapping_add(self.offsets[step])
    }

    #[inline]
    pub(crate) fn steps_to_take(&self, from: usize, place: u32) -> u8 {
        let even = usize::from(self.guide.is_even_at(place));
        self.tables[even][from][self.legal[place as usize] as usize]
    }

    /// What leaps over even ground ask as well.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    pub(crate) fn legal_at(&self, place: u32) -> u8 {
        self.legal[place as usize]
    }

    /// What a straight and a diagonal step between two places cost, their climb left out.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    pub(crate) fn flat_lengths(&self, from: u32, to: u32) -> [u64; 2] {
        let ground = &self.grid.ground;
        let there = ground.multiplier(to);
        let here = if self.enters { there } else { ground.multiplier(from) };
        self.lengths.map(|length| over_terrain(length, here, there).raw())
    }

    /// Whether all free cells around a place are of its ground.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn is_even_around(&self, place: u32) -> bool {
        let (multipliers, elevations) = self.grid.ground.lists();
        let free = self.grid.around(place);
        let (here, height) = (self.grid.ground.multiplier(place), self.elevation(place));
        let there = around(multipliers, place, self.offsets, PLAIN);
        let heights = around(elevations, place, self.offsets, 0);
        let climbs = self.climbs();
        (0..8).all(|step| {
            let (dx, dy) = STEPS[step];
            let alike = there[step] == here && (!climbs || heights[step] == height);
            alike || free >> bit_of(dx, dy) & 1 == 0
        })
    }

    /// What a step costs, in raw units, given the multiplier and the elevation of where it begins.
    #[inline(always)]
    pub(crate) fn cost<const CLIMBS: bool>(
        &self,
        step: usize,
        next: u32,
        (here, height): (u16, i32),
    ) -> u64 {
        let there = self.grid.ground.multiplier(next);
        let from = if self.enters { there } else { here };
        let flat = over_terrain(self.lengths[step % 2], from, there);
        let climb = match CLIMBS {
            true => climbing(self.uphill, height, self.elevation(next)),
            false => Cost::ZERO,
        };
        flat.raw() + climb.raw()
    }

    /// The multiplier and the elevation of a place.
    #[inline(always)]
    pub(crate) fn ground<const CLIMBS: bool>(&self, place: u32) -> (u16, i32) {
        let height = if CLIMBS { self.elevation(place) } else { 0 };
        (self.grid.ground.multiplier(place), height)
    }

    /// What all steps from a place cost, legal or not, in raw units.
    #[inline(always)]
    pub(crate) fn around<const CLIMBS: bool>(&self, place: u32) -> [u64; 8] {
        let (multipliers, elevations) = self.grid.ground.lists();
        let there = around(multipliers, place, self.offsets, PLAIN);
        let here = self.grid.ground.multiplier(place);
        let from = if self.enters { there } else { [here; 8] };
        let mut costs: [u64; 8] = std::array::from_fn(|step| {
            over_terrain(self.lengths[step % 2], from[step], there[step]).raw()
        });
        if CLIMBS {
            let here = self.elevation(place);
            let there = around(elevations, place, self.offsets, 0);
            for (cost, there) in costs.iter_mut().zip(there) {
                *cost += climbing(self.uphill, here, there).raw();
            }
        }
        costs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::grid::{Rules, StepCosts};

    #[test]
    fn whole_numbers_have_few_costs() {
        let has_few = |steps, costs: fn(Cell) -> f64| {
            let rules = Rules::default().steps(steps);
            let grid = Grid::from_costs(9, 9, |cell| Some(costs(cell))).unwrap().with_rules(rules);
            UnevenGrid::new(&grid, grid.best_linear(12), 12).unwrap().has_few_costs()
        };
        let whole = |cell: Cell| 1.0 + f64::from(cell.x);
        assert!(has_few(StepCosts::UNIFORM, whole));
        assert!(has_few(StepCosts::new(5.0, 7.0).unwrap(), whole));
        assert!(has_few(StepCosts::UNIFORM, |cell| 1.5 + f64::from(cell.x)));
        assert!(!has_few(StepCosts::EXACT, whole));
        assert!(!has_few(StepCosts::UNIFORM, |cell| 17.0 + f64::from(cell.x) / 256.0));
        assert!(!has_few(StepCosts::new(1.0, 1.0 + 1.0 / 1024.0).unwrap(), whole));
    }
}
