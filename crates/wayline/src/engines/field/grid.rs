//! Fields on grids.

use super::ends::{FieldEnds, UNREACHED};
use super::filling::Filling;
use super::layered::LayeredGrid;
use super::map::{AnyWeights, Map, Plain, Various, Weights};
use super::queue::{Buckets, Heap, Queue};
use super::rays::{Ground, Rays};
use super::{Direction, Field, FieldCosts, FieldQuery, FieldSpace};
use crate::kernel::cost::Cost;
use crate::spaces::error::{End, QueryError};
use crate::spaces::grid::{Cell, Grid};

/// If this large a part of all places changed, filling it again is quicker than repairing.
const MANY_CHANGES: usize = 8;

/// The costs of a grid's cells, and what they were computed from.
#[derive(Clone, Debug)]
pub struct GridCosts {
    map: Map,
    direction: Direction,
    uphill: Cost,
    ends: FieldEnds,
    /// By place. Above the bound is what was seen but not settled.
    costs: Vec<u64>,
    scratch: Scratch,
}

/// Memory that is kept for the next time.
#[derive(Clone, Debug, Default)]
struct Scratch {
    rays: Rays,
    buckets: Buckets,
    heap: Heap,
    changed: Vec<u32>,
    taken_back: Vec<u32>,
}

impl Grid {
    /// The costs from or to everywhere: see [`Field`].
    ///
    /// ```
    /// use wayline::{Cell, FieldQuery, Grid};
    /// let grid = Grid::from_rows(["..#.", "..#.", "...."])?;
    /// let field = grid.field(&FieldQuery::towards((0, 0)))?;
    /// assert_eq!(field.next_step((3, 0)), Some(Cell::new(3, 1)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn field(&self, query: &FieldQuery<Cell>) -> Result<Field<Grid>, QueryError> {
        LayeredGrid::from(self).field(query)
    }
}

impl LayeredGrid<'_> {
    /// The costs from or to everywhere under the layer: see [`Field`].
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid, Layer};
    /// let grid = Grid::new(3, 1)?;
    /// let mud = Layer::multiplied(&grid, |cell| Some(if cell.x == 1 { 5.0 } else { 1.0 }))?;
    /// let field = grid.under(&mud).field(&FieldQuery::towards((0, 0)))?;
    /// assert_eq!(field.cost((2, 0)), Some(Cost::from(6)));
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn field(&self, query: &FieldQuery<Cell>) -> Result<Field<Grid>, QueryError> {
        let costs = GridCosts {
            map: Map::default(),
            direction: query.direction,
            uphill: Cost::ZERO,
            ends: FieldEnds::default(),
            costs: Vec::new(),
            scratch: Scratch::default(),
        };
        Field::new(*self, query, costs)
    }
}

impl FieldSpace for Grid {
    type State = Cell;
    type View<'s> = LayeredGrid<'s>;
    type Costs = GridCosts;
}

impl Field<Grid> {
    /// The costs of all cells, row by row; [`Cost::INFINITE`] for cells that are not reached. Quicker than asking
    /// for one after another.
    ///
    /// ```
    /// use wayline::{Cost, FieldQuery, Grid};
    /// let field = Grid::from_rows(["..#.", "..#."])?.field(&FieldQuery::towards((0, 0)))?;
    /// let first: Vec<Cost> = field.rows().next().unwrap().collect();
    /// assert_eq!(first, [Cost::ZERO, Cost::ONE, Cost::INFINITE, Cost::INFINITE]);
    /// # Ok::<(), wayline::Error>(())
    /// ```
    pub fn rows(&self) -> impl Iterator<Item = impl ExactSizeIterator<Item = Cost>> {
        let GridCosts { map, ends, costs, .. } = &self.costs;
        let (width, bound) = (map.width as usize, ends.bound);
        let known = move |&cost: &u64| match cost <= bound {
            true => Cost::from_raw(cost),
            false => Cost::INFINITE,
        };
        (0..map.height).filter_map(|y| map.place(Cell::new(0, y))).map(move |first| {
            let first = first as usize;
            costs[first..first + width].iter().map(known)
        })
    }
}

impl GridCosts {
    fn set_ends(
        &mut self,
        map: LayeredGrid<'_>,
        query: &FieldQuery<Cell>,
    ) -> Result<(), QueryError> {
        map.check()?;
        let (seed, target, none) = match query.direction {
            Direction::Towards => (End::Goal, End::Start, QueryError::NoGoal),
            Direction::AwayFrom => (End::Start, End::Goal, QueryError::NoStart),
        };
        self.ends.set(query, none, |cell, is_seed| {
            map.check_end(if is_seed { seed } else { target }, cell)
        })
    }

