//! What nothing else notices when it is wrong: estimates that guide, promises that are not made, caches that
//! have to go. Each was found by a change of the engine that all other tests passed (`tools/mutants`).

use crate::oracle::{Random, random_grid};
use wayline::{
    Algorithm, Cell, Compass, Cost, Graph, GraphLandmarks, Grid, GridLandmarks, Guarantee,
    Heuristic, Positions, Query, QueryError, Rules, Search, SlidingPuzzle, StepCosts, Stop,
    Workspace, check, reach, search,
};

const SIDE: u32 = 30;

/// Streets in the plane, a square of them, each as long as it costs.
fn town() -> Graph {
    let streets = (0..SIDE * SIDE).flat_map(|at| {
        let next = [(at + 1, at % SIDE < SIDE - 1), (at + SIDE, at < SIDE * (SIDE - 1))];
        next.into_iter().filter(|next| next.1).flat_map(move |(to, _)| [(at, to), (to, at)])
    });
    let edges = streets.map(|(from, to)| (from, to, 1.0));
    let places = (0..SIDE * SIDE).map(|at| (f64::from(at % SIDE), f64::from(at / SIDE)));
    let graph = Graph::from_edges((SIDE * SIDE) as usize, edges).unwrap();
    graph.with_positions(Positions::Plane(places.collect())).unwrap()
}

fn expanded(graph: &Graph, query: Query<'_, u32>) -> u64 {
    let mut work = Workspace::new();
    let answer = search(graph, &query, &mut work).unwrap();
    assert!(answer.is_declared_optimal());
    answer.stats.expanded
}

#[test]
fn estimates_guide_searches_of_graphs() {
    let graph = town();
    let row = 15 * SIDE;
    let query = Query::new(row + 14, row + 24);
    let blind = expanded(&graph, query.clone().algorithm(Algorithm::Dijkstra));
    let guided = expanded(&graph, query.clone().algorithm(Algorithm::AStar));
    assert!(guided * 5 < blind, "{guided} {blind}");
    let bare = Graph::from_edges(graph.nodes(), edges_of(&graph)).unwrap();
    let landmarks = GraphLandmarks::new(&bare, 6);
    let by_landmarks =
        query.algorithm(Algorithm::AStar).heuristic(Heuristic::GraphLandmarks(&landmarks));
    let guided = expanded(&bare, by_landmarks);
    assert!(guided * 3 < blind, "{guided} {blind}");
}

fn edges_of(graph: &Graph) -> Vec<(u32, u32, f64)> {
    let all = (0..graph.edges() as u32).filter_map(|edge| graph.edge(edge));
    all.map(|(from, to, cost)| (from, to, cost.to_f64())).collect()
}

#[test]
fn costs_that_fall_below_what_positions_promise() {
    let places = vec![(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0)];
    let edges = [(0, 3, 10.0), (0, 1, 10.0), (1, 2, 10.0), (2, 3, 10.0)];
    let mut graph =
        Graph::from_edges(4, edges).unwrap().with_positions(Positions::Plane(places)).unwrap();
    assert_eq!(graph.cost(0, 3).unwrap(), Cost::from(10));
    for (edge, cost) in [(1, 1.0), (2, 0.5), (3, 1.0)] {
        graph.set_cost(edge, cost).unwrap();
    }
    let query = Query::new(0, 3).algorithm(Algorithm::AStar);
    let mut work = Workspace::new();
    assert_eq!(search(&graph, &query, &mut work).unwrap().cost.to_f64(), 2.5);
}

