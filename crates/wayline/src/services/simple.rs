//! The simple half of the API: one-line questions, answered with a workspace that each thread keeps.
//!
//! [`Grid::path`](crate::Grid::path) and the like are ordinary functions of this crate, so no part of a search is
//! compiled in the crate that calls them.

use crate::body::kind::{Goal, Placement};
use crate::body::map::BodyMap;
use crate::engines::asked::Searchable;
use crate::engines::field::{Field, FieldQuery, LayeredGrid};
use crate::engines::index::{GraphIndex, GridIndex};
use crate::engines::search::{reach, search};
use crate::engines::workspace::with_spare;
use crate::kernel::cost::Cost;
use crate::question::answer::Answer;
use crate::question::query::{IntoState, Query};
use crate::question::settings::Limits;
use crate::services::live::LiveGrid;
use crate::spaces::error::QueryError;
use crate::spaces::graph::Graph;
use crate::spaces::grid::{Cell, Grid};

/// The best path between two states, owned.
pub(crate) fn path<S: Searchable>(
    space: &S,
    from: S::State,
    to: S::Goal,
) -> Result<Answer<'static, S::State>, QueryError> {
    with_spare(|work| search(space, &Query::new(from, to), work).map(Answer::into_owned))
}

/// What the best path between two states costs; infinite where there is none.
pub(crate) fn cost<S: Searchable>(
    space: &S,
    from: S::State,
    to: S::Goal,
) -> Result<Cost, QueryError> {
    with_spare(|work| search(space, &Query::new(from, to), work).map(|answer| answer.cost))
}

impl Grid {
    /// A shortest path between two cells. No path is an answer too: its outcome is unreachable, its
    /// cost infinite. Errors are for cells that are blocked or off the map.
    ///
    /// For anything special (algorithms, limits, cells to avoid) and for watching:
    /// [`search`](crate::search()) with a [`Query`].
    ///
    /// ```
    /// use wayline::{Cell, Grid};
    /// let grid = Grid::from_rows(["..#.", "..#.", "...."])?;
    /// let answer = grid.path((0, 0), (3, 0))?;
    /// assert_eq!(answer.path.last(), Some(&Cell::new(3, 0)));
    /// println!("{} in {} steps", answer.cost, answer.steps());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
    ) -> Result<Answer<'static, Cell>, QueryError> {
        self.path_between(from.into(), to.into())
    }

    fn path_between(&self, from: Cell, to: Cell) -> Result<Answer<'static, Cell>, QueryError> {
        path(self, from, to)
    }

    /// What a shortest path between two cells costs; infinite where there is none.
    ///
    /// ```
    /// use wayline::{Cost, Grid};
    /// let grid = Grid::from_rows([".#.", ".#."])?;
    /// assert_eq!(grid.cost((0, 0), (0, 1))?, Cost::ONE);
    /// assert!(grid.cost((0, 0), (2, 0))?.is_infinite());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> Result<Cost, QueryError> {
        self.cost_between(from.into(), to.into())
    }

    fn cost_between(&self, from: Cell, to: Cell) -> Result<Cost, QueryError> {
        cost(self, from, to)
    }

    /// Everything within a cost of a cell: a [`Field`] that leads away from it, with the cost to each
    /// cell and the path there. For several starts, or towards a goal: [`Grid::field`].
    ///
    /// ```
    /// use wayline::{Cost, Grid};
    /// let reached = Grid::new(50, 50)?.reach((25, 25), Cost::from(3))?;
    /// assert_eq!(reached.cost((27, 25)), Some(Cost::from(2)));
    /// assert_eq!(reached.cost((40, 40)), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn reach(&self, from: impl Into<Cell>, within: Cost) -> Result<Field<Grid>, QueryError> {
        self.field(&FieldQuery::away_from(from.into()).within(within))
    }
}

impl LayeredGrid<'_> {
    /// A cheapest path between two cells under the layer: see [`Grid::path`].
    ///
    /// ```
    /// use wayline::{Grid, Layer};
    /// let grid = Grid::new(9, 9)?;
    /// let swamp = Layer::multiplied(&grid, |cell| Some(if cell.x == 4 && cell.y > 0 { 9.0 } else { 1.0 }))?;
    /// let path = grid.under(&swamp).path((0, 4), (8, 4))?;
    /// assert!(path.path.contains(&(4, 0).into()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
    ) -> Result<Answer<'static, Cell>, QueryError> {
        self.ask(from.into(), to.into(), |answer| answer.into_owned())
    }

    /// What a cheapest path between two cells costs under the layer; infinite where there is none.
    ///
    /// ```
    /// use wayline::{Cost, Grid, Layer};
    /// let grid = Grid::new(3, 1)?;
    /// let closed = Layer::added(&grid, |cell| (cell.x != 1).then_some(0.0))?;
    /// assert!(grid.under(&closed).cost((0, 0), (2, 0))?.is_infinite());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> Result<Cost, QueryError> {
        self.ask(from.into(), to.into(), |answer| answer.cost)
    }

    fn ask<A>(
        &self,
        from: Cell,
        to: Cell,
        take: impl FnOnce(Answer<'_, Cell>) -> A,
    ) -> Result<A, QueryError> {
        let query = Query::new(from, to);
        let query = self.layer.map_or(query.clone(), |layer| query.layer(layer));
        with_spare(|work| search(self.grid, &query, work).map(take))
    }

    /// Everything within a cost of a cell under the layer: see [`Grid::reach`].
    pub fn reach(&self, from: impl Into<Cell>, within: Cost) -> Result<Field<Grid>, QueryError> {
        self.field(&FieldQuery::away_from(from.into()).within(within))
    }
}

