//! ASCII maps: rows of characters, all of one length.
//!
//! ```text
//! S..#.
//! .5#..
//! .55.G
//! ```
//!
//! `.` is free, `#` and `@` are blocked, a digit from `1` to `9` is free with that terrain
//! multiplier. `S` and `G` mark the start and the goal, on plain free cells, each at most once.
//! Lines end with a line feed, alone or after a carriage return; the last need not, and blank lines
//! may follow.

use crate::text::{self, Lines};
use crate::{Format, Limits, Map, MapError, Problem, TerrainMap, writing};
use std::io::Write;
use wayline::body::Terrain;
use wayline::{Cell, Grid};

const CELLS: &str = "'.' or 1 to 9 (free), '#' or '@' (blocked), 'S' (start) or 'G' (goal)";

/// Reads a map.
///
/// ```
/// use wayline::Cell;
/// use wayline_maps::{Limits, ascii};
/// let map = ascii::read(b"S#.\n.3G\n", Limits::default())?;
/// assert_eq!(map.start, Some(Cell::new(0, 0)));
/// assert_eq!(map.grid.multiplier((1, 1)), 3.0);
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read(bytes: &[u8], limits: Limits) -> Result<Map, MapError> {
    let (rows, width, height) = sized(bytes, limits)?;
    let marks = Marks::of(rows.clone(), width as usize, false)?;
    if marks.digits {
        limits.check_terrain(width, height)?;
    }
    let mut left = rows.clone();
    let mut row = [].iter();
    let mut grid = Grid::from_fn(width, height, |Cell { x, .. }| {
        if x == 0 {
            row = left.next().map_or([].iter(), |row| row.text.iter());
        }
        row.next().is_some_and(|&cell| cell != b'#' && cell != b'@')
    })?;
    if marks.digits {
        for row in rows {
            for (x, &cell) in row.text.iter().enumerate().filter(|(_, c)| c.is_ascii_digit()) {
                let cell_there = Cell::new(x as u32, row.number as u32 - 1);
                grid.set_multiplier(cell_there, f64::from(cell - b'0'))?;
            }
        }
    }
    Ok(Map { grid, start: marks.start, goal: marks.goal })
}

/// Reads a map with the letters of its ground, for [bodies](wayline::body). `#`, `@` and `O` are blocked, and `S`
/// and `G` mark the start and the goal as always, on plain ground; any other letter, digit or sign is ground,
/// whatever a body makes of it. (If `S` should be swamp, use a [Moving AI](crate::movingai) map.)
///
/// ```
/// use wayline::Cell;
/// use wayline_maps::{Limits, ascii};
/// let map = ascii::read_terrain(b"S.WW\n#.HG\n", Limits::default())?;
/// assert_eq!(map.terrain.ground((2, 1)), Some(b'H'));
/// assert_eq!(map.goal, Some(Cell::new(3, 1)));
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read_terrain(bytes: &[u8], limits: Limits) -> Result<TerrainMap, MapError> {
    let (rows, width, height) = sized(bytes, limits)?;
    limits.check_terrain(width, height)?;
    let marks = Marks::of(rows.clone(), width as usize, true)?;
    let plain = |mut row: Vec<u8>, y: u32| {
        for mark in [marks.start, marks.goal].into_iter().flatten().filter(|mark| mark.y == y) {
            row[mark.x as usize] = b'.';
        }
        row
    };
    let rows: Vec<_> = rows.zip(0..).map(|(row, y)| plain(row.text.to_vec(), y)).collect();
    let terrain = Terrain::from_rows(rows)?;
    Ok(TerrainMap { terrain, start: marks.start, goal: marks.goal })
}

/// The rows of a text, and its size if it is allowed.
fn sized(bytes: &[u8], limits: Limits) -> Result<(Lines<'_>, u32, u32), MapError> {
    let rows = Lines::new(text::without_mark(bytes).trim_ascii_end());
    let first = rows.clone().expect(CELLS)?;
    if first.text.is_empty() {
        return Err(first.unexpected(1, CELLS));
    }
    let height = rows.rest().iter().filter(|&&byte| byte == b'\n').count() + 1;
    let (width, height) = limits.check(first.text.len() as u64, height as u64)?;
    Ok((rows, width, height))
}

