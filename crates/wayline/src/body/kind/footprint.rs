//! [`Footprint`]: the cells a body covers.

use super::placement::{Heading, Placement};
use crate::spaces::error::BodyError;

/// The cells a body covers, relative to its pivot, for each heading.
///
/// It is given for a body heading east, and turned about the pivot for the other headings. The pivot is one of the
/// cells.
///
/// ```
/// use wayline::body::{Footprint, Heading};
/// // Two cells long: the pivot and the one ahead of it.
/// let cart = Footprint::rectangle(2, 1)?;
/// assert_eq!(cart.cells(Heading::E), [(0, 0), (1, 0)]);
/// assert_eq!(cart.cells(Heading::N), [(0, -1), (0, 0)]);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    /// Sorted by row, then column.
    turned: [Vec<(i32, i32)>; 4],
}

impl Footprint {
    /// The most columns and rows a footprint may span.
    pub const MAX_SIDE: u32 = 16;

    /// Makes a footprint from cells (dx, dy) of a body heading east; `(0, 0)` is the pivot and must be among them.
    ///
    /// ```
    /// use wayline::body::Footprint;
    /// let bent = Footprint::new([(0, 0), (1, 0), (0, 1)])?;
    /// let error = Footprint::new([(1, 0)]).unwrap_err();
    /// assert!(error.to_string().contains("pivot"));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(cells: impl IntoIterator<Item = (i32, i32)>) -> Result<Footprint, BodyError> {
        let cells: Vec<(i32, i32)> = cells.into_iter().collect();
        let bad = |what: String| BodyError::BadRule { field: "footprint".to_owned(), what };
        if !cells.contains(&(0, 0)) {
            let what = "has no pivot: expected the cell (0, 0) among its cells".to_owned();
            return Err(bad(what));
        }
        let span = |side: fn(&(i32, i32)) -> i32| {
            let least = cells.iter().map(side).min().unwrap_or(0) as i64;
            cells.iter().map(side).max().unwrap_or(0) as i64 - least + 1
        };
        let (width, height) = (span(|cell| cell.0), span(|cell| cell.1));
        let most = Footprint::MAX_SIDE as i64;
        if width > most || height > most {
            return Err(bad(format!(
                "spans {width}x{height} cells: expected at most {most}x{most}"
            )));
        }
        let turned = Heading::ALL.map(|heading| {
            let mut turned: Vec<_> = cells.iter().map(|&cell| heading.turn(cell)).collect();
            turned.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
            turned.dedup();
            turned
        });
        Ok(Footprint { turned })
    }

    /// A rectangle, `length` cells long from the pivot ahead, and `width` cells wide from the pivot to the right.
    ///
    /// ```
    /// use wayline::body::{Footprint, Heading};
    /// assert_eq!(Footprint::rectangle(3, 2)?.cells(Heading::E).len(), 6);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn rectangle(length: u32, width: u32) -> Result<Footprint, BodyError> {
        // One more than allowed is enough for the error to say so.
        let side = |cells: u32| 0..cells.min(Footprint::MAX_SIDE + 1) as i32;
        Footprint::new(side(width).flat_map(|y| side(length).map(move |x| (x, y))))
    }

    /// Reads rows of text, for a body heading east: `P` is the pivot, `#` any other cell, and `.` or a space no
    /// cell.
    ///
    /// ```
    /// use wayline::body::{Footprint, Heading};
    /// let bent = Footprint::from_rows(["P#", "#."])?;
    /// assert_eq!(bent.cells(Heading::E), [(0, 0), (1, 0), (0, 1)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_rows<R: AsRef<str>>(rows: impl AsRef<[R]>) -> Result<Footprint, BodyError> {
        let bad = |what: String| BodyError::BadRule { field: "footprint".to_owned(), what };
        let (mut cells, mut pivots) = (Vec::new(), Vec::new());
        for (y, row) in rows.as_ref().iter().enumerate() {
            for (x, letter) in row.as_ref().chars().enumerate() {
                match letter {
                    '#' => cells.push((x as i32, y as i32)),
                    'P' | 'p' => pivots.push((x as i32, y as i32)),
                    '.' | ' ' => {}
                    other => return Err(bad(format!("has '{other}': expected 'P', '#' or '.'"))),
                }
            }
        }
        let &[(px, py)] = &pivots[..] else {
            return Err(bad(match pivots.len() {
                0 => "has no pivot: expected one 'P' among its cells".to_owned(),
                many => format!("has {many} pivots: expected one 'P'"),
            }));
        };
        cells.push((px, py));
        Footprint::new(cells.into_iter().map(|(x, y)| (x - px, y - py)))
    }

    /// The cells at a heading, relative to the pivot, sorted by row and column.
    ///
    /// ```
    /// use wayline::body::{Footprint, Heading};
    /// assert_eq!(Footprint::rectangle(2, 1)?.cells(Heading::W), [(-1, 0), (0, 0)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cells(&self, heading: Heading) -> &[(i32, i32)] {
        &self.turned[heading.index()]
    }

    /// The cells covered at a placement, on the map or off it.
    ///
    /// ```
    /// use wayline::body::{Footprint, Heading, Placement};
    /// let cart = Footprint::rectangle(2, 1)?;
    /// let covered: Vec<_> = cart.at(Placement::new(0, 5, Heading::W)).collect();
    /// assert_eq!(covered, [(-1, 5), (0, 5)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn at(&self, placement: Placement) -> impl Iterator<Item = (i64, i64)> {
        let (x, y) = (placement.x as i64, placement.y as i64);
        let cells = self.cells(placement.heading).iter();
        cells.map(move |&(dx, dy)| (x + dx as i64, y + dy as i64))
    }

    /// Whether it covers the same cells at every heading.
    ///
    /// ```
    /// use wayline::body::Footprint;
    /// assert!(Footprint::rectangle(1, 1)?.is_round());
    /// assert!(!Footprint::rectangle(2, 2)?.is_round());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_round(&self) -> bool {
        self.turned.iter().all(|cells| *cells == self.turned[0])
    }
}
