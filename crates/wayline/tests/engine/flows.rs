//! Flows: every tick goes before the judge, and everybody arrives.

use crate::oracle::{Random, effort};
use wayline::check::{self, Flaw};
use wayline::crowd::Flow;
use wayline::{BodyError, Cell, Corners, Error, Grid, GridError, Moves, QueryError, Rules};

/// Lets ticks pass until nobody is on the way, all of them judged; how many it took.
fn run(flow: &mut Flow, most: u64, what: &str) -> u64 {
    let mut judge = check::Squares::new();
    judge.tick(flow.grid(), flow.units()).unwrap();
    let begin = flow.ticks();
    while flow.on_their_way() > 0 {
        let passed = flow.ticks() - begin;
        assert!(passed < most, "{what}: {} still on their way after {passed}", flow.on_their_way());
        flow.tick();
        judge.tick(flow.grid(), flow.units()).unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
    }
    flow.ticks() - begin
}

/// Units of a size in a rectangle, at random, as many as find room.
fn fill(
    flow: &mut Flow,
    random: &mut Random,
    count: usize,
    sizes: &[u32],
    (left, top, right, bottom): (u32, u32, u32, u32),
) -> Vec<usize> {
    let mut units = Vec::new();
    for _ in 0..40 * count {
        if units.len() == count {
            break;
        }
        let size = sizes[units.len() % sizes.len()];
        let x = left + random.below(u64::from(right - left)) as u32;
        let y = top + random.below(u64::from(bottom - top)) as u32;
        units.extend(flow.add_unit((x, y), size).ok());
    }
    units
}

/// Two rooms with a wall between them, which has doors of this many cells.
fn rooms(side: u32, doors: &[u32], wide: u32) -> Grid {
    Grid::from_fn(2 * side + 1, side, |cell| {
        cell.x != side || doors.iter().any(|&door| (door..door + wide).contains(&cell.y))
    })
    .unwrap()
}

fn assert_all_arrived(flow: &Flow, units: &[usize]) {
    assert!(units.iter().all(|&unit| flow.has_arrived(unit)));
}

#[test]
fn a_crowd_passes_a_door() {
    for (moves, wide) in [(Moves::Eight, 1), (Moves::Four, 1), (Moves::Eight, 2), (Moves::Four, 3)]
    {
        let grid = rooms(30, &[14], wide).with_rules(Rules::default().moves(moves));
        let mut flow = Flow::new(&grid).unwrap();
        let units = fill(&mut flow, &mut Random(1), 200, &[1], (0, 0, 30, 30));
        flow.send(&units, (50, 15)).unwrap();
        let ticks = run(&mut flow, 2000, "door");
        assert_all_arrived(&flow, &units);
        // As many as a door lets through, and what the farthest needs.
        assert!(ticks <= 200 / u64::from(wide) + 100, "{ticks} ticks through {wide}");
    }
}

#[test]
fn a_crowd_spreads_over_doors() {
    // The second door is a detour; stamps make it worth while.
    let mut took = Vec::new();
    for doors in [&[4][..], &[4, 24]] {
        let mut flow = Flow::new(&rooms(30, doors, 1)).unwrap();
        let units = fill(&mut flow, &mut Random(2), 300, &[1], (0, 0, 29, 15));
        flow.send(&units, (50, 4)).unwrap();
        took.push(run(&mut flow, 3000, "two doors"));
    }
    assert!(took[1] * 10 < took[0] * 8, "{took:?}");
}

#[test]
fn groups_swap_sides() {
    for (wide, long) in [(1, 1), (2, 1), (1, 12), (2, 12), (4, 30)] {
        let side = 20;
        let grid = Grid::from_fn(2 * side + long, side, |cell| {
            !(side..side + long).contains(&cell.x) || (8..8 + wide).contains(&cell.y)
        });
        let mut flow = Flow::new(&grid.unwrap()).unwrap();
        let random = &mut Random(3);
        let west = fill(&mut flow, random, 60, &[1], (0, 0, side, side));
        let east = fill(&mut flow, random, 60, &[1], (side + long, 0, 2 * side + long, side));
        flow.send(&west, (2 * side + long - 6, 10)).unwrap();
        flow.send(&east, (5, 10)).unwrap();
        let ticks = run(&mut flow, 4000, &format!("corridor of {wide}x{long}"));
        assert_all_arrived(&flow, &west);
        assert_all_arrived(&flow, &east);
        println!("corridor of {wide}x{long}: {ticks} ticks");
    }
}

