//! [`Spec`]: which network to make, as a value and as a line of text.

use std::fmt;
use std::str::FromStr;

/// Which network to make. Written and read as `roads:NODES:seed=SEED`.
///
/// ```
/// use wayline_networks::generate::Spec;
/// let spec: Spec = "roads:100000".parse()?;
/// assert_eq!(spec, Spec { nodes: 100_000, seed: 0 });
/// assert_eq!(spec.to_string(), "roads:100000:seed=0");
/// # Ok::<(), wayline_networks::generate::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// How many nodes: from 4 to 50 million.
    pub nodes: u32,
    /// Decides all that is random. 0 unless given.
    pub seed: u64,
}

/// Why a line of text or a value is not a [`Spec`].
///
/// ```
/// use wayline_networks::generate::Spec;
/// let error = "roads:many".parse::<Spec>().unwrap_err();
/// assert_eq!(error.to_string(), "'many' nodes: expected a whole number from 4 to 50000000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// A kind that does not exist.
    #[error("there is no kind of network '{0}': expected roads, as in roads:100000:seed=1")]
    UnknownKind(
        /// What was given.
        String,
    ),
    /// A number of nodes that is not a number, too small or too large.
    #[error("'{0}' nodes: expected a whole number from {min} to {max}", min = Spec::MIN, max = Spec::MAX)]
    BadNodes(
        /// What was given.
        String,
    ),
    /// A parameter other than the seed, or a seed that is not a number.
    #[error("'{0}' is not a parameter of roads: expected a seed once at most, such as seed=1")]
    BadParameter(
        /// What was given.
        String,
    ),
}

impl Spec {
    const MIN: u32 = 4;
    const MAX: u32 = 50_000_000;

    /// Whether a text is meant to be a spec rather than the name of a file: letters, a colon, and a
    /// digit. It may still be a bad one.
    ///
    /// ```
    /// use wayline_networks::generate::Spec;
    /// assert!(Spec::is_meant_by("rods:5000"));
    /// assert!(!Spec::is_meant_by("roads.csv") && !Spec::is_meant_by(r"C:\roads.csv"));
    /// ```
    pub fn is_meant_by(text: &str) -> bool {
        text.split_once(':').is_some_and(|(kind, rest)| {
            let letters = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphabetic());
            kind == "roads" || letters && rest.starts_with(|first: char| first.is_ascii_digit())
        })
    }

    /// Whether the number of nodes is in range: a spec need not come from a text.
    pub(super) fn check(&self) -> Result<(), SpecError> {
        match (Spec::MIN..=Spec::MAX).contains(&self.nodes) {
            true => Ok(()),
            false => Err(SpecError::BadNodes(self.nodes.to_string())),
        }
    }
}

/// A number written in digits and nothing else.
fn digits<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let mut parts = text.split(':');
        let kind = parts.next().unwrap_or_default();
        if kind != "roads" {
            return Err(SpecError::UnknownKind(kind.to_owned()));
        }
        let nodes = parts.next().unwrap_or_default();
        let nodes = digits(nodes).ok_or_else(|| SpecError::BadNodes(nodes.to_owned()))?;
        let seed = match parts.next() {
            None => 0,
            Some(part) => part
                .strip_prefix("seed=")
                .and_then(digits)
                .ok_or_else(|| SpecError::BadParameter(part.to_owned()))?,
        };
        if let Some(more) = parts.next() {
            return Err(SpecError::BadParameter(more.to_owned()));
        }
        let spec = Spec { nodes, seed };
        spec.check().map(|()| spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roads:{}:seed={}", self.nodes, self.seed)
    }
}
