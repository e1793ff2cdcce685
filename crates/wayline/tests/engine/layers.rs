//! Layers over a grid: all small grids and random ones, every optimal algorithm and open list, forward
//! and backward, against an oracle that knows the layer only as a table.

use crate::oracle::{
    Random, compared, effort, exact_searches, free_cell, moves_costs, neighbours, random_grid, step,
};
use wayline::{
    Algorithm, Cell, Charge, Corners, Cost, End, FieldQuery, Grid, GridError, GridIndex,
    GridLandmarks, Guarantee, Heuristic, Layer, LiveGrid, Moves, Outcome, Preparation, Query,
    QueryError, Recorder, Rules, Space, StepCosts, Workspace, algorithms, check, reach, search,
    search_watched,
};

/// What the layer was made of: for each cell, row by row, a number or closed.
struct Table {
    cells: Vec<Option<f64>>,
    multiplies: bool,
}

impl Table {
    fn at(&self, grid: &Grid, cell: Cell) -> Option<f64> {
        self.cells[(cell.y * grid.width() + cell.x) as usize]
    }

    fn random(random: &mut Random, grid: &Grid) -> Table {
        let multiplies = random.below(2) == 0;
        let finest = [1, 8, 256][random.below(3) as usize];
        let closed = random.below(30);
        let cells = grid.cells().map(|_| {
            let number = match multiplies {
                true => (1 + random.below(3 * finest)) as f64 / finest as f64,
                false => random.below(3) as f64 * random.below(100) as f64 / 8.0,
            };
            (random.below(100) >= closed).then_some(number)
        });
        Table { cells: cells.collect(), multiplies }
    }

    fn layer(&self, grid: &Grid) -> Layer {
        match self.multiplies {
            true => Layer::multiplied(grid, |cell| self.at(grid, cell)).unwrap(),
            false => Layer::added(grid, |cell| self.at(grid, cell)).unwrap(),
        }
    }

    /// The map as if the closed cells were walls, by which the oracle knows what is legal.
    fn walls(&self, grid: &Grid) -> Grid {
        let mut walls = grid.clone();
        for cell in grid.cells().filter(|&cell| self.at(grid, cell).is_none()) {
            walls.set_free(cell, false).unwrap();
        }
        walls
    }

    /// The cost from a cell to every other.
    fn costs(&self, grid: &Grid, from: Cell) -> Vec<Option<Cost>> {
        let walls = self.walls(grid);
        let level = walls.clone().with_rules(walls.rules().uphill(Cost::ZERO));
        moves_costs(grid, from, |cell| {
            let around = neighbours(&walls, cell).into_iter();
            let legal = around.filter_map(|next| {
                let (whole, flat) = (step(&walls, cell, next)?, step(&level, cell, next)?);
                let number = self.at(grid, next)?;
                Some((
                    next,
                    match self.multiplies {
                        // Numbers are whole 256ths.
                        true => {
                            (flat as u128 * (number * 256.0) as u128 / 256) as u64 + whole - flat
                        }
                        false => whole + (number * (1u64 << 32) as f64) as u64,
                    },
                ))
            });
            legal.collect()
        })
    }
}

fn ask(
    grid: &Grid,
    layer: &Layer,
    (from, to): (Cell, Cell),
    best: Option<Cost>,
    heuristic: Heuristic<'_, Cell>,
    work: &mut Workspace,
) -> u64 {
    let mut count = 0;
    for (algorithm, open) in exact_searches(false) {
        let exponential = matches!(algorithm, Algorithm::Ida | Algorithm::Naive);
        if exponential && best.is_none_or(|best| best.to_f64() > 3.0) {
            continue;
        }
        let mut query = Query::new(from, to).algorithm(algorithm).layer(layer).heuristic(heuristic);
        if let Some(open) = open {
            query = query.open(open);
        }
        let answer = search(grid, &query, work).unwrap();
        match best {
            None => assert_eq!(answer.outcome, Outcome::Unreachable),
            Some(best) => {
                let judged = check::layered_path(grid, layer, &answer.path, from, to);
                assert_eq!(judged, Ok(answer.cost), "{algorithm} {from} {to} {grid:?}");
                if answer.guarantee == Guarantee::Optimal {
                    assert_eq!(answer.cost, best, "{algorithm} {open:?} {from} {to} {grid:?}");
                } else {
                    assert!(!matches!(heuristic, Heuristic::Auto), "{algorithm} {from} {to}");
                    assert!(answer.cost >= best);
                }
            }
        }
        count += 1;
    }
    count
}

