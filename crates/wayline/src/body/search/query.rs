//! The question: [`BodyQuery`], [`Estimate`], [`Area`].

use crate::body::kind::{Goal, Placement};
use crate::body::map::Occupancy;
use crate::error::Error;
use crate::grid::Cell;
use crate::query::{Few, Limits};
use std::fmt;
use std::str::FromStr;

/// A question put to a [`BodyMap`](crate::body::BodyMap): from where, to where, and how.
///
/// ```
/// use wayline::Limits;
/// use wayline::body::{Area, BodyQuery, Estimate, Heading, Placement};
/// let query = BodyQuery::new(Placement::new(0, 0, Heading::E), (9, 9))
///     .estimate(Estimate::Free)
///     .within(Area::new((0, 0), (20, 20)))
///     .limits(Limits { expansions: Some(10_000), ..Limits::default() });
/// ```
#[derive(Clone)]
pub struct BodyQuery<'q> {
    pub(crate) starts: Few<'q, Placement>,
    pub(crate) goals: Few<'q, Goal>,
    pub(crate) estimate: Estimate,
    pub(crate) limits: Limits<'q>,
    pub(crate) area: Option<Area>,
    pub(crate) occupancy: Option<&'q Occupancy>,
    pub(crate) backward: bool,
}

/// A rectangle of cells, both corners included.
///
/// ```
/// use wayline::body::Area;
/// assert!(Area::new((2, 2), (5, 9)).contains((5, 2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The top left cell.
    pub first: Cell,
    /// The bottom right cell.
    pub last: Cell,
}

impl Area {
    /// From two opposite corners.
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

/// How a search estimates the cost that is left. All but [`Scaled`](Estimate::Scaled) are exact:
/// the path found costs least.
///
/// ```
/// use wayline::body::Estimate;
/// assert_eq!("free".parse(), Ok(Estimate::Free));
/// assert_eq!("euclid*1.5".parse(), Ok(Estimate::Scaled(1.5)));
/// assert_eq!(Estimate::SharedField.to_string(), "shared-field");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Estimate {
    /// What suits the question: [`Field`](Estimate::Field), from the goal back
    /// [`Free`](Estimate::Free).
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
    /// The same, and what was grown stays in the [`BodyWork`](crate::body::BodyWork): the next search for the
    /// same goals on the same map goes on with it. Of equally cheap paths another may be chosen.
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
    type Err = Error;
    fn from_str(name: &str) -> Result<Estimate, Error> {
        let known =
            ["auto", "zero", "euclid", "euclid*FACTOR", "steps", "free", "field", "shared-field"];
        let unknown = || Error::unknown("estimate", name, known);
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

impl<'q> BodyQuery<'q> {
    /// From a placement to a goal: a [`Placement`], a [`Cell`] at any heading, or any [`Goal`].
    ///
    /// ```
    /// use wayline::body::{BodyQuery, Heading, Placement};
    /// let query = BodyQuery::new(Placement::new(0, 0, Heading::E), (9, 9, Heading::N));
    /// ```
    pub fn new(from: impl Into<Placement>, to: impl Into<Goal>) -> BodyQuery<'q> {
        BodyQuery::asked(Few::One([from.into()]), Few::One([to.into()]))
    }

    /// From a placement to the nearest of several goals.
    ///
    /// ```
    /// use wayline::body::{BodyQuery, Goal, Heading, Placement};
    /// let doors = ["3,4".parse::<Goal>()?, "9,9,N".parse()?];
    /// let query = BodyQuery::to_nearest(Placement::new(0, 0, Heading::E), &doors);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn to_nearest(from: impl Into<Placement>, goals: &'q [Goal]) -> BodyQuery<'q> {
        BodyQuery::asked(Few::One([from.into()]), Few::Many(goals))
    }

    /// From whichever of several starts to whichever of several goals is cheapest, in one search.
    /// The answer does not depend on the order in which they are given.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, BodyQuery, BodyWork, Goal, Heading, Placement, Terrain};
    /// use wayline::body::plan;
    /// let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(9, 9)?)?;
    /// // At any heading: the cheapest one already looks the right way.
    /// let starts = Heading::ALL.map(|heading| Placement::new(4, 4, heading));
    /// let goals = [Goal::from((4, 7))];
    /// let mut work = BodyWork::new();
    /// let answer = plan(&map, &BodyQuery::between(&starts, &goals), &mut work)?;
    /// assert_eq!((answer.path[0].heading, answer.cost), (Heading::S, 30.into()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn between(starts: &'q [Placement], goals: &'q [Goal]) -> BodyQuery<'q> {
        BodyQuery::asked(Few::Many(starts), Few::Many(goals))
    }

    fn asked(starts: Few<'q, Placement>, goals: Few<'q, Goal>) -> BodyQuery<'q> {
        BodyQuery {
            starts,
            goals,
            estimate: Estimate::Auto,
            limits: Limits::default(),
            area: None,
            occupancy: None,
            backward: false,
        }
    }

    /// With which estimate.
    ///
    /// ```
    /// # use wayline::body::{BodyQuery, Estimate, Heading, Placement};
    /// let query = BodyQuery::new((0, 0, Heading::E), (9, 9)).estimate(Estimate::Zero);
    /// ```
    pub fn estimate(mut self, estimate: Estimate) -> BodyQuery<'q> {
        self.estimate = estimate;
        self
    }

    /// What may stop the search.
    ///
    /// ```
    /// # use wayline::{Limits, body::{BodyQuery, Heading, Placement}};
    /// let limits = Limits { expansions: Some(1000), ..Limits::default() };
    /// let query = BodyQuery::new((0, 0, Heading::E), (9, 9)).limits(limits);
    /// ```
    pub fn limits(mut self, limits: Limits<'q>) -> BodyQuery<'q> {
        self.limits = limits;
        self
    }

    /// Only by moves that sweep no cell outside an area.
    ///
    /// ```
    /// # use wayline::body::{Area, BodyQuery, Heading, Placement};
    /// let query = BodyQuery::new((0, 0, Heading::E), (9, 9)).within(Area::new((0, 0), (9, 9)));
    /// ```
    pub fn within(mut self, area: Area) -> BodyQuery<'q> {
        self.area = Some(area);
        self
    }

    /// Not over cells that others are on, for this query only.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, BodyQuery, BodyWork, Heading, Occupancy, Terrain, plan};
    /// let map = BodyMap::new(BodyKind::preset("king")?, &Terrain::new(3, 1)?)?;
    /// let mut others = Occupancy::new(&map);
    /// others.take((1, 0))?;
    /// let query = BodyQuery::new((0, 0, Heading::E), (2, 0)).around(&others);
    /// assert!(!plan(&map, &query, &mut BodyWork::new())?.is_found());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn around(mut self, others: &'q Occupancy) -> BodyQuery<'q> {
        self.occupancy = Some(others);
        self
    }

    /// Searches from the goal back to the start. The cost is the same; where the start is boxed in,
    /// or goals are few and starts many, one direction is quicker than the other.
    ///
    /// ```
    /// # use wayline::body::{BodyQuery, Heading, Placement};
    /// let query = BodyQuery::new((0, 0, Heading::E), (9, 9)).backward();
    /// ```
    pub fn backward(mut self) -> BodyQuery<'q> {
        self.backward = true;
        self
    }
}
