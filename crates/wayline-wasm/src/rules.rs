//! The module for rules of bodies: the TOML of `docs/bodies.md`, read and written.

use crate::kind_rows;
use crate::to_js::thrown;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::body::BodyKind;
use wayline_maps::bodies;

/// Reads rules. What it returns is for `WaylineBody`, as its option `rules`; an error has the line, the
/// column and the field.
#[wasm_bindgen(js_name = readRules)]
pub fn read_rules(toml: &str) -> Result<String, JsError> {
    Ok(kind_rows::write(&bodies::read(toml.as_bytes()).map_err(thrown)?))
}

/// The rules of a preset, to begin with.
#[wasm_bindgen(js_name = presetRules)]
pub fn preset_rules(preset: &str) -> Result<String, JsError> {
    let mut file = Vec::new();
    bodies::write(&BodyKind::preset(preset).map_err(thrown)?, &mut file).map_err(thrown)?;
    String::from_utf8(file).map_err(thrown)
}
