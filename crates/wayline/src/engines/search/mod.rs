//! The searches. Each file holds one loop, or a family of them, over any [`Problem`].
//!
//! A loop is started once and advanced until it is done. Everything it knows between two advances
//! lies in the workspace, so a search can be run in slices, and a loop needs no memory of its own.

mod any_angle;
mod batch;
mod best_first;
mod bidirectional;
mod blind;
pub(crate) mod iterative;
pub(crate) mod jump;
pub(crate) mod naive;
mod on_graph;
mod on_grid;
mod on_states;
pub(crate) mod plain_grid;
mod prepared;
pub(crate) mod problem;
mod reach;
mod registry;
mod resumable;
pub(crate) mod weighted_grid;

pub(crate) use crate::question::algorithm::Algorithm;
pub use batch::batch;
pub use reach::{Reached, reach};
pub use resumable::Search;

use crate::engines::asked::Searchable;
use crate::engines::search::problem::{Facts, Problem};
use crate::engines::workspace::{Core, Found, Workspace};
use crate::kernel::cost::Cost;
pub(crate) use crate::kernel::limits::Brakes;
use crate::question::answer::{Answer, Guarantee, Limit, Outcome, Stats};
use crate::question::observe::{Observer, Watch};
use crate::question::query::{Goals, Query};
use crate::question::settings::{Settings, Stop};
use crate::spaces::error::QueryError;
use iterative::Deepening;
use std::time::{Duration, Instant};

/// Answers a query put to anything: a grid, a graph, an index, a body's map, states of your own.
///
/// ```
/// use wayline::{search, Grid, Query, Workspace};
///
/// let grid = Grid::from_rows(["..#.", "..#.", "...."])?;
/// let mut work = Workspace::new();
/// let answer = search(&grid, &Query::new((0, 0), (3, 0)), &mut work)?;
/// println!("{}: {} in {} steps", answer.outcome, answer.cost, answer.steps());
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn search<'w, S: Searchable>(
    space: &S,
    query: &Query<'_, S::State, S::Goal>,
    work: &'w mut Workspace,
) -> Result<Answer<'w, S::State>, QueryError> {
    answer(space, query, work, None)
}

/// Answers a query while an observer watches.
///
/// ```
/// use wayline::{search_watched, Grid, Query, Recorder, Workspace};
///
/// let grid = Grid::new(4, 4)?;
/// let mut seen = Recorder::default();
/// search_watched(&grid, &Query::new((0, 0), (3, 3)), &mut Workspace::new(), &mut seen)?;
/// assert!(!seen.events().is_empty());
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn search_watched<'w, S: Searchable>(
    space: &S,
    query: &Query<'_, S::State, S::Goal>,
    work: &'w mut Workspace,
    observer: &mut dyn Observer,
) -> Result<Answer<'w, S::State>, QueryError> {
    answer(space, query, work, Some(observer))
}

fn answer<'w, S: Searchable>(
    space: &S,
    query: &Query<'_, S::State, S::Goal>,
    work: &'w mut Workspace,
    observer: Option<&mut dyn Observer>,
) -> Result<Answer<'w, S::State>, QueryError> {
    check_ends(query)?;
    let slice = Slice::new(true, u64::MAX, query.settings.limits.time);
    let ended = space.advance(query, work, observer, slice)?;
    let ended = ended.expect("a search without a pause comes to an end");
    Ok(space.answer(work, ended))
}

/// Whether a query has both ends.
pub(crate) fn check_ends<S: Clone, G: Clone>(query: &Query<'_, S, G>) -> Result<(), QueryError> {
    if query.starts.as_slice().is_empty() {
        return Err(QueryError::NoStart);
    }
    match &query.goals {
        Goals::Everywhere => Err(QueryError::NoGoal),
        Goals::States(goals) if goals.as_slice().is_empty() => Err(QueryError::NoGoal),
        _ => Ok(()),
    }
}

