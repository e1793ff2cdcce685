//! Who is at work, and on what.

use super::manoeuvres::Pose;
use super::trading::Trader;
use super::{Job, Lifelong};
use crate::crowd::roadmap::NONE;

impl Lifelong {
    /// Gives tasks to units that are free, and tables to those with a new stop.
    pub(super) fn hand_out(&mut self) {
        let at_work = self.rest();
        let most = self.quota.now().saturating_sub(at_work);
        let free = (0..).zip(self.poses.iter().zip(&self.jobs));
        let free = free.filter(|(_, (_, job))| job.task == NONE);
        let free: Vec<(u32, u32)> = free.map(|(unit, (pose, _))| (unit, pose.cell)).collect();
        for (unit, task) in self.tasks.hand_out(&self.streets, &free, most) {
            let job = &mut self.jobs[unit as usize];
            (job.task, job.stop) = (task, 0);
        }
        self.trade();
        let mut changed = Vec::new();
        for (unit, (pose, job)) in self.poses.iter_mut().zip(&mut self.jobs).enumerate() {
            if pose.table == NONE && job.is_at_work() {
                pose.stop = self.tasks.stops(job.task)[job.stop as usize];
                pose.table = self.tables.take(pose.stop);
                pose.flees = NONE;
                job.rest = self.tasks.rest(&self.streets, job.task, job.stop) as i32;
                changed.push(unit);
            }
        }
        self.tables.fill(&self.streets);
        for unit in changed {
            let pose = &mut self.poses[unit];
            pose.distance = self.tables.cost(&self.streets, pose.table, pose.cell) as i32;
        }
    }

    /// While more units are at work than may be, those that have farthest to go rest; otherwise units that rested go
    /// on, before any other gets a task. Returns how many are at work.
    fn rest(&mut self) -> usize {
        let at_work = self.jobs.iter().filter(|job| job.is_at_work()).count();
        self.quota.advance(at_work);
        let most = self.quota.now();
        let resting = at_work > most;
        let Lifelong { jobs, poses, tables, .. } = self;
        let mut units: Vec<(i32, u32)> = (0..)
            .zip(poses.iter().zip(jobs.iter()))
            .filter(|(_, (_, job))| job.task != NONE && job.paused != resting)
            .map(|(unit, (pose, job))| {
                (if resting { pose.distance + job.rest } else { job.rest }, unit)
            })
            .collect();
        units.sort_unstable();
        if resting {
            for &(_, unit) in units.iter().rev().take(at_work - most) {
                let pose = &mut poses[unit as usize];
                if pose.table != NONE {
                    tables.leave(pose.table);
                }
                *pose = Pose::idle(pose.cell, pose.heading);
                jobs[unit as usize].paused = true;
            }
            return most;
        }
        for &(_, unit) in units.iter().take(most - at_work) {
            jobs[unit as usize].paused = false;
        }
        at_work + units.len().min(most - at_work)
    }

    /// Lets units that have not begun their tasks trade them.
    fn trade(&mut self) {
        let Lifelong { traders, tasks, tables, poses, jobs, .. } = self;
        traders.clear();
        let units = (0..).zip(poses.iter().zip(jobs.iter()));
        let units = units.filter(|(_, (_, job))| !job.paused);
        // A unit that rests keeps its task, even if it has not begun it: it goes on before long.
        traders.extend(units.filter_map(
            |(unit, (&Pose { cell, .. }, &Job { task, stop, .. }))| {
                let first = match task {
                    NONE => NONE,
                    _ if stop > 0 => return None,
                    _ => tasks.stops(task)[0],
                };
                Some(Trader { unit, cell, task, first })
            },
        ));
        tasks.trade(&self.streets, traders, self.steps);
        for &Trader { unit, task, .. } in traders.iter() {
            let (pose, job) = (&mut poses[unit as usize], &mut jobs[unit as usize]);
            if job.task != task {
                if pose.table != NONE {
                    tables.leave(pose.table);
                }
                *pose = Pose::idle(pose.cell, pose.heading);
                (job.task, job.stop, job.rest) = (task, 0, 0);
            }
        }
    }
}
