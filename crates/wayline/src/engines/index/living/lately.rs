//! Which questions the index could not answer lately: others like them go straight to a search from nothing.
//!
//! Where the way between two regions is blocked, it is so for most questions from one to the other. To find that out
//! takes a query to the labels, up to half the time of a search. So after a question that was not answered, one like it
//! is passed over; after two in a row three, and so on, until one is answered. Two questions are alike if their ends
//! are, up to an eighth of the distance, in either order.
//!
//! What is decided depends on the questions asked before with a workspace and what became of them, and on no clock.
//! It says by which method a question is answered, and so which of several equally cheap paths is found. That is why
//! only those maps remember where that depends on time anyway, since indices are prepared in the background.

use crate::spaces::grid::Cell;

/// How many kinds of questions are remembered: one for each place, the last.
const PLACES: usize = 128;

/// After so many in a row no more are passed over than before.
const MOST_FAILURES: u32 = 6;

/// Questions that are alike.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    index: u64,
    shift: u32,
    ends: [(u32, u32); 2],
}

impl Kind {
    /// The kind of a question to an index that has this number.
    pub(super) fn of(index: u64, from: Cell, to: Cell) -> Kind {
        let steps = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        let shift = (steps | 8).ilog2() - 3;
        let mut ends = [from, to].map(|cell| (cell.x >> shift, cell.y >> shift));
        ends.sort_unstable();
        Kind { index, shift, ends }
    }

    /// Indices are numbered as they come, so their numbers must not decide what is forgotten.
    fn place(&self) -> usize {
        let [(a, b), (c, d)] = self.ends;
        let mixed =
            [b, c, d].into_iter().fold(a, |mixed, next| mixed.wrapping_mul(0x9e37_79b1) ^ next);
        (mixed.wrapping_mul(0x9e37_79b1) >> 25) as usize % PLACES
    }
}

/// What became of the last questions of a kind.
#[derive(Clone, Copy)]
struct Fate {
    kind: Kind,
    /// Not answered, in a row.
    failures: u32,
    /// To be passed over.
    skipped: u32,
}

/// What became of questions lately.
#[derive(Default)]
pub(super) struct Lately {
    /// Empty until a question was not answered.
    fates: Vec<Option<Fate>>,
}

impl Lately {
    fn fate(&mut self, kind: &Kind) -> Option<&mut Option<Fate>> {
        if self.fates.is_empty() {
            return None;
        }
        let fate = &mut self.fates[kind.place()];
        fate.is_some_and(|fate| fate.kind == *kind).then_some(fate)
    }

    /// Whether a question is to be passed over.
    #[inline]
    pub(super) fn passes_over(&mut self, kind: &Kind) -> bool {
        let Some(Some(fate)) = self.fate(kind) else { return false };
        let passes = fate.skipped > 0;
        fate.skipped = fate.skipped.saturating_sub(1);
        passes
    }

    /// A question was answered.
    #[inline]
    pub(super) fn answered(&mut self, kind: &Kind) {
        if let Some(fate) = self.fate(kind) {
            *fate = None;
        }
    }

    /// A question was not answered.
    pub(super) fn failed(&mut self, kind: &Kind) {
        self.fates.resize(PLACES, None);
        let fate = &mut self.fates[kind.place()];
        let before = fate.filter(|fate| fate.kind == *kind).map_or(0, |fate| fate.failures);
        let failures = (before + 1).min(MOST_FAILURES);
        *fate = Some(Fate { kind: *kind, failures, skipped: (1 << failures) - 1 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_nothing_is_answered_the_more_is_passed_over() {
        let mut lately = Lately::default();
        let kind = Kind::of(7, Cell::new(100, 100), Cell::new(200, 300));
        let ask = |lately: &mut Lately| (0..200).take_while(|_| lately.passes_over(&kind)).count();
        assert_eq!(ask(&mut lately), 0);
        for passed in [1, 3, 7, 15, 31, 63, 63] {
            lately.failed(&kind);
            assert_eq!(ask(&mut lately), passed);
        }
        // Another index, or other ends, are another matter.
        lately.failed(&kind);
        assert!(!lately.passes_over(&Kind::of(8, Cell::new(100, 100), Cell::new(200, 300))));
        assert!(!lately.passes_over(&Kind::of(7, Cell::new(100, 164), Cell::new(200, 300))));
        assert!(lately.passes_over(&Kind::of(7, Cell::new(201, 303), Cell::new(98, 101))));
        lately.answered(&kind);
        assert!(!lately.passes_over(&kind));
        lately.failed(&kind);
        assert_eq!(ask(&mut lately), 1);
    }
}
