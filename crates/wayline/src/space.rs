//! What is searched: [`Space`], and the form in which a search sees it.
//!
//! You implement [`Space`] for states of your own: one method. [`Grid`](crate::Grid) and
//! [`Graph`](crate::Graph) are there already. All of them are [`Searchable`]: they can put a
//! [`Query`] into node numbers, which is what every loop runs on. One loop thus serves a grid of
//! 2000x2000 cells, where a number is a place in an array, and a sliding puzzle, where a number is
//! given to a state when it is first seen.

use crate::answer::Answer;
use crate::cost::Cost;
use crate::error::Error;
use crate::observe::Observer;
use crate::query::{Query, Ties};
use crate::search::{Ended, Slice};
use crate::workspace::Workspace;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

/// A space of states that are known when they are generated: a puzzle, a plan, a lattice.
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

    /// Emits every state from which one move leads here, and returns `true`. Only bidirectional
    /// search asks. By default there is no going back.
    fn moves_back(&self, _to: &Self::State, _emit: impl FnMut(Self::State, Cost)) -> bool {
        false
    }

    /// An estimate of the cost from a state to a goal: used when the query names no other. It
    /// should never be more than the true cost; the engine does not know whether it is, and an
    /// answer found with it is not called optimal. See [`admissible`](Space::admissible).
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

    /// Whether it is certain, without a search, that no path leads from one state to the other:
    /// by parity, by components. `false` promises nothing.
    fn surely_apart(&self, _from: &Self::State, _goal: &Self::State) -> bool {
        false
    }

    /// Changes whenever the moves do, so that a [`Search`](crate::Search) that was started before
    /// refuses to go on. A space that never changes needs none.
    fn revision(&self) -> u64 {
        0
    }

    /// A number of a state, where states are easily numbered: voxels, hexagons, boards of few
    /// squares. The engine then looks states up in an array instead of hashing them.
    ///
    /// It changes the time a search takes and nothing else. Numbers should be small and without
    /// large gaps, since the array has four bytes for each up to the largest; states that have none,
    /// one above 2²⁸, or one that another state has as well, are hashed.
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

    /// Whether the engine itself knows that [`estimate`](Space::estimate) is admissible. For its own
    /// spaces only: nobody else can name the argument.
    #[doc(hidden)]
    fn vouched(&self, _: sealed::Token) -> bool {
        false
    }
}

/// Anything that can be asked for a path: [`Grid`](crate::Grid), [`Graph`](crate::Graph), their
/// [indices](crate::GridIndex), [`LiveGrid`](crate::LiveGrid), and every [`Space`].
///
/// It is sealed: implement [`Space`] for states of your own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be asked for a path",
    label = "expected a grid, a graph, an index, a LiveGrid, a body's map or a `Space`",
    note = "pass a reference to the space itself: `&*arc` rather than `&arc`",
    note = "implement `wayline::Space` for states of your own"
)]
pub trait Searchable: sealed::Sealed {
    /// What a query speaks of: cells, nodes, placements, states.
    type State: Clone + 'static;
    /// What a goal is given as: a state, or for bodies also "this cell at any heading".
    type Goal: Clone + 'static;

    /// Starts or continues a search; `None` when it pauses. What it finds lies in the workspace.
    #[doc(hidden)]
    fn advance(
        &self,
        query: &Query<'_, Self::State, Self::Goal>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, Error>;

    /// The answer to a search that ended.
    #[doc(hidden)]
    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, Self::State>;

    /// Changes whenever an answer may.
    #[doc(hidden)]
    fn current_revision(&self) -> u64;
}

/// A space whose states have numbers, so that a search can settle them all: grids, graphs, and every
/// [`Space`].
pub trait Numbered: Searchable<Goal = <Self as Searchable>::State> {
    /// The number of a state, if it has one.
    #[doc(hidden)]
    fn number(&self, work: &Workspace, state: &Self::State) -> Option<u32>;

    /// The state with a number in use.
    #[doc(hidden)]
    fn state(&self, work: &Workspace, node: u32) -> Self::State;
}

pub(crate) mod sealed {
    /// Keeps others from implementing [`Searchable`](super::Searchable).
    pub trait Sealed {}
    impl<T: super::Space> Sealed for T {}

