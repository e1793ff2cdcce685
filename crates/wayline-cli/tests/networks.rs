//! `reach`, `matrix`, `bench`, `info`, `generate` and `convert` on networks.

mod program;

use program::{files, has_keys, json, run, run_with};
use serde_json::{Value, json};
use std::path::Path;

const ROADS: &str = "roads:600:seed=3";

fn named(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// By the even-odd rule, polygon by polygon.
fn inside(geometry: &Value, [x, y]: [f64; 2]) -> bool {
    let number = |value: &Value| value.as_f64().unwrap();
    geometry["coordinates"].as_array().unwrap().iter().any(|polygon| {
        let mut odd = false;
        for ring in polygon.as_array().unwrap() {
            for side in ring.as_array().unwrap().windows(2) {
                let [x1, y1] = [0, 1].map(|at| number(&side[0][at]));
                let [x2, y2] = [0, 1].map(|at| number(&side[1][at]));
                if (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 {
                    odd = !odd;
                }
            }
        }
        odd
    })
}

#[test]
fn reach_parts_the_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let [area, picture, edges] =
        ["a.geojson", "a.png", "r-edges.csv"].map(|n| named(folder.path(), n));
    let question = ["reach", ROADS, "--from", "300", "--within", "4min"];
    let outputs = ["--geojson", &area, "--picture", &picture];
    let (status, answer) = json(&[&question[..], &outputs].concat());
    assert_eq!(status, 0);
    has_keys(&answer, &["settled", "polygons"]);
    let settled = answer["settled"].as_u64().unwrap();
    assert!(settled > 10 && settled < 600, "{settled}");
    let (_, seconds) = json(&["reach", ROADS, "--from", "300", "--within", "240"]);
    assert_eq!(seconds["settled"], answer["settled"]);
    // The positions from a file, the costs from routes: nothing of what drew the area.
    assert_eq!(run(&["convert", ROADS, &edges]).status, 0);
    let nodes = std::fs::read_to_string(named(folder.path(), "r-nodes.csv")).unwrap();
    let area: Value = serde_json::from_slice(&std::fs::read(&area).unwrap()).unwrap();
    let geometry = &area["features"][0]["geometry"];
    assert_eq!(geometry["type"], json!("MultiPolygon"));
    assert_eq!(geometry["coordinates"].as_array().unwrap().len() as u64, answer["polygons"]);
    let mut count = 0;
    for line in nodes.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let at = [fields[fields.len() - 1], fields[fields.len() - 2]].map(|f| f.parse().unwrap());
        count += u64::from(inside(geometry, at));
    }
    assert_eq!(count, settled);
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn reach_refuses_units_that_do_not_suit() {
    for (within, said) in
        [("5km", "travel times: expected s, min or h"), ("-1", "-1"), ("soon", "expected a number")]
    {
        let ran = run(&["reach", ROADS, "--from", "300", "--within", within]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    assert_eq!(run(&["reach", ROADS, "--within", "5min"]).status, 2);
}

#[test]
fn a_matrix_has_the_costs_of_routes() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to, csv, parquet] =
        ["from.txt", "to.csv", "out.csv", "out.parquet"].map(|name| named(folder.path(), name));
    std::fs::write(&from, "# starts\n3\n\n41\n599\n").unwrap();
    std::fs::write(&to, "name,id\nx,500\ny,3\n").unwrap();
    let lists = ["matrix", ROADS, "--from", &from, "--to", &to];
    let (status, answer) = json(&[&lists[..], &["-o", &csv]].concat());
    assert_eq!(status, 0);
    has_keys(&answer, &["rows", "columns", "seconds"]);
    assert_eq!((&answer["rows"], &answer["columns"]), (&json!(3), &json!(2)));
    let text = std::fs::read_to_string(&csv).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["from", "500", "3"]);
    for row in &rows[1..] {
        for (column, to) in ["500", "3"].iter().enumerate() {
            let (_, route) = json(&["route", ROADS, "--from", row[0], "--to", to]);
            let cost: f64 = row[column + 1].parse().unwrap();
            assert_eq!(Some(cost), route["cost"].as_f64());
        }
    }
    assert_eq!(run(&[&lists[..], &["-o", &parquet]].concat()).status, 0);
    let bytes = std::fs::read(&parquet).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    // An index, and many rows for which one is made, give the same.
    let index = named(folder.path(), "roads.index");
    assert_eq!(run(&["prepare", ROADS, "-o", &index]).status, 0);
    assert_eq!(run(&[&lists[..], &["-o", &csv, "--index", &index]].concat()).status, 0);
    assert_eq!(std::fs::read_to_string(&csv).unwrap(), text);
    let many: String = (0..400).map(|node| format!("{node}\n")).collect();
    std::fs::write(&from, many).unwrap();
    assert_eq!(run(&[&lists[..], &["-o", &csv]].concat()).status, 0);
    let long = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(long.lines().nth(4), text.lines().nth(1));
    assert_eq!(long.lines().nth(42), text.lines().nth(2));
}

