//! Runs the tests: first each alone, to learn how long it takes and which mutants it reaches, then for each
//! mutant those that reach it, the quickest first, until one fails.

use std::collections::BTreeSet;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// In megabytes: enough for every test, and little enough that a loop that collects without end is stopped.
const MEMORY: u64 = 6000;

pub struct Test {
    binary: PathBuf,
    pub name: String,
    /// Processor time, in seconds.
    pub seconds: f64,
    pub reached: BTreeSet<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// By a test of this batch, the first of which is named.
    Failed(String),
    /// The tests took many times as long as without the mutant, or as much memory.
    TooLong(String),
    Survived,
    Unreached,
}

enum Ended {
    Passed(f64),
    Failed,
    TooLong,
}

/// Runs some tests of a binary within this many seconds of processor time.
fn run(
    binary: &Path,
    names: &[&str],
    seconds: f64,
    variables: &[(&str, String)],
) -> Result<Ended, String> {
    let limits = format!("ulimit -t {} -v {}", seconds.ceil() as u64, MEMORY * 1024);
    let script = format!("{limits}; TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>&1");
    let mut command = Command::new("bash");
    command
        .args(["-c", &script, "bash"])
        .arg(binary)
        .args(["--exact", "--test-threads", "1"])
        .args(names);
    for (name, value) in variables {
        command.env(name, value);
    }
    // Where Cargo runs them, which some rely on.
    let package = binary.ancestors().find_map(|folder| {
        let package = folder.join("tree/crates/wayline");
        package.is_dir().then_some(package)
    });
    command.current_dir(package.unwrap_or_else(|| PathBuf::from(".")));
    let mut child = command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("bash: {error}"))?;
    // A thread that waits for ever takes no processor time: the clock is for those. It is patient, since on a busy
    // machine a second takes long.
    let patience = Duration::from_secs_f64(300.0 + 20.0 * seconds);
    let started = Instant::now();
    let mut pause = Duration::from_millis(2);
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if started.elapsed() > patience => {
                let group = format!("-{}", child.id());
                let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
                let _ = child.wait();
                return Ok(Ended::TooLong);
            }
            None => thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(100));
    };
    if status.success() {
        let mut text = String::new();
        if let Some(mut pipe) = child.stderr.take() {
            let _ = std::io::Read::read_to_string(&mut pipe, &mut text);
        }
        let taken = text.split_whitespace().filter_map(|number| number.parse::<f64>().ok()).sum();
        return Ok(Ended::Passed(taken));
    }
    // 128 and the signal: killed, or out of processor time.
    Ok(if matches!(status.code(), Some(137 | 152)) { Ended::TooLong } else { Ended::Failed })
}

/// All tests of those binaries that take at most this many seconds, with what they reach.
pub fn measure(
    binaries: &[PathBuf],
    longest: f64,
    jobs: usize,
    folder: &Path,
) -> Result<(Vec<Test>, Vec<String>), String> {
    let mut names: Vec<(PathBuf, String)> = Vec::new();
    for binary in binaries {
        let listed = |argument: &[&str]| -> Result<BTreeSet<String>, String> {
            let output = Command::new(binary)
                .args(["--list", "--format", "terse"])
                .args(argument)
                .output()
                .map_err(|error| format!("{}: {error}", binary.display()))?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            Ok(text
                .lines()
                .filter_map(|line| Some(line.strip_suffix(": test")?.to_owned()))
                .collect())
        };
        let ignored = listed(&["--ignored"])?;
        names.extend(listed(&[])?.difference(&ignored).map(|name| (binary.clone(), name.clone())));
    }
    let measured = in_parallel(jobs, &names, |i, (binary, name)| -> Result<Option<Test>, String> {
        let reached = folder.join(format!("reached-{i}"));
        let _ = fs::remove_file(&reached);
        let variables = [("WAYLINE_REACHED", reached.display().to_string())];
        let ended = run(binary, &[name], longest, &variables)?;
        let text = fs::read_to_string(&reached).unwrap_or_default();
        let _ = fs::remove_file(&reached);
        match ended {
            Ended::Passed(seconds) => Ok(Some(Test {
                binary: binary.clone(),
                name: name.clone(),
                seconds,
                reached: text.lines().filter_map(|line| line.parse().ok()).collect(),
            })),
            Ended::TooLong => Ok(None),
            Ended::Failed => Err(format!("{name} fails without any mutant")),
        }
    });
    let (mut tests, mut left_out) = (Vec::new(), Vec::new());
    for ((_, name), measured) in names.iter().zip(measured) {
        match measured? {
            Some(test) => tests.push(test),
            None => left_out.push(name.clone()),
        }
    }
    tests.sort_by(|a, b| a.seconds.total_cmp(&b.seconds).then_with(|| a.name.cmp(&b.name)));
    Ok((tests, left_out))
}

/// Whether any test notices the mutant.
pub fn attempt(tests: &[Test], id: u32) -> Result<Verdict, String> {
    let mut waiting: Vec<&Test> = tests.iter().filter(|test| test.reached.contains(&id)).collect();
    if waiting.is_empty() {
        return Ok(Verdict::Unreached);
    }
    // In batches, each as long as all before it: starting a process takes longer than most tests do.
    let mut batch_seconds = 0.2;
    while let Some(first) = waiting.first() {
        let binary = first.binary.clone();
        let (mut names, mut seconds) = (Vec::new(), 0.0);
        waiting.retain(|test| {
            let taken = test.binary == binary
                && (names.is_empty() || seconds + test.seconds <= batch_seconds);
            if taken {
                seconds += test.seconds;
                names.push(test.name.as_str());
            }
            !taken
        });
        match run(&binary, &names, 5.0 * seconds + 3.0, &[("WAYLINE_MUTANT", id.to_string())])? {
            Ended::Passed(_) => {}
            Ended::Failed => return Ok(Verdict::Failed(names[0].to_owned())),
            Ended::TooLong => return Ok(Verdict::TooLong(names[0].to_owned())),
        }
        batch_seconds *= 2.0;
    }
    Ok(Verdict::Survived)
}

/// The results in the order of the items, whichever thread was first.
pub fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut done = Vec::new();
                    loop {
                        let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        let Some(item) = items.get(i) else { return done };
                        done.push((i, work(i, item)));
                    }
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a worker panicked")).collect()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}
