//! `batch`: tables of queries, killed and resumed, on maps, folders of maps and networks.

mod program;

use program::{files, has_keys, json, run, run_with, wayline};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const KEYS: [&str; 5] = ["queries", "found", "unreachable", "bad", "seconds"];

fn named(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// A CSV of this many queries on a map of a size, some of them bad.
fn queries(rows: u64, side: u64) -> String {
    let mut text = String::from("id,sx,sy,gx,gy\n");
    for row in 0..rows {
        let number = |salt: u64| (row * 7919 + salt * 104_729 + row * row % 9973) % side;
        let goal = if row % 3 == 0 { 5 } else { number(3) };
        writeln!(text, "{row},{},{},{goal},{}", number(1), number(2), number(4) + row % 50 / 49)
            .unwrap();
    }
    text
}

#[test]
fn a_table_is_answered_as_solve_answers_each_row() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["q.csv", "a.csv"].map(|name| named(folder.path(), name));
    fs::write(&from, queries(60, 40)).unwrap();
    for map in ["random:40x40:density=0.3:seed=7", "terrain:40x40:seed=4"] {
        let (status, summary) = json(&["batch", map, "--queries", &from, "-o", &to, "--paths"]);
        assert_eq!(status, 0);
        has_keys(&summary, &KEYS);
        assert_eq!(summary["queries"], 60);
        assert_eq!(files(folder.path()), ["a.csv", "q.csv"]);
        let text = fs::read_to_string(&to).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        assert_eq!(
            reader.headers().unwrap().iter().skip(5).collect::<Vec<_>>(),
            ["status", "cost", "steps", "reason", "path"]
        );
        for record in reader.records() {
            let record = record.unwrap();
            let field = |at: usize| record.get(at).unwrap();
            let start = format!("{},{}", field(1), field(2));
            let goal = format!("{},{}", field(3), field(4));
            let solved = run(&["solve", map, "--from", &start, "--to", &goal, "--format", "json"]);
            let answer: serde_json::Value = serde_json::from_str(&solved.out).unwrap_or_default();
            match (field(5), solved.status) {
                ("found", 0) => {
                    assert_eq!(field(6).parse::<f64>().unwrap(), answer["cost"].as_f64().unwrap());
                    let path: Vec<(u64, u64)> = serde_json::from_str(field(9)).unwrap();
                    assert_eq!(path.len() as u64 - 1, field(7).parse::<u64>().unwrap());
                    assert_eq!(format!("{},{}", path[0].0, path[0].1), start);
                }
                ("unreachable", 1) => assert_eq!((field(6), field(7), field(9)), ("", "", "")),
                ("bad", 2) => assert!(solved.err.contains(field(8)), "{} {}", solved.err, field(8)),
                other => panic!("{other:?} {record:?} {}", solved.err),
            }
        }
    }
}

