//! What the edges of a tree's graph cost, and all that is made of it.

use super::change::Editing;
use super::climb::ClimbWork;
use super::labels::Labels;
use super::metric::Metric;
use super::shape::Shape;
use super::weight::{Holds, Weight};
use super::{Edge, Extra};
use crate::engines::index::preparation::GivenUp;
use crate::kernel::cost::Cost;
use crate::kernel::parallel::both;
use std::sync::OnceLock;

/// Costs in a unit, with what was made of them.
#[derive(Debug)]
pub(super) struct Priced<W> {
    /// What one means, as a raw cost.
    pub(super) unit: u64,
    pub(super) metric: Metric<W>,
    /// Whether a path may cost more than can be held: found out when some node cannot be reached, which
    /// takes a look at all arcs.
    saturates: OnceLock<bool>,
    /// What the most expensive arc costs.
    most: W,
    labels: Option<Labels<W>>,
    editing: Option<Editing<W>>,
}

impl<W: Weight> Priced<W> {
    /// Nothing if costs are too large to be held. Labels are made if all of it fits in the memory.
    pub(super) fn of(
        shape: &Shape,
        edges: &[Edge],
        unit: u64,
        extra: Extra,
        memory: u64,
        threads: usize,
    ) -> Result<Option<Priced<W>>, GivenUp> {
        let units = Unit::of(unit);
        let Some(edge_cost) = edges.iter().map(|edge| units.count(edge.2)).collect() else {
            return Ok(None);
        };
        let mut metric = Metric::new(shape.arcs());
        let editing = Editing::of(shape, edges, edge_cost);
        let Some(most) = metric.customize(shape, editing.sources(), threads) else {
            return Ok(None);
        };
        let labels = match extra {
            Extra::Labels => {
                let bytes = Labels::<W>::bytes_for(shape).saturating_add(metric.bytes());
                if bytes.saturating_add(shape.bytes()) as u64 > memory {
                    return Err(GivenUp::Memory);
                }
                Some(Labels::of(shape, &metric).ok_or(GivenUp::Memory)?)
            }
            _ => None,
        };
        let editing = (extra == Extra::Editing).then_some(editing);
        Ok(Some(Priced { unit, metric, saturates: OnceLock::new(), most, labels, editing }))
    }

    pub(super) fn extra(&self) -> Extra {
        match (&self.labels, &self.editing) {
            (Some(_), _) => Extra::Labels,
            (None, Some(_)) => Extra::Editing,
            (None, None) => Extra::Nothing,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let labels = self.labels.as_ref().map_or(0, Labels::bytes);
        self.metric.bytes() + labels + self.editing.as_ref().map_or(0, Editing::bytes)
    }

    /// What a cheapest path costs, if that can be held.
    #[inline]
    pub(super) fn cost(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<W>,
    ) -> Option<u64> {
        let looked_up = self.labels.as_ref().and_then(|labels| labels.cost(shape, ends.0, ends.1));
        let found = match looked_up {
            Some(cost) => Some(cost).filter(|&cost| cost < W::INFINITE),
            None => work.search::<false, W>(shape, &self.metric, ends).map(|peak| peak.cost),
        };
        found.and_then(|cost| self.raw(cost))
    }

    pub(super) fn edges(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<W>,
        edges: &mut Vec<u32>,
    ) -> Option<u64> {
        self.search(shape, ends, work, edges)
    }

    /// Sums may need more bits than arcs do.
    fn search<S: Holds<W>>(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<S>,
        edges: &mut Vec<u32>,
    ) -> Option<u64> {
        let peak = work.search::<true, W>(shape, &self.metric, ends)?;
        work.unpack(shape, &self.metric, ends, peak, edges);
        self.raw(peak.cost)
    }

    /// A cost that is too large to be held is that of no path.
    #[inline]
    pub(super) fn raw(&self, cost: impl Weight) -> Option<u64> {
        cost.units().checked_mul(self.unit).filter(|&raw| raw != u64::MAX)
    }

    /// Changes what an edge costs. `false` if the cost is not in the unit, or something too large.
    pub(super) fn set_cost(&mut self, shape: &Shape, edge: u32, changed: Edge) -> bool {
        let (from, to, cost) = changed;
        let Some(cost) = Unit::of(self.unit).count(cost) else { return false };
        let editing = self.editing.as_mut().expect("a tree that can be edited");
        let held = editing.set_cost(shape, &mut self.metric, (edge, from, to), cost);
        // Not worth a look at all arcs: where there is no path it is searched for once more.
        self.saturates = OnceLock::from(true);
        held
    }

    /// Takes over what all edges cost now. Then the metric is to be [customized](Priced::customize), or,
    /// if they do not fit, made anew.
    pub(super) fn take_over(
        &mut self,
        edges: &mut [Edge],
        cost: &(impl Fn(u32) -> Cost + Sync),
        threads: usize,
    ) -> Taken {
        let editing = self.editing.as_mut().expect("a tree that can be edited");
        take_over((edges, &mut editing.edge_cost), 0, Unit::of(self.unit), cost, threads)
    }

    /// Finds out what arcs cost after edges have changed. `false` if something is too large.
    pub(super) fn customize(&mut self, shape: &Shape, threads: usize) -> bool {
        let editing = self.editing.as_ref().expect("a tree that can be edited");
        let most = self.metric.customize(shape, editing.sources(), threads);
        if let Some(most) = most {
            (self.most, self.saturates) = (most, OnceLock::new());
        }
        most.is_some()
    }

    /// Whether a path may cost more than can be held.
    #[cold]
    pub(super) fn saturates(&self, shape: &Shape) -> bool {
        *self.saturates.get_or_init(|| self.metric.saturates(shape, self.most))
    }
}

impl Priced<i32> {
    /// What a cheapest path costs that may cost more than fits in 32 bits.
    #[cold]
    pub(super) fn large_cost(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<u64>,
    ) -> Option<u64> {
        if !self.saturates(shape) {
            return None;
        }
        let peak = work.search::<false, i32>(shape, &self.metric, ends)?;
        self.raw(peak.cost)
    }

