//! Fields against the oracle: all small grids, random grids and graphs, and sequences of edits after
//! which a repaired field has to equal a refilled one in every cost and every next step.

use crate::oracle::{
    Random, effort, free_cell, graph_costs, grid_costs, neighbours, random_graph, random_grid, step,
};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayline::{
    Cell, Corners, Cost, Direction, End, Field, FieldQuery, Graph, Grid, Moves, Query, QueryError,
    Rules, StepCosts, Workspace, check, reach,
};

const RULE_SETS: [(Moves, Corners); 4] = [
    (Moves::Four, Corners::Never),
    (Moves::Eight, Corners::Never),
    (Moves::Eight, Corners::One),
    (Moves::Eight, Corners::Always),
];

/// The cost of every cell, row by row, straight from the definition.
fn naive(grid: &Grid, query: &FieldQuery<Cell>) -> Vec<Option<Cost>> {
    let index = |cell: Cell| (cell.y * grid.width() + cell.x) as usize;
    let mut best = vec![u64::MAX; grid.cells().count()];
    let mut heap = BinaryHeap::new();
    for &(cell, cost) in query.seeds() {
        best[index(cell)] = best[index(cell)].min(cost.raw());
        heap.push((Reverse(cost.raw()), cell));
    }
    while let Some((Reverse(cost), cell)) = heap.pop() {
        if best[index(cell)] < cost {
            continue;
        }
        for next in neighbours(grid, cell) {
            let step = match query.direction() {
                Direction::Towards => step(grid, next, cell),
                Direction::AwayFrom => step(grid, cell, next),
            };
            let total = step.map_or(u64::MAX, |step| cost.saturating_add(step));
            if total < best[index(next)] {
                best[index(next)] = total;
                heap.push((Reverse(total), next));
            }
        }
    }
    best.into_iter().map(|raw| (raw != u64::MAX).then_some(Cost::from_raw(raw))).collect()
}

/// The documented order of next steps: clockwise from the north.
fn clockwise(cell: Cell) -> impl Iterator<Item = Cell> {
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)].into_iter().filter_map(
        move |(dx, dy)| {
            Some(Cell::new(cell.x.checked_add_signed(dx)?, cell.y.checked_add_signed(dy)?))
        },
    )
}

/// Compares costs and next steps, cell by cell; says how many cells.
fn compare(grid: &Grid, field: &Field<Grid>, truth: &[Option<Cost>]) -> u64 {
    let mut compared = 0;
    let away = field.query().direction() == Direction::AwayFrom;
    for (cell, &best) in grid.cells().zip(truth) {
        assert_eq!(field.cost(cell), best, "{grid:?} {:?} {cell}", field.query());
        let seed = field.query().seeds().iter().any(|&(s, cost)| s == cell && Some(cost) == best);
        let next = best.filter(|_| !seed).and_then(|best| {
            clockwise(cell).find(|&next| {
                let step = if away { step(grid, next, cell) } else { step(grid, cell, next) };
                let offer = field.cost(next).zip(step);
                offer.is_some_and(|(cost, step)| cost + Cost::from_raw(step) == best)
            })
        });
        assert_eq!(field.next_step(cell), next, "{cell}");
        assert_eq!(next.is_none(), seed || best.is_none(), "{cell}");
        compared += 1;
    }
    compared
}

/// Every path is one, costs what is said, and ends at a seed.
fn judge_paths(grid: &Grid, field: &Field<Grid>) {
    for cell in grid.cells() {
        let Some(path) = field.path(cell) else {
            assert_eq!(field.cost(cell), None);
            continue;
        };
        let (first, last) = (path[0], path[path.len() - 1]);
        let seed = if field.query().direction() == Direction::Towards { last } else { first };
        let walked = check::grid_path(grid, &path, first, last).unwrap();
        assert_eq!(Some(walked + field.cost(seed).unwrap()), field.cost(cell));
        assert!(field.query().seeds().contains(&(seed, field.cost(seed).unwrap())));
    }
}

