//! [`Pibt`]: where each unit goes next, by priority inheritance with backtracking.
//!
//! The unit of highest priority takes the cell it likes best. A unit that stands there has to move first, and
//! inherits the priority for it; if it cannot, the next best cell is tried. One call takes time in proportion to
//! the number of units. Two units that want to pass each other in a corridor swap: one backs out to where the
//! corridor branches, pulling the other along.
//!
//! Okumura, Machida, Défago, Tamura: *Priority inheritance with backtracking for iterative multi-agent
//! path finding*, Artificial Intelligence 310 (2022). The swap is that of Okumura: *Improving LaCAM for
//! scalable eventually optimal multi-agent pathfinding*, IJCAI 2023.

use super::dice::Dice;
use super::distances::Distances;
use super::roadmap::{NONE, Roadmap};

/// What is fixed about the crowd.
pub(super) struct Setting {
    pub(super) roadmap: Roadmap,
    pub(super) distances: Distances,
    pub(super) starts: Vec<u32>,
    pub(super) goals: Vec<u32>,
    pub(super) guide: Option<super::guide::Guide>,
}

impl Setting {
    /// By how much a step changes what a unit has left to pay, as the guide sees it.
    #[inline]
    fn leads(&self, unit: u32, from: u32, to: u32) -> i32 {
        match &self.guide {
            None if self.distances.nearer(unit, from, to) => -1,
            None => 1,
            Some(guide) => guide.change(unit, from, to),
        }
    }

    pub(super) fn units(&self) -> usize {
        self.starts.len()
    }
}

/// A unit that is choosing: its cells, best first, and which of them is tried.
struct Choice {
    unit: u32,
    cells: [u32; 5],
    count: u8,
    tried: u8,
    /// The unit that comes after it, if it takes the first of its cells.
    pulled: u32,
}

/// The memory of a step.
pub(super) struct Pibt {
    /// The unit on each cell, now and next.
    now: Vec<u32>,
    then: Vec<u32>,
    next: Vec<u32>,
    choices: Vec<Choice>,
}

impl Pibt {
    pub(super) fn new(setting: &Setting) -> Pibt {
        let cells = || vec![NONE; setting.roadmap.len()];
        let next = vec![NONE; setting.units()];
        Pibt { now: cells(), then: cells(), next, choices: Vec::new() }
    }

    /// Where all go from `from`, with the units that come first in `order` choosing first, and those in `fixed`
    /// going where they are sent; `None` if that is impossible.
    pub(super) fn step(
        &mut self,
        setting: &Setting,
        from: &[u32],
        order: &[u32],
        fixed: impl Iterator<Item = (u32, u32)>,
        dice: &mut Dice,
    ) -> Option<&[u32]> {
        for (unit, &cell) in from.iter().enumerate() {
            self.now[cell as usize] = unit as u32;
        }
        self.next.fill(NONE);
        let possible = self.fix(from, fixed)
            && order.iter().all(|&unit| {
                self.next[unit as usize] != NONE || self.choose(setting, from, unit, dice)
            });
        for (&from, &next) in from.iter().zip(&self.next) {
            self.now[from as usize] = NONE;
            if next != NONE {
                self.then[next as usize] = NONE;
            }
        }
        possible.then_some(&self.next)
    }

    /// Sends some units to given cells, unless they would collide.
    fn fix(&mut self, from: &[u32], fixed: impl Iterator<Item = (u32, u32)>) -> bool {
        for (unit, cell) in fixed {
            let there = self.now[cell as usize];
            let passes = there != NONE && self.next[there as usize] == from[unit as usize];
            if self.then[cell as usize] != NONE || (passes && there != unit) {
                return false;
            }
            self.take(unit, cell);
        }
        true
    }

    fn take(&mut self, unit: u32, cell: u32) {
        self.next[unit as usize] = cell;
        self.then[cell as usize] = unit;
    }

    /// Lets a unit choose, and all units that have to make way for it. Written without recursion: a push may run
    /// through the whole crowd.
    fn choose(&mut self, setting: &Setting, from: &[u32], unit: u32, dice: &mut Dice) -> bool {
        self.choices.clear();
        let first = self.consider(setting, from, unit, dice);
        self.choices.push(first);
        let mut yielded = true;
        while let Some(mut choice) = self.choices.pop() {
            let own = from[choice.unit as usize];
            // The unit that was asked to make way has done so, or stays where it is.
            if choice.tried > 0 && yielded {
                self.pull(&choice, own);
                continue;
            }
            let Some(cell) = self.next_cell(&mut choice, own) else {
                self.take(choice.unit, own);
                yielded = false;
                continue;
            };
            self.take(choice.unit, cell);
            let there = self.now[cell as usize];
            let asked = there != NONE && there != choice.unit && self.next[there as usize] == NONE;
            yielded = true;
            if asked {
                self.choices.push(choice);
                let next = self.consider(setting, from, there, dice);
                self.choices.push(next);
            } else {
                self.pull(&choice, own);
            }
        }
        yielded
    }

