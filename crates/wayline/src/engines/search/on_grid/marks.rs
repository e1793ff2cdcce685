//! The estimate by landmarks, to one goal.

use super::estimates::{Estimate, LinearTo};
use crate::kernel::cost::Cost;
use crate::question::heuristic::Heuristic;
use crate::spaces::grid::ground::climbing;
use crate::spaces::grid::landmarks::{GridLandmarks, Lanes, apart};
use crate::spaces::grid::{Cell, Grid};

/// The estimate to one goal, of which everything is known beforehand.
#[derive(Clone, Copy)]
pub(crate) struct MarksTo<'q> {
    landmarks: &'q GridLandmarks,
    linear: LinearTo,
    /// The units of the goal.
    goal: &'q [Lanes],
    elevation: i32,
    uphill: Cost,
}

impl Estimate for MarksTo<'_> {
    #[inline]
    fn is_even(&self, place: u32) -> bool {
        self.is_even_at(place)
    }

    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        let (a, b) = (grid.ground.elevation(from), grid.ground.elevation(to));
        let flat = self.linear.between(grid, from, to).max(self.landmarks.flat(grid, from, to));
        flat + climbing(self.uphill, a, b)
    }

    #[inline]
    fn to_goal(&self, grid: &Grid, from: u32, _: &[u32]) -> Cost {
        let (x, y) = grid.column_and_row(from);
        let apart = self.apart(from);
        if self.climbs() {
            self.estimate::<true>(x, y, apart, grid.ground.elevation(from))
        } else {
            self.estimate::<false>(x, y, apart, 0)
        }
    }
}

impl MarksTo<'_> {
    pub(crate) fn climbs(&self) -> bool {
        self.uphill > Cost::ZERO
    }

    #[inline]
    pub(crate) fn is_even_at(&self, place: u32) -> bool {
        let word = self.landmarks.even.get(place as usize >> 6);
        word.is_some_and(|word| word >> (place & 63) & 1 != 0)
    }

    /// How far apart a place and the goal are, in units, at least.
    #[inline]
    pub(crate) fn apart(&self, place: u32) -> u16 {
        apart(self.landmarks.row(place), self.goal, self.landmarks.both)
    }

    /// The estimate from a column and row that are so far apart from the goal.
    #[inline]
    pub(crate) fn estimate<const CLIMBS: bool>(
        &self,
        x: u32,
        y: u32,
        apart: u16,
        elevation: i32,
    ) -> Cost {
        let evened = u64::from(apart) * self.landmarks.worth;
        let linear = self.linear.from(x, y);
        if !CLIMBS {
            return linear.max(Cost::from_raw(evened / 2));
        }
        let difference = u64::from(self.elevation.abs_diff(elevation)) * self.uphill.raw();
        let flat = linear.max(Cost::from_raw(evened.saturating_sub(difference) / 2));
        flat + climbing(self.uphill, elevation, self.elevation)
    }
}

/// For an estimate by distance alone.
#[cfg(not(target_arch = "wasm32"))]
static NO_LANDMARKS: GridLandmarks = GridLandmarks {
    cells: Vec::new(),
    units: Vec::new(),
    lanes: 0,
    both: 0,
    even: Vec::new(),
    worth: 0,
    fingerprint: 0,
};

impl Grid {
    /// The best estimate to one goal: by landmarks where they are given, by distance and climb in any case.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn best_guide<'q>(&self, heuristic: &Heuristic<'q, Cell>, goal: u32) -> MarksTo<'q> {
        let by_distance = Heuristic::GridLandmarks(&NO_LANDMARKS);
        let guide = self.by_landmarks(heuristic, &[goal]);
        let guide = guide.or_else(|| self.by_landmarks(&by_distance, &[goal]));
        guide.expect("landmarks, if only none, and one goal")
    }

    /// The estimate by landmarks, where that is what is asked for, to one goal.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "it has no loop of its own"))]
    pub(crate) fn by_landmarks<'q>(
        &self,
        heuristic: &Heuristic<'q, Cell>,
        goals: &[u32],
    ) -> Option<MarksTo<'q>> {
        let (&Heuristic::GridLandmarks(landmarks), &[goal]) = (heuristic, goals) else {
            return None;
        };
        Some(MarksTo {
            landmarks,
            linear: self.best_linear(goal),
            goal: landmarks.row(goal),
            elevation: self.ground.elevation(goal),
            uphill: if self.ground.largest_climb() > 0 { self.uphill() } else { Cost::ZERO },
        })
    }
}
