//! What a field keeps of its grid: the legal steps, the ground and the rules. By it a field answers
//! without the grid, and finds out by itself what has changed since.

use super::canonical::{Canonical, canonical};
use super::layered::LayeredGrid;
use super::query::Direction;
use crate::kernel::cost::Cost;
use crate::spaces::grid::{
    Cell, Charge, Links, Moves, PLAIN, Rules, STEPS, around, climbing, over_terrain,
};

/// See [the module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) stride: u32,
    rules: Rules,
    /// A byte of legal steps for each place.
    pub(super) legal: Vec<u8>,
    /// Empty on plain grids.
    multipliers: Vec<u16>,
    /// Empty where elevation does not count.
    elevations: Vec<i32>,
    /// A layer's, by the place that is entered: in 256ths, and on top. Empty where it has none.
    factors: Vec<u16>,
    extras: Vec<Cost>,
    /// Those that do not rest.
    links: Links,
}

impl Map {
    /// Copies a grid.
    pub(super) fn copy(&mut self, of: LayeredGrid<'_>) {
        let grid = of.grid;
        (self.width, self.height) = (grid.width(), grid.height());
        (self.stride, self.rules) = (grid.stride(), grid.rules());
        let (factors, extras) = of.lists();
        self.factors.clear();
        self.factors.extend_from_slice(factors);
        self.extras.clear();
        self.extras.extend_from_slice(extras);
        let (legal, multipliers, elevations) = lists(of);
        self.legal.clear();
        self.legal.extend_from_slice(legal);
        self.multipliers.clear();
        self.elevations.clear();
        self.elevations.extend_from_slice(elevations);
        if !multipliers.is_empty() {
            self.multipliers.extend_from_slice(multipliers);
        } else if !elevations.is_empty() {
            self.multipliers.resize(legal.len(), PLAIN);
        }
        self.links.assign(of.links());
    }

    /// Whether a grid can have become of this one by edits of some cells.
    pub(super) fn is_like(&self, of: LayeredGrid<'_>) -> bool {
        let grid = of.grid;
        let (_, multipliers, elevations) = lists(of);
        let (factors, extras) = of.lists();
        (self.width, self.height, self.rules) == (grid.width(), grid.height(), grid.rules())
            && self.elevations.len() == elevations.len()
            && (self.factors.len(), self.extras.len()) == (factors.len(), extras.len())
            && match multipliers.len() {
                0 => self.multipliers.is_empty() || !elevations.is_empty(),
                more => self.multipliers.len() == more,
            }
    }

    /// Copies what a grid that [is like](Map::is_like) this one has changed, and lists the places
    /// that a step from or to which may have changed, each perhaps more than once.
    pub(super) fn copy_changes(&mut self, of: LayeredGrid<'_>, changed: &mut Vec<u32>) {
        let offsets = self.offsets();
        let (legal, multipliers, elevations) = lists(of);
        // A step that became legal or illegal did so for both of its ends.
        changes(&mut self.legal, legal, self.stride, |place| changed.push(place));
        // New ground changes the steps of all neighbours, too.
        let mut around = |place: u32| {
            changed.push(place);
            changed.extend(offsets.map(|offset| place.wrapping_add(offset)));
        };
        if !multipliers.is_empty() {
            changes(&mut self.multipliers, multipliers, self.stride, &mut around);
        }
        changes(&mut self.elevations, elevations, self.stride, &mut around);
        let (factors, extras) = of.lists();
        changes(&mut self.factors, factors, self.stride, &mut around);
        changes(&mut self.extras, extras, self.stride, &mut around);
        if !of.links().eq(self.links.all().iter().copied()) {
            changed.extend(self.links.all().iter().flat_map(|link| [link.from, link.to]));
            self.links.assign(of.links());
            changed.extend(self.links.all().iter().flat_map(|link| [link.from, link.to]));
        }
    }

