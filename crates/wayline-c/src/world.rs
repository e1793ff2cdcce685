//! Worlds: many units on a map that changes.

use crate::body::{ground, known, wl_body, wl_terrain};
use crate::handle::{Passed, handle};
use crate::pointers::{Out, OutList, at, list};
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::{wl_cell, wl_placement};
use std::ffi::c_char;
use std::sync::{Arc, RwLock};
use wayline::body::{
    Edit, Formation, Goal, KindId, PlanState, Settings, UnitId, World, WorldEvent,
};

/// Many units that move on a terrain which changes, and replan within a budget.
pub struct wl_world(pub(crate) RwLock<Running>);
handle! { wl_world: Running, "world"; }

/// A world, and what its numbers stand for: kinds and units are numbered in order, and never twice.
pub(crate) struct Running {
    world: World,
    kinds: Vec<KindId>,
    units: Vec<UnitId>,
    events: Vec<wl_event>,
    path: Vec<wl_placement>,
}

impl Running {
    fn unit(&self, number: u32) -> Result<UnitId, Failure> {
        known("unit", &self.units, number)
    }
}

/// How a world runs. Zero in a field is its default; where a function takes one, NULL is all defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct wl_world_settings {
    /// Time units in a tick. Zero: 10.
    pub tick: u32,
    /// Time units that a unit waits before it looks for a path around others. Zero: 20.
    pub patience: u32,
    /// Time units that a path around others may cost more. Zero: 100.
    pub detour: u32,
    /// How near others must be, in cells, to be heeded by a path around them. Zero: 12.
    pub sight: u32,
    /// States expanded to look for a path around others, at most. Zero: 2000.
    pub effort: u64,
}

impl wl_world_settings {
    fn settings(self) -> Settings {
        let or = |given: u32, usual: u32| if given == 0 { usual } else { given };
        let usual = Settings::default();
        usual
            .tick(or(self.tick, usual.tick))
            .patience(or(self.patience, usual.patience))
            .detour(or(self.detour, usual.detour))
            .sight(or(self.sight, usual.sight))
            .effort(if self.effort == 0 { usual.effort } else { self.effort })
    }
}

/// What is known about a unit's plan.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum wl_plan {
    /// It has no goal, or has arrived.
    #[default]
    Idle = 0,
    /// The path leads to its goal, and none is better on the map as it is.
    Exact = 1,
    /// The path leads to its goal around units that were in the way.
    Around = 2,
    /// The budget did not last: the path may end before the goal, or not be the best.
    Partial = 3,
    /// There is no path to its goal on the map as it is.
    NoPath = 4,
}

impl From<PlanState> for wl_plan {
    fn from(state: PlanState) -> wl_plan {
        match state {
            PlanState::Idle => wl_plan::Idle,
            PlanState::Exact => wl_plan::Exact,
            PlanState::Around => wl_plan::Around,
            PlanState::NoPath => wl_plan::NoPath,
            _ => wl_plan::Partial,
        }
    }
}

/// A unit as it is now.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_unit {
    /// Its number.
    pub unit: u32,
    /// The number of its kind.
    pub kind: u32,
    /// Where it is, or where its move began.
    pub at: wl_placement,
    /// Where its move leads; the same where it stands.
    pub next: wl_placement,
    /// When its move will be over, in time units; now where it stands.
    pub until: u64,
    /// Time units that are left of its path.
    pub remaining: u32,
    /// What is known about its plan.
    pub plan: wl_plan,
    /// Whether it is moving.
    pub moving: bool,
    /// Whether it has arrived at its goal.
    pub arrived: bool,
}

