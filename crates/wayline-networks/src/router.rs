//! [`Router`]: routes between locations of a network, by any engine.

use crate::route::part_of_cost;
use crate::{Location, Network, OnEdge, Position, Route, Snap, Streets, TurnGraph};
use std::sync::OnceLock;
use wayline::{
    Algorithm, Answer, Cost, Error, Event, EventKind, Field, FieldQuery, Graph, GraphError,
    GraphIndex, Guarantee, Limit, Limits, Outcome, Query, QueryError, Stats, Workspace, search,
    search_watched,
};

/// What answers the questions of a [`Router`]. Every engine keeps to the allowed turns.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Engine<'n> {
    /// A search by an algorithm of the registry.
    Search(Algorithm),
    /// An index that was prepared from [`Router::graph`].
    Index(&'n GraphIndex),
}

/// Routes through a network: between nodes and places in the middle of streets, over stops, in the best order,
/// with alternatives. Banned turns are never made, whatever the engine.
///
/// ```
/// use wayline::Workspace;
/// use wayline_networks::{Edge, NetworkBuilder, Node, Position, Router};
///
/// let mut builder = NetworkBuilder::default();
/// for (latitude, longitude) in [(60.0, 24.0), (60.0, 24.01), (60.01, 24.01)] {
///     let position = Some(Position::new(latitude, longitude));
///     builder.nodes.push(Node { position, ..Node::default() });
/// }
/// for (from, to, name) in [(0, 1, "Main Street"), (1, 2, "North Road")] {
///     builder.edges.push(Edge { from, to, cost: 40.0, name: name.to_owned(), ..Edge::default() });
/// }
/// let network = builder.build()?;
/// let router = Router::new(&network)?;
/// let (from, to) = (router.find("60.0,24.005")?, router.find("2")?);
/// let route = router.route(&from.location, &to.location, &mut Workspace::new())?;
/// assert_eq!(route.cost.to_f64().round(), 60.0);
/// let streets: Vec<_> = route.legs(&network).into_iter().map(|leg| leg.name).collect();
/// assert_eq!(streets, ["Main Street", "North Road"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Router<'n> {
    network: &'n Network,
    pub(crate) turns: TurnGraph<'n>,
    streets: OnceLock<Streets<'n>>,
    engine: Engine<'n>,
    limits: Limits<'n>,
}

/// How a route can begin: in a state, after a part of an edge.
pub(crate) struct Departure {
    pub(crate) state: u32,
    pub(crate) cost: Cost,
    pub(crate) on: Option<OnEdge>,
}

/// How it can end: from any of some states, by a part of an edge.
pub(crate) struct Arrival {
    pub(crate) states: Vec<u32>,
    pub(crate) cost: Cost,
    pub(crate) on: Option<OnEdge>,
}

impl<'n> Router<'n> {
    /// A router that searches, by the algorithm that suits the network.
    pub fn new(network: &'n Network) -> Result<Router<'n>, Error> {
        let turns = TurnGraph::new(network)?;
        let (engine, limits) = (Engine::Search(Algorithm::Auto), Limits::default());
        Ok(Router { network, turns, streets: OnceLock::new(), engine, limits })
    }

    /// Answers by another engine.
    pub fn by(self, engine: Engine<'n>) -> Router<'n> {
        Router { engine, ..self }
    }

    /// Searches within limits.
    pub fn limits(self, limits: Limits<'n>) -> Router<'n> {
        Router { limits, ..self }
    }

    /// Takes none of these edges. An index of the network as it was is then refused.
    pub fn avoiding(mut self, edges: &[u32]) -> Result<Router<'n>, Error> {
        self.turns.close(edges)?;
        Ok(self)
    }

    /// The network.
    pub fn network(&self) -> &'n Network {
        self.network
    }

    /// What is searched: the network with its banned turns and its turn costs built in. Prepare an index from
    /// this.
    pub fn graph(&self) -> &Graph {
        self.turns.graph()
    }

    /// The states of the graph that is searched.
    pub fn turns(&self) -> &TurnGraph<'n> {
        &self.turns
    }

