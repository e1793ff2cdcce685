//! [`BoundPages`]: what one goal's searches have learnt about placements, kept in pages.
//!
//! A word for each placement: in the lower bits a lower bound of the cost to the goal, in the upper
//! ones the next move of a path that once was the best. Most searches see a small part of the map, so
//! words are kept in pages of 8x8 cells that are made when they are first written: a kilobyte each.

use crate::body::search::guide::{At, NO_PATH};

/// Cells along the side of a page.
const SIDE: u32 = 8;
const PAGE: usize = (SIDE * SIDE * 4) as usize;

const BOUND_BITS: u32 = 26;
/// There is no path. What would be larger is kept as one less, which is still a lower bound.
const NEVER: u32 = (1 << BOUND_BITS) - 1;
/// Bounds up to this are kept as they are, whatever else was lowered.
pub(super) const MOST_KEPT: u32 = NEVER / 2;

/// The next move of a remembered path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Unknown,
    /// By its place among the heading's moves.
    Move(u8),
    /// The path ends here.
    Goal,
}

const GOAL: u32 = 63;

fn code(next: Next) -> u32 {
    match next {
        Next::Unknown => 0,
        Next::Goal => GOAL,
        Next::Move(index) => index as u32 + 1,
    }
}

#[derive(Clone)]
pub(super) struct BoundPages {
    columns: u32,
    /// For each page of the map, one more than its place among those made; 0 where there is none.
    directory: Vec<u32>,
    #[allow(clippy::vec_box, reason = "a new page moves none of the others")]
    pages: Vec<Box<[u32; PAGE]>>,
    used: usize,
    /// All bounds are kept as this much more: when the goal moves, every bound falls at once.
    shift: u32,
}

impl BoundPages {
    pub(super) fn new(width: u32, height: u32) -> BoundPages {
        let columns = width.div_ceil(SIDE);
        let pages = columns as usize * height.div_ceil(SIDE) as usize;
        BoundPages { columns, directory: vec![0; pages], pages: Vec::new(), used: 0, shift: 0 }
    }

    /// Whether it was made for maps of this size.
    pub(super) fn is_of(&self, width: u32, height: u32) -> bool {
        let columns = width.div_ceil(SIDE);
        let pages = columns as usize * height.div_ceil(SIDE) as usize;
        (self.columns, self.directory.len()) == (columns, pages)
    }

    /// Forgets everything; the pages are kept for later.
    pub(super) fn clear(&mut self) {
        self.directory.fill(0);
        (self.used, self.shift) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        self.directory.len() * 4 + self.pages.len() * PAGE * 4
    }

    #[inline(always)]
    fn place(&self, at: At) -> (usize, usize) {
        let page = (at.y / SIDE * self.columns + at.x / SIDE) as usize;
        let cell = at.y % SIDE * SIDE + at.x % SIDE;
        (page, (cell * 4 + at.heading) as usize)
    }

    #[inline(always)]
    fn word(&self, at: At) -> u32 {
        let (page, place) = self.place(at);
        match self.directory[page] {
            0 => 0,
            made => self.pages[made as usize - 1][place],
        }
    }

    fn word_mut(&mut self, at: At) -> &mut u32 {
        let (page, place) = self.place(at);
        if self.directory[page] == 0 {
            match self.pages.get_mut(self.used) {
                Some(old) => old.fill(0),
                None => self.pages.push(Box::new([0; PAGE])),
            }
            self.used += 1;
            self.directory[page] = self.used as u32;
        }
        &mut self.pages[self.directory[page] as usize - 1][place]
    }

    /// Whether anything was ever learnt about the bound there.
    #[inline(always)]
    pub(super) fn is_known(&self, at: At) -> bool {
        self.word(at) & NEVER != 0
    }

    fn kept(&self, bound: u32) -> u32 {
        match bound {
            NO_PATH => NEVER,
            _ => bound.saturating_add(self.shift).min(NEVER - 1),
        }
    }

    /// A bound and the next move at once.
    pub(super) fn set(&mut self, at: At, bound: u32, next: Next) {
        let word = self.kept(bound) | code(next) << BOUND_BITS;
        *self.word_mut(at) = word;
    }

    pub(super) fn set_bound(&mut self, at: At, bound: u32) {
        let kept = self.kept(bound);
        let word = self.word_mut(at);
        *word = *word & !NEVER | kept;
    }

