//! The plain structs that cross the border.

use crate::status::Failure;
use std::ffi::c_char;
use wayline::body::{Goal, Heading, Placement};
use wayline::{Cell, Charge, Corners, Cost, Limit, Moves, Outcome, Rules, StepCosts};

/// A cell: column x from the left, row y from the top, from zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_cell {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
}

impl From<wl_cell> for Cell {
    fn from(cell: wl_cell) -> Cell {
        Cell::new(cell.x, cell.y)
    }
}

impl From<Cell> for wl_cell {
    fn from(cell: Cell) -> wl_cell {
        wl_cell { x: cell.x, y: cell.y }
    }
}

/// A heading: east, towards larger x.
pub const WL_HEADING_EAST: u32 = 0;
/// A heading: north, towards smaller y.
pub const WL_HEADING_NORTH: u32 = 1;
/// A heading: west, towards smaller x.
pub const WL_HEADING_WEST: u32 = 2;
/// A heading: south, towards larger y.
pub const WL_HEADING_SOUTH: u32 = 3;
/// Of a goal only: any heading will do.
pub const WL_HEADING_ANY: u32 = 4;

/// Where a body is: the cell its pivot is on, and its heading (WL_HEADING_...).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct wl_placement {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// WL_HEADING_EAST, _NORTH, _WEST or _SOUTH; of a goal also WL_HEADING_ANY.
    pub heading: u32,
}

impl wl_placement {
    pub(crate) fn placement(self) -> Result<Placement, Failure> {
        let heading = Heading::ALL.get(self.heading as usize).ok_or_else(|| {
            Failure::bad(format_args!("heading {}: expected 0 to 3, WL_HEADING_...", self.heading))
        })?;
        Ok(Placement::new(self.x, self.y, *heading))
    }

    pub(crate) fn goal(self) -> Result<Goal, Failure> {
        match self.heading {
            WL_HEADING_ANY => Ok(Goal::Pivot(Cell::new(self.x, self.y))),
            _ => self.placement().map(Goal::At),
        }
    }
}

impl From<Placement> for wl_placement {
    fn from(at: Placement) -> wl_placement {
        wl_placement { x: at.x, y: at.y, heading: at.heading.index() as u32 }
    }
}

/// A diagonal step needs both cells beside it free.
pub const WL_CORNERS_NEVER: u32 = 0;
/// A diagonal step needs one of the cells beside it free.
pub const WL_CORNERS_ONE: u32 = 1;
/// A diagonal step may squeeze between two blocked cells.
pub const WL_CORNERS_ALWAYS: u32 = 2;

/// WL_CHARGE_ENTER for wl_grid_from_costs(), otherwise WL_CHARGE_MEAN.
pub const WL_CHARGE_USUAL: u32 = 0;
/// A step costs its length times the mean of the multipliers of both cells.
pub const WL_CHARGE_MEAN: u32 = 1;
/// A step costs its length times the multiplier of the cell it enters.
pub const WL_CHARGE_ENTER: u32 = 2;

/// How units move on a grid. Zero in a field is its default, so start from `wl_rules rules = {0};`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct wl_rules {
    /// 4, or 8 (the default).
    pub moves: u32,
    /// WL_CORNERS_NEVER (the default), _ONE or _ALWAYS.
    pub corners: u32,
    /// WL_CHARGE_...: how terrain is charged.
    pub charge: u32,
    /// What a straight step costs. Both steps zero: 1 and the square root of 2.
    pub straight: f64,
    /// What a diagonal step costs.
    pub diagonal: f64,
    /// What a step costs more for each unit of elevation that it gains.
    pub uphill: f64,
}

impl wl_rules {
    pub(crate) fn rules(self, usual: Charge) -> Result<Rules, Failure> {
        let mut rules = Rules::default();
        rules.moves = match self.moves {
            4 => Moves::Four,
            0 | 8 => Moves::Eight,
            bad => return Err(Failure::bad(format_args!("moves {bad}: expected 4 or 8"))),
        };
        rules.corners = *Corners::ALL.get(self.corners as usize).ok_or_else(|| {
            Failure::bad(format_args!("corners {}: expected 0 to 2, WL_CORNERS_...", self.corners))
        })?;
        rules.charge = match self.charge {
            WL_CHARGE_USUAL => usual,
            WL_CHARGE_MEAN => Charge::Mean,
            WL_CHARGE_ENTER => Charge::Enter,
            bad => {
                let message = format_args!("charge {bad}: expected 0 to 2, WL_CHARGE_...");
                return Err(Failure::bad(message));
            }
        };
        if self.straight != 0.0 || self.diagonal != 0.0 {
            rules.steps = StepCosts::new(self.straight, self.diagonal)?;
        }
        rules.uphill = cost("uphill", self.uphill)?;
        Ok(rules)
    }
}

