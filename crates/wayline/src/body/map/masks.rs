//! The distinct swept sets of a kind of body. Sets that differ only in where they lie share one mask: going ahead
//! and backing up sweep the same row of cells, and all turns on the spot the same square. A tank's sixteen moves
//! have ten swept sets and three masks.

use crate::body::kind::{BodyKind, Heading, Move};

/// A set of cells in a box whose top left corner is (0, 0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// A word for each row, the leftmost cell lowest.
    pub(crate) rows: Vec<u32>,
    /// Rectangles that make it up.
    pub(crate) parts: Vec<Part>,
}

/// A rectangle of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A swept set: which mask it is, and where the mask's corner lies as seen from the pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Swept {
    pub(crate) mask: usize,
    pub(crate) dx: i32,
    pub(crate) dy: i32,
}

/// The masks of a kind, and the distinct swept sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Masks {
    pub(crate) all: Vec<Mask>,
    pub(crate) swept: Vec<Swept>,
    /// Which swept set, by heading, then move.
    pub(crate) of_moves: [Vec<usize>; 4],
    /// No mask reaches further than this from a pivot.
    pub(crate) margin: u32,
}

impl Masks {
    pub(crate) fn of(kind: &BodyKind) -> Masks {
        let (mut all, mut distinct): (Vec<Mask>, Vec<Swept>) = Default::default();
        let mut margin = 0;
        let of_moves = Heading::ALL.map(|heading| {
            let moves = kind.moves(heading).iter();
            moves
                .map(|row| {
                    let (mask, dx, dy) = Mask::of(row);
                    // As seen from where the move begins, and from where it ends.
                    for (dx, dy) in [(dx, dy), (dx - row.dx, dy - row.dy)] {
                        let far = [dx, dy, dx + mask.width as i32, dy + mask.height as i32];
                        margin = far.iter().fold(margin, |most, d| most.max(d.unsigned_abs()));
                    }
                    let known = all.iter().position(|other| *other == mask);
                    let mask = known.unwrap_or_else(|| {
                        all.push(mask);
                        all.len() - 1
                    });
                    let swept = Swept { mask, dx, dy };
                    let known = distinct.iter().position(|other| *other == swept);
                    known.unwrap_or_else(|| {
                        distinct.push(swept);
                        distinct.len() - 1
                    })
                })
                .collect()
        });
        Masks { all, swept: distinct, of_moves, margin }
    }
}

impl Mask {
    /// The mask of a move, and its corner.
    fn of(row: &Move) -> (Mask, i32, i32) {
        let dx = row.swept.iter().map(|cell| cell.0).min().unwrap_or(0);
        let dy = row.swept.iter().map(|cell| cell.1).min().unwrap_or(0);
        let width = row.swept.iter().map(|cell| cell.0 - dx).max().unwrap_or(0) as u32 + 1;
        let height = row.swept.iter().map(|cell| cell.1 - dy).max().unwrap_or(0) as u32 + 1;
        let mut rows = vec![0u32; height as usize];
        for &(x, y) in &row.swept {
            rows[(y - dy) as usize] |= 1 << (x - dx);
        }
        let parts = parts(&rows);
        (Mask { width, height, rows, parts }, dx, dy)
    }

    /// Its cells, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        self.rows.iter().enumerate().flat_map(|(y, &row)| {
            (0..32).filter(move |x| row >> x & 1 != 0).map(move |x| (x, y as u32))
        })
    }
}

/// Cuts rows into rectangles: each run of cells goes down as far as it is whole. Rectangles may
/// overlap, since a cell may be asked for twice.
fn parts(rows: &[u32]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut covered = vec![0u32; rows.len()];
    for y in 0..rows.len() {
        let mut left = rows[y];
        while left != 0 {
            let x = left.trailing_zeros();
            let width = (left >> x).trailing_ones();
            let run = (((1u64 << width) - 1) << x) as u32;
            left &= !run;
            if covered[y] & run == run {
                continue;
            }
            let whole = |row: &&u32| **row & run == run;
            let above = rows[..y].iter().rev().take_while(whole).count();
            let height = above + rows[y..].iter().take_while(whole).count();
            let top = y - above;
            covered[top..top + height].iter_mut().for_each(|row| *row |= run);
            let (y, height) = (top as u32, height as u32);
            parts.push(Part { x, y, width, height });
        }
    }
    parts
}
