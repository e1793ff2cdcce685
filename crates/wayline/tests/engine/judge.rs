//! The judge is strict: what is right passes, and each way to be wrong is named. Elsewhere it only sees what is
//! right, and a judge that passes everything would not be noticed.

use crate::oracle::{Random, free_cell, random_grid};
use wayline::body::{
    BodyKind, Goal, Heading, Placement, Settings, Span, Terrain, Tick, UnitId, World,
};
use wayline::check::{self, Flaw};
use wayline::crowd::Plan;
use wayline::{Cell, Corners, Cost, End, Graph, Grid, Layer, Moves, Rules, SlidingPuzzle};

fn cells<const N: usize>(cells: [(u32, u32); N]) -> [Cell; N] {
    cells.map(Cell::from)
}

/// Judged from its first cell to its last.
fn judged<const N: usize>(grid: &Grid, path: [(u32, u32); N]) -> Result<Cost, Flaw> {
    let path = cells(path);
    check::grid_path(grid, &path, path[0], path[N - 1])
}

#[test]
fn paths_over_cells() {
    let grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    assert_eq!(judged(&grid, [(0, 0), (1, 0), (2, 0)]), Ok(Cost::from(2)));
    assert_eq!(judged(&grid, [(0, 0)]), Ok(Cost::ZERO));
    let [a, b] = cells([(0, 0), (1, 0)]);
    assert_eq!(check::grid_path(&grid, &[], a, a), Err(Flaw::Empty));
    assert_eq!(check::grid_path(&grid, &[a, b], b, b), Err(Flaw::WrongEnd(End::Start)));
    assert_eq!(check::grid_path(&grid, &[a, b], a, a), Err(Flaw::WrongEnd(End::Goal)));
    for cell in cells([(3, 0), (0, 3)]) {
        let path = [Cell::new(2, 0), cell, Cell::new(2, 0)];
        let flaw = Flaw::OffMap { step: 1, cell };
        assert_eq!(check::grid_path(&grid, &path, path[0], path[2]), Err(flaw));
    }
    let wall = Flaw::Blocked { step: 1, cell: Cell::new(1, 1) };
    assert_eq!(judged(&grid, [(1, 0), (1, 1), (1, 2)]), Err(wall));
    for far in [(2, 0), (0, 2), (1, 2), (2, 1), (2, 2)] {
        let flaw = Flaw::NoNeighbour { step: 1, from: Cell::new(0, 0), to: far.into() };
        assert_eq!(judged(&grid, [(0, 0), far]), Err(flaw));
    }
    // To stay is not a step.
    assert!(matches!(judged(&grid, [(0, 0), (0, 0)]), Err(Flaw::NoNeighbour { .. })));
}

/// With no, one and both cells beside a diagonal blocked, by every rule.
#[test]
fn diagonals_by_every_rule() {
    let maps = [["..", ".."], [".#", ".."], ["..", "#."], [".#", "#."]];
    for (rows, blocked) in maps.into_iter().zip([0, 1, 1, 2]) {
        for (corners, most) in [(Corners::Never, 0), (Corners::One, 1), (Corners::Always, 2)] {
            let grid = Grid::from_rows(rows).unwrap();
            let grid = grid.with_rules(Rules::default().corners(corners));
            let judged = judged(&grid, [(0, 0), (1, 1)]);
            match blocked <= most {
                true => assert_eq!(judged, Ok(Cost::SQRT_2), "{corners} {rows:?}"),
                false => assert!(matches!(judged, Err(Flaw::Diagonal { step: 1, .. }))),
            }
        }
    }
    let four = Grid::new(2, 2).unwrap().with_rules(Rules::default().moves(Moves::Four));
    assert!(matches!(judged(&four, [(0, 0), (1, 1)]), Err(Flaw::Diagonal { .. })));
}

#[test]
fn layers_and_links() {
    let mut grid = Grid::new(4, 1).unwrap();
    let layer = Layer::added(&grid, |cell| (cell.x != 2).then_some(0.5)).unwrap();
    let path = cells([(0, 0), (1, 0), (2, 0)]);
    let two = check::layered_path(&grid, &layer, &path[..2], path[0], path[1]);
    assert_eq!(two, Ok(Cost::try_from(1.5).unwrap()));
    let closed = Flaw::Blocked { step: 2, cell: path[2] };
    assert_eq!(check::layered_path(&grid, &layer, &path, path[0], path[2]), Err(closed));
    // A link leads one way, at its own cost; where there is a step too, the cheaper counts.
    grid.add_link((0, 0), (3, 0), 1.25).unwrap();
    grid.add_link((0, 0), (1, 0), 0.5).unwrap();
    grid.add_link((1, 0), (2, 0), 7.0).unwrap();
    assert_eq!(judged(&grid, [(0, 0), (3, 0)]), Ok(Cost::try_from(1.25).unwrap()));
    assert!(matches!(judged(&grid, [(3, 0), (0, 0)]), Err(Flaw::NoNeighbour { .. })));
    assert_eq!(judged(&grid, [(0, 0), (1, 0), (2, 0)]), Ok(Cost::try_from(1.5).unwrap()));
}

