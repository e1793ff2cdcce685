//! Random numbers that are the same everywhere.

use rand_core::Rng;
use rand_pcg::Pcg32;

/// A source of random numbers, all decided by a seed.
pub(super) struct Dice(Pcg32);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        // Neighbouring seeds start the generator at neighbouring states; mixing parts them.
        const STREAM: u64 = 0x72_6f61_6473;
        Dice(Pcg32::new(mix(seed), STREAM))
    }

    /// A number below `end`. Not quite even, by less than one in four thousand million.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        ((self.0.next_u32() as u64 * end as u64) >> 32) as u32
    }

    /// True this many times in a hundred.
    pub(super) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }
}

/// Scatters a number over all 64 bits, one to one: the finaliser of SplitMix64 (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
pub(super) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
