//! `wayline prepare`: an index of a map or a network, from which paths are read instead of searched for.

use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::network::source::{self, Reader};
use crate::output;
use crate::output_file::OutputFile;
use crate::rules::RuleFlags;
use crate::table::count;
use crate::{interrupt, map_source};
use clap::Args;
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wayline::{Budget, Demand, Graph, GraphIndex, Grid, GridIndex, IndexKind, Preparation};
use wayline_networks::TurnGraph;

/// Prepare an index of a map or a network, for answers in microseconds
#[derive(Args)]
#[command(after_long_help = "\
Kinds of maps:
  labels   every corner of the map knows the cost to a few others: the fastest
  jumps    what jump point search derives from a map: small, where labels would be enormous
Kinds of networks:
  labels        every node knows the cost to more important nodes and back: the fastest
  hierarchy     the nodes by importance, with shortcuts: small and quick to make
  customizable  a hierarchy for any costs: its file still fits when costs have changed
If --kind is left out, it is labels, or the next kind if labels exceed the budget or do not suit the map.
The index of a network includes its turn restrictions.

Milliseconds stand for a fixed amount of work, so that the same budget gives the same index on every
machine. The index of a map is only for the rules that it was prepared with: give `solve` and `batch` the
same --moves, --corners and --step-costs.

Examples:
  wayline prepare arena.map -o arena.index
  wayline solve arena.map --index arena.index
  wayline prepare arena.map --corners always --step-costs uniform -o always.index
  wayline prepare caves:2000x2000 -o caves.index --budget-ms 500 --budget-mb 64
  wayline prepare porto.osm.pbf -o porto.index --kind hierarchy
  wayline route porto.osm.pbf --index porto.index --from 41.15,-8.61 --to 41.16,-8.62")]
pub(crate) struct Prepare {
    /// A map file (.map, .txt, .png), - for standard input, a network, or a generator
    #[arg(value_name = "MAP|NET")]
    map: OsString,
    /// Where to write the index
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Which kind of index; if left out, the best that fits
    #[arg(long, value_name = "NAME", value_parser = flags::index_kind())]
    kind: Option<IndexKind>,
    /// How much work preparing may take, in milliseconds of an ordinary machine
    #[arg(long, value_name = "N")]
    budget_ms: Option<u64>,
    /// How much memory the index may take, in megabytes
    #[arg(long, value_name = "N")]
    budget_mb: Option<u64>,
    /// How many threads share the work; if left out, one for each core. The index is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    rules: RuleFlags,
    #[command(flatten)]
    reader: Reader,
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
        if source::is_meant_by(&self.map) {
            return self.network(file, shared);
        }
        self.reader.refuse_for_a_map()?;
        if let Some(kind) = self.kind.filter(|kind| !IndexKind::OF_GRIDS.contains(kind)) {
            let kinds = IndexKind::OF_GRIDS.map(|kind| kind.to_string()).join(" or ");
            return Err(Failure::Input(format!("--kind {kind} is for networks: expected {kinds}")));
        }
        let grid = map_source::load(&self.map)?.grid.with_rules(self.rules.rules());
        let settings = self.settings();
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

impl Prepare {
    fn settings(&self) -> Preparation<'static> {
        let work = self.budget_ms.and_then(|ms| Budget::milliseconds(ms).work);
        let memory = self.budget_mb.map(|megabytes| megabytes.saturating_mul(1_000_000));
        Preparation::default()
            .kind(self.kind)
            .budget(Budget::default().memory(memory).work(work))
            .threads(self.threads.map_or_else(cores, usize::from))
    }

