//! Agents on maps that change, without a window.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_wayline::{Arrived, Goal, Map, NoPath, Path, Planner, Position, Walk, WaylinePlugin};
use wayline::{Cell, Cost, Grid, QueryError};

#[allow(dead_code)]
#[path = "../examples/crowd.rs"]
mod crowd;

fn app(rows: &[&str], expansions: u64) -> App {
    let mut app = App::new();
    app.add_plugins(WaylinePlugin { expansions });
    app.insert_resource(Map::new(Grid::from_rows(rows).unwrap()));
    app
}

fn messages<M: Message + Clone>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

fn path(app: &App, agent: Entity) -> Vec<Cell> {
    app.world().get::<Path>(agent).unwrap().cells().to_vec()
}

fn cells<const N: usize>(cells: [(u32, u32); N]) -> Vec<Cell> {
    cells.map(Cell::from).to_vec()
}

#[test]
fn paths_are_those_of_the_engine() {
    let rows = ["....#...", ".##.#.#.", "..#...#.", "......#."];
    let grid = Grid::from_rows(rows).unwrap();
    let free: Vec<Cell> = grid.cells().filter(|&cell| grid.is_free(cell)).collect();
    let mut app = app(&rows, 1_000_000);
    let mut asked = Vec::new();
    for &from in &free {
        for &to in free.iter().filter(|&&to| to != from) {
            let agent = app.world_mut().spawn((Position(from), Goal(to))).id();
            asked.push((agent, from, to));
        }
    }
    app.update();
    for (agent, from, to) in asked {
        let known = grid.path(from, to).unwrap();
        assert_eq!(path(&app, agent), *known.path, "{from} to {to}");
        assert_eq!(app.world().get::<Path>(agent).unwrap().cost(), known.cost);
    }
    assert!(messages::<NoPath>(&mut app).is_empty());
}

#[test]
fn an_agent_walks_and_arrives() {
    let mut app = app(&["...."], 1000);
    let agent = app.world_mut().spawn((Position::new(0, 0), Goal::new(3, 0), Walk::every(2))).id();
    let mut seen = Vec::new();
    let mut arrived = Vec::new();
    for _ in 0..8 {
        app.update();
        seen.push(app.world().get::<Position>(agent).unwrap().0.x);
        arrived.extend(messages::<Arrived>(&mut app));
    }
    assert_eq!(seen, [0, 1, 1, 2, 2, 3, 3, 3]);
    assert_eq!(arrived, [Arrived { agent, at: Cell::new(3, 0) }]);
    assert!(app.world().get::<Goal>(agent).is_none() && path(&app, agent).is_empty());
}

#[test]
fn who_is_there_already_arrives_at_once() {
    let mut app = app(&[".."], 1000);
    let agent = app.world_mut().spawn((Position::new(1, 0), Goal::new(1, 0))).id();
    app.update();
    assert_eq!(messages::<Arrived>(&mut app), [Arrived { agent, at: Cell::new(1, 0) }]);
}

#[test]
fn nobody_walks_into_a_new_wall() {
    let mut app = app(&["...", "...", "..."], 1000);
    let agent = app.world_mut().spawn((Position::new(0, 1), Goal::new(2, 1), Walk::default())).id();
    app.world_mut().resource_mut::<Map>().set_free((1, 1), false).unwrap();
    app.update();
    assert!(!path(&app, agent).contains(&Cell::new(1, 1)));
    let next = app.world().get::<Path>(agent).unwrap().next().unwrap();
    app.world_mut().resource_mut::<Map>().set_free(next, false).unwrap();
    for _ in 0..10 {
        app.update();
        let at = app.world().get::<Position>(agent).unwrap().0;
        assert!(app.world().resource::<Map>().is_free(at));
    }
    assert_eq!(app.world().get::<Position>(agent), Some(&Position::new(2, 1)));
}

#[test]
fn no_path_is_reported_and_tried_again() {
    let mut app = app(&[".#."], 1000);
    let agent = app.world_mut().spawn((Position::new(0, 0), Goal::new(2, 0), Walk::default())).id();
    let goal = Cell::new(2, 0);
    app.update();
    app.update();
    assert_eq!(messages::<NoPath>(&mut app), [NoPath { agent, goal, error: None }]);
    app.world_mut().resource_mut::<Map>().set_free((1, 0), true).unwrap();
    app.update();
    app.update();
    assert_eq!(messages::<Arrived>(&mut app), [Arrived { agent, at: goal }]);
}