#[test]
fn a_table_about_a_body_is_answered_as_solve_answers_each_row() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["q.csv", "a.csv"].map(|name| named(folder.path(), name));
    let mut text = String::from("sx,sy,heading,gx,gy,goal_heading\n");
    for (row, heading) in ["E", "N", "W", "S", "any", ""].iter().cycle().take(40).enumerate() {
        let number = |salt: usize| (row * 7919 + salt * 104_729 + row * row) % 24;
        let other = ["S", "", "E", "any"][row % 4];
        let (sx, sy, gx, gy) = (number(1), number(2), number(3), number(4));
        writeln!(text, "{sx},{sy},{heading},{gx},{gy},{other}").unwrap();
    }
    fs::write(&from, text).unwrap();
    let map = "random:24x24:density=0.1:seed=7";
    let table = ["batch", map, "--body", "tank", "--queries", &from, "-o", &to, "--paths"];
    let (status, summary) = json(&table);
    assert_eq!((status, &summary["queries"]), (0, &40.into()));
    assert!(summary["found"].as_u64() > Some(10) && summary["bad"].as_u64() > Some(0));
    let text = fs::read_to_string(&to).unwrap();
    for record in csv::Reader::from_reader(text.as_bytes()).records() {
        let record = record.unwrap();
        let field = |at: usize| record.get(at).unwrap();
        let end = |at: usize| match field(at + 2) {
            "" => format!("{},{}", field(at), field(at + 1)),
            heading => format!("{},{},{heading}", field(at), field(at + 1)),
        };
        let (start, goal) = (end(0), end(3));
        let solve = ["solve", map, "--body", "tank", "--from", &start, "--to", &goal];
        let solved = run(&[&solve[..], &["--format", "json"]].concat());
        let answer: serde_json::Value = serde_json::from_str(&solved.out).unwrap_or_default();
        match (field(6), solved.status) {
            ("found", 0) => {
                assert_eq!(field(7).parse::<f64>().unwrap(), answer["cost"].as_f64().unwrap());
                let path: Vec<(u64, u64, String)> = serde_json::from_str(field(10)).unwrap();
                assert_eq!(path.len() as u64 - 1, field(8).parse::<u64>().unwrap());
                let (x, y, heading) = &path[0];
                assert_eq!(format!("{x},{y}"), format!("{},{}", field(0), field(1)));
                assert!(["", "any", heading.as_str()].contains(&field(2)));
            }
            ("unreachable", 1) => assert_eq!((field(7), field(8), field(10)), ("", "", "")),
            ("bad", 2) => assert!(!field(9).is_empty()),
            other => panic!("{other:?} {record:?} {}", solved.err),
        }
    }
    // A folder of maps; and what is not for bodies, or not for networks.
    let maps = folder.path().join("maps");
    fs::create_dir(&maps).unwrap();
    fs::write(maps.join("river.txt"), "......\n..WW..\n......\n").unwrap();
    fs::write(
        &from,
        "map,sx,sy,heading,gx,gy\nriver.txt,0,0,E,4,0\nriver.txt,0,0,E,2,1\n../x,0,0,E,1,1\n",
    )
    .unwrap();
    let maps = maps.to_str().unwrap();
    let asked = ["batch", maps, "--body", "tank", "--queries", &from, "-o", &to];
    assert_eq!(run(&asked).status, 0);
    let answers = fs::read_to_string(&to).unwrap();
    let lines: Vec<&str> = answers.lines().skip(1).collect();
    assert!(lines[0].contains(",found,40"), "{answers}");
    assert!(
        lines[1].contains("the goal 2,1: the tank does not fit there at any heading"),
        "{answers}"
    );
    assert!(lines[2].contains("expected a file in"), "{answers}");
    for (more, words) in [
        (&["--body", "tank", "--moves", "4"][..], "--body"),
        (&["--body", "tnak"][..], "expected a file of rules (.toml), or one of"),
    ] {
        let refused = run(&[&["batch", map, "--queries", &from, "-o", &to][..], more].concat());
        assert!(refused.status == 2 && refused.err.contains(words), "{}", refused.err);
    }
    let refused =
        run(&["batch", "roads:50:seed=1", "--body", "tank", "--queries", &from, "-o", &to]);
    assert!(refused.status == 2 && refused.err.contains("--body is for maps"), "{}", refused.err);
}

