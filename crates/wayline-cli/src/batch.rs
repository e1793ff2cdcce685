//! `wayline batch`: a table of queries becomes a table of answers.

use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::network::source::{self, Reader};
use crate::rules::RuleFlags;
use crate::table::count;
use crate::{body, interrupt, map_source, output, prepare};
use clap::Args;
use serde_json::json;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use wayline::{Cost, Rules};
use wayline_batch::files::{Format, Output, Progress, Queries, Run};
use wayline_batch::{Batch, Options};
use wayline_networks::Router;

/// How many rows are in memory at a time, unless the user says otherwise.
const ROWS: u32 = 65_536;
/// The same with paths, each of which may have thousands of cells.
const ROWS_WITH_PATHS: u32 = 4096;

/// Answer a table of queries: CSV, JSON lines, Parquet or Arrow
#[derive(Args)]
#[command(
    name = "batch",
    after_long_help = "\
Queries about a map have the columns sx, sy, gx and gy; queries about a network have from and to, which are
ids, codes, names or LAT,LON. If MAP is a folder, the column map names a file in it for each row. With --body
there may also be heading and goal_heading: E, N, W or S; if one is missing, or any, every heading will do. The
answers have all columns of the queries, with the rows in the same order, followed by
  status  found, unreachable, limit (--max-expansions) or bad
  cost    what the cheapest path costs; for a body, its time
  steps   how many steps it has
  reason  why a row is bad; with --strict the first bad row stops the run
  path    with --paths: cells, placements of a body, or the ids of nodes

Files are .csv, .jsonl (both also .gz), .parquet, .arrow and .arrows; - is standard input or output (CSV, or
JSON lines if the queries are). Files are streamed, so they may be larger than memory. Until all answers are
there, they are in OUT.partial. A run that is killed leaves that file behind, and --resume goes on from it to
the same bytes. An index is prepared if that takes less work than it saves, and queries that share an end are
answered together where that is cheaper; neither changes a cost.

Examples:
  wayline batch arena.map --queries queries.parquet -o answers.parquet
  wayline batch maps/ --queries queries.csv -o answers.csv --paths
  wayline batch river.map --body tank --queries moves.csv -o answers.csv --paths
  wayline batch porto.osm.pbf --queries trips.jsonl -o trips.parquet --profile car
  wayline batch arena.map --queries queries.parquet -o answers.parquet --resume
  generate_queries | wayline batch arena.map --queries - -o - > answers.csv"
)]
pub(crate) struct BatchCommand {
    /// A map, a folder of maps, or a network
    #[arg(value_name = "MAP|NET")]
    place: OsString,
    /// A file with the queries, - for standard input
    #[arg(long, value_name = "FILE")]
    queries: PathBuf,
    /// Where to write the answers, - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How many threads share the work; if left out, one for each core. The answers are the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the paths, too
    #[arg(long)]
    paths: bool,
    /// Go on from the OUT.partial that an earlier run left; if there is none, start
    #[arg(long, conflicts_with = "restart")]
    resume: bool,
    /// Start again, whatever an earlier run left
    #[arg(long)]
    restart: bool,
    /// Stop at the first bad row
    #[arg(long)]
    strict: bool,
    /// How many rows are answered at a time: they are in memory, and a kill loses them
    ///
    /// If left out, 65536, or 4096 with --paths. Parquet gets row groups of this size.
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    chunk: Option<u32>,
    /// Ask about a body: tank, cart, infantry, king, car, ship, or a file of rules (.toml)
    ///
    /// As in `wayline solve`, the letters of the map are its ground, and costs are whole time units. The
    /// columns heading and goal_heading give the headings at the start and at the goal.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = [
        "moves", "corners", "step_costs", "uphill", "index", "no_prepare",
    ])]
    #[arg(value_parser = flags::body(), hide_possible_values = true)]
    body: Option<OsString>,
    /// Read the answers from an index that `wayline prepare` made of this map or network
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    index: Option<PathBuf>,
    /// Prepare no index, even where it would pay off
    #[arg(long, conflicts_with = "index", help_heading = "Search")]
    no_prepare: bool,
    /// Give a query up after expanding N cells or nodes; every query is then searched for
    #[arg(long, value_name = "N", conflicts_with = "index", help_heading = "Limits")]
    max_expansions: Option<u64>,
    #[command(flatten)]
    rules: RuleFlags,
    /// What going up costs, for each unit of elevation; without it, elevation costs nothing
    #[arg(long, value_name = "N", value_parser = flags::cost, allow_hyphen_values = true)]
    #[arg(help_heading = "Rules")]
    uphill: Option<Cost>,
    #[command(flatten)]
    reader: Reader,
}

