//! Kinds of bodies as TOML: what a body covers, how it moves, and on what ground.
//!
//! ```toml
//! name = "tank"
//! footprint = ["P#"]         # heading east; P is the pivot
//!
//! [[moves]]                  # of a body heading east, turned for the other headings
//! dx = 1
//! time = 10
//!
//! [[moves]]
//! turn = "left"
//! time = 15
//!
//! [terrain]                  # how many times as long a move takes there
//! swamp = 3.0
//! W = "forbidden"
//! ```
//!
//! The whole format is described in `docs/bodies.md` of the repository, and every preset of the
//! engine is written out under `examples/bodies/`.

mod write;

pub use write::write;

use crate::fields::{self, Field, Table, either};
use crate::{MapError, Problem};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use wayline::BodyError;
use wayline::body::{BodyKind, Footprint, Heading, KindBuilder, Rule, Sweep, Terrain};

/// The longest file that is read: rules are short.
pub const MAX_BYTES: u64 = 1 << 18;

/// Reads a kind of body. An error has the line, the column and the field.
///
/// ```
/// let kind = wayline_maps::bodies::read(b"preset = 'tank'\nfootprint = { length = 3, width = 2 }")?;
/// assert_eq!(kind.footprint().cells(wayline::body::Heading::E).len(), 6);
///
/// let error = wayline_maps::bodies::read(b"footprint = ['P']\n[[moves]]\ndx = 1\ntime = -5\n");
/// assert_eq!(
///     error.unwrap_err().to_string(),
///     "line 4, column 8: moves[0].time: -5: expected a whole number from 1 to 10000"
/// );
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<BodyKind, MapError> {
    fields::document(bytes, MAX_BYTES, |table| kind(table, None))
}

/// Opens and reads a kind of body. The error names the file; a kind without a name is called after
/// it.
///
/// ```
/// let error = wayline_maps::bodies::read_file("no/such.toml".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.toml: "));
/// ```
pub fn read_file(path: &Path) -> Result<BodyKind, MapError> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let read = || {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        fields::document(&bytes, MAX_BYTES, |table| kind(table, stem))
    };
    read().map_err(|error| error.in_file(path))
}

pub(crate) const KEYS: [&str; 6] =
    ["name", "preset", "footprint", "moves", "more_moves", "terrain"];

/// The kind that a table describes; without a name of its own it is called as said, or as its preset.
pub(crate) fn kind(table: &Table<'_>, called: Option<&str>) -> Result<BodyKind, MapError> {
    table.only(&KEYS)?;
    let base = match table.get("preset") {
        Some(field) => Some(preset(&field)?),
        None => None,
    };
    let name = match table.get("name") {
        Some(field) => field.text("a name")?,
        None => called.or(base.as_ref().map(BodyKind::name)).unwrap_or("body"),
    };
    let own = table.get("footprint").map(|field| footprint(&field)).transpose()?;
    let footprint = match (own, &base) {
        (Some(own), _) => own,
        (None, Some(base)) => base.footprint().clone(),
        (None, None) => return Err(table.missing("footprint", "rows, as in [\"P#\"]")),
    };
    let mut draft = Draft { builder: BodyKind::builder(name, footprint), rows: Vec::new() };
    if let Some(base) = &base {
        draft.builder = draft.builder.speeds(base.speeds().clone());
    }
    match (table.get("moves"), &base) {
        (Some(moves), _) => {
            if moves.list("a list of tables, each beginning with [[moves]]")?.is_empty() {
                return Err(moves.bad("there are none: expected at least one"));
            }
            draft = draft.moves(table.rows("moves")?)?;
        }
        (None, Some(base)) => {
            for rule in base.rules() {
                draft.builder = draft.builder.rule(simplest(base.footprint(), rule));
                draft.rows.push(None);
            }
        }
        (None, None) => {
            return Err(table.missing("moves", "at least one [[moves]]"));
        }
    }
    draft = draft.moves(table.rows("more_moves")?)?;
    if let Some(terrain) = table.get("terrain") {
        draft.builder = speeds(draft.builder, &terrain.table()?)?;
    }
    draft.build(table)
}

/// A kind in the making, which knows where each of its rules was written.
struct Draft<'d> {
    builder: KindBuilder,
    /// None for rules of a preset.
    rows: Vec<Option<Table<'d>>>,
}

