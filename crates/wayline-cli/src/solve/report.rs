//! An answer in words, and as JSON.

use crate::answered::Answered;
use crate::ends::Ends;
use crate::table::{count, counted, time};
use serde::Serialize;
use std::fmt::{Display, Write};
use wayline::{Algorithm, Answer, Cell, Grid, Guarantee, Limit, Outcome, Stats, compass_words};

/// Up to this many steps are listed one by one; in longer paths, equal ones are counted.
const STEPS_LISTED: usize = 40;
/// The most runs of equal steps that are listed.
const RUNS_LISTED: usize = 24;

/// What there is to report.
pub(crate) struct Report<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) ends: Ends,
    pub(crate) finding: &'a Answered,
    /// What the judge says, if asked.
    pub(crate) verdict: Option<&'a Result<(), String>>,
}

#[derive(Serialize)]
pub(crate) struct Json<'a> {
    found: bool,
    outcome: &'static str,
    limit: Option<String>,
    optimal: bool,
    bound: Option<f64>,
    cost: Option<f64>,
    steps: usize,
    path: Vec<[u32; 2]>,
    turns: Vec<[u32; 2]>,
    compass: Option<Vec<String>>,
    expanded: u64,
    generated: u64,
    reopened: u64,
    largest_open: u64,
    micros: f64,
    algorithm: &'static str,
    heuristic: &'a str,
    open: Option<&'static str>,
    from: [u32; 2],
    to: [u32; 2],
    map: Size,
    verified: Option<bool>,
}

#[derive(Serialize)]
struct Size {
    width: u32,
    height: u32,
}

fn pair(cell: Cell) -> [u32; 2] {
    [cell.x, cell.y]
}

impl Report<'_> {
    pub(crate) fn json<'a>(&'a self, heuristic: &'a str, open: Option<&'static str>) -> Json<'a> {
        let Answer { outcome, cost, path, stats, .. } = &self.finding.answer;
        let (limit, outcome) = match outcome {
            Outcome::Found => (None, "found"),
            Outcome::Unreachable => (None, "unreachable"),
            Outcome::Stopped(limit) => (Some(limit.to_string()), "limit"),
        };
        Json {
            found: self.finding.is_found(),
            outcome,
            limit,
            optimal: self.finding.is_optimal(),
            bound: match self.finding.guarantee {
                Guarantee::Optimal => Some(1.0),
                Guarantee::Within(bound) => Some(bound),
                Guarantee::Declared | Guarantee::Nothing => None,
            },
            cost: (!cost.is_infinite() && !path.is_empty()).then(|| cost.to_f64()),
            steps: path.len().saturating_sub(1),
            path: path.iter().copied().map(pair).collect(),
            turns: self.finding.turns().into_iter().map(pair).collect(),
            compass: self.words(),
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            largest_open: stats.largest_open,
            micros: self.finding.micros(),
            algorithm: self.finding.algorithm.name(),
            heuristic,
            open,
            from: pair(self.ends.from),
            to: pair(self.ends.to),
            map: Size { width: self.grid.width(), height: self.grid.height() },
            verified: self.verdict.map(Result::is_ok),
        }
    }

    /// The steps as compass words; none for paths at any angle.
    fn words(&self) -> Option<Vec<String>> {
        let on_grid = !self.finding.is_at_any_angle() && !self.finding.path.is_empty();
        on_grid.then(|| compass_words(&self.finding.path).map(|step| step.to_string()).collect())
    }

    pub(crate) fn text(&self) -> String {
        let Answer { path, stats, algorithm, .. } = &self.finding.answer;
        let Ends { from, to } = self.ends;
        let mut lines = Lines::default();
        match self.finding.outcome {
            Outcome::Found => lines.add("found", format!("a path from {from} to {to}")),
            Outcome::Unreachable => {
                lines.add("no path", format!("{to} cannot be reached from {from}"));
            }
            Outcome::Stopped(limit) => lines.add_stop(limit, from, to),
        }
        if let (false, Some(last)) = (self.finding.is_found(), path.last()) {
            lines.add("closest", format!("{last}, by this path"));
        }
        if !path.is_empty() {
            let found = self.finding.is_found();
            let promise =
                if found { format!(", {}", self.finding.guarantee) } else { String::new() };
            lines.add("cost", format!("{}{promise}", self.finding.cost));
            let (steps, turns) = (path.len() - 1, self.finding.turns().len());
            // The ends are not turns.
            let turns = turns.saturating_sub(2);
            lines.add(
                "path",
                format!("{}, {}", counted(steps as u64, "step"), counted(turns as u64, "turn")),
            );
        }
        lines.add_search(*algorithm, stats, self.finding.micros());
        lines.add_verdict(self.verdict, self.verified());
        if let Some(words) = self.words().filter(|words| !words.is_empty()) {
            lines.add("steps", wrapped(&steps(&words)));
        }
        lines.text
    }

    fn verified(&self) -> &'static str {
        match self.finding.outcome {
            Outcome::Found if self.finding.is_optimal() => {
                "every move, the cost, and that Dijkstra's path costs the same"
            }
            Outcome::Unreachable => "Dijkstra finds no path either",
            _ => "every move and the cost",
        }
    }
}

