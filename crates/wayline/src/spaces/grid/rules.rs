//! The rules of movement on a grid: which steps exist, when a diagonal may pass a corner, and what
//! a step costs.

use crate::kernel::cost::Cost;
use crate::spaces::error::{Error, GridError, ParseError};
use std::fmt;
use std::str::FromStr;

/// How many neighbours a cell has.
///
/// ```
/// use wayline::{Grid, Moves, Rules};
/// let rules = Rules::default().moves(Moves::Four);
/// let grid = Grid::new(8, 8)?.with_rules(rules);
/// assert_eq!(grid.rules().moves, Moves::Four);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Moves {
    /// North, east, south, west.
    Four,
    /// The four, and the diagonals.
    #[default]
    Eight,
}

impl Moves {
    /// All of them.
    pub const ALL: [Moves; 2] = [Moves::Four, Moves::Eight];

    /// The name, as on the command line.
    ///
    /// ```
    /// assert_eq!(wayline::Moves::Four.name(), "4");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Moves::Four => "4",
            Moves::Eight => "8",
        }
    }
}

impl FromStr for Moves {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Moves, ParseError> {
        let found = Moves::ALL.into_iter().find(|moves| moves.name() == name);
        found.ok_or_else(|| {
            ParseError::unknown("number of moves", name, Moves::ALL.map(Moves::name))
        })
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// When a diagonal step may be taken past blocked cells.
///
/// ```text
///   never          one            always
///   a .            a #            a #
///   . b            . b            # b
/// ```
/// Each drawing shows the most that its rule allows between `a` and `b`.
///
/// ```
/// use wayline::Corners;
/// assert_eq!("one".parse(), Ok(Corners::One));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Corners {
    /// Only if both orthogonal neighbours are free: no corner is cut, and no gap squeezed through.
    #[default]
    Never,
    /// If at least one of them is free.
    One,
    /// Always.
    Always,
}

impl Corners {
    /// All of them.
    pub const ALL: [Corners; 3] = [Corners::Never, Corners::One, Corners::Always];

    /// The name, as on the command line.
    ///
    /// ```
    /// assert_eq!(wayline::Corners::One.name(), "one");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Corners::Never => "never",
            Corners::One => "one",
            Corners::Always => "always",
        }
    }

    /// What it allows, in a few words.
    ///
    /// ```
    /// assert!(wayline::Corners::Never.summary().contains("both"));
    /// ```
    pub const fn summary(self) -> &'static str {
        match self {
            Corners::Never => "a diagonal needs both cells beside it free",
            Corners::One => "a diagonal needs one of the cells beside it free",
            Corners::Always => "a diagonal may squeeze between two blocked cells",
        }
    }

    /// Whether a diagonal step may be taken between two cells, given which of these are free.
    #[inline]
    pub(crate) const fn lets_pass(self, a: bool, b: bool) -> bool {
        match self {
            Corners::Never => a & b,
            Corners::One => a | b,
            Corners::Always => true,
        }
    }
}

impl FromStr for Corners {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Corners, ParseError> {
        let found = Corners::ALL.into_iter().find(|rule| rule.name() == name);
        found.ok_or_else(|| {
            ParseError::unknown("corner rule", name, Corners::ALL.map(Corners::name))
        })
    }
}

impl fmt::Display for Corners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a straight and a diagonal step cost on plain ground.
///
/// ```
/// use wayline::{Cost, StepCosts};
/// assert_eq!(StepCosts::EXACT.diagonal(), Cost::SQRT_2);
/// assert_eq!(StepCosts::new(10.0, 14.0)?.straight(), Cost::from(10));
/// assert!(StepCosts::new(0.0, 1.0).is_err());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StepCosts {
    straight: Cost,
    diagonal: Cost,
}

impl StepCosts {
    /// One, and the square root of two.
    pub const EXACT: StepCosts = StepCosts { straight: Cost::ONE, diagonal: Cost::SQRT_2 };
    /// One for every step.
    pub const UNIFORM: StepCosts = StepCosts { straight: Cost::ONE, diagonal: Cost::ONE };
    /// The most a step may cost on plain ground, so that no path of any grid overflows.
    pub const MAX: f64 = 10_000.0;

    /// Any pair, for example 10 and 14. Both above zero (at least 0.0001) and at most
    /// [`StepCosts::MAX`].
    ///
    /// ```
    /// let costs = wayline::StepCosts::new(5.0, 7.0)?;
    /// assert_eq!(costs.diagonal().to_f64(), 7.0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(straight: f64, diagonal: f64) -> Result<StepCosts, GridError> {
        let check = |cost: f64| match Cost::try_from(cost) {
            Ok(good) if (1e-4..=StepCosts::MAX).contains(&cost) => Ok(good),
            _ => Err(GridError::BadStepCost(cost)),
        };
        Ok(StepCosts { straight: check(straight)?, diagonal: check(diagonal)? })
    }

    /// The cost of a straight step.
    ///
    /// ```
    /// assert_eq!(wayline::StepCosts::EXACT.straight(), wayline::Cost::ONE);
    /// ```
    pub const fn straight(self) -> Cost {
        self.straight
    }

    /// The cost of a diagonal step.
    ///
    /// ```
    /// assert_eq!(wayline::StepCosts::UNIFORM.diagonal(), wayline::Cost::ONE);
    /// ```
    pub const fn diagonal(self) -> Cost {
        self.diagonal
    }

    /// The cost of this many steps. No path has more than the map has cells.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_path(self, straight: usize, diagonal: usize) -> Cost {
        straight as u32 * self.straight + diagonal as u32 * self.diagonal
    }
}

