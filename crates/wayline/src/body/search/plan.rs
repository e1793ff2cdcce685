//! [`plan`]: the best path for a body; [`BodySlices`]: the same, a slice at a time.

use super::astar::{self, Brakes, Guards, MAX_TOTAL, Pause, Run};
use super::field::{Field, Grown};
use super::guide::{Around, Euclid, Guide, Nothing, Steps, shared};
use super::obstacle_free::FreeEnds;
use super::query::{BodyQuery, Estimate};
use crate::answer::{Answer, Guarantee, Outcome};
use crate::body::kind::{Goal, Heading, Placement};
use crate::body::map::BodyMap;
use crate::body::replan::Notes;
use crate::cost::Cost;
use crate::error::{End, Error};
use crate::grid::Cell;
use crate::observe::{Observer, watched_by};
use crate::search::Algorithm;
use std::time::{Duration, Instant};

/// The scratch memory of searches for bodies. The second query on a map allocates nothing.
///
/// ```
/// use wayline::body::BodyWork;
/// let work = BodyWork::new();
/// ```
#[derive(Clone, Default)]
pub struct BodyWork {
    pub(crate) core: Core,
    free: FreeEnds,
    field: Field,
    /// What replanning needs beside.
    pub(crate) notes: Notes,
}

/// What every search needs, whatever guides it.
#[derive(Clone, Default)]
pub(crate) struct Core {
    pub(crate) run: Run,
    starts: Vec<u32>,
    goals: Vec<u32>,
    pub(crate) trail: Vec<u32>,
    pub(crate) path: Vec<Placement>,
    spent: Duration,
}

impl BodyWork {
    /// Nothing yet.
    ///
    /// ```
    /// let work = wayline::body::BodyWork::new();
    /// ```
    pub fn new() -> BodyWork {
        BodyWork::default()
    }

    /// What it holds, in bytes: eight for each placement of the largest map, and the open list.
    ///
    /// ```
    /// assert_eq!(wayline::body::BodyWork::new().bytes(), 0);
    /// ```
    pub fn bytes(&self) -> usize {
        self.core.run.records.bytes()
            + self.field.bytes()
            + self.core.path.capacity() * size_of::<Placement>()
    }
}

/// How a search ended.
#[derive(Clone, Copy)]
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    pub(crate) cost: Cost,
    guarantee: Guarantee,
    algorithm: Algorithm,
}

impl Ended {
    fn answer(self, work: &BodyWork) -> Answer<'_, Placement> {
        let Ended { outcome, cost, guarantee, algorithm } = self;
        let stats = work.core.run.stats;
        Answer { outcome, cost, path: &work.core.path, waypoints: &[], guarantee, algorithm, stats }
    }
}

/// The cheapest path for a body from a placement to a goal. The cost is in whole time units.
///
/// A start or goal where the body does not fit is not an error: there is then no path, and
/// [`why_not`](crate::body::why_not) says why. A pivot off the map is an error.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, BodyQuery, BodyWork, Heading, Placement, Terrain, plan};
///
/// let terrain = Terrain::from_rows([
///     "......",
///     "####..",
///     "......",
///     "......",
/// ])?;
/// let map = BodyMap::new(BodyKind::preset("tank")?, &terrain)?;
/// let mut work = BodyWork::new();
/// let query = BodyQuery::new(Placement::new(0, 0, Heading::E), Placement::new(1, 2, Heading::W));
/// let answer = plan(&map, &query, &mut work)?;
/// assert!(answer.is_optimal());
/// println!("{} time units: {:?}", answer.cost, answer.path);
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn plan<'w>(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &'w mut BodyWork,
) -> Result<Answer<'w, Placement>, Error> {
    plan_watched(map, query, work, &mut ())
}

/// The same with an observer. The numbers of events are those of placements:
/// see [`BodyMap::placement`].
///
/// The usual estimate is a field that grows from the goals beside the search. The places of it that are
/// settled are counted among the expanded, since they are work of the same kind; but they are not
/// placements, and not reported as events.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, BodyQuery, BodyWork, Estimate, Heading, Terrain};
/// use wayline::body::plan_watched;
/// use wayline::{Event, EventKind};
///
/// let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(20, 20)?)?;
/// let query = BodyQuery::new((2, 2, Heading::E), (12, 9, Heading::S)).estimate(Estimate::Free);
/// let mut expanded = 0;
/// let mut watch = |event: &Event| expanded += u64::from(event.kind == EventKind::Expand);
/// let mut work = BodyWork::new();
/// let answer = plan_watched(&map, &query, &mut work, &mut watch)?;
/// assert_eq!(answer.stats.expanded, expanded);
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn plan_watched<'w, V: Observer>(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &'w mut BodyWork,
    watch: &mut V,
) -> Result<Answer<'w, Placement>, Error> {
    let ended = watched_by(watch, |watch| advance(map, query, work, watch, true, u64::MAX))?;
    let ended = ended.expect("a search without a pause ends");
    Ok(ended.answer(work))
}

