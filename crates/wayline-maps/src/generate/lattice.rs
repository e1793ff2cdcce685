//! Squares parted by walls one cell thick, laid out as in the Moving AI mazes and rooms.
//!
//! ```text
//! @@@@@@@@@@@     spacing 4: squares of 3x3 cells
//! @...@...@..     a wall along the upper and the left side
//! @...@...@..     squares are cut where the map ends
//! @...@...@..
//! @@@@@@@@@@@
//! @...@...@..
//! ```

use super::dice::Dice;

pub(super) struct Lattice {
    spacing: u32,
    width: u32,
    height: u32,
    columns: u32,
    rows: u32,
}

/// What stands on a cell of a lattice.
pub(super) enum Site {
    /// The inside of a square.
    Inside,
    /// The outer wall, or where walls meet.
    Post,
    /// A wall between two squares, the n-th cell of it from its beginning, counted from one.
    Wall(Wall, u32),
}

/// The wall east or south of a square, by the number of the square.
#[derive(Clone, Copy)]
pub(super) enum Wall {
    East(u32),
    South(u32),
}

impl Lattice {
    /// Needs a map of at least 2x2 cells and a spacing of at least two.
    pub(super) fn new(width: u32, height: u32, spacing: u32) -> Lattice {
        let squares = |length: u32| (length - 1).div_ceil(spacing);
        Lattice { spacing, width, height, columns: squares(width), rows: squares(height) }
    }

    /// How many squares there are. They are numbered row by row.
    pub(super) fn squares(&self) -> u32 {
        self.columns * self.rows
    }

    pub(super) fn site(&self, x: u32, y: u32) -> Site {
        let (column, across) = (x / self.spacing, x % self.spacing);
        let (row, down) = (y / self.spacing, y % self.spacing);
        match (across, down) {
            (0, 0) => Site::Post,
            (0, down) if column > 0 => Site::Wall(Wall::East(self.square(column - 1, row)), down),
            (across, 0) if row > 0 => Site::Wall(Wall::South(self.square(column, row - 1)), across),
            (0, _) | (_, 0) => Site::Post,
            _ => Site::Inside,
        }
    }

    /// All walls between two squares that are on the map.
    pub(super) fn walls(&self) -> impl Iterator<Item = Wall> + '_ {
        (0..self.squares()).flat_map(|square| {
            let east = (square % self.columns + 1 < self.columns).then_some(Wall::East(square));
            let south = (square / self.columns + 1 < self.rows).then_some(Wall::South(square));
            east.into_iter().chain(south)
        })
    }

    /// How many cells long a wall is.
    pub(super) fn length(&self, wall: Wall) -> u32 {
        let (end, before) = match wall {
            Wall::East(square) => (self.height, square / self.columns),
            Wall::South(square) => (self.width, square % self.columns),
        };
        (end - before * self.spacing - 1).min(self.spacing - 1)
    }

    /// Breaks walls until exactly one path joins any two squares: a walk that never enters a square
    /// twice and steps back where it can go no further. Its dead ends are few and long.
    pub(super) fn spanning_tree(&self, dice: &mut Dice) -> Broken {
        // The way back is kept in the squares themselves, so the walk needs no stack.
        const UNSEEN: u8 = 4;
        const FIRST: u8 = 5;
        let mut broken = Broken { east_south: vec![0; self.squares() as usize] };
        let mut way_back = vec![UNSEEN; self.squares() as usize];
        let mut here = dice.below(self.squares());
        way_back[here as usize] = FIRST;
        loop {
            let mut ways = [0; 4];
            let mut count = 0;
            for direction in 0..4 {
                let next = self.neighbour(here, direction);
                if next.is_some_and(|next| way_back[next as usize] == UNSEEN) {
                    ways[count] = direction;
                    count += 1;
                }
            }
            let direction = match (count, way_back[here as usize]) {
                (0, FIRST) => return broken,
                (0, back) => back,
                _ => ways[dice.below(count as u32) as usize],
            };
            // Always there: it was just found, or is where the walk came from.
            let Some(next) = self.neighbour(here, direction) else { return broken };
            if count > 0 {
                way_back[next as usize] = (direction + 2) % 4;
                broken.breach(match direction {
                    0 => Wall::East(here),
                    1 => Wall::South(here),
                    2 => Wall::East(next),
                    _ => Wall::South(next),
                });
            }
            here = next;
        }
    }

    fn square(&self, column: u32, row: u32) -> u32 {
        row * self.columns + column
    }

    /// The square to the east (0), south (1), west (2) or north (3).
    fn neighbour(&self, square: u32, direction: u8) -> Option<u32> {
        let (column, row) = (square % self.columns, square / self.columns);
        match direction {
            0 => (column + 1 < self.columns).then(|| square + 1),
            1 => (row + 1 < self.rows).then(|| square + self.columns),
            2 => (column > 0).then(|| square - 1),
            _ => (row > 0).then(|| square - self.columns),
        }
    }
}

/// Which walls are broken: for each square a bit for its eastern and one for its southern wall.
pub(super) struct Broken {
    east_south: Vec<u8>,
}

impl Broken {
    pub(super) fn contains(&self, wall: Wall) -> bool {
        let (square, bit) = Broken::bit(wall);
        self.east_south[square] & bit != 0
    }

    fn breach(&mut self, wall: Wall) {
        let (square, bit) = Broken::bit(wall);
        self.east_south[square] |= bit;
    }

    fn bit(wall: Wall) -> (usize, u8) {
        match wall {
            Wall::East(square) => (square as usize, 1),
            Wall::South(square) => (square as usize, 2),
        }
    }
}
