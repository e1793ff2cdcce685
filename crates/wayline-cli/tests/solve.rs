//! `wayline solve`: answers, statuses, and what is refused.

mod program;

use program::{SOLVE_KEYS, has_keys, json, run, run_with, wayline};
use serde_json::json;

const ROOM: &[u8] = b".....\n.###.\n...#.\n.###.\n.....\n";

#[test]
fn json_has_what_the_contract_names() {
    let (status, answer) = json(&["solve", "open:8x5", "--from", "0,0", "--to", "7,2"]);
    assert_eq!(status, 0);
    has_keys(&answer, &SOLVE_KEYS);
    assert_eq!(answer["found"], json!(true));
    assert_eq!(answer["outcome"], json!("found"));
    assert_eq!(answer["optimal"], json!(true));
    assert_eq!(answer["steps"], json!(7));
    assert_eq!(answer["algorithm"], json!("jps"));
    let cost = answer["cost"].as_f64().unwrap();
    assert!((cost - (5.0 + 2.0 * 2f64.sqrt())).abs() < 1e-6, "{cost}");
    let path = answer["path"].as_array().unwrap();
    assert_eq!((path.len(), &path[0], &path[7]), (8, &json!([0, 0]), &json!([7, 2])));
    let turns = answer["turns"].as_array().unwrap();
    assert_eq!((turns.first(), turns.last()), (path.first(), path.last()));
}

#[test]
fn no_path_is_status_1() {
    let arguments = ["solve", "-", "--from", "0,0", "--to", "2,0"];
    let ran = run_with(&arguments, b".#.\n.#.\n");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let ran = run_with(&[&arguments[..], &["--format", "json", "--verify"]].concat(), b".#.\n");
    assert_eq!(ran.status, 1);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["outcome"], json!("unreachable"));
    assert_eq!((&answer["cost"], &answer["path"]), (&json!(null), &json!([])));
    assert_eq!(answer["verified"], json!(true));
}

#[test]
fn limits_are_status_4_and_say_which() {
    let maze = ["solve", "maze:60x60:seed=1"];
    for (limit, value, name) in [
        ("--max-expansions", "5", "expansions"),
        ("--max-cost", "3", "cost"),
        ("--max-ms", "0", "time"),
    ] {
        let (status, answer) = json(&[&maze[..], &[limit, value]].concat());
        assert_eq!(status, 4, "{limit}");
        assert_eq!(answer["outcome"], json!("limit"));
        assert_eq!(answer["limit"], json!(name));
        assert_eq!(answer["found"], json!(false));
    }
}

#[test]
fn the_naive_queue_says_that_it_was_capped() {
    let ran = run(&[
        "solve",
        "open:60x60",
        "--from",
        "0,0",
        "--to",
        "59,20",
        "--corners",
        "always",
        "--algorithm",
        "naive",
        "--heuristic",
        "zero",
    ]);
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("naive was stopped after 200000 expansions"), "{}", ran.err);
}

#[test]
fn every_algorithm_answers_and_is_verified() {
    for info in wayline::algorithms() {
        let question = ["solve", "rooms:12x9:size=4:seed=2", "--algorithm", info.name, "--verify"];
        // An index is read without expanding anything.
        let limit: &[_] = if info.prepared { &[] } else { &["--max-expansions", "3000000"] };
        let (status, answer) = json(&[&question[..], limit].concat());
        assert_eq!(status, 0, "{}: {answer}", info.name);
        assert_eq!(answer["verified"], json!(true), "{}", info.name);
        if info.optimal {
            assert_eq!(answer["optimal"], json!(true), "{}", info.name);
        }
    }
}

#[test]
fn every_open_list_gives_the_same_answer() {
    let question = ["solve", "caves:60x40:seed=2", "--algorithm", "astar"];
    let (_, plain) = json(&question);
    for open in wayline::Open::ALL {
        let (status, answer) = json(&[&question[..], &["--open", open.name()]].concat());
        assert_eq!(status, 0);
        assert_eq!((&answer["path"], &answer["expanded"]), (&plain["path"], &plain["expanded"]));
        assert_eq!(answer["open"], json!(open.name()));
    }
}

