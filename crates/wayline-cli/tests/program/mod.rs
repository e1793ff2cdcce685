//! Running the command, as a user does.
// Each test file uses a part of this.
#![allow(dead_code)]

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command, with nothing of the caller's surroundings.
pub(crate) fn wayline(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayline"));
    command.args(arguments).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// What a run came to.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) fn run(arguments: &[&str]) -> Ran {
    wayline(arguments).output().unwrap().into()
}

/// Runs with something on standard input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = wayline(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who refuses its arguments does not read: that is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap().into()
}

/// Runs with `--format json`, and gives the status and the object.
pub(crate) fn json(arguments: &[&str]) -> (i32, Value) {
    let ran = run(&[arguments, &["--format", "json"]].concat());
    let object = serde_json::from_str(&ran.out);
    (ran.status, object.unwrap_or_else(|error| panic!("{error}: {} {}", ran.out, ran.err)))
}

/// What an answer of `solve` has at least, with a body and without.
pub(crate) const SOLVE_KEYS: [&str; 12] = [
    "found",
    "outcome",
    "optimal",
    "cost",
    "steps",
    "path",
    "turns",
    "expanded",
    "generated",
    "reopened",
    "micros",
    "algorithm",
];

/// Whether an object has keys.
pub(crate) fn has_keys(object: &Value, keys: &[&str]) {
    for key in keys {
        assert!(object.get(key).is_some(), "no {key} in {object}");
    }
}

/// The names of the files in a folder.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
