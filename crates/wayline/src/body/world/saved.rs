//! A world as it is saved, with the feature `serde`.
//!
//! What a world was given and what it has learnt are saved, because they decide how much the next plans expand and
//! which of equally good paths they find. Whatever follows from the rest is left out: boards, which unit holds
//! which cell, scratch memory. A loaded world ticks on as the saved one would have.
//!
//! Nothing that is read is trusted: kinds and terrain go through their constructors, units have to have room,
//! paths are walked, what was learnt is checked state by state, and claims that something is proven are proven
//! again.

use super::around::Detour;
use super::aside::Aside;
use super::courses::Leg;
use super::group::Place;
use super::lanes::Lanes;
use super::planning::cost_of;
use super::record::{Edit, KindId, PlanState, Tick, UnitId};
use super::traffic::{cells, cheapest_move, is_at, swept};
use super::unit::{Motion, Unit, Waiting};
use super::{Kind, Queued, Route, Settings, World};
use crate::body::kind::{BodyKind, Goal, Placement};
use crate::body::map::pace::NO_PATH;
use crate::body::map::{BodyMap, Terrain};
use crate::body::replan::saved::SavedReplanner;
use crate::body::search::plan::states_of;
use crate::body::search::{BodyQuery, BodyScratch, plan};
use crate::kernel::cost::Cost;
use crate::question::answer::Outcome;
use crate::spaces::grid::Cell;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The version that is written, and that is understood.
const FORMAT: u32 = 1;

/// No time or count may be larger, so that going on does not overflow.
const MOST: u64 = 1 << 60;

#[derive(Serialize, Deserialize)]
struct SavedWorld<'a> {
    format: u32,
    settings: Settings,
    terrain: Cow<'a, Terrain>,
    kinds: Vec<SavedKind<'a>>,
    units: Vec<Option<SavedUnit<'a>>>,
    routes: Vec<Option<SavedRoute<'a>>>,
    /// Edits that wait, and whether that was reported.
    edits: Vec<(Edit, bool)>,
    now: u64,
    last_tick: Cow<'a, Tick>,
    detour: Option<SavedDetour<'a>>,
    #[serde(default)]
    groups: u64,
}

#[derive(Serialize, Deserialize)]
struct SavedKind<'a> {
    kind: Cow<'a, BodyKind>,
    /// What the map was like once: see [`BodyMap::past`].
    fastest: u8,
    varied: bool,
}

#[derive(Serialize, Deserialize)]
struct SavedUnit<'a> {
    kind: KindId,
    at: Placement,
    motion: Option<Motion>,
    standing_since: u64,
    route: Option<usize>,
    arrived: bool,
    plan: PlanState,
    path: Cow<'a, [Placement]>,
    whole: bool,
    waiting: Option<Waiting>,
    /// Missing in documents from before units made way for others.
    #[serde(default)]
    crowd: Option<SavedCrowd>,
}

/// What a unit knows about others.
#[derive(Serialize, Deserialize)]
struct SavedCrowd {
    sent: u64,
    ticket: usize,
    settled: bool,
    aside: Option<Aside>,
    nearest: u32,
    sidled: bool,
    keep_right_at: u64,
    /// Missing in documents from before there were lanes.
    #[serde(default)]
    keeps_right: bool,
    #[serde(default)]
    keeps_right_until: u64,
    #[serde(default)]
    spread_at: u64,
    #[serde(default)]
    yielded: u32,
    /// Missing in documents from before there were courses.
    #[serde(default)]
    course: Vec<Leg>,
    #[serde(default)]
    renew_at: u64,
    #[serde(default)]
    group: u64,
    post: Option<Placement>,
    place: Option<Place>,
}

#[derive(Serialize, Deserialize)]
struct SavedRoute<'a> {
    kind: KindId,
    goals: Cow<'a, [Goal]>,
    learnt: SavedReplanner,
    #[serde(default)]
    lanes: Option<SavedLanes>,
}

