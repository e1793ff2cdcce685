//! Reading an index: whatever the bytes are, there is an error, or an index whose paths exist and
//! cost what it says. Shared with the fuzz target `index`.
//!
//! Bytes that begin with an odd number are read as they are; after an even one they are the changes
//! that are made to a good index (place, place, value, ...), under a checksum put right, so that what
//! lies behind the checksum is tried as well.

use std::sync::LazyLock;
use wayline::{Cell, Grid, GridIndex, Preparation, Query, Workspace, search};

static GRID: LazyLock<Grid> = LazyLock::new(|| {
    Grid::from_rows(["........", ".##..#..", "....##..", ".#......", "...##.#.", "......#."])
        .expect("a grid")
});

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    GridIndex::prepare(&GRID, &Preparation::default()).expect("an index").to_bytes()
});

/// The checksum of the format, written down a second time.
fn checksum(bytes: &[u8]) -> u64 {
    let mut state = 0u64;
    let mut mix = |word: u64| {
        let mut mixed = (state ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        state = mixed ^ mixed >> 31;
    };
    mix(bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(u64::from_le_bytes(word));
    }
    state
}

fn changed(changes: &[u8]) -> Vec<u8> {
    let mut bytes = GOOD.clone();
    let end = bytes.len() - 8;
    for change in changes.chunks_exact(3) {
        let place = u16::from_le_bytes([change[0], change[1]]) as usize % end;
        bytes[place] = change[2];
    }
    let sum = checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Checks one input.
pub(crate) fn check(bytes: &[u8]) {
    let index = match bytes.split_first() {
        Some((first, changes)) if first % 2 == 0 => GridIndex::from_bytes(&GRID, &changed(changes)),
        _ => GridIndex::from_bytes(&GRID, bytes),
    };
    let Ok(index) = index else { return };
    let mut work = Workspace::new();
    let free: Vec<Cell> = GRID.cells().filter(|&cell| GRID.is_free(cell)).collect();
    for &from in free.iter().step_by(3) {
        for &to in &free {
            let cost = index.cost_with(from, to, &mut work).expect("free ends");
            let query = Query::new(from, to);
            let answer = search(&index, &query, &mut work).expect("free ends");
            assert_eq!(cost, answer.cost);
            if answer.is_found() {
                let judged = wayline::check::grid_path(&GRID, &answer.path, from, to);
                assert_eq!(judged, Ok(answer.cost));
            }
        }
    }
}

#[test]
fn regressions() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/regressions/index");
    let Ok(files) = std::fs::read_dir(root) else {
        // The published crate does not have them.
        eprintln!("skipped: there is no {root}");
        return;
    };
    for file in files {
        let file = file.unwrap().path();
        eprintln!("{}", file.display());
        check(&std::fs::read(file).unwrap());
    }
}
