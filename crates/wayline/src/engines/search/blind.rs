//! Blind search: depth-first and breadth-first. Neither looks at costs.
//!
//! *Breadth-first* finds a path with the fewest steps, which is the cheapest where all steps cost
//! the same. *Depth-first* finds some path, often an absurd one; it is here to be watched. It keeps
//! its own stack, so a path of millions of steps does not end the program. Both O(n + m).
//!
//! ```text
//!  breadth-first      depth-first
//!   3 2 1 2 3          1 2 3 4 5
//!   2 1 s 1 2          8 7 s . 6
//! ```
//!
//! References: E. F. Moore, "The shortest path through a maze" (1959); R. Tarjan, "Depth-first
//! search and linear graph algorithms" (1972).

use super::{Loop, Step, Task, optimal_if};
use crate::engines::search::problem::{Facts, Problem};
use crate::engines::workspace::Waiting;
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::records::Reach;
use crate::kernel::trail::trace_back;
use crate::question::answer::{Guarantee, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::settings::{Settings, Stop};

/// Breadth-first search: see [the module](self).
pub(super) struct BreadthFirst;

/// Depth-first search: see [the module](self).
pub(super) struct DepthFirst;

impl Loop for BreadthFirst {
    fn guarantee(facts: &Facts, _: &Settings) -> Guarantee {
        optimal_if(facts.equal_steps)
    }
    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        begin(task, false);
    }
    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        advance::<{ kind(false) }, P, V>(task, false)
    }
}

impl Loop for DepthFirst {
    fn guarantee(_: &Facts, _: &Settings) -> Guarantee {
        Guarantee::Nothing
    }
    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        begin(task, true);
    }
    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        advance::<{ kind(true) }, P, V>(task, true)
    }
}

fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>, deep: bool) {
    let core = &mut *task.core;
    core.records.begin(task.problem.nodes());
    core.waiting.clear();
    let ends = task.problem.ends();
    for &node in &ends.avoid {
        core.records.avoid(node);
    }
    for &start in &ends.starts {
        core.records.forget(start);
    }
    for &node in &ends.starts {
        // Breadth-first marks a state when it is seen, depth-first when it is visited.
        if deep || core.records.reach(node, Cost::ZERO, NONE) == Reach::New {
            core.waiting.push(Waiting { node, parent: NONE, g: Cost::ZERO });
            core.run.opened(false, true);
            notify(task.watch, EventKind::Generate, node, NONE, Cost::ZERO, Cost::ZERO);
        }
    }
    if deep {
        core.waiting.reverse();
    }
    core.run.measured();
}

/// Which of the two a loop is compiled for: asking at every move takes an eighth more instructions. Where code is
/// fetched over a network there is one loop for both.
const EITHER: u8 = 2;

const fn kind(deep: bool) -> u8 {
    if cfg!(target_arch = "wasm32") { EITHER } else { deep as u8 }
}

fn advance<const KIND: u8, P: Problem, V: Watch>(task: &mut Task<'_, P, V>, deep: bool) -> Step {
    let deep = if KIND == EITHER { deep } else { KIND == kind(true) };
    let Task { problem, settings, core, watch, brakes, .. } = task;
    let most = settings.limits.cost.unwrap_or(Cost::INFINITE);
    let stop_early = settings.stop == Stop::Generated;
    let (records, run, waiting) = (&mut core.records, &mut core.run, &mut core.waiting);
    let (outcome, goal) = loop {
        if run.stats.expanded >= brakes.pause_at {
            return Step::Paused;
        }
        // The queue's front is where expansion and taking have got to: one and the same count,
        // since every state of the queue is expanded once.
        let next = if deep { waiting.pop() } else { next_in_queue(waiting, run.stats.expanded) };
        let Some(taken @ Waiting { node, parent, g }) = next else { break (run.exhausted(), None) };
        if deep && records.reach_once(node, g, parent) == Reach::Pointless {
            run.open -= 1;
            continue;
        }
        if problem.is_goal(node) {
            break (Outcome::Found, Some(node));
        }
        if let Some(limit) = brakes.stopped(run.stats.expanded) {
            if deep {
                records.forget(node);
                waiting.push(taken);
            }
            break (Outcome::Stopped(limit), None);
        }
        run.open -= 1;
        records.close(node);
        run.stats.expanded += 1;
        if settings.closest {
            run.note_closest(problem.nearness(node), g, node);
        }
        notify(*watch, EventKind::Expand, node, parent, g, g);
        let from = waiting.len();
        let mut seen_goal = None;
        problem.expand(node, NONE, |problem, next, cost| {
            let g = g + cost;
            if g > most {
                run.cut_by_cost = true;
                return;
            }
            if deep {
                if records.is_seen(next) {
                    return;
                }
            } else if records.reach_once(next, g, node) == Reach::Pointless {
                return;
            }
            waiting.push(Waiting { node: next, parent: node, g });
            notify(*watch, EventKind::Generate, next, node, g, g);
            if stop_early && seen_goal.is_none() && problem.is_goal(next) {
                seen_goal = Some((next, g));
            }
        });
        let found = (waiting.len() - from) as u64;
        run.stats.generated += found;
        run.open += found;
        if deep {
            // The first move is the first to be followed.
            waiting[from..].reverse();
        }
        run.measured();
        notify(*watch, EventKind::Close, node, parent, g, g);
        if let Some((goal, g)) = seen_goal {
            records.reach_once(goal, g, node);
            break (Outcome::Found, Some(goal));
        }
    };
    let closest = run.closest.filter(|_| settings.closest).map(|(_, _, node)| node);
    if let Some(end) = goal.or(closest) {
        task.cost = records.g(end);
        trace_back(&mut core.trail, end, |node| records.parent(node));
    }
    Step::Done(outcome)
}

fn next_in_queue(waiting: &[Waiting], expanded: u64) -> Option<Waiting> {
    waiting.get(usize::try_from(expanded).ok()?).copied()
}
