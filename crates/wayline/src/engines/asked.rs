//! What can be asked for a path: [`Searchable`], and how the engine asks it.
//!
//! Every space turns a [`Query`] into node numbers, which is what every loop runs on, chooses the engine that
//! answers, and runs it. One loop thus serves a grid of 2000x2000 cells, where a number is a place in an array,
//! and a sliding puzzle, where a state gets its number when it is first seen.

use crate::engines::search::{Ended, Slice};
use crate::engines::workspace::Workspace;
use crate::question::answer::Answer;
use crate::question::observe::Observer;
use crate::question::query::Query;
use crate::spaces::error::QueryError;
use crate::spaces::space::Space;

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
    /// What a query is about: cells, nodes, placements, states.
    type State: Clone + 'static;
    /// What a goal is: a state, or for bodies also "this cell at any heading".
    type Goal: Clone + 'static;

    /// Starts or continues a search; `None` when it pauses. What it finds lies in the workspace.
    #[doc(hidden)]
    fn advance(
        &self,
        query: &Query<'_, Self::State, Self::Goal>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, QueryError>;

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
    /// Keeps other crates from implementing [`Searchable`](super::Searchable).
    pub trait Sealed {}
    impl<T: super::Space> Sealed for T {}
}
