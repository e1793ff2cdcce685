//! What a path costs if nothing is in the way: an exact table over (dx, dy, heading before, heading after),
//! for a kind of body on its fastest ground.
//!
//! The table is a small square. Beyond it, the cost is that at the nearest cell of the square plus that of the
//! rest at the best [pace](Pace), whatever the headings: on a plain, the turns of a long path are made near its
//! ends. It is not assumed that this makes a consistent estimate everywhere, but checked, for every move at every
//! place in the square and just outside it. Further out, both ends of a move lie on the same side of every edge
//! and corner of the square and in the same wedge of the pace, where the inequality is one that has been checked
//! already. A consistent estimate that is zero at the goal is never too large. If the check fails, a larger square
//! is tried; if that fails too, there is no table, and the pace alone is the estimate.

use super::pace::{NO_PATH, Pace};
use crate::body::kind::{BodyKind, Heading, Placement};
use crate::kernel::time_queue::TimeQueue;
use std::sync::Arc;

/// Squares that are tried.
const RADII: [i32; 2] = [12, 24];

/// For one kind of body and one speed.
pub(crate) struct FreeTable {
    pub(crate) radius: i32,
    pub(crate) pace: Pace,
    /// By heading after, row, column, heading before.
    pub(crate) costs: Vec<u32>,
    /// Whether it is consistent towards a goal, and from a start.
    pub(crate) towards: bool,
    pub(crate) from: bool,
}

/// A move on a plain.
struct Free {
    from: usize,
    to: usize,
    dx: i32,
    dy: i32,
    cost: u32,
}

impl Free {
    /// Whether an estimate, in 256ths, falls by no more than the move costs.
    fn allows(&self, before: u64, after: u64) -> bool {
        after == u64::MAX || before <= after.saturating_add(self.cost as u64 * 256)
    }
}

impl FreeTable {
    /// The table of a kind on ground of one speed.
    pub(crate) fn of(kind: &BodyKind, speed: u32) -> FreeTable {
        let moves: Vec<Free> = Heading::ALL
            .iter()
            .flat_map(|&heading| kind.moves(heading).iter().map(move |row| (heading, row)))
            .map(|(heading, row)| Free {
                from: heading.index(),
                to: row.to.index(),
                dx: row.dx,
                dy: row.dy,
                cost: kind.speeds().cost(row.time, speed, 0),
            })
            .collect();
        let pace = Pace::of(moves.iter().map(|row| (row.dx, row.dy, row.cost)));
        let furthest = moves.iter().map(|row| row.dx.abs().max(row.dy.abs())).max().unwrap_or(0);
        let mut queue = TimeQueue::default();
        let mut best =
            FreeTable { radius: 0, pace, costs: Vec::new(), towards: false, from: false };
        for radius in RADII.into_iter().filter(|&radius| radius >= 2 * furthest) {
            let table = FreeTable::sized(radius, pace, &moves, furthest, &mut queue);
            if table.towards as u8 + table.from as u8 > best.towards as u8 + best.from as u8 {
                best = table;
            }
            if best.towards && best.from {
                break;
            }
        }
        best
    }

    fn sized(
        radius: i32,
        pace: Pace,
        moves: &[Free],
        furthest: i32,
        queue: &mut TimeQueue,
    ) -> FreeTable {
        // Ways may leave the square; as far as this they are followed.
        let room = radius + 2 * furthest + 4;
        let side = (2 * radius + 1) as usize;
        let mut table =
            FreeTable { radius, pace, costs: vec![0; side * side * 16], towards: true, from: true };
        for after in 0..4 {
            let costs = costs_to(after, room, moves, queue);
            for (dx, dy) in square(radius) {
                for before in 0..4 {
                    let place = table.place(dx, dy, before, after);
                    table.costs[place] = costs[place_in(room, dx, dy) * 4 + before];
                }
            }
        }
        let outside = radius + 2 * furthest + 2;
        // From (dx, dy) to the goal at (0, 0), with the move first.
        table.towards = moves.iter().all(|row| {
            let (mut all, goals) = (square(outside), 0..4);
            all.all(|(dx, dy)| {
                goals.clone().all(|goal| {
                    let after = table.exact(dx - row.dx, dy - row.dy, row.to, goal);
                    row.allows(table.exact(dx, dy, row.from, goal), after)
                })
            })
        });
        // From the start at (0, 0) to (dx, dy), with the move last.
        table.from = moves.iter().all(|row| {
            let (mut all, starts) = (square(outside), 0..4);
            all.all(|(dx, dy)| {
                starts.clone().all(|start| {
                    let there = table.exact(dx + row.dx, dy + row.dy, start, row.to);
                    row.allows(there, table.exact(dx, dy, start, row.from))
                })
            })
        });
        table
    }

    pub(crate) fn place(&self, dx: i32, dy: i32, before: usize, after: usize) -> usize {
        let side = (2 * self.radius + 1) as usize;
        (after * side * side + place_in(self.radius, dx, dy)) * 4 + before
    }

