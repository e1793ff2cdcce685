//! The outer loop of contraction, the same for corners of a grid and nodes of a graph.
//!
//! In rounds: every node that is less important than all its neighbours is taken away, and what is
//! known about the others is looked at again when their turn comes. The nodes of a round are not
//! neighbours, so several threads at a time can find what has to be put in for each, and the order
//! does not depend on how many there are. It is as if they were taken away one after another,
//! by number: a path around one may lead over those that come later in the round, not over those that
//! came before (C. Vetter, "Parallel time-dependent contraction hierarchies", 2009).

use super::preparation::{Effort, GivenUp};
use crate::kernel::parallel::Workers;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How important a node is, by how many arcs it has on both sides, the new ones it would leave behind,
/// and how many nodes were taken away below it: few new arcs for those that go, and evenly.
pub(super) fn importance(a: usize, b: usize, new: u32, depth: u32) -> u64 {
    let (a, b) = (a as u64, b as u64);
    // There may have been more neighbours when it was weighed.
    let new = (new as u64).min(a * b);
    let degree = a + b;
    2000 * new / degree.max(1) + 1000 * depth as u64 + degree
}

/// A graph from which nodes are taken away.
pub(super) trait Shrinking: Sync {
    /// What is needed to weigh a node.
    type Scratch: Send;
    /// An arc that has to be put in for one.
    type Arc: Send;

