//! Best-first search of placements (x, y, heading): A* and, without an estimate, Dijkstra's search.
//!
//! The loop is the textbook's, written out for bodies: a record of eight bytes for each placement,
//! legality by one bit, whole time units and so an open list without comparisons. With a consistent
//! estimate every placement is expanded at most once, and the first goal taken off the list was
//! reached for the least cost. Ties: the newest first.
//!
//! Backwards it is the same loop over the moves into a placement, from the goals to the start.

use super::guide::{At, Guide, NO_PATH};
use crate::body::map::{BodyMap, Occupancy, body_map::Step};
use crate::body::query::Area;
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::stamped::Stamped;
use crate::kernel::time_queue::TimeQueue;
use crate::question::answer::{Limit, Outcome, Stats};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::settings::Limits;
use std::time::Instant;

/// The most a path may cost.
pub(crate) const MAX_TOTAL: u32 = u32::MAX / 2;

// A record, from the lowest bit: g; by which move it was reached, the heading that was left and the
// move's place among that heading's steps; whether it is a start, closed, a goal; of which search.
const VIA_SHIFT: u32 = 32;
const VIA_BITS: u32 = 9;
const START: u64 = 1 << 41;
const CLOSED: u64 = 1 << 42;
const GOAL: u64 = 1 << 43;
const STAMP_SHIFT: u32 = 44;

/// A record for each placement.
pub(crate) type BodyRecords = Stamped<STAMP_SHIFT>;

impl BodyRecords {
    /// What a state was reached for, if it was.
    pub(crate) fn g(&self, state: u32) -> Option<u32> {
        let word = *self.words.get(state as usize)?;
        (word >> STAMP_SHIFT == self.stamp && word as u32 != NO_PATH).then_some(word as u32)
    }

    /// What a state was reached for, if it was taken off the list.
    pub(crate) fn closed(&self, state: u32) -> Option<u32> {
        self.g(state).filter(|_| self.words[state as usize] & CLOSED != 0)
    }

    /// The heading and the step by which a state was reached, if it was and is not a start.
    pub(crate) fn via(&self, state: u32) -> Option<(usize, usize)> {
        self.g(state)?;
        let word = self.words[state as usize];
        let via = (word >> VIA_SHIFT) as usize & ((1 << VIA_BITS) - 1);
        (word & START == 0).then_some((via >> 7, via & 127))
    }
}

/// What a search keeps between its slices.
#[derive(Clone, Default)]
pub(crate) struct BodyRun {
    pub(crate) records: BodyRecords,
    pub(crate) queue: TimeQueue,
    pub(crate) stats: Stats,
    open: u64,
    /// What the best path costs, once it is known and all others are looked for that cost no more.
    least: u32,
    /// Something was left out because it would cost too much.
    capped: bool,
}

/// What may stop a search or hold it up.
#[derive(Clone, Copy)]
pub(crate) struct BodyBrakes<'q> {
    pub(crate) limits: Limits<'q>,
    pub(crate) deadline: Option<Instant>,
    pub(crate) max_cost: u32,
    /// Whether an estimate counts towards the limit on cost.
    pub(crate) admissible: bool,
    /// Whether a search goes on after the first goal, until all is known that is on a path of the same cost.
    pub(crate) all_best: bool,
    pub(crate) pause_at: u64,
}

impl BodyBrakes<'_> {
    /// The limit that forbids expanding one more state, if any.
    pub(crate) fn stopped(&self, expanded: u64) -> Option<Limit> {
        if self.limits.expansions.is_some_and(|most| expanded >= most) {
            return Some(Limit::Expansions);
        }
        self.limits.interrupted(self.deadline)
    }

    /// When to look again.
    fn next_look(&self, expanded: u64) -> u64 {
        let next = (expanded + 1).next_multiple_of(256);
        next.min(self.pause_at).max(expanded + 1)
    }
}

/// Moves that are legal on the map and yet not to be taken.
#[derive(Clone, Copy, Default)]
pub(crate) struct Guards<'q> {
    pub(crate) area: Option<Area>,
    pub(crate) occupancy: Option<&'q Occupancy>,
}

impl Guards<'_> {
    fn is_none(&self) -> bool {
        self.area.is_none() && self.occupancy.is_none()
    }

    /// Whether a step that is legal on the map may be taken; the pivot before it is at this bit.
    #[inline]
    fn allow(&self, map: &BodyMap, step: &Step, bit: usize) -> bool {
        if self.occupancy.is_some_and(|others| !others.boards().get(step.board, bit)) {
            return false;
        }
        let Some(area) = self.area else { return true };
        let (layout, masks) = (map.layout(), map.masks());
        let swept = masks.swept[step.board];
        let mask = &masks.all[swept.mask];
        // On the map, since the step is legal there.
        let x = (bit % layout.stride()) as u32 - layout.margin;
        let y = (bit / layout.stride()) as u32 - layout.margin;
        let (x, y) = (x.wrapping_add_signed(swept.dx), y.wrapping_add_signed(swept.dy));
        area.contains((x, y)) && area.contains((x + mask.width - 1, y + mask.height - 1))
    }
}