    /// How far away the steps lead, wrapping.
    pub(super) fn offsets(&self) -> [u32; 8] {
        let stride = self.stride as i32;
        STEPS.map(|(dx, dy)| (dy * stride + dx) as u32)
    }

    pub(super) fn place(&self, cell: Cell) -> Option<u32> {
        let inside = cell.x < self.width && cell.y < self.height;
        inside.then(|| (cell.y + 1) * self.stride + cell.x + 1)
    }

    pub(super) fn cell(&self, place: u32) -> Cell {
        Cell { x: place % self.stride - 1, y: place / self.stride - 1 }
    }

    /// The steps to fill a plain grid by, where there are such.
    pub(super) fn canonical(&self) -> Option<&'static Canonical> {
        canonical(&self.rules).filter(|_| self.multipliers.is_empty() && !self.is_layered())
    }

    /// Whether it is under a layer that says more than which cells are closed.
    fn is_layered(&self) -> bool {
        !self.factors.is_empty() || !self.extras.is_empty()
    }

    /// The cheapest step there can be, and the most expensive.
    pub(super) fn step_range(&self, of: LayeredGrid<'_>) -> (u64, u64) {
        let steps = self.rules.steps;
        let shortest = match self.rules.moves {
            Moves::Four => steps.straight(),
            Moves::Eight => steps.straight().min(steps.diagonal()),
        };
        let lowest = of.grid.ground().lowest();
        let shortest = of.least(over_terrain(shortest, lowest, lowest)).raw();
        let shortest_link = self.links.all().iter().map(|link| link.cost.raw()).min();
        let longest = of.longest_step().max(self.links.longest()).raw();
        (shortest.min(shortest_link.unwrap_or(shortest)), longest)
    }

    /// What steps cost, for a field in this direction.
    pub(super) fn weights(&self, direction: Direction, uphill: Cost) -> AnyWeights<'_> {
        let Various { terrain, elevations, towards, .. } = self.various(direction, uphill);
        if !self.links.is_empty() || self.is_layered() {
            AnyWeights::Various(self.various(direction, uphill))
        } else if self.multipliers.is_empty() {
            AnyWeights::Plain(Plain(terrain.lengths.map(Cost::raw)))
        } else if elevations.is_empty() {
            AnyWeights::Terrain(terrain)
        } else {
            AnyWeights::Uneven(Uneven { terrain, elevations, uphill, towards })
        }
    }

    /// The same by the rules that any grid obeys.
    pub(super) fn various(&self, direction: Direction, uphill: Cost) -> Various<'_> {
        let steps = self.rules.steps;
        let towards = direction == Direction::Towards;
        let charged = match (self.rules.charge, towards) {
            // On the way to the seeds, what is settled is entered.
            (Charge::Enter, true) => Charged::Settled,
            (Charge::Enter, false) => Charged::Other,
            _ => Charged::Both,
        };
        let lengths = [steps.straight(), steps.diagonal()];
        let terrain = Terrain { lengths, multipliers: &self.multipliers, charged };
        let Map { elevations, factors, extras, links, .. } = self;
        Various { terrain, elevations, uphill, towards, factors, extras, links }
    }
}

/// Legal steps, multipliers and elevations, as far as they count.
fn lists(of: LayeredGrid<'_>) -> (&[u8], &[u16], &[i32]) {
    let (multipliers, elevations) = of.grid.ground().lists();
    let counts = of.grid.uphill() > Cost::ZERO;
    (of.legal(), multipliers, if counts { elevations } else { &[] })
}

/// Copies what is new, row by row, and says where it was.
fn changes<T: Copy + PartialEq>(old: &mut [T], new: &[T], stride: u32, mut at: impl FnMut(u32)) {
    let rows = old.chunks_mut(stride as usize).zip(new.chunks(stride as usize));
    for (row, (old, new)) in (0u32..).zip(rows) {
        if old != new {
            for (column, (old, new)) in (0u32..).zip(old.iter_mut().zip(new)) {
                if old != new {
                    *old = *new;
                    at(row * stride + column);
                }
            }
        }
    }
}

