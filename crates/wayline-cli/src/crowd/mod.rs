//! `wayline crowd`: a plan for many units at once that never collide.

mod film;
mod league;
mod lifelong;
mod plan_file;
mod units;

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output_file::OutputFile;
use crate::prepare::cores;
use crate::table::{count, counted};
use crate::{interrupt, map_source, output};
use clap::Args;
use serde_json::json;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wayline::crowd::{Plan, Planner, Unit};
use wayline::{Limit, Limits, Moves, Outcome, Rules, check};

/// The work spent on a better plan where no limit is given: about a second.
const USUAL_WORK: u64 = 4_000_000;

/// Plan for many units at once
#[derive(Args)]
#[command(after_long_help = "\
All units move at the same time, one step to one of four sides or none, and never collide: two are never on
the same cell, and two never change places. The first plan is found quickly; then it is made cheaper, until
the time (--max-ms) or the work (--max-expansions: steps and states looked at) is used up. With neither, a
fixed amount of work is done. Work is counted, so that the same command gives the same plan on every
machine; with --max-ms the clock decides, and JSON says so (clock).

SCEN is a Moving AI scenario: each line is a unit, the first N are taken. Without it units are placed at
random (--seed), which serves for a look at what a map can take.

A plan is written as mapf-visualizer reads it: key=value lines, then where everybody is, moment by moment.

With --lifelong units have headings (forward, a quarter turn or a wait in each step) and get one task after the
other. INSTANCE.json is one of the League of Robot Runners: it names a map, a file of agents and a file of
tasks. Without --steps, a file simulation_time.json beside it or above says how many steps are done, or 1000
are. The steps are written as PlanViz reads them.

Exit status: 0 planned, 1 proved that there is no plan, 3 the judge found a flaw (--verify), 4 a limit came
before the first plan.

Examples:
  wayline crowd rooms:64x64:size=8:seed=1 --agents 300 --picture crowd.gif
  wayline crowd random-32-32-20.map random-32-32-20-random-1.scen --agents 200 --verify -o plan.txt
  wayline crowd warehouse.map warehouse.scen --agents 1000 --max-ms 10000 --format json
  wayline crowd --lifelong WAREHOUSE.json --steps 500 --verify -o steps.json")]
pub(crate) struct Crowd {
    /// A map file, - for standard input, or a generator
    #[arg(value_name = "MAP", required_unless_present = "lifelong")]
    map: Option<OsString>,
    /// A Moving AI scenario file with a unit on each line; without it, units are placed at random
    #[arg(value_name = "SCEN")]
    scenario: Option<PathBuf>,
    /// How many units; all of the scenario or instance, if left out
    #[arg(long, value_name = "N", required_unless_present_any = ["scenario", "lifelong"])]
    agents: Option<usize>,
    /// Units that get one task after the other, as an instance of the League of Robot Runners says
    #[arg(long, value_name = "INSTANCE.json", conflicts_with_all = ["map", "scenario"])]
    lifelong: Option<PathBuf>,
    /// How many steps units do for --lifelong
    #[arg(long, value_name = "N", requires = "lifelong")]
    steps: Option<u64>,
    /// Which random units, without a scenario
    #[arg(long, value_name = "SEED", default_value_t = 0, conflicts_with_all = ["scenario", "lifelong"])]
    seed: u64,
    /// Stop after so many milliseconds
    #[arg(long, value_name = "N", help_heading = "Search")]
    max_ms: Option<u64>,
    /// Stop after so much work
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
    /// Draw the plan as an animation (.gif)
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "lifelong")]
    picture: Option<PathBuf>,
}