#[test]
fn estimates_guide_searches_of_grids() {
    let grid = Grid::new(60, 60).unwrap();
    let mut work = Workspace::new();
    let mut expanded = |grid: &Grid, algorithm, heuristic| {
        let query = Query::new((10, 30), (50, 33)).algorithm(algorithm).heuristic(heuristic);
        let answer = search(grid, &query, &mut work).unwrap();
        assert!(answer.is_optimal());
        answer.stats.expanded
    };
    let both = Algorithm::Bidirectional;
    let (guided, blind) =
        (expanded(&grid, both, Heuristic::Octile), expanded(&grid, both, Heuristic::Zero));
    assert!(guided * 4 < blind, "{guided} {blind}");
    let four = grid.with_rules(Rules::default().moves(wayline::Moves::Four));
    let several = [Heuristic::Zero, Heuristic::Manhattan];
    let alone = expanded(&four, Algorithm::AStar, Heuristic::Manhattan);
    let among = expanded(&four, Algorithm::AStar, Heuristic::Max(&several));
    assert!(among <= 2 * alone, "{among} {alone}");
}

#[test]
fn what_stops_at_the_first_sight_promises_nothing() {
    let grid = Grid::from_rows(["....", ".##.", "...."]).unwrap();
    let mut work = Workspace::new();
    for algorithm in [Algorithm::Weighted, Algorithm::Naive] {
        let query = Query::new((0, 1), (3, 1)).algorithm(algorithm).stop(Stop::Generated);
        let answer = search(&grid, &query, &mut work).unwrap().into_owned();
        assert_eq!(answer.guarantee, Guarantee::Nothing, "{algorithm}");
        assert_eq!(answer.path.last(), Some(&Cell::new(3, 1)), "{algorithm}");
        let (from, to) = (Cell::new(0, 1), Cell::new(3, 1));
        assert_eq!(check::grid_path(&grid, &answer.path, from, to), Ok(answer.cost));
    }
    for (algorithm, name) in [(Algorithm::Naive, "naive"), (Algorithm::Ida, "ida")] {
        let closest = Query::new((0, 1), (3, 1)).algorithm(algorithm).closest();
        let refused = search(&grid, &closest, &mut work).map(|_| ()).unwrap_err();
        assert!(matches!(refused, QueryError::Unsupported { algorithm, .. } if algorithm == name));
    }
}

#[test]
fn ida_knows_where_it_is_on_a_graph() {
    let graph = Graph::from_edges(4, [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 3.0), (2, 3, 1.0)]).unwrap();
    let query = Query::new(0, 3).algorithm(Algorithm::Ida);
    let mut work = Workspace::new();
    let answer = search(&graph, &query, &mut work).unwrap();
    assert_eq!((answer.cost, &*answer.path), (Cost::from(3), &[0, 1, 2, 3][..]));
}

#[test]
fn even_ground_is_looked_at_again_when_climbing_begins_to_cost() {
    let mut grid = Grid::new(24, 24).unwrap();
    for cell in grid.cells() {
        // A ridge, on ground that is all alike but for a corner.
        grid.set_elevation(cell, if cell.x == 12 && cell.y > 2 { 3 } else { 0 }).unwrap();
    }
    grid.set_multiplier((0, 0), 2.0).unwrap();
    let query = Query::new((3, 18), (20, 18));
    let mut work = Workspace::new();
    for uphill in [0, 5] {
        grid = grid.with_rules(Rules::default().uphill(Cost::from(uphill)));
        let jumps = query.clone().algorithm(Algorithm::Jps);
        let answer = search(&grid, &jumps, &mut work).unwrap().into_owned();
        let truth = search(&grid, &query.clone().algorithm(Algorithm::Dijkstra), &mut work);
        assert_eq!(answer.cost, truth.unwrap().cost, "{uphill}");
        let (from, to) = (Cell::new(3, 18), Cell::new(20, 18));
        assert_eq!(check::grid_path(&grid, &answer.path, from, to), Ok(answer.cost));
    }
}

