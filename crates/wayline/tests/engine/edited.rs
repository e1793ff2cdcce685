//! A space that was edited answers as one that was made so: the same paths and the same counts, by every algorithm.
//! What is derived from a space and kept has to go, or to change, with every edit.

use crate::oracle::{Random, random_graph, random_grid};
use std::fmt::Debug;
use wayline::{
    Algorithm, Cell, Corners, Cost, Graph, Grid, Limits, Moves, Query, Rules, Searchable,
    StepCosts, Workspace, algorithms, search,
};

/// Asks both everything. Returns how many answers were compared.
fn compare<S>(edited: &S, new: &S, queries: &[Query<'_, S::State, S::Goal>], what: &str) -> u64
where
    S: Searchable,
    S::State: PartialEq + Debug,
{
    let (mut work, mut fresh, mut compared) = (Workspace::new(), Workspace::new(), 0);
    // What is fastest may depend on what has been asked before.
    let known = [Algorithm::Auto, Algorithm::Prepared];
    for info in algorithms().iter().filter(|info| !known.contains(&info.algorithm)) {
        for query in queries {
            let query = query.clone().algorithm(info.algorithm);
            let query = query.limits(Limits::default().expansions(1_500));
            let expected = search(new, &query, &mut fresh);
            assert_eq!(search(edited, &query, &mut work), expected, "{what}: {}", info.name);
            compared += 1;
        }
    }
    compared
}

fn some_rules(random: &mut Random) -> Rules {
    let rules = Rules::default().uphill(Cost::from(random.below(2) as u32));
    let corners = [Corners::Never, Corners::One, Corners::Always][random.below(3) as usize];
    let steps = [StepCosts::default(), StepCosts::UNIFORM][random.below(2) as usize];
    match random.below(5) {
        0 => rules.moves(Moves::Four),
        _ => rules.corners(corners).steps(steps),
    }
}

fn some_cell(random: &mut Random, grid: &Grid) -> Cell {
    let (width, height) = (u64::from(grid.width()), u64::from(grid.height()));
    Cell::new(random.below(width) as u32, random.below(height) as u32)
}

fn queries(random: &mut Random, grid: &Grid) -> Vec<Query<'static, Cell>> {
    let pairs = (0..3).map(|_| (some_cell(random, grid), some_cell(random, grid)));
    pairs.map(|(from, to)| Query::new(from, to)).collect()
}

#[test]
fn plain_grids_that_were_edited() {
    let (mut random, mut compared) = (Random(51), 0);
    for _ in 0..12 {
        let rules = some_rules(&mut random);
        let density = random.below(35);
        let mut grid = random_grid(&mut random, 75, 30, density).with_rules(rules);
        for _ in 0..8 {
            for _ in 0..=random.below(3) {
                let cell = some_cell(&mut random, &grid);
                grid.set_free(cell, !grid.is_free(cell)).unwrap();
            }
            let new = Grid::from_fn(75, 30, |cell| grid.is_free(cell)).unwrap().with_rules(rules);
            assert_eq!(grid, new);
            compared += compare(&grid, &new, &queries(&mut random, &grid), "plain");
        }
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn weighted_grids_that_were_edited() {
    let (mut random, mut compared) = (Random(52), 0);
    for round in 0..12 {
        let rules = some_rules(&mut random);
        let mut grid = random_grid(&mut random, 40, 34, 12).with_rules(rules);
        let mut ground: Vec<(f64, i32)> = (0..40 * 34)
            .map(|at| ([1.0, 2.0][(at % 40 / 15 + at / 40 / 12) as usize % 2], at % 40 / 9))
            .map(|(multiplier, height)| (multiplier, if round % 2 == 0 { 0 } else { height }))
            .collect();
        let made = |grid: &Grid, ground: &[(f64, i32)]| {
            let mut new =
                Grid::from_fn(40, 34, |cell| grid.is_free(cell)).unwrap().with_rules(rules);
            for cell in grid.cells() {
                let (multiplier, height) = ground[(cell.y * 40 + cell.x) as usize];
                new.set_multiplier(cell, multiplier).unwrap();
                new.set_elevation(cell, height).unwrap();
            }
            for (from, to, cost) in grid.links() {
                new.add_link(from, to, cost.to_f64()).unwrap();
            }
            new
        };
        grid = made(&grid, &ground);
        for step in 0..8 {
            let cell = some_cell(&mut random, &grid);
            let at = (cell.y * 40 + cell.x) as usize;
            match random.below(5) {
                0 => _ = grid.set_free(cell, !grid.is_free(cell)).unwrap(),
                1 | 2 => {
                    ground[at].0 = [1.0, 1.25, 2.0, 9.0][random.below(4) as usize];
                    grid.set_multiplier(cell, ground[at].0).unwrap();
                }
                3 if round % 2 == 1 => {
                    ground[at].1 = random.below(7) as i32 - 3;
                    grid.set_elevation(cell, ground[at].1).unwrap();
                }
                _ if round % 3 == 0 => {
                    let to = some_cell(&mut random, &grid);
                    let first = grid.links().next();
                    match first.filter(|_| step % 3 == 2) {
                        Some((from, to, _)) => assert!(grid.remove_link(from, to)),
                        None => _ = grid.add_link(cell, to, 1.0 + random.below(9) as f64),
                    }
                }
                _ => {}
            }
            let new = made(&grid, &ground);
            compared += compare(&grid, &new, &queries(&mut random, &grid), "weighted");
        }
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn graphs_that_were_edited() {
    let (mut random, mut compared) = (Random(53), 0);
    for _ in 0..25 {
        let nodes = 4 + random.below(40);
        let (mut graph, mut list) = random_graph(&mut random, nodes, 3 * nodes);
        let mut closed = vec![false; list.len()];
        for _ in 0..6 {
            let edge = random.below(list.len() as u64) as usize;
            match random.below(4) {
                0 => {
                    closed[edge] = !closed[edge];
                    let edge = edge as u32;
                    let changed =
                        if graph.is_closed(edge) { graph.reopen(edge) } else { graph.close(edge) };
                    assert_eq!(changed, Ok(true));
                }
                1 if !closed[edge] => {
                    list[edge].2 = random.below(9) as f64;
                    graph.set_cost(edge as u32, list[edge].2).unwrap();
                }
                2 => {
                    let (from, to) = (random.below(nodes) as u32, random.below(nodes) as u32);
                    list.push((from, to, 2.5));
                    closed.push(false);
                    assert_eq!(graph.add_edge(from, to, 2.5), Ok(list.len() as u32 - 1));
                }
                _ => {}
            }
            let mut new = Graph::from_edges(nodes as usize, list.iter().copied()).unwrap();
            for edge in (0..).zip(&closed).filter(|(_, closed)| **closed) {
                new.close(edge.0).unwrap();
            }
            let mut node = || random.below(nodes) as u32;
            let queries: Vec<_> = (0..4).map(|_| Query::new(node(), node())).collect();
            compared += compare(&graph, &new, &queries, "graph");
        }
    }
    assert!(compared > 3_000, "{compared}");
}
