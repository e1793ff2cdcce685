//! `wayline compare`: the open lists side by side.

use crate::answered::Answered;
use crate::ends::{self, Ends};
use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::table::{count, table, time};
use crate::{interrupt, map_source, output};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use stats_alloc::Region;
use std::ffi::OsString;
use std::fmt::Write;
use std::time::{Duration, Instant};
use wayline::{Algorithm, Cell, Grid, Limits, Open, Outcome, Query, Workspace, search};

/// Compare the open lists: a bar chart and a table
#[derive(Args)]
#[command(after_long_help = "\
Without a MAP, the grid is random:2000x2000:density=0.3:seed=1, crossed from one end to the other.
(On an empty grid A* expands the straight path and nothing else, whatever its open list: there would
be nothing to compare.)

Each row is one search, on a workspace that an earlier search has warmed up; `allocations` counts what
it allocates. If a search takes more than two seconds, the time is that of its first run.
A row that takes longer than --max-ms is stopped and says so.

Examples:
  wayline compare
  wayline compare rooms:400x400:seed=1 --max-ms 60000
  wayline compare arena.map --from 1,11 --to 40,30 --format json")]
pub(crate) struct Compare {
    /// A map file (.map, .txt, .png), - for standard input, or a generator
    #[arg(default_value = "random:2000x2000:density=0.3:seed=1")]
    map: OsString,
    /// The start, X,Y from the top left, zero-based
    #[arg(long, value_name = "X,Y", value_parser = flags::cell, allow_hyphen_values = true)]
    from: Option<Cell>,
    /// The goal
    #[arg(long, value_name = "X,Y", value_parser = flags::cell, allow_hyphen_values = true)]
    to: Option<Cell>,
    /// The longest a row may take
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_ms: u64,
}

/// What is compared. Dijkstra on a plain array would not end in a day.
const ROWS: [(Algorithm, Open); 8] = [
    (Algorithm::AStar, Open::Array),
    (Algorithm::AStar, Open::NodeArray),
    (Algorithm::AStar, Open::Heap),
    (Algorithm::AStar, Open::Pairing),
    (Algorithm::AStar, Open::Bucket),
    (Algorithm::Dijkstra, Open::NodeArray),
    (Algorithm::Dijkstra, Open::Heap),
    (Algorithm::Dijkstra, Open::Bucket),
];

/// A search that is not run twice.
const LONG: Duration = Duration::from_secs(2);

#[derive(Serialize)]
struct Row {
    algorithm: &'static str,
    open: &'static str,
    micros: f64,
    expanded: u64,
    allocations: usize,
    cost: Option<f64>,
    limit: Option<String>,
}

#[derive(Serialize)]
struct Rows {
    map: String,
    width: u32,
    height: u32,
    from: [u32; 2],
    to: [u32; 2],
    rows: Vec<Row>,
}

