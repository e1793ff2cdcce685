//! Pathfinding for [Bevy](https://bevy.org) by [wayline]: exact paths on grids, with searches spread over frames.
//!
//! Give an entity a [`Position`] and a [`Goal`]; it gets a [`Path`]. A [`Walk`] moves it along, or you do, by
//! changing its position yourself. It is reported when it has [arrived](Arrived) and when there is [no
//! path](NoPath). When the [`Map`] changes, every agent plans anew.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_wayline::{Arrived, Goal, Map, Path, Position, Walk, WaylinePlugin};
//! use wayline::{Cell, Grid};
//!
//! let mut app = App::new();
//! app.add_plugins(WaylinePlugin::default());
//! app.insert_resource(Map::new(Grid::new(64, 64)?));
//! let unit = app.world_mut().spawn((Position::new(0, 0), Goal::new(5, 3), Walk::default())).id();
//!
//! app.update();
//! assert_eq!(app.world().get::<Path>(unit).unwrap().cells().last(), Some(&Cell::new(5, 3)));
//! for _ in 0..5 {
//!     app.update();
//! }
//! assert_eq!(app.world().get::<Position>(unit), Some(&Position::new(5, 3)));
//! let arrived = app.world().resource::<Messages<Arrived>>();
//! assert_eq!(arrived.len(), 1);
//! # Ok::<(), wayline::Error>(())
//! ```
//!
//! # How it runs
//!
//! In every [`Update`], in this order ([`PathSystems`]):
//!
//! 1. **Plan.** An agent that has a new goal, was moved off its path, or may be affected by an edit joins a queue.
//!    Searches are made one after the other, with at most [`SearchBudget`] expansions in a frame; one that takes
//!    longer goes on in the next frame.
//! 2. **Walk.** Every agent with a [`Walk`] takes a step along its path, if that step is still legal. While its own
//!    search is under way it stands still; while it waits in the queue it follows the path it has.
//! 3. **Report.** An agent at its goal loses the goal, and [`Arrived`] is written.
//!
//! Expansions are counted and not timed, and the queue is in the order in which agents asked, so that the same
//! game gives the same paths on every machine.
//!
//! Nothing of Bevy is needed but `bevy_app` and `bevy_ecs`: put what is drawn where the position says.

mod agents;
mod planner;

pub use agents::{Arrived, Goal, Map, NoPath, Path, Position, SearchBudget, Walk};
pub use planner::Planner;
pub use wayline;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};

/// Adds the systems, the messages and the [`SearchBudget`].
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_wayline::WaylinePlugin;
/// App::new().add_plugins(WaylinePlugin { expansions: 5_000 });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WaylinePlugin {
    /// The [`SearchBudget`] to begin with: expansions in a frame, for all agents together.
    pub expansions: u64,
}

impl Default for WaylinePlugin {
    /// 20,000 expansions: about a millisecond.
    fn default() -> WaylinePlugin {
        WaylinePlugin { expansions: 20_000 }
    }
}

/// When things happen in a frame: to put systems of your own before, between or after them.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_wayline::{PathSystems, Position, WaylinePlugin};
///
/// fn place_sprites(agents: Query<&Position, Changed<Position>>) {
///     for Position(cell) in &agents {
///         println!("to be drawn at {cell}");
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins(WaylinePlugin::default());
/// app.add_systems(Update, place_sprites.after(PathSystems::Walk));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, SystemSet)]
pub enum PathSystems {
    /// Paths are searched.
    Plan,
    /// Agents with a [`Walk`] take a step.
    Walk,
    /// Arrivals are reported.
    Report,
}

impl Plugin for WaylinePlugin {
    fn build(&self, app: &mut App) {
        let sets = (PathSystems::Plan, PathSystems::Walk, PathSystems::Report);
        app.add_message::<Arrived>()
            .add_message::<NoPath>()
            .insert_resource(SearchBudget { expansions: self.expansions })
            .init_resource::<Planner>()
            .configure_sets(Update, sets.chain())
            .add_systems(
                Update,
                (
                    (planner::ask, planner::plan).chain().in_set(PathSystems::Plan),
                    planner::walk.in_set(PathSystems::Walk),
                    planner::report.in_set(PathSystems::Report),
                ),
            );
    }
}

/// The programs in the documents are compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
