//! Links: edges between cells besides the steps, for stairs, teleporters, jumps and floors.

use super::{Cell, Grid, Layer};
use crate::kernel::cost::Cost;
use crate::spaces::error::GridError;

/// One connection from a place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) cost: Cost,
}

/// The links of a grid, at most one from a place to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links {
    /// By where they come from, then by where they lead.
    by_from: Vec<Link>,
    /// The other way around.
    by_to: Vec<Link>,
}

impl Links {
    pub(crate) fn is_empty(&self) -> bool {
        self.by_from.is_empty()
    }

    /// By where they come from, then by where they lead.
    pub(crate) fn all(&self) -> &[Link] {
        &self.by_from
    }

    /// Those out of a place.
    pub(crate) fn out_of(&self, place: u32) -> &[Link] {
        let rest = &self.by_from[self.by_from.partition_point(|link| link.from < place)..];
        &rest[..rest.iter().take_while(|link| link.from == place).count()]
    }

    /// Those into a place.
    pub(crate) fn into(&self, place: u32) -> &[Link] {
        let rest = &self.by_to[self.by_to.partition_point(|link| link.to < place)..];
        &rest[..rest.iter().take_while(|link| link.to == place).count()]
    }

    /// Replaces all, by those in ascending order of where they come from and lead.
    pub(crate) fn assign(&mut self, links: impl Iterator<Item = Link>) {
        self.by_from.clear();
        self.by_from.extend(links);
        self.by_to.clone_from(&self.by_from);
        self.by_to.sort_unstable_by_key(|link| (link.to, link.from));
    }

    fn set(&mut self, link: Link) {
        let Link { from, to, .. } = link;
        match self.by_from.binary_search_by_key(&(from, to), |link| (link.from, link.to)) {
            Ok(at) => self.by_from[at] = link,
            Err(at) => self.by_from.insert(at, link),
        }
        match self.by_to.binary_search_by_key(&(to, from), |link| (link.to, link.from)) {
            Ok(at) => self.by_to[at] = link,
            Err(at) => self.by_to.insert(at, link),
        }
    }

    fn remove(&mut self, from: u32, to: u32) -> bool {
        let at = self.by_from.binary_search_by_key(&(from, to), |link| (link.from, link.to));
        let back = self.by_to.binary_search_by_key(&(to, from), |link| (link.to, link.from));
        if let (Ok(at), Ok(back)) = (at, back) {
            self.by_from.remove(at);
            self.by_to.remove(back);
        }
        at.is_ok()
    }

    /// The most that one costs.
    pub(crate) fn longest(&self) -> Cost {
        self.by_from.iter().map(|link| link.cost).max().unwrap_or_default()
    }
}

impl Grid {
    /// Links a cell to another: stairs, a teleporter, a jump, a door to another floor (which is another part of
    /// the same grid). It leads one way, at this cost whatever the terrain: from 0.0001. A second link between the
    /// same cells replaces the first. While one of its ends is blocked, a link is not used.
    ///
    /// ```
    /// use wayline::{Cost, Grid};
    /// // Two floors side by side, and stairs between them.
    /// let mut house = Grid::from_rows(["...#...", "...#..."])?;
    /// house.add_two_way_link((2, 0), (4, 0), 2.5)?;
    /// let path = house.path((0, 0), (6, 0))?;
    /// assert_eq!((path.cost.to_f64(), path.steps()), (6.5, 5));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// Searches and [fields](Grid::field) follow links. A grid with links is searched by A*, whose estimate takes
    /// them into account (with more than 32 links, there is no estimate). Jump point search, Theta*, landmarks and
    /// indices are for grids without links.
    pub fn add_link(
        &mut self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        cost: f64,
    ) -> Result<(), GridError> {
        let (from, to) = (self.place_of(from.into())?, self.place_of(to.into())?);
        let cost = match Cost::try_from(cost) {
            Ok(good) if good >= LEAST_LINK => good,
            _ => return Err(GridError::BadLinkCost(cost)),
        };
        self.links.set(Link { from, to, cost });
        self.changed();
        Ok(())
    }

    /// Links two cells both ways.
    ///
    /// ```
    /// let mut grid = wayline::Grid::new(9, 9)?;
    /// grid.add_two_way_link((0, 0), (8, 8), 1.0)?;
    /// assert_eq!(grid.links().count(), 2);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn add_two_way_link(
        &mut self,
        a: impl Into<Cell>,
        b: impl Into<Cell>,
        cost: f64,
    ) -> Result<(), GridError> {
        let (a, b) = (a.into(), b.into());
        self.add_link(a, b, cost)?;
        self.add_link(b, a, cost)
    }

    /// Removes the link from one cell to another, and says whether there was one. A link back stays.
    ///
    /// ```
    /// let mut grid = wayline::Grid::new(9, 9)?;
    /// grid.add_two_way_link((0, 0), (8, 8), 1.0)?;
    /// assert!(grid.remove_link((0, 0), (8, 8)));
    /// assert!(!grid.remove_link((0, 0), (8, 8)));
    /// assert_eq!(grid.links().count(), 1);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn remove_link(&mut self, from: impl Into<Cell>, to: impl Into<Cell>) -> bool {
        let removed = match (self.node(from), self.node(to)) {
            (Some(from), Some(to)) => self.links.remove(from, to),
            _ => false,
        };
        if removed {
            self.changed();
        }
        removed
    }

    /// All links: from, to, cost. Row by row, by where they come from and then by where they lead.
    ///
    /// ```
    /// use wayline::{Cell, Cost, Grid};
    /// let mut grid = Grid::new(9, 9)?;
    /// grid.add_link((0, 0), (8, 8), 3.0)?;
    /// let all: Vec<_> = grid.links().collect();
    /// assert_eq!(all, [(Cell::new(0, 0), Cell::new(8, 8), Cost::from(3))]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn links(&self) -> impl Iterator<Item = (Cell, Cell, Cost)> {
        let links = self.links.all().iter();
        links.map(|link| (self.cell_at(link.from), self.cell_at(link.to), link.cost))
    }

    /// The links both of whose ends are free, and open under a layer, with what they cost.
    pub(crate) fn live_links<'g>(&'g self, layer: Option<&'g Layer>) -> impl Iterator<Item = Link> {
        let cost = move |link| self.link_cost(link, layer);
        self.links.all().iter().filter_map(move |link| Some(Link { cost: cost(link)?, ..*link }))
    }

    /// What a link costs, unless it rests.
    #[inline]
    pub(crate) fn link_cost(&self, link: &Link, layer: Option<&Layer>) -> Option<Cost> {
        let is_open = |place| self.bit(place) && layer.is_none_or(|layer| layer.is_open_at(place));
        let extra = layer.map_or(Cost::ZERO, |layer| layer.extra_at(link.to));
        (is_open(link.from) && is_open(link.to)).then(|| link.cost + extra)
    }
}

/// Links cost more than nothing, so that costs rise along every path: 0.0001, rounded down.
pub(crate) const LEAST_LINK: Cost = Cost::from_raw(429_496);
