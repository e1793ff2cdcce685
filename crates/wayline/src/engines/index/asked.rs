//! What both kinds of index have in common when a [`Query`] is put to them.

use crate::engines::search::{Algorithm, Ended};
use crate::kernel::cost::Cost;
use crate::question::answer::{Guarantee, Limit, Outcome, Stats};
use crate::question::heuristic::Heuristic;
use crate::question::query::Query;
use crate::question::settings::Settings;
use crate::spaces::error::QueryError;

/// Why an index cannot answer a query; `None` if it asks for a shortest path and nothing else.
pub(crate) fn refuses<S: Clone>(query: &Query<'_, S>) -> Option<&'static str> {
    let limits = query.settings.limits;
    let limited = limits.expansions.is_some() || limits.time.is_some() || limits.cancel.is_some();
    let why = "an index expands nothing, so only the cost can be limited";
    refuses_but_for_limits(query).or(limited.then_some(why))
}

/// The same where the caller keeps to the limits.
pub(crate) fn refuses_but_for_limits<S: Clone>(query: &Query<'_, S>) -> Option<&'static str> {
    let Settings { algorithm, closest, settle_all, open, .. } = query.settings;
    if !matches!(algorithm, Algorithm::Auto | Algorithm::Prepared) {
        Some("an index answers by itself: ask the map for other algorithms")
    } else if !query.avoid.is_empty() {
        Some("an index cannot avoid anything: ask the map itself")
    } else if query.layer.is_some() {
        Some("an index does not know the layer: ask the map itself")
    } else if closest || settle_all || query.goals.predicate().is_some() {
        Some("an index knows paths between given states only: ask the map itself")
    } else if open.is_some() || !matches!(query.heuristic, Heuristic::Auto) {
        Some("an index has neither an open list nor an estimate: ask the map itself")
    } else {
        None
    }
}

/// The start and the goal that are nearest each other: the first of several pairs.
pub(super) fn nearest<S: Copy>(
    query: &Query<'_, S>,
    mut cost: impl FnMut(S, S) -> Result<Cost, QueryError>,
) -> Result<Option<(S, S)>, QueryError> {
    let (starts, goals) = (query.starts.as_slice(), query.goals.states());
    if let (&[start], &[goal]) = (starts, goals) {
        return Ok(Some((start, goal)));
    }
    let mut best = (Cost::INFINITE, None);
    for &start in starts {
        for &goal in goals {
            let cost = cost(start, goal)?;
            if cost < best.0 {
                best = (cost, Some((start, goal)));
            }
        }
    }
    Ok(best.1)
}

impl Ended {
    /// How a question to an index ended that found a path of this cost, or of none if it is infinite;
    /// with the most that it may cost.
    #[inline]
    pub(crate) fn by_index(cost: Cost, most: Option<Cost>) -> Ended {
        let outcome = if cost.is_infinite() {
            Outcome::Unreachable
        } else if most.is_some_and(|most| cost > most) {
            Outcome::Stopped(Limit::Cost)
        } else {
            Outcome::Found
        };
        let found = outcome == Outcome::Found;
        Ended {
            outcome,
            cost: if found { cost } else { Cost::INFINITE },
            guarantee: if found { Guarantee::Optimal } else { Guarantee::Nothing },
            algorithm: Algorithm::Prepared,
            stats: Stats::default(),
        }
    }
}
