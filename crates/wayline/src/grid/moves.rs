//! A query on a grid, in numbers: which steps a cell has, what they cost, and the estimates.
//!
//! The legal steps of every cell are kept as a byte, a bit a step, so that all eight neighbours are
//! looked at with one load. A table leaves out those that are pointless: when a cell was reached
//! from its western neighbour, every cell that this neighbour reaches in one step at no more cost
//! has been offered that cost already, so offering it again cannot make it cheaper. Nothing
//! observable depends on it; a test compares every count with and without.

use super::ground::{climbing, over_terrain};
use super::sight;
use super::{Cell, Corners, Grid, Moves, Rules};
use crate::cost::Cost;
use crate::error::{End, Error};
use crate::heuristic::{Heuristic, scaled_root};
use crate::query::{Goals, Query, Ties};
use crate::space::{Asker, Ends, Facts, NONE, Problem, Searchable};

/// Steps around a cell, as (dx, dy): clockwise from the north. Odd ones are diagonal.
const STEPS: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// Which of a cell's legal steps to take, by where the cell was reached from (0 to 8, as a place in
/// its 3x3; 4 for a start).
type StepTable = [[u8; 256]; 9];

/// Bit of a 3x3 neighbourhood.
const fn bit_of(dx: i32, dy: i32) -> u32 {
    ((dy + 1) * 3 + dx + 1) as u32
}

const fn is_free(around: usize, dx: i32, dy: i32) -> bool {
    around >> bit_of(dx, dy) & 1 != 0
}

/// Whether a step from the middle is legal.
const fn legal(around: usize, step: usize, eight: bool, corners: Corners) -> bool {
    let (dx, dy) = STEPS[step];
    if !is_free(around, dx, dy) {
        return false;
    }
    if dx == 0 || dy == 0 {
        return true;
    }
    let (a, b) = (is_free(around, dx, 0), is_free(around, 0, dy));
    eight
        && match corners {
            Corners::Never => a && b,
            Corners::One => a || b,
            Corners::Always => true,
        }
}

/// The legal steps by which of the 3x3 cells are free.
const fn legal_steps(eight: bool, corners: Corners) -> [u8; 512] {
    let mut table = [0; 512];
    let mut around = 0;
    while around < 512 {
        let mut step = 0;
        while step < 8 {
            // A blocked cell has no steps.
            if is_free(around, 0, 0) && legal(around, step, eight, corners) {
                table[around] |= 1 << step;
            }
            step += 1;
        }
        around += 1;
    }
    table
}

static FOUR: [u8; 512] = legal_steps(false, Corners::Never);
static NEVER: [u8; 512] = legal_steps(true, Corners::Never);
static ONE: [u8; 512] = legal_steps(true, Corners::One);
static ALWAYS: [u8; 512] = legal_steps(true, Corners::Always);

/// Whether the cell that the middle was reached from, at p, reaches the cell at d in one legal
/// step, given that the middle has a legal step to d. Where that step of p is a diagonal, one of its
/// corners is the middle, which is free, and the other lies diagonally from the middle, with p and
/// d, both free, at its sides: it is free just if the middle's step to it is legal.
const fn offered(steps: usize, p: (i32, i32), d: (i32, i32), all_corners: bool) -> bool {
    let (x, y) = (d.0 - p.0, d.1 - p.1);
    if x > 1 || x < -1 || y > 1 || y < -1 {
        return false;
    }
    if x == 0 || y == 0 || !all_corners {
        return true;
    }
    let corner = (p.0 + d.0, p.1 + d.1);
    let mut step = 0;
    while step < 8 {
        if STEPS[step].0 == corner.0 && STEPS[step].1 == corner.1 {
            return steps >> step & 1 != 0;
        }
        step += 1;
    }
    false
}

