//! Corner to corner on the empty grid of 2000x2000.

use crate::Options;
use crate::maps::{Course, Question};
use crate::race::{NAMES, Order, race};
use crate::report::Table;
use wayline::{Cell, Grid};

pub fn run(_: &Options) -> Vec<Table> {
    let grid = Grid::new(2000, 2000).expect("a legal size");
    let corners = Question { from: Cell::new(0, 0), to: Cell::new(1999, 1999), length: None };
    let course = Course { grid, queries: vec![corners] };
    let ways = [
        (Order::InARow, "ten times in a row, the fastest"),
        (
            Order::Rounds,
            "in turn with the others, whose graphs have filled the caches, the fastest of ten",
        ),
    ];
    let tables = ways.map(|(order, how)| {
        let title = format!("empty: corner to corner on 2000x2000, {how}");
        let mut table = Table::new(&title, &["contestant", "µs", "÷ wayline"]);
        let times = race(&course, 10, order);
        for (name, micros) in NAMES.into_iter().zip(times) {
            table.row(vec![name.into(), micros.into(), (micros / times[0]).into()]);
        }
        table
    });
    tables.into()
}
