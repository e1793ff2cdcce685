//! [`Spec`]: which map to make, as a value and as a line of text.

use super::Density;
use super::parameters::{Parameters, digits, whole_within};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Which map to make. Written and read as `kind:WIDTHxHEIGHT`, followed by `:name=value` for each
/// parameter that is not to have its default.
///
/// ```
/// use wayline_maps::generate::{Kind, Spec};
/// let spec: Spec = "maze:512x256:corridor=8".parse()?;
/// assert_eq!(spec, Spec { width: 512, height: 256, kind: Kind::Maze { corridor: 8, seed: 0 } });
/// assert_eq!(spec.to_string(), "maze:512x256:corridor=8:seed=0");
/// # Ok::<(), wayline_maps::generate::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The kind of map, and its parameters.
    pub kind: Kind,
}

/// A kind of map, and its parameters. The seed decides all that is random.
///
/// ```
/// use wayline_maps::generate::{Kind, Spec};
/// let kind = "rooms:9x9".parse::<Spec>()?.kind;
/// assert_eq!(kind, Kind::Rooms { size: 16, seed: 0 });
/// # Ok::<(), wayline_maps::generate::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// `open`: all cells free.
    Open,
    /// `random`: each cell blocked or not, independently of the others; or larger obstacles, strewn.
    Random {
        /// `density`: how likely a cell is blocked. 0.3 unless given. With larger obstacles, exactly
        /// that share of the cells is.
        density: Density,
        /// `size`: the longest side of obstacles, which are squares of sides up to that: from 1 to 10
        /// cells. 1 unless given.
        size: u32,
        /// `seed`: 0 unless given.
        seed: u64,
    },
    /// `maze`: corridors with exactly one path between any two places, and walls one cell thick.
    Maze {
        /// `corridor`: how many cells wide corridors are, from 1 to 1024. 1 unless given.
        corridor: u32,
        /// `seed`: 0 unless given.
        seed: u64,
    },
    /// `rooms`: square rooms in rows and columns. All are joined by doors one cell wide.
    Rooms {
        /// `size`: cells from one wall to the next, counting one of them: from 2 to 1024. 16 unless
        /// given.
        size: u32,
        /// `seed`: 0 unless given.
        seed: u64,
    },
    /// `caves`: one cave, with every free cell reachable from every other.
    Caves {
        /// `seed`: 0 unless given.
        seed: u64,
    },
    /// `terrain`: lakes, which are blocked, and hills, where the multiplier rises from 1 to 9.
    Terrain {
        /// `relief`: the elevation of the highest hills, from 0 to 10000. 0 unless given, and then
        /// cells have no elevation.
        relief: u32,
        /// `seed`: 0 unless given.
        seed: u64,
    },
}

impl Kind {
    const CORRIDOR: RangeInclusive<u64> = 1..=1024;
    const OBSTACLE: RangeInclusive<u64> = 1..=10;
    const SIZE: RangeInclusive<u64> = 2..=1024;
    const RELIEF: RangeInclusive<u64> = 0..=10_000;

