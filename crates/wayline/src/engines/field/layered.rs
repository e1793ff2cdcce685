//! [`LayeredGrid`]: a grid as it is under a layer.

use crate::kernel::cost::Cost;
use crate::spaces::error::{End, QueryError};
use crate::spaces::grid::{Cell, Grid, Layer, Link};

/// A grid as it is under a [`Layer`], or without one, to ask for a [field](LayeredGrid::field) or a
/// [path](LayeredGrid::path). Borrowed from both, and as small as two references.
///
/// Two kinds of units on one map, each with a field of its own:
///
/// ```
/// use wayline::{Cell, FieldQuery, Grid, Layer};
///
/// let mut map = Grid::new(7, 5)?;
/// let is_water = |cell: Cell| cell.x == 3;
/// let wading = |cell| Some(if is_water(cell) { 9.0 } else { 1.0 });
/// let mut infantry = Layer::multiplied(&map, wading)?;
/// let mut march = map.under(&infantry).field(&FieldQuery::towards((6, 2)))?;
/// assert_eq!(march.cost((2, 2)).unwrap().to_f64(), 12.0);
///
/// // A wall is built: the layer and the field follow.
/// map.set_free((3, 2), false)?;
/// infantry.refresh(&map)?;
/// march.repair(map.under(&infantry))?;
/// assert!(march.cost((2, 2)).unwrap().to_f64() > 12.0);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LayeredGrid<'g> {
    pub(crate) grid: &'g Grid,
    pub(crate) layer: Option<&'g Layer>,
}

impl<'g> From<&'g Grid> for LayeredGrid<'g> {
    fn from(grid: &'g Grid) -> LayeredGrid<'g> {
        LayeredGrid { grid, layer: None }
    }
}

impl Grid {
    /// The grid as it is under a layer, to ask for fields and paths: see [`LayeredGrid`]. If the layer does not
    /// [fit](Layer::fits) the grid, every question is an error.
    ///
    /// ```
    /// use wayline::{Cost, Grid, Layer};
    /// let grid = Grid::new(3, 1)?;
    /// let tolls = Layer::added(&grid, |_| Some(2.0))?;
    /// assert_eq!(grid.under(&tolls).cost((0, 0), (2, 0))?, Cost::from(6));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn under<'g>(&'g self, layer: &'g Layer) -> LayeredGrid<'g> {
        LayeredGrid { grid: self, layer: Some(layer) }
    }
}

impl<'g> LayeredGrid<'g> {
    /// Whether the layer fits the grid.
    pub(super) fn check(self) -> Result<(), QueryError> {
        self.layer.map_or(Ok(()), |layer| layer.check(self.grid))
    }

    /// The place of a cell that is on the map, free and open.
    pub(super) fn check_end(self, end: End, cell: Cell) -> Result<u32, QueryError> {
        let place = self.grid.check_end(end, cell, true)?;
        match self.layer.is_none_or(|layer| layer.is_open_at(place)) {
            true => Ok(place),
            false => Err(QueryError::Blocked { end, cell }),
        }
    }

    /// The legal steps of every place.
    pub(super) fn legal(self) -> &'g [u8] {
        self.layer.map_or_else(|| self.grid.known_steps(), Layer::legal)
    }

    /// Factors and extras, by place.
    pub(super) fn lists(self) -> (&'g [u16], &'g [Cost]) {
        self.layer.map_or((&[], &[]), Layer::lists)
    }

    /// The links that do not rest, in order.
    pub(super) fn links(self) -> impl Iterator<Item = Link> + use<'g> {
        self.grid.live_links(self.layer)
    }

    /// What a step of this cost can cost at least.
    pub(super) fn least(self, cost: Cost) -> Cost {
        self.layer.map_or(cost, |layer| cost.min(cost.scaled(layer.lowest().into(), 8)))
    }

    /// No step costs more.
    pub(super) fn longest_step(self) -> Cost {
        self.layer.map_or_else(|| self.grid.longest_step(), |layer| layer.longest_step(self.grid))
    }
}
