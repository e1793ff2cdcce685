//! Simulations from TOML: what is read, and what every error says.

use std::fs;
use wayline::body::Edit;
use wayline_maps::simulation::{self, Simulation};
use wayline_maps::{Limits, MapError};

fn read(text: &str) -> Result<Simulation, MapError> {
    simulation::read(text.as_bytes(), None, Limits::default())
}

const SMALL: &str = "[map]\nrows = ['....D..', '...##aa']\nlegend = { a = 'water' }\n";

#[test]
fn doors_tides_and_edits_come_when_they_should() {
    let text = format!(
        "{SMALL}[[edits]]\ntick = 4\nat = ['0,1', '1,0..2,1']\nbecomes = 'blocked'\n\
         [[doors]]\nmarked = 'D'\nopen = 3\nclosed = 2\n\
         [[tides]]\nmarked = 'a'\nhigh = 'W'\nlow = 'S'\nhigh_for = 4\nlow_for = 2\ndelay = 3\n"
    );
    let simulation = read(&text).unwrap();
    assert_eq!(simulation.terrain.ground((5, 1)), Some(b'W'));
    let tide = |letter: u8| [Edit::ground((5, 1), letter), Edit::ground((6, 1), letter)];
    let blocks = [(0, 1), (1, 0), (2, 0), (1, 1), (2, 1)].map(Edit::block);
    let expected: [Vec<Edit>; 10] = [
        // At first, what has begun before: open since now, high since three ticks ago.
        [vec![Edit::free((4, 0))], tide(b'W').to_vec()].concat(),
        tide(b'S').to_vec(),
        vec![],
        [vec![Edit::block((4, 0))], tide(b'W').to_vec()].concat(),
        blocks.to_vec(),
        vec![Edit::free((4, 0))],
        vec![],
        tide(b'S').to_vec(),
        vec![Edit::block((4, 0))],
        tide(b'W').to_vec(),
    ];
    for (tick, expected) in expected.iter().enumerate() {
        assert_eq!(&simulation.edits_at(tick as u64), expected, "tick {tick}");
    }
    assert!(simulation.changes_after(1_000_000));
}

/// Documented beside "free": the cell is free afterwards. A tide leaves what is blocked blocked.
#[test]
fn a_cell_that_becomes_a_ground_is_free() {
    let text = format!("{SMALL}[[edits]]\ntick = 2\nat = '3,1'\nbecomes = 'road'\n");
    let simulation = read(&text).unwrap();
    assert!(simulation.terrain.is_blocked((3, 1)));
    assert_eq!(simulation.edits_at(2), [Edit::replace((3, 1), b'R')]);
    let (mut world, _) = simulation.world().unwrap();
    simulation.edits_at(2).into_iter().for_each(|edit| world.edit(edit).unwrap());
    world.tick(0);
    assert!(!world.terrain().is_blocked((3, 1)));
    assert_eq!(world.terrain().ground((3, 1)), Some(b'R'));
}

#[test]
fn units_bodies_and_settings() {
    let text = format!(
        "title = 'x'\nticks = 7\n[world]\ntick = 5\nbudget = 99\neffort = 77\n{SMALL}[bodies.long]\npreset = 'tank'\n\
         footprint = ['P##']\n[[units]]\nbody = 'long'\nstart = '0,0,E'\ngoals = ['4,0', '0,0~1']\n\
         repeat = true\n[[units]]\nbody = 'king'\nstart = '0,1,N'\nname = 'k'\n"
    );
    let simulation = read(&text).unwrap();
    let Simulation { title, ticks, budget, settings, units, kinds, .. } = &simulation;
    assert_eq!((title.as_str(), *ticks, *budget, settings.tick), ("x", 7, 99, 5));
    assert_eq!((settings.effort, settings.detour), (77, 100));
    assert_eq!((kinds[0].name(), kinds[1].name()), ("long", "king"));
    assert_eq!((units[0].name.as_str(), units[0].kind, units[0].goals.len()), ("long 1", 0, 2));
    assert!(units[0].repeat && !units[1].repeat && units[1].goals.is_empty());
    assert_eq!(units[1].start.to_string(), "0,1,N");
    let (world, ids) = simulation.world().unwrap();
    assert_eq!(world.goals(ids[0]).unwrap(), &units[0].goals[..1]);
}

