//! How much preparing may take: [`Preparation`], [`Budget`].

use crate::spaces::error::IndexKind;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most that preparing may take. An index that does not fit is not made: either a smaller kind is, or there is
/// an error.
///
/// ```
/// use wayline::Budget;
/// let budget = Budget::milliseconds(500).memory(64 << 20);
/// assert!(budget.work.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Bytes that the index may take.
    pub memory: Option<u64>,
    /// Units of work that labels may take: arcs and entries looked at. Work is counted and not timed, so that the
    /// same budget gives the same index on every machine.
    pub work: Option<u64>,
}

impl Budget {
    /// How much work is done in a millisecond on the machine that this was measured on.
    const WORK_IN_A_MILLISECOND: u64 = 40_000;

    /// The amount of work that an ordinary machine does in about this many milliseconds. It is the same amount on
    /// every machine.
    ///
    /// ```
    /// use wayline::Budget;
    /// assert_eq!(Budget::milliseconds(10), Budget::milliseconds(10));
    /// assert_eq!(Budget::milliseconds(10).memory, None);
    /// ```
    pub fn milliseconds(milliseconds: u64) -> Budget {
        let work = milliseconds.saturating_mul(Budget::WORK_IN_A_MILLISECOND);
        Budget { memory: None, work: Some(work) }
    }

    /// The index may take this many bytes; with `None`, any number.
    pub fn memory(self, bytes: impl Into<Option<u64>>) -> Budget {
        Budget { memory: bytes.into(), ..self }
    }

    /// Labels may take this many units of work; with `None`, any number.
    pub fn work(self, work: impl Into<Option<u64>>) -> Budget {
        Budget { work: work.into(), ..self }
    }
}

/// How an index is to be prepared. The default picks the fastest kind that the map allows.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use wayline::{Budget, Grid, GridIndex, IndexKind, Preparation};
///
/// let grid = Grid::from_rows(["....", ".##.", "...."])?;
/// let cancel = AtomicBool::new(false);
/// let settings = Preparation::default()
///     .kind(IndexKind::Labels)
///     .budget(Budget::default().memory(1 << 20))
///     .threads(2)
///     .progress(&|done| println!("{:.0} %", 100.0 * done))
///     .cancel(&cancel);
/// let index = GridIndex::prepare(&grid, &settings)?;
/// assert_eq!(index.kind(), IndexKind::Labels);
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct Preparation<'a> {
    /// The kind wanted: this one, however long it takes within the budget, or an error. With `None`, it is the
    /// fastest that suits the map and fits the budget.
    pub kind: Option<IndexKind>,
    /// The most that preparing may take.
    pub budget: Budget,
    /// How many threads share the work; zero is one. The index does not depend on it.
    pub threads: usize,
    /// Called now and then with how much of the work is done, from 0 to 1.
    pub progress: Option<&'a dyn Fn(f32)>,
    /// Preparing ends with an error soon after this is set.
    pub cancel: Option<&'a AtomicBool>,
}

/// Each replaces one setting.
impl<'a> Preparation<'a> {
    /// Takes this kind of index and no other; with `None`, the fastest that suits.
    pub fn kind(self, kind: impl Into<Option<IndexKind>>) -> Preparation<'a> {
        Preparation { kind: kind.into(), ..self }
    }

    /// Sets the most that preparing may take.
    pub fn budget(self, budget: Budget) -> Preparation<'a> {
        Preparation { budget, ..self }
    }

    /// Sets how many threads share the work.
    pub fn threads(self, threads: usize) -> Preparation<'a> {
        Preparation { threads, ..self }
    }

    /// Called now and then with how much of the work is done, from 0 to 1.
    pub fn progress(self, progress: &'a dyn Fn(f32)) -> Preparation<'a> {
        Preparation { progress: Some(progress), ..self }
    }

    /// Preparing ends with an error soon after this is set.
    pub fn cancel(self, cancel: impl Into<Option<&'a AtomicBool>>) -> Preparation<'a> {
        Preparation { cancel: cancel.into(), ..self }
    }
}

impl fmt::Debug for Preparation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Preparation { kind, budget, threads, .. } = self;
        let mut debug = f.debug_struct("Preparation");
        debug.field("kind", kind).field("budget", budget).field("threads", threads).finish()
    }
}

/// Why labels were given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GivenUp {
    Cancelled,
    Work,
    Memory,
    /// They would be enormous.
    Explodes,
    /// Paths are too long for them.
    TooLong,
}

/// Counts the work, and looks up now and then.
pub(super) struct Effort<'a> {
    left: u64,
    threads: usize,
    /// Work until the next look at the outside.
    patience: u64,
    progress: Option<&'a dyn Fn(f32)>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Effort<'a> {
    /// How much work is done between two looks at the outside.
    const PATIENCE: u64 = 100_000;

    pub(super) fn new(settings: &Preparation<'a>) -> Effort<'a> {
        Effort {
            left: settings.budget.work.unwrap_or(u64::MAX),
            threads: settings.threads,
            patience: 0,
            progress: settings.progress,
            cancel: settings.cancel,
        }
    }

    #[inline]
    pub(super) fn spend(&mut self, work: u64) -> Result<(), GivenUp> {
        if work > self.left {
            return Err(GivenUp::Work);
        }
        self.left -= work;
        if work < self.patience {
            self.patience -= work;
            return Ok(());
        }
        self.patience = Effort::PATIENCE;
        match self.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => Err(GivenUp::Cancelled),
            _ => Ok(()),
        }
    }

    /// How much work is left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// No more than this may be spent from here on.
    pub(super) fn lower_to(&mut self, most: u64) {
        self.left = self.left.min(most);
    }

    pub(super) fn threads(&self) -> usize {
        self.threads.max(1)
    }

    pub(super) fn tell(&self, done: f32) {
        if let Some(progress) = self.progress {
            progress(done);
        }
    }
}
