//! The second query on a workspace allocates nothing, and a workspace is small.

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use wayline::body::{
    BodyKind, BodyMap, BodyQuery, Estimate, GoalField, Heading, Occupancy, PathMemory, Placement,
    Terrain,
};
use wayline::{
    Algorithm, Cell, Corners, Cost, FieldQuery, Graph, GraphIndex, Grid, GridIndex, GridLandmarks,
    Heuristic, IndexKind, LiveGrid, Moves, Open, Preparation, Query, Rules, SlidingPuzzle, Space,
    Workspace, algorithms, search, turning_points,
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A cube of 16x16x16 cells with dense numbers.
struct Voxels;

impl Space for Voxels {
    type State = [u32; 3];
    fn moves(&self, from: &[u32; 3], mut emit: impl FnMut([u32; 3], Cost)) {
        for axis in 0..3 {
            for coordinate in [from[axis].wrapping_sub(1), from[axis] + 1] {
                let mut to = *from;
                to[axis] = coordinate;
                if coordinate < 16 {
                    emit(to, Cost::ONE);
                }
            }
        }
    }
    fn dense_number(&self, &[x, y, z]: &[u32; 3]) -> Option<u32> {
        Some(x + 16 * (y + 16 * z))
    }
}

/// One test: the counts are the whole program's.
#[test]
fn nothing_is_allocated_by_a_second_query() {
    let grid = Grid::from_fn(120, 90, |cell| (cell.x * 7 + cell.y * 13) % 11 > 2).unwrap();
    let (from, to) = (Cell::new(0, 2), Cell::new(119, 86));
    assert!(grid.is_free(from) && grid.is_free(to));
    for info in algorithms().iter().filter(|info| !info.prepared) {
        let limits = match info.algorithm {
            Algorithm::Ida | Algorithm::Naive => Some(2000),
            _ => None,
        };
        let limits = wayline::Limits::default().expansions(limits);
        for open in Open::ALL {
            let query = || Query::new(from, to).algorithm(info.algorithm).open(open).limits(limits);
            let mut work = Workspace::new();
            let first = search(&grid, &query(), &mut work).unwrap();
            let (cost, steps) = (first.cost, first.steps());
            let region = Region::new(ALLOCATOR);
            let second = search(&grid, &query(), &mut work).unwrap();
            let turns = turning_points(&second.path).count();
            let change = region.change();
            assert_eq!((second.cost, second.steps()), (cost, steps));
            assert!(steps == 0 || turns >= 2);
            assert_eq!(change.allocations + change.reallocations, 0, "{} {open}", info.name);
        }
    }

    let puzzle = SlidingPuzzle::new(3, 3).unwrap();
    let board = puzzle.board(&[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
    for algorithm in [Algorithm::AStar, Algorithm::Ida] {
        let mut work = Workspace::new();
        let query = || Query::new(board, puzzle.solved()).algorithm(algorithm);
        search(&puzzle, &query(), &mut work).unwrap();
        let region = Region::new(ALLOCATOR);
        search(&puzzle, &query(), &mut work).unwrap();
        assert_eq!(region.change().allocations, 0, "{algorithm} on a puzzle");
    }

    let grid = Grid::from_fn(120, 90, |cell| (cell.x * 31 + cell.y * 17) % 13 != 0).unwrap();
    let (from, to) = (Cell::new(1, 1), Cell::new(118, 88));
    let fine = Rules::default().steps("1,1.4143".parse().unwrap());
    let cut = Rules::default().corners(Corners::Always);
    let rules = [Rules::default(), cut, fine, Rules::default().moves(Moves::Four)];
    for (kind, rules) in IndexKind::OF_GRIDS.into_iter().flat_map(|kind| rules.map(|it| (kind, it)))
    {
        let settings = Preparation::default().kind(kind);
        let index = GridIndex::prepare(&grid.clone().with_rules(rules), &settings).unwrap();
        let mut work = Workspace::new();
        let mut ask = || {
            let cost = index.cost_with(from, to, &mut work).unwrap();
            let turns = index.turns_with(from, to, &mut work).unwrap().waypoints.len();
            (cost, turns, search(&index, &Query::new(from, to), &mut work).unwrap().path.len())
        };
        let first = ask();
        let region = Region::new(ALLOCATOR);
        let second = ask();
        let change = region.change();
        assert_eq!(first, second);
        assert_eq!(change.allocations + change.reallocations, 0, "an index of {kind}, {rules:?}");
    }

    // A ring with chords; every fourth chord costs nothing.
    let chord = |i: u32| (i, i * 7 % 500, f64::from(i % 4));
    let edges = (0..500).flat_map(|i| [(i, (i + 1) % 500, 1.0), chord(i)]);
    let graph = Graph::from_edges(500, edges).unwrap();
    let avoid: Vec<u32> = (0..1000).step_by(5).collect();
    let mut work = Workspace::new();
    let mut ask = || {
        let query = Query::new(3u32, 250u32).algorithm(Algorithm::Dijkstra).avoid_edges(&avoid);
        search(&graph, &query, &mut work).unwrap().stats
    };
    let first = ask();
    let region = Region::new(ALLOCATOR);
    assert_eq!(ask(), first);
    let change = region.change();
    assert_eq!(change.allocations + change.reallocations, 0, "edges to avoid");

    let mut work = Workspace::new();
    let mut ask = || {
        let query = Query::new([0, 0, 0], [15, 13, 14]);
        search(&Voxels, &query, &mut work).unwrap().stats
    };
    let first = ask();
    assert!(first.expanded > 1000);
    let region = Region::new(ALLOCATOR);
    assert_eq!(ask(), first);
    let change = region.change();
    assert_eq!(change.allocations + change.reallocations, 0, "states with dense numbers");

    for kind in IndexKind::OF_GRAPHS {
        let settings = Preparation::default().kind(kind);
        let index = GraphIndex::prepare(&graph, &settings).unwrap();
        let mut work = Workspace::new();
        let mut ask = || {
            let cost = index.cost_with(3, 333, &mut work).unwrap();
            let answer = search(&index, &Query::new(3u32, 333u32), &mut work).unwrap();
            (cost, answer.path.len(), answer.edges.len())
        };
        let first = ask();
        let region = Region::new(ALLOCATOR);
        let second = ask();
        let change = region.change();
        assert_eq!(first, second);
        assert_eq!(change.allocations + change.reallocations, 0, "a graph's index of {kind}");
    }

    let mut hills = Grid::new(120, 90).unwrap();
    for cell in hills.cells() {
        hills.set_multiplier(cell, 1.0 + f64::from(cell.x * cell.y % 5)).unwrap();
    }
    let landmarks = GridLandmarks::choose(&hills, 8).unwrap();
    let mut work = Workspace::new();
    let query = || Query::new(from, to).heuristic(Heuristic::GridLandmarks(&landmarks));
    assert!(search(&hills, &query(), &mut work).unwrap().is_optimal());
    let region = Region::new(ALLOCATOR);
    assert!(search(&hills, &query(), &mut work).unwrap().is_optimal());
    let change = region.change();
    assert_eq!(change.allocations + change.reallocations, 0, "landmarks on a grid");

    bodies();
    fields();

    // Replanning: doors close and open again, and the unit moves on.
    let mut terrain = Terrain::new(120, 90).unwrap();
    let mut map = BodyMap::new(BodyKind::preset("tank").unwrap(), &terrain);
    let (mut memory, mut field) = (PathMemory::new(&map), GoalField::new(&map));
    let mut others = Occupancy::new(&map);
    others.take((60, 40)).unwrap();
    let mut work = Workspace::new();
    for round in 0..3 {
        memory.forget();
        field.aim(&terrain, &map, &["3,3".parse().unwrap()]).unwrap();
        let region = Region::new(ALLOCATOR);
        let mut changed = 0;
        for i in 0..40u32 {
            let (door, closed) = ((10 + 5 * (i % 20), 10 + i % 20), i < 20);
            terrain.set_blocked(door, closed).unwrap();
            map.refresh(&terrain).unwrap();
            for around in [false, true] {
                let query = BodyQuery::new((5 + i, 8 + i / 2, Heading::E), (110, 80));
                let query = if around { query.around(&others) } else { query };
                let learnt = memory.plan(&terrain, &map, &query, &mut work).unwrap().cost;
                let read = field.plan(&terrain, &map, &query, &mut work).unwrap().cost;
                assert_eq!(learnt, read);
                changed += 1;
            }
        }
        let change = region.change();
        assert_eq!(changed, 80);
        let allocated = change.allocations + change.reallocations;
        assert!(round == 0 || allocated == 0, "{allocated} allocations by replanning");
    }

    // A grid that has changed since its index was prepared, by every way in which that answers.
    let mut map = LiveGrid::new(Grid::from_fn(160, 120, |c| c.x % 8 > 0 || c.y % 8 == 4).unwrap());
    map = map.background(false);
    map.prepare();
    let ends = [((1, 1), (158, 118)), ((3, 60), (150, 61)), ((2, 2), (157, 5))];
    for cell in [(40, 4), (80, 12), (20, 33), (41, 44), (96, 60), (96, 100), (56, 57)] {
        let free = !map.grid().is_free(cell);
        map.set_free(cell, free).unwrap();
        let mut work = Workspace::new();
        let mut ask =
            || ends.map(|(a, b)| search(&map, &Query::new(a, b), &mut work).unwrap().cost);
        let first = ask();
        let region = Region::new(ALLOCATOR);
        assert_eq!(ask(), first);
        let allocated = region.change().allocations;
        assert_eq!(allocated, 0, "after an edit of {cell:?}");
    }

    // At most 24 bytes a cell after a search that visits every one of them.
    let grid = Grid::from_fn(1000, 1000, |cell| (cell.x * 31 + cell.y * 17) % 13 != 0).unwrap();
    let region = Region::new(ALLOCATOR);
    let mut work = Workspace::new();
    let query = Query::new((1, 1), (998, 997)).algorithm(Algorithm::Dijkstra).without_shortcut();
    search(&grid, &query, &mut work).unwrap();
    let change = region.change();
    let bytes = change.bytes_allocated as isize - change.bytes_deallocated as isize;
    println!("{:.1} bytes a cell", bytes as f64 / 1e6);
    assert!(bytes <= 24 * 1_000_000, "{bytes} bytes for a million cells");
}

/// Plans for bodies, before and after edits, with others in the way.
fn bodies() {
    let grid = Grid::from_fn(120, 90, |cell| (cell.x * 31 + cell.y * 17) % 13 != 0).unwrap();
    let mut terrain = Terrain::from(&grid);
    terrain.set_ground((60, 45), b'S').unwrap();
    for (name, _) in BodyKind::presets().iter().filter(|(name, _)| *name != "ship") {
        let mut map = BodyMap::new(BodyKind::preset(name).unwrap(), &terrain);
        let mut others = Occupancy::new(&map);
        let mut work = Workspace::new();
        let from = Placement::new(1, 1, Heading::E);
        let estimates = [
            Estimate::Zero,
            Estimate::Euclid,
            Estimate::Steps,
            Estimate::Free,
            Estimate::Field,
            Estimate::SharedField,
        ];
        let mut ask = |blocked: bool| {
            terrain.set_blocked((57, 44), blocked).unwrap();
            terrain.set_ground((30, 30), if blocked { b'S' } else { b'.' }).unwrap();
            map.refresh(&terrain).unwrap();
            others.take((50, 40)).unwrap();
            let cost = estimates.map(|estimate| {
                let query = BodyQuery::new(from, (112, 83)).estimate(estimate);
                let one = search(&map, &query, &mut work).unwrap().cost;
                let other = search(&map, &query.around(&others), &mut work).unwrap().cost;
                let back = BodyQuery::new(from, (112, 83)).backward();
                (one, other, search(&map, &back, &mut work).unwrap().cost)
            });
            others.leave((50, 40)).unwrap();
            assert_eq!(cost, [cost[0]; 6], "{name}");
            cost[0]
        };
        let first = [ask(true), ask(false)];
        let region = Region::new(ALLOCATOR);
        let second = [ask(true), ask(false)];
        let change = region.change();
        assert_eq!(first, second);
        assert_eq!(change.allocations + change.reallocations, 0, "plans for a {name}");
    }
}

/// Fields, refilled for other seeds and repaired after edits, plain and weighted; a graph's, too.
fn fields() {
    let plain = Grid::from_fn(120, 90, |cell| (cell.x * 31 + cell.y * 17) % 13 != 0).unwrap();
    let mut weighted = plain.clone();
    for cell in weighted.cells() {
        weighted.set_multiplier(cell, 1.0 + f64::from(cell.x * cell.y % 5)).unwrap();
    }
    for mut grid in [plain, weighted] {
        let queries = [FieldQuery::towards((1, 1)), FieldQuery::away_from((118, 88))];
        let mut field = grid.field(&queries[0]).unwrap();
        for round in 0..3 {
            let region = Region::new(ALLOCATOR);
            let mut reached = 0;
            for query in &queries {
                field.fill(&grid, query).unwrap();
                for i in 0..40u32 {
                    grid.set_free((10 + 5 * (i % 20), 10 + i % 20), i >= 20).unwrap();
                    field.repair(&grid).unwrap();
                    reached += field.len() + field.descend((60, 40)).count();
                }
                field.refill(&grid).unwrap();
            }
            let change = region.change();
            assert!(reached > 80 * 9000, "{reached}");
            let allocated = change.allocations + change.reallocations;
            // The first round starts from other cells than the others do.
            assert!(round < 2 || allocated == 0, "{allocated} allocations by a grid's field");
        }
    }

    let ring = (0..500u32).flat_map(|i| [(i, (i + 1) % 500, 1.0), (i, i * 7 % 500, 2.0)]);
    let mut graph = Graph::from_edges(500, ring).unwrap();
    let mut field = graph.field(&FieldQuery::towards(3u32)).unwrap();
    for round in 0..3 {
        let region = Region::new(ALLOCATOR);
        for i in 0..40u32 {
            graph.set_cost(i * 7, if i % 2 == round % 2 { 9.0 } else { 1.0 }).unwrap();
            field.repair(&graph).unwrap();
        }
        field.refill(&graph).unwrap();
        let change = region.change();
        assert_eq!(field.len(), 500);
        let allocated = change.allocations + change.reallocations;
        assert!(round < 2 || allocated == 0, "{allocated} allocations by a graph's field");
    }
}
