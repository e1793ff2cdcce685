//! [`Metric`]: step costs as small integers, and the way back to a [`Cost`].

use super::frame::Frame;
use super::witness::WitnessCost;
use crate::kernel::convergent::{DIAGONAL, STRAIGHT, greatest_common_divisor, steps_of};
use crate::kernel::cost::Cost;
use crate::spaces::grid::{Moves, Rules, StepCosts};
use std::fmt::Debug;
use std::ops::{Add, Mul, Sub};

/// [`Length::UNREACHED`] in 32 bits.
pub(super) const UNREACHED: u32 = u32::UNREACHED;

/// What costs in labels are kept in: 32 bits, or 64 where paths are too long or steps too fine for that.
pub(super) trait Length:
    WitnessCost
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + From<u32>
    + Into<u64>
    + TryFrom<u64>
    + Debug
    + Default
    + Send
    + Sync
{
    /// More than any cost that is there. Three of them still fit.
    const UNREACHED: Self;
    /// Costs that are exact multiples of something are kept that way up to this many of it a step.
    const LARGEST_STEP: u64;
    /// What a straight step is where a diagonal has to differ by one unit from one or two of it: more
    /// than any path has diagonals.
    const FINE: u32;
    /// Costs that stand for steps of 1 and √2, if these are not to be multiples of a unit.
    const SQUARE_ROOT: Option<(u32, u32)>;
}

impl Length for u32 {
    const UNREACHED: u32 = 1 << 30;
    const LARGEST_STEP: u64 = 1 << 16;
    const FINE: u32 = 1 << 15;
    const SQUARE_ROOT: Option<(u32, u32)> = Some((STRAIGHT, DIAGONAL));
}

/// The costs of the engine itself, so there is no need to stand for anything.
impl Length for u64 {
    const UNREACHED: u64 = 1 << 61;
    const LARGEST_STEP: u64 = 1 << 46;
    const FINE: u32 = 1 << 29;
    const SQUARE_ROOT: Option<(u32, u32)> = None;
}

/// What the two steps cost.
///
/// In 32 bits, those for steps of 1 and √2 are of the [convergent](crate::convergent), which keep paths in
/// order that differ by fewer than 33,461 diagonals; any two below [`UNREACHED`] do (they have at most
/// 22,691 each).
///
/// Why only a part of a label has to be read (see `labels.rs`) takes a border step that is more expensive
/// than half of what two of them lead to by the middle. Where it costs the same (diagonals that cost two
/// straight steps, and no corner may be cut; diagonals that cost one, and corners may be cut), a
/// diagonal is made a unit cheaper or more expensive, a unit being so small that no path has enough of
/// them: of paths that cost the same, the one with the fewest border steps counts as the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Metric<L = u32> {
    pub(super) straight: L,
    pub(super) diagonal: L,
    /// The same as steps to the middle and to a border of the frame.
    pub(super) middle: L,
    pub(super) border: L,
    units: Units,
}

/// What units are, in raw cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Units {
    /// So much each.
    Multiples(u64),
    /// They only stand for the square root of two.
    SquareRoot,
    /// So much for a straight step, and a diagonal is two but for a unit.
    JustBelowTwo(u64),
    /// So much for a straight step, and a diagonal is the same but for a unit.
    JustAboveOne(u64),
}

impl<L: Length> Metric<L> {
    /// `None` for steps that have no integers of the size in the same proportion.
    pub(super) fn of(rules: &Rules) -> Option<Metric<L>> {
        let frame = Frame::of(rules);
        let straight = rules.steps.straight().raw();
        let diagonal = match rules.moves {
            Moves::Four => 2 * straight,
            Moves::Eight => rules.steps.diagonal().raw(),
        };
        let (fine, one) = (L::from(L::FINE), L::from(1));
        let (straight, diagonal, units) = if !frame.is_turned && diagonal == 2 * straight {
            (fine, fine + fine - one, Units::JustBelowTwo(straight))
        } else if frame.is_turned && diagonal == straight {
            (fine, fine + one, Units::JustAboveOne(straight))
        } else if let Some((straight, diagonal)) = L::SQUARE_ROOT
            .filter(|_| rules.moves == Moves::Eight && rules.steps == StepCosts::EXACT)
        {
            (L::from(straight), L::from(diagonal), Units::SquareRoot)
        } else {
            let unit = greatest_common_divisor(straight, diagonal);
            let small = |raw: u64| L::try_from(raw / unit).ok();
            if diagonal / unit > L::LARGEST_STEP {
                return None;
            }
            (small(straight)?, small(diagonal)?, Units::Multiples(unit))
        };
        let (middle, border) =
            if frame.is_turned { (straight, diagonal) } else { (diagonal, straight) };
        Some(Metric { straight, diagonal, middle, border, units })
    }

