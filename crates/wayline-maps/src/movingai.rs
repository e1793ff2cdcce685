//! Moving AI `.map` files, the maps of the grid-based pathfinding benchmarks.
//!
//! ```text
//! type octile
//! height 2
//! width 3
//! map
//! .@.
//! GTS
//! ```
//!
//! `.`, `G` (ground) and `S` (swamp) are free; `@`, `O` (outside), `T` (trees) and `W` (water) are
//! blocked. Lines end with a line feed, alone or after a carriage return; the last need not, and
//! blank lines may follow. Format: N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012.

use crate::text::{self, Line, Lines, Word};
use crate::{Format, Limits, MapError, Problem, writing};
use std::io::Write;
use wayline::body::Terrain;
use wayline::{Cell, Grid};

const CELLS: &str = "'.', 'G' or 'S' (free), or '@', 'O', 'T' or 'W' (blocked)";

/// Reads a map.
///
/// ```
/// use wayline_maps::{Limits, movingai};
/// let grid = movingai::read(b"type octile\nheight 1\nwidth 3\nmap\n.T.\n", Limits::default())?;
/// assert!(!grid.is_free((1, 0)));
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read(bytes: &[u8], limits: Limits) -> Result<Grid, MapError> {
    let mut lines = Lines::new(text::without_mark(bytes));
    let header = Header::read(&mut lines, limits)?;
    let rows = Rows { rest: lines.rest(), width: header.width as usize };
    check(rows.clone(), &header, CELLS, |cell| is_free(cell) | is_blocked(cell))?;
    from_rows(rows, &header)
}

/// Reads a map with the letters of its ground, for [bodies](wayline::body). `@`, `O` and `#` are
/// blocked; any other letter, digit or sign is ground, whatever a body makes of it.
///
/// ```
/// use wayline_maps::{Limits, movingai};
/// let file = b"type octile\nheight 1\nwidth 4\nmap\n.TW@\n";
/// let terrain = movingai::read_terrain(file, Limits::default())?;
/// assert_eq!(terrain.ground((2, 0)), Some(b'W'));
/// assert!(!terrain.is_blocked((1, 0)) && terrain.is_blocked((3, 0)));
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read_terrain(bytes: &[u8], limits: Limits) -> Result<Terrain, MapError> {
    let mut lines = Lines::new(text::without_mark(bytes));
    let header = Header::read(&mut lines, limits)?;
    limits.check_terrain(header.width, header.height)?;
    let mut rows = Rows { rest: lines.rest(), width: header.width as usize };
    check(rows.clone(), &header, "a letter, digit or sign", |cell| cell.is_ascii_graphic())?;
    let rows: Vec<&[u8]> = (0..header.height).filter_map(|_| rows.next()).collect();
    Ok(Terrain::from_rows(rows)?)
}

/// Writes a map: `.` where it is free, `@` where it is blocked. A map with terrain is refused, since the format
/// has none.
///
/// ```
/// use wayline_maps::{Limits, movingai};
/// let grid = wayline::Grid::from_rows([".#.", "..."])?;
/// let mut bytes = Vec::new();
/// movingai::write(&grid, &mut bytes)?;
/// assert_eq!(bytes, b"type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(grid: &Grid, mut out: impl Write) -> Result<(), MapError> {
    writing::check(grid, Format::MovingAi, "plain cells only", |multiplier| multiplier == 1.0)?;
    let (width, height) = (grid.width(), grid.height());
    write!(out, "type octile\nheight {height}\nwidth {width}\nmap\n")?;
    let mut row = Vec::with_capacity(width as usize + 1);
    for y in 0..height {
        row.clear();
        row.extend((0..width).map(|x| [b'@', b'.'][usize::from(grid.is_free((x, y)))]));
        row.push(b'\n');
        out.write_all(&row)?;
    }
    Ok(())
}

/// What stands above the rows.
struct Header {
    width: u32,
    height: u32,
    /// The line of the first row.
    first_line: usize,
}

impl Header {
    fn read(lines: &mut Lines<'_>, limits: Limits) -> Result<Header, MapError> {
        const TYPE: &str = "'type octile'";
        let line = lines.expect(TYPE)?;
        match first_three(line) {
            (b"type", Some(kind), None) if kind.text == b"octile" => {}
            (b"type", Some(kind), None) => return Err(kind.unexpected("'octile'")),
            _ => return Err(line.unexpected(1, TYPE)),
        }
        let (mut height, mut width) = (None, None);
        loop {
            let expected = match (height, width) {
                (None, _) => "'height' and a number",
                (_, None) => "'width' and a number",
                _ => "'map'",
            };
            let line = lines.expect(expected)?;
            match (first_three(line), height, width) {
                ((b"height", Some(number), None), None, _) => height = Some(number),
                ((b"width", Some(number), None), _, None) => width = Some(number),
                ((b"map", None, None), Some(height), Some(width)) => {
                    let first_line = line.number + 1;
                    let (width, height) = size(width, height, lines.rest().len(), limits)?;
                    return Ok(Header { width, height, first_line });
                }
                _ => return Err(line.unexpected(1, expected)),
            }
        }
    }
}

