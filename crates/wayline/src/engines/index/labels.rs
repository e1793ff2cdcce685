//! CornerLabels: what every corner knows about its distance to others.
//!
//! The label of a corner lists *hubs*, each with its distance, such that any two corners that are
//! joined have a hub on a shortest path between them in common: their distance is the least sum over
//! common hubs (Cohen, Halperin, Kaplan and Zwick, "Reachability and Distance Queries via 2-Hop
//! CornerLabels", 2002). They are made by a search from every corner, the most important first, that does
//! not go on where the labels made so far give as short a path already (Akiba, Iwata and Yoshida,
//! "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned Landmark Labeling", 2013).
//! So a hub is in a label exactly if no more important corner lies on any shortest path to it.
//!
//! **Only some of a label is read.** A path that comes to a corner of one class on one side goes on
//! to the other. Let s-c-...-d-t be a shortest path whose first and last corners are c and d, and h
//! the most important corner on any shortest path from c to d; h is in the labels of both. Every
//! shortest path from c to h continues one from s, so it leaves c for the other side; if u is its
//! first corner after c, no corner on a shortest path from u to h is more important than h, so h is
//! in u's label too. Hence it is enough to read those entries that some arc to that side accounts for: cost of the
//! arc, plus what the corner at its end knows. Each label is kept in three parts: entries for up only, for both
//! sides, for down only. (This needs two border steps that cost more than the path over the middle, or a path
//! could turn back at a corner without loss. See `metric.rs`.)

use super::corner_graph::CornerGraph;
use super::frame::{DOWN, UP};
use super::metric::{Length, Metric};
use super::preparation::{Effort, GivenUp};
use super::visibility::Corner;
use crate::kernel::parallel::Workers;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A hub and how far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry<L = u32> {
    pub(super) hub: u32,
    pub(super) cost: L,
}

/// The entry for the hub in the label of the next corner on the way, and where that corner is. At the
/// hub itself there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerLink {
    pub(super) entry: u32,
    pub(super) x: u16,
    pub(super) y: u16,
}

impl CornerLink {
    pub(super) const NONE: u32 = u32::MAX;
    pub(super) const END: CornerLink = CornerLink { entry: CornerLink::NONE, x: 0, y: 0 };
}

/// Where the label of a corner is, and the corner itself: all that a query wants of it in one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) first: u32,
    /// Where its three parts begin, and the end, counted from the first entry: up only, both sides,
    /// down only.
    pub(super) parts: [u16; 4],
    pub(super) corner: Corner,
}

impl Label {
    /// Where the entries are that a path may use which leaves the corner for a side.
    #[inline(always)]
    pub(super) fn range(&self, side: usize) -> std::ops::Range<usize> {
        let at = |part: usize| self.first as usize + self.parts[part] as usize;
        at(side)..at(side + 2)
    }

    /// All of its entries.
    pub(super) fn whole(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.parts[3] as usize
    }
}

/// The labels of all corners.
#[derive(Clone, Debug)]
pub(super) struct CornerLabels<L = u32> {
    pub(super) labels: Vec<Label>,
    pub(super) entries: Vec<Entry<L>>,
    pub(super) links: Vec<CornerLink>,
}