/// The judge looks at every cell of the rectangle, the engine walks along the line: they see the same, and what
/// the judge says is in the way is blocked.
#[test]
fn lines_of_sight() {
    let mut random = Random(77);
    let (mut seen, mut hidden) = (0, 0);
    for round in 0..60 {
        let corners = Corners::ALL[round % 3];
        let grid = random_grid(&mut random, 7, 6, 25).with_rules(Rules::default().corners(corners));
        let Some(from) = free_cell(&mut random, &grid) else { continue };
        for to in grid.cells().filter(|&to| to != from) {
            let judged = check::line_path(&grid, &[from, to], from, to);
            match judged {
                Ok(length) => {
                    seen += 1;
                    assert!(grid.line_of_sight(from, to), "{corners} {from} {to}");
                    let (dx, dy) = (from.x.abs_diff(to.x) as f64, from.y.abs_diff(to.y) as f64);
                    assert!((length.to_f64() - dx.hypot(dy)).abs() < 1e-6);
                }
                Err(Flaw::NoSight { blocker, .. }) => {
                    hidden += 1;
                    assert!(!grid.is_free(blocker) && !grid.line_of_sight(from, to));
                }
                Err(Flaw::Blocked { step, cell }) => {
                    assert!((step, cell) == (1, to) && !grid.is_free(to));
                }
                Err(flaw) => panic!("{flaw}"),
            }
        }
    }
    assert!(seen > 500 && hidden > 300, "{seen} {hidden}");
}

#[test]
fn nodes_edges_and_states() {
    let mut graph = Graph::from_edges(3, [(0, 1, 2.0), (0, 1, 1.0), (1, 2, 4.0)]).unwrap();
    assert_eq!(check::graph_path(&graph, &[0, 1, 2], 0, 2), Ok(Cost::from(5)));
    assert_eq!(check::graph_path(&graph, &[0, 2], 0, 2), Err(Flaw::NoMove { step: 1 }));
    assert_eq!(check::graph_path(&graph, &[1, 0], 1, 0), Err(Flaw::NoMove { step: 1 }));
    assert_eq!(check::graph_path(&graph, &[3], 3, 3), Err(Flaw::NoMove { step: 0 }));
    assert_eq!(check::graph_edges(&graph, &[0, 2], 0, 2), Ok(Cost::from(6)));
    assert_eq!(check::graph_edges(&graph, &[2, 0], 0, 2), Err(Flaw::NoMove { step: 1 }));
    assert_eq!(check::graph_edges(&graph, &[0, 3], 0, 2), Err(Flaw::NoMove { step: 2 }));
    assert_eq!(check::graph_edges(&graph, &[0], 0, 2), Err(Flaw::WrongEnd(End::Goal)));
    graph.close(2).unwrap();
    assert_eq!(check::graph_edges(&graph, &[0, 2], 0, 2), Err(Flaw::NoMove { step: 2 }));
    let puzzle = SlidingPuzzle::new(2, 2).unwrap();
    let board = |tiles: &[u32]| puzzle.board(tiles).unwrap();
    let judge = |path: &[wayline::Board]| check::space_path(&puzzle, path, &path[0], &path[1]);
    assert_eq!(judge(&[board(&[1, 2, 0, 3]), puzzle.solved()]), Ok(Cost::ONE));
    let jump = judge(&[board(&[0, 2, 1, 3]), puzzle.solved()]);
    assert_eq!(jump, Err(Flaw::NoMove { step: 1 }));
}

