//! `wayline crowd`: a plan for many units at once that never collide.

mod bodies;
mod body_film;
mod film;
mod league;
mod lifelong;
mod order_file;
mod plan_file;
mod units;

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output_file::OutputFile;
use crate::prepare::cores;
use crate::table::{count, counted};
use crate::{flags, interrupt, map_source, output};
use clap::Args;
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wayline::check::Flaw;
use wayline::crowd::{CrowdError, Plan, Planner};
use wayline::{Limit, Limits, Moves, Outcome, Rules, check};

/// The work spent on a better plan where no limit is given: about a second.
const USUAL_WORK: u64 = 4_000_000;

/// Plan for many units at once
#[derive(Args)]
#[command(after_long_help = "\
All units move at the same time, one step in one of four directions or none, and never collide: no two are ever
on the same cell, and no two ever change places. The first plan is found quickly. Then it is made cheaper, until
the time (--max-ms) or the work (--max-expansions: steps and states looked at) is used up; with neither, a fixed
amount of work is done. Work is counted, so that the same command gives the same plan on every machine; with
--max-ms the clock decides, and JSON says so (clock).

SCEN is a Moving AI scenario: each line is a unit, and the first N are taken. Without it, units are placed at
random (--seed), which shows how many units a map can hold.

A plan is written as mapf-visualizer reads it: key=value lines, then the places of all units, moment by moment.

With --body, all units are one kind of body (a preset or a file, as for solve), with a heading, a footprint, and
moves that take time. While a unit moves, it holds every cell that the move sweeps, and no two units ever hold the
same cell. Units are placed at random. For bodies of several kinds, use a scenario of simulate: MAP is then
SCENARIO.toml, of which the map, the bodies and each unit's first goal count. Costs are time units, and the plan
is written like --dependencies.

--dependencies writes the order in which units must pass each other, for robots that may be late. It lists each
move, and which moves of others must be over before it starts (after, as [unit, move]), or must start together with
it, where units go round in a circle (with). However late some units are, if all keep to this order, none collide
and all arrive.

With --lifelong, units have headings (in each step they go forward, make a quarter turn, or wait) and get one task
after another. INSTANCE.json is an instance of the League of Robot Runners: it names a map, a file of agents and a
file of tasks. Without --steps, the number of steps comes from a file simulation_time.json beside the instance or
above it; if there is none, it is 1000. The steps are written as PlanViz reads them.

Exit status: 0 planned, 1 proved that there is no plan, 3 the judge found a flaw (--verify), 4 a limit was
reached before the first plan.

Examples:
  wayline crowd rooms:64x64:size=8:seed=1 --agents 300 --picture crowd.gif
  wayline crowd random-32-32-20.map random-32-32-20-random-1.scen --agents 200 --verify -o plan.txt
  wayline crowd warehouse.map warehouse.scen --agents 1000 --max-ms 10000 --format json
  wayline crowd rooms:64x64 --body tank --agents 60 --verify --picture tanks.gif
  wayline crowd examples/scenarios/convoy.toml --verify --dependencies order.json
  wayline crowd --lifelong WAREHOUSE.json --steps 500 --verify -o steps.json")]
pub(crate) struct Crowd {
    /// A map file, - for standard input, a generator, or a scenario of bodies (.toml)
    #[arg(value_name = "MAP", required_unless_present = "lifelong")]
    map: Option<OsString>,
    /// A Moving AI scenario file with a unit on each line; without it, units are placed at random
    #[arg(value_name = "SCEN")]
    scenario: Option<PathBuf>,
    /// How many units; all of the scenario or instance, if left out
    #[arg(long, value_name = "N")]
    agents: Option<usize>,
    /// Make all units this kind of body: a preset, or a file of rules
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["scenario", "lifelong"])]
    #[arg(value_parser = flags::body(), hide_possible_values = true)]
    body: Option<OsString>,
    /// Give units one task after another, from an instance of the League of Robot Runners
    #[arg(long, value_name = "INSTANCE.json", conflicts_with_all = ["map", "scenario"])]
    lifelong: Option<PathBuf>,
    /// How many steps to run with --lifelong
    #[arg(long, value_name = "N", requires = "lifelong")]
    steps: Option<u64>,
    /// The seed of random units, without a scenario
    #[arg(long, value_name = "SEED", default_value_t = 0, conflicts_with_all = ["scenario", "lifelong"])]
    seed: u64,
    /// Stop after N milliseconds
    #[arg(long, value_name = "N", help_heading = "Search")]
    max_ms: Option<u64>,
    /// Stop after this much work
    #[arg(long, value_name = "N", help_heading = "Search", conflicts_with = "lifelong")]
    max_expansions: Option<u64>,
    /// Stop with the first plan
    #[arg(long, help_heading = "Search", conflicts_with = "lifelong")]
    first: bool,
    /// How many threads; the plan does not depend on it unless --max-ms does
    #[arg(long, value_name = "N", help_heading = "Search")]
    threads: Option<std::num::NonZeroUsize>,
    /// Have the judge check every step of the plan
    #[arg(long, help_heading = "Output")]
    verify: bool,
    /// Write the plan
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write the order in which units must pass each other, as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "lifelong")]
    dependencies: Option<PathBuf>,
    /// Draw the plan as an animation (.gif)
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "lifelong")]
    picture: Option<PathBuf>,
}

