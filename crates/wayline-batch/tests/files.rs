//! Files of every format, both ways; runs that are interrupted and go on; files that are damaged.

mod table;

use arrow_array::{Int32Array, RecordBatch, RecordBatchReader, StringArray};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::*;
use wayline::{Cell, Grid, check};
use wayline_batch::files::{FileError, Format, Output, Progress, Queries, Run};
use wayline_batch::{Batch, Options};

const FORMATS: [&str; 7] = ["csv", "csv.gz", "jsonl", "jsonl.gz", "parquet", "arrow", "arrows"];

fn grid() -> Grid {
    random_grid(30, 20, false, 6)
}

/// A thousand rows with a column of text, in which some are missing.
fn queries() -> RecordBatch {
    let ends = random_ends(&grid(), 1000, 3);
    let plain = questions(&ends);
    let words = ["a, \"b\"", "", "ä", "007", "plain"];
    let notes =
        (0..1000).map(|row| (row % 4 != 1).then_some(words[row % 5]).filter(|it| !it.is_empty()));
    let mut columns: Vec<_> = plain
        .schema()
        .fields()
        .iter()
        .map(|it| it.name().clone())
        .zip(plain.columns().to_vec())
        .collect();
    columns.push(("note".to_owned(), Arc::new(notes.collect::<StringArray>())));
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, it)| (name, it, true)))
        .unwrap()
}

fn write(path: &Path, batch: &RecordBatch) {
    let file = File::create(path).unwrap();
    let gzip = |bytes: Vec<u8>| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&bytes).unwrap();
        encoder.finish().unwrap()
    };
    match Format::of_path(path).unwrap() {
        Format::Csv { gzip: packed } => {
            let mut writer = arrow_csv::Writer::new(Vec::new());
            writer.write(batch).unwrap();
            let bytes = writer.into_inner();
            fs::write(path, if packed { gzip(bytes) } else { bytes }).unwrap();
        }
        Format::JsonLines { gzip: packed } => {
            let mut writer = arrow_json::LineDelimitedWriter::new(Vec::new());
            writer.write(batch).unwrap();
            writer.finish().unwrap();
            let bytes = writer.into_inner();
            fs::write(path, if packed { gzip(bytes) } else { bytes }).unwrap();
        }
        Format::Parquet => {
            let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
            writer.write(batch).unwrap();
            writer.close().unwrap();
        }
        Format::ArrowFile => {
            let mut writer = FileWriter::try_new(file, &batch.schema()).unwrap();
            writer.write(batch).unwrap();
            writer.finish().unwrap();
        }
        _ => {
            let mut writer = StreamWriter::try_new(file, &batch.schema()).unwrap();
            writer.write(batch).unwrap();
            writer.finish().unwrap();
        }
    }
}