/// What happened.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum wl_event_kind {
    /// The map was changed: cell.
    #[default]
    Edited = 0,
    /// A change of the map waits until a unit has left: cell, unit.
    EditHeld = 1,
    /// A unit's plan was made, or made again: unit, plan, cost, expanded.
    Planned = 2,
    /// A unit began a move: unit, from, to, begin, end.
    Moves = 3,
    /// A unit waits for another: unit, other, begin.
    Waits = 4,
    /// A unit is at its goal: unit, begin.
    Arrived = 5,
    /// There is no path for a unit on the map as it is: unit.
    NoPath = 6,
    /// A unit waits for one that will not move: unit, other.
    Stuck = 7,
    /// A unit waits for another in a circle of units that wait for each other: unit, other. One for each.
    Deadlock = 8,
    /// A unit makes way for another that waits: unit, other.
    StepsAside = 9,
}

/// Something that happened in a tick. Fields that its kind does not name are zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_event {
    /// What.
    pub kind: wl_event_kind,
    /// The unit.
    pub unit: u32,
    /// The unit in its way.
    pub other: u32,
    /// What is known about the plan.
    pub plan: wl_plan,
    /// Which cell.
    pub cell: wl_cell,
    /// Where a move began.
    pub from: wl_placement,
    /// Where it leads.
    pub to: wl_placement,
    /// When, in time units.
    pub begin: u64,
    /// When a move will be over.
    pub end: u64,
    /// What the path costs, if one was found.
    pub cost: u32,
    /// States that were expanded for it.
    pub expanded: u64,
}

fn list_event(event: &WorldEvent, events: &mut Vec<wl_event>) {
    let number = |unit: &UnitId| unit.index() as u32;
    let none = wl_event::default();
    let listed = match event {
        WorldEvent::Edited { edit } => {
            wl_event { kind: wl_event_kind::Edited, cell: edit.cell().into(), ..none }
        }
        WorldEvent::EditHeld { edit, unit } => wl_event {
            kind: wl_event_kind::EditHeld,
            cell: edit.cell().into(),
            unit: number(unit),
            ..none
        },
        WorldEvent::Planned { unit, state, cost, expanded, .. } => wl_event {
            kind: wl_event_kind::Planned,
            unit: number(unit),
            plan: (*state).into(),
            cost: cost.unwrap_or(0),
            expanded: *expanded,
            ..none
        },
        WorldEvent::Moves { unit, from, to, begin, end } => wl_event {
            kind: wl_event_kind::Moves,
            unit: number(unit),
            from: (*from).into(),
            to: (*to).into(),
            begin: *begin,
            end: *end,
            ..none
        },
        WorldEvent::Waits { unit, behind, time } => wl_event {
            kind: wl_event_kind::Waits,
            unit: number(unit),
            other: number(behind),
            begin: *time,
            ..none
        },
        WorldEvent::Arrived { unit, time } => {
            wl_event { kind: wl_event_kind::Arrived, unit: number(unit), begin: *time, ..none }
        }
        WorldEvent::NoPath { unit } => {
            wl_event { kind: wl_event_kind::NoPath, unit: number(unit), ..none }
        }
        WorldEvent::Stuck { unit, behind } => wl_event {
            kind: wl_event_kind::Stuck,
            unit: number(unit),
            other: number(behind),
            ..none
        },
        WorldEvent::StepsAside { unit, behind, .. } => wl_event {
            kind: wl_event_kind::StepsAside,
            unit: number(unit),
            other: number(behind),
            ..none
        },
        WorldEvent::Deadlock { units } => {
            let next = units.iter().cycle().skip(1);
            events.extend(units.iter().zip(next).map(|(unit, next)| wl_event {
                kind: wl_event_kind::Deadlock,
                unit: number(unit),
                other: number(next),
                ..none
            }));
            return;
        }
        // What a later engine reports besides, this interface does not know.
        _ => return,
    };
    events.push(listed);
}

/// Makes a world on a copy of a terrain.
///
/// Yours: free it with wl_world_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_new(
    terrain: Option<&wl_terrain>,
    settings: Option<&wl_world_settings>,
    world: *mut *mut wl_world,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let world = unsafe { Out::at("world", world) };
    world.make(|| {
        let settings = settings.copied().unwrap_or_default().settings();
        let world = World::new(terrain.read()?.clone(), settings);
        let (kinds, units, events, path) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(wl_world::new(Running { world, kinds, units, events, path }))
    })
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_world_destroy(world: Option<Box<wl_world>>) {
    free(world);
}