/// Leaves out what was offered already, if asked. `all_corners`: a diagonal needs both.
const fn step_table(leave_out: bool, four: bool, all_corners: bool) -> StepTable {
    let mut table = [[0; 256]; 9];
    let mut from = 0;
    while from < 9 {
        let p = (from as i32 % 3 - 1, from as i32 / 3 - 1);
        let mut steps = 0;
        while steps < 256 {
            let mut step = 0;
            while step < 8 {
                let d = STEPS[step];
                let back = p.0 == d.0 && p.1 == d.1;
                let known = back || (leave_out && !four && offered(steps, p, d, all_corners));
                if steps >> step & 1 != 0 && (from == 4 || !known) {
                    table[from][steps] |= 1 << step;
                }
                step += 1;
            }
            steps += 1;
        }
        from += 1;
    }
    table
}

/// Everything but the way back.
static NOT_BACK: StepTable = step_table(false, false, false);
static NOT_OFFERED_BOTH: StepTable = step_table(true, false, true);
static NOT_OFFERED: StepTable = step_table(true, false, false);

/// Which steps to take. Offered ones are left out only where every step costs the same wherever it
/// is taken, and a diagonal no more than two straights.
fn steps_to_take(rules: &Rules, leave_out: bool) -> &'static StepTable {
    match (rules.moves, rules.corners) {
        (Moves::Eight, Corners::Never) if leave_out => &NOT_OFFERED_BOTH,
        (Moves::Eight, Corners::One | Corners::Always) if leave_out => &NOT_OFFERED,
        _ => &NOT_BACK,
    }
}

impl Grid {
    /// The legal steps of every place, a byte each: made at the first query, repaired by edits.
    pub(super) fn legal_steps(&self) -> Vec<u8> {
        let mut steps = vec![0; Grid::places(self.width, self.height)];
        let table = self.legal_table();
        for row in 1..=self.height {
            let start = row * self.stride;
            let (above, below) = (start - self.stride, start + self.stride);
            // Three columns wide windows slide along three rows of bits.
            let mut around = 0usize;
            for column in 0..=self.width {
                let next = [above, start, below].map(|row| self.bit(row + column + 1) as usize);
                around = (around >> 1 & 0o333) | next[0] << 2 | next[1] << 5 | next[2] << 8;
                steps[(start + column) as usize] = table[around];
            }
        }
        steps
    }

    /// Repairs the legal steps around a place that changed.
    pub(super) fn repair_steps(&self, steps: &mut [u8], place: u32) {
        let table = self.legal_table();
        for row in [place - self.stride, place, place + self.stride] {
            for place in row - 1..=row + 1 {
                let (column, row) = self.column_and_row(place);
                let inside = (1..=self.width).contains(&column) && (1..=self.height).contains(&row);
                if inside {
                    steps[place as usize] = table[self.around(place)];
                }
            }
        }
    }

    fn legal_table(&self) -> &'static [u8; 512] {
        match (self.rules.moves, self.rules.corners) {
            (Moves::Four, _) => &FOUR,
            (Moves::Eight, Corners::Never) => &NEVER,
            (Moves::Eight, Corners::One) => &ONE,
            (Moves::Eight, Corners::Always) => &ALWAYS,
        }
    }

    /// The 3x3 around a cell's place as nine bits.
    fn around(&self, place: u32) -> usize {
        let three = |place: u32| self.word(place) as usize & 7;
        let middle = place - 1;
        three(middle - self.stride) | three(middle) << 3 | three(middle + self.stride) << 6
    }
}

/// What a step costs.
pub(crate) trait StepCost: Copy {
    /// The two costs there are, where they are the same everywhere.
    fn same_everywhere(self) -> Option<(Cost, Cost)> {
        None
    }
    fn cost(self, grid: &Grid, from: u32, to: u32, diagonal: bool) -> Cost;
}

/// The same everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Plain(Cost, Cost);

impl StepCost for Plain {
    fn same_everywhere(self) -> Option<(Cost, Cost)> {
        Some((self.0, self.1))
    }

    #[inline]
    fn cost(self, _: &Grid, _: u32, _: u32, diagonal: bool) -> Cost {
        if diagonal { self.1 } else { self.0 }
    }
}

