//! Discs between cells: every tick goes before the judge, and where there is room everybody arrives.

use crate::oracle::{Random, effort};
use wayline::check::{self, Flaw};
use wayline::crowd::{Disc, Steering};
use wayline::{BodyError, Cell, Corners, Field, FieldQuery, Grid, Rules};

const SECONDS: f64 = 0.05;

/// Lets ticks pass until it is over, all of them judged; after how many it was.
fn run(
    steering: &mut Steering,
    most: usize,
    what: &str,
    mut before: impl FnMut(&mut Steering),
    over: impl Fn(&Steering) -> bool,
) -> usize {
    let mut judge = check::Discs::new();
    judge.tick(steering.grid(), steering.discs()).unwrap();
    for tick in 0..most {
        if over(steering) {
            return tick;
        }
        before(steering);
        steering.tick(SECONDS).unwrap();
        let judged = judge.tick(steering.grid(), steering.discs());
        judged.unwrap_or_else(|flaw| panic!("{what}, tick {tick}: {flaw}"));
    }
    panic!("{what}: not over after {most} ticks");
}

fn discs(steering: &Steering) -> Vec<Disc> {
    steering.discs().flatten().collect()
}

/// Whether everybody is near the point it was sent to.
fn all_there(steering: &Steering, goals: &[(f64, f64)], near: f64) -> bool {
    let far = |(disc, goal): (&Disc, &(f64, f64))| (disc.x - goal.0).hypot(disc.y - goal.1);
    discs(steering).iter().zip(goals).all(|pair| far(pair) <= near)
}

fn follow_all(steering: &mut Steering, fields: &[&Field<Grid>]) {
    for agent in 0..steering.discs().count() {
        assert!(steering.follow(agent, fields[agent % fields.len()]).unwrap(), "{agent} is off");
    }
}

/// Where one alone would be after this many ticks, straight ahead.
fn ticks_alone(distance: f64, speed: f64) -> f64 {
    distance / (speed * SECONDS)
}

#[test]
fn alone_it_goes_straight_and_stops() {
    let mut steering = Steering::new(&Grid::new(20, 20).unwrap());
    let agent = steering.add_agent((2.0, 3.0), 0.4, 1.5).unwrap();
    steering.head_for(agent, (14.0, 8.0)).unwrap();
    let there = |steering: &Steering| steering.position(agent) == Some((14.0, 8.0));
    let ticks = run(&mut steering, 1000, "alone", |_| {}, there);
    assert_eq!(ticks as f64, ticks_alone(13.0, 1.5).ceil());
    steering.tick(SECONDS).unwrap();
    assert_eq!(steering.velocity(agent), Some((0.0, 0.0)));
}

#[test]
fn walls_stop_it_and_it_slides_along_them() {
    let grid = Grid::from_fn(30, 5, |cell| cell.y < 3).unwrap();
    let mut steering = Steering::new(&grid);
    let agent = steering.add_agent((1.0, 1.0), 0.4, 3.0).unwrap();
    steering.prefer(agent, (1.5, 1.5)).unwrap();
    let near_the_end = |steering: &Steering| steering.position(agent).unwrap().0 > 29.0;
    // Down to the wall and along it, no slower than it would be without: 1.5 cells a second.
    let ticks = run(&mut steering, 1000, "slide", |_| {}, near_the_end);
    assert!(ticks as f64 <= ticks_alone(28.0, 1.5) + 2.0, "{ticks}");
    let y = steering.position(agent).unwrap().1;
    assert!((2.59..=2.6).contains(&y), "{y}");
}

