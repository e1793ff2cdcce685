//! Queries on labels: the cheapest path over what the start sees, a hub, and what the goal sees.

use super::frame::{SIDE_OF_BORDER, Sector};
use super::labels::{CornerLabels, CornerLink, Entry};
use super::metric::{Length, Metric};
use super::route::Turns;
use super::visibility::{Corner, Eye, Visibility};
use crate::spaces::grid::Cell;

/// The scratch memory of a query on labels.
#[derive(Debug, Default)]
pub(super) struct LabelWork<L = u32> {
    /// The least cost from the start to each hub. [`Length::UNREACHED`] everywhere between queries.
    to_hub: Vec<L>,
    near: Vec<Candidate<L>>,
    far: Vec<Candidate<L>>,
    /// What hubs cost to the last goal that many questions shared, as a list and by hub; [`Length::UNREACHED`] for all
    /// hubs that are not in the list.
    gathered: Vec<Entry<L>>,
    from_hub: Vec<L>,
    /// Corners from the goal back to the hub.
    back: Vec<Cell>,
}

impl<L: Length> LabelWork<L> {
    /// There are as many hubs as corners.
    #[inline(always)]
    fn make_room(&mut self, sight: &Visibility) {
        if self.to_hub.len() < sight.corners.len() {
            self.to_hub.resize(sight.corners.len(), L::UNREACHED);
        }
    }
}

/// A corner that one end of the path sees.
#[derive(Clone, Copy, Debug)]
struct Candidate<L> {
    /// No path through it costs less.
    bound: L,
    /// What it costs from the end to it.
    cost: L,
    /// Where those entries of its label are that a path from the end may use.
    first: u32,
    count: u32,
    corner: u32,
}

impl<L> Candidate<L> {
    #[inline(always)]
    fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// A prepared map that is asked by labels.
#[derive(Clone, Copy)]
pub(super) struct LabelQuery<'a, L = u32> {
    pub(super) sight: &'a Visibility,
    pub(super) labels: &'a CornerLabels<L>,
    pub(super) metric: &'a Metric<L>,
}

