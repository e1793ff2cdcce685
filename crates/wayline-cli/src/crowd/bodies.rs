//! `wayline crowd` for bodies: of one kind at random, or those of a scenario.

use super::{Crowd, Done, Files, body_film, order_file, unwritable};
use crate::body::ends::roomiest;
use crate::dice::Dice;
use crate::failure::Failure;
use crate::{body, interrupt, map_source, output};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use wayline::body::{BodyKind, BodyMap, Goal, Placement, Terrain};
use wayline::crowd::{BodyPlan, BodyPlanner, BodyUnit, CrowdError};
use wayline::{Limit, Outcome, check};
use wayline_maps::simulation;

/// The work spent on a better plan where no limit is given: about a second.
const USUAL_WORK: u64 = 400_000;

/// Who is to go where, on what.
pub(super) struct Bodies {
    pub(super) terrain: Terrain,
    pub(super) kinds: Vec<Arc<BodyKind>>,
    pub(super) units: Vec<BodyUnit>,
}

impl Crowd {
    /// Plans for bodies.
    pub(super) fn plan_bodies(
        &self,
        map: &OsStr,
        is_scenario: bool,
        files: Files,
    ) -> Result<Done, Failure> {
        let asked = match &self.body {
            Some(_) if is_scenario => {
                let map = Path::new(map).display();
                return Err(Failure::Input(format!(
                    "{map}: a scenario says itself which bodies there are; leave --body out"
                )));
            }
            Some(name) => {
                let kind = Arc::new(body::kind(name)?);
                let terrain = map_source::load_terrain(map)?.terrain;
                at_random(terrain, kind, self.wanted()?, self.seed)?
            }
            None => from_scenario(Path::new(map), self.agents)?,
        };
        let Bodies { terrain, kinds, units } = &asked;
        let began = Instant::now();
        let mut planner = match BodyPlanner::with_threads(terrain, kinds, units, self.threads()) {
            Ok(planner) => planner,
            Err(error @ CrowdError::Unreachable { .. }) => {
                output::note(&error.to_string());
                return Ok(Done::apart(units.len(), began, "time units"));
            }
            Err(error) => return Err(Failure::Input(error.to_string())),
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
        let plan = planner.plan();
        let flaw = plan.and_then(|plan| check::body_crowd(terrain, kinds, units, plan).err());
        let write = |plan: &BodyPlan| {
            let order = order_file::of_bodies(kinds, units, plan);
            for (file, path) in
                [(files.plan, &self.output), (files.dependencies, &self.dependencies)]
            {
                if let Some(file) = file {
                    self.write_order(file, path, &order)?;
                }
            }
            if let Some(file) = files.picture {
                let bytes = body_film::draw(&asked, plan).map_err(unwritable(&self.picture))?;
                file.finish(|out| out.write_all(&bytes).map_err(unwritable(&self.picture)))?;
            }
            Ok(())
        };
        let written = plan.map_or(Ok(()), write);
        Ok(Done {
            outcome,
            agents: units.len(),
            makespan: plan.map(BodyPlan::makespan),
            sum: plan.map(BodyPlan::sum_of_costs),
            lower_bound: Some(planner.lower_bound()),
            conflicts: plan.map(|_| usize::from(flaw.is_some())),
            flaw,
            first,
            micros,
            clock,
            measure: "time units",
            written,
        })
    }
}

/// The bodies of a scenario of `simulate`, each with its first goal; one without a goal stays.
fn from_scenario(path: &Path, agents: Option<usize>) -> Result<Bodies, Failure> {
    let simulation = simulation::read_file(path)?;
    let wanted = agents.unwrap_or(simulation.units.len());
    if wanted > simulation.units.len() {
        let (path, found) = (path.display(), simulation.units.len());
        return Err(Failure::Input(format!("--agents {wanted}: {path} has {found}")));
    }
    let units = simulation.units[..wanted].iter().map(|unit| {
        let goal = unit.goals.first().copied().unwrap_or(Goal::At(unit.start));
        BodyUnit::new(unit.kind, unit.start, goal)
    });
    let units = units.collect();
    Ok(Bodies { terrain: simulation.terrain, kinds: simulation.kinds, units })
}

/// Bodies of one kind in the largest part of the map, each where no other starts and goes where no other goes,
/// the same on every machine.
fn at_random(
    terrain: Terrain,
    kind: Arc<BodyKind>,
    agents: usize,
    seed: u64,
) -> Result<Bodies, Failure> {
    let map = BodyMap::new(Arc::clone(&kind), &terrain);
    let name = kind.name();
    let middle = roomiest(&map)
        .ok_or_else(|| Failure::Input(format!("the {name} fits nowhere on this map")))?;
    let (there, back) = (flood(&map, middle, false), flood(&map, middle, true));
    let mut states: Vec<usize> =
        (0..map.states()).filter(|&state| there[state] && back[state]).collect();
    let mut dice = Dice(seed);
    let mut places = || {
        for last in (1..states.len()).rev() {
            states.swap(last, dice.below(last + 1));
        }
        let width = u64::from(terrain.width());
        let mut taken = vec![false; width as usize * terrain.height() as usize];
        let mut found: Vec<Placement> = Vec::new();
        for &state in &states {
            let at = map.placement(state as u32);
            let cells =
                kind.footprint().at(at).map(|(x, y)| (y as u64 * width + x as u64) as usize);
            let cells: Vec<usize> = cells.collect();
            if found.len() < agents && cells.iter().all(|&cell| !taken[cell]) {
                cells.iter().for_each(|&cell| taken[cell] = true);
                found.push(at);
            }
        }
        found
    };
    let (starts, goals) = (places(), places());
    let found = starts.len().min(goals.len());
    if found < agents {
        return Err(Failure::Input(format!(
            "--agents {agents}: at random, the map has room for {found} of the {name}"
        )));
    }
    let units = starts.into_iter().zip(goals).map(|(start, goal)| BodyUnit::new(0, start, goal));
    let units = units.collect();
    Ok(Bodies { terrain, kinds: vec![kind], units })
}

/// Where a body comes from a placement, or from where it comes to it.
fn flood(map: &BodyMap, from: Placement, back: bool) -> Vec<bool> {
    let mut seen = vec![false; map.states()];
    let mut waiting: Vec<u32> = map.state(from).into_iter().collect();
    waiting.iter().for_each(|&state| seen[state as usize] = true);
    while let Some(state) = waiting.pop() {
        let emit = |next: Placement, _: u32, _: usize| {
            if let Some(next) = map.state(next)
                && !std::mem::replace(&mut seen[next as usize], true)
            {
                waiting.push(next);
            }
        };
        match back {
            true => map.for_each_move_back(map.placement(state), emit),
            false => map.for_each_move(map.placement(state), emit),
        }
    }
    seen
}