#[test]
fn a_circle_swaps_places() {
    for count in [2, 3, 8, 40] {
        let radius = 3.0 + f64::from(count) / 5.0;
        let mut steering = Steering::new(&Grid::new(40, 40).unwrap());
        let mut goals = Vec::new();
        for i in 0..count {
            let (y, x) = (std::f64::consts::TAU * f64::from(i) / f64::from(count)).sin_cos();
            let at = |side: f64| (20.0 + side * radius * x, 20.0 + side * radius * y);
            let agent = steering.add_agent(at(1.0), 0.4, 1.5).unwrap();
            steering.head_for(agent, at(-1.0)).unwrap();
            goals.push(at(-1.0));
        }
        let over = |steering: &Steering| all_there(steering, &goals, 1e-6);
        let ticks = run(&mut steering, 3000, "circle", |_| {}, over);
        assert!(ticks as f64 <= 2.5 * ticks_alone(2.0 * radius, 1.5), "{count}: {ticks}");
    }
}

#[test]
fn head_on_in_a_corridor() {
    // Two, with little room to pass, and then many.
    for (wide, radius, each) in [
        (3, 0.45, 1),
        (2, 0.45, 1),
        (1, 0.24, 1),
        (3, 0.3, 12),
        (4, 0.4, 16),
        (4, 0.3, 40),
        (6, 0.4, 60),
    ] {
        let long = 60;
        let grid = Grid::new(long, wide).unwrap();
        let mut steering = Steering::new(&grid);
        let middle = f64::from(wide) / 2.0;
        let mut goals = Vec::new();
        for i in 0..each {
            let (column, row) = (i / wide, i % wide);
            let y = if each == 1 { middle } else { f64::from(row) + 0.5 };
            let x = f64::from(column) + 0.5;
            for (from, to) in [(x, f64::from(long) - x), (f64::from(long) - x, x)] {
                let agent = steering.add_agent((from, y), radius, 1.5).unwrap();
                steering.head_for(agent, (to, y)).unwrap();
                goals.push((to, y));
            }
        }
        let what = format!("corridor {wide}, {each} of {radius}");
        let passed = |steering: &Steering| {
            let sides = discs(steering).into_iter().zip(&goals);
            sides.into_iter().all(|(disc, goal)| (disc.x > 30.0) == (goal.0 > 30.0))
        };
        let ticks = run(&mut steering, 8000, &what, |_| {}, passed);
        assert!(
            each > 1 || ticks as f64 <= 1.05 * ticks_alone(29.0, 1.5) + 20.0,
            "{what}: {ticks}"
        );
    }
}

#[test]
fn a_crowd_passes_a_door() {
    for (wide, radius, most) in [(1, 0.3, 4000), (2, 0.4, 2000), (3, 0.45, 1300)] {
        let grid = Grid::from_fn(41, 20, |cell| cell.x != 20 || (9..9 + wide).contains(&cell.y));
        let grid = grid.unwrap();
        let mut steering = Steering::new(&grid);
        for i in 0..100 {
            let at = (5.5 + f64::from(i % 10), 5.5 + f64::from(i / 10));
            steering.add_agent(at, radius, 2.0).unwrap();
        }
        let field = grid.field(&FieldQuery::towards((38, 9))).unwrap();
        let what = format!("door {wide} of {radius}");
        let through = |steering: &Steering| discs(steering).iter().all(|disc| disc.x > 21.0);
        run(&mut steering, most, &what, |steering| follow_all(steering, &[&field]), through);
    }
}

#[test]
fn groups_swap_sides_through_gaps() {
    let grid = Grid::from_fn(41, 20, |cell| cell.x != 20 || cell.y % 5 < 3).unwrap();
    let mut steering = Steering::new(&grid);
    for i in 0..60 {
        let (x, y) = (1.5 + f64::from(i / 10), 4.5 + f64::from(i % 10));
        steering.add_agent((x, y), 0.35, 2.0).unwrap();
        steering.add_agent((41.0 - x, y), 0.35, 2.0).unwrap();
    }
    let [east, west] =
        [(39, 10), (1, 10)].map(|goal| grid.field(&FieldQuery::towards(goal)).unwrap());
    let swapped = |steering: &Steering| {
        let sides = discs(steering).into_iter().enumerate();
        sides.into_iter().all(|(i, disc)| if i % 2 == 0 { disc.x > 21.0 } else { disc.x < 20.0 })
    };
    run(&mut steering, 2500, "gaps", |steering| follow_all(steering, &[&east, &west]), swapped);
}

