//! What jump point search looks at instead of single cells: bits in lines, along rows, columns and
//! diagonals.
//!
//! A *jump point* on a line is a cell where a path along the line may have to turn, because a wall
//! beside it begins or ends. Between jump points nothing happens, so a search leaps from one to the
//! next:
//!
//! ```text
//!   corners never cut                 corners cut
//!   ###.....                          ..###...
//!   ...J....   J: the wall ends       ....J...   J: the wall is about to end
//! ```
//!
//! [`Planes`] are the cells themselves in two orientations: where a line stops is found from three
//! rows of words at a time. [`Lines`] are derived from them once and kept: where lines stop, whether
//! a jump point lies ahead before a wall, and for each diagonal where something happens on it.
//! Edits repair both on the spot, exactly where they touch them.
//!
//! Coordinates here are one more than the cells', so that row and column 0 are blocked borders, and
//! 0 can stand for "nothing there".

mod lines;
mod plane;

pub(crate) use lines::{Kept, Lines};
use plane::Plane;

use super::{Corners, Grid, Moves};

/// What a search asks of a map. Steps are numbered clockwise from the north.
pub(crate) trait Jumping {
    /// The 3x3 around a cell, as nine bits.
    fn around(&self, x: u32, y: u32) -> usize;
    /// Straight steps that may have a jump point ahead.
    fn promising(&self, x: u32, y: u32) -> u8;
    /// The x or y of the next jump point on the way north, east, south, west; 0 if there is none.
    fn north(&self, x: u32, y: u32) -> u32;
    fn east(&self, x: u32, y: u32) -> u32;
    fn south(&self, x: u32, y: u32) -> u32;
    fn west(&self, x: u32, y: u32) -> u32;
    /// Walks from a cell along a diagonal (or, with `DX` = 0, a column). Tells of each cell where
    /// something happens. Returns how many steps it came: to the wall, or to before the cell at
    /// which it was told to stop.
    fn walk<const DX: i32, const DY: i32>(
        &self,
        x: u32,
        y: u32,
        visit: impl FnMut(Event) -> bool,
    ) -> u32;
}

/// What happens on a cell of a diagonal.
#[derive(Clone, Copy)]
pub(crate) struct Event {
    pub(crate) x: u32,
    pub(crate) y: u32,
    /// Steps from where the walk began.
    pub(crate) steps: u32,
    /// The x of the jump point on its row, in the diagonal's direction; 0 if there is none. In a
    /// column, that to the east.
    pub(crate) across: u32,
    /// The y of the jump point on its column likewise. In a column, the x of that to the west.
    pub(crate) along: u32,
    /// It is a jump point itself: the walk may have to turn here.
    pub(crate) turns: bool,
}

/// The cells in both orientations.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Planes {
    pub(super) rows: Plane,
    pub(super) columns: Plane,
    rule: Rule,
}

/// When a diagonal step is legal; four moves have none.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Rule {
    Four,
    Eight(Corners),
}

impl Rule {
    /// Whether corners are cut, so that a path turns before the end of a wall and not behind it.
    #[inline]
    fn cuts(self) -> bool {
        matches!(self, Rule::Eight(Corners::One | Corners::Always))
    }

    /// Whether a step may pass between two cells.
    #[inline]
    fn passes(self, a: bool, b: bool) -> bool {
        match self {
            Rule::Four => false,
            Rule::Eight(Corners::Never) => a && b,
            Rule::Eight(Corners::One) => a || b,
            Rule::Eight(Corners::Always) => true,
        }
    }

    /// The same for sixty-four cells.
    fn passes_words(self, a: u64, b: u64) -> u64 {
        match self {
            Rule::Four => 0,
            Rule::Eight(Corners::Never) => a & b,
            Rule::Eight(Corners::One) => a | b,
            Rule::Eight(Corners::Always) => !0,
        }
    }
}

