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
        (vec!["crowd", "open:9x9", &scenario], "made for a map of 4x2"),
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
