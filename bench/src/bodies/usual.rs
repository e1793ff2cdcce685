//! The usual way to plan for a body: A* over placements with the Euclidean estimate, the standard
//! library's heap, and a loop over the cells of every move. Its arrays are kept between queries.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayline::body::{BodyKind, Heading, Placement, Terrain};

pub struct Usual<'a> {
    terrain: &'a Terrain,
    kind: &'a BodyKind,
    /// Time for each cell of the straight line, at best.
    rate: f64,
    stamps: Vec<u32>,
    costs: Vec<u32>,
    parents: Vec<u32>,
    closed: Vec<bool>,
    stamp: u32,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    pub expanded: u64,
    pub path: Vec<Placement>,
}

impl<'a> Usual<'a> {
    pub fn new(terrain: &'a Terrain, kind: &'a BodyKind) -> Usual<'a> {
        let states = terrain.width() as usize * terrain.height() as usize * 4;
        let moves = Heading::ALL.into_iter().flat_map(|heading| kind.moves(heading));
        let moving = moves.filter(|row| row.offset() != (0, 0)).map(|row| {
            let (dx, dy) = row.offset();
            f64::from(row.time()) / f64::from(dx * dx + dy * dy).sqrt()
        });
        Usual {
            terrain,
            kind,
            rate: moving.fold(f64::INFINITY, f64::min),
            stamps: vec![0; states],
            costs: vec![0; states],
            parents: vec![0; states],
            closed: vec![false; states],
            stamp: 0,
            heap: BinaryHeap::new(),
            expanded: 0,
            path: Vec::new(),
        }
    }

    fn number(&self, at: Placement) -> usize {
        (at.y as usize * self.terrain.width() as usize + at.x as usize) * 4 + at.heading.index()
    }

    fn placement(&self, number: u32) -> Placement {
        let (cell, width) = (number / 4, self.terrain.width());
        Placement::new(cell % width, cell / width, Heading::ALL[number as usize % 4])
    }

    /// All cells free, by a loop. The terrains of this benchmark are plain: no multipliers.
    fn is_legal(&self, at: Placement, cells: &[(i32, i32)]) -> bool {
        cells.iter().all(|&(dx, dy)| {
            let (x, y) = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
            !self.terrain.is_blocked((x, y))
        })
    }

    /// The cost to a cell at any heading.
    pub fn solve(&mut self, from: Placement, to: (u32, u32)) -> Option<u32> {
        self.stamp += 1;
        self.heap.clear();
        self.path.clear();
        self.expanded = 0;
        let estimate = |at: Placement, rate: f64| {
            let (dx, dy) = (f64::from(at.x.abs_diff(to.0)), f64::from(at.y.abs_diff(to.1)));
            ((dx * dx + dy * dy).sqrt() * rate) as u32
        };
        let start = self.number(from);
        (self.stamps[start], self.costs[start]) = (self.stamp, 0);
        (self.parents[start], self.closed[start]) = (u32::MAX, false);
        self.heap.push(Reverse((estimate(from, self.rate), start as u32)));
        let kind = self.kind;
        while let Some(Reverse((_, number))) = self.heap.pop() {
            if std::mem::replace(&mut self.closed[number as usize], true) {
                continue;
            }
            let at = self.placement(number);
            let cost = self.costs[number as usize];
            if (at.x, at.y) == to {
                let mut number = number;
                while number != u32::MAX {
                    self.path.push(self.placement(number));
                    number = self.parents[number as usize];
                }
                self.path.reverse();
                return Some(cost);
            }
            self.expanded += 1;
            for row in kind.moves(at.heading) {
                if !self.is_legal(at, row.swept()) {
                    continue;
                }
                let (dx, dy) = row.offset();
                let (x, y) = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
                let next = Placement::new(x, y, row.to());
                let i = self.number(next);
                let total = cost + row.time();
                if self.stamps[i] != self.stamp || total < self.costs[i] {
                    (self.stamps[i], self.costs[i]) = (self.stamp, total);
                    (self.parents[i], self.closed[i]) = (number, false);
                    let f = total + estimate(next, self.rate);
                    self.heap.push(Reverse((f, i as u32)));
                }
            }
        }
        None
    }
}
