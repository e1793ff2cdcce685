//! A* in five lines: a start and three closures.

use crate::engines::search::{Algorithm, search};
use crate::engines::workspace::Workspace;
use crate::kernel::cost::{BadCost, Cost};
use crate::question::heuristic::Heuristic;
use crate::question::query::Query;
use crate::question::settings::Limits;
use crate::spaces::error::QueryError;
use crate::spaces::space::Space;
use std::hash::Hash;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Numbers that [`astar`] takes for costs and estimates: the integers `u8` to `u64`, `usize`, `i32`
/// and `i64`, `f32`, `f64`, and [`Cost`]. Whole numbers may be up to 2³² − 1, others up to 2³¹.
pub trait IntoCost: sealed::Number {}

mod sealed {
    use super::{BadCost, Cost};

    pub trait Number: Copy {
        /// The cost of a move.
        fn cost(self) -> Result<Cost, BadCost>;
        /// An estimate: never rounded up, and infinite where there is no path.
        fn estimate(self) -> Result<Cost, BadCost> {
            self.cost()
        }
    }
}

impl IntoCost for Cost {}
impl sealed::Number for Cost {
    #[inline]
    fn cost(self) -> Result<Cost, BadCost> {
        Ok(self)
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl IntoCost for $integer {}
        impl sealed::Number for $integer {
            #[inline]
            fn cost(self) -> Result<Cost, BadCost> {
                u32::try_from(self).map(Cost::from).map_err(|_| BadCost(self as f64))
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, usize, i32, i64);

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl IntoCost for $float {}
        impl sealed::Number for $float {
            #[inline]
            fn cost(self) -> Result<Cost, BadCost> {
                Cost::try_from(self)
            }
            #[inline]
            fn estimate(self) -> Result<Cost, BadCost> {
                // Not a number is not at least zero either.
                if self >= 0.0 { Ok(Cost::floor(self.into())) } else { Err(BadCost(self.into())) }
            }
        }
    )*};
}

floats!(f32, f64);

/// What went wrong in a closure, and the brake that stops the search then.
#[derive(Default)]
struct Trouble {
    first: OnceLock<BadCost>,
    stop: AtomicBool,
}

