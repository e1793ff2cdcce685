//! `wayline route`: answers, statuses, files, and what is refused.

mod program;

use program::{files, has_keys, json, run, run_with};
use serde_json::{Value, json};

const KEYS: [&str; 9] =
    ["found", "outcome", "optimal", "cost", "nodes", "edges", "expanded", "micros", "algorithm"];

/// Streets of a village: two ways from a to d, and an island.
const VILLAGE: &[u8] = b"from,to,cost,name\na,b,2,Main Street\nb,d,2,Main Street\na,c,3,Back Lane\nc,d,3,Back Lane\nisland,island2,1,Pier\n";

const ROADS: &str = "roads:600:seed=3";

#[test]
fn json_has_what_the_contract_names() {
    let ran = run_with(&["route", "-", "--from", "a", "--to", "d", "--format", "json"], VILLAGE);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    has_keys(&answer, &KEYS);
    assert_eq!(answer["found"], json!(true));
    assert_eq!(answer["outcome"], json!("found"));
    assert_eq!(answer["optimal"], json!(true));
    assert_eq!(answer["cost"], json!(4.0));
    assert_eq!(answer["nodes"], json!(["a", "b", "d"]));
    assert_eq!(answer["edges"], json!([0, 1]));
    assert_eq!(answer["legs"][0]["name"], json!("Main Street"));
}

#[test]
fn ids_that_are_numbers_are_numbers() {
    let (status, answer) = json(&["route", ROADS, "--from", "3", "--to", "500"]);
    assert_eq!(status, 0);
    let nodes = answer["nodes"].as_array().unwrap();
    assert_eq!((&nodes[0], nodes.last().unwrap()), (&json!(3), &json!(500)));
    assert_eq!(nodes.len(), answer["edges"].as_array().unwrap().len() + 1);
}

#[test]
fn no_path_is_status_1_and_a_plain_sentence() {
    let ran = run_with(&["route", "-", "--from", "a", "--to", "island"], VILLAGE);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("node island cannot be reached from node a"), "{}", ran.out);
    let question = ["route", "-", "--from", "a", "--to", "island", "--format", "json", "--verify"];
    let ran = run_with(&question, VILLAGE);
    assert_eq!(ran.status, 1);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["outcome"], json!("unreachable"));
    assert_eq!((&answer["cost"], &answer["nodes"]), (&json!(null), &json!([])));
    assert_eq!(answer["verified"], json!(true));
}

#[test]
fn limits_are_status_4() {
    for (limit, name) in [("--max-expansions", "expansions"), ("--max-cost", "cost")] {
        let question = ["route", ROADS, "--algorithm", "dijkstra", limit, "3"];
        let (status, answer) = json(&question);
        assert_eq!((status, &answer["outcome"]), (4, &json!("limit")), "{limit}");
        assert_eq!(answer["limit"], json!(name));
    }
}

#[test]
fn every_exact_algorithm_gives_the_same_cost_and_is_verified() {
    let question = ["route", ROADS, "--from", "7", "--to", "580", "--verify", "--algorithm"];
    let (_, expected) = json(&[&question[..], &["dijkstra"]].concat());
    for name in ["auto", "astar", "bidirectional", "prepared", "bfs", "greedy", "weighted"] {
        let (status, answer) = json(&[&question[..], &[name]].concat());
        assert_eq!((status, &answer["verified"]), (0, &json!(true)), "{name}");
        let (cost, best) = (answer["cost"].as_f64().unwrap(), expected["cost"].as_f64().unwrap());
        match answer["optimal"].as_bool().unwrap() {
            true => assert_eq!(cost, best, "{name}"),
            false => assert!(cost >= best, "{name}"),
        }
    }
    for name in ["jps", "theta"] {
        assert_eq!(run(&[&question[..], &[name]].concat()).status, 2, "{name}");
    }
}

#[test]
fn turns_cost_what_is_asked_for_whoever_answers() {
    let question = ["route", ROADS, "--from", "7", "--to", "580", "--verify"];
    let turns = ["--turn-costs", "left=8,right=3,u-turn=30"];
    let (_, free) = json(&question);
    let (_, expected) = json(&[&question[..], &turns, &["--algorithm", "dijkstra"]].concat());
    assert!(expected["cost"].as_f64() > free["cost"].as_f64());
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (index, other) = (path("turns.index"), path("free.index"));
    assert_eq!(run(&[&["prepare", ROADS, "-o", &index], &turns[..]].concat()).status, 0);
    assert_eq!(run(&["prepare", ROADS, "-o", &other]).status, 0);
    for way in [&["--algorithm", "auto"], &["--algorithm", "prepared"], &["--index", &index[..]]] {
        let (status, answer) = json(&[&question[..], &turns, &way[..]].concat());
        assert_eq!((status, &answer["verified"]), (0, &json!(true)), "{way:?}");
        assert_eq!(answer["cost"], expected["cost"], "{way:?}");
    }
    let ran = run(&[&question[..], &turns, &["--index", &other]].concat());
    assert!(ran.status == 2 && ran.err.contains("another"), "{}", ran.err);
    for (wrong, said) in [("left", "as in left=8"), ("left=-2", "as in left=8")] {
        let ran = run(&["route", ROADS, "--from", "7", "--to", "580", "--turn-costs", wrong]);
        assert!(ran.status == 2 && ran.err.contains(said), "{}", ran.err);
    }
    let ran =
        run_with(&["route", "-", "--from", "a", "--to", "d", "--turn-costs", "left=1"], VILLAGE);
    assert!(ran.status == 2 && ran.err.contains("have no positions"), "{}", ran.err);
}