impl Default for StepCosts {
    fn default() -> StepCosts {
        StepCosts::EXACT
    }
}

/// `exact`, `uniform`, or a pair such as `10,14`.
impl FromStr for StepCosts {
    type Err = Error;
    fn from_str(text: &str) -> Result<StepCosts, Error> {
        match text {
            "exact" => return Ok(StepCosts::EXACT),
            "uniform" => return Ok(StepCosts::UNIFORM),
            _ => {}
        }
        let unknown =
            || ParseError::unknown("step costs", text, ["exact", "uniform", "S,D (10,14)"]);
        let (straight, diagonal) = text.split_once(',').ok_or_else(unknown)?;
        let number = |part: &str| part.trim().parse::<f64>().map_err(|_| unknown());
        Ok(StepCosts::new(number(straight)?, number(diagonal)?)?)
    }
}

/// As it is read: the same costs come back.
impl fmt::Display for StepCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            StepCosts::EXACT => f.pad("exact"),
            StepCosts::UNIFORM => f.pad("uniform"),
            // Costs of steps have at most 46 bits, which floating point numbers hold exactly.
            StepCosts { straight, diagonal } => {
                f.pad(&format!("{},{}", straight.to_f64(), diagonal.to_f64()))
            }
        }
    }
}

/// Which cells' terrain a step is charged for.
///
/// ```
/// use wayline::{Charge, Cost, Grid, Rules};
///
/// // From plain ground into a swamp, and out again.
/// let swamp = Grid::from_rows([".3."])?;
/// assert_eq!(swamp.path((0, 0), (2, 0))?.cost, Cost::from(4));
/// assert_eq!(swamp.path((0, 0), (1, 0))?.cost, Cost::from(2));
///
/// let swamp = swamp.with_rules(Rules::default().charge(Charge::Enter));
/// assert_eq!(swamp.path((0, 0), (2, 0))?.cost, Cost::from(4));
/// assert_eq!(swamp.path((0, 0), (1, 0))?.cost, Cost::from(3));
/// assert_eq!(swamp.path((1, 0), (0, 0))?.cost, Cost::from(1));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Charge {
    /// Half of a step lies on each cell: its length times the mean of their multipliers. The same in both
    /// directions.
    #[default]
    Mean,
    /// The cell that is entered: the length times its multiplier, as in most board games and roguelikes. Leaving
    /// costs nothing, so the two directions of a step differ.
    Enter,
}

impl Charge {
    /// All of them.
    pub const ALL: [Charge; 2] = [Charge::Mean, Charge::Enter];

    /// The name, as on the command line.
    ///
    /// ```
    /// assert_eq!(wayline::Charge::Enter.name(), "enter");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Charge::Mean => "mean",
            Charge::Enter => "enter",
        }
    }
}

impl FromStr for Charge {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Charge, ParseError> {
        let found = Charge::ALL.into_iter().find(|charge| charge.name() == name);
        found.ok_or_else(|| ParseError::unknown("charge", name, Charge::ALL.map(Charge::name)))
    }
}

impl fmt::Display for Charge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rules of movement on a grid: steps, corners, and what they cost.
///
/// A step from `a` to `b` costs
///
/// ```text
/// length · (multiplier(a) + multiplier(b)) / 2  +  uphill · max(0, elevation(b) − elevation(a))
/// ```
///
/// where the length is the straight or the diagonal step cost. Without terrain, the multipliers are one; without
/// elevation, the second part is zero. The first part is the same in both directions; the second makes going up
/// more expensive than going down. With [`Charge::Enter`], the multiplier of `b` alone counts in place of the
/// mean.
///
/// ```
/// use wayline::{Corners, Rules};
/// let rules = Rules::default().corners(Corners::Always);
/// assert_eq!(rules.uphill, wayline::Cost::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rules {
    /// Four or eight neighbours.
    pub moves: Moves,
    /// When a diagonal may pass a corner.
    pub corners: Corners,
    /// What a step costs on plain ground.
    pub steps: StepCosts,
    /// What each unit of elevation gained costs in addition. Values above 10,000 count as 10,000.
    pub uphill: Cost,
    /// Which cells' terrain a step is charged for.
    #[cfg_attr(feature = "serde", serde(default))]
    pub charge: Charge,
}

/// Each replaces one of the rules.
impl Rules {
    /// Four or eight neighbours.
    pub fn moves(self, moves: Moves) -> Rules {
        Rules { moves, ..self }
    }

    /// When a diagonal may pass a corner.
    pub fn corners(self, corners: Corners) -> Rules {
        Rules { corners, ..self }
    }

    /// What a step costs on plain ground.
    pub fn steps(self, steps: StepCosts) -> Rules {
        Rules { steps, ..self }
    }

    /// What each unit of elevation gained costs in addition.
    pub fn uphill(self, uphill: Cost) -> Rules {
        Rules { uphill, ..self }
    }

    /// Which cells' terrain a step is charged for.
    pub fn charge(self, charge: Charge) -> Rules {
        Rules { charge, ..self }
    }
}

impl Rules {
    /// Whether two diagonal neighbours are joined even if both orthogonals are blocked. It is the only case in
    /// which connectedness is not that of the four straight steps: `never` and `one` both leave a detour around
    /// every diagonal they allow.
    pub(crate) fn joins_diagonally(&self) -> bool {
        self.moves == Moves::Eight && self.corners == Corners::Always
    }
}