#[test]
fn every_small_grid() {
    let all = effort() >= 1000;
    let mut compared = 0;
    for (width, height, every) in [(3, 3, 1), (3, 4, if all { 1 } else { 7 })] {
        for bits in (0..1u32 << (width * height)).step_by(every) {
            let grid =
                Grid::from_fn(width, height, |cell| bits >> (cell.y * width + cell.x) & 1 != 0);
            let mut grid = grid.unwrap();
            for (moves, corners) in RULE_SETS {
                grid.set_rules(Rules::default().moves(moves).corners(corners));
                for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
                    let field = grid.field(&FieldQuery::towards(cell)).unwrap();
                    compared += compare(&grid, &field, &grid_costs(&grid, cell));
                }
            }
        }
    }
    println!("{compared} costs and next steps compared");
    assert!(compared > 250_000, "{compared}");
}

fn random_rules(random: &mut Random) -> Rules {
    let steps = match random.below(6) {
        0 => StepCosts::UNIFORM,
        1 => StepCosts::new(10.0, 14.0).unwrap(),
        2 => StepCosts::new(1.0 + random.below(4) as f64, 1.0 + random.below(9) as f64).unwrap(),
        3 => StepCosts::new(3.0, 1.0).unwrap(),
        _ => StepCosts::EXACT,
    };
    let (moves, corners) = RULE_SETS[random.below(4) as usize];
    let uphill = Cost::try_from(random.below(3) as f64 * 0.75).unwrap();
    Rules::default().moves(moves).corners(corners).steps(steps).uphill(uphill)
}

/// Terrain of few kinds, of many, or so uneven that buckets are too many; elevation.
fn shape(random: &mut Random, grid: &mut Grid) {
    let kind = random.below(5);
    for cell in grid.cells() {
        if kind > 1 && random.below(3) > 0 {
            grid.set_multiplier(cell, multiplier(random, kind)).unwrap();
        }
        if kind == 1 || kind == 3 {
            grid.set_elevation(cell, random.below(7) as i32 - 3).unwrap();
        }
    }
}

fn multiplier(random: &mut Random, kind: u64) -> f64 {
    match kind {
        4 => [1.0 / 256.0, 1.0, 255.0][random.below(3) as usize],
        3 => (1 + random.below(2000)) as f64 / 64.0,
        _ => (1 + random.below(4)) as f64,
    }
}

fn world(random: &mut Random, side: u64) -> Grid {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let density = random.below(50);
    let mut grid = random_grid(random, width, height, density).with_rules(random_rules(random));
    if random.below(3) > 0 {
        shape(random, &mut grid);
    }
    grid
}

fn question(random: &mut Random, grid: &Grid) -> Option<FieldQuery<Cell>> {
    let first = free_cell(random, grid)?;
    let mut query = match random.below(2) {
        0 => FieldQuery::towards(first),
        _ => FieldQuery::away_from(first),
    };
    for _ in 0..random.below(4) {
        query = query.seed(free_cell(random, grid)?, Cost::from_raw(random.below(20 << 32)));
    }
    Some(if random.below(3) == 0 {
        query.within(Cost::from(random.below(20) as u32))
    } else {
        query
    })
}

/// The costs of a query without its bound, cut off at the bound.
fn expected(grid: &Grid, query: &FieldQuery<Cell>, bound: Option<Cost>) -> Vec<Option<Cost>> {
    let within = |cost: &Cost| bound.is_none_or(|most| *cost <= most);
    naive(grid, query).into_iter().map(|cost| cost.filter(within)).collect()
}

#[test]
fn random_grids_and_seeds() {
    let mut random = Random(91);
    let mut compared = 0;
    for round in 0..400 * effort() {
        let grid = world(&mut random, if round % 50 == 0 { 60 } else { 14 });
        let Some(query) = question(&mut random, &grid) else { continue };
        let field = grid.field(&query).unwrap();
        compared += compare(&grid, &field, &expected(&grid, &query, query.bound()));
        judge_paths(&grid, &field);
        let listed: Vec<(Cell, Cost)> = field.iter().collect();
        assert!(listed.is_sorted_by_key(|&(cell, cost)| (cost, grid.node(cell))));
        assert_eq!((listed.len(), field.is_empty()), (field.len(), listed.is_empty()));
        assert!(listed.iter().all(|&(cell, cost)| field.cost(cell) == Some(cost)));
        assert_eq!(listed.len(), grid.cells().filter(|&cell| field.cost(cell).is_some()).count());
    }
    assert!(compared > 20_000 * effort(), "{compared}");
}

