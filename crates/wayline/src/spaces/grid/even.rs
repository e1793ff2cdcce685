//! Where a weighted map is level and alike: the cells whose 3x3 is free, of one multiplier and, where
//! climbing costs, of one elevation. Every step within such a 3x3 costs what it costs anywhere in it,
//! so jump point search can leap over these *inner* cells.
//!
//! A bit for each cell, by rows and by columns, so that sixty-four are looked at together either way. Made at the
//! first query that needs it, repaired by edits.

use super::Grid;
use super::steps::STEPS;

/// See [the module](self).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EvenGround {
    /// By place.
    rows: Vec<u64>,
    /// By column, then row.
    columns: Vec<u64>,
    /// How far apart two columns are.
    tall: u32,
    /// How many cells are inner ones.
    inner: usize,
}

impl EvenGround {
    pub(crate) fn of(grid: &Grid) -> EvenGround {
        let places = Grid::places(grid.width, grid.height);
        let words = places / 64 + 1;
        // Which places are free and like the one to the right of them, and which like the one below.
        let (mut right, mut down) = (vec![0u64; words], vec![0u64; words]);
        let stride = grid.stride;
        for row in 1..=grid.height {
            for place in row * stride + 1..=row * stride + grid.width {
                let (word, shift) = (place as usize >> 6, place & 63);
                right[word] |= u64::from(alike(grid, place, place + 1)) << shift;
                down[word] |= u64::from(alike(grid, place, place + stride)) << shift;
            }
        }
        // Three in a row are alike where this bit and the one before say so.
        let mut before = 0;
        for word in &mut right {
            let bits = *word;
            *word &= bits << 1 | before;
            before = bits >> 63;
        }
        let tall = grid.height + 1;
        let mut even = EvenGround {
            rows: vec![0; words],
            columns: vec![0; Grid::places(grid.height, grid.width) / 64 + 1],
            tall,
            inner: 0,
        };
        let has = |bits: &[u64], place: u32| bits[place as usize >> 6] >> (place & 63) & 1 != 0;
        for row in 2..grid.height {
            for column in 2..grid.width {
                let place = row * stride + column;
                let (above, below) = (place - stride, place + stride);
                let inner = has(&right, above)
                    & has(&right, place)
                    & has(&right, below)
                    & has(&down, above)
                    & has(&down, place);
                if inner {
                    even.rows[place as usize >> 6] |= 1 << (place & 63);
                    let place = column * tall + row;
                    even.columns[place as usize >> 6] |= 1 << (place & 63);
                    even.inner += 1;
                }
            }
        }
        even
    }

    /// Looks again at the cells around a place that changed.
    pub(crate) fn repair(&mut self, grid: &Grid, place: u32) {
        for row in [place - grid.stride, place, place + grid.stride] {
            for place in row - 1..=row + 1 {
                let (column, row) = grid.column_and_row(place);
                if (1..=grid.width).contains(&column) && (1..=grid.height).contains(&row) {
                    let inner = STEPS.iter().all(|&(dx, dy)| {
                        let beside = place.wrapping_add_signed(dy * grid.stride as i32 + dx);
                        alike(grid, place, beside)
                    });
                    self.set(place, column * self.tall + row, inner);
                }
            }
        }
    }

    fn set(&mut self, by_row: u32, by_column: u32, inner: bool) {
        let was = self.is_inner(by_row);
        self.inner = self.inner - usize::from(was) + usize::from(inner);
        for (bits, at) in [(&mut self.rows, by_row), (&mut self.columns, by_column)] {
            let word = &mut bits[at as usize >> 6];
            *word = *word & !(1 << (at & 63)) | u64::from(inner) << (at & 63);
        }
    }

    /// How many cells are inner ones.
    pub(crate) fn inner(&self) -> usize {
        self.inner
    }

    #[inline]
    pub(crate) fn is_inner(&self, place: u32) -> bool {
        self.rows[place as usize >> 6] >> (place & 63) & 1 != 0
    }

    /// Whether each of three places from one on is an inner one.
    #[inline]
    fn three(&self, place: u32) -> u64 {
        let (word, shift) = (place as usize >> 6, place & 63);
        let next = self.rows.get(word + 1).copied().unwrap_or(0);
        // In two shifts, since one by 64 would be one too far.
        (self.rows[word] >> shift | next << 1 << (63 - shift)) & 7
    }

    /// Which steps from a place lead to inner cells, a bit each in the order of [`STEPS`].
    #[inline]
    pub(crate) fn inner_around(&self, place: u32, stride: u32) -> u8 {
        let (above, here, below) =
            (self.three(place - stride - 1), self.three(place - 1), self.three(place + stride - 1));
        let steps = above >> 1 & 3
            | (here >> 2) << 2
            | (below >> 2) << 3
            | (below >> 1 & 1) << 4
            | (below & 1) << 5
            | (here & 1) << 6
            | (above & 1) << 7;
        steps as u8
    }

    /// How many steps east or west of a place the first cell is that is not an inner one.
    #[inline]
    pub(crate) fn across(&self, place: u32, east: bool) -> u32 {
        run(&self.rows, place, east)
    }

    /// The same south or north of a column and row.
    #[inline]
    pub(crate) fn along(&self, column: u32, row: u32, south: bool) -> u32 {
        run(&self.columns, column * self.tall + row, south)
    }
}

