//! Snapshots with the feature `serde`: what is read is what was written, a world that was read ticks on as
//! the one that was written, and damage is an error.

use crate::bodies::{fitting, random_goals};
use crate::body_oracle::{Truth, random_kind, random_placement, random_terrain};
use crate::oracle::{Random, effort};
use crate::situations::swap_through;
use serde_json::{Value, json};
use std::sync::Arc;
use wayline::body::{
    BodyKind, Edit, Footprint, Goal, Heading, Method, Placement, Rule, Settings, Speeds, Sweep,
    Terrain, Tick, Unit, World,
};

fn restored(world: &World) -> World {
    serde_json::from_str(&serde_json::to_string(world).unwrap()).unwrap()
}

fn same<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(value: T) {
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn values_come_back_as_they_were() {
    let mut random = Random(3);
    for (name, _) in BodyKind::presets() {
        same(BodyKind::preset(name).unwrap());
    }
    for _ in 0..200 {
        let kind = random_kind(&mut random);
        same(kind.footprint().clone());
        same(kind.speeds().clone());
        kind.rules().into_iter().for_each(same);
        same(kind);
        let terrain = random_terrain(&mut random, 20);
        same(random_placement(&mut random, &terrain));
        let mut again: Terrain =
            serde_json::from_str(&serde_json::to_string(&terrain).unwrap()).unwrap();
        assert_eq!(again, terrain);
        assert_eq!((again.edits(), again.is_flat()), (terrain.edits(), terrain.is_flat()));
        let edited = |terrain: &Terrain| terrain.edited_since(0).map(Iterator::collect::<Vec<_>>);
        assert_eq!(edited(&again), edited(&terrain));
        again.set_ground((0, 0), b'!').unwrap();
        assert_ne!(again, terrain);
    }
    for goal in ["3,4,N", "3,4", "3,4~7"] {
        same(goal.parse::<Goal>().unwrap());
    }
    Heading::ALL.into_iter().for_each(same);
    [Sweep::Usual, Sweep::Ends, Sweep::Hull, Sweep::Cells(vec![(0, 1)])].into_iter().for_each(same);
    same(Settings::default().detour(7));
}

#[test]
fn values_are_checked_as_by_their_constructors() {
    let refused = |what: Result<(), serde_json::Error>, expected: &str| {
        let error = what.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let footprint = |value| serde_json::from_value::<Footprint>(value).map(|_| ());
    refused(footprint(json!([[1, 0]])), "pivot");
    refused(footprint(json!([[0, 0], [99, 0]])), "at most 16x16");
    let speeds = |value| serde_json::from_value::<Speeds>(value).map(|_| ());
    refused(speeds(json!({ "ground": [[82, 0.0]], "uphill": 0.0, "downhill": 0.0 })), "1/256");
    refused(speeds(json!({ "ground": [], "uphill": -1.0, "downhill": 0.0 })), "uphill");
    let tank = || serde_json::to_value(BodyKind::preset("tank").unwrap()).unwrap();
    let kind = |value: Value| serde_json::from_value::<BodyKind>(value).map(|_| ());
    let mut slow = tank();
    slow["rules"][1]["time"] = json!(0);
    refused(kind(slow), "moves[1].time");
    let mut still = tank();
    still["rules"] = json!([]);
    refused(kind(still), "at least one");
    let plain = || serde_json::to_value(Terrain::new(4, 3).unwrap()).unwrap();
    let terrain = |value: Value| serde_json::from_value::<Terrain>(value).map(|_| ());
    for (key, value, expected) in [
        ("width", json!(5), "12 cells, expected 15"),
        ("width", json!(0), "expected 0"),
        ("width", json!(4_000_000_000u32), "12 cells"),
        ("ground", json!([[46, 11]]), "11 cells, expected 12"),
        ("blocked", json!([[true, 4_000_000_000u32], [true, 4_000_000_000u32]]), "expected 12"),
        ("elevation", json!([]), "0 cells"),
        ("recent", json!([3]), "recent"),
    ] {
        let mut damaged = plain();
        damaged[key] = value;
        refused(terrain(damaged), expected);
    }
}

/// What happens to a world from outside, the same whatever world it is done to.
struct Course {
    random: Random,
    kinds: Vec<Arc<BodyKind>>,
    shared: Vec<Goal>,
    budget: u64,
}

impl Course {
    fn new(seed: u64, side: u64) -> (Course, World) {
        let mut random = Random(seed);
        let terrain = random_terrain(&mut random, side);
        let settings = Settings::default()
            .tick(1 + random.below(25) as u32)
            .patience(random.below(40) as u32)
            .effort(10 + random.below(600))
            .sight(random.below(12) as u32)
            .audit(random.below(2) == 0);
        let mut world = World::new(terrain, settings);
        let preset = BodyKind::preset(["tank", "king", "car"][random.below(3) as usize]).unwrap();
        world.add_kind(preset);
        world.add_kind(random_kind(&mut random));
        let kinds: Vec<_> = world.kinds().cloned().collect();
        let budget = [3, 20, 200, 3_000, u64::MAX][random.below(5) as usize];
        let shared = random_goals(&mut random, &Truth::new(world.terrain(), &kinds[0]));
        (Course { random, kinds, shared, budget }, world)
    }

    /// Units come, go and are sent elsewhere, the map changes, and a tick passes.
    fn tick(&mut self, worlds: &mut [&mut World]) {
        let random = &mut self.random;
        let units: Vec<_> = worlds[0].units().map(|unit| (unit.id(), unit.kind())).collect();
        if units.len() < 10 && random.below(3) == 0 {
            let i = random.below(2) as usize;
            let at = fitting(random, &Truth::new(worlds[0].terrain(), &self.kinds[i]));
            let add = |world: &mut World| {
                let kind = world.units().map(Unit::kind).find(|kind| kind.index() == i);
                kind.and_then(|kind| world.add_unit(kind, at).ok())
            };
            // The first of a kind is added by `begin`.
            let added: Vec<_> = worlds.iter_mut().map(|world| add(world)).collect();
            assert!(added.iter().all(|unit| *unit == added[0]));
        }
        if !units.is_empty() {
            let (unit, kind) = units[random.below(units.len() as u64) as usize];
            let goals =
                random_goals(random, &Truth::new(worlds[0].terrain(), &self.kinds[kind.index()]));
            let goals = if random.below(2) == 0 { self.shared.clone() } else { goals };
            let choice = random.below(24);
            for world in worlds.iter_mut() {
                match choice {
                    0 if units.len() > 4 => world.remove_unit(unit).unwrap(),
                    1 => world.halt(unit).unwrap(),
                    2..=9 => world.send_to_nearest(unit, &goals).unwrap(),
                    _ => {}
                }
            }
        }
        for _ in 0..random.below(3) {
            let cell = random_placement(random, worlds[0].terrain()).cell();
            let edit = match random.below(7) {
                0 => Edit::ground(cell, b".SWH9R"[random.below(6) as usize]),
                1 => Edit::Elevation(cell, random.below(4) as i32),
                2 => Edit::replace(cell, b".SWH9R"[random.below(6) as usize]),
                3 | 4 => Edit::block(cell),
                _ => Edit::free(cell),
            };
            worlds.iter_mut().for_each(|world| world.edit(edit).unwrap());
        }
        worlds.iter_mut().for_each(|world| _ = world.tick(self.budget));
    }
}

/// A world that is half way through something.
fn begun(seed: u64, side: u64, ticks: u64) -> (Course, World) {
    let (mut course, mut world) = Course::new(seed, side);
    let ids: Vec<_> = world.kinds().cloned().collect();
    let kinds: Vec<_> = {
        // Numbers of kinds are only to be had when a kind is added: a copy has the same ones.
        let mut copy = World::new(world.terrain().clone(), *world.settings());
        ids.iter().map(|kind| copy.add_kind(kind.clone())).collect()
    };
    for (i, &kind) in kinds.iter().enumerate() {
        for _ in 0..3 {
            let at = fitting(&mut course.random, &Truth::new(world.terrain(), &course.kinds[i]));
            if let Ok(unit) = world.add_unit(kind, at) {
                world.send_to_nearest(unit, &course.shared).unwrap();
            }
        }
    }
    for _ in 0..ticks {
        course.tick(&mut [&mut world]);
    }
    (course, world)
}

/// Run, save, restore, run on: bit for bit the same, and so is a clone.
#[test]
fn a_restored_world_ticks_on_as_it_would_have() {
    let (mut plans, mut moves, mut fields, mut paths) = (0, 0, 0, 0);
    for seed in 0..40 * effort().clamp(1, 20) {
        let (mut course, mut world) = begun(seed, 24, seed % 37);
        let (mut copy, mut clone) = (restored(&world), world.clone());
        assert_eq!(serde_json::to_value(&copy).unwrap(), serde_json::to_value(&world).unwrap());
        assert_eq!(copy.last_tick(), world.last_tick());
        for tick in 0..40 {
            course.tick(&mut [&mut world, &mut copy, &mut clone]);
            let happened: &Tick = world.last_tick();
            assert_eq!(copy.last_tick(), happened, "seed {seed}, tick {tick}");
            assert_eq!(clone.last_tick(), happened, "seed {seed}, tick {tick}");
            plans += happened.expanded;
            moves += happened.spans.iter().filter(|span| span.step.is_some()).count();
            for (one, other) in world.units().zip(copy.units()) {
                let seen = |unit: &Unit| {
                    (unit.placement(), unit.moving_to(), unit.plan(), unit.path().to_vec())
                };
                assert_eq!(seen(one), seen(other));
                assert_eq!(one.waits_for(), other.waits_for());
                let method = world.method(one.id()).unwrap();
                assert_eq!(method, copy.method(one.id()).unwrap());
                fields += u64::from(method == Some(Method::Field));
                paths += u64::from(method == Some(Method::Paths));
            }
            // Saved in between, again and again.
            if tick % 13 == 5 {
                copy = restored(&copy);
            }
        }
        let all = [&world, &copy, &clone].map(|world| serde_json::to_value(world).unwrap());
        assert!(all[0] == all[1] && all[0] == all[2], "seed {seed}");
    }
    assert!(plans > 10_000 && moves > 1_000 && fields > 100 && paths > 100);
}

/// A search around others that is under way goes on where it was.
#[test]
fn a_detour_under_way_is_saved() {
    let mut world = World::new(Terrain::new(6, 3).unwrap(), Settings::default());
    let tank = world.add_kind(BodyKind::preset("tank").unwrap());
    let statue = world.add_kind(crate::worlds::statue());
    let unit = world.add_unit(tank, (0, 1, Heading::E)).unwrap();
    world.add_unit(statue, (2, 1, Heading::E)).unwrap();
    world.send(unit, (4, 1)).unwrap();
    let mut saved = 0;
    while !world.unit(unit).unwrap().has_arrived() {
        let mut copy = restored(&world);
        saved += usize::from(!serde_json::to_value(&world).unwrap()["detour"].is_null());
        assert_eq!(copy.tick(3), world.tick(3));
        world = copy;
        assert!(world.now() < 100_000, "it never gets there");
    }
    assert!(saved > 3, "{saved}");
}

/// Crowds that keep right have fields of their own for that: these are saved as well.
#[test]
fn lanes_are_saved() {
    let situation = swap_through(1, 4, &[0, 1], 12);
    let (mut world, units) = situation.world(Settings::default());
    for (members, goal) in &situation.orders {
        let members: Vec<_> = members.iter().map(|&member| units[member]).collect();
        world.send_group(&members, *goal).unwrap();
    }
    let mut saved = 0;
    for tick in 0..80 {
        if tick % 8 == 7 {
            let value = serde_json::to_value(&world).unwrap();
            let routes = value["routes"].as_array().unwrap();
            saved += routes.iter().filter(|route| route["lanes"].is_object()).count();
            let mut copy = restored(&world);
            assert_eq!(serde_json::to_value(&copy).unwrap(), value, "tick {tick}");
            for _ in 0..4 {
                assert_eq!(copy.tick(10_000), world.tick(10_000), "tick {tick}");
            }
            world = copy;
        }
        world.tick(10_000);
    }
    assert!(saved > 2, "{saved}");
}

/// Documents of before units made way for others are read as well.
#[test]
fn older_worlds_are_read() {
    let mut world = World::new(Terrain::new(20, 9).unwrap(), Settings::default());
    let tank = world.add_kind(BodyKind::preset("tank").unwrap());
    let unit = world.add_unit(tank, (0, 1, Heading::E)).unwrap();
    world.send(unit, (14, 5)).unwrap();
    world.tick(10_000);
    let mut value = serde_json::to_value(&world).unwrap();
    value.as_object_mut().unwrap().remove("groups").unwrap();
    value["units"][0].as_object_mut().unwrap().remove("crowd").unwrap();
    value["last_tick"].as_object_mut().unwrap().remove("making_way").unwrap();
    let mut older: World = serde_json::from_value(value).unwrap();
    for _ in 0..40 {
        older.tick(10_000);
    }
    assert!(older.unit(unit).unwrap().has_arrived());
}

/// Every place of a value: where a number, a word or a list is.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{i}"), found);
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                places(item, &format!("{at}/{key}"), found);
            }
        }
        _ => {}
    }
}

