//! Bidirectional search: one search forward from the start, one backward from the goal, until they
//! have met and nothing better can come.
//!
//! ```text
//!    ( o o o )     ( o o o )
//!    ( o s o ) -><-( o g o )
//!    ( o o o )     ( o o o )
//! ```
//!
//! This is NBA*, which shares the closed set: a state is settled by one side only. A state u taken
//! by the forward side is rejected when g(u) + h(u) or g(u) + F' − h'(u) reaches the cost of the
//! best path met so far, where F' is the least f of the backward side and h' its estimate: no
//! better path goes through u then. With estimates of zero it is bidirectional Dijkstra. Exact when
//! the estimates are consistent; where the engine does not know that, it uses zero instead.
//!
//! O(m log n). Best on road networks and other graphs whose estimates are poor; on open grids A*
//! with a good estimate expands less. Needs moves back and known goals.
//!
//! Reference: W. Pijls, H. Post, "Yet another bidirectional algorithm for finding the shortest
//! path" (2009).

use super::{Loop, Step, Task, optimal_if};
use crate::engines::search::problem::{Facts, Problem};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::open::{HeapQueue, Key};
use crate::kernel::records::{Reach, Records};
use crate::kernel::trail::trace_back;
use crate::question::answer::{Guarantee, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::open_list::TieRule;
use crate::question::settings::{Settings, Stop};

/// Bidirectional search: see [the module](self).
pub(super) struct Bidirectional;

impl Loop for Bidirectional {
    fn refuses(facts: &Facts, settings: &Settings) -> Option<&'static str> {
        if !facts.goals_known {
            return Some("the goal is a predicate: give goal states, or use astar");
        }
        if !facts.backward {
            return Some("the space has no moves back: implement Space::moves_back, or use astar");
        }
        settings.closest.then_some("it cannot tell the closest state: use astar")
    }

    fn guarantee(_: &Facts, settings: &Settings) -> Guarantee {
        optimal_if(settings.stop == Stop::Settled)
    }

    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        let core = &mut *task.core;
        let (problem, ends) = (&task.problem, task.problem.ends());
        core.records.begin(problem.nodes());
        core.back.begin(problem.nodes());
        core.heap.clear();
        core.back_heap.clear();
        for &node in &ends.avoid {
            core.records.avoid(node);
            core.back.avoid(node);
        }
        for &start in &ends.starts {
            core.records.forget(start);
            core.back.forget(start);
        }
        let ties = TieRule::of(&task.settings);
        let consistent = task.facts.consistent;
        let sides = [(&ends.starts, true), (&ends.goals, false)];
        for (nodes, forward) in sides {
            for &node in nodes {
                let (own, other, heap) = match forward {
                    true => (&mut core.records, &core.back, &mut core.heap),
                    false => (&mut core.back, &core.records, &mut core.back_heap),
                };
                if own.reach(node, Cost::ZERO, NONE) == Reach::Pointless {
                    continue;
                }
                if other.g(node) == Cost::ZERO {
                    core.run.met = Some((Cost::ZERO, node));
                }
                let h = match (consistent, forward) {
                    (false, _) => Cost::ZERO,
                    (true, true) => problem.estimate(node),
                    (true, false) => problem.estimate_back(node),
                };
                let key = Key::new(h, ties.tie(Cost::ZERO, core.run.stats.generated), node);
                heap.insert(key);
                core.run.opened(false, true);
                notify(task.watch, EventKind::Generate, node, NONE, Cost::ZERO, h);
            }
        }
        core.run.measured();
    }

    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        let stop_early = task.settings.stop == Stop::Generated;
        let outcome = loop {
            if task.core.run.stats.expanded >= task.brakes.pause_at {
                return Step::Paused;
            }
            if stop_early && task.core.run.met.is_some() {
                break Outcome::Found;
            }
            // The side with fewer open states: it grows where the way is narrow. Either is exact.
            let forward = task.core.heap.len() <= task.core.back_heap.len();
            match side(task, forward) {
                Turn::Goes => {}
                Turn::Exhausted if task.core.run.met.is_some() => break Outcome::Found,
                Turn::Exhausted => break task.core.run.exhausted(),
                Turn::Stopped(outcome) => break outcome,
            }
        };
        if let (Outcome::Found, Some((cost, node))) = (outcome, task.core.run.met) {
            task.cost = cost;
            let core = &mut *task.core;
            trace_back(&mut core.trail, node, |node| core.records.parent(node));
            let mut next = core.back.parent(node);
            while next != NONE {
                core.trail.push(next);
                next = core.back.parent(next);
            }
        }
        Step::Done(outcome)
    }
}

