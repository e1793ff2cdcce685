//! `wayline crowd --lifelong`: units that get one task after the other.

use super::league::{self, Instance};
use super::{Crowd, unwritable};
use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output_file::OutputFile;
use crate::prepare::cores;
use crate::table::counted;
use crate::{interrupt, output};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use wayline::body::Placement;
use wayline::check::{Flaw, Steps};
use wayline::crowd::{Action, Lifelong};

/// How many steps are done where nothing says how many.
const USUAL_STEPS: u64 = 1000;

/// What was done.
#[derive(Default)]
struct Done {
    steps: u64,
    finished: u64,
    time: Duration,
    slowest: Duration,
    flaw: Option<Flaw>,
    /// Whether the clock ended it.
    clock: bool,
    record: Record,
}

/// What is written down, where that is asked for.
#[derive(Default)]
struct Record {
    /// The letters of each unit's actions.
    actions: Vec<String>,
    /// When tasks became known, and when stops were visited.
    tasks: Vec<Value>,
    events: Vec<Value>,
}

impl Crowd {
    pub(super) fn run_lifelong(&self, path: &Path, shared: &Shared) -> Result<Status, Failure> {
        let file = self.output.as_deref().map(OutputFile::create).transpose()?;
        let instance = league::read(path, self.agents)?;
        let steps = self.steps.or(instance.steps).unwrap_or(USUAL_STEPS);
        let done = interrupt::heeding(|| self.follow(&instance, steps))??;
        if let Some(flaw) = &done.flaw {
            output::error(&format!("a step is wrong: {flaw}"));
        }
        self.say_lifelong(&instance, &done, shared)?;
        if let Some(file) = file {
            let plan = plan_of(&instance.starts, &done);
            file.finish(|out| {
                serde_json::to_writer(&mut *out, &plan)
                    .map_err(|error| unwritable(&self.output)(error.into()))
            })?;
        }
        Ok(match done {
            Done { flaw: Some(_), .. } => Status::Wrong,
            Done { clock: true, .. } => Status::Stopped,
            _ => Status::Done,
        })
    }

    /// Does all steps, or those that there is time for.
    fn follow(&self, instance: &Instance, steps: u64) -> Result<Done, Failure> {
        let Instance { grid, starts, tasks, known, .. } = instance;
        let refused = |error: wayline::crowd::CrowdError| Failure::Input(error.to_string());
        let threads = self.threads.map_or_else(cores, usize::from);
        let mut crowd = Lifelong::with_threads(grid, starts, threads).map_err(refused)?;
        let mut judge = self.verify.then(|| Steps::new(grid, starts, []));
        let mut done = Done::default();
        let writes = self.output.is_some();
        if writes {
            done.record.actions.resize(starts.len(), String::new());
        }
        let most = self.max_ms.map(Duration::from_millis);
        let (bar, began) = (
            output::progress_bar(steps, "step {human_pos} of {human_len}  {eta} left"),
            Instant::now(),
        );
        let mut next = 0;
        while done.steps < steps && done.flaw.is_none() {
            interrupt::check()?;
            if most.is_some_and(|most| began.elapsed() >= most) {
                done.clock = true;
                break;
            }
            while (next as u64) < crowd.finished() + *known as u64 {
                let stops = &tasks[next % tasks.len()];
                crowd.add_task(stops.iter().copied()).map_err(|error| {
                    let (file, task) = (instance.task_file.display(), next % tasks.len());
                    Failure::Input(format!("{file}: task {task}: {error}"))
                })?;
                if let Some(judge) = &mut judge {
                    judge.add_task(stops.clone());
                }
                if writes {
                    done.record.task(next, done.steps, stops);
                }
                next += 1;
            }
            let start = Instant::now();
            crowd.step();
            let took = start.elapsed();
            (done.time, done.slowest) = (done.time + took, done.slowest.max(took));
            done.steps += 1;
            if let Some(judge) = &mut judge {
                done.flaw = judge.step(crowd.actions(), crowd.visits()).err();
            }
            if writes {
                done.record.step(&crowd);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        done.finished = judge.map_or(crowd.finished(), |judge| judge.finished());
        Ok(done)
    }

    fn say_lifelong(
        &self,
        instance: &Instance,
        done: &Done,
        shared: &Shared,
    ) -> Result<(), Failure> {
        let milliseconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let mean = done.time / u32::try_from(done.steps.max(1)).unwrap_or(u32::MAX);
        if shared.is_json() {
            return output::say_json(&json!({
                "agents": instance.starts.len(),
                "steps": done.steps,
                "finished": done.finished,
                "mean_step_ms": milliseconds(mean),
                "max_step_ms": milliseconds(done.slowest),
                "verified": self.verify.then_some(done.flaw.is_none()),
                "clock": done.clock,
            }));
        }
        let judged = if self.verify { "; judged, no conflicts" } else { "" };
        let late = if done.clock { "; the clock ended it" } else { "" };
        output::say(&format!(
            "{} finished by {} in {}{judged}{late}\n\
             a step takes  {:.2} ms in the mean, {:.1} at most\n",
            counted(done.finished, "task"),
            counted(instance.starts.len() as u64, "unit"),
            counted(done.steps, "step"),
            mean.as_secs_f64() * 1e3,
            done.slowest.as_secs_f64() * 1e3,
        ))
    }
}

impl Record {
    fn task(&mut self, task: usize, step: u64, stops: &[wayline::Cell]) {
        let places: Vec<u32> = stops.iter().flat_map(|stop| [stop.y, stop.x]).collect();
        self.tasks.push(json!([task, step, places]));
    }

    fn step(&mut self, crowd: &Lifelong) {
        for (letters, action) in self.actions.iter_mut().zip(crowd.actions()) {
            if !letters.is_empty() {
                letters.push(',');
            }
            letters.push(match action {
                Action::Forward => 'F',
                Action::TurnRight => 'R',
                Action::TurnLeft => 'C',
                _ => 'W',
            });
        }
        let step = crowd.steps();
        let events = crowd.visits().iter();
        self.events.extend(events.map(|it| json!([step, it.unit, it.task, it.stop])));
    }
}

/// The steps as PlanViz reads them.
fn plan_of(starts: &[Placement], done: &Done) -> Value {
    let start = |it: &Placement| json!([it.y, it.x, it.heading.to_string()]);
    let starts: Vec<Value> = starts.iter().map(start).collect();
    json!({
        "actionModel": "MAPF_T",
        "version": "2024 LoRR",
        "teamSize": starts.len(),
        "start": starts,
        "numTaskFinished": done.finished,
        "makespan": done.steps,
        "actualPaths": done.record.actions,
        "errors": [],
        "tasks": done.record.tasks,
        "events": done.record.events,
    })
}