/// [`Lanes`](super::lanes::Lanes).
#[derive(Serialize, Deserialize)]
struct SavedLanes {
    sections: Vec<(u32, bool)>,
    learnt: SavedReplanner,
}

#[derive(Serialize, Deserialize)]
struct SavedDetour<'a> {
    unit: UnitId,
    from: Placement,
    goals: Cow<'a, [Goal]>,
    edits: u64,
    taken: Cow<'a, [Cell]>,
    max_cost: u32,
    effort: u64,
    expanded: u64,
}

/// Everything that the next ticks depend on. With the feature `serde`.
impl Serialize for World {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kinds = self.kinds.iter().map(|kind| {
            let (fastest, varied) = kind.map.past();
            SavedKind { kind: Cow::Borrowed(kind.map.kind()), fastest, varied }
        });
        let units = self.units.iter().map(|unit| {
            unit.as_ref().map(|unit| SavedUnit {
                kind: unit.kind,
                at: unit.at,
                motion: unit.motion,
                standing_since: unit.standing_since,
                route: unit.route,
                arrived: unit.arrived,
                plan: unit.plan,
                path: Cow::Borrowed(unit.path()),
                whole: unit.whole,
                waiting: unit.waiting,
                crowd: Some(SavedCrowd {
                    sent: unit.sent,
                    ticket: unit.ticket,
                    settled: unit.settled,
                    aside: unit.aside,
                    nearest: unit.nearest,
                    sidled: unit.sidled,
                    keep_right_at: unit.keep_right_at,
                    keeps_right: unit.keeps_right,
                    keeps_right_until: unit.keeps_right_until,
                    spread_at: unit.spread_at,
                    yielded: unit.yielded,
                    course: unit.course.iter().copied().collect(),
                    renew_at: unit.renew_at,
                    group: unit.group,
                    post: unit.post,
                    place: unit.place,
                }),
            })
        });
        let routes = self.routes.iter().map(|route| {
            route.as_ref().map(|route| SavedRoute {
                kind: route.kind,
                goals: Cow::Borrowed(&route.goals[..]),
                learnt: SavedReplanner::of(&route.replanner),
                lanes: route.lanes.as_ref().map(|lanes| SavedLanes {
                    sections: lanes
                        .sections
                        .iter()
                        .map(|(&section, &forward)| (section, forward))
                        .collect(),
                    learnt: SavedReplanner::of(&lanes.replanner),
                }),
            })
        });
        let detour = self.detour.as_ref().map(|detour| SavedDetour {
            unit: detour.unit,
            from: detour.from,
            goals: Cow::Borrowed(&detour.goals[..]),
            edits: detour.edits,
            taken: Cow::Borrowed(&detour.taken[..]),
            max_cost: detour.max_cost,
            effort: detour.effort,
            expanded: detour.expanded,
        });
        let saved = SavedWorld {
            format: FORMAT,
            settings: self.settings,
            terrain: Cow::Borrowed(&self.terrain),
            kinds: kinds.collect(),
            units: units.collect(),
            routes: routes.collect(),
            edits: self.edits.iter().map(|queued| (queued.edit, queued.reported)).collect(),
            now: self.now,
            last_tick: Cow::Borrowed(&self.tick),
            detour,
            groups: self.groups,
        };
        saved.serialize(serializer)
    }
}

/// An error if anything in it contradicts the rest. With the feature `serde`.
impl<'de> Deserialize<'de> for World {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<World, D::Error> {
        SavedWorld::deserialize(deserializer)?.restore().map_err(D::Error::custom)
    }
}