#[test]
fn steps_that_are_no_whole_256ths_are_leapt_over_too() {
    let steps = StepCosts::new(0.3, 0.42).unwrap();
    let mut grid = Grid::new(20, 20).unwrap().with_rules(Rules::default().steps(steps));
    grid.set_multiplier((5, 5), 2.0).unwrap();
    let query = Query::new((0, 0), (19, 12)).algorithm(Algorithm::Jps);
    let mut work = Workspace::new();
    let cost = search(&grid, &query, &mut work).unwrap().cost;
    let truth = search(&grid, &query.algorithm(Algorithm::Dijkstra), &mut work).unwrap().cost;
    assert_eq!(cost, truth);
}

#[test]
fn landmarks_weigh_what_they_say() {
    let mut grid = Grid::new(50, 40).unwrap();
    grid.set_multiplier((5, 5), 2.0).unwrap();
    let few = GridLandmarks::choose(&grid, 8).unwrap().bytes();
    let many = GridLandmarks::prepare(&grid).unwrap();
    assert_eq!(many.cells().len(), GridLandmarks::MAX);
    let table = 2 * GridLandmarks::MAX * 50 * 40;
    assert!((table..table * 3 / 2).contains(&many.bytes()), "{} {table}", many.bytes());
    assert!((few * 6..few * 9).contains(&many.bytes()), "{} {few}", many.bytes());
}

#[test]
fn costs_are_known_of_states_that_were_reached() {
    let puzzle = SlidingPuzzle::new(2, 2).unwrap();
    let mut work = Workspace::new();
    let reached = reach(&puzzle, &Query::everywhere(puzzle.solved()), &mut work).unwrap();
    assert_eq!(reached.len(), 12);
    let all: Vec<_> = reached.iter().collect();
    assert!(all.iter().all(|(board, cost)| reached.cost_to(board) == Some(*cost)));
}

#[test]
fn the_judge_tells_discs_that_pass_from_those_that_meet() {
    let grid = Grid::new(6, 6).unwrap();
    let passing = |along_rows: bool, one: f64, other: f64| {
        let mut judge = check::Discs::new();
        let at = |far: f64| {
            let (x, y) = if along_rows { (far, 1.5) } else { (1.5, far) };
            Some(wayline::crowd::Disc { x, y, radius: 0.4 })
        };
        judge.tick(&grid, [at(1.0), at(3.0)]).unwrap();
        match judge.tick(&grid, [at(one), at(other)]) {
            Err(check::Flaw::Conflict(conflict)) => conflict.passing,
            other => panic!("{other:?}"),
        }
    };
    let mut judge = check::Discs::new();
    let at = |x, y| Some(wayline::crowd::Disc { x, y, radius: 0.4 });
    judge.tick(&grid, [at(1.0, 1.0), at(3.0, 3.0)]).unwrap();
    assert!(judge.tick(&grid, [at(3.0, 3.0), at(1.0, 1.0)]).is_err(), "along a diagonal");
    for along_rows in [true, false] {
        assert!(passing(along_rows, 2.6, 2.4));
        assert!(!passing(along_rows, 1.9, 2.1));
    }
}

#[test]
fn graphs_are_searched_around_nodes() {
    let edges = [(0, 1, 1.0), (1, 3, 1.0), (0, 2, 2.0), (2, 3, 2.0)];
    let graph = Graph::from_edges(4, edges).unwrap();
    let mut work = Workspace::new();
    // The last is not a node, which is nothing to go around.
    for avoid in [&[1u32][..], &[1, 77]] {
        let query = Query::new(0, 3).avoid(avoid);
        let answer = search(&graph, &query, &mut work).unwrap();
        assert_eq!((answer.cost, &*answer.path), (Cost::from(4), &[0, 2, 3][..]));
        assert_eq!(&*answer.edges, &[2, 3]);
    }
}

