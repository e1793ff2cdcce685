//! Turn restrictions, as sequences of edges that are banned.

use super::elements::{Kind, Member, Role, Tags};
use super::profile::Profile;
use super::roads::Piece;
use crate::{Ban, LeftOut, NetworkBuilder, Part};
use std::collections::{HashMap, HashSet};

/// Why a restriction is not used.
mod why {
    pub(super) const CONDITIONAL: &str = "hold at certain times only";
    pub(super) const OTHERS: &str = "for other travellers";
    pub(super) const UNKNOWN: &str = "of an unknown kind";
    pub(super) const MEMBERS: &str = "without one from, one via and one to";
    pub(super) const ABSENT: &str = "with ways that are not in the network";
    pub(super) const APART: &str = "whose ways do not meet in a direction that is open";
    pub(super) const AMBIGUOUS: &str = "whose ways meet more than once";
}

/// The restrictions of a file, for a profile.
#[derive(Default)]
pub(super) struct Restrictions {
    found: Vec<Restriction>,
    unused: LeftOut,
}

struct Restriction {
    /// Only this turn is allowed, rather than not allowed.
    only: bool,
    u_turn: bool,
    from: Vec<i64>,
    via: Via,
    to: Vec<i64>,
}

enum Via {
    Node(i64),
    Ways(Vec<i64>),
}

impl Restrictions {
    /// Takes a relation down if it is a restriction.
    pub(super) fn add(&mut self, members: &[Member], tags: Tags<'_>, profile: &Profile) {
        if tags.get("type") != Some("restriction") {
            return;
        }
        match read(members, tags, profile) {
            Ok(restriction) => self.found.push(restriction),
            Err(why) => self.unused.add(Part::Restrictions, why, 1),
        }
    }

    /// The nodes at which they hold.
    pub(super) fn via_nodes(&self) -> impl Iterator<Item = i64> {
        self.found.iter().filter_map(|restriction| match restriction.via {
            Via::Node(id) => Some(id),
            Via::Ways(_) => None,
        })
    }

    /// All ways they name.
    pub(super) fn ways(&self) -> HashSet<i64> {
        let ways = self.found.iter().flat_map(|restriction| {
            let via: &[i64] = match &restriction.via {
                Via::Node(_) => &[],
                Via::Ways(ways) => ways,
            };
            restriction.from.iter().chain(via).chain(&restriction.to)
        });
        ways.copied().collect()
    }

    /// Adds the bans, and counts what was not used. Returns how many restrictions were.
    pub(super) fn bans(
        self,
        pieces: &HashMap<i64, Vec<Piece>>,
        numbers: &HashMap<i64, u32>,
        builder: &mut NetworkBuilder,
        left_out: &mut LeftOut,
    ) -> u64 {
        let turns = Turns { pieces, numbers, leaving: leaving(&self.found, pieces, builder) };
        for omission in self.unused.omissions() {
            left_out.add(omission.part, omission.why, omission.count);
        }
        let (mut bans, mut used) = (Vec::new(), 0);
        for restriction in &self.found {
            match turns.chains(restriction) {
                Err(why) => left_out.add(Part::Restrictions, why, 1),
                Ok(chains) => {
                    used += 1;
                    for chain in chains {
                        turns.ban(restriction.only, chain, builder, &mut bans);
                    }
                }
            }
        }
        // Several restrictions may ban the same.
        bans.sort_unstable();
        bans.dedup();
        builder.bans.extend(bans.into_iter().map(|edges| Ban { edges }));
        used
    }
}

