//! A* on a plain grid with one goal: the loop of [`best_first`](super::best_first) written out for
//! the most frequent of all questions.
//!
//! It expands the same cells in the same order and counts them the same; it is only quicker. A record is eight
//! bytes instead of sixteen: instead of the parent it has the step that came from it, beside the cost in the
//! smallest whole numbers that keep all paths of the map [in their
//! order](crate::kernel::convergent::in_proportion). With a consistent estimate nothing closed is ever reached more
//! cheaply. What a step adds to f depends on little of where the goal lies, and is [looked up](Rises).
//!
//! Nothing is wiped between two queries: each counts costs downwards within a span of numbers of its own, above
//! those of the queries before. So whatever an earlier query left behind is less than any record of this one, and
//! one comparison says both whether a cell is new and whether the path to it is cheaper.
//!
//! ```text
//! 0: never reached | first query | second query | third query | .....
//!                                                ^           ^
//!                                                floor       the start: cost 0
//! ```
//!
//! # Records that never come to their turn
//!
//! A record that costs more than some other path to its cell is outdated before its turn comes, because the estimate
//! is consistent: it is written down and counted, but the open list never hears of it. What was not put there costs
//! more than a shortest path, so nothing on a shortest path is missing. Two kinds of detours are seen from the cells
//! around, where a diagonal costs more than one straight step and less than two. After a diagonal, another one at a
//! right angle to it; two straight steps through `q` lead there, too, if `q` is free:
//!
//! ```text
//!   r
//!   q p     r is two straight steps or two diagonal ones from u
//!   u
//! ```
//!
//! And a turn by 45 degrees after an earlier one to the same side, however far apart they are, while all cells between
//! the path and the line that cuts the corner are free:
//!
//! ```text
//!   v . . . r      v to r is four straight steps, or two diagonal and two straight ones
//!     w . p
//! ```
//!
//! So each record has two [flags](Turn): whether, from here, turning once more to the left or to the right is such a
//! detour.
//!
//! A query that is watched, avoids cells, limits the cost or asks for anything else special gets the
//! general loop; the tests compare the two, path by path and count by count.

use super::on_grid::PlainGrid;
use super::{Brakes, Engine, Run, Step};
use crate::engines::search::problem::Ends;
use crate::engines::workspace::{Core, Found};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::kernel::open::StackQueue;
use crate::kernel::trail::trace_back;
use crate::question::answer::Outcome;
use crate::spaces::grid::Cell;
use crate::spaces::grid::steps::STEPS;
#[cfg(not(target_arch = "wasm32"))]
use crate::spaces::grid::steps::bit_of;

/// The engine: see [the module](self).
pub(crate) struct OnGrid<'a> {
    pub(crate) grid: PlainGrid<'a>,
    pub(crate) ends: &'a Ends,
}

impl Engine<Cell> for OnGrid<'_> {
    fn begin(&mut self, core: &mut Core) {
        begin(&self.grid, self.ends, &mut core.plain_cells, &mut core.stacks, &mut core.run);
    }

    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost) {
        let Core { plain_cells, stacks, run, trail, .. } = core;
        advance(&self.grid, plain_cells, stacks, run, brakes, trail)
    }

    fn write_path(&mut self, core: &Core, found: &mut Found<Cell>) {
        found.path.extend(core.trail.iter().map(|&place| self.grid.cell(place)));
    }
}

/// Where the cell was reached from, as a place in its 3x3; the middle for a start.
const FROM: u64 = 15;
/// Whether turning to the left or to the right from there is a detour.
#[cfg(not(target_arch = "wasm32"))]
const TURNED: u64 = 3 << 4;
const CLOSED: u64 = 1 << 6;
const START: u64 = 4;
/// The cost, from the top of the query's span down, lies above those.
const COST_SHIFT: u32 = 7;

/// A record for each place of a grid.
#[derive(Default)]
pub(crate) struct PlainCells {
    records: Vec<u64>,
    /// Less than any record of this query, but not than those of earlier ones.
    floor: u64,
    /// The record of a start, without the step that led there.
    top: u64,
    /// What was derived from the last query's costs.
    #[cfg(not(target_arch = "wasm32"))]
    rises: Option<(SmallCosts, Rises)>,
}