/// Adds a kind of body. Its number is written to kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_add_kind(
    world: *mut wl_world,
    body: Option<&wl_body>,
    kind: *mut u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (world, kind) = unsafe { (at(world), Out::at("kind", kind)) };
    kind.give(0, || {
        let (mut running, body) = (world.write()?, body.read()?);
        let added = running.world.add_kind(Arc::clone(&body));
        running.kinds.push(added);
        Ok(added.index() as u32)
    })
}

/// Adds a unit of a kind. Its number is written to unit; numbers are given in order, and never reused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_add_unit(
    world: *mut wl_world,
    kind: u32,
    placement: wl_placement,
    unit: *mut u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (world, unit) = unsafe { (at(world), Out::at("unit", unit)) };
    unit.give(0, || {
        let mut running = world.write()?;
        let kind = known("kind", &running.kinds, kind)?;
        let added = running.world.add_unit(kind, placement.placement()?)?;
        running.units.push(added);
        Ok(added.index() as u32)
    })
}

/// Takes a unit out of the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_remove_unit(world: *mut wl_world, unit: u32) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let world = unsafe { at(world) };
    run(|| {
        let mut running = world.write()?;
        let unit = running.unit(unit)?;
        Ok(running.world.remove_unit(unit)?)
    })
}

/// Gives a unit a goal: a placement, or with WL_HEADING_ANY a cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_send(
    world: *mut wl_world,
    unit: u32,
    goal: wl_placement,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    unsafe { wl_world_send_to_nearest(world, unit, &raw const goal, 1) }
}

/// Gives a unit several goals: it goes to the nearest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_send_to_nearest(
    world: *mut wl_world,
    unit: u32,
    goals: *const wl_placement,
    goal_count: usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (world, goals) = unsafe { (at(world), list("goals", goals, goal_count)) };
    run(|| {
        let mut running = world.write()?;
        let unit = running.unit(unit)?;
        let goals: Result<Vec<Goal>, Failure> = goals?.iter().map(|goal| goal.goal()).collect();
        Ok(running.world.send_to_nearest(unit, &goals?)?)
    })
}

/// Sends units to a goal together: each gets a place of its own there, or as near as there is room. These are
/// written to `places`, one for each unit; units may trade them on the way. `place_count` has to be `unit_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_send_group(
    world: *mut wl_world,
    units: *const u32,
    unit_count: usize,
    goal: wl_placement,
    places: *mut wl_placement,
    place_count: usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (world, units, places) = unsafe {
        (at(world), list("units", units, unit_count), OutList::at("places", places, place_count))
    };
    places.give(unit_count, || {
        let mut running = world.write()?;
        let units: Result<Vec<UnitId>, Failure> =
            units?.iter().map(|&unit| running.unit(unit)).collect();
        let sent = running.world.send_group(&units?, goal.goal()?)?;
        Ok(sent.into_iter().map(wl_placement::from).collect())
    })
}

/// All abreast, the goal in the middle.
pub const WL_FORMATION_LINE: u32 = 0;
/// One behind the other, the first on the goal.
pub const WL_FORMATION_COLUMN: u32 = 1;
/// As many files as ranks, or one more; the goal in the middle of the first rank.
pub const WL_FORMATION_BOX: u32 = 2;

/// Sends units to a goal together, where they line up in a formation (WL_FORMATION_...) and face in its heading;
/// a unit without a place, because of a wall, gets the nearest that is left. The places are written to `places`, one
/// for each unit; units may trade them on the way. `place_count` has to be `unit_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_send_formation(
    world: *mut wl_world,
    units: *const u32,
    unit_count: usize,
    goal: wl_placement,
    formation: u32,
    places: *mut wl_placement,
    place_count: usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (world, units, places) = unsafe {
        (at(world), list("units", units, unit_count), OutList::at("places", places, place_count))
    };
    places.give(unit_count, || {
        let mut running = world.write()?;
        let formation = Formation::ALL.get(formation as usize).ok_or_else(|| {
            Failure::bad(format_args!("formation {formation}: expected 0 to 2, WL_FORMATION_..."))
        })?;
        let units: Result<Vec<UnitId>, Failure> =
            units?.iter().map(|&unit| running.unit(unit)).collect();
        let sent = running.world.send_formation(&units?, goal.placement()?, *formation)?;
        Ok(sent.into_iter().map(wl_placement::from).collect())
    })
}

