//! `wayline bench`: Moving AI scenarios, or pairs of a network, timed and checked.

pub(crate) mod cases;
mod chart;
mod measure;
mod network;
mod page;

use crate::failure::{Failure, Status};
use crate::flags::{self, Method, Shared};
use crate::network::source::{self, Reader};
use crate::output;
use crate::output_file::OutputFile;
use crate::rules::RuleFlags;
use crate::table::{count, table};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
pub(crate) use measure::{Measured, together};
use serde::Serialize;
use std::path::PathBuf;
use wayline::Algorithm;
use wayline_networks::Router;

/// Time and check the queries of Moving AI scenario files, or random pairs of a network
#[derive(Args)]
#[command(after_long_help = "\
Every path is checked move by move, and its cost is compared with the file, while the clock is stopped.
With rules other than those of the files (eight moves that cut no corner), it is compared with Dijkstra's.
A query's time is the fastest of --repeat passes over the whole list, never the same query twice in a
row, with one warm workspace; it includes delivering the answer as --output says. The connected parts
of a map are found when it is read.

For a network, --pairs takes pairs of random nodes, the same on every machine. With --ranks, it takes
that many pairs for each of 2^6, 2^7, ... 2^20: pairs between which Dijkstra's algorithm settles that
number of nodes. Costs are compared with Dijkstra's, and every route is checked edge by edge. Algorithms
may be kinds of index as well: labels, hierarchy and others that `wayline prepare --help` lists.

