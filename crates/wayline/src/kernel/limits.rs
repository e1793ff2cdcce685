//! What may stop a search: [`Limits`], the [`Limit`] that did, and the brakes that apply them.

use super::cost::Cost;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What may stop a search before it has an answer. The answer then says which it was.
///
/// ```
/// use std::time::Duration;
/// use wayline::{Cost, Limits};
/// let limits = Limits::default().time(Duration::from_millis(2));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Limits<'q> {
    /// The most states to expand.
    pub expansions: Option<u64>,
    /// The most a path may cost.
    pub cost: Option<Cost>,
    /// The longest time to search. It is checked every 256 expansions, and is the one limit whose effect depends
    /// on the machine. If the time is too short for what a first query would derive from a grid to be faster
    /// (below 20 nanoseconds a cell), nothing is derived.
    pub time: Option<Duration>,
    /// Set from another thread to stop the search.
    pub cancel: Option<&'q AtomicBool>,
}

/// Each replaces one limit; `None` lifts it.
///
/// ```
/// use wayline::Limits;
/// let limits = Limits::default().expansions(10_000);
/// assert_eq!(limits.expansions, Some(10_000));
/// assert_eq!(limits.expansions(None).expansions, None);
/// ```
impl<'q> Limits<'q> {
    /// At most this many states are expanded.
    pub fn expansions(self, most: impl Into<Option<u64>>) -> Limits<'q> {
        Limits { expansions: most.into(), ..self }
    }

    /// A path costs at most this much.
    pub fn cost(self, most: impl Into<Option<Cost>>) -> Limits<'q> {
        Limits { cost: most.into(), ..self }
    }

    /// The search takes at most this long.
    pub fn time(self, most: impl Into<Option<Duration>>) -> Limits<'q> {
        Limits { time: most.into(), ..self }
    }

    /// The search ends soon after this is set.
    pub fn cancel(self, cancel: impl Into<Option<&'q AtomicBool>>) -> Limits<'q> {
        Limits { cancel: cancel.into(), ..self }
    }
}

impl Limits<'_> {
    /// When the time is up for a search that started then, and had spent this much of it before.
    pub(crate) fn deadline(&self, started: Option<Instant>, spent: Duration) -> Option<Instant> {
        started?.checked_add(self.time?.saturating_sub(spent))
    }

    /// The limit that ends a search from outside, if any: it was cancelled, or its time is up.
    pub(crate) fn interrupted(&self, deadline: Option<Instant>) -> Option<Limit> {
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Limit::Time);
        }
        None
    }
}

/// The limit that stopped a search.
///
/// ```
/// assert_eq!(wayline::Limit::Time.to_string(), "time");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// As many states were expanded as allowed.
    Expansions,
    /// No path is as cheap as asked for.
    Cost,
    /// The time was up.
    Time,
    /// Another thread cancelled it.
    Cancelled,
    /// More states were seen than the engine numbers (about four billion), or than a crowd planner keeps.
    States,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Expansions => "expansions",
            Limit::Cost => "cost",
            Limit::Time => "time",
            Limit::Cancelled => "cancelled",
            Limit::States => "states",
        })
    }
}

/// What may interrupt a loop.
#[derive(Clone, Copy)]
pub(crate) struct Brakes<'q> {
    pub(crate) limits: Limits<'q>,
    /// Pause once this many states have been expanded.
    pub(crate) pause_at: u64,
    pub(crate) max_expansions: u64,
    pub(crate) deadline: Option<Instant>,
}

impl Brakes<'_> {
    /// The limit that forbids expanding one more state, if any.
    #[inline]
    pub(crate) fn stopped(&self, expanded: u64) -> Option<Limit> {
        if expanded.is_multiple_of(256) || expanded >= self.max_expansions {
            self.look(expanded)
        } else {
            None
        }
    }

    #[cold]
    fn look(&self, expanded: u64) -> Option<Limit> {
        if expanded >= self.max_expansions {
            return Some(Limit::Expansions);
        }
        self.limits.interrupted(self.deadline)
    }
}

