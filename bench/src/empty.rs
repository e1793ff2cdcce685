//! Corner to corner on the empty grid of 2000x2000.

use crate::Options;
use crate::maps::{Course, Question};
use crate::race::{NAMES, race};
use crate::report::Table;
use wayline::{Cell, Grid};

pub fn run(_: &Options) -> Vec<Table> {
    let mut table = Table::new(
        "empty: corner to corner on 2000x2000, best of 5",
        &["contestant", "µs", "÷ wayline"],
    );
    let grid = Grid::new(2000, 2000).expect("a legal size");
    let corners = Question { from: Cell::new(0, 0), to: Cell::new(1999, 1999), length: None };
    let times = race(&Course { grid, queries: vec![corners] }, 5);
    for (name, micros) in NAMES.into_iter().zip(times) {
        table.row(vec![name.into(), micros.into(), (micros / times[0]).into()]);
    }
    vec![table]
}
