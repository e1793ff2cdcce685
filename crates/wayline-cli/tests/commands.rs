//! The commands beside `solve` and `bench`.

mod program;

use program::{files, has_keys, json, run, run_with};
use serde_json::json;

#[test]
fn algorithms_are_those_of_the_engine() {
    let (status, object) = json(&["algorithms"]);
    assert_eq!(status, 0);
    let rows = object["algorithms"].as_array().unwrap();
    let names: Vec<_> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    let known: Vec<_> = wayline::algorithms().iter().map(|info| info.name).collect();
    assert_eq!(names, known);
    rows.iter().for_each(|row| has_keys(row, &["name", "summary", "optimal", "prepared"]));
    let text = run(&["algorithms"]).out;
    assert!(text.lines().count() > known.len() && text.contains("dijkstra"));
}

#[test]
fn an_algorithm_is_shown_as_pseudocode() {
    for info in wayline::algorithms() {
        let (status, object) = json(&["algorithms", info.name]);
        assert_eq!((status, &object["name"]), (0, &json!(info.name)));
        let lines = object["pseudocode"].as_array().unwrap();
        assert_eq!(lines.len(), info.algorithm.pseudocode().len());
        assert_eq!(lines[0]["moment"], "begin");
    }
    let text = run(&["algorithms", "astar"]).out;
    assert!(text.contains("\nexpand      n ← take the node of least f = g + h\n"), "{text}");
    let unknown = run(&["algorithms", "astra"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("astar"), "{}", unknown.err);
}

#[test]
fn generated_maps_can_be_read_back() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, name) in [
        ("maze:31x21:seed=4", "a.map"),
        ("rooms:31x21:seed=4", "b.txt"),
        ("terrain:31x21:seed=4", "c.png"),
    ] {
        let path = folder.path().join(name).to_str().unwrap().to_owned();
        let (status, made) = json(&["generate", spec, "-o", &path]);
        assert_eq!((status, &made["width"], &made["height"]), (0, &json!(31), &json!(21)));
        let (status, read) = json(&["info", &path]);
        assert_eq!(status, 0);
        has_keys(&read, &["width", "height", "free", "components"]);
        assert_eq!(read["free"], made["free"], "{name}");
    }
    assert_eq!(files(folder.path()), ["a.map", "b.txt", "c.png"]);
    let ran = run(&["generate", "open:3x2", "-o", "-"]);
    assert_eq!(ran.out, "type octile\nheight 2\nwidth 3\nmap\n...\n...\n");
    assert_eq!(run_with(&["info", "-"], ran.out.as_bytes()).status, 0);
    assert!(run(&["generate", "terrain:9x9:seed=1", "-o", "-"]).status == 0);
}

#[test]
fn info_counts_parts_and_terrain() {
    let ran = run_with(&["info", "-", "--format", "json"], b".#.9\n.#..\n");
    let info: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&info["width"], &info["height"]), (&json!(4), &json!(2)));
    assert_eq!((&info["free"], &info["components"]), (&json!(6), &json!(2)));
    assert_eq!((&info["weighted"], &info["highest_multiplier"]), (&json!(true), &json!(9.0)));
    assert_eq!(info["largest_component"], json!(4));
    let text = run(&["info", "open:4x4"]).out;
    assert!(text.contains("4x4 (16 cells)") && text.contains("plain"), "{text}");
}

