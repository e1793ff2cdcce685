//! [`Flow`]: thousands of units that follow the current to a few goals.
//!
//! `stream.rs` has the costs to each goal, `pushing.rs` decides where each unit goes in a tick, and `round.rs`
//! moves them.

mod pushing;
mod round;
mod stream;

use crate::body::kind::Heading;
use crate::kernel::parallel::both;
use crate::spaces::error::{BodyError, End, Error, GridError, QueryError};
use crate::spaces::grid::{Cell, Corners, Grid, STEPS};
use pushing::{Mover, NONE, Pushing, Scene, straight};
use round::fill_by_turns;
use std::fmt;
use std::ops::Range;
use stream::{Filling, Ground, STRAIGHT, Stream};

/// The largest unit, in cells across.
const LARGEST: u32 = 16;
/// The most memory that costs may take.
const MOST_BYTES: u64 = 8 << 30;
/// Cells that are filled in a tick, unless set otherwise.
const SLICE: u32 = 50_000;
/// Every how many ticks the stamps of crowded cells are halved.
const FADING: u64 = 16;
/// In the list of units that rest: one without a goal.
const IDLE: u16 = u16::MAX;

/// Large groups on a grid, each unit a square of cells, that flow to shared goals.
///
/// One field of costs serves all units that have a goal and a size in common, however many there are. In a tick,
/// every unit makes at most one step, by the moves of the grid. No two units ever hold the same cell, change
/// places or cross. A unit that stands in the way of one with a higher rank is pushed on, and makes way even if it
/// has to go back. Ranks go by when a unit was sent, then by goal, so that of two groups that meet in a corridor,
/// one goes first. A unit that cannot get on because no other can make way for it lets the others go first.
///
/// Around a goal lies an area in which the group finds room, with some to spare: the cells that are nearest to the
/// goal. A unit in this area [has arrived](Flow::has_arrived), and moves only to close ranks or to make way. A
/// unit that is sent alone arrives on the goal itself.
///
/// Cells where units wait become more expensive for units that are still to come, so that a crowd spreads over all
/// doors. Fields are refilled a [slice](Flow::set_slice) each tick for as long as any unit is on the way; that is
/// also how they learn of edits. Until a field has reached a unit for the first time, the unit heads straight for
/// its goal.
///
/// ```
/// use wayline::{Grid, check, crowd::Flow};
///
/// let grid = Grid::from_fn(60, 30, |cell| cell.x != 30 || cell.y % 10 == 4)?;
/// let mut flow = Flow::new(&grid)?;
/// let mut units = Vec::new();
/// for i in 0..100 {
///     units.push(flow.add_unit((2 + i % 10, 5 + i / 10), 1)?);
/// }
/// flow.send(&units, (50, 15))?;
/// let mut judge = check::Squares::new();
/// while flow.on_their_way() > 0 {
///     flow.tick();
///     judge.tick(flow.grid(), flow.units())?;
/// }
/// assert!(units.iter().all(|&unit| flow.has_arrived(unit)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The same calls give the same ticks on every machine, with any number of [threads](Flow::set_threads).
///
/// This is for crowds that share goals: each goal takes 8 bytes a cell, for each size of unit. Paths follow a
/// field with rounded costs, and nothing is claimed about their length. For units that each have a goal of their
/// own, use [`Planner`](super::Planner); for units with a heading and other footprints,
/// [`World`](crate::body::World). Ground is plain: terrain, elevation and links are refused. Larger units do not
/// cut corners, whatever the rule.
///
/// Larger units may hold each other up for good where they meet, so not all of them may arrive; where that
/// matters, use [`World`](crate::body::World). Groups of one-cell units take turns in passages, and all arrive in
/// every test.
///
/// That all arrive is not proven, with one exception: for units of one cell, on a map that no single cell divides,
/// the one with the highest rank always comes nearer (Okumura et al., see `pushing.rs`).
pub struct Flow {
    /// By size: how many cells across, and the map as such units see it. The first is for one cell.
    sizes: Vec<(u32, Grid)>,
    streams: Vec<Option<Stream>>,
    fillings: Vec<Option<Filling>>,
    movers: Vec<Mover>,
    ranks: Vec<Rank>,
    /// Units by rank.
    order: Vec<u32>,
    sorted: bool,
    pushing: Pushing,
    /// What is charged for crowded places.
    stamps: Vec<u8>,
    /// The goal whose unit rests on a place, and where those units are.
    resting: Vec<u16>,
    rested: Vec<u32>,
    lengths: [u32; 2],
    slice: u32,
    threads: usize,
    ticks: u64,
    /// The stream that is filled first in the next tick.
    turn: usize,
    on_their_way: usize,
}

