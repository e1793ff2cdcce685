//! The square root of two in 32 bits: costs of grid paths as small whole numbers, in their true order.
//!
//! 47,321 / 33,461 is a convergent of the square root of two: no fraction with a denominator below
//! 33,461 lies between them. So with 33,461 for a straight step and 47,321 for a diagonal one, two
//! paths keep their true order as long as they differ by fewer than 33,461 diagonals.

/// What a straight step costs.
pub(crate) const STRAIGHT: u32 = 33_461;
/// What a diagonal step costs.
pub(crate) const DIAGONAL: u32 = 47_321;
/// 47,321² = 2 · 33,461² - 1, so that 47,321 times this is one, modulo 33,461.
const INVERSE: u64 = 19_601;

/// How many straight and diagonal steps make up a cost: there is only one pair with fewer than 33,461
/// diagonals.
#[inline]
pub(crate) fn steps_of(cost: u32) -> (u64, u64) {
    let diagonals = cost as u64 * INVERSE % STRAIGHT as u64;
    ((cost as u64 - diagonals * DIAGONAL as u64) / STRAIGHT as u64, diagonals)
}

/// Whole numbers for a straight and a diagonal step that cost this much, as small as they can be for sums of
/// such steps to stay in their true order, and equal where they were, while two of them differ by no more
/// than this many diagonals: the first convergent of the proportion with a larger denominator, or the
/// proportion itself. Whatever lies between a convergent and the number it stands for has a denominator
/// larger still, and two sums that changed places, `p` straights and `q` diagonals apart, would put
/// `p / q` there.
pub(crate) fn in_proportion(straight: u64, diagonal: u64, differ: u64) -> (u64, u64) {
    let (mut dividend, mut divisor) = (diagonal, straight);
    let ((mut before, mut top), (mut under, mut bottom)) = ((0, 1), (1, 0));
    while divisor != 0 && bottom <= differ {
        let quotient = dividend / divisor;
        (dividend, divisor) = (divisor, dividend % divisor);
        (before, top) = (top, quotient * top + before);
        (under, bottom) = (bottom, quotient * bottom + under);
    }
    (bottom, top)
}

/// The largest number that divides both, to reduce other pairs of costs.
pub(crate) const fn greatest_common_divisor(a: u64, b: u64) -> u64 {
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
    fn steps_are_found_again() {
        for (straights, diagonals) in [(0, 0), (1, 0), (0, 1), (7, 9000), (32_088, 0), (0, 33_460)]
        {
            let cost = straights * STRAIGHT + diagonals * DIAGONAL;
            assert_eq!(steps_of(cost), (straights.into(), diagonals.into()));
        }
    }

    /// Beside the costs themselves: all sums that differ by few diagonals, and those about as large by many.
    #[test]
    fn proportions_keep_sums_in_order() {
        let exact = (1 << 32, 6_074_001_000);
        assert_eq!(in_proportion(exact.0, exact.1, 33_460), (33_461, 47_321));
        assert_eq!(in_proportion(exact.0, exact.1, 33_461), (80_782, 114_243));
        assert_eq!(in_proportion(exact.0, exact.1, u64::MAX), (1 << 29, 759_250_125));
        assert_eq!(in_proportion(10 << 32, 14 << 32, 1 << 20), (5, 7));
        for (straight, diagonal) in [exact, (1 << 32, 1 << 32), (2, 3), (1 << 32, 5_000_000_001)] {
            for differ in [1, 7, 200, 50_000] {
                let small = in_proportion(straight, diagonal, differ);
                for diagonals in (0..=differ as i128).rev().take(300) {
                    // The straight steps that cost about as much.
                    let about = diagonals * diagonal as i128 / straight as i128;
                    for straights in about - 2..=about + 2 {
                        let apart = |(s, d): (u64, u64)| {
                            (diagonals * d as i128 - straights * s as i128).signum()
                        };
                        assert_eq!(
                            apart((straight, diagonal)),
                            apart(small),
                            "{diagonals} {small:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn divisors() {
        assert_eq!(greatest_common_divisor(10, 14), 2);
        assert_eq!(greatest_common_divisor(0, 7), 7);
    }
}
