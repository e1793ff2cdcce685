//! Two articles advise to leave out the square root: squared distances compare alike. What goes
//! wrong when they do, for h² with g, and for h² with g².

use wayline::{Cell, Cost, Grid, Heuristic, Query, Space, Workspace, search};

/// A wall to walk around, the long way for whoever only looks at the distance to the goal.
fn trap() -> Grid {
    Grid::from_rows([
        "............",
        "........##..",
        ".........#..",
        ".........#..",
        ".........#..",
        "..########..",
        "............",
        "............",
    ])
    .unwrap()
}

#[test]
fn a_squared_estimate_with_plain_costs_gives_a_worse_path_and_says_so() {
    let mut work = Workspace::new();
    let mut worse = 0;
    let grid = trap();
    for from in grid.cells().filter(|&cell| grid.is_free(cell)) {
        let query = Query::new(from, Cell::new(10, 3));
        let best = search(&grid, &query, &mut work).unwrap();
        assert!(best.is_optimal());
        let best = best.cost;
        let squared = query.heuristic(Heuristic::SquaredEuclidean);
        let answer = search(&grid, &squared, &mut work).unwrap();
        assert!(answer.is_found() && !answer.is_optimal());
        assert!(answer.cost >= best);
        worse += u32::from(answer.cost > best);
    }
    assert!(worse > 10, "only {worse} worse paths");
}

/// The same grid, for somebody who squares g as well: a state carries the length walked so far, and
/// a move costs the difference of the squares, so that g is the square of the length.
struct SquaredLength(Grid);

impl Space for SquaredLength {
    type State = (Cell, u64);
    fn moves(&self, &(cell, length): &(Cell, u64), mut emit: impl FnMut((Cell, u64), Cost)) {
        // Lengths in tenths: ten a straight step, fourteen a diagonal one.
        let grid = &self.0;
        for (dx, dy) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
            let to = |v: u32, d: i32| v.wrapping_add_signed(d);
            let next = Cell::new(to(cell.x, dx), to(cell.y, dy));
            let corners = grid.is_free((next.x, cell.y)) && grid.is_free((cell.x, next.y));
            if !grid.is_free(next) || (dx != 0 && dy != 0 && !corners) {
                continue;
            }
            let total = length + if dx != 0 && dy != 0 { 14 } else { 10 };
            emit((next, total), Cost::from((total * total - length * length) as u32));
        }
    }
}

#[test]
fn squaring_both_does_not_help() {
    // g² is no sum over moves: how dear a move is depends on all the moves before it, so states
    // with different lengths are different states, and the search drowns in them.
    let grid = trap();
    let goal = Cell::new(10, 3);
    let squares = SquaredLength(grid.clone());
    let estimate = |&(cell, _): &(Cell, u64)| {
        let (dx, dy) = (cell.x.abs_diff(goal.x) as u64, cell.y.abs_diff(goal.y) as u64);
        Cost::from((100 * (dx * dx + dy * dy)) as u32)
    };
    let is_goal = |&(cell, _): &(Cell, u64)| cell == goal;
    let from = Cell::new(8, 4);
    let mut work = Workspace::new();
    let query = Query::until((from, 0u64), &is_goal).heuristic(Heuristic::Custom(&estimate));
    let limits = wayline::Limits::default().expansions(2_000_000);
    let answer = search(&squares, &query.limits(limits), &mut work).unwrap();
    let expanded_squares = answer.stats.expanded;
    let plain = search(&grid, &Query::new(from, goal), &mut Workspace::new()).unwrap().stats;
    let expanded_plain = plain.expanded;
    assert!(
        expanded_squares > 10 * expanded_plain,
        "{expanded_squares} against {expanded_plain} expansions"
    );
}

#[test]
fn squares_merged_by_cell_give_a_worse_path() {
    // The articles' form: g² per cell, f = g² + h², one record a cell. Written out here, since no
    // engine that adds up costs can be made to do it.
    let grid = trap();
    let goal = Cell::new(10, 3);
    let mut worse = 0;
    let mut work = Workspace::new();
    for from in grid.cells().filter(|&cell| grid.is_free(cell)) {
        let best = search(&grid, &Query::new(from, goal), &mut work).unwrap().cost.to_f64();
        let found = articles_loop(&grid, from, goal);
        assert!(found >= best - 1e-9);
        worse += u32::from(found > best + 1e-9);
    }
    assert!(worse > 0);
}

fn articles_loop(grid: &Grid, from: Cell, goal: Cell) -> f64 {
    let h2 = |cell: Cell| {
        let (dx, dy) = (cell.x as f64 - goal.x as f64, cell.y as f64 - goal.y as f64);
        dx * dx + dy * dy
    };
    let mut open = vec![(from, 0.0f64)];
    let mut closed: Vec<Cell> = Vec::new();
    while !open.is_empty() {
        let f = |&(cell, g): &(Cell, f64)| g * g + h2(cell);
        let least = (0..open.len()).min_by(|&a, &b| f(&open[a]).total_cmp(&f(&open[b]))).unwrap();
        let (cell, g) = open.swap_remove(least);
        if cell == goal {
            return g;
        }
        closed.push(cell);
        for (dx, dy) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
            let to = |v: u32, d: i32| v.wrapping_add_signed(d);
            let next = Cell::new(to(cell.x, dx), to(cell.y, dy));
            let corners = grid.is_free((next.x, cell.y)) && grid.is_free((cell.x, next.y));
            if !grid.is_free(next) || closed.contains(&next) || (dx != 0 && dy != 0 && !corners) {
                continue;
            }
            let total = g + if dx != 0 && dy != 0 { 2f64.sqrt() } else { 1.0 };
            match open.iter_mut().find(|(cell, _)| *cell == next) {
                Some(known) => known.1 = known.1.min(total),
                None => open.push((next, total)),
            }
        }
    }
    unreachable!("the map is connected")
}
