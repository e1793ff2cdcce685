//! Whether an old path is open on the map now, and how one that is not can be repaired without a detour.

use crate::spaces::grid::{Cell, Corners, Grid, direction};

/// With more blocked cells than this a path is walked cell by cell.
const FEW: usize = 16;

/// The segments of a path that are not open: the first and the last of them, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) count: usize,
}

/// The map now, and the cells that were free when the index was prepared and are not any more.
pub(super) struct Now<'a> {
    pub(super) grid: &'a Grid,
    pub(super) blocked: &'a [Cell],
    /// Between which cells a diagonal may pass. (With four moves, paths have none.)
    pub(super) corners: Corners,
}

impl Now<'_> {
    /// Whether a path along turning points that was open is so still.
    pub(super) fn is_still_open(&self, turns: &[Cell]) -> bool {
        self.first_broken(turns).is_none()
    }

    /// The first segment of a path that was open and is not any more.
    pub(super) fn first_broken(&self, turns: &[Cell]) -> Option<usize> {
        turns.windows(2).position(|ends| !self.line_is_still_open(ends[0], ends[1]))
    }

    fn line_is_still_open(&self, from: Cell, to: Cell) -> bool {
        if self.blocked.len() > FEW {
            return self.line_is_open(from, to);
        }
        let bars = |beside: u32| self.blocked.iter().any(|&cell| bars(cell, from, to, beside));
        match self.corners {
            Corners::Never => !bars(1),
            // A cell beside a diagonal bars it together with the one on the other side.
            Corners::One => !bars(0) && (!bars(1) || self.line_is_open(from, to)),
            Corners::Always => !bars(0),
        }
    }

    /// Whether every step of a line is legal.
    fn line_is_open(&self, from: Cell, to: Cell) -> bool {
        let steps = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        self.open_steps(from, direction(from, to), steps) == Some(steps)
    }

    /// How many steps in a direction are legal, up to some number; `None` from a blocked cell.
    fn open_steps(&self, from: Cell, (dx, dy): (i32, i32), most: u32) -> Option<u32> {
        let down = dy * self.grid.stride() as i32;
        let mut place = self.grid.place(from);
        let bit = |place: u32| self.grid.bit(place);
        if !bit(place) {
            return None;
        }
        if dy == 0 {
            let (start, end) = self.grid.run_around(place);
            return Some(most.min(if dx < 0 { place - start } else { end - 1 - place }));
        }
        for step in 0..most {
            let passes = dx == 0
                || dy == 0
                || self.corners.lets_pass(
                    bit(place.wrapping_add_signed(dx)),
                    bit(place.wrapping_add_signed(down)),
                );
            place = place.wrapping_add_signed(down + dx);
            if !(passes && bit(place)) {
                return Some(step);
            }
        }
        Some(most)
    }

    /// Whether a broken segment leads through what now is a wall, as far as can be seen from beside it.
    pub(super) fn is_walled(&self, from: Cell, to: Cell) -> bool {
        let mut blocked = self.blocked.iter().filter(|&&cell| bars(cell, from, to, 1));
        blocked.any(|&cell| self.grid.divides(self.grid.place(cell)))
    }

    /// Takes the diagonal and the straight steps beside a broken segment in another order where that
    /// opens the path; it costs the same. Begins at a segment before which none is broken, and gives up
    /// when more segments than `most` stay broken. Says what is still broken.
    pub(super) fn mend(&self, turns: &mut Vec<Cell>, begin: usize, most: usize) -> Option<Broken> {
        let mut broken: Option<Broken> = None;
        let mut at = begin;
        while at + 1 < turns.len() {
            if self.line_is_still_open(turns[at], turns[at + 1]) {
                at += 1;
                continue;
            }
            let pairs = [at.checked_sub(1), Some(at)].into_iter().flatten();
            let mended = pairs.into_iter().find_map(|first| {
                let &[a, b, c] = turns.get(first..first + 3)? else { return None };
                Some((first, self.other_order(a, b, c)?))
            });
            match mended {
                Some((first, [from, to])) => {
                    turns.splice(first + 1..first + 2, [from, to]);
                    turns.dedup();
                    at = first;
                }
                None => {
                    let (first, count) = broken.map_or((at, 0), |known| (known.first, known.count));
                    broken = Some(Broken { first, last: at, count: count + 1 });
                    if count == most {
                        break;
                    }
                    at += 1;
                }
            }
        }
        broken
    }

    /// Two turns between which a path from `a` to `c` is open, made of the same steps as that by `b`: some
    /// of one kind, all of the other, the rest of the first.
    fn other_order(&self, a: Cell, b: Cell, c: Cell) -> Option<[Cell; 2]> {
        let (first, second) = (direction(a, b), direction(b, c));
        let is_diagonal = |(dx, dy): (i32, i32)| dx != 0 && dy != 0;
        let dot = first.0 * second.0 + first.1 * second.1;
        if is_diagonal(first) == is_diagonal(second) || dot <= 0 {
            return None;
        }
        let steps = |a: Cell, b: Cell| a.x.abs_diff(b.x).max(a.y.abs_diff(b.y));
        let (first, second) = ((first, steps(a, b)), (second, steps(b, c)));
        self.split(a, c, first, second).or_else(|| self.split(a, c, second, first))
    }

    /// The turns of an open path that takes some steps of one kind, all of the other, and the rest of the
    /// first.
    fn split(
        &self,
        a: Cell,
        c: Cell,
        (one, n): ((i32, i32), u32),
        (other, m): ((i32, i32), u32),
    ) -> Option<[Cell; 2]> {
        let go = |from: Cell, (dx, dy): (i32, i32), n: u32| {
            let n = n as i32;
            Cell::new(from.x.wrapping_add_signed(dx * n), from.y.wrapping_add_signed(dy * n))
        };
        // What can be walked from either end bounds how many steps come first; not all, as on the path itself.
        let most = self.open_steps(a, one, n - 1)?;
        let least = n - self.open_steps(c, (-one.0, -one.1), n)?;
        if least > most {
            return None;
        }
        let middle = least + (most - least) / 2;
        let mut tried = [most, least, middle].into_iter();
        let part = tried.find(|&part| self.open_steps(go(a, one, part), other, m) == Some(m))?;
        let turn = go(a, one, part);
        Some([turn, go(turn, other, m)])
    }
}

