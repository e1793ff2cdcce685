//! [`Replanner`]: the better method of replanning, chosen by counts.
//!
//! [`PathMemory`] starts with a search from the unit, and so is cheap for one unit and a few replans. A
//! [`GoalField`] has to grow to the unit first, and then costs next to nothing for every further unit and change.
//! So paths are remembered until as much was spent on them as a field is likely to cost, or enough units share the
//! goals; from then on there is a field. Both are exact, so the choice changes no cost, only the work; and it
//! depends on counts alone, so it is the same everywhere.
//!
//! A field of one unit grows beside its paths: each replan tries it first, for a part of what planning from
//! nothing is likely to take (see `anew.rs`), and whatever it has grown stays. So no replan takes much more than
//! planning, neither while the field is too small nor where an edit changes most of it.

use super::cut_off::CutOff;
use super::goal_field::GoalField;
use super::path_memory::PathMemory;
use super::{Replan, answer, plain_only};
use crate::body::kind::{Goal, Placement};
use crate::body::map::{BodyMap, Terrain};
use crate::body::search::{BodyQuery, BodyScratch, plan_watched};
use crate::engines::workspace::Workspace;
use crate::question::answer::{Answer, Limit, Outcome};
use crate::question::observe::{Observer, Watch, with_watch};
use crate::question::settings::Limits;
use crate::spaces::error::{ParseError, QueryError};
use std::fmt;
use std::str::FromStr;

/// How many units make a field worth while from the start.
const ENOUGH_UNITS: usize = 4;
/// How many placements make a map large. On smaller ones a search from the unit is cheap, and crowds that fill
/// them do better with its paths.
const LARGE: usize = 1 << 18;

/// How a [`Replanner`] reuses what it has learnt.
///
/// ```
/// use wayline::body::Method;
/// assert_eq!(Method::Field.to_string(), "field");
/// assert_eq!("paths".parse(), Ok(Method::Paths));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// Bounds and paths learnt by searches from the units: [`PathMemory`].
    Paths,
    /// A field grown from the goals, and repaired: [`GoalField`].
    Field,
}

impl FromStr for Method {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<Method, ParseError> {
        match name {
            "paths" => Ok(Method::Paths),
            "field" => Ok(Method::Field),
            _ => Err(ParseError::unknown("method of replanning", name, ["paths", "field"])),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Paths => "paths",
            Method::Field => "field",
        })
    }
}

/// Plans again and again, for one unit or for many of one kind that have the same goals, while the map changes:
/// with [remembered paths](PathMemory) or [a field](GoalField), whichever is better.
///
/// ```
/// use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Method, Replanner, Terrain};
/// use wayline::{Workspace};
/// let mut terrain = Terrain::new(60, 40)?;
/// let mut map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
/// let (mut replanner, mut work) = (Replanner::new(&map), Workspace::new());
/// let query = BodyQuery::new((2, 2, Heading::E), (50, 30));
/// let cost = replanner.plan(&terrain, &map, &query, &mut work)?.cost;
/// terrain.block((20, 2))?;
/// map.refresh(&terrain)?;
/// let again = replanner.plan(&terrain, &map, &query, &mut work)?;
/// assert!(again.is_optimal() && again.cost >= cost);
/// assert_eq!(replanner.method(), Method::Paths);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone)]
pub struct Replanner {
    pub(super) paths: PathMemory,
    pub(super) field: Option<GoalField>,
    pub(super) method: Method,
    /// Whether paths are remembered besides the field, for when it does not reach far enough.
    pub(super) beside: bool,
    units: usize,
    pub(super) goals: Vec<Goal>,
    /// Expanded and repaired for these goals since the first plan; `None` before it.
    pub(super) spent: Option<u64>,
    /// Before the last plan.
    pub(super) repaired: u64,
    /// Whether the first plan of a single unit grows bounds from the goals.
    pub(super) grows: bool,
}

impl fmt::Debug for Replanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replanner")
            .field("method", &self.method)
            .field("goals", &self.goals)
            .finish_non_exhaustive()
    }
}

