//! Crowds arrive: the judge watches every tick of every situation.

use crate::oracle::effort;
use crate::situations::{Situation, five_places, small, swap, swap_through, tanks, two_doors};
use std::sync::Arc;
use wayline::body::{
    BodyKind, Goal, Heading, PlanState, Settings, Terrain, UnitId, World, WorldEvent,
};
use wayline::check;

/// What came of a situation.
struct Outcome {
    wanted: usize,
    arrived: usize,
    /// When the last one had.
    time: u64,
    bound: u64,
    asides: usize,
    /// How many began to move in the first tick.
    at_once: usize,
}

/// Runs a situation until everybody has arrived, for this many times what it takes at least, at most.
fn run(situation: &Situation, grouped: bool, times: u64) -> Outcome {
    let (least, most, has_path) = situation.alone();
    let bound = situation.bound(least, most);
    let (mut world, units) = situation.world(Settings::default());
    for (members, goal) in &situation.orders {
        let members: Vec<UnitId> = members.iter().map(|&member| units[member]).collect();
        if grouped {
            let places = world.send_group(&members, *goal).unwrap();
            assert_apart(&world, &members, &places);
        } else {
            members.iter().for_each(|&unit| world.send(unit, *goal).unwrap());
        }
    }
    let kinds: Vec<Arc<BodyKind>> = world.kinds().cloned().collect();
    let mut judge = check::Traffic::new();
    let wanted: Vec<UnitId> = situation
        .orders
        .iter()
        .flat_map(|order| &order.0)
        .filter(|&&u| has_path[u])
        .map(|&u| units[u])
        .collect();
    let mut moved = vec![None; units.len()];
    let mut asides = 0;
    while world.now() < times * bound + 1_000 {
        let tick = world.tick(100_000);
        for event in &tick.events {
            match event {
                WorldEvent::StepsAside { .. } => asides += 1,
                WorldEvent::Moves { unit, .. } => {
                    _ = moved[unit.index()].get_or_insert(tick.number)
                }
                _ => {}
            }
        }
        judge.tick(world.terrain(), &kinds, world.last_tick()).unwrap();
        if wanted.iter().all(|&unit| world.unit(unit).unwrap().has_arrived()) {
            break;
        }
    }
    let arrived = wanted.iter().filter(|&&unit| world.unit(unit).unwrap().has_arrived()).count();
    let at_once = wanted.iter().filter(|unit| moved[unit.index()] == Some(0)).count();
    let (wanted, time) = (wanted.len(), world.now());
    println!("{}: {arrived}/{wanted} at {time}, at least {bound}, {asides} asides", situation.name);
    Outcome { wanted, arrived, time, bound, asides, at_once }
}

/// No two places of a group cover the same cell, and all are free.
fn assert_apart(world: &World, members: &[UnitId], places: &[wayline::body::Placement]) {
    let mut taken = Vec::new();
    for (&unit, &place) in members.iter().zip(places) {
        let map = world.map(world.unit(unit).unwrap().kind()).unwrap();
        assert!(map.fits(place));
        taken.extend(map.kind().footprint().at(place));
    }
    let cells = taken.len();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), cells);
}

#[test]
fn everybody_arrives_in_small_situations() {
    for grouped in [true, false] {
        let (mut wanted, mut arrived, mut in_time, mut asides) = (0, 0, 0, 0);
        let seeds = if grouped { 50 } else { 15 } * effort().min(20);
        for seed in 0..seeds {
            let outcome = run(&small(seed), grouped, 12);
            (wanted, arrived) = (wanted + outcome.wanted, arrived + outcome.arrived);
            asides += outcome.asides;
            in_time += (outcome.time * 10 <= outcome.bound * 13) as u64;
        }
        println!(
            "grouped {grouped}: {arrived} of {wanted}; {in_time} of {seeds} situations in time"
        );
        assert!(arrived * 100 >= wanted * 99, "{arrived} of {wanted}");
        assert!(asides > 0);
    }
}

/// The large ones take a minute without optimisation: the first is always run, the others in the long form.
#[test]
fn everybody_arrives_in_large_situations() {
    let outcome = run(&tanks(1), true, 2);
    assert_eq!(outcome.arrived, outcome.wanted);
    assert!(outcome.at_once * 10 >= outcome.wanted * 9, "{} started at once", outcome.at_once);
    // Tanks alone, and tanks among infantry.
    for seed in 1..1 + 2 * effort().min(4) {
        let outcome = run(&swap(seed), true, 4);
        assert_eq!(outcome.arrived, outcome.wanted, "swap, seed {seed}");
    }
    if effort() > 1 {
        for situation in [five_places(1), two_doors(1)] {
            let outcome = run(&situation, true, 4);
            assert_eq!(outcome.arrived, outcome.wanted, "{}", situation.name);
        }
    }
}

