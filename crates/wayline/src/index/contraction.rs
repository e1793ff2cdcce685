//! The order of importance of the corners, by contraction.
//!
//! Take away the least important node, and wherever the only shortest way between two of its
//! neighbours led through it, put an arc in its place; go on until none is left (Geisberger,
//! Sanders, Schultes and Delling, "Contraction Hierarchies", 2008). A path enters a node on one side
//! and leaves it on the other, so only arcs of opposite sides are paired. What is taken away last
//! is what most long ways lead through: labels made in that order are the shortest known.
//!
//! On some maps (scattered single obstacles) there is no such thing as important, and the rest
//! grows denser and denser. Contraction stops at a mean degree of 32, and the nodes that are left are
//! ordered by how many shortest ways of a sample lead through them. If there are many of them, labels
//! would be enormous. That shows long before: at a mean degree of 8 a room or a city has fewer than
//! two nodes left for a hundred free cells, scattered obstacles have twenty.

use super::corner_graph::CornerGraph;
use super::ordering::{Shrinking, by_importance, by_sampled_ways};
use super::preparation::{Effort, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many states a search for another way may settle before it gives up.
const WITNESS_LIMIT: u32 = 40;
/// The mean degree of the rest at which contraction stops.
const DENSE: usize = 32;
/// The mean degree at which scattered obstacles show: more nodes than one for so many free cells.
const SCATTERED: (usize, usize) = (8, 10);
/// The largest share of nodes in the rest with which labels stay small: one in so many.
const LARGEST_REST: usize = 20;
/// Rests smaller than this are no danger whatever their share.
const SMALL_REST: usize = 1000;

const FAR: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Arc {
    to: u32,
    cost: u32,
}

/// The corner graph with what is left of it.
pub(super) struct Contraction {
    /// The arcs of each state; those of nodes taken away are gone.
    arcs: Vec<Vec<Arc>>,
    arc_count: usize,
    /// For each node how many were taken away below it, one after the other.
    depth: Vec<u32>,
    /// Of the map.
    free_cells: usize,
    /// Goes on however dense the rest becomes.
    whatever: bool,
}

/// An arc to put in for a node that is taken away: from, to, cost.
type Shortcut = (u32, u32, u32);

impl Shrinking for Contraction {
    type Scratch = Witness;
    type Arc = Shortcut;

    fn nodes(&self) -> usize {
        self.depth.len()
    }

    fn scratch(&self) -> Witness {
        Witness {
            cost: vec![FAR; self.arcs.len()],
            wanted: vec![0; self.arcs.len()],
            touched: Vec::new(),
            open: BinaryHeap::new(),
            shortcuts: Vec::new(),
        }
    }

    fn neighbours(&self, node: u32, mut tell: impl FnMut(u32)) {
        for state in [2 * node, 2 * node + 1] {
            self.arcs[state as usize].iter().for_each(|arc| tell(arc.to >> 1));
        }
    }

    /// Few new arcs for those that go, and evenly over the map.
    fn importance(&self, node: u32, new: u32) -> u64 {
        let [up, down] = [0, 1].map(|side| self.arcs[2 * node as usize + side].len() as u64);
        // There may have been more neighbours when it was weighed.
        let new = (new as u64).min(up * down);
        let degree = up + down;
        2000 * new / degree.max(1) + 1000 * self.depth[node as usize] as u64 + degree
    }

    fn weigh(
        &self,
        node: u32,
        leaving: &[bool],
        witness: &mut Witness,
        shortcuts: &mut Vec<Shortcut>,
    ) -> u64 {
        let mut work = 0;
        let (mut a, mut b) = (2 * node as usize, 2 * node as usize + 1);
        if self.arcs[a].len() > self.arcs[b].len() {
            std::mem::swap(&mut a, &mut b);
        }
        // From every neighbour on the side with fewer, through the node, to all on the other.
        let (sources, targets) = (&self.arcs[a], &self.arcs[b]);
        let dearest = targets.iter().map(|arc| arc.cost).max().unwrap_or(0);
        for source in sources.iter().filter(|_| !targets.is_empty()) {
            let from = source.to ^ 1;
            let mut missing = 0;
            for target in targets.iter().filter(|target| target.to >> 1 != from >> 1) {
                witness.wanted[target.to as usize] = source.cost.saturating_add(target.cost);
                missing += 1;
            }
            let bound = source.cost.saturating_add(dearest);
            let passes = |other: u32| other != node && !(other < node && leaving[other as usize]);
            let settled = witness.search(&self.arcs, from, passes, bound, missing);
            // A settled state takes about as long as four units of making labels.
            work += 4 + 4 * settled as u64;
            for target in targets {
                witness.wanted[target.to as usize] = 0;
                let through = source.cost.saturating_add(target.cost);
                let apart = target.to >> 1 != from >> 1;
                if apart && witness.cost[target.to as usize] > through {
                    witness.shortcuts.push((from, target.to, through));
                }
            }
            witness.clear();
        }
        std::mem::swap(shortcuts, &mut witness.shortcuts);
        witness.shortcuts.clear();
        work
    }

    fn take_away(&mut self, node: u32, shortcuts: &[Shortcut]) {
        let depth = self.depth[node as usize] + 1;
        for state in [2 * node, 2 * node + 1] {
            let arcs = std::mem::take(&mut self.arcs[state as usize]);
            self.arc_count -= arcs.len();
            for arc in arcs {
                let back = &mut self.arcs[(arc.to ^ 1) as usize];
                if let Some(at) = back.iter().position(|other| other.to == state ^ 1) {
                    back.swap_remove(at);
                    self.arc_count -= 1;
                }
                let neighbour = (arc.to >> 1) as usize;
                self.depth[neighbour] = self.depth[neighbour].max(depth);
            }
        }
        for &(from, to, cost) in shortcuts {
            self.put_in(from, to, cost);
            self.put_in(to ^ 1, from ^ 1, cost);
        }
    }

    fn order_of_dense_rest(
        &self,
        next: &[u32],
        rest: &[u32],
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let left = rest.len();
        let scattered = self.arc_count > SCATTERED.0 * left && left * SCATTERED.1 > self.free_cells;
        if scattered && left > SMALL_REST && !self.whatever {
            return Err(Stop::Explodes);
        }
        let sparse = next.iter().any(|&node| self.degree(node) <= DENSE);
        if sparse || self.arc_count <= DENSE * left {
            return Ok(None);
        }
        if left > SMALL_REST && left * LARGEST_REST > self.nodes() && !self.whatever {
            return Err(Stop::Explodes);
        }
        let arcs = |_, state: u32| {
            self.arcs[state as usize].iter().map(|arc| (arc.to, u64::from(arc.cost)))
        };
        let states_of = |node: u32| 2 * node..2 * node + 2;
        by_sampled_ways(rest.to_vec(), self.arcs.len(), states_of, arcs, effort).map(Some)
    }
}

/// The scratch memory of searches for another way.
pub(super) struct Witness {
    cost: Vec<u32>,
    /// What a way to this state must cost at most to do without the node; zero once found.
    wanted: Vec<u32>,
    touched: Vec<u32>,
    /// By cost, then by state: one number is compared faster than two.
    open: BinaryHeap<Reverse<u64>>,
    shortcuts: Vec<Shortcut>,
}

fn key(cost: u32, state: u32) -> Reverse<u64> {
    Reverse((cost as u64) << 32 | state as u64)
}

impl Contraction {
    /// Of a map with so many `free_cells`. Gives up where labels would be enormous, unless it is to go
    /// on `whatever` happens.
    pub(super) fn new(
        graph: &CornerGraph,
        cost: impl Fn(u32, u32) -> u32,
        free_cells: usize,
        whatever: bool,
    ) -> Contraction {
        let states = 2 * graph.nodes() as u32;
        let node_cost = |a: u32, b: u32| {
            cost(graph.corner_of[(a >> 1) as usize], graph.corner_of[(b >> 1) as usize])
        };
        let arcs: Vec<Vec<Arc>> = (0..states)
            .map(|state| {
                let to = graph.arcs(state).iter();
                to.map(|&to| Arc { to, cost: node_cost(state, to) }).collect()
            })
            .collect();
        let arc_count = arcs.iter().map(Vec::len).sum();
        Contraction { arcs, arc_count, depth: vec![0; graph.nodes()], free_cells, whatever }
    }

    /// The nodes, most important first.
    pub(super) fn order(mut self, effort: &mut Effort<'_>) -> Result<Vec<u32>, Stop> {
        by_importance(&mut self, effort)
    }

    fn degree(&self, node: u32) -> usize {
        self.arcs[2 * node as usize].len() + self.arcs[2 * node as usize + 1].len()
    }

    fn put_in(&mut self, from: u32, to: u32, cost: u32) {
        let arcs = &mut self.arcs[from as usize];
        match arcs.iter_mut().find(|arc| arc.to == to) {
            Some(arc) => arc.cost = arc.cost.min(cost),
            None => {
                arcs.push(Arc { to, cost });
                self.arc_count += 1;
            }
        }
    }
}

impl Witness {
    /// Settles states from `from` on, by nodes that it passes, until everything wanted is found, nothing
    /// cheap enough is left, or it has taken too long. Returns how many it settled.
    fn search(
        &mut self,
        arcs: &[Vec<Arc>],
        from: u32,
        passes: impl Fn(u32) -> bool,
        bound: u32,
        mut missing: u32,
    ) -> u32 {
        self.cost[from as usize] = 0;
        self.touched.push(from);
        self.open.push(key(0, from));
        let mut settled = 0;
        while let Some(Reverse(least)) = self.open.pop() {
            let (known, state) = ((least >> 32) as u32, least as u32);
            if known > self.cost[state as usize] {
                continue;
            }
            settled += 1;
            if known >= bound || settled > WITNESS_LIMIT || missing == 0 {
                break;
            }
            for arc in &arcs[state as usize] {
                let total = known.saturating_add(arc.cost);
                let best = &mut self.cost[arc.to as usize];
                if total > bound || total >= *best || !passes(arc.to >> 1) {
                    continue;
                }
                if *best == FAR {
                    self.touched.push(arc.to);
                }
                *best = total;
                let wanted = &mut self.wanted[arc.to as usize];
                if *wanted >= total {
                    *wanted = 0;
                    missing -= 1;
                }
                self.open.push(key(total, arc.to));
            }
        }
        self.open.clear();
        settled
    }

    fn clear(&mut self) {
        for state in self.touched.drain(..) {
            self.cost[state as usize] = FAR;
        }
    }
}
