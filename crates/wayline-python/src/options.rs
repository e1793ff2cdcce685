//! How a question may be answered: the keywords that `path` and similar methods share.

use crate::cells::Order;
use crate::errors::{self, Failure};
use pyo3::prelude::*;
use std::time::Duration;
use wayline::{Algorithm, Cell, Cost, Heuristic, Limits, Open, Query, Ties};

/// The keywords of `path`, `cost` and `trace`.
#[derive(Default)]
pub(crate) struct Options<'a, 'py> {
    pub(crate) algorithm: Option<&'a str>,
    pub(crate) heuristic: Option<&'a str>,
    pub(crate) weight: Option<f64>,
    pub(crate) open: Option<&'a str>,
    pub(crate) ties: Option<&'a str>,
    pub(crate) max_expansions: Option<u64>,
    pub(crate) max_cost: Option<f64>,
    pub(crate) max_seconds: Option<f64>,
    pub(crate) closest: bool,
    /// Whether hopeless questions are answered by a look at the map; by default they are.
    pub(crate) shortcut: Option<bool>,
    pub(crate) avoid: Option<&'a Bound<'py, PyAny>>,
}

impl Options<'_, '_> {
    /// What does not depend on the kind of states.
    pub(crate) fn apply<'q, S: Clone>(
        &self,
        mut query: Query<'q, S>,
    ) -> Result<Query<'q, S>, Failure> {
        if let Some(name) = self.algorithm {
            query = query.algorithm(name.parse()?);
        } else if self.weight.is_some() {
            query = query.algorithm(Algorithm::Weighted);
        }
        if let Some(name) = self.heuristic {
            query = query.heuristic(Heuristic::named(name)?);
        }
        if let Some(weight) = self.weight {
            query = query.weight(weight)?;
        }
        if let Some(name) = self.open {
            query = query.open(name.parse::<Open>()?);
        }
        if let Some(name) = self.ties {
            query = query.ties(name.parse::<Ties>()?);
        }
        if self.shortcut == Some(false) {
            query = query.without_shortcut();
        }
        if self.closest {
            query = query.closest();
        }
        if self.max_expansions.is_some() || self.max_cost.is_some() || self.max_seconds.is_some() {
            query = query.limits(self.limits()?);
        }
        Ok(query)
    }

    /// The same for cells.
    pub(crate) fn apply_to_cells<'q>(
        &self,
        order: Order,
        query: Query<'q, Cell>,
    ) -> Result<Query<'q, Cell>, Failure> {
        let query = self.apply(query)?;
        match self.avoid {
            Some(cells) => Ok(query.avoid(order.list("list of cells to avoid", cells)?)),
            None => Ok(query),
        }
    }

    pub(crate) fn limits(&self) -> Result<Limits<'static>, Failure> {
        let mut limits = Limits::default();
        limits.expansions = self.max_expansions;
        limits.cost = self.max_cost.map(most).transpose()?.flatten();
        limits.time = match self.max_seconds {
            None => None,
            Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
                errors::query(format!("max_seconds is {seconds}: expected a number from 0"))
            })?),
        };
        Ok(limits)
    }
}

/// The most that something may cost; infinity means no limit.
pub(crate) fn most(number: f64) -> Result<Option<Cost>, Failure> {
    if number == f64::INFINITY {
        return Ok(None);
    }
    Ok(Some(Cost::try_from(number).map_err(wayline::Error::from)?))
}