/// By terrain and elevation.
#[derive(Clone, Copy)]
pub(crate) struct Uneven(Cost, Cost, Cost);

impl StepCost for Uneven {
    #[inline]
    fn cost(self, grid: &Grid, from: u32, to: u32, diagonal: bool) -> Cost {
        let ground = &grid.ground;
        let length = if diagonal { self.1 } else { self.0 };
        over_terrain(length, ground.multiplier(from), ground.multiplier(to))
            + climbing(self.2, ground.elevation(from), ground.elevation(to))
    }
}

/// The estimate of the cost from one place to another.
pub(crate) trait Estimate: Copy {
    /// The estimate in its simplest form, where it has it.
    fn simple(&self) -> Option<LinearTo> {
        None
    }
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost;
    /// From a place to the nearest of several.
    #[inline]
    fn to_nearest(&self, grid: &Grid, from: u32, to: &[u32]) -> Cost {
        match to {
            [one] => self.between(grid, from, *one),
            many => many.iter().map(|&to| self.between(grid, from, to)).min().unwrap_or_default(),
        }
    }
    /// To the goals of the query, which the estimate may have been made for.
    #[inline]
    fn to_goal(&self, grid: &Grid, from: u32, goals: &[u32]) -> Cost {
        self.to_nearest(grid, from, goals)
    }
    fn nearest_to(&self, grid: &Grid, from: &[u32], to: u32) -> Cost {
        from.iter().map(|&from| self.between(grid, from, to)).min().unwrap_or_default()
    }
}

#[inline]
fn apart(grid: &Grid, a: u32, b: u32) -> (u64, u64) {
    let ((ax, ay), (bx, by)) = (grid.column_and_row(a), grid.column_and_row(b));
    (ax.abs_diff(bx) as u64, ay.abs_diff(by) as u64)
}

/// A multiple of the larger of columns and rows apart, plus a multiple of the smaller: zero,
/// Manhattan, Chebyshev and octile are all of this form.
#[derive(Clone, Copy)]
pub(crate) struct Linear {
    larger: u64,
    smaller: u64,
}

/// The same to one goal, whose column and row are known beforehand.
#[derive(Clone, Copy)]
pub(crate) struct LinearTo {
    linear: Linear,
    goal: (u32, u32),
}

impl Estimate for LinearTo {
    fn simple(&self) -> Option<LinearTo> {
        Some(*self)
    }

    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        self.linear.between(grid, from, to)
    }

    #[inline]
    fn to_goal(&self, grid: &Grid, from: u32, _: &[u32]) -> Cost {
        let (x, y) = grid.column_and_row(from);
        self.linear.at(x.abs_diff(self.goal.0) as u64, y.abs_diff(self.goal.1) as u64)
    }
}

impl Estimate for Linear {
    #[inline]
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        let (dx, dy) = apart(grid, from, to);
        self.at(dx, dy)
    }
}

impl Linear {
    #[inline]
    fn at(self, dx: u64, dy: u64) -> Cost {
        // Wraps on purpose: octile's second multiple is negative where diagonals are cheap.
        let (larger, smaller) = (dx.max(dy), dx.min(dy));
        let raw = larger.wrapping_mul(self.larger).wrapping_add(smaller.wrapping_mul(self.smaller));
        Cost::from_raw(raw)
    }

    const ZERO: Linear = Linear { larger: 0, smaller: 0 };

    fn octile(least: LeastSteps) -> Linear {
        Linear { larger: least.straight, smaller: least.diagonal.wrapping_sub(least.straight) }
    }

    /// The largest of this form that is admissible.
    fn best(least: LeastSteps, moves: Moves) -> Linear {
        let LeastSteps { straight, diagonal, .. } = least;
        if moves == Moves::Four || diagonal >= 2 * straight {
            Linear { larger: straight, smaller: straight }
        } else if diagonal >= straight {
            Linear::octile(least)
        } else {
            // Even a straight line may be cheaper as a zigzag of diagonals.
            Linear { larger: diagonal, smaller: 0 }
        }
    }
}

