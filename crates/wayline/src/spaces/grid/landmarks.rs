//! Landmarks on a grid: a bound that knows the hills, the swamps and the lakes.
//!
//! The octile estimate takes every cell for the cheapest on the map. Where terrain costs more than that, or is in
//! the way, the estimate is far too low, and A* looks almost everywhere. The costs from a few cells, the
//! landmarks, to all others are exact, and by the triangle inequality they bound every other cost:
//!
//! ```text
//!    L ------------- b        cost(a, b) >= cost(L, b) - cost(L, a)
//!      \____ a ____/
//! ```
//!
//! **One number for both directions.** Elevation makes a map directed, but only by a little: the climb of a path
//! minus its descent is the difference in elevation of its ends, whatever the path. So twice the cost from a to b,
//! minus `uphill` times (elevation of b − elevation of a), is the same from b to a: terrain twice, and every climb
//! and descent once. This *evened* cost is what is measured; whatever was taken off is put back in the estimate.
//! It is a true distance, and one table gives the bounds to a landmark and from it.
//!
//! **Two numbers where there have to be.** Terrain that is charged for the cell entered makes a map truly
//! directed. There each landmark has two numbers for every cell: the evened cost from the landmark, and the
//! complement of the one to it. So for both, the goal's number minus the cell's is a bound, where it is above
//! zero:
//!
//! ```text
//!    cost(a, b) >= cost(L, b) - cost(L, a)        cost(a, b) >= cost(a, L) - cost(b, L)
//! ```
//!
//! **Rounding.** Evened costs are kept in 16 bits, as whole numbers of units. Rounding them would make two
//! neighbours differ by more than the step between them costs. So it is the steps that are rounded, down, before
//! they are added up: neighbours then differ by at most the units of the step, which are worth no more than it
//! costs. The estimate is consistent, zero at the goal, and so admissible. The unit is chosen such that the map's
//! steps lose little: 29 units for a straight step make 41.01 for a diagonal one, which loses 0.03 %. Costs too
//! long for 16 bits are cut off, which leaves them consistent: along a very long corridor the bound is weak, never
//! wrong.
//!
//! **Where.** Each connected part gets landmarks by its number of free cells. In it, each landmark is the cell
//! that is farthest from those before it, and the first is far from the first cell of the part. Both are decided
//! by costs and places alone, so the same map has the same landmarks.
//!
//! O(k·n) to make k of them on n cells (see [`one_to_all`](super::one_to_all)), 2·k bytes a cell, or 4·k; O(k) for
//! an estimate. Worth it for weighted maps that get many questions and change seldom. The table holds for one
//! state of one map, and is refused after any edit.
//!
//! References: A. V. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph
//! theory" (2005); N. R. Sturtevant, A. Felner, M. Barrer, J. Schaeffer, N. Burch, "Memory-based
//! heuristics for explicit state spaces" (2009).

use super::components::Components;
use super::ground::over_terrain;
use super::one_to_all::{OneToAll, Paths};
use super::{Cell, Grid};
use crate::kernel::cost::Cost;
use crate::spaces::error::{IndexError, QueryError};
use std::cmp::Reverse;

/// Exact costs between a few cells of a grid and all others. See [`Heuristic::GridLandmarks`].
///
/// [`Heuristic::GridLandmarks`]: crate::Heuristic::GridLandmarks
///
/// ```
/// use wayline::{search, Grid, GridLandmarks, Heuristic, Query, Workspace};
///
/// let mut grid = Grid::new(40, 30)?;
/// for cell in grid.cells() {
///     grid.set_multiplier(cell, 1.0 + f64::from(cell.x * cell.y % 7))?;
/// }
/// let landmarks = GridLandmarks::choose(&grid, 16)?;
/// let mut work = Workspace::new();
/// let plain = Query::new((2, 3), (37, 20));
/// let guided = plain.clone().heuristic(Heuristic::GridLandmarks(&landmarks));
/// let cost = search(&grid, &plain, &mut work)?.cost;
/// let answer = search(&grid, &guided, &mut work)?;
/// assert!(answer.is_optimal() && answer.cost == cost);
///
/// // After an edit they are refused, never silently wrong.
/// grid.set_multiplier((5, 5), 9.0)?;
/// assert!(search(&grid, &guided, &mut work).is_err());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridLandmarks {
    pub(crate) cells: Vec<Cell>,
    /// For each place, and each landmark: the evened cost between them, in units; or the one from the landmark and
    /// the complement of that to it.
    pub(crate) units: Vec<Lanes>,
    /// How many lanes a place has.
    pub(crate) lanes: usize,
    /// All bits if costs are the same in both directions, and none otherwise: in the former case, a cell's number
    /// above the goal's counts as well.
    pub(crate) both: u16,
    /// A bit for each place around which the ground is alike.
    pub(crate) even: Vec<u64>,
    /// The evened cost that a unit stands for.
    pub(crate) worth: u64,
    pub(crate) fingerprint: u64,
}

