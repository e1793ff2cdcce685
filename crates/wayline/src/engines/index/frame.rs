//! [`Frame`]: the directions that paths turn by, which the corner rule decides.
//!
//! The eight directions are four *middles* and, between them, four *borders*. A middle and the two
//! borders beside it span a *sector*, a quarter of everything. Where no corner may be cut (and with
//! four moves), middles are the diagonals and sectors are quadrants; where corners may be cut, middles are
//! the axes. What a shortest path does is the same in both frames, said in these words:
//!
//! - Two steps in a row, one to a middle and one to a border beside it, can be taken in either order, unless
//!   something is in the way. Then the cell between them is a *corner*, of the class of that middle:
//!
//! ```text
//!   no corner cut                    corners cut
//!   # d                              . d
//!   . c  a - c - d; the diagonal     c #  a - c - d; a - # - d leads
//!   a .  of a - . - d passes #       a .  into #
//! ```
//! - A step to one border of a sector and one to the other are as cheap as, or more expensive than, steps to
//!   its middle (2S >= D; 2D >= 2S), so that again there is a corner of the class in between.
//! - Two steps to different middles are never needed: a cheaper or equal path has borders in their place,
//!   and nothing is in its way. Neither are sharper turns.
//!
//! So a shortest path with its middles as early as possible consists of *legs*, each some steps to a middle
//! and then some to a border beside it, that end at corners. Where a leg ends at a corner of another class
//! than its own, its middles can be moved towards that corner. They have to get stuck on the way, or there
//! would be two different middles in a row; and where they do is a corner of the leg's own class, from where
//! steps to the border alone lead on, which belong to sectors of both classes. Hence legs can be chosen
//! so that each is in a sector of a class that the corners at both of its ends are of: a path *bends* at a
//! corner only between the two opposite sectors of its class.
//!
//! What is claimed for equal costs holds by continuity: of paths that cost the same, one is the cheapest for
//! steps that cost slightly less or more.

use crate::spaces::grid::{Corners, Moves, Rules};

/// The classes of corners, and of middle lines: rising and falling diagonals, or columns and rows.
pub(super) const RISING: usize = 0;
pub(super) const FALLING: usize = 1;
/// The sides of a middle line: towards smaller y; of a row, towards smaller x.
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
/// The borders, named by those of the upright frame; the turned one has them an eighth of a turn
/// to the left.
pub(super) const EAST: usize = 0;
pub(super) const SOUTH: usize = 1;
pub(super) const WEST: usize = 2;
pub(super) const NORTH: usize = 3;
/// The side of a class's middle lines on whose sector a border lies.
pub(super) const SIDE_OF_BORDER: [[usize; 2]; 4] = [[UP, DOWN], [DOWN, DOWN], [DOWN, UP], [UP, UP]];
/// The borders of the sector of a class and side.
pub(super) const BORDERS_OF_SECTOR: [[[usize; 2]; 2]; 2] =
    [[[EAST, NORTH], [WEST, SOUTH]], [[WEST, NORTH], [EAST, SOUTH]]];

/// A sector: its class and side.
pub(super) type Sector = (usize, usize);

/// A step, as columns and rows.
pub(super) type Step = (i32, i32);

/// Which directions are which.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Middles are the axes, not the diagonals.
    pub(super) is_turned: bool,
    /// The step along each border.
    pub(super) borders: [Step; 4],
    /// The step along the middle of each class, to each side.
    pub(super) middles: [[Step; 2]; 2],
}

static UPRIGHT: Frame = Frame {
    is_turned: false,
    borders: [(1, 0), (0, 1), (-1, 0), (0, -1)],
    middles: [[(1, -1), (-1, 1)], [(-1, -1), (1, 1)]],
};

static TURNED: Frame = Frame {
    is_turned: true,
    borders: [(1, -1), (1, 1), (-1, 1), (-1, -1)],
    middles: [[(0, -1), (0, 1)], [(-1, 0), (1, 0)]],
};

impl Frame {
    /// With four moves a path is one of eight that cut no corner, whose diagonals cost as much as the two
    /// steps that they stand for.
    pub(super) fn of(rules: &Rules) -> &'static Frame {
        match (rules.moves, rules.corners) {
            (Moves::Four, _) | (_, Corners::Never) => &UPRIGHT,
            _ => &TURNED,
        }
    }

    /// A sector that an offset lies in.
    #[inline(always)]
    pub(super) fn facing(&self, (x, y): Step) -> Sector {
        if self.is_turned {
            if x.abs() > y.abs() { (1, usize::from(x >= 0)) } else { (0, usize::from(y >= 0)) }
        } else {
            (usize::from((x >= 0) == (y >= 0)), usize::from(y >= 0))
        }
    }

    /// How many steps to the middle and to a border an offset is, and to which border.
    #[inline(always)]
    pub(super) fn steps_to(&self, (x, y): Step) -> (u32, u32, usize) {
        let (dx, dy) = (x.unsigned_abs(), y.unsigned_abs());
        let (diagonals, straights) = (dx.min(dy), dx.abs_diff(dy));
        if self.is_turned {
            let border = [[NORTH, WEST], [EAST, SOUTH]][usize::from(x >= 0)][usize::from(y >= 0)];
            (straights, diagonals, border)
        } else {
            let horizontal = if x >= 0 { EAST } else { WEST };
            let vertical = if y >= 0 { SOUTH } else { NORTH };
            (diagonals, straights, if dx > dy { horizontal } else { vertical })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_made_of_their_steps() {
        for frame in [&UPRIGHT, &TURNED] {
            for (x, y) in (-5..6).flat_map(|y| (-5..6).map(move |x| (x, y))) {
                let (class, side) = frame.facing((x, y));
                let (middles, borders, border) = frame.steps_to((x, y));
                let (middle, along) = (frame.middles[class][side], frame.borders[border]);
                let sum = |a: i32, b: i32| a * middles as i32 + b * borders as i32;
                assert_eq!((sum(middle.0, along.0), sum(middle.1, along.1)), (x, y));
                assert!(borders == 0 || BORDERS_OF_SECTOR[class][side].contains(&border));
            }
            for (border, sides) in SIDE_OF_BORDER.iter().enumerate() {
                for (class, &side) in sides.iter().enumerate() {
                    assert!(BORDERS_OF_SECTOR[class][side].contains(&border));
                    let ((x, y), (u, v)) = (frame.borders[border], frame.middles[class][side]);
                    assert!(x * u + y * v > 0);
                }
            }
        }
    }
}
