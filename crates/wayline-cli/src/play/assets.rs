//! The page: all of its files, in memory. A request is answered from here and never from the disk.

use super::folder;
use crate::failure::Failure;
use hyper::body::Bytes;
use hyper::header::HeaderValue;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

/// What the build script found: (path, bytes), nothing where the page had not been built.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// More than this is not our page.
const LARGEST_PAGE: u64 = 64 << 20;

/// A file as it is handed out.
#[derive(Clone)]
pub(super) struct Asset {
    pub(super) bytes: Bytes,
    pub(super) content_type: &'static str,
    /// Quoted, as in the header.
    pub(super) etag: HeaderValue,
    pub(super) caching: &'static str,
}

/// All files by the path of a request, which has to be the same byte for byte: nothing is decoded,
/// joined or cleaned, so there is nothing to trick.
pub(super) struct Assets(HashMap<String, Asset>);

impl Assets {
    /// The page that is part of the command.
    pub(super) fn embedded() -> Option<Assets> {
        let files = EMBEDDED.iter().map(|&(name, bytes)| (name, Bytes::from_static(bytes)));
        (!EMBEDDED.is_empty()).then(|| Assets::of(files))
    }

    /// The page in a folder, read now and once.
    pub(super) fn read(folder: &Path) -> Result<Assets, Failure> {
        let unreadable = |path: &Path, source| Failure::Unreadable { path: path.into(), source };
        let files = folder::files(folder)
            .map_err(|(path, error)| Failure::Unreadable { path, source: error })?;
        if !files.iter().any(|(name, _)| name == "index.html") {
            return Err(Failure::Input(format!(
                "{}: there is no index.html in it: expected the folder that web/build makes, web/dist",
                folder.display()
            )));
        }
        let mut all = 0;
        for (_, path) in &files {
            all += path.metadata().map_err(|error| unreadable(path, error))?.len();
        }
        if all > LARGEST_PAGE {
            return Err(Failure::Input(format!(
                "{}: {} MB of files: expected a page, at most {} MB",
                folder.display(),
                all >> 20,
                LARGEST_PAGE >> 20
            )));
        }
        let mut contents = Vec::new();
        for (name, path) in &files {
            let bytes = std::fs::read(path).map_err(|error| unreadable(path, error))?;
            contents.push((name.as_str(), Bytes::from(bytes)));
        }
        Ok(Assets::of(contents))
    }

    fn of<'a>(files: impl IntoIterator<Item = (&'a str, Bytes)>) -> Assets {
        let mut assets = HashMap::new();
        for (name, bytes) in files {
            let asset = Asset {
                content_type: content_type(name),
                etag: etag(&bytes),
                caching: caching(name),
                bytes,
            };
            if name == "index.html" {
                assets.insert("/".to_owned(), asset.clone());
            }
            assets.insert(format!("/{name}"), asset);
        }
        Assets(assets)
    }

    pub(super) fn get(&self, path: &str) -> Option<&Asset> {
        self.0.get(path)
    }
}

/// By the end of a name. Browsers are asked not to guess, so every kind that a page has is here.
fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "toml" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A hash of the content. It need not be the same in the next version: then a file is fetched again.
fn etag(bytes: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    let quoted = format!("\"{:016x}\"", hasher.finish());
    HeaderValue::try_from(quoted).unwrap_or(HeaderValue::from_static("\"\""))
}

/// A file whose name has the hash of its content never changes; of any other the browser asks whether
/// it did.
fn caching(name: &str) -> &'static str {
    if has_hash(name) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// `assets/NAME-HASH.EXT`, with a hash of eight or more characters. A word of small letters only, as in
/// `page-settings.js`, does not count as one.
fn has_hash(name: &str) -> bool {
    let hash = name
        .strip_prefix("assets/")
        .and_then(|name| name.split_once('.'))
        .filter(|(stem, _)| stem.len() > 9 && stem.is_char_boundary(stem.len() - 8))
        .map(|(stem, _)| stem.split_at(stem.len() - 8));
    hash.is_some_and(|(stem, hash)| {
        stem.ends_with('-') && hash.bytes().any(|byte| !byte.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        for name in
            ["assets/index-B3x_9-aQ.js", "assets/a-b-12345678.wasm", "assets/x-0a1b2c3d.js.map"]
        {
            assert!(caching(name).contains("immutable"), "{name}");
        }
        for name in [
            "index.html",
            "assets/page-settings.js",
            "assets/12345678.js",
            "x-12345678.js",
            "assets/a",
        ] {
            assert_eq!(caching(name), "no-cache", "{name}");
        }
    }

    #[test]
    fn etags_are_quoted_and_tell_contents_apart() {
        let of = |bytes| etag(bytes).to_str().unwrap().to_owned();
        assert_eq!(of(b"a"), of(b"a"));
        assert_ne!(of(b"a"), of(b"b"));
        assert_eq!((of(b"").len(), of(b"").matches('"').count()), (18, 2));
    }
}
