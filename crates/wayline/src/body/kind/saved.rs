//! Kinds of bodies as they are saved, with the feature `serde`. Everything read goes through the checks of the
//! constructors.

use super::body_kind::BodyKind;
use super::footprint::Footprint;
use super::placement::Heading;
use super::rules::Rule;
use super::speeds::Speeds;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The cells of a body heading east.
impl Serialize for Footprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cells(Heading::E).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Footprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Footprint, D::Error> {
        let cells = Vec::<(i32, i32)>::deserialize(deserializer)?;
        Footprint::new(cells).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
struct SavedSpeeds {
    /// Letters and multipliers that are not the usual ones; `None` where the body does not go.
    ground: Vec<(u8, Option<f64>)>,
    uphill: f64,
    downhill: f64,
}

impl Serialize for Speeds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let usual = Speeds::default();
        let unusual = |&ground: &u8| self.multiplier(ground) != usual.multiplier(ground);
        let ground = (0..=u8::MAX).filter(unusual).map(|ground| (ground, self.multiplier(ground)));
        let (uphill, downhill) = (self.uphill(), self.downhill());
        SavedSpeeds { ground: ground.collect(), uphill, downhill }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Speeds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Speeds, D::Error> {
        let SavedSpeeds { ground, uphill, downhill } = SavedSpeeds::deserialize(deserializer)?;
        let mut speeds = Speeds::default();
        for (letter, multiplier) in ground {
            speeds.set(letter, multiplier).map_err(D::Error::custom)?;
        }
        speeds.set_slopes(uphill, downhill).map_err(D::Error::custom)?;
        Ok(speeds)
    }
}

#[derive(Serialize, Deserialize)]
struct SavedKind<'a> {
    name: Cow<'a, str>,
    footprint: Cow<'a, Footprint>,
    rules: Vec<Rule>,
    speeds: Cow<'a, Speeds>,
}

impl Serialize for BodyKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let saved = SavedKind {
            name: Cow::Borrowed(self.name()),
            footprint: Cow::Borrowed(self.footprint()),
            rules: self.rules(),
            speeds: Cow::Borrowed(self.speeds()),
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BodyKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BodyKind, D::Error> {
        let SavedKind { name, footprint, rules, speeds } = SavedKind::deserialize(deserializer)?;
        let builder = BodyKind::builder(&name, footprint.into_owned()).speeds(speeds.into_owned());
        let builder = rules.into_iter().fold(builder, |builder, rule| builder.rule(rule));
        builder.build().map_err(D::Error::custom)
    }
}
