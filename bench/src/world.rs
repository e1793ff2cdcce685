//! A world: a thousand units of mixed kinds on 512x512, while nothing, one cell or ten cells change in a tick.

use crate::Options;
use crate::maps::{Dice, generate};
use crate::replans::MAPS;
use crate::report::Table;
use std::process::exit;
use std::sync::Arc;
use std::time::Instant;
use wayline::body::{
    BodyKind, BodyQuery, Edit, Heading, Method, Placement, PlanState, Settings, Terrain, UnitId,
    World, WorldEvent,
};
use wayline::{Cell, Cost, Workspace, check, search};

const SIDE: u32 = 512;
const UNITS: usize = 1000;
const KINDS: [&str; 4] = ["tank", "cart", "infantry", "king"];
/// Every other unit goes to one of these goals, which many share; the rest have goals of their own.
const SHARED: usize = 5;
/// Edits a tick, and states expanded in a tick, at most: with a budget, what is not urgent waits for later ticks.
const RUNS: [(usize, &str, u64); 4] = [
    (0, "none", u64::MAX),
    (1, "none", u64::MAX),
    (10, "none", u64::MAX),
    (10, "200,000", 200_000),
];
/// Plans are compared with searches from scratch once in this many ticks, for this many units each time.
const COMPARED: (usize, usize) = (20, 100);

pub fn run(options: &Options) -> Vec<Table> {
    let ticks = 2 * options.queries;
    let mut table = Table::new(
        &format!("world: {UNITS} units of {KINDS:?}, {ticks} ticks of 10 time units"),
        &[
            "map",
            "edits a tick",
            "budget",
            "first plans, s",
            "replans",
            "with the same cost",
            "expanded a replan",
            "repaired a tick",
            "ways around looked for",
            "expanded for each",
            "tick, ms, mean",
            "tick, ms, 99th percentile",
            "exact plans, share",
            "moves",
            "arrived",
            "deadlocks and stuck",
            "exact plans compared with scratch, 0 mismatches",
            "overlaps",
            "fields",
            "MB",
            "KB a unit",
        ],
    );
    let runs = MAPS.into_iter().flat_map(|map| RUNS.map(|run| (map, run)));
    for ((name, spec, _), (edits, budget_name, budget)) in runs {
        let mut dice = Dice(3);
        let mut world = populated(spec, &mut dice);
        let kinds: Vec<Arc<BodyKind>> = world.kinds().cloned().collect();
        let mut judge = check::Traffic::new();
        let mut work = Workspace::new();
        let (mut replans, mut same, mut expanded, mut repaired) = (0u64, 0u64, 0u64, 0u64);
        let (mut around, mut around_expanded) = (0u64, 0u64);
        let (mut moves, mut arrived, mut stuck, mut compared) = (0u64, 0u64, 0u64, 0usize);
        let mut times = Vec::new();
        let (mut exact, mut partial) = (0u64, 0u64);
        let mut first = 0.0;
        for tick in 0..=ticks {
            if tick > 0 {
                disturb(&mut world, edits, tick, &mut dice);
            }
            let before: Vec<u32> = world.units().map(|unit| unit.remaining()).collect();
            let clock = Instant::now();
            world.tick(if tick == 0 { u64::MAX } else { budget });
            let time = clock.elapsed().as_secs_f64();
            if let Err(flaw) = judge.tick(world.terrain(), &kinds, world.last_tick()) {
                eprintln!("{name}, tick {tick}: {flaw}");
                exit(3);
            }
            if tick == 0 {
                first = time;
            } else {
                times.push(time * 1e3);
            }
            repaired += world.last_tick().repaired;
            for event in &world.last_tick().events {
                match event {
                    WorldEvent::Planned { around: true, expanded: more, .. } => {
                        around += 1;
                        around_expanded += more;
                    }
                    WorldEvent::Planned { expanded: more, unit, cost, .. } if tick > 0 => {
                        replans += 1;
                        same += u64::from(*cost == Some(before[unit.index()]));
                        expanded += more;
                    }
                    WorldEvent::Moves { .. } => moves += 1,
                    WorldEvent::Arrived { .. } => arrived += 1,
                    WorldEvent::Stuck { .. } | WorldEvent::Deadlock { .. } => stuck += 1,
                    _ => {}
                }
            }
            for unit in world.units() {
                match unit.plan() {
                    PlanState::Exact | PlanState::NoPath => exact += 1,
                    PlanState::Partial => partial += 1,
                    _ => {}
                }
            }
            if tick % COMPARED.0 == 0 {
                compared += compare(&world, &mut dice, &mut work);
            }
        }
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let fields =
            world.units().filter(|unit| world.method(unit.id()) == Ok(Some(Method::Field)));
        let fields = fields.count();
        let units: usize = world.units().map(|unit| unit.bytes()).sum();
        table.row(vec![
            name.into(),
            edits.into(),
            budget_name.into(),
            first.into(),
            replans.into(),
            same.into(),
            (expanded as f64 / replans.max(1) as f64).into(),
            (repaired as f64 / ticks as f64).into(),
            around.into(),
            (around_expanded as f64 / around.max(1) as f64).into(),
            mean.into(),
            times[times.len() * 99 / 100].into(),
            (exact as f64 / (exact + partial).max(1) as f64).into(),
            moves.into(),
            arrived.into(),
            stuck.into(),
            compared.into(),
            0.into(),
            format!("{fields} units").into(),
            (world.bytes() as f64 / 1e6).into(),
            (units as f64 / UNITS as f64 / 1024.0).into(),
        ]);
        eprintln!("{name}, {edits} edits done");
    }
    vec![table]
}

