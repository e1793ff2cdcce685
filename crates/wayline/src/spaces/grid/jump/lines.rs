//! Lines kept between queries: where they stop, and what lies ahead.

use super::plane::{Fold, Plane};
use super::{Crossing, Jumping, Planes, Rule, Visitor};

/// For sixty-four cells of a line.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Stretch {
    /// Walls and jump points going up the line, and going down.
    stops_up: u64,
    stops_down: u64,
    /// Free cells with a jump point ahead before a wall.
    ahead_up: u64,
    ahead_down: u64,
}

/// All rows, or all columns.
#[derive(Clone, PartialEq, Debug)]
struct Axis {
    words: usize,
    stretches: Vec<Stretch>,
}

/// For sixty-four cells of a diagonal, walked in one direction.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Passage {
    /// Cells that the walk cannot enter.
    walls: u64,
    /// Cells with a jump point ahead on their row, in the walk's direction; in a column, eastward.
    across: u64,
    /// Cells with a jump point ahead on their column; in a column, westward.
    along: u64,
    /// Cells on which the walk may have to turn.
    turns: u64,
}

impl Passage {
    /// Cells where something happens.
    #[inline]
    fn events(&self) -> u64 {
        self.across | self.along | self.turns
    }
}

/// All diagonals in one direction.
#[derive(Clone, PartialEq, Debug)]
struct Diagonals {
    words: usize,
    passages: Vec<Passage>,
}

/// What is kept for a map. About five bytes a cell.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Lines {
    rows: Axis,
    columns: Axis,
    /// Rows of the planes, which the numbers of falling diagonals are counted from.
    height: u32,
    /// What is kept of a line's number: see [`Fold`].
    mask: u32,
    /// By [`direction`].
    diagonals: Vec<Diagonals>,
}

/// The directions that are walked, with four moves and with eight.
const COLUMNS: [(i32, i32); 1] = [(0, 1)];
const DIAGONALS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Which set of diagonals a walk follows. Columns are the same in both directions.
#[inline]
const fn direction(dx: i32, dy: i32) -> usize {
    match (dx, dy) {
        (1, 1) => 1,
        (-1, 1) => 2,
        (-1, -1) => 3,
        _ => 0,
    }
}

fn directions(rule: Rule) -> &'static [(i32, i32)] {
    match rule {
        Rule::Four => &COLUMNS,
        Rule::Eight(_) => &DIAGONALS,
    }
}

impl Axis {
    fn of(plane: &Plane, cuts: bool) -> Axis {
        // Borders are walls.
        let wall = Stretch { stops_up: !0, stops_down: !0, ..Stretch::default() };
        let mut axis = Axis { words: plane.words, stretches: vec![wall; plane.bits.len()] };
        for line in 1..(plane.bits.len() / plane.words) as u32 - 1 {
            axis.derive(plane, line, cuts, |_, _| {});
        }
        axis
    }

    /// Derives a line again, and reports the cells whose outlook has changed.
    fn derive(
        &mut self,
        plane: &Plane,
        line: u32,
        cuts: bool,
        mut changed: impl FnMut(usize, u64),
    ) {
        let free = plane.line(line);
        let stretches = &mut self.stretches[line as usize * self.words..][..self.words];
        for (word, stretch) in stretches.iter_mut().enumerate() {
            stretch.stops_up = Planes::stops_up(plane, line, word, cuts);
            stretch.stops_down = Planes::stops_down(plane, line, word, cuts);
        }
        // Whether the first cell of the word after is a jump point or has one ahead.
        let mut carry = 0;
        for (word, stretch) in stretches.iter_mut().enumerate().rev() {
            let free = free[word];
            let points = stretch.stops_up & free;
            let mut ahead = (points >> 1 | carry << 63) & free;
            let mut through = free;
            for shift in [1, 2, 4, 8, 16, 32] {
                ahead |= through & ahead >> shift;
                through &= through >> shift;
            }
            changed(word, stretch.ahead_up ^ ahead);
            stretch.ahead_up = ahead;
            carry = (ahead | points) & 1;
        }
        let mut carry = 0;
        for (word, stretch) in stretches.iter_mut().enumerate() {
            let free = free[word];
            let points = stretch.stops_down & free;
            let mut ahead = (points << 1 | carry) & free;
            let mut through = free;
            for shift in [1, 2, 4, 8, 16, 32] {
                ahead |= through & ahead << shift;
                through &= through << shift;
            }
            changed(word, stretch.ahead_down ^ ahead);
            stretch.ahead_down = ahead;
            carry = (ahead | points) >> 63;
        }
    }

