//! [`Pushing`]: what each unit does in the next round, by priority inheritance with backtracking, for bodies.
//!
//! A round is a sequence of moves: one begins when those before it are over, as far as they share cells. The unit
//! of highest priority takes the move that leads on towards its goal. The move claims the cells that it sweeps,
//! and any unit on one of them has to leave all of them first: it looks for the nearest refuge, in as many moves
//! as that takes, and claims the cells of that path in turn, so that units on it leave first, and so on. If one of
//! them cannot, all that was done for the claim is undone, and the next move is tried. Refuges off the next moves
//! of the unit that pushes come first: a unit chased along a corridor steps aside at its end.
//!
//! After Okumura, Machida, Défago, Tamura: *Priority inheritance with backtracking for iterative
//! multi-agent path finding*, Artificial Intelligence 310 (2022), where units are one cell and yield in one
//! step. Work for a unit is bounded by constants; a round takes time in proportion to the units.
//!
//! Invariant: a cell has one holder, and every move in the sequence sweeps only cells that no other unit holds at
//! that point of it.

use super::setting::{Legal, NO_WAY, Setting};
use crate::crowd::dice::Dice;
use crate::crowd::roadmap::NONE;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How far one push may set off others.
const DEEPEST: u32 = 10;
/// Placements looked at in search of one refuge, and of all refuges for one move.
const FOR_ONE: u32 = 300;
const FOR_ALL: u32 = 3000;
/// How much it counts, in time units, to have a unit pushed off a cell.
const PUSHED: u32 = 20;
/// How much farther a refuge may be if it is also off the next moves of the unit that pushes.
const FARTHER: u32 = 100;
/// How many moves ahead are kept clear, where that is possible.
const AHEAD: usize = 8;

/// A move of one unit, in the sequence of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) unit: u32,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) index: u8,
    pub(super) time: u32,
}

/// What one unit is made to do before all others choose.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wish {
    /// Nothing is asked of any unit.
    None,
    /// It makes a move, if it can.
    Move(u32, usize),
    /// It stays.
    Stay(u32),
    /// It makes a move, and no other unit does anything.
    Alone(u32, usize),
}

/// The memory of a round.
pub(super) struct Pushing {
    at: Vec<u32>,
    /// The unit on each cell.
    holders: Vec<u32>,
    /// Units that have moved in this round, or are about to: they are not pushed.
    fixed: Vec<bool>,
    steps: Vec<Step>,
    /// How many claims each cell is part of.
    claims: Vec<u16>,
    /// Cells that a unit would like to have next, by the number of the wish.
    wanted: Vec<u32>,
    round: u32,
    /// Placements that may still be looked at.
    left: u32,
    refuge: Refuge,
    /// All work that was done.
    pub(super) work: u64,
}

/// The memory of a search for a refuge.
#[derive(Default)]
struct Refuge {
    seen: Vec<u32>,
    cost: Vec<u32>,
    came: Vec<(u32, u8)>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    round: u32,
}

impl Pushing {
    pub(super) fn new(setting: &Setting) -> Pushing {
        let states = setting.cells * 4;
        Pushing {
            at: Vec::new(),
            holders: vec![NONE; setting.cells],
            fixed: vec![false; setting.units()],
            steps: Vec::new(),
            claims: vec![0; setting.cells],
            wanted: vec![0; setting.cells],
            round: 0,
            left: 0,
            refuge: Refuge {
                seen: vec![0; states],
                cost: vec![0; states],
                came: vec![(0, 0); states],
                ..Refuge::default()
            },
            work: 0,
        }
    }

    /// Where all units are after a round, and by which moves; `None` if a wish cannot be granted. Units that come
    /// first in `order` choose first.
    pub(super) fn round(
        &mut self,
        setting: &Setting,
        at: &[u32],
        order: &[u32],
        wish: Wish,
        dice: &mut Dice,
    ) -> Option<(&[u32], &[Step])> {
        self.at.clear();
        self.at.extend_from_slice(at);
        self.steps.clear();
        self.fixed.fill(false);
        for (unit, &state) in at.iter().enumerate() {
            let cells = setting.of(unit as u32).footprint(state);
            cells.for_each(|cell| self.holders[cell] = unit as u32);
        }
        self.work += at.len() as u64;
        let granted = self.grant(setting, wish);
        if granted && !matches!(wish, Wish::Alone(..)) {
            for &unit in order {
                if !self.fixed[unit as usize] {
                    self.go_on(setting, unit, dice);
                }
            }
        }
        for (unit, &state) in self.at.iter().enumerate() {
            let cells = setting.of(unit as u32).footprint(state);
            cells.for_each(|cell| self.holders[cell] = NONE);
        }
        granted.then_some((&self.at, &self.steps))
    }

