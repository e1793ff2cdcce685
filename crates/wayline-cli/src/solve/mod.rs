//! `wayline solve`: one path.

mod body;
mod told;
mod told_body;

use crate::draw::{self, Subject};
use crate::ends::{self, Ends};
use crate::failure::{Failure, Status};
use crate::finding::Finding;
use crate::flags::{self, Shared};
use crate::output::{self, OutputFile};
use crate::picture::{self, Kind};
use crate::scene::{Scene, Sight};
use crate::{interrupt, judge, map_source, prepare, svg};
use clap::Args;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wayline::body::Goal;
use wayline::{
    Algorithm, Cell, Corners, Cost, Grid, GridIndex, Heuristic, Limit, Limits, Moves, Open,
    Outcome, Query, Recorder, Rules, StepCosts, Stop, Ties, Workspace, search, search_watched,
};
use wayline_maps::posthoc;

/// Where a search on a map that never ends is ended: iterative deepening keeps no record of where
/// it was, and on a grid goes the same ways over and over.
const IDA_CAP: u64 = 20_000_000;
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
    map: String,
    /// The start, X,Y from the top left, zero-based
    ///
    /// Left out, the S of an ASCII map, else a free cell far from the goal. With --body X,Y,HEADING.
    #[arg(long, value_name = "X,Y[,E]", value_parser = flags::place, allow_hyphen_values = true)]
    from: Option<Goal>,
    /// The goal
    ///
    /// Left out, the G of an ASCII map, else a free cell far from the start. With --body X,Y,HEADING,
    /// X,Y at any heading, or X,Y~R: any cell of the body at most R columns and rows away.
    #[arg(long, value_name = "X,Y[,E]", value_parser = flags::place, allow_hyphen_values = true)]
    to: Option<Goal>,
    /// The path of a body: tank, cart, infantry, king, car, ship, or a file of rules (.toml)
    ///
    /// The map keeps the letters of its ground (W is water, S swamp, T trees, ...), costs are whole
    /// time units, and ends have a heading: E, N (towards smaller y), W or S. Without one, or with
    /// `any`, each will do. Files of rules are described in docs/bodies.md, and every preset is
    /// written out as one in examples/bodies/.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = [
        "moves", "corners", "step_costs", "open", "ties", "weight", "stop", "closest", "index", "trace",
    ])]
    body: Option<String>,
    /// By which algorithm; `wayline algorithms` tells what each is for
    #[arg(short, long, value_name = "NAME", default_value = "auto")]
    #[arg(value_parser = flags::algorithm())]
    algorithm: Algorithm,
    /// Four neighbours, or eight
    #[arg(long, value_name = "4|8", default_value = "8", value_parser = flags::moves)]
    #[arg(help_heading = "Rules")]
    moves: Moves,
    /// When a diagonal may pass a blocked cell
    ///
    /// never: both cells beside it must be free. one: at least one of them. always: none need be.
    #[arg(long, value_name = "never|one|always", default_value = "never", help_heading = "Rules")]
    corners: Corners,
    /// What a straight and a diagonal step cost: exact is 1 and the root of 2
    #[arg(long, value_name = "exact|uniform|S,D", default_value = "exact", help_heading = "Rules")]
    #[arg(allow_hyphen_values = true)]
    step_costs: StepCosts,
    /// The estimate of the cost to go; of several, separated by commas, the largest
    ///
    /// For bodies one of auto, zero, euclid, euclid*FACTOR (above 1 with no guarantee), steps, free,
    /// field.
    #[arg(long, value_name = "NAME", default_value = "auto", value_delimiter = ',')]
    #[arg(value_parser = flags::EstimateParser, help_heading = "Search")]
    heuristic: Vec<String>,
    /// The open list: changes the time, never the answer
    #[arg(long, value_name = "NAME", value_parser = flags::open(), help_heading = "Search")]
    open: Option<Open>,
    /// Which of equally good cells comes first; left out, as suits the search
    #[arg(long, value_name = "high-g|low-g", help_heading = "Search")]
    ties: Option<Ties>,
    /// The weight of `weighted`: at most so many times the optimum
    #[arg(long, value_name = "W", default_value = "1.5", value_parser = flags::weight)]
    #[arg(allow_hyphen_values = true, help_heading = "Search")]
    weight: f64,
    /// When to stop: when the goal is settled (exact), or first seen (quick)
    #[arg(long, value_name = "settled|generated", default_value = "settled")]
    #[arg(help_heading = "Search")]
    stop: Stop,
    /// Where no path exists, go to the closest cell that can be reached
    #[arg(long, help_heading = "Search")]
    closest: bool,
    /// Stop after so many expanded cells
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_expansions: Option<u64>,
    /// Take no path that costs more
    #[arg(long, value_name = "C", value_parser = flags::cost, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits")]
    max_cost: Option<Cost>,
    /// Stop after so many milliseconds
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
    /// Write every step of the search for the Posthoc visualiser, .trace.yaml
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
}