/// Damage is an error, or makes another world that ticks; never a panic.
#[test]
fn damage_is_an_error_and_never_a_panic() {
    let mut random = Random(9);
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..12 {
        let (_, world) = begun(seed, 9, 6 + seed);
        let whole = serde_json::to_value(&world).unwrap();
        let mut all = Vec::new();
        places(&whole, "", &mut all);
        for _ in 0..150 * effort().clamp(1, 20) {
            let place = &all[random.below(all.len() as u64) as usize];
            let mut damaged = whole.clone();
            let value = damaged.pointer_mut(place).unwrap();
            *value = match (random.below(8), value.take()) {
                (0, Value::Array(mut items)) if !items.is_empty() => {
                    items.remove(random.below(items.len() as u64) as usize);
                    Value::Array(items)
                }
                (1, Value::Array(mut items)) if !items.is_empty() => {
                    let twice = items[random.below(items.len() as u64) as usize].clone();
                    items.push(twice);
                    Value::Array(items)
                }
                (2 | 3, Value::Number(number)) => {
                    json!(number.as_f64().unwrap_or(0.0) as i64 + random.below(3) as i64 - 1)
                }
                (4, _) => json!([0, 1, 2, 63, 255][random.below(5) as usize]),
                (5, _) => {
                    json!([u32::MAX as u64, 1 << 31, u64::MAX, 1 << 40][random.below(4) as usize])
                }
                (6, Value::Bool(flag)) => json!(!flag),
                (6, _) => Value::Null,
                _ => json!("Exact"),
            };
            match serde_json::from_value::<World>(damaged) {
                Err(_) => refused += 1,
                Ok(mut world) => {
                    for _ in 0..6 {
                        world.tick(500);
                    }
                    accepted += 1;
                }
            }
        }
    }
    assert!(refused > 500 && accepted > 20, "{refused} refused, {accepted} accepted");
}

