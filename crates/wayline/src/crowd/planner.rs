//! [`Planner`]: finds a plan for a crowd, and makes it cheaper.

use super::distances::Distances;
use super::error::CrowdError;
use super::guide::Guided;
use super::improve::Improver;
use super::lacam::{Lacam, Progress};
use super::pibt::Setting;
use super::plan::Plan;
use super::roadmap::{NONE, Roadmap};
use crate::kernel::limits::Allowance;
use crate::question::answer::{Limit, Outcome};
use crate::question::settings::Limits;
use crate::spaces::error::End;
use crate::spaces::grid::{Cell, Grid, Moves};
use std::fmt;

/// The most that the tables of distances may take: 4 GiB.
pub(super) const MOST_BYTES: u64 = 1 << 32;
/// The most units for which a plan may be proven the best: beyond that there are too many crowds.
pub(super) const PROVABLE: usize = 16;

/// One unit of a crowd: where it is, and where it is to go.
///
/// ```
/// use wayline::crowd::Unit;
/// let unit = Unit::new((0, 0), (5, 2));
/// assert_eq!(unit.goal, wayline::Cell::new(5, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Unit {
    /// Where it is.
    pub start: Cell,
    /// Where it is to go.
    pub goal: Cell,
}

impl Unit {
    /// A unit that goes from one cell to another.
    pub fn new(start: impl Into<Cell>, goal: impl Into<Cell>) -> Unit {
        Unit { start: start.into(), goal: goal.into() }
    }
}

/// Plans for one crowd on one map: a first plan soon, better ones later.
///
/// A planner keeps what it has learnt, so that [`improve`](Planner::improve) may be called again and again, for as
/// long as there is time. See the [module](super) for an example.
///
/// As a rule, the first plan takes one breadth-first search for each unit, two bits for each unit and cell, and
/// time in proportion to the units for each step of the plan. In the worst case, and to prove that there is no
/// plan, it is exponential, as the problem is.
pub struct Planner {
    setting: Setting,
    lacam: Lacam,
    /// A second opinion, until it has been heard.
    guided: Option<Guided>,
    improver: Option<Improver>,
    threads: usize,
    /// The least that the sum of costs can be, as far as is known.
    bound: u64,
    exhausted: bool,
}

impl Planner {
    /// Plans for units on a grid of four moves.
    ///
    /// # Errors
    ///
    /// If two units share a start or a goal, if one of these is not free or no path joins them, or if the grid is
    /// not plain.
    pub fn new(grid: &Grid, units: &[Unit]) -> Result<Planner, CrowdError> {
        Planner::with_threads(grid, units, 1)
    }

    /// The same, on several threads. The plan does not depend on how many there are.
    ///
    /// # Errors
    ///
    /// As for [`Planner::new`].
    pub fn with_threads(
        grid: &Grid,
        units: &[Unit],
        threads: usize,
    ) -> Result<Planner, CrowdError> {
        check_ground(grid)?;
        let roadmap = Roadmap::new(grid);
        let starts = ends(grid, &roadmap, units, End::Start)?;
        let goals = ends(grid, &roadmap, units, End::Goal)?;
        let (cells, bytes) = (roadmap.len(), Distances::bytes(units.len(), roadmap.len()));
        if bytes > MOST_BYTES {
            let (units, most) = (units.len(), MOST_BYTES);
            return Err(CrowdError::TooLarge { units, cells, bytes, most });
        }
        let pairs: Vec<_> = starts.iter().copied().zip(goals.iter().copied()).collect();
        let distances = Distances::new(&roadmap, &pairs, threads);
        if let Some(unit) = distances.from_start.iter().position(|&far| far == u32::MAX) {
            return Err(CrowdError::Unreachable { unit });
        }
        let bound = distances.from_start.iter().map(|&far| u64::from(far)).sum();
        let setting = Setting { roadmap, distances, starts, goals, guide: None };
        let guided = Guided::new(&setting, threads);
        let lacam = Lacam::new(&setting, 0);
        Ok(Planner { setting, lacam, guided, improver: None, threads, bound, exhausted: false })
    }

    /// Searches for a first plan. The outcome is found, unreachable (it is proved that no plan exists), or stopped
    /// by a limit; if called again, it goes on from there. Expansions are steps of single units. Every crowd that
    /// was seen is kept, at six bytes for each unit, up to 6 GB; then the search stops with [`Limit::States`].
    ///
    /// [`Limits::cost`] is ignored.
    pub fn find(&mut self, limits: &Limits) -> Outcome {
        let mut allowance = Allowance::new(limits);
        while self.improver.is_none() {
            if self.exhausted {
                return Outcome::Unreachable;
            }
            // A step of all units is the least that can be done.
            let allowed = match allowance.portion(self.setting.units() as u64) {
                Ok(allowed) => allowed,
                Err(limit) => return Outcome::Stopped(limit),
            };
            let mut left = allowed;
            match self.lacam.advance(&self.setting, &mut left) {
                Progress::Better => self.adopt(paths_of(&self.lacam, &self.setting)),
                Progress::Exhausted => self.exhausted = true,
                Progress::Full => return Outcome::Stopped(Limit::States),
                Progress::Paused => {}
            }
            allowance.spend(allowed - left);
        }
        Outcome::Found
    }

