//! What guides a search of placements: estimates of the cost that is left.

use crate::body::kind::Placement;
use crate::body::map::BodyMap;
pub(crate) use crate::body::map::pace::{NO_PATH, Pace};

/// A state as a guide sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub(crate) x: u32,
    pub(crate) y: u32,
    /// In the order of `Heading::ALL`.
    pub(crate) heading: u32,
    pub(crate) state: u32,
}

/// Estimates the cost that is left, and may learn from a search as it goes.
pub(crate) trait Guide {
    /// Never more than the cost that is left, and consistent: it never falls by more than a move
    /// costs. [`NO_PATH`] if there is none. (A guide for inexact searches may say anything.)
    fn estimate(&mut self, at: At) -> u32;

    /// Whether [`refine`](Guide::refine) is to be asked.
    const LAZY: bool = false;

    /// Whether it guides backward searches too.
    const BACKWARD: bool = false;

    /// A state comes first in line with this f, having been reached for `g`: whether that still
    /// stands. If not, the f with which it should wait on ([`NO_PATH`]: for ever). The same f means
    /// that it has to expand more before it can tell: it is asked again. It expands as many as it is
    /// allowed, and counts them.
    #[inline(always)]
    fn refine(
        &mut self,
        _: At,
        _f: u32,
        _g: u32,
        _allowed: u64,
        _expanded: &mut u64,
    ) -> Result<(), u32> {
        Ok(())
    }

    /// A state is about to be expanded; it was reached for `g`, the least there is. `true` ends the
    /// search there, as if it were a goal.
    #[inline(always)]
    fn settle(&mut self, _state: u32, _g: u32) -> bool {
        false
    }
}

impl<G: Guide> Guide for &mut G {
    const BACKWARD: bool = G::BACKWARD;

    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        (**self).estimate(at)
    }
}

/// No estimate.
pub(crate) struct Nothing;

impl Guide for Nothing {
    const BACKWARD: bool = true;

    #[inline(always)]
    fn estimate(&mut self, _: At) -> u32 {
        0
    }
}

/// A rectangle around the pivots of all ends that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Around {
    x: (u32, u32),
    y: (u32, u32),
}

impl Default for Around {
    fn default() -> Around {
        Around::of(std::iter::empty())
    }
}

impl Around {
    pub(crate) fn of(placements: impl Iterator<Item = Placement>) -> Around {
        let all = Around { x: (u32::MAX, 0), y: (u32::MAX, 0) };
        placements.fold(all, |around, at| Around {
            x: (around.x.0.min(at.x), around.x.1.max(at.x)),
            y: (around.y.0.min(at.y), around.y.1.max(at.y)),
        })
    }

    /// Its corners, as (x, y).
    pub(crate) fn corners(&self) -> [(u32, u32); 4] {
        let ((x0, x1), (y0, y1)) = (self.x, self.y);
        [(x0, y0), (x0, y1), (x1, y0), (x1, y1)]
    }

    /// Columns and rows to the nearest of its cells.
    #[inline(always)]
    pub(crate) fn away(&self, x: u32, y: u32) -> (u32, u32) {
        let outside =
            |(first, last): (u32, u32), n: u32| first.saturating_sub(n).max(n.saturating_sub(last));
        (outside(self.x, x), outside(self.y, y))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Steps {
    pub(crate) around: Around,
    pub(crate) pace: Pace,
}

impl Steps {
    /// The estimate at a cell.
    pub(crate) fn away(&self, (x, y): (u32, u32)) -> u32 {
        self.cost(At { x, y, heading: 0, state: 0 })
    }

    #[inline(always)]
    pub(crate) fn cost(&self, at: At) -> u32 {
        let (dx, dy) = self.around.away(at.x, at.y);
        // A map is at most 2²⁸ cells, but may be one row of them.
        self.pace.cost(dx, dy).min(NO_PATH as u64 - 1) as u32
    }
}

impl Guide for Steps {
    const BACKWARD: bool = true;

    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        self.cost(at)
    }
}

/// The straight line.
pub(crate) struct Euclid {
    around: Around,
    /// Time for each cell of it.
    rate: f64,
}

impl Euclid {
    pub(crate) fn new(map: &BodyMap, around: Around, factor: f64) -> Euclid {
        let steps = (0..4).flat_map(|heading| map.steps(heading, false));
        let moving = steps.filter(|step| (step.dx, step.dy) != (0, 0));
        let rates = moving.map(|step| {
            let squared = (step.dx * step.dx + step.dy * step.dy) as f64;
            step.least as f64 / squared.sqrt()
        });
        let least = rates.fold(f64::INFINITY, f64::min);
        // A millionth less than exact, which is more than rounding ever takes: a difference that
        // is at most a move's cost stays so in floating point.
        let rate = if least.is_finite() { least * (1.0 - 1e-6) * factor } else { 0.0 };
        Euclid { around, rate }
    }
}

impl Guide for Euclid {
    const BACKWARD: bool = true;

    #[inline(always)]
    fn estimate(&mut self, at: At) -> u32 {
        let (dx, dy) = self.around.away(at.x, at.y);
        let squared = dx as u64 * dx as u64 + dy as u64 * dy as u64;
        ((squared as f64).sqrt() * self.rate) as u32
    }
}

/// A guide as the type that loops are compiled for: each as its own.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(crate) fn shared<G: Guide>(guide: G) -> G {
    guide
}

/// A guide as the type that loops are compiled for. Where code is fetched over a network, there is one
/// for all that are only asked for an estimate.
#[cfg(target_arch = "wasm32")]
pub(crate) fn shared<'g>(guide: impl Into<Shared<'g>>) -> Shared<'g> {
    guide.into()
}

/// Any guide that is only asked for an estimate.
#[cfg(target_arch = "wasm32")]
pub(crate) enum Shared<'g> {
    Nothing,
    Steps(Steps),
    Euclid(Euclid),
    Free(&'g mut super::free_ends::FreeEnds),
}

#[cfg(target_arch = "wasm32")]
impl Guide for Shared<'_> {
    const BACKWARD: bool = true;

    #[inline]
    fn estimate(&mut self, at: At) -> u32 {
        match self {
            Shared::Nothing => 0,
            Shared::Steps(guide) => guide.estimate(at),
            Shared::Euclid(guide) => guide.estimate(at),
            Shared::Free(guide) => guide.estimate(at),
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod into_shared {
    use super::super::free_ends::FreeEnds;
    use super::{Euclid, Nothing, Shared, Steps};

    impl From<Nothing> for Shared<'_> {
        fn from(_: Nothing) -> Self {
            Shared::Nothing
        }
    }
    impl From<Steps> for Shared<'_> {
        fn from(guide: Steps) -> Self {
            Shared::Steps(guide)
        }
    }
    impl From<Euclid> for Shared<'_> {
        fn from(guide: Euclid) -> Self {
            Shared::Euclid(guide)
        }
    }
    impl<'g> From<&'g mut FreeEnds> for Shared<'g> {
        fn from(guide: &'g mut FreeEnds) -> Self {
            Shared::Free(guide)
        }
    }
}
