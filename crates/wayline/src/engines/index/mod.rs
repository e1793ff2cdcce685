//! [`GridIndex`]: what is prepared from a map to make queries faster.

pub(crate) mod asked;
mod contraction;
mod corner_graph;
mod file;
mod frame;
mod graph;
mod label_query;
mod labelled;
mod labels;
pub(crate) mod living;
mod many;
mod metric;
mod numbering;
mod ordering;
mod preparation;
mod route;
mod stairs;
#[cfg(test)]
mod tests;
mod views;
mod visibility;
mod witness;

pub(crate) use graph::GraphIndexScratch;
pub(crate) use route::IndexScratch;

pub(crate) use crate::spaces::error::{IndexError, IndexKind, QueryError};
pub use graph::{ContractedGraph, Demand, GraphIndex};
pub use preparation::{Budget, Preparation};

use crate::engines::asked::Searchable;
use crate::engines::asked::sealed::Sealed;
use crate::engines::search::{Algorithm, Ended, Slice};
use crate::engines::workspace::{Found, Workspace};
use crate::kernel::cost::Cost;
use crate::question::answer::{Answer, Outcome};
use crate::question::observe::Observer;
use crate::question::query::Query;
use crate::spaces::grid::{Cell, Grid, Moves, Rules, turning_points};
use corner_graph::CornerGraph;
use labelled::Labelled;
use metric::Metric;
use preparation::{Effort, GivenUp};
use std::borrow::Cow;
use std::fmt;
use visibility::{LONGEST_SIDE, Visibility};

/// A map prepared for queries: shortest paths in about a microsecond, without a search.
///
/// For grids without terrain, elevation or links, with four or eight moves, under every corner rule, and with
/// diagonals that cost at least one and at most two straight steps. It answers for the map and the rules as they
/// were when it was prepared, and can be shared between threads.
///
/// When to use it: for many queries on a map that does not change. When not: if the map changes often, or there
/// are only a few queries; then search online.
///
/// What it does: a shortest path can turn only at corners of obstacles (the subgoals of Uras, Koenig and
/// Hernández, 2013; here with the side on which each may be passed, and also for rules under which corners are
/// cut). Their distances are in labels ([`IndexKind::Labels`]), so a query looks at the corners that its two ends
/// see and reads their labels. Where labels would be enormous, a query is a jump point search on lines derived
/// beforehand ([`IndexKind::Jumps`]), so an index is never slower than that. Both are exact.
///
/// ```
/// use wayline::{search, Grid, GridIndex, Preparation, Query, Workspace};
///
/// let grid = Grid::from_rows(["...#...", ".#.#.#.", ".#...#."])?;
/// let index = GridIndex::prepare(&grid, &Preparation::default())?;
/// let answer = index.path((0, 2), (6, 2))?;
/// println!("{} over {} cells", answer.cost, answer.path.len());
/// # assert_eq!(answer.path.len(), 15);
///
/// // The expert half: one verb for all spaces, nothing allocated.
/// let mut work = Workspace::new();
/// assert_eq!(search(&index, &Query::new((0, 2), (6, 2)), &mut work)?.cost, answer.cost);
/// # Ok::<(), wayline::Error>(())
/// ```
pub struct GridIndex {
    rules: Rules,
    map_hash: u64,
    content: Content,
}

/// From this many queries on, an index is worth preparing: that takes as long as some thousand searches on maps
/// where searches are quick, and as long as some hundred where they are not.
const WORTHWHILE: u64 = 100;

/// How it answers.
enum Content {
    Labels(Labelled),
    /// The same in 64 bits. Code that is fetched over a network does without.
    #[cfg(not(target_arch = "wasm32"))]
    Wide(Labelled<u64>),
    Jumps(Box<Grid>),
}

