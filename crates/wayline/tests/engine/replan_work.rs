//! What replanning takes beside planning: repairs count as expansions.

use crate::oracle::{Random, effort};
use std::collections::HashMap;
use wayline::body::{
    BodyKind, Edit, Heading, PlanState, Settings, Terrain, UnitId, World, WorldEvent,
};

/// What the replans of a world took, and searches that know nothing.
#[derive(Debug, Default)]
struct Sums {
    replans: u64,
    taken: u64,
    scratch: u64,
    /// Those that took more than 1.1 times as much and eight states: nobody knows beforehand what a search takes.
    over: Vec<(u64, u64)>,
}

/// Walls across the map, with doors that open and close, and cells that fall shut or open at random.
fn run(seed: u64, sums: &mut Sums) {
    let mut random = Random(seed);
    let (width, height) = (30 + random.below(40) as u32, 16 + random.below(24) as u32);
    let mut terrain = Terrain::new(width, height).unwrap();
    for _ in 0..random.below(5) * (width * height) as u64 / 60 {
        terrain
            .block((random.below(width as u64) as u32, random.below(height as u64) as u32))
            .unwrap();
    }
    let mut doors = Vec::new();
    for wall in 1..=1 + random.below(3) as u32 {
        let x = wall * width / 5 + random.below(4) as u32;
        (0..height).for_each(|y| terrain.block((x, y)).unwrap());
        for _ in 0..1 + random.below(3) {
            let y = random.below(height as u64 - 4) as u32;
            let door: Vec<(u32, u32)> = (y..y + 4).map(|y| (x, y)).collect();
            door.iter().for_each(|&cell| terrain.free(cell).unwrap());
            doors.push((door, 4 + random.below(20), random.below(20)));
        }
    }
    let settings = Settings::default().audit(true);
    let mut world = World::new(terrain, settings);
    let kinds = ["tank", "cart", "infantry", "king"];
    let kinds = kinds.map(|name| world.add_kind(BodyKind::preset(name).unwrap()));
    let mut units: Vec<UnitId> = Vec::new();
    for i in 0..60 {
        let heading = Heading::ALL[random.below(4) as usize];
        let from = (random.below(width as u64 / 6) as u32, random.below(height as u64) as u32);
        let to = width - 2 - random.below(width as u64 / 6) as u32;
        let to = (to, random.below(height as u64) as u32);
        let Ok(unit) = world.add_unit(kinds[i % 4], (from.0, from.1, heading)) else { continue };
        world.send(unit, to).unwrap();
        units.push(unit);
        if units.len() == 6 {
            break;
        }
    }
    let mut planned: HashMap<UnitId, bool> = HashMap::new();
    for tick in 0..60 {
        for (door, period, delay) in &doors {
            if (tick + delay) % period == 0 {
                let open = (tick + delay) / period % 2 == 0;
                for &cell in door {
                    world.edit(if open { Edit::free(cell) } else { Edit::block(cell) }).unwrap();
                }
            }
        }
        if random.below(6) == 0 {
            let cell = (random.below(width as u64) as u32, random.below(height as u64) as u32);
            let blocked = world.terrain().is_blocked(cell);
            world.edit(if blocked { Edit::free(cell) } else { Edit::block(cell) }).unwrap();
        }
        world.tick(u64::MAX);
        for event in &world.last_tick().events {
            let WorldEvent::Planned {
                unit, state, around, cost, expanded, repaired, scratch, ..
            } = event
            else {
                continue;
            };
            let scratch = scratch.unwrap();
            if *state == PlanState::Exact || *state == PlanState::NoPath {
                assert_eq!(*cost, scratch.cost, "seed {seed}, tick {tick}, unit {unit}");
            }
            let first = planned.insert(*unit, true).is_none();
            let taken = expanded + repaired;
            if !around && (10 * taken > 11 * scratch.expanded + 80) {
                sums.over.push((taken, scratch.expanded));
            }
            if !around && !first {
                sums.replans += 1;
                sums.taken += taken;
                sums.scratch += scratch.expanded;
            }
        }
    }
}

#[test]
fn hardly_any_replan_takes_a_tenth_more_than_planning() {
    let mut sums = Sums::default();
    (0..60 * effort()).for_each(|seed| run(seed, &mut sums));
    let Sums { replans, taken, scratch, over } = &sums;
    println!("{replans} replans took {taken} states, from scratch {scratch}");
    let far = over.iter().any(|(taken, scratch)| *taken > 2 * scratch + 32);
    assert!(over.len() as u64 * 100 < *replans && !far, "{} of {replans}: {over:?}", over.len());
    assert!(taken * 10 < scratch * 9 && *replans > 200, "{sums:?}");
}
