//! The judge: verifies a path from raw cells or edges, and trusts nothing else.
//!
//! It knows nothing about searches, records or tables. It reads cells one at a time, applies the rules as they are
//! written in [`Rules`](crate::Rules), and adds up the cost itself. It checks every path in every test, and every
//! path of `wayline bench` and `wayline solve --verify`.

mod body;
mod body_crowd;
mod crowd;
mod discs;
mod lifelong;
mod squares;
mod traffic;

pub use body::body_path;
pub use body_crowd::body_crowd;
pub use crowd::{Conflict, conflicts, crowd};
pub use discs::Discs;
pub use lifelong::Steps;
pub use squares::Squares;
pub use traffic::Traffic;

use crate::body::UnitId;
use crate::kernel::cost::Cost;
use crate::spaces::error::End;
use crate::spaces::graph::Graph;
use crate::spaces::grid::{Cell, Charge, Corners, Grid, Layer, Moves};
use crate::spaces::space::Space;

/// What is wrong with a path.
///
/// ```
/// use wayline::{check, Cell, Grid};
/// let grid = Grid::from_rows([".#."])?;
/// let jump = [Cell::new(0, 0), Cell::new(2, 0)];
/// let flaw = check::grid_path(&grid, &jump, jump[0], jump[1]).unwrap_err();
/// assert_eq!(flaw.to_string(), "step 1: 2,0 is not a neighbour of 0,0");
/// # Ok::<(), wayline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A plan has paths for more or fewer units than there are.
    #[error("the plan has {found} paths for {expected} units")]
    WrongUnits {
        /// How many units there are.
        expected: usize,
        /// How many paths.
        found: usize,
    },
    /// Something is wrong with the path of one unit of a crowd.
    #[error("unit {unit}: {flaw}")]
    OfUnit {
        /// Which unit, from zero.
        unit: usize,
        /// What is wrong.
        flaw: Box<Flaw>,
    },
    /// Two units of a crowd collide.
    #[error("{0}")]
    Conflict(Conflict),
    /// A unit of a crowd reported a visit to a stop of a task that it did not make.
    #[error(
        "step {step}: unit {unit} is not at the next stop of task {task}, or it is not its task"
    )]
    NoVisit {
        /// Which step, from one.
        step: usize,
        /// Which unit, from zero.
        unit: usize,
        /// Which task, from zero.
        task: usize,
    },
    /// There is no path.
    #[error("the path is empty")]
    Empty,
    /// It begins or ends elsewhere.
    #[error("the path does not have its {0} where it should")]
    WrongEnd(End),
    /// It leaves the map.
    #[error("step {step}: {cell} is off the map")]
    OffMap {
        /// Which step; zero is the start.
        step: usize,
        /// Where.
        cell: Cell,
    },
    /// It enters a blocked cell.
    #[error("step {step}: {cell} is blocked")]
    Blocked {
        /// Which step; zero is the start.
        step: usize,
        /// Where.
        cell: Cell,
    },
    /// It jumps.
    #[error("step {step}: {to} is not a neighbour of {from}")]
    NoNeighbour {
        /// Which step.
        step: usize,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// It goes diagonally where the rules do not allow it.
    #[error("step {step}: the diagonal from {from} to {to} is not allowed")]
    Diagonal {
        /// Which step.
        step: usize,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Two waypoints do not see each other.
    #[error("step {step}: {from} does not see {to}, {blocker} is in the way")]
    NoSight {
        /// Which step.
        step: usize,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// A cell that the line must not pass but does.
        blocker: Cell,
    },
    /// A body covers or sweeps cells off the map.
    #[error("step {step}: the body is at {x},{y}, which is off the map")]
    BodyOffMap {
        /// Which step; zero is the start.
        step: usize,
        /// Column, possibly before the first.
        x: i64,
        /// Row, likewise.
        y: i64,
    },
    /// A body covers or sweeps ground that it does not move on.
    #[error("step {step}: {cell} is '{}', which the body does not move on", .ground.escape_ascii())]
    Forbidden {
        /// Which step; zero is the start.
        step: usize,
        /// Where.
        cell: Cell,
        /// The ground there.
        ground: u8,
    },
    /// Two units are on a cell at the same time.
    #[error("time {time}: units {one} and {other} are both on {cell}")]
    Overlap {
        /// One of them.
        one: UnitId,
        /// The other.
        other: UnitId,
        /// Where.
        cell: Cell,
        /// Since when.
        time: u64,
    },
    /// A unit's move takes a different time from what it costs.
    #[error("time {begin}: unit {unit} begins a move that should take {cost}, and does not")]
    WrongTime {
        /// Which unit.
        unit: UnitId,
        /// When the move begins.
        begin: u64,
        /// How long it should take.
        cost: u64,
    },
    /// A unit, or the whole world, does not go on where and when it left off.
    #[error("time {time}: {} does not go on from where it was", .unit.map_or("the world".to_string(), |unit| format!("unit {unit}")))]
    Gap {
        /// Which unit; `None` for the world.
        unit: Option<UnitId>,
        /// When.
        time: u64,
    },
    /// No such move, edge or node.
    #[error("step {step}: there is no such move")]
    NoMove {
        /// Which step.
        step: usize,
    },
}

/// Verifies a path of neighbouring or [linked](Grid::add_link) cells, and returns its cost: where there is both a
/// step and a link, that of the cheaper.
///
/// ```
/// use wayline::{check, Cell, Cost, Grid};
/// let grid = Grid::new(3, 3)?;
/// let path = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(1, 2)];
/// let cost = check::grid_path(&grid, &path, path[0], path[2])?;
/// assert_eq!(cost, Cost::ONE + Cost::SQRT_2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grid_path(grid: &Grid, path: &[Cell], from: Cell, to: Cell) -> Result<Cost, Flaw> {
    cell_path(grid, None, path, from, to)
}