#[test]
fn who_is_in_a_dead_end_gets_out() {
    // One has to go where the other comes from, and the other is sent first.
    let grid = Grid::from_rows(["########....", "............", "########...."]).unwrap();
    for order in [[0, 1], [1, 0]] {
        let mut flow = Flow::new(&grid).unwrap();
        let units = [flow.add_unit((0, 1), 1).unwrap(), flow.add_unit((9, 1), 1).unwrap()];
        let goals = [Cell::new(11, 1), Cell::new(0, 1)];
        for unit in order {
            flow.send(&[units[unit]], goals[unit]).unwrap();
        }
        run(&mut flow, 500, "dead end");
        assert_eq!([flow.cell(0), flow.cell(1)], goals.map(Some));
    }
}

/// A map of random blocks, and the cells of its largest part.
fn random_map(random: &mut Random, side: u32, rules: Rules) -> (Grid, Vec<Cell>) {
    let blocks: Vec<(u32, u32, u32)> = (0..random.below(u64::from(side)))
        .map(|_| {
            let at = |random: &mut Random| random.below(u64::from(side)) as u32;
            (at(random), at(random), 1 + random.below(4) as u32)
        })
        .collect();
    let grid = Grid::from_fn(side, side, |cell| {
        !blocks
            .iter()
            .any(|&(x, y, size)| (x..x + size).contains(&cell.x) && (y..y + size).contains(&cell.y))
    });
    let grid = grid.unwrap().with_rules(rules);
    let mut best: Vec<Cell> = Vec::new();
    for _ in 0..4 {
        let Some(from) = crate::oracle::free_cell(random, &grid) else { continue };
        let part: Vec<Cell> = grid
            .cells()
            .filter(|&cell| grid.is_free(cell) && !grid.surely_apart(from, cell))
            .collect();
        if part.len() > best.len() {
            best = part;
        }
    }
    (grid, best)
}

#[test]
fn random_crowds_arrive() {
    let cases = 60 * effort();
    let mut units_in_all = 0;
    for case in 0..cases {
        let random = &mut Random(1000 + case);
        let corners = [Corners::Never, Corners::One, Corners::Always][random.below(3) as usize];
        let moves = [Moves::Four, Moves::Eight][random.below(2) as usize];
        let side = 12 + random.below(30) as u32;
        let rules = Rules::default().moves(moves).corners(corners);
        let (grid, cells) = random_map(random, side, rules);
        let mut flow = Flow::new(&grid).unwrap();
        flow.set_slice(200 + random.below(3000) as u32);
        let count = 1 + random.below(cells.len() as u64 / 4) as usize;
        let mut units = Vec::new();
        for _ in 0..4 * count {
            let cell = cells[random.below(cells.len() as u64) as usize];
            if units.len() < count {
                units.extend(flow.add_unit(cell, 1).ok());
            }
        }
        let groups = 1 + random.below(4) as usize;
        for group in 0..groups {
            let goal = cells[random.below(cells.len() as u64) as usize];
            let own: Vec<usize> =
                units.iter().copied().filter(|unit| unit % groups == group).collect();
            flow.send(&own, goal).unwrap();
        }
        units_in_all += units.len();
        run(&mut flow, 6000, &format!("case {case}"));
        assert_all_arrived(&flow, &units);
    }
    println!("{units_in_all} units of {cases} flows have arrived");
    assert!(units_in_all as u64 > 10 * cases);
}

/// Lets ticks pass, all of them judged; how many of these units have arrived then.
fn arrived_after(flow: &mut Flow, ticks: u64, units: &[usize]) -> usize {
    let mut judge = check::Squares::new();
    while flow.on_their_way() > 0 && flow.ticks() < ticks {
        flow.tick();
        judge.tick(flow.grid(), flow.units()).unwrap();
    }
    units.iter().filter(|&&unit| flow.has_arrived(unit)).count()
}

#[test]
fn nine_of_ten_larger_units_arrive() {
    // Squares may hold each other up for good; they never overlap.
    let (mut sent, mut arrived) = (0, 0);
    for seed in 0..3 * effort() {
        let random = &mut Random(seed);
        // Through doors, all the same way.
        let mut flow = Flow::new(&rooms(34, &[4, 20], 4)).unwrap();
        let units = fill(&mut flow, random, 50, &[1, 2, 1, 3, 4], (0, 0, 34, 34));
        flow.send(&units, (54, 16)).unwrap();
        sent += units.len();
        arrived += arrived_after(&mut flow, 1000, &units);
        // Past each other, on open ground.
        let mut flow = Flow::new(&Grid::new(70, 40).unwrap()).unwrap();
        let mut units = fill(&mut flow, random, 40, &[1, 2, 3], (0, 0, 30, 40));
        let east = fill(&mut flow, random, 40, &[1, 2, 3], (40, 0, 70, 40));
        flow.send(&units, (54, 20)).unwrap();
        flow.send(&east, (14, 20)).unwrap();
        units.extend(east);
        sent += units.len();
        arrived += arrived_after(&mut flow, 1000, &units);
    }
    println!("{arrived} of {sent} have arrived, squares of one to four cells across");
    assert!(10 * arrived >= 9 * sent, "{arrived} of {sent}");
}

