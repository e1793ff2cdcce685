//! The naive oracle: shares no code with the engine but the raw map and the numbers of a cost.
//! Shared by the suites.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayline::{Algorithm, Cell, Charge, Corners, Cost, Graph, Grid, Moves, Open, algorithms};

/// A small, fixed pseudo-random generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// Says how many answers a suite compared, and insists that none were left out: in the short form
/// exactly this many, in longer ones no fewer.
#[track_caller]
pub(crate) fn compared(what: &str, count: u64, short: u64) {
    println!("{what}: {count} answers compared, 0 mismatches");
    match effort() {
        1 => assert_eq!(count, short, "{what}: answers compared"),
        _ => assert!(count >= short, "{what}: {count} answers compared, {short} expected"),
    }
}

/// The folder with maps and graphs that tests named `data_…` read. They are ignored unless asked for,
/// so that without data nothing looks as if it had passed.
pub(crate) fn data() -> std::path::PathBuf {
    let folder = std::env::var_os("WAYLINE_DATA");
    folder.expect("WAYLINE_DATA names the folder with the data").into()
}

/// How long the long form is, as a multiple of the short one: `WAYLINE_PROOF=long` or a number.
pub(crate) fn effort() -> u64 {
    match std::env::var("WAYLINE_PROOF").as_deref() {
        Ok("long") => 1000,
        Ok(number) => number.parse().expect("WAYLINE_PROOF is 'long' or a number"),
        Err(_) => 1,
    }
}

/// Every optimal algorithm with every open list it takes; with those for plain grids, or without.
pub(crate) fn exact_searches(plain: bool) -> Vec<(Algorithm, Option<Open>)> {
    let mut all = Vec::new();
    for info in algorithms().iter().filter(|info| info.optimal && !info.prepared) {
        match (info.grids_only && !plain, info.takes_open) {
            (true, _) => {}
            (false, true) => all.extend(Open::ALL.map(|open| (info.algorithm, Some(open)))),
            (false, false) => all.push((info.algorithm, None)),
        }
    }
    all
}

/// The raw cost of a step between neighbours, by the rules as documented; `None` if not allowed.
pub(crate) fn step(grid: &Grid, a: Cell, b: Cell) -> Option<u64> {
    if !grid.is_free(a) || !grid.is_free(b) {
        return None;
    }
    let rules = grid.rules();
    let diagonal = a.x != b.x && a.y != b.y;
    if diagonal {
        let p = grid.is_free((a.x, b.y));
        let q = grid.is_free((b.x, a.y));
        let allowed = match rules.corners {
            Corners::Never => p && q,
            Corners::One => p || q,
            Corners::Always => true,
        };
        if rules.moves == Moves::Four || !allowed {
            return None;
        }
    }
    let length = if diagonal { rules.steps.diagonal() } else { rules.steps.straight() }.raw();
    let in_512ths = match rules.charge {
        Charge::Mean => grid.multiplier(a) + grid.multiplier(b),
        Charge::Enter => 2.0 * grid.multiplier(b),
    } * 256.0;
    let mean = in_512ths as u128;
    let climb = (grid.elevation(b) - grid.elevation(a)).max(0) as u64;
    Some((length as u128 * mean / 512) as u64 + rules.uphill.raw() * climb)
}

pub(crate) fn neighbours(grid: &Grid, cell: Cell) -> Vec<Cell> {
    let mut around = Vec::new();
    for dy in -1i64..=1 {
        for dx in -1i64..=1 {
            let (x, y) = (cell.x as i64 + dx, cell.y as i64 + dy);
            let inside = x >= 0 && y >= 0 && x < grid.width() as i64 && y < grid.height() as i64;
            if (dx, dy) != (0, 0) && inside {
                around.push(Cell::new(x as u32, y as u32));
            }
        }
    }
    around
}

/// The cost from a cell to every other, row by row; `None` where there is no way.
pub(crate) fn grid_costs(grid: &Grid, from: Cell) -> Vec<Option<Cost>> {
    moves_costs(grid, from, |cell| {
        let around = neighbours(grid, cell).into_iter();
        let steps = around.filter_map(|next| Some((next, step(grid, cell, next)?)));
        steps.chain(linked(grid, cell)).collect()
    })
}

/// Where links from a free cell lead, with their raw costs.
pub(crate) fn linked(grid: &Grid, cell: Cell) -> Vec<(Cell, u64)> {
    let links = grid
        .links()
        .filter(|&(from, to, _)| from == cell && grid.is_free(from) && grid.is_free(to));
    links.map(|(_, to, cost)| (to, cost.raw())).collect()
}

/// The same by any moves, each with its raw cost.
pub(crate) fn moves_costs(
    grid: &Grid,
    from: Cell,
    moves: impl Fn(Cell) -> Vec<(Cell, u64)>,
) -> Vec<Option<Cost>> {
    let index = |cell: Cell| (cell.y * grid.width() + cell.x) as usize;
    let mut best: Vec<Option<u64>> = vec![None; (grid.width() * grid.height()) as usize];
    let mut heap = BinaryHeap::from([(Reverse(0u64), from)]);
    best[index(from)] = Some(0);
    while let Some((Reverse(cost), cell)) = heap.pop() {
        if best[index(cell)] != Some(cost) {
            continue;
        }
        for (next, step) in moves(cell) {
            let total = cost + step;
            if best[index(next)].is_none_or(|known| total < known) {
                best[index(next)] = Some(total);
                heap.push((Reverse(total), next));
            }
        }
    }
    best.into_iter().map(|raw| raw.map(Cost::from_raw)).collect()
}

/// The cost from a node to every other, by Bellman and Ford: as plain as can be.
pub(crate) fn graph_costs(nodes: usize, edges: &[(u32, u32, f64)], from: u32) -> Vec<Option<Cost>> {
    let mut best: Vec<Option<Cost>> = vec![None; nodes];
    best[from as usize] = Some(Cost::ZERO);
    loop {
        let mut changed = false;
        for &(a, b, cost) in edges {
            if let Some(known) = best[a as usize] {
                let total = known + Cost::try_from(cost).unwrap();
                if best[b as usize].is_none_or(|other| total < other) {
                    best[b as usize] = Some(total);
                    changed = true;
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

pub(crate) fn random_grid(random: &mut Random, width: u32, height: u32, density: u64) -> Grid {
    Grid::from_fn(width, height, |_| random.below(100) >= density).unwrap()
}

/// A random free cell, if a few tries find one.
pub(crate) fn free_cell(random: &mut Random, grid: &Grid) -> Option<Cell> {
    (0..1000)
        .map(|_| {
            let (w, h) = (grid.width() as u64, grid.height() as u64);
            Cell::new(random.below(w) as u32, random.below(h) as u32)
        })
        .find(|&cell| grid.is_free(cell))
}

pub(crate) fn random_graph(
    random: &mut Random,
    nodes: u64,
    edges: u64,
) -> (Graph, Vec<(u32, u32, f64)>) {
    let list: Vec<(u32, u32, f64)> = (0..edges)
        .map(|_| {
            let cost = match random.below(4) {
                0 => 0.0,
                1 => random.below(5) as f64,
                2 => random.below(1000) as f64 / 8.0,
                _ => random.below(1 << 30) as f64 / 1024.0,
            };
            (random.below(nodes) as u32, random.below(nodes) as u32, cost)
        })
        .collect();
    (Graph::from_edges(nodes as usize, list.iter().copied()).unwrap(), list)
}
