//! [`Streets`]: the roadmap by headings, and distances over it.
//!
//! Rows and columns are lanes that alternate in direction: see `lanes.rs`. Going against a lane is allowed but costs
//! more, which keeps opposing traffic apart. For guidance by costs see Y. Zhang, H. Jiang, V. Bhatt, S. Nikolaidis,
//! J. Li, "Guidance graph optimization for lifelong multi-agent path finding" (2024).

use super::lanes::{self, Lanes};
use crate::crowd::roadmap::{NONE, Roadmap};

/// Headings are numbers here: east, north, west, south; a turn to the left is one more.
pub(super) type Compass = u8;

/// What a step costs along a lane, and against it.
const ALONG: u8 = 1;
const AGAINST: u8 = 2;
/// More than any step costs: a power of two.
const RING: usize = 4;

/// Cells by what they cost, for [`Streets::costs_to`].
pub(super) type Ring = [Vec<u32>; RING];

pub(in crate::crowd) struct Streets {
    pub(super) roadmap: Roadmap,
    /// What lies ahead of each cell, by heading; [`NONE`] where there is a wall.
    ahead: Vec<[u32; 4]>,
    /// What a step to each side costs.
    tolls: Vec<[u8; 4]>,
}

impl Streets {
    /// Lanes alternate, wherever walls are.
    pub(in crate::crowd) fn new(roadmap: Roadmap) -> Streets {
        let lanes = lanes::alternating(&roadmap);
        Streets::along(roadmap, &lanes)
    }

    /// Corridors lead the opposite way of those beside them.
    pub(super) fn of_corridors(roadmap: Roadmap) -> Streets {
        let lanes = lanes::by_corridors(&roadmap);
        Streets::along(roadmap, &lanes)
    }

    fn along(roadmap: Roadmap, lanes: &[Lanes]) -> Streets {
        let ahead = (0..roadmap.len() as u32).map(|cell| roadmap.sides(cell)).collect();
        let toll = |along: bool| if along { ALONG } else { AGAINST };
        let tolls = lanes.iter().map(|&[east, north]| [east, north, !east, !north].map(toll));
        Streets { tolls: tolls.collect(), roadmap, ahead }
    }

    /// How many cells are free.
    pub(super) fn len(&self) -> usize {
        self.ahead.len()
    }

    #[inline]
    pub(super) fn ahead(&self, cell: u32, heading: Compass) -> u32 {
        self.ahead[cell as usize][heading as usize & 3]
    }

    /// What a step from a cell costs.
    #[inline]
    pub(super) fn toll(&self, cell: u32, heading: Compass) -> u32 {
        u32::from(self.tolls[cell as usize][heading as usize & 3])
    }

    /// Fills a list with what the cheapest path from every cell to one costs; [`u32::MAX`] where there is none.
    pub(super) fn costs_to(&self, goal: u32, costs: &mut Vec<u32>, ring: &mut Ring) {
        costs.clear();
        costs.resize(self.len(), u32::MAX);
        costs[goal as usize] = 0;
        ring[0].push(goal);
        let (mut now, mut empty) = (0, 0);
        while empty < RING {
            let mut bucket = std::mem::take(&mut ring[now as usize % RING]);
            empty = if bucket.is_empty() { empty + 1 } else { 0 };
            for cell in bucket.drain(..) {
                if costs[cell as usize] != now {
                    continue;
                }
                for (heading, &back) in (0..).zip(&self.ahead[cell as usize]) {
                    if back != NONE {
                        let cost = now + self.toll(back, heading + 2);
                        if cost < costs[back as usize] {
                            costs[back as usize] = cost;
                            ring[cost as usize % RING].push(back);
                        }
                    }
                }
            }
            ring[now as usize % RING] = bucket;
            now += 1;
        }
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
