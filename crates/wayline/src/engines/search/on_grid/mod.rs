//! A query on a grid, in numbers.

mod detours;
mod estimates;
mod jumps;
mod marks;
mod plain;
mod step_costs;
mod weighted;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use marks::MarksTo;
pub(crate) use plain::PlainGrid;
pub(crate) use weighted::{Guide, UnevenGrid};

use crate::engines::asked::sealed::Sealed;
use crate::engines::asked::{Numbered, Searchable};
use crate::engines::search::iterative::Deepening;
use crate::engines::search::problem::{Ends, Facts, Problem};
use crate::engines::search::{
    self, Algorithm, Ended, Order, Slice, jump, plain_grid, weighted_grid,
};
use crate::engines::workspace::{Core, Found, Workspace};
use crate::kernel::cost::Cost;
use crate::kernel::node::NONE;
use crate::question::answer::Answer;
use crate::question::heuristic::Heuristic;
use crate::question::observe::{Observer, Watch, with_watch};
use crate::question::open_list::Open;
use crate::question::query::Query;
use crate::question::settings::{Settings, Stop, Ties};
use crate::spaces::error::{End, QueryError};
use crate::spaces::grid::sight;
use crate::spaces::grid::steps::{LeaveOut, STEPS, StepTable, steps_to_take};
use crate::spaces::grid::{Cell, Grid, Layer, Moves};
use detours::{Detours, MANY_LINKS};
use estimates::{Estimate, General, Linear, LinearTo, OverLinks};
#[cfg(target_arch = "wasm32")]
use marks::MarksTo;
#[cfg(not(target_arch = "wasm32"))]
use std::cmp::Ordering;
use step_costs::{AnyCost, Plain, StepCost, Uneven};

/// The row of a step table for places that were reached from nowhere near: it takes all steps.
const ANYWHERE: usize = 4;

/// More goals than this, and no estimate is worth its time.
const MANY_GOALS: usize = 16;

/// Which engine answers a query on a grid: chosen once, here.
enum Strategy<'a> {
    /// Jump point search, keeping what it derives from the map or not.
    Jump { keeps: bool },
    /// The same on weighted grids: leaps over even ground.
    #[cfg(not(target_arch = "wasm32"))]
    JumpOverTerrain(UnevenGrid<'a, MarksTo<'a>>),
    /// A* written out for plain grids and one goal.
    Plain(PlainGrid<'a>),
    /// A* written out for weighted grids and one goal, by landmarks.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "there it is left out"))]
    ByLandmarks(UnevenGrid<'a, MarksTo<'a>>),
    /// The same by distance alone.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "there it is left out"))]
    ByDistance(UnevenGrid<'a, LinearTo>),
    /// Any algorithm of the registry.
    General,
}

impl Sealed for Grid {}

impl Searchable for Grid {
    type State = Cell;
    type Goal = Cell;

    fn advance(
        &self,
        query: &Query<'_, Cell>,
        work: &mut Workspace,
        observer: Option<&mut dyn Observer>,
        slice: Slice,
    ) -> Result<Option<Ended>, QueryError> {
        let Workspace { core, ends, cells, cell_stack, .. } = work;
        if slice.fresh {
            self.put_ends(query, ends)?;
        }
        let ends = &*ends;
        let heuristic = self.heuristic(query, ends);
        let order = Order::new(self.facts(query, ends, &heuristic), query.settings)?;
        let special = observer.is_some() || query.layer.is_some() || !self.links.is_empty();
        match self.strategy(&order, ends, &heuristic, special) {
            Strategy::Jump { keeps } => with_watch!(observer, |watch| {
                Ok(order.run(core, cells, slice, &mut jump::OnGrid::new(self, ends, keeps, watch)))
            }),
            #[cfg(not(target_arch = "wasm32"))]
            Strategy::JumpOverTerrain(grid) => with_watch!(observer, |watch| {
                let (even, rules) = (self.known_even_ground(), self.rules);
                let mut engine = jump::OverTerrain { grid, even, rules, ends, watch };
                Ok(order.run(core, cells, slice, &mut engine))
            }),
            Strategy::Plain(grid) => {
                Ok(order.run(core, cells, slice, &mut plain_grid::OnGrid { grid, ends }))
            }
            Strategy::ByLandmarks(grid) => {
                Ok(order.run(core, cells, slice, &mut weighted_grid::OnGrid { grid, ends }))
            }
            Strategy::ByDistance(grid) => {
                Ok(order.run(core, cells, slice, &mut weighted_grid::OnGrid { grid, ends }))
            }
            Strategy::General => {
                let posed = Posed::new(self, query, ends);
                let mut asked = Asked { order: &order, posed, core, cells, cell_stack, slice };
                Ok(asked.run(&heuristic, observer))
            }
        }
    }

    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, Cell> {
        work.cells.answer(ended)
    }

    fn current_revision(&self) -> u64 {
        self.revision
    }
}

impl Numbered for Grid {
    fn number(&self, _: &Workspace, &cell: &Cell) -> Option<u32> {
        self.node(cell)
    }

    fn state(&self, _: &Workspace, node: u32) -> Cell {
        self.cell_at(node)
    }
}

/// A query for the general loops, with the memory they need.
struct Asked<'a> {
    order: &'a Order<'a>,
    posed: Posed<'a>,
    core: &'a mut Core,
    cells: &'a mut Found<Cell>,
    cell_stack: &'a mut Deepening<Cell>,
    slice: Slice,
}

