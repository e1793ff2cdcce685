//! What lies on the cells: terrain that slows, and elevation.

use super::{Cell, Charge, Grid};
use crate::kernel::convergent::greatest_common_divisor;
use crate::kernel::cost::Cost;
use crate::spaces::error::GridError;

/// Multipliers are kept in 256ths.
pub(crate) const PLAIN: u16 = 256;

/// Terrain and elevation of a grid. Both lists are empty until first used, and have the layout of the grid's
/// cells.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    multipliers: Vec<u16>,
    /// No multiplier is below this, none above the other. Raising the lowest cell leaves them as
    /// they are: a bound that is too low is still a bound.
    lowest: u16,
    highest: u16,
    /// Divides [`PLAIN`] and all of them.
    divisor: u16,
    elevations: Vec<i32>,
    /// No two cells differ by more than this.
    relief: (i32, i32),
}

/// The divisor only says how a search may count.
impl PartialEq for Ground {
    fn eq(&self, other: &Ground) -> bool {
        let bounds = |it: &Ground| (it.lowest, it.highest, it.relief);
        bounds(self) == bounds(other) && self.lists() == other.lists()
    }
}

impl Default for Ground {
    fn default() -> Ground {
        let (multipliers, elevations) = (Vec::new(), Vec::new());
        let (lowest, highest, divisor) = (PLAIN, PLAIN, PLAIN);
        Ground { multipliers, lowest, highest, divisor, elevations, relief: (0, 0) }
    }
}

impl Ground {
    #[inline]
    pub(crate) fn multiplier(&self, place: u32) -> u16 {
        self.multipliers.get(place as usize).copied().unwrap_or(PLAIN)
    }

    #[inline]
    pub(crate) fn elevation(&self, place: u32) -> i32 {
        self.elevations.get(place as usize).copied().unwrap_or(0)
    }

    /// Multipliers and elevations, as far as there are any.
    pub(crate) fn lists(&self) -> (&[u16], &[i32]) {
        (&self.multipliers, &self.elevations)
    }

    /// The same from lists and bounds that were kept elsewhere; `None` if the bounds are not bounds.
    #[cfg(feature = "serde")]
    pub(crate) fn from_lists(
        multipliers: Vec<u16>,
        (lowest, highest): (u16, u16),
        elevations: Vec<i32>,
        relief: (i32, i32),
    ) -> Option<Ground> {
        let most = 255 * PLAIN;
        let in_range = (1..=PLAIN).contains(&lowest) && (PLAIN..=most).contains(&highest);
        let bounded = multipliers.iter().all(|it| (lowest..=highest).contains(it))
            && elevations.iter().all(|it| (relief.0..=relief.1).contains(it));
        let plain = Ground::default();
        let fits = (!multipliers.is_empty() || (lowest, highest) == (plain.lowest, plain.highest))
            && (!elevations.is_empty() || relief == plain.relief);
        let good = in_range && relief.0 <= 0 && 0 <= relief.1 && bounded && fits;
        let divisor =
            multipliers.iter().copied().fold(common_divisor(PLAIN, lowest), common_divisor);
        good.then_some(Ground { multipliers, lowest, highest, divisor, elevations, relief })
    }

    pub(crate) fn lowest(&self) -> u16 {
        self.lowest
    }

    pub(crate) fn highest(&self) -> u16 {
        self.highest
    }

    /// A number that divides all multipliers, in 256ths, and their bounds.
    pub(crate) fn divisor(&self) -> u16 {
        self.divisor
    }

    #[cfg(feature = "serde")]
    pub(crate) fn relief(&self) -> (i32, i32) {
        self.relief
    }

    pub(crate) fn largest_climb(&self) -> u32 {
        self.relief.1.abs_diff(self.relief.0)
    }
}

/// A multiplier as it is kept.
pub(crate) fn in_256ths(multiplier: f64) -> Result<u16, GridError> {
    let kept = (multiplier * PLAIN as f64).round();
    if !(1.0..=255.0 * PLAIN as f64).contains(&kept) {
        return Err(GridError::BadMultiplier(multiplier));
    }
    Ok(kept as u16)
}

/// The largest number that divides both, which as a rule is the first.
fn common_divisor(divisor: u16, multiplier: u16) -> u16 {
    // In WebAssembly, what would ask for it is left out.
    if cfg!(target_arch = "wasm32") || multiplier.is_multiple_of(divisor) {
        return divisor;
    }
    greatest_common_divisor(divisor.into(), multiplier.into()) as u16
}

/// The part of a step's cost that terrain decides: the length times the mean of two multipliers.
#[inline]
pub(crate) fn over_terrain(length: Cost, a: u16, b: u16) -> Cost {
    // At most 2^46 (10,000 in raw units) times 2^17: no overflow.
    Cost::from_raw((length.raw() * (a as u64 + b as u64)) >> 9)
}

/// The part that elevation decides.
#[inline]
pub(crate) fn climbing(uphill: Cost, from: i32, to: i32) -> Cost {
    let climb = if to > from { to.abs_diff(from) } else { 0 };
    uphill.scaled(climb, 0)
}

