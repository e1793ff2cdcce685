//! The estimates on a grid: their forms, and which are admissible under which rules.

use super::detours::Detours;
use crate::kernel::cost::Cost;
use crate::kernel::root::scaled_root;
use crate::question::heuristic::Heuristic;
use crate::spaces::error::QueryError;
use crate::spaces::grid::ground::{PLAIN, climbing, over_terrain};
use crate::spaces::grid::{Cell, Grid, Moves};

/// The estimate of the cost from one place to another.
pub(crate) trait Estimate: Copy {
    /// Whether the ground around a place is known to be level and alike.
    #[inline]
    fn is_even(&self, _place: u32) -> bool {
        false
    }
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost;
    /// From a place to the nearest of several.
    #[inline]
    fn to_nearest(&self, grid: &Grid, from: u32, to: &[u32]) -> Cost {
        match to {
            [one] => self.between(grid, from, *one),
            many => many.iter().map(|&to| self.between(grid, from, to)).min().unwrap_or_default(),
        }
    }
    /// To the goals of the query, which the estimate may have been made for.
    #[inline]
    fn to_goal(&self, grid: &Grid, from: u32, goals: &[u32]) -> Cost {
        self.to_nearest(grid, from, goals)
    }
    fn nearest_to(&self, grid: &Grid, from: &[u32], to: u32) -> Cost {
        from.iter().map(|&from| self.between(grid, from, to)).min().unwrap_or_default()
    }
}

#[inline]
fn apart(grid: &Grid, a: u32, b: u32) -> (u64, u64) {
    let ((ax, ay), (bx, by)) = (grid.column_and_row(a), grid.column_and_row(b));
    (ax.abs_diff(bx) as u64, ay.abs_diff(by) as u64)
}

/// A multiple of the larger of columns and rows apart, plus a multiple of the smaller: zero,
/// Manhattan, Chebyshev and octile are all of this form.
#[derive(Clone, Copy)]
pub(crate) struct Linear {
    larger: u64,
    smaller: u64,
}

/// The same to one goal, whose column and row are known beforehand.
#[derive(Clone, Copy)]
pub(crate) struct LinearTo {
    pub(super) linear: Linear,
    pub(super) goal: (u32, u32),
}

impl Estimate for LinearTo {
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        self.linear.between(grid, from, to)
    }

    #[inline]
    fn to_goal(&self, grid: &Grid, from: u32, _: &[u32]) -> Cost {
        let (x, y) = grid.column_and_row(from);
        self.from(x, y)
    }
}

impl LinearTo {
    /// What the larger and the smaller of columns and rows apart are multiplied by.
    pub(super) fn multiples(&self) -> (u64, u64) {
        (self.linear.larger, self.linear.smaller)
    }

    /// From a column and row, each one more than the cell's.
    #[inline]
    pub(super) fn from(&self, x: u32, y: u32) -> Cost {
        self.linear.at(x.abs_diff(self.goal.0) as u64, y.abs_diff(self.goal.1) as u64)
    }
}

impl Estimate for Linear {
    #[inline]
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        let (dx, dy) = apart(grid, from, to);
        self.at(dx, dy)
    }
}

impl Linear {
    #[inline]
    pub(super) fn at(self, dx: u64, dy: u64) -> Cost {
        // Wraps on purpose: octile's second multiple is negative where diagonals are cheap.
        let (larger, smaller) = (dx.max(dy), dx.min(dy));
        let raw = larger.wrapping_mul(self.larger).wrapping_add(smaller.wrapping_mul(self.smaller));
        Cost::from_raw(raw)
    }

    const ZERO: Linear = Linear { larger: 0, smaller: 0 };

    fn octile(least: LeastSteps) -> Linear {
        Linear { larger: least.straight, smaller: least.diagonal.wrapping_sub(least.straight) }
    }

    /// The largest of this form that is admissible.
    pub(super) fn best(least: LeastSteps, moves: Moves) -> Linear {
        let LeastSteps { straight, diagonal, .. } = least;
        if moves == Moves::Four || diagonal >= 2 * straight {
            Linear { larger: straight, smaller: straight }
        } else if diagonal >= straight {
            Linear::octile(least)
        } else {
            // Even a straight line may be cheaper as a zigzag of diagonals.
            Linear { larger: diagonal, smaller: 0 }
        }
    }
}

/// The cheapest steps there are on a map, in raw units.
#[derive(Clone, Copy)]
pub(crate) struct LeastSteps {
    straight: u64,
    diagonal: u64,
    uphill: Cost,
}

impl LeastSteps {
    /// The same times a factor in 256ths, where that is below one.
    ///
    /// Rounding must not break what estimates rely on, so where a diagonal is about as long as the way
    /// the crow flies, or no longer than two straights, it stays so: by lowering the other.
    pub(super) fn scaled(self, factor: u16) -> LeastSteps {
        let scaled = |raw: u64| Cost::from_raw(raw).scaled(factor.min(PLAIN).into(), 8).raw();
        let (mut straight, mut diagonal) = (scaled(self.straight), scaled(self.diagonal));
        if per_diagonal(self.diagonal) + 1 >= self.straight {
            straight = straight.min(per_diagonal(diagonal) + 1);
        }
        if self.diagonal <= 2 * self.straight {
            diagonal = diagonal.min(2 * straight);
        }
        LeastSteps { straight, diagonal, uphill: self.uphill }
    }
}

