//! Tables about bodies: against single questions and the judge, whatever the number of threads and the way that they
//! are answered.

mod table;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, NullArray, RecordBatch, StringArray};
use std::sync::Arc;
use table::*;
use wayline::body::{BodyKind, BodyMap, BodyQuery, Estimate, Goal, Heading, Placement, Terrain};
use wayline::{Cell, Workspace, check, search};
use wayline_batch::{Batch, BatchError, Options};

/// Ground of which a part is blocked, swamp or water.
fn random_terrain(width: u32, height: u32, seed: u64) -> Terrain {
    let mut random = Random(seed);
    let mut row = || {
        let letter = |_| *b"......SW##".get(random.below(24) as usize).unwrap_or(&b'.');
        (0..width).map(letter).collect::<Vec<u8>>()
    };
    Terrain::from_rows((0..height).map(|_| row()).collect::<Vec<_>>()).unwrap()
}

/// A row: the ends, each with a heading or none.
type Row = ((Cell, Option<Heading>), (Cell, Option<Heading>));

/// Rows of which some share a goal, and some are off the map.
fn random_rows(terrain: &Terrain, count: usize, seed: u64) -> Vec<Row> {
    let mut random = Random(seed);
    let mut end = |shared: bool| {
        if shared {
            return (Cell::new(1, 1), None);
        }
        let x = random.below(u64::from(terrain.width()) + 1) as u32;
        let cell = Cell::new(x, random.below(u64::from(terrain.height())) as u32);
        (cell, Heading::ALL.get(random.below(6) as usize).copied())
    };
    (0..count).map(|row| (end(false), end(row % 3 == 1))).collect()
}

/// The table of some rows; a heading that is left out is written in one of several ways.
fn questions_of(rows: &[Row]) -> RecordBatch {
    let number = |get: fn(&Row) -> u32| numbers(rows.iter().map(|row| get(row).into()));
    let letter = |get: fn(&Row) -> Option<Heading>| -> ArrayRef {
        let texts = rows.iter().enumerate().map(|(at, row)| match (get(row), at % 4) {
            (Some(heading), 0) => Some(heading.to_string().to_lowercase()),
            (Some(heading), _) => Some(heading.to_string()),
            (None, 0) => None,
            (None, 1) => Some(String::new()),
            (None, _) => Some("any".to_owned()),
        });
        Arc::new(texts.collect::<StringArray>())
    };
    RecordBatch::try_from_iter_with_nullable([
        ("sx", number(|row| row.0.0.x), false),
        ("sy", number(|row| row.0.0.y), false),
        ("heading", letter(|row| row.0.1), true),
        ("gx", number(|row| row.1.0.x), false),
        ("gy", number(|row| row.1.0.y), false),
        ("goal_heading", letter(|row| row.1.1), true),
    ])
    .unwrap()
}

fn goal((cell, heading): (Cell, Option<Heading>)) -> Goal {
    match heading {
        Some(heading) => Goal::At(Placement::new(cell.x, cell.y, heading)),
        None => Goal::Pivot(cell),
    }
}

/// The placements that an end stands for, where the body fits.
fn fitting(map: &BodyMap, (cell, heading): (Cell, Option<Heading>)) -> Vec<Placement> {
    Heading::ALL
        .into_iter()
        .filter(|&it| heading.is_none_or(|only| only == it))
        .map(|heading| Placement::new(cell.x, cell.y, heading))
        .filter(|&placement| map.fits(placement))
        .collect()
}

fn placements(answers: &RecordBatch, row: usize) -> Vec<Placement> {
    let path = answers["path"].as_list::<i32>().value(row);
    let number = |column: usize, at: usize| {
        path.as_struct().column(column).as_primitive::<Int32Type>().value(at) as u32
    };
    let heading =
        |at: usize| path.as_struct().column(2).as_string::<i32>().value(at).parse().unwrap();
    (0..path.len()).map(|at| Placement::new(number(0, at), number(1, at), heading(at))).collect()
}

