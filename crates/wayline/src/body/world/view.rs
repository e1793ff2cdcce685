//! What you can ask a world about: its time, its map, its units, and why one of them has no path.

use super::route::Route;
use super::{KindId, Settings, Tick, Unit, UnitId, World};
use crate::body::kind::{BodyKind, Goal};
use crate::body::map::{BodyMap, Terrain};
use crate::body::replan::Method;
use crate::body::search::BodyQuery;
use crate::body::why::{WhyNot, why_not_in};
use crate::spaces::error::{BodyError, Error};
use crate::spaces::grid::Cell;
use std::sync::Arc;

impl World {
    /// What happened in the last tick.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.tick(1000);
    /// assert_eq!(world.last_tick().number, 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn last_tick(&self) -> &Tick {
        &self.tick
    }

    /// The time, in time units.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.tick(1000);
    /// assert_eq!(world.now(), 10);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The settings with which it runs.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert_eq!(world.settings().tick, 10);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The map.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert_eq!(world.terrain().width(), 30);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The map as a kind of body sees it.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert!(world.map(tank)?.fits((5, 5, Heading::E).into()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn map(&self, kind: KindId) -> Result<&BodyMap, BodyError> {
        Ok(&self.kind(kind)?.map)
    }

    /// All kinds of bodies, by number.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert_eq!(world.kinds().next().unwrap().name(), "tank");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn kinds(&self) -> impl Iterator<Item = &Arc<BodyKind>> {
        self.kinds.iter().map(|kind| kind.map.kind())
    }

    /// A unit.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert_eq!(world.unit(unit)?.placement(), (2, 5, Heading::E).into());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn unit(&self, unit: UnitId) -> Result<&Unit, BodyError> {
        let known = self.units.get(unit.index()).and_then(Option::as_ref);
        known.ok_or(BodyError::NotInWorld { what: "unit", number: unit.0 })
    }

    /// All units, by number.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert_eq!(world.units().count(), 1);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().flatten()
    }

    /// Where a unit is to go; empty if it was not sent anywhere.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.send(unit, (20, 10))?;
    /// assert_eq!(world.goals(unit)?, [Goal::Pivot((20, 10).into())]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn goals(&self, unit: UnitId) -> Result<&[Goal], BodyError> {
        let unit = self.unit(unit)?;
        let route = unit.route.filter(|_| unit.post.is_none());
        let route = route.and_then(|route| self.routes[route].as_ref());
        Ok(route.map_or(&[], |route| &route.goals[..]))
    }

    /// How plans to a unit's goals reuse what was learnt; `None` if it was not sent anywhere.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.send(unit, (20, 10))?;
    /// assert_eq!(world.method(unit)?.unwrap().to_string(), "paths");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn method(&self, unit: UnitId) -> Result<Option<Method>, BodyError> {
        let route = self.unit(unit)?.route.and_then(|route| self.routes[route].as_ref());
        Ok(route.map(|route| route.replanner.method()))
    }

    /// Why a unit has no path to its goals on the map as it is; `None` if there is a path, or if it was not sent
    /// anywhere. This takes searches of its own.
    ///
    /// ```
    /// use wayline::body::{BodyKind, Heading, Settings, Terrain, WhyNot, World};
    /// let mut world = World::new(Terrain::from_rows(["...WW...."])?, Settings::default());
    /// let king = world.add_kind(BodyKind::preset("king")?);
    /// let unit = world.add_unit(king, (0, 0, Heading::E))?;
    /// world.send(unit, (8, 0))?;
    /// world.tick(1000);
    /// assert!(matches!(world.why_not(unit)?, Some(WhyNot::Forbidden(_))));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn why_not(&mut self, unit: UnitId) -> Result<Option<WhyNot>, Error> {
        let from = self.unit(unit)?.next_placement();
        let Some(route) = self.unit(unit)?.route.and_then(|route| self.routes[route].as_ref())
        else {
            return Ok(None);
        };
        let map = &self.kinds[route.kind.index()].map;
        let query = BodyQuery::to_nearest(from, &route.goals);
        Ok(why_not_in(map, &self.terrain, &query, &mut self.work)?)
    }

    /// The unit that holds a cell: it stands there, or sweeps the cell with its move.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert_eq!((world.holder((3, 5)), world.holder((4, 5))), (Some(unit), None));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn holder(&self, cell: impl Into<Cell>) -> Option<UnitId> {
        let cell = cell.into();
        let holder = self.terrain.contains(cell).then(|| self.holders[self.place(cell)])?;
        holder.checked_sub(1).map(UnitId)
    }

    /// How much memory it holds, in bytes.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Edit, Goal, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// assert!(world.bytes() > 30 * 20 * 4);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        let units: usize = self.units().map(Unit::bytes).sum();
        let routes: usize = self.routes.iter().flatten().map(Route::bytes).sum();
        // Boards of the map and of others are alike.
        let kinds: usize = self.kinds.iter().map(|kind| 2 * kind.map.bytes()).sum();
        let timetable = self.timetable.bytes();
        units + routes + kinds + timetable + self.holders.len() * 4 + self.work.bytes()
    }
}
