//! [`Cost`]: an exact, integer cost.
//!
//! Floating-point costs make two mistakes that a search cannot afford: sums depend on the order of addition, and
//! results depend on the platform. Small scaled integers (10 and 14, 1000 and 1414) misorder paths: 1414/1000 is
//! wrong after 99 diagonals. Wayline counts in units of 2⁻³²: one is 2³², the square root of two is 6,074,001,000,
//! and two grid paths keep their true order until they differ by 275,807 diagonal steps.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

/// What a move or a path costs: a non-negative fixed-point number with 32 fractional bits.
///
/// Sums saturate at [`Cost::INFINITE`], so nothing wraps around.
///
/// ```
/// use wayline::Cost;
///
/// let cost = Cost::ONE + Cost::SQRT_2;
/// assert_eq!(cost.to_string(), "2.41421356");
/// assert_eq!(Cost::try_from(2.5)?, Cost::from(2) + Cost::try_from(0.5)?);
/// assert_eq!(Cost::ONE * 3, Cost::from(3));
/// assert!(Cost::try_from(f64::NAN).is_err());
/// # Ok::<(), wayline::BadCost>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Cost(u64);

/// A number that is not a cost: negative, not a number, infinite, or too large.
///
/// ```
/// use wayline::{BadCost, Cost};
/// assert_eq!(Cost::try_from(-1.0), Err(BadCost(-1.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a cost: expected a number from 0 to 2147483648")]
pub struct BadCost(
    /// The number.
    pub f64,
);

impl Cost {
    /// Zero.
    pub const ZERO: Cost = Cost(0);
    /// One, the cost of a straight step.
    pub const ONE: Cost = Cost(1 << Cost::FRACTION_BITS);
    /// The square root of two, the cost of a diagonal step.
    pub const SQRT_2: Cost = Cost(6_074_001_000);
    /// More than any path costs.
    pub const INFINITE: Cost = Cost(u64::MAX);
    /// How many of the bits are behind the binary point.
    pub const FRACTION_BITS: u32 = 32;
    /// The largest cost accepted for a single move: 2³¹. Sums of 2³² and more are all reported as
    /// [`INFINITE`](Cost::INFINITE).
    pub const MAX_MOVE: Cost = Cost(1 << 63);

    /// A cost from its integer representation, in units of 2⁻³².
    ///
    /// ```
    /// assert_eq!(wayline::Cost::from_raw(1 << 32), wayline::Cost::ONE);
    /// ```
    #[inline]
    pub const fn from_raw(raw: u64) -> Cost {
        Cost(raw)
    }

    /// The integer representation, in units of 2⁻³².
    ///
    /// ```
    /// assert_eq!(wayline::Cost::ONE.raw(), 1 << 32);
    /// ```
    #[inline]
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// The nearest floating-point number; infinity for [`Cost::INFINITE`].
    ///
    /// ```
    /// assert_eq!(wayline::Cost::from(3).to_f64(), 3.0);
    /// ```
    #[inline]
    pub fn to_f64(self) -> f64 {
        if self == Cost::INFINITE { f64::INFINITY } else { self.0 as f64 / Cost::ONE.0 as f64 }
    }

    /// The cost, rounded down, of a number known to be admissible: for estimates, which must never
    /// be rounded up. Anything that is not a cost gives zero.
    ///
    /// ```
    /// use wayline::Cost;
    /// assert_eq!(Cost::floor(1.0), Cost::ONE);
    /// assert_eq!(Cost::floor(f64::NAN), Cost::ZERO);
    /// ```
    pub fn floor(number: f64) -> Cost {
        // A float to integer cast saturates, and sends NaN and negatives to zero.
        Cost((number * Cost::ONE.0 as f64) as u64)
    }

    /// Whether this is [`Cost::INFINITE`].
    ///
    /// ```
    /// use wayline::Cost;
    /// assert!((Cost::INFINITE + Cost::ONE).is_infinite());
    /// ```
    #[inline]
    pub const fn is_infinite(self) -> bool {
        self.0 == u64::MAX
    }

    /// So many times a cost in raw units, saturating.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub(crate) fn product(raw: u64, times: u64) -> Cost {
        Cost(raw.saturating_mul(times))
    }

    /// This cost times `numerator / 2^shift`, rounded down, saturating.
    #[inline]
    pub(crate) const fn scaled(self, numerator: u32, shift: u32) -> Cost {
        let wide = (self.0 as u128 * numerator as u128) >> shift;
        if wide > u64::MAX as u128 { Cost::INFINITE } else { Cost(wide as u64) }
    }
}