/// Whether a cell is on a line, or at most this many steps beside a diagonal one.
#[inline]
fn bars(cell: Cell, from: Cell, to: Cell, beside: u32) -> bool {
    let (dx, dy) = direction(from, to);
    let (right, down) = (cell.x as i32 - from.x as i32, cell.y as i32 - from.y as i32);
    let steps = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) as i32;
    let within = |n: i32| (0..=steps).contains(&n);
    match (dx, dy) {
        (0, 0) => cell == from,
        (_, 0) => down == 0 && within(right * dx),
        (0, _) => right == 0 && within(down * dy),
        _ => (right * dx).abs_diff(down * dy) <= beside && within(right * dx) && within(down * dy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blocked_cell_bars_what_walking_finds_barred() {
        let (from, side) = (Cell::new(7, 7), 15);
        for (cell, corners) in Grid::new(side, side)
            .unwrap()
            .cells()
            .filter(|&cell| cell != from)
            .flat_map(|cell| Corners::ALL.map(|corners| (cell, corners)))
        {
            // Another cell that was blocked already, so that some diagonals have one on either side.
            let wall = Cell::new(8, 7);
            let grid = Grid::from_fn(side, side, |other| other != cell && other != wall).unwrap();
            let before = Grid::from_fn(side, side, |other| other != wall).unwrap();
            let now = Now { grid: &grid, blocked: &[cell], corners };
            let then = Now { grid: &before, blocked: &[], corners };
            for to in grid.cells() {
                let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
                if (dx == 0 || dy == 0 || dx == dy) && then.line_is_open(from, to) {
                    let open = now.line_is_open(from, to);
                    assert_eq!(
                        now.line_is_still_open(from, to),
                        open,
                        "{cell} between {from}, {to}, corners cut {corners}"
                    );
                }
            }
        }
    }

    #[test]
    fn steps_are_taken_in_another_order() {
        // Three diagonal steps, then four straight ones, with a cell blocked on either part.
        let turns = [(1, 1), (4, 4), (8, 4)].map(Cell::from);
        for blocked in [(3, 3), (6, 4)].map(Cell::from) {
            let grid = Grid::from_fn(10, 7, |cell| cell != blocked).unwrap();
            let now = Now { grid: &grid, blocked: &[blocked], corners: Corners::Never };
            let mut mended = turns.to_vec();
            assert!(!now.is_still_open(&mended));
            assert_eq!(now.mend(&mut mended, 0, usize::MAX), None);
            assert!(mended.windows(2).all(|ends| now.line_is_open(ends[0], ends[1])));
            let steps = |turns: &[Cell]| -> (u32, u32) {
                let parts =
                    turns.windows(2).map(|p| (p[0].x.abs_diff(p[1].x), p[0].y.abs_diff(p[1].y)));
                parts.fold((0, 0), |sum, (x, y)| (sum.0 + x.min(y), sum.1 + x.max(y)))
            };
            assert_eq!(steps(&mended), steps(&turns));
        }
        // A wall across cannot be mended.
        let grid = Grid::from_fn(10, 7, |cell| cell.x != 6).unwrap();
        let blocked: Vec<Cell> = (0..7).map(|y| Cell::new(6, y)).collect();
        let now = Now { grid: &grid, blocked: &blocked, corners: Corners::Never };
        let mut mended = turns.to_vec();
        assert_eq!(
            now.mend(&mut mended, 0, usize::MAX),
            Some(Broken { first: 1, last: 1, count: 1 })
        );
    }
}
