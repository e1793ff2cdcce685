//! How a contestant is timed, and its row in the table.

use super::course::{Course, Judge, Pair};
use serde_json::Value;
use std::hint::black_box;
use std::time::Instant;

/// Somebody who answers on a network. What is not answered returns none, and is left empty.
pub trait Contestant {
    /// What a cheapest path costs, in ticks.
    fn cost(&mut self, _: Pair) -> Option<u64> {
        None
    }

    /// Works out a cheapest path, and returns how many nodes it has; none where there is no path.
    fn path(&mut self, _: Pair) -> Option<usize> {
        None
    }

    /// These nodes, for the judge. Not timed.
    fn nodes(&mut self, _: Pair) -> Option<Vec<u32>> {
        None
    }

    /// All costs between some nodes and some others, row by row, and the seconds that took.
    fn matrix(&mut self, _from: &[u32], _to: &[u32]) -> Option<(Vec<u64>, f64)> {
        None
    }
}

pub const COLUMNS: [&str; 9] = [
    "contestant",
    "prepare s",
    "bytes a node",
    "cost µs",
    "path µs",
    "1000x1000 matrix ms",
    "new metric ms",
    "changed edge µs",
    "closed or reopened edge µs",
];

/// What was measured of a contestant, in seconds.
#[derive(Default)]
pub struct Row {
    pub name: String,
    pub prepare: Option<f64>,
    pub bytes_a_node: Option<f64>,
    pub cost: Option<f64>,
    pub path: Option<f64>,
    pub matrix: Option<f64>,
    pub metric: Option<f64>,
    pub edge: Option<f64>,
    pub closed: Option<f64>,
}

impl Row {
    /// Times the first this many pairs, and has every answer compared with what others said.
    pub fn of(
        name: &str,
        contestant: &mut impl Contestant,
        judge: &mut Judge<'_>,
        course: &Course,
        count: usize,
    ) -> Row {
        let pairs = &course.pairs[..count.min(course.pairs.len())];
        let mut row = Row { name: name.to_owned(), ..Row::default() };
        if let Some((costs, seconds)) = passes(pairs, |pair| contestant.cost(pair)) {
            judge.costs(name, &costs);
            row.cost = Some(seconds);
        }
        row.path = passes(pairs, |pair| contestant.path(pair)).map(|(_, seconds)| seconds);
        for (i, &pair) in pairs.iter().enumerate() {
            if let Some(nodes) = contestant.nodes(pair) {
                judge.path(name, i, &nodes);
            }
        }
        let (from, to) = course.ends();
        if let Some((costs, seconds)) = contestant.matrix(&from, &to) {
            judge.matrix(name, costs);
            row.matrix = Some(seconds);
        }
        eprintln!("{}: {name} done", course.name);
        row
    }

    pub fn cells(self) -> Vec<Value> {
        let Row { name, prepare, bytes_a_node, cost, path, matrix, metric, edge, closed } = self;
        let [milli, micro] = [1e3, 1e6].map(|times| move |seconds: f64| seconds * times);
        let numbers = [
            prepare,
            bytes_a_node,
            cost.map(micro),
            path.map(micro),
            matrix.map(milli),
            metric.map(milli),
            edge.map(micro),
            closed.map(micro),
        ];
        std::iter::once(name.into()).chain(numbers.map(Into::into)).collect()
    }
}

/// The answers to a list, and the seconds that one of them took: the best of three passes over the
/// whole list. None if there is no answer to such a question.
pub fn passes<R>(list: &[Pair], mut ask: impl FnMut(Pair) -> Option<R>) -> Option<(Vec<R>, f64)> {
    // Somebody who does not answer such questions says so at the first.
    ask(*list.first()?)?;
    let (answers, seconds) = best_of_three(|| {
        let mut answers = Vec::with_capacity(list.len());
        answers.extend(list.iter().filter_map(|&pair| ask(pair)));
        answers
    });
    Some((answers, seconds / list.len() as f64))
}

/// The last result, and the seconds that the fastest took.
pub fn best_of_three<R>(mut run: impl FnMut() -> R) -> (R, f64) {
    let mut once = || {
        let clock = Instant::now();
        let result = black_box(run());
        (result, clock.elapsed().as_secs_f64())
    };
    let [a, b, (result, c)] = [once(), once(), once()];
    (result, a.1.min(b.1).min(c))
}

/// The result, and the seconds that it took.
pub fn clocked<R>(run: impl FnOnce() -> R) -> (R, f64) {
    let clock = Instant::now();
    let result = black_box(run());
    (result, clock.elapsed().as_secs_f64())
}
