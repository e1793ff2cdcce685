//! [`Source`]: a file or a generator, as it is named on a command line.

use crate::generate::{Spec, SpecError};
use crate::{LeftOut, NetworkError, ReadOptions, Reading, read_file};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a network comes from: a file, or a generator such as `roads:100000:seed=1`.
///
/// ```
/// use wayline_networks::{ReadOptions, Source};
/// let source: Source = "roads:500:seed=1".parse()?;
/// let network = source.read(&ReadOptions::default())?.network;
/// assert!(network.nodes() >= 450);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A file, or the folder with OpenFlights.
    File(PathBuf),
    /// A generator.
    Generated(Spec),
}

impl Source {
    /// Reads or makes the network.
    pub fn read(&self, options: &ReadOptions) -> Result<Reading, NetworkError> {
        match self {
            Source::File(path) => read_file(path, options),
            Source::Generated(spec) => {
                let network = spec.generate(options.limits)?;
                let network = network.with_turn_rules(&options.turns.unwrap_or_default())?;
                Ok(Reading { network, restrictions: 0, left_out: LeftOut::default() })
            }
        }
    }
}

impl FromStr for Source {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Source, SpecError> {
        match Spec::is_meant_by(text) {
            true => text.parse().map(Source::Generated),
            false => Ok(Source::File(text.into())),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => path.display().fmt(f),
            Source::Generated(spec) => spec.fmt(f),
        }
    }
}
