//! `wayline crowd`.

mod program;

use program::{files, has_keys, json, run};
use serde_json::json;

const KEYS: [&str; 7] =
    ["solved", "agents", "sum_of_costs", "makespan", "lower_bound", "first_ms", "conflicts"];

#[test]
fn a_crowd_is_planned_judged_written_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (plan, film) = (path("plan.txt"), path("crowd.gif"));
    let map = "rooms:24x24:size=6:seed=1";
    let work = ["--max-expansions", "200000"];
    let asked = ["crowd", map, "--agents", "40", "--verify", "-o", &plan, "--picture", &film];
    let (status, object) = json(&[&asked[..], &work[..]].concat());
    assert_eq!(status, 0, "{object}");
    has_keys(&object, &KEYS);
    assert_eq!((&object["solved"], &object["agents"]), (&json!(true), &json!(40)));
    assert_eq!((&object["conflicts"], &object["verified"]), (&json!(0), &json!(true)));
    assert_eq!(object["clock"], json!(false));
    assert!(object["sum_of_costs"].as_u64() >= object["lower_bound"].as_u64());
    let text = std::fs::read_to_string(&plan).unwrap();
    assert!(text.starts_with("agents=40\nmap_file=rooms:24x24:size=6:seed=1\n"), "{text}");
    assert!(text.contains(&format!("\nsoc={}\n", object["sum_of_costs"])));
    // One line for each moment, with everybody on it; the last has all at their goals.
    let moments: Vec<&str> = text.lines().skip_while(|line| *line != "solution=").skip(1).collect();
    assert_eq!(moments.len() as u64, object["makespan"].as_u64().unwrap() + 1);
    assert!(moments.iter().all(|line| line.matches('(').count() == 40));
    let goals = text.lines().find_map(|line| line.strip_prefix("goals=")).unwrap();
    assert!(moments.last().unwrap().ends_with(goals));
    let starts = text.lines().find_map(|line| line.strip_prefix("starts=")).unwrap();
    assert_eq!(moments[0].strip_prefix("0:"), Some(starts));
    assert!(std::fs::read(&film).unwrap().starts_with(b"GIF89a"));
    // Counted work: the same plan again, on one thread.
    let again = path("again.txt");
    let asked = ["crowd", map, "--agents", "40", "--threads", "1", "-o", &again];
    assert_eq!(run(&[&asked[..], &work[..]].concat()).status, 0);
    assert_eq!(std::fs::read_to_string(&again).unwrap(), text);
    assert_eq!(files(folder.path()), ["again.txt", "crowd.gif", "plan.txt"]);
}

#[test]
fn units_come_from_a_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (map, scenario) = (path("hall.map"), path("hall.scen"));
    std::fs::write(&map, "type octile\nheight 2\nwidth 4\nmap\n....\n@.@@\n").unwrap();
    let lines =
        "version 1\n0 hall.map 4 2 0 0 3 0 3\n0 hall.map 4 2 3 0 0 0 3\n0 hall.map 4 2 1 1 1 1 0\n";
    std::fs::write(&scenario, lines).unwrap();
    // Two swap by the side room, optimally; three cannot.
    let (status, two) = json(&["crowd", &map, &scenario, "--agents", "2", "--verify"]);
    assert_eq!((status, &two["solved"], &two["conflicts"]), (0, &json!(true), &json!(0)));
    let (status, three) = json(&["crowd", &map, &scenario]);
    assert_eq!(
        (status, &three["solved"], &three["outcome"]),
        (1, &json!(false), &json!("unreachable"))
    );
    has_keys(&three, &KEYS);
    assert!(run(&["crowd", &map, &scenario]).out.contains("there is no plan"));
    let (status, stopped) = json(&["crowd", &map, &scenario, "--max-expansions", "5"]);
    assert_eq!((status, &stopped["outcome"]), (4, &json!("limit")));
    // What is wrong with a question is said by name.
    for (asked, words) in [
        (vec!["crowd", &map, &scenario, "--agents", "9"], "has 3 units"),
        (vec!["crowd", "open:9x9", &scenario], "hall.scen:2: made for a map of 4x2"),
        (vec!["crowd", "open:3x3", "--agents", "10"], "room for 9 units"),
        (vec!["crowd", "open:3x3"], "--agents"),
        (vec!["crowd", "terrain:20x20:seed=1", "--agents", "3"], "plain ground only"),
        (vec!["crowd", "open:3x3", "--agents", "2", "--picture", "a.png"], ".gif"),
        (vec!["crowd", &map, "/nowhere/at.all"], "/nowhere/at.all"),
        (vec!["crowd", &map, &map], "hall.map"),
    ] {
        let ran = run(&asked);
        assert_eq!(ran.status, 2, "{asked:?}");
        assert!(ran.err.contains(words), "{asked:?}: {}", ran.err);
    }
}

