//! The module for OpenStreetMap: a map as the lines that the module for networks reads.
//!
//! Decoding it, and the profile of who travels, takes as much code as all else about networks: only who
//! opens such a file fetches it.

use crate::limits::NETWORK;
use crate::to_js::{JsObject, thrown, words};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wayline_networks::osm::{self, Profile};
use wayline_networks::{Format, geojson};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The streets of a map, for one kind of traveller. */
export interface Streets {
  /** GeoJSON lines; what they cost is seconds. */
  lines: Uint8Array;
  /** What of the map is not among them, and why. */
  leftOut: string[];
}
"#;

/// The streets in the bytes of a `.osm` or `.osm.pbf`, for a `car`, a `bike` or on `foot`.
#[wasm_bindgen(js_name = readOsm, unchecked_return_type = "Streets")]
pub fn read_osm(bytes: &[u8], profile: &str) -> Result<JsValue, JsError> {
    let (lines, left_out) = streets(bytes, profile).map_err(thrown)?;
    Ok(JsObject::new()
        .with("lines", Uint8Array::from(&lines[..]))
        .with("leftOut", left_out.iter().map(|text| JsValue::from_str(text)).collect::<Array>())
        .done())
}

fn streets(bytes: &[u8], profile: &str) -> Result<(Vec<u8>, Vec<String>), String> {
    let profile = Profile::named(profile)
        .ok_or_else(|| format!("profile '{profile}': expected car, bike or foot"))?;
    // Not by what reads any format: all others would be fetched as well.
    let format = Format::of_bytes(bytes).ok_or("expected a .osm or .osm.pbf file")?;
    let reading = osm::read(bytes, format, &profile, NETWORK).map_err(words)?.largest_part();
    let mut lines = Vec::new();
    let network = reading.builder.build().map_err(words)?;
    geojson::write(&network, &mut lines).map_err(words)?;
    let mut left_out: Vec<_> = reading.left_out.omissions().iter().map(words).collect();
    if reading.restrictions > 0 {
        left_out.push(format!("{} turn restrictions: not shown here", reading.restrictions));
    }
    Ok((lines, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayline_networks::ReadOptions;

    const TOWN: &[u8] = br#"<osm version="0.6">
      <node id="1" lat="60.17" lon="24.94"/><node id="2" lat="60.175" lon="24.945"/>
      <node id="3" lat="60.18" lon="24.94"/><node id="4" lat="60.18" lon="24.95"/>
      <way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Mannerheimintie"/></way>
      <way id="8"><nd ref="3"/><nd ref="4"/><tag k="highway" v="footway"/></way>
      <way id="9"><nd ref="3"/><nd ref="4"/><nd ref="1"/><tag k="highway" v="primary"/></way>
      <relation id="1"><member type="way" ref="7" role="from"/><member type="node" ref="3" role="via"/>
        <member type="way" ref="9" role="to"/>
        <tag k="type" v="restriction"/><tag k="restriction" v="no_right_turn"/></relation></osm>"#;

    #[test]
    fn streets_become_lines_with_names_shapes_and_seconds() {
        let (lines, left_out) = streets(TOWN, "car").unwrap();
        let (builder, _) = geojson::read(&lines, &ReadOptions::default()).unwrap();
        let network = builder.build().unwrap();
        assert_eq!((network.nodes(), network.edges()), (2, 4));
        assert_eq!(network.edge_name(0), "Mannerheimintie");
        assert_eq!(network.points(0).count(), 3);
        assert!(left_out.len() == 1 && left_out[0].contains("restriction"), "{left_out:?}");
        // On foot there is a way more.
        let (lines, _) = streets(TOWN, "foot").unwrap();
        let (builder, _) = geojson::read(&lines, &ReadOptions::default()).unwrap();
        assert_eq!(builder.edges.len(), 8);
    }

    #[test]
    fn what_is_not_a_map_or_a_traveller_is_said() {
        assert!(streets(TOWN, "boat").unwrap_err().contains("car, bike or foot"));
        assert!(streets(b"<osm><node id='x'/></osm>", "car").is_err());
        assert!(streets(b"hello", "car").is_err());
    }
}
