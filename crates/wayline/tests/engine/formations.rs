//! Formations: who stands where when a group has arrived.

use wayline::body::{BodyKind, Formation, Heading, Placement, Settings, Terrain, UnitId, World};
use wayline::{Cell, ParseError, check};

fn world(terrain: Terrain, preset: &str, count: u32) -> (World, Vec<UnitId>) {
    let mut world = World::new(terrain, Settings::default());
    let kind = world.add_kind(BodyKind::preset(preset).unwrap());
    let units = (0..count)
        .map(|i| world.add_unit(kind, (2 + 3 * (i % 3), 2 + 3 * (i / 3), Heading::E)).unwrap())
        .collect();
    (world, units)
}

/// Lets them walk, judged, and says where they are in the end.
fn arrive(world: &mut World, units: &[UnitId]) -> Vec<Placement> {
    let mut judge = check::Traffic::new();
    let kinds: Vec<_> = world.kinds().cloned().collect();
    for _ in 0..600 {
        world.tick(200_000);
        judge.tick(world.terrain(), &kinds, world.last_tick()).unwrap();
        if units.iter().all(|&unit| world.unit(unit).unwrap().has_arrived()) {
            break;
        }
    }
    let all = units.iter().map(|&unit| world.unit(unit).unwrap());
    all.inspect(|unit| assert!(unit.has_arrived())).map(|unit| unit.placement()).collect()
}

