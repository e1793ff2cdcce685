//! A* on a weighted grid with one goal: the loop of [`best_first`](super::best_first) written out
//! for it, with landmarks and without.
//!
//! It expands the same cells in the same order and counts them the same; it is only quicker. Beside the cost of a
//! cell it keeps the step that led there instead of the parent, and the landmarks' answer for the cell, so that
//! they are asked once for each cell, not for each path to it: their numbers lie far apart in memory. Columns and
//! rows are carried along instead of being divided out, and with a consistent estimate a closed cell is never
//! looked at again.
//!
//! Costs lie in a list of their own, and nothing is wiped between two queries: each keeps its costs in a span of
//! numbers below those of the query before. So whatever an earlier query left behind is more than any cost of this
//! one, and one comparison says both whether a cell is new and whether the path to it is cheaper.
//!
//! ```text
//! 0 ......... | third query | second query | first query | u64::MAX: never reached
//!             zero          zero
//! ```
//!
//! Where the costs of steps are multiples of a number that is not too small, such as whole numbers with steps of one
//! length, few values of f lie close together, and each has a [stack](StackQueue) of its own; elsewhere slices of f
//! are put in order when their turn comes.
//!
//! A query that is watched, avoids cells, limits the cost or asks for anything else special gets the
//! general loop; the tests compare the two, path by path and count by count.

use super::on_grid::{Guide, UnevenGrid};
use super::{Brakes, Engine, Run, Step};
use crate::engines::search::problem::Ends;
use crate::engines::workspace::{Core, Found};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::open::{BucketQueue, Key, Queue, StackQueue};
use crate::kernel::trail::trace_back;
use crate::question::answer::Outcome;
use crate::question::open_list::TieRule;
use crate::spaces::grid::{Cell, around};

/// The engine: see [the module](self).
pub(crate) struct OnGrid<'a, G> {
    pub(crate) grid: UnevenGrid<'a, G>,
    pub(crate) ends: &'a Ends,
}

impl<G: Guide> Engine<Cell> for OnGrid<'_, G> {
    fn begin(&mut self, core: &mut Core) {
        let Core { uneven_cells, bucket, stacks, run, .. } = core;
        if self.has_few_f() {
            begin(&self.grid, self.ends, uneven_cells, stacks, run);
        } else {
            begin(&self.grid, self.ends, uneven_cells, bucket, run);
        }
    }

    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost) {
        let Core { uneven_cells, bucket, stacks, run, trail, .. } = core;
        if self.has_few_f() {
            advance(&self.grid, uneven_cells, stacks, run, brakes, trail)
        } else {
            advance(&self.grid, uneven_cells, bucket, run, brakes, trail)
        }
    }

    fn write_path(&mut self, core: &Core, found: &mut Found<Cell>) {
        found.path.extend(core.trail.iter().map(|&place| self.grid.cell(place)));
    }
}

impl<G: Guide> OnGrid<'_, G> {
    /// Whether so few values of f lie close together that each has a stack of its own. Starts may lie further
    /// apart than f rises by.
    fn has_few_f(&self) -> bool {
        !G::REMEMBERS && self.ends.starts.len() == 1 && self.grid.has_few_costs()
    }
}

/// The open list: by f, and the newest first.
trait NewestFirst {
    /// Whether putting and taking are so quick that comparing all steps at once pays.
    const IS_QUICK: bool;
    /// Empties it, given the least f, and the longest step.
    fn begin(&mut self, least: Cost, longest_step: Cost);
    /// Puts a place, after this many others.
    fn push(&mut self, f: Cost, puts: u64, place: u32);
    fn pop(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<(Cost, u32)>;
}

impl NewestFirst for BucketQueue {
    const IS_QUICK: bool = false;

    fn begin(&mut self, least: Cost, longest_step: Cost) {
        Queue::begin(self, least, Some(Cost::from_raw(longest_step.raw() / FINER)));
    }

    #[inline(always)]
    fn push(&mut self, f: Cost, puts: u64, place: u32) {
        Queue::push(self, Key::new(f, TieRule::newest(puts), place));
    }

    #[inline(always)]
    fn pop(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<(Cost, u32)> {
        Queue::pop(self, is_closed).map(|key| (key.f(), key.node()))
    }
}

impl NewestFirst for StackQueue {
    const IS_QUICK: bool = true;

    fn begin(&mut self, least: Cost, longest_step: Cost) {
        self.begin(least.raw(), 2 * longest_step.raw());
    }

