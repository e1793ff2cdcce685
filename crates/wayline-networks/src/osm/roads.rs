//! Ways, cut into edges at junctions.

use super::travel::{Pace, Travel};
use crate::{
    Edge, Limits, NetworkBuilder, NetworkError, Node, Position, Problem, Unit, whole_ticks,
};
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

/// The ways that a profile can use.
#[derive(Default)]
pub(super) struct Ways {
    ways: Vec<Way>,
    /// The nodes of all ways, one way after the other.
    nodes: Vec<i64>,
    names: Vec<String>,
    known_names: HashMap<String, u32>,
}

struct Way {
    id: i64,
    /// Where its nodes end in the list of all.
    end: usize,
    travel: Travel,
    name: u32,
}

impl Ways {
    pub(super) fn add(
        &mut self,
        id: i64,
        nodes: &[i64],
        travel: Travel,
        name: &str,
    ) -> Result<(), NetworkError> {
        let start = self.nodes.len();
        for &node in nodes {
            // A node twice in a row is once too many.
            if self.nodes[start..].last() != Some(&node) {
                self.nodes.push(node);
            }
        }
        let max = u32::MAX as u64;
        if self.nodes.len() as u64 > max {
            let count = self.nodes.len() as u64;
            return Err(Problem::TooMany { what: "nodes of ways", count, max }.into());
        }
        let name = match self.known_names.get(name) {
            Some(&number) => number,
            None => {
                let number = self.names.len() as u32;
                self.names.push(name.to_owned());
                self.known_names.insert(name.to_owned(), number);
                number
            }
        };
        self.ways.push(Way { id, end: self.nodes.len(), travel, name });
        Ok(())
    }

    /// The nodes of all ways, of which nothing is known yet.
    pub(super) fn places(&self) -> Places {
        let mut ids = self.nodes.clone();
        ids.sort_unstable();
        ids.dedup();
        let count = ids.len();
        Places {
            ids,
            at: vec![None; count],
            blocked: vec![false; count],
            junction: vec![false; count],
        }
    }
}

/// The nodes of ways, in the order of their ids.
pub(super) struct Places {
    ids: Vec<i64>,
    at: Vec<Option<Position>>,
    blocked: Vec<bool>,
    junction: Vec<bool>,
}

impl Places {
    pub(super) fn add(&mut self, id: i64, at: Position, blocked: impl FnOnce() -> bool) {
        if let Ok(place) = self.ids.binary_search(&id) {
            self.at[place] = Some(at);
            self.blocked[place] = blocked();
        }
    }

    /// Ways are cut there, whether they meet others or not.
    pub(super) fn add_junction(&mut self, id: i64) {
        if let Ok(place) = self.ids.binary_search(&id) {
            self.junction[place] = true;
        }
    }

    /// How many are not in the file.
    pub(super) fn missing(&self) -> u64 {
        self.at.iter().filter(|at| at.is_none()).count() as u64
    }
}

/// A piece of a way between two junctions, and its edges in both directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) ends: [u32; 2],
    pub(super) forward: Option<u32>,
    pub(super) backward: Option<u32>,
}

/// Ways as a network, without restrictions.
pub(super) struct Roads {
    pub(super) builder: NetworkBuilder,
    /// The pieces of the ways asked for, in order.
    pub(super) pieces: HashMap<i64, Vec<Piece>>,
    /// The nodes of the network by their ids.
    pub(super) numbers: HashMap<i64, u32>,
}

impl Ways {
    /// Cuts the ways, and keeps the pieces of some of them.
    pub(super) fn roads(
        self,
        mut places: Places,
        kept: &HashSet<i64>,
        limits: Limits,
    ) -> Result<Roads, NetworkError> {
        // The same nodes as places. Every one was found when places were made.
        let nodes: Vec<u32> = self
            .nodes
            .iter()
            .map(|id| places.ids.binary_search(id).unwrap_or_default() as u32)
            .collect();
        let starts = [0].into_iter().chain(self.ways.iter().map(|way| way.end));
        let stretches: Vec<&[u32]> =
            starts.zip(&self.ways).map(|(start, way)| &nodes[start..way.end]).collect();
        places.find_junctions(&stretches);

        let mut cutter = Cutter::new(&places, limits)?;
        let mut pieces: HashMap<i64, Vec<Piece>> = HashMap::new();
        for (way, stretch) in self.ways.iter().zip(stretches) {
            let before = cutter.pieces.len();
            cutter.cut(stretch, way.travel, &self.names[way.name as usize])?;
            if kept.contains(&way.id) {
                pieces.entry(way.id).or_default().extend(&cutter.pieces[before..]);
            }
            cutter.pieces.clear();
        }
        Ok(Roads { builder: cutter.builder, pieces, numbers: cutter.numbers })
    }
}

/// Runs of nodes that are in the file.
fn runs<'s>(stretch: &'s [u32], at: &'s [Option<Position>]) -> impl Iterator<Item = &'s [u32]> {
    let runs = stretch.split(|&place| at[place as usize].is_none());
    runs.filter(|run| run.len() > 1)
}

