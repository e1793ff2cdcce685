//! A customizable index while costs change and edges are closed: every change is undone by another,
//! and answers are compared in between and in the end.

use super::contest::best_of_three;
use super::course::{COUNT, Course, FEW, Judge};
use crate::maps::Dice;
use std::collections::BTreeSet;
use std::time::Instant;
use wayline::{Algorithm, Graph, GraphIndex, Query, Workspace, search};

/// The seconds that taking over all costs at once takes. The judges are of the other metric and of
/// the course's own.
pub fn new_metric(course: &Course, index: &mut GraphIndex, mut judges: [&mut Judge<'_>; 2]) -> f64 {
    let metrics = [&course.other_ticks(), &course.ticks];
    let mut graph = course.graph.clone();
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let mut seconds = 0.0;
        for (ticks, judge) in metrics.into_iter().zip(&mut judges) {
            course.set_costs(&mut graph, ticks);
            let clock = Instant::now();
            index.update(&graph).expect("the same graph with other costs");
            seconds += clock.elapsed().as_secs_f64() / 2.0;
            judge.costs("wayline customizable, updated", &costs(course, index, COUNT));
        }
        best = best.min(seconds);
    }
    compare_with_searches(course, &graph, index);
    best
}

/// The seconds that a change of one edge's cost takes, up or down, with that of the graph.
pub fn changed_edge(course: &Course, index: &mut GraphIndex, judge: &mut Judge<'_>) -> f64 {
    let mut dice = Dice(7);
    // From an eighth to four times what it cost.
    let mut other = |edge: u32| {
        let ticks = course.ticks[edge as usize] * u64::from(1 + dice.below(32)) / 8;
        Change::Cost(ticks.max(1))
    };
    let edges = random_edges(course);
    let there = edges.iter().map(|&edge| (edge, other(edge))).collect();
    let back = edges.iter().map(|&edge| (edge, Change::Cost(course.ticks[edge as usize])));
    there_and_back(course, index, judge, there, back.collect())
}

/// The seconds that closing or reopening an edge takes, with that of the graph.
pub fn closed_edge(course: &Course, index: &mut GraphIndex, judge: &mut Judge<'_>) -> f64 {
    let edges = random_edges(course);
    let there = edges.iter().map(|&edge| (edge, Change::Close)).collect();
    let back = edges.iter().map(|&edge| (edge, Change::Reopen)).collect();
    there_and_back(course, index, judge, there, back)
}

/// What happens to an edge.
enum Change {
    /// It costs this many ticks from now on.
    Cost(u64),
    Close,
    Reopen,
}

fn there_and_back(
    course: &Course,
    index: &mut GraphIndex,
    judge: &mut Judge<'_>,
    there: Vec<(u32, Change)>,
    back: Vec<(u32, Change)>,
) -> f64 {
    let mut graph = course.graph.clone();
    let ((), seconds) = best_of_three(|| {
        make(course, &mut graph, index, &there);
        make(course, &mut graph, index, &back);
    });
    make(course, &mut graph, index, &there);
    compare_with_searches(course, &graph, index);
    make(course, &mut graph, index, &back);
    judge.costs("wayline customizable, changed and back", &costs(course, index, COUNT));
    seconds / (there.len() + back.len()) as f64
}

fn make(course: &Course, graph: &mut Graph, index: &mut GraphIndex, changes: &[(u32, Change)]) {
    for (edge, change) in changes {
        let made = match change {
            Change::Cost(ticks) => graph.set_cost(*edge, course.cost(*ticks)),
            Change::Close => graph.close(*edge).map(drop),
            Change::Reopen => graph.reopen(*edge).map(drop),
        };
        made.expect("an edge of the graph");
        index.update_edge(graph, *edge).expect("an edge of the graph");
    }
}

/// Each once, in an order of no meaning.
fn random_edges(course: &Course) -> Vec<u32> {
    let mut dice = Dice(8);
    let (edges, mut seen) = (course.graph.edges(), BTreeSet::new());
    let chosen = std::iter::repeat_with(|| dice.below(edges as u32));
    chosen.filter(|&edge| seen.insert(edge)).take(COUNT.min(edges)).collect()
}

fn costs(course: &Course, index: &GraphIndex, count: usize) -> Vec<u64> {
    let mut work = Workspace::new();
    let cost = |&(from, to)| index.cost_with(from, to, &mut work).expect("nodes of the graph");
    course.pairs.iter().take(count).map(cost).map(|cost| course.ticks_of(cost)).collect()
}

fn compare_with_searches(course: &Course, graph: &Graph, index: &GraphIndex) {
    let mut work = Workspace::new();
    for (&(from, to), cost) in course.pairs.iter().zip(costs(course, index, FEW)) {
        let query = Query::new(from, to).algorithm(Algorithm::Dijkstra);
        let answer = search(graph, &query, &mut work).expect("nodes of the graph");
        let known = course.ticks_of(answer.cost);
        if known != cost {
            course.contradiction("wayline customizable, changed", (from, to), known, cost);
        }
    }
}