impl<L: Length> CornerLabels<L> {
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.labels) + size_of_val(&*self.entries) + size_of_val(&*self.links)
    }

    /// How much the label of a corner takes, on average, for each of its entries.
    const ENTRY_BYTES: u64 = (size_of::<Entry<L>>() + size_of::<CornerLink>()) as u64;

    /// Makes the labels. `order` has the nodes of the corner graph, most important first; `longest` is
    /// the most that an entry may cost, `memory` what all may take.
    pub(super) fn of(
        corners: &[Corner],
        graph: &CornerGraph,
        order: &[u32],
        metric: &Metric<L>,
        longest: L,
        memory: u64,
        effort: &mut Effort,
    ) -> Result<CornerLabels<L>, GivenUp> {
        let paths = CornerPaths::of(corners, graph, metric);
        let mut seen = vec![false; corners.len()];
        let hubs: Vec<u32> = order
            .iter()
            .map(|&node| graph.corner_of[node as usize])
            .filter(|&corner| !std::mem::replace(&mut seen[corner as usize], true))
            .collect();
        let mut drafts = vec![CornerDraft::default(); corners.len()];
        let mut workers = Workers::new(effort.threads(), || Search::new(corners.len()));
        let mut entries = 0;
        let (mut first, mut work_each) = (0, corners.len() as u64);
        let mut batch: Vec<Found<L>> = Vec::new();
        while first < hubs.len() {
            let last = hubs.len().min(first + batch_size(first));
            batch.resize_with(batch.len().max(last - first), Found::default);
            for (found, &hub) in batch.iter_mut().zip(&hubs[first..last]) {
                found.hub = hub;
            }
            let batch = &mut batch[..last - first];
            workers
                .for_each(batch, work_each, |found, search| search.spread(found, &paths, &drafts));
            let work: u64 = batch.iter().map(|found| found.work).sum();
            work_each = work / batch.len() as u64;
            effort.spend(work)?;
            for (rank, found) in (first..).zip(&*batch) {
                if found.farthest > longest {
                    return Err(GivenUp::TooLong);
                }
                entries += workers.alone().put_down(rank, first, found, &mut drafts);
            }
            if entries * CornerLabels::<L>::ENTRY_BYTES > memory {
                return Err(GivenUp::Memory);
            }
            if entries > u32::MAX as u64 {
                return Err(GivenUp::Explodes);
            }
            effort.tell(0.5 + 0.5 * last as f32 / hubs.len() as f32);
            first = last;
        }
        if drafts.iter().any(|draft| draft.entries.len() > u16::MAX as usize) {
            return Err(GivenUp::Explodes);
        }
        Ok(in_parts(corners, &paths, &drafts, effort.threads()))
    }
}

/// A path from one corner to another.
#[derive(Clone, Copy)]
struct CornerPath<L> {
    to: u32,
    cost: L,
    /// Which sectors it may set out into: a bit for each class and side.
    sectors: u8,
}

/// The corner graph without classes and sides.
struct CornerPaths<L> {
    offsets: Vec<u32>,
    paths: Vec<CornerPath<L>>,
}

impl<L: Length> CornerPaths<L> {
    fn of(corners: &[Corner], graph: &CornerGraph, metric: &Metric<L>) -> CornerPaths<L> {
        let mut all = CornerPaths { offsets: vec![0], paths: Vec::new() };
        let mut node = 0;
        for corner in corners {
            let start = all.paths.len();
            for class in (0..2).filter(|&class| corner.is_of(class)) {
                for side in [UP, DOWN] {
                    for &arc in graph.arcs(2 * node + side as u32) {
                        let to = graph.corner_of[(arc >> 1) as usize];
                        let cost = distance(metric, *corner, corners[to as usize]);
                        all.paths.push(CornerPath { to, cost, sectors: 1 << (2 * class + side) });
                    }
                }
                node += 1;
            }
            // One path for each pair of corners.
            all.paths[start..].sort_unstable_by_key(|path| path.to);
            let mut last = start;
            for at in start + 1..all.paths.len() {
                if all.paths[at].to == all.paths[last].to {
                    all.paths[last].sectors |= all.paths[at].sectors;
                } else {
                    last += 1;
                    all.paths[last] = all.paths[at];
                }
            }
            all.paths.truncate(if start == all.paths.len() { start } else { last + 1 });
            all.offsets.push(all.paths.len() as u32);
        }
        all
    }

    fn from(&self, corner: u32) -> &[CornerPath<L>] {
        let corner = corner as usize;
        &self.paths[self.offsets[corner] as usize..self.offsets[corner + 1] as usize]
    }
}

/// What it costs from one corner to another that it sees.
pub(super) fn distance<L: Length>(metric: &Metric<L>, a: Corner, b: Corner) -> L {
    metric.octile(a.x.abs_diff(b.x) as u32, a.y.abs_diff(b.y) as u32)
}

/// A label in the making: sorted by hub.
#[derive(Clone, Default)]
struct CornerDraft<L> {
    entries: Vec<Entry<L>>,
    /// For each entry the next corner on the way and the place of the hub in its draft.
    ways: Vec<(u32, u32)>,
}

