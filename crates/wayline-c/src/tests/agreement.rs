//! Random questions: what C gets is what the engine says.

use super::owned::Owned;
use crate::field::*;
use crate::graph::*;
use crate::graph_index::*;
use crate::grid::*;
use crate::index::*;
use crate::live::*;
use crate::resumable::*;
use crate::settings::{wl_preparation, wl_settings};
use crate::status::wl_status;
use crate::types::*;
use crate::workspace::{wl_workspace_destroy, wl_workspace_new};
use proptest::prelude::*;
use std::ffi::CString;
use std::ptr::{null, null_mut};
use wayline::{
    Algorithm, Answer, Cell, Charge, Corners, Cost, FieldQuery, Graph, Grid, GridIndex, Moves,
    Preparation, Query, Rules, Workspace, algorithms, search, turning_points,
};

fn asked(ask: impl FnOnce(*mut wl_answer) -> wl_status) -> (wl_status, wl_answer) {
    let mut answer = wl_answer::default();
    let status = ask(&raw mut answer);
    (status, answer)
}

fn listed<'a, T>(first: *const T, length: usize) -> &'a [T] {
    if length == 0 {
        return &[];
    }
    // SAFETY: an answer's arrays, read before the workspace is used again.
    unsafe { std::slice::from_raw_parts(first, length) }
}

fn same_counts<S: Clone>(got: &wl_answer, known: &Answer<'_, S>) {
    assert_eq!(got.outcome, known.outcome.into());
    assert_eq!(got.limit, known.outcome.into());
    assert_eq!((got.cost_fixed, got.cost), (known.cost.raw(), known.cost.to_f64()));
    assert_eq!(got.optimal, known.is_optimal());
    assert_eq!(got.length, known.path.len());
    assert_eq!(got.expanded, known.stats.expanded);
    assert_eq!(got.largest_open, known.stats.largest_open);
}

fn same_cells(got: &wl_answer, known: &Answer<'_, Cell>) {
    same_counts(got, known);
    let cells = |first, length| -> Vec<Cell> {
        listed(first, length).iter().copied().map(Cell::from).collect()
    };
    assert_eq!(cells(got.cells, got.length), *known.path);
    let turns = match known.waypoints.is_empty() {
        true => turning_points(&known.path).collect(),
        false => known.waypoints.to_vec(),
    };
    assert_eq!(cells(got.turns, got.turn_count), turns);
    assert!(got.nodes.is_null() && got.placements.is_null() && got.edges.is_null());
}

#[derive(Clone, Debug)]
struct Map {
    width: u32,
    height: u32,
    /// Infinite is blocked.
    costs: Vec<f32>,
    rules: (u32, u32),
    from: Cell,
    to: Cell,
}

impl Map {
    fn rules(&self) -> wl_rules {
        wl_rules { moves: self.rules.0, corners: self.rules.1, ..wl_rules::default() }
    }

    fn engine(&self, charge: Charge) -> Grid {
        let mut rules = Rules::default();
        rules.moves = if self.rules.0 == 4 { Moves::Four } else { Moves::Eight };
        rules.corners = Corners::ALL[self.rules.1 as usize];
        rules.charge = charge;
        let cost = |cell: Cell| self.costs[(cell.y * self.width + cell.x) as usize];
        let cost = |cell: Cell| Some(f64::from(cost(cell))).filter(|cost| cost.is_finite());
        Grid::from_costs(self.width, self.height, cost).unwrap().with_rules(rules)
    }

    fn c(&self) -> Owned<wl_grid> {
        let (rules, costs) = (self.rules(), &self.costs);
        // SAFETY: arrays and places of this test.
        let make = |out| unsafe {
            wl_grid_from_costs(
                self.width,
                self.height,
                costs.as_ptr(),
                costs.len(),
                Some(&rules),
                out,
            )
        };
        Owned::made(make).unwrap()
    }
}

