//! `wayline solve --body`: answers, statuses, pictures, and what is refused.

mod program;

use program::{SOLVE_KEYS, files, has_keys, json, run, run_with};
use serde_json::{Value, json};

const YARD: &[u8] = b"type octile\nheight 6\nwidth 12\nmap\n\
............\n............\n.....WW.....\n.....WW.....\n@@@@@SS@@@@@\n............\n";

fn solved(arguments: &[&str], map: &[u8]) -> (i32, Value) {
    let ran = run_with(&[&["solve", "-", "--format", "json"], arguments].concat(), map);
    let object = serde_json::from_str(&ran.out);
    (ran.status, object.unwrap_or_else(|error| panic!("{error}: {} {}", ran.out, ran.err)))
}

#[test]
fn json_has_what_the_contract_names() {
    let ends = ["--body", "tank", "--from", "0,0,E", "--to", "9,1,W", "--verify"];
    let (status, answer) = solved(&ends, YARD);
    assert_eq!(status, 0);
    has_keys(&answer, &SOLVE_KEYS);
    assert_eq!((&answer["found"], &answer["outcome"]), (&json!(true), &json!("found")));
    assert_eq!((&answer["optimal"], &answer["verified"]), (&json!(true), &json!(true)));
    assert_eq!((&answer["body"], &answer["algorithm"]), (&json!("tank"), &json!("astar")));
    let path = answer["path"].as_array().unwrap();
    assert_eq!(path[0], json!([0, 0, "E"]));
    assert_eq!(path.last(), Some(&json!([9, 1, "W"])));
    assert_eq!(path.len() as u64, answer["steps"].as_u64().unwrap() + 1);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), path.len() - 1);
    assert!(moves.contains(&json!("ahead")), "{moves:?}");
}

#[test]
fn every_preset_and_estimate_agrees_with_dijkstra() {
    let water = b"WWWWWWWWWWWW\n".repeat(12);
    let land = b"............\n".repeat(12);
    for name in ["tank", "cart", "infantry", "king", "car", "ship"] {
        let map = if name == "ship" { &water } else { &land };
        // A king never turns.
        let to = if name == "king" { "8,8,E" } else { "8,8,S" };
        let ends = ["--body", name, "--from", "1,1,E", "--to", to, "--verify"];
        let (status, plain) = solved(&[&ends[..], &["--algorithm", "dijkstra"]].concat(), map);
        assert_eq!((status, &plain["verified"]), (0, &json!(true)), "{name}");
        for estimate in ["auto", "zero", "euclid", "euclid*0.5", "steps", "free", "field"] {
            let (status, answer) = solved(&[&ends[..], &["--heuristic", estimate]].concat(), map);
            assert_eq!((status, &answer["cost"]), (0, &plain["cost"]), "{name} {estimate}");
            assert_eq!(answer["optimal"], json!(true), "{name} {estimate}");
        }
        let (status, answer) = solved(&[&ends[..], &["--heuristic", "euclid*5"]].concat(), map);
        assert_eq!((status, &answer["optimal"]), (0, &json!(false)), "{name}");
        assert!(answer["cost"].as_f64() >= plain["cost"].as_f64());
    }
}

#[test]
fn any_heading_is_the_best_one() {
    let cost = |from: &str, to: &str| {
        let (status, answer) = solved(&["--body", "tank", "--from", from, "--to", to], YARD);
        assert_eq!(status, 0, "{answer}");
        answer["cost"].as_f64().unwrap()
    };
    let least = ["E", "N", "W", "S"].map(|h| ["E", "N", "W", "S"].map(|g| (h, g))).concat();
    let fits = |place: &str| place != "9,0,N" && place != "1,0,N";
    let pairs = least.iter().map(|(h, g)| (format!("1,0,{h}"), format!("9,0,{g}")));
    let least = pairs.filter(|(a, b)| fits(a) && fits(b)).map(|(a, b)| cost(&a, &b));
    let least = least.fold(f64::MAX, f64::min);
    assert_eq!(cost("1,0", "9,0,any"), least);
    assert_eq!(cost("1,0,any", "9,0"), least);
    // Beside a blocked cell is as good as any goal.
    assert!(cost("1,0,E", "10,4~1") > 0.0);
}

