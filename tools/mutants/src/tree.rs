//! A copy of the repository with all mutants in it, compiled once.

use crate::plant::{Drawn, plant};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The switch: which mutant is active, and, while it is found out which test reaches which, a line for each
/// that was reached.
const SWITCH: &str = r#"
use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

struct Switch {
    active: u32,
    recording: bool,
}

static SWITCH: LazyLock<Switch> = LazyLock::new(|| Switch {
    active: std::env::var("WAYLINE_MUTANT").ok().and_then(|id| id.parse().ok()).unwrap_or(u32::MAX),
    recording: std::env::var_os("WAYLINE_REACHED").is_some(),
});

#[inline(always)]
pub(crate) fn is(id: u32) -> bool {
    let switch = &*SWITCH;
    if switch.recording {
        reached(id);
    }
    switch.active == id
}

#[cold]
fn reached(id: u32) {
    static SEEN: [AtomicBool; 65536] = [const { AtomicBool::new(false) }; 65536];
    if !SEEN[id as usize].swap(true, Ordering::Relaxed) {
        let name = std::env::var_os("WAYLINE_REACHED").unwrap();
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(name).unwrap();
        writeln!(file, "{id}").unwrap();
    }
}
"#;

pub struct Tree {
    /// The repository.
    pub source: PathBuf,
    /// The copy.
    pub copy: PathBuf,
    pub target: PathBuf,
}

impl Tree {
    /// What git knows, and new files, in that order.
    fn listed(&self, folders: &[&str]) -> Result<Vec<String>, String> {
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .args(folders)
            .current_dir(&self.source)
            .output()
            .map_err(|error| format!("git: {error}"))?;
        let mut names: Vec<String> = String::from_utf8_lossy(&listed.stdout)
            .split_terminator('\0')
            .map(str::to_owned)
            .collect();
        names.sort();
        Ok(names)
    }

    /// The files that are changed: those that decide whether an answer is right.
    pub fn files(&self) -> Result<Vec<String>, String> {
        let engine = "crates/wayline/src/";
        let parts = ["kernel/", "spaces/", "engines/search/", "check.rs", "check/"];
        let listed = self.listed(&[engine])?;
        let wanted = |name: &&String| {
            let part = name.strip_prefix(engine).unwrap_or(name);
            parts.iter().any(|start| part.starts_with(start))
                && part.ends_with(".rs")
                && !part.ends_with("tests.rs")
        };
        Ok(listed.iter().filter(wanted).cloned().collect())
    }

    /// Copies the repository as it is now, with these mutants in it.
    pub fn plant(&self, mut drawn: BTreeMap<&str, Vec<Drawn<'_>>>) -> Result<(), String> {
        for name in
            self.listed(&["Cargo.toml", "Cargo.lock", "crates", "docs", "examples", "testdata"])?
        {
            let Ok(mut bytes) = fs::read(self.source.join(&name)) else { continue };
            if let Some(drawn) = drawn.remove(name.as_str()) {
                bytes = plant(&String::from_utf8_lossy(&bytes), drawn).into_bytes();
            } else if name == "crates/wayline/src/lib.rs" {
                bytes.extend(b"\nmod mutant;\n");
            }
            write(&self.copy.join(&name), &bytes)?;
        }
        write(&self.copy.join("crates/wayline/src/mutant.rs"), SWITCH.as_bytes())
    }

    fn cargo(&self, arguments: &[&str]) -> Result<Vec<Value>, String> {
        let output = Command::new("cargo")
            .args(arguments)
            .args(["--profile", "mutants", "--config", "profile.mutants.inherits='dev'"])
            .args([
                "--config",
                "profile.mutants.debug=false",
                "--config",
                "profile.mutants.opt-level=1",
            ])
            .args(["--package", "wayline", "--all-features", "--message-format", "json"])
            .env("CARGO_TARGET_DIR", &self.target)
            .env("RUSTFLAGS", "--cap-lints allow")
            .env("CARGO_INCREMENTAL", "0")
            .current_dir(&self.copy)
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        let messages = String::from_utf8_lossy(&output.stdout);
        Ok(messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// The mutants that the compiler does not take.
    pub fn refused(&self) -> Result<BTreeSet<u32>, String> {
        let mut refused = BTreeSet::new();
        let mut errors = 0;
        let mut last = String::new();
        for message in self.cargo(&["check", "--lib"])? {
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            errors += 1;
            last = message["rendered"].as_str().unwrap_or("").to_owned();
            for span in message["spans"].as_array().into_iter().flatten() {
                let file = self.copy.join(span["file_name"].as_str().unwrap_or(""));
                let Ok(text) = fs::read_to_string(&file) else { continue };
                let (Some(start), Some(end)) =
                    (span["byte_start"].as_u64(), span["byte_end"].as_u64())
                else {
                    continue;
                };
                refused.extend(around(&text, start as usize, end as usize));
            }
        }
        if errors > 0 && refused.is_empty() {
            return Err(format!("the copy does not compile, and not because of a mutant:\n{last}"));
        }
        Ok(refused)
    }

    /// The binaries of the engine's tests.
    pub fn tests(&self) -> Result<Vec<PathBuf>, String> {
        let arguments = ["test", "--no-run", "--lib", "--test", "engine"];
        let binaries: Vec<PathBuf> = self
            .cargo(&arguments)?
            .iter()
            .filter(|message| message["profile"]["test"] == true)
            .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
            .collect();
        if binaries.len() == 2 { Ok(binaries) } else { Err("the tests do not compile".to_owned()) }
    }
}

/// The innermost mutant whose marks are around that range.
fn around(text: &str, start: usize, end: usize) -> Option<u32> {
    let mut open: Vec<(u32, usize)> = Vec::new();
    let mut best: Option<(usize, u32)> = None;
    for (at, _) in text.match_indices("/*") {
        let rest = &text[at + 2..];
        let Some(close) = rest.find("*/") else { break };
        let mark = &rest[..close];
        if let Some(id) = mark.strip_prefix('<').and_then(|id| id.parse().ok()) {
            open.push((id, at));
        } else if let Some(id) = mark.strip_suffix('>').and_then(|id| id.parse::<u32>().ok()) {
            let Some((_, from)) = open.pop() else { break };
            if from <= start && end <= at && best.is_none_or(|(length, _)| at - from < length) {
                best = Some((at - from, id));
            }
        }
    }
    best.map(|(_, id)| id)
}

pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Leaves a file alone that has these bytes already, so that nothing is compiled again for it.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, bytes).map_err(failed)
}
