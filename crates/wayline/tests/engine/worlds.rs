//! Worlds: many units, edits all the time; the judge watches every tick, and every plan is compared with
//! a search from scratch.

use crate::bodies::{fitting, random_goals};
use crate::body_oracle::{Truth, random_kind, random_placement, random_terrain};
use crate::oracle::{Random, effort};
use std::sync::Arc;
use wayline::body::{
    BodyKind, BodyQuery, Edit, Footprint, Goal, Heading, Method, PlanState, Rule, Settings,
    Terrain, Tick, UnitId, World, WorldEvent,
};
use wayline::{Cell, Cost, Workspace, check, search};

/// What came of a world.
#[derive(Default, Debug)]
struct Seen {
    ticks: u64,
    plans: u64,
    exact: u64,
    around: u64,
    partial: u64,
    aside: u64,
    moves: u64,
    arrived: u64,
    stuck: u64,
    deadlocks: u64,
    held: u64,
}

/// A world with random units and edits, judged in every tick; what happened in all of them.
fn run(seed: u64, side: u64, ticks: u64, seen: &mut Seen) -> Vec<Tick> {
    let random = &mut Random(seed);
    let terrain = random_terrain(random, side);
    let settings = Settings::default()
        .tick(1 + random.below(25) as u32)
        .patience(random.below(60) as u32)
        .detour(random.below(400) as u32)
        .effort(10 + random.below(3_000))
        .sight(random.below(12) as u32)
        .audit(true);
    let mut world = World::new(terrain, settings);
    let kind_ids: Vec<_> =
        (0..1 + random.below(3)).map(|_| world.add_kind(random_kind(random))).collect();
    let kinds: Vec<Arc<BodyKind>> = world.kinds().cloned().collect();
    let mut judge = check::Traffic::new();
    let mut work = Workspace::new();
    let mut all = Vec::new();
    let mut units: Vec<UnitId> = Vec::new();
    let budget = [200, 3_000, u64::MAX][random.below(3) as usize];
    let shared = random_goals(random, &Truth::new(world.terrain(), &kinds[0]));
    for tick in 0..ticks {
        // Units come, go, and are sent elsewhere.
        if units.len() < 12 && (tick < 20 || random.below(10) == 0) {
            let kind = kind_ids[random.below(kind_ids.len() as u64) as usize];
            if let Ok(unit) = world
                .add_unit(kind, fitting(random, &Truth::new(world.terrain(), &kinds[kind.index()])))
            {
                units.push(unit);
            }
        }
        if !units.is_empty() {
            let i = random.below(units.len() as u64) as usize;
            match random.below(20) {
                0 => world.remove_unit(units.swap_remove(i)).unwrap(),
                1 => world.halt(units[i]).unwrap(),
                2..=8 => {
                    let kind = &kinds[world.unit(units[i]).unwrap().kind().index()];
                    let goals = random_goals(random, &Truth::new(world.terrain(), kind));
                    let goals = if random.below(2) == 0 { &shared } else { &goals };
                    world.send_to_nearest(units[i], goals).unwrap();
                }
                _ => {}
            }
        }
        for _ in 0..random.below(3) {
            let cell = random_placement(random, world.terrain()).cell();
            let edit = match random.below(6) {
                0 if random.below(2) == 0 => {
                    Edit::replace(cell, b".SWH9R"[random.below(6) as usize])
                }
                0 => Edit::ground(cell, b".SWH9R"[random.below(6) as usize]),
                1 => Edit::Elevation(cell, random.below(4) as i32),
                2 | 3 => Edit::block(cell),
                _ => Edit::free(cell),
            };
            world.edit(edit).unwrap();
        }
        all.push(world.tick(budget).clone());
        judge.tick(world.terrain(), &kinds, world.last_tick()).unwrap();
        look_at(&world, &mut work, seen);
    }
    all
}

