//! [`Layer`]: additional costs of cells, for one query.

use super::ground::{PLAIN, climbing, in_256ths};
use super::{Cell, Grid};
use crate::kernel::cost::Cost;
use crate::spaces::error::{GridError, QueryError};

/// Additional costs of the cells of a grid, or cells that are closed, for the queries that [name the
/// layer](crate::Query::layer): danger, influence, a kind of unit. The grid stays as it is, so there can be many
/// layers over one map, and searches under each, at the same time.
///
/// A step into a cell costs its terrain times the cell's factor, plus the climb, plus the cell's extra. A closed
/// cell is a wall: it is not entered, and diagonals pass it as the [corner rule](crate::Corners) says.
///
/// Boats and infantry on one map:
///
/// ```
/// use wayline::{Cell, Cost, Grid, Layer, Query, Workspace, search};
///
/// let ground = ["..~~..", "..~~..", "......"];
/// let is_water = |cell: Cell| ground[cell.y as usize].as_bytes()[cell.x as usize] == b'~';
/// let map = Grid::new(6, 3)?;
/// let boats = Layer::multiplied(&map, |cell| is_water(cell).then_some(1.0))?;
/// let infantry = Layer::multiplied(&map, |cell| Some(if is_water(cell) { 8.0 } else { 1.0 }))?;
///
/// let mut work = Workspace::new();
/// let march = search(&map, &Query::new((0, 0), (5, 0)).layer(&infantry), &mut work)?;
/// assert!(march.path.iter().all(|&cell| !is_water(cell)));
/// let voyage = search(&map, &Query::new((2, 0), (3, 1)).layer(&boats), &mut work)?;
/// assert_eq!(voyage.cost, Cost::SQRT_2);
/// # Ok::<(), wayline::Error>(())
/// ```
///
/// It takes 1 byte and a bit for each cell, and 2 more for factors or 8 for extras. It is made in O(n); a query
/// with a layer is answered by A* instead of jump point search.
#[derive(Clone, Debug)]
pub struct Layer {
    width: u32,
    height: u32,
    /// The grid's, when the legal steps were made.
    revision: u64,
    /// A bit for each place, set where it is open.
    open: Vec<u64>,
    /// The legal steps of every place.
    legal: Vec<u8>,
    /// In 256ths, by place, or none.
    factors: Vec<u16>,
    /// No factor of an open cell is below this, none above the other.
    lowest: u16,
    highest: u16,
    /// By place, or none.
    extras: Vec<Cost>,
    most: Cost,
}

