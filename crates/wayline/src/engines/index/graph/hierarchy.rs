//! A hierarchy of nodes, and the search that only climbs.
//!
//! Every shortest path has one of the same cost that climbs to its most important node, wanders about
//! in the core if there is one, and descends. So a search from the start along arcs that lead up and
//! one from the goal against arcs that lead down, each over a handful of nodes, meet on a shortest
//! path. An arc is an edge, or stands for two arcs over a less important node: it knows where these
//! are, so a path is unpacked with a stack and without a search.

use super::edge_lists::ListedEdge;
use crate::kernel::cost::Cost;
use crate::question::observe::{Event, EventKind, Watch, notify};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// No second half: the arc is an edge.
pub(super) const NONE: u32 = u32::MAX;

/// An arc to a more important node, or from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arc {
    pub(super) cost: u64,
    /// The more important node.
    pub(super) to: u32,
    /// The edge; or the arc to the node in between, as a place in `ins`.
    pub(super) first: u32,
    /// The arc from the node in between, as a place in `outs`.
    pub(super) second: u32,
}

impl Arc {
    pub(super) fn edge(ListedEdge { cost, to, edge }: ListedEdge) -> Arc {
        Arc { cost, to, first: edge, second: NONE }
    }
}

/// Where the arcs of a node are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Up {
    pub(super) out: [u32; 2],
    pub(super) into: [u32; 2],
}

impl Up {
    #[inline]
    pub(super) fn leaving(&self) -> Range<usize> {
        self.out[0] as usize..self.out[1] as usize
    }

    #[inline]
    pub(super) fn entering(&self) -> Range<usize> {
        self.into[0] as usize..self.into[1] as usize
    }
}

#[derive(Debug)]
pub(super) struct Hierarchy {
    pub(super) ups: Vec<Up>,
    /// Arcs from each node to more important ones.
    pub(super) outs: Vec<Arc>,
    /// Arcs into each node from more important ones.
    pub(super) ins: Vec<Arc>,
    /// Where the arcs of the core begin in these two.
    pub(super) core: [u32; 2],
}

impl Hierarchy {
    pub(super) fn new(nodes: usize) -> Hierarchy {
        let ups = vec![Up::default(); nodes];
        Hierarchy { ups, outs: Vec::new(), ins: Vec::new(), core: [0; 2] }
    }

