//! [`Single`]: a quick path of one unit among others that will not give way.
//!
//! A* over the times in which cells are free, not over single moments: within one such interval the earliest
//! arrival is the best. The distance to go may be given more weight; a path is found sooner then, but may
//! arrive later.
//!
//! Phillips, Likhachev: *SIPP: Safe interval path planning for dynamic environments*, ICRA 2011.

use super::pibt::Setting;
use super::reservations::{EVER, Reservations};
use super::roadmap::NONE;

/// A cell reached at a time; it is free until another.
#[derive(Clone, Copy)]
struct Arrival {
    cell: u32,
    /// Which of the cell's free intervals it is: as many stays come before it.
    interval: u32,
    time: u32,
    until: u32,
    distance: u32,
    parent: u32,
    /// Another arrival on the same cell.
    other: u32,
    closed: bool,
}

/// The memory of a search.
#[derive(Default)]
pub(super) struct Single {
    arrivals: Vec<Arrival>,
    /// Of each cell an arrival there, valid in the round that is noted beside it.
    heads: Vec<(u32, u32)>,
    round: u32,
    /// Of each estimate of the whole, in quarters of a step, the arrivals to look at: a stack.
    open: Vec<Vec<u32>>,
    /// The first estimate that may have any.
    lowest: usize,
    weight: u32,
}

/// What is asked of a search.
pub(super) struct Asked<'a> {
    pub(super) setting: &'a Setting,
    pub(super) others: &'a Reservations,
    pub(super) unit: u32,
    /// The latest arrival that is any use.
    pub(super) latest: u32,
    /// How much the distance to go counts, in quarters: with four the path is the quickest.
    pub(super) weight: u32,
}

impl Single {
    /// Writes a path that arrives in time, and can stay; whether there is one. Takes from `work` one for
    /// each arrival looked at, and gives up when it is used up.
    pub(super) fn search(&mut self, asked: &Asked, work: &mut u64, path: &mut Vec<u32>) -> bool {
        let &Asked { setting, others, unit, weight, .. } = asked;
        let (start, goal) = (setting.starts[unit as usize], setting.goals[unit as usize]);
        let least = setting.distances.from_start[unit as usize];
        self.begin(setting.roadmap.len());
        self.weight = weight;
        let free_until = match others.at(start).first() {
            Some(stay) if stay.from == 0 => return false,
            Some(stay) => stay.from - 1,
            None => EVER,
        };
        let first = Arrival {
            cell: start,
            interval: 0,
            time: 0,
            until: free_until,
            distance: least,
            parent: NONE,
            other: NONE,
            closed: false,
        };
        self.add(first, least);
        while self.lowest < self.open.len() {
            let Some(at) = self.open[self.lowest].pop() else {
                self.lowest += 1;
                continue;
            };
            let arrival = self.arrivals[at as usize];
            // Looked at before: an earlier arrival in the same interval took its place.
            if arrival.closed {
                continue;
            }
            self.arrivals[at as usize].closed = true;
            if arrival.cell == goal && arrival.until == EVER {
                self.write(at, path);
                return true;
            }
            if *work == 0 {
                return false;
            }
            *work -= 1;
            for &next in setting.roadmap.beside(arrival.cell) {
                self.move_on(asked, at, next, least);
            }
        }
        false
    }

    fn begin(&mut self, cells: usize) {
        self.round += 1;
        self.lowest = 0;
        self.heads.resize(cells, (0, NONE));
        self.arrivals.clear();
        for stack in &mut self.open {
            stack.clear();
        }
    }

    /// Every free interval of the next cell that the step can lead into.
    fn move_on(&mut self, asked: &Asked, at: u32, next: u32, least: u32) {
        let Arrival { cell, interval, time, until, distance, .. } = self.arrivals[at as usize];
        let nearer = asked.setting.distances.nearer(asked.unit, cell, next);
        let distance = if nearer { distance - 1 } else { distance + 1 };
        let stays = asked.others.at(next);
        let earliest = time + 1;
        let last = until.saturating_add(1).min(asked.latest.saturating_sub(distance));
        let mut gap = stays.partition_point(|stay| stay.until < earliest);
        loop {
            let opens = if gap == 0 { 0 } else { stays[gap - 1].until.saturating_add(1) };
            if opens > last || (gap > 0 && stays[gap - 1].until == EVER) {
                return;
            }
            let closes = stays.get(gap).map_or(EVER, |stay| stay.from.wrapping_sub(1));
            let arrives = earliest.max(opens);
            let is_free = stays.get(gap).is_none_or(|stay| stay.from > arrives);
            // The unit that comes to this cell at that moment must not come from the other.
            let head_on = arrives == until.wrapping_add(1)
                && gap > 0
                && opens == arrives
                && asked.others.at(cell)[interval as usize].unit == stays[gap - 1].unit;
            if is_free && arrives <= last && !head_on {
                let arrival = Arrival {
                    cell: next,
                    interval: gap as u32,
                    time: arrives,
                    until: closes,
                    distance,
                    parent: at,
                    other: NONE,
                    closed: false,
                };
                self.add(arrival, least);
            }
            if gap == stays.len() {
                return;
            }
            gap += 1;
        }
    }

    /// Notes an arrival, unless one that is as early is known.
    fn add(&mut self, mut arrival: Arrival, least: u32) {
        let head = &mut self.heads[arrival.cell as usize];
        if head.0 != self.round {
            *head = (self.round, NONE);
        }
        let estimate = (4 * (arrival.time + arrival.distance - least)
            + (self.weight - 4) * arrival.distance) as usize;
        let mut at = head.1;
        while at != NONE {
            let known = &mut self.arrivals[at as usize];
            if known.interval == arrival.interval {
                if known.time <= arrival.time {
                    return;
                }
                known.time = arrival.time;
                known.parent = arrival.parent;
                known.closed = false;
                return self.push(estimate, at);
            }
            at = known.other;
        }
        let new = self.arrivals.len() as u32;
        arrival.other = head.1;
        head.1 = new;
        self.arrivals.push(arrival);
        self.push(estimate, new);
    }

    fn push(&mut self, estimate: usize, arrival: u32) {
        if self.open.len() <= estimate {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        self.open[estimate].push(arrival);
        self.lowest = self.lowest.min(estimate);
    }

    /// The path that ends with an arrival, waits written out.
    fn write(&self, mut at: u32, path: &mut Vec<u32>) {
        path.clear();
        let mut time = self.arrivals[at as usize].time + 1;
        while at != NONE {
            let arrival = self.arrivals[at as usize];
            path.extend((arrival.time..time).map(|_| arrival.cell));
            time = arrival.time;
            at = arrival.parent;
        }
        path.reverse();
    }
}