impl fmt::Debug for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flow")
            .field("units", &self.units().flatten().count())
            .field("ticks", &self.ticks)
            .finish_non_exhaustive()
    }
}

/// Which unit goes first: the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    gone: bool,
    sent: u64,
    stream: u32,
    far: u32,
    unit: u32,
    thwarted: u8,
}

impl Flow {
    /// A flow without units, on a copy of the grid.
    ///
    /// # Errors
    ///
    /// If the grid has terrain, elevation or links.
    pub fn new(grid: &Grid) -> Result<Flow, QueryError> {
        if grid.is_weighted() || grid.links().next().is_some() {
            let why = "it takes plain ground only, without terrain, elevation and links";
            return Err(QueryError::Unsupported { algorithm: "a flow", why });
        }
        let (straight, diagonal) =
            (grid.rules().steps.straight().raw(), grid.rules().steps.diagonal().raw());
        let one = u128::from(STRAIGHT) * u128::from(diagonal) + u128::from(straight / 2);
        let diagonal = (one / u128::from(straight.max(1))).clamp(1, 2 * u128::from(STRAIGHT));
        let places = Grid::places(grid.width(), grid.height());
        Ok(Flow {
            sizes: vec![(1, grid.clone())],
            streams: Vec::new(),
            fillings: Vec::new(),
            movers: Vec::new(),
            ranks: Vec::new(),
            order: Vec::new(),
            sorted: true,
            pushing: Pushing::new(places),
            stamps: vec![0; places],
            resting: vec![0; places],
            rested: Vec::new(),
            lengths: [STRAIGHT, diagonal as u32],
            slice: SLICE,
            threads: 1,
            ticks: 0,
            turn: 0,
            on_their_way: 0,
        })
    }

    /// Sets how many threads it runs on: with two, one fills fields while units move. The ticks are the same.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Sets how many cells of fields are filled in a tick; the default is 50,000. With more, units learn of crowds
    /// and edits sooner, and a tick takes longer.
    pub fn set_slice(&mut self, cells: u32) {
        self.slice = cells.max(1);
    }

    /// Puts a unit on the map: a square of `size` x `size` cells, of which this is the upper left one. Its number
    /// is the number of units added before it.
    ///
    /// ```
    /// use wayline::{Grid, crowd::Flow};
    /// let mut flow = Flow::new(&Grid::new(9, 9)?)?;
    /// let cart = flow.add_unit((3, 3), 2)?;
    /// assert_eq!(flow.unit_at((4, 4)), Some(cart));
    /// assert!(flow.add_unit((4, 4), 1).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is a wall or a unit in the way, or the square is off the map, or larger than 16x16.
    pub fn add_unit(&mut self, cell: impl Into<Cell>, size: u32) -> Result<usize, Error> {
        let cell = cell.into();
        self.grid().check_end(End::Start, cell, true)?;
        let no_room = |what: String| {
            let placement = (cell.x, cell.y, Heading::E).into();
            Error::from(BodyError::NoRoom { placement, what })
        };
        if !(1..=LARGEST).contains(&size) {
            return Err(no_room(format!("a unit of {size}x{size} cells: expected 1 to {LARGEST}")));
        }
        if self.movers.len() >= NONE as usize - 1 {
            return Err(no_room("there are too many units".to_owned()));
        }
        let at = self.size(size)?;
        let place = self.grid().place(cell);
        if !self.sizes[at].1.bit(place) {
            return Err(no_room(format!("{size}x{size} cells are not free there")));
        }
        let unit = self.movers.len() as u32;
        let stride = self.grid().stride();
        let other = Pushing::square(place, size, stride)
            .map(|place| self.pushing.now[place as usize])
            .find(|&there| there != NONE);
        if let Some(other) = other {
            return Err(no_room(format!("unit {other} is there")));
        }
        for place in Pushing::square(place, size, stride) {
            self.pushing.now[place as usize] = unit;
        }
        let (arrived, cut_off) = (false, false);
        self.movers.push(Mover { place, size: at as u8, arrived, cut_off, stream: NONE });
        let (sent, stream, far) = (u64::MAX, NONE, 0);
        self.ranks.push(Rank { gone: false, sent, stream, far, unit, thwarted: 0 });
        self.order.push(unit);
        Ok(unit as usize)
    }