    pub(super) fn arcs(&self) -> usize {
        self.outs.len() + self.ins.len()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ups) + size_of_val(&*self.outs) + size_of_val(&*self.ins)
    }

    /// Adds the arcs of a node. The least important comes first.
    pub(super) fn add(&mut self, node: u32, out: &[Arc], into: &[Arc]) -> Up {
        let before = [self.outs.len() as u32, self.ins.len() as u32];
        self.outs.extend(out);
        self.ins.extend(into);
        let up = Up {
            out: [before[0], self.outs.len() as u32],
            into: [before[1], self.ins.len() as u32],
        };
        self.ups[node as usize] = up;
        up
    }

    /// Nodes that are added from here on are of the core.
    pub(super) fn begin_core(&mut self) {
        self.core = [self.outs.len() as u32, self.ins.len() as u32];
    }

    /// What a shortest path costs, and where its two halves meet.
    pub(super) fn search(&self, from: u32, to: u32, work: &mut ClimbWork) -> Option<(u64, u32)> {
        self.search_watched(from, to, work, &mut ())
    }

    /// What a search takes, in units of a search without an index: nodes expanded and nodes come to. Arcs
    /// that lead nowhere new lie side by side and hardly count. Measured on towns with tunnels, a unit takes
    /// 0.8 to 1 times as long as in a search from both ends.
    pub(super) fn work_of(&self, from: u32, to: u32, work: &mut ClimbWork) -> u64 {
        let mut count = Count(0);
        self.search_watched(from, to, work, &mut count);
        count.0
    }

    /// The same, with an observer: nodes of both sides, each reached from the one that it was
    /// climbed to from.
    pub(super) fn search_watched(
        &self,
        from: u32,
        to: u32,
        work: &mut ClimbWork,
        watch: &mut impl Watch,
    ) -> Option<(u64, u32)> {
        let [ahead, back] = &mut work.sides;
        ahead.begin(from, self);
        back.begin(to, self);
        let mut tell = |kind, node, parent, cost| {
            let cost = Cost::from_raw(cost);
            notify(watch, kind, node, parent, cost, cost);
        };
        tell(EventKind::Generate, from, NONE, 0);
        tell(EventKind::Generate, to, NONE, 0);
        let mut best = (u64::MAX, NONE);
        loop {
            let (least, other_least) = (ahead.least(), back.least());
            // Below the core a side goes on as long as it alone could do better. Once both are in
            // the core, whose arcs lead both ways, it takes both of them to do better.
            let hope = match ahead.low + back.low {
                0 => least.saturating_add(other_least),
                _ => least.min(other_least),
            };
            if hope >= best.0 {
                break;
            }
            // The side that is less far along goes on.
            let forward = least <= other_least;
            let (side, other) = if forward { (&mut *ahead, &*back) } else { (&mut *back, &*ahead) };
            let Some((cost, node)) = side.take(self) else { break };
            if cost > side.cost(node) {
                continue;
            }
            let mut meet = |node: u32, cost: u64| {
                let total = cost.saturating_add(other.cost(node));
                if total < best.0 {
                    best = (total, node);
                }
            };
            meet(node, cost);
            let parent = side.records[node as usize].from;
            tell(EventKind::Expand, node, parent, cost);
            self.climb(node, cost, forward, side, |to, cost, new| {
                let kind = if new { EventKind::Generate } else { EventKind::Update };
                tell(kind, to, node, cost);
                meet(to, cost);
            });
            tell(EventKind::Close, node, parent, cost);
        }
        (best.1 != NONE).then_some(best)
    }

    /// Whether a node is of the core, or has no arcs at all: what it leads to is as well.
    #[inline]
    pub(super) fn is_core(&self, node: u32) -> bool {
        let up = &self.ups[node as usize];
        up.out[0] >= self.core[0] && up.into[0] >= self.core[1]
    }

    /// Goes on from a settled node, unless it is on no shortest path: returns whether it may be.
    /// `reached` is called with the nodes that it comes to, at what cost, and whether for the first time.
    #[inline]
    fn climb(
        &self,
        node: u32,
        cost: u64,
        forward: bool,
        side: &mut Side,
        mut reached: impl FnMut(u32, u64, bool),
    ) -> bool {
        let up = &self.ups[node as usize];
        let (along, against) = match forward {
            true => (up.leaving(), &self.ins[up.entering()]),
            false => (up.entering(), &self.outs[up.leaving()]),
        };
        // A node to which a more important one knows a shorter path is on no shortest path. In the
        // core that is asked in vain, and of many.
        let shorter = |arc: &Arc| side.cost(arc.to).saturating_add(arc.cost) < cost;
        if !self.is_core(node) && against.iter().any(shorter) {
            return false;
        }
        let arcs = if forward { &self.outs } else { &self.ins };
        for place in along {
            let (to, total) = (arcs[place].to, cost.saturating_add(arcs[place].cost));
            let new = side.cost(to) == u64::MAX;
            if side.offer(to, total, node, place) {
                side.low += usize::from(!self.is_core(to));
                reached(to, total, new);
            }
        }
        true
    }

    /// All that can be climbed to from a node, or from where it is climbed down to it: each node
    /// with the cost of the path.
    pub(super) fn climb_all(
        &self,
        from: u32,
        forward: bool,
        work: &mut ClimbWork,
        mut found: impl FnMut(u32, u64),
    ) {
        let side = &mut work.sides[usize::from(!forward)];
        side.begin(from, self);
        while let Some((cost, node)) = side.take(self) {
            if cost == side.cost(node) && self.climb(node, cost, forward, side, |_, _, _| {}) {
                found(node, cost);
            }
        }
    }

    /// The edges of the path that was found last, over the node where its halves met.
    pub(super) fn edges(&self, meeting: u32, work: &mut ClimbWork, edges: &mut Vec<u32>) {
        let ClimbWork { sides: [ahead, back], stack } = work;
        stack.clear();
        let mut at = meeting;
        while let Some((place, before)) = ahead.came(at) {
            stack.push((place, true));
            at = before;
        }
        self.unpack(stack, edges);
        at = meeting;
        while let Some((place, next)) = back.came(at) {
            stack.push((place, false));
            self.unpack(stack, edges);
            at = next;
        }
    }

    fn unpack(&self, stack: &mut Vec<(u32, bool)>, edges: &mut Vec<u32>) {
        while let Some((place, out)) = stack.pop() {
            let arc = if out { self.outs[place as usize] } else { self.ins[place as usize] };
            if arc.second == NONE {
                edges.push(arc.first);
            } else {
                stack.push((arc.second, true));
                stack.push((arc.first, false));
            }
        }
    }
}

