//! Random networks, the same in every run.
// Each test file uses a part of this.
#![allow(dead_code)]

use wayline::Cost;
use wayline_networks::{Ban, Edge, Network, NetworkBuilder, Node, Position, TurnCost, Unit};

/// SplitMix64.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// From 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A multigraph with loops, parallel edges, edges without cost and parts that nothing leads to, with
/// bans of two to four edges; of those with bans, half have costs of turns, too.
pub(crate) fn network(
    dice: &mut Dice,
    nodes: u64,
    edges: usize,
    bans: usize,
    positions: bool,
) -> Network {
    let mut builder = NetworkBuilder::default();
    for _ in 0..nodes {
        let position = Position::new(dice.share() * 2.0 + 48.0, dice.share() * 2.0 + 8.0);
        builder.nodes.push(Node { position: positions.then_some(position), ..Node::default() });
    }
    for _ in 0..edges {
        let cost = [0.0, 1.0, 1.0, 2.0, 3.0, 5.5][dice.below(6) as usize];
        let (from, to) = (dice.below(nodes) as u32, dice.below(nodes) as u32);
        builder.edges.push(Edge { from, to, cost, ..Edge::default() });
    }
    builder.bans = random_bans(dice, &builder.edges, bans);
    if bans > 0 && dice.below(2) == 0 {
        builder.turn_costs = random_turn_costs(dice, &builder.edges);
    }
    builder.build().unwrap()
}

/// Of a third of all turns.
fn random_turn_costs(dice: &mut Dice, edges: &[Edge]) -> Vec<TurnCost> {
    let all = (0..edges.len() as u32).zip(edges);
    let pairs = all.clone().flat_map(|before| all.clone().map(move |after| (before, after)));
    let turns = pairs.filter(|((_, before), (_, after))| before.to == after.from);
    let some = turns.filter(|_| dice.below(3) == 0).collect::<Vec<_>>().into_iter();
    some.map(|((from, _), (to, _))| {
        let cost = [0.0, 0.5, 1.0, 4.0][dice.below(4) as usize];
        TurnCost { from, to, cost: Cost::try_from(cost).unwrap() }
    })
    .collect()
}

pub(crate) fn random_bans(dice: &mut Dice, edges: &[Edge], count: usize) -> Vec<Ban> {
    let mut bans = Vec::new();
    for _ in 0..count {
        let length = 2 + dice.below(3) as usize;
        let mut banned = vec![dice.below(edges.len() as u64) as u32];
        while banned.len() < length {
            let end = edges[banned[banned.len() - 1] as usize].to;
            let on: Vec<u32> =
                (0..edges.len() as u32).filter(|&edge| edges[edge as usize].from == end).collect();
            if on.is_empty() {
                break;
            }
            banned.push(on[dice.below(on.len() as u64) as usize]);
        }
        if banned.len() >= 2 {
            bans.push(Ban { edges: banned });
        }
    }
    bans
}

/// Streets on a jittered lattice, most of them two-way, with bent shapes, named by row and column. Of those
/// with bans, half have costs of turns, too.
pub(crate) fn city(dice: &mut Dice, side: u32, bans: usize) -> Network {
    let mut builder = NetworkBuilder { unit: Unit::Seconds, ..NetworkBuilder::default() };
    let mut places = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let mut jitter = || (dice.share() - 0.5) * 0.0006;
            let place = Position::new(
                52.0 + f64::from(y) * 0.001 + jitter(),
                13.0 + f64::from(x) * 0.0015 + jitter(),
            );
            places.push(place);
            builder.nodes.push(Node { position: Some(place), ..Node::default() });
        }
    }
    let mut street = |a: u32, b: u32, name: String| {
        let (from, to) = (places[a as usize], places[b as usize]);
        let middle = Position::new(
            (from.latitude + to.latitude) / 2.0 + (dice.share() - 0.5) * 0.0002,
            (from.longitude + to.longitude) / 2.0 + (dice.share() - 0.5) * 0.0002,
        );
        let metres = from.metres_to(middle) + middle.metres_to(to);
        let cost = (metres / (5.0 + dice.share() * 20.0)).max(0.0);
        let shape = vec![middle];
        let edge = Edge { from: a, to: b, cost, name, shape };
        let kind = dice.below(8);
        if kind != 0 {
            let back = Edge { from: b, to: a, ..edge.clone() };
            builder.edges.push(back);
        }
        if kind != 1 {
            builder.edges.push(edge);
        }
    };
    for y in 0..side {
        for x in 0..side {
            let here = y * side + x;
            if x + 1 < side {
                street(here, here + 1, format!("Street {y}"));
            }
            if y + 1 < side {
                street(here, here + side, format!("Avenue {x}"));
            }
        }
    }
    builder.bans = random_bans(dice, &builder.edges, bans);
    let city = builder.build().unwrap();
    match bans > 0 && dice.below(2) == 0 {
        true => city.with_turn_rules(&"left=4,right=1.5,u-turn=9".parse().unwrap()).unwrap(),
        false => city,
    }
}