#[test]
fn the_larger_of_several_estimates_guides_on_graphs() {
    let graph = town();
    let row = 15 * SIDE;
    let (from, to) = (row + 14, row + 24);
    let bare = Graph::from_edges(graph.nodes(), edges_of(&graph)).unwrap();
    let far = |node: &u32| {
        let (x, y) = (node % SIDE, node / SIDE);
        Cost::from((to % SIDE).abs_diff(x) + (to / SIDE).abs_diff(y))
    };
    let query = Query::new(from, to).algorithm(Algorithm::AStar);
    let alone = expanded(&bare, query.clone().heuristic(Heuristic::Admissible(&far)));
    let several = [Heuristic::Zero, Heuristic::Admissible(&far)];
    let among = expanded(&bare, query.clone().heuristic(Heuristic::Max(&several)));
    let blind = expanded(&bare, query.heuristic(Heuristic::Zero));
    assert_eq!(among, alone);
    assert!(among * 5 < blind, "{among} {blind}");
}

#[test]
fn nodes_that_were_reached_are_named() {
    let graph = Graph::from_edges(5, [(0, 3, 1.0), (3, 2, 1.0), (2, 4, 5.0)]).unwrap();
    let mut work = Workspace::new();
    let reached = reach(&graph, &Query::everywhere(0), &mut work).unwrap();
    let all: Vec<_> = reached.iter().map(|(node, cost)| (node, cost.to_f64())).collect();
    assert_eq!(all, [(0, 0.0), (3, 1.0), (2, 2.0), (4, 7.0)]);
}

#[test]
fn a_search_that_waits_knows_what_it_has_done() {
    let grid = Grid::new(40, 40).unwrap();
    let query = Query::new((0, 0), (39, 20)).algorithm(Algorithm::Dijkstra);
    let mut search = Search::new(query);
    for slice in 1..=5 {
        assert!(search.step(&grid, 20).unwrap().is_none());
        assert_eq!(search.stats().expanded, 20 * slice);
    }
}

#[test]
fn eight_directions_have_their_names() {
    let mut names = std::collections::HashSet::new();
    for (dx, dy) in [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2), (1, 1)] {
        let direction = Compass::between(Cell::new(1, 1), Cell::new(dx, dy));
        names.extend(direction.map(|direction| direction.to_string()));
    }
    assert_eq!(names.len(), 8);
}

#[test]
fn clearance_is_the_kings_distance_to_the_nearest_wall() {
    let mut random = Random(73);
    for _ in 0..300 {
        let (width, height) = (1 + random.below(9) as u32, 1 + random.below(9) as u32);
        let density = random.below(25);
        let grid = random_grid(&mut random, width, height, density);
        let clearance = grid.clearance();
        let is_wall = |x: i64, y: i64| {
            u32::try_from(x).ok().zip(u32::try_from(y).ok()).is_none_or(|at| !grid.is_free(at))
        };
        for cell in grid.cells() {
            let (x, y) = (i64::from(cell.x), i64::from(cell.y));
            let free = (0..)
                .find(|&far| (-far..=far).any(|dy| (-far..=far).any(|dx| is_wall(x + dx, y + dy))));
            assert_eq!(i64::from(clearance.at(cell)), free.unwrap(), "{cell}");
        }
    }
}

#[test]
fn reached_states_are_counted() {
    let (grid, mut work) = (Grid::new(7, 5).unwrap(), Workspace::new());
    let reached = reach(&grid, &Query::everywhere((3, 2)), &mut work).unwrap();
    let stats = reached.stats();
    assert_eq!((stats.expanded, stats.generated >= 35, stats.largest_open > 0), (35, true, true));
}