    fn grant(&mut self, setting: &Setting, wish: Wish) -> bool {
        self.left = FOR_ALL;
        match wish {
            Wish::None => true,
            Wish::Stay(unit) => {
                self.fixed[unit as usize] = true;
                true
            }
            Wish::Move(unit, index) => {
                let legal = setting.legal(unit, self.at[unit as usize], index);
                legal.is_some_and(|legal| self.makes(setting, unit, legal))
            }
            Wish::Alone(unit, index) => {
                let (of_kind, from) = (setting.of(unit), self.at[unit as usize]);
                let Some(legal) = setting.legal(unit, from, index) else { return false };
                let mut swept = of_kind.swept(from, legal.index);
                let free = swept.all(|cell| [NONE, unit].contains(&self.holders[cell]));
                if free {
                    self.commit(setting, unit, legal);
                }
                free
            }
        }
    }

    /// Lets a unit make the best move it can towards its goal. One that cannot, or has arrived, stays, and may be
    /// pushed.
    fn go_on(&mut self, setting: &Setting, unit: u32, dice: &mut Dice) {
        let (of_kind, from) = (setting.of(unit), self.at[unit as usize]);
        let here = setting.cost(unit, from);
        if here == 0 {
            return;
        }
        let mut moves: Vec<(u32, u32, u64, Legal)> = Vec::with_capacity(8);
        of_kind.for_each_move(from, |legal| {
            let there = setting.cost(unit, legal.to);
            if there < here {
                let swept = of_kind.swept(from, legal.index);
                let taken = swept.filter(|&cell| ![NONE, unit].contains(&self.holders[cell]));
                moves.push((there + legal.time, taken.count() as u32, dice.roll(), legal));
            }
        });
        moves.sort_unstable_by_key(|&(cost, taken, chance, legal)| {
            (cost, taken, chance, legal.index)
        });
        self.left = FOR_ALL;
        for (.., legal) in moves {
            if self.makes(setting, unit, legal) {
                return;
            }
        }
    }

    /// Lets a unit make a move, and all others make way for it; returns whether they could.
    fn makes(&mut self, setting: &Setting, unit: u32, legal: Legal) -> bool {
        let from = self.at[unit as usize];
        let mut swept = setting.of(unit).swept(from, legal.index);
        if swept.any(|cell| ![NONE, unit].contains(&self.holders[cell])) {
            self.want(setting, unit, legal.to);
        }
        let before = self.steps.len();
        self.fixed[unit as usize] = true;
        let made = self.walk(setting, unit, &[legal], 0);
        if !made {
            self.undo(setting, before);
            self.fixed[unit as usize] = false;
        }
        made
    }

