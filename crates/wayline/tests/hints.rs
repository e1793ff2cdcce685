//! What the compiler says to those who pass the wrong thing: the hints of the traits, and no list of types
//! that happen to fit.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The newest build of the library, beside this test.
fn library(folder: &Path) -> PathBuf {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let built = names.filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libwayline-") && name.ends_with(".rlib")
    });
    built.max_by_key(|path| path.metadata().unwrap().modified().unwrap()).unwrap()
}

/// What the compiler says to a function of such a body, which it must refuse.
fn refused(name: &str, body: &str) -> String {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let source =
        std::env::temp_dir().join(format!("wayline-hint-{}-{name}.rs", std::process::id()));
    let imports = "#![allow(unused)]\nuse std::sync::Arc;\nuse wayline::*;\n";
    let function = format!("{imports}pub fn asked(grid: Grid, graph: Graph) {{\n{body}\n}}\n");
    std::fs::write(&source, function).unwrap();
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(compiler)
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--out-dir"])
        .arg(std::env::temp_dir())
        .arg("-L")
        .arg(format!("dependency={}", folder.display()))
        .arg("--extern")
        .arg(format!("wayline={}", library(&folder).display()))
        .arg(&source)
        .output()
        .unwrap();
    let _ = std::fs::remove_file(&source);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{name} compiles");
    said
}

#[track_caller]
fn says(name: &str, body: &str, hints: &[&str]) {
    let said = refused(name, body);
    for hint in hints {
        assert!(said.contains(hint), "no {hint:?} in:\n{said}");
    }
    for confusing in ["Ipv4Addr", "AtomicU32", "core::num"] {
        assert!(!said.contains(confusing), "{confusing} in:\n{said}");
    }
}

#[test]
#[cfg_attr(miri, ignore)]
fn wrong_spaces_and_ends_are_explained() {
    says(
        "arc",
        "let grid = Arc::new(grid); search(&grid, &Query::new((0, 0), (1, 1)), &mut Workspace::new());",
        &["cannot be asked for a path", "`&*arc` rather than `&arc`"],
    );
    says(
        "signed",
        "search(&grid, &Query::<Cell>::new((0i32, 0i32), (1, 1)), &mut Workspace::new());",
        &["`(i32, i32)` cannot be an end of a query", "`Cell::try_from` checks pairs"],
    );
    says(
        "cell",
        "search(&graph, &Query::new((0, 0), (1, 1)), &mut Workspace::new());",
        &["cannot be an end of a query whose states are `u32`", "a node of a graph `u32`"],
    );
    says(
        "node",
        "search(&graph, &Query::<u32>::new(0i64, 3), &mut Workspace::new());",
        &["`i64` cannot be an end of a query whose states are `u32`", "a node of a graph `u32`"],
    );
}