/// Every event and every plan is as it should be.
fn look_at(world: &World, work: &mut Workspace, seen: &mut Seen) {
    seen.ticks += 1;
    for event in &world.last_tick().events {
        match event {
            WorldEvent::Planned { state, cost, scratch, .. } => {
                seen.plans += 1;
                let scratch = scratch.unwrap();
                match state {
                    PlanState::Exact | PlanState::Around if cost.is_some() => {
                        assert_eq!(*cost, scratch.cost, "{event:?}");
                    }
                    PlanState::NoPath => assert_eq!(scratch.cost, None, "{event:?}"),
                    _ => assert_eq!(*cost, None, "{event:?}"),
                }
            }
            WorldEvent::Moves { .. } => seen.moves += 1,
            WorldEvent::Arrived { .. } => seen.arrived += 1,
            WorldEvent::Stuck { .. } => seen.stuck += 1,
            WorldEvent::Deadlock { units } => {
                seen.deadlocks += 1;
                // Each waits for the next, and the last for the first.
                for (i, &unit) in units.iter().enumerate() {
                    let next = units[(i + 1) % units.len()];
                    assert_eq!(world.unit(unit).unwrap().waits_for().unwrap().0, next);
                }
            }
            WorldEvent::EditHeld { .. } => seen.held += 1,
            _ => {}
        }
    }
    for unit in world.units() {
        let map = world.map(unit.kind()).unwrap();
        let goals = world.goals(unit.id()).unwrap();
        let path = unit.path();
        if let Some(&first) = path.first() {
            assert_eq!(first, unit.next_placement());
            let end = [(*path.last().unwrap()).into()];
            let cost = check::body_path(world.terrain(), map.kind(), path, first, &end).unwrap();
            assert_eq!(cost, Cost::from(unit.remaining()));
        }
        match unit.plan() {
            PlanState::Exact => {
                seen.exact += 1;
                let query = BodyQuery::to_nearest(unit.next_placement(), goals);
                let best = search(map, &query, work).unwrap();
                assert_eq!(best.cost, Cost::from(unit.remaining()), "{unit:?}");
                let judged = check::body_path(
                    world.terrain(),
                    map.kind(),
                    path,
                    unit.next_placement(),
                    goals,
                );
                assert_eq!(judged, Ok(best.cost));
            }
            PlanState::NoPath => {
                let query = BodyQuery::to_nearest(unit.next_placement(), goals);
                assert!(!search(map, &query, work).unwrap().is_found(), "{unit:?}");
            }
            PlanState::Around => seen.around += 1,
            PlanState::Partial => seen.partial += 1,
            PlanState::Aside => seen.aside += 1,
            _ => assert!(path.is_empty()),
        }
    }
}

#[test]
fn random_worlds_before_the_judge() {
    let mut seen = Seen::default();
    for seed in 0..40 * effort().min(300) {
        let side = if seed % 3 == 0 { 30 } else { 14 };
        let ticks = run(seed, side, 100, &mut seen);
        // The same again, from the beginning.
        if seed % 4 == 0 {
            assert_eq!(ticks, run(seed, side, 100, &mut Seen::default()));
        }
    }
    println!("{seen:?}");
    let Seen {
        plans, exact, around, partial, aside, moves, arrived, stuck, deadlocks, held, ..
    } = seen;
    println!("{deadlocks} deadlocks");
    for count in [plans, exact, around, partial, aside, moves, arrived, stuck, held] {
        assert!(count > 0, "something never happened");
    }
}

/// One that cannot move on small maps, and so does not step aside.
pub(crate) fn statue() -> BodyKind {
    let statue = BodyKind::builder("statue", Footprint::rectangle(1, 1).unwrap());
    statue.rule(Rule::step(16, 0, 10)).build().unwrap()
}

fn tanks(rows: &[&str], settings: Settings) -> (World, wayline::body::KindId) {
    let mut world = World::new(Terrain::from_rows(rows).unwrap(), settings);
    let tank = world.add_kind(BodyKind::preset("tank").unwrap());
    (world, tank)
}

