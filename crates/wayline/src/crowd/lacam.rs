//! [`Lacam`]: a search over whole crowds, depth first, that makes one step of all units at a time.
//!
//! A node is where all units stand. Its first successor is the step that priority inheritance proposes; later
//! ones, should the first lead nowhere, send ever more units where they would not go by themselves. So every
//! possible step comes up in the end, and the search finds a plan if there is one. Going on after the first plan,
//! it finds better ones: nodes reached again at less cost are rewired, and nodes that cannot be part of a better
//! plan are left out. When nothing is open any more, the best plan found is proved to be the best of all, by the
//! *loss*: each unit pays one for each step, except steps in which it rests at its goal.
//!
//! Okumura: *LaCAM: Search-based algorithm for quick multi-agent pathfinding*, AAAI 2023; *Improving LaCAM
//! for scalable eventually optimal multi-agent pathfinding*, IJCAI 2023.

use super::dice::{Dice, mix};
use super::pibt::{Pibt, Setting};
use super::roadmap::NONE;
use hashbrown::HashTable;

/// The most cells and ages of units that are kept, in all nodes together: 6 GB.
const MOST_KEPT: u64 = 1 << 30;

/// A number of 24 bits. There are fewer units: their tables would not fit into memory.
const LARGEST: u32 = (1 << 24) - 1;

/// Where all units stand, and how they came to be there.
struct Node {
    cells: Box<[u32]>,
    /// For how many steps each unit has been away from its goal: the one that waits longest goes first.
    ages: Box<[u16]>,
    parent: u32,
    /// The loss so far, and the least that remains.
    loss: u64,
    rest: u64,
    /// Nodes one step away, as far as they are known.
    beside: Vec<u32>,
    wishes: Wishes,
}

/// Which units are sent where, as a tree searched breadth first: a wish is added to those of its parent.
#[derive(Default)]
struct Wishes {
    tree: Vec<Wish>,
    /// The next to be tried; the first of all is not a wish.
    next: u32,
}

#[derive(Clone, Copy)]
struct Wish {
    parent: u32,
    unit: u32,
    cell: u32,
    depth: u32,
}

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// A plan better than any before was found.
    Better,
    /// Nothing is left to look at.
    Exhausted,
    /// The work that was allowed is done.
    Paused,
    /// No more nodes are kept.
    Full,
}

pub(super) struct Lacam {
    nodes: Vec<Node>,
    known: HashTable<u32>,
    /// A stack.
    open: Vec<u32>,
    goal: u32,
    /// Plans of this loss are known from other methods.
    known_loss: u64,
    pibt: Pibt,
    dice: Dice,
    order: Vec<u32>,
    keys: Vec<u64>,
    /// Nodes that have become cheaper, and whose neighbours may follow.
    cheaper: Vec<u32>,
}

impl Lacam {
    pub(super) fn new(setting: &Setting, seed: u64) -> Lacam {
        let units = setting.units();
        let rest = setting.distances.from_start.iter().map(|&far| u64::from(far)).sum();
        let mut lacam = Lacam {
            nodes: Vec::new(),
            known: HashTable::new(),
            open: Vec::new(),
            goal: NONE,
            known_loss: u64::MAX,
            pibt: Pibt::new(setting),
            dice: Dice::new(seed),
            order: Vec::new(),
            keys: Vec::new(),
            cheaper: Vec::new(),
        };
        let ages = vec![0; units].into();
        lacam.add(setting.starts.as_slice().into(), ages, NONE, 0, rest);
        lacam
    }

    /// From now on, only plans of less loss are searched for.
    pub(super) fn only_below(&mut self, loss: u64) {
        self.known_loss = self.known_loss.min(loss);
    }

    /// The least loss of any plan, once nothing is left to look at.
    pub(super) fn least_loss(&self) -> u64 {
        self.best()
    }

    /// Searches on until there is a better plan, or the work is used up: each step made costs one for each unit.
    pub(super) fn advance(&mut self, setting: &Setting, work: &mut u64) -> Progress {
        let units = setting.units() as u64;
        while let Some(&top) = self.open.last() {
            if *work < units {
                return Progress::Paused;
            }
            *work -= units;
            if self.nodes.len() as u64 * units > MOST_KEPT {
                return Progress::Full;
            }
            let best = self.best();
            let node = &self.nodes[top as usize];
            if node.loss.saturating_add(node.rest) >= best {
                self.open.pop();
                continue;
            }
            if *node.cells == *setting.goals {
                self.goal = top;
                self.open.pop();
                return Progress::Better;
            }
            if self.extend(setting, top) && self.best() < best {
                return Progress::Better;
            }
        }
        Progress::Exhausted
    }

    fn best(&self) -> u64 {
        let found = if self.goal == NONE { u64::MAX } else { self.nodes[self.goal as usize].loss };
        found.min(self.known_loss)
    }

