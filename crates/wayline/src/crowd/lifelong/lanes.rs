//! [`Lanes`]: which way rows and columns lead.
//!
//! On open ground rows and columns alternate. Between walls, what counts is the next corridor, however far away:
//! if every fourth column is a corridor, the columns' numbers would let all of them lead the same way. So a
//! corridor leads the opposite way of the one beside it.

use crate::crowd::roadmap::{NONE, Roadmap};

/// Cells of a corridor, at least; half of them have walls on both sides.
const LONG: usize = 4;
/// How far away the corridor beside one may be.
const FAR: usize = 8;

/// Whether the row of a cell leads east, and whether its column leads north.
pub(super) type Lanes = [bool; 2];

/// Rows and columns by their numbers.
pub(super) fn alternating(roadmap: &Roadmap) -> Vec<Lanes> {
    let cells = (0..roadmap.len() as u32).map(|cell| roadmap.cell(cell));
    cells.map(|cell| [cell.y & 1 == 0, cell.x & 1 == 0]).collect()
}

/// The same on open ground, but corridors by those beside them.
pub(super) fn by_corridors(roadmap: &Roadmap) -> Vec<Lanes> {
    let mut lanes = alternating(roadmap);
    for axis in 0..2 {
        direct(roadmap, axis, &mut lanes);
    }
    lanes
}

/// Directs the corridors of rows (0) or of columns (1).
fn direct(roadmap: &Roadmap, axis: usize, lanes: &mut [Lanes]) {
    let mut known = vec![false; roadmap.len()];
    let mut cells: Vec<u32> = (0..roadmap.len() as u32).collect();
    // Line by line, and along each.
    cells.sort_unstable_by_key(|&cell| {
        let at = roadmap.cell(cell);
        if axis == 0 { (at.y, at.x) } else { (at.x, at.y) }
    });
    let onward = |cell: u32| roadmap.sides(cell)[if axis == 0 { 0 } else { 3 }];
    let runs = cells.chunk_by(|&cell, &next| onward(cell) == next);
    for run in runs {
        let sides = |cell: u32| {
            let sides = roadmap.sides(cell);
            [sides[1 - axis], sides[3 - axis]]
        };
        let walled = run.iter().filter(|&&cell| sides(cell) == [NONE; 2]).count();
        if run.len() < LONG || 2 * walled < run.len() {
            continue;
        }
        let mut votes = 0_i64;
        for &cell in run {
            let beside = before(roadmap, axis, cell).find(|&it| known[it as usize]);
            votes += beside.map_or(0, |it| if lanes[it as usize][axis] { -1 } else { 1 });
        }
        for &cell in run {
            known[cell as usize] = true;
            if votes != 0 {
                lanes[cell as usize][axis] = votes > 0;
            }
        }
    }
}

/// The cells in the lines before this one, across walls.
fn before(roadmap: &Roadmap, axis: usize, cell: u32) -> impl Iterator<Item = u32> {
    let at = roadmap.cell(cell);
    (1..=FAR as u32).filter_map(move |far| {
        let mut at = at;
        let line = if axis == 0 { &mut at.y } else { &mut at.x };
        *line = line.checked_sub(far)?;
        let number = roadmap.number(at);
        (number != NONE).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::grid::{Cell, Grid};

    fn leads(rows: &[&str]) -> impl Fn(u32, u32) -> Lanes + use<> {
        let roadmap = Roadmap::new(&Grid::from_rows(rows).unwrap());
        let lanes = by_corridors(&roadmap);
        move |x, y| lanes[roadmap.number(Cell::new(x, y)) as usize]
    }

    #[test]
    fn corridors_beside_each_other_lead_opposite_ways() {
        let aisle = ".###.###.###.";
        let lanes = leads(&[".............", aisle, aisle, ".............", aisle, aisle]);
        let north: Vec<bool> = (0..4).map(|aisle| lanes(4 * aisle, 1)[1]).collect();
        assert_eq!(north, [true, false, true, false]);
        // All the way, also where another corridor crosses.
        for aisle in 0..4 {
            assert!((0..6).all(|y| lanes(4 * aisle, y)[1] == lanes(4 * aisle, 1)[1]));
        }
    }

    #[test]
    fn rows_and_columns_alternate_on_open_ground() {
        let lanes = leads(&["......", "......", "......", "......", "......"]);
        for (x, y) in [(0, 0), (3, 2), (4, 4), (5, 1)] {
            assert_eq!(lanes(x, y), [y % 2 == 0, x % 2 == 0]);
        }
    }
}
