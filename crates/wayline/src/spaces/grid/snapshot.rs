//! The saved form of a [`Grid`], and the checks that a loaded one must pass.
//!
//! A document has the map and nothing derived from it, so equal grids give equal documents: `version` (1),
//! `width`, `height`, `rules`; `cells`, a bit each, row by row, lowest bits first, set where a cell is free;
//! `multipliers` in 256ths and `elevations`, row by row, or empty lists; the bounds that the grid keeps of both,
//! since estimates depend on them; and `links`, each with where it comes from, where it leads and its cost, in
//! ascending order. It is as long as the map is large, so that a short document cannot ask for much memory.

use super::ground::{Ground, PLAIN};
use super::links::{LEAST_LINK, Link, Links};
use super::{Cell, Grid, Rules, StepCosts};
use crate::kernel::cost::Cost;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Grid", deny_unknown_fields)]
struct Document {
    version: u32,
    width: u32,
    height: u32,
    rules: Rules,
    cells: Vec<u8>,
    multipliers: Vec<u16>,
    multiplier_bounds: (u16, u16),
    elevations: Vec<i32>,
    elevation_bounds: (i32, i32),
    /// Older documents have none.
    #[serde(default)]
    links: Vec<SavedLink>,
}

/// From where, to where, at what cost.
type SavedLink = ((u32, u32), (u32, u32), Cost);

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cells = vec![0u8; (self.width as usize * self.height as usize).div_ceil(8)];
        for (at, cell) in self.cells().enumerate() {
            cells[at / 8] |= u8::from(self.is_free(cell)) << (at % 8);
        }
        let ground = &self.ground;
        let (multipliers, elevations) = ground.lists();
        Document {
            version: VERSION,
            width: self.width,
            height: self.height,
            rules: self.rules,
            cells,
            multipliers: self.without_borders(multipliers),
            multiplier_bounds: (ground.lowest(), ground.highest()),
            elevations: self.without_borders(elevations),
            elevation_bounds: ground.relief(),
            links: self.links().map(|(a, b, cost)| ((a.x, a.y), (b.x, b.y), cost)).collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid, D::Error> {
        let it = Document::deserialize(deserializer)?;
        if it.version != VERSION {
            let found = Unexpected::Unsigned(it.version.into());
            return Err(D::Error::invalid_value(found, &"a grid of version 1"));
        }
        let count = usize::try_from(u64::from(it.width) * u64::from(it.height));
        let count = count.map_err(D::Error::custom)?;
        if it.cells.len() != count.div_ceil(8) {
            return Err(D::Error::invalid_length(it.cells.len(), &"a bit for each cell"));
        }
        if count % 8 != 0 && it.cells[count / 8] >> (count % 8) != 0 {
            return Err(D::Error::custom("bits are set beyond the last cell"));
        }
        for list in [it.multipliers.len(), it.elevations.len()] {
            if list != 0 && list != count {
                return Err(D::Error::invalid_length(list, &"one for each cell, or none"));
            }
        }
        let mut cells = (0..count).map(|at| it.cells[at / 8] >> (at % 8) & 1 != 0);
        let grid = Grid::from_fn(it.width, it.height, |_| cells.next().unwrap_or(false));
        let mut grid = grid.map_err(D::Error::custom)?.with_rules(it.rules);
        let multipliers = grid.with_borders(&it.multipliers, PLAIN);
        let elevations = grid.with_borders(&it.elevations, 0);
        let bounds = (it.multiplier_bounds, it.elevation_bounds);
        grid.ground = Ground::from_lists(multipliers, bounds.0, elevations, bounds.1)
            .ok_or_else(|| D::Error::custom("multipliers or elevations outside their bounds"))?;
        let order = |((a, b), (c, d), _): &SavedLink| (*b, *a, *d, *c);
        if !it.links.is_sorted_by(|one, other| order(one) < order(other)) {
            return Err(D::Error::custom("links that are not in order, or twice the same"));
        }
        let good = it.links.iter().all(|&(from, to, cost)| {
            let in_range = LEAST_LINK <= cost && cost <= Cost::MAX_MOVE;
            in_range && grid.contains(from) && grid.contains(to)
        });
        if !good {
            return Err(D::Error::custom("links off the map, or with costs outside their bounds"));
        }
        let links = it.links.iter().map(|&(from, to, cost)| Link {
            from: grid.place(from.into()),
            to: grid.place(to.into()),
            cost,
        });
        let mut kept = Links::default();
        kept.assign(links);
        grid.links = kept;
        Ok(grid)
    }
}

impl Grid {
    /// A list that is laid out as the cells are, row by row.
    fn without_borders<T: Copy>(&self, list: &[T]) -> Vec<T> {
        let cells = self.cells().filter(|_| !list.is_empty());
        cells.map(|cell| list[self.place(cell) as usize]).collect()
    }

    fn with_borders<T: Copy>(&self, rows: &[T], border: T) -> Vec<T> {
        if rows.is_empty() {
            return Vec::new();
        }
        let mut list = vec![border; Grid::places(self.width, self.height)];
        for (y, row) in (0..).zip(rows.chunks(self.width as usize)) {
            let first = self.place(Cell { x: 0, y }) as usize;
            list[first..first + row.len()].copy_from_slice(row);
        }
        list
    }
}

/// By the checks of [`StepCosts::new`].
impl<'de> Deserialize<'de> for StepCosts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StepCosts, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "StepCosts")]
        struct Document {
            straight: Cost,
            diagonal: Cost,
        }
        let Document { straight, diagonal } = Document::deserialize(deserializer)?;
        // Exact: what is allowed has fewer bits than a float.
        StepCosts::new(straight.to_f64(), diagonal.to_f64()).map_err(D::Error::custom)
    }
}
