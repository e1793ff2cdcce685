//! [`GridIndex`]: what is prepared from a map so that queries are faster.

pub(crate) mod asked;
mod contraction;
mod corner_graph;
mod corner_search;
mod file;
mod graph;
mod label_query;
mod labels;
pub(crate) mod living;
mod metric;
mod numbering;
mod ordering;
mod preparation;
mod route;
mod visibility;
mod witness;

pub(crate) use graph::GraphIndexScratch;
pub(crate) use route::IndexScratch;

pub(crate) use crate::spaces::error::{IndexError, IndexKind};
pub use graph::GraphIndex;
pub use preparation::{Budget, Preparation};

use crate::engines::asked::Searchable;
use crate::engines::asked::sealed::Sealed;
use crate::engines::search::{Algorithm, Ended, Slice};
use crate::engines::workspace::Workspace;
use crate::kernel::cost::Cost;
use crate::question::answer::{Answer, Outcome};
use crate::question::observe::Observer;
use crate::question::query::Query;
use crate::spaces::error::{End, Error};
use crate::spaces::grid::{Cell, Corners, Grid, Moves, Rules};
use contraction::CornerContraction;
use corner_graph::CornerGraph;
use corner_search::CornerSearch;
use label_query::LabelQuery;
use labels::CornerLabels;
use metric::{Metric, UNREACHED};
use preparation::{Effort, Stop};
use std::borrow::Cow;
use std::fmt;
use visibility::{Eye, LONGEST_SIDE, Visibility};

/// A map prepared for queries: shortest paths in about a microsecond, without a search.
///
/// For grids without terrain or elevation, with eight moves that cut no corners
/// ([`Corners::Never`]), and diagonals that cost at least as much as a straight step and less than
/// two. It answers for the map as it was when it was prepared, and can be shared between threads.
///
/// When to use it: many queries on a map that does not change. When not: the map changes often, or
/// a few queries are all there are; then search online.
///
/// What it does: only corners of obstacles can be turned at on a shortest path (the subgoals of
/// Uras, Koenig and Hernández, 2013; here with the side that each may be passed on). Their
/// distances are in labels ([`IndexKind::Labels`]), so a query looks at the corners that its two
/// ends see and reads their labels. Where labels would be enormous a query searches the graph of
/// corners ([`IndexKind::Corners`]). Both are exact.
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
    sight: Visibility,
    ways: Ways,
}

/// From so many queries on an index is worth its preparing: it takes as long as some thousand searches
/// on maps where those are quick, and as long as some hundred where they are not.
const WORTHWHILE: u64 = 100;

/// How one gets from corner to corner.
enum Ways {
    Labels(CornerLabels, Metric),
    Corners(CornerGraph),
}