impl Solve {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        if let Some(name) = &self.body {
            return body::run(&self, name, shared);
        }
        let (from, to) = (cell("--from", self.from)?, cell("--to", self.to)?);
        // What cannot be written is known before anything is searched.
        let picture = match &self.picture {
            Some(path) => Some((Kind::of(path)?, OutputFile::create(path)?)),
            None => None,
        };
        let trace = self.trace.as_deref().map(OutputFile::create).transpose()?;
        let map = map_source::load(&self.map)?;
        let (from, to) = (from.or(map.start), to.or(map.goal));
        let grid = map.grid.with_rules(Rules {
            moves: self.moves,
            corners: self.corners,
            steps: self.step_costs,
            ..Rules::default()
        });
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
                Ok::<_, Failure>(Finding::new(&answer, clock.elapsed()))
            })??,
        };
        // What is read was not searched for: there is nothing to watch.
        let watchable = finding.algorithm != Algorithm::Prepared;
        if trace.is_some() && !watchable {
            let advice = "--trace is for searches, and an index answers without: leave one out";
            return Err(Failure::Input(advice.to_owned()));
        }
        self.tell_cap(&finding);
        let verdict = match self.verify {
            true => Some(judge::answer(&grid, &finding, ends, &mut work)?),
            false => None,
        };
        if let Some(Err(flaw)) = &verdict {
            output::note(&format!("the answer is wrong: {flaw}"));
        }
        let wrong = matches!(verdict, Some(Err(_)));

        // Files only for answers that are not known to be wrong.
        if let (Some(trace), false) = (trace, wrong) {
            self.trace(trace, &grid, &query, ends, &mut work)?;
        }
        let draws = !shared.is_json();
        let small = u64::from(grid.width()) * u64::from(grid.height()) <= SHADED_CELLS;
        // Watched in a run of its own, so that watching is not timed.
        let sight = match watchable && (picture.is_some() || draws && small) {
            true => Some(watch(&grid, &query, &mut work)?),
            false => None,
        };
        if let (Some((kind, file)), false) = (picture, wrong) {
            let turns = finding.turns();
            let side = picture::block_for(grid.width(), grid.height());
            let scene = Scene::new(&grid, sight.as_ref(), &turns, ends, (side, side));
            let path = self.picture.unwrap_or_default();
            let unwritable = |source| Failure::Unwritable { path, source };
            file.finish(|out| match kind {
                Kind::Png => picture::write_png(&scene, out).map_err(unwritable),
                Kind::Svg => svg::write_svg(&scene, out).map_err(unwritable),
            })?;
        }

        let told = told::Told { grid: &grid, ends, finding: &finding, verdict: verdict.as_ref() };
        if shared.is_json() {
            let open = self.open.map(Open::name);
            output::say_json(&told.json(&self.heuristic.join(","), open))?;
        } else {
            let subject = Subject { grid: &grid, sight: sight.as_ref(), path: &finding.path, ends };
            output::say(&(told.text() + "\n" + &draw::draw(&subject, shared.colors())))?;
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
                "--index is for the algorithm prepared (or auto), not for {other}"
            ))),
            (None, Algorithm::Prepared) => {
                let (index, _) = prepare::prepare(grid)?;
                Ok(Some(index))
            }
            (None, _) => Ok(None),
        }
    }

    /// Reads the path from an index.
    fn read(&self, index: &GridIndex, ends: Ends) -> Result<Finding, Failure> {
        if self.closest {
            let advice = "--closest is for searches: leave out the index";
            return Err(Failure::Input(advice.to_owned()));
        }
        let mut work = Workspace::new();
        let clock = Instant::now();
        let route = index.path(ends.from, ends.to, &mut work)?;
        let mut finding = Finding::prepared(route, clock.elapsed());
        if self.max_cost.is_some_and(|most| finding.is_found() && finding.cost > most) {
            finding = Finding::prepared(None, finding.time);
            finding.outcome = Outcome::Stopped(Limit::Cost);
        }
        Ok(finding)
    }

    /// The estimates asked for.
    fn heuristics(&self) -> Result<Vec<Heuristic<'static, Cell>>, Failure> {
        let named = self.heuristic.iter().map(|name| Heuristic::named(name));
        Ok(named.collect::<Result<Vec<_>, _>>()?)
    }

    fn query<'q>(
        &self,
        ends: Ends,
        several: &'q [Heuristic<'q, Cell>],
    ) -> Result<Query<'q, Cell>, Failure> {
        let limits = Limits {
            expansions: self.max_expansions.or(self.own_cap()),
            cost: self.max_cost,
            time: self.max_ms.map(Duration::from_millis),
            cancel: Some(interrupt::flag()),
        };
        let heuristic = match several {
            [only] => *only,
            several => Heuristic::Max(several),
        };
        let mut query = Query::new(ends.from, ends.to)
            .algorithm(self.algorithm)
            .heuristic(heuristic)
            .stop(self.stop)
            .limits(limits)
            .weight(self.weight)?;
        if let Some(open) = self.open {
            query = query.open(open);
        }
        if let Some(ties) = self.ties {
            query = query.ties(ties);
        }
        Ok(if self.closest { query.closest() } else { query })
    }

    fn own_cap(&self) -> Option<u64> {
        (self.algorithm == Algorithm::Ida).then_some(IDA_CAP)
    }

    /// A limit that nobody asked for has to be explained.
    fn tell_cap(&self, finding: &Finding) {
        let cap = self.own_cap().or(self.algorithm.info().cap);
        let struck = finding.outcome == Outcome::Stopped(Limit::Expansions);
        if let (Some(cap), true, None) = (cap, struck, self.max_expansions) {
            output::note(&format!(
                "{} was stopped after {cap} expansions, since on a map it may take forever; \
                 --max-expansions N allows more",
                self.algorithm
            ));
        }
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
