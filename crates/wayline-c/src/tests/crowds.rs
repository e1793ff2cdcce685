//! Flows, steering and plans for bodies are the engine's own.

use super::owned::Owned;
use crate::body::*;
use crate::body_planner::*;
use crate::flow::*;
use crate::grid::{wl_grid, wl_grid_from_free};
use crate::status::wl_status;
use crate::steering::*;
use crate::types::{wl_cell, wl_limit, wl_outcome, wl_placement};
use crate::world::*;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use wayline::body::{BodyKind, Formation, Heading, Placement, Settings, Terrain, World};
use wayline::crowd::{BodyPlanner, BodyUnit, Dependencies, Flow, Steering};
use wayline::{Cell, Grid, Limits};

const WIDTH: u32 = 30;
const HEIGHT: u32 = 16;

/// A wall with a door two cells wide.
fn is_free(cell: Cell) -> bool {
    cell.x != 15 || (7..9).contains(&cell.y)
}

fn grids() -> (Owned<wl_grid>, Grid) {
    let known = Grid::from_fn(WIDTH, HEIGHT, is_free).unwrap();
    let free: Vec<u8> =
        (0..WIDTH * HEIGHT).map(|i| u8::from(is_free(Cell::new(i % WIDTH, i / WIDTH)))).collect();
    // SAFETY, here and below: arrays and places of this test.
    let grid = Owned::made(|out| unsafe {
        wl_grid_from_free(WIDTH, HEIGHT, free.as_ptr(), free.len(), None, out)
    });
    (grid.unwrap(), known)
}

#[test]
fn flows_run_the_same() {
    let (grid, known) = grids();
    let flow = Owned::made(|out| unsafe { wl_flow_new(grid.get(), out) }).unwrap();
    let mut known = Flow::new(&known).unwrap();
    let cells: Vec<Cell> = (0..40).map(|i| Cell::new(2 + i % 8, 3 + i / 8)).collect();
    let passed: Vec<wl_cell> = cells.iter().map(|&cell| cell.into()).collect();
    let mut first = 9;
    unsafe {
        let added = wl_flow_add_units(flow.0, passed.as_ptr(), passed.len(), 1, &raw mut first);
        assert_eq!((added, first), (wl_status::Ok, 0));
        let units: Vec<u32> = (0..40).collect();
        let goal = wl_cell { x: 25, y: 8 };
        assert_eq!(wl_flow_send(flow.0, units.as_ptr(), units.len(), goal), wl_status::Ok);
        assert_eq!(wl_flow_halt(flow.0, 3), wl_status::Ok);
        assert_eq!(wl_flow_remove_unit(flow.0, 5), wl_status::Ok);
        assert_eq!(wl_flow_set_free(flow.0, wl_cell { x: 20, y: 8 }, false), wl_status::Ok);
    }
    known.add_units(&cells, 1).unwrap();
    known.send(&(0..40).collect::<Vec<_>>(), (25, 8)).unwrap();
    known.halt(3).unwrap();
    known.remove_unit(5).unwrap();
    known.set_free((20, 8), false).unwrap();
    for _ in 0..120 {
        assert_eq!(unsafe { wl_flow_tick(flow.0) }, wl_status::Ok);
        known.tick();
        let (mut units, mut count) = (null(), 0);
        unsafe { wl_flow_units(flow.0, &raw mut units, &raw mut count) };
        let units = unsafe { std::slice::from_raw_parts(units, count) };
        assert_eq!(units.len(), 40);
        for (unit, (state, here)) in units.iter().zip(known.units()).enumerate() {
            let Some((cell, size)) = here else {
                assert_eq!((*state, unit), (wl_flow_state::default(), 5));
                continue;
            };
            assert_eq!((state.cell, state.size), (cell.into(), size));
            let goal = known.goal(unit).map(wl_cell::from);
            assert_eq!(state.sent.then_some(state.goal), goal);
            assert_eq!(state.arrived, known.has_arrived(unit));
            assert_eq!(state.cut_off, known.is_cut_off(unit));
        }
        assert_eq!(wl_flow_on_their_way(flow.get()), known.on_their_way());
        assert_eq!(wl_flow_ticks(flow.get()), known.ticks());
    }
    assert_eq!(known.on_their_way(), 0);
}

