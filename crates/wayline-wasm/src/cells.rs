//! The functions of the module for cells.

use crate::map::WaylineMap;
use crate::options::Options;
use crate::to_js::thrown;
use crate::value::Value;
use crate::{events, registry};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline::{Cell, check};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// What there is to choose from: algorithms, open lists, heuristics, corner rules, ties,
/// generators and bodies, from the engine's own lists.
#[wasm_bindgen(unchecked_return_type = "Registry")]
pub fn algorithms() -> Result<JsValue, JsError> {
    js_sys::JSON::parse(&registry::registry()).map_err(|_| thrown("the registry is no JSON"))
}

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Finds a path.
#[wasm_bindgen(unchecked_return_type = "Answer")]
pub fn solve(
    map: &mut WaylineMap,
    #[wasm_bindgen(unchecked_param_type = "SolveOptions | undefined")] options: JsValue,
) -> Result<JsValue, JsError> {
    let named = Value::named(&options).map_err(thrown)?;
    let options = Options::read(&named, &map.grid).map_err(thrown)?;
    let solved = crate::solve::solve(map, &options).map_err(thrown)?;
    Ok(crate::solve::to_js(map, &solved).done())
}

/// Finds a path and writes down everything the search did. Unlike `solve` it does search where the
/// map knows beforehand that there is no path, unless `shortcut` is asked for.
#[wasm_bindgen(unchecked_return_type = "Recording")]
pub fn record(
    map: &mut WaylineMap,
    #[wasm_bindgen(unchecked_param_type = "SolveOptions | undefined")] options: JsValue,
    #[wasm_bindgen(unchecked_param_type = "{ events?: number } | undefined")] limits: JsValue,
) -> Result<JsValue, JsError> {
    let mut named = vec![("shortcut".to_owned(), Value::Flag(false))];
    named.extend(Value::named(&options).map_err(thrown)?);
    let options = Options::read(&named, &map.grid).map_err(thrown)?;
    let limits = Value::named(&limits).map_err(thrown)?;
    let most = events::most_events(&limits).map_err(thrown)?;
    let (solved, recording) = crate::record::record(map, &options, most).map_err(thrown)?;
    let events = events::events(recording).done();
    Ok(crate::solve::to_js(map, &solved).with("events", events).done())
}

/// The cost of a path of cells under the options' rules, if the judge finds nothing wrong with it;
/// else the error says what is.
#[wasm_bindgen]
pub fn judge(
    map: &mut WaylineMap,
    path: &[u32],
    #[wasm_bindgen(unchecked_param_type = "SolveOptions | undefined")] options: JsValue,
) -> Result<f64, JsError> {
    let named = Value::named(&options).map_err(thrown)?;
    let options = Options::read(&named, &map.grid).map_err(thrown)?;
    crate::solve::set_rules(map, &options);
    let cells = path.iter().map(|&number| map.cell(number));
    let cells = cells.collect::<Result<Vec<Cell>, _>>().map_err(thrown)?;
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
        return Err(thrown("the path is empty"));
    };
    let (from, to) = (options.from.unwrap_or(first), options.to.unwrap_or(last));
    Ok(check::grid_path(&map.grid, &cells, from, to).map_err(thrown)?.to_f64())
}