impl LiveGrid {
    /// Everything within a cost of a cell, on the grid as it is now: see [`Grid::reach`].
    pub fn reach(&self, from: impl Into<Cell>, within: Cost) -> Result<Field<Grid>, QueryError> {
        self.grid().reach(from, within)
    }
}

impl Graph {
    /// A cheapest path between two nodes, with its edges. No path is an answer too: its outcome is
    /// unreachable, its cost infinite. Errors are for nodes that do not exist.
    ///
    /// For anything special (algorithms, limits, nodes to avoid) and for watching:
    /// [`search`](crate::search()) with a [`Query`].
    ///
    /// ```
    /// let graph = wayline::Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.5), (0, 2, 4.0)])?;
    /// let answer = graph.path(0, 2)?;
    /// assert_eq!(*answer.path, [0, 1, 2]);
    /// assert_eq!(*answer.edges, [0, 1]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(&self, from: u32, to: u32) -> Result<Answer<'static, u32>, QueryError> {
        path(self, from, to)
    }

    /// What a cheapest path between two nodes costs; infinite where there is none.
    ///
    /// ```
    /// let graph = wayline::Graph::from_edges(2, [(0, 1, 2.5)])?;
    /// assert_eq!(graph.cost(0, 1)?.to_f64(), 2.5);
    /// assert!(graph.cost(1, 0)?.is_infinite());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: u32, to: u32) -> Result<Cost, QueryError> {
        cost(self, from, to)
    }

    /// Everything within a cost of a node: a [`Field`] that leads away from it. For several starts, or
    /// towards a goal: [`Graph::field`].
    ///
    /// ```
    /// use wayline::{Cost, Graph};
    /// let graph = Graph::from_edges(3, [(0, 1, 1.0), (1, 2, 1.5)])?;
    /// let reached = graph.reach(0, Cost::from(2))?;
    /// assert_eq!((reached.cost(1u32), reached.cost(2u32)), (Some(Cost::ONE), None));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn reach(&self, from: u32, within: Cost) -> Result<Field<Graph>, QueryError> {
        self.field(&FieldQuery::away_from(from).within(within))
    }
}

impl BodyMap {
    /// A cheapest path for the body from a placement to a goal: a placement, a cell at any heading, or
    /// any [`Goal`]. No path is an answer too: its outcome is unreachable, its cost infinite.
    ///
    /// ```
    /// use wayline::body::{BodyKind, BodyMap, Heading, Terrain};
    /// let terrain = Terrain::from_rows(["......", "####..", "......", "......"])?;
    /// let map = BodyMap::new(BodyKind::preset("tank")?, &terrain);
    /// let answer = map.path((0, 0, Heading::E), (1, 2))?;
    /// assert!(answer.is_optimal());
    /// println!("{} time units: {:?}", answer.cost, answer.path);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(
        &self,
        from: impl IntoState<Placement>,
        to: impl IntoState<Goal>,
    ) -> Result<Answer<'static, Placement>, QueryError> {
        self.path_between(from.into_state(), to.into_state())
    }

    fn path_between(
        &self,
        from: Placement,
        to: Goal,
    ) -> Result<Answer<'static, Placement>, QueryError> {
        path(self, from, to)
    }

    /// What a cheapest path for the body costs, in whole time units; infinite where there is none.
    pub fn cost(
        &self,
        from: impl IntoState<Placement>,
        to: impl IntoState<Goal>,
    ) -> Result<Cost, QueryError> {
        let (from, to) = (from.into_state(), to.into_state());
        with_spare(|work| search(self, &Query::new(from, to), work).map(|answer| answer.cost))
    }

    /// Every placement within a cost of one, with what it costs to get there, the nearest first.
    ///
    /// ```
    /// use wayline::Cost;
    /// use wayline::body::{BodyKind, BodyMap, Heading, Terrain};
    /// let map = BodyMap::new(BodyKind::preset("king")?, &Terrain::new(9, 9)?);
    /// let reached = map.reach((4, 4, Heading::E), Cost::from(20))?;
    /// assert_eq!(reached[0].1, Cost::ZERO);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn reach(
        &self,
        from: impl IntoState<Placement>,
        within: Cost,
    ) -> Result<Vec<(Placement, Cost)>, QueryError> {
        let limits = Limits { cost: Some(within), ..Limits::default() };
        let query = Query::everywhere(from.into_state()).limits(limits);
        with_spare(|work| Ok(reach(&self.placements(), &query, work)?.iter().collect()))
    }
}

