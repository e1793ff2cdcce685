//! [`Reach`]: everything within a cost, with streets cut where the cost runs out.

use crate::{Location, OnEdge, Router};
use wayline::{Cost, Error, FieldQuery};

/// A stretch of an edge that is reached: from one place on it to another, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The edge.
    pub edge: u32,
    /// Where it begins.
    pub from: f64,
    /// Where the cost runs out, or 1.
    pub to: f64,
}

/// What is within a cost of a location.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reach {
    /// The largest cost that was allowed.
    pub within: Cost,
    /// From where.
    pub from: Location,
    /// The nodes, with what they cost, by their numbers.
    pub nodes: Vec<(u32, Cost)>,
    /// The streets, by the numbers of their edges.
    pub stretches: Vec<Stretch>,
}

impl Router<'_> {
    /// Everything within a cost of a location, by Dijkstra's algorithm. Banned turns are not made, and avoided
    /// edges not taken.
    ///
    /// ```
    /// use wayline::Cost;
    /// use wayline_networks::{Edge, Location, NetworkBuilder, Node, Router};
    /// let mut builder = NetworkBuilder::default();
    /// builder.nodes = vec![Node::default(); 3];
    /// for (from, to) in [(0, 1), (1, 2)] {
    ///     builder.edges.push(Edge { from, to, cost: 10.0, ..Edge::default() });
    /// }
    /// let network = builder.build()?;
    /// let reach = Router::new(&network)?.reach(&Location::Node(0), Cost::from(15))?;
    /// assert_eq!(reach.nodes.len(), 2);
    /// assert_eq!(reach.stretches[1].to, 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach(&self, from: &Location, within: Cost) -> Result<Reach, Error> {
        let (network, graph) = (self.network(), self.graph());
        let departures = self.departures(from)?;
        let none: [u32; 0] = [];
        let mut query = FieldQuery::away_from_any(none).within(within);
        for departure in departures.iter().filter(|departure| departure.cost <= within) {
            query = query.seed(departure.state, departure.cost);
        }
        // How far along each edge the cost lasts, from its beginning.
        let mut lasts = vec![f64::NAN; network.edges()];
        let mut nodes = Vec::new();
        if !query.seeds().is_empty() {
            let field = graph.field(&query)?;
            for (state, cost) in field.iter() {
                for (further, _, price) in graph.edges_from(state) {
                    if let Some(edge) = self.turns.edge(further) {
                        let (.., own) = network.graph().edge(edge).unwrap_or_default();
                        // The turn comes first.
                        let turned = cost + (price - own);
                        if turned <= within {
                            let last = &mut lasts[edge as usize];
                            *last = last.max(share(within - turned, own));
                        }
                    }
                }
            }
            let all = 0..network.nodes() as u32;
            nodes =
                all.filter_map(|node| Some((node, field.cost(self.turns.goal(node))?))).collect();
        }
        let mut stretches = Vec::new();
        for departure in &departures {
            let Some(OnEdge { edge, fraction }) = departure.on else { continue };
            let (.., price) = network.graph().edge(edge).unwrap_or_default();
            // The rest of the edge is part of its price.
            let rest = share(within, departure.cost) * (1.0 - fraction);
            let to = if price == Cost::ZERO { 1.0 } else { (fraction + rest).min(1.0) };
            stretches.push(Stretch { edge, from: fraction, to });
        }
        for (edge, &to) in (0..).zip(&lasts) {
            if to >= 0.0 {
                stretches.push(Stretch { edge, from: 0.0, to });
            }
        }
        stretches.sort_by(|a, b| a.edge.cmp(&b.edge).then(a.from.total_cmp(&b.from)));
        Ok(Reach { within, from: from.clone(), nodes, stretches })
    }
}

/// How much of a price there is money for, from 0 to 1: 1 only where there is enough for all.
fn share(money: Cost, price: Cost) -> f64 {
    if money >= price {
        return 1.0;
    }
    (money.raw() as f64 / price.raw() as f64).min(1.0 - 1e-12)
}