/// The units of eight landmarks, which are compared all at once.
pub(crate) type Lanes = [u16; 8];

/// Units of a cell that a landmark does not reach. No cell of its own part has as many, and all cells of another
/// part have the same number, so no estimate there rises or falls by it.
const APART: u16 = u16::MAX;
/// More than this are cut off: what is left is still a distance.
const MOST: u64 = APART as u64 - 1;

/// The memory that [`GridLandmarks::prepare`] takes, as long as that is enough for sixteen.
const MEMORY: usize = 1 << 26;

/// The most landmarks if each has two numbers. Questions took less time with 24 than with 32 on the two small maps
/// tried, on a machine that was not quiet; it is not known why.
const MOST_BOTH: usize = 24;

/// Longer climbs than this, in raw units, are refused, so that nothing saturates.
const LONGEST_CLIMB: u128 = 1 << 60;

impl GridLandmarks {
    /// The most landmarks there may be.
    pub const MAX: usize = 64;

    /// Chooses as many landmarks as are worth their memory: 64 if they fit into 64 MiB (up to 700x700 cells),
    /// fewer on larger maps, and never fewer than 16; half as many, and 24 at most, if terrain is charged for [the
    /// cell entered](crate::Charge::Enter). Each search for a path then looks at a few hundred cells; jump point
    /// search over even ground looks at fewer still. Refuses whatever [`choose`](GridLandmarks::choose) refuses.
    ///
    /// ```
    /// use wayline::{search, Algorithm, Grid, GridLandmarks, Heuristic, Query, Workspace};
    /// let mut grid = Grid::new(100, 100)?;
    /// for cell in grid.cells().filter(|cell| cell.x > cell.y) {
    ///     grid.set_multiplier(cell, 2.0)?;
    /// }
    /// let landmarks = GridLandmarks::prepare(&grid)?;
    /// assert_eq!(landmarks.cells().len(), 64);
    /// let query = Query::new((3, 90), (95, 20)).heuristic(Heuristic::GridLandmarks(&landmarks));
    /// let mut work = Workspace::new();
    /// let answer = search(&grid, &query, &mut work)?;
    /// assert!(answer.is_optimal() && answer.algorithm == Algorithm::Jps);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare(grid: &Grid) -> Result<GridLandmarks, IndexError> {
        let each = size_of::<u16>() * Grid::places(grid.width, grid.height);
        let fit = (MEMORY / each / 8 * 8).clamp(16, GridLandmarks::MAX);
        GridLandmarks::choose(
            grid,
            if grid.charges_entry() { (fit / 2).min(MOST_BOTH) } else { fit },
        )
    }

    /// Chooses up to this many landmarks and computes all costs between them and the other cells. Sixteen are good
    /// for most maps; multiples of eight use their memory to the full.
    ///
    /// Refuses more than [`GridLandmarks::MAX`], grids with [links](Grid::add_link), and maps whose elevation
    /// costs more than 2²⁸.
    ///
    /// ```
    /// use wayline::{Grid, GridLandmarks};
    /// let grid = Grid::new(40, 30)?;
    /// assert_eq!(GridLandmarks::choose(&grid, 4)?.cells().len(), 4);
    /// assert!(GridLandmarks::choose(&grid, 1000).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn choose(grid: &Grid, count: usize) -> Result<GridLandmarks, IndexError> {
        let max = GridLandmarks::MAX;
        if count > max {
            return Err(IndexError::TooManyLandmarks { count, max });
        }
        if !grid.links.is_empty() {
            let why = "the grid has links: expected one without";
            return Err(IndexError::Unsupported(why));
        }
        let climb = u128::from(grid.uphill().raw()) * u128::from(grid.ground.largest_climb());
        if climb > LONGEST_CLIMB {
            let why = "the highest cell costs more than 268435456 to climb: lower uphill";
            return Err(IndexError::Unsupported(why));
        }
        let mut shares = shares(grid, count);
        let count: usize = shares.iter().map(|share| share.landmarks).sum();
        // Where the first of each part is, and how far it is to the farthest cell from there.
        let mut costs = OneToAll::new(grid, 1);
        let mut longest = 0;
        for share in &mut shares {
            share.first = farthest(costs.from(share.first)).0;
            longest = longest.max(farthest(costs.from(share.first)).1);
        }
        let worth = unit(grid, longest);
        let mut costs = OneToAll::new(grid, worth);
        let directions: &[Paths] =
            if grid.charges_entry() { &[Paths::From, Paths::To] } else { &[Paths::From] };
        let lanes = (count * directions.len()).div_ceil(8);
        let mut landmarks = GridLandmarks {
            cells: Vec::with_capacity(count),
            units: vec![[APART; 8]; Grid::places(grid.width, grid.height) * lanes],
            lanes,
            both: if directions.len() == 1 { u16::MAX } else { 0 },
            even: grid.even_ground(),
            worth,
            fingerprint: grid.fingerprint(),
        };
        let mut nearest = vec![u64::MAX; Grid::places(grid.width, grid.height)];
        for share in &shares {
            let mut next = share.first;
            for _ in 0..share.landmarks {
                let first = landmarks.cells.len() * directions.len();
                landmarks.cells.push(grid.cell_at(next));
                for (at, &paths) in (first..).zip(directions) {
                    let rows = landmarks.units.chunks_exact_mut(lanes);
                    let costs = costs.spread(next, paths);
                    for ((row, &cost), nearest) in rows.zip(costs).zip(&mut nearest) {
                        if cost != OneToAll::APART {
                            let units = cost.min(MOST) as u16;
                            row[at / 8][at % 8] = if paths == Paths::To { !units } else { units };
                            *nearest = cost.min(*nearest);
                        }
                    }
                }
                next = farthest(&nearest).0;
            }
            // The next part begins with nothing known.
            nearest.fill(u64::MAX);
        }
        Ok(landmarks)
    }

    /// The landmarks.
    ///
    /// ```
    /// use wayline::{Cell, Grid, GridLandmarks};
    /// let corridor = Grid::new(9, 1)?;
    /// assert_eq!(GridLandmarks::choose(&corridor, 2)?.cells(), [Cell::new(8, 0), Cell::new(0, 0)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How much memory they take, in bytes.
    ///
    /// ```
    /// use wayline::{Grid, GridLandmarks};
    /// let landmarks = GridLandmarks::choose(&Grid::new(100, 100)?, 4)?;
    /// assert!(landmarks.bytes() < 17 * 101 * 103);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        size_of::<GridLandmarks>()
            + size_of_val(&self.cells[..])
            + size_of_val(&self.units[..])
            + size_of_val(&self.even[..])
    }

    /// Whether they can be used on the grid: it is the one they were made for, or an equal one, unchanged since
    /// then.
    ///
    /// ```
    /// use wayline::{Grid, GridLandmarks};
    /// let mut grid = Grid::new(9, 9)?;
    /// let landmarks = GridLandmarks::choose(&grid, 2)?;
    /// assert!(landmarks.fit(&grid) && landmarks.fit(&grid.clone()));
    /// grid.set_free((4, 4), false)?;
    /// assert!(!landmarks.fit(&grid));
    /// grid.set_free((4, 4), true)?;
    /// assert!(landmarks.fit(&grid));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn fit(&self, grid: &Grid) -> bool {
        let places = Grid::places(grid.width, grid.height);
        self.units.len() == places * self.lanes && self.fingerprint == grid.fingerprint()
    }

    pub(crate) fn check(&self, grid: &Grid) -> Result<(), QueryError> {
        let why = "they were made for another grid, or before it was edited";
        if self.fit(grid) { Ok(()) } else { Err(QueryError::StaleLandmarks(why)) }
    }

    /// The units of a place, a number for each landmark.
    #[inline]
    pub(crate) fn row(&self, place: u32) -> &[Lanes] {
        let first = place as usize * self.lanes;
        self.units.get(first..first + self.lanes).unwrap_or(&[])
    }

    /// A lower bound on the cost between two places, without what their difference in elevation
    /// costs, which the caller adds.
    pub(crate) fn flat(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        let evened = u64::from(apart(self.row(from), self.row(to), self.both)) * self.worth;
        let (a, b) = (grid.ground.elevation(from), grid.ground.elevation(to));
        Cost::from_raw(evened.saturating_sub(grid.uphill().raw() * u64::from(a.abs_diff(b))) / 2)
    }
}

