//! [`Distances`]: how far every unit is from its goal, in two bits a cell.
//!
//! A grid of four moves has two colours, as a chessboard: a step always changes the distance, by one
//! up or by one down. So the remainder by four tells which it is, and who knows the distance of one cell
//! knows those beside it. A table for ten thousand units on forty thousand cells takes 100 MB, where the
//! distances themselves would take 800.

use super::roadmap::Roadmap;
use crate::kernel::parallel::Workers;

/// Filled by one breadth-first search from every goal.
pub(super) struct Distances {
    /// Of each unit, as many words as its cells need.
    codes: Vec<u64>,
    words: usize,
    /// Of each unit, from its start; [`u32::MAX`] where there is no way.
    pub(super) from_start: Vec<u32>,
}

#[derive(Default)]
struct Scratch {
    seen: Vec<u32>,
    queue: Vec<u32>,
    round: u32,
}

impl Distances {
    /// The bytes that it would take.
    pub(super) fn bytes(units: usize, cells: usize) -> u64 {
        (units as u64).saturating_mul(cells.div_ceil(32) as u64).saturating_mul(8)
    }

    pub(super) fn new(roadmap: &Roadmap, ends: &[(u32, u32)], threads: usize) -> Distances {
        let words = roadmap.len().div_ceil(32).max(1);
        let mut codes = vec![0; ends.len() * words];
        let mut from_start = vec![u32::MAX; ends.len()];
        let mut workers = Workers::new(threads, Scratch::default);
        let mut items: Vec<_> =
            ends.iter().zip(codes.chunks_mut(words)).zip(&mut from_start).collect();
        workers.for_each(&mut items, roadmap.len() as u64 * 4, |item, scratch| {
            let ((ends, codes), from_start) = item;
            **from_start = fill(roadmap, **ends, codes, scratch);
        });
        Distances { codes, words, from_start }
    }

    #[inline]
    fn code(&self, unit: u32, cell: u32) -> u64 {
        let word = self.codes[unit as usize * self.words + cell as usize / 32];
        word >> (2 * (cell % 32)) & 3
    }

    /// Whether the step from a cell to the one beside it leads towards the unit's goal.
    #[inline]
    pub(super) fn nearer(&self, unit: u32, from: u32, to: u32) -> bool {
        self.code(unit, from).wrapping_sub(self.code(unit, to)) & 3 == 1
    }
}

/// One table; returns the distance of the start.
fn fill(roadmap: &Roadmap, ends: (u32, u32), codes: &mut [u64], it: &mut Scratch) -> u32 {
    let (start, goal) = ends;
    it.seen.resize(roadmap.len(), 0);
    it.round += 1;
    it.queue.clear();
    it.queue.push(goal);
    it.seen[goal as usize] = it.round;
    let (mut first, mut distance, mut found) = (0, 0_u32, u32::MAX);
    while first < it.queue.len() {
        let last = it.queue.len();
        for at in first..last {
            let cell = it.queue[at];
            codes[cell as usize / 32] |= u64::from(distance & 3) << (2 * (cell % 32));
            if cell == start {
                found = distance;
            }
            for &next in roadmap.beside(cell) {
                if it.seen[next as usize] != it.round {
                    it.seen[next as usize] = it.round;
                    it.queue.push(next);
                }
            }
        }
        first = last;
        distance += 1;
    }
    found
}
