//! What a [`World`](super::World) reports of a tick.

use crate::body::kind::Placement;
use crate::body::replan::Method;
use crate::spaces::error::ParseError;
use crate::spaces::grid::Cell;
use std::fmt;
use std::str::FromStr;

/// A unit of a world. Numbers are given in order and never reused.
///
/// ```
/// use wayline::body::{BodyKind, Heading, Settings, Terrain, World};
/// let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
/// let tank = world.add_kind(BodyKind::preset("tank")?);
/// let unit = world.add_unit(tank, (1, 1, Heading::E))?;
/// assert_eq!((unit.index(), unit.to_string()), (0, "0".to_string()));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct UnitId(pub(crate) u32);

/// A kind of body in a world.
///
/// ```
/// use wayline::body::{BodyKind, Settings, Terrain, World};
/// let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
/// assert_eq!(world.add_kind(BodyKind::preset("tank")?).index(), 0);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct KindId(pub(super) u32);

impl UnitId {
    /// Its number.
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Heading, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
    /// # let tank = world.add_kind(BodyKind::preset("tank")?);
    /// assert_eq!(world.add_unit(tank, (1, 1, Heading::E))?.index(), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl KindId {
    /// Its place among [`World::kinds`](super::World::kinds).
    ///
    /// ```
    /// # use wayline::body::{BodyKind, Settings, Terrain, World};
    /// # let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
    /// assert_eq!(world.add_kind(BodyKind::preset("cart")?).index(), 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for KindId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A change of the map.
///
/// ```
/// use wayline::body::Edit;
/// assert_eq!(Edit::block((3, 4)).cell().x, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Edit {
    /// The cell is blocked.
    Block(Cell),
    /// The cell is free.
    Free(Cell),
    /// The cell's ground is this letter; it stays blocked if it was.
    Ground(Cell, u8),
    /// Whatever the cell was, it is free, and its ground is this letter.
    Replace(Cell, u8),
    /// The cell lies this high.
    Elevation(Cell, i32),
}

impl Edit {
    /// Blocks a cell.
    ///
    /// ```
    /// use wayline::{Cell, body::Edit};
    /// assert_eq!(Edit::block((3, 4)), Edit::Block(Cell::new(3, 4)));
    /// ```
    pub fn block(cell: impl Into<Cell>) -> Edit {
        Edit::Block(cell.into())
    }

    /// Frees a cell.
    ///
    /// ```
    /// use wayline::{Cell, body::Edit};
    /// assert_eq!(Edit::free((3, 4)), Edit::Free(Cell::new(3, 4)));
    /// ```
    pub fn free(cell: impl Into<Cell>) -> Edit {
        Edit::Free(cell.into())
    }

    /// Changes a cell's ground.
    ///
    /// ```
    /// use wayline::{Cell, body::Edit};
    /// assert_eq!(Edit::ground((3, 4), b'S'), Edit::Ground(Cell::new(3, 4), b'S'));
    /// ```
    pub fn ground(cell: impl Into<Cell>, ground: u8) -> Edit {
        Edit::Ground(cell.into(), ground)
    }

    /// Changes how high a cell is.
    ///
    /// ```
    /// use wayline::{Cell, body::Edit};
    /// assert_eq!(Edit::elevation((3, 4), -2), Edit::Elevation(Cell::new(3, 4), -2));
    /// ```
    pub fn elevation(cell: impl Into<Cell>, elevation: i32) -> Edit {
        Edit::Elevation(cell.into(), elevation)
    }

    /// Frees a cell and changes its ground.
    ///
    /// ```
    /// use wayline::{Cell, body::Edit};
    /// assert_eq!(Edit::replace((3, 4), b'R'), Edit::Replace(Cell::new(3, 4), b'R'));
    /// ```
    pub fn replace(cell: impl Into<Cell>, ground: u8) -> Edit {
        Edit::Replace(cell.into(), ground)
    }

    /// Which cell.
    ///
    /// ```
    /// assert_eq!(wayline::body::Edit::free((3, 4)).cell().y, 4);
    /// ```
    pub fn cell(self) -> Cell {
        match self {
            Edit::Block(cell)
            | Edit::Free(cell)
            | Edit::Ground(cell, _)
            | Edit::Replace(cell, _)
            | Edit::Elevation(cell, _) => cell,
        }
    }
}

