//! [`Finding`]: an answer that outlives the workspace it was found in.

use std::time::Duration;
use wayline::{Algorithm, Answer, Cell, Cost, Guarantee, Outcome, Route, Stats, turning_points};

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) outcome: Outcome,
    /// Infinite when there is no path.
    pub(crate) cost: Cost,
    pub(crate) path: Vec<Cell>,
    /// Where a path bends, from searches that know it.
    pub(crate) waypoints: Vec<Cell>,
    pub(crate) guarantee: Guarantee,
    pub(crate) algorithm: Algorithm,
    pub(crate) stats: Stats,
    /// How long the search took.
    pub(crate) time: Duration,
}

impl Finding {
    pub(crate) fn new(answer: &Answer<'_, Cell>, time: Duration) -> Finding {
        Finding {
            outcome: answer.outcome,
            cost: answer.cost,
            path: answer.path.to_vec(),
            waypoints: answer.waypoints.to_vec(),
            guarantee: answer.guarantee,
            algorithm: answer.algorithm,
            stats: answer.stats,
            time,
        }
    }

    pub(crate) fn is_found(&self) -> bool {
        self.outcome == Outcome::Found
    }

    /// What an index answers: a path, or that there is none.
    pub(crate) fn prepared(route: Option<Route<'_>>, time: Duration) -> Finding {
        Finding {
            outcome: if route.is_some() { Outcome::Found } else { Outcome::Unreachable },
            cost: route.map_or(Cost::INFINITE, |route| route.cost),
            path: route.map_or(Vec::new(), |route| route.cells.to_vec()),
            waypoints: Vec::new(),
            guarantee: Guarantee::Optimal,
            algorithm: Algorithm::Prepared,
            stats: Stats::default(),
            time,
        }
    }

    /// Whether the path goes from waypoint to waypoint in straight lines, not along the grid.
    pub(crate) fn is_at_any_angle(&self) -> bool {
        self.algorithm.info().any_angle
    }

    pub(crate) fn is_optimal(&self) -> bool {
        self.is_found() && self.guarantee == Guarantee::Optimal
    }

    /// Where the path bends, its ends included.
    pub(crate) fn turns(&self) -> Vec<Cell> {
        if self.waypoints.is_empty() {
            turning_points(&self.path).collect()
        } else {
            self.waypoints.clone()
        }
    }

    pub(crate) fn micros(&self) -> f64 {
        micros(self.time)
    }
}

/// To the nanosecond.
pub(crate) fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1000.0
}