#[test]
fn all_grids_of_three_by_three() {
    let (mut random, mut work, mut count) = (Random(81), Workspace::new(), 0);
    let all = [
        (Moves::Four, Corners::Never),
        (Moves::Eight, Corners::Never),
        (Moves::Eight, Corners::One),
        (Moves::Eight, Corners::Always),
    ];
    for bits in 1..512u32 {
        for (moves, corners) in all {
            let grid = Grid::from_fn(3, 3, |cell| bits >> (cell.y * 3 + cell.x) & 1 != 0).unwrap();
            let grid = grid.with_rules(Rules::default().moves(moves).corners(corners));
            let table = Table::random(&mut random, &grid);
            let (layer, walls) = (table.layer(&grid), table.walls(&grid));
            let Some(from) = free_cell(&mut random, &walls) else { continue };
            let truth = table.costs(&grid, from);
            for (to, best) in grid.cells().zip(truth) {
                if walls.is_free(to) && (effort() > 1 || random.below(4) == 0) {
                    count += ask(&grid, &layer, (from, to), best, Heuristic::Auto, &mut work);
                }
            }
        }
    }
    compared("layers, 3x3", count, 33_550);
}

fn some_grid(random: &mut Random, side: u64) -> Grid {
    let (width, height) = (1 + random.below(side) as u32, 1 + random.below(side) as u32);
    let density = random.below(40);
    let mut grid = random_grid(random, width, height, density);
    let steps = match random.below(4) {
        0 => StepCosts::UNIFORM,
        1 => StepCosts::new(1.0 / 3.0, 2.0 / 3.0).unwrap(),
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
    grid
}

#[test]
fn random_grids() {
    let (mut random, mut work, mut count) = (Random(82), Workspace::new(), 0);
    let mut seen = Recorder::default();
    for _ in 0..200 * effort() {
        let grid = some_grid(&mut random, 14);
        let table = Table::random(&mut random, &grid);
        let (layer, walls) = (table.layer(&grid), table.walls(&grid));
        let Some(from) = free_cell(&mut random, &walls) else { continue };
        let truth = table.costs(&grid, from);
        for _ in 0..3 {
            let to = free_cell(&mut random, &walls).unwrap();
            let best = truth[(to.y * grid.width() + to.x) as usize];
            let heuristic = match random.below(6) {
                0 => Heuristic::Octile,
                1 => Heuristic::Euclidean,
                2 => Heuristic::Manhattan,
                _ => Heuristic::Auto,
            };
            count += ask(&grid, &layer, (from, to), best, heuristic, &mut work);
            let query = Query::new(from, to).layer(&layer).heuristic(heuristic);
            let watched = search_watched(&grid, &query, &mut work, &mut seen).unwrap();
            let (cost, path, stats) = (watched.cost, watched.path.to_vec(), watched.stats);
            let again = search(&grid, &query, &mut work).unwrap();
            assert_eq!((again.cost, &again.path[..], again.stats), (cost, &path[..], stats));
        }
        let reached = reach(&grid, &Query::everywhere(from).layer(&layer), &mut work).unwrap();
        for (cell, best) in grid.cells().zip(truth) {
            assert_eq!(reached.cost_to(&cell), best, "{from} {cell} {grid:?}");
            count += 1;
        }
    }
    compared("layers, random", count, 21_245);
}

#[test]
fn fields() {
    let (mut random, mut work, mut count) = (Random(84), Workspace::new(), 0);
    for _ in 0..120 * effort() {
        let mut grid = some_grid(&mut random, 14);
        let mut table = Table::random(&mut random, &grid);
        let mut layer = table.layer(&grid);
        let Some(seed) = free_cell(&mut random, &table.walls(&grid)) else { continue };
        let mut away = grid.under(&layer).field(&FieldQuery::away_from(seed)).unwrap();
        let mut towards = grid.under(&layer).field(&FieldQuery::towards(seed)).unwrap();
        for round in 0..4 {
            let truth = table.costs(&grid, seed);
            for (cell, best) in grid.cells().zip(truth) {
                assert_eq!(away.cost(cell), best, "{seed} {cell} {grid:?}");
                if let Some(path) = away.path(cell) {
                    let judged = check::layered_path(&grid, &layer, &path, seed, cell);
                    assert_eq!(judged.ok(), best, "{seed} {cell} {grid:?}");
                }
                count += 1;
            }
            for _ in 0..4 {
                let from = free_cell(&mut random, &table.walls(&grid)).unwrap();
                let answer = search(&grid, &Query::new(from, seed).layer(&layer), &mut work);
                let best = answer.unwrap().cost;
                assert_eq!(towards.cost(from).unwrap_or(Cost::INFINITE), best, "{from} {seed}");
                assert_eq!(grid.under(&layer).cost(from, seed), Ok(best));
                if let Some(path) = towards.path(from) {
                    let judged = check::layered_path(&grid, &layer, &path, from, seed);
                    assert_eq!(judged, Ok(best), "{from} {seed} {grid:?}");
                }
                count += 1;
            }
            // A wall, or another layer of the same kind or of the other.
            if round % 2 == 0 {
                let cell = Cell::new(
                    random.below(grid.width().into()) as u32,
                    random.below(grid.height().into()) as u32,
                );
                if cell != seed {
                    grid.set_free(cell, !grid.is_free(cell)).unwrap();
                }
                assert!(
                    layer.fits(&grid)
                        || matches!(
                            away.repair(grid.under(&layer)),
                            Err(QueryError::StaleLayer(_))
                        )
                );
                layer.refresh(&grid).unwrap();
            } else {
                if random.below(4) == 0 {
                    table = Table::random(&mut random, &grid);
                } else if let Some(number) = table.cells.iter_mut().flatten().next() {
                    *number = if *number == 1.0 { 2.0 } else { 1.0 };
                }
                if table.at(&grid, seed).is_none() {
                    break;
                }
                layer = table.layer(&grid);
            }
            for field in [&mut away, &mut towards] {
                field.repair(grid.under(&layer)).unwrap();
                let mut fresh = field.clone();
                fresh.refill(grid.under(&layer)).unwrap();
                assert!(field.iter().eq(fresh.iter()), "{seed} {grid:?}");
            }
        }
    }
    compared("fields under layers", count, 26_680);
}

#[test]
fn fields_with_links() {
    let mut grid = Grid::from_rows(["...#...", "...#..."]).unwrap();
    grid.add_link((2, 0), (4, 0), 1.5).unwrap();
    let toll = Layer::added(&grid, |cell| Some(if cell.x == 4 { 2.0 } else { 0.0 })).unwrap();
    let there = |layer| {
        let field = grid.under(layer).field(&FieldQuery::away_from((0, 0))).unwrap();
        field.cost((4, 0)).map(Cost::to_f64)
    };
    assert_eq!(there(&toll), Some(5.5));
    let closed = Layer::added(&grid, |cell| (cell.x != 2).then_some(0.0)).unwrap();
    assert_eq!(there(&closed), None);
    // Without a layer again.
    let mut field = grid.under(&toll).field(&FieldQuery::away_from((0, 0))).unwrap();
    field.repair(&grid).unwrap();
    assert_eq!(field.cost((4, 0)).map(Cost::to_f64), Some(3.5));
    let refused = grid.under(&closed).field(&FieldQuery::towards((2, 0)));
    assert!(matches!(refused, Err(QueryError::Blocked { end: End::Goal, .. })));
}

#[test]
fn edits_are_refused_until_it_is_refreshed() {
    let (mut random, mut work, mut count) = (Random(83), Workspace::new(), 0);
    for _ in 0..60 {
        let mut grid = some_grid(&mut random, 9);
        let table = Table::random(&mut random, &grid);
        let mut layer = table.layer(&grid);
        for _ in 0..4 {
            let (x, y) = (random.below(grid.width().into()), random.below(grid.height().into()));
            let cell = Cell::new(x as u32, y as u32);
            grid.set_free(cell, !grid.is_free(cell)).unwrap();
            let Some(from) = free_cell(&mut random, &table.walls(&grid)) else { continue };
            let stale = search(&grid, &Query::new(from, from).layer(&layer), &mut work);
            assert!(matches!(stale, Err(QueryError::StaleLayer(_))));
            layer.refresh(&grid).unwrap();
            let truth = table.costs(&grid, from);
            for (to, best) in grid.cells().zip(truth) {
                let query = Query::new(from, to).layer(&layer);
                match search(&grid, &query, &mut work) {
                    Ok(answer) => assert_eq!(best, answer.is_found().then_some(answer.cost)),
                    Err(QueryError::Blocked { .. }) => {
                        assert!(!table.walls(&grid).is_free(to));
                        assert_eq!(layer.is_open(to), table.at(&grid, to).is_some());
                    }
                    Err(other) => panic!("{other}"),
                }
                count += 1;
            }
        }
    }
    assert!(count > 2000, "{count}");
    let mut layer = Layer::added(&Grid::new(3, 3).unwrap(), |_| Some(0.0)).unwrap();
    let other = layer.refresh(&Grid::new(4, 3).unwrap()).unwrap_err();
    assert_eq!(
        other.to_string(),
        "the layer does not fit: the grid has another size: make a new layer"
    );
}

#[test]
fn what_takes_no_layer_says_so() {
    let grid = Grid::new(9, 9).unwrap();
    let layer = Layer::multiplied(&grid, |cell| (cell != Cell::new(4, 4)).then_some(0.5)).unwrap();
    let mut work = Workspace::new();
    let query = || Query::new((0, 0), (8, 8)).layer(&layer);
    assert_eq!(search(&grid, &query(), &mut work).unwrap().algorithm, Algorithm::AStar);
    for info in algorithms().iter().filter(|info| info.grids_only) {
        let refused = search(&grid, &query().algorithm(info.algorithm), &mut work);
        assert!(matches!(refused, Err(QueryError::Unsupported { .. })), "{}", info.name);
    }
    let theta = search(&grid, &query().algorithm(Algorithm::Theta), &mut work);
    assert!(matches!(theta, Err(QueryError::Unsupported { algorithm: "theta", .. })));
    let landmarks = GridLandmarks::choose(&grid, 4).unwrap();
    let guided = query().heuristic(Heuristic::GridLandmarks(&landmarks));
    let refused = search(&grid, &guided, &mut work).unwrap_err();
    assert!(refused.to_string().contains("factors below one"), "{refused}");
    let index = GridIndex::prepare(&grid, &Preparation::default()).unwrap();
    let refused = search(&index, &query(), &mut work).unwrap_err();
    assert!(refused.to_string().contains("layer"), "{refused}");
    // A grid that has an index is searched.
    let live = LiveGrid::new(grid.clone());
    live.prepare();
    let answer = search(&live, &query(), &mut work).unwrap();
    assert_eq!((answer.algorithm, answer.is_optimal()), (Algorithm::AStar, true));
    // States of one's own may be cells, too.
    struct Own;
    impl Space for Own {
        type State = Cell;
        fn moves(&self, _: &Cell, _: impl FnMut(Cell, Cost)) {}
    }
    let refused = search(&Own, &query(), &mut work).unwrap_err();
    assert!(refused.to_string().contains("layers are for grids"), "{refused}");
    // Both ends have to be open, unless the closest will do.
    for (from, to) in [((4, 4), (0, 0)), ((0, 0), (4, 4))] {
        let closed = search(&grid, &Query::new(from, to).layer(&layer), &mut work);
        assert!(matches!(closed, Err(QueryError::Blocked { cell: Cell { x: 4, y: 4 }, .. })));
    }
    let closest = Query::new((0, 0), (4, 4)).layer(&layer).closest();
    let answer = search(&grid, &closest, &mut work).unwrap();
    assert_eq!((answer.outcome, answer.steps()), (Outcome::Unreachable, 4));
    // Landmarks know what only costs more.
    let dearer = Layer::added(&grid, |cell| Some(f64::from(cell.x % 3))).unwrap();
    let plain = Query::new((0, 0), (8, 8)).layer(&dearer);
    let best = search(&grid, &plain, &mut work).unwrap().cost;
    let guided = plain.clone().heuristic(Heuristic::GridLandmarks(&landmarks));
    let answer = search(&grid, &guided, &mut work).unwrap();
    assert_eq!((answer.cost, answer.is_optimal()), (best, true));
    for bad in [-1.0, f64::NAN, 1e12] {
        assert!(matches!(Layer::added(&grid, |_| Some(bad)), Err(GridError::BadCost(_))));
        assert!(matches!(
            Layer::multiplied(&grid, |_| Some(bad)),
            Err(GridError::BadMultiplier(_))
        ));
    }
}
