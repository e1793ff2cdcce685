//! Bodies: first plans beside the usual way, legality boards, memory.

mod usual;

use crate::Options;
use crate::maps::{Dice, generate};
use crate::report::Table;
use std::process::exit;
use std::sync::Arc;
use std::time::{Duration, Instant};
use usual::Usual;
use wayline::body::{
    BodyKind, BodyMap, BodyQuery, Estimate, Footprint, Heading, Placement, Rule, Terrain,
};
use wayline::{Cost, Workspace, check, search};

const PASSES: usize = 3;
const SIDE: u32 = 512;

/// The maps, and what a prototype expanded on maps of these kinds (random at 12 %, rooms of 24): with
/// the exact table, and with a field besides, of which the expansions were not counted.
pub const MAPS: [(&str, &str, &str); 3] = [
    ("random 20 %", "random:512x512:density=0.2:seed=1", "110k, 82k"),
    ("rooms 16", "rooms:512x512:size=16:seed=1", "202k, 62k"),
    ("caves", "caves:512x512:seed=1", "110k, 60k"),
];

const ESTIMATES: [(&str, Estimate); 2] = [("free", Estimate::Free), ("field", Estimate::Field)];

pub fn run(options: &Options) -> Vec<Table> {
    vec![first_plans(options), boards(), memory()]
}

/// From a random placement to a random cell at any heading, at least half the map's side away.
fn questions(map: &BodyMap, count: usize) -> Vec<(Placement, (u32, u32), Cost)> {
    let mut dice = Dice(7);
    let mut work = Workspace::new();
    let mut questions = Vec::new();
    while questions.len() < count {
        let heading = Heading::ALL[dice.below(4) as usize];
        let from = Placement::new(dice.below(SIDE), dice.below(SIDE), heading);
        let to = (dice.below(SIDE), dice.below(SIDE));
        if from.x.abs_diff(to.0) + from.y.abs_diff(to.1) >= SIDE / 2 {
            let answer = search(map, &BodyQuery::new(from, to), &mut work).expect("on the map");
            if answer.is_found() {
                questions.push((from, to, answer.cost));
            }
        }
    }
    questions
}

fn first_plans(options: &Options) -> Table {
    let title = "bodies: the first plan of a 1x2 body (tank) on 512x512, beside the usual way (A* \
                 with the Euclidean estimate, a binary heap, loop-tested footprints), best of 3";
    let columns = [
        "map",
        "queries",
        "usual, expanded",
        "free, expanded",
        "field, expanded (field's own counted)",
        "prototype's",
        "usual, ms",
        "free, ms",
        "field, ms",
        "free, times as fast",
        "field, times as fast (geometric mean)",
        "worst",
    ];
    let mut table = Table::new(title, &columns);
    let mut all = Vec::new();
    for (name, spec, prototype) in MAPS {
        let terrain = Terrain::from(&generate(spec));
        let kind = Arc::new(BodyKind::preset("tank").expect("a preset"));
        let map = BodyMap::new(kind.clone(), &terrain);
        let questions = questions(&map, options.queries);
        let mut usual = Usual::new(&terrain, &kind);
        let mut work = Workspace::new();
        let mut best = vec![[Duration::MAX; 3]; questions.len()];
        let mut expanded = [0u64; 3];
        for pass in 0..PASSES {
            for (&(from, to, cost), best) in questions.iter().zip(&mut best) {
                let started = Instant::now();
                let found = usual.solve(from, to);
                best[0] = best[0].min(started.elapsed());
                let walked = check::body_path(&terrain, &kind, &usual.path, from, &[to.into()]);
                compare("the usual way", from, cost, found.map(Cost::from), walked.ok());
                expanded[0] += if pass == 0 { usual.expanded } else { 0 };
                for (way, (name, estimate)) in (1..).zip(ESTIMATES) {
                    let query = BodyQuery::new(from, to).estimate(estimate);
                    let started = Instant::now();
                    let answer = search(&map, &query, &mut work).expect("on the map");
                    best[way] = best[way].min(started.elapsed());
                    let walked =
                        check::body_path(&terrain, &kind, &answer.path, from, &[to.into()]);
                    compare(name, from, cost, Some(answer.cost), walked.ok());
                    expanded[way] += if pass == 0 { answer.stats.expanded } else { 0 };
                }
            }
        }
        let count = questions.len() as f64;
        let mean = |way: usize| {
            best.iter().map(|times| times[way].as_secs_f64()).sum::<f64>() * 1000.0 / count
        };
        let ratios = |way: usize| {
            best.iter().map(move |times| times[0].as_secs_f64() / times[way].as_secs_f64())
        };
        all.push(geometric(ratios(2)));
        table.row(vec![
            name.into(),
            questions.len().into(),
            (expanded[0] as f64 / count).into(),
            (expanded[1] as f64 / count).into(),
            (expanded[2] as f64 / count).into(),
            prototype.into(),
            mean(0).into(),
            mean(1).into(),
            mean(2).into(),
            geometric(ratios(1)).into(),
            geometric(ratios(2)).into(),
            ratios(2).fold(f64::INFINITY, f64::min).into(),
        ]);
    }
    let mut last = vec![serde_json::Value::from(""); columns.len()];
    (last[0], last[10]) = ("geometric mean (target 6)".into(), geometric(all.into_iter()).into());
    table.row(last);
    table
}

