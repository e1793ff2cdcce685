//! How a question is to be answered.

use crate::pointers::{at, list, text};
use crate::status::{Failure, free, wl_status};
use crate::types::{cost, wl_cell};
use std::ffi::c_char;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wayline::body::{BodyQuery, Estimate};
use wayline::{Budget, Cell, Heuristic, IndexKind, Limits, ParseError, Preparation, Query};

/// Stops searches and preparations from another thread.
pub struct wl_cancel(AtomicBool);

impl wl_cancel {
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Makes a switch that is not set.
///
/// Yours: free it with wl_cancel_destroy(), after every call that was given it has returned.
#[unsafe(no_mangle)]
pub extern "C" fn wl_cancel_new() -> Box<wl_cancel> {
    Box::new(wl_cancel(AtomicBool::new(false)))
}

/// Sets the switch, or takes it back. From any thread, at any time. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_cancel_set(cancel: Option<&wl_cancel>, stop: bool) {
    if let Some(wl_cancel(flag)) = cancel {
        flag.store(stop, Ordering::Relaxed);
    }
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_cancel_destroy(cancel: Option<Box<wl_cancel>>) {
    free(cancel);
}

/// How a question is to be answered. Zero in a field is its default, so start from
/// `wl_settings settings = {0};`. Where a function takes settings, NULL is all defaults: an exact answer by
/// the algorithm that suits the space, without limits. Everything is copied; nothing is kept after the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct wl_settings {
    /// The algorithm, by a name of wl_name(WL_NAMES_ALGORITHMS, ...). NULL: "auto".
    pub algorithm: *const c_char,
    /// The estimate, by a name of wl_name(WL_NAMES_HEURISTICS, ...). NULL: what suits the space.
    pub heuristic: *const c_char,
    /// The open list, by a name of wl_name(WL_NAMES_OPEN_LISTS, ...). NULL: what suits the search.
    pub open: *const c_char,
    /// Which of equally good states comes first, by a name of wl_name(WL_NAMES_TIES, ...). NULL: what suits.
    pub ties: *const c_char,
    /// The weight of weighted A*, from 1 to 1000. Zero: 1.5.
    pub weight: f64,
    /// The most states to expand. Zero: no limit.
    pub max_expansions: u64,
    /// The most that a path may cost. Zero: no limit.
    pub max_cost: f64,
    /// The longest to search, in seconds. Zero: no limit. The one setting whose effect depends on the machine.
    pub max_seconds: f64,
    /// Stops the search when it is set. NULL: nothing does.
    pub cancel: *const wl_cancel,
    /// Not zero: when no goal can be reached, answer with the path to the closest state that was.
    pub closest: u8,
    /// Not zero: search even where it is known beforehand that there is no path.
    pub no_shortcut: u8,
    /// Cells not to enter, on grids.
    pub avoid_cells: *const wl_cell,
    /// How many.
    pub avoid_cell_count: usize,
    /// Nodes not to enter, in graphs.
    pub avoid_nodes: *const u32,
    /// How many.
    pub avoid_node_count: usize,
    /// Edges not to take, in graphs.
    pub avoid_edges: *const u32,
    /// How many.
    pub avoid_edge_count: usize,
}

impl wl_settings {
    /// The name of a field, turned into what it means.
    fn named<T>(
        field: &str,
        name: *const c_char,
        parse: impl FnOnce(&str) -> Result<T, ParseError>,
    ) -> Result<Option<T>, Failure> {
        // SAFETY: the settings are the caller's, who promises that texts are as the header says.
        let name = unsafe { text(field, name) }?;
        Ok(name.map(parse).transpose()?)
    }

