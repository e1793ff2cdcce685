//! [`Terrain`]: the map that bodies move on.

use crate::spaces::error::{GridError, ParseError};
use crate::spaces::grid::{Cell, Grid};
use std::collections::VecDeque;
use std::fmt;

/// The map that bodies move on: what kind of ground each cell is, whether it is blocked, and how
/// high it lies.
///
/// The kind of ground is a letter, as in the map it came from: `.` plain, `G` ground, `S` swamp, `W` water, `T`
/// trees, `H` hills, `R` road, or any other. Each [`BodyKind`](crate::body::BodyKind) decides what a letter means.
/// A blocked cell is blocked for every body, and has its ground again when it is freed: think of a door, or a rock
/// that fell.
///
/// ```
/// use wayline::body::Terrain;
/// let mut terrain = Terrain::from_rows(["..WW#", "..WW."])?;
/// assert_eq!(terrain.ground((2, 0)), Some(b'W'));
/// assert!(terrain.is_blocked((4, 0)));
/// // The tide goes out.
/// terrain.set_ground((2, 0), b'S')?;
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct Terrain {
    width: u32,
    height: u32,
    pub(super) ground: Vec<u8>,
    /// How many cells have each ground, blocked or not.
    counts: Box<[u32; 256]>,
    /// Row by row, a bit a cell.
    pub(super) blocked: Vec<u64>,
    /// Empty while all is flat.
    pub(super) elevation: Vec<i16>,
    /// How many edits there ever were, and the cells of the last ones.
    pub(super) edits: u64,
    pub(super) recent: VecDeque<u32>,
}

/// The ground of a plain cell.
const PLAIN: u8 = b'.';

/// How many edits are remembered one by one.
pub(super) const REMEMBERED: usize = 1 << 14;

/// Names for the letters that maps use most.
const NAMES: [(&str, u8); 8] = [
    ("plain", PLAIN),
    ("ground", b'G'),
    ("swamp", b'S'),
    ("shallows", b'S'),
    ("water", b'W'),
    ("trees", b'T'),
    ("hills", b'H'),
    ("road", b'R'),
];

impl Terrain {
    /// The most cells a terrain may have.
    pub const MAX_CELLS: u64 = Grid::MAX_CELLS;