#[test]
fn groups_line_up_and_face_as_asked() {
    let goal = |heading| Placement::new(40, 30, heading);
    for (formation, heading, columns, rows) in [
        (Formation::Line, Heading::N, 9, 1),
        (Formation::Line, Heading::E, 1, 9),
        (Formation::Column, Heading::W, 9, 1),
        (Formation::Column, Heading::S, 1, 9),
        (Formation::Box, Heading::N, 3, 3),
        (Formation::Box, Heading::W, 3, 3),
    ] {
        let (mut world, units) = world(Terrain::new(70, 60).unwrap(), "tank", 9);
        let mut places = world.send_formation(&units, goal(heading), formation).unwrap();
        let count = |of: fn(&Placement) -> u32| {
            let mut all: Vec<u32> = places.iter().map(of).collect();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        assert_eq!((count(|at| at.x), count(|at| at.y)), (columns, rows), "{formation} {heading}");
        assert!(places.contains(&goal(heading)));
        let mut found = arrive(&mut world, &units);
        found.sort();
        places.sort();
        assert_eq!(found, places);
    }
}

#[test]
fn a_formation_is_given_up_where_there_is_no_room() {
    // A corridor, across which a line does not fit.
    let mut terrain = Terrain::new(70, 40).unwrap();
    for x in 30..70 {
        for y in (0..18).chain(23..40) {
            terrain.set_blocked((x, y), true).unwrap();
        }
    }
    let (mut world, units) = world(terrain, "king", 9);
    let goal = Placement::new(50, 20, Heading::E);
    let places = world.send_formation(&units, goal, Formation::Line).unwrap();
    let abreast = places.iter().filter(|place| place.x == 50).count();
    assert!((3..9).contains(&abreast), "{places:?}");
    let mut cells: Vec<Cell> = places.iter().map(|place| place.cell()).collect();
    cells.sort();
    cells.dedup();
    assert_eq!(cells.len(), 9);
    arrive(&mut world, &units);
    // Nowhere at all.
    let (mut world, units) = self::world(Terrain::new(20, 20).unwrap(), "king", 2);
    world.tick(10);
    let outside = world.send_formation(&units, (30, 3, Heading::E), Formation::Box);
    assert!(outside.is_err());
    assert!(matches!("wedge".parse::<Formation>(), Err(ParseError::Unknown { .. })));
}

/// How far units are from their places beside each other, in the mean, in cells: places are those at the goal, moved
/// together to where the units are.
fn disorder(world: &World, units: &[UnitId], places: &[Placement]) -> f64 {
    let apart: Vec<(f64, f64)> = units
        .iter()
        .zip(places)
        .map(|(&unit, place)| {
            let at = world.unit(unit).unwrap().placement();
            (f64::from(at.x) - f64::from(place.x), f64::from(at.y) - f64::from(place.y))
        })
        .collect();
    let count = apart.len() as f64;
    let middle = (
        apart.iter().map(|it| it.0).sum::<f64>() / count,
        apart.iter().map(|it| it.1).sum::<f64>() / count,
    );
    apart.iter().map(|it| (it.0 - middle.0).hypot(it.1 - middle.1)).sum::<f64>() / count
}

/// Lets them walk, judged: their disorder in the mean of all ticks from when somebody is a quarter of the way until
/// somebody has arrived, and the most of it; and how many ticks it took until all had.
fn walk(world: &mut World, units: &[UnitId], places: &[Placement]) -> (f64, f64, u64) {
    let mut judge = check::Traffic::new();
    let kinds: Vec<_> = world.kinds().cloned().collect();
    let far = |world: &World| {
        let steps = |(&unit, place): (&UnitId, &Placement)| {
            let at = world.unit(unit).unwrap().placement();
            at.x.abs_diff(place.x).max(at.y.abs_diff(place.y))
        };
        units.iter().zip(places).map(steps).min().unwrap()
    };
    let (whole, mut sum, mut count, mut most) = (far(world), 0.0, 0.0, 0.0_f64);
    for tick in 1..1500 {
        world.tick(200_000);
        judge.tick(world.terrain(), &kinds, world.last_tick()).unwrap();
        let arrived = units.iter().filter(|&&unit| world.unit(unit).unwrap().has_arrived()).count();
        if arrived == units.len() {
            return (sum / f64::max(count, 1.0), most, tick);
        }
        if arrived == 0 && far(world) < whole * 3 / 4 {
            let now = disorder(world, units, places);
            (sum, count, most) = (sum + now, count + 1.0, most.max(now));
        }
    }
    panic!("not all have arrived");
}

#[test]
fn formations_are_kept_on_the_march() {
    for preset in ["king", "tank", "cart"] {
        for formation in Formation::ALL {
            // As they go, and to the side of it. Paths of a king may go far aside, as they cost no more.
            for heading in [Heading::E, Heading::S] {
                let terrain = || Terrain::new(140, 200).unwrap();
                let goal = Placement::new(110, 40, heading);
                let (mut marching, units) = world(terrain(), preset, 9);
                let places = marching.send_formation(&units, goal, formation).unwrap();
                let (mean, most, ticks) = walk(&mut marching, &units, &places);
                let (mut plain, units) = world(terrain(), preset, 9);
                plain.send_group(&units, goal.cell()).unwrap();
                let (mean_of_group, _, ticks_of_group) = walk(&mut plain, &units, &places);
                let what = format!(
                    "{preset} {formation} {heading}: {mean:.2} (most {most:.2}) in {ticks} ticks, \
                     a group {mean_of_group:.2} in {ticks_of_group}"
                );
                println!("{what}");
                assert!(mean < 1.0 && 2.0 * mean < mean_of_group, "{what}");
                assert!(ticks < ticks_of_group * 3 / 2 + 40, "{what}");
            }
        }
    }
}

/// Two halls and a door in the wall between them.
fn halls(door: std::ops::Range<u32>) -> Terrain {
    let mut terrain = Terrain::new(120, 60).unwrap();
    for y in (0..60).filter(|y| !door.contains(y)) {
        for x in 58..60 {
            terrain.set_blocked((x, y), true).unwrap();
        }
    }
    terrain
}

#[test]
fn formations_are_given_up_in_narrows_and_close_again() {
    for (preset, door) in [("king", 30..31), ("king", 30..33), ("tank", 28..32)] {
        for formation in Formation::ALL {
            let (mut world, units) = world(halls(door.clone()), preset, 12);
            let goal = Placement::new(105, 30, Heading::E);
            let places = world.send_formation(&units, goal, formation).unwrap();
            let (mean, most, ticks) = walk(&mut world, &units, &places);
            println!("{preset} {door:?} {formation}: {mean:.2} (most {most:.2}), {ticks} ticks");
            // The mean of all the way: some of it they pass one after the other.
            assert!(ticks < 700, "{preset} {door:?} {formation}: {ticks}");
            let mut found: Vec<_> =
                units.iter().map(|&unit| world.unit(unit).unwrap().placement().cell()).collect();
            let mut asked: Vec<_> = places.iter().map(|place| place.cell()).collect();
            (found.sort(), asked.sort());
            assert_eq!(found, asked);
        }
    }
}

#[test]
fn two_formations_pass_each_other() {
    // Through a corridor four cells wide, and in the open.
    for door in [28..32, 0..60] {
        let mut world = World::new(halls(door), Settings::default());
        let kind = world.add_kind(BodyKind::preset("king").unwrap());
        let mut add = |x: u32| -> Vec<UnitId> {
            let at = |i: u32| (x + 3 * (i % 4), 24 + 3 * (i / 4), Heading::E);
            (0..16).map(|i| world.add_unit(kind, at(i)).unwrap()).collect()
        };
        let (west, east) = (add(5), add(100));
        let there = Placement::new(108, 30, Heading::E);
        let back = Placement::new(12, 30, Heading::E);
        let mut places = world.send_formation(&west, there, Formation::Box).unwrap();
        places.extend(world.send_formation(&east, back, Formation::Line).unwrap());
        let units: Vec<UnitId> = west.into_iter().chain(east).collect();
        walk(&mut world, &units, &places);
    }
}

#[test]
fn nobody_waits_for_ever_for_one_who_cannot_come() {
    // The last is walled in after a while, and never comes out.
    let (mut world, units) = world(Terrain::new(120, 40).unwrap(), "king", 6);
    let goal = Placement::new(100, 20, Heading::E);
    world.send_formation(&units, goal, Formation::Line).unwrap();
    for _ in 0..20 {
        world.tick(100_000);
    }
    let at = world.unit(units[5]).unwrap().next_placement();
    for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
        if i32::abs(dx).max(i32::abs(dy)) == 2 {
            let cell = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
            world.edit(wayline::body::Edit::block(cell)).unwrap();
        }
    }
    for _ in 0..400 {
        world.tick(100_000);
    }
    let arrived = units.iter().filter(|&&unit| world.unit(unit).unwrap().has_arrived()).count();
    assert_eq!(arrived, 5);
}

#[test]
fn a_unit_that_is_sent_elsewhere_leaves_its_formation() {
    let (mut world, units) = world(Terrain::new(120, 40).unwrap(), "king", 6);
    let places = world.send_formation(&units, (100, 20, Heading::E), Formation::Box).unwrap();
    for _ in 0..30 {
        world.tick(100_000);
    }
    world.send(units[0], (3, 35)).unwrap();
    world.halt(units[1]).unwrap();
    for _ in 0..200 {
        world.tick(100_000);
    }
    assert_eq!(world.unit(units[0]).unwrap().placement().cell(), Cell::new(3, 35));
    assert!(!world.unit(units[1]).unwrap().has_arrived());
    for (unit, place) in units.iter().zip(&places).skip(2) {
        assert!(world.unit(*unit).unwrap().has_arrived(), "{place}");
    }
}