/// What a diagonal costs for each straight step's length.
fn per_diagonal(diagonal: u64) -> u64 {
    (diagonal as u128 * diagonal as u128 / 2).isqrt() as u64
}

/// Everything else: other forms, the largest of several, elevation, the user's own.
#[derive(Clone, Copy)]
pub(crate) struct General<'q> {
    pub(super) heuristic: Heuristic<'q, Cell>,
    pub(super) least: LeastSteps,
    pub(super) moves: Moves,
}

impl General<'_> {
    fn flat(&self, which: &Heuristic<'_, Cell>, grid: &Grid, from: u32, to: u32) -> Cost {
        let straight = self.least.straight;
        let linear = |larger, smaller| Linear { larger, smaller }.between(grid, from, to);
        let squared = || {
            let (dx, dy) = apart(grid, from, to);
            dx * dx + dy * dy
        };
        match which {
            Heuristic::Auto => Linear::best(self.least, self.moves).between(grid, from, to),
            Heuristic::Manhattan => linear(straight, straight),
            Heuristic::Chebyshev => linear(straight, 0),
            Heuristic::Octile => Linear::octile(self.least).between(grid, from, to),
            Heuristic::Euclidean => Cost::from_raw(scaled_root(self.crow_flies(), squared())),
            Heuristic::SquaredEuclidean => {
                let raw = straight as u128 * squared() as u128;
                Cost::from_raw(u64::try_from(raw).unwrap_or(u64::MAX))
            }
            Heuristic::GridLandmarks(landmarks) => {
                let best = Linear::best(self.least, self.moves).between(grid, from, to);
                best.max(landmarks.flat(grid, from, to))
            }
            Heuristic::Custom(estimate) | Heuristic::Admissible(estimate) => {
                estimate(&grid.cell_at(from))
            }
            Heuristic::Max(several) => {
                let all = several.iter().map(|one| self.flat(one, grid, from, to));
                all.max().unwrap_or_default()
            }
            _ => Cost::ZERO,
        }
    }

    /// The least cost per length, so that neither a straight nor a diagonal step is cheaper.
    fn crow_flies(&self) -> u64 {
        let LeastSteps { straight, diagonal, .. } = self.least;
        let per_diagonal = per_diagonal(diagonal);
        // Asked for where diagonals are cheaper than that, it is inadmissible, and said to be. But
        // rounding alone must not make it so.
        if self.moves == Moves::Eight && per_diagonal + 1 >= straight {
            straight.min(per_diagonal)
        } else {
            straight
        }
    }
}

impl Estimate for General<'_> {
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        if matches!(self.heuristic, Heuristic::Zero) {
            return Cost::ZERO;
        }
        let flat = self.flat(&self.heuristic, grid, from, to);
        // However it winds, a path gains at least the difference in elevation.
        flat + climbing(self.least.uphill, grid.ground.elevation(from), grid.ground.elevation(to))
    }

    fn to_nearest(&self, grid: &Grid, from: u32, to: &[u32]) -> Cost {
        match (&self.heuristic, to) {
            // The user's own needs no goal.
            (Heuristic::Custom(estimate) | Heuristic::Admissible(estimate), _) => {
                estimate(&grid.cell_at(from))
            }
            (_, []) => Cost::ZERO,
            (_, many) => {
                many.iter().map(|&to| self.between(grid, from, to)).min().unwrap_or_default()
            }
        }
    }
}

/// The simple form if there is one, else the general one, as one type: for searches that are watched,
/// and where code is fetched over a network, there is one loop for both.
impl Estimate for (Option<LinearTo>, General<'_>) {
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        match self.0 {
            Some(linear) => linear.between(grid, from, to),
            None => self.1.between(grid, from, to),
        }
    }

    #[inline]
    fn to_goal(&self, grid: &Grid, from: u32, goals: &[u32]) -> Cost {
        match self.0 {
            Some(linear) => linear.to_goal(grid, from, goals),
            None => self.1.to_goal(grid, from, goals),
        }
    }
}

/// The same on a grid that may have links: see [`Detours`].
#[derive(Clone, Copy)]
pub(super) struct OverLinks<'q> {
    pub(super) base: (Option<LinearTo>, General<'q>),
    pub(super) detours: Option<&'q Detours>,
}