impl Planes {
    pub(super) fn of(grid: &Grid) -> Planes {
        let (width, height) = (grid.width as usize + 2, grid.height as usize + 2);
        let mut rows = Plane::new(height, width);
        for row in 1..=grid.height {
            let line = row as usize * rows.words;
            for (word, bits) in rows.bits[line..line + rows.words].iter_mut().enumerate() {
                let first = word as u32 * 64;
                // Two halves: fewer than 64 bits can be read at any place. The last may reach into
                // the next row.
                for (half, shift) in [(first, 0), (first + 32, 32)] {
                    if half <= grid.width {
                        let left = grid.width + 1 - half;
                        let keep = if left < 32 { (1 << left) - 1 } else { u32::MAX as u64 };
                        *bits |= (grid.word(row * grid.stride + half) & keep) << shift;
                    }
                }
            }
        }
        let columns = rows.transposed(height, width);
        let rule = match grid.rules.moves {
            Moves::Four => Rule::Four,
            Moves::Eight => Rule::Eight(grid.rules.corners),
        };
        Planes { rows, columns, rule }
    }

    pub(super) fn cell_changed(&mut self, x: u32, y: u32, free: bool) {
        self.rows.put(y, x, free);
        self.columns.put(x, y, free);
    }

    /// Whether a step into a cell is legal.
    #[inline]
    fn enters(&self, x: u32, y: u32, dx: i32, dy: i32) -> bool {
        let (back, up) = (x.wrapping_add_signed(-dx), y.wrapping_add_signed(-dy));
        self.rows.get(y, x)
            && (dx == 0 || self.rule.passes(self.rows.get(y, back), self.rows.get(up, x)))
    }

    /// Whether a diagonal may have to turn on a cell it has come to.
    #[inline]
    fn turns(&self, x: u32, y: u32, dx: i32, dy: i32) -> bool {
        if !self.rule.cuts() || dx == 0 {
            return false;
        }
        let is_free =
            |dx: i32, dy: i32| self.rows.get(y.wrapping_add_signed(dy), x.wrapping_add_signed(dx));
        !is_free(-dx, 0) && is_free(-dx, dy) || !is_free(0, -dy) && is_free(dx, -dy)
    }

    /// Where a line stops, sixty-four cells of it: at walls and at jump points, going up the line.
    fn stops_up(plane: &Plane, line: u32, word: usize, cuts: bool) -> u64 {
        let at = line as usize * plane.words + word;
        let beside = |at: usize| {
            let bits = plane.bits[at];
            if cuts {
                let after = if word + 1 < plane.words { plane.bits[at + 1] } else { 0 };
                !bits & (bits >> 1 | after << 63)
            } else {
                let before = if word > 0 { plane.bits[at - 1] } else { 0 };
                bits & !(bits << 1 | before >> 63)
            }
        };
        !plane.bits[at] | beside(at - plane.words) | beside(at + plane.words)
    }

    /// The same going down the line.
    fn stops_down(plane: &Plane, line: u32, word: usize, cuts: bool) -> u64 {
        let at = line as usize * plane.words + word;
        let beside = |at: usize| {
            let bits = plane.bits[at];
            if cuts {
                let before = if word > 0 { plane.bits[at - 1] } else { 0 };
                !bits & (bits << 1 | before >> 63)
            } else {
                let after = if word + 1 < plane.words { plane.bits[at + 1] } else { 0 };
                bits & !(bits >> 1 | after << 63)
            }
        };
        !plane.bits[at] | beside(at - plane.words) | beside(at + plane.words)
    }

    /// The next jump point up a line, or 0.
    #[inline]
    fn next_up(&self, plane: &Plane, line: u32, at: u32) -> u32 {
        let (words, cuts) = (plane.words, self.rule.cuts());
        let mut word = (at >> 6) as usize;
        let mut place = line as usize * words + word;
        // Not the cell itself, nor what lies before it.
        let mut mask = !1 << (at & 63);
        // Of the lines beside, the last cell of the word before.
        let mut carry = [0; 2];
        loop {
            let free = plane.bits[place];
            let beside = [plane.bits[place - words], plane.bits[place + words]];
            let turns = if cuts {
                let last = word + 1 == words;
                let after = |at: usize| if last { 0 } else { plane.bits[at + 1] << 63 };
                !beside[0] & (beside[0] >> 1 | after(place - words))
                    | !beside[1] & (beside[1] >> 1 | after(place + words))
            } else {
                beside[0] & !(beside[0] << 1 | carry[0]) | beside[1] & !(beside[1] << 1 | carry[1])
            };
            let stops = (!free | turns) & mask;
            if stops != 0 {
                let is_free = free & stops & stops.wrapping_neg() != 0;
                return if is_free { (word as u32) << 6 | stops.trailing_zeros() } else { 0 };
            }
            carry = beside.map(|bits| bits >> 63);
            mask = !0;
            word += 1;
            place += 1;
        }
    }

