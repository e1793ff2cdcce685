//! `wayline simulate`: what it reports, its statuses, the animation, and what is refused.

mod program;

use program::{files, has_keys, json, run, run_with};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenarios")
}

/// A scenario in a folder of its own.
struct Scenario {
    folder: tempfile::TempDir,
}

impl Scenario {
    fn new(text: &str) -> Scenario {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("s.toml"), text).unwrap();
        Scenario { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }
}

const DOOR: &str = "ticks = 90
[map]
rows = ['......D.....',
        '......#.....',
        '......#.....']
[[doors]]
marked = 'D'
open = 4
closed = 20
[[units]]
name = 'far'
body = 'tank'
start = '0,0,E'
goal = '9,0,E'
[[units]]
name = 'walker'
body = 'infantry'
start = '0,2,E'
goal = '8,2'
";

#[test]
fn examples_run_and_are_verified() {
    let mut seen = 0;
    let (mut all, mut all_scratch) = (0, 0);
    for entry in std::fs::read_dir(scenarios()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        seen += 1;
        let (status, report) = json(&["simulate", path.to_str().unwrap(), "--verify"]);
        assert_eq!(
            (status, &report["verified"]),
            (0, &json!(true)),
            "{}: {report}",
            path.display()
        );
        assert_eq!((&report["ended"], &report["flaws"]), (&json!("arrived"), &json!([])));
        has_keys(
            &report,
            &["title", "ticks", "units", "replans", "expanded", "expanded_from_scratch"],
        );
        let replans = report["replans"].as_array().unwrap();
        assert!(!replans.is_empty());
        for replan in replans {
            let keys = ["tick", "unit", "cost", "expanded", "expanded_from_scratch", "optimal"];
            has_keys(replan, &keys);
            assert_eq!(replan["optimal"], json!(true), "{replan}");
            let number = |key: &str| replan[key].as_u64().expect("a number");
            if replan["around"] == json!(false) {
                let (taken, scratch) =
                    (number("expanded") + number("repaired"), number("expanded_from_scratch"));
                assert!(10 * taken <= 11 * scratch, "more than a tenth above planning: {replan}");
                (all, all_scratch) = (all + taken, all_scratch + scratch);
            }
        }
        // Something happens to somebody on the way.
        assert!(replans.iter().any(|replan| replan["first"] == json!(false)), "{}", path.display());
    }
    assert_eq!(seen, 3);
    println!("{all} states expanded and repaired, {all_scratch} from scratch");
}

#[test]
fn a_closed_door_is_waited_for() {
    let scenario = Scenario::new(DOOR);
    let (status, report) = json(&["simulate", &scenario.path("s.toml"), "--verify"]);
    assert_eq!((status, &report["verified"]), (0, &json!(true)), "{report}");
    let replans: Vec<&Value> = report["replans"].as_array().unwrap().iter().collect();
    // The door is shut at tick 4 and opens at tick 24.
    let of = |tick: u64, unit: &str| {
        let here = |r: &&&Value| r["tick"] == json!(tick) && r["unit"] == json!(unit);
        replans.iter().find(here).copied().cloned().unwrap_or(Value::Null)
    };
    assert_eq!((&of(0, "far")["cost"], &of(0, "far")["first"]), (&json!(90), &json!(true)));
    assert_eq!((&of(4, "far")["cost"], &of(4, "far")["state"]), (&json!(null), &json!("no path")));
    assert!(of(4, "far")["why"].is_string(), "{report}");
    assert!(of(24, "far")["cost"].is_u64() && of(24, "far")["why"].is_null(), "{report}");
    let units = report["units"].as_array().unwrap();
    assert!(units.iter().all(|unit| unit["arrived"] == json!(true)), "{units:?}");
    assert!(units[0]["arrived_tick"].as_u64() > Some(24));
    assert_eq!(units[0]["at"], json!([9, 0, "E"]));

    // The same on every run.
    let (_, again) = json(&["simulate", &scenario.path("s.toml"), "--verify"]);
    assert_eq!(report, again);
    let ran = run(&["simulate", &scenario.path("s.toml"), "--verify"]);
    assert_eq!(ran.status, 0);
    for line in ["far plans again: there is no path", "the map: 1 blocked", "far has arrived"] {
        assert!(ran.out.contains(line), "{}", ran.out);
    }
    assert!(ran.out.contains("verified  every plan against a search from scratch"), "{}", ran.out);
}

#[test]
fn a_scenario_may_come_by_standard_input() {
    let ran = run_with(&["simulate", "-", "--verify"], DOOR.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = run_with(&["simulate", "-"], b"ticks = 5\n[map]\nfile = 'no.map'\n");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("standard input:3:8: map.file: no.map: "), "{}", ran.err);
}