fn geometric(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, n), ratio| (sum + ratio.ln(), n + 1.0));
    (sum / count as f64).exp()
}

/// A benchmark of wrong answers is worth nothing.
fn compare(who: &str, from: Placement, cost: Cost, found: Option<Cost>, walked: Option<Cost>) {
    if found != Some(cost) || walked != Some(cost) {
        eprintln!("{who}, from {from}: cost {found:?}, walked {walked:?}, expected {cost}");
        exit(3);
    }
}

fn rectangle(length: u32, width: u32) -> Arc<BodyKind> {
    let footprint = Footprint::rectangle(length, width).expect("within limits");
    let rules = [Rule::step(1, 0, 10), Rule::step(-1, 0, 25), Rule::turn(1, 15), Rule::turn(3, 15)];
    let builder = BodyKind::builder("rectangle", footprint);
    let builder = rules.into_iter().fold(builder, |builder, rule| builder.rule(rule));
    Arc::new(builder.build().expect("good rules"))
}

/// How many boards a kind has: its distinct swept sets.
fn count_boards(kind: &BodyKind) -> usize {
    let moves = Heading::ALL.into_iter().flat_map(|heading| kind.moves(heading));
    let mut swept: Vec<_> = moves.map(|row| row.swept()).collect();
    swept.sort_unstable();
    swept.dedup();
    swept.len()
}

fn boards() -> Table {
    let title = "bodies: legality boards on 2000x2000, random 20 % (targets: under 1 ms a board, \
                 under 100 ns a board for a cell that changes)";
    let columns =
        ["body", "boards", "all, ms", "a board, ms", "a cell, µs", "a cell and board, ns"];
    let mut table = Table::new(title, &columns);
    let grid = generate("random:2000x2000:density=0.2:seed=1");
    for (length, width) in [(2, 1), (3, 2), (16, 16)] {
        let kind = rectangle(length, width);
        let mut terrain = Terrain::from(&grid);
        let boards = count_boards(&kind) as f64;
        let mut all = Duration::MAX;
        for _ in 0..5 {
            let started = Instant::now();
            std::hint::black_box(BodyMap::new(kind.clone(), &terrain));
            all = all.min(started.elapsed());
        }
        let mut map = BodyMap::new(kind, &terrain);
        let mut dice = Dice(3);
        let mut cell = Duration::MAX;
        for _ in 0..5 {
            const EDITS: u32 = 10_000;
            for _ in 0..EDITS {
                let at = (dice.below(2000), dice.below(2000));
                let blocked = terrain.is_blocked(at);
                terrain.set_blocked(at, !blocked).expect("on the map");
            }
            let started = Instant::now();
            map.refresh(&terrain).expect("the same terrain");
            cell = cell.min(started.elapsed() / EDITS);
        }
        let (all, cell) = (all.as_secs_f64() * 1e3, cell.as_nanos() as f64);
        table.row(vec![
            format!("{length}x{width}").into(),
            (boards as u64).into(),
            all.into(),
            (all / boards).into(),
            (cell / 1e3).into(),
            (cell / boards).into(),
        ]);
    }
    table
}

fn memory() -> Table {
    let title = "bodies: memory on 512x512, random 20 %, in bytes a cell";
    let columns = ["kind", "map", "map with swamps", "workspace, after a plan across"];
    let mut table = Table::new(title, &columns);
    let mut plain = Terrain::from(&generate(MAPS[0].1));
    for (name, _) in BodyKind::presets() {
        if *name == "ship" {
            for index in 0..SIDE * SIDE {
                plain.set_ground((index % SIDE, index / SIDE), b'W').expect("on the map");
            }
        }
        let kind = BodyKind::preset(name).expect("a preset");
        let mut work = Workspace::new();
        let map = BodyMap::new(kind.clone(), &plain);
        let mut dice = Dice(1);
        for _ in 0..20 {
            let from = Placement::new(dice.below(SIDE), dice.below(SIDE), Heading::E);
            let to = (dice.below(SIDE), dice.below(SIDE));
            search(&map, &BodyQuery::new(from, to), &mut work).expect("on the map");
        }
        let mut swamps = plain.clone();
        for index in (0..SIDE * SIDE).filter(|index| index / 7 % 3 == 0) {
            swamps.set_ground((index % SIDE, index / SIDE), b'S').expect("on the map");
        }
        let varied = BodyMap::new(kind, &swamps);
        let cells = f64::from(SIDE * SIDE);
        table.row(vec![
            (*name).into(),
            (map.bytes() as f64 / cells).into(),
            (varied.bytes() as f64 / cells).into(),
            (work.body_bytes() as f64 / cells).into(),
        ]);
    }
    table
}