    /// For tests: step costs as they are, in raw cost of a straight step of one.
    #[cfg(test)]
    pub(super) fn plain(straight: u32, diagonal: u32, rules: &Rules) -> Metric<L> {
        let unit = rules.steps.straight().raw() / u64::from(straight);
        let units = Units::Multiples(unit);
        let (straight, diagonal) = (L::from(straight), L::from(diagonal));
        let (middle, border) = match Frame::of(rules).is_turned {
            true => (straight, diagonal),
            false => (diagonal, straight),
        };
        Metric { straight, diagonal, middle, border, units }
    }

    /// The cost of a path without obstacles.
    #[inline(always)]
    pub(super) fn octile(&self, dx: u32, dy: u32) -> L {
        L::from(dx.min(dy)) * self.diagonal + L::from(dx.abs_diff(dy)) * self.straight
    }

    /// A cost as every search knows it, to the last bit; infinite from [`Length::UNREACHED`] on.
    #[inline]
    pub(super) fn cost(&self, cost: L) -> Cost {
        if cost >= L::UNREACHED {
            return Cost::INFINITE;
        }
        let (cost, fine): (u64, u64) = (cost.into(), L::FINE.into());
        Cost::from_raw(match self.units {
            Units::Multiples(unit) => cost * unit,
            Units::JustBelowTwo(straight) => cost.div_ceil(fine) * straight,
            Units::JustAboveOne(straight) => cost / fine * straight,
            Units::SquareRoot => {
                let (straights, diagonals) = steps_of(cost as u32);
                straights * Cost::ONE.raw() + diagonals * Cost::SQRT_2.raw()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::grid::Corners;

    fn steps(straight: f64, diagonal: f64) -> Rules {
        Rules::default().steps(StepCosts::new(straight, diagonal).unwrap())
    }

    /// Every metric gives back what so many steps cost.
    fn gives_back<L: Length>(rules: Rules) {
        let metric = Metric::<L>::of(&rules).unwrap();
        let diagonal = match rules.moves {
            Moves::Four => 2 * rules.steps.straight().raw(),
            Moves::Eight => rules.steps.diagonal().raw(),
        };
        for (straights, diagonals) in [(0, 0), (1, 0), (0, 1), (7, 9000), (32_088, 0), (0, 16_000)]
        {
            let cost = L::from(straights) * metric.straight + L::from(diagonals) * metric.diagonal;
            let raw = straights as u64 * rules.steps.straight().raw() + diagonals as u64 * diagonal;
            assert_eq!(metric.cost(cost), Cost::from_raw(raw), "{rules:?} {straights} {diagonals}");
        }
    }

    #[test]
    fn counts_of_steps_are_found_again() {
        let four = Rules::default().moves(Moves::Four);
        let all = [Rules::default(), four, steps(10.0, 14.0), steps(1.0, 1.0), steps(3.0, 6.0)];
        for (rules, corners) in all.into_iter().flat_map(|rules| Corners::ALL.map(|c| (rules, c))) {
            gives_back::<u32>(rules.corners(corners));
            gives_back::<u64>(rules.corners(corners));
        }
        gives_back::<u64>(steps(1.0, 1.4143));
    }

    #[test]
    fn other_steps_are_reduced() {
        let metric = Metric::<u32>::of(&steps(10.0, 14.0)).unwrap();
        assert_eq!((metric.straight, metric.diagonal), (5, 7));
        assert_eq!(metric.cost(12), Cost::from(24));
        assert_eq!(metric.cost(UNREACHED), Cost::INFINITE);
        assert_eq!(Metric::<u32>::of(&steps(1.0, 1.4143)), None);
    }

    /// Wherever labels are read in part, two border steps are more expensive than what they lead to.
    #[test]
    fn borders_are_more_expensive_than_middles() {
        let four = Rules::default().moves(Moves::Four);
        for rules in [Rules::default(), four, steps(1.0, 1.0), steps(1.0, 2.0), steps(4.0, 5.0)] {
            for corners in Corners::ALL {
                let rules = rules.corners(corners);
                let Metric { middle, border, .. } = Metric::<u32>::of(&rules).unwrap();
                let middles = if Frame::of(&rules).is_turned { 2 * middle } else { middle };
                assert!(2 * border > middles, "{rules:?}");
            }
        }
    }
}
