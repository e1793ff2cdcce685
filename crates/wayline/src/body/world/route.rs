//! [`Route`]: what units of one kind with the same goals share.

use super::World;
use super::lanes::Lanes;
use super::record::{KindId, UnitId};
use crate::body::kind::Goal;
use crate::body::replan::Replanner;
use crate::spaces::error::BodyError;

/// Goals that units of one kind share, and what was learnt about the paths there.
#[derive(Clone)]
pub(super) struct Route {
    pub(super) kind: KindId,
    pub(super) goals: Vec<Goal>,
    pub(super) units: usize,
    pub(super) replanner: Replanner,
    /// The same where its units keep right.
    pub(super) lanes: Option<Box<Lanes>>,
    /// Repaired in this tick, and not yet reported.
    pub(super) repaired: u64,
}

impl World {
    pub(super) fn add_route(&mut self, kind: KindId, goals: &[Goal]) -> usize {
        let replanner = Replanner::for_world(&self.kinds[kind.index()].map);
        let goals = goals.to_vec();
        let route = Route { kind, goals, units: 0, replanner, lanes: None, repaired: 0 };
        match self.routes.iter().position(Option::is_none) {
            Some(place) => {
                self.routes[place] = Some(route);
                place
            }
            None => {
                self.routes.push(Some(route));
                self.routes.len() - 1
            }
        }
    }

    /// A unit that had stepped aside without a goal of its own stays where it is.
    pub(super) fn forget_post(&mut self, unit: UnitId) {
        let left = self.leave_route(unit);
        debug_assert!(left.is_ok(), "it is in the world");
        if let Some(unit) = &mut self.units[unit.index()] {
            (unit.post, unit.arrived) = (None, false);
        }
    }

    /// Forgets what was learnt about a route that no other unit takes.
    pub(super) fn leave_route(&mut self, unit: UnitId) -> Result<(), BodyError> {
        if let Some(place) = self.unit_mut(unit)?.route.take()
            && let Some(route) = &mut self.routes[place]
        {
            route.units -= 1;
            if route.units == 0 {
                self.routes[place] = None;
            }
        }
        Ok(())
    }
}

impl Route {
    pub(super) fn bytes(&self) -> usize {
        self.replanner.bytes() + self.lanes.as_ref().map_or(0, |lanes| lanes.bytes())
    }
}