    /// Makes the next step from a node; returns whether that made known nodes cheaper.
    fn extend(&mut self, setting: &Setting, top: u32) -> bool {
        self.sort_units(setting, top);
        let node = &mut self.nodes[top as usize];
        let Some(wish) = node.wishes.take(setting, &node.cells, &self.order) else {
            self.open.pop();
            return false;
        };
        let node = &self.nodes[top as usize];
        let wishes = node.wishes.chain(wish);
        let step = self.pibt.step(setting, &node.cells, &self.order, wishes, &mut self.dice);
        let Some(next) = step else { return false };
        let hash = hash_of(next);
        let nodes = &self.nodes;
        let known = self.known.find(hash, |&at| *nodes[at as usize].cells == *next).copied();
        let (mut loss, mut rest) = (node.loss, node.rest);
        for (unit, (&from, &to)) in node.cells.iter().zip(next).enumerate() {
            let goal = setting.goals[unit];
            loss += u64::from(from != goal || to != goal);
            if from != to {
                let nearer = setting.distances.nearer(unit as u32, from, to);
                rest = if nearer { rest - 1 } else { rest + 1 };
            }
        }
        if let Some(known) = known {
            let beside = &mut self.nodes[top as usize].beside;
            if !beside.contains(&known) {
                beside.push(known);
            }
            let improved = self.rewire(setting, top);
            // Seen again: worth another of its steps, unless no better plan leads through it.
            self.open.push(known);
            return improved;
        }
        let cells: Box<[u32]> = next.into();
        let ages = cells.iter().zip(&node.ages).zip(&setting.goals);
        let ages = ages
            .map(|((cell, age), goal)| if cell == goal { 0 } else { age.saturating_add(1) })
            .collect();
        let new = self.add(cells, ages, top, loss, rest);
        self.nodes[top as usize].beside.push(new);
        false
    }

    fn add(
        &mut self,
        cells: Box<[u32]>,
        ages: Box<[u16]>,
        parent: u32,
        loss: u64,
        rest: u64,
    ) -> u32 {
        let new = self.nodes.len() as u32;
        let hash = hash_of(&cells);
        let wishes = Wishes::default();
        self.nodes.push(Node { cells, ages, parent, loss, rest, beside: Vec::new(), wishes });
        let nodes = &self.nodes;
        self.known.insert_unique(hash, new, |&at| hash_of(&nodes[at as usize].cells));
        self.open.push(new);
        new
    }

    /// The unit that has been away from its goal for longest comes first, then the one that has farthest to go.
    fn sort_units(&mut self, setting: &Setting, node: u32) {
        let ages = self.nodes[node as usize].ages.iter();
        let far = &setting.distances.from_start;
        // Age, distance and number in one word: sorting those takes a fraction of sorting by them.
        let key = |(unit, (&age, &far)): (usize, (&u16, &u32))| {
            let far = far.min(LARGEST);
            u64::from(!age) << 48 | u64::from(LARGEST - far) << 24 | unit as u64
        };
        self.keys.clear();
        self.keys.extend(ages.zip(far).enumerate().map(key));
        self.keys.sort_unstable();
        self.order.clear();
        self.order.extend(self.keys.iter().map(|&key| key as u32 & LARGEST));
    }

    /// Passes a lower loss on to all nodes that can be reached at less than before. Those that were given up because
    /// no better plan led through them are looked at again if now one may.
    fn rewire(&mut self, setting: &Setting, from: u32) -> bool {
        let best = self.best();
        self.cheaper.clear();
        self.cheaper.push(from);
        let mut improved = false;
        while let Some(at) = self.cheaper.pop() {
            for place in 0..self.nodes[at as usize].beside.len() {
                let next = self.nodes[at as usize].beside[place];
                let (here, there) = (&self.nodes[at as usize], &self.nodes[next as usize]);
                let steps = here.cells.iter().zip(&there.cells).zip(&setting.goals);
                let loss = steps.filter(|((from, to), goal)| from != goal || to != goal).count();
                let loss = here.loss + loss as u64;
                if loss < there.loss {
                    let there = &mut self.nodes[next as usize];
                    (there.loss, there.parent) = (loss, at);
                    // Before there is a plan, none is given up.
                    if best < u64::MAX && loss.saturating_add(there.rest) < best {
                        self.open.push(next);
                    }
                    self.cheaper.push(next);
                    improved = true;
                }
            }
        }
        improved
    }

    /// The best plan found: where all units stand, step by step.
    pub(super) fn plan(&self) -> Vec<&[u32]> {
        let mut steps = Vec::new();
        let mut at = self.goal;
        while at != NONE {
            steps.push(&*self.nodes[at as usize].cells);
            at = self.nodes[at as usize].parent;
        }
        steps.reverse();
        steps
    }
}

impl Wishes {
    /// The next wish to try, as its place in the tree; what can be wished beside it is added.
    fn take(&mut self, setting: &Setting, cells: &[u32], order: &[u32]) -> Option<u32> {
        if self.tree.is_empty() && self.next == 0 {
            // None at all comes first, and is not written down: most nodes never need another.
            self.next = 1;
            return Some(NONE);
        }
        if self.tree.is_empty() {
            self.add(setting, cells, order, NONE, 0);
            self.next = 0;
            if self.tree.is_empty() {
                return None;
            }
        }
        let wish = self.next;
        let &Wish { depth, .. } = self.tree.get(wish as usize)?;
        self.next += 1;
        self.add(setting, cells, order, wish, depth);
        Some(wish)
    }

    /// The unit that comes next in the order goes to each of its cells, or stays.
    fn add(&mut self, setting: &Setting, cells: &[u32], order: &[u32], parent: u32, depth: u32) {
        let Some(&unit) = order.get(depth as usize) else { return };
        let own = cells[unit as usize];
        for &cell in setting.roadmap.beside(own).iter().chain([&own]) {
            self.tree.push(Wish { parent, unit, cell, depth: depth + 1 });
        }
    }

    /// A wish and those it was added to.
    fn chain(&self, wish: u32) -> impl Iterator<Item = (u32, u32)> + use<'_> {
        let mut at = wish;
        std::iter::from_fn(move || {
            let &Wish { parent, unit, cell, .. } = self.tree.get(at as usize)?;
            at = parent;
            Some((unit, cell))
        })
    }
}

/// The same for the same cells, wherever it is computed.
fn hash_of(cells: &[u32]) -> u64 {
    let spread = |(unit, &cell): (usize, &u32)| mix((unit as u64) << 32 | u64::from(cell));
    cells.iter().enumerate().map(spread).fold(0, u64::wrapping_add)
}