impl GridIndex {
    /// Prepares a map.
    ///
    /// ```
    /// use wayline::{Corners, Grid, GridIndex, Moves, Preparation, Rules};
    /// let grid = Grid::from_rows(["..", "#."])?.with_rules(Rules::default().corners(Corners::Always));
    /// let index = GridIndex::prepare(&grid, &Preparation::default())?;
    /// assert_eq!(index.path((0, 0), (1, 1))?.path.len(), 2);
    /// let grid = grid.with_rules(Rules::default().moves(Moves::Four));
    /// let index = GridIndex::prepare(&grid, &Preparation::default())?;
    /// assert_eq!(index.path((0, 0), (1, 1))?.path.len(), 3);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare(grid: &Grid, settings: &Preparation<'_>) -> Result<GridIndex, IndexError> {
        supported(grid)?;
        if let Some(kind) = settings.kind.filter(|kind| !IndexKind::OF_GRIDS.contains(kind)) {
            return Err(IndexError::Unsuited { kind, why: "it is for graphs" });
        }
        let memory = settings.budget.memory.unwrap_or(u64::MAX);
        let mut effort = Effort::new(settings);
        effort.tell(0.0);
        effort.spend(0).map_err(|_| IndexError::Cancelled)?;
        let labels = match settings.kind {
            Some(IndexKind::Jumps) => None,
            kind => match labels(grid, memory, kind.is_some(), &mut effort) {
                Ok(content) => Some(content),
                Err(GivenUp::Cancelled) => return Err(IndexError::Cancelled),
                Err(stop) if kind.is_some() => return Err(refused(stop)),
                Err(_) => None,
            },
        };
        let content = match labels {
            Some(content) => content,
            // The least there is, so it is what does not fit if nothing was asked for.
            None => jumps(grid, memory)?,
        };
        effort.tell(1.0);
        Ok(GridIndex { rules: grid.rules(), map_hash: file::hash_of_map(grid), content })
    }

    /// The index that is worth having for the expected questions, if there is one: from about a hundred questions
    /// between two changes of the map, if it can be prepared and labels suit it. If this is `None`, a search is
    /// faster ([`Auto`](crate::Algorithm::Auto) knows which).
    ///
    /// ```
    /// use wayline::{Demand, Grid, GridIndex, Preparation};
    /// let (grid, settings) = (Grid::new(40, 30)?, Preparation::default());
    /// let worth = |demand| GridIndex::prepare_for(&grid, &demand, &settings).map(|it| it.is_some());
    /// assert!(!worth(Demand::default().paths(1))?);
    /// assert!(worth(Demand::default().paths(10_000))?);
    /// assert!(!worth(Demand::default().paths(10_000).changes(1_000))?);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare_for(
        grid: &Grid,
        demand: &Demand,
        settings: &Preparation<'_>,
    ) -> Result<Option<GridIndex>, IndexError> {
        // After a change it is prepared anew.
        let queries = demand.questions() / demand.changes.saturating_add(1);
        if queries < WORTHWHILE || !GridIndex::supports(grid) {
            return Ok(None);
        }
        match GridIndex::prepare(grid, &Preparation { kind: None, ..*settings }) {
            Ok(index) => Ok(Some(index).filter(|index| index.kind() == IndexKind::Labels)),
            Err(IndexError::Cancelled) => Err(IndexError::Cancelled),
            // It takes more than the budget allows.
            Err(_) => Ok(None),
        }
    }

    /// What it is made of.
    ///
    /// ```
    /// use wayline::{Grid, GridIndex, IndexKind, Preparation};
    /// let index = GridIndex::prepare(&Grid::new(9, 9)?, &Preparation::default())?;
    /// assert_eq!(index.kind(), IndexKind::Labels);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn kind(&self) -> IndexKind {
        match self.content {
            Content::Jumps(_) => IndexKind::Jumps,
            _ => IndexKind::Labels,
        }
    }

    /// How many bytes of memory it takes.
    ///
    /// ```
    /// use wayline::{Grid, GridIndex, Preparation};
    /// let index = GridIndex::prepare(&Grid::new(9, 9)?, &Preparation::default())?;
    /// assert!(index.bytes() > 0);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        let content = match &self.content {
            Content::Labels(labels) => labels.bytes(),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => labels.bytes(),
            Content::Jumps(grid) => grid.bytes_for_jumps(),
        };
        size_of::<GridIndex>() + content
    }

    /// What a shortest path costs, infinite if there is no path: the fastest question of all, asked with a
    /// workspace.
    ///
    /// ```
    /// use wayline::{Cost, Grid, GridIndex, Preparation, Workspace};
    /// let index = GridIndex::prepare(&Grid::new(9, 1)?, &Preparation::default())?;
    /// let mut work = Workspace::new();
    /// assert_eq!(index.cost_with((0, 0), (8, 0), &mut work)?, Cost::from(8));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    #[inline]
    pub fn cost_with(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        work: &mut Workspace,
    ) -> Result<Cost, QueryError> {
        self.find_cost(from.into(), to.into(), work)
    }

    fn find_cost(&self, from: Cell, to: Cell, work: &mut Workspace) -> Result<Cost, QueryError> {
        match &self.content {
            Content::Labels(labels) => labels.cost(from, to, &mut work.index.labels),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => labels.cost(from, to, &mut work.index.wide),
            Content::Jumps(grid) => Ok(jump(grid, &Query::new(from, to), work)?.cost),
        }
    }

    /// A shortest path by its ends and the cells where it turns: the answer's waypoints. Its path with all cells
    /// is left empty, which is what makes it faster.
    ///
    /// ```
    /// use wayline::{Cell, Grid, GridIndex, Preparation, Workspace};
    /// let grid = Grid::from_rows(["....", ".##.", ".##."])?;
    /// let index = GridIndex::prepare(&grid, &Preparation::default())?;
    /// let mut work = Workspace::new();
    /// let answer = index.turns_with((0, 2), (3, 2), &mut work)?;
    /// assert_eq!(*answer.waypoints, [(0, 2), (0, 0), (3, 0), (3, 2)].map(Cell::from));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    #[inline]
    pub fn turns_with<'w>(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        work: &'w mut Workspace,
    ) -> Result<Answer<'w, Cell>, QueryError> {
        let (from, to) = (from.into(), to.into());
        if let Content::Jumps(grid) = &self.content {
            let ended = jump(grid, &Query::new(from, to), work)?;
            work.cells.path.clear();
            return Ok(work.cells.answer(ended));
        }
        let ended = Ended::by_index(self.find_turns(from, to, &mut work.index)?, None);
        work.cells.clear();
        let mut answer = work.cells.answer(ended);
        if ended.outcome == Outcome::Found {
            answer.waypoints = Cow::Borrowed(&work.index.turns.cells);
        }
        Ok(answer)
    }

    /// What shortest paths cost from each of some cells to each of some others, infinite where there is
    /// none: row by row, the costs from the first cell to all others, then those from the second, and
    /// so on.
    ///
    /// ```
    /// use wayline::{Cell, Cost, Grid, GridIndex, Preparation, Workspace};
    /// let index = GridIndex::prepare(&Grid::new(5, 5)?, &Preparation::default())?;
    /// let ends = [Cell::new(0, 0), Cell::new(4, 0)];
    /// let costs = index.matrix(&ends, &ends, &mut Workspace::new())?;
    /// assert_eq!(costs, [0, 4, 4, 0].map(Cost::from));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn matrix(
        &self,
        from: &[Cell],
        to: &[Cell],
        work: &mut Workspace,
    ) -> Result<Vec<Cost>, QueryError> {
        match &self.content {
            Content::Labels(labels) => labels.matrix(from, to, &mut work.index.labels),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => labels.matrix(from, to, &mut work.index.wide),
            Content::Jumps(_) => {
                let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to)));
                pairs.map(|(from, to)| self.find_cost(from, to, work)).collect()
            }
        }
    }

    /// Finds the turns of a shortest path by labels, and what it costs: infinite if there is none.
    #[inline]
    fn find_turns(
        &self,
        from: Cell,
        to: Cell,
        work: &mut IndexScratch,
    ) -> Result<Cost, QueryError> {
        let turns = &mut work.turns;
        match &self.content {
            Content::Labels(labels) => labels.turns(from, to, &mut work.labels, turns),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => labels.turns(from, to, &mut work.wide, turns),
            Content::Jumps(_) => Ok(Cost::INFINITE),
        }
    }
}