impl GridIndex {
    /// Prepares a map.
    ///
    /// ```
    /// use wayline::{Corners, Grid, GridIndex, Preparation, Rules};
    /// let grid = Grid::new(40, 30)?;
    /// assert!(GridIndex::prepare(&grid, &Preparation::default()).is_ok());
    /// let grid = grid.with_rules(Rules::default().corners(Corners::Always));
    /// assert!(GridIndex::prepare(&grid, &Preparation::default()).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn prepare(grid: &Grid, settings: &Preparation<'_>) -> Result<GridIndex, Error> {
        supported(grid)?;
        if let Some(kind) = settings.kind.filter(|kind| !IndexKind::ALL.contains(kind)) {
            return Err(IndexError::Unsuited { kind, why: "it is for graphs" }.into());
        }
        let memory = settings.budget.memory.unwrap_or(u64::MAX);
        // Corners are the least there is, so they are what does not fit if nothing was asked for.
        let kind = settings.kind.unwrap_or(IndexKind::Corners);
        let too_little = IndexError::OverBudget { kind, what: "memory" };
        if Visibility::bytes_of_views(grid.free_cells()) > memory {
            return Err(too_little.into());
        }
        let rules = grid.rules();
        let map_hash = file::hash_of_map(grid);
        let mut effort = Effort::new(settings);
        effort.tell(0.0);
        effort.spend(0).map_err(|_| IndexError::Cancelled)?;
        let sight = Visibility::of(grid, effort.threads());
        let graph = CornerGraph::of(&sight, effort.threads());
        if settings.kind != Some(IndexKind::Corners) {
            let force = settings.kind.is_some();
            match labels(&sight, &graph, &rules, memory, force, &mut effort) {
                Ok((labels, metric)) => {
                    effort.tell(1.0);
                    return Ok(GridIndex {
                        rules,
                        map_hash,
                        sight,
                        ways: Ways::Labels(labels, metric),
                    });
                }
                Err(Stop::Cancelled) => return Err(IndexError::Cancelled.into()),
                Err(stop) if settings.kind.is_some() => return Err(refused(stop).into()),
                Err(_) => {}
            }
        }
        if (sight.bytes() + graph.bytes()) as u64 > memory {
            return Err(too_little.into());
        }
        effort.tell(1.0);
        Ok(GridIndex { rules, map_hash, sight, ways: Ways::Corners(graph) })
    }

    /// The index that is worth having for so many queries, if there is one: from about a hundred on,
    /// if the map can be prepared and labels suit it. Where this is `None`, a search is faster
    /// ([`Auto`](crate::Algorithm::Auto) knows which).
    ///
    /// ```
    /// use wayline::{Grid, GridIndex, Preparation};
    /// let grid = Grid::new(40, 30)?;
    /// assert!(GridIndex::worthwhile(&grid, 1, &Preparation::default())?.is_none());
    /// assert!(GridIndex::worthwhile(&grid, 10_000, &Preparation::default())?.is_some());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn worthwhile(
        grid: &Grid,
        queries: u64,
        settings: &Preparation<'_>,
    ) -> Result<Option<GridIndex>, Error> {
        if queries < WORTHWHILE || !GridIndex::supports(grid) {
            return Ok(None);
        }
        match GridIndex::prepare(grid, &Preparation { kind: None, ..*settings }) {
            Ok(index) => Ok(Some(index).filter(|index| index.kind() == IndexKind::Labels)),
            Err(Error::Index(IndexError::Cancelled)) => Err(IndexError::Cancelled.into()),
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
        match self.ways {
            Ways::Labels(..) => IndexKind::Labels,
            Ways::Corners(_) => IndexKind::Corners,
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
        let ways = match &self.ways {
            Ways::Labels(labels, _) => labels.bytes(),
            Ways::Corners(graph) => graph.bytes(),
        };
        size_of::<GridIndex>() + self.sight.bytes() + ways
    }

    /// What a shortest path costs, infinite if there is no path: the fastest question there is, asked
    /// with a workspace.
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
    ) -> Result<Cost, Error> {
        self.find_cost(from.into(), to.into(), &mut work.index)
    }

    fn find_cost(&self, from: Cell, to: Cell, work: &mut IndexScratch) -> Result<Cost, Error> {
        let (from, to) = self.ends(from, to)?;
        Ok(match &self.ways {
            Ways::Labels(labels, metric) => {
                let query = LabelQuery { sight: &self.sight, labels, metric };
                found(metric, query.cost(&from, &to, &mut work.labels))
            }
            Ways::Corners(graph) => {
                let search = self.corner_search(graph);
                search.search(&from, &to, &mut work.search, None).unwrap_or(Cost::INFINITE)
            }
        })
    }

    /// A shortest path by its ends and the cells where it turns: the answer's waypoints. Its path, all
    /// cells, is left empty, which is what makes it faster.
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
    ) -> Result<Answer<'w, Cell>, Error> {
        let ended =
            Ended::by_index(self.find_turns(from.into(), to.into(), &mut work.index)?, None);
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
    ) -> Result<Vec<Cost>, Error> {
        let eyes = |end: End, cells: &[Cell]| -> Result<Vec<Eye>, Error> {
            cells.iter().map(|&cell| self.end(end, cell)).collect()
        };
        let (from, to) = (eyes(End::Start, from)?, eyes(End::Goal, to)?);
        let work = &mut work.index;
        Ok(match &self.ways {
            Ways::Labels(labels, metric) => {
                let query = LabelQuery { sight: &self.sight, labels, metric };
                let costs = query.costs(&from, &to, &mut work.labels);
                costs.into_iter().map(|cost| found(metric, cost)).collect()
            }
            Ways::Corners(graph) => {
                let search = self.corner_search(graph);
                let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
                let costs = pairs.map(|(from, to)| search.search(from, to, &mut work.search, None));
                costs.map(|cost| cost.unwrap_or(Cost::INFINITE)).collect()
            }
        })
    }

    /// Finds the turns of a shortest path, and what it costs: infinite if there is none.
    #[inline]
    fn find_turns(&self, from: Cell, to: Cell, work: &mut IndexScratch) -> Result<Cost, Error> {
        let (from, to) = self.ends(from, to)?;
        Ok(match &self.ways {
            Ways::Labels(labels, metric) => {
                let query = LabelQuery { sight: &self.sight, labels, metric };
                found(metric, query.turns(&from, &to, &mut work.labels, &mut work.turns))
            }
            Ways::Corners(graph) => {
                let search = self.corner_search(graph);
                let cost = search.search(&from, &to, &mut work.search, Some(&mut work.turns));
                cost.unwrap_or(Cost::INFINITE)
            }
        })
    }

    fn corner_search<'a>(&'a self, graph: &'a CornerGraph) -> CornerSearch<'a> {
        CornerSearch { sight: &self.sight, graph, steps: self.rules.steps }
    }

    #[inline]
    fn ends(&self, from: Cell, to: Cell) -> Result<(Eye, Eye), Error> {
        Ok((self.end(End::Start, from)?, self.end(End::Goal, to)?))
    }

    #[inline]
    fn end(&self, end: End, cell: Cell) -> Result<Eye, Error> {
        let Visibility { width, height, .. } = self.sight;
        if cell.x >= width || cell.y >= height {
            return Err(Error::OffMap { end, cell, width, height });
        }
        if !self.sight.is_free(cell.x, cell.y) {
            return Err(Error::Blocked { end, cell });
        }
        Ok(self.sight.eye(cell.x, cell.y))
    }
}