#[test]
fn paths_of_bodies() {
    let terrain = Terrain::from_rows(["....W", "...#W", "....W"]).unwrap();
    let tank = BodyKind::preset("tank").unwrap();
    let at = |x, y, heading| Placement::new(x, y, heading);
    let (first, second) = (at(0, 0, Heading::E), at(1, 0, Heading::E));
    let judge =
        |path: &[Placement], from, goal| check::body_path(&terrain, &tank, path, from, &[goal]);
    assert_eq!(judge(&[first, second], first, Goal::At(second)), Ok(Cost::from(10)));
    assert_eq!(judge(&[first, second], first, Goal::Pivot(second.cell())), Ok(Cost::from(10)));
    assert_eq!(judge(&[], first, Goal::At(first)), Err(Flaw::Empty));
    let wrong = |end| Err(Flaw::WrongEnd(end));
    assert_eq!(judge(&[first, second], second, Goal::At(second)), wrong(End::Start));
    assert_eq!(judge(&[first, second], first, Goal::At(first)), wrong(End::Goal));
    assert_eq!(judge(&[first], first, Goal::At(at(0, 0, Heading::S))), wrong(End::Goal));
    // Near: of any cell of the body, along both axes.
    let near = |x, y, reach| Goal::Near { cell: Cell::new(x, y), reach };
    let covered = tank.footprint().at(first).map(|(x, _)| x).max().unwrap() as u32;
    assert_eq!(judge(&[first], first, near(covered + 2, 2, 2)), Ok(Cost::ZERO));
    assert_eq!(judge(&[first], first, near(covered + 2, 2, 1)), wrong(End::Goal));
    let tall = Terrain::new(9, 9).unwrap();
    let beyond = |goal| check::body_path(&tall, &tank, &[first], first, &[goal]);
    assert_eq!(beyond(near(covered + 3, 0, 2)), wrong(End::Goal));
    assert_eq!(beyond(near(covered, 3, 2)), wrong(End::Goal));
    let jump = judge(&[first, at(2, 0, Heading::E)], first, Goal::At(at(2, 0, Heading::E)));
    assert_eq!(jump, Err(Flaw::NoMove { step: 1 }));
    for off in [at(5, 0, Heading::E), at(0, 3, Heading::E), at(0, 0, Heading::W)] {
        assert!(matches!(judge(&[off], off, Goal::At(off)), Err(Flaw::BodyOffMap { step: 0, .. })));
    }
    let turn = [at(2, 0, Heading::E), at(2, 0, Heading::S)];
    let wall = Flaw::Blocked { step: 1, cell: Cell::new(3, 1) };
    assert_eq!(judge(&turn, turn[0], Goal::At(turn[1])), Err(wall));
    let wade = at(3, 0, Heading::E);
    let water = Flaw::Forbidden { step: 0, cell: Cell::new(4, 0), ground: b'W' };
    assert_eq!(judge(&[wade], wade, Goal::At(wade)), Err(water));
}

/// A world with three tanks, one of which moves; whatever is changed in what it recorded is found.
#[test]
fn ticks_of_worlds() {
    let mut world = World::new(Terrain::new(20, 9).unwrap(), Settings::default());
    let tank = world.add_kind(BodyKind::preset("tank").unwrap());
    let places = [(1, 1), (1, 5), (1, 7)];
    let units = places.map(|(x, y)| world.add_unit(tank, (x, y, Heading::E)).unwrap());
    world.send(units[0], (15, 1)).unwrap();
    let kinds: Vec<_> = world.kinds().cloned().collect();
    let terrain = world.terrain().clone();
    let ticks: Vec<Tick> = (0..6).map(|_| world.tick(10_000).clone()).collect();
    let judge = |ticks: &[Tick]| {
        let mut judge = check::Traffic::new();
        ticks.iter().try_for_each(|tick| judge.tick(&terrain, &kinds, tick))
    };
    assert_eq!(judge(&ticks), Ok(()));
    let moving = ticks.iter().position(|tick| tick.spans.iter().any(|span| span.step.is_some()));
    let moving = moving.expect("a unit was sent");
    // The same ticks, one of them changed.
    let changed = |number: usize, change: &dyn Fn(&mut Tick)| {
        let mut ticks = ticks.clone();
        change(&mut ticks[number]);
        judge(&ticks)
    };
    fn of(tick: &mut Tick, unit: UnitId) -> &mut Span {
        tick.spans.iter_mut().find(|span| span.unit == unit).expect("every unit is somewhere")
    }
    let gap = |flaw: Result<(), Flaw>| matches!(flaw, Err(Flaw::Gap { .. }));
    assert!(gap(changed(2, &|tick| tick.begin += 1)));
    assert!(gap(changed(2, &|tick| tick.end = tick.begin)));
    assert!(gap(changed(2, &|tick| of(tick, units[1]).end -= 1)));
    assert!(gap(changed(2, &|tick| of(tick, units[1]).begin += 1)));
    assert!(gap(changed(2, &|tick| of(tick, units[1]).at.x += 1)));
    let walk = ticks[moving].spans.iter().position(|span| span.step.is_some()).unwrap();
    let longer = changed(moving, &|tick| tick.spans[walk].end += 1);
    assert!(matches!(longer, Err(Flaw::WrongTime { .. })), "{longer:?}");
    let unknown = changed(moving, &|tick| tick.spans[walk].step = Some(99));
    assert!(matches!(unknown, Err(Flaw::NoMove { .. })), "{unknown:?}");
    // The second unit stands where the first one is, from the beginning.
    let mut ticks = ticks[..1].to_vec();
    let taken = of(&mut ticks[0], units[0]).at;
    of(&mut ticks[0], units[1]).at = taken;
    assert!(matches!(judge(&ticks), Err(Flaw::Overlap { .. })));
    // And where it cannot stand.
    of(&mut ticks[0], units[1]).at.x = 19;
    assert!(matches!(judge(&ticks), Err(Flaw::BodyOffMap { .. })));
    // The third stands where the second is, while the first is elsewhere.
    for unit in [units[1], units[2]] {
        of(&mut ticks[0], unit).at = Placement::new(1, 5, Heading::E);
    }
    let flaw = judge(&ticks).unwrap_err();
    assert!(matches!(flaw, Flaw::Overlap { cell: Cell { y: 5, .. }, .. }), "{flaw:?}");
    of(&mut ticks[0], units[2]).at.x = 19;
    assert!(matches!(judge(&ticks), Err(Flaw::BodyOffMap { .. })));
}

