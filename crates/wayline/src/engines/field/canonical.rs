//! Which steps have to be taken on plain grids so that every cell is still reached at least cost.
//!
//! Two cells are joined by many paths of the same cost that differ in the order of their steps. Of
//! these only one with the fewest steps, then the fewest diagonals, then the earliest diagonals is
//! followed: a step is left out where the place before the last leads to the same cell without the
//! last, in one step or two, at less cost or at the same and earlier in that order. Each such
//! replacement is earlier in the order, so among the cheapest paths to a cell there is one of which
//! nothing is left out.
//!
//! ```text
//!   straight to x     diagonally to x          . left out
//!     .  !  ?             . 1 1                1 taken
//!     p  x  1             . x 1                ? taken if the corner behind is blocked
//!     .  !  ?             p . .                ! likewise, under the strictest corner rule
//! ```
//!
//! The same pruning as in jump point search. It wants each cell expanded once more for another place
//! that it is reached from at the same cost, since what one leaves out the other may have to take.
//!
//! Reference: N. R. Sturtevant, S. Rabin, "Canonical orderings on grids" (2016).

use crate::spaces::grid::{Corners, Moves, Rules};

/// Which of a cell's legal steps to take, by the number of the step that led there; the last row,
/// for starts, takes all.
pub(super) type Canonical = [[u8; 256]; 9];

const fn table(all_corners: bool) -> Canonical {
    let mut table = [[0; 256]; 9];
    let mut legal = 0;
    while legal < 256 {
        let mut came = 0;
        while came < 8 {
            let mut taken = 1 << came;
            let mut side = 0;
            // Sides clockwise, then the other way around: one, two, three eighths of a turn.
            while side < 2 {
                let turn = if side == 0 { [1, 2, 3] } else { [7, 6, 5] };
                let [one, two, three] =
                    [(came + turn[0]) % 8, (came + turn[1]) % 8, (came + turn[2]) % 8];
                let straight = came % 2 == 0;
                if straight && all_corners && legal >> three & 1 == 0 {
                    taken |= 1 << one | 1 << two;
                }
                if straight && !all_corners && legal >> two & 1 == 0 {
                    taken |= 1 << one;
                }
                if !straight {
                    taken |= 1 << one;
                }
                if !straight && !all_corners && legal >> three & 1 == 0 {
                    taken |= 1 << two;
                }
                side += 1;
            }
            table[came][legal] = (taken & legal) as u8;
            came += 1;
        }
        table[8][legal] = legal as u8;
        legal += 1;
    }
    table
}

static ALL_CORNERS: Canonical = table(true);
static SOME_CORNERS: Canonical = table(false);

/// The table for plain ground under these rules, where there is one: where a diagonal costs no less
/// than a straight step and no more than two.
pub(super) fn canonical(rules: &Rules) -> Option<&'static Canonical> {
    let (straight, diagonal) = (rules.steps.straight().raw(), rules.steps.diagonal().raw());
    let fits = rules.moves == Moves::Eight && (straight..=2 * straight).contains(&diagonal);
    fits.then_some(match rules.corners {
        Corners::Never => &ALL_CORNERS,
        Corners::One | Corners::Always => &SOME_CORNERS,
    })
}
