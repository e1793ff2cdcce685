//! More of what is the same in every version and on every platform (see `pinned.rs`): how searches end that are
//! stopped, what an observer sees, what is reached, and paths over wide maps.

use crate::oracle::{Random, random_grid};
use crate::pinned::{Sum, between, free_cells, number_of, patches, pinned, rooms, rules, town};
use std::fmt::Display;
use wayline::{
    Algorithm, Cell, Cost, EventKind, Grid, Limits, Numbered, Query, Recorder, Rules, Searchable,
    SlidingPuzzle, Workspace, algorithms, reach, search, search_watched,
};

fn all() -> impl Iterator<Item = Algorithm> {
    algorithms().iter().map(|info| info.algorithm).filter(|&it| it != Algorithm::Prepared)
}

/// A line for each algorithm: how it ends where it is stopped by expansions or costs, and what it comes nearest to.
fn stopped<S: Searchable>(
    space: &S,
    name: &str,
    queries: &[Query<'_, S::State, S::Goal>],
    number: impl Fn(&S::State) -> u64 + Copy,
    work: &mut Workspace,
) -> Vec<String> {
    let limits = [1, 2, 7, 40, 160].map(|most| Limits::default().expansions(most));
    let costs = [2, 9, 25].map(|most| Limits::default().cost(Cost::from(most)).expansions(3_000));
    let limits: Vec<Limits<'_>> = limits.into_iter().chain(costs).collect();
    let mut lines = Vec::new();
    for algorithm in all() {
        let mut sum = Sum::default();
        for (closest, &limits) in
            [false, true].into_iter().flat_map(|c| limits.iter().map(move |l| (c, l)))
        {
            for query in queries {
                let query = query.clone().algorithm(algorithm).limits(limits);
                let query = if closest { query.closest() } else { query };
                let Ok(answer) = search(space, &query, work) else { continue };
                sum.add(&answer, number);
                let words = [answer.outcome.to_string(), answer.guarantee.to_string()];
                words.iter().for_each(|word| sum.word(word));
            }
        }
        lines.push(sum.line(&format!("{name} {algorithm}")));
    }
    lines
}

/// A line for each algorithm: everything that an observer sees.
fn watched<S: Searchable>(
    space: &S,
    name: &str,
    queries: &[Query<'_, S::State, S::Goal>],
    work: &mut Workspace,
) -> Vec<String> {
    let mut lines = Vec::new();
    for algorithm in all() {
        let (mut seen, mut kinds) = (Sum::default(), [0; 4]);
        for query in queries {
            let query =
                query.clone().algorithm(algorithm).limits(Limits::default().expansions(300));
            let mut recorder = Recorder::default();
            if search_watched(space, &query, work, &mut recorder).is_err() {
                continue;
            }
            for event in recorder.events() {
                let kinds_in_order =
                    [EventKind::Expand, EventKind::Generate, EventKind::Update, EventKind::Close];
                let kind = kinds_in_order.iter().position(|&kind| kind == event.kind).unwrap();
                kinds[kind] += 1;
                let parent = event.parent.map_or(u64::MAX, u64::from);
                [kind as u64, u64::from(event.node), parent, event.g.raw(), event.f.raw()]
                    .into_iter()
                    .for_each(|word| seen.digit(word));
            }
        }
        lines.push(format!("{name} {algorithm}: {kinds:?} {}", seen.digest()));
    }
    lines
}

/// A line for each question: everything that is reached, how, and what it took.
fn reached<S>(
    space: &S,
    name: impl Display,
    query: &Query<'_, S::State>,
    number: impl Fn(&S::State) -> u64 + Copy,
    work: &mut Workspace,
) -> String
where
    S: Numbered,
{
    let mut sum = Sum::default();
    let found = reach(space, query, work).unwrap();
    for (state, cost) in found.iter() {
        let before = found.before(&state).map_or(u64::MAX, |state| number(&state));
        [number(&state), cost.raw(), before].into_iter().for_each(|word| sum.digit(word));
    }
    let stats = found.stats();
    format!(
        "{name}: {}, {} reached, expanded {}, generated {}, reopened {}, open {}, {}",
        found.outcome(),
        found.len(),
        stats.expanded,
        stats.generated,
        stats.reopened,
        stats.largest_open,
        sum.digest()
    )
}

fn of_boards(board: &wayline::Board) -> u64 {
    (0..9).fold(0, |sum, at| sum * 9 + u64::from(board.tile(at)))
}

fn shuffled(puzzle: &SlidingPuzzle) -> Vec<Query<'static, wayline::Board>> {
    let boards = [[1, 2, 3, 4, 0, 6, 7, 5, 8], [1, 2, 3, 7, 4, 5, 8, 0, 6]];
    boards.iter().map(|it| Query::new(puzzle.board(it).unwrap(), puzzle.solved())).collect()
}

fn between_nodes(seed: u64, nodes: usize) -> Vec<Query<'static, u32>> {
    let mut random = Random(seed);
    let mut node = || random.below(nodes as u64) as u32;
    (0..6).map(|_| Query::new(node(), node())).collect()
}