    /// Puts units of one size on the map, all of them or none. Their numbers follow each other.
    ///
    /// ```
    /// use wayline::{Cell, Grid, crowd::Flow};
    /// let mut flow = Flow::new(&Grid::new(9, 9)?)?;
    /// let row: Vec<Cell> = (0..5).map(|x| Cell::new(x, 3)).collect();
    /// assert_eq!(flow.add_units(&row, 1)?, 0..5);
    /// assert!(flow.add_units(&[Cell::new(7, 7), Cell::new(4, 3)], 1).is_err());
    /// assert_eq!(flow.unit_at((7, 7)), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`add_unit`](Flow::add_unit), and if two of them overlap.
    pub fn add_units(&mut self, cells: &[Cell], size: u32) -> Result<Range<usize>, Error> {
        let first = self.movers.len();
        for &cell in cells {
            if let Err(error) = self.add_unit(cell, size) {
                self.forget_from(first);
                return Err(error);
            }
        }
        Ok(first..self.movers.len())
    }

    /// Undoes the additions of the last units, which have done nothing yet.
    fn forget_from(&mut self, first: usize) {
        let stride = self.grid().stride();
        // Units that were removed are no longer in the order.
        self.order.truncate(self.order.len() - (self.movers.len() - first));
        for mover in self.movers.drain(first..) {
            for place in Pushing::square(mover.place, self.sizes[mover.size as usize].0, stride) {
                self.pushing.now[place as usize] = NONE;
            }
        }
        self.ranks.truncate(first);
    }

    /// Takes a unit off the map. Its number is not used again.
    ///
    /// # Errors
    ///
    /// If there is no such unit.
    pub fn remove_unit(&mut self, unit: usize) -> Result<(), BodyError> {
        self.halt(unit)?;
        let (mover, stride) = (self.movers[unit], self.grid().stride());
        let side = self.sizes[mover.size as usize].0;
        for place in Pushing::square(mover.place, side, stride) {
            self.pushing.now[place as usize] = NONE;
        }
        self.ranks[unit].gone = true;
        self.order.retain(|&other| other != unit as u32);
        Ok(())
    }

    /// Sends units to a goal, which they share with all units that were sent there before. They go from the next
    /// tick on.
    ///
    /// ```
    /// use wayline::{Grid, crowd::Flow};
    /// let mut flow = Flow::new(&Grid::new(9, 9)?)?;
    /// let unit = flow.add_unit((0, 0), 1)?;
    /// flow.send(&[unit], (8, 8))?;
    /// assert_eq!(flow.goal(unit), Some((8, 8).into()));
    /// (0..8).for_each(|_| flow.tick());
    /// assert_eq!(flow.cell(unit), Some((8, 8).into()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the goal is blocked or off the map, there is no such unit, or fields would take more than 8 GB; then no
    /// unit is sent. If no path leads there, that is not an error: see [`is_cut_off`](Flow::is_cut_off).
    pub fn send(&mut self, units: &[usize], goal: impl Into<Cell>) -> Result<(), Error> {
        let goal = goal.into();
        self.grid().check_end(End::Goal, goal, true)?;
        units.iter().try_for_each(|&unit| self.known(unit))?;
        // A new one for each size, at most.
        let count = self.streams.iter().flatten().count() + self.sizes.len();
        let max = (MOST_BYTES / (8 * self.stamps.len() as u64)).max(LARGEST.into()) as usize;
        if count > max {
            return Err(BodyError::TooMany { what: "fields of a flow", count, max }.into());
        }
        for &unit in units {
            let size = self.movers[unit].size as usize;
            let known = self.streams.iter().position(|stream| {
                stream.as_ref().is_some_and(|known| known.goal == goal && known.size == size)
            });
            let to = known.unwrap_or_else(|| self.add_stream(goal, size));
            if let Some(stream) = &mut self.streams[to] {
                stream.units += 1;
            }
            let from = self.movers[unit].stream;
            self.leave(from);
            let mover = &mut self.movers[unit];
            (mover.stream, mover.arrived, mover.cut_off) = (to as u32, false, false);
            let far = straight(self.sizes[0].1.cell_at(mover.place), goal);
            let rank = &mut self.ranks[unit];
            (rank.sent, rank.stream, rank.far, rank.thwarted) = (self.ticks, to as u32, far, 0);
        }
        self.sorted = false;
        self.measure_areas();
        self.look_around();
        Ok(())
    }