/// What a file holds, as JSON: one value a row.
fn rows(path: &Path) -> Vec<serde_json::Value> {
    let file = File::open(path).unwrap();
    let text = |packed: bool| {
        let mut text = String::new();
        match packed {
            true => flate2::read::MultiGzDecoder::new(&file).read_to_string(&mut text),
            false => (&file).read_to_string(&mut text),
        }
        .unwrap();
        text
    };
    let batches: Vec<RecordBatch> = match Format::of_path(path).unwrap() {
        Format::JsonLines { gzip } => {
            return text(gzip).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        }
        Format::Csv { gzip } => {
            let text = text(gzip);
            let format = arrow_csv::reader::Format::default().with_header(true);
            let (schema, _) = format.infer_schema(text.as_bytes(), None).unwrap();
            let reader = arrow_csv::ReaderBuilder::new(Arc::new(schema)).with_header(true);
            reader.build(text.as_bytes()).unwrap().map(Result::unwrap).collect()
        }
        Format::Parquet => {
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
            reader.map(Result::unwrap).collect()
        }
        Format::ArrowFile => FileReader::try_new(file, None).unwrap().map(Result::unwrap).collect(),
        _ => StreamReader::try_new(file, None).unwrap().map(Result::unwrap).collect(),
    };
    let builder = arrow_json::WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, arrow_json::writer::LineDelimited>(Vec::new());
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    let text = String::from_utf8(writer.into_inner()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

struct Asking {
    threads: usize,
    paths: bool,
    resume: bool,
    restart: bool,
    /// After this many times of asking, it is interrupted.
    patience: usize,
    chunk: usize,
}

const PLAIN: Asking = Asking {
    threads: 2,
    paths: false,
    resume: false,
    restart: false,
    patience: usize::MAX,
    chunk: 128,
};

fn ask(from: &Path, to: &Path, asking: &Asking) -> Result<Progress, FileError> {
    ask_about(grid(), from, to, asking)
}

fn ask_about(grid: Grid, from: &Path, to: &Path, asking: &Asking) -> Result<Progress, FileError> {
    let asked = AtomicUsize::new(0);
    let patience = asking.patience;
    let mut options = Options::default();
    options.threads = asking.threads;
    options.paths = asking.paths;
    let queries = Queries::open(from, Format::of_path(to)?, asking.chunk)?;
    options.expected_rows = Some(queries.rows());
    options.cancelled = Some(Arc::new(move || asked.fetch_add(1, Ordering::Relaxed) >= patience));
    let batch = Batch::map("m", grid, None, options);
    let (resume, restart) = (asking.resume, asking.restart);
    let run = Run { batch: &batch, resume, restart, options: String::new(), progress: &|_| () };
    run.run(queries, &Output::File(to.to_owned()))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_format_becomes_every_other() {
    let folder = tempfile::tempdir().unwrap();
    let batch = queries();
    let mut options = Options::default();
    options.paths = true;
    let expected = Batch::map("m", grid(), None, options).answer(&batch).unwrap();
    for from in FORMATS {
        let source = folder.path().join(format!("q.{from}"));
        write(&source, &batch);
        for to in FORMATS {
            let target = folder.path().join(format!("a.{to}"));
            let progress = ask(&source, &target, &Asking { paths: true, ..PLAIN }).unwrap();
            assert_eq!(progress.counts.queries, 1000);
            let found = rows(&target);
            assert_eq!(found.len(), 1000, "{from} to {to}");
            for (row, answer) in found.iter().enumerate() {
                let context = format!("{from} to {to}, row {row}: {answer}");
                assert_eq!(answer["status"], status(&expected, row), "{context}");
                assert_eq!(answer["cost"].as_f64(), cost(&expected, row), "{context}");
                assert_eq!(answer["steps"].as_i64(), steps(&expected, row), "{context}");
                assert_eq!(answer["reason"].as_str(), reason(&expected, row), "{context}");
                // Text formats have nothing else, and CSV keeps it as it is.
                let id = &answer["id"];
                assert_eq!(
                    id.as_i64().unwrap_or_else(|| id.as_str().unwrap().parse().unwrap()),
                    row as i64 * 10
                );
                let path = match &answer["path"] {
                    serde_json::Value::String(text) => serde_json::from_str(text).unwrap(),
                    path => path.clone(),
                };
                let path = path.as_array().map(|path| {
                    let number = |it: &serde_json::Value| it.as_u64().unwrap() as u32;
                    let cell = |it: &serde_json::Value| match it.get("x") {
                        Some(x) => Cell::new(number(x), number(&it["y"])),
                        None => Cell::new(number(&it[0]), number(&it[1])),
                    };
                    path.iter().map(cell).collect::<Vec<_>>()
                });
                // Of several equally cheap paths it may be another one.
                let ends = |path: &Vec<Cell>| (path[0], path[path.len() - 1]);
                let one = cells(&expected, row);
                assert_eq!(path.as_ref().map(ends), one.as_ref().map(ends), "{context}");
                if let Some(path) = path {
                    let judged = check::grid_path(&grid(), &path, path[0], ends(&path).1);
                    assert_eq!(Some(judged.unwrap().to_f64()), cost(&expected, row), "{context}");
                }
            }
            fs::remove_file(&target).unwrap();
        }
    }
    // Nothing else was left.
    assert_eq!(names(folder.path()).len(), FORMATS.len());
}

#[test]
fn csv_stays_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("q.csv"), folder.path().join("a.csv"));
    fs::write(&from, "\u{feff}sx,sy,gx,gy,code\n0,0,2,0,007\n 1,0,x,0,\"a,b\"\n,0,0,0,1e5\n")
        .unwrap();
    ask_about(Grid::new(3, 3).unwrap(), &from, &to, &PLAIN).unwrap();
    assert_eq!(
        fs::read_to_string(&to).unwrap(),
        "sx,sy,gx,gy,code,status,cost,steps,reason\n\
         0,0,2,0,007,found,2.0,2,\n \
         1,0,x,0,\"a,b\",bad,,,gx is 'x': expected a whole number from 0\n\
         ,0,0,0,1e5,bad,,,sx is missing: expected a whole number from 0\n"
    );
}

#[test]
fn lines_of_json_may_differ() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("q.jsonl"), folder.path().join("a.jsonl"));
    fs::write(
        &from,
        "{\"sx\":0,\"sy\":0,\"gx\":2,\"gy\":0}\n{\"gy\":1,\"gx\":\"1\",\"sy\":0,\"sx\":0,\"more\":{\"a\":[1]}}\n\
         {\"sx\":0,\"sy\":0,\"gx\":0.5,\"gy\":0}\n",
    )
    .unwrap();
    ask_about(Grid::new(3, 3).unwrap(), &from, &to, &PLAIN).unwrap();
    let found = rows(&to);
    let statuses: Vec<_> = found.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["found", "found", "bad"]);
    assert_eq!(found[1]["more"]["a"][0], 1);
    let text = fs::read_to_string(&to).unwrap();
    assert!(text.starts_with("{\"sx\":0,\"sy\":0,\"gx\":\"2\",\"gy\":0,"), "{text}");
}