impl<'d> Draft<'d> {
    fn moves(mut self, rows: Vec<Table<'d>>) -> Result<Draft<'d>, MapError> {
        for row in rows {
            self.builder = self.builder.rule(rule(&row)?);
            self.rows.push(Some(row));
        }
        Ok(self)
    }

    fn build(self, table: &Table<'_>) -> Result<BodyKind, MapError> {
        let Draft { builder, rows } = self;
        builder.build().map_err(|error| {
            let BodyError::BadRule { field, what } = &error else {
                return Problem::from(error).into();
            };
            // `moves[3].time`, counted over all rules there are.
            let row = field.strip_prefix("moves[").and_then(|rest| rest.split_once(']'));
            let row = row.and_then(|(i, key)| {
                let row = rows.get(i.parse::<usize>().ok()?)?.as_ref()?;
                Some((row, key.strip_prefix('.').unwrap_or(key)))
            });
            match row {
                Some((row, key)) => match row.get(key) {
                    Some(field) => field.bad(what.as_str()),
                    None => row.bad(what.as_str()),
                },
                None => match table.get(field) {
                    Some(field) => field.bad(what.as_str()),
                    None => table.bad(format!("{field}: {what}")),
                },
            }
        })
    }
}

/// The preset that a field names.
pub(crate) fn preset(field: &Field<'_>) -> Result<BodyKind, MapError> {
    let names: Vec<_> = BodyKind::presets().iter().map(|(name, _)| *name).collect();
    let expected = either(&names);
    BodyKind::preset(field.text(&expected)?).map_err(|_| field.expected(&expected))
}

fn footprint(field: &Field<'_>) -> Result<Footprint, MapError> {
    const EXPECTED: &str =
        "rows such as [\"P#\"], cells such as [[0, 0], [1, 0]], or { length = 2, width = 1 }";
    let placed = |error: BodyError| match error {
        BodyError::BadRule { what, .. } => field.bad(what),
        other => field.bad(other.to_string()),
    };
    if field.is_table() {
        let table = field.table()?;
        table.only(&["length", "width"])?;
        let side = |key: &str| match table.get(key) {
            Some(side) => {
                let most = Footprint::MAX_SIDE;
                let expected = format!("a whole number from 1 to {most}");
                let cells: u32 = side.whole(&expected)?;
                if (1..=most).contains(&cells) { Ok(cells) } else { Err(side.expected(&expected)) }
            }
            None => Ok(1),
        };
        return Footprint::rectangle(side("length")?, side("width")?).map_err(placed);
    }
    let rows = field.list(EXPECTED)?;
    // Enough for any footprint, and for the error about one that is too large.
    let most = (Footprint::MAX_SIDE as usize + 1).pow(2);
    if rows.len() > most {
        return Err(field.bad(format!("{} rows or cells: expected at most {most}", rows.len())));
    }
    if rows.first().is_some_and(Field::is_list) {
        let cells = cells(&rows)?;
        return Footprint::new(cells).map_err(placed);
    }
    let mut texts = Vec::new();
    for row in &rows {
        let text = row.text("a row of 'P', '#' and '.'")?;
        if text.len() > most {
            return Err(row.bad(format!("{} cells: expected fewer", text.len())));
        }
        texts.push(text);
    }
    Footprint::from_rows(texts).map_err(placed)
}

/// Cells as pairs.
fn cells(list: &[Field<'_>]) -> Result<Vec<(i32, i32)>, MapError> {
    const PAIR: &str = "a cell [dx, dy], each from -64 to 64";
    let cell = |field: &Field<'_>| match &field.list(PAIR)?[..] {
        [dx, dy] => {
            let side = |side: &Field<'_>| match side.whole::<i32>(PAIR)? {
                near @ -64..=64 => Ok(near),
                _ => Err(side.expected(PAIR)),
            };
            Ok((side(dx)?, side(dy)?))
        }
        _ => Err(field.expected(PAIR)),
    };
    list.iter().map(cell).collect()
}

const HEADINGS: [(&str, Heading); 4] =
    [("E", Heading::E), ("N", Heading::N), ("W", Heading::W), ("S", Heading::S)];

