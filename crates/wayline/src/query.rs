//! The question: [`Query`], and how it may be answered: [`Limits`], [`Ties`], [`Stop`].

use crate::cost::Cost;
use crate::error::Error;
use crate::heuristic::Heuristic;
use crate::open::Open;
use crate::search::Algorithm;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A question put to a space: from where, to where, and how.
///
/// Everything but the ends has a default: an exact answer by the algorithm that suits the space,
/// without limits.
///
/// ```
/// use wayline::{Algorithm, Cell, Limits, Open, Query};
///
/// let query: Query<Cell> = Query::new((0, 0), (9, 9))
///     .algorithm(Algorithm::AStar)
///     .open(Open::Heap)
///     .limits(Limits { expansions: Some(10_000), ..Limits::default() });
/// ```
#[derive(Clone)]
pub struct Query<'q, S> {
    pub(crate) starts: Few<'q, S>,
    pub(crate) goals: Goals<'q, S>,
    pub(crate) avoid: &'q [S],
    pub(crate) heuristic: Heuristic<'q, S>,
    pub(crate) settings: Settings<'q>,
}

/// The part of a query that does not speak of states.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'q> {
    pub(crate) algorithm: Algorithm,
    pub(crate) open: Option<Open>,
    /// `None`: what suits the space.
    pub(crate) ties: Option<Ties>,
    /// In 65,536ths.
    pub(crate) weight: u32,
    pub(crate) stop: Stop,
    pub(crate) closest: bool,
    pub(crate) shortcut: bool,
    /// Settle every goal, and keep what was settled.
    pub(crate) settle_all: bool,
    pub(crate) limits: Limits<'q>,
}

/// One state or many, without a list for the one.
#[derive(Clone)]
pub(crate) enum Few<'q, S> {
    One([S; 1]),
    Many(&'q [S]),
}

impl<S> Few<'_, S> {
    pub(crate) fn as_slice(&self) -> &[S] {
        match self {
            Few::One(one) => one,
            Few::Many(many) => many,
        }
    }
}

pub(crate) enum Goals<'q, S> {
    /// Everywhere that can be reached.
    Everywhere,
    States(Few<'q, S>),
    When(&'q (dyn Fn(&S) -> bool + Sync)),
}

impl<S: Clone> Clone for Goals<'_, S> {
    fn clone(&self) -> Self {
        match self {
            Goals::Everywhere => Goals::Everywhere,
            Goals::States(few) => Goals::States(few.clone()),
            Goals::When(is_goal) => Goals::When(*is_goal),
        }
    }
}

/// Among open states with equal f: which first. What is still equal is taken by larger node number,
/// so the order is total and the same for every open list, platform and run.
///
/// ```
/// use wayline::{Cell, Query, Ties};
/// let query: Query<Cell> = Query::new((0, 0), (1, 1)).ties(Ties::LowG);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ties {
    /// The one that was put on the list last: mostly the one with the larger g, and the quickest to
    /// find. The default on grids and graphs.
    Newest,
    /// The larger g: nearer the goal. Far fewer expansions where many paths cost the same. The
    /// default for other states.
    HighG,
    /// The smaller g.
    LowG,
}

impl FromStr for Ties {
    type Err = Error;
    fn from_str(name: &str) -> Result<Ties, Error> {
        match name {
            "newest" => Ok(Ties::Newest),
            "high-g" => Ok(Ties::HighG),
            "low-g" => Ok(Ties::LowG),
            _ => Err(Error::unknown("tie-breaking", name, ["newest", "high-g", "low-g"])),
        }
    }
}

/// When a search may stop.
///
/// ```
/// use wayline::{search, Grid, Query, Stop, Workspace};
/// // Where the goal is seen first is not where it is reached best.
/// let grid = Grid::from_rows(["...", ".9.", "..."])?;
/// let quick = Query::new((0, 0), (2, 2)).stop(Stop::Generated);
/// let mut work = Workspace::new();
/// assert!(!search(&grid, &quick, &mut work)?.is_optimal());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stop {
    /// When a goal is taken off the open list: the exact rule.
    #[default]
    Settled,
    /// When a goal is first put on it: quick, and not optimal.
    Generated,
}

