//! [`Streets`]: the roadmap by headings, and distances over it.

use crate::crowd::roadmap::{NONE, Roadmap};
use crate::spaces::grid::Grid;

/// Headings are numbers here: east, north, west, south; a turn to the left is one more.
pub(super) type Compass = u8;

pub(super) struct Streets {
    pub(super) roadmap: Roadmap,
    /// What lies ahead of each cell, by heading; [`NONE`] where there is a wall.
    ahead: Vec<[u32; 4]>,
}

impl Streets {
    pub(super) fn new(grid: &Grid) -> Streets {
        let roadmap = Roadmap::new(grid);
        let ahead = (0..roadmap.len() as u32).map(|cell| roadmap.sides(cell)).collect();
        Streets { roadmap, ahead }
    }

    /// How many cells are free.
    pub(super) fn len(&self) -> usize {
        self.ahead.len()
    }

    #[inline]
    pub(super) fn ahead(&self, cell: u32, heading: Compass) -> u32 {
        self.ahead[cell as usize][heading as usize & 3]
    }

    /// Fills a list with the distance of every cell from one, in steps; [`u32::MAX`] where no path leads.
    pub(super) fn spread(&self, from: u32, distances: &mut Vec<u32>, queue: &mut Vec<u32>) {
        distances.clear();
        distances.resize(self.len(), u32::MAX);
        queue.clear();
        queue.push(from);
        distances[from as usize] = 0;
        let mut at = 0;
        while at < queue.len() {
            let cell = queue[at];
            at += 1;
            for next in self.ahead[cell as usize] {
                if next != NONE && distances[next as usize] == u32::MAX {
                    distances[next as usize] = distances[cell as usize] + 1;
                    queue.push(next);
                }
            }
        }
    }
}
