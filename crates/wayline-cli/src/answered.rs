//! [`Answered`]: an answer to keep, and how long it took.

use std::ops::Deref;
use std::time::Duration;
use wayline::{Answer, Cell, turning_points};

/// An answer, and how long it took.
#[derive(Clone, Debug)]
pub(crate) struct Answered<S: Clone + 'static = Cell> {
    pub(crate) answer: Answer<'static, S>,
    pub(crate) time: Duration,
}

impl<S: Clone> Deref for Answered<S> {
    type Target = Answer<'static, S>;
    fn deref(&self) -> &Answer<'static, S> {
        &self.answer
    }
}

impl<S: Clone> Answered<S> {
    pub(crate) fn new(answer: Answer<'_, S>, time: Duration) -> Answered<S> {
        Answered { answer: answer.into_owned(), time }
    }

    pub(crate) fn micros(&self) -> f64 {
        micros(self.time)
    }
}

impl Answered {
    /// Whether the path goes from waypoint to waypoint in straight lines, not along the grid.
    pub(crate) fn is_at_any_angle(&self) -> bool {
        self.algorithm.info().any_angle
    }

    /// Where the path bends, its ends included.
    pub(crate) fn turns(&self) -> Vec<Cell> {
        if self.waypoints.is_empty() {
            turning_points(&self.path).collect()
        } else {
            self.waypoints.to_vec()
        }
    }
}

/// To the nanosecond.
pub(crate) fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1000.0
}
