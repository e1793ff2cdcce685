//! [`Hindrance`]: what keeps a body from standing somewhere or from making a move.

use crate::body::kind::{BodyKind, Placement};
use crate::body::map::{Occupancy, Terrain};
use crate::body::search::{Area, BodyQuery};
use crate::spaces::grid::Cell;
use std::fmt;

/// What keeps a body from standing somewhere or from making a move: the cells that it would cover or sweep but
/// must not, each in one list, by row and column.
///
/// ```
/// use wayline::{Cell, body::{BodyKind, Heading, Placement, Terrain, why_illegal}};
/// let terrain = Terrain::from_rows(["...#", "..W."])?;
/// let tank = BodyKind::preset("tank")?;
/// // Ahead is a wall.
/// let why = why_illegal(&tank, &terrain, Placement::new(1, 0, Heading::E), 0, None).unwrap();
/// assert_eq!(why.blocked, [Cell::new(3, 0)]);
/// assert_eq!(why.to_string(), "blocked at 3,0");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hindrance {
    /// Cells off the map, as (x, y).
    pub off_map: Vec<(i64, i64)>,
    /// Cells outside the area of the query.
    pub outside: Vec<Cell>,
    /// Blocked cells.
    pub blocked: Vec<Cell>,
    /// Cells whose ground the body cannot move on.
    pub forbidden: Vec<Cell>,
    /// Cells that others are on.
    pub taken: Vec<Cell>,
}

impl Hindrance {
    /// Whether nothing hinders.
    ///
    /// ```
    /// assert!(wayline::body::Hindrance::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        *self == Hindrance::default()
    }

    /// How many cells hinder.
    pub(crate) fn count(&self) -> usize {
        let Hindrance { off_map, outside, blocked, forbidden, taken } = self;
        off_map.len() + outside.len() + blocked.len() + forbidden.len() + taken.len()
    }

    /// Of these cells, relative to a pivot.
    pub(crate) fn of(
        kind: &BodyKind,
        terrain: &Terrain,
        at: Placement,
        cells: &[(i32, i32)],
        area: Option<Area>,
        others: Option<&Occupancy>,
    ) -> Hindrance {
        let mut found = Hindrance::default();
        for &(dx, dy) in cells {
            let (x, y) = (at.x as i64 + dx as i64, at.y as i64 + dy as i64);
            let cell = match (u32::try_from(x), u32::try_from(y)) {
                (Ok(x), Ok(y)) if terrain.contains((x, y)) => Cell::new(x, y),
                _ => {
                    found.off_map.push((x, y));
                    continue;
                }
            };
            if area.is_some_and(|area| !area.contains(cell)) {
                found.outside.push(cell);
            }
            if terrain.is_blocked(cell) {
                found.blocked.push(cell);
            } else if terrain.ground(cell).is_none_or(|g| kind.speeds().multiplier(g).is_none()) {
                found.forbidden.push(cell);
            }
            if others.is_some_and(|others| others.is_taken(cell)) {
                found.taken.push(cell);
            }
        }
        found
    }
}

/// Why a body may not make a move, given by its place among the [moves](BodyKind::moves) of its heading; `None` if
/// it may, or if there is no such move. With a query, its area and the others to go around count too.
///
/// ```
/// use wayline::{Cell, body::{Area, BodyKind, BodyQuery, Heading, Placement, Terrain, why_illegal}};
/// let terrain = Terrain::new(9, 9)?;
/// let tank = BodyKind::preset("tank")?;
/// let at = Placement::new(2, 2, Heading::E);
/// assert_eq!(why_illegal(&tank, &terrain, at, 0, None), None);
/// let query = BodyQuery::new(at, (8, 8)).within(Area::new((0, 0), (3, 3)));
/// let why = why_illegal(&tank, &terrain, at, 0, Some(&query)).unwrap();
/// assert_eq!(why.outside, [Cell::new(4, 2)]);
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn why_illegal(
    kind: &BodyKind,
    terrain: &Terrain,
    from: Placement,
    index: usize,
    query: Option<&BodyQuery<'_>>,
) -> Option<Hindrance> {
    let row = kind.moves(from.heading).get(index)?;
    let (area, others) =
        query.map_or((None, None), |query| (query.body.area, query.body.occupancy));
    let found = Hindrance::of(kind, terrain, from, row.swept(), area, others);
    (!found.is_empty()).then_some(found)
}

/// Why a body may not stand somewhere; `None` if it may.
///
/// ```
/// use wayline::{Cell, body::{BodyKind, Heading, Placement, Terrain, why_unfit}};
/// let terrain = Terrain::from_rows(["..W."])?;
/// let tank = BodyKind::preset("tank")?;
/// let why = why_unfit(&tank, &terrain, Placement::new(1, 0, Heading::E), None).unwrap();
/// assert_eq!(why.forbidden, [Cell::new(2, 0)]);
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn why_unfit(
    kind: &BodyKind,
    terrain: &Terrain,
    at: Placement,
    query: Option<&BodyQuery<'_>>,
) -> Option<Hindrance> {
    let (area, others) =
        query.map_or((None, None), |query| (query.body.area, query.body.occupancy));
    let cells = kind.footprint().cells(at.heading);
    let found = Hindrance::of(kind, terrain, at, cells, area, others);
    (!found.is_empty()).then_some(found)
}

/// Cells, at most six of them.
pub(crate) struct Few<'a>(pub(crate) &'a [Cell]);

impl fmt::Display for Few<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.0.iter().take(6).enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { " " })?;
        }
        match self.0.len().saturating_sub(6) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = false;
        if let Some((x, y)) = self.off_map.first() {
            write!(f, "off the map at {x},{y}")?;
            said = true;
        }
        let lists = [
            ("blocked", &self.blocked),
            ("forbidden ground", &self.forbidden),
            ("outside the bounds", &self.outside),
            ("others are", &self.taken),
        ];
        for (what, cells) in lists.into_iter().filter(|(_, cells)| !cells.is_empty()) {
            write!(f, "{}{what} at {}", if said { "; " } else { "" }, Few(cells))?;
            said = true;
        }
        if said { Ok(()) } else { f.write_str("nothing") }
    }
}
