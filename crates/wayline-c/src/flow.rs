//! Flows: thousands of units that share a few goals.

use crate::grid::wl_grid;
use crate::handle::{Passed, handle};
use crate::pointers::{Out, at, list};
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::wl_cell;
use std::sync::RwLock;
use wayline::crowd::Flow;
use wayline::{BodyError, Cell};

/// Thousands of units, each a square of cells, that follow shared fields to a few goals and never collide.
pub struct wl_flow(pub(crate) RwLock<Flowing>);
handle! { wl_flow: Flowing, "flow"; }

/// A flow, and its units as C was shown them.
pub(crate) struct Flowing {
    flow: Flow,
    units: Vec<wl_flow_state>,
}

/// A unit of a flow as it is now.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_flow_state {
    /// Its upper left cell.
    pub cell: wl_cell,
    /// How many cells across it is; zero if it was removed.
    pub size: u32,
    /// Where it goes, or has arrived, if it was sent.
    pub goal: wl_cell,
    /// Whether it has a goal.
    pub sent: bool,
    /// Whether it is in the area around its goal. One that is pushed out of it returns.
    pub arrived: bool,
    /// Whether there is no path to its goal, as far as its field knows.
    pub cut_off: bool,
}

fn unit_of(flow: &Flow, unit: usize, here: Option<(Cell, u32)>) -> wl_flow_state {
    let Some((cell, size)) = here else { return wl_flow_state::default() };
    let goal = flow.goal(unit);
    wl_flow_state {
        cell: cell.into(),
        size,
        goal: goal.map(wl_cell::from).unwrap_or_default(),
        sent: goal.is_some(),
        arrived: flow.has_arrived(unit),
        cut_off: flow.is_cut_off(unit),
    }
}

/// Makes a flow without units on a copy of a grid, which has to be plain: without terrain and elevation.
///
/// Yours: free it with wl_flow_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_new(grid: Option<&wl_grid>, flow: *mut *mut wl_flow) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let flow = unsafe { Out::at("flow", flow) };
    flow.make(|| {
        let flow = Flow::new(&*grid.read()?)?;
        Ok(wl_flow::new(Flowing { flow, units: Vec::new() }))
    })
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_flow_destroy(flow: Option<Box<wl_flow>>) {
    free(flow);
}

/// On how many threads it runs, one unless it is set: two fill fields while units move. The ticks are the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_set_threads(flow: *mut wl_flow, threads: u32) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let flow = unsafe { at(flow) };
    run(|| {
        flow.write()?.flow.set_threads(threads.clamp(1, 256) as usize);
        Ok(())
    })
}

/// How many cells of fields are filled in a tick, 50000 unless it is set. The more, the sooner units learn of crowds
/// and edits, and the longer a tick takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_set_slice(flow: *mut wl_flow, cells: u32) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let flow = unsafe { at(flow) };
    run(|| {
        flow.write()?.flow.set_slice(cells);
        Ok(())
    })
}

/// Puts units on the map, squares of size x size cells of which these are the upper left ones: all of them, or none
/// if there is no room for one. The number of the first is written to first; those of the others follow it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_add_units(
    flow: *mut wl_flow,
    cells: *const wl_cell,
    cell_count: usize,
    size: u32,
    first: *mut u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (flow, cells, first) =
        unsafe { (at(flow), list("cells", cells, cell_count), Out::at("first", first)) };
    first.give(0, || {
        let mut flowing = flow.write()?;
        let cells: Vec<Cell> = cells?.iter().copied().map(Cell::from).collect();
        Ok(flowing.flow.add_units(&cells, size)?.start as u32)
    })
}

/// Takes a unit off the map. Its number is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_remove_unit(flow: *mut wl_flow, unit: u32) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let flow = unsafe { at(flow) };
    run(|| Ok(flow.write()?.flow.remove_unit(unit as usize)?))
}

/// Sends units to a goal, which they share with all units sent there before: all of them, or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_send(
    flow: *mut wl_flow,
    units: *const u32,
    unit_count: usize,
    goal: wl_cell,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (flow, units) = unsafe { (at(flow), list("units", units, unit_count)) };
    run(|| {
        let mut flowing = flow.write()?;
        let units: Vec<usize> = units?.iter().map(|&unit| unit as usize).collect();
        Ok(flowing.flow.send(&units, goal)?)
    })
}

/// Takes a unit's goal away. It stays where it is, and makes way for others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_halt(flow: *mut wl_flow, unit: u32) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let flow = unsafe { at(flow) };
    run(|| Ok(flow.write()?.flow.halt(unit as usize)?))
}

/// Blocks or frees a cell; one on which a unit is cannot be blocked. Fields follow within some ticks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_set_free(
    flow: *mut wl_flow,
    cell: wl_cell,
    free: bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let flow = unsafe { at(flow) };
    run(|| Ok(flow.write()?.flow.set_free(cell, free)?))
}

/// Lets a tick pass: every unit makes a step, or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_tick(flow: *mut wl_flow) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let flow = unsafe { at(flow) };
    run(|| {
        flow.write()?.flow.tick();
        Ok(())
    })
}

/// All units by number, as they are now.
///
/// Borrowed from the flow: valid until the next call of this function, or until it is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_units(
    flow: *mut wl_flow,
    units: *mut *const wl_flow_state,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (flow, units, count) =
        unsafe { (at(flow), Out::at("units", units), Out::at("count", count)) };
    count.write(0);
    units.give(std::ptr::null(), || {
        count.check()?;
        let mut flowing = flow.write()?;
        let Flowing { flow, units } = &mut *flowing;
        units.clear();
        units.extend(flow.units().enumerate().map(|(unit, here)| unit_of(flow, unit, here)));
        count.write(units.len());
        Ok(units.as_ptr())
    })
}

/// A unit as it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_unit(
    flow: Option<&wl_flow>,
    unit: u32,
    state: *mut wl_flow_state,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let state = unsafe { Out::at("state", state) };
    state.give(wl_flow_state::default(), || {
        let flow = &flow.read()?.flow;
        let here = flow.units().nth(unit as usize).flatten();
        if here.is_none() {
            return Err(Failure::from(BodyError::NotInWorld { what: "unit", number: unit }));
        }
        Ok(unit_of(flow, unit as usize, here))
    })
}

/// The unit on a cell. False if there is none, and for NULL; unit is then left alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_flow_unit_at(
    flow: Option<&wl_flow>,
    cell: wl_cell,
    unit: *mut u32,
) -> bool {
    // SAFETY: as the header asks of the caller.
    let unit = unsafe { Out::at("unit", unit) };
    look(false, || {
        unit.check()?;
        let there = flow.read()?.flow.unit_at(cell);
        if let Some(there) = there {
            unit.write(there as u32);
        }
        Ok(there.is_some())
    })
}

/// How many units have a goal, have not arrived and are not cut off from it; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_flow_on_their_way(flow: Option<&wl_flow>) -> usize {
    look(0, || Ok(flow.read()?.flow.on_their_way()))
}

/// How many ticks have passed; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_flow_ticks(flow: Option<&wl_flow>) -> u64 {
    look(0, || Ok(flow.read()?.flow.ticks()))
}