/// A map with some walls, and discs of all sizes on it wherever there is room.
fn random_scene(random: &mut Random) -> (Steering, Vec<Field<Grid>>) {
    let (width, height) = (4 + random.below(20) as u32, 4 + random.below(20) as u32);
    let walls = random.below(5);
    let grid = Grid::from_fn(width, height, |_| random.below(12) >= walls).unwrap();
    let mut steering = Steering::new(&grid);
    let unit = |random: &mut Random| random.below(1 << 20) as f64 / f64::from(1 << 20);
    for _ in 0..random.below(150) {
        let (x, y) = (unit(random) * f64::from(width), unit(random) * f64::from(height));
        let radius = 0.1 + unit(random) * if random.below(5) == 0 { 1.4 } else { 0.4 };
        let _ = steering.add_agent((x, y), radius, 4.0 * unit(random));
    }
    let room = steering.room_for(0.4).unwrap();
    let cells: Vec<Cell> = room.cells().filter(|&cell| room.is_free(cell)).collect();
    let mut fields = Vec::new();
    while fields.len() < 3 && !cells.is_empty() {
        let goal = cells[random.below(cells.len() as u64) as usize];
        fields.push(room.field(&FieldQuery::towards(goal)).unwrap());
    }
    (steering, fields)
}

/// Everybody wants something else every now and then, and walls change.
fn stir(steering: &mut Steering, fields: &[Field<Grid>], random: &mut Random) {
    let (width, height) = (steering.grid().width(), steering.grid().height());
    let count = steering.discs().count();
    let any = |random: &mut Random, most: u32| random.below(1000) as f64 / 1000.0 * f64::from(most);
    for agent in 0..count {
        if steering.position(agent).is_none() {
            continue;
        }
        match random.below(12) {
            0 => {
                let point = (any(random, width), any(random, height));
                steering.head_for(agent, point).unwrap();
            }
            1 => {
                let velocity = (any(random, 8) - 4.0, any(random, 8) - 4.0);
                steering.prefer(agent, velocity).unwrap();
            }
            2 | 3 if !fields.is_empty() => {
                let field = &fields[agent % fields.len()];
                steering.follow(agent, field).unwrap();
            }
            4 if random.below(20) == 0 => steering.remove_agent(agent).unwrap(),
            _ => {}
        }
    }
    let cell = (random.below(width.into()) as u32, random.below(height.into()) as u32);
    let _ = steering.set_free(cell, random.below(2) == 0);
}

#[test]
fn random_scenes() {
    let mut random = Random(11);
    let mut moved = 0;
    for scene in 0..150 * effort() {
        let (mut steering, fields) = random_scene(&mut random);
        let mut judge = check::Discs::new();
        judge.tick(steering.grid(), steering.discs()).unwrap();
        for tick in 0..60 {
            stir(&mut steering, &fields, &mut random);
            steering.tick(SECONDS).unwrap();
            let judged = judge.tick(steering.grid(), steering.discs());
            judged.unwrap_or_else(|flaw| panic!("scene {scene}, tick {tick}: {flaw}"));
            let fast = |agent: &usize| steering.velocity(*agent).is_some_and(|v| v != (0.0, 0.0));
            moved += (0..steering.discs().count()).filter(fast).count();
        }
    }
    assert!(moved > 10_000, "{moved} moves");
}