/// Every algorithm leaves out what is to be avoided, and finds what Dijkstra finds.
#[test]
fn all_algorithms_avoid() {
    let mut random = Random(61);
    let mut work = Workspace::new();
    let mut detours = 0;
    for _ in 0..40 {
        let grid = random_grid(&mut random, 7, 6, 15);
        let taken: Vec<Cell> =
            (0..5).map(|_| Cell::new(random.below(7) as u32, random.below(6) as u32)).collect();
        let (from, to) = (Cell::new(0, 0), Cell::new(6, 5));
        if !grid.is_free(from) || !grid.is_free(to) || taken.contains(&to) {
            continue;
        }
        let query = Query::new(from, to).avoid(&taken);
        let least = search(&grid, &query.clone().algorithm(Algorithm::Dijkstra), &mut work);
        let least = least.unwrap().cost;
        let straight = search(&grid, &Query::new(from, to), &mut work).unwrap().cost;
        detours += u32::from(least > straight && !least.is_infinite());
        // The naive queue would give up, and IDA* would take forever where there is no path.
        let all = wayline::algorithms().iter();
        for info in all.filter(|info| !info.grids_only && info.grid_cap.is_none()) {
            let query = query.clone().algorithm(info.algorithm);
            let answer = search(&grid, &query, &mut work).unwrap();
            assert_eq!(answer.is_found(), !least.is_infinite(), "{}", info.name);
            let entered = answer.path.iter().skip(1).any(|cell| taken.contains(cell));
            assert!(!entered, "{} enters what it should avoid", info.name);
            assert!(!info.optimal || answer.cost == least, "{}", info.name);
        }
    }
    assert!(detours > 0, "nothing was in the way");
    // Around the middle of nine cells.
    let (grid, taken) = (Grid::new(3, 3).unwrap(), [Cell::new(1, 1)]);
    for algorithm in [Algorithm::Dijkstra, Algorithm::Ida, Algorithm::Naive] {
        let query = Query::new((0, 1), (2, 1)).avoid(&taken).algorithm(algorithm);
        let answer = search(&grid, &query, &mut work).unwrap();
        assert_eq!(answer.steps(), 2, "{algorithm}");
        assert!(!answer.path.contains(&taken[0]), "{algorithm}");
    }
}

#[test]
fn an_index_is_not_a_search() {
    let (grid, mut work) = (Grid::new(3, 3).unwrap(), Workspace::new());
    let query = Query::new((0, 0), (2, 2)).algorithm(Algorithm::Prepared);
    let refused = search(&grid, &query, &mut work).unwrap_err().to_string();
    assert!(refused.contains("prepare an index"), "{refused}");
}

/// A limit is not the end of what a stopped search may say: the closest cell is the same by every open list.
#[test]
fn open_lists_agree_when_stopped() {
    let grid = random_grid(&mut Random(62), 25, 25, 20);
    let mut work = Workspace::new();
    let (from, to) = (Cell::new(12, 12), Cell::new(24, 0));
    for most in [1, 5, 30, 100] {
        for algorithm in [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Greedy] {
            let query = Query::new(from, to).closest().algorithm(algorithm);
            let query = query.limits(wayline::Limits::default().expansions(most));
            let mut answers = Vec::new();
            for open in wayline::Open::ALL {
                let answer = search(&grid, &query.clone().open(open), &mut work).unwrap();
                answers.push((answer.path.to_vec(), answer.cost, answer.stats));
            }
            assert!(answers.windows(2).all(|two| two[0] == two[1]), "{algorithm} {most}");
        }
    }
}

/// Sums of 2^32 and more are infinite; they never wrap around, and are not called optimal.
#[test]
fn costs_too_large_to_be_kept_are_infinite() {
    let rules = Rules::default().steps(StepCosts::new(10_000.0, 10_000.0).unwrap());
    let grid = Grid::new(430_000, 1).unwrap().with_rules(rules);
    let mut work = Workspace::new();
    for algorithm in [Algorithm::Auto, Algorithm::Jps, Algorithm::JpsBare, Algorithm::AStar] {
        for (to, cost) in [(429_496, Cost::from(4_294_960_000)), (429_999, Cost::INFINITE)] {
            let query = Query::new((0, 0), (to, 0)).algorithm(algorithm);
            let answer = search(&grid, &query, &mut work).unwrap();
            assert_eq!((answer.cost, answer.steps()), (cost, to as usize), "{algorithm}");
            assert_eq!(answer.is_optimal(), !cost.is_infinite(), "{algorithm}");
        }
    }
}
