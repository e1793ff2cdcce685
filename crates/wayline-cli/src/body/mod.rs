//! What the commands share about bodies: where a kind comes from, where it fits, between which
//! placements it goes, how its path is checked, and how it is shown.

pub(crate) mod draw;
pub(crate) mod ends;
pub(crate) mod figure;
pub(crate) mod json;
pub(crate) mod judge;
pub(crate) mod picture;
pub(crate) mod scenery;

use crate::failure::Failure;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use wayline::Cell;
use wayline::body::{BodyKind, Placement, Terrain};
use wayline_maps::{Problem, bodies};

/// The kind of body that a user named: a preset, or a file of rules.
pub(crate) fn kind(name: &OsStr) -> Result<BodyKind, Failure> {
    if let Some(preset) = name.to_str().and_then(|name| BodyKind::preset(name).ok()) {
        return Ok(preset);
    }
    let path = Path::new(name);
    bodies::read_file(path).map_err(|error| match error.problem() {
        Problem::Io(cause) if cause.kind() == ErrorKind::NotFound => {
            let presets: Vec<_> = BodyKind::presets().iter().map(|(name, _)| *name).collect();
            Failure::Input(format!(
                "{}: no such file: expected a file of rules (.toml), or one of {}",
                path.display(),
                presets.join(", ")
            ))
        }
        _ => error.into(),
    })
}

/// Why a body cannot be somewhere, cell by cell; nothing where it can.
pub(crate) fn misfits(terrain: &Terrain, kind: &BodyKind, placement: Placement) -> Vec<String> {
    let misfit = |(x, y): (i64, i64)| {
        let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        let cell = cell.map(|(x, y)| Cell::new(x, y)).filter(|&cell| terrain.contains(cell));
        let Some(cell) = cell else { return Some(format!("{x},{y} is off the map")) };
        let ground = terrain.ground(cell).unwrap_or_default();
        if terrain.is_blocked(cell) {
            Some(format!("{cell} is blocked"))
        } else if kind.speeds().multiplier(ground).is_none() {
            Some(format!("{cell} is {}, where it cannot go", scenery::name(ground)))
        } else {
            None
        }
    };
    kind.footprint().at(placement).filter_map(misfit).collect()
}

/// A list for people to read, cut short where it is long.
pub(crate) fn listed(things: &[String]) -> String {
    const MOST: usize = 6;
    let first = things[..things.len().min(MOST)].join(", ");
    match things.len().saturating_sub(MOST) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
