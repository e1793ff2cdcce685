//! Fields: exact costs from or to everywhere, kept as a value.
//!
//! One field serves a whole crowd with one goal: each unit reads its next step, in no time, from wherever it is. A
//! field also answers "what can be reached within this cost", "which of these are nearest" and "how far is
//! everything from everything of that kind". For one unit and one goal a search is quicker; so is an index for
//! many goals on a map that does not change.
//!
//! Costs are computed in `rays.rs` and `filling.rs` (grids) and `graph.rs`; `map.rs` is what a field keeps of a
//! grid.

mod canonical;
mod ends;
mod filling;
mod graph;
mod grid;
mod layered;
mod map;
mod query;
mod queue;
mod rays;

pub use layered::LayeredGrid;
pub use query::{Direction, FieldQuery};

use crate::kernel::cost::Cost;
use crate::spaces::error::QueryError;
use std::iter::FusedIterator;

/// What fields are made of: [`Grid`](crate::Grid) and [`Graph`](crate::Graph).
pub trait FieldSpace: Sized {
    /// A cell or a node.
    type State: Copy + PartialEq;
    /// What a field is filled from: a reference to the space, or for a grid
    /// [the same under a layer](crate::Grid::under).
    type View<'s>: From<&'s Self>
    where
        Self: 's;
    #[doc(hidden)]
    type Costs: FieldCosts<Self>;
}

/// What lies beneath a field, in node numbers. Written out for each space, so that hardly anything is compiled in
/// the user's crate.
#[doc(hidden)]
pub trait FieldCosts<S: FieldSpace> {
    /// Computes everything from scratch. On an error, all stays as it was.
    fn fill(&mut self, space: S::View<'_>, query: &FieldQuery<S::State>) -> Result<(), QueryError>;
    /// The same, starting from what is there.
    fn repair(
        &mut self,
        space: S::View<'_>,
        query: &FieldQuery<S::State>,
    ) -> Result<(), QueryError>;
    /// One more than the largest number.
    fn nodes(&self) -> u32;
    fn node(&self, state: S::State) -> Option<u32>;
    fn state(&self, node: u32) -> S::State;
    fn cost(&self, node: u32) -> Option<Cost>;
    fn next(&self, node: u32) -> Option<u32>;
    /// The nearest targets.
    fn found(&self) -> &[(u64, u32)];
}

/// The exact cost of every state, from the nearest seed or to it, and with it the next step of a cheapest path
/// from anywhere. Roguelikes know it as a Dijkstra map, crowds as a flow field.
///
/// [`Grid::field`](crate::Grid::field) and [`Graph::field`](crate::Graph::field) make it. It borrows nothing, and
/// answers by itself. After edits, [`repair`](Field::repair) brings it up to date: it finds out what changed, so
/// no edit can be forgotten.
///
/// ```
/// use wayline::{Cell, Cost, FieldQuery, Grid};
///
/// let mut grid = Grid::from_rows([".....", ".###.", "....."])?;
/// let mut field = grid.field(&FieldQuery::towards((0, 0)))?;
/// assert_eq!(field.cost((4, 0)), Some(Cost::from(4)));
/// assert_eq!(field.next_step((4, 0)), Some(Cell::new(3, 0)));
///
/// grid.set_free((2, 0), false)?;
/// field.repair(&grid)?;
/// assert_eq!(field.cost((4, 0)), Some(Cost::from(8)));
/// assert_eq!(field.descend((4, 0)).count(), 9);
/// # Ok::<(), wayline::Error>(())
/// ```
///
/// Costs are those of Dijkstra's algorithm, bit for bit. Of several next steps on cheapest paths, a grid's field
/// takes the first clockwise from the north, a graph's the one with the fewest edges to the seed, then the one
/// with the smallest edge number: the same on every platform, whether the field was filled or repaired. What would
/// cost [`Cost::INFINITE`] counts as not reached.
///
/// O(n) for a grid of n cells, unless its steps differ more than a thousandfold in cost, and
/// O(m log n) for a graph of m edges; 10 bytes a cell on plain grids, 11 with terrain, 15 with
/// elevation, up to 10 more under a [layer](crate::Grid::under); 24 a node and 8 an edge on graphs.
///
/// References: E. W. Dijkstra, "A note on two problems in connexion with graphs" (1959); "The
/// incredible power of Dijkstra maps", RogueBasin; those of `filling.rs` for repairing.
pub struct Field<S: FieldSpace> {
    query: FieldQuery<S::State>,
    costs: S::Costs,
}

impl<S: FieldSpace> Field<S> {
    fn new(
        space: S::View<'_>,
        query: &FieldQuery<S::State>,
        mut costs: S::Costs,
    ) -> Result<Field<S>, QueryError> {
        costs.fill(space, query)?;
        Ok(Field { query: query.clone(), costs })
    }