impl PlainCells {
    /// For a query whose costs are all below `span`.
    fn begin(&mut self, places: usize, span: u64) {
        if places > self.records.len() {
            // Zeros come from the allocator without being touched.
            self.records = vec![0; places];
            self.top = 0;
        }
        let (step, span) = (1 << COST_SHIFT, span << COST_SHIFT);
        if u64::MAX - self.top < span + 2 * step {
            self.records.fill(0);
            self.top = 0;
        }
        self.floor = self.top + step;
        self.top = self.floor + span;
    }
}

/// What costs are counted in: small whole numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SmallCosts {
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
    /// What the estimate multiplies the larger and the smaller distance by.
    pub(crate) larger: u64,
    pub(crate) smaller: u64,
    /// More than any path costs that enters no cell twice, with one more step.
    pub(crate) span: u64,
}

fn begin(
    grid: &PlainGrid<'_>,
    ends: &Ends,
    cells: &mut PlainCells,
    queue: &mut StackQueue,
    run: &mut Run,
) {
    cells.begin(grid.legal.len(), grid.costs.span);
    #[cfg(not(target_arch = "wasm32"))]
    if cells.rises.as_ref().is_none_or(|(costs, _)| *costs != grid.costs) {
        cells.rises = Some((grid.costs, Rises::new(&grid.costs)));
    }
    let guess = |start: u32| grid.estimate(start);
    let least = ends.starts.iter().map(|&start| guess(start)).min().unwrap_or_default();
    // The starts may differ by more than f rises by, so what they span counts too.
    let most = ends.starts.iter().map(|&start| guess(start)).max().unwrap_or_default();
    let step = grid.costs.straight.max(grid.costs.diagonal);
    queue.begin(least, (most - least).max(step + step));
    for &start in &ends.starts {
        let record = &mut cells.records[start as usize];
        if *record < cells.floor {
            *record = cells.top | START;
            queue.put(guess(start), start);
            run.opened(false, true);
        }
    }
    run.measured();
}

/// What the loop knows about a step.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    /// Where the cell it leads to is reached from.
    pub(crate) from: u64,
    pub(crate) offset: u32,
}

impl SmallCosts {
    /// The estimate for a place this many columns and rows from the goal.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(crate) fn estimate(&self, dx: i32, dy: i32) -> u64 {
        let (dx, dy) = (u64::from(dx.unsigned_abs()), u64::from(dy.unsigned_abs()));
        // Wraps as the estimate itself.
        dx.max(dy).wrapping_mul(self.larger).wrapping_add(dx.min(dy).wrapping_mul(self.smaller))
    }
}

impl SmallCosts {
    /// What a step adds to f from a place this many columns and rows from the goal, where the estimate is known.
    #[inline]
    fn rise(&self, step: usize, (dx, dy): (i32, i32), here: u64) -> u64 {
        let (x, y) = STEPS[step];
        let cost = [self.straight, self.diagonal][step % 2];
        cost.wrapping_add(self.estimate(dx + x, dy + y)).wrapping_sub(here)
    }
}

/// What each step adds to f, by the bearing of the goal.
///
/// A step changes the columns and rows to the goal by one at most, so what it does to the estimate depends only on
/// their signs and on which of them is the larger by how much, where two is as good as any more.
pub(crate) struct Rises([[u64; 8]; 48]);

impl Rises {
    pub(crate) fn new(costs: &SmallCosts) -> Rises {
        let mut rises = [[0; 8]; 48];
        for across in -1..=1_i32 {
            for down in -1..=1 {
                for ahead in -2..=2 {
                    // The nearest place with that bearing, or where there is none, another.
                    let both = (across * down).abs();
                    let at = (across * (both + ahead.max(0)), down * (both - ahead.min(0)));
                    let here = costs.estimate(at.0, at.1);
                    let rises = &mut rises[Rises::bearing(at)];
                    *rises = std::array::from_fn(|step| costs.rise(step, at, here));
                }
            }
        }
        Rises(rises)
    }

    /// A number for the bearing of the goal.
    #[inline(always)]
    fn bearing((dx, dy): (i32, i32)) -> usize {
        let ahead = (dx.abs() - dy.abs()).clamp(-2, 2);
        ((dx.signum() * 3 + dy.signum()) * 5 + ahead + 22) as usize
    }

