//! A* on a weighted grid with one goal: the loop of [`best_first`](super::best_first) written out
//! for it, with landmarks and without.
//!
//! It expands the same cells in the same order and counts them the same; it is only quicker about
//! it. A record holds, beside the cost, the step that led there instead of the parent, and what the
//! landmarks said of the cell, so that they are asked once for each cell, not for each way to it:
//! their numbers lie far apart in memory. Columns and rows are carried along instead of being
//! divided out, and with a consistent estimate a closed cell is never looked at again.
//!
//! A query that is watched, avoids cells, limits the cost or asks for anything else special gets the
//! general loop; the tests compare the two, path by path and count by count.

use super::on_grid::{Guide, UnevenGrid};
use super::{Brakes, Engine, Run, Step};
use crate::engines::search::problem::Ends;
use crate::engines::workspace::{Core, Found};
use crate::kernel::cost::Cost;
use crate::kernel::open::{BucketQueue, Key, Queue};
use crate::question::answer::Outcome;
use crate::question::open_list::TieRule;
use crate::spaces::grid::{Cell, around};

/// The engine: see [the module](self).
pub(crate) struct OnGrid<'a, G> {
    pub(crate) grid: UnevenGrid<'a, G>,
    pub(crate) ends: &'a Ends,
    pub(crate) ties: TieRule,
}

impl<G: Guide> Engine<Cell> for OnGrid<'_, G> {
    fn begin(&mut self, core: &mut Core) {
        let Core { uneven_cells, bucket, run, .. } = core;
        begin(&self.grid, self.ends, uneven_cells, bucket, self.ties, run);
    }

    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost) {
        let Core { uneven_cells, bucket, run, trail, .. } = core;
        advance(&self.grid, uneven_cells, bucket, self.ties, run, brakes, trail)
    }

    fn write_path(&mut self, core: &Core, found: &mut Found<Cell>) {
        found.path.extend(core.trail.iter().map(|&place| self.grid.cell(place)));
    }
}

/// Where the cell was reached from: the row of the step table.
const FROM: u32 = 15;
const CLOSED: u32 = 1 << 4;
const STAMP_SHIFT: u32 = 5;
const START: u32 = 4;

/// What is known of a cell.
#[derive(Clone, Copy, Default)]
struct Record {
    cost: u64,
    /// Stamp, whether it is closed, where it was reached from.
    mark: u32,
    /// How far apart from the goal, by the landmarks.
    apart: u16,
}

/// A record for each place of a grid.
#[derive(Default)]
pub(crate) struct UnevenCells {
    records: Vec<Record>,
    stamp: u32,
}

impl UnevenCells {
    fn begin(&mut self, places: usize) {
        self.stamp += 1;
        if self.stamp == 1 << (32 - STAMP_SHIFT) {
            self.records.fill(Record::default());
            self.stamp = 1;
        }
        if places > self.records.len() {
            self.records = vec![Record::default(); places];
        }
    }
}

/// The queue may cut f this much finer than where nothing is known of the estimate: it rises little
/// from step to step.
const FINER: u64 = 32;

fn begin<G: Guide>(
    grid: &UnevenGrid<'_, G>,
    ends: &Ends,
    cells: &mut UnevenCells,
    queue: &mut BucketQueue,
    ties: TieRule,
    run: &mut Run,
) {
    cells.begin(grid.places());
    let guess = |start: u32| {
        let at = grid.column_and_row(start);
        let apart = grid.apart(start);
        (apart, grid.estimate::<true>(at, apart, grid.elevation(start)))
    };
    let least = ends.starts.iter().map(|&start| guess(start).1).min().unwrap_or_default();
    queue.begin(least, Some(Cost::from_raw(grid.longest_step.raw() / FINER)));
    for &start in &ends.starts {
        let record = &mut cells.records[start as usize];
        if record.mark >> STAMP_SHIFT != cells.stamp {
            let (apart, f) = guess(start);
            *record = Record { cost: 0, mark: cells.stamp << STAMP_SHIFT | START, apart };
            queue.push(Key::new(f, ties.tie(Cost::ZERO, run.stats.generated), start));
            run.opened(false, true);
        }
    }
    run.measured();
}

fn advance<G: Guide>(
    grid: &UnevenGrid<'_, G>,
    cells: &mut UnevenCells,
    queue: &mut BucketQueue,
    ties: TieRule,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    if grid.climbs() {
        advance_over::<G, true>(grid, cells, queue, ties, run, brakes, trail)
    } else {
        advance_over::<G, false>(grid, cells, queue, ties, run, brakes, trail)
    }
}

