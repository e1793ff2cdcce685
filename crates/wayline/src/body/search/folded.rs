//! The moves of a body between folded placements, seen from where they end: for [fields](super::field).
//!
//! Folding makes one class of headings that are alike: a body that is the same at every heading needs
//! cells only, any other an axis. Moves between the same two places are a group, of which only the
//! cheapest legal one counts. Whether there is a legal one is a bit again, of a board that is the OR of
//! the boards of the moves, shifted to where they end. Where a move costs the same wherever it is
//! legal, there is a board for each cost.

use super::guide::NO_PATH;
use crate::body::map::{BodyMap, body_map::Step};

#[derive(Clone, Default)]
pub(crate) struct Folded {
    pub(crate) classes: u32,
    levels: Vec<Level>,
    moves: Vec<Step>,
    /// Where the levels of each class begin.
    first: [usize; 3],
    /// As in [`Boards`](crate::body::map::boards::Boards): words for the same 64 cells lie side by side.
    words: Vec<u64>,
    /// Of the map that it was made from.
    version: u64,
}

/// Moves of one group that cost the same, or whose costs have to be looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) board: usize,
    /// [`NO_PATH`]: see [`Folded::cheapest`].
    pub(crate) cost: u32,
    pub(crate) group: usize,
    /// From the place to that before the move.
    pub(crate) place: i32,
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    moves: (u32, u32),
}

impl Folded {
    pub(crate) fn update(&mut self, map: &BodyMap) {
        if self.version == map.version() {
            return;
        }
        self.version = map.version();
        self.classes = if map.kind().footprint().is_round() { 1 } else { 2 };
        self.levels.clear();
        self.moves.clear();
        for class in 0..self.classes {
            self.first[class as usize] = self.levels.len();
            self.add_levels(map, class);
        }
        self.first[self.classes as usize] = self.levels.len();
        self.fill(map);
    }

    fn add_levels(&mut self, map: &BodyMap, class: u32) {
        // East and west are even, north and south odd.
        let fold = self.classes - 1;
        let first = self.moves.len();
        let group = |step: &Step| (step.heading.index() as u32 & fold, step.dx, step.dy);
        for heading in (0..4).filter(|heading| heading & fold == class) {
            let steps = map.steps(heading as usize, true).iter();
            self.moves.extend(steps.filter(|step| group(step) != (class, 0, 0)));
        }
        let level = |step: &Step| (group(step), if map.is_even() { step.least } else { NO_PATH });
        self.moves[first..].sort_unstable_by_key(|step| (level(step), step.board, step.bit));
        let mut at = first;
        while at < self.moves.len() {
            let (key, cost) = level(&self.moves[at]);
            let alike = self.moves[at..].iter().take_while(|step| level(step) == (key, cost));
            let last = at + alike.count();
            let (before, dx, dy) = key;
            let cells = dy as i64 * map.width() as i64 + dx as i64;
            let place = cells * self.classes as i64 + before as i64 - class as i64;
            let known =
                self.levels.last().filter(|_| at > first && group(&self.moves[at - 1]) == key);
            self.levels.push(Level {
                board: self.levels.len(),
                cost,
                group: known.map_or(self.levels.len(), |level| level.group),
                // Of moves that are never legal it may be anything.
                place: place as i32,
                dx,
                dy,
                moves: (at as u32, last as u32),
            });
            at = last;
        }
    }

    fn fill(&mut self, map: &BodyMap) {
        let count = self.levels.len();
        self.words.clear();
        self.words.resize(map.layout().len * count, 0);
        for level in &self.levels {
            for step in &self.moves[level.moves.0 as usize..level.moves.1 as usize] {
                let words = self.words[level.board..].iter_mut().step_by(count);
                for (word, first) in words.zip((step.bit as isize..).step_by(64)) {
                    *word |= map.boards().read(step.board, first);
                }
            }
        }
    }

    #[inline(always)]
    pub(crate) fn levels(&self, class: u32) -> &[Level] {
        &self.levels[self.first[class as usize]..self.first[class as usize + 1]]
    }

    #[inline(always)]
    pub(crate) fn side_by_side(&self, bit: usize) -> &[u64] {
        &self.words[bit / 64 * self.levels.len()..][..self.levels.len()]
    }

    /// The cost of the cheapest legal move of a level, of which there is one, that ends at a cell.
    pub(crate) fn cheapest(&self, map: &BodyMap, level: &Level, x: u32, y: u32) -> u32 {
        let pivot = map.layout().bit(x, y) as isize;
        let moves = self.moves[level.moves.0 as usize..level.moves.1 as usize].iter();
        let costs = moves.filter_map(|step| {
            let bit = (pivot + step.bit as isize) as usize;
            let legal = map.boards().get(step.board, bit);
            legal.then(|| map.cost_of_legal(step, bit, (x, y), step.from(x, y)))
        });
        costs.min().unwrap_or(NO_PATH)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}
