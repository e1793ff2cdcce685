//! Legality boards: a bit for each place a mask may lie, set where all of its cells are free.
//!
//! A board is one long string of bits, row after row, with a margin of unset bits around the map, so
//! that a mask that sticks out finds cells that are not free without anybody asking where the edge
//! is. Shifting the whole string by `k` bits moves every cell by `k` columns, by `k` rows of words
//! moves it by `k` rows. A board is then made with a few ANDs of the string with itself: for a run of
//! cells, shifts by 1, 2, 4, ... double its length each time; the same down the rows.
//!
//! A cell that changes touches only the places from which a mask covers it. They are at most 32x32,
//! and what they depend on is at most 63x63: each row of it is one word, and the same doubling is done
//! on these words alone.
//!
//! Legal moves of a body are thus one bit test each: [`Boards::get`].

use super::masks::{Mask, Masks, Part};
use crate::grid::Cell;

/// The boards of all masks of a kind, over a set of free cells.
#[derive(Clone)]
pub(super) struct Boards {
    layout: Layout,
    /// The free cells themselves.
    free: Vec<u64>,
    /// Board after board.
    words: Vec<u64>,
}

/// Where the bit of a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) margin: u32,
    /// Words in a row.
    row: usize,
    /// Words in a board.
    pub(super) len: usize,
}

impl Layout {
    pub(super) fn new(width: u32, height: u32, margin: u32) -> Layout {
        let row = (width as usize + 2 * margin as usize).div_ceil(64);
        // One word more, so that a word can be read from any bit on.
        let len = row * (height as usize + 2 * margin as usize) + 1;
        Layout { width, height, margin, row, len }
    }

    /// Bits in a row.
    #[inline]
    pub(super) fn stride(&self) -> usize {
        self.row * 64
    }

    /// The bit of a cell of the map.
    #[inline]
    pub(super) fn bit(&self, x: u32, y: u32) -> usize {
        let margin = self.margin as usize;
        (y as usize + margin) * self.stride() + x as usize + margin
    }

    /// How far away the bit is of a cell that lies so far away.
    #[inline]
    pub(super) fn offset(&self, dx: i32, dy: i32) -> isize {
        dy as isize * self.stride() as isize + dx as isize
    }
}

impl Boards {
    /// Boards over the cells for which the function holds.
    pub(super) fn new(
        width: u32,
        height: u32,
        masks: &Masks,
        mut is_free: impl FnMut(u32, u32) -> bool,
    ) -> Boards {
        let layout = Layout::new(width, height, masks.margin);
        let mut free = vec![0u64; layout.len];
        for y in 0..height {
            for (bit, x) in (layout.bit(0, y)..).zip(0..width) {
                free[bit / 64] |= u64::from(is_free(x, y)) << (bit % 64);
            }
        }
        let mut boards = Boards { layout, free, words: vec![0; layout.len * masks.all.len()] };
        boards.fill(masks);
        boards
    }

