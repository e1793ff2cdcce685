//! Caves: noise that is smoothed until it looks like rock, and tunnels between what is left.

use super::Density;
use super::dice::Dice;
use wayline::{Cell, Grid, GridError};

/// How much of the map is rock at first (half and half makes the most winding caves), and how far each
/// round of smoothing looks: far at first, which makes large caves, then near, which rounds their walls.
const LARGE: (Density, &[usize]) = (Density::from_percent(49), &[3, 3, 2, 1]);
/// The same for maps so small that the rock around them would fill them.
const SMALL: (Density, &[usize]) = (Density::from_percent(38), &[1, 1]);
/// A map with a shorter side is small.
const SMALL_SIDE: u32 = 32;
/// A small map needs a cave of at least one cell in this many.
const USABLE: usize = 4;
/// Caves with fewer cells are filled.
const SMALLEST: usize = 40;
/// The longest tunnel that is dug.
const LONGEST: usize = 32;

pub(super) fn generate(width: u32, height: u32, seed: u64) -> Result<Grid, GridError> {
    let (columns, rows) = (width as usize, height as usize);
    let usable = match width.min(height) < SMALL_SIDE {
        true => columns * rows / USABLE,
        // Whatever comes out: nobody's map may change.
        false => 0,
    };
    let mut caves = Caves::new(columns, rows, seed, LARGE);
    if caves.kept() < usable {
        caves = Caves::new(columns, rows, seed, SMALL);
    }
    // So thin that there is no room for rock.
    let all = caves.kept() < usable;
    Grid::from_fn(width, height, |Cell { x, y }| {
        all || caves.cells[y as usize * columns + x as usize] == KEPT
    })
}

const FREE: u8 = 0;
const ROCK: u8 = 1;
/// Free, and counted as part of a cave.
const COUNTED: u8 = 2;
const KEPT: u8 = 3;

struct Caves {
    width: usize,
    height: usize,
    cells: Vec<u8>,
}

impl Caves {
    fn new(width: usize, height: usize, seed: u64, (rock, rounds): (Density, &[usize])) -> Caves {
        let mut dice = Dice::new(seed);
        let draw = |_| if dice.chance(rock) { ROCK } else { FREE };
        let mut caves = Caves { width, height, cells: (0..width * height).map(draw).collect() };
        for &radius in rounds {
            caves.smooth(radius);
        }
        caves.join();
        // Once more, for the mouths of the tunnels.
        caves.smooth(1);
        caves.keep_largest();
        caves
    }

