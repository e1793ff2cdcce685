//! [`Cell`]: a place on a grid.

use crate::spaces::error::ParseError;
use std::fmt;
use std::str::FromStr;

/// A cell of a grid: `x` to the right, `y` down, from zero.
///
/// Functions take cells as `impl Into<Cell>`, so a pair of `u32` or of bare numbers will do; pairs of other
/// integers are checked with `Cell::try_from`.
///
/// ```
/// use wayline::Cell;
/// assert_eq!(Cell::new(3, 4), Cell::from((3, 4)));
/// assert_eq!(Cell::new(3, 4).to_string(), "3,4");
/// assert_eq!("3,4".parse(), Ok(Cell::new(3, 4)));
///
/// let (x, y): (i32, i32) = (3, -1);
/// let error = Cell::try_from((x, y)).unwrap_err();
/// assert_eq!(error.to_string(), "'3,-1' is not a cell: expected x,y, each from 0 to 4294967295");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// Column, from the left.
    pub x: u32,
    /// Row, from the top.
    pub y: u32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    ///
    /// ```
    /// assert_eq!(wayline::Cell::new(1, 2).y, 2);
    /// ```
    pub const fn new(x: u32, y: u32) -> Cell {
        Cell { x, y }
    }

    /// The cell this many columns to the right and rows down; `None` where there are no cells, to the left of
    /// column 0 and above row 0. (It does not check whether a map is that large.)
    ///
    /// ```
    /// use wayline::Cell;
    /// assert_eq!(Cell::new(3, 4).offset(-1, 2), Some(Cell::new(2, 6)));
    /// assert_eq!(Cell::new(0, 4).offset(-1, 0), None);
    /// ```
    pub const fn offset(self, dx: i32, dy: i32) -> Option<Cell> {
        match (self.x.checked_add_signed(dx), self.y.checked_add_signed(dy)) {
            (Some(x), Some(y)) => Some(Cell { x, y }),
            _ => None,
        }
    }
}

impl From<(u32, u32)> for Cell {
    fn from((x, y): (u32, u32)) -> Cell {
        Cell { x, y }
    }
}

/// Pairs of other integers are checked. They are not `Into<Cell>`, so that bare numbers stay `u32`.
macro_rules! checked {
    ($($integer:ty),*) => {$(
        impl TryFrom<($integer, $integer)> for Cell {
            type Error = ParseError;
            fn try_from((x, y): ($integer, $integer)) -> Result<Cell, ParseError> {
                match (u32::try_from(x), u32::try_from(y)) {
                    (Ok(x), Ok(y)) => Ok(Cell { x, y }),
                    _ => Err(ParseError::BadCell { text: format!("{x},{y}") }),
                }
            }
        }
    )*};
}

checked!(i32, i64, isize, u64, usize);

/// Reads `x,y`, as it is displayed. Spaces around the numbers are allowed.
impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let number = |part: &str| part.trim().parse::<u32>().ok();
        let cell = text.split_once(',').and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)));
        cell.ok_or_else(|| ParseError::BadCell { text: text.to_owned() })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_that_are_not_columns_are_refused() {
        assert_eq!(Cell::try_from((7i32, 9i32)), Ok(Cell::new(7, 9)));
        assert_eq!(Cell::try_from((7usize, 9usize)), Ok(Cell::new(7, 9)));
        assert_eq!(Cell::try_from((u32::MAX as u64, 0)), Ok(Cell::new(u32::MAX, 0)));
        assert_eq!(Cell::try_from((0, 1)), Ok(Cell::new(0, 1)));
        let bad = |text: &str| Err(ParseError::BadCell { text: text.to_owned() });
        assert_eq!(Cell::try_from((-1i32, 0)), bad("-1,0"));
        assert_eq!(Cell::try_from((0isize, isize::MIN)), bad(&format!("0,{}", isize::MIN)));
        assert_eq!(Cell::try_from((1i64 << 32, 3)), bad("4294967296,3"));
    }

    #[test]
    fn text_is_read_as_it_is_written() {
        for cell in [Cell::new(0, 0), Cell::new(3, 4), Cell::new(u32::MAX, 1)] {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!(" 3 , 4 ".parse(), Ok(Cell::new(3, 4)));
        for bad in ["", ",", "3", "3,", ",4", "3;4", "3,4,5", "-1,2", "1.5,2", "4294967296,0"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }

    #[test]
    fn offsets_stop_at_the_ends_of_numbers() {
        let last = Cell::new(u32::MAX, u32::MAX);
        assert_eq!(last.offset(1, 0), None);
        assert_eq!(last.offset(0, 1), None);
        assert_eq!(Cell::new(0, 0).offset(0, i32::MIN), None);
        assert_eq!(Cell::new(5, 5).offset(-5, -5), Some(Cell::new(0, 0)));
    }

    /// Bare numbers are inferred to be `u32`.
    #[test]
    fn pairs_of_numbers_are_cells() {
        let grid = crate::Grid::new(4, 4).unwrap();
        let (x, y) = (3, 2);
        assert!(grid.is_free((x, y)) && grid.contains((0, 0)));
        let query = crate::Query::new((0, 0), (3, 3));
        let mut work = crate::Workspace::new();
        assert!(crate::search(&grid, &query, &mut work).unwrap().is_found());
    }
}
