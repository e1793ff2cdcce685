//! [`Format`]: the kinds of network files, and how they are recognised.

use crate::text::without_mark;
use std::fmt;
use std::path::Path;

/// A kind of network file.
///
/// ```
/// use wayline_networks::Format;
/// assert_eq!(Format::of_path("roads/NY.gr.gz".as_ref()), Some(Format::Dimacs));
/// assert_eq!(Format::of_bytes(b"c New York\np sp 2 1\na 1 2 803\n"), Some(Format::Dimacs));
/// assert_eq!(Format::OsmPbf.to_string(), "OSM PBF");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The 9th DIMACS challenge's, `.gr` and `.co`: see [`dimacs`](crate::dimacs).
    Dimacs,
    /// Edges, and perhaps nodes, as rows of text, `.csv`: see [`csv`](mod@crate::csv).
    Csv,
    /// Airports and flights, `airports.dat` and `routes.dat`: see [`openflights`](crate::openflights).
    OpenFlights,
    /// OpenStreetMap, packed, `.osm.pbf`: see [`osm`](crate::osm).
    OsmPbf,
    /// OpenStreetMap, as text, `.osm`: see [`osm`](crate::osm).
    OsmXml,
    /// Graphs in XML, `.graphml`: see [`graphml`](crate::graphml).
    GraphMl,
    /// Lines on the globe, `.geojson`: see [`geojson`](crate::geojson).
    GeoJson,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Dimacs,
        Format::Csv,
        Format::OpenFlights,
        Format::OsmPbf,
        Format::OsmXml,
        Format::GraphMl,
        Format::GeoJson,
    ];

    /// The format that a file's name stands for, with or without `.gz`.
    ///
    /// ```
    /// use wayline_networks::Format;
    /// assert_eq!(Format::of_path("Porto.OSM.PBF".as_ref()), Some(Format::OsmPbf));
    /// assert_eq!(Format::of_path("data/routes.dat".as_ref()), Some(Format::OpenFlights));
    /// assert_eq!(Format::of_path("network".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        if ["airports.dat", "routes.dat"].contains(&name) {
            return Some(Format::OpenFlights);
        }
        match name.rsplit_once('.')?.1 {
            "gr" => Some(Format::Dimacs),
            "csv" | "tsv" => Some(Format::Csv),
            "pbf" => Some(Format::OsmPbf),
            "osm" => Some(Format::OsmXml),
            "graphml" => Some(Format::GraphMl),
            "geojson" | "json" => Some(Format::GeoJson),
            _ => None,
        }
    }

    /// The format that announces itself in the first bytes, which are not compressed. CSV and
    /// OpenFlights do not.
    ///
    /// ```
    /// use wayline_networks::Format;
    /// assert_eq!(Format::of_bytes(b"<?xml version='1.0'?>\n<osm version='0.6'>"), Some(Format::OsmXml));
    /// assert_eq!(Format::of_bytes(b"from,to,cost\n"), None);
    /// ```
    pub fn of_bytes(bytes: &[u8]) -> Option<Format> {
        // The first block of a PBF: four bytes of length, then its kind, which has nine letters.
        if bytes.get(4..).is_some_and(|rest| rest.starts_with(b"\x0a\x09OSMHeader")) {
            return Some(Format::OsmPbf);
        }
        let text = without_mark(bytes).trim_ascii_start();
        let head = &text[..text.len().min(4096)];
        let has = |tag: &[u8]| head.windows(tag.len()).any(|part| part == tag);
        match text.first()? {
            b'<' if has(b"<osm") => Some(Format::OsmXml),
            b'<' if has(b"<graphml") => Some(Format::GraphMl),
            b'{' => Some(Format::GeoJson),
            _ if is_dimacs(head) => Some(Format::Dimacs),
            _ => None,
        }
    }
}

/// Whether the first line that is not a comment is a header or an arc.
fn is_dimacs(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let comment = |line: &[u8]| line.is_empty() || line == b"c" || line.starts_with(b"c ");
    let line = lines.find(|line| !comment(line)).unwrap_or_default();
    let number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let words: Vec<_> = line.split(u8::is_ascii_whitespace).collect();
    line.starts_with(b"p sp ")
        || matches!(&words[..], [b"a", rest @ ..] if rest.len() == 3 && rest.iter().all(|word| number(word)))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Dimacs => "DIMACS",
            Format::Csv => "CSV",
            Format::OpenFlights => "OpenFlights",
            Format::OsmPbf => "OSM PBF",
            Format::OsmXml => "OSM XML",
            Format::GraphMl => "GraphML",
            Format::GeoJson => "GeoJSON",
        })
    }
}
