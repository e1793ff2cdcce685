//! A* on a plain grid with one goal: the loop of [`best_first`](super::best_first) written out for
//! the most frequent of all questions.
//!
//! It expands the same cells in the same order and counts them the same; it is only quicker about
//! it. A record is eight bytes instead of sixteen: rather than the cost, it holds how many straight
//! and how many diagonal steps led there, and rather than the parent, the step that came from it.
//! Both counts fit in 22 bits each while a grid has at most 2²² free cells, for a path that
//! enters no cell twice. Columns and rows are carried along instead of being divided out, and with a
//! consistent estimate a closed cell is never looked at again.
//!
//! On large maps records lie in bands of eight rows, column by column within a band, so that a cell's
//! neighbours above and below are beside it in memory, not a whole row away (on small ones, which
//! the caches hold anyway, a band is one row):
//!
//! ```text
//!   band 0     0   8  16  24 ...
//!              1   9  17  25
//!              :   :   :   :
//!              7  15  23  31
//!   band 1     8n ...                 for a grid n wide
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
use crate::kernel::stamped::Stamped;
use crate::kernel::trail::trace_back;
use crate::question::answer::Outcome;
use crate::spaces::grid::Cell;

/// The engine: see [the module](self).
pub(crate) struct OnGrid<'a> {
    pub(crate) grid: PlainGrid<'a>,
    pub(crate) ends: &'a Ends,
}

impl Engine<Cell> for OnGrid<'_> {
    fn begin(&mut self, core: &mut Core) {
        begin(&self.grid, self.ends, &mut core.cells, &mut core.stacks, &mut core.run);
    }

    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost) {
        let Core { cells, stacks, run, trail, .. } = core;
        advance(&self.grid, cells, stacks, run, brakes, trail)
    }

    fn write_path(&mut self, core: &Core, found: &mut Found<Cell>) {
        found.path.extend(core.trail.iter().map(|&place| self.grid.cell(place)));
    }
}

/// So many free cells at most, so that the counts of steps fit.
pub(crate) const MAX_FREE_CELLS: usize = 1 << COUNT_BITS;

const COUNT_BITS: u32 = 22;
const COUNT: u64 = (1 << COUNT_BITS) - 1;
/// Where the cell was reached from: the row of the step table.
const FROM_SHIFT: u32 = 2 * COUNT_BITS;
const FROM: u64 = 15;
const CLOSED: u64 = 1 << (FROM_SHIFT + 4);
const STAMP_SHIFT: u32 = FROM_SHIFT + 5;
const START: u64 = 4 << FROM_SHIFT;

/// A word for each place of a grid.
pub(crate) type Cells = Stamped<STAMP_SHIFT>;

/// Where records lie: see [the module](self).
#[derive(Clone, Copy)]
struct Bands<const ROWS: u32> {
    /// Records in a band.
    band: u32,
    /// 2⁶⁴ / band, rounded up: divides by it in one multiplication.
    reciprocal: u64,
    stride: u32,
}

impl<const ROWS: u32> Bands<ROWS> {
    fn of(grid: &PlainGrid<'_>) -> Bands<ROWS> {
        let band = grid.stride * ROWS;
        Bands { band, reciprocal: u64::MAX / band as u64 + 1, stride: grid.stride }
    }

    fn len(self, places: usize) -> usize {
        (places / self.stride as usize / ROWS as usize + 1) * self.band as usize
    }

    #[inline]
    fn slot(self, x: u32, y: u32) -> u32 {
        y / ROWS * self.band + x * ROWS + y % ROWS
    }

    #[inline]
    fn column_and_row(self, slot: u32) -> (u32, u32) {
        let band = ((slot as u128 * self.reciprocal as u128) >> 64) as u32;
        let within = slot - band * self.band;
        (within / ROWS, band * ROWS + within % ROWS)
    }

    /// How far away the row above is, the row itself, and the row below.
    #[inline]
    fn rows(self, y: u32) -> [u32; 3] {
        let up = if y.is_multiple_of(ROWS) { (ROWS - 1).wrapping_sub(self.band) } else { u32::MAX };
        let down = if y % ROWS == ROWS - 1 { self.band.wrapping_sub(ROWS - 1) } else { 1 };
        [up, 0, down]
    }
}

/// Maps with more places than this, about what an inner cache holds, have bands of
/// [`LARGE_MAP_ROWS`] rows; others of one.
const LARGE_MAP: usize = 1 << 20;
/// Eight records are a cache line.
const LARGE_MAP_ROWS: u32 = 8;
fn begin(
    grid: &PlainGrid<'_>,
    ends: &Ends,
    cells: &mut Cells,
    queue: &mut StackQueue,
    run: &mut Run,
) {
    if grid.legal.len() > LARGE_MAP {
        begin_in_bands::<LARGE_MAP_ROWS>(grid, ends, cells, queue, run);
    } else {
        begin_in_bands::<1>(grid, ends, cells, queue, run);
    }
}