#[test]
fn a_goal_that_cannot_be_reached_is_no_plan_and_bad_ends_are_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (map, scenario) = (path("halves.map"), path("halves.scen"));
    std::fs::write(&map, "type octile\nheight 1\nwidth 5\nmap\n..@..\n").unwrap();
    let ask = |lines: &str| {
        std::fs::write(&scenario, format!("version 1\n\n{lines}")).unwrap();
        let ran = run(&["crowd", &map, &scenario, "-o", &path("plan.txt"), "--format", "json"]);
        assert_eq!(files(folder.path()), ["halves.map", "halves.scen"]);
        ran
    };
    let apart = ask("0 m 5 1 0 0 1 0 1\n0 m 5 1 1 0 4 0 3\n");
    assert_eq!(apart.status, 1, "{}", apart.err);
    let object: serde_json::Value = serde_json::from_str(&apart.out).unwrap();
    has_keys(&object, &KEYS);
    assert_eq!(
        (&object["solved"], &object["outcome"], &object["optimal"]),
        (&json!(false), &json!("unreachable"), &json!(false))
    );
    assert!(apart.err.contains("halves.scen:4: unit 1: no path"), "{}", apart.err);
    for (lines, words) in [
        ("0 m 5 1 0 0 1 0 1\n0 m 5 1 1 0 2 0 1\n", "halves.scen:4: unit 1: the goal (2, 0)"),
        ("0 m 5 1 0 0 1 0 1\n0 m 5 1 1 0 1 0 1\n", "halves.scen:4: units 0 and 1 have the same"),
    ] {
        let bad = ask(lines);
        assert_eq!(bad.status, 2, "{}", bad.err);
        assert!(bad.err.contains(words), "{}", bad.err);
    }
    let bodies = path("bodies.toml");
    let units = "[map]\nrows = [\"..#..\"]\n[[units]]\nbody = \"king\"\nstart = \"0,0,E\"\n";
    std::fs::write(&bodies, format!("{units}goal = \"4,0\"\n")).unwrap();
    let (status, object) = json(&["crowd", &bodies]);
    assert_eq!((status, &object["outcome"]), (1, &json!("unreachable")));
}

#[test]
fn robots_take_one_task_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let write = |name: &str, text: &str| std::fs::write(path(name), text).unwrap();
    write("hall.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n.@T@E\n..S..\n");
    write("hall.agents", "# agents\n3\n0\n4\n12\n");
    write("hall.tasks", "3\n14,0\n10\n2,12,2\n");
    let instance = r#"{"mapFile": "hall.map", "agentFile": "hall.agents", "teamSize": 3,
        "taskFile": "hall.tasks", "numTasksReveal": 1.5, "version": "2024 LoRR"}"#;
    write("HALL.json", instance);
    let (hall, steps) = (path("HALL.json"), path("steps.json"));
    let asked = ["crowd", "--lifelong", &hall, "--verify", "--steps", "60", "-o", &steps];
    let (status, object) = json(&asked);
    assert_eq!(status, 0, "{object}");
    has_keys(&object, &["steps", "finished", "mean_step_ms", "agents", "verified"]);
    assert_eq!((&object["steps"], &object["verified"]), (&json!(60), &json!(true)));
    assert!(object["finished"].as_u64().unwrap() > 10, "{object}");
    // The steps as PlanViz reads them, the same on any number of threads.
    let text = std::fs::read_to_string(&steps).unwrap();
    let plan: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(plan["numTaskFinished"], object["finished"]);
    assert_eq!(plan["start"][1], json!([0, 4, "E"]));
    assert_eq!(plan["actualPaths"][0].as_str().unwrap().split(',').count(), 60);
    assert_eq!(run(&[&asked[..], &["--threads", "1"]].concat()).status, 0);
    assert_eq!(std::fs::read_to_string(&steps).unwrap(), text);
    // A file beside it says how many steps there are.
    write("simulation_time.json", r#"{"HALL": 7}"#);
    assert_eq!(json(&["crowd", "--lifelong", &hall]).1["steps"], json!(7));
    let text = run(&["crowd", "--lifelong", &hall, "--agents", "1"]).out;
    assert!(text.contains(" finished by 1 unit in 7 steps"), "{text}");
    // What is wrong is said by file and line.
    for (name, wrong, words) in [
        ("hall.agents", "2\n0\n15\n", "hall.agents:3: '15': expected a cell below 15"),
        ("hall.agents", "2\n0\n0\n", "hall.agents: expected 3 agents, found 2"),
        ("hall.agents", "4\n0\n", "hall.agents:1: expected 4 lines"),
        ("hall.agents", "3\n0\n0\n1\n", "units 0 and 1 have the same start"),
        ("hall.agents", "3\n0\n4,1\n12\n", "hall.agents: agent 1: expected one cell, found 2"),
        ("hall.tasks", "1\n6\n", "hall.tasks: task 0: (1, 1) is not a free cell"),
        ("hall.tasks", "x\n", "hall.tasks:1: expected how many lines"),
        ("hall.map", "type octile\nheight 9\n", "hall.map"),
        ("HALL.json", "{", "HALL.json"),
    ] {
        write("hall.agents", "3\n0\n4\n12\n");
        write("hall.tasks", "1\n14\n");
        write(name, wrong);
        let ran = run(&["crowd", "--lifelong", &hall]);
        assert_eq!(ran.status, 2, "{wrong}: {}", ran.err);
        assert!(ran.err.contains(words), "{wrong}: {}", ran.err);
    }
    let both = run(&["crowd", "open:3x3", "--agents", "1", "--lifelong", &hall]);
    assert_eq!(both.status, 2);
}

