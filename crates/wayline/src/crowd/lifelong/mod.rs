//! [`Lifelong`]: units with headings that get one task after another.

mod assigning;
mod lanes;
mod manoeuvres;
mod pushing;
mod quota;
mod streets;
mod tables;
mod tasks;
mod trading;

pub use manoeuvres::Action;

use super::dice::mix;
use super::error::CrowdError;
use super::planner::{MOST_BYTES, check_ground};
use super::roadmap::{NONE, Roadmap};
use crate::body::kind::{Heading, Placement};
use crate::spaces::error::End;
use crate::spaces::grid::{Cell, Grid};
use manoeuvres::Pose;
use pushing::{Pushing, Scene};
use quota::Quota;
use std::fmt;
pub(super) use streets::Streets;
pub(super) use tables::Tables;
use tasks::Tasks;
use trading::Trader;

/// A unit that has not moved for this many steps is stuck.
const STUCK: u64 = 40;
/// After this many, units beside it that have no task get out of its way.
const STUCK_FOR_LONG: u64 = 60;
/// How long a lot drawn by a stuck unit counts, and how many lots there are: long enough to back out of a
/// corridor, or to push another unit out.
const EPOCH: u64 = 24;
const LOTS: u64 = 64;
/// How far away a unit in the way tries to get: farther than it can in one epoch.
const FLIGHT: i32 = 64;

/// A crowd that never rests: tasks come in, units take them, go from stop to stop, and take the next.
///
/// Units take up one cell and have a heading. In each step every unit does an [`Action`]: forward, a quarter turn,
/// or nothing. No two are ever on the same cell, and no two ever change places. A task is a list of stops, visited
/// in order by the unit that takes it. Which unit takes which task is decided here, too: a unit that is free takes
/// one that is near and soon done, and until it has come to the first stop, it trades it with others where that saves
/// ways. Where units stand close, some stay without a task, to make room for others. Where they jam, many rest, and
/// go on later.
///
/// ```
/// use wayline::body::{Heading, Placement};
/// use wayline::crowd::Lifelong;
/// use wayline::{Grid, Moves, Rules};
///
/// let floor = Grid::new(12, 5)?.with_rules(Rules::default().moves(Moves::Four));
/// let starts = [Placement::new(0, 0, Heading::E), Placement::new(11, 4, Heading::W)];
/// let mut robots = Lifelong::new(&floor, &starts)?;
/// for shelf in 0..6 {
///     robots.add_task([(2 * shelf, 2), (2 * shelf, 4)])?;
/// }
/// while robots.finished() < 6 {
///     robots.step();
/// }
/// assert!(robots.steps() < 60);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The work depends only on the questions: the steps are the same on every machine, with any number of threads. As
/// a rule, one step takes time in proportion to the units, and a breadth-first search for each stop that a unit
/// newly heads for. It is not promised that every unit arrives. In practice, crowds keep moving where corridors
/// have no dead ends; units that are stuck draw lots for which goes first, which frees most of them, but not all.
///
/// References: see `pushing.rs`.
pub struct Lifelong {
    streets: Streets,
    tables: Tables,
    tasks: Tasks,
    poses: Vec<Pose>,
    jobs: Vec<Job>,
    pushing: Pushing,
    order: Vec<u32>,
    /// Which units have drawn a lot.
    firm: Vec<bool>,
    /// Units that have not begun a task.
    traders: Vec<Trader>,
    quota: Quota,
    actions: Vec<Action>,
    visits: Vec<Visit>,
    steps: u64,
    finished: u64,
}

/// What a unit is doing.
#[derive(Clone, Copy)]
struct Job {
    /// [`NONE`] for a unit that is free.
    task: u32,
    /// Whether it goes on with it only later, and makes room until then.
    paused: bool,
    /// Which stop of it is next.
    stop: u32,
    /// How far it is from there along the stops that follow.
    rest: i32,
    /// The step in which it moved last.
    moved: u64,
    /// What it has drawn, and until which step that counts.
    lot: i32,
    lot_until: u64,
}

impl Job {
    fn is_at_work(&self) -> bool {
        self.task != NONE && !self.paused
    }
}

/// A unit has come to a stop of its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Visit {
    /// Which unit, from zero.
    pub unit: usize,
    /// Which task, in the order in which they were added.
    pub task: usize,
    /// Which of its stops, from zero.
    pub stop: usize,
}

