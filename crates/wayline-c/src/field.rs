//! Fields: what everything costs, and the next step from anywhere.

use crate::grid::wl_grid;
use crate::handle::{Passed, handle};
use crate::live::wl_live;
use crate::pointers::{Out, at, list};
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::{cost, wl_cell};
use crate::workspace::{self, wl_workspace};
use std::sync::RwLock;
use wayline::{Cell, Field, FieldQuery, Grid};

/// What every cell costs from or to the nearest of some cells, and the next step from each.
pub struct wl_field(pub(crate) RwLock<Filled>);
handle! { wl_field: Filled, "field"; }

/// A field, and what C has been shown of it.
pub(crate) struct Filled {
    pub(crate) field: Field<Grid>,
    pub(crate) size: (u32, u32),
    /// Row by row; empty until somebody asks.
    distances: Vec<f64>,
}

/// The field leads towards its seeds: costs are those of going there.
pub const WL_TOWARDS: u32 = 0;
/// The field leads away from its seeds: costs are those of coming from there.
pub const WL_AWAY_FROM: u32 = 1;

fn query(direction: u32, seeds: &[wl_cell], within: f64) -> Result<FieldQuery<Cell>, Failure> {
    let seeds = seeds.iter().copied();
    let query = match direction {
        WL_TOWARDS => FieldQuery::towards_any(seeds),
        WL_AWAY_FROM => FieldQuery::away_from_any(seeds),
        bad => {
            let message = format_args!("direction {bad}: expected WL_TOWARDS or WL_AWAY_FROM");
            return Err(Failure::bad(message));
        }
    };
    match within {
        f64::INFINITY | 0.0 => Ok(query),
        within => Ok(query.within(cost("within", within)?)),
    }
}

impl Filled {
    fn new(grid: &Grid, query: &FieldQuery<Cell>) -> Result<Filled, Failure> {
        let (field, size) = (grid.field(query)?, (grid.width(), grid.height()));
        Ok(Filled { field, size, distances: Vec::new() })
    }

    fn change(
        &mut self,
        grid: &Grid,
        change: impl FnOnce(&mut Field<Grid>) -> Result<(), wayline::QueryError>,
    ) -> Result<(), Failure> {
        change(&mut self.field)?;
        self.size = (grid.width(), grid.height());
        self.distances.clear();
        Ok(())
    }
}

/// Makes a field: towards (WL_TOWARDS) the nearest of some cells, or away from (WL_AWAY_FROM) it. It goes as far
/// as a cost of within; zero and infinity are everywhere.
///
/// Yours: free it with wl_field_destroy(). It no longer needs the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_new(
    grid: Option<&wl_grid>,
    direction: u32,
    seeds: *const wl_cell,
    seed_count: usize,
    within: f64,
    field: *mut *mut wl_field,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (field, seeds) = unsafe { (Out::at("field", field), list("seeds", seeds, seed_count)) };
    field.make(|| {
        let query = query(direction, seeds?, within)?;
        Ok(wl_field::new(Filled::new(&*grid.read()?, &query)?))
    })
}

/// The same on a live grid as it is now.
///
/// Yours: free it with wl_field_destroy(). It no longer needs the live grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_new_live(
    live: Option<&wl_live>,
    direction: u32,
    seeds: *const wl_cell,
    seed_count: usize,
    within: f64,
    field: *mut *mut wl_field,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (field, seeds) = unsafe { (Out::at("field", field), list("seeds", seeds, seed_count)) };
    field.make(|| {
        let query = query(direction, seeds?, within)?;
        Ok(wl_field::new(Filled::new(live.read()?.grid(), &query)?))
    })
}

/// Makes the field for units that flee from the seeds of a field: it leads to places that are far off, past the
/// danger if need be rather than into a dead end. The factor is above one, classically 1.2.
///
/// Yours: free it with wl_field_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_flee(
    danger: Option<&wl_field>,
    grid: Option<&wl_grid>,
    factor: f64,
    field: *mut *mut wl_field,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let field = unsafe { Out::at("field", field) };
    field.make(|| {
        let query = danger.read()?.field.flee(factor)?;
        Ok(wl_field::new(Filled::new(&*grid.read()?, &query)?))
    })
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_field_destroy(field: Option<Box<wl_field>>) {
    free(field);
}

