//! Grids, and searches on them.

use crate::handle::{Passed, handle};
use crate::pointers::{Out, at, list, some_text};
use crate::settings::wl_settings;
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::{wl_answer, wl_cell, wl_rules};
use crate::workspace::{self, wl_workspace, written};
use std::ffi::{c_char, c_void};
use std::sync::RwLock;
use wayline::{Cell, Charge, Event, EventKind, Grid, Query, search_watched};
use wayline_maps::generate::Spec;

/// A grid of free and blocked cells, which may have terrain and elevation.
pub struct wl_grid(pub(crate) RwLock<Grid>);
handle! { wl_grid: Grid, "grid"; }

/// Makes a grid all of whose cells are free. Rules: NULL is all defaults.
///
/// Yours: free it with wl_grid_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_new(
    width: u32,
    height: u32,
    rules: Option<&wl_rules>,
    grid: *mut *mut wl_grid,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let grid = unsafe { Out::at("grid", grid) };
    grid.make(|| {
        let rules = rules.copied().unwrap_or_default().rules(Charge::Mean)?;
        Ok(wl_grid::new(Grid::new(width, height)?.with_rules(rules)))
    })
}

/// Makes a grid from a byte for each cell, row by row: 0 is blocked, anything else free. The length has to be
/// width times height.
///
/// Yours: free it with wl_grid_destroy(). The bytes are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_from_free(
    width: u32,
    height: u32,
    free: *const u8,
    length: usize,
    rules: Option<&wl_rules>,
    grid: *mut *mut wl_grid,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (grid, free) = unsafe { (Out::at("grid", grid), list("free", free, length)) };
    grid.make(|| {
        let free = one_for_each_cell("free", width, height, free?)?;
        let rules = rules.copied().unwrap_or_default().rules(Charge::Mean)?;
        let made = Grid::from_fn(width, height, |cell| free[place(width, cell)] != 0)?;
        Ok(wl_grid::new(made.with_rules(rules)))
    })
}

/// Makes a grid from what it costs to enter each cell, row by row: from 1/256 to 255, kept to 1/256; infinity
/// and NaN are blocked. The length has to be width times height.
///
/// Yours: free it with wl_grid_destroy(). The numbers are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_from_costs(
    width: u32,
    height: u32,
    costs: *const f32,
    length: usize,
    rules: Option<&wl_rules>,
    grid: *mut *mut wl_grid,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (grid, costs) = unsafe { (Out::at("grid", grid), list("costs", costs, length)) };
    grid.make(|| {
        let costs = one_for_each_cell("costs", width, height, costs?)?;
        let rules = rules.copied().unwrap_or_default().rules(Charge::Enter)?;
        let made = Grid::from_costs(width, height, |cell| {
            let cost = costs[place(width, cell)];
            (!cost.is_nan() && cost != f32::INFINITY).then_some(f64::from(cost))
        })?;
        Ok(wl_grid::new(made.with_rules(rules)))
    })
}

/// Makes a grid from a line of text, as the command `wayline generate` does: "maze:64x64:corridor=3:seed=1",
/// "caves:200x100:seed=7", "terrain:64x64:relief=20". The same text gives the same grid everywhere.
///
/// Yours: free it with wl_grid_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_generate(
    spec: *const c_char,
    grid: *mut *mut wl_grid,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (grid, spec) = unsafe { (Out::at("grid", grid), some_text("spec", spec)) };
    grid.make(|| {
        let spec: Spec = spec?.parse().map_err(Failure::bad)?;
        Ok(wl_grid::new(spec.generate(wayline_maps::Limits::default()).map_err(Failure::bad)?))
    })
}

/// Makes a copy.
///
/// Yours: free it with wl_grid_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_copy(
    grid: Option<&wl_grid>,
    copy: *mut *mut wl_grid,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let copy = unsafe { Out::at("copy", copy) };
    copy.make(|| Ok(wl_grid::new(grid.read()?.clone())))
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_destroy(grid: Option<Box<wl_grid>>) {
    free(grid);
}