    /// What only the engine can make, so that only its own spaces can implement a method that takes it.
    #[derive(Clone, Copy, Debug)]
    pub struct Token;
}

/// A number that no space had before: what edits give a space, so that it is known to have changed.
pub(crate) fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// No node: the parent of a start.
pub(crate) const NONE: u32 = u32::MAX;

/// What is known of a problem before it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The estimate is never more than the true cost, and the engine knows it.
    pub(crate) admissible: bool,
    /// The estimate is never more than the true cost, or its author has declared so.
    pub(crate) declared: bool,
    /// The estimate never falls by more than a move costs, in both directions.
    pub(crate) consistent: bool,
    /// There is an estimate other than zero.
    pub(crate) informed: bool,
    /// There are moves back.
    pub(crate) backward: bool,
    /// There are lines of sight.
    pub(crate) sight: bool,
    /// All moves cost the same: the fewest steps are the least cost.
    pub(crate) equal_steps: bool,
    /// Moves have few different costs, so many states share an f.
    pub(crate) few_costs: bool,
    /// The tie-break that suits the space.
    pub(crate) ties: Ties,
    /// It is certain that there is no path.
    pub(crate) hopeless: bool,
    /// No move costs more, where that is known.
    pub(crate) longest_step: Option<Cost>,
    /// The goals are known states, not a predicate.
    pub(crate) goals_known: bool,
    /// Why it is no problem for jump point search; `None` if it is one.
    pub(crate) no_jumps: Option<&'static str>,
}

/// A query in node numbers.
pub(crate) trait Problem: Sized {
    type State: Clone + PartialEq;

    /// Every number in use is below this. Grows when states are numbered as they are seen.
    fn nodes(&self) -> usize;
    /// Whether states were left out because there were no numbers left.
    fn is_full(&self) -> bool {
        false
    }
    fn ends(&self) -> &Ends;
    fn state(&self, node: u32) -> Self::State;
    fn is_goal(&self, node: u32) -> bool;

    /// The estimate that was asked for.
    fn estimate(&self, node: u32) -> Cost;
    /// The cost from a start to the node, estimated likewise; zero where nothing is known.
    fn estimate_back(&self, node: u32) -> Cost;
    /// How near the goals a node seems, whatever estimate guides the search.
    fn nearness(&self, node: u32) -> Cost;

    /// Emits the moves out of a node that was reached from `parent` (or [`NONE`]). Moves that the
    /// expansion of the parent has made pointless may be left out.
    fn expand(&mut self, node: u32, parent: u32, emit: impl FnMut(&Self, u32, Cost));
    /// Emits the moves into a node.
    fn expand_back(&mut self, node: u32, parent: u32, emit: impl FnMut(&Self, u32, Cost));

    /// The cost of the straight line between two nodes that see each other.
    fn sight(&self, _from: u32, _to: u32) -> Option<Cost> {
        None
    }
    /// The nodes along a line of sight, both ends included.
    fn along(&self, _from: u32, _to: u32, _emit: impl FnMut(u32)) {}

    /// The same by state, for searches that remember nothing but their path.
    fn moves_of(&self, state: &Self::State, emit: impl FnMut(Self::State, Cost));
    fn estimate_of(&self, state: &Self::State) -> Cost;
    fn is_goal_state(&self, state: &Self::State) -> bool;
    /// A state's number, where it has one without being remembered: what such searches tell those
    /// who watch them.
    fn number_of(&self, _state: &Self::State) -> Option<u32> {
        None
    }
}

/// The ends of a query in numbers.
#[derive(Default, Debug)]
pub(crate) struct Ends {
    pub(crate) starts: Vec<u32>,
    /// In ascending order.
    pub(crate) goals: Vec<u32>,
    pub(crate) avoid: Vec<u32>,
    /// Edges to avoid, as the space keeps them, in ascending order. Graphs only.
    pub(crate) avoid_edges: Vec<u32>,
}

impl Ends {
    pub(crate) fn clear(&mut self) {
        self.starts.clear();
        self.goals.clear();
        self.avoid.clear();
        self.avoid_edges.clear();
    }

    /// Whether the node is one of the goals.
    #[inline]
    pub(crate) fn is_goal(&self, node: u32) -> bool {
        match self.goals[..] {
            [goal] => node == goal,
            [] => false,
            ref many => many.binary_search(&node).is_ok(),
        }
    }
}