impl<L: Length> LabelQuery<'_, L> {
    /// The cost from one cell to another; [`Length::UNREACHED`] if there is no path.
    pub(super) fn cost(&self, from: &Eye, to: &Eye, work: &mut LabelWork<L>) -> L {
        match self.sight.is_direct(from, to) {
            true => self.octile(from, (to.x, to.y)),
            false => self.over_hubs(from, to, work, None),
        }
    }

    /// The same, and where the path turns.
    pub(super) fn turns(
        &self,
        from: &Eye,
        to: &Eye,
        work: &mut LabelWork<L>,
        turns: &mut Turns,
    ) -> L {
        turns.start(Cell::new(from.x, from.y));
        match self.sight.is_direct(from, to) {
            true => {
                turns.leg(Cell::new(to.x, to.y));
                self.octile(from, (to.x, to.y))
            }
            false => self.over_hubs(from, to, work, Some(turns)),
        }
    }

    /// The costs from each of some cells to each of others, row by row. What a cell's corners know of
    /// hubs is gathered once for each cell, the cheapest path to each hub, and not for each pair.
    pub(super) fn costs(&self, from: &[Eye], to: &[Eye], work: &mut LabelWork<L>) -> Vec<L> {
        let mut costs = Vec::with_capacity(from.len().saturating_mul(to.len()));
        let (mut known, mut ends) = (Vec::new(), vec![0]);
        for eye in to {
            self.gather(eye, work, &mut known);
            ends.push(known.len());
        }
        let mut near = Vec::new();
        for from in from {
            near.clear();
            self.gather(from, work, &mut near);
            for entry in &near {
                work.to_hub[entry.hub as usize] = entry.cost;
            }
            for (to, ends) in to.iter().zip(ends.windows(2)) {
                costs.push(match self.sight.is_direct(from, to) {
                    true => self.octile(from, (to.x, to.y)),
                    false => {
                        let sums = known[ends[0]..ends[1]].iter();
                        let sums = sums.map(|entry| work.to_hub[entry.hub as usize] + entry.cost);
                        sums.min().unwrap_or(L::UNREACHED).min(L::UNREACHED)
                    }
                });
            }
            for entry in &near {
                work.to_hub[entry.hub as usize] = L::UNREACHED;
            }
        }
        costs
    }

    /// Every hub that a path from a cell may lead to, each once, with the least cost.
    pub(super) fn gather(&self, eye: &Eye, work: &mut LabelWork<L>, hubs: &mut Vec<Entry<L>>) {
        work.make_room(self.sight);
        let LabelWork { to_hub, near, .. } = work;
        near.clear();
        self.along_borders(eye, eye, near);
        for sector in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            self.in_sector(eye, eye, sector, L::FAR, u32::MAX, near);
        }
        let first = hubs.len();
        for &candidate in near.iter() {
            for entry in self.entries(candidate) {
                if to_hub[entry.hub as usize] == L::UNREACHED {
                    hubs.push(*entry);
                }
            }
            self.enter(candidate, to_hub);
        }
        for entry in &mut hubs[first..] {
            entry.cost = std::mem::replace(&mut to_hub[entry.hub as usize], L::UNREACHED);
        }
    }

    /// Notes what every hub costs to a goal, for [`cost_to_gathered`](LabelQuery::cost_to_gathered).
    pub(super) fn gather_goal(&self, goal: &Eye, work: &mut LabelWork<L>) {
        let mut gathered = std::mem::take(&mut work.gathered);
        for entry in gathered.drain(..) {
            work.from_hub[entry.hub as usize] = L::UNREACHED;
        }
        self.gather(goal, work, &mut gathered);
        if work.from_hub.len() < work.to_hub.len() {
            work.from_hub.resize(work.to_hub.len(), L::UNREACHED);
        }
        for entry in &gathered {
            work.from_hub[entry.hub as usize] = entry.cost;
        }
        work.gathered = gathered;
    }

    /// The cost from a cell to the goal that was gathered.
    pub(super) fn cost_to_gathered(&self, from: &Eye, goal: &Eye, work: &mut LabelWork<L>) -> L {
        if self.sight.is_direct(from, goal) {
            return self.octile(from, (goal.x, goal.y));
        }
        let from_hub = std::mem::take(&mut work.from_hub);
        let cost = self.least(from, Cell::new(goal.x, goal.y), &from_hub, work);
        work.from_hub = from_hub;
        cost
    }

    /// The least cost from a cell over any hub, given what hubs cost from there on; `goal` is where all
    /// that leads to, so that a corner from which even a path without obstacles would cost too much is
    /// passed over.
    pub(super) fn least(
        &self,
        eye: &Eye,
        goal: Cell,
        from_hub: &[L],
        work: &mut LabelWork<L>,
    ) -> L {
        let near = &mut work.near;
        near.clear();
        self.along_borders(eye, eye, near);
        for sector in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            self.in_sector(eye, eye, sector, L::FAR, u32::MAX, near);
        }
        let mut least = L::UNREACHED;
        for &candidate in near.iter() {
            let Corner { x, y, .. } = self.labels.labels[candidate.corner as usize].corner;
            let (dx, dy) = ((x as u32).abs_diff(goal.x), (y as u32).abs_diff(goal.y));
            if candidate.cost + self.metric.octile(dx, dy) < least {
                least = least.min(self.meet(candidate, from_hub));
            }
        }
        least
    }

    #[inline(always)]
    fn over_hubs(
        &self,
        from: &Eye,
        to: &Eye,
        work: &mut LabelWork<L>,
        turns: Option<&mut Turns>,
    ) -> L {
        work.make_room(self.sight);
        let LabelWork { to_hub, near, far, back, .. } = work;
        // First the borders and the sectors that face each other; the best of these two sets give a
        // path to begin with.
        let (class, side) = self.sight.facing(from, to);
        let mut whole = [false; 2];
        for (end, (eye, goal, list)) in
            [(from, to, &mut *near), (to, from, &mut *far)].into_iter().enumerate()
        {
            list.clear();
            self.along_borders(eye, goal, list);
            self.in_sector(eye, goal, (class, side ^ end), L::FAR, u32::MAX, list);
            if list.is_empty() {
                whole[end] = true;
                for (sector, _) in self.other_sectors((class, side ^ end), L::ZERO) {
                    self.in_sector(eye, goal, sector, L::FAR, u32::MAX, list);
                }
            }
            if list.is_empty() {
                return L::UNREACHED;
            }
            let best = (0..list.len()).min_by_key(|&at| list[at].bound).unwrap_or(0);
            list.swap(0, best);
        }
        self.enter(near[0], to_hub);
        let mut best = self.meet(far[0], to_hub);
        let below = best;
        // Then everything that could give a cheaper one.
        let slack = below - self.octile(from, (to.x, to.y)).min(below);
        for (end, (eye, goal, list)) in
            [(from, to, &mut *near), (to, from, &mut *far)].into_iter().enumerate()
        {
            if !whole[end] {
                for (sector, most) in self.other_sectors((class, side ^ end), slack) {
                    self.in_sector(eye, goal, sector, below, most, list);
                }
            }
        }
        let mut kept = 1;
        for at in 1..near.len() {
            if near[at].bound < below {
                near[kept] = near[at];
                self.enter(near[kept], to_hub);
                kept += 1;
            }
        }
        near.truncate(kept);
        // The first was met already; it is worth it again if there is more to meet.
        let mut winner = 0;
        for (at, &candidate) in far.iter().enumerate().skip(usize::from(near.len() == 1)) {
            if candidate.bound < best {
                let met = self.meet(candidate, to_hub);
                if met < best {
                    (best, winner) = (met, at);
                }
            }
        }
        if let Some(turns) = turns
            && best < L::UNREACHED
        {
            self.unpack(best, near, far[winner], to_hub, back, turns);
            turns.leg(Cell::new(to.x, to.y));
        }
        for &candidate in near.iter() {
            for entry in self.entries(candidate) {
                to_hub[entry.hub as usize] = L::UNREACHED;
            }
        }
        best
    }

    #[inline(always)]
    fn entries(&self, candidate: Candidate<L>) -> &[Entry<L>] {
        &self.labels.entries[candidate.range()]
    }

    /// Notes what hubs cost over a corner near the start.
    #[inline(always)]
    fn enter(&self, candidate: Candidate<L>, to_hub: &mut [L]) {
        for entry in self.entries(candidate) {
            let known = &mut to_hub[entry.hub as usize];
            *known = (*known).min(candidate.cost + entry.cost);
        }
    }

    /// The cheapest path from the start over any hub and a corner near the goal.
    #[inline(always)]
    fn meet(&self, candidate: Candidate<L>, to_hub: &[L]) -> L {
        let sums = self.entries(candidate).iter();
        let least = sums.map(|entry| to_hub[entry.hub as usize] + entry.cost).min();
        least.map_or(L::UNREACHED, |least| (least + candidate.cost).min(L::UNREACHED))
    }

    /// The sectors that do not face the other end, and how many steps to the middle of each a path may take
    /// that costs no more than `slack` above the direct path. What costs without obstacles would fall by is
    /// linear within half a sector, so a step loses at least what it costs less what is gained by it
    /// there: behind, that is all of it twice; beside, in the half that is next to it, a diagonal loses
    /// twice what it costs more than a straight step, a straight step what two of it cost more
    /// than a diagonal.
    #[inline(always)]
    fn other_sectors(&self, (class, side): Sector, slack: L) -> [(Sector, u32); 3] {
        let Metric { straight, diagonal, middle, .. } = *self.metric;
        let (slack, two): (u64, L) = (slack.into(), L::from(2));
        let most = |lost: L| {
            let steps = slack.checked_div(lost.into()).unwrap_or(u64::MAX);
            steps.min(u64::from(u32::MAX) - 1) as u32 + 1
        };
        let beside = most(match self.sight.frame.is_turned {
            true => two * straight - diagonal,
            false => two * (diagonal - straight),
        });
        let behind = most(two * middle);
        [((class ^ 1, 0), beside), ((class ^ 1, 1), beside), ((class, side ^ 1), behind)]
    }

    /// What the path without obstacles costs.
    #[inline(always)]
    fn octile(&self, from: &Eye, (x, y): (u32, u32)) -> L {
        self.metric.octile(from.x.abs_diff(x), from.y.abs_diff(y))
    }

    #[inline(always)]
    fn along_borders(&self, eye: &Eye, goal: &Eye, list: &mut Vec<Candidate<L>>) {
        self.sight.along_borders(eye, |border, steps, x, y| {
            let cost = L::from(steps) * self.metric.border;
            let corner = self.sight.corner(x, y);
            let label = &self.labels.labels[corner as usize];
            // One that is of both classes has a whole label on either side.
            let class = usize::from(!label.corner.is_of(0));
            let range = label.range(SIDE_OF_BORDER[border][class]);
            let bound = cost + self.octile(goal, (x, y));
            let (first, count) = (range.start as u32, range.len() as u32);
            list.push(Candidate { bound, cost, first, count, corner });
        });
    }

    #[inline(always)]
    fn in_sector(
        &self,
        eye: &Eye,
        goal: &Eye,
        sector: Sector,
        below: L,
        most: u32,
        list: &mut Vec<Candidate<L>>,
    ) {
        self.sight.in_sector(eye, sector, most, |x, y, middles, borders| {
            let Metric { middle, border, .. } = *self.metric;
            let cost = L::from(middles) * middle + L::from(borders) * border;
            let bound = cost + self.octile(goal, (x, y));
            if bound < below {
                let corner = self.sight.corner(x, y);
                let range = self.labels.labels[corner as usize].range(sector.1);
                let (first, count) = (range.start as u32, range.len() as u32);
                list.push(Candidate { bound, cost, first, count, corner });
            }
        });
    }

    /// Tells where the cheapest path turns: from the start over the links to the hub, and on over
    /// the links that lead back to it from the goal's side. The goal itself is left to the caller.
    fn unpack(
        &self,
        best: L,
        near: &[Candidate<L>],
        last: Candidate<L>,
        to_hub: &[L],
        back: &mut Vec<Cell>,
        turns: &mut Turns,
    ) {
        let CornerLabels { entries, links, .. } = self.labels;
        let cell = |x: u16, y: u16| Cell::new(x as u32, y as u32);
        let place = |candidate: Candidate<L>| {
            let corner = self.labels.labels[candidate.corner as usize].corner;
            cell(corner.x, corner.y)
        };
        let met = last
            .range()
            .find(|&at| last.cost + entries[at].cost + to_hub[entries[at].hub as usize] == best);
        let Some(met) = met else { return };
        let hub = entries[met].hub;
        let first = near.iter().find_map(|&candidate| {
            let mut range = candidate.range();
            let at = range.find(|&at| entries[at].hub == hub)?;
            (candidate.cost + entries[at].cost == to_hub[hub as usize])
                .then_some((place(candidate), at))
        });
        let Some((first, mut at)) = first else { return };
        turns.leg(first);
        while links[at].entry != CornerLink::NONE {
            let link = links[at];
            turns.leg(cell(link.x, link.y));
            at = link.entry as usize;
        }
        back.clear();
        back.push(place(last));
        at = met;
        while links[at].entry != CornerLink::NONE {
            let link = links[at];
            back.push(cell(link.x, link.y));
            at = link.entry as usize;
        }
        for &corner in back.iter().rev() {
            turns.leg(corner);
        }
    }
}
