//! The clock, and the judge after it.

use super::cases::{Case, Question};
use super::{Delivery, Row};
use crate::answered::{Answered, micros};
use crate::ends::Ends;
use crate::failure::Failure;
use crate::{interrupt, judge, prepare};
use indicatif::ProgressBar;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wayline::{
    Algorithm, Answer, Cell, Cost, Grid, GridIndex, Limits, Outcome, Query, Rules, Workspace,
    search, turning_points,
};

/// How far a cost may be from the file's: those are rounded, some to two decimals.
const SLACK: f64 = 0.02;
/// The most flaws reported for each row.
pub(super) const FLAWS_REPORTED: usize = 5;

/// What was measured of one algorithm on one map.
pub(crate) struct Measured {
    pub(crate) set: String,
    pub(crate) row: Row,
    /// For each query, the length of its path and its fastest time in microseconds.
    pub(crate) points: Vec<(f64, f64)>,
    /// What is wrong with answers, in words.
    pub(crate) flaws: Vec<String>,
}

/// Times all questions of a case, then checks the answers.
pub(crate) fn measure(
    case: &Case,
    algorithm: Algorithm,
    passes: u32,
    delivery: Delivery,
    bar: &ProgressBar,
) -> Result<Measured, Failure> {
    let mut engine = Engine::new(case, algorithm, delivery)?;
    let queries = case.questions.len();
    let timed = time_passes(queries, passes, bar, |at| engine.ask(at))?;
    check(case, algorithm, &mut engine, timed, bar)
}

/// Asks all questions, and again in each pass, never the same one twice in a row.
pub(super) fn time_passes(
    queries: usize,
    passes: u32,
    bar: &ProgressBar,
    mut ask: impl FnMut(usize) -> Result<Cost, Failure>,
) -> Result<Timed, Failure> {
    // The workspace grows to its size here; the first pass begins with another query.
    if let Some(last) = queries.checked_sub(1) {
        ask(last)?;
    }
    let mut fastest = vec![Duration::MAX; queries];
    let mut costs = vec![Cost::INFINITE; queries];
    let mut first_pass = Duration::ZERO;
    let mut steady = vec![true; queries];
    for pass in 0..passes {
        interrupt::heeding(|| {
            for at in 0..queries {
                let clock = Instant::now();
                let cost = ask(at)?;
                let time = clock.elapsed();
                fastest[at] = fastest[at].min(time);
                if pass == 0 {
                    first_pass += time;
                    costs[at] = cost;
                }
                steady[at] &= costs[at] == cost;
            }
            Ok::<_, Failure>(())
        })??;
        bar.inc(queries as u64);
    }
    Ok(Timed { fastest, costs, steady, first_pass })
}

/// Who answers.
enum Engine<'c> {
    Search {
        grid: &'c Grid,
        queries: Vec<Query<'c, Cell>>,
        work: Box<Workspace>,
        desk: Desk,
    },
    Index {
        case: &'c Case,
        index: Box<GridIndex>,
        work: Box<Workspace>,
        delivery: Delivery,
        time: Duration,
    },
}

impl<'c> Engine<'c> {
    fn new(case: &'c Case, algorithm: Algorithm, delivery: Delivery) -> Result<Self, Failure> {
        let prepared = match algorithm {
            Algorithm::Prepared => Some(prepare::prepare(&case.grid)?),
            Algorithm::Auto => prepare::worthwhile(&case.grid, case.questions.len() as u64)?,
            _ => None,
        };
        if let Some((index, time)) = prepared {
            let (index, work) = (Box::new(index), Box::default());
            return Ok(Engine::Index { case, index, work, delivery, time });
        }
        let limits =
            Limits::default().expansions(algorithm.info().grid_cap).cancel(interrupt::flag());
        let query = |question: &Question| {
            let Ends { from, to } = question.ends;
            Query::new(from, to).algorithm(algorithm).limits(limits)
        };
        let queries = case.questions.iter().map(query).collect();
        let desk = Desk { delivery, cells: Vec::new() };
        Ok(Engine::Search { grid: &case.grid, queries, work: Box::default(), desk })
    }

