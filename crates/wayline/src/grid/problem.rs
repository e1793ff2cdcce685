//! A query on a grid, in numbers.

use super::compass::add_line;
use super::estimates::{Estimate, General, Linear, LinearTo};
use super::ground::{climbing, over_terrain};
use super::sight;
use super::steps::{STEPS, StepTable, bit_of, steps_to_take};
use super::weighted::UnevenGrid;
use super::{Cell, Grid, Moves};
use crate::cost::Cost;
use crate::error::{End, Error};
use crate::heuristic::Heuristic;
use crate::query::{Goals, Query, Ties};
use crate::space::{Asker, Ends, Facts, NONE, Problem, Searchable};

/// More goals than this, and no estimate is worth its time.
const MANY_GOALS: usize = 16;

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

/// Either of the two, as one type.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy)]
pub(crate) struct AnyCost {
    plain: Plain,
    uneven: Uneven,
    weighted: bool,
}

#[cfg(target_arch = "wasm32")]
impl StepCost for AnyCost {
    fn same_everywhere(self) -> Option<(Cost, Cost)> {
        if self.weighted { None } else { self.plain.same_everywhere() }
    }

    #[inline]
    fn cost(self, grid: &Grid, from: u32, to: u32, diagonal: bool) -> Cost {
        if self.weighted {
            self.uneven.cost(grid, from, to, diagonal)
        } else {
            self.plain.cost(grid, from, to, diagonal)
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
            self.check_heuristic(&query.heuristic)?;
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
            hopeless: query.settings.shortcut
                && self.has_time_for_components(&query.settings.limits)
                && self.hopeless(ends),
            longest_step: Some(self.longest_step()),
            goals_known: !ends.goals.is_empty(),
            no_jumps: self.no_jumps(query, ends),
        };
        let table = steps_to_take(&self.rules, leave_out);
        let even_table = steps_to_take(&self.rules, true);
        let posed = Posed { grid: self, ends, is_goal, facts, table, even_table };
        let (plain, uneven) =
            (Plain(straight, diagonal), Uneven(straight, diagonal, self.uphill()));
        let general = General { heuristic, least: self.least_steps(), moves: self.rules.moves };
        // Every line below is all loops once more. Where code is fetched over a network there is one
        // of each, which decides at every step what could be decided once.
        let linear = self.linear(&heuristic, &posed.ends.goals);
        #[cfg(target_arch = "wasm32")]
        return Ok(asker.ask(posed.with(AnyCost { plain, uneven, weighted }, (linear, general))));
        #[cfg(not(target_arch = "wasm32"))]
        if let (true, Some(guided)) = (weighted, self.by_landmarks(&heuristic, &posed.ends.goals)) {
            return Ok(asker.ask(posed.with(uneven, guided)));
        }
        #[cfg(not(target_arch = "wasm32"))]
        match (weighted, linear) {
            (false, Some(linear)) => Ok(asker.ask(posed.with(plain, linear))),
            (false, None) => Ok(asker.ask(posed.with(plain, general))),
            (true, Some(linear)) => Ok(asker.ask(posed.with(uneven, linear))),
            (true, None) => Ok(asker.ask(posed.with(uneven, general))),
        }
    }

    fn number(&self, _: &Ends, &cell: &Cell) -> Option<u32> {
        self.node(cell)
    }

    fn state(&self, _: &Ends, node: u32) -> Cell {
        self.cell_at(node)
    }
}

impl Grid {
    /// Why a question is none for jump point search.
    fn no_jumps(&self, query: &Query<'_, Cell>, ends: &Ends) -> Option<&'static str> {
        let steps = self.rules.steps;
        let (straight, diagonal) = (steps.straight().raw(), steps.diagonal().raw());
        if self.is_weighted() {
            Some("it is for plain grids, without terrain or elevation")
        } else if self.rules.moves == Moves::Eight && !(straight..=2 * straight).contains(&diagonal)
        {
            Some(
                "a diagonal step has to cost as much as one straight step at least, and two at most",
            )
        } else if query_is_simple(ends) {
            match query.heuristic {
                Heuristic::Auto | Heuristic::Octile => None,
                _ => Some("it has an estimate of its own"),
            }
        } else {
            Some("it takes one start and one goal, and nothing to avoid")
        }
    }

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

/// Whether there is one start, one goal and nothing to avoid.
fn query_is_simple(ends: &Ends) -> bool {
    ends.starts.len() == 1 && ends.goals.len() == 1 && ends.avoid.is_empty()
}

/// What all queries on a grid have in common.
struct Posed<'p> {
    grid: &'p Grid,
    ends: &'p Ends,
    is_goal: Option<&'p (dyn Fn(&Cell) -> bool + Sync)>,
    facts: Facts,
    table: &'static StepTable,
    /// Likewise where the ground is even.
    even_table: &'static StepTable,
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
        let even = self.estimate.is_even(node);
        let table = if even { self.posed.even_table } else { self.posed.table };
        let mut steps = table[from][self.posed.grid.known_steps()[node as usize] as usize];
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let next = node.wrapping_add(self.offsets[step]);
            emit(self, next, self.costs.cost(self.posed.grid, node, next, step % 2 == 1));
        }
    }

    fn expand_back(&mut self, node: u32, parent: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let from = self.from(node, parent);
        let mut steps =
            self.posed.table[from][self.posed.grid.known_steps()[node as usize] as usize];
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
        let Posed { grid, facts, table, .. } = self.posed;
        let fits = facts.consistent && facts.informed && self.goal != NONE;
        fits.then(|| PlainGrid {
            grid,
            free: grid.free,
            estimate,
            table,
            legal: grid.known_steps(),
            goal: self.goal,
            straight,
            diagonal,
            stride: grid.stride,
            steps: STEPS,
            offsets: self.offsets,
            comes_from: STEPS.map(|(dx, dy)| bit_of(-dx, -dy) as u64),
        })
    }

    fn jump_grid(&self) -> Option<&Grid> {
        self.posed.facts.no_jumps.is_none().then_some(self.posed.grid)
    }

    fn walk_turns(&self, turns: &[u32], path: &mut Vec<Cell>) {
        let mut cells = turns.iter().map(|&place| self.posed.grid.cell_at(place));
        let Some(mut at) = cells.next() else { return };
        path.push(at);
        for turn in cells {
            add_line(path, at, turn);
            at = turn;
        }
    }

    fn uneven_grid(&self) -> Option<UnevenGrid<'_>> {
        let Posed { grid, table, even_table, .. } = self.posed;
        let marks = self.estimate.marks().filter(|_| self.goal != NONE)?;
        let steps = grid.rules.steps;
        Some(UnevenGrid {
            grid,
            marks,
            legal: grid.known_steps(),
            tables: [table, even_table],
            lengths: [steps.straight(), steps.diagonal()],
            uphill: grid.uphill(),
            offsets: self.offsets,
            longest_step: grid.longest_step(),
            goal: self.goal,
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
        let steps = self.posed.grid.known_steps()[node as usize];
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

    fn number_of(&self, &cell: &Cell) -> Option<u32> {
        Some(self.posed.grid.place(cell))
    }
}