/// Every row against Dijkstra's search for this row alone; paths against the judge. How many were found, without a
/// path, and bad.
fn judge(terrain: &Terrain, kind: &BodyKind, rows: &[Row], answers: &RecordBatch) -> [usize; 3] {
    let map = BodyMap::new(kind.clone(), terrain);
    let mut work = Workspace::new();
    let mut seen = [0; 3];
    assert_eq!(answers.num_rows(), rows.len());
    for (row, &(from, to)) in rows.iter().enumerate() {
        let starts = fitting(&map, from);
        if starts.is_empty() || fitting(&map, to).is_empty() {
            seen[2] += 1;
            assert_eq!(status(answers, row), "bad");
            let (reason, name) = (reason(answers, row).unwrap(), kind.name());
            let off_map = reason.contains("off the map") && !reason.contains(name);
            let unfit = reason.contains(&format!("the {name} does not fit there"));
            assert!(off_map || unfit, "{reason}");
            continue;
        }
        let query = BodyQuery::between(&starts[..], vec![goal(to)]).estimate(Estimate::Zero);
        let answer = search(&map, &query, &mut work).unwrap();
        assert_eq!(reason(answers, row), None);
        if !answer.is_found() {
            seen[1] += 1;
            assert_eq!((status(answers, row), cost(answers, row)), ("unreachable", None));
            assert_eq!(steps(answers, row), None);
            continue;
        }
        seen[0] += 1;
        assert_eq!(status(answers, row), "found");
        assert_eq!(cost(answers, row), Some(answer.cost.to_f64()), "{from:?} {to:?}");
        if answers.column_by_name("path").is_some() {
            let path = placements(answers, row);
            assert_eq!(steps(answers, row), Some(path.len() as i64 - 1));
            assert!(starts.contains(&path[0]));
            let judged = check::body_path(terrain, kind, &path, path[0], &[goal(to)]);
            assert_eq!(judged.unwrap(), answer.cost, "{from:?} {to:?}");
        }
    }
    seen
}

fn options(threads: usize, paths: bool) -> Options {
    let mut options = Options::default();
    (options.threads, options.paths) = (threads, paths);
    options
}

#[test]
fn every_row_is_answered_as_a_question_alone_is() {
    let mut seen = [0; 3];
    for (seed, name) in ["tank", "car", "king", "ship"].into_iter().enumerate() {
        let kind = BodyKind::preset(name).unwrap();
        let terrain = random_terrain(22, 15, seed as u64 + 1);
        let rows = random_rows(&terrain, 300, seed as u64 + 9);
        for paths in [false, true] {
            let batch = Batch::body(kind.clone(), "m", terrain.clone(), options(2, paths));
            let answers = batch.answer(&questions_of(&rows)).unwrap();
            let more = judge(&terrain, &kind, &rows, &answers);
            seen = [0, 1, 2].map(|at| seen[at] + more[at]);
        }
    }
    assert!(seen.iter().all(|&many| many > 100), "{seen:?}");
}

#[test]
fn a_common_goal_is_answered_by_one_field_and_changes_no_cost() {
    let kind = BodyKind::preset("tank").unwrap();
    let terrain = random_terrain(24, 18, 5);
    // So many to one goal that a field takes less work.
    let rows: Vec<Row> = random_rows(&terrain, 400, 2)
        .into_iter()
        .map(|(from, _)| (from, (Cell::new(12, 9), None)))
        .collect();
    let together = Batch::body(kind.clone(), "m", terrain.clone(), options(1, true));
    let answers = together.answer(&questions_of(&rows)).unwrap();
    let [found, ..] = judge(&terrain, &kind, &rows, &answers);
    let work = together.choices()[0].work;
    assert!(found > 200 && work * 200 > 24 * 18 * 4, "{found} {work}");
    // With a limit, each is searched for.
    let mut limited = options(1, false);
    limited.max_expansions = Some(3);
    let limited = Batch::body(kind.clone(), "m", terrain, limited);
    let limited = limited.answer(&questions_of(&rows)).unwrap();
    assert!((0..rows.len()).any(|row| status(&limited, row) == "limit"));
}

#[test]
fn any_number_of_threads_and_a_resumed_run_give_the_same() {
    let kind = Arc::new(BodyKind::preset("cart").unwrap());
    let terrain = random_terrain(30, 20, 3);
    let queries = questions_of(&random_rows(&terrain, 1500, 4));
    let make = |threads| Batch::body(kind.clone(), "m", terrain.clone(), options(threads, true));
    let (one, two) = (make(1), make(3));
    let answers = one.answer(&queries).unwrap();
    assert_eq!(two.answer(&queries).unwrap(), answers);
    assert_eq!((one.fingerprint(), one.choices()), (two.fingerprint(), two.choices()));
    let again = make(2);
    again.recall(&one.choices());
    assert_eq!(
        again.answer(&queries.slice(0, 700)).unwrap(),
        one.answer(&queries.slice(0, 700)).unwrap()
    );
    // Another body, or other ground, is another run.
    let king = BodyKind::preset("king").unwrap();
    let king = Batch::body(king, "m", terrain.clone(), options(1, true));
    assert_ne!(king.fingerprint(), one.fingerprint());
    king.recall(&one.choices());
    let error = king.answer(&queries).unwrap_err();
    assert!(matches!(&error, BatchError::Changed(name) if name == "m"), "{error}");
    let mut swamp = terrain.clone();
    swamp.set_ground((0, 0), b'H').unwrap();
    assert_ne!(Batch::body(kind, "m", swamp, options(1, true)).fingerprint(), one.fingerprint());
}

