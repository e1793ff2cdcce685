//! [`Answered`]: a path through a network, and what the judge says of it.

use crate::to_js::{JsObject, numbers, or_null, words};
use wayline::{Answer, Cost, Graph, Guarantee, Outcome, Stats, check};

/// What was found, and what is known about it.
pub(super) struct Answered {
    pub(super) outcome: Outcome,
    pub(super) cost: Cost,
    pub(super) path: Vec<u32>,
    pub(super) edges: Vec<u32>,
    pub(super) stats: Stats,
    pub(super) algorithm: &'static str,
    optimal: bool,
    ms: f64,
    /// How long it took to prepare what answered, where something was.
    pub(super) prepared: Option<f64>,
    pub(super) verdict: Option<Result<(), String>>,
}

impl Answered {
    pub(super) fn new(
        graph: &Graph,
        (from, to): (u32, u32),
        answer: &Answer<'_, u32>,
        ms: f64,
    ) -> Answered {
        let found = answer.outcome == Outcome::Found;
        let (path, edges) = (answer.path.to_vec(), answer.edges.to_vec());
        let verdict = found.then(|| {
            let cost = check::graph_edges(graph, &edges, from, to).map_err(words)?;
            if cost == answer.cost {
                Ok(())
            } else {
                Err(format!("the path costs {cost}, the answer says {}", answer.cost))
            }
        });
        Answered {
            outcome: answer.outcome,
            cost: answer.cost,
            path,
            edges,
            stats: answer.stats,
            algorithm: answer.algorithm.name(),
            optimal: found && answer.guarantee == Guarantee::Optimal,
            ms,
            prepared: None,
            verdict,
        }
    }

    pub(super) fn to_js(&self) -> JsObject {
        JsObject::new()
            .with_outcome(self.outcome, self.cost, self.stats)
            .with_verdict(&self.verdict)
            .with("path", numbers(&self.path))
            .with("edges", numbers(&self.edges))
            .with("algorithm", self.algorithm)
            .with("optimal", self.optimal)
            .with("ms", self.ms)
            .with("preparedMs", or_null(self.prepared))
    }
}