    #[cold]
    pub(super) fn large_edges(
        &self,
        shape: &Shape,
        ends: (u32, u32),
        work: &mut ClimbWork<u64>,
        edges: &mut Vec<u32>,
    ) -> Option<u64> {
        if self.saturates(shape) { self.search(shape, ends, work, edges) } else { None }
    }
}

/// What was found when new costs were taken over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// All of them are multiples of the unit and can be held.
    pub(super) fits: bool,
    /// Some edge costs nothing.
    pub(super) free: bool,
}

/// Fewer edges are not worth a thread.
const WORTHWHILE: usize = 50_000;

/// Takes over what edges cost, the first of which has this number, as they are and in units.
fn take_over<W: Weight>(
    (edges, in_units): (&mut [Edge], &mut [W]),
    first: u32,
    unit: Unit,
    cost: &(impl Fn(u32) -> Cost + Sync),
    threads: usize,
) -> Taken {
    if threads > 1 && edges.len() >= 2 * WORTHWHILE {
        let middle = edges.len() / 2;
        let (edges, other_edges) = edges.split_at_mut(middle);
        let (in_units, other_units) = in_units.split_at_mut(middle);
        let (more, other) = (threads / 2, (other_edges, other_units));
        let (one, other) = both(
            2,
            || take_over((edges, in_units), first, unit, cost, more),
            || take_over(other, first + middle as u32, unit, cost, threads - more),
        );
        return Taken { fits: one.fits && other.fits, free: one.free || other.free };
    }
    let mut taken = Taken { fits: true, free: false };
    for ((edge, known), units) in (first..).zip(edges).zip(in_units) {
        known.2 = cost(edge);
        taken.free |= known.2 == Cost::ZERO;
        match unit.count(known.2) {
            Some(count) => *units = count,
            None => taken.fits = false,
        }
    }
    taken
}

/// Divides costs by a unit. Multiplied by the inverse of an odd number, its multiples become small and all
/// others large.
#[derive(Clone, Copy)]
struct Unit {
    zeros: u32,
    inverse: u64,
    /// The most that a multiple of the odd part becomes.
    most: u64,
}

impl Unit {
    fn of(unit: u64) -> Unit {
        let zeros = unit.trailing_zeros();
        let odd = unit >> zeros;
        // Right in three bits, and in twice as many after each step.
        let closer =
            |inverse: u64| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        let inverse = (0..5).fold(odd, |inverse, _| closer(inverse));
        Unit { zeros, inverse, most: u64::MAX / odd }
    }

    /// How many units a cost is, if it is a multiple and that can be held.
    #[inline]
    fn count<W: Weight>(self, cost: Cost) -> Option<W> {
        if cost.is_infinite() {
            return Some(W::INFINITE);
        }
        let whole = cost.raw() >> self.zeros;
        let units = whole.wrapping_mul(self.inverse);
        let multiple = units <= self.most && whole << self.zeros == cost.raw();
        W::of(units).filter(|_| multiple)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_divided_by_their_unit_or_do_not_fit() {
        let units = [1, 2, 3, 48, 7 << 20, 1 << 40, (1 << 63) - 25, 1 << 63];
        for unit in units {
            let near = [0, 1, 5, 1000].map(|times: u64| times.wrapping_mul(unit));
            for raw in near.into_iter().flat_map(|raw| [raw, raw ^ 1, raw.wrapping_sub(unit / 2)]) {
                let truth = raw.is_multiple_of(unit).then_some(raw / unit);
                if raw != u64::MAX {
                    assert_eq!(Unit::of(unit).count(Cost::from_raw(raw)), truth, "{raw} / {unit}");
                }
            }
            assert_eq!(Unit::of(unit).count(Cost::INFINITE), Some(i32::INFINITE));
        }
        let large = Cost::from_raw(i32::SAFE as u64);
        assert_eq!(Unit::of(1).count::<i32>(large), None);
    }

    #[test]
    fn costs_are_taken_over_alike_on_any_number_of_threads() {
        let count = 2 * WORTHWHILE + 1;
        let cost = |odd: u32, free: u32| {
            move |edge: u32| {
                Cost::from_raw(if edge == free { 0 } else { 6 + u64::from(edge == odd) })
            }
        };
        // One in each half that does not fit, or is free; none.
        for (odd, free) in [(3, 70_000), (99_999, 4), (u32::MAX, u32::MAX)] {
            for threads in [1, 2, 3] {
                let (mut edges, mut units) = (vec![(0, 0, Cost::ZERO); count], vec![0i32; count]);
                let ends = (&mut edges[..], &mut units[..]);
                let taken = take_over(ends, 0, Unit::of(3), &cost(odd, free), threads);
                assert_eq!((taken.fits, taken.free), (odd == u32::MAX, free != u32::MAX));
                for (edge, (known, &units)) in (0..).zip(edges.iter().zip(&units)) {
                    assert_eq!(known.2, cost(odd, free)(edge));
                    assert!(edge == odd || units == if edge == free { 0 } else { 2 });
                }
            }
        }
    }
}
