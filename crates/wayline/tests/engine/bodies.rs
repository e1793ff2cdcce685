//! Bodies against the oracle: every grid of 4x4 for small bodies, random maps, rules and terrains.

use crate::body_oracle::{Truth, placements, random_kind, random_placement, random_terrain};
use crate::oracle::{Random, effort};
use wayline::body::{
    Area, BodyKind, BodyMap, BodyQuery, Estimate, Footprint, Goal, Heading, Occupancy, Placement,
    Rule, Terrain,
};
use wayline::{Cell, Cost, Outcome, Workspace, check, search};

const ESTIMATES: [Estimate; 7] = [
    Estimate::Auto,
    Estimate::Zero,
    Estimate::Euclid,
    Estimate::Steps,
    Estimate::Free,
    Estimate::Field,
    Estimate::SharedField,
];

/// 1x2, 2x2 and an L, each with three rule sets: pivoting, turning while moving, and diagonals.
fn small_kinds() -> Vec<BodyKind> {
    let footprints = [
        Footprint::rectangle(2, 1).unwrap(),
        Footprint::rectangle(2, 2).unwrap(),
        Footprint::from_rows(["P#", "#."]).unwrap(),
    ];
    let rule_sets: [Vec<Rule>; 3] = [
        vec![Rule::step(1, 0, 10), Rule::step(-1, 0, 25), Rule::turn(1, 15), Rule::turn(3, 15)],
        vec![
            Rule::step(1, 0, 10),
            Rule::step(-1, 0, 40),
            Rule::step(1, 0, 16).turning_to(Heading::N),
            Rule::step(1, 0, 16).turning_to(Heading::S),
        ],
        vec![
            Rule::step(1, 0, 10),
            Rule::step(1, 1, 14),
            Rule::step(1, -1, 14),
            Rule::step(0, 1, 13),
            Rule::turn(1, 2),
        ],
    ];
    let mut kinds = Vec::new();
    for footprint in &footprints {
        for rules in &rule_sets {
            let builder = BodyKind::builder("small", footprint.clone());
            kinds
                .push(rules.iter().cloned().fold(builder, |b, rule| b.rule(rule)).build().unwrap());
        }
    }
    kinds
}

#[allow(clippy::too_many_arguments)]
fn compare(
    terrain: &Terrain,
    map: &BodyMap,
    query: &BodyQuery<'_>,
    from: Placement,
    goals: &[Goal],
    best: Option<u64>,
    restricted: bool,
    work: &mut Workspace,
) {
    let answer = search(map, query, work).unwrap();
    match best {
        None => assert_eq!(answer.outcome, Outcome::Unreachable, "{from} {goals:?} {terrain:?}"),
        Some(best) => {
            let best = Cost::from(best as u32);
            assert!(answer.is_optimal(), "{from} {goals:?}");
            assert_eq!(answer.cost, best, "{from} {goals:?} {:?}", map.kind().rules());
            let judged = check::body_path(terrain, map.kind(), &answer.path, from, goals).unwrap();
            // The judge knows of no area and nobody in the way: where two moves lead the same way,
            // it takes the cheaper one.
            assert!(judged == best || restricted && judged < best, "{from} {goals:?}: {judged}");
        }
    }
}

