//! The order of importance of the corners, by contraction.
//!
//! Remove the least important node, and wherever the only shortest path between two of its neighbours led through
//! it, put an arc in its place; go on until none is left (Geisberger, Sanders, Schultes and Delling, "Contraction
//! Hierarchies", 2008). A path enters a node on one side and leaves it on the other, so only arcs of opposite
//! sides are paired. Most long paths lead through what is removed last: labels made in that order are the shortest
//! known.
//!
//! On some maps (scattered single obstacles) there is no such thing as important, and the rest
//! grows denser and denser. Contraction stops at a mean degree of 32, and the nodes that are left are
//! ordered by how many shortest paths of a sample lead through them. If there are many of them, labels
//! would be enormous. That shows long before: at a mean degree of 8 a room or a city has fewer than
//! two nodes left for a hundred free cells, scattered obstacles have twenty.

use super::corner_graph::CornerGraph;
use super::metric::Length;
use super::ordering::{Shrinking, by_importance, by_sampled_ways, importance};
use super::preparation::{Effort, GivenUp};
use super::witness::{Witness, WitnessArc};

/// The mean degree of the rest at which contraction stops.
const DENSE: usize = 32;
/// The mean degree at which scattered obstacles show: more nodes than one for this many free cells.
const SCATTERED: (usize, usize) = (8, 10);
/// The largest share of nodes in the rest with which labels stay small: one in this many.
const LARGEST_REST: usize = 20;
/// Rests smaller than this do no harm whatever their share.
const SMALL_REST: usize = 1000;

#[derive(Clone, Copy, Debug)]
struct Arc<L> {
    to: u32,
    cost: L,
}

impl<L: Length> WitnessArc for Arc<L> {
    type Cost = L;
    #[inline]
    fn head(&self) -> u32 {
        self.to
    }
    #[inline]
    fn cost(&self) -> L {
        self.cost
    }
}

/// The corner graph with what is left of it.
pub(super) struct CornerContraction<L> {
    /// The arcs of each state; those of nodes taken away are gone.
    arcs: Vec<Vec<Arc<L>>>,
    arc_count: usize,
    /// For each node how many were taken away below it, one after the other.
    depth: Vec<u32>,
    /// Of the map.
    free_cells: usize,
    /// Goes on however dense the rest becomes.
    force: bool,
}

/// An arc to put in for a node that is taken away: from, to, cost.
type Shortcut<L> = (u32, u32, L);

impl<L: Length> Shrinking for CornerContraction<L> {
    type Scratch = Witness<L, Shortcut<L>>;
    type Arc = Shortcut<L>;

    fn nodes(&self) -> usize {
        self.depth.len()
    }

    fn scratch(&self) -> Witness<L, Shortcut<L>> {
        Witness::new(self.arcs.len())
    }

    fn neighbours(&self, node: u32, mut tell: impl FnMut(u32)) {
        for state in [2 * node, 2 * node + 1] {
            self.arcs[state as usize].iter().for_each(|arc| tell(arc.to >> 1));
        }
    }

    /// Few new arcs for those that go, and evenly over the map.
    fn importance(&self, node: u32, new: u32) -> u64 {
        let [up, down] = [0, 1].map(|side| self.arcs[2 * node as usize + side].len());
        importance(up, down, new, self.depth[node as usize])
    }

    fn weigh(
        &self,
        node: u32,
        leaving: &[bool],
        witness: &mut Witness<L, Shortcut<L>>,
        shortcuts: &mut Vec<Shortcut<L>>,
    ) -> u64 {
        let mut work = 0;
        let (mut a, mut b) = (2 * node as usize, 2 * node as usize + 1);
        if self.arcs[a].len() > self.arcs[b].len() {
            std::mem::swap(&mut a, &mut b);
        }
        // From every neighbour on the side with fewer, through the node, to all on the other.
        let (sources, targets) = (&self.arcs[a], &self.arcs[b]);
        let largest = targets.iter().map(|arc| arc.cost).max().unwrap_or(L::ZERO);
        for source in sources.iter().filter(|_| !targets.is_empty()) {
            let from = source.to ^ 1;
            let mut missing = 0;
            for target in targets.iter().filter(|target| target.to >> 1 != from >> 1) {
                witness.wanted[target.to as usize] = source.cost.plus(target.cost);
                missing += 1;
            }
            let bound = source.cost.plus(largest);
            let passes = |state: u32| {
                let other = state >> 1;
                other != node && !(other < node && leaving[other as usize])
            };
            let settled = witness.search(&self.arcs, from, passes, bound, missing);
            // A settled state takes about as long as four units of making labels.
            work += 4 + 4 * settled as u64;
            for target in targets {
                witness.wanted[target.to as usize] = L::FAR;
                let through = source.cost.plus(target.cost);
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

    fn take_away(&mut self, node: u32, shortcuts: &[Shortcut<L>]) {
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
    ) -> Result<Option<Vec<u32>>, GivenUp> {
        let left = rest.len();
        let scattered = self.arc_count > SCATTERED.0 * left && left * SCATTERED.1 > self.free_cells;
        if scattered && left > SMALL_REST && !self.force {
            return Err(GivenUp::Explodes);
        }
        let sparse = next.iter().any(|&node| self.degree(node) <= DENSE);
        if sparse || self.arc_count <= DENSE * left {
            return Ok(None);
        }
        if left > SMALL_REST && left * LARGEST_REST > self.nodes() && !self.force {
            return Err(GivenUp::Explodes);
        }
        let arcs =
            |_, state: u32| self.arcs[state as usize].iter().map(|arc| (arc.to, arc.cost.into()));
        let states_of = |node: u32| 2 * node..2 * node + 2;
        by_sampled_ways(rest.to_vec(), self.arcs.len(), states_of, arcs, effort).map(Some)
    }
}

impl<L: Length> CornerContraction<L> {
    /// Of a map with this many `free_cells`. Gives up where labels would be enormous, unless `force`
    /// is set.
    pub(super) fn new(
        graph: &CornerGraph,
        cost: impl Fn(u32, u32) -> L,
        free_cells: usize,
        force: bool,
    ) -> CornerContraction<L> {
        let states = 2 * graph.nodes() as u32;
        let node_cost = |a: u32, b: u32| {
            cost(graph.corner_of[(a >> 1) as usize], graph.corner_of[(b >> 1) as usize])
        };
        let arcs: Vec<Vec<Arc<L>>> = (0..states)
            .map(|state| {
                let to = graph.arcs(state).iter();
                to.map(|&to| Arc { to, cost: node_cost(state, to) }).collect()
            })
            .collect();
        let arc_count = arcs.iter().map(Vec::len).sum();
        CornerContraction { arcs, arc_count, depth: vec![0; graph.nodes()], free_cells, force }
    }

    /// The nodes, most important first.
    pub(super) fn order(mut self, effort: &mut Effort<'_>) -> Result<Vec<u32>, GivenUp> {
        by_importance(&mut self, effort)
    }

    fn degree(&self, node: u32) -> usize {
        self.arcs[2 * node as usize].len() + self.arcs[2 * node as usize + 1].len()
    }

    fn put_in(&mut self, from: u32, to: u32, cost: L) {
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
