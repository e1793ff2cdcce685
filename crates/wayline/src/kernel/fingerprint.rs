//! Numbers that stand for what something was made of, the same on every platform: checksums of files,
//! fingerprints of maps and graphs.

/// Mixes a word into what was mixed before; one to one in the word, so that two lists which differ in one
/// word never end in the same number. Others do with a chance of 2⁻⁶⁴.
#[inline]
pub(crate) fn mixed(before: u64, word: u64) -> u64 {
    // The mixing steps of SplitMix64.
    let mut mixed = (before ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// Words mixed into a number, one after the other.
#[derive(Default)]
pub(crate) struct Mixer(pub(crate) u64);

impl Mixer {
    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        self.0 = mixed(self.0, word);
    }

    /// A list, in words of as many items as fit when each has this many bits, after its length.
    pub(crate) fn add_all<T: Copy>(&mut self, list: &[T], bits: u32, number: impl Fn(T) -> u64) {
        self.add(list.len() as u64);
        for items in list.chunks(64 / bits as usize) {
            self.add(items.iter().rev().fold(0, |word, &item| word << bits | number(item)));
        }
    }
}

/// The checksum of bytes.
pub(crate) fn of_bytes(bytes: &[u8]) -> u64 {
    let mut mixer = Mixer::default();
    mixer.add_all(bytes, 8, u64::from);
    mixer.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files have it, so it must never change.
    #[test]
    fn bytes_have_the_same_checksum_everywhere() {
        let bytes: Vec<u8> = (0..21).collect();
        let mut words = Mixer::default();
        words.add(21);
        for word in [0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908, 0x14_1312_1110] {
            words.add(word);
        }
        assert_eq!(of_bytes(&bytes), words.0);
        // The first number of SplitMix64 with the seed 0, after mixing in no word at all.
        assert_eq!(mixed(0, 0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(of_bytes(&[]), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn every_byte_every_bit_and_the_length_count() {
        let bytes = [0u8; 20];
        let mut seen = std::collections::BTreeSet::new();
        for length in 0..=20 {
            assert!(seen.insert(of_bytes(&bytes[..length])));
        }
        for bit in 0..160 {
            let mut bytes = bytes;
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(of_bytes(&bytes)), "bit {bit}");
        }
    }
}
