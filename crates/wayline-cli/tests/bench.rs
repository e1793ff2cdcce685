//! `wayline bench`: clocks run, and wrong answers are found out.

mod program;

use program::{files, has_keys, json, run};
use serde_json::json;
use std::fs;
use std::path::Path;

const MAP: &str = "type octile\nheight 4\nwidth 6\nmap\n......\n.@@@@.\n......\n@@@@@.\n";

/// A folder with a map and a scenario file whose lines are these.
fn folder(lines: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tiny.map"), MAP).unwrap();
    let scenarios = folder.path().join("tiny.map.scen");
    fs::write(&scenarios, format!("version 1\n{}\n", lines.join("\n"))).unwrap();
    let path = scenarios.to_str().unwrap().to_owned();
    (folder, path)
}

const GOOD: [&str; 4] = [
    "0\tmaps/tiny.map\t6\t4\t0\t0\t5\t0\t5",
    "0\tmaps/tiny.map\t6\t4\t0\t0\t4\t2\t6",
    "0\tmaps/tiny.map\t6\t4\t5\t3\t0\t2\t6",
    "0\tmaps/tiny.map\t6\t4\t2\t2\t2\t2\t0",
];

#[test]
fn right_answers_are_timed() {
    let (_folder, scenarios) = folder(&GOOD);
    let all = "auto,bfs,dijkstra,astar,greedy,weighted,bidirectional,theta";
    let (status, object) = json(&["bench", &scenarios, "--algorithms", all, "--repeat", "3"]);
    assert_eq!(status, 0, "{object}");
    let results = object["results"].as_array().unwrap();
    assert_eq!(results.len(), 8);
    for row in results {
        has_keys(
            row,
            &[
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
            ],
        );
        assert_eq!((&row["map"], &row["queries"]), (&json!("tiny.map"), &json!(4)));
        assert_eq!(row["wrong"], json!(0));
        assert!(row["mean_us"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn a_wrong_length_is_found_out() {
    for wrong in ["4", "7"] {
        let line = format!("0\ttiny.map\t6\t4\t0\t0\t5\t0\t{wrong}");
        let (_folder, scenarios) = folder(&[GOOD[1], &line]);
        let ran = run(&["bench", &scenarios, "--repeat", "1", "--algorithms", "astar"]);
        assert_eq!(ran.status, 3, "{}", ran.out);
        assert!(ran.err.contains("line 3, 0,0 to 5,0: costs 5.0000"), "{}", ran.err);
        let (status, object) = json(&["bench", &scenarios, "--algorithms", "astar"]);
        assert_eq!((status, &object["results"][0]["wrong"]), (3, &json!(1)));
    }
}

#[test]
fn what_is_handed_out_and_how_much_of_the_file() {
    let (_folder, scenarios) = folder(&GOOD);
    for output in ["cost", "turns", "cells"] {
        let arguments = ["bench", &scenarios, "--output", output, "--limit", "2", "--repeat", "1"];
        let (status, object) = json(&arguments);
        assert_eq!((status, &object["results"][0]["queries"]), (0, &json!(2)));
    }
    let text = run(&["bench", &scenarios, "--repeat", "1"]).out;
    assert!(text.starts_with("map ") && text.contains("tiny.map  astar"), "{text}");
}

#[test]
fn maps_may_be_elsewhere() {
    let (folder, scenarios) = folder(&GOOD);
    let elsewhere = tempfile::tempdir().unwrap();
    fs::rename(folder.path().join("tiny.map"), elsewhere.path().join("tiny.map")).unwrap();
    let ran = run(&["bench", &scenarios]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("there is no map") && ran.err.contains("--maps"), "{}", ran.err);
    let maps = elsewhere.path().to_str().unwrap();
    assert_eq!(run(&["bench", &scenarios, "--maps", maps, "--repeat", "1"]).status, 0);
}

#[test]
fn bad_scenarios_are_told_by_file_and_line() {
    let refused = [
        ("0\ttiny.map\t6\t4\t1\t1\t5\t0\t5", "tiny.map.scen:3: the start 1,1 is blocked"),
        ("0\ttiny.map\t6\t4\t0\t0\t0\t3\t5", "tiny.map.scen:3: the goal 0,3 is blocked"),
        ("0\ttiny.map\t6\t4\t0\t0\t6\t0\t5", "tiny.map.scen:3: the goal 6,0 is off the map"),
        ("0\ttiny.map\t12\t8\t0\t0\t5\t0\t5", "tiny.map.scen:3: the scenario is for a map of 12x8"),
        ("0\ttiny.map\t6\t4\t0\t0\t5", "tiny.map.scen:3:1: found"),
    ];
    for (line, says) in refused {
        let (_folder, scenarios) = folder(&[GOOD[0], line]);
        let ran = run(&["bench", &scenarios]);
        assert_eq!(ran.status, 2, "{line}");
        assert!(ran.err.contains(says), "{}", ran.err);
    }
    assert_eq!(run(&["bench", "no.scen"]).status, 2);
    assert_eq!(run(&["bench"]).status, 2);
    let (_folder, scenarios) = folder(&GOOD);
    for flags in [["--repeat", "0"], ["--limit", "0"], ["--algorithms", "astra"]] {
        assert_eq!(run(&[&["bench", &scenarios][..], &flags].concat()).status, 2, "{flags:?}");
    }
}

#[test]
fn a_length_of_zero_between_two_cells_is_no_path() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.map"), "type octile\nheight 1\nwidth 3\nmap\n.@.\n").unwrap();
    let scenarios = folder.path().join("a.scen");
    fs::write(&scenarios, "version 1.0\n0 a.map 3 1 0 0 2 0 0\n").unwrap();
    assert_eq!(run(&["bench", scenarios.to_str().unwrap(), "--repeat", "1"]).status, 0);
}

#[test]
fn a_report_is_one_page_that_needs_nothing() {
    let (folder, scenarios) = folder(&GOOD);
    let report = folder.path().join("report.html");
    let arguments = ["bench", &scenarios, "--repeat", "2", "--report", report.to_str().unwrap()];
    assert_eq!(run(&arguments).status, 0);
    let page = fs::read_to_string(&report).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in
        ["<svg", "prefers-color-scheme: dark", "time (µs)", "path length", "<title>", "tiny.map"]
    {
        assert!(page.contains(part), "{part}");
    }
    for foreign in ["http://", "https://", "<script", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert_eq!(files(folder.path()), ["report.html", "tiny.map", "tiny.map.scen"]);
    assert!(Path::new(&scenarios).exists());
}
