//! Legality boards: for each swept set a bit for each pivot, set where all of its cells are free.
//!
//! A board is one long string of bits, row after row, with a margin of unset bits around the map, so
//! that a body that sticks out finds cells that are not free without looking where the edge is.
//! Shifting the whole string by `k` bits moves every cell by `k` columns, by `k` rows of words moves it
//! by `k` rows. A mask's board is then made with a few ANDs of the string with itself: for a run of
//! cells, shifts by 1, 2, 4, ... double its length each time; the same down the rows. Swept sets
//! that share a mask take it over, moved to their pivot.
//!
//! A cell that changes touches only the places from which a mask covers it. They are at most 32x32,
//! and what they depend on is at most 63x63: each row of it is one word, and the same doubling is done
//! on these words alone.
//!
//! Words of all boards for the same 64 cells lie side by side: one cache line has the bits of every move out
//! of a placement, and each move is one bit.

use super::masks::{Mask, Masks, Part};
use crate::spaces::grid::Cell;

/// The boards of all masks of a kind, over a set of free cells.
#[derive(Clone)]
pub(crate) struct Boards {
    layout: Layout,
    /// The free cells themselves.
    free: Vec<u64>,
    /// How many boards there are, and all first words, all second words, ...
    count: usize,
    words: Vec<u64>,
}

/// Where the bit of a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) margin: u32,
    /// Words in a row.
    row: usize,
    /// Words in a board.
    pub(crate) len: usize,
}

impl Layout {
    pub(crate) fn new(width: u32, height: u32, margin: u32) -> Layout {
        let row = (width as usize + 2 * margin as usize).div_ceil(64);
        // One word more, so that a word can be read from any bit on.
        let len = row * (height as usize + 2 * margin as usize) + 1;
        Layout { width, height, margin, row, len }
    }

    /// Bits in a row.
    #[inline]
    pub(crate) fn stride(&self) -> usize {
        self.row * 64
    }

    /// The bit of a cell of the map.
    #[inline]
    pub(crate) fn bit(&self, x: u32, y: u32) -> usize {
        let margin = self.margin as usize;
        (y as usize + margin) * self.stride() + x as usize + margin
    }

    /// How far away the bit is of a cell that lies so far away.
    #[inline]
    pub(crate) fn offset(&self, dx: i32, dy: i32) -> isize {
        dy as isize * self.stride() as isize + dx as isize
    }
}

impl Boards {
    /// Boards over free cells: the function returns 64 cells of a row from a column on, a bit each, set if they
    /// are free. Bits beyond the row are ignored.
    pub(crate) fn new(
        width: u32,
        height: u32,
        masks: &Masks,
        mut free_bits: impl FnMut(u32, u32) -> u64,
    ) -> Boards {
        let layout = Layout::new(width, height, masks.margin);
        let mut free = vec![0u64; layout.len];
        for y in 0..height {
            for x in (0..width).step_by(64) {
                let inside = u64::MAX >> (64 - (width - x).min(64));
                let (bits, bit) = (free_bits(x, y) & inside, layout.bit(x, y));
                free[bit / 64] |= bits << (bit % 64);
                if bit % 64 > 0 {
                    free[bit / 64 + 1] |= bits >> (64 - bit % 64);
                }
            }
        }
        let count = masks.swept.len();
        let mut boards = Boards { layout, free, count, words: vec![0; layout.len * count] };
        let (mut of_mask, mut run) = (vec![0; layout.len], vec![0; layout.len]);
        for (mask, cells) in masks.all.iter().enumerate() {
            fill(&mut of_mask, cells, &boards.free, &mut run, &layout);
            boards.take_over(masks, mask, &of_mask);
        }
        boards
    }

