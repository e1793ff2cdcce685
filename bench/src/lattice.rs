//! A grid as the peers search it: numbered cells, legal steps, and the same exact costs as ours.
//!
//! Made before the clock runs, and made to be quick: which steps a cell has is one byte, and rows
//! are a power of two long, so that a number is split into column and row without a division.

use wayline::{Cell, Cost, Grid};

const STRAIGHT: u64 = Cost::ONE.raw();
const DIAGONAL: u64 = Cost::SQRT_2.raw();

/// Clockwise from the north; odd ones are diagonal.
const STEPS: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

pub struct Lattice {
    width: u32,
    height: u32,
    free: Vec<bool>,
    /// A number's bits above this are the row.
    row_shift: u32,
    /// The legal steps of each cell, a bit each.
    steps: Vec<u8>,
    /// How far away the steps lead, and what they cost.
    moves: [(u32, u64); 8],
}

impl Lattice {
    pub fn new(grid: &Grid) -> Lattice {
        let row_shift = grid.width().next_power_of_two().ilog2();
        let mut steps = vec![0; (grid.height() as usize) << row_shift];
        for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
            let free = |dx: i32, dy: i32| {
                grid.is_free((cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy)))
            };
            // No corner is cut: a diagonal needs both cells beside it.
            let legal = |&(dx, dy): &(i32, i32)| free(dx, dy) && free(dx, 0) && free(0, dy);
            let bits = STEPS.iter().enumerate().map(|(i, step)| u8::from(legal(step)) << i).sum();
            steps[(cell.y as usize) << row_shift | cell.x as usize] = bits;
        }
        let moves = std::array::from_fn(|i| {
            let (dx, dy) = STEPS[i];
            let ahead = (dy << row_shift) + dx;
            (ahead as u32, if i % 2 == 0 { STRAIGHT } else { DIAGONAL })
        });
        let free = grid.cells().map(|cell| grid.is_free(cell)).collect();
        Lattice { width: grid.width(), height: grid.height(), free, row_shift, steps, moves }
    }

    pub fn number(&self, cell: Cell) -> u32 {
        cell.y << self.row_shift | cell.x
    }

    #[inline]
    pub fn cell(&self, number: u32) -> Cell {
        Cell::new(number & ((1 << self.row_shift) - 1), number >> self.row_shift)
    }

    pub fn numbers(&self) -> std::ops::Range<u32> {
        0..self.steps.len() as u32
    }

    /// Where one step leads, and what it costs. Nothing is allocated.
    #[inline]
    pub fn successors(&self, from: u32) -> impl Iterator<Item = (u32, u64)> {
        let mut bits = self.steps[from as usize];
        std::iter::from_fn(move || {
            let (ahead, cost) = self.moves[bits.trailing_zeros() as usize & 7];
            let found = bits != 0;
            bits &= bits.wrapping_sub(1);
            found.then(|| (from.wrapping_add(ahead), cost))
        })
    }

    /// The same by looking at the cells, as one would write it at first. Nothing is allocated.
    #[inline]
    pub fn successors_by_cells(&self, from: u32) -> impl Iterator<Item = (u32, u64)> {
        let Cell { x, y } = self.cell(from);
        let is_free = move |dx: i32, dy: i32| {
            let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            x < self.width && y < self.height && self.free[(y * self.width + x) as usize]
        };
        STEPS.into_iter().zip(self.moves).filter_map(move |((dx, dy), (ahead, cost))| {
            let legal = is_free(dx, dy) && (dx == 0 || dy == 0 || is_free(dx, 0) && is_free(0, dy));
            legal.then(|| (from.wrapping_add(ahead), cost))
        })
    }

    /// The octile distance.
    #[inline]
    pub fn estimate(&self, from: u32, to: u32) -> u64 {
        let (a, b) = (self.cell(from), self.cell(to));
        let (dx, dy) = (a.x.abs_diff(b.x) as u64, a.y.abs_diff(b.y) as u64);
        dx.max(dy) * STRAIGHT + dx.min(dy) * (DIAGONAL - STRAIGHT)
    }

    /// What a path costs; `None` unless every step of it is legal.
    pub fn cost(&self, path: &[Cell]) -> Option<u64> {
        let step = |pair: &[Cell]| {
            let (from, to) = (self.number(pair[0]), self.number(pair[1]));
            self.successors(from).find(|&(next, _)| next == to).map(|(_, cost)| cost)
        };
        path.windows(2).map(step).sum()
    }
}