    #[inline(always)]
    fn push(&mut self, f: Cost, _: u64, place: u32) {
        self.push(f.raw(), place);
    }

    #[inline(always)]
    fn pop(&mut self, _: impl Fn(u32) -> bool) -> Option<(Cost, u32)> {
        self.pop().map(|(f, place)| (Cost::from_raw(f), place))
    }
}

/// Where the cell was reached from: the row of the step table.
const FROM: u8 = 15;
const CLOSED: u8 = 1 << 4;
const START: u8 = 4;

/// What the search knows about each place of a grid.
#[derive(Default)]
pub(crate) struct UnevenCells {
    /// What it costs to get there, counted from [`zero`](UnevenCells::zero).
    pub(super) costs: Vec<u64>,
    /// Whether it is closed, and where it was reached from.
    marks: Vec<u8>,
    /// How far apart from the goal, by the landmarks; empty without.
    pub(super) aparts: Vec<u16>,
    /// The span of this query: what it costs to be at the start, and more than any cost.
    pub(super) zero: u64,
    pub(super) end: u64,
}

impl UnevenCells {
    /// For a query whose costs are all below `span`.
    pub(super) fn begin(&mut self, places: usize, span: u64, by_landmarks: bool) {
        if places > self.costs.len() {
            self.costs = vec![u64::MAX; places];
            self.marks = vec![0; places];
            self.zero = u64::MAX;
        }
        if by_landmarks && self.costs.len() > self.aparts.len() {
            self.aparts = vec![0; self.costs.len()];
        }
        if self.zero < span {
            self.costs.fill(u64::MAX);
            self.zero = u64::MAX;
        }
        self.end = self.zero;
        self.zero -= span;
    }
}

/// The queue may cut f this much finer than where nothing is known about the estimate: it rises little
/// from step to step.
const FINER: u64 = 32;

fn begin<G: Guide, Q: NewestFirst>(
    grid: &UnevenGrid<'_, G>,
    ends: &Ends,
    cells: &mut UnevenCells,
    queue: &mut Q,
    run: &mut Run,
) {
    cells.begin(grid.places(), grid.span, G::REMEMBERS);
    let guess = |start: u32| {
        let at = grid.column_and_row(start);
        let apart = grid.apart(start);
        (apart, grid.estimate::<true>(at, apart, grid.elevation(start)))
    };
    let least = ends.starts.iter().map(|&start| guess(start).1).min().unwrap_or_default();
    queue.begin(least, grid.longest_step);
    for &start in &ends.starts {
        let cost = &mut cells.costs[start as usize];
        if *cost >= cells.end {
            let (apart, f) = guess(start);
            *cost = cells.zero;
            cells.marks[start as usize] = START;
            if G::REMEMBERS {
                cells.aparts[start as usize] = apart;
            }
            queue.push(f, run.stats.generated, start);
            run.opened(false, true);
        }
    }
    run.measured();
}

fn advance<G: Guide, Q: NewestFirst>(
    grid: &UnevenGrid<'_, G>,
    cells: &mut UnevenCells,
    queue: &mut Q,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    if grid.climbs() {
        advance_over::<G, Q, true>(grid, cells, queue, run, brakes, trail)
    } else {
        advance_over::<G, Q, false>(grid, cells, queue, run, brakes, trail)
    }
}

fn advance_over<G: Guide, Q: NewestFirst, const CLIMBS: bool>(
    grid: &UnevenGrid<'_, G>,
    cells: &mut UnevenCells,
    queue: &mut Q,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    let UnevenCells { zero, end, .. } = *cells;
    let (costs, marks, aparts) =
        (&mut cells.costs[..], &mut cells.marks[..], &mut cells.aparts[..]);
    let comes_from = UnevenGrid::<G>::comes_from();
    // Counted in registers, and written down when the loop ends or pauses.
    let (mut expanded, mut generated) = (run.stats.expanded, run.stats.generated);
    let (mut open, mut largest) = (run.open, run.stats.largest_open);
    // When to look at the brakes next.
    let mut look_at = expanded;
    let step = loop {
        let is_closed = |place: u32| marks[place as usize] & CLOSED != 0;
        let Some((f, place)) = queue.pop(is_closed) else {
            break Step::Done(Outcome::Unreachable);
        };
        let (g, mark) = (costs[place as usize], marks[place as usize]);
        if mark & CLOSED != 0 {
            continue;
        }
        if expanded >= look_at {
            let stopped = brakes.stopped(expanded);
            let paused = expanded >= brakes.pause_at;
            if place != grid.goal && (paused || stopped.is_some()) {
                queue.push(f, generated, place);
                break stopped.map_or(Step::Paused, |limit| Step::Done(Outcome::Stopped(limit)));
            }
            look_at = (expanded + 1).next_multiple_of(256);
            look_at = look_at.min(brakes.pause_at).min(brakes.max_expansions);
        }
        open -= 1;
        marks[place as usize] = mark | CLOSED;
        if place == grid.goal {
            trace_back(trail, grid.goal, |place| parent(grid, marks, place));
            break Step::Done(Outcome::Found);
        }
        expanded += 1;
        let (x, y) = grid.column_and_row(place);
        let here = grid.ground::<CLIMBS>(place);
        let mut steps = grid.steps_to_take((mark & FROM) as usize, place);
        // Where there is a choice, all steps are compared, legal or not, without a branch: which of them
        // improve anything is nothing that a processor could foresee. In a corridor it can, and beside a slower
        // open list it hardly matters.
        if Q::IS_QUICK && steps & steps.wrapping_sub(1) != 0 {
            let totals = grid.around::<CLIMBS>(place).map(|step| g + step);
            let known = around(costs, place, grid.offsets, 0);
            let mut better = 0;
            for step in 0..8 {
                better |= u8::from(totals[step] < known[step]) << step;
            }
            steps &= better;
        }
        while steps != 0 {
            let step = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let next = grid.next(place, step);
            let total = g + grid.cost::<CLIMBS>(step, next, here);
            let Some(known) = costs.get_mut(next as usize) else { continue };
            if total >= *known {
                continue;
            }
            let is_new = *known >= end;
            let mark = &mut marks[next as usize];
            // With a consistent estimate nothing closed becomes cheaper, so this is foreseen; which cells are
            // new is not.
            if !is_new & (*mark & CLOSED != 0) {
                continue;
            }
            (*known, *mark) = (total, comes_from[step]);
            open += u64::from(is_new);
            let mut apart = 0;
            if G::REMEMBERS {
                if is_new {
                    aparts[next as usize] = grid.apart(next);
                }
                apart = aparts[next as usize];
            }
            let (dx, dy) = UnevenGrid::<G>::STEPS[step];
            let at = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let height = if CLIMBS { grid.elevation(next) } else { 0 };
            let f = Cost::from_raw(total - zero) + grid.estimate::<CLIMBS>(at, apart, height);
            queue.push(f, generated, next);
            generated += 1;
        }
        largest = largest.max(open);
    };
    (run.stats.expanded, run.stats.generated) = (expanded, generated);
    (run.open, run.stats.largest_open) = (open, largest);
    let cost = match step {
        Step::Done(Outcome::Found) => Cost::from_raw(costs[grid.goal as usize] - zero),
        _ => Cost::INFINITE,
    };
    (step, cost)
}

/// The parent of a place, by the step that led there; [`NONE`] for a start.
fn parent<G: Guide>(grid: &UnevenGrid<'_, G>, marks: &[u8], place: u32) -> u32 {
    let from = marks[place as usize] & FROM;
    if from == START {
        return NONE;
    }
    // The parent's place in the 3x3 around the cell.
    let (dx, dy) = (i32::from(from) % 3 - 1, i32::from(from) / 3 - 1);
    place.wrapping_add_signed(dy * grid.stride() as i32 + dx)
}

#[cfg(test)]
mod tests {
    use super::UnevenCells;

    /// Whatever a query left behind is beyond the costs of those after it, and all is wiped when no room
    /// is left below.
    #[test]
    fn each_query_has_costs_of_its_own() {
        let mut cells = UnevenCells::default();
        let mut wiped = 0;
        for span in [5, u64::MAX / 2, 7, u64::MAX / 2 - 13, 1, 1, u64::MAX, 3] {
            let before = cells.zero;
            cells.begin(4, span, false);
            assert_eq!(cells.end - cells.zero, span);
            assert!(cells.costs.iter().all(|&cost| cost >= cells.end));
            // Otherwise below those before.
            wiped += u32::from(cells.zero > before);
            // The start, and the most expensive of all.
            (cells.costs[0], cells.costs[1]) = (cells.zero, cells.end - 1);
        }
        assert_eq!(wiped, 2);
    }
}
