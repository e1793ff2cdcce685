//! Where a body's map answers questions about paths: the query is turned into numbers, and a guide is chosen.

use super::astar::{self, BodyBrakes, BodyRun, Guards, MAX_TOTAL, Pause};
use super::canonical;
use super::field::{Field, Grown};
use super::free_ends::FreeEnds;
use super::guide::{Around, Euclid, Guide, Nothing, Steps, shared};
use crate::body::kind::{Goal, Heading, Placement};
use crate::body::map::BodyMap;
use crate::body::query::{BodyQuery, Estimate};
use crate::body::replan::Notes;
use crate::engines::asked::Searchable;
use crate::engines::asked::sealed::Sealed;
use crate::engines::search::{Algorithm, Ended, Slice};
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::kernel::marks::Marks;
use crate::question::answer::{Answer, Guarantee, Outcome};
use crate::question::heuristic::Heuristic;
use crate::question::observe::{Observer, Watch, with_watch};
use crate::question::settings::Stop;
use crate::spaces::error::{End, QueryError};
use crate::spaces::grid::Cell;
use std::borrow::Cow;
use std::time::Duration;

/// The scratch memory of searches for bodies.
#[derive(Clone, Default)]
pub(crate) struct BodyScratch {
    pub(crate) core: BodyCore,
    free: FreeEnds,
    pub(crate) field: Field,
    /// What replanning needs in addition.
    pub(crate) notes: Notes,
}

/// What every search needs, whatever guides it.
#[derive(Clone, Default)]
pub(crate) struct BodyCore {
    pub(crate) run: BodyRun,
    starts: Vec<u32>,
    goals: Vec<u32>,
    pub(crate) trail: Vec<u32>,
    pub(crate) path: Vec<Placement>,
    /// Everything on any of the best paths.
    marks: Marks,
    spent: Duration,
}

impl BodyScratch {
    /// How much memory it holds, in bytes: eight for each placement of the largest map, and the open list.
    pub(crate) fn bytes(&self) -> usize {
        self.core.run.records.bytes()
            + self.field.bytes()
            + self.core.path.capacity() * size_of::<Placement>()
    }

    /// The answer to the search that ended so.
    pub(crate) fn answer(&self, ended: Ended) -> Answer<'_, Placement> {
        let Ended { outcome, cost, guarantee, algorithm, stats } = ended;
        Answer {
            outcome,
            cost,
            path: Cow::Borrowed(&self.core.path),
            waypoints: Cow::Borrowed(&[]),
            edges: Cow::Borrowed(&[]),
            guarantee,
            algorithm,
            stats,
        }
    }
}

impl Sealed for BodyMap {}

/// The cheapest path for a body, between placements. The cost is in whole time units.
///
/// A start or goal where the body does not fit is not an error: there is then no path, and
/// [`why_not`](crate::body::why_not) says why. A pivot off the map is one. Placements are searched by A*
/// and Dijkstra's algorithm; for the others, ask [`BodyMap::placements`].
///
/// The usual estimate is a field that grows from the goals beside the search. The places of it that are
/// settled are counted among the expanded, since they are work of the same kind; but they are not
/// placements, and not events. The numbers of events are those of placements: see
/// [`BodyMap::placement`].
impl Searchable for BodyMap {
    type State = Placement;
    type Goal = Goal;

    fn advance(
        &self,
        query: &BodyQuery<'_>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, QueryError> {
        with_watch!(observer, |watch| advance(self, query, &mut work.body, watch, slice))
    }

    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, Placement> {
        work.body.answer(ended)
    }

    fn current_revision(&self) -> u64 {
        self.version()
    }
}

/// Refuses by name what a search for a body cannot do.
fn refuse(query: &BodyQuery<'_>) -> Result<(), QueryError> {
    let settings = &query.settings;
    let (algorithm, why) = if !matches!(
        settings.algorithm,
        Algorithm::Auto | Algorithm::AStar | Algorithm::Dijkstra
    ) {
        let why = "bodies are searched by astar and dijkstra: for others ask BodyMap::placements";
        (settings.algorithm.name(), why)
    } else if !matches!(query.heuristic, Heuristic::Auto | Heuristic::Zero) {
        (query.heuristic.name(), "bodies have estimates of their own: BodyQuery::estimate")
    } else if settings.open.is_some() || settings.ties.is_some() {
        ("open", "a search for a body has one open list and one order of ties")
    } else if settings.stop != Stop::Settled || settings.closest || settings.settle_all {
        ("closest", "a search for a body ends at a goal: for more ask BodyMap::placements")
    } else if !query.avoid.is_empty() || !query.avoid_edges.is_empty() {
        ("avoid", "a body avoids cells that others are on: BodyQuery::around")
    } else if query.body.canonical && !query.body.knows_all_best() {
        let why =
            "the canonical path is of an exact search from the start, with nothing to go around";
        ("canonical", why)
    } else if query.goals.predicate().is_some() {
        ("until", "a search for a body has known goals: for more ask BodyMap::placements")
    } else {
        return Ok(());
    };
    Err(QueryError::Unsupported { algorithm, why })
}