#[test]
fn open_lists_are_compared() {
    let (status, object) = json(&["compare", "caves:80x60:seed=1"]);
    assert_eq!(status, 0);
    let rows = object["rows"].as_array().unwrap();
    for row in rows {
        has_keys(row, &["algorithm", "open", "micros", "expanded", "allocations", "cost", "limit"]);
        assert_eq!(row["cost"], rows[0]["cost"]);
        assert_eq!(row["limit"], json!(null));
    }
    let of = |name: &str| {
        let own = rows.iter().filter(|row| row["algorithm"] == json!(name));
        own.map(|row| row["open"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(of("astar"), ["array", "node-array", "heap", "pairing", "bucket"]);
    assert!(of("dijkstra").contains(&"bucket"));
    let text = run(&["compare", "caves:80x60:seed=1"]).out;
    assert!(text.contains('█') && text.contains("allocations"), "{text}");
}

#[test]
fn a_warm_search_allocates_nothing() {
    let (_, object) = json(&["compare", "caves:80x60:seed=1"]);
    for row in object["rows"].as_array().unwrap() {
        assert_eq!(row["allocations"], json!(0), "{row}");
    }
}

#[test]
fn a_row_that_takes_too_long_says_so() {
    let arguments =
        ["compare", "open:300x300", "--from", "0,0", "--to", "299,150", "--max-ms", "0"];
    let (status, object) = json(&arguments);
    assert_eq!(status, 4);
    assert_eq!(object["rows"][0]["limit"], json!("time"));
    assert!(run(&arguments).out.contains("stopped"));
}

#[test]
fn help_and_what_is_installed_beside() {
    let bare = run(&[]);
    assert_eq!(bare.status, 0);
    assert!(bare.out.contains("Usage: wayline"));
    for command in [
        "solve",
        "algorithms",
        "bench",
        "compare",
        "generate",
        "info",
        "prepare",
        "simulate",
        #[cfg(feature = "play")]
        "play",
        "completions",
        "man",
    ] {
        let short = run(&[command, "-h"]);
        let long = run(&[command, "--help"]);
        assert_eq!((short.status, long.status), (0, 0), "{command}");
        assert!(long.out.contains("Examples:"), "{command}");
        assert!(!short.out.contains("Examples:"), "{command}");
        assert!(bare.out.contains(command));
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.status, 0);
        assert!(script.out.contains("picture"), "{shell}");
    }
    let page = run(&["man"]).out;
    assert!(page.contains(".TH wayline") && page.contains("max\\-expansions"));
    assert_eq!(json(&["man"]).1["text"], json!(page));
    assert_eq!(run(&["fly"]).status, 2);
}

#[test]
fn every_page_that_the_manual_refers_to_is_there() {
    let page = run(&["man"]).out;
    assert!(!page.contains("(1)"), "one page has everything");
    for command in ["solve", "prepare", "simulate"] {
        assert!(page.contains(&format!(".SH \"WAYLINE {}\"", command.to_uppercase())), "{command}");
    }
    let folder = tempfile::tempdir().unwrap();
    let (status, object) = json(&["man", "--output", folder.path().to_str().unwrap()]);
    assert_eq!(status, 0);
    let pages = files(folder.path());
    assert_eq!(object["files"].as_array().unwrap().len(), pages.len());
    let main = std::fs::read_to_string(folder.path().join("wayline.1")).unwrap();
    let referred: Vec<String> = main
        .lines()
        .filter_map(|line| line.strip_suffix("(1)"))
        .map(|name| name.replace("\\-", "-") + ".1")
        .collect();
    assert!(referred.len() >= 10, "{referred:?}");
    for page in &referred {
        assert!(pages.contains(page), "{page} in {pages:?}");
    }
}

#[test]
fn completions_offer_values() {
    let script = run(&["completions", "bash"]).out;
    let names = |names: &[&str]| format!("compgen -W \"{}\"", names.join(" "));
    let presets: Vec<_> =
        wayline::body::BodyKind::presets().iter().map(|(name, _)| *name).collect();
    let algorithms: Vec<_> = wayline::algorithms().iter().map(|info| info.name).collect();
    let Err(wayline::ParseError::Unknown { known: kinds, .. }) = "".parse::<wayline::IndexKind>()
    else {
        panic!("nothing is no kind of index");
    };
    assert!(kinds.contains(&"jumps") && kinds.contains(&"hierarchy"));
    for values in [
        &["never", "one", "always"][..],
        &["4", "8"],
        &["exact", "uniform"],
        &["newest", "high-g", "low-g"],
        &["settled", "generated"],
        &kinds,
        &wayline::Open::ALL.map(wayline::Open::name),
        &presets,
        &algorithms,
    ] {
        assert!(script.contains(&names(values)), "{values:?}");
    }
    let heuristics = wayline::Heuristic::<wayline::Cell>::names().join(" ");
    assert!(script.contains(&heuristics), "{heuristics}");
}

/// A summary that runs on into the next paragraph, or says the same twice.
#[test]
fn every_option_is_summed_up_in_a_sentence() {
    let help = run(&["solve", "-h"]).out;
    assert_eq!(help.matches("the largest counts").count(), 1, "{help}");
    assert!(!help.contains("If left out, auto"), "{help}");
}

#[test]
fn one_is_not_many() {
    assert!(run(&["info", "open:1x1"]).out.contains("1x1 (1 cell)\n"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.map").to_str().unwrap().to_owned();
    assert!(run(&["generate", "open:1x1", "-o", &path]).out.ends_with(": 1x1, 1 free cell\n"));
}

/// Whatever goes wrong, and wherever the option stands.
#[test]
fn errors_are_json_where_json_is_asked_for() {
    let cases: [&[&str]; 6] = [
        &["solve", "--format", "json"],
        &["--format=json", "solve", "no.map"],
        &["--format", "json", "nonsense"],
        &["solve", "open:9x9", "--corners", "often", "--format=json"],
        &["bench", "no.scen", "--format", "json"],
        &["simulate", "no.toml", "--format", "json"],
    ];
    for arguments in cases {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        let error: serde_json::Value = serde_json::from_str(&ran.err).unwrap();
        assert!(error["error"].is_string(), "{arguments:?}: {error}");
    }
    // Help is not an error.
    let ran = run(&["solve", "--help", "--format", "json"]);
    assert!(ran.status == 0 && ran.out.contains("Usage"));
}