enum Turn {
    Goes,
    Exhausted,
    Stopped(Outcome),
}

/// One state of one side.
fn side<P: Problem, V: Watch>(task: &mut Task<'_, P, V>, forward: bool) -> Turn {
    let Task { problem, facts, settings, core, watch, brakes, .. } = task;
    let (own, other): (&mut Records, &mut Records);
    let (heap, other_heap): (&mut HeapQueue, &HeapQueue);
    if forward {
        (own, other) = (&mut core.records, &mut core.back);
        (heap, other_heap) = (&mut core.heap, &core.back_heap);
    } else {
        (own, other) = (&mut core.back, &mut core.records);
        (heap, other_heap) = (&mut core.back_heap, &core.heap);
    }
    let run = &mut core.run;
    let consistent = facts.consistent;
    let ahead = |problem: &P, node| match (consistent, forward) {
        (false, _) => Cost::ZERO,
        (true, true) => problem.estimate(node),
        (true, false) => problem.estimate_back(node),
    };
    let behind = |problem: &P, node| match (consistent, forward) {
        (false, _) => Cost::ZERO,
        (true, true) => problem.estimate_back(node),
        (true, false) => problem.estimate(node),
    };
    let best = |run: &super::Run| run.met.map_or(Cost::INFINITE, |(cost, _)| cost);

    let Some(key) = heap.take() else { return Turn::Exhausted };
    let node = key.node();
    if other.is_closed(node) || own.is_closed(node) {
        // Settled by the other side, or an outdated entry.
        if own.close(node).is_some() {
            run.open -= 1;
        }
        return Turn::Goes;
    }
    // Nothing that is left on this side can lead to a better path.
    if key.f() >= best(run) {
        return Turn::Exhausted;
    }
    // Or through this node. Seen before the limits are: a node that is only closed is not expanded.
    let other_least = other_heap.peek().map_or(Cost::INFINITE, Key::f);
    let rejected = own.g(node) + (other_least - behind(problem, node)) >= best(run);
    if !rejected && let Some(limit) = brakes.stopped(run.stats.expanded) {
        heap.insert(key);
        return Turn::Stopped(Outcome::Stopped(limit));
    }
    let Some((g, parent)) = own.close(node) else { return Turn::Goes };
    run.open -= 1;
    if rejected {
        notify(*watch, EventKind::Close, node, parent, g, key.f());
        return Turn::Goes;
    }
    run.stats.expanded += 1;
    notify(*watch, EventKind::Expand, node, parent, g, key.f());
    let most = settings.limits.cost.unwrap_or(Cost::INFINITE);
    let ties = TieRule::of(settings);
    let reach = |problem: &P, next: u32, cost: Cost| {
        let g = g + cost;
        if own.is_closed(next) || other.is_closed(next) {
            return;
        }
        let f = g + ahead(problem, next);
        if f > most {
            run.cut_by_cost = true;
            return;
        }
        let how = own.reach(next, g, node);
        if how == Reach::Pointless {
            return;
        }
        heap.insert(Key::new(f, ties.tie(g, run.stats.generated), next));
        run.opened(false, how == Reach::New);
        let kind = if how == Reach::New { EventKind::Generate } else { EventKind::Update };
        notify(*watch, kind, next, node, g, f);
        let through = g + other.g(next);
        if through <= most {
            if through < best(run) {
                run.met = Some((through, next));
            }
        } else if !through.is_infinite() {
            run.cut_by_cost = true;
        }
    };
    if forward {
        problem.expand(node, parent, reach);
    } else {
        problem.expand_back(node, parent, reach);
    }
    run.measured();
    notify(*watch, EventKind::Close, node, parent, g, key.f());
    Turn::Goes
}