impl Replanner {
    /// A replanner that has learnt nothing yet, for one unit.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Replanner, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(60, 40)?);
    /// let replanner = Replanner::new(&map);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn new(map: &BodyMap) -> Replanner {
        Replanner {
            paths: PathMemory::new(map),
            field: None,
            method: Method::Paths,
            beside: false,
            units: 1,
            goals: Vec::new(),
            spent: None,
            repaired: 0,
            grows: false,
        }
    }

    /// The same for units that move through a world with many changes: on large maps, it learns from the goals
    /// first.
    pub(crate) fn for_world(map: &BodyMap) -> Replanner {
        Replanner { grows: map.states() >= LARGE, ..Replanner::new(map) }
    }

    /// Sets how many units share the goals, so that the better method is chosen from the start.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Method, Replanner, Terrain};
    /// # use wayline::{Workspace};
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let (mut replanner, mut work) = (Replanner::new(&map), Workspace::new());
    /// replanner.shared_by(100);
    /// replanner.plan(&terrain, &map, &BodyQuery::new((2, 2, Heading::E), (50, 30)), &mut work)?;
    /// assert_eq!(replanner.method(), Method::Field);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn shared_by(&mut self, units: usize) {
        self.units = units;
    }

    /// The method chosen for the last question.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Method, Replanner, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(60, 40)?);
    /// assert_eq!(Replanner::new(&map).method(), Method::Paths);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn method(&self) -> Method {
        self.method
    }

    /// How much memory it holds, in bytes.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Replanner, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(64, 64)?);
    /// assert!(Replanner::new(&map).bytes() < 1000);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.paths.bytes() + self.field.as_ref().map_or(0, GoalField::bytes)
    }

    /// The same answer as [`search`](crate::search()), with less work if you asked before: for the same goals or
    /// others, from anywhere, after any edits. The map must be [refreshed](BodyMap::refresh) to the terrain's last
    /// edit.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Replanner, Terrain};
    /// # use wayline::{Workspace};
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let (mut replanner, mut work) = (Replanner::new(&map), Workspace::new());
    /// let query = BodyQuery::new((2, 2, Heading::E), (50, 30));
    /// replanner.plan(&terrain, &map, &query, &mut work)?;
    /// assert_eq!(replanner.plan(&terrain, &map, &query, &mut work)?.stats.expanded, 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn plan<'w>(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &'w mut Workspace,
    ) -> Result<Answer<'w, Placement>, QueryError> {
        self.plan_in(terrain, map, query, &mut work.body)
    }

    /// The same with the part of a workspace that bodies use.
    pub(crate) fn plan_in<'w>(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &'w mut BodyScratch,
    ) -> Result<Answer<'w, Placement>, QueryError> {
        self.plan_for(terrain, map, query, work, None)
    }

    /// The same with an observer, which sees what is expanded again, and no more. With paths, these are the events
    /// of a search from the unit, and then what was expanded to guide it. With a field, the placements by which it
    /// is grown or repaired are expanded, and nothing else is reported. The numbers in events are those of
    /// placements: see [`BodyMap::placement`].
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Replanner, Terrain};
    /// # use wayline::{Workspace};
    /// # use wayline::Recorder;
    /// # let terrain = Terrain::new(60, 40)?;
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let (mut replanner, mut work) = (Replanner::new(&map), Workspace::new());
    /// let query = BodyQuery::new((2, 2, Heading::E), (50, 30));
    /// let (mut first, mut again) = (Recorder::default(), Recorder::default());
    /// replanner.plan_watched(&terrain, &map, &query, &mut work, &mut first)?;
    /// replanner.plan_watched(&terrain, &map, &query, &mut work, &mut again)?;
    /// assert!(!first.events().is_empty() && again.events().is_empty());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn plan_watched<'w>(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &'w mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer<'w, Placement>, QueryError> {
        self.plan_for(terrain, map, query, &mut work.body, Some(observer))
    }

    fn plan_for<'w>(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &'w mut BodyScratch,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Answer<'w, Placement>, QueryError> {
        if plain_only(query) {
            return plan_watched(map, query, work, observer);
        }
        self.pick(map, query.goals.states());
        let replan = with_watch!(observer, |watch| self.replan(terrain, map, query, work, watch))?;
        self.repaired = replan.repaired;
        Ok(answer(replan, work))
    }

    /// How many bounds were lowered because costs fell, before the last plan. A field is repaired by expansions,
    /// and these are counted as expansions.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, Replanner, Terrain};
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &Terrain::new(60, 40)?);
    /// assert_eq!(Replanner::new(&map).repaired(), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn repaired(&self) -> u64 {
        self.repaired
    }

    /// The placements about which something is known: a bound of the cost to the goals that a search has taught,
    /// or a cost in the field. In ascending order.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, BodyMap, BodyQuery, Heading, Replanner, Terrain};
    /// # use wayline::{Workspace};
    /// let mut terrain = Terrain::new(60, 40)?;
    /// for y in 0..30 {
    ///     terrain.set_blocked((30, y), true)?; // on a plain there is nothing to learn
    /// }
    /// # let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// # let (mut replanner, mut work) = (Replanner::new(&map), Workspace::new());
    /// assert_eq!(replanner.learnt(&map).count(), 0);
    /// let query = BodyQuery::new((2, 2, Heading::E), (50, 30));
    /// replanner.plan(&terrain, &map, &query, &mut work)?;
    /// assert!(replanner.learnt(&map).count() > 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn learnt<'r>(&'r self, map: &'r BodyMap) -> impl Iterator<Item = Placement> + 'r {
        let known = move |&state: &u32| match &self.field {
            Some(field) => field.knows(state),
            None => self.paths.knows(map, state),
        };
        (0..map.states() as u32).filter(known).map(|state| map.placement(state))
    }

    /// Picks a method for these goals.
    fn pick(&mut self, map: &BodyMap, goals: &[Goal]) {
        if self.goals != goals {
            self.goals.clear();
            self.goals.extend_from_slice(goals);
            self.spent = None;
            if self.method == Method::Field {
                (self.method, self.field, self.beside) = (Method::Paths, None, false);
            }
        }
        let shared = self.units >= ENOUGH_UNITS;
        let enough = shared || self.spent > Some(map.states() as u64 / 2);
        if self.method == Method::Paths && enough {
            (self.method, self.field) = (Method::Field, Some(GoalField::new(map)));
            self.beside = true;
        }
        if self.beside && (self.units > 1 || self.grows) {
            (self.paths, self.beside) = (PathMemory::new(map), false);
        }
        self.set_up_paths();
    }

    fn set_up_paths(&mut self) {
        (self.paths.grows, self.paths.shared) = (self.grows && self.units == 1, self.units > 1);
    }

    /// The same, with what was just found for others of the kind on the same map: from where there is no path,
    /// perhaps to these goals either.
    pub(crate) fn replan_beside(
        &mut self,
        cut_off: &mut CutOff,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &mut BodyScratch,
    ) -> Result<Replan, QueryError> {
        self.paths.take_cut_off(cut_off, map, query);
        let replan = self.replan(terrain, map, query, work, &mut ())?;
        if replan.outcome == Outcome::Unreachable && (self.beside || self.field.is_none()) {
            self.paths.cut_off.clone_into(cut_off);
        }
        Ok(replan)
    }

    /// By the method that was picked for the query's goals.
    pub(crate) fn replan(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Result<Replan, QueryError> {
        self.set_up_paths();
        let replan = match &mut self.field {
            _ if self.beside => self.race(terrain, map, query, work, watch)?,
            Some(field) => field.replan(terrain, map, query, work, watch)?,
            None => self.paths.replan(terrain, map, query, work, watch)?,
        };
        // The first plan has to be made in any case; ways around others are not remembered.
        if query.body.occupancy.is_none() {
            let more = replan.stats.expanded + replan.repaired;
            self.spent = Some(self.spent.map_or(0, |spent| spent + more));
        }
        Ok(replan)
    }

    /// By the field if that is soon known, or else by paths.
    fn race(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        query: &BodyQuery<'_>,
        work: &mut BodyScratch,
        watch: &mut impl Watch,
    ) -> Result<Replan, QueryError> {
        let Replanner { paths, field: Some(field), .. } = self else {
            unreachable!("there is a field")
        };
        let limits = query.settings.limits;
        let most = limits.expansions.unwrap_or(u64::MAX);
        paths.follow(terrain, map, query.goals.states(), most, work)?;
        let mended = paths.repaired();
        let from = query.starts.as_slice().first().and_then(|&from| map.state(from));
        let from = from.filter(|&from| !paths.is_cut_off(map, from));
        let mut tried = 0;
        if let Some(from) = from.filter(|_| query.body.occupancy.is_none()) {
            // What is cut off again and again comes to an end in the field, which keeps what it has grown.
            let last = paths.unfinished;
            let worth = if last { u64::MAX } else { paths.worth_trying(paths.bound(map, from)) };
            let worth = worth.min(most.saturating_sub(mended));
            let query = query.clone().limits(limits.expansions(worth));
            let mut replan = field.replan(terrain, map, &query, work, watch)?;
            let stopped = replan.outcome == Outcome::Stopped(Limit::Expansions);
            if last || !stopped {
                replan.repaired += mended;
                paths.unfinished = stopped;
                return Ok(replan);
            }
            tried = replan.stats.expanded;
            paths.tried += tried;
        }
        let left = limits.expansions.map(|most| most.saturating_sub(mended + tried));
        let query = query.clone().limits(Limits { expansions: left, ..limits });
        let mut replan = paths.replan(terrain, map, &query, work, watch)?;
        replan.stats.expanded += tried;
        replan.repaired += mended;
        Ok(replan)
    }

    /// Chooses a method for these goals and brings what was learnt up to date with the map; returns how many
    /// states were repaired, at most as many as allowed.
    pub(crate) fn follow(
        &mut self,
        terrain: &Terrain,
        map: &BodyMap,
        goals: &[Goal],
        most: u64,
        work: &mut BodyScratch,
    ) -> Result<u64, QueryError> {
        self.pick(map, goals);
        if let Some(field) = &mut self.field {
            field.aim(terrain, map, goals)?;
        }
        match self.field {
            Some(_) if !self.beside => Ok(0),
            _ => {
                self.paths.follow(terrain, map, goals, most, work)?;
                self.spent = self.spent.map(|spent| spent + self.paths.repaired());
                Ok(self.paths.repaired())
            }
        }
    }

    /// Whether it is known that no path from a placement costs less than this. Bounds are repaired as far as that
    /// takes, for at most as many states as allowed; these are counted.
    pub(crate) fn proves(
        &mut self,
        map: &BodyMap,
        (from, cost): (Placement, u32),
        most: u64,
        repaired: &mut u64,
        work: &mut BodyScratch,
    ) -> bool {
        if let Some(field) = &mut self.field {
            let (proven, more) = field.proves(map, from, cost, most);
            *repaired += more;
            if proven || !self.beside {
                return proven;
            }
        }
        let before = self.paths.repaired();
        let proven = self.paths.proves(map, (from, cost), most, work);
        let more = self.paths.repaired() - before;
        *repaired += more;
        self.spent = self.spent.map(|spent| spent + more);
        proven
    }

    /// A lower bound of the cost from a placement to the goals: the cost itself where a plan was made and is still
    /// the best.
    pub(crate) fn bound(&mut self, map: &BodyMap, from: Placement) -> u32 {
        match &mut self.field {
            Some(field) if self.beside => {
                field.bound(map, from).max(self.paths.bound_at(map, from))
            }
            Some(field) => field.bound(map, from),
            None => self.paths.bound_at(map, from),
        }
    }
}