/// A flow with everything in it: sizes, edits, orders and units that come and go.
fn busy(threads: usize, seed: u64, ticks: u64) -> Vec<Option<(Cell, u32)>> {
    let random = &mut Random(seed);
    let mut flow = Flow::new(&rooms(40, &[5, 30], 3)).unwrap();
    flow.set_threads(threads);
    flow.set_slice(1000);
    let mut units = fill(&mut flow, random, 150, &[1, 1, 1, 2], (0, 0, 80, 40));
    let mut judge = check::Squares::new();
    let mut seen = Vec::new();
    for tick in 0..ticks {
        let at = |random: &mut Random| (random.below(81) as u32, random.below(40) as u32);
        if tick % 20 == 0 {
            let some: Vec<usize> = units.iter().copied().filter(|_| random.below(3) == 0).collect();
            let _ = flow.send(&some, at(random)); // Refused where there is a wall.
        }
        if tick % 30 == 7 {
            let gone = units.swap_remove(random.below(units.len() as u64) as usize);
            flow.remove_unit(gone).unwrap();
            assert_eq!((flow.cell(gone), flow.has_arrived(gone)), (None, false));
        }
        if tick % 30 == 9 {
            units.extend(flow.add_unit(at(random), 1).ok());
        }
        let (cell, free) = (at(random), random.below(2) == 0);
        let _ = flow.set_free(cell, free || cell.0 == 40 && cell.1 < 10); // Refused where somebody is.
        flow.tick();
        judge.tick(flow.grid(), flow.units()).unwrap();
        seen.extend(flow.units());
    }
    seen
}

#[test]
fn flows_are_the_same_on_any_number_of_threads() {
    for seed in 0..3 * effort() {
        let alone = busy(1, seed, 150);
        assert!(alone == busy(2, seed, 150) && alone == busy(3, seed, 150));
    }
}

#[test]
fn a_door_that_closes_is_left_for_another() {
    let mut flow = Flow::new(&rooms(20, &[4, 15], 1)).unwrap();
    let units = fill(&mut flow, &mut Random(5), 40, &[1], (0, 0, 10, 10));
    flow.send(&units, (35, 4)).unwrap();
    let mut judge = check::Squares::new();
    for _ in 0..12 {
        flow.tick();
        judge.tick(flow.grid(), flow.units()).unwrap();
    }
    while flow.set_free((20, 4), false).is_err() {
        flow.tick();
        judge.tick(flow.grid(), flow.units()).unwrap();
    }
    run(&mut flow, 500, "closed door");
    assert_all_arrived(&flow, &units);
}

#[test]
fn those_who_are_cut_off_wait_for_a_way() {
    let mut flow = Flow::new(&rooms(10, &[4], 1)).unwrap();
    let unit = flow.add_unit((2, 2), 1).unwrap();
    flow.set_free((10, 4), false).unwrap();
    flow.send(&[unit], (15, 4)).unwrap();
    (0..5).for_each(|_| flow.tick());
    assert!(flow.is_cut_off(unit) && flow.on_their_way() == 0);
    let before = flow.cell(unit);
    (0..5).for_each(|_| flow.tick());
    assert_eq!(flow.cell(unit), before);
    flow.set_free((10, 4), true).unwrap();
    (0..5).for_each(|_| flow.tick());
    assert!(!flow.is_cut_off(unit));
    run(&mut flow, 100, "way again");
    assert_eq!(flow.cell(unit), Some(Cell::new(15, 4)));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut flow = Flow::new(&Grid::from_rows(["....#", ".....", "....."]).unwrap()).unwrap();
    let unit = flow.add_unit((0, 0), 2).unwrap();
    assert!(matches!(flow.add_unit((4, 0), 1), Err(Error::Query(QueryError::Blocked { .. }))));
    assert!(matches!(flow.add_unit((9, 0), 1), Err(Error::Query(QueryError::OffMap { .. }))));
    for (cell, size) in [((1, 1), 1), ((3, 0), 2), ((3, 2), 2), ((2, 0), 0), ((2, 0), 17)] {
        assert!(
            matches!(flow.add_unit(cell, size), Err(Error::Body(BodyError::NoRoom { .. }))),
            "{cell:?} {size}"
        );
    }
    assert!(matches!(flow.send(&[unit], (4, 0)), Err(Error::Query(QueryError::Blocked { .. }))));
    assert!(matches!(
        flow.send(&[unit, 7], (4, 1)),
        Err(Error::Body(BodyError::NotInWorld { .. }))
    ));
    assert_eq!(flow.goal(unit), None);
    assert!(matches!(flow.set_free((1, 1), false), Err(Error::Body(BodyError::NoRoom { .. }))));
    assert!(matches!(flow.set_free((1, 9), false), Err(Error::Grid(GridError::NoSuchCell { .. }))));
    let hills = Grid::from_costs(2, 1, |_| Some(2.0)).unwrap();
    assert!(matches!(Flow::new(&hills).map(|_| ()), Err(QueryError::Unsupported { .. })));
}