#[test]
fn head_on_in_a_corridor_is_a_deadlock() {
    let (mut world, tank) = tanks(&["..............", "##############"], Settings::default());
    let one = world.add_unit(tank, (0, 0, Heading::E)).unwrap();
    let other = world.add_unit(tank, (12, 0, Heading::E)).unwrap();
    world.send(one, (12, 0, Heading::E)).unwrap();
    world.send(other, (0, 0, Heading::E)).unwrap();
    let mut deadlocks = Vec::new();
    for _ in 0..60 {
        deadlocks.extend(world.tick(100_000).events.iter().cloned());
    }
    deadlocks.retain(|event| matches!(event, WorldEvent::Deadlock { .. }));
    // Said once.
    assert_eq!(deadlocks, [WorldEvent::Deadlock { units: vec![one, other] }]);
    assert_eq!(world.unit(one).unwrap().waits_for().unwrap().0, other);
}

#[test]
fn who_waits_for_one_that_stays_is_stuck() {
    let (mut world, tank) = tanks(&["..............", "##############"], Settings::default());
    let one = world.add_unit(tank, (0, 0, Heading::E)).unwrap();
    let other = world.add_unit(tank, (6, 0, Heading::E)).unwrap();
    world.send(one, (12, 0, Heading::E)).unwrap();
    let mut stuck = 0;
    for _ in 0..40 {
        let events = &world.tick(100_000).events;
        stuck +=
            events.iter().filter(|&e| *e == WorldEvent::Stuck { unit: one, behind: other }).count();
    }
    assert_eq!(stuck, 1);
    // It leaves, and the way is free.
    world.send(other, (12, 0, Heading::E)).unwrap();
    world.send(one, (10, 0, Heading::E)).unwrap();
    for _ in 0..40 {
        world.tick(100_000);
    }
    assert!(world.unit(one).unwrap().has_arrived() && world.unit(other).unwrap().has_arrived());
}

#[test]
fn a_unit_goes_around_one_that_stays() {
    let rows = ["..............", "..............", "..............", ".............."];
    let (mut world, tank) = tanks(&rows, Settings::default().patience(20));
    let one = world.add_unit(tank, (0, 1, Heading::E)).unwrap();
    world.add_unit(tank, (6, 1, Heading::E)).unwrap();
    world.send(one, (11, 1, Heading::E)).unwrap();
    let mut around = 0;
    for _ in 0..60 {
        let tick = world.tick(100_000);
        around += tick
            .events
            .iter()
            .filter(|e| matches!(e, WorldEvent::Planned { state: PlanState::Around, .. }))
            .count();
    }
    assert!(around > 0 && world.unit(one).unwrap().has_arrived());
}

#[test]
fn a_door_does_not_close_on_somebody() {
    let (mut world, tank) = tanks(&["..............", "##############"], Settings::default());
    let unit = world.add_unit(tank, (4, 0, Heading::E)).unwrap();
    world.edit(Edit::block((5, 0))).unwrap();
    world.edit(Edit::free((5, 0))).unwrap();
    world.edit(Edit::block((5, 0))).unwrap();
    let held = WorldEvent::EditHeld { edit: Edit::block((5, 0)), unit };
    assert!(world.tick(1000).events.contains(&held));
    assert!(!world.tick(1000).events.contains(&held), "said once");
    world.send(unit, (9, 0, Heading::E)).unwrap();
    for _ in 0..10 {
        world.tick(1000);
    }
    assert!(world.terrain().is_blocked((5, 0)) && world.unit(unit).unwrap().has_arrived());
}

#[test]
fn a_small_budget_leaves_partial_plans_and_still_gets_there() {
    let (mut world, tank) = tanks(&["............"; 12], Settings::default());
    let units: Vec<_> =
        (0..4).map(|i| world.add_unit(tank, (0, 3 * i, Heading::E)).unwrap()).collect();
    for (i, &unit) in units.iter().enumerate() {
        world.send(unit, (10, 3 * i as u32, Heading::W)).unwrap();
    }
    let mut partial = 0;
    for _ in 0..400 {
        let tick = world.tick(8);
        assert!(tick.expanded <= 8);
        partial += world.units().filter(|unit| unit.plan() == PlanState::Partial).count();
    }
    assert!(partial > 0);
    assert!(
        world.units().all(|unit| unit.has_arrived()),
        "{:?}",
        world.units().collect::<Vec<_>>()
    );
}