#[test]
fn interrupted_runs_go_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("q.parquet");
    write(&source, &queries());
    for to in FORMATS {
        for paths in [false, true] {
            let [whole, target] = ["whole", "a"].map(|it| folder.path().join(format!("{it}.{to}")));
            ask(&source, &whole, &Asking { paths, threads: 1, ..PLAIN }).unwrap();
            let expected = fs::read(&whole).unwrap();
            let partial = PathBuf::from(format!("{}.partial", target.display()));
            let mut interrupts = 0;
            for patience in (2..).step_by(3) {
                let asking =
                    Asking { paths, patience, resume: true, threads: 1 + patience % 3, ..PLAIN };
                match ask(&source, &target, &asking) {
                    Ok(progress) => {
                        assert_eq!(progress.counts.queries, 1000);
                        break;
                    }
                    Err(error) => assert!(error.is_resumable(), "{error}"),
                }
                assert!(!target.exists());
                if partial.exists() {
                    interrupts += 1;
                    // Killed while it was writing: something is behind the last whole chunk.
                    let mut file = fs::OpenOptions::new().append(true).open(&partial).unwrap();
                    file.write_all(&vec![7; patience * 5]).unwrap();
                }
            }
            assert!(interrupts > 1, "{to}: {interrupts}");
            assert!(!partial.exists());
            assert_eq!(fs::read(&target).unwrap(), expected, "{to}, paths: {paths}");
            // Neither do threads matter.
            for threads in [2, 3] {
                ask(&source, &target, &Asking { paths, threads, ..PLAIN }).unwrap();
                assert_eq!(fs::read(&target).unwrap(), expected, "{to}, {threads} threads");
            }
            fs::remove_file(&target).unwrap();
            fs::remove_file(&whole).unwrap();
        }
    }
}

