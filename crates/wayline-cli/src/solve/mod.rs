//! `wayline solve`: one path.

mod body;
mod options;
pub(crate) mod report;
mod report_body;

use crate::answered::Answered;
use crate::draw::{self, Subject};
use crate::ends::{self, Ends};
use crate::failure::{Failure, Status};
use crate::flags::{self, Shared};
use crate::output;
use crate::output_file::OutputFile;
use crate::picture::{self, Kind};
use crate::rules::RuleFlags;
use crate::scene::{self, Scene, Sight};
use crate::{interrupt, judge, map_source, network, prepare, svg};
use clap::Args;
use report::Report;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wayline::body::Goal;
use wayline::{
    Algorithm, Cell, Cost, Grid, GridIndex, Heuristic, Limits, Open, Outcome, Query, Recorder,
    Stop, Ties, Workspace, search, search_watched,
};
use wayline_maps::posthoc;

/// The largest map whose expanded cells are shown in the terminal.
const SHADED_CELLS: u64 = 4_000_000;
/// The most events a trace has: some hundred megabytes.
const TRACE_EVENTS: usize = 4_000_000;

/// Find one path, and draw it
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  wayline solve maze:40x20:seed=1
  wayline solve arena.map --from 1,11 --to 40,30 --verify
  wayline solve caves:300x200:seed=3 --algorithm dijkstra --picture caves.png
  wayline solve - --moves 4 --format json < map.txt
  wayline solve arena.map --heuristic octile,euclidean --weight 2 --algorithm weighted
  wayline solve arena.map --index arena.index
  wayline solve river.map --body tank --from 3,4,E --to 40,30,any --verify
  wayline solve caves:200x120:seed=3 --body examples/bodies/car.toml --picture car.svg
  wayline solve arena.map --trace arena.trace.yaml    (for https://posthoc-app.pathfinding.ai)")]
pub(crate) struct Solve {
    /// A map file (.map, .txt, .png), - for standard input, or a generator
    map: OsString,
    /// The start, X,Y from the top left, zero-based
    ///
    /// If left out: the S of an ASCII map, or else a free cell far from the goal. With --body,
    /// X,Y,HEADING.
    #[arg(long, value_name = "X,Y[,E]", value_parser = flags::place, allow_hyphen_values = true)]
    from: Option<Goal>,
    /// The goal
    ///
    /// If left out: the G of an ASCII map, or else a free cell far from the start. With --body: X,Y,HEADING;
    /// X,Y for any heading; or X,Y~R, where some cell of the body is at most R columns and rows away.
    #[arg(long, value_name = "X,Y[,E]", value_parser = flags::place, allow_hyphen_values = true)]
    to: Option<Goal>,
    /// Find the path of a body: tank, cart, infantry, king, car, ship, or a file of rules (.toml)
    ///
    /// The letters of the map are its ground (W is water, S swamp, T trees, ...), costs are whole time units,
    /// and both ends have a heading: E, N (towards smaller y), W or S. If the heading is missing, or `any`,
    /// every heading will do. docs/bodies.md describes files of rules, and examples/bodies/ has every preset
    /// written out as such a file.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = [
        "moves", "corners", "step_costs", "uphill", "open", "ties", "weight", "stop", "closest",
        "index", "trace",
    ])]
    #[arg(value_parser = flags::body(), hide_possible_values = true)]
    body: Option<OsString>,
    /// Which algorithm; `wayline algorithms` says what each is for
    #[arg(short, long, value_name = "NAME", default_value = "auto")]
    #[arg(value_parser = flags::algorithm())]
    algorithm: Algorithm,
    #[command(flatten)]
    rules: RuleFlags,
    /// What going up costs, for each unit of elevation; without it, elevation costs nothing
    #[arg(long, value_name = "N", value_parser = flags::cost, allow_hyphen_values = true)]
    #[arg(help_heading = "Rules")]
    uphill: Option<Cost>,
    /// The estimate of the cost to go; of several, separated by commas, the largest counts
    ///
    /// If left out, auto: the best that fits the rules. For bodies one of auto, zero, euclid,
    /// euclid*FACTOR (without a guarantee above 1), steps, free, field.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = flags::heuristic(), help_heading = "Search")]
    heuristic: Vec<String>,
    /// The open list of the algorithm: changes the time, not the path
    #[arg(long, value_name = "NAME", value_parser = flags::open(), help_heading = "Search")]
    open: Option<Open>,
    /// Which of equally good cells comes first; if left out, whatever suits the search
    #[arg(long, value_name = "high-g|low-g|newest", help_heading = "Search")]
    #[arg(value_parser = flags::named::<Ties>(), hide_possible_values = true)]
    ties: Option<Ties>,
    /// The weight of `weighted` (1.5 if left out): its path costs at most W times the optimum
    #[arg(long, value_name = "W", value_parser = flags::weight)]
    #[arg(allow_hyphen_values = true, help_heading = "Search")]
    weight: Option<f64>,
    /// When to stop: when the goal is settled (exact, the default), or when it is first seen (quick)
    #[arg(long, value_name = "settled|generated", help_heading = "Search")]
    #[arg(value_parser = flags::named::<Stop>(), hide_possible_values = true)]
    stop: Option<Stop>,
    /// If there is no path, find one to the closest cell that can be reached
    #[arg(long, help_heading = "Search")]
    closest: bool,
    /// Stop after expanding N cells
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_expansions: Option<u64>,
    /// Ignore paths that cost more than C
    #[arg(long, value_name = "C", value_parser = flags::cost, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits")]
    max_cost: Option<Cost>,
    /// Stop after N milliseconds
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_ms: Option<u64>,
    /// Read the path from an index that `wayline prepare` made of this map
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    index: Option<PathBuf>,
    /// Check the path move by move, and its cost against plain Dijkstra
    #[arg(long, help_heading = "Output")]
    verify: bool,
    /// Write a picture, .png or .svg
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    picture: Option<PathBuf>,
    /// Write every step of the search, for the Posthoc visualiser, .trace.yaml
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
}

