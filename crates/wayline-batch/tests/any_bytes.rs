//! Files of any bytes: what fuzzers ever found, the files that they begin with, and those damaged everywhere.

mod checks;

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use wayline_batch::files::{Format, Queries};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(format!("{ROOT}/{folder}/batch")).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        paths.map(|path| (path.display().to_string(), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

/// Everything in `testdata/regressions/batch` stays fixed.
#[test]
fn what_fuzzing_ever_found() {
    for (name, bytes) in files("testdata/regressions") {
        println!("{name}");
        checks::check(&bytes);
    }
}

#[test]
fn seeds_are_good_files_of_every_format() {
    let seeds = files("fuzz/seeds");
    assert!(seeds.len() >= 6);
    for (name, bytes) in seeds {
        let queries = Queries::open(Path::new(&name), Format::ArrowStream, 5).unwrap();
        let rows: usize = queries.batches().map(|batch| batch.unwrap().num_rows()).sum();
        assert_eq!(rows, 12, "{name}");
        checks::check(&bytes);
    }
}

/// A file that ends early, and one with a byte that is wrong: at every place.
#[test]
fn every_cut_and_every_wrong_byte() {
    // Readers of Arrow panic on some: caught, and not worth a line each.
    static LAST: Mutex<String> = Mutex::new(String::new());
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(|panic| *LAST.lock().unwrap() = panic.to_string()));
    let long = std::env::var_os("WAYLINE_PROOF").is_some();
    let mut failed = None;
    for (name, bytes) in files("fuzz/seeds") {
        let step = if long { 1 } else { 1 + bytes.len() / 40 };
        for at in (0..bytes.len()).step_by(step) {
            let damaged = std::panic::catch_unwind(|| {
                checks::check(&bytes[..at]);
                for wrong in [0x00, 0xff, bytes[at] ^ 0x01, bytes[at] ^ 0x80] {
                    let mut damaged = bytes.clone();
                    damaged[at] = wrong;
                    checks::check(&damaged);
                }
            });
            if damaged.is_err() && failed.is_none() {
                failed = Some(format!("{name}: byte {at}: {}", LAST.lock().unwrap()));
            }
        }
    }
    std::panic::set_hook(usual);
    assert_eq!(failed, None);
}
