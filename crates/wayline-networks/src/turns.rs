//! [`TurnGraph`]: the graph of a network in which every path keeps to the allowed turns.
//!
//! Bans are sequences of edges, so whether an edge may be taken depends on the edges before it, and only on as
//! many of them as are the beginning of some ban. The automaton of Aho and Corasick (1975) keeps exactly that: its
//! states are the proper prefixes of all bans, and after any edge it is in the longest of them with which the
//! travelled edges end. Each such prefix ends at one node, so it becomes one more node beside the plain ones;
//! everywhere else the graph is as it was. Porto's 358 banned turns add at most 716 nodes to 66,825.
//!
//! What a turn costs depends on one edge before it. So each edge from which some turn costs something is such a
//! prefix, too, and the edges that lead on from its state cost the turn in addition. Where all turns cost
//! something, that is a state for each edge.
//!
//! A path may end at a node in any of its states. So that a question still has one goal, a node with several
//! states also gets an arrival: a node to which each of them leads at no cost, and from which nothing leads on.

use crate::Network;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use wayline::{Cost, Error, Graph, GraphError, Positions};

/// The graph of a network in which no path makes a banned turn, and turns cost what they should: every engine of
/// [`wayline`] can search or prepare it as it is.
///
/// A node of it is a *state*: a node of the network together with what matters about the edges before it. The
/// network's nodes and edges keep their numbers; further states and edges come after them.
///
/// ```
/// use wayline_networks::{Ban, Edge, NetworkBuilder, Node, TurnGraph};
///
/// // A square with a diagonal: from 0 to 2 over 1, but not by turning from edge 0 into edge 1.
/// let mut builder = NetworkBuilder::default();
/// builder.nodes = vec![Node::default(); 4];
/// for (from, to) in [(0, 1), (1, 2), (0, 3), (3, 2)] {
///     builder.edges.push(Edge { from, to, cost: 1.0 + f64::from(to == 3), ..Edge::default() });
/// }
/// builder.bans.push(Ban { edges: vec![0, 1] });
/// let network = builder.build()?;
/// let turns = TurnGraph::new(&network)?;
/// let answer = turns.graph().path(turns.start(0), turns.goal(2))?;
/// let edges: Vec<u32> = answer.edges.iter().filter_map(|&edge| turns.edge(edge)).collect();
/// assert_eq!(edges, [2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TurnGraph<'n> {
    graph: Cow<'n, Graph>,
    /// How many nodes and edges the network has.
    nodes: usize,
    edges: usize,
    /// The nodes of further states, in order.
    node_of: Vec<u32>,
    /// The edges of further edges; `None` leads to an arrival.
    edge_of: Vec<Option<u32>>,
    /// The states after edges that some ban begins with.
    after: HashMap<u32, u32>,
    /// The further states of nodes that have any, and their arrivals.
    split: HashMap<u32, Split>,
}

#[derive(Clone, Debug, Default)]
struct Split {
    states: Vec<u32>,
    arrival: u32,
}