/// Fails with these words unless something holds.
fn expect(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl SavedWorld<'_> {
    fn restore(self) -> Result<World, String> {
        let SavedWorld { format, settings, terrain, now, last_tick, .. } = self;
        expect(format == FORMAT, || format!("format: {format}, expected {FORMAT}"))?;
        expect(now <= MOST && last_tick.number <= MOST, || "now: expected less".to_owned())?;
        let terrain = terrain.into_owned();
        let mut world = World::new(terrain, settings);
        (world.now, world.tick) = (now, last_tick.into_owned());
        world.groups = self.groups.min(MOST);
        for (i, saved) in self.kinds.into_iter().enumerate() {
            let map = BodyMap::new(saved.kind.into_owned(), &world.terrain);
            let map = map.with_past(&world.terrain, (saved.fastest, saved.varied));
            let map = map.ok_or_else(|| format!("kinds[{i}]: its map was never like this"))?;
            world.kinds.push(Kind::new(map));
        }
        world.narrows.follow(&world.terrain);
        for (i, saved) in self.routes.into_iter().enumerate() {
            let route = saved.map(|saved| saved.restore(&world)).transpose();
            world.routes.push(route.map_err(|what| format!("routes[{i}]: {what}"))?);
        }
        for (i, saved) in self.units.into_iter().enumerate() {
            let unit = saved.map(|saved| saved.restore(&mut world, UnitId(i as u32))).transpose();
            let unit = unit.map_err(|what| format!("units[{i}]: {what}"))?;
            world.units.push(unit);
        }
        let count = world.units.len();
        let waits = |unit: &Unit| unit.waiting.is_none_or(|waiting| waiting.behind.index() < count);
        expect(world.units().all(waits), || "units: one waits for nobody".to_owned())?;
        let aside = |unit: &Unit| unit.aside.is_none_or(|aside| aside.for_unit.index() < count);
        expect(world.units().all(aside), || "units: one steps aside for nobody".to_owned())?;
        for (i, route) in world.routes.iter().enumerate() {
            let used = route.as_ref().is_none_or(|route| route.units > 0);
            expect(used, || format!("routes[{i}]: no unit takes it"))?;
        }
        for (i, (edit, reported)) in self.edits.into_iter().enumerate() {
            world.edit(edit).map_err(|error| format!("edits[{i}]: {error}"))?;
            world.edits[i] = Queued { edit, reported };
        }
        if let Some(detour) = self.detour {
            detour.restore(&mut world).map_err(|what| format!("detour: {what}"))?;
        }
        Ok(world)
    }
}

impl SavedRoute<'_> {
    fn restore(self, world: &World) -> Result<Route, String> {
        let map = world.map(self.kind).map_err(|error| error.to_string())?;
        let goals = self.goals.into_owned();
        states_of(map, &goals, |_| true, &mut Vec::new()).map_err(|error| error.to_string())?;
        let replanner = self.learnt.restore(map)?;
        let mut route =
            Route { kind: self.kind, goals, units: 0, replanner, lanes: None, repaired: 0 };
        if let Some(SavedLanes { sections, learnt }) = self.lanes {
            let known = sections.iter().all(|&(section, _)| world.narrows.is_section(section));
            expect(known, || "lanes: expected sections of passages".to_owned())?;
            let lanes = Lanes::new(&world.terrain, map).and_then(|mut lanes| {
                let work = &mut BodyScratch::default();
                lanes.divide(&world.terrain, &sections, &world.narrows, &route.goals, work)?;
                Ok(lanes)
            });
            let mut lanes = lanes.map_err(|error| format!("lanes: {error}"))?;
            lanes.replanner = learnt.restore(&lanes.map)?;
            lanes.replanner.shared_by(usize::MAX);
            route.lanes = Some(Box::new(lanes));
        }
        Ok(route)
    }
}