/// The cheapest steps there are on a map, in raw units.
#[derive(Clone, Copy)]
pub(crate) struct LeastSteps {
    straight: u64,
    diagonal: u64,
    uphill: Cost,
}

/// Everything else: other forms, the largest of several, elevation, the user's own.
#[derive(Clone, Copy)]
pub(crate) struct General<'q> {
    heuristic: Heuristic<'q, Cell>,
    least: LeastSteps,
    moves: Moves,
}

impl General<'_> {
    fn flat(&self, which: &Heuristic<'_, Cell>, grid: &Grid, from: u32, to: u32) -> Cost {
        let straight = self.least.straight;
        let linear = |larger, smaller| Linear { larger, smaller }.between(grid, from, to);
        let squared = || {
            let (dx, dy) = apart(grid, from, to);
            dx * dx + dy * dy
        };
        match which {
            Heuristic::Auto => Linear::best(self.least, self.moves).between(grid, from, to),
            Heuristic::Manhattan => linear(straight, straight),
            Heuristic::Chebyshev => linear(straight, 0),
            Heuristic::Octile => Linear::octile(self.least).between(grid, from, to),
            Heuristic::Euclidean => Cost::from_raw(scaled_root(self.crow_flies(), squared())),
            Heuristic::SquaredEuclidean => {
                let raw = straight as u128 * squared() as u128;
                Cost::from_raw(u64::try_from(raw).unwrap_or(u64::MAX))
            }
            Heuristic::Custom(estimate) => estimate(&grid.cell_at(from)),
            Heuristic::Max(several) => {
                let all = several.iter().map(|one| self.flat(one, grid, from, to));
                all.max().unwrap_or_default()
            }
            _ => Cost::ZERO,
        }
    }

    /// The least cost per length, so that neither a straight nor a diagonal step is cheaper.
    fn crow_flies(&self) -> u64 {
        let LeastSteps { straight, diagonal, .. } = self.least;
        let per_diagonal = (diagonal as u128 * diagonal as u128 / 2).isqrt() as u64;
        // Asked for where diagonals are cheaper than that, it is inadmissible, and said to be. But
        // rounding alone must not make it so.
        if self.moves == Moves::Eight && per_diagonal + 1 >= straight {
            straight.min(per_diagonal)
        } else {
            straight
        }
    }
}

impl Estimate for General<'_> {
    fn between(&self, grid: &Grid, from: u32, to: u32) -> Cost {
        if matches!(self.heuristic, Heuristic::Zero) {
            return Cost::ZERO;
        }
        let flat = self.flat(&self.heuristic, grid, from, to);
        // However it winds, a path gains at least the difference in elevation.
        flat + climbing(self.least.uphill, grid.ground.elevation(from), grid.ground.elevation(to))
    }

    fn to_nearest(&self, grid: &Grid, from: u32, to: &[u32]) -> Cost {
        match (&self.heuristic, to) {
            // The user's own needs no goal.
            (Heuristic::Custom(estimate), _) => estimate(&grid.cell_at(from)),
            (_, []) => Cost::ZERO,
            (_, many) => {
                many.iter().map(|&to| self.between(grid, from, to)).min().unwrap_or_default()
            }
        }
    }
}

/// More goals than this, and no estimate is worth its time.
const MANY_GOALS: usize = 16;

impl Grid {
    fn least_steps(&self) -> LeastSteps {
        let (steps, lowest) = (self.rules.steps, self.ground.lowest());
        LeastSteps {
            straight: over_terrain(steps.straight(), lowest, lowest).raw(),
            diagonal: over_terrain(steps.diagonal(), lowest, lowest).raw(),
            uphill: self.uphill(),
        }
    }

    fn uphill(&self) -> Cost {
        self.rules.uphill.min(Cost::from(10_000))
    }

    fn longest_step(&self) -> Cost {
        let highest = self.ground.highest();
        let length = self.rules.steps.straight().max(self.rules.steps.diagonal());
        let climb = self.uphill().scaled(self.ground.largest_climb(), 0);
        over_terrain(length, highest, highest) + climb
    }