    #[inline]
    fn at(&self, line: u32, at: u32) -> &Stretch {
        &self.stretches[line as usize * self.words + (at >> 6) as usize]
    }

    /// The next stop up a line.
    #[inline]
    fn next_up(&self, line: u32, at: u32) -> u32 {
        let base = line as usize * self.words;
        let mut word = base + ((at + 1) >> 6) as usize;
        let mut stops = self.stretches[word].stops_up & !0 << ((at + 1) & 63);
        while stops == 0 {
            word += 1;
            stops = self.stretches[word].stops_up;
        }
        ((word - base) as u32) << 6 | stops.trailing_zeros()
    }

    /// The next stop down a line.
    #[inline]
    fn next_down(&self, line: u32, at: u32) -> u32 {
        let base = line as usize * self.words;
        let mut word = base + ((at - 1) >> 6) as usize;
        let mut stops = self.stretches[word].stops_down & !0 >> (63 - ((at - 1) & 63));
        while stops == 0 {
            word -= 1;
            stops = self.stretches[word].stops_down;
        }
        ((word - base) as u32) << 6 | (63 - stops.leading_zeros())
    }

    /// One of the outlooks as a plane of its own.
    fn plane(&self, outlook: impl Fn(&Stretch) -> u64) -> Plane {
        Plane { words: self.words, bits: self.stretches.iter().map(outlook).collect() }
    }
}

impl Lines {
    pub(in crate::spaces::grid) fn bytes(&self) -> usize {
        let stretches = self.rows.stretches.len() + self.columns.stretches.len();
        let passages: usize = self.diagonals.iter().map(|it| it.passages.len()).sum();
        size_of::<Stretch>() * stretches + size_of::<Passage>() * passages
    }

    pub(in crate::spaces::grid) fn of(planes: &Planes) -> Lines {
        let Planes { rows, columns, rule, .. } = planes;
        let (height, width) = (rows.bits.len() / rows.words, columns.bits.len() / columns.words);
        let (across, along) = (Axis::of(rows, rule.cuts()), Axis::of(columns, rule.cuts()));
        let vertical =
            |outlook: fn(&Stretch) -> u64| along.plane(outlook).transposed(width, height);
        let (up, down) = (vertical(|it| it.ahead_down), vertical(|it| it.ahead_up));
        let fold = Fold::of(height, rows.words);
        let diagonals = directions(*rule).iter().map(|&(dx, dy)| {
            if dx == 0 {
                let turned =
                    |outlook: fn(&Stretch) -> u64| across.plane(outlook).transposed(height, width);
                let (east, west) = (turned(|it| it.ahead_up), turned(|it| it.ahead_down));
                let passages = columns.bits.iter().zip(east.bits).zip(west.bits);
                let passages = passages.map(|((&free, across), along)| Passage {
                    walls: !free,
                    across,
                    along,
                    turns: 0,
                });
                return Diagonals { words: columns.words, passages: passages.collect() };
            }
            let vertical = if dy < 0 { &up } else { &down };
            let plane = || Plane { words: rows.words, bits: vec![0; rows.bits.len()] };
            // Walls, across, along, turns.
            let mut four = [plane(), plane(), plane(), plane()];
            four[0].bits.fill(!0);
            for y in 1..height - 1 {
                for word in 0..rows.words {
                    let at = y * rows.words + word;
                    let horizontal = &across.stretches[at];
                    let ahead = if dx < 0 { horizontal.ahead_down } else { horizontal.ahead_up };
                    let (entered, turns) = planes.passage(y, word, dx, dy);
                    four[0].bits[at] = !entered;
                    four[1].bits[at] = ahead & entered;
                    four[2].bits[at] = vertical.bits[at] & entered;
                    four[3].bits[at] = turns & entered;
                }
            }
            let [walls, across, along, turns] = four.map(|plane| plane.skewed(fold, dx * dy > 0));
            let passages = (0..walls.bits.len()).map(|at| Passage {
                walls: walls.bits[at],
                across: across.bits[at],
                along: along.bits[at],
                turns: turns.bits[at],
            });
            Diagonals { words: walls.words, passages: passages.collect() }
        });
        let diagonals = diagonals.collect();
        let (height, mask) = (height as u32, fold.mask as u32);
        Lines { rows: across, columns: along, height, mask, diagonals }
    }