#[test]
fn units_with_one_goal_share_a_field() {
    let (mut world, tank) = tanks(&["............................"; 20], Settings::default());
    let units: Vec<_> =
        (0..6).map(|i| world.add_unit(tank, (0, 3 * i, Heading::E)).unwrap()).collect();
    for &unit in &units {
        world.send(unit, "25,10~6".parse::<wayline::body::Goal>().unwrap()).unwrap();
    }
    world.tick(1_000_000);
    assert!(units.iter().all(|&unit| world.method(unit) == Ok(Some(Method::Field))));
    let alone = world.add_unit(tank, (0, 18, Heading::E)).unwrap();
    world.send(alone, (20, 18)).unwrap();
    world.tick(1_000_000);
    assert_eq!(world.method(alone), Ok(Some(Method::Paths)));
}

#[test]
fn there_must_be_room() {
    let (mut world, tank) = tanks(&["....#.", "......"], Settings::default());
    world.add_unit(tank, (0, 0, Heading::E)).unwrap();
    for (at, why) in [
        ((1, 0, Heading::E), "there is no room at 1,0,E: unit 0 is on 1,0"),
        ((3, 0, Heading::E), "there is no room at 3,0,E: the tank does not fit on the map there"),
        ((9, 9, Heading::E), "there is no room at 9,9,E: the tank does not fit on the map there"),
    ] {
        assert_eq!(world.add_unit(tank, at).unwrap_err().to_string(), why);
    }
    let unit = world.add_unit(tank, (2, 1, Heading::E)).unwrap();
    assert!(world.send(unit, (6, 0)).is_err() && world.edit(Edit::block((6, 0))).is_err());
    world.remove_unit(unit).unwrap();
    assert!(world.remove_unit(unit).is_err() && world.unit(unit).is_err());
    assert_eq!(world.holder((2, 1)), None);
}

/// A path around others that needs more than a tick's budget is searched for over several ticks, and
/// what the budget cut off is not called exact.
#[test]
fn a_path_around_others_may_take_several_ticks() {
    for (budget, is_cut) in [(1, true), (10, true), (1_000, false)] {
        let mut world = World::new(Terrain::new(6, 3).unwrap(), Settings::default());
        let tank = world.add_kind(BodyKind::preset("tank").unwrap());
        let statue = world.add_kind(statue());
        let unit = world.add_unit(tank, (0, 1, Heading::E)).unwrap();
        world.add_unit(statue, (2, 1, Heading::E)).unwrap();
        world.send(unit, (4, 1)).unwrap();
        let mut cut = 0;
        for _ in 0..1_000 {
            let tick = world.tick(budget);
            assert!(tick.expanded <= budget, "{} of {budget}", tick.expanded);
            for event in &tick.events {
                if let WorldEvent::Planned { around: true, cost: None, state, .. } = event {
                    assert_eq!(*state, PlanState::Partial, "{event:?}");
                    cut += 1;
                }
            }
        }
        assert!(world.unit(unit).unwrap().has_arrived(), "{budget}: {:?}", world.unit(unit));
        assert_eq!(cut > 0, is_cut, "{budget}");
    }
}