#[test]
fn chunks_of_any_size_give_the_same() {
    for (round, name) in ["king", "tank", "car", "cart", "ship"].into_iter().enumerate() {
        let kind = Arc::new(BodyKind::preset(name).unwrap());
        let terrain = match round {
            // Without obstacles, most paths have others that cost as much.
            0 | 1 => Terrain::new(30, 20).unwrap(),
            _ => random_terrain(30, 20, round as u64),
        };
        let rows = random_rows(&terrain, 500, round as u64 + 40);
        let queries = questions_of(&rows);
        let make = || Batch::body(kind.clone(), "m", terrain.clone(), options(1, true));
        same_in_chunks(make, &queries, &["status", "cost", "steps", "reason", "path"], 31);
    }
}

#[test]
fn headings_are_optional_and_wrong_ones_are_bad_rows() {
    let terrain = Terrain::new(9, 9).unwrap();
    let tank = || BodyKind::preset("tank").unwrap();
    let batch = Batch::body(tank(), "m", terrain.clone(), options(1, false));
    let ends = [("sx", 2), ("sy", 4), ("gx", 6), ("gy", 4)];
    let table = |more: &[(&'static str, ArrayRef)]| {
        let ends = ends.iter().map(|&(name, at)| (name, numbers([at; 2]), false));
        let more = more.iter().map(|(name, column)| (*name, column.clone(), true));
        RecordBatch::try_from_iter_with_nullable(ends.chain(more)).unwrap()
    };
    let answers = batch.answer(&table(&[])).unwrap();
    assert_eq!(cost(&answers, 0), Some(40.0));
    let turned = batch.answer(&table(&[("heading", texts(&["E", "N"]))])).unwrap();
    assert_eq!(cost(&turned, 0), Some(40.0));
    assert!(cost(&turned, 1) > Some(40.0));
    let nothing = table(&[("goal_heading", Arc::new(NullArray::new(2)))]);
    assert_eq!(cost(&batch.answer(&nothing).unwrap(), 1), Some(40.0));
    let odd = batch.answer(&table(&[("goal_heading", texts(&["NE", " w "]))])).unwrap();
    assert_eq!(reason(&odd, 0), Some("goal_heading is 'NE': expected E, N, W or S, or any"));
    assert_eq!(status(&odd, 1), "found");
    let error = batch.answer(&table(&[("heading", numbers([1, 2]))])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the column 'heading' holds Int64: expected headings (text): E, N, W or S, or any"
    );
    // Where nobody asks about a body, a column of this name is one like any other.
    let cells = Batch::map("m", wayline::Grid::new(9, 9).unwrap(), None, options(1, false));
    assert_eq!(cost(&cells.answer(&table(&[("heading", numbers([1, 2]))])).unwrap(), 0), Some(4.0));
}

#[test]
fn several_maps_by_name() {
    let tank = Arc::new(BodyKind::preset("tank").unwrap());
    let small = || Terrain::new(3, 3).unwrap();
    let table = RecordBatch::try_from_iter([
        ("map", texts(&["a", "b", "c"])),
        ("sx", numbers([0, 0, 0])),
        ("sy", numbers([0, 0, 0])),
        ("gx", numbers([4, 4, 4])),
        ("gy", numbers([0, 0, 0])),
    ])
    .unwrap();
    let maps = [("a".to_owned(), Terrain::new(9, 9).unwrap()), ("b".to_owned(), small())];
    let several = Batch::bodies(tank.clone(), maps, options(2, false));
    let load = |name: &str| match name {
        "a" => Ok(Terrain::new(9, 9).unwrap()),
        "b" => Ok(Terrain::new(3, 3).unwrap()),
        _ => Err("there is no map 'c': expected one of a, b".to_owned()),
    };
    let loading = Batch::bodies_by(tank, load, options(1, false));
    for batch in [several, loading] {
        let answers = batch.answer(&table).unwrap();
        let all = [0, 1, 2].map(|row| status(&answers, row));
        assert_eq!(all, ["found", "bad", "bad"]);
        assert!(reason(&answers, 1).unwrap().contains("off the map"));
        assert_eq!(reason(&answers, 2), Some("there is no map 'c': expected one of a, b"));
    }
}
