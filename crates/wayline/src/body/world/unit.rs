//! [`Unit`]: one body in a world.

use super::aside::Aside;
use super::courses::Leg;
use super::group::Place;
use super::record::{KindId, PlanState, UnitId};
use crate::body::kind::Placement;
use std::collections::VecDeque;

/// A body in a [`World`](super::World): where it is, where it wants to go and how.
///
/// ```
/// use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
/// let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
/// let tank = world.add_kind(BodyKind::preset("tank")?);
/// let id = world.add_unit(tank, (1, 1, Heading::E))?;
/// world.send(id, (5, 1))?;
/// world.tick(10_000);
/// let unit = world.unit(id)?;
/// assert_eq!((unit.plan(), unit.remaining()), (PlanState::Exact, 30));
/// assert_eq!(unit.path().last().unwrap().to_string(), "5,1,E");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unit {
    pub(super) id: UnitId,
    pub(super) kind: KindId,
    /// Where it stands, or where its move began.
    pub(super) at: Placement,
    pub(super) motion: Option<Motion>,
    pub(super) standing_since: u64,
    /// Which of the world's routes its goals are.
    pub(super) route: Option<usize>,
    pub(super) arrived: bool,
    pub(super) plan: PlanState,
    /// From where it is, or will be after its move: `path[done]`.
    pub(super) path: Vec<Placement>,
    pub(super) done: usize,
    /// Its next moves and their times, if it has any, and when it is to get others.
    pub(super) course: VecDeque<Leg>,
    pub(super) renew_at: u64,
    /// What the rest of the path costs.
    pub(super) left: u32,
    /// Whether the path ends at a goal.
    pub(super) whole: bool,
    pub(super) waiting: Option<Waiting>,
    /// When it was sent to its goal, with which units, and whether it has arrived since.
    pub(super) sent: u64,
    pub(super) ticket: usize,
    pub(super) settled: bool,
    pub(super) aside: Option<Aside>,
    /// How often it stepped aside on its way.
    pub(super) yielded: u32,
    /// What was the least it had left, and whether it went sideways since.
    pub(super) nearest: u32,
    pub(super) sidled: bool,
    /// Whether it keeps to its route's lanes, until when it does so although no unit comes towards it, and when it
    /// may look again for a path that keeps right.
    pub(super) keeps_right: bool,
    pub(super) keeps_right_until: u64,
    pub(super) keep_right_at: u64,
    /// When it may look again for a path over other cells of a passage.
    pub(super) spread_at: u64,
    /// Where it stood, if it has no goal and stepped aside: its route then leads back there.
    pub(super) post: Option<Placement>,
    /// Which group it was sent with, or 0; and where it will go when it is near that one's goal.
    pub(super) group: u64,
    pub(super) place: Option<Place>,
}

/// A move that is being made.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Motion {
    pub(super) step: usize,
    pub(super) to: Placement,
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// The next step is taken.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Waiting {
    pub(super) behind: UnitId,
    pub(super) since: u64,
    /// When it will look for a detour, and how long it then waits before the next time.
    pub(super) look_at: u64,
    pub(super) pause: u64,
    /// It looked for a detour, and there was none.
    pub(super) in_vain: bool,
    /// It was reported as stuck.
    pub(super) reported: bool,
    /// When another unit may be asked again to step aside.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) push_at: u64,
}

impl Unit {
    pub(super) fn new(id: UnitId, kind: KindId, at: Placement, now: u64) -> Unit {
        Unit {
            id,
            kind,
            at,
            motion: None,
            standing_since: now,
            route: None,
            arrived: false,
            plan: PlanState::Idle,
            path: Vec::new(),
            done: 0,
            left: 0,
            course: VecDeque::new(),
            renew_at: 0,
            whole: false,
            waiting: None,
            sent: now,
            ticket: 0,
            group: 0,
            place: None,
            settled: false,
            aside: None,
            yielded: 0,
            nearest: u32::MAX,
            sidled: false,
            keeps_right: false,
            keeps_right_until: 0,
            keep_right_at: 0,
            spread_at: 0,
            post: None,
        }
    }

    /// Its number.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.id(), id);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn id(&self) -> UnitId {
        self.id
    }

    /// Its kind.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.kind(), tank);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn kind(&self) -> KindId {
        self.kind
    }

    /// Where it stands; while it moves, where the move began.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.placement().to_string(), "2,5,E");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn placement(&self) -> Placement {
        self.at
    }

    /// Where its move leads and when it will be there, if it moves.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// let (to, when) = unit.moving_to().unwrap();
    /// assert_eq!((to.to_string().as_str(), when), ("3,5,E", 10));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn moving_to(&self) -> Option<(Placement, u64)> {
        self.motion.map(|motion| (motion.to, motion.end))
    }

    /// Where it stands, or will stand when its move is over: where its path begins.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.next_placement().to_string(), "3,5,E");
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn next_placement(&self) -> Placement {
        self.motion.map_or(self.at, |motion| motion.to)
    }

    /// Whether it is at its goal.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert!(!unit.has_arrived());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn has_arrived(&self) -> bool {
        self.arrived
    }

    /// What is known about its plan.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.plan(), PlanState::Exact);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn plan(&self) -> PlanState {
        // Without a goal it is on its way back to where it stood.
        if self.post.is_some() { PlanState::Aside } else { self.plan }
    }

    /// The rest of its path, from [`next_placement`](Unit::next_placement) on; empty if it has none.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.path().len(), 18);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(&self) -> &[Placement] {
        &self.path[self.done..]
    }

    /// What the rest of its path costs, in time units.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.remaining(), 170);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn remaining(&self) -> u32 {
        self.left
    }

    /// The unit it waits for, and since when.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert_eq!(unit.waits_for(), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn waits_for(&self) -> Option<(UnitId, u64)> {
        self.waiting.map(|waiting| (waiting.behind, waiting.since))
    }

    /// Where it will stand in its [group](super::World::send_group), until it heads there: then that is its goal.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// let places = world.send_group(&[id], (20, 5))?;
    /// assert_eq!(world.unit(id)?.place(), Some(places[0]));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn place(&self) -> Option<Placement> {
        self.place.map(|place| place.at)
    }

    /// How much memory it takes, in bytes; what was learnt about getting to its goal is kept with the goal.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, PlanState, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// # let id = world.add_unit(tank, (2, 5, Heading::E))?;
    /// # world.send(id, (20, 5))?;
    /// # world.tick(10_000);
    /// # let unit = world.unit(id)?;
    /// assert!(unit.bytes() < 10_000);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        size_of::<Unit>()
            + self.path.capacity() * size_of::<Placement>()
            + self.course.capacity() * size_of::<Leg>()
    }

    pub(super) fn stop(&mut self) {
        self.path.clear();
        self.course.clear();
        (self.done, self.left, self.whole) = (0, 0, false);
        (self.plan, self.waiting, self.aside) = (PlanState::Idle, None, None);
    }

    /// Whether it has somewhere to go.
    pub(super) fn is_on_its_way(&self) -> bool {
        self.route.is_some() && !self.arrived
    }

    /// The next step of its path.
    pub(super) fn next_step(&self) -> Option<Placement> {
        self.path.get(self.done + 1).copied()
    }
}
