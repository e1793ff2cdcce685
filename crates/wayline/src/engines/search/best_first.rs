//! Best-first search: A*, Dijkstra, weighted A* and greedy search are one loop.
//!
//! The loop takes the state with the least f off the open list and looks at its moves. A state
//! that is reached more cheaply than before is put (back) on the list. What f is makes the
//! algorithm:
//!
//! | | f | the path |
//! | --- | --- | --- |
//! | Dijkstra | g | optimal |
//! | A* | g + h | optimal if h never overestimates |
//! | weighted | g + w·h | at most w times the optimum, if h never overestimates |
//! | greedy | h | no promise |
//!
//! where g is the cost from the start and h the estimate to the goal. Closed states are reopened
//! when a cheaper path to them appears, so h may be inconsistent (weighted A* with a consistent h does
//! without, greedy search keeps the first path). The invariant behind the proof:
//! until the goal is taken, some state on an optimal path is open with its optimal g, so no goal
//! with a larger g can be taken first.
//!
//! ```text
//!   start  o o o o        o closed    + open
//!          o o o o +
//!          o o o + .
//!          + + + . . goal
//! ```
//!
//! O(m log n) for n states and m moves with a consistent estimate; with an inconsistent one each
//! state may be expanded many times (exponentially often in the worst case). Use A* by default,
//! Dijkstra when there is no estimate or many goals, weighted when a bounded loss buys speed,
//! greedy when any path will do. Do not use them for implicit spaces that do not fit in memory: see
//! IDA*.
//!
//! References: E. W. Dijkstra, "A note on two problems in connexion with graphs" (1959); P. E.
//! Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost
//! paths" (1968); I. Pohl, "Heuristic search viewed as path finding in a graph" (1970).

