//! Orders to the units of a world: they are put on the map, sent somewhere, halted and taken off it.

use super::route::Route;
use super::traffic::{cells, swept};
use super::{KindId, PlanState, Unit, UnitId, World};
use crate::body::kind::{Goal, Placement};
use crate::body::search::plan::states_of;
use crate::spaces::error::{BodyError, Error};
use crate::spaces::grid::Cell;

impl World {
    /// Adds a unit, which stands until it is [sent](World::send) somewhere. It is an error if there is no room for
    /// it.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert!(world.add_unit(tank, (3, 5, Heading::E)).is_err(), "another unit is there");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn add_unit(
        &mut self,
        kind: KindId,
        at: impl Into<Placement>,
    ) -> Result<UnitId, BodyError> {
        let at = at.into();
        let map = &self.kind(kind)?.map;
        if map.state(at).is_none() || !map.fits(at) {
            let what = format!("the {} does not fit on the map there", map.kind().name());
            return Err(BodyError::NoRoom { placement: at, what });
        }
        let id = UnitId(self.units.len() as u32);
        let kind_of_body = map.kind().clone();
        for cell in cells(&kind_of_body, at) {
            if let Some(other) = self.holder(cell) {
                let what = format!("unit {other} is on {cell}");
                return Err(BodyError::NoRoom { placement: at, what });
            }
        }
        for cell in cells(&kind_of_body, at) {
            let place = self.place(cell);
            self.holders[place] = id.0 + 1;
        }
        self.units.push(Some(Unit::new(id, kind, at, self.now)));
        Ok(id)
    }

    /// Takes a unit off the map.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.remove_unit(unit)?;
    /// assert!(world.unit(unit).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn remove_unit(&mut self, unit: UnitId) -> Result<(), BodyError> {
        self.leave_route(unit)?;
        let Some(gone) = self.units[unit.index()].take() else { return Ok(()) };
        let kind = self.kinds[gone.kind.index()].map.kind().clone();
        let held: Vec<Cell> = match gone.motion {
            Some(motion) => swept(&kind, gone.at, motion.step).collect(),
            None => cells(&kind, gone.at).collect(),
        };
        for cell in held {
            let place = self.place(cell);
            self.holders[place] = 0;
        }
        Ok(())
    }

    /// Gives a unit a goal, in place of the one it had.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.send(unit, (20, 10))?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn send(&mut self, unit: UnitId, goal: impl Into<Goal>) -> Result<(), Error> {
        self.send_to_nearest(unit, &[goal.into()])
    }

    /// Gives a unit several goals: it goes to the nearest.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.send_to_nearest(unit, &["20,10,E".parse()?, "3,15~2".parse()?])?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn send_to_nearest(&mut self, unit: UnitId, goals: &[Goal]) -> Result<(), Error> {
        let kind = self.unit(unit)?.kind;
        let map = &self.kinds[kind.index()].map;
        states_of(map, goals, |_| true, &mut Vec::new())?;
        let same = |route: &Option<Route>| {
            route.as_ref().is_some_and(|route| route.kind == kind && route.goals == goals)
        };
        let known = self.routes.iter().position(same);
        let own = self.unit(unit)?.route;
        let alone =
            own.filter(|&route| self.routes[route].as_ref().is_some_and(|route| route.units == 1));
        let route = match (known, alone) {
            (Some(route), _) if own == Some(route) => route,
            (None, Some(route)) => {
                // No other unit goes there: what was learnt follows the goal.
                if let Some(own) = &mut self.routes[route] {
                    own.goals.clear();
                    own.goals.extend_from_slice(goals);
                    own.lanes = None;
                }
                route
            }
            (known, _) => {
                self.leave_route(unit)?;
                let route = known.unwrap_or_else(|| self.add_route(kind, goals));
                if let Some(route) = &mut self.routes[route] {
                    route.units += 1;
                }
                route
            }
        };
        let now = self.now;
        let unit = self.unit_mut(unit)?;
        unit.stop();
        (unit.route, unit.arrived, unit.plan) = (Some(route), false, PlanState::Partial);
        (unit.sent, unit.ticket, unit.settled) = (now, route, false);
        (unit.post, unit.place) = (None, None);
        (unit.nearest, unit.sidled, unit.keeps_right) = (u32::MAX, false, false);
        (unit.spread_at, unit.yielded, unit.group) = (0, 0, 0);
        Ok(())
    }

    /// Takes a unit's goal away; it stops after its move.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.send(unit, (20, 10))?;
    /// world.halt(unit)?;
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn halt(&mut self, unit: UnitId) -> Result<(), BodyError> {
        self.leave_route(unit)?;
        let unit = self.unit_mut(unit)?;
        unit.stop();
        (unit.arrived, unit.post, unit.place) = (false, None, None);
        Ok(())
    }
}