/// How a slice of a search ended.
pub(crate) enum Pause {
    /// It may go on.
    Paused,
    Ended(Outcome),
}

/// Begins a search from some states to others. Of starts that are equally good the last is taken first.
pub(crate) fn begin(
    map: &BodyMap,
    run: &mut BodyRun,
    guide: &mut impl Guide,
    watch: &mut impl Watch,
    starts: &[u32],
    goals: &[u32],
) {
    run.records.begin(map.states());
    run.stats = Stats::default();
    (run.open, run.capped, run.least) = (0, false, NO_PATH);
    let fresh = run.records.stamp << STAMP_SHIFT;
    for &goal in goals {
        run.records.words[goal as usize] = fresh | GOAL | NO_PATH as u64;
    }
    run.queue.begin(0);
    for &start in starts {
        let h = guide.estimate(at(map, start));
        if h == NO_PATH {
            continue;
        }
        let word = &mut run.records.words[start as usize];
        let goal = if *word >> STAMP_SHIFT == run.records.stamp { *word & GOAL } else { 0 };
        *word = fresh | START | goal;
        run.queue.push(h, start);
        run.stats.generated += 1;
        run.open += 1;
        notify(watch, EventKind::Generate, start, NONE, Cost::ZERO, h.into());
    }
    run.stats.largest_open = run.open;
}

/// Goes on until a goal is reached, a brake is put on, or nothing is left. Leaves the path from the
/// goal back to its start in `trail`.
#[allow(clippy::too_many_arguments)]
pub(crate) fn advance<G: Guide, V: Watch>(
    map: &BodyMap,
    run: &mut BodyRun,
    guide: &mut G,
    watch: &mut V,
    guards: Guards<'_>,
    brakes: BodyBrakes<'_>,
    back: bool,
    trail: &mut Vec<u32>,
) -> Pause {
    // Where code is fetched over a network, one loop looks for guards in vain rather than another
    // being there that does not.
    let guarded = cfg!(target_arch = "wasm32") || !guards.is_none();
    match (back && G::BACKWARD, guarded) {
        (false, false) => turn::<_, _, false, false>(map, run, guide, watch, guards, brakes, trail),
        (false, true) => turn::<_, _, false, true>(map, run, guide, watch, guards, brakes, trail),
        (true, false) => turn::<_, _, true, false>(map, run, guide, watch, guards, brakes, trail),
        (true, true) => turn::<_, _, true, true>(map, run, guide, watch, guards, brakes, trail),
    }
}

