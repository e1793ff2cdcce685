//! Wayline's indices and searches as contestants.

use super::contest::{Contestant, best_of_three, clocked};
use super::course::{Course, Pair};
use wayline::{
    Algorithm, Graph, GraphIndex, IndexError, IndexKind, Preparation, Query, Workspace, search,
};

/// Prepares an index, by two threads.
pub fn prepare(graph: &Graph, kind: IndexKind) -> (Result<GraphIndex, IndexError>, f64) {
    let settings = Preparation::default().kind(kind).threads(2);
    clocked(|| GraphIndex::prepare(graph, &settings))
}

/// A prepared index.
pub struct Indexed<'c> {
    pub course: &'c Course,
    pub index: &'c GraphIndex,
    pub work: Workspace,
}

impl<'c> Indexed<'c> {
    pub fn new(course: &'c Course, index: &'c GraphIndex) -> Indexed<'c> {
        Indexed { course, index, work: Workspace::new() }
    }
}

impl Contestant for Indexed<'_> {
    #[inline]
    fn cost(&mut self, (from, to): Pair) -> Option<u64> {
        let cost = self.index.cost_with(from, to, &mut self.work).expect("nodes of the graph");
        Some(self.course.ticks_of(cost))
    }

    fn path(&mut self, (from, to): Pair) -> Option<usize> {
        let answer = search(self.index, &Query::new(from, to), &mut self.work);
        Some(answer.expect("nodes of the graph").path.len())
    }

    fn nodes(&mut self, (from, to): Pair) -> Option<Vec<u32>> {
        let answer = search(self.index, &Query::new(from, to), &mut self.work);
        Some(answer.expect("nodes of the graph").path.to_vec())
    }

    fn matrix(&mut self, from: &[u32], to: &[u32]) -> Option<(Vec<u64>, f64)> {
        let run = || self.index.matrix(from, to, &mut self.work).expect("nodes of the graph");
        let (costs, seconds) = best_of_three(run);
        Some((costs.into_iter().map(|cost| self.course.ticks_of(cost)).collect(), seconds))
    }
}

/// A search of the graph as it is.
pub struct Searched<'c> {
    course: &'c Course,
    algorithm: Algorithm,
    work: Workspace,
}

impl<'c> Searched<'c> {
    pub const ALGORITHMS: [(&'static str, Algorithm); 3] = [
        ("wayline A*", Algorithm::AStar),
        ("wayline bidirectional", Algorithm::Bidirectional),
        ("wayline Dijkstra", Algorithm::Dijkstra),
    ];

    pub fn new(course: &'c Course, algorithm: Algorithm) -> Searched<'c> {
        Searched { course, algorithm, work: Workspace::new() }
    }
}

impl Contestant for Searched<'_> {
    fn path(&mut self, (from, to): Pair) -> Option<usize> {
        let query = Query::new(from, to).algorithm(self.algorithm);
        let answer = search(&self.course.graph, &query, &mut self.work);
        Some(answer.expect("nodes of the graph").path.len())
    }

    fn nodes(&mut self, (from, to): Pair) -> Option<Vec<u32>> {
        let query = Query::new(from, to).algorithm(self.algorithm);
        let answer = search(&self.course.graph, &query, &mut self.work);
        Some(answer.expect("nodes of the graph").path.to_vec())
    }
}
