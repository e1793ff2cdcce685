//! Where cells were taken or left while units move, so that no unit looks again at what has not changed.

use crate::spaces::grid::Cell;

/// Cells are looked at in squares with sides of this many.
const SIDE: u32 = 8;

/// When something last changed near a cell, within a tick.
#[derive(Clone, Default)]
pub(super) struct Changes {
    /// Squares in a row.
    squares: u32,
    /// When a cell in each square changed.
    last: Vec<u32>,
    now: u32,
    /// When each unit last looked, and could not move; 0 if it has not looked.
    looked: Vec<u32>,
}

impl Changes {
    pub(super) fn begin(&mut self, width: u32, height: u32, units: usize) {
        self.squares = width.div_ceil(SIDE);
        self.last.clear();
        self.last.resize(self.squares as usize * height.div_ceil(SIDE) as usize, 0);
        self.looked.clear();
        self.looked.resize(units, 0);
        self.now = 1;
    }

    pub(super) fn note(&mut self, cell: Cell) {
        self.now += 1;
        let square = (cell.y / SIDE * self.squares + cell.x / SIDE) as usize;
        if let Some(last) = self.last.get_mut(square) {
            *last = self.now;
        }
    }

    /// A unit cannot move as things are.
    pub(super) fn note_look(&mut self, unit: usize) {
        self.looked[unit] = self.now;
    }

    /// Whether nothing has changed within a reach of a cell since a unit looked.
    pub(super) fn are_none(&self, unit: usize, cell: Cell, reach: u32) -> bool {
        let looked = self.looked[unit];
        let range = |at: u32| at.saturating_sub(reach) / SIDE..=(at + reach) / SIDE;
        looked != 0
            && range(cell.y).all(|y| {
                range(cell.x).filter(|&x| x < self.squares).all(|x| {
                    let last = self.last.get((y * self.squares + x) as usize);
                    last.is_none_or(|&last| last <= looked)
                })
            })
    }
}

/// Cells near to edits, a bit each.
#[derive(Clone, Default)]
pub(super) struct Near {
    width: u32,
    height: u32,
    bits: Vec<u64>,
    /// Words that are not 0.
    used: Vec<u32>,
}

impl Near {
    /// No cell of a map of this size.
    pub(super) fn begin(&mut self, width: u32, height: u32) {
        for word in self.used.drain(..) {
            self.bits[word as usize] = 0;
        }
        (self.width, self.height) = (width, height);
        self.bits.resize((width as usize * height as usize).div_ceil(64), 0);
    }

    /// The cells within a reach of one.
    pub(super) fn add(&mut self, cell: Cell, reach: u32) {
        let range = |at: u32, side: u32| at.saturating_sub(reach)..side.min(at + reach + 1);
        for y in range(cell.y, self.height) {
            for x in range(cell.x, self.width) {
                let place = y as usize * self.width as usize + x as usize;
                if self.bits[place / 64] == 0 {
                    self.used.push((place / 64) as u32);
                }
                self.bits[place / 64] |= 1 << (place % 64);
            }
        }
    }

    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        let place = cell.y as usize * self.width as usize + cell.x as usize;
        self.bits.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
    }
}