fn maps(terrain: bool) -> impl Strategy<Value = Map> {
    (2..12u32, 2..12u32).prop_flat_map(move |(width, height)| {
        let cost = match terrain {
            true => {
                prop_oneof![3 => Just(1.0f32), 2 => Just(2.5), 2 => Just(f32::INFINITY)].boxed()
            }
            false => prop_oneof![3 => Just(1.0f32), 1 => Just(f32::INFINITY)].boxed(),
        };
        let costs = proptest::collection::vec(cost, (width * height) as usize);
        let cell = move || (0..width, 0..height).prop_map(|(x, y)| Cell::new(x, y));
        let rules = (prop_oneof![Just(4u32), Just(8)], 0..3u32);
        (costs, rules, cell(), cell()).prop_map(move |(costs, rules, from, to)| Map {
            width,
            height,
            costs,
            rules,
            from,
            to,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn grids_answer_the_same(map in maps(true), algorithm in 0..14usize, closest: bool, most in 0..40u64) {
        let (engine, c) = (map.engine(Charge::Enter), map.c());
        let algorithm = algorithms()[algorithm % algorithms().len()].algorithm;
        let name = CString::new(algorithm.name()).unwrap();
        let settings = wl_settings {
            algorithm: name.as_ptr(),
            closest: u8::from(closest),
            max_expansions: most,
            ..wl_settings::default()
        };
        let mut limits = wayline::Limits::default();
        limits.expansions = Some(most).filter(|&most| most > 0);
        let mut query = Query::new(map.from, map.to).algorithm(algorithm).limits(limits);
        if closest {
            query = query.closest();
        }
        let mut work = Workspace::new();
        let known = search(&engine, &query, &mut work);
        // SAFETY: arrays and places of this test.
        let (status, got) = asked(|answer| unsafe {
            wl_grid_search(c.get(), map.from.into(), map.to.into(), Some(&settings), null_mut(), answer)
        });
        match known {
            Ok(known) => {
                prop_assert_eq!(status, wl_status::Ok);
                same_cells(&got, &known);
            }
            Err(_) => prop_assert!(status != wl_status::Ok && got.length == 0),
        }
    }

    #[test]
    fn what_is_prepared_kept_or_spread_answers_the_same(map in maps(false)) {
        let (engine, c) = (map.engine(Charge::Enter), map.c());
        prop_assume!(engine.is_free(map.from) && engine.is_free(map.to));
        let (from, to) = (map.from.into(), map.to.into());
        let cost = engine.cost(map.from, map.to).unwrap();

        // SAFETY, here and below: arrays and places of this test.
        let prepared = Owned::made(|out| unsafe { wl_index_prepare(c.get(), None, out) });
        let known = GridIndex::prepare(&engine, &Preparation::default());
        prop_assert_eq!(prepared.is_ok(), known.is_ok());
        if let (Ok(index), Ok(known)) = (prepared, known) {
            let (_, got) = asked(|answer| unsafe {
                wl_index_path(index.get(), from, to, null_mut(), answer)
            });
            same_cells(&got, &known.path(map.from, map.to).unwrap());
            let mut costs = [0.0; 1];
            let status = unsafe {
                wl_index_costs(index.get(), &from, &to, 1, null_mut(), costs.as_mut_ptr(), 1)
            };
            prop_assert_eq!((status, costs[0]), (wl_status::Ok, cost.to_f64()));
        }

        let live = Owned::made(|out| unsafe { wl_live_new(c.get(), out) }).unwrap();
        let (_, got) = asked(|answer| unsafe { wl_live_path(live.get(), from, to, null_mut(), answer) });
        prop_assert_eq!(got.cost_fixed, cost.raw());

        let settings = wl_settings { algorithm: c"astar".as_ptr(), ..wl_settings::default() };
        let search = Owned::made(|out| unsafe { wl_search_begin(from, to, Some(&settings), out) }).unwrap();
        let mut done = false;
        while !done {
            let status = unsafe { wl_search_step(search.0, c.get(), 3, &raw mut done) };
            prop_assert_eq!(status, wl_status::Ok);
        }
        let (_, got) = asked(|answer| unsafe { wl_search_answer(search.get(), answer) });
        let mut work = Workspace::new();
        let query = Query::new(map.from, map.to).algorithm(Algorithm::AStar);
        same_cells(&got, &wayline::search(&engine, &query, &mut work).unwrap());
    }

    #[test]
    fn fields_agree(map in maps(true), within in 0..8u32, away: bool) {
        let (engine, c) = (map.engine(Charge::Enter), map.c());
        prop_assume!(engine.is_free(map.from));
        let mut query = match away {
            true => FieldQuery::away_from(map.from),
            false => FieldQuery::towards(map.from),
        };
        if within > 0 {
            query = query.within(Cost::from(within));
        }
        let known = engine.field(&query).unwrap();
        let direction = if away { WL_AWAY_FROM } else { WL_TOWARDS };
        let seed = wl_cell::from(map.from);
        // SAFETY, here and below: arrays and places of this test.
        let field = Owned::made(|out| unsafe {
            wl_field_new(c.get(), direction, &seed, 1, f64::from(within), out)
        }).unwrap();
        let (mut distances, mut count) = (null(), 0);
        unsafe { wl_field_distances(field.0, &raw mut distances, &raw mut count) };
        let infinite = |cost: Option<Cost>| cost.map_or(f64::INFINITY, |cost| cost.to_f64());
        let expected: Vec<f64> = engine.cells().map(|cell| infinite(known.cost(cell))).collect();
        prop_assert_eq!(listed(distances, count), &expected[..]);
        for cell in engine.cells() {
            let mut next = wl_cell::default();
            let steps = unsafe { wl_field_next_step(field.get(), cell.into(), &raw mut next) };
            prop_assert_eq!(steps.then_some(Cell::from(next)), known.next_step(cell));
            let (mut cells, mut count) = (null(), 0);
            let work = wl_workspace_new();
            let work = Box::into_raw(work);
            unsafe {
                wl_field_descend(field.get(), cell.into(), work, &raw mut cells, &raw mut count);
            }
            let got: Vec<Cell> = listed(cells, count).iter().copied().map(Cell::from).collect();
            prop_assert_eq!(got, known.descend(cell).collect::<Vec<Cell>>());
            wl_workspace_destroy(Some(unsafe { Box::from_raw(work) }));
        }
    }

    #[test]
    fn graphs_answer_the_same(
        nodes in 1..20u32,
        edges in proptest::collection::vec((0..20u32, 0..20u32, 0..9u32), 0..60),
    ) {
        let edges: Vec<(u32, u32, f64)> =
            edges.into_iter().map(|(a, b, cost)| (a % nodes, b % nodes, f64::from(cost))).collect();
        let engine = Graph::from_edges(nodes as usize, edges.iter().copied()).unwrap();
        let from: Vec<u32> = edges.iter().map(|edge| edge.0).collect();
        let to: Vec<u32> = edges.iter().map(|edge| edge.1).collect();
        let costs: Vec<f64> = edges.iter().map(|edge| edge.2).collect();
        // SAFETY, here and below: arrays and places of this test.
        let graph = Owned::made(|out| unsafe {
            wl_graph_from_edges(
                nodes as usize, from.as_ptr(), to.as_ptr(), costs.as_ptr(), edges.len(), out,
            )
        }).unwrap();
        let preparation = wl_preparation { kind: c"customizable".as_ptr(), ..wl_preparation::default() };
        let index = Owned::made(|out| unsafe {
            wl_graph_index_prepare(graph.get(), Some(&preparation), out)
        });
        let all: Vec<u32> = (0..nodes).collect();
        let size = all.len() * all.len();
        let mut matrix = vec![0.0; size];
        let status = unsafe {
            wl_graph_matrix(
                graph.get(), all.as_ptr(), all.len(), all.as_ptr(), all.len(), matrix.as_mut_ptr(), size,
            )
        };
        prop_assert_eq!(status, wl_status::Ok);
        for (&start, row) in all.iter().zip(matrix.chunks(all.len())) {
            for (&goal, &cost) in all.iter().zip(row) {
                let known = engine.path(start, goal).unwrap();
                prop_assert_eq!(cost, known.cost.to_f64());
                let (_, got) = asked(|answer| unsafe {
                    wl_graph_path(graph.get(), start, goal, null_mut(), answer)
                });
                same_counts(&got, &known);
                prop_assert_eq!(listed(got.nodes, got.length), &*known.path);
                prop_assert_eq!(listed(got.edges, got.edge_count), &*known.edges);
                if let Ok(index) = &index {
                    let mut cost = 0.0;
                    unsafe {
                        wl_graph_index_cost(index.get(), start, goal, null_mut(), &raw mut cost);
                    }
                    prop_assert_eq!(cost, known.cost.to_f64());
                }
            }
        }
    }
}

#[test]
fn default_steps_are_exact() {
    let rules = wl_rules { straight: 1.0, diagonal: 2f64.sqrt(), ..wl_rules::default() };
    let (given, usual) = (rules.rules(Charge::Mean), wl_rules::default().rules(Charge::Mean));
    assert_eq!(given.unwrap().steps, usual.unwrap().steps);
}
