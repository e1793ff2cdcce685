//! Jump point search: A* on a grid that leaps from one place where a path may have to turn to
//! the next, and never looks at what lies between.
//!
//! The leaps are read from rows of bits, sixty-four cells at a time
//! ([`grid::jump`](crate::grid)). `jps` keeps what it derives from the map for the next query, and edits repair
//! it; `jps-bare` keeps nothing but the bits themselves, in two orientations. If a limit on time leaves no room
//! for deriving, `jps` works like `jps-bare`.
//!
//! There are two differences from the published algorithm. A diagonal is followed to its end in one expansion: the
//! jump points on the rows and columns it crosses are reached from where it began, so that no node is spent on the
//! diagonal itself. And a cell on a diagonal remembers at which cost it was crossed: a walk that comes there at a
//! higher cost ends.
//!
//! Exact for every corner rule, with four or eight moves, while a diagonal step costs at least one
//! straight step and at most two. The order of costs is exact too: they are counted in 32 bits as
//! multiples of 1/33,461 of a step (47,321 to the diagonal, a convergent of the square root of two),
//! which is proven right for paths of up to 33,461 steps; beyond that the search begins again with
//! the 64 bits all other searches use.
//!
//! Weighted grids have a loop of their own (`terrain/`), which leaps where the ground is even.
//!
//! Use it for one path on a grid of any size. Do not use it for several ends, or to compare counts with A*'s:
//! expansions here are of jump points, and one may be expanded again when a better path to it is found, which is
//! not counted as reopened.
//!
//! Time and memory: those of A* on the graph of jump points, O(n log n) at worst for n free cells; the
//! workspace has four bytes a place and twenty a jump point reached.
//!
//! References: D. Harabor, A. Grastien, "Online graph pruning for pathfinding on grid maps" (2011) and
//! "Improving jump point search" (2014), for jump points, and for blocks of bits.

mod nodes;
mod queue;
#[cfg(not(target_arch = "wasm32"))]
mod terrain;
mod turns;

use super::{Brakes, Engine, Loop, Run, Step};
use crate::engines::search::problem::{Ends, Facts};
use crate::engines::workspace::{Core, Found};
use crate::kernel::convergent::{DIAGONAL, STRAIGHT, greatest_common_divisor};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::question::answer::{Guarantee, Limit, Outcome};
use crate::question::observe::{EventKind, Watch, notify};
use crate::question::settings::{Settings, Stop};
use crate::spaces::grid::{Bare, Cell, Grid, Jumping, Moves, StepCosts, add_line};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use terrain::{Leap, OverTerrain};
pub(crate) use turns::{START, turns};

use nodes::{Course, Nodes};

/// The most that a step across the whole map may cost in 32 bits, so that a sum of three fits.
const MOST_ACROSS: u64 = 1 << 30;

/// What jump point search remembers.
#[derive(Default)]
pub(crate) struct Jumps {
    narrow: Nodes<u32>,
    wide: Nodes<u64>,
    /// Which of the two is in use.
    is_wide: bool,
    /// Whether lines are kept; settled at the start, whatever is derived meanwhile.
    keeps: bool,
}

impl Jumps {
    /// Goes on in the numbers in use, and in larger ones if they do not do. With the path, if there is
    /// one: its turns in the trail, and how many straight and diagonal steps it has.
    #[allow(clippy::too_many_arguments)]
    fn advance<J: Jumping, V: Watch>(
        &mut self,
        grid: &Grid,
        ends: &Ends,
        map: &J,
        run: &mut Run,
        brakes: Brakes<'_>,
        watch: &mut V,
        trail: &mut Vec<u32>,
    ) -> (Step, Option<(u64, u64)>) {
        let is_found = |step: Step| matches!(step, Step::Done(Outcome::Found));
        if let Some(course) = Course::narrow(grid, ends).filter(|_| !self.is_wide) {
            let end = self.narrow.advance(&course, map, run, brakes, watch);
            if let Some(step) = end.step() {
                let path = is_found(step).then(|| self.narrow.trace(&course, trail));
                return (step, path);
            }
            self.is_wide = true;
            self.wide.begin(&Course::wide(grid, ends));
            run.open = 1;
        }
        let course = Course::wide(grid, ends);
        let end = self.wide.advance(&course, map, run, brakes, watch);
        let step = end.step().unwrap_or(Step::Done(Outcome::Stopped(Limit::States)));
        (step, is_found(step).then(|| self.wide.trace(&course, trail)))
    }
}

/// The costs of steps in small whole numbers, and the largest sum that is in the right order; `None`
/// if there are none small enough for the map.
fn small_costs(grid: &Grid) -> Option<(u64, u64, u64)> {
    let steps = grid.rules().steps;
    let (straight, diagonal, most) = if steps == StepCosts::EXACT {
        let (straight, diagonal) = (u64::from(STRAIGHT), u64::from(DIAGONAL));
        // A path that costs no more than 33,461 straight steps has fewer diagonals than that.
        (straight, diagonal, straight * straight)
    } else {
        let (straight, diagonal) = (steps.straight().raw(), steps.diagonal().raw());
        let divisor = match grid.rules().moves {
            Moves::Four => straight,
            Moves::Eight => greatest_common_divisor(straight, diagonal),
        };
        (straight / divisor, diagonal / divisor, MOST_ACROSS)
    };
    let largest = straight.max(diagonal).max(2 * straight);
    let across = largest.checked_mul(grid.width() as u64 + grid.height() as u64)?;
    (across <= MOST_ACROSS).then_some((straight, diagonal, most))
}

