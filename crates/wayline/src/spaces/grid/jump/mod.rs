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
mod strip;

pub(crate) use lines::{Kept, Lines};
use plane::Plane;
use strip::{Strip, Window};

use super::steps::legal_table;
use super::{Corners, Grid, Moves};

/// What a search asks of a map. Steps are numbered clockwise from the north.
pub(crate) trait Jumping {
    /// The legal steps of a cell, a bit each. With four moves, those that eight would have.
    fn legal(&self, x: u32, y: u32) -> u8;
    /// Straight steps that may have a jump point ahead.
    fn promising(&self, x: u32, y: u32) -> u8;
    /// The x or y of the next jump point on the way north, east, south, west; 0 if there is none.
    fn north(&self, x: u32, y: u32) -> u32;
    fn east(&self, x: u32, y: u32) -> u32;
    fn south(&self, x: u32, y: u32) -> u32;
    fn west(&self, x: u32, y: u32) -> u32;
    /// Walks from a cell along a diagonal (or, with `DX` = 0, a column). Tells of each cell where
    /// something happens. Returns how many steps it came: to the wall, or to before the cell at
    /// which it was to stop.
    fn walk<const DX: i32, const DY: i32>(&self, x: u32, y: u32, visitor: &mut impl Visitor)
    -> u32;
}

/// What a walk reports to.
pub(crate) trait Visitor {
    /// Whether it is worth looking at a cell on which something happens.
    fn goes_on(&mut self, x: u32, y: u32, steps: u32) -> bool;
    /// What happens there; says whether the walk goes on.
    fn happens(&mut self, event: Crossing) -> bool;
}

#[cfg(target_arch = "wasm32")]
impl Visitor for &mut dyn Visitor {
    fn goes_on(&mut self, x: u32, y: u32, steps: u32) -> bool {
        (**self).goes_on(x, y, steps)
    }
    fn happens(&mut self, event: Crossing) -> bool {
        (**self).happens(event)
    }
}

/// What happens on a cell of a diagonal.
#[derive(Clone, Copy)]
pub(crate) struct Crossing {
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
    rows: Plane,
    columns: Plane,
    /// The same as bytes.
    row_strip: Strip,
    column_strip: Strip,
    rule: Rule,
    /// The legal steps by the 3x3 around a cell.
    legal: &'static [u8; 512],
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
            Rule::Eight(corners) => corners.lets_pass(a, b),
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
    pub(in crate::spaces::grid) fn bytes(&self) -> usize {
        // As words, and as bytes.
        2 * (size_of_val(&*self.rows.bits) + size_of_val(&*self.columns.bits))
    }

    pub(crate) fn of(grid: &Grid) -> Planes {
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
        let (row_strip, column_strip) = (Strip::of(&rows), Strip::of(&columns));
        let legal = match rule {
            Rule::Four => legal_table(Moves::Eight, Corners::Never),
            Rule::Eight(corners) => legal_table(Moves::Eight, corners),
        };
        Planes { rows, columns, row_strip, column_strip, rule, legal }
    }

    pub(crate) fn cell_changed(&mut self, x: u32, y: u32, free: bool) {
        self.rows.put(y, x, free);
        self.columns.put(x, y, free);
        self.row_strip.put(y, x, free);
        self.column_strip.put(x, y, free);
    }

    /// Whether a step into a cell is legal.
    #[inline]
    fn enters(&self, x: u32, y: u32, dx: i32, dy: i32) -> bool {
        let (back, up) = (x.wrapping_add_signed(-dx), y.wrapping_add_signed(-dy));
        let rows = &self.row_strip;
        rows.get(y, x) && (dx == 0 || self.rule.passes(rows.get(y, back), rows.get(up, x)))
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

    /// The 3x3 around a cell, as nine bits.
    #[inline]
    fn around(&self, x: u32, y: u32) -> usize {
        let three = |y| self.row_strip.three(y, x);
        three(y - 1) | three(y) << 3 | three(y + 1) << 6
    }

    /// The legal steps of a cell.
    #[inline]
    fn legal(&self, x: u32, y: u32) -> u8 {
        self.legal[self.around(x, y)]
    }

    /// Whether corners are cut.
    pub(crate) fn cuts(&self) -> bool {
        self.rule.cuts()
    }

    /// The free runs through a cell: columns between which its row is free, rows between which its
    /// column is.
    pub(crate) fn runs(&self, x: u32, y: u32) -> [(u32, u32); 2] {
        [Planes::run(&self.rows, y, x), Planes::run(&self.columns, x, y)]
    }
}

/// The planes alone, for rules by which corners are cut or are not.
#[derive(Clone, Copy)]
pub(crate) struct Bare<'p, const CUTS: bool>(pub(crate) &'p Planes);