#[test]
fn ends_left_out_are_picked_far_apart() {
    for name in ["tank", "car", "infantry"] {
        let arguments = ["solve", "caves:40x30:seed=3", "--body", name, "--verify"];
        let (status, answer) = json(&arguments);
        assert_eq!((status, &answer["verified"]), (0, &json!(true)), "{name}");
        assert!(answer["steps"].as_u64() > Some(20), "{name}: {answer}");
    }
    let (status, answer) = solved(&["--body", "king"], b"S..W..\n......\n.....G\n");
    assert_eq!(
        (status, &answer["from"], &answer["to"]),
        (0, &json!([0, 0, "E"]), &json!([5, 2, "any"]))
    );
}

#[test]
fn both_ends_have_the_shape_of_a_path_entry() {
    let ends = |to: &str| {
        let (_, answer) = solved(&["--body", "tank", "--from", "1,0,E", "--to", to], YARD);
        (answer["from"].clone(), answer["to"].clone(), answer["reach"].clone())
    };
    assert_eq!(ends("9,0,W"), (json!([1, 0, "E"]), json!([9, 0, "W"]), json!(null)));
    assert_eq!(ends("9,0"), (json!([1, 0, "E"]), json!([9, 0, "any"]), json!(null)));
    assert_eq!(ends("10,4~1"), (json!([1, 0, "E"]), json!([10, 4, "any"]), json!(1)));
}

#[test]
fn terrain_counts() {
    // Straight through the swamp takes three times as long.
    let swamp = b"type octile\nheight 1\nwidth 6\nmap\n..SS..\n";
    let (_, answer) = solved(&["--body", "tank", "--from", "0,0,E", "--to", "4,0,E"], swamp);
    assert_eq!(answer["cost"], json!(120.0));
    let hill = ["--body", "infantry", "--from", "0,0,E", "--to", "3,0,E"];
    let (_, answer) = solved(&hill, b".HT.\n");
    assert_eq!(answer["cost"], json!(15.0 + 20.0 + 20.0));
}

#[test]
fn no_way_is_status_1_and_says_why() {
    let gap = b"..........\n..........\n#####.####\n..........\n..........\n";
    let (status, answer) = solved(&["--body", "tank", "--from", "1,0,E", "--to", "8,3,E"], gap);
    assert_eq!((status, &answer["found"]), (0, &json!(true)), "{answer}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("block.toml");
    std::fs::write(&file, "preset = 'tank'\nfootprint = { length = 2, width = 2 }\n").unwrap();
    let block = file.to_str().unwrap();
    let ends = ["--from", "1,0,E", "--to", "7,3,any", "--verify"];
    let (status, answer) = solved(&[&["--body", block][..], &ends].concat(), gap);
    assert_eq!((status, &answer["outcome"]), (1, &json!("unreachable")));
    assert_eq!((&answer["cost"], &answer["path"]), (&json!(null), &json!([])));
    assert_eq!(answer["why"], json!("too narrow: the gap at 5,2 is only 1 wide"));
    let ran = run_with(&[&["solve", "-", "--body", block][..], &ends].concat(), gap);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("why       too narrow: the gap at 5,2"), "{}", ran.out);

    let (status, answer) = solved(&["--body", "king", "--from", "0,0,E", "--to", "3,0"], b"..W.\n");
    assert_eq!(status, 1);
    assert!(answer["why"].as_str().unwrap().contains("at 2,0"), "{answer}");
}

#[test]
fn limits_are_status_4() {
    for (limit, value, name) in
        [("--max-expansions", "5", "expansions"), ("--max-cost", "30", "cost")]
    {
        let arguments = ["solve", "caves:60x40:seed=3", "--body", "tank", limit, value];
        let (status, answer) = json(&arguments);
        assert_eq!((status, &answer["limit"]), (4, &json!(name)));
        assert_eq!((&answer["found"], &answer["optimal"]), (&json!(false), &json!(false)));
    }
}