    /// Whether an estimate never exceeds the true cost under the rules.
    fn admits(&self, heuristic: &Heuristic<'_, Cell>) -> bool {
        let four = self.rules.moves == Moves::Four;
        let (s, d) = (self.rules.steps.straight().raw(), self.rules.steps.diagonal().raw());
        match heuristic {
            Heuristic::Auto | Heuristic::Zero => true,
            Heuristic::Manhattan => four || d >= 2 * s,
            Heuristic::Chebyshev => four || d >= s,
            Heuristic::Octile => (four || d >= s) && d <= 2 * s,
            Heuristic::Euclidean => four || d as u128 * d as u128 >= 2 * s as u128 * s as u128,
            Heuristic::Max(several) => several.iter().all(|one| self.admits(one)),
            _ => false,
        }
    }

    fn check_heuristic(heuristic: &Heuristic<'_, Cell>) -> Result<(), Error> {
        match heuristic {
            Heuristic::Positions | Heuristic::Landmarks(_) => Err(Error::Unsupported {
                algorithm: heuristic.name(),
                why: "it is an estimate for graphs; grids have octile, manhattan and others",
            }),
            Heuristic::Max(several) => several.iter().try_for_each(Grid::check_heuristic),
            _ => Ok(()),
        }
    }

    /// The estimate as one of the simple forms, where it is one.
    fn linear(&self, heuristic: &Heuristic<'_, Cell>, goals: &[u32]) -> Option<LinearTo> {
        let least = self.least_steps();
        if self.ground.largest_climb() > 0 && !matches!(heuristic, Heuristic::Zero) {
            return None;
        }
        let linear = match heuristic {
            Heuristic::Auto => Some(Linear::best(least, self.rules.moves)),
            Heuristic::Zero => Some(Linear::ZERO),
            Heuristic::Manhattan => {
                Some(Linear { larger: least.straight, smaller: least.straight })
            }
            Heuristic::Chebyshev => Some(Linear { larger: least.straight, smaller: 0 }),
            Heuristic::Octile => Some(Linear::octile(least)),
            _ => None,
        };
        match (linear, goals) {
            (Some(linear), &[goal]) => Some(LinearTo { linear, goal: self.column_and_row(goal) }),
            // Of zero it does not matter where the goal is.
            (Some(_), _) if matches!(heuristic, Heuristic::Zero) => {
                Some(LinearTo { linear: Linear::ZERO, goal: (0, 0) })
            }
            _ => None,
        }
    }
}

impl Searchable for Grid {
    type State = Cell;
    type Memory = Ends;