fn of_node(&node: &u32) -> u64 {
    u64::from(node)
}

#[test]
fn searches_that_are_stopped() {
    let (mut work, mut all) = (Workspace::new(), Vec::new());
    for (name, grid) in [("rooms", rooms()), ("patches", patches(Rules::default()))] {
        let queries = between(&grid, 31, 6);
        all.extend(stopped(&grid, name, &queries, number_of, &mut work));
    }
    let graph = town(true);
    let queries = between_nodes(32, graph.nodes());
    all.extend(stopped(&graph, "town", &queries, of_node, &mut work));
    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    all.extend(stopped(&puzzle, "puzzle", &shuffled(&puzzle), of_boards, &mut work));
    pinned("stopped", &all);
}

#[test]
fn what_is_seen() {
    let (mut work, mut all) = (Workspace::new(), Vec::new());
    for (rule, rules) in rules() {
        for (name, grid) in [("rooms", rooms().with_rules(rules)), ("patches", patches(rules))] {
            let queries = between(&grid, 33, 4);
            all.extend(watched(&grid, &format!("{name} {rule}"), &queries, &mut work));
        }
    }
    let graph = town(true);
    all.extend(watched(&graph, "town", &between_nodes(34, graph.nodes()), &mut work));
    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    all.extend(watched(&puzzle, "puzzle", &shuffled(&puzzle), &mut work));
    pinned("seen", &all);
}

#[test]
fn what_is_reached() {
    let (mut work, mut all) = (Workspace::new(), Vec::new());
    let limits = [
        Limits::default(),
        Limits::default().cost(Cost::from(11)),
        Limits::default().expansions(50),
    ];
    for (rule, rules) in rules() {
        for (name, grid) in [("rooms", rooms().with_rules(rules)), ("patches", patches(rules))] {
            let cells = free_cells(&grid, &mut Random(35), 12);
            for (at, &limits) in limits.iter().enumerate() {
                let one = Query::everywhere(cells[at]).limits(limits);
                all.push(reached(
                    &grid,
                    format!("{name} {rule} {at} one"),
                    &one,
                    number_of,
                    &mut work,
                ));
                let some = Query::everywhere_from(&cells[3..6]).limits(limits).avoid(&cells[6..8]);
                all.push(reached(
                    &grid,
                    format!("{name} {rule} {at} some"),
                    &some,
                    number_of,
                    &mut work,
                ));
                let goals = Query::between(&cells[at..at + 1], &cells[8..]).limits(limits);
                all.push(reached(
                    &grid,
                    format!("{name} {rule} {at} goals"),
                    &goals,
                    number_of,
                    &mut work,
                ));
            }
        }
    }
    let graph = town(false);
    for (at, &limits) in limits.iter().enumerate() {
        let one = Query::everywhere(99u32).limits(limits);
        all.push(reached(&graph, format!("town {at} one"), &one, of_node, &mut work));
        let goals = Query::to_nearest(7u32, &[300u32, 41, 511][..]).limits(limits);
        all.push(reached(&graph, format!("town {at} goals"), &goals, of_node, &mut work));
    }
    pinned("reached", &all);
}

/// Open land and long walls: lines and leaps of several machine words.
fn land(rules: Rules) -> Grid {
    let scattered = random_grid(&mut Random(36), 230, 150, 1);
    let wall = |cell: Cell| {
        (cell.x % 97 == 60 && cell.y % 67 != 9) || (cell.y % 73 == 40 && cell.x % 101 != 3)
    };
    Grid::from_fn(230, 150, |cell| scattered.is_free(cell) && !wall(cell))
        .unwrap()
        .with_rules(rules)
}

/// A line for each of the quick algorithms.
fn over_land(
    grid: &Grid,
    name: &str,
    queries: &[Query<'_, Cell>],
    work: &mut Workspace,
) -> Vec<String> {
    let algorithms =
        [Algorithm::Jps, Algorithm::JpsBare, Algorithm::AStar, Algorithm::Bidirectional];
    let asked = algorithms.into_iter().map(|algorithm| {
        let mut sum = Sum::default();
        for query in queries {
            if let Ok(answer) = search(grid, &query.clone().algorithm(algorithm), work) {
                sum.add(&answer, number_of);
            }
        }
        sum.line(&format!("{name} {algorithm}"))
    });
    asked.collect()
}

#[test]
fn wide_maps() {
    let (mut work, mut all) = (Workspace::new(), Vec::new());
    for (rule, rules) in rules() {
        let mut grid = land(rules);
        let queries = between(&grid, 37, 8);
        all.extend(over_land(&grid, &format!("land {rule}"), &queries, &mut work));
        for cell in grid.cells().collect::<Vec<_>>() {
            let ground = [1.0, 3.0, 1.5][((cell.x / 80 + cell.y / 70) % 3) as usize];
            grid.set_multiplier(cell, ground).unwrap();
        }
        all.extend(over_land(&grid, &format!("fields {rule}"), &queries, &mut work));
    }
    pinned("wide", &all);
}
