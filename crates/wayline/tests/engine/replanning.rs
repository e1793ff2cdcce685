//! Replanning against searches from scratch and the oracle: random edits, goals that move, bodies that
//! move on, others in the way; and for each condition of its correctness, what happens without it.

use crate::bodies::{best_of, fitting, random_goals};
use crate::body_oracle::{Truth, random_kind, random_placement, random_terrain};
use crate::oracle::{Random, effort};
use std::sync::Arc;
use wayline::body::{
    Ablation, BodyKind, BodyMap, BodyQuery, Estimate, Footprint, Goal, GoalField, Heading, Method,
    Occupancy, PathMemory, Placement, Replanner, Rule, Terrain,
};
use wayline::{Answer, Cell, Cost, Limit, Limits, Outcome, Workspace, check, search};

/// What is done in a step of a test.
#[derive(Clone, Copy, Default)]
struct Course {
    /// Some searches around others, some limited, some weighted.
    limited: bool,
    /// What the memory leaves out.
    ablation: Ablation,
}

/// How many answers were compared, had a way, and were wrong.
#[derive(Debug, Default)]
struct Counts {
    steps: u64,
    found: u64,
    wrong: u64,
    expanded: u64,
    scratch: u64,
}

fn edit(random: &mut Random, terrain: &mut Terrain) {
    let Cell { x, y } = random_placement(random, terrain).cell();
    match random.below(6) {
        0 => terrain.set_ground((x, y), b".SWH9R\x85\xff"[random.below(8) as usize]).unwrap(),
        1 => terrain.set_elevation((x, y), random.below(5) as i32).unwrap(),
        _ => terrain.set_blocked((x, y), random.below(5) < 2).unwrap(),
    }
}