/// How many columns it has; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_width(grid: Option<&wl_grid>) -> u32 {
    look(0, || Ok(grid.read()?.width()))
}

/// How many rows it has; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_height(grid: Option<&wl_grid>) -> u32 {
    look(0, || Ok(grid.read()?.height()))
}

/// Whether a cell is on the map and free; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_is_free(grid: Option<&wl_grid>, cell: wl_cell) -> bool {
    look(false, || Ok(grid.read()?.is_free(cell)))
}

/// Whether any cell has a multiplier other than one, or an elevation; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_is_weighted(grid: Option<&wl_grid>) -> bool {
    look(false, || Ok(grid.read()?.is_weighted()))
}

/// The terrain multiplier of a cell: 1 on plain ground, off the map and for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_multiplier(grid: Option<&wl_grid>, cell: wl_cell) -> f64 {
    look(1.0, || Ok(grid.read()?.multiplier(cell)))
}

/// The elevation of a cell: 0 unless set, off the map and for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_elevation(grid: Option<&wl_grid>, cell: wl_cell) -> i32 {
    look(0, || Ok(grid.read()?.elevation(cell)))
}

/// Whether one cell is seen from another: no blocked cell on the straight line; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_grid_line_of_sight(
    grid: Option<&wl_grid>,
    from: wl_cell,
    to: wl_cell,
) -> bool {
    look(false, || Ok(grid.read()?.line_of_sight(from, to)))
}

/// Frees or blocks a cell. Whether it was different before is written to changed, which may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_set_free(
    grid: *mut wl_grid,
    cell: wl_cell,
    free: bool,
    changed: *mut bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (grid, changed) = unsafe { (at(grid), Out::at("changed", changed)) };
    run(|| {
        changed.write(false);
        changed.write(grid.write()?.set_free(cell, free)?);
        Ok(())
    })
}

/// Sets the terrain multiplier of a cell: from 1/256 to 255, kept to 1/256.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_set_multiplier(
    grid: *mut wl_grid,
    cell: wl_cell,
    multiplier: f64,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let grid = unsafe { at(grid) };
    run(|| Ok(grid.write()?.set_multiplier(cell, multiplier)?))
}

/// Sets the elevation of a cell, for rules with a cost of going uphill.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_set_elevation(
    grid: *mut wl_grid,
    cell: wl_cell,
    elevation: i32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let grid = unsafe { at(grid) };
    run(|| Ok(grid.write()?.set_elevation(cell, elevation)?))
}

/// Changes the rules. NULL is all defaults; WL_CHARGE_USUAL leaves the charge as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_set_rules(
    grid: *mut wl_grid,
    rules: Option<&wl_rules>,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let grid = unsafe { at(grid) };
    run(|| {
        let mut grid = grid.write()?;
        let rules = rules.copied().unwrap_or_default().rules(grid.rules().charge)?;
        grid.set_rules(rules);
        Ok(())
    })
}

/// A shortest path between two cells.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_path(
    grid: Option<&wl_grid>,
    from: wl_cell,
    to: wl_cell,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    unsafe { wl_grid_search(grid, from, to, None, workspace, answer) }
}

/// What a shortest path between two cells costs; infinite where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_cost(
    grid: Option<&wl_grid>,
    from: wl_cell,
    to: wl_cell,
    cost: *mut f64,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let cost = unsafe { Out::at("cost", cost) };
    cost.give(f64::INFINITY, || Ok(grid.read()?.cost(from, to)?.to_f64()))
}

/// A path between two cells, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_search(
    grid: Option<&wl_grid>,
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
        let grid = grid.read()?;
        workspace::with(work, |work| workspace::ask(&*grid, &query, work))
    })
}

