//! IDA*: depth-first search that turns back where g + h exceeds a bound, and begins again with the
//! least f that was beyond it.
//!
//! It remembers nothing but its current path, so it solves puzzles whose states would not fit in
//! any memory, as long as few paths lead to the same state: a sliding puzzle, not a grid, where the
//! number of paths explodes. A state that is already on the current path is refused. Optimal with
//! an admissible estimate. An unsolvable puzzle would keep it busy for ever, so the space is asked
//! first whether that can be known ([`Space::surely_apart`](crate::Space::surely_apart): parity).
//!
//! O(b^d) time for branching b and depth d, O(d) memory.
//!
//! Reference: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search"
//! (1985).

use super::{Loop, Step, Task, optimal_if};
use crate::engines::search::problem::{Facts, Problem};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::question::answer::{Guarantee, Limit, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::settings::Settings;

/// IDA*: see [the module](self).
pub(super) struct Ida;

/// The current path and what is still to be tried along it.
pub(crate) struct Deepening<S> {
    path: Vec<Frame<S>>,
    /// The moves of all frames, one frame's after the other's.
    moves: Vec<(S, Cost)>,
    bound: Cost,
    /// The least f beyond the bound.
    next_bound: Cost,
    /// The next start to try under this bound.
    start: usize,
}

struct Frame<S> {
    state: S,
    g: Cost,
    /// Where its moves begin, and how many of them are left.
    first: usize,
    left: usize,
}

impl<S> Default for Deepening<S> {
    fn default() -> Deepening<S> {
        let (path, moves) = (Vec::new(), Vec::new());
        Deepening { path, moves, bound: Cost::ZERO, next_bound: Cost::INFINITE, start: 0 }
    }
}

impl<S: Clone + PartialEq> Deepening<S> {
    pub(super) fn copy_path(&self, path: &mut Vec<S>) {
        path.extend(self.path.iter().map(|frame| frame.state.clone()));
    }

    /// Enters a state and lists its moves, in reverse so that the first is the last on the list.
    fn enter<P: Problem<State = S>>(&mut self, problem: &P, state: S, g: Cost) {
        let first = self.moves.len();
        let (path, moves) = (&self.path, &mut self.moves);
        problem.moves_of(&state, |next, cost| {
            if next != state && path.iter().all(|frame| frame.state != next) {
                moves.push((next, cost));
            }
        });
        self.moves[first..].reverse();
        let left = self.moves.len() - first;
        self.path.push(Frame { state, g, first, left });
    }

    /// Tells observers what happens to the deepest state of the path: it is entered, with what
    /// is to be tried from it, or left.
    fn tell<P, V>(&self, problem: &P, watch: &mut V, entered: bool)
    where
        P: Problem<State = S>,
        V: Watch,
    {
        if !watch.watches() {
            return;
        }
        let Some((frame, before)) = self.path.split_last() else { return };
        let number = |state: &S| problem.number_of(state);
        let Some(node) = number(&frame.state) else { return };
        let parent = before.last().and_then(|frame| number(&frame.state)).unwrap_or(NONE);
        let f = frame.g + problem.estimate_of(&frame.state);
        if !entered {
            return notify(watch, EventKind::Close, node, parent, frame.g, f);
        }
        notify(watch, EventKind::Expand, node, parent, frame.g, f);
        for (state, cost) in self.moves[frame.first..].iter().rev() {
            if let Some(next) = number(state) {
                let g = frame.g + *cost;
                let f = g + problem.estimate_of(state);
                notify(watch, EventKind::Generate, next, node, g, f);
            }
        }
    }
}

impl Loop for Ida {
    fn refuses(_: &Facts, settings: &Settings) -> Option<&'static str> {
        settings.closest.then_some("it keeps no record of where it has been: use astar")
    }

    fn guarantee(facts: &Facts, _: &Settings) -> Guarantee {
        optimal_if(facts.admissible)
    }

    fn begin<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) {
        let deepening = &mut *task.deepening;
        deepening.path.clear();
        deepening.moves.clear();
        let starts = task.problem.ends().starts.iter();
        let least = starts.map(|&start| task.problem.estimate(start)).min();
        deepening.bound = least.unwrap_or(Cost::ZERO);
        deepening.next_bound = Cost::INFINITE;
        deepening.start = 0;
    }

    fn advance<P: Problem, V: Watch>(task: &mut Task<'_, P, V>) -> Step {
        let Task { problem, settings, core, deepening: deep, brakes, watch, .. } = task;
        let run = &mut core.run;
        let most = settings.limits.cost.unwrap_or(Cost::INFINITE);
        let outcome = loop {
            // The next state to enter: a move of the deepest frame, or a start.
            let (state, g) = if let Some(frame) = deep.path.last_mut() {
                if frame.left == 0 {
                    deep.moves.truncate(frame.first);
                    deep.tell(&**problem, *watch, false);
                    deep.path.pop();
                    continue;
                }
                frame.left -= 1;
                let (state, cost) = deep.moves.pop().expect("as many as are left");
                (state, frame.g + cost)
            } else if let Some(&start) = problem.ends().starts.get(deep.start) {
                deep.start += 1;
                (problem.state(start), Cost::ZERO)
            } else if deep.next_bound.is_infinite() {
                break Outcome::Unreachable;
            } else if deep.next_bound > most {
                break Outcome::Stopped(Limit::Cost);
            } else {
                deep.bound = deep.next_bound;
                deep.next_bound = Cost::INFINITE;
                deep.start = 0;
                continue;
            };
            let f = g + problem.estimate_of(&state);
            if f > deep.bound {
                deep.next_bound = deep.next_bound.min(f);
                continue;
            }
            if !problem.ends().avoid.is_empty() && g > Cost::ZERO {
                let avoided = problem.ends().avoid.iter();
                if avoided.into_iter().any(|&node| problem.state(node) == state) {
                    continue;
                }
            }
            if problem.is_goal_state(&state) {
                task.cost = g;
                deep.path.push(Frame { state, g, first: deep.moves.len(), left: 0 });
                break if g > most { Outcome::Stopped(Limit::Cost) } else { Outcome::Found };
            }
            let stopped = brakes.stopped(run.stats.expanded);
            if stopped.is_some() || run.stats.expanded >= brakes.pause_at {
                // Put it back for the next advance.
                match deep.path.last_mut() {
                    Some(frame) => {
                        let cost = g - frame.g;
                        frame.left += 1;
                        deep.moves.push((state, cost));
                    }
                    None => deep.start -= 1,
                }
                match stopped {
                    Some(limit) => break Outcome::Stopped(limit),
                    None => return Step::Paused,
                }
            }
            run.stats.expanded += 1;
            deep.enter(&**problem, state, g);
            deep.tell(&**problem, *watch, true);
            let left = deep.path.last().map_or(0, |frame| frame.left as u64);
            run.stats.generated += left;
            run.stats.largest_open = run.stats.largest_open.max(deep.moves.len() as u64);
        };
        if outcome != Outcome::Found {
            deep.path.clear();
            deep.moves.clear();
            task.cost = Cost::INFINITE;
        }
        Step::Done(outcome)
    }
}
