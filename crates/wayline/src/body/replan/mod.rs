//! Replanning: what earlier searches have learnt makes the next one cheap.

mod anew;
mod bound_pages;
mod cut_off;
mod follow;
mod goal_field;
mod initial_bound;
mod lens;
mod path_memory;
mod replanner;
#[cfg(feature = "serde")]
pub(super) mod saved;
mod settling;
mod values;

pub(crate) use cut_off::CutOff;
pub use goal_field::GoalField;
pub use path_memory::{Ablation, PathMemory};
pub use replanner::{Method, Replanner};

use crate::body::kind::{Goal, Placement};
use crate::body::map::{BodyMap, Terrain};
use crate::body::search::{
    BodyQuery, BodyScratch, Estimate,
    astar::{BodyBrakes, MAX_TOTAL},
    plan::state_of,
};
use crate::engines::search::Algorithm;
use crate::kernel::cost::Cost;
use crate::kernel::marks::Marks;
use crate::question::answer::{Answer, Guarantee, Outcome, Stats};
use crate::spaces::error::{End, QueryError};
use crate::spaces::grid::Cell;
use std::borrow::Cow;
use std::time::Instant;

/// What replanning needs besides the memory of a search.
#[derive(Clone, Default)]
pub(crate) struct Notes {
    /// What was expanded, and for how much it was reached.
    expanded: Vec<(u32, u32)>,
    /// States that remembered paths were followed over in vain.
    walked: Marks,
}

impl Notes {
    fn begin(&mut self, states: usize) {
        self.expanded.clear();
        self.walked.begin(states);
    }

    /// `false` if it was walked over before.
    fn walk_over(&mut self, state: u32) -> bool {
        self.walked.mark(state)
    }
}

/// How replanning ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replan {
    pub(crate) outcome: Outcome,
    /// If a path was found.
    pub(crate) cost: u32,
    pub(crate) stats: Stats,
    /// States that were repaired first.
    pub(crate) repaired: u64,
}

impl Replan {
    fn new(outcome: Outcome, cost: u32, stats: &Stats, repaired: u64) -> Replan {
        Replan { outcome, cost, stats: *stats, repaired }
    }
}

fn answer(replan: Replan, work: &mut BodyScratch) -> Answer<'_, Placement> {
    let found = replan.outcome == Outcome::Found;
    if !found {
        work.core.path.clear();
    }
    Answer {
        outcome: replan.outcome,
        cost: if found { Cost::from(replan.cost) } else { Cost::INFINITE },
        path: Cow::Borrowed(&work.core.path),
        waypoints: Cow::Borrowed(&[]),
        edges: Cow::Borrowed(&[]),
        guarantee: if found { Guarantee::Optimal } else { Guarantee::Nothing },
        algorithm: Algorithm::AStar,
        stats: replan.stats,
    }
}

/// Whether nothing may be learnt from a query, and it may not be answered from what was learnt.
fn plain_only(query: &BodyQuery<'_>) -> bool {
    query.body.area.is_some()
        || query.starts.as_slice().len() != 1
        || matches!(query.body.estimate, Estimate::Scaled(factor) if factor > 1.0)
}

/// An error unless the map is the terrain's, as it is now, and there are goals.
fn must_be_current(terrain: &Terrain, map: &BodyMap, goals: &[Goal]) -> Result<(), QueryError> {
    if goals.is_empty() {
        return Err(QueryError::NoGoal);
    }
    let same_size = (terrain.width(), terrain.height()) == (map.width(), map.height());
    if same_size && terrain.edits() == map.seen_edits() {
        return Ok(());
    }
    let why = "the map is not as its terrain is now; refresh it after edits";
    Err(QueryError::Unsupported { algorithm: "replanning", why })
}

/// The state that a query starts from, if the body may stand there.
fn start_of(map: &BodyMap, query: &BodyQuery<'_>) -> Result<Option<u32>, QueryError> {
    let &from = query.starts.as_slice().first().ok_or(QueryError::NoStart)?;
    let start = state_of(map, from, End::Start)?;
    let Some(others) = query.body.occupancy else {
        return Ok(map.fits(from).then_some(start));
    };
    if !others.suits(map) {
        let why = "the occupancy was made for another kind of body or another map: make a new one";
        return Err(QueryError::Unsupported { algorithm: "around", why });
    }
    let mut cells = map.kind().footprint().at(from);
    let alone =
        map.fits(from) && cells.all(|(x, y)| !others.is_taken(Cell::new(x as u32, y as u32)));
    Ok(alone.then_some(start))
}

/// What may stop the search for a query.
fn brakes_of<'q>(query: &BodyQuery<'q>) -> BodyBrakes<'q> {
    let limits = query.settings.limits;
    BodyBrakes {
        limits,
        deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
        max_cost: limits
            .cost
            .map_or(MAX_TOTAL, |most| ((most.raw() >> Cost::FRACTION_BITS) as u32).min(MAX_TOTAL)),
        admissible: true,
        all_best: false,
        pause_at: u64::MAX,
    }
}
