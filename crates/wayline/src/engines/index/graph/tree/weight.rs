//! What an arc costs, in 32 bits where that is enough: half the memory, and several at a time.

use std::fmt::Debug;

/// A cost in units of an index: never negative.
pub(super) trait Weight: Copy + Ord + Debug + Default + Send + Sync + 'static {
    /// That of no path: the sum of two is not less.
    const INFINITE: Self;
    /// The sum of two below this is less than what is infinite.
    const SAFE: Self;

    fn plus(self, other: Self) -> Self;
    fn of(units: u64) -> Option<Self>;
    fn units(self) -> u64;
}

/// Sums of arcs that cost this much.
pub(super) trait Holds<W: Weight>: Weight {
    /// What it costs after one more arc.
    fn after(self, arc: W) -> Self;
}

impl<W: Weight> Holds<W> for W {
    #[inline(always)]
    fn after(self, arc: W) -> W {
        self.plus(arc)
    }
}

/// Where sums of small costs may be large.
impl Holds<i32> for u64 {
    #[inline(always)]
    fn after(self, arc: i32) -> u64 {
        if arc == i32::INFINITE { u64::INFINITE } else { self.saturating_add(arc as u64) }
    }
}

impl Weight for i32 {
    const INFINITE: i32 = (1 << 30) - 1;
    const SAFE: i32 = 1 << 29;

    #[inline(always)]
    fn plus(self, other: i32) -> i32 {
        self + other
    }

    fn of(units: u64) -> Option<i32> {
        i32::try_from(units).ok().filter(|&weight| weight < i32::SAFE)
    }

    #[inline(always)]
    fn units(self) -> u64 {
        self as u64
    }
}

/// All costs there are: what is too large for 64 bits is that of no path anyway.
impl Weight for u64 {
    const INFINITE: u64 = u64::MAX;
    const SAFE: u64 = u64::MAX;

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.saturating_add(other)
    }

    fn of(units: u64) -> Option<u64> {
        Some(units)
    }

    #[inline(always)]
    fn units(self) -> u64 {
        self
    }
}