    /// Marks the cells of a unit's next moves.
    fn want(&mut self, setting: &Setting, unit: u32, mut state: u32) {
        self.round += 1;
        let of_kind = setting.of(unit);
        for _ in 0..AHEAD {
            if setting.cost(unit, state) == 0 {
                return;
            }
            let mut best: Option<(u32, Legal)> = None;
            of_kind.for_each_move(state, |legal| {
                let cost = setting.cost(unit, legal.to).saturating_add(legal.time);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, legal));
                }
            });
            let Some((_, legal)) = best else { return };
            for cell in of_kind.swept(state, legal.index) {
                self.wanted[cell] = self.round;
            }
            state = legal.to;
        }
    }

    /// Makes moves one after another, once all units in the way have left. If they cannot, part of it may have
    /// been done: the caller undoes it.
    fn walk(&mut self, setting: &Setting, unit: u32, way: &[Legal], depth: u32) -> bool {
        let of_kind = setting.of(unit);
        let mut state = self.at[unit as usize];
        let mut in_the_way: Vec<u32> = Vec::new();
        for legal in way {
            for cell in of_kind.swept(state, legal.index) {
                self.claims[cell] += 1;
                let holder = self.holders[cell];
                if holder != NONE && holder != unit && !in_the_way.contains(&holder) {
                    in_the_way.push(holder);
                }
            }
            state = legal.to;
        }
        let made_way = in_the_way.iter().all(|&other| {
            // Another unit may have pushed it away already.
            let covered = setting.of(other).footprint(self.at[other as usize]);
            let mut covered = covered.filter(|&cell| self.claims[cell] > 0);
            covered.next().is_none() || self.evade(setting, other, depth + 1)
        });
        let mut state = self.at[unit as usize];
        for legal in way {
            of_kind.swept(state, legal.index).for_each(|cell| self.claims[cell] -= 1);
            state = legal.to;
        }
        made_way
            && way.iter().all(|&legal| {
                let mut swept = of_kind.swept(self.at[unit as usize], legal.index);
                let free = swept.all(|cell| [NONE, unit].contains(&self.holders[cell]));
                if free {
                    self.commit(setting, unit, legal);
                }
                free
            })
    }

    /// Has a unit leave all cells that are claimed; returns whether it could. If not, nothing has changed.
    fn evade(&mut self, setting: &Setting, unit: u32, depth: u32) -> bool {
        if self.fixed[unit as usize] {
            return false;
        }
        let before = self.steps.len();
        for push in [true, false] {
            if push && depth >= DEEPEST {
                continue;
            }
            self.fixed[unit as usize] = true;
            let Some(way) = self.refuge(setting, unit, push) else { break };
            if self.walk(setting, unit, &way, depth) {
                return true;
            }
            self.undo(setting, before);
        }
        self.fixed[unit as usize] = false;
        false
    }

    /// The path to the nearest placement off all claims: through units that may be pushed, or not.
    fn refuge(&mut self, setting: &Setting, unit: u32, push: bool) -> Option<Vec<Legal>> {
        let (of_kind, from) = (setting.of(unit), self.at[unit as usize]);
        let it = &mut self.refuge;
        it.round += 1;
        it.open.clear();
        it.open.push(Reverse((0, from)));
        it.seen[from as usize] = it.round;
        it.cost[from as usize] = 0;
        let (mut looked, mut fallback) = (FOR_ONE, None::<(u32, u32)>);
        let mut end = None;
        while let Some(Reverse((cost, state))) = it.open.pop() {
            if cost > it.cost[state as usize] {
                continue;
            }
            if looked == 0 || self.left == 0 {
                break;
            }
            (looked, self.left, self.work) = (looked - 1, self.left - 1, self.work + 1);
            if fallback.is_some_and(|(least, _)| cost > least + FARTHER) {
                break;
            }
            let mut covered = of_kind.footprint(state);
            if covered.clone().all(|cell| self.claims[cell] == 0) {
                if covered.all(|cell| self.wanted[cell] != self.round) {
                    end = Some(state);
                    break;
                }
                fallback = fallback.or(Some((cost, state)));
            }
            of_kind.for_each_move(state, |legal| {
                // No refuge is where it could never come back from.
                if setting.cost(unit, legal.to) == NO_WAY {
                    return;
                }
                let mut total = cost + legal.time;
                for cell in of_kind.swept(state, legal.index) {
                    let holder = self.holders[cell];
                    if holder != NONE && holder != unit {
                        if !push || self.fixed[holder as usize] {
                            return;
                        }
                        total += PUSHED;
                    }
                }
                let to = legal.to as usize;
                if it.seen[to] != it.round || total < it.cost[to] {
                    it.seen[to] = it.round;
                    it.cost[to] = total;
                    it.came[to] = (state, legal.index);
                    it.open.push(Reverse((total, legal.to)));
                }
            });
        }
        let mut state = end.or(fallback.map(|(_, state)| state))?;
        let mut way = Vec::new();
        while state != from {
            let (before, index) = it.came[state as usize];
            way.push(setting.legal(unit, before, index as usize)?);
            state = before;
        }
        way.reverse();
        Some(way)
    }

    fn commit(&mut self, setting: &Setting, unit: u32, legal: Legal) {
        let from = std::mem::replace(&mut self.at[unit as usize], legal.to);
        self.place(setting, unit, from, legal.to);
        let Legal { index, to, time } = legal;
        self.steps.push(Step { unit, from, to, index, time });
    }

    fn place(&mut self, setting: &Setting, unit: u32, from: u32, to: u32) {
        let of_kind = setting.of(unit);
        of_kind.footprint(from).for_each(|cell| self.holders[cell] = NONE);
        of_kind.footprint(to).for_each(|cell| self.holders[cell] = unit);
    }

    /// Takes moves back until this many are left.
    fn undo(&mut self, setting: &Setting, left: usize) {
        while self.steps.len() > left
            && let Some(Step { unit, from, to, .. }) = self.steps.pop()
        {
            self.at[unit as usize] = from;
            self.fixed[unit as usize] = false;
            self.place(setting, unit, to, from);
        }
    }
}

/// Whether all units have arrived.
pub(super) fn have_arrived(setting: &Setting, at: &[u32]) -> bool {
    at.iter().enumerate().all(|(unit, &at)| setting.cost(unit as u32, at) == 0)
}
