//! [`GraphIndex`]: what is prepared from a graph to make queries faster.

mod contracted;
mod contraction;
mod demand;
mod edge_lists;
mod file;
mod hierarchy;
mod labels;
mod matrix;
mod route;
mod tree;
mod update;

pub use contracted::ContractedGraph;
pub use demand::Demand;
pub(crate) use route::GraphIndexScratch;

use super::asked;
use super::preparation::{Effort, GivenUp, Preparation};
use crate::engines::asked::Searchable;
use crate::engines::asked::sealed::Sealed;
use crate::engines::search::{Algorithm, Ended, Slice};
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::question::answer::{Answer, Outcome};
use crate::question::observe::{Observer, with_watch};
use crate::question::query::Query;
use crate::spaces::error::{IndexError, IndexKind, QueryError};
use crate::spaces::graph::Graph;
use contraction::Contraction;
use edge_lists::EdgeLists;
use hierarchy::Hierarchy;
use labels::HubLabels;
use std::fmt;
use tree::{Extra, Tree};

/// A graph prepared for queries: shortest paths in about a microsecond, without a search.
///
/// For any [`Graph`]: directed, with parallel edges, edges that cost nothing, parts that cannot be reached. It
/// keeps what it needs and answers for the graph as it was when it was prepared. After an edit
/// ([`Graph::set_cost`], [`close`](Graph::close), [`reopen`](Graph::reopen), new nodes and edges) it still does,
/// so it must be prepared again, or [updated](GraphIndex::update) if it is
/// [`Customizable`](IndexKind::Customizable); [`fits`](GraphIndex::fits) says whether that is necessary. It can be
/// shared between threads.
///
/// | kind | a cost | a path | memory | new costs |
/// | --- | --- | --- | --- | --- |
/// | [`Labels`](IndexKind::Labels) | looked up | climbs | largest | prepared anew |
/// | [`Hierarchy`](IndexKind::Hierarchy) | climbs | climbs | smallest | prepared anew |
/// | [`Customizable`](IndexKind::Customizable) | climbs | climbs | small | taken over |
///
/// When to use it: for many queries on a road network, a net of streets or a navigation graph; use a customizable
/// one if costs change. When not: if there are only a few queries; then search online. Nor for graphs in which no
/// node is more important than others, such as random ones: labels are enormous there, and climbing takes longer
/// than [`Bidirectional`](crate::Algorithm::Bidirectional).
///
/// What it does: in every network of roads, few nodes divide the graph in two, few nodes divide each of its parts,
/// and so on. Then the nodes form a shallow tree, and a query climbs from both ends towards its root (after
/// Dibbelt, Strasser and Wagner, "Customizable Contraction Hierarchies", 2016). In other graphs, nodes are ordered
/// by contraction (Geisberger et al., 2008), and know the cost to a few more important ones (Akiba, Iwata and
/// Yoshida, 2013). All are exact.
///
/// ```
/// use wayline::{Cost, Graph, GraphIndex, Preparation};
///
/// let city = Graph::from_edges(4, [(0, 1, 2.0), (1, 3, 2.0), (0, 2, 1.5), (2, 3, 3.0)])?;
/// let index = GraphIndex::prepare(&city, &Preparation::default())?;
/// let answer = index.path(0, 3)?;
/// assert_eq!(answer.cost, Cost::from(4));
/// assert_eq!(*answer.path, [0, 1, 3]);
/// assert_eq!(*answer.edges, [0, 1]);
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct GraphIndex {
    nodes: usize,
    /// That of the graph that it answers for.
    fingerprint: u64,
    /// Where each edge leads.
    heads: Vec<u32>,
    /// Whether some edge costs nothing, so that a shortest path may go in a round.
    free_edges: bool,
    /// How many threads prepared it, and take over new costs.
    threads: usize,
    content: Content,
}