    /// Puts the board of a mask where swept sets have it, seen from their pivots.
    fn take_over(&mut self, masks: &Masks, mask: usize, of_mask: &[u64]) {
        for (board, swept) in masks.swept.iter().enumerate().filter(|(_, s)| s.mask == mask) {
            let shift = self.layout.offset(swept.dx, swept.dy);
            let words = self.words[board..].iter_mut().step_by(self.count);
            for (word, first) in words.zip((shift..).step_by(64)) {
                *word = read(of_mask, first);
            }
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether the bit of a pivot is set on a board.
    #[inline(always)]
    pub(crate) fn get(&self, board: usize, bit: usize) -> bool {
        self.words[bit / 64 * self.count + board] >> (bit % 64) & 1 != 0
    }

    /// The words of all boards that have the bit of a pivot.
    #[inline(always)]
    pub(crate) fn side_by_side(&self, bit: usize) -> &[u64] {
        &self.words[bit / 64 * self.count..][..self.count]
    }

    /// 64 bits of a board from a bit on.
    pub(crate) fn read(&self, board: usize, bit: isize) -> u64 {
        let word = |word: isize| match usize::try_from(word) {
            Ok(word) if word < self.layout.len => self.words[word * self.count + board],
            _ => 0,
        };
        let (first, shift) = (bit.div_euclid(64), bit.rem_euclid(64) as u32);
        let low = word(first) >> shift;
        if shift == 0 { low } else { low | word(first + 1) << (64 - shift) }
    }

    pub(crate) fn is_free(&self, x: u32, y: u32) -> bool {
        let bit = self.layout.bit(x, y);
        self.free[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// Frees or blocks a cell and repairs all boards.
    pub(crate) fn set(&mut self, masks: &Masks, cell: Cell, free: bool) {
        let bit = self.layout.bit(cell.x, cell.y);
        let word = &mut self.free[bit / 64];
        if (*word >> (bit % 64) & 1 != 0) == free {
            return;
        }
        *word ^= 1 << (bit % 64);
        let mut places = [0; 32];
        for (mask, cells) in masks.all.iter().enumerate() {
            let places = &mut places[..cells.height as usize];
            if free {
                open(places, cells, &self.free, bit, &self.layout);
            } else {
                cover(places, cells);
            }
            if places.iter().all(|&row| row == 0) {
                continue;
            }
            for (board, swept) in masks.swept.iter().enumerate().filter(|(_, s)| s.mask == mask) {
                // From the topmost and leftmost place on, seen from the pivot.
                let corner = bit as isize - self.layout.offset(swept.dx, swept.dy);
                let first = first_place(cells, corner, &self.layout);
                for (y, &row) in places.iter().enumerate().filter(|(_, row)| **row != 0) {
                    let bit = first + (y * self.layout.stride()) as isize;
                    self.change(board, bit, row, free);
                }
            }
        }
    }

    /// Sets or clears those of 64 bits of a board, from a bit on.
    #[inline]
    fn change(&mut self, board: usize, bit: isize, bits: u64, set: bool) {
        let (first, shift) = (bit.div_euclid(64), bit.rem_euclid(64) as u32);
        let rest = if shift == 0 { 0 } else { bits >> (64 - shift) };
        for (word, bits) in [(first, bits << shift), (first + 1, rest)] {
            if bits != 0
                && let Ok(word) = usize::try_from(word)
                && let Some(word) = self.words.get_mut(word * self.count + board)
            {
                *word = if set { *word | bits } else { *word & !bits };
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
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

/// Shifts that make a run of this many out of single ones: 1, 2, 4, ..., and what is left.
fn doublings(length: u32) -> impl Iterator<Item = u32> {
    let mut have = 1;
    std::iter::from_fn(move || {
        let shift = have.min(length - have);
        have += shift;
        (shift > 0).then_some(shift)
    })
}

/// The first place in the box of those from which a mask covers a cell.
fn first_place(mask: &Mask, bit: isize, layout: &Layout) -> isize {
    let (width, height) = (mask.width as isize, mask.height as isize);
    bit - (height - 1) * layout.stride() as isize - (width - 1)
}

/// The places from which a mask covers a cell, in the box of them: the mask, mirrored both ways.
fn cover(places: &mut [u64], mask: &Mask) {
    for (place, &row) in places.iter_mut().zip(mask.rows.iter().rev()) {
        *place = (row as u64).reverse_bits() >> (64 - mask.width);
    }
}

/// Those places of the same box where the whole mask is free.
fn open(places: &mut [u64], mask: &Mask, free: &[u64], bit: usize, layout: &Layout) {
    // A window of 64 columns that begins with the box.
    let first = first_place(mask, bit as isize, layout);
    let rows = 2 * mask.height as usize - 1;
    let mut window = [0u64; 63];
    for (y, row) in window[..rows].iter_mut().enumerate() {
        *row = read(free, first + (y * layout.stride()) as isize);
    }
    places.fill((1u64 << mask.width) - 1);
    for part in &mask.parts {
        narrow(places, part, &window[..rows]);
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
