//! Jump point search on the map now, guided by what cells cost to the goal on the union.
//!
//! Jump points are put on the open list by a path without obstacles, and by what the index knows when their
//! turn comes: asking is what takes time. The search may end before it is at the goal, where the old path
//! from a jump point on is open and costs what was estimated: nothing on the open list can be cheaper.
//!
//! **Exact for every estimate that is never too high**, though a cell is expanded for one step that led
//! there at its least cost and others that come at the same cost are dropped. Compare shortest paths to the
//! goal by their steps read backwards, straight before diagonal, and let P be the least. Let x be a cell on
//! P, n the next, and let the search have come to x at the same cost by some path Q whose last cell before
//! x is p. Were the step to n left out after the step from p, there would be a path from p to n without x
//! that is shorter (P is none then), or one that is as long and enters n straight where P does so
//! diagonally (the only step left out at equal cost is the diagonal one behind a straight one, in favour of
//! the diagonal first; where a diagonal costs as much as a straight step, also sharp turns between two
//! diagonals, in favour of two straight steps). Then Q up to p, that path and the rest of P would be as
//! short as P and less. So the search that comes to a cell of P first at its least cost goes on along P, and what
//! is on P is not left out by an estimate that is never too high. (This needs diagonals that cost less than
//! two straight steps, as labels do.) Crossing a cell on a diagonal does what expanding it would.

use super::then::Then;
use crate::engines::index::metric::UNREACHED;
use crate::engines::search::jump::{START, turns};
use crate::spaces::grid::{Cell, Crossing, Grid, Jumping, Kept, Visitor};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;

/// A jump point that was reached.
#[derive(Clone, Copy)]
struct Node {
    cost: u32,
    x: u32,
    y: u32,
    parent: u32,
    step: u32,
    /// It was on the open list with the estimate of the index.
    is_estimated: bool,
}

/// What a guided search remembers.
#[derive(Default)]
pub(super) struct Leaps {
    /// The least cost at which a place was reached.
    best: Vec<u32>,
    written: Vec<u32>,
    nodes: Vec<Node>,
    /// By bound; the newest first among equals.
    open: BinaryHeap<Reverse<(u32, Reverse<u32>, u32)>>,
    pushed: u32,
    /// The cost of the best path so far, and the last node on it.
    found: u32,
    last: u32,
    /// A path was left out because it costs more than numbers allow for.
    pub(super) is_cut: bool,
    pub(super) expanded: u64,
}

/// What guides a search.
pub(super) trait Guide {
    /// A bound on what it costs from a cell to the goal.
    fn estimate(&mut self, cell: Cell) -> u32;
    /// Whether there is an open path from a cell to the goal of this cost, so that the search can end.
    fn is_open(&mut self, cell: Cell, cost: u32) -> bool;
}

/// What a search is about.
pub(super) struct Course<'a> {
    pub(super) then: &'a Then<'a>,
    pub(super) grid: &'a Grid,
    pub(super) start: Cell,
    pub(super) goal: Cell,
    /// No path costs less.
    pub(super) least: u32,
    /// A path that costs more is not looked for.
    pub(super) highest: u32,
    /// How many jump points may be expanded.
    pub(super) most: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At the goal, with what the path costs.
    Goal(u32),
    /// At a cell from which an open path leads on, with what all of it costs.
    Open(u32),
    Unreachable,
    /// It would take too long, or the path is.
    GaveUp,
}

