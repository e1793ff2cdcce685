//! How a [`PathMemory`] keeps up: with edits of the map, and with goals that move.

use super::bound_pages::Next;
use super::lens::{MOVES_HERE, Note};
use super::{PathMemory, must_be_current};
use crate::body::kind::{Goal, Placement};
use crate::body::map::{BodyMap, Terrain};
use crate::body::search::{
    BodyScratch,
    astar::at,
    guide::{At, NO_PATH},
    plan::states_of,
};
use crate::spaces::error::QueryError;
use std::sync::Arc;

/// Places where bounds are not consistent are looked at one by one; if there are more than these, all are repaired.
const MANY_NOTES: usize = 4096;

impl PathMemory {
    /// Brings what was learnt up to date with the map, and with these goals. Bounds are lowered in at most this many
    /// states: whatever that leaves is noted, or forgotten if the goals are new.
    pub(crate) fn follow(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        goals: &[Goal],
        most: u64,
        work: &mut BodyScratch,
    ) -> Result<(), QueryError> {
        must_be_current(terrain, map, goals)?;
        self.repaired = 0;
        let other_kind = !Arc::ptr_eq(&self.kind, map.kind()) && *self.kind != **map.kind();
        if other_kind && !self.ablation.kinds {
            let (ablation, grows, shared) = (self.ablation, self.grows, self.shared);
            *self = PathMemory { ablation, grows, shared, ..PathMemory::new(map) };
        }
        if !self.base.suits(map) && !self.ablation.kinds {
            // What bounds began with has changed everywhere.
            self.forget();
        }
        if self.seen_edits != terrain.edits() {
            self.tried = 0;
            if !self.ablation.openings {
                self.cut_off.follow(terrain, map, self.seen_edits);
            }
            self.follow_edits(terrain, map, most, work);
            self.seen_edits = terrain.edits();
        }
        if self.goals != goals {
            // Where a search from nothing takes their place, bounds for other goals are not worth mending.
            let most = if self.may_begin_anew() { 0 } else { most.saturating_sub(self.repaired) };
            if !self.settle_all(map, most, work) {
                self.forget();
            }
            self.follow_goals(map, goals)?;
        }
        Ok(())
    }

    fn follow_edits(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        most: u64,
        work: &mut BodyScratch,
    ) {
        let Some(cells) = terrain.edited_since(self.seen_edits) else { return self.forget() };
        // Where the body may stand now and could not before, or the other way round.
        for i in 0..self.states.len() {
            let goal = at(map, self.states[i]);
            let fits = map.fits(map.placement(goal.state));
            match (fits, self.learnt.next(goal) == Next::Goal) {
                (true, false) => {
                    let lowered = self.estimate(goal) > 0;
                    self.learnt.set(goal, 0, Next::Goal);
                    if lowered && !self.ablation.cost_drops {
                        self.pending.push(Note { state: goal.state, index: MOVES_HERE, bound: 0 });
                    }
                }
                (false, true) => self.no_goal(goal),
                _ => {}
            }
        }
        if self.ablation.cost_drops {
            return;
        }
        // Where a cell is blocked, costs only rose.
        for cell in cells.filter(|&cell| !terrain.is_blocked(cell)) {
            if self.learnt.has_pages(cell.x, cell.y, map.masks().margin) {
                map.for_each_move_over(cell, |from, index| self.note(map, from, index));
            }
        }
        if self.pending.len() > MANY_NOTES {
            self.settle_all(map, most.min(self.worth_trying(u32::MAX)), work);
        }
    }

    /// A state is not a goal any more. No bound of a move that begins there is 0.
    fn no_goal(&mut self, goal: At) {
        self.learnt.set_next(goal, Next::Unknown);
        if self.rim.least > 0 {
            self.learnt.set_bound(goal, 1);
        }
    }

    /// Makes all bounds consistent; `false` if that takes more than this many states.
    fn settle_all(&mut self, map: &BodyMap, most: u64, work: &mut BodyScratch) -> bool {
        let anywhere = Placement::default();
        self.settle(map, anywhere, NO_PATH, most, &mut work.core.run.queue)
    }

    fn follow_goals(&mut self, map: &BodyMap, goals: &[Goal]) -> Result<(), QueryError> {
        let mut states = std::mem::take(&mut self.states);
        for &state in &states {
            self.no_goal(at(map, state));
        }
        if let Err(error) = states_of(map, goals, |_| true, &mut states) {
            self.forget();
            return Err(error);
        }
        // Towards the new goals bounds are consistent that fall short of the old by the most that any
        // of the new ones was away from them.
        let ends = states.iter().map(|&state| map.placement(state));
        let fitting = states.iter().filter(|&&state| map.fits(map.placement(state)));
        let furthest = fitting.map(|&state| self.bound(map, state)).max().unwrap_or(0);
        let keep = !self.goals.is_empty() && furthest != NO_PATH;
        let fall = if keep { self.base.change(ends.clone()).max(furthest) } else { NO_PATH };
        if fall == NO_PATH || !(self.ablation.goals || self.learnt.lower_all(fall)) {
            self.begin_anew();
            self.base.begin(map, ends);
        } else if self.rim.least != NO_PATH {
            self.rim.least = self.rim.least.saturating_sub(fall);
        }
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        for &state in &states {
            if map.fits(map.placement(state)) {
                self.learnt.set_next(at(map, state), Next::Goal);
            }
        }
        self.states = states;
        Ok(())
    }
}
