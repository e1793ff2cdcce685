//! [`Distances`]: how far every unit is from its goal, in two bits a cell.
//!
//! A grid of four moves has two colours, like a chessboard: a step always changes the distance, by one up or by
//! one down. So the remainder by four tells which it is, and the distance of one cell gives those beside it. A
//! table for ten thousand units on forty thousand cells takes 100 MB, where the distances themselves would take
//! 800.

use super::roadmap::Roadmap;
use crate::kernel::parallel::Workers;

/// Filled by one breadth-first search from every goal.
pub(super) struct Distances {
    /// Of each unit, as many words as its cells need.
    codes: Vec<u64>,
    words: usize,
    /// For each unit, from its start; [`u32::MAX`] if there is no path.
    pub(super) from_start: Vec<u32>,
}

/// The memory of one worker.
#[derive(Default)]
struct Scratch {
    /// Of each place of the layout: the distance by four, or what is below.
    marks: Vec<u8>,
    queue: Vec<u32>,
}

/// Not seen yet; a wall.
const UNSEEN: u8 = 4;
const WALL: u8 = 8;

/// The map with a wall around it: neighbours are a place, or a row of them, away, and need no table.
struct Layout {
    /// What the marks are at first.
    marks: Vec<u8>,
    row: u32,
    /// The place of each cell.
    places: Vec<u32>,
}

impl Layout {
    fn new(roadmap: &Roadmap) -> Layout {
        let cells = || (0..roadmap.len() as u32).map(|number| roadmap.cell(number));
        let row = cells().map(|cell| cell.x + 3).max().unwrap_or(3);
        let height = cells().map(|cell| cell.y + 3).max().unwrap_or(3);
        let places: Vec<u32> = cells().map(|cell| (cell.y + 1) * row + cell.x + 1).collect();
        let mut marks = vec![WALL; row as usize * height as usize];
        places.iter().for_each(|&place| marks[place as usize] = UNSEEN);
        Layout { marks, row, places }
    }
}

impl Distances {
    /// The bytes that it would take.
    pub(super) fn bytes(units: usize, cells: usize) -> u64 {
        (units as u64).saturating_mul(cells.div_ceil(32) as u64).saturating_mul(8)
    }

    pub(super) fn new(roadmap: &Roadmap, ends: &[(u32, u32)], threads: usize) -> Distances {
        let words = roadmap.len().div_ceil(32).max(1);
        let mut codes = vec![0; ends.len() * words];
        let mut from_start = vec![u32::MAX; ends.len()];
        let layout = Layout::new(roadmap);
        let mut workers = Workers::new(threads, Scratch::default);
        let mut items: Vec<_> =
            ends.iter().zip(codes.chunks_mut(words)).zip(&mut from_start).collect();
        workers.for_each(&mut items, roadmap.len() as u64 * 4, |item, scratch| {
            let ((ends, codes), from_start) = item;
            **from_start = fill(&layout, **ends, codes, scratch);
        });
        Distances { codes, words, from_start }
    }

    #[inline]
    fn code(&self, unit: u32, cell: u32) -> u64 {
        let word = self.codes[unit as usize * self.words + cell as usize / 32];
        word >> (2 * (cell % 32)) & 3
    }

    /// Whether the step from a cell to the one beside it leads towards the unit's goal.
    #[inline]
    pub(super) fn nearer(&self, unit: u32, from: u32, to: u32) -> bool {
        self.code(unit, from).wrapping_sub(self.code(unit, to)) & 3 == 1
    }
}

/// One table; returns the distance of the start.
fn fill(layout: &Layout, ends: (u32, u32), codes: &mut [u64], it: &mut Scratch) -> u32 {
    let [start, goal] = [ends.0, ends.1].map(|cell| layout.places[cell as usize]);
    it.marks.clear();
    it.marks.extend_from_slice(&layout.marks);
    // Every neighbour is written behind the last, and stays if it is new: nothing depends on a guess.
    it.queue.resize(layout.places.len() + 1, 0);
    let (marks, queue) = (&mut it.marks[..], &mut it.queue[..]);
    marks[goal as usize] = 0;
    queue[0] = goal;
    let (mut first, mut end) = (0, 1);
    let (mut distance, mut found) = (0_u32, u32::MAX);
    while first < end {
        if found == u32::MAX && marks[start as usize] != UNSEEN {
            found = distance;
        }
        distance += 1;
        let code = distance as u8 & 3;
        let last = end;
        while first < last {
            let place = queue[first];
            first += 1;
            for next in [place + 1, place - layout.row, place - 1, place + layout.row] {
                let mark = &mut marks[next as usize];
                let new = *mark == UNSEEN;
                *mark = if new { code } else { *mark };
                queue[end] = next;
                end += usize::from(new);
            }
        }
    }
    for (word, places) in codes.iter_mut().zip(layout.places.chunks(32)) {
        // Whatever was not reached does not matter: no unit comes there.
        let codes = places.iter().map(|&place| u64::from(marks[place as usize] & 3));
        *word = codes.rev().fold(0, |word, code| word << 2 | code);
    }
    found
}
