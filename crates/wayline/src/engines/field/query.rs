//! The question that a field answers.

use crate::kernel::cost::Cost;
use crate::spaces::error::ParseError;
use std::fmt;
use std::str::FromStr;

/// Which way the costs of a field run. They differ where a step does not cost the same both ways:
/// with elevation, where terrain is charged for the [cell entered](crate::Charge::Enter), and along
/// one-way edges and links.
///
/// ```
/// use wayline::{Direction, FieldQuery};
/// let query: FieldQuery<u32> = FieldQuery::towards(3u32);
/// assert_eq!(query.direction(), Direction::Towards);
/// assert_eq!("away-from".parse(), Ok(Direction::AwayFrom));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// From each state to the cheapest seed: for units that go there.
    Towards,
    /// From the cheapest seed to each state: for anything that comes from there.
    AwayFrom,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Direction::Towards => "towards",
            Direction::AwayFrom => "away-from",
        })
    }
}

impl FromStr for Direction {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Direction, ParseError> {
        match name {
            "towards" => Ok(Direction::Towards),
            "away-from" => Ok(Direction::AwayFrom),
            _ => Err(ParseError::unknown("direction", name, ["towards", "away-from"])),
        }
    }
}

/// The question a [`Field`](crate::Field) answers: from which seeds, in which direction, how far.
///
/// ```
/// use wayline::{Cost, FieldQuery, Grid};
///
/// let grid = Grid::new(20, 20)?;
/// // Two exits, the second with a queue of five before it; nothing farther than eight.
/// let exits = FieldQuery::towards((0, 0)).seed((19, 0), Cost::from(5)).within(Cost::from(8));
/// let field = grid.field(&exits)?;
/// assert_eq!(field.cost((17, 0)), Some(Cost::from(7)));
/// assert_eq!(field.cost((19, 19)), None);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FieldQuery<T> {
    pub(super) direction: Direction,
    pub(super) seeds: Vec<(T, Cost)>,
    pub(super) within: Option<Cost>,
    /// Stop once this many of the targets are settled.
    pub(super) wanted: usize,
    pub(super) targets: Vec<T>,
}

impl<T> FieldQuery<T> {
    fn new(direction: Direction, seeds: Vec<(T, Cost)>) -> FieldQuery<T> {
        FieldQuery { direction, seeds, within: None, wanted: 0, targets: Vec::new() }
    }

    /// What it costs to get from each state to the goal.
    ///
    /// ```
    /// use wayline::{FieldQuery, Graph};
    /// let one_way = Graph::from_edges(2, [(0, 1, 3.0)])?;
    /// assert!(one_way.field(&FieldQuery::towards(1u32))?.cost(0u32).is_some());
    /// assert!(one_way.field(&FieldQuery::towards(0u32))?.cost(1u32).is_none());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn towards(goal: impl Into<T>) -> FieldQuery<T> {
        FieldQuery::new(Direction::Towards, vec![(goal.into(), Cost::ZERO)])
    }

    /// The same to the nearest of several goals.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid};
    /// let field = Grid::new(9, 1)?.field(&FieldQuery::towards_any([(0, 0), (8, 0)]))?;
    /// assert_eq!(field.cost((6, 0)), Some(Cost::from(2)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn towards_any(goals: impl IntoIterator<Item = impl Into<T>>) -> FieldQuery<T> {
        let seeds = goals.into_iter().map(|goal| (goal.into(), Cost::ZERO));
        FieldQuery::new(Direction::Towards, seeds.collect())
    }

    /// What it costs to get from the start to each state.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Graph};
    /// let one_way = Graph::from_edges(2, [(0, 1, 3.0)])?;
    /// let field = one_way.field(&FieldQuery::away_from(0u32))?;
    /// assert_eq!(field.cost(1u32), Some(Cost::from(3)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn away_from(start: impl Into<T>) -> FieldQuery<T> {
        FieldQuery::new(Direction::AwayFrom, vec![(start.into(), Cost::ZERO)])
    }

    /// The same from the nearest of several starts.
    ///
    /// ```
    /// use wayline::{FieldQuery, Grid};
    /// let field = Grid::new(9, 1)?.field(&FieldQuery::away_from_any([(0, 0), (8, 0)]))?;
    /// assert_eq!(field.next_step((6, 0)), Some((7, 0).into()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn away_from_any(starts: impl IntoIterator<Item = impl Into<T>>) -> FieldQuery<T> {
        let seeds = starts.into_iter().map(|start| (start.into(), Cost::ZERO));
        FieldQuery::new(Direction::AwayFrom, seeds.collect())
    }

    /// Adds a seed with an initial cost other than zero: a wait, a toll, a less desirable goal. Of two at one
    /// state, the cheaper counts.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid};
    /// let query = FieldQuery::towards((0, 0)).seed((8, 0), Cost::from(2));
    /// assert_eq!(Grid::new(9, 1)?.field(&query)?.cost((6, 0)), Some(Cost::from(4)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn seed(mut self, state: impl Into<T>, cost: Cost) -> FieldQuery<T> {
        self.seeds.push((state.into(), cost));
        self
    }

    /// Leaves out everything that costs more than this.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid};
    /// let query = FieldQuery::away_from((4, 0)).within(Cost::from(2));
    /// assert_eq!(Grid::new(9, 1)?.field(&query)?.len(), 5);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn within(mut self, cost: Cost) -> FieldQuery<T> {
        self.within = Some(cost);
        self
    }

    /// Stops once this many of these targets are settled: the field then has everything that costs no more than
    /// the last of them, and [`nearest`](crate::Field::nearest) gives them. With a count of `usize::MAX`, it stops
    /// once all of them are settled; without any targets, it does not stop.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid};
    /// let shops = [(0, 0), (6, 0), (9, 0)];
    /// let field = Grid::new(10, 1)?.field(&FieldQuery::away_from((5, 0)).nearest(2, shops))?;
    /// let nearest: Vec<_> = field.nearest().collect();
    /// assert_eq!(nearest, [((6, 0).into(), Cost::from(1)), ((9, 0).into(), Cost::from(4))]);
    /// assert_eq!(field.cost((0, 0)), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn nearest(
        mut self,
        count: usize,
        targets: impl IntoIterator<Item = impl Into<T>>,
    ) -> FieldQuery<T> {
        self.wanted = count;
        self.targets.clear();
        self.targets.extend(targets.into_iter().map(Into::into));
        self
    }

    /// Which way the costs run.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The most that anything in the field may cost, if it was [bounded](FieldQuery::within).
    pub fn bound(&self) -> Option<Cost> {
        self.within
    }

    /// The seeds with their initial costs, in the order they were given.
    pub fn seeds(&self) -> &[(T, Cost)] {
        &self.seeds
    }
}

impl<T: Clone> FieldQuery<T> {
    /// A copy into memory that is there already.
    pub(super) fn copy_to(&self, other: &mut FieldQuery<T>) {
        let FieldQuery { direction, seeds, within, wanted, targets } = self;
        (other.direction, other.within, other.wanted) = (*direction, *within, *wanted);
        other.seeds.clone_from(seeds);
        other.targets.clone_from(targets);
    }
}