    /// Makes the plan cheaper until a limit is reached, which is returned, or until it is proved that no plan
    /// costs less. Without any limit, it may never end. Does nothing before there is a plan.
    pub fn improve(&mut self, limits: &Limits) -> Option<Limit> {
        let mut allowance = Allowance::new(limits);
        while self.sum_of_costs().is_some_and(|cost| cost > self.bound) {
            let allowed = match allowance.portion(0) {
                Ok(allowed) => allowed,
                Err(limit) => return Some(limit),
            };
            allowance.spend(self.improve_once(allowed));
        }
        None
    }

    /// One round of each kind of search; how much work it was.
    fn improve_once(&mut self, allowed: u64) -> u64 {
        if let Some(spent) = self.consult(allowed) {
            return spent;
        }
        let Some(improver) = &mut self.improver else { return 0 };
        let mut left = u64::MAX;
        improver.round(&self.setting, &mut left);
        let spent = u64::MAX - left;
        if self.exhausted || self.setting.units() > PROVABLE {
            return spent;
        }
        self.lacam.only_below(improver.loss(&self.setting));
        let share = spent.min(allowed).max(self.setting.units() as u64);
        let mut left = share;
        match self.lacam.advance(&self.setting, &mut left) {
            Progress::Better => self.adopt(paths_of(&self.lacam, &self.setting)),
            Progress::Exhausted => {
                self.exhausted = true;
                // A unit pays for every step in this sum that it pays for in the other.
                self.bound = self.bound.max(self.lacam.least_loss());
            }
            Progress::Paused | Progress::Full => {}
        }
        spent + (share - left)
    }

    /// First makes a plan along lanes, as far as the allowed work goes. Returns how much work it was, or `None` if
    /// there is nothing more to hear.
    fn consult(&mut self, allowed: u64) -> Option<u64> {
        self.improver.as_ref()?;
        let guided = self.guided.as_mut()?;
        let (spent, progress) = guided.advance(&mut self.setting, allowed);
        if progress != Progress::Paused {
            let found = self.guided.take().filter(|_| progress == Progress::Better);
            if let Some(guided) = found {
                self.adopt(paths_of(guided.lacam(), &self.setting));
            }
        }
        Some(spent)
    }

    /// Takes over what a search over whole crowds has found, if it is better.
    fn adopt(&mut self, paths: Vec<Vec<u32>>) {
        let cost: u64 = paths.iter().map(|path| path.len() as u64 - 1).sum();
        if self.sum_of_costs().is_none_or(|known| cost < known) {
            self.improver = Some(Improver::new(&self.setting, paths, 1, self.threads));
        }
    }

    /// What the plan costs: the sum of the times when units arrive for good.
    pub fn sum_of_costs(&self) -> Option<u64> {
        let paths = self.improver.as_ref()?.paths();
        Some(paths.iter().map(|path| path.len() as u64 - 1).sum())
    }

    /// No plan costs less than this. At first it is what the units would need if each were alone; it rises when a
    /// search has looked at everything.
    pub fn lower_bound(&self) -> u64 {
        self.bound
    }

    /// The best plan found.
    pub fn plan(&self) -> Option<Plan> {
        let paths = self.improver.as_ref()?.paths();
        let cells =
            |path: &Vec<u32>| path.iter().map(|&at| self.setting.roadmap.cell(at)).collect();
        Some(Plan::new(paths.iter().map(cells).collect()))
    }
}

impl fmt::Debug for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner")
            .field("units", &self.setting.units())
            .field("sum_of_costs", &self.sum_of_costs())
            .field("lower_bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// What a search has found: the path of each unit, until it arrives for good.
fn paths_of(lacam: &Lacam, setting: &Setting) -> Vec<Vec<u32>> {
    let steps = lacam.plan();
    let mut paths: Vec<Vec<u32>> =
        (0..setting.units()).map(|unit| steps.iter().map(|cells| cells[unit]).collect()).collect();
    for path in &mut paths {
        let goal = path[path.len() - 1];
        while path.len() > 1 && path[path.len() - 2] == goal {
            path.pop();
        }
    }
    paths
}

pub(super) fn check_ground(grid: &Grid) -> Result<(), CrowdError> {
    if grid.rules().moves != Moves::Four {
        return Err(CrowdError::EightMoves);
    }
    if grid.is_weighted() {
        return Err(CrowdError::NotPlain("terrain"));
    }
    if grid.links().next().is_some() {
        return Err(CrowdError::NotPlain("links"));
    }
    Ok(())
}

/// One end of each unit as a number: free, and no other unit's.
fn ends(grid: &Grid, roadmap: &Roadmap, units: &[Unit], end: End) -> Result<Vec<u32>, CrowdError> {
    let mut owners = vec![NONE; roadmap.len()];
    let mut numbers = Vec::with_capacity(units.len());
    for (unit, asked) in units.iter().enumerate() {
        let cell = if end == End::Start { asked.start } else { asked.goal };
        if !grid.is_free(cell) {
            return Err(CrowdError::NotFree { unit, end, cell });
        }
        let number = roadmap.number(cell);
        let owner = &mut owners[number as usize];
        if *owner != NONE {
            return Err(CrowdError::Shared { first: *owner as usize, second: unit, end, cell });
        }
        *owner = unit as u32;
        numbers.push(number);
    }
    Ok(numbers)
}