impl Layer {
    /// The additional cost of entering a cell, from whichever side and on top of all else: from 0. `None`: the
    /// cell is closed. Called once for each cell, blocked or not, row by row.
    ///
    /// ```
    /// use wayline::{Cost, Grid, Layer, Query, Workspace, search};
    /// let grid = Grid::new(5, 1)?;
    /// let danger = Layer::added(&grid, |cell| Some(if cell.x == 2 { 7.5 } else { 0.0 }))?;
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &Query::new((0, 0), (4, 0)).layer(&danger), &mut work)?;
    /// assert_eq!(answer.cost.to_f64(), 11.5);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn added(
        grid: &Grid,
        mut extra: impl FnMut(Cell) -> Option<f64>,
    ) -> Result<Layer, GridError> {
        let mut layer = Layer::empty(grid);
        layer.extras = vec![Cost::ZERO; Grid::places(grid.width, grid.height)];
        for cell in grid.cells() {
            if let Some(extra) = extra(cell) {
                let (place, extra) = (grid.place(cell) as usize, Cost::try_from(extra)?);
                layer.open[place >> 6] |= 1 << (place & 63);
                layer.extras[place] = extra;
                layer.most = layer.most.max(extra);
            }
        }
        layer.derive(grid);
        Ok(layer)
    }

    /// The factor by which the terrain of every step into a cell is multiplied: from 1/256 to 255, kept to the
    /// nearest 256th. `None`: the cell is closed. Called once for each cell, blocked or not, row by row.
    ///
    /// ```
    /// use wayline::{Cost, Grid, Layer, Query, Workspace, search};
    /// // Half the price on the road.
    /// let grid = Grid::new(5, 2)?;
    /// let carts = Layer::multiplied(&grid, |cell| Some(if cell.y == 1 { 0.5 } else { 1.0 }))?;
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &Query::new((0, 1), (4, 1)).layer(&carts), &mut work)?;
    /// assert_eq!(answer.cost, Cost::from(2));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn multiplied(
        grid: &Grid,
        mut factor: impl FnMut(Cell) -> Option<f64>,
    ) -> Result<Layer, GridError> {
        let mut layer = Layer::empty(grid);
        layer.factors = vec![PLAIN; Grid::places(grid.width, grid.height)];
        (layer.lowest, layer.highest) = (u16::MAX, 0);
        for cell in grid.cells() {
            if let Some(factor) = factor(cell) {
                let (place, factor) = (grid.place(cell) as usize, in_256ths(factor)?);
                layer.open[place >> 6] |= 1 << (place & 63);
                layer.factors[place] = factor;
                layer.lowest = layer.lowest.min(factor);
                layer.highest = layer.highest.max(factor);
            }
        }
        layer.derive(grid);
        Ok(layer)
    }

    /// All closed.
    fn empty(grid: &Grid) -> Layer {
        Layer {
            width: grid.width,
            height: grid.height,
            revision: grid.revision,
            open: vec![0; Grid::places(grid.width, grid.height) / 64 + 1],
            legal: Vec::new(),
            factors: Vec::new(),
            lowest: PLAIN,
            highest: PLAIN,
            extras: Vec::new(),
            most: Cost::ZERO,
        }
    }

    /// Brings it up to date with the grid after edits, reusing its memory: its costs stay, and blocked cells are
    /// looked at again. O(n). An error if the grid has a different size.
    ///
    /// ```
    /// use wayline::{Grid, Layer, Query, Workspace, search, QueryError};
    /// let mut grid = Grid::new(5, 5)?;
    /// let mut layer = Layer::added(&grid, |_| Some(1.0))?;
    /// grid.set_free((2, 2), false)?;
    ///
    /// let mut work = Workspace::new();
    /// let stale = search(&grid, &Query::new((0, 0), (4, 4)).layer(&layer), &mut work);
    /// assert!(matches!(stale, Err(QueryError::StaleLayer(_))));
    /// layer.refresh(&grid)?;
    /// assert!(search(&grid, &Query::new((0, 0), (4, 4)).layer(&layer), &mut work)?.is_found());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn refresh(&mut self, grid: &Grid) -> Result<(), QueryError> {
        if (self.width, self.height) != (grid.width, grid.height) {
            return Err(QueryError::StaleLayer("the grid has another size: make a new layer"));
        }
        self.derive(grid);
        Ok(())
    }

    /// What follows from a grid of its size.
    fn derive(&mut self, grid: &Grid) {
        let open = &self.open;
        let is_free = |place: u32| grid.bit(place) && is_set(open, place);
        grid.put_legal_steps(&mut self.legal, is_free);
        self.revision = grid.revision;
    }

    /// Whether it can be used on the grid: it is the one it was made for, or a clone, unchanged since then.
    ///
    /// ```
    /// use wayline::{Grid, Layer};
    /// let mut grid = Grid::new(3, 3)?;
    /// let layer = Layer::added(&grid, |_| Some(0.0))?;
    /// assert!(layer.fits(&grid));
    /// grid.set_free((1, 1), false)?;
    /// assert!(!layer.fits(&grid));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn fits(&self, grid: &Grid) -> bool {
        self.revision == grid.revision
    }

    pub(crate) fn check(&self, grid: &Grid) -> Result<(), QueryError> {
        let why = "it was made for another grid, or before an edit: refresh it";
        if self.fits(grid) { Ok(()) } else { Err(QueryError::StaleLayer(why)) }
    }

    /// Whether the layer leaves a cell open. Cells off the map are not open.
    ///
    /// ```
    /// use wayline::{Grid, Layer};
    /// let grid = Grid::new(2, 1)?;
    /// let layer = Layer::added(&grid, |cell| (cell.x == 0).then_some(0.0))?;
    /// assert!(layer.is_open((0, 0)) && !layer.is_open((1, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_open(&self, cell: impl Into<Cell>) -> bool {
        self.place(cell.into()).is_some_and(|place| self.is_open_at(place))
    }

    /// The factor of a cell; one if it has none.
    pub fn factor(&self, cell: impl Into<Cell>) -> f64 {
        let factor = self.place(cell.into()).map_or(PLAIN, |place| self.factor_at(place));
        f64::from(factor) / f64::from(PLAIN)
    }

    /// The additional cost of entering a cell; zero if it has none.
    pub fn extra(&self, cell: impl Into<Cell>) -> Cost {
        self.place(cell.into()).map_or(Cost::ZERO, |place| self.extra_at(place))
    }

    fn place(&self, cell: Cell) -> Option<u32> {
        let inside = cell.x < self.width && cell.y < self.height;
        inside.then(|| (cell.y + 1) * (self.width + 1) + cell.x + 1)
    }

    pub(crate) fn is_open_at(&self, place: u32) -> bool {
        is_set(&self.open, place)
    }

    /// The legal steps of every place.
    pub(crate) fn legal(&self) -> &[u8] {
        &self.legal
    }

    /// Factors and extras by place, or none.
    pub(crate) fn lists(&self) -> (&[u16], &[Cost]) {
        (&self.factors, &self.extras)
    }

    #[inline]
    pub(crate) fn legal_at(&self, place: u32) -> u8 {
        self.legal[place as usize]
    }

    #[inline]
    fn factor_at(&self, place: u32) -> u16 {
        self.factors.get(place as usize).copied().unwrap_or(PLAIN)
    }

    #[inline]
    pub(crate) fn extra_at(&self, place: u32) -> Cost {
        self.extras.get(place as usize).copied().unwrap_or(Cost::ZERO)
    }

    /// Whether a step may cost less under the layer than without.
    pub(crate) fn lowers(&self) -> bool {
        self.lowest < PLAIN
    }

    /// The least factor there is.
    pub(crate) fn lowest(&self) -> u16 {
        self.lowest
    }

    /// The cost of a step of this length.
    #[inline]
    pub(crate) fn step_cost(&self, grid: &Grid, length: Cost, from: u32, to: u32) -> Cost {
        let ground = &grid.ground;
        let climb = climbing(grid.uphill(), ground.elevation(from), ground.elevation(to));
        let terrain = grid.terrain_cost(length, from, to).scaled(self.factor_at(to).into(), 8);
        terrain + climb + self.extra_at(to)
    }

    /// No step costs more.
    pub(crate) fn longest_step(&self, grid: &Grid) -> Cost {
        grid.longest_step().scaled(self.highest.max(PLAIN).into(), 8) + self.most
    }
}

fn is_set(bits: &[u64], place: u32) -> bool {
    bits[place as usize >> 6] >> (place & 63) & 1 != 0
}