    /// The next of its cells that no unit takes, or comes from head-on.
    fn next_cell(&self, choice: &mut Choice, own: u32) -> Option<u32> {
        while choice.tried < choice.count {
            let cell = choice.cells[choice.tried as usize];
            choice.tried += 1;
            let there = self.now[cell as usize];
            let head_on = there != NONE && self.next[there as usize] == own && cell != own;
            if self.then[cell as usize] == NONE && !head_on {
                return Some(cell);
            }
        }
        None
    }

    /// The unit that is to follow does so, if it may still choose and no other does.
    fn pull(&mut self, choice: &Choice, own: u32) {
        let pulled = choice.pulled;
        if choice.tried == 1
            && pulled != NONE
            && self.next[pulled as usize] == NONE
            && self.then[own as usize] == NONE
        {
            self.take(pulled, own);
        }
    }

    /// The cells of a unit, best first: those nearer to the goal, then its own, then the others, in
    /// an order left to chance; the reverse, if it has to back out for another.
    fn consider(&self, setting: &Setting, from: &[u32], unit: u32, dice: &mut Dice) -> Choice {
        let own = from[unit as usize];
        let beside = setting.roadmap.beside(own);
        let mut cells = [NONE; 5];
        let chance = dice.roll();
        let (mut front, mut back) = (0, beside.len());
        // From a random one on, round.
        let turn = (((chance >> 32) * beside.len() as u64) >> 32) as usize;
        for at in 0..beside.len() {
            let cell = beside[(at + turn) % beside.len()];
            if setting.leads(unit, own, cell) < 0 {
                cells[front] = cell;
                front += 1;
            } else {
                cells[back] = cell;
                back -= 1;
            }
        }
        cells[front] = own;
        self.prefer_empty(&mut cells[..front], chance);
        if setting.guide.is_some() {
            cells[..front].sort_by_key(|&cell| setting.leads(unit, own, cell));
            cells[front + 1..=beside.len()].sort_by_key(|&cell| setting.leads(unit, own, cell));
        }
        let count = beside.len() as u8 + 1;
        let mut choice = Choice { unit, cells, count, tried: 0, pulled: NONE };
        choice.pulled = self.whom_to_swap_with(setting, from, &choice);
        if choice.pulled != NONE {
            choice.cells[..count as usize].reverse();
        }
        choice
    }

    /// Of equally near cells, those without a unit come first.
    fn prefer_empty(&self, cells: &mut [u32], chance: u64) {
        if cells.len() == 2 {
            let taken = |cell: u32| self.now[cell as usize] != NONE;
            let swap = match (taken(cells[0]), taken(cells[1])) {
                (true, false) => true,
                (false, true) => false,
                _ => chance & 1 == 1,
            };
            if swap {
                cells.swap(0, 1);
            }
        }
    }

    /// The unit that has to pass this one, or be passed by it, where the corridor has no room for both.
    fn whom_to_swap_with(&self, setting: &Setting, from: &[u32], choice: &Choice) -> u32 {
        let (unit, best) = (choice.unit, choice.cells[0]);
        let own = from[unit as usize];
        if best == own {
            return NONE;
        }
        let ahead = self.now[best as usize];
        if ahead != NONE
            && self.next[ahead as usize] == NONE
            && self.has_to_swap(setting, unit, ahead, own, best)
            && self.can_swap(setting, best, own)
        {
            return ahead;
        }
        // It backs out even for one behind it that has chosen already, as the one that pushes it has: otherwise it
        // would come back into the corridor, again and again.
        for &cell in setting.roadmap.beside(own) {
            let behind = self.now[cell as usize];
            if behind != NONE
                && cell != best
                && self.has_to_swap(setting, behind, unit, own, best)
                && self.can_swap(setting, best, own)
            {
                return behind;
            }
        }
        NONE
    }

    /// The cells beside one, except the cell it comes from and dead ends whose unit has arrived: how many there
    /// are, and one of them.
    fn ways_on(&self, setting: &Setting, cell: u32, behind: u32) -> (usize, u32) {
        let (mut count, mut on) = (0, NONE);
        for &next in setting.roadmap.beside(cell) {
            let there = self.now[next as usize];
            let settled = setting.roadmap.degree(next) == 1
                && there != NONE
                && setting.goals[there as usize] == next;
            if next != behind && !settled {
                count += 1;
                on = next;
            }
        }
        (count, on)
    }

    /// Whether the unit that pushes would push the other along the corridor to where it has to come back from.
    fn has_to_swap(
        &self,
        setting: &Setting,
        pusher: u32,
        pulled: u32,
        mut at: u32,
        mut ahead: u32,
    ) -> bool {
        let nearer = |unit, from, to| setting.leads(unit, from, to) < 0;
        while nearer(pusher, at, ahead) {
            match self.ways_on(setting, ahead, at) {
                (0, _) => break,
                (1, on) => (at, ahead) = (ahead, on),
                _ => return false,
            }
        }
        let arrived = at == setting.goals[pusher as usize];
        nearer(pulled, ahead, at) && (arrived || nearer(pusher, at, ahead))
    }

    /// Whether backing out from `at` comes to where the corridor branches.
    fn can_swap(&self, setting: &Setting, origin: u32, at: u32) -> bool {
        let (mut behind, mut at) = (origin, at);
        while at != origin {
            match self.ways_on(setting, at, behind) {
                (0, _) => return false,
                (1, on) => (behind, at) = (at, on),
                _ => return true,
            }
        }
        false
    }
}
