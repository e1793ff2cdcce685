//! Where to go from a jump point, by the step that led there and the steps that are legal there.
//!
//! A step is left out when what it leads to is reached as cheaply without it: straight on is
//! *natural*, and so are both sides of a diagonal; a turn is *forced* where a wall hides what lies
//! beside it from the cell before. Which cells around are free follows from the legal steps, as far as it
//! matters: with the cell before free and the one beside free, the one behind is free just if the
//! diagonal step to it is legal.

use crate::spaces::grid::{Corners, Moves, STEPS};

/// Came from nowhere: a start.
pub(crate) const START: usize = 8;

/// The steps to follow, a bit each, by the step that led there and the legal ones.
pub(crate) type Turns = [[u8; 256]; 9];

const fn leads(legal: usize, step: (i32, i32)) -> bool {
    legal as u8 & bit_of(step) != 0
}

const fn bit_of(step: (i32, i32)) -> u8 {
    let mut i = 0;
    while i < 8 {
        if STEPS[i].0 == step.0 && STEPS[i].1 == step.1 {
            return 1 << i;
        }
        i += 1;
    }
    0
}

/// The turns that a wall forces after a straight step, on one side of it.
const fn forced_beside(
    legal: usize,
    ahead: (i32, i32),
    side: (i32, i32),
    eight: bool,
    cuts: bool,
) -> u8 {
    let behind = (side.0 - ahead.0, side.1 - ahead.1);
    let before = (side.0 + ahead.0, side.1 + ahead.1);
    if cuts {
        if !leads(legal, side) && leads(legal, before) {
            return bit_of(before);
        }
    } else if leads(legal, side) && !leads(legal, behind) {
        return bit_of(side) | if eight { bit_of(before) } else { 0 };
    }
    0
}

const fn turns_after(step: usize, legal: usize, eight: bool, cuts: bool) -> u8 {
    let (dx, dy) = STEPS[step];
    let mut turns = bit_of((dx, dy));
    if dx != 0 && dy != 0 {
        turns |= bit_of((dx, 0)) | bit_of((0, dy));
        if cuts && !leads(legal, (-dx, 0)) && leads(legal, (-dx, dy)) {
            turns |= bit_of((-dx, dy));
        }
        if cuts && !leads(legal, (0, -dy)) && leads(legal, (dx, -dy)) {
            turns |= bit_of((dx, -dy));
        }
    } else {
        turns |= forced_beside(legal, (dx, dy), (dy, dx), eight, cuts);
        turns |= forced_beside(legal, (dx, dy), (-dy, -dx), eight, cuts);
    }
    turns
}

const fn table(eight: bool, cuts: bool) -> Turns {
    let mut table = [[0; 256]; 9];
    let mut legal = 0;
    while legal < 256 {
        let mut step = 0;
        while step < 8 {
            table[step][legal] = legal as u8 & turns_after(step, legal, eight, cuts);
            step += 1;
        }
        // Diagonals are listed, and not taken with four moves.
        table[START][legal] = legal as u8 & if eight { 0xFF } else { 0x55 };
        legal += 1;
    }
    table
}

static FOUR: Turns = table(false, false);
static NEVER: Turns = table(true, false);
static CUT: Turns = table(true, true);

pub(crate) fn turns(moves: Moves, corners: Corners) -> &'static Turns {
    match (moves, corners) {
        (Moves::Four, _) => &FOUR,
        (Moves::Eight, Corners::Never) => &NEVER,
        (Moves::Eight, Corners::One | Corners::Always) => &CUT,
    }
}
