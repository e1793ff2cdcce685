//! Formations on the march: units keep their places beside each other while they walk.
//!
//! Units that are sent in formation first line up where they are, if there is room, as they will stand at the
//! goal; who is there early makes way for others, and comes back. From there each has the same way to go, and goes to
//! its own place by its own path. Whoever has come
//! farther along its path than the last of them waits, so that they come along side by side. That is all that a
//! formation does: it chooses who waits, and changes neither paths nor who gives way to whom.
//!
//! It is given up in narrows: nobody waits inside a passage, nor for long where somebody else wants to get past. Behind
//! it those who are through wait for the others, and the formation closes again.
//!
//! Nobody waits for ever: there is a time within which lining up has to be done, and a time that each may wait in
//! all. So a formation delays an arrival by that much at most.

use super::World;
use super::group::{Formation, Member, Place};
use super::record::{PlanState, UnitId};
use super::unit::Unit;
use crate::body::kind::{Goal, Heading, Placement};
use crate::spaces::error::Error;
use crate::spaces::grid::Cell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Time units by which a unit may be ahead of the last before it waits.
const AHEAD: u64 = 12;
/// Time units within which units line up, and that each may wait in all after that: so many, and more for each unit.
const PATIENCE: u32 = 400;
const PATIENCE_FOR_EACH: u32 = 40;
/// For so many time units somebody may wait for one that waits for its formation.
const IN_THE_WAY: u64 = 20;

/// What a unit on the march knows.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct March {
    /// Time units of its whole way, as far as is known.
    pub(super) way: u32,
    /// Time units for which it may still wait for others.
    pub(super) patience: u32,
}

/// What is left to the unit of a formation that is farthest back, and of what way.
#[derive(Clone, Copy)]
struct Rear {
    left: u64,
    way: u64,
}

impl World {
    /// Sends units to places by their own paths, in formation.
    pub(super) fn march(
        &mut self,
        units: &[UnitId],
        mut order: Vec<Member>,
        (goal, formation): (Placement, Formation),
        places: &[Placement],
    ) -> Result<Vec<Placement>, Error> {
        let middle = self.middle(units);
        let slots = self.slots_around(middle, units, &order, (goal, formation))?;
        let nearest = slots.as_deref().unwrap_or(places);
        let around = if slots.is_some() { middle } else { goal.cell() };
        self.share_out(units, &mut order, nearest, around);
        self.groups += 1;
        let (group, now) = (self.groups, self.now);
        let patience =
            PATIENCE_FOR_EACH.saturating_mul(units.len() as u32).saturating_add(PATIENCE);
        let mut given = vec![goal; units.len()];
        for (slot, &(_, _, i)) in order.iter().enumerate() {
            let at = self.facing(units[i], places[slot])?;
            let first = match &slots {
                Some(slots) => self.facing(units[i], slots[slot])?,
                None => at,
            };
            self.send(units[i], first)?;
            let unit = self.unit_mut(units[i])?;
            (unit.group, unit.sent) = (group, now);
            unit.place = slots.is_some().then_some(Place { at, radius: 0 });
            unit.march = Some(March { way: 0, patience });
            given[i] = at;
        }
        Ok(given)
    }

    /// A place as a unit can stand there: one of a kind that never turns keeps its heading.
    fn facing(&self, id: UnitId, at: Placement) -> Result<Placement, Error> {
        let unit = self.unit(id)?;
        let map = &self.kinds[unit.kind.index()].map;
        let turns =
            |heading: &Heading| map.kind().moves(*heading).iter().any(|row| row.to() != *heading);
        let own = Placement { heading: unit.at.heading, ..at };
        Ok(if map.fits(own) && !Heading::ALL.iter().any(turns) { own } else { at })
    }

    /// The middle of units.
    fn middle(&self, units: &[UnitId]) -> Cell {
        let (mut x, mut y, mut count) = (0_u64, 0_u64, 0_u64);
        for unit in units.iter().filter_map(|&id| self.unit(id).ok()) {
            (x, y, count) = (x + u64::from(unit.at.x), y + u64::from(unit.at.y), count + 1);
        }
        let count = count.max(1);
        Cell::new((x / count) as u32, (y / count) as u32)
    }

