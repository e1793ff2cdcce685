//! Numbers for the cells that matter, and only for those: bits with a running count.

/// Thirty-two bits and how many are set before them, in one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    bits: u32,
    before: u32,
}

/// A set of places; each member has a number, in the order of places.
#[derive(Clone, Debug, Default)]
pub(super) struct CellNumbers {
    words: Vec<Counted>,
}

impl CellNumbers {
    /// A set for places below `places`; filled by [`insert`](CellNumbers::insert), then
    /// [`count`](CellNumbers::count)ed.
    pub(super) fn empty(places: usize) -> CellNumbers {
        CellNumbers { words: vec![Counted::default(); places / 32 + 1] }
    }

    pub(super) fn insert(&mut self, place: u32) {
        self.words[place as usize / 32].bits |= 1 << (place % 32);
    }

    /// Counts the members; their numbers are right from here on.
    pub(super) fn count(&mut self) -> usize {
        let mut before = 0;
        for word in &mut self.words {
            word.before = before;
            before += word.bits.count_ones();
        }
        before as usize
    }

    #[inline(always)]
    pub(super) fn contains(&self, place: u32) -> bool {
        self.words[place as usize / 32].bits >> (place % 32) & 1 != 0
    }

    /// The number of a member; for another place, how many members lie before it.
    #[inline(always)]
    pub(super) fn number(&self, place: u32) -> u32 {
        let word = self.words[place as usize / 32];
        word.before + (word.bits & ((1 << (place % 32)) - 1)).count_ones()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

/// The free cells numbered diagonal by diagonal, so that the cells of a diagonal walk have numbers
/// in a row.
#[derive(Clone, Debug)]
pub(super) struct Diagonals {
    /// Rising diagonals go from south-west to north-east, falling ones from north-west.
    rising: bool,
    last_row: u32,
    /// For each diagonal, what to add to a row for the place; wraps around.
    starts: Vec<u32>,
    free: CellNumbers,
}

impl Diagonals {
    pub(super) fn new(width: u32, height: u32, rising: bool) -> Diagonals {
        let mut starts = Vec::with_capacity((width + height) as usize);
        let mut place = 0u32;
        for diagonal in 0..width + height - 1 {
            // Which rows the diagonal passes.
            let (first, last) = if rising {
                ((diagonal + 1).saturating_sub(width), diagonal.min(height - 1))
            } else {
                let rest = width + height - 2 - diagonal;
                ((height - 1).saturating_sub(diagonal), rest.min(height - 1))
            };
            starts.push(place.wrapping_sub(first));
            place += last - first + 1;
        }
        let free = CellNumbers::empty(width as usize * height as usize);
        Diagonals { rising, last_row: height - 1, starts, free }
    }

    #[inline(always)]
    pub(super) fn diagonal(&self, x: u32, y: u32) -> usize {
        (if self.rising { x + y } else { x + self.last_row - y }) as usize
    }

    #[inline(always)]
    fn place(&self, x: u32, y: u32) -> u32 {
        self.starts[self.diagonal(x, y)].wrapping_add(y)
    }

    pub(super) fn insert(&mut self, x: u32, y: u32) {
        self.free.insert(self.place(x, y));
    }

    pub(super) fn count(&mut self) -> usize {
        self.free.count()
    }

    #[inline(always)]
    pub(super) fn is_free(&self, x: u32, y: u32) -> bool {
        self.free.contains(self.place(x, y))
    }

    /// The number of a free cell.
    #[inline(always)]
    pub(super) fn number(&self, x: u32, y: u32) -> usize {
        self.free.number(self.place(x, y)) as usize
    }

    /// The numbers that each diagonal begins with, and the end.
    pub(super) fn first_numbers(&self, width: u32, height: u32) -> Vec<u32> {
        let mut firsts: Vec<u32> = (0..self.starts.len() as u32)
            .map(|diagonal| {
                let first = if self.rising {
                    (diagonal + 1).saturating_sub(width)
                } else {
                    (height - 1).saturating_sub(diagonal)
                };
                self.free.number(self.starts[diagonal as usize].wrapping_add(first))
            })
            .collect();
        firsts.push(self.free.number(width * height));
        firsts
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + self.free.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_own_number() {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (5, 3), (3, 5), (40, 33)] {
            for rising in [false, true] {
                let mut diagonals = Diagonals::new(width, height, rising);
                let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                for (x, y) in cells.clone().filter(|(x, y)| (x * 7 + y * 5) % 3 > 0) {
                    diagonals.insert(x, y);
                }
                let count = diagonals.count();
                let mut seen = vec![false; count];
                for (x, y) in cells.filter(|(x, y)| (x * 7 + y * 5) % 3 > 0) {
                    assert!(diagonals.is_free(x, y));
                    assert!(!std::mem::replace(&mut seen[diagonals.number(x, y)], true));
                    let firsts = diagonals.first_numbers(width, height);
                    let range = &firsts[diagonals.diagonal(x, y)..][..2];
                    assert!((range[0]..range[1]).contains(&(diagonals.number(x, y) as u32)));
                }
                assert!(seen.iter().all(|&seen| seen));
            }
        }
    }
}