use super::{Brakes, Loop, Run, Step, Task, optimal_if};
use crate::engines::search::problem::{Facts, Problem};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::open::{Frontier, Key, Recorded};
use crate::kernel::records::{Reach, Updates};
use crate::kernel::trail::trace_back;
use crate::question::answer::{Guarantee, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::open_list::{Open, TieRule};
use crate::question::settings::{Settings, Stop, Ties};

/// What the open list is ordered by.
trait Rule: Copy {
    /// When a cheaper path to a state counts.
    fn updates(self) -> Updates;
    /// The key of a state that is put on the list after this many others.
    fn key(self, g: Cost, h: Cost, node: u32, puts: u64) -> Key;
}

/// f = g + h. With an estimate of zero this is Dijkstra's algorithm.
#[derive(Clone, Copy)]
struct Sum(TieRule);

impl Rule for Sum {
    #[inline]
    fn updates(self) -> Updates {
        Updates::Always
    }
    #[inline]
    fn key(self, g: Cost, h: Cost, node: u32, puts: u64) -> Key {
        Key::new(g + h, self.0.tie(g, puts), node)
    }
}

/// f = g + w·h, with w in 65,536ths.
#[derive(Clone, Copy)]
struct WeightedSum(TieRule, u32, Updates);

impl Rule for WeightedSum {
    #[inline]
    fn updates(self) -> Updates {
        self.2
    }
    #[inline]
    fn key(self, g: Cost, h: Cost, node: u32, puts: u64) -> Key {
        Key::new(g + h.scaled(self.1, 16), self.0.tie(g, puts), node)
    }
}

/// f = h.
#[derive(Clone, Copy)]
struct EstimateOnly(TieRule);

impl Rule for EstimateOnly {
    #[inline]
    fn updates(self) -> Updates {
        Updates::Never
    }
    #[inline]
    fn key(self, g: Cost, h: Cost, node: u32, puts: u64) -> Key {
        Key::new(h, self.0.tie(g, puts), node)
    }
}

/// One of the three, as one type: where code is fetched over a network, there is one loop for all.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy)]
enum AnyRule {
    Sum(Sum),
    WeightedSum(WeightedSum),
    EstimateOnly(EstimateOnly),
}

#[cfg(target_arch = "wasm32")]
impl Rule for AnyRule {
    #[inline]
    fn updates(self) -> Updates {
        match self {
            AnyRule::Sum(rule) => rule.updates(),
            AnyRule::WeightedSum(rule) => rule.updates(),
            AnyRule::EstimateOnly(rule) => rule.updates(),
        }
    }
    #[inline]
    fn key(self, g: Cost, h: Cost, node: u32, puts: u64) -> Key {
        match self {
            AnyRule::Sum(rule) => rule.key(g, h, node, puts),
            AnyRule::WeightedSum(rule) => rule.key(g, h, node, puts),
            AnyRule::EstimateOnly(rule) => rule.key(g, h, node, puts),
        }
    }
}

/// The rule as the type that loops are compiled for.
#[cfg(target_arch = "wasm32")]
macro_rules! rule {
    ($kind:ident, $($part:expr),*) => { AnyRule::$kind($kind($($part),*)) };
}
#[cfg(not(target_arch = "wasm32"))]
macro_rules! rule {
    ($kind:ident, $($part:expr),*) => { $kind($($part),*) };
}

/// Calls a function with the frontier that the query asks for.
macro_rules! with_frontier {
    ($task:expr, $rule:expr, $call:ident) => {{
        let rule = $rule;
        let open = $task.settings.open.unwrap_or(Open::Bucket);
        let core = &mut *$task.core;
        let (records, run, trail) = (&mut core.records, &mut core.run, &mut core.trail);
        let mut parts = Parts {
            problem: &mut *$task.problem,
            run,
            trail,
            cost: &mut $task.cost,
            settings: $task.settings,
            facts: $task.facts,
            brakes: $task.brakes,
            watch: &mut *$task.watch,
        };
        match open {
            Open::Array => $call(&mut parts, &mut core.array, rule),
            Open::NodeArray => {
                $call(&mut parts, &mut Recorded { records, queue: &mut core.linear }, rule)
            }
            Open::Heap => $call(&mut parts, &mut Recorded { records, queue: &mut core.heap }, rule),
            Open::Pairing => {
                $call(&mut parts, &mut Recorded { records, queue: &mut core.pairing }, rule)
            }
            // A stack for each f, where few differ and the newest is wanted first. Without an
            // estimate f is g, and every ring around the start has another.
            Open::Bucket
                if $task.facts.few_costs
                    && $task.facts.informed
                    && $task.settings.ties == Some(Ties::Newest) =>
            {
                $call(&mut parts, &mut Recorded { records, queue: &mut core.classes }, rule)
            }
            Open::Bucket => {
                $call(&mut parts, &mut Recorded { records, queue: &mut core.bucket }, rule)
            }
        }
    }};
}

/// A task without its frontier.
struct Parts<'p, 't, P, V> {
    problem: &'p mut P,
    run: &'p mut Run,
    trail: &'p mut Vec<u32>,
    cost: &'p mut Cost,
    settings: Settings<'t>,
    facts: Facts,
    brakes: Brakes<'t>,
    watch: &'p mut V,
}

fn begin<P: Problem, F: Frontier, R: Rule, V: Watch>(
    parts: &mut Parts<'_, '_, P, V>,
    frontier: &mut F,
    rule: R,
) {
    let Parts { problem, run, facts, watch, .. } = parts;
    let ends = problem.ends();
    let first = ends.starts.iter();
    let first = first.map(|&start| rule.key(Cost::ZERO, problem.estimate(start), 0, 0));
    let least = first.map(Key::f).min().unwrap_or(Cost::ZERO);
    frontier.begin(problem.nodes(), least, facts.longest_step);
    for &node in &ends.avoid {
        frontier.avoid(node);
    }
    for &start in &ends.starts {
        frontier.forget(start);
    }
    for &start in &ends.starts {
        let how = frontier.reach(start, Cost::ZERO, NONE, rule.updates());
        if how != Reach::Pointless {
            let puts = run.stats.generated;
            let key = rule.key(Cost::ZERO, problem.estimate(start), start, puts);
            frontier.put(key, how);
            run.opened(false, true);
            notify(*watch, EventKind::Generate, start, NONE, Cost::ZERO, key.f());
        }
    }
    run.measured();
}

fn advance<P: Problem, F: Frontier, R: Rule, V: Watch>(
    parts: &mut Parts<'_, '_, P, V>,
    frontier: &mut F,
    rule: R,
) -> Step {
    let settings = parts.settings;
    // With an admissible estimate a state can be left out as soon as g + h is too much.
    let most = settings.limits.cost.unwrap_or(Cost::INFINITE);
    let (cuts, cuts_early) = (settings.limits.cost.is_some(), parts.facts.admissible);
    let stop_early = settings.stop == Stop::Generated;
    let outcome = loop {
        let Parts { problem, run, brakes, watch, .. } = &mut *parts;
        if run.stats.expanded >= brakes.pause_at {
            return Step::Paused;
        }
        let Some(taken) = frontier.take() else { break (parts.run.exhausted(), None) };
        let (node, g, f) = (taken.key.node(), taken.g, taken.key.f());
        run.open -= 1;
        if problem.is_goal(node) {
            run.goals_left = run.goals_left.wrapping_sub(1);
            if run.goals_left == 0 {
                if run.keeps_settled {
                    run.settled.push(node);
                }
                break (Outcome::Found, Some(node));
            }
        }
        if let Some(limit) = brakes.stopped(run.stats.expanded) {
            frontier.put_back(taken);
            run.open += 1;
            break (Outcome::Stopped(limit), None);
        }
        if run.keeps_settled {
            run.settled.push(node);
        }
        if settings.closest {
            run.note_closest(problem.nearness(node), g, node);
        }
        run.stats.expanded += 1;
        notify(*watch, EventKind::Expand, node, taken.parent, g, f);
        // Counted here and added up once: these are what a search spends its time on.
        let (mut puts, mut cheaper, mut reopened) = (run.stats.generated, 0, 0);
        let mut seen_goal = None;
        problem.expand(node, taken.parent, |problem, next, cost| {
            let g = g + cost;
            if cuts {
                let h = if cuts_early { problem.estimate(next) } else { Cost::ZERO };
                if g + h > most {
                    run.cut_by_cost = true;
                    return;
                }
            }
            let how = frontier.reach(next, g, node, rule.updates());
            if how == Reach::Pointless {
                return;
            }
            let key = rule.key(g, problem.estimate(next), next, puts);
            frontier.put(key, how);
            puts += 1;
            cheaper += u64::from(how == Reach::Cheaper);
            reopened += u64::from(how == Reach::Reopened);
            let kind = if how == Reach::New { EventKind::Generate } else { EventKind::Update };
            notify(*watch, kind, next, node, g, key.f());
            if stop_early && seen_goal.is_none() && problem.is_goal(next) {
                seen_goal = Some(next);
            }
        });
        run.open += puts - run.stats.generated - cheaper;
        run.stats.reopened += reopened;
        run.stats.generated = puts;
        run.measured();
        notify(*watch, EventKind::Close, node, taken.parent, g, f);
        if seen_goal.is_some() {
            break (Outcome::Found, seen_goal);
        }
    };
    let (outcome, goal) = outcome;
    let closest = parts.run.closest.filter(|_| settings.closest).map(|(_, _, node)| node);
    if let Some(end) = goal.or(closest) {
        *parts.cost = frontier.g(end);
        trace_back(parts.trail, end, |node| frontier.parent(node));
    }
    Step::Done(outcome)
}

/// A*: see [the module](self).
pub(super) struct AStar;

impl Loop for AStar {
    fn guarantee(facts: &Facts, settings: &Settings) -> Guarantee {
        optimal_if(facts.admissible && settings.stop == Stop::Settled)
    }
    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        with_frontier!(task, rule!(Sum, TieRule::of(&task.settings)), begin);
    }
    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        with_frontier!(task, rule!(Sum, TieRule::of(&task.settings)), advance)
    }
}