/// A connected part of a map, and how many landmarks it gets.
struct Share {
    first: u32,
    cells: usize,
    landmarks: usize,
}

/// Gives each landmark to the part with the most cells for each landmark it would then have
/// (D'Hondt's way of sharing out seats).
fn shares(grid: &Grid, count: usize) -> Vec<Share> {
    // Made anew: what edits have left unsure is not good enough.
    let components = Components::of(grid);
    let mut parts: Vec<Share> = Vec::new();
    let mut part_of: rustc_hash::FxHashMap<u32, usize> = Default::default();
    for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
        let place = grid.place(cell);
        let part = *part_of.entry(components.of_place(place)).or_insert_with(|| {
            parts.push(Share { first: place, cells: 0, landmarks: 0 });
            parts.len() - 1
        });
        parts[part].cells += 1;
    }
    for _ in 0..count {
        // Never more landmarks than cells; the earlier part where two are alike.
        let wants = parts.iter_mut().filter(|part| part.landmarks < part.cells);
        let most = wants.max_by_key(|part| {
            // At most 2²⁸ cells: no overflow, and no two quotients that differ become alike.
            (((part.cells as u64) << 32) / (part.landmarks as u64 + 1), Reverse(part.first))
        });
        match most {
            Some(part) => part.landmarks += 1,
            None => break,
        }
    }
    parts.retain(|part| part.landmarks > 0);
    parts
}

