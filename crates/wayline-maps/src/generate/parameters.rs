//! The parameters in a line of text: `name=value`, parted by colons.

use super::{Density, SpecError};
use std::ops::RangeInclusive;

/// Parameters that were given, and which of them have been asked for.
pub(super) struct Parameters<'a> {
    given: Vec<(&'a str, &'a str)>,
    known: Vec<&'static str>,
}

impl<'a> Parameters<'a> {
    pub(super) fn of(parts: impl Iterator<Item = &'a str>) -> Result<Parameters<'a>, SpecError> {
        let mut given: Vec<(&str, &str)> = Vec::new();
        for part in parts {
            let pair = part.split_once('=');
            let (name, value) = pair.ok_or_else(|| SpecError::NoParameter(part.to_owned()))?;
            if given.iter().any(|&(earlier, _)| earlier == name) {
                return Err(SpecError::Twice(name.to_owned()));
            }
            given.push((name, value));
        }
        Ok(Parameters { given, known: Vec::new() })
    }

    fn value(&mut self, name: &'static str) -> Option<&'a str> {
        self.known.push(name);
        self.given.iter().find(|(given, _)| *given == name).map(|&(_, value)| value)
    }

    pub(super) fn whole(
        &mut self,
        name: &'static str,
        default: u64,
        range: RangeInclusive<u64>,
    ) -> Result<u64, SpecError> {
        self.value(name).map_or(Ok(default), |value| whole_within(name, value, range))
    }

    pub(super) fn seed(&mut self) -> Result<u64, SpecError> {
        self.whole("seed", 0, 0..=u64::MAX)
    }

    pub(super) fn density(&mut self) -> Result<Density, SpecError> {
        self.value("density").map_or(Ok(Density::from_percent(30)), str::parse)
    }

    /// Complains about a parameter that the generator does not have.
    pub(super) fn all_known(self, kind: &str) -> Result<(), SpecError> {
        match self.given.iter().find(|(name, _)| !self.known.contains(name)) {
            None => Ok(()),
            Some((name, _)) => {
                let (kind, name) = (kind.to_owned(), (*name).to_owned());
                Err(SpecError::UnknownParameter { kind, name, known: self.known })
            }
        }
    }
}

/// A whole number in a range.
pub(super) fn whole_within(
    name: &'static str,
    value: &str,
    range: RangeInclusive<u64>,
) -> Result<u64, SpecError> {
    digits(value).filter(|number| range.contains(number)).ok_or_else(|| {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        SpecError::BadValue { name, value: value.to_owned(), expected }
    })
}

/// A number written in digits and nothing else.
pub(super) fn digits(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