impl Course {
    fn new(grid: &Grid, ends: &Ends, costs: (u64, u64, u64)) -> Course {
        let (start, goal) =
            (grid.column_and_row(ends.starts[0]), grid.column_and_row(ends.goals[0]));
        let rules = grid.rules();
        let four = rules.moves == Moves::Four;
        let (straight, diagonal, most) = costs;
        let diagonal = if four { 2 * straight } else { diagonal };
        let (width, height) = (grid.width() as u64, grid.height() as u64);
        Course {
            start,
            goal,
            runs: grid.planes().runs(goal.0, goal.1),
            stride: grid.width() + 1,
            places: Grid::places(grid.width(), grid.height()),
            straight,
            diagonal,
            most,
            rise: 2 * (diagonal * width.min(height) + straight * width.max(height)),
            turns: turns::turns(rules.moves, rules.corners),
            four,
        }
    }

    fn narrow(grid: &Grid, ends: &Ends) -> Option<Course> {
        small_costs(grid).map(|costs| Course::new(grid, ends, costs))
    }

    fn wide(grid: &Grid, ends: &Ends) -> Course {
        let steps = grid.rules().steps;
        Course::new(grid, ends, (steps.straight().raw(), steps.diagonal().raw(), u64::MAX))
    }
}

/// Jump point search on a grid.
pub(crate) struct OnGrid<'a, V> {
    grid: &'a Grid,
    ends: &'a Ends,
    /// Whether what is derived from the map is kept for the next query.
    keeps: bool,
    watch: &'a mut V,
}

impl<'a, V: Watch> OnGrid<'a, V> {
    pub(crate) fn new(grid: &'a Grid, ends: &'a Ends, keeps: bool, watch: &'a mut V) -> Self {
        OnGrid { grid, ends, keeps, watch }
    }
}

impl<V: Watch> Engine<Cell> for OnGrid<'_, V> {
    fn begin(&mut self, core: &mut Core) {
        let (jumps, grid, ends) = (&mut core.jumps, self.grid, self.ends);
        jumps.is_wide = false;
        jumps.keeps = self.keeps;
        match Course::narrow(grid, ends) {
            Some(course) => jumps.narrow.begin(&course),
            None => {
                jumps.is_wide = true;
                jumps.wide.begin(&Course::wide(grid, ends));
            }
        }
        core.run.opened(false, true);
        core.run.measured();
        let start = ends.starts[0];
        let f = grid.octile_estimate(start, ends.goals[0]);
        notify(self.watch, EventKind::Generate, start, NONE, Cost::ZERO, f);
    }

    fn advance(&mut self, core: &mut Core, brakes: Brakes<'_>) -> (Step, Cost) {
        let Core { jumps, run, trail, .. } = core;
        let OnGrid { grid, ends, watch, .. } = self;
        let planes = grid.planes();
        let (step, path) = match (jumps.keeps, planes.cuts()) {
            (true, _) => jumps.advance(grid, ends, &grid.kept(), run, brakes, *watch, trail),
            (_, false) if cfg!(not(target_arch = "wasm32")) => {
                jumps.advance(grid, ends, &Bare::<false>(planes), run, brakes, *watch, trail)
            }
            _ => jumps.advance(grid, ends, &Bare::<true>(planes), run, brakes, *watch, trail),
        };
        let Some((straight, diagonal)) = path else { return (step, Cost::INFINITE) };
        let steps = grid.rules().steps;
        let cost = steps.of_path(straight as usize, diagonal as usize);
        if brakes.limits.cost.is_some_and(|most| cost > most) {
            trail.clear();
            return (Step::Done(Outcome::Stopped(Limit::Cost)), Cost::INFINITE);
        }
        (step, cost)
    }

    fn write_path(&mut self, core: &Core, found: &mut Found<Cell>) {
        let Found { path, waypoints, .. } = found;
        waypoints.extend(core.trail.iter().map(|&place| self.grid.cell_at(place)));
        path.extend(waypoints.first());
        for pair in waypoints.windows(2) {
            add_line(path, pair[0], pair[1]);
        }
    }
}

/// With lines that are kept between queries, or with nothing kept but the cells: see
/// [the module](self).
pub(super) struct Jump<const KEEPS: bool>;

impl<const KEEPS: bool> Loop for Jump<KEEPS> {
    fn refuses(facts: &Facts, settings: &Settings) -> Option<&'static str> {
        if settings.closest || settings.settle_all || settings.stop != Stop::Settled {
            return Some("it only looks for the one goal: closest and stop rules are for astar");
        }
        if facts.uneven && !KEEPS {
            return Some("it is for plain grids, without terrain or elevation: use jps");
        }
        facts.no_jumps
    }
    fn guarantee(_: &Facts, _: &Settings) -> Guarantee {
        Guarantee::Optimal
    }
}