#[test]
fn the_same_bytes_again_and_on_any_number_of_threads() {
    let bytes = |threads: usize| {
        let mut random = Random(5);
        let mut all = Vec::new();
        for _ in 0..6 {
            let (mut steering, fields) = random_scene(&mut random);
            steering.set_threads(threads);
            for _ in 0..40 {
                stir(&mut steering, &fields, &mut random);
                steering.tick(SECONDS).unwrap();
                let bits = |disc: Disc| [disc.x.to_bits(), disc.y.to_bits()];
                all.extend(discs(&steering).into_iter().flat_map(bits));
            }
        }
        all
    };
    let once = bytes(1);
    assert!(once.len() > 4_000, "{}", once.len());
    assert_eq!(once, bytes(1));
    assert_eq!(once, bytes(2));
    assert_eq!(once, bytes(3));
    // Written down once: what other machines have to give as well.
    let mix = |hash: u64, bits: &u64| (hash ^ bits).wrapping_mul(0x0100_0000_01b3);
    assert_eq!(once.iter().fold(0xcbf2_9ce4_8422_2325, mix), 0x04b2_01d0_bf26_5b4e);
}

#[test]
fn long_ticks_are_several() {
    let grid = Grid::from_fn(30, 5, |cell| cell.x != 12).unwrap();
    let mut steering = Steering::new(&grid);
    let agent = steering.add_agent((2.5, 2.5), 0.4, 100.0).unwrap();
    steering.prefer(agent, (100.0, 0.0)).unwrap();
    steering.tick(1.0).unwrap();
    let (x, y) = steering.position(agent).unwrap();
    assert!((11.58..=11.6).contains(&x) && y == 2.5, "({x}, {y})");
}

#[test]
fn larger_ones_follow_what_has_room_for_them() {
    let mut random = Random(2);
    for scene in 0..20 * effort() {
        let grid = Grid::from_fn(30, 30, |_| random.below(25) != 0).unwrap();
        let radius = [0.3, 0.49, 0.8, 1.2][scene as usize % 4];
        let mut steering = Steering::new(&grid);
        let room = steering.room_for(radius).unwrap();
        assert_eq!(room.rules().corners, Corners::Never);
        let cells: Vec<Cell> = room.cells().filter(|&cell| room.is_free(cell)).collect();
        let (start, goal) = (cells[0], cells[cells.len() - 1]);
        let field = room.field(&FieldQuery::towards(goal)).unwrap();
        let agent = steering
            .add_agent((f64::from(start.x) + 0.5, f64::from(start.y) + 0.5), radius, 2.0)
            .unwrap();
        if field.cost(start).is_none() {
            assert!(!steering.follow(agent, &field).unwrap());
            continue;
        }
        let at = (f64::from(goal.x) + 0.5, f64::from(goal.y) + 0.5);
        let what = format!("scene {scene} of {radius}");
        run(
            &mut steering,
            2000,
            &what,
            |steering| follow_all(steering, &[&field]),
            |steering| all_there(steering, &[at], 1e-6),
        );
    }
}

#[test]
fn agents_are_added_together_or_not_at_all() {
    let mut steering = Steering::new(&Grid::new(9, 9).unwrap());
    assert_eq!(steering.add_agents(&[(0.5, 0.5), (2.5, 0.5)], 0.4, 1.0).unwrap(), 0..2);
    steering.add_agents(&[(5.5, 5.5), (5.6, 5.5)], 0.4, 1.0).unwrap_err();
    steering.add_agents(&[(5.5, 5.5), (0.5, 0.6)], 0.4, 1.0).unwrap_err();
    assert_eq!(steering.discs().count(), 2);
    assert_eq!(steering.add_agents(&[(5.5, 5.5)], 0.4, 1.0).unwrap(), 2..3);
}