/// A cell that becomes another ground is free; one whose ground changes stays as blocked as it was.
#[test]
fn a_blocked_cell_may_become_a_road() {
    let mut world =
        World::new(Terrain::from_rows(["..#..", "#####"]).unwrap(), Settings::default());
    let king = world.add_kind(BodyKind::preset("king").unwrap());
    let unit = world.add_unit(king, (0, 0, Heading::E)).unwrap();
    world.send(unit, (4, 0)).unwrap();
    world.edit(Edit::ground((2, 0), b'R')).unwrap();
    world.tick(1_000);
    assert!(world.terrain().is_blocked((2, 0)));
    assert_eq!(world.unit(unit).unwrap().plan(), PlanState::NoPath);
    world.edit(Edit::replace((2, 0), b'R')).unwrap();
    for _ in 0..10 {
        world.tick(1_000);
    }
    assert_eq!(world.terrain().ground((2, 0)), Some(b'R'));
    assert!(world.unit(unit).unwrap().has_arrived());
    // Nobody stands on ground that they could not be on.
    world.edit(Edit::replace((4, 0), b'W')).unwrap();
    assert!(
        world.tick(1_000).events.iter().any(|event| matches!(event, WorldEvent::EditHeld { .. }))
    );
}

/// Whatever is sent where and edited meanwhile, a tick never does more than it was given, and a stated slice.
#[test]
fn a_tick_keeps_to_its_budget() {
    let names = ["tank", "cart", "infantry", "king"];
    for (run, budget) in [0, 50, 400, 2_000, 10_000, 60_000].into_iter().enumerate() {
        let mut random = Random(700 + run as u64);
        let side = 96;
        let mut terrain = Terrain::new(side, side).unwrap();
        for y in (8..side).step_by(12) {
            // Walls with doors, so that units meet in passages.
            for x in (0..side).filter(|x| x % 16 > 4) {
                terrain.set_blocked((x, y), true).unwrap();
            }
        }
        let mut world = World::new(terrain, Settings::default());
        let kinds = names.map(|name| world.add_kind(BodyKind::preset(name).unwrap()));
        let mut cell = |world: &World| loop {
            let at = Cell::new(random.below(side as u64) as u32, random.below(side as u64) as u32);
            if !world.terrain().is_blocked(at) {
                return at;
            }
        };
        let mut units = Vec::new();
        while units.len() < 60 {
            let Cell { x, y } = cell(&world);
            units.extend(world.add_unit(kinds[units.len() % 4], (x, y, Heading::E)));
        }
        let goals: Vec<Cell> = (0..5).map(|_| cell(&world)).collect();
        let list: Vec<_> = world.kinds().cloned().collect();
        let mut judge = check::Traffic::new();
        let (mut work, mut put_off, mut making_way) = (0, 0, 0);
        for tick in 0..120 {
            // Half of them share goals; all are sent elsewhere twice.
            if tick % 50 == 0 {
                for (i, &unit) in units.iter().enumerate() {
                    match i % 2 {
                        0 => {
                            let cell = goals[(i / 8 + tick) % 5];
                            world.send(unit, Goal::Near { cell, reach: 4 }).unwrap();
                        }
                        _ => world.send(unit, cell(&world)).unwrap(),
                    }
                }
            }
            for _ in 0..if tick % 7 == 0 { 12 } else { 1 } {
                let at = Cell::new((tick * 37 % 96) as u32, cell(&world).y);
                let blocked = world.terrain().is_blocked(at);
                world.edit(if blocked { Edit::free(at) } else { Edit::block(at) }).unwrap();
            }
            let done = world.tick(budget);
            assert!(
                done.work() <= budget + budget / 5 + World::SLICE,
                "tick {tick} of {budget}: {} + {} + {}",
                done.expanded,
                done.repaired,
                done.making_way
            );
            assert!(done.expanded + done.repaired <= budget + budget / 5, "{budget}, tick {tick}");
            (work, put_off) = (work + done.work(), put_off + done.put_off);
            making_way += done.making_way;
            judge.tick(world.terrain(), &list, world.last_tick()).unwrap();
        }
        println!("{budget}: {work} in all, {making_way} making way, {put_off} put off");
        assert!(budget > 10_000 || put_off > 0, "{budget} is not too little");
        let moved = units.iter().filter(|&&unit| world.unit(unit).unwrap().has_arrived()).count();
        assert!(budget < 2_000 || moved > 10, "{moved} arrived with {budget}");
    }
}
