//! Where a body is and how it is turned: [`Heading`], [`Placement`]; and where it should go: [`Goal`].

use crate::spaces::error::ParseError;
use crate::spaces::grid::Cell;
use std::fmt;
use std::str::FromStr;

/// Which way a body is turned. East is towards larger x, north towards smaller y; the order is fixed, each heading
/// a quarter turn to the left of the one before.
///
/// ```
/// use wayline::body::Heading;
/// assert_eq!(Heading::E.left(), Heading::N);
/// assert_eq!(Heading::N.ahead(), (0, -1));
/// assert_eq!("w".parse(), Ok(Heading::W));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Heading {
    /// East: larger x.
    #[default]
    E,
    /// North: smaller y.
    N,
    /// West: smaller x.
    W,
    /// South: larger y.
    S,
}

impl Heading {
    /// All four, in their order.
    pub const ALL: [Heading; 4] = [Heading::E, Heading::N, Heading::W, Heading::S];

    /// Its place in [`Heading::ALL`].
    ///
    /// ```
    /// assert_eq!(wayline::body::Heading::S.index(), 3);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The heading after this many quarter turns to the left.
    ///
    /// ```
    /// use wayline::body::Heading;
    /// assert_eq!(Heading::S.turned(2), Heading::N);
    /// ```
    #[inline]
    pub const fn turned(self, quarters: usize) -> Heading {
        Heading::ALL[(self as usize + quarters) & 3]
    }

    /// A quarter turn to the left.
    ///
    /// ```
    /// use wayline::body::Heading;
    /// assert_eq!(Heading::S.left(), Heading::E);
    /// ```
    pub const fn left(self) -> Heading {
        self.turned(1)
    }

    /// A quarter turn to the right.
    ///
    /// ```
    /// use wayline::body::Heading;
    /// assert_eq!(Heading::E.right(), Heading::S);
    /// ```
    pub const fn right(self) -> Heading {
        self.turned(3)
    }

    /// The other way round.
    ///
    /// ```
    /// use wayline::body::Heading;
    /// assert_eq!(Heading::E.opposite(), Heading::W);
    /// ```
    pub const fn opposite(self) -> Heading {
        self.turned(2)
    }

    /// The cell straight ahead, as (dx, dy).
    ///
    /// ```
    /// assert_eq!(wayline::body::Heading::W.ahead(), (-1, 0));
    /// ```
    pub const fn ahead(self) -> (i32, i32) {
        self.turn((1, 0))
    }

    /// Turns a cell that is given for a body heading east so that it fits this heading.
    ///
    /// ```
    /// use wayline::body::Heading;
    /// // One ahead and one to the right of it.
    /// assert_eq!(Heading::N.turn((1, 1)), (1, -1));
    /// ```
    #[inline]
    pub const fn turn(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        match self {
            Heading::E => (dx, dy),
            Heading::N => (dy, -dx),
            Heading::W => (-dx, -dy),
            Heading::S => (-dy, dx),
        }
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["E", "N", "W", "S"][self.index()])
    }
}

impl FromStr for Heading {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Heading, ParseError> {
        match text.trim() {
            "E" | "e" => Ok(Heading::E),
            "N" | "n" => Ok(Heading::N),
            "W" | "w" => Ok(Heading::W),
            "S" | "s" => Ok(Heading::S),
            other => Err(ParseError::unknown("heading", other, ["E", "N", "W", "S"])),
        }
    }
}

/// Where a body is: the cell of its pivot, and its heading. Written `X,Y,E`.
///
/// ```
/// use wayline::body::{Heading, Placement};
/// let placement = Placement::new(3, 4, Heading::N);
/// assert_eq!(placement.to_string(), "3,4,N");
/// assert_eq!("3,4,N".parse(), Ok(placement));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placement {
    /// The pivot's column, from the left.
    pub x: u32,
    /// The pivot's row, from the top.
    pub y: u32,
    /// Which way the body is turned.
    pub heading: Heading,
}

impl Placement {
    /// The placement with its pivot in column `x` and row `y`.
    ///
    /// ```
    /// use wayline::body::{Heading, Placement};
    /// assert_eq!(Placement::new(1, 2, Heading::E).y, 2);
    /// ```
    pub const fn new(x: u32, y: u32, heading: Heading) -> Placement {
        Placement { x, y, heading }
    }