Examples:
  wayline bench arena.map.scen
  wayline bench maps/*.scen --algorithms astar,dijkstra,theta --limit 100
  wayline bench arena.map.scen --algorithms prepared,jps --corners always --limit 200
  wayline bench scens/arena.map.scen --maps maps --output cost --report bench.html
  wayline bench roads:20000:seed=1 --pairs 1000 --algorithms hierarchy,labels,astar --output path
  wayline bench USA-road-t.NY.gr.gz --pairs 100 --ranks --report ny.html")]
pub(crate) struct Bench {
    /// Scenario files (.scen), or a network
    #[arg(required = true, value_name = "SCEN|NET")]
    scenarios: Vec<PathBuf>,
    /// For a network: take N random pairs of nodes (1000 if left out)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: Option<u64>,
    /// For a network: take N pairs of each Dijkstra rank
    #[arg(long)]
    ranks: bool,
    /// Where the maps are, if not beside their scenarios
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    /// Which algorithms, separated by commas; for networks also kinds of index
    ///
    /// If left out: auto,jps,astar for scenarios; every kind of index and bidirectional for networks.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    #[arg(value_parser = flags::method())]
    algorithms: Vec<Method>,
    /// Take N scenarios from each file, spread evenly
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// How many passes over the list
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// What an answer consists of: the cost, the turning points, or every cell; for networks, the cost or the
    /// path
    ///
    /// If left out: cells, or path.
    #[arg(long, value_enum)]
    output: Option<Delivery>,
    #[command(flatten)]
    rules: RuleFlags,
    #[command(flatten)]
    reader: Reader,
    /// Write a page with charts, .html
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// What of an answer is delivered while the clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Delivery {
    Cost,
    Turns,
    Cells,
    Path,
}

/// What one algorithm did on one map.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) map: String,
    pub(crate) algorithm: &'static str,
    /// What `auto` picked; for other algorithms, their own name.
    pub(crate) picked: &'static str,
    pub(crate) queries: usize,
    /// The Dijkstra rank of its queries, if they were chosen by rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rank: Option<u64>,
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
        let subject = self.subject()?;
        let (measured, delivery) = match subject {
            Subject::Maps => self.maps()?,
            _ => self.network()?,
        };
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
            let page = page::page(&measured, delivery, self.repeat, subject);
            file?.finish_with(page.as_bytes())?;
        }
        Ok(match (wrong, stopped) {
            (true, _) => Status::Wrong,
            (false, true) => Status::Stopped,
            (false, false) => Status::Done,
        })
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Maps,
    Pairs,
    Ranks,
}

impl Bench {
    fn subject(&self) -> Result<Subject, Failure> {
        let is_network = self.scenarios.iter().any(|name| source::is_meant_by(name.as_os_str()));
        let wrong = |what: &str| Err(Failure::Input(what.to_owned()));
        match (is_network || self.pairs.is_some() || self.ranks, self.ranks) {
            (false, _) => self.reader.refuse_for_a_map().map(|()| Subject::Maps),
            (true, _) if self.scenarios.len() > 1 => {
                wrong("several networks, or networks and scenarios: expected one network")
            }
            (true, _) if self.maps.is_some() || self.limit.is_some() => wrong(
                "--maps and --limit are for scenarios: leave them out, --pairs N says how many",
            ),
            (true, _) if self.rules.are_given() => wrong(
                "--moves, --corners and --step-costs are for maps, and this is a network: leave them out",
            ),
            (true, true) => Ok(Subject::Ranks),
            (true, false) => Ok(Subject::Pairs),
        }
    }

    fn maps(&self) -> Result<(Vec<Measured>, Delivery), Failure> {
        let algorithm = |method: &Method| match method {
            Method::Algorithm(algorithm) => Ok(*algorithm),
            Method::Kind(_, name) => Err(Failure::Input(format!(
                "{name} is a kind of index of networks: expected an algorithm such as prepared"
            ))),
        };
        let mut algorithms = vec![Algorithm::Auto, Algorithm::Jps, Algorithm::AStar];
        if !self.algorithms.is_empty() {
            algorithms = self.algorithms.iter().map(algorithm).collect::<Result<_, _>>()?;
        }
        let delivery = self.output.unwrap_or(Delivery::Cells);
        if delivery == Delivery::Path {
            return Err(Failure::Input(
                "--output path is for networks: expected cost, turns or cells".to_owned(),
            ));
        }
        let cases =
            cases::load(&self.scenarios, self.maps.as_deref(), self.limit, self.rules.rules())?;
        let queries: usize = cases.iter().map(|case| case.questions.len()).sum();
        let passes = self.repeat as usize + 1;
        let bar = progress_bar((queries * passes * algorithms.len()) as u64);
        let mut measured = Vec::new();
        for case in &cases {
            for &algorithm in &algorithms {
                bar.set_message(format!("{} {algorithm}", output::one_line(&case.map)));
                measured.push(measure::measure(case, algorithm, self.repeat, delivery, &bar)?);
            }
        }
        bar.finish_and_clear();
        Ok((measured, delivery))
    }

    fn network(&self) -> Result<(Vec<Measured>, Delivery), Failure> {
        let mut methods: Vec<Method> =
            flags::graph_kinds().into_iter().map(|(kind, name)| Method::Kind(kind, name)).collect();
        methods.push(Method::Algorithm(Algorithm::Bidirectional));
        if !self.algorithms.is_empty() {
            methods.clone_from(&self.algorithms);
        }
        let delivery = self.output.unwrap_or(Delivery::Path);
        if !matches!(delivery, Delivery::Cost | Delivery::Path) {
            return Err(Failure::Input(
                "--output turns and cells are for maps: expected cost or path".to_owned(),
            ));
        }
        let name = self.scenarios[0].as_os_str();
        let network = self.reader.load(name)?;
        let router = Router::new(&network)?;
        let file = self.scenarios[0].file_name().unwrap_or(name);
        let map = file.to_string_lossy().into_owned();
        let count = self.pairs.unwrap_or(1000);
        let bar = progress_bar(count);
        bar.set_message("Dijkstra");
        let cases = match self.ranks {
            true => network::ranked(&map, &router, count, &bar)?,
            false => network::random(&map, &router, count, &bar)?,
        };
        bar.finish_and_clear();
        let queries: usize = cases.iter().map(|case| case.pairs.len()).sum();
        let mut measured = Vec::new();
        for &method in &methods {
            let engine = network::Engine::new(&router, method)?;
            let bar = progress_bar((queries * (self.repeat as usize + 1)) as u64);
            bar.set_message(method.name());
            for case in &cases {
                let one = network::measure(case, method, &engine, self.repeat, delivery, &bar)?;
                measured.push(one);
            }
            bar.finish_and_clear();
        }
        Ok((measured, delivery))
    }
}

fn progress_bar(length: u64) -> ProgressBar {
    output::progress_bar(length, "{eta:>4} left  {msg}")
}

/// A line a row, and where there are several maps, a line for all of them together.
fn text(measured: &[Measured], rows: &[&Row]) -> String {
    let mut lines: Vec<Vec<String>> = rows.iter().map(|row| line(row)).collect();
    let several = rows.iter().any(|row| row.map != rows[0].map);
    if several {
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
        match row.rank {
            Some(rank) => format!("{} 2^{}", row.map, rank.ilog2()),
            None => row.map.clone(),
        },
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
