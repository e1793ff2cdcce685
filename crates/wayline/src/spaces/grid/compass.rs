//! A path on a grid in words: compass directions and turning points.

use super::Cell;
use crate::spaces::error::ParseError;
use std::fmt;
use std::str::FromStr;

/// A direction on the map: north is up, towards smaller `y`.
///
/// ```
/// use wayline::{Cell, Compass};
/// assert_eq!(Compass::between(Cell::new(5, 5), Cell::new(4, 4)), Some(Compass::NorthWest));
/// assert_eq!(Compass::NorthWest.to_string(), "north-west");
/// assert_eq!("north-west".parse(), Ok(Compass::NorthWest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Compass {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Compass {
    /// All of them, clockwise from the north.
    pub const ALL: [Compass; 8] = [
        Compass::North,
        Compass::NorthEast,
        Compass::East,
        Compass::SouthEast,
        Compass::South,
        Compass::SouthWest,
        Compass::West,
        Compass::NorthWest,
    ];

    const fn name(self) -> &'static str {
        match self {
            Compass::North => "north",
            Compass::NorthEast => "north-east",
            Compass::East => "east",
            Compass::SouthEast => "south-east",
            Compass::South => "south",
            Compass::SouthWest => "south-west",
            Compass::West => "west",
            Compass::NorthWest => "north-west",
        }
    }

    /// The direction from one cell to a neighbour; `None` if it is not one of its eight.
    ///
    /// ```
    /// use wayline::{Cell, Compass};
    /// assert_eq!(Compass::between(Cell::new(0, 0), Cell::new(0, 1)), Some(Compass::South));
    /// assert_eq!(Compass::between(Cell::new(0, 0), Cell::new(0, 2)), None);
    /// ```
    pub fn between(from: Cell, to: Cell) -> Option<Compass> {
        let (dx, dy) = (to.x as i64 - from.x as i64, to.y as i64 - from.y as i64);
        Some(match (dx, dy) {
            (0, -1) => Compass::North,
            (1, -1) => Compass::NorthEast,
            (1, 0) => Compass::East,
            (1, 1) => Compass::SouthEast,
            (0, 1) => Compass::South,
            (-1, 1) => Compass::SouthWest,
            (-1, 0) => Compass::West,
            (-1, -1) => Compass::NorthWest,
            _ => return None,
        })
    }
}

impl fmt::Display for Compass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Compass {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Compass, ParseError> {
        let unknown =
            || ParseError::unknown("compass direction", name, Compass::ALL.map(Compass::name));
        Compass::ALL.into_iter().find(|direction| direction.name() == name).ok_or_else(unknown)
    }
}

/// The steps of a path as compass directions. Steps that do not go to a neighbour are left out.
///
/// ```
/// use wayline::{compass_words, Cell};
/// let path = [Cell::new(1, 0), Cell::new(1, 1), Cell::new(1, 2), Cell::new(0, 1)];
/// let words: Vec<String> = compass_words(&path).map(|way| way.to_string()).collect();
/// assert_eq!(words.join(", "), "south, south, north-west");
/// ```
pub fn compass_words(path: &[Cell]) -> impl Iterator<Item = Compass> + '_ {
    path.windows(2).filter_map(|pair| Compass::between(pair[0], pair[1]))
}

/// The cells of a path where its direction changes, both ends included.
///
/// ```
/// use wayline::{turning_points, Cell};
/// let path = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 0), Cell::new(3, 1)];
/// let turns: Vec<Cell> = turning_points(&path).collect();
/// assert_eq!(turns, [Cell::new(0, 0), Cell::new(2, 0), Cell::new(3, 1)]);
/// ```
pub fn turning_points(path: &[Cell]) -> impl Iterator<Item = Cell> + '_ {
    let way = |from: Cell, to: Cell| (to.x as i64 - from.x as i64, to.y as i64 - from.y as i64);
    path.iter().enumerate().filter_map(move |(i, &cell)| {
        let inner = i > 0 && i + 1 < path.len();
        let straight = inner && way(path[i - 1], cell) == way(cell, path[i + 1]);
        (!straight).then_some(cell)
    })
}

/// Adds the cells of a row, column or diagonal after `from`, up to `to`.
///
/// Written in blocks and cut to length: most lines are short, and a loop over single cells would
/// spend its time on how often to turn.
#[inline]
pub(crate) fn add_line(path: &mut Vec<Cell>, from: Cell, to: Cell) {
    const BLOCK: usize = 8;
    let (dx, dy) = direction(from, to);
    let steps = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) as usize;
    let end = path.len() + steps;
    path.reserve(steps.next_multiple_of(BLOCK));
    let cell =
        |n: i32| Cell::new(from.x.wrapping_add_signed(dx * n), from.y.wrapping_add_signed(dy * n));
    let mut block: [Cell; BLOCK] = std::array::from_fn(|i| cell(i as i32 + 1));
    while path.len() < end {
        path.extend_from_slice(&block);
        for cell in &mut block {
            cell.x = cell.x.wrapping_add_signed(dx * BLOCK as i32);
            cell.y = cell.y.wrapping_add_signed(dy * BLOCK as i32);
        }
    }
    path.truncate(end);
}

/// The direction from one cell to another: whether it leads to the right or left, down or up.
#[inline]
pub(crate) fn direction(from: Cell, to: Cell) -> (i32, i32) {
    let sign = |from: u32, to: u32| (to as i32 - from as i32).signum();
    (sign(from.x, to.x), sign(from.y, to.y))
}
