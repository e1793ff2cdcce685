//! Random pairs of a network, or pairs by their Dijkstra rank: the clock, and the judge after it.
//!
//! The rank of a goal is how many nodes Dijkstra's algorithm settles before it: pairs of rank 2^6, 2^7 and so on
//! show near and far questions apart (Sanders and Schultes 2005).

use super::measure::{FLAWS_REPORTED, Measured, Timed, quantile, rounded, time_passes};
use super::{Delivery, Row};
use crate::answered::micros;
use crate::dice::Dice;
use crate::failure::Failure;
use crate::flags::Method;
use crate::network::words;
use crate::{interrupt, prepare};
use indicatif::ProgressBar;
use std::hint::black_box;
use std::time::Duration;
use wayline::{
    Algorithm, Answer, Cost, GraphIndex, Limits, Outcome, Query, Workspace, reach, search,
};
use wayline_networks::{Network, Router, check};

/// The ranks that pairs are taken of, as powers of two.
const RANKS: std::ops::RangeInclusive<u32> = 6..=20;

/// Two nodes, and what a cheapest route between them costs.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    from: u32,
    to: u32,
    optimal: Cost,
}

/// A network and questions about it.
pub(super) struct Case<'n> {
    pub(super) map: String,
    pub(super) router: &'n Router<'n>,
    pub(super) pairs: Vec<Pair>,
    /// The Dijkstra rank of all pairs, if they were chosen by it.
    pub(super) rank: Option<u64>,
}

/// Any node.
fn node(dice: &mut Dice, network: &Network) -> u32 {
    dice.below(network.nodes()) as u32
}

/// This many random pairs, each with its cost by Dijkstra's algorithm.
pub(super) fn random<'n>(
    map: &str,
    router: &'n Router<'n>,
    count: u64,
    bar: &ProgressBar,
) -> Result<Vec<Case<'n>>, Failure> {
    let (mut dice, mut work, mut pairs) = (Dice(1), Workspace::new(), Vec::new());
    for _ in 0..count {
        let (from, to) = (node(&mut dice, router.network()), node(&mut dice, router.network()));
        let optimal = dijkstra(router, from, to, &mut work)?;
        pairs.push(Pair { from, to, optimal });
        bar.inc(1);
    }
    Ok(vec![Case { map: map.to_owned(), router, pairs, rank: None }])
}

/// For each rank this many pairs: from random nodes, the one that is settled in its place.
pub(super) fn ranked<'n>(
    map: &str,
    router: &'n Router<'n>,
    count: u64,
    bar: &ProgressBar,
) -> Result<Vec<Case<'n>>, Failure> {
    let turns = router.turns();
    let (mut dice, mut work) = (Dice(1), Workspace::new());
    let mut cases: Vec<Case<'n>> = Vec::new();
    for _ in 0..count {
        let from = node(&mut dice, router.network());
        let limits = Limits::default().cancel(interrupt::flag());
        let query = Query::everywhere(turns.start(from)).limits(limits);
        let reached = interrupt::heeding(|| reach(router.graph(), &query, &mut work))??;
        // Of a node's states the one that arrives counts, so that each node is settled once.
        let settled = reached.iter().filter(|(state, _)| turns.goal(turns.node(*state)) == *state);
        let mut wanted = RANKS.map(|power| 1u64 << power).peekable();
        for (place, (state, optimal)) in (0u64..).zip(settled) {
            if wanted.next_if_eq(&place).is_some() {
                let pair = Pair { from, to: turns.node(state), optimal };
                match cases.iter_mut().find(|case| case.rank == Some(place)) {
                    Some(case) => case.pairs.push(pair),
                    None => cases.push(Case {
                        map: map.to_owned(),
                        router,
                        pairs: vec![pair],
                        rank: Some(place),
                    }),
                }
            }
        }
        bar.inc(1);
    }
    cases.sort_by_key(|case| case.rank);
    Ok(cases)
}

fn dijkstra(
    router: &Router<'_>,
    from: u32,
    to: u32,
    work: &mut Workspace,
) -> Result<Cost, Failure> {
    let limits = Limits::default().cancel(interrupt::flag());
    let (start, goal) = (router.turns().start(from), router.turns().goal(to));
    let query = Query::new(start, goal).algorithm(Algorithm::Dijkstra).limits(limits);
    Ok(interrupt::heeding(|| search(router.graph(), &query, work).map(|answer| answer.cost))??)
}

/// Who answers: made once for all cases of a network.
pub(super) enum Engine<'n> {
    Search(Algorithm),
    Index { index: Box<GraphIndex>, time: Duration, router: &'n Router<'n> },
}