#[test]
fn agents_move_the_same() {
    let (grid, map) = grids();
    let steering = Owned::made(|out| unsafe { wl_steering_new(grid.get(), out) }).unwrap();
    let mut known = Steering::new(&map);
    let positions: Vec<(f64, f64)> =
        (0..10).map(|i| (10.5 + f64::from(i % 2), 4.5 + f64::from(i / 2))).collect();
    let points: Vec<wl_point> = positions.iter().map(|&(x, y)| wl_point { x, y }).collect();
    let mut first = 9;
    unsafe {
        wl_steering_add_agents(steering.0, points.as_ptr(), points.len(), 0.3, 2.0, &raw mut first)
    };
    known.add_agents(&positions, 0.3, 2.0).unwrap();
    for agent in 0..10 {
        unsafe {
            wl_steering_head_for(steering.0, agent, wl_point { x: 25.5, y: 8.0 });
            wl_steering_prefer(steering.0, 9, wl_point { x: -1.0, y: 0.5 });
        }
        known.head_for(agent as usize, (25.5, 8.0)).unwrap();
        known.prefer(9, (-1.0, 0.5)).unwrap();
    }
    for _ in 0..100 {
        assert_eq!(unsafe { wl_steering_tick(steering.0, 0.05) }, wl_status::Ok);
        known.tick(0.05).unwrap();
        for (agent, disc) in known.discs().flatten().enumerate() {
            let mut state = wl_agent::default();
            unsafe { wl_steering_agent(steering.get(), agent as u32, &raw mut state) };
            let (x, y) = known.velocity(agent).unwrap();
            let position = wl_point { x: disc.x, y: disc.y };
            assert_eq!((state.position, state.velocity), (position, wl_point { x, y }));
        }
    }
    assert!(known.position(0).unwrap().0 > 12.0);
}

