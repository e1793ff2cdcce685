//! What is saved and loaded again (feature `serde`): the same values, and errors for documents that
//! are not what they should be.
#![cfg(feature = "serde")]

use proptest::prelude::*;
use serde_json::{Value, from_str, from_value, json, to_string, to_value};
use wayline::{
    Algorithm, Cell, Charge, Corners, Cost, Graph, Grid, Guarantee, Limit, Limits, Moves, Open,
    Outcome, Positions, Query, Rules, Stats, StepCosts, Stop, Ties, Workspace, algorithms, search,
};

fn rules() -> impl Strategy<Value = Rules> {
    let steps = prop_oneof![
        Just(StepCosts::EXACT),
        Just(StepCosts::UNIFORM),
        (1e-4..=1e4, 1e-4..=1e4).prop_map(|(a, b)| StepCosts::new(a, b).unwrap()),
    ];
    (any::<bool>(), 0..3usize, steps, any::<u64>(), 0..2usize).prop_map(
        |(four, corners, steps, uphill, charge)| {
            let moves = if four { Moves::Four } else { Moves::Eight };
            let uphill = Cost::from_raw(uphill);
            Rules::default()
                .moves(moves)
                .corners(Corners::ALL[corners])
                .steps(steps)
                .uphill(uphill)
                .charge(Charge::ALL[charge])
        },
    )
}

/// Grids with edits that leave their traces: bounds of multipliers that no cell has any more.
fn grids() -> impl Strategy<Value = Grid> {
    let edits = prop::collection::vec((any::<u32>(), 1..=65280u32, any::<i32>()), 0..6);
    (1..40u32, 1..20u32, any::<u64>(), rules(), edits).prop_map(|(w, h, bits, rules, edits)| {
        let mut bits = bits;
        let is_free = |_| {
            bits = bits.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 1;
            bits >> 62 != 0
        };
        let mut grid = Grid::from_fn(w, h, is_free).unwrap().with_rules(rules);
        for (at, multiplier, elevation) in edits {
            let cell = Cell::new(at % w, at / w % h);
            grid.set_multiplier(cell, multiplier as f64 / 256.0).unwrap();
            if at % 2 == 0 {
                grid.set_multiplier(cell, 1.0).unwrap();
                grid.set_elevation(cell, elevation).unwrap();
            }
        }
        grid
    })
}

fn graphs() -> impl Strategy<Value = Graph> {
    let edges = prop::collection::vec((any::<u32>(), any::<u32>(), 0.0..2147483648.0f64), 0..40);
    (1..12u32, edges, 0..3u32, any::<bool>()).prop_map(|(nodes, mut edges, place, named)| {
        edges.iter_mut().for_each(|edge| (edge.0, edge.1) = (edge.0 % nodes, edge.1 % nodes));
        let mut graph = Graph::from_edges(nodes as usize, edges).unwrap();
        let at = |node: u32| (node as f64 * 7.3 % 90.0, node as f64 * -31.7 % 360.0);
        let points: Vec<_> = (0..nodes).map(at).collect();
        match place {
            0 => {}
            1 => graph = graph.with_positions(Positions::Plane(points)).unwrap(),
            _ => graph = graph.with_positions(Positions::Globe(points)).unwrap(),
        }
        if named {
            let names: Vec<_> = (0..nodes).map(|node| format!("\u{1F} {}", node / 2)).collect();
            graph = graph.with_names(names).unwrap();
        }
        if graph.edges() > 0 {
            graph.set_cost(0, 0.25).unwrap();
            graph.set_cost(0, 9.0).unwrap();
        }
        graph
    })
}

