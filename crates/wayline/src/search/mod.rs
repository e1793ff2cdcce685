//! Searches: how. Each file holds one loop, or a family of them, over any [`Problem`].
//!
//! A loop is begun once and advanced until it is done. Everything it knows between two advances
//! lies in the workspace, so a search can be run in slices, and a loop needs no memory of its own.

mod any_angle;
pub(crate) mod batch;
mod best_first;
mod bidirectional;
mod blind;
pub(crate) mod iterative;
pub(crate) mod jump;
pub(crate) mod naive;
pub(crate) mod plain_grid;
mod prepared;
mod registry;
mod slices;
mod tree;
pub(crate) mod weighted_grid;

pub use batch::batch;
pub use registry::{Algorithm, AlgorithmInfo, algorithms};
pub use slices::Slices;
pub use tree::{Reached, reach};

use crate::answer::{Answer, Guarantee, Limit, Outcome, Stats};
use crate::cost::Cost;
use crate::error::Error;
use crate::observe::{Observer, watched_by};
use crate::query::{Goals, Query, Settings, Stop};
use crate::space::{Asker, Facts, Problem, Searchable};
use crate::workspace::{Core, Workspace};
use iterative::Deepening;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Answers a query.
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
    query: &Query<'_, S::State>,
    work: &'w mut Workspace<S>,
) -> Result<Answer<'w, S::State>, Error> {
    search_watched(space, query, work, &mut ())
}

/// Answers a query while somebody watches.
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
pub fn search_watched<'w, S: Searchable, V: Observer>(
    space: &S,
    query: &Query<'_, S::State>,
    work: &'w mut Workspace<S>,
    watch: &mut V,
) -> Result<Answer<'w, S::State>, Error> {
    if matches!(query.goals, Goals::Everywhere) {
        return Err(Error::NoGoal);
    }
    let ended = advance(space, query, work, watch, true, u64::MAX)?;
    let ended = ended.expect("a search without pause comes to an end");
    Ok(ended.answer(work))
}

/// Begins or continues a search; `None` when it pauses.
fn advance<S: Searchable, V: Observer>(
    space: &S,
    query: &Query<'_, S::State>,
    work: &mut Workspace<S>,
    watch: &mut V,
    fresh: bool,
    expansions: u64,
) -> Result<Option<Ended>, Error> {
    if query.starts.as_slice().is_empty() {
        return Err(Error::NoStart);
    }
    let Workspace { core, memory, deepening, path, waypoints } = work;
    let settings = query.settings;
    // Before anything is derived from the space. The clock is not even looked at unless a time was
    // set: some platforms have none.
    let started = settings.limits.time.map(|_| Instant::now());
    watched_by(watch, |watch| {
        let ask =
            Ask { settings, started, core, deepening, path, waypoints, watch, fresh, expansions };
        space.pose(query, memory, fresh, ask)?
    })
}

/// How a search ended: an answer but for the path, which lies in the workspace.
#[derive(Clone, Copy)]
struct Ended {
    outcome: Outcome,
    cost: Cost,
    guarantee: Guarantee,
    algorithm: Algorithm,
    stats: Stats,
}

impl Ended {
    fn answer<S: Searchable>(self, work: &Workspace<S>) -> Answer<'_, S::State> {
        let Ended { outcome, cost, guarantee, algorithm, stats } = self;
        let (path, waypoints) = (&work.path[..], &work.waypoints[..]);
        Answer { outcome, cost, path, waypoints, guarantee, algorithm, stats }
    }
}

/// What a search knows of itself between two advances.
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
enum Step {
    Paused,
    Done(Outcome),
}

/// What a loop works with.
struct Task<'t, P: Problem, V> {
    problem: P,
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
    /// The trail is made of the turns of a path along rows, columns and diagonals.
    turns: bool,
}

/// What may interrupt a loop.
#[derive(Clone, Copy)]
struct Brakes<'t> {
    settings: Settings<'t>,
    /// Pause once so many states have been expanded.
    pause_at: u64,
    max_expansions: u64,
    deadline: Option<Instant>,
}

impl Brakes<'_> {
    /// The limit that forbids expanding one more state, if any.
    #[inline]
    fn stopped(&self, expanded: u64) -> Option<Limit> {
        if expanded.is_multiple_of(256) || expanded >= self.max_expansions {
            self.look(expanded)
        } else {
            None
        }
    }

    #[cold]
    fn look(&self, expanded: u64) -> Option<Limit> {
        if expanded >= self.max_expansions {
            return Some(Limit::Expansions);
        }
        self.interrupted()
    }

    fn interrupted(&self) -> Option<Limit> {
        if self.settings.limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Limit::Time);
        }
        None
    }
}