/// What the tags and members of a relation say.
fn read(
    members: &[Member],
    tags: Tags<'_>,
    profile: &Profile,
) -> Result<Restriction, &'static str> {
    let vehicles = profile.access_keys.iter().filter(|key| *key != "access");
    let keys: Vec<String> = vehicles
        .map(|vehicle| format!("restriction:{vehicle}"))
        .chain(profile.obeys_restrictions.then(|| "restriction".to_owned()))
        .collect();
    let Some(kind) = keys.iter().find_map(|key| tags.get(key)) else {
        let conditional = keys.iter().any(|key| tags.get(&format!("{key}:conditional")).is_some());
        return Err(if conditional { why::CONDITIONAL } else { why::OTHERS });
    };
    // The old manner to say when they hold.
    if ["day_on", "hour_on"].iter().any(|key| tags.get(key).is_some()) {
        return Err(why::CONDITIONAL);
    }
    let excepted = tags.get("except").unwrap_or_default().split(';').map(str::trim);
    if excepted.clone().any(|vehicle| profile.access_keys.iter().any(|key| key == vehicle)) {
        return Err(why::OTHERS);
    }
    let only = kind.starts_with("only_");
    if !only && !kind.starts_with("no_") {
        return Err(why::UNKNOWN);
    }
    let ways = |role: Role| {
        let ways = members.iter().filter(move |m| m.role == role && m.kind == Kind::Way);
        ways.map(|member| member.id).collect::<Vec<_>>()
    };
    let nodes = members.iter().filter(|m| m.role == Role::Via && m.kind == Kind::Node);
    let nodes: Vec<i64> = nodes.map(|member| member.id).collect();
    let via = match (&nodes[..], ways(Role::Via)) {
        (&[node], ways) if ways.is_empty() => Via::Node(node),
        ([], ways) if (1..=MANY).contains(&ways.len()) => Via::Ways(ways),
        _ => return Err(why::MEMBERS),
    };
    let (from, to) = (ways(Role::From), ways(Role::To));
    match (from.len(), to.len()) {
        (1, 1) => {}
        (1.., 1) if kind == "no_entry" => {}
        (1, 1..) if kind == "no_exit" => {}
        _ => return Err(why::MEMBERS),
    }
    Ok(Restriction { only, u_turn: kind == "no_u_turn", from, via, to })
}

/// The edges that leave the nodes where restrictions hold.
fn leaving(
    found: &[Restriction],
    pieces: &HashMap<i64, Vec<Piece>>,
    builder: &NetworkBuilder,
) -> HashMap<u32, Vec<u32>> {
    let only = found.iter().filter(|restriction| restriction.only);
    let ways = only.flat_map(|restriction| {
        let via: &[i64] = if let Via::Ways(ways) = &restriction.via { ways } else { &[] };
        restriction.from.iter().chain(via)
    });
    let ends = ways.filter_map(|way| pieces.get(way)).flatten().flat_map(|piece| piece.ends);
    let mut leaving: HashMap<u32, Vec<u32>> = ends.map(|node| (node, Vec::new())).collect();
    for (number, edge) in (0..).zip(&builder.edges) {
        if let Some(edges) = leaving.get_mut(&edge.from) {
            edges.push(number);
        }
    }
    leaving
}

/// What is known about ways and junctions.
struct Turns<'r> {
    pieces: &'r HashMap<i64, Vec<Piece>>,
    numbers: &'r HashMap<i64, u32>,
    leaving: HashMap<u32, Vec<u32>>,
}

/// A piece of a way in a direction that is open.
#[derive(Clone, Copy)]
struct Step {
    /// The piece's place in its way.
    place: usize,
    along: bool,
    edge: u32,
    from: u32,
    to: u32,
}

impl<'r> Turns<'r> {
    fn steps(&self, way: i64) -> impl Iterator<Item = Step> {
        let pieces = self.pieces.get(&way).into_iter().flatten().enumerate();
        pieces.flat_map(|(place, piece)| {
            let [a, b] = piece.ends;
            let forward =
                piece.forward.map(|edge| Step { place, along: true, edge, from: a, to: b });
            let backward =
                piece.backward.map(|edge| Step { place, along: false, edge, from: b, to: a });
            forward.into_iter().chain(backward)
        })
    }

