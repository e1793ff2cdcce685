//! Where to go from a jump point, by the step that led there and the cells around it.
//!
//! A step is left out when what it leads to is reached as cheaply without it: straight on is
//! *natural*, and so are both sides of a diagonal; a turn is *forced* where a wall hides what lies
//! beside it from the cell before.

use crate::grid::{Corners, Moves, STEPS, legal};

/// Came from nowhere: a start.
pub(super) const START: usize = 8;

/// The steps to follow, a bit each, by the step that led there and the 3x3 around.
pub(super) type Turns = [[u8; 512]; 9];

const fn is_free(around: usize, (dx, dy): (i32, i32)) -> bool {
    around >> ((dy + 1) * 3 + dx + 1) & 1 != 0
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
    around: usize,
    ahead: (i32, i32),
    side: (i32, i32),
    eight: bool,
    cuts: bool,
) -> u8 {
    let behind = (side.0 - ahead.0, side.1 - ahead.1);
    let before = (side.0 + ahead.0, side.1 + ahead.1);
    if cuts {
        if !is_free(around, side) && is_free(around, before) {
            return bit_of(before);
        }
    } else if is_free(around, side) && !is_free(around, behind) {
        return bit_of(side) | if eight { bit_of(before) } else { 0 };
    }
    0
}

const fn turns_after(step: usize, around: usize, eight: bool, cuts: bool) -> u8 {
    let (dx, dy) = STEPS[step];
    let mut turns = bit_of((dx, dy));
    if dx != 0 && dy != 0 {
        turns |= bit_of((dx, 0)) | bit_of((0, dy));
        if cuts && !is_free(around, (-dx, 0)) && is_free(around, (-dx, dy)) {
            turns |= bit_of((-dx, dy));
        }
        if cuts && !is_free(around, (0, -dy)) && is_free(around, (dx, -dy)) {
            turns |= bit_of((dx, -dy));
        }
    } else {
        turns |= forced_beside(around, (dx, dy), (dy, dx), eight, cuts);
        turns |= forced_beside(around, (dx, dy), (-dy, -dx), eight, cuts);
    }
    turns
}

const fn table(eight: bool, corners: Corners) -> Turns {
    let cuts = eight && !matches!(corners, Corners::Never);
    let mut table = [[0; 512]; 9];
    let mut around = 0;
    while around < 512 {
        let mut possible = 0;
        let mut step = 0;
        while step < 8 {
            if legal(around, step, eight, corners) {
                possible |= 1 << step;
            }
            step += 1;
        }
        step = 0;
        while step < 8 {
            table[step][around] = possible & turns_after(step, around, eight, cuts);
            step += 1;
        }
        table[START][around] = possible;
        around += 1;
    }
    table
}

static FOUR: Turns = table(false, Corners::Never);
static NEVER: Turns = table(true, Corners::Never);
static ONE: Turns = table(true, Corners::One);
static ALWAYS: Turns = table(true, Corners::Always);

pub(super) fn turns(moves: Moves, corners: Corners) -> &'static Turns {
    match (moves, corners) {
        (Moves::Four, _) => &FOUR,
        (Moves::Eight, Corners::Never) => &NEVER,
        (Moves::Eight, Corners::One) => &ONE,
        (Moves::Eight, Corners::Always) => &ALWAYS,
    }
}
