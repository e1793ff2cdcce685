//! [`Tables`]: what it costs to get to every stop that a unit heads for, in four bits a cell.
//!
//! A step in one of four directions changes the cost by little, up or down, so that its remainder by sixteen says
//! by how much: see `crowd/distances.rs`. Tables are kept for the next unit that goes to the same stop, as long as
//! there is room; the one that was used longest ago goes first.

use super::streets::{Ring, Streets};
use crate::crowd::roadmap::NONE;
use crate::kernel::parallel::Workers;

/// Bytes that tables take before one that is no longer needed is used for another stop.
const KEPT: usize = 256 << 20;

/// Cells in a word, bits of a cell, and what they hold at most.
const CELLS: usize = 16;
const BITS: u32 = 4;
const MOST: u64 = 15;

pub(in crate::crowd) struct Tables {
    words: usize,
    tables: Vec<Table>,
    /// The table of each cell that is a stop.
    of_stop: Vec<u32>,
    workers: Workers<Scratch>,
    clock: u64,
}

struct Table {
    stop: u32,
    codes: Vec<u64>,
    /// How many head for it.
    users: u32,
    used: u64,
    fresh: bool,
}

#[derive(Default)]
struct Scratch {
    costs: Vec<u32>,
    ring: Ring,
}

impl Tables {
    pub(in crate::crowd) fn new(streets: &Streets, threads: usize) -> Tables {
        Tables {
            words: streets.len().div_ceil(CELLS),
            tables: Vec::new(),
            of_stop: vec![NONE; streets.len()],
            workers: Workers::new(threads, Scratch::default),
            clock: 0,
        }
    }

    /// The bytes that this many units need at most.
    pub(in crate::crowd) fn bytes(units: usize, cells: usize) -> u64 {
        (units as u64).saturating_mul(cells.div_ceil(CELLS) as u64).saturating_mul(8)
    }

    /// A table for the units that head for a stop, to be [filled](Tables::fill) before it is read.
    pub(in crate::crowd) fn take(&mut self, stop: u32) -> u32 {
        self.clock += 1;
        let mut at = self.of_stop[stop as usize];
        if at == NONE {
            at = self.room(stop);
        }
        let table = &mut self.tables[at as usize];
        table.users += 1;
        table.used = self.clock;
        at
    }

    pub(super) fn leave(&mut self, table: u32) {
        self.tables[table as usize].users -= 1;
    }

    /// A new table: that of a stop that is no longer needed, if there are enough of those.
    fn room(&mut self, stop: u32) -> u32 {
        let most = KEPT / (8 * self.words.max(1));
        let mut at = NONE;
        if self.tables.len() >= most {
            let idle = self.tables.iter().enumerate().filter(|(_, table)| table.users == 0);
            at = idle.min_by_key(|(_, table)| table.used).map_or(NONE, |(at, _)| at as u32);
        }
        if at == NONE {
            at = self.tables.len() as u32;
            let codes = vec![0; self.words];
            self.tables.push(Table { stop, codes, users: 0, used: 0, fresh: true });
        } else {
            let table = &mut self.tables[at as usize];
            self.of_stop[table.stop as usize] = NONE;
            (table.stop, table.fresh) = (stop, true);
        }
        self.of_stop[stop as usize] = at;
        at
    }

    /// Fills the tables that are new.
    pub(in crate::crowd) fn fill(&mut self, streets: &Streets) {
        let mut fresh: Vec<&mut Table> = self.tables.iter_mut().filter(|it| it.fresh).collect();
        self.workers.for_each(&mut fresh, streets.len() as u64 * 4, |table, scratch| {
            let Scratch { costs, ring } = scratch;
            streets.costs_to(table.stop, costs, ring);
            for (word, costs) in table.codes.iter_mut().zip(costs.chunks(CELLS)) {
                *word = costs.iter().rev().fold(0, |word, &it| word << BITS | u64::from(it) & MOST);
            }
            table.fresh = false;
        });
    }

    #[inline]
    fn code(&self, table: u32, cell: u32) -> u64 {
        let word = self.tables[table as usize].codes[cell as usize / CELLS];
        word >> (BITS * (cell % CELLS as u32)) & MOST
    }

    /// By how much the step between two cells side by side changes what is left to pay.
    #[inline]
    pub(in crate::crowd) fn change(&self, table: u32, from: u32, to: u32) -> i32 {
        let change = self.code(table, to).wrapping_sub(self.code(table, from)) as i32;
        // The four bits, with their sign.
        change << (32 - BITS) >> (32 - BITS)
    }

    /// What the cheapest path from a cell costs, if there is one.
    pub(super) fn cost(&self, streets: &Streets, table: u32, from: u32) -> u32 {
        let (mut at, mut cost) = (from, 0);
        while at != self.tables[table as usize].stop {
            let sides =
                (0..4).map(|heading| (streets.ahead(at, heading), streets.toll(at, heading)));
            let mut cheapest = sides.filter(|&(next, toll)| {
                next != NONE && self.change(table, at, next) == -(toll as i32)
            });
            let Some((next, toll)) = cheapest.next() else { break };
            at = next;
            cost += toll;
        }
        cost
    }
}
