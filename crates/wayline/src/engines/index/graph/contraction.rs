//! The hierarchy of a directed graph and its nodes' order of importance, by contraction.
//!
//! Remove the least important node, and wherever the only shortest path between two of its neighbours led through
//! it, put an arc in its place: what is left has the same distances. Go on until none is left (Geisberger,
//! Sanders, Schultes and Delling, "Contraction Hierarchies", 2008). Most long paths lead through what is removed
//! last.
//!
//! In some graphs there is no such thing as important, or a few hubs are joined to every node, and the rest
//! grows denser and denser. Contraction stops there, or where the work has run out; the nodes that are
//! left are the core, whose arcs all count as leading upwards. That is still a hierarchy, with less
//! climbing and more searching, so stopping is never wrong. For labels the core is ordered by how many
//! shortest paths of a sample lead through each node.

use super::edge_lists::EdgeLists;
use super::hierarchy::{Arc, Hierarchy, Up};
use crate::engines::index::ordering::{Shrinking, by_importance, by_sampled_ways, importance};
use crate::engines::index::preparation::{Effort, GivenUp};
use crate::engines::index::witness::{Witness, WitnessArc, WitnessCost};

/// The mean number of arcs out of what is left at which contraction stops.
const DENSE: usize = 16;
/// A rest that is taken away however dense it is.
const SMALL_CORE: usize = 64;
/// The largest share of nodes in the core with which labels stay small: one in this many.
const LARGEST_CORE: usize = 100;
/// Cores smaller than this do no harm to labels whatever their share: that of all flights is one.
const HARMLESS_CORE: usize = 3000;
/// More arcs than this are not numbered.
const MOST_ARCS: usize = u32::MAX as usize / 4;

/// A graph with what is left of it, and the hierarchy of what was taken away.
pub(super) struct Contraction {
    /// The arcs out of each node and those into it; those of nodes taken away are gone.
    out: Vec<Vec<Arc>>,
    into: Vec<Vec<Arc>>,
    arc_count: usize,
    /// For each node how many were taken away below it, one after the other.
    depth: Vec<u32>,
    gone: Vec<bool>,
    made: Hierarchy,
    /// Goes on however dense the rest becomes.
    force: bool,
}

/// An arc to put in for a node that is taken away: which of those into it, which of those out of it.
type Shortcut = (u32, u32);

impl Shrinking for Contraction {
    type Scratch = Witness<u64, Shortcut>;
    type Arc = Shortcut;

    fn nodes(&self) -> usize {
        self.depth.len()
    }

    fn scratch(&self) -> Witness<u64, Shortcut> {
        Witness::new(self.nodes())
    }

    fn neighbours(&self, node: u32, mut tell: impl FnMut(u32)) {
        for arcs in [&self.out, &self.into] {
            arcs[node as usize].iter().for_each(|arc| tell(arc.to));
        }
    }

    /// Few new arcs for those that go, and evenly over the graph.
    fn importance(&self, node: u32, new: u32) -> u64 {
        let [out, into] = [&self.out, &self.into].map(|arcs| arcs[node as usize].len());
        importance(out, into, new, self.depth[node as usize])
    }

    fn weigh(
        &self,
        node: u32,
        leaving: &[bool],
        witness: &mut Witness<u64, Shortcut>,
        shortcuts: &mut Vec<Shortcut>,
    ) -> u64 {
        let mut work = 0;
        let (sources, targets) = (&self.into[node as usize], &self.out[node as usize]);
        let largest = targets.iter().map(|arc| arc.cost).max().unwrap_or(0);
        for (i, source) in sources.iter().enumerate().filter(|_| !targets.is_empty()) {
            let mut missing = 0;
            for target in targets.iter().filter(|target| target.to != source.to) {
                let through = source.cost.saturating_add(target.cost);
                witness.wanted[target.to as usize] = through;
                missing += 1;
            }
            let bound = source.cost.saturating_add(largest);
            let passes = |other: u32| other != node && !(other < node && leaving[other as usize]);
            let settled = witness.search(&self.out, source.to, passes, bound, missing);
            for (j, target) in targets.iter().enumerate() {
                witness.wanted[target.to as usize] = u64::FAR;
                let through = source.cost.saturating_add(target.cost);
                // A cost that is too large to be held is that of no path.
                if target.to != source.to && witness.cost[target.to as usize] > through {
                    witness.shortcuts.push((i as u32, j as u32));
                }
            }
            witness.clear();
            // A settled node takes about as long as four units of making labels.
            work += 4 + 4 * settled as u64;
        }
        std::mem::swap(shortcuts, &mut witness.shortcuts);
        witness.shortcuts.clear();
        work
    }

