//! Groups: every unit gets a place of its own near the goal.
//!
//! Places are found from the goal outwards, by cost, for the largest bodies first, with room between them for
//! the widest if there is. All units of a kind share the field to the goal; a unit that comes as near as the
//! outermost place goes on to its own. Those who have farthest to go get the places nearest to them, and units of
//! a kind trade places when one stands in another's way, so that nobody has to pass those who have arrived.

use super::World;
use super::record::{KindId, PlanState, UnitId};
use super::traffic::cells;
use crate::body::kind::{Goal, Heading, Placement};
use crate::body::search::plan::states_of;
use crate::spaces::error::Error;
use crate::spaces::grid::Cell;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Time units by which a unit turns to its place before it comes as near as the outermost.
const EARLY: u32 = 40;

/// The place in a group that a unit will go to.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Place {
    pub(super) at: Placement,
    /// How near to the goal it turns to its place.
    pub(super) radius: u32,
}

/// Placements of a kind from the goal outwards.
struct Outwards {
    heading: Option<Heading>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    known: FxHashMap<u32, u32>,
}

impl World {
    /// Sends units to a goal together: each gets a place of its own there, or as near as there is room,
    /// and these are returned in the order of the units. With [`Goal::At`] they all head as it says when
    /// they have arrived; otherwise as it comes.
    ///
    /// The goal is that of the first leg, for all of them: `goals` and `plan` speak of it until a unit
    /// comes near, and of its own [place](super::Unit::place) from then on. One that has
    /// arrived and stands in the way of another of its kind trades places with it, and goes on.
    ///
    /// ```
    /// use wayline::body::{BodyKind, Heading, Settings, Terrain, World};
    /// let mut world = World::new(Terrain::new(60, 30)?, Settings::default())?;
    /// let tank = world.add_kind(BodyKind::preset("tank")?)?;
    /// let mut units = Vec::new();
    /// for i in 0..12 {
    ///     units.push(world.add_unit(tank, (2 + 3 * (i % 3), 2 + 2 * (i / 3), Heading::E))?);
    /// }
    /// let places = world.send_group(&units, (50, 15, Heading::N))?;
    /// assert!(places.iter().all(|place| place.heading == Heading::N));
    /// for _ in 0..200 {
    ///     world.tick(100_000);
    /// }
    /// assert!(units.iter().all(|&unit| world.unit(unit).unwrap().has_arrived()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn send_group(
        &mut self,
        units: &[UnitId],
        goal: impl Into<Goal>,
    ) -> Result<Vec<Placement>, Error> {
        let goal = goal.into();
        let mut order: Vec<(Reverse<usize>, KindId, usize)> = Vec::with_capacity(units.len());
        for (i, &unit) in units.iter().enumerate() {
            let kind = self.unit(unit)?.kind;
            let footprint = self.kinds[kind.index()].map.kind().footprint();
            order.push((Reverse(footprint.cells(Heading::E).len()), kind, i));
        }
        order.sort_unstable();
        // With room between them for the widest, if there is.
        let widest = order.iter().map(|&(_, kind, _)| self.width(kind)).max().unwrap_or(1);
        let mut found = None;
        for gap in [widest, 1, 0] {
            found = self.places(&order, goal, gap)?;
            if found.is_some() {
                break;
            }
        }
        let Some((places, radius)) = found else {
            let what = format!("near {goal} there is no room for a group of {}", units.len());
            let at = Placement::new(goal.cell().x, goal.cell().y, Heading::E);
            return Err(Error::NoRoom { placement: at, what });
        };
        self.groups += 1;
        let group = self.groups;
        let mut given = vec![Placement::default(); units.len()];
        self.share_out(units, &mut order, &places, goal.cell());
        for (&(_, _, i), &at) in order.iter().zip(&places) {
            self.send(units[i], goal)?;
            let reach =
                if let Goal::Near { reach, .. } = goal { reach.saturating_mul(10) } else { 0 };
            let radius = (radius + EARLY).saturating_sub(reach);
            let unit = self.unit_mut(units[i])?;
            (unit.place, unit.group) = (Some(Place { at, radius }), group);
            given[i] = at;
        }
        Ok(given)
    }

    /// How wide a kind of body is, lengthwise.
    fn width(&self, kind: KindId) -> i64 {
        let cells = self.kinds[kind.index()].map.kind().footprint().cells(Heading::E);
        let side = |at: fn(&(i32, i32)) -> i32| {
            let (least, most) = (cells.iter().map(at).min(), cells.iter().map(at).max());
            most.zip(least).map_or(1, |(most, least)| most - least + 1)
        };
        side(|cell| cell.0).min(side(|cell| cell.1)) as i64
    }

    /// Changes who of a kind gets which place: those who have farthest to go are the last to arrive, and get the
    /// places nearest to them, so that nobody has to pass those who have arrived.
    fn share_out(
        &self,
        units: &[UnitId],
        order: &mut [(Reverse<usize>, KindId, usize)],
        places: &[Placement],
        goal: Cell,
    ) {
        let distance = |one: Cell, other: Cell| {
            let (dx, dy) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
            5 * dx.max(dy) + 2 * dx.min(dy)
        };
        let cell =
            |i: usize| self.units[units[i].index()].as_ref().map_or(goal, |unit| unit.at.cell());
        let mut far: Vec<(Reverse<u32>, usize)> =
            order.iter().map(|&(_, _, i)| (Reverse(distance(cell(i), goal)), i)).collect();
        far.sort_unstable();
        let kinds: Vec<KindId> = order.iter().map(|&(_, kind, _)| kind).collect();
        let mut free = vec![true; places.len()];
        for (_, i) in far {
            let kind = self.units[units[i].index()].as_ref().map(|unit| unit.kind);
            let suiting = (0..places.len()).filter(|&p| free[p] && Some(kinds[p]) == kind);
            let nearest = suiting.min_by_key(|&p| (distance(cell(i), places[p].cell()), p));
            if let Some(p) = nearest {
                free[p] = false;
                order[p].2 = i;
            }
        }
    }

    /// Places for units of kinds, so many cells apart, from a goal outwards; and what the way from it
    /// costs to the outermost. `None` if there is not enough room.
    fn places(
        &self,
        order: &[(Reverse<usize>, KindId, usize)],
        goal: Goal,
        gap: i64,
    ) -> Result<Option<(Vec<Placement>, u32)>, Error> {
        let (width, height) = (self.terrain.width() as i64, self.terrain.height() as i64);
        let mut claimed = vec![false; self.holders.len()];
        let mut searches: Vec<(KindId, Outwards)> = Vec::new();
        let (mut places, mut radius) = (Vec::new(), 0);
        for &(_, kind, _) in order {
            if !searches.iter().any(|search| search.0 == kind) {
                searches.push((kind, self.outwards(kind, goal)?));
            }
            let Some((_, search)) = searches.iter_mut().find(|search| search.0 == kind) else {
                break;
            };
            let map = &self.kinds[kind.index()].map;
            let found =
                search.next(map, |at| cells(map.kind(), at).all(|cell| !claimed[self.place(cell)]));
            let Some((at, cost)) = found else { return Ok(None) };
            for cell in cells(map.kind(), at) {
                let (x, y) = (cell.x as i64, cell.y as i64);
                for y in (y - gap).max(0)..(y + gap + 1).min(height) {
                    for x in (x - gap).max(0)..(x + gap + 1).min(width) {
                        claimed[(y * width + x) as usize] = true;
                    }
                }
            }
            radius = radius.max(cost);
            places.push(at);
        }
        Ok(Some((places, radius)))
    }

    /// From the middle of a goal.
    fn outwards(&self, kind: KindId, goal: Goal) -> Result<Outwards, Error> {
        let map = &self.kinds[kind.index()].map;
        let mut states = Vec::new();
        states_of(map, &[goal], |at| map.fits(at), &mut states)?;
        let heading = match goal {
            Goal::At(at) => Some(at.heading),
            _ => None,
        };
        let mut search = Outwards { heading, open: BinaryHeap::new(), known: FxHashMap::default() };
        for state in states {
            let (at, cell) = (map.placement(state), goal.cell());
            let cost = 10 * at.x.abs_diff(cell.x).max(at.y.abs_diff(cell.y));
            search.open.push(Reverse((cost, state)));
            search.known.insert(state, cost);
        }
        Ok(search)
    }

    /// Sends those who have come near on to their places.
    pub(super) fn take_places(&mut self) {
        for i in 0..self.units.len() {
            let Some(unit) = &self.units[i] else { continue };
            let Some(place) = unit.place else { continue };
            let near = unit.whole
                && unit.left <= place.radius
                && unit.aside.is_none()
                && !self.is_in_passage(unit.next_placement());
            if !near && !unit.arrived {
                continue;
            }
            let (rank, group) = ((unit.sent, unit.ticket), unit.group);
            let sent = self.send(UnitId(i as u32), place.at);
            debug_assert!(sent.is_ok(), "the place is on the map");
            if let Some(unit) = &mut self.units[i] {
                ((unit.sent, unit.ticket), unit.group) = (rank, group);
            }
        }
    }

    /// Lets a unit have the place of one of its group and kind that has arrived and stands in its way, which
    /// goes on to the other's: both have less far to go that way, and nobody steps aside.
    pub(super) fn trade_places(&mut self, id: UnitId, other: UnitId) -> bool {
        let (Ok(one), Ok(two)) = (self.unit(id), self.unit(other)) else { return false };
        let alike = one.group != 0 && (one.group, one.kind) == (two.group, two.kind);
        let there = two.arrived && two.place.is_none() && two.motion.is_none();
        let coming = one.is_on_its_way()
            && one.place.is_none()
            && one.aside.is_none()
            && one.motion.is_none();
        if !(alike && there && coming) {
            return false;
        }
        let routes = (one.route, two.route);
        for (id, route) in [(id, routes.1), (other, routes.0)] {
            if let Some(unit) = &mut self.units[id.index()] {
                unit.stop();
                (unit.route, unit.arrived, unit.settled) = (route, false, false);
                unit.plan = PlanState::Partial;
                (unit.nearest, unit.sidled) = (u32::MAX, false);
            }
        }
        true
    }
}

impl Outwards {
    /// The next placement that suits.
    fn next(
        &mut self,
        map: &crate::body::map::BodyMap,
        suits: impl Fn(Placement) -> bool,
    ) -> Option<(Placement, u32)> {
        while let Some(Reverse((cost, state))) = self.open.pop() {
            if self.known.get(&state).is_some_and(|&known| known < cost) {
                continue;
            }
            let at = map.placement(state);
            map.for_each_move(at, |to, step, _| {
                let (Some(next), total) = (map.state(to), cost + step) else { return };
                if self.known.get(&next).is_none_or(|&known| total < known) {
                    self.known.insert(next, total);
                    self.open.push(Reverse((total, next)));
                }
            });
            if self.heading.is_none_or(|heading| heading == at.heading) && suits(at) {
                return Some((at, cost));
            }
        }
        None
    }
}