/// How many hubs are searched from at a time, of which none knows of the others: what one reaches in
/// vain because another is on the way is found out afterwards. Few at first, where that is much.
fn batch_size(rank: usize) -> usize {
    (rank / 8).clamp(1, 256)
}

/// What a hub reaches, in the order in which it does.
#[derive(Default)]
struct Found<L> {
    hub: u32,
    /// The corner, what it costs to it, and the corner before.
    reached: Vec<(u32, L, u32)>,
    work: u64,
    /// The most that anything reached costs.
    farthest: L,
}

/// The scratch memory of the searches.
struct Search<L: Length> {
    /// The label of the hub that is searched from, by hub.
    known: Vec<L>,
    cost: Vec<L>,
    parent: Vec<u32>,
    touched: Vec<u32>,
    open: BinaryHeap<Reverse<L::Key>>,
    reached: Vec<(u32, L, u32)>,
}

impl<L: Length> Search<L> {
    fn new(corners: usize) -> Search<L> {
        Search {
            known: vec![L::UNREACHED; corners],
            cost: vec![L::UNREACHED; corners],
            parent: vec![CornerLink::NONE; corners],
            touched: Vec::new(),
            open: BinaryHeap::new(),
            reached: Vec::new(),
        }
    }

    /// Finds all corners for which a hub is the most important one on the way, as far as labels know.
    fn spread(&mut self, found: &mut Found<L>, paths: &CornerPaths<L>, drafts: &[CornerDraft<L>]) {
        let hub = found.hub;
        let (mut work, mut farthest) = (0, L::ZERO);
        for entry in &drafts[hub as usize].entries {
            self.known[entry.hub as usize] = entry.cost;
        }
        self.cost[hub as usize] = L::ZERO;
        self.parent[hub as usize] = CornerLink::NONE;
        self.touched.push(hub);
        self.open.push(Reverse(L::ZERO.key(hub)));
        while let Some(Reverse(key)) = self.open.pop() {
            let (cost, corner) = L::of(key);
            if cost > self.cost[corner as usize] {
                continue;
            }
            let draft = &drafts[corner as usize];
            work += 4 + draft.entries.len() as u64 / 4;
            let mut entries = draft.entries.iter();
            if entries.any(|entry| self.known[entry.hub as usize] + entry.cost <= cost) {
                continue;
            }
            farthest = farthest.max(cost);
            self.reached.push((corner, cost, self.parent[corner as usize]));
            for road in paths.from(corner) {
                let total = cost + road.cost;
                let best = &mut self.cost[road.to as usize];
                if total < *best {
                    if *best == L::UNREACHED {
                        self.touched.push(road.to);
                    }
                    *best = total;
                    self.parent[road.to as usize] = corner;
                    self.open.push(Reverse(total.key(road.to)));
                } else if total >= L::UNREACHED {
                    farthest = farthest.max(total);
                }
            }
        }
        for corner in self.touched.drain(..) {
            self.cost[corner as usize] = L::UNREACHED;
        }
        for entry in &drafts[hub as usize].entries {
            self.known[entry.hub as usize] = L::UNREACHED;
        }
        (found.work, found.farthest) = (work, farthest);
        std::mem::swap(&mut found.reached, &mut self.reached);
        self.reached.clear();
    }

    /// Puts a hub into the labels of what it reached, but for what is reached as cheaply over another
    /// hub of its batch, from rank `first` on: then all that lies behind is, too, so that what is
    /// before an entry on the way has one. Returns how many.
    fn put_down(
        &mut self,
        rank: usize,
        first: usize,
        found: &Found<L>,
        drafts: &mut [CornerDraft<L>],
    ) -> u64 {
        let hub = found.hub;
        let is_new = |entry: &&Entry<L>| entry.hub as usize >= first;
        let mut rivals = false;
        for entry in drafts[hub as usize].entries.iter().rev().take_while(is_new) {
            self.known[entry.hub as usize] = entry.cost;
            rivals = true;
        }
        let mut added = 0;
        for &(corner, cost, parent) in &found.reached {
            let mut new = drafts[corner as usize].entries.iter().rev().take_while(is_new);
            if rivals && new.any(|entry| self.known[entry.hub as usize] + entry.cost <= cost) {
                continue;
            }
            let place = match parent {
                CornerLink::NONE => CornerLink::NONE,
                // The parent was given this hub a moment ago.
                parent => drafts[parent as usize].entries.len() as u32 - 1,
            };
            let draft = &mut drafts[corner as usize];
            draft.entries.push(Entry { hub: rank as u32, cost });
            draft.ways.push((parent, place));
            added += 1;
        }
        for entry in drafts[hub as usize].entries.iter().rev().take_while(is_new) {
            self.known[entry.hub as usize] = L::UNREACHED;
        }
        added
    }
}

