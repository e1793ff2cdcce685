//! The judge of routes: what a sequence of edges costs, and whether it is allowed, from raw edges, bans and
//! costs of turns.
//! It uses nothing of what it judges.

use crate::Network;
use thiserror::Error;
use wayline::Cost;

/// What is wrong with a sequence of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RouteFlaw {
    /// An edge that does not exist.
    #[error("there is no edge {0}")]
    NoSuchEdge(u32),
    /// Two edges that do not join.
    #[error("edge {before} ends at another node than the one that edge {after} leaves")]
    Gap {
        /// The edge before.
        before: u32,
        /// The edge after it.
        after: u32,
    },
    /// A banned turn.
    #[error("its edges from the {at}th on are banned, by ban {ban}")]
    Banned {
        /// Which edge of the route the ban begins with, from zero.
        at: usize,
        /// Which ban of the network.
        ban: usize,
    },
    /// A cost different from the one it claims.
    #[error("it costs {actual}, and is said to cost {said}")]
    Cost {
        /// The cost by its edges.
        actual: Cost,
        /// The cost that was claimed.
        said: Cost,
    },
    /// Other ends than it should have.
    #[error("it does not lead from its start to its goal")]
    Ends,
    /// Another list of nodes than its edges have.
    #[error("its nodes are not those of its edges")]
    Nodes,
}

/// Goes over edges one by one: each must begin where the one before ends, and no ban may be among them.
/// Returns what they cost together, turns included.
///
/// ```
/// use wayline::Cost;
/// use wayline_networks::{check, Ban, Edge, NetworkBuilder, Node};
/// let mut builder = NetworkBuilder::default();
/// builder.nodes = vec![Node::default(); 3];
/// for (from, to) in [(0, 1), (1, 2)] {
///     builder.edges.push(Edge { from, to, cost: 1.0, ..Edge::default() });
/// }
/// assert_eq!(check::edges(&builder.clone().build()?, &[0, 1]), Ok(Cost::from(2)));
/// builder.bans.push(Ban { edges: vec![0, 1] });
/// assert!(check::edges(&builder.build()?, &[0, 1]).is_err());
/// # Ok::<(), wayline_networks::NetworkProblem>(())
/// ```
pub fn edges(network: &Network, edges: &[u32]) -> Result<Cost, RouteFlaw> {
    let mut cost = Cost::ZERO;
    let mut before: Option<(u32, u32)> = None;
    for &edge in edges {
        let Some((tail, head, price)) = network.graph().edge(edge) else {
            return Err(RouteFlaw::NoSuchEdge(edge));
        };
        if let Some((before, _)) = before.filter(|&(_, end)| end != tail) {
            return Err(RouteFlaw::Gap { before, after: edge });
        }
        if let Some((before, _)) = before {
            let turns = network.turn_costs();
            let at = turns.binary_search_by_key(&(before, edge), |turn| (turn.from, turn.to));
            cost = cost + at.map_or(Cost::ZERO, |at| turns[at].cost);
        }
        before = Some((edge, head));
        cost = cost + price;
    }
    for (ban, banned) in network.bans().iter().enumerate() {
        let found = edges.windows(banned.edges.len()).position(|window| window == banned.edges);
        if let Some(at) = found {
            return Err(RouteFlaw::Banned { at, ban });
        }
    }
    Ok(cost)
}
