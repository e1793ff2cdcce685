//! Plans for crowds of bodies.

use crate::body::{wl_body, wl_terrain};
use crate::handle::{Passed, handle};
use crate::pointers::{Out, at, list};
use crate::settings::wl_cancel;
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::{wl_limit, wl_outcome, wl_placement};
use std::sync::{Arc, RwLock};
use std::time::Duration;
use wayline::body::{BodyKind, Placement};
use wayline::crowd::{BodyMove, BodyPlan, BodyPlanner, BodyUnit, CrowdError, Dependencies};
use wayline::{BodyError, Limits, Outcome};

/// Plans for one crowd of bodies on one terrain: units with headings, footprints and moves of their own.
pub struct wl_body_planner(pub(crate) RwLock<Planning>);
handle! { wl_body_planner: Planning, "planner"; }

/// A planner, and what C was shown of its plan, which is made anew when the plan has changed.
pub(crate) struct Planning {
    planner: BodyPlanner,
    kinds: Vec<Arc<BodyKind>>,
    units: Vec<BodyUnit>,
    moves: Vec<Vec<wl_body_move>>,
    order: Option<Dependencies>,
    after: Vec<wl_passage>,
}

/// One body of a crowd.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_body_unit {
    /// Its body, among those that were given.
    pub body: u32,
    /// Where it is.
    pub start: wl_placement,
    /// Where it is to go; with WL_HEADING_ANY at any heading.
    pub goal: wl_placement,
}

/// A move of a plan. For all its time, its unit holds every cell that it sweeps.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_body_move {
    /// Where the unit is before it.
    pub from: wl_placement,
    /// Where it is after it.
    pub to: wl_placement,
    /// When it begins, in time units.
    pub begin: u64,
    /// When it is over.
    pub end: u64,
}

/// A move, by its unit and its number, both from zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_passage {
    /// Whose.
    pub unit: u32,
    /// Which of its moves.
    pub number: u32,
}

impl From<CrowdError> for Failure {
    fn from(error: CrowdError) -> Failure {
        let status = match &error {
            CrowdError::NoKind { .. } => wl_status::OutOfRange,
            CrowdError::TooLarge { .. } => wl_status::NoMemory,
            CrowdError::NotFree { .. }
            | CrowdError::Shared { .. }
            | CrowdError::DoesNotFit { .. } => wl_status::Blocked,
            _ => wl_status::BadValue,
        };
        Failure::new(status, error)
    }
}

impl Planning {
    fn plan(&self) -> Result<&BodyPlan, Failure> {
        let none = || Failure::new(wl_status::NotReady, "there is no plan yet");
        self.planner.plan().ok_or_else(none)
    }

    fn forget_shown(&mut self) {
        self.moves.clear();
        self.order = None;
    }

    fn known(&self, unit: u32) -> Result<usize, Failure> {
        match self.units.len() > unit as usize {
            true => Ok(unit as usize),
            false => Err(BodyError::NotInWorld { what: "unit", number: unit }.into()),
        }
    }

    fn listed(&self, unit: usize, made: &BodyMove) -> wl_body_move {
        let kind = &self.kinds[self.units[unit].kind];
        let BodyMove { from, index, begin, end } = *made;
        let to = kind.moves(from.heading).get(index).map_or(from, |row| {
            let (dx, dy) = row.offset();
            Placement::new(from.x.wrapping_add_signed(dx), from.y.wrapping_add_signed(dy), row.to())
        });
        wl_body_move { from: from.into(), to: to.into(), begin, end }
    }

    fn order(&mut self) -> Result<&Dependencies, Failure> {
        if self.order.is_none() {
            self.order = Some(Dependencies::of_bodies(&self.kinds, &self.units, self.plan()?));
        }
        let none = || Failure::new(wl_status::NotReady, "there is no plan yet");
        self.order.as_ref().ok_or_else(none)
    }
}

/// The limits of a call. Zero and NULL mean no limit.
fn limits(
    max_expansions: u64,
    max_seconds: f64,
    cancel: Option<&wl_cancel>,
) -> Result<Limits<'_>, Failure> {
    let mut limits = Limits::default();
    limits.expansions = Some(max_expansions).filter(|&most| most > 0);
    if max_seconds != 0.0 {
        let time = Duration::try_from_secs_f64(max_seconds);
        limits.time =
            Some(time.map_err(|error| {
                Failure::bad(format_args!("max_seconds {max_seconds}: {error}"))
            })?);
    }
    limits.cancel = cancel.map(wl_cancel::flag);
    Ok(limits)
}

/// Makes a planner for units on a terrain, whose bodies are among those given, on this many threads (zero is one); the
/// plan does not depend on how many. It refuses units that do not fit at their starts or goals, that
/// overlap there, or that have no path to their goals.
///
/// Yours: free it with wl_body_planner_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_planner_new(
    terrain: Option<&wl_terrain>,
    bodies: *const *const wl_body,
    body_count: usize,
    units: *const wl_body_unit,
    unit_count: usize,
    threads: u32,
    planner: *mut *mut wl_body_planner,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (bodies, units, planner) = unsafe {
        (
            list("bodies", bodies, body_count),
            list("units", units, unit_count),
            Out::at("planner", planner),
        )
    };
    planner.make(|| {
        let terrain = terrain.read()?;
        let mut kinds = Vec::new();
        for &body in bodies? {
            // SAFETY: as the header asks of the caller.
            kinds.push(Arc::clone(&*unsafe { at(body) }.read()?));
        }
        let unit = |unit: &wl_body_unit| -> Result<BodyUnit, Failure> {
            Ok(BodyUnit::new(unit.body as usize, unit.start.placement()?, unit.goal.goal()?))
        };
        let units: Vec<BodyUnit> = units?.iter().map(unit).collect::<Result<_, _>>()?;
        let threads = threads.clamp(1, 256) as usize;
        let planner = BodyPlanner::with_threads(&terrain, &kinds, &units, threads)?;
        let (moves, order, after) = (Vec::new(), None, Vec::new());
        Ok(wl_body_planner::new(Planning { planner, kinds, units, moves, order, after }))
    })
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_body_planner_destroy(planner: Option<Box<wl_body_planner>>) {
    free(planner);
}