impl Solve {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        if network::source::is_meant_by(&self.map) {
            let name = self.map.display();
            return Err(Failure::Input(format!(
                "{name} is a network, not a map: use `wayline route {name}`"
            )));
        }
        if let Some(name) = &self.body {
            return body::run(&self, name, shared);
        }
        self.refuse_what_is_ignored()?;
        let (from, to) = (cell("--from", self.from)?, cell("--to", self.to)?);
        // Made before anything is searched. One that cannot be made does not keep the answer back.
        let picture = match &self.picture {
            Some(path) => Some((Kind::of(path)?, OutputFile::create(path))),
            None => None,
        };
        let trace = self.trace.as_deref().map(OutputFile::create);
        let map = map_source::load(&self.map)?;
        let (from, to) = (from.or(map.start), to.or(map.goal));
        let rules = self.rules.rules().uphill(self.uphill.unwrap_or(Cost::ZERO));
        let grid = map.grid.with_rules(rules);
        let (lowest, highest) = scene::elevations(&grid);
        if self.uphill.is_none() && lowest < highest {
            output::note("the map has elevation, which costs nothing without --uphill N");
        }
        let ends = ends::choose(&grid, from, to, self.closest)?;
        // Made at the first question otherwise, and no part of the search.
        grid.surely_apart(ends.from, ends.to);

        let several = self.heuristics()?;
        let query = self.query(ends, &several)?;
        let mut work = Workspace::new();
        let finding = match self.index(&grid)? {
            Some(index) => self.read(&index, ends)?,
            None => interrupt::heeding(|| {
                let clock = Instant::now();
                let answer = search(&grid, &query, &mut work)?;
                Ok::<_, Failure>(Answered::new(answer, clock.elapsed()))
            })??,
        };
        self.explain(&finding);
        let verdict = match self.verify {
            true => Some(judge::answer(&grid, &finding, ends, &mut work)?),
            false => None,
        };
        if let Some(Err(flaw)) = &verdict {
            output::note(&format!("the answer is wrong: {flaw}"));
        }
        let wrong = matches!(verdict, Some(Err(_)));

        let draws = !shared.is_json();
        let small = u64::from(grid.width()) * u64::from(grid.height()) <= SHADED_CELLS;
        // What is read from an index was not searched for: there is nothing to watch.
        let watchable = !finding.algorithm.info().prepared;
        // Watched in a run of its own, so that watching is not timed.
        let sight = match watchable && (picture.is_some() || draws && small) {
            true => Some(watch(&grid, &query, &mut work)?),
            false => None,
        };