#[test]
fn the_nearest_targets() {
    let mut random = Random(92);
    let (mut full, mut short) = (0, 0);
    for _ in 0..400 * effort() {
        let grid = world(&mut random, 14);
        let Some(query) = question(&mut random, &grid) else { continue };
        let targets: Vec<Cell> =
            (0..random.below(8)).filter_map(|_| free_cell(&mut random, &grid)).collect();
        let wanted = 1 + random.below(4) as usize;
        let all = expected(&grid, &query, query.bound());
        let mut order: Vec<(Cost, Option<u32>, Cell)> = targets
            .iter()
            .filter_map(|&cell| {
                let cost = all[(cell.y * grid.width() + cell.x) as usize]?;
                Some((cost, grid.node(cell), cell))
            })
            .collect();
        order.sort_unstable();
        order.dedup();
        let enough = order.len() >= wanted.min(distinct(&targets)) && !targets.is_empty();
        let bound = if enough { Some(order[wanted.min(order.len()) - 1].0) } else { query.bound() };
        order.truncate(wanted);
        let expected = expected(&grid, &query, bound);
        let mut field = grid.field(&query.nearest(wanted, targets)).unwrap();
        for _ in 0..2 {
            compare(&grid, &field, &expected);
            let nearest: Vec<(Cell, Cost)> = field.nearest().collect();
            let order: Vec<(Cell, Cost)> = order.iter().map(|one| (one.2, one.0)).collect();
            assert_eq!(nearest, order);
            field.repair(&grid).unwrap();
        }
        *(if enough { &mut full } else { &mut short }) += 1;
    }
    assert!(full > 100 * effort() && short > 10 * effort(), "{full} {short}");
}

fn distinct(cells: &[Cell]) -> usize {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells.len()
}

/// What a field says: costs and next steps.
fn said(grid: &Grid, field: &Field<Grid>) -> Vec<(Option<Cost>, Option<Cell>)> {
    grid.cells().map(|cell| (field.cost(cell), field.next_step(cell))).collect()
}

#[test]
fn repaired_fields_equal_refilled_ones() {
    let mut random = Random(93);
    let (mut repairs, mut changes, mut refused) = (0, 0, 0);
    while repairs < 20_000 * effort() {
        let mut grid = world(&mut random, 32);
        let Some(query) = question(&mut random, &grid) else { continue };
        let kind = 2 + random.below(3);
        let mut field = grid.field(&query).unwrap();
        let mut fresh = field.clone();
        for _ in 0..50 {
            for _ in 0..1 + random.below(3) {
                let x = random.below(grid.width() as u64) as u32;
                let cell = Cell::new(x, random.below(grid.height() as u64) as u32);
                match random.below(6) {
                    0 if grid.is_weighted() => {
                        grid.set_multiplier(cell, multiplier(&mut random, kind)).unwrap()
                    }
                    1 if grid.is_weighted() => {
                        grid.set_elevation(cell, random.below(5) as i32).unwrap()
                    }
                    _ => drop(grid.set_free(cell, random.below(2) == 0).unwrap()),
                }
            }
            let before = said(&grid, &field);
            match fresh.refill(&grid) {
                Ok(()) => field.repair(&grid).unwrap(),
                Err(error) => {
                    // A seed was blocked: both say so, and stay as they were.
                    assert_eq!(field.repair(&grid), Err(error));
                    assert_eq!(said(&grid, &field), before);
                    refused += 1;
                    for &(seed, _) in query.seeds() {
                        grid.set_free(seed, true).unwrap();
                    }
                    continue;
                }
            }
            let after = said(&grid, &field);
            assert_eq!(after, said(&grid, &fresh), "{grid:?} {query:?}");
            changes += before.iter().zip(&after).filter(|(a, b)| a != b).count() as u64;
            repairs += 1;
            if repairs % 50 == 0 {
                compare(&grid, &field, &expected(&grid, &query, query.bound()));
            }
        }
    }
    println!("{repairs} repairs, {changes} cells changed by them, {refused} refused");
    assert!(changes > 3 * repairs && refused > 0, "{changes} {refused}");
}