impl Asked<'_> {
    /// Picks the types that the loop is compiled for.
    fn run(
        &mut self,
        heuristic: &Heuristic<'_, Cell>,
        observer: Option<&mut dyn Observer>,
    ) -> Option<Ended> {
        let grid = self.posed.grid;
        let steps = grid.rules.steps;
        let (straight, diagonal) = (steps.straight(), steps.diagonal());
        let weighted = grid.is_weighted();
        let (plain, uneven) =
            (Plain(straight, diagonal), Uneven(straight, diagonal, grid.uphill()));
        let (mut least, moves) = (grid.least_steps(), grid.rules.moves);
        if let Some(layer) = self.posed.layer {
            least = least.scaled(layer.lowest());
        }
        let general = General { heuristic: *heuristic, least, moves };
        let linear = grid.linear(heuristic, &self.posed.ends.goals, least);
        // Every line below is all loops once more. For a search that is watched, and where code is
        // fetched over a network, there is one of each, which decides at every step what could be
        // decided once.
        let (enters, layer) = (grid.charges_entry(), self.posed.layer);
        let costs = AnyCost { plain, uneven, weighted, enters, layer };
        let (base, ends) = ((linear, general), self.posed.ends);
        let detours = grid
            .is_guided_over_links(heuristic)
            .then(|| Detours::new(grid, layer, &base, (&ends.starts, &ends.goals)));
        let estimate = OverLinks { base, detours: detours.as_ref() };
        if observer.is_some() || cfg!(target_arch = "wasm32") {
            return self.run_with(costs, estimate, &mut { observer });
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            let nobody = &mut ();
            if enters || layer.is_some() || !grid.links.is_empty() {
                return self.run_with(costs, estimate, nobody);
            }
            let landmarks = grid.by_landmarks(heuristic, &self.posed.ends.goals);
            match (weighted, landmarks, linear) {
                (true, Some(guided), _) => self.run_with(uneven, guided, nobody),
                (false, _, Some(linear)) => self.run_with(plain, linear, nobody),
                (false, _, None) => self.run_with(plain, general, nobody),
                (true, None, Some(linear)) => self.run_with(uneven, linear, nobody),
                (true, None, None) => self.run_with(uneven, general, nobody),
            }
        }
        #[cfg(target_arch = "wasm32")]
        None
    }

    fn run_with<C: StepCost, H: Estimate, V: Watch>(
        &mut self,
        costs: C,
        estimate: H,
        watch: &mut V,
    ) -> Option<Ended> {
        let problem = GridProblem::new(self.posed, costs, estimate);
        let mut engine = search::General::new(self.order, problem, self.cell_stack, watch);
        self.order.run(self.core, self.cells, self.slice, &mut engine)
    }
}