        let report = Report { grid: &grid, ends, finding: &finding, verdict: verdict.as_ref() };
        if shared.is_json() {
            let open = self.open.map(Open::name);
            output::say_json(&report.json(&self.heuristic_name(), open))?;
        } else {
            let subject = Subject { grid: &grid, sight: sight.as_ref(), path: &finding.path, ends };
            output::say(&(report.text() + "\n"))?;
            output::say_bytes(draw::draw(&subject, shared.colors()).as_bytes())?;
        }
        // Files only for answers that are not known to be wrong, and after the answer.
        if !wrong {
            let traced = match trace {
                Some(file) => {
                    file.and_then(|file| self.trace(file, &grid, &query, ends, &mut work))
                }
                None => Ok(()),
            };
            if let Some((kind, file)) = picture {
                let turns = finding.turns();
                let side = picture::block_for(grid.width(), grid.height());
                let scene = Scene::new(&grid, sight.as_ref(), &turns, ends, (side, side));
                let path = self.picture.unwrap_or_default();
                let unwritable = |source| Failure::Unwritable { path, source };
                file?.finish(|out| match kind {
                    Kind::Png => picture::write_png(&scene, out).map_err(unwritable),
                    Kind::Svg => svg::write_svg(&scene, out).map_err(unwritable),
                })?;
            }
            traced?;
        }
        Ok(match finding.outcome {
            _ if wrong => Status::Wrong,
            Outcome::Found => Status::Done,
            Outcome::Unreachable => Status::NoPath,
            Outcome::Stopped(_) => Status::Stopped,
        })
    }

    /// The index to read from, if any: made on the spot if none is given.
    fn index(&self, grid: &Grid) -> Result<Option<GridIndex>, Failure> {
        match (&self.index, self.algorithm) {
            (Some(path), Algorithm::Auto | Algorithm::Prepared) => {
                prepare::read(grid, path).map(Some)
            }
            (Some(_), other) => Err(Failure::Input(format!(
                "--index is for the algorithms prepared and auto, not for {other}: leave one out"
            ))),
            (None, Algorithm::Prepared) => {
                let (index, _) = prepare::prepare(grid)?;
                Ok(Some(index))
            }
            (None, _) => Ok(None),
        }
    }

    /// Reads the path from an index.
    fn read(&self, index: &GridIndex, ends: Ends) -> Result<Answered, Failure> {
        let limits = Limits::default().cost(self.max_cost);
        let query = Query::new(ends.from, ends.to).limits(limits);
        let mut work = Workspace::new();
        let clock = Instant::now();
        let answer = search(index, &query, &mut work)?;
        Ok(Answered::new(answer, clock.elapsed()))
    }

    /// The estimates asked for.
    fn heuristics(&self) -> Result<Vec<Heuristic<'static, Cell>>, Failure> {
        if self.heuristic.is_empty() {
            return Ok(vec![Heuristic::Auto]);
        }
        let named = self.heuristic.iter().map(|name| Heuristic::named(name));
        Ok(named.collect::<Result<Vec<_>, _>>()?)
    }

    fn query<'q>(
        &self,
        ends: Ends,
        several: &'q [Heuristic<'q, Cell>],
    ) -> Result<Query<'q, Cell>, Failure> {
        let limits = Limits::default()
            .expansions(self.max_expansions.or(self.algorithm.info().grid_cap))
            .cost(self.max_cost)
            .time(self.max_ms.map(Duration::from_millis))
            .cancel(interrupt::flag());
        let heuristic = match several {
            [only] => *only,
            several => Heuristic::Max(several),
        };
        let mut query = Query::new(ends.from, ends.to)
            .algorithm(self.algorithm)
            .heuristic(heuristic)
            .limits(limits);
        if let Some(weight) = self.weight {
            query = query.weight(weight)?;
        }
        if let Some(stop) = self.stop {
            query = query.stop(stop);
        }
        if let Some(open) = self.open {
            query = query.open(open);
        }
        if let Some(ties) = self.ties {
            query = query.ties(ties);
        }
        Ok(if self.closest { query.closest() } else { query })
    }

    /// Searches once more and writes down every step: without the shortcut that knows of
    /// disconnected cells, so that a search can be watched failing.
    fn trace(
        &self,
        file: OutputFile,
        grid: &Grid,
        query: &Query<'_, Cell>,
        ends: Ends,
        work: &mut Workspace,
    ) -> Result<(), Failure> {
        let query = query.clone().without_shortcut();
        let mut recorder = Recorder::with_cap(TRACE_EVENTS);
        let answer = interrupt::heeding(|| search_watched(grid, &query, work, &mut recorder))??;
        if recorder.missed() > 0 {
            output::note(&format!(
                "the trace has the first {TRACE_EVENTS} steps of the search; {} more were left out",
                recorder.missed()
            ));
        }
        let path = self.trace.clone().unwrap_or_default();
        file.finish(|out| {
            posthoc::write(grid, ends.from, ends.to, &recorder, &answer, out)
                .map_err(|source| Failure::Unwritable { path, source })
        })
    }
}

/// An end of a path of cells, which has no heading.
fn cell(flag: &str, end: Option<Goal>) -> Result<Option<Cell>, Failure> {
    match end {
        None => Ok(None),
        Some(Goal::Pivot(cell)) => Ok(Some(cell)),
        Some(other) => Err(Failure::Input(format!(
            "{flag} {other}: expected X,Y: only bodies have a heading or a reach (see --body)"
        ))),
    }
}

/// What a search sees of a map.
fn watch<'g>(
    grid: &'g Grid,
    query: &Query<'_, Cell>,
    work: &mut Workspace,
) -> Result<Sight<'g>, Failure> {
    let mut sight = Sight::new(grid);
    let mut watch = |event: &wayline::Event| sight.event(event);
    interrupt::heeding(|| search_watched(grid, query, work, &mut watch).map(|_| ()))??;
    Ok(sight)
}
