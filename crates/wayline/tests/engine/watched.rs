//! What a watcher is shown is so: every event fits those before it, and its costs are those of the moves.

use crate::oracle::{Random, free_cell, random_graph, random_grid, step};
use std::collections::HashMap;
use wayline::{
    Algorithm, Cell, Cost, Event, EventKind, Heuristic, Limits, Query, Recorder, SlidingPuzzle,
    Workspace, algorithms, search_watched,
};

/// Every search that says what it does, one state after the other.
fn watchable() -> impl Iterator<Item = Algorithm> {
    let all = algorithms().iter().map(|info| info.algorithm);
    all.filter(|algorithm| !matches!(algorithm, Algorithm::Auto | Algorithm::Prepared))
}

/// Whether states are looked at again and again, as if never seen.
fn forgets(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Ida | Algorithm::Naive)
}

/// Whether a state may be put on the open list several times before it is expanded: a stack keeps all of them.
fn repeats(algorithm: Algorithm) -> bool {
    forgets(algorithm) || algorithm == Algorithm::Dfs
}

/// Follows events in order. `between` is what a move may cost; nothing if there is no such move.
fn follow(
    events: &[Event],
    algorithm: Algorithm,
    between: impl Fn(u32, u32) -> Vec<Cost>,
    estimate: impl Fn(u32) -> Option<Cost>,
) {
    // What each node has been said to cost so far. Two searches towards each other have one each.
    let mut known: HashMap<u32, Vec<Cost>> = HashMap::new();
    let mut open: HashMap<u32, usize> = HashMap::new();
    // Jump point search counts in parts of a step, 33,461 at least.
    let jumps = matches!(algorithm, Algorithm::Jps | Algorithm::JpsBare);
    let is_same = |a: Cost, b: Cost| match jumps {
        true => (a.to_f64() - b.to_f64()).abs() < 1e-6,
        false => a == b,
    };
    let sides = if algorithm == Algorithm::Bidirectional { 2 } else { 1 };
    for event in events {
        let what = format!("{algorithm}: {event:?}");
        match event.parent {
            None => assert_eq!(event.g, Cost::ZERO, "{what}"),
            Some(parent) => {
                let steps = between(parent, event.node);
                let before = known.get(&parent).unwrap_or_else(|| panic!("{what}: who is that?"));
                let fits = |g: &Cost| steps.iter().any(|&step| is_same(*g + step, event.g));
                assert!(before.iter().any(fits), "{what}: {before:?} {steps:?}");
            }
        }
        if let Some(h) = estimate(event.node) {
            assert!(is_same(event.f, event.g + h), "{what}");
        }
        let generated = open.entry(event.node).or_default();
        match event.kind {
            EventKind::Generate => {
                *generated += 1;
                assert!(repeats(algorithm) || *generated <= sides, "{what}: known already");
            }
            EventKind::Update => {
                assert!(*generated > 0, "{what}: not known yet");
                let best = known[&event.node].iter().min().copied();
                assert!(sides == 2 || best.is_some_and(|best| event.g < best), "{what}: no better");
            }
            EventKind::Expand | EventKind::Close => {
                let is_known = known.get(&event.node).is_some_and(|all| all.contains(&event.g));
                assert!(event.parent.is_none() || is_known, "{what}: never reached so");
            }
            _ => {}
        }
        known.entry(event.node).or_default().push(event.g);
    }
}

fn octile(a: Cell, b: Cell) -> Cost {
    let (x, y) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    Cost::SQRT_2 * x.min(y) + Cost::from(x.max(y) - x.min(y))
}

