//! How the views of all cells are made.

use super::frame::{BORDERS_OF_SECTOR, DOWN, EAST, FALLING, NORTH, RISING, SOUTH, UP, WEST};
use super::numbering::Lines;
use super::visibility::{Reach, View, along, before_corner, ends_at_corner};
use crate::spaces::grid::{Corners, Grid};

/// A map with a blocked border, a byte a cell, for the time of preparing.
pub(super) struct Raster {
    stride: usize,
    pub(super) free: Vec<bool>,
    /// Which classes of corner a cell is, a bit each.
    pub(super) classes: Vec<u8>,
    /// Which diagonals may be taken.
    corners: Corners,
}

impl Raster {
    /// Of a grid whose diagonals may be taken as `corners` says.
    pub(super) fn of(grid: &Grid, corners: Corners) -> Raster {
        let stride = grid.width() as usize + 2;
        let cells = stride * (grid.height() as usize + 2);
        let (free, classes) = (vec![false; cells], vec![0; cells]);
        let mut raster = Raster { stride, free, classes, corners };
        for y in 0..grid.height() {
            let row = raster.at(0, y);
            let first = grid.place((0, y).into());
            for x in 0..grid.width() {
                raster.free[row + x as usize] = grid.bit(first + x);
            }
        }
        for at in stride + 1..cells - stride - 1 {
            if raster.free[at] {
                raster.classes[at] = match corners {
                    Corners::Never => raster.corners_not_cut(at),
                    Corners::One | Corners::Always => raster.corners_cut(at),
                };
            }
        }
        raster
    }

    /// The same with columns for rows.
    pub(super) fn transposed(&self) -> Raster {
        let stride = self.free.len() / self.stride;
        let order = (0..self.stride)
            .flat_map(|x| (0..stride).map(move |y| (x, y)))
            .map(|(x, y)| y * self.stride + x);
        let (free, classes) = order.map(|at| (self.free[at], self.classes[at])).unzip();
        Raster { stride, free, classes, corners: self.corners }
    }

    #[inline]
    pub(super) fn at(&self, x: u32, y: u32) -> usize {
        (y as usize + 1) * self.stride + x as usize + 1
    }

    /// A corner has a blocked diagonal neighbour whose two adjoining orthogonals are free.
    fn corners_not_cut(&self, at: usize) -> u8 {
        let (above, below) = (at - self.stride, at + self.stride);
        let free = |at: usize| self.free[at];
        let (north, south, west, east) = (free(above), free(below), free(at - 1), free(at + 1));
        let north_west = north & west & !free(above - 1);
        let north_east = north & east & !free(above + 1);
        let south_west = south & west & !free(below - 1);
        let south_east = south & east & !free(below + 1);
        u8::from(north_west | south_east) << RISING | u8::from(north_east | south_west) << FALLING
    }

    /// A corner has a blocked orthogonal neighbour that can be passed: by a diagonal step past it on one
    /// side, and any step on the other.
    fn corners_cut(&self, at: usize) -> u8 {
        let (above, below) = (at - self.stride, at + self.stride);
        let free = |at: usize| self.free[at];
        let (north, south, west, east) = (free(above), free(below), free(at - 1), free(at + 1));
        let passes = |target: usize, a: bool, b: bool| free(target) & self.corners.lets_pass(a, b);
        let north_west = passes(above - 1, north, west);
        let north_east = passes(above + 1, north, east);
        let south_west = passes(below - 1, south, west);
        let south_east = passes(below + 1, south, east);
        let passed = |straight: [bool; 2], diagonal: [bool; 2]| {
            diagonal[0] & (straight[1] | diagonal[1]) | diagonal[1] & straight[0]
        };
        let columns = !east & passed([north, south], [north_east, south_east])
            | !west & passed([north, south], [north_west, south_west]);
        let rows = !north & passed([west, east], [north_west, north_east])
            | !south & passed([west, east], [south_west, south_east]);
        u8::from(columns) << RISING | u8::from(rows) << FALLING
    }

    /// A reach to a neighbour and on from there.
    #[inline]
    fn extend(&self, class: usize, reach: Reach, to: usize) -> Reach {
        if self.classes[to] >> class & 1 == 0 { reach + 2 } else { 3 }
    }
}

/// Fills in what diagonal middle lines need, to one half: rays west and north and up the line, row by row
/// from the top; or, `turned` by half a circle, east, south and down.
pub(super) fn sweep_diagonals(
    raster: &Raster,
    class: usize,
    lines: &Lines,
    views: &mut [View],
    firsts: &[u32],
    turned: bool,
) {
    let width = raster.stride - 2;
    let height = raster.free.len() / raster.stride - 2;
    let (side, horizontal, vertical) = if turned { (DOWN, EAST, SOUTH) } else { (UP, WEST, NORTH) };
    let back = |at: usize, by: usize| if turned { at + by } else { at - by };
    let on = |at: usize, by: usize| if turned { at - by } else { at + by };
    // Against the row, the diagonal goes on to the right in one class and back in the other.
    let aside = |at: usize| if class == RISING { on(at, 1) } else { back(at, 1) };
    let mut places = Places::new(firsts, turned);
    // The reaches of the row before: up a column, and along the diagonal.
    let mut columns = vec![0; width + 2];
    let mut before = vec![0; width + 2];
    let mut here = vec![0; width + 2];
    for step in 0..height {
        let y = if turned { height - 1 - step } else { step };
        let mut row = 0;
        for step in 0..width {
            let x = if turned { width - 1 - step } else { step };
            let column = x + 1;
            let at = raster.at(x as u32, y as u32);
            if !raster.free[at] {
                (row, columns[column], here[column]) = (0, 0, 0);
                continue;
            }
            let (beside, above) = (back(at, 1), back(at, raster.stride));
            let diagonal = aside(above);
            let free = |at: usize| raster.free[at];
            let extend = |reach: Reach, to: usize| raster.extend(class, reach, to);
            row = if free(beside) { extend(row, beside) } else { 0 };
            columns[column] = if free(above) { extend(columns[column], above) } else { 0 };
            here[column] = if free(above) & free(aside(at)) & free(diagonal) {
                extend(before[aside(column)], diagonal)
            } else {
                0
            };
            let view = &mut views[places.next(lines.line(x as u32, y as u32))];
            view.rays[horizontal] = row;
            view.rays[vertical] = columns[column];
            view.middle[side] = here[column];
        }
        std::mem::swap(&mut before, &mut here);
    }
}