/// What became of a planner that was given its time.
struct Done {
    outcome: Outcome,
    agents: usize,
    /// When all arrive, and the sum of it, if there is a plan.
    makespan: Option<u64>,
    sum: Option<u64>,
    /// Nothing if some unit could not arrive even if it were alone.
    lower_bound: Option<u64>,
    conflicts: Option<usize>,
    flaw: Option<Flaw>,
    first: Duration,
    micros: u128,
    /// Whether the clock ended it.
    clock: bool,
    /// What time is counted in.
    measure: &'static str,
    /// Whether the files were written: said after the answer, which is not kept back.
    written: Result<(), Failure>,
}

impl Done {
    /// Some unit cannot arrive even if it is alone.
    fn apart(agents: usize, began: Instant, measure: &'static str) -> Done {
        Done {
            outcome: Outcome::Unreachable,
            agents,
            makespan: None,
            sum: None,
            lower_bound: None,
            conflicts: None,
            flaw: None,
            first: Duration::ZERO,
            micros: began.elapsed().as_micros(),
            clock: false,
            measure,
            written: Ok(()),
        }
    }
}

/// The files that were asked for, which are made before anything is planned.
struct Files {
    plan: Option<OutputFile>,
    dependencies: Option<OutputFile>,
    picture: Option<OutputFile>,
}