/// One map and one body: edits, moves and replans.
fn one_course(random: &mut Random, course: Course, side: u64, steps: u64, counts: &mut Counts) {
    let mut terrain = random_terrain(random, side);
    let kind = Arc::new(random_kind(random));
    let mut map = BodyMap::new(kind.clone(), &terrain);
    let mut memory = PathMemory::new(&map);
    memory.ablate(course.ablation);
    let mut field = GoalField::new(&map);
    let mut replanner = Replanner::new(&map);
    let mut others = Occupancy::new(&map);
    let mut work = Workspace::new();
    let mut from = fitting(random, &Truth::new(&terrain, &kind));
    let mut goals = random_goals(random, &Truth::new(&terrain, &kind));
    for _ in 0..steps {
        for _ in 0..random.below(4) {
            edit(random, &mut terrain);
        }
        map.refresh(&terrain).unwrap();
        if random.below(8) == 0 {
            goals = random_goals(random, &Truth::new(&terrain, &kind));
        }
        if random.below(6) == 0 {
            from = fitting(random, &Truth::new(&terrain, &kind));
        }
        // Now and then a search comes first that must not teach anything wrong.
        let mut taken = Vec::new();
        if course.limited && random.below(3) == 0 {
            let mut query = BodyQuery::to_nearest(from, &goals);
            match random.below(4) {
                0 => {
                    let limits = Limits::default().expansions(random.below(20));
                    query = query.limits(limits);
                }
                1 => {
                    let cost = Some(Cost::from(random.below(300) as u32));
                    query = query.limits(Limits::default().cost(cost));
                }
                2 => query = query.estimate(Estimate::Scaled(1.0 + random.below(30) as f64 / 10.0)),
                _ => taken = (0..4).map(|_| random_placement(random, &terrain).cell()).collect(),
            }
            taken.iter().for_each(|&cell| others.take(cell).unwrap());
            let query = if taken.is_empty() { query } else { query.around(&others) };
            let scratch = Replied::of(&search(&map, &query, &mut work).unwrap());
            let weighted = scratch.outcome == Outcome::Found && !scratch.optimal;
            for answer in [
                memory.plan(&terrain, &map, &query, &mut work).map(|a| Replied::of(&a)).unwrap(),
                field.plan(&terrain, &map, &query, &mut work).map(|a| Replied::of(&a)).unwrap(),
            ] {
                let intact = course.ablation.is_none();
                if intact && !weighted && answer.outcome != Outcome::Stopped(Limit::Expansions) {
                    // What a limit stopped from scratch may be known without a search.
                    let same = answer.outcome == scratch.outcome && answer.cost == scratch.cost;
                    let more = scratch.outcome == Outcome::Stopped(Limit::Expansions);
                    let neither = scratch.cost.is_none() && answer.cost.is_none();
                    assert!(same || more || neither, "{answer:?} is not {scratch:?}");
                }
            }
            taken.iter().for_each(|&cell| others.leave(cell).unwrap());
        }
        let query = BodyQuery::to_nearest(from, &goals);
        let scratch = Replied::of(&search(&map, &query, &mut work).unwrap());
        counts.scratch += scratch.expanded;
        if counts.steps.is_multiple_of(16) {
            let truth = Truth::new(&terrain, &kind);
            let best = best_of(&truth, &truth.costs(from), &kind, &goals);
            assert_eq!(scratch.cost, best.map(|best| Cost::from(best as u32)));
        }
        let mut path = Vec::new();
        for which in 0..3 {
            let answer = match which {
                0 => memory.plan(&terrain, &map, &query, &mut work),
                1 => field.plan(&terrain, &map, &query, &mut work),
                _ => replanner.plan(&terrain, &map, &query, &mut work),
            };
            let answer = answer.unwrap();
            let replied = Replied::of(&answer);
            let judged = (replied.outcome == Outcome::Found)
                .then(|| check::body_path(&terrain, &kind, &answer.path, from, &goals).ok());
            let right = replied.outcome == scratch.outcome
                && replied.cost == scratch.cost
                && judged.is_none_or(|judged| judged == scratch.cost);
            counts.wrong += u64::from(!right);
            if which == 0 {
                counts.expanded += replied.expanded;
                path = answer.path.to_vec();
            }
        }
        counts.steps += 1;
        counts.found += u64::from(path.len() > 1);
        // The body moves on; one that cannot is put elsewhere after a while.
        if path.len() > 1 {
            from = path[(random.below(4) as usize).min(path.len() - 1)];
        } else if random.below(2) == 0 {
            for _ in 0..20 {
                let truth = Truth::new(&terrain, &kind);
                (from, goals) = (fitting(random, &truth), random_goals(random, &truth));
                let query = BodyQuery::to_nearest(from, &goals);
                if search(&map, &query, &mut work).unwrap().path.len() > 3 {
                    break;
                }
            }
        }
    }
}

/// What is compared of an answer.
#[derive(Debug)]
struct Replied {
    outcome: Outcome,
    cost: Option<Cost>,
    optimal: bool,
    expanded: u64,
}

impl Replied {
    fn of(answer: &Answer<'_, Placement>) -> Replied {
        let found = answer.is_found();
        Replied {
            outcome: answer.outcome,
            cost: found.then_some(answer.cost),
            optimal: answer.is_optimal(),
            expanded: answer.stats.expanded,
        }
    }
}

fn courses(seed: u64, course: Course, side: u64, steps: u64) -> Counts {
    let mut random = Random(seed);
    let mut counts = Counts::default();
    while counts.steps < steps {
        one_course(&mut random, course, side, 40, &mut counts);
    }
    counts
}

#[test]
fn every_replan_is_as_good_as_a_search_from_scratch() {
    let thorough = Course { limited: true, ..Course::default() };
    let mut all = Counts::default();
    for (side, steps) in [(8, 600), (18, 500), (40, 60)] {
        let counts = courses(77 + side, thorough, side, steps * effort());
        println!("maps of up to {side}x{side}: {counts:?}");
        assert_eq!(counts.wrong, 0, "{counts:?}");
        assert!(counts.found * 8 > counts.steps, "{counts:?}");
        all.steps += counts.steps;
    }
    println!("{} steps, 0 mismatches", all.steps);
}