enum Content {
    /// Separators, from which everything follows.
    Tree(Box<Tree>),
    /// Where there are none: hubs, or a hierarchy by contraction.
    Labels(HubLabels),
    Hierarchy(Hierarchy),
}

impl GraphIndex {
    /// Prepares a graph. If the budget's work runs out, the hierarchy as it is by then is taken, if that kind is
    /// allowed.
    ///
    /// ```
    /// use wayline::{Budget, Graph, GraphIndex, IndexKind, Preparation};
    /// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.0)])?;
    /// let index = GraphIndex::prepare(&graph, &Preparation::default())?;
    /// assert_eq!(index.kind(), IndexKind::Labels);
    ///
    /// let budget = Budget::default().work(0);
    /// let index = GraphIndex::prepare(&graph, &Preparation::default().budget(budget))?;
    /// assert_eq!(index.kind(), IndexKind::Hierarchy);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare(graph: &Graph, settings: &Preparation<'_>) -> Result<GraphIndex, IndexError> {
        let (mut index, mut effort, memory) = GraphIndex::begin(graph, settings)?;
        match index.plant(graph, settings.kind, memory, &mut effort) {
            Ok(()) => Ok(index),
            Err(GivenUp::Cancelled) => Err(IndexError::Cancelled),
            Err(GivenUp::Memory) => {
                let kind = settings.kind.unwrap_or(IndexKind::Hierarchy);
                Err(refused(kind, GivenUp::Memory))
            }
            Err(stop) if settings.kind == Some(IndexKind::Customizable) => {
                Err(refused(IndexKind::Customizable, stop))
            }
            Err(_) => index.contract(graph, settings.kind, memory, &mut effort),
        }
    }

    /// The same without looking for separators, as graphs that have none are prepared.
    #[doc(hidden)]
    pub fn prepare_by_contraction(
        graph: &Graph,
        settings: &Preparation<'_>,
    ) -> Result<GraphIndex, IndexError> {
        let (index, mut effort, memory) = GraphIndex::begin(graph, settings)?;
        index.contract(graph, settings.kind, memory, &mut effort)
    }

    /// An index of nothing, and what preparing may take: work, and memory.
    fn begin<'a>(
        graph: &Graph,
        settings: &Preparation<'a>,
    ) -> Result<(GraphIndex, Effort<'a>, u64), IndexError> {
        if let Some(kind) = settings.kind.filter(|kind| !IndexKind::OF_GRAPHS.contains(kind)) {
            return Err(IndexError::Unsuited { kind, why: "a graph has no corners" });
        }
        let mut effort = Effort::new(settings);
        effort.tell(0.0);
        effort.spend(0).map_err(|_| IndexError::Cancelled)?;
        let mut index = GraphIndex::without_content(graph);
        index.threads = effort.threads();
        let memory = settings.budget.memory.unwrap_or(u64::MAX);
        let memory = memory.saturating_sub(index.bytes() as u64);
        Ok((index, effort, memory))
    }

    /// Makes the tree of separators.
    fn plant(
        &mut self,
        graph: &Graph,
        kind: Option<IndexKind>,
        memory: u64,
        effort: &mut Effort<'_>,
    ) -> Result<(), GivenUp> {
        let customizable = kind == Some(IndexKind::Customizable);
        let order = Tree::order(graph, customizable, effort)?;
        let kinds = match &kind {
            None => &[IndexKind::Labels, IndexKind::Hierarchy][..],
            Some(kind) => std::slice::from_ref(kind),
        };
        for &kind in kinds {
            match self.grow(graph, &order, kind, memory, effort) {
                Err(GivenUp::Memory) => {}
                done => return done,
            }
        }
        Err(GivenUp::Memory)
    }

    /// Makes the tree of an order, for a kind of index.
    fn grow(
        &mut self,
        graph: &Graph,
        order: &[u32],
        kind: IndexKind,
        memory: u64,
        effort: &mut Effort<'_>,
    ) -> Result<(), GivenUp> {
        let extra = match kind {
            IndexKind::Labels => Extra::Labels,
            IndexKind::Customizable => Extra::Editing,
            _ => Extra::Nothing,
        };
        let tree = Tree::of(graph, order, extra, memory, effort.threads())?;
        effort.spend(tree.bytes() as u64 / 64)?;
        if tree.bytes() as u64 > memory {
            return Err(GivenUp::Memory);
        }
        effort.tell(1.0);
        self.content = Content::Tree(Box::new(tree));
        Ok(())
    }

    /// Makes a hierarchy, and labels if they are wanted and not enormous.
    fn contract(
        mut self,
        graph: &Graph,
        kind: Option<IndexKind>,
        memory: u64,
        effort: &mut Effort<'_>,
    ) -> Result<GraphIndex, IndexError> {
        let (out, force) = (EdgeLists::of(graph), kind == Some(IndexKind::Labels));
        let into = out.reversed();
        let contraction = Contraction::new(&out, &into);
        let (hierarchy, order) =
            contraction.run(force, effort).map_err(|_| IndexError::Cancelled)?;
        if kind != Some(IndexKind::Hierarchy) {
            let labels =
                order.and_then(|order| HubLabels::of(&out, &into, &order, memory, force, effort));
            match labels {
                Ok(labels) => {
                    effort.tell(1.0);
                    self.content = Content::Labels(labels);
                    return Ok(self);
                }
                Err(GivenUp::Cancelled) => return Err(IndexError::Cancelled),
                Err(stop) if kind.is_some() => {
                    return Err(refused(IndexKind::Labels, stop));
                }
                Err(_) => {}
            }
        }
        if hierarchy.bytes() as u64 > memory {
            let kind = IndexKind::Hierarchy;
            return Err(IndexError::OverBudget { kind, what: "memory" });
        }
        effort.tell(1.0);
        self.content = Content::Hierarchy(hierarchy);
        Ok(self)
    }

    fn without_content(graph: &Graph) -> GraphIndex {
        let edge = |edge| graph.edge(edge).expect("edges are numbered");
        let edges = (0..graph.edges() as u32).map(edge);
        GraphIndex {
            nodes: graph.nodes(),
            fingerprint: graph.fingerprint(),
            heads: edges.clone().map(|(_, head, _)| head).collect(),
            free_edges: edges.clone().any(|(_, _, cost)| cost == Cost::ZERO),
            threads: 1,
            content: Content::Hierarchy(Hierarchy::new(0)),
        }
    }

    /// What it is made of.
    ///
    /// ```
    /// use wayline::{Graph, GraphIndex, IndexKind, Preparation};
    /// let graph = Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// let settings = Preparation::default().kind(IndexKind::Hierarchy);
    /// assert_eq!(GraphIndex::prepare(&graph, &settings)?.kind(), IndexKind::Hierarchy);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn kind(&self) -> IndexKind {
        match self.content {
            Content::Labels(_) => IndexKind::Labels,
            Content::Hierarchy(_) => IndexKind::Hierarchy,
            Content::Tree(ref tree) => match tree.extra() {
                Extra::Labels => IndexKind::Labels,
                Extra::Nothing => IndexKind::Hierarchy,
                Extra::Editing => IndexKind::Customizable,
            },
        }
    }

    /// How many bytes of memory it takes.
    ///
    /// ```
    /// use wayline::{Graph, GraphIndex, Preparation};
    /// let graph = Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// assert!(GraphIndex::prepare(&graph, &Preparation::default())?.bytes() > 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        let content = match &self.content {
            Content::Labels(labels) => labels.bytes(),
            Content::Hierarchy(hierarchy) => hierarchy.bytes(),
            Content::Tree(tree) => tree.bytes(),
        };
        size_of::<GraphIndex>() + size_of_val(&*self.heads) + content
    }

    /// Whether this is the graph that it answers for: the same nodes, edges and costs, and the same
    /// edges closed, by a fingerprint that graphs keep. Names and positions do not matter.
    ///
    /// ```
    /// use wayline::{Graph, GraphIndex, Preparation};
    /// let mut graph = Graph::from_edges(2, [(0, 1, 1.0)])?;
    /// let index = GraphIndex::prepare(&graph, &Preparation::default())?;
    /// assert!(index.fits(&graph));
    /// graph.set_cost(0, 2.0)?;
    /// assert!(!index.fits(&graph));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn fits(&self, graph: &Graph) -> bool {
        self.fingerprint == graph.fingerprint()
    }

    /// What a cheapest path costs, infinite if there is no path: the fastest question of all, asked with a
    /// workspace.
    ///
    /// ```
    /// use wayline::{Cost, Graph, GraphIndex, Preparation, Workspace};
    /// let graph = Graph::from_edges(2, [(0, 1, 2.5)])?;
    /// let index = GraphIndex::prepare(&graph, &Preparation::default())?;
    /// assert_eq!(index.cost_with(0, 1, &mut Workspace::new())?, Cost::try_from(2.5)?);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    #[inline]
    pub fn cost_with(&self, from: u32, to: u32, work: &mut Workspace) -> Result<Cost, QueryError> {
        self.find_cost(from, to, &mut work.graph_index)
    }

    #[inline]
    fn find_cost(
        &self,
        from: u32,
        to: u32,
        work: &mut GraphIndexScratch,
    ) -> Result<Cost, QueryError> {
        self.check(&[from, to])?;
        let cost = match &self.content {
            Content::Tree(tree) => tree.cost(from, to, &mut work.tree),
            Content::Labels(labels) => labels.meet(from, to).map(|meeting| meeting.cost),
            Content::Hierarchy(hierarchy) => {
                hierarchy.search(from, to, &mut work.climb).map(|(cost, _)| cost)
            }
        };
        Ok(cost.map_or(Cost::INFINITE, Cost::from_raw))
    }

    fn find_edges(
        &self,
        from: u32,
        to: u32,
        work: &mut GraphIndexScratch,
        edges: &mut Vec<u32>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Cost, QueryError> {
        self.check(&[from, to])?;
        let cost = match &self.content {
            Content::Tree(tree) => tree.edges(from, to, &mut work.tree, edges),
            Content::Labels(labels) => labels.meet(from, to).map(|meeting| {
                labels.edges(meeting, edges);
                meeting.cost
            }),
            Content::Hierarchy(hierarchy) => {
                let climb = &mut work.climb;
                let met = with_watch!(observer, |watch| {
                    hierarchy.search_watched(from, to, climb, watch)
                });
                met.map(|(cost, meeting)| {
                    hierarchy.edges(meeting, climb, edges);
                    cost
                })
            }
        };
        Ok(cost.map_or(Cost::INFINITE, Cost::from_raw))
    }

    /// What cheapest paths cost from each of some nodes to each of some others, infinite where there is
    /// none: row by row, the costs from the first node to all others, then those from the second, and
    /// so on.
    ///
    /// ```
    /// use wayline::{Cost, Graph, GraphIndex, Preparation, Workspace};
    /// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.0)])?;
    /// let index = GraphIndex::prepare(&graph, &Preparation::default())?;
    /// let costs = index.matrix(&[0, 2], &[1, 2], &mut Workspace::new())?;
    /// let [one, two] = [1, 2].map(Cost::from);
    /// assert_eq!(costs, [one, two, Cost::INFINITE, Cost::ZERO]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn matrix(
        &self,
        from: &[u32],
        to: &[u32],
        work: &mut Workspace,
    ) -> Result<Vec<Cost>, QueryError> {
        self.check(from)?;
        self.check(to)?;
        let work = &mut work.graph_index;
        let costs = match &self.content {
            Content::Tree(tree) => tree.matrix(from, to, &mut work.tree),
            Content::Labels(labels) => labels.costs(from, to, &mut work.known),
            Content::Hierarchy(hierarchy) => hierarchy.costs(from, to, &mut work.climb),
        };
        Ok(costs.into_iter().map(known).collect())
    }

    /// What cheapest paths cost from a node to all others, by node.
    pub(crate) fn costs_from(
        &self,
        from: u32,
        work: &mut Workspace,
    ) -> Result<Vec<Cost>, QueryError> {
        self.check(&[from])?;
        let work = &mut work.graph_index;
        let costs = match &self.content {
            Content::Tree(tree) => tree.costs_from(from, &mut work.tree),
            Content::Labels(labels) => {
                let all: Vec<u32> = (0..self.nodes as u32).collect();
                labels.costs(&[from], &all, &mut work.known)
            }
            Content::Hierarchy(hierarchy) => hierarchy.costs_from(from, &mut work.climb),
        };
        Ok(costs.into_iter().map(known).collect())
    }

    #[inline]
    fn check(&self, ends: &[u32]) -> Result<(), QueryError> {
        match ends.iter().find(|&&node| node as usize >= self.nodes) {
            Some(&node) => Err(QueryError::NoSuchNode { node, nodes: self.nodes }),
            None => Ok(()),
        }
    }
}

