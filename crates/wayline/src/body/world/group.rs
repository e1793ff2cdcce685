//! Groups: every unit gets a place of its own near the goal.
//!
//! Places are found from the goal outwards, by cost, for the largest bodies first, with room between them for the
//! widest if there is any. All units of a kind share the field to the goal; a unit that comes as near as the
//! outermost place goes on to its own. The units that have farthest to go get the places nearest to them, and
//! units of a kind trade places when one stands in another's way, so that none has to pass units that have
//! arrived.
//!
//! In a formation, the places are in ranks and files. A unit that would stand in a wall, or where no path leads
//! from the goal without a long detour, gets the nearest place that is left: there the formation is given up.

use super::World;
use super::record::{KindId, PlanState, UnitId};
use super::traffic::cells;
use crate::body::kind::{Goal, Heading, Placement};
use crate::body::search::plan::states_of;
use crate::spaces::error::{BodyError, Error, ParseError};
use crate::spaces::grid::Cell;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::str::FromStr;

/// How many time units before the outermost place a unit turns to its own.
const EARLY: u32 = 40;

/// How a group stands when it has arrived, seen in the direction it faces.
///
/// ```
/// use wayline::body::Formation;
/// assert_eq!("line".parse(), Ok(Formation::Line));
/// assert_eq!(Formation::Column.to_string(), "column");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Formation {
    /// All abreast, the goal in the middle.
    Line,
    /// One behind the other, the first on the goal.
    Column,
    /// As many files as ranks, or one more; the goal in the middle of the first rank.
    Box,
}

impl Formation {
    /// All of them.
    pub const ALL: [Formation; 3] = [Formation::Line, Formation::Column, Formation::Box];

    /// How many stand abreast.
    fn files(self, units: usize) -> usize {
        match self {
            Formation::Line => units,
            Formation::Column => 1,
            Formation::Box => (1..=units).find(|side| side * side >= units).unwrap_or(1),
        }
    }
}

impl fmt::Display for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Formation::Line => "line",
            Formation::Column => "column",
            Formation::Box => "box",
        })
    }
}

impl FromStr for Formation {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Formation, ParseError> {
        let known = Formation::ALL.into_iter().find(|one| one.to_string() == text);
        known.ok_or_else(|| ParseError::unknown("formation", text, ["line", "column", "box"]))
    }
}

