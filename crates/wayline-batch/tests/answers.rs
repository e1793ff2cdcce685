//! Record batches in, record batches out: against plain Dijkstra and the judge, whatever the types, the
//! number of threads and the way that questions are answered.

mod table;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float32Array, Float64Array, Int8Array,
    Int16Array, Int32Array, Int64Array, LargeStringArray, NullArray, RecordBatch, StringArray,
    StringViewArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use table::*;
use wayline::{
    Algorithm, Cell, Corners, Grid, GridIndex, Moves, Outcome, Preparation, Query, Rules,
    Workspace, check, search,
};
use wayline_batch::{Batch, BatchError, Options};

fn options(threads: usize, paths: bool) -> Options {
    let mut options = Options::default();
    options.threads = threads;
    options.paths = paths;
    options
}

/// Every row against plain Dijkstra; paths against the judge.
fn judge(grid: &Grid, ends: &[(Cell, Cell)], answers: &RecordBatch) {
    let mut work = Workspace::new();
    assert_eq!(answers.num_rows(), ends.len());
    for (row, &(from, to)) in ends.iter().enumerate() {
        let query = Query::new(from, to).algorithm(Algorithm::Dijkstra);
        match search(grid, &query, &mut work) {
            Err(error) => {
                assert_eq!(
                    (status(answers, row), reason(answers, row)),
                    ("bad", Some(&*error.to_string()))
                );
                assert_eq!((cost(answers, row), steps(answers, row)), (None, None));
            }
            Ok(answer) if answer.outcome == Outcome::Unreachable => {
                assert_eq!((status(answers, row), cost(answers, row)), ("unreachable", None));
                assert_eq!((steps(answers, row), reason(answers, row)), (None, None));
            }
            Ok(answer) => {
                assert_eq!(
                    (status(answers, row), reason(answers, row)),
                    ("found", None),
                    "{from} {to}"
                );
                assert_eq!(cost(answers, row), Some(answer.cost.to_f64()), "{from} {to}");
                if !grid.is_weighted() && grid.rules().steps == Rules::default().steps {
                    // Equally cheap paths have equally many steps here.
                    assert_eq!(steps(answers, row), Some(answer.steps() as i64));
                }
                if answers.column_by_name("path").is_some() {
                    let path = cells(answers, row).unwrap();
                    assert_eq!(steps(answers, row), Some(path.len() as i64 - 1));
                    assert_eq!((path[0], path[path.len() - 1]), (from, to));
                    let judged = check::grid_path(grid, &path, from, to);
                    assert_eq!(judged.unwrap(), answer.cost, "{from} {to}");
                }
            }
        }
    }
}

#[test]
fn answers_are_those_of_dijkstra_whatever_the_rules() {
    let mut rules = vec![Rules::default(); 3];
    rules[1].moves = Moves::Four;
    rules[2].corners = Corners::Always;
    for (number, rules) in rules.into_iter().enumerate() {
        for terrain in [false, true] {
            let grid = random_grid(40, 25, terrain, number as u64 + 1).with_rules(rules);
            let ends = random_ends(&grid, 600, 7);
            for paths in [false, true] {
                for prepares in [false, true] {
                    let mut options = options(2, paths);
                    options.prepares = prepares;
                    let batch = Batch::map("m", grid.clone(), None, options);
                    judge(&grid, &ends, &batch.answer(&questions(&ends)).unwrap());
                }
            }
        }
    }
}

#[test]
fn an_index_is_prepared_where_it_pays_and_changes_no_cost() {
    let grid = random_grid(60, 40, false, 3);
    let ends = random_ends(&grid, 2000, 5);
    let notes = Arc::new(AtomicUsize::new(0));
    let heard = notes.clone();
    let mut with = options(2, false);
    with.expected_rows = Some(1_000_000);
    with.notes = Some(Arc::new(move |_| {
        heard.fetch_add(1, Ordering::Relaxed);
    }));
    let batch = Batch::map("m", grid.clone(), None, with);
    let answers = batch.answer(&questions(&ends)).unwrap();
    judge(&grid, &ends, &answers);
    assert_eq!(notes.load(Ordering::Relaxed), 1);
    let choices = batch.choices();
    assert!(
        choices.len() == 1 && choices[0].budget.is_some() && choices[0].work > 0,
        "{choices:?}"
    );
    // Ten questions are not worth it.
    let few = Batch::map("m", grid.clone(), None, options(1, false));
    few.answer(&questions(&ends[..10])).unwrap();
    assert_eq!(few.choices()[0].budget, None);
    // Those who remember a choice keep to it.
    let again = Batch::map("m", grid.clone(), None, options(1, false));
    again.recall(&choices);
    let few = again.answer(&questions(&ends[..10])).unwrap();
    assert_eq!((few, again.choices()), (answers.slice(0, 10), choices.clone()));
    // And know when the map is another one.
    let other = Batch::map("m", random_grid(60, 40, false, 4), None, options(1, false));
    other.recall(&choices);
    let error = other.answer(&questions(&ends[..10])).unwrap_err();
    assert!(matches!(&error, BatchError::Changed(name) if name == "m"), "{error}");
}