impl<'n> TurnGraph<'n> {
    /// The states of a network. If all turns are allowed and free, these are its nodes, and nothing is copied.
    pub fn new(network: &'n Network) -> Result<TurnGraph<'n>, Error> {
        let graph = network.graph();
        let mut turns = TurnGraph {
            graph: Cow::Borrowed(graph),
            nodes: graph.nodes(),
            edges: graph.edges(),
            node_of: Vec::new(),
            edge_of: Vec::new(),
            after: HashMap::new(),
            split: HashMap::new(),
        };
        if network.bans().is_empty() && network.turn_costs().is_empty() {
            return Ok(turns);
        }
        turns.expand(network, &Automaton::new(network))?;
        Ok(turns)
    }

    /// The graph: what is searched and prepared.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The node of the network that a state is at.
    pub fn node(&self, state: u32) -> u32 {
        match (state as usize).checked_sub(self.nodes) {
            Some(further) => self.node_of.get(further).copied().unwrap_or(u32::MAX),
            None => state,
        }
    }

    /// The edge of the network that an edge of the graph stands for; none for one that only arrives.
    pub fn edge(&self, edge: u32) -> Option<u32> {
        match (edge as usize).checked_sub(self.edges) {
            Some(further) => self.edge_of.get(further).copied().flatten(),
            None => Some(edge),
        }
    }

    /// The state of a path that begins at a node.
    pub fn start(&self, node: u32) -> u32 {
        node
    }

    /// The state of a path that begins on an edge, once it has come to its end.
    pub fn after(&self, edge: u32) -> Option<u32> {
        let (_, head, _) = self.graph.edge(edge).filter(|_| (edge as usize) < self.edges)?;
        Some(*self.after.get(&edge).unwrap_or(&self.node(head)))
    }

    /// The state that every path to a node comes to.
    pub fn goal(&self, node: u32) -> u32 {
        self.split.get(&node).map_or(node, |split| split.arrival)
    }

    /// The states that an edge may be taken from: for paths that end on it.
    pub fn before(&self, edge: u32) -> Vec<u32> {
        self.turns_into(edge).into_iter().map(|(state, _)| state).collect()
    }

    /// The same, each with what the turn into the edge costs there.
    pub(crate) fn turns_into(&self, edge: u32) -> Vec<(u32, Cost)> {
        let known = self.graph.edge(edge).filter(|_| (edge as usize) < self.edges);
        // The edge itself is the one that paths begin with: no turn leads into it.
        let Some((tail, _, own)) = known else { return Vec::new() };
        let turn = |state: u32| {
            let mut edges = self.graph.edges_from(state);
            let (.., price) = edges.find(|&(further, ..)| self.edge(further) == Some(edge))?;
            Some((state, price - own))
        };
        self.states(tail).filter_map(turn).collect()
    }

    /// All states of a node that paths can leave it from: the first is that of paths that begin there.
    pub fn states(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let further = self.split.get(&node).map_or(&[][..], |split| &split.states);
        std::iter::once(node).chain(further.iter().copied())
    }

    /// Closes edges of the network, so that no path takes them. An index of the graph as it was no longer fits.
    ///
    /// ```
    /// use wayline_networks::{Edge, NetworkBuilder, Node, TurnGraph};
    /// let mut builder = NetworkBuilder::default();
    /// builder.nodes = vec![Node::default(); 2];
    /// builder.edges.push(Edge { from: 0, to: 1, cost: 1.0, ..Edge::default() });
    /// let network = builder.build()?;
    /// let mut turns = TurnGraph::new(&network)?;
    /// turns.close(&[0])?;
    /// assert!(!turns.graph().path(0, 1)?.is_found());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn close(&mut self, edges: &[u32]) -> Result<(), GraphError> {
        if edges.is_empty() {
            return Ok(());
        }
        let closed: HashSet<u32> = edges.iter().copied().collect();
        if let Some(&edge) = edges.iter().find(|&&edge| edge as usize >= self.edges) {
            return Err(GraphError::NoSuchEdge { edge, edges: self.edges });
        }
        let all = 0..self.graph.edges() as u32;
        let meant: Vec<u32> = all
            .filter(|&edge| self.edge(edge).is_some_and(|edge| closed.contains(&edge)))
            .collect();
        let graph = self.graph.to_mut();
        meant.into_iter().try_for_each(|edge| graph.close(edge).map(drop))
    }