    /// The index of a network.
    fn network(&self, file: OutputFile, shared: Shared) -> Result<Status, Failure> {
        if let Some(kind) = self.kind.filter(|kind| !IndexKind::OF_GRAPHS.contains(kind)) {
            let kinds = IndexKind::OF_GRAPHS.map(|kind| kind.to_string()).join(" or ");
            return Err(Failure::Input(format!("--kind {kind} is for maps: expected {kinds}")));
        }
        if self.rules.are_given() {
            return Err(Failure::Input(
                "--moves, --corners and --step-costs are for maps, and this is a network: leave them out"
                    .to_owned(),
            ));
        }
        let network = self.reader.load(&self.map)?;
        let turns = TurnGraph::new(&network)?;
        let settings = self.settings();
        let (index, time) =
            watched(&settings, |settings| GraphIndex::prepare(turns.graph(), settings))?;
        let bytes = index.to_bytes();
        file.finish_with(&bytes)?;
        let prepare_ms = (time.as_secs_f64() * 1e6).round() / 1e3;
        let nodes = network.nodes();
        let each = (index.bytes() as f64 / nodes.max(1) as f64 * 100.0).round() / 100.0;
        if shared.is_json() {
            output::say_json(&serde_json::json!({
                "kind": index.kind().to_string(),
                "prepare_ms": prepare_ms,
                "bytes": index.bytes(),
                "file_bytes": bytes.len(),
                "nodes": nodes,
                "edges": network.edges(),
                "bytes_per_node": each,
            }))?;
        } else {
            output::say(&format!(
                "{}: {} for {} nodes and {} edges, prepared in {prepare_ms:.1} ms; {} bytes in memory \
                 ({each} a node), {} in the file\n",
                self.output.display(),
                index.kind(),
                count(nodes as u64),
                count(network.edges() as u64),
                count(index.bytes() as u64),
                count(bytes.len() as u64),
            ))?;
        }
        Ok(Status::Done)
    }
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The best index of a map, and how long it took.
pub(crate) fn prepare(grid: &Grid) -> Result<(GridIndex, Duration), Failure> {
    let settings = Preparation::default().threads(cores());
    watched(&settings, |settings| GridIndex::prepare(grid, settings))
}

/// The same if it is worth it for this many queries.
pub(crate) fn worthwhile(
    grid: &Grid,
    queries: u64,
) -> Result<Option<(GridIndex, Duration)>, Failure> {
    let settings = Preparation::default().threads(cores());
    let make = |settings: &Preparation<'_>| {
        GridIndex::prepare_for(grid, &Demand::default().paths(queries), settings)
    };
    let (index, time) = watched(&settings, make)?;
    Ok(index.map(|index| (index, time)))
}

/// Prepares something, with a bar if somebody watches; Ctrl-C stops it. Also returns how long it took.
fn watched<T, E: Into<wayline::Error>>(
    settings: &Preparation<'_>,
    make: impl FnOnce(&Preparation<'_>) -> Result<T, E>,
) -> Result<(T, Duration), Failure> {
    let bar = output::progress_bar(1000, "preparing");
    let progress = |done: f32| bar.set_position((done * 1000.0) as u64);
    let settings = settings.progress(&progress).cancel(interrupt::flag());
    let clock = Instant::now();
    let made = interrupt::heeding(|| make(&settings))?.map_err(Into::into)?;
    let time = clock.elapsed();
    bar.finish_and_clear();
    Ok((made, time))
}

/// An index of a graph, of the best kind or of this one, and how long it took.
pub(crate) fn prepare_graph(
    graph: &Graph,
    kind: Option<IndexKind>,
) -> Result<(GraphIndex, Duration), Failure> {
    let settings = Preparation::default().kind(kind).threads(cores());
    watched(&settings, |settings| GraphIndex::prepare(graph, settings))
}

/// The index of this kind, if that takes less work in all than searching; nothing otherwise.
pub(crate) fn prepare_graph_for(
    graph: &Graph,
    demand: &Demand,
    kind: IndexKind,
) -> Result<Option<GraphIndex>, Failure> {
    let settings = Preparation::default().kind(kind).threads(cores());
    let made = watched(&settings, |settings| GraphIndex::prepare_for(graph, demand, settings))?;
    Ok(made.0)
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
            wayline::IndexError::OtherRules => {
                "give the --moves, --corners and --step-costs that it was prepared with, or prepare \
                 one with these"
            }
            wayline::IndexError::Unsupported(_) => "leave out --index",
            _ => "make it again with `wayline prepare`",
        };
        Failure::Input(format!("{}: {error}; {advice}", path.display()))
    })
}

#[cfg(not(feature = "mmap"))]
fn bytes_of(path: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(path)
}

/// Mapped, so that the index is made from the file without a copy of it. This is meant for files that hardly
/// fit into memory: with one of 4.2 MB, a whole `solve --index` takes as long (0.25 to 0.27 s, read 0.23 to
/// 0.26) and as much memory (37.5 MB, read 35.8).
#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
fn bytes_of(path: &Path) -> std::io::Result<memmap2::Mmap> {
    let file = std::fs::File::open(path)?;
    // SAFETY: the bytes are only read. Those who build with this feature promise that nobody changes the
    // file meanwhile.
    unsafe { memmap2::Mmap::map(&file) }
}
