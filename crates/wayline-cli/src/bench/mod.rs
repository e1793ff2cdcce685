//! `wayline bench`: Moving AI scenarios, timed and checked.

mod cases;
mod chart;
mod measure;
mod page;

use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::output;
use crate::output_file::OutputFile;
use crate::table::{count, table};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
pub(crate) use measure::{Measured, together};
use serde::Serialize;
use std::path::PathBuf;
use wayline::Algorithm;

/// Time and check the queries of Moving AI scenario files
#[derive(Args)]
#[command(after_long_help = "\
Every path is checked move by move, and its cost compared with the file, while the clock is stopped.
A query's time is the fastest of --repeat passes over the whole list, never the same query twice in
a row, with one warm workspace; it includes delivering the answer as --output says. The connected
parts of a map are found when it is read.

Examples:
  wayline bench arena.map.scen
  wayline bench maps/*.scen --algorithms astar,dijkstra,theta --limit 100
  wayline bench scens/arena.map.scen --maps maps --output cost --report bench.html")]
pub(crate) struct Bench {
    /// Scenario files (.scen)
    #[arg(required = true, value_name = "SCEN")]
    scenarios: Vec<PathBuf>,
    /// Where the maps are, if not beside their scenarios
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    /// Which algorithms, separated by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "auto,jps,astar")]
    #[arg(value_parser = flags::algorithm())]
    algorithms: Vec<Algorithm>,
    /// Take N scenarios of each file, spread evenly
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// How many passes over the list
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// What an answer consists of: the cost, the turning points, or every cell
    #[arg(long, value_enum, default_value_t = Delivery::Cells)]
    output: Delivery,
    /// Write a page with charts, .html
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// What of an answer is handed out, inside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Delivery {
    Cost,
    Turns,
    Cells,
}

/// What one algorithm did on one map.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) map: String,
    pub(crate) algorithm: &'static str,
    /// What `auto` came down to; of others themselves.
    pub(crate) picked: &'static str,
    pub(crate) queries: usize,
    pub(crate) mean_us: f64,
    pub(crate) median_us: f64,
    pub(crate) p99_us: f64,
    pub(crate) first_pass_mean_us: f64,
    pub(crate) prepare_ms: f64,
    pub(crate) index_bytes: u64,
    pub(crate) expanded_mean: f64,
    pub(crate) wrong: usize,
    /// Queries that a limit stopped: no answer, and no wrong one.
    pub(crate) stopped: usize,
}

#[derive(Serialize)]
struct Rows<'a> {
    results: Vec<&'a Row>,
}

impl Bench {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let report = self.report.as_deref().map(OutputFile::create);
        // What is measured is printed all the same; but that may take long.
        if let Some(Err(failure)) = &report {
            output::note(&format!("{failure}; the results will be printed all the same"));
        }
        let cases = cases::load(&self.scenarios, self.maps.as_deref(), self.limit)?;
        let queries: usize = cases.iter().map(|case| case.questions.len()).sum();
        let passes = self.repeat as usize + 1;
        let bar = progress((queries * passes * self.algorithms.len()) as u64);
        let mut measured = Vec::new();
        for case in &cases {
            for &algorithm in &self.algorithms {
                bar.set_message(format!("{} {algorithm}", output::one_line(&case.map)));
                measured.push(measure::measure(case, algorithm, self.repeat, self.output, &bar)?);
            }
        }
        bar.finish_and_clear();
        for Measured { row, flaws, .. } in &measured {
            for flaw in flaws {
                output::note(&format!("{} {}: {flaw}", row.map, row.algorithm));
            }
        }
        let rows: Vec<&Row> = measured.iter().map(|measured| &measured.row).collect();
        let wrong = rows.iter().any(|row| row.wrong > 0);
        let stopped = rows.iter().any(|row| row.stopped > 0);
        if shared.is_json() {
            output::say_json(&Rows { results: rows })?;
        } else {
            output::say(&text(&measured, &rows))?;
        }
        if let Some(file) = report {
            let page = page::page(&measured, self.output, self.repeat);
            file?.finish_with(page.as_bytes())?;
        }
        Ok(match (wrong, stopped) {
            (true, _) => Status::Wrong,
            (false, true) => Status::Stopped,
            (false, false) => Status::Done,
        })
    }
}

fn progress(length: u64) -> ProgressBar {
    if !output::shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {percent:>3}% {eta:>4} left  {msg}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A line a row, and where there are several maps, a line for all of them together.
fn text(measured: &[Measured], rows: &[&Row]) -> String {
    let mut lines: Vec<Vec<String>> = rows.iter().map(|row| line(row)).collect();
    let maps = rows.iter().filter(|row| row.algorithm == rows[0].algorithm).count();
    if maps > 1 {
        let together = measure::together(measured);
        lines.extend(together.iter().map(line));
    }
    let head = [
        "map",
        "algorithm",
        "queries",
        "mean µs",
        "median µs",
        "p99 µs",
        "first pass µs",
        "prepare ms",
        "index kB",
        "expanded",
        "wrong",
    ];
    let mut text = table(2, &head, &lines);
    let stopped: usize = rows.iter().map(|row| row.stopped).sum();
    if stopped > 0 {
        let queries = if stopped == 1 { "query was" } else { "queries were" };
        text.push_str(&format!("{stopped} {queries} stopped by a limit, and not answered\n"));
    }
    text
}

fn line(row: &Row) -> Vec<String> {
    let number = |number: f64| match number {
        small if small < 100.0 => format!("{small:.2}"),
        large => count(large.round() as u64),
    };
    vec![
        row.map.clone(),
        match row.algorithm == row.picked || row.map == "all" {
            true => row.algorithm.to_owned(),
            false => format!("{} ({})", row.algorithm, row.picked),
        },
        count(row.queries as u64),
        number(row.mean_us),
        number(row.median_us),
        number(row.p99_us),
        number(row.first_pass_mean_us),
        number(row.prepare_ms),
        count(row.index_bytes / 1000),
        number(row.expanded_mean),
        count(row.wrong as u64),
    ]
}
