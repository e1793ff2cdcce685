//! Plans for crowds of bodies: every one goes before the judge, small ones are compared with a search over all
//! there is, and plans are carried out by units that are late.

use crate::oracle::{Random, effort};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wayline::body::{BodyKind, BodyMap, Footprint, Goal, Heading, Placement, Rule, Sweep, Terrain};
use wayline::check::{self, Flaw};
use wayline::crowd::{
    BodyMove, BodyPlan, BodyPlanner, BodyUnit, CrowdError, Dependencies, Plan, Planner, Unit,
};
use wayline::{Cell, End, Grid, Limit, Limits, Moves, Outcome, Rules};

fn work(most: u64) -> Limits<'static> {
    Limits::default().expansions(most)
}

fn preset(name: &str) -> Arc<BodyKind> {
    Arc::new(BodyKind::preset(name).unwrap())
}

/// A tank of another size.
fn tank_of(length: u32, width: u32) -> Arc<BodyKind> {
    let mut builder = BodyKind::builder("hauler", Footprint::rectangle(length, width).unwrap());
    for rule in BodyKind::preset("tank").unwrap().rules() {
        builder = builder.rule(rule.sweeping(Sweep::Usual));
    }
    Arc::new(builder.build().unwrap())
}

/// All kinds that the random cases have: those that turn on the spot, in arcs, or not at all.
fn all_kinds() -> Vec<Arc<BodyKind>> {
    let slug = BodyKind::builder("slug", Footprint::rectangle(1, 1).unwrap())
        .rule(Rule::step(1, 0, 7))
        .rule(Rule::turn(1, 3));
    let slug = Arc::new(slug.build().unwrap());
    vec![preset("tank"), preset("king"), preset("cart"), slug, tank_of(2, 2)]
}

/// Where a body of a kind fits, so that it covers none of the taken cells, which it then takes, and no
/// walls or doors between rooms of a size.
fn anywhere(
    random: &mut Random,
    map: &BodyMap,
    taken: &mut BTreeSet<(i64, i64)>,
    columns: std::ops::Range<u32>,
    size: i64,
) -> Option<Placement> {
    for _ in 0..200 {
        let x = columns.start + random.below(u64::from(columns.end - columns.start)) as u32;
        let y = random.below(u64::from(map.height())) as u32;
        let at = Placement::new(x, y, Heading::ALL[random.below(4) as usize]);
        let cells: Vec<_> = map.kind().footprint().at(at).collect();
        let inside = |&(x, y): &(i64, i64)| x % size > 0 && y % size > 0;
        if map.fits(at)
            && cells.iter().all(|cell| !taken.contains(cell) && (size == 1 || inside(cell)))
        {
            taken.extend(cells);
            return Some(at);
        }
    }
    None
}