#[test]
fn a_killed_run_leaves_its_partial_and_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let from = named(folder.path(), "q.csv");
    // Searches, each of some milliseconds, so that there is time to be killed.
    let map =
        ["batch", "terrain:160x160:seed=4", "--queries", &from, "--no-prepare", "--chunk", "50"];
    fs::write(&from, queries(1500, 160)).unwrap();
    for name in ["a.csv", "a.parquet", "a.arrow", "a.jsonl.gz"] {
        let to = named(folder.path(), name);
        let partial = format!("{to}.partial");
        let arguments = [&map[..], &["-o", &to]].concat();
        assert_eq!(run(&[&arguments[..], &["--threads", "1"]].concat()).status, 0);
        let expected = fs::read(&to).unwrap();
        fs::remove_file(&to).unwrap();
        let mut kills = 0;
        for (turn, chunks) in [1u64, 4, 9, 20].into_iter().enumerate() {
            let threads = (1 + turn % 3).to_string();
            let resume = [&arguments[..], &["--resume", "--threads", &threads]].concat();
            let mut command = wayline(&resume);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let before = fs::metadata(&partial).map_or(0, |it| it.len());
            let clock = Instant::now();
            // Until some more is written, or it is done.
            while child.try_wait().unwrap().is_none() {
                let now = fs::metadata(&partial).map_or(0, |it| it.len());
                if now > before + chunks * 1000 || clock.elapsed() > Duration::from_secs(60) {
                    kills += 1;
                    child.kill().unwrap();
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            child.wait().unwrap();
        }
        assert!(kills > 0, "it was never killed");
        if !Path::new(&to).exists() {
            let here = files(folder.path());
            assert_eq!(here, [format!("{name}.partial"), "q.csv".to_owned()]);
            // Not by accident.
            let refused = run(&arguments);
            assert_eq!(refused.status, 2);
            assert!(refused.err.contains("--resume"), "{}", refused.err);
            let (status, summary) = json(&[&arguments[..], &["--resume"]].concat());
            assert_eq!((status, summary["queries"].as_u64()), (0, Some(1500)));
            assert!(summary["resumed"].as_u64().unwrap() >= 50);
        }
        assert_eq!(fs::read(&to).unwrap(), expected, "{name}");
        fs::remove_file(&to).unwrap();
        assert_eq!(files(folder.path()), ["q.csv"]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["q.csv", "a.csv"].map(|name| named(folder.path(), name));
    fs::write(&from, queries(20_000, 256)).unwrap();
    let arguments = [
        "batch",
        "terrain:256x256:seed=4",
        "--queries",
        &from,
        "-o",
        &to,
        "--no-prepare",
        "--chunk",
        "50",
    ];
    let child = wayline(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let partial = format!("{to}.partial");
    while fs::metadata(&partial).map_or(0, |it| it.len()) < 4000 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("a.csv.partial: run the same command with --resume"), "{err}");
    assert_eq!(files(folder.path()), ["a.csv.partial", "q.csv"]);
}

#[test]
fn strict_runs_end_at_the_first_bad_row() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["q.csv", "a.csv"].map(|name| named(folder.path(), name));
    fs::write(&from, "sx,sy,gx,gy\n0,0,1,1\n0,0,9,9\n0,0,1,0\n5,5,1,1\n").unwrap();
    let arguments = ["batch", "open:4x4", "--queries", &from, "-o", &to, "--chunk", "1"];
    let (status, summary) = json(&arguments);
    assert_eq!((status, summary["bad"].as_u64(), summary["found"].as_u64()), (0, Some(2), Some(2)));
    fs::remove_file(&to).unwrap();
    let strict = run(&[&arguments[..], &["--strict"]].concat());
    assert_eq!(strict.status, 2);
    assert!(strict.err.contains("row 2: the goal 9,9 is off the map"), "{}", strict.err);
    assert_eq!(files(folder.path()), ["q.csv"]);
}

#[test]
fn rows_name_the_maps_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let maps = folder.path().join("maps");
    fs::create_dir(&maps).unwrap();
    for (name, spec) in [("a.map", "open:10x10"), ("b.map", "maze:21x21:seed=1")] {
        assert_eq!(run(&["generate", spec, "-o", maps.join(name).to_str().unwrap()]).status, 0);
    }
    fs::write(folder.path().join("secret.map"), fs::read(maps.join("a.map")).unwrap()).unwrap();
    let [from, to] = ["q.csv", "a.jsonl"].map(|name| named(folder.path(), name));
    let rows = "map,sx,sy,gx,gy\na.map,0,0,9,9\nb.map,1,1,19,19\n../secret.map,0,0,1,1\nc.map,0,0,1,1\n,0,0,1,1\n";
    fs::write(&from, rows).unwrap();
    let maps = maps.to_str().unwrap();
    let (status, summary) = json(&["batch", maps, "--queries", &from, "-o", &to]);
    assert_eq!((status, summary["found"].as_u64(), summary["bad"].as_u64()), (0, Some(2), Some(3)));
    let text = fs::read_to_string(&to).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!((lines[0]["cost"].as_f64().unwrap() - 9.0 * 2f64.sqrt()).abs() < 1e-8);
    assert!(lines[2]["reason"].as_str().unwrap().contains("expected a file in"));
    assert!(lines[3]["reason"].as_str().unwrap().contains("c.map"));
    // The same map alone, and an index for it.
    let map = format!("{maps}/b.map");
    let [index, one] = ["b.index", "b.csv"].map(|name| named(folder.path(), name));
    assert_eq!(run(&["prepare", &map, "-o", &index]).status, 0);
    let (_, summary) = json(&["batch", &map, "--queries", &from, "-o", &one, "--index", &index]);
    // The corner of a maze is blocked.
    assert_eq!(summary["found"], 1);
    let refused = run(&["batch", maps, "--queries", &from, "-o", &one, "--index", &index]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("--index is for one map"), "{}", refused.err);
}

#[test]
fn networks_are_asked_by_places() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to, index] =
        ["q.jsonl", "a.parquet", "n.index"].map(|name| named(folder.path(), name));
    let mut text = String::new();
    for row in 0..300u64 {
        writeln!(text, "{{\"from\":{},\"to\":{}}}", row * 37 % 600, row * 101 % 600).unwrap();
    }
    fs::write(&from, &text).unwrap();
    let net = "roads:600:seed=3";
    let (status, summary) = json(&["batch", net, "--queries", &from, "-o", &to, "--paths"]);
    assert_eq!((status, summary["queries"].as_u64()), (0, Some(300)));
    has_keys(&summary, &KEYS);
    assert_eq!(run(&["prepare", net, "-o", &index]).status, 0);
    let piped =
        run_with(&["batch", net, "--queries", "-", "-o", "-", "--index", &index], text.as_bytes());
    assert_eq!(piped.status, 0, "{}", piped.err);
    for (row, line) in piped.out.lines().enumerate().step_by(29) {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        let [from, to] = ["from", "to"].map(|end| answer[end].to_string());
        let (_, route) = json(&["route", net, "--from", &from, "--to", &to]);
        assert_eq!(answer["cost"], route["cost"], "{row}");
        assert_eq!(
            answer["steps"].as_u64(),
            route["edges"].as_array().map(|edges| edges.len() as u64)
        );
    }
    let refused = run(&["batch", net, "--queries", &from, "-o", &to, "--moves", "4"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("are for maps, and this is a network"), "{}", refused.err);
}

