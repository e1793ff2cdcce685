//! `wayline algorithms`: what there is.

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output;
use crate::table::table;
use clap::Args;
use serde::Serialize;

/// List the algorithms: what each is for, optimal or not, prepared or not
#[derive(Args)]
#[command(after_long_help = "Examples:\n  wayline algorithms\n  wayline algorithms --format json")]
pub(crate) struct Algorithms {}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    summary: &'static str,
    optimal: bool,
    prepared: bool,
}

#[derive(Serialize)]
struct Rows {
    algorithms: Vec<Row>,
}

impl Algorithms {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let rows = wayline::algorithms().iter().map(|info| Row {
            name: info.name,
            summary: info.summary,
            optimal: info.optimal,
            prepared: info.prepared,
        });
        let rows = Rows { algorithms: rows.collect() };
        if shared.is_json() {
            output::say_json(&rows)?;
        } else {
            let line = |row: &Row| {
                let optimal = if row.optimal { "optimal" } else { "" };
                let prepared = if row.prepared { "prepared" } else { "" };
                [row.name, optimal, prepared, row.summary].map(str::to_owned).to_vec()
            };
            let lines: Vec<_> = rows.algorithms.iter().map(line).collect();
            output::say(&table(4, &["name", "path", "index", "what it is for"], &lines))?;
        }
        Ok(Status::Done)
    }
}