#[test]
fn any_number_of_threads_gives_the_same() {
    for terrain in [false, true] {
        let grid = random_grid(50, 50, terrain, 11);
        let queries = questions(&random_ends(&grid, 5000, 2));
        let answer = |threads| {
            let batch = Batch::map("m", grid.clone(), None, options(threads, true));
            batch.answer(&queries).unwrap()
        };
        let one = answer(1);
        assert_eq!((&one, &one), (&answer(2), &answer(3)));
    }
}

#[test]
fn whole_numbers_may_be_of_any_type() {
    let grid = Grid::from_rows(["..#.", "..#.", "...."]).unwrap();
    let batch = Batch::map("m", grid, None, options(1, false));
    let values = [Some(3), None, Some(0)];
    macro_rules! columns {
        ($($type:ident as $number:ty),*) => {
            [$(Arc::new($type::from_iter(values.map(|it: Option<i32>| it.map(|it| it as $number)))) as ArrayRef),*]
        };
    }
    let mut all: Vec<ArrayRef> = columns![
        Int8Array as i8,
        Int16Array as i16,
        Int32Array as i32,
        Int64Array as i64,
        UInt8Array as u8,
        UInt16Array as u16,
        UInt32Array as u32,
        UInt64Array as u64,
        Float32Array as f32,
        Float64Array as f64
    ]
    .into();
    let words = values.map(|it| it.map(|it| it.to_string()));
    all.push(Arc::new(words.iter().cloned().collect::<StringArray>()));
    all.push(Arc::new(words.iter().cloned().collect::<LargeStringArray>()));
    all.push(Arc::new(words.iter().cloned().collect::<StringViewArray>()));
    let keys = Int32Array::from(vec![Some(1), None, Some(0)]);
    all.push(Arc::new(DictionaryArray::new(keys, numbers([0, 3]))));
    let zero = numbers([0, 0, 0]);
    for gx in all {
        let kind = gx.data_type().clone();
        let columns =
            [("sx", zero.clone()), ("sy", zero.clone()), ("gx", gx), ("gy", zero.clone())];
        let queries = RecordBatch::try_from_iter(columns).unwrap();
        let answers = batch.answer(&queries).unwrap();
        assert_eq!([0, 1, 2].map(|row| status(&answers, row)), ["found", "bad", "found"], "{kind}");
        assert_eq!(
            reason(&answers, 1),
            Some("gx is missing: expected a whole number from 0"),
            "{kind}"
        );
        assert_eq!((cost(&answers, 2), steps(&answers, 2)), (Some(0.0), Some(0)), "{kind}");
        assert_eq!(answers.columns()[..4], *queries.columns(), "{kind}");
    }
    let nulls: ArrayRef = Arc::new(NullArray::new(3));
    let columns = [("sx", zero.clone()), ("sy", zero.clone()), ("gx", nulls), ("gy", zero.clone())];
    let answers = batch.answer(&RecordBatch::try_from_iter(columns).unwrap()).unwrap();
    assert_eq!([0, 1, 2].map(|row| status(&answers, row)), ["bad"; 3]);
}

