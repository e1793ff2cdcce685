//! Grids that change, with an index prepared in the background.

use crate::grid::wl_grid;
use crate::handle::{Passed, handle};
use crate::pointers::{Out, at};
use crate::settings::wl_settings;
use crate::status::{free, look, run, wl_status};
use crate::types::{wl_answer, wl_cell};
use crate::workspace::{self, wl_workspace};
use std::sync::RwLock;
use wayline::{Cell, LiveGrid, Query};

/// A grid that changes, with many questions: it prepares an index in the background, and searches until that is
/// ready.
pub struct wl_live(pub(crate) RwLock<LiveGrid>);
handle! { wl_live: LiveGrid, "live grid"; }

/// Makes a live grid of a copy of a grid.
///
/// Yours: free it with wl_live_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_live_new(grid: Option<&wl_grid>, live: *mut *mut wl_live) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let live = unsafe { Out::at("live", live) };
    live.make(|| Ok(wl_live::new(LiveGrid::new(grid.read()?.clone()))))
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_live_destroy(live: Option<Box<wl_live>>) {
    free(live);
}

/// Makes a copy of the grid as it is now.
///
/// Yours: free it with wl_grid_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_live_grid(
    live: Option<&wl_live>,
    grid: *mut *mut wl_grid,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let grid = unsafe { Out::at("grid", grid) };
    grid.make(|| Ok(wl_grid::new(live.read()?.grid().clone())))
}

/// Whether a cell is on the map and free; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_live_is_free(live: Option<&wl_live>, cell: wl_cell) -> bool {
    look(false, || Ok(live.read()?.grid().is_free(cell)))
}

/// Frees or blocks a cell. Whether it was different before is written to changed, which may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_live_set_free(
    live: *mut wl_live,
    cell: wl_cell,
    free: bool,
    changed: *mut bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (live, changed) = unsafe { (at(live), Out::at("changed", changed)) };
    run(|| {
        changed.write(false);
        changed.write(live.write()?.set_free(cell, free)?);
        Ok(())
    })
}

/// Prepares the index now, and waits for it.
#[unsafe(no_mangle)]
pub extern "C" fn wl_live_prepare(live: Option<&wl_live>) -> wl_status {
    run(|| {
        live.read()?.prepare();
        Ok(())
    })
}

/// Whether the index is ready; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_live_is_prepared(live: Option<&wl_live>) -> bool {
    look(false, || Ok(live.read()?.is_prepared()))
}

/// What a shortest path costs; infinite where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_live_cost(
    live: Option<&wl_live>,
    from: wl_cell,
    to: wl_cell,
    workspace: *mut wl_workspace,
    cost: *mut f64,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, cost) = unsafe { (at(workspace), Out::at("cost", cost)) };
    cost.give(f64::INFINITY, || {
        let live = live.read()?;
        workspace::with(work, |work| Ok(live.cost_with(from, to, &mut work.engine)?.to_f64()))
    })
}

/// A shortest path between two cells on the map as it is now.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_live_path(
    live: Option<&wl_live>,
    from: wl_cell,
    to: wl_cell,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    unsafe { wl_live_search(live, from, to, None, workspace, answer) }
}

/// A path between two cells on the map as it is now, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_live_search(
    live: Option<&wl_live>,
    from: wl_cell,
    to: wl_cell,
    settings: Option<&wl_settings>,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer) = unsafe { (at(workspace), Out::at("answer", answer)) };
    answer.give(wl_answer::default(), || {
        let settings = settings.copied().unwrap_or_default();
        let query = settings.on_grid(Query::new(Cell::from(from), Cell::from(to)))?;
        let live = live.read()?;
        workspace::with(work, |work| workspace::ask(&*live, &query, work))
    })
}
