//! Filling a plain grid: by canonical steps only, and along straight lines without a queue.
//!
//! Of the steps that `canonical.rs` leaves, most lead straight on over even ground, each to one cell from
//! which the only step is straight on again. Such a ray is followed at once, cell by cell, until something
//! else has to be done: at a corner, where it waits for its turn, or where a place is known to cost less.
//! Only one place in twenty to fifty then ever waits in the queue on maps of games and cities.
//!
//! Along a ray costs are written before it is their turn, so some are lowered later. That does no harm: a cost is
//! always that of some path, a place that waits is looked at once its cost is final, and what lowers a
//! cost takes all steps from there again. Rays are cut to [`REACH`] steps, after which they wait their turn, so
//! that what is written in vain stays little where many rays meet (on a random map a ray ends soon by itself).
//!
//! The queue is a ring of buckets no wider than a straight step, the cheapest: what waits in the
//! first of them is final.
//!
//! O(n) for n cells, 9 bytes for each, and the ring. Reference: N. R. Sturtevant, S. Rabin, "Canonical
//! orderings on grids" (2016), whose canonical Dijkstra has every cell wait in the queue.

use super::canonical::Canonical;
use super::ends::FieldEnds;
use std::cmp::Reverse;

/// Steps of a ray at most.
const REACH: u32 = 60;
/// Buckets of the ring: a straight step is less than two of them wide, so that a ray ends within
/// 2 * (REACH + 1) of where it began, and a diagonal step within four.
const RING: usize = 128;
/// The row of the canonical table for starts.
const FROM_START: u32 = 8;

/// Memory that is kept for the next time.
#[derive(Clone, Debug, Default)]
pub(super) struct Rays {
    /// What waits: places, and the step that led there.
    ring: Vec<Vec<(u32, u32)>>,
    /// Sorted, the cheapest last.
    starts: Vec<(u64, u32)>,
    /// The steps that were taken from each place at the cost it has.
    taken: Vec<u8>,
}

/// A plain grid, as rays see it.
pub(super) struct Ground<'f> {
    pub(super) legal: &'f [u8],
    pub(super) offsets: [u32; 8],
    /// What straight steps and diagonal steps cost: a diagonal no less than one straight step, no more
    /// than two.
    pub(super) lengths: [u64; 2],
    pub(super) table: &'static Canonical,
}

impl Rays {
    /// Everything from scratch. All costs are those of unreached places.
    pub(super) fn fill(&mut self, ground: &Ground<'_>, costs: &mut [u64], ends: &mut FieldEnds) {
        let Ground { legal, offsets, lengths, table } = *ground;
        self.begin(costs, ends);
        let Rays { ring, starts, taken } = self;
        let shift = lengths[0].ilog2();
        // Where targets are looked for, every place has to wait for its turn.
        let reach = if ends.has_targets() { 0 } else { REACH };
        let mut bucket = 0;
        let mut waiting = 0;
        loop {
            if waiting == 0 {
                let Some(&(start, _)) = starts.last() else { break };
                bucket = start >> shift;
            }
            // Given back when it is done with, so that each keeps the memory it has grown to.
            let mut current = std::mem::take(&mut ring[bucket as usize % RING]);
            waiting -= current.len();
            while let Some((_, place)) = starts.pop_if(|start| start.0 >> shift == bucket) {
                current.push((place, FROM_START));
            }
            for &(place, came) in &current {
                let cost = costs[place as usize];
                // Cheaper now, and done with, where it does not belong here.
                if cost >> shift != bucket || !ends.settles(place, cost) {
                    continue;
                }
                let bound = ends.bound;
                let done = &mut taken[place as usize];
                let mut steps = table[came as usize][legal[place as usize] as usize] & !*done;
                *done |= steps;
                while steps != 0 {
                    let step = steps.trailing_zeros() as usize & 7;
                    steps &= steps - 1;
                    let (offset, length, straight_on) =
                        (offsets[step], lengths[step % 2], 1 << step);
                    let mut left = if step.is_multiple_of(2) { reach } else { 0 };
                    let mut next = place.wrapping_add(offset);
                    let mut total = cost.saturating_add(length);
                    loop {
                        let (known, done) = (&mut costs[next as usize], &mut taken[next as usize]);
                        if total > *known || total > bound {
                            break;
                        }
                        let after = table[step][legal[next as usize] as usize];
                        if total < *known {
                            (*known, *done) = (total, 0);
                        } else if after & !*done == 0 {
                            break;
                        }
                        if after != straight_on || left == 0 {
                            ring[(total >> shift) as usize % RING].push((next, step as u32));
                            waiting += 1;
                            break;
                        }
                        *done |= straight_on;
                        left -= 1;
                        next = next.wrapping_add(offset);
                        total = total.saturating_add(length);
                    }
                }
            }
            current.clear();
            ring[bucket as usize % RING] = current;
            bucket += 1;
        }
        ends.finish();
    }

    fn begin(&mut self, costs: &mut [u64], ends: &FieldEnds) {
        self.ring.resize(RING, Vec::new());
        self.taken.clear();
        self.taken.resize(costs.len(), 0);
        self.starts.clear();
        for &(place, cost) in ends.seeds() {
            if cost <= ends.bound {
                costs[place as usize] = cost;
                self.starts.push((cost, place));
            }
        }
        self.starts.sort_unstable_by_key(|&start| Reverse(start));
    }
}
