//! A world that C runs goes on as the engine's own does.

use super::owned::Owned;
use crate::body::*;
use crate::status::wl_status;
use crate::types::{WL_HEADING_ANY, wl_placement};
use crate::world::*;
use std::collections::BTreeSet;
use std::ptr::{null, null_mut};
use wayline::Cell;
use wayline::body::{
    BodyKind, BodyMap, Edit, Heading, Placement, Settings, Terrain, UnitId, World, WorldEvent,
};

const LETTERS: &[u8] = b"\
..............\
..SSS.........\
..SSS...####..\
..........#...\
....##....#...\
....##........\
..............\
..............\
##############\
..............\
######..######";
const WIDTH: u32 = 14;

fn terrain() -> (Owned<wl_terrain>, Terrain) {
    let height = LETTERS.len() as u32 / WIDTH;
    // SAFETY: letters of this test.
    let c = Owned::made(|out| unsafe {
        wl_terrain_from_letters(WIDTH, height, LETTERS.as_ptr().cast(), LETTERS.len(), out)
    });
    let rows: Vec<&[u8]> = LETTERS.chunks(WIDTH as usize).collect();
    (c.unwrap(), Terrain::from_rows(rows).unwrap())
}

/// Compares an event, and returns what it is called.
fn same_event(got: &wl_event, known: &WorldEvent) -> &'static str {
    let unit = |unit: &UnitId| unit.index() as u32;
    let (kind, name) = match known {
        WorldEvent::Edited { edit } => {
            assert_eq!(got.cell, edit.cell().into());
            (wl_event_kind::Edited, "edited")
        }
        WorldEvent::Planned { unit: who, state, cost, expanded, .. } => {
            assert_eq!((got.unit, got.plan), (unit(who), (*state).into()));
            assert_eq!((got.cost, got.expanded), (cost.unwrap_or(0), *expanded));
            (wl_event_kind::Planned, "planned")
        }
        WorldEvent::Moves { unit: who, from, to, begin, end } => {
            assert_eq!((got.unit, got.begin, got.end), (unit(who), *begin, *end));
            assert_eq!((got.from, got.to), ((*from).into(), (*to).into()));
            (wl_event_kind::Moves, "moves")
        }
        WorldEvent::Waits { unit: who, behind, time } => {
            assert_eq!((got.unit, got.other, got.begin), (unit(who), unit(behind), *time));
            (wl_event_kind::Waits, "waits")
        }
        WorldEvent::Arrived { unit: who, time } => {
            assert_eq!((got.unit, got.begin), (unit(who), *time));
            (wl_event_kind::Arrived, "arrived")
        }
        WorldEvent::Deadlock { units } => {
            let place = units.iter().position(|who| unit(who) == got.unit).expect("one of them");
            assert_eq!(got.other, unit(&units[(place + 1) % units.len()]));
            (wl_event_kind::Deadlock, "deadlock")
        }
        WorldEvent::Stuck { unit: who, behind } => {
            assert_eq!((got.unit, got.other), (unit(who), unit(behind)));
            (wl_event_kind::Stuck, "stuck")
        }
        WorldEvent::StepsAside { unit: who, behind, .. } => {
            assert_eq!((got.unit, got.other), (unit(who), unit(behind)));
            (wl_event_kind::StepsAside, "steps aside")
        }
        other => panic!("not in this scene: {other:?}"),
    };
    assert_eq!(got.kind, kind);
    name
}

