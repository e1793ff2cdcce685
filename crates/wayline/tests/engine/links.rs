//! Links between cells: all small grids and random ones, every optimal algorithm and open list, forward
//! and backward, with layers and terrain, and fields both ways, against the oracle.

use crate::oracle::{
    Random, compared, effort, exact_searches, free_cell, grid_costs, linked, moves_costs,
    neighbours, random_grid, step,
};
use wayline::{
    Algorithm, Cell, Charge, Corners, Cost, FieldQuery, Grid, GridError, GridIndex, GridLandmarks,
    Guarantee, Heuristic, Layer, LiveGrid, Moves, Outcome, Preparation, Query, QueryError,
    Recorder, Rules, StepCosts, Workspace, algorithms, check, compass_words, reach, search,
    search_watched, smooth, turning_points,
};

fn any_cell(random: &mut Random, grid: &Grid) -> Cell {
    let (width, height) = (grid.width() as u64, grid.height() as u64);
    Cell::new(random.below(width) as u32, random.below(height) as u32)
}

/// Links cheap and expensive, to anywhere: neighbours and blocked cells, too.
fn add_links(random: &mut Random, grid: &mut Grid, count: u64) {
    for _ in 0..count {
        let (from, to) = (any_cell(random, grid), any_cell(random, grid));
        let cost = match random.below(3) {
            0 => 0.0001 + random.below(100) as f64 / 64.0,
            1 => 1.0 + random.below(4) as f64,
            _ => 0.25,
        };
        match random.below(2) {
            0 => grid.add_link(from, to, cost).unwrap(),
            _ => grid.add_two_way_link(from, to, cost).unwrap(),
        }
    }
}

fn ask(
    grid: &Grid,
    (from, to): (Cell, Cell),
    best: Option<Cost>,
    heuristic: Heuristic<'_, Cell>,
    work: &mut Workspace,
) -> u64 {
    let mut count = 0;
    for (algorithm, open) in exact_searches(false) {
        let exponential = matches!(algorithm, Algorithm::Ida | Algorithm::Naive);
        if exponential && (grid.free_cells() > 12 || best.is_none_or(|it| it.to_f64() > 2.5)) {
            continue;
        }
        let mut query = Query::new(from, to).algorithm(algorithm).heuristic(heuristic);
        if let Some(open) = open {
            query = query.open(open);
        }
        let answer = search(grid, &query, work).unwrap();
        let name = || format!("{algorithm} {open:?} {from} {to} {grid:?} {:?}", answer.path);
        match best {
            None => assert_eq!(answer.outcome, Outcome::Unreachable, "{}", name()),
            Some(best) => {
                let judged = check::grid_path(grid, &answer.path, from, to);
                assert_eq!(judged, Ok(answer.cost), "{}", name());
                if answer.guarantee == Guarantee::Optimal {
                    assert_eq!(answer.cost, best, "{}", name());
                } else {
                    assert!(!matches!(heuristic, Heuristic::Auto), "{}", name());
                    assert!(answer.cost >= best, "{}", name());
                }
            }
        }
        count += 1;
    }
    count
}

#[test]
fn all_grids_of_three_by_three() {
    let (mut random, mut work, mut count) = (Random(91), Workspace::new(), 0);
    let all = [
        (Moves::Four, Corners::Never),
        (Moves::Eight, Corners::Never),
        (Moves::Eight, Corners::One),
        (Moves::Eight, Corners::Always),
    ];
    for bits in 1..512u32 {
        for (moves, corners) in all {
            let grid = Grid::from_fn(3, 3, |cell| bits >> (cell.y * 3 + cell.x) & 1 != 0).unwrap();
            let mut grid = grid.with_rules(Rules::default().moves(moves).corners(corners));
            let links = 1 + random.below(3);
            add_links(&mut random, &mut grid, links);
            let from = free_cell(&mut random, &grid).unwrap();
            let truth = grid_costs(&grid, from);
            for (to, best) in grid.cells().zip(truth) {
                if grid.is_free(to) && (effort() > 1 || random.below(4) == 0) {
                    count += ask(&grid, (from, to), best, Heuristic::Auto, &mut work);
                }
            }
        }
    }
    compared("links, 3x3", count, 39_430);
}

