//! Do the tests notice when the engine is wrong? See `run`, which starts this.
//!
//! `cargo mutants` builds the engine once for every mutant, a minute each. Here all mutants of the sample are in
//! one build (Untch, Offutt, Harrold: *Mutation analysis using mutant schemata*, 1993), each behind a switch that an
//! environment variable turns on. The same build finds out which tests reach a mutant; only these are run for it.

mod plant;
mod sites;
mod tree;
mod trial;

use sites::Site;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};
use trial::Verdict;

fn main() -> ExitCode {
    match work() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// One change of the engine.
struct Mutant<'s> {
    id: u32,
    file: &'s str,
    site: &'s Site,
    other: &'s str,
    name: String,
}

/// `COUNT SEED FOLDER JOBS SECONDS AGAIN`: whether enough were caught.
fn work() -> Result<bool, String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [count, seed, folder, jobs, longest, again] = arguments.as_slice() else {
        return Err(
            "expected COUNT SEED FOLDER JOBS SECONDS AGAIN: see tools/mutants/run".to_owned()
        );
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("'{text}' is not a number"));
    let (count, seed, jobs) = (number(count)? as usize, number(seed)?, number(jobs)? as usize);
    let longest = number(longest)? as f64;
    let folder = PathBuf::from(folder);
    let source = env::current_dir().map_err(|error| error.to_string())?;
    let tree = tree::Tree { source, copy: folder.join("tree"), target: folder.join("build") };

    let mut sites: Vec<(String, Vec<Site>)> = Vec::new();
    let mut constants = 0;
    for file in tree.files()? {
        let text = tree::read(&tree.source.join(&file))?;
        let (found, left_out) = sites::find(&text).map_err(|error| format!("{file}: {error}"))?;
        constants += left_out;
        sites.push((file, found));
    }
    let all = shuffled(&sites, seed);
    println!("{} mutants; {constants} more in constants, where nothing can be switched", all.len());
    // More than asked for: some turn out not to compile, and the first that do are the sample.
    let mut planted: Vec<Mutant> = all.into_iter().take(count + count / 2 + 8).collect();
    let drawn = planted.len();
    loop {
        tree.plant(by_file(&planted))?;
        let refused = tree.refused()?;
        if refused.is_empty() {
            break;
        }
        println!("{} do not compile", refused.len());
        planted.retain(|mutant| !refused.contains(&mutant.id));
    }
    println!(
        "{drawn} drawn with seed {seed}, {} do not compile; the first {count} of the rest",
        drawn - planted.len()
    );
    planted.truncate(count);
    let report = folder.join("report.txt");
    if again == "true" {
        let text = tree::read(&report)?;
        let survivors = survivors(&text);
        planted.retain(|mutant| survivors.contains(mutant.name.as_str()));
    }

    let binaries = tree.tests()?;
    let (tests, left_out) = trial::measure(&binaries, longest, jobs, &folder)?;
    let seconds: f64 = tests.iter().map(|test| test.seconds).sum();
    println!(
        "{} tests, {seconds:.0} s; {} that take longer than {longest} s are left out",
        tests.len(),
        left_out.len()
    );
    for name in &left_out {
        println!("  {name}");
    }

    let verdicts = trial::in_parallel(jobs, &planted, |i, mutant| {
        let verdict = trial::attempt(&tests, mutant.id);
        println!("{i}: {}: {verdict:?}", mutant.name);
        verdict
    });
    let mut by_verdict: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (mutant, verdict) in planted.iter().zip(verdicts) {
        let (kind, test) = match verdict? {
            Verdict::Failed(test) => ("caught", test),
            Verdict::TooLong(test) => ("timeout", test),
            Verdict::Survived => ("survived", String::new()),
            Verdict::Unreached => ("unreached", String::new()),
        };
        by_verdict.entry(kind).or_default().push(format!("{}\t{test}", mutant.name));
    }
    let mut text = String::new();
    for (kind, mut lines) in by_verdict.clone() {
        lines.sort();
        let _ = writeln!(text, "{kind}: {}", lines.len());
        for line in lines {
            let _ = writeln!(text, "  {}", line.trim_end());
        }
    }
    if again != "true" {
        fs::write(&report, &text).map_err(|error| error.to_string())?;
    }
    let counted = |kind: &str| by_verdict.get(kind).map_or(0, Vec::len);
    let caught = counted("caught") + counted("timeout");
    let missed = counted("survived") + counted("unreached");
    for line in
        ["survived", "unreached"].iter().flat_map(|kind| by_verdict.get(kind).into_iter().flatten())
    {
        println!("survived: {}", line.trim_end());
    }
    println!(
        "{caught} caught ({} by time), {missed} survived ({} not reached)",
        counted("timeout"),
        counted("unreached")
    );
    Ok(10 * caught >= 9 * (caught + missed))
}

/// Their names, by an earlier report.
fn survivors(report: &str) -> BTreeSet<&str> {
    let mut survived = false;
    let mut names = BTreeSet::new();
    for line in report.lines() {
        match line.strip_prefix("  ") {
            Some(name) if survived => _ = names.insert(name),
            Some(_) => {}
            None => survived = line.starts_with("survived") || line.starts_with("unreached"),
        }
    }
    names
}

/// All mutants there are, in an order that only the seed decides.
fn shuffled(sites: &[(String, Vec<Site>)], seed: u64) -> Vec<Mutant<'_>> {
    let mut all: Vec<Mutant> = Vec::new();
    for (file, sites) in sites {
        for site in sites {
            for other in &site.others {
                all.push(Mutant { id: 0, file, site, other, name: site.name(file, other) });
            }
        }
    }
    let mut state = seed;
    for i in (1..all.len()).rev() {
        all.swap(i, (splitmix(&mut state) % (i as u64 + 1)) as usize);
    }
    for (id, mutant) in (0..).zip(&mut all) {
        mutant.id = id;
    }
    all
}

fn by_file<'s>(mutants: &[Mutant<'s>]) -> BTreeMap<&'s str, Vec<plant::Drawn<'s>>> {
    let mut files: BTreeMap<&str, Vec<plant::Drawn>> = BTreeMap::new();
    for mutant in mutants {
        let drawn = files.entry(mutant.file).or_default();
        match drawn.iter_mut().find(|(site, _)| std::ptr::eq(*site, mutant.site)) {
            Some((_, others)) => others.push((mutant.id, mutant.other)),
            None => drawn.push((mutant.site, vec![(mutant.id, mutant.other)])),
        }
    }
    files
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
