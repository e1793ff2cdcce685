//! Between which cells: those asked for, those marked in the map, or a far-apart pair.

use crate::failure::Failure;
use wayline::{Cell, Corners, End, Grid, Moves, QueryError};

/// The two ends of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
}

/// Fills in what was not asked for: the other end is as many steps away as the map allows.
/// `blocked_goal` lets the goal be blocked, for questions about the closest cell.
pub(crate) fn choose(
    grid: &Grid,
    from: Option<Cell>,
    to: Option<Cell>,
    blocked_goal: bool,
) -> Result<Ends, Failure> {
    if let Some(from) = from {
        check(grid, End::Start, from, true)?;
    }
    if let Some(to) = to {
        check(grid, End::Goal, to, !blocked_goal || from.is_none())?;
    }
    Ok(match (from, to) {
        (Some(from), Some(to)) => Ends { from, to },
        (Some(from), None) => Ends { from, to: farthest(grid, from) },
        (None, Some(to)) => Ends { from: farthest(grid, to), to },
        (None, None) => {
            let (_, outermost) = largest_component(grid).ok_or_else(|| {
                Failure::Input("the map has no free cell: nowhere to start".to_owned())
            })?;
            // A double sweep: what is farthest from anywhere is at an outer end of the map.
            Ends { from: outermost, to: farthest(grid, outermost) }
        }
    })
}

fn check(grid: &Grid, end: End, cell: Cell, must_be_free: bool) -> Result<(), QueryError> {
    if !grid.contains(cell) {
        let (width, height) = (grid.width(), grid.height());
        return Err(QueryError::OffMap { end, cell, width, height });
    }
    if must_be_free && !grid.is_free(cell) {
        return Err(QueryError::Blocked { end, cell });
    }
    Ok(())
}

/// The cell that takes the most steps to reach; of several, always the same one.
fn farthest(grid: &Grid, from: Cell) -> Cell {
    let mut flood = Flood::new(grid);
    let Flooded { last, .. } = flood.from(flood.place(from));
    flood.cell(last)
}

/// How many cells the largest component has, and the one of them that is farthest from the first in
/// reading order. None where no cell is free.
pub(crate) fn largest_component(grid: &Grid) -> Option<(usize, Cell)> {
    let mut flood = Flood::new(grid);
    let mut largest = Flooded { size: 0, last: 0 };
    let mut left = grid.free_cells();
    let mut place = 0;
    // What is left may be too little to hold a larger one.
    while left > largest.size {
        if flood.dry[place as usize] {
            let flooded = flood.from(place);
            left -= flooded.size;
            if flooded.size > largest.size {
                largest = flooded;
            }
        }
        place += 1;
    }
    (largest.size > 0).then(|| (largest.size, flood.cell(largest.last)))
}

/// The free cells that no flood has reached yet, with a blocked frame around them, so that nothing has
/// to be compared with the edge of the map.
struct Flood {
    stride: u32,
    dry: Vec<bool>,
    /// Whether diagonals may squeeze between two blocked cells. Where they may not, straight steps
    /// join the same cells as all steps do.
    squeezes: bool,
}

/// What a flood reached.
struct Flooded {
    size: usize,
    /// A cell of those it reached last.
    last: u32,
}

impl Flood {
    fn new(grid: &Grid) -> Flood {
        let stride = grid.width() + 2;
        let mut dry = vec![false; stride as usize * (grid.height() as usize + 2)];
        for y in 0..grid.height() {
            let row = (y as usize + 1) * stride as usize + 1;
            for (x, dry) in (0..grid.width()).zip(&mut dry[row..]) {
                *dry = grid.is_free((x, y));
            }
        }
        let rules = grid.rules();
        let squeezes = rules.moves == Moves::Eight && rules.corners == Corners::Always;
        Flood { stride, dry, squeezes }
    }

    fn place(&self, cell: Cell) -> u32 {
        (cell.y + 1) * self.stride + cell.x + 1
    }

    fn cell(&self, place: u32) -> Cell {
        Cell::new(place % self.stride - 1, place / self.stride - 1)
    }

    /// Floods from a cell, one step farther at a time: linear in the cells reached, and in the same order
    /// everywhere.
    fn from(&mut self, from: u32) -> Flooded {
        let Flood { stride, ref mut dry, squeezes } = *self;
        // Backwards wraps around: sums are the same, and the frame keeps them on the map.
        let back = |offset: u32| 0u32.wrapping_sub(offset);
        let straight = [1, stride, back(1), back(stride)];
        let diagonal = [stride + 1, stride - 1, back(stride + 1), back(stride - 1)];
        let offsets: Vec<u32> =
            straight.into_iter().chain(diagonal.into_iter().filter(|_| squeezes)).collect();
        dry[from as usize] = false;
        let mut flooded = Flooded { size: 1, last: from };
        let (mut edge, mut next) = (vec![from], Vec::new());
        while let Some(&last) = edge.last() {
            flooded.last = last;
            for &place in &edge {
                for &offset in &offsets {
                    let neighbour = place.wrapping_add(offset);
                    if std::mem::take(&mut dry[neighbour as usize]) {
                        next.push(neighbour);
                    }
                }
            }
            flooded.size += next.len();
            std::mem::swap(&mut edge, &mut next);
            next.clear();
        }
        flooded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayline::Rules;

    #[test]
    fn the_far_ends_of_the_largest_component() {
        let grid = Grid::from_rows([".#....", ".####.", "......", "#####.", "....#."]).unwrap();
        assert_eq!(largest_component(&grid).map(|(size, _)| size), Some(15));
        let ends = choose(&grid, None, None, false).unwrap();
        assert_eq!(ends, Ends { from: Cell::new(2, 0), to: Cell::new(0, 0) });
        let blocked = Grid::from_rows(["##", "##"]).unwrap();
        assert!(choose(&blocked, None, None, false).is_err());
    }

    #[test]
    fn diagonals_that_squeeze_join_cells() {
        let grid = Grid::from_rows([".#", "#."]).unwrap();
        assert_eq!(largest_component(&grid).map(|(size, _)| size), Some(1));
        let grid = grid.with_rules(Rules::default().corners(Corners::Always));
        assert_eq!(largest_component(&grid).map(|(size, _)| size), Some(2));
    }
}