/// What a world knows about a unit's plan.
///
/// ```
/// use wayline::body::PlanState;
/// assert_eq!(PlanState::Partial.to_string(), "partial");
/// assert_eq!("no path".parse(), Ok(PlanState::NoPath));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum PlanState {
    /// The unit has no goal, or has arrived.
    Idle,
    /// The path leads to a goal, and no path is better on the map as it is.
    Exact,
    /// The path leads to a goal around units that were in the way, or to the right of units that come towards it
    /// in a passage, and no such path was better.
    Around,
    /// The budget ran out, or the unit has just stepped out of another's way. The path is legal as far as it goes,
    /// and may end before the goal or not be the best.
    Partial,
    /// There is no path to a goal on the map as it is.
    NoPath,
    /// The path leads out of the way of others; when they have passed, the unit goes on, or back.
    Aside,
}

impl FromStr for PlanState {
    type Err = ParseError;
    fn from_str(name: &str) -> Result<PlanState, ParseError> {
        match name {
            "idle" => Ok(PlanState::Idle),
            "exact" => Ok(PlanState::Exact),
            "around" => Ok(PlanState::Around),
            "partial" => Ok(PlanState::Partial),
            "no path" => Ok(PlanState::NoPath),
            "aside" => Ok(PlanState::Aside),
            _ => {
                let known = ["idle", "exact", "around", "partial", "no path", "aside"];
                Err(ParseError::unknown("state of a plan", name, known))
            }
        }
    }
}

impl fmt::Display for PlanState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlanState::Idle => "idle",
            PlanState::Exact => "exact",
            PlanState::Around => "around",
            PlanState::Partial => "partial",
            PlanState::NoPath => "no path",
            PlanState::Aside => "aside",
        })
    }
}

/// The answer to the same question by a search from scratch: see [`Settings::audit`].
///
/// ```
/// use wayline::body::{BodyKind, WorldEvent, Heading, Settings, Terrain, World};
/// let settings = Settings::default().audit(true);
/// let mut world = World::new(Terrain::new(9, 9)?, settings);
/// let tank = world.add_kind(BodyKind::preset("tank")?);
/// let unit = world.add_unit(tank, (1, 1, Heading::E))?;
/// world.send(unit, (7, 1, Heading::E))?;
/// let WorldEvent::Planned { cost, scratch, .. } = &world.tick(10_000).events[0] else { panic!() };
/// assert_eq!((*cost, scratch.unwrap().cost), (Some(60), Some(60)));
/// # Ok::<(), wayline::Error>(())
/// ```
///
/// [`Settings::audit`]: super::Settings::audit
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Scratch {
    /// What the best path costs; `None` if there is none, or none as cheap as asked for.
    pub cost: Option<u32>,
    /// States expanded to find it.
    pub expanded: u64,
}

/// Something that happened in a tick.
///
/// ```
/// use wayline::body::{BodyKind, WorldEvent, Heading, Settings, Terrain, World};
/// let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
/// let tank = world.add_kind(BodyKind::preset("tank")?);
/// let unit = world.add_unit(tank, (1, 1, Heading::E))?;
/// world.send(unit, (2, 1, Heading::E))?;
/// world.tick(10_000);
/// assert!(world.tick(10_000).events.contains(&WorldEvent::Arrived { unit, time: 10 }));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum WorldEvent {
    /// The map was changed.
    Edited {
        /// How.
        edit: Edit,
    },
    /// A change of the map waits until a unit has left the cell.
    EditHeld {
        /// Which change.
        edit: Edit,
        /// The unit that is there.
        unit: UnitId,
    },
    /// A unit's plan was made, or made again.
    Planned {
        /// Which unit's.
        unit: UnitId,
        /// What is known about it now.
        state: PlanState,
        /// Whether a path around nearby units was looked for. If none was found, the plan is kept; if the search
        /// was cut off, the state is [`Partial`](PlanState::Partial).
        around: bool,
        /// What the path costs, if one was found; it is the best.
        cost: Option<u32>,
        /// States expanded for it.
        expanded: u64,
        /// States repaired for it first, because the map had changed.
        repaired: u64,
        /// How earlier work was reused.
        method: Method,
        /// The answer of a search from scratch, if there was one.
        scratch: Option<Scratch>,
    },
    /// A unit began a move.
    Moves {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Placement,
        /// To where.
        to: Placement,
        /// When it began.
        begin: u64,
        /// When it will be over.
        end: u64,
    },
    /// A unit's next step is taken, and it waits from now on.
    Waits {
        /// The unit.
        unit: UnitId,
        /// The unit in its way.
        behind: UnitId,
        /// Since when.
        time: u64,
    },
    /// A unit is at its goal.
    Arrived {
        /// The unit.
        unit: UnitId,
        /// Since when.
        time: u64,
    },
    /// There is no path for a unit on the map as it is; [`World::why_not`](super::World::why_not) may
    /// say why.
    NoPath {
        /// The unit.
        unit: UnitId,
    },
    /// A unit steps aside for one that waits for it, and comes back later.
    StepsAside {
        /// The unit.
        unit: UnitId,
        /// The unit it makes way for.
        behind: UnitId,
        /// The units that waited for each other, starting with the one that had inherited the highest rank. The
        /// unit is one of them, and stepping aside breaks the deadlock. Empty if the unit just stood in the way.
        circle: Vec<UnitId>,
    },
    /// A unit waits for one that will not move, and there is no path around it that is short enough.
    Stuck {
        /// The unit.
        unit: UnitId,
        /// The unit in its way.
        behind: UnitId,
    },
    /// Units wait for each other in a circle, each for the next and the last for the first, and none of them has a
    /// detour that is short enough.
    Deadlock {
        /// The units, starting with the lowest number.
        units: Vec<UnitId>,
    },
}