    /// Fills it again, for another question, reusing its memory. On an error, it stays as it was.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid};
    /// let grid = Grid::new(9, 9)?;
    /// let mut hunters = grid.field(&FieldQuery::towards((0, 0)))?;
    /// hunters.fill(&grid, &FieldQuery::towards((1, 0)))?; // The prey moved on.
    /// assert_eq!(hunters.cost((8, 0)), Some(Cost::from(7)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn fill<'s>(
        &mut self,
        space: impl Into<S::View<'s>>,
        query: &FieldQuery<S::State>,
    ) -> Result<(), QueryError>
    where
        S: 's,
    {
        self.costs.fill(space.into(), query)?;
        query.copy_to(&mut self.query);
        Ok(())
    }

    /// Fills it again, for the same question, reusing its memory: after many changes, or for another map. On an
    /// error (a seed that is now blocked), it stays as it was.
    ///
    /// ```
    /// use wayline::{FieldQuery, Grid};
    /// let mut field = Grid::new(9, 9)?.field(&FieldQuery::towards((0, 0)))?;
    /// field.refill(&Grid::new(5, 5)?)?;
    /// assert_eq!(field.len(), 25);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn refill<'s>(&mut self, space: impl Into<S::View<'s>>) -> Result<(), QueryError>
    where
        S: 's,
    {
        self.costs.fill(space.into(), &self.query)
    }

    /// Brings it up to date with the map, in time that depends on how many costs change: the result is the same as
    /// from [`refill`](Field::refill), but sooner after a few edits. It finds out by itself what has changed since
    /// it was filled. A field that stops at the nearest targets is refilled.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Graph};
    /// let mut city = Graph::from_edges(3, [(0, 1, 2.0), (1, 2, 2.0), (0, 2, 5.0)])?;
    /// let mut field = city.field(&FieldQuery::towards(2u32))?;
    /// assert_eq!(field.cost(0u32), Some(Cost::from(4)));
    /// city.set_cost(1, 9.0)?;
    /// field.repair(&city)?;
    /// assert_eq!(field.cost(0u32), Some(Cost::from(5)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn repair<'s>(&mut self, space: impl Into<S::View<'s>>) -> Result<(), QueryError>
    where
        S: 's,
    {
        self.costs.repair(space.into(), &self.query)
    }

    /// The question it answers.
    pub fn query(&self) -> &FieldQuery<S::State> {
        &self.query
    }

