//! [`Route`]: a path through a network, with its legs and its geometry.

use crate::check::{self, RouteFlaw};
use crate::{Engine, Location, Network, OnEdge, Position, part_of_edge};
use std::ops::Range;
use wayline::{Algorithm, Cost, Guarantee, Outcome, Stats};

/// What part of an edge costs, from its beginning to a place on it: rounded down to the engine's unit of
/// cost, 2^-32. The part from one place to another costs the difference of two such parts, so that parts
/// of an edge add up to the edge exactly.
///
/// ```
/// use wayline::Cost;
/// use wayline_networks::part_of_cost;
/// let cost = Cost::from(10);
/// assert_eq!(part_of_cost(cost, 0.25), Cost::try_from(2.5)?);
/// assert_eq!((part_of_cost(cost, 0.0), part_of_cost(cost, 1.0)), (Cost::ZERO, cost));
/// # Ok::<(), wayline::BadCost>(())
/// ```
pub fn part_of_cost(cost: Cost, fraction: f64) -> Cost {
    let share = (fraction.clamp(0.0, 1.0) * (1u64 << 32) as f64) as u64;
    Cost::from_raw(((u128::from(cost.raw()) * u128::from(share)) >> 32) as u64)
}

/// The answer to a question between two locations of a network. If no route was found, its cost is infinite and
/// its lists are empty.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Route {
    /// How the search ended.
    pub outcome: Outcome,
    /// What the route costs, its parts of edges and its turns included.
    pub cost: Cost,
    /// The nodes it passes, including its ends if these are nodes.
    pub nodes: Vec<u32>,
    /// The edges it takes, by their numbers in the network, including those taken only in part.
    pub edges: Vec<u32>,
    /// Where on its first edge it begins, from 0 to 1: 0 unless it begins in the middle of a street.
    pub begins: f64,
    /// Where on its last edge it ends: 1 unless it ends in the middle of a street.
    pub ends: f64,
    /// What is known about the cost.
    pub guarantee: Guarantee,
    /// The algorithm that was run.
    pub algorithm: Algorithm,
    /// What the searches did, of all that were needed.
    pub stats: Stats,
}

/// A stretch of a route along one street.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Leg {
    /// The name that people use; empty if there is none.
    pub name: String,
    /// Which edges of the route it covers.
    pub edges: Range<usize>,
    /// How long it is; zero if positions are not known.
    pub metres: f64,
    /// What it costs, with the turn into it.
    pub cost: Cost,
}

impl Route {
    /// Whether there is a route.
    pub fn is_found(&self) -> bool {
        self.outcome == Outcome::Found
    }

    /// Whether there is a route and no other costs less.
    pub fn is_optimal(&self) -> bool {
        self.is_found() && self.guarantee == Guarantee::Optimal
    }

    /// The part of one of its edges that it takes, from 0 to 1.
    pub fn part(&self, at: usize) -> (f64, f64) {
        let begin = if at == 0 { self.begins } else { 0.0 };
        let end = if at + 1 == self.edges.len() { self.ends } else { 1.0 };
        (begin, end)
    }

    /// What one of its edges costs, as far as the route takes it, with the turn into it.
    pub fn cost_of(&self, network: &Network, at: usize) -> Cost {
        let Some(&edge) = self.edges.get(at) else { return Cost::ZERO };
        let (.., cost) = network.graph().edge(edge).unwrap_or_default();
        let before = at.checked_sub(1).map(|before| self.edges[before]);
        let turn = before.map_or(Cost::ZERO, |before| network.turn_cost(before, edge));
        let (begin, end) = self.part(at);
        turn + (part_of_cost(cost, end) - part_of_cost(cost, begin))
    }

    /// The route street by street: edges in a row with one name are one leg.
    pub fn legs(&self, network: &Network) -> Vec<Leg> {
        let mut legs: Vec<Leg> = Vec::new();
        for (at, &edge) in self.edges.iter().enumerate() {
            let (begin, end) = self.part(at);
            let metres = network.metres(edge) * (end - begin);
            let cost = self.cost_of(network, at);
            match legs.last_mut() {
                Some(leg) if leg.name == network.edge_name(edge) => {
                    leg.edges.end = at + 1;
                    leg.metres += metres;
                    leg.cost = leg.cost + cost;
                }
                _ => {
                    let name = network.edge_name(edge).to_owned();
                    legs.push(Leg { name, edges: at..at + 1, metres, cost });
                }
            }
        }
        legs
    }

    /// Its length in metres; zero if positions are not known.
    pub fn metres(&self, network: &Network) -> f64 {
        self.legs(network).iter().fold(0.0, |sum, leg| sum + leg.metres)
    }