#[test]
fn units_are_added_together_or_not_at_all() {
    let grid = Grid::new(12, 6).unwrap();
    let (mut one, mut other) = (Flow::new(&grid).unwrap(), Flow::new(&grid).unwrap());
    let row: Vec<Cell> = (0..4).map(|i| Cell::new(2 * i, 1)).collect();
    for flow in [&mut one, &mut other] {
        assert_eq!(flow.add_units(&row, 1).unwrap(), 0..4);
        flow.remove_unit(1).unwrap();
    }
    // The third overlaps with the first, is in the way of another, or off the map: nothing is left of the others.
    for third in [(1, 4), (4, 1), (11, 4)] {
        let cells = [Cell::new(0, 3), Cell::new(8, 3), third.into()];
        one.add_units(&cells, 2).unwrap_err();
    }
    assert_eq!((one.units().count(), one.unit_at((0, 3)), one.unit_at((9, 4))), (4, None, None));
    for flow in [&mut one, &mut other] {
        assert_eq!(flow.add_units(&[Cell::new(8, 3)], 2).unwrap(), 4..5);
        flow.send(&[0, 2, 3, 4], (10, 2)).unwrap();
    }
    for _ in 0..30 {
        one.tick();
        other.tick();
        assert!(one.units().eq(other.units()));
    }
}

#[test]
fn the_judge_of_squares_sees_everything() {
    let grid = Grid::from_rows(["....", "....", "...#"]).unwrap();
    let at = |x, y, side| Some((Cell::new(x, y), side));
    type Case<'a> = (&'a [Option<(Cell, u32)>], &'a [Option<(Cell, u32)>], &'a str);
    let cases: [Case<'_>; 9] = [
        (&[at(0, 0, 1)], &[at(2, 0, 1)], "unit 0: step 1: 2,0 is not a neighbour of 0,0"),
        (&[at(2, 2, 1)], &[at(3, 2, 1)], "unit 0: step 1: 3,2 is blocked"),
        (&[at(3, 0, 1)], &[at(4, 0, 1)], "unit 0: step 1: 4,0 is off the map"),
        (
            &[at(2, 2, 1)],
            &[at(3, 1, 1)],
            "unit 0: step 1: the diagonal from 2,2 to 3,1 is not allowed",
        ),
        (
            &[at(0, 0, 2), at(2, 0, 1)],
            &[at(0, 0, 2), at(1, 0, 1)],
            "time 1: units 0 and 1 are both at 1,0",
        ),
        (
            &[at(0, 0, 1), at(1, 1, 1)],
            &[at(1, 1, 1), at(0, 0, 1)],
            "time 1: units 0 and 1 change places at 0,0",
        ),
        (
            &[at(0, 0, 1), at(1, 0, 1)],
            &[at(1, 1, 1), at(0, 1, 1)],
            "time 1: units 0 and 1 change places at 0,1",
        ),
        (
            &[at(0, 0, 2), at(0, 2, 1)],
            &[at(1, 0, 2), at(0, 1, 1)],
            "time 1: units 0 and 1 change places at 0,1",
        ),
        (
            &[at(0, 0, 2), at(2, 0, 1)],
            &[at(1, 1, 2), at(2, 0, 1)],
            "time 1: units 0 and 1 change places at 2,0",
        ),
    ];
    for (before, after, flaw) in cases {
        let mut judge = check::Squares::new();
        judge.tick(&grid, before.iter().copied()).unwrap();
        let found: Result<(), Flaw> = judge.tick(&grid, after.iter().copied());
        assert_eq!(found.unwrap_err().to_string(), flaw);
    }
    // Who follows, and who turns round in a ring, does no harm.
    let mut judge = check::Squares::new();
    let ring = [(0, 0), (1, 0), (1, 1), (0, 1)];
    for turn in 0..4 {
        judge.tick(&grid, (0..4).map(|i| ring[(i + turn) % 4]).map(|(x, y)| at(x, y, 1))).unwrap();
    }
}
