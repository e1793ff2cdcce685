//! `wayline prepare`: an index of a map, so that its paths can be read instead of searched for.

use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::output;
use crate::output_file::OutputFile;
use crate::table::count;
use crate::{interrupt, map_source};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wayline::{Budget, Graph, GraphIndex, Grid, GridIndex, IndexError, IndexKind, Preparation};

/// Prepare an index of a map, for answers in microseconds
#[derive(Args)]
#[command(after_long_help = "\
Kinds:
  labels   every corner of the map knows what it costs to go to a few others: the fastest
  corners  which corners see each other: small and quickly made, where labels would be enormous
If --kind is left out: labels, or corners if labels exceed the budget or do not suit the map.

Milliseconds stand for a fixed amount of work, so that the same budget gives the same index on
every machine. The index is for the default rules: eight moves, exact step costs, and no corner
cut.

Examples:
  wayline prepare arena.map -o arena.index
  wayline solve arena.map --index arena.index
  wayline prepare caves:2000x2000 -o caves.index --budget-ms 500 --budget-mb 64")]
pub(crate) struct Prepare {
    /// A map file (.map, .txt, .png), - for standard input, or a generator
    map: OsString,
    /// Where to write the index
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Which kind of index; if left out, the best that fits
    #[arg(long, value_name = "labels|corners")]
    #[arg(value_parser = flags::index_kind(), hide_possible_values = true)]
    kind: Option<IndexKind>,
    /// How much work it may take, in milliseconds of an ordinary machine
    #[arg(long, value_name = "N")]
    budget_ms: Option<u64>,
    /// How much memory the index may take, in megabytes
    #[arg(long, value_name = "N")]
    budget_mb: Option<u64>,
    /// How many threads share the work; if left out, one for each core. The index is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Serialize)]
struct Summary {
    kind: String,
    prepare_ms: f64,
    bytes: u64,
    file_bytes: u64,
    width: u32,
    height: u32,
    bytes_per_cell: f64,
}

impl Prepare {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let file = OutputFile::create(&self.output)?;
        let grid = map_source::load(&self.map)?.grid;
        let work = self.budget_ms.and_then(|ms| Budget::milliseconds(ms).work);
        let memory = self.budget_mb.map(|megabytes| megabytes.saturating_mul(1_000_000));
        let settings = Preparation {
            kind: self.kind,
            budget: Budget { memory, work },
            threads: self.threads.map_or_else(cores, usize::from),
            ..Preparation::default()
        };
        let (index, time) = watched(&settings, |settings| GridIndex::prepare(&grid, settings))?;
        let bytes = index.to_bytes();
        file.finish_with(&bytes)?;
        let cells = u64::from(grid.width()) * u64::from(grid.height());
        let summary = Summary {
            kind: index.kind().to_string(),
            prepare_ms: (time.as_secs_f64() * 1e6).round() / 1e3,
            bytes: index.bytes() as u64,
            file_bytes: bytes.len() as u64,
            width: grid.width(),
            height: grid.height(),
            bytes_per_cell: (index.bytes() as f64 / cells as f64 * 100.0).round() / 100.0,
        };
        if shared.is_json() {
            output::say_json(&summary)?;
        } else {
            let Summary { kind, prepare_ms, width, height, bytes_per_cell, .. } = &summary;
            output::say(&format!(
                "{}: {kind} for {width}x{height} cells, prepared in {prepare_ms:.1} ms; {} bytes in \
                 memory ({bytes_per_cell} a cell), {} in the file\n",
                self.output.display(),
                count(summary.bytes),
                count(summary.file_bytes),
            ))?;
        }
        Ok(Status::Done)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The best index of a map, and how long it took.
pub(crate) fn prepare(grid: &Grid) -> Result<(GridIndex, Duration), Failure> {
    let settings = Preparation { threads: cores(), ..Preparation::default() };
    watched(&settings, |settings| GridIndex::prepare(grid, settings))
}

/// The same if it is worth it for so many queries.
pub(crate) fn worthwhile(
    grid: &Grid,
    queries: u64,
) -> Result<Option<(GridIndex, Duration)>, Failure> {
    let settings = Preparation { threads: cores(), ..Preparation::default() };
    let make = |settings: &Preparation<'_>| GridIndex::worthwhile(grid, queries, settings);
    let (index, time) = watched(&settings, make)?;
    Ok(index.map(|index| (index, time)))
}

/// Prepares something, with a bar if somebody watches; Ctrl-C ends it. Returns how long it took, too.
fn watched<T>(
    settings: &Preparation<'_>,
    make: impl FnOnce(&Preparation<'_>) -> Result<T, wayline::Error>,
) -> Result<(T, Duration), Failure> {
    let bar = match output::shows_progress() {
        true => ProgressBar::new(1000),
        false => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3}%  preparing") {
        bar.set_style(style);
    }
    let progress = |done: f32| bar.set_position((done * 1000.0) as u64);
    let settings =
        Preparation { progress: Some(&progress), cancel: Some(interrupt::flag()), ..*settings };
    let clock = Instant::now();
    let made = interrupt::heeding(|| make(&settings))??;
    let time = clock.elapsed();
    bar.finish_and_clear();
    Ok((made, time))
}

/// An index of a graph, of the best kind or of this one, and how long it took.
pub(crate) fn prepare_graph(
    graph: &Graph,
    kind: Option<IndexKind>,
) -> Result<(GraphIndex, Duration), Failure> {
    let settings = Preparation { kind, threads: cores(), ..Preparation::default() };
    watched(&settings, |settings| GraphIndex::prepare(graph, settings))
}

/// Reads an index that was prepared from this graph.
pub(crate) fn read_graph(graph: &Graph, path: &Path) -> Result<GraphIndex, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.to_owned(), source };
    let bytes = bytes_of(path).map_err(unreadable)?;
    GraphIndex::from_bytes(graph, &bytes).map_err(|error| {
        let advice = "make it again with `wayline prepare`, of the same network and profile";
        Failure::Input(format!("{}: {error}; {advice}", path.display()))
    })
}

/// Reads an index that was prepared from this map.
pub(crate) fn read(grid: &Grid, path: &Path) -> Result<GridIndex, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.to_owned(), source };
    let bytes = bytes_of(path).map_err(unreadable)?;
    GridIndex::from_bytes(grid, &bytes).map_err(|error| {
        let advice = match error {
            wayline::Error::Index(IndexError::OtherRules | IndexError::Unsupported(_)) => {
                "`wayline prepare` makes it for the default rules: leave out --moves, --corners, \
                 --step-costs and --uphill, or --index"
            }
            _ => "make it again with `wayline prepare`",
        };
        Failure::Input(format!("{}: {error}; {advice}", path.display()))
    })
}

#[cfg(not(feature = "mmap"))]
fn bytes_of(path: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(path)
}

/// Mapped, so that the index is made from the file without a copy of it. For files that hardly fit into
/// memory: with one of 4.2 MB a whole `solve --index` takes as long (0.25 to 0.27 s, read 0.23 to 0.26)
/// and as much memory (37.5 MB, read 35.8).
#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
fn bytes_of(path: &Path) -> std::io::Result<memmap2::Mmap> {
    let file = std::fs::File::open(path)?;
    // SAFETY: the bytes are only read. Those who build with this feature promise that nobody changes the
    // file meanwhile.
    unsafe { memmap2::Mmap::map(&file) }
}
