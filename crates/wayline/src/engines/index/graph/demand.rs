//! Which index is worth preparing, for this many questions and changes: decided by counted work, so that the answer
//! is the same on every machine.
//!
//! A unit of work is a node that a search expands or an edge that it looks at. A few searches are sampled; finding
//! the order of the nodes may take as much work as searching for all answers would, and no more. Once there is an
//! order, everything else can be counted from the tree: the work of a climb, of new costs and of labels. Where no
//! few nodes divide the graph, or its tree is not worth it, nodes are contracted for as much work instead, and
//! climbs are sampled. So asking for an index never takes more than about twice the work of searching, or of the
//! best choice among those that were looked at: where a tree is worth it, contraction is not tried.

use super::hierarchy::ClimbWork;
use super::tree::{Counts, Tree};
use super::{Content, GraphIndex, refused};
use crate::engines::index::preparation::{Effort, GivenUp, Preparation};
use crate::engines::search::search;
use crate::engines::workspace::Workspace;
use crate::question::query::Query;
use crate::spaces::error::{Error, IndexError, IndexKind};
use crate::spaces::graph::Graph;

/// What you will ask of a graph or a grid, as far as you know: see [`GraphIndex::prepare_for`] and
/// [`GridIndex::prepare_for`](crate::GridIndex::prepare_for).
///
/// ```
/// use wayline::Demand;
/// let demand = Demand::default().paths(1_000).changes(20);
/// assert_eq!((demand.paths, demand.costs, demand.changes), (1_000, 0, 20));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Demand {
    /// How many paths will be asked for.
    pub paths: u64,
    /// How many costs, without a path.
    pub costs: u64,
    /// How often the costs of edges, or cells of a grid, will change in between, however many change at a time.
    pub changes: u64,
    /// The work of one search, if that is known: nodes expanded, and edges looked at.
    pub search_work: Option<u64>,
}

impl Demand {
    /// Sets the number of paths.
    pub fn paths(self, paths: u64) -> Demand {
        Demand { paths, ..self }
    }

    /// Sets the number of costs without a path.
    pub fn costs(self, costs: u64) -> Demand {
        Demand { costs, ..self }
    }

    /// Sets the number of changes in between.
    pub fn changes(self, changes: u64) -> Demand {
        Demand { changes, ..self }
    }

    /// Sets the work of one search; with `None`, a few are sampled.
    pub fn search_work(self, work: impl Into<Option<u64>>) -> Demand {
        Demand { search_work: work.into(), ..self }
    }

    pub(in crate::engines::index) fn questions(&self) -> u64 {
        self.paths.saturating_add(self.costs)
    }

    /// What it takes to search for all answers.
    fn searching(&self, graph: &Graph) -> Result<u64, Error> {
        let each = match self.search_work {
            Some(work) => work,
            None => sampled(graph)?,
        };
        Ok(each.saturating_mul(self.questions()))
    }

    /// What a kind of index takes in all, after an order that took this much.
    fn by(&self, kind: IndexKind, order: u64, counts: &Counts) -> u64 {
        let Counts { climb, customize, labels, look_up } = *counts;
        let times = self.changes.saturating_add(1);
        let (prepare, cost) = match kind {
            IndexKind::Labels => ((order + customize + labels).saturating_mul(times), look_up),
            IndexKind::Customizable => (order + customize.saturating_mul(times), climb),
            _ => ((order + customize).saturating_mul(times), climb),
        };
        let asked =
            self.paths.saturating_mul(climb).saturating_add(self.costs.saturating_mul(cost));
        prepare.saturating_add(asked)
    }
}

/// How many searches are sampled.
const SAMPLE: u64 = 8;

/// What a search takes on average, between nodes spread over the graph.
fn sampled(graph: &Graph) -> Result<u64, Error> {
    let mut work = Workspace::new();
    let mut total = 0;
    for (from, to) in sample(graph.nodes()) {
        let answer = search(graph, &Query::new(from, to), &mut work)?;
        total += answer.stats.expanded + answer.stats.generated;
    }
    Ok(total.div_ceil(SAMPLE))
}

/// Pairs of nodes, spread over a graph.
fn sample(nodes: usize) -> impl Iterator<Item = (u32, u32)> {
    let nodes = nodes as u64;
    let node = move |eighth: u64| ((2 * (eighth % SAMPLE) + 1) * nodes / (2 * SAMPLE)) as u32;
    (0..SAMPLE).filter(move |_| nodes > 0).map(move |at| (node(at), node(3 * at + 5)))
}

