//! Labels of a directed graph: what every node knows about paths to others, and from others.
//!
//! Each node has two lists of *hubs*: those it can go to and those it can be reached from, each with
//! the cost. Wherever there is a path from one node to another, a hub on a shortest one is in the
//! first list of the one and in the second of the other: the cost is the least sum over common hubs
//! (Cohen, Halperin, Kaplan and Zwick, "Reachability and Distance Queries via 2-Hop Labels", 2002).
//! They are made by two searches from every node, the most important first, one along the edges and
//! one against them, that do not go on where the labels made so far give as short a path already
//! (Akiba, Iwata and Yoshida, "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned
//! Landmark Labeling", 2013).
//!
//! Why that is enough: of all nodes on all shortest paths from s to t let h be the most important. No
//! search from h stops on a shortest path from s to h or from h to t, for the hub that stopped it would
//! be more important and on a shortest path from s to t. So h is in both lists.
//!
//! Each entry knows the next edge of its path, and the entry that goes on there. A query merges two
//! sorted lists; a path follows the entries and searches nothing.

use super::edge_lists::EdgeLists;
use super::hierarchy::NONE;
use crate::engines::index::preparation::{Effort, GivenUp};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// The mean number of entries of a node, in both lists, at which labels count as enormous: five times
/// those of the road networks that were looked at, and five kilobytes a node.
const ENORMOUS: u64 = 256;

/// The edge that the way of an entry uses here, and the entry that goes on at its other end. At the
/// hub itself there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HubLink {
    pub(super) edge: u32,
    pub(super) entry: u32,
}

impl HubLink {
    pub(super) const END: HubLink = HubLink { edge: NONE, entry: NONE };
}

/// One list of hubs for every node, each sorted by hub, the most important first.
#[derive(Debug)]
pub(super) struct Lists {
    pub(super) first: Vec<u32>,
    pub(super) hubs: Vec<u32>,
    pub(super) costs: Vec<u64>,
    pub(super) links: Vec<HubLink>,
}

impl Lists {
    #[inline]
    pub(super) fn of(&self, node: u32) -> Range<usize> {
        self.first[node as usize] as usize..self.first[node as usize + 1] as usize
    }

    fn bytes(&self) -> usize {
        let Lists { first, hubs, costs, links } = self;
        size_of_val(&**first) + size_of_val(&**hubs) + size_of_val(&**costs) + size_of_val(&**links)
    }

    /// The edges that the way of an entry uses, from its node on.
    fn edges(&self, entry: usize, edges: &mut Vec<u32>) {
        let mut link = self.links[entry];
        while link != HubLink::END {
            edges.push(link.edge);
            link = self.links[link.entry as usize];
        }
    }
}

/// Where two lists have a hub in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) cost: u64,
    out: usize,
    into: usize,
}

#[derive(Debug)]
pub(super) struct HubLabels {
    /// The hubs that can be reached.
    pub(super) out: Lists,
    /// The hubs that it can be reached from.
    pub(super) into: Lists,
}

impl HubLabels {
    /// How much an entry takes.
    const ENTRY_BYTES: u64 = (size_of::<u32>() + size_of::<u64>() + size_of::<HubLink>()) as u64;

    /// Makes the labels. `order` has the nodes, most important first; `memory` is what they may
    /// take. Gives up where they are enormous, unless `force` is set.
    pub(super) fn of(
        out: &EdgeLists,
        into: &EdgeLists,
        order: &[u32],
        memory: u64,
        force: bool,
        effort: &mut Effort<'_>,
    ) -> Result<HubLabels, GivenUp> {
        let nodes = out.nodes();
        let mut ahead = vec![LabelDraft::default(); nodes];
        let mut back = vec![LabelDraft::default(); nodes];
        let mut search = Search {
            known: vec![FAR; nodes],
            reached: vec![(FAR, NONE, NONE); nodes],
            touched: Vec::new(),
            open: BinaryHeap::new(),
        };
        let heads = 8 * (nodes as u64 + 1);
        let mut entries = 0;
        for (rank, &hub) in order.iter().enumerate() {
            // Nodes that the hub leads to are reached from it, and the other way round.
            entries += search.spread(rank as u32, hub, out, &ahead, &mut back, effort)?;
            entries += search.spread(rank as u32, hub, into, &back, &mut ahead, effort)?;
            if heads + entries * HubLabels::ENTRY_BYTES > memory {
                return Err(GivenUp::Memory);
            }
            let enormous = entries > ENORMOUS * nodes as u64 && !force;
            if enormous || entries > u32::MAX as u64 {
                return Err(GivenUp::Explodes);
            }
            if rank % 256 == 0 {
                effort.tell(0.5 + 0.5 * rank as f32 / nodes as f32);
            }
        }
        Ok(HubLabels { out: in_a_row(ahead), into: in_a_row(back) })
    }

    pub(super) fn bytes(&self) -> usize {
        self.out.bytes() + self.into.bytes()
    }

    /// The most important hub on any shortest path.
    #[inline]
    pub(super) fn meet(&self, from: u32, to: u32) -> Option<Meeting> {
        let (outs, intos) = (self.out.of(from), self.into.of(to));
        let (ours, theirs) = (&self.out.hubs[outs.clone()], &self.into.hubs[intos.clone()]);
        let (our_costs, their_costs) =
            (&self.out.costs[outs.clone()], &self.into.costs[intos.clone()]);
        let mut best = Meeting { cost: FAR, out: 0, into: 0 };
        let (mut i, mut j) = (0, 0);
        while i < ours.len() && j < theirs.len() {
            let (ours, theirs) = (ours[i], theirs[j]);
            if ours == theirs {
                let cost = our_costs[i].saturating_add(their_costs[j]);
                if cost < best.cost {
                    best = Meeting { cost, out: outs.start + i, into: intos.start + j };
                }
            }
            // Without a branch: which list is behind cannot be foreseen.
            i += usize::from(ours <= theirs);
            j += usize::from(theirs <= ours);
        }
        (best.cost != FAR).then_some(best)
    }