#[test]
fn plans_for_bodies_are_the_same() {
    let rows = ["........", "###..###", "###..###"];
    let letters = rows.concat();
    let terrain = Owned::made(|out| unsafe {
        wl_terrain_from_letters(8, 3, letters.as_ptr().cast(), letters.len(), out)
    });
    let terrain = terrain.unwrap();
    let tank = Owned::made(|out| unsafe { wl_body_preset(c"tank".as_ptr(), out) }).unwrap();
    let at = |x, heading| Placement::new(x, 0, heading);
    let ends = [(at(0, Heading::E), at(6, Heading::E)), (at(7, Heading::W), at(1, Heading::W))];
    let passed = ends.map(|(start, goal)| wl_body_unit {
        body: 0,
        start: start.into(),
        goal: wl_placement::from(goal),
    });
    let bodies = [tank.0.cast_const()];
    let planner = Owned::made(|out| unsafe {
        wl_body_planner_new(terrain.get(), bodies.as_ptr(), 1, passed.as_ptr(), 2, 1, out)
    });
    let planner = planner.unwrap();
    let (kinds, units) = (
        [Arc::new(BodyKind::preset("tank").unwrap())],
        ends.map(|(start, goal)| BodyUnit::new(0, start, goal)),
    );
    let map = Terrain::from_rows(rows).unwrap();
    let mut known = BodyPlanner::new(&map, &kinds, &units).unwrap();
    let (mut outcome, mut limit) = (wl_outcome::Stopped, wl_limit::Cancelled);
    unsafe {
        wl_body_planner_find(planner.0, 1, 0.0, None, &raw mut outcome, &raw mut limit);
        assert_eq!((outcome, limit), (wl_outcome::Stopped, wl_limit::Expansions));
        wl_body_planner_find(planner.0, 0, 0.0, None, &raw mut outcome, null_mut());
        wl_body_planner_improve(planner.0, 10_000, 0.0, None, &raw mut limit);
    }
    known.find(&Limits::default().expansions(1));
    known.find(&Limits::default());
    known.improve(&Limits::default().expansions(10_000));
    let plan = known.plan().unwrap();
    assert_eq!(outcome, wl_outcome::Found);
    assert_eq!(wl_body_planner_sum_of_costs(planner.get()), plan.sum_of_costs());
    assert_eq!(wl_body_planner_makespan(planner.get()), plan.makespan());
    assert_eq!(wl_body_planner_lower_bound(planner.get()), known.lower_bound());
    let order = Dependencies::of_bodies(&kinds, &units, plan);
    for (unit, expected) in plan.moves().iter().enumerate() {
        let (mut moves, mut count) = (null(), 0);
        unsafe { wl_body_planner_moves(planner.0, unit as u32, &raw mut moves, &raw mut count) };
        let moves = unsafe { std::slice::from_raw_parts(moves, count) }.to_vec();
        assert_eq!(moves.len(), expected.len());
        for (number, (made, expected)) in moves.iter().zip(expected).enumerate() {
            assert_eq!(made.from, expected.from.into());
            assert_eq!((made.begin, made.end), (expected.begin, expected.end));
            let next = moves.get(number + 1).map_or(passed[unit].goal, |next| next.from);
            assert_eq!(made.to, next);
            let (mut after, mut count) = (null(), 0);
            let status = unsafe {
                let (after, count) = (&raw mut after, &raw mut count);
                wl_body_planner_after(planner.0, unit as u32, number as u32, after, count)
            };
            assert_eq!(status, wl_status::Ok);
            let conditions = &order.moves(unit)[number];
            assert_eq!(count, conditions.after.len());
            for (i, &(other, which)) in conditions.after.iter().enumerate() {
                let expected = wl_passage { unit: other as u32, number: which as u32 };
                assert_eq!(unsafe { *after.add(i) }, expected);
            }
        }
    }
}

#[test]
fn formations_are_the_same() {
    let terrain = Owned::made(|out| unsafe { wl_terrain_new(40, 30, out) }).unwrap();
    let king = Owned::made(|out| unsafe { wl_body_preset(c"king".as_ptr(), out) }).unwrap();
    let formations = [WL_FORMATION_LINE, WL_FORMATION_COLUMN, WL_FORMATION_BOX];
    for (formation, known_as) in formations.into_iter().zip(Formation::ALL) {
        let world = Owned::made(|out| unsafe { wl_world_new(terrain.get(), None, out) }).unwrap();
        let mut known = World::new(Terrain::new(40, 30).unwrap(), Settings::default());
        let mut kind = 9;
        unsafe { wl_world_add_kind(world.0, king.get(), &raw mut kind) };
        let known_kind = known.add_kind(BodyKind::preset("king").unwrap());
        let (mut units, mut known_units) = (Vec::new(), Vec::new());
        for x in 0..5 {
            let (at, mut unit) = (Placement::new(2 * x, 2, Heading::E), 0);
            unsafe { wl_world_add_unit(world.0, kind, at.into(), &raw mut unit) };
            units.push(unit);
            known_units.push(known.add_unit(known_kind, at).unwrap());
        }
        let goal = Placement::new(25, 20, Heading::N);
        let mut places = [wl_placement::default(); 5];
        let status = unsafe {
            let (units, places) = (units.as_ptr(), places.as_mut_ptr());
            wl_world_send_formation(world.0, units, 5, goal.into(), formation, places, 5)
        };
        assert_eq!(status, wl_status::Ok);
        let expected = known.send_formation(&known_units, goal, known_as).unwrap();
        assert!(expected.into_iter().map(wl_placement::from).eq(places));
    }
}