#[test]
fn rules_are_heeded() {
    let ask = |flags: &[&str]| {
        let question = ["solve", "-", "--from", "0,0", "--to", "1,1", "--format", "json"];
        let ran = run_with(&[&question[..], flags].concat(), b".#\n..\n");
        let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        answer["cost"].as_f64()
    };
    assert_eq!(ask(&[]), Some(2.0));
    assert_eq!(ask(&["--moves", "4"]), Some(2.0));
    assert!((ask(&["--corners", "one"]).unwrap() - 2f64.sqrt()).abs() < 1e-9);
    assert_eq!(ask(&["--corners", "one", "--step-costs", "uniform"]), Some(1.0));
    assert_eq!(ask(&["--corners", "always", "--step-costs", "10,14"]), Some(14.0));
}

#[test]
fn heuristics_ties_weights_and_stops_are_taken() {
    let question = ["solve", "caves:60x40:seed=2", "--verify"];
    for flags in [
        &["--heuristic", "octile,euclidean"][..],
        &["--heuristic", "zero", "--ties", "low-g"],
        &["--algorithm", "weighted", "--weight", "2.5"],
        &["--stop", "generated"],
        &["--algorithm", "astar", "--heuristic", "squared-euclidean"],
    ] {
        let (status, answer) = json(&[&question[..], flags].concat());
        assert_eq!(status, 0, "{flags:?}");
        assert_eq!(answer["verified"], json!(true), "{flags:?}");
    }
    let (_, weighted) = json(&["solve", "open:9x9", "--algorithm", "weighted", "--weight", "2"]);
    assert_eq!((&weighted["optimal"], &weighted["bound"]), (&json!(false), &json!(2.0)));
}

#[test]
fn the_closest_cell_where_the_goal_is_walled_in() {
    let arguments = ["solve", "-", "--from", "4,0", "--to", "2,2", "--format", "json", "--closest"];
    let ran = run_with(&[&arguments[..], &["--verify"]].concat(), b"....S\n.###.\n.#.#.\n.###.\n");
    assert_eq!(ran.status, 1);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&answer["found"], &answer["outcome"]), (&json!(false), &json!("unreachable")));
    assert!(!answer["path"].as_array().unwrap().is_empty());
    assert!(answer["cost"].as_f64().is_some());
    // A blocked goal is no error here.
    let blocked = ["solve", "-", "--from", "0,0", "--to", "1,1", "--closest"];
    assert_eq!(run_with(&blocked, ROOM).status, 1);
}