/// The same for columns; for rows, of the transposed raster.
pub(super) fn sweep_columns(
    raster: &Raster,
    class: usize,
    views: &mut [View],
    firsts: &[u32],
    turned: bool,
) {
    let width = raster.stride - 2;
    let height = raster.free.len() / raster.stride - 2;
    let back = |at: usize, by: usize| if turned { at + by } else { at - by };
    let on = |at: usize, by: usize| if turned { at - by } else { at + by };
    // Which borders lead to the row before: back along it, and on.
    let (side, to_back, to_on) = match (turned, class) {
        (false, RISING) => (UP, NORTH, EAST),
        (false, _) => (UP, NORTH, WEST),
        (true, RISING) => (DOWN, SOUTH, WEST),
        (true, _) => (DOWN, SOUTH, EAST),
    };
    let mut places = Places::new(firsts, turned);
    let mut columns = vec![0; width + 2];
    // Along the diagonals to the row before: those of that row, and of this one.
    let mut before = vec![[0; 2]; width + 2];
    let mut here = vec![[0; 2]; width + 2];
    for step in 0..height {
        let y = if turned { height - 1 - step } else { step };
        for step in 0..width {
            let x = if turned { width - 1 - step } else { step };
            let column = x + 1;
            let at = raster.at(x as u32, y as u32);
            if !raster.free[at] {
                (columns[column], here[column]) = (0, [0; 2]);
                continue;
            }
            let above = back(at, raster.stride);
            let free = |at: usize| raster.free[at];
            let diagonal = |to: usize, beside: usize, reach: Reach| {
                let legal = free(to) && raster.corners.lets_pass(free(above), free(beside));
                if legal { raster.extend(class, reach, to) } else { 0 }
            };
            here[column] = [
                diagonal(back(above, 1), back(at, 1), before[back(column, 1)][0]),
                diagonal(on(above, 1), on(at, 1), before[on(column, 1)][1]),
            ];
            columns[column] =
                if free(above) { raster.extend(class, columns[column], above) } else { 0 };
            let view = &mut views[places.next(x)];
            view.rays[to_back] = here[column][0];
            view.rays[to_on] = here[column][1];
            view.middle[side] = columns[column];
        }
        std::mem::swap(&mut before, &mut here);
    }
}

/// The number of the next view of each line, as lines are gone along in step.
struct Places {
    next: Vec<u32>,
    backward: bool,
}

impl Places {
    fn new(firsts: &[u32], backward: bool) -> Places {
        Places { next: if backward { &firsts[1..] } else { firsts }.to_vec(), backward }
    }

    #[inline]
    fn next(&mut self, line: usize) -> usize {
        let next = &mut self.next[line];
        if self.backward {
            *next -= 1;
            *next as usize
        } else {
            *next += 1;
            *next as usize - 1
        }
    }
}

/// Fills in how far along its middle line the next ray lies that reports a corner.
///
/// Of each cell the next one is wanted whose ray is no longer than the cell's own allows. From the
/// far end of a line: look at the neighbour, and if its ray is too long, at the next one that is
/// shorter than that, which is known already, and so on. A ray that ends at a wall only shortens
/// what may follow, and what follows is then what follows there.
pub(super) fn link(class: usize, views: &mut [View], firsts: &[u32]) {
    let mut shorter = vec![0u16; views.len()];
    for side in [UP, DOWN] {
        for border in BORDERS_OF_SECTOR[class][side] {
            for line in firsts.windows(2) {
                let (first, end) = (line[0] as usize, line[1] as usize);
                for step in 0..end - first {
                    let at = if side == UP { first + step } else { end - 1 - step };
                    let last = before_corner(views[at].middle[side]);
                    let longest = before_corner(views[at].rays[border]);
                    let (mut walked, mut no_longer, mut reporting) = (1, 0, 0);
                    while walked <= last {
                        let there = along(at, side, walked as usize);
                        let ray = views[there].rays[border];
                        if ray >> 1 <= longest {
                            no_longer = walked;
                            let further = views[there].next[border];
                            reporting = if ends_at_corner(ray) {
                                walked
                            } else if further != 0 {
                                walked + further
                            } else {
                                0
                            };
                            break;
                        }
                        if shorter[there] == 0 {
                            break;
                        }
                        walked += shorter[there];
                    }
                    shorter[at] = no_longer;
                    views[at].next[border] = reporting;
                }
            }
        }
    }
}