#[test]
fn on_grids() {
    let mut random = Random(71);
    let mut work = Workspace::new();
    let mut events = 0;
    for round in 0..60 {
        let mut grid = random_grid(&mut random, 11, 9, 20);
        if round % 3 == 0 {
            for cell in grid.cells() {
                grid.set_multiplier(cell, 1.0 + random.below(4) as f64).unwrap();
            }
        }
        let ends = (free_cell(&mut random, &grid), free_cell(&mut random, &grid));
        let (Some(from), Some(to)) = ends else { continue };
        for algorithm in watchable() {
            let jumps = matches!(algorithm, Algorithm::Jps | Algorithm::JpsBare);
            if grid.is_weighted() && (jumps || algorithm.info().plain_grids_only) {
                continue;
            }
            let most = forgets(algorithm).then_some(3000);
            let query = Query::new(from, to)
                .algorithm(algorithm)
                .without_shortcut()
                .limits(Limits::default().expansions(most));
            let mut seen = Recorder::default();
            // Theta* goes at any angle, with the sides of the cells in between cut; it is refused on weighted ground.
            let Ok(_) = search_watched(&grid, &query, &mut work, &mut seen) else { continue };
            let cell = |node| grid.cell(node).unwrap();
            let between = |a, b| match algorithm {
                Algorithm::Theta => line(cell(a), cell(b)),
                _ if jumps => vec![octile(cell(a), cell(b))],
                _ => step(&grid, cell(a), cell(b)).map(Cost::from_raw).into_iter().collect(),
            };
            let guided = algorithm == Algorithm::AStar && !grid.is_weighted();
            let estimate = |node| match algorithm {
                Algorithm::Dijkstra => Some(Cost::ZERO),
                _ => guided.then(|| octile(cell(node), to)),
            };
            follow(seen.events(), algorithm, between, estimate);
            events += seen.events().len();
        }
    }
    assert!(events > 50_000, "{events}");
}

/// The length of a straight line: the root, rounded down or up.
fn line(a: Cell, b: Cell) -> Vec<Cost> {
    let (x, y) = (u128::from(a.x.abs_diff(b.x)), u128::from(a.y.abs_diff(b.y)));
    let one = u128::from(Cost::ONE.raw());
    let root = ((x * x + y * y) * one * one).isqrt() as u64;
    vec![Cost::from_raw(root), Cost::from_raw(root + 1)]
}

#[test]
fn on_graphs() {
    let mut random = Random(72);
    let mut work = Workspace::new();
    let mut events = 0;
    for _ in 0..80 {
        let (graph, edges) = random_graph(&mut random, 14, 40);
        let (from, to) = (random.below(14) as u32, random.below(14) as u32);
        for algorithm in watchable() {
            let most = forgets(algorithm).then_some(3000);
            let query = Query::new(from, to)
                .algorithm(algorithm)
                .heuristic(if algorithm == Algorithm::AStar {
                    Heuristic::Zero
                } else {
                    Heuristic::Auto
                })
                .limits(Limits::default().expansions(most));
            let mut seen = Recorder::default();
            // Some are for grids only, and say so.
            let Ok(_) = search_watched(&graph, &query, &mut work, &mut seen) else { continue };
            let costs = |ends: (u32, u32)| {
                let edges = edges.iter().filter(|edge| (edge.0, edge.1) == ends);
                edges.map(|edge| Cost::try_from(edge.2).unwrap()).collect::<Vec<_>>()
            };
            // Of the search that starts at the goal, edges are taken against their direction.
            let between = |a, b| match algorithm {
                Algorithm::Bidirectional => [costs((a, b)), costs((b, a))].concat(),
                _ => costs((a, b)),
            };
            let blind = matches!(algorithm, Algorithm::Dijkstra | Algorithm::AStar);
            follow(seen.events(), algorithm, between, |_| blind.then_some(Cost::ZERO));
            events += seen.events().len();
        }
    }
    assert!(events > 5_000, "{events}");
}

#[test]
fn on_puzzles() {
    let puzzle = SlidingPuzzle::new(3, 2).unwrap();
    let from = puzzle.board(&[4, 1, 2, 5, 3, 0]).unwrap();
    assert!(puzzle.joined(from, puzzle.solved()));
    let mut work = Workspace::new();
    let mut seen_by = 0;
    for algorithm in watchable() {
        let most = forgets(algorithm).then_some(5000);
        let query = Query::new(from, puzzle.solved())
            .algorithm(algorithm)
            .limits(Limits::default().expansions(most));
        let mut seen = Recorder::default();
        let Ok(_) = search_watched(&puzzle, &query, &mut work, &mut seen) else { continue };
        follow(seen.events(), algorithm, |_, _| vec![Cost::ONE], |_| None);
        seen_by += usize::from(seen.events().len() > 1);
    }
    assert!(seen_by >= 6, "{seen_by}");
}
