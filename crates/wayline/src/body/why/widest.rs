//! The widest path of a single cell, and the narrowest gap on it.

use crate::body::map::Terrain;
use crate::spaces::grid::Cell;
use std::collections::BinaryHeap;

/// A path of single steps, no diagonals.
pub(crate) struct WidestPath {
    pub(crate) cells: Vec<Cell>,
    /// The cells across its narrowest place, from edge to edge.
    pub(crate) gap: Vec<Cell>,
}

/// How wide it is at a cell: the shorter of the runs of free cells through it along its row and
/// column.
fn across(terrain: &Terrain, is_free: impl Fn(Cell) -> bool, at: Cell) -> Vec<Cell> {
    let run = |dx: u32, dy: u32| {
        let free = |cell: &Cell| terrain.contains(*cell) && is_free(*cell);
        let ahead = (0..).map(|i| Cell::new(at.x + i * dx, at.y + i * dy)).take_while(free);
        let behind = (1..)
            .map(|i| Cell::new(at.x.wrapping_sub(i * dx), at.y.wrapping_sub(i * dy)))
            .take_while(free);
        let mut cells: Vec<Cell> = ahead.chain(behind).collect();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells
    };
    let (row, column) = (run(1, 0), run(0, 1));
    if column.len() < row.len() { column } else { row }
}

/// How many cells [`across`] has at each cell; 0 at those that are not free.
fn widths(terrain: &Terrain, is_free: impl Fn(Cell) -> bool) -> Vec<u32> {
    let (width, height) = (terrain.width() as usize, terrain.height() as usize);
    let mut widths = vec![u32::MAX; width * height];
    // The runs along one line of cells, all of whose cells get its length.
    let mut line = |cells: &mut dyn Iterator<Item = usize>| {
        let mut run = Vec::new();
        let mut end = |run: &mut Vec<usize>| {
            let length = run.len() as u32;
            run.drain(..).for_each(|i| widths[i] = widths[i].min(length));
        };
        let mut blocked = Vec::new();
        for i in cells {
            if is_free(Cell::new((i % width) as u32, (i / width) as u32)) {
                run.push(i);
            } else {
                blocked.push(i);
                end(&mut run);
            }
        }
        end(&mut run);
        blocked.into_iter().for_each(|i| widths[i] = 0);
    };
    (0..height).for_each(|y| line(&mut (y * width..(y + 1) * width)));
    (0..width).for_each(|x| line(&mut (x..width * height).step_by(width)));
    widths
}

/// The path to the nearest of some cells whose narrowest place is as wide as can be; of those the one
/// with the fewest steps. The gap is the first place that is as narrow.
pub(crate) fn widest_path(
    terrain: &Terrain,
    is_free: impl Fn(Cell) -> bool + Copy,
    from: Cell,
    goals: &[Cell],
) -> Option<WidestPath> {
    let width = terrain.width() as usize;
    let index = |cell: Cell| cell.y as usize * width + cell.x as usize;
    let mut parent = vec![u32::MAX; width * terrain.height() as usize];
    // The widest first, then the fewest steps, then the least number.
    let mut open = BinaryHeap::new();
    let widths = widths(terrain, is_free);
    let wide = |cell: Cell| widths[index(cell)];
    let order = |width: u32, steps: u32, cell: Cell| {
        (width, u32::MAX - steps, u32::MAX - index(cell) as u32)
    };
    if !is_free(from) {
        return None;
    }
    parent[index(from)] = index(from) as u32;
    open.push((order(wide(from), 0, from), from, from));
    let mut settled = vec![false; parent.len()];
    while let Some(((narrowest, steps_left, _), cell, came_from)) = open.pop() {
        if std::mem::replace(&mut settled[index(cell)], true) {
            continue;
        }
        parent[index(cell)] = index(came_from) as u32;
        if goals.contains(&cell) {
            return Some(traced(terrain, is_free, &parent, from, cell));
        }
        let Cell { x, y } = cell;
        let around = [(x + 1, y), (x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x, y + 1)]
            .map(Cell::from);
        for next in around {
            if terrain.contains(next) && is_free(next) && !settled[index(next)] {
                let narrowest = narrowest.min(wide(next));
                open.push((order(narrowest, u32::MAX - steps_left + 1, next), next, cell));
            }
        }
    }
    None
}

fn traced(
    terrain: &Terrain,
    is_free: impl Fn(Cell) -> bool + Copy,
    parent: &[u32],
    from: Cell,
    to: Cell,
) -> WidestPath {
    let width = terrain.width();
    let mut cells = vec![to];
    let mut at = to;
    while at != from {
        let before = parent[(at.y * width + at.x) as usize];
        at = Cell::new(before % width, before / width);
        cells.push(at);
    }
    cells.reverse();
    // min_by_key takes the first of equals.
    let gaps = cells.iter().map(|&cell| across(terrain, is_free, cell));
    let gap = gaps.min_by_key(Vec::len).unwrap_or_default();
    WidestPath { cells, gap }
}