/// A unit by its size, its kind and its number in the order that was given, the largest first.
type Member = (Reverse<usize>, KindId, usize);

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
    /// Sends units to a goal together. Each gets a place of its own there, or as near as there is room, and the
    /// places are returned in the order of the units. With [`Goal::At`], all head as it says when they have
    /// arrived; otherwise they head in any direction.
    ///
    /// On the first leg, the goal is the same for all of them: `goals` and `plan` refer to it until a unit comes
    /// near, and to its own [place](super::Unit::place) from then on. A unit that has arrived and stands in the
    /// way of another of its kind trades places with it, and goes on.
    ///
    /// ```
    /// use wayline::body::{BodyKind, Heading, Settings, Terrain, World};
    /// let mut world = World::new(Terrain::new(60, 30)?, Settings::default());
    /// let tank = world.add_kind(BodyKind::preset("tank")?);
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
        let order = self.by_size(units)?;
        // With room between them for the widest, if there is.
        let widest = order.iter().map(|&(_, kind, _)| self.width(kind)).max().unwrap_or(1);
        let mut found = None;
        for gap in [widest, 1, 0] {
            found = self.places(&order, goal, gap, &[])?;
            if found.is_some() {
                break;
            }
        }
        self.send_to_places(units, order, goal, found)
    }

    /// Sends units to a goal together, where they line up in a formation and face in the goal's heading. Returns
    /// the places, in the order of the units; units may trade them on the way.
    ///
    /// Where the formation does not fit, in front of a wall or in a narrow place, it is given up: units that have
    /// no place in it get the nearest that is left. On the way no unit waits for the others: they flow to the goal
    /// like any [group](World::send_group).
    ///
    /// ```
    /// use wayline::body::{BodyKind, Formation, Heading, Placement, Settings, Terrain, World};
    /// let mut world = World::new(Terrain::new(60, 30)?, Settings::default());
    /// let king = world.add_kind(BodyKind::preset("king")?);
    /// let mut units = Vec::new();
    /// for i in 0..5 {
    ///     units.push(world.add_unit(king, (3 * i, 2, Heading::E))?);
    /// }
    /// let goal = Placement::new(50, 15, Heading::N);
    /// let mut places = world.send_formation(&units, goal, Formation::Line)?;
    /// places.sort();
    /// let line: Vec<u32> = places.iter().map(|place| place.x).collect();
    /// assert_eq!(line, [46, 48, 50, 52, 54]);
    /// assert!(places.iter().all(|place| (place.y, place.heading) == (15, Heading::N)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn send_formation(
        &mut self,
        units: &[UnitId],
        goal: impl Into<Placement>,
        formation: Formation,
    ) -> Result<Vec<Placement>, Error> {
        let goal = goal.into();
        let order = self.by_size(units)?;
        let wanted = self.ranks_and_files(&order, goal, formation);
        let found = self.places(&order, goal.into(), 0, &wanted)?;
        self.send_to_places(units, order, goal.into(), found)
    }

    fn by_size(&self, units: &[UnitId]) -> Result<Vec<Member>, Error> {
        let mut order = Vec::with_capacity(units.len());
        for (i, &unit) in units.iter().enumerate() {
            let kind = self.unit(unit)?.kind;
            let footprint = self.kinds[kind.index()].map.kind().footprint();
            order.push((Reverse(footprint.cells(Heading::E).len()), kind, i));
        }
        order.sort_unstable();
        Ok(order)
    }

    /// Where each unit would stand in a formation; `None` off the map. Ranks and files are a cell apart.
    fn ranks_and_files(
        &self,
        order: &[Member],
        goal: Placement,
        formation: Formation,
    ) -> Vec<Option<Placement>> {
        // How far any body reaches from its pivot, heading east: behind, ahead, to the left and to the right.
        let (mut least, mut most) = ((0, 0), (0, 0));
        for &(_, kind, _) in order {
            for &(x, y) in self.kinds[kind.index()].map.kind().footprint().cells(Heading::E) {
                (least, most) = ((x.min(least.0), y.min(least.1)), (x.max(most.0), y.max(most.1)));
            }
        }
        let (long, wide) = ((most.0 - least.0 + 2) as i64, (most.1 - least.1 + 2) as i64);
        let files = formation.files(order.len());
        let slot = |i: usize| {
            let (rank, file) = ((i / files) as i64, (i % files) as i64);
            // From the middle outwards: 0, 1 to the right, 1 to the left, 2 to the right.
            let file = if file % 2 == 1 { (file + 1) / 2 } else { -file / 2 };
            let (ahead, right) =
                (i32::try_from(-rank * long).ok()?, i32::try_from(file * wide).ok()?);
            let (dx, dy) = goal.heading.turn((ahead, right));
            let (x, y) = (goal.x.checked_add_signed(dx)?, goal.y.checked_add_signed(dy)?);
            Some(Placement::new(x, y, goal.heading))
        };
        (0..order.len()).map(slot).collect()
    }

    /// Every unit gets a place and goes to the goal, if there is room.
    fn send_to_places(
        &mut self,
        units: &[UnitId],
        mut order: Vec<Member>,
        goal: Goal,
        found: Option<(Vec<Placement>, u32)>,
    ) -> Result<Vec<Placement>, Error> {
        let Some((places, radius)) = found else {
            let what = format!("near {goal} there is no room for a group of {}", units.len());
            let at = Placement::new(goal.cell().x, goal.cell().y, Heading::E);
            return Err(BodyError::NoRoom { placement: at, what }.into());
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

    /// Changes which unit of a kind gets which place: the units that have farthest to go are the last to arrive,
    /// and get the places nearest to them, so that none has to pass units that have arrived.
    fn share_out(&self, units: &[UnitId], order: &mut [Member], places: &[Placement], goal: Cell) {
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

    /// Places for units of kinds, this many cells apart, from a goal outwards. A unit that wants a certain place
    /// gets it if it can be reached from the goal. Also what the path to the outermost place costs. `None` if
    /// there is not enough room.
    fn places(
        &self,
        order: &[Member],
        goal: Goal,
        gap: i64,
        wanted: &[Option<Placement>],
    ) -> Result<Option<(Vec<Placement>, u32)>, Error> {
        let (width, height) = (self.terrain.width() as i64, self.terrain.height() as i64);
        let mut claimed = vec![false; self.holders.len()];
        let claim = |claimed: &mut [bool], kind: KindId, at: Placement| {
            for cell in cells(self.kinds[kind.index()].map.kind(), at) {
                let (x, y) = (cell.x as i64, cell.y as i64);
                for y in (y - gap).max(0)..(y + gap + 1).min(height) {
                    for x in (x - gap).max(0)..(x + gap + 1).min(width) {
                        claimed[(y * width + x) as usize] = true;
                    }
                }
            }
        };
        let free = |claimed: &[bool], kind: KindId, at: Placement| {
            let kind = self.kinds[kind.index()].map.kind();
            cells(kind, at).all(|cell| !claimed[self.place(cell)])
        };
        let mut places: Vec<Option<Placement>> = vec![None; order.len()];
        let mut radius = 0;
        let mut grown: Vec<(KindId, Outwards)> = Vec::new();
        for (i, (&(_, kind, _), &at)) in order.iter().zip(wanted).enumerate() {
            let Some(at) = at.filter(|at| self.terrain.contains(at.cell())) else { continue };
            let map = &self.kinds[kind.index()].map;
            let known = grown.iter().position(|one| one.0 == kind);
            let search = known.unwrap_or(grown.len());
            if known.is_none() {
                grown.push((kind, self.outwards(kind, goal)?));
            }
            // Twice as far as it is straight, and a few turns: what takes longer is behind a wall.
            let (dx, dy) = (at.x.abs_diff(goal.cell().x), at.y.abs_diff(goal.cell().y));
            let limit = dx.saturating_add(dy).saturating_mul(20).saturating_add(200);
            let cost = grown[search].1.cost(map, at, limit);
            if let Some(cost) = cost.filter(|_| map.fits(at) && free(&claimed, kind, at)) {
                claim(&mut claimed, kind, at);
                (places[i], radius) = (Some(at), radius.max(cost));
            }
        }
        let mut searches: Vec<(KindId, Outwards)> = Vec::new();
        for (&(_, kind, _), place) in order.iter().zip(&mut places) {
            if place.is_some() {
                continue;
            }
            if !searches.iter().any(|search| search.0 == kind) {
                searches.push((kind, self.outwards(kind, goal)?));
            }
            let Some((_, search)) = searches.iter_mut().find(|search| search.0 == kind) else {
                break;
            };
            let map = &self.kinds[kind.index()].map;
            let found = search.next(map, |at| free(&claimed, kind, at));
            let Some((at, cost)) = found else { return Ok(None) };
            claim(&mut claimed, kind, at);
            radius = radius.max(cost);
            *place = Some(at);
        }
        Ok(Some((places.into_iter().flatten().collect(), radius)))
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

    /// Sends units that have come near on to their places.
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

    /// Gives a unit the place of one of its group and kind that has arrived and stands in its way; that one goes
    /// on to the other's place. Both have less far to go that way, and no unit steps aside.
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
    /// What the path to a placement costs, if it is no more than the limit.
    fn cost(&mut self, map: &crate::body::map::BodyMap, to: Placement, limit: u32) -> Option<u32> {
        let state = map.state(to)?;
        while self.open.peek().is_some_and(|&Reverse((cost, _))| cost <= limit) {
            // Final once nothing cheaper is open.
            let cheapest = self.open.peek().map_or(0, |&Reverse((cost, _))| cost);
            if self.known.get(&state).is_some_and(|&known| known <= cheapest) {
                break;
            }
            let Some(Reverse((cost, from))) = self.open.pop() else { break };
            self.expand(map, cost, from);
        }
        self.known.get(&state).copied().filter(|&cost| cost <= limit)
    }

    /// Offers what lies around a state; whether it had not been done before.
    fn expand(&mut self, map: &crate::body::map::BodyMap, cost: u32, state: u32) -> bool {
        if self.known.get(&state).is_some_and(|&known| known < cost) {
            return false;
        }
        map.for_each_move(map.placement(state), |to, step, _| {
            let (Some(next), total) = (map.state(to), cost + step) else { return };
            if self.known.get(&next).is_none_or(|&known| total < known) {
                self.known.insert(next, total);
                self.open.push(Reverse((total, next)));
            }
        });
        true
    }

    /// The next placement that suits.
    fn next(
        &mut self,
        map: &crate::body::map::BodyMap,
        suits: impl Fn(Placement) -> bool,
    ) -> Option<(Placement, u32)> {
        while let Some(Reverse((cost, state))) = self.open.pop() {
            if !self.expand(map, cost, state) {
                continue;
            }
            let at = map.placement(state);
            if self.heading.is_none_or(|heading| heading == at.heading) && suits(at) {
                return Some((at, cost));
            }
        }
        None
    }
}