impl Compare {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let map = map_source::load(&self.map)?;
        let grid = &map.grid;
        let (from, to) = (self.from.or(map.start), self.to.or(map.goal));
        let ends = ends::choose(grid, from, to, false)?;
        grid.surely_apart(ends.from, ends.to);
        let bar = match output::shows_progress() {
            true => ProgressBar::new_spinner(),
            false => ProgressBar::hidden(),
        };
        let mut rows = Vec::new();
        for (algorithm, open) in ROWS {
            bar.set_message(format!("{algorithm} with {open}"));
            bar.tick();
            rows.push(self.row(grid, ends, algorithm, open)?);
        }
        bar.finish_and_clear();
        let stopped = rows.iter().all(|row| row.limit.is_some());
        let found = rows.iter().any(|row| row.cost.is_some());
        let pair = |cell: Cell| [cell.x, cell.y];
        let rows = Rows {
            map: self.map.to_string_lossy().into_owned(),
            width: grid.width(),
            height: grid.height(),
            from: pair(ends.from),
            to: pair(ends.to),
            rows,
        };
        if shared.is_json() {
            output::say_json(&rows)?;
        } else {
            output::say_bytes(rows.text(shared.colors()).as_bytes())?;
        }
        Ok(match (found, stopped) {
            (true, _) => Status::Done,
            (false, true) => Status::Stopped,
            (false, false) => Status::NoPath,
        })
    }

    fn row(
        &self,
        grid: &Grid,
        ends: Ends,
        algorithm: Algorithm,
        open: Open,
    ) -> Result<Row, Failure> {
        let limits =
            Limits::default().time(Duration::from_millis(self.max_ms)).cancel(interrupt::flag());
        let query = Query::new(ends.from, ends.to).algorithm(algorithm).open(open);
        let mut work = Workspace::new();
        let mut ask = |limits: Limits<'_>| -> Result<(Answered, usize), Failure> {
            let query = query.clone().limits(limits);
            interrupt::heeding(|| {
                let allocator = Region::new(crate::ALLOCATOR);
                let clock = Instant::now();
                let answer = search(grid, &query, &mut work)?;
                let taken = clock.elapsed();
                let change = allocator.change();
                let allocations = change.allocations + change.reallocations;
                Ok((Answered::new(answer, taken), allocations))
            })?
        };
        let (first, _) = ask(limits)?;
        // What takes long is not run for as long again: its beginning is enough to count what is
        // allocated, and whether memory was warm makes no difference to its time.
        let slow = matches!(first.outcome, Outcome::Stopped(_)) || first.time > LONG;
        let part = slow.then(|| (first.stats.expanded / 4).min(4096));
        let (second, mut allocations) = ask(limits.expansions(part))?;
        // The whole process is counted: the thread that waits for signals may have been starting just
        // then. A search allocates as much each time, so the least of a few counts is its own.
        for _ in 0..2 {
            if allocations > 0 {
                allocations = allocations.min(ask(limits.expansions(part))?.1);
            }
        }
        let shown = if slow { first } else { second };
        Ok(Row {
            algorithm: algorithm.name(),
            open: open.name(),
            micros: shown.micros(),
            expanded: shown.stats.expanded,
            allocations,
            cost: shown.is_found().then(|| shown.cost.to_f64()),
            limit: match shown.outcome {
                Outcome::Stopped(limit) => Some(limit.to_string()),
                _ => None,
            },
        })
    }
}

/// The longest bar, in characters.
const BAR: f64 = 40.0;

impl Rows {
    fn text(&self, colors: bool) -> String {
        let ([x, y], [to_x, to_y]) = (self.from, self.to);
        let map = output::one_line(&self.map);
        let mut text = format!("{map} from {x},{y} to {to_x},{to_y}\n\n");
        text.push_str(&self.chart(colors));
        text.push('\n');
        let line = |row: &Row| {
            let cost = match (&row.limit, row.cost) {
                (Some(limit), _) => format!("stopped: {limit}"),
                (None, Some(cost)) => format!("{cost:.4}"),
                (None, None) => "no path".to_owned(),
            };
            let name = [row.algorithm, row.open].map(str::to_owned);
            let numbers =
                [time(row.micros), count(row.expanded), count(row.allocations as u64), cost];
            name.into_iter().chain(numbers).collect()
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(line).collect();
        let head = ["algorithm", "open list", "time", "expanded", "allocations", "cost"];
        text + &table(2, &head, &rows)
    }

    /// Bars on a logarithmic scale: ten times as long a time is a fixed length more.
    fn chart(&self, colors: bool) -> String {
        let logs: Vec<f64> = self.rows.iter().map(|row| row.micros.max(0.1).log10()).collect();
        let least = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).max(least + 1.0);
        let mut text = String::new();
        for (row, log) in self.rows.iter().zip(logs) {
            let length = ((log - least) / (most - least) * BAR).max(0.5);
            let (full, half) = (length as usize, length.fract() >= 0.5);
            let bar = "█".repeat(full) + if half { "▌" } else { "" };
            let more = if row.limit.is_some() { "┄ stopped" } else { "" };
            let name = format!("{} {}", row.algorithm, row.open);
            let (blue, plain) = match (colors, row.algorithm) {
                (false, _) => ("", ""),
                (true, "dijkstra") => ("\x1b[38;2;213;94;0m", "\x1b[0m"),
                (true, _) => ("\x1b[38;2;0;114;178m", "\x1b[0m"),
            };
            let _ = writeln!(text, "{name:<20} {blue}{bar}{plain}{more} {}", time(row.micros));
        }
        let _ = writeln!(text, "{:<20} (time, logarithmic)", "");
        text
    }
}
