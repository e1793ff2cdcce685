//! Which steps a cell has, and which of them are worth taking.
//!
//! The legal steps of every cell are kept as a byte, a bit a step, so that one load gives all eight neighbours. A
//! table leaves out pointless steps: when a cell was reached from its western neighbour, every cell that this
//! neighbour reaches in one step at no more cost has already been offered that cost, so offering it again cannot
//! make it cheaper. Nothing observable depends on it; a test compares every count with and without.

use super::ground::over_terrain;
use super::{Corners, Grid, Moves, Rules};

/// Steps around a cell, as (dx, dy): clockwise from the north. Odd ones are diagonal.
pub(crate) const STEPS: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// What a list has for the eight places around one, in the order of [`STEPS`], or the last argument for places
/// off the list. Read in threes, so that bounds are compared three times and not eight.
#[inline(always)]
pub(crate) fn around<T: Copy>(list: &[T], place: u32, offsets: [u32; 8], otherwise: T) -> [T; 8] {
    let three = |west: u32| {
        let west = west as usize;
        list.get(west..west.wrapping_add(3)).map_or([otherwise; 3], |row| [row[0], row[1], row[2]])
    };
    let [nw, n, ne] = three(place.wrapping_add(offsets[7]));
    let [w, _, e] = three(place.wrapping_sub(1));
    let [sw, s, se] = three(place.wrapping_add(offsets[5]));
    [n, ne, e, se, s, sw, w, nw]
}

/// Which of a cell's legal steps to take, by where the cell was reached from (0 to 8, as a place in
/// its 3x3; 4 for a start).
pub(crate) type StepTable = [[u8; 256]; 9];

/// Bit of a 3x3 neighbourhood.
pub(crate) const fn bit_of(dx: i32, dy: i32) -> u32 {
    ((dy + 1) * 3 + dx + 1) as u32
}

const fn is_free(around: usize, dx: i32, dy: i32) -> bool {
    around >> bit_of(dx, dy) & 1 != 0
}

/// Whether a step from the middle is legal.
pub(crate) const fn legal(around: usize, step: usize, eight: bool, corners: Corners) -> bool {
    let (dx, dy) = STEPS[step];
    if !is_free(around, dx, dy) {
        return false;
    }
    if dx == 0 || dy == 0 {
        return true;
    }
    let (a, b) = (is_free(around, dx, 0), is_free(around, 0, dy));
    eight && corners.lets_pass(a, b)
}

/// The legal steps by which of the 3x3 cells are free.
const fn legal_steps(eight: bool, corners: Corners) -> [u8; 512] {
    let mut table = [0; 512];
    let mut around = 0;
    while around < 512 {
        let mut step = 0;
        while step < 8 {
            // A blocked cell has no steps.
            if is_free(around, 0, 0) && legal(around, step, eight, corners) {
                table[around] |= 1 << step;
            }
            step += 1;
        }
        around += 1;
    }
    table
}

static FOUR: [u8; 512] = legal_steps(false, Corners::Never);
static NEVER: [u8; 512] = legal_steps(true, Corners::Never);
static ONE: [u8; 512] = legal_steps(true, Corners::One);
static ALWAYS: [u8; 512] = legal_steps(true, Corners::Always);

/// The legal steps by the 3x3 around a cell.
pub(crate) fn legal_table(moves: Moves, corners: Corners) -> &'static [u8; 512] {
    match (moves, corners) {
        (Moves::Four, _) => &FOUR,
        (Moves::Eight, Corners::Never) => &NEVER,
        (Moves::Eight, Corners::One) => &ONE,
        (Moves::Eight, Corners::Always) => &ALWAYS,
    }
}

/// Whether the cell that the middle was reached from, at p, reaches the cell at d in one legal
/// step, given that the middle has a legal step to d. Where that step of p is a diagonal, one of its
/// corners is the middle, which is free, and the other lies diagonally from the middle, with p and
/// d, both free, at its sides: it is free just if the middle's step to it is legal.
const fn offered(steps: usize, p: (i32, i32), d: (i32, i32), all_corners: bool) -> bool {
    let (x, y) = (d.0 - p.0, d.1 - p.1);
    if x > 1 || x < -1 || y > 1 || y < -1 {
        return false;
    }
    if x == 0 || y == 0 || !all_corners {
        return true;
    }
    let corner = (p.0 + d.0, p.1 + d.1);
    let mut step = 0;
    while step < 8 {
        if STEPS[step].0 == corner.0 && STEPS[step].1 == corner.1 {
            return steps >> step & 1 != 0;
        }
        step += 1;
    }
    false
}