impl SavedUnit<'_> {
    /// Makes the unit and lets it hold its cells.
    fn restore(self, world: &mut World, id: UnitId) -> Result<Unit, String> {
        let SavedUnit { kind, at, motion, arrived, route, whole, .. } = self;
        let map = world.map(kind).map_err(|error| error.to_string())?;
        let stands = map.state(at).is_some() && map.fits(at);
        expect(stands, || format!("at: it does not fit at {at}"))?;
        if let Some(Motion { step, to, begin, end }) = motion {
            let leads = map.kind().moves(at.heading).get(step).map(|row| {
                let (dx, dy) = row.offset();
                (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy), row.to())
            });
            let legal =
                map.move_cost(at, step).is_some() && leads == Some((to.x, to.y, to.heading));
            let timed = begin < end && begin <= world.now && end <= MOST;
            expect(legal && timed, || "motion: expected a move that is legal".to_owned())?;
        }
        expect(self.standing_since <= world.now, || "standing_since: expected less".to_owned())?;
        if let Some(Waiting { since, look_at, pause, .. }) = self.waiting {
            let timed = since <= world.now && look_at <= MOST && pause <= MOST;
            expect(timed, || "waiting: expected earlier times".to_owned())?;
        }
        let path = self.path.into_owned();
        let walked = path.windows(2).all(|pair| cheapest_move(map, pair[0], pair[1]).is_some());
        let next = motion.map_or(at, |motion| motion.to);
        let joined = path.first().is_none_or(|&first| first == next);
        let on_map = path.iter().all(|&placement| map.state(placement).is_some());
        expect(on_map && joined && walked, || "path: expected legal moves".to_owned())?;
        let left = cost_of(map, &path);
        let waiting = self.waiting;
        let unit = Unit {
            motion,
            standing_since: self.standing_since,
            route,
            arrived,
            plan: self.plan,
            path,
            left,
            whole,
            waiting,
            ..Unit::new(id, kind, at, world.now)
        };
        let unit = match self.crowd {
            Some(crowd) => crowd.restore(unit, map)?,
            None => unit,
        };
        let kind = map.kind().clone();
        unit.prove(world)?;
        if let Some(route) = route.and_then(|route| world.routes[route].as_mut()) {
            route.units += 1;
        }
        let held: Vec<Cell> = match motion {
            Some(motion) => swept(&kind, at, motion.step).collect(),
            None => cells(&kind, at).collect(),
        };
        for cell in held {
            let place = world.place(cell);
            let holder = std::mem::replace(&mut world.holders[place], id.0 + 1);
            expect(holder == 0, || format!("at: unit {} is on {cell}", holder - 1))?;
        }
        Ok(unit)
    }
}

impl SavedCrowd {
    fn restore(self, unit: Unit, map: &BodyMap) -> Result<Unit, String> {
        let SavedCrowd {
            sent,
            ticket,
            settled,
            aside,
            nearest,
            sidled,
            keep_right_at,
            keeps_right,
            ..
        } = self;
        let timed = [
            sent,
            keep_right_at,
            self.keeps_right_until,
            self.spread_at,
            aside.map_or(0, |aside| aside.until),
        ];
        let timed = timed.into_iter().all(|time| time <= MOST);
        expect(timed, || "crowd: expected earlier times".to_owned())?;
        let walked = unit.motion.map_or((unit.at, 0), |motion| (motion.to, motion.end));
        let walked = self.course.iter().try_fold(walked, |(at, time), leg| {
            let row = map.kind().moves(at.heading).get(leg.step)?;
            let (dx, dy) = row.offset();
            let there = (at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy), row.to());
            let cost = map.move_cost(at, leg.step)?;
            let joined = there == (leg.to.x, leg.to.y, leg.to.heading)
                && (time..=MOST).contains(&leg.begin)
                && leg.end == leg.begin + cost as u64;
            joined.then_some((leg.to, leg.end))
        });
        let sound = walked.is_some() && self.renew_at <= MOST;
        expect(sound, || "course: expected legal moves, one after another".to_owned())?;
        let (post, place) = (self.post, self.place);
        let origin = aside.map(|aside| aside.origin);
        let mut places = [post, origin, place.map(|place| place.at)].into_iter().flatten();
        let on_map = places.all(|at| map.state(at).is_some());
        expect(on_map, || "crowd: expected placements on the map".to_owned())?;
        let sound = aside.is_some() == (unit.plan == PlanState::Aside)
            && (post.is_none() || unit.route.is_some() || aside.is_some());
        expect(sound, || "crowd: it does not match the plan".to_owned())?;
        Ok(Unit {
            sent,
            ticket,
            settled,
            aside,
            nearest,
            sidled,
            keep_right_at,
            keeps_right,
            keeps_right_until: self.keeps_right_until,
            spread_at: self.spread_at,
            yielded: self.yielded,
            course: self.course.into(),
            renew_at: self.renew_at,
            group: self.group,
            post,
            place,
            ..unit
        })
    }
}

