//! [`Profile`]: a kind of traveller, where they may go, and how fast.

use crate::unpacked;
use crate::xml::place;
use crate::{Limits, NetworkError, Problem, TurnRules};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use wayline::Cost;

/// Values of a tag, each with a number.
pub(super) type Numbers = BTreeMap<String, f64>;

/// A kind of traveller on an OSM map: which ways they may use, how fast, in which directions, and what stops them.
///
/// Three come with the crate; any other is a TOML file. Copy one of those in
/// [`profiles`](https://github.com/wayline/wayline/tree/main/crates/wayline-networks/profiles) and
/// change it: each field is explained there.
///
/// ```
/// use wayline_networks::osm::Profile;
/// let slow = Profile::CAR.replace("motorway = 110", "motorway = 80");
/// let profile = Profile::from_toml(&slow)?;
/// assert_eq!(profile.name(), "car");
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    name: String,
    pub(super) access_keys: Vec<String>,
    pub(super) access: Numbers,
    pub(super) speeds: BTreeMap<String, Numbers>,
    #[serde(default)]
    pub(super) needs_grant: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) at_most: BTreeMap<String, Numbers>,
    pub(super) maxspeed: MaxSpeed,
    pub(super) oneway: OneWay,
    pub(super) barriers: Barriers,
    pub(super) obeys_restrictions: bool,
    #[serde(default)]
    turns: Turns,
}

/// What the tag `maxspeed` means.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MaxSpeed {
    pub(super) replaces: bool,
    pub(super) share: f64,
    pub(super) fastest: f64,
    pub(super) named: Numbers,
}

/// When a way leads in one direction only.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneWay {
    pub(super) keys: Vec<String>,
    #[serde(default)]
    pub(super) implied: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) except: BTreeMap<String, Vec<String>>,
}

/// Which nodes cannot be passed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Barriers {
    pub(super) closed: Vec<String>,
}

/// What turns cost, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Turns {
    left: f64,
    right: f64,
    u_turn: f64,
}

impl Profile {
    /// The profile of a car, as TOML.
    pub const CAR: &str = include_str!("../../profiles/car.toml");
    /// The profile of a bicycle, as TOML.
    pub const BIKE: &str = include_str!("../../profiles/bike.toml");
    /// The profile of someone on foot, as TOML.
    pub const FOOT: &str = include_str!("../../profiles/foot.toml");

    /// Reads a profile.
    ///
    /// ```
    /// use wayline_networks::osm::Profile;
    /// let error = Profile::from_toml("name = 5").unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 8: invalid type"));
    /// ```
    pub fn from_toml(text: &str) -> Result<Profile, NetworkError> {
        let profile: Profile = toml::from_str(text).map_err(|error| {
            let (line, column) = place(text, error.span().map_or(0, |span| span.start));
            NetworkError::at(line, column, Problem::BadProfile(error.message().to_owned()))
        })?;
        profile.check()?;
        Ok(profile)
    }

    /// A traveller who may go nowhere: for formats that have no use for a profile, where the code that reads
    /// one is not wanted.
    ///
    /// ```
    /// use wayline_networks::{ReadOptions, csv, osm::Profile};
    /// let options = ReadOptions { profile: Profile::nobody(), ..ReadOptions::default() };
    /// assert!(csv::read(b"from,to,cost\na,b,1\n", None, &options).is_ok());
    /// ```
    pub fn nobody() -> Profile {
        Profile {
            name: "nobody".to_owned(),
            access_keys: Vec::new(),
            access: Numbers::new(),
            speeds: BTreeMap::new(),
            needs_grant: BTreeMap::new(),
            at_most: BTreeMap::new(),
            maxspeed: MaxSpeed { replaces: false, share: 1.0, fastest: 0.0, named: Numbers::new() },
            oneway: OneWay { keys: Vec::new(), implied: BTreeMap::new(), except: BTreeMap::new() },
            barriers: Barriers { closed: Vec::new() },
            obeys_restrictions: false,
            turns: Turns::default(),
        }
    }

