//! How a question may be answered: [`Limits`], [`Ties`], [`Stop`].

pub use crate::kernel::limits::Limits;
use crate::question::algorithm::Algorithm;
use crate::question::open_list::Open;
use crate::spaces::error::ParseError;
use std::fmt;
use std::str::FromStr;

/// The part of a query that has nothing to do with states.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'q> {
    pub(crate) algorithm: Algorithm,
    pub(crate) open: Option<Open>,
    /// `None`: whatever suits the space.
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

/// Which of several open states with equal f comes first. If they are still equal, the larger node number comes
/// first, so the order is total and the same for every open list, platform and run.
///
/// ```
/// use wayline::{Cell, Query, Ties};
/// let query: Query<Cell> = Query::new((0, 0), (1, 1)).ties(Ties::LowG);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ties {
    /// The one that was put on the list last: usually the one with the larger g, and the quickest to find. The
    /// default on grids and graphs.
    Newest,
    /// The one with the larger g: nearer to the goal. Far fewer expansions where many paths cost the same. The
    /// default for other states.
    HighG,
    /// The one with the smaller g.
    LowG,
}

impl Ties {
    /// All of them.
    pub const ALL: [Ties; 3] = [Ties::Newest, Ties::HighG, Ties::LowG];

    /// The name, as on the command line.
    ///
    /// ```
    /// assert_eq!(wayline::Ties::Newest.name(), "newest");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Ties::Newest => "newest",
            Ties::HighG => "high-g",
            Ties::LowG => "low-g",
        }
    }
}

impl FromStr for Ties {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Ties, ParseError> {
        let found = Ties::ALL.into_iter().find(|ties| ties.name() == name);
        found.ok_or_else(|| ParseError::unknown("tie-breaking", name, Ties::ALL.map(Ties::name)))
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
#[non_exhaustive]
pub enum Stop {
    /// When a goal is taken off the open list: the exact rule.
    #[default]
    Settled,
    /// When a goal is first put on it: quick, and not optimal.
    Generated,
}

impl Stop {
    /// All of them.
    pub const ALL: [Stop; 2] = [Stop::Settled, Stop::Generated];

    /// The name, as on the command line.
    ///
    /// ```
    /// assert_eq!(wayline::Stop::Settled.name(), "settled");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Settled => "settled",
            Stop::Generated => "generated",
        }
    }
}

impl FromStr for Stop {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Stop, ParseError> {
        let found = Stop::ALL.into_iter().find(|stop| stop.name() == name);
        found.ok_or_else(|| ParseError::unknown("stop rule", name, Stop::ALL.map(Stop::name)))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