impl fmt::Debug for GridIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Visibility { width, height, corners, .. } = &self.sight;
        write!(f, "GridIndex({width}x{height}, {} corners, {})", corners.len(), self.kind())
    }
}

#[inline]
fn found(metric: &Metric, cost: u32) -> Cost {
    if cost < UNREACHED { metric.cost(cost) } else { Cost::INFINITE }
}

impl Sealed for GridIndex {}

/// Asked for a shortest path, from the nearest of some cells to the nearest of some others. It refuses
/// what it cannot do by name: to avoid cells, predicates, limits on work.
impl Searchable for GridIndex {
    type State = Cell;
    type Goal = Cell;

    fn advance(
        &self,
        query: &Query<'_, Cell>,
        work: &mut Workspace,
        _: Option<&mut dyn Observer>,
        _: Slice,
    ) -> Result<Option<Ended>, Error> {
        if let Some(why) = asked::refuses(query) {
            return Err(Error::Unsupported { algorithm: Algorithm::Prepared.name(), why });
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
    ) -> Result<Ended, Error> {
        let Workspace { index, cells, .. } = work;
        cells.clear();
        let cost = match asked::nearest(query, |from, to| self.find_cost(from, to, index))? {
            Some((start, goal)) => self.find_turns(start, goal, index)?,
            None => Cost::INFINITE,
        };
        let ended = Ended::by_index(cost, query.settings.limits.cost);
        if ended.outcome == Outcome::Found {
            cells.write_turns(&index.turns.cells);
        }
        Ok(ended)
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
    } else if rules.moves != Moves::Eight {
        "it has four moves, expected eight; use a search"
    } else if rules.corners != Corners::Never {
        "its diagonals cut corners, expected the rule 'never'; use a search"
    } else if diagonal < straight || diagonal >= 2 * straight {
        "a diagonal has to cost at least as much as a straight step and less than two; use a search"
    } else if grid.width().max(grid.height()) > LONGEST_SIDE {
        "its sides are longer than 32767 cells; use a search"
    } else {
        return Ok(());
    }))
}

/// Makes labels, if that is reasonable; with `force`, whatever it takes within the budget.
fn labels(
    sight: &Visibility,
    graph: &CornerGraph,
    rules: &Rules,
    memory: u64,
    force: bool,
    effort: &mut Effort<'_>,
) -> Result<(CornerLabels, Metric), Stop> {
    let metric = Metric::of(rules.steps).ok_or(Stop::TooLong)?;
    let corners = &sight.corners;
    let memory = memory.checked_sub(sight.bytes() as u64).ok_or(Stop::Memory)?;
    let cost = |a: u32, b: u32| labels::distance(&metric, corners[a as usize], corners[b as usize]);
    let order = CornerContraction::new(graph, cost, sight.free_cells(), force).order(effort)?;
    let labels = CornerLabels::of(corners, graph, &order, &metric, memory, effort)?;
    if labels.bytes() as u64 > memory {
        return Err(Stop::Memory);
    }
    let fits = longest_path(sight, &labels, &metric) < UNREACHED as u64;
    if fits { Ok((labels, metric)) } else { Err(Stop::TooLong) }
}

/// No path costs more than this: over the most important corner of its part of the map, which is in
/// all labels there, and from each end to the corners that it sees.
fn longest_path(sight: &Visibility, labels: &CornerLabels, metric: &Metric) -> u64 {
    let farthest = labels.entries.iter().map(|entry| entry.cost).max().unwrap_or(0) as u64;
    let (long, short) =
        (sight.width.max(sight.height) as u64, sight.width.min(sight.height) as u64);
    2 * farthest + 2 * (long * metric.straight as u64 + short * metric.diagonal as u64)
}

fn refused(stop: Stop) -> IndexError {
    let kind = IndexKind::Labels;
    match stop {
        Stop::Cancelled => IndexError::Cancelled,
        Stop::Work => IndexError::OverBudget { kind, what: "work" },
        Stop::Memory => IndexError::OverBudget { kind, what: "memory" },
        Stop::Explodes => IndexError::Unsuited {
            kind,
            why: "its obstacles are scattered and labels would be enormous",
        },
        Stop::TooLong => IndexError::Unsuited {
            kind,
            why: "its paths are too long or its step costs too fine for costs in 32 bits",
        },
    }
}