fn advance_over<G: Guide, const CLIMBS: bool>(
    grid: &UnevenGrid<'_, G>,
    cells: &mut UnevenCells,
    queue: &mut BucketQueue,
    ties: TieRule,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    let fresh = cells.stamp << STAMP_SHIFT;
    let stamp = cells.stamp;
    let records = &mut cells.records[..];
    let comes_from = UnevenGrid::<G>::comes_from();
    // Counted in registers, and written down when the loop ends or pauses.
    let (mut expanded, mut generated) = (run.stats.expanded, run.stats.generated);
    let (mut open, mut largest) = (run.open, run.stats.largest_open);
    // When to look at the brakes next.
    let mut look_at = expanded;
    let step = loop {
        let is_closed = |place: u32| records[place as usize].mark & CLOSED != 0;
        let Some(key) = queue.pop(is_closed) else { break Step::Done(Outcome::Unreachable) };
        let place = key.node();
        let Record { cost: g, mark, .. } = records[place as usize];
        if mark & CLOSED != 0 {
            continue;
        }
        if expanded >= look_at {
            let stopped = brakes.stopped(expanded);
            let paused = expanded >= brakes.pause_at;
            if place != grid.goal && (paused || stopped.is_some()) {
                queue.push(key);
                break stopped.map_or(Step::Paused, |limit| Step::Done(Outcome::Stopped(limit)));
            }
            look_at = (expanded + 1).next_multiple_of(256);
            look_at = look_at.min(brakes.pause_at).min(brakes.max_expansions);
        }
        open -= 1;
        records[place as usize].mark = mark | CLOSED;
        if place == grid.goal {
            trace_back(grid, records, trail);
            break Step::Done(Outcome::Found);
        }
        expanded += 1;
        let (x, y) = grid.column_and_row(place);
        // Every step is worked out, legal or not, without a branch: which of them improve anything is
        // nothing that a processor could foresee.
        let totals = grid.around::<CLIMBS>(place).map(|step| Cost::from_raw(g) + step);
        let known = around(records, place, grid.offsets, Record::default())
            .map(|it| if it.mark >> STAMP_SHIFT == stamp { it.cost } else { u64::MAX });
        let mut better = 0;
        for step in 0..8 {
            better |= u8::from(totals[step].raw() < known[step]) << step;
        }
        better &= grid.steps_to_take((mark & FROM) as usize, place);
        while better != 0 {
            let step = better.trailing_zeros() as usize & 7;
            better &= better - 1;
            let (next, total) = (grid.next(place, step), totals[step]);
            let record = &mut records[next as usize];
            if known[step] == u64::MAX {
                record.apart = grid.apart(next);
                open += 1;
            } else if record.mark & CLOSED != 0 {
                // With a consistent estimate nothing closed becomes cheaper.
                continue;
            }
            let (dx, dy) = UnevenGrid::<G>::STEPS[step];
            let at = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            (record.cost, record.mark) = (total.raw(), fresh | comes_from[step]);
            let height = if CLIMBS { grid.elevation(next) } else { 0 };
            let f = total + grid.estimate::<CLIMBS>(at, record.apart, height);
            queue.push(Key::new(f, ties.tie(total, generated), next));
            generated += 1;
        }
        largest = largest.max(open);
    };
    (run.stats.expanded, run.stats.generated) = (expanded, generated);
    (run.open, run.stats.largest_open) = (open, largest);
    let cost = match step {
        Step::Done(Outcome::Found) => Cost::from_raw(records[grid.goal as usize].cost),
        _ => Cost::INFINITE,
    };
    (step, cost)
}

/// Follows the steps back from the goal to its start.
fn trace_back<G: Guide>(grid: &UnevenGrid<'_, G>, records: &[Record], trail: &mut Vec<u32>) {
    let mut place = grid.goal;
    let stride = grid.stride() as i32;
    loop {
        trail.push(place);
        let from = records[place as usize].mark & FROM;
        if from == START {
            break;
        }
        // The parent's place in the 3x3 around the cell.
        let (dx, dy) = (from as i32 % 3 - 1, from as i32 / 3 - 1);
        place = place.wrapping_add_signed(dy * stride + dx);
    }
    trail.reverse();
}
