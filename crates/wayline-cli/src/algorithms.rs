//! `wayline algorithms`: what algorithms there are.

use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::output;
use crate::table::table;
use clap::Args;
use serde::Serialize;
use std::fmt::Write;
use wayline::{Algorithm, AlgorithmInfo, Moment, PseudocodeLine};

/// List the algorithms, or show one as pseudocode
///
/// Without a name: what each is for, whether its path is optimal, and whether it needs an index. With a name:
/// the same for one algorithm, which is also shown as a few lines, with the moment at which a recorded search
/// (solve --trace) reaches each of them.
#[derive(Args)]
#[command(
    after_long_help = "Examples:\n  wayline algorithms\n  wayline algorithms astar\n  wayline algorithms --format json"
)]
pub(crate) struct Algorithms {
    /// Show only this one, with its pseudocode
    #[arg(value_name = "NAME", value_parser = flags::algorithm())]
    name: Option<Algorithm>,
}

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

/// One algorithm, with its lines.
#[derive(Serialize)]
struct Described {
    #[serde(flatten)]
    row: Row,
    pseudocode: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    moment: Option<&'static str>,
    level: usize,
    text: &'static str,
}

impl From<&AlgorithmInfo> for Row {
    fn from(info: &AlgorithmInfo) -> Row {
        let AlgorithmInfo { name, summary, optimal, prepared, .. } = *info;
        Row { name, summary, optimal, prepared }
    }
}

impl Algorithms {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        if let Some(algorithm) = self.name {
            return describe(algorithm, shared);
        }
        let rows = Rows { algorithms: wayline::algorithms().iter().map(Row::from).collect() };
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

fn describe(algorithm: Algorithm, shared: Shared) -> Result<Status, Failure> {
    let info = algorithm.info();
    let name = |line: &PseudocodeLine| line.moment.map(Moment::name);
    let code = algorithm.pseudocode();
    if shared.is_json() {
        let line = |line: &PseudocodeLine| {
            let PseudocodeLine { level, text, .. } = *line;
            Line { moment: name(line), level, text }
        };
        let pseudocode = code.iter().map(line).collect();
        output::say_json(&Described { row: Row::from(info), pseudocode })?;
    } else {
        let mut text = format!("{}: {}\n\n", info.name, info.summary);
        for line in &code {
            let _ = writeln!(text, "{:10}{line}", name(line).unwrap_or_default());
        }
        output::say(&text)?;
    }
    Ok(Status::Done)
}
