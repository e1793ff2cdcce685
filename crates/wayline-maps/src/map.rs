//! [`Map`]: what a file holds, and reading one of any format.

#[cfg(feature = "png")]
use crate::png;
use crate::{Format, Limits, MapError, Problem, ascii, movingai};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use wayline::{Cell, Grid};

/// A grid, and the start and goal marked in it if any are.
///
/// ```
/// use wayline::Grid;
/// use wayline_maps::Map;
/// let map = Map::from(Grid::new(4, 4)?);
/// assert_eq!(map.start, None);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The cells.
    pub grid: Grid,
    /// Where a path should begin.
    pub start: Option<Cell>,
    /// Where it should lead.
    pub goal: Option<Cell>,
}

impl From<Grid> for Map {
    fn from(grid: Grid) -> Map {
        Map { grid, start: None, goal: None }
    }
}

/// Reads a map within the default [`Limits`]. Without a format, bytes that announce themselves as
/// PNG or Moving AI are read as such, all others as ASCII.
///
/// ```
/// let map = wayline_maps::read(b"..#\n...\n", None)?;
/// assert_eq!(map.grid.free_cells(), 5);
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Map, MapError> {
    read_within(bytes, format, Limits::default())
}

/// Reads a map within these limits.
///
/// ```
/// use wayline_maps::{Limits, read_within};
/// let limits = Limits { cells: 100, ..Limits::default() };
/// assert!(read_within(&[b'.'; 101], None, limits).is_err());
/// ```
pub fn read_within(bytes: &[u8], format: Option<Format>, limits: Limits) -> Result<Map, MapError> {
    match format.or_else(|| Format::of_bytes(bytes)).unwrap_or(Format::Ascii) {
        Format::MovingAi => movingai::read(bytes, limits).map(Map::from),
        Format::Ascii => ascii::read(bytes, limits),
        #[cfg(feature = "png")]
        Format::Png => png::read(bytes, limits).map(Map::from),
        #[cfg(not(feature = "png"))]
        Format::Png => Err(no_pictures()),
    }
}

/// Writes a map. A map that the format cannot hold is refused before anything is written; only ASCII holds the
/// start and the goal, and other formats leave them out.
///
/// ```
/// use wayline_maps::{Format, Map, write};
/// let map = Map::from(wayline::Grid::from_rows([".#"])?);
/// let mut bytes = Vec::new();
/// write(&map, Format::MovingAi, &mut bytes)?;
/// assert!(bytes.starts_with(b"type octile"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(map: &Map, format: Format, out: impl Write) -> Result<(), MapError> {
    match format {
        Format::MovingAi => movingai::write(&map.grid, out),
        Format::Ascii => ascii::write(map, out),
        #[cfg(feature = "png")]
        Format::Png => png::write(&map.grid, out),
        #[cfg(not(feature = "png"))]
        Format::Png => Err(no_pictures()),
    }
}

/// Built without them.
#[cfg(not(feature = "png"))]
pub(crate) fn no_pictures() -> MapError {
    Problem::BadPng("pictures are left out of this build: expected the feature png".into()).into()
}

/// Opens and reads a map within the default [`Limits`]. The content takes precedence over the extension, so a file
/// with the wrong one is read all the same. The error names the file.
///
/// ```
/// let error = wayline_maps::read_file("no/such.map".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.map: "));
/// ```
pub fn read_file(path: &Path) -> Result<Map, MapError> {
    opened(path, |bytes, format| read_within(bytes, format, Limits::default()))
}

/// Opens a file, reads all of it and hands it on with its format.
pub(crate) fn opened<T>(
    path: &Path,
    read: impl FnOnce(&[u8], Option<Format>) -> Result<T, MapError>,
) -> Result<T, MapError> {
    // A text map takes at most three bytes a cell: one column, rows ended by two bytes.
    let max = Limits::default().cells * 3 + 4096;
    let opened = || {
        let mut bytes = Vec::new();
        File::open(path)?.take(max + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            return Err(Problem::TooLong { max }.into());
        }
        let format = Format::of_bytes(&bytes).or_else(|| Format::of_path(path));
        read(&bytes, format)
    };
    opened().map_err(|error| error.in_file(path))
}
