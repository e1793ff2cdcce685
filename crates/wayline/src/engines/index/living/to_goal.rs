//! What every cell costs to the goal on the map of the index with the new moves in addition.
//!
//! Call that map the *union*: a move is legal on it if it is legal now or was then. What hubs cost to the goal is
//! loaded into an array once. Then, for every portal, the cost to the goal by old paths is compared with that by
//! new moves. A portal that the latter make cheaper is a *source* like the goal itself, and what it knows about
//! hubs goes into the array too, until nothing improves. From then on, a cell's cost on the union is the least sum
//! over what it knows about hubs, or what leads straight to a source.
//!
//! Everything legal now is legal on the union, so no path costs less than that now: it is a bound for any
//! search, and a path of that cost which is free now is a shortest one.

use super::difference::Difference;
use super::then::Then;
use crate::engines::index::label_query::LabelWork;
use crate::engines::index::labels::Entry;
use crate::engines::index::metric::UNREACHED;
use crate::engines::index::visibility::Eye;
use crate::spaces::grid::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;

/// The goal, or a portal from which new moves make it cheaper.
#[derive(Clone, Copy)]
pub(super) struct Source {
    pub(super) eye: Eye,
    /// What it costs from there to the goal.
    pub(super) cost: u32,
    /// Its vertex; none for the goal.
    pub(super) vertex: u32,
}

/// A vertex of the new moves, as far as the goal is concerned.
#[derive(Clone, Copy)]
struct Value {
    /// What it costs to the goal.
    cost: u32,
    /// The same by old paths only to what is a source already.
    by_old: u32,
    /// The vertex to go on to by a new move; none where an old path goes on.
    next: u32,
    /// The group counts in this query.
    is_active: bool,
}

impl Value {
    const UNKNOWN: Value =
        Value { cost: UNREACHED, by_old: UNREACHED, next: NONE, is_active: false };
}

/// What hubs, portals and freed cells cost to the goal.
#[derive(Default)]
pub(super) struct ToGoal {
    goal: Cell,
    /// By hub; [`UNREACHED`] everywhere between queries.
    from_hub: Vec<u32>,
    /// The source that gave a hub its cost.
    source_of: Vec<u32>,
    entered: Vec<u32>,
    sources: Vec<Source>,
    values: Vec<Value>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    gathered: Vec<Entry>,
}

impl ToGoal {
    /// Works out what hubs cost to a goal, counting some groups, and those of the start and the goal if
    /// they are freed cells.
    pub(super) fn begin(
        &mut self,
        then: &Then<'_>,
        difference: &Difference,
        (start, goal): (Cell, Cell),
        groups: &[u32],
        work: &mut LabelWork,
    ) {
        self.end();
        self.goal = goal;
        let hubs = then.sight.corners.len();
        if self.from_hub.len() < hubs {
            self.from_hub.resize(hubs, UNREACHED);
            self.source_of.resize(hubs, 0);
        }
        self.values.clear();
        self.values.resize(difference.vertices, Value::UNKNOWN);
        if then.is_free(goal) {
            let eye = then.eye(goal);
            let mut gathered = std::mem::take(&mut self.gathered);
            gathered.clear();
            then.labels.gather(&eye, work, &mut gathered);
            self.add(Source { eye, cost: 0, vertex: NONE }, &gathered);
            self.gathered = gathered;
        }
        // Of the groups of freed ends all portals matter, of others those where a shorter traverse ends.
        let vertex_of = |end: Cell| match then.is_free(end) {
            true => None,
            false => difference.freed_vertex(end),
        };
        let (from, to) = (vertex_of(start), vertex_of(goal));
        let is_whole = |group: usize| [from, to].iter().flatten().any(|&(whole, _)| whole == group);
        let mut any = false;
        for (number, group) in difference.groups.iter().enumerate() {
            if is_whole(number) || groups.contains(&(number as u32)) {
                any = true;
                for value in &mut self.values[group.first..group.first + group.vertices.len()] {
                    value.is_active = true;
                }
            }
        }
        if let Some((_, vertex)) = to {
            self.values[vertex].cost = 0;
        }
        while any {
            for (number, group) in difference.groups.iter().enumerate() {
                let whole = is_whole(number) && !then.ablation.freed_ends;
                for (at, vertex) in (group.first..).zip(&group.vertices) {
                    if !self.values[at].is_active {
                        continue;
                    }
                    if let Some(eye) = &vertex.eye
                        && (whole || vertex.is_end)
                    {
                        let by_old = self.of_hubs(then, eye, &group.hubs[vertex.hubs.clone()]);
                        let value = &mut self.values[at];
                        value.by_old = by_old;
                        if by_old < value.cost {
                            (value.cost, value.next) = (by_old, NONE);
                        }
                    }
                    if self.values[at].cost < UNREACHED {
                        self.open.push(Reverse((self.values[at].cost, at as u32)));
                    }
                }
            }
            self.spread(difference);
            any = false;
            let again = !then.ablation.rounds;
            for (number, group) in difference.groups.iter().enumerate() {
                let whole = is_whole(number) && !then.ablation.freed_ends;
                for (at, vertex) in (group.first..).zip(&group.vertices) {
                    let Value { cost, by_old, is_active, .. } = self.values[at];
                    if let Some(eye) = vertex.eye
                        && is_active
                        && (whole || vertex.is_end)
                        && cost < by_old
                    {
                        let source = Source { eye, cost, vertex: at as u32 };
                        self.add(source, &group.hubs[vertex.hubs.clone()]);
                        any = again;
                    }
                }
            }
        }
    }

