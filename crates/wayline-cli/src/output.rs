//! Handing things out: answers on standard output, notes and errors on standard error.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether notes and errors are JSON too.
static JSON: AtomicBool = AtomicBool::new(false);

/// From here on, notes and errors are JSON objects, one a line.
pub(crate) fn speak_json() {
    JSON.store(true, Ordering::Relaxed);
}

/// Prints text. Control characters, which it may have from a file, are shown as escapes.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    say_bytes(printable(text).as_bytes())
}

/// Prints bytes as they are: drawings with colours, maps, scripts.
pub(crate) fn say_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::ReaderGone),
        Err(error) => Err(Failure::Stdout(error)),
    }
}

/// Prints one object on one line.
pub(crate) fn say_json(object: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(object).map_err(|error| Failure::Stdout(error.into()))?;
    say_bytes((text + "\n").as_bytes())
}

/// Mentions something that is not part of the answer.
pub(crate) fn note(text: &str) {
    remark(&Remark::Note(text));
}

/// Says why there is no answer.
pub(crate) fn error(text: &str) {
    remark(&Remark::Error(text));
}

/// What goes to standard error; as JSON an object such as `{"error": "..."}`.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Remark<'a> {
    Note(&'a str),
    Error(&'a str),
}

fn remark(remark: &Remark<'_>) {
    let (Remark::Note(text) | Remark::Error(text)) = remark;
    let json = JSON.load(Ordering::Relaxed).then(|| serde_json::to_string(remark).ok()).flatten();
    let line = json.unwrap_or_else(|| format!("wayline: {}", printable(text)));
    // If even this cannot be written, the exit status still says it.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether somebody watches standard error, so that progress may be shown there.
pub(crate) fn shows_progress() -> bool {
    io::stderr().is_terminal()
}

/// A bar of this many steps, with more beside it, as indicatif's templates say; hidden if nobody watches.
pub(crate) fn progress_bar(length: u64, beside: &str) -> ProgressBar {
    if !shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{percent:>3}}%  {beside}"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Text that cannot steer a terminal: control characters become escapes such as `\u{1b}`. Lines stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c == '\n')
}

/// The same for a name, which stays on its line.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

fn escaped(text: &str, allowed: impl Fn(char) -> bool) -> Cow<'_, str> {
    // The last two reverse the direction of what follows them.
    let steers =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if !text.chars().any(|c| steers(c) && !allowed(c)) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match steers(c) && !allowed(c) {
            true => clean.extend(c.escape_default()),
            false => clean.push(c),
        }
    }
    Cow::Owned(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(printable("a\x1b[31mred\u{9b}2J\nb\r"), "a\\u{1b}[31mred\\u{9b}2J\nb\\r");
        assert_eq!(printable("\u{202e}txt.map"), "\\u{202e}txt.map");
        assert_eq!(one_line("two\nlines"), "two\\nlines");
        assert!(matches!(printable("Grüße, 世界\n"), Cow::Borrowed(_)));
    }
}