#[test]
fn places_between_junctions_count_in_part() {
    let (_, whole) = json(&["route", ROADS, "--from", "3", "--to", "500"]);
    let stop = &whole["stops"][0];
    let place = format!("{},{}", stop["latitude"], stop["longitude"]);
    let (status, answer) = json(&["route", ROADS, "--from", &place, "--to", "500", "--verify"]);
    assert_eq!((status, &answer["cost"]), (0, &whole["cost"]));
    // A little beside it: on a street, in part.
    let latitude = stop["latitude"].as_f64().unwrap() + 0.0004;
    let place = format!("{latitude},{}", stop["longitude"].as_f64().unwrap() + 0.0007);
    let (status, answer) = json(&["route", ROADS, "--from", &place, "--to", "500", "--verify"]);
    assert_eq!((status, &answer["verified"]), (0, &json!(true)));
}

#[test]
fn stops_are_visited_in_order_or_in_the_best() {
    let question = ["route", ROADS, "--from", "3", "--to", "500", "--via", "400", "--via", "90"];
    let (status, given) = json(&question);
    assert_eq!(status, 0);
    let names: Vec<&Value> =
        given["stops"].as_array().unwrap().iter().map(|s| &s["node"]).collect();
    assert_eq!(names, [&json!(3), &json!(400), &json!(90), &json!(500)]);
    let (status, best) = json(&[&question[..], &["--best-order", "--verify"]].concat());
    assert_eq!(status, 0);
    assert!(best["cost"].as_f64() <= given["cost"].as_f64());
    let many: Vec<&str> = ["route", ROADS, "--best-order"]
        .into_iter()
        .chain(std::iter::repeat_n(["--via", "5"], 13).flatten())
        .collect();
    let ran = run(&many);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("expected at most 12"), "{}", ran.err);
}

#[test]
fn alternatives_say_what_they_are() {
    let question =
        ["route", ROADS, "--from", "7", "--to", "580", "--verify", "--alternatives", "4"];
    let (status, shortest) = json(&question);
    assert_eq!(status, 0);
    let all = shortest["alternatives"].as_array().unwrap();
    assert_eq!(all.len(), 4);
    assert_eq!(all[0]["cost"], shortest["cost"]);
    assert_eq!((&all[0]["kind"], &all[1]["kind"]), (&json!("best"), &json!("next shortest")));
    let costs: Vec<f64> = all.iter().map(|one| one["cost"].as_f64().unwrap()).collect();
    assert!(costs.is_sorted());
    let (status, different) = json(&[&question[..], &["--different"]].concat());
    assert_eq!(status, 0);
    let all = different["alternatives"].as_array().unwrap();
    assert_eq!(all[0]["cost"], shortest["cost"]);
    assert!(all[1..].iter().all(|one| one["kind"] == json!("different")));
}

#[test]
fn streets_and_edges_are_avoided() {
    let question = ["route", "-", "--from", "a", "--to", "d", "--format", "json", "--avoid"];
    for (avoided, cost) in [("main street", 6.0), ("0", 6.0), ("Back Lane", 4.0)] {
        let ran = run_with(&[&question[..], &[avoided]].concat(), VILLAGE);
        let answer: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((ran.status, &answer["cost"]), (0, &json!(cost)), "{avoided}");
    }
    let ran = run_with(&[&question[..], &["Main Stret"]].concat(), VILLAGE);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean Main Street?"), "{}", ran.err);
}

#[test]
fn files_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [png, svg, geojson, gpx] = ["a.png", "a.svg", "a.geojson", "a.gpx"].map(path);
    let question = ["route", ROADS, "--from", "3", "--to", "500"];
    let outputs = ["--picture", &png, "--geojson", &geojson, "--gpx", &gpx];
    assert_eq!(run(&[&question[..], &outputs].concat()).status, 0);
    assert_eq!(run(&[&question[..], &["--picture", &svg]].concat()).status, 0);
    assert_eq!(files(folder.path()), ["a.geojson", "a.gpx", "a.png", "a.svg"]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(&svg).unwrap().contains("class=\"route\""));
    assert!(std::fs::read_to_string(&gpx).unwrap().contains("<trkpt lat="));
    let geojson: Value = serde_json::from_slice(&std::fs::read(&geojson).unwrap()).unwrap();
    let features = geojson["features"].as_array().unwrap();
    assert_eq!(features[0]["geometry"]["type"], json!("LineString"));
    let (_, answer) = json(&question);
    let line = features[0]["geometry"]["coordinates"].as_array().unwrap();
    assert!(line.len() >= answer["nodes"].as_array().unwrap().len());
    assert_eq!(features.len(), 3);
}

