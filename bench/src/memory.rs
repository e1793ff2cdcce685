//! What a workspace weighs: measured by a program of its own, `src/bin/memory.rs`, since an
//! allocator that counts would slow down those that allocate most.

use crate::Options;
use crate::report::Table;
use std::process::{Command, exit};

pub fn run(_: &Options) -> Vec<Table> {
    let title =
        "memory: a workspace after one query on 2000x2000 (target: at most 24 bytes a cell)";
    let columns = ["map", "expanded", "kept, bytes a cell", "peak, bytes a cell"];
    let mut table = Table::new(title, &columns);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--bin", "memory", "--manifest-path", manifest])
        .output();
    let output = output.unwrap_or_else(|error| {
        eprintln!("cargo: {error}");
        exit(1);
    });
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        exit(1);
    }
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |text: &str| text.parse::<f64>().expect("a number").into();
        let expanded = fields[1].parse::<u64>().expect("a number").into();
        table.row(vec![fields[0].into(), expanded, number(fields[2]), number(fields[3])]);
    }
    vec![table]
}
