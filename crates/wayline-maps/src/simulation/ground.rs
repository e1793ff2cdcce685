//! The map of a simulation: from a file, a generator or rows of its own; what its letters stand for,
//! and how high it lies.

use super::{Reader, missing};
use crate::bodies::unknown_terrain;
use crate::fields::{Field, Table};
use crate::generate::Spec;
use crate::{MapError, read_terrain_file};
use wayline::Cell;
use wayline::body::Terrain;

/// A map as it was drawn, and as it is.
pub(super) struct Drawn {
    pub(super) terrain: Terrain,
    /// The letters of the drawing, row by row, before the legend turned them into ground.
    letters: Vec<u8>,
}

impl Drawn {
    /// The cells that were drawn with a letter, in reading order.
    pub(super) fn marked(&self, letter: u8) -> impl Iterator<Item = Cell> {
        let width = self.terrain.width();
        let here = move |(i, &found): (usize, &u8)| {
            (found == letter).then(|| Cell::new(i as u32 % width, i as u32 / width))
        };
        self.letters.iter().enumerate().filter_map(here)
    }
}

pub(super) fn read(table: &Table<'_>, reader: &Reader<'_>) -> Result<Drawn, MapError> {
    table.only(&["file", "generate", "rows", "legend", "heights"])?;
    let given = ["file", "generate", "rows"].map(|key| table.get(key));
    let mut terrain = match given {
        [Some(file), None, None] => {
            let path = reader.beside(&file)?;
            read_terrain_file(&path).map_err(|error| missing(&file, &path, error))?.terrain
        }
        [None, Some(spec), None] => {
            let made: Spec = spec.parse("a generator such as \"rooms:64x64:size=8\"")?;
            let grid = made.generate(reader.limits).map_err(|error| spec.bad(error.to_string()))?;
            let sides = (grid.width(), grid.height());
            let room = reader.limits.check_terrain(sides.0, sides.1);
            room.map_err(|problem| spec.bad(problem.to_string()))?;
            Terrain::from(&grid)
        }
        [None, None, Some(rows)] => from_rows(&rows, reader)?,
        _ => return Err(table.bad("expected one of file, generate or rows")),
    };
    let cells = |terrain: &Terrain| {
        let (width, height) = (terrain.width(), terrain.height());
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    };
    // Blocked cells have no letter, whatever lies under them.
    let letter =
        |cell| if terrain.is_blocked(cell) { b'#' } else { terrain.ground(cell).unwrap_or(0) };
    let letters: Vec<u8> = cells(&terrain).map(letter).collect();
    if let Some(legend) = table.get("legend") {
        let meanings = meanings(&legend.table()?)?;
        for (cell, &letter) in cells(&terrain).zip(&letters) {
            match meanings[letter as usize] {
                None => {}
                Some(Meaning::Blocked) => terrain.block(cell)?,
                Some(Meaning::Ground(ground)) => terrain.set_ground(cell, ground)?,
            }
        }
    }
    if let Some(heights) = table.get("heights") {
        read_heights(&heights, &mut terrain)?;
    }
    Ok(Drawn { terrain, letters })
}

fn from_rows(field: &Field<'_>, reader: &Reader<'_>) -> Result<Terrain, MapError> {
    let rows = field.list("rows of text such as [\"....\", \".##.\"]")?;
    let texts: Vec<&str> =
        rows.iter().map(|row| row.text("a row of letters")).collect::<Result<_, _>>()?;
    let width = texts.first().map_or(0, |row| row.len());
    for (row, text) in rows.iter().zip(&texts) {
        if text.len() != width {
            return Err(row.bad(format!("{} cells: expected {width} as in the first", text.len())));
        }
        if let Some(bad) = text.chars().find(|letter| !letter.is_ascii_graphic()) {
            return Err(row.bad(format!("{bad:?}: expected letters, digits and signs")));
        }
    }
    let size = reader.limits.check(width as u64, rows.len() as u64);
    let (width, height) = size.map_err(|problem| field.bad(problem.to_string()))?;
    reader.limits.check_terrain(width, height).map_err(|problem| field.bad(problem.to_string()))?;
    Ok(Terrain::from_rows(texts)?)
}

#[derive(Clone, Copy)]
enum Meaning {
    Blocked,
    Ground(u8),
}

/// What letters stand for.
fn meanings(legend: &Table<'_>) -> Result<[Option<Meaning>; 256], MapError> {
    let mut meanings = [None; 256];
    for (key, field) in legend.fields() {
        let [letter] = *key.as_bytes() else {
            return Err(field.bad("expected one letter or sign on the left"));
        };
        if matches!(letter, b'#' | b'@' | b'O') || !letter.is_ascii_graphic() {
            return Err(field.bad("is blocked in every map: expected another letter"));
        }
        let meaning = field.text("a letter, the name of a ground, or \"blocked\"")?;
        meanings[letter as usize] = Some(match meaning {
            "blocked" => Meaning::Blocked,
            ground => Meaning::Ground(named(&field, ground)?),
        });
    }
    Ok(meanings)
}

/// A ground by its letter or its name.
pub(super) fn named(field: &Field<'_>, name: &str) -> Result<u8, MapError> {
    Terrain::ground_named(name).map_err(|_| unknown_terrain(field))
}

/// Rows of digits and letters: 0 to 9, a to z for 10 to 35.
fn read_heights(field: &Field<'_>, terrain: &mut Terrain) -> Result<(), MapError> {
    let rows = field.list("rows of digits such as [\"0012\", \"0123\"]")?;
    let (width, height) = (terrain.width() as usize, terrain.height() as usize);
    if rows.len() != height {
        return Err(field.bad(format!("{} rows: expected {height} as in the map", rows.len())));
    }
    for (y, row) in rows.iter().enumerate() {
        let text = row.text("a row of digits")?;
        if text.len() != width {
            return Err(row.bad(format!("{} cells: expected {width} as in the map", text.len())));
        }
        for (x, digit) in text.chars().enumerate() {
            let high = digit.to_digit(36).filter(|_| !digit.is_ascii_uppercase());
            let high =
                high.ok_or_else(|| row.bad(format!("{digit:?}: expected 0 to 9 or a to z")))?;
            terrain.set_elevation((x as u32, y as u32), high as i32)?;
        }
    }
    Ok(())
}