impl Lifelong {
    /// Units at their starts, without tasks, on a grid of four moves.
    ///
    /// # Errors
    ///
    /// If two of them stand on the same cell, if one stands on a blocked cell, if no path joins them, or if the
    /// grid is not plain.
    pub fn new(grid: &Grid, starts: &[Placement]) -> Result<Lifelong, CrowdError> {
        Lifelong::with_threads(grid, starts, 1)
    }

    /// The same, on several threads. What units do does not depend on how many there are.
    ///
    /// # Errors
    ///
    /// As for [`Lifelong::new`].
    pub fn with_threads(
        grid: &Grid,
        starts: &[Placement],
        threads: usize,
    ) -> Result<Lifelong, CrowdError> {
        check_ground(grid)?;
        let streets = Streets::of_corridors(Roadmap::new(grid));
        let (units, cells) = (starts.len(), streets.len());
        let bytes = Tables::bytes(units, cells);
        if bytes > MOST_BYTES {
            return Err(CrowdError::TooLarge { units, cells, bytes, most: MOST_BYTES });
        }
        let mut taken = vec![NONE; cells];
        let mut poses = Vec::with_capacity(units);
        for (unit, start) in starts.iter().enumerate() {
            let cell = start.cell();
            let number = streets.roadmap.number(cell);
            if number == NONE {
                return Err(CrowdError::NotFree { unit, end: End::Start, cell });
            }
            let first = std::mem::replace(&mut taken[number as usize], unit as u32);
            if first != NONE {
                let (first, second, end) = (first as usize, unit, End::Start);
                return Err(CrowdError::Shared { first, second, end, cell });
            }
            poses.push(Pose::idle(number, start.heading.index() as u8));
        }
        let tasks = Tasks::new(&streets, poses.first().map_or(NONE, |pose| pose.cell));
        if let Some(unit) = poses.iter().position(|pose| !tasks.is_reached(pose.cell)) {
            return Err(CrowdError::Apart { cell: starts[unit].cell() });
        }
        let quota = Quota::new(cells, units);
        Ok(Lifelong {
            tables: Tables::new(&streets, threads),
            tasks,
            pushing: Pushing::new(&streets, &poses, threads),
            streets,
            jobs: vec![
                Job {
                    task: NONE,
                    paused: false,
                    stop: 0,
                    rest: 0,
                    moved: 0,
                    lot: 0,
                    lot_until: 0
                };
                units
            ],
            order: (0..units as u32).collect(),
            firm: vec![false; units],
            traders: Vec::new(),
            quota,
            actions: vec![Action::Wait; units],
            visits: Vec::new(),
            poses,
            steps: 0,
            finished: 0,
        })
    }

    /// Adds a task for any unit that is free: the stops that a unit has to visit, in order. Returns its number.
    ///
    /// # Errors
    ///
    /// If there is no stop, or one that units cannot reach.
    pub fn add_task<C: Into<Cell>>(
        &mut self,
        stops: impl IntoIterator<Item = C>,
    ) -> Result<usize, CrowdError> {
        let number = |cell: C| {
            let cell = cell.into();
            let number = self.streets.roadmap.number(cell);
            let reached = number != NONE && self.tasks.is_reached(number);
            if reached { Ok(number) } else { Err(CrowdError::Apart { cell }) }
        };
        let stops = stops.into_iter().map(number).collect::<Result<Vec<u32>, CrowdError>>()?;
        if stops.is_empty() {
            return Err(CrowdError::NoStops);
        }
        Ok(self.tasks.add(&self.streets, stops) as usize)
    }

    /// Every unit does one action, which is returned for each of them.
    pub fn step(&mut self) -> &[Action] {
        self.hand_out();
        self.rank();
        let Lifelong { streets, tables, poses, pushing, order, firm, steps, .. } = self;
        pushing.pick(Scene { streets, tables, poses, step: *steps, firm }, order);
        self.steps += 1;
        self.visits.clear();
        for unit in 0..self.poses.len() {
            self.act(unit);
        }
        self.pushing.advance();
        &self.actions
    }

