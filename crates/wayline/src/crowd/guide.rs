//! [`Guided`]: another first plan, for which units keep to lanes.
//!
//! Where passages are narrow, what a plan costs depends on whether units that go in opposite directions keep
//! apart. By distances alone they do not: each takes the shortest path, and most of the time is lost in backing
//! out for each other. If rows
//! and columns are lanes of one direction each, against which a step costs twice as much, a plan of priority
//! inheritance may cost half. It takes a table of costs for each unit, so it is made after the first plan, and kept if
//! it is better. For guidance by costs see the references of [`Streets`].

use super::lacam::{Lacam, Progress};
use super::lifelong::{Streets, Tables};
use super::pibt::Setting;
use super::planner::PROVABLE;

/// The most that its tables may take: 256 MB.
const MOST_BYTES: u64 = 256 << 20;
/// Tables that are filled at a time, and the cells of one that are as much work as a step of a unit.
const BATCH: usize = 32;
const CELLS: usize = 8;
/// Work for each unit after which it is given up.
const PATIENCE: u64 = 20_000;

/// What it costs each unit to get to its goal, where lanes have directions.
pub(super) struct Guide {
    tables: Tables,
    /// The table of each unit that has one.
    of: Vec<u32>,
}

impl Guide {
    /// By how much the step from a cell to the one beside it changes what a unit has left to pay.
    #[inline]
    pub(super) fn change(&self, unit: u32, from: u32, to: u32) -> i32 {
        self.tables.change(self.of[unit as usize], from, to)
    }
}

/// A search along lanes.
pub(super) struct Guided {
    streets: Streets,
    /// Lent to the setting while it searches.
    guide: Option<Guide>,
    lacam: Lacam,
    patience: u64,
}

impl Guided {
    /// `None` where it is not worth its while: for a few units all is tried anyway, and for very many on a large map the
    /// tables take too much.
    pub(super) fn new(setting: &Setting, threads: usize) -> Option<Guided> {
        let units = setting.units();
        if units <= PROVABLE || Tables::bytes(units, setting.roadmap.len()) > MOST_BYTES {
            return None;
        }
        let streets = Streets::new(setting.roadmap.clone());
        let guide = Guide { tables: Tables::new(&streets, threads), of: Vec::new() };
        let lacam = Lacam::new(setting, 0);
        Some(Guided { streets, guide: Some(guide), lacam, patience: PATIENCE * units as u64 })
    }

    pub(super) fn lacam(&self) -> &Lacam {
        &self.lacam
    }

    /// Fills some tables, or searches on; how much work it was, and [`Progress::Paused`] if there is more to do.
    pub(super) fn advance(&mut self, setting: &mut Setting, allowed: u64) -> (u64, Progress) {
        let Some(mut guide) = self.guide.take() else { return (0, Progress::Exhausted) };
        let units = setting.units();
        let known = guide.of.len();
        if known < units {
            let goals = &setting.goals[known..units.min(known + BATCH)];
            guide.of.extend(goals.iter().map(|&goal| guide.tables.take(goal)));
            guide.tables.fill(&self.streets);
            self.guide = Some(guide);
            return ((goals.len() * (setting.roadmap.len() / CELLS + 1)) as u64, Progress::Paused);
        }
        let share = allowed.min(self.patience).max(units as u64);
        let mut left = share;
        setting.guide = Some(guide);
        let progress = self.lacam.advance(setting, &mut left);
        self.guide = setting.guide.take();
        let spent = share - left;
        self.patience = self.patience.saturating_sub(spent);
        let is_over = self.patience < units as u64 && progress == Progress::Paused;
        (spent, if is_over { Progress::Full } else { progress })
    }
}
