//! Files that commands write: whole, valid, or not there at all.

mod program;

use program::{files, run, wayline};
use std::fs;

fn in_folder(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).to_str().unwrap().to_owned();
    (folder, path)
}

/// Width, height and pixels of a PNG.
fn decode(path: &str) -> (u32, u32, Vec<u8>) {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[test]
fn pictures_are_valid_and_show_the_path() {
    let (folder, path) = in_folder("small.png");
    let ran = run(&["solve", "rooms:30x20:size=6:seed=1", "--picture", &path]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let (width, height, pixels) = decode(&path);
    assert!(width >= 800 && height >= 500, "{width}x{height}");
    for color in [[0xD5, 0x5E, 0x00], [0x00, 0x9E, 0x73], [0x88, 0x22, 0x55], [0x2B, 0x2B, 0x2B]] {
        assert!(pixels.chunks_exact(3).any(|pixel| pixel == color), "{color:02X?}");
    }
    assert_eq!(files(folder.path()), ["small.png"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o600, 0o600);
    }
}

#[test]
fn large_maps_become_a_pixel_a_cell_and_no_more_than_4096() {
    let (_folder, path) = in_folder("wide.png");
    assert_eq!(run(&["solve", "open:3000x4", "--picture", &path, "--format", "json"]).status, 0);
    assert_eq!(decode(&path).0, 3000);
    assert_eq!(run(&["solve", "open:9000x4", "--picture", &path, "--format", "json"]).status, 0);
    assert_eq!(decode(&path).0, 3000);
}

#[test]
fn an_svg_has_the_map_and_the_path() {
    let (_folder, path) = in_folder("map.svg");
    let ran = run(&["solve", "caves:60x40:seed=1", "--picture", &path]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    for part in ["class=\"wall\"", "class=\"closed\"", "<polyline points=", "<circle", "#882255"] {
        assert!(svg.contains(part), "{part}");
    }
}

#[test]
fn a_picture_of_a_search_that_fails() {
    let (_folder, path) = in_folder("fails.png");
    let map = ["solve", "random:50x50:density=0.6:seed=3", "--picture", &path];
    let ran = run(&[&map[..], &["--max-expansions", "2"]].concat());
    assert!([1, 4].contains(&ran.status), "{}", ran.err);
    decode(&path);
}

#[test]
fn a_trace_can_be_read_by_the_visualiser() {
    let (folder, path) = in_folder("maze.trace.yaml");
    let ran = run(&["solve", "maze:15x11:seed=1", "--trace", &path]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let trace = fs::read_to_string(&path).unwrap();
    assert!(trace.starts_with("version: 1.4.0\nviews:\n  main:\n"));
    let (_, events) = trace.split_once("\nevents:\n").unwrap();
    let mut kinds = Vec::new();
    for event in events.lines() {
        let fields = event.strip_prefix("- {").and_then(|event| event.strip_suffix('}')).unwrap();
        let fields: Vec<_> = fields.split(", ").map(|f| f.split_once(": ").unwrap()).collect();
        let field = |name: &str| fields.iter().find(|field| field.0 == name).map(|field| field.1);
        kinds.push(field("type").unwrap());
        assert_ne!(field("id"), Some("0"));
        assert!(field("x").unwrap().parse::<u32>().unwrap() < 15);
    }
    assert_eq!((kinds[0], kinds[1], kinds.last()), ("source", "destination", Some(&"end")));
    for kind in ["generating", "expanding", "closing"] {
        assert!(kinds.contains(&kind));
    }
    assert_eq!(files(folder.path()), ["maze.trace.yaml"]);
}

#[test]
fn a_trace_shows_a_search_failing() {
    let (folder, path) = in_folder("fails.trace.yaml");
    let map = folder.path().join("map.txt");
    fs::write(&map, "S..#G\n...#.\n").unwrap();
    let ran = run(&["solve", map.to_str().unwrap(), "--algorithm", "astar", "--trace", &path]);
    assert_eq!(ran.status, 1);
    let trace = fs::read_to_string(&path).unwrap();
    assert_eq!(trace.matches("type: expanding").count(), 6);
    assert!(!trace.contains("type: end"));
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let refused: [(&[&str], &str); 6] = [
        (&["solve", "open:9x9", "--picture", &at("a.gif")], "ends in .png or .svg"),
        (&["solve", "open:9x9", "--picture", &at("a")], "ends in .png or .svg"),
        (&["solve", "open:9x9", "--picture", &at("no/a.png")], "there is no folder"),
        (&["solve", "open:9x9", "--trace", &at("")], "it is a folder"),
        (&["generate", "open:9x9", "-o", &at("a.bmp")], "ends in .map, .txt or .png"),
        (&["generate", "terrain:40x40:seed=1", "-o", &at("a.map")], "cannot hold"),
    ];
    for (arguments, says) in refused {
        let ran = run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.err.contains(says), "{arguments:?}: {}", ran.err);
        assert_eq!(files(folder.path()), [""; 0], "{arguments:?}");
    }
    // An error after the file was started.
    let picture = at("a.png");
    assert_eq!(run(&["solve", "open:9x9", "--from", "9,9", "--picture", &picture]).status, 2);
    assert_eq!(files(folder.path()), [""; 0]);
    // What was there before is still there.
    fs::write(&picture, "before").unwrap();
    assert_eq!(run(&["solve", "no.map", "--picture", &picture]).status, 2);
    assert_eq!(fs::read_to_string(&picture).unwrap(), "before");
}

/// Ends a process as Ctrl-C does.
#[cfg(unix)]
fn interrupt(process: u32) {
    let sent = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(sent.unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_file() {
    use std::time::{Duration, Instant};
    let (folder, path) = in_folder("never.png");
    // A plain array on a large map: many minutes.
    let mut child = wayline(&[
        "solve",
        "open:1500x1500",
        "--from",
        "0,0",
        "--to",
        "1499,700",
        "--algorithm",
        "dijkstra",
        "--open",
        "array",
        "--picture",
        &path,
    ])
    .stdout(std::process::Stdio::null())
    .stderr(std::process::Stdio::null())
    .spawn()
    .unwrap();
    let start = Instant::now();
    while files(folder.path()).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(30), "it never began");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(files(folder.path()).len(), 1, "half written, under another name");
    interrupt(child.id());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = wayline(&["generate", "open:2000x2000", "-o", "-"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

/// The answer does not depend on whether a picture of it can be written.
#[test]
fn what_cannot_be_written_does_not_keep_the_answer_back() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/a.png").to_str().unwrap().to_owned();
    for option in ["--picture", "--trace"] {
        let ran = run(&["solve", "open:9x9", option, &missing]);
        assert_eq!(ran.status, 2);
        assert!(ran.out.starts_with("found     a path"), "{}", ran.out);
        assert!(ran.err.contains("cannot be written: there is no folder"), "{}", ran.err);
    }
    let ran = run(&["solve", "open:9x9", "--body", "tank", "--picture", &missing]);
    assert_eq!((ran.status, ran.out.starts_with("found ")), (2, true));
    let ran = run(&["solve", "open:9x9", "--picture", &missing, "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let error: serde_json::Value = serde_json::from_str(&ran.err).unwrap();
    assert_eq!((ran.status, &answer["found"]), (2, &true.into()));
    assert!(error["error"].as_str().unwrap().contains("there is no folder"));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};

    fn mode(path: &str) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn symbolic_links_are_followed() {
        let (folder, link) = in_folder("link.map");
        let target = folder.path().join("deep/real.map");
        fs::create_dir(folder.path().join("deep")).unwrap();
        symlink("deep/real.map", &link).unwrap();
        // Even to where nothing is yet.
        for spec in ["open:3x3", "open:4x4"] {
            assert_eq!(run(&["generate", spec, "-o", &link]).status, 0);
            assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
            assert!(fs::symlink_metadata(&target).unwrap().is_file());
        }
        assert!(fs::read_to_string(&target).unwrap().contains("width 4"));
        assert_eq!(files(&folder.path().join("deep")), ["real.map"]);
        let (_folder, link) = in_folder("loop.map");
        symlink("loop.map", &link).unwrap();
        assert_eq!(run(&["generate", "open:3x3", "-o", &link]).status, 2);
    }

    #[test]
    fn devices_are_written_to_not_replaced() {
        let (folder, null) = in_folder("null.map");
        symlink("/dev/null", &null).unwrap();
        let ran = run(&["generate", "open:3x3", "-o", &null]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(fs::symlink_metadata(&null).unwrap().file_type().is_symlink());
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        let full = folder.path().join("full.png").to_str().unwrap().to_owned();
        symlink("/dev/full", &full).unwrap();
        let ran = run(&["solve", "open:9x9", "--picture", &full]);
        assert_eq!((ran.status, ran.out.starts_with("found ")), (2, true));
        assert!(ran.err.contains("full.png: cannot be written"), "{}", ran.err);
        for more in [&["--agents", "2"][..], &["--agents", "2", "--body", "tank"]] {
            let ran = run(&[&["crowd", "open:9x9", "-o", &full][..], more].concat());
            assert_eq!(
                (ran.status, ran.out.starts_with("2 units arrive")),
                (2, true),
                "{}",
                ran.out
            );
            assert!(ran.err.contains("full.png: cannot be written"), "{}", ran.err);
        }
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
        // An open descriptor by its name.
        let index = folder.path().join("a.index").to_str().unwrap().to_owned();
        assert_eq!(run(&["prepare", "open:9x9", "-o", &index]).status, 0);
        let output = wayline(&["prepare", "open:9x9", "-o", "/dev/stderr"]).output().unwrap();
        assert_eq!(output.stderr, fs::read(index).unwrap());
    }

    #[test]
    fn pipes_are_written_to_not_replaced() {
        let (folder, pipe) = in_folder("pipe.map");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut writer = wayline(&["generate", "open:3x2", "-o", &pipe])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let map = fs::read_to_string(&pipe).unwrap();
        assert_eq!(map, "type octile\nheight 2\nwidth 3\nmap\n...\n...\n");
        assert!(writer.wait().unwrap().success());
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(files(folder.path()), ["pipe.map"]);
    }

    #[test]
    fn a_file_that_is_replaced_keeps_its_mode() {
        let (folder, path) = in_folder("a.map");
        fs::write(&path, "before").unwrap();
        for wanted in [0o640, 0o600, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            assert_eq!(run(&["generate", "open:3x3", "-o", &path]).status, 0);
            assert_eq!(mode(&path), wanted);
        }
        assert!(fs::read_to_string(&path).unwrap().starts_with("type octile"));
        assert_eq!(files(folder.path()), ["a.map"]);
    }

    #[test]
    fn read_only_files_are_refused() {
        let (folder, path) = in_folder("a.map");
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let ran = run(&["generate", "open:3x3", "-o", &path]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("it is read-only: make it writable"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!((mode(&path), files(folder.path())), (0o444, vec!["a.map".to_owned()]));
    }

    #[test]
    fn file_names_may_be_any_bytes() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let named = |name: &[u8]| folder.path().join(OsStr::from_bytes(name));
        let command = |arguments: &[&OsStr]| -> program::Ran {
            let mut command = wayline(&[]);
            command.args(arguments).output().unwrap().into()
        };
        let (map, body, index) = (named(b"m\xff.txt"), named(b"b\xff.toml"), named(b"i\xff"));
        fs::write(&body, "preset = 'tank'\n").unwrap();
        let word = OsStr::new;
        let path = map.as_os_str();
        let commands: [&[&OsStr]; 6] = [
            &[word("generate"), word("open:9x9"), word("-o"), path],
            &[word("info"), path],
            &[word("solve"), path],
            &[word("solve"), path, word("--body"), body.as_os_str()],
            &[word("compare"), path],
            &[word("prepare"), path, word("-o"), index.as_os_str()],
        ];
        for arguments in commands {
            let ran = command(arguments);
            assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
        }
        // What is not there is named as well as it can be.
        let ran = command(&[word("solve"), named(b"no\xff.map").as_os_str()]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("no\u{fffd}.map: no such file"), "{}", ran.err);
    }
}