/// The same under a layer.
///
/// ```
/// use wayline::{check, Cell, Cost, Grid, Layer};
/// let grid = Grid::new(3, 1)?;
/// let toll = Layer::added(&grid, |cell| Some(f64::from(cell.x)))?;
/// let path = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 0)];
/// let cost = check::layered_path(&grid, &toll, &path, path[0], path[2])?;
/// assert_eq!(cost, Cost::from(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layered_path(
    grid: &Grid,
    layer: &Layer,
    path: &[Cell],
    from: Cell,
    to: Cell,
) -> Result<Cost, Flaw> {
    cell_path(grid, Some(layer), path, from, to)
}

fn cell_path(
    grid: &Grid,
    layer: Option<&Layer>,
    path: &[Cell],
    from: Cell,
    to: Cell,
) -> Result<Cost, Flaw> {
    ends(path, &from, &to)?;
    for (step, &cell) in path.iter().enumerate() {
        must_be_free(grid, step, cell)?;
        if layer.is_some_and(|layer| !layer.is_open(cell)) {
            return Err(Flaw::Blocked { step, cell });
        }
    }
    let mut total = 0u128;
    for (i, pair) in path.windows(2).enumerate() {
        let step = step_cost(grid, layer, i + 1, pair[0], pair[1]);
        let links = grid.links().filter(|&(from, to, _)| (from, to) == (pair[0], pair[1]));
        let extra = layer.map_or(0, |layer| layer.extra(pair[1]).raw() as u128);
        total += match links.map(|(_, _, cost)| cost.raw() as u128 + extra).min() {
            None => step?,
            Some(link) => step.map_or(link, |step| step.min(link)),
        };
    }
    Ok(cost(total))
}

/// Verifies a path of straight lines at any angle and returns its length, in straight steps' cost.
///
/// ```
/// use wayline::{check, Cell, Cost, Grid};
/// let grid = Grid::new(4, 5)?;
/// let line = [Cell::new(0, 0), Cell::new(3, 4)];
/// assert_eq!(check::line_path(&grid, &line, line[0], line[1])?, Cost::from(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn line_path(grid: &Grid, waypoints: &[Cell], from: Cell, to: Cell) -> Result<Cost, Flaw> {
    ends(waypoints, &from, &to)?;
    for (step, &cell) in waypoints.iter().enumerate() {
        must_be_free(grid, step, cell)?;
    }
    let mut total = 0u128;
    for (i, pair) in waypoints.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        if let Some(blocker) = in_the_way(grid, from, to) {
            return Err(Flaw::NoSight { step: i + 1, from, to, blocker });
        }
        let (dx, dy) = (from.x.abs_diff(to.x) as u128, from.y.abs_diff(to.y) as u128);
        let straight = grid.rules().steps.straight().raw() as u128;
        total += (straight * straight * (dx * dx + dy * dy)).isqrt();
    }
    Ok(cost(total))
}

