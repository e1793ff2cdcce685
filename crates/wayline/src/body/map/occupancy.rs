//! [`Occupancy`]: cells that others are on just now.

use super::boards::Boards;
use super::body_map::BodyMap;
use super::masks::Masks;
use crate::spaces::error::GridError;
use crate::spaces::grid::Cell;
use std::fmt;
use std::sync::Arc;

/// Cells that others are on just now: a query may ask to go [around](crate::body::BodyQuery::around) them. The map
/// itself, and everything learnt about it, stays as it is.
///
/// It is kept for one kind of body, in the form that its search reads: a bit for each move. Taking or leaving a
/// cell repairs a few bits.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, Occupancy, Terrain};
/// let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(9, 9)?);
/// let mut others = Occupancy::new(&map);
/// others.take((4, 4))?;
/// assert!(others.is_taken((4, 4)));
/// others.leave((4, 4))?;
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct Occupancy {
    masks: Arc<Masks>,
    boards: Boards,
}

impl fmt::Debug for Occupancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Occupancy").finish_non_exhaustive()
    }
}

impl Occupancy {
    /// No cell is taken yet.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Occupancy, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(9, 9)?);
    /// let others = Occupancy::new(&map);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(map: &BodyMap) -> Occupancy {
        let masks = map.masks().clone();
        let boards = Boards::new(map.width(), map.height(), &masks, |_, _| u64::MAX);
        Occupancy { masks, boards }
    }

    /// Marks a cell as taken by another.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Occupancy, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(9, 9)?);
    /// assert!(Occupancy::new(&map).take((9, 0)).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn take(&mut self, cell: impl Into<Cell>) -> Result<(), GridError> {
        self.set(cell.into(), false)
    }

    /// Marks a cell as no longer taken.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Occupancy, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(9, 9)?);
    /// Occupancy::new(&map).leave((0, 0))?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn leave(&mut self, cell: impl Into<Cell>) -> Result<(), GridError> {
        self.set(cell.into(), true)
    }

    /// Whether the cell is taken.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Occupancy, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(9, 9)?);
    /// assert!(!Occupancy::new(&map).is_taken((0, 0)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_taken(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        self.contains(cell) && !self.boards.is_free(cell.x, cell.y)
    }

    fn contains(&self, cell: Cell) -> bool {
        let layout = self.boards.layout();
        cell.x < layout.width && cell.y < layout.height
    }

    fn set(&mut self, cell: Cell, free: bool) -> Result<(), GridError> {
        if !self.contains(cell) {
            let layout = self.boards.layout();
            let (width, height) = (layout.width, layout.height);
            return Err(GridError::NoSuchCell { cell, width, height });
        }
        self.boards.set(&self.masks, cell, free);
        Ok(())
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.boards
    }

    /// Whether it was made for the same kind of body and size of map.
    pub(crate) fn suits(&self, map: &BodyMap) -> bool {
        let masks = map.masks();
        let alike = Arc::ptr_eq(&self.masks, masks) || self.masks == *masks;
        alike && self.boards.layout() == map.layout()
    }
}
