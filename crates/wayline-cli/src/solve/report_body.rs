//! A body's path in words, and as JSON.

use super::body::Finding;
use super::report::{Lines, stretches, wrapped};
use crate::answered::micros;
use crate::body::json::At;
use crate::table::counted;
use serde::Serialize;
use wayline::Outcome;
use wayline::body::{BodyKind, Goal, Placement, Terrain};

/// What there is to report.
pub(super) struct BodyReport<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) kind: &'a BodyKind,
    pub(super) from: Placement,
    pub(super) to: Goal,
    pub(super) finding: &'a Finding,
    /// Why there is no path, where there is none.
    pub(super) why: Option<&'a str>,
    /// What the judge says, if asked.
    pub(super) verdict: Option<&'a Result<(), String>>,
}

#[derive(Serialize)]
pub(super) struct Json<'a> {
    found: bool,
    outcome: &'static str,
    limit: Option<String>,
    why: Option<&'a str>,
    optimal: bool,
    bound: Option<f64>,
    cost: Option<f64>,
    steps: usize,
    path: Vec<At>,
    turns: Vec<At>,
    moves: Vec<String>,
    expanded: u64,
    generated: u64,
    reopened: u64,
    largest_open: u64,
    micros: f64,
    algorithm: &'static str,
    heuristic: &'a str,
    body: &'a str,
    from: At,
    to: At,
    /// How near to `to` any cell of the body has to be, where that is enough.
    reach: Option<u32>,
    map: Size,
    verified: Option<bool>,
}

#[derive(Serialize)]
struct Size {
    width: u32,
    height: u32,
}

impl BodyReport<'_> {
    pub(super) fn json<'a>(&'a self, heuristic: &'a str) -> Json<'a> {
        let Finding { outcome, cost, path, stats, .. } = self.finding;
        let (limit, outcome) = match outcome {
            Outcome::Found => (None, "found"),
            Outcome::Unreachable => (None, "unreachable"),
            Outcome::Stopped(limit) => (Some(limit.to_string()), "limit"),
        };
        Json {
            found: self.finding.is_found(),
            outcome,
            limit,
            why: self.why,
            optimal: self.finding.is_optimal(),
            bound: self.finding.is_optimal().then_some(1.0),
            cost: self.finding.is_found().then(|| cost.to_f64()),
            steps: path.len().saturating_sub(1),
            path: path.iter().copied().map(At::from).collect(),
            turns: self.turns().into_iter().map(At::from).collect(),
            moves: self.moves(),
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            largest_open: stats.largest_open,
            micros: micros(self.finding.time),
            algorithm: self.finding.algorithm.name(),
            heuristic,
            body: self.kind.name(),
            from: self.from.into(),
            to: self.to.into(),
            reach: match self.to {
                Goal::Near { reach, .. } => Some(reach),
                _ => None,
            },
            map: Size { width: self.terrain.width(), height: self.terrain.height() },
            verified: self.verdict.map(Result::is_ok),
        }
    }

    /// Each step as a move of the body: in which direction it goes, and how it turns.
    fn moves(&self) -> Vec<String> {
        self.finding.path.windows(2).map(|pair| step(pair[0], pair[1])).collect()
    }

    /// Where the kind of move changes, and both ends.
    fn turns(&self) -> Vec<Placement> {
        let path = &self.finding.path;
        let moves = self.moves();
        let changes = moves.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]);
        let inner = changes.map(|(i, _)| path[i + 1]);
        let ends = [path.first(), path.last()].map(|end| end.copied());
        match ends {
            [Some(first), Some(last)] if path.len() > 1 => {
                std::iter::once(first).chain(inner).chain([last]).collect()
            }
            [first, _] => first.into_iter().collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let Finding { path, stats, algorithm, .. } = self.finding;
        let (name, from, to) = (self.kind.name(), self.from, self.to);
        let mut lines = Lines::default();
        match self.finding.outcome {
            Outcome::Found => {
                lines.add("found", format!("a path for the {name} from {from} to {to}"));
            }
            Outcome::Unreachable => {
                lines.add("no path", format!("the {name} cannot get from {from} to {to}"));
            }
            Outcome::Stopped(limit) => lines.add_stop(limit, from, to),
        }
        if let Some(why) = self.why {
            lines.add("why", why);
        }
        if self.finding.is_found() {
            let (cost, guarantee) = (self.finding.cost, self.finding.guarantee);
            lines.add("cost", format!("{cost} time units, {guarantee}"));
            let turns = path.windows(2).filter(|pair| pair[0].heading != pair[1].heading).count();
            let moves = counted(path.len() as u64 - 1, "move");
            lines.add("path", format!("{moves}, {}", counted(turns as u64, "turn")));
        }
        lines.add_search(*algorithm, stats, micros(self.finding.time));
        lines.add_verdict(self.verdict, self.verified());
        let moves = self.moves();
        if !moves.is_empty() {
            lines.add("moves", wrapped(&stretches(&moves)));
        }
        lines.text
    }

    fn verified(&self) -> &'static str {
        match self.finding.outcome {
            Outcome::Found if self.finding.is_optimal() => {
                "every sweep, the cost, and that Dijkstra's path costs the same"
            }
            Outcome::Found => "every sweep and the cost",
            Outcome::Unreachable => "Dijkstra finds no path either",
            Outcome::Stopped(_) => "nothing is claimed, nothing to check",
        }
    }
}

/// A move as seen from the body itself.
fn step(from: Placement, to: Placement) -> String {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    // Turned back to a body heading east: ahead is larger x, to the right is larger y.
    let back = wayline::body::Heading::ALL[(4 - from.heading.index()) % 4];
    let (ahead, right) = back.turn((dx as i32, dy as i32));
    let mut words = Vec::new();
    for (word, cells) in [("ahead", ahead), ("back", -ahead), ("right", right), ("left", -right)] {
        match cells {
            1 => words.push(word.to_owned()),
            2.. => words.push(format!("{word} {cells}")),
            _ => {}
        }
    }
    let turn = (to.heading.index() + 4 - from.heading.index()) % 4;
    let turn = ["", "turning left", "turning round", "turning right"][turn];
    let words = words.join(" and ");
    match (words.is_empty(), turn.is_empty()) {
        (true, _) => turn.replace("turning", "turn"),
        (false, true) => words,
        (false, false) => format!("{words} {turn}"),
    }
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn moves_are_named_as_the_body_sees_them() {
        let words = |from: &str, to: &str| step(from.parse().unwrap(), to.parse().unwrap());
        assert_eq!(words("3,3,N", "3,2,N"), "ahead");
        assert_eq!(words("3,3,N", "3,4,N"), "back");
        assert_eq!(words("3,3,S", "2,3,S"), "right");
        assert_eq!(words("3,3,W", "3,3,S"), "turn left");
        assert_eq!(words("3,3,E", "3,3,W"), "turn round");
        assert_eq!(words("3,3,E", "5,2,N"), "ahead 2 and left turning left");
    }
}