/// One edit in a large map is repaired as such: on these nothing is refilled for its size.
#[test]
fn large_maps_are_repaired() {
    let mut random = Random(94);
    for weighted in [false, true] {
        let mut grid = random_grid(&mut random, 200, 150, 25);
        if weighted {
            for cell in grid.cells() {
                grid.set_multiplier(cell, multiplier(&mut random, 2)).unwrap();
            }
        }
        let seed = free_cell(&mut random, &grid).unwrap();
        let mut field = grid.field(&FieldQuery::towards(seed)).unwrap();
        let mut fresh = field.clone();
        for _ in 0..60 * effort().min(20) {
            for _ in 0..5 {
                let cell = Cell::new(random.below(200) as u32, random.below(150) as u32);
                if cell != seed {
                    grid.set_free(cell, !grid.is_free(cell)).unwrap();
                }
            }
            field.repair(&grid).unwrap();
            fresh.refill(&grid).unwrap();
            assert_eq!(said(&grid, &field), said(&grid, &fresh));
        }
    }
}

#[test]
fn any_map_will_do_for_a_repair() {
    let mut random = Random(95);
    let start = Cell::new(0, 0);
    let mut field = Grid::new(5, 5).unwrap().field(&FieldQuery::towards(start)).unwrap();
    for _ in 0..300 * effort() {
        let mut grid = world(&mut random, 9);
        grid.set_free(start, true).unwrap();
        field.repair(&grid).unwrap();
        compare(&grid, &field, &naive(&grid, field.query()));
    }
}

#[test]
fn the_same_as_reach() {
    let mut random = Random(96);
    let mut compared = 0;
    for _ in 0..100 * effort() {
        let grid = world(&mut random, 20);
        let Some(from) = free_cell(&mut random, &grid) else { continue };
        let field = grid.field(&FieldQuery::away_from(from)).unwrap();
        let mut work = Workspace::new();
        let reached = reach(&grid, &Query::everywhere(from), &mut work).unwrap();
        for cell in grid.cells() {
            assert_eq!(field.cost(cell), reached.cost_to(&cell));
            compared += 1;
        }
        assert_eq!(field.len(), reached.len());
    }
    assert!(compared > 5_000 * effort(), "{compared}");
}

#[test]
fn fleeing_is_the_rescaled_field() {
    let mut random = Random(97);
    let mut stepped = 0;
    for _ in 0..100 * effort() {
        let grid = world(&mut random, 14);
        let Some(danger) = question(&mut random, &grid) else { continue };
        let danger = grid.field(&danger).unwrap();
        if danger.is_empty() {
            continue;
        }
        let query = danger.flee(1.25).unwrap();
        let farthest = danger.iter().last().unwrap().1;
        for &(cell, cost) in query.seeds() {
            let less = farthest.raw() - danger.cost(cell).unwrap().raw();
            assert_eq!(cost.raw() as u128, less as u128 * 5 / 4);
        }
        assert_eq!(query.seeds().len(), danger.len());
        let safety = grid.field(&query).unwrap();
        compare(&grid, &safety, &naive(&grid, &query));
        for cell in grid.cells().filter(|&cell| danger.cost(cell).is_some()) {
            // Wherever it ends is farther away than where it began.
            let end = safety.descend(cell).last().unwrap();
            assert!(danger.cost(end) >= danger.cost(cell));
            stepped += u64::from(end != cell);
        }
    }
    assert!(stepped > 1000 * effort(), "{stepped}");
}

