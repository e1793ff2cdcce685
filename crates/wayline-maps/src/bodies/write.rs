//! Kinds of bodies, written.

use super::{OTHERS, simplest};
use crate::{MapError, Problem};
use std::io::Write;
use wayline::body::{BodyKind, Footprint, Heading, Rule, Speeds, Sweep, Terrain};

/// Writes a kind of body so that [`read`](super::read) gives the same one.
///
/// ```
/// use wayline::body::BodyKind;
/// use wayline_maps::bodies;
/// let car = BodyKind::preset("car")?;
/// let mut file = Vec::new();
/// bodies::write(&car, &mut file)?;
/// assert_eq!(bodies::read(&file)?, car);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(kind: &BodyKind, mut out: impl Write) -> Result<(), MapError> {
    let terrain = terrain(kind)?;
    writeln!(out, "name = {}", quoted(kind.name()))?;
    writeln!(out, "footprint = {}", rows(kind.footprint()))?;
    for rule in kind.rules() {
        writeln!(out, "\n[[moves]]")?;
        write_rule(&simplest(kind.footprint(), rule), &mut out)?;
    }
    if !terrain.is_empty() {
        write!(out, "\n[terrain]\n{terrain}")?;
    }
    Ok(())
}

fn write_rule(rule: &Rule, out: &mut impl Write) -> Result<(), MapError> {
    let Rule { heading, dx, dy, to, time, sweep, .. } = rule;
    if let Some(heading) = heading {
        writeln!(out, "heading = \"{heading}\"")?;
    }
    for (key, offset) in [("dx", dx), ("dy", dy)] {
        if *offset != 0 {
            writeln!(out, "{key} = {offset}")?;
        }
    }
    if *to != heading.unwrap_or(Heading::E) {
        writeln!(out, "to = \"{to}\"")?;
    }
    writeln!(out, "time = {time}")?;
    match sweep {
        Sweep::Usual => {}
        Sweep::Ends => writeln!(out, "swept = \"ends\"")?,
        Sweep::Hull => writeln!(out, "swept = \"hull\"")?,
        Sweep::Cells(cells) => {
            let cells: Vec<_> = cells.iter().map(|(dx, dy)| format!("[{dx}, {dy}]")).collect();
            writeln!(out, "swept = [{}]", cells.join(", "))?;
        }
    }
    Ok(())
}

/// What differs from the speeds that a file begins with.
fn terrain(kind: &BodyKind) -> Result<String, MapError> {
    let speeds = kind.speeds();
    // No map has this ground, so it tells what becomes of those that are not named.
    let others_forbidden = speeds.multiplier(0).is_none();
    let usual = Speeds::default();
    let before = |ground| if others_forbidden { None } else { usual.multiplier(ground) };
    let mut text = String::new();
    if others_forbidden {
        text += &format!("{OTHERS} = \"forbidden\"\n");
    }
    for ground in 0..=u8::MAX {
        let multiplier = speeds.multiplier(ground);
        if multiplier == before(ground) {
            continue;
        }
        let letter = char::from(ground).to_string();
        if !ground.is_ascii() || Terrain::ground_named(&letter).is_err() {
            let what = format!("ground {ground} has no letter that a file could name");
            return Err(Problem::BadField { field: "terrain".to_owned(), what }.into());
        }
        let letter = if ground.is_ascii_alphanumeric() { letter } else { quoted(&letter) };
        text += &match multiplier {
            Some(times) => format!("{letter} = {times}\n"),
            None => format!("{letter} = \"forbidden\"\n"),
        };
    }
    for (key, share) in [("uphill", speeds.uphill()), ("downhill", speeds.downhill())] {
        if share != 0.0 {
            text += &format!("{key} = {share}\n");
        }
    }
    Ok(text)
}

fn rows(footprint: &Footprint) -> String {
    let cells = footprint.cells(Heading::E);
    let span = |side: fn(&(i32, i32)) -> i32| {
        let (least, most) = (cells.iter().map(side).min(), cells.iter().map(side).max());
        least.unwrap_or(0)..=most.unwrap_or(0)
    };
    let letter = |cell: (i32, i32)| match cell {
        (0, 0) => 'P',
        cell if cells.contains(&cell) => '#',
        _ => '.',
    };
    let row = |dy: i32| span(|cell| cell.0).map(|dx| letter((dx, dy))).collect::<String>();
    let rows: Vec<_> = span(|cell| cell.1).map(|dy| format!("\"{}\"", row(dy))).collect();
    format!("[{}]", rows.join(", "))
}

/// A text as TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => {
                quoted += &format!("\\u{:04X}", u32::from(control));
            }
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}
