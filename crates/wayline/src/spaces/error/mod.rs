//! What can be wrong, by what you asked for; [`Error`] is any of them.

mod body;
mod graph;
mod grid;
mod index;
mod query;
mod text;

pub use body::BodyError;
pub use graph::GraphError;
pub use grid::GridError;
pub use index::{IndexError, IndexKind};
pub use query::QueryError;
pub use text::ParseError;

use crate::kernel::cost::BadCost;
use std::fmt::Display;

/// Which end of a path an error is about.
///
/// ```
/// assert_eq!(wayline::End::Goal.to_string(), "goal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where a path begins.
    Start,
    /// Where it should lead.
    Goal,
}

impl Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            End::Start => "start",
            End::Goal => "goal",
        })
    }
}

/// Anything that can be wrong: `?` turns every error below into it, from a map to its answers. Bad data gives an
/// error that says what was expected, never a panic.
///
/// Functions return the error that fits what you asked for, so that a `match` has no impossible cases:
///
/// | asked for | error |
/// | --- | --- |
/// | a path, costs, a field, a plan | [`QueryError`] |
/// | a grid, a terrain, a layer, or an edit of one | [`GridError`] |
/// | a graph, or an edit of one | [`GraphError`] |
/// | a kind of body, a place for a unit | [`BodyError`] |
/// | an index, or one from bytes | [`IndexError`] |
/// | a value from text | [`ParseError`] |
/// | a cost from a number | [`BadCost`] |
/// | something that may fail in several of these ways, as from a [`World`](crate::body::World) | `Error` |
///
/// Plans for crowds have [errors of their own](crate::crowd::CrowdError), and the judge has
/// [flaws](crate::check::Flaw).
///
/// ```
/// use wayline::{Error, Grid, QueryError};
///
/// fn steps(rows: &[&str]) -> Result<usize, Error> {
///     let grid = Grid::from_rows(rows)?; // GridError
///     Ok(grid.path((0, 0), (2, 0))?.steps()) // QueryError
/// }
/// assert_eq!(steps(&["...", "..."]), Ok(2));
/// assert!(matches!(steps(&["..#"]), Err(Error::Query(QueryError::Blocked { .. }))));
/// assert!(matches!(steps(&["...", "."]), Err(Error::Grid(_))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A question.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A grid or a terrain.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A kind of body, or a unit.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// An index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// Text.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A number that is not a cost.
    #[error(transparent)]
    Cost(#[from] BadCost),
}

/// Lets `?` turn each of the engine's errors into one of your own that has a `From<wayline::Error>`.
///
/// ```
/// #[derive(Debug)]
/// struct Failure(String);
///
/// impl From<wayline::Error> for Failure {
///     fn from(error: wayline::Error) -> Failure {
///         Failure(error.to_string())
///     }
/// }
/// wayline::from_each_error!(Failure);
///
/// fn cost() -> Result<wayline::Cost, Failure> {
///     let grid = wayline::Grid::new(5, 5)?; // GridError
///     Ok(grid.cost((0, 0), (9, 9))?) // QueryError
/// }
/// assert!(cost().unwrap_err().0.contains("off the map"));
/// ```
#[macro_export]
macro_rules! from_each_error {
    ($own:ty) => {
        $crate::from_each_error!($own: QueryError, GridError, GraphError, BodyError, IndexError, ParseError, BadCost);
    };
    ($own:ty: $($part:ident),*) => {$(
        impl From<$crate::$part> for $own {
            fn from(error: $crate::$part) -> $own {
                $crate::Error::from(error).into()
            }
        }
    )*};
}