    /// How many cells the cave has.
    fn kept(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell == KEPT).count()
    }

    /// Every cell becomes what most of the cells in a square around it are. Outside is rock.
    fn smooth(&mut self, radius: usize) {
        let Caves { width, height, .. } = *self;
        let outside = vec![ROCK; width];
        // Rows are counted from as many above the map as the square reaches.
        let row = |y: usize| {
            let inside = y.checked_sub(radius).filter(|&y| y < height);
            inside.map_or(outside.as_slice(), |y| &self.cells[y * width..][..width])
        };
        let side = 2 * radius + 1;
        // How much rock there is in each column of the square, which moves down the map; beside
        // the map all is rock.
        let mut columns = vec![side as u8; width + 2 * radius];
        let mut smoothed = Vec::with_capacity(self.cells.len());
        for y in 0..height {
            if y == 0 {
                for x in 0..width {
                    columns[x + radius] = (0..side).map(|y| row(y)[x]).sum();
                }
            } else {
                for (column, (new, old)) in
                    columns[radius..].iter_mut().zip(row(y + side - 1).iter().zip(row(y - 1)))
                {
                    *column = *column + new - old;
                }
            }
            smoothed.extend(columns.windows(side).map(|square| {
                let rock = square.iter().map(|&column| usize::from(column)).sum::<usize>();
                if 2 * rock > side * side { ROCK } else { FREE }
            }));
        }
        self.cells = smoothed;
    }

    /// Digs the shortest straight tunnels that join the caves.
    fn join(&mut self) {
        let (caves, sizes) = self.number();
        let mut tunnels = Vec::new();
        let rows = (0..self.height).map(|y| (y * self.width, 1, self.width));
        let columns = (0..self.width).map(|x| (x, self.width, self.height));
        for (first, step, count) in rows.chain(columns) {
            let mut last = None;
            for at in 0..count {
                let cave = caves[first + at * step];
                if sizes[cave as usize] < SMALLEST {
                    continue;
                }
                if let Some((from, other)) = last.replace((at, cave))
                    && other != cave
                    && at - from <= LONGEST
                {
                    tunnels.push((at - from, first + from * step, step));
                }
            }
        }
        tunnels.sort_unstable();
        let mut joined = Joined((0..sizes.len() as u32).collect());
        for (length, from, step) in tunnels {
            if joined.join(caves[from], caves[from + length * step]) {
                (0..=length).for_each(|along| self.dig(from + along * step));
            }
        }
    }

    /// The number of the cave that each cell belongs to, and the size of each. Cave zero is the
    /// rock, and has no size.
    fn number(&mut self) -> (Vec<u32>, Vec<usize>) {
        let mut numbers = vec![0; self.cells.len()];
        let mut sizes = vec![0];
        for place in 0..self.cells.len() {
            if self.cells[place] == FREE {
                let number = sizes.len() as u32;
                sizes.push(self.flood(place, FREE, COUNTED, |place| numbers[place] = number));
            }
        }
        self.cells.iter_mut().for_each(|cell| *cell &= ROCK);
        (numbers, sizes)
    }

    /// Frees a cell and the eight around it, but not the edge of the map.
    fn dig(&mut self, place: usize) {
        let (x, y) = (place % self.width, place / self.width);
        for y in y.saturating_sub(1).max(1)..(y + 2).min(self.height - 1) {
            for x in x.saturating_sub(1).max(1)..(x + 2).min(self.width - 1) {
                self.cells[y * self.width + x] = FREE;
            }
        }
    }

    /// Marks the largest cave. Where all is rock, the middle of the map is dug out.
    fn keep_largest(&mut self) {
        let mut largest = (0, self.height / 2 * self.width + self.width / 2);
        for place in 0..self.cells.len() {
            if self.cells[place] == FREE {
                let size = self.flood(place, FREE, COUNTED, |_| {});
                if size > largest.0 {
                    largest = (size, place);
                }
            }
        }
        let (_, place) = largest;
        self.cells[place] = COUNTED;
        self.flood(place, COUNTED, KEPT, |_| {});
    }

    /// Turns everything that hangs together with a place from one thing into another, and says how
    /// many cells that was.
    fn flood(&mut self, place: usize, from: u8, to: u8, mut visit: impl FnMut(usize)) -> usize {
        let Caves { width, ref mut cells, .. } = *self;
        let mut size = 0;
        let mut edge = vec![place];
        cells[place] = to;
        while let Some(place) = edge.pop() {
            size += 1;
            visit(place);
            let column = place % width;
            let neighbours = [
                (column > 0).then(|| place - 1),
                (column + 1 < width).then(|| place + 1),
                place.checked_sub(width),
                Some(place + width).filter(|&below| below < cells.len()),
            ];
            for next in neighbours.into_iter().flatten() {
                if cells[next] == from {
                    cells[next] = to;
                    edge.push(next);
                }
            }
        }
        size
    }
}

/// Which caves are joined already: each points to another of its group, or to itself.
struct Joined(Vec<u32>);

impl Joined {
    /// Joins two caves, and says whether they were apart.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a as usize] = b;
        a != b
    }

    fn find(&mut self, mut cave: u32) -> u32 {
        while self.0[cave as usize] != cave {
            // Halves the way for the next time.
            self.0[cave as usize] = self.0[self.0[cave as usize] as usize];
            cave = self.0[cave as usize];
        }
        cave
    }
}