    fn take_away(&mut self, node: u32, shortcuts: &[Shortcut]) {
        self.gone[node as usize] = true;
        let up = self.freeze(node);
        let depth = self.depth[node as usize] + 1;
        for place in up.leaving() {
            let to = self.made.outs[place].to as usize;
            forget(&mut self.into[to], node);
            self.depth[to] = self.depth[to].max(depth);
            self.arc_count -= 1;
        }
        for place in up.entering() {
            let to = self.made.ins[place].to as usize;
            forget(&mut self.out[to], node);
            self.depth[to] = self.depth[to].max(depth);
            self.arc_count -= 1;
        }
        for &(i, j) in shortcuts {
            let (first, second) =
                (up.entering().start + i as usize, up.leaving().start + j as usize);
            let (into, out) = (self.made.ins[first], self.made.outs[second]);
            let cost = into.cost + out.cost;
            let arc = |to| Arc { cost, to, first: first as u32, second: second as u32 };
            put_in(&mut self.into[out.to as usize], arc(into.to));
            self.arc_count += usize::from(put_in(&mut self.out[into.to as usize], arc(out.to)));
        }
    }

    fn order_of_dense_rest(
        &self,
        _: &[u32],
        rest: &[u32],
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<u32>>, GivenUp> {
        let left = rest.len();
        let dense = self.arc_count > DENSE * left && left > SMALL_CORE;
        if !dense && self.made.arcs() + self.arc_count <= MOST_ARCS {
            return Ok(None);
        }
        if left > HARMLESS_CORE && left * LARGEST_CORE > self.nodes() && !self.force {
            return Err(GivenUp::Explodes);
        }
        // From the sampled nodes to all others, and to them from all others, in turn.
        let arcs = |sample: u32, node: u32| {
            let arcs = if sample.is_multiple_of(2) { &self.out } else { &self.into };
            arcs[node as usize].iter().map(|arc| (arc.to, arc.cost))
        };
        by_sampled_ways(rest.to_vec(), self.nodes(), |node| node..node + 1, arcs, effort).map(Some)
    }
}

impl WitnessArc for Arc {
    type Cost = u64;
    #[inline]
    fn head(&self) -> u32 {
        self.to
    }
    #[inline]
    fn cost(&self) -> u64 {
        self.cost
    }
}

impl Contraction {
    pub(super) fn new(out: &EdgeLists, into: &EdgeLists) -> Contraction {
        let nodes = out.nodes();
        let lists = |roads: &EdgeLists| -> Vec<Vec<Arc>> {
            let arcs = |node| roads.at(node).iter().map(|road| Arc::edge(*road)).collect();
            (0..nodes as u32).map(arcs).collect()
        };
        let out = lists(out);
        Contraction {
            arc_count: out.iter().map(Vec::len).sum(),
            out,
            into: lists(into),
            depth: vec![0; nodes],
            gone: vec![false; nodes],
            made: Hierarchy::new(nodes),
            force: false,
        }
    }

    /// The hierarchy, and the nodes, most important first, or why labels should not be made in that
    /// order; they are if `force` is set. An error only if it was cancelled.
    pub(super) fn run(
        mut self,
        force: bool,
        effort: &mut Effort<'_>,
    ) -> Result<(Hierarchy, Result<Vec<u32>, GivenUp>), GivenUp> {
        self.force = force;
        let order = by_importance(&mut self, effort);
        if order == Err(GivenUp::Cancelled) {
            return Err(GivenUp::Cancelled);
        }
        self.made.begin_core();
        for node in 0..self.gone.len() as u32 {
            if !self.gone[node as usize] {
                self.freeze(node);
            }
        }
        Ok((self.made, order))
    }

    /// Puts the arcs of a node, all of which lead upwards now, into the hierarchy.
    fn freeze(&mut self, node: u32) -> Up {
        let out = std::mem::take(&mut self.out[node as usize]);
        let into = std::mem::take(&mut self.into[node as usize]);
        self.made.add(node, &out, &into)
    }
}

fn forget(arcs: &mut Vec<Arc>, to: u32) {
    if let Some(at) = arcs.iter().position(|arc| arc.to == to) {
        arcs.swap_remove(at);
    }
}

/// Whether the arc is one more; else it takes the place of a more expensive one.
fn put_in(arcs: &mut Vec<Arc>, new: Arc) -> bool {
    match arcs.iter_mut().find(|arc| arc.to == new.to) {
        Some(arc) => {
            if new.cost < arc.cost {
                *arc = new;
            }
            false
        }
        None => {
            arcs.push(new);
            true
        }
    }
}