/// Every condition is needed: without it, some answers are wrong.
#[test]
fn without_a_condition_answers_are_wrong() {
    let ablation = |set: fn(&mut Ablation)| {
        let mut ablation = Ablation::default();
        set(&mut ablation);
        Course { limited: true, ablation }
    };
    let dropped = [
        ("bounds are lowered when costs fall", ablation(|c| c.cost_drops = true)),
        ("a stopped search teaches no more than the least f", ablation(|c| c.stopped = true)),
        ("a search around others teaches nothing", ablation(|c| c.others = true)),
        ("a weighted search teaches nothing", ablation(|c| c.weighted = true)),
        ("bounds are lowered when the goal moves", ablation(|c| c.goals = true)),
        ("a remembered path must cost what the bounds say", ablation(|c| c.paths = true)),
        ("what is freed may lead to the goal", ablation(|c| c.openings = true)),
    ];
    for (condition, course) in dropped {
        let counts = courses(5, course, 12, 1_500);
        println!("without '{condition}': {} of {} wrong", counts.wrong, counts.steps);
        assert!(counts.wrong > 0, "nothing shows that {condition}");
    }
}

/// What was learnt for one kind of body is wrong for a faster one, and so is kept apart.
#[test]
fn each_kind_learns_for_itself() {
    let turner = |time: i64| {
        let footprint = Footprint::rectangle(1, 1).unwrap();
        let ahead = BodyKind::builder("turner", footprint).rule(Rule::step(1, 0, 10));
        ahead.rule(Rule::turn(1, time)).rule(Rule::turn(3, time)).build().unwrap()
    };
    let kinds = [turner(90), turner(1)].map(Arc::new);
    let mut wrong = [0, 0];
    for (ablation, wrong) in wrong.iter_mut().enumerate() {
        let mut random = Random(3);
        for _ in 0..100 {
            let terrain = random_terrain(&mut random, 14);
            let maps = kinds.clone().map(|kind| BodyMap::new(kind, &terrain));
            let mut memory = PathMemory::new(&maps[0]);
            let mut leave_out = Ablation::default();
            leave_out.kinds = ablation == 1;
            memory.ablate(leave_out);
            let mut work = Workspace::new();
            let from = random_placement(&mut random, &terrain);
            let goals = random_goals(&mut random, &Truth::new(&terrain, &kinds[0]));
            let query = BodyQuery::to_nearest(from, &goals);
            for map in &maps {
                let right = search(map, &query, &mut work).unwrap().cost;
                let cost = memory.plan(&terrain, map, &query, &mut work).unwrap().cost;
                *wrong += u64::from(cost != right);
            }
        }
    }
    assert_eq!(wrong[0], 0);
    assert!(wrong[1] > 0, "what the slow one learnt was too much for the fast");
}

#[test]
fn a_field_serves_many_units_and_is_picked_for_them() {
    let mut random = Random(9);
    for _ in 0..20 {
        let mut terrain = random_terrain(&mut random, 20);
        let kind = Arc::new(random_kind(&mut random));
        let mut map = BodyMap::new(kind.clone(), &terrain);
        let goals = random_goals(&mut random, &Truth::new(&terrain, &kind));
        let mut field = GoalField::new(&map);
        let mut replanner = Replanner::new(&map);
        replanner.shared_by(20);
        let mut work = Workspace::new();
        for _ in 0..10 {
            field.aim(&terrain, &map, &goals).unwrap();
            for _ in 0..20 {
                let mut at = random_placement(&mut random, &terrain);
                let query = BodyQuery::to_nearest(at, &goals);
                let answer = search(&map, &query, &mut work).unwrap();
                let (cost, found) = (answer.cost, answer.is_found());
                assert_eq!(replanner.plan(&terrain, &map, &query, &mut work).unwrap().cost, cost);
                assert_eq!(replanner.method(), Method::Field);
                let read = field.cost(&map, at).filter(|_| map.fits(at));
                assert_eq!(read.map(Cost::from), found.then_some(cost));
                // Step by step it gets there, for exactly that.
                let mut path = vec![at];
                while let Some(next) = field.next_step(&map, at).filter(|_| found) {
                    path.push(next);
                    at = next;
                }
                if found {
                    let judged = check::body_path(&terrain, &kind, &path, path[0], &goals);
                    assert_eq!(judged, Ok(cost));
                }
            }
            for _ in 0..3 {
                edit(&mut random, &mut terrain);
            }
            map.refresh(&terrain).unwrap();
        }
    }
}