#[test]
fn standard_input_and_output_are_streamed() {
    let rows = "sx,sy,gx,gy,note\n0,0,3,3,\"a,b\"\n0,0,8,8,x\n";
    let arguments = ["batch", "open:4x4", "--queries", "-", "-o", "-"];
    let ran = run_with(&arguments, rows.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "sx,sy,gx,gy,note,status,cost,steps,reason");
    assert!(lines[1].starts_with("0,0,3,3,\"a,b\",found,4.24"), "{}", lines[1]);
    assert!(lines[2].contains(",bad,,,") && lines.len() == 3);
    assert!(ran.err.contains("2 queries answered, 1 bad"), "{}", ran.err);
    // As tables with gaps have them: whole numbers, whatever becomes of the table.
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["q.csv", "a.jsonl"].map(|name| named(folder.path(), name));
    let gaps = "sx,sy,gx,gy\n0.0,0,3.0,2\n,0,1.0,1\n1.5,0,1.0,1\n";
    fs::write(&from, gaps).unwrap();
    let ran = run_with(&arguments, gaps.as_bytes());
    let found = |text: &str| text.lines().map(|line| line.contains("found")).collect::<Vec<_>>();
    assert_eq!(found(&ran.out), [false, true, false, false]);
    assert_eq!(run(&["batch", "open:4x4", "--queries", &from, "-o", &to]).status, 0);
    assert_eq!(found(&fs::read_to_string(&to).unwrap()), [true, false, false]);
    // Columns stay in the order of the first line that has any.
    let line = b"\n{\"sx\":0,\"sy\":0,\"gx\":3,\"gy\":0,\"b\":1,\"a\":2}\n";
    let ran = run_with(&arguments, line);
    assert!(
        ran.out.starts_with("{\"sx\":0,\"sy\":0,\"gx\":3,\"gy\":0,\"b\":1,\"a\":2,"),
        "{}",
        ran.out
    );
    let both = run_with(&["batch", "-", "--queries", "-", "-o", "-"], rows.as_bytes());
    assert_eq!(both.status, 2);
    let resumed = run_with(&[&arguments[..], &["--resume"]].concat(), rows.as_bytes());
    assert!(resumed.status == 2 && resumed.err.contains("cannot be resumed"), "{}", resumed.err);
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_followed_even_to_what_is_not_there_yet() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to, link] = ["q.csv", "a.csv", "link.csv"].map(|name| named(folder.path(), name));
    fs::write(&from, "sx,sy,gx,gy\n0,0,1,1\n").unwrap();
    std::os::unix::fs::symlink("a.csv", &link).unwrap();
    for _ in 0..2 {
        assert_eq!(run(&["batch", "open:4x4", "--queries", &from, "-o", &link]).status, 0);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&to).unwrap().contains("found"));
    }
}