#[test]
fn a_matrix_leaves_fields_empty_and_files_away() {
    let folder = tempfile::tempdir().unwrap();
    let [list, out] = ["list.txt", "out.csv"].map(|name| named(folder.path(), name));
    std::fs::write(&list, "a\nb\n").unwrap();
    let edges = b"from,to,cost\na,b,2.5\n";
    let question = ["matrix", "-", "--from", &list, "--to", &list, "-o", &out];
    let ran = run_with(&question, edges);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "from,a,b\na,0,2.5\nb,,0\n");
    std::fs::remove_file(&out).unwrap();
    std::fs::write(&list, "a\nnowhere\n").unwrap();
    let ran = run_with(&question, edges);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("list.txt:2: there is no place 'nowhere'"), "{}", ran.err);
    let ran = run_with(&["matrix", "-", "--from", &list, "--to", &list, "-o", "out.txt"], edges);
    assert!(ran.status == 2 && ran.err.contains(".csv or .parquet"), "{}", ran.err);
    assert_eq!(files(folder.path()), ["list.txt"]);
}

#[test]
fn bench_measures_pairs_and_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let page = named(folder.path(), "bench.html");
    let keys = [
        "map",
        "algorithm",
        "queries",
        "mean_us",
        "median_us",
        "p99_us",
        "first_pass_mean_us",
        "prepare_ms",
        "index_bytes",
        "expanded_mean",
        "wrong",
    ];
    let question = ["bench", ROADS, "--pairs", "30", "--repeat", "2", "--report", &page];
    let names = ["--algorithms", "labels,hierarchy,astar,greedy"];
    for output in ["cost", "path"] {
        let (status, answer) = json(&[&question[..], &names, &["--output", output]].concat());
        assert_eq!(status, 0);
        let results = answer["results"].as_array().unwrap();
        assert_eq!(results.len(), 4);
        for row in results {
            has_keys(row, &keys);
            assert_eq!((&row["queries"], &row["wrong"]), (&json!(30), &json!(0)));
        }
        assert!(results[0]["index_bytes"].as_u64() > Some(0));
    }
    let (status, answer) =
        json(&[&question[..], &["--ranks", "--algorithms", "hierarchy"]].concat());
    assert_eq!(status, 0);
    let ranks: Vec<u64> = answer["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["rank"].as_u64().unwrap())
        .collect();
    assert_eq!(ranks, [64, 128, 256, 512]);
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("Dijkstra rank") && page.contains("No answer was wrong"));
    // Without anything said, every kind of index.
    let (_, answer) = json(&["bench", ROADS, "--pairs", "5", "--repeat", "1"]);
    let kinds = wayline::IndexKind::OF_GRAPHS.len();
    assert_eq!(answer["results"].as_array().unwrap().len(), kinds + 1);
}

#[test]
fn bench_refuses_what_does_not_belong_to_networks() {
    for extra in [["--output", "cells"], ["--limit", "3"], ["--maps", "x"]] {
        assert_eq!(run(&[&["bench", ROADS][..], &extra].concat()).status, 2, "{extra:?}");
    }
    assert_eq!(run(&["bench", ROADS, ROADS]).status, 2);
}

