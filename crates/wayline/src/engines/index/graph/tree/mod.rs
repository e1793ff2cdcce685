//! A graph as a tree of separators: few nodes divide it in two, few nodes divide each part, and so on.
//!
//! For networks of which that is true, such as all roads and streets, this is all that an index needs. The tree
//! depends on which nodes are joined and not on what edges cost, so new costs need no new tree. What takes seconds
//! is the order of the nodes, and it is the only thing that a file has to keep.
//!
//! ```text
//! reduce.rs      dead ends and bends come first        } the order: least important first
//! dissect.rs     then the rest, by cutting it in two   }
//! flow.rs        where to cut
//! coarse.rs      the same where nodes are states of streets
//! shape.rs       the tree, and arcs from nodes to those above them
//! directions.rs  in which direction these can lead somewhere
//! sources.rs     what the costs of arcs are made of
//! metric.rs      what these arcs cost
//! change.rs      the same after one edge has changed
//! climb.rs       a query: up from both ends
//! labels.rs      a query: what both ends know of those above them
//! ```
//!
//! If no few nodes divide a graph, the tree is deep and every node has a large share of all nodes above it: then
//! it is given up.

mod adjacency;
mod change;
mod climb;
mod coarse;
mod directions;
mod dissect;
mod flow;
mod labels;
mod matrix;
mod metric;
mod order;
mod priced;
mod reach;
mod reduce;
mod shape;
mod sources;
mod weight;

use super::super::preparation::{Effort, GivenUp};
use crate::kernel::cost::Cost;
use crate::spaces::graph::Graph;
use crate::spaces::graph::fingerprint::of_edge;
use adjacency::{Adjacency, ends_of};
use climb::ClimbWork;
use directions::directions;
use matrix::FAR;
use priced::Priced;
use shape::Shape;

pub(super) use shape::Counts;

/// The tree of a graph with what its edges cost.
#[derive(Debug)]
pub(super) struct Tree {
    shape: Shape,
    costs: Costs,
    /// All edges by number, if they can change.
    edges: Vec<Edge>,
    /// The number of a graph's shape that was found to be this one's.
    known_shape: Option<u64>,
}

/// Where an edge leads from and to, by numbers in the tree, and what it costs: infinitely much if it is
/// closed.
type Edge = (u32, u32, Cost);

/// In 32 bits, or in 64 where that is not enough.
#[derive(Debug)]
enum Costs {
    Narrow(Priced<i32>),
    Wide(Priced<u64>),
}

/// Does the same for both.
macro_rules! with {
    ($costs:expr, $priced:ident => $result:expr) => {
        match $costs {
            Costs::Narrow($priced) => $result,
            Costs::Wide($priced) => $result,
        }
    };
}

/// What else is made for a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extra {
    Nothing,
    /// Labels, so that queries look things up.
    Labels,
    /// What it takes to change costs.
    Editing,
}

/// The scratch memory of queries.
#[derive(Debug, Default)]
pub(crate) struct TreeWork {
    narrow: ClimbWork<i32>,
    wide: ClimbWork<u64>,
}

impl Tree {
    /// The nodes of a graph, least important first. Gives up if no few nodes divide it. Edges that are closed
    /// count if `closed_too`.
    pub(super) fn order(
        graph: &Graph,
        closed_too: bool,
        effort: &mut Effort<'_>,
    ) -> Result<Vec<u32>, GivenUp> {
        order::order(graph, closed_too, effort)
    }

    /// What a tree in this order would take, by kind of question: see [`Counts`].
    pub(super) fn counts(
        graph: &Graph,
        order: &[u32],
        closed_too: bool,
    ) -> Result<Counts, GivenUp> {
        Ok(Tree::shape(graph, order, closed_too)?.counts())
    }

    /// The shape of a tree, with the directions that arcs can lead in.
    fn shape(graph: &Graph, order: &[u32], closed_too: bool) -> Result<Shape, GivenUp> {
        let adjacency = Adjacency::of(graph, closed_too);
        let mut shape = Shape::of(&adjacency, order)?;
        if adjacency.one_way {
            let number = |node: u32| shape.number[node as usize];
            let ends = ends_of(graph, closed_too).map(|(from, to)| (number(from), number(to)));
            let ways = directions(&shape, ends);
            let leading: usize = ways.iter().map(|way| way.count_ones() as usize).sum();
            // A few streets that are one-way are not worth it.
            if leading < shape.arcs() + shape.arcs() / 2 {
                shape.mark(&ways);
            }
        }
        Ok(shape)
    }