/// What the step between two neighbours costs, in the field's direction.
pub(super) trait Weights: Copy {
    /// Whether there may be links. Where not, nothing of them is compiled.
    const LINKED: bool = false;
    /// What is needed of the place that is settled.
    type Here: Copy;
    fn at(self, settled: u32) -> Self::Here;
    /// The step between a place that is settled and one that is not.
    fn step(self, settled: Self::Here, other: u32, step: usize) -> u64;
    /// All steps of a place that is settled, legal or not.
    #[inline(always)]
    fn around(self, settled: u32, offsets: [u32; 8]) -> [u64; 8] {
        let here = self.at(settled);
        std::array::from_fn(|step| self.step(here, settled.wrapping_add(offsets[step]), step))
    }
    /// The links by which a place that is settled makes others cheaper: which, and by what they cost.
    #[inline]
    fn linked_from(self, _settled: u32, _emit: impl FnMut(u32, u64)) {}
    /// The links by which others make a place cheaper.
    #[inline]
    fn linked_to(self, _other: u32, _emit: impl FnMut(u32, u64)) {}
}

/// The same everywhere: straight and diagonal.
#[derive(Clone, Copy)]
pub(super) struct Plain(pub(super) [u64; 2]);

impl Weights for Plain {
    type Here = ();

    #[inline]
    fn at(self, _: u32) {}

    #[inline]
    fn step(self, (): (), _: u32, step: usize) -> u64 {
        self.0[step % 2]
    }
}

/// By the multipliers of both ends, or of one.
#[derive(Clone, Copy)]
pub(super) struct Terrain<'m> {
    lengths: [Cost; 2],
    multipliers: &'m [u16],
    charged: Charged,
}

/// Which end of a step is charged for.
#[derive(Clone, Copy, PartialEq)]
enum Charged {
    Both,
    Settled,
    Other,
}

impl Terrain<'_> {
    #[inline]
    fn over(self, settled: u16, other: u16, step: usize) -> u64 {
        let (a, b) = match self.charged {
            Charged::Both => (settled, other),
            Charged::Settled => (settled, settled),
            Charged::Other => (other, other),
        };
        over_terrain(self.lengths[step % 2], a, b).raw()
    }
}

impl Weights for Terrain<'_> {
    type Here = u16;

    #[inline]
    fn at(self, settled: u32) -> u16 {
        self.multipliers[settled as usize]
    }

    #[inline]
    fn step(self, multiplier: u16, other: u32, step: usize) -> u64 {
        self.over(multiplier, self.multipliers[other as usize], step)
    }

    #[inline(always)]
    fn around(self, settled: u32, offsets: [u32; 8]) -> [u64; 8] {
        let (here, there) =
            ([self.at(settled); 8], around(self.multipliers, settled, offsets, PLAIN));
        let over = |a: [u16; 8], b: [u16; 8]| {
            std::array::from_fn(|step| over_terrain(self.lengths[step % 2], a[step], b[step]).raw())
        };
        // Decided once for all of them, but for where code is fetched over a network.
        if cfg!(target_arch = "wasm32") {
            return std::array::from_fn(|step| self.over(here[step], there[step], step));
        }
        match self.charged {
            Charged::Both => over(here, there),
            Charged::Settled => over(here, here),
            Charged::Other => over(there, there),
        }
    }
}

/// By the elevations of both ends, too.
#[derive(Clone, Copy)]
pub(super) struct Uneven<'m> {
    terrain: Terrain<'m>,
    elevations: &'m [i32],
    uphill: Cost,
    towards: bool,
}

