//! A* on a plain grid with one goal: the loop of [`best_first`](super::best_first) written out for
//! the most frequent of all questions.
//!
//! It expands the same cells in the same order and counts them the same; it is only quicker. A record is eight
//! bytes instead of sixteen: instead of the parent it has the step that came from it, beside the cost in the
//! smallest whole numbers that keep all paths of the map [in their
//! order](crate::kernel::convergent::in_proportion). Columns and rows are carried along instead of being divided
//! out, and with a consistent estimate nothing closed is ever reached more cheaply.
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
use crate::spaces::grid::{Cell, around};

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
const CLOSED: u64 = 1 << 4;
const START: u64 = 4;
/// The cost, from the top of the query's span down, lies above those.
const COST_SHIFT: u32 = 5;

/// A record for each place of a grid.
#[derive(Default)]
pub(crate) struct PlainCells {
    records: Vec<u64>,
    /// Less than any record of this query, but not than those of earlier ones.
    floor: u64,
    /// The record of a start, without the step that led there.
    top: u64,
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
#[derive(Clone, Copy)]
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
    let guess = |start: u32| {
        let (x, y) = grid.column_and_row(start);
        grid.estimate_at(x, y)
    };
    let least = ends.starts.iter().map(|&start| guess(start)).min().unwrap_or_default();
    // The starts may differ by more than f rises by, so what they span counts too.
    let most = ends.starts.iter().map(|&start| guess(start)).max().unwrap_or_default();
    let step = grid.costs.straight.max(grid.costs.diagonal);
    queue.begin(least, (most - least).max(step + step));
    for &start in &ends.starts {
        let record = &mut cells.records[start as usize];
        if *record < cells.floor {
            *record = cells.top | START;
            queue.push(guess(start), start);
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
    pub(crate) dx: i32,
    pub(crate) dy: i32,
}

fn advance(
    grid: &PlainGrid<'_>,
    cells: &mut PlainCells,
    queue: &mut StackQueue,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    let PlainCells { floor, top, .. } = *cells;
    let records = &mut cells.records[..];
    let (goal, moves) = (grid.goal, grid.moves());
    let costs = [grid.costs.straight, grid.costs.diagonal];
    // All steps but the one back to where a cell was reached from.
    let mut not_back = [!0; 16];
    for (step, Move { from, .. }) in moves.iter().enumerate() {
        not_back[*from as usize] = !(1 << ((step + 4) % 8));
    }
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
                queue.push(f, place);
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
        let (x, y) = grid.column_and_row(place);
        let base = record & !(FROM | CLOSED);
        let g = (top - base) >> COST_SHIFT;
        let totals = costs.map(|cost| g + cost);
        let reached = costs.map(|cost| base.wrapping_sub(cost << COST_SHIFT));
        let mut steps = grid.legal[place as usize] & not_back[(record & FROM) as usize];
        // Where there is a choice, all steps are compared, legal or not, without a branch: which of them
        // improve anything is nothing that a processor could foresee. In a corridor it can.
        if steps & steps.wrapping_sub(1) != 0 {
            let known = around(records, place, grid.offsets, u64::MAX);
            let mut better = 0;
            for step in 0..8 {
                better |= u8::from(reached[step % 2] > known[step]) << step;
            }
            steps &= better;
        }
        while steps != 0 {
            let step = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let Move { from, dx, dy, offset } = moves[step];
            let next = place.wrapping_add(offset);
            let Some(record) = records.get_mut(next as usize) else { continue };
            if reached[step % 2] <= *record {
                continue;
            }
            open += u64::from(*record < floor);
            *record = reached[step % 2] | from;
            generated += 1;
            let h = grid.estimate_at(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            queue.push(totals[step % 2] + h, next);
        }
        largest = largest.max(open);
    };
    (run.stats.expanded, run.stats.generated) = (expanded, generated);
    (run.open, run.stats.largest_open) = (open, largest);
    let mut cost = Cost::INFINITE;
    if let Step::Done(Outcome::Found) = step {
        trace_back(trail, grid.goal, |place| {
            let from = (records[place as usize] & FROM) as i32;
            if from == START as i32 {
                return NONE;
            }
            // The parent's place in the 3x3 around the cell.
            let (dx, dy) = (from % 3 - 1, from / 3 - 1);
            place.wrapping_add_signed(dy * grid.stride as i32 + dx)
        });
        let is_straight = |pair: &&[u32]| [1, grid.stride].contains(&pair[0].abs_diff(pair[1]));
        let straight = trail.windows(2).filter(is_straight).count() as u64;
        let diagonal = trail.len() as u64 - 1 - straight;
        cost = Cost::from_raw(straight * grid.straight.raw() + diagonal * grid.diagonal.raw());
    }
    (step, cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a query left behind is below the records of those after it, and all is wiped when no room
    /// is left above.
    #[test]
    fn each_query_has_records_of_its_own() {
        let mut cells = PlainCells::default();
        let mut wiped = 0;
        for span in [5, 1 << 57, 7, 1 << 57, 1 << 58, 1, (1 << 58) - 9, 1, 3, 1 << 58] {
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
