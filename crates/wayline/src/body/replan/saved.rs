//! What replanning has learnt, as it is saved with a world. What is read is proven again, state by state:
//! a damaged bound would make a path look like the best that is not.

use super::anew::FromNothing;
use super::bound_pages::Next;
use super::cut_off::CutOff;
use super::goal_field::GoalField;
use super::lens::{LookedAt, MOVES_HERE, Rim};
use super::path_memory::PathMemory;
use super::replanner::{Method, Replanner};
use super::values::{List, Values};
use crate::body::kind::{Goal, Placement};
use crate::body::map::BodyMap;
use crate::body::search::{astar::at, plan::states_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A [`Replanner`].
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedReplanner {
    goals: Vec<Goal>,
    spent: Option<u64>,
    repaired: u64,
    known: Known,
    /// What is remembered beside a field.
    #[serde(default)]
    beside: Option<SavedPaths>,
}

#[derive(Serialize, Deserialize)]
enum Known {
    Paths(SavedPaths),
    Field(SavedField),
}

/// A [`PathMemory`].
#[derive(Serialize, Deserialize)]
struct SavedPaths {
    goals: Vec<Goal>,
    repaired: u64,
    /// Whether bounds began as the exact table of a plain.
    free: bool,
    shift: u32,
    pages: Vec<(u32, Vec<u32>)>,
    /// Whether nothing was learnt yet.
    #[serde(default)]
    fresh: bool,
    /// What holds where nothing else is known, and the placement that it was grown to.
    #[serde(default)]
    rim: Option<(u32, Placement)>,
    /// States where bounds are not consistent yet, moves from there, and what these bound.
    #[serde(default)]
    pending: Vec<(u32, u8, u32)>,
    /// How many of the first were looked at, from where and for what.
    #[serde(default)]
    looked_at: (usize, Placement, u32),
    /// What a search took that knew nothing, for a path of which cost; what was tried since the last.
    #[serde(default)]
    from_nothing: (u64, u32, u64),
    #[serde(default)]
    unfinished: bool,
    /// A bit for each placement from where there is no path.
    #[serde(default)]
    cut_off: Vec<u32>,
}

/// A [`GoalField`].
#[derive(Serialize, Deserialize)]
struct SavedField {
    goals: Vec<Goal>,
    /// States with their two values, where there are any.
    values: Vec<(u32, u32, u32)>,
    now: u32,
    rim: Vec<(u32, u32)>,
    inner: Vec<(u32, u32)>,
    expanded: u64,
}

/// So many that counting on does not overflow.
const MOST: u64 = u64::MAX / 2;
/// No search expands as many.
const MOST_EXPANDED: u64 = u32::MAX as u64;

impl SavedReplanner {
    pub(crate) fn of(replanner: &Replanner) -> SavedReplanner {
        let Replanner { paths, field, goals, spent, repaired, .. } = replanner;
        let known = match field {
            Some(field) => Known::Field(SavedField::of(field)),
            None => Known::Paths(SavedPaths::of(paths)),
        };
        let beside = replanner.beside.then(|| SavedPaths::of(paths));
        let (goals, spent, repaired) = (goals.clone(), *spent, *repaired);
        SavedReplanner { goals, spent, repaired, known, beside }
    }

    /// On a map that is up to its terrain.
    pub(crate) fn restore(self, map: &BodyMap) -> Result<Replanner, &'static str> {
        let mut replanner = Replanner::for_world(map);
        if self.spent.is_some_and(|spent| spent > MOST) || self.repaired > MOST {
            return Err("expected smaller counts");
        }
        (replanner.goals, replanner.spent, replanner.repaired) =
            (self.goals, self.spent, self.repaired);
        match self.known {
            Known::Paths(paths) => replanner.paths = paths.restore(map)?,
            Known::Field(field) => {
                replanner.method = Method::Field;
                replanner.field = Some(field.restore(map)?);
                replanner.beside = self.beside.is_some();
                if let Some(paths) = self.beside {
                    replanner.paths = paths.restore(map)?;
                }
            }
        }
        Ok(replanner)
    }
}

impl SavedPaths {
    fn of(memory: &PathMemory) -> SavedPaths {
        let (shift, pages) = memory.learnt.contents();
        let (goals, repaired) = (memory.goals.clone(), memory.repaired);
        let pending = memory.pending.iter().map(|note| (note.state, note.index, note.bound));
        SavedPaths {
            goals,
            repaired,
            free: memory.base.is_free(),
            shift,
            pages,
            fresh: memory.fresh,
            rim: memory.rim.grown_to(),
            pending: pending.collect(),
            looked_at: (memory.looked_at.count, memory.looked_at.from, memory.looked_at.below),
            from_nothing: {
                let FromNothing { expanded, cost } = memory.from_nothing;
                (expanded, cost, memory.tried)
            },
            unfinished: memory.unfinished,
            cut_off: memory.cut_off.words(),
        }
    }

