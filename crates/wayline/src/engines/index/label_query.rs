//! Queries on labels: the cheapest way over what the start sees, a hub, and what the goal sees.

use super::corner_graph::quadrant_signs;
use super::labels::{CornerLabels, CornerLink, Entry};
use super::metric::{Metric, UNREACHED};
use super::route::Turns;
use super::visibility::{AXES, Corner, Eye, SIDE_OF_AXIS, Visibility};
use crate::spaces::grid::Cell;

/// The scratch memory of a query on labels.
#[derive(Debug, Default)]
pub(super) struct LabelWork {
    /// The least cost from the start to each hub. [`UNREACHED`] everywhere between queries.
    to_hub: Vec<u32>,
    near: Vec<Candidate>,
    far: Vec<Candidate>,
    /// Corners from the goal back to the hub.
    back: Vec<Cell>,
}

impl LabelWork {
    /// There are as many hubs as corners.
    #[inline(always)]
    fn make_room(&mut self, sight: &Visibility) {
        if self.to_hub.len() < sight.corners.len() {
            self.to_hub.resize(sight.corners.len(), UNREACHED);
        }
    }
}

/// A corner that one end of the path sees.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// No path through it costs less.
    bound: u32,
    /// What it costs from the end to it.
    cost: u32,
    /// Where those entries of its label are that a path from the end may use.
    first: u32,
    count: u32,
    corner: u32,
}

impl Candidate {
    #[inline(always)]
    fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// A prepared map that is asked by labels.
#[derive(Clone, Copy)]
pub(super) struct LabelQuery<'a> {
    pub(super) sight: &'a Visibility,
    pub(super) labels: &'a CornerLabels,
    pub(super) metric: &'a Metric,
}