fn begin_in_bands<const ROWS: u32>(
    grid: &PlainGrid<'_>,
    ends: &Ends,
    cells: &mut Cells,
    queue: &mut StackQueue,
    run: &mut Run,
) {
    let bands = Bands::<ROWS>::of(grid);
    cells.begin(bands.len(grid.legal.len()));
    let least = ends.starts.iter().map(|&start| grid.estimate(start)).min();
    // The starts may differ by more than f rises by, so what they span counts too.
    let most = ends.starts.iter().map(|&start| grid.estimate(start)).max();
    let (least, most) = (least.unwrap_or_default(), most.unwrap_or_default());
    let step = grid.straight.max(grid.diagonal);
    queue.begin(least, (most - least).max(step + step));
    let fresh = cells.stamp << STAMP_SHIFT;
    for &start in &ends.starts {
        let (x, y) = grid.column_and_row(start);
        let slot = bands.slot(x, y);
        let word = &mut cells.words[slot as usize];
        if *word >> STAMP_SHIFT != cells.stamp {
            *word = fresh | START;
            queue.push(grid.estimate(start), slot);
            run.opened(false, true);
        }
    }
    run.measured();
}

fn advance(
    grid: &PlainGrid<'_>,
    cells: &mut Cells,
    queue: &mut StackQueue,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    if grid.legal.len() > LARGE_MAP {
        advance_in_bands::<LARGE_MAP_ROWS>(grid, cells, queue, run, brakes, trail)
    } else {
        advance_in_bands::<1>(grid, cells, queue, run, brakes, trail)
    }
}

fn advance_in_bands<const ROWS: u32>(
    grid: &PlainGrid<'_>,
    cells: &mut Cells,
    queue: &mut StackQueue,
    run: &mut Run,
    brakes: Brakes<'_>,
    trail: &mut Vec<u32>,
) -> (Step, Cost) {
    let bands = Bands::<ROWS>::of(grid);
    let (x, y) = grid.column_and_row(grid.goal);
    let goal = bands.slot(x, y);
    let stamp = cells.stamp;
    let fresh = stamp << STAMP_SHIFT;
    let words = &mut cells.words[..];
    let (straight, diagonal) = (grid.straight.raw(), grid.diagonal.raw());
    let costs = [straight, diagonal];
    // What a step adds to a record: one to either count.
    let counts = [1, 1 << COUNT_BITS];
    let cost_of = |word: u64| {
        (word & COUNT).wrapping_mul(straight) + (word >> COUNT_BITS & COUNT).wrapping_mul(diagonal)
    };
    // Counted in registers, and written down when the loop ends or pauses.
    let (mut expanded, mut generated) = (run.stats.expanded, run.stats.generated);
    let (mut open, mut largest) = (run.open, run.stats.largest_open);
    // When to look at the brakes next.
    let mut look_at = expanded;
    let step = loop {
        let Some((f, slot)) = queue.pop() else { break Step::Done(Outcome::Unreachable) };
        let word = words[slot as usize];
        if word & CLOSED != 0 {
            continue;
        }
        if expanded >= look_at {
            let stopped = brakes.stopped(expanded);
            let paused = expanded >= brakes.pause_at;
            if slot != goal && (paused || stopped.is_some()) {
                queue.push(f, slot);
                break stopped.map_or(Step::Paused, |limit| Step::Done(Outcome::Stopped(limit)));
            }
            look_at = (expanded + 1).next_multiple_of(256);
            look_at = look_at.min(brakes.pause_at).min(brakes.max_expansions);
        }
        open -= 1;
        words[slot as usize] = word | CLOSED;
        if slot == goal {
            trace_back(trail, grid.goal, |place| parent(grid, bands, words, place));
            break Step::Done(Outcome::Found);
        }
        expanded += 1;
        let g = cost_of(word);
        let both = word & (COUNT << COUNT_BITS | COUNT);
        let (x, y) = bands.column_and_row(slot);
        let rows = bands.rows(y);
        let from = (word >> FROM_SHIFT & FROM) as usize;
        let mut steps = grid.steps_to_take(from, y * bands.stride + x);
        while steps != 0 {
            let step = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let (dx, dy) = grid.steps[step];
            let next = if ROWS == 1 {
                slot.wrapping_add(grid.offsets[step])
            } else {
                let across = (dx as u32).wrapping_mul(ROWS);
                slot.wrapping_add(across).wrapping_add(rows[(dy + 1) as usize % 3])
            };
            let kind = step & 1;
            let total = g + costs[kind];
            let Some(record) = words.get_mut(next as usize) else { continue };
            let known = *record >> STAMP_SHIFT == stamp;
            if known && total >= cost_of(*record) {
                continue;
            }
            *record = fresh | grid.comes_from[step] << FROM_SHIFT | (both + counts[kind]);
            open += u64::from(!known);
            generated += 1;
            let h = grid.estimate_at(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            queue.push(Cost::from_raw(total) + h, next);
        }
        largest = largest.max(open);
    };
    (run.stats.expanded, run.stats.generated) = (expanded, generated);
    (run.open, run.stats.largest_open) = (open, largest);
    let cost = match step {
        Step::Done(Outcome::Found) => Cost::from_raw(cost_of(words[goal as usize])),
        _ => Cost::INFINITE,
    };
    (step, cost)
}

/// The parent of a place, by the step that led there; [`NONE`] for a start.
fn parent<const ROWS: u32>(
    grid: &PlainGrid<'_>,
    bands: Bands<ROWS>,
    words: &[u64],
    place: u32,
) -> u32 {
    let (x, y) = grid.column_and_row(place);
    let from = (words[bands.slot(x, y) as usize] >> FROM_SHIFT & FROM) as i32;
    if from == 4 {
        return NONE;
    }
    // The parent's place in the 3x3 around the cell.
    let (dx, dy) = (from % 3 - 1, from / 3 - 1);
    place.wrapping_add_signed(dy * grid.stride as i32 + dx)
}
