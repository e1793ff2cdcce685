//! [`Brake`]: deals out work until a limit is reached.

use crate::question::answer::Limit;
use crate::question::settings::Limits;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Work done between two looks at the clock: about a millisecond.
const SLICE: u64 = 1 << 16;

/// Deals out work in slices, until a limit is reached.
pub(super) struct Brake<'a> {
    limits: &'a Limits<'a>,
    left: Option<u64>,
    /// No clock is asked where none is needed: not every machine has one.
    began: Option<Instant>,
}

impl<'a> Brake<'a> {
    pub(super) fn new(limits: &'a Limits<'a>) -> Brake<'a> {
        Brake { limits, left: limits.expansions, began: limits.time.map(|_| Instant::now()) }
    }

    /// How much may be done next: at least so much, or nothing.
    pub(super) fn slice(&self, least: u64) -> Result<u64, Limit> {
        if self.left.is_some_and(|left| left == 0 || left < least) {
            return Err(Limit::Expansions);
        }
        if self.limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Limit::Cancelled);
        }
        let time = self.began.zip(self.limits.time);
        if time.is_some_and(|(began, most)| began.elapsed() >= most) {
            return Err(Limit::Time);
        }
        Ok(self.left.unwrap_or(u64::MAX).min(SLICE.max(least)))
    }

    pub(super) fn spend(&mut self, work: u64) {
        self.left = self.left.map(|left| left.saturating_sub(work));
    }
}
