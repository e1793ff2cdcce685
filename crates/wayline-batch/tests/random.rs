//! Tables of any columns and types: answered or refused, never anything else.

mod table;

use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Float32Array, Float64Array, Int8Array,
    Int32Array, Int64Array, LargeStringArray, ListArray, NullArray, RecordBatch, StringArray,
    StringViewArray, UInt16Array, UInt64Array, types::Int32Type,
};
use proptest::prelude::*;
use std::sync::Arc;
use table::*;
use wayline::{Graph, Grid};
use wayline_batch::{Batch, BatchError, Options};

const NAMES: [&str; 12] =
    ["sx", "sy", "gx", "gy", "map", "from", "to", "status", "cost", "note", "", "path"];

/// A column of a type, from a value for each row.
fn column(kind: u8, values: &[Option<i64>]) -> ArrayRef {
    let floats =
        values.iter().map(|it| it.map(|it| if it % 7 == 3 { f64::NAN } else { it as f64 / 2.0 }));
    let words = values.iter().map(|it| {
        it.map(|it| {
            ["a", "b", "", "1.5", " 2 "]
                .get(it as usize % 9)
                .map_or_else(|| it.to_string(), |word| word.to_string())
        })
    });
    match kind {
        0 => Arc::new(values.iter().map(|it| it.map(|it| it as i8)).collect::<Int8Array>()),
        1 => Arc::new(values.iter().map(|it| it.map(|it| it as i32)).collect::<Int32Array>()),
        2 => Arc::new(values.iter().copied().collect::<Int64Array>()),
        3 => Arc::new(values.iter().map(|it| it.map(|it| it as u16)).collect::<UInt16Array>()),
        4 => Arc::new(values.iter().map(|it| it.map(|it| it as u64)).collect::<UInt64Array>()),
        5 => Arc::new(floats.map(|it| it.map(|it| it as f32)).collect::<Float32Array>()),
        6 => Arc::new(floats.collect::<Float64Array>()),
        7 => Arc::new(words.collect::<StringArray>()),
        8 => Arc::new(words.collect::<LargeStringArray>()),
        9 => Arc::new(words.collect::<StringViewArray>()),
        10 => Arc::new(NullArray::new(values.len())),
        11 => Arc::new(values.iter().map(|it| it.map(|it| it % 2 == 0)).collect::<BooleanArray>()),
        12 => Arc::new(values.iter().map(|it| it.map(|it| it as i32)).collect::<Date32Array>()),
        13 => {
            Arc::new(BinaryArray::from_iter(values.iter().map(|it| it.map(|it| it.to_le_bytes()))))
        }
        _ => {
            let lists = values.iter().map(|it| it.map(|it| vec![Some(it as i32)]));
            Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(lists))
        }
    }
}

fn value() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![
        8 => (0i64..12).prop_map(Some),
        1 => any::<i64>().prop_map(Some),
        1 => (-3i64..70_000).prop_map(Some),
        1 => Just(None),
    ]
}

/// The columns that questions need, mostly of types that will do, and any others.
fn tables(needed: &'static [&'static str]) -> impl Strategy<Value = RecordBatch> {
    let others = proptest::collection::vec((0..NAMES.len(), 0u8..15), 0..4);
    let kinds = proptest::collection::vec(prop_oneof![9 => 0u8..11, 1 => 0u8..15], needed.len());
    (0usize..60, kinds, others, any::<bool>()).prop_flat_map(move |(rows, kinds, others, all)| {
        let mut columns: Vec<(&str, u8)> = needed.iter().copied().zip(kinds).collect();
        columns.truncate(if all { needed.len() } else { needed.len() - 1 });
        columns.extend(others.into_iter().map(|(name, kind)| (NAMES[name], kind)));
        let values =
            proptest::collection::vec(proptest::collection::vec(value(), rows), columns.len());
        values.prop_map(move |values| {
            let columns = columns.iter().zip(&values);
            let columns = columns.map(|(&(name, kind), values)| (name, column(kind, values), true));
            RecordBatch::try_from_iter_with_nullable(columns).unwrap()
        })
    })
}

/// Whatever comes: an error by name, or an answer for every row.
fn holds(batch: &Batch, strict: &Batch, queries: &RecordBatch) {
    let answers = match batch.answer(queries) {
        Ok(answers) => answers,
        Err(error) => {
            let known = matches!(
                error,
                BatchError::NoColumn { .. }
                    | BatchError::TakenColumn(_)
                    | BatchError::SameColumn(_)
                    | BatchError::WrongType { .. }
            );
            assert!(known, "{error}");
            assert_eq!(strict.answer(queries).unwrap_err().to_string(), error.to_string());
            return;
        }
    };
    let kept = queries.num_columns();
    assert_eq!(answers.num_rows(), queries.num_rows());
    assert_eq!(answers.columns()[..kept], *queries.columns());
    assert_eq!(answers.schema(), batch.schema(&queries.schema()).unwrap());
    let bad = (0..answers.num_rows()).find(|&row| status(&answers, row) == "bad");
    for row in 0..answers.num_rows() {
        let found = status(&answers, row) == "found";
        assert!(["found", "unreachable", "bad"].contains(&status(&answers, row)));
        assert_eq!((cost(&answers, row).is_some(), steps(&answers, row).is_some()), (found, found));
        assert_eq!(reason(&answers, row).is_some(), status(&answers, row) == "bad");
    }
    match (strict.answer(queries), bad) {
        (Ok(same), None) => {
            assert_eq!(same, answers)
        }
        (Err(BatchError::BadRow { row, reason: why }), Some(bad)) => {
            assert_eq!((row, &*why), (bad as u64, reason(&answers, bad).unwrap()));
        }
        (other, bad) => panic!("{other:?} {bad:?}"),
    }
}

fn options(strict: bool) -> Options {
    let mut options = Options::default();
    options.threads = if strict { 1 } else { 2 };
    options.paths = true;
    options.strict = strict;
    // The same ways for both.
    options.prepares = false;
    options
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("WAYLINE_PROOF").is_some() { 20_000 } else { 400 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_table_about_a_map(queries in tables(&["sx", "sy", "gx", "gy"])) {
        let open = |strict| Batch::map("a", Grid::from_rows(["....#...", "..#.#..#", "..#....#"]).unwrap(), None, options(strict));
        holds(&open(false), &open(true), &queries);
    }

    #[test]
    fn any_table_about_a_graph(queries in tables(&["from", "to"])) {
        let open = |strict| {
            let edges = (0..9).map(|node| (node, (node * 3 + 1) % 10, 1.5));
            Batch::graph(Graph::from_edges(10, edges).unwrap(), None, options(strict))
        };
        holds(&open(false), &open(true), &queries);
    }
}
