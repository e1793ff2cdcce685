//! The corner graph: corners, and which of them follow each other on shortest paths.
//!
//! A node is a corner in one of its classes. A path that enters it from one side leaves it to the
//! other, so a *state* is a node with the side that the path goes on to: twice the node's number,
//! plus the side. An arc leads from a state to a state, and there is always the same one backward,
//! between the opposite states: `a -> b` and `b ^ 1 -> a ^ 1`. Arcs inside a sector join nodes of
//! the sector's class; arcs along a border join neighbours of any class.

use super::frame::SIDE_OF_BORDER;
use super::visibility::{Corner, Eye, Visibility};
use crate::kernel::parallel::Workers;

/// The graph in compressed rows. What an arc costs follows from where the two corners are.
#[derive(Clone, Debug)]
pub(super) struct CornerGraph {
    /// The first node of each corner; a corner of both classes has two, rising first.
    first_nodes: Vec<u32>,
    /// The corner of each node.
    pub(super) corner_of: Vec<u32>,
    /// Where the arcs of each state begin, and the end.
    offsets: Vec<u32>,
    arcs: Vec<u32>,
}

/// Some corners in a row.
struct Stretch<'s> {
    corners: &'s [Corner],
    /// How many arcs each of their states has.
    counts: Vec<u32>,
    arcs: Vec<u32>,
}

impl CornerGraph {
    pub(super) fn of(sight: &Visibility, threads: usize) -> CornerGraph {
        let corners = &sight.corners;
        let mut corner_of = Vec::with_capacity(corners.len());
        let mut first_nodes = Vec::with_capacity(corners.len());
        for (number, corner) in corners.iter().enumerate() {
            first_nodes.push(corner_of.len() as u32);
            for _ in 0..corner.classes.count_ones() {
                corner_of.push(number as u32);
            }
        }
        let (offsets, arcs) = (vec![0], Vec::new());
        let mut graph = CornerGraph { first_nodes, corner_of, offsets, arcs };
        let mut stretches: Vec<Stretch<'_>> = corners
            .chunks(256)
            .map(|corners| Stretch { corners, counts: Vec::new(), arcs: Vec::new() })
            .collect();
        Workers::new(threads, || ()).for_each(&mut stretches, 8000, |stretch, _| {
            graph.find_arcs(sight, stretch);
        });
        for Stretch { counts, arcs, .. } in stretches {
            for count in counts {
                graph.offsets.push(graph.offsets[graph.offsets.len() - 1] + count);
            }
            graph.arcs.extend(arcs);
        }
        graph
    }

    fn find_arcs(&self, sight: &Visibility, stretch: &mut Stretch<'_>) {
        // The arcs of up to four states, before they are put in a row.
        let mut leaving: [Vec<u32>; 4] = Default::default();
        for &corner in stretch.corners {
            let eye = sight.eye(corner.x as u32, corner.y as u32);
            self.seen_from(sight, &eye, |class, side, state| {
                // A corner of one class only has its arcs in the first two lists.
                let second = usize::from(class == 1 && corner.is_of(0));
                if corner.is_of(class) {
                    leaving[2 * second + side].push(state);
                }
            });
            for arcs in &mut leaving[..2 * corner.classes.count_ones() as usize] {
                arcs.sort_unstable();
                stretch.counts.push(arcs.len() as u32);
                stretch.arcs.append(arcs);
            }
        }
    }

    pub(super) fn nodes(&self) -> usize {
        self.corner_of.len()
    }

    /// The states that a state's arcs lead to.
    #[inline]
    pub(super) fn arcs(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.arcs[self.offsets[state] as usize..self.offsets[state + 1] as usize]
    }

    /// The node of a corner in a class that it is of.
    #[inline]
    fn node(&self, number: u32, corner: Corner, class: usize) -> u32 {
        self.first_nodes[number as usize] + u32::from(class == 1 && corner.is_of(0))
    }

    /// Reports every state that a path from a cell may go to first: the class and side of the
    /// sector that it sets out into, and the state. On a border, which belongs to a sector of
    /// each class, each state is reported for both.
    fn seen_from(&self, sight: &Visibility, eye: &Eye, mut report: impl FnMut(usize, usize, u32)) {
        sight.along_borders(eye, |border, _, x, y| {
            let number = sight.corner(x, y);
            let corner = sight.corners[number as usize];
            for class in (0..2).filter(|&class| corner.is_of(class)) {
                let side = SIDE_OF_BORDER[border][class];
                let state = 2 * self.node(number, corner, class) + side as u32;
                for (own, &own_side) in SIDE_OF_BORDER[border].iter().enumerate() {
                    report(own, own_side, state);
                }
            }
        });
        for (class, side) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            sight.in_sector(eye, (class, side), u32::MAX, |x, y, _, _| {
                let number = sight.corner(x, y);
                let corner = sight.corners[number as usize];
                report(class, side, 2 * self.node(number, corner, class) + side as u32);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::grid::{Corners, Grid, Rules};

    #[test]
    fn arcs_lead_both_ways() {
        let mut seed = 3u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for _ in 0..300 {
            let (width, height) = (1 + random(30) as u32, 1 + random(30) as u32);
            let density = 2 + random(40);
            let grid = Grid::from_fn(width, height, |_| random(100) >= density).unwrap();
            let grid = grid.with_rules(Rules::default().corners(Corners::ALL[random(3) as usize]));
            let sight = Visibility::of(&grid, 1);
            let graph = CornerGraph::of(&sight, 1);
            assert_eq!(graph.offsets.len(), 2 * graph.nodes() + 1);
            for state in 0..2 * graph.nodes() as u32 {
                for &to in graph.arcs(state) {
                    assert!(graph.arcs(to ^ 1).contains(&(state ^ 1)), "{grid:?} {state} {to}");
                }
                assert!(graph.arcs(state).windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
    }
}
