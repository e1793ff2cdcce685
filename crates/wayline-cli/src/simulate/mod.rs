//! `wayline simulate`: bodies on a map that changes.

mod film;
mod judge;
mod record;
mod report;

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output;
use crate::output_file::OutputFile;
use clap::Args;
use film::Film;
use indicatif::{ProgressBar, ProgressStyle};
use judge::Judge;
use record::Record;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use wayline::body::{PlanState, UnitId, World, WorldEvent};
use wayline_maps::simulation::{self, Simulation};
use wayline_maps::{Limits, MapError, Problem};

/// After this many ticks without a move on a map that does not change, nothing more will happen: it is longer
/// than units wait before they look for a detour again.
const STANDSTILL: u64 = 400;

/// How often the report asks why there is no path: each time takes several searches.
const MOST_WHYS: usize = 100;

/// Run bodies on a map that changes under them, and watch them replan
///
/// Units go to their goals, and each move takes its time. Doors open and close, rocks fall, the tide comes
/// in, and units whose paths have changed plan again, reusing what they learnt before. The scenario is a TOML
/// file: docs/simulations.md describes the format, and examples/scenarios/ has some that are worth watching.
#[derive(Args)]
#[command(after_long_help = "\
A scenario:
  [map]
  rows = [\"........D.......\",
          \"........#.......\"]

  [[units]]
  body = \"tank\"              # a preset, or one of [bodies.NAME]
  start = \"0,0,E\"
  goal = \"14,0\"

  [[doors]]
  marked = \"D\"               # the cells drawn as D
  open = 20                  # ticks
  closed = 30

Exit status:
  0  every unit that has a last goal has reached it
  1  some unit never will
  2  bad usage or input
  3  --verify found something wrong
  4  the ticks ran out first

Examples:
  wayline simulate examples/scenarios/convoy.toml
  wayline simulate examples/scenarios/narrows.toml --picture narrows.gif
  wayline simulate examples/scenarios/convoy.toml --verify --format json")]
pub(crate) struct Simulate {
    /// The scenario, a TOML file, or - for standard input
    scenario: PathBuf,
    /// Run for at most N ticks, whatever the scenario says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=simulation::MAX_TICKS))]
    ticks: Option<u64>,
    /// Report every move; in JSON as moves: [{tick, unit, from, to}]
    #[arg(long)]
    moves: bool,
    /// Check every plan against a search from scratch, and every tick for overlaps
    #[arg(long)]
    verify: bool,
    /// Write an animation, .gif
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

impl Simulate {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let picture = match &self.picture {
            Some(path) => Some((path, is_gif(path)?, OutputFile::create(path))),
            None => None,
        };
        // What happens is reported all the same; but that may take long.
        if let Some((_, _, Err(failure))) = &picture {
            output::note(&format!("{failure}; the report will be printed all the same"));
        }
        let mut simulation = self.read()?;
        // Every plan is compared: for the judge, and for the counts in JSON.
        simulation.settings.audit = self.verify || shared.is_json();
        let ticks = self.ticks.unwrap_or(simulation.ticks);
        let progress = progress(ticks, "ticks");
        let (world, units) = simulation.world()?;
        let mut run = Run {
            record: Record::new(&simulation, units.len(), self.moves),
            film: picture.is_some().then(|| Film::new(&world, &simulation)),
            judge: self.verify.then(Judge::default),
            next_goal: vec![1; units.len()],
            whys_left: MOST_WHYS,
            simulation: &simulation,
            world,
            units,
        };
        let (mut quiet, mut for_good) = (0, false);
        for tick in 0..ticks {
            progress.inc(1);
            if run.tick(tick)? {
                quiet = tick;
            }
            let still = tick - quiet >= STANDSTILL || run.no_unit_can_go_on();
            for_good = still && !simulation.changes_after(tick);
            if run.record.all_done() || for_good {
                break;
            }
        }
        progress.finish_and_clear();
        let Run { record, film, judge, world, units, .. } = run;
        let flaws = judge.map(Judge::flaws);
        for flaw in flaws.iter().flatten().take(10) {
            output::note(&format!("wrong: {flaw}"));
        }
        let wrong = flaws.as_ref().is_some_and(|flaws| !flaws.is_empty());
        let ended = record.ended(for_good);
        let report = report::Report {
            record: &record,
            simulation: &simulation,
            world: &world,
            units: &units,
        };
        if shared.is_json() {
            output::say_json(&report.json(ended, flaws.as_deref()))?;
        } else {
            output::say(&report.text(ended, flaws.as_deref()))?;
        }
        if let (Some((path, (), file)), Some(film), false) = (picture, film, wrong) {
            let bytes = film.develop(|length| self::progress(length, "frames"))?;
            file?.finish_with(&bytes)?;
            if !shared.is_json() {
                output::note(&format!("{} written ({} kB)", path.display(), bytes.len() / 1000));
            }
        }
        Ok(match ended {
            _ if wrong => Status::Wrong,
            record::Ending::AllArrived => Status::Done,
            record::Ending::NoPath => Status::NoPath,
            record::Ending::OutOfTicks => Status::Stopped,
        })
    }

    fn read(&self) -> Result<Simulation, Failure> {
        if self.scenario != Path::new("-") {
            return simulation::read_file(&self.scenario).map_err(no_scenario);
        }
        let unreadable = |error: MapError| match error.file() {
            Some(_) => Failure::from(error),
            None => error.in_file("standard input").into(),
        };
        let mut bytes = Vec::new();
        let mut stdin = std::io::stdin().lock().take(simulation::MAX_BYTES + 1);
        stdin.read_to_end(&mut bytes).map_err(|error| unreadable(error.into()))?;
        // What it names is looked for where the user is.
        simulation::read(&bytes, Some(Path::new("")), Limits::default()).map_err(unreadable)
    }
}

/// A simulation that runs.
struct Run<'a> {
    simulation: &'a Simulation,
    world: World,
    units: Vec<UnitId>,
    /// Which of its goals each unit is sent to next.
    next_goal: Vec<usize>,
    record: Record,
    film: Option<Film>,
    judge: Option<Judge>,
    /// How often the report may still ask why there is no path.
    whys_left: usize,
}

