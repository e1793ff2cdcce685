//! Lists of places: one a line, or a column of CSV.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The places of a file, with their lines.
pub(super) struct List {
    pub(super) path: PathBuf,
    pub(super) places: Vec<(u64, String)>,
}

impl List {
    pub(super) fn names(&self) -> Vec<&str> {
        self.places.iter().map(|(_, name)| name.as_str()).collect()
    }
}

/// The columns that places are taken from, the best first.
const COLUMNS: [&str; 5] = ["place", "id", "node", "code", "name"];

pub(super) fn read(path: &Path) -> Result<List, Failure> {
    let unreadable = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::NotFound => Failure::Input(format!(
            "{}: no such file: expected a list with one place a line",
            path.display()
        )),
        _ => Failure::Unreadable { path: path.to_owned(), source },
    };
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::Input(format!("{}: byte {at}: expected text (UTF-8)", path.display()))
    })?;
    let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let places = match is_csv {
        true => from_csv(path, &text)?,
        false => from_lines(&text),
    };
    if places.is_empty() {
        return Err(Failure::Input(format!("{}: no places: expected one a line", path.display())));
    }
    Ok(List { path: path.to_owned(), places })
}

fn from_lines(text: &str) -> Vec<(u64, String)> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let places = lines.map(|(line, text)| (line, text.trim().to_owned()));
    places.filter(|(_, text)| !text.is_empty() && !text.starts_with('#')).collect()
}

fn from_csv(path: &Path, text: &str) -> Result<Vec<(u64, String)>, Failure> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let bad = |error: csv::Error| Failure::Input(format!("{}: {error}", path.display()));
    let header = reader.headers().map_err(bad)?.clone();
    let column = |name: &str| header.iter().position(|it| it.trim().eq_ignore_ascii_case(name));
    let position = column("lat").or_else(|| column("latitude"));
    let position = position.zip(column("lon").or_else(|| column("longitude")));
    let named = COLUMNS.iter().find_map(|name| column(name));
    if named.is_none() && position.is_none() {
        // No header that we know: the lines themselves are meant.
        return Ok(from_lines(text));
    }
    let mut places = Vec::new();
    for record in reader.records() {
        let record = record.map_err(bad)?;
        let line = record.position().map_or(0, |position| position.line());
        let field = |at: usize| record.get(at).unwrap_or("").trim().to_owned();
        let place = match (named, position) {
            (Some(at), _) => field(at),
            (None, Some((latitude, longitude))) => {
                format!("{},{}", field(latitude), field(longitude))
            }
            (None, None) => String::new(),
        };
        if place.is_empty() {
            return Err(Failure::Input(format!(
                "{}:{line}: the place is missing: expected an id, a code, a name, or LAT,LON",
                path.display()
            )));
        }
        places.push((line, place));
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<String> {
        let found = from_csv(Path::new("list.csv"), text).unwrap();
        found.into_iter().map(|(_, place)| place).collect()
    }

    #[test]
    fn lists_are_lines_or_a_column() {
        let lines = from_lines("\u{feff}HEL\n\n# comment\n 60.1,24.9 \n");
        assert_eq!(lines, [(1, "HEL".to_owned()), (4, "60.1,24.9".to_owned())]);
        assert_eq!(places("name,ID\nOslo,OSL\n\"a, b\",XYZ\n"), ["OSL", "XYZ"]);
        assert_eq!(places("lat,lon\n1,2\n3,4\n"), ["1,2", "3,4"]);
        assert_eq!(places("60.1,24.9\n1,2\n"), ["60.1,24.9", "1,2"]);
        assert!(from_csv(Path::new("list.csv"), "id,x\n,1\n").is_err());
    }
}
