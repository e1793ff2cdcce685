//! [`CrowdError`]: why there can be no plan for these units on this map.

use crate::body::kind::Goal;
use crate::spaces::error::End;
use crate::spaces::grid::Cell;

/// What is wrong with a crowd, before any search.
///
/// ```
/// use wayline::crowd::{Planner, Unit};
/// use wayline::{Grid, Moves, Rules};
///
/// let grid = Grid::new(3, 3)?.with_rules(Rules::default().moves(Moves::Four));
/// let units = [Unit::new((0, 0), (2, 2)), Unit::new((1, 0), (2, 2))];
/// let error = Planner::new(&grid, &units).unwrap_err();
/// assert_eq!(error.to_string(), "units 0 and 1 have the same goal, (2, 2): each needs its own");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// The grid allows diagonal steps.
    #[error(
        "units of a crowd step to four sides: give the grid Rules::default().moves(Moves::Four)"
    )]
    EightMoves,
    /// The grid has terrain, elevation or links, which plans for crowds do not support yet.
    #[error("the grid has {0}: plans for crowds take plain ground only")]
    NotPlain(&'static str),
    /// An end that is blocked or outside.
    #[error("unit {unit}: the {end} ({}, {}) is not a free cell", .cell.x, .cell.y)]
    NotFree {
        /// Which unit, from zero.
        unit: usize,
        /// Where it starts, or where it is to go.
        end: End,
        /// The cell.
        cell: Cell,
    },
    /// Two units have an end in common.
    #[error(
        "units {first} and {second} have the same {end}, ({}, {}): each needs its own", .cell.x, .cell.y
    )]
    Shared {
        /// One unit.
        first: usize,
        /// The other.
        second: usize,
        /// Which end it is.
        end: End,
        /// The cell.
        cell: Cell,
    },
    /// A body that does not fit where it starts, or anywhere at its goal.
    #[error("unit {unit}: it does not fit at its {end}, {goal}")]
    DoesNotFit {
        /// Which unit, from zero.
        unit: usize,
        /// Where it starts, or where it is to go.
        end: End,
        /// What was asked for.
        goal: Goal,
    },
    /// A unit of a kind that was not given.
    #[error("unit {unit}: there is no kind {kind}")]
    NoKind {
        /// Which unit, from zero.
        unit: usize,
        /// The kind that was named.
        kind: usize,
    },
    /// A map that is too large, or otherwise not one for bodies; the text says why.
    #[error("{0}")]
    Map(String),
    /// No path leads from a unit's start to its goal, even if it were alone.
    #[error("unit {unit}: no path leads from its start to its goal")]
    Unreachable {
        /// Which unit, from zero.
        unit: usize,
    },
    /// A start, or a stop, that the units of a crowd that never rests cannot reach.
    #[error("({}, {}) is not a free cell that the first unit can reach", .cell.x, .cell.y)]
    Apart {
        /// The cell.
        cell: Cell,
    },
    /// A task without stops.
    #[error("a task has to have a stop at least")]
    NoStops,
    /// The tables of distances would not fit into memory.
    #[error(
        "{units} units on {cells} free cells need {bytes} bytes for their distances: at most {most} are taken"
    )]
    TooLarge {
        /// How many units.
        units: usize,
        /// How many free cells.
        cells: usize,
        /// What they need.
        bytes: u64,
        /// What is allowed.
        most: u64,
    },
}