#[test]
fn bodies_are_planned_at_random_and_from_a_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (plan, order, film) = (path("plan.json"), path("order.json"), path("crowd.gif"));
    let work = ["--max-expansions", "30000", "--verify"];
    let map = "rooms:24x24:size=12:seed=1";
    let asked = ["crowd", map, "--body", "tank", "--agents", "8", "-o", &plan];
    let (status, object) = json(&[&asked[..], &work[..]].concat());
    assert_eq!(status, 0, "{object}");
    has_keys(&object, &KEYS);
    assert_eq!((&object["agents"], &object["conflicts"]), (&json!(8), &json!(0)));
    assert_eq!(object["verified"], json!(true));
    assert!(object["sum_of_costs"].as_u64() >= object["lower_bound"].as_u64());
    let written: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&plan).unwrap()).unwrap();
    let units = written["units"].as_array().unwrap();
    assert_eq!((units.len(), &written["makespan"]), (8, &object["makespan"]));
    // Every unit moves from its start to its goal.
    for unit in units {
        let mut at = &unit["start"];
        for made in unit["moves"].as_array().unwrap() {
            assert_eq!(at, &made["from"]);
            at = &made["to"];
        }
        assert_eq!((at, &unit["body"]), (&unit["goal"], &json!("tank")));
    }
    // Of a scenario: two pass each other by a side room, in which a third one rests.
    let scenario = path("hall.toml");
    let text = "[map]\nrows = ['........', '###..###', '###..###']\n\
                [[units]]\nbody = 'tank'\nstart = '0,0,E'\ngoal = '6,0,E'\n\
                [[units]]\nbody = 'tank'\nstart = '7,0,W'\ngoal = '1,0,W'\n\
                [[units]]\nbody = 'king'\nstart = '4,2,E'\n";
    std::fs::write(&scenario, text).unwrap();
    let asked = ["crowd", &scenario, "--dependencies", &order, "--picture", &film];
    let (status, object) = json(&[&asked[..], &work[..]].concat());
    assert_eq!((status, &object["agents"], &object["verified"]), (0, &json!(3), &json!(true)));
    let written: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&order).unwrap()).unwrap();
    let waits = |unit: &serde_json::Value| {
        let moves = unit["moves"].as_array().unwrap().iter();
        moves.filter(|made| made["after"].as_array().is_some_and(|it| !it.is_empty())).count()
    };
    let waiting: usize = written["units"].as_array().unwrap().iter().map(waits).sum();
    assert!(waiting > 0, "{written}");
    assert!(std::fs::read(&film).unwrap().starts_with(b"GIF89a"));
    // Without a side room they cannot pass, which is proved.
    let corridor = path("corridor.toml");
    std::fs::write(&corridor, text.replace("###..###", "########").replace("4,2,E", "4,0,E"))
        .unwrap();
    let (status, object) = json(&["crowd", &corridor, "--agents", "2"]);
    assert_eq!(
        (status, &object["solved"], &object["outcome"]),
        (1, &json!(false), &json!("unreachable"))
    );
    let both = run(&["crowd", &scenario, "--body", "tank", "--agents", "2"]);
    assert_eq!(both.status, 2);
    let many = run(&["crowd", "open:3x3", "--body", "tank", "--agents", "9"]);
    assert_eq!(many.status, 2);
    let nobody = run(&["crowd", "open:3x3"]);
    assert_eq!(nobody.status, 2);
}

#[test]
fn who_passes_before_whom_is_written_for_units_of_one_cell() {
    let folder = tempfile::tempdir().unwrap();
    let order = folder.path().join("order.json").to_str().unwrap().to_owned();
    let asked = ["crowd", "open:6x6", "--agents", "18", "--first", "--dependencies", &order];
    let (status, object) = json(&asked);
    assert_eq!(status, 0, "{object}");
    let written: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&order).unwrap()).unwrap();
    let units = written["units"].as_array().unwrap();
    assert_eq!(units.len(), 18);
    let moves: Vec<_> = units.iter().flat_map(|unit| unit["moves"].as_array().unwrap()).collect();
    assert!(moves.iter().all(|made| made["from"] != made["to"]));
    assert!(moves.iter().any(|made| made["after"] != json!([])));
}
