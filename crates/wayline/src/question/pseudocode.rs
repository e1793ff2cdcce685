//! Every algorithm as a few lines, from one text: `pseudocode.md`, beside the registry.
//!
//! It is a text of its own and not part of the registry's entries, because those are in every program that reads a
//! name: a browser would fetch all lines with the engine. The playground takes the lines from the text when it is
//! built.

use crate::question::algorithm::Algorithm;
use crate::question::observe::EventKind;
use std::fmt;

const TEXT: &str = include_str!("pseudocode.md");

/// The column that lines begin in, after the moments.
const LINES_AT: usize = 10;

/// When a watched search is at a line of its pseudocode.
///
/// ```
/// use wayline::{EventKind, Moment};
/// assert_eq!(Moment::Event(EventKind::Expand).name(), "expand");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Moment {
    /// Before its first event.
    Begin,
    /// At an event.
    Event(EventKind),
    /// It has found a path.
    Found,
    /// It is over without a path.
    Failed,
}

impl Moment {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(wayline::Moment::ALL.len(), 7);
    /// ```
    pub const ALL: [Moment; 7] = [
        Moment::Begin,
        Moment::Event(EventKind::Expand),
        Moment::Event(EventKind::Generate),
        Moment::Event(EventKind::Update),
        Moment::Event(EventKind::Close),
        Moment::Found,
        Moment::Failed,
    ];

    /// Its name, as in [the text](Algorithm::pseudocode).
    ///
    /// ```
    /// assert_eq!(wayline::Moment::Found.name(), "found");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Moment::Begin => "begin",
            Moment::Event(EventKind::Expand) => "expand",
            Moment::Event(EventKind::Generate) => "generate",
            Moment::Event(EventKind::Update) => "update",
            Moment::Event(EventKind::Close) => "close",
            Moment::Found => "found",
            Moment::Failed => "failed",
        }
    }
}

/// A line of an algorithm's [pseudocode](Algorithm::pseudocode). When written, it is indented.
///
/// ```
/// let lines = wayline::Algorithm::Bfs.pseudocode();
/// assert_eq!(lines[2].to_string(), "  n ← take the node that has waited longest");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PseudocodeLine {
    /// The moment at which the search reaches it; no moment belongs to two lines.
    pub moment: Option<Moment>,
    /// How deep it is nested: 0 outside of every loop.
    pub level: usize,
    /// What it says.
    pub text: &'static str,
}

impl PseudocodeLine {
    fn read(line: &'static str) -> PseudocodeLine {
        let (name, code) = line.split_at_checked(LINES_AT).unwrap_or((line, ""));
        let text = code.trim_start();
        PseudocodeLine {
            moment: Moment::ALL.into_iter().find(|moment| moment.name() == name.trim_end()),
            level: (code.len() - text.len()) / 2,
            text,
        }
    }
}

impl fmt::Display for PseudocodeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:1$}{2}", "", 2 * self.level, self.text)
    }
}

impl Algorithm {
    /// The algorithm as a few lines, and which of them a watched search has reached at which moment.
    ///
    /// ```
    /// use wayline::{Algorithm, EventKind, Moment};
    ///
    /// for line in Algorithm::AStar.pseudocode() {
    ///     println!("{line}");
    /// }
    /// let lines = Algorithm::AStar.pseudocode();
    /// let now = lines.iter().find(|line| line.moment == Some(Moment::Event(EventKind::Expand)));
    /// assert_eq!(now.unwrap().text, "n ← take the node of least f = g + h");
    /// ```
    ///
    #[doc = include_str!("pseudocode.md")]
    pub fn pseudocode(self) -> Vec<PseudocodeLine> {
        let is_own = |section: &&str| {
            let names = section.lines().next().unwrap_or_default();
            names.split(", ").any(|name| name == self.name())
        };
        let own = TEXT.split("\n## ").find(is_own).unwrap_or_default();
        let lines = own.lines().skip_while(|line| *line != "```text").skip(1);
        lines.take_while(|line| *line != "```").map(PseudocodeLine::read).collect()
    }
}