    /// By step, from a place this many columns and rows from the goal.
    #[inline(always)]
    fn from(&self, at: (i32, i32)) -> impl Fn(usize) -> u64 + '_ {
        let rises = &self.0[Rises::bearing(at).min(47)];
        move |step| rises[step]
    }
}

/// Which steps from a place are detours, and after which of them another turn would be one: see
/// [the module](self).
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
struct Turn {
    /// A bit a step.
    detours: u8,
    /// Two bits a step: whether a turn to the left, and to the right, will be a detour.
    turned: u16,
}

/// By what a record has below its cost, and by the legal steps.
#[cfg(not(target_arch = "wasm32"))]
static TURNS: [[Turn; 256]; 64] = {
    let mut turns = [[Turn { detours: 0, turned: 0 }; 256]; 64];
    let mut step = 0;
    while step < 8 {
        let (dx, dy) = STEPS[step];
        let mut turned = 0;
        while turned < 4 {
            let mut legal = 0;
            while legal < 256 {
                let record = bit_of(-dx, -dy) as usize | turned << 4;
                turns[record][legal] = turn_after(step, turned, legal);
                legal += 1;
            }
            turned += 1;
        }
        step += 1;
    }
    turns
};

#[cfg(not(target_arch = "wasm32"))]
const fn turn_after(step: usize, turned: usize, legal: usize) -> Turn {
    // The step by so many times 45 degrees to the left.
    const fn left(step: usize, by: usize) -> usize {
        (step + 8 - by) % 8
    }
    const fn right(step: usize, by: usize) -> usize {
        (step + by) % 8
    }
    const fn both(legal: usize, a: usize, b: usize) -> bool {
        legal >> a & legal >> b & 1 != 0
    }
    let mut turn = Turn { detours: 0, turned: 0 };
    // The line that cuts the corner goes on beside the path.
    if turned & 1 != 0 && both(legal, left(step, 1), left(step, 2)) {
        turn.detours |= 1 << left(step, 1);
        turn.turned |= 1 << (2 * step);
    }
    if turned & 2 != 0 && both(legal, right(step, 1), right(step, 2)) {
        turn.detours |= 1 << right(step, 1);
        turn.turned |= 2 << (2 * step);
    }
    // A line that cuts the corner begins.
    if both(legal, left(step, 2), left(step, 3)) {
        turn.turned |= 1 << (2 * left(step, 1));
    }
    if both(legal, right(step, 2), right(step, 3)) {
        turn.turned |= 2 << (2 * right(step, 1));
    }
    if step % 2 == 1 && legal >> left(step, 3) & 1 != 0 {
        turn.detours |= 1 << left(step, 2);
    }
    if step % 2 == 1 && legal >> right(step, 3) & 1 != 0 {
        turn.detours |= 1 << right(step, 2);
    }
    turn
}