    /// Answers a question, and hands out what is to be delivered.
    fn ask(&mut self, at: usize) -> Result<Cost, Failure> {
        match self {
            Engine::Search { grid, queries, work, desk } => {
                let answer = search(*grid, &queries[at], work)?;
                desk.hand_out(&answer);
                Ok(answer.cost)
            }
            Engine::Index { case, index, work, delivery, .. } => {
                let Ends { from, to } = case.questions[at].ends;
                let answer = match delivery {
                    Delivery::Cost => return Ok(black_box(index.cost_with(from, to, work)?)),
                    Delivery::Turns => index.turns_with(from, to, work)?,
                    Delivery::Cells | Delivery::Path => {
                        search(&**index, &Query::new(from, to), work)?
                    }
                };
                Ok(black_box(answer).cost)
            }
        }
    }

    /// The whole answer, to be judged.
    fn finding(&mut self, at: usize) -> Result<Answered, Failure> {
        match self {
            Engine::Search { grid, queries, work, .. } => interrupt::heeding(|| {
                let answer = search(*grid, &queries[at], work)?;
                Ok::<_, Failure>(Answered::new(answer, Duration::ZERO))
            })?,
            Engine::Index { case, index, work, .. } => {
                let Ends { from, to } = case.questions[at].ends;
                let answer = search(&**index, &Query::new(from, to), work)?;
                Ok(Answered::new(answer, Duration::ZERO))
            }
        }
    }

    /// What was prepared, in milliseconds and bytes.
    fn prepared(&self) -> (f64, u64) {
        match self {
            Engine::Search { .. } => (0.0, 0),
            Engine::Index { index, time, .. } => {
                (rounded(time.as_secs_f64() * 1e3), index.bytes() as u64)
            }
        }
    }
}

/// What the clock gave.
pub(super) struct Timed {
    pub(super) fastest: Vec<Duration>,
    pub(super) costs: Vec<Cost>,
    /// Whether every pass had the same answer.
    pub(super) steady: Vec<bool>,
    pub(super) first_pass: Duration,
}

/// Asks everything once more, and has the judge look at each path.
fn check(
    case: &Case,
    algorithm: Algorithm,
    engine: &mut Engine<'_>,
    timed: Timed,
    bar: &ProgressBar,
) -> Result<Measured, Failure> {
    let (mut expanded, mut wrong, mut stopped) = (0u64, 0, 0);
    let (mut flaws, mut points) = (Vec::new(), Vec::new());
    let (mut work, mut picked) = (Workspace::new(), None);
    for (at, question) in case.questions.iter().enumerate() {
        let answer = engine.finding(at)?;
        picked = Some(answer.algorithm);
        expanded += answer.stats.expanded;
        let same = timed.steady[at] && timed.costs[at] == answer.cost;
        if matches!(answer.outcome, Outcome::Stopped(_)) {
            stopped += 1;
        } else if let Err(flaw) = judged(case, question, &answer, same, &mut work)? {
            wrong += 1;
            if flaws.len() < FLAWS_REPORTED {
                let (from, to) = (question.ends.from, question.ends.to);
                flaws.push(format!("line {}, {from} to {to}: {flaw}", question.line));
            }
        }
        points.push((question.optimal, micros(timed.fastest[at])));
        bar.inc(1);
    }
    let (count, (prepare_ms, index_bytes)) = (case.questions.len() as f64, engine.prepared());
    let mut times: Vec<f64> = points.iter().map(|point| point.1).collect();
    times.sort_by(f64::total_cmp);
    let row = Row {
        map: case.map.clone(),
        algorithm: algorithm.name(),
        picked: picked.unwrap_or(algorithm).name(),
        queries: case.questions.len(),
        rank: None,
        mean_us: rounded(times.iter().sum::<f64>() / count),
        median_us: rounded(quantile(&times, 0.5)),
        p99_us: rounded(quantile(&times, 0.99)),
        first_pass_mean_us: rounded(micros(timed.first_pass) / count),
        prepare_ms,
        index_bytes,
        expanded_mean: rounded(expanded as f64 / count),
        wrong,
        stopped,
    };
    Ok(Measured { set: case.set.clone(), row, points, flaws })
}