    /// Where units would line up around a cell as they will stand at the goal. `None` if there is not room for all,
    /// in the open and near to each, or it would take them farther than half the way.
    fn slots_around(
        &self,
        middle: Cell,
        units: &[UnitId],
        order: &[Member],
        (goal, formation): (Placement, Formation),
    ) -> Result<Option<Vec<Placement>>, Error> {
        // So that the middle of all slots is there, or as near as they are on the map.
        const FAR: u32 = 1 << 30;
        let offsets =
            self.ranks_and_files(order, Placement::new(FAR, FAR, goal.heading), formation);
        let moved = |middle: u32, size: u32, of: fn(Placement) -> u32| {
            let offsets = || offsets.iter().flatten().map(|&at| i64::from(of(at)) - i64::from(FAR));
            let mean = offsets().sum::<i64>() / (order.len() as i64).max(1);
            let (least, most) = (-offsets().min()?, i64::from(size) - 1 - offsets().max()?);
            let within = least <= most;
            within.then(|| (i64::from(middle) - mean).clamp(least, most) as u32)
        };
        let (Some(x), Some(y)) = (
            moved(middle.x, self.terrain.width(), |at| at.x),
            moved(middle.y, self.terrain.height(), |at| at.y),
        ) else {
            return Ok(None);
        };
        let first = Placement::new(x, y, goal.heading);
        let wanted = self.ranks_and_files(order, first, formation);
        let open = |at: &Placement| self.terrain.contains(at.cell()) && !self.is_in_passage(*at);
        if !self.terrain.contains(first.cell())
            || !wanted.iter().all(|at| at.as_ref().is_some_and(open))
        {
            return Ok(None);
        }
        let Some((slots, _)) = self.places(order, Goal::Pivot(first.cell()), 0, &wanted)? else {
            return Ok(None);
        };
        if !slots.iter().copied().map(Some).eq(wanted) {
            return Ok(None);
        }
        let steps = |a: Cell, b: Cell| a.x.abs_diff(b.x).max(a.y.abs_diff(b.y));
        let cells = units.iter().filter_map(|&id| self.unit(id).ok().map(|unit| unit.at.cell()));
        let spread = cells.map(|cell| steps(cell, middle)).max().unwrap_or(0);
        let wide = slots.iter().map(|slot| steps(slot.cell(), middle)).max().unwrap_or(0);
        if 2 * (spread + wide) > steps(middle, goal.cell()) {
            return Ok(None);
        }
        let near = self.all_are_near(first.cell(), units)?;
        Ok(near.then_some(slots))
    }

    /// Keeps those waiting in this tick who are ahead of their formation.
    pub(super) fn keep_formations(&mut self) {
        self.halted.clear();
        let mut rears: BTreeMap<u64, Rear> = BTreeMap::new();
        for unit in self.units.iter_mut().flatten() {
            let counts = unit.is_on_its_way()
                && !unit.is_lining_up()
                && unit.plan != PlanState::NoWay
                && unit.whole
                && unit.aside.is_none();
            let Some(march) = unit.march.as_mut().filter(|_| counts) else { continue };
            march.way = march.way.max(unit.left).max(1);
            let (left, way) = (u64::from(unit.left), u64::from(march.way));
            let rear = rears.entry(unit.group).or_insert(Rear { left, way });
            if left * rear.way > rear.left * way {
                *rear = Rear { left, way };
            }
        }
        if rears.is_empty() {
            return;
        }
        self.halted.resize(self.units.len(), false);
        for i in 0..self.units.len() {
            self.halted[i] = self.units[i].as_ref().is_some_and(|unit| {
                let Some((march, rear)) = unit.march.zip(rears.get(&unit.group)) else {
                    return false;
                };
                let (left, way) = (u64::from(unit.left), u64::from(march.way));
                let ahead = (left + AHEAD) * rear.way < rear.left * way;
                ahead
                    && march.patience > 0
                    && unit.is_on_its_way()
                    && !unit.is_lining_up()
                    && unit.aside.is_none()
                    && !self.is_in_passage(unit.next_placement())
            });
        }
        for i in 0..self.units.len() {
            let Some(waiting) = self.units[i].as_ref().and_then(|unit| unit.waiting) else {
                continue;
            };
            if self.now >= waiting.since.saturating_add(IN_THE_WAY) {
                self.halted[waiting.behind.index()] = false;
            }
        }
        let tick = self.settings.tick;
        for (unit, _) in self.units.iter_mut().zip(&self.halted).filter(|(_, halted)| **halted) {
            if let Some(march) = unit.as_mut().and_then(|unit| unit.march.as_mut()) {
                march.patience = march.patience.saturating_sub(tick);
            }
        }
    }

    /// Whether a unit waits for those that it marches with.
    pub(super) fn is_halted(&self, id: UnitId) -> bool {
        self.halted.get(id.index()).copied().unwrap_or(false)
    }

    /// The formations of which somebody still has to line up, and has time to.
    pub(super) fn lining_up(&self) -> BTreeSet<u64> {
        let late = |unit: &Unit, march: March| {
            let there = unit.whole && unit.left == 0 && unit.aside.is_none();
            !there && self.now < unit.sent.saturating_add(march.patience.into())
        };
        let lines_up = self.units.iter().flatten().filter(|unit| unit.is_lining_up());
        lines_up
            .filter(|unit| unit.march.is_some_and(|march| late(unit, march)))
            .map(|unit| unit.group)
            .collect()
    }

    /// Whether no unit has to go a long way round to a cell.
    fn all_are_near(&self, cell: Cell, units: &[UnitId]) -> Result<bool, Error> {
        let mut searches = BTreeMap::new();
        for &id in units {
            let unit = self.unit(id)?;
            let map = &self.kinds[unit.kind.index()].map;
            if let Entry::Vacant(none) = searches.entry(unit.kind) {
                none.insert(self.outwards(unit.kind, Goal::Pivot(cell))?);
            }
            let (dx, dy) = (unit.at.x.abs_diff(cell.x), unit.at.y.abs_diff(cell.y));
            let limit = dx.saturating_add(dy).saturating_mul(20).saturating_add(200);
            let search = searches.get_mut(&unit.kind);
            if search.and_then(|search| search.cost(map, unit.at, limit)).is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