fn some_grid(random: &mut Random, side: u64) -> Grid {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let density = random.below(50);
    let mut grid = random_grid(random, width, height, density);
    let steps = match random.below(4) {
        0 => StepCosts::UNIFORM,
        1 => StepCosts::new(10.0, 14.0).unwrap(),
        2 => StepCosts::new(1.0 + random.below(4) as f64, 1.0 + random.below(9) as f64).unwrap(),
        _ => StepCosts::EXACT,
    };
    grid.set_rules(
        Rules::default()
            .moves(if random.below(4) == 0 { Moves::Four } else { Moves::Eight })
            .corners(Corners::ALL[random.below(3) as usize])
            .steps(steps)
            .uphill(Cost::try_from(random.below(3) as f64 * 0.75).unwrap())
            .charge(Charge::ALL[random.below(2) as usize]),
    );
    let (rough, hills) = (random.below(3) == 0, random.below(4) == 0);
    for cell in grid.cells() {
        if rough {
            grid.set_multiplier(cell, (1 + random.below(30)) as f64 / 8.0).unwrap();
        }
        if hills {
            grid.set_elevation(cell, random.below(7) as i32 - 3).unwrap();
        }
    }
    let links = [1, 3, 9, 30][random.below(4) as usize];
    add_links(random, &mut grid, links);
    grid
}

#[test]
fn random_grids() {
    let (mut random, mut work, mut count) = (Random(92), Workspace::new(), 0);
    let mut seen = Recorder::default();
    for _ in 0..200 * effort() {
        let grid = some_grid(&mut random, 14);
        let Some(from) = free_cell(&mut random, &grid) else { continue };
        let truth = grid_costs(&grid, from);
        for _ in 0..3 {
            let to = free_cell(&mut random, &grid).unwrap();
            let best = truth[(to.y * grid.width() + to.x) as usize];
            let heuristic = match random.below(6) {
                0 => Heuristic::Octile,
                1 => Heuristic::Euclidean,
                2 => Heuristic::Manhattan,
                _ => Heuristic::Auto,
            };
            count += ask(&grid, (from, to), best, heuristic, &mut work);
            let query = Query::new(from, to).heuristic(heuristic);
            let watched = search_watched(&grid, &query, &mut work, &mut seen).unwrap();
            let (cost, path, stats) = (watched.cost, watched.path.to_vec(), watched.stats);
            // Words and turns of a path that jumps.
            assert!(compass_words(&path).count() < path.len().max(1));
            assert!(turning_points(&path).count() <= path.len());
            assert_eq!(smooth(&grid, &path).last(), path.last());
            let again = search(&grid, &query, &mut work).unwrap();
            assert_eq!((again.cost, &again.path[..], again.stats), (cost, &path[..], stats));
        }
        let reached = reach(&grid, &Query::everywhere(from), &mut work).unwrap();
        for (cell, &best) in grid.cells().zip(&truth) {
            assert_eq!(reached.cost_to(&cell), best, "{from} {cell} {grid:?}");
            count += 1;
        }
        // Several starts and goals, by both directions.
        let ends = [(); 5].map(|()| free_cell(&mut random, &grid).unwrap());
        let mut best = None;
        for &start in &ends[..2] {
            let truth = grid_costs(&grid, start);
            let costs =
                ends[2..].iter().filter_map(|to| truth[(to.y * grid.width() + to.x) as usize]);
            best = best.into_iter().chain(costs).min();
        }
        for algorithm in [Algorithm::AStar, Algorithm::Bidirectional] {
            let query = Query::between(&ends[..2], &ends[2..]).algorithm(algorithm);
            let answer = search(&grid, &query, &mut work).unwrap();
            assert_eq!(answer.is_optimal().then_some(answer.cost), best, "{algorithm} {grid:?}");
            count += 1;
        }
    }
    compared("links, random", count, 22_486);
}

#[test]
fn under_layers() {
    let (mut random, mut work, mut count) = (Random(93), Workspace::new(), 0);
    for _ in 0..150 * effort() {
        let grid = some_grid(&mut random, 9);
        let table: Vec<Option<u64>> =
            grid.cells().map(|_| (random.below(6) > 0).then(|| random.below(4))).collect();
        let at = |cell: Cell| table[(cell.y * grid.width() + cell.x) as usize];
        let layer = Layer::added(&grid, |cell| at(cell).map(|extra| extra as f64)).unwrap();
        let mut walls = grid.clone();
        for cell in grid.cells().filter(|&cell| at(cell).is_none()) {
            walls.set_free(cell, false).unwrap();
        }
        let Some(from) = free_cell(&mut random, &walls) else { continue };
        let truth = moves_costs(&walls, from, |cell| {
            let around = neighbours(&walls, cell).into_iter();
            let steps = around.filter_map(|next| Some((next, step(&walls, cell, next)?)));
            let moves = steps.chain(linked(&walls, cell));
            moves.map(|(next, cost)| (next, cost + (at(next).unwrap() << 32))).collect()
        });
        for _ in 0..4 {
            let to = free_cell(&mut random, &walls).unwrap();
            let best = truth[(to.y * grid.width() + to.x) as usize];
            for (algorithm, open) in exact_searches(false) {
                if matches!(algorithm, Algorithm::Ida | Algorithm::Naive) {
                    continue;
                }
                let mut query = Query::new(from, to).algorithm(algorithm).layer(&layer);
                if let Some(open) = open {
                    query = query.open(open);
                }
                let answer = search(&grid, &query, &mut work).unwrap();
                assert_eq!(answer.is_optimal().then_some(answer.cost), best, "{algorithm}");
                if let Some(best) = best {
                    let judged = check::layered_path(&grid, &layer, &answer.path, from, to);
                    assert_eq!(judged, Ok(best), "{algorithm}");
                }
                count += 1;
            }
        }
    }
    compared("links under layers", count, 9_600);
}