/// Verifies a path of nodes and returns its cost, by the cheapest edge between each two nodes.
///
/// ```
/// use wayline::{check, Cost, Graph};
/// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 2.0)])?;
/// assert_eq!(check::graph_path(&graph, &[0, 1, 2], 0, 2)?, Cost::from(3));
/// assert!(check::graph_path(&graph, &[0, 2], 0, 2).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_path(graph: &Graph, path: &[u32], from: u32, to: u32) -> Result<Cost, Flaw> {
    ends(path, &from, &to)?;
    if path.iter().any(|&node| node as usize >= graph.nodes()) {
        return Err(Flaw::NoMove { step: 0 });
    }
    let mut total = 0u128;
    for (i, pair) in path.windows(2).enumerate() {
        let between = graph.edges_from(pair[0]).filter(|&(_, head, _)| head == pair[1]);
        let least = between.map(|(_, _, cost)| cost.raw()).min();
        total += least.ok_or(Flaw::NoMove { step: i + 1 })? as u128;
    }
    Ok(cost(total))
}

/// Verifies a path of edges and returns its cost.
///
/// ```
/// use wayline::{check, Cost, Graph};
/// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 2.0)])?;
/// assert_eq!(check::graph_edges(&graph, &[0, 1], 0, 2)?, Cost::from(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_edges(graph: &Graph, edges: &[u32], from: u32, to: u32) -> Result<Cost, Flaw> {
    let mut at = from;
    let mut total = 0u128;
    for (i, &edge) in edges.iter().enumerate() {
        match graph.edge(edge) {
            Some((tail, head, cost)) if tail == at && !graph.is_closed(edge) => {
                total += cost.raw() as u128;
                at = head;
            }
            _ => return Err(Flaw::NoMove { step: i + 1 }),
        }
    }
    if at == to { Ok(cost(total)) } else { Err(Flaw::WrongEnd(End::Goal)) }
}

/// Verifies a path of states and returns its cost, by the cheapest move between each two states.
///
/// ```
/// use wayline::{check, Cost, SlidingPuzzle};
/// let puzzle = SlidingPuzzle::new(2, 2)?;
/// let path = [puzzle.board(&[1, 2, 0, 3])?, puzzle.solved()];
/// assert_eq!(check::space_path(&puzzle, &path, &path[0], &path[1])?, Cost::ONE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn space_path<S: Space>(
    space: &S,
    path: &[S::State],
    from: &S::State,
    to: &S::State,
) -> Result<Cost, Flaw> {
    ends(path, from, to)?;
    let mut total = 0u128;
    for (i, pair) in path.windows(2).enumerate() {
        let mut least: Option<u64> = None;
        space.moves(&pair[0], |next, cost| {
            if next == pair[1] {
                least = Some(least.map_or(cost.raw(), |least| least.min(cost.raw())));
            }
        });
        total += least.ok_or(Flaw::NoMove { step: i + 1 })? as u128;
    }
    Ok(cost(total))
}

fn cost(total: u128) -> Cost {
    Cost::from_raw(u64::try_from(total).unwrap_or(u64::MAX))
}

fn ends<S: PartialEq>(path: &[S], from: &S, to: &S) -> Result<(), Flaw> {
    match (path.first(), path.last()) {
        (Some(first), _) if first != from => Err(Flaw::WrongEnd(End::Start)),
        (_, Some(last)) if last != to => Err(Flaw::WrongEnd(End::Goal)),
        (Some(_), Some(_)) => Ok(()),
        _ => Err(Flaw::Empty),
    }
}