impl Grid {
    /// A grid from what cells cost: `None` is blocked, anything else is the terrain
    /// [multiplier](Grid::set_multiplier) of a free cell. Called once for each cell, row by row.
    ///
    /// A step is charged for half of each of its two cells. If the numbers are what it costs to enter a cell, add
    /// `.with_rules(Rules::default().charge(Charge::Enter))`.
    ///
    /// ```
    /// use wayline::Grid;
    /// let sea = Grid::from_costs(3, 3, |cell| match (cell.x, cell.y) {
    ///     (1, 1) => None,
    ///     (_, 0) => Some(2.5),
    ///     _ => Some(1.0),
    /// })?;
    /// assert!(!sea.is_free((1, 1)));
    /// assert_eq!(sea.multiplier((2, 0)), 2.5);
    /// assert!(Grid::from_costs(3, 3, |_| Some(-1.0)).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn from_costs(
        width: u32,
        height: u32,
        mut cost: impl FnMut(Cell) -> Option<f64>,
    ) -> Result<Grid, GridError> {
        let (mut multipliers, mut flaw) = (Vec::new(), None);
        let mut grid = Grid::from_fn(width, height, |cell| {
            let cost = cost(cell);
            multipliers.push(match cost.map_or(Ok(PLAIN), in_256ths) {
                Ok(kept) => kept,
                Err(bad) => {
                    // The first is reported.
                    flaw.get_or_insert(bad);
                    PLAIN
                }
            });
            cost.is_some()
        })?;
        if let Some(flaw) = flaw {
            return Err(flaw);
        }
        if multipliers.iter().any(|&kept| kept != PLAIN) {
            grid.ground.multipliers = vec![PLAIN; Grid::places(width, height)];
            for (row, y) in multipliers.chunks_exact(width as usize).zip(0..) {
                let first = grid.place(Cell { x: 0, y }) as usize;
                grid.ground.multipliers[first..first + row.len()].copy_from_slice(row);
            }
            let ground = &mut grid.ground;
            ground.lowest = multipliers.iter().copied().fold(PLAIN, u16::min);
            ground.highest = multipliers.iter().copied().fold(PLAIN, u16::max);
            ground.divisor = multipliers.iter().copied().fold(PLAIN, common_divisor);
        }
        Ok(grid)
    }

    /// Whether any cell has a multiplier other than one, or an elevation.
    ///
    /// ```
    /// let mut grid = wayline::Grid::new(2, 2)?;
    /// assert!(!grid.is_weighted());
    /// grid.set_multiplier((0, 0), 2.0)?;
    /// assert!(grid.is_weighted());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn is_weighted(&self) -> bool {
        !self.ground.multipliers.is_empty() || !self.ground.elevations.is_empty()
    }

    /// Whether the direction of a step makes a difference to what its terrain costs.
    pub(crate) fn charges_entry(&self) -> bool {
        self.rules.charge == Charge::Enter && !self.ground.multipliers.is_empty()
    }

    /// The terrain multiplier of a cell: one on plain ground, and off the map.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::new(2, 2)?.multiplier((0, 0)), 1.0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn multiplier(&self, cell: impl Into<Cell>) -> f64 {
        let place = self.node(cell);
        place.map_or(1.0, |place| self.ground.multiplier(place) as f64 / PLAIN as f64)
    }

    /// Sets the terrain multiplier of a cell, to the nearest 256th: from 1/256 to 255. A step
    /// costs its length times the mean of the multipliers of the two cells, or times that of the cell
    /// it enters: see [`Charge`].
    ///
    /// ```
    /// let mut swamp = wayline::Grid::new(2, 2)?;
    /// swamp.set_multiplier((1, 1), 2.5)?;
    /// assert!(swamp.set_multiplier((1, 1), -1.0).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_multiplier(
        &mut self,
        cell: impl Into<Cell>,
        multiplier: f64,
    ) -> Result<(), GridError> {
        let place = self.place_of(cell.into())?;
        let kept = in_256ths(multiplier)?;
        let ground = &mut self.ground;
        if ground.multipliers.is_empty() {
            if kept == PLAIN {
                return Ok(());
            }
            ground.multipliers = vec![PLAIN; Grid::places(self.width, self.height)];
        }
        ground.multipliers[place as usize] = kept;
        ground.lowest = ground.lowest.min(kept);
        ground.highest = ground.highest.max(kept);
        ground.divisor = common_divisor(ground.divisor, kept);
        self.changed();
        #[cfg(not(target_arch = "wasm32"))]
        self.repair_even_ground(place);
        Ok(())
    }

    /// The elevation of a cell: zero unless set, and off the map.
    ///
    /// ```
    /// assert_eq!(wayline::Grid::new(2, 2)?.elevation((0, 0)), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn elevation(&self, cell: impl Into<Cell>) -> i32 {
        self.node(cell).map_or(0, |place| self.ground.elevation(place))
    }

    /// Sets the elevation of a cell. Going up costs [`uphill`](super::Rules::uphill) for each unit gained; going
    /// down costs no more than level ground.
    ///
    /// ```
    /// use wayline::{Cost, Grid, Rules};
    /// let rules = Rules::default().uphill(Cost::from(2));
    /// let mut hill = Grid::new(3, 1)?.with_rules(rules);
    /// hill.set_elevation((1, 0), 10)?;
    /// assert_eq!(hill.elevation((1, 0)), 10);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn set_elevation(
        &mut self,
        cell: impl Into<Cell>,
        elevation: i32,
    ) -> Result<(), GridError> {
        let place = self.place_of(cell.into())?;
        let ground = &mut self.ground;
        if ground.elevations.is_empty() {
            if elevation == 0 {
                return Ok(());
            }
            ground.elevations = vec![0; Grid::places(self.width, self.height)];
        }
        ground.elevations[place as usize] = elevation;
        let (low, high) = ground.relief;
        ground.relief = (low.min(elevation), high.max(elevation));
        self.changed();
        #[cfg(not(target_arch = "wasm32"))]
        self.repair_even_ground(place);
        Ok(())
    }
}