#[test]
fn factors_that_make_no_sense_are_refused() {
    let field = Grid::new(2, 2).unwrap().field(&FieldQuery::towards((0, 0))).unwrap();
    for factor in [0.5, 0.0, -1.2, 1000.5, f64::NAN, f64::INFINITY] {
        assert!(matches!(field.flee(factor), Err(QueryError::BadWeight(_))), "{factor}");
    }
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let grid = Grid::from_rows(["..#", "..."]).unwrap();
    let error = |query: &FieldQuery<Cell>| grid.field(query).unwrap_err();
    let blocked = |end| QueryError::Blocked { end, cell: Cell::new(2, 0) };
    assert_eq!(error(&FieldQuery::towards((2, 0))), blocked(End::Goal));
    assert_eq!(error(&FieldQuery::away_from((2, 0))), blocked(End::Start));
    assert_eq!(error(&FieldQuery::away_from((0, 0)).nearest(1, [(2, 0)])), blocked(End::Goal));
    assert!(matches!(
        error(&FieldQuery::towards((3, 0))),
        QueryError::OffMap { end: End::Goal, .. }
    ));
    let nowhere: [Cell; 0] = [];
    assert_eq!(error(&FieldQuery::towards_any(nowhere)), QueryError::NoGoal);
    assert_eq!(error(&FieldQuery::away_from_any(nowhere)), QueryError::NoStart);
    let graph = Graph::from_edges(2, []).unwrap();
    assert!(matches!(graph.field(&FieldQuery::towards(2u32)), Err(QueryError::NoSuchNode { .. })));
    // A field stays as it was.
    let mut field = grid.field(&FieldQuery::towards((0, 0))).unwrap();
    let before = said(&grid, &field);
    assert!(field.fill(&grid, &FieldQuery::towards((2, 0))).is_err());
    assert_eq!((said(&grid, &field), field.query()), (before, &FieldQuery::towards((0, 0))));
    assert_eq!(field.cost((9, 9)), None);
    assert_eq!(field.descend((2, 0)).count(), 0);
}

#[test]
fn costs_that_overflow_are_not_reached() {
    let rules = Rules::default().uphill(Cost::from(10_000));
    let mut grid = Grid::new(3, 1).unwrap().with_rules(rules);
    grid.set_elevation((2, 0), i32::MAX).unwrap();
    let up = grid.field(&FieldQuery::away_from((0, 0))).unwrap();
    assert_eq!((up.cost((1, 0)), up.cost((2, 0))), (Some(Cost::ONE), None));
    let down = grid.field(&FieldQuery::towards((0, 0))).unwrap();
    assert_eq!(down.cost((2, 0)), Some(Cost::from(2)));
    let mut late = grid.field(&FieldQuery::towards((0, 0)).seed((1, 0), Cost::INFINITE)).unwrap();
    assert_eq!(late.cost((1, 0)), Some(Cost::ONE));
    grid.set_free((0, 0), true).unwrap();
    late.repair(&grid).unwrap();
    assert_eq!(late.len(), 3);

    let far = Cost::MAX_MOVE.to_f64();
    let graph = Graph::from_edges(3, [(0, 1, far), (1, 2, far)]).unwrap();
    let field = graph.field(&FieldQuery::away_from(0u32)).unwrap();
    assert_eq!((field.cost(1u32), field.cost(2u32)), (Some(Cost::MAX_MOVE), None));
}

/// The cost of every node from the definition; the costs of `away_from` are those of one start after
/// the other, those of `towards` the same with all edges turned around.
fn graph_truth(
    nodes: usize,
    edges: &[(u32, u32, f64)],
    query: &FieldQuery<u32>,
) -> Vec<Option<Cost>> {
    let mut best = vec![None; nodes];
    let turned: Vec<(u32, u32, f64)> = match query.direction() {
        Direction::AwayFrom => edges.to_vec(),
        Direction::Towards => edges.iter().map(|&(a, b, cost)| (b, a, cost)).collect(),
    };
    for &(seed, initial) in query.seeds() {
        for (best, cost) in best.iter_mut().zip(graph_costs(nodes, &turned, seed)) {
            let cost = cost.map(|cost| cost + initial);
            *best = [*best, cost].into_iter().flatten().min();
        }
    }
    let bound = query.bound().unwrap_or(Cost::INFINITE);
    best.into_iter().map(|cost| cost.filter(|&c| c <= bound && !c.is_infinite())).collect()
}

