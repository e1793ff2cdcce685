//! Numbers that look random and are the same on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014), from a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Below a number that is not zero.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * end as u128) >> 64) as usize
    }
}