/// Work done between two looks at the clock: about a millisecond.
const PORTION: u64 = 1 << 16;

/// Hands out work in portions, until a limit is reached.
pub(crate) struct Allowance<'q> {
    limits: &'q Limits<'q>,
    left: Option<u64>,
    deadline: Option<Instant>,
}

impl<'q> Allowance<'q> {
    pub(crate) fn new(limits: &'q Limits<'q>) -> Allowance<'q> {
        // No clock is asked where none is needed: not every machine has one.
        let started = limits.time.map(|_| Instant::now());
        let deadline = limits.deadline(started, Duration::ZERO);
        Allowance { limits, left: limits.expansions, deadline }
    }

    /// How much may be done next: at least this much, or nothing.
    pub(crate) fn portion(&self, least: u64) -> Result<u64, Limit> {
        if self.left.is_some_and(|left| left == 0 || left < least) {
            return Err(Limit::Expansions);
        }
        match self.limits.interrupted(self.deadline) {
            Some(limit) => Err(limit),
            None => Ok(self.left.unwrap_or(u64::MAX).min(PORTION.max(least))),
        }
    }

    pub(crate) fn spend(&mut self, work: u64) {
        self.left = self.left.map(|left| left.saturating_sub(work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brakes_are_put_on_at_the_exact_expansion() {
        let cancel = AtomicBool::new(false);
        let limits = Limits::default().cancel(&cancel);
        let brakes = Brakes { limits, pause_at: 0, max_expansions: 300, deadline: None };
        assert!((0..300).all(|expanded| brakes.stopped(expanded).is_none()));
        assert!((300..600).all(|expanded| brakes.stopped(expanded) == Some(Limit::Expansions)));
        cancel.store(true, Ordering::Relaxed);
        let cancelled = |expanded: &u64| brakes.stopped(*expanded) == Some(Limit::Cancelled);
        assert_eq!((0..300).filter(cancelled).collect::<Vec<_>>(), [0, 256]);
        // What is out of time is out of time, cancelled or not; what is cancelled is called so.
        let past = Some(Instant::now());
        assert_eq!(Limits::default().interrupted(past), Some(Limit::Time));
        assert_eq!(limits.interrupted(past), Some(Limit::Cancelled));
        assert_eq!(Limits::default().interrupted(None), None);
    }

    #[test]
    fn time_that_was_spent_counts() {
        let now = Instant::now();
        let limits = Limits::default().time(Duration::from_secs(9));
        let seconds = Duration::from_secs;
        assert_eq!(limits.deadline(Some(now), seconds(4)), Some(now + seconds(5)));
        assert_eq!(limits.deadline(Some(now), seconds(10)), Some(now));
        assert_eq!(limits.deadline(None, seconds(4)), None);
        assert_eq!(Limits::default().deadline(Some(now), seconds(4)), None);
        // Longer than any clock goes on: no limit.
        assert_eq!(limits.time(Duration::MAX).deadline(Some(now), seconds(0)), None);
    }

    #[test]
    fn an_allowance_is_used_up() {
        let limits = Limits::default().expansions(100_000);
        let mut allowance = Allowance::new(&limits);
        assert_eq!(allowance.portion(1), Ok(PORTION));
        assert_eq!(allowance.portion(70_000), Ok(70_000));
        assert_eq!(allowance.portion(100_001), Err(Limit::Expansions));
        allowance.spend(99_990);
        assert_eq!((allowance.portion(0), allowance.portion(10)), (Ok(10), Ok(10)));
        assert_eq!(allowance.portion(11), Err(Limit::Expansions));
        allowance.spend(11);
        assert_eq!(allowance.portion(0), Err(Limit::Expansions));
        let limits = Limits::default();
        let mut allowance = Allowance::new(&limits);
        allowance.spend(u64::MAX);
        assert_eq!(allowance.portion(0), Ok(PORTION));
        let limits = Limits::default().time(Duration::ZERO);
        assert_eq!(Allowance::new(&limits).portion(0), Err(Limit::Time));
    }
}
