//! Grids: free and blocked cells, terrain, elevation, and the rules of movement on them.

mod cell;
mod clearance;
mod compass;
mod components;
mod derived;
#[cfg(not(target_arch = "wasm32"))]
mod even;
mod fingerprint;
pub(crate) mod ground;
mod jump;
pub(crate) mod landmarks;
mod layer;
pub(crate) mod links;
mod neighbours;
mod one_to_all;
mod rules;
pub(crate) mod sight;
#[cfg(feature = "serde")]
mod snapshot;
pub(crate) mod steps;

pub(crate) use compass::{add_line, direction};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use even::EvenGround;
pub(crate) use ground::{PLAIN, climbing, over_terrain};
pub(crate) use jump::{Bare, Crossing, Jumping, Kept, Visitor};
pub(crate) use links::{Link, Links};
pub(crate) use steps::{STEPS, around};

pub use cell::Cell;
pub use clearance::Clearance;
pub use compass::{Compass, compass_words, turning_points};
pub use landmarks::GridLandmarks;
pub use layer::Layer;
pub use rules::{Charge, Corners, Moves, Rules, StepCosts};
pub use sight::smooth;

use crate::kernel::node::next_revision;
use crate::spaces::error::{End, GridError, QueryError};
use components::Components;
use ground::Ground;
use jump::{Lines, Planes};
use std::fmt;
use std::sync::OnceLock;

/// A map of cells, with the rules of movement on it.
///
/// Free cells are single bits, laid out row by row with one blocked column between rows and one blocked row above
/// and below, so that the neighbours of any cell can be read without checking for the edge. A cell's number in a
/// search is its place in that layout.
///
/// ```
/// use wayline::{search, Cell, Grid, Query, Workspace};
///
/// let grid = Grid::from_rows(["....", ".##.", "...."])?;
/// let mut work = Workspace::new();
/// let answer = search(&grid, &Query::new(Cell::new(0, 1), Cell::new(3, 1)), &mut work)?;
/// assert_eq!(answer.cost.to_string(), "5");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct Grid {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) stride: u32,
    /// 2⁶⁴ / stride, rounded up: divides a cell's number by the stride in one multiplication.
    pub(crate) reciprocal: u64,
    /// One bit a cell, set where it is free; little end first.
    pub(crate) bits: Vec<u8>,
    pub(crate) free: usize,
    pub(crate) ground: Ground,
    pub(crate) rules: Rules,
    pub(crate) links: Links,
    /// Made at the first question that needs it, repaired by edits.
    pub(crate) components: OnceLock<Components>,
    /// The legal steps of every place, likewise.
    pub(crate) steps: OnceLock<Vec<u8>>,
    /// What jump point search reads, likewise.
    pub(crate) planes: OnceLock<Planes>,
    pub(crate) lines: OnceLock<Lines>,
    #[cfg(not(target_arch = "wasm32"))]
    even: OnceLock<EvenGround>,
    /// Made when first wanted, forgotten by edits.
    pub(crate) fingerprint: OnceLock<u64>,
    /// Another one after every edit.
    pub(crate) revision: u64,
}

impl Grid {
    /// The most cells a grid may have.
    pub const MAX_CELLS: u64 = 1 << 28;