/// What is wrong with an answer, in words, if anything is.
fn judged(
    case: &Case,
    question: &Question,
    answer: &Answered,
    same: bool,
    work: &mut Workspace,
) -> Result<Result<(), String>, Failure> {
    let Question { ends, optimal, .. } = *question;
    if !same {
        return Ok(Err("the answer was not the same in every pass".to_owned()));
    }
    // Files know the length by one set of rules only.
    if case.grid.rules() != Rules::default() {
        return judge::answer(&case.grid, answer, ends, work);
    }
    if !answer.is_found() {
        // Scenario files say so with a length of zero between two different cells.
        let expected = optimal == 0.0 && ends.from != ends.to;
        return match expected {
            true => judge::answer(&case.grid, answer, ends, work),
            false => Ok(Err(format!("no path was found: expected one of length {optimal}"))),
        };
    }
    let cost = answer.cost.to_f64();
    let at_any_angle = answer.is_at_any_angle();
    Ok(judge::path(&case.grid, answer, ends).and_then(|()| {
        if answer.is_optimal() && cost > optimal + SLACK {
            Err(format!("costs {cost:.4}: expected {optimal}"))
        } else if !at_any_angle && cost < optimal - SLACK {
            Err(format!("costs {cost:.4}, less than the optimum {optimal}"))
        } else {
            Ok(())
        }
    }))
}

/// Hands out answers, into memory that is used again and again.
struct Desk {
    delivery: Delivery,
    cells: Vec<Cell>,
}

impl Desk {
    fn hand_out(&mut self, answer: &Answer<'_, Cell>) {
        self.cells.clear();
        match self.delivery {
            Delivery::Cost => {}
            Delivery::Turns if answer.waypoints.is_empty() => {
                self.cells.extend(turning_points(&answer.path));
            }
            Delivery::Turns => self.cells.extend_from_slice(&answer.waypoints),
            Delivery::Cells | Delivery::Path => self.cells.extend_from_slice(&answer.path),
        }
        black_box((answer.cost, self.cells.as_slice()));
    }
}

/// The value that such a share of a sorted list does not exceed.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(place.max(1) - 1).copied().unwrap_or(0.0)
}

pub(super) fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// For each algorithm, all maps as one.
pub(crate) fn together(measured: &[Measured]) -> Vec<Row> {
    let mut names: Vec<&'static str> = Vec::new();
    for Measured { row, .. } in measured {
        if !names.contains(&row.algorithm) {
            names.push(row.algorithm);
        }
    }
    let all = |name: &'static str| {
        let own: Vec<_> = measured.iter().filter(|one| one.row.algorithm == name).collect();
        let mut times: Vec<f64> =
            own.iter().flat_map(|one| &one.points).map(|point| point.1).collect();
        times.sort_by(f64::total_cmp);
        let count = times.len().max(1) as f64;
        let mean = |of: fn(&Row) -> f64| {
            let sum = own.iter().map(|one| of(&one.row) * one.row.queries as f64).sum::<f64>();
            rounded(sum / count)
        };
        Row {
            map: "all".to_owned(),
            algorithm: name,
            picked: name,
            queries: times.len(),
            rank: None,
            mean_us: mean(|row| row.mean_us),
            median_us: rounded(quantile(&times, 0.5)),
            p99_us: rounded(quantile(&times, 0.99)),
            first_pass_mean_us: mean(|row| row.first_pass_mean_us),
            prepare_ms: own.iter().map(|one| one.row.prepare_ms).sum(),
            index_bytes: own.iter().map(|one| one.row.index_bytes).sum(),
            expanded_mean: mean(|row| row.expanded_mean),
            wrong: own.iter().map(|one| one.row.wrong).sum(),
            stopped: own.iter().map(|one| one.row.stopped).sum(),
        }
    };
    names.into_iter().map(all).collect()
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_of_few() {
        assert_eq!(quantile(&[1.0, 2.0, 3.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0, 3.0], 0.99), 3.0);
        assert_eq!(quantile(&[7.0], 0.5), 7.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}