    fn pose<A: Asker<Cell>>(
        &self,
        query: &Query<'_, Cell>,
        ends: &mut Ends,
        fresh: bool,
        asker: A,
    ) -> Result<A::Output, Error> {
        if fresh {
            ends.clear();
            for &cell in query.starts.as_slice() {
                ends.starts.push(self.check_end(End::Start, cell, true)?);
            }
            if let Goals::States(goals) = &query.goals {
                for &cell in goals.as_slice() {
                    // Asked for the closest, a blocked goal is one that cannot be reached.
                    let must_be_free = !query.settings.closest;
                    ends.goals.push(self.check_end(End::Goal, cell, must_be_free)?);
                }
                if ends.goals.is_empty() {
                    return Err(Error::NoGoal);
                }
                ends.goals.sort_unstable();
                ends.goals.dedup();
            }
            ends.avoid.extend(query.avoid.iter().filter_map(|&cell| self.node(cell)));
            Grid::check_heuristic(&query.heuristic)?;
        }
        let is_goal = match query.goals {
            Goals::When(is_goal) => Some(is_goal),
            _ => None,
        };
        let custom = matches!(query.heuristic, Heuristic::Custom(_));
        let blind = !query.settings.algorithm.info().informed
            || (!custom && (ends.goals.is_empty() || ends.goals.len() > MANY_GOALS));
        let heuristic = if blind { Heuristic::Zero } else { query.heuristic };
        let any_angle = query.settings.algorithm == crate::search::Algorithm::Theta;
        let heuristic = match heuristic {
            // Octile distances are longer than straight lines.
            Heuristic::Auto if any_angle => Heuristic::Euclidean,
            other => other,
        };
        let steps = self.rules.steps;
        let (straight, diagonal) = (steps.straight(), steps.diagonal());
        let weighted = self.is_weighted();
        let leave_out = !weighted && diagonal.raw() <= 2 * straight.raw();
        let admissible = self.admits(&heuristic);
        let facts = Facts {
            admissible,
            consistent: admissible,
            informed: !matches!(heuristic, Heuristic::Zero),
            backward: true,
            sight: !weighted,
            equal_steps: !weighted && (self.rules.moves == Moves::Four || straight == diagonal),
            few_costs: !weighted,
            ties: Ties::Newest,
            hopeless: query.settings.shortcut && self.hopeless(ends),
            longest_step: Some(self.longest_step()),
            goals_known: !ends.goals.is_empty(),
        };
        let (legal, table) = (self.known_steps(), steps_to_take(&self.rules, leave_out));
        let posed = Posed { grid: self, ends, is_goal, facts, legal, table };
        let (plain, uneven) =
            (Plain(straight, diagonal), Uneven(straight, diagonal, self.uphill()));
        let general = General { heuristic, least: self.least_steps(), moves: self.rules.moves };
        Ok(match (weighted, self.linear(&heuristic, &posed.ends.goals)) {
            (false, Some(linear)) => asker.ask(posed.with(plain, linear)),
            (false, None) => asker.ask(posed.with(plain, general)),
            (true, Some(linear)) => asker.ask(posed.with(uneven, linear)),
            (true, None) => asker.ask(posed.with(uneven, general)),
        })
    }

    fn number(&self, _: &Ends, &cell: &Cell) -> Option<u32> {
        self.node(cell)
    }

    fn state(&self, _: &Ends, node: u32) -> Cell {
        self.cell_at(node)
    }
}

impl Grid {
    /// Whether every goal lies in another component than every start.
    fn hopeless(&self, ends: &Ends) -> bool {
        let components = self.known_components();
        !ends.goals.is_empty()
            && ends.goals.iter().all(|&goal| {
                let part = components.of_place(goal);
                ends.starts.iter().all(|&start| components.of_place(start) != part)
            })
    }
}

/// What all queries on a grid have in common.
struct Posed<'p> {
    grid: &'p Grid,
    ends: &'p Ends,
    is_goal: Option<&'p (dyn Fn(&Cell) -> bool + Sync)>,
    facts: Facts,
    /// The legal steps of every place.
    legal: &'p [u8],
    table: &'static StepTable,
}

impl<'p> Posed<'p> {
    fn with<C: StepCost, H: Estimate>(self, costs: C, estimate: H) -> GridProblem<'p, C, H> {
        let stride = self.grid.stride as i32;
        let offsets = STEPS.map(|(dx, dy)| (dy * stride + dx) as u32);
        let goal = match (self.is_goal, &self.ends.goals[..]) {
            (None, &[goal]) => goal,
            _ => NONE,
        };
        GridProblem { posed: self, offsets, costs, estimate, goal }
    }
}

/// What a loop needs that is written out for plain grids and one goal.
#[doc(hidden)]
pub struct PlainGrid<'p> {
    grid: &'p Grid,
    estimate: LinearTo,
    table: &'static StepTable,
    /// The legal steps of every place.
    pub(crate) legal: &'p [u8],
    /// How many cells are free.
    pub(crate) free: usize,
    pub(crate) goal: u32,
    pub(crate) straight: Cost,
    pub(crate) diagonal: Cost,
    pub(crate) stride: u32,
    /// The steps as (dx, dy), how far away they lead, and the row of the step table they lead to.
    pub(crate) steps: [(i32, i32); 8],
    pub(crate) offsets: [u32; 8],
    pub(crate) comes_from: [u64; 8],
}

