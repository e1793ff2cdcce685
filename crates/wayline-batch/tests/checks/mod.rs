//! What must hold for a file of queries, whatever its bytes: a whole file of answers, or an error and nothing.
//! Fuzzers call this, and an ordinary test does.

use std::fs;
use std::path::Path;
use wayline::Grid;
use wayline::body::{BodyKind, Terrain};
use wayline_batch::files::{Output, Progress, Queries, Run};
use wayline_batch::{Batch, Options};

/// What the answers may be written to.
const ANSWERS: [&str; 5] = ["a.csv", "a.jsonl.gz", "a.parquet", "a.arrow", "a.arrows"];

/// The name of a file with these bytes, by what they begin with.
fn name_of(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'P', b'A', b'R', b'1', ..] => "q.parquet",
        [b'A', b'R', b'R', b'O', b'W', b'1', ..] => "q.arrow",
        [0xff, 0xff, 0xff, 0xff, ..] => "q.arrows",
        [0x1f, 0x8b, ..] => "q.csv.gz",
        [b'{', ..] => "q.jsonl",
        _ => "q.csv",
    }
}

/// Answers the queries in a file with these bytes, and looks at what is left in its folder. The bytes also choose
/// what is asked, and into which kind of file.
pub(crate) fn check(bytes: &[u8]) {
    let sum = crc32fast::hash(bytes) as usize;
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join(name_of(bytes));
    let to = folder.path().join(ANSWERS[sum % ANSWERS.len()]);
    fs::write(&from, bytes).unwrap();
    let answered = answer(&from, &to, sum);
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| *path != from)
        .collect();
    match answered {
        Ok(progress) => {
            assert_eq!(left.pop(), Some(to.clone()));
            let counts = progress.counts;
            let all = counts.found + counts.unreachable + counts.limit + counts.bad;
            assert_eq!((all, progress.resumed), (counts.queries, 0));
            assert_eq!(rows(&to, sum), counts.queries, "rows of the answers");
        }
        Err(error) => assert!(!error.is_empty()),
    }
    assert!(left.is_empty(), "{left:?} is left");
}

fn answer(from: &Path, to: &Path, sum: usize) -> Result<Progress, String> {
    let mut options = Options::default();
    (options.threads, options.paths, options.strict) = (1, sum & 64 != 0, sum & 896 == 896);
    let batch = match sum & 32 {
        0 => {
            let grid = Grid::from_rows(["...#..", ".#.#..", ".#....", "...##."]).unwrap();
            Batch::map("m", grid, None, options)
        }
        _ => {
            let tank = BodyKind::preset("tank").unwrap();
            let terrain = Terrain::from_rows(["......", "..##..", "...W..", "......"]).unwrap();
            Batch::body(tank, "m", terrain, options)
        }
    };
    let format = wayline_batch::files::Format::of_path(to).unwrap();
    let queries = Queries::open(from, format, 4).map_err(|error| error.to_string())?;
    let run = Run {
        batch: &batch,
        resume: false,
        restart: false,
        options: String::new(),
        progress: &|_| {},
    };
    run.run(queries, &Output::File(to.to_owned())).map_err(|error| error.to_string())
}

/// How many rows a file of answers has: it must be one that can be read, to the end. As queries, so that its own
/// columns are refused only once they were read.
fn rows(answers: &Path, sum: usize) -> u64 {
    let copy = answers.with_file_name("again.arrows");
    let format = wayline_batch::files::Format::of_path(&copy).unwrap();
    let queries = Queries::open(answers, format, 1 + sum % 7).unwrap();
    queries.batches().map(|batch| batch.unwrap().num_rows() as u64).sum()
}