impl fmt::Debug for GridIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_sight = |sight: &Visibility| (sight.width, sight.height);
        let (width, height) = match &self.content {
            Content::Labels(labels) => of_sight(&labels.sight),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => of_sight(&labels.sight),
            Content::Jumps(grid) => (grid.width(), grid.height()),
        };
        write!(f, "GridIndex({width}x{height}, {})", self.kind())
    }
}

impl Sealed for GridIndex {}

/// If asked for a shortest path, it answers from the nearest of some cells to the nearest of some others. Anything
/// else it refuses by name: cells to avoid, predicates, limits on work.
impl Searchable for GridIndex {
    type State = Cell;
    type Goal = Cell;

    fn advance(
        &self,
        query: &Query<'_, Cell>,
        work: &mut Workspace,
        _: Option<&mut dyn Observer>,
        _: Slice,
    ) -> Result<Option<Ended>, QueryError> {
        if let Some(why) = asked::refuses(query) {
            return Err(QueryError::Unsupported { algorithm: Algorithm::Prepared.name(), why });
        }
        self.answer_to(query, work).map(Some)
    }

    fn answer<'w>(&self, work: &'w Workspace, ended: Ended) -> Answer<'w, Cell> {
        work.cells.answer(ended)
    }

    fn current_revision(&self) -> u64 {
        self.map_hash
    }
}

