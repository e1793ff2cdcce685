//! Indices of graphs: prepared once, asked often.

use crate::files::{self, wl_bytes};
use crate::graph::wl_graph;
use crate::handle::{Passed, handle};
use crate::pointers::{Out, OutList, at, list, some_text};
use crate::settings::wl_preparation;
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::wl_answer;
use crate::workspace::{self, wl_workspace};
use std::ffi::c_char;
use std::sync::RwLock;
use wayline::{GraphIndex, Query};

/// The prepared index of a graph, for its costs as they were when it was prepared or updated.
pub struct wl_graph_index(pub(crate) RwLock<GraphIndex>);
handle! { wl_graph_index: GraphIndex, "index"; }

/// Prepares an index. NULL settings are all defaults. The kind "customizable" follows costs that change, by
/// wl_graph_index_update().
///
/// Yours: free it with wl_graph_index_destroy(). It no longer needs the graph.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_prepare(
    graph: Option<&wl_graph>,
    settings: Option<&wl_preparation>,
    index: *mut *mut wl_graph_index,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let index = unsafe { Out::at("index", index) };
    index.make(|| {
        let settings = settings.copied().unwrap_or_default();
        Ok(wl_graph_index::new(GraphIndex::prepare(&*graph.read()?, &settings.preparation()?)?))
    })
}

/// Loads an index from a file, for the graph that it was prepared for.
///
/// Yours: free it with wl_graph_index_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_load(
    graph: Option<&wl_graph>,
    path: *const c_char,
    index: *mut *mut wl_graph_index,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (index, path) = unsafe { (Out::at("index", index), some_text("path", path)) };
    index.make(|| {
        let (graph, path) = (graph.read()?, path?);
        let bytes = files::load(path)?;
        let index = GraphIndex::from_bytes(&graph, &bytes);
        Ok(wl_graph_index::new(index.map_err(|error| Failure::from(error).of(path))?))
    })
}

/// Makes an index from bytes of wl_graph_index_to_bytes(), for the graph that it was prepared for.
///
/// Yours: free it with wl_graph_index_destroy(). The bytes are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_from_bytes(
    graph: Option<&wl_graph>,
    bytes: *const u8,
    length: usize,
    index: *mut *mut wl_graph_index,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (index, bytes) = unsafe { (Out::at("index", index), list("bytes", bytes, length)) };
    index.make(|| Ok(wl_graph_index::new(GraphIndex::from_bytes(&*graph.read()?, bytes?)?)))
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_graph_index_destroy(index: Option<Box<wl_graph_index>>) {
    free(index);
}

/// Saves it to a file: whole or not at all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_save(
    index: Option<&wl_graph_index>,
    path: *const c_char,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let path = unsafe { some_text("path", path) };
    run(|| files::save(path?, &index.read()?.to_bytes()))
}

/// The same as bytes in memory.
///
/// Yours: free them with wl_bytes_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_to_bytes(
    index: Option<&wl_graph_index>,
    bytes: *mut *mut wl_bytes,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let bytes = unsafe { Out::at("bytes", bytes) };
    bytes.make(|| Ok(wl_bytes::new(index.read()?.to_bytes())))
}

/// How many bytes of memory it takes; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_graph_index_memory(index: Option<&wl_graph_index>) -> usize {
    look(0, || Ok(index.read()?.bytes()))
}

/// Takes over what all edges of the graph cost now, and which are closed. For an index of the kind
/// "customizable".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_update(
    index: *mut wl_graph_index,
    graph: Option<&wl_graph>,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let index = unsafe { at(index) };
    run(|| Ok(index.write()?.update(&*graph.read()?)?))
}

/// The same for one edge.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_update_edge(
    index: *mut wl_graph_index,
    graph: Option<&wl_graph>,
    edge: u32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let index = unsafe { at(index) };
    run(|| Ok(index.write()?.update_edge(&*graph.read()?, edge)?))
}

/// Whether it is up to date with a graph; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_graph_index_fits(
    index: Option<&wl_graph_index>,
    graph: Option<&wl_graph>,
) -> bool {
    look(false, || Ok(index.read()?.fits(&*graph.read()?)))
}

/// What a cheapest path costs; infinite where there is none. The fastest question of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_cost(
    index: Option<&wl_graph_index>,
    from: u32,
    to: u32,
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

/// What cheapest paths cost, from each start to the goal at the same place in its array; infinite where there is
/// none. All three arrays are of the same length. A pair that cannot be asked fails the call, by its place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_costs(
    index: Option<&wl_graph_index>,
    starts: *const u32,
    goals: *const u32,
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
        workspace::with(work, |work| {
            let cost = |(place, (&from, &to)): (usize, (&u32, &u32))| {
                let cost = index.cost_with(from, to, &mut work.engine);
                let pair = |error| Failure::from(error).of(format_args!("pair {place}"));
                Ok(cost.map_err(pair)?.to_f64())
            };
            pairs.enumerate().map(cost).collect()
        })
    })
}

/// What cheapest paths cost from each of some nodes to each of some others, row by row: from the first start to
/// all goals, then from the second. The number of costs is that of the starts times that of the goals.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_matrix(
    index: Option<&wl_graph_index>,
    starts: *const u32,
    start_count: usize,
    goals: *const u32,
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
        let (index, starts, goals) = (index.read()?, starts?, goals?);
        workspace::with(work, |work| {
            let costs = index.matrix(starts, goals, &mut work.engine)?;
            Ok(costs.into_iter().map(|cost| cost.to_f64()).collect())
        })
    })
}

/// A cheapest path, with its edges.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_graph_index_path(
    index: Option<&wl_graph_index>,
    from: u32,
    to: u32,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer) = unsafe { (at(workspace), Out::at("answer", answer)) };
    answer.give(wl_answer::default(), || {
        let index = index.read()?;
        workspace::with(work, |work| workspace::ask(&*index, &Query::new(from, to), work))
    })
}
