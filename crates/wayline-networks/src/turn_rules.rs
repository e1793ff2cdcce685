//! [`TurnRules`]: what turns cost by their directions.

use crate::{Network, NetworkProblem, Position, TurnCost};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use wayline::Cost;

/// What turns cost by their directions, in the network's unit: written as `left=8,right=3,u-turn=30`, where
/// whatever is left out costs nothing. Going straight on is free, and so is a bend where nothing else leads off.
///
/// A turn of less than 35 degrees counts as straight on. One that leads back to where it came from is a U-turn,
/// also at a dead end.
///
/// ```
/// use wayline::Cost;
/// use wayline_networks::TurnRules;
/// let rules: TurnRules = "left=8,u-turn=30".parse()?;
/// assert_eq!((rules.left, rules.right), (Cost::from(8), Cost::ZERO));
/// assert_eq!(rules.to_string(), "left=8,right=0,u-turn=30");
/// # Ok::<(), wayline_networks::TurnRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnRules {
    /// To the left.
    pub left: Cost,
    /// To the right.
    pub right: Cost,
    /// Back.
    pub u_turn: Cost,
}

/// Why a text is not [`TurnRules`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not what a turn costs: expected left, right or u-turn, each once, as in left=8")]
pub struct TurnRulesError(
    /// The part of the text that is not understood.
    String,
);

impl FromStr for TurnRules {
    type Err = TurnRulesError;

    fn from_str(text: &str) -> Result<TurnRules, TurnRulesError> {
        let (mut rules, mut given) = (TurnRules::default(), [false; 3]);
        for part in text.split(',') {
            let bad = || TurnRulesError(part.to_owned());
            let (name, number) = part.split_once('=').ok_or_else(bad)?;
            let (at, rule) = match name.trim() {
                "left" => (0, &mut rules.left),
                "right" => (1, &mut rules.right),
                "u-turn" => (2, &mut rules.u_turn),
                _ => return Err(bad()),
            };
            let number: f64 = number.trim().parse().map_err(|_| bad())?;
            *rule = Cost::try_from(number).map_err(|_| bad())?;
            if rule.is_infinite() || std::mem::replace(&mut given[at], true) {
                return Err(bad());
            }
        }
        Ok(rules)
    }
}

impl fmt::Display for TurnRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TurnRules { left, right, u_turn } = self;
        write!(f, "left={left},right={right},u-turn={u_turn}")
    }
}

/// The tangent of the angle up to which a turn is straight on: 35 degrees.
const STRAIGHT: f64 = 0.700_207_538_209_709_8;

impl TurnRules {
    /// All turns of a network that cost something, by their edges.
    pub(crate) fn turn_costs(&self, network: &Network) -> Result<Vec<TurnCost>, NetworkProblem> {
        if *self == TurnRules::default() {
            return Ok(Vec::new());
        }
        if network.positions().is_none() {
            return Err(NetworkProblem::NoDirections);
        }
        let graph = network.graph();
        let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); network.nodes()];
        for edge in 0..network.edges() as u32 {
            let (tail, head, _) = graph.edge(edge).unwrap_or_default();
            neighbours[tail as usize].push(head);
            neighbours[head as usize].push(tail);
        }
        let is_junction: Vec<bool> = neighbours
            .into_iter()
            .map(|mut list| {
                list.sort_unstable();
                list.dedup();
                list.len() > 2
            })
            .collect();
        let mut turns = Vec::new();
        for from in 0..network.edges() as u32 {
            let (tail, node, _) = graph.edge(from).unwrap_or_default();
            let mut after: Vec<(u32, u32)> =
                graph.edges_from(node).map(|(edge, head, _)| (edge, head)).collect();
            after.sort_unstable();
            for (to, head) in after {
                let cost = match () {
                    () if head == tail => self.u_turn,
                    () if !is_junction[node as usize] => Cost::ZERO,
                    () => self.by_direction(network, from, to),
                };
                if cost > Cost::ZERO {
                    turns.push(TurnCost { from, to, cost });
                }
            }
        }
        Ok(turns)
    }

    fn by_direction(&self, network: &Network, from: u32, to: u32) -> Cost {
        // The points next to the node, other than its own.
        let node = network.points(to).next();
        let Some(node) = node else { return Cost::ZERO };
        let before = network.points(from).rev().find(|&at| at != node);
        let after = network.points(to).find(|&at| at != node);
        let (Some(before), Some(after)) = (before, after) else { return Cost::ZERO };
        let narrow = libm::cos(node.latitude.to_radians());
        let step = |a: Position, b: Position| {
            let mut east = b.longitude - a.longitude;
            // Over the antimeridian.
            if east.abs() > 180.0 {
                east -= 360.0_f64.copysign(east);
            }
            [east * narrow, b.latitude - a.latitude]
        };
        let ([x, y], [u, v]) = (step(before, node), step(node, after));
        let (ahead, aside) = (x * u + y * v, x * v - y * u);
        match () {
            () if aside.abs() <= STRAIGHT * ahead => Cost::ZERO,
            () if aside > 0.0 => self.left,
            () => self.right,
        }
    }
}