fn random_cell(dice: &mut Dice) -> Cell {
    Cell::new(dice.below(SIDE), dice.below(SIDE))
}

fn populated(spec: &str, dice: &mut Dice) -> World {
    let terrain = Terrain::from(&generate(spec));
    let mut world = World::new(terrain, Settings::default());
    let kinds = KINDS.map(|name| {
        let kind = BodyKind::preset(name).expect("a preset");
        world.add_kind(kind)
    });
    let shared: Vec<Cell> = (0..SHARED).map(|_| open_cell(&world, dice)).collect();
    let mut units = 0;
    while units < UNITS {
        let cell = random_cell(dice);
        let at = Placement::new(cell.x, cell.y, Heading::ALL[dice.below(4) as usize]);
        let Ok(unit) = world.add_unit(kinds[units % 4], at) else { continue };
        if units % 2 == 0 {
            let goal = shared[dice.below(SHARED as u32) as usize];
            let near = wayline::body::Goal::Near { cell: goal, reach: 12 };
            world.send(unit, near).expect("on the map");
        } else {
            let goal = open_cell(&world, dice);
            world.send(unit, goal).expect("on the map");
        }
        units += 1;
    }
    world
}

/// A cell with room around it.
fn open_cell(world: &World, dice: &mut Dice) -> Cell {
    loop {
        let cell = random_cell(dice);
        let mut around = (0..9).map(|i| (cell.x.wrapping_add(i % 3), cell.y.wrapping_add(i / 3)));
        if around.all(|cell| !world.terrain().is_blocked(cell)) {
            return cell;
        }
    }
}

/// Half of the edits block a cell, half free one.
fn disturb(world: &mut World, edits: usize, tick: usize, dice: &mut Dice) {
    for i in 0..edits {
        let blocked = (i + tick) % 2 == 1;
        let cell = loop {
            let cell = random_cell(dice);
            if world.terrain().is_blocked(cell) == blocked {
                break cell;
            }
        };
        let edit = if blocked { Edit::free(cell) } else { Edit::block(cell) };
        world.edit(edit).expect("on the map");
    }
}

/// Compares plans with searches from scratch; how many.
fn compare(world: &World, dice: &mut Dice, work: &mut Workspace) -> usize {
    let units: Vec<UnitId> = world.units().map(|unit| unit.id()).collect();
    let mut compared = 0;
    for _ in 0..COMPARED.1 {
        let unit = world.unit(units[dice.below(units.len() as u32) as usize]).expect("a unit");
        let goals = world.goals(unit.id()).expect("a unit");
        let map = world.map(unit.kind()).expect("a kind");
        let wanted = match unit.plan() {
            PlanState::Exact => Some(Cost::from(unit.remaining())),
            PlanState::NoPath => None,
            _ => continue,
        };
        let query = BodyQuery::to_nearest(unit.next_placement(), goals);
        let best = search(map, &query, work).expect("on the map");
        if best.is_found().then_some(best.cost) != wanted {
            eprintln!("unit {}: {wanted:?}, not {}", unit.id(), best.cost);
            exit(3);
        }
        compared += 1;
    }
    compared
}
