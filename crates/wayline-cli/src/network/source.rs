//! Where a network comes from: a file, standard input, or a generator.

use crate::failure::Failure;
use crate::output;
use clap::Args;
use std::ffi::OsStr;
use std::io::{ErrorKind, Read};
use std::path::Path;
use wayline_networks::generate::Spec;
use wayline_networks::{Format, Limits, Network, Problem, ReadOptions, Reading, read, read_file};

/// What a network may be, for errors.
const EXPECTED: &str = "expected a network file (.csv, .gr, .osm.pbf, .osm, .graphml, .geojson, \
                        airports.dat, each also .gz), - for standard input, or a generator such as \
                        roads:20000:seed=1";

/// How a network is read: flags that all its commands take.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Reader {
    /// Who travels: car, bike, foot, or a file of rules (.toml); for OSM files
    #[arg(long, value_name = "car|bike|foot|FILE", help_heading = "Network")]
    pub(crate) profile: Option<String>,
}

impl Reader {
    /// Reads or makes the network that a user named, and mentions what was left out. A file goes before
    /// a generator of the same name.
    pub(crate) fn load(&self, name: &OsStr) -> Result<Network, Failure> {
        let options = ReadOptions::default();
        let path = Path::new(name);
        let reading = if name == "-" {
            stdin(&options)?
        } else if let Some(spec) = spec(name) {
            let made = spec.parse::<Spec>().map_err(|error| error.to_string());
            let spec = made.map_err(|error| Failure::Input(format!("{spec}: {error}")))?;
            let network = spec.generate(options.limits)?;
            Reading { network, left_out: Default::default() }
        } else {
            read_file(path, &options).map_err(|error| match error.problem() {
                Problem::Io(cause) if cause.kind() == ErrorKind::NotFound => {
                    Failure::Input(format!("{}: no such file: {EXPECTED}", path.display()))
                }
                _ => error.into(),
            })?
        };
        for omission in reading.left_out.omissions() {
            output::note(&format!("left out: {omission}"));
        }
        if reading.network.nodes() == 0 {
            return Err(Failure::Input(format!("{}: the network has no nodes", path.display())));
        }
        Ok(reading.network)
    }
}

/// The text of a generator, if one is meant and no file has its name.
fn spec(name: &OsStr) -> Option<&str> {
    name.to_str().filter(|spec| Spec::is_meant_by(spec) && !Path::new(name).exists())
}

/// Whether a network is meant, and not a map: by its name.
pub(crate) fn is_meant_by(name: &OsStr) -> bool {
    let path = Path::new(name);
    spec(name).is_some() || Format::of_path(path).is_some() || path.join("airports.dat").is_file()
}

fn stdin(options: &ReadOptions) -> Result<Reading, Failure> {
    let Limits { bytes: most, .. } = options.limits;
    let mut bytes = Vec::new();
    let named = |error: wayline_networks::NetworkError| error.in_file("standard input");
    let got = std::io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes);
    got.map_err(|source| Failure::Unreadable { path: "standard input".into(), source })?;
    // What says nothing about itself is rows of text.
    let format = Format::of_bytes(&bytes).is_none() && !bytes.starts_with(b"\x1f\x8b");
    let format = format.then_some(Format::Csv);
    Ok(read(&bytes, None, &ReadOptions { format, ..options.clone() }).map_err(named)?)
}
