//! Workspaces, and the answers that lie in them.

use crate::handle::{Passed, handle};
use crate::names;
use crate::status::{Failure, free, wl_status};
use crate::types::{wl_answer, wl_cell, wl_placement};
use std::cell::RefCell;
use std::sync::RwLock;
use wayline::body::Placement;
use wayline::{Answer, Cell, Guarantee, Query, Searchable, Workspace, search, turning_points};

/// Memory for searches and their answers. One serves all spaces in turn, and one thread at a time.
///
/// Where a function takes a workspace, NULL is one that the thread keeps: the answer is then valid until the
/// thread's next call without a workspace.
pub struct wl_workspace(pub(crate) RwLock<Work>);
handle! { wl_workspace: Work, "workspace"; }

/// Makes a workspace.
///
/// Yours: free it with wl_workspace_destroy().
#[unsafe(no_mangle)]
pub extern "C" fn wl_workspace_new() -> Box<wl_workspace> {
    Box::new(wl_workspace::new(Work::default()))
}

/// Frees it, and with it the arrays of the answers that lie in it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_workspace_destroy(workspace: Option<Box<wl_workspace>>) {
    free(workspace);
}

/// The engine's memory, and that of the last answer as C sees it.
#[derive(Debug, Default)]
pub(crate) struct Work {
    pub(crate) engine: Workspace,
    pub(crate) lists: Lists,
}

/// The arrays of an answer.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) cells: Vec<wl_cell>,
    turns: Vec<wl_cell>,
    pub(crate) nodes: Vec<u32>,
    edges: Vec<u32>,
    placements: Vec<wl_placement>,
}

thread_local! {
    static SPARE: RefCell<Work> = RefCell::default();
}

/// Lends a workspace, or that of the thread.
pub(crate) fn with<T>(
    workspace: Option<&wl_workspace>,
    ask: impl FnOnce(&mut Work) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if workspace.is_some() {
        return ask(&mut *workspace.write()?);
    }
    let busy = || {
        let message = "this thread's workspace is in use by the call that this one is made from: pass another";
        Failure::new(wl_status::Busy, message)
    };
    let lend = |spare: &RefCell<Work>| ask(&mut *spare.try_borrow_mut().map_err(|_| busy())?);
    SPARE.try_with(lend).map_err(|_| busy())?
}

/// Answers a query, in C's words.
pub(crate) fn ask<S: Searchable>(
    space: &S,
    query: &Query<'_, S::State, S::Goal>,
    work: &mut Work,
) -> Result<wl_answer, Failure>
where
    S::State: Listed,
{
    Ok(written(&search(space, query, &mut work.engine)?, &mut work.lists))
}

/// An answer in C's words: its arrays become those of the workspace.
pub(crate) fn written<S: Listed>(answer: &Answer<'_, S>, lists: &mut Lists) -> wl_answer {
    let mut written = wl_answer {
        outcome: answer.outcome.into(),
        limit: answer.outcome.into(),
        optimal: answer.is_optimal(),
        cost: answer.cost.to_f64(),
        cost_fixed: answer.cost.raw(),
        bound: match answer.guarantee {
            Guarantee::Optimal | Guarantee::Declared => 1.0,
            Guarantee::Within(times) => times,
            Guarantee::Nothing => f64::INFINITY,
        },
        length: answer.path.len(),
        algorithm: names::algorithm(answer.algorithm),
        expanded: answer.stats.expanded,
        generated: answer.stats.generated,
        reopened: answer.stats.reopened,
        largest_open: answer.stats.largest_open,
        ..wl_answer::default()
    };
    S::list(answer, lists, &mut written);
    written
}

fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) -> (*const T, usize) {
    list.clear();
    list.extend(items);
    (list.as_ptr(), list.len())
}

/// States that C knows.
pub(crate) trait Listed: Clone + 'static {
    fn list(answer: &Answer<'_, Self>, lists: &mut Lists, written: &mut wl_answer);
}

impl Listed for Cell {
    fn list(answer: &Answer<'_, Cell>, lists: &mut Lists, written: &mut wl_answer) {
        let cells = answer.path.iter().copied().map(wl_cell::from);
        (written.cells, _) = refill(&mut lists.cells, cells);
        let turns = match answer.waypoints.is_empty() {
            true => refill(&mut lists.turns, turning_points(&answer.path).map(wl_cell::from)),
            false => refill(&mut lists.turns, answer.waypoints.iter().copied().map(wl_cell::from)),
        };
        (written.turns, written.turn_count) = turns;
    }
}

impl Listed for u32 {
    fn list(answer: &Answer<'_, u32>, lists: &mut Lists, written: &mut wl_answer) {
        (written.nodes, _) = refill(&mut lists.nodes, answer.path.iter().copied());
        (written.edges, written.edge_count) =
            refill(&mut lists.edges, answer.edges.iter().copied());
    }
}

impl Listed for Placement {
    fn list(answer: &Answer<'_, Placement>, lists: &mut Lists, written: &mut wl_answer) {
        let placements = answer.path.iter().copied().map(wl_placement::from);
        (written.placements, _) = refill(&mut lists.placements, placements);
    }
}
