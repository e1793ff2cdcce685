//! Tables for tests, and how their answers are read.
// Each test file uses a part of this.
#![allow(dead_code)]

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use std::sync::Arc;
use wayline::{Cell, Grid};
use wayline_batch::Batch;

/// A generator that is good enough for tests (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// A map of which a part is blocked; with terrain, of which a part costs more.
pub(crate) fn random_grid(width: u32, height: u32, terrain: bool, seed: u64) -> Grid {
    let mut random = Random(seed);
    Grid::from_costs(width, height, |_| match random.below(10) {
        0..3 => None,
        3..5 if terrain => Some(2.5),
        _ => Some(1.0),
    })
    .unwrap()
}

pub(crate) fn numbers(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

pub(crate) fn texts(values: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

/// Questions about a map, with a column of their own.
pub(crate) fn questions(ends: &[(Cell, Cell)]) -> RecordBatch {
    let column = |get: fn(&(Cell, Cell)) -> u32| numbers(ends.iter().map(|ends| get(ends).into()));
    RecordBatch::try_from_iter([
        ("id", numbers((0..ends.len() as i64).map(|row| row * 10))),
        ("sx", column(|ends| ends.0.x)),
        ("sy", column(|ends| ends.0.y)),
        ("gx", column(|ends| ends.1.x)),
        ("gy", column(|ends| ends.1.y)),
    ])
    .unwrap()
}

/// Pairs of cells, some of them blocked or off the map, some with ends that others share.
pub(crate) fn random_ends(grid: &Grid, count: usize, seed: u64) -> Vec<(Cell, Cell)> {
    let mut random = Random(seed);
    let mut cell = |shared: bool| {
        if shared {
            return Cell::new(1, 1);
        }
        let x = random.below(u64::from(grid.width()) + 1) as u32;
        Cell::new(x, random.below(u64::from(grid.height())) as u32)
    };
    (0..count).map(|row| (cell(row % 5 == 1), cell(row % 3 == 1))).collect()
}

pub(crate) fn status(answers: &RecordBatch, row: usize) -> &str {
    answers["status"].as_string::<i32>().value(row)
}

pub(crate) fn reason(answers: &RecordBatch, row: usize) -> Option<&str> {
    let reasons = answers["reason"].as_string::<i32>();
    reasons.is_valid(row).then(|| reasons.value(row))
}

pub(crate) fn cost(answers: &RecordBatch, row: usize) -> Option<f64> {
    let costs = answers["cost"].as_primitive::<Float64Type>();
    costs.is_valid(row).then(|| costs.value(row))
}

pub(crate) fn steps(answers: &RecordBatch, row: usize) -> Option<i64> {
    let steps = answers["steps"].as_primitive::<Int64Type>();
    steps.is_valid(row).then(|| steps.value(row))
}

/// The cells of a path.
pub(crate) fn cells(answers: &RecordBatch, row: usize) -> Option<Vec<Cell>> {
    let paths = answers["path"].as_list::<i32>();
    paths.is_valid(row).then(|| {
        let path = paths.value(row);
        let number = |column: usize, at: usize| {
            path.as_struct().column(column).as_primitive::<Int32Type>().value(at) as u32
        };
        (0..path.len()).map(|at| Cell::new(number(0, at), number(1, at))).collect()
    })
}

/// A table that is cut into chunks of any size has the same answers in some columns, whether one batch is asked for all
/// chunks or, as on a cluster, each of them is asked of another.
pub(crate) fn same_in_chunks(
    make: impl Fn() -> Batch,
    queries: &RecordBatch,
    columns: &[&str],
    seed: u64,
) {
    let mut random = Random(seed);
    let whole = make().answer(queries).unwrap();
    for _ in 0..4 {
        let (one, mut at) = (make(), 0);
        while at < queries.num_rows() {
            let scale = 1 << random.below(10);
            let size = (1 + random.below(scale) as usize).min(queries.num_rows() - at);
            for batch in [&one, &make()] {
                let answers = batch.answer(&queries.slice(at, size)).unwrap();
                for name in columns {
                    assert_eq!(&answers[*name], &whole[*name].slice(at, size), "{name} at {at}");
                }
            }
            at += size;
        }
    }
}