impl BatchCommand {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let is_network = source::is_meant_by(&self.place);
        self.refuse_what_is_ignored(is_network)?;
        let to_stdout = self.output.as_os_str() == "-";
        let format = match to_stdout {
            true => stdout_format(Format::of_path(&self.queries).ok()),
            false => Format::of_path(&self.output)?,
        };
        let usual = if self.paths { ROWS_WITH_PATHS } else { ROWS };
        let chunk = self.chunk.unwrap_or(usual) as usize;
        let queries = Queries::open(&self.queries, format, chunk)?;
        let target = match to_stdout {
            true => Output::Stdout(stdout_format(Some(queries.format()))),
            false => Output::File(self.output.clone()),
        };
        let mut options = Options::default();
        options.threads = self.threads.map_or(0, usize::from);
        options.paths = self.paths;
        options.strict = self.strict;
        options.prepares = !self.no_prepare;
        options.expected_rows = Some(queries.rows()).filter(|&rows| rows > 0);
        options.max_expansions = self.max_expansions;
        options.cancelled = Some(Arc::new(|| interrupt::flag().load(Ordering::Relaxed)));
        options.notes = Some(Arc::new(output::note));
        let batch = self.open(is_network, options)?;

        let clock = Instant::now();
        let bar = output::progress_bar(
            queries.rows(),
            "{human_pos}/{human_len} rows  {per_sec}  {eta} left",
        );
        let progress = |now: Progress| {
            bar.set_length(bar.length().unwrap_or(0).max(now.counts.queries));
            bar.set_position(now.counts.queries);
            if now.counts.queries == now.resumed {
                bar.reset_eta();
            }
        };
        let run = Run {
            batch: &batch,
            resume: self.resume,
            restart: self.restart,
            options: self.particulars(),
            progress: &progress,
        };
        let done = interrupt::heeding(|| {
            let done = run.run(queries, &target);
            bar.finish_and_clear();
            if let (Err(error), Output::File(path)) = (&done, &target)
                && error.is_resumable()
            {
                self.mention_partial(path);
            }
            done
        });
        let Progress { counts, resumed, .. } = done??;
        let seconds = (clock.elapsed().as_secs_f64() * 1e6).round() / 1e6;
        let rate = ((counts.queries - resumed) as f64 / seconds.max(1e-6)).round();
        let summary = json!({
            "queries": counts.queries,
            "found": counts.found,
            "unreachable": counts.unreachable,
            "limit": counts.limit,
            "bad": counts.bad,
            "resumed": resumed,
            "seconds": seconds,
            "queries_per_second": rate,
        });
        let noun = if counts.queries == 1 { "query" } else { "queries" };
        let mut text = format!("{} {noun} answered", count(counts.queries));
        let others = [
            (counts.unreachable, "without a path"),
            (counts.limit, "given up"),
            (counts.bad, "bad"),
        ];
        for (number, what) in others.into_iter().filter(|(number, _)| *number > 0) {
            text.push_str(&format!(", {} {what}", count(number)));
        }
        text.push_str(&format!(", in {seconds:.2} s ({} a second)", count(rate as u64)));
        match (to_stdout, shared.is_json()) {
            (true, _) => output::note(&text),
            (false, true) => output::say_json(&summary)?,
            (false, false) => output::say(&format!("{}: {text}\n", self.output.display()))?,
        }
        Ok(Status::Done)
    }

    fn refuse_what_is_ignored(&self, is_network: bool) -> Result<(), Failure> {
        if is_network && (self.rules.are_given() || self.uphill.is_some()) {
            return Err(Failure::Input(
                "--moves, --corners, --step-costs and --uphill are for maps, and this is a network: leave \
                 them out"
                    .to_owned(),
            ));
        }
        if is_network && self.body.is_some() {
            return Err(Failure::Input(
                "--body is for maps, and this is a network: leave it out".to_owned(),
            ));
        }
        if !is_network {
            self.reader.refuse_for_a_map()?;
        }
        if self.index.is_some() && Path::new(&self.place).is_dir() && !is_network {
            return Err(Failure::Input(
                "--index is for one map, and this is a folder of maps: leave it out".to_owned(),
            ));
        }
        if self.place == "-" && self.queries.as_os_str() == "-" {
            return Err(Failure::Input(
                "the map and the queries cannot both come from standard input: name a file"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    fn rules(&self) -> Rules {
        let rules = self.rules.rules();
        rules.uphill(self.uphill.unwrap_or(rules.uphill))
    }

    /// What a resumed run must have in common with the one that was started, besides what the answers are
    /// made of: the index affects which of several equally cheap paths is found.
    fn particulars(&self) -> String {
        match &self.index {
            Some(path) => format!("index {}", path.display()),
            None => "no index".to_owned(),
        }
    }

    fn open(&self, is_network: bool, options: Options) -> Result<Batch, Failure> {
        if is_network {
            let network = Arc::new(self.reader.load(&self.place)?);
            let index = match &self.index {
                Some(path) => Some(prepare::read_graph(Router::new(&network)?.graph(), path)?),
                None => None,
            };
            return Batch::network(network, index, options).map_err(of_batch);
        }
        let rules = self.rules();
        let folder = PathBuf::from(&self.place);
        if let Some(body) = &self.body {
            let kind = body::kind(body)?;
            if folder.is_dir() {
                let load = move |name: &str| {
                    let map = wayline_maps::read_terrain_file(&in_folder(&folder, name)?);
                    map.map(|map| map.terrain).map_err(|error| error.to_string())
                };
                return Ok(Batch::bodies_by(kind, load, options));
            }
            let terrain = map_source::load_terrain(&self.place)?.terrain;
            return Ok(Batch::body(kind, &self.place.to_string_lossy(), terrain, options));
        }
        if folder.is_dir() {
            let load = move |name: &str| {
                let map = wayline_maps::read_file(&in_folder(&folder, name)?);
                map.map(|map| map.grid.with_rules(rules)).map_err(|error| error.to_string())
            };
            return Ok(Batch::maps_by(load, options));
        }
        let grid = map_source::load(&self.place)?.grid.with_rules(rules);
        let index = self.index.as_deref().map(|path| prepare::read(&grid, path)).transpose()?;
        Ok(Batch::map(&self.place.to_string_lossy(), grid, index.map(Arc::new), options))
    }

    fn mention_partial(&self, path: &Path) {
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        if Path::new(&partial).exists() {
            output::note(&format!(
                "the answers so far are in {}: run the same command with --resume to go on",
                partial.display()
            ));
        }
    }
}

/// The format of standard output for queries of a format.
fn stdout_format(queries: Option<Format>) -> Format {
    match queries {
        Some(Format::JsonLines { .. }) => Format::JsonLines { gzip: false },
        _ => Format::Csv { gzip: false },
    }
}

fn of_batch(error: wayline_batch::BatchError) -> Failure {
    Failure::Input(error.to_string())
}

/// A file in a folder, and nothing outside it.
fn in_folder(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let path = Path::new(name);
    match path.components().all(|part| matches!(part, Component::Normal(_))) {
        true => Ok(folder.join(path)),
        false => Err(format!("map is '{name}': expected a file in {}", folder.display())),
    }
}