    /// Plain ground without a blocked cell.
    ///
    /// ```
    /// let plain = wayline::body::Terrain::new(512, 512)?;
    /// assert_eq!((plain.width(), plain.height()), (512, 512));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(width: u32, height: u32) -> Result<Terrain, GridError> {
        let cells = width as u64 * height as u64;
        if cells == 0 || cells > Terrain::MAX_CELLS {
            let (width, height) = (width as u64, height as u64);
            return Err(GridError::BadSize { width, height, max: Terrain::MAX_CELLS });
        }
        let mut counts = Box::new([0; 256]);
        counts[PLAIN as usize] = cells as u32;
        Ok(Terrain {
            width,
            height,
            ground: vec![PLAIN; cells as usize],
            counts,
            blocked: vec![0; (cells as usize).div_ceil(64)],
            elevation: Vec::new(),
            edits: 0,
            recent: VecDeque::new(),
        })
    }

    /// Reads rows of letters: `#`, `@` and `O` are blocked; every other letter, digit or sign is the cell's
    /// ground.
    ///
    /// ```
    /// use wayline::body::Terrain;
    /// let terrain = Terrain::from_rows(["..S", "@TT"])?;
    /// assert!(terrain.is_blocked((0, 1)) && !terrain.is_blocked((1, 1)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_rows<R: AsRef<[u8]>>(rows: impl AsRef<[R]>) -> Result<Terrain, GridError> {
        let rows = rows.as_ref();
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        let size = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let mut terrain = Terrain::new(size(width), size(rows.len()))?;
        for (y, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            if row.len() != width {
                let what = format!("{} cells, expected {width} as in row 0", row.len());
                return Err(GridError::BadRow { row: y, what });
            }
            for (x, &letter) in row.iter().enumerate() {
                let index = y * width + x;
                match letter {
                    b'#' | b'@' | b'O' => terrain.blocked[index / 64] |= 1 << (index % 64),
                    letter if letter.is_ascii_graphic() => terrain.put(index, letter),
                    bad => {
                        let what = format!("'{}': expected a letter or sign", bad.escape_ascii());
                        return Err(GridError::BadRow { row: y, what });
                    }
                }
            }
        }
        Ok(terrain)
    }

    /// The ground with this name (`plain`, `ground`, `swamp`, `shallows`, `water`, `trees`, `hills`, `road`), or
    /// given as a single letter or sign.
    ///
    /// ```
    /// use wayline::body::Terrain;
    /// assert_eq!(Terrain::ground_named("water"), Ok(b'W'));
    /// assert_eq!(Terrain::ground_named("~"), Ok(b'~'));
    /// assert!(Terrain::ground_named("lava").is_err());
    /// ```
    pub fn ground_named(name: &str) -> Result<u8, ParseError> {
        match name.as_bytes() {
            &[letter] if letter.is_ascii_graphic() && !matches!(letter, b'#' | b'@' | b'O') => {
                Ok(letter)
            }
            _ => NAMES
                .iter()
                .find(|(known, _)| *known == name)
                .map(|&(_, letter)| letter)
                .ok_or_else(|| {
                    let known = NAMES.iter().map(|(name, _)| *name);
                    ParseError::unknown("terrain", name, known.chain(["or one letter or sign"]))
                }),
        }
    }

    /// The ground that takes this many times as long to cross, for bodies that say nothing else about it: in
    /// eighths, from 1/8 to 16. The multipliers of a [`Grid`] become such ground.
    ///
    /// ```
    /// use wayline::body::Terrain;
    /// assert_eq!(Terrain::graded(1.0), b'.');
    /// assert_eq!(Terrain::graded(2.5), 127 + 20);
    /// ```
    pub fn graded(multiplier: f64) -> u8 {
        // A cast from float to integer saturates.
        match ((multiplier * 8.0).round() as u64).clamp(1, 128) as u8 {
            8 => PLAIN,
            eighths => 127 + eighths,
        }
    }

    /// Columns.
    ///
    /// ```
    /// assert_eq!(wayline::body::Terrain::new(4, 3)?.width(), 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    ///
    /// ```
    /// assert_eq!(wayline::body::Terrain::new(4, 3)?.height(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Whether the cell is on the map.
    ///
    /// ```
    /// assert!(!wayline::body::Terrain::new(4, 3)?.contains((4, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn contains(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        cell.x < self.width && cell.y < self.height
    }

    /// The ground of a cell, blocked or not; `None` off the map.
    ///
    /// ```
    /// assert_eq!(wayline::body::Terrain::new(4, 3)?.ground((0, 0)), Some(b'.'));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn ground(&self, cell: impl Into<Cell>) -> Option<u8> {
        self.index(cell.into()).ok().map(|index| self.ground[index])
    }

    /// Whether the cell is blocked for every body. Cells off the map are.
    ///
    /// ```
    /// assert!(wayline::body::Terrain::new(4, 3)?.is_blocked((4, 3)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_blocked(&self, cell: impl Into<Cell>) -> bool {
        self.index(cell.into())
            .map_or(true, |index| self.blocked[index / 64] >> (index % 64) & 1 != 0)
    }

    /// How high the cell lies; 0 unless set, and off the map.
    ///
    /// ```
    /// assert_eq!(wayline::body::Terrain::new(4, 3)?.elevation((0, 0)), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn elevation(&self, cell: impl Into<Cell>) -> i32 {
        let index = self.index(cell.into());
        index.ok().and_then(|index| self.elevation.get(index)).map_or(0, |&high| high as i32)
    }

    /// Whether no cell was ever given an elevation.
    ///
    /// ```
    /// assert!(wayline::body::Terrain::new(4, 3)?.is_flat());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_flat(&self) -> bool {
        self.elevation.is_empty()
    }

    /// Blocks a cell for every body.
    ///
    /// ```
    /// let mut terrain = wayline::body::Terrain::new(4, 3)?;
    /// terrain.block((1, 1))?;
    /// assert!(terrain.is_blocked((1, 1)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn block(&mut self, cell: impl Into<Cell>) -> Result<(), GridError> {
        self.set_blocked(cell, true)
    }

    /// Frees a cell; it has the ground it had before.
    ///
    /// ```
    /// let mut terrain = wayline::body::Terrain::from_rows(["#"])?;
    /// terrain.free((0, 0))?;
    /// assert!(!terrain.is_blocked((0, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn free(&mut self, cell: impl Into<Cell>) -> Result<(), GridError> {
        self.set_blocked(cell, false)
    }

    /// Blocks or frees a cell.
    ///
    /// ```
    /// let mut terrain = wayline::body::Terrain::new(4, 3)?;
    /// terrain.set_blocked((1, 1), true)?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_blocked(&mut self, cell: impl Into<Cell>, blocked: bool) -> Result<(), GridError> {
        let index = self.index(cell.into())?;
        let (word, bit) = (&mut self.blocked[index / 64], 1 << (index % 64));
        if (*word & bit != 0) != blocked {
            *word ^= bit;
            self.edited(index);
        }
        Ok(())
    }

    /// Changes the ground of a cell.
    ///
    /// ```
    /// let mut terrain = wayline::body::Terrain::new(4, 3)?;
    /// terrain.set_ground((1, 1), b'W')?;
    /// assert_eq!(terrain.ground((1, 1)), Some(b'W'));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_ground(&mut self, cell: impl Into<Cell>, ground: u8) -> Result<(), GridError> {
        let index = self.index(cell.into())?;
        if self.ground[index] != ground {
            self.put(index, ground);
            self.edited(index);
        }
        Ok(())
    }

    pub(super) fn put(&mut self, index: usize, ground: u8) {
        let before = std::mem::replace(&mut self.ground[index], ground);
        self.counts[before as usize] -= 1;
        self.counts[ground as usize] += 1;
    }

    /// Changes how high a cell lies, from -32,768 to 32,767 (values beyond are cut off).
    ///
    /// ```
    /// let mut terrain = wayline::body::Terrain::new(4, 3)?;
    /// terrain.set_elevation((1, 1), 7)?;
    /// assert_eq!(terrain.elevation((1, 1)), 7);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_elevation(
        &mut self,
        cell: impl Into<Cell>,
        elevation: i32,
    ) -> Result<(), GridError> {
        let index = self.index(cell.into())?;
        let elevation = elevation.clamp(i16::MIN as i32, i16::MAX as i32) as i16;
        if self.elevation.is_empty() && elevation != 0 {
            self.elevation = vec![0; self.ground.len()];
        }
        if self.elevation.get(index).is_some_and(|&known| known != elevation) {
            self.elevation[index] = elevation;
            self.edited(index);
        }
        Ok(())
    }

    /// How many edits that changed something there have been.
    ///
    /// ```
    /// let mut terrain = wayline::body::Terrain::new(4, 3)?;
    /// terrain.block((1, 1))?;
    /// assert_eq!(terrain.edits(), 1);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// The cells edited since there were this many edits, in order; `None` if that is too long ago.
    ///
    /// ```
    /// use wayline::{Cell, body::Terrain};
    /// let mut terrain = Terrain::new(4, 3)?;
    /// let before = terrain.edits();
    /// terrain.block((1, 1))?;
    /// assert!(terrain.edited_since(before).unwrap().eq([Cell::new(1, 1)]));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edited_since(&self, edits: u64) -> Option<impl Iterator<Item = Cell>> {
        let missed = usize::try_from(self.edits.checked_sub(edits)?).ok()?;
        let first = self.recent.len().checked_sub(missed)?;
        let width = self.width;
        Some(self.recent.range(first..).map(move |&index| Cell::new(index % width, index / width)))
    }

    /// All grounds on the map, blocked cells included.
    pub(crate) fn grounds(&self) -> impl Iterator<Item = u8> {
        let counts = self.counts.iter().enumerate();
        counts.filter(|(_, count)| **count > 0).map(|(ground, _)| ground as u8)
    }

    /// The ground of a row.
    pub(crate) fn row(&self, y: u32) -> &[u8] {
        let width = self.width as usize;
        &self.ground[y as usize * width..][..width]
    }

    /// 64 cells of a row from a column on, a bit each, set if they are not blocked. Bits beyond the row may be
    /// anything.
    pub(crate) fn open_bits(&self, x: u32, y: u32) -> u64 {
        let index = y as usize * self.width as usize + x as usize;
        let word = |word: usize| self.blocked.get(word).copied().unwrap_or(0);
        let (low, shift) = (word(index / 64), index % 64);
        !(if shift == 0 { low } else { low >> shift | word(index / 64 + 1) << (64 - shift) })
    }

    fn edited(&mut self, index: usize) {
        if self.recent.is_empty() {
            // All that will ever be needed, so that later edits allocate nothing.
            self.recent.reserve(REMEMBERED);
        }
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(index as u32);
        self.edits += 1;
    }

    fn index(&self, cell: Cell) -> Result<usize, GridError> {
        let (width, height) = (self.width, self.height);
        if self.contains(cell) {
            Ok(cell.y as usize * width as usize + cell.x as usize)
        } else {
            Err(GridError::NoSuchCell { cell, width, height })
        }
    }
}