fn must_be_free(grid: &Grid, step: usize, cell: Cell) -> Result<(), Flaw> {
    if cell.x >= grid.width() || cell.y >= grid.height() {
        return Err(Flaw::OffMap { step, cell });
    }
    if grid.is_free(cell) { Ok(()) } else { Err(Flaw::Blocked { step, cell }) }
}

/// What the rules say one step costs, in raw units.
fn step_cost(
    grid: &Grid,
    layer: Option<&Layer>,
    step: usize,
    from: Cell,
    to: Cell,
) -> Result<u128, Flaw> {
    let rules = grid.rules();
    let is_free = |cell| grid.is_free(cell) && layer.is_none_or(|layer| layer.is_open(cell));
    let length = match (from.x.abs_diff(to.x), from.y.abs_diff(to.y)) {
        (1, 0) | (0, 1) => rules.steps.straight(),
        (1, 1) => {
            let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
            let free = beside.iter().filter(|&&cell| is_free(cell)).count();
            let needed = match rules.corners {
                Corners::Never => 2,
                Corners::One => 1,
                Corners::Always => 0,
            };
            if rules.moves == Moves::Four || free < needed {
                return Err(Flaw::Diagonal { step, from, to });
            }
            rules.steps.diagonal()
        }
        _ => return Err(Flaw::NoNeighbour { step, from, to }),
    };
    // Multipliers are whole 256ths; the mean of two is a sum over 512.
    let in_256ths = |cell| (grid.multiplier(cell) * 256.0) as u128;
    let flat = match rules.charge {
        Charge::Mean => length.raw() as u128 * (in_256ths(from) + in_256ths(to)) / 512,
        Charge::Enter => length.raw() as u128 * in_256ths(to) / 256,
    };
    let climb = (grid.elevation(to) as i64 - grid.elevation(from) as i64).max(0) as u128;
    let factor = layer.map_or(256, |layer| (layer.factor(to) * 256.0) as u128);
    let extra = layer.map_or(0, |layer| layer.extra(to).raw() as u128);
    Ok(flat * factor / 256 + rules.uphill.min(Cost::from(10_000)).raw() as u128 * climb + extra)
}

/// A cell that the straight line between two cells' middles must not pass but does, if any: looks at every cell of
/// the rectangle between them.
fn in_the_way(grid: &Grid, from: Cell, to: Cell) -> Option<Cell> {
    // Twice the coordinates, so that corners are whole numbers too.
    let ((ax, ay), (bx, by)) = (doubled(from), doubled(to));
    let side = |x: i64, y: i64| (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    for y in from.y.min(to.y)..=from.y.max(to.y) {
        for x in from.x.min(to.x)..=from.x.max(to.x) {
            let cell = Cell::new(x, y);
            let (cx, cy) = doubled(cell);
            let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(i, j)| side(cx + i, cy + j));
            let through = corners.iter().any(|&s| s < 0) && corners.iter().any(|&s| s > 0);
            if through && !grid.is_free(cell) {
                return Some(cell);
            }
        }
    }
    // Where the line runs exactly through a corner of four cells, the two it does not enter count
    // as the corners of a diagonal step.
    let (right, down) = (to.x > from.x, to.y > from.y);
    for y in from.y.min(to.y)..from.y.max(to.y) {
        for x in from.x.min(to.x)..from.x.max(to.x) {
            if side(2 * x as i64 + 1, 2 * y as i64 + 1) != 0 {
                continue;
            }
            let beside = if right == down {
                [Cell::new(x + 1, y), Cell::new(x, y + 1)]
            } else {
                [Cell::new(x, y), Cell::new(x + 1, y + 1)]
            };
            let blocked = beside.iter().filter(|&&cell| !grid.is_free(cell)).count();
            let allowed = match grid.rules().corners {
                Corners::Never => 0,
                Corners::One => 1,
                Corners::Always => 2,
            };
            if blocked > allowed {
                return beside.into_iter().find(|&cell| !grid.is_free(cell));
            }
        }
    }
    None
}

fn doubled(cell: Cell) -> (i64, i64) {
    (2 * cell.x as i64, 2 * cell.y as i64)
}
