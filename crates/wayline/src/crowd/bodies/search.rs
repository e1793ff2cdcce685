//! [`Crowds`]: a search over where all bodies are, depth first, that does one round of all units at a time.
//!
//! A node is where all units are. Its first successor is the round that priority inheritance proposes
//! (`pushing.rs`). Should that lead nowhere, one unit after another is made to make each of its moves, or to stay,
//! before the others choose; in the end, each makes each of its moves while all others stay.
//!
//! Because of the last of these, the search finds a plan if there is one. Moves that happen at the same time sweep
//! different cells, so they may as well happen one after another, in the order in which they begin: every plan is
//! a sequence of single moves, and from every node all of those are tried. There are finitely many nodes, and each
//! is kept, so the search ends; in the worst case, after as many nodes as there are placements of one unit to the
//! power of the number of units.
//!
//! After Okumura: *LaCAM: Search-based algorithm for quick multi-agent pathfinding*, AAAI 2023, whose nodes have
//! exponentially many successors, since its units also go round in circles; claims of bodies do not let them.

use super::pushing::{Pushing, Step, Wish, have_arrived};
use super::setting::Setting;
use crate::crowd::dice::{Dice, mix};
use crate::crowd::roadmap::NONE;
use hashbrown::HashTable;

/// The most placements, ages and moves of units that are kept, in all nodes together.
const MOST_KEPT: u64 = 1 << 28;

/// Where all units are, and by which moves they came there from the parent.
struct Node {
    at: Box<[u32]>,
    /// For how many rounds each unit has been away from its goal: the one that waits longest goes first.
    ages: Box<[u16]>,
    parent: u32,
    steps: Box<[Step]>,
    /// The next wish to try.
    next: u32,
}

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is a plan.
    Found,
    /// Nothing is left to look at: there is none.
    Exhausted,
    /// The work that was allowed is done.
    Paused,
    /// No more nodes are kept.
    Full,
}

pub(super) struct Crowds {
    nodes: Vec<Node>,
    known: HashTable<u32>,
    /// A stack.
    open: Vec<u32>,
    kept: u64,
    pushing: Pushing,
    dice: Dice,
    order: Vec<u32>,
}

impl Crowds {
    pub(super) fn new(setting: &Setting, seed: u64) -> Crowds {
        let mut crowds = Crowds {
            nodes: Vec::new(),
            known: HashTable::new(),
            open: Vec::new(),
            kept: 0,
            pushing: Pushing::new(setting),
            dice: Dice::new(seed),
            order: (0..setting.units() as u32).collect(),
        };
        let at: Box<[u32]> = setting.starts.as_slice().into();
        crowds.add(at, vec![0; setting.units()].into(), NONE, Box::default());
        crowds
    }

    /// Searches on until there is a plan, or the work is used up: one for each unit in each round, and one for
    /// each placement looked at in search of refuges.
    pub(super) fn advance(&mut self, setting: &Setting, work: &mut u64) -> Progress {
        while let Some(&top) = self.open.last() {
            if *work == 0 {
                return Progress::Paused;
            }
            if self.kept > MOST_KEPT {
                return Progress::Full;
            }
            if have_arrived(setting, &self.nodes[top as usize].at) {
                return Progress::Found;
            }
            let before = self.pushing.work;
            self.extend(setting, top);
            *work = work.saturating_sub(self.pushing.work - before);
        }
        Progress::Exhausted
    }

    /// Does the next round from a node.
    fn extend(&mut self, setting: &Setting, top: u32) {
        self.sort_units(setting, top);
        let Some(wish) = self.next_wish(setting, top) else {
            self.open.pop();
            return;
        };
        let node = &self.nodes[top as usize];
        let round = self.pushing.round(setting, &node.at, &self.order, wish, &mut self.dice);
        let Some((next, steps)) = round else { return };
        let nodes = &self.nodes;
        let known = self.known.find(hash_of(next), |&it| *nodes[it as usize].at == *next).copied();
        match known {
            // Seen again: worth another of its rounds.
            Some(known) if known != top => self.open.push(known),
            Some(_) => {}
            None => {
                let ages = node.ages.iter().zip(next).enumerate().map(|(unit, (age, &at))| {
                    let arrived = setting.cost(unit as u32, at) == 0;
                    if arrived { 0 } else { age.saturating_add(1) }
                });
                let (at, ages, steps) = (next.into(), ages.collect(), steps.into());
                self.add(at, ages, top, steps);
            }
        }
    }

    fn next_wish(&mut self, setting: &Setting, node: u32) -> Option<Wish> {
        let next = &mut self.nodes[node as usize].next;
        let number = *next as usize;
        *next += 1;
        let Some(number) = number.checked_sub(1) else { return Some(Wish::None) };
        let (units, moves) = (setting.units(), setting.most_moves);
        let each = moves + 1;
        if number < units * each {
            let unit = self.order[number / each];
            let index = number % each;
            return Some(if index == moves { Wish::Stay(unit) } else { Wish::Move(unit, index) });
        }
        let number = number - units * each;
        let unit = *self.order.get(number.checked_div(moves)?)?;
        Some(Wish::Alone(unit, number % moves))
    }

    fn add(&mut self, at: Box<[u32]>, ages: Box<[u16]>, parent: u32, steps: Box<[Step]>) {
        let new = self.nodes.len() as u32;
        self.kept += at.len() as u64 + 4 * steps.len() as u64;
        let hash = hash_of(&at);
        self.nodes.push(Node { at, ages, parent, steps, next: 0 });
        let nodes = &self.nodes;
        self.known.insert_unique(hash, new, |&it| hash_of(&nodes[it as usize].at));
        self.open.push(new);
    }

    /// The unit that has been away from its goal for longest comes first, then the one that has farthest to go.
    fn sort_units(&mut self, setting: &Setting, node: u32) {
        let ages = &self.nodes[node as usize].ages;
        self.order.sort_unstable_by_key(|&unit| {
            let far = setting.cost(unit, setting.starts[unit as usize]);
            (std::cmp::Reverse((ages[unit as usize], far)), unit)
        });
    }

    /// The moves of the plan that was found, in an order in which they can be made one by one.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut rounds = Vec::new();
        let mut at = self.open.last().copied().unwrap_or(NONE);
        while at != NONE {
            let node = &self.nodes[at as usize];
            rounds.push(&node.steps);
            at = node.parent;
        }
        rounds.into_iter().rev().flat_map(|steps| steps.iter().copied()).collect()
    }
}

fn hash_of(at: &[u32]) -> u64 {
    at.iter().fold(0, |hash, &state| mix(hash ^ u64::from(state)))
}
