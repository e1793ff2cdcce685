//! [`Density`]: an exact probability.

use super::SpecError;
use std::fmt;
use std::str::FromStr;

/// How likely a cell is blocked: a decimal from 0 to 1 with at most nine decimals, kept exactly.
///
/// ```
/// use wayline_maps::generate::Density;
/// let density: Density = "0.35".parse()?;
/// assert_eq!(density, Density::from_percent(35));
/// assert_eq!(density.to_string(), "0.35");
/// assert!("1.5".parse::<Density>().is_err());
/// # Ok::<(), wayline_maps::generate::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Density(u32);

impl Density {
    pub(super) const ONE: u32 = 1_000_000_000;

    /// This many in a hundred; more than a hundred count as a hundred.
    ///
    /// ```
    /// assert_eq!(wayline_maps::generate::Density::from_percent(50).to_string(), "0.5");
    /// ```
    pub const fn from_percent(percent: u32) -> Density {
        Density(if percent < 100 { percent * (Density::ONE / 100) } else { Density::ONE })
    }

    pub(super) fn billionths(self) -> u32 {
        self.0
    }
}

impl FromStr for Density {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Density, SpecError> {
        let exact = || {
            let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
            let all_digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            if !all_digits || decimals.is_empty() || decimals.len() > 9 {
                return None;
            }
            let whole: u32 = whole.parse().ok()?;
            let decimals: u32 = format!("{decimals:0<9}").parse().ok()?;
            whole.checked_mul(Density::ONE)?.checked_add(decimals)
        };
        exact().filter(|&billionths| billionths <= Density::ONE).map(Density).ok_or_else(|| {
            SpecError::BadValue {
                name: "density",
                value: text.to_owned(),
                expected: "a number from 0 to 1 with at most nine decimals, such as 0.3".to_owned(),
            }
        })
    }
}

impl fmt::Display for Density {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.0 / Density::ONE, self.0 % Density::ONE);
        let text = format!("{whole}.{decimals:09}");
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