/// Counts what a search does.
struct Count(u64);

impl Watch for Count {
    fn watches(&self) -> bool {
        true
    }

    fn event(&mut self, event: &Event) {
        self.0 += u64::from(event.kind != EventKind::Close);
    }
}

/// The scratch memory of a search.
#[derive(Debug, Default)]
pub(super) struct ClimbWork {
    sides: [Side; 2],
    /// Arcs to be unpacked: where they are, and whether among those that lead out.
    stack: Vec<(u32, bool)>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    cost: u64,
    /// The arc that led here, and from where.
    arc: u32,
    from: u32,
}

const UNSEEN: Record = Record { cost: u64::MAX, arc: NONE, from: NONE };

#[derive(Debug, Default)]
struct Side {
    records: Vec<Record>,
    touched: Vec<u32>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    /// How many of the open ones are below the core.
    low: usize,
}

impl Side {
    fn begin(&mut self, node: u32, hierarchy: &Hierarchy) {
        let nodes = hierarchy.ups.len();
        for node in self.touched.drain(..) {
            self.records[node as usize] = UNSEEN;
        }
        self.open.clear();
        if self.records.len() < nodes {
            self.records.resize(nodes, UNSEEN);
        }
        self.records[node as usize].cost = 0;
        self.touched.push(node);
        self.open.push(Reverse((0, node)));
        self.low = usize::from(!hierarchy.is_core(node));
    }

    #[inline]
    fn take(&mut self, hierarchy: &Hierarchy) -> Option<(u64, u32)> {
        let Reverse((cost, node)) = self.open.pop()?;
        self.low -= usize::from(!hierarchy.is_core(node));
        Some((cost, node))
    }

    #[inline]
    fn cost(&self, node: u32) -> u64 {
        self.records[node as usize].cost
    }

    #[inline]
    fn least(&self) -> u64 {
        self.open.peek().map_or(u64::MAX, |&Reverse((cost, _))| cost)
    }

    /// Whether it is the cheapest path to the node so far.
    #[inline]
    fn offer(&mut self, node: u32, cost: u64, from: u32, place: usize) -> bool {
        let record = &mut self.records[node as usize];
        let better = cost < record.cost;
        if better {
            if record.cost == u64::MAX {
                self.touched.push(node);
            }
            *record = Record { cost, arc: place as u32, from };
            self.open.push(Reverse((cost, node)));
        }
        better
    }

    /// The arc that led to a node and where it came from; nothing at the end.
    fn came(&self, node: u32) -> Option<(u32, u32)> {
        let record = &self.records[node as usize];
        (record.arc != NONE).then_some((record.arc, record.from))
    }
}