impl Crowd {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        if let Some(path) = &self.lifelong {
            return self.run_lifelong(path, &shared);
        }
        // Required where there is no instance.
        let map = self.map.clone().unwrap_or_default();
        if let Some(path) = &self.picture
            && path.extension().is_none_or(|end| !end.eq_ignore_ascii_case("gif"))
        {
            let path = path.display();
            return Err(Failure::Input(format!(
                "--picture {path}: expected a name that ends in .gif"
            )));
        }
        let create = |path: &Option<PathBuf>| path.as_deref().map(OutputFile::create).transpose();
        let files = Files {
            plan: create(&self.output)?,
            dependencies: create(&self.dependencies)?,
            picture: create(&self.picture)?,
        };
        let is_scenario = Path::new(&map).extension().is_some_and(|end| end == "toml");
        let done = match self.body.is_some() || is_scenario {
            true => self.plan_bodies(&map, is_scenario, files)?,
            false => self.plan_cells(&map, files)?,
        };
        if let Some(flaw) = &done.flaw {
            output::error(&format!("the plan is wrong: {flaw}"));
        }
        match shared.is_json() {
            true => self.say_json(&done)?,
            false => self.say(&done)?,
        }
        done.written?;
        Ok(match done.outcome {
            _ if done.flaw.is_some() => Status::Wrong,
            Outcome::Found => Status::Done,
            Outcome::Unreachable => Status::NoPath,
            Outcome::Stopped(_) => Status::Stopped,
        })
    }

    /// Plans for units of one cell.
    fn plan_cells(&self, map: &OsStr, files: Files) -> Result<Done, Failure> {
        let grid = map_source::load(map)?.grid;
        let grid = grid.with_rules(Rules::default().moves(Moves::Four));
        let (units, lines) = match &self.scenario {
            Some(path) => units::from_scenario(path, &grid, self.agents)?,
            None => (units::at_random(&grid, self.wanted()?, self.seed)?, Vec::new()),
        };
        let began = Instant::now();
        let mut planner = match Planner::with_threads(&grid, &units, self.threads()) {
            Ok(planner) => planner,
            Err(error) => {
                let what = self.with_place(&error, &lines);
                return match error {
                    CrowdError::Unreachable { .. } => {
                        output::note(&what);
                        Ok(Done::apart(units.len(), began, "steps"))
                    }
                    _ => Err(Failure::Input(what)),
                };
            }
        };
        let (outcome, first, clock) = interrupt::heeding(|| {
            let outcome = planner.find(&self.limits(began, self.max_expansions));
            let (first, mut clock) = (began.elapsed(), outcome == Outcome::Stopped(Limit::Time));
            if !self.first && outcome == Outcome::Found {
                let limits = self.limits(began, self.work(USUAL_WORK));
                clock = planner.improve(&limits) == Some(Limit::Time);
            }
            (outcome, first, clock)
        })?;
        let micros = began.elapsed().as_micros();
        let (plan, lower_bound) = (planner.plan(), planner.lower_bound());
        let flaw = match &plan {
            Some(plan) if self.verify => check::crowd(&grid, &units, plan).err(),
            _ => None,
        };
        let write = |plan: &Plan| {
            let about = plan_file::About { map, units: &units, bound: lower_bound };
            if let Some(file) = files.plan {
                file.finish(|out| {
                    plan_file::write(out, plan, &about).map_err(unwritable(&self.output))
                })?;
            }
            if let Some(file) = files.dependencies {
                let order = order_file::of_cells(plan);
                self.write_order(file, &self.dependencies, &order)?;
            }
            if let Some(file) = files.picture {
                let bytes = film::draw(&grid, &units, plan).map_err(unwritable(&self.picture))?;
                file.finish(|out| out.write_all(&bytes).map_err(unwritable(&self.picture)))?;
            }
            Ok(())
        };
        let written = plan.as_ref().map_or(Ok(()), write);
        Ok(Done {
            outcome,
            agents: units.len(),
            makespan: plan.as_ref().map(Plan::makespan),
            sum: plan.as_ref().map(Plan::sum_of_costs),
            lower_bound: Some(lower_bound),
            conflicts: plan.as_ref().map(|plan| check::conflicts(plan).len()),
            flaw,
            first,
            micros,
            clock,
            measure: "steps",
            written,
        })
    }

    /// An error, with the line of the scenario that it is about.
    fn with_place(&self, error: &CrowdError, lines: &[usize]) -> String {
        let unit = match *error {
            CrowdError::NotFree { unit, .. } | CrowdError::Unreachable { unit } => Some(unit),
            CrowdError::Shared { second, .. } => Some(second),
            _ => None,
        };
        match (&self.scenario, unit.and_then(|unit| lines.get(unit))) {
            (Some(path), Some(line)) => format!("{}:{line}: {error}", path.display()),
            _ => error.to_string(),
        }
    }

    fn write_order(
        &self,
        file: OutputFile,
        path: &Option<PathBuf>,
        order: &Value,
    ) -> Result<(), Failure> {
        file.finish(|out| {
            serde_json::to_writer(&mut *out, order).map_err(|error| unwritable(path)(error.into()))
        })
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    /// How many units are placed at random.
    fn wanted(&self) -> Result<usize, Failure> {
        let missing = || Failure::Input("expected a scenario of units, or --agents N".to_owned());
        self.agents.ok_or_else(missing)
    }

    /// What is left of the time, and this much work.
    fn limits(&self, began: Instant, work: Option<u64>) -> Limits<'static> {
        let most = self.max_ms.map(Duration::from_millis);
        let time = most.map(|most| most.saturating_sub(began.elapsed()));
        Limits::default().cancel(interrupt::flag()).time(time).expansions(work)
    }

    /// The work spent on a better plan: a usual amount, where no limit is given.
    fn work(&self, usual: u64) -> Option<u64> {
        self.max_expansions.or(self.max_ms.is_none().then_some(usual))
    }

    fn say_json(&self, done: &Done) -> Result<(), Failure> {
        let solved = done.sum.is_some();
        let milliseconds = (done.first.as_secs_f64() * 1e6).round() / 1e3;
        output::say_json(&json!({
            "solved": solved,
            "outcome": match done.outcome {
                Outcome::Found => "found",
                Outcome::Unreachable => "unreachable",
                Outcome::Stopped(_) => "limit",
            },
            "agents": done.agents,
            "sum_of_costs": done.sum,
            "makespan": done.makespan,
            "lower_bound": done.lower_bound,
            "optimal": solved && done.sum == done.lower_bound,
            "first_ms": solved.then_some(milliseconds),
            "conflicts": done.conflicts,
            "verified": (self.verify && solved).then_some(done.flaw.is_none()),
            "clock": done.clock,
            "micros": done.micros as u64,
        }))
    }

    fn say(&self, done: &Done) -> Result<(), Failure> {
        let crowd = counted(done.agents as u64, "unit");
        let (Some(sum), Some(makespan), Some(bound)) = (done.sum, done.makespan, done.lower_bound)
        else {
            return output::say(&match done.outcome {
                Outcome::Stopped(limit) => {
                    format!("{crowd}: no plan yet; stopped by the limit on {limit}\n")
                }
                _ => format!("{crowd}: there is no plan that brings all to their goals\n"),
            });
        };
        let ratio = sum as f64 / bound.max(1) as f64;
        let best = if sum == bound { ", which is the best there is" } else { "" };
        let judged = if self.verify { "; judged, no conflicts" } else { "" };
        let late = if done.clock { "; the clock ended it" } else { "" };
        output::say(&format!(
            "{crowd} arrive within {} {}{judged}{late}\n\
             sum of costs  {}{best}\n\
             lower bound   {} (the plan costs {ratio:.3} times as much)\n\
             first plan    after {:.1} ms\n",
            count(makespan),
            done.measure,
            count(sum),
            count(bound),
            done.first.as_secs_f64() * 1e3,
        ))
    }
}

/// What went wrong with a file that was asked for.
fn unwritable(path: &Option<PathBuf>) -> impl Fn(std::io::Error) -> Failure {
    let path = path.clone().unwrap_or_default();
    move |source| Failure::Unwritable { path: path.clone(), source }
}
