//! Kinds of bodies from TOML: what is read, and what every error says.

use std::path::Path;
use wayline::body::{BodyKind, Footprint, Heading, Rule};
use wayline_maps::{bodies, read_terrain};

#[test]
fn presets_are_written_out_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bodies");
    if !folder.exists() {
        // The published crate does not have them.
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
    for (name, _) in BodyKind::presets() {
        let file = bodies::read_file(&folder.join(format!("{name}.toml"))).unwrap();
        assert_eq!(file, BodyKind::preset(name).unwrap(), "{name}");
    }
}

#[test]
fn kinds_are_read_back_as_they_were_written() {
    for (name, _) in BodyKind::presets() {
        let kind = BodyKind::preset(name).unwrap();
        let mut written = Vec::new();
        bodies::write(&kind, &mut written).unwrap();
        let text = String::from_utf8(written).unwrap();
        assert_eq!(bodies::read(text.as_bytes()).unwrap(), kind, "{text}");
        assert!(!text.contains("swept = ["), "cells spelt out: {text}");
    }
}

#[test]
fn a_preset_is_a_base() {
    let kind = bodies::read(
        b"preset = 'tank'\nname = 'large tank'\nfootprint = ['##', 'P#']\n\
          [[more_moves]]\ndy = 1\ntime = 20\n[terrain]\nW = 4\nhills = 'forbidden'\nuphill = 0\n",
    )
    .unwrap();
    let tank = BodyKind::preset("tank").unwrap();
    assert_eq!(kind.name(), "large tank");
    assert_eq!(kind.moves(Heading::E).len(), tank.moves(Heading::E).len() + 1);
    // The moves of the preset sweep what the new footprint sweeps.
    assert_eq!(
        kind.moves(Heading::E)[0].swept(),
        [(0, -1), (1, -1), (2, -1), (0, 0), (1, 0), (2, 0)]
    );
    let speeds = kind.speeds();
    assert_eq!((speeds.multiplier(b'W'), speeds.multiplier(b'H')), (Some(4.0), None));
    assert_eq!(
        (speeds.multiplier(b'S'), speeds.uphill(), speeds.downhill()),
        (Some(3.0), 0.0, 0.125)
    );
}

#[test]
fn footprints_come_in_three_forms() {
    let cells = |footprint: &str| {
        let text = format!("preset = 'king'\nfootprint = {footprint}\n");
        bodies::read(text.as_bytes()).unwrap().footprint().clone()
    };
    let bent = Footprint::new([(0, 0), (1, 0), (0, 1)]).unwrap();
    assert_eq!(cells("['P#', '#.']"), bent);
    assert_eq!(cells("[[1, 0], [0, 0], [0, 1]]"), bent);
    let large = Footprint::rectangle(3, 2).unwrap();
    assert_eq!(cells("{ length = 3, width = 2 }"), large);
    assert_eq!(cells("{ length = 3 }"), Footprint::rectangle(3, 1).unwrap());
}

#[test]
fn moves_for_one_heading_and_their_turns() {
    let kind = bodies::read(
        b"footprint = ['P']\n[[moves]]\nheading = 'N'\ndy = -1\nturn = 'right'\ntime = 7\n\
          [[moves]]\nheading = 'E'\nto = 'S'\ntime = 3\nswept = 'hull'\n",
    )
    .unwrap();
    let expected = BodyKind::builder("body", Footprint::rectangle(1, 1).unwrap())
        .rule(Rule::step(0, -1, 7).turning_to(Heading::E).only_at(Heading::N))
        .rule(Rule::step(0, 0, 3).turning_to(Heading::S).only_at(Heading::E))
        .build()
        .unwrap();
    assert_eq!(kind, expected);
}