/// A unit was in one place, or made one move, for some time: the judge of a world reads these.
///
/// ```
/// use wayline::body::{BodyKind, Heading, Settings, Terrain, World};
/// let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
/// let tank = world.add_kind(BodyKind::preset("tank")?);
/// world.add_unit(tank, (1, 1, Heading::E))?;
/// let span = world.tick(0).spans[0];
/// assert_eq!((span.begin, span.end, span.step), (0, 10, None));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Span {
    /// The unit.
    pub unit: UnitId,
    /// Its kind.
    pub kind: KindId,
    /// Where it stood, or where its move began.
    pub at: Placement,
    /// Which of the heading's moves it made; `None` if it stood.
    pub step: Option<usize>,
    /// When it began. A move may have started before the tick.
    pub begin: u64,
    /// When it ended. A move may go on after the tick.
    pub end: u64,
}

/// What happened in a tick.
///
/// ```
/// use wayline::body::{Settings, Terrain, World};
/// let mut world = World::new(Terrain::new(9, 9)?, Settings::default());
/// let tick = world.tick(0);
/// assert_eq!((tick.number, tick.begin, tick.end), (0, 0, 10));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Tick {
    /// Its number, from 0.
    pub number: u64,
    /// When it began, in time units.
    pub begin: u64,
    /// When it ended, and the next began.
    pub end: u64,
    /// What happened, in order: edits, plans, movement, units that are stuck.
    pub events: Vec<WorldEvent>,
    /// Where every unit was, for the whole tick: by unit, in order of time.
    pub spans: Vec<Span>,
    /// States expanded by all plans.
    pub expanded: u64,
    /// States repaired so that what was learnt stays correct, and, for each new map for units that keep right in
    /// passages, one for every sixteen of its placements.
    pub repaired: u64,
    /// Plans that were wanted when the budget had run out.
    pub put_off: u64,
    /// States expanded by units that look for room to step aside.
    #[cfg_attr(feature = "serde", serde(default))]
    pub making_way: u64,
}

impl Tick {
    /// All counted work: states expanded and repaired for plans, and by units that step aside. With a budget, it
    /// is at most the budget and [`World::SLICE`](super::World::SLICE).
    ///
    /// ```
    /// use wayline::body::{BodyKind, Heading, Settings, Terrain, World};
    /// let mut world = World::new(Terrain::new(30, 20)?, Settings::default());
    /// let tank = world.add_kind(BodyKind::preset("tank")?);
    /// let unit = world.add_unit(tank, (2, 5, Heading::E))?;
    /// world.send(unit, (25, 15))?;
    /// assert!(world.tick(100).work() <= 100 + World::SLICE);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn work(&self) -> u64 {
        self.plans() + self.making_way
    }

    /// The part of it that counts against a budget.
    pub(super) fn plans(&self) -> u64 {
        self.expanded + self.repaired
    }
}
