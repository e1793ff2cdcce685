//! Exact roots.

/// `scale` times the square root of `square`, rounded down, exactly.
pub(crate) fn scaled_root(scale: u64, square: u64) -> u64 {
    let exact = scale as u128 * scale as u128 * square as u128;
    // A floating point guess is off by a few units in the last place; integers settle it.
    let mut root = ((square as f64).sqrt() * scale as f64) as u64;
    while root as u128 * root as u128 > exact {
        root -= 1;
    }
    while (root as u128 + 1) * (root as u128 + 1) <= exact {
        root += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_rounded_down_exactly() {
        for scale in [1u64, 3, 1 << 20, 1 << 32, 10_000 << 32] {
            for square in (0..2000).chain([999_999_999, 2 * 16384 * 16384]) {
                let exact = scale as u128 * scale as u128 * square as u128;
                assert_eq!(scaled_root(scale, square) as u128, exact.isqrt(), "{scale} {square}");
            }
        }
    }
}