/// A cost that the caller gave as a number.
pub(crate) fn cost(name: &str, number: f64) -> Result<Cost, Failure> {
    Cost::try_from(number).map_err(|bad| Failure::from(wayline::Error::from(bad)).of(name))
}

/// How a search ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum wl_outcome {
    /// There is no path.
    #[default]
    Unreachable = 0,
    /// A path was found.
    Found = 1,
    /// A limit came first, and whether there is a path is not known: see wl_limit.
    Stopped = 2,
}

/// The limit that stopped a search.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum wl_limit {
    /// None did.
    #[default]
    None = 0,
    /// As many states were expanded as allowed.
    Expansions = 1,
    /// No path is as cheap as asked for.
    Cost = 2,
    /// The time was up.
    Time = 3,
    /// It was cancelled.
    Cancelled = 4,
    /// More states were seen than the engine numbers.
    States = 5,
}

impl From<Outcome> for wl_outcome {
    fn from(outcome: Outcome) -> wl_outcome {
        match outcome {
            Outcome::Found => wl_outcome::Found,
            Outcome::Unreachable => wl_outcome::Unreachable,
            Outcome::Stopped(_) => wl_outcome::Stopped,
        }
    }
}

impl From<Outcome> for wl_limit {
    fn from(outcome: Outcome) -> wl_limit {
        match outcome {
            Outcome::Found | Outcome::Unreachable => wl_limit::None,
            Outcome::Stopped(limit) => match limit {
                Limit::Expansions => wl_limit::Expansions,
                Limit::Cost => wl_limit::Cost,
                Limit::Time => wl_limit::Time,
                Limit::Cancelled => wl_limit::Cancelled,
                _ => wl_limit::States,
            },
        }
    }
}

/// The answer to a query. After a call that failed it is an empty one: unreachable, without a path.
///
/// Its arrays are borrowed from the workspace: valid until the next call with that workspace, or until it is
/// destroyed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct wl_answer {
    /// How the search ended.
    pub outcome: wl_outcome,
    /// The limit that stopped it.
    pub limit: wl_limit,
    /// Whether a path was found and it is known that none costs less.
    pub optimal: bool,
    /// What the path costs; infinite if there is none.
    pub cost: f64,
    /// The same exactly, in units of 2 to the power of -32; UINT64_MAX if there is none.
    pub cost_fixed: u64,
    /// The path costs at most this many times the optimum: 1 if optimal, infinite if nothing is known.
    pub bound: f64,
    /// The path from start to goal, both included, on grids; otherwise NULL.
    pub cells: *const wl_cell,
    /// The path from start to goal, both included, in graphs; otherwise NULL.
    pub nodes: *const u32,
    /// The path from start to goal, both included, of bodies; otherwise NULL.
    pub placements: *const wl_placement,
    /// How many cells, nodes or placements the path has; zero if there is none.
    pub length: usize,
    /// Where the path turns, its ends included, on grids; otherwise NULL.
    pub turns: *const wl_cell,
    /// How many turns there are.
    pub turn_count: usize,
    /// The edges of the path in graphs, one less than nodes; otherwise NULL.
    pub edges: *const u32,
    /// How many edges there are.
    pub edge_count: usize,
    /// The name of the algorithm that answered. It is always valid.
    pub algorithm: *const c_char,
    /// States that were expanded.
    pub expanded: u64,
    /// States that were put on the open list.
    pub generated: u64,
    /// States that were expanded and put back on the open list.
    pub reopened: u64,
    /// The most states on the open list at once.
    pub largest_open: u64,
}

impl Default for wl_answer {
    fn default() -> wl_answer {
        wl_answer {
            outcome: wl_outcome::Unreachable,
            limit: wl_limit::None,
            optimal: false,
            cost: f64::INFINITY,
            cost_fixed: u64::MAX,
            bound: f64::INFINITY,
            cells: std::ptr::null(),
            nodes: std::ptr::null(),
            placements: std::ptr::null(),
            length: 0,
            turns: std::ptr::null(),
            turn_count: 0,
            edges: std::ptr::null(),
            edge_count: 0,
            algorithm: c"".as_ptr(),
            expanded: 0,
            generated: 0,
            reopened: 0,
            largest_open: 0,
        }
    }
}