/// The same for straight steps: always legal between free cells.
#[cfg(not(target_arch = "wasm32"))]
const fn is_offered_straight(p: (i32, i32), d: (i32, i32)) -> bool {
    let (x, y) = (d.0 - p.0, d.1 - p.1);
    x * x + y * y == 1
}

/// Which offered steps are left out.
#[derive(Clone, Copy)]
pub(crate) enum LeaveOut {
    /// None.
    Nothing,
    /// Those that were offered as straight steps. Going through the middle is never cheaper, whatever lies on the
    /// cells, if a diagonal costs no less than a straight step.
    #[cfg(not(target_arch = "wasm32"))]
    OfferedStraight,
    /// All, where every step costs the same wherever it is taken, and a diagonal no more than two straights; or
    /// where a diagonal costs as much as a straight step.
    Offered,
}

/// Leaves out what was offered already, as far as asked. `all_corners`: a diagonal needs both.
const fn step_table(leave_out: LeaveOut, all_corners: bool) -> StepTable {
    let mut table = [[0; 256]; 9];
    let mut from = 0;
    while from < 9 {
        let p = (from as i32 % 3 - 1, from as i32 / 3 - 1);
        let mut steps = 0;
        while steps < 256 {
            let mut step = 0;
            while step < 8 {
                let d = STEPS[step];
                let back = p.0 == d.0 && p.1 == d.1;
                let known = back
                    || match leave_out {
                        LeaveOut::Nothing => false,
                        #[cfg(not(target_arch = "wasm32"))]
                        LeaveOut::OfferedStraight => is_offered_straight(p, d),
                        LeaveOut::Offered => offered(steps, p, d, all_corners),
                    };
                if steps >> step & 1 != 0 && (from == 4 || !known) {
                    table[from][steps] |= 1 << step;
                }
                step += 1;
            }
            steps += 1;
        }
        from += 1;
    }
    table
}

/// Everything except the step back.
static NOT_BACK: StepTable = step_table(LeaveOut::Nothing, false);
#[cfg(not(target_arch = "wasm32"))]
static NOT_OFFERED_STRAIGHT: StepTable = step_table(LeaveOut::OfferedStraight, false);
static NOT_OFFERED_BOTH: StepTable = step_table(LeaveOut::Offered, true);
static NOT_OFFERED: StepTable = step_table(LeaveOut::Offered, false);

/// Which steps to take.
pub(crate) fn steps_to_take(rules: &Rules, leave_out: LeaveOut) -> &'static StepTable {
    match (rules.moves, leave_out, rules.corners) {
        (Moves::Four, ..) | (_, LeaveOut::Nothing, _) => &NOT_BACK,
        #[cfg(not(target_arch = "wasm32"))]
        (_, LeaveOut::OfferedStraight, _) => &NOT_OFFERED_STRAIGHT,
        (_, LeaveOut::Offered, Corners::Never) => &NOT_OFFERED_BOTH,
        (_, LeaveOut::Offered, _) => &NOT_OFFERED,
    }
}

impl Grid {
    /// A bit for each place in whose 3x3 all free cells have the same multiplier and elevation, and a
    /// diagonal costs no more than two straights: what is left out on plain ground can be left out
    /// there, too.
    pub(crate) fn even_ground(&self) -> Vec<u64> {
        let mut even = vec![0; Grid::places(self.width, self.height) / 64 + 1];
        let ground = &self.ground;
        let lengths = (self.rules.steps.straight(), self.rules.steps.diagonal());
        let alike = |a: u32, b: u32| {
            !self.bit(b)
                || (ground.multiplier(a), ground.elevation(a))
                    == (ground.multiplier(b), ground.elevation(b))
        };
        for row in 1..=self.height {
            for place in row * self.stride + 1..=row * self.stride + self.width {
                let multiplier = ground.multiplier(place);
                let cost = |length| over_terrain(length, multiplier, multiplier).raw();
                let around =
                    STEPS.map(|(dx, dy)| place.wrapping_add_signed(dy * self.stride as i32 + dx));
                let is_even = self.bit(place)
                    && around.iter().all(|&other| alike(place, other))
                    && cost(lengths.1) <= 2 * cost(lengths.0);
                even[place as usize >> 6] |= u64::from(is_even) << (place & 63);
            }
        }
        even
    }