    fn restore(self, map: &BodyMap) -> Result<PathMemory, &'static str> {
        let mut memory = PathMemory::new(map);
        if self.goals.is_empty() {
            // Forgotten, or never asked: it will begin anew.
            return Ok(memory);
        }
        let goals = states_of(map, &self.goals, |_| true, &mut memory.states);
        goals.map_err(|_| "expected goals on the map")?;
        memory.base.begin(map, memory.states.iter().map(|&state| map.placement(state)));
        if !self.free {
            memory.base.use_steps();
        }
        let restored = memory.learnt.restore(self.shift, self.pages);
        restored.ok_or("expected pages of the map")?;
        (memory.goals, memory.repaired, memory.fresh) = (self.goals, self.repaired, self.fresh);
        if let Some((least, to)) = self.rim {
            map.state(to).ok_or("expected bounds grown to a placement of the map")?;
            memory.rim = Rim::new(least, to, memory.base.pace());
        }
        let (expanded, cost, tried) = self.from_nothing;
        if expanded > MOST_EXPANDED || tried > MOST {
            return Err("expected smaller counts");
        }
        (memory.from_nothing, memory.tried) = (FromNothing { expanded, cost }, tried);
        memory.unfinished = self.unfinished;
        let cut_off = CutOff::restored(map, &self.cut_off);
        memory.cut_off = cut_off.ok_or("expected placements that no move leads out of")?;
        let (count, from, below) = self.looked_at;
        if !memory.restore_notes(map, &self.pending, LookedAt { count, from, below }) {
            return Err("expected notes of moves on the map");
        }
        match is_consistent(&memory, map) {
            true => Ok(memory),
            false => Err("expected bounds that are consistent"),
        }
    }
}

/// The invariant of a [`PathMemory`]: no bound is more than a move and the bound after it, unless that was
/// noted; it is 0 at goals, and these alone are marked as such.
fn is_consistent(memory: &PathMemory, map: &BodyMap) -> bool {
    let noted: BTreeSet<_> = memory.pending.iter().map(|note| (note.state, note.index)).collect();
    (0..map.states() as u32).all(|state| {
        let here = at(map, state);
        let placement = map.placement(state);
        let is_goal = memory.states.binary_search(&state).is_ok() && map.fits(placement);
        let next = match memory.learnt.next(here) {
            Next::Goal => is_goal,
            Next::Unknown => !is_goal,
            Next::Move(index) => {
                !is_goal && (index as usize) < map.steps(here.heading as usize, false).len()
            }
        };
        let bound = memory.estimate(here);
        let mut sound = next && !(is_goal && bound > 0);
        if memory.learnt.is_known(here) || memory.rim.least > 0 {
            map.for_each_move(placement, |to, cost, index| {
                let Some(to) = map.state(to) else { return };
                let there = memory.estimate(at(map, to));
                sound &= bound <= there.saturating_add(cost)
                    || noted.contains(&(state, index as u8))
                    || noted.contains(&(to, MOVES_HERE));
            });
        }
        sound
    })
}

impl SavedField {
    fn of(field: &GoalField) -> SavedField {
        let (now, rim) = field.list.rim();
        SavedField {
            goals: field.goals.clone(),
            values: (field.values.known())
                .map(|(state, values)| (state, values.cost(), values.best()))
                .collect(),
            now,
            rim,
            inner: field.list.inner(),
            expanded: field.expanded,
        }
    }

    fn restore(self, map: &BodyMap) -> Result<GoalField, &'static str> {
        let mut field = GoalField::new(map);
        if self.goals.is_empty() {
            return Ok(field);
        }
        field.dirty = true;
        let goals = states_of(map, &self.goals, |_| true, &mut field.states);
        goals.map_err(|_| "expected goals on the map")?;
        for (state, cost, best) in self.values {
            if state as usize >= field.values.len() {
                return Err("expected values on the map");
            }
            field.values.set(state, Values::NONE.with_cost(cost).with_best(best));
        }
        let listed: BTreeSet<_> = self.rim.iter().chain(&self.inner).copied().collect();
        if listed.iter().any(|&(_, state)| state as usize >= map.states())
            || self.rim.iter().any(|&(key, _)| key < self.now)
            || self.expanded > MOST
        {
            return Err("expected a list of states of the map");
        }
        // The invariant of a field: see there.
        let sound = (0..map.states() as u32).all(|state| {
            let values = field.values.get(state);
            values.best() == field.best_at(map, state)
                && (values.agree() || listed.contains(&(values.key(), state)))
        });
        if !sound {
            return Err("expected a field whose values agree with the map");
        }
        field.list = List::restored(self.now, &self.rim, &self.inner);
        (field.goals, field.expanded) = (self.goals, self.expanded);
        Ok(field)
    }
}