/// Fills it again for another question, reusing its memory. If it fails, the field stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_fill(
    field: *mut wl_field,
    grid: Option<&wl_grid>,
    direction: u32,
    seeds: *const wl_cell,
    seed_count: usize,
    within: f64,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (field, seeds) = unsafe { (at(field), list("seeds", seeds, seed_count)) };
    run(|| {
        let (mut field, grid) = (field.write()?, grid.read()?);
        let query = query(direction, seeds?, within)?;
        field.change(&grid, |field| field.fill(&*grid, &query))
    })
}

/// Brings it up to date with a grid that has been edited, in time that depends on how many costs change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_repair(
    field: *mut wl_field,
    grid: Option<&wl_grid>,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let field = unsafe { at(field) };
    run(|| {
        let (mut field, grid) = (field.write()?, grid.read()?);
        field.change(&grid, |field| field.repair(&*grid))
    })
}

/// The same with a live grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_repair_live(
    field: *mut wl_field,
    live: Option<&wl_live>,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let field = unsafe { at(field) };
    run(|| {
        let (mut field, live) = (field.write()?, live.read()?);
        field.change(live.grid(), |field| field.repair(live.grid()))
    })
}

/// What a cell costs; infinite if it is not reached or off the map, and for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_field_cost(field: Option<&wl_field>, cell: wl_cell) -> f64 {
    look(f64::INFINITY, || {
        let cost = field.read()?.field.cost(cell);
        Ok(cost.map_or(f64::INFINITY, |cost| cost.to_f64()))
    })
}

/// What all cells cost, row by row; infinite for cells that are not reached.
///
/// Borrowed: valid until the field is filled, repaired or destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_distances(
    field: *mut wl_field,
    distances: *mut *const f64,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (field, distances, count) =
        unsafe { (at(field), Out::at("distances", distances), Out::at("count", count)) };
    count.write(0);
    distances.give(std::ptr::null(), || {
        count.check()?;
        let mut filled = field.write()?;
        let Filled { field, size: (width, height), distances } = &mut *filled;
        if distances.is_empty() {
            let cells = (0..*height).flat_map(|y| (0..*width).map(move |x| Cell::new(x, y)));
            distances.extend(
                cells.map(|cell| field.cost(cell).map_or(f64::INFINITY, |cost| cost.to_f64())),
            );
        }
        count.write(distances.len());
        Ok(distances.as_ptr())
    })
}

/// The neighbour that is next on a cheapest path to the nearest seed. False at the seed itself, for what is not
/// reached, and for NULL; next is left alone then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_next_step(
    field: Option<&wl_field>,
    cell: wl_cell,
    next: *mut wl_cell,
) -> bool {
    // SAFETY: as the header asks of the caller.
    let next = unsafe { Out::at("next", next) };
    look(false, || {
        next.check()?;
        let step = field.read()?.field.next_step(cell);
        if let Some(step) = step {
            next.write(step.into());
        }
        Ok(step.is_some())
    })
}

/// All next steps from a cell on, itself included, down to the seed. None if the cell is not reached.
///
/// Borrowed from the workspace: valid until the next call with it, or until it is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_field_descend(
    field: Option<&wl_field>,
    cell: wl_cell,
    workspace: *mut wl_workspace,
    cells: *mut *const wl_cell,
    count: *mut usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, cells, count) =
        unsafe { (at(workspace), Out::at("cells", cells), Out::at("count", count)) };
    count.write(0);
    cells.give(std::ptr::null(), || {
        count.check()?;
        let field = field.read()?;
        workspace::with(work, |work| {
            let list = &mut work.lists.cells;
            list.clear();
            list.extend(field.field.descend(cell).map(wl_cell::from));
            count.write(list.len());
            Ok(list.as_ptr())
        })
    })
}