/// A search in one go, for the rest of the crate.
pub(crate) fn plan<'w>(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &'w mut BodyScratch,
) -> Result<Answer<'w, Placement>, QueryError> {
    plan_watched(map, query, work, None)
}

/// The same, watched or not.
pub(crate) fn plan_watched<'w>(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &'w mut BodyScratch,
    observer: Option<&mut dyn Observer>,
) -> Result<Answer<'w, Placement>, QueryError> {
    let slice = Slice::new(true, u64::MAX, query.settings.limits.time);
    let ended = with_watch!(observer, |watch| advance(map, query, work, watch, slice))?;
    let ended = ended.expect("a search without a pause comes to an end");
    Ok(work.answer(ended))
}

/// Puts the states of goals where the body fits into a list, in ascending order.
pub(crate) fn goal_states(
    map: &BodyMap,
    goals: &[Goal],
    states: &mut Vec<u32>,
) -> Result<(), QueryError> {
    states_of(map, goals, |placement| map.fits(placement), states)
}

/// Puts the states of goals for which a function holds into a list, in ascending order.
pub(crate) fn states_of(
    map: &BodyMap,
    goals: &[Goal],
    wanted: impl Fn(Placement) -> bool,
    states: &mut Vec<u32>,
) -> Result<(), QueryError> {
    states.clear();
    if goals.is_empty() {
        return Err(QueryError::NoGoal);
    }
    let mut add = |placement: Placement| {
        if let Some(state) = map.state(placement)
            && wanted(placement)
        {
            states.push(state);
        }
    };
    for &goal in goals {
        let cell = goal.cell();
        let (width, height) = (map.width(), map.height());
        if cell.x >= width || cell.y >= height {
            return Err(QueryError::OffMap { end: End::Goal, cell, width, height });
        }
        match goal {
            Goal::At(placement) => add(placement),
            Goal::Pivot(Cell { x, y }) => {
                Heading::ALL.into_iter().for_each(|h| add(Placement::new(x, y, h)));
            }
            Goal::Near { reach, .. } => near(map, cell, reach, &mut add),
        }
    }
    states.sort_unstable();
    states.dedup();
    Ok(())
}

/// The placements with any of their cells in reach of a cell.
fn near(map: &BodyMap, cell: Cell, reach: u32, add: &mut impl FnMut(Placement)) {
    for heading in Heading::ALL {
        let cells = map.kind().footprint().cells(heading);
        // A cell at (dx, dy) from the pivot is in reach when the pivot is in a square that is
        // moved by as much.
        let reached = |x: u32, y: u32| {
            cells.iter().any(|&(dx, dy)| {
                let away =
                    |pivot: u32, d: i32, to: u32| (pivot as i64 + d as i64).abs_diff(to as i64);
                away(x, dx, cell.x).max(away(y, dy, cell.y)) <= reach as u64
            })
        };
        let most = 16u32.saturating_add(reach);
        let range = |at: u32, side: u32| {
            at.saturating_sub(most)..side.min(at.saturating_add(most).saturating_add(1))
        };
        for y in range(cell.y, map.height()) {
            for x in range(cell.x, map.width()) {
                if reached(x, y) {
                    add(Placement::new(x, y, heading));
                }
            }
        }
    }
}

/// Begins a search or goes on with it, for at most this many states; returns how it ended, if it did.
pub(crate) fn advance<V: Watch>(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &mut BodyScratch,
    watch: &mut V,
    slice: Slice,
) -> Result<Option<Ended>, QueryError> {
    if slice.fresh {
        refuse(query)?;
        prepare(map, query, &mut work.core)?;
    }
    let BodyScratch { core, free, field, .. } = work;
    let ends = if query.body.backward { &core.starts } else { &core.goals };
    let ends = ends.iter().map(|&state| map.placement(state));
    let around = Around::of(ends.clone());
    let hopeless = core.starts.is_empty() || core.goals.is_empty();
    let blind = query.settings.algorithm == Algorithm::Dijkstra
        || matches!(query.heuristic, Heuristic::Zero);
    let estimate = match query.body.estimate {
        _ if hopeless || blind => Estimate::Zero,
        Estimate::Auto if query.body.backward => Estimate::Free,
        Estimate::Auto => Estimate::Field,
        // It grows from the goals, so it does not guide away from them.
        Estimate::Field | Estimate::SharedField if query.body.backward => Estimate::Free,
        other => other,
    };
    let table = matches!(estimate, Estimate::Free | Estimate::Field | Estimate::SharedField)
        && free.prepare(map.free_table(), ends, query.body.backward);
    let steps = Steps { around, pace: map.free_table().pace() };
    let task = Task { map, query, core, watch, slice, blind };
    let ended = match estimate {
        Estimate::Zero => task.run(&mut shared(Nothing), true),
        Estimate::Euclid => task.run(&mut shared(Euclid::new(map, around, 1.0)), true),
        Estimate::Scaled(factor) => {
            let factor = factor.clamp(0.0, 1000.0);
            task.run(&mut shared(Euclid::new(map, around, factor)), factor <= 1.0)
        }
        Estimate::Field | Estimate::SharedField => {
            if slice.fresh {
                let keep = estimate == Estimate::SharedField;
                let starts = Around::of(task.core.starts.iter().map(|&state| map.placement(state)));
                field.begin(map, starts, &task.core.goals, keep);
            }
            if table {
                task.run(&mut Grown { map, field, beside: shared(free) }, true)
            } else {
                task.run(&mut Grown { map, field, beside: shared(steps) }, true)
            }
        }
        Estimate::Free if table => task.run(&mut shared(free), true),
        _ => task.run(&mut shared(steps), true),
    };
    Ok(ended)
}