/// Which part of a search is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    /// It starts here; otherwise it goes on with what lies in the workspace.
    pub(crate) fresh: bool,
    /// It pauses after this many expansions.
    pub(crate) expansions: u64,
    /// When it started, where the time is limited: before anything is derived from the space.
    pub(crate) started: Option<Instant>,
}

impl Slice {
    pub(crate) fn new(fresh: bool, expansions: u64, limit: Option<Duration>) -> Slice {
        // The clock is not even looked at unless a time was set: some platforms have none.
        Slice { fresh, expansions, started: limit.map(|_| Instant::now()) }
    }
}

/// How a search ended: an answer without the path, which lies in the workspace.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    pub(crate) outcome: Outcome,
    pub(crate) cost: Cost,
    pub(crate) guarantee: Guarantee,
    pub(crate) algorithm: Algorithm,
    pub(crate) stats: Stats,
}

/// What a search knows about itself between two advances.
#[derive(Default)]
pub(crate) struct Run {
    stats: Stats,
    /// States on the open list now.
    open: u64,
    /// Something was left out because it would cost too much.
    cut_by_cost: bool,
    /// The closest state so far: nearness, cost, node.
    closest: Option<(Cost, Cost, u32)>,
    /// How many goals are still to be settled.
    goals_left: usize,
    /// Keep the settled nodes, in order?
    keeps_settled: bool,
    settled: Vec<u32>,
    /// Where two searches met, and what the path through there costs.
    met: Option<(Cost, u32)>,
    spent: Duration,
}

impl Run {
    fn begin(&mut self) {
        let mut settled = std::mem::take(&mut self.settled);
        settled.clear();
        *self = Run { settled, goals_left: 1, ..Run::default() };
    }

    pub(crate) fn stats(&self) -> Stats {
        self.stats
    }

    /// Counts a state that was put on the open list.
    #[inline]
    fn opened(&mut self, reopened: bool, grows: bool) {
        self.stats.generated += 1;
        self.stats.reopened += u64::from(reopened);
        self.open += u64::from(grows);
    }

    /// Notes how long the open list has become. While moves are looked at it only grows, so once
    /// after them is enough.
    #[inline]
    fn measured(&mut self) {
        self.stats.largest_open = self.stats.largest_open.max(self.open);
    }

    /// Remembers the closest state: least nearness, then least cost, then least number.
    #[inline]
    fn note_closest(&mut self, nearness: Cost, g: Cost, node: u32) {
        let candidate = (nearness, g, node);
        if self.closest.is_none_or(|closest| candidate < closest) {
            self.closest = Some(candidate);
        }
    }

    /// What an empty open list means.
    fn exhausted(&self) -> Outcome {
        if self.cut_by_cost { Outcome::Stopped(Limit::Cost) } else { Outcome::Unreachable }
    }
}

/// Whether a loop is done.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    Paused,
    Done(Outcome),
}

/// What a loop works with.
struct Task<'t, P: Problem, V> {
    problem: &'t mut P,
    facts: Facts,
    settings: Settings<'t>,
    core: &'t mut Core,
    deepening: &'t mut Deepening<P::State>,
    watch: &'t mut V,
    brakes: Brakes<'t>,
    /// The cost of the path, once there is one. The path itself is the core's trail, or the
    /// deepening's stack.
    cost: Cost,
    /// The trail is made of waypoints that see each other.
    any_angle: bool,
}

/// A search algorithm: when it can be used, what is certain of its path, and a loop over any problem.
trait Loop {
    /// Why the algorithm cannot be used on this problem, if it cannot.
    fn refuses(_facts: &Facts, _settings: &Settings) -> Option<&'static str> {
        None
    }
    /// What is certain about a path it finds.
    fn guarantee(facts: &Facts, settings: &Settings) -> Guarantee;
    fn begin<P: Problem, V: Watch>(_task: &mut Task<'_, P, V>) {
        unreachable!("it has an engine of its own, and refuses problems that are not for that")
    }
    fn advance<P: Problem, V: Watch>(_task: &mut Task<'_, P, V>) -> Step {
        unreachable!("it has an engine of its own, and refuses problems that are not for that")
    }
}