/// Puts the labels in a row, each in its three parts.
fn in_parts<L: Length>(
    corners: &[Corner],
    paths: &CornerPaths<L>,
    drafts: &[CornerDraft<L>],
    threads: usize,
) -> CornerLabels<L> {
    let total = drafts.iter().map(|draft| draft.entries.len()).sum();
    let mut labels = CornerLabels {
        labels: Vec::with_capacity(corners.len()),
        entries: Vec::with_capacity(total),
        links: Vec::with_capacity(total),
    };
    // Where each entry of each draft went.
    let mut firsts = Vec::with_capacity(corners.len());
    let mut places = vec![0u32; total];
    let mut leads: Vec<(u32, Vec<u8>)> =
        (0..corners.len() as u32).map(|corner| (corner, Vec::new())).collect();
    let mean = 1 + (total / corners.len().max(1)) as u64;
    Workers::new(threads, || ()).for_each(&mut leads, mean, |(corner, sectors), _| {
        find_leads(paths, drafts, *corner, sectors);
    });
    for (number, (draft, (_, sectors))) in drafts.iter().zip(leads).enumerate() {
        let corner = corners[number];
        let first = labels.entries.len();
        firsts.push(first as u32);
        let mut parts = [0; 4];
        for part in 0..3 {
            for (at, &entry) in draft.entries.iter().enumerate() {
                if part_of(corner, sectors[at]) == part {
                    places[first + at] = labels.entries.len() as u32;
                    labels.entries.push(entry);
                }
            }
            parts[part + 1] = (labels.entries.len() - first) as u16;
        }
        labels.labels.push(Label { first: first as u32, parts, corner });
    }
    labels.links.resize(total, CornerLink::END);
    for (number, draft) in drafts.iter().enumerate() {
        for (at, &(corner, place)) in draft.ways.iter().enumerate() {
            if corner != CornerLink::NONE {
                let entry = places[(firsts[corner as usize] + place) as usize];
                let from = places[firsts[number] as usize + at];
                let Corner { x, y, .. } = corners[corner as usize];
                labels.links[from as usize] = CornerLink { entry, x, y };
            }
        }
    }
    labels
}

/// For each entry of a corner's draft, the sectors that shortest paths to the hub set out into.
fn find_leads<L: Length>(
    paths: &CornerPaths<L>,
    drafts: &[CornerDraft<L>],
    corner: u32,
    sectors: &mut Vec<u8>,
) {
    let own = &drafts[corner as usize].entries;
    sectors.resize(own.len(), 0);
    for road in paths.from(corner) {
        let theirs = &drafts[road.to as usize].entries;
        let (mut i, mut j) = (0, 0);
        while i < own.len() && j < theirs.len() {
            match own[i].hub.cmp(&theirs[j].hub) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    if own[i].cost == theirs[j].cost + road.cost {
                        sectors[i] |= road.sectors;
                    }
                    i += 1;
                    j += 1;
                }
            }
        }
    }
}

/// Which part an entry belongs to: 0 for up only, 1 for both sides, 2 for down only.
fn part_of(corner: Corner, sectors: u8) -> usize {
    // A corner of both classes can be passed in more ways: its label is read whole.
    let class = match corner.classes {
        0b01 => 0,
        0b10 => 1,
        _ => return 1,
    };
    match sectors >> (2 * class) & 0b11 {
        0b01 => 0,
        0b10 => 2,
        // The corner itself, as its own hub, is on both sides.
        _ => 1,
    }
}