    /// The line of a walk that a cell lies on.
    #[inline]
    fn line_of(&self, x: u32, y: u32, dx: i32, dy: i32) -> usize {
        let line = match dx * dy {
            0 => x,
            1 => (x + self.height - y) & self.mask,
            _ => (x + y) & self.mask,
        };
        line as usize
    }

    /// Repairs what the change of a cell touches: the rows and columns beside it, and on diagonals
    /// the cells whose outlook changed by that.
    pub(in crate::spaces::grid) fn cell_changed(&mut self, planes: &Planes, x: u32, y: u32) {
        let Planes { rows, columns, rule, .. } = planes;
        let (height, width) = (rows.bits.len() / rows.words, columns.bits.len() / columns.words);
        let mut touched = Vec::new();
        for line in (y - 1).max(1)..=(y + 1).min(height as u32 - 2) {
            self.rows.derive(rows, line, rule.cuts(), |word, bits| {
                each_bit(bits, |bit| touched.push((word as u32 * 64 + bit, line)));
            });
        }
        for line in (x - 1).max(1)..=(x + 1).min(width as u32 - 2) {
            self.columns.derive(columns, line, rule.cuts(), |word, bits| {
                each_bit(bits, |bit| touched.push((line, word as u32 * 64 + bit)));
            });
        }
        for y in y - 1..=y + 1 {
            touched.extend((x - 1..=x + 1).map(|x| (x, y)));
        }
        for (x, y) in touched {
            let inside = (1..width as u32 - 1).contains(&x) && (1..height as u32 - 1).contains(&y);
            for &(dx, dy) in directions(*rule).iter().filter(|_| inside) {
                self.renew(planes, x, y, dx, dy);
            }
        }
    }

    /// Writes down again what a walk in one direction finds on a cell.
    fn renew(&mut self, planes: &Planes, x: u32, y: u32, dx: i32, dy: i32) {
        let (row, column) = (self.rows.at(y, x), self.columns.at(x, y));
        let (row, column) = (row.outlook(x), column.outlook(y));
        let (across, along) = match (dx, dy) {
            (0, _) => (row.0, row.1),
            (1, 1) => (row.0, column.0),
            (1, _) => (row.0, column.1),
            (_, 1) => (row.1, column.0),
            _ => (row.1, column.1),
        };
        let line = self.line_of(x, y, dx, dy);
        let diagonals = &mut self.diagonals[direction(dx, dy)];
        let passage = &mut diagonals.passages[line * diagonals.words + (y >> 6) as usize];
        let enters = planes.enters(x, y, dx, dy);
        let put = |word: &mut u64, bit: bool| {
            *word = *word & !(1 << (y & 63)) | u64::from(bit) << (y & 63);
        };
        put(&mut passage.walls, !enters);
        put(&mut passage.across, enters && across);
        put(&mut passage.along, enters && along);
        put(&mut passage.turns, enters && planes.turns(x, y, dx, dy));
    }
}