    /// Forgets the goal.
    pub(super) fn end(&mut self) {
        for hub in self.entered.drain(..) {
            self.from_hub[hub as usize] = UNREACHED;
        }
        self.sources.clear();
    }

    fn add(&mut self, source: Source, hubs: &[Entry]) {
        let number = self.sources.len() as u32;
        self.sources.push(source);
        for entry in hubs {
            let known = &mut self.from_hub[entry.hub as usize];
            if *known == UNREACHED {
                self.entered.push(entry.hub);
            }
            if source.cost + entry.cost < *known {
                *known = source.cost + entry.cost;
                self.source_of[entry.hub as usize] = number;
            }
        }
    }

    /// New moves, from where costs are known to where they are less by those.
    fn spread(&mut self, difference: &Difference) {
        while let Some(Reverse((cost, at))) = self.open.pop() {
            if cost > self.values[at as usize].cost {
                continue;
            }
            let group = difference.group_of(at as usize);
            for &(to, step) in &group.vertices[at as usize - group.first].moves {
                let to = group.first + to as usize;
                let value = &mut self.values[to];
                if cost + step < value.cost {
                    (value.cost, value.next) = (cost + step, at);
                    self.open.push(Reverse((cost + step, to as u32)));
                }
            }
        }
    }

    /// The cost of a cell that was free and knows of these hubs.
    #[inline]
    pub(super) fn of_hubs(&self, then: &Then<'_>, eye: &Eye, hubs: &[Entry]) -> u32 {
        self.straight(then, eye, self.over(hubs))
    }

    /// The least cost over some hubs.
    #[inline]
    fn over(&self, hubs: &[Entry]) -> u32 {
        let sums = hubs.iter().map(|entry| self.from_hub[entry.hub as usize] + entry.cost);
        sums.min().unwrap_or(UNREACHED)
    }

    /// The cost of a cell that was free.
    pub(super) fn of_cell(&self, then: &Then<'_>, cell: Cell, work: &mut LabelWork) -> u32 {
        let eye = then.eye(cell);
        let corner = then.sight.corner_in(cell.x, cell.y);
        let over_hubs = match (then.hubs, corner) {
            (Some(_), Some(corner)) if then.ablation.gathered => {
                let labels = then.labels.labels;
                self.over(&labels.entries[labels.labels[corner as usize].whole()])
            }
            (Some(hubs), Some(corner)) => self.over(hubs.of_corner(corner)),
            _ => then.labels.least(&eye, self.goal, &self.from_hub, work),
        };
        if then.ablation.straight {
            return over_hubs;
        }
        self.straight(then, &eye, over_hubs)
    }

    /// The least of a cost over hubs and those of paths straight to sources: hubs know nothing of these.
    #[inline]
    fn straight(&self, then: &Then<'_>, eye: &Eye, over_hubs: u32) -> u32 {
        let mut least = over_hubs.min(UNREACHED);
        for source in &self.sources {
            let cost = source.cost + octile(then, eye, source);
            if cost < least && then.sight.is_direct(eye, &source.eye) {
                least = cost;
            }
        }
        least
    }

    /// The cost of a start, which may be a freed cell.
    pub(super) fn of_start(
        &self,
        then: &Then<'_>,
        difference: &Difference,
        start: Cell,
        work: &mut LabelWork,
    ) -> u32 {
        if then.is_free(start) {
            return self.of_cell(then, start, work);
        }
        let vertex = difference.freed_vertex(start);
        vertex.map_or(UNREACHED, |(_, vertex)| self.values[vertex].cost)
    }

    /// How a shortest path on the union goes on from a cell that was free, given what it costs; `None` if
    /// it does not cost that.
    pub(super) fn onward(
        &mut self,
        then: &Then<'_>,
        cell: Cell,
        cost: u32,
        work: &mut LabelWork,
    ) -> Option<Source> {
        let eye = then.eye(cell);
        let straight = self.sources.iter().find(|source| {
            source.cost + octile(then, &eye, source) == cost
                && then.sight.is_direct(&eye, &source.eye)
        });
        if let Some(&source) = straight {
            return Some(source);
        }
        self.gathered.clear();
        then.labels.gather(&eye, work, &mut self.gathered);
        let mut hubs = self.gathered.iter();
        let entry = hubs.find(|entry| self.from_hub[entry.hub as usize] + entry.cost == cost)?;
        Some(self.sources[self.source_of[entry.hub as usize] as usize])
    }

    /// The vertex that a new move leads on to from another; `None` where an old path goes on, or at the
    /// goal.
    pub(super) fn next(&self, vertex: u32) -> Option<u32> {
        let next = self.values[vertex as usize].next;
        (next != NONE).then_some(next)
    }

    /// What a vertex costs to the goal.
    pub(super) fn of_vertex(&self, vertex: u32) -> u32 {
        self.values[vertex as usize].cost
    }
}

#[inline]
fn octile(then: &Then<'_>, eye: &Eye, source: &Source) -> u32 {
    then.metric.octile(eye.x.abs_diff(source.eye.x), eye.y.abs_diff(source.eye.y))
}