impl GridIndex {
    /// Answers a query that asks for a shortest path and nothing else.
    pub(crate) fn answer_to(
        &self,
        query: &Query<'_, Cell>,
        work: &mut Workspace,
    ) -> Result<Ended, QueryError> {
        if let Content::Jumps(grid) = &self.content {
            return jump(grid, query, work);
        }
        let nearest = asked::nearest(query, |from, to| self.find_cost(from, to, work))?;
        let Workspace { index, cells, .. } = work;
        cells.clear();
        let cost = match nearest {
            Some((start, goal)) => self.find_turns(start, goal, index)?,
            None => Cost::INFINITE,
        };
        let ended = Ended::by_index(cost, query.settings.limits.cost);
        if ended.outcome == Outcome::Found {
            cells.write_turns(&index.turns.cells);
        }
        Ok(ended)
    }

    /// The map that it answers for.
    pub(crate) fn grid(&self) -> Cow<'_, Grid> {
        let of_sight = |sight: &Visibility| {
            let cells =
                Grid::from_fn(sight.width, sight.height, |cell| sight.is_free(cell.x, cell.y));
            Cow::Owned(cells.expect("it was a grid").with_rules(self.rules))
        };
        match &self.content {
            Content::Labels(labels) => of_sight(&labels.sight),
            #[cfg(not(target_arch = "wasm32"))]
            Content::Wide(labels) => of_sight(&labels.sight),
            Content::Jumps(grid) => Cow::Borrowed(grid),
        }
    }

    /// Whether a grid is of the kind that can be prepared.
    pub(crate) fn supports(grid: &Grid) -> bool {
        supported(grid).is_ok()
    }
}

/// Whether a grid is of the kind that can be prepared.
fn supported(grid: &Grid) -> Result<(), IndexError> {
    let rules = grid.rules();
    let (straight, diagonal) = (rules.steps.straight().raw(), rules.steps.diagonal().raw());
    Err(IndexError::Unsupported(if grid.links().next().is_some() {
        "it has links; use a search"
    } else if grid.is_weighted() {
        "it has terrain or elevation; use a search"
    } else if rules.moves == Moves::Eight && !(straight..=2 * straight).contains(&diagonal) {
        "a diagonal has to cost at least as much as a straight step and at most as two; use a search"
    } else if grid.width().max(grid.height()) > LONGEST_SIDE {
        "its sides are longer than 32767 cells; use a search"
    } else {
        return Ok(());
    }))
}

