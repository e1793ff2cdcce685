//! The layers of the engine, as ARCHITECTURE.md draws them: every `crate::` path in the sources points
//! to the same layer or to one below.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up. A folder of `body/` is in the layer of what it is.
const LAYERS: [(&str, &[&str]); 5] = [
    ("kernel", &["kernel"]),
    ("spaces", &["spaces", "body/kind", "body/map"]),
    ("question", &["question", "body/query"]),
    ("engines", &["engines", "body/search", "body/replan", "body/why"]),
    ("services", &["services", "body/world", "crowd"]),
];

/// The judge stands beside the layers: it sees raw spaces, and of a world what it has recorded.
const JUDGE_SEES: [&str; 3] = ["kernel", "spaces", "services"];

/// The layer of a path such as `spaces/grid/mod` or `body/map/terrain`.
fn layer_of(path: &str) -> Option<usize> {
    let within = |part: &&&str| path == **part || path.starts_with(&format!("{part}/"));
    LAYERS.iter().position(|(_, parts)| parts.iter().any(|part| within(&part)))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// What `crate::` paths name outside comments and tests, with `/` for `::`.
fn named(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let code = code.split("#[cfg(test)]\npub(crate) mod tests {").next().unwrap_or(code);
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or(line));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    // What macros name, they name where they are used.
    let code = code.replace("$crate::", "");
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let path = rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).next();
        found.extend(path.map(|path| path.trim_end_matches(':').replace("::", "/")));
    }
    found
}

#[test]
fn arrows_point_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 100, "the sources are not where they were");
    let (mut arrows, mut wrong) = (0, Vec::new());
    for file in &files {
        let name = file.strip_prefix(&root).unwrap().with_extension("");
        let name = name.to_str().unwrap().replace('\\', "/");
        let judge = name == "check" || name.starts_with("check/");
        if name == "lib" || name == "body/mod" || name.ends_with("/tests") {
            continue;
        }
        let from = layer_of(&name);
        assert!(judge || from.is_some(), "{name}.rs is in no layer");
        for path in named(&fs::read_to_string(file).unwrap()) {
            let Some(to) = layer_of(&path) else {
                if !judge {
                    wrong.push(format!("{name}.rs names crate::{path}, which has no layer"));
                }
                continue;
            };
            arrows += 1;
            let allowed = match from {
                Some(from) => to <= from,
                None => JUDGE_SEES.contains(&LAYERS[to].0),
            };
            if !allowed {
                wrong.push(format!("{name}.rs names crate::{path}, of the layer {}", LAYERS[to].0));
            }
        }
    }
    assert!(arrows > 500, "{arrows} arrows: the reading is wrong");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
