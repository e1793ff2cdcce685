//! A map that has changed since its index was prepared: the index that lives on beside the prepared one
//! and jump point search, in turn on the same questions.

use crate::Options;
use crate::maps::{self, Course, Dice, Question};
use crate::report::Table;
use serde_json::Value;
use std::process::exit;
use std::time::Instant;
use wayline::{
    Algorithm, Cell, Demand, Grid, GridIndex, LiveGrid, Preparation, Query, Workspace, search,
};

/// The sets that are asked about: game maps, rooms, mazes, cities.
const SETS: [&str; 9] = [
    "maze 8",
    "rooms 16",
    "caves",
    "movingai/dao",
    "movingai/bg512",
    "movingai/sc1",
    "movingai/rooms",
    "movingai/mazes",
    "movingai/cities",
];

/// What is edited before the questions are asked.
#[derive(Clone, Copy)]
enum Edits {
    /// So many free cells anywhere are blocked.
    Blocked(usize),
    /// So many cells beside free ones are freed.
    Freed(usize),
    /// So many cells on the question's own path are blocked.
    OnPath(usize),
    /// The narrowest gap that the question's own path passes is closed.
    DoorCloses,
    /// The same, and it was closed when the map was prepared.
    DoorOpens,
}

const EDITS: [(&str, Edits); 10] = [
    ("1 blocked", Edits::Blocked(1)),
    ("10 blocked", Edits::Blocked(10)),
    ("100 blocked", Edits::Blocked(100)),
    ("1 freed", Edits::Freed(1)),
    ("10 freed", Edits::Freed(10)),
    ("100 freed", Edits::Freed(100)),
    ("1 on the path", Edits::OnPath(1)),
    ("10 on the path", Edits::OnPath(10)),
    ("door closes", Edits::DoorCloses),
    ("door opens", Edits::DoorOpens),
];

/// The widest gap that is a door.
const WIDEST_DOOR: usize = 12;

/// What was measured: for each question the fastest of some passes, in microseconds.
#[derive(Default)]
struct Times {
    prepared: Vec<f64>,
    living: Vec<f64>,
    jps: Vec<f64>,
    edits: Vec<f64>,
    /// Answers without a search, by a guided search, and by jump point search from nothing.
    at_once: usize,
    guided: usize,
    from_nothing: usize,
}

pub fn run(options: &Options) -> Vec<Table> {
    let columns = [
        "set",
        "edits",
        "questions",
        "without a search %",
        "by the index %",
        "prepared µs",
        "living µs",
        "jps µs",
        "median living / prepared",
        "jps / living",
        "edit µs",
    ];
    let title = "living: after edits, mean µs of each question's fastest of three passes";
    let mut table = Table::new(title, &columns);
    for set in maps::sets(options.maps).iter().filter(|set| SETS.contains(&&*set.name)) {
        if options.only.as_ref().is_some_and(|only| !set.name.starts_with(only)) {
            continue;
        }
        let courses: Vec<Course> = set.courses(options.queries).collect();
        for (name, edits) in EDITS {
            let mut times = Times::default();
            for course in &courses {
                measure(course, edits, &mut times);
            }
            table.row(row(&set.name, name, &times));
        }
        eprintln!("{} done", set.name);
    }
    vec![table, steady(options)]
}

