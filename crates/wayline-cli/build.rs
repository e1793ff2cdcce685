//! Puts the page of the playground into the command: writes `page.rs`, a list of (path, bytes).
//!
//! The page is what `web/build` makes in `web/dist`, or the folder that WAYLINE_WEB names. Without
//! either, as in the published crate, the list is empty and `wayline play` says what to run.

#[path = "src/play/folder.rs"]
mod folder;

use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/play/folder.rs");
    println!("cargo::rerun-if-env-changed=WAYLINE_WEB");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("page.rs");
    let page = match env::var_os("CARGO_FEATURE_PLAY").and_then(|_| page()) {
        Some(folder) => list(&folder),
        None => "&[]".to_owned(),
    };
    if let Err(error) = std::fs::write(&out, page) {
        refuse(&format!("{}: {error}", out.display()));
    }
}

/// Ends the build with a sentence.
fn refuse(why: &str) -> ! {
    println!("cargo::error={why}");
    std::process::exit(1)
}

/// The folder with the page, if there is one.
fn page() -> Option<PathBuf> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    if let Some(asked) = env::var_os("WAYLINE_WEB").filter(|asked| !asked.is_empty()) {
        let asked = own.join(asked);
        watch(&asked);
        if !asked.join("index.html").is_file() {
            refuse(&format!(
                "WAYLINE_WEB: there is no index.html in {}: expected the folder that web/build makes, \
                 as a full path",
                asked.display()
            ));
        }
        return Some(asked);
    }
    // Elsewhere than in the project's own tree, a folder of this name would be somebody else's.
    let web = own.ends_with("crates/wayline-cli").then(|| own.join("../../web"))?;
    let dist = web.join("dist");
    // Watching what does not exist would build the command anew every time.
    let there = [&dist, &web].into_iter().find(|folder| folder.is_dir())?;
    watch(there);
    dist.join("index.html").is_file().then_some(dist)
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// The list as Rust.
fn list(folder: &Path) -> String {
    let folder = folder.canonicalize().unwrap_or_else(|error| {
        refuse(&format!("{}: {error}", folder.display()));
    });
    let files = folder::files(&folder).unwrap_or_else(|(path, error)| {
        refuse(&format!("{}: {error}", path.display()));
    });
    let mut list = String::from("&[\n");
    for (name, path) in files {
        let Some(path) = path.to_str() else {
            refuse(&format!("{}: expected a path in UTF-8", path.display()));
        };
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes all");
    }
    list + "]"
}