fn rule(row: &Table<'_>) -> Result<Rule, MapError> {
    row.only(&["heading", "dx", "dy", "turn", "to", "time", "swept"])?;
    let heading = row.get("heading").map(|field| field.one_of(&HEADINGS)).transpose()?;
    let offset = |key: &str| match row.get(key) {
        Some(field) => field.whole::<i32>("a whole number of cells"),
        None => Ok(0),
    };
    let from = heading.unwrap_or(Heading::E);
    let to = match (row.get("to"), row.get("turn")) {
        (Some(to), None) => to.one_of(&HEADINGS)?,
        (None, Some(turn)) => {
            from.turned(turn.one_of(&[("left", 1), ("right", 3), ("around", 2)])?)
        }
        (None, None) => from,
        (Some(_), Some(turn)) => {
            return Err(turn.bad("there is a 'to' as well: expected one of them"));
        }
    };
    let time = row.need("time", "the time it takes, such as time = 10")?;
    let time = time.whole("a whole number of time units")?;
    let (dx, dy) = (offset("dx")?, offset("dy")?);
    let sweep = row.get("swept").map_or(Ok(Sweep::Usual), sweep)?;
    let rule = Rule::step(dx, dy, time).turning_to(to).sweeping(sweep);
    Ok(match heading {
        Some(heading) => rule.only_at(heading),
        None => rule,
    })
}

fn sweep(field: Field<'_>) -> Result<Sweep, MapError> {
    if field.is_text() {
        return Ok(match field.one_of(&[("usual", 0), ("ends", 1), ("hull", 2)])? {
            0 => Sweep::Usual,
            1 => Sweep::Ends,
            _ => Sweep::Hull,
        });
    }
    let list = field.list("\"usual\", \"ends\", \"hull\" or cells such as [[1, 0], [2, 0]]")?;
    if list.len() > 65 * 65 {
        return Err(field.bad(format!("{} cells: expected at most {}", list.len(), 65 * 65)));
    }
    Ok(Sweep::Cells(cells(&list)?))
}

/// The key for every ground that is not named.
pub(crate) const OTHERS: &str = "others";

fn speeds(mut builder: KindBuilder, table: &Table<'_>) -> Result<KindBuilder, MapError> {
    if let Some(others) = table.get(OTHERS) {
        others.one_of(&[("forbidden", ())])?;
        builder = builder.forbid_all();
    }
    let mut said = [false; 256];
    for (key, field) in table.fields() {
        let slope = || match field.number("a number from 0 to 255")? {
            share @ 0.0..=255.0 => Ok(share),
            _ => Err(field.expected("a number from 0 to 255")),
        };
        builder = match key {
            OTHERS => builder,
            "uphill" => builder.uphill(slope()?),
            "downhill" => builder.downhill(slope()?),
            _ => {
                let ground = Terrain::ground_named(key).map_err(|_| unknown_terrain(&field))?;
                if std::mem::replace(&mut said[ground as usize], true) {
                    return Err(field.bad("said twice: expected each ground once"));
                }
                speed(builder, ground, &field)?
            }
        };
    }
    Ok(builder)
}

pub(crate) fn unknown_terrain(field: &Field<'_>) -> MapError {
    field.bad(
        "unknown terrain: expected a letter or sign that is not blocked (#, @ and O are), or \
         plain, ground, swamp, shallows, water, trees, hills or road",
    )
}

fn speed(builder: KindBuilder, ground: u8, field: &Field<'_>) -> Result<KindBuilder, MapError> {
    const EXPECTED: &str = "how many times as long it takes (1/256 to 255), or \"forbidden\"";
    if field.is_text() {
        field.one_of(&[("forbidden", ())]).map_err(|_| field.expected(EXPECTED))?;
        return Ok(builder.forbid(ground));
    }
    match field.number(EXPECTED)? {
        times if (1.0 / 256.0..=255.0).contains(&times) => Ok(builder.speed(ground, times)),
        _ => Err(field.expected(EXPECTED)),
    }
}

/// The same rule with its swept cells written in the shortest way, which suits other footprints too.
fn simplest(footprint: &Footprint, rule: Rule) -> Rule {
    let swept = |sweep: &Sweep| {
        let rule = rule.clone().sweeping(sweep.clone());
        let heading = rule.heading.unwrap_or(Heading::E);
        let kind = BodyKind::builder("", footprint.clone()).rule(rule).build().ok()?;
        Some(kind.moves(heading)[0].swept().to_vec())
    };
    let wanted = swept(&rule.sweep);
    let sweep = [Sweep::Usual, Sweep::Ends, Sweep::Hull].into_iter().find(|s| swept(s) == wanted);
    match sweep {
        Some(sweep) => rule.sweeping(sweep),
        None => rule,
    }
}