/// Each is wrong in one place, and the error says where and what.
#[test]
fn every_error_has_its_line_and_field() {
    let pawn = "footprint = ['P']\n[[moves]]\ndx = 1\ntime = 10\n";
    let cases = [
        ("footprint = ['P']\nfootprint = ['P']\n", "line 2, column 1: duplicate key"),
        ("name = tank\n", "line 1, column 8: "),
        ("preset = 'submarine'\n", "line 1, column 10: preset: \"submarine\": expected tank, cart"),
        ("preset = 3\n", "line 1, column 10: preset: 3: expected tank, cart"),
        ("preset = 'tank'\nspeed = 3\n", "line 2, column 1: speed: unknown key: expected name, "),
        ("name = 'x'\n", "line 1, column 1: footprint: is missing: expected rows"),
        ("footprint = ['P']\n", "line 1, column 1: moves: is missing: expected at least one"),
        ("footprint = ['P']\nmoves = []\n", "line 2, column 9: moves: there are none"),
        ("footprint = ['P']\nmoves = 3\n", "line 2, column 9: moves: 3: expected a list"),
        ("footprint = ['##']\n", "line 1, column 13: footprint: has no pivot: expected one 'P'"),
        ("footprint = ['PP']\n", "line 1, column 13: footprint: has 2 pivots"),
        ("footprint = [[1, 0]]\n", "line 1, column 13: footprint: has no pivot"),
        ("footprint = ['P?']\n", "line 1, column 13: footprint: has '?'"),
        ("footprint = [[0, 0], [1]]\n", "line 1, column 22: footprint[1]: a list: expected a cell"),
        ("footprint = [[0, 0], [1, 'a']]\n", "column 26: footprint[1][1]: \"a\": expected a cell"),
        ("footprint = { length = 17 }\n", "column 24: footprint.length: 17: expected a whole"),
        ("footprint = { length = 0 }\n", "column 24: footprint.length: 0: expected a whole"),
        ("footprint = { size = 1 }\n", "column 15: footprint.size: unknown key: expected length"),
        ("footprint = 'P'\n", "line 1, column 13: footprint: \"P\": expected rows such as"),
        ("preset = 'king'\n[[moves]]\ndx = 1\n", "line 2, column 1: moves[0].time: is missing"),
        ("preset = 'king'\n[[moves]]\ndx = 1\ntime = -5\n", "line 4, column 8: moves[0].time: -5:"),
        ("preset = 'king'\n[[moves]]\ndx = 1\ntime = 0\n", "line 4, column 8: moves[0].time: 0:"),
        (
            "preset = 'king'\n[[moves]]\ndx = 1\ntime = 1.5\n",
            "line 4, column 8: moves[0].time: 1.5",
        ),
        ("preset = 'king'\n[[moves]]\ndx = 17\ntime = 1\n", "line 3, column 6: moves[0].dx: 17:"),
        ("preset = 'king'\n[[moves]]\ntime = 1\n", "line 2, column 1: moves[0]: goes nowhere"),
        (
            "preset = 'king'\n[[moves]]\ndx = 1\ntime = 1\nswept = []\n",
            "line 5, column 9: moves[0].swept: no cells: expected at least one",
        ),
        (
            "preset = 'king'\n[[moves]]\ndx = 1\ntime = 1\nswept = 'none'\n",
            "line 5, column 9: moves[0].swept: \"none\": expected \"usual\", \"ends\" or \"hull\"",
        ),
        (
            "preset = 'king'\n[[moves]]\ndx = 1\ntime = 1\nswept = [[40, 0]]\n",
            "line 5, column 9: moves[0].swept: 41x1 cells: expected at most 32x32",
        ),
        (
            "preset = 'king'\n[[moves]]\ndx = 1\ntime = 1\nturn = 'up'\n",
            "line 5, column 8: moves[0].turn: \"up\": expected \"left\", \"right\" or \"around\"",
        ),
        (
            "preset = 'king'\n[[moves]]\nto = 'N'\ntime = 1\nturn = 'left'\n",
            "line 5, column 8: moves[0].turn: there is a 'to' as well",
        ),
        (
            "preset = 'king'\n[[moves]]\nheading = 'NE'\ntime = 1\n",
            "line 3, column 11: moves[0].heading: \"NE\": expected \"E\", \"N\", \"W\" or \"S\"",
        ),
        (
            "preset = 'king'\n[[moves]]\ndx = 1\ntime = 1\ncost = 1\n",
            "line 5, column 1: moves[0].cost: unknown key: expected heading, dx",
        ),
        // Counted among the file's own rows, not those of the preset.
        (
            "preset = 'tank'\n[[more_moves]]\ndx = 2\ntime = 1\n[[more_moves]]\ndy = 1\ntime = -1\n",
            "line 7, column 8: more_moves[1].time: -1: expected a whole number from 1",
        ),
        (
            &format!("{pawn}[terrain]\nlava = 2\n"),
            "line 6, column 8: terrain.lava: unknown terrain",
        ),
        (&format!("{pawn}[terrain]\n'#' = 2\n"), "line 6, column 7: terrain.#: unknown terrain"),
        (&format!("{pawn}[terrain]\nW = 0\n"), "line 6, column 5: terrain.W: 0: expected how many"),
        (&format!("{pawn}[terrain]\nW = -1.5\n"), "line 6, column 5: terrain.W: -1.5: expected"),
        (&format!("{pawn}[terrain]\nW = inf\n"), "line 6, column 5: terrain.W: inf: expected"),
        (&format!("{pawn}[terrain]\nW = 'no'\n"), "line 6, column 5: terrain.W: \"no\": expected"),
        (
            &format!("{pawn}[terrain]\nwater = 2\nS = 2\nW = 3\n"),
            "line 8, column 5: terrain.W: said twice: expected each ground once",
        ),
        (&format!("{pawn}[terrain]\nothers = 2\n"), "terrain.others: 2: expected \"forbidden\""),
        (&format!("{pawn}[terrain]\nuphill = -1\n"), "line 6, column 10: terrain.uphill: -1:"),
    ];
    for (text, expected) in cases {
        let error = match bodies::read(text.as_bytes()) {
            Ok(kind) => panic!("read as {kind:?}: {text}"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(expected), "{text}\nsays     {error}\nexpected {expected}");
    }
    let error = bodies::read(&vec![b'#'; 1 << 20]).unwrap_err();
    assert!(error.to_string().contains("longer than 262144 bytes"), "{error}");
    let error = bodies::read(b"name = '\xff'").unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 9: found bytes"), "{error}");
}

#[test]
fn maps_keep_their_letters() {
    let limits = wayline_maps::Limits::default();
    let map = b"type octile\nheight 2\nwidth 4\nmap\n.GSH\nTW@O\n";
    let terrain = read_terrain(map, None, limits).unwrap().terrain;
    let letters: Vec<_> = (0..4).filter_map(|x| terrain.ground((x, 0))).collect();
    assert_eq!(letters, b".GSH");
    assert!(!terrain.is_blocked((0, 1)) && !terrain.is_blocked((1, 1)));
    assert!(terrain.is_blocked((2, 1)) && terrain.is_blocked((3, 1)));

    let ascii = read_terrain(b"S~3\n#GW\n", None, limits).unwrap();
    assert_eq!((ascii.start, ascii.goal), (Some((0, 0).into()), Some((1, 1).into())));
    assert_eq!(ascii.terrain.ground((0, 0)), Some(b'.'));
    assert_eq!(
        (ascii.terrain.ground((1, 0)), ascii.terrain.ground((2, 0))),
        (Some(b'~'), Some(b'3'))
    );
    for (bytes, expected) in [
        (&b"SS\n"[..], "line 1, column 2: found a second 'S', expected only the one in line 1 (in"),
        (b"..\n.\x07\n", "line 2, column 2: found '\\u{7}', expected a letter, digit or sign"),
        (b"..\n...\n", "line 2, column 3: found a row of 3 cells"),
        (b"type octile\nheight 1\nwidth 2\nmap\n. \n", "line 5, column 2: found a space"),
    ] {
        let error = read_terrain(bytes, None, limits).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let digits = vec![b'.'; (1 << 24) + 1];
    let error = read_terrain(&digits, None, limits).unwrap_err().to_string();
    assert!(error.contains("at most 16777216"), "{error}");
}
