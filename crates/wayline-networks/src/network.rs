//! [`Network`]: a graph with what its file says about it, and [`NetworkBuilder`], which readers fill.

use crate::{Position, TurnRules};
use std::collections::HashMap;
use thiserror::Error;
use wayline::{Cost, Graph, Positions};

/// What costs are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Whatever the file's numbers mean.
    #[default]
    Plain,
    /// Travel times in seconds.
    Seconds,
    /// Lengths in metres.
    Metres,
    /// Lengths in kilometres.
    Kilometres,
}

/// A node, as a reader hands it over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its name in the file: a number or a code. If empty, its number in the network.
    pub id: String,
    /// The name that people use.
    pub name: String,
    /// Other short names by which it can be found, such as the codes of an airport.
    pub codes: Vec<String>,
    /// Where it is. Either all nodes of a network have a position, or none has.
    pub position: Option<Position>,
}

/// An edge, as a reader hands it over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edge {
    /// The node that it leaves.
    pub from: u32,
    /// The node that it enters.
    pub to: u32,
    /// What it costs, in the network's unit: not negative.
    pub cost: f64,
    /// The name that people use; edges of one street share it.
    pub name: String,
    /// The points between its ends, for drawing and snapping.
    pub shape: Vec<Position>,
}

impl Edge {
    /// The same edge in the other direction.
    ///
    /// ```
    /// use wayline_networks::Edge;
    /// let there = Edge { from: 0, to: 1, cost: 60.0, ..Edge::default() };
    /// assert_eq!((there.reversed().from, there.reversed().reversed()), (1, there));
    /// ```
    pub fn reversed(&self) -> Edge {
        let shape = self.shape.iter().rev().copied().collect();
        Edge { from: self.to, to: self.from, cost: self.cost, name: self.name.clone(), shape }
    }
}

/// A turn that is not allowed: these edges, one right after another. At least two, each of which begins where the
/// one before ends.
///
/// Every restriction becomes one or more of these. "No left turn" is a ban of two edges, or of more if there is a
/// way in between; "only straight on" bans every other turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ban {
    /// The edges, by number, in the order they would be travelled.
    pub edges: Vec<u32>,
}

/// What a turn costs in addition to its edges: from one edge into another, which begins where the first ends.
///
/// ```
/// use wayline::{Cost, Workspace};
/// use wayline_networks::{Edge, Location, NetworkBuilder, Node, Router, TurnCost};
/// let mut builder = NetworkBuilder::default();
/// builder.nodes = vec![Node::default(); 3];
/// for (from, to) in [(0, 1), (1, 2)] {
///     builder.edges.push(Edge { from, to, cost: 10.0, ..Edge::default() });
/// }
/// builder.turn_costs.push(TurnCost { from: 0, to: 1, cost: Cost::from(5) });
/// let network = builder.build()?;
/// let (from, to) = (Location::Node(0), Location::Node(2));
/// let route = Router::new(&network)?.route(&from, &to, &mut Workspace::new())?;
/// assert_eq!(route.cost, Cost::from(25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnCost {
    /// The edge before the turn.
    pub from: u32,
    /// The edge after it.
    pub to: u32,
    /// What is added to the cost of the edge after it.
    pub cost: Cost,
}

/// Why parts are not a network.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NetworkProblem {
    /// The engine refuses the graph.
    #[error(transparent)]
    Graph(#[from] wayline::Error),
    /// Some nodes have a position and others do not.
    #[error(
        "node {0} has no position, others have one: expected a position for each node or for none"
    )]
    NoPosition(String),
    /// A position off the globe.
    #[error("node {id}: {latitude}, {longitude} is not a latitude and a longitude in degrees")]
    BadPosition {
        /// The node's id.
        id: String,
        /// Its latitude.
        latitude: f64,
        /// Its longitude.
        longitude: f64,
    },
    /// Two nodes with one id.
    #[error("two nodes have the id {0}: expected each id once")]
    SameId(String),
    /// A ban that no path could break.
    #[error("ban {0}: expected two edges or more, each beginning where the one before ends")]
    BadBan(usize),
    /// The cost of a turn that no path could make, or of one that already has a cost, or an infinite one.
    #[error(
        "turn cost {0}: expected two edges, the second beginning where the first ends, each pair \
         once, and a cost that is finite"
    )]
    BadTurn(usize),
    /// Directions of turns in a network without positions.
    #[error("turns have no directions where nodes have no positions: leave out what they cost")]
    NoDirections,
}

wayline::from_each_error!(NetworkProblem);

/// A graph with what its file says about it: ids, names, positions, the shapes of edges, banned turns.
///
/// Nodes and edges are numbered as in its [`graph`](Network::graph).
#[derive(Clone, Debug)]
pub struct Network {
    graph: Graph,
    unit: Unit,
    ids: Vec<String>,
    by_id: HashMap<String, u32>,
    names: Vec<String>,
    codes: HashMap<String, u32>,
    positions: Option<Vec<Position>>,
    /// For each edge the number of its name in `edge_names`.
    name_of_edge: Vec<u32>,
    edge_names: Vec<String>,
    /// The points between the ends of edge `i` are `points[first_point[i]..first_point[i + 1]]`.
    first_point: Vec<u32>,
    points: Vec<Position>,
    bans: Vec<Ban>,
    /// By edges.
    turn_costs: Vec<TurnCost>,
}