    /// Reads a profile from a file.
    pub fn from_file(path: &Path) -> Result<Profile, NetworkError> {
        let read = || {
            let bytes = unpacked::file(path, Limits { bytes: 1 << 20, ..Limits::default() })?;
            let text = String::from_utf8(bytes).map_err(|_| {
                Problem::BadProfile("bytes that are no UTF-8: expected TOML".to_owned())
            })?;
            Profile::from_toml(&text)
        };
        read().map_err(|error: NetworkError| error.in_file(path))
    }

    /// One of those that come with the crate: `car`, `bike` or `foot`.
    ///
    /// ```
    /// use wayline_networks::osm::Profile;
    /// assert!(Profile::named("bike").is_some() && Profile::named("boat").is_none());
    /// ```
    pub fn named(name: &str) -> Option<Profile> {
        let text = match name {
            "car" => Profile::CAR,
            "bike" => Profile::BIKE,
            "foot" => Profile::FOOT,
            _ => return None,
        };
        Profile::from_toml(text).ok()
    }

    /// One of those that come with the crate, by its name, or any other, by its file.
    ///
    /// ```
    /// use wayline_networks::osm::Profile;
    /// assert_eq!(Profile::open("foot")?.name(), "foot");
    /// let error = Profile::open("boat").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no profile 'boat': expected car, bike, foot or a file");
    /// # Ok::<(), wayline_networks::NetworkError>(())
    /// ```
    pub fn open(name_or_file: &str) -> Result<Profile, NetworkError> {
        if let Some(profile) = Profile::named(name_or_file) {
            return Ok(profile);
        }
        let path = Path::new(name_or_file);
        // What has no folder and no extension was meant to be a name.
        if path.components().count() == 1 && path.extension().is_none() && !path.exists() {
            let what =
                format!("there is no profile '{name_or_file}': expected car, bike, foot or a file");
            return Err(Problem::BadProfile(what).into());
        }
        Profile::from_file(path)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What turns cost, in seconds.
    pub fn turns(&self) -> TurnRules {
        let cost = |seconds: f64| Cost::try_from(seconds).unwrap_or_default();
        let Turns { left, right, u_turn } = self.turns;
        TurnRules { left: cost(left), right: cost(right), u_turn: cost(u_turn) }
    }

    /// Numbers that make sense: a speed is positive, or zero for what is closed.
    fn check(&self) -> Result<(), NetworkError> {
        let speeds = self.speeds.values().chain(self.at_most.values()).flatten();
        let named = self.maxspeed.named.iter();
        for (value, &speed) in speeds.chain(named) {
            check(value, speed, 0.0..=1000.0)?;
        }
        self.access.iter().try_for_each(|(value, &share)| check(value, share, 0.0..=1.0))?;
        check("maxspeed.share", self.maxspeed.share, 0.1..=2.0)?;
        let Turns { left, right, u_turn } = self.turns;
        for (turn, seconds) in [("left", left), ("right", right), ("u_turn", u_turn)] {
            check(&format!("turns.{turn}"), seconds, 0.0..=3600.0)?;
        }
        check("maxspeed.fastest", self.maxspeed.fastest, 1.0..=1000.0)
    }
}

impl Default for Profile {
    /// That of a car.
    fn default() -> Profile {
        Profile::named("car").expect("a test reads it")
    }
}

fn check(
    what: &str,
    number: f64,
    range: std::ops::RangeInclusive<f64>,
) -> Result<(), NetworkError> {
    if range.contains(&number) {
        return Ok(());
    }
    let (from, to) = range.into_inner();
    Err(Problem::BadProfile(format!("{what} = {number}: expected a number from {from} to {to}"))
        .into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_that_come_along_are_sound() {
        for name in ["car", "bike", "foot"] {
            assert_eq!(Profile::named(name).unwrap().name(), name);
        }
        assert_eq!(Profile::default().name(), "car");
    }

    #[test]
    fn errors_point_at_the_line_or_name_the_field() {
        let error = |text: &str| Profile::from_toml(text).unwrap_err().to_string();
        let unknown = Profile::CAR.replace("obeys_restrictions", "obeys_restriction");
        assert!(error(&unknown).contains("obeys_restriction"), "{}", error(&unknown));
        let fast = Profile::CAR.replace("motorway = 110", "motorway = -1");
        assert_eq!(error(&fast), "motorway = -1: expected a number from 0 to 1000");
    }
}
