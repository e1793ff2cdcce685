//! [`why_not`]: why there is no path for a body.
//!
//! The question is asked again with one thing changed at a time: without the others, without the bounds, to any
//! heading, over all ground, with room to turn, and finally for a single cell, along its widest path. The first
//! change that helps is the reason. These are searches of their own, some on maps made for the purpose: they are
//! for telling a player or a designer, not for every frame.

use super::hindrance::{Few, Hindrance, why_unfit};
use super::widest::widest_path;
use crate::body::kind::{BodyKind, Goal, Heading, Move, Placement};
use crate::body::map::{BodyMap, Terrain};
use crate::body::search::{BodyQuery, BodyScratch, plan, plan::goal_states};
use crate::engines::workspace::Workspace;
use crate::question::answer::{Limit, Outcome};
use crate::spaces::error::QueryError;
use crate::spaces::grid::Cell;
use std::fmt;

/// Why there is no path for a body.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, BodyQuery, Footprint, Heading, Rule, Terrain};
/// use wayline::body::{WhyNot, why_not};
/// use wayline::{Cell, Workspace};
/// let block = BodyKind::builder("block", Footprint::rectangle(2, 2)?)
///     .rule(Rule::step(1, 0, 10))
///     .rule(Rule::turn(1, 10))
///     .build()?;
/// let terrain = Terrain::from_rows([
///     ".....#.....",
///     "...........",
///     ".....#.....",
///     ".....#.....",
/// ])?;
/// let map = BodyMap::new(block, &terrain);
/// let query = BodyQuery::new((1, 1, Heading::E), (8, 1));
/// let why = why_not(&map, &terrain, &query, &mut Workspace::new())?.unwrap();
/// assert_eq!(why, WhyNot::TooNarrow { gap: vec![Cell::new(5, 1)] });
/// assert_eq!(why.to_string(), "too narrow: the gap at 5,1 is only 1 wide");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// The body does not fit where it is. If there are several starts, this is about the one where the fewest
    /// cells hinder.
    Start(Hindrance),
    /// It does not fit at any of the goals; this is about the one where the fewest cells hinder.
    Goal {
        /// Which placement.
        at: Placement,
        /// What hinders there.
        hindrance: Hindrance,
    },
    /// Others are in the way, on these cells of the path that there would be without them.
    Taken(Vec<Cell>),
    /// The path leaves the area of the query; these are the cells outside.
    OutOfBounds(Vec<Cell>),
    /// The goal's cell can be reached, at these headings only.
    WrongHeading(Vec<Heading>),
    /// There is ground in the way that the body cannot move on: these cells of the path that crosses the least of
    /// it.
    Forbidden(Vec<Cell>),
    /// There is no room to turn: if turning took only the cells that the body covers before and after, there would
    /// be a path.
    NoRoomToTurn {
        /// Where it would turn: the first such place of the path with the fewest.
        at: Placement,
        /// The heading after it.
        to: Heading,
    },
    /// A smaller body would get through. This is the narrowest gap, from edge to edge, on the widest path that it
    /// could take.
    TooNarrow {
        /// Its cells.
        gap: Vec<Cell>,
    },
    /// No sequence of the body's moves leads there, not even with nothing in the way.
    Rules,
    /// Not even a single cell gets there.
    Apart,
    /// It is not known whether there is a path: a limit stopped the search.
    Limit(Limit),
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::Start(why) => write!(f, "the body does not fit at the start: {why}"),
            WhyNot::Goal { at, hindrance } => {
                write!(f, "the body does not fit at the goal {at}: {hindrance}")
            }
            WhyNot::Taken(cells) => write!(f, "others are in the way at {}", Few(cells)),
            WhyNot::OutOfBounds(cells) => {
                write!(f, "the path leaves the bounds at {}", Few(cells))
            }
            WhyNot::WrongHeading(headings) => {
                let names: Vec<String> = headings.iter().map(Heading::to_string).collect();
                write!(f, "the goal can be reached only with heading {}", names.join(" or "))
            }
            WhyNot::Forbidden(cells) => {
                write!(f, "ground that the body does not move on is in the way at {}", Few(cells))
            }
            WhyNot::NoRoomToTurn { at, to } => {
                write!(f, "no room to turn from {} to {to} at {}", at.heading, at.cell())
            }
            WhyNot::TooNarrow { gap } => {
                write!(f, "too narrow: the gap at {} is only {} wide", Few(gap), gap.len())
            }
            WhyNot::Rules => f.write_str("no sequence of the body's moves leads there"),
            WhyNot::Apart => f.write_str("start and goal are apart: nothing gets there"),
            WhyNot::Limit(limit) => {
                write!(f, "not known: the limit on {limit} stopped the search")
            }
        }
    }
}