    /// The sequences of edges that a restriction is about: one for each pair of from and to.
    fn chains(&self, restriction: &Restriction) -> Result<Vec<Vec<u32>>, &'static str> {
        let via: &[i64] = if let Via::Ways(ways) = &restriction.via { ways } else { &[] };
        let all = restriction.from.iter().chain(via).chain(&restriction.to);
        if all.clone().any(|way| !self.pieces.contains_key(way)) {
            return Err(why::ABSENT);
        }
        let mut chains = Vec::new();
        for &from in &restriction.from {
            for &to in &restriction.to {
                match &restriction.via {
                    Via::Node(node) => {
                        let node = *self.numbers.get(node).ok_or(why::ABSENT)?;
                        chains.extend(self.at_node(from, node, to, restriction.u_turn)?);
                    }
                    Via::Ways(ways) => chains.push(self.over_ways(from, ways, to)?),
                }
            }
        }
        Ok(chains)
    }

    fn at_node(
        &self,
        from: i64,
        node: u32,
        to: i64,
        u_turn: bool,
    ) -> Result<Vec<Vec<u32>>, &'static str> {
        let entering: Vec<_> = self.steps(from).filter(|step| step.to == node).collect();
        let leaving: Vec<_> = self.steps(to).filter(|step| step.from == node).collect();
        if u_turn && from == to {
            // Back on the same piece, from whichever side.
            let back = |a: &Step, b: &Step| a.place == b.place && a.along != b.along;
            let turns = entering.iter().flat_map(|a| {
                leaving.iter().filter(move |b| back(a, b)).map(|b| vec![a.edge, b.edge])
            });
            let turns: Vec<_> = turns.collect();
            return if turns.is_empty() { Err(why::APART) } else { Ok(turns) };
        }
        match (&entering[..], &leaving[..]) {
            ([], _) | (_, []) => Err(why::APART),
            ([a], [b]) => Ok(vec![vec![a.edge, b.edge]]),
            _ => Err(why::AMBIGUOUS),
        }
    }

    /// The one sequence that leads over all via ways; if there are several, the one that leads over the
    /// whole of them.
    fn over_ways(&self, from: i64, via: &[i64], to: i64) -> Result<Vec<u32>, &'static str> {
        let mut walk = Walk { turns: self, to, chain: Vec::new(), chains: Vec::new(), effort: 0 };
        for step in self.steps(from) {
            walk.chain = vec![step.edge];
            walk.on(step.to, via);
        }
        if walk.effort > EFFORT {
            return Err(why::AMBIGUOUS);
        }
        let mut chains = walk.chains;
        let all: usize = via.iter().map(|way| self.pieces[way].len()).sum();
        if chains.len() > 1 {
            chains.retain(|chain| chain.len() == all + 2);
        }
        match chains.len() {
            0 => Err(why::APART),
            1 => Ok(chains.remove(0)),
            _ => Err(why::AMBIGUOUS),
        }
    }

    fn ban(&self, only: bool, chain: Vec<u32>, builder: &NetworkBuilder, bans: &mut Vec<Vec<u32>>) {
        if !only {
            bans.push(chain);
            return;
        }
        for turn in 1..chain.len() {
            let junction = builder.edges[chain[turn - 1] as usize].to;
            let others = self.leaving.get(&junction).into_iter().flatten();
            for &other in others.filter(|&&edge| edge != chain[turn]) {
                bans.push([&chain[..turn], &[other]].concat());
            }
        }
    }
}

/// No restriction that makes sense has more via ways.
const MANY: usize = 16;
/// More steps than it takes to find a sequence that makes sense.
const EFFORT: usize = 10_000;

/// The search for sequences of edges over via ways.
struct Walk<'t> {
    turns: &'t Turns<'t>,
    to: i64,
    chain: Vec<u32>,
    chains: Vec<Vec<u32>>,
    effort: usize,
}

impl Walk<'_> {
    /// Walks along the first of the via ways, and at every junction of it on to the next.
    fn on(&mut self, node: u32, via: &[i64]) {
        let Some((&way, rest)) = via.split_first() else {
            for step in self.turns.steps(self.to).filter(|step| step.from == node) {
                self.chains.push([&self.chain[..], &[step.edge]].concat());
            }
            return;
        };
        let steps: Vec<Step> = self.turns.steps(way).collect();
        let length = self.chain.len();
        for &first in steps.iter().filter(|step| step.from == node) {
            let mut next = Some(first);
            while let Some(step) = next
                && self.effort <= EFFORT
            {
                self.effort += 1;
                self.chain.push(step.edge);
                self.on(step.to, rest);
                let place = match step.along {
                    true => Some(step.place + 1),
                    false => step.place.checked_sub(1),
                };
                let follows = |other: &&Step| {
                    Some(other.place) == place && (other.along, other.from) == (step.along, step.to)
                };
                next = steps.iter().find(follows).copied();
            }
            self.chain.truncate(length);
        }
    }
}
