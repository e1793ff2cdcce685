//! What users see: components, resources, messages.

use bevy_ecs::prelude::{Component, Entity, Message, Resource};
use std::ops::{Deref, DerefMut};
use wayline::{Cell, Cost, Grid, QueryError};

/// The map that agents move on: a [`Grid`], which it lends. When it is changed, agents plan anew.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_wayline::Map;
/// use wayline::Grid;
///
/// fn build_a_wall(mut map: ResMut<Map>) -> Result {
///     map.set_free((10, 4), false)?;
///     Ok(())
/// }
///
/// let mut world = World::new();
/// world.insert_resource(Map::new(Grid::new(40, 20)?));
/// let mut schedule = Schedule::default();
/// schedule.add_systems(build_a_wall);
/// schedule.run(&mut world);
/// assert!(!world.resource::<Map>().is_free((10, 4)));
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Resource, Debug)]
pub struct Map(Grid);

impl Map {
    /// A map of a grid.
    pub fn new(grid: Grid) -> Map {
        Map(grid)
    }
}

impl Deref for Map {
    type Target = Grid;
    fn deref(&self) -> &Grid {
        &self.0
    }
}

impl DerefMut for Map {
    fn deref_mut(&mut self) -> &mut Grid {
        &mut self.0
    }
}

/// How many states may be expanded in a frame, for all agents together.
///
/// ```
/// use bevy_wayline::SearchBudget;
/// let generous = SearchBudget { expansions: 100_000 };
/// ```
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// At least one is made, so that every search ends.
    pub expansions: u64,
}

/// Where an agent is. Change it to move an agent yourself; on its path it goes on from there, elsewhere it plans
/// anew.
///
/// ```
/// use bevy_wayline::Position;
/// use wayline::Cell;
/// assert_eq!(Position::new(3, 4), Position(Cell::new(3, 4)));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position(pub Cell);

impl Position {
    /// In column `x` and row `y`.
    pub fn new(x: u32, y: u32) -> Position {
        Position(Cell::new(x, y))
    }
}

/// Where an agent wants to go. It is taken away when the agent has arrived. Insert another one at any time, or
/// remove it to call the agent off.
///
/// ```
/// use bevy_wayline::Goal;
/// use wayline::Cell;
/// assert_eq!(Goal::new(3, 4), Goal(Cell::new(3, 4)));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Path)]
pub struct Goal(pub Cell);

impl Goal {
    /// To column `x` and row `y`.
    pub fn new(x: u32, y: u32) -> Goal {
        Goal(Cell::new(x, y))
    }
}

/// The path of an agent, from where it is: comes with a [`Goal`], and is empty until one was found.
///
/// ```
/// use bevy_wayline::Path;
/// let path = Path::default();
/// assert!(path.cells().is_empty() && path.next().is_none());
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Path {
    pub(crate) cells: Vec<Cell>,
    /// Where the agent is in it.
    pub(crate) at: usize,
    pub(crate) cost: Cost,
}

impl Path {
    /// The cells that are left, from where the agent is to its goal, both included; empty without a path.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[self.at.min(self.cells.len())..]
    }

    /// The next cell; none at the end, and without a path.
    pub fn next(&self) -> Option<Cell> {
        self.cells().get(1).copied()
    }

    /// What the whole path cost when it was found, from where the agent was then; zero without one.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        (self.at, self.cost) = (0, Cost::ZERO);
    }

    /// Goes on to a cell that is further along the path. Whether it is.
    pub(crate) fn reach(&mut self, cell: Cell) -> bool {
        let along = self.cells().iter().position(|&other| other == cell);
        self.at += along.unwrap_or(0);
        along.is_some()
    }
}

/// Moves an agent along its path, a cell at a time, with some frames in between.
///
/// ```
/// use bevy_wayline::Walk;
/// assert_eq!(Walk::every(3), Walk { frames: 3, waited: 0 });
/// assert_eq!(Walk::default(), Walk::every(1));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Frames for each cell; zero is one.
    pub frames: u32,
    /// Frames since the last step.
    pub waited: u32,
}

impl Walk {
    /// A cell every this many frames.
    pub fn every(frames: u32) -> Walk {
        Walk { frames, waited: 0 }
    }
}

impl Default for Walk {
    fn default() -> Walk {
        Walk::every(1)
    }
}

/// Written when an agent is at its goal.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The agent.
    pub agent: Entity,
    /// Where.
    pub at: Cell,
}

/// Written when there is no path for an agent. It keeps its goal, and tries again when the map has changed.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct NoPath {
    /// The agent.
    pub agent: Entity,
    /// To where.
    pub goal: Cell,
    /// What is wrong with the question, such as a goal inside a wall; `None` if the goal just cannot be reached.
    pub error: Option<QueryError>,
}