    /// The points it leads over, from end to end. Empty if positions are not known.
    pub fn points(&self, network: &Network) -> Vec<Position> {
        let mut points: Vec<Position> = Vec::new();
        for (at, &edge) in self.edges.iter().enumerate() {
            let (begin, end) = self.part(at);
            let part = part_of_edge(network, edge, begin, end);
            let known = points.last().is_some_and(|last| part.first() == Some(last));
            points.extend(part.into_iter().skip(usize::from(known)));
        }
        if points.is_empty()
            && let (Some(positions), [node]) = (network.positions(), &self.nodes[..])
        {
            points.push(positions[*node as usize]);
        }
        points
    }

    /// Lets the judge check it: every edge, every turn, its nodes and its cost, from the network alone.
    pub fn check(&self, network: &Network) -> Result<(), RouteFlaw> {
        if !self.is_found() {
            return Ok(());
        }
        check::edges(network, &self.edges)?;
        let mut actual = Cost::ZERO;
        for at in 0..self.edges.len() {
            actual = actual + self.cost_of(network, at);
        }
        if actual != self.cost {
            return Err(RouteFlaw::Cost { actual, said: self.cost });
        }
        let mut nodes = Vec::new();
        for (at, &edge) in self.edges.iter().enumerate() {
            let (tail, head, _) = network.graph().edge(edge).ok_or(RouteFlaw::NoSuchEdge(edge))?;
            let (begin, end) = self.part(at);
            if begin == 0.0 && nodes.is_empty() {
                nodes.push(tail);
            }
            if end == 1.0 {
                nodes.push(head);
            }
        }
        match self.edges.is_empty() && self.nodes.len() <= 1 || nodes == self.nodes {
            true => Ok(()),
            false => Err(RouteFlaw::Nodes),
        }
    }

    /// Lets the judge check where it begins and ends.
    pub fn check_ends(
        &self,
        network: &Network,
        from: &Location,
        to: &Location,
    ) -> Result<(), RouteFlaw> {
        let ends = |edge: &u32| network.graph().edge(*edge).unwrap_or_default();
        let at =
            |place: &Location, edge: Option<&u32>, fraction: f64, node: Option<u32>| match place {
                Location::Node(wanted) => node == Some(*wanted),
                Location::OnEdges(on) => {
                    on.iter().any(|on| edge == Some(&on.edge) && on.fraction == fraction)
                }
            };
        let (first, last) = (self.edges.first(), self.edges.last());
        let alone = self.nodes.first().copied();
        let begins = match first {
            Some(edge) => (self.begins == 0.0).then(|| ends(edge).0),
            None => alone,
        };
        let arrives = match last {
            Some(edge) => (self.ends == 1.0).then(|| ends(edge).1),
            None => alone,
        };
        let good = at(from, first, self.begins, begins) && at(to, last, self.ends, arrives);
        if good || !self.is_found() { Ok(()) } else { Err(RouteFlaw::Ends) }
    }

    /// The result if no route was even looked for.
    pub fn unreachable(engine: Engine<'_>) -> Route {
        let algorithm = match engine {
            Engine::Search(algorithm) => algorithm,
            Engine::Index(_) => Algorithm::Prepared,
        };
        Route::none(Outcome::Unreachable, algorithm)
    }

    /// From edges of the network, and where on the first and the last it begins and ends.
    pub(crate) fn along(
        network: &Network,
        edges: Vec<u32>,
        first: Option<OnEdge>,
        last: Option<OnEdge>,
        at: Option<u32>,
    ) -> Route {
        let ends = |edge: u32| network.graph().edge(edge).expect("a route is of known edges");
        let mut nodes = Vec::with_capacity(edges.len() + 1);
        match edges.first() {
            Some(&edge) if first.is_none() => nodes.push(ends(edge).0),
            None => nodes.extend(at),
            _ => {}
        }
        let whole = edges.len() - usize::from(last.is_some());
        nodes.extend(edges[..whole].iter().map(|&edge| ends(edge).1));
        let mut route = Route {
            outcome: Outcome::Found,
            cost: Cost::ZERO,
            nodes,
            edges,
            begins: first.map_or(0.0, |on| on.fraction),
            ends: last.map_or(1.0, |on| on.fraction),
            guarantee: Guarantee::Nothing,
            algorithm: Algorithm::Auto,
            stats: Stats::default(),
        };
        for at in 0..route.edges.len() {
            route.cost = route.cost + route.cost_of(network, at);
        }
        route
    }

    pub(crate) fn none(outcome: Outcome, algorithm: Algorithm) -> Route {
        Route {
            outcome,
            cost: Cost::INFINITE,
            nodes: Vec::new(),
            edges: Vec::new(),
            begins: 0.0,
            ends: 1.0,
            guarantee: Guarantee::Nothing,
            algorithm,
            stats: Stats::default(),
        }
    }
}
