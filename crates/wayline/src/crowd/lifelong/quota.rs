//! [`Quota`]: how many units may be at work at a time.
//!
//! Units that have to pass through a few narrow places jam there when too many are at work, and a jam lets fewer
//! through than a stream. So it is watched how fast units at work get on, whatever the map is like. Where units move
//! at random, each loses as many steps as the share of cells that are taken (the simple exclusion process).
//! Where units at work lose clearly less, more may work; where they lose more, many have to rest until the jam
//! has dissolved, and never again do as many work as then. A jam forms faster than it dissolves, so it is begun with
//! few.

/// Steps after which the quota changes.
const WINDOW: u64 = 32;
/// Cells for each unit that is at work, at least: where units take up more, some are there only to make room.
const ROOM: usize = 2;
/// The same in the beginning, when nothing is known yet.
const START: usize = 14;
/// This many never have to rest: where there are so few, jams do not last.
const FEW: usize = 512;
/// By how many percent of all steps they have to lose more than the share of cells taken for it to be a jam.
const SLOW: u64 = 2;
/// The part of those in a jam that may work later, by quarters.
const LATER: usize = 3;
/// The part of what they would lose by that share that has to be saved, at least, for more to work.
const SAVED: u64 = 4;

pub(super) struct Quota {
    cells: u64,
    taken: u64,
    /// The least and the most that it may be, and what it is.
    least: usize,
    most: usize,
    now: usize,
    steps: u64,
    /// How often a unit at work had a step in which it did not turn, and how much nearer it came in these.
    chances: u64,
    nearer: i64,
}

impl Quota {
    pub(super) fn new(cells: usize, units: usize) -> Quota {
        let most = (cells / ROOM).max(1);
        let least = most.min(FEW.max(cells / START));
        let (cells, taken) = (cells as u64, units as u64);
        Quota { cells, taken, least, most, now: least, steps: 0, chances: 0, nearer: 0 }
    }

    pub(super) fn now(&self) -> usize {
        self.now
    }

    /// A unit at work moved or waited, and its distance changed.
    #[inline]
    pub(super) fn saw(&mut self, change: i32) {
        self.chances += 1;
        self.nearer -= i64::from(change.signum());
    }

    /// A step is over, with this many at work.
    pub(super) fn advance(&mut self, at_work: usize) {
        self.steps += 1;
        if !self.steps.is_multiple_of(WINDOW) {
            return;
        }
        // In each of these, all steps are worth as many as there are cells.
        let lost = self.chances.saturating_sub(self.nearer.max(0) as u64) * self.cells;
        let usual = self.chances * self.taken;
        let saved = (usual - usual / SAVED).saturating_sub(lost);
        if lost > usual + self.chances * self.cells * SLOW / 100 {
            self.most = self.most.min((at_work / 4 * LATER).max(self.least));
            self.now = self.least;
        } else if saved > 0 {
            let more = self.now as u64 * (saved * 100 / usual) / 100 + 1;
            self.now = self.most.min(self.now + more as usize);
        }
        (self.chances, self.nearer) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(quota: &mut Quota, at_work: usize, moving: usize) {
        for _ in 0..WINDOW {
            (0..at_work).for_each(|unit| quota.saw(if unit < moving { -1 } else { 0 }));
            quota.advance(at_work);
        }
    }

    #[test]
    fn jams_are_relieved_and_streams_swell() {
        let mut quota = Quota::new(14_000, 4200);
        assert_eq!(quota.now(), 1000);
        // They lose nothing, where a loss of three tenths would be usual, and all quarters of it but one count.
        window(&mut quota, 1000, 1000);
        assert_eq!(quota.now(), 1751);
        // As usual.
        window(&mut quota, 1700, 1190);
        assert_eq!(quota.now(), 1751);
        // A jam.
        window(&mut quota, 1700, 850);
        assert_eq!(quota.now(), 1000);
        for _ in 0..100 {
            window(&mut quota, 1000, 1000);
        }
        assert_eq!(quota.now(), 1275);
        // Some never have to rest, or nobody might be left.
        for _ in 0..100 {
            window(&mut quota, 3, 0);
        }
        assert_eq!(quota.now(), 1000);
        // Nobody at work says nothing.
        window(&mut quota, 0, 0);
        assert_eq!(quota.now(), 1000);
    }
}
