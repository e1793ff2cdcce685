//! [`Metric`]: step costs as small integers, and the way back to a [`Cost`].

use crate::kernel::convergent::{DIAGONAL, STRAIGHT, greatest_common_divisor, steps_of};
use crate::kernel::cost::Cost;
use crate::spaces::grid::StepCosts;

/// A cost in a label: more than any that is there. Three of them still fit.
pub(super) const UNREACHED: u32 = 1 << 30;

/// Costs that are exact multiples of something are kept that way up to this many of it a step.
const LARGEST_STEP: u64 = 1 << 16;

/// What the two steps cost, in 32 bits.
///
/// For steps of 1 and √2 these are those of the [convergent](crate::convergent), which keep paths in
/// order that differ by fewer than 33,461 diagonals; any two below [`UNREACHED`] do (they have at most
/// 22,691 each).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Metric {
    pub(super) straight: u32,
    pub(super) diagonal: u32,
    /// What one unit is, in raw cost; `None` where the units only stand for the square root of two.
    unit: Option<u64>,
}

impl Metric {
    /// `None` for steps that have no small integers in the same proportion.
    pub(super) fn of(steps: StepCosts) -> Option<Metric> {
        if steps == StepCosts::EXACT {
            return Some(Metric { straight: STRAIGHT, diagonal: DIAGONAL, unit: None });
        }
        let (straight, diagonal) = (steps.straight().raw(), steps.diagonal().raw());
        let unit = greatest_common_divisor(straight, diagonal);
        let small = |raw: u64| u32::try_from(raw / unit).ok();
        let largest = straight.max(diagonal) / unit;
        (largest <= LARGEST_STEP).then_some(Metric {
            straight: small(straight)?,
            diagonal: small(diagonal)?,
            unit: Some(unit),
        })
    }

    /// The cost of a way without obstacles.
    #[inline(always)]
    pub(super) fn octile(&self, dx: u32, dy: u32) -> u32 {
        let diagonal = dx.min(dy);
        diagonal * self.diagonal + (dx.max(dy) - diagonal) * self.straight
    }

    /// A cost below [`UNREACHED`] as every search knows it, to the last bit.
    #[inline]
    pub(super) fn cost(&self, cost: u32) -> Cost {
        match self.unit {
            Some(unit) => Cost::from_raw(cost as u64 * unit),
            None => {
                let (straights, diagonals) = steps_of(cost);
                Cost::from_raw(straights * Cost::ONE.raw() + diagonals * Cost::SQRT_2.raw())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_steps_are_found_again() {
        let metric = Metric::of(StepCosts::EXACT).unwrap();
        for (straights, diagonals) in [(0, 0), (1, 0), (0, 1), (7, 9000), (32_088, 0), (0, 22_690)]
        {
            let cost = straights * STRAIGHT + diagonals * DIAGONAL;
            assert!(cost < UNREACHED);
            let raw = straights as u64 * Cost::ONE.raw() + diagonals as u64 * Cost::SQRT_2.raw();
            assert_eq!(metric.cost(cost), Cost::from_raw(raw));
        }
    }

    #[test]
    fn other_steps_are_reduced() {
        let metric = Metric::of(StepCosts::new(10.0, 14.0).unwrap()).unwrap();
        assert_eq!((metric.straight, metric.diagonal), (5, 7));
        assert_eq!(metric.cost(12), Cost::from(24));
        assert_eq!(Metric::of(StepCosts::new(1.0, 1.4143).unwrap()), None);
    }
}