impl Leaps {
    pub(super) fn run(&mut self, course: &Course<'_>, guide: &mut impl Guide) -> End {
        let grid = course.grid;
        let stride = grid.stride();
        self.begin(course);
        let map = grid.kept();
        let rules = grid.rules();
        let table = turns(rules.moves, rules.corners);
        let runs = grid.planes().runs(course.goal.x + 1, course.goal.y + 1);
        let mut end = None;
        while let Some(Reverse((bound, _, number))) = self.open.pop() {
            if bound >= self.found {
                break;
            }
            let Node { cost, x, y, step, is_estimated, .. } = self.nodes[number as usize];
            // Reached more cheaply since.
            if self.best[(y * stride + x) as usize] != cost {
                continue;
            }
            let cell = Cell::new(x - 1, y - 1);
            if !is_estimated {
                let estimate = guide.estimate(cell);
                self.nodes[number as usize].is_estimated = true;
                if cost + estimate > bound {
                    self.push(cost + estimate, number);
                    continue;
                }
            }
            if self.expanded >= course.most || bound > course.highest {
                end = Some(End::GaveUp);
                break;
            }
            self.expanded += 1;
            if number > 0 && guide.is_open(cell, bound - cost) {
                self.last = number;
                end = Some(End::Open(bound));
                break;
            }
            let steps = table[step as usize][map.legal(x, y) as usize];
            let mut expansion =
                Expansion { course, map: &map, leaps: self, number, bound, cost, runs, stride };
            expansion.expand(x, y, steps);
        }
        self.clear();
        end.unwrap_or(match self.found {
            UNREACHED if self.is_cut => End::GaveUp,
            UNREACHED => End::Unreachable,
            cost => End::Goal(cost),
        })
    }

    fn begin(&mut self, course: &Course<'_>) {
        let Cell { x, y } = course.start;
        let (stride, places) =
            (course.grid.stride(), Grid::places(course.grid.width(), course.grid.height()));
        if self.best.len() < places {
            self.best.resize(places, u32::MAX);
        }
        self.nodes.clear();
        self.open.clear();
        (self.pushed, self.expanded, self.is_cut) = (0, 0, false);
        (self.found, self.last) = (UNREACHED, NONE);
        let node = Node {
            cost: 0,
            x: x + 1,
            y: y + 1,
            parent: NONE,
            step: START as u32,
            is_estimated: true,
        };
        self.nodes.push(node);
        self.write(node.y * stride + node.x, 0);
        self.push(course.least, 0);
    }

    fn write(&mut self, place: u32, cost: u32) {
        self.best[place as usize] = cost;
        self.written.push(place);
    }

    fn push(&mut self, bound: u32, number: u32) {
        if bound >= UNREACHED {
            self.is_cut = true;
        } else if bound < self.found {
            self.pushed += 1;
            self.open.push(Reverse((bound, Reverse(self.pushed), number)));
        }
    }

    fn clear(&mut self) {
        for place in self.written.drain(..) {
            self.best[place as usize] = u32::MAX;
        }
    }

    /// The jump points on the path that was found, from the last one back to the start.
    pub(super) fn back(&self) -> impl Iterator<Item = Cell> {
        let mut number = self.last;
        std::iter::from_fn(move || {
            let node = self.nodes.get(number as usize)?;
            number = node.parent;
            Some(Cell::new(node.x - 1, node.y - 1))
        })
    }
}

/// A jump point being expanded.
struct Expansion<'e, 'a> {
    course: &'e Course<'a>,
    map: &'e Kept<'e>,
    leaps: &'e mut Leaps,
    number: u32,
    bound: u32,
    cost: u32,
    /// The free runs through the goal: columns between which its row is free, and rows.
    runs: [(u32, u32); 2],
    stride: u32,
}

impl Expansion<'_, '_> {
    fn expand(&mut self, x: u32, y: u32, legal: u8) {
        let straight = self.course.then.metric.straight;
        let (goal_x, goal_y) = (self.course.goal.x + 1, self.course.goal.y + 1);
        let [row, column] = self.runs;
        if y == goal_y && row.0 < x && x < row.1 {
            self.arrive(self.cost + straight * x.abs_diff(goal_x));
        } else if x == goal_x && column.0 < y && y < column.1 {
            self.arrive(self.cost + straight * y.abs_diff(goal_y));
        }
        let steps = legal & self.map.promising(x, y);
        let has = |step: u8| steps >> step & 1 != 0;
        let along = |from: u32, to: u32| self.cost + straight * from.abs_diff(to);
        let jumps = [
            (0, has(0).then(|| (x, self.map.north(x, y)))),
            (2, has(2).then(|| (self.map.east(x, y), y))),
            (4, has(4).then(|| (x, self.map.south(x, y)))),
            (6, has(6).then(|| (self.map.west(x, y), y))),
        ];
        let costs = jumps.map(|(_, to)| to.map(|(to_x, to_y)| along(x + y, to_x + to_y)));
        for ((step, to), cost) in jumps.into_iter().zip(costs) {
            // A coordinate of 0 is the border: there is no jump point.
            if let (Some((to_x, to_y)), Some(cost)) = (to, cost)
                && to_x != 0
                && to_y != 0
            {
                self.reach(cost, to_x, to_y, step);
            }
        }
        if has(1) {
            self.walk::<1, -1>(x, y);
        }
        if has(3) {
            self.walk::<1, 1>(x, y);
        }
        if has(5) {
            self.walk::<-1, 1>(x, y);
        }
        if has(7) {
            self.walk::<-1, -1>(x, y);
        }
    }