#[test]
fn fields_both_ways_filled_and_repaired() {
    let (mut random, mut count) = (Random(94), 0);
    for _ in 0..150 * effort() {
        let mut grid = some_grid(&mut random, 9);
        let Some(seed) = free_cell(&mut random, &grid) else { continue };
        let mut away = grid.field(&FieldQuery::away_from(seed)).unwrap();
        let mut towards = grid.field(&FieldQuery::towards(seed)).unwrap();
        for _ in 0..6 {
            let truth = grid_costs(&grid, seed);
            for (cell, best) in grid.cells().zip(truth) {
                assert_eq!(away.cost(cell), best, "away from {seed} to {cell} {grid:?}");
                let back = match grid.is_free(cell) {
                    true => grid_costs(&grid, cell)[(seed.y * grid.width() + seed.x) as usize],
                    false => None,
                };
                assert_eq!(towards.cost(cell), back, "towards {seed} from {cell} {grid:?}");
                if let Some(path) = towards.path(cell) {
                    assert_eq!(check::grid_path(&grid, &path, cell, seed).ok(), back);
                }
                if let Some(path) = away.path(cell) {
                    assert_eq!(check::grid_path(&grid, &path, seed, cell).ok(), best);
                }
                count += 2;
            }
            let cell = any_cell(&mut random, &grid);
            grid.set_free(cell, cell == seed || random.below(2) == 0).unwrap();
            let links: Vec<_> = grid.links().collect();
            if let Some(&(from, to, _)) = links.get(random.below(9) as usize) {
                assert!(grid.remove_link(from, to));
            }
            if random.below(2) == 0 {
                add_links(&mut random, &mut grid, 1);
            }
            away.repair(&grid).unwrap();
            towards.repair(&grid).unwrap();
        }
    }
    compared("fields with links", count, 45_432);
}

#[test]
fn links_rest_while_an_end_is_blocked() {
    let mut grid = Grid::from_rows(["..#..", "..#.."]).unwrap();
    let revision = grid.clone();
    grid.add_link((1, 0), (4, 1), 0.5).unwrap();
    assert_ne!(grid, revision);
    let cost = |grid: &Grid| grid.path((0, 0), (4, 1)).unwrap().cost;
    assert_eq!(cost(&grid), Cost::try_from(1.5).unwrap());
    assert!(!grid.surely_apart((0, 0), (4, 1)));
    grid.set_free((1, 0), false).unwrap();
    assert!(cost(&grid).is_infinite());
    grid.set_free((1, 0), true).unwrap();
    assert_eq!(cost(&grid.clone()), Cost::try_from(1.5).unwrap());
    let next: Vec<_> = grid.neighbours((1, 0)).filter(|(cell, _)| cell.x == 4).collect();
    assert_eq!(next, [(Cell::new(4, 1), Cost::try_from(0.5).unwrap())]);
    // One way only, and gone when it is removed.
    assert!(grid.path((4, 1), (0, 0)).unwrap().cost.is_infinite());
    assert!(grid.remove_link((1, 0), (4, 1)) && !grid.remove_link((1, 0), (4, 1)));
    assert!(cost(&grid).is_infinite() && grid == revision);
    // A second one replaces the first.
    grid.add_link((1, 0), (4, 1), 9.0).unwrap();
    grid.add_link((1, 0), (4, 1), 2.0).unwrap();
    assert_eq!((grid.links().count(), cost(&grid)), (1, Cost::from(3)));
    for bad in [0.0, -1.0, f64::NAN, 1e10, 0.00009] {
        let refused = grid.add_link((0, 0), (1, 1), bad);
        assert!(matches!(refused, Err(GridError::BadLinkCost(_))), "{bad}");
    }
    assert!(grid.add_link((0, 0), (1, 1), 0.0001).is_ok());
    assert!(matches!(grid.add_link((0, 0), (5, 0), 1.0), Err(GridError::NoSuchCell { .. })));
}

