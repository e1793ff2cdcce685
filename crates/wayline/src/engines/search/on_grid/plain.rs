//! A plain grid as the loop sees it that is written out for one.

use super::estimates::LinearTo;
use crate::engines::search::plain_grid::{Move, SmallCosts};
use crate::kernel::convergent::in_proportion;
use crate::kernel::open::MOST_RISE;
use crate::spaces::grid::steps::{STEPS, StepTable, bit_of};
use crate::spaces::grid::{Cell, Grid, StepCosts};

/// What a loop needs that is written out for plain grids and one goal.
pub(crate) struct PlainGrid<'p> {
    grid: &'p Grid,
    goal_at: (u32, u32),
    /// The legal steps of every place.
    pub(crate) legal: &'p [u8],
    /// Those of them that may lead to anything new, by where a place was reached from.
    pub(crate) steps: &'p StepTable,
    pub(crate) goal: u32,
    pub(crate) stride: u32,
    pub(crate) lengths: StepCosts,
    pub(crate) costs: SmallCosts,
}

impl<'p> PlainGrid<'p> {
    /// `None` where costs do not fit.
    pub(super) fn new(grid: &'p Grid, estimate: LinearTo, goal: u32) -> Option<PlainGrid<'p>> {
        Some(PlainGrid {
            grid,
            goal_at: estimate.goal,
            legal: grid.known_steps(),
            steps: grid.step_tables()[0],
            goal,
            stride: grid.stride,
            lengths: grid.rules.steps,
            costs: small_costs(grid, estimate)?,
        })
    }

    pub(crate) fn cell(&self, place: u32) -> Cell {
        self.grid.cell_at(place)
    }

    /// The estimate in small numbers.
    pub(crate) fn estimate(&self, place: u32) -> u64 {
        let (dx, dy) = self.past_goal(place);
        self.costs.estimate(dx, dy)
    }

    /// How many columns and rows a place lies past the goal.
    #[inline(always)]
    pub(crate) fn past_goal(&self, place: u32) -> (i32, i32) {
        let (x, y) = self.grid.column_and_row(place);
        (x.wrapping_sub(self.goal_at.0) as i32, y.wrapping_sub(self.goal_at.1) as i32)
    }

    /// What the loop knows about the steps.
    pub(crate) fn moves(&self) -> [Move; 8] {
        STEPS.map(|(dx, dy)| Move {
            from: bit_of(-dx, -dy).into(),
            offset: (dy as u32).wrapping_mul(self.stride).wrapping_add_signed(dx),
        })
    }
}

/// The costs of a map's steps in the smallest whole numbers that keep its paths in order, estimates
/// included.
fn small_costs(grid: &Grid, estimate: LinearTo) -> Option<SmallCosts> {
    let steps = grid.rules.steps;
    let exact = (steps.straight().raw(), steps.diagonal().raw());
    // A path enters no cell twice, and no estimate has more diagonals than the map's shorter side.
    let cells = grid.free as u64;
    let diagonals = cells + u64::from(grid.width().min(grid.height()));
    let (straight, diagonal) = in_proportion(exact.0, exact.1, diagonals);
    // An estimate is made of the same costs.
    let small = |cost: u64| {
        let sums = [
            (0, 0),
            (exact.0, straight),
            (exact.1, diagonal),
            (exact.1.wrapping_sub(exact.0), diagonal.wrapping_sub(straight)),
        ];
        sums.into_iter().find(|&(sum, _)| sum == cost).map(|(_, small)| small)
    };
    let (larger, smaller) = estimate.multiples();
    let longest = straight.max(diagonal);
    let span = longest.checked_mul(cells + 1)? + 1;
    // No two estimates are further apart than that, and no step raises f by more.
    let rise = longest.checked_mul(u64::from(grid.width()) + u64::from(grid.height()))?;
    // Costs lie above a few bits of each record.
    (span <= 1 << 56 && rise <= MOST_RISE).then_some(SmallCosts {
        straight,
        diagonal,
        larger: small(larger)?,
        smaller: small(smaller)?,
        span,
    })
}