fn row(set: &str, edits: &str, times: &Times) -> Vec<Value> {
    let count = times.living.len();
    let share = |n: usize| (100.0 * n as f64 / count.max(1) as f64).into();
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
    let ratios: Vec<f64> = times.living.iter().zip(&times.prepared).map(|(l, p)| l / p).collect();
    vec![
        set.to_owned().into(),
        edits.to_owned().into(),
        count.into(),
        share(times.at_once),
        share(times.at_once + times.guided),
        mean(&times.prepared).into(),
        mean(&times.living).into(),
        mean(&times.jps).into(),
        median(ratios).into(),
        (mean(&times.jps) / mean(&times.living)).into(),
        mean(&times.edits).into(),
    ]
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn measure(course: &Course, edits: Edits, times: &mut Times) {
    let mut dice = Dice(11);
    let Some(mut contest) = Contest::of(&course.grid) else { return };
    if let Edits::Blocked(_) | Edits::Freed(_) = edits {
        for round in 0..3 {
            let cells = stray(&course.grid, edits, &mut dice);
            let asked = course.queries.iter().skip(round).step_by(3);
            contest.time(&cells, &asked.copied().collect::<Vec<_>>(), times);
        }
        return;
    }
    // A map is prepared for every door that opens.
    let step = if matches!(edits, Edits::DoorOpens) { course.queries.len().div_ceil(3) } else { 2 };
    let mut work = Workspace::new();
    for question in course.queries.iter().skip(step / 2).step_by(step) {
        let query = Query::new(question.from, question.to);
        let answer = search(&contest.index, &query, &mut work).expect("ends on free cells");
        let cells = match edits {
            Edits::OnPath(count) => on_path(&answer.path, count, &mut dice),
            _ => door(&course.grid, &answer.path),
        };
        if !matches!(edits, Edits::DoorOpens) {
            contest.time(&cells, &[*question], times);
            continue;
        }
        let mut grid = course.grid.clone();
        for &cell in &cells {
            grid.set_free(cell, false).expect("on the map");
        }
        if let Some(mut contest) = Contest::of(&grid) {
            contest.time(&cells, &[*question], times);
        }
    }
}

/// Free cells anywhere, or blocked ones beside free ones.
fn stray(grid: &Grid, edits: Edits, dice: &mut Dice) -> Vec<Cell> {
    let (count, frees) = match edits {
        Edits::Freed(count) => (count, true),
        Edits::Blocked(count) => (count, false),
        _ => unreachable!("these are not stray"),
    };
    let beside = |cell: Cell| {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(dx, dy)| {
            grid.is_free((cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy)))
        })
    };
    let suits = |cell: &Cell| grid.is_free(*cell) != frees && (!frees || beside(*cell));
    let cells: Vec<Cell> = grid.cells().filter(suits).collect();
    (0..count).map(|_| cells[dice.below(cells.len() as u32) as usize]).collect()
}

fn on_path(path: &[Cell], count: usize, dice: &mut Dice) -> Vec<Cell> {
    let inner = path.get(1..path.len().saturating_sub(1)).unwrap_or(&[]);
    let count = count.min(inner.len());
    (0..count).map(|_| inner[dice.below(inner.len() as u32) as usize]).collect()
}

/// The narrowest gap that a path passes.
fn door(grid: &Grid, path: &[Cell]) -> Vec<Cell> {
    let mut best: Vec<Cell> = Vec::new();
    let inner = path.get(1..path.len().saturating_sub(1)).unwrap_or(&[]);
    for &cell in inner {
        for (dx, dy) in [(1, 0), (0, 1)] {
            let mut gap = vec![cell];
            for sign in [1, -1] {
                let mut next = cell;
                loop {
                    next.x = next.x.wrapping_add_signed(sign * dx);
                    next.y = next.y.wrapping_add_signed(sign * dy);
                    if !grid.is_free(next) || gap.len() > WIDEST_DOOR {
                        break;
                    }
                    gap.push(next);
                }
            }
            let ends = [path[0], path[path.len() - 1]];
            let is_door = gap.len() <= WIDEST_DOOR && !ends.iter().any(|end| gap.contains(end));
            if is_door && (best.is_empty() || gap.len() < best.len()) {
                best = gap;
            }
        }
    }
    best
}

/// The three that are asked, on one map.
struct Contest {
    index: GridIndex,
    map: LiveGrid,
    jps: Grid,
}

impl Contest {
    /// Nothing if the map is not worth preparing.
    fn of(grid: &Grid) -> Option<Contest> {
        // Nothing is prepared while it is timed.
        let map = LiveGrid::new(grid.clone()).background(false);
        map.prepare();
        let index = GridIndex::prepare_for(
            grid,
            &Demand::default().paths(u64::MAX),
            &Preparation::default(),
        )
        .ok()??;
        Some(Contest { index, map, jps: grid.clone() })
    }

    /// Edits the map, asks all in turn, and takes the edits back.
    fn time(&mut self, cells: &[Cell], asked: &[Question], times: &mut Times) {
        let mut work = Workspace::new();
        // What is derived at the first question is kept, and repaired by edits.
        for question in asked.iter().take(1) {
            let query = Query::new(question.from, question.to).algorithm(Algorithm::Jps);
            _ = search(self.map.grid(), &query, &mut work);
            _ = search(&self.jps, &query, &mut work);
        }
        let mut changed: Vec<(Cell, bool)> = Vec::new();
        for &cell in cells {
            if !changed.iter().any(|&(other, _)| other == cell) {
                let free = !self.jps.is_free(cell);
                let clock = Instant::now();
                self.map.set_free(cell, free).expect("on the map");
                times.edits.push(clock.elapsed().as_secs_f64() * 1e6);
                self.jps.set_free(cell, free).expect("on the map");
                changed.push((cell, free));
            }
        }
        if !changed.is_empty() {
            self.ask(asked, times);
        }
        for (cell, free) in changed {
            self.map.set_free(cell, !free).expect("on the map");
            self.jps.set_free(cell, !free).expect("on the map");
        }
    }

