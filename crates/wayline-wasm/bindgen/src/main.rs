//! `wayline-bindgen MODULE.wasm FOLDER NAME`: writes NAME.js, NAME.d.ts and NAME_bg.wasm into FOLDER.

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        bail!("expected three arguments: MODULE.wasm FOLDER NAME");
    };
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .with_context(|| format!("cannot make JavaScript of {module}"))
}