/// A search algorithm: a loop that can be begun, advanced, and vouched for.
trait Loop {
    /// Why the algorithm cannot be used on this problem, if it cannot.
    fn refuses(_facts: &Facts, _settings: &Settings) -> Option<&'static str> {
        None
    }
    /// What is certain about a path it finds.
    fn guarantee(facts: &Facts, settings: &Settings) -> Guarantee;
    fn begin<P: Problem, V: Observer>(task: &mut Task<'_, P, V>);
    fn advance<P: Problem, V: Observer>(task: &mut Task<'_, P, V>) -> Step;
}

/// Optimal where an admissible estimate and the exact stop rule make it so.
fn optimal_if(holds: bool) -> Guarantee {
    if holds { Guarantee::Optimal } else { Guarantee::Nothing }
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
            if settings.open.is_none() && Algorithm::Jps.refuses(facts, settings).is_none() =>
        {
            Algorithm::Jps
        }
        Algorithm::Auto => Algorithm::AStar,
        named => named,
    }
}

/// Runs a loop on a problem.
struct Ask<'a, S, V> {
    settings: Settings<'a>,
    started: Option<Instant>,
    core: &'a mut Core,
    deepening: &'a mut Deepening<S>,
    path: &'a mut Vec<S>,
    waypoints: &'a mut Vec<S>,
    watch: &'a mut V,
    fresh: bool,
    expansions: u64,
}

impl<S: Clone + PartialEq, V: Observer> Asker<S> for Ask<'_, S, V> {
    type Output = Result<Option<Ended>, Error>;

    fn ask<P: Problem<State = S>>(self, problem: P) -> Self::Output {
        let Ask { settings, started, core, deepening, path, waypoints, watch, fresh, expansions } =
            self;
        let facts = problem.facts();
        let settings = Settings { ties: settings.ties.or(Some(facts.ties)), ..settings };
        let algorithm = choose(&facts, &settings);
        if let Some(why) = algorithm.refuses(&facts, &settings) {
            return Err(Error::Unsupported { algorithm: algorithm.name(), why });
        }
        path.clear();
        waypoints.clear();
        if fresh {
            core.run.begin();
        }
        let max_expansions =
            settings.limits.expansions.or(algorithm.info().cap).unwrap_or(u64::MAX);
        let deadline = settings.limits.time.and_then(|time| {
            started.and_then(|now| now.checked_add(time.saturating_sub(core.run.spent)))
        });
        let pause_at = core.run.stats.expanded.saturating_add(expansions);
        let brakes = Brakes { settings, pause_at, max_expansions, deadline };
        let cost = Cost::INFINITE;
        let mut task = Task {
            problem,
            facts,
            settings,
            core,
            deepening,
            watch,
            brakes,
            cost,
            any_angle: false,
            turns: false,
        };
        task.core.trail.clear();
        let step = if facts.hopeless && settings.shortcut && !settings.closest {
            Step::Done(Outcome::Unreachable)
        } else {
            if fresh {
                if settings.settle_all {
                    let goals = task.problem.ends().goals.len();
                    task.core.run.goals_left = if goals == 0 { usize::MAX } else { goals };
                    task.core.run.keeps_settled = true;
                }
                algorithm.begin(&mut task);
            }
            algorithm.advance(&mut task)
        };
        if let Some(started) = started {
            task.core.run.spent += started.elapsed();
        }
        let Step::Done(mut outcome) = step else { return Ok(None) };
        let full = task.problem.is_full();
        if full && outcome == Outcome::Unreachable {
            outcome = Outcome::Stopped(Limit::States);
        }
        let Task { problem, core, deepening, cost, any_angle, turns, .. } = task;
        if algorithm == Algorithm::Ida {
            deepening.copy_path(path);
        } else if turns {
            waypoints.extend(core.trail.iter().map(|&node| problem.state(node)));
            problem.walk_turns(&core.trail, path);
        } else if any_angle {
            waypoints.extend(core.trail.iter().map(|&node| problem.state(node)));
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
        let guarantee = match outcome {
            Outcome::Found if !full => algorithm.guarantee(&facts, &settings),
            _ => Guarantee::Nothing,
        };
        Ok(Some(Ended { outcome, cost, guarantee, algorithm, stats: core.run.stats }))
    }
}
