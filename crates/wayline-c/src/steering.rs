//! Steering: discs that move between cells.

use crate::field::wl_field;
use crate::grid::wl_grid;
use crate::handle::{Passed, handle};
use crate::pointers::{Out, at, list};
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::wl_cell;
use std::sync::RwLock;
use wayline::BodyError;
use wayline::crowd::{Disc, Steering};

/// Discs with positions and velocities between cells, that keep off walls and each other.
pub struct wl_steering(pub(crate) RwLock<Steered>);
handle! { wl_steering: Steered, "steering"; }

/// Agents, and what C was shown of them.
pub(crate) struct Steered {
    steering: Steering,
    agents: Vec<wl_agent>,
}

/// A point or a velocity, in cells or cells per second. The middle of the cell (x, y) is at x + 0.5, y + 0.5.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct wl_point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// An agent as it is now.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct wl_agent {
    /// Where its middle is.
    pub position: wl_point,
    /// How it moved in the last tick.
    pub velocity: wl_point,
    /// From its middle to its rim, in cells; zero if it was removed.
    pub radius: f64,
}

fn agent_of(steering: &Steering, agent: usize, disc: Option<Disc>) -> wl_agent {
    let Some(Disc { x, y, radius }) = disc else { return wl_agent::default() };
    let (vx, vy) = steering.velocity(agent).unwrap_or_default();
    wl_agent { position: wl_point { x, y }, velocity: wl_point { x: vx, y: vy }, radius }
}

/// Makes a steering without agents on a copy of a grid. Only its walls matter.
///
/// Yours: free it with wl_steering_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_new(
    grid: Option<&wl_grid>,
    steering: *mut *mut wl_steering,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let steering = unsafe { Out::at("steering", steering) };
    steering.make(|| {
        let steering = Steering::new(&*grid.read()?);
        Ok(wl_steering::new(Steered { steering, agents: Vec::new() }))
    })
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_steering_destroy(steering: Option<Box<wl_steering>>) {
    free(steering);
}

/// On how many threads velocities are chosen, one unless it is set. They are the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_set_threads(
    steering: *mut wl_steering,
    threads: u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let steering = unsafe { at(steering) };
    run(|| {
        steering.write()?.steering.set_threads(threads.clamp(1, 256) as usize);
        Ok(())
    })
}

/// Puts agents on the map, their middles at these positions, with a radius in cells and a greatest speed in cells per
/// second: all of them, or none if there is no room for one. The number of the first is written to first; those of
/// the others follow it. Passages have to be a little wider than an agent: 0.49 fits through a single cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_add_agents(
    steering: *mut wl_steering,
    positions: *const wl_point,
    position_count: usize,
    radius: f64,
    max_speed: f64,
    first: *mut u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (steering, positions, first) = unsafe {
        (at(steering), list("positions", positions, position_count), Out::at("first", first))
    };
    first.give(0, || {
        let mut steered = steering.write()?;
        let positions: Vec<(f64, f64)> = positions?.iter().map(|at| (at.x, at.y)).collect();
        Ok(steered.steering.add_agents(&positions, radius, max_speed)?.start as u32)
    })
}

/// Takes an agent off the map. Its number is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_remove_agent(
    steering: *mut wl_steering,
    agent: u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let steering = unsafe { at(steering) };
    run(|| Ok(steering.write()?.steering.remove_agent(agent as usize)?))
}

/// Blocks or frees a cell; one on which a disc is cannot be blocked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_set_free(
    steering: *mut wl_steering,
    cell: wl_cell,
    free: bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let steering = unsafe { at(steering) };
    run(|| Ok(steering.write()?.steering.set_free(cell, free)?))
}

/// Makes an agent want a velocity from now on. More than its greatest speed is cut down.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_prefer(
    steering: *mut wl_steering,
    agent: u32,
    velocity: wl_point,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let steering = unsafe { at(steering) };
    run(|| Ok(steering.write()?.steering.prefer(agent as usize, (velocity.x, velocity.y))?))
}

/// Makes an agent want to be at a point from now on, straight ahead. It stops there, makes way for others and comes
/// back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_head_for(
    steering: *mut wl_steering,
    agent: u32,
    point: wl_point,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let steering = unsafe { at(steering) };
    run(|| Ok(steering.write()?.steering.head_for(agent as usize, (point.x, point.y))?))
}

/// What an agent wants until the next call, which should be before the next tick: to go on along a cheapest path of a
/// field, as straight as walls allow. The field is to be one of the same map, or of wl_steering_room_for(), that cuts
/// no corners. Whether it knows a path is written to led, which may be NULL; if not, the agent stops.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_follow(
    steering: *mut wl_steering,
    agent: u32,
    field: Option<&wl_field>,
    led: *mut bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (steering, led) = unsafe { (at(steering), Out::at("led", led)) };
    led.write(false);
    run(|| {
        let (mut steered, filled) = (steering.write()?, field.read()?);
        let grid = steered.steering.grid();
        if filled.size != (grid.width(), grid.height()) {
            let (width, height) = filled.size;
            let message = format_args!(
                "field: it is of a map of {width}x{height}, expected {}x{}",
                grid.width(),
                grid.height()
            );
            return Err(Failure::new(wl_status::Unsupported, message));
        }
        led.write(steered.steering.follow(agent as usize, &filled.field)?);
        Ok(())
    })
}

/// Makes the map as an agent with this radius can use it: fields to follow are to be made on it.
///
/// Yours: free it with wl_grid_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_room_for(
    steering: Option<&wl_steering>,
    radius: f64,
    grid: *mut *mut wl_grid,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let grid = unsafe { Out::at("grid", grid) };
    grid.make(|| Ok(wl_grid::new(steering.read()?.steering.room_for(radius)?)))
}

/// Lets this many seconds pass, above 0 and at most 10.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_tick(steering: *mut wl_steering, seconds: f64) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let steering = unsafe { at(steering) };
    run(|| Ok(steering.write()?.steering.tick(seconds)?))
}

/// All agents by number, as they are now.
///
/// Borrowed from the steering: valid until the next call of this function, or until it is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_agents(
    steering: *mut wl_steering,
    agents: *mut *const wl_agent,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (steering, agents, count) =
        unsafe { (at(steering), Out::at("agents", agents), Out::at("count", count)) };
    count.write(0);
    agents.give(std::ptr::null(), || {
        count.check()?;
        let mut steered = steering.write()?;
        let Steered { steering, agents } = &mut *steered;
        agents.clear();
        let all = steering.discs().enumerate();
        agents.extend(all.map(|(agent, disc)| agent_of(steering, agent, disc)));
        count.write(agents.len());
        Ok(agents.as_ptr())
    })
}

/// An agent as it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_steering_agent(
    steering: Option<&wl_steering>,
    agent: u32,
    state: *mut wl_agent,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let state = unsafe { Out::at("state", state) };
    state.give(wl_agent::default(), || {
        let steering = &steering.read()?.steering;
        let disc = steering.discs().nth(agent as usize).flatten();
        if disc.is_none() {
            return Err(Failure::from(BodyError::NotInWorld { what: "agent", number: agent }));
        }
        Ok(agent_of(steering, agent as usize, disc))
    })
}

/// How many agents were ever added: their numbers are below it; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_steering_agent_count(steering: Option<&wl_steering>) -> usize {
    look(0, || Ok(steering.read()?.steering.discs().count()))
}
