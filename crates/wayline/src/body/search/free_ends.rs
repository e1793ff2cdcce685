//! The obstacle-free costs to the ends of a query, as a guide.

use super::guide::{At, Guide};
use crate::body::kind::Placement;
use crate::body::map::obstacle_free::{FreeTable, place_in, square};
use crate::body::map::pace::{NO_PATH, Pace};
use std::sync::Arc;

/// The table for the ends of one search, all with the same pivot: the least over their headings.
#[derive(Clone, Default)]
pub(crate) struct FreeEnds {
    radius: i32,
    pace: Pace,
    x: i32,
    y: i32,
    /// By row, column, heading; of the place as seen from the ends.
    costs: Vec<u32>,
    of: Option<(Arc<FreeTable>, u8, bool)>,
}

impl FreeEnds {
    /// Whether there is a table for these ends: they have one pivot, and it is consistent.
    pub(crate) fn prepare(
        &mut self,
        table: &Arc<FreeTable>,
        mut ends: impl Iterator<Item = Placement>,
        back: bool,
    ) -> bool {
        let Some(first) = ends.next() else { return false };
        let mut headings = 1u8 << first.heading.index();
        for end in ends {
            if end.cell() != first.cell() {
                return false;
            }
            headings |= 1 << end.heading.index();
        }
        if !(if back { table.from } else { table.towards }) {
            return false;
        }
        (self.x, self.y) = (first.x as i32, first.y as i32);
        let known = self.of.as_ref().is_some_and(|(known, of, was_back)| {
            Arc::ptr_eq(known, table) && (*of, *was_back) == (headings, back)
        });
        if !known {
            self.fill(table, headings, back);
            self.of = Some((table.clone(), headings, back));
        }
        true
    }

    fn fill(&mut self, table: &FreeTable, headings: u8, back: bool) {
        (self.radius, self.pace) = (table.radius, table.pace);
        self.costs.clear();
        for (dx, dy) in square(table.radius) {
            for heading in 0..4 {
                let ends = (0..4).filter(|end| headings >> end & 1 != 0);
                let costs = ends.map(|end| match back {
                    // From a place that is (dx, dy) away from the end, to the end.
                    false => table.costs[table.place(-dx, -dy, heading, end)],
                    true => table.costs[table.place(dx, dy, end, heading)],
                });
                self.costs.push(costs.min().unwrap_or(NO_PATH));
            }
        }
    }
}

impl FreeEnds {
    #[inline(always)]
    pub(crate) fn cost(&self, at: At) -> u32 {
        let (dx, dy) = (at.x as i32 - self.x, at.y as i32 - self.y);
        let inside = |d: i32| d.clamp(-self.radius, self.radius);
        let (x, y) = (inside(dx), inside(dy));
        let near = self.costs[place_in(self.radius, x, y) * 4 + at.heading as usize];
        if near == NO_PATH {
            return NO_PATH;
        }
        let rest = self.pace.cost((dx - x).unsigned_abs(), (dy - y).unsigned_abs());
        (near as u64 + rest).min(NO_PATH as u64 - 1) as u32
    }

    /// The most that an estimate is above that of steps alone, rounding included; [`NO_PATH`] if there
    /// is a place from which no path leads to the ends.
    pub(crate) fn most_beside_steps(&self) -> u32 {
        let places = square(self.radius).flat_map(|place| [place; 4]);
        let more = places.zip(&self.costs).map(|((dx, dy), &cost)| match cost {
            NO_PATH => NO_PATH,
            _ => cost.saturating_sub(self.pace.cost(dx.unsigned_abs(), dy.unsigned_abs()) as u32),
        });
        more.max().map_or(NO_PATH, |most| most.saturating_add(2))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.costs.len() * 4
    }
}

impl Guide for FreeEnds {
    const BACKWARD: bool = true;

    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        self.cost(at)
    }
}
