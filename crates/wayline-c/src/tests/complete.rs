//! What is kept beside the header by hand has everything that the header has.

use crate::WL_ABI;

const HEADER: &str = include_str!("../../include/wayline.h");

/// The functions of the header.
fn functions() -> Vec<&'static str> {
    let mut names: Vec<&str> = HEADER
        .lines()
        .filter(|line| !line.starts_with(['/', ' ', '#', '*', '}']) && !line.starts_with("typedef"))
        .filter_map(|line| line.split_once('('))
        .filter_map(|(before, _)| before.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("wl_"))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn missing(text: &str) -> Vec<&'static str> {
    let names = functions();
    assert!(names.len() > 100, "the header was not understood: {names:?}");
    names.into_iter().filter(|name| !text.contains(&format!("{name}("))).collect()
}

#[test]
fn refusals_are_tested_for_every_function() {
    let none: [&str; 0] = [];
    assert_eq!(missing(include_str!("../../tests/refusals.c")), none);
}

#[test]
fn the_shared_library_is_named_by_the_interface() {
    assert!(include_str!("../../build.rs").contains(&format!("libwayline.so.{WL_ABI}\"")));
}

#[test]
fn unity_can_call_every_function() {
    let none: [&str; 0] = [];
    assert_eq!(missing(include_str!("../../csharp/Wayline.cs")), none);
}

/// Functions that wayline.hpp reaches by others, or has no need of.
const NOT_IN_CPP: [&str; 8] = [
    "wl_abi",
    "wl_name",
    "wl_grid_is_weighted",
    "wl_grid_path",
    "wl_grid_search_watched",
    "wl_live_path",
    "wl_graph_path",
    "wl_body_map_path",
];

#[test]
fn cpp_has_every_function() {
    let text = include_str!("../../include/wayline.hpp").replace("_destroy>", "_destroy(");
    assert_eq!(
        missing(&text),
        functions().into_iter().filter(|name| NOT_IN_CPP.contains(name)).collect::<Vec<_>>()
    );
}

/// `cost_fixed` as C# writes it.
fn pascal(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(word).collect()
}

/// The members of the header's structs and enums, in order, as C# would name them.
fn members(kind: &str) -> Vec<(String, Vec<String>)> {
    let beginning = format!("typedef {kind} wl_");
    let starts = HEADER.split(&*beginning).skip(1);
    let bodies = starts.filter_map(|text| text.split_once(" {\n"));
    let bodies = bodies.filter(|(name, _)| !name.contains([' ', ';']));
    let member = |name: &str, line: &str| {
        let line = line.trim().trim_end_matches([';', ',']);
        let line = line.split(" = ").next().unwrap_or_default();
        let last = line.rsplit([' ', '*']).next().unwrap_or_default().to_lowercase();
        pascal(last.strip_prefix(&format!("wl_{name}_")).unwrap_or(&last))
    };
    let list = bodies.map(|(name, body)| {
        let lines = body.lines().take_while(|line| !line.starts_with('}'));
        let lines = lines.filter(|line| !line.trim().starts_with("//"));
        (name.to_owned(), lines.map(|line| member(name, line)).collect())
    });
    list.collect()
}

#[test]
fn unity_has_the_same_structs_and_enums() {
    let csharp = include_str!("../../csharp/Wayline.cs");
    for (kind, expected) in [("struct", 9), ("enum", 6)] {
        let all = members(kind);
        assert!(all.len() >= expected, "the header was not understood: {all:?}");
        for (name, members) in all {
            let name = match name.as_str() {
                "unit" => "UnitState".to_owned(),
                "event" | "event_kind" => format!("World{}", pascal(&name)),
                _ => pascal(&name),
            };
            let (_, after) = csharp
                .split_once(&format!("public {kind} {name}\n"))
                .unwrap_or_else(|| panic!("Wayline.cs has no {kind} {name}"));
            let lines = after.lines().skip(1).take_while(|line| line.trim() != "}");
            let name_of = |line: &str| {
                let line = line.split(" = ").next().unwrap_or_default();
                line.trim().trim_end_matches(';').rsplit(' ').next().unwrap_or_default().to_owned()
            };
            assert_eq!(lines.map(name_of).collect::<Vec<_>>(), members, "{kind} {name}");
        }
    }
}