    fn expand(&mut self, network: &Network, automaton: &Automaton) -> Result<(), Error> {
        let graph = network.graph();
        // The prefix with number i, counted from 1, is the state nodes + i - 1.
        let state = |prefix: u32, head: u32| match prefix {
            ROOT => head,
            prefix => self.nodes as u32 + prefix - 1,
        };
        let ends = |edge| graph.edge(edge).expect("bans are of edges of the network");
        let mut list = Vec::with_capacity(graph.edges());
        for edge in 0..graph.edges() as u32 {
            let (tail, head, cost) = ends(edge);
            list.push((tail, state(automaton.next(ROOT, edge), head), cost));
        }
        for prefix in 1..automaton.prefixes.len() as u32 {
            let Prefix { last, parent, .. } = automaton.prefixes[prefix as usize];
            let (own, (_, node, _)) = (state(prefix, 0), ends(last));
            self.node_of.push(node);
            self.split.entry(node).or_default().states.push(own);
            if parent == ROOT {
                self.after.insert(last, own);
            }
            for (edge, head, cost) in graph.edges_from(node) {
                if !automaton.bans(prefix, edge) {
                    let cost = cost + network.turn_cost(last, edge);
                    list.push((own, state(automaton.next(prefix, edge), head), cost));
                    self.edge_of.push(Some(edge));
                }
            }
        }
        let mut nodes: Vec<u32> = self.split.keys().copied().collect();
        nodes.sort_unstable();
        for node in nodes {
            let arrival = (self.nodes + self.node_of.len()) as u32;
            self.node_of.push(node);
            let split = self.split.get_mut(&node).expect("these are its keys");
            split.arrival = arrival;
            for &state in std::iter::once(&node).chain(&split.states) {
                list.push((state, arrival, Cost::ZERO));
                self.edge_of.push(None);
            }
        }
        let mut expanded = Graph::from_exact_edges(self.nodes + self.node_of.len(), list)?;
        if let Some(positions) = network.positions() {
            let all = (0..self.nodes as u32).chain(self.node_of.iter().copied());
            let globe = all.map(|node| positions[node as usize].into()).collect();
            expanded = expanded.with_positions(Positions::Globe(globe))?;
        }
        self.graph = Cow::Owned(expanded);
        Ok(())
    }
}

/// The number of the empty prefix.
const ROOT: u32 = 0;

/// The automaton over edges whose states are the proper prefixes of bans.
struct Automaton {
    prefixes: Vec<Prefix>,
    /// The prefix that is one edge longer.
    longer: HashMap<(u32, u32), u32>,
    /// Prefixes and the edges that make a ban of them.
    complete: HashSet<(u32, u32)>,
}

#[derive(Clone, Copy)]
struct Prefix {
    parent: u32,
    last: u32,
    /// The longest prefix that it ends with, except itself.
    suffix: u32,
}

impl Automaton {
    fn new(network: &Network) -> Automaton {
        let root = Prefix { parent: ROOT, last: 0, suffix: ROOT };
        let mut automaton =
            Automaton { prefixes: vec![root], longer: HashMap::new(), complete: HashSet::new() };
        // After an edge that some turn with a cost leads out of, that matters, and no more.
        for turn in network.turn_costs() {
            automaton.add(ROOT, turn.from);
        }
        // By length, so that each prefix comes after all shorter ones, as suffix links need it.
        let longest = network.bans().iter().map(|ban| ban.edges.len()).max().unwrap_or(0);
        let mut at: Vec<u32> = vec![ROOT; network.bans().len()];
        for length in 0..longest {
            for (ban, at) in network.bans().iter().zip(&mut at) {
                match ban.edges.get(length) {
                    Some(&edge) if length + 1 == ban.edges.len() => {
                        automaton.complete.insert((*at, edge));
                    }
                    Some(&edge) => *at = automaton.add(*at, edge),
                    None => {}
                }
            }
        }
        automaton
    }

    fn add(&mut self, parent: u32, edge: u32) -> u32 {
        if let Some(&known) = self.longer.get(&(parent, edge)) {
            return known;
        }
        let suffix = match parent {
            ROOT => ROOT,
            parent => self.next(self.prefixes[parent as usize].suffix, edge),
        };
        let number = self.prefixes.len() as u32;
        self.prefixes.push(Prefix { parent, last: edge, suffix });
        self.longer.insert((parent, edge), number);
        number
    }

    /// The longest prefix that the edges end with after one more.
    fn next(&self, mut prefix: u32, edge: u32) -> u32 {
        loop {
            match self.longer.get(&(prefix, edge)) {
                Some(&longer) => return longer,
                None if prefix == ROOT => return ROOT,
                None => prefix = self.prefixes[prefix as usize].suffix,
            }
        }
    }

    /// Whether an edge completes a ban.
    fn bans(&self, mut prefix: u32, edge: u32) -> bool {
        while prefix != ROOT {
            if self.complete.contains(&(prefix, edge)) {
                return true;
            }
            prefix = self.prefixes[prefix as usize].suffix;
        }
        false
    }
}