impl GraphIndex {
    /// Whether an index that was made by contraction answers for less than this much work. How far a climb goes
    /// in a graph that no few nodes part is not known before.
    fn is_worth(&self, demand: &Demand, most: u64) -> bool {
        let Content::Hierarchy(hierarchy) = &self.content else { return true };
        let mut work = ClimbWork::default();
        let climbs: u64 =
            sample(self.nodes).map(|(from, to)| hierarchy.work_of(from, to, &mut work)).sum();
        climbs.div_ceil(SAMPLE).saturating_mul(demand.questions()) < most
    }

    /// The index that takes the least work in all, for preparing and answering, for the expected questions; `None`
    /// if it takes less to search each time. With a kind in the settings, the choice is between that kind and
    /// searching. Labels are for costs; paths come just as fast from a hierarchy; a customizable index is for
    /// costs that change.
    ///
    /// ```
    /// use wayline::{Demand, Graph, GraphIndex, IndexKind, Preparation};
    ///
    /// let streets = (0..400u32).flat_map(|at| {
    ///     let next = [(at + 1, at % 20 < 19), (at + 20, at < 380)].into_iter().filter(|next| next.1);
    ///     next.flat_map(move |(to, _)| [(at, to, 1.0), (to, at, 1.5)])
    /// });
    /// let graph = Graph::from_edges(400, streets)?;
    /// let settings = Preparation::default();
    /// let picked = |demand: Demand| GraphIndex::prepare_for(&graph, &demand, &settings);
    /// let kind = |demand| picked(demand).map(|index| index.map(|index| index.kind()));
    /// assert_eq!(kind(Demand::default().paths(3))?, None);
    /// assert_eq!(kind(Demand::default().paths(100_000))?, Some(IndexKind::Hierarchy));
    /// assert_eq!(kind(Demand::default().costs(10_000_000))?, Some(IndexKind::Labels));
    /// let traffic = Demand::default().paths(100_000).changes(1_000);
    /// assert_eq!(kind(traffic)?, Some(IndexKind::Customizable));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare_for(
        graph: &Graph,
        demand: &Demand,
        settings: &Preparation<'_>,
    ) -> Result<Option<GraphIndex>, Error> {
        let (mut index, mut effort, memory) = GraphIndex::begin(graph, settings)?;
        let searching = demand.searching(graph)?;
        effort.lower_to(searching);
        let before = effort.left();
        let changes = demand.changes > 0 || settings.kind == Some(IndexKind::Customizable);
        let contract = |index: GraphIndex, effort: &mut Effort<'_>| {
            let before = effort.left();
            match index.contract(graph, settings.kind, memory, effort) {
                Ok(index) => {
                    let left = searching.saturating_sub(before - effort.left());
                    Ok(index.is_worth(demand, left).then_some(index))
                }
                Err(IndexError::OverBudget { .. } | IndexError::Unsuited { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            }
        };
        let planned = Tree::order(graph, changes, &mut effort).and_then(|order| {
            let counts = Tree::counts(graph, &order, changes)?;
            Ok((order, before - effort.left(), counts))
        });
        let (order, spent, counts) = match planned {
            Ok(planned) => planned,
            Err(GivenUp::Cancelled) => return Err(IndexError::Cancelled.into()),
            Err(GivenUp::Explodes) if !changes => return contract(index, &mut effort),
            Err(_) => return Ok(None),
        };
        let kinds = IndexKind::OF_GRAPHS.into_iter();
        let kinds = kinds.filter(|&kind| settings.kind.is_none_or(|only| only == kind));
        let all = kinds.map(|kind| (demand.by(kind, spent, &counts), kind));
        // Of equal ones the smaller index.
        let least = all.min_by_key(|&(work, kind)| (work, kind == IndexKind::Labels));
        let kind = match least {
            Some((work, kind)) if work < searching => kind,
            _ if changes => return Ok(None),
            _ => return contract(index, &mut effort),
        };
        let smaller =
            (settings.kind.is_none() && demand.changes == 0).then_some(IndexKind::Hierarchy);
        for kind in std::iter::once(kind).chain(smaller) {
            match index.grow(graph, &order, kind, memory, &mut effort) {
                Ok(()) => return Ok(Some(index)),
                Err(GivenUp::Memory) => {}
                Err(GivenUp::Work) => return Ok(None),
                Err(stop) => return Err(refused(kind, stop).into()),
            }
        }
        Ok(None)
    }
}
