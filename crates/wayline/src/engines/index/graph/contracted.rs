//! [`ContractedGraph`]: a hierarchy by contraction, and nothing else of an index.

use super::contraction::Contraction;
use super::edge_lists::EdgeLists;
use super::hierarchy::Hierarchy;
use crate::engines::index::preparation::{Effort, Preparation};
use crate::engines::search::Ended;
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::question::answer::{Answer, Outcome};
use crate::question::observe::Observer;
use crate::spaces::error::{IndexError, QueryError};
use crate::spaces::graph::Graph;

/// What [`GraphIndex`](super::GraphIndex) is where no few nodes part a graph in two, alone: for a page that
/// shows the climb, and fetches the code that it runs.
#[doc(hidden)]
#[derive(Debug)]
pub struct ContractedGraph {
    nodes: usize,
    fingerprint: u64,
    /// Where each edge leads.
    heads: Vec<u32>,
    hierarchy: Hierarchy,
}

impl ContractedGraph {
    /// Prepares a graph.
    pub fn prepare(graph: &Graph) -> Result<ContractedGraph, IndexError> {
        let out = EdgeLists::of(graph);
        let into = out.reversed();
        let mut effort = Effort::new(&Preparation::default());
        let (hierarchy, _) = Contraction::new(&out, &into)
            .run(false, &mut effort)
            .map_err(|_| IndexError::Cancelled)?;
        let head = |edge| graph.edge(edge).map_or(0, |(_, head, _)| head);
        Ok(ContractedGraph {
            nodes: graph.nodes(),
            fingerprint: graph.fingerprint(),
            heads: (0..graph.edges() as u32).map(head).collect(),
            hierarchy,
        })
    }

    /// Whether this is the graph that it answers for.
    pub fn fits(&self, graph: &Graph) -> bool {
        self.fingerprint == graph.fingerprint()
    }

    /// A cheapest path; an observer sees the climb from both ends.
    pub fn path<'w>(
        &self,
        from: u32,
        to: u32,
        work: &'w mut Workspace,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<Answer<'w, u32>, QueryError> {
        if let Some(&node) = [from, to].iter().find(|&&node| node as usize >= self.nodes) {
            return Err(QueryError::NoSuchNode { node, nodes: self.nodes });
        }
        let Workspace { graph_index, nodes, .. } = work;
        nodes.clear();
        let climb = &mut graph_index.climb;
        let met = self.hierarchy.search_watched(from, to, climb, &mut observer);
        if let Some((_, meeting)) = met {
            self.hierarchy.edges(meeting, climb, &mut nodes.edges);
            graph_index.walk_straight(from, &self.heads, self.nodes, nodes);
        }
        let cost = met.map_or(Cost::INFINITE, |(cost, _)| Cost::from_raw(cost));
        let ended = Ended::by_index(cost, None);
        debug_assert_eq!(ended.outcome == Outcome::Found, met.is_some());
        Ok(nodes.answer(ended))
    }
}