impl Weights for Uneven<'_> {
    type Here = (u16, i32);

    #[inline]
    fn at(self, settled: u32) -> (u16, i32) {
        (self.terrain.at(settled), self.elevations[settled as usize])
    }

    #[inline]
    fn step(self, (multiplier, elevation): (u16, i32), other: u32, step: usize) -> u64 {
        let there = self.elevations[other as usize];
        let (from, to) = if self.towards { (there, elevation) } else { (elevation, there) };
        let climb = climbing(self.uphill, from, to).raw();
        self.terrain.step(multiplier, other, step).saturating_add(climb)
    }

    #[inline(always)]
    fn around(self, settled: u32, offsets: [u32; 8]) -> [u64; 8] {
        let flat = self.terrain.around(settled, offsets);
        let here = self.elevations[settled as usize];
        let there = around(self.elevations, settled, offsets, 0);
        std::array::from_fn(|step| {
            let (from, to) = if self.towards { (there[step], here) } else { (here, there[step]) };
            // What a legal step climbs costs no more than the buckets are for: it cannot overflow.
            let climb = (i64::from(to) - i64::from(from)).max(0) as u64;
            flat[step].wrapping_add(self.uphill.raw().wrapping_mul(climb))
        })
    }
}

/// By any rule, under a layer, and along links.
#[derive(Clone, Copy)]
pub(super) struct Various<'m> {
    terrain: Terrain<'m>,
    elevations: &'m [i32],
    uphill: Cost,
    towards: bool,
    factors: &'m [u16],
    extras: &'m [Cost],
    links: &'m Links,
}

impl Weights for Various<'_> {
    const LINKED: bool = true;
    type Here = u32;

    #[inline]
    fn at(self, settled: u32) -> u32 {
        settled
    }

    #[inline]
    fn step(self, settled: u32, other: u32, step: usize) -> u64 {
        let (from, to) = if self.towards { (other, settled) } else { (settled, other) };
        let multiplier =
            |place: u32| self.terrain.multipliers.get(place as usize).copied().unwrap_or(PLAIN);
        let elevation = |place: u32| self.elevations.get(place as usize).copied().unwrap_or(0);
        let climb = climbing(self.uphill, elevation(from), elevation(to));
        let factor = self.factors.get(to as usize).copied().unwrap_or(PLAIN);
        let extra = self.extras.get(to as usize).copied().unwrap_or(Cost::ZERO);
        let terrain = self.terrain.over(multiplier(settled), multiplier(other), step);
        (Cost::from_raw(terrain).scaled(factor.into(), 8) + climb + extra).raw()
    }

    fn linked_from(self, settled: u32, mut emit: impl FnMut(u32, u64)) {
        match self.towards {
            true => self.links.into(settled).iter().for_each(|it| emit(it.from, it.cost.raw())),
            false => self.links.out_of(settled).iter().for_each(|it| emit(it.to, it.cost.raw())),
        }
    }

    fn linked_to(self, other: u32, mut emit: impl FnMut(u32, u64)) {
        match self.towards {
            true => self.links.out_of(other).iter().for_each(|it| emit(it.to, it.cost.raw())),
            false => self.links.into(other).iter().for_each(|it| emit(it.from, it.cost.raw())),
        }
    }
}

/// Any of them.
pub(super) enum AnyWeights<'m> {
    Plain(Plain),
    Terrain(Terrain<'m>),
    Uneven(Uneven<'m>),
    Various(Various<'m>),
}

impl AnyWeights<'_> {
    /// The first link that makes this the cost of a place: from which place.
    pub(super) fn link_to(&self, place: u32, cost: u64, costs: &[u64]) -> Option<u32> {
        let mut first = None;
        if let AnyWeights::Various(various) = self {
            various.linked_to(place, |from, link| {
                let offer = costs[from as usize].checked_add(link);
                first = first.or((offer == Some(cost)).then_some(from));
            });
        }
        first
    }

    pub(super) fn between(&self, settled: u32, other: u32, step: usize) -> u64 {
        match *self {
            AnyWeights::Plain(plain) => plain.step((), other, step),
            AnyWeights::Terrain(terrain) => terrain.step(terrain.at(settled), other, step),
            AnyWeights::Uneven(uneven) => uneven.step(uneven.at(settled), other, step),
            AnyWeights::Various(various) => various.step(settled, other, step),
        }
    }
}