#[test]
fn bad_usage_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["q.csv", "a.csv"].map(|name| named(folder.path(), name));
    fs::write(&from, "sx,sy,gx,gy\n0,0,1,1\n").unwrap();
    let nowhere = named(folder.path(), "none/a.csv");
    let missing = named(folder.path(), "none.csv");
    let sheet = named(folder.path(), "a.xls");
    for (queries, output, said) in [
        (&from, &sheet, "unknown kind of file"),
        (&missing, &to, "No such file"),
        (&from, &nowhere, "cannot be written"),
    ] {
        let ran = run(&["batch", "open:4x4", "--queries", queries, "-o", output]);
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains(said), "{}", ran.err);
        assert_eq!(files(folder.path()), ["q.csv"]);
    }
}

/// Memory does not grow with the number of rows. The long form is for `./test --all`.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    let long = std::env::var_os("WAYLINE_PROOF").is_some();
    let (sizes, chunk) =
        if long { ([1_000_000, 5_000_000], "65536") } else { ([40_000, 200_000], "4096") };
    let folder = tempfile::tempdir().unwrap();
    let mut peaks = Vec::new();
    for rows in sizes {
        let [from, to] = ["q.csv", "a.parquet"].map(|name| named(folder.path(), name));
        fs::write(&from, queries(rows, 60)).unwrap();
        let map = "random:60x60:density=0.2:seed=1";
        let arguments = ["batch", map, "--queries", &from, "-o", &to, "--chunk", chunk];
        let mut child =
            wayline(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0;
        while child.try_wait().unwrap().is_none() {
            let text = fs::read_to_string(&status).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
            peak = peak.max(kilobytes.unwrap_or(0));
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(child.wait().unwrap().success());
        peaks.push(peak);
    }
    assert!(peaks[1] < 500_000, "{peaks:?} kB");
    assert!(peaks[1] < peaks[0] * 3 / 2, "{peaks:?} kB");
}