    /// What is the same for every space.
    fn apply<'q, S: Clone, G: Clone>(
        &self,
        mut query: Query<'q, S, G>,
        cancel: Option<&'q AtomicBool>,
    ) -> Result<Query<'q, S, G>, Failure> {
        if let Some(algorithm) = Self::named("algorithm", self.algorithm, str::parse)? {
            query = query.algorithm(algorithm);
        }
        if let Some(open) = Self::named("open", self.open, str::parse)? {
            query = query.open(open);
        }
        if let Some(ties) = Self::named("ties", self.ties, str::parse)? {
            query = query.ties(ties);
        }
        if self.weight != 0.0 {
            query = query.weight(self.weight)?;
        }
        if self.closest != 0 {
            query = query.closest();
        }
        if self.no_shortcut != 0 {
            query = query.without_shortcut();
        }
        let mut limits = Limits::default();
        limits.expansions = Some(self.max_expansions).filter(|&most| most > 0);
        if self.max_cost != 0.0 {
            limits.cost = Some(cost("max_cost", self.max_cost)?);
        }
        if self.max_seconds != 0.0 {
            let time = Duration::try_from_secs_f64(self.max_seconds);
            limits.time = Some(time.map_err(|error| {
                Failure::bad(format_args!("max_seconds {}: {error}", self.max_seconds))
            })?);
        }
        limits.cancel = cancel;
        Ok(query.limits(limits))
    }

    fn cancel(&self) -> Option<&AtomicBool> {
        // SAFETY: the settings are the caller's, who promises that this is NULL or alive during the call.
        unsafe { at(self.cancel) }.map(|wl_cancel(flag)| flag)
    }

    fn refuse(field: &str, count: usize, space: &str) -> Result<(), Failure> {
        if count == 0 {
            return Ok(());
        }
        let message = format_args!("{field}: {space} has none; leave the count at zero");
        Err(Failure::new(wl_status::Unsupported, message))
    }

    fn heuristic<S: Clone>(&self) -> Result<Option<Heuristic<'static, S>>, Failure> {
        Self::named("heuristic", self.heuristic, Heuristic::named)
    }

    /// A question about a grid.
    pub(crate) fn on_grid<'q>(
        &'q self,
        query: Query<'q, Cell>,
    ) -> Result<Query<'q, Cell>, Failure> {
        self.about_grid(query, self.cancel())
    }

    /// A question about a grid that is kept after the call: it borrows nothing.
    pub(crate) fn kept_on_grid(
        &self,
        query: Query<'static, Cell>,
    ) -> Result<Query<'static, Cell>, Failure> {
        if !self.cancel.is_null() {
            let message =
                "cancel: a search that is stepped is cancelled by not stepping it any more";
            return Err(Failure::new(wl_status::Unsupported, message));
        }
        self.about_grid(query, None)
    }

    fn about_grid<'q>(
        &self,
        query: Query<'q, Cell>,
        cancel: Option<&'q AtomicBool>,
    ) -> Result<Query<'q, Cell>, Failure> {
        Self::refuse("avoid_nodes", self.avoid_node_count, "a grid")?;
        Self::refuse("avoid_edges", self.avoid_edge_count, "a grid")?;
        let mut query = self.apply(query, cancel)?;
        if let Some(heuristic) = self.heuristic()? {
            query = query.heuristic(heuristic);
        }
        // SAFETY: the settings are the caller's, who promises that there are this many.
        let avoid = unsafe { list("avoid_cells", self.avoid_cells, self.avoid_cell_count) }?;
        if avoid.is_empty() {
            return Ok(query);
        }
        Ok(query.avoid(avoid.iter().copied().map(Cell::from).collect::<Vec<_>>()))
    }

    /// A question about a graph.
    pub(crate) fn on_graph<'q>(&'q self, query: Query<'q, u32>) -> Result<Query<'q, u32>, Failure> {
        Self::refuse("avoid_cells", self.avoid_cell_count, "a graph")?;
        let mut query = self.apply(query, self.cancel())?;
        if let Some(heuristic) = self.heuristic()? {
            query = query.heuristic(heuristic);
        }
        // SAFETY: the settings are the caller's, who promises that there are this many of both.
        let (nodes, edges) = unsafe {
            (
                list("avoid_nodes", self.avoid_nodes, self.avoid_node_count)?,
                list("avoid_edges", self.avoid_edges, self.avoid_edge_count)?,
            )
        };
        // Copies: they may be a former answer's, in the workspace that is about to be used.
        Ok(query.avoid(nodes.to_vec()).avoid_edges(edges.to_vec()))
    }

    /// A question about a body.
    pub(crate) fn on_body<'q>(&'q self, query: BodyQuery<'q>) -> Result<BodyQuery<'q>, Failure> {
        Self::refuse("avoid_cells", self.avoid_cell_count, "a body's map")?;
        Self::refuse("avoid_nodes", self.avoid_node_count, "a body's map")?;
        Self::refuse("avoid_edges", self.avoid_edge_count, "a body's map")?;
        let query = self.apply(query, self.cancel())?;
        let estimate = Self::named("heuristic", self.heuristic, str::parse::<Estimate>)?;
        Ok(query.estimate(estimate.unwrap_or_default()))
    }
}

impl Default for wl_settings {
    fn default() -> wl_settings {
        wl_settings {
            algorithm: std::ptr::null(),
            heuristic: std::ptr::null(),
            open: std::ptr::null(),
            ties: std::ptr::null(),
            weight: 0.0,
            max_expansions: 0,
            max_cost: 0.0,
            max_seconds: 0.0,
            cancel: std::ptr::null(),
            closest: 0,
            no_shortcut: 0,
            avoid_cells: std::ptr::null(),
            avoid_cell_count: 0,
            avoid_nodes: std::ptr::null(),
            avoid_node_count: 0,
            avoid_edges: std::ptr::null(),
            avoid_edge_count: 0,
        }
    }
}

/// How an index is to be prepared. Zero in a field is its default; where a function takes one, NULL is all
/// defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct wl_preparation {
    /// The kind: "labels" or "jumps" of a grid; "labels", "hierarchy" or "customizable" (the one that
    /// follows costs that change) of a graph. NULL: the fastest that suits the map.
    pub kind: *const c_char,
    /// The most bytes that the index may take. Zero: no limit.
    pub memory: u64,
    /// The most work, in units of a 40,000th of a millisecond on an ordinary machine. Zero: no limit.
    pub work: u64,
    /// How many threads share the work. Zero is one. The index does not depend on it.
    pub threads: u32,
    /// Stops it when it is set. NULL: nothing does.
    pub cancel: *const wl_cancel,
}

impl wl_preparation {
    pub(crate) fn preparation(&self) -> Result<Preparation<'_>, Failure> {
        let mut budget = Budget::default();
        budget.memory = Some(self.memory).filter(|&most| most > 0);
        budget.work = Some(self.work).filter(|&most| most > 0);
        let mut preparation = Preparation::default();
        preparation.kind = wl_settings::named("kind", self.kind, str::parse::<IndexKind>)?;
        preparation.budget = budget;
        // More than this many are never of use, and each takes memory.
        preparation.threads = self.threads.min(256) as usize;
        // SAFETY: this is the caller's, who promises that it is NULL or alive during the call.
        preparation.cancel = unsafe { at(self.cancel) }.map(|wl_cancel(flag)| flag);
        Ok(preparation)
    }
}

impl Default for wl_preparation {
    fn default() -> wl_preparation {
        let (kind, cancel) = (std::ptr::null(), std::ptr::null());
        wl_preparation { kind, memory: 0, work: 0, threads: 0, cancel }
    }
}