impl Network {
    /// The graph: what is searched and prepared. It knows nothing about banned turns.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What costs are measured in.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.graph.edges()
    }

    /// A node's name in the file; empty for a node that does not exist.
    pub fn id(&self, node: u32) -> &str {
        self.ids.get(node as usize).map_or("", String::as_str)
    }

    /// The node with an id.
    pub fn node_with_id(&self, id: &str) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    /// The name that people use for a node; empty if there is none.
    pub fn name(&self, node: u32) -> &str {
        self.names.get(node as usize).map_or("", String::as_str)
    }

    /// The node with a code, such as that of an airport.
    pub fn node_with_code(&self, code: &str) -> Option<u32> {
        self.codes.get(code).copied()
    }

    /// All codes with their nodes, in no particular order.
    pub fn codes(&self) -> impl Iterator<Item = (&str, u32)> {
        self.codes.iter().map(|(code, &node)| (code.as_str(), node))
    }

    /// Where the nodes are, if that is known.
    pub fn positions(&self) -> Option<&[Position]> {
        self.positions.as_deref()
    }

    /// The name that people use for an edge; empty if there is none.
    pub fn edge_name(&self, edge: u32) -> &str {
        let name = self.name_of_edge.get(edge as usize);
        name.map_or("", |&name| &self.edge_names[name as usize])
    }

    /// The points of an edge, from end to end. Empty if positions are not known.
    ///
    /// ```
    /// use wayline_networks::{Edge, NetworkBuilder, Node, Position};
    ///
    /// let mut builder = NetworkBuilder::default();
    /// for position in [Position::new(60.0, 24.0), Position::new(60.0, 25.0)] {
    ///     builder.nodes.push(Node { position: Some(position), ..Node::default() });
    /// }
    /// let shape = vec![Position::new(60.1, 24.5)];
    /// builder.edges.push(Edge { from: 0, to: 1, cost: 60.0, shape, ..Edge::default() });
    /// assert_eq!(builder.build()?.points(0).count(), 3);
    /// # Ok::<(), wayline_networks::NetworkProblem>(())
    /// ```
    pub fn points(&self, edge: u32) -> impl DoubleEndedIterator<Item = Position> + '_ {
        let ends = self.positions.as_ref().zip(self.graph.edge(edge));
        let [first, last] = match ends {
            Some((at, (from, to, _))) => [Some(at[from as usize]), Some(at[to as usize])],
            None => [None, None],
        };
        let between = match ends {
            Some(_) => {
                let range = &self.first_point[edge as usize..edge as usize + 2];
                &self.points[range[0] as usize..range[1] as usize]
            }
            None => &[],
        };
        first.into_iter().chain(between.iter().copied()).chain(last)
    }

    /// The length of an edge along its points, in metres; zero if positions are not known.
    pub fn metres(&self, edge: u32) -> f64 {
        let mut last = None;
        self.points(edge).map(|at| last.replace(at).map_or(0.0, |last| last.metres_to(at))).sum()
    }

    /// The turns that are not allowed.
    pub fn bans(&self) -> &[Ban] {
        &self.bans
    }

    /// The turns that cost something, by their edges.
    pub fn turn_costs(&self) -> &[TurnCost] {
        &self.turn_costs
    }

    /// What the turn from one edge into another costs in addition to the edges.
    pub fn turn_cost(&self, from: u32, to: u32) -> Cost {
        let found = self.turn_costs.binary_search_by_key(&(from, to), |turn| (turn.from, turn.to));
        found.map_or(Cost::ZERO, |at| self.turn_costs[at].cost)
    }

    /// The same network, in which turns cost what the [rules](TurnRules) say, and nothing else.
    ///
    /// ```
    /// use wayline_networks::{ReadOptions, Source};
    /// let network = "roads:500:seed=1".parse::<Source>()?.read(&ReadOptions::default())?.network;
    /// let network = network.with_turn_rules(&"left=8,right=3,u-turn=30".parse()?)?;
    /// assert!(!network.turn_costs().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_turn_rules(mut self, rules: &TurnRules) -> Result<Network, NetworkProblem> {
        self.turn_costs = rules.turn_costs(&self)?;
        Ok(self)
    }
}

/// The parts of a network, in the order of their numbers. Readers fill it.
///
/// ```
/// use wayline_networks::{Edge, NetworkBuilder, Node, Unit};
///
/// let mut builder = NetworkBuilder { unit: Unit::Seconds, ..NetworkBuilder::default() };
/// for id in ["a", "b"] {
///     builder.nodes.push(Node { id: id.to_string(), ..Node::default() });
/// }
/// builder.edges.push(Edge { from: 0, to: 1, cost: 90.0, ..Edge::default() });
/// let network = builder.build()?;
/// assert_eq!(network.node_with_id("b"), Some(1));
/// # Ok::<(), wayline_networks::NetworkProblem>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct NetworkBuilder {
    /// What costs are measured in.
    pub unit: Unit,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The turns that are not allowed.
    pub bans: Vec<Ban>,
    /// What turns cost, if they cost anything, in any order.
    pub turn_costs: Vec<TurnCost>,
}

