//! [`Format`]: the kinds of map files, and how to tell them apart.

use crate::text;
use std::fmt;
use std::path::Path;

/// A kind of map file.
///
/// ```
/// use wayline_maps::Format;
/// assert_eq!(Format::of_path("maps/arena.map".as_ref()), Some(Format::MovingAi));
/// assert_eq!(Format::of_bytes(b"type octile\nheight 1\n"), Some(Format::MovingAi));
/// assert_eq!(Format::Png.to_string(), "PNG");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Moving AI, `.map`: see [`movingai`](crate::movingai).
    MovingAi,
    /// Rows of characters, `.txt`: see [`ascii`](crate::ascii).
    Ascii,
    /// A picture, `.png`: see [`png`](mod@crate::png).
    Png,
}

impl Format {
    /// The first bytes of every PNG.
    const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

    /// The format that the extension of a file name stands for.
    ///
    /// ```
    /// use wayline_maps::Format;
    /// assert_eq!(Format::of_path("A.PNG".as_ref()), Some(Format::Png));
    /// assert_eq!(Format::of_path("map".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "map" => Some(Format::MovingAi),
            "txt" => Some(Format::Ascii),
            "png" => Some(Format::Png),
            _ => None,
        }
    }

    /// The format that announces itself in the first bytes. ASCII maps do not.
    ///
    /// ```
    /// use wayline_maps::Format;
    /// assert_eq!(Format::of_bytes(b"\x89PNG\r\n\x1a\n"), Some(Format::Png));
    /// assert_eq!(Format::of_bytes(b"..#.."), None);
    /// ```
    pub fn of_bytes(bytes: &[u8]) -> Option<Format> {
        let text = text::without_mark(bytes).trim_ascii_start();
        if bytes.starts_with(Format::PNG_SIGNATURE) {
            Some(Format::Png)
        } else if text.starts_with(b"type") {
            Some(Format::MovingAi)
        } else {
            None
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::MovingAi => "Moving AI",
            Format::Ascii => "ASCII",
            Format::Png => "PNG",
        })
    }
}