/// The number of a placement, or an error if its pivot is off the map.
pub(crate) fn state_of(map: &BodyMap, at: Placement, end: End) -> Result<u32, QueryError> {
    let (cell, width, height) = (at.cell(), map.width(), map.height());
    map.state(at).ok_or(QueryError::OffMap { end, cell, width, height })
}

/// Puts the ends of a query into numbers.
fn prepare(map: &BodyMap, query: &BodyQuery<'_>, core: &mut BodyCore) -> Result<(), QueryError> {
    if query.body.occupancy.is_some_and(|others| !others.suits(map)) {
        let why = "the occupancy was made for another kind of body or another map: make a new one";
        return Err(QueryError::Unsupported { algorithm: "around", why });
    }
    goal_states(map, query.goals.states(), &mut core.goals)?;
    core.starts.clear();
    let standing = |placement: Placement| {
        map.kind().footprint().at(placement).all(|(x, y)| {
            let cell = Cell::new(x as u32, y as u32);
            query.body.area.is_none_or(|area| area.contains(cell))
                && query.body.occupancy.is_none_or(|others| !others.is_taken(cell))
        })
    };
    let starts = query.starts.as_slice();
    if starts.is_empty() {
        return Err(QueryError::NoStart);
    }
    for &start in starts {
        let state = state_of(map, start, End::Start)?;
        if map.fits(start) && standing(start) {
            core.starts.push(state);
        }
    }
    // The newest comes first among equals, so the lowest goes on the list last: of starts that are
    // equally good, the first heading is taken.
    core.starts.sort_unstable_by(|one, other| other.cmp(one));
    core.starts.dedup();
    core.goals.retain(|&goal| standing(map.placement(goal)));
    core.spent = Duration::ZERO;
    Ok(())
}

/// A search about to be run.
struct Task<'a, 'q, V> {
    map: &'a BodyMap,
    query: &'a BodyQuery<'q>,
    core: &'a mut BodyCore,
    watch: &'a mut V,
    slice: Slice,
    blind: bool,
}

impl<V: Watch> Task<'_, '_, V> {
    fn run(self, guide: &mut impl Guide, exact: bool) -> Option<Ended> {
        let Task { map, query, core, watch, slice, blind } = self;
        let BodyCore { run, starts, goals, trail, path, marks, spent } = core;
        let limits = query.settings.limits;
        let (starts, goals) = if query.body.backward { (goals, starts) } else { (starts, goals) };
        path.clear();
        if slice.fresh {
            let hopeless = starts.is_empty() || goals.is_empty();
            let none: &[u32] = &[];
            let (starts, goals) = if hopeless { (none, none) } else { (&starts[..], &goals[..]) };
            astar::begin(map, run, guide, watch, starts, goals);
        }
        let brakes = BodyBrakes {
            limits,
            deadline: limits.deadline(slice.started, *spent),
            max_cost: limits.cost.map_or(MAX_TOTAL, |most| {
                ((most.raw() >> Cost::FRACTION_BITS) as u32).min(MAX_TOTAL)
            }),
            admissible: exact,
            all_best: query.body.canonical,
            pause_at: run.stats.expanded.saturating_add(slice.expansions),
        };
        let guards = Guards { area: query.body.area, occupancy: query.body.occupancy };
        trail.clear();
        let back = query.body.backward;
        let paused = astar::advance(map, run, guide, watch, guards, brakes, back, trail);
        if let Some(started) = slice.started {
            *spent += started.elapsed();
        }
        let Pause::Ended(outcome) = paused else { return None };
        if query.body.canonical
            && outcome == Outcome::Found
            && let Some(cost) = goals.iter().filter_map(|&goal| run.records.g(goal)).min()
        {
            canonical::read(map, &run.records, (starts, goals), cost, marks, trail);
        }
        path.extend(trail.iter().map(|&state| map.placement(state)));
        let end = if query.body.backward { trail.first() } else { trail.last() };
        let total = end.and_then(|&state| run.records.g(state));
        let algorithm = match query.body.estimate {
            _ if blind => Algorithm::Dijkstra,
            Estimate::Zero => Algorithm::Dijkstra,
            _ => Algorithm::AStar,
        };
        let guarantee = match outcome {
            Outcome::Found if exact => Guarantee::Optimal,
            _ => Guarantee::Nothing,
        };
        let cost = total.map_or(Cost::INFINITE, Cost::from);
        Some(Ended { outcome, cost, guarantee, algorithm, stats: run.stats })
    }
}
