//! [`Roadmap`]: the free cells of a grid, numbered, and which are beside which.

use crate::spaces::grid::{Cell, Grid};

/// No cell, or no unit.
pub(super) const NONE: u32 = u32::MAX;

/// Cells are numbered square by square of this side: two bits for each of them fill a line of the cache, so that
/// for all cells around one, everything a table of distances has is in one or two lines.
const TILE: u32 = 16;

/// The free cells as numbers from zero, square by square, and row by row in each.
#[derive(Clone)]
pub(super) struct Roadmap {
    cells: Vec<Cell>,
    /// Of each place of the grid, the number of its cell.
    numbers: Vec<u32>,
    width: u32,
    /// Up to four neighbours of each cell, with the existing ones first.
    beside: Vec<[u32; 4]>,
    degree: Vec<u8>,
}

impl Roadmap {
    pub(super) fn new(grid: &Grid) -> Roadmap {
        let (width, height) = (grid.width(), grid.height());
        let mut numbers = vec![NONE; width as usize * height as usize];
        let mut cells = Vec::with_capacity(grid.free_cells());
        for top in (0..height).step_by(TILE as usize) {
            for left in (0..width).step_by(TILE as usize) {
                for y in top..height.min(top + TILE) {
                    for x in left..width.min(left + TILE) {
                        if grid.is_free((x, y)) {
                            let place = y as usize * width as usize + x as usize;
                            numbers[place] = cells.len() as u32;
                            cells.push(Cell::new(x, y));
                        }
                    }
                }
            }
        }
        let mut roadmap = Roadmap { cells, numbers, width, beside: Vec::new(), degree: Vec::new() };
        for cell in 0..roadmap.len() as u32 {
            let (mut beside, mut degree) = ([NONE; 4], 0);
            for number in roadmap.sides(cell).into_iter().filter(|&number| number != NONE) {
                beside[degree] = number;
                degree += 1;
            }
            roadmap.beside.push(beside);
            roadmap.degree.push(degree as u8);
        }
        roadmap
    }

    fn at(&self, x: u32, y: u32) -> u32 {
        if x >= self.width {
            return NONE;
        }
        let row = (y as usize).checked_mul(self.width as usize);
        let place = row.and_then(|row| self.numbers.get(row..)?.get(x as usize));
        place.copied().unwrap_or(NONE)
    }

    /// The cells to the east, north, west and south; [`NONE`] where there is a wall.
    pub(super) fn sides(&self, cell: u32) -> [u32; 4] {
        let Cell { x, y, .. } = self.cells[cell as usize];
        let north = if y == 0 { NONE } else { self.at(x, y - 1) };
        [self.at(x + 1, y), north, self.at(x.wrapping_sub(1), y), self.at(x, y + 1)]
    }

    /// How many cells are free.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of a cell; [`NONE`] if it is not free.
    pub(super) fn number(&self, cell: Cell) -> u32 {
        self.at(cell.x, cell.y)
    }

    pub(super) fn cell(&self, number: u32) -> Cell {
        self.cells[number as usize]
    }

    #[inline]
    pub(super) fn beside(&self, cell: u32) -> &[u32] {
        &self.beside[cell as usize][..self.degree[cell as usize] as usize]
    }

    #[inline]
    pub(super) fn degree(&self, cell: u32) -> usize {
        self.degree[cell as usize] as usize
    }
}