/// Blocked cells stay blocked, elevation stays (within 16 bits), multipliers become graded ground:
/// rounded to eighths, at most 16.
impl From<&Grid> for Terrain {
    fn from(grid: &Grid) -> Terrain {
        let mut terrain =
            Terrain::new(grid.width(), grid.height()).expect("a grid is as small as a terrain");
        for (index, cell) in grid.cells().enumerate() {
            if !grid.is_free(cell) {
                terrain.blocked[index / 64] |= 1 << (index % 64);
            }
            terrain.put(index, Terrain::graded(grid.multiplier(cell)));
            if grid.elevation(cell) != 0 {
                let _ = terrain.set_elevation(cell, grid.elevation(cell));
            }
        }
        terrain.recent.clear();
        terrain.edits = 0;
        terrain
    }
}

/// Compares the map itself, not the edits that led to it.
impl PartialEq for Terrain {
    fn eq(&self, other: &Terrain) -> bool {
        let high = |terrain: &Terrain, index| terrain.elevation.get(index).copied().unwrap_or(0);
        self.width == other.width
            && self.ground == other.ground
            && self.blocked == other.blocked
            && (0..self.ground.len()).all(|index| high(self, index) == high(other, index))
    }
}

impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terrain({}x{}, {} edits)", self.width, self.height, self.edits)
    }
}