#[test]
fn bad_rows_say_what_is_wrong() {
    let grid = Grid::from_rows(["..#.", "..#.", "...."]).unwrap();
    let batch = Batch::map("m", grid.clone(), None, options(1, true));
    let (sx, gy) =
        (texts(&["0", "-1", "x", "2.5", "99999999999", ""]), numbers([9, 0, 0, 0, 0, 0]));
    let zero = numbers([0; 6]);
    let columns = [("sx", sx), ("sy", zero.clone()), ("gx", zero.clone()), ("gy", gy)];
    let queries = RecordBatch::try_from_iter(columns).unwrap();
    let answers = batch.answer(&queries).unwrap();
    let reasons: Vec<_> = (0..6).map(|row| reason(&answers, row).unwrap()).collect();
    let whole = ": expected a whole number from 0";
    assert_eq!(reasons[0], "the goal 0,9 is off the map, which is 4x3 (0,0 to 3,2)");
    let said = ["-1", "x", "2.5", "99999999999"].map(|it| format!("sx is '{it}'{whole}"));
    assert_eq!(reasons[1..5], said);
    assert_eq!(reasons[5], format!("sx is ''{whole}"));
    assert!((0..6).all(|row| cells(&answers, row).is_none()));
    let mut strict = options(1, false);
    strict.strict = true;
    let error = Batch::map("m", grid, None, strict).answer(&queries.slice(1, 5)).unwrap_err();
    assert_eq!(error.to_string(), format!("row 1: {}", said[0]));
}

#[test]
fn tables_that_cannot_be_answered_are_refused() {
    let batch = Batch::map("m", Grid::new(4, 4).unwrap(), None, options(1, false));
    let one = || numbers([1]);
    let refused = |columns: Vec<(&str, ArrayRef)>| {
        batch.answer(&RecordBatch::try_from_iter(columns).unwrap()).unwrap_err().to_string()
    };
    let missing = refused(vec![("sx", one()), ("sy", one()), ("gx", one()), ("extra", one())]);
    assert_eq!(
        missing,
        "there is no column 'gy': expected the columns sx, sy, gx and gy, and found sx, sy, gx, extra"
    );
    let flag: ArrayRef = Arc::new(BooleanArray::from(vec![true]));
    let wrong = refused(vec![("sx", one()), ("sy", one()), ("gx", flag), ("gy", one())]);
    assert!(wrong.starts_with("the column 'gx' holds Boolean: expected whole numbers"), "{wrong}");
    let ends = || vec![("sx", one()), ("sy", one()), ("gx", one()), ("gy", one())];
    let taken = refused([ends(), vec![("cost", one())]].concat());
    assert!(
        taken.starts_with("the queries have a column 'cost', and so have the answers"),
        "{taken}"
    );
    let twice = refused([ends(), vec![("sx", one())]].concat());
    assert_eq!(twice, "two columns are called 'sx': expected each name once");
    let unnamed = refused([ends(), vec![("map", one())]].concat());
    assert!(
        unnamed.starts_with("the column 'map' holds Int64: expected the names of maps"),
        "{unnamed}"
    );
}

#[test]
fn rows_are_about_the_maps_that_they_name() {
    let small = Grid::new(3, 3).unwrap();
    let large = Grid::from_rows(["...#....", "...#....", "........"]).unwrap();
    let names = ["small", "large", "none", "", "large"];
    let columns = [
        ("map", texts(&names)),
        ("sx", numbers([0; 5])),
        ("sy", numbers([0; 5])),
        ("gx", numbers([2, 7, 1, 1, 3])),
        ("gy", numbers([2, 0, 1, 1, 0])),
    ];
    let queries = RecordBatch::try_from_iter(columns).unwrap();
    let maps =
        [("small".to_owned(), small.clone(), None), ("large".to_owned(), large.clone(), None)];
    let several = Batch::maps(maps, options(2, false));
    let by_name = Batch::maps_by(
        move |name| match name {
            "small" => Ok(Grid::new(3, 3).unwrap()),
            "large" => Ok(Grid::from_rows(["...#....", "...#....", "........"]).unwrap()),
            _ => Err(format!("there is no map '{name}': expected one of large, small")),
        },
        options(2, false),
    );
    let answers = several.answer(&queries).unwrap();
    assert_eq!(answers, by_name.answer(&queries).unwrap());
    assert_eq!(
        (0..5).map(|row| status(&answers, row)).collect::<Vec<_>>(),
        ["found", "found", "bad", "bad", "bad"]
    );
    assert_eq!(cost(&answers, 0), Some(small.cost((0, 0), (2, 2)).unwrap().to_f64()));
    assert_eq!(cost(&answers, 1), Some(large.cost((0, 0), (7, 0)).unwrap().to_f64()));
    assert_eq!(reason(&answers, 2), Some("there is no map 'none': expected one of large, small"));
    assert_eq!(reason(&answers, 3), Some("map is missing: expected the name of a map"));
    assert_eq!(several.choices().len(), 2);
    // One map alone has to be the one that is named.
    let one = Batch::map("maps/small", small, None, options(1, false)).answer(&queries).unwrap();
    assert_eq!(
        (0..5).map(|row| status(&one, row)).collect::<Vec<_>>(),
        ["found", "bad", "bad", "found", "bad"]
    );
    assert!(
        reason(&one, 1)
            .unwrap()
            .starts_with("map is 'large', and these questions are for 'maps/small'")
    );
    // Without the column, several cannot be told apart.
    let without = queries.project(&[1, 2, 3, 4]).unwrap();
    let error = several.answer(&without).unwrap_err().to_string();
    assert!(error.starts_with("there is no column 'map'"), "{error}");
}

