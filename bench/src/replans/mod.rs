//! Replans: a 3x3 blocker falls ahead of a unit that is on its way.

mod icaria;

use crate::Options;
use crate::maps::{Dice, generate};
use crate::report::Table;
use icaria::{Icaria, PATIENT, PUBLISHED};
use std::process::exit;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wayline::body::{
    BodyKind, BodyMap, BodyQuery, GoalField, Heading, PathMemory, Placement, Replanner, Terrain,
};
use wayline::{Answer, Cell, Cost, Workspace, check, search};

const SIDE: u32 = 512;
/// Blockers on each trip, at most.
const BLOCKERS: usize = 4;

/// The maps, and what a prototype expanded on maps of these kinds (random at 12 %, rooms of 24): from
/// scratch, with paths remembered, with D* Lite.
pub const MAPS: [(&str, &str, &str); 3] = [
    ("random 20 %", "random:512x512:density=0.2:seed=1", "73k / 9.9k / 1.3k"),
    ("rooms 16", "rooms:512x512:size=16:seed=1", "152k / 14k / 3.6k"),
    ("caves", "caves:512x512:seed=1", "74k / 12.5k / 1.8k"),
];

/// Who takes part.
const WAYS: [&str; 4] = ["scratch", "paths", "field", "replanner"];

/// What was measured of one map.
/// How the article's loop did.
#[derive(Default)]
struct Article {
    expanded: u64,
    failed: usize,
    worse: usize,
}

#[derive(Default)]
struct Sums {
    trips: usize,
    first: [u64; 4],
    /// Of each replan: expanded and time, by way.
    replans: Vec<([u64; 4], [Duration; 4])>,
    /// Of the article's loop, as published and without its cut-off.
    articles: [Article; 2],
    bytes: [usize; 2],
}

pub fn run(options: &Options) -> Vec<Table> {
    let mut work = Table::new(
        "replans: a 1x2 body (tank) on 512x512, after a 3x3 blocker fell ahead: states expanded",
        &[
            "map",
            "trips",
            "replans",
            "first plan: scratch",
            "first plan: paths",
            "first plan: field",
            "scratch",
            "paths",
            "field",
            "replanner",
            "prototype's scratch / paths / D* Lite",
        ],
    );
    let mut speed = Table::new(
        "replans: time, and how many times as fast as from scratch (geometric mean; target 8)",
        &[
            "map",
            "scratch, ms",
            "paths, ms",
            "field, ms",
            "replanner, ms",
            "paths, times",
            "field, times",
            "replanner, times",
            "better of paths and field, worst",
            "paths, KB",
            "field, KB",
        ],
    );
    let mut article = Table::new(
        "replans: the article's loop, as published (at most 10,000 expansions and 1,000 steps), \
         and without its cut-off",
        &[
            "map",
            "cut-off",
            "replans",
            "its expanded",
            "its failed",
            "its not the best",
            "ours failed or not the best",
        ],
    );
    let mut all: Vec<[f64; 3]> = Vec::new();
    for (name, spec, prototype) in MAPS {
        let sums = trips(spec, options.queries);
        let count = sums.replans.len().max(1) as f64;
        let mean = |way: usize| sums.replans.iter().map(|r| r.0[way] as f64).sum::<f64>() / count;
        let ms = |way: usize| {
            sums.replans.iter().map(|r| r.1[way].as_secs_f64() * 1e3).sum::<f64>() / count
        };
        let ratio = |replan: &([u64; 4], [Duration; 4]), way: usize| {
            replan.1[0].as_secs_f64() / replan.1[way].as_secs_f64().max(1e-9)
        };
        let times = |way: usize| {
            let sum: f64 = sums.replans.iter().map(|replan| ratio(replan, way).ln()).sum();
            (sum / count).exp()
        };
        let worst = sums.replans.iter().map(|r| ratio(r, 1).max(ratio(r, 2)));
        all.push([times(1), times(2), times(3)]);
        let first = |way: usize| sums.first[way] as f64 / sums.trips.max(1) as f64;
        work.row(vec![
            name.into(),
            sums.trips.into(),
            sums.replans.len().into(),
            first(0).into(),
            first(1).into(),
            first(2).into(),
            mean(0).into(),
            mean(1).into(),
            mean(2).into(),
            mean(3).into(),
            prototype.into(),
        ]);
        speed.row(vec![
            name.into(),
            ms(0).into(),
            ms(1).into(),
            ms(2).into(),
            ms(3).into(),
            times(1).into(),
            times(2).into(),
            times(3).into(),
            worst.fold(f64::INFINITY, f64::min).into(),
            (sums.bytes[0] as f64 / sums.trips.max(1) as f64 / 1024.0).into(),
            (sums.bytes[1] as f64 / sums.trips.max(1) as f64 / 1024.0).into(),
        ]);
        for (cut_off, theirs) in ["as published", "none"].into_iter().zip(&sums.articles) {
            article.row(vec![
                name.into(),
                cut_off.into(),
                sums.replans.len().into(),
                (theirs.expanded as f64 / count).into(),
                theirs.failed.into(),
                theirs.worse.into(),
                // A mismatch would have ended the benchmark.
                0.into(),
            ]);
        }
        eprintln!("{name} done");
    }
    let geometric =
        |way: usize| (all.iter().map(|row| row[way].ln()).sum::<f64>() / all.len() as f64).exp();
    let mut last = vec![serde_json::Value::from(""); 11];
    last[0] = "geometric mean".into();
    for way in 0..3 {
        last[5 + way] = geometric(way).into();
    }
    speed.row(last);
    vec![work, speed, article]
}