/// The first word of a line, and the second and third if there are any.
fn first_three(line: Line<'_>) -> (&[u8], Option<Word<'_>>, Option<Word<'_>>) {
    let mut words = line.words();
    let name = words.next().map(|word| word.text).unwrap_or_default();
    (name, words.next(), words.next())
}

/// The size that a header promises, if it is allowed and the bytes after the header can hold it.
fn size(
    width: Word<'_>,
    height: Word<'_>,
    bytes: usize,
    limits: Limits,
) -> Result<(u32, u32), MapError> {
    let at_height = |problem| MapError::at(height.line, height.column, problem);
    let columns = width.whole("the number of columns")?;
    let rows = height.whole("the number of rows")?;
    let (width, height) = limits.check(columns, rows).map_err(at_height)?;
    if columns * rows > bytes as u64 {
        return Err(at_height(Problem::Truncated { width, height, bytes }));
    }
    Ok((width, height))
}

/// Takes rows of known width off the text, one at a time.
#[derive(Clone)]
struct Rows<'a> {
    rest: &'a [u8],
    width: usize,
}

impl<'a> Rows<'a> {
    /// The next row; `None` unless there are as many bytes and a line or the file ends after them.
    fn next(&mut self) -> Option<&'a [u8]> {
        let (row, after) = self.rest.split_at_checked(self.width)?;
        self.rest = match after {
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
            [] | [b'\r'] => &[],
            _ => return None,
        };
        Some(row)
    }
}

#[inline]
fn is_free(cell: u8) -> bool {
    // Comparisons joined without branches: compiled to a few vector instructions for many cells.
    (cell == b'.') | (cell == b'G') | (cell == b'S')
}

#[inline]
fn is_blocked(cell: u8) -> bool {
    (cell == b'@') | (cell == b'O') | (cell == b'T') | (cell == b'W')
}

/// Whether there are as many rows as promised, each as long as promised, made of known cells.
fn check(
    mut rows: Rows<'_>,
    header: &Header,
    expected: &str,
    is_known: impl Fn(u8) -> bool,
) -> Result<(), MapError> {
    for number in 0..header.height as usize {
        let line = header.first_line + number;
        let left = rows.rest;
        let good = rows
            .next()
            .is_some_and(|row| row.iter().fold(true, |good, &cell| good & is_known(cell)));
        if !good {
            return Err(explain(left, line, number, header, expected, is_known));
        }
    }
    let mut after = Lines::new(rows.rest);
    match after.find_map(|line| Some((line.number, line.words().next()?))) {
        None => Ok(()),
        Some((number, word)) => {
            let line = header.first_line + header.height as usize + number - 1;
            let expected = format!("nothing more after {} rows", header.height);
            Err(MapError::unexpected(line, word.column, text::quoted(word.text), expected))
        }
    }
}

/// What is wrong with the row at the beginning of a text, given that something is.
fn explain(
    text: &[u8],
    line: usize,
    number: usize,
    header: &Header,
    expected: &str,
    is_known: impl Fn(u8) -> bool,
) -> MapError {
    let (width, height) = (header.width as usize, header.height);
    if text.is_empty() {
        let expected = format!("row {} of {height}", number + 1);
        return MapError::unexpected(line, 1, "the end of the file", expected);
    }
    let row = Lines::new(text).next().map_or(text, |line| line.text);
    match row.iter().take(width).position(|&cell| !is_known(cell)) {
        Some(bad) => {
            MapError::unexpected(line, bad + 1, text::first_character(&row[bad..]), expected)
        }
        None => {
            let found = format!("a row of {} cells", row.len());
            MapError::unexpected(line, row.len().min(width) + 1, found, format!("{width} cells"))
        }
    }
}

/// The map of rows that are known to be good.
fn from_rows(mut rows: Rows<'_>, header: &Header) -> Result<Grid, MapError> {
    let mut row = [].iter();
    let grid = Grid::from_fn(header.width, header.height, |Cell { x, .. }| {
        if x == 0 {
            row = rows.next().unwrap_or_default().iter();
        }
        row.next().is_some_and(|&cell| is_free(cell))
    })?;
    Ok(grid)
}