#[test]
fn statuses_say_how_it_ended() {
    let ended = |text: &str, more: &[&str]| {
        let scenario = Scenario::new(text);
        let (status, report) = json(&[&["simulate", &scenario.path("s.toml")][..], more].concat());
        (status, report["ended"].as_str().unwrap().to_owned(), report["ticks"].as_u64().unwrap())
    };
    assert_eq!(ended(DOOR, &["--ticks", "10"]), (4, "out of ticks".to_owned(), 10));
    let walled =
        "[map]\nrows = ['..#..']\n[[units]]\nbody = 'king'\nstart = '0,0,E'\ngoal = '4,0'\n";
    let (status, why, ticks) = ended(walled, &[]);
    assert_eq!((status, why.as_str()), (1, "no path"));
    assert!(ticks < 10, "it does not wait for what will not come: {ticks}");
    // Whoever goes round and round has no last goal.
    let patrol = "ticks = 60\n[map]\nrows = ['.....']\n[[units]]\nbody = 'king'\nstart = '0,0,E'\n\
                  goals = ['4,0', '0,0']\nrepeat = true\n";
    assert_eq!(ended(patrol, &[]), (0, "arrived".to_owned(), 60));
    // Two in a lane who want to pass each other never will.
    let lane = "ticks = 3000\n[map]\nrows = ['......']\n[[units]]\nbody = 'king'\nstart = '0,0,E'\n\
                goal = '5,0'\n[[units]]\nbody = 'king'\nstart = '5,0,E'\ngoal = '0,0'\n";
    let scenario = Scenario::new(lane);
    let (status, report) = json(&["simulate", &scenario.path("s.toml"), "--verify"]);
    assert_eq!((status, &report["ended"]), (1, &json!("no path")));
    assert!(report["deadlocks"].as_u64() > Some(0), "{report}");
}

#[test]
fn animations_are_whole_gifs() {
    let scenario = Scenario::new(DOOR);
    let (toml, picture) = (scenario.path("s.toml"), scenario.path("door.gif"));
    let ran = run(&["simulate", &toml, "--picture", &picture]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let bytes = std::fs::read(&picture).unwrap();
    assert!(bytes.len() < 200_000, "{}", bytes.len());
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(&bytes[..]).unwrap();
    // 32 pixels a cell at most, and a frame.
    assert_eq!((decoder.width(), decoder.height()), (12 * 32 + 12, 3 * 32 + 12));
    let (mut frames, mut time, mut shut) = (0, 0, 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames += 1;
        time += u32::from(frame.delay);
        shut += usize::from(frame.buffer.chunks(4).any(|pixel| pixel == [0x8A, 0x4B, 0x38, 255]));
    }
    assert!(frames > 40 && time > 400, "{frames} frames, {time} hundredths");
    assert!(shut > 0, "the door is seen shut");
    // The same bytes on every run.
    run(&["simulate", &toml, "--picture", &scenario.path("again.gif")]);
    assert_eq!(std::fs::read(scenario.path("again.gif")).unwrap(), bytes);
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_left() {
    let scenario = Scenario::new(&DOOR.replace("open = 4", "open = -4"));
    let (toml, picture) = (scenario.path("s.toml"), scenario.path("door.gif"));
    let ran = run(&["simulate", &toml, "--picture", &picture]);
    assert_eq!(ran.status, 2);
    let said = format!("{toml}:8:8: doors[0].open: -4: expected a whole number from 1 to 100000");
    assert!(ran.err.contains(&said), "{}", ran.err);
    assert_eq!(files(scenario.folder.path()), ["s.toml"]);

    let ran = run(&["simulate", "no/such.toml"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no/such.toml: no such file: expected a scenario"), "{}", ran.err);
    let ran = run(&["simulate", &toml, "--picture", &scenario.path("door.png")]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("expected a name that ends in .gif"), "{}", ran.err);
    let ran = run(&["simulate", &toml, "--ticks", "0"]);
    assert_eq!(ran.status, 2);
    let ran = run(&["simulate", &toml, "--picture", "/no/such/folder/x.gif"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("there is no folder"), "{}", ran.err);
}

#[test]
fn every_move_is_reported_if_asked_for() {
    let scenario = Scenario::new(DOOR);
    let path = scenario.path("s.toml");
    let (_, report) = json(&["simulate", &path]);
    assert!(report.get("moves").is_none());
    let (_, report) = json(&["simulate", &path, "--moves"]);
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves[0], json!({"tick": 0, "unit": "far", "from": [0, 0, "E"], "to": [1, 0, "E"]}));
    for unit in report["units"].as_array().unwrap() {
        let own: Vec<_> = moves.iter().filter(|a_move| a_move["unit"] == unit["name"]).collect();
        assert_eq!(unit["moves"], json!(own.len()));
        // From where it was to where it is.
        assert!(own.windows(2).all(|pair| pair[0]["to"] == pair[1]["from"]));
        assert_eq!(own.last().unwrap()["to"], unit["at"]);
        assert!(own.windows(2).all(|pair| pair[0]["tick"].as_u64() <= pair[1]["tick"].as_u64()));
    }
    let text = run(&["simulate", &path, "--moves"]).out;
    assert_eq!(text.matches(" moves from ").count(), moves.len());
}

#[test]
fn names_cannot_steer_the_terminal() {
    let hostile = DOOR
        .replace("ticks = 90", "title = \"\\u001b]0;owned\\u0007\"\nticks = 90")
        .replace("'walker'", "\"walk\\u001b[31mer\\n\"");
    let scenario = Scenario::new(&hostile);
    let ran = run(&["simulate", &scenario.path("s.toml")]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", ran.out);
    assert!(ran.out.contains("walk\\u{1b}[31mer\\n has arrived"), "{}", ran.out);
    // In JSON they are as they were.
    let (_, report) = json(&["simulate", &scenario.path("s.toml")]);
    assert_eq!(report["title"], json!("\u{1b}]0;owned\u{7}"));
    // In errors too.
    let scenario = Scenario::new("ticks = 1\n\"\\u001b[2J\" = 3\n");
    let ran = run(&["simulate", &scenario.path("s.toml")]);
    assert_eq!(ran.status, 2);
    assert!(!ran.err.contains('\x1b'), "{:?}", ran.err);
}