/// Something that only looks like the document.
fn damaged(document: &str, at: usize, with: u8, how: u8) -> String {
    let mut bytes = document.as_bytes().to_vec();
    let at = at % bytes.len();
    match how % 4 {
        0 => bytes.truncate(at),
        1 => _ = bytes.remove(at),
        2 => bytes[at] = b"0123456789-,[]{}\"en."[with as usize % 20],
        _ => bytes.insert(at, b"0123456789"[with as usize % 10]),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_grid_comes_back_as_it_was(grid in grids()) {
        let document = to_string(&grid).unwrap();
        let loaded: Grid = from_str(&document).unwrap();
        prop_assert_eq!(&loaded, &grid);
        prop_assert_eq!(loaded.free_cells(), grid.free_cells());
        prop_assert_eq!(loaded.is_weighted(), grid.is_weighted());
        prop_assert_eq!(to_string(&loaded).unwrap(), document);
    }

    #[test]
    fn a_graph_comes_back_as_it_was(graph in graphs()) {
        let document = to_string(&graph).unwrap();
        let loaded: Graph = from_str(&document).unwrap();
        prop_assert_eq!(to_string(&loaded).unwrap(), document);
        let (mut a, mut b) = (Workspace::new(), Workspace::new());
        let query = Query::new(0u32, graph.nodes() as u32 - 1);
        let (a, b) = (search(&graph, &query, &mut a).unwrap(), search(&loaded, &query, &mut b).unwrap());
        prop_assert_eq!(a, b);
        for edge in 0..graph.edges() as u32 {
            prop_assert_eq!(loaded.edge(edge), graph.edge(edge));
        }
        for node in 0..graph.nodes() as u32 {
            let name = graph.name(node);
            prop_assert_eq!(loaded.name(node), name);
            prop_assert_eq!(name.map(|it| loaded.node_named(it)), name.map(|it| graph.node_named(it)));
        }
    }

    #[test]
    fn damaged_documents_are_refused_or_sound(
        grid in grids(), graph in graphs(), at: usize, with: u8, how: u8,
    ) {
        let document = damaged(&to_string(&grid).unwrap(), at, with, how);
        if let Ok(loaded) = from_str::<Grid>(&document) {
            let mut free = loaded.cells().filter(|&cell| loaded.is_free(cell));
            if let (Some(from), Some(to)) = (free.next(), free.last()) {
                let query = Query::new(from, to);
                prop_assert!(search(&loaded, &query, &mut Workspace::new()).is_ok());
            }
        }
        let document = damaged(&to_string(&graph).unwrap(), at, with, how);
        if let Ok(loaded) = from_str::<Graph>(&document) {
            let query = Query::new(0u32, loaded.nodes() as u32 - 1);
            prop_assert!(search(&loaded, &query, &mut Workspace::new()).is_ok());
        }
    }

    #[test]
    fn rules_come_back_as_they_were(rules in rules()) {
        prop_assert_eq!(from_str::<Rules>(&to_string(&rules).unwrap()).unwrap(), rules);
    }
}

#[test]
fn step_costs_that_new_refuses_are_refused() {
    for (straight, diagonal) in [(0u64, 0u64), (0, 1 << 32), (1 << 32, 0), (u64::MAX, 1 << 32)] {
        let steps = json!({ "straight": straight, "diagonal": diagonal });
        let rules = json!({ "moves": "Eight", "corners": "Never", "steps": steps, "uphill": 0 });
        let refused = from_value::<Rules>(rules).unwrap_err().to_string();
        assert!(refused.contains("step"), "{refused}");
    }
}

/// Every claim that does not fit the rest is refused, and none is believed before it is checked.
#[test]
fn claims_that_do_not_fit_are_refused() {
    let mut grid = Grid::from_rows(["..#", "9.."]).unwrap();
    grid.set_elevation((1, 1), -4).unwrap();
    let good = to_value(&grid).unwrap();
    assert_eq!(from_value::<Grid>(good.clone()).unwrap(), grid);
    let wrong = [
        ("version", json!(2)),
        ("width", json!(0)),
        ("width", json!(4)),
        ("width", json!(u32::MAX)),
        ("height", json!(u32::MAX)),
        ("cells", json!([])),
        ("cells", json!([255])),
        ("cells", json!([59, 0])),
        ("multipliers", json!([])),
        ("multipliers", json!([256, 256, 256, 0, 256, 256])),
        ("multipliers", json!([256])),
        ("multiplier_bounds", json!([256, 256])),
        ("multiplier_bounds", json!([0, 65535])),
        ("elevations", json!([1])),
        ("elevation_bounds", json!([0, 0])),
        ("elevation_bounds", json!([-4, -1])),
        ("more", json!(1)),
    ];
    for (field, value) in wrong {
        let mut document = good.clone();
        document[field] = value.clone();
        assert!(from_value::<Grid>(document).is_err(), "{field} {value}");
    }
    let plane = Positions::Plane(vec![(0.0, 0.0), (3.0, 4.0)]);
    let graph = Graph::from_edges(2, [(0, 1, 10.0), (1, 0, 10.0)]).unwrap();
    let names = ["a", "b"].map(String::from);
    let graph = graph.with_positions(plane).unwrap().with_names(names).unwrap();
    let good = to_value(&graph).unwrap();
    assert!(from_value::<Graph>(good.clone()).is_ok());
    let infinite = f64::INFINITY.to_bits();
    let (four, nan) = (4f64.to_bits(), f64::NAN.to_bits());
    let place =
        |least: u64, points: Value| json!({ "least_cost_per_length": least, "points": points });
    let wrong = [
        ("version", json!(0)),
        ("degrees", json!([1])),
        ("degrees", json!([2, 1])),
        ("degrees", json!([u32::MAX, u32::MAX])),
        ("edges", json!([[0, 1, 0], [0, 0, 0]])),
        ("edges", json!([[0, 1, 0], [2, 0, 0]])),
        ("edges", json!([[0, 2, 0], [1, 0, 0]])),
        ("edges", json!([[0, 1, u64::MAX], [1, 0, 0]])),
        ("names", json!(["a", "b", "c"])),
        ("positions", place(0, json!({ "plane": [[0, 0]] }))),
        ("positions", place(0, json!({ "plane": [[0, 0], [nan, 0]] }))),
        ("positions", place(0, json!({ "plane": [[0, 0], [infinite, 0]] }))),
        ("positions", place(0, json!({ "sphere": [[0, 0, 0], [four, four, four]] }))),
        ("positions", place(four, json!({ "plane": [[0, 0], [0, four]] }))),
        ("positions", place(nan, json!({ "plane": [[0, 0], [0, four]] }))),
    ];
    for (field, value) in wrong {
        let mut document = good.clone();
        document[field] = value.clone();
        assert!(from_value::<Graph>(document).is_err(), "{field} {value}");
    }
}

#[test]
fn settings_and_results_go_by_their_names() {
    fn both<T>(value: T, saved: Value)
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        assert_eq!(to_value(&value).unwrap(), saved);
        assert_eq!(from_str::<T>(&saved.to_string()).unwrap(), value);
    }
    for info in algorithms() {
        both(info.algorithm, json!(info.name));
    }
    for open in Open::ALL {
        both(open, json!(open.name()));
    }
    for name in ["newest", "high-g", "low-g"] {
        both(name.parse::<Ties>().unwrap(), json!(name));
    }
    both(Stop::Settled, json!("settled"));
    both(Stop::Generated, json!("generated"));
    both(Outcome::Found, json!("found"));
    both(Outcome::Unreachable, json!("unreachable"));
    let limits = [Limit::Expansions, Limit::Cost, Limit::Time, Limit::Cancelled, Limit::States];
    for limit in limits {
        both(Outcome::Stopped(limit), json!({ "stopped": limit.to_string() }));
    }
    both(Guarantee::Optimal, json!("optimal"));
    both(Guarantee::Within(1.5), json!({ "within": 1.5 }));
    both(Guarantee::Nothing, json!("nothing"));
    both(Cell::new(3, 4), json!({ "x": 3, "y": 4 }));
    both(Cost::SQRT_2, json!(6_074_001_000u64));
    both(
        Stats::default(),
        json!({"expanded": 0, "generated": 0, "reopened": 0, "largest_open": 0}),
    );
    assert!(from_value::<Algorithm>(json!("teleport")).is_err());
    assert!(from_value::<Guarantee>(json!({ "within": 0.5 })).is_err());

    let cancel = std::sync::atomic::AtomicBool::new(false);
    let time = std::time::Duration::from_millis(1500);
    let limits = Limits::default().expansions(7).cost(Cost::ONE).time(time).cancel(&cancel);
    let saved = to_string(&limits).unwrap();
    let loaded: Limits = from_str(&saved).unwrap();
    assert_eq!(
        (loaded.expansions, loaded.cost, loaded.time),
        (Some(7), Some(Cost::ONE), Some(time))
    );
    assert!(loaded.cancel.is_none());
}