impl GridIndex {
    /// A shortest path with every cell of it, as an answer that you own. No path is an answer too: its outcome is
    /// unreachable, its cost infinite. For many questions, use [`search`](crate::search()) with a workspace.
    ///
    /// ```
    /// use wayline::{Cell, Grid, GridIndex, Preparation};
    /// let index = GridIndex::prepare(&Grid::new(3, 2)?, &Preparation::default())?;
    /// let answer = index.path((0, 0), (2, 1))?;
    /// assert_eq!(*answer.path, [(0, 0), (1, 1), (2, 1)].map(Cell::from));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
    ) -> Result<Answer<'static, Cell>, QueryError> {
        path(self, from.into(), to.into())
    }

    /// What a shortest path costs; infinite if there is no path.
    ///
    /// ```
    /// use wayline::{Cost, Grid, GridIndex, Preparation};
    /// let grid = Grid::from_rows(["..#.", "..#.", "..#."])?;
    /// let index = GridIndex::prepare(&grid, &Preparation::default())?;
    /// assert_eq!(index.cost((0, 0), (1, 2))?, Cost::ONE + Cost::SQRT_2);
    /// assert!(index.cost((0, 0), (3, 0))?.is_infinite());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> Result<Cost, QueryError> {
        with_spare(|work| self.cost_with(from, to, work))
    }

    /// Everything within a cost of a cell, on the map that the index answers for: see [`Grid::reach`]. An index is
    /// for pairs of cells; this fills the map, just as quickly as without an index.
    ///
    /// ```
    /// use wayline::{Cost, Grid, GridIndex, Preparation};
    /// let index = GridIndex::prepare(&Grid::from_rows(["..#.", "...."])?, &Preparation::default())?;
    /// let reached = index.reach((0, 0), Cost::from(4))?;
    /// assert_eq!(reached.cost((1, 1)), Some(Cost::SQRT_2));
    /// assert_eq!(reached.cost((3, 0)), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn reach(&self, from: impl Into<Cell>, within: Cost) -> Result<Field<Grid>, QueryError> {
        self.grid().reach(from, within)
    }
}

impl GraphIndex {
    /// A cheapest path with its edges, as an answer that you own. No path is an answer too: its outcome is
    /// unreachable, its cost infinite. For many questions, use [`search`](crate::search()) with a workspace.
    ///
    /// ```
    /// use wayline::{Graph, GraphIndex, Preparation};
    /// let ring: Vec<_> = (0..10).map(|i| (i, (i + 1) % 10, 1.0)).collect();
    /// let index = GraphIndex::prepare(&Graph::from_edges(10, ring)?, &Preparation::default())?;
    /// let answer = index.path(8, 1)?;
    /// assert_eq!(*answer.path, [8, 9, 0, 1]);
    /// assert_eq!(*answer.edges, [8, 9, 0]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(&self, from: u32, to: u32) -> Result<Answer<'static, u32>, QueryError> {
        path(self, from, to)
    }

    /// What a cheapest path costs; infinite if there is no path.
    ///
    /// ```
    /// use wayline::{Cost, Graph, GraphIndex, Preparation};
    /// let graph = Graph::from_edges(2, [(0, 1, 2.5)])?;
    /// let index = GraphIndex::prepare(&graph, &Preparation::default())?;
    /// assert_eq!(index.cost(0, 1)?, Cost::try_from(2.5)?);
    /// assert!(index.cost(1, 0)?.is_infinite());
    /// assert!(index.cost(0, 2).is_err());
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, from: u32, to: u32) -> Result<Cost, QueryError> {
        with_spare(|work| self.cost_with(from, to, work))
    }
    /// Every node within a cost of one, with what it costs to get there: the nearest first, and by number where
    /// costs are equal. It looks at all of the index once, and searches little. [`Graph::reach`] searches, and
    /// also knows the paths.
    ///
    /// ```
    /// use wayline::{Cost, Graph, GraphIndex, Preparation};
    /// let graph = Graph::from_edges(4, [(0, 1, 1.0), (1, 2, 1.5), (0, 2, 4.0), (2, 3, 9.0)])?;
    /// let index = GraphIndex::prepare(&graph, &Preparation::default())?;
    /// let reached = index.reach(0, Cost::from(3))?;
    /// assert_eq!(reached, [(0, Cost::ZERO), (1, Cost::ONE), (2, Cost::try_from(2.5)?)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn reach(&self, from: u32, within: Cost) -> Result<Vec<(u32, Cost)>, QueryError> {
        let costs = with_spare(|work| self.costs_from(from, work))?;
        let near = |&(_, cost): &(u32, Cost)| cost <= within && !cost.is_infinite();
        let mut reached: Vec<(u32, Cost)> = (0..).zip(costs).filter(near).collect();
        reached.sort_unstable_by_key(|&(node, cost)| (cost, node));
        Ok(reached)
    }
}
