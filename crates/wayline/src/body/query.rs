//! The question: [`BodyQuery`], [`Estimate`], [`Area`].

use crate::body::kind::{Goal, Heading, Placement};
use crate::body::map::Occupancy;
use crate::question::query::{IntoState, Query};
use crate::spaces::error::ParseError;
use crate::spaces::grid::Cell;
use std::fmt;
use std::str::FromStr;

/// A question put to a [`BodyMap`](crate::body::BodyMap): from placements to [`Goal`]s, with the options that only
/// bodies have.
///
/// ```
/// use wayline::Limits;
/// use wayline::body::{Area, BodyQuery, Estimate, Heading, Placement};
/// let query = BodyQuery::new(Placement::new(0, 0, Heading::E), (9, 9))
///     .estimate(Estimate::Free)
///     .within(Area::new((0, 0), (20, 20)))
///     .limits(Limits::default().expansions(10_000));
/// ```
pub type BodyQuery<'q> = Query<'q, Placement, Goal>;

/// The part of a query that only bodies have.
#[derive(Clone, Copy, Default)]
pub(crate) struct BodyOptions<'q> {
    pub(crate) estimate: Estimate,
    pub(crate) area: Option<Area>,
    pub(crate) occupancy: Option<&'q Occupancy>,
    pub(crate) backward: bool,
    pub(crate) canonical: bool,
}

impl BodyOptions<'_> {
    /// Whether a search gets to know everything that is on a cheapest path, as far as a field does.
    pub(crate) fn knows_all_best(&self) -> bool {
        let exact = !matches!(self.estimate, Estimate::Scaled(_));
        exact && !self.backward && self.area.is_none() && self.occupancy.is_none()
    }
}

/// A rectangle of cells, both corners included.
///
/// ```
/// use wayline::body::Area;
/// assert!(Area::new((2, 2), (5, 9)).contains((5, 2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Area {
    /// The top left cell.
    pub first: Cell,
    /// The bottom right cell.
    pub last: Cell,
}

impl Area {
    /// The rectangle between two opposite corners.
    ///
    /// ```
    /// use wayline::body::Area;
    /// assert_eq!(Area::new((5, 2), (2, 9)), Area::new((2, 2), (5, 9)));
    /// ```
    pub fn new(one: impl Into<Cell>, other: impl Into<Cell>) -> Area {
        let (a, b) = (one.into(), other.into());
        Area {
            first: Cell::new(a.x.min(b.x), a.y.min(b.y)),
            last: Cell::new(a.x.max(b.x), a.y.max(b.y)),
        }
    }

    /// Whether the cell is in it.
    ///
    /// ```
    /// use wayline::body::Area;
    /// assert!(!Area::new((2, 2), (5, 9)).contains((6, 2)));
    /// ```
    pub fn contains(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        (self.first.x..=self.last.x).contains(&cell.x)
            && (self.first.y..=self.last.y).contains(&cell.y)
    }
}

/// How a search estimates the remaining cost. All but [`Scaled`](Estimate::Scaled) are exact: the path found costs
/// least.
///
/// ```
/// use wayline::body::Estimate;
/// assert_eq!("free".parse(), Ok(Estimate::Free));
/// assert_eq!("euclid*1.5".parse(), Ok(Estimate::Scaled(1.5)));
/// assert_eq!(Estimate::SharedField.to_string(), "shared-field");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Estimate {
    /// Whatever suits the question: [`Field`](Estimate::Field), or from the goal back [`Free`](Estimate::Free).
    #[default]
    Auto,
    /// None: Dijkstra's search.
    Zero,
    /// The straight line, at the best speed there is.
    Euclid,
    /// The straight line times a factor. With a factor above 1 a path is found sooner and may not be
    /// the best; the answer then says that nothing is guaranteed.
    Scaled(f64),
    /// The fewest straight and diagonal steps, at the best speed there is, whatever the headings.
    Steps,
    /// What the path would cost if nothing were in the way: headings, turns and backing up included. For
    /// goals with different pivots, and for rules too odd for a small table, [`Steps`](Estimate::Steps).
    Free,
    /// What the path costs a body that turns right round for nothing, obstacles included: a field,
    /// grown from the goals as far as needed. What is expanded in it counts as expanded.
    Field,
    /// The same, and what was grown stays in the [`Workspace`](crate::Workspace): the next search for the
    /// same goals on the same map goes on with it. Of equally cheap ways another may be chosen.
    SharedField,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Estimate::Auto => "auto",
            Estimate::Zero => "zero",
            Estimate::Euclid => "euclid",
            Estimate::Scaled(factor) => return write!(f, "euclid*{factor}"),
            Estimate::Steps => "steps",
            Estimate::Free => "free",
            Estimate::Field => "field",
            Estimate::SharedField => "shared-field",
        })
    }
}