impl<const CUTS: bool> Bare<'_, CUTS> {
    /// Whether corners are cut: known beforehand, but where code is fetched over a network and one
    /// type serves both rules.
    #[inline(always)]
    fn cuts(&self) -> bool {
        if cfg!(target_arch = "wasm32") { self.0.cuts() } else { CUTS }
    }

    /// The next jump point up a line, or 0.
    #[inline]
    fn next_up(&self, strip: &Strip, line: u32, mut at: u32) -> u32 {
        let cuts = self.cuts();
        loop {
            let (Window { free, beside: [a, b] }, after) = strip.window_up(line, at);
            let turns = match cuts {
                true => !a & a >> 1 | !b & b >> 1,
                false => a & !(a << 1) | b & !(b << 1),
            };
            // Not the first cell itself.
            let stops = (!free | turns) & !1;
            if stops != 0 {
                let is_free = free & stops & stops.wrapping_neg() != 0;
                return if is_free { at + stops.trailing_zeros() } else { 0 };
            }
            // Whether the wall beside ends at the last cell is seen from the next window.
            at += after - u32::from(cuts);
        }
    }

    /// The next jump point down a line, or 0.
    #[inline]
    fn next_down(&self, strip: &Strip, line: u32, mut at: u32) -> u32 {
        let cuts = self.cuts();
        loop {
            let (Window { free, beside: [a, b] }, before) = strip.window_down(line, at);
            let turns = match cuts {
                true => !a & a << 1 | !b & b << 1,
                false => a & !(a >> 1) | b & !(b >> 1),
            };
            let stops = (!free | turns) & !0 >> 1;
            if stops != 0 {
                let distance = stops.leading_zeros();
                return if (free << distance) >> 63 != 0 { at - distance } else { 0 };
            }
            at -= before - u32::from(cuts);
        }
    }

    /// A diagonal step into a row, from above or below the cell `back` of it: `None` if it is not
    /// legal, otherwise the next jump point on from the cell that was entered, or 0.
    #[inline(always)]
    fn enter_row<const DX: i32, const DY: i32>(
        &self,
        strip: &Strip,
        line: u32,
        back: u32,
    ) -> Option<u32> {
        // The row that the step comes from.
        let behind = usize::from(DY < 0);
        if DX > 0 {
            let (Window { free, beside }, _) = strip.window_up(line, back);
            if free & free >> 1 & beside[behind] >> 1 & 1 == 0 {
                return None;
            }
            let [a, b] = beside;
            let stops = (!free | a & !(a << 1) | b & !(b << 1)) & !3;
            if stops == 0 {
                return Some(self.next_up(strip, line, back + 1));
            }
            let is_free = free & stops & stops.wrapping_neg() != 0;
            Some(if is_free { back + stops.trailing_zeros() } else { 0 })
        } else {
            let (Window { free, beside }, _) = strip.window_down(line, back);
            if (free & free << 1 & beside[behind] << 1) >> 63 == 0 {
                return None;
            }
            let [a, b] = beside;
            let stops = (!free | a & !(a >> 1) | b & !(b >> 1)) & !0 >> 2;
            if stops == 0 {
                return Some(self.next_down(strip, line, back - 1));
            }
            let distance = stops.leading_zeros();
            Some(if (free << distance) >> 63 != 0 { back - distance } else { 0 })
        }
    }
}

impl<const CUTS: bool> Jumping for Bare<'_, CUTS> {
    #[inline]
    fn legal(&self, x: u32, y: u32) -> u8 {
        self.0.legal(x, y)
    }

    #[inline]
    fn promising(&self, _: u32, _: u32) -> u8 {
        u8::MAX
    }

    #[inline]
    fn north(&self, x: u32, y: u32) -> u32 {
        self.next_down(&self.0.column_strip, x, y)
    }

    #[inline]
    fn east(&self, x: u32, y: u32) -> u32 {
        self.next_up(&self.0.row_strip, y, x)
    }

    #[inline]
    fn south(&self, x: u32, y: u32) -> u32 {
        self.next_up(&self.0.column_strip, x, y)
    }

    #[inline]
    fn west(&self, x: u32, y: u32) -> u32 {
        self.next_down(&self.0.row_strip, y, x)
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn walk<const DX: i32, const DY: i32>(
        &self,
        mut x: u32,
        mut y: u32,
        visitor: &mut impl Visitor,
    ) -> u32 {
        let rows = &self.0.row_strip;
        for steps in 1.. {
            let back = x;
            (x, y) = (x.wrapping_add_signed(DX), y.wrapping_add_signed(DY));
            let (across, along);
            if DX == 0 || self.cuts() {
                if !self.0.enters(x, y, DX, DY) {
                    return steps - 1;
                }
                (across, along) = sides::<DX, DY>(self, x, y);
            } else {
                // One look along the row, from the cell before, tells of the step and of the row.
                match self.enter_row::<DX, DY>(rows, y, back) {
                    None => return steps - 1,
                    Some(found) => across = found,
                }
                along = if DY > 0 { self.south(x, y) } else { self.north(x, y) };
            }
            let turns = self.cuts() && self.0.turns(x, y, DX, DY);
            let event = Crossing { x, y, steps, across, along, turns };
            let happens = across != 0 || along != 0 || turns;
            if happens && !(visitor.goes_on(x, y, steps) && visitor.happens(event)) {
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