fn turn<G: Guide, V: Watch, const BACK: bool, const GUARDED: bool>(
    map: &BodyMap,
    run: &mut BodyRun,
    guide: &mut G,
    watch: &mut V,
    guards: Guards<'_>,
    mut brakes: BodyBrakes<'_>,
    trail: &mut Vec<u32>,
) -> Pause {
    let stamp = run.records.stamp;
    let fresh = stamp << STAMP_SHIFT;
    let words = &mut run.records.words[..];
    let queue = &mut run.queue;
    let layout = map.layout();
    let (width, height) = (map.width(), map.height());
    // Counted in registers, and written down when the loop ends or pauses.
    let mut stats = run.stats;
    let (mut open, mut capped, mut least) = (run.open, run.capped, run.least);
    let most = brakes.limits.expansions.unwrap_or(u64::MAX);
    let mut look_at = stats.expanded;
    brakes.max_cost = brakes.max_cost.min(least);
    let end = loop {
        let Some((f, state)) = queue.pop().filter(|&(f, _)| f <= least) else {
            let outcome = match least {
                NO_PATH if capped => Outcome::Stopped(Limit::Cost),
                NO_PATH => Outcome::Unreachable,
                _ => Outcome::Found,
            };
            break Pause::Ended(outcome);
        };
        let word = words[state as usize];
        if word & CLOSED != 0 {
            continue;
        }
        if stats.expanded >= look_at {
            let paused = stats.expanded >= brakes.pause_at;
            let stopped = brakes.limits.interrupted(brakes.deadline);
            if word & GOAL == 0 && (paused || stopped.is_some()) {
                queue.push(f, state);
                break stopped.map_or(Pause::Paused, |limit| Pause::Ended(Outcome::Stopped(limit)));
            }
            look_at = brakes.next_look(stats.expanded);
        }
        let g = word as u32;
        let here = at(map, state);
        if G::LAZY {
            let allowed = most.min(brakes.pause_at).saturating_sub(stats.expanded);
            if let Err(later) = guide.refine(here, f, g, allowed, &mut stats.expanded) {
                // At a goal, too: there is no end to asking without being allowed anything.
                if later == f && stats.expanded >= most.min(brakes.pause_at) {
                    queue.push(f, state);
                    let stopped = Pause::Ended(Outcome::Stopped(Limit::Expansions));
                    break if stats.expanded >= most { stopped } else { Pause::Paused };
                }
                if later <= brakes.max_cost {
                    queue.push(later, state);
                } else {
                    // For ever, or longer than the limit on cost.
                    capped |= later != NO_PATH;
                    open -= 1;
                    words[state as usize] = word | CLOSED;
                }
                continue;
            }
        }
        if word & GOAL != 0 || guide.settle(state, g) {
            open -= 1;
            words[state as usize] = word | CLOSED;
            if brakes.all_best {
                (least, brakes.max_cost) = (g, g);
                continue;
            }
            trace_back::<BACK>(map, words, state, trail);
            break Pause::Ended(Outcome::Found);
        }
        // Only now: a search that needs no more expansions than it may make is not stopped.
        if stats.expanded >= most.min(brakes.pause_at) {
            queue.push(f, state);
            let stopped = Pause::Ended(Outcome::Stopped(Limit::Expansions));
            break if stats.expanded >= most { stopped } else { Pause::Paused };
        }
        open -= 1;
        words[state as usize] = word | CLOSED;
        stats.expanded += 1;
        let reported = (g.into(), f.into());
        if watch.watches() {
            let parent = parent::<BACK>(map, state, word);
            notify(watch, EventKind::Expand, state, parent, reported.0, reported.1);
        }
        let At { x, y, heading, .. } = here;
        let pivot = layout.bit(x, y);
        let boards = map.boards().side_by_side(pivot);
        for (i, step) in map.steps(heading as usize, BACK).iter().enumerate() {
            // Backwards, the pivot before the move is elsewhere.
            let bit = if BACK { (pivot as isize + step.bit as isize) as usize } else { pivot };
            let legal = if BACK {
                map.boards().get(step.board, bit)
            } else {
                boards[step.board] >> (pivot % 64) & 1 != 0
            };
            if !legal || (GUARDED && !guards.allow(map, step, bit)) {
                continue;
            }
            let (to_x, to_y) = step.from(x, y);
            // A legal move begins and ends on the map; but what leads here from off the map is
            // not a move.
            debug_assert!(to_x < width && to_y < height);
            let before = if BACK { (to_x, to_y) } else { (x, y) };
            let total = g + map.cost_of_legal(step, bit, (x, y), before);
            let next = state.wrapping_add_signed(step.state);
            let Some(record) = words.get_mut(next as usize) else { continue };
            let known = *record >> STAMP_SHIFT == stamp;
            if known && total >= *record as u32 {
                continue;
            }
            let h = guide.estimate(At {
                x: to_x,
                y: to_y,
                heading: step.heading.index() as u32,
                state: next,
            });
            if h == NO_PATH {
                continue;
            }
            let f = total.saturating_add(h);
            if f > brakes.max_cost && (brakes.admissible || total > brakes.max_cost) {
                capped = true;
                continue;
            }
            let flags = if known { *record & (GOAL | CLOSED) } else { 0 };
            let seen = known && *record as u32 != NO_PATH;
            if flags & CLOSED != 0 {
                stats.reopened += 1;
                open += 1;
            }
            open += u64::from(!seen);
            let via = (heading as u64) << 7 | i as u64;
            *record = fresh | flags & GOAL | via << VIA_SHIFT | total as u64;
            stats.generated += 1;
            queue.push(f, next);
            let kind = if seen { EventKind::Update } else { EventKind::Generate };
            notify(watch, kind, next, state, total.into(), f.into());
        }
        stats.largest_open = stats.largest_open.max(open);
        if watch.watches() {
            let parent = parent::<BACK>(map, state, word);
            notify(watch, EventKind::Close, state, parent, reported.0, reported.1);
        }
    };
    (run.stats, run.open, run.capped, run.least) = (stats, open, capped, least);
    end
}

/// Follows the moves from a state back to its start.
pub(crate) fn trace_back<const BACK: bool>(
    map: &BodyMap,
    words: &[u64],
    end: u32,
    trail: &mut Vec<u32>,
) {
    trail.clear();
    let mut state = end;
    loop {
        trail.push(state);
        let word = words[state as usize];
        state = match parent::<BACK>(map, state, word) {
            NONE => break,
            parent => parent,
        };
    }
    if !BACK {
        trail.reverse();
    }
}

/// The state from which one was reached, by its record; [`NONE`] for a start.
fn parent<const BACK: bool>(map: &BodyMap, state: u32, word: u64) -> u32 {
    if word & START != 0 {
        return NONE;
    }
    let via = (word >> VIA_SHIFT) as usize & ((1 << VIA_BITS) - 1);
    state.wrapping_add_signed(-map.steps(via >> 7, BACK)[via & 127].state)
}

#[inline(always)]
pub(crate) fn at(map: &BodyMap, state: u32) -> At {
    let placement = map.placement(state);
    At { x: placement.x, y: placement.y, heading: placement.heading.index() as u32, state }
}
