//! Puts the page that shows searches in notebooks into the module: what `web/build` makes in `web/dist-notebook`, or
//! the file that WAYLINE_NOTEBOOK names. Without either there is none, and `Trace.show` says what to run.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=WAYLINE_NOTEBOOK");
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("page.rs");
    let asked = env::var_os("WAYLINE_NOTEBOOK").filter(|asked| !asked.is_empty());
    // Elsewhere than in the project's own tree, a folder of this name would be somebody else's.
    let usual = own
        .ends_with("crates/wayline-python")
        .then(|| own.join("../../web/dist-notebook/notebook.html"));
    let page = match asked.map(|asked| own.join(asked)) {
        Some(asked) if !asked.is_file() => refuse(&format!(
            "WAYLINE_NOTEBOOK: there is no file {}: expected the page that web/build makes, as a full path",
            asked.display()
        )),
        Some(asked) => Some(asked),
        None => usual,
    };
    // The file, its folder, or web/: watching what does not exist would build the module anew every time.
    if let Some(there) =
        page.iter().flat_map(|page| page.ancestors().take(3)).find(|path| path.exists())
    {
        println!("cargo::rerun-if-changed={}", there.display());
    }
    let text = match page.filter(|page| page.is_file()).map(|page| page.canonicalize()) {
        Some(Ok(page)) => format!("Some(include_str!({page:?}))"),
        Some(Err(error)) => refuse(&format!("the page for notebooks: {error}")),
        None => "None".to_owned(),
    };
    if let Err(error) = std::fs::write(&out, text) {
        refuse(&format!("{}: {error}", out.display()));
    }
}

/// Ends the build with a sentence.
fn refuse(why: &str) -> ! {
    println!("cargo::error={why}");
    std::process::exit(1)
}
