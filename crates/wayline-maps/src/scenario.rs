//! Moving AI `.scen` files: questions about a map, each with the length of its shortest path.
//!
//! ```text
//! version 1
//! 0   maps/dao/arena.map   49   49   1   11   1   12   1.00000000
//! 0   maps/dao/arena.map   49   49   1   13   4   12   3.41421356
//! ```
//!
//! The fields of a line are the bucket, the map, its width and height, the start, the goal (x, then y), and the
//! length of the shortest path under octile moves that cut no corners. Fields are separated by tabs or spaces; the
//! name of the map may itself contain spaces.

use crate::text::{self, Line, Lines, Word};
use crate::{MapError, Problem};
use std::io::Write;
use wayline::Cell;

/// One question.
///
/// ```
/// let line = b"version 1\n7\tmaps/arena.map\t49\t49\t1\t13\t4\t12\t3.41421356\n";
/// let scenario = &wayline_maps::scenario::read(line)?[0];
/// assert_eq!(scenario.map_name(), "arena.map");
/// assert_eq!(scenario.goal, wayline::Cell::new(4, 12));
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The group of similar lengths it belongs to: a quarter of the length, usually.
    pub bucket: u32,
    /// The map, as the file names it: often with folders of the machine on which it was made.
    pub map: String,
    /// Columns of the map.
    pub width: u32,
    /// Rows of the map.
    pub height: u32,
    /// Where the path begins.
    pub start: Cell,
    /// Where it should lead.
    pub goal: Cell,
    /// The length of the shortest path. Finite, and not below zero.
    pub optimal: f64,
}

impl Scenario {
    /// The file name of the map, without folders.
    ///
    /// ```
    /// let line = b"version 1\n0 maps\\dao\\arena.map 49 49 1 11 1 12 1\n";
    /// assert_eq!(wayline_maps::scenario::read(line)?[0].map_name(), "arena.map");
    /// # Ok::<(), wayline_maps::MapError>(())
    /// ```
    pub fn map_name(&self) -> &str {
        self.map.rsplit(['/', '\\']).next().unwrap_or(&self.map)
    }
}

/// Reads all questions of a file.
///
/// ```
/// use wayline_maps::scenario;
/// let scenarios = scenario::read(b"version 1.0\n0 a.map 9 9 0 0 2 0 2\n0 a.map 9 9 0 0 0 3 3\n")?;
/// assert_eq!(scenarios.len(), 2);
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Scenario>, MapError> {
    const VERSION: &str = "'version 1'";
    let mut lines = Lines::new(text::without_mark(bytes));
    let line = lines.expect(VERSION)?;
    let words: Vec<_> = line.words().collect();
    match words.as_slice() {
        [name, number] if name.text == b"version" => {
            if number.text != b"1" && number.text != b"1.0" {
                return Err(number.unexpected("version 1 or 1.0"));
            }
        }
        _ => return Err(line.unexpected(1, VERSION)),
    }
    let filled = lines.filter(|line| line.words().next().is_some());
    filled.map(question).collect()
}

/// Writes questions. Lengths have the usual eight decimals, or as many as are needed to read the same number back.
///
/// ```
/// use wayline_maps::scenario;
/// let bytes = b"version 1\n0\ta.map\t9\t9\t0\t0\t2\t0\t2.00000000\n";
/// let mut written = Vec::new();
/// scenario::write(&scenario::read(bytes)?, &mut written)?;
/// assert_eq!(written, bytes);
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn write(scenarios: &[Scenario], mut out: impl Write) -> Result<(), MapError> {
    for (number, scenario) in scenarios.iter().enumerate() {
        let map = scenario.map.as_str();
        let what = if map.is_empty() || map.trim_ascii() != map || map.contains('\n') {
            "expected the name of a map, without spaces around it"
        } else if !(scenario.optimal.is_finite() && scenario.optimal.is_sign_positive()) {
            "expected a length that is finite and not below zero"
        } else {
            continue;
        };
        return Err(Problem::BadScenario { number, what }.into());
    }
    writeln!(out, "version 1")?;
    for Scenario { bucket, map, width, height, start, goal, optimal } in scenarios {
        let mut length = format!("{optimal:.8}");
        if length.parse() != Ok(*optimal) {
            length = optimal.to_string();
        }
        let (from, to) = (start, goal);
        write!(out, "{bucket}\t{map}\t{width}\t{height}\t")?;
        writeln!(out, "{}\t{}\t{}\t{}\t{length}", from.x, from.y, to.x, to.y)?;
    }
    Ok(())
}

/// Reads one line. The name of the map is whatever stands between the first field and the last
/// seven.
fn question(line: Line<'_>) -> Result<Scenario, MapError> {
    const FIELDS: &str = "nine fields: bucket, map, width, height, start x, start y, goal x, \
                          goal y, optimal length";
    let words: Vec<_> = line.words().collect();
    let [bucket, name @ .., width, height, start_x, start_y, goal_x, goal_y, optimal] =
        words.as_slice()
    else {
        let found = format!("{} fields", words.len());
        return Err(MapError::unexpected(line.number, 1, found, FIELDS));
    };
    let (Some(first), Some(last)) = (name.first(), name.last()) else {
        return Err(MapError::unexpected(line.number, 1, "8 fields", FIELDS));
    };
    let map = &line.text[first.column - 1..last.column - 1 + last.text.len()];
    let map = str::from_utf8(map).map_err(|_| first.unexpected("a map name in UTF-8"))?;
    Ok(Scenario {
        bucket: bucket.whole("the bucket, a whole number")?,
        map: map.to_owned(),
        width: width.whole("the width of the map")?,
        height: height.whole("the height of the map")?,
        start: Cell::new(start_x.whole("the x of the start")?, start_y.whole("its y")?),
        goal: Cell::new(goal_x.whole("the x of the goal")?, goal_y.whole("its y")?),
        optimal: length(*optimal)?,
    })
}

fn length(word: Word<'_>) -> Result<f64, MapError> {
    let number = str::from_utf8(word.text).ok().and_then(|text| text.parse::<f64>().ok());
    number
        .filter(|length| length.is_finite() && length.is_sign_positive())
        .ok_or_else(|| word.unexpected("the optimal length, a number not below zero"))
}