/// What became of a planner that was given its time.
struct Done {
    outcome: Outcome,
    plan: Option<Plan>,
    lower_bound: u64,
    first: Duration,
    /// Whether the clock ended it.
    clock: bool,
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
        let plan_file = self.output.as_deref().map(OutputFile::create).transpose()?;
        let picture = self.picture.as_deref().map(OutputFile::create).transpose()?;
        let grid = map_source::load(&map)?.grid;
        let grid = grid.with_rules(Rules::default().moves(Moves::Four));
        let units = match &self.scenario {
            Some(path) => units::from_scenario(path, &grid, self.agents)?,
            None => units::at_random(&grid, self.agents.unwrap_or(0), self.seed)?,
        };
        let began = Instant::now();
        let threads = self.threads.map_or_else(cores, usize::from);
        let planner = Planner::with_threads(&grid, &units, threads)
            .map_err(|error| Failure::Input(error.to_string()))?;
        let done = interrupt::heeding(|| self.plan(planner, began))?;
        let micros = began.elapsed().as_micros();
        let conflicts = done.plan.as_ref().map(|plan| check::conflicts(plan).len());
        let flaw = match &done.plan {
            Some(plan) if self.verify => check::crowd(&grid, &units, plan).err(),
            _ => None,
        };
        if let (Some(file), Some(plan)) = (plan_file, &done.plan) {
            let about = plan_file::About { map: &map, units: &units, bound: done.lower_bound };
            file.finish(|out| {
                plan_file::write(out, plan, &about).map_err(unwritable(&self.output))
            })?;
        }
        if let (Some(file), Some(plan)) = (picture, &done.plan) {
            let bytes = film::draw(&grid, &units, plan).map_err(unwritable(&self.picture))?;
            file.finish(|out| out.write_all(&bytes).map_err(unwritable(&self.picture)))?;
        }
        if let Some(flaw) = &flaw {
            output::error(&format!("the plan is wrong: {flaw}"));
        }
        if shared.is_json() {
            self.say_json(&units, &done, conflicts, flaw.is_none(), micros)?;
        } else {
            self.say(&units, &done)?;
        }
        Ok(match done.outcome {
            _ if flaw.is_some() => Status::Wrong,
            Outcome::Found => Status::Done,
            Outcome::Unreachable => Status::NoPath,
            Outcome::Stopped(_) => Status::Stopped,
        })
    }

    /// Finds a plan and makes it cheaper, within the limits.
    fn plan(&self, mut planner: Planner, began: Instant) -> Done {
        let most = self.max_ms.map(Duration::from_millis);
        let limits = || {
            let time = most.map(|most| most.saturating_sub(began.elapsed()));
            Limits::default().cancel(interrupt::flag()).time(time)
        };
        let outcome = planner.find(&limits().expansions(self.max_expansions));
        let first = began.elapsed();
        let mut clock = outcome == Outcome::Stopped(Limit::Time);
        if !self.first && outcome == Outcome::Found {
            let usual = most.is_none().then_some(USUAL_WORK);
            let work = self.max_expansions.or(usual);
            clock = planner.improve(&limits().expansions(work)) == Some(Limit::Time);
        }
        let (plan, lower_bound) = (planner.plan(), planner.lower_bound());
        Done { outcome, plan, lower_bound, first, clock }
    }

    fn say_json(
        &self,
        units: &[Unit],
        done: &Done,
        conflicts: Option<usize>,
        fine: bool,
        micros: u128,
    ) -> Result<(), Failure> {
        let sum = done.plan.as_ref().map(Plan::sum_of_costs);
        let solved = done.plan.is_some();
        let milliseconds = (done.first.as_secs_f64() * 1e6).round() / 1e3;
        output::say_json(&json!({
            "solved": solved,
            "outcome": match done.outcome {
                Outcome::Found => "found",
                Outcome::Unreachable => "unreachable",
                Outcome::Stopped(_) => "limit",
            },
            "agents": units.len(),
            "sum_of_costs": sum,
            "makespan": done.plan.as_ref().map(Plan::makespan),
            "lower_bound": done.lower_bound,
            "optimal": sum == Some(done.lower_bound),
            "first_ms": solved.then_some(milliseconds),
            "conflicts": conflicts,
            "verified": (self.verify && solved).then_some(fine),
            "clock": done.clock,
            "micros": micros as u64,
        }))
    }

    fn say(&self, units: &[Unit], done: &Done) -> Result<(), Failure> {
        let crowd = counted(units.len() as u64, "unit");
        let Some(plan) = &done.plan else {
            return output::say(&match done.outcome {
                Outcome::Stopped(limit) => {
                    format!("{crowd}: no plan yet; stopped by the limit on {limit}\n")
                }
                _ => format!("{crowd}: there is no plan that brings all to their goals\n"),
            });
        };
        let (sum, bound) = (plan.sum_of_costs(), done.lower_bound);
        let ratio = sum as f64 / bound.max(1) as f64;
        let best = if sum == bound { ", which is the best there is" } else { "" };
        let judged = if self.verify { "; judged, no conflicts" } else { "" };
        let late = if done.clock { "; the clock ended it" } else { "" };
        output::say(&format!(
            "{crowd} arrive within {} steps{judged}{late}\n\
             sum of costs  {}{best}\n\
             lower bound   {} (the plan costs {ratio:.3} times as much)\n\
             first plan    after {:.1} ms\n",
            count(plan.makespan()),
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
