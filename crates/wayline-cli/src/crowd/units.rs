//! Who is to go where: from a scenario, or at random.

use crate::failure::Failure;
use crate::table::counted;
use std::path::Path;
use wayline::crowd::Unit;
use wayline::{Cell, Grid};
use wayline_maps::scenario;

/// The first units of a scenario, or all of them.
pub(super) fn from_scenario(
    path: &Path,
    grid: &Grid,
    agents: Option<usize>,
) -> Result<Vec<Unit>, Failure> {
    let bytes = std::fs::read(path)
        .map_err(|source| Failure::Unreadable { path: path.to_owned(), source })?;
    let lines = scenario::read(&bytes).map_err(|error| error.in_file(path))?;
    let (width, height) = (grid.width(), grid.height());
    if let Some(line) = lines.iter().find(|line| (line.width, line.height) != (width, height)) {
        return Err(Failure::Input(format!(
            "{}: made for a map of {}x{} cells ({}), and this one has {width}x{height}",
            path.display(),
            line.width,
            line.height,
            line.map_name(),
        )));
    }
    let wanted = agents.unwrap_or(lines.len());
    if wanted > lines.len() {
        return Err(Failure::Input(format!(
            "--agents {wanted}: {} has {}",
            path.display(),
            counted(lines.len() as u64, "unit"),
        )));
    }
    Ok(lines[..wanted].iter().map(|line| Unit::new(line.start, line.goal)).collect())
}

/// Starts and goals at random among the free cells of the largest part of the map, the same on every
/// machine.
pub(super) fn at_random(grid: &Grid, agents: usize, seed: u64) -> Result<Vec<Unit>, Failure> {
    let mut cells = largest_part(grid);
    if agents > cells.len() {
        return Err(Failure::Input(format!(
            "--agents {agents}: the map has room for {}",
            counted(cells.len() as u64, "unit"),
        )));
    }
    let mut state = seed;
    let mut shuffled = || {
        for last in (1..cells.len()).rev() {
            cells.swap(last, below(&mut state, last as u64 + 1) as usize);
        }
        cells[..agents].to_vec()
    };
    let (starts, goals) = (shuffled(), shuffled());
    Ok(starts.into_iter().zip(goals).map(|(start, goal)| Unit::new(start, goal)).collect())
}

/// SplitMix64, and the upper half of a product.
fn below(state: &mut u64, end: u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((u128::from(z ^ z >> 31) * u128::from(end)) >> 64) as u64
}

fn largest_part(grid: &Grid) -> Vec<Cell> {
    let mut seen = vec![false; grid.width() as usize * grid.height() as usize];
    let place = |cell: Cell| cell.y as usize * grid.width() as usize + cell.x as usize;
    let mut largest: Vec<Cell> = Vec::new();
    for first in grid.cells().filter(|&cell| grid.is_free(cell)) {
        if std::mem::replace(&mut seen[place(first)], true) {
            continue;
        }
        let mut part = vec![first];
        let mut at = 0;
        while at < part.len() {
            let Cell { x, y, .. } = part[at];
            at += 1;
            let sides = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
            for (x, y) in sides {
                let next = Cell::new(x, y);
                if grid.is_free(next) && !std::mem::replace(&mut seen[place(next)], true) {
                    part.push(next);
                }
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest.sort_unstable_by_key(|cell| (cell.y, cell.x));
    largest
}