fn graph_said(
    graph: &Graph,
    field: &Field<Graph>,
) -> Vec<(Option<Cost>, Option<u32>, Option<u32>)> {
    let all = 0..graph.nodes() as u32;
    all.map(|node| (field.cost(node), field.next_step(node), field.next_edge(node))).collect()
}

#[test]
fn random_graphs() {
    let mut random = Random(98);
    let (mut compared, mut repairs, mut changes) = (0, 0, 0);
    for _ in 0..300 * effort() {
        let nodes = 1 + random.below(80);
        let count = random.below(4 * nodes);
        let (mut graph, mut edges) = random_graph(&mut random, nodes, count);
        let first = random.below(nodes) as u32;
        let mut query = match random.below(2) {
            0 => FieldQuery::towards(first),
            _ => FieldQuery::away_from(first),
        };
        for _ in 0..random.below(3) {
            query = query.seed(random.below(nodes) as u32, Cost::from(random.below(9) as u32));
        }
        if random.below(3) == 0 {
            query = query.within(Cost::from(random.below(200) as u32));
        }
        let mut field = graph.field(&query).unwrap();
        let mut fresh = field.clone();
        for _ in 0..20 {
            let truth = graph_truth(nodes as usize, &edges, &query);
            for node in 0..nodes as u32 {
                assert_eq!(field.cost(node), truth[node as usize], "{query:?} {edges:?} {node}");
                // Down to a seed, by edges that add up.
                let mut cost = field.cost(node);
                let path: Vec<u32> = field.descend(node).collect();
                assert_eq!(path.is_empty(), cost.is_none());
                for pair in path.windows(2) {
                    let edge = field.next_edge(pair[0]).unwrap();
                    let (mut from, mut to, by) = graph.edge(edge).unwrap();
                    if query.direction() == Direction::AwayFrom {
                        (from, to) = (to, from);
                    }
                    assert_eq!((from, to), (pair[0], pair[1]));
                    cost = cost.map(|cost| cost - by);
                    assert_eq!(cost, field.cost(to));
                }
                if let (Some(&seed), Some(left)) = (path.last(), cost) {
                    assert!(query.seeds().contains(&(seed, left)));
                    assert_eq!(field.next_edge(seed), None);
                }
                compared += 1;
            }
            let before = graph_said(&graph, &field);
            for _ in 0..1 + random.below(2) {
                if edges.is_empty() {
                    break;
                }
                let edge = random.below(edges.len() as u64) as usize;
                let cost = [0.0, 1.0, 2.0, 50.0, 1e6][random.below(5) as usize];
                edges[edge].2 = cost;
                graph.set_cost(edge as u32, cost).unwrap();
            }
            field.repair(&graph).unwrap();
            fresh.refill(&graph).unwrap();
            let after = graph_said(&graph, &field);
            assert_eq!(after, graph_said(&graph, &fresh), "{query:?} {edges:?}");
            changes += before.iter().zip(&after).filter(|(a, b)| a != b).count() as u64;
            repairs += 1;
        }
    }
    println!("{compared} costs compared, {repairs} repairs, {changes} nodes changed by them");
    assert!(compared > 50_000 * effort() && changes > repairs / 2, "{compared} {changes}");
}

#[test]
fn any_graph_will_do_for_a_repair() {
    let mut random = Random(99);
    let (graph, _) = random_graph(&mut random, 5, 5);
    let mut field = graph.field(&FieldQuery::towards(0u32)).unwrap();
    for _ in 0..100 * effort() {
        let (graph, edges) = random_graph(&mut random, 5, 5);
        field.repair(&graph).unwrap();
        let truth = graph_truth(5, &edges, field.query());
        assert_eq!((0..5u32).map(|node| field.cost(node)).collect::<Vec<_>>(), truth);
    }
}