#[test]
fn files_are_found_beside_the_simulation() {
    let folder = std::env::temp_dir().join(format!("wayline-simulations-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    put("m.map", "type octile\nheight 1\nwidth 4\nmap\n..W@\n");
    put("b.toml", "preset = 'king'\nname = 'pawn'\n");
    put("bad.toml", "preset = 'king'\n[[moves]]\ndx = 1\ntime = -1\n");
    let units = "[[units]]\nbody = 'b'\nstart = '0,0,E'\n";
    put("good.toml", &format!("[map]\nfile = 'm.map'\n[bodies.b]\nfile = 'b.toml'\n{units}"));
    put("worse.toml", &format!("[map]\nfile = 'm.map'\n[bodies.b]\nfile = 'bad.toml'\n{units}"));
    put("none.toml", "[map]\nfile = 'no.map'\n");
    let simulation = simulation::read_file(&folder.join("good.toml")).unwrap();
    assert_eq!((simulation.terrain.width(), simulation.kinds[0].name()), (4, "pawn"));
    let error = |name: &str| simulation::read_file(&folder.join(name)).err().unwrap().to_string();
    // An error in a file it names is reported for that file; a missing one where it is named.
    assert!(
        error("worse.toml").contains("bad.toml:4:8: moves[0].time: -1"),
        "{}",
        error("worse.toml")
    );
    assert!(error("none.toml").contains("none.toml:2:8: map.file: "), "{}", error("none.toml"));
    fs::remove_dir_all(folder).unwrap();
}

/// Each is wrong in one place, and the error says where and what.
#[test]
fn every_error_has_its_line_and_field() {
    let with = |rest: &str| format!("{SMALL}{rest}");
    let unit = |rest: &str| with(&format!("[[units]]\nbody = 'tank'\nstart = '0,0,E'\n{rest}"));
    let cases = [
        ("ticks = 0\n".to_owned(), "line 1, column 9: ticks: 0: expected a whole number from 1"),
        ("tiks = 0\n".to_owned(), "line 1, column 1: tiks: unknown key: expected title, ticks"),
        ("ticks = 5\n".to_owned(), "line 1, column 1: map: is missing: expected a table [map]"),
        ("[map]\n".to_owned(), "line 1, column 1: map: expected one of file, generate or rows"),
        ("[map]\nfile = 'a'\n".to_owned(), "line 2, column 8: map.file: files cannot be opened"),
        ("[map]\nrows = []\n".to_owned(), "line 2, column 8: map.rows: a map of 0x0 cells"),
        ("[map]\nrows = ['..', '.']\n".to_owned(), "column 15: map.rows[1]: 1 cells: expected 2"),
        ("[map]\nrows = ['. ']\n".to_owned(), "column 9: map.rows[0]: ' ': expected letters"),
        (
            "[map]\ngenerate = 'rums:4x4'\n".to_owned(),
            "line 2, column 12: map.generate: there is no kind of map 'rums'",
        ),
        ("[map]\ngenerate = 'open:9999x9999'\n".to_owned(), "column 12: map.generate: a map of"),
        ("[map]\nrows=['.']\nheights=['0','1']\n".to_owned(), "map.heights: 2 rows: expected 1"),
        ("[map]\nrows=['.']\nheights=['A']\n".to_owned(), "map.heights[0]: 'A': expected 0 to 9"),
        ("[map]\nrows=['.']\nlegend={'#'='W'}\n".to_owned(), "map.legend.#: is blocked in every"),
        ("[map]\nrows=['.']\nlegend={a='lava'}\n".to_owned(), "map.legend.a: unknown terrain"),
        (with("[world]\ntick = 0\n"), "line 5, column 8: world.tick: 0: expected a whole number"),
        (with("[world]\nspeed = 1\n"), "line 5, column 1: world.speed: unknown key"),
        (with("[bodies.x]\npreset = 'y'\n"), "line 5, column 10: bodies.x.preset: \"y\": expected"),
        (with("[[units]]\nstart = '0,0,E'\n"), "line 4, column 1: units[0].body: is missing"),
        (
            with("[[units]]\nbody = 'lorry'\n"),
            "line 5, column 8: units[0].body: \"lorry\": expected",
        ),
        (with("[[units]]\nbody = 'tank'\n"), "line 4, column 1: units[0].start: is missing"),
        (with("[[units]]\nbody = 'tank'\nstart = '0,0'\n"), "line 6, column 9: units[0].start: "),
        (
            with("[[units]]\nbody = 'tank'\nstart = '2,1,E'\n"),
            "line 6, column 9: units[0].start: the tank does not fit at 2,1,E: 3,1 is blocked",
        ),
        (
            with("[[units]]\nbody = 'tank'\nstart = '5,1,E'\n"),
            "line 6, column 9: units[0].start: the tank does not fit at 5,1,E: 5,1 is 'W', where it cannot go",
        ),
        (
            with("[[units]]\nbody = 'tank'\nstart = '6,0,E'\n"),
            "units[0].start: the tank does not fit at 6,0,E: 7,0 is off the map",
        ),
        (
            unit("[[units]]\nbody = 'king'\nstart = '1,0,E'\n"),
            "line 9, column 9: units[1].start: the king does not fit at 1,0,E: 1,0 is taken by tank 1",
        ),
        (
            unit("goal = '9,0'\n"),
            "line 7, column 8: units[0].goal: 9,0 is off the map, which is 7x2",
        ),
        (unit("goal = 'x'\n"), "line 7, column 8: units[0].goal: 'x' is not a placement"),
        (unit("goal = '1,0'\ngoals = []\n"), "line 8, column 9: units[0].goals: there is a 'goal'"),
        (unit("repeat = 1\n"), "line 7, column 10: units[0].repeat: 1: expected true or false"),
        (
            unit("name = 'a'\n[[units]]\nname = 'a'\nbody = 'king'\nstart = '3,0,E'\n"),
            "line 9, column 8: units[1].name: another unit is called \"a\" too",
        ),
        (with("[[edits]]\nat = '0,0'\n"), "line 4, column 1: edits[0].tick: is missing"),
        (
            with("[[edits]]\ntick = 1\nat = '0,0'\n"),
            "line 4, column 1: edits[0].becomes: is missing",
        ),
        (with("[[edits]]\ntick = 1\nbecomes = 'W'\n"), "edits[0]: expected one of at and marked"),
        (
            with("[[edits]]\ntick = 1\nbecomes = 'free'\nat = '7,0'\n"),
            "line 7, column 6: edits[0].at: 7,0 is off the map, which is 7x2",
        ),
        (
            with("[[edits]]\ntick = 1\nbecomes = 'free'\nat = ['0,0', 'x']\n"),
            "line 7, column 14: edits[0].at[1]: \"x\": expected a cell such as \"3,4\"",
        ),
        (
            with("[[edits]]\ntick = 1\nbecomes = 'lava'\nat = '0,0'\n"),
            "line 6, column 11: edits[0].becomes: unknown terrain",
        ),
        (
            with("[[edits]]\ntick = 1\nbecomes = 'free'\nat = '0,0'\nmarked = 'D'\n"),
            "line 4, column 1: edits[0]: expected one of at and marked",
        ),
        (
            with("[[doors]]\nmarked = 'X'\n"),
            "line 5, column 10: doors[0].marked: no cell of the map",
        ),
        (
            with("[[doors]]\nmarked = 'D'\nopen = 3\n"),
            "line 4, column 1: doors[0].closed: is missing",
        ),
        (
            with("[[doors]]\nmarked = 'D'\nopen = 0\nclosed = 1\n"),
            "line 6, column 8: doors[0].open: 0: expected a whole number from 1",
        ),
        (with("[[tides]]\nmarked = 'a'\n"), "line 4, column 1: tides[0].high: is missing"),
    ];
    for (text, expected) in cases {
        let error = match read(&text) {
            Ok(_) => panic!("read without an error: {text}"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(expected), "{text}\nsays     {error}\nexpected {expected}");
    }
}
