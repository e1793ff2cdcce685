//! [`Roadmap`]: the free cells of a grid, numbered, and who is beside whom.

use crate::spaces::grid::{Cell, Grid};

/// No cell, or no unit.
pub(super) const NONE: u32 = u32::MAX;

/// The free cells as numbers from zero, row by row.
pub(super) struct Roadmap {
    cells: Vec<Cell>,
    /// Of each place of the grid, the number of its cell.
    numbers: Vec<u32>,
    width: u32,
    /// Up to four neighbours of each cell, those first that there are.
    beside: Vec<[u32; 4]>,
    degree: Vec<u8>,
}

impl Roadmap {
    pub(super) fn new(grid: &Grid) -> Roadmap {
        let (width, height) = (grid.width(), grid.height());
        let mut numbers = vec![NONE; width as usize * height as usize];
        let mut cells = Vec::with_capacity(grid.free_cells());
        for (place, cell) in grid.cells().enumerate() {
            if grid.is_free(cell) {
                numbers[place] = cells.len() as u32;
                cells.push(cell);
            }
        }
        let mut roadmap = Roadmap { cells, numbers, width, beside: Vec::new(), degree: Vec::new() };
        for &Cell { x, y, .. } in &roadmap.cells {
            let sides = [(x + 1, y), (x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x, y + 1)];
            let inside = sides.into_iter().filter(|&(x, y)| x < width && y < height);
            let (mut beside, mut degree) = ([NONE; 4], 0);
            for number in inside.map(|(x, y)| roadmap.at(x, y)).filter(|&number| number != NONE) {
                beside[degree] = number;
                degree += 1;
            }
            roadmap.beside.push(beside);
            roadmap.degree.push(degree as u8);
        }
        roadmap
    }

    fn at(&self, x: u32, y: u32) -> u32 {
        self.numbers[y as usize * self.width as usize + x as usize]
    }

    /// How many cells are free.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of a free cell.
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