/// The farthest place that is reached, the first of several.
fn farthest(costs: &[u64]) -> (u32, u64) {
    let reached = costs.iter().enumerate().filter(|&(_, &cost)| cost != OneToAll::APART);
    let most = reached.max_by_key(|&(place, &cost)| (cost, Reverse(place)));
    most.map_or((0, 0), |(place, &cost)| (place as u32, cost))
}

/// The most that a goal's row is above another, or with `both` that either is above the other.
#[inline]
pub(crate) fn apart(from: &[Lanes], goal: &[Lanes], both: u16) -> u16 {
    let mut most: Lanes = [0; 8];
    for (from, goal) in from.iter().zip(goal) {
        for lane in 0..8 {
            let above = goal[lane].saturating_sub(from[lane]);
            let below = from[lane].saturating_sub(goal[lane]) & both;
            // One of them is zero.
            most[lane] = most[lane].max(above | below);
        }
    }
    most.into_iter().fold(0, u16::max)
}

/// How much a unit is, so that the longest cost fits and little is lost by rounding steps down: the
/// cheapest straight step is n units, and of all n that fit the one is taken that loses least over
/// some of the map's own steps.
fn unit(grid: &Grid, longest: u64) -> u64 {
    let (steps, lowest) = (grid.rules.steps, grid.ground.lowest());
    let evened = |length, a, b| (2 * over_terrain(length, a, b).raw()).max(1);
    let straight = evened(steps.straight(), lowest, lowest);
    let free = grid.cells().filter(|&cell| grid.is_free(cell)).map(|cell| grid.place(cell));
    let some = free.step_by(grid.free / SAMPLES + 1);
    let costs: Vec<u64> = some
        .flat_map(|place| {
            // As if to the next cell of the row; whether that is free does not matter here.
            let b = grid.ground.multiplier(place + 1);
            let a = if grid.charges_entry() { b } else { grid.ground.multiplier(place) };
            [evened(steps.straight(), a, b), evened(steps.diagonal(), a, b)]
        })
        .collect();
    // A little smaller than the step's n-th part, so that no rounding takes the n-th unit away.
    let of = |n: u64| (straight / n).saturating_sub(1).max(1);
    let loss = |n: u64| costs.iter().map(|cost| u128::from(cost % of(n))).sum::<u128>();
    let fits = (1..=MOST_UNITS).take_while(|&n| longest / of(n) <= MOST);
    fits.min_by_key(|&n| (loss(n), Reverse(n))).map_or(longest / MOST + 1, of)
}

/// A step is cut into no more units than this.
const MOST_UNITS: u64 = 512;
/// How many cells are asked what a step costs, about.
const SAMPLES: usize = 256;