impl FromStr for Stop {
    type Err = Error;
    fn from_str(name: &str) -> Result<Stop, Error> {
        match name {
            "settled" => Ok(Stop::Settled),
            "generated" => Ok(Stop::Generated),
            _ => Err(Error::unknown("stop rule", name, ["settled", "generated"])),
        }
    }
}

/// What may stop a search before it has an answer. The answer then says which it was.
///
/// ```
/// use std::time::Duration;
/// use wayline::{Cost, Limits};
/// let limits = Limits { time: Some(Duration::from_millis(2)), ..Limits::default() };
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'q> {
    /// The most states to expand.
    pub expansions: Option<u64>,
    /// The most a path may cost.
    pub cost: Option<Cost>,
    /// The longest to search. Looked at every 256 expansions; the one limit whose effect depends
    /// on the machine. What a first query would derive from a grid to be faster is left out where
    /// the time is short for it: below 20 nanoseconds a cell.
    pub time: Option<Duration>,
    /// Set from another thread to stop the search.
    pub cancel: Option<&'q AtomicBool>,
}

impl<'q, S> Query<'q, S> {
    /// From one state to another.
    ///
    /// ```
    /// use wayline::{Cell, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3));
    /// ```
    pub fn new(from: impl Into<S>, to: impl Into<S>) -> Query<'q, S> {
        Query::asked(Few::One([from.into()]), Goals::States(Few::One([to.into()])))
    }

    /// From the nearest of several states to the nearest of several goals.
    ///
    /// ```
    /// use wayline::{Cell, Query};
    /// let (exits, doors) = ([Cell::new(0, 0)], [Cell::new(5, 5), Cell::new(9, 2)]);
    /// let query = Query::between(&doors, &exits);
    /// ```
    pub fn between(starts: &'q [S], goals: &'q [S]) -> Query<'q, S> {
        Query::asked(Few::Many(starts), Goals::States(Few::Many(goals)))
    }

    /// From one state to whatever satisfies a predicate.
    ///
    /// ```
    /// use wayline::{Cell, Query};
    /// let query = Query::until(Cell::new(4, 4), &|cell: &Cell| cell.y == 0);
    /// ```
    pub fn until(from: impl Into<S>, is_goal: &'q (dyn Fn(&S) -> bool + Sync)) -> Query<'q, S> {
        Query::asked(Few::One([from.into()]), Goals::When(is_goal))
    }

    /// From one state to everywhere, for [`reach`](crate::reach()).
    ///
    /// ```
    /// use wayline::{reach, Cell, Grid, Query, Workspace};
    /// let grid = Grid::new(8, 8)?;
    /// let mut work = Workspace::new();
    /// let reached = reach(&grid, &Query::everywhere(Cell::new(0, 0)), &mut work)?;
    /// assert_eq!(reached.len(), 64);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn everywhere(from: impl Into<S>) -> Query<'q, S> {
        Query::asked(Few::One([from.into()]), Goals::Everywhere)
    }

    fn asked(starts: Few<'q, S>, goals: Goals<'q, S>) -> Query<'q, S> {
        let settings = Settings {
            algorithm: Algorithm::Auto,
            open: None,
            ties: None,
            weight: 3 << 15,
            stop: Stop::Settled,
            closest: false,
            shortcut: true,
            settle_all: false,
            limits: Limits::default(),
        };
        Query { starts, goals, avoid: &[], heuristic: Heuristic::Auto, settings }
    }

    /// By which algorithm.
    ///
    /// ```
    /// # use wayline::{Algorithm, Cell, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).algorithm(Algorithm::Dijkstra);
    /// ```
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.settings.algorithm = algorithm;
        self
    }

    /// With which estimate. Algorithms that use none take no notice.
    ///
    /// ```
    /// # use wayline::{Cell, Heuristic, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).heuristic(Heuristic::Euclidean);
    /// ```
    pub fn heuristic(mut self, heuristic: Heuristic<'q, S>) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// With which open list. Changes the time taken, never the answer.
    ///
    /// ```
    /// # use wayline::{Cell, Open, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).open(Open::Pairing);
    /// ```
    pub fn open(mut self, open: Open) -> Self {
        self.settings.open = Some(open);
        self
    }

    /// Which of equally good open states comes first.
    ///
    /// ```
    /// # use wayline::{Cell, Query, Ties};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).ties(Ties::LowG);
    /// ```
    pub fn ties(mut self, ties: Ties) -> Self {
        self.settings.ties = Some(ties);
        self
    }

    /// The weight of weighted A*, 1.5 unless said: the path costs at most so many times the
    /// optimum. From 1 to 1000, kept to 1/65536, rounded down.
    ///
    /// ```
    /// # use wayline::{Algorithm, Cell, Query};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3))
    ///     .algorithm(Algorithm::Weighted)
    ///     .weight(2.0)?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn weight(mut self, weight: f64) -> Result<Self, Error> {
        if !(1.0..=1000.0).contains(&weight) {
            return Err(Error::BadWeight(weight));
        }
        self.settings.weight = (weight * 65536.0) as u32;
        Ok(self)
    }

    /// When the search may stop.
    ///
    /// ```
    /// # use wayline::{Cell, Query, Stop};
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).stop(Stop::Generated);
    /// ```
    pub fn stop(mut self, stop: Stop) -> Self {
        self.settings.stop = stop;
        self
    }

    /// When no goal can be reached, or a limit stops the search: answer with the path to the
    /// closest state that was reached, by least estimate to the goal, then least cost. The goal
    /// itself may then be blocked.
    ///
    /// ```
    /// use wayline::{search, Cell, Grid, Query, Workspace};
    /// let grid = Grid::from_rows(["...#."])?;
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &Query::new((0, 0), (4, 0)).closest(), &mut work)?;
    /// assert!(!answer.is_found());
    /// assert_eq!(answer.path.last(), Some(&Cell::new(2, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn closest(mut self) -> Self {
        self.settings.closest = true;
        self
    }

    /// Searches even where the space knows beforehand that there is no path, as one does to watch
    /// a search fail.
    ///
    /// ```
    /// use wayline::{search, Algorithm, Grid, Query, Workspace};
    /// let grid = Grid::from_rows(["...#."])?;
    /// let mut work = Workspace::new();
    /// let query = Query::new((0, 0), (4, 0)).algorithm(Algorithm::AStar).without_shortcut();
    /// assert_eq!(search(&grid, &query, &mut work)?.stats.expanded, 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn without_shortcut(mut self) -> Self {
        self.settings.shortcut = false;
        self
    }

    /// What may stop the search.
    ///
    /// ```
    /// # use wayline::{Cell, Limits, Query};
    /// let limits = Limits { expansions: Some(1000), ..Limits::default() };
    /// let query: Query<Cell> = Query::new((0, 0), (3, 3)).limits(limits);
    /// ```
    pub fn limits(mut self, limits: Limits<'q>) -> Self {
        self.settings.limits = limits;
        self
    }

    /// States not to enter, for this query only: other units, known traps. A start may be among
    /// them. On a grid they are not walls: they do not forbid diagonals past them.
    ///
    /// ```
    /// use wayline::{search, Cell, Grid, Query, Workspace};
    /// let grid = Grid::new(3, 1)?;
    /// let taken = [Cell::new(1, 0)];
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &Query::new((0, 0), (2, 0)).avoid(&taken), &mut work)?;
    /// assert!(!answer.is_found());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn avoid(mut self, states: &'q [S]) -> Self {
        self.avoid = states;
        self
    }
}