#[test]
fn worlds_run_the_same() {
    let (c_terrain, terrain) = terrain();
    // SAFETY, here and below: arrays and places of this test.
    let tank = Owned::made(|out| unsafe { wl_body_preset(c"tank".as_ptr(), out) }).unwrap();
    let world = Owned::made(|out| unsafe { wl_world_new(c_terrain.get(), None, out) }).unwrap();
    let mut known = World::new(terrain, Settings::default());

    let mut kind = 9;
    unsafe { wl_world_add_kind(world.0, tank.get(), &raw mut kind) };
    let known_kind = known.add_kind(BodyKind::preset("tank").unwrap());
    assert_eq!(kind as usize, known_kind.index());
    let mut units = Vec::new();
    // Two whose paths cross, one between them, one that is in nobody's way, and one in the passage below.
    for (x, y, to) in
        [(0, 0, (12, 6)), (0, 3, (12, 3)), (0, 6, (12, 0)), (5, 7, (9, 7)), (0, 9, (12, 9))]
    {
        let at = Placement::new(x, y, Heading::E);
        let goal = wl_placement { x: to.0, y: to.1, heading: WL_HEADING_ANY };
        let mut unit = 9;
        let status = unsafe { wl_world_add_unit(world.0, kind, at.into(), &raw mut unit) };
        assert_eq!(status, wl_status::Ok);
        assert_eq!(unsafe { wl_world_send(world.0, unit, goal) }, wl_status::Ok);
        let known_unit = known.add_unit(known_kind, at).unwrap();
        known.send(known_unit, to).unwrap();
        units.push((unit, known_unit));
    }
    // It stands in that passage, with nowhere to go.
    let infantry = Owned::made(|out| unsafe { wl_body_preset(c"infantry".as_ptr(), out) }).unwrap();
    unsafe { wl_world_add_kind(world.0, infantry.get(), &raw mut kind) };
    let known_kind = known.add_kind(BodyKind::preset("infantry").unwrap());
    let (at, mut unit) = (Placement::new(6, 9, Heading::E), 9);
    unsafe { wl_world_add_unit(world.0, kind, at.into(), &raw mut unit) };
    units.push((unit, known.add_unit(known_kind, at).unwrap()));

    let mut kinds = BTreeSet::new();
    for tick in 0..60 {
        if tick == 4 {
            let cell = Cell::new(7, 3);
            unsafe { wl_world_set_free(world.0, cell.into(), false) };
            known.edit(Edit::block(cell)).unwrap();
        }
        let (mut events, mut count) = (null(), 0);
        unsafe { wl_world_tick(world.0, 500, &raw mut events, &raw mut count) };
        let got: Vec<wl_event> = (0..count).map(|i| unsafe { *events.add(i) }).collect();
        let mut got = got.iter();
        for event in &known.tick(500).events {
            // A deadlock is reported by each unit in it.
            let units = if let WorldEvent::Deadlock { units } = event { units.len() } else { 1 };
            for _ in 0..units {
                kinds.insert(same_event(got.next().expect("as many events"), event));
            }
        }
        assert_eq!(got.next(), None, "tick {tick}");
        assert_eq!(wl_world_now(world.get()), known.now());
        for &(unit, known_unit) in &units {
            let mut state = wl_unit::default();
            unsafe { wl_world_unit(world.get(), unit, &raw mut state) };
            let known_unit = known.unit(known_unit).unwrap();
            assert_eq!(state.at, known_unit.placement().into());
            assert_eq!(state.next, known_unit.next_placement().into());
            assert_eq!(
                (state.arrived, state.remaining),
                (known_unit.has_arrived(), known_unit.remaining())
            );
            assert_eq!(state.plan, known_unit.plan().into());
            let (mut path, mut length) = (null(), 0);
            unsafe { wl_world_unit_path(world.0, unit, &raw mut path, &raw mut length) };
            let path: Vec<wl_placement> = (0..length).map(|i| unsafe { *path.add(i) }).collect();
            let known_path: Vec<wl_placement> =
                known_unit.path().iter().copied().map(wl_placement::from).collect();
            assert_eq!(path, known_path);
        }
    }
    // What the scene is for.
    for kind in ["arrived", "edited", "moves", "planned", "steps aside", "waits"] {
        assert!(kinds.contains(kind), "{kind} is not in {kinds:?}");
    }
}

#[test]
fn bodies_take_the_same_paths() {
    let (c_terrain, terrain) = terrain();
    for &(name, _) in BodyKind::presets() {
        let text = std::ffi::CString::new(name).unwrap();
        // SAFETY, here and below: arrays and places of this test.
        let body = Owned::made(|out| unsafe { wl_body_preset(text.as_ptr(), out) }).unwrap();
        let map = Owned::made(|out| unsafe { wl_body_map_new(body.get(), c_terrain.get(), out) })
            .unwrap();
        let known = BodyMap::new(BodyKind::preset(name).unwrap(), &terrain);
        for (x, y) in [(0, 0), (6, 3), (12, 6), (4, 4)] {
            for heading in Heading::ALL {
                let from = Placement::new(2, 6, heading);
                let mut answer = crate::types::wl_answer::default();
                let goal = wl_placement { x, y, heading: WL_HEADING_ANY };
                let status = unsafe {
                    wl_body_map_path(map.get(), from.into(), goal, null_mut(), &raw mut answer)
                };
                assert_eq!(wl_body_map_fits(map.get(), from.into()), known.fits(from));
                match known.path(from, (x, y)) {
                    Ok(path) => {
                        assert_eq!((status, answer.cost_fixed), (wl_status::Ok, path.cost.raw()));
                        assert_eq!(answer.length, path.path.len());
                        let got = (0..answer.length).map(|i| unsafe { *answer.placements.add(i) });
                        assert!(
                            got.eq(path.path.iter().copied().map(wl_placement::from)),
                            "{name}"
                        );
                    }
                    Err(_) => assert_ne!(status, wl_status::Ok),
                }
            }
        }
    }
}

#[test]
fn a_group_gets_the_places_that_the_engine_gives() {
    let (c_terrain, terrain) = terrain();
    // SAFETY: handles and places of this test.
    let tank = Owned::made(|out| unsafe { wl_body_preset(c"tank".as_ptr(), out) }).unwrap();
    let world = Owned::made(|out| unsafe { wl_world_new(c_terrain.get(), None, out) }).unwrap();
    let mut known = World::new(terrain, Settings::default());
    let (mut kind, mut units, mut known_units) = (9, Vec::new(), Vec::new());
    unsafe { wl_world_add_kind(world.0, tank.get(), &raw mut kind) };
    let known_kind = known.add_kind(BodyKind::preset("tank").unwrap());
    for (x, y) in [(0, 0), (0, 3), (0, 6)] {
        let (at, mut unit) = (Placement::new(x, y, Heading::E), 9);
        unsafe { wl_world_add_unit(world.0, kind, at.into(), &raw mut unit) };
        units.push(unit);
        known_units.push(known.add_unit(known_kind, at).unwrap());
    }
    let goal = Placement::new(8, 6, Heading::W);
    let places = known.send_group(&known_units, goal).unwrap();
    let mut got = [wl_placement { x: 0, y: 0, heading: WL_HEADING_ANY }; 3];
    let status = unsafe {
        wl_world_send_group(world.0, units.as_ptr(), 3, goal.into(), got.as_mut_ptr(), got.len())
    };
    assert_eq!(status, wl_status::Ok);
    assert_eq!(got.to_vec(), places.into_iter().map(wl_placement::from).collect::<Vec<_>>());
}