impl Grid {
    /// Puts the ends of a query into numbers.
    fn put_ends(&self, query: &Query<'_, Cell>, ends: &mut Ends) -> Result<(), QueryError> {
        query.refuse_avoided_edges("a grid has no edges that have numbers: avoid cells")?;
        if let Some(layer) = query.layer {
            layer.check(self)?;
        }
        let check_end = |end: End, cell: Cell, must_be_free: bool| {
            let place = self.check_end(end, cell, must_be_free)?;
            match query.layer {
                Some(layer) if must_be_free && !layer.is_open_at(place) => {
                    Err(QueryError::Blocked { end, cell })
                }
                _ => Ok(place),
            }
        };
        ends.clear();
        for &cell in query.starts.as_slice() {
            ends.starts.push(check_end(End::Start, cell, true)?);
        }
        for &cell in query.goals.states() {
            // Asked for the closest, a blocked goal is one that cannot be reached.
            let must_be_free = !query.settings.closest;
            ends.goals.push(check_end(End::Goal, cell, must_be_free)?);
        }
        ends.goals.sort_unstable();
        ends.goals.dedup();
        ends.avoid.extend(query.avoid.iter().filter_map(|&cell| self.node(cell)));
        self.check_heuristic(&query.heuristic)?;
        let own = |one: &Heuristic<'_, Cell>| {
            matches!(one, Heuristic::Custom(_) | Heuristic::Admissible(_))
        };
        if matches!(query.heuristic, Heuristic::Max(_))
            && !self.links.is_empty()
            && query.heuristic.is_or_has(own)
        {
            let why = "on a grid with links an estimate of your own stands alone";
            return Err(QueryError::Unsupported { algorithm: "max", why });
        }
        let by_landmarks = |one: &Heuristic<'_, Cell>| matches!(one, Heuristic::GridLandmarks(_));
        match query.layer {
            Some(layer) if layer.lowers() && query.heuristic.is_or_has(by_landmarks) => {
                let why = "the layer has factors below one, which they do not know: use auto";
                Err(QueryError::Unsupported { algorithm: "grid-landmarks", why })
            }
            _ => Ok(()),
        }
    }

    /// Whether the estimate has to look at links: the user's own knows what it knows.
    fn is_guided_over_links(&self, heuristic: &Heuristic<'_, Cell>) -> bool {
        use Heuristic::{Admissible, Custom, Zero};
        !self.links.is_empty() && !matches!(heuristic, Zero | Custom(_) | Admissible(_))
    }

    /// The estimate that guides the search.
    fn heuristic<'q>(&self, query: &Query<'q, Cell>, ends: &Ends) -> Heuristic<'q, Cell> {
        let custom = matches!(query.heuristic, Heuristic::Custom(_) | Heuristic::Admissible(_));
        let many = ends.goals.len() > MANY_GOALS || self.links.all().len() > MANY_LINKS;
        let blind = !query.settings.algorithm.info().informed
            || (!custom && (ends.goals.is_empty() || many));
        let any_angle = query.settings.algorithm == Algorithm::Theta;
        match query.heuristic {
            _ if blind => Heuristic::Zero,
            // Octile distances are longer than straight lines.
            Heuristic::Auto if any_angle => Heuristic::Euclidean,
            asked => asked,
        }
    }

    fn facts(
        &self,
        query: &Query<'_, Cell>,
        ends: &Ends,
        heuristic: &Heuristic<'_, Cell>,
    ) -> Facts {
        let steps = self.rules.steps;
        // Layers and links are like terrain.
        let linked = !self.links.is_empty();
        let weighted = self.is_weighted() || query.layer.is_some() || linked;
        let admissible = self.admits(heuristic);
        let equal = self.rules.moves == Moves::Four || steps.straight() == steps.diagonal();
        Facts {
            admissible,
            declared: self.admits_as_declared(heuristic),
            consistent: admissible,
            informed: !matches!(heuristic, Heuristic::Zero),
            backward: true,
            // Lines at any angle are for units that move at any angle.
            sight: !weighted && self.rules.moves == Moves::Eight,
            equal_steps: !weighted && equal,
            few_costs: !weighted,
            ties: Ties::Newest,
            hopeless: query.settings.shortcut
                && !linked
                && self.has_time_for_components(query.settings.limits.time)
                && self.hopeless(ends),
            longest_step: Some(match query.layer {
                Some(layer) => layer.longest_step(self).max(self.links.longest()),
                None => self.longest_step().max(self.links.longest()),
            }),
            goals_known: !ends.goals.is_empty(),
            no_jumps: self.no_jumps(query, ends),
            uneven: weighted,
            // Without landmarks they gain little over terrain, and a browser, which has no room for them, would
            // find another one of equal paths.
            jumps_pay: !weighted
                || query.settings.algorithm == Algorithm::Auto
                    && matches!(query.heuristic, Heuristic::GridLandmarks(_))
                    && self.has_much_to_leap_over(),
        }
    }

    fn strategy<'a>(
        &'a self,
        order: &Order<'_>,
        ends: &Ends,
        heuristic: &Heuristic<'a, Cell>,
        special: bool,
    ) -> Strategy<'a> {
        let Settings { open, ties, stop, closest, settle_all, limits, .. } = order.settings;
        match order.algorithm {
            #[cfg(not(target_arch = "wasm32"))]
            Algorithm::Jps if self.is_weighted() => {
                let goal = ends.goals[0];
                let grid = UnevenGrid::new(self, self.best_guide(heuristic, goal), goal);
                return Strategy::JumpOverTerrain(grid.expect("costs too large were refused"));
            }
            Algorithm::Jps => {
                return Strategy::Jump { keeps: self.has_time_for_lines(limits.time) };
            }
            Algorithm::JpsBare => return Strategy::Jump { keeps: false },
            Algorithm::AStar | Algorithm::Dijkstra => {}
            _ => return Strategy::General,
        }
        // What is special is for the general loop.
        let special = special
            || open.is_some_and(|open| open != Open::Bucket)
            || ties != Some(Ties::Newest)
            || stop != Stop::Settled
            || limits.cost.is_some()
            || closest
            || settle_all
            || !ends.avoid.is_empty();
        let &[goal] = &ends.goals[..] else { return Strategy::General };
        if special || !order.facts.consistent || !order.facts.informed {
            return Strategy::General;
        }
        let distance = self.linear(heuristic, &ends.goals, self.least_steps());
        if let (false, Some(distance)) = (self.is_weighted(), distance)
            && let Some(grid) = PlainGrid::new(self, distance, goal)
        {
            return Strategy::Plain(grid);
        }
        #[cfg(not(target_arch = "wasm32"))]
        if self.is_weighted() {
            if let Some(marks) = self.by_landmarks(heuristic, &ends.goals) {
                let grid = UnevenGrid::new(self, marks, goal);
                return grid.map_or(Strategy::General, Strategy::ByLandmarks);
            }
            if let Some(distance) = distance {
                let grid = UnevenGrid::new(self, distance, goal);
                return grid.map_or(Strategy::General, Strategy::ByDistance);
            }
        }
        Strategy::General
    }

    /// Which steps may be left out, by where they come from, on this ground and on even ground.
    pub(super) fn step_tables(&self) -> [&'static StepTable; 2] {
        let (straight, diagonal) = (self.rules.steps.straight(), self.rules.steps.diagonal());
        let all = !self.is_weighted() && diagonal.raw() <= 2 * straight.raw();
        let here = if all { LeaveOut::Offered } else { LeaveOut::Nothing };
        [steps_to_take(&self.rules, here), steps_to_take(&self.rules, LeaveOut::Offered)]
    }

    /// The same for loops that nobody watches: without all that cannot be an improvement on any ground. What lies
    /// on the cell in the middle costs far more than rounding could make up for.
    #[cfg(not(target_arch = "wasm32"))]
    fn step_tables_on_any_ground(&self) -> [&'static StepTable; 2] {
        let here = match self.rules.steps.diagonal().cmp(&self.rules.steps.straight()) {
            Ordering::Less => LeaveOut::Nothing,
            Ordering::Equal => LeaveOut::Offered,
            Ordering::Greater => LeaveOut::OfferedStraight,
        };
        [here, LeaveOut::Offered].map(|leave_out| steps_to_take(&self.rules, leave_out))
    }

    /// How far away the steps lead, wrapping.
    pub(super) fn offsets(&self) -> [u32; 8] {
        let stride = self.stride as i32;
        STEPS.map(|(dx, dy)| (dy * stride + dx) as u32)
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
#[derive(Clone, Copy)]
struct Posed<'p> {
    grid: &'p Grid,
    ends: &'p Ends,
    is_goal: Option<&'p (dyn Fn(&Cell) -> bool + Sync)>,
    layer: Option<&'p Layer>,
    /// Which steps to take, and which where the ground is even.
    table: &'static StepTable,
    even_table: &'static StepTable,
}

