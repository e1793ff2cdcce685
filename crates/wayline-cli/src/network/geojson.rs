//! GeoJSON (RFC 7946) and GPX of routes.

use serde_json::{Value, json};
use std::fmt::Write;
use wayline_networks::Position;

/// A position, longitude first, to a hundredth of a millimetre.
pub(crate) fn coordinates(at: Position) -> Value {
    let round = |degrees: f64| (degrees * 1e10).round() / 1e10;
    json!([round(at.longitude), round(at.latitude)])
}

/// A line; one that crosses the antimeridian in two pieces, as the format wants it.
pub(crate) fn line(points: &[Position]) -> Value {
    let mut pieces: Vec<Vec<Position>> = vec![Vec::new()];
    for (at, &point) in points.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| points[before]);
        if let Some(before) = before.filter(|b| (b.longitude - point.longitude).abs() > 180.0) {
            let side = 180f64.copysign(before.longitude);
            let beyond = point.longitude + 2.0 * side;
            let share = (side - before.longitude) / (beyond - before.longitude);
            let latitude = before.latitude + (point.latitude - before.latitude) * share;
            pieces.last_mut().expect("never empty").push(Position::new(latitude, side));
            pieces.push(vec![Position::new(latitude, -side)]);
        }
        pieces.last_mut().expect("never empty").push(point);
    }
    let piece = |points: &Vec<Position>| -> Value {
        // A line has two points at least, even one that leads nowhere.
        let twice = if points.len() == 1 { 2 } else { 1 };
        points.iter().flat_map(|at| std::iter::repeat_n(coordinates(*at), twice)).collect()
    };
    match &pieces[..] {
        [one] => json!({"type": "LineString", "coordinates": piece(one)}),
        all => {
            let all: Vec<Value> = all.iter().map(piece).collect();
            json!({"type": "MultiLineString", "coordinates": all})
        }
    }
}

pub(crate) fn feature(geometry: Value, properties: Value) -> Value {
    json!({"type": "Feature", "geometry": geometry, "properties": properties})
}

pub(crate) fn point(at: Position) -> Value {
    json!({"type": "Point", "coordinates": coordinates(at)})
}

pub(crate) fn collection(features: Vec<Value>) -> Vec<u8> {
    let mut text = json!({"type": "FeatureCollection", "features": features}).to_string();
    text.push('\n');
    text.into_bytes()
}

/// A GPX 1.1 file: tracks, and named points.
pub(crate) fn gpx(tracks: &[(String, Vec<Position>)], points: &[(String, Position)]) -> Vec<u8> {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"wayline\" \
         xmlns=\"http://www.topografix.com/GPX/1/1\">\n",
    );
    let place = |at: &Position| format!("lat=\"{:.7}\" lon=\"{:.7}\"", at.latitude, at.longitude);
    for (name, at) in points {
        let _ = writeln!(text, "<wpt {}><name>{}</name></wpt>", place(at), escaped(name));
    }
    for (name, points) in tracks {
        let _ = writeln!(text, "<trk><name>{}</name><trkseg>", escaped(name));
        for at in points {
            let _ = writeln!(text, "<trkpt {}/>", place(at));
        }
        text.push_str("</trkseg></trk>\n");
    }
    text.push_str("</gpx>\n");
    text.into_bytes()
}

/// Text for XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Not allowed in XML at all.
            control if control.is_control() && !"\t\n\r".contains(control) => {}
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_antimeridian() {
        let east = [Position::new(0.0, 170.0), Position::new(10.0, -170.0)];
        let cut = line(&east);
        assert_eq!(cut["type"], "MultiLineString");
        assert_eq!(cut["coordinates"][0], json!([[170.0, 0.0], [180.0, 5.0]]));
        assert_eq!(cut["coordinates"][1], json!([[-180.0, 5.0], [-170.0, 10.0]]));
        assert_eq!(line(&east[..1])["coordinates"], json!([[170.0, 0.0], [170.0, 0.0]]));
    }

    #[test]
    fn names_are_escaped() {
        assert_eq!(escaped("A & <B>\u{1}"), "A &amp; &lt;B&gt;");
    }
}
