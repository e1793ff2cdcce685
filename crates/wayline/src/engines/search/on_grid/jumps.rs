//! Which questions jump point search can be asked, and where it pays.

use super::marks::MarksTo;
use super::weighted::UnevenGrid;
use crate::engines::search::problem::Ends;
use crate::question::heuristic::Heuristic;
use crate::question::query::Query;
use crate::spaces::grid::{Cell, Grid, Moves, PLAIN};

impl Grid {
    /// Why a question does not suit jump point search.
    pub(super) fn no_jumps(&self, query: &Query<'_, Cell>, ends: &Ends) -> Option<&'static str> {
        let steps = self.rules.steps;
        let (straight, diagonal) = (steps.straight().raw(), steps.diagonal().raw());
        if query.layer.is_some() {
            Some("it is for plain grids, without a layer")
        } else if !self.links.is_empty() {
            Some("it is for plain grids, without links")
        } else if self.is_weighted() && cfg!(target_arch = "wasm32") {
            Some("it is for plain grids, without terrain or elevation")
        } else if self.is_weighted() && !self.has_even_lengths() {
            Some("steps over this terrain cost too much, too little, or too much diagonally")
        } else if self.rules.moves == Moves::Eight && !(straight..=2 * straight).contains(&diagonal)
        {
            Some(
                "a diagonal step has to cost as much as one straight step at least, and two at most",
            )
        } else if query_is_simple(ends) {
            match query.heuristic {
                Heuristic::Auto | Heuristic::Octile => None,
                Heuristic::GridLandmarks(_) if self.is_weighted() => None,
                _ => Some("it has an estimate of its own"),
            }
        } else {
            Some("it takes one start and one goal, and nothing to avoid")
        }
    }

    /// Whether steps over terrain cost something, not more than can be counted, and a diagonal no more than
    /// two straights on any ground, though costs are rounded down.
    fn has_even_lengths(&self) -> bool {
        let (steps, lowest) = (self.rules.steps, u64::from(self.ground.lowest()));
        let (straight, diagonal) = (steps.straight().raw(), steps.diagonal().raw());
        let spare = (2 * straight).saturating_sub(diagonal);
        let exact = straight.is_multiple_of(u64::from(PLAIN));
        let four = self.rules.moves == Moves::Four;
        self.least_steps().is_positive()
            && UnevenGrid::<MarksTo<'_>>::span(self).is_some()
            && (four || exact || spare.saturating_mul(lowest) >= u64::from(PLAIN))
    }

    /// Whether leaps over even ground are worth more than they cost.
    pub(super) fn has_much_to_leap_over(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        return self.is_weighted() && self.known_even_ground().inner() * 4 >= self.free;
        #[cfg(target_arch = "wasm32")]
        false
    }
}

/// Whether there is one start, one goal and nothing to avoid.
fn query_is_simple(ends: &Ends) -> bool {
    ends.starts.len() == 1 && ends.goals.len() == 1 && ends.avoid.is_empty()
}