impl PlainGrid<'_> {
    #[inline]
    pub(crate) fn column_and_row(&self, place: u32) -> (u32, u32) {
        self.grid.column_and_row(place)
    }

    pub(crate) fn estimate(&self, place: u32) -> Cost {
        self.estimate.to_goal(self.grid, place, &[])
    }

    /// The estimate from a column and row, each one more than the cell's.
    #[inline]
    pub(crate) fn estimate_at(&self, x: u32, y: u32) -> Cost {
        let LinearTo { linear, goal } = self.estimate;
        linear.at(x.abs_diff(goal.0) as u64, y.abs_diff(goal.1) as u64)
    }

    #[inline]
    pub(crate) fn steps_to_take(&self, from: usize, place: u32) -> u8 {
        self.table[from][self.legal[place as usize] as usize]
    }
}

struct GridProblem<'p, C, H> {
    posed: Posed<'p>,
    /// How far away the steps lead, wrapping.
    offsets: [u32; 8],
    costs: C,
    estimate: H,
    /// The one goal, where there is one: asked for at every step.
    goal: u32,
}

impl<C: StepCost, H: Estimate> GridProblem<'_, C, H> {
    /// Where in the 3x3 around a place its parent lies; the middle if nowhere.
    #[inline(always)]
    fn from(&self, place: u32, parent: u32) -> usize {
        if parent == NONE {
            return 4;
        }
        let stride = self.posed.grid.stride;
        let ahead = parent.wrapping_add(stride + 1).wrapping_sub(place);
        // Rows of three, a stride apart.
        let row = u32::from(ahead >= stride) + u32::from(ahead >= stride * 2);
        let column = ahead - row * stride;
        (row * 3 + column) as usize
    }
}