/// A cost, infinite where there is no path.
fn known(cost: u64) -> Cost {
    if cost == labels::FAR { Cost::INFINITE } else { Cost::from_raw(cost) }
}

impl Sealed for GraphIndex {}

/// If asked for a cheapest path, it answers from the nearest of some nodes to the nearest of some others. Anything
/// else it refuses by name: nodes to avoid, predicates, limits on work. With a hierarchy by contraction, an
/// observer sees the climb from both ends; the other kinds look up more than they search, and report nothing.
impl Searchable for GraphIndex {
    type State = u32;
    type Goal = u32;

    fn advance(
        &self,
        query: &Query<'_, u32>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        _: Slice,
    ) -> Result<Option<Ended>, QueryError> {
        if let Some(why) = asked::refuses(query) {
            return Err(QueryError::Unsupported { algorithm: Algorithm::Prepared.name(), why });
        }
        let Workspace { graph_index, nodes, .. } = work;
        nodes.clear();
        let ends = asked::nearest(query, |from, to| self.find_cost(from, to, graph_index))?;
        let cost = match ends {
            Some((from, to)) => {
                self.find_edges(from, to, graph_index, &mut nodes.edges, observer)?
            }
            None => Cost::INFINITE,
        };
        let ended = Ended::by_index(cost, query.settings.limits.cost);
        match ends {
            Some((from, _)) if ended.outcome == Outcome::Found && self.free_edges => {
                graph_index.walk_straight(from, &self.heads, self.nodes, nodes);
            }
            Some((from, _)) if ended.outcome == Outcome::Found => {
                graph_index.walk(from, &self.heads, nodes);
            }
            _ => nodes.clear(),
        }
        Ok(Some(ended))
    }

    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, u32> {
        work.nodes.answer(ended)
    }

    fn current_revision(&self) -> u64 {
        self.fingerprint
    }
}

impl fmt::Debug for GraphIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, edges) = (self.nodes, self.heads.len());
        write!(f, "GraphIndex({nodes} nodes, {edges} edges, {})", self.kind())
    }
}

fn refused(kind: IndexKind, stop: GivenUp) -> IndexError {
    let why = match stop {
        GivenUp::Cancelled => return IndexError::Cancelled,
        GivenUp::Work => return IndexError::OverBudget { kind, what: "work" },
        GivenUp::Memory => return IndexError::OverBudget { kind, what: "memory" },
        GivenUp::TooLong => "its costs are too large, or have too many digits",
        GivenUp::Explodes if kind == IndexKind::Customizable => {
            "no few nodes part it in two, and the index would be enormous"
        }
        GivenUp::Explodes => "no nodes are important and labels would be enormous",
    };
    IndexError::Unsuited { kind, why }
}