impl Add for Cost {
    type Output = Cost;
    #[inline]
    fn add(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

/// The difference, zero where it would be negative.
impl Sub for Cost {
    type Output = Cost;
    #[inline]
    fn sub(self, other: Cost) -> Cost {
        Cost(self.0.saturating_sub(other.0))
    }
}

/// The cost this many times over; saturates at [`Cost::INFINITE`].
impl Mul<u32> for Cost {
    type Output = Cost;
    #[inline]
    fn mul(self, times: u32) -> Cost {
        Cost::product(self.0, times as u64)
    }
}

impl Mul<Cost> for u32 {
    type Output = Cost;
    #[inline]
    fn mul(self, cost: Cost) -> Cost {
        cost * self
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::ZERO, Add::add)
    }
}

impl From<u32> for Cost {
    #[inline]
    fn from(whole: u32) -> Cost {
        Cost((whole as u64) << Cost::FRACTION_BITS)
    }
}

/// The nearest cost; refuses a number that cannot be the cost of a move.
impl TryFrom<f64> for Cost {
    type Error = BadCost;
    fn try_from(number: f64) -> Result<Cost, BadCost> {
        let raw = (number * Cost::ONE.0 as f64).round();
        if number >= 0.0 && raw <= Cost::MAX_MOVE.0 as f64 {
            Ok(Cost(raw as u64))
        } else {
            Err(BadCost(number))
        }
    }
}

/// The nearest cost; refuses a number that cannot be the cost of a move.
impl TryFrom<f32> for Cost {
    type Error = BadCost;
    fn try_from(number: f32) -> Result<Cost, BadCost> {
        Cost::try_from(number as f64)
    }
}

/// At most eight decimals, no trailing zeros: enough to tell any two grid paths apart by eye.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() {
            return f.pad("infinite");
        }
        let hundred_millionths = ((self.0 as u128 * 100_000_000) + (1 << 31)) >> 32;
        let (whole, part) = (hundred_millionths / 100_000_000, hundred_millionths % 100_000_000);
        let text = if part == 0 { format!("{whole}") } else { format!("{whole}.{part:08}") };
        f.pad(if part == 0 { &text } else { text.trim_end_matches('0') })
    }
}

impl fmt::Debug for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cost({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_no_cost_are_refused() {
        for bad in [-1.0, -1e-300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2147483649.0] {
            assert!(Cost::try_from(bad).is_err(), "{bad}");
        }
        assert_eq!(Cost::try_from(-0.0), Ok(Cost::ZERO));
        assert_eq!(Cost::try_from(2147483648.0), Ok(Cost::MAX_MOVE));
    }

    #[test]
    fn sums_saturate() {
        assert_eq!(Cost::INFINITE + Cost::ONE, Cost::INFINITE);
        assert_eq!(Cost::ZERO - Cost::ONE, Cost::ZERO);
        assert_eq!(Cost::INFINITE.scaled(3, 1), Cost::INFINITE);
    }

    #[test]
    fn products_saturate() {
        assert_eq!(Cost::SQRT_2 * 3, Cost::SQRT_2 + Cost::SQRT_2 + Cost::SQRT_2);
        assert_eq!(7 * Cost::ONE, Cost::from(7));
        assert_eq!(Cost::MAX_MOVE * 2, Cost::INFINITE);
        assert_eq!(Cost::INFINITE * u32::MAX, Cost::INFINITE);
        let none = u32::default();
        assert_eq!(Cost::INFINITE * none, Cost::ZERO);
    }

    #[test]
    fn single_precision_is_taken_as_it_is() {
        assert_eq!(Cost::try_from(2.5f32), Cost::try_from(2.5));
        assert_eq!(Cost::try_from(0.1f32), Cost::try_from(0.1f32 as f64));
        assert!(Cost::try_from(f32::NAN).is_err() && Cost::try_from(-1f32).is_err());
    }

    #[test]
    fn displays_as_people_write_it() {
        assert_eq!(Cost::ZERO.to_string(), "0");
        assert_eq!(Cost::from(10).to_string(), "10");
        assert_eq!(Cost::try_from(0.25).unwrap().to_string(), "0.25");
        assert_eq!(Cost::SQRT_2.to_string(), "1.41421356");
    }

    #[test]
    fn the_root_of_two_is_rounded_to_nearest() {
        let two = 1u128 << 65;
        let root = Cost::SQRT_2.raw() as u128;
        assert!(root * root > two && (root - 1) * (root - 1) < two);
        assert!(root * root - two < two - (root - 1) * (root - 1));
    }
}