    /// Fills the field, or repairs it, by the quickest method for its weights.
    fn compute(&mut self, of: LayeredGrid<'_>, repair: bool) {
        let GridCosts { map, direction, uphill, ends, costs, scratch } = self;
        let Scratch { rays, buckets, heap, changed, taken_back } = scratch;
        let (least, most) = map.step_range(of);
        let fits = buckets.fit(least, most);
        let repair = repair.then_some((changed, taken_back));
        match (map.weights(*direction, *uphill), map.canonical()) {
            (AnyWeights::Plain(Plain(lengths)), Some(table)) if repair.is_none() => {
                let offsets = map.offsets();
                rays.fill(&Ground { legal: &map.legal, offsets, lengths, table }, costs, ends);
            }
            (AnyWeights::Plain(plain), _) if fits => {
                run(Filling::new(map, plain, costs, ends, most), buckets, repair);
            }
            (AnyWeights::Terrain(terrain), _) if fits => {
                run(Filling::new(map, terrain, costs, ends, most), buckets, repair);
            }
            (AnyWeights::Uneven(uneven), _) if fits => {
                run(Filling::new(map, uneven, costs, ends, most), buckets, repair);
            }
            _ => {
                let various = map.various(*direction, *uphill);
                run_various(
                    Filling::new(map, various, costs, ends, most),
                    fits,
                    buckets,
                    heap,
                    repair,
                );
            }
        }
    }
}

/// Fills a field, or repairs it where these places changed.
fn run<W: Weights>(
    mut filling: Filling<'_, W>,
    queue: &mut impl Queue,
    repair: Option<(&mut Vec<u32>, &mut Vec<u32>)>,
) {
    match repair {
        None => filling.fill(queue),
        Some((changed, taken_back)) => filling.repair(queue, changed, taken_back),
    }
}

/// The same by any rule: apart, so that what is common is compiled as if this were not there.
#[inline(never)]
fn run_various(
    filling: Filling<'_, Various<'_>>,
    fits: bool,
    buckets: &mut Buckets,
    heap: &mut Heap,
    repair: Option<(&mut Vec<u32>, &mut Vec<u32>)>,
) {
    match fits {
        true => run(filling, buckets, repair),
        false => run(filling, heap, repair),
    }
}

impl FieldCosts<Grid> for GridCosts {
    fn fill(&mut self, of: LayeredGrid<'_>, query: &FieldQuery<Cell>) -> Result<(), QueryError> {
        self.set_ends(of, query)?;
        (self.direction, self.uphill) = (query.direction, of.grid.uphill());
        self.map.copy(of);
        self.costs.clear();
        self.costs.resize(self.map.legal.len(), UNREACHED);
        self.compute(of, false);
        Ok(())
    }

    fn repair(&mut self, of: LayeredGrid<'_>, query: &FieldQuery<Cell>) -> Result<(), QueryError> {
        // What stops at targets knows nothing beyond them, and may have to go farther now.
        if self.ends.has_targets() || !self.map.is_like(of) {
            return self.fill(of, query);
        }
        self.set_ends(of, query)?;
        self.scratch.changed.clear();
        self.map.copy_changes(of, &mut self.scratch.changed);
        if self.scratch.changed.len() > self.costs.len() / MANY_CHANGES {
            self.costs.fill(UNREACHED);
            self.compute(of, false);
        } else if !self.scratch.changed.is_empty() {
            self.compute(of, true);
        }
        Ok(())
    }

    fn nodes(&self) -> u32 {
        self.costs.len() as u32
    }

    fn node(&self, cell: Cell) -> Option<u32> {
        self.map.place(cell)
    }

    fn state(&self, place: u32) -> Cell {
        self.map.cell(place)
    }

    fn cost(&self, place: u32) -> Option<Cost> {
        let cost = self.costs[place as usize];
        (cost <= self.ends.bound).then(|| Cost::from_raw(cost))
    }

    /// The first in the order of steps, clockwise from the north; then of links.
    fn next(&self, place: u32) -> Option<u32> {
        let cost = self.cost(place)?.raw();
        if self.ends.seed_at(place) == cost {
            return None;
        }
        let weights = self.map.weights(self.direction, self.uphill);
        let steps = self.map.legal[place as usize];
        let nexts = (0..8).filter(|step| steps >> step & 1 != 0);
        let step = nexts.map(|step| (step, place.wrapping_add(self.map.offsets()[step]))).find_map(
            |(step, next)| {
                let offer =
                    self.costs[next as usize].checked_add(weights.between(next, place, step));
                (offer == Some(cost)).then_some(next)
            },
        );
        step.or_else(|| weights.link_to(place, cost, &self.costs))
    }

    fn found(&self) -> &[(u64, u32)] {
        self.ends.found()
    }
}