    /// The legal steps of every place, a byte each: made at the first query, repaired by edits.
    pub(crate) fn legal_steps(&self) -> Vec<u8> {
        let mut steps = Vec::new();
        self.put_legal_steps(&mut steps, |place| self.bit(place));
        steps
    }

    /// The same where other cells are free.
    pub(crate) fn put_legal_steps(&self, steps: &mut Vec<u8>, is_free: impl Fn(u32) -> bool) {
        steps.clear();
        steps.resize(Grid::places(self.width, self.height), 0);
        let table = self.legal_table();
        for row in 1..=self.height {
            let start = row * self.stride;
            let (above, below) = (start - self.stride, start + self.stride);
            // Three columns wide windows slide along three rows of bits.
            let mut around = 0usize;
            for column in 0..=self.width {
                let next = [above, start, below].map(|row| is_free(row + column + 1) as usize);
                around = (around >> 1 & 0o333) | next[0] << 2 | next[1] << 5 | next[2] << 8;
                steps[(start + column) as usize] = table[around];
            }
        }
    }

    /// Repairs the legal steps around a place that changed.
    pub(crate) fn repair_steps(&self, steps: &mut [u8], place: u32) {
        let table = self.legal_table();
        for row in [place - self.stride, place, place + self.stride] {
            for place in row - 1..=row + 1 {
                let (column, row) = self.column_and_row(place);
                let inside = (1..=self.width).contains(&column) && (1..=self.height).contains(&row);
                if inside {
                    steps[place as usize] = table[self.around(place)];
                }
            }
        }
    }

    /// The legal steps of one place of a cell, without those of all others.
    pub(crate) fn legal_around(&self, place: u32) -> u8 {
        self.legal_table()[self.around(place)]
    }

    fn legal_table(&self) -> &'static [u8; 512] {
        legal_table(self.rules.moves, self.rules.corners)
    }

    /// The 3x3 around a cell's place as nine bits.
    pub(crate) fn around(&self, place: u32) -> usize {
        let three = |place: u32| self.word(place) as usize & 7;
        let middle = place - 1;
        three(middle - self.stride) | three(middle) << 3 | three(middle + self.stride) << 6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::grid::Cell;

    /// All 5x5 maps are too many; these are all 3x3 neighbourhoods, and for each every cell the
    /// middle may have been reached from.
    #[test]
    fn what_is_left_out_was_offered() {
        for corners in [Corners::Never, Corners::One, Corners::Always] {
            let rules = Rules { corners, ..Rules::default() };
            let table = steps_to_take(&rules, LeaveOut::Offered);
            for bits in 0..512u32 {
                let grid = Grid::from_fn(3, 3, |cell| bits >> (cell.y * 3 + cell.x) & 1 != 0);
                let grid = grid.unwrap().with_rules(rules);
                let legal = grid.legal_steps();
                let middle = grid.place(Cell::new(1, 1));
                let leads = |place: u32, to: (i32, i32)| {
                    STEPS
                        .iter()
                        .position(|&step| step == to)
                        .is_some_and(|step| legal[place as usize] >> step & 1 != 0)
                };
                for from in (0..9).filter(|&from| from != 4) {
                    let p = (from as i32 % 3 - 1, from as i32 / 3 - 1);
                    if !leads(middle, p) {
                        continue;
                    }
                    let parent = grid.place(Cell::new((1 + p.0) as u32, (1 + p.1) as u32));
                    let all = legal[middle as usize];
                    let kept = table[from][all as usize];
                    assert_eq!(kept & !all, 0);
                    for (step, d) in STEPS.iter().enumerate() {
                        let left_out = (all & !kept) >> step & 1 != 0;
                        let far = (d.0 - p.0, d.1 - p.1);
                        let known = far == (0, 0) || leads(parent, far);
                        if all >> step & 1 != 0 {
                            assert_eq!(left_out, known, "{corners:?} {bits:09b} {p:?} {d:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn steps_are_repaired_by_edits() {
        let mut seed = 7u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for corners in [Corners::Never, Corners::One, Corners::Always] {
            let (width, height) = (1 + random(9), 1 + random(9));
            let grid = Grid::from_fn(width as u32, height as u32, |_| random(3) > 0).unwrap();
            let mut grid = grid.with_rules(Rules { corners, ..Rules::default() });
            for _ in 0..500 {
                grid.known_steps();
                let cell = (random(width) as u32, random(height) as u32);
                grid.set_free(cell, random(2) == 0).unwrap();
                assert_eq!(grid.known_steps(), grid.legal_steps());
            }
        }
    }
}