#[test]
fn a_partial_of_another_run_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let [source, other, target] =
        ["q.parquet", "r.parquet", "a.csv"].map(|it| folder.path().join(it));
    write(&source, &queries());
    write(&other, &queries().slice(0, 900));
    let partial = folder.path().join("a.csv.partial");
    let interrupted = Asking { patience: 12, threads: 1, ..PLAIN };
    ask(&source, &target, &interrupted).unwrap_err();
    assert!(partial.exists());
    let kept = fs::read(&partial).unwrap();
    let refused = |from: &Path, grid: Grid, asking: &Asking| {
        let error = ask_about(grid, from, &target, asking).unwrap_err();
        assert!(matches!(error, FileError::Partial { .. }), "{error}");
        assert_eq!(fs::read(&partial).unwrap(), kept);
        error.to_string()
    };
    let plain = refused(&source, grid(), &PLAIN);
    assert!(plain.contains("go on with --resume, or start again with --restart"), "{plain}");
    let resume = Asking { resume: true, ..PLAIN };
    let queries = refused(&other, grid(), &resume);
    assert!(queries.contains("started with other queries"), "{queries}");
    let map = refused(&source, random_grid(30, 20, false, 1), &resume);
    assert!(map.contains("started with other map or network"), "{map}");
    let options = refused(&source, grid(), &Asking { paths: true, resume: true, ..PLAIN });
    assert!(options.contains("started with other options"), "{options}");
    // Anew, if that is what the user wants.
    let progress = ask(&source, &target, &Asking { restart: true, ..PLAIN }).unwrap();
    assert_eq!((progress.resumed, progress.counts.queries), (0, 1000));
    assert!(!partial.exists());
    // Anything else under that name is left alone.
    for bytes in [&b"something else"[..], b"", &kept[..30]] {
        fs::write(&partial, bytes).unwrap();
        let error = ask(&source, &target, &resume).unwrap_err().to_string();
        assert!(error.contains("not the beginning of a run"), "{error}");
        assert_eq!(fs::read(&partial).unwrap(), bytes);
    }
}

#[test]
fn damage_in_the_middle_of_a_partial_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["q.parquet", "a.csv"].map(|it| folder.path().join(it));
    write(&source, &queries());
    ask(&source, &target, &PLAIN).unwrap();
    let expected = fs::read(&target).unwrap();
    let partial = folder.path().join("a.csv.partial");
    ask(&source, &target, &Asking { patience: 20, threads: 1, ..PLAIN }).unwrap_err();
    let kept = fs::read(&partial).unwrap();
    let mut random = Random(1);
    for _ in 0..60 {
        let mut damaged = kept.clone();
        let at = 400 + random.below(kept.len() as u64 - 400) as usize;
        damaged[at] ^= 1 << random.below(8);
        fs::write(&partial, damaged).unwrap();
        ask(&source, &target, &Asking { resume: true, ..PLAIN }).unwrap();
        assert_eq!(fs::read(&target).unwrap(), expected);
    }
}

#[test]
fn damaged_files_are_refused_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("a.csv");
    let mut random = Random(8);
    for from in FORMATS {
        let source = folder.path().join(format!("q.{from}"));
        write(&source, &queries());
        let good = fs::read(&source).unwrap();
        let refused = |bytes: &[u8]| {
            fs::write(&source, bytes).unwrap();
            let done = ask(&source, &target, &PLAIN);
            let _ = fs::remove_file(&target);
            assert_eq!(names(folder.path()), [format!("q.{from}")]);
            done
        };
        if from != "csv" {
            // A CSV may end anywhere.
            let cut = refused(&good[..good.len() / 2 - 3]);
            let error = cut.expect_err(from).to_string();
            assert!(error.contains(&format!("q.{from}: ")), "{error}");
        }
        refused(&[]).unwrap_err();
        refused(b"PAR1 and nothing else").unwrap_err();
        // Bits that have fallen over: an error or an answer, never a panic, and nothing left behind.
        for _ in 0..40 {
            let mut damaged = good.clone();
            for _ in 0..3 {
                let at = random.below(good.len() as u64) as usize;
                damaged[at] ^= 1 << random.below(8);
            }
            let _ = refused(&damaged);
        }
        fs::remove_file(&source).unwrap();
    }
}