    fn reach(&mut self, cost: u32, x: u32, y: u32, step: u32) {
        let place = y * self.stride + x;
        if cost >= self.leaps.best[place as usize] {
            return;
        }
        let cell = Cell::new(x - 1, y - 1);
        let bound = self.bound.max(cost + self.course.then.octile(cell, self.course.goal));
        if bound >= UNREACHED {
            self.leaps.is_cut = true;
            return;
        }
        if bound >= self.leaps.found {
            return;
        }
        self.leaps.write(place, cost);
        let number = self.leaps.nodes.len() as u32;
        let parent = self.number;
        self.leaps.nodes.push(Node { cost, x, y, parent, step, is_estimated: false });
        self.leaps.push(bound, number);
    }

    fn arrive(&mut self, cost: u32) {
        if cost < self.leaps.found {
            (self.leaps.found, self.leaps.last) = (cost, self.number);
        }
    }

    fn walk<const DX: i32, const DY: i32>(&mut self, x: u32, y: u32) {
        let (straight, diagonal) =
            (self.course.then.metric.straight, self.course.then.metric.diagonal);
        let map = self.map;
        let came = map.walk::<DX, DY>(x, y, &mut Walk::<DX, DY> { expansion: self });
        // Does it cross the goal's row or column where they are free up to the goal?
        let (goal_x, goal_y) = (self.course.goal.x + 1, self.course.goal.y + 1);
        let (right, down) = ((goal_x as i32 - x as i32) * DX, (goal_y as i32 - y as i32) * DY);
        let steps = right.min(down);
        if steps <= 0 || steps as u32 > came {
            return;
        }
        let (at_x, at_y) = (x.wrapping_add_signed(DX * steps), y.wrapping_add_signed(DY * steps));
        let cost = self.cost + diagonal * steps as u32;
        let [row, column] = self.runs;
        if down == steps {
            if row.0 < at_x && at_x < row.1 {
                self.arrive(cost + straight * at_x.abs_diff(goal_x));
            }
        } else if column.0 < at_y && at_y < column.1 {
            self.arrive(cost + straight * at_y.abs_diff(goal_y));
        }
    }
}

/// A diagonal being followed.
struct Walk<'w, 'e, 'a, const DX: i32, const DY: i32> {
    expansion: &'w mut Expansion<'e, 'a>,
}

impl<const DX: i32, const DY: i32> Visitor for Walk<'_, '_, '_, DX, DY> {
    fn goes_on(&mut self, x: u32, y: u32, steps: u32) -> bool {
        let Expansion { course, leaps, cost, stride, .. } = &*self.expansion;
        leaps.best[(y * stride + x) as usize] >= cost + course.then.metric.diagonal * steps
    }

    fn happens(&mut self, event: Crossing) -> bool {
        let Crossing { x, y, steps, across, along, turns } = event;
        let expansion = &mut *self.expansion;
        debug_assert!(!turns, "a diagonal never has to turn where corners are not cut");
        let metric = expansion.course.then.metric;
        let cost = expansion.cost + metric.diagonal * steps;
        expansion.leaps.write(y * expansion.stride + x, cost);
        if across != 0 {
            let step = if DX < 0 { 6 } else { 2 };
            expansion.reach(cost + metric.straight * across.abs_diff(x), across, y, step);
        }
        if along != 0 {
            let step = if DY > 0 { 4 } else { 0 };
            expansion.reach(cost + metric.straight * along.abs_diff(y), x, along, step);
        }
        true
    }
}
