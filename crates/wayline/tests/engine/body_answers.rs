//! What searches for bodies answer beside the cost: limits, slices, bad rules, other algorithms.

use crate::body_oracle::{random_kind, random_placement, random_terrain};
use crate::oracle::Random;
use wayline::body::{
    Area, BodyKind, BodyMap, BodyQuery, Estimate, Footprint, Goal, GoalField, Heading, Occupancy,
    Placement, Rule, Sweep, Terrain,
};
use wayline::{
    Algorithm, BodyError, Cell, Cost, Grid, Guarantee, Limit, Limits, Outcome, Query, QueryError,
    Search, Workspace, algorithms, check, search,
};

fn map(kind: &str, rows: &[&str]) -> (Terrain, BodyMap) {
    let terrain = Terrain::from_rows(rows).unwrap();
    let map = BodyMap::new(BodyKind::preset(kind).unwrap(), &terrain);
    (terrain, map)
}

#[test]
fn a_car_turns_round_in_three_moves() {
    let rows = ["##......##", "##......##", "..........", "##......##", "##......##"];
    let (terrain, map) = map("car", &rows);
    let (from, to) = (Placement::new(4, 2, Heading::E), Placement::new(4, 2, Heading::W));
    let mut work = Workspace::new();
    let answer = search(&map, &BodyQuery::new(from, to), &mut work).unwrap();
    let backed = answer.path.windows(2).filter(|pair| {
        let (ahead_x, ahead_y) = pair[0].heading.ahead();
        let (dx, dy) = (pair[1].x as i32 - pair[0].x as i32, pair[1].y as i32 - pair[0].y as i32);
        dx * ahead_x + dy * ahead_y < 0
    });
    assert!(backed.count() > 0, "{:?}", answer.path);
    let judged = check::body_path(&terrain, map.kind(), &answer.path, from, &[to.into()]);
    assert_eq!(judged, Ok(answer.cost));
}

#[test]
fn a_ship_stays_on_water() {
    let (_, map) = map("ship", &["WWWWWWWW", "WWW..WWW", "WWWWWWWW"]);
    let mut work = Workspace::new();
    let ahead = BodyQuery::new((0, 0, Heading::E), (5, 0));
    assert_eq!(search(&map, &ahead, &mut work).unwrap().cost, Cost::from(50));
    let across = BodyQuery::new((0, 1, Heading::E), (5, 1, Heading::E));
    assert_eq!(search(&map, &across, &mut work).unwrap().outcome, Outcome::Unreachable);
}

