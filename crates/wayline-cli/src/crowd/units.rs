//! Who is to go where: from a scenario, or at random.

use crate::bench::cases;
use crate::dice::Dice;
use crate::ends;
use crate::failure::Failure;
use crate::table::counted;
use std::path::Path;
use wayline::crowd::Unit;
use wayline::{Cell, Grid};
use wayline_maps::scenario;

/// The first units of a scenario, or all of them, and the lines that they are on.
pub(super) fn from_scenario(
    path: &Path,
    grid: &Grid,
    agents: Option<usize>,
) -> Result<(Vec<Unit>, Vec<usize>), Failure> {
    let bytes = std::fs::read(path)
        .map_err(|source| Failure::Unreadable { path: path.to_owned(), source })?;
    let scenarios = scenario::read(&bytes).map_err(|error| error.in_file(path))?;
    let (width, height) = (grid.width(), grid.height());
    if let Some((number, line)) = cases::lines(&bytes)
        .zip(&scenarios)
        .find(|(_, line)| (line.width, line.height) != (width, height))
    {
        return Err(Failure::Input(format!(
            "{}:{number}: made for a map of {}x{} cells ({}), and this one has {width}x{height}",
            path.display(),
            line.width,
            line.height,
            line.map_name(),
        )));
    }
    let wanted = agents.unwrap_or(scenarios.len());
    if wanted > scenarios.len() {
        return Err(Failure::Input(format!(
            "--agents {wanted}: {} has {}",
            path.display(),
            counted(scenarios.len() as u64, "unit"),
        )));
    }
    let units = scenarios[..wanted].iter().map(|line| Unit::new(line.start, line.goal));
    Ok((units.collect(), cases::lines(&bytes).take(wanted).collect()))
}

/// Starts and goals at random among the free cells of the largest part of the map, the same on every
/// machine.
pub(super) fn at_random(grid: &Grid, agents: usize, seed: u64) -> Result<Vec<Unit>, Failure> {
    let part = ends::largest_component(grid).map(|(_, member)| member);
    let joined =
        |&cell: &Cell| grid.is_free(cell) && part.is_some_and(|it| !grid.surely_apart(it, cell));
    let mut cells: Vec<Cell> = grid.cells().filter(joined).collect();
    if agents > cells.len() {
        return Err(Failure::Input(format!(
            "--agents {agents}: the map has room for {}",
            counted(cells.len() as u64, "unit"),
        )));
    }
    let mut dice = Dice(seed);
    let mut shuffled = || {
        for last in (1..cells.len()).rev() {
            cells.swap(last, dice.below(last + 1));
        }
        cells[..agents].to_vec()
    };
    let (starts, goals) = (shuffled(), shuffled());
    Ok(starts.into_iter().zip(goals).map(|(start, goal)| Unit::new(start, goal)).collect())
}