impl Stretch {
    /// Whether a cell has a jump point ahead, going up the line and going down.
    fn outlook(&self, at: u32) -> (bool, bool) {
        (self.ahead_up >> (at & 63) & 1 != 0, self.ahead_down >> (at & 63) & 1 != 0)
    }
}

fn each_bit(mut bits: u64, mut tell: impl FnMut(u32)) {
    while bits != 0 {
        tell(bits.trailing_zeros());
        bits &= bits - 1;
    }
}

impl Planes {
    /// Of sixty-four cells, those that a diagonal step enters, and those on which it may turn.
    fn passage(&self, y: usize, word: usize, dx: i32, dy: i32) -> (u64, u64) {
        let rows = &self.rows;
        // A row's bits, moved so that a cell's bit is that of the cell `by` columns further.
        let moved = |y: usize, by: i32| {
            let at = y * rows.words + word;
            match by {
                1 => {
                    let after = if word + 1 < rows.words { rows.bits[at + 1] } else { 0 };
                    rows.bits[at] >> 1 | after << 63
                }
                -1 => {
                    let before = if word > 0 { rows.bits[at - 1] } else { 0 };
                    rows.bits[at] << 1 | before >> 63
                }
                _ => rows.bits[at],
            }
        };
        let (back, onward) =
            (y.wrapping_add_signed(-dy as isize), y.wrapping_add_signed(dy as isize));
        let (beside, behind) = (moved(y, -dx), moved(back, 0));
        let entered = moved(y, 0) & self.rule.passes_words(beside, behind);
        let turns = match self.rule.cuts() {
            true => !beside & moved(onward, -dx) | !behind & moved(back, dx),
            false => 0,
        };
        (entered, turns)
    }
}

/// What is kept of a map for jumping.
pub(crate) struct Kept<'l> {
    pub(in crate::spaces::grid) lines: &'l Lines,
    pub(in crate::spaces::grid) planes: &'l Planes,
    /// The legal steps of every place, rows being so far apart; nothing with four moves, where
    /// those of eight are wanted.
    pub(in crate::spaces::grid) legal: &'l [u8],
    pub(in crate::spaces::grid) stride: u32,
}