#[test]
fn flags_for_networks_are_refused_for_maps() {
    let folder = tempfile::tempdir().unwrap();
    let [queries, to] = ["q.csv", "out"].map(|name| named(folder.path(), name));
    std::fs::write(&queries, "sx,sy,gx,gy\n0,0,1,1\n").unwrap();
    let commands: [&[&str]; 3] = [
        &["info", "open:3x3"],
        &["prepare", "open:3x3", "-o", &to],
        &["batch", "open:3x3", "--queries", &queries, "-o", "-"],
    ];
    for command in commands {
        assert_eq!(run(command).status, 0, "{command:?}");
        for flag in [
            &["--profile", "car"][..],
            &["--nodes", "x.csv"],
            &["--fields", "cost=minutes"],
            &["--delimiter", ";"],
            &["--header", "no"],
            &["--both-ways"],
            &["--unit", "s"],
            &["--all-parts"],
            &["--turn-costs", "left=3"],
        ] {
            let ran = run(&[command, flag].concat());
            assert_eq!(ran.status, 2, "{command:?} {flag:?}");
            let said = format!("{} is for networks, and this is a map", flag[0]);
            assert!(ran.err.contains(&said), "{}", ran.err);
        }
    }
}

#[test]
fn info_counts_a_network() {
    let (status, answer) = json(&["info", ROADS]);
    assert_eq!((status, &answer["nodes"], &answer["unit"]), (0, &json!(600), &json!("seconds")));
    assert!(answer["edges"].as_u64() > Some(600));
    let text = run(&["info", ROADS]).out;
    assert!(text.contains("nodes     600"), "{text}");
}

#[test]
fn a_header_is_recognised_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = named(folder.path(), "odd.csv");
    // Two places that are called like columns.
    std::fs::write(&file, "from,to,5\nto,there,6\n").unwrap();
    let ask =
        |more: &[&str]| run(&[&["route", &file, "--from", "from", "--to", "there"], more].concat());
    assert_eq!(ask(&["--header", "no"]).status, 0);
    assert_eq!(ask(&[]).status, 2);
    assert_eq!(ask(&["--header", "yes"]).status, 2);
    assert_eq!(ask(&["--header", "maybe"]).status, 2);
    let dimacs = named(folder.path(), "two.gr");
    std::fs::write(&dimacs, "p sp 2 1\na 1 2 5\n").unwrap();
    assert_eq!(run(&["info", &dimacs]).status, 0);
    assert_eq!(run(&["info", &dimacs, "--header", "no"]).status, 2);
}

#[test]
fn networks_are_generated_and_converted() {
    assert_eq!(run(&["convert", ROADS]).status, 2);
    let folder = tempfile::tempdir().unwrap();
    let [gr, csv, geojson, graphml] =
        ["r.gr", "r-edges.csv", "r.geojson", "r.graphml"].map(|name| named(folder.path(), name));
    let (status, made) = json(&["generate", ROADS, "-o", &gr]);
    assert_eq!((status, &made["nodes"]), (0, &json!(600)));
    for out in [&csv, &geojson, &graphml] {
        assert_eq!(run(&["convert", ROADS, out]).status, 0, "{out}");
        assert_eq!(run(&["convert", ROADS, "-o", out]).status, 0, "{out}");
        assert_eq!(run(&["convert", ROADS, out, "-o", out]).status, 2, "{out}");
    }
    let expected = ["r-edges.csv", "r-nodes.csv", "r.co", "r.geojson", "r.gr", "r.graphml"];
    assert_eq!(files(folder.path()), expected);
    let (_, original) = json(&["info", ROADS]);
    for file in [&gr, &csv, &geojson, &graphml] {
        let (status, copy) = json(&["info", file]);
        assert_eq!(status, 0, "{file}");
        assert_eq!(
            (&copy["nodes"], &copy["edges"]),
            (&original["nodes"], &original["edges"]),
            "{file}"
        );
        assert!(copy["bounds"].is_array(), "{file}");
    }
    for wrong in ["r.osm", "r.gr.gz", "r.xyz", "r"] {
        let path = named(folder.path(), wrong);
        assert_eq!(run(&["convert", ROADS, &path]).status, 2, "{wrong}");
    }
    assert_eq!(files(folder.path()), expected);
}