#[test]
fn slices_are_the_same_search() {
    let mut random = Random(5);
    let mut whole = Workspace::new();
    for round in 0..300 {
        let terrain = random_terrain(&mut random, 20);
        let map = BodyMap::new(random_kind(&mut random), &terrain);
        let from = random_placement(&mut random, &terrain);
        let goal = Goal::Pivot(random_placement(&mut random, &terrain).cell());
        let estimate = [Estimate::Field, Estimate::Free, Estimate::Zero][round % 3];
        let query = BodyQuery::new(from, goal).estimate(estimate);
        let expected = search(&map, &query, &mut whole).unwrap();
        let mut slices = Search::new(query);
        let found = loop {
            if let Some(answer) = slices.step(&map, 1 + random.below(9)).unwrap() {
                break answer.into_owned();
            }
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn the_canonical_path_is_the_one_that_a_field_reads() {
    let mut random = Random(12);
    let mut work = Workspace::new();
    let mut others = 0;
    for round in 0..240 {
        let terrain = random_terrain(&mut random, 20);
        let kind = match round % 3 {
            0 => BodyKind::preset("king").unwrap(),
            1 => BodyKind::preset("tank").unwrap(),
            _ => random_kind(&mut random),
        };
        let map = BodyMap::new(kind, &terrain);
        let from = random_placement(&mut random, &terrain);
        let starts: Vec<_> = match round % 2 {
            0 => vec![from],
            _ => Heading::ALL.iter().map(|&it| Placement::new(from.x, from.y, it)).collect(),
        };
        let ends =
            [random_placement(&mut random, &terrain), random_placement(&mut random, &terrain)];
        let goals = match round % 5 {
            0 => vec![Goal::At(ends[0])],
            1 => vec![Goal::Pivot(ends[0].cell()), Goal::At(ends[1])],
            2 => vec![Goal::Near { cell: ends[0].cell(), reach: 1 + round % 2 }],
            _ => vec![Goal::Pivot(ends[0].cell())],
        };
        let mut field = GoalField::new(&map);
        field.aim(&terrain, &map, &goals).unwrap();
        // Of equally cheap starts the first.
        let fitting = starts.iter().filter(|&&start| map.fits(start));
        let best = fitting.filter_map(|&start| Some((field.cost(&map, start)?, start)));
        let best = best.min_by_key(|&(cost, _)| cost);
        let mut path: Vec<Placement> = best.iter().map(|&(_, start)| start).collect();
        while let Some(next) = path.last().and_then(|&at| field.next_step(&map, at)) {
            path.push(next);
        }
        for estimate in [Estimate::Auto, Estimate::Zero, Estimate::Free, Estimate::SharedField] {
            let query = BodyQuery::between(&starts[..], &goals[..]).estimate(estimate);
            let plain = search(&map, &query, &mut work).unwrap().into_owned();
            let canonical = query.clone().canonical();
            let answer = search(&map, &canonical, &mut work).unwrap().into_owned();
            assert_eq!(*answer.path, path, "{round} {estimate}");
            let told = |it: &wayline::Answer<'_, Placement>| (it.outcome, it.cost, it.guarantee);
            assert_eq!(told(&answer), told(&plain));
            others += u32::from(answer.path != plain.path);
            if round % 3 > 0 || estimate == Estimate::SharedField {
                continue;
            }
            for (query, whole) in [(query, plain), (canonical, answer)] {
                let mut slices = Search::new(query);
                let found = loop {
                    if let Some(answer) = slices.step(&map, 1 + random.below(9)).unwrap() {
                        break answer.into_owned();
                    }
                };
                assert_eq!(found, whole);
            }
        }
    }
    assert!(others > 100, "{others}");
}

#[test]
fn the_canonical_path_is_refused_where_there_is_none() {
    let (_, map) = map("king", &["...", "..."]);
    let query = || BodyQuery::new((0, 0, Heading::E), (2, 1)).canonical();
    let others = Occupancy::new(&map);
    let refused = [
        query().backward(),
        query().within(Area::new((0, 0), (1, 1))),
        query().around(&others),
        query().estimate(Estimate::Scaled(0.5)),
    ];
    for query in refused {
        let error = search(&map, &query, &mut Workspace::new()).unwrap_err();
        assert!(error.to_string().contains("canonical"), "{error}");
    }
}

#[test]
fn limits_are_told() {
    let (_, map) = map("tank", &["....................", "...................."]);
    let mut work = Workspace::new();
    let mut ask = |limits: Limits<'_>, estimate: Estimate| {
        let query = BodyQuery::new((0, 0, Heading::E), (15, 0)).limits(limits).estimate(estimate);
        let answer = search(&map, &query, &mut work).unwrap();
        (answer.outcome, answer.stats.expanded)
    };
    for estimate in [Estimate::Field, Estimate::Free, Estimate::Zero, Estimate::Scaled(3.0)] {
        let expansions = Limits::default().expansions(3);
        let (outcome, expanded) = ask(expansions, estimate);
        assert_eq!(outcome, Outcome::Stopped(Limit::Expansions), "{estimate:?}");
        assert!(expanded >= 3 && (expanded == 3 || estimate == Estimate::Field));
        let cost = |most| Limits::default().cost(Cost::from(most));
        assert_eq!(ask(cost(149), estimate).0, Outcome::Stopped(Limit::Cost), "{estimate:?}");
        assert_eq!(ask(cost(150), estimate).0, Outcome::Found);
        let cancelled = std::sync::atomic::AtomicBool::new(true);
        let cancel = Limits::default().cancel(&cancelled);
        assert_eq!(ask(cancel, estimate).0, Outcome::Stopped(Limit::Cancelled));
        let time = Limits::default().time(std::time::Duration::ZERO);
        assert_eq!(ask(time, estimate).0, Outcome::Stopped(Limit::Time));
    }
}

#[test]
fn what_costs_too_much_to_add_up_is_told() {
    let footprint = Footprint::rectangle(1, 1).unwrap();
    let snail =
        BodyKind::builder("snail", footprint).rule(Rule::step(1, 0, 10_000)).build().unwrap();
    let terrain = Terrain::from_rows([vec![b'9'; 33_000]]).unwrap();
    let map = BodyMap::new(snail, &terrain);
    let mut work = Workspace::new();
    for estimate in [Estimate::Field, Estimate::Free, Estimate::Steps, Estimate::Zero] {
        let query = |x| BodyQuery::new((0, 0, Heading::E), (x, 0)).estimate(estimate);
        let near = search(&map, &query(30_000), &mut work).unwrap();
        assert_eq!(near.cost, Cost::from(30_000 * 65_535), "{estimate:?}");
        let far = search(&map, &query(32_999), &mut work).unwrap();
        assert_eq!(far.outcome, Outcome::Stopped(Limit::Cost), "{estimate:?}");
    }
}

#[test]
fn an_inexact_estimate_is_marked() {
    let (_, map) = map("tank", &["........", "........", "........"]);
    let mut work = Workspace::new();
    let query =
        |factor| BodyQuery::new((0, 0, Heading::E), (5, 1)).estimate(Estimate::Scaled(factor));
    assert_eq!(search(&map, &query(1.5), &mut work).unwrap().guarantee, Guarantee::Nothing);
    assert_eq!(search(&map, &query(1.0), &mut work).unwrap().guarantee, Guarantee::Optimal);
}

#[test]
fn every_algorithm_runs_on_placements() {
    let (terrain, map) = map("tank", &["......", "..#...", "......", "......"]);
    let (from, to) = (Placement::new(0, 0, Heading::E), Placement::new(3, 2, Heading::S));
    let best = search(&map, &BodyQuery::new(from, to), &mut Workspace::new()).unwrap().cost;
    let mut work = Workspace::new();
    let optimal = algorithms().iter().filter(|info| info.optimal && !info.prepared);
    let mut ran = 0;
    for info in optimal {
        // The naive queue would walk in circles for a long time.
        if matches!(info.algorithm, Algorithm::Naive | Algorithm::Ida) {
            continue;
        }
        let query = Query::new(from, to).algorithm(info.algorithm);
        match search(&map.placements(), &query, &mut work) {
            Ok(answer) => {
                assert_eq!(answer.cost, best, "{}", info.name);
                let judged =
                    check::body_path(&terrain, map.kind(), &answer.path, from, &[to.into()]);
                assert_eq!(judged, Ok(best));
                ran += 1;
            }
            Err(error) => assert!(matches!(error, QueryError::Unsupported { .. }), "{error}"),
        }
    }
    assert!(ran >= 4, "{ran}");
}

#[test]
fn bad_rules_name_the_field() {
    let footprint = || Footprint::rectangle(2, 1).unwrap();
    let field = |rule: Rule| {
        let builder = BodyKind::builder("bad", footprint()).rule(Rule::step(1, 0, 10)).rule(rule);
        match builder.build() {
            Err(BodyError::BadRule { field, .. }) => field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(field(Rule::step(1, 0, -3)), "moves[1].time");
    assert_eq!(field(Rule::step(1, 0, 0)), "moves[1].time");
    assert_eq!(field(Rule::step(1, 0, 10_001)), "moves[1].time");
    assert_eq!(field(Rule::step(17, 0, 10)), "moves[1].dx");
    assert_eq!(field(Rule::step(0, i32::MIN, 10)), "moves[1].dy");
    assert_eq!(field(Rule::step(0, 0, 10)), "moves[1]");
    assert_eq!(field(Rule::step(1, 0, 10).sweeping(Sweep::Cells(vec![]))), "moves[1].swept");
    let far = Sweep::Cells(vec![(40, 0)]);
    assert_eq!(field(Rule::step(1, 0, 10).sweeping(far)), "moves[1].swept");
    let far = Sweep::Cells(vec![(i32::MIN, i32::MAX)]);
    assert_eq!(field(Rule::step(1, 0, 10).sweeping(far)), "moves[1].swept");
    let error = BodyKind::builder("bad", footprint()).build().unwrap_err();
    assert_eq!(error.to_string(), "moves: there are none: expected at least one");
    let error = BodyKind::builder("bad", footprint()).speed(b'W', f64::NAN).build().unwrap_err();
    assert_eq!(error.to_string(), "terrain.W: NaN: expected a number from 1/256 to 255");
    let error = BodyKind::builder("bad", footprint()).uphill(-1.0).build().unwrap_err();
    assert!(error.to_string().starts_with("uphill"));
    let many =
        (0..33).fold(BodyKind::builder("bad", footprint()), |b, _| b.rule(Rule::step(1, 0, 1)));
    assert!(many.build().unwrap_err().to_string().starts_with("moves: 33 out of heading E"));
    assert!(Footprint::rectangle(17, 1).is_err());
    assert!(Footprint::rectangle(0, 0).is_err());
    assert!(Footprint::new([(0, 0), (i32::MAX, i32::MIN)]).is_err());
    assert!(Terrain::ground_named("lava").is_err());
}

#[test]
fn the_usual_swept_cells_are_those_expected() {
    let swept = |footprint: Footprint, rule: Rule| {
        let kind = BodyKind::builder("any", footprint).rule(rule).build().unwrap();
        kind.moves(Heading::E)[0].swept().to_vec()
    };
    let one = || Footprint::rectangle(1, 1).unwrap();
    let two = || Footprint::rectangle(2, 1).unwrap();
    assert_eq!(swept(one(), Rule::step(3, 0, 1)), [(0, 0), (1, 0), (2, 0), (3, 0)]);
    assert_eq!(swept(one(), Rule::step(1, 1, 1)), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    let king = Rule::step(1, 1, 1).sweeping(Sweep::Ends);
    assert_eq!(swept(one(), king), [(0, 0), (1, 1)]);
    // To the left: a square north-east of the pivot.
    assert_eq!(swept(two(), Rule::turn(1, 1)), [(0, -1), (1, -1), (0, 0), (1, 0)]);
    let sparing = Rule::turn(1, 1).sweeping(Sweep::Ends);
    assert_eq!(swept(two(), sparing), [(0, -1), (0, 0), (1, 0)]);
    let lunge = Rule::step(1, 0, 1).sweeping(Sweep::Cells(vec![(3, 0)]));
    assert_eq!(swept(two(), lunge), [(0, 0), (1, 0), (2, 0), (3, 0)]);
}

#[test]
fn large_bodies_have_their_boards_repaired() {
    // The largest: sixteen by sixteen, swinging its corner over thirty-one by thirty-one cells.
    let kind = BodyKind::builder("castle", Footprint::rectangle(16, 16).unwrap())
        .rule(Rule::step(1, 0, 10))
        .rule(Rule::turn(1, 10))
        .rule(Rule::step(0, 1, 7).sweeping(Sweep::Cells(vec![(-15, -15)])))
        .build()
        .unwrap();
    let mut random = Random(16);
    let mut terrain = Terrain::new(70, 50).unwrap();
    let mut map = BodyMap::new(kind, &terrain);
    for _ in 0..60 {
        let cell = (random.below(70) as u32, random.below(50) as u32);
        terrain.set_blocked(cell, random.below(3) == 0).unwrap();
        map.refresh(&terrain).unwrap();
        let new = BodyMap::new(map.kind().clone(), &terrain);
        for state in 0..map.states() as u32 {
            let at = map.placement(state);
            for index in 0..3 {
                assert_eq!(map.move_cost(at, index), new.move_cost(at, index), "{at} {index}");
            }
        }
    }
}

#[test]
fn grids_become_terrains() {
    let mut grid = Grid::from_rows(["..#", "9.."]).unwrap();
    grid.set_multiplier(Cell::new(1, 1), 1.5).unwrap();
    grid.set_elevation(Cell::new(2, 1), 4).unwrap();
    let terrain = Terrain::from(&grid);
    assert!(terrain.is_blocked((2, 0)) && !terrain.is_blocked((1, 0)));
    assert_eq!(terrain.elevation((2, 1)), 4);
    let speeds = wayline::body::Speeds::default();
    let multiplier = |cell| speeds.multiplier(terrain.ground(cell).unwrap());
    assert_eq!(multiplier((0, 1)), Some(9.0));
    assert_eq!(multiplier((1, 1)), Some(1.5));
    assert_eq!(terrain.edits(), 0);
}

#[test]
fn ends_off_the_map_are_errors() {
    let (_, map) = map("tank", &["...."]);
    let mut work = Workspace::new();
    let off = BodyQuery::new((9, 0, Heading::E), (1, 0));
    assert!(matches!(search(&map, &off, &mut work), Err(QueryError::OffMap { .. })));
    let off = BodyQuery::new((0, 0, Heading::E), (1, 7));
    assert!(matches!(search(&map, &off, &mut work), Err(QueryError::OffMap { .. })));
    let nowhere = BodyQuery::to_nearest((0, 0, Heading::E), &[]);
    assert!(matches!(search(&map, &nowhere, &mut work), Err(QueryError::NoGoal)));
    let far =
        BodyQuery::new((0, 0, Heading::E), Goal::Near { cell: Cell::new(0, 0), reach: u32::MAX });
    assert_eq!(search(&map, &far, &mut work).unwrap().steps(), 0);
}