impl<C: StepCost, H: Estimate> Problem for GridProblem<'_, C, H> {
    type State = Cell;

    fn nodes(&self) -> usize {
        Grid::places(self.posed.grid.width, self.posed.grid.height)
    }

    fn facts(&self) -> Facts {
        self.posed.facts
    }

    fn ends(&self) -> &Ends {
        self.posed.ends
    }

    fn state(&self, node: u32) -> Cell {
        self.posed.grid.cell_at(node)
    }

    #[inline]
    fn is_goal(&self, node: u32) -> bool {
        if self.goal != NONE {
            return node == self.goal;
        }
        match self.posed.is_goal {
            None => self.posed.ends.is_goal(node),
            Some(is_goal) => is_goal(&self.posed.grid.cell_at(node)),
        }
    }

    #[inline]
    fn estimate(&self, node: u32) -> Cost {
        self.estimate.to_goal(self.posed.grid, node, &self.posed.ends.goals)
    }

    fn estimate_back(&self, node: u32) -> Cost {
        self.estimate.nearest_to(self.posed.grid, &self.posed.ends.starts, node)
    }

    fn nearness(&self, node: u32) -> Cost {
        let grid = self.posed.grid;
        let best = Linear::best(grid.least_steps(), grid.rules.moves);
        best.to_nearest(grid, node, &self.posed.ends.goals)
    }

    #[inline]
    fn expand(&mut self, node: u32, parent: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let from = self.from(node, parent);
        let mut steps = self.posed.table[from][self.posed.legal[node as usize] as usize];
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let next = node.wrapping_add(self.offsets[step]);
            emit(self, next, self.costs.cost(self.posed.grid, node, next, step % 2 == 1));
        }
    }

    fn expand_back(&mut self, node: u32, parent: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let from = self.from(node, parent);
        let mut steps = self.posed.table[from][self.posed.legal[node as usize] as usize];
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let next = node.wrapping_add(self.offsets[step]);
            emit(self, next, self.costs.cost(self.posed.grid, next, node, step % 2 == 1));
        }
    }

    fn plain_grid(&self) -> Option<PlainGrid<'_>> {
        let (estimate, (straight, diagonal)) =
            (self.estimate.simple()?, self.costs.same_everywhere()?);
        let Posed { grid, facts, legal, table, .. } = self.posed;
        let fits = facts.consistent && facts.informed && self.goal != NONE;
        fits.then(|| PlainGrid {
            grid,
            free: grid.free,
            estimate,
            table,
            legal,
            goal: self.goal,
            straight,
            diagonal,
            stride: grid.stride,
            steps: STEPS,
            offsets: self.offsets,
            comes_from: STEPS.map(|(dx, dy)| bit_of(-dx, -dy) as u64),
        })
    }

    fn sight(&self, from: u32, to: u32) -> Option<Cost> {
        sight::line(self.posed.grid, from, to)
    }

    fn along(&self, from: u32, to: u32, emit: impl FnMut(u32)) {
        sight::along(self.posed.grid, from, to, emit);
    }

    fn moves_of(&self, &cell: &Cell, mut emit: impl FnMut(Cell, Cost)) {
        let grid = self.posed.grid;
        let node = grid.place(cell);
        let steps = self.posed.legal[node as usize];
        for step in (0..8).filter(|step| steps >> step & 1 != 0) {
            let next = node.wrapping_add(self.offsets[step]);
            emit(grid.cell_at(next), self.costs.cost(grid, node, next, step % 2 == 1));
        }
    }

    fn estimate_of(&self, &cell: &Cell) -> Cost {
        self.estimate(self.posed.grid.place(cell))
    }

    fn is_goal_state(&self, &cell: &Cell) -> bool {
        self.is_goal(self.posed.grid.place(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 5x5 maps are too many; these are all 3x3 neighbourhoods, and for each every cell the
    /// middle may have been reached from.
    #[test]
    fn what_is_left_out_was_offered() {
        for corners in [Corners::Never, Corners::One, Corners::Always] {
            let rules = Rules { corners, ..Rules::default() };
            let table = steps_to_take(&rules, true);
            for bits in 0..512u32 {
                let grid = Grid::from_fn(3, 3, |cell| bits >> (cell.y * 3 + cell.x) & 1 != 0);
                let grid = grid.unwrap().with_rules(rules);
                let legal = grid.legal_steps();
                let middle = grid.place(Cell::new(1, 1));
                let leads = |place: u32, to: (i32, i32)| {
                    STEPS
                        .iter()
                        .position(|&step| step == to)
                        .is_some_and(|step| legal[place as usize] >> step & 1 != 0)
                };
                for from in (0..9).filter(|&from| from != 4) {
                    let p = (from as i32 % 3 - 1, from as i32 / 3 - 1);
                    if !leads(middle, p) {
                        continue;
                    }
                    let parent = grid.place(Cell::new((1 + p.0) as u32, (1 + p.1) as u32));
                    let all = legal[middle as usize];
                    let kept = table[from][all as usize];
                    assert_eq!(kept & !all, 0);
                    for (step, d) in STEPS.iter().enumerate() {
                        let left_out = (all & !kept) >> step & 1 != 0;
                        let far = (d.0 - p.0, d.1 - p.1);
                        let known = far == (0, 0) || leads(parent, far);
                        if all >> step & 1 != 0 {
                            assert_eq!(left_out, known, "{corners:?} {bits:09b} {p:?} {d:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn steps_are_repaired_by_edits() {
        let mut seed = 7u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for corners in [Corners::Never, Corners::One, Corners::Always] {
            let (width, height) = (1 + random(9), 1 + random(9));
            let grid = Grid::from_fn(width as u32, height as u32, |_| random(3) > 0).unwrap();
            let mut grid = grid.with_rules(Rules { corners, ..Rules::default() });
            for _ in 0..500 {
                grid.known_steps();
                let cell = (random(width) as u32, random(height) as u32);
                grid.set_free(cell, random(2) == 0).unwrap();
                assert_eq!(grid.known_steps(), grid.legal_steps());
            }
        }
    }
}