/// A search for a body that is run a slice at a time. It expands the same states in the same order
/// as one that is run in one go; the map cannot change meanwhile.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, BodyQuery, BodySlices, BodyWork, Heading, Terrain};
/// let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(50, 50)?)?;
/// let query = BodyQuery::new((0, 0, Heading::E), (40, 30));
/// let mut work = BodyWork::new();
/// let mut slices = BodySlices::new(&map, &query, &mut work);
/// let answer = loop {
///     if let Some(answer) = slices.step(50)? {
///         break answer;
///     }
/// };
/// assert!(answer.is_optimal());
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct BodySlices<'a> {
    map: &'a BodyMap,
    query: &'a BodyQuery<'a>,
    work: &'a mut BodyWork,
    started: bool,
    ended: Option<Ended>,
}

impl<'a> BodySlices<'a> {
    /// A search that has not started.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, BodySlices, BodyWork, Heading, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(50, 50)?)?;
    /// # let query = BodyQuery::new((0, 0, Heading::E), (40, 30));
    /// # let mut work = BodyWork::new();
    /// let slices = BodySlices::new(&map, &query, &mut work);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(
        map: &'a BodyMap,
        query: &'a BodyQuery<'a>,
        work: &'a mut BodyWork,
    ) -> BodySlices<'a> {
        BodySlices { map, query, work, started: false, ended: None }
    }

    /// Expands at most so many states; the answer once there is one, and from then on.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, BodySlices, BodyWork, Heading, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(50, 50)?)?;
    /// # let query = BodyQuery::new((0, 0, Heading::E), (40, 30));
    /// # let mut work = BodyWork::new();
    /// let mut slices = BodySlices::new(&map, &query, &mut work);
    /// assert!(slices.step(1)?.is_none());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn step(&mut self, expansions: u64) -> Result<Option<Answer<'_, Placement>>, Error> {
        if self.ended.is_none() {
            let fresh = !self.started;
            let (map, query) = (self.map, self.query);
            self.ended = watched_by(&mut (), |watch| {
                advance(map, query, self.work, watch, fresh, expansions)
            })?;
            self.started = true;
        }
        Ok(self.ended.map(|ended| ended.answer(self.work)))
    }
}

/// Puts the states of goals where the body fits into a list, in ascending order.
pub(crate) fn goal_states(
    map: &BodyMap,
    goals: &[Goal],
    states: &mut Vec<u32>,
) -> Result<(), Error> {
    states_of(map, goals, |placement| map.fits(placement), states)
}