#[test]
fn wrong_tables_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["q.csv", "a.csv"].map(|it| folder.path().join(it));
    let refused = |text: &str| {
        fs::write(&source, text).unwrap();
        let error = ask(&source, &target, &PLAIN).unwrap_err().to_string();
        assert_eq!(names(folder.path()), ["q.csv"]);
        error
    };
    let missing = refused("sx,sy,gx\n");
    assert!(
        missing.ends_with(
            "there is no column 'gy': expected the columns sx, sy, gx and gy, and found sx, sy, gx"
        ),
        "{missing}"
    );
    let taken = refused("sx,sy,gx,gy,path,status\n1,1,1,1,1,1\n");
    assert!(taken.contains("the queries have a column 'status'"), "{taken}");
    let short = refused("sx,sy,gx,gy\n1,1,1,1\n1,1\n");
    assert!(short.contains("line 3"), "{short}");
    // Lists do not fit into CSV.
    let lists = folder.path().join("q.jsonl");
    fs::write(&lists, "{\"sx\":1,\"sy\":1,\"gx\":1,\"gy\":1,\"tags\":[1]}\n").unwrap();
    let error = ask(&lists, &target, &PLAIN).unwrap_err().to_string();
    assert!(error.contains("the column 'tags' holds lists or records"), "{error}");
    let unknown = ask(&folder.path().join("q.xls"), &target, &PLAIN).unwrap_err();
    assert!(unknown.to_string().contains("unknown kind of file"), "{unknown}");
}

#[test]
fn an_existing_file_is_replaced_whole_and_keeps_its_rights() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target, link] = ["q.parquet", "a.csv", "l.csv"].map(|it| folder.path().join(it));
    write(&source, &queries());
    fs::write(&target, "before").unwrap();
    ask(&source, &target, &Asking { patience: 12, threads: 1, ..PLAIN }).unwrap_err();
    assert_eq!(fs::read_to_string(&target).unwrap(), "before");
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        ask(&source, &target, &Asking { resume: true, ..PLAIN }).unwrap();
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
        symlink("a.csv", &link).unwrap();
        let expected = fs::read(&target).unwrap();
        fs::write(&target, "before").unwrap();
        ask(&source, &link, &PLAIN).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), expected);
        assert_eq!(names(folder.path()), ["a.csv", "l.csv", "q.parquet"]);
    }
}

#[test]
fn a_large_batch_is_read_in_chunks_and_dictionaries_are_resolved() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["q.arrow", "a.parquet"].map(|it| folder.path().join(it));
    let batch = queries();
    let mut columns: Vec<_> = batch
        .schema()
        .fields()
        .iter()
        .map(|it| it.name().clone())
        .zip(batch.columns().to_vec())
        .collect();
    let keys = Int32Array::from_iter_values((0..1000).map(|row| row % 3));
    let dictionary = arrow_array::DictionaryArray::new(keys, texts(&["x", "y", "z"]));
    columns.push(("kind".to_owned(), Arc::new(dictionary)));
    write(&source, &RecordBatch::try_from_iter(columns).unwrap());
    ask(&source, &target, &PLAIN).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&target).unwrap()).unwrap();
    let groups: Vec<i64> = reader.metadata().row_groups().iter().map(|it| it.num_rows()).collect();
    assert_eq!(groups, [128, 128, 128, 128, 128, 128, 128, 104]);
    assert_eq!(
        reader.build().unwrap().schema().field_with_name("kind").unwrap().data_type().to_string(),
        "Utf8"
    );
    assert_eq!(rows(&target)[4]["kind"], "y");
}