impl Estimate for OverLinks<'_> {
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        self.base.between(grid, from, to)
    }

    #[inline]
    fn to_goal(&self, grid: &Grid, from: u32, goals: &[u32]) -> Cost {
        let direct = self.base.to_goal(grid, from, goals);
        match self.detours {
            None => direct,
            Some(detours) => direct.min(detours.ahead(|link| self.between(grid, from, link))),
        }
    }

    fn nearest_to(&self, grid: &Grid, from: &[u32], to: u32) -> Cost {
        let direct = self.base.nearest_to(grid, from, to);
        match self.detours {
            None => direct,
            Some(detours) => direct.min(detours.behind(|link| self.between(grid, link, to))),
        }
    }
}

impl LeastSteps {
    pub(super) fn is_positive(&self) -> bool {
        self.straight > 0 && self.diagonal > 0
    }
}

impl Grid {
    pub(super) fn least_steps(&self) -> LeastSteps {
        let (steps, lowest) = (self.rules.steps, self.ground.lowest());
        LeastSteps {
            straight: over_terrain(steps.straight(), lowest, lowest).raw(),
            diagonal: over_terrain(steps.diagonal(), lowest, lowest).raw(),
            uphill: self.uphill(),
        }
    }

    pub(crate) fn uphill(&self) -> Cost {
        self.rules.uphill.min(Cost::from(10_000))
    }

    pub(crate) fn longest_step(&self) -> Cost {
        let highest = self.ground.highest();
        let length = self.rules.steps.straight().max(self.rules.steps.diagonal());
        let climb = self.uphill().scaled(self.ground.largest_climb(), 0);
        over_terrain(length, highest, highest) + climb
    }

    /// Whether an estimate never exceeds the true cost under the rules.
    pub(super) fn admits(&self, heuristic: &Heuristic<'_, Cell>) -> bool {
        self.admits_if(heuristic, false)
    }

    /// The same, where those count as well that were declared admissible.
    pub(super) fn admits_as_declared(&self, heuristic: &Heuristic<'_, Cell>) -> bool {
        self.admits_if(heuristic, true)
    }

    fn admits_if(&self, heuristic: &Heuristic<'_, Cell>, declared: bool) -> bool {
        let four = self.rules.moves == Moves::Four;
        let (s, d) = (self.rules.steps.straight().raw(), self.rules.steps.diagonal().raw());
        match heuristic {
            Heuristic::Auto | Heuristic::Zero | Heuristic::GridLandmarks(_) => true,
            Heuristic::Manhattan => four || d >= 2 * s,
            Heuristic::Chebyshev => four || d >= s,
            Heuristic::Octile => (four || d >= s) && d <= 2 * s,
            Heuristic::Euclidean => four || d as u128 * d as u128 >= 2 * s as u128 * s as u128,
            Heuristic::Admissible(_) => declared,
            Heuristic::Max(several) => several.iter().all(|one| self.admits_if(one, declared)),
            _ => false,
        }
    }

    pub(super) fn check_heuristic(
        &self,
        heuristic: &Heuristic<'_, Cell>,
    ) -> Result<(), QueryError> {
        match heuristic {
            Heuristic::Positions | Heuristic::Landmarks(_) => Err(QueryError::Unsupported {
                algorithm: heuristic.name(),
                why: "it is an estimate for graphs; grids have octile, grid landmarks and others",
            }),
            Heuristic::GridLandmarks(landmarks) => landmarks.check(self),
            Heuristic::Max(several) => several.iter().try_for_each(|one| self.check_heuristic(one)),
            _ => Ok(()),
        }
    }

    /// The best estimate of the simple forms between two places.
    pub(crate) fn octile_estimate(&self, from: u32, to: u32) -> Cost {
        Linear::best(self.least_steps(), self.rules.moves).between(self, from, to)
    }

    /// The best of the simple forms, without elevation, to one goal.
    pub(super) fn best_linear(&self, goal: u32) -> LinearTo {
        let linear = Linear::best(self.least_steps(), self.rules.moves);
        LinearTo { linear, goal: self.column_and_row(goal) }
    }

    /// The estimate as one of the simple forms, where it is one.
    pub(super) fn linear(
        &self,
        heuristic: &Heuristic<'_, Cell>,
        goals: &[u32],
        least: LeastSteps,
    ) -> Option<LinearTo> {
        if self.ground.largest_climb() > 0 && !matches!(heuristic, Heuristic::Zero) {
            return None;
        }
        let linear = match heuristic {
            Heuristic::Auto => Some(Linear::best(least, self.rules.moves)),
            Heuristic::Zero => Some(Linear::ZERO),
            Heuristic::Manhattan => {
                Some(Linear { larger: least.straight, smaller: least.straight })
            }
            Heuristic::Chebyshev => Some(Linear { larger: least.straight, smaller: 0 }),
            Heuristic::Octile => Some(Linear::octile(least)),
            _ => None,
        };
        match (linear, goals) {
            (Some(linear), &[goal]) => Some(LinearTo { linear, goal: self.column_and_row(goal) }),
            // Of zero it does not matter where the goal is.
            (Some(_), _) if matches!(heuristic, Heuristic::Zero) => {
                Some(LinearTo { linear: Linear::ZERO, goal: (0, 0) })
            }
            _ => None,
        }
    }
}