    /// The cost of going (dx, dy) from one heading to another, in 256ths.
    fn exact(&self, dx: i32, dy: i32, before: usize, after: usize) -> u64 {
        let inside = |d: i32| d.clamp(-self.radius, self.radius);
        let (x, y) = (inside(dx), inside(dy));
        match self.costs[self.place(x, y, before, after)] {
            NO_PATH => u64::MAX,
            cost => {
                cost as u64 * 256
                    + self.pace.exact((dx - x).unsigned_abs(), (dy - y).unsigned_abs())
            }
        }
    }

    /// A lower bound of the cost between two placements, consistent towards the second.
    pub(crate) fn between(&self, from: Placement, to: Placement) -> u32 {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let bound = if self.towards {
            let signed = |from: u32, to: u32| to as i64 as i32 - from as i64 as i32;
            let (dx, dy) = (signed(from.x, to.x), signed(from.y, to.y));
            match self.exact(dx, dy, from.heading.index(), to.heading.index()) {
                u64::MAX => return NO_PATH,
                cost => cost / 256,
            }
        } else {
            self.pace.cost(dx, dy)
        };
        bound.min(NO_PATH as u64 - 1) as u32
    }

    /// Whether no sequence of moves leads from one placement to another, as far as is known.
    pub(crate) fn is_apart(&self, from: Placement, to: Placement) -> bool {
        self.towards && self.between(from, to) == NO_PATH
    }

    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }
}

/// Dijkstra's search from the goal at (0, 0) back to every placement of a square.
fn costs_to(after: usize, room: i32, moves: &[Free], queue: &mut TimeQueue) -> Vec<u32> {
    let side = 2 * room + 1;
    let mut costs = vec![NO_PATH; (side * side * 4) as usize];
    let goal = place_in(room, 0, 0) * 4 + after;
    costs[goal] = 0;
    queue.begin(0);
    queue.push(0, goal as u32);
    while let Some((cost, state)) = queue.pop() {
        if costs[state as usize] != cost {
            continue;
        }
        // The offset to the goal is minus that of the place from it.
        let (cell, heading) = ((state / 4) as i32, state as usize & 3);
        let (x, y) = (cell % side - room, cell / side - room);
        for row in moves.iter().filter(|row| row.to == heading) {
            let (dx, dy) = (x + row.dx, y + row.dy);
            if dx.abs().max(dy.abs()) <= room {
                let place = place_in(room, dx, dy) * 4 + row.from;
                let total = cost.saturating_add(row.cost);
                if total < costs[place] {
                    costs[place] = total;
                    queue.push(total, place as u32);
                }
            }
        }
    }
    costs
}

/// Where an offset is in a square.
pub(crate) fn place_in(radius: i32, dx: i32, dy: i32) -> usize {
    ((dy + radius) * (2 * radius + 1) + dx + radius) as usize
}

pub(crate) fn square(radius: i32) -> impl Iterator<Item = (i32, i32)> {
    (-radius..=radius).flat_map(move |dy| (-radius..=radius).map(move |dx| (dx, dy)))
}

/// The tables of a kind, for each speed that was asked for.
#[derive(Default)]
pub(crate) struct FreeTables(std::sync::Mutex<Vec<(u32, Arc<FreeTable>)>>);

impl FreeTables {
    pub(crate) fn get(&self, kind: &BodyKind, speed: u32) -> Arc<FreeTable> {
        // A table whose making panicked is not in the list.
        let mut tables = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, table)) = tables.iter().find(|(known, _)| *known == speed) {
            return table.clone();
        }
        let table = Arc::new(FreeTable::of(kind, speed));
        tables.push((speed, table.clone()));
        table
    }
}

/// Made again when wanted.
impl Clone for FreeTables {
    fn clone(&self) -> FreeTables {
        FreeTables::default()
    }
}

/// What is derived makes no difference.
impl PartialEq for FreeTables {
    fn eq(&self, _: &FreeTables) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Much further out than what is checked when a table is made.
    #[test]
    fn presets_have_tables_that_are_consistent_far_away() {
        for (name, _) in BodyKind::presets() {
            let kind = BodyKind::preset(name).unwrap();
            let table = FreeTable::of(&kind, crate::body::Speeds::PARTS);
            assert!(table.towards && table.from, "{name}");
            for (before, row) in
                Heading::ALL.iter().flat_map(|&h| kind.moves(h).iter().map(move |row| (h, row)))
            {
                let cost = row.time as u64 * 256;
                let (before, after) = (before.index(), row.to.index());
                for (dx, dy) in square(60) {
                    for end in 0..4 {
                        let here = table.exact(dx, dy, before, end);
                        let next = table.exact(dx - row.dx, dy - row.dy, after, end);
                        assert!(here <= next.saturating_add(cost), "{name} {dx} {dy}");
                        let there = table.exact(dx + row.dx, dy + row.dy, end, after);
                        let last = table.exact(dx, dy, end, before);
                        assert!(there <= last.saturating_add(cost), "{name} {dx} {dy}");
                    }
                }
            }
        }
    }
}
