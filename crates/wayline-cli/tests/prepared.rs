//! Indices on the command line: made, read, refused, timed.

mod program;

use program::{files, has_keys, json, run};
use std::fs;

const MAP: &str = "caves:120x80:seed=5";

#[test]
fn an_index_is_made_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (status, made) = json(&["prepare", MAP, "-o", &path("a.index")]);
    assert_eq!(status, 0);
    has_keys(&made, &["kind", "prepare_ms", "bytes"]);
    assert_eq!(made["kind"], "labels");
    let small = ["prepare", MAP, "-o", &path("b.index"), "--kind", "jumps"];
    assert_eq!(json(&small).1["kind"], "jumps");
    assert_eq!(run(&["prepare", MAP, "-o", &path("c.index")]).status, 0);
    // The same map, the same bytes.
    assert_eq!(fs::read(path("a.index")).unwrap(), fs::read(path("c.index")).unwrap());

    let (_, searched) = json(&["solve", MAP, "--algorithm", "astar"]);
    for name in ["a.index", "b.index"] {
        let (status, read) = json(&["solve", MAP, "--index", &path(name), "--verify"]);
        assert_eq!((status, &read["algorithm"]), (0, &"prepared".into()));
        assert_eq!((&read["cost"], &read["steps"]), (&searched["cost"], &searched["steps"]));
        assert_eq!((&read["optimal"], &read["verified"]), (&true.into(), &true.into()));
    }
    // Made on the spot.
    let (status, read) = json(&["solve", MAP, "--algorithm", "prepared", "--verify"]);
    assert_eq!((status, &read["cost"]), (0, &searched["cost"]));
    assert_eq!(files(folder.path()), ["a.index", "b.index", "c.index"]);
}

#[test]
fn every_rule_has_its_index() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("a.index").to_str().unwrap().to_owned();
    let rules: [&[&str]; 5] = [
        &["--moves", "4"],
        &["--corners", "one"],
        &["--corners", "always"],
        &["--corners", "always", "--step-costs", "uniform"],
        &["--step-costs", "1,2"],
    ];
    for rules in rules {
        let with = |arguments: &[&str]| json(&[arguments, rules].concat());
        let (status, made) = with(&["prepare", MAP, "-o", &index]);
        assert_eq!((status, &made["kind"]), (0, &"labels".into()), "{rules:?}");
        let (_, searched) = with(&["solve", MAP, "--algorithm", "astar"]);
        for read in [["--index", &index], ["--algorithm", "prepared"]] {
            let (status, read) = with(&[&["solve", MAP, "--verify"], &read[..]].concat());
            assert_eq!((status, &read["algorithm"]), (0, &"prepared".into()), "{rules:?}");
            assert_eq!((&read["cost"], &read["verified"]), (&searched["cost"], &true.into()));
        }
        let ran = run(&["solve", MAP, "--index", &index]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("other rules"), "{}", ran.err);
    }
    let network = ["prepare", "roads:100:seed=1", "-o", &index, "--moves", "4"];
    assert!(run(&network).err.contains("are for maps"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let index = path("a.index");
    assert_eq!(run(&["prepare", MAP, "-o", &index]).status, 0);
    let bytes = fs::read(&index).unwrap();
    fs::write(path("cut.index"), &bytes[..bytes.len() / 2]).unwrap();
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 1;
    fs::write(path("altered.index"), &altered).unwrap();
    fs::write(path("other.index"), "no index at all").unwrap();
    let none = ["prepare", MAP, "-o", &path("t.index"), "--kind", "labels", "--budget-ms", "0"];
    let small = ["prepare", MAP, "-o", &path("t.index"), "--kind", "labels", "--budget-mb", "0"];
    let refused: [(&[&str], &str); 11] = [
        (&["solve", "caves:120x80:seed=6", "--index", &index], "another map"),
        (&["solve", MAP, "--index", &index, "--step-costs", "10,14"], "other rules"),
        (&["solve", MAP, "--index", &path("cut.index")], "wayline prepare"),
        (&["solve", MAP, "--index", &path("altered.index")], "wayline prepare"),
        (&["solve", MAP, "--index", &path("other.index")], "wayline prepare"),
        (&["solve", MAP, "--index", &path("none.index")], "none.index"),
        (&["solve", MAP, "--index", &index, "--algorithm", "astar"], "not for astar"),
        (&["prepare", "terrain:30x30", "-o", &path("t.index")], "terrain"),
        (&none, "budget"),
        (&small, "an index of labels takes more memory than the budget allows"),
        (&["solve", MAP, "--index", &index, "--moves", "4"], "that it was prepared with"),
    ];
    for (arguments, said) in refused {
        let ran = run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.err.contains(said) && ran.out.is_empty(), "{}", ran.err);
    }
    // Nothing was left behind.
    let left = files(folder.path());
    assert_eq!(left, ["a.index", "altered.index", "cut.index", "other.index"]);
}

#[test]
fn the_bench_prepares_and_reports_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(run(&["generate", MAP, "-o", &path("cave.map")]).status, 0);
    let (_, answer) = json(&["solve", MAP]);
    let end = |name: &str, at: usize| answer[name][at].as_u64().unwrap();
    let (from, to) = ((end("from", 0), end("from", 1)), (end("to", 0), end("to", 1)));
    let line = format!(
        "0\tcave.map\t120\t80\t{}\t{}\t{}\t{}\t{}\n",
        from.0, from.1, to.0, to.1, answer["cost"]
    );
    fs::write(path("cave.map.scen"), "version 1\n".to_owned() + &line.repeat(120)).unwrap();
    let (scenarios, report) = (path("cave.map.scen"), path("report.html"));
    for output in ["cost", "turns", "cells"] {
        let what = ["bench", &scenarios, "--algorithms", "auto,prepared,jps,jps-bare"];
        let how = ["--output", output, "--repeat", "1", "--report", &report];
        let (status, object) = json(&[&what[..], &how[..]].concat());
        assert_eq!(status, 0, "{output}");
        let rows = object["results"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["wrong"] == 0 && row["queries"] == 120));
        // From a hundred queries on, auto prepares.
        assert_eq!(rows[0]["picked"], "prepared");
        assert!(rows[1]["prepare_ms"].as_f64().unwrap() > 0.0);
        assert!(rows[1]["index_bytes"].as_u64().unwrap() > 1000);
        assert_eq!((&rows[2]["picked"], &rows[2]["index_bytes"]), (&"jps".into(), &0.into()));
        assert!(fs::read_to_string(&report).unwrap().contains("What preparing buys"));
    }
    // By other rules than those of the file, costs are compared with Dijkstra's.
    let what = ["bench", &scenarios, "--algorithms", "prepared,jps", "--repeat", "1"];
    for rules in [["--corners", "always"], ["--moves", "4"]] {
        let (status, object) = json(&[&what[..], &rules[..]].concat());
        assert_eq!(status, 0, "{rules:?}");
        assert_eq!(object["results"][0]["picked"], "prepared");
    }
}