impl Run<'_> {
    fn no_unit_can_go_on(&self) -> bool {
        self.record.no_unit_can_go_on(&self.world, &self.units)
    }

    /// Lets a tick pass. Whether anything moved or changed.
    fn tick(&mut self, number: u64) -> Result<bool, Failure> {
        for edit in self.simulation.edits_at(number) {
            self.world.edit(edit)?;
        }
        self.world.tick(self.simulation.budget);
        if let Some(judge) = &mut self.judge {
            judge.tick(&self.world);
        }
        if let Some(film) = &mut self.film {
            film.tick(&self.world);
        }
        let tick = self.world.last_tick();
        self.record.tick(tick);
        let busy = tick.events.iter().any(|event| {
            matches!(
                event,
                WorldEvent::Moves { .. } | WorldEvent::Edited { .. } | WorldEvent::Planned { .. }
            )
        });
        let arrived: Vec<UnitId> = tick.events.iter().filter_map(arrived).collect();
        for unit in arrived {
            let i = unit.index();
            let orders = &self.simulation.units[i];
            let next = match orders.goals.get(self.next_goal[i]) {
                Some(goal) => Some((goal, self.next_goal[i] + 1)),
                None if orders.repeat => orders.goals.first().map(|goal| (goal, 1)),
                None => None,
            };
            match next {
                Some((&goal, after)) => {
                    self.next_goal[i] = after;
                    self.world.send(unit, goal)?;
                }
                None => self.record.done(unit),
            }
        }
        self.ask_why(number)?;
        Ok(busy)
    }

    /// Asks why there is no path for the units that found none in this tick.
    fn ask_why(&mut self, tick: u64) -> Result<(), Failure> {
        let new = self.record.replans.iter_mut().rev().take_while(|replan| replan.tick == tick);
        let stranded = new.filter(|replan| replan.state == PlanState::NoPath && !replan.around);
        for replan in stranded.take(self.whys_left) {
            self.whys_left -= 1;
            replan.why = self.world.why_not(replan.unit)?.map(|why| why.to_string());
        }
        Ok(())
    }
}

fn arrived(event: &WorldEvent) -> Option<UnitId> {
    match event {
        WorldEvent::Arrived { unit, .. } => Some(*unit),
        _ => None,
    }
}

fn is_gif(path: &Path) -> Result<(), Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("gif") => Ok(()),
        _ => Err(Failure::Input(format!(
            "{}: unknown kind of animation: expected a name that ends in .gif",
            path.display()
        ))),
    }
}

fn no_scenario(error: MapError) -> Failure {
    match (error.file(), error.problem()) {
        (Some(file), Problem::Io(cause)) if cause.kind() == ErrorKind::NotFound => {
            Failure::Input(format!(
                "{}: no such file: expected a scenario (.toml); examples/scenarios/ has some",
                file.display()
            ))
        }
        _ => error.into(),
    }
}

fn progress(length: u64, what: &str) -> ProgressBar {
    if !output::shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {percent:>3}% {eta:>4} left  {pos} {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style).with_message(what.to_owned())
}