    /// The names of all kinds.
    ///
    /// ```
    /// use wayline_maps::generate::Kind;
    /// assert!(Kind::NAMES.contains(&"caves"));
    /// ```
    pub const NAMES: [&'static str; 6] = ["open", "random", "maze", "rooms", "caves", "terrain"];
}

/// Why a line of text or a value is not a [`Spec`] of a map.
///
/// ```
/// use wayline_maps::generate::Spec;
/// let error = "maze:9x9:corridr=2".parse::<Spec>().unwrap_err();
/// assert_eq!(error.to_string(), "maze has no parameter 'corridr': expected corridor or seed");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// A kind that does not exist.
    #[error("there is no kind of map '{0}': expected {known}", known = either(&Kind::NAMES))]
    UnknownKind(
        /// What was given.
        String,
    ),
    /// A size that is not two numbers.
    #[error("'{0}' is not a size: expected WIDTHxHEIGHT in cells, such as 512x512")]
    NoSize(
        /// What was given.
        String,
    ),
    /// A size that is too large, or too small for the kind of map.
    #[error("{0}")]
    BadSize(
        /// What is wrong with it.
        String,
    ),
    /// A parameter without a value.
    #[error("'{0}' is not a parameter: expected name=value, such as seed=1")]
    NoParameter(
        /// What was given.
        String,
    ),
    /// A parameter that the kind of map does not have.
    #[error("{kind} has no parameter '{name}': expected {}", either(known))]
    UnknownParameter {
        /// The kind of map.
        kind: String,
        /// What was given.
        name: String,
        /// The parameters it has.
        known: Vec<&'static str>,
    },
    /// A parameter given more than once.
    #[error("{0} is given twice: expected it once at most")]
    Twice(
        /// The parameter.
        String,
    ),
    /// A value out of range, or none at all.
    #[error("{name}={value}: expected {expected}")]
    BadValue {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would be good.
        expected: String,
    },
    /// The engine refused the map.
    #[error(transparent)]
    Engine(#[from] wayline::Error),
}

wayline::from_each_error!(SpecError);

/// `a, b or c`.
fn either(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

impl Spec {
    /// Whether a text is meant to be a spec rather than the name of a file: letters, a colon, and a
    /// digit. It may still be a bad one.
    ///
    /// ```
    /// use wayline_maps::generate::Spec;
    /// assert!(Spec::is_meant_by("mase:512x512"));
    /// assert!(!Spec::is_meant_by("maps/maze.map"));
    /// assert!(!Spec::is_meant_by(r"C:\maps\maze.map"));
    /// ```
    pub fn is_meant_by(text: &str) -> bool {
        text.split_once(':').is_some_and(|(kind, rest)| {
            let letters = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphabetic());
            letters && rest.starts_with(|first: char| first.is_ascii_digit())
        })
    }

    /// Whether all values are in range: a spec need not come from a text.
    pub(super) fn check(&self) -> Result<(), SpecError> {
        match self.kind {
            Kind::Random { size, .. } => within("size", size, Kind::OBSTACLE)?,
            Kind::Maze { corridor, .. } => within("corridor", corridor, Kind::CORRIDOR)?,
            Kind::Rooms { size, .. } => within("size", size, Kind::SIZE)?,
            Kind::Terrain { relief, .. } => within("relief", relief, Kind::RELIEF)?,
            _ => {}
        }
        let walled = matches!(self.kind, Kind::Maze { .. } | Kind::Rooms { .. });
        if walled && (self.width < 2 || self.height < 2) {
            let Spec { width, height, .. } = self;
            let bad = format!("a map of {width}x{height} cells with walls: expected at least 2x2");
            return Err(SpecError::BadSize(bad));
        }
        Ok(())
    }
}

fn within(name: &'static str, value: u32, range: RangeInclusive<u64>) -> Result<(), SpecError> {
    whole_within(name, &value.to_string(), range).map(|_| ())
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        if !Kind::NAMES.contains(&name) {
            return Err(SpecError::UnknownKind(name.to_owned()));
        }
        let size = parts.next().unwrap_or_default();
        let sides = size.split_once('x').and_then(|(width, height)| {
            Some((digits(width)?.try_into().ok()?, digits(height)?.try_into().ok()?))
        });
        let (width, height) = sides.ok_or_else(|| SpecError::NoSize(size.to_owned()))?;
        let mut given = Parameters::of(parts)?;
        let kind = match name {
            "random" => Kind::Random {
                density: given.density()?,
                size: given.whole("size", 1, Kind::OBSTACLE)? as u32,
                seed: given.seed()?,
            },
            "maze" => Kind::Maze {
                corridor: given.whole("corridor", 1, Kind::CORRIDOR)? as u32,
                seed: given.seed()?,
            },
            "rooms" => Kind::Rooms {
                size: given.whole("size", 16, Kind::SIZE)? as u32,
                seed: given.seed()?,
            },
            "caves" => Kind::Caves { seed: given.seed()? },
            "terrain" => Kind::Terrain {
                relief: given.whole("relief", 0, Kind::RELIEF)? as u32,
                seed: given.seed()?,
            },
            _ => Kind::Open,
        };
        given.all_known(name)?;
        let spec = Spec { width, height, kind };
        spec.check().map(|()| spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = format_args!("{}x{}", self.width, self.height);
        match self.kind {
            Kind::Open => write!(f, "open:{size}"),
            Kind::Random { density, size: 1, seed } => {
                write!(f, "random:{size}:density={density}:seed={seed}")
            }
            Kind::Random { density, size: side, seed } => {
                write!(f, "random:{size}:density={density}:size={side}:seed={seed}")
            }
            Kind::Maze { corridor, seed } => {
                write!(f, "maze:{size}:corridor={corridor}:seed={seed}")
            }
            Kind::Rooms { size: room, seed } => write!(f, "rooms:{size}:size={room}:seed={seed}"),
            Kind::Caves { seed } => write!(f, "caves:{size}:seed={seed}"),
            Kind::Terrain { relief, seed } => {
                write!(f, "terrain:{size}:relief={relief}:seed={seed}")
            }
        }
    }
}