impl Unit {
    /// Whether its plan is what it claims to be.
    fn prove(&self, world: &mut World) -> Result<(), String> {
        let World { routes, kinds, .. } = world;
        let map = &kinds[self.kind.index()].map;
        let route = match self.route {
            None => None,
            Some(place) => {
                let route = routes.get_mut(place).and_then(Option::as_mut);
                let route = route.filter(|route| route.kind == self.kind);
                Some(route.ok_or("route: there is none for its kind")?)
            }
        };
        if self.aside.is_some() {
            let sound = self.plan == PlanState::Aside && !self.whole && !self.arrived;
            return expect(sound, || "plan: it steps aside".to_owned());
        }
        let Some(route) = route.filter(|_| !self.arrived) else {
            let idle = self.plan == PlanState::Idle && self.path.is_empty();
            return expect(idle && !self.whole, || "plan: it has no goal".to_owned());
        };
        let end = self.path.last();
        let at_goal = |at: Placement| route.goals.iter().any(|&goal| is_at(map.kind(), at, goal));
        let whole = !self.whole || end.is_some_and(|&end| at_goal(end));
        let sound = match self.plan {
            PlanState::Idle | PlanState::Aside => false,
            PlanState::Exact | PlanState::Around => self.whole,
            PlanState::Partial => true,
            PlanState::NoPath => self.path.is_empty(),
        };
        expect(whole && sound, || "plan: expected a path to a goal".to_owned())?;
        let from = self.next_placement();
        let wanted = match self.plan {
            PlanState::Exact => self.left,
            PlanState::NoPath => NO_PATH,
            _ => return Ok(()),
        };
        if route.replanner.bound(map, from) == wanted {
            return Ok(());
        }
        let query = BodyQuery::to_nearest(from, &route.goals);
        let mut work = BodyScratch::default();
        let answer = plan(map, &query, &mut work).map_err(|error| error.to_string())?;
        let proven = match answer.outcome {
            Outcome::Found => answer.cost == Cost::from(wanted),
            _ => wanted == NO_PATH,
        };
        expect(proven, || format!("plan: it is not {}", self.plan))
    }
}

impl SavedDetour<'_> {
    /// Repeats the search as far as it had come. One that is no longer needed is left out, as the next tick would
    /// have done.
    fn restore(self, world: &mut World) -> Result<(), String> {
        let SavedDetour { unit, from, edits, max_cost, effort, expanded, .. } = self;
        expect(expanded <= effort, || "expanded: more than its effort".to_owned())?;
        let mut detour = Detour {
            unit,
            from,
            goals: self.goals.into_owned(),
            edits,
            taken: self.taken.into_owned(),
            max_cost,
            effort,
            expanded: 0,
            work: BodyScratch::default(),
        };
        let kind = world.unit(unit).map_err(|error| error.to_string())?.kind;
        if !world.is_current(&detour) {
            return Ok(());
        }
        let Kind { map, others, .. } = &mut world.kinds[kind.index()];
        for &cell in &detour.taken {
            others.take(cell).map_err(|error| error.to_string())?;
        }
        let ended = match expanded {
            0 => Ok(None),
            expanded => detour.advance(map, others, expanded),
        };
        for &cell in &detour.taken {
            others.leave(cell).map_err(|error| error.to_string())?;
        }
        let ended = ended.map_err(|error| error.to_string())?;
        let paused = ended.is_none() && detour.expanded == expanded;
        expect(paused, || "expanded: the search is over before that".to_owned())?;
        world.detour = Some(detour);
        Ok(())
    }
}
