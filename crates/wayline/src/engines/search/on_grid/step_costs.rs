//! What a step costs: the same everywhere, by the ground, or by whatever else a query brings.

use crate::kernel::cost::Cost;
use crate::spaces::grid::ground::{climbing, over_terrain};
use crate::spaces::grid::links::Links;
use crate::spaces::grid::{Grid, Layer};

/// What a step costs, and whether it can be taken.
pub(crate) trait StepCost: Copy {
    /// Whether there may be links. Where not, nothing of them is compiled.
    const LINKED: bool = false;
    /// The legal steps of a place.
    #[inline]
    fn legal(self, grid: &Grid, place: u32) -> u8 {
        grid.known_steps()[place as usize]
    }
    /// The links of the grid, if there are any.
    #[inline]
    fn links(self, _: &Grid) -> Option<&Links> {
        None
    }
    fn cost(self, grid: &Grid, from: u32, to: u32, diagonal: bool) -> Cost;
}

/// The same everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Plain(pub(super) Cost, pub(super) Cost);

impl StepCost for Plain {
    #[inline]
    fn cost(self, _: &Grid, _: u32, _: u32, diagonal: bool) -> Cost {
        if diagonal { self.1 } else { self.0 }
    }
}

/// By terrain and elevation.
#[derive(Clone, Copy)]
pub(crate) struct Uneven(pub(super) Cost, pub(super) Cost, pub(super) Cost);

impl StepCost for Uneven {
    #[inline]
    fn cost(self, grid: &Grid, from: u32, to: u32, diagonal: bool) -> Cost {
        let ground = &grid.ground;
        let length = if diagonal { self.1 } else { self.0 };
        over_terrain(length, ground.multiplier(from), ground.multiplier(to))
            + climbing(self.2, ground.elevation(from), ground.elevation(to))
    }
}

impl Uneven {
    /// The same where only the cell that is entered counts.
    fn entered(self, grid: &Grid, from: u32, to: u32, diagonal: bool) -> Cost {
        let length = if diagonal { self.1 } else { self.0 };
        grid.terrain_cost(length, from, to)
            + climbing(self.2, grid.ground.elevation(from), grid.ground.elevation(to))
    }
}

/// Any, as one type: either of the two, charged for the cell that is entered, under a layer, or on a
/// grid with links.
#[derive(Clone, Copy)]
pub(crate) struct AnyCost<'q> {
    pub(super) plain: Plain,
    pub(super) uneven: Uneven,
    pub(super) weighted: bool,
    pub(super) enters: bool,
    pub(super) layer: Option<&'q Layer>,
}

impl StepCost for AnyCost<'_> {
    const LINKED: bool = true;

    #[inline]
    fn legal(self, grid: &Grid, place: u32) -> u8 {
        match self.layer {
            Some(layer) => layer.legal_at(place),
            None => grid.known_steps()[place as usize],
        }
    }

    #[inline]
    fn links(self, grid: &Grid) -> Option<&Links> {
        (!grid.links.is_empty()).then_some(&grid.links)
    }

    #[inline]
    fn cost(self, grid: &Grid, from: u32, to: u32, diagonal: bool) -> Cost {
        if let Some(layer) = self.layer {
            let length = if diagonal { self.plain.1 } else { self.plain.0 };
            layer.step_cost(grid, length, from, to)
        } else if self.enters {
            self.uneven.entered(grid, from, to, diagonal)
        } else if self.weighted {
            self.uneven.cost(grid, from, to, diagonal)
        } else {
            self.plain.cost(grid, from, to, diagonal)
        }
    }
}
