//! A* in five lines: a start and three closures.

use crate::answer::Guarantee;
use crate::cost::Cost;
use crate::heuristic::Heuristic;
use crate::query::Query;
use crate::search::{Algorithm, search};
use crate::space::Space;
use crate::workspace::Workspace;
use std::hash::Hash;

/// A space whose moves are a closure.
struct Moves<S, F>(F, std::marker::PhantomData<fn() -> S>);

impl<S, F, I, C> Space for Moves<S, F>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    F: Fn(&S) -> I,
    I: IntoIterator<Item = (S, C)>,
    C: Into<Cost>,
{
    type State = S;
    #[inline]
    fn moves(&self, from: &S, mut emit: impl FnMut(S, Cost)) {
        for (state, cost) in (self.0)(from) {
            emit(state, cost.into());
        }
    }
}

/// A* over any states, by closures: the moves out of a state with their costs, an estimate of the
/// cost from a state to the goal, and whether a state is one. Returns the path and its cost, or
/// `None` if there is no path.
///
/// The path is optimal if the estimate never exceeds the true cost, consistent or not; nobody
/// checks. For limits, other algorithms and reused memory: [`Space`] and [`search`].
///
/// ```
/// // The fewest knight's moves from one corner of a chessboard to the other.
/// let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// let moves = |&(x, y): &(i32, i32)| {
///     let squares = jumps.map(|(dx, dy)| ((x + dx, y + dy), 1u32));
///     squares.into_iter().filter(|((x, y), _)| (0..8).contains(x) && (0..8).contains(y))
/// };
/// let (path, cost) = wayline::astar((0, 0), moves, |_| 0u32, |&at| at == (7, 7)).unwrap();
/// assert_eq!((path.len(), cost.to_string()), (7, "6".to_owned()));
/// ```
pub fn astar<S, I, C, H>(
    start: S,
    moves: impl Fn(&S) -> I,
    estimate: impl Fn(&S) -> H + Sync,
    is_goal: impl Fn(&S) -> bool + Sync,
) -> Option<(Vec<S>, Cost)>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    I: IntoIterator<Item = (S, C)>,
    C: Into<Cost>,
    H: Into<Cost>,
{
    let estimate = |state: &S| estimate(state).into();
    let query = Query::until(start, &is_goal)
        .algorithm(Algorithm::AStar)
        .heuristic(Heuristic::Custom(&estimate));
    let mut work = Workspace::new();
    let answer = search(&Moves(moves, std::marker::PhantomData), &query, &mut work);
    let answer = answer.expect("a start and a goal are given, and A* refuses nothing");
    debug_assert_ne!(answer.guarantee, Guarantee::Optimal, "nothing is known of the estimate");
    answer.is_found().then(|| (answer.path.to_vec(), answer.cost))
}