impl FromStr for Estimate {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Estimate, ParseError> {
        let known =
            ["auto", "zero", "euclid", "euclid*FACTOR", "steps", "free", "field", "shared-field"];
        let unknown = || ParseError::unknown("estimate", name, known);
        match name {
            "auto" => Ok(Estimate::Auto),
            "zero" => Ok(Estimate::Zero),
            "euclid" => Ok(Estimate::Euclid),
            "steps" => Ok(Estimate::Steps),
            "free" => Ok(Estimate::Free),
            "field" => Ok(Estimate::Field),
            "shared-field" => Ok(Estimate::SharedField),
            _ => {
                let factor = name.strip_prefix("euclid*").ok_or_else(unknown)?;
                let factor: f64 = factor.parse().map_err(|_| unknown())?;
                if (0.0..=1000.0).contains(&factor) {
                    Ok(Estimate::Scaled(factor))
                } else {
                    Err(unknown())
                }
            }
        }
    }
}

impl IntoState<Placement> for (u32, u32, Heading) {
    fn into_state(self) -> Placement {
        self.into()
    }
}

/// The goals of a query are given as placements, as cells at any heading, or as [`Goal`]s.
macro_rules! goals_from {
    ($($given:ty),*) => {
        $(impl IntoState<Goal> for $given {
            fn into_state(self) -> Goal {
                self.into()
            }
        })*
    };
}
goals_from!(Placement, Cell, (u32, u32), (u32, u32, Heading));

/// Options that only bodies have.
impl<'q> Query<'q, Placement, Goal> {
    /// Chooses the estimate.
    ///
    /// ```
    /// # use wayline::body::{BodyQuery, Estimate, Heading, Placement};
    /// let query = BodyQuery::new((0, 0, Heading::E), (9, 9)).estimate(Estimate::Zero);
    /// ```
    pub fn estimate(mut self, estimate: Estimate) -> BodyQuery<'q> {
        self.body.estimate = estimate;
        self
    }

    /// Allows only moves that sweep no cell outside an area.
    ///
    /// ```
    /// # use wayline::body::{Area, BodyQuery, Heading, Placement};
    /// let query = BodyQuery::new((0, 0, Heading::E), (9, 9)).within(Area::new((0, 0), (9, 9)));
    /// ```
    pub fn within(mut self, area: Area) -> BodyQuery<'q> {
        self.body.area = Some(area);
        self
    }

    /// Keeps off cells that others are on, for this query only.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Occupancy, Terrain};
    /// use wayline::{Workspace, search};
    /// let map = BodyMap::new(BodyKind::preset("king")?, &Terrain::new(3, 1)?);
    /// let mut others = Occupancy::new(&map);
    /// others.take((1, 0))?;
    /// let query = BodyQuery::new((0, 0, Heading::E), (2, 0)).around(&others);
    /// assert!(!search(&map, &query, &mut Workspace::new())?.is_found());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn around(mut self, others: &'q Occupancy) -> BodyQuery<'q> {
        self.body.occupancy = Some(others);
        self
    }

    /// Searches from the goal back to the start. The cost is the same; where the start is boxed in, or there are
    /// few goals and many starts, one direction is quicker than the other.
    ///
    /// ```
    /// # use wayline::body::{BodyQuery, Heading, Placement};
    /// let query = BodyQuery::new((0, 0, Heading::E), (9, 9)).backward();
    /// ```
    pub fn backward(mut self) -> BodyQuery<'q> {
        self.body.backward = true;
        self
    }

    /// Of all paths that cost least, takes the one that a [`GoalField`](crate::body::GoalField) gives: from the
    /// first heading that will do, and at each placement by the first of its best moves. So the path does not
    /// depend on how the answer was found. The search goes on until it knows every placement on such a path, which
    /// takes up to three times the expansions on open ground. It is refused together with `backward`, `within`,
    /// `around` and an estimate that is not exact.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, BodyQuery, GoalField, Heading, Placement, Terrain};
    /// use wayline::{Workspace, search};
    /// let terrain = Terrain::new(9, 9)?;
    /// let map = BodyMap::new(BodyKind::preset("king")?, &terrain);
    /// let (from, to) = (Placement::new(0, 0, Heading::E), (8, 3));
    /// let mut work = Workspace::new();
    /// let path = search(&map, &BodyQuery::new(from, to).canonical(), &mut work)?.path;
    /// let mut field = GoalField::new(&map);
    /// field.aim(&terrain, &map, &[to.into()])?;
    /// for pair in path.windows(2) {
    ///     assert_eq!(field.next_step(&map, pair[0]), Some(pair[1]));
    /// }
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn canonical(mut self) -> BodyQuery<'q> {
        self.body.canonical = true;
        self
    }
}