/// Takes a unit's goal away; it stops after its move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_halt(world: *mut wl_world, unit: u32) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let world = unsafe { at(world) };
    run(|| {
        let mut running = world.write()?;
        let unit = running.unit(unit)?;
        Ok(running.world.halt(unit)?)
    })
}

/// Blocks or frees a cell with the next tick. What a unit is on is blocked when it has left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_set_free(
    world: *mut wl_world,
    cell: wl_cell,
    free: bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let world = unsafe { at(world) };
    let edit = if free { Edit::Free(cell.into()) } else { Edit::Block(cell.into()) };
    run(|| Ok(world.write()?.world.edit(edit)?))
}

/// Changes a cell's ground with the next tick; it stays blocked if it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_set_ground(
    world: *mut wl_world,
    cell: wl_cell,
    letter: c_char,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let world = unsafe { at(world) };
    run(|| Ok(world.write()?.world.edit(Edit::Ground(cell.into(), ground(letter)?))?))
}

/// Lets a tick pass, planning with at most this many expansions. What happened is written to events and count,
/// which may be NULL.
///
/// The events are borrowed from the world: valid until the next tick, or until it is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_tick(
    world: *mut wl_world,
    expansions: u64,
    events: *mut *const wl_event,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (world, events, count) =
        unsafe { (at(world), Out::at("events", events), Out::at("count", count)) };
    count.write(0);
    events.write(std::ptr::null());
    run(|| {
        let mut running = world.write()?;
        let Running { world, events: listed, .. } = &mut *running;
        listed.clear();
        for event in &world.tick(expansions).events {
            list_event(event, listed);
        }
        events.write(listed.as_ptr());
        count.write(listed.len());
        Ok(())
    })
}

/// The time, in time units; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_world_now(world: Option<&wl_world>) -> u64 {
    look(0, || Ok(world.read()?.world.now()))
}

/// How many units were ever added: their numbers are below it; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_world_unit_count(world: Option<&wl_world>) -> usize {
    look(0, || Ok(world.read()?.units.len()))
}

/// A unit as it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_unit(
    world: Option<&wl_world>,
    unit: u32,
    state: *mut wl_unit,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let state = unsafe { Out::at("state", state) };
    state.give(wl_unit::default(), || {
        let running = world.read()?;
        let known = running.world.unit(running.unit(unit)?)?;
        let moving = known.moving_to();
        Ok(wl_unit {
            unit,
            kind: known.kind().index() as u32,
            at: known.placement().into(),
            next: known.next_placement().into(),
            until: moving.map_or(running.world.now(), |(_, until)| until),
            remaining: known.remaining(),
            plan: known.plan().into(),
            moving: moving.is_some(),
            arrived: known.has_arrived(),
        })
    })
}

/// The path that a unit follows from now on.
///
/// Borrowed from the world: valid until the next call of this function with it, or until it is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_world_unit_path(
    world: *mut wl_world,
    unit: u32,
    path: *mut *const wl_placement,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (world, path, count) =
        unsafe { (at(world), Out::at("path", path), Out::at("count", count)) };
    count.write(0);
    path.give(std::ptr::null(), || {
        count.check()?;
        let mut running = world.write()?;
        let unit = running.unit(unit)?;
        let Running { world, path: listed, .. } = &mut *running;
        listed.clear();
        listed.extend(world.unit(unit)?.path().iter().copied().map(wl_placement::from));
        count.write(listed.len());
        Ok(listed.as_ptr())
    })
}