/// Optimal where an admissible estimate and the exact stop rule make it so.
fn optimal_if(holds: bool) -> Guarantee {
    if holds { Guarantee::Optimal } else { Guarantee::Nothing }
}

/// What is certain about a path, by what the engine knows or else by what was declared.
fn guarantee(algorithm: Algorithm, facts: &Facts, settings: &Settings) -> Guarantee {
    match algorithm.guarantee(facts, settings) {
        Guarantee::Nothing if facts.declared => {
            let believed = Facts { admissible: true, ..*facts };
            match algorithm.guarantee(&believed, settings) {
                Guarantee::Optimal => Guarantee::Declared,
                _ => Guarantee::Nothing,
            }
        }
        known => known,
    }
}

/// Chooses an algorithm.
fn choose(facts: &Facts, settings: &Settings) -> Algorithm {
    match settings.algorithm {
        // Two small circles are less than a large one, where nothing points the way.
        Algorithm::Auto
            if !facts.informed
                && facts.backward
                && facts.goals_known
                && !settings.closest
                && settings.stop == Stop::Settled =>
        {
            Algorithm::Bidirectional
        }
        // Unless an open list was asked for, which it has no use for.
        Algorithm::Auto
            if facts.jumps_pay
                && settings.open.is_none()
                && Algorithm::Jps.refuses(facts, settings).is_none() =>
        {
            Algorithm::Jps
        }
        Algorithm::Auto => Algorithm::AStar,
        named => named,
    }
}

/// A query about to be answered: what is known about it, and by which algorithm.
#[derive(Clone, Copy)]
pub(crate) struct Order<'a> {
    pub(crate) facts: Facts,
    pub(crate) settings: Settings<'a>,
    pub(crate) algorithm: Algorithm,
}

impl<'a> Order<'a> {
    /// Chooses the algorithm; an error if it cannot answer the question.
    pub(crate) fn new(facts: Facts, settings: Settings<'a>) -> Result<Order<'a>, QueryError> {
        let settings = Settings { ties: settings.ties.or(Some(facts.ties)), ..settings };
        let algorithm = choose(&facts, &settings);
        match algorithm.refuses(&facts, &settings) {
            Some(why) => Err(QueryError::Unsupported { algorithm: algorithm.name(), why }),
            None => Ok(Order { facts, settings, algorithm }),
        }
    }

    /// Runs an engine on it; `None` when that pauses.
    pub(crate) fn run<S: Clone>(
        &self,
        core: &mut Core,
        found: &mut Found<S>,
        slice: Slice,
        engine: &mut impl Engine<S>,
    ) -> Option<Ended> {
        let Order { facts, settings, algorithm } = *self;
        found.clear();
        core.trail.clear();
        if slice.fresh {
            core.run.begin();
        }
        let max_expansions =
            settings.limits.expansions.or(algorithm.info().cap).unwrap_or(u64::MAX);
        let deadline = settings.limits.deadline(slice.started, core.run.spent);
        let pause_at = core.run.stats.expanded.saturating_add(slice.expansions);
        let limits = settings.limits;
        let brakes = Brakes { limits, pause_at, max_expansions, deadline };
        let hopeless = facts.hopeless && settings.shortcut && !settings.closest;
        let (step, cost) = if hopeless {
            (Step::Done(Outcome::Unreachable), Cost::INFINITE)
        } else {
            if slice.fresh {
                engine.begin(core);
            }
            engine.advance(core, brakes)
        };
        if let Some(started) = slice.started {
            core.run.spent += started.elapsed();
        }
        let Step::Done(mut outcome) = step else { return None };
        let full = engine.is_full();
        if full && outcome == Outcome::Unreachable {
            outcome = Outcome::Stopped(Limit::States);
        }
        // What was not started has nothing to write, but what an earlier search left.
        if !hopeless {
            engine.write_path(core, found);
        }
        let guarantee = match outcome {
            // Of costs too large to be kept, none is known to be the least.
            Outcome::Found if !full && !cost.is_infinite() => {
                guarantee(algorithm, &facts, &settings)
            }
            _ => Guarantee::Nothing,
        };
        Some(Ended { outcome, cost, guarantee, algorithm, stats: core.run.stats })
    }
}

/// What answers an [`Order`]: a loop, and what it runs on. Everything it knows between two advances
/// lies in the workspace.
pub(crate) trait Engine<S> {
    fn begin(&mut self, core: &mut Core);
    /// Goes on until it is done or paused, and says what the path costs, if there is one.
    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost);
    /// Writes down the path that was found, in states.
    fn write_path(&mut self, core: &Core, found: &mut Found<S>);
    /// Whether states were left out because there were no numbers left.
    fn is_full(&self) -> bool {
        false
    }
}