/// A report, line by line: a name, and what there is to say.
#[derive(Default)]
pub(crate) struct Lines {
    pub(crate) text: String,
}

impl Lines {
    pub(crate) fn add(&mut self, name: &str, said: impl Display) {
        let _ = writeln!(self.text, "{name:<10}{said}");
    }

    pub(crate) fn add_stop(&mut self, limit: Limit, from: impl Display, to: impl Display) {
        let before = format!("before it was known whether a path leads from {from} to {to}");
        self.add("stopped", format!("by the limit on {limit}, {before}"));
    }

    pub(crate) fn add_search(&mut self, algorithm: Algorithm, stats: &Stats, micros: f64) {
        let said = match stats.generated {
            0 => format!("{algorithm}: nothing had to be searched"),
            generated => format!(
                "{algorithm}: {} expanded, {} generated, {} reopened, at most {} open",
                count(stats.expanded),
                count(generated),
                count(stats.reopened),
                count(stats.largest_open)
            ),
        };
        self.add("search", said);
        self.add("time", time(micros));
    }

    /// What the judge said, if asked, and what it was that it looked at.
    pub(crate) fn add_verdict(&mut self, verdict: Option<&Result<(), String>>, looked_at: &str) {
        match verdict {
            Some(Ok(())) => self.add("verified", looked_at),
            Some(Err(flaw)) => self.add("WRONG", flaw),
            None => {}
        }
    }
}

/// Broken into lines that fit beside the names.
pub(crate) fn wrapped(text: &str) -> String {
    const WIDTH: usize = 70;
    let mut lines = vec![String::new()];
    // Not between a number and what it counts.
    for stretch in text.split_inclusive(", ") {
        match lines.last_mut() {
            Some(line) if line.len() + stretch.trim_end().len() <= WIDTH => line.push_str(stretch),
            _ => lines.push(stretch.to_owned()),
        }
    }
    let lines: Vec<_> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n          ")
}

/// `east, east, south`; of long paths `12 east, south`.
fn steps(words: &[String]) -> String {
    if words.len() <= STEPS_LISTED { words.join(", ") } else { stretches(words) }
}

/// `12 east, south`.
pub(crate) fn stretches(words: &[String]) -> String {
    let runs: Vec<_> = words.chunk_by(|a, b| a == b).collect();
    let listed = runs.iter().take(RUNS_LISTED).map(|run| match run.len() {
        1 => run[0].clone(),
        times => format!("{times} {}", run[0]),
    });
    let mut text = listed.collect::<Vec<_>>().join(", ");
    if runs.len() > RUNS_LISTED {
        let _ = write!(text, ", and {} more", runs.len() - RUNS_LISTED);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn long_paths_are_given_in_stretches() {
        let short = vec!["east".to_owned(); 3];
        assert_eq!(steps(&short), "east, east, east");
        let mut long = vec!["east".to_owned(); 50];
        long.extend(vec!["south".to_owned(); 2]);
        assert_eq!(steps(&long), "50 east, 2 south");
    }
}