#[test]
fn bad_input_is_refused() {
    let grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    let mut steering = Steering::new(&grid.with_rules(Rules::default()));
    let says = |result: Result<usize, BodyError>| result.unwrap_err().to_string();
    assert_eq!(
        says(steering.add_agent((0.5, 0.5), 0.0, 1.0)),
        "radius: 0: expected a number above 0, at most 16"
    );
    assert!(says(steering.add_agent((0.5, 0.5), f64::NAN, 1.0)).starts_with("radius: NaN"));
    assert!(says(steering.add_agent((0.5, 0.5), 0.4, -1.0)).starts_with("max_speed: -1"));
    assert!(says(steering.add_agent((0.5, 3.5), 0.4, 1.0)).contains("off the map"));
    assert!(says(steering.add_agent((f64::NAN, 0.5), 0.4, 1.0)).contains("off the map"));
    assert!(says(steering.add_agent((0.3, 0.5), 0.4, 1.0)).contains("meets a wall"));
    assert!(says(steering.add_agent((0.5, 0.7), 0.9, 1.0)).contains("meets a wall"));
    let agent = steering.add_agent((0.5, 0.5), 0.4, 1.0).unwrap();
    assert!(says(steering.add_agent((0.6, 1.1), 0.3, 1.0)).contains("agent 0 is there"));
    assert!(steering.prefer(agent, (f64::INFINITY, 0.0)).is_err());
    assert!(steering.head_for(agent, (-1.0, 0.0)).is_err());
    assert!(steering.head_for(7, (1.0, 0.0)).is_err());
    assert!(steering.set_free((0, 0), false).is_err());
    assert!(steering.grid().is_free((0, 0)));
    for seconds in [0.0, -1.0, 11.0, f64::NAN, f64::INFINITY] {
        assert!(steering.tick(seconds).is_err());
    }
    assert!(steering.room_for(17.0).is_err());
    steering.remove_agent(agent).unwrap();
    assert!(steering.remove_agent(agent).is_err());
    assert_eq!(steering.position(agent), None);
    steering.set_free((0, 0), false).unwrap();
}

#[test]
fn the_judge_finds_flaws() {
    let grid = Grid::from_rows(["....", ".#..", "....", "...."]).unwrap();
    let disc = |x, y| Some(Disc { x, y, radius: 0.4 });
    let judge = |moments: &[&[Option<Disc>]]| {
        let mut judge = check::Discs::new();
        moments.iter().try_for_each(|discs| judge.tick(&grid, discs.iter().copied()))
    };
    assert_eq!(
        judge(&[&[disc(0.4, 0.4), disc(1.2, 0.4)], &[disc(0.5, 0.5), disc(1.3, 0.5)]]),
        Ok(())
    );
    let unit = |flaw: Result<(), Flaw>| match flaw {
        Err(Flaw::OfUnit { flaw, .. }) => *flaw,
        other => panic!("{other:?}"),
    };
    let cell = Cell::new(1, 1);
    assert_eq!(unit(judge(&[&[disc(0.7, 1.5)]])), Flaw::Blocked { step: 0, cell });
    // Near its corner, and across it between two ticks.
    assert_eq!(unit(judge(&[&[disc(0.8, 0.8)]])), Flaw::Blocked { step: 0, cell });
    assert_eq!(judge(&[&[disc(0.7, 0.7)]]), Ok(()));
    assert_eq!(
        unit(judge(&[&[disc(0.5, 1.5)], &[disc(1.5, 0.5)]])),
        Flaw::Blocked { step: 1, cell }
    );
    let cell = Cell::new(0, 0);
    assert_eq!(unit(judge(&[&[disc(0.3, 0.5)]])), Flaw::OffMap { step: 0, cell });
    assert!(matches!(unit(judge(&[&[disc(f64::NAN, 0.5)]])), Flaw::OffMap { .. }));
    let both = |passing| move |flaw: &Flaw| matches!(flaw, Flaw::Conflict(conflict) if conflict.passing == passing);
    let overlap = judge(&[&[disc(0.5, 0.5), disc(1.2, 0.5)]]).unwrap_err();
    assert!(both(false)(&overlap), "{overlap}");
    let swap = judge(&[&[disc(0.5, 2.5), disc(1.5, 2.5)], &[disc(1.5, 2.5), disc(0.5, 2.5)]]);
    assert!(both(true)(&swap.unwrap_err()));
}
