//! What you implement for states of your own: [`Space`], one method.

use crate::kernel::cost::Cost;
use std::hash::Hash;

/// A space whose states are only known when they are generated: a puzzle, a plan, a lattice.
///
/// ```
/// use wayline::{search, Cost, Query, Space, Workspace};
///
/// /// Count from one number to another by adding one or doubling.
/// struct Counting;
/// impl Space for Counting {
///     type State = u32;
///     fn moves(&self, &n: &u32, mut emit: impl FnMut(u32, Cost)) {
///         emit(n + 1, Cost::ONE);
///         emit(n.saturating_mul(2), Cost::ONE);
///     }
/// }
///
/// let mut work = Workspace::new();
/// let answer = search(&Counting, &Query::new(1u32, 10u32), &mut work)?;
/// assert_eq!(*answer.path, [1, 2, 4, 5, 10]);
/// # Ok::<(), wayline::Error>(())
/// ```
pub trait Space {
    /// A state. Equal states must hash alike.
    type State: Clone + Eq + Hash + Send + Sync + 'static;

    /// Emits every state that one move leads to, with what the move costs.
    fn moves(&self, from: &Self::State, emit: impl FnMut(Self::State, Cost));

    /// Emits every state from which one move leads here, and returns `true`. Only bidirectional search calls it.
    /// By default there are no moves back.
    fn moves_back(&self, _to: &Self::State, _emit: impl FnMut(Self::State, Cost)) -> bool {
        false
    }

    /// An estimate of the cost from a state to a goal, used if the query names no other. It should never be more
    /// than the true cost; the engine does not know whether that is so, and does not call an answer found with it
    /// optimal. See [`admissible`](Space::admissible).
    fn estimate(&self, _from: &Self::State, _goal: &Self::State) -> Cost {
        Cost::ZERO
    }

    /// Whether you declare that [`estimate`](Space::estimate) is admissible: never more than the true
    /// cost. Answers then say that they are optimal
    /// [by declaration](crate::Guarantee::Declared). By default nothing is declared.
    ///
    /// ```
    /// use wayline::{search, Cost, Guarantee, Query, Space, Workspace};
    ///
    /// /// Walk along a line.
    /// struct Line;
    /// impl Space for Line {
    ///     type State = i32;
    ///     fn moves(&self, &x: &i32, mut emit: impl FnMut(i32, Cost)) {
    ///         emit(x - 1, Cost::ONE);
    ///         emit(x + 1, Cost::ONE);
    ///     }
    ///     fn estimate(&self, from: &i32, goal: &i32) -> Cost {
    ///         Cost::from(from.abs_diff(*goal))
    ///     }
    ///     fn admissible(&self) -> bool {
    ///         true
    ///     }
    /// }
    ///
    /// let mut work = Workspace::new();
    /// let answer = search(&Line, &Query::new(3, -4), &mut work)?;
    /// assert_eq!(answer.guarantee, Guarantee::Declared);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    fn admissible(&self) -> bool {
        false
    }

    /// Whether it is certain, without a search, that no path leads from one state to the other: by parity, by
    /// components. `false` promises nothing.
    fn surely_apart(&self, _from: &Self::State, _goal: &Self::State) -> bool {
        false
    }

    /// Changes whenever the moves do, so that a [`Search`](crate::Search) that was started before refuses to go
    /// on. A space that never changes does not need it.
    fn revision(&self) -> u64 {
        0
    }

    /// A number for a state, if states are easily numbered: voxels, hexagons, boards of few squares. The engine
    /// then looks states up in an array instead of hashing them.
    ///
    /// It changes the time a search takes and nothing else. Numbers should be small and without large gaps,
    /// because the array has four bytes for each number up to the largest. States without a number, or with one
    /// above 2²⁸, or with one that another state has as well, are hashed.
    ///
    /// ```
    /// use wayline::{search, Cost, Query, Space, Workspace};
    ///
    /// /// A board of hexagons, in axial coordinates.
    /// struct Hexagons {
    ///     width: i32,
    ///     height: i32,
    /// }
    /// impl Space for Hexagons {
    ///     type State = (i32, i32);
    ///     fn moves(&self, &(q, r): &(i32, i32), mut emit: impl FnMut((i32, i32), Cost)) {
    ///         for (dq, dr) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
    ///             let to = (q + dq, r + dr);
    ///             if self.dense_number(&to).is_some() {
    ///                 emit(to, Cost::ONE);
    ///             }
    ///         }
    ///     }
    ///     fn dense_number(&self, &(q, r): &(i32, i32)) -> Option<u32> {
    ///         let inside = (0..self.width).contains(&q) && (0..self.height).contains(&r);
    ///         inside.then(|| (r * self.width + q) as u32)
    ///     }
    /// }
    ///
    /// let (board, mut work) = (Hexagons { width: 9, height: 9 }, Workspace::new());
    /// let answer = search(&board, &Query::new((0, 8), (8, 0)), &mut work)?;
    /// assert_eq!(answer.steps(), 8);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    fn dense_number(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Whether the engine itself knows that [`estimate`](Space::estimate) is admissible. For its own spaces only:
    /// no other crate can name the argument.
    ///
    /// ```compile_fail,E0603
    /// use wayline::spaces::space::sealed::Token;
    /// ```
    #[doc(hidden)]
    fn vouched(&self, _: sealed::Token) -> bool {
        false
    }
}

pub(crate) mod sealed {
    /// A token that only the engine can make, so that only its own spaces can implement a method that takes it.
    #[derive(Clone, Copy, Debug)]
    pub struct Token;
}