    /// The tree for an order, whatever it is. Gives up where that is enormous, or costs are, and before
    /// labels are made that do not fit in the memory.
    pub(super) fn of(
        graph: &Graph,
        order: &[u32],
        extra: Extra,
        memory: u64,
        threads: usize,
    ) -> Result<Tree, GivenUp> {
        // An edge and a place have to fit in 31 bits.
        if graph.nodes().max(graph.edges()) >= 1 << 31 {
            return Err(GivenUp::Explodes);
        }
        let shape = Tree::shape(graph, order, extra == Extra::Editing)?;
        let edges: Vec<Edge> = (0..graph.edges() as u32)
            .map(|edge| {
                let open = graph.open_edge(edge);
                let ends = open.or_else(|| graph.edge(edge)).expect("edges are numbered");
                let [from, to] = [ends.0, ends.1].map(|node| shape.number[node as usize]);
                (from, to, open.map_or(Cost::INFINITE, |(_, _, cost)| cost))
            })
            .collect();
        let costs = Costs::of(&shape, &edges, extra, memory, threads)?;
        let edges = if extra == Extra::Editing { edges } else { Vec::new() };
        Ok(Tree { shape, costs, edges, known_shape: None })
    }

    /// What nodes and edges are known by, whatever they cost.
    pub(super) fn shape_fingerprint_of(graph: &Graph) -> u64 {
        let edges = (0..graph.edges() as u32).map(|edge| (edge, graph.edge(edge)));
        edges.fold(graph.nodes() as u64, |sum, (edge, ends)| {
            let (from, to, _) = ends.expect("edges are numbered");
            sum.wrapping_add(of_edge(edge, (from, to), Cost::ZERO))
        })
    }

    /// The same of the graph that it was made of, if edges can change.
    pub(super) fn shape_fingerprint(&self) -> u64 {
        let order = self.its_order();
        (0..).zip(&self.edges).fold(order.len() as u64, |sum, (edge, &(from, to, _))| {
            let ends = (order[from as usize], order[to as usize]);
            sum.wrapping_add(of_edge(edge, ends, Cost::ZERO))
        })
    }

    /// The order that it was made of, or another that gives the same tree.
    pub(super) fn its_order(&self) -> Vec<u32> {
        let mut order = vec![0; self.shape.nodes()];
        for (node, &number) in (0..).zip(&self.shape.number) {
            order[number as usize] = node;
        }
        order
    }

    pub(super) fn extra(&self) -> Extra {
        with!(&self.costs, priced => priced.extra())
    }

    pub(super) fn bytes(&self) -> usize {
        let costs = with!(&self.costs, priced => priced.bytes());
        self.shape.bytes() + size_of_val(&*self.edges) + costs
    }

    /// What a cheapest path costs.
    #[inline]
    pub(super) fn cost(&self, from: u32, to: u32, work: &mut TreeWork) -> Option<u64> {
        let ends = self.numbers(from, to);
        match &self.costs {
            Costs::Narrow(priced) => {
                let found = priced.cost(&self.shape, ends, &mut work.narrow);
                found.or_else(|| priced.large_cost(&self.shape, ends, &mut work.wide))
            }
            Costs::Wide(priced) => priced.cost(&self.shape, ends, &mut work.wide),
        }
    }

    /// The edges of a cheapest path, and what it costs.
    pub(super) fn edges(
        &self,
        from: u32,
        to: u32,
        work: &mut TreeWork,
        edges: &mut Vec<u32>,
    ) -> Option<u64> {
        let ends = self.numbers(from, to);
        match &self.costs {
            Costs::Narrow(priced) => {
                let found = priced.edges(&self.shape, ends, &mut work.narrow, edges);
                found.or_else(|| priced.large_edges(&self.shape, ends, &mut work.wide, edges))
            }
            Costs::Wide(priced) => priced.edges(&self.shape, ends, &mut work.wide, edges),
        }
    }

    /// What paths cost from each of some nodes to each of some others, row by row.
    pub(super) fn matrix(&self, from: &[u32], to: &[u32], work: &mut TreeWork) -> Vec<u64> {
        match &self.costs {
            Costs::Narrow(priced) => {
                let matrix = priced.matrix(&self.shape, from, to, &mut work.narrow);
                match matrix.contains(&FAR) && priced.saturates(&self.shape) {
                    true => priced.matrix(&self.shape, from, to, &mut work.wide),
                    false => matrix,
                }
            }
            Costs::Wide(priced) => priced.matrix(&self.shape, from, to, &mut work.wide),
        }
    }