    fn ask(&self, asked: &[Question], times: &mut Times) {
        let Contest { index, map, jps } = self;
        let mut work = [Workspace::new(), Workspace::new(), Workspace::new()];
        let asked: Vec<&Question> =
            asked.iter().filter(|q| q.from != q.to && !jps.surely_apart(q.from, q.to)).collect();
        let mut best = vec![[f64::INFINITY; 3]; asked.len()];
        let mut how = vec![(Algorithm::Jps, 0); asked.len()];
        for pass in 0..3 {
            for (number, question) in asked.iter().enumerate() {
                let query = Query::new(question.from, question.to);
                let mut cost = None;
                // What was just done is done sooner again, so the two that are compared take turns.
                let order = if pass % 2 == 0 { [0, 1, 2] } else { [0, 2, 1] };
                for contestant in order {
                    let work = &mut work[contestant];
                    let clock = Instant::now();
                    let answer = match contestant {
                        0 => search(index, &query, work),
                        1 => search(map, &query, work),
                        _ => search(jps, &query.clone().algorithm(Algorithm::Jps), work),
                    };
                    let taken = clock.elapsed().as_secs_f64() * 1e6;
                    let answer = answer.expect("ends on free cells");
                    best[number][contestant] = best[number][contestant].min(taken);
                    if contestant == 1 {
                        how[number] = (answer.algorithm, answer.stats.expanded);
                    }
                    if contestant > 0 && *cost.get_or_insert(answer.cost) != answer.cost {
                        eprintln!(
                            "{} to {}: {cost:?}, {}",
                            question.from, question.to, answer.cost
                        );
                        exit(3);
                    }
                }
            }
        }
        for ([prepared, living, jps], how) in best.into_iter().zip(how) {
            times.prepared.push(prepared);
            times.living.push(living);
            times.jps.push(jps);
            match how {
                (Algorithm::Prepared, 0) => times.at_once += 1,
                (Algorithm::Prepared, _) => times.guided += 1,
                _ => times.from_nothing += 1,
            }
        }
    }
}

/// Edits that do not end, with an index being prepared in the background all the time.
fn steady(options: &Options) -> Table {
    let columns = [
        "map",
        "edits a second",
        "questions",
        "by the index %",
        "most edits outstanding",
        "mean µs",
    ];
    let title =
        "living: ten edits a second, half of them blocking, questions in between for ten seconds";
    let mut table = Table::new(title, &columns);
    let named = maps::named("movingai/sc1", "AcrosstheCape", options.queries.max(200));
    let named =
        named.filter(|_| options.only.as_ref().is_none_or(|only| "steady".starts_with(only)));
    let Some(course) = named else { return table };
    let mut map = LiveGrid::new(course.grid.clone());
    map.prepare();
    let (mut dice, mut work) = (Dice(5), Workspace::new());
    let (mut by_index, mut asked, mut most, mut micros) = (0, 0usize, 0, 0.0);
    for edit in 0..100 {
        let started = Instant::now();
        let edits = if edit % 2 == 0 { Edits::Blocked(1) } else { Edits::Freed(1) };
        for cell in stray(map.grid(), edits, &mut dice) {
            map.set_free(cell, edit % 2 != 0).expect("on the map");
        }
        most = most.max(map.outstanding());
        while started.elapsed().as_millis() < 100 {
            let question = &course.queries[asked % course.queries.len()];
            let (from, to) = (question.from, question.to);
            asked += 1;
            if map.grid().surely_apart(from, to) {
                continue;
            }
            let clock = Instant::now();
            let answer =
                search(&map, &Query::new(from, to), &mut work).expect("ends on free cells");
            micros += clock.elapsed().as_secs_f64() * 1e6;
            by_index += usize::from(answer.algorithm == Algorithm::Prepared);
            // A game asks now and then.
            std::thread::sleep(std::time::Duration::from_micros(500));
        }
    }
    table.row(vec![
        "AcrosstheCape".into(),
        10.into(),
        asked.into(),
        (100.0 * by_index as f64 / asked as f64).into(),
        most.into(),
        (micros / asked as f64).into(),
    ]);
    table
}