    /// Takes a unit's goal away. It stays where it is, and makes way for others.
    ///
    /// # Errors
    ///
    /// If there is no such unit.
    pub fn halt(&mut self, unit: usize) -> Result<(), BodyError> {
        self.known(unit)?;
        let mover = &mut self.movers[unit];
        let from = std::mem::replace(&mut mover.stream, NONE);
        (mover.arrived, mover.cut_off) = (false, false);
        (self.ranks[unit].sent, self.ranks[unit].stream) = (u64::MAX, NONE);
        self.sorted = false;
        self.leave(from);
        self.measure_areas();
        self.look_around();
        Ok(())
    }

    /// Blocks or frees a cell. No unit enters a blocked cell from now on; fields follow within some ticks.
    ///
    /// ```
    /// use wayline::{Grid, crowd::Flow};
    /// let mut flow = Flow::new(&Grid::new(9, 9)?)?;
    /// flow.add_unit((3, 3), 2)?;
    /// flow.set_free((5, 3), false)?;
    /// assert!(flow.set_free((4, 3), false).is_err()); // A unit is there.
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the cell is off the map, or a unit is there.
    pub fn set_free(&mut self, cell: impl Into<Cell>, free: bool) -> Result<(), Error> {
        let cell = cell.into();
        let place = self.grid().place_of(cell)?;
        let there = self.pushing.now[place as usize];
        if there != NONE && !free {
            let placement = (cell.x, cell.y, Heading::E).into();
            let what = format!("unit {there} is there");
            return Err(BodyError::NoRoom { placement, what }.into());
        }
        let (first, larger) = self.sizes.split_at_mut(1);
        let grid = &mut first[0].1;
        grid.set_free(cell, free)?;
        for (side, map) in larger {
            for y in cell.y.saturating_sub(*side - 1)..=cell.y {
                for x in cell.x.saturating_sub(*side - 1)..=cell.x {
                    map.set_free((x, y), fits(grid, Cell::new(x, y), *side))?;
                }
            }
        }
        Ok(())
    }

    /// Lets a tick pass: every unit makes a step, or none.
    pub fn tick(&mut self) {
        if !self.sorted {
            let ranks = &self.ranks;
            self.order.sort_unstable_by_key(|&unit| ranks[unit as usize]);
            self.sorted = true;
        }
        let offsets = self.offsets();
        let mut left = self.slice;
        let Flow { sizes, streams, fillings, movers, order, pushing, stamps, resting, .. } = self;
        let ground = Ground { sizes, offsets, lengths: self.lengths, stamps, resting };
        for (stream, filling) in streams.iter_mut().flatten().zip(fillings.iter_mut().flatten()) {
            if !stream.full && left > 0 {
                left -= stream.fill_first(filling, ground, left);
            }
        }
        // What is filled from here on is read from the next tick on, so it can be filled meanwhile.
        let mut turn = self.turn;
        let scene = Scene { sizes, streams, offsets, tick: self.ticks };
        both(
            if self.on_their_way > 0 { self.threads } else { 1 },
            || fill_by_turns(fillings, &mut turn, ground, left),
            || pushing.choose_all(&scene, movers, order),
        );
        self.turn = turn;
        for (stream, filling) in self.streams.iter_mut().zip(&mut self.fillings) {
            if let (Some(stream), Some(filling)) = (stream, filling) {
                stream.install(filling);
            }
        }
        self.move_all();
        self.ticks += 1;
        if self.ticks.is_multiple_of(FADING) {
            self.stamps.iter_mut().for_each(|stamp| *stamp /= 2);
        }
        self.look_around();
        self.fillings.iter_mut().flatten().for_each(Filling::grow_if_crowded);
    }

    /// The map as it is.
    pub fn grid(&self) -> &Grid {
        &self.sizes[0].1
    }

    /// How many ticks have passed.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// How many units have a goal, have not arrived and are not cut off from it.
    pub fn on_their_way(&self) -> usize {
        self.on_their_way
    }

    /// The upper left cell and the size of every unit, by number; `None` for units that were removed.
    pub fn units(&self) -> impl Iterator<Item = Option<(Cell, u32)>> {
        let here = |rank: &Rank, mover: &Mover| {
            let side = self.sizes[mover.size as usize].0;
            (!rank.gone).then(|| (self.grid().cell_at(mover.place), side))
        };
        self.ranks.iter().zip(&self.movers).map(move |(rank, mover)| here(rank, mover))
    }