impl NetworkBuilder {
    /// Puts the parts together.
    pub fn build(self) -> Result<Network, NetworkProblem> {
        let NetworkBuilder { unit, nodes, edges, bans, turn_costs } = self;
        let list = edges.iter().map(|edge| (edge.from, edge.to, edge.cost));
        let mut graph = Graph::from_edges(nodes.len(), list)?;
        let points = edges.iter().map(|edge| edge.shape.len()).sum();
        if points > u32::MAX as usize {
            let max = u32::MAX as usize;
            return Err(wayline::GraphError::TooMany { what: "points", count: points, max }.into());
        }
        check_bans(&bans, &edges)?;
        let turn_costs = checked_turns(turn_costs, &edges)?;
        let positions = positions_of(&nodes)?;
        if let Some(positions) = &positions {
            let globe = positions.iter().map(|&position| position.into()).collect();
            graph = graph.with_positions(Positions::Globe(globe))?;
        }
        let (mut by_id, mut codes) = (HashMap::new(), HashMap::new());
        let (mut ids, mut names) = (Vec::new(), Vec::new());
        for (number, node) in (0..).zip(nodes) {
            let id = if node.id.is_empty() { number.to_string() } else { node.id };
            if by_id.insert(id.clone(), number).is_some() {
                return Err(NetworkProblem::SameId(id));
            }
            for code in node.codes {
                codes.entry(code).or_insert(number);
            }
            ids.push(id);
            names.push(node.name);
        }
        let mut network = Network {
            graph,
            unit,
            ids,
            by_id,
            names,
            codes,
            positions,
            name_of_edge: Vec::with_capacity(edges.len()),
            edge_names: Vec::new(),
            first_point: vec![0],
            points: Vec::new(),
            bans,
            turn_costs,
        };
        let mut known: HashMap<String, u32> = HashMap::new();
        for edge in edges {
            let next = network.edge_names.len() as u32;
            let name = *known.entry(edge.name).or_insert_with_key(|name| {
                network.edge_names.push(name.clone());
                next
            });
            network.name_of_edge.push(name);
            network.points.extend(edge.shape);
            network.first_point.push(network.points.len() as u32);
        }
        Ok(network)
    }
}

fn positions_of(nodes: &[Node]) -> Result<Option<Vec<Position>>, NetworkProblem> {
    if nodes.iter().all(|node| node.position.is_none()) {
        return Ok(None);
    }
    let position = |node: &Node| match node.position {
        None => Err(NetworkProblem::NoPosition(node.id.clone())),
        Some(at) if at.is_valid() => Ok(at),
        Some(Position { latitude, longitude }) => {
            Err(NetworkProblem::BadPosition { id: node.id.clone(), latitude, longitude })
        }
    };
    nodes.iter().map(position).collect::<Result<_, _>>().map(Some)
}

/// Whether an edge begins where another one ends.
fn follows(edges: &[Edge], before: u32, after: u32) -> bool {
    let [before, after] = [before, after].map(|edge| edges.get(edge as usize));
    matches!((before, after), (Some(before), Some(after)) if before.to == after.from)
}

/// Sorted by edges, without those that cost nothing.
fn checked_turns(turns: Vec<TurnCost>, edges: &[Edge]) -> Result<Vec<TurnCost>, NetworkProblem> {
    let bad = |turn: &TurnCost| turn.cost.is_infinite() || !follows(edges, turn.from, turn.to);
    if let Some(at) = turns.iter().position(bad) {
        return Err(NetworkProblem::BadTurn(at));
    }
    let mut sorted: Vec<usize> = (0..turns.len()).collect();
    sorted.sort_by_key(|&at| (turns[at].from, turns[at].to));
    let same = |pair: &&[usize]| {
        let [a, b] = [turns[pair[0]], turns[pair[1]]];
        (a.from, a.to) == (b.from, b.to)
    };
    if let Some(pair) = sorted.windows(2).find(same) {
        return Err(NetworkProblem::BadTurn(pair[1]));
    }
    let sorted = sorted.into_iter().map(|at| turns[at]);
    Ok(sorted.filter(|turn| turn.cost > Cost::ZERO).collect())
}

fn check_bans(bans: &[Ban], edges: &[Edge]) -> Result<(), NetworkProblem> {
    let follows = |pair: &[u32]| follows(edges, pair[0], pair[1]);
    let bad = |ban: &Ban| ban.edges.len() < 2 || !ban.edges.windows(2).all(follows);
    bans.iter().position(bad).map_or(Ok(()), |ban| Err(NetworkProblem::BadBan(ban)))
}
