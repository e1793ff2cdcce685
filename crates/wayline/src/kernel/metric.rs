//! [`Metric`]: step costs as small integers, and back to a [`Cost`].

use super::convergent::{DIAGONAL, STRAIGHT, greatest_common_divisor, steps_of};
use super::cost::Cost;
use std::fmt::Debug;
use std::ops::{Add, Mul, Sub};

/// What arcs cost: 32 bits on maps, 64 on graphs.
pub(crate) trait WitnessCost: Copy + Ord {
    const ZERO: Self;
    /// More than any path.
    const FAR: Self;
    /// Orders open nodes by cost, then by number.
    type Key: Ord + Send;
    fn plus(self, other: Self) -> Self;
    fn key(self, node: u32) -> Self::Key;
    fn of(key: Self::Key) -> (Self, u32);
}

impl WitnessCost for u32 {
    const ZERO: u32 = 0;
    const FAR: u32 = u32::MAX;
    // One number is compared faster than two.
    type Key = u64;
    #[inline]
    fn plus(self, other: u32) -> u32 {
        self.saturating_add(other)
    }
    #[inline]
    fn key(self, node: u32) -> u64 {
        u64::from(self) << 32 | u64::from(node)
    }
    #[inline]
    fn of(key: u64) -> (u32, u32) {
        ((key >> 32) as u32, key as u32)
    }
}

impl WitnessCost for u64 {
    const ZERO: u64 = 0;
    const FAR: u64 = u64::MAX;
    type Key = (u64, u32);
    #[inline]
    fn plus(self, other: u64) -> u64 {
        self.saturating_add(other)
    }
    #[inline]
    fn key(self, node: u32) -> (u64, u32) {
        (self, node)
    }
    #[inline]
    fn of(key: (u64, u32)) -> (u64, u32) {
        key
    }
}

/// [`Length::UNREACHED`] in 32 bits.
pub(crate) const UNREACHED: u32 = u32::UNREACHED;

/// What costs in labels are kept in: 32 bits, or 64 where paths are too long or steps too fine for that.
pub(crate) trait Length:
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
/// In 32 bits, those for steps of 1 and √2 are of the [convergent](super::convergent), which keep paths in
/// order that differ by fewer than 33,461 diagonals; any two below [`UNREACHED`] do (they have at most
/// 22,691 each).
///
/// Why only a part of a label has to be read (see `labels.rs`) takes a border step that is more expensive
/// than half of what two of them lead to by the middle. Where it costs the same (diagonals that cost two
/// straight steps, and no corner may be cut; diagonals that cost one, and corners may be cut), a
/// diagonal is made a unit cheaper or more expensive, a unit being so small that no path has enough of
/// them: of paths that cost the same, the one with the fewest border steps counts as the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Metric<L = u32> {
    pub(crate) straight: L,
    pub(crate) diagonal: L,
    /// The same as steps to the middle and to a border of the frame.
    pub(crate) middle: L,
    pub(crate) border: L,
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
    /// The metric of steps that cost this much, in raw cost; `is_turned` where straight steps are those to the
    /// middle. `None` for steps that have no integers of the size in the same proportion.
    pub(crate) fn new(straight: u64, diagonal: u64, is_turned: bool) -> Option<Metric<L>> {
        let (fine, one) = (L::from(L::FINE), L::from(1));
        let root_of_two = (straight, diagonal) == (Cost::ONE.raw(), Cost::SQRT_2.raw());
        let (straight, diagonal, units) = if !is_turned && diagonal == 2 * straight {
            (fine, fine + fine - one, Units::JustBelowTwo(straight))
        } else if is_turned && diagonal == straight {
            (fine, fine + one, Units::JustAboveOne(straight))
        } else if let Some((straight, diagonal)) = L::SQUARE_ROOT.filter(|_| root_of_two) {
            (L::from(straight), L::from(diagonal), Units::SquareRoot)
        } else {
            let unit = greatest_common_divisor(straight, diagonal);
            let small = |raw: u64| L::try_from(raw / unit).ok();
            if diagonal / unit > L::LARGEST_STEP {
                return None;
            }
            (small(straight)?, small(diagonal)?, Units::Multiples(unit))
        };
        Some(Metric::of_steps(straight, diagonal, is_turned, units))
    }

    fn of_steps(straight: L, diagonal: L, is_turned: bool, units: Units) -> Metric<L> {
        let (middle, border) = if is_turned { (straight, diagonal) } else { (diagonal, straight) };
        Metric { straight, diagonal, middle, border, units }
    }

    /// For tests: step costs as they are, a straight step being this much in raw cost.
    #[cfg(test)]
    pub(crate) fn plain(straight: u32, diagonal: u32, is_turned: bool, raw: u64) -> Metric<L> {
        let units = Units::Multiples(raw / u64::from(straight));
        Metric::of_steps(L::from(straight), L::from(diagonal), is_turned, units)
    }

    /// The cost of a path without obstacles.
    #[inline(always)]
    pub(crate) fn octile(&self, dx: u32, dy: u32) -> L {
        L::from(dx.min(dy)) * self.diagonal + L::from(dx.abs_diff(dy)) * self.straight
    }

    /// A cost as every search knows it, to the last bit; infinite from [`Length::UNREACHED`] on.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub(crate) fn cost(&self, cost: L) -> Cost {
        if cost >= L::UNREACHED {
            return Cost::INFINITE;
        }
        let (cost, fine): (u64, u64) = (cost.into(), L::FINE.into());
        let (times, each) = match self.units {
            Units::Multiples(unit) => (cost, unit),
            Units::JustBelowTwo(straight) => (cost.div_ceil(fine), straight),
            Units::JustAboveOne(straight) => (cost / fine, straight),
            Units::SquareRoot => {
                let (straights, diagonals) = steps_of(cost as u32);
                return Cost::from_raw(
                    straights * Cost::ONE.raw() + diagonals * Cost::SQRT_2.raw(),
                );
            }
        };
        Cost::product(each, times)
    }
}
