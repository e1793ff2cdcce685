//! Numbers for the cells that matter, and only for those: bits with a running count.

use super::frame::{Frame, RISING};

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

/// Which lines go through a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    /// From south-west to north-east.
    Rising,
    /// From north-west to south-east.
    Falling,
    Columns,
    Rows,
}

/// The free cells numbered along the middle lines of a class, so that the cells of a walk have numbers
/// in a row.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    direction: Direction,
    last_row: u32,
    /// For each line, what to add to a row for the place (along rows, to a column); wraps around.
    starts: Vec<u32>,
    free: CellNumbers,
}

impl Lines {
    pub(super) fn new(width: u32, height: u32, class: usize, frame: &Frame) -> Lines {
        let direction = match (frame.is_turned, class) {
            (false, RISING) => Direction::Rising,
            (false, _) => Direction::Falling,
            (true, RISING) => Direction::Columns,
            (true, _) => Direction::Rows,
        };
        let mut lines = Lines {
            direction,
            last_row: height - 1,
            starts: Vec::new(),
            free: CellNumbers::empty(width as usize * height as usize),
        };
        let count = match direction {
            Direction::Rising | Direction::Falling => width + height - 1,
            Direction::Columns => width,
            Direction::Rows => height,
        };
        let mut place = 0u32;
        for line in 0..count {
            let (first, last) = lines.ends(line, width, height);
            lines.starts.push(place.wrapping_sub(first));
            place += last - first + 1;
        }
        lines
    }

    /// The rows that a line passes, the first and the last; of a row, the columns.
    fn ends(&self, line: u32, width: u32, height: u32) -> (u32, u32) {
        match self.direction {
            Direction::Rising => ((line + 1).saturating_sub(width), line.min(height - 1)),
            Direction::Falling => {
                let rest = width + height - 2 - line;
                ((height - 1).saturating_sub(line), rest.min(height - 1))
            }
            Direction::Columns => (0, height - 1),
            Direction::Rows => (0, width - 1),
        }
    }

    /// Which line a cell is on.
    #[inline(always)]
    pub(super) fn line(&self, x: u32, y: u32) -> usize {
        (match self.direction {
            Direction::Rising => x + y,
            Direction::Falling => x + self.last_row - y,
            Direction::Columns => x,
            Direction::Rows => y,
        }) as usize
    }

    #[inline(always)]
    fn place(&self, x: u32, y: u32) -> u32 {
        let along = if self.direction == Direction::Rows { x } else { y };
        self.starts[self.line(x, y)].wrapping_add(along)
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

    /// The numbers that each line begins with, and the end.
    pub(super) fn first_numbers(&self, width: u32, height: u32) -> Vec<u32> {
        let mut firsts: Vec<u32> = (0..self.starts.len() as u32)
            .map(|line| {
                let (first, _) = self.ends(line, width, height);
                self.free.number(self.starts[line as usize].wrapping_add(first))
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
    use crate::spaces::grid::{Corners, Rules};

    #[test]
    fn every_cell_has_its_own_number() {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (5, 3), (3, 5), (40, 33)] {
            let rules = Corners::ALL.map(|corners| Rules::default().corners(corners));
            for (class, rules) in (0..2).flat_map(|class| rules.map(|rules| (class, rules))) {
                let mut lines = Lines::new(width, height, class, Frame::of(&rules));
                let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                for (x, y) in cells.clone().filter(|(x, y)| (x * 7 + y * 5) % 3 > 0) {
                    lines.insert(x, y);
                }
                let count = lines.count();
                let mut seen = vec![false; count];
                for (x, y) in cells.filter(|(x, y)| (x * 7 + y * 5) % 3 > 0) {
                    assert!(lines.is_free(x, y));
                    assert!(!std::mem::replace(&mut seen[lines.number(x, y)], true));
                    let firsts = lines.first_numbers(width, height);
                    let range = &firsts[lines.line(x, y)..][..2];
                    assert!((range[0]..range[1]).contains(&(lines.number(x, y) as u32)));
                }
                assert!(seen.iter().all(|&seen| seen));
            }
        }
    }
}