/// Why there is no path for a body; `None` if there is one. The terrain must be the one that the map
/// was made from.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Terrain, WhyNot, why_not};
/// use wayline::{Cell, Workspace};
/// let terrain = Terrain::from_rows(["...WW..."])?;
/// let map = BodyMap::new(BodyKind::preset("king")?, &terrain);
/// let query = BodyQuery::new((0, 0, Heading::E), (7, 0));
/// let why = why_not(&map, &terrain, &query, &mut Workspace::new())?;
/// assert_eq!(why, Some(WhyNot::Forbidden(vec![Cell::new(3, 0), Cell::new(4, 0)])));
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn why_not(
    map: &BodyMap,
    terrain: &Terrain,
    query: &BodyQuery<'_>,
    work: &mut Workspace,
) -> Result<Option<WhyNot>, QueryError> {
    why_not_in(map, terrain, query, &mut work.body)
}

/// The same with the part of a workspace that bodies use.
pub(crate) fn why_not_in(
    map: &BodyMap,
    terrain: &Terrain,
    query: &BodyQuery<'_>,
    work: &mut BodyScratch,
) -> Result<Option<WhyNot>, QueryError> {
    let kind = map.kind();
    match plan(map, query, work)?.outcome {
        Outcome::Found => return Ok(None),
        Outcome::Stopped(limit) => return Ok(Some(WhyNot::Limit(limit))),
        Outcome::Unreachable => {}
    }
    let starts = query.starts.as_slice();
    let unfit = |&from: &Placement| why_unfit(kind, terrain, from, Some(query));
    if starts.iter().all(|from| unfit(from).is_some())
        && let Some(why) = starts.iter().filter_map(unfit).min_by_key(Hindrance::count)
    {
        return Ok(Some(WhyNot::Start(why)));
    }
    if let Some((at, hindrance)) = unfit_goals(map, terrain, query)? {
        return Ok(Some(WhyNot::Goal { at, hindrance }));
    }
    let mut changed = query.clone();
    if let Some(others) = changed.body.occupancy.take()
        && let Some(cells) = swept_on_path(map, &changed, work)?
    {
        let taken = cells.into_iter().filter(|&cell| others.is_taken(cell)).collect();
        return Ok(Some(WhyNot::Taken(taken)));
    }
    if let Some(area) = changed.body.area.take()
        && let Some(cells) = swept_on_path(map, &changed, work)?
    {
        let outside = cells.into_iter().filter(|&cell| !area.contains(cell)).collect();
        return Ok(Some(WhyNot::OutOfBounds(outside)));
    }
    if let Some(headings) = other_headings(map, &changed, work)? {
        return Ok(Some(WhyNot::WrongHeading(headings)));
    }
    let anywhere = kind.over_all_ground();
    let is_forbidden = |cell: &Cell| {
        let ground = terrain.ground(*cell);
        ground.is_some_and(|ground| kind.speeds().multiplier(ground).is_none())
    };
    if let Some(cells) = swept_on_path(&BodyMap::new(anywhere, terrain), &changed, work)? {
        return Ok(Some(WhyNot::Forbidden(cells.into_iter().filter(is_forbidden).collect())));
    }
    let mut goals = Vec::new();
    goal_states(map, query.goals.states(), &mut goals)?;
    let goals: Vec<Placement> = goals.into_iter().map(|state| map.placement(state)).collect();
    let apart = |from| goals.iter().all(|&goal| map.free_table().is_apart(from, goal));
    if starts.iter().all(|&from| apart(from)) {
        return Ok(Some(WhyNot::Rules));
    }
    if let Some((at, to)) = turn_without_room(map, terrain, &changed, work)? {
        return Ok(Some(WhyNot::NoRoomToTurn { at, to }));
    }
    let cells: Vec<Cell> = goals.iter().map(|goal| goal.cell()).collect();
    let own = |cell: Cell| !terrain.is_blocked(cell) && !is_forbidden(&cell);
    let widest = |free: &dyn Fn(Cell) -> bool| {
        starts.iter().find_map(|from| widest_path(terrain, free, from.cell(), &cells))
    };
    if let Some(path) = widest(&own) {
        return Ok(Some(WhyNot::TooNarrow { gap: path.gap }));
    }
    let any = |cell: Cell| !terrain.is_blocked(cell);
    if let Some(path) = widest(&any) {
        return Ok(Some(WhyNot::Forbidden(path.cells.into_iter().filter(is_forbidden).collect())));
    }
    Ok(Some(WhyNot::Apart))
}

