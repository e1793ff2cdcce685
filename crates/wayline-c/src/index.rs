//! Indices of grids: prepared once, asked often.

use crate::files::{self, wl_bytes};
use crate::grid::{cells, wl_grid};
use crate::handle::{Passed, handle};
use crate::pointers::{Out, OutList, at, list, some_text};
use crate::settings::wl_preparation;
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::{wl_answer, wl_cell};
use crate::workspace::{self, wl_workspace, written};
use std::ffi::c_char;
use std::sync::RwLock;
use wayline::{Cell, GridIndex, Query};

/// The prepared index of a grid, for that grid as it was. It no longer needs the grid.
pub struct wl_index(pub(crate) RwLock<GridIndex>);
handle! { wl_index: GridIndex, "index"; }

/// Prepares an index. NULL settings are all defaults.
///
/// Yours: free it with wl_index_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_prepare(
    grid: Option<&wl_grid>,
    settings: Option<&wl_preparation>,
    index: *mut *mut wl_index,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let index = unsafe { Out::at("index", index) };
    index.make(|| {
        let settings = settings.copied().unwrap_or_default();
        Ok(wl_index::new(GridIndex::prepare(&*grid.read()?, &settings.preparation()?)?))
    })
}

/// Loads an index from a file, for the grid that it was prepared for.
///
/// Yours: free it with wl_index_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_load(
    grid: Option<&wl_grid>,
    path: *const c_char,
    index: *mut *mut wl_index,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (index, path) = unsafe { (Out::at("index", index), some_text("path", path)) };
    index.make(|| {
        let (grid, path) = (grid.read()?, path?);
        let bytes = files::load(path)?;
        let index = GridIndex::from_bytes(&grid, &bytes);
        Ok(wl_index::new(index.map_err(|error| Failure::from(error).of(path))?))
    })
}

/// Makes an index from bytes of wl_index_to_bytes(), for the grid that it was prepared for.
///
/// Yours: free it with wl_index_destroy(). The bytes are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_from_bytes(
    grid: Option<&wl_grid>,
    bytes: *const u8,
    length: usize,
    index: *mut *mut wl_index,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (index, bytes) = unsafe { (Out::at("index", index), list("bytes", bytes, length)) };
    index.make(|| Ok(wl_index::new(GridIndex::from_bytes(&*grid.read()?, bytes?)?)))
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_index_destroy(index: Option<Box<wl_index>>) {
    free(index);
}

/// Saves it to a file: whole or not at all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_save(index: Option<&wl_index>, path: *const c_char) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let path = unsafe { some_text("path", path) };
    run(|| files::save(path?, &index.read()?.to_bytes()))
}

/// The same as bytes in memory.
///
/// Yours: free them with wl_bytes_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_to_bytes(
    index: Option<&wl_index>,
    bytes: *mut *mut wl_bytes,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let bytes = unsafe { Out::at("bytes", bytes) };
    bytes.make(|| Ok(wl_bytes::new(index.read()?.to_bytes())))
}

/// How many bytes of memory it takes; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_index_memory(index: Option<&wl_index>) -> usize {
    look(0, || Ok(index.read()?.bytes()))
}

/// What a shortest path costs; infinite where there is none. The fastest question of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_cost(
    index: Option<&wl_index>,
    from: wl_cell,
    to: wl_cell,
    workspace: *mut wl_workspace,
    cost: *mut f64,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, cost) = unsafe { (at(workspace), Out::at("cost", cost)) };
    cost.give(f64::INFINITY, || {
        let index = index.read()?;
        workspace::with(work, |work| Ok(index.cost_with(from, to, &mut work.engine)?.to_f64()))
    })
}

/// What shortest paths cost, from each start to the goal at the same place in its array; infinite where there
/// is none. All three arrays are of the same length. A pair that cannot be asked fails the call, by its place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_costs(
    index: Option<&wl_index>,
    starts: *const wl_cell,
    goals: *const wl_cell,
    count: usize,
    workspace: *mut wl_workspace,
    costs: *mut f64,
    cost_count: usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, costs, starts, goals) = unsafe {
        (
            at(workspace),
            OutList::at("costs", costs, cost_count),
            list("starts", starts, count),
            list("goals", goals, count),
        )
    };
    costs.give(count, || {
        let (index, pairs) = (index.read()?, starts?.iter().zip(goals?));
        let pairs: Vec<_> = pairs.map(|(&from, &to)| (from.into(), to.into())).collect();
        workspace::with(work, |work| {
            let (mut costs, mut refused) = (vec![0.0; pairs.len()], None);
            index.costs_with(&pairs, &mut work.engine, |place, cost| match cost {
                Ok(cost) => costs[place] = cost.to_f64(),
                Err(_) if refused.as_ref().is_some_and(|&(first, _)| first < place) => {}
                Err(error) => refused = Some((place, error)),
            });
            match refused {
                Some((place, error)) => Err(Failure::from(error).of(format_args!("pair {place}"))),
                None => Ok(costs),
            }
        })
    })
}

/// What shortest paths cost from each of some cells to each of some others, row by row: from the first start to
/// all goals, then from the second. The number of costs is that of the starts times that of the goals.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_matrix(
    index: Option<&wl_index>,
    starts: *const wl_cell,
    start_count: usize,
    goals: *const wl_cell,
    goal_count: usize,
    workspace: *mut wl_workspace,
    costs: *mut f64,
    cost_count: usize,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, costs, starts, goals) = unsafe {
        (
            at(workspace),
            OutList::at("costs", costs, cost_count),
            list("starts", starts, start_count),
            list("goals", goals, goal_count),
        )
    };
    costs.give(start_count.saturating_mul(goal_count), || {
        let (index, starts, goals) = (index.read()?, cells(starts?), cells(goals?));
        workspace::with(work, |work| {
            let costs = index.matrix(&starts, &goals, &mut work.engine)?;
            Ok(costs.into_iter().map(|cost| cost.to_f64()).collect())
        })
    })
}

/// A shortest path, every cell of it.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_path(
    index: Option<&wl_index>,
    from: wl_cell,
    to: wl_cell,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer) = unsafe { (at(workspace), Out::at("answer", answer)) };
    answer.give(wl_answer::default(), || {
        let (index, query) = (index.read()?, Query::new(Cell::from(from), Cell::from(to)));
        workspace::with(work, |work| workspace::ask(&*index, &query, work))
    })
}

/// A shortest path by its ends and the cells where it turns. The answer has no cells, which makes it faster.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_index_turns(
    index: Option<&wl_index>,
    from: wl_cell,
    to: wl_cell,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer) = unsafe { (at(workspace), Out::at("answer", answer)) };
    answer.give(wl_answer::default(), || {
        let index = index.read()?;
        workspace::with(work, |work| {
            let answer = index.turns_with(from, to, &mut work.engine)?;
            Ok(written(&answer, &mut work.lists))
        })
    })
}