/// Dijkstra's algorithm is A* on a problem that was posed without an estimate.
pub(super) struct Dijkstra;

impl Loop for Dijkstra {
    fn guarantee(facts: &Facts, settings: &Settings) -> Guarantee {
        AStar::guarantee(facts, settings)
    }
    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        AStar::begin(task);
    }
    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        AStar::advance(task)
    }
}

/// With a consistent estimate closed states need not be reopened: the bound holds without, and it is
/// quicker. (M. Likhachev, G. Gordon, S. Thrun, "ARA*", 2003.)
fn weighted_sum(facts: &Facts, settings: &Settings) -> impl Rule {
    let updates = if facts.consistent { Updates::WhileOpen } else { Updates::Always };
    rule!(WeightedSum, TieRule::of(settings), settings.weight, updates)
}

/// Weighted A*: see [the module](self).
pub(super) struct Weighted;

impl Loop for Weighted {
    fn guarantee(facts: &Facts, settings: &Settings) -> Guarantee {
        match (facts.admissible && settings.stop == Stop::Settled, settings.weight) {
            (false, _) => Guarantee::Nothing,
            (true, 0x10000) => Guarantee::Optimal,
            (true, weight) => Guarantee::Within(weight as f64 / 65536.0),
        }
    }
    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        let rule = weighted_sum(&task.facts, &task.settings);
        with_frontier!(task, rule, begin);
    }
    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        let rule = weighted_sum(&task.facts, &task.settings);
        with_frontier!(task, rule, advance)
    }
}

/// Greedy best-first search: see [the module](self).
pub(super) struct Greedy;

impl Loop for Greedy {
    fn guarantee(_: &Facts, _: &Settings) -> Guarantee {
        Guarantee::Nothing
    }
    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        with_frontier!(task, rule!(EstimateOnly, TieRule::of(&task.settings)), begin);
    }
    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        with_frontier!(task, rule!(EstimateOnly, TieRule::of(&task.settings)), advance)
    }
}