/// The goal placement where the fewest cells hinder, if the body fits at none.
fn unfit_goals(
    map: &BodyMap,
    terrain: &Terrain,
    query: &BodyQuery<'_>,
) -> Result<Option<(Placement, Hindrance)>, QueryError> {
    let mut best: Option<(Placement, Hindrance)> = None;
    for &goal in query.goals.states() {
        let Cell { x, y } = goal.cell();
        // Of a goal that is only to be come near to, its own cell stands for all.
        let headings = match goal {
            Goal::At(placement) => &[placement.heading][..],
            Goal::Pivot(_) | Goal::Near { .. } => &Heading::ALL[..],
        };
        if matches!(goal, Goal::Near { .. }) {
            let mut states = Vec::new();
            goal_states(map, &[goal], &mut states)?;
            let mut near = states.into_iter().map(|state| map.placement(state));
            if near.any(|at| why_unfit(map.kind(), terrain, at, Some(query)).is_none()) {
                return Ok(None);
            }
        }
        for &heading in headings {
            let at = Placement { x, y, heading };
            let Some(why) = why_unfit(map.kind(), terrain, at, Some(query)) else {
                return Ok(None);
            };
            if best.as_ref().is_none_or(|(_, known)| why.count() < known.count()) {
                best = Some((at, why));
            }
        }
    }
    Ok(best)
}

/// The cells swept on the path, if there is one: by row and column, each once.
fn swept_on_path(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &mut BodyScratch,
) -> Result<Option<Vec<Cell>>, QueryError> {
    let answer = plan(map, query, work)?;
    if !answer.is_found() {
        return Ok(None);
    }
    let mut cells = Vec::new();
    for pair in answer.path.windows(2) {
        let mut best: Option<(u32, usize)> = None;
        map.for_each_move(pair[0], |to, cost, index| {
            if to == pair[1] && best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, index));
            }
        });
        let swept = best.map(|(_, index)| map.kind().moves(pair[0].heading)[index].swept());
        cells.extend(swept.unwrap_or(&[]).iter().map(|&(dx, dy)| {
            Cell::new(pair[0].x.wrapping_add_signed(dx), pair[0].y.wrapping_add_signed(dy))
        }));
    }
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    Ok(Some(cells))
}

/// The other headings at which the cells of goals can be reached, if any.
fn other_headings(
    map: &BodyMap,
    query: &BodyQuery<'_>,
    work: &mut BodyScratch,
) -> Result<Option<Vec<Heading>>, QueryError> {
    let mut found = Vec::new();
    for &goal in query.goals.states() {
        let Goal::At(Placement { x, y, heading }) = goal else { continue };
        for other in Heading::ALL.into_iter().filter(|&other| other != heading) {
            let goal = [Goal::At(Placement { x, y, heading: other })];
            let again = BodyQuery::between(query.starts.as_slice(), &goal);
            if plan(map, &again.limits(query.settings.limits), work)?.is_found()
                && !found.contains(&other)
            {
                found.push(other);
            }
        }
    }
    Ok((!found.is_empty()).then_some(found))
}

/// Where the body would turn, and to which heading, if it needed no more room for that than it covers before and
/// after.
fn turn_without_room(
    map: &BodyMap,
    terrain: &Terrain,
    query: &BodyQuery<'_>,
    work: &mut BodyScratch,
) -> Result<Option<(Placement, Heading)>, QueryError> {
    let Some(kind) = map.kind().with_free_turns() else { return Ok(None) };
    let answer = plan(&BodyMap::new(kind, terrain), query, work)?;
    let is_legal = |pair: &[Placement]| {
        let mut legal = false;
        map.for_each_move(pair[0], |to, _, _| legal |= to == pair[1]);
        legal
    };
    let turn = answer.path.windows(2).find(|pair| !is_legal(pair));
    Ok(turn.map(|pair| (pair[0], pair[1].heading)))
}

impl BodyKind {
    /// The same body, which can also turn in place from and to all headings, sweeping nothing but what it covers;
    /// `None` if its rules have no turns, or it could not have this many moves.
    fn with_free_turns(&self) -> Option<BodyKind> {
        let turns = |heading: Heading| self.moves(heading).iter().any(|row| row.to != heading);
        let most = BodyKind::MAX_MOVES - Heading::ALL.len();
        let room = Heading::ALL.iter().all(|&heading| self.moves(heading).len() <= most);
        if !room || !Heading::ALL.into_iter().any(turns) {
            return None;
        }
        let moves = Heading::ALL.map(|heading| {
            let own = self.moves(heading).iter().cloned();
            let others = Heading::ALL.into_iter().filter(move |&to| to != heading);
            let free = others.map(|to| {
                let covered = |heading| self.footprint().cells(heading).iter().copied();
                let mut swept: Vec<_> = covered(heading).chain(covered(to)).collect();
                swept.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
                swept.dedup();
                // So slow that as few as possible are made.
                Move { dx: 0, dy: 0, to, time: BodyKind::MAX_TIME, swept }
            });
            own.chain(free).collect()
        });
        let (name, footprint) = (self.name().to_owned(), self.footprint().clone());
        Some(BodyKind::assemble(name, footprint, moves, self.speeds().clone(), false))
    }

    /// The same body, to which forbidden ground is only very slow.
    fn over_all_ground(&self) -> BodyKind {
        let mut speeds = self.speeds().clone();
        for speed in speeds.of_ground.iter_mut().filter(|speed| **speed == 0) {
            *speed = 255 * crate::body::kind::speeds::ONE;
        }
        self.with_speeds(speeds)
    }
}