impl<'p> Posed<'p> {
    fn new(grid: &'p Grid, query: &'p Query<'_, Cell>, ends: &'p Ends) -> Posed<'p> {
        let [table, even_table] = match query.layer {
            Some(_) => [steps_to_take(&grid.rules, LeaveOut::Nothing); 2],
            None => grid.step_tables(),
        };
        let (is_goal, layer) = (query.goals.predicate(), query.layer);
        Posed { grid, ends, is_goal, layer, table, even_table }
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

impl<'p, C: StepCost, H: Estimate> GridProblem<'p, C, H> {
    fn new(posed: Posed<'p>, costs: C, estimate: H) -> Self {
        let goal = match (posed.is_goal, &posed.ends.goals[..]) {
            (None, &[goal]) => goal,
            _ => NONE,
        };
        GridProblem { offsets: posed.grid.offsets(), posed, costs, estimate, goal }
    }

    /// Where in the 3x3 around a place its parent lies; the middle if nowhere.
    #[inline(always)]
    fn from(&self, place: u32, parent: u32) -> usize {
        if parent == NONE {
            return ANYWHERE;
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
        let links = self.costs.links(self.posed.grid);
        // A link may be shorter than the step it replaces, so with links nothing is left out.
        let from = if links.is_some() { ANYWHERE } else { self.from(node, parent) };
        let even = self.estimate.is_even(node);
        let table = if even { self.posed.even_table } else { self.posed.table };
        let mut steps = table[from][self.costs.legal(self.posed.grid, node) as usize];
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let next = node.wrapping_add(self.offsets[step]);
            emit(self, next, self.costs.cost(self.posed.grid, node, next, step % 2 == 1));
        }
        if C::LINKED
            && let Some(links) = links
        {
            for link in links.out_of(node) {
                if let Some(cost) = self.posed.grid.link_cost(link, self.posed.layer) {
                    emit(self, link.to, cost);
                }
            }
        }
    }

