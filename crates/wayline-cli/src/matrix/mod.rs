//! `wayline matrix`: all costs between two lists of places, row by row.

mod lists;
mod table;

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::network::source::Reader;
use crate::network::{places, words};
use crate::output_file::OutputFile;
use crate::table::{count, counted};
use crate::{interrupt, output, prepare};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;
use table::{Kind, Table};
use wayline::{Demand, GraphIndex, IndexKind, Workspace};
use wayline_networks::{Engine, Location, Router};

/// How many costs are in memory at a time.
const BLOCK: usize = 4_000_000;

/// Write all costs between two lists of places
#[derive(Args)]
#[command(after_long_help = "\
A list has one place on each line: an id, a code, a name, or LAT,LON. Empty lines and lines that start with #
are skipped. In a .csv file with a header, the places are in the column place, id, node, code or name, or in
the columns lat and lon.

A .csv gets one row for each start and one column for each goal, with a header; where there is no route, the
field is empty. A .parquet gets one row for each pair: from, to, cost, which is null where there is no route.
Rows are written as they are computed, so a matrix may be larger than memory; the file appears when it is
complete.

Examples:
  wayline matrix roads:20000:seed=1 --from depots.txt --to customers.txt -o costs.csv
  wayline matrix porto.osm.pbf --from stops.csv --to stops.csv -o costs.parquet
  wayline prepare roads.gr -o roads.index
  wayline matrix roads.gr --index roads.index --from a.txt --to b.txt -o costs.csv")]
pub(crate) struct Matrix {
    /// A network file, - for standard input, or roads:N:seed=S
    #[arg(value_name = "NET")]
    network: OsString,
    /// A file with the starts, one place a line
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// A file with the goals, one place a line
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Where to write the costs: .csv or .parquet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    reader: Reader,
    /// Read the costs from an index that `wayline prepare` made of this network
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    index: Option<PathBuf>,
}

impl Matrix {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let kind = Kind::of(&self.output)?;
        let file = OutputFile::create(&self.output)?;
        let (from, to) = (lists::read(&self.from)?, lists::read(&self.to)?);
        let network = self.reader.load(&self.network)?;
        let router = Router::new(&network)?;
        let locate = |list: &lists::List| -> Result<Vec<Location>, Failure> {
            let places = list.places.iter().map(|(line, text)| {
                let name = format!("{}:{line}", list.path.display());
                places::find(&router, &name, text).map(|place| place.location)
            });
            places.collect()
        };
        let (starts, goals) = (locate(&from)?, locate(&to)?);
        let clock = Instant::now();
        let index: Option<GraphIndex> = match &self.index {
            Some(path) => Some(prepare::read_graph(router.graph(), path)?),
            // A search settles the whole network for each row.
            None => {
                let graph = router.graph();
                let sweep = (graph.nodes() + graph.edges()) as u64;
                let demand = Demand::default().paths(starts.len() as u64).search_work(sweep);
                prepare::prepare_graph_for(graph, &demand, IndexKind::Hierarchy)?
            }
        };
        let router = match &index {
            Some(index) => router.by(Engine::Index(index)),
            None => router.clone(),
        };
        let bar = match output::shows_progress() {
            true => ProgressBar::new(starts.len() as u64),
            false => ProgressBar::hidden(),
        };
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3}%  {pos}/{len} rows")
        {
            bar.set_style(style);
        }
        // A search settles one row at a time; an index is quicker with many.
        let rows = match &index {
            Some(_) => (BLOCK / goals.len().max(1)).clamp(16, 4096),
            None => 1,
        };
        let mut unreachable = 0u64;
        let unwritable = |source| Failure::Unwritable { path: self.output.clone(), source };
        file.finish(|out| -> Result<(), Failure> {
            let mut table = Table::begin(kind, &to.names(), out).map_err(unwritable)?;
            let (names, mut work) = (from.names(), Workspace::new());
            for (names, starts) in names.chunks(rows).zip(starts.chunks(rows)) {
                interrupt::check()?;
                let costs = router.costs(starts, &goals, &mut work)?;
                unreachable += costs.iter().filter(|cost| cost.is_infinite()).count() as u64;
                for (name, row) in names.iter().zip(costs.chunks(goals.len().max(1))) {
                    table.row(name, row).map_err(unwritable)?;
                }
                bar.inc(starts.len() as u64);
            }
            table.end().map_err(unwritable)
        })?;
        bar.finish_and_clear();
        let seconds = (clock.elapsed().as_secs_f64() * 1e6).round() / 1e6;
        let (rows, columns) = (starts.len(), goals.len());
        if shared.is_json() {
            output::say_json(&json!({
                "rows": rows,
                "columns": columns,
                "seconds": seconds,
                "unreachable": unreachable,
                "unit": words::unit(network.unit()),
                "prepared": index.map(|index| index.kind().to_string()),
            }))?;
        } else {
            let none = match unreachable {
                0 => String::new(),
                pairs => format!(", {} without a route", counted(pairs, "pair")),
            };
            let how = match &index {
                Some(index) => format!("by {}", index.kind()),
                None => "by a search for each row".to_owned(),
            };
            output::say(&format!(
                "{}: {}x{} costs{none}, {how}, in {seconds:.2} s\n",
                self.output.display(),
                count(rows as u64),
                count(columns as u64),
            ))?;
        }
        Ok(Status::Done)
    }
}
