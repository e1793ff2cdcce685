//! Freed cells that touch each other, and the moves that they have made legal.
//!
//! A *new* move is legal now and was not. Each concerns freed cells of one group only: its ends and the
//! cells that a diagonal passes between all touch each other. A *portal* is an end of a new move that was
//! free before. A shortest path therefore is made of old paths between portals, and of *traverses*: new
//! moves from one portal over freed cells to another. A traverse is worth something only if it is shorter
//! than the old path between its ends. Portals at which no such traverse ends can be left out, and so can a whole
//! group if that is true of all its portals: where a flat dent was made, nothing has become shorter.

use super::then::Then;
use crate::engines::index::label_query::LabelWork;
use crate::engines::index::labels::Entry;
use crate::engines::index::metric::UNREACHED;
use crate::engines::index::visibility::Eye;
use crate::spaces::grid::{Cell, Grid, STEPS};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Old paths that are asked for to find out which traverses are shorter. Portals beyond that are taken
/// to be ends of some, which costs time and nothing else.
const MOST_ASKED: usize = 12;

/// Larger groups are not looked into: what they change is not known.
const MOST_CELLS: usize = 24;

/// A cell at which a new move begins or ends.
pub(super) struct Vertex {
    pub(super) cell: Cell,
    /// It is a portal, and not a freed cell.
    pub(super) was_free: bool,
    /// A traverse ends here that is shorter than the old path.
    pub(super) is_end: bool,
    /// Where a portal sees from.
    pub(super) eye: Option<Eye>,
    /// Its new moves: to which vertex of the group, and what they cost.
    pub(super) moves: Vec<(u32, u32)>,
    /// What a portal knows of hubs.
    pub(super) hubs: Range<usize>,
}

/// Freed cells that touch each other.
pub(super) struct Group {
    pub(super) cells: Vec<Cell>,
    pub(super) vertices: Vec<Vertex>,
    pub(super) hubs: Vec<Entry>,
    /// The number of its first vertex among those of all groups.
    pub(super) first: usize,
    /// At how many portals a traverse ends that is shorter than the old path.
    pub(super) ends: u32,
    /// It is too large to be looked into.
    pub(super) is_vague: bool,
}

/// Whether two cells are the same or beside each other.
pub(super) fn touch(a: Cell, b: Cell) -> bool {
    a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1
}

impl Group {
    pub(super) fn of(then: &Then<'_>, now: &Grid, cells: Vec<Cell>) -> Group {
        let is_vague = cells.len() > MOST_CELLS;
        let mut group =
            Group { cells, vertices: Vec::new(), hubs: Vec::new(), first: 0, ends: 0, is_vague };
        if !is_vague {
            let mut work = LabelWork::default();
            group.find_moves(then, now);
            group.find_ends(then, &mut work);
            group.ends = group.vertices.iter().filter(|vertex| vertex.is_end).count() as u32;
            for vertex in &mut group.vertices {
                if let Some(eye) = &vertex.eye {
                    let first = group.hubs.len();
                    then.labels.gather(eye, &mut work, &mut group.hubs);
                    vertex.hubs = first..group.hubs.len();
                }
            }
        }
        group
    }

    /// Whether something may have become shorter over its new moves.
    pub(super) fn counts(&self) -> bool {
        self.is_vague || self.ends > 0
    }

    pub(super) fn touches(&self, cell: Cell) -> bool {
        self.cells.iter().any(|&other| touch(other, cell))
    }

    fn find_moves(&mut self, then: &Then<'_>, now: &Grid) {
        let mut around = Vec::with_capacity(9 * self.cells.len());
        for cell in &self.cells {
            for (dx, dy) in STEPS.into_iter().chain([(0, 0)]) {
                let (x, y) = (cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy));
                around.push(Cell::new(x, y));
            }
        }
        around.retain(|&cell| now.is_free(cell));
        around.sort_unstable_by_key(|cell| (cell.y, cell.x));
        around.dedup();
        let is_new = |cell: Cell, step: (i32, i32)| {
            then.legal(|cell| now.is_free(cell), cell, step)
                && !then.legal(|cell| then.is_free(cell), cell, step)
        };
        // Moves can be taken both ways, so a cell that has one is at the end of one.
        around.retain(|&cell| STEPS.into_iter().any(|step| is_new(cell, step)));
        for &cell in &around {
            let mut moves = Vec::new();
            for (dx, dy) in STEPS {
                let to = Cell::new(cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy));
                if is_new(cell, (dx, dy))
                    && let Ok(to) = around.binary_search_by_key(&(to.y, to.x), |c| (c.y, c.x))
                {
                    let straight = dx == 0 || dy == 0;
                    let cost = if straight { then.metric.straight } else { then.metric.diagonal };
                    moves.push((to as u32, cost));
                }
            }
            let was_free = then.is_free(cell);
            let eye = was_free.then(|| then.eye(cell));
            self.vertices.push(Vertex { cell, was_free, is_end: false, eye, moves, hubs: 0..0 });
        }
    }

    /// Finds out at which portals a traverse ends that is shorter than the old path.
    fn find_ends(&mut self, then: &Then<'_>, work: &mut LabelWork) {
        let mut asked = 0;
        let mut costs = vec![UNREACHED; self.vertices.len()];
        let mut open = BinaryHeap::new();
        for from in 0..self.vertices.len() {
            let Some(eye) = self.vertices[from].eye else { continue };
            costs.fill(UNREACHED);
            costs[from] = 0;
            open.push(Reverse((0, from)));
            while let Some(Reverse((cost, at))) = open.pop() {
                if cost > costs[at] {
                    continue;
                }
                if at != from
                    && let Some(other) = &self.vertices[at].eye
                {
                    let known = self.vertices[from].is_end && self.vertices[at].is_end;
                    // Both ways are as long, so one is looked at.
                    if at > from && !known && !then.sight.is_direct(&eye, other) {
                        asked += 1;
                        let shorter =
                            asked > MOST_ASKED || cost < then.labels.cost(&eye, other, work);
                        if shorter {
                            self.vertices[from].is_end = true;
                            self.vertices[at].is_end = true;
                        }
                    }
                    // A traverse ends at the first portal.
                    continue;
                }
                for &(to, step) in &self.vertices[at].moves {
                    if cost + step < costs[to as usize] {
                        costs[to as usize] = cost + step;
                        open.push(Reverse((cost + step, to as usize)));
                    }
                }
            }
        }
    }
}