#[test]
fn what_takes_no_links_says_so() {
    let plain = Grid::new(9, 9).unwrap();
    let landmarks = GridLandmarks::choose(&plain, 2).unwrap();
    let mut grid = plain.clone();
    grid.add_two_way_link((1, 1), (7, 7), 1.0).unwrap();
    let mut work = Workspace::new();
    let query = || Query::new((0, 0), (8, 8));
    let answer = search(&grid, &query(), &mut work).unwrap();
    assert_eq!((answer.algorithm, answer.steps()), (Algorithm::AStar, 3));
    for info in algorithms().iter().filter(|info| info.grids_only) {
        let refused = search(&grid, &query().algorithm(info.algorithm), &mut work);
        assert!(matches!(refused, Err(QueryError::Unsupported { .. })), "{}", info.name);
    }
    let theta = search(&grid, &query().algorithm(Algorithm::Theta), &mut work);
    assert!(matches!(theta, Err(QueryError::Unsupported { algorithm: "theta", .. })));
    let guided = query().heuristic(Heuristic::GridLandmarks(&landmarks));
    assert!(matches!(search(&grid, &guided, &mut work), Err(QueryError::StaleLandmarks(_))));
    let refused = GridLandmarks::choose(&grid, 2).unwrap_err();
    assert!(refused.to_string().contains("links"), "{refused}");
    let refused = GridIndex::prepare(&grid, &Preparation::default()).unwrap_err();
    assert!(refused.to_string().contains("links"), "{refused}");
    let index = GridIndex::prepare(&plain, &Preparation::default()).unwrap();
    assert!(GridIndex::from_bytes(&plain, &index.to_bytes()).is_ok());
    assert!(GridIndex::from_bytes(&grid, &index.to_bytes()).is_err());
    let live = LiveGrid::new(grid.clone());
    live.prepare();
    let answer = search(&live, &query(), &mut work).unwrap();
    assert_eq!((answer.algorithm, answer.steps()), (Algorithm::AStar, 3));
    // One's own estimate is taken as it is, and not mixed with others.
    let own = |_: &Cell| Cost::ONE;
    let alone = query().heuristic(Heuristic::Admissible(&own));
    assert_eq!(search(&grid, &alone, &mut work).unwrap().guarantee, Guarantee::Declared);
    let several = [Heuristic::Octile, Heuristic::Admissible(&own)];
    let mixed = search(&grid, &query().heuristic(Heuristic::Max(&several)), &mut work);
    assert!(matches!(mixed, Err(QueryError::Unsupported { algorithm: "max", .. })));
}

#[cfg(feature = "serde")]
#[test]
fn saved_and_loaded() {
    use serde_json::{from_value, json, to_value};
    let mut random = Random(95);
    for _ in 0..50 {
        let grid = some_grid(&mut random, 9);
        let saved = to_value(&grid).unwrap();
        assert_eq!(from_value::<Grid>(saved).unwrap(), grid);
    }
    let mut grid = Grid::new(3, 2).unwrap();
    grid.add_two_way_link((2, 0), (0, 1), 2.0).unwrap();
    let saved = to_value(&grid).unwrap();
    let (there, back) = (json!([[2, 0], [0, 1], 2u64 << 32]), json!([[0, 1], [2, 0], 2u64 << 32]));
    assert_eq!(saved["links"], json!([there, back]));
    let load = |links: serde_json::Value| {
        let mut saved = saved.clone();
        saved["links"] = links;
        from_value::<Grid>(saved)
    };
    assert_eq!(load(json!([there, back])).unwrap(), grid);
    for bad in [
        json!([back, there]),
        json!([there, there]),
        json!([[[3, 0], [0, 1], 1u64 << 32]]),
        json!([[[0, 0], [0, 2], 1u64 << 32]]),
        json!([[[0, 0], [0, 1], 0]]),
        json!([[[0, 0], [0, 1], u64::MAX]]),
        json!([[[0, 0], 1u64 << 32]]),
    ] {
        assert!(load(bad.clone()).is_err(), "{bad}");
    }
    // Documents from before there were links or charges.
    let mut old = saved.clone();
    old.as_object_mut().unwrap().remove("links");
    old["rules"].as_object_mut().unwrap().remove("charge");
    assert_eq!(from_value::<Grid>(old).unwrap(), Grid::new(3, 2).unwrap());
}