    /// The cell of the pivot.
    ///
    /// ```
    /// use wayline::{Cell, body::{Heading, Placement}};
    /// assert_eq!(Placement::new(1, 2, Heading::E).cell(), Cell::new(1, 2));
    /// ```
    pub const fn cell(self) -> Cell {
        Cell { x: self.x, y: self.y }
    }
}

impl From<(u32, u32, Heading)> for Placement {
    fn from((x, y, heading): (u32, u32, Heading)) -> Placement {
        Placement { x, y, heading }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.heading)
    }
}

impl FromStr for Placement {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Placement, ParseError> {
        match text.parse()? {
            Goal::At(placement) => Ok(placement),
            _ => Err(ParseError::BadPlacement { text: text.to_owned(), expected: "X,Y,E" }),
        }
    }
}

/// Where a body should go.
///
/// ```
/// use wayline::{Cell, body::{Goal, Heading, Placement}};
/// assert_eq!("3,4,N".parse(), Ok(Goal::At(Placement::new(3, 4, Heading::N))));
/// assert_eq!("3,4".parse(), Ok(Goal::Pivot(Cell::new(3, 4))));
/// assert_eq!("3,4~2".parse(), Ok(Goal::Near { cell: Cell::new(3, 4), reach: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// Exactly there. Written `X,Y,E`.
    At(Placement),
    /// With its pivot there, at any heading. Written `X,Y` or `X,Y,any`.
    Pivot(Cell),
    /// With any of its cells at most `reach` columns and `reach` rows away, at any heading: beside a
    /// building with a reach of 1. The cell itself may be blocked. Written `X,Y~REACH`.
    Near {
        /// What to come near to.
        cell: Cell,
        /// How near: as many steps as a chess king would need.
        reach: u32,
    },
}

impl Goal {
    /// The cell that it is about.
    ///
    /// ```
    /// use wayline::{Cell, body::Goal};
    /// assert_eq!(Goal::Near { cell: Cell::new(3, 4), reach: 1 }.cell(), Cell::new(3, 4));
    /// ```
    pub const fn cell(self) -> Cell {
        match self {
            Goal::At(placement) => placement.cell(),
            Goal::Pivot(cell) | Goal::Near { cell, .. } => cell,
        }
    }
}

impl From<Placement> for Goal {
    fn from(placement: Placement) -> Goal {
        Goal::At(placement)
    }
}

impl From<Cell> for Goal {
    fn from(cell: Cell) -> Goal {
        Goal::Pivot(cell)
    }
}

impl From<(u32, u32)> for Goal {
    fn from(cell: (u32, u32)) -> Goal {
        Goal::Pivot(cell.into())
    }
}

impl From<(u32, u32, Heading)> for Goal {
    fn from(placement: (u32, u32, Heading)) -> Goal {
        Goal::At(placement.into())
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::At(placement) => placement.fmt(f),
            Goal::Pivot(cell) => cell.fmt(f),
            Goal::Near { cell, reach } => write!(f, "{cell}~{reach}"),
        }
    }
}

impl FromStr for Goal {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Goal, ParseError> {
        let bad = || ParseError::BadPlacement {
            text: text.to_owned(),
            expected: "X,Y,E or X,Y or X,Y~REACH",
        };
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| bad());
        let (cells, reach) = match text.split_once('~') {
            Some((cells, reach)) => (cells, Some(number(reach)?)),
            None => (text, None),
        };
        let parts: Vec<&str> = cells.split(',').collect();
        let (x, y, heading) = match parts[..] {
            [x, y] => (x, y, "any"),
            [x, y, heading] if reach.is_none() => (x, y, heading),
            _ => return Err(bad()),
        };
        let cell = Cell::new(number(x)?, number(y)?);
        Ok(match (reach, heading.trim()) {
            (Some(reach), _) => Goal::Near { cell, reach },
            (None, "any") => Goal::Pivot(cell),
            (None, heading) => {
                Goal::At(Placement { x: cell.x, y: cell.y, heading: heading.parse()? })
            }
        })
    }
}
