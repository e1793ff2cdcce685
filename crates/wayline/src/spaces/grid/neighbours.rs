//! The cells around a cell, as the rules see them.

use super::ground::{climbing, over_terrain};
use super::steps::STEPS;
use super::{Cell, Grid};
use crate::kernel::cost::Cost;

impl Grid {
    /// The cells that one legal step leads to, each with what the step costs: clockwise from the north, followed
    /// by those that [links](Grid::add_link) lead to. There are none from a blocked cell, or from one off the map.
    ///
    /// ```
    /// use wayline::{Cell, Cost, Grid};
    /// let grid = Grid::from_rows(["3.", "#."])?;
    /// let steps: Vec<_> = grid.neighbours((1, 0)).collect();
    /// assert_eq!(steps, [(Cell::new(1, 1), Cost::ONE), (Cell::new(0, 0), Cost::from(2))]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn neighbours(&self, cell: impl Into<Cell>) -> impl Iterator<Item = (Cell, Cost)> {
        let place = self.node(cell.into());
        let steps = place.map_or(0, |place| self.legal_around(place));
        let place = place.unwrap_or_default();
        let legal = (0..8).filter(move |step| steps >> step & 1 != 0);
        let steps = legal.map(move |step| {
            let (dx, dy) = STEPS[step];
            let to = place.wrapping_add_signed(dy * self.stride as i32 + dx);
            (self.cell_at(to), self.step_cost(place, to, dx != 0 && dy != 0))
        });
        let links = self.links.out_of(place).iter();
        steps.chain(links.filter_map(|link| {
            self.link_cost(link, None).map(|cost| (self.cell_at(link.to), cost))
        }))
    }

    /// What a legal step costs.
    fn step_cost(&self, from: u32, to: u32, diagonal: bool) -> Cost {
        let (steps, ground) = (self.rules.steps, &self.ground);
        let length = if diagonal { steps.diagonal() } else { steps.straight() };
        self.terrain_cost(length, from, to)
            + climbing(self.uphill(), ground.elevation(from), ground.elevation(to))
    }

    /// The part of a step's cost that terrain decides.
    pub(crate) fn terrain_cost(&self, length: Cost, from: u32, to: u32) -> Cost {
        let (there, ground) = (self.ground.multiplier(to), &self.ground);
        let here = if self.charges_entry() { there } else { ground.multiplier(from) };
        over_terrain(length, here, there)
    }
}