#[test]
fn what_cannot_be_done_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.png");
    let picture = picture.to_str().unwrap();
    let cases: [(&[&str], &str); 8] = [
        (&["route", "-", "--from", "a", "--to", "z"], "there is no place 'z'"),
        (&["route", "-", "--from", "a", "--to", "d", "--picture", picture], "need positions"),
        (&["route", "-", "--from", "1.5,2", "--to", "d"], "no edges with positions"),
        (&["route", "no-such.gr"], "no such file"),
        (&["route", "roads:x:seed=1"], "roads:x"),
        (&["route", "-", "--profile", "boat"], "there is no profile 'boat'"),
        (&["route", ROADS, "--alternatives", "0"], "0"),
        (&["route", ROADS, "--picture", "a.bmp"], ".png or .svg"),
    ];
    for (arguments, said) in cases {
        let ran = run_with(arguments, VILLAGE);
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
    assert!(files(folder.path()).is_empty());
    // What has no name is not a suggestion.
    let nameless = b"1,2,3\n2,3,4\n";
    let ran = run_with(&["route", "-", "--from", "1", "--to", "9"], nameless);
    assert!(ran.err.contains("did you mean 1, 2, 3?"), "{}", ran.err);
    let ran = run_with(&["route", "-", "--from", "1", "--to", "3", "--avoid", "9"], nameless);
    assert!(ran.err.trim_end().ends_with("the name of a street"), "{}", ran.err);
    let ran = run_with(&["route", "-"], b"from,to,cost\na,b,many\n");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("standard input:2"), "{}", ran.err);
}

#[test]
fn without_ends_a_far_apart_pair_is_picked() {
    let (status, answer) = json(&["route", ROADS]);
    assert_eq!(status, 0);
    assert!(answer["edges"].as_array().unwrap().len() > 10);
    let (_, from) = json(&["route", ROADS, "--from", "3"]);
    assert_eq!(from["stops"][0]["node"], json!(3));
    let (_, to) = json(&["route", ROADS, "--to", "3"]);
    assert_eq!(to["stops"][1]["node"], json!(3));
}

#[test]
fn an_index_gives_the_same_and_is_refused_for_another_network() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("roads.index");
    let index = index.to_str().unwrap();
    let question = ["route", ROADS, "--from", "7", "--to", "580"];
    let (_, expected) = json(&question);
    for kind in ["labels", "hierarchy"] {
        let (status, made) = json(&["prepare", ROADS, "-o", index, "--kind", kind]);
        assert_eq!((status, &made["kind"]), (0, &json!(kind)));
        has_keys(&made, &["prepare_ms", "bytes"]);
        let (status, answer) = json(&[&question[..], &["--index", index, "--verify"]].concat());
        assert_eq!((status, &answer["cost"]), (0, &expected["cost"]));
        assert_eq!((&answer["algorithm"], &answer["verified"]), (&json!("prepared"), &json!(true)));
    }
    let ran = run(&["route", "roads:600:seed=4", "--index", index]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("another"), "{}", ran.err);
    assert_eq!(run(&[&question[..], &["--index", index, "--avoid", "3"]].concat()).status, 2);
    assert_eq!(run(&["prepare", ROADS, "-o", index, "--kind", "jumps"]).status, 2);
    assert_eq!(run(&["prepare", "open:9x9", "-o", index, "--kind", "hierarchy"]).status, 2);
}

#[test]
fn solve_says_to_use_route() {
    let ran = run(&["solve", ROADS]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("use `wayline route"), "{}", ran.err);
}

fn data(name: &str) -> Option<String> {
    let folder = std::env::var_os("WAYLINE_DATA")?;
    let path = std::path::Path::new(&folder).join(name);
    path.exists().then(|| path.to_str().unwrap().to_owned())
}

#[test]
#[ignore = "needs WAYLINE_DATA"]
fn data_routes_of_real_networks_are_verified() {
    let airports = data("graphs/airports.dat").expect("the airports are there");
    let (status, answer) = json(&["route", &airports, "--from", "HEL", "--to", "AKL", "--verify"]);
    assert_eq!((status, &answer["verified"]), (0, &json!(true)));
    let porto = data("roads/porto_portugal.osm.pbf").expect("Porto is there");
    let ends = ["--from", "41.1496,-8.6110", "--to", "41.1621,-8.6220"];
    for profile in ["car", "bike", "foot"] {
        let question = ["route", &porto, "--profile", profile, "--verify"];
        let (status, answer) = json(&[&question[..], &ends].concat());
        assert_eq!((status, &answer["verified"]), (0, &json!(true)), "{profile}");
    }
}
