//! A plain grid as the loop sees it that is written out for one.

use super::estimates::LinearTo;
use crate::engines::search::plain_grid::{Move, SmallCosts};
use crate::kernel::convergent::in_proportion;
use crate::kernel::cost::Cost;
use crate::spaces::grid::steps::{STEPS, bit_of};
use crate::spaces::grid::{Cell, Grid};

/// What a loop needs that is written out for plain grids and one goal.
pub(crate) struct PlainGrid<'p> {
    grid: &'p Grid,
    goal_at: (u32, u32),
    /// The legal steps of every place.
    pub(crate) legal: &'p [u8],
    pub(crate) goal: u32,
    pub(crate) offsets: [u32; 8],
    pub(crate) stride: u32,
    pub(crate) straight: Cost,
    pub(crate) diagonal: Cost,
    pub(crate) costs: SmallCosts,
}

impl<'p> PlainGrid<'p> {
    /// `None` where costs do not fit.
    pub(super) fn new(grid: &'p Grid, estimate: LinearTo, goal: u32) -> Option<PlainGrid<'p>> {
        let steps = grid.rules.steps;
        Some(PlainGrid {
            grid,
            goal_at: estimate.goal,
            legal: grid.known_steps(),
            goal,
            offsets: grid.offsets(),
            stride: grid.stride,
            straight: steps.straight(),
            diagonal: steps.diagonal(),
            costs: small_costs(grid, estimate)?,
        })
    }

    #[inline]
    pub(crate) fn column_and_row(&self, place: u32) -> (u32, u32) {
        self.grid.column_and_row(place)
    }

    pub(crate) fn cell(&self, place: u32) -> Cell {
        self.grid.cell_at(place)
    }

    /// The estimate in small numbers from a column and row, each one more than the cell's.
    #[inline(always)]
    pub(crate) fn estimate_at(&self, x: u32, y: u32) -> u64 {
        let dx = u64::from(x.abs_diff(self.goal_at.0));
        let dy = u64::from(y.abs_diff(self.goal_at.1));
        let SmallCosts { larger, smaller, .. } = self.costs;
        // Wraps as the estimate itself.
        dx.max(dy).wrapping_mul(larger).wrapping_add(dx.min(dy).wrapping_mul(smaller))
    }

    /// What the loop knows about the steps.
    pub(crate) fn moves(&self) -> [Move; 8] {
        STEPS.map(|(dx, dy)| Move {
            from: bit_of(-dx, -dy).into(),
            offset: (dy as u32).wrapping_mul(self.stride).wrapping_add_signed(dx),
            dx,
            dy,
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
    let span = straight.max(diagonal).checked_mul(cells + 1)? + 1;
    // They lie above a few bits of each record.
    (span <= 1 << 58).then_some(SmallCosts {
        straight,
        diagonal,
        larger: small(larger)?,
        smaller: small(smaller)?,
        span,
    })
}
