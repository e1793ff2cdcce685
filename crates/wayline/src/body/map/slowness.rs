//! How slow the ground under each mask is: a byte for each place a mask may lie, the rank of the
//! slowest ground it covers. Laid out like the [boards](super::boards), a byte for a bit, and made
//! likewise: by doubling, with the larger of two bytes in place of AND.
//!
//! Only there if the map has ground that is not the fastest.

use super::boards::Layout;
use super::masks::{Mask, Masks};
use crate::body::kind::Speeds;
use crate::spaces::grid::Cell;

/// The speeds of a kind in order, so that a byte can stand for one.
#[derive(Clone)]
pub(crate) struct Ranks {
    /// In parts, ascending, each once.
    pub(crate) speeds: Vec<u32>,
    pub(crate) of_ground: [u8; 256],
}

impl Ranks {
    pub(crate) fn of(speeds: &Speeds) -> Ranks {
        let mut sorted: Vec<u32> = speeds.of_ground.iter().copied().filter(|&s| s > 0).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let of_ground = speeds.of_ground.map(|speed| {
            // Forbidden ground is never asked for. At most 256 ranks, so that they fit a byte.
            sorted.binary_search(&speed).unwrap_or(0) as u8
        });
        Ranks { speeds: sorted, of_ground }
    }
}

#[derive(Clone)]
pub(crate) struct Slowness {
    layout: Layout,
    /// Bytes in a plane.
    len: usize,
    /// The rank of each cell.
    cells: Vec<u8>,
    /// Plane after plane, one for each mask.
    planes: Vec<u8>,
    /// For each swept set, from the pivot's bit to the mask's byte.
    offsets: Vec<isize>,
}

impl Slowness {
    pub(crate) fn new(layout: Layout, masks: &Masks, rank: impl Fn(u32, u32) -> u8) -> Slowness {
        let len = layout.len * 64;
        let mut cells = vec![0; len];
        for y in 0..layout.height {
            for x in 0..layout.width {
                cells[layout.bit(x, y)] = rank(x, y);
            }
        }
        let mut planes = vec![0; len * masks.all.len()];
        let mut run = vec![0; len];
        for (plane, mask) in planes.chunks_exact_mut(len).zip(&masks.all) {
            fill(plane, mask, &cells, &mut run, &layout);
        }
        let offsets = masks
            .swept
            .iter()
            .map(|swept| (swept.mask * len) as isize + layout.offset(swept.dx, swept.dy));
        let offsets = offsets.collect();
        Slowness { layout, len, cells, planes, offsets }
    }

    /// The rank of the slowest cell of a swept set whose pivot is at a bit, and which is free.
    #[inline(always)]
    pub(crate) fn get(&self, swept: usize, bit: usize) -> u8 {
        self.planes[(bit as isize + self.offsets[swept]) as usize]
    }

    pub(crate) fn set(&mut self, masks: &Masks, cell: Cell, rank: u8) {
        let bit = self.layout.bit(cell.x, cell.y);
        let before = std::mem::replace(&mut self.cells[bit], rank);
        if before == rank {
            return;
        }
        let cells = &self.cells;
        for (plane, mask) in self.planes.chunks_exact_mut(self.len).zip(&masks.all) {
            let offset = |(x, y): (u32, u32)| y as usize * self.layout.stride() + x as usize;
            for place in mask.cells().filter_map(|cell| bit.checked_sub(offset(cell))) {
                if plane[place] <= rank {
                    plane[place] = rank;
                } else if plane[place] == before {
                    let covered = mask.cells().filter_map(|cell| cells.get(place + offset(cell)));
                    plane[place] = covered.copied().max().unwrap_or(0);
                }
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.cells.len() + self.planes.len()
    }
}

fn fill(plane: &mut [u8], mask: &Mask, cells: &[u8], run: &mut [u8], layout: &Layout) {
    for part in &mask.parts {
        run.copy_from_slice(cells);
        for (length, step) in [(part.width, 1), (part.height, layout.stride())] {
            let mut have = 1;
            while have < length {
                let shift = have.min(length - have) as usize * step;
                have += have.min(length - have);
                for place in 0..run.len().saturating_sub(shift) {
                    run[place] = run[place].max(run[place + shift]);
                }
            }
        }
        let moved = part.y as usize * layout.stride() + part.x as usize;
        for (worst, &rank) in plane.iter_mut().zip(run.get(moved..).unwrap_or(&[])) {
            *worst = rank.max(*worst);
        }
    }
}