impl LabelQuery<'_> {
    /// The cost from one cell to another; [`UNREACHED`] if there is no way.
    pub(super) fn cost(&self, from: &Eye, to: &Eye, work: &mut LabelWork) -> u32 {
        match self.sight.direct(from, to) {
            Some((diagonals, straights)) => {
                diagonals * self.metric.diagonal + straights * self.metric.straight
            }
            None => self.over_hubs(from, to, work, None),
        }
    }

    /// The same, and where the path turns.
    pub(super) fn turns(
        &self,
        from: &Eye,
        to: &Eye,
        work: &mut LabelWork,
        turns: &mut Turns,
    ) -> u32 {
        turns.start(Cell::new(from.x, from.y));
        match self.sight.direct(from, to) {
            Some((diagonals, straights)) => {
                turns.leg(Cell::new(to.x, to.y));
                diagonals * self.metric.diagonal + straights * self.metric.straight
            }
            None => self.over_hubs(from, to, work, Some(turns)),
        }
    }

    /// The costs from each of some cells to each of others, row by row. What a cell's corners know of
    /// hubs is gathered once for each cell, the cheapest way to each hub, and not for each pair.
    pub(super) fn costs(&self, from: &[Eye], to: &[Eye], work: &mut LabelWork) -> Vec<u32> {
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
                costs.push(match self.sight.direct(from, to) {
                    Some((diagonals, straights)) => {
                        diagonals * self.metric.diagonal + straights * self.metric.straight
                    }
                    None => {
                        let sums = known[ends[0]..ends[1]].iter();
                        let sums = sums.map(|entry| work.to_hub[entry.hub as usize] + entry.cost);
                        sums.min().unwrap_or(UNREACHED).min(UNREACHED)
                    }
                });
            }
            for entry in &near {
                work.to_hub[entry.hub as usize] = UNREACHED;
            }
        }
        costs
    }

    /// Every hub that a path from a cell may lead to, each once, with the least cost.
    pub(super) fn gather(&self, eye: &Eye, work: &mut LabelWork, hubs: &mut Vec<Entry>) {
        work.make_room(self.sight);
        let LabelWork { to_hub, near, .. } = work;
        near.clear();
        self.along_axes(eye, eye, near);
        for (class, side) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            self.in_quadrant(eye, eye, (class, side), u32::MAX, u32::MAX, near);
        }
        let first = hubs.len();
        for &candidate in near.iter() {
            for entry in self.entries(candidate) {
                if to_hub[entry.hub as usize] == UNREACHED {
                    hubs.push(*entry);
                }
            }
            self.enter(candidate, to_hub);
        }
        for entry in &mut hubs[first..] {
            entry.cost = std::mem::replace(&mut to_hub[entry.hub as usize], UNREACHED);
        }
    }

    /// The least cost from a cell over any hub, told what hubs cost from there on; `goal` is where all
    /// that leads to, so that a corner from which even a way without obstacles would cost too much is
    /// passed over.
    pub(super) fn least(
        &self,
        eye: &Eye,
        goal: Cell,
        from_hub: &[u32],
        work: &mut LabelWork,
    ) -> u32 {
        let near = &mut work.near;
        near.clear();
        self.along_axes(eye, eye, near);
        for quadrant in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            self.in_quadrant(eye, eye, quadrant, u32::MAX, u32::MAX, near);
        }
        let mut least = UNREACHED;
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
        work: &mut LabelWork,
        turns: Option<&mut Turns>,
    ) -> u32 {
        work.make_room(self.sight);
        let LabelWork { to_hub, near, far, back } = work;
        // First the axes and the quadrants that face each other; the best of these two sets give a
        // path to begin with.
        let (class, side) = Visibility::facing(from, to);
        let mut whole = [false; 2];
        for (end, (eye, goal, list)) in
            [(from, to, &mut *near), (to, from, &mut *far)].into_iter().enumerate()
        {
            list.clear();
            self.along_axes(eye, goal, list);
            self.in_quadrant(eye, goal, (class, side ^ end), u32::MAX, u32::MAX, list);
            if list.is_empty() {
                whole[end] = true;
                for (quadrant, _) in self.other_quadrants((class, side ^ end), 0) {
                    self.in_quadrant(eye, goal, quadrant, u32::MAX, u32::MAX, list);
                }
            }
            if list.is_empty() {
                return UNREACHED;
            }
            let best = (0..list.len()).min_by_key(|&at| list[at].bound).unwrap_or(0);
            list.swap(0, best);
        }
        self.enter(near[0], to_hub);
        let mut best = self.meet(far[0], to_hub);
        let below = best;
        // Then everything that could give a cheaper one.
        let straight = self.metric.octile(from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let slack = below.saturating_sub(straight);
        for (end, (eye, goal, list)) in
            [(from, to, &mut *near), (to, from, &mut *far)].into_iter().enumerate()
        {
            if !whole[end] {
                for (quadrant, most) in self.other_quadrants((class, side ^ end), slack) {
                    self.in_quadrant(eye, goal, quadrant, below, most, list);
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
            && best < UNREACHED
        {
            self.unpack(best, near, far[winner], to_hub, back, turns);
            turns.leg(Cell::new(to.x, to.y));
        }
        for &candidate in near.iter() {
            for entry in self.entries(candidate) {
                to_hub[entry.hub as usize] = UNREACHED;
            }
        }
        best
    }

    #[inline(always)]
    fn entries(&self, candidate: Candidate) -> &[Entry] {
        &self.labels.entries[candidate.range()]
    }

    /// Notes what hubs cost by way of a corner near the start.
    #[inline(always)]
    fn enter(&self, candidate: Candidate, to_hub: &mut [u32]) {
        for entry in self.entries(candidate) {
            let known = &mut to_hub[entry.hub as usize];
            *known = (*known).min(candidate.cost + entry.cost);
        }
    }

    /// The cheapest way from the start by any hub and a corner near the goal.
    #[inline(always)]
    fn meet(&self, candidate: Candidate, to_hub: &[u32]) -> u32 {
        let sums = self.entries(candidate).iter();
        let least = sums.map(|entry| to_hub[entry.hub as usize] + entry.cost).min();
        least.map_or(UNREACHED, |least| (least + candidate.cost).min(UNREACHED))
    }

    /// The quadrants that do not face the other end, and how many diagonal steps into each a path
    /// may go that costs no more than `slack` above the direct way. A step into the quadrant behind
    /// has to be made good in full, one to the side at least by what it costs more than a straight
    /// one, twice.
    #[inline(always)]
    fn other_quadrants(
        &self,
        (class, side): (usize, usize),
        slack: u32,
    ) -> [((usize, usize), u32); 3] {
        let most = |detour: u32| slack.checked_div(2 * detour).map_or(u32::MAX - 1, |n| n) + 1;
        let beside = most(self.metric.diagonal - self.metric.straight);
        let behind = most(self.metric.diagonal);
        [((class ^ 1, 0), beside), ((class ^ 1, 1), beside), ((class, side ^ 1), behind)]
    }

    #[inline(always)]
    fn along_axes(&self, eye: &Eye, goal: &Eye, list: &mut Vec<Candidate>) {
        self.sight.along_axes(eye, |axis, steps| {
            let (dx, dy) = AXES[axis];
            let x = eye.x.wrapping_add_signed(dx * steps as i32);
            let y = eye.y.wrapping_add_signed(dy * steps as i32);
            let cost = steps * self.metric.straight;
            let corner = self.sight.corner(x, y);
            let label = &self.labels.labels[corner as usize];
            // One that is of both classes has a whole label on either side.
            let class = usize::from(!label.corner.is_of(0));
            let range = label.range(SIDE_OF_AXIS[axis][class]);
            let bound = cost + self.metric.octile(x.abs_diff(goal.x), y.abs_diff(goal.y));
            let (first, count) = (range.start as u32, range.len() as u32);
            list.push(Candidate { bound, cost, first, count, corner });
        });
    }

    #[inline(always)]
    fn in_quadrant(
        &self,
        eye: &Eye,
        goal: &Eye,
        quadrant: (usize, usize),
        below: u32,
        most: u32,
        list: &mut Vec<Candidate>,
    ) {
        let (east, south) = quadrant_signs(quadrant.0, quadrant.1);
        self.sight.in_quadrant(eye, quadrant, most, |dx, dy, diagonals| {
            let x = eye.x.wrapping_add_signed(east * dx as i32);
            let y = eye.y.wrapping_add_signed(south * dy as i32);
            let straights = dx.max(dy) - diagonals;
            let cost = diagonals * self.metric.diagonal + straights * self.metric.straight;
            let bound = cost + self.metric.octile(x.abs_diff(goal.x), y.abs_diff(goal.y));
            if bound < below {
                let corner = self.sight.corner(x, y);
                let range = self.labels.labels[corner as usize].range(quadrant.1);
                let (first, count) = (range.start as u32, range.len() as u32);
                list.push(Candidate { bound, cost, first, count, corner });
            }
        });
    }

    /// Tells where the cheapest path turns: from the start over the links to the hub, and on over
    /// the links that lead back to it from the goal's side. The goal itself is left to the caller.
    fn unpack(
        &self,
        best: u32,
        near: &[Candidate],
        last: Candidate,
        to_hub: &[u32],
        back: &mut Vec<Cell>,
        turns: &mut Turns,
    ) {
        let CornerLabels { entries, links, .. } = self.labels;
        let cell = |x: u16, y: u16| Cell::new(x as u32, y as u32);
        let place = |candidate: Candidate| {
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
