//! The naive path queue: best-first search over paths instead of states, with no closed set.
//!
//! Every path to a state is kept and followed on its own, so a state is expanded once for each path
//! that leads to it, and where there is no path to the goal it walks in circles until the cap. The
//! answer, when it comes, is optimal. It is here to show what the records of the other searches
//! are for; never use it. O(b^d) time and memory.
//!
//! ```text
//!   s -> a -> b      s a b, s a c b, s a b c b, s a b a b, ...
//!        a -> c -> b
//! ```

use super::{Loop, Step, Task, optimal_if};
use crate::engines::search::problem::{Facts, Problem};
use crate::engines::workspace::Waiting;
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::open::{HeapQueue, Key};
use crate::question::answer::{Guarantee, Outcome};
use crate::question::observe::{Event, EventKind, Watch};
use crate::question::open_list::TieRule;
use crate::question::settings::{Settings, Stop};

/// The naive path queue: see [the module](self).
pub(super) struct Naive;

/// Paths as links to what they prolong.
#[derive(Default)]
pub(crate) struct Walks {
    links: Vec<Waiting>,
    queue: HeapQueue,
}

impl Loop for Naive {
    fn refuses(_: &Facts, settings: &Settings) -> Option<&'static str> {
        settings.closest.then_some("it keeps no record of states: use astar")
    }

    fn guarantee(facts: &Facts, settings: &Settings) -> Guarantee {
        optimal_if(facts.admissible && settings.stop == Stop::Settled)
    }

    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        let Walks { links, queue } = &mut task.core.walks;
        links.clear();
        queue.clear();
        let ties = TieRule::of(&task.settings);
        for &node in &task.problem.ends().starts {
            let h = task.problem.estimate(node);
            queue.insert(Key::new(h, ties.tie(Cost::ZERO, links.len() as u64), links.len() as u32));
            links.push(Waiting { node, parent: NONE, g: Cost::ZERO });
            task.core.run.opened(false, true);
        }
        task.core.run.measured();
    }

    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        let Task { problem, settings, core, watch, brakes, .. } = task;
        let Walks { links, queue } = &mut core.walks;
        let run = &mut core.run;
        let ties = TieRule::of(settings);
        let most = settings.limits.cost.unwrap_or(Cost::INFINITE);
        let (outcome, end) = loop {
            if run.stats.expanded >= brakes.pause_at {
                return Step::Paused;
            }
            let Some(key) = queue.take() else { break (run.exhausted(), None) };
            let link = key.node();
            let Waiting { node, g, parent } = links[link as usize];
            if problem.is_goal(node) {
                break (Outcome::Found, Some(link));
            }
            if let Some(limit) = brakes.stopped(run.stats.expanded) {
                queue.insert(key);
                break (Outcome::Stopped(limit), None);
            }
            run.open -= 1;
            run.stats.expanded += 1;
            let mut notify = |kind, node, link: u32, g, f| {
                if watch.watches() {
                    let parent = links.get(link as usize).map(|before| before.node);
                    watch.event(&Event { kind, node, parent, g, f });
                }
            };
            notify(EventKind::Expand, node, parent, g, key.f());
            let mut seen_goal = None;
            let first = links.len();
            problem.expand(node, NONE, |problem, next, cost| {
                let g = g + cost;
                if g > most {
                    run.cut_by_cost = true;
                    return;
                }
                if problem.ends().avoid.contains(&next) {
                    return;
                }
                let f = g + problem.estimate(next);
                let number = links.len() as u32;
                queue.insert(Key::new(f, ties.tie(g, links.len() as u64), number));
                links.push(Waiting { node: next, parent: link, g });
                run.opened(false, true);
                if seen_goal.is_none() && problem.is_goal(next) {
                    seen_goal = Some(number);
                }
            });
            run.measured();
            if watch.watches() {
                for next in &links[first..] {
                    let f = next.g + problem.estimate(next.node);
                    let (kind, parent) = (EventKind::Generate, Some(node));
                    watch.event(&Event { kind, node: next.node, parent, g: next.g, f });
                }
            }
            if settings.stop == Stop::Generated && seen_goal.is_some() {
                break (Outcome::Found, seen_goal);
            }
        };
        if let Some(end) = end {
            task.cost = links[end as usize].g;
            let mut link = end;
            while link != NONE {
                let Waiting { node, parent, .. } = links[link as usize];
                core.trail.push(node);
                link = parent;
            }
            core.trail.reverse();
        }
        Step::Done(outcome)
    }
}