#[test]
fn every_grid_of_four_by_four() {
    let all = effort() >= 1000;
    let mut work = Workspace::new();
    let mut compared = 0u64;
    for (k, kind) in small_kinds().into_iter().enumerate() {
        let kind = std::sync::Arc::new(kind);
        let stride = if all { 1 } else { 997 };
        for bits in (k as u32 * 13 % stride..65_536).step_by(stride as usize) {
            let mut terrain = Terrain::new(4, 4).unwrap();
            for i in (0..16).filter(|i| bits >> i & 1 == 0) {
                terrain.block((i % 4, i / 4)).unwrap();
            }
            let map = BodyMap::new(kind.clone(), &terrain);
            let truth = Truth::new(&terrain, &kind);
            let all_placements = placements(&terrain);
            let fitting: Vec<_> =
                all_placements.iter().copied().filter(|&at| truth.fits(at)).collect();
            for at in &all_placements {
                assert_eq!(map.fits(*at), fitting.contains(at));
            }
            for (i, &from) in fitting.iter().enumerate() {
                // The long form takes every start on some grids, and some starts on every grid.
                if bits % 16 != 0 && i % 8 != bits as usize % 8 {
                    continue;
                }
                let costs = truth.costs(from);
                for (j, &to) in fitting.iter().enumerate() {
                    let best = costs[map.state(to).unwrap() as usize];
                    let estimate = ESTIMATES[(i + j + bits as usize) % ESTIMATES.len()];
                    let mut query = BodyQuery::new(from, to).estimate(estimate);
                    if (i + j) % 3 == 0 {
                        query = query.backward();
                    }
                    compare(&terrain, &map, &query, from, &[to.into()], best, false, &mut work);
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} answers compared, 0 mismatches");
    assert!(compared > 1000);
}

/// The best cost to any of the goals.
pub(crate) fn best_of(
    truth: &Truth<'_>,
    costs: &[Option<u64>],
    kind: &BodyKind,
    goals: &[Goal],
) -> Option<u64> {
    let all = placements(truth.terrain);
    let at = |placement: Placement, goal: Goal| match goal {
        Goal::At(there) => placement == there,
        Goal::Pivot(cell) => placement.cell() == cell,
        Goal::Near { cell, reach } => kind.footprint().at(placement).any(|(x, y)| {
            let far = (x - cell.x as i64).abs().max((y - cell.y as i64).abs());
            far <= reach as i64
        }),
        _ => unreachable!("all goals are here"),
    };
    let reached = all.iter().zip(costs).filter(|(p, _)| goals.iter().any(|&goal| at(**p, goal)));
    reached.filter_map(|(_, cost)| *cost).min()
}

/// A placement where the body fits, mostly.
pub(crate) fn fitting(random: &mut Random, truth: &Truth<'_>) -> Placement {
    let tries: Vec<_> = (0..12).map(|_| random_placement(random, truth.terrain)).collect();
    tries.iter().copied().find(|&at| truth.fits(at)).unwrap_or(tries[0])
}

pub(crate) fn random_goals(random: &mut Random, truth: &Truth<'_>) -> Vec<Goal> {
    let one = |random: &mut Random| {
        let at = fitting(random, truth);
        match random.below(3) {
            0 => Goal::At(at),
            1 => Goal::Pivot(at.cell()),
            _ => Goal::Near { cell: at.cell(), reach: random.below(3) as u32 },
        }
    };
    let count = if random.below(3) == 0 { 3 } else { 1 };
    (0..count).map(|_| one(random)).collect()
}

#[test]
fn random_maps_rules_and_terrains() {
    let mut random = Random(2024);
    let mut work = Workspace::new();
    let (mut asked, mut found) = (0u64, 0u64);
    while asked < 3_000 * effort().min(400) {
        let mut terrain = random_terrain(&mut random, 14);
        let kind = std::sync::Arc::new(random_kind(&mut random));
        let mut map = BodyMap::new(kind.clone(), &terrain);
        let mut others = Occupancy::new(&map);
        for _ in 0..4 {
            // Half of the time an area, half of the time others in the way.
            let area = (random.below(4) == 0).then(|| {
                let (a, b) = (
                    random_placement(&mut random, &terrain),
                    random_placement(&mut random, &terrain),
                );
                Area::new(a.cell(), b.cell())
            });
            let taken: Vec<(u32, u32)> = match random.below(4) {
                0 => (0..3)
                    .map(|_| random_placement(&mut random, &terrain).cell())
                    .map(|c| (c.x, c.y))
                    .collect(),
                _ => Vec::new(),
            };
            taken.iter().for_each(|&cell| others.take(cell).unwrap());
            let truth = Truth { terrain: &terrain, kind: &kind, area, taken: &taken };
            for _ in 0..3 {
                let from = fitting(&mut random, &truth);
                let costs = truth.costs(from);
                for _ in 0..8 {
                    let goals = random_goals(&mut random, &truth);
                    let best = best_of(&truth, &costs, &kind, &goals);
                    let estimate = ESTIMATES[random.below(ESTIMATES.len() as u64) as usize];
                    let mut query = BodyQuery::to_nearest(from, &goals).estimate(estimate);
                    if let Some(area) = area {
                        query = query.within(area);
                    }
                    if !taken.is_empty() {
                        query = query.around(&others);
                    }
                    if random.below(3) == 0 {
                        query = query.backward();
                    }
                    let restricted = area.is_some() || !taken.is_empty();
                    compare(&terrain, &map, &query, from, &goals, best, restricted, &mut work);
                    asked += 1;
                    found += u64::from(best.is_some_and(|best| best > 0));
                }
            }
            taken.iter().for_each(|&cell| others.leave(cell).unwrap());
            // The map changes; boards are repaired.
            for _ in 0..1 + random.below(6) {
                let Cell { x, y } = random_placement(&mut random, &terrain).cell();
                match random.below(4) {
                    0 => {
                        terrain.set_ground((x, y), b".SWH9\x85"[random.below(6) as usize]).unwrap()
                    }
                    1 => terrain.set_elevation((x, y), random.below(5) as i32).unwrap(),
                    _ => terrain.set_blocked((x, y), random.below(2) == 0).unwrap(),
                }
            }
            map.refresh(&terrain).unwrap();
            same_as_new(&map, &terrain);
        }
    }
    println!("{asked} answers compared, {found} with a way, 0 mismatches");
    assert!(found * 4 > asked, "{found} of {asked}");
}

/// One field for many starts, some of them cut off, and for edits in between.
#[test]
fn a_shared_field_serves_many_starts() {
    let mut random = Random(77);
    let mut work = Workspace::new();
    let (mut asked, mut found) = (0u64, 0u64);
    while asked < 1_500 * effort().min(100) {
        let mut terrain = random_terrain(&mut random, 16);
        let kind = std::sync::Arc::new(random_kind(&mut random));
        let mut map = BodyMap::new(kind.clone(), &terrain);
        let goals = random_goals(&mut random, &Truth::new(&terrain, &kind));
        for _ in 0..3 {
            let truth = Truth::new(&terrain, &kind);
            for _ in 0..10 {
                let from = fitting(&mut random, &truth);
                let best = best_of(&truth, &truth.costs(from), &kind, &goals);
                let query = BodyQuery::to_nearest(from, &goals).estimate(Estimate::SharedField);
                compare(&terrain, &map, &query, from, &goals, best, false, &mut work);
                asked += 1;
                found += u64::from(best.is_some_and(|best| best > 0));
            }
            let cell = random_placement(&mut random, &terrain).cell();
            let blocked = terrain.is_blocked(cell);
            terrain.set_blocked(cell, !blocked).unwrap();
            map.refresh(&terrain).unwrap();
        }
    }
    println!("{asked} answers compared, {found} with a way, 0 mismatches");
    assert!(found * 4 > asked, "{found} of {asked}");
}

/// Far from the goal, where tables are continued by a formula, against Dijkstra's search.
#[test]
fn far_estimates_are_exact() {
    let mut random = Random(99);
    let mut work = Workspace::new();
    let (mut asked, mut found) = (0u64, 0u64);
    while asked < 300 * effort().min(100) {
        let (width, height) = (40 + random.below(60) as u32, 40 + random.below(60) as u32);
        let mut terrain = Terrain::new(width, height).unwrap();
        let density = random.below(12);
        for i in 0..width * height {
            if random.below(100) < density {
                terrain.block((i % width, i / width)).unwrap();
            }
        }
        let map = BodyMap::new(random_kind(&mut random), &terrain);
        for _ in 0..4 {
            let from = random_placement(&mut random, &terrain);
            let to = random_placement(&mut random, &terrain);
            let goal = if random.below(2) == 0 { Goal::At(to) } else { Goal::Pivot(to.cell()) };
            let ask = |estimate| BodyQuery::new(from, goal).estimate(estimate);
            let plain = search(&map, &ask(Estimate::Zero), &mut work).unwrap();
            let best = (plain.outcome, plain.cost);
            found += u64::from(plain.steps() > 20);
            let others =
                [ask(Estimate::Free), ask(Estimate::Field), ask(Estimate::Free).backward()];
            for query in others {
                let answer = search(&map, &query, &mut work).unwrap();
                assert_eq!((answer.outcome, answer.cost), best, "{from} {goal} {:?}", map.kind());
                assert_eq!(answer.stats.reopened, 0);
                asked += 1;
            }
        }
    }
    println!("{asked} answers compared, {found} far away, 0 mismatches");
    assert!(found * 20 > asked, "{found} of {asked}");
}

/// A repaired map knows the same moves, there and back, as one made anew, and as the oracle.
fn same_as_new(map: &BodyMap, terrain: &Terrain) {
    let new = BodyMap::new(map.kind().clone(), terrain);
    let truth = Truth::new(terrain, map.kind());
    for at in placements(terrain) {
        let mut back = [Vec::new(), Vec::new()];
        for (map, list) in [map, &new].into_iter().zip(&mut back) {
            map.for_each_move_back(at, |from, cost, index| list.push((from, cost, index)));
        }
        assert_eq!(back[0], back[1]);
        for &(from, cost, index) in &back[0] {
            assert_eq!(truth.cost(from, index), Some(cost as u64));
        }
        for index in 0..map.kind().moves(at.heading).len() {
            let cost = map.move_cost(at, index);
            assert_eq!(cost, new.move_cost(at, index));
            assert_eq!(cost.map(u64::from), truth.cost(at, index), "{at} {index} {:?}", map.kind());
        }
    }
}