fn advance(
    grid: &PlainGrid<'_>,
    cells: &mut PlainCells,
    queue: &mut StackQueue,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    let floor = cells.floor;
    #[cfg(not(target_arch = "wasm32"))]
    let (_, rises) = cells.rises.as_ref().expect("derived when the search began");
    #[cfg(target_arch = "wasm32")]
    let rises = Rises::new(&grid.costs);
    let records = &mut cells.records[..];
    let (goal, moves) = (grid.goal, grid.moves());
    let costs = [grid.costs.straight, grid.costs.diagonal];
    #[cfg(not(target_arch = "wasm32"))]
    let detours = if costs[0] < costs[1] && costs[1] < 2 * costs[0] { u8::MAX } else { 0 };
    // Counted in registers, and written down when the loop ends or pauses.
    let (mut expanded, mut generated) = (run.stats.expanded, run.stats.generated);
    let (mut open, mut largest) = (run.open, run.stats.largest_open);
    // When to look at the brakes next.
    let mut look_at = expanded;
    let step = loop {
        let Some((f, place)) = queue.pop() else { break Step::Done(Outcome::Unreachable) };
        let record = records[place as usize];
        if record & CLOSED != 0 {
            continue;
        }
        if expanded >= look_at {
            let stopped = brakes.stopped(expanded);
            let paused = expanded >= brakes.pause_at;
            if place != goal && (paused || stopped.is_some()) {
                queue.put(f, place);
                break stopped.map_or(Step::Paused, |limit| Step::Done(Outcome::Stopped(limit)));
            }
            look_at = (expanded + 1).next_multiple_of(256);
            look_at = look_at.min(brakes.pause_at).min(brakes.max_expansions);
        }
        open -= 1;
        records[place as usize] = record | CLOSED;
        if place == goal {
            break Step::Done(Outcome::Found);
        }
        expanded += 1;
        let base = record >> COST_SHIFT << COST_SHIFT;
        let reached = costs.map(|cost| base.wrapping_sub(cost << COST_SHIFT));
        let rise = rises.from(grid.past_goal(place));
        let (from, legal) = ((record & FROM) as usize, grid.legal[place as usize]);
        let mut steps = grid.steps[from][legal as usize];
        #[cfg(not(target_arch = "wasm32"))]
        let turn = TURNS[(record & (FROM | TURNED)) as usize][legal as usize];
        #[cfg(not(target_arch = "wasm32"))]
        let (idle, turned) = (turn.detours & detours, u64::from(turn.turned));
        // Where code is fetched over a network, the open list hears of everything.
        #[cfg(target_arch = "wasm32")]
        let (idle, turned) = (0_u8, 0_u64);
        while steps != 0 {
            let step = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let Move { from, offset } = moves[step];
            let next = place.wrapping_add(offset);
            let Some(record) = records.get_mut(next as usize) else { continue };
            if reached[step % 2] <= *record {
                continue;
            }
            open += u64::from(*record < floor);
            *record = reached[step % 2] | from | (turned >> (2 * step) & 3) << 4;
            generated += 1;
            if idle >> step & 1 == 0 {
                queue.push(f.wrapping_add(rise(step)), next);
            }
        }
        largest = largest.max(open);
    };
    (run.stats.expanded, run.stats.generated) = (expanded, generated);
    (run.open, run.stats.largest_open) = (open, largest);
    let mut cost = Cost::INFINITE;
    if let Step::Done(Outcome::Found) = step {
        // The parent's place in the 3x3 around the cell.
        let back: [u32; 16] = std::array::from_fn(|from| {
            let (dx, dy) = (from as i32 % 3 - 1, from as i32 / 3 - 1);
            (dy * grid.stride as i32 + dx) as u32
        });
        let mut straight = 0;
        trace_back(trail, grid.goal, |place| {
            let from = records[place as usize] & FROM;
            straight += (from % 2) as usize;
            if from == START { NONE } else { place.wrapping_add(back[from as usize]) }
        });
        cost = grid.lengths.of_path(straight, trail.len() - 1 - straight);
    }
    (step, cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_step_adds_depends_on_the_bearing_only() {
        let octile = |straight, diagonal: u64| (straight, diagonal - straight);
        for (straight, diagonal, (larger, smaller)) in [
            (5, 7, octile(5, 7)),
            (5, 10, octile(5, 10)),
            (5, 12, (5, 5)),
            (5, 3, (3, 0)),
            (5, 7, (0, 0)),
            (5, 7, (5, 0)),
        ] {
            let costs = SmallCosts { straight, diagonal, larger, smaller, span: 1 };
            let rises = Rises::new(&costs);
            for (dx, dy) in (-6..=6).flat_map(|dx| (-6..=6).map(move |dy| (dx, dy))) {
                let (rise, here) = (rises.from((dx, dy)), costs.estimate(dx, dy));
                for step in 0..8 {
                    let expected = costs.rise(step, (dx, dy), here);
                    assert_eq!(rise(step), expected, "{costs:?} {dx} {dy} {step}");
                }
            }
        }
    }

    /// Whatever a query left behind is below the records of those after it, and all is wiped when no room
    /// is left above.
    #[test]
    fn each_query_has_records_of_its_own() {
        let mut cells = PlainCells::default();
        let mut wiped = 0;
        for span in [5, 1 << 55, 7, 1 << 55, 1 << 56, 1, (1 << 56) - 9, 1, 3, 1 << 56] {
            let before = cells.top;
            cells.begin(4, span);
            assert_eq!(cells.top - cells.floor, span << COST_SHIFT);
            assert!(cells.records.iter().all(|&record| record < cells.floor));
            wiped += u32::from(cells.top < before);
            // The start, and the dearest of all.
            cells.records[0] = cells.top | FROM | CLOSED;
            cells.records[1] = cells.floor;
        }
        assert_eq!(wiped, 2);
    }
}