    fn nodes(&self) -> usize;
    fn scratch(&self) -> Self::Scratch;
    /// Tells all neighbours of a node, maybe more than once.
    fn neighbours(&self, node: u32, tell: impl FnMut(u32));
    /// How important a node is for which this many arcs have to be put in: the least goes first.
    fn importance(&self, node: u32, new: u32) -> u64;
    /// Finds the arcs that have to be put in if the node is taken away, together with those that are
    /// `leaving`. Returns how much work that was.
    fn weigh(
        &self,
        node: u32,
        leaving: &[bool],
        scratch: &mut Self::Scratch,
        arcs: &mut Vec<Self::Arc>,
    ) -> u64;
    fn take_away(&mut self, node: u32, arcs: &[Self::Arc]);
    /// The nodes that are left, least important first, if they are too dense to go on. Given which are
    /// the next.
    fn order_of_dense_rest(
        &self,
        next: &[u32],
        rest: &[u32],
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<u32>>, GivenUp>;
}

/// A node that could be taken away.
struct Candidate<A> {
    node: u32,
    /// What would have to be put in for it.
    arcs: Vec<A>,
    /// What it took to find out.
    work: u64,
}

/// About what it takes to weigh a node of a sparse graph.
const WORK_EACH: u64 = 50;

/// This many nodes are weighed between two checks for interruption.
const BATCH: usize = 2048;

/// The nodes, most important first.
pub(super) fn by_importance(
    graph: &mut impl Shrinking,
    effort: &mut Effort<'_>,
) -> Result<Vec<u32>, GivenUp> {
    let nodes = graph.nodes();
    let mut workers = Workers::new(effort.threads(), || graph.scratch());
    let mut leaving = vec![false; nodes];
    let mut rest: Vec<u32> = (0..nodes as u32).collect();
    // How many arcs each would bring, when it was last weighed.
    let mut new = Vec::with_capacity(nodes);
    let mut candidates: Vec<Candidate<_>> = Vec::new();
    let mut work_each = WORK_EACH;
    for batch in rest.chunks(BATCH) {
        nominate(&mut candidates, batch);
        let batch = &mut candidates[..batch.len()];
        workers.for_each(batch, work_each, |it, scratch| {
            it.work = graph.weigh(it.node, &leaving, scratch, &mut it.arcs);
        });
        effort.spend(batch.iter().map(|it| it.work).sum())?;
        new.extend(batch.iter().map(|it| it.arcs.len() as u32));
    }
    let mut importance: Vec<u64> =
        (0..nodes as u32).map(|node| graph.importance(node, new[node as usize])).collect();
    let mut order = Vec::with_capacity(nodes);
    let (mut next, mut neighbours) = (Vec::new(), Vec::new());
    while !rest.is_empty() {
        next.clear();
        next.extend(rest.iter().copied().filter(|&node| is_least(graph, &importance, node)));
        let dense = graph.order_of_dense_rest(&next, &rest, effort)?;
        if let Some(rest) = dense {
            order.extend(rest);
            break;
        }
        for &node in &next {
            leaving[node as usize] = true;
        }
        nominate(&mut candidates, &next);
        for batch in candidates[..next.len()].chunks_mut(BATCH) {
            workers.for_each(batch, work_each, |it, scratch| {
                it.work = graph.weigh(it.node, &leaving, scratch, &mut it.arcs);
            });
            let work: u64 = batch.iter().map(|it| it.work).sum();
            work_each = work / batch.len() as u64;
            effort.spend(work)?;
        }
        for Candidate { node, arcs, .. } in &candidates[..next.len()] {
            leaving[*node as usize] = false;
            new[*node as usize] = arcs.len() as u32;
        }
        // What was known may have been out of date: a node that is no longer the least has to wait. If that
        // is so of all, the least of these goes, so that there is an end to it.
        let weight = |node: u32| (graph.importance(node, new[node as usize]), node);
        let least = next.iter().map(|&node| weight(node)).min();
        for Candidate { node, arcs, .. } in &candidates[..next.len()] {
            let node = *node;
            let before = importance[node as usize];
            let now = graph.importance(node, new[node as usize]);
            importance[node as usize] = now;
            let waits = now > before && Some((now, node)) != least;
            if waits && !is_least(graph, &importance, node) {
                continue;
            }
            neighbours.clear();
            graph.neighbours(node, |neighbour| neighbours.push(neighbour));
            graph.take_away(node, arcs);
            importance[node as usize] = GONE;
            order.push(node);
            for &neighbour in &neighbours {
                importance[neighbour as usize] =
                    graph.importance(neighbour, new[neighbour as usize]);
            }
        }
        rest.retain(|&node| importance[node as usize] != GONE);
        effort.tell(0.5 * order.len() as f32 / nodes as f32);
    }
    order.reverse();
    Ok(order)
}

/// Makes these nodes the first candidates, in memory that is there already.
fn nominate<A>(candidates: &mut Vec<Candidate<A>>, nodes: &[u32]) {
    while candidates.len() < nodes.len() {
        candidates.push(Candidate { node: 0, arcs: Vec::new(), work: 0 });
    }
    for (candidate, &node) in candidates.iter_mut().zip(nodes) {
        candidate.node = node;
        candidate.arcs.clear();
    }
}

/// The importance of nodes that were taken away.
const GONE: u64 = u64::MAX;

/// Whether a node is less important than all its neighbours, as far as is known.
fn is_least(graph: &impl Shrinking, importance: &[u64], node: u32) -> bool {
    let own = (importance[node as usize], shuffled(node));
    let mut least = true;
    graph.neighbours(node, |other| {
        least &= own < (importance[other as usize], shuffled(other));
    });
    least
}

/// Numbers out of order, each another: where many are equally important, rounds are to be spread over
/// the map and not to proceed from one end to the other.
fn shuffled(node: u32) -> u32 {
    node.wrapping_mul(0x9E37_79B1).rotate_left(16).wrapping_mul(0x85EB_CA6B)
}

/// How many paths are sampled to order what cannot be contracted: all those from this many nodes.
const SAMPLES: u32 = 64;

/// Orders nodes, the least important first, by how many of the shortest paths from sampled ones to all
/// others lead through them. A node has some states in a row, `states_of` it; `arcs` tells where those
/// out of a state lead and what they cost, for each sample.
pub(super) fn by_sampled_ways<A: Iterator<Item = (u32, u64)>>(
    mut nodes: Vec<u32>,
    states: usize,
    states_of: impl Fn(u32) -> std::ops::Range<u32>,
    arcs: impl Fn(u32, u32) -> A,
    effort: &mut Effort<'_>,
) -> Result<Vec<u32>, GivenUp> {
    const FAR: u64 = u64::MAX;
    const NONE: u32 = u32::MAX;
    let mut cost = vec![FAR; states];
    let mut parent = vec![NONE; states];
    // How many ways lead through a state: in the sample at hand, and in all.
    let mut below = vec![0u64; states];
    let mut score = vec![0u64; states];
    let mut open = BinaryHeap::new();
    let mut settled = Vec::new();
    let mut seed = 777u64;
    for sample in 0..SAMPLES {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        for state in states_of(nodes[(seed >> 33) as usize % nodes.len()]) {
            cost[state as usize] = 0;
            parent[state as usize] = NONE;
            open.push(Reverse((0, state)));
        }
        settled.clear();
        while let Some(Reverse((known, state))) = open.pop() {
            if known > cost[state as usize] {
                continue;
            }
            settled.push(state);
            below[state as usize] = 1;
            for (to, more) in arcs(sample, state) {
                let total = known.saturating_add(more);
                if total < cost[to as usize] {
                    cost[to as usize] = total;
                    parent[to as usize] = state;
                    open.push(Reverse((total, to)));
                }
            }
        }
        for &state in settled.iter().rev() {
            let count = std::mem::take(&mut below[state as usize]);
            cost[state as usize] = FAR;
            score[state as usize] += count;
            if parent[state as usize] != NONE {
                below[parent[state as usize] as usize] += count;
            }
        }
        effort.spend(10 * settled.len() as u64)?;
    }
    nodes.sort_by_key(|&node| {
        let states = states_of(node).map(|state| score[state as usize]);
        (states.sum::<u64>(), node)
    });
    Ok(nodes)
}
