//! A plane of bits: lines of whole words, so that sixty-four cells are looked at in one go.

/// Bits in lines. What a line has beyond its length is zero.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Plane {
    /// Words in a line.
    pub(crate) words: usize,
    pub(crate) bits: Vec<u64>,
}

impl Plane {
    pub(crate) fn new(lines: usize, length: usize) -> Plane {
        let words = length.div_ceil(64);
        Plane { words, bits: vec![0; lines * words] }
    }

    #[inline]
    pub(crate) fn line(&self, line: u32) -> &[u64] {
        &self.bits[line as usize * self.words..][..self.words]
    }

    #[inline]
    pub(crate) fn get(&self, line: u32, at: u32) -> bool {
        self.bits[line as usize * self.words + (at >> 6) as usize] >> (at & 63) & 1 != 0
    }

    pub(crate) fn put(&mut self, line: u32, at: u32, bit: bool) {
        let word = &mut self.bits[line as usize * self.words + (at >> 6) as usize];
        *word = *word & !(1 << (at & 63)) | u64::from(bit) << (at & 63);
    }

    /// Lines become columns.
    pub(crate) fn transposed(&self, lines: usize, length: usize) -> Plane {
        let mut out = Plane::new(length, lines);
        let mut block = [0; 64];
        for line in (0..lines).step_by(64) {
            for word in 0..self.words {
                for (i, bits) in block.iter_mut().enumerate() {
                    let inside = line + i < lines;
                    *bits = if inside { self.bits[(line + i) * self.words + word] } else { 0 };
                }
                transpose(&mut block);
                for (i, &bits) in block.iter().enumerate().take(length - (word * 64).min(length)) {
                    out.bits[(word * 64 + i) * out.words + line / 64] = bits;
                }
            }
        }
        out
    }

    /// Diagonals become lines, numbered as in [`Fold`], in which a bit's place is its y.
    pub(crate) fn skewed(&self, fold: Fold, down: bool) -> Plane {
        let lines = self.bits.len() / self.words;
        let mut out = Plane::new(fold.lines, lines);
        let mut block = [0; 64];
        for top in (0..lines).step_by(64) {
            let rows = (lines - top).min(64);
            // The diagonals that cross these rows: from the least to behind the last.
            let least = if down { lines - (top + rows - 1) } else { top };
            let behind = least + rows - 1 + self.words * 64;
            for first in (least..behind).step_by(64) {
                let mut any = 0;
                for (i, bits) in block.iter_mut().enumerate() {
                    let y = top + i;
                    // The x at which the first of these diagonals crosses the line.
                    let x = match down {
                        true => (first + y) as isize - lines as isize,
                        false => first as isize - y as isize,
                    };
                    *bits = if y < lines { self.window(y, x) } else { 0 };
                    any |= *bits;
                }
                if any == 0 {
                    continue;
                }
                transpose(&mut block);
                for (i, &bits) in block.iter().enumerate().filter(|&(_, &bits)| bits != 0) {
                    out.bits[((first + i) & fold.mask) * out.words + top / 64] |= bits;
                }
            }
        }
        out
    }

    /// Sixty-four bits of a line from any place on; zeros beside it.
    fn window(&self, line: usize, from: isize) -> u64 {
        let line = &self.bits[line * self.words..][..self.words];
        let word = |at: isize| usize::try_from(at).ok().and_then(|at| line.get(at)).copied();
        let (at, shift) = (from.div_euclid(64), from.rem_euclid(64));
        let low = word(at).unwrap_or(0) >> shift;
        if shift == 0 { low } else { low | word(at + 1).unwrap_or(0) << (64 - shift) }
    }
}

/// How diagonals are numbered as lines.
///
/// A cell lies on the rising diagonal x + y and on the falling one x - y + height. On a map that is
/// taller than wide a line for each would be nearly empty: a diagonal has no more cells than a row.
/// There, diagonals whose numbers are a row's length or more apart share a line, since they have no y
/// in common:
///
/// ```text
///   a b c     a line for each x + y:       folded, x + y modulo 4:
///   d e f     0: a       3: f h j          0: a i k
///   g h i     1: b d     4: i k            1: b d l
///   j k l     2: c e g   5: l              2: c e g
///                                          3: f h j
/// ```
///
/// A walk does not stray from one to the other: the blocked borders lie between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fold {
    pub(crate) lines: usize,
    /// What is kept of a diagonal's number.
    pub(crate) mask: usize,
}

impl Fold {
    /// For a plane of this many lines, borders included.
    pub(crate) fn of(lines: usize, words: usize) -> Fold {
        let each = lines + words * 64 + 1;
        let folded = (words * 64).next_power_of_two();
        match folded < each {
            true => Fold { lines: folded, mask: folded - 1 },
            false => Fold { lines: each, mask: usize::MAX },
        }
    }
}

/// Transposes a block of 64x64 bits, by halves, quarters and so on.
fn transpose(block: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, 0x0000_0000_FFFF_FFFF_u64);
    while half != 0 {
        let mut at = 0;
        while at < 64 {
            let swap = (block[at] >> half ^ block[at + half]) & mask;
            block[at] ^= swap << half;
            block[at + half] ^= swap;
            at = (at + half + 1) & !half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_and_skewed() {
        let mut seed = 1u64;
        for (lines, length) in
            [(1, 1), (3, 70), (64, 64), (65, 130), (130, 65), (200, 7), (900, 3), (700, 65)]
        {
            let mut plane = Plane::new(lines, length);
            for (y, x) in (0..lines).flat_map(|y| (0..length).map(move |x| (y, x))) {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                plane.put(y as u32, x as u32, seed >> 63 == 0);
            }
            let turned = plane.transposed(lines, length);
            let fold = Fold::of(lines, plane.words);
            let (up, down) = (plane.skewed(fold, false), plane.skewed(fold, true));
            assert!(up.bits.len() <= 2 * plane.words * 64 * up.words, "{lines} {length}");
            let mut on = [0; 2];
            for (y, x) in (0..lines as u32).flat_map(|y| (0..length as u32).map(move |x| (y, x))) {
                let bit = plane.get(y, x);
                let line = |diagonal: u32| diagonal & fold.mask as u32;
                assert_eq!(turned.get(x, y), bit);
                assert_eq!(up.get(line(x + y), y), bit);
                assert_eq!(down.get(line(x + lines as u32 - y), y), bit);
                on = on.map(|count| count + u32::from(bit));
            }
            // And nothing else.
            let count =
                |plane: &Plane| plane.bits.iter().map(|bits| bits.count_ones()).sum::<u32>();
            assert_eq!([count(&up), count(&down)], on);
            assert_eq!(turned.transposed(length, lines), plane);
        }
    }
}
