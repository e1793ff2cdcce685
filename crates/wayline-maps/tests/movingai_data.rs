//! Reads the Moving AI benchmark files in the folder that `WAYLINE_DATA` names. Ignored unless asked
//! for: `cargo test -- --ignored data_`.

use std::fs;
use std::path::{Path, PathBuf};
use wayline_maps::{movingai, read_file, scenario};

/// All files below the folder with this extension.
fn files(extension: &str) -> Vec<PathBuf> {
    let data = std::env::var_os("WAYLINE_DATA").expect("WAYLINE_DATA names a folder with data");
    let sets = fs::read_dir(Path::new(&data).join("movingai")).unwrap();
    let files = sets.flat_map(|set| fs::read_dir(set.unwrap().path()).unwrap());
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty(), "WAYLINE_DATA has no {extension} files");
    files
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_maps_hold_what_their_characters_say() {
    for file in files("map") {
        let map = read_file(&file).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let rows: Vec<_> = text.lines().skip(4).filter(|row| !row.is_empty()).collect();
        assert_eq!(map.grid.height() as usize, rows.len());
        assert_eq!(map.grid.width() as usize, rows[0].len());
        for cell in map.grid.cells() {
            let character = rows[cell.y as usize].as_bytes()[cell.x as usize];
            assert_eq!(map.grid.is_free(cell), b".GS".contains(&character), "{file:?} {cell}");
        }
        let mut written = Vec::new();
        movingai::write(&map.grid, &mut written).unwrap();
        assert_eq!(wayline_maps::read(&written, None).unwrap(), map);
    }
}

#[test]
#[ignore = "needs data: set WAYLINE_DATA, and run with --ignored"]
fn data_scenarios_fit_their_maps() {
    for file in files("scen") {
        let scenarios = scenario::read(&fs::read(&file).unwrap()).unwrap();
        let map = read_file(&file.with_extension("")).unwrap();
        assert!(!scenarios.is_empty());
        for one in &scenarios {
            assert_eq!(one.map_name(), file.file_stem().unwrap());
            assert_eq!((one.width, one.height), (map.grid.width(), map.grid.height()));
            assert!(map.grid.is_free(one.start) && map.grid.is_free(one.goal), "{file:?} {one:?}");
        }
        let mut written = Vec::new();
        scenario::write(&scenarios, &mut written).unwrap();
        assert_eq!(scenario::read(&written).unwrap(), scenarios);
    }
}