#[test]
fn ends_are_picked_when_left_out() {
    let (status, answer) = json(&["solve", "open:20x10"]);
    assert_eq!((status, answer["steps"].as_u64()), (0, Some(19)));
    assert_eq!(json(&["solve", "open:20x10"]).1["path"], answer["path"]);
    let (_, answer) = json(&["solve", "open:20x10", "--to", "19,9"]);
    assert_eq!((&answer["from"], &answer["to"]), (&json!([0, 0]), &json!([19, 9])));
    // Marks in the map go before, flags before marks.
    let ran = run_with(&["solve", "-", "--format", "json"], b"S...\n..G.\n");
    assert!(ran.out.contains(r#""from":[0,0],"to":[2,1]"#), "{}", ran.out);
    let ran = run_with(&["solve", "-", "--format", "json", "--to", "3,0"], b"S...\n..G.\n");
    assert!(ran.out.contains(r#""from":[0,0],"to":[3,0]"#), "{}", ran.out);
}

#[test]
fn what_is_refused_is_status_2_and_explained() {
    let refused: [(&[&str], &str); 22] = [
        (&["solve", "no/such.map"], "no/such.map: no such file: expected a map file"),
        (&["solve", "mase:20x20"], "there is no kind of map 'mase'"),
        (&["solve", "maze:20by20"], "is not a size"),
        (&["solve", "maze:20x20:corridr=2"], "has no parameter 'corridr'"),
        (&["solve", "random:20x20:density=1"], "the map has no free cell"),
        (&["solve", "."], "directory"),
        (&["solve", "open:5x5", "--from", "5,0"], "the start 5,0 is off the map, which is 5x5"),
        (&["solve", "open:5x5", "--to", "0,9"], "the goal 0,9 is off the map"),
        (&["solve", "maze:9x9:seed=1", "--from", "0,0"], "the start 0,0 is blocked"),
        (&["solve", "maze:9x9:seed=1", "--to", "0,0"], "the goal 0,0 is blocked"),
        (&["solve", "open:5x5", "--from", "-1,0"], "expected X,Y"),
        (&["solve", "open:5x5", "--from", "1"], "expected X,Y"),
        (&["solve", "open:5x5", "--from", "1.5,2"], "expected X,Y"),
        (&["solve", "open:5x5", "--weight", "NaN"], "weight NaN"),
        (&["solve", "open:5x5", "--weight", "-2"], "weight -2"),
        (&["solve", "open:5x5", "--max-cost", "-1"], "-1 is not a cost"),
        (&["solve", "open:5x5", "--step-costs", "0,1"], "step cost 0"),
        (&["solve", "open:5x5", "--algorithm", "astra"], "dijkstra"),
        (&["solve", "open:5x5", "--heuristic", "magic"], "chebyshev"),
        (&["solve", "open:5x5", "--open", "stack"], "pairing"),
        (&["solve", "terrain:20x20", "--algorithm", "theta"], "theta cannot be used here"),
        (
            &["solve", "open:5x5", "--algorithm", "theta", "--moves", "4"],
            "--moves 4 does not allow",
        ),
    ];
    for (arguments, says) in refused {
        let ran = run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(says), "{arguments:?}: {}", ran.err);
        assert!(ran.out.is_empty(), "{arguments:?}");
        let ran = run(&[arguments, &["--format", "json"]].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        let error: serde_json::Value = serde_json::from_str(&ran.err).unwrap();
        assert!(error["error"].as_str().unwrap().contains(says), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_bad_map_is_reported_by_line_and_column() {
    let ran = run_with(&["solve", "-"], b"...\n.x.\n");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("standard input:2:2: found 'x'"), "{}", ran.err);
}

#[test]
fn the_drawing_without_colours_is_plain_text() {
    let ran = run_with(&["solve", "-", "--from", "0,0", "--to", "4,4"], ROOM);
    assert_eq!(ran.status, 0);
    assert!(!ran.out.contains('\x1b'));
    for said in
        ["found     a path from 0,0 to 4,4", "cost      8, proven optimal", "8 steps, 1 turn"]
    {
        assert!(ran.out.contains(said), "{}", ran.out);
    }
    assert!(ran.out.contains("steps     "));
    let drawing: Vec<&str> = ran.out.lines().rev().take(5).collect();
    assert!(drawing[4].starts_with('S') && drawing[0].ends_with('G'), "{drawing:?}");
    assert!(drawing.iter().all(|row| row.len() == 5));
}

#[test]
fn large_maps_are_drawn_in_80_columns() {
    let ran = run(&["solve", "caves:700x300:seed=1"]);
    let drawing = ran.out.split("\n\n").nth(1).unwrap();
    assert!(drawing.lines().all(|row| row.len() <= 80));
    assert!(drawing.contains('S') && drawing.contains('G') && drawing.contains('*'));
    assert!(drawing.lines().count() <= 42);
}

#[test]
fn colours_when_asked_for_and_never_against_the_users_will() {
    let map = ["solve", "open:6x6"];
    assert!(!run(&map).out.contains('\x1b'), "a pipe is no terminal");
    let always = [&map[..], &["--color", "always"]].concat();
    let colored = run(&always).out;
    assert!(colored.contains("\x1b[38;2;") && colored.contains('▀'));
    let ran = wayline(&map).env("NO_COLOR", "1").output().unwrap();
    assert!(!ran.stdout.contains(&0x1b));
}

#[test]
fn options_without_effect_are_refused_by_name() {
    let refused: [(&[&str], &str); 15] = [
        (&["--weight", "2"], "--weight has no effect on auto"),
        (
            &["--algorithm", "astar", "--weight", "2"],
            "choose an --algorithm that takes it: weighted",
        ),
        (&["--algorithm", "jps", "--open", "heap"], "--open has no effect on jps"),
        (
            &["--algorithm", "bidirectional", "--open", "heap"],
            "--open has no effect on bidirectional",
        ),
        (
            &["--algorithm", "dijkstra", "--heuristic", "octile"],
            "--heuristic has no effect on dijkstra",
        ),
        (&["--algorithm", "bfs", "--heuristic", "zero"], "--heuristic has no effect on bfs"),
        (&["--algorithm", "jps-bare", "--ties", "low-g"], "--ties has no effect on jps-bare"),
        (&["--algorithm", "dfs", "--ties", "low-g"], "--ties has no effect on dfs"),
        (&["--algorithm", "ida", "--stop", "generated"], "--stop has no effect on ida"),
        (&["--algorithm", "prepared", "--max-expansions", "9"], "--max-expansions is for searches"),
        (&["--index", "no.index", "--max-expansions", "9"], "--max-expansions is for searches"),
        (&["--index", "no.index", "--max-ms", "9"], "--max-ms is for searches"),
        (&["--index", "no.index", "--heuristic", "octile"], "--heuristic is for searches"),
        (&["--index", "no.index", "--closest"], "--closest is for searches"),
        (&["--index", "no.index", "--trace", "no.trace.yaml"], "--trace is for searches"),
    ];
    for (options, says) in refused {
        let ran = run(&[&["solve", "open:9x9"][..], options].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{options:?}");
        assert!(ran.err.contains(says), "{options:?}: {}", ran.err);
    }
}

/// What the registry says an algorithm takes is what the command takes; and the other way round.
#[test]
fn options_are_taken_as_the_registry_says() {
    for info in wayline::algorithms().iter().filter(|info| !info.prepared) {
        for (options, taken) in [
            (["--open", "heap"], info.takes_open),
            (["--ties", "low-g"], info.takes_ties),
            (["--weight", "2"], info.takes_weight),
            (["--stop", "generated"], info.takes_stop),
            (["--heuristic", "octile"], info.informed),
        ] {
            let question = ["solve", "open:4x3", "--algorithm", info.name];
            let ran = run(&[&question[..], &options].concat());
            assert_eq!(ran.status, if taken { 0 } else { 2 }, "{}: {}", info.name, ran.err);
        }
    }
}

#[test]
fn what_auto_makes_of_an_option_is_said() {
    let ran = run(&["solve", "open:9x9", "--open", "heap"]);
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("because of --open, auto picked astar"), "{}", ran.err);
    let ran = run(&["solve", "open:9x9", "--ties", "low-g"]);
    assert!(ran.err.contains("auto picked jps, on which --ties has no effect"), "{}", ran.err);
    assert_eq!(run(&["solve", "open:9x9"]).err, "");
}

#[test]
fn elevation_counts_with_uphill_and_is_mentioned_without() {
    let map = "terrain:40x20:relief=500:seed=4";
    let question = ["solve", map, "--from", "4,9", "--to", "38,3", "--format", "json"];
    let cost = |more: &[&str]| {
        let ran = run(&[&question[..], more].concat());
        let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        (answer["cost"].as_f64().unwrap(), ran.err)
    };
    let (flat, note) = cost(&[]);
    assert!(note.contains("without --uphill N"), "{note}");
    let (steep, note) = cost(&["--uphill", "0.5", "--verify"]);
    assert!(steep > flat + 1.0, "{steep} {flat}");
    assert_eq!(note, "");
    assert_eq!(cost(&["--uphill", "0"]), (flat, String::new()));
    assert_eq!(run(&["solve", map, "--uphill", "-1"]).status, 2);
    let (_, info) = json(&["info", map]);
    assert_eq!(info["lowest_elevation"], json!(0));
    assert!(info["highest_elevation"].as_i64() > Some(400), "{info}");
    assert!(run(&["info", map]).out.contains("elevation   from 0 to "));
    assert!(!run(&["info", "open:3x3"]).out.contains("elevation"));
}

#[test]
fn the_drawing_without_colours_shows_multipliers() {
    let ends = ["solve", "-", "--from", "0,0", "--to", "1,0"];
    let ran = run_with(&ends, b".......\n.......\n.......\n2.3.9.#\n");
    assert_eq!(ran.out.lines().last(), Some("2.3.9.#"), "{}", ran.out);
}

#[test]
fn ends_of_a_large_map_are_its_far_corners() {
    let (_, answer) = json(&["solve", "open:1200x900"]);
    assert_eq!((&answer["from"], &answer["to"]), (&json!([1199, 899]), &json!([0, 0])));
}