    /// What cheapest paths cost from a node to all others, by node.
    pub(super) fn costs_from(&self, from: u32, work: &mut TreeWork) -> Vec<u64> {
        let (shape, wide) = (&self.shape, &mut work.wide);
        let from = shape.number[from as usize];
        // Sums may be large where arcs are not.
        let costs = with!(&self.costs, priced => priced.costs_from(shape, from, wide));
        shape.number.iter().map(|&number| costs[number as usize]).collect()
    }

    /// Whether these are the ends of an edge, if edges can change.
    pub(super) fn has_edge(&self, edge: u32, from: u32, to: u32) -> bool {
        let (from, to) = self.numbers(from, to);
        self.edges.get(edge as usize).is_some_and(|known| (known.0, known.1) == (from, to))
    }

    /// Whether a graph that has as many nodes and edges has the same ones, if edges can change.
    pub(super) fn is_of(&mut self, graph: &Graph) -> bool {
        if self.known_shape == Some(graph.shape) {
            return true;
        }
        let mut closed = graph.closed.iter();
        let same = closed.all(|(&edge, &(from, to, _))| self.has_edge(edge, from, to))
            && (0..graph.nodes() as u32).all(|node| {
                graph.edges_from(node).all(|(edge, head, _)| self.has_edge(edge, node, head))
            });
        if same {
            self.known_shape = Some(graph.shape);
        }
        same
    }

    /// The numbers of edges that cost something else in a graph, if they are no more than `most`.
    pub(super) fn changed(&self, graph: &Graph, most: usize) -> Option<Vec<u32>> {
        let mut changed = Vec::new();
        let closed = graph.closed.keys().map(|&edge| (edge, Cost::INFINITE));
        let open = (0..graph.nodes() as u32).flat_map(|node| graph.edges_from(node));
        for (edge, cost) in closed.chain(open.map(|(edge, _, cost)| (edge, cost))) {
            if self.edges[edge as usize].2 != cost {
                if changed.len() == most {
                    return None;
                }
                changed.push(edge);
            }
        }
        Some(changed)
    }

    /// What an edge costs, if edges can change; infinitely much if it is closed.
    pub(super) fn edge_cost(&self, edge: u32) -> Option<Cost> {
        self.edges.get(edge as usize).map(|&(_, _, cost)| cost)
    }

    /// An edge costs something else; infinitely much if it is closed.
    pub(super) fn set_cost(&mut self, edge: u32, cost: Cost) -> Result<(), GivenUp> {
        let known = &mut self.edges[edge as usize];
        let before = std::mem::replace(&mut known.2, cost);
        let changed = *known;
        if with!(&mut self.costs, priced => priced.set_cost(&self.shape, edge, changed)) {
            return Ok(());
        }
        // Its unit or its size does not fit the others: all of them are looked at anew.
        let anew = Costs::of(&self.shape, &self.edges, Extra::Editing, u64::MAX, 1);
        if anew.is_err() {
            self.edges[edge as usize].2 = before;
        }
        self.costs = anew?;
        Ok(())
    }

    /// Edges cost what they do in a graph that has the same ones. Returns whether some cost nothing.
    pub(super) fn set_costs(&mut self, graph: &Graph, threads: usize) -> Result<bool, GivenUp> {
        let cost = |edge| graph.open_cost(edge);
        let Tree { shape, costs, edges, .. } = self;
        let taken = with!(costs, priced => priced.take_over(edges, &cost, threads));
        if !taken.fits || !with!(costs, priced => priced.customize(shape, threads)) {
            self.costs = Costs::of(&self.shape, &self.edges, Extra::Editing, u64::MAX, threads)?;
        }
        Ok(taken.free)
    }

    #[inline]
    fn numbers(&self, from: u32, to: u32) -> (u32, u32) {
        (self.shape.number[from as usize], self.shape.number[to as usize])
    }
}

impl Costs {
    /// In the largest unit of which all costs are multiples.
    fn of(
        shape: &Shape,
        edges: &[Edge],
        extra: Extra,
        memory: u64,
        threads: usize,
    ) -> Result<Costs, GivenUp> {
        let finite = edges.iter().filter(|(_, _, cost)| !cost.is_infinite());
        let unit = finite.fold(0, |unit, (_, _, cost)| common_unit(unit, cost.raw())).max(1);
        if let Some(priced) = Priced::of(shape, edges, unit, extra, memory, threads)? {
            return Ok(Costs::Narrow(priced));
        }
        let wide = Priced::of(shape, edges, unit, extra, memory, threads)?;
        wide.map(Costs::Wide).ok_or(GivenUp::TooLong)
    }
}

/// The largest number that both are multiples of; zero is a multiple of everything.
fn common_unit(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