fn trips(spec: &str, count: usize) -> Sums {
    let mut terrain = Terrain::from(&generate(spec));
    let kind = Arc::new(BodyKind::preset("tank").expect("a preset"));
    let mut map = BodyMap::new(kind, &terrain);
    let mut work = Workspace::new();
    let mut dice = Dice(11);
    let mut sums = Sums::default();
    while sums.trips < count {
        let heading = Heading::ALL[dice.below(4) as usize];
        let from = Placement::new(dice.below(SIDE), dice.below(SIDE), heading);
        let goal = Cell::new(dice.below(SIDE), dice.below(SIDE));
        let far = from.x.abs_diff(goal.x) + from.y.abs_diff(goal.y) >= SIDE / 2;
        if !far || !search(&map, &BodyQuery::new(from, goal), &mut work).is_ok_and(|a| a.is_found())
        {
            continue;
        }
        sums.trips += 1;
        one_trip(&mut terrain, &mut map, from, goal, &mut dice, &mut work, &mut sums);
    }
    sums
}

/// What everybody found, if there is a way.
fn best(
    terrain: &Terrain,
    map: &BodyMap,
    from: Placement,
    goal: Cell,
    who: &str,
    answer: &Answer<'_, Placement>,
) -> Option<Cost> {
    let found = answer.is_optimal().then_some(answer.cost);
    if answer.is_found() {
        let judged = check::body_path(terrain, map.kind(), &answer.path, from, &[goal.into()]);
        if judged.as_ref().ok() != found.as_ref() {
            eprintln!("{who}, {from} to {goal}: {judged:?}, not {found:?}");
            exit(3);
        }
    }
    found
}

fn one_trip(
    terrain: &mut Terrain,
    map: &mut BodyMap,
    mut from: Placement,
    goal: Cell,
    dice: &mut Dice,
    work: &mut Workspace,
    sums: &mut Sums,
) {
    let (mut memory, mut field) = (PathMemory::new(map), GoalField::new(map));
    let mut replanner = Replanner::new(map);
    let mut articles = [PUBLISHED, PATIENT].map(|limits| Icaria::new(map, goal, limits));
    let mut fallen: Vec<Cell> = Vec::new();
    let mut path: Vec<Placement> = Vec::new();
    for blocker in 0..=BLOCKERS {
        if blocker > 0 {
            // The unit has moved on, and something falls a few steps ahead of it.
            if path.len() < 40 {
                break;
            }
            let along = 1 + dice.below(path.len() as u32 / 6) as usize;
            let ahead = along + 4 + dice.below(12) as usize;
            if ahead + 4 >= path.len() {
                break;
            }
            from = path[along];
            let middle = path[ahead];
            for (dx, dy) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)) {
                let cell =
                    Cell::new(middle.x.wrapping_add_signed(dx), middle.y.wrapping_add_signed(dy));
                let clear = |x: u32, y: u32| cell.x.abs_diff(x) > 3 || cell.y.abs_diff(y) > 3;
                let free = terrain.contains(cell) && !terrain.is_blocked(cell);
                if free && clear(from.x, from.y) && clear(goal.x, goal.y) {
                    terrain.block(cell).expect("on the map");
                    fallen.push(cell);
                }
            }
            map.refresh(terrain).expect("the terrain's map");
            let rest = &path[along..];
            if check::body_path(terrain, map.kind(), rest, from, &[goal.into()]).is_ok() {
                path.drain(..along);
                continue;
            }
        }
        let query = BodyQuery::new(from, goal);
        let (mut expanded, mut times) = ([0; 4], [Duration::ZERO; 4]);
        let mut costs = [None; 4];
        for (way, who) in WAYS.into_iter().enumerate() {
            let clock = Instant::now();
            let answer = match way {
                0 => search(map, &query, work),
                1 => memory.plan(terrain, map, &query, work),
                2 => field.plan(terrain, map, &query, work),
                _ => replanner.plan(terrain, map, &query, work),
            };
            times[way] = clock.elapsed();
            let answer = answer.expect("on the map");
            expanded[way] = answer.stats.expanded;
            costs[way] = best(terrain, map, from, goal, who, &answer);
            if way == 0 {
                path.clear();
                path.extend_from_slice(&answer.path);
            }
        }
        if costs != [costs[0]; 4] {
            eprintln!("{from} to {goal}: {WAYS:?} cost {costs:?}");
            exit(3);
        }
        let theirs = articles.each_mut().map(|article| article.plan(map, from));
        let Some(cost) = costs[0] else { break };
        if blocker == 0 {
            (0..4).for_each(|way| sums.first[way] += expanded[way]);
        } else {
            sums.replans.push((expanded, times));
            for ((sum, article), theirs) in sums.articles.iter_mut().zip(&articles).zip(theirs) {
                sum.expanded += article.expanded;
                sum.failed += usize::from(theirs.is_none());
                sum.worse += usize::from(theirs.is_some_and(|theirs| Cost::from(theirs) > cost));
            }
        }
    }
    sums.bytes[0] += memory.bytes();
    sums.bytes[1] += field.bytes();
    for cell in fallen {
        terrain.free(cell).expect("on the map");
    }
    map.refresh(terrain).expect("the terrain's map");
}