    fn expand_back(&mut self, node: u32, parent: u32, mut emit: impl FnMut(&Self, u32, Cost)) {
        let links = self.costs.links(self.posed.grid);
        let from = if links.is_some() { ANYWHERE } else { self.from(node, parent) };
        let mut steps = self.posed.table[from][self.costs.legal(self.posed.grid, node) as usize];
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let next = node.wrapping_add(self.offsets[step]);
            emit(self, next, self.costs.cost(self.posed.grid, next, node, step % 2 == 1));
        }
        if C::LINKED
            && let Some(links) = links
        {
            for link in links.into(node) {
                if let Some(cost) = self.posed.grid.link_cost(link, self.posed.layer) {
                    emit(self, link.from, cost);
                }
            }
        }
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
        let steps = self.costs.legal(grid, node);
        for step in (0..8).filter(|step| steps >> step & 1 != 0) {
            let next = node.wrapping_add(self.offsets[step]);
            emit(grid.cell_at(next), self.costs.cost(grid, node, next, step % 2 == 1));
        }
        if C::LINKED
            && let Some(links) = self.costs.links(grid)
        {
            for link in links.out_of(node) {
                if let Some(cost) = grid.link_cost(link, self.posed.layer) {
                    emit(grid.cell_at(link.to), cost);
                }
            }
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
