//! Searches that are spread over frames.

use crate::grid::wl_grid;
use crate::handle::{Passed, handle};
use crate::pointers::{Out, at};
use crate::settings::wl_settings;
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::{wl_answer, wl_cell};
use crate::workspace::{Lists, written};
use std::sync::RwLock;
use wayline::{Cell, Grid, Query, Search};

/// A search on a grid that is run a few expansions at a time. It owns all it needs.
pub struct wl_search(pub(crate) RwLock<Searching>);
handle! { wl_search: Searching, "search"; }

pub(crate) struct Searching {
    search: Search<'static, Grid>,
    lists: Lists,
    answer: Option<wl_answer>,
}

// SAFETY: the pointers of the answer lead into the lists beside it, which move with it.
unsafe impl Send for Searching {}
// SAFETY: they are read by callers only, who have to keep away while the search is changed.
unsafe impl Sync for Searching {}

/// A query that borrows nothing, from settings.
fn question(
    from: wl_cell,
    to: wl_cell,
    settings: Option<&wl_settings>,
) -> Result<Query<'static, Cell>, Failure> {
    let settings = settings.copied().unwrap_or_default();
    settings.kept_on_grid(Query::new(Cell::from(from), Cell::from(to)))
}

/// Begins a search between two cells. Nothing is searched yet. All settings apply except cancel.
///
/// Yours: free it with wl_search_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_search_begin(
    from: wl_cell,
    to: wl_cell,
    settings: Option<&wl_settings>,
    search: *mut *mut wl_search,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let search = unsafe { Out::at("search", search) };
    search.make(|| {
        let search = Search::new(question(from, to, settings)?);
        Ok(wl_search::new(Searching { search, lists: Lists::default(), answer: None }))
    })
}

/// Frees it, and with it its answer. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_search_destroy(search: Option<Box<wl_search>>) {
    free(search);
}

/// Expands at most this many states of the grid, the same one in each call. Whether there is an answer is written
/// to done. A grid that was edited since the search began is refused (WL_STATUS_STALE): restart it then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_search_step(
    search: *mut wl_search,
    grid: Option<&wl_grid>,
    expansions: u64,
    done: *mut bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (search, done) = unsafe { (at(search), Out::at("done", done)) };
    done.give(false, || {
        let (mut searching, grid) = (search.write()?, grid.read()?);
        let Searching { search, lists, answer } = &mut *searching;
        if answer.is_none() {
            *answer = search.step(&grid, expansions)?.map(|answer| written(&answer, lists));
        }
        Ok(answer.is_some())
    })
}

/// The answer, once wl_search_step() is done; before that WL_STATUS_NOT_READY.
///
/// The answer's arrays are borrowed from the search: valid until it is restarted or destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_search_answer(
    search: Option<&wl_search>,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let answer = unsafe { Out::at("answer", answer) };
    answer.give(wl_answer::default(), || {
        search.read()?.answer.ok_or_else(|| {
            Failure::new(
                wl_status::NotReady,
                "there is no answer yet: step the search until it is done",
            )
        })
    })
}

/// How many states it has expanded so far; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_search_expanded(search: Option<&wl_search>) -> u64 {
    look(0, || Ok(search.read()?.search.stats().expanded))
}

/// Gives up what was done and asks something new, or the same again, with the same memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_search_restart(
    search: *mut wl_search,
    from: wl_cell,
    to: wl_cell,
    settings: Option<&wl_settings>,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let search = unsafe { at(search) };
    run(|| {
        let mut searching = search.write()?;
        searching.search.restart(question(from, to, settings)?);
        searching.answer = None;
        Ok(())
    })
}
