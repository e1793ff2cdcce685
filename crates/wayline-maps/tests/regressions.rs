//! Replays `testdata/regressions`: inputs that once went wrong, nasty ones, and good ones.

mod checks;

use std::fs;
use std::path::Path;

/// Runs a check on every file of a folder. A failure shows the file among the lines printed last.
fn replay(target: &str, check: fn(&[u8])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/regressions");
    if !root.exists() {
        // The published crate does not have them.
        eprintln!("skipped: there is no {}", root.display());
        return;
    }
    let mut files: Vec<_> =
        fs::read_dir(root.join(target)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no regressions for {target}");
    for file in files {
        eprintln!("{}", file.display());
        check(&fs::read(file).unwrap());
    }
}

#[test]
fn movingai_map() {
    replay("movingai_map", checks::movingai_map);
}

#[test]
fn scenario() {
    replay("scenario", checks::scenario);
}

#[test]
fn ascii() {
    replay("ascii", checks::ascii);
}

#[test]
fn png() {
    replay("png", checks::png);
}

#[test]
fn spec() {
    replay("spec", checks::spec);
}

#[test]
fn body() {
    replay("body", checks::body);
}

#[test]
fn simulation() {
    replay("simulation", checks::simulation);
}

/// What the documentation shows can be read.
#[test]
fn examples_of_the_documentation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if !folder.exists() {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
    let blocks = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let blocks = text.split("```toml\n").skip(1);
        let blocks: Vec<String> =
            blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect();
        assert!(!blocks.is_empty(), "{name}");
        blocks
    };
    for block in blocks("bodies.md") {
        wayline_maps::bodies::read(block.as_bytes()).expect(&block);
    }
    for block in blocks("simulations.md") {
        let limits = wayline_maps::Limits::default();
        let read = wayline_maps::simulation::read(block.as_bytes(), None, limits);
        assert!(read.is_ok(), "{:?}\n{block}", read.err());
    }
}