impl Places {
    /// Ends of ways, and whatever ways have more than once.
    fn find_junctions(&mut self, stretches: &[&[u32]]) {
        let mut seen = vec![false; self.ids.len()];
        for run in stretches.iter().flat_map(|stretch| runs(stretch, &self.at)) {
            for &place in run {
                let (junction, seen) =
                    (&mut self.junction[place as usize], &mut seen[place as usize]);
                *junction |= *seen;
                *seen = true;
            }
            for end in [run[0], run[run.len() - 1]] {
                self.junction[end as usize] = true;
            }
        }
        for ((junction, blocked), seen) in self.junction.iter_mut().zip(&self.blocked).zip(seen) {
            // Restrictions may name nodes that no way leads to.
            *junction = (*junction || *blocked) && seen;
        }
    }
}

struct Cutter<'p> {
    places: &'p Places,
    limits: Limits,
    builder: NetworkBuilder,
    numbers: HashMap<i64, u32>,
    /// How many pieces end at a barrier so far.
    ends_at: HashMap<u32, u32>,
    pieces: Vec<Piece>,
}

impl<'p> Cutter<'p> {
    fn new(places: &'p Places, limits: Limits) -> Result<Cutter<'p>, NetworkError> {
        let junctions = places.junction.iter().filter(|&&junction| junction).count();
        limits.check_nodes(junctions as u64)?;
        let mut builder = NetworkBuilder { unit: Unit::Seconds, ..NetworkBuilder::default() };
        builder.nodes.reserve_exact(junctions);
        let mut numbers = HashMap::with_capacity(junctions);
        for (place, &id) in places.ids.iter().enumerate() {
            if places.junction[place] {
                numbers.insert(id, builder.nodes.len() as u32);
                let position = places.at[place];
                builder.nodes.push(Node { id: id.to_string(), position, ..Node::default() });
            }
        }
        let (ends_at, pieces) = (HashMap::new(), Vec::new());
        Ok(Cutter { places, limits, builder, numbers, ends_at, pieces })
    }

    /// The node where a piece ends: at a barrier, one of its own.
    fn end(&mut self, place: u32) -> Result<u32, NetworkError> {
        let id = self.places.ids[place as usize];
        let number = self.numbers[&id];
        if !self.places.blocked[place as usize] {
            return Ok(number);
        }
        let count = self.ends_at.entry(place).or_default();
        *count += 1;
        if *count == 1 {
            return Ok(number);
        }
        let position = self.places.at[place as usize];
        let number = self.builder.nodes.len() as u32;
        self.limits.check_nodes(number as u64 + 1)?;
        let id = format!("{id}#{count}");
        self.builder.nodes.push(Node { id, position, ..Node::default() });
        Ok(number)
    }

    fn cut(&mut self, stretch: &[u32], travel: Travel, name: &str) -> Result<(), NetworkError> {
        let places = self.places;
        let position = |place: u32| places.at[place as usize].into_iter();
        let metres = |piece: &[u32]| -> f64 {
            let mut last: Option<Position> = None;
            let points = piece.iter().flat_map(|&place| position(place));
            points.map(|at| last.replace(at).map_or(0.0, |last| last.metres_to(at))).sum()
        };
        // Only ferries ask for it.
        let whole = LazyCell::new(|| runs(stretch, &places.at).map(metres).sum::<f64>());
        let mut ends = Vec::new();
        for run in runs(stretch, &places.at) {
            ends.clear();
            ends.extend((0..run.len()).filter(|&i| places.junction[run[i] as usize]));
            for pair in ends.windows(2) {
                let piece = &run[pair[0]..=pair[1]];
                let length = metres(piece);
                let cost = |pace: Pace| match pace {
                    Pace::Speed(speed) => whole_ticks(length * 3.6 / speed),
                    Pace::Whole(seconds) => match *whole {
                        // All points lie at one place.
                        0.0 => whole_ticks(seconds),
                        whole => whole_ticks(seconds * length / whole),
                    },
                };
                let between = &piece[1..piece.len() - 1];
                let shape: Vec<_> = between.iter().flat_map(|&place| position(place)).collect();
                self.add(
                    piece,
                    [travel.forward.map(cost), travel.backward.map(cost)],
                    name,
                    shape,
                )?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        piece: &[u32],
        [forward, backward]: [Option<f64>; 2],
        name: &str,
        shape: Vec<Position>,
    ) -> Result<(), NetworkError> {
        let (from, to) = (self.end(piece[0])?, self.end(piece[piece.len() - 1])?);
        self.limits.check_edges(self.builder.edges.len() as u64 + 2)?;
        let mut add = |edge: Edge| {
            self.builder.edges.push(edge);
            self.builder.edges.len() as u32 - 1
        };
        let edge = Edge { from, to, cost: 0.0, name: name.to_owned(), shape };
        let back = backward.map(|cost| Edge { cost, ..edge.reversed() });
        let forward = forward.map(|cost| add(Edge { cost, ..edge }));
        let backward = back.map(add);
        self.pieces.push(Piece { ends: [from, to], forward, backward });
        Ok(())
    }
}