/// Searches for a first plan: found, unreachable (it is proved that there is none), or stopped by a limit, which is
/// written to limit (it may be NULL). Zero and NULL mean no limit. Asked again, it goes on from there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_planner_find(
    planner: *mut wl_body_planner,
    max_expansions: u64,
    max_seconds: f64,
    cancel: Option<&wl_cancel>,
    outcome: *mut wl_outcome,
    limit: *mut wl_limit,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (planner, outcome, limit) =
        unsafe { (at(planner), Out::at("outcome", outcome), Out::at("limit", limit)) };
    limit.write(wl_limit::None);
    outcome.give(wl_outcome::Unreachable, || {
        let limits = limits(max_expansions, max_seconds, cancel)?;
        let mut planning = planner.write()?;
        planning.forget_shown();
        let found = planning.planner.find(&limits);
        limit.write(found.into());
        Ok(found.into())
    })
}

/// Makes the plan cheaper until a limit is reached, which is written to limit (it may be NULL), or until none can
/// cost less. One limit has to be given, since it may never end by itself. Does nothing before there is a plan.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_planner_improve(
    planner: *mut wl_body_planner,
    max_expansions: u64,
    max_seconds: f64,
    cancel: Option<&wl_cancel>,
    limit: *mut wl_limit,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (planner, limit) = unsafe { (at(planner), Out::at("limit", limit)) };
    limit.write(wl_limit::None);
    run(|| {
        let limits = limits(max_expansions, max_seconds, cancel)?;
        if max_expansions == 0 && max_seconds == 0.0 && cancel.is_none() {
            let message =
                "expected max_expansions, max_seconds or cancel: it may never end by itself";
            return Err(Failure::bad(message));
        }
        let mut planning = planner.write()?;
        planning.forget_shown();
        let reached = planning.planner.improve(&limits);
        limit.write(reached.map_or(wl_limit::None, |limit| Outcome::Stopped(limit).into()));
        Ok(())
    })
}

/// The sum of the times when units have made their last moves; UINT64_MAX before there is a plan, and for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_body_planner_sum_of_costs(planner: Option<&wl_body_planner>) -> u64 {
    look(u64::MAX, || Ok(planner.read()?.planner.plan().map_or(u64::MAX, BodyPlan::sum_of_costs)))
}

/// When the last unit has made its last move; UINT64_MAX before there is a plan, and for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_body_planner_makespan(planner: Option<&wl_body_planner>) -> u64 {
    look(u64::MAX, || Ok(planner.read()?.planner.plan().map_or(u64::MAX, BodyPlan::makespan)))
}

/// No plan has a smaller sum of costs than this: what each unit would take alone; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_body_planner_lower_bound(planner: Option<&wl_body_planner>) -> u64 {
    look(0, || Ok(planner.read()?.planner.lower_bound()))
}

/// The moves of a unit, in the order of time. In between it rests where it is.
///
/// Borrowed from the planner: valid until it searches on, or until it is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_planner_moves(
    planner: *mut wl_body_planner,
    unit: u32,
    moves: *mut *const wl_body_move,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (planner, moves, count) =
        unsafe { (at(planner), Out::at("moves", moves), Out::at("count", count)) };
    count.write(0);
    moves.give(std::ptr::null(), || {
        count.check()?;
        let mut planning = planner.write()?;
        let unit = planning.known(unit)?;
        if planning.moves.is_empty() {
            let all = planning.plan()?.moves().iter().enumerate();
            let of = |(unit, all): (usize, &Vec<BodyMove>)| {
                all.iter().map(|made| planning.listed(unit, made)).collect()
            };
            let listed = all.map(of).collect();
            planning.moves = listed;
        }
        count.write(planning.moves[unit].len());
        Ok(planning.moves[unit].as_ptr())
    })
}

/// For units that are late: the moves of others that have to be over before a move of a unit begins. However late
/// some of them are, no two collide and all arrive, if each begins a move only then.
///
/// Borrowed from the planner: valid until the next call of this function, or until it is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_planner_after(
    planner: *mut wl_body_planner,
    unit: u32,
    number: u32,
    after: *mut *const wl_passage,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (planner, after, count) =
        unsafe { (at(planner), Out::at("after", after), Out::at("count", count)) };
    count.write(0);
    after.give(std::ptr::null(), || {
        count.check()?;
        let mut planning = planner.write()?;
        let unit = planning.known(unit)?;
        let moves = planning.order()?.moves(unit);
        let conditions = moves
            .get(number as usize)
            .ok_or_else(|| Failure::from(BodyError::NotInWorld { what: "move", number }))?;
        let passage = |&(unit, number): &(usize, usize)| wl_passage {
            unit: unit as u32,
            number: number as u32,
        };
        let listed: Vec<wl_passage> = conditions.after.iter().map(passage).collect();
        planning.after = listed;
        count.write(planning.after.len());
        Ok(planning.after.as_ptr())
    })
}
