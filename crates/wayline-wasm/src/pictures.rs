//! The module for pictures: PNG files to greys and back.

use crate::to_js::thrown;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline_maps::{Limits, grey, png};

/// The largest picture: 4096x4096 cells.
const LIMITS: Limits = Limits { cells: 1 << 24, weighted_cells: 1 << 24 };

/// The greys of a PNG file, a byte for each pixel, after its width and height in four bytes each, the
/// least first.
#[wasm_bindgen]
pub fn decode(bytes: &[u8]) -> Result<Vec<u8>, JsError> {
    let grid = png::read(bytes, LIMITS).map_err(thrown)?;
    let mut greys = [grid.width().to_le_bytes(), grid.height().to_le_bytes()].concat();
    greys.extend(grey::write(&grid).map_err(thrown)?);
    Ok(greys)
}

/// The PNG file of greys.
#[wasm_bindgen]
pub fn encode(width: u32, height: u32, greys: &[u8]) -> Result<Vec<u8>, JsError> {
    let grid = grey::read(width, height, greys, LIMITS).map_err(thrown)?;
    let mut bytes = Vec::new();
    png::write(&grid, &mut bytes).map_err(thrown)?;
    Ok(bytes)
}
