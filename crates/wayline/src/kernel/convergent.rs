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

    #[test]
    fn divisors() {
        assert_eq!(greatest_common_divisor(10, 14), 2);
        assert_eq!(greatest_common_divisor(0, 7), 7);
    }
}
