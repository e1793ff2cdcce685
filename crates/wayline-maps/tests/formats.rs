//! What the readers accept, what they refuse, and what they say of it.

use png::{BitDepth, ColorType};
use std::fs;
use wayline::{Cell, Grid};
use wayline_maps::{Format, Limits, Map, ascii, movingai, read, read_file, scenario};

fn movingai_error(text: &str) -> String {
    movingai::read(text.as_bytes(), Limits::default()).unwrap_err().to_string()
}

fn ascii_error(text: &str) -> String {
    ascii::read(text.as_bytes(), Limits::default()).unwrap_err().to_string()
}

fn scenario_error(text: &str) -> String {
    scenario::read(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn movingai_cells_are_free_or_blocked() {
    let text = "\u{feff}type octile\r\nwidth 7\r\nheight 1\r\nmap\r\n.GS@OTW";
    let grid = read(text.as_bytes(), None).unwrap().grid;
    let free: Vec<_> = grid.cells().map(|cell| grid.is_free(cell)).collect();
    assert_eq!(free, [true, true, true, false, false, false, false]);
}

#[test]
fn movingai_errors_say_where_and_what() {
    for (text, error) in [
        ("", "line 1, column 1: found the end of the file, expected 'type octile'"),
        ("tipe octile\n", "line 1, column 1: found 't', expected 'type octile'"),
        ("type hex\n", "line 1, column 6: found 'hex', expected 'octile'"),
        ("type octile\nhight 3\n", "line 2, column 1: found 'h', expected 'height' and a number"),
        (
            "type octile\nheight 3\nheight 3\n",
            "line 3, column 1: found 'h', expected 'width' and a number",
        ),
        (
            "type octile\nheight x\nwidth 1\nmap\n",
            "line 2, column 8: found 'x', expected the number of rows",
        ),
        (
            "type octile\nheight 3\nwidth 3\n",
            "line 4, column 1: found the end of the file, expected 'map'",
        ),
        (
            "type octile\nheight 0\nwidth 3\nmap\n",
            "line 2, column 8: a map of 3x0 cells: expected at least 1x1 and at most 67108864 cells in all",
        ),
        (
            "type octile\nheight 9\nwidth 9\nmap\n...\n",
            "line 2, column 8: the header promises 9x9 cells, but only 4 bytes follow it",
        ),
        (
            "type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n",
            "line 6, column 2: found 'x', expected '.', 'G' or 'S' (free), or '@', 'O', 'T' or 'W' (blocked)",
        ),
        (
            "type octile\nheight 2\nwidth 3\nmap\n..\n.....\n",
            "line 5, column 3: found a row of 2 cells, expected 3 cells",
        ),
        (
            "type octile\nheight 2\nwidth 3\nmap\n....\n...\n",
            "line 5, column 4: found a row of 4 cells, expected 3 cells",
        ),
        (
            "type octile\nheight 2\nwidth 3\nmap\n...\n\n\n\n",
            "line 6, column 1: found a row of 0 cells, expected 3 cells",
        ),
        (
            "type octile\nheight 2\nwidth 2\nmap\n..\r\n",
            "line 6, column 1: found the end of the file, expected row 2 of 2",
        ),
        (
            "type octile\nheight 1\nwidth 3\nmap\n...\n\n ...\n",
            "line 7, column 2: found '...', expected nothing more after 1 rows",
        ),
    ] {
        assert_eq!(movingai_error(text), error);
    }
}

#[test]
fn ascii_errors_say_where_and_what() {
    let cells = "expected '.' or 1 to 9 (free), '#' or '@' (blocked), 'S' (start) or 'G' (goal)";
    for (text, error) in [
        ("", format!("line 1, column 1: found the end of the file, {cells}")),
        ("\n..\n", format!("line 1, column 1: found the end of the line, {cells}")),
        ("..\n.ä\n", format!("line 2, column 2: found 'ä', {cells}")),
        (". .", format!("line 1, column 2: found a space, {cells}")),
        ("0", format!("line 1, column 1: found '0', {cells}")),
        (
            "S.\n.S\n",
            "line 2, column 2: found a second 'S', expected only the one in line 1".into(),
        ),
        (
            "..\n...\n",
            "line 2, column 3: found a row of 3 cells, expected 2 cells as in the first row".into(),
        ),
        (
            "..\n\n..\n",
            "line 2, column 1: found a row of 0 cells, expected 2 cells as in the first row".into(),
        ),
    ] {
        assert_eq!(ascii_error(text), error);
    }
    let error = ascii::read(b".\xff", Limits::default()).unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 2: found byte 0xff, "), "{error}");
}

#[test]
fn ascii_marks_and_terrain_are_read() {
    let map = read(b"S@#\r\n19G\r\n\r\n", None).unwrap();
    assert_eq!((map.start, map.goal), (Some(Cell::new(0, 0)), Some(Cell::new(2, 1))));
    assert_eq!(map.grid.free_cells(), 4);
    assert_eq!(map.grid.multiplier((0, 1)), 1.0);
    assert_eq!(map.grid.multiplier((1, 1)), 9.0);
}

#[test]
fn scenario_errors_say_where_and_what() {
    for (text, error) in [
        ("", "line 1, column 1: found the end of the file, expected 'version 1'"),
        ("vision 1\n", "line 1, column 1: found 'v', expected 'version 1'"),
        ("version 2\n", "line 1, column 9: found '2', expected version 1 or 1.0"),
        (
            "version 1\n\n0 a 1 1 0 0 0 0\n",
            "line 3, column 1: found 8 fields, expected nine fields: ",
        ),
        ("version 1\n0 a\n", "line 2, column 1: found 2 fields, expected nine fields: "),
        ("version 1\n0\ta\t9\t9\t0\tx\t0\t0\t1\n", "line 2, column 11: found 'x', expected its y"),
        (
            "version 1\n0 a 9 9 -1 0 0 0 1\n",
            "line 2, column 9: found '-1', expected the x of the start",
        ),
        (
            "version 1\n0 a 9 9 0 0 0 0 -1\n",
            "line 2, column 17: found '-1', expected the optimal length",
        ),
        (
            "version 1\n0 a 9 9 0 0 0 0 inf\n",
            "line 2, column 17: found 'inf', expected the optimal length",
        ),
    ] {
        let found = scenario_error(text);
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn scenarios_come_in_several_styles() {
    let text = "version 1.0\r\n\
                3\tmaps\\dao\\my arena.map\t49\t50\t1\t2\t3\t4\t12.5\r\n\
                \r\n\
                3   maps/dao/my arena.map 49 50 1 2  3 4 12.50000000";
    let [tabs, spaces] = &scenario::read(text.as_bytes()).unwrap()[..] else { panic!() };
    assert_eq!(tabs.map_name(), "my arena.map");
    assert_eq!(spaces.map_name(), "my arena.map");
    assert_eq!((tabs.start, tabs.goal, tabs.optimal), (Cell::new(1, 2), Cell::new(3, 4), 12.5));
    assert_eq!((tabs.bucket, tabs.width, tabs.height), (3, 49, 50));
    assert_eq!((spaces.start, spaces.goal, spaces.optimal), (tabs.start, tabs.goal, tabs.optimal));
}

#[test]
fn what_a_format_cannot_hold_is_refused_and_nothing_is_written() {
    let mut slow = Grid::new(3, 2).unwrap();
    slow.set_multiplier((2, 1), 2.5).unwrap();
    let mut out = Vec::new();
    assert_eq!(
        movingai::write(&slow, &mut out).unwrap_err().to_string(),
        "the cell 2,1 has the multiplier 2.5, which Moving AI cannot hold: expected plain cells only"
    );
    assert!(ascii::write(&slow.clone().into(), &mut out).is_err());
    assert!(wayline_maps::png::write(&slow, Vec::new()).is_ok());
    for bad in [0.5, 1.03125, 17.0] {
        slow.set_multiplier((2, 1), bad).unwrap();
        assert!(wayline_maps::png::write(&slow, &mut out).is_err(), "{bad}");
    }
    let mut high = Grid::new(3, 2).unwrap();
    high.set_elevation((1, 1), 5).unwrap();
    assert!(wayline_maps::png::write(&high, &mut out).is_err());
    let mut marked = Map::from(Grid::from_rows([".#2"]).unwrap());
    for cell in [Cell::new(1, 0), Cell::new(2, 0), Cell::new(3, 0)] {
        marked.goal = Some(cell);
        assert!(ascii::write(&marked, &mut out).is_err(), "{cell}");
    }
    assert!(out.is_empty());
}

/// A picture of one row.
fn picture(color: ColorType, depth: BitDepth, palette: &[u8], data: &[u8]) -> Vec<u8> {
    let bits = color.samples() * depth as usize;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, (data.len() * 8 / bits) as u32, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ColorType::Indexed {
        encoder.set_palette(palette);
        encoder.set_trns([255, 255, 0].as_slice());
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    bytes
}

/// The multipliers of a picture of one row, with zero for blocked.
fn multipliers(bytes: &[u8]) -> Vec<f64> {
    let grid = read(bytes, Some(Format::Png)).unwrap().grid;
    let value = |cell| if grid.is_free(cell) { grid.multiplier(cell) } else { 0.0 };
    grid.cells().map(value).collect()
}

#[test]
fn pictures_of_every_kind_become_grey() {
    use BitDepth::{Eight, Four, One, Sixteen, Two};
    use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    let row = |color, depth, data: &[u8]| multipliers(&picture(color, depth, &[], data));
    assert_eq!(row(Grayscale, One, &[0b1010_0000])[..3], [1.0, 0.0, 1.0]);
    assert_eq!(row(Grayscale, Two, &[0b0011_1001]), [0.0, 1.0, 6.3125, 11.625]);
    assert_eq!(row(Grayscale, Four, &[0x0f, 0xe1]), [0.0, 1.0, 2.0625, 15.875]);
    assert_eq!(row(Grayscale, Eight, &[0, 255, 254, 239, 1]), [0.0, 1.0, 1.0625, 2.0, 16.875]);
    assert_eq!(row(Grayscale, Sixteen, &[0, 255, 255, 0, 239, 7]), [0.0, 1.0, 2.0]);
    assert_eq!(row(GrayscaleAlpha, Eight, &[0, 255, 0, 0, 255, 9]), [0.0, 1.0, 1.0]);
    // Pure red, green and blue have the luma 76, 150 and 29.
    let pure = [255, 0, 0, 0, 255, 0, 0, 0, 255];
    assert_eq!(row(Rgb, Eight, &pure), [12.1875, 7.5625, 15.125]);
    assert_eq!(row(Rgba, Eight, &[0, 0, 0, 255, 0, 0, 0, 0, 239, 239, 239, 255]), [0.0, 1.0, 2.0]);
    let palette = [0, 0, 0, 239, 239, 239, 0, 0, 0];
    let indexed = picture(Indexed, Eight, &palette, &[0, 1, 2]);
    assert_eq!(multipliers(&indexed), [0.0, 2.0, 1.0]);
}

#[test]
fn interlaced_pictures_are_read_like_others() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/regressions/png");
    let Ok(interlaced) = fs::read(format!("{folder}/interlaced.png")) else {
        eprintln!("skipped: there is no {folder}");
        return;
    };
    let plain = fs::read(format!("{folder}/not-interlaced.png")).unwrap();
    assert_eq!(read(&interlaced, None).unwrap(), read(&plain, None).unwrap());
    for size in ["1x1", "2x3", "3x9", "5x1"] {
        let map =
            read(&fs::read(format!("{folder}/interlaced-{size}.png")).unwrap(), None).unwrap();
        let expected = Grid::from_fn(map.grid.width(), map.grid.height(), |c| (c.x + c.y) % 2 == 0);
        assert_eq!(map.grid, expected.unwrap());
    }
}

#[test]
fn files_that_are_cut_short_are_refused() {
    let spec: wayline_maps::generate::Spec = "terrain:20x20:seed=1".parse().unwrap();
    let grid = spec.generate(Limits::default()).unwrap();
    let mut picture = Vec::new();
    wayline_maps::png::write(&grid, &mut picture).unwrap();
    for length in 0..picture.len() {
        assert!(
            wayline_maps::png::read(&picture[..length], Limits::default()).is_err(),
            "{length}"
        );
    }
    let mut text = Vec::new();
    movingai::write(&Grid::new(20, 20).unwrap(), &mut text).unwrap();
    for length in 0..text.len() - 1 {
        assert!(movingai::read(&text[..length], Limits::default()).is_err(), "{length}");
    }
}

#[test]
fn files_are_known_by_what_they_say_before_what_they_are_called() {
    let folder = std::env::temp_dir().join(format!("wayline-maps-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a.txt");
    fs::write(&file, "type octile\nheight 1\nwidth 1\nmap\n.\n").unwrap();
    assert!(read_file(&file).is_ok());
    fs::write(folder.join("b.png"), "...").unwrap();
    let error = read_file(&folder.join("b.png")).unwrap_err();
    assert!(error.to_string().contains("b.png: this PNG cannot be read"), "{error}");
    fs::write(folder.join("c.map"), "...").unwrap();
    let error = read_file(&folder.join("c.map")).unwrap_err();
    assert!(error.to_string().contains("c.map:1:1: found '.', expected 'type octile'"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}