/// Writes a map. It refuses multipliers other than whole numbers from 1 to 9, and marks on cells that are not
/// plain and free.
///
/// ```
/// use wayline_maps::{Map, ascii};
/// let mut map = Map::from(wayline::Grid::from_rows(["..#", "7.."])?);
/// map.goal = Some((2, 1).into());
/// let mut bytes = Vec::new();
/// ascii::write(&map, &mut bytes)?;
/// assert_eq!(bytes, b"..#\n7.G\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(map: &Map, mut out: impl Write) -> Result<(), MapError> {
    const HELD: &str = "whole multipliers from 1 to 9";
    let Map { grid, start, goal } = map;
    writing::check(grid, Format::Ascii, HELD, |multiplier| digit(multiplier).is_some())?;
    check_marks(map)?;
    let mut row = Vec::with_capacity(grid.width() as usize + 1);
    for y in 0..grid.height() {
        row.clear();
        row.extend((0..grid.width()).map(|x| match Cell::new(x, y) {
            cell if Some(cell) == *start => b'S',
            cell if Some(cell) == *goal => b'G',
            cell if !grid.is_free(cell) => b'#',
            cell => digit(grid.multiplier(cell)).unwrap_or(b'.'),
        }));
        row.push(b'\n');
        out.write_all(&row)?;
    }
    Ok(())
}

/// The character of a free cell with this multiplier.
fn digit(multiplier: f64) -> Option<u8> {
    match multiplier {
        1.0 => Some(b'.'),
        2.0..=9.0 if multiplier.fract() == 0.0 => Some(b'0' + multiplier as u8),
        _ => None,
    }
}

/// Whether the marks of a map are read back as they are.
fn check_marks(map: &Map) -> Result<(), MapError> {
    for (mark, cell) in [("start", map.start), ("goal", map.goal)] {
        let Some(cell) = cell else { continue };
        let what = if !map.grid.is_free(cell) {
            format!("the {mark}, but is not free")
        } else if map.grid.multiplier(cell) != 1.0 {
            format!("the {mark} and a multiplier")
        } else if mark == "goal" && map.start == map.goal {
            "both the start and the goal".to_owned()
        } else {
            continue;
        };
        let (format, expected) = (Format::Ascii, "a mark on a plain free cell of its own");
        return Err(Problem::CannotHold { format, cell, what, expected }.into());
    }
    Ok(())
}

/// What the rows hold besides free and blocked cells.
#[derive(Default)]
struct Marks {
    start: Option<Cell>,
    goal: Option<Cell>,
    digits: bool,
}

impl Marks {
    /// Checks that all rows have this width and are made of known characters; with `letters`, of any
    /// that can be seen.
    fn of(rows: Lines<'_>, width: usize, letters: bool) -> Result<Marks, MapError> {
        let mut marks = Marks::default();
        for row in rows {
            for (x, &cell) in row.text.iter().enumerate() {
                let mark = match cell {
                    b'.' | b'#' | b'@' => continue,
                    b'1'..=b'9' => {
                        marks.digits = true;
                        continue;
                    }
                    b'S' => &mut marks.start,
                    b'G' => &mut marks.goal,
                    _ if letters && cell.is_ascii_graphic() => continue,
                    _ if letters => return Err(row.unexpected(x + 1, "a letter, digit or sign")),
                    _ => return Err(row.unexpected(x + 1, CELLS)),
                };
                // Both fit: the size of the map has been checked, rows before this one are as
                // wide as the first, and this one is checked below.
                let here = Cell::new(x as u32, row.number as u32 - 1);
                if let Some(first) = mark.replace(here) {
                    let found = format!("a second '{}'", cell as char);
                    let more = match cell {
                        b'S' if letters => " (in a Moving AI .map file, S is swamp)",
                        b'G' if letters => " (in a Moving AI .map file, G is ground)",
                        _ => "",
                    };
                    let expected = format!("only the one in line {}{more}", first.y + 1);
                    return Err(MapError::unexpected(row.number, x + 1, found, expected));
                }
            }
            let length = row.text.len();
            if length != width {
                let found = format!("a row of {length} cells");
                let expected = format!("{width} cells as in the first row");
                let column = length.min(width) + 1;
                return Err(MapError::unexpected(row.number, column, found, expected));
            }
        }
        Ok(marks)
    }
}