    /// A grid whose cells are all free.
    ///
    /// ```
    /// let grid = wayline::Grid::new(2000, 2000)?;
    /// assert_eq!(grid.free_cells(), 4_000_000);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(width: u32, height: u32) -> Result<Grid, GridError> {
        Grid::from_fn(width, height, |_| true)
    }

    /// A grid whose cells are free where the function says so. It is called row by row.
    ///
    /// ```
    /// use wayline::Grid;
    /// let chess = Grid::from_fn(8, 8, |cell| (cell.x + cell.y) % 2 == 0)?;
    /// assert_eq!(chess.free_cells(), 32);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_fn(
        width: u32,
        height: u32,
        mut is_free: impl FnMut(Cell) -> bool,
    ) -> Result<Grid, GridError> {
        let cells = width as u64 * height as u64;
        if cells == 0 || cells > Grid::MAX_CELLS {
            let (width, height) = (width as u64, height as u64);
            return Err(GridError::BadSize { width, height, max: Grid::MAX_CELLS });
        }
        let stride = width + 1;
        let places = Grid::places(width, height);
        let mut grid = Grid {
            width,
            height,
            stride,
            reciprocal: (u64::MAX / stride as u64) + 1,
            // Eight bytes more, so that a word can be read at any place.
            bits: vec![0; places / 8 + 9],
            free: 0,
            ground: Ground::default(),
            rules: Rules::default(),
            links: Links::default(),
            components: OnceLock::new(),
            steps: OnceLock::new(),
            planes: OnceLock::new(),
            lines: OnceLock::new(),
            #[cfg(not(target_arch = "wasm32"))]
            even: OnceLock::new(),
            fingerprint: OnceLock::new(),
            revision: next_revision(),
        };
        for y in 0..height {
            let row = grid.place(Cell { x: 0, y }) as usize;
            // Half a word at a time, so that it can be shifted into place without a branch.
            for first in (0..width).step_by(32) {
                let mut cells = 0u64;
                for x in first..width.min(first + 32) {
                    cells |= u64::from(is_free(Cell { x, y })) << (x - first);
                }
                grid.free += cells.count_ones() as usize;
                let place = row + first as usize;
                let bytes = &mut grid.bits[place >> 3..(place >> 3) + 8];
                for (byte, more) in bytes.iter_mut().zip((cells << (place & 7)).to_le_bytes()) {
                    *byte |= more;
                }
            }
        }
        Ok(grid)
    }

    /// A grid from rows of text: `.` is free, `#` is blocked, and a digit from 1 to 9 is a free
    /// cell with that terrain multiplier. (The crate `wayline-maps` reads files.)
    ///
    /// ```
    /// let grid = wayline::Grid::from_rows(["..#", "9.."])?;
    /// assert!(!grid.is_free((2, 0)));
    /// assert_eq!(grid.multiplier((0, 1)), 9.0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_rows<R: AsRef<[u8]>>(rows: impl AsRef<[R]>) -> Result<Grid, GridError> {
        let rows = rows.as_ref();
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        for (y, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            if row.len() != width {
                let what = format!("{} cells, expected {width} as in row 0", row.len());
                return Err(GridError::BadRow { row: y, what });
            }
            if let Some(&bad) = row.iter().find(|c| !matches!(c, b'.' | b'#' | b'1'..=b'9')) {
                let what = format!("'{}': expected '.', '#' or 1 to 9", bad.escape_ascii());
                return Err(GridError::BadRow { row: y, what });
            }
        }
        let size = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let at = |cell: Cell| rows[cell.y as usize].as_ref()[cell.x as usize];
        let mut grid = Grid::from_fn(size(width), size(rows.len()), |cell| at(cell) != b'#')?;
        let digits = rows.iter().any(|row| row.as_ref().iter().any(u8::is_ascii_digit));
        if digits {
            for cell in grid.cells() {
                if at(cell).is_ascii_digit() {
                    grid.set_multiplier(cell, (at(cell) - b'0') as f64)?;
                }
            }
        }
        Ok(grid)
    }

    /// The same grid under other rules.
    ///
    /// ```
    /// use wayline::{Corners, Grid, Rules};
    /// let rules = Rules::default().corners(Corners::Always);
    /// let grid = Grid::new(4, 4)?.with_rules(rules);
    /// assert_eq!(grid.rules(), rules);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn with_rules(mut self, rules: Rules) -> Grid {
        self.set_rules(rules);
        self
    }

    /// Changes the rules.
    ///
    /// ```
    /// use wayline::{Grid, Moves, Rules};
    /// let mut grid = Grid::new(4, 4)?;
    /// grid.set_rules(grid.rules().moves(Moves::Four));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_rules(&mut self, rules: Rules) {
        if rules.joins_diagonally() != self.rules.joins_diagonally() {
            self.components.take();
        }
        if (rules.moves, rules.corners) != (self.rules.moves, self.rules.corners) {
            self.steps.take();
            self.planes.take();
            self.lines.take();
        }
        #[cfg(not(target_arch = "wasm32"))]
        if (rules.uphill.raw() == 0) != (self.rules.uphill.raw() == 0) {
            self.even.take();
        }
        self.changed();
        self.rules = rules;
    }

    /// The rules.
    ///
    /// ```
    /// let grid = wayline::Grid::new(4, 4)?;
    /// assert_eq!(grid.rules(), wayline::Rules::default());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Columns.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::new(4, 3)?.width(), 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::new(4, 3)?.height(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many cells are free.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::from_rows([".#"])?.free_cells(), 1);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn free_cells(&self) -> usize {
        self.free
    }

    /// Every cell, row by row.
    ///
    /// ```
    /// let grid = wayline::Grid::new(3, 2)?;
    /// assert_eq!(grid.cells().count(), 6);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Cell { x, y }))
    }

    /// Whether the cell is on the map.
    ///
    /// ```
    /// assert!(!wayline::Grid::new(3, 2)?.contains((3, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn contains(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        cell.x < self.width && cell.y < self.height
    }

    /// Whether the cell is on the map and free.
    ///
    /// ```
    /// assert!(wayline::Grid::from_rows([".#"])?.is_free((0, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_free(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        self.contains(cell) && self.bit(self.place(cell))
    }

    /// Frees or blocks a cell, and says whether that changed anything. Connected components are repaired on the
    /// spot.
    ///
    /// ```
    /// let mut grid = wayline::Grid::new(3, 3)?;
    /// assert!(grid.set_free((1, 1), false)?);
    /// assert!(!grid.set_free((1, 1), false)?);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_free(&mut self, cell: impl Into<Cell>, free: bool) -> Result<bool, GridError> {
        let place = self.place_of(cell.into())?;
        if self.bit(place) == free {
            return Ok(false);
        }
        self.changed();
        self.bits[place as usize >> 3] ^= 1 << (place & 7);
        self.free = if free { self.free + 1 } else { self.free - 1 };
        if let Some(mut steps) = self.steps.take() {
            self.repair_steps(&mut steps, place);
            self.steps = OnceLock::from(steps);
        }
        #[cfg(not(target_arch = "wasm32"))]
        self.repair_even_ground(place);
        let (x, y) = self.column_and_row(place);
        if let Some(planes) = self.planes.get_mut() {
            planes.cell_changed(x, y, free);
            if let Some(lines) = self.lines.get_mut() {
                lines.cell_changed(planes, x, y);
            }
        }
        if let Some(mut components) = self.components.take()
            && components.cell_changed(self, place, free)
        {
            self.components = OnceLock::from(components);
        }
        Ok(true)
    }

    /// Forgets what identified the grid before an edit.
    pub(crate) fn changed(&mut self) {
        self.fingerprint.take();
        self.revision = next_revision();
    }

    /// The cells, ground, rules and links alone, with nothing derived from them.
    pub(crate) fn bare_copy(&self) -> Grid {
        Grid {
            bits: self.bits.clone(),
            ground: self.ground.clone(),
            links: self.links.clone(),
            components: OnceLock::new(),
            steps: OnceLock::new(),
            planes: OnceLock::new(),
            lines: OnceLock::new(),
            #[cfg(not(target_arch = "wasm32"))]
            even: OnceLock::new(),
            fingerprint: OnceLock::new(),
            ..*self
        }
    }

    /// How many connected parts the free cells fall into, under the rules and without links.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::from_rows([".#."])?.components(), 2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn components(&self) -> usize {
        match self.known_components().count() {
            Some(count) => count,
            None => Components::of(self).count().unwrap_or(0),
        }
    }

    /// Whether it is certain, without a search, that no path joins the two cells: they lie in different connected
    /// parts, or one is blocked. `false` promises nothing. If there are links, only blocked cells are certain.
    ///
    /// ```
    /// let grid = wayline::Grid::from_rows([".#.", ".#."])?;
    /// assert!(grid.surely_apart((0, 0), (2, 1)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn surely_apart(&self, a: impl Into<Cell>, b: impl Into<Cell>) -> bool {
        let (a, b) = (a.into(), b.into());
        if !self.is_free(a) || !self.is_free(b) {
            return true;
        }
        if !self.links.is_empty() {
            return false;
        }
        let components = self.known_components();
        components.of_place(self.place(a)) != components.of_place(self.place(b))
    }

    /// The cell with this number in a search, as observers see it; `None` for numbers that are not a cell's.
    ///
    /// ```
    /// use wayline::{Cell, Grid};
    /// let grid = Grid::new(5, 5)?;
    /// let node = grid.node(Cell::new(2, 3)).unwrap();
    /// assert_eq!(grid.cell(node), Some(Cell::new(2, 3)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cell(&self, node: u32) -> Option<Cell> {
        let (x, y) = self.column_and_row(node);
        let inside = (1..=self.width).contains(&x) && (1..=self.height).contains(&y);
        inside.then(|| Cell { x: x - 1, y: y - 1 })
    }

    /// The number of a cell in a search; `None` off the map.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::new(5, 5)?.node((5, 0)), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn node(&self, cell: impl Into<Cell>) -> Option<u32> {
        let cell = cell.into();
        self.contains(cell).then(|| self.place(cell))
    }

    pub(crate) fn known_components(&self) -> &Components {
        self.components.get_or_init(|| Components::of(self))
    }

    /// The legal steps of every place, a bit a step (see `steps.rs`).
    #[inline]
    pub(crate) fn known_steps(&self) -> &[u8] {
        self.steps.get_or_init(|| self.legal_steps())
    }

    /// The cells in rows and in columns.
    pub(crate) fn planes(&self) -> &Planes {
        self.planes.get_or_init(|| Planes::of(self))
    }

    /// What is derived from those for jumping.
    pub(crate) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(self.planes()))
    }

    /// All that is kept for jumping.
    pub(crate) fn kept(&self) -> Kept<'_> {
        let legal = match self.rules.moves {
            Moves::Four => &[][..],
            Moves::Eight => self.known_steps(),
        };
        Kept { lines: self.lines(), planes: self.planes(), legal, stride: self.stride }
    }

    /// How many places the layout of a map has, borders included.
    pub(crate) fn places(width: u32, height: u32) -> usize {
        (height as usize + 2) * (width as usize + 1) + 1
    }

    /// How far apart in the layout a cell and the one below it are.
    pub(crate) fn stride(&self) -> u32 {
        self.stride
    }

    /// Terrain and elevation.
    pub(crate) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The place of a cell that is on the map.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> u32 {
        (cell.y + 1) * self.stride + cell.x + 1
    }

    pub(crate) fn place_of(&self, cell: Cell) -> Result<u32, GridError> {
        let (width, height) = (self.width, self.height);
        self.node(cell).ok_or(GridError::NoSuchCell { cell, width, height })
    }

    /// Column and row of a place, each one more than the cell's.
    #[inline]
    pub(crate) fn column_and_row(&self, place: u32) -> (u32, u32) {
        // Exact for every u32: Lemire, Kaser and Kurz, "Faster remainder by direct computation".
        let row = ((place as u128 * self.reciprocal as u128) >> 64) as u32;
        (place - row * self.stride, row)
    }

    #[inline]
    pub(crate) fn cell_at(&self, place: u32) -> Cell {
        let (x, y) = self.column_and_row(place);
        Cell { x: x.wrapping_sub(1), y: y.wrapping_sub(1) }
    }

    #[inline]
    pub(crate) fn bit(&self, place: u32) -> bool {
        self.bits[place as usize >> 3] >> (place & 7) & 1 != 0
    }

    /// At least 57 bits from a place on, the place's own lowest.
    #[inline]
    fn word(&self, place: u32) -> u64 {
        let byte = place as usize >> 3;
        let bytes: [u8; 8] = self.bits[byte..byte + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(bytes) >> (place & 7)
    }

    /// Checks the end of a path.
    pub(crate) fn check_end(
        &self,
        end: End,
        cell: Cell,
        must_be_free: bool,
    ) -> Result<u32, QueryError> {
        let (width, height) = (self.width, self.height);
        match self.node(cell) {
            None => Err(QueryError::OffMap { end, cell, width, height }),
            Some(place) if must_be_free && !self.bit(place) => {
                Err(QueryError::Blocked { end, cell })
            }
            Some(place) => Ok(place),
        }
    }
}

/// Compares the map itself, not what is derived from it.
impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        self.width == other.width
            && self.height == other.height
            && self.bits == other.bits
            && self.ground == other.ground
            && self.rules == other.rules
            && self.links == other.links
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Grid { width, height, free, rules, .. } = self;
        write!(f, "Grid({width}x{height}, {free} free, {rules:?})")
    }
}