    fn fill(&mut self, masks: &Masks) {
        let Boards { layout, free, words } = self;
        let mut run = vec![0; layout.len];
        for (board, mask) in words.chunks_exact_mut(layout.len).zip(&masks.all) {
            fill(board, mask, free, &mut run, layout);
        }
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether a bit of a board is set; `first` is where the board begins, in words.
    #[inline(always)]
    pub(super) fn get(&self, first: usize, bit: usize) -> bool {
        self.words[first + bit / 64] >> (bit % 64) & 1 != 0
    }

    pub(super) fn is_free(&self, x: u32, y: u32) -> bool {
        let bit = self.layout.bit(x, y);
        self.free[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// Frees or blocks a cell and repairs all boards.
    pub(super) fn set(&mut self, masks: &Masks, cell: Cell, free: bool) {
        let bit = self.layout.bit(cell.x, cell.y);
        let word = &mut self.free[bit / 64];
        if (*word >> (bit % 64) & 1 != 0) == free {
            return;
        }
        *word ^= 1 << (bit % 64);
        let layout = self.layout;
        for (board, mask) in self.words.chunks_exact_mut(layout.len).zip(&masks.all) {
            if free {
                open(board, mask, &self.free, bit, &layout);
            } else {
                close(board, mask, bit, &layout);
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.free.len() + self.words.len()) * 8
    }
}

/// Makes a board.
fn fill(board: &mut [u64], mask: &Mask, free: &[u64], run: &mut [u64], layout: &Layout) {
    for (i, part) in mask.parts.iter().enumerate() {
        run.copy_from_slice(free);
        for shift in doublings(part.width) {
            // Every word is read before it is written: the one to the right comes later.
            for word in 0..run.len() - 1 {
                run[word] &= run[word] >> shift | run[word + 1] << (64 - shift);
            }
        }
        for shift in doublings(part.height) {
            let shift = shift as usize * layout.row;
            for word in 0..run.len().saturating_sub(shift) {
                run[word] &= run[word + shift];
            }
        }
        // What the corner of the mask finds at the corner of the part.
        let down = part.y as usize * layout.row;
        let moved = (down..run.len() - 1).map(|word| match part.x {
            0 => run[word],
            x => run[word] >> x | run[word + 1] << (64 - x),
        });
        for (word, moved) in board.iter_mut().zip(moved.chain(std::iter::repeat(0))) {
            *word = if i == 0 { moved } else { *word & moved };
        }
    }
}

/// Shifts that make a run of so many out of single ones: 1, 2, 4, ..., and what is left.
fn doublings(length: u32) -> impl Iterator<Item = u32> {
    let mut have = 1;
    std::iter::from_fn(move || {
        let shift = have.min(length - have);
        have += shift;
        (shift > 0).then_some(shift)
    })
}

/// A cell was blocked: no place from which the mask covers it is legal.
fn close(board: &mut [u64], mask: &Mask, bit: usize, layout: &Layout) {
    for (y, &row) in mask.rows.iter().enumerate() {
        // The mask's row mirrored: its cell `x` covers the bit from `x` further left.
        let Some(right) = bit.checked_sub(y * layout.stride()) else { continue };
        let mirrored = (row as u64).reverse_bits() >> (64 - mask.width);
        clear(board, right as isize - (mask.width as isize - 1), mirrored);
    }
}

/// A cell was freed: looks again at the places from which the mask covers it.
fn open(board: &mut [u64], mask: &Mask, free: &[u64], bit: usize, layout: &Layout) {
    let stride = layout.stride() as isize;
    let (width, height) = (mask.width as isize, mask.height as isize);
    // The leftmost and topmost place; a window of 64 columns begins there.
    let first = bit as isize - (height - 1) * stride - (width - 1);
    let rows = 2 * mask.height as usize - 1;
    let mut window = [0u64; 63];
    for (y, row) in window[..rows].iter_mut().enumerate() {
        *row = read(free, first + y as isize * stride);
    }
    let mut legal = [u64::MAX; 32];
    for part in &mask.parts {
        narrow(&mut legal[..mask.height as usize], part, &window[..rows]);
    }
    let columns = (1u64 << mask.width) - 1;
    for (y, &row) in legal[..mask.height as usize].iter().enumerate() {
        set(board, first + y as isize * stride, row & columns);
    }
}

/// Leaves those places legal where the cells of a part are free.
fn narrow(legal: &mut [u64], part: &Part, window: &[u64]) {
    let mut run = [0u64; 63];
    let run = &mut run[..window.len()];
    run.copy_from_slice(window);
    for shift in doublings(part.width) {
        run.iter_mut().for_each(|row| *row &= *row >> shift);
    }
    for shift in doublings(part.height) {
        for y in 0..run.len().saturating_sub(shift as usize) {
            run[y] &= run[y + shift as usize];
        }
    }
    for (row, &free) in legal.iter_mut().zip(&run[part.y as usize..]) {
        *row &= free >> part.x;
    }
}

/// 64 bits from a bit on; what lies before or behind the string is unset.
#[inline]
fn read(words: &[u64], bit: isize) -> u64 {
    let at = |word: isize| usize::try_from(word).ok().and_then(|word| words.get(word)).copied();
    let (word, shift) = (bit.div_euclid(64), bit.rem_euclid(64) as u32);
    let low = at(word).unwrap_or(0) >> shift;
    if shift == 0 { low } else { low | at(word + 1).unwrap_or(0) << (64 - shift) }
}

/// Sets those of 64 bits from a bit on.
#[inline]
fn set(words: &mut [u64], bit: isize, bits: u64) {
    change(words, bit, bits, |word, bits| word | bits);
}

#[inline]
fn clear(words: &mut [u64], bit: isize, bits: u64) {
    change(words, bit, bits, |word, bits| word & !bits);
}

#[inline]
fn change(words: &mut [u64], bit: isize, bits: u64, apply: fn(u64, u64) -> u64) {
    let (word, shift) = (bit.div_euclid(64), bit.rem_euclid(64) as u32);
    let mut put = |word: isize, bits: u64| {
        if let Some(word) = usize::try_from(word).ok().and_then(|word| words.get_mut(word)) {
            *word = apply(*word, bits);
        }
    };
    put(word, bits << shift);
    if shift > 0 {
        put(word + 1, bits >> (64 - shift));
    }
}
