//! [`Timetable`]: which body holds which cell from when until when, and the earliest arrival of one more.
//!
//! A body that waits somewhere may do so until another comes: a placement and the end of such a wait are
//! a node, of which only the earliest arrival is worth keeping. A* over these nodes finds the earliest arrival
//! there is, since a unit that is somewhere earlier can do all that it could if it came later.
//!
//! Phillips, Likhachev: *SIPP: Safe interval path planning for dynamic environments*, ICRA 2011; here with
//! moves that take different times and hold all cells that they sweep.

use super::plan::BodyMove;
use super::setting::{Legal, NO_WAY, Setting};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cell that is held: from when, until when, by which body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hold {
    begin: u64,
    end: u64,
    unit: u32,
}

/// Never.
const END: u64 = u64::MAX;

/// What others do, and the memory of a search among them.
pub(super) struct Timetable {
    /// Of each cell, in the order of time; they do not overlap.
    holds: Vec<Vec<Hold>>,
    nodes: Vec<Node>,
    known: HashMap<(u32, u64), u32, FxBuildHasher>,
    open: BinaryHeap<Reverse<(u64, u64, u32)>>,
}

/// A body at a placement from an arrival until another comes there.
#[derive(Clone, Copy)]
struct Node {
    state: u32,
    until: u64,
    arrival: u64,
    parent: u32,
    /// The move that led here.
    index: u8,
    begin: u64,
}

impl Timetable {
    pub(super) fn new(setting: &Setting) -> Timetable {
        Timetable {
            holds: vec![Vec::new(); setting.cells],
            nodes: Vec::new(),
            known: HashMap::default(),
            open: BinaryHeap::new(),
        }
    }

    /// Enters all that a unit holds.
    pub(super) fn enter(&mut self, setting: &Setting, unit: u32, moves: &[BodyMove]) {
        spans(setting, unit, moves, |cell, begin, end| {
            let holds = &mut self.holds[cell];
            let place = holds.partition_point(|hold| hold.begin < begin);
            if place > 0 && holds[place - 1].unit == unit && holds[place - 1].end >= begin {
                holds[place - 1].end = end;
            } else {
                holds.insert(place, Hold { begin, end, unit });
            }
        });
    }

    /// Takes out all that a unit holds.
    pub(super) fn remove(&mut self, setting: &Setting, unit: u32, moves: &[BodyMove]) {
        spans(setting, unit, moves, |cell, _, _| {
            self.holds[cell].retain(|hold| hold.unit != unit);
        });
    }

    /// The number of the body that holds a cell at any time.
    pub(super) fn visitor(&self, cell: usize, number: u64) -> Option<u32> {
        let holds = &self.holds[cell];
        let place = number.checked_rem(holds.len() as u64)?;
        Some(holds[place as usize].unit)
    }

    /// The moves of a unit that is not in the table, with the earliest arrival there is, if that is not
    /// after `latest`, and found by looking at as many nodes as there is work left.
    pub(super) fn earliest(
        &mut self,
        setting: &Setting,
        unit: u32,
        latest: u64,
        work: &mut u64,
    ) -> Option<Vec<BodyMove>> {
        let of_kind = setting.of(unit);
        let start = setting.starts[unit as usize];
        self.nodes.clear();
        self.known.clear();
        self.open.clear();
        let until = self.free_until(of_kind.footprint(start), 0);
        if until == 0 {
            return None;
        }
        let (arrival, begin, index) = (0, 0, 0);
        self.offer(
            setting,
            unit,
            latest,
            Node { state: start, until, arrival, parent: 0, index, begin },
        );
        while let Some(Reverse((f, _, at))) = self.open.pop() {
            let node = self.nodes[at as usize];
            let cost = u64::from(setting.cost(unit, node.state));
            // Reached earlier since.
            if f > node.arrival + cost || self.known[&(node.state, node.until)] != at {
                continue;
            }
            if cost == 0 && node.until == END {
                return Some(self.moves(setting, unit, at));
            }
            *work = work.checked_sub(1)?;
            of_kind.for_each_move(node.state, |legal| {
                if setting.cost(unit, legal.to) != NO_WAY {
                    self.extend(setting, unit, latest, (at, node), legal);
                }
            });
        }
        None
    }

