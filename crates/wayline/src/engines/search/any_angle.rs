//! Theta*: A* on a grid whose paths may run at any angle.
//!
//! When a cell is reached from another whose own parent sees it, the path goes straight from that
//! parent: the bend in between is left out. Paths are more natural than those that keep to the eight
//! directions, and nearly always shorter. They are not always the shortest: only neighbours' parents
//! are tried, and the answer says so. Every edge is a line of sight under the grid's corner rule.
//!
//! ```text
//!   s---___            parent(c) = b, parent(b) = s.  If s sees c: parent(c) = s.
//!     \    ---___
//!      b --------- c
//! ```
//!
//! O(m log n) takes and O(m) line-of-sight checks of O(length) each. For units that can turn by any
//! amount, on plain ground. Not for grids with terrain, where a straight line is not the cheapest.
//!
//! Reference: A. Nash, K. Daniel, S. Koenig, A. Felner, "Theta*: any-angle path planning on grids"
//! (2007).

use super::{Loop, Step, Task};
use crate::engines::search::problem::{Facts, Problem};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::open::Key;
use crate::kernel::records::{Reach, Records};
use crate::kernel::trail::trace_back;
use crate::question::answer::{Guarantee, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::open_list::TieRule;
use crate::question::settings::{Settings, Stop};

/// Theta*: see [the module](self).
pub(super) struct Theta;

impl Loop for Theta {
    fn refuses(facts: &Facts, _: &Settings) -> Option<&'static str> {
        (!facts.sight).then_some(
            "it needs lines of sight: a grid without terrain or elevation, links or a layer",
        )
    }

    fn guarantee(_: &Facts, _: &Settings) -> Guarantee {
        Guarantee::Nothing
    }

    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        let core = &mut *task.core;
        core.records.begin(task.problem.nodes());
        core.heap.clear();
        let ends = task.problem.ends();
        ends.avoid.iter().for_each(|&node| core.records.avoid(node));
        ends.starts.iter().for_each(|&node| core.records.forget(node));
        let ties = TieRule::of(&task.settings);
        for &node in &ends.starts {
            if core.records.reach(node, Cost::ZERO, NONE) == Reach::New {
                let h = task.problem.estimate(node);
                core.heap.insert(Key::new(h, ties.tie(Cost::ZERO, core.run.stats.generated), node));
                core.run.opened(false, true);
                notify(task.watch, EventKind::Generate, node, NONE, Cost::ZERO, h);
            }
        }
        core.run.measured();
    }

    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        task.any_angle = true;
        let Task { problem, settings, core, watch, brakes, .. } = task;
        let (records, heap, run) = (&mut core.records, &mut core.heap, &mut core.run);
        let ties = TieRule::of(settings);
        let most = settings.limits.cost.unwrap_or(Cost::INFINITE);
        let (outcome, goal) = loop {
            if run.stats.expanded >= brakes.pause_at {
                return Step::Paused;
            }
            let Some(key) = heap.take() else { break (run.exhausted(), None) };
            let node = key.node();
            let Some((g, parent)) = records.close(node) else { continue };
            if problem.is_goal(node) {
                break (Outcome::Found, Some(node));
            }
            if let Some(limit) = brakes.stopped(run.stats.expanded) {
                records.reopen(node);
                heap.insert(key);
                break (Outcome::Stopped(limit), None);
            }
            run.open -= 1;
            run.stats.expanded += 1;
            if settings.closest {
                run.note_closest(problem.nearness(node), g, node);
            }
            notify(*watch, EventKind::Expand, node, parent, g, key.f());
            let before = if parent == NONE { Cost::ZERO } else { records.g(parent) };
            let mut seen_goal = None;
            problem.expand(node, NONE, |problem, next, _| {
                let straight = match parent {
                    NONE => None,
                    parent => {
                        let line = problem.sight(parent, next);
                        let line = line.filter(|_| avoids_all(problem, records, parent, next));
                        line.map(|line| (before + line, parent))
                    }
                };
                let (g, parent) = straight.unwrap_or_else(|| {
                    let line = problem.sight(node, next).unwrap_or(Cost::INFINITE);
                    (g + line, node)
                });
                if g > most {
                    run.cut_by_cost = true;
                    return;
                }
                let how = records.reach(next, g, parent);
                if how == Reach::Pointless {
                    return;
                }
                let f = g + problem.estimate(next);
                heap.insert(Key::new(f, ties.tie(g, run.stats.generated), next));
                run.opened(how == Reach::Reopened, how != Reach::Cheaper);
                let kind = match how {
                    Reach::New => EventKind::Generate,
                    _ => EventKind::Update,
                };
                notify(*watch, kind, next, parent, g, f);
                if settings.stop == Stop::Generated && seen_goal.is_none() && problem.is_goal(next)
                {
                    seen_goal = Some(next);
                }
            });
            run.measured();
            notify(*watch, EventKind::Close, node, parent, g, key.f());
            if seen_goal.is_some() {
                break (Outcome::Found, seen_goal);
            }
        };
        let closest = run.closest.filter(|_| settings.closest).map(|(_, _, node)| node);
        if let Some(end) = goal.or(closest) {
            trace_back(&mut core.trail, end, |node| records.parent(node));
            // A parent may have become cheaper after its child was reached, so the path is measured
            // as it is, not as it was recorded.
            let lines = core.trail.windows(2);
            task.cost = lines.filter_map(|pair| problem.sight(pair[0], pair[1])).sum();
        }
        Step::Done(outcome)
    }
}

/// Whether a line leads over nothing that is to be avoided.
fn avoids_all<P: Problem>(problem: &P, records: &Records, from: u32, to: u32) -> bool {
    let mut clear = true;
    if !problem.ends().avoid.is_empty() {
        problem.along(from, to, |node| clear &= !records.is_avoided(node));
    }
    clear
}
