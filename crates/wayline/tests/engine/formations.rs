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