impl Trouble {
    #[cold]
    fn note(&self, bad: BadCost) {
        // Only the first is reported.
        let _ = self.first.set(bad);
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A space whose moves are a closure.
struct Moves<'t, S, F>(F, &'t Trouble, std::marker::PhantomData<fn() -> S>);

impl<S, F, I, C> Space for Moves<'_, S, F>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    F: Fn(&S) -> I,
    I: IntoIterator<Item = (S, C)>,
    C: IntoCost,
{
    type State = S;
    #[inline]
    fn moves(&self, from: &S, mut emit: impl FnMut(S, Cost)) {
        for (state, cost) in (self.0)(from) {
            match cost.cost() {
                Ok(cost) => emit(state, cost),
                Err(bad) => self.1.note(bad),
            }
        }
    }
}

/// A* over any states, by closures: the moves out of a state with their costs, an estimate of the cost from a
/// state to the goal, and whether a state is a goal. Returns the path and its cost, or `None` if there is no path.
/// A cost or an estimate that is negative, not a number or too large is an error.
///
/// Costs and estimates are integers, floating-point numbers or [`Cost`]s: see [`IntoCost`].
///
/// The path is optimal if the estimate never exceeds the true cost, consistent or not; this is not checked. For
/// limits, other algorithms and reused memory, see [`Space`] and [`search`].
///
/// ```
/// // The fewest knight's moves from one corner of a chessboard to the other.
/// let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// let moves = |&(x, y): &(i32, i32)| {
///     let squares = jumps.map(|(dx, dy)| ((x + dx, y + dy), 1));
///     squares.into_iter().filter(|((x, y), _)| (0..8).contains(x) && (0..8).contains(y))
/// };
/// let found = wayline::astar((0, 0), moves, |_| 0, |&at| at == (7, 7))?;
/// let (path, cost) = found.expect("a knight gets everywhere");
/// assert_eq!((path.len(), cost.to_string()), (7, "6".to_owned()));
/// # Ok::<(), wayline::Error>(())
/// ```
pub fn astar<S, I, C, H>(
    start: S,
    moves: impl Fn(&S) -> I,
    estimate: impl Fn(&S) -> H + Sync,
    is_goal: impl Fn(&S) -> bool + Sync,
) -> Result<Option<(Vec<S>, Cost)>, QueryError>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    I: IntoIterator<Item = (S, C)>,
    C: IntoCost,
    H: IntoCost,
{
    let trouble = Trouble::default();
    let estimate = |state: &S| {
        estimate(state).estimate().unwrap_or_else(|bad| {
            trouble.note(bad);
            Cost::ZERO
        })
    };
    let query = Query::until(start, &is_goal)
        .algorithm(Algorithm::AStar)
        .heuristic(Heuristic::Custom(&estimate))
        .limits(Limits { cancel: Some(&trouble.stop), ..Limits::default() });
    let mut work = Workspace::new();
    let space = Moves(moves, &trouble, std::marker::PhantomData);
    let answer = search(&space, &query, &mut work)?;
    match trouble.first.get() {
        Some(&bad) => Err(bad.into()),
        None => Ok(answer.is_found().then(|| (answer.path.to_vec(), answer.cost))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From 0 to 10 in steps of one, with a cost and an estimate of any kind.
    fn count<C: IntoCost, H: IntoCost + Sync>(
        cost: C,
        estimate: H,
    ) -> Result<Option<Cost>, QueryError> {
        // It goes on for ever beyond the goal: trouble has to stop it.
        let found = astar(0u64, |&n| [(n + 1, cost)], |_| estimate, |&n| n == 10)?;
        Ok(found.map(|(_, cost)| cost))
    }

    #[test]
    fn costs_of_every_kind() {
        let ten = Ok(Some(Cost::from(10)));
        assert_eq!(count(1, 0), ten);
        assert_eq!(count(1u8, 0u16), ten);
        assert_eq!(count(1u32, 0u64), ten);
        assert_eq!(count(1usize, 0i64), ten);
        assert_eq!(count(1.0, 0.0), ten);
        assert_eq!(count(1f32, 0f32), ten);
        assert_eq!(count(Cost::ONE, Cost::ZERO), ten);
        assert_eq!(count(0.25, 0), Ok(Some(Cost::try_from(2.5).unwrap())));
    }

    #[test]
    fn bad_costs_are_errors_even_where_the_search_would_not_end() {
        let astray = |cost: f64| {
            astar(0u64, |&n| [(n + 1, 1.0), (n + 2, cost)], |_| 0, |&n| n == u64::MAX).unwrap_err()
        };
        for bad in [-1.0, f64::NEG_INFINITY, f64::INFINITY, 3e9] {
            assert_eq!(astray(bad), QueryError::BadCost(BadCost(bad)));
        }
        assert!(astray(f64::NAN).to_string().starts_with("NaN is not a cost"));
        assert_eq!(count(-1, 0), Err(BadCost(-1.0).into()));
        assert_eq!(count(1u64 << 32, 0), Err(BadCost(4294967296.0).into()));
        assert_eq!(count(1, -2.0), Err(BadCost(-2.0).into()));
        assert!(count(1, f32::NAN).is_err());
    }

    #[test]
    fn estimates_may_be_infinite_and_are_rounded_down() {
        use sealed::Number;
        assert_eq!(f64::INFINITY.estimate(), Ok(Cost::INFINITE));
        assert_eq!((1.0 + 2f64.powi(-33) * 1.5).estimate(), Ok(Cost::ONE));
        assert_eq!((1.0 + 2f64.powi(-33) * 1.5).cost(), Ok(Cost::from_raw(Cost::ONE.raw() + 1)));
    }
}