    /// Units that are nearly done go first, so that they are soon out of the way, and units without a task last.
    /// Units that are stuck draw lots, and so do units beside them that have nothing else to do than to get out of
    /// their way: sooner or later a unit that can move comes first.
    fn rank(&mut self) {
        for unit in 0..self.units() {
            if self.jobs[unit].lot_until <= self.steps {
                let beside = self.stuck_beside(unit);
                let pose = &mut self.poses[unit];
                (pose.flees, pose.distance) = match beside {
                    NONE => (NONE, pose.distance),
                    table => (table, FLIGHT),
                };
                if beside != NONE || self.is_stuck(unit, STUCK) {
                    let job = &mut self.jobs[unit];
                    job.lot = (mix((unit as u64) << 32 | self.steps) % LOTS) as i32;
                    job.lot_until = self.steps + EPOCH;
                }
            }
            self.firm[unit] = self.jobs[unit].lot_until > self.steps;
        }
        let Lifelong { jobs, poses, order, firm, .. } = self;
        order.sort_unstable_by_key(|&unit| {
            let (job, pose) = (&jobs[unit as usize], &poses[unit as usize]);
            let place = match () {
                () if firm[unit as usize] => job.lot,
                () if pose.table == NONE => i32::MAX,
                () => pose.distance + job.rest,
            };
            (place, unit)
        });
    }

    /// Whether a unit has somewhere to go and has not moved for this many steps.
    fn is_stuck(&self, unit: usize, steps: u64) -> bool {
        let Job { task, moved, paused, .. } = self.jobs[unit];
        task != NONE && !paused && self.steps - moved > steps
    }

    /// If a unit has nowhere to go and stands beside one that is stuck: the table of the stop that the stuck one
    /// heads for.
    fn stuck_beside(&self, unit: usize) -> u32 {
        if self.jobs[unit].is_at_work() {
            return NONE;
        }
        let beside = (0..4).map(|heading| self.streets.ahead(self.poses[unit].cell, heading));
        let others = beside.filter(|&cell| cell != NONE).map(|cell| self.pushing.who(cell));
        let mut stuck =
            others.filter(|&other| other != NONE && self.is_stuck(other as usize, STUCK_FOR_LONG));
        stuck.next().map_or(NONE, |other| self.poses[other as usize].table)
    }

    fn act(&mut self, unit: usize) {
        let (pose, job) = (&mut self.poses[unit], &mut self.jobs[unit]);
        let plan = &self.pushing.plans[unit];
        let before = pose.distance;
        self.actions[unit] = plan.actions[0];
        match plan.actions[0] {
            Action::Forward => {
                if pose.table != NONE {
                    pose.distance += self.tables.change(pose.table, pose.cell, plan.cells[0]);
                }
                pose.cell = plan.cells[0];
                job.moved = self.steps;
            }
            Action::TurnLeft => pose.heading = (pose.heading + 1) & 3,
            Action::TurnRight => pose.heading = (pose.heading + 3) & 3,
            Action::Wait => {}
        }
        if pose.table != NONE && matches!(plan.actions[0], Action::Forward | Action::Wait) {
            self.quota.saw(pose.distance - before);
        }
        if pose.table != NONE && pose.cell == pose.stop {
            let (task, stop) = (job.task as usize, job.stop as usize);
            self.visits.push(Visit { unit, task, stop });
            self.tables.leave(pose.table);
            *pose = Pose::idle(pose.cell, pose.heading);
            (job.stop, job.lot_until) = (job.stop + 1, 0);
            if job.stop as usize == self.tasks.stops(job.task).len() {
                self.tasks.finish(job.task);
                (job.task, job.rest) = (NONE, 0);
                self.finished += 1;
            }
        }
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.poses.len()
    }

    /// Where a unit is; `None` if there are not this many.
    pub fn placement(&self, unit: usize) -> Option<Placement> {
        let pose = self.poses.get(unit)?;
        let Cell { x, y, .. } = self.streets.roadmap.cell(pose.cell);
        Some(Placement::new(x, y, Heading::ALL[usize::from(pose.heading)]))
    }

    /// What every unit did in the last step.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Which task a unit has; `None` for a unit that is free.
    pub fn task(&self, unit: usize) -> Option<usize> {
        let task = self.jobs.get(unit)?.task;
        (task != NONE).then_some(task as usize)
    }

    /// The stops that were visited in the last step, by unit.
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// How many steps were done.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many tasks are done.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// How many tasks no unit has taken yet.
    pub fn waiting(&self) -> usize {
        self.tasks.waiting()
    }
}

impl fmt::Debug for Lifelong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lifelong { steps, finished, .. } = self;
        write!(f, "Lifelong({} units, {steps} steps, {finished} tasks finished)", self.units())
    }
}