#[test]
fn text_draws_the_way() {
    let arguments =
        ["solve", "-", "--body", "tank", "--from", "0,0,E", "--to", "3,2,S", "--verify"];
    let ran = run_with(&arguments, b"......\n......\n......\n....W.\n");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with("found     a path for the tank from 0,0,E to 3,2,S\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("time units, proven optimal\n"), "{}", ran.out);
    assert!(ran.out.contains("verified  every sweep"), "{}", ran.out);
    assert!(ran.out.contains("\nSS>v+.\n...v..\n...G..\n...GW.\n"), "{}", ran.out);
}

#[test]
fn pictures_of_both_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["a.png", "a.svg"] {
        let ran = run(&["solve", "caves:30x20:seed=2", "--body", "car", "--picture", &path(name)]);
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let png = std::fs::read(path("a.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    // The longer side has 32 pixels a cell and a frame.
    assert_eq!((info.width, info.height), (30 * 32 + 8, 20 * 32 + 8));
    let has = |rgb: [u8; 3]| pixels.chunks(3).any(|pixel| pixel == rgb);
    assert!(has([0x00, 0x9E, 0x73]) && has([0x88, 0x22, 0x55]), "start and goal");
    let svg = std::fs::read_to_string(path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>The car from ") && svg.contains("<polyline"));
    // Nothing is left where nothing was found out.
    let arguments = ["solve", "open:9x9", "--body", "tank", "--from", "0,0,W", "--picture"];
    let ran = run(&[&arguments[..], &[&path("b.png")]].concat());
    assert_eq!((ran.status, files(folder.path())), (2, vec!["a.png".into(), "a.svg".into()]));
}

/// Each is refused with status 2, and says what was expected.
#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, "preset = 'tank'\n[[more_moves]]\ndy = 1\ntime = -4\n").unwrap();
    let bad = bad.to_str().unwrap();
    let said =
        format!("{bad}:4:8: more_moves[0].time: -4: expected a whole number from 1 to 10000");
    let yard = |arguments: &[&str]| run_with(&[&["solve", "-"], arguments].concat(), YARD);
    let tank = ["--body", "tank"];
    let with = |more: &[&str]| yard(&[&tank[..], more].concat());
    for (ran, expected) in [
        (yard(&["--body", bad]), said.as_str()),
        (
            yard(&["--body", "submarine"]),
            "submarine: no such file: expected a file of rules (.toml)",
        ),
        (
            with(&["--from", "4,3,E"]),
            "the start 4,3,E: the tank does not fit there: 5,3 is water (W)",
        ),
        (with(&["--from", "0,4,E"]), "does not fit there: 0,4 is blocked, 1,4 is blocked"),
        (
            with(&["--from", "11,0,E"]),
            "the start 11,0,E: the tank does not fit there: 12,0 is off the",
        ),
        (
            with(&["--to", "0,0,N"]),
            "the goal 0,0,N: the tank does not fit there: 0,-1 is off the map",
        ),
        (with(&["--to", "12,0"]), "the goal 12,0 is off the map, which is 12x6"),
        (
            with(&["--to", "5,2"]),
            "the goal 5,2: the tank does not fit there at any heading (heading E: 5,2 is",
        ),
        (with(&["--from", "0,0~1"]), "--from is a placement such as 3,4,E"),
        (with(&["--from", "0,0,Q"]), "expected X,Y"),
        (with(&["--moves", "4"]), "'--body <NAME|FILE>' cannot be used with '--moves <4|8>'"),
        (with(&["--index", "x"]), "cannot be used with '--index <FILE>'"),
        (with(&["--trace", "x"]), "cannot be used with '--trace <FILE>'"),
        (with(&["--closest"]), "cannot be used with '--closest'"),
        (
            with(&["--algorithm", "jps"]),
            "--algorithm jps is not for bodies: with --body, expected auto",
        ),
        (with(&["--algorithm", "dijkstra", "--heuristic", "steps"]), "dijkstra uses no estimate"),
        (with(&["--heuristic", "octile"]), "octile"),
        (with(&["--heuristic", "euclid*x"]), "euclid*FACTOR"),
        (yard(&["--from", "0,0,E"]), "--from 0,0,E: expected X,Y: only bodies have a heading"),
        (yard(&["--heuristic", "field"]), "field"),
        (run(&["solve", "open:1x1", "--body", "tank"]), "the tank fits nowhere on this map"),
        (run(&["solve", "open:9000x9000", "--body", "tank"]), "at most"),
    ] {
        assert_eq!(ran.status, 2, "{expected}: {} {}", ran.out, ran.err);
        assert!(ran.err.contains(expected), "expected {expected}\nsaid {}", ran.err);
    }
}

/// A start without a heading is one search from all of them: a limit on cost that the best path keeps to
/// takes nothing from the proof.
#[test]
fn a_start_at_any_heading_is_proven_under_a_limit() {
    let ends = ["--body", "tank", "--from", "0,0", "--to", "2,0,E", "--max-cost", "30", "--verify"];
    let (status, answer) = solved(&ends, b"....\n....\n");
    assert_eq!((status, &answer["optimal"], &answer["cost"]), (0, &json!(true), &json!(20.0)));
    assert_eq!((&answer["from"], &answer["verified"]), (&json!([0, 0, "E"]), &json!(true)));
}
