//! [`TerrainMap`]: what a file holds for bodies, letters of the ground and all.

use crate::{Format, Limits, Map, MapError, ascii, map, movingai};
use std::path::Path;
use wayline::Cell;
use wayline::body::Terrain;

/// A terrain, and the start and goal marked in it if any are.
///
/// ```
/// use wayline_maps::TerrainMap;
/// let map = TerrainMap::from(wayline_maps::read(b"..3\n", None)?);
/// assert_eq!(map.terrain.width(), 3);
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainMap {
    /// The cells.
    pub terrain: Terrain,
    /// Where a path should begin.
    pub start: Option<Cell>,
    /// Where it should lead.
    pub goal: Option<Cell>,
}

/// Multipliers become graded ground, elevation stays.
impl From<Map> for TerrainMap {
    fn from(map: Map) -> TerrainMap {
        TerrainMap { terrain: Terrain::from(&map.grid), start: map.start, goal: map.goal }
    }
}

/// Reads a map of any format with the letters of its ground, where it has letters: ASCII and Moving
/// AI. The shades of a PNG become graded ground.
///
/// ```
/// use wayline_maps::{Limits, read_terrain};
/// let map = read_terrain(b"..W\n.HW\n", None, Limits::default())?;
/// assert_eq!(map.terrain.ground((2, 0)), Some(b'W'));
/// # Ok::<(), wayline_maps::MapError>(())
/// ```
pub fn read_terrain(
    bytes: &[u8],
    format: Option<Format>,
    limits: Limits,
) -> Result<TerrainMap, MapError> {
    match format.or_else(|| Format::of_bytes(bytes)).unwrap_or(Format::Ascii) {
        Format::MovingAi => {
            let terrain = movingai::read_terrain(bytes, limits)?;
            Ok(TerrainMap { terrain, start: None, goal: None })
        }
        Format::Ascii => ascii::read_terrain(bytes, limits),
        Format::Png => {
            let grid = map::read_within(bytes, Some(Format::Png), limits)?.grid;
            limits.check_terrain(grid.width(), grid.height())?;
            Ok(Map::from(grid).into())
        }
    }
}

/// Opens and reads a map with the letters of its ground, within the default [`Limits`]. The error
/// names the file.
///
/// ```
/// let error = wayline_maps::read_terrain_file("no/such.map".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.map: "));
/// ```
pub fn read_terrain_file(path: &Path) -> Result<TerrainMap, MapError> {
    map::opened(path, |bytes, format| read_terrain(bytes, format, Limits::default()))
}