impl Jumping for Kept<'_> {
    #[inline]
    fn legal(&self, x: u32, y: u32) -> u8 {
        match self.legal.get((y * self.stride + x) as usize) {
            Some(&legal) => legal,
            None => self.planes.legal(x, y),
        }
    }

    #[inline]
    fn promising(&self, x: u32, y: u32) -> u8 {
        let (row, column) = (self.lines.rows.at(y, x), self.lines.columns.at(x, y));
        let bit = |word: u64, at: u32| (word >> (at & 63) & 1) as u8;
        // Diagonals always are.
        0xAA | bit(column.ahead_down, y)
            | bit(row.ahead_up, x) << 2
            | bit(column.ahead_up, y) << 4
            | bit(row.ahead_down, x) << 6
    }

    // Only asked where a jump point lies ahead.
    #[inline]
    fn north(&self, x: u32, y: u32) -> u32 {
        self.lines.columns.next_down(x, y)
    }

    #[inline]
    fn east(&self, x: u32, y: u32) -> u32 {
        self.lines.rows.next_up(y, x)
    }

    #[inline]
    fn south(&self, x: u32, y: u32) -> u32 {
        self.lines.columns.next_up(x, y)
    }

    #[inline]
    fn west(&self, x: u32, y: u32) -> u32 {
        self.lines.rows.next_down(y, x)
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn walk<const DX: i32, const DY: i32>(
        &self,
        x: u32,
        y: u32,
        visitor: &mut impl Visitor,
    ) -> u32 {
        let diagonals = &self.lines.diagonals[direction(DX, DY)];
        let base = self.lines.line_of(x, y, DX, DY) * diagonals.words;
        // An event's place on the line is its y.
        let mut tell = |passage: &Passage, at: u32| {
            let steps = if DY > 0 { at - y } else { y - at };
            let x = x.wrapping_add_signed(DX * steps as i32);
            // Asked before the lines are looked at, which costs more.
            if !visitor.goes_on(x, at, steps) {
                return Some(steps - 1);
            }
            let has = |word: u64| word >> (at & 63) & 1 != 0;
            let across = match (has(passage.across), DX < 0) {
                (false, _) => 0,
                (true, false) => self.east(x, at),
                (true, true) => self.west(x, at),
            };
            let along = match (has(passage.along), DX, DY) {
                (false, _, _) => 0,
                (true, 0, _) => self.west(x, at),
                (true, _, 1) => self.south(x, at),
                (true, _, _) => self.north(x, at),
            };
            let event = Crossing { x, y: at, steps, across, along, turns: has(passage.turns) };
            (!visitor.happens(event)).then_some(steps - 1)
        };
        if DY > 0 {
            let mut word = ((y + 1) >> 6) as usize;
            let mut mask = !0 << ((y + 1) & 63);
            loop {
                let passage = &diagonals.passages[base + word];
                let walls = passage.walls & mask;
                // Up to the first wall.
                let mut events = passage.events() & mask & (walls.wrapping_sub(1) & !walls);
                while events != 0 {
                    if let Some(steps) = tell(passage, (word as u32) << 6 | events.trailing_zeros())
                    {
                        return steps;
                    }
                    events &= events - 1;
                }
                if walls != 0 {
                    return ((word as u32) << 6 | walls.trailing_zeros()) - y - 1;
                }
                word += 1;
                mask = !0;
            }
        } else {
            let mut word = ((y - 1) >> 6) as usize;
            let mut mask = !0 >> (63 - ((y - 1) & 63));
            loop {
                let passage = &diagonals.passages[base + word];
                let walls = passage.walls & mask;
                let mut events = passage.events() & mask;
                if walls != 0 {
                    events &= (!0 << (63 - walls.leading_zeros())) << 1;
                }
                while events != 0 {
                    let bit = 63 - events.leading_zeros();
                    if let Some(steps) = tell(passage, (word as u32) << 6 | bit) {
                        return steps;
                    }
                    events ^= 1 << bit;
                }
                if walls != 0 {
                    return y - ((word as u32) << 6 | (63 - walls.leading_zeros())) - 1;
                }
                word -= 1;
                mask = !0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::grid::{Corners, Grid, Moves, Rules};

    #[test]
    fn edits_repair_the_lines() {
        let mut seed = 3u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for round in 0..16 {
            let corners = [Corners::Never, Corners::One, Corners::Always][round % 3];
            let moves = if round % 4 == 3 { Moves::Four } else { Moves::Eight };
            // Every other map is taller than wide, so that its diagonals are folded.
            let width = 1 + random(if round % 2 == 0 { 150 } else { 20 });
            let height = 1 + random(if round % 2 == 0 { 150 } else { 600 });
            let grid = Grid::from_fn(width as u32, height as u32, |_| random(4) > 0).unwrap();
            let mut grid = grid.with_rules(Rules { corners, moves, ..Rules::default() });
            grid.lines();
            for _ in 0..60 {
                let cell = (random(width) as u32, random(height) as u32);
                grid.set_free(cell, random(2) == 0).unwrap();
                let planes = Planes::of(&grid);
                assert_eq!(grid.planes(), &planes);
                assert!(grid.lines() == &Lines::of(&planes), "{grid:?} {cell:?}");
            }
        }
    }

    #[test]
    fn memory_grows_with_the_cells_whatever_the_shape() {
        let bytes = |width, height| Grid::new(width, height).unwrap().lines().bytes();
        for (long, short) in [(20_000, 1), (3000, 100), (700, 500)] {
            let (tall, wide) = (bytes(short, long), bytes(long, short));
            assert!(tall <= 2 * wide && wide <= 2 * tall, "{short}x{long}: {tall}, {wide}");
            // Lines have whole words, so a row or column of one cell takes as much as one of 62.
            let cells = (short.max(62) * long) as usize;
            assert!(tall.max(wide) <= 12 * cells, "{short}x{long}: {tall}, {wide}");
        }
    }
}