/// Makes labels, if that is reasonable; with `force`, whatever it takes within the budget.
fn labels(
    grid: &Grid,
    memory: u64,
    force: bool,
    effort: &mut Effort<'_>,
) -> Result<Content, GivenUp> {
    let rules = grid.rules();
    if Visibility::bytes_of_views(grid.free_cells()) > memory {
        return Err(GivenUp::Memory);
    }
    let metric = Metric::<u32>::of(&rules);
    if cfg!(target_arch = "wasm32") && metric.is_none() {
        return Err(GivenUp::TooLong);
    }
    let sight = Visibility::of(grid, effort.threads());
    let graph = CornerGraph::of(&sight, effort.threads());
    #[cfg_attr(target_arch = "wasm32", expect(unused_variables, reason = "for wide labels"))]
    let order = match metric {
        Some(metric) => {
            let order = labelled::order(&sight, &graph, &metric, force, effort)?;
            match labelled::label(&sight, &graph, &order, &metric, memory, effort) {
                Ok(labels) => {
                    return Ok(Content::Labels(Labelled::new(sight, labels, metric, &rules)));
                }
                // What is important is as important however costs are kept.
                Err(GivenUp::TooLong) => Some(order),
                Err(stop) => return Err(stop),
            }
        }
        None => None,
    };
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(metric) = Metric::<u64>::of(&rules) {
        let order = match order {
            Some(order) => order,
            None => labelled::order(&sight, &graph, &metric, force, effort)?,
        };
        let labels = labelled::label(&sight, &graph, &order, &metric, memory, effort)?;
        return Ok(Content::Wide(Labelled::new(sight, labels, metric, &rules)));
    }
    Err(GivenUp::TooLong)
}

/// All that jump point search derives from a map, within this much memory.
fn jumps(grid: &Grid, memory: u64) -> Result<Content, IndexError> {
    let grid = Box::new(grid.bare_copy());
    grid.derive_for_jumps();
    if grid.bytes_for_jumps() as u64 > memory {
        return Err(IndexError::OverBudget { kind: IndexKind::Jumps, what: "memory" });
    }
    Ok(Content::Jumps(grid))
}

/// Answers a query that asks for a shortest path and nothing else, by a search. What it finds is known by
/// its turns, as what is read from labels.
fn jump(grid: &Grid, query: &Query<'_, Cell>, work: &mut Workspace) -> Result<Ended, QueryError> {
    let whole = Slice::new(true, u64::MAX, None);
    let ended = match query.settings.algorithm {
        Algorithm::Auto => grid.advance(query, work, None, whole),
        _ => grid.advance(&query.clone().algorithm(Algorithm::Auto), work, None, whole),
    }?;
    let Found { path, waypoints, .. } = &mut work.cells;
    waypoints.clear();
    waypoints.extend(turning_points(path));
    let ended = ended.unwrap_or_else(|| Ended::by_index(Cost::INFINITE, None));
    Ok(Ended { algorithm: Algorithm::Prepared, ..ended })
}

fn refused(stop: GivenUp) -> IndexError {
    let kind = IndexKind::Labels;
    match stop {
        GivenUp::Cancelled => IndexError::Cancelled,
        GivenUp::Work => IndexError::OverBudget { kind, what: "work" },
        GivenUp::Memory => IndexError::OverBudget { kind, what: "memory" },
        GivenUp::Explodes => IndexError::Unsuited {
            kind,
            why: "its obstacles are scattered and labels would be enormous",
        },
        GivenUp::TooLong => IndexError::Unsuited {
            kind,
            why: "its paths are too long or its step costs too fine for labels",
        },
    }
}