    /// All that comes of one move, started at any time from a node: the earliest arrival for each end.
    fn extend(
        &mut self,
        setting: &Setting,
        unit: u32,
        latest: u64,
        (at, node): (u32, Node),
        legal: Legal,
    ) {
        let of_kind = setting.of(unit);
        let time = u64::from(legal.time);
        let rest = u64::from(setting.cost(unit, legal.to));
        let mut begin = node.arrival;
        while let Some(free) = self.free_for(of_kind.swept(node.state, legal.index), begin, time) {
            begin = free;
            let arrival = begin.saturating_add(time);
            if begin >= node.until || arrival.saturating_add(rest) > latest {
                return;
            }
            let until = self.free_until(of_kind.footprint(legal.to), arrival);
            if until > arrival {
                let (state, index) = (legal.to, legal.index);
                let next = Node { state, until, arrival, parent: at, index, begin };
                self.offer(setting, unit, latest, next);
            }
            if until == END {
                return;
            }
            begin = until;
        }
    }

    fn offer(&mut self, setting: &Setting, unit: u32, latest: u64, node: Node) {
        let f = node.arrival + u64::from(setting.cost(unit, node.state));
        if f > latest {
            return;
        }
        let new = self.nodes.len() as u32;
        let key = (node.state, node.until);
        if let Some(&known) = self.known.get(&key)
            && self.nodes[known as usize].arrival <= node.arrival
        {
            return;
        }
        self.known.insert(key, new);
        self.nodes.push(node);
        self.open.push(Reverse((f, f - node.arrival, new)));
    }

    /// The first time from `begin` on at which all cells are free for so long; `None` if never.
    fn free_for(
        &self,
        cells: impl Iterator<Item = usize> + Clone,
        mut begin: u64,
        time: u64,
    ) -> Option<u64> {
        loop {
            let before = begin;
            for cell in cells.clone() {
                let holds = &self.holds[cell];
                let first = holds.partition_point(|hold| hold.end <= begin);
                for hold in &holds[first..] {
                    if hold.begin >= begin.checked_add(time)? {
                        break;
                    }
                    begin = hold.end;
                }
            }
            if begin == before {
                return Some(begin);
            }
        }
    }

    /// Until when cells are free that are free at a time.
    fn free_until(&self, cells: impl Iterator<Item = usize>, time: u64) -> u64 {
        let next = |cell: usize| {
            let holds = &self.holds[cell];
            let first = holds.partition_point(|hold| hold.end <= time);
            holds.get(first).map_or(END, |hold| hold.begin)
        };
        cells.map(next).min().unwrap_or(END)
    }

    fn moves(&self, setting: &Setting, unit: u32, mut at: u32) -> Vec<BodyMove> {
        let map = &setting.of(unit).map;
        let mut moves = Vec::new();
        while at != 0 {
            let Node { arrival, parent, index, begin, .. } = self.nodes[at as usize];
            let from = map.placement(self.nodes[parent as usize].state);
            moves.push(BodyMove { from, index: usize::from(index), begin, end: arrival });
            at = parent;
        }
        moves.reverse();
        moves
    }
}

/// All that a unit holds that makes such moves: cells, from when, until when.
fn spans(setting: &Setting, unit: u32, moves: &[BodyMove], mut hold: impl FnMut(usize, u64, u64)) {
    let of_kind = setting.of(unit);
    let (mut state, mut time) = (setting.starts[unit as usize], 0);
    for made in moves {
        if time < made.begin {
            of_kind.footprint(state).for_each(|cell| hold(cell, time, made.begin));
        }
        let index = made.index as u8;
        of_kind.swept(state, index).for_each(|cell| hold(cell, made.begin, made.end));
        state = of_kind.after(state, index);
        time = made.end;
    }
    of_kind.footprint(state).for_each(|cell| hold(cell, time, END));
}
