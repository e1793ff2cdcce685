//! Random numbers that are the same everywhere.

use super::Density;
use rand_core::Rng;
use rand_pcg::Pcg32;

/// A source of random numbers, all decided by a seed.
pub(super) struct Dice(Pcg32);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        // Neighbouring seeds start the generator at neighbouring states; mixing parts them.
        const STREAM: u64 = 0x77_6179_6c69_6e65;
        Dice(Pcg32::new(mix(seed), STREAM))
    }

    /// A number below `end`. Not quite even, by less than one in four thousand million: the price
    /// of one draw for each number, whatever it is.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        ((self.0.next_u32() as u64 * end as u64) >> 32) as u32
    }

    /// True with this probability.
    pub(super) fn chance(&mut self, probability: Density) -> bool {
        self.below(Density::ONE) < probability.billionths()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_kept() {
        let mut dice = Dice::new(1);
        let third: Density = "0.3".parse().unwrap();
        let hits = (0..100_000).filter(|_| dice.chance(third)).count();
        assert!((29_500..30_500).contains(&hits), "{hits}");
        assert!((0..1000).all(|_| !dice.chance("0".parse().unwrap())));
        assert!((0..1000).all(|_| dice.chance("1".parse().unwrap())));
    }

    #[test]
    fn numbers_stay_below_and_reach_all() {
        let mut dice = Dice::new(1);
        let mut seen = [0; 7];
        (0..7000).for_each(|_| seen[dice.below(7) as usize] += 1);
        assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    }
}
