//! [`Metric`]: step costs as small integers, and the way back to a [`Cost`].

use crate::cost::Cost;
use crate::grid::StepCosts;

/// A cost in a label: more than any that is there. Three of them still fit.
pub(super) const UNREACHED: u32 = 1 << 30;

/// The numerator and the denominator of a convergent of the square root of two.
const DIAGONAL: u32 = 47_321;
const STRAIGHT: u32 = 33_461;
/// 47,321² = 2 · 33,461² - 1, so that 47,321 times this is one, modulo 33,461.
const INVERSE: u64 = 19_601;
/// Costs that are exact multiples of something are kept that way up to this many of it a step.
const LARGEST_STEP: u64 = 1 << 16;

/// What the two steps cost, in 32 bits.
///
/// For steps of 1 and √2 these are 33,461 and 47,321. No fraction with a denominator below 33,461
/// lies between 47,321/33,461 and √2, so two paths keep their true order as long as they differ by
/// fewer than 33,461 diagonals; any two below [`UNREACHED`] do (they have at most 22,691 each).
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

    /// A cost below [`UNREACHED`] as everybody else knows it, to the last bit.
    #[inline]
    pub(super) fn cost(&self, cost: u32) -> Cost {
        match self.unit {
            Some(unit) => Cost::from_raw(cost as u64 * unit),
            None => {
                // The only way to write it with fewer than 33,461 diagonals.
                let diagonals = cost as u64 * INVERSE % STRAIGHT as u64;
                let straights = (cost as u64 - diagonals * DIAGONAL as u64) / STRAIGHT as u64;
                Cost::from_raw(straights * Cost::ONE.raw() + diagonals * Cost::SQRT_2.raw())
            }
        }
    }
}

const fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_is_one() {
        assert_eq!(DIAGONAL as u64 * INVERSE % STRAIGHT as u64, 1);
        assert_eq!(2 * (STRAIGHT as u64).pow(2) - (DIAGONAL as u64).pow(2), 1);
    }

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