    /// What answers.
    pub fn engine(&self) -> Engine<'n> {
        self.engine
    }

    pub(crate) fn limits_asked(&self) -> Limits<'n> {
        self.limits
    }

    /// The place of the network that is nearest to a position: see [`Streets`], which is made at the first
    /// question.
    pub fn snap(&self, position: Position) -> Option<Snap> {
        self.streets.get_or_init(|| Streets::new(self.network)).nearest(position)
    }

    /// The cheapest route from one location to another. With an algorithm that is not exact, a cheap one.
    pub fn route(
        &self,
        from: &Location,
        to: &Location,
        work: &mut Workspace,
    ) -> Result<Route, Error> {
        self.route_watched(from, to, work, None)
    }

    /// The nodes that a search expands on its way, in order, for drawing. Empty for an index.
    pub fn searched(
        &self,
        from: &Location,
        to: &Location,
        work: &mut Workspace,
    ) -> Result<Vec<u32>, Error> {
        let mut nodes = Vec::new();
        if let Engine::Search(_) = self.engine {
            self.route_watched(from, to, work, Some(&mut nodes))?;
        }
        Ok(nodes)
    }

    fn route_watched(
        &self,
        from: &Location,
        to: &Location,
        work: &mut Workspace,
        mut seen: Option<&mut Vec<u32>>,
    ) -> Result<Route, Error> {
        let (departures, arrivals) = (self.departures(from)?, self.arrivals(to)?);
        let mut best = self.direct(from, to);
        let (mut stats, mut stopped) = (Stats::default(), None);
        let (mut algorithm, mut guarantee) = (self.algorithm(), Guarantee::Optimal);
        for departure in &departures {
            for arrival in &arrivals {
                let offset = departure.cost + arrival.cost;
                let mut limits = self.limits;
                if let Some(best) = &best {
                    // Only what is cheaper matters from here on.
                    if best.cost <= offset {
                        continue;
                    }
                    let below = Cost::from_raw((best.cost - offset).raw() - 1);
                    limits.cost = Some(limits.cost.map_or(below, |cost| cost.min(below)));
                } else if let Some(cost) = limits.cost {
                    if cost < offset {
                        stopped = Some(Limit::Cost);
                        continue;
                    }
                    limits.cost = Some(cost - offset);
                }
                let answer = self.ask(departure, arrival, limits, work, seen.as_deref_mut())?;
                stats.expanded += answer.stats.expanded;
                stats.generated += answer.stats.generated;
                stats.reopened += answer.stats.reopened;
                stats.largest_open = stats.largest_open.max(answer.stats.largest_open);
                algorithm = answer.algorithm;
                match answer.outcome {
                    Outcome::Found => {
                        guarantee = answer.guarantee;
                        let edges = answer.edges.to_vec();
                        best = Some(self.put_together(&edges, departure, arrival));
                    }
                    Outcome::Stopped(Limit::Cost) if best.is_some() => {}
                    Outcome::Stopped(limit) => stopped = Some(limit),
                    Outcome::Unreachable => {}
                }
            }
        }
        let none = || {
            let outcome = stopped.map_or(Outcome::Unreachable, Outcome::Stopped);
            Route::none(outcome, algorithm)
        };
        // A limit that stopped one of the searches leaves open what it would have found.
        let guarantee = if stopped.is_some() { Guarantee::Nothing } else { guarantee };
        let found = best.map(|route| Route { guarantee, algorithm, ..route });
        Ok(Route { stats, ..found.unwrap_or_else(none) })
    }

    fn algorithm(&self) -> Algorithm {
        match self.engine {
            Engine::Search(algorithm) => algorithm,
            Engine::Index(_) => Algorithm::Prepared,
        }
    }

    fn ask<'w>(
        &self,
        departure: &Departure,
        arrival: &Arrival,
        limits: Limits<'_>,
        work: &'w mut Workspace,
        seen: Option<&mut Vec<u32>>,
    ) -> Result<Answer<'w, u32>, QueryError> {
        let query = match arrival.states[..] {
            [only] => Query::new(departure.state, only),
            _ => Query::to_nearest(departure.state, &arrival.states),
        };
        match (self.engine, seen) {
            (Engine::Index(index), _) => {
                search(index, &query.limits(Limits::default().cost(limits.cost)), work)
            }
            (Engine::Search(algorithm), None) => {
                search(self.graph(), &query.algorithm(algorithm).limits(limits), work)
            }
            (Engine::Search(algorithm), Some(seen)) => {
                let query = query.algorithm(algorithm).limits(limits);
                let mut watch = |event: &Event| {
                    if event.kind == EventKind::Expand {
                        seen.push(self.turns.node(event.node));
                    }
                };
                search_watched(self.graph(), &query, work, &mut watch)
            }
        }
    }

    /// A route from the edges of an answer.
    pub(crate) fn put_together(
        &self,
        edges: &[u32],
        departure: &Departure,
        arrival: &Arrival,
    ) -> Route {
        let first = departure.on.map(|on| on.edge);
        let between = edges.iter().filter_map(|&edge| self.turns.edge(edge));
        let last = arrival.on.map(|on| on.edge);
        let edges = first.into_iter().chain(between).chain(last).collect();
        let at = Some(self.turns.node(departure.state));
        Route::along(self.network, edges, departure.on, arrival.on, at)
    }

    /// The route along one edge, where both ends are on it in the right order.
    pub(crate) fn direct(&self, from: &Location, to: &Location) -> Option<Route> {
        let (Location::OnEdges(from), Location::OnEdges(to)) = (from, to) else { return None };
        let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
        let along = pairs.filter(|(from, to)| {
            let open = !self.graph().is_closed(from.edge);
            open && from.edge == to.edge && from.fraction <= to.fraction
        });
        let routes = along.map(|(from, to)| {
            Route::along(self.network, vec![from.edge], Some(*from), Some(*to), None)
        });
        routes.min_by_key(|route| route.cost)
    }

    pub(crate) fn departures(&self, from: &Location) -> Result<Vec<Departure>, Error> {
        match from {
            Location::Node(node) => {
                let state = self.turns.start(self.known(*node)?);
                Ok(vec![Departure { state, cost: Cost::ZERO, on: None }])
            }
            Location::OnEdges(on) => self
                .on_open_edges(on)
                .map(|on| {
                    let (on, cost) = on?;
                    let state = self.turns.after(on.edge).expect("it is an edge of the network");
                    let cost = cost - part_of_cost(cost, on.fraction);
                    Ok(Departure { state, cost, on: Some(on) })
                })
                .collect(),
        }
    }

    pub(crate) fn arrivals(&self, to: &Location) -> Result<Vec<Arrival>, Error> {
        match to {
            Location::Node(node) => {
                let states = vec![self.turns.goal(self.known(*node)?)];
                Ok(vec![Arrival { states, cost: Cost::ZERO, on: None }])
            }
            Location::OnEdges(on) => self
                .on_open_edges(on)
                .map(|on| {
                    let (on, cost) = on?;
                    let part = part_of_cost(cost, on.fraction);
                    // One for each cost of the turn into the edge.
                    let mut states = self.turns.turns_into(on.edge);
                    states.sort_unstable_by_key(|&(state, turn)| (turn, state));
                    let arrivals = states.chunk_by(|a, b| a.1 == b.1).map(|of_one_cost| {
                        let states = of_one_cost.iter().map(|one| one.0).collect();
                        Arrival { states, cost: of_one_cost[0].1 + part, on: Some(on) }
                    });
                    Ok(arrivals.collect::<Vec<_>>())
                })
                .collect::<Result<Vec<_>, _>>()
                .map(|arrivals| arrivals.into_iter().flatten().collect()),
        }
    }

    /// Those of some edges that are open, with what they cost.
    fn on_open_edges<'a>(
        &'a self,
        on: &'a [OnEdge],
    ) -> impl Iterator<Item = Result<(OnEdge, Cost), Error>> + 'a {
        let edges = self.network.edges();
        on.iter().filter(|on| !self.graph().is_closed(on.edge)).map(move |on| {
            let known = self.network.graph().edge(on.edge);
            let (.., cost) = known.ok_or(GraphError::NoSuchEdge { edge: on.edge, edges })?;
            Ok((*on, cost))
        })
    }

    fn known(&self, node: u32) -> Result<u32, Error> {
        let nodes = self.network.nodes();
        if (node as usize) < nodes {
            Ok(node)
        } else {
            Err(QueryError::NoSuchNode { node, nodes }.into())
        }
    }

    /// What routes cost from each of some locations to each of some others, infinite where there is none: row by
    /// row. With an index, all at once; otherwise, by one search to all goals for each row.
    ///
    /// ```
    /// use wayline::{Cost, Workspace};
    /// use wayline_networks::{Edge, Location, NetworkBuilder, Node, Router};
    /// let mut builder = NetworkBuilder::default();
    /// builder.nodes = vec![Node::default(); 2];
    /// builder.edges.push(Edge { from: 0, to: 1, cost: 3.0, ..Edge::default() });
    /// let network = builder.build()?;
    /// let both = [Location::Node(0), Location::Node(1)];
    /// let costs = Router::new(&network)?.costs(&both, &both, &mut Workspace::new())?;
    /// assert_eq!(costs, [Cost::ZERO, Cost::from(3), Cost::INFINITE, Cost::ZERO]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn costs(
        &self,
        from: &[Location],
        to: &[Location],
        work: &mut Workspace,
    ) -> Result<Vec<Cost>, Error> {
        let rows: Vec<_> =
            from.iter().map(|from| self.departures(from)).collect::<Result<_, _>>()?;
        let columns: Vec<_> = to.iter().map(|to| self.arrivals(to)).collect::<Result<_, _>>()?;
        // Every state that some column ends in, with the column and what follows.
        let mut ends: Vec<(u32, usize, Cost)> = Vec::new();
        for (column, arrivals) in columns.iter().enumerate() {
            for arrival in arrivals {
                ends.extend(arrival.states.iter().map(|&state| (state, column, arrival.cost)));
            }
        }
        let goals: Vec<u32> = ends.iter().map(|end| end.0).collect();
        let mut costs = vec![Cost::INFINITE; from.len().saturating_mul(to.len())];
        let all = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
        for (cost, (from, to)) in costs.iter_mut().zip(all) {
            if let Some(route) = self.direct(from, to) {
                *cost = route.cost;
            }
        }
        if goals.is_empty() {
            return Ok(costs);
        }
        let starts = rows.iter().enumerate().flat_map(|(row, departures)| {
            departures.iter().map(move |departure| (row, departure.state, departure.cost))
        });
        let starts: Vec<(usize, u32, Cost)> = starts.collect();
        if let Engine::Index(index) = self.engine {
            let states: Vec<u32> = starts.iter().map(|start| start.1).collect();
            let found = index.matrix(&states, &goals, work)?;
            for (&(row, _, before), found) in starts.iter().zip(found.chunks(goals.len())) {
                for (&(_, column, after), &between) in ends.iter().zip(found) {
                    let cost = &mut costs[row * to.len() + column];
                    *cost = (*cost).min(before + between + after);
                }
            }
            return Ok(costs);
        }
        let mut field: Option<Field<Graph>> = None;
        for own in starts.chunk_by(|a, b| a.0 == b.0) {
            let none: [u32; 0] = [];
            let query = FieldQuery::away_from_any(none).nearest(usize::MAX, goals.iter().copied());
            let query = own.iter().fold(query, |query, start| query.seed(start.1, start.2));
            let field = match &mut field {
                Some(field) => {
                    field.fill(self.graph(), &query)?;
                    field
                }
                none => none.insert(self.graph().field(&query)?),
            };
            for &(state, column, after) in &ends {
                let cost = &mut costs[own[0].0 * to.len() + column];
                *cost = (*cost).min(field.cost(state).unwrap_or(Cost::INFINITE) + after);
            }
        }
        Ok(costs)
    }
}