    /// The upper left cell of a unit; `None` if there is no such unit.
    pub fn cell(&self, unit: usize) -> Option<Cell> {
        Some(self.grid().cell_at(self.mover(unit)?.place))
    }

    /// Where a unit is going, or has arrived.
    pub fn goal(&self, unit: usize) -> Option<Cell> {
        Some(self.streams.get(self.mover(unit)?.stream as usize)?.as_ref()?.goal)
    }

    /// Whether a unit is in the area around its goal. One that is pushed out of it returns.
    pub fn has_arrived(&self, unit: usize) -> bool {
        self.mover(unit).is_some_and(|mover| mover.arrived)
    }

    /// Whether no path leads to where a unit is going, as far as its field knows. It waits, and makes way.
    pub fn is_cut_off(&self, unit: usize) -> bool {
        self.mover(unit).is_some_and(|mover| mover.cut_off)
    }

    /// The unit on a cell.
    pub fn unit_at(&self, cell: impl Into<Cell>) -> Option<usize> {
        let place = self.grid().node(cell)?;
        Some(self.pushing.now[place as usize])
            .filter(|&unit| unit != NONE)
            .map(|unit| unit as usize)
    }

    /// How much memory it holds, in bytes, without the maps.
    pub fn bytes(&self) -> usize {
        let costs: usize = self.streams.iter().flatten().map(|stream| 4 * stream.costs.len()).sum();
        let filling: usize = self.fillings.iter().flatten().map(Filling::bytes).sum();
        let each = size_of::<Mover>() + size_of::<Rank>() + 4;
        costs + filling + self.pushing.bytes() + self.stamps.len() + self.movers.len() * each
    }

    fn mover(&self, unit: usize) -> Option<&Mover> {
        self.movers.get(unit).filter(|_| !self.ranks[unit].gone)
    }

    fn known(&self, unit: usize) -> Result<(), BodyError> {
        let number = u32::try_from(unit).unwrap_or(u32::MAX);
        self.mover(unit).map(|_| ()).ok_or(BodyError::NotInWorld { what: "unit", number })
    }

    /// Steps as differences of places, in the order of the bits of legal steps.
    fn offsets(&self) -> [u32; 8] {
        let stride = self.grid().stride() as i32;
        STEPS.map(|(dx, dy)| (dy * stride + dx) as u32)
    }

    /// Which of the sizes it is; the map for it is made if there is none.
    fn size(&mut self, side: u32) -> Result<usize, GridError> {
        if let Some(known) = self.sizes.iter().position(|size| size.0 == side) {
            return Ok(known);
        }
        let (grid, clearance) = (self.grid(), self.grid().clearance());
        let map = Grid::from_fn(grid.width(), grid.height(), |cell| clearance.fits(cell, side))?;
        // Then all cells of a diagonal step's sweep are free.
        let map = map.with_rules(grid.rules().corners(Corners::Never));
        self.sizes.push((side, map));
        Ok(self.sizes.len() - 1)
    }

    fn add_stream(&mut self, goal: Cell, size: usize) -> usize {
        let (stream, filling) = Stream::new(goal, size);
        let at = self.streams.iter().position(Option::is_none).unwrap_or(self.streams.len());
        if at == self.streams.len() {
            self.streams.push(None);
            self.fillings.push(None);
        }
        (self.streams[at], self.fillings[at]) = (Some(stream), Some(filling));
        at
    }

    /// One unit fewer goes there; after the last one, the costs are forgotten.
    fn leave(&mut self, stream: u32) {
        let Some(slot) = self.streams.get_mut(stream as usize) else { return };
        if let Some(stream) = slot {
            stream.units -= 1;
        }
        if slot.as_ref().is_some_and(|stream| stream.units == 0) {
            *slot = None;
            self.fillings[stream as usize] = None;
        }
    }
}

/// Whether a square is free.
fn fits(grid: &Grid, cell: Cell, side: u32) -> bool {
    let (width, height) = (grid.width(), grid.height());
    let inside = cell.x.saturating_add(side) <= width && cell.y.saturating_add(side) <= height;
    let mut cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    inside && cells.all(|(x, y)| grid.bit(grid.place(Cell::new(cell.x + x, cell.y + y))))
}