impl<'n> Engine<'n> {
    pub(super) fn new(router: &'n Router<'n>, method: Method) -> Result<Engine<'n>, Failure> {
        let kind = match method {
            Method::Kind(kind, _) => Some(kind),
            Method::Algorithm(Algorithm::Prepared) => None,
            Method::Algorithm(algorithm) => return Ok(Engine::Search(algorithm)),
        };
        let (index, time) = prepare::prepare_graph(router.graph(), kind)?;
        Ok(Engine::Index { index: Box::new(index), time, router })
    }

    fn answer<'w>(
        &self,
        case: &Case<'_>,
        at: usize,
        work: &'w mut Workspace,
    ) -> Result<Answer<'w, u32>, Failure> {
        let turns = case.router.turns();
        let query = Query::new(turns.start(case.pairs[at].from), turns.goal(case.pairs[at].to));
        Ok(match self {
            Engine::Index { index, .. } => search(&**index, &query, work)?,
            Engine::Search(algorithm) => {
                let (expansions, cancel) = (algorithm.info().grid_cap, Some(interrupt::flag()));
                let limits = Limits::default().expansions(expansions).cancel(cancel);
                search(case.router.graph(), &query.algorithm(*algorithm).limits(limits), work)?
            }
        })
    }

    /// Answers a question, and hands out what is to be delivered.
    fn ask(
        &self,
        case: &Case<'_>,
        at: usize,
        delivery: Delivery,
        work: &mut Workspace,
    ) -> Result<Cost, Failure> {
        if let (Engine::Index { index, router, .. }, Delivery::Cost) = (self, delivery) {
            let turns = router.turns();
            let Pair { from, to, .. } = case.pairs[at];
            return Ok(black_box(index.cost_with(turns.start(from), turns.goal(to), work)?));
        }
        Ok(black_box(self.answer(case, at, work)?).cost)
    }
}

/// Times all questions of a case, then checks the answers.
pub(super) fn measure(
    case: &Case<'_>,
    method: Method,
    engine: &Engine<'_>,
    passes: u32,
    delivery: Delivery,
    bar: &ProgressBar,
) -> Result<Measured, Failure> {
    let (queries, mut work) = (case.pairs.len(), Workspace::new());
    let Timed { fastest, costs, steady, first_pass } =
        time_passes(queries, passes, bar, |at| engine.ask(case, at, delivery, &mut work))?;

    let (mut expanded, mut wrong, mut stopped) = (0u64, 0, 0);
    let (mut flaws, mut points, mut picked) = (Vec::new(), Vec::new(), method.name());
    for (at, pair) in case.pairs.iter().enumerate() {
        let answer = engine.answer(case, at, &mut work)?;
        expanded += answer.stats.expanded;
        if let Engine::Search(_) = engine {
            picked = answer.algorithm.name();
        }
        let same = steady[at] && costs[at] == answer.cost;
        if matches!(answer.outcome, Outcome::Stopped(_)) {
            stopped += 1;
        } else if let Err(flaw) = judged(case, pair, &answer, same) {
            wrong += 1;
            if flaws.len() < FLAWS_REPORTED {
                let network = case.router.network();
                let [from, to] = [pair.from, pair.to].map(|node| words::node(network, node));
                flaws.push(format!("{from} to {to}: {flaw}"));
            }
        }
        let along = case.rank.map_or(pair.optimal.to_f64(), |rank| rank as f64);
        points.push((along, micros(fastest[at])));
        bar.inc(1);
    }
    let (prepare_ms, index_bytes) = match engine {
        Engine::Index { index, time, .. } => {
            (rounded(time.as_secs_f64() * 1e3), index.bytes() as u64)
        }
        Engine::Search(_) => (0.0, 0),
    };
    let count = queries.max(1) as f64;
    let mut times: Vec<f64> = points.iter().map(|point| point.1).collect();
    times.sort_by(f64::total_cmp);
    let row = Row {
        map: case.map.clone(),
        algorithm: method.name(),
        picked,
        queries,
        rank: case.rank,
        mean_us: rounded(times.iter().sum::<f64>() / count),
        median_us: rounded(quantile(&times, 0.5)),
        p99_us: rounded(quantile(&times, 0.99)),
        first_pass_mean_us: rounded(micros(first_pass) / count),
        prepare_ms,
        index_bytes,
        expanded_mean: rounded(expanded as f64 / count),
        wrong,
        stopped,
    };
    Ok(Measured { set: case.map.clone(), row, points, flaws })
}

/// What is wrong with an answer, in words, if anything is: by raw edges and bans, and by Dijkstra's cost.
fn judged(
    case: &Case<'_>,
    pair: &Pair,
    answer: &Answer<'_, u32>,
    same: bool,
) -> Result<(), String> {
    let (network, optimal) = (case.router.network(), pair.optimal);
    if !same {
        return Err("the answer was not the same in every pass".to_owned());
    }
    if !answer.is_found() {
        return match optimal.is_infinite() {
            true => Ok(()),
            false => Err(format!("no route was found: expected one of cost {optimal}")),
        };
    }
    let turns = case.router.turns();
    let edges: Vec<u32> = answer.edges.iter().filter_map(|&edge| turns.edge(edge)).collect();
    let cost = check::edges(network, &edges).map_err(|flaw| flaw.to_string())?;
    let ends = |edge: &u32| network.graph().edge(*edge).unwrap_or_default();
    let begins = edges.first().map_or(pair.from, |edge| ends(edge).0);
    let arrives = edges.last().map_or(pair.from, |edge| ends(edge).1);
    if (begins, arrives) != (pair.from, pair.to) {
        return Err("the route does not lead from its start to its goal".to_owned());
    }
    if cost != answer.cost {
        return Err(format!("the route costs {cost}, and is said to cost {}", answer.cost));
    }
    match cost < optimal || answer.is_optimal() && cost != optimal {
        true => Err(format!("costs {cost}: Dijkstra's route costs {optimal}")),
        false => Ok(()),
    }
}
