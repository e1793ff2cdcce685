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