/// Two crowds swap halls through corridors of several widths, in several sizes: those who have room for two
/// keep right, the others take turns.
#[test]
fn crowds_that_swap_arrive() {
    let sorts: [(u32, &[usize]); 9] = [
        (1, &[0]),
        (2, &[0]),
        (2, &[1]),
        (3, &[0, 1]),
        (4, &[1]),
        (4, &[0, 1, 2]),
        (5, &[1]),
        (6, &[0, 1]),
        (8, &[2]),
    ];
    for (across, kinds) in sorts {
        for seed in 0..effort().min(8) {
            let outcome = run(&swap_through(seed, across, kinds, 20), true, 4);
            assert_eq!(outcome.arrived, outcome.wanted, "{kinds:?} through {across}, seed {seed}");
        }
    }
}

/// Two crowds that meet in a corridor: the judge finds nothing, and it is the same again.
#[test]
fn crowds_that_swap_are_judged_and_repeat() {
    let ticks = [0, 1].map(|_| {
        let situation = swap(1);
        let (mut world, units) = situation.world(Settings::default());
        for (members, goal) in &situation.orders {
            let members: Vec<UnitId> = members.iter().map(|&member| units[member]).collect();
            world.send_group(&members, *goal).unwrap();
        }
        let kinds: Vec<Arc<BodyKind>> = world.kinds().cloned().collect();
        let mut judge = check::Traffic::new();
        let run = (0..40).map(|_| {
            world.tick(100_000);
            judge.tick(world.terrain(), &kinds, world.last_tick()).unwrap();
            world.last_tick().clone()
        });
        run.collect::<Vec<_>>()
    });
    assert!(ticks[0] == ticks[1]);
    let moved = ticks[0].iter().flat_map(|tick| &tick.events);
    assert!(moved.filter(|event| matches!(event, WorldEvent::Moves { .. })).count() > 1_000);
}

fn hall(rows: &[&str]) -> (World, wayline::body::KindId) {
    let mut world = World::new(Terrain::from_rows(rows).unwrap(), Settings::default());
    let tank = world.add_kind(BodyKind::preset("tank").unwrap());
    (world, tank)
}

#[test]
fn who_idles_steps_aside_and_comes_back() {
    let rows = ["####....####", "............", "####....####"];
    let (mut world, tank) = hall(&rows);
    let idle = world.add_unit(tank, (5, 1, Heading::E)).unwrap();
    let unit = world.add_unit(tank, (0, 1, Heading::E)).unwrap();
    world.send(unit, (10, 1, Heading::E)).unwrap();
    let mut asides = Vec::new();
    let mut was_aside = false;
    for _ in 0..120 {
        let tick = world.tick(100_000);
        asides.extend(
            tick.events.iter().filter(|e| matches!(e, WorldEvent::StepsAside { .. })).cloned(),
        );
        let other = world.unit(idle).unwrap();
        was_aside |= other.plan() == PlanState::Aside;
        // It was not sent anywhere, so it arrives nowhere.
        assert!(!other.has_arrived() && world.goals(idle).unwrap().is_empty());
    }
    assert!(was_aside);
    assert_eq!(asides[0], WorldEvent::StepsAside { unit: idle, behind: unit, circle: Vec::new() });
    assert!(world.unit(unit).unwrap().has_arrived());
    assert_eq!(world.unit(idle).unwrap().placement(), (5, 1, Heading::E).into());
}

#[test]
fn who_meets_head_on_backs_into_the_side_room() {
    let rows = ["########....########", "########....########", "...................."];
    // Nobody looks for a path around the other.
    let settings = Settings::default().patience(u32::MAX);
    let mut world = World::new(Terrain::from_rows(rows).unwrap(), settings);
    let tank = world.add_kind(BodyKind::preset("tank").unwrap());
    let one = world.add_unit(tank, (4, 2, Heading::E)).unwrap();
    let other = world.add_unit(tank, (15, 2, Heading::W)).unwrap();
    world.send(one, (18, 2, Heading::E)).unwrap();
    world.send(other, (1, 2, Heading::W)).unwrap();
    let mut circles = 0;
    for _ in 0..200 {
        let events = &world.tick(100_000).events;
        circles += events
            .iter()
            .filter(|e| matches!(e, WorldEvent::StepsAside { circle, .. } if circle.len() == 2))
            .count();
    }
    assert!(circles > 0, "the deadlock is broken, and reported");
    assert!([one, other].iter().all(|&unit| world.unit(unit).unwrap().has_arrived()));
}

#[test]
fn a_group_without_room_is_refused() {
    let (mut world, tank) = hall(&["....", "####"]);
    let one = world.add_unit(tank, (0, 0, Heading::E)).unwrap();
    let other = world.add_unit(tank, (2, 0, Heading::E)).unwrap();
    assert_eq!(world.send_group(&[one], (1, 0)).unwrap().len(), 1);
    let error = world.send_group(&[one, other], Goal::Near { cell: (0, 1).into(), reach: 0 });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("a group of 2"), "{error}");
}