    #[inline(always)]
    pub(super) fn next(&self, at: At) -> Next {
        match self.word(at) >> BOUND_BITS {
            0 => Next::Unknown,
            GOAL => Next::Goal,
            index => Next::Move(index as u8 - 1),
        }
    }

    pub(super) fn set_next(&mut self, at: At, next: Next) {
        let word = self.word_mut(at);
        *word = *word & NEVER | code(next) << BOUND_BITS;
    }

    /// A lower bound of the cost to the goal, [`NO_PATH`] if there is none; 0 at goals. `None` if nothing was ever
    /// learnt about it.
    #[inline(always)]
    pub(super) fn known(&self, at: At) -> Option<u32> {
        match self.word(at) {
            word if word & NEVER == 0 => (word >> BOUND_BITS == GOAL).then_some(0),
            word if word & NEVER == NEVER => Some(NO_PATH),
            word => Some((word & NEVER).saturating_sub(self.shift)),
        }
    }

    /// Whether anything was written on the pages within a reach of a cell.
    pub(super) fn has_pages(&self, x: u32, y: u32, reach: u32) -> bool {
        let rows = self.directory.len() as u32 / self.columns.max(1);
        let range = |at: u32, most: u32| {
            at.saturating_sub(reach) / SIDE..=(at.saturating_add(reach) / SIDE).min(most - 1)
        };
        range(y, rows).any(|row| {
            let page = |column| self.directory[(row * self.columns + column) as usize];
            range(x, self.columns).any(|column| page(column) != 0)
        })
    }

    /// The pages there are, by their places on the map, and what bounds are kept as more.
    #[cfg(feature = "serde")]
    pub(super) fn contents(&self) -> (u32, Vec<(u32, Vec<u32>)>) {
        let made = self.directory.iter().enumerate().filter(|(_, made)| **made > 0);
        let page =
            |(place, &made): (usize, &u32)| (place as u32, self.pages[made as usize - 1].to_vec());
        (self.shift, made.map(page).collect())
    }

    /// Takes over what [`contents`](BoundPages::contents) said; `None` if it is not of such a map.
    #[cfg(feature = "serde")]
    pub(super) fn restore(&mut self, shift: u32, pages: Vec<(u32, Vec<u32>)>) -> Option<()> {
        self.clear();
        self.shift = Some(shift).filter(|&shift| shift < NEVER / 2)?;
        for (place, words) in pages {
            let made = self.directory.get_mut(place as usize).filter(|made| **made == 0)?;
            let words: Box<[u32; PAGE]> = words.into_boxed_slice().try_into().ok()?;
            self.pages.truncate(self.used);
            self.pages.push(words);
            self.used += 1;
            *made = self.used as u32;
        }
        Some(())
    }

    /// Lowers every bound at once. `false`: it cannot be kept, and all was forgotten.
    pub(super) fn lower_all(&mut self, by: u32) -> bool {
        match self.shift.checked_add(by) {
            Some(shift) if shift < NEVER / 2 => {
                self.shift = shift;
                true
            }
            _ => {
                self.clear();
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_and_moves_are_kept_side_by_side() {
        let mut learnt = BoundPages::new(20, 9);
        let at = |x, y, heading| At { x, y, heading, state: (y * 20 + x) * 4 + heading };
        let one = at(19, 8, 3);
        assert_eq!((learnt.known(one), learnt.next(one)), (None, Next::Unknown));
        learnt.set_bound(one, 1234);
        learnt.set_next(one, Next::Move(31));
        assert_eq!((learnt.known(one), learnt.next(one)), (Some(1234), Next::Move(31)));
        assert!(learnt.lower_all(1000));
        assert_eq!((learnt.known(one), learnt.next(one)), (Some(234), Next::Move(31)));
        learnt.set_bound(one, NO_PATH);
        learnt.set_next(one, Next::Goal);
        assert_eq!((learnt.known(one), learnt.next(one)), (Some(NO_PATH), Next::Goal));
        // A bound that is too large to keep becomes a smaller one.
        learnt.set_bound(one, NO_PATH - 1);
        assert_eq!(learnt.known(one), Some(NEVER - 1 - 1000));
        assert_eq!(learnt.known(at(0, 0, 0)), None);
        assert!(!learnt.lower_all(NEVER));
        assert_eq!((learnt.known(one), learnt.next(one)), (None, Next::Unknown));
    }
}