#[test]
fn questions_that_make_no_sense_are_reported() {
    let mut app = app(&[".#."], 1000);
    let goal = Cell::new(1, 0);
    let agent = app.world_mut().spawn((Position::new(0, 0), Goal(goal))).id();
    app.update();
    let [NoPath { agent: whose, error: Some(QueryError::Blocked { .. }), .. }] =
        messages::<NoPath>(&mut app)[..]
    else {
        panic!("a goal inside a wall is an error")
    };
    assert_eq!(whose, agent);
}

#[test]
fn searches_are_spread_over_frames() {
    // Terrain, so that the search is A* and not by jumps.
    let grid =
        Grid::from_costs(60, 60, |cell| Some(1.0 + f64::from((cell.x * 7 + cell.y) % 3))).unwrap();
    let known = grid.path((0, 0), (59, 59)).unwrap();
    let mut app = App::new();
    app.add_plugins(WaylinePlugin { expansions: 100 });
    app.insert_resource(Map::new(grid));
    let far = app.world_mut().spawn((Position::new(0, 0), Goal::new(59, 59), Walk::default())).id();
    let near = app.world_mut().spawn((Position::new(5, 5), Goal::new(6, 5))).id();
    let mut frames = 0;
    while path(&app, far).is_empty() {
        assert!(path(&app, near).is_empty(), "the queue is in order");
        assert_eq!(app.world().get::<Position>(far), Some(&Position::new(0, 0)));
        app.update();
        frames += 1;
    }
    assert!(frames as u64 >= known.stats.expanded / 100 && frames > 3, "{frames}");
    assert_eq!(app.world().get::<Path>(far).unwrap().cost(), known.cost);
    app.update();
    assert_eq!(path(&app, near), cells([(5, 5), (6, 5)]));
    assert_eq!(app.world().resource::<Planner>().waiting(), 0);
}

#[test]
fn a_search_under_way_follows_what_changes() {
    let grid =
        Grid::from_costs(60, 60, |cell| Some(1.0 + f64::from((cell.x * 7 + cell.y) % 3))).unwrap();
    let mut app = App::new();
    app.add_plugins(WaylinePlugin { expansions: 100 });
    app.insert_resource(Map::new(grid));
    let agent = app.world_mut().spawn((Position::new(0, 0), Goal::new(59, 59))).id();
    app.update();
    app.world_mut().resource_mut::<Map>().set_free((30, 30), false).unwrap();
    app.update();
    app.world_mut().entity_mut(agent).insert(Goal::new(59, 0));
    app.update();
    app.world_mut().entity_mut(agent).insert(Position::new(0, 5));
    for _ in 0..200 {
        app.update();
    }
    let known = app.world().resource::<Map>().path((0, 5), (59, 0)).unwrap();
    assert_eq!(path(&app, agent), *known.path);
    app.world_mut().entity_mut(agent).despawn();
    app.world_mut().spawn((Position::new(0, 0), Goal::new(1, 0), Walk::default()));
    app.update();
    assert_eq!(messages::<Arrived>(&mut app).len(), 1);
}

#[test]
fn who_is_moved_goes_on_from_there() {
    let mut app = app(&["......", "......"], 1000);
    let agent = app.world_mut().spawn((Position::new(0, 0), Goal::new(5, 0))).id();
    app.update();
    // Along the path: what is left of it.
    app.world_mut().entity_mut(agent).insert(Position::new(2, 0));
    app.update();
    assert_eq!(path(&app, agent), cells([(2, 0), (3, 0), (4, 0), (5, 0)]));
    // Off the path: another one.
    app.world_mut().entity_mut(agent).insert(Position::new(3, 1));
    app.update();
    assert_eq!(path(&app, agent)[0], Cell::new(3, 1));
    assert_eq!(app.world().get::<Path>(agent).unwrap().cost(), Cost::ONE + Cost::SQRT_2);
}

#[test]
fn agents_wait_for_a_map() {
    let mut app = App::new();
    app.add_plugins(WaylinePlugin::default());
    let agent = app.world_mut().spawn((Position::new(0, 0), Goal::new(3, 0), Walk::default())).id();
    app.update();
    app.insert_resource(Map::new(Grid::new(4, 4).unwrap()));
    app.update();
    assert_eq!(path(&app, agent).len(), 3);
}

#[test]
fn the_example_is_the_same_every_time() {
    let tally = crowd::run(2_000).unwrap();
    assert_eq!(tally.arrived, 200);
    assert_eq!(crowd::run(2_000).unwrap(), tally);
    let hurried = crowd::run(1_000_000).unwrap();
    assert!(hurried.waiting == 0 && tally.waiting > 0, "{tally:?} {hurried:?}");
}