/// Whether a plan exists, by a search over where all are, one of whom moves at a time. Shares nothing with
/// the planner.
fn exists(terrain: &Terrain, kinds: &[Arc<BodyKind>], units: &[BodyUnit]) -> bool {
    let cells_of = |unit: usize, at: Placement| -> BTreeSet<(i64, i64)> {
        kinds[units[unit].kind].footprint().at(at).collect()
    };
    let arrived = |all: &[Placement]| {
        all.iter().zip(units).all(|(&at, unit)| match unit.goal {
            Goal::At(goal) => at == goal,
            goal => at.cell() == goal.cell(),
        })
    };
    let begin: Vec<Placement> = units.iter().map(|unit| unit.start).collect();
    let (mut seen, mut waiting) = (BTreeSet::from([begin.clone()]), vec![begin]);
    while let Some(all) = waiting.pop() {
        if arrived(&all) {
            return true;
        }
        let covered: Vec<_> = (0..all.len()).map(|unit| cells_of(unit, all[unit])).collect();
        for (unit, &at) in all.iter().enumerate() {
            for row in kinds[units[unit].kind].moves(at.heading) {
                let on_map = |&(dx, dy): &(i32, i32)| {
                    (i64::from(at.x) + i64::from(dx), i64::from(at.y) + i64::from(dy))
                };
                let free = |cell: (i64, i64)| {
                    let inside = Cell::try_from((cell.0 as i32, cell.1 as i32));
                    inside.is_ok_and(|it| terrain.contains(it) && !terrain.is_blocked(it))
                        && (0..all.len()).all(|it| it == unit || !covered[it].contains(&cell))
                };
                if !row.swept().iter().map(on_map).all(free) {
                    continue;
                }
                let (x, y) = on_map(&row.offset());
                let mut next = all.clone();
                next[unit] = Placement::new(x as u32, y as u32, row.to());
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
    }
    false
}

/// Two or three bodies on a few cells, each of which could arrive if it were alone.
fn small_crowd(
    random: &mut Random,
    kinds: &[Arc<BodyKind>],
) -> Option<(Terrain, Vec<BodyUnit>, BodyPlanner)> {
    let three = random.below(3) == 0;
    let side = if three { 3 } else { 5 };
    let (width, height) = (1 + random.below(side) as u32, 2 + random.below(side - 1) as u32);
    let mut terrain = Terrain::new(width, height).unwrap();
    for at in 0..width * height {
        if random.below(100) < 15 {
            terrain.block((at % width, at / width)).unwrap();
        }
    }
    let maps: Vec<_> = kinds.iter().map(|kind| BodyMap::new(Arc::clone(kind), &terrain)).collect();
    let mut taken = [BTreeSet::new(), BTreeSet::new()];
    let mut units = Vec::new();
    for _ in 0..if three { 3 } else { 2 } {
        let kind = random.below(kinds.len() as u64) as usize;
        let start = anywhere(random, &maps[kind], &mut taken[0], 0..width, 1)?;
        let goal = anywhere(random, &maps[kind], &mut taken[1], 0..width, 1)?;
        let any_heading = random.below(3) == 0;
        let goal = if any_heading { Goal::Pivot(goal.cell()) } else { Goal::At(goal) };
        units.push(BodyUnit::new(kind, start, goal));
    }
    let planner = BodyPlanner::new(&terrain, kinds, &units).ok()?;
    Some((terrain, units, planner))
}

#[test]
fn small_crowds_of_bodies_have_a_plan_if_a_search_over_everything_finds_one() {
    let (mut random, kinds) = (Random(3), all_kinds());
    let (mut found, mut none) = (0, 0);
    while found + none < 250 * effort() {
        let Some((terrain, units, mut planner)) = small_crowd(&mut random, &kinds) else {
            continue;
        };
        let outcome = planner.find(&Limits::default());
        if !exists(&terrain, &kinds, &units) {
            assert_eq!(outcome, Outcome::Unreachable, "{units:?}");
            assert!(planner.plan().is_none());
            none += 1;
            continue;
        }
        assert_eq!(outcome, Outcome::Found, "{units:?}");
        let first = judged(&terrain, &kinds, &units, &planner);
        planner.improve(&work(300));
        let better = judged(&terrain, &kinds, &units, &planner);
        assert!(better <= first && better >= planner.lower_bound());
        found += 1;
    }
    assert!(none >= 10 && found >= 100, "{found} with a plan, {none} without");
}

/// What the judge says of the plan, also once it has been carried out by units that are late.
fn judged(
    terrain: &Terrain,
    kinds: &[Arc<BodyKind>],
    units: &[BodyUnit],
    planner: &BodyPlanner,
) -> u64 {
    let plan = planner.plan().expect("a plan was found");
    let sum = check::body_crowd(terrain, kinds, units, plan).unwrap();
    assert_eq!(sum, plan.sum_of_costs());
    sum
}

/// Rooms in a square, joined by doors of a width.
fn rooms(side: u32, size: u32, door: u32, random: &mut Random) -> Terrain {
    let mut terrain = Terrain::new(side, side).unwrap();
    for wall in (size..side).step_by(size as usize) {
        for along in 0..side {
            terrain.block((wall, along)).unwrap();
            terrain.block((along, wall)).unwrap();
        }
    }
    for wall in (size..side).step_by(size as usize) {
        for room in (0..side).step_by(size as usize) {
            for across in [true, false] {
                let first = room + 1 + random.below(u64::from(size - door - 1)) as u32;
                for along in (first..first + door).filter(|&along| along < side) {
                    let cell = if across { (wall, along) } else { (along, wall) };
                    terrain.free(cell).unwrap();
                }
            }
        }
    }
    terrain
}

/// So many bodies of each kind, every other one on the left, which all go to the other side.
fn swapping(
    terrain: &Terrain,
    kinds: &[Arc<BodyKind>],
    counts: &[usize],
    size: i64,
    random: &mut Random,
) -> Vec<BodyUnit> {
    let mut taken = [BTreeSet::new(), BTreeSet::new()];
    let (width, third) = (terrain.width(), terrain.width() / 3);
    let mut units = Vec::new();
    for (kind, &count) in counts.iter().enumerate().rev() {
        let map = BodyMap::new(Arc::clone(&kinds[kind]), terrain);
        for number in 0..count {
            let sides = [0..third, width - third..width];
            let [from, to] = if number % 2 == 0 { [0, 1] } else { [1, 0] };
            let start = anywhere(random, &map, &mut taken[0], sides[from].clone(), size).unwrap();
            let goal = anywhere(random, &map, &mut taken[1], sides[to].clone(), size).unwrap();
            units.push(BodyUnit::new(kind, start, goal));
        }
    }
    units
}

#[test]
fn bodies_of_two_sizes_swap_sides_through_doors() {
    let kinds = [preset("tank"), tank_of(3, 2)];
    for seed in 0..2 * effort() {
        let mut random = Random(seed);
        let terrain = rooms(64, 16, 3, &mut random);
        let units = swapping(&terrain, &kinds, &[60, 30], 16, &mut random);
        let mut planner = BodyPlanner::new(&terrain, &kinds, &units).unwrap();
        assert_eq!(planner.find(&work(5_000_000)), Outcome::Found);
        let first = judged(&terrain, &kinds, &units, &planner);
        // Counted work: the same plan again, whatever the number of threads.
        let mut again = BodyPlanner::with_threads(&terrain, &kinds, &units, 2).unwrap();
        again.find(&work(5_000_000));
        assert_eq!(again.plan(), planner.plan());
        assert_eq!(planner.improve(&work(10_000)), Some(Limit::Expansions));
        assert!(judged(&terrain, &kinds, &units, &planner) < first);
    }
}

#[test]
fn tanks_swap_sides_through_doors_of_one_cell() {
    let mut random = Random(1);
    let kinds = [preset("tank")];
    let terrain = rooms(32, 8, 1, &mut random);
    let units = swapping(&terrain, &kinds, &[40], 8, &mut random);
    let mut planner = BodyPlanner::new(&terrain, &kinds, &units).unwrap();
    // A search that is stopped goes on.
    assert_eq!(planner.find(&work(50)), Outcome::Stopped(Limit::Expansions));
    assert_eq!(planner.improve(&work(50)), None);
    assert_eq!(planner.find(&Limits::default()), Outcome::Found);
    judged(&terrain, &kinds, &units, &planner);
}

#[test]
fn bodies_that_cannot_be_planned_for_are_refused_by_name() {
    let terrain = Terrain::from_rows(["....#..", "....#.."]).unwrap();
    let kinds = [preset("tank")];
    let refused = |units: &[BodyUnit]| BodyPlanner::new(&terrain, &kinds, units).unwrap_err();
    let unit = |start, goal: Goal| BodyUnit::new(0, start, goal);
    let (here, there) = ((0, 0, Heading::E), Goal::from((2, 0)));
    let error = refused(&[BodyUnit::new(1, here, there)]);
    assert_eq!(error, CrowdError::NoKind { unit: 0, kind: 1 });
    for (start, goal, end) in [
        ((3, 0, Heading::E), there, End::Start),
        ((9, 9, Heading::E), there, End::Start),
        (here, Goal::from(Placement::new(3, 0, Heading::E)), End::Goal),
        (here, Goal::from((99, 0)), End::Goal),
    ] {
        let error = refused(&[unit(start, goal)]);
        assert!(
            matches!(error, CrowdError::DoesNotFit { unit: 0, end: found, .. } if found == end),
            "{error}"
        );
    }
    assert_eq!(refused(&[unit(here, (5, 0).into())]), CrowdError::Unreachable { unit: 0 });
    let (first, second, cell) = (0, 1, Cell::new(1, 0));
    let error = refused(&[unit(here, there), unit((1, 0, Heading::E), (0, 1).into())]);
    assert_eq!(error, CrowdError::Shared { first, second, end: End::Start, cell });
    let goal = Goal::from(Placement::new(1, 0, Heading::E));
    let error = refused(&[unit(here, goal), unit((0, 1, Heading::E), goal)]);
    assert_eq!(error, CrowdError::Shared { first, second, end: End::Goal, cell });
    // Nobody at all is planned at once.
    let mut nobody = BodyPlanner::new(&terrain, &kinds, &[]).unwrap();
    assert_eq!(nobody.find(&Limits::default()), Outcome::Found);
    assert_eq!(nobody.plan().map(BodyPlan::units), Some(0));
}

#[test]
fn the_judge_finds_what_is_wrong_with_plans_for_bodies() {
    let terrain = Terrain::from_rows(["....", "...."]).unwrap();
    let kinds = [preset("king")];
    let at = |x, y| Placement::new(x, y, Heading::E);
    let units = [BodyUnit::new(0, at(0, 0), at(1, 0)), BodyUnit::new(0, at(2, 0), at(2, 1))];
    let index = |dx: i32, dy: i32| {
        let moves = kinds[0].moves(Heading::E).iter();
        moves.map(|row| row.offset()).position(|offset| offset == (dx, dy)).unwrap()
    };
    let (east, south) = (index(1, 0), index(0, 1));
    let step = |x, y, index, begin| BodyMove { from: at(x, y), index, begin, end: begin + 10 };
    let judge = |first: &[BodyMove], second: &[BodyMove]| {
        let plan = BodyPlan::new(vec![first.to_vec(), second.to_vec()]);
        check::body_crowd(&terrain, &kinds, &units, &plan)
    };
    let (ahead, down) = ([step(0, 0, east, 0)], [step(2, 0, south, 5)]);
    assert_eq!(judge(&ahead, &down), Ok(25));
    let flaw = |result: Result<u64, Flaw>| result.unwrap_err().to_string();
    assert_eq!(flaw(judge(&ahead, &[])), "unit 1: the path does not have its goal where it should");
    let gap = [step(1, 0, east, 0)];
    let wrong = "time 0: unit 0 does not go on from where it was";
    assert_eq!(flaw(judge(&gap, &down)), wrong);
    let early = [step(0, 0, south, 0), step(0, 1, index(1, -1), 9)];
    assert_eq!(flaw(judge(&early, &down)), wrong.replace("time 0", "time 9"));
    let slow = [BodyMove { end: 11, ..step(0, 0, east, 0) }];
    let wrong = "time 0: unit 0 begins a move that should take 10, and does not";
    assert_eq!(flaw(judge(&slow, &down)), wrong);
    // Into the cell that the other is on until 15, and so not before.
    let through = |begin| {
        [step(0, 0, east, 0), step(1, 0, east, begin), step(2, 0, index(-1, 0), begin + 10)]
    };
    assert_eq!(judge(&through(15), &down), Ok(50));
    let conflict = flaw(judge(&through(14), &down));
    assert_eq!(conflict, "time 14: units 0 and 1 are both at 2,0");
    let none = BodyPlan::new(vec![]);
    let missing = check::body_crowd(&terrain, &kinds, &units, &none);
    assert_eq!(missing, Err(Flaw::WrongUnits { expected: 2, found: 0 }));
}

/// Carries out bodies' moves by their dependencies, each as late as chance has it; the plan that comes of it
/// is judged as any other, but for how long moves take.
fn carried_out(order: &Dependencies, plan: &BodyPlan, random: &mut Random) -> Vec<Vec<(u64, u64)>> {
    let units = plan.units();
    let (mut made, mut times) = (vec![0; units], vec![Vec::new(); units]);
    let mut until: Vec<Option<u64>> = vec![None; units];
    let mut now = 0;
    while (0..units).any(|unit| made[unit] < plan.moves()[unit].len()) {
        for unit in 0..units {
            if until[unit] == Some(now) {
                until[unit] = None;
                made[unit] += 1;
            }
        }
        let ready: Vec<_> = (0..units)
            .filter(|&unit| until[unit].is_none() && order.may_begin(&made, unit))
            .collect();
        let idle = until.iter().all(Option::is_none);
        assert!(!idle || !ready.is_empty() || made.iter().sum::<usize>() == total(plan), "stuck");
        for unit in ready {
            // Late to begin, and slow.
            if random.below(4) > 0 {
                let end = now + 1 + random.below(40);
                times[unit].push((now, end));
                until[unit] = Some(end);
            }
        }
        now += 1;
    }
    times
}

fn total(plan: &BodyPlan) -> usize {
    plan.moves().iter().map(Vec::len).sum()
}

#[test]
fn bodies_that_are_late_never_collide_and_all_arrive() {
    let kinds = [preset("tank"), tank_of(3, 2)];
    for seed in 0..3 * effort() {
        let mut random = Random(100 + seed);
        let terrain = rooms(32, 16, 3, &mut random);
        let units = swapping(&terrain, &kinds, &[12, 4], 16, &mut random);
        let mut planner = BodyPlanner::new(&terrain, &kinds, &units).unwrap();
        assert_eq!(planner.find(&work(5_000_000)), Outcome::Found);
        planner.improve(&work(10_000));
        let plan = planner.plan().unwrap();
        let order = Dependencies::of_bodies(&kinds, &units, plan);
        let times = carried_out(&order, plan, &mut random);
        // Who holds what, from when until when, by the cells of the moves alone.
        type Span = (u64, u64, usize);
        let mut held: BTreeMap<(i64, i64), Vec<Span>> = BTreeMap::new();
        for (unit, moves) in plan.moves().iter().enumerate() {
            let kind = &kinds[units[unit].kind];
            let (mut at, mut time) = (units[unit].start, 0);
            for (made, &(begin, end)) in moves.iter().zip(&times[unit]) {
                for cell in kind.footprint().at(at) {
                    held.entry(cell).or_default().push((time, begin, unit));
                }
                let row = &kind.moves(at.heading)[made.index];
                for &(dx, dy) in row.swept() {
                    let cell = (i64::from(at.x) + i64::from(dx), i64::from(at.y) + i64::from(dy));
                    held.entry(cell).or_default().push((begin, end, unit));
                }
                let (dx, dy) = row.offset();
                let (x, y) = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
                (at, time) = (Placement::new(x, y, row.to()), end);
            }
            assert_eq!(moves.len(), times[unit].len());
            for cell in kind.footprint().at(at) {
                held.entry(cell).or_default().push((time, u64::MAX, unit));
            }
        }
        for (cell, holds) in held {
            for (place, &(begin, end, unit)) in holds.iter().enumerate() {
                let meets = |&&(from, to, other): &&(u64, u64, usize)| {
                    other != unit && begin < to && from < end
                };
                let met = holds[place + 1..].iter().find(meets);
                assert_eq!(met, None, "{cell:?}: unit {unit} from {begin} to {end}");
            }
        }
    }
}

/// Carries out the moves of a plan of cells; who is in a circle begins and ends with the others.
fn late_on_cells(plan: &Plan, random: &mut Random) {
    let order = Dependencies::of_plan(plan);
    let stops: Vec<Vec<Cell>> = plan
        .paths()
        .iter()
        .map(|path| {
            let mut stops = path.clone();
            stops.dedup();
            stops
        })
        .collect();
    let units = plan.units();
    let mut made = vec![0; units];
    // Who is on each cell: two cells while it moves.
    let mut held: BTreeMap<Cell, usize> = (0..units).map(|unit| (stops[unit][0], unit)).collect();
    let mut until: Vec<Option<u64>> = vec![None; units];
    let mut now = 0;
    while (0..units).any(|unit| made[unit] + 1 < stops[unit].len()) {
        for unit in 0..units {
            if until[unit] == Some(now) {
                let left = stops[unit][made[unit]];
                if held.get(&left) == Some(&unit) {
                    held.remove(&left);
                }
                until[unit] = None;
                made[unit] += 1;
            }
        }
        let idle = until.iter().all(Option::is_none);
        let done = (0..units).all(|unit| made[unit] + 1 == stops[unit].len());
        let can = (0..units).any(|unit| order.may_begin(&made, unit));
        assert!(!idle || can || done, "stuck at {made:?}");
        for unit in 0..units {
            let ready = until[unit].is_none() && order.may_begin(&made, unit);
            let with = order.moves(unit).get(made[unit]).map_or(&[][..], |it| &it.with);
            if !ready || random.below(4) == 0 || with.iter().any(|&(it, _)| until[it].is_some()) {
                continue;
            }
            let end = now + 1 + random.below(9);
            let together: Vec<usize> = with.iter().map(|&(other, _)| other).chain([unit]).collect();
            for &it in &together {
                let to = stops[it][made[it] + 1];
                let there = held.get(&to).copied();
                let free = there.is_none_or(|there| together.contains(&there) && there != it);
                assert!(free, "unit {it} meets {there:?} at {to}");
                until[it] = Some(end);
            }
            for &it in &together {
                held.insert(stops[it][made[it] + 1], it);
            }
        }
        now += 1;
    }
    for unit in 0..units {
        assert_eq!(stops[unit][made[unit]], *stops[unit].last().unwrap());
    }
}

#[test]
fn units_of_one_cell_that_are_late_never_collide_and_all_arrive() {
    let mut random = Random(8);
    let mut circles = 0;
    for _ in 0..30 * effort() {
        let side = 4 + random.below(8) as u32;
        let grid = Grid::from_fn(side, side, |_| random.below(100) >= 15).unwrap();
        let grid = grid.with_rules(Rules::default().moves(Moves::Four));
        let mut free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
        let mut shuffled = || {
            for last in (1..free.len()).rev() {
                free.swap(last, random.below(last as u64 + 1) as usize);
            }
            free.clone()
        };
        let pairs = shuffled().into_iter().zip(shuffled());
        let pairs = pairs.filter(|&(start, goal)| !grid.surely_apart(start, goal));
        let units: Vec<Unit> = pairs.take(free.len() / 2).map(|(a, b)| Unit::new(a, b)).collect();
        let mut planner = Planner::new(&grid, &units).unwrap();
        if planner.find(&work(200_000)) == Outcome::Found {
            let plan = planner.plan().unwrap();
            let order = Dependencies::of_plan(&plan);
            let moves = (0..units.len()).flat_map(|unit| order.moves(unit));
            circles += moves.filter(|it| !it.with.is_empty()).count();
            late_on_cells(&plan, &mut random);
        }
    }
    assert!(circles > 0, "no plan had units that go round in a circle");
}