/// Any algorithm of the registry, on any problem.
pub(crate) struct General<'a, P: Problem, V> {
    pub(crate) order: &'a Order<'a>,
    pub(crate) problem: P,
    pub(crate) deepening: &'a mut Deepening<P::State>,
    pub(crate) watch: &'a mut V,
    any_angle: bool,
}

impl<'a, P: Problem, V: Watch> General<'a, P, V> {
    pub(crate) fn new(
        order: &'a Order<'a>,
        problem: P,
        deepening: &'a mut Deepening<P::State>,
        watch: &'a mut V,
    ) -> Self {
        General { order, problem, deepening, watch, any_angle: false }
    }

    fn task<'t>(&'t mut self, core: &'t mut Core, brakes: Brakes<'t>) -> Task<'t, P, V> {
        let Order { facts, settings, .. } = *self.order;
        let (problem, deepening, watch) =
            (&mut self.problem, &mut *self.deepening, &mut *self.watch);
        let (cost, any_angle) = (Cost::INFINITE, false);
        Task { problem, facts, settings, core, deepening, watch, brakes, cost, any_angle }
    }
}

impl<P: Problem, V: Watch> Engine<P::State> for General<'_, P, V> {
    fn begin(&mut self, core: &mut Core) {
        if self.order.settings.settle_all {
            let goals = self.problem.ends().goals.len();
            core.run.goals_left = if goals == 0 { usize::MAX } else { goals };
            core.run.keeps_settled = true;
        }
        #[cfg(test)]
        crate::question::heuristic::tests::look(&mut self.problem, &self.order.facts);
        let (algorithm, limits) = (self.order.algorithm, self.order.settings.limits);
        // Nothing is expanded before it starts.
        let brakes = Brakes { limits, pause_at: 0, max_expansions: 0, deadline: None };
        algorithm.begin(&mut self.task(core, brakes));
    }

    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost) {
        let algorithm = self.order.algorithm;
        let mut task = self.task(core, brakes);
        let step = algorithm.advance(&mut task);
        let (cost, any_angle) = (task.cost, task.any_angle);
        self.any_angle = any_angle;
        (step, cost)
    }

    fn write_path(&mut self, core: &Core, found: &mut Found<P::State>) {
        let (problem, path) = (&self.problem, &mut found.path);
        if self.order.algorithm == Algorithm::Ida {
            self.deepening.copy_path(path);
        } else if self.any_angle {
            found.waypoints.extend(core.trail.iter().map(|&node| problem.state(node)));
            for pair in core.trail.windows(2) {
                problem.along(pair[0], pair[1], |node| {
                    let state = problem.state(node);
                    if path.last() != Some(&state) {
                        path.push(state);
                    }
                });
            }
            if let [only] = core.trail[..] {
                path.push(problem.state(only));
            }
        } else {
            path.extend(core.trail.iter().map(|&node| problem.state(node)));
        }
    }

    fn is_full(&self) -> bool {
        self.problem.is_full()
    }
}
