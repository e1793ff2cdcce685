//! Where a map comes from: a file, standard input, or a generator.

use crate::failure::Failure;
use std::ffi::OsStr;
use std::io::{ErrorKind, Read};
use std::path::Path;
use wayline::Grid;
use wayline_maps::generate::Spec;
use wayline_maps::{Limits, Map, MapError, Problem, TerrainMap};

/// What a map may be, for errors.
const EXPECTED: &str = "expected a map file (.map, .txt or .png), - for standard input, or a \
                        generator such as random:512x512:density=0.3:seed=7";

/// More bytes than any map takes that may be read.
const MAX_STDIN: u64 = (1 << 26) * 3 + 4096;

/// Reads or makes the map that a user named. A file goes before a generator of the same name.
pub(crate) fn load(name: &OsStr) -> Result<Map, Failure> {
    from(name, Map::from, wayline_maps::read_file, |bytes| wayline_maps::read(bytes, None))
}

/// The same with the letters of the ground, for bodies.
pub(crate) fn load_terrain(name: &OsStr) -> Result<TerrainMap, Failure> {
    let read = |bytes: &[u8]| wayline_maps::read_terrain(bytes, None, Limits::default());
    from(name, |grid| Map::from(grid).into(), wayline_maps::read_terrain_file, read)
}

fn from<M>(
    name: &OsStr,
    made: fn(Grid) -> M,
    open: fn(&Path) -> Result<M, MapError>,
    read: impl FnOnce(&[u8]) -> Result<M, MapError>,
) -> Result<M, Failure> {
    let path = Path::new(name);
    if name == "-" {
        return stdin(read);
    }
    // A generator is text; a file may have any name.
    if let Some(spec) = name.to_str().filter(|spec| Spec::is_meant_by(spec))
        && !path.exists()
    {
        return generated(spec).map(made);
    }
    open(path).map_err(|error| match error.problem() {
        Problem::Io(cause) if cause.kind() == ErrorKind::NotFound => {
            Failure::Input(format!("{}: no such file: {EXPECTED}", path.display()))
        }
        _ => error.into(),
    })
}

/// Makes the map of a spec.
pub(crate) fn generated(spec: &str) -> Result<Grid, Failure> {
    let made = spec.parse::<Spec>().and_then(|spec| spec.generate(Limits::default()));
    made.map_err(|error| Failure::Input(format!("{spec}: {error}")))
}

fn stdin<M>(read_map: impl FnOnce(&[u8]) -> Result<M, MapError>) -> Result<M, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MAX_STDIN + 1).read_to_end(&mut bytes);
    let unreadable = |error: MapError| Failure::from(error.in_file("standard input"));
    read.map_err(|error| unreadable(error.into()))?;
    if bytes.len() as u64 > MAX_STDIN {
        return Err(unreadable(Problem::TooLong { max: MAX_STDIN }.into()));
    }
    read_map(&bytes).map_err(unreadable)
}
