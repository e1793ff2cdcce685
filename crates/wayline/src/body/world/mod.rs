//! [`World`]: a map, kinds of bodies, units with goals, and a clock.

mod around;
mod aside;
mod changes;
mod courses;
mod group;
mod lanes;
mod narrows;
mod orders;
mod planning;
mod queue;
mod record;
mod route;
#[cfg(feature = "serde")]
mod saved;
mod settings;
mod traffic;
mod unit;
mod view;

pub use group::Formation;
pub use record::{Edit, KindId, PlanState, Scratch, Span, Tick, UnitId, WorldEvent};
pub use settings::Settings;
pub use unit::Unit;

use around::Detour;
use aside::Yielding;
use changes::{Changes, Near};
use courses::Timetable;
use narrows::Narrows;
use queue::Loads;
use route::Route;

use crate::body::kind::{BodyKind, Heading, Placement};
use crate::body::map::{BodyMap, Occupancy, Terrain};
use crate::body::replan::CutOff;
use crate::body::search::BodyScratch;
use crate::spaces::error::{BodyError, GridError};
use crate::spaces::grid::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// A map with units that move on it.
///
/// A tick is some time units long ([`Settings::tick`]). When it starts, the queued edits are made and plans are
/// brought up to date, the most urgent first, within a budget; then units move. A move begins when every cell that
/// it sweeps is free of others, takes as many time units as it costs, and holds these cells until it is over; then
/// the unit holds only the cells that it stands on. So moves begin and end at any time unit, and no two units ever
/// hold the same cell. At each time unit, moves that end are ended before others begin, and units begin in the
/// order of their numbers.
///
/// Units that come close to each other plan their next moves in time among all others'.
/// A unit whose next step is taken makes another that is as good, or waits. Units that stand in its way without
/// need, or that have a lower rank, step aside and come back later; a unit that was sent earlier has the higher
/// rank. In passages a few cells across, units that come towards each other keep right, or take turns; crowds
/// queue in front of them without blocking their mouths. When a unit has waited for some time, it looks for a path
/// around the units near it, and takes it if it is not much longer. If there is none, it waits on, and looks again
/// after twice the time. Units that wait for each other in a circle that none can break, or for a unit that cannot
/// move, are reported.
///
/// [`send_group`](World::send_group) gives each unit of a group a place of its own.
///
/// An edit that a unit on the cell would not survive waits until the cell is left.
///
/// The same calls give the same ticks on every machine.
///
/// ```
/// use wayline::body::{BodyKind, Edit, WorldEvent, Heading, Settings, Terrain, World};
///
/// let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
/// let tank = world.add_kind(BodyKind::preset("tank")?);
/// let unit = world.add_unit(tank, (2, 5, Heading::E))?;
/// world.send(unit, (25, 5))?;
/// for _ in 0..60 {
///     if world.now() == 50 {
///         world.edit(Edit::block((15, 5)))?;
///     }
///     for event in &world.tick(100_000).events {
///         println!("{event:?}");
///     }
/// }
/// assert!(world.unit(unit)?.has_arrived());
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct World {
    settings: Settings,
    terrain: Terrain,
    kinds: Vec<Kind>,
    units: Vec<Option<Unit>>,
    routes: Vec<Option<Route>>,
    /// One more than the number of the unit that holds a cell; 0 if none does.
    holders: Vec<u32>,
    edits: VecDeque<Queued>,
    now: u64,
    /// The terrain's edits when all plans were last looked at.
    seen_edits: u64,
    tick: Tick,
    /// A search for a path around others that a tick's budget has cut off.
    detour: Option<Detour>,
    work: BodyScratch,
    yielding: Yielding,
    narrows: Narrows,
    loads: Loads,
    changes: Changes,
    timetable: Timetable,
    /// Cells from which a move may go over one that was edited in this tick.
    near_edits: Near,
    /// Units that need not hurry to a passage, because others will be there first.
    queued: Vec<bool>,
    /// How many groups were sent.
    groups: u64,
    /// Plans wanted in this tick: how soon, and whose.
    wanted: Vec<(u64, UnitId)>,
    taken: Vec<Cell>,
    /// Cells with an edit that waits.
    held: Vec<Cell>,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("terrain", &self.terrain)
            .field("kinds", &self.kinds.len())
            .field("units", &self.units.iter().flatten().count())
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

/// A kind of body on the world's map.
#[derive(Clone)]
struct Kind {
    map: BodyMap,
    /// Empty between plans.
    others: Occupancy,
    /// Moves that may have become cheaper in this tick.
    cost_drops: Vec<CostDrop>,
    /// How far from where it stands a move may sweep.
    reach: u32,
    /// From where no path leads to some goals, as found in this tick.
    cut_off: CutOff,
}

impl Kind {
    fn new(map: BodyMap) -> Kind {
        let moves = Heading::ALL.iter().flat_map(|&heading| map.kind().moves(heading));
        let swept = moves.flat_map(|row| row.swept());
        let reach = swept.map(|(dx, dy)| dx.unsigned_abs().max(dy.unsigned_abs())).max();
        let (others, reach) = (Occupancy::new(&map), reach.unwrap_or(0));
        Kind { others, map, cost_drops: Vec::new(), reach, cut_off: CutOff::default() }
    }
}

/// A move that may have become cheaper, or legal.
#[derive(Clone)]
struct CostDrop {
    from: Placement,
    to: Placement,
    cost: u32,
}

/// An edit that waits, and whether that was reported.
#[derive(Clone)]
struct Queued {
    edit: Edit,
    reported: bool,
}

impl World {
    /// States that may be expanded in a tick on top of its budget, by units that look for room to step aside.
    pub const SLICE: u64 = aside::EFFORT_OF_A_TICK;

    /// A world without units.
    ///
    /// ```
    /// use wayline::body::{Settings, Terrain, World};
    /// let world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(terrain: Terrain, settings: Settings) -> World {
        let cells = terrain.width() as usize * terrain.height() as usize;
        let settings = Settings { tick: settings.tick.max(1), ..settings };
        let mut narrows = Narrows::default();
        narrows.follow(&terrain);
        World {
            settings,
            seen_edits: terrain.edits(),
            terrain,
            kinds: Vec::new(),
            units: Vec::new(),
            routes: Vec::new(),
            holders: vec![0; cells],
            edits: VecDeque::new(),
            now: 0,
            tick: Tick::default(),
            detour: None,
            work: BodyScratch::default(),
            yielding: Yielding::default(),
            narrows,
            loads: Loads::default(),
            changes: Changes::default(),
            timetable: Timetable::default(),
            near_edits: Near::default(),
            queued: Vec::new(),
            groups: 0,
            wanted: Vec::new(),
            taken: Vec::new(),
            held: Vec::new(),
        }
    }

    /// Adds a kind of body.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// let cart = world.add_kind(BodyKind::preset("cart")?);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn add_kind(&mut self, kind: impl Into<Arc<BodyKind>>) -> KindId {
        let map = BodyMap::new(kind, &self.terrain);
        self.kinds.push(Kind::new(map));
        KindId(self.kinds.len() as u32 - 1)
    }

    /// Queues a change of the map for the start of the next tick.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.edit(Edit::block((9, 9)))?;
    /// assert!(!world.terrain().is_blocked((9, 9)));
    /// world.tick(1000);
    /// assert!(world.terrain().is_blocked((9, 9)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn edit(&mut self, edit: Edit) -> Result<(), GridError> {
        let (cell, width, height) = (edit.cell(), self.terrain.width(), self.terrain.height());
        if !self.terrain.contains(cell) {
            return Err(GridError::NoSuchCell { cell, width, height });
        }
        self.edits.push_back(Queued { edit, reported: false });
        Ok(())
    }

    /// Lets a tick pass: edits, then plans for at most this many states expanded or repaired, then movement. What
    /// a plan needs beyond the budget waits for the next tick: units with a path keep moving, and others start
    /// towards their goal. So the [work](Tick::work) of a tick is at most the budget and [`World::SLICE`]. Only
    /// the work of making each edit is not counted: for each kind and goal, the moves over its cell are looked at.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.send(unit, (20, 10))?;
    /// println!("{:?}", world.tick(1000).events);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn tick(&mut self, budget: u64) -> &Tick {
        let number = if self.now == 0 { 0 } else { self.tick.number + 1 };
        let (mut events, mut spans) =
            (std::mem::take(&mut self.tick.events), std::mem::take(&mut self.tick.spans));
        events.clear();
        spans.clear();
        let end = self.now + self.settings.tick as u64;
        self.tick = Tick { number, begin: self.now, end, events, spans, ..Tick::default() };
        self.end_moves(self.now);
        self.make_edits();
        let edited = self.seen_edits != self.terrain.edits();
        self.make_plans(budget);
        self.claim_passages();
        self.keep_right(budget);
        self.queue_up(budget);
        self.make_way();
        self.coordinate(edited);
        self.move_units(end);
        self.now = end;
        self.report_stuck();
        &self.tick
    }

    fn kind(&self, kind: KindId) -> Result<&Kind, BodyError> {
        self.kinds.get(kind.index()).ok_or(BodyError::NotInWorld { what: "kind", number: kind.0 })
    }

    fn unit_mut(&mut self, unit: UnitId) -> Result<&mut Unit, BodyError> {
        let known = self.units.get_mut(unit.index()).and_then(Option::as_mut);
        known.ok_or(BodyError::NotInWorld { what: "unit", number: unit.0 })
    }

    fn place(&self, cell: Cell) -> usize {
        cell.y as usize * self.terrain.width() as usize + cell.x as usize
    }
}