/// Whether two places are free and of the same ground.
fn alike(grid: &Grid, a: u32, b: u32) -> bool {
    let ground = &grid.ground;
    grid.bit(a)
        && grid.bit(b)
        && ground.multiplier(a) == ground.multiplier(b)
        && (grid.rules.uphill.raw() == 0 || ground.elevation(a) == ground.elevation(b))
}

/// How far the first bit is that is not set, after one or before it. There always is one: the places off
/// the map.
#[inline]
fn run(bits: &[u64], at: u32, forward: bool) -> u32 {
    if forward {
        let from = at + 1;
        let mut word = from as usize >> 6;
        let mut free = !bits[word] & u64::MAX << (from & 63);
        while free == 0 {
            word += 1;
            free = !bits[word];
        }
        (word as u32) * 64 + free.trailing_zeros() - at
    } else {
        let from = at - 1;
        let mut word = from as usize >> 6;
        let mut free = !bits[word] & u64::MAX >> (63 - (from & 63));
        while free == 0 {
            word -= 1;
            free = !bits[word];
        }
        at - (word as u32 * 64 + 63 - free.leading_zeros())
    }
}

impl Grid {
    /// Where the ground is even: see [`EvenGround`].
    pub(crate) fn known_even_ground(&self) -> &EvenGround {
        self.even.get_or_init(|| EvenGround::of(self))
    }

    /// The ground of a cell, or whether it is free, has changed.
    pub(super) fn repair_even_ground(&mut self, place: u32) {
        if let Some(mut even) = self.even.take() {
            even.repair(self, place);
            self.even = even.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::cost::Cost;
    use crate::spaces::grid::{Cell, Rules};

    fn random(seed: &mut u64, n: u64) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) % n
    }

    #[test]
    fn edits_repair_it() {
        let seed = &mut 5;
        for (width, height) in [(1, 1), (2, 9), (3, 3), (64, 5), (5, 130), (70, 66)] {
            let mut grid = Grid::new(width, height).unwrap();
            for edit in 0..800 {
                let uphill = if edit < 400 { Cost::ONE } else { Cost::ZERO };
                if edit % 400 == 0 {
                    grid.set_rules(Rules::default().uphill(uphill));
                }
                grid.known_even_ground();
                let cell = (random(seed, width as u64) as u32, random(seed, height as u64) as u32);
                match random(seed, 6) {
                    0 => grid.set_multiplier(cell, 2.0).unwrap(),
                    1 | 2 => grid.set_multiplier(cell, 1.0).unwrap(),
                    3 => grid.set_elevation(cell, random(seed, 2) as i32).unwrap(),
                    n => drop(grid.set_free(cell, n == 4 || random(seed, 3) > 0).unwrap()),
                }
                assert_eq!(*grid.known_even_ground(), EvenGround::of(&grid));
            }
        }
    }

    /// By the definition, cell by cell.
    #[test]
    fn bits_and_runs_are_what_they_say() {
        let seed = &mut 9;
        for _ in 0..40 {
            let (width, height) = (1 + random(seed, 140) as u32, 1 + random(seed, 140) as u32);
            let mut grid = Grid::from_fn(width, height, |_| random(seed, 60) > 0).unwrap();
            for _ in 0..random(seed, 20) {
                let cell = (random(seed, width as u64) as u32, random(seed, height as u64) as u32);
                grid.set_multiplier(cell, 3.0).unwrap();
            }
            let even = grid.known_even_ground();
            let inner = |x: i64, y: i64| {
                (-1..=1).all(|dy| {
                    (-1..=1).all(|dx| {
                        let (x2, y2) = (x + dx, y + dy);
                        let inside =
                            (0..width as i64).contains(&x2) && (0..height as i64).contains(&y2);
                        inside && {
                            let (a, b) =
                                (Cell::new(x as u32, y as u32), Cell::new(x2 as u32, y2 as u32));
                            grid.is_free(b) && grid.multiplier(a) == grid.multiplier(b)
                        }
                    })
                })
            };
            let mut count = 0;
            for cell in grid.cells() {
                let (place, at) = (grid.place(cell), (cell.x as i64, cell.y as i64));
                assert_eq!(even.is_inner(place), inner(at.0, at.1));
                count += usize::from(inner(at.0, at.1));
                let around = STEPS.iter().enumerate().fold(0, |bits, (step, &(dx, dy))| {
                    let beside = (at.0 + i64::from(dx), at.1 + i64::from(dy));
                    bits | u8::from(inner(beside.0, beside.1)) << step
                });
                assert_eq!(even.inner_around(place, grid.stride), around, "{cell}");
                let far = |dx: i64, dy: i64| {
                    (1..).find(|n| !inner(at.0 + dx * n, at.1 + dy * n)).unwrap() as u32
                };
                let (column, row) = grid.column_and_row(place);
                assert_eq!(even.across(place, true), far(1, 0));
                assert_eq!(even.across(place, false), far(-1, 0));
                assert_eq!(even.along(column, row, true), far(0, 1));
                assert_eq!(even.along(column, row, false), far(0, -1));
            }
            assert_eq!(even.inner(), count);
        }
    }
}
