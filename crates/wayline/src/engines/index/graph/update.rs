//! New costs for an index that is customizable.

use super::tree::Extra;
use super::{Content, GraphIndex, refused};
use crate::kernel::cost::Cost;
use crate::spaces::error::{Error, GraphError, IndexError, IndexKind};
use crate::spaces::graph::Graph;
use crate::spaces::graph::fingerprint::of_edge;

/// From this many changes on, all costs are taken over at once: for each million edges, that takes about as long
/// as this many single changes.
const MANY_PER_MILLION: usize = 2000;

impl GraphIndex {
    /// Takes over what edges of the graph cost now, and which are closed: whatever has changed since the index was
    /// prepared or updated. For an index that is [`Customizable`](IndexKind::Customizable), of a graph with the
    /// same nodes and edges.
    ///
    /// Many changes take as long as one pass over the index, at most a few milliseconds for each ten thousand
    /// nodes; a few take less. The index is exact after every change.
    ///
    /// ```
    /// use wayline::{Cost, Graph, GraphIndex, IndexKind, Preparation};
    ///
    /// let mut city = Graph::from_edges(4, [(0, 1, 2.0), (1, 3, 2.0), (0, 2, 1.5), (2, 3, 3.0)])?;
    /// let settings = Preparation::default().kind(IndexKind::Customizable);
    /// let mut index = GraphIndex::prepare(&city, &settings)?;
    ///
    /// city.set_cost(1, 9.0)?; // A jam,
    /// city.close(2)?; // and roadworks.
    /// index.update(&city)?;
    /// assert_eq!(index.cost(0, 3)?, Cost::from(11));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn update(&mut self, graph: &Graph) -> Result<(), IndexError> {
        self.check_updates(graph)?;
        let Content::Tree(tree) = &mut self.content else { return Err(FIXED) };
        if !tree.is_of(graph) {
            return Err(IndexError::OtherMap);
        }
        let few = MANY_PER_MILLION * graph.edges() / 1_000_000;
        if let Some(changed) = tree.changed(graph, few) {
            let ends = |edge| graph.edge(edge).map_or((0, 0), |(from, to, _)| (from, to));
            return changed
                .into_iter()
                .try_for_each(|edge| self.take_over(graph, edge, ends(edge)));
        }
        let free = tree.set_costs(graph, self.threads);
        self.free_edges |= free.map_err(|stop| refused(IndexKind::Customizable, stop))?;
        self.fingerprint = graph.fingerprint();
        Ok(())
    }

    /// The same for one edge: takes over what it costs now, or that it is closed. This is the fastest method if
    /// you know what has changed.
    ///
    /// ```
    /// use wayline::{Cost, Graph, GraphIndex, IndexKind, Preparation};
    ///
    /// let mut graph = Graph::from_edges(3, [(0, 1, 2.0), (1, 2, 2.0), (0, 2, 5.0)])?;
    /// let settings = Preparation::default().kind(IndexKind::Customizable);
    /// let mut index = GraphIndex::prepare(&graph, &settings)?;
    /// graph.close(1)?;
    /// index.update_edge(&graph, 1)?;
    /// assert_eq!(index.cost(0, 2)?, Cost::from(5));
    /// assert!(index.fits(&graph));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn update_edge(&mut self, graph: &Graph, edge: u32) -> Result<(), Error> {
        self.check_updates(graph)?;
        let Some((from, to, _)) = graph.edge(edge) else {
            return Err(GraphError::NoSuchEdge { edge, edges: graph.edges() }.into());
        };
        Ok(self.take_over(graph, edge, (from, to))?)
    }

    /// What an edge costs now.
    fn take_over(
        &mut self,
        graph: &Graph,
        edge: u32,
        (from, to): (u32, u32),
    ) -> Result<(), IndexError> {
        let Content::Tree(tree) = &mut self.content else { return Err(FIXED) };
        if !tree.has_edge(edge, from, to) {
            return Err(IndexError::OtherMap);
        }
        let (before, cost) = (tree.edge_cost(edge), graph.open_cost(edge));
        let before = before.expect("edges of an index that can be edited");
        if cost == before {
            return Ok(());
        }
        tree.set_cost(edge, cost).map_err(|stop| refused(IndexKind::Customizable, stop))?;
        self.free_edges |= cost == Cost::ZERO;
        let change = [cost, before].map(|cost| of_edge(edge, (from, to), cost));
        self.fingerprint = self.fingerprint.wrapping_add(change[0]).wrapping_sub(change[1]);
        Ok(())
    }

    fn check_updates(&self, graph: &Graph) -> Result<(), IndexError> {
        match &self.content {
            Content::Tree(tree) if tree.extra() == Extra::Editing => {}
            _ => return Err(IndexError::Unsuited { kind: self.kind(), why: FIXED_WHY }),
        }
        if (graph.nodes(), graph.edges()) != (self.nodes, self.heads.len()) {
            return Err(IndexError::OtherMap);
        }
        Ok(())
    }
}

const FIXED_WHY: &str = "its costs are fixed: prepare a customizable index, or this one anew";
const FIXED: IndexError = IndexError::Unsuited { kind: IndexKind::Hierarchy, why: FIXED_WHY };