    /// The next jump point down a line, or 0.
    #[inline]
    fn next_down(&self, plane: &Plane, line: u32, at: u32) -> u32 {
        let (words, cuts) = (plane.words, self.rule.cuts());
        let mut word = (at >> 6) as usize;
        let mut place = line as usize * words + word;
        let mut mask = !(!0 << (at & 63));
        // Of the lines beside, the first cell of the word after.
        let mut carry = [0; 2];
        loop {
            let free = plane.bits[place];
            let beside = [plane.bits[place - words], plane.bits[place + words]];
            let turns = if cuts {
                let before = |at: usize| if word == 0 { 0 } else { plane.bits[at - 1] >> 63 };
                !beside[0] & (beside[0] << 1 | before(place - words))
                    | !beside[1] & (beside[1] << 1 | before(place + words))
            } else {
                beside[0] & !(beside[0] >> 1 | carry[0]) | beside[1] & !(beside[1] >> 1 | carry[1])
            };
            let stops = (!free | turns) & mask;
            if stops != 0 {
                let bit = stops.ilog2();
                return if free >> bit & 1 != 0 { (word as u32) << 6 | bit } else { 0 };
            }
            carry = beside.map(|bits| bits << 63);
            mask = !0;
            word -= 1;
            place -= 1;
        }
    }

    /// The blocked ends of the free run through a place of a line.
    fn run(plane: &Plane, line: u32, at: u32) -> (u32, u32) {
        let line = plane.line(line);
        let mut word = (at >> 6) as usize;
        let mut walls = !line[word] & (!0 >> (63 - (at & 63)));
        while walls == 0 {
            word -= 1;
            walls = !line[word];
        }
        let before = (word as u32) << 6 | walls.ilog2();
        let mut word = (at >> 6) as usize;
        let mut walls = !line[word] & (!0 << (at & 63));
        while walls == 0 {
            word += 1;
            walls = !line[word];
        }
        (before, (word as u32) << 6 | walls.trailing_zeros())
    }

    /// The free runs through a cell: columns between which its row is free, rows between which its
    /// column is.
    pub(crate) fn runs(&self, x: u32, y: u32) -> [(u32, u32); 2] {
        [Planes::run(&self.rows, y, x), Planes::run(&self.columns, x, y)]
    }
}

impl Jumping for Planes {
    #[inline]
    fn around(&self, x: u32, y: u32) -> usize {
        let three = |y| self.rows.three(y, x);
        three(y - 1) | three(y) << 3 | three(y + 1) << 6
    }

    #[inline]
    fn promising(&self, _: u32, _: u32) -> u8 {
        u8::MAX
    }

    #[inline]
    fn north(&self, x: u32, y: u32) -> u32 {
        self.next_down(&self.columns, x, y)
    }

    #[inline]
    fn east(&self, x: u32, y: u32) -> u32 {
        self.next_up(&self.rows, y, x)
    }

    #[inline]
    fn south(&self, x: u32, y: u32) -> u32 {
        self.next_up(&self.columns, x, y)
    }

    #[inline]
    fn west(&self, x: u32, y: u32) -> u32 {
        self.next_down(&self.rows, y, x)
    }

    #[inline]
    fn walk<const DX: i32, const DY: i32>(
        &self,
        mut x: u32,
        mut y: u32,
        mut visit: impl FnMut(Event) -> bool,
    ) -> u32 {
        for steps in 1.. {
            (x, y) = (x.wrapping_add_signed(DX), y.wrapping_add_signed(DY));
            if !self.enters(x, y, DX, DY) {
                return steps - 1;
            }
            let turns = self.turns(x, y, DX, DY);
            let (across, along) = sides::<DX, DY>(self, x, y);
            let happens = across != 0 || along != 0 || turns;
            if happens && visit(Event { x, y, steps, across, along, turns }) {
                return steps - 1;
            }
        }
        0
    }
}

/// The jump points beside a cell of a walk.
#[inline]
fn sides<const DX: i32, const DY: i32>(map: &impl Jumping, x: u32, y: u32) -> (u32, u32) {
    let across = if DX < 0 { map.west(x, y) } else { map.east(x, y) };
    let along = match (DX, DY) {
        (0, _) => map.west(x, y),
        (_, 1) => map.south(x, y),
        _ => map.north(x, y),
    };
    (across, along)
}
