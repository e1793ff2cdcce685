//! Settings and results as they are saved: by the names that they have on the command line.

use crate::kernel::cost::Cost;
use crate::question::algorithm::Algorithm;
use crate::question::answer::{Guarantee, Limit, Outcome};
use crate::question::open_list::Open;
use crate::question::settings::{Limits, Stop, Ties};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// What follows from its name.
macro_rules! by_name {
    ($($type:ty: $name:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let name: fn(&$type) -> &'static str = $name;
                serializer.serialize_str(name(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

by_name! {
    Algorithm: |it| it.name();
    Open: |it| it.name();
    Ties: |it| match it {
        Ties::Newest => "newest",
        Ties::HighG => "high-g",
        Ties::LowG => "low-g",
    };
    Stop: |it| match it {
        Stop::Settled => "settled",
        Stop::Generated => "generated",
    };
}

/// Without the flag that cancels, which is not a value.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Limits", deny_unknown_fields)]
struct SavedLimits {
    expansions: Option<u64>,
    cost: Option<Cost>,
    time: Option<Duration>,
}

/// Without [`Limits::cancel`], which is not a value.
impl Serialize for Limits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Limits { expansions, cost, time, .. } = self;
        SavedLimits { expansions, cost, time }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Limits<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedLimits { expansions, cost, time } = SavedLimits::deserialize(deserializer)?;
        Ok(Limits { expansions, cost, time, cancel: None })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Limit", rename_all = "lowercase")]
enum SavedLimit {
    Expansions,
    Cost,
    Time,
    Cancelled,
    States,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Outcome", rename_all = "lowercase")]
enum SavedOutcome {
    Found,
    Unreachable,
    Stopped(#[serde(with = "SavedLimit")] Limit),
}

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedLimit::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        SavedLimit::deserialize(deserializer)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Outcome::Found => SavedOutcome::Found,
            Outcome::Unreachable => SavedOutcome::Unreachable,
            Outcome::Stopped(limit) => SavedOutcome::Stopped(limit),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        Ok(match SavedOutcome::deserialize(deserializer)? {
            SavedOutcome::Found => Outcome::Found,
            SavedOutcome::Unreachable => Outcome::Unreachable,
            SavedOutcome::Stopped(limit) => Outcome::Stopped(limit),
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Guarantee", rename_all = "lowercase")]
enum SavedGuarantee {
    Optimal,
    Declared,
    Within(f64),
    Nothing,
}

impl Serialize for Guarantee {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Guarantee::Optimal => SavedGuarantee::Optimal,
            Guarantee::Declared => SavedGuarantee::Declared,
            Guarantee::Within(times) => SavedGuarantee::Within(times),
            Guarantee::Nothing => SavedGuarantee::Nothing,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Guarantee {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Guarantee, D::Error> {
        match SavedGuarantee::deserialize(deserializer)? {
            SavedGuarantee::Optimal => Ok(Guarantee::Optimal),
            SavedGuarantee::Declared => Ok(Guarantee::Declared),
            SavedGuarantee::Within(times) if (1.0..=1000.0).contains(&times) => {
                Ok(Guarantee::Within(times))
            }
            SavedGuarantee::Within(times) => {
                Err(D::Error::invalid_value(Unexpected::Float(times), &"a factor from 1 to 1000"))
            }
            SavedGuarantee::Nothing => Ok(Guarantee::Nothing),
        }
    }
}