/// A path from the nearest of some cells to the nearest of some others, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_search_between(
    grid: Option<&wl_grid>,
    starts: *const wl_cell,
    start_count: usize,
    goals: *const wl_cell,
    goal_count: usize,
    settings: Option<&wl_settings>,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer, starts, goals) = unsafe {
        (
            at(workspace),
            Out::at("answer", answer),
            list("starts", starts, start_count),
            list("goals", goals, goal_count),
        )
    };
    answer.give(wl_answer::default(), || {
        let settings = settings.copied().unwrap_or_default();
        let query = settings.on_grid(Query::between(cells(starts?), cells(goals?)))?;
        let grid = grid.read()?;
        workspace::with(work, |work| workspace::ask(&*grid, &query, work))
    })
}

/// What a search did: see wl_grid_search_watched().
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct wl_step {
    /// What was done with the cell.
    pub kind: wl_step_kind,
    /// Which.
    pub cell: wl_cell,
    /// Where it was reached from; the cell itself for a start.
    pub parent: wl_cell,
    /// Whether there is such a parent.
    pub has_parent: bool,
    /// The cost so far.
    pub g: f64,
    /// The cost so far, and the estimate of what is left.
    pub f: f64,
}

/// What was done with a cell.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum wl_step_kind {
    /// Its moves were looked at.
    Expand = 0,
    /// It was put on the open list.
    Generate = 1,
    /// It was reached more cheaply.
    Update = 2,
    /// It was closed.
    Close = 3,
}

/// Called for every step of a search, in order, from the thread that searches. It must not unwind, and the step
/// is valid until it returns. It may call the library; what the search uses is refused then (WL_STATUS_BUSY).
pub type wl_observer = Option<unsafe extern "C" fn(context: *mut c_void, step: &wl_step)>;

/// The same as wl_grid_search(), with an observer. The context is passed on as it is.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_grid_search_watched(
    grid: Option<&wl_grid>,
    from: wl_cell,
    to: wl_cell,
    settings: Option<&wl_settings>,
    observer: wl_observer,
    context: *mut c_void,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer) = unsafe { (at(workspace), Out::at("answer", answer)) };
    answer.give(wl_answer::default(), || {
        let observer = observer.ok_or_else(|| Failure::null("observer"))?;
        let settings = settings.copied().unwrap_or_default();
        let query = settings.on_grid(Query::new(Cell::from(from), Cell::from(to)))?;
        let grid = grid.read()?;
        let cell = |node: u32| wl_cell::from(grid.cell(node).unwrap_or_default());
        let mut watch = |event: &Event| {
            let step = wl_step {
                kind: match event.kind {
                    EventKind::Expand => wl_step_kind::Expand,
                    EventKind::Generate => wl_step_kind::Generate,
                    EventKind::Update => wl_step_kind::Update,
                    _ => wl_step_kind::Close,
                },
                cell: cell(event.node),
                parent: cell(event.parent.unwrap_or(event.node)),
                has_parent: event.parent.is_some(),
                g: event.g.to_f64(),
                f: event.f.to_f64(),
            };
            // SAFETY: the caller's function, called as the header says.
            unsafe { observer(context, &step) }
        };
        workspace::with(work, |work| {
            let answer = search_watched(&*grid, &query, &mut work.engine, &mut watch)?;
            Ok(written(&answer, &mut work.lists))
        })
    })
}

pub(crate) fn cells(list: &[wl_cell]) -> Vec<Cell> {
    list.iter().copied().map(Cell::from).collect()
}

fn place(width: u32, cell: Cell) -> usize {
    cell.y as usize * width as usize + cell.x as usize
}

/// Refuses an array that has not one item for each cell.
pub(crate) fn one_for_each_cell<'a, T>(
    name: &str,
    width: u32,
    height: u32,
    list: &'a [T],
) -> Result<&'a [T], Failure> {
    let expected = u64::from(width) * u64::from(height);
    if list.len() as u64 == expected {
        return Ok(list);
    }
    let length = list.len();
    let message = format_args!("{name}: {length} of them, expected {width}x{height} = {expected}");
    Err(Failure::new(wl_status::BadLength, message))
}