/// What was proven is proven again: a bound that is too large, or a path that is not the best, is refused.
#[test]
fn a_forged_proof_is_refused() {
    let mut world = World::new(Terrain::new(20, 9).unwrap(), Settings::default());
    let tank = world.add_kind(BodyKind::preset("tank").unwrap());
    let unit = world.add_unit(tank, (2, 4, Heading::E)).unwrap();
    world.send(unit, (15, 4)).unwrap();
    world.tick(100_000);
    let whole = serde_json::to_value(&world).unwrap();
    assert!(serde_json::from_value::<World>(whole.clone()).is_ok());
    let refused = |damage: &dyn Fn(&mut Value), expected: &str| {
        let mut damaged = whole.clone();
        damage(&mut damaged);
        let error = serde_json::from_value::<World>(damaged).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    };
    // A way round: on the spot, back and forth.
    let detour = |value: &mut Value| {
        let path = value["units"][0]["path"].as_array_mut().unwrap();
        let (first, second) = (path[0].clone(), path[1].clone());
        path.splice(0..0, [first, second]);
    };
    refused(&detour, "units[0]: plan: it is not exact");
    refused(&|value| value["units"][0]["plan"] = json!("NoPath"), "plan");
    refused(&|value| value["units"][0]["kind"] = json!(7), "units[0]");
    refused(&|value| value["format"] = json!(2), "format: 2, expected 1");
    refused(&|value| value["kinds"][0]["fastest"] = json!(200), "kinds[0]");
}

/// The rules of a body that is saved are those it was built from.
#[test]
fn rules_for_one_heading_are_kept() {
    let kind = BodyKind::builder("odd", Footprint::rectangle(1, 1).unwrap())
        .rule(Rule::step(0, -1, 7).turning_to(Heading::N).only_at(Heading::N))
        .rule(Rule::step(1, 0, 9).sweeping(Sweep::Ends))
        .speed(b'R', 0.3)
        .build()
        .unwrap();
    let text = serde_json::to_string(&kind).unwrap();
    let again: BodyKind = serde_json::from_str(&text).unwrap();
    assert_eq!(again, kind);
    assert_eq!(again.moves(Heading::N).len(), 2);
    assert_eq!(again.speeds().multiplier(b'R'), Some(0.3));
    let _: Placement = serde_json::from_str("{\"x\":1,\"y\":2,\"heading\":\"N\"}").unwrap();
}