/// Puts the states of goals for which a function holds into a list, in ascending order.
pub(crate) fn states_of(
    map: &BodyMap,
    goals: &[Goal],
    wanted: impl Fn(Placement) -> bool,
    states: &mut Vec<u32>,
) -> Result<(), Error> {
    states.clear();
    if goals.is_empty() {
        return Err(Error::NoGoal);
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
            return Err(Error::OffMap { end: End::Goal, cell, width, height });
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

/// Begins a search or goes on with it, for at most so many states; how it ended, if it did.
pub(crate) fn advance<V: Observer>(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &mut BodyWork,
    watch: &mut V,
    fresh: bool,
    expansions: u64,
) -> Result<Option<Ended>, Error> {
    if fresh {
        prepare(map, query, &mut work.core)?;
    }
    let BodyWork { core, free, field, .. } = work;
    let ends = if query.backward { &core.starts } else { &core.goals };
    let ends = ends.iter().map(|&state| map.placement(state));
    let around = Around::of(ends.clone());
    let hopeless = core.starts.is_empty() || core.goals.is_empty();
    let estimate = match query.estimate {
        _ if hopeless => Estimate::Zero,
        Estimate::Auto if query.backward => Estimate::Free,
        Estimate::Auto => Estimate::Field,
        // It grows from the goals, so it cannot guide a search away from them.
        Estimate::Field | Estimate::SharedField if query.backward => Estimate::Free,
        other => other,
    };
    let table = matches!(estimate, Estimate::Free | Estimate::Field | Estimate::SharedField)
        && free.prepare(map.free_table(), ends, query.backward);
    let steps = Steps { around, pace: map.free_table().pace() };
    let task = Task { map, query, core, watch, fresh, expansions };
    let ended = match estimate {
        Estimate::Zero => task.run(&mut shared(Nothing), true),
        Estimate::Euclid => task.run(&mut shared(Euclid::new(map, around, 1.0)), true),
        Estimate::Scaled(factor) => {
            let factor = factor.clamp(0.0, 1000.0);
            task.run(&mut shared(Euclid::new(map, around, factor)), factor <= 1.0)
        }
        Estimate::Field | Estimate::SharedField => {
            if fresh {
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
pub(crate) fn state_of(map: &BodyMap, at: Placement, end: End) -> Result<u32, Error> {
    let (cell, width, height) = (at.cell(), map.width(), map.height());
    map.state(at).ok_or(Error::OffMap { end, cell, width, height })
}

/// Puts the ends of a query into numbers.
fn prepare(map: &BodyMap, query: &BodyQuery<'_>, core: &mut Core) -> Result<(), Error> {
    if query.occupancy.is_some_and(|others| !others.suits(map)) {
        let why = "the occupancy was made for another kind of body or another map; make it anew";
        return Err(Error::Unsupported { algorithm: "around", why });
    }
    goal_states(map, query.goals.as_slice(), &mut core.goals)?;
    core.starts.clear();
    let standing = |placement: Placement| {
        map.kind().footprint().at(placement).all(|(x, y)| {
            let cell = Cell::new(x as u32, y as u32);
            query.area.is_none_or(|area| area.contains(cell))
                && query.occupancy.is_none_or(|others| !others.is_taken(cell))
        })
    };
    let starts = query.starts.as_slice();
    if starts.is_empty() {
        return Err(Error::NoStart);
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
    core: &'a mut Core,
    watch: &'a mut V,
    fresh: bool,
    expansions: u64,
}

impl<V: Observer> Task<'_, '_, V> {
    fn run(self, guide: &mut impl Guide, exact: bool) -> Option<Ended> {
        let Task { map, query, core, watch, fresh, expansions } = self;
        let Core { run, starts, goals, trail, path, spent } = core;
        let limits = query.limits;
        let (starts, goals) = if query.backward { (goals, starts) } else { (starts, goals) };
        path.clear();
        if fresh {
            let hopeless = starts.is_empty() || goals.is_empty();
            let none: &[u32] = &[];
            let (starts, goals) = if hopeless { (none, none) } else { (&starts[..], &goals[..]) };
            astar::begin(map, run, guide, watch, starts, goals);
        }
        // The clock is not even looked at unless a time was set: some platforms have none.
        let started = limits.time.map(|_| Instant::now());
        let left = limits.time.map(|time| time.saturating_sub(*spent));
        let brakes = Brakes {
            limits,
            deadline: started.zip(left).and_then(|(now, left)| now.checked_add(left)),
            max_cost: limits.cost.map_or(MAX_TOTAL, |most| {
                ((most.raw() >> Cost::FRACTION_BITS) as u32).min(MAX_TOTAL)
            }),
            admissible: exact,
            pause_at: run.stats.expanded.saturating_add(expansions),
        };
        let guards = Guards { area: query.area, occupancy: query.occupancy };
        trail.clear();
        let back = query.backward;
        let paused = astar::advance(map, run, guide, watch, guards, brakes, back, trail);
        if let Some(started) = started {
            *spent += started.elapsed();
        }
        let Pause::Ended(outcome) = paused else { return None };
        path.extend(trail.iter().map(|&state| map.placement(state)));
        let end = if query.backward { trail.first() } else { trail.last() };
        let total = end.and_then(|&state| run.records.g(state));
        let algorithm = match query.estimate {
            Estimate::Zero => Algorithm::Dijkstra,
            _ => Algorithm::AStar,
        };
        let guarantee = match outcome {
            Outcome::Found if exact => Guarantee::Optimal,
            _ => Guarantee::Nothing,
        };
        let cost = total.map_or(Cost::INFINITE, Cost::from);
        Some(Ended { outcome, cost, guarantee, algorithm })
    }
}
