//! Two hundred agents cross a town in which streets are closed and opened, without a window: all of them arrive,
//! and no frame expands more than it may.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_wayline::{Arrived, Goal, Map, NoPath, Planner, Position, Walk, WaylinePlugin};
use wayline::{Cell, Grid};

const SIDE: u32 = 96;
const AGENTS: u32 = 200;

/// Blocks of houses, with streets of two cells between them.
fn town() -> Result<Grid, wayline::GridError> {
    Grid::from_fn(SIDE, SIDE, |cell| cell.x % 12 < 2 || cell.y % 12 < 2)
}

fn set_up(mut commands: Commands) {
    for i in 0..AGENTS {
        let (from, to) = (i % SIDE, (i * 37) % SIDE);
        let agent = (Position::new(from, i % 2), Goal::new(to, SIDE - 12 + i % 2));
        commands.spawn((agent, Walk::every(1 + i % 3)));
    }
}

/// Every few frames streets are closed, or opened again, where nobody stands.
fn road_works(mut map: ResMut<Map>, agents: Query<&Position>, mut frame: Local<u32>) -> Result {
    *frame += 1;
    if frame.is_multiple_of(25) && *frame <= 200 {
        let row = 12 * (*frame / 25) % SIDE;
        for x in 0..SIDE {
            let cell = Cell::new(x, row + 5);
            let taken = agents.iter().any(|position| position.0 == cell);
            if x % 24 < 2 && !taken {
                let free = map.is_free(cell);
                map.set_free(cell, !free)?;
            }
        }
    }
    Ok(())
}

/// What the example prints.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Frames until all have arrived.
    pub(crate) frames: u32,
    /// Who has arrived.
    pub(crate) arrived: u32,
    /// How often somebody had no path for a while.
    pub(crate) no_path: u32,
    /// The most who ever waited for a path at the end of a frame.
    pub(crate) waiting: usize,
}

fn count(
    mut tally: ResMut<Tally>,
    planner: Res<Planner>,
    mut arrived: MessageReader<Arrived>,
    mut no_path: MessageReader<NoPath>,
) {
    tally.frames += 1;
    tally.arrived += arrived.read().count() as u32;
    tally.no_path += no_path.read().count() as u32;
    tally.waiting = tally.waiting.max(planner.waiting());
}

/// Runs until all have arrived, for a thousand frames at most.
pub(crate) fn run(expansions: u64) -> Result<Tally, wayline::Error> {
    let mut app = App::new();
    app.add_plugins(WaylinePlugin { expansions })
        .insert_resource(Map::new(town()?))
        .init_resource::<Tally>()
        .add_systems(Startup, set_up)
        .add_systems(PreUpdate, road_works)
        .add_systems(PostUpdate, count);
    for _ in 0..1000 {
        app.update();
        if app.world().resource::<Tally>().arrived == AGENTS {
            break;
        }
    }
    Ok(*app.world().resource::<Tally>())
}

fn main() -> Result<(), wayline::Error> {
    let Tally { frames, arrived, no_path, waiting } = run(2_000)?;
    println!("{arrived} of {AGENTS} agents have arrived after {frames} frames");
    println!("{no_path} times there was no path for a while; at most {waiting} waited for one");
    Ok(())
}