#[test]
fn a_field_that_is_not_repaired_is_wrong() {
    let mut terrain = Terrain::new(30, 9).unwrap();
    let mut map = BodyMap::new(BodyKind::preset("tank").unwrap(), &terrain);
    let goals = [Goal::Pivot(Cell::new(25, 4))];
    let at = Placement::new(2, 4, Heading::E);
    let (mut field, mut ablation) = (GoalField::new(&map), GoalField::new(&map));
    ablation.ablate_repairs();
    for row in 0..8 {
        for field in [&mut field, &mut ablation] {
            field.aim(&terrain, &map, &goals).unwrap();
            field.cost(&map, at);
        }
        terrain.block((12, row)).unwrap();
        map.refresh(&terrain).unwrap();
    }
    for field in [&mut field, &mut ablation] {
        field.aim(&terrain, &map, &goals).unwrap();
    }
    let query = BodyQuery::to_nearest(at, &goals);
    let right = search(&map, &query, &mut Workspace::new()).unwrap().cost;
    assert_eq!(field.cost(&map, at).map(Cost::from), Some(right));
    assert_ne!(ablation.cost(&map, at).map(Cost::from), Some(right));
}

#[test]
fn a_field_is_picked_after_many_replans() {
    let mut terrain = Terrain::new(24, 24).unwrap();
    let mut map = BodyMap::new(BodyKind::preset("tank").unwrap(), &terrain);
    let mut replanner = Replanner::new(&map);
    let mut work = Workspace::new();
    let mut methods = Vec::new();
    for y in 0..23 {
        terrain.block((12, y)).unwrap();
        map.refresh(&terrain).unwrap();
        let query = BodyQuery::new((2, 2, Heading::E), (20, 3));
        let cost = search(&map, &query, &mut work).unwrap().cost;
        assert_eq!(replanner.plan(&terrain, &map, &query, &mut work).unwrap().cost, cost);
        methods.push(replanner.method());
    }
    assert_eq!(methods[0], Method::Paths);
    assert_eq!(methods.last(), Some(&Method::Field));
    // Another goal, and it begins again.
    let query = BodyQuery::new((2, 2, Heading::E), (3, 3));
    replanner.plan(&terrain, &map, &query, &mut work).unwrap();
    assert_eq!(replanner.method(), Method::Paths);
}

#[test]
fn a_map_that_was_not_refreshed_is_refused() {
    let mut terrain = Terrain::new(9, 9).unwrap();
    let map = BodyMap::new(BodyKind::preset("tank").unwrap(), &terrain);
    terrain.block((4, 4)).unwrap();
    let query = BodyQuery::new((0, 0, Heading::E), (7, 7));
    let mut work = Workspace::new();
    assert!(PathMemory::new(&map).plan(&terrain, &map, &query, &mut work).is_err());
    assert!(GoalField::new(&map).plan(&terrain, &map, &query, &mut work).is_err());
    let off = BodyQuery::new((9, 0, Heading::E), (7, 7));
    let terrain = Terrain::new(9, 9).unwrap();
    assert!(PathMemory::new(&map).plan(&terrain, &map, &off, &mut work).is_err());
    let goal: [Goal; 0] = [];
    let none = BodyQuery::to_nearest((0, 0, Heading::E), &goal);
    assert!(Replanner::new(&map).plan(&terrain, &map, &none, &mut work).is_err());
}