#[test]
fn edges_of_graphs() {
    let edges = [(0, 1, 1.0), (1, 2, 2.0), (0, 1, 0.5), (2, 0, 4.0)];
    let mut graph = Graph::from_edges(3, edges).unwrap();
    let judged =
        |graph: &Graph, edges: &[u32], from, to| check::graph_edges(graph, edges, from, to);
    assert_eq!(judged(&graph, &[0, 1], 0, 2), Ok(Cost::from(3)));
    assert_eq!(judged(&graph, &[2, 1, 3], 0, 0), Ok(Cost::try_from(6.5).unwrap()));
    assert_eq!(judged(&graph, &[], 1, 1), Ok(Cost::ZERO));
    assert_eq!(
        judged(&graph, &[1], 0, 2),
        Err(Flaw::NoMove { step: 1 }),
        "it does not begin there"
    );
    assert_eq!(judged(&graph, &[0, 3], 0, 0), Err(Flaw::NoMove { step: 2 }), "they do not meet");
    assert_eq!(
        judged(&graph, &[0, 9], 0, 2),
        Err(Flaw::NoMove { step: 2 }),
        "there is no such edge"
    );
    assert_eq!(judged(&graph, &[0], 0, 2), Err(Flaw::WrongEnd(End::Goal)));
    graph.close(0).unwrap();
    assert_eq!(judged(&graph, &[0, 1], 0, 2), Err(Flaw::NoMove { step: 1 }), "it is closed");
}

#[test]
fn units_that_pass_each_other() {
    let cells = |row: &[(u32, u32)]| row.iter().map(|&cell| cell.into()).collect::<Vec<Cell>>();
    let conflicts = |paths: &[Vec<Cell>]| check::conflicts(&Plan::new(paths.to_vec()));
    // The second and the third change places; the first stands by.
    let paths = [cells(&[(0, 0)]), cells(&[(1, 0), (2, 0)]), cells(&[(2, 0), (1, 0)])];
    let found = conflicts(&paths);
    let all: Vec<_> =
        found.iter().map(|it| (it.time, it.first, it.second, it.cell, it.passing)).collect();
    assert_eq!(all, [(1, 1, 2, Cell::new(2, 0), true)]);
    // Two follow each other in a circle of three: nobody passes anybody.
    let paths = [cells(&[(0, 0), (1, 0)]), cells(&[(1, 0), (1, 1)]), cells(&[(1, 1), (0, 0)])];
    assert!(conflicts(&paths).is_empty());
    let paths = [cells(&[(0, 0), (1, 1)]), cells(&[(3, 3)]), cells(&[(2, 1), (1, 1)])];
    let met: Vec<_> =
        conflicts(&paths).iter().map(|it| (it.first, it.second, it.passing)).collect();
    assert_eq!(met, [(0, 2, false)]);
}

#[test]
fn squares_that_cut_corners() {
    let rules = Rules::default().corners(Corners::Always);
    let grid = Grid::from_rows(["..#.", "....", "....", "...."]).unwrap().with_rules(rules);
    let judged = |from: (u32, u32), to: (u32, u32), side| {
        let mut judge = check::Squares::new();
        judge.tick(&grid, [Some((from.into(), side))]).unwrap();
        judge.tick(&grid, [Some((to.into(), side))])
    };
    // Beside the wall: the rule lets one cell pass, but nothing larger.
    assert_eq!(judged((1, 0), (2, 1), 1), Ok(()));
    let flaw = judged((0, 0), (1, 1), 2).unwrap_err();
    assert!(matches!(flaw, Flaw::OfUnit { flaw, .. } if matches!(*flaw, Flaw::Diagonal { .. })));
    assert_eq!(judged((0, 1), (1, 2), 2), Ok(()));
}