    /// The edges of the path over a hub.
    pub(super) fn edges(&self, meeting: Meeting, edges: &mut Vec<u32>) {
        self.out.edges(meeting.out, edges);
        let half = edges.len();
        self.into.edges(meeting.into, edges);
        edges[half..].reverse();
    }

    /// What paths cost from each of some nodes to each of some others, row by row: what a node knows
    /// is spread over all hubs, so that the lists of the others need only be read.
    pub(super) fn costs(&self, from: &[u32], to: &[u32], known: &mut Vec<u64>) -> Vec<u64> {
        let nodes = self.out.first.len() - 1;
        if known.len() < nodes {
            known.resize(nodes, FAR);
        }
        let mut costs = Vec::with_capacity(from.len().saturating_mul(to.len()));
        for &from in from {
            for at in self.out.of(from) {
                known[self.out.hubs[at] as usize] = self.out.costs[at];
            }
            costs.extend(to.iter().map(|&to| {
                let list = self.into.of(to);
                let entries = self.into.hubs[list.clone()].iter().zip(&self.into.costs[list]);
                let sums = entries.map(|(&hub, &cost)| known[hub as usize].saturating_add(cost));
                sums.min().unwrap_or(FAR)
            }));
            for at in self.out.of(from) {
                known[self.out.hubs[at] as usize] = FAR;
            }
        }
        costs
    }
}

pub(super) const FAR: u64 = u64::MAX;

/// An entry in the making.
#[derive(Clone, Copy)]
struct Entry {
    cost: u64,
    hub: u32,
    edge: u32,
}

/// A list in the making: sorted by hub.
#[derive(Clone, Default)]
struct LabelDraft {
    entries: Vec<Entry>,
    /// For each entry the node at the other end of its edge, and the place of the hub in its draft.
    ways: Vec<(u32, u32)>,
}

/// The scratch memory of the searches.
struct Search {
    /// What the hub that is searched from knows of others.
    known: Vec<u64>,
    /// For each node its cost, and by which edge from which node.
    reached: Vec<(u64, u32, u32)>,
    touched: Vec<u32>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Search {
    /// Puts a hub into the drafts of all nodes that no more important hub speaks for. `own` has the
    /// hub's draft for the other direction. Returns how many.
    fn spread(
        &mut self,
        rank: u32,
        hub: u32,
        roads: &EdgeLists,
        own: &[LabelDraft],
        drafts: &mut [LabelDraft],
        effort: &mut Effort<'_>,
    ) -> Result<u64, GivenUp> {
        for entry in &own[hub as usize].entries {
            self.known[entry.hub as usize] = entry.cost;
        }
        self.reached[hub as usize] = (0, NONE, NONE);
        self.touched.push(hub);
        self.open.push(Reverse((0, hub)));
        let (mut added, mut work) = (0, 0);
        while let Some(Reverse((cost, node))) = self.open.pop() {
            let (least, edge, parent) = self.reached[node as usize];
            if cost > least {
                continue;
            }
            let entries = &drafts[node as usize].entries;
            work += 4 + entries.len() as u64 / 4;
            let known = |entry: &Entry| self.known[entry.hub as usize].saturating_add(entry.cost);
            if entries.iter().any(|entry| known(entry) <= cost) {
                continue;
            }
            let place = match parent {
                NONE => NONE,
                // The parent was given this hub a moment ago.
                parent => drafts[parent as usize].entries.len() as u32 - 1,
            };
            let draft = &mut drafts[node as usize];
            draft.entries.push(Entry { cost, hub: rank, edge });
            draft.ways.push((parent, place));
            added += 1;
            for road in roads.at(node) {
                let total = cost.saturating_add(road.cost);
                let best = &mut self.reached[road.to as usize];
                if total < best.0 {
                    if best.0 == FAR {
                        self.touched.push(road.to);
                    }
                    *best = (total, road.edge, node);
                    self.open.push(Reverse((total, road.to)));
                }
            }
        }
        for node in self.touched.drain(..) {
            self.reached[node as usize].0 = FAR;
        }
        for entry in &own[hub as usize].entries {
            self.known[entry.hub as usize] = FAR;
        }
        effort.spend(work)?;
        Ok(added)
    }
}

fn in_a_row(drafts: Vec<LabelDraft>) -> Lists {
    let mut first = Vec::with_capacity(drafts.len() + 1);
    let mut total = 0;
    first.push(0);
    for draft in &drafts {
        total += draft.entries.len();
        first.push(total as u32);
    }
    let mut lists = Lists {
        first,
        hubs: Vec::with_capacity(total),
        costs: Vec::with_capacity(total),
        links: Vec::with_capacity(total),
    };
    for draft in drafts {
        for (Entry { cost, hub, edge }, (node, place)) in draft.entries.into_iter().zip(draft.ways)
        {
            lists.hubs.push(hub);
            lists.costs.push(cost);
            lists.links.push(match node {
                NONE => HubLink::END,
                node => HubLink { edge, entry: lists.first[node as usize] + place },
            });
        }
    }
    lists
}