    /// The cost from a state to the nearest seed, or the other way: see [`Direction`]. `None` for a state that is
    /// not reached, or not on the map.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid};
    /// let grid = Grid::from_rows(["..#."])?;
    /// let field = grid.field(&FieldQuery::away_from((0, 0)))?;
    /// assert_eq!(field.cost((1, 0)), Some(Cost::ONE));
    /// assert_eq!(field.cost((3, 0)), None);
    /// assert_eq!(field.cost((4, 0)), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn cost(&self, state: impl Into<S::State>) -> Option<Cost> {
        self.costs.cost(self.costs.node(state.into())?)
    }

    /// The neighbour that is next on a cheapest path to the nearest seed. `None` at the seed itself, and for a
    /// state that is not reached. (In a field [away](Direction::AwayFrom) from a start, it is the neighbour that
    /// the path comes from.)
    ///
    /// ```
    /// use wayline::{Cell, FieldQuery, Grid};
    /// let field = Grid::new(9, 9)?.field(&FieldQuery::towards((4, 4)))?;
    /// assert_eq!(field.next_step((0, 0)), Some(Cell::new(1, 1)));
    /// assert_eq!(field.next_step((4, 4)), None);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn next_step(&self, state: impl Into<S::State>) -> Option<S::State> {
        let next = self.costs.next(self.costs.node(state.into())?)?;
        Some(self.costs.state(next))
    }

    /// All next steps from a state on, itself included, down to the seed. Empty for a state that is not reached.
    ///
    /// ```
    /// use wayline::{Cell, FieldQuery, Grid};
    /// let field = Grid::new(3, 1)?.field(&FieldQuery::towards((0, 0)))?;
    /// let path: Vec<Cell> = field.descend((2, 0)).collect();
    /// assert_eq!(path, [Cell::new(2, 0), Cell::new(1, 0), Cell::new(0, 0)]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn descend(&self, state: impl Into<S::State>) -> Descent<'_, S> {
        let node = self.costs.node(state.into());
        let next = node.filter(|&node| self.costs.cost(node).is_some());
        Descent { costs: &self.costs, next }
    }

    /// A cheapest path in the order in which it is walked: from the state to the seed, or in a field
    /// [away](Direction::AwayFrom) from a start, from there to the state. `None` for a state that is not reached.
    ///
    /// ```
    /// use wayline::{Cell, FieldQuery, Grid};
    /// let field = Grid::new(3, 1)?.field(&FieldQuery::away_from((0, 0)))?;
    /// assert_eq!(field.path((1, 0)), Some(vec![Cell::new(0, 0), Cell::new(1, 0)]));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn path(&self, state: impl Into<S::State>) -> Option<Vec<S::State>> {
        let mut path: Vec<S::State> = self.descend(state).collect();
        if self.query.direction == Direction::AwayFrom {
            path.reverse();
        }
        (!path.is_empty()).then_some(path)
    }

    /// Everything that is reached, with its cost, the nearest first; where costs are equal, by number (cells row
    /// by row). O(n log n).
    ///
    /// ```
    /// use wayline::{Cell, FieldQuery, Grid};
    /// let field = Grid::new(3, 3)?.field(&FieldQuery::towards((0, 0)))?;
    /// let (farthest, cost) = field.iter().last().unwrap();
    /// assert_eq!((farthest, cost.to_string()), (Cell::new(2, 2), "2.82842712".to_owned()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (S::State, Cost)> {
        let mut sorted: Vec<(Cost, u32)> = self.reached().collect();
        sorted.sort_unstable();
        sorted.into_iter().map(|(cost, node)| (self.costs.state(node), cost))
    }

    /// The nearest targets of a query for [the nearest](FieldQuery::nearest), at most as many as it
    /// asked for, nearest first; where costs are equal, by number.
    pub fn nearest(&self) -> impl Iterator<Item = (S::State, Cost)> {
        let found = self.costs.found().iter();
        found.map(|&(cost, node)| (self.costs.state(node), Cost::from_raw(cost)))
    }

    /// How many states are reached. O(n).
    pub fn len(&self) -> usize {
        self.reached().count()
    }

    /// Whether no state is reached: every seed costs more than the bound of the field.
    pub fn is_empty(&self) -> bool {
        self.reached().next().is_none()
    }

    /// The question whose field leads away from the seeds of this one, for units that flee: down to places that
    /// are far off, past the danger if need be rather than into a dead end.
    ///
    /// Costs are rescaled: each state is a seed that costs less the farther away it is, times the factor, which is
    /// above one and classically 1.2. A step towards safety then gains more than it costs. The larger the factor,
    /// the greater the detours to safety.
    ///
    /// ```
    /// use wayline::{FieldQuery, Grid};
    ///
    /// let grid = Grid::new(30, 1)?;
    /// let danger = grid.field(&FieldQuery::away_from((10, 0)))?;
    /// let safety = grid.field(&danger.flee(1.2)?)?;
    /// assert_eq!(safety.descend((12, 0)).last(), Some((29, 0).into()));
    /// assert_eq!(safety.descend((8, 0)).last(), Some((0, 0).into()));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// Reference: "The incredible power of Dijkstra maps", RogueBasin, after the safety maps of
    /// Brogue.
    pub fn flee(&self, factor: f64) -> Result<FieldQuery<S::State>, QueryError> {
        if !(1.0..=1000.0).contains(&factor) {
            return Err(QueryError::BadWeight(factor));
        }
        let farthest = self.reached().map(|(cost, _)| cost).max().unwrap_or_default();
        // In 2^16ths, so that it is the same everywhere.
        let factor = (factor * 65536.0).round() as u32;
        let seeds = self
            .reached()
            .map(|(cost, node)| (self.costs.state(node), (farthest - cost).scaled(factor, 16)));
        let mut query = FieldQuery::towards_any(std::iter::empty::<S::State>());
        query.seeds.extend(seeds);
        Ok(query)
    }

    /// What is reached, by number.
    fn reached(&self) -> impl Iterator<Item = (Cost, u32)> {
        (0..self.costs.nodes()).filter_map(|node| Some((self.costs.cost(node)?, node)))
    }
}

impl<S: FieldSpace> Clone for Field<S>
where
    S::Costs: Clone,
{
    fn clone(&self) -> Field<S> {
        Field { query: self.query.clone(), costs: self.costs.clone() }
    }
}

impl<S: FieldSpace> std::fmt::Debug for Field<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let FieldQuery { direction, seeds, .. } = &self.query;
        write!(f, "Field({direction:?} {} seeds, {} reached)", seeds.len(), self.len())
    }
}

/// The states from one down to a seed: see [`Field::descend`].
pub struct Descent<'f, S: FieldSpace> {
    costs: &'f S::Costs,
    next: Option<u32>,
}

impl<S: FieldSpace> Iterator for Descent<'_, S> {
    type Item = S::State;

    fn next(&mut self) -> Option<S::State> {
        let node = self.next?;
        self.next = self.costs.next(node);
        Some(self.costs.state(node))
    }
}

impl<S: FieldSpace> FusedIterator for Descent<'_, S> {}

impl<S: FieldSpace> std::fmt::Debug for Descent<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Descent(from {:?})", self.next)
    }
}