#[test]
fn limits_and_interrupts_end_searches() {
    let grid = random_grid(60, 60, true, 9);
    let ends = random_ends(&grid, 300, 1);
    let mut few = options(2, false);
    few.max_expansions = Some(20);
    let answers = Batch::map("m", grid.clone(), None, few).answer(&questions(&ends)).unwrap();
    let free =
        Batch::map("m", grid.clone(), None, options(2, false)).answer(&questions(&ends)).unwrap();
    let mut limited = 0;
    for row in 0..ends.len() {
        match status(&answers, row) {
            "limit" => {
                limited += 1;
                assert_eq!((cost(&answers, row), steps(&answers, row)), (None, None));
            }
            _ => assert_eq!(
                (status(&answers, row), cost(&answers, row)),
                (status(&free, row), cost(&free, row))
            ),
        }
    }
    assert!(limited > 50, "{limited}");
    let stop = Arc::new(AtomicBool::new(true));
    let mut stopped = options(2, false);
    stopped.cancelled = Some(Arc::new(move || stop.load(Ordering::Relaxed)));
    let error = Batch::map("m", grid, None, stopped).answer(&questions(&ends)).unwrap_err();
    assert!(matches!(error, BatchError::Cancelled));
}

#[test]
fn no_rows_have_no_answers() {
    let batch = Batch::map("m", Grid::new(4, 4).unwrap(), None, options(2, true));
    let answers = batch.answer(&questions(&[])).unwrap();
    assert_eq!((answers.num_rows(), answers.num_columns()), (0, 10));
    assert_eq!(answers.schema(), batch.schema(&questions(&[]).schema()).unwrap());
    assert_eq!(answers["id"].as_primitive::<Int64Type>().len(), 0);
}

#[test]
fn chunks_of_any_size_give_the_same() {
    let all = ["status", "cost", "steps", "reason", "path"];
    for seed in 0..4 {
        let plain = random_grid(40, 30, false, seed);
        let weighted = random_grid(40, 30, true, seed);
        for (grid, told) in [(&plain, &all[..4]), (&weighted, &["status", "cost", "reason"])] {
            // So many to one goal that they share a field, where there is no index.
            let mut ends = random_ends(grid, 900, seed + 20);
            let goal = grid.cells().find(|&cell| grid.is_free(cell)).unwrap();
            ends.iter_mut().step_by(3).for_each(|ends| ends.1 = goal);
            let queries = questions(&ends);
            let make = |paths| Batch::map("m", grid.clone(), None, options(1, paths));
            same_in_chunks(|| make(false), &queries, told, seed);
            // Which of equally cheap paths is found depends on how, and that on the other rows.
            same_in_chunks(|| make(true), &queries, told, seed);
            // With one way there is one path: by an index that is brought along, or by searches.
            let mut limited = options(1, true);
            limited.max_expansions = Some(1_000_000);
            let searched = || Batch::map("m", grid.clone(), None, limited.clone());
            same_in_chunks(searched, &queries, &all, seed);
            if !grid.is_weighted() {
                let index = Arc::new(GridIndex::prepare(grid, &Preparation::default()).unwrap());
                let indexed =
                    || Batch::map("m", grid.clone(), Some(index.clone()), options(1, true));
                same_in_chunks(indexed, &queries, &all, seed);
            }
        }
    }
}
