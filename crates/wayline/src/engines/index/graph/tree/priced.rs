//! What the edges of a tree's graph cost, and all that is made of it.

use super::change::{Editing, place_of};
use super::climb::ClimbWork;
use super::labels::Labels;
use super::metric::{Below, Metric};
use super::shape::Shape;
use super::weight::{Holds, Weight};
use super::{Edge, Extra};
use crate::engines::index::preparation::Stop;

/// Costs in a unit, with what was made of them.
#[derive(Debug)]
pub(super) struct Priced<W> {
    /// What one means, as a raw cost.
    pub(super) unit: u64,
    pub(super) metric: Metric<W>,
    /// A path may cost more than can be held.
    pub(super) saturates: bool,
    labels: Option<Labels<W>>,
    editing: Option<Editing<W>>,
}

impl<W: Weight> Priced<W> {
    /// Nothing if costs are too large to be held.
    pub(super) fn of(
        shape: &Shape,
        edges: &[Edge],
        unit: u64,
        extra: Extra,
        threads: usize,
    ) -> Result<Option<Priced<W>>, Stop> {
        let Some(costs) = in_units(edges, unit) else { return Ok(None) };
        let mut metric = Metric::new(shape.arcs());
        for (edge, (&(from, to, _), &cost)) in (0..).zip(edges.iter().zip(&costs)) {
            if let Some(place) = place_of(shape, from, to) {
                metric.add_edge(place, edge, cost);
            }
        }
        let below = Below::of(shape);
        if !metric.customize(shape, &below, threads) {
            return Ok(None);
        }
        let labels = match extra {
            Extra::Labels => Some(Labels::of(shape, &metric).ok_or(Stop::Memory)?),
            _ => None,
        };
        let editing = (extra == Extra::Editing).then(|| Editing::of(shape, below, edges, costs));
        let saturates = metric.saturates(shape);
        Ok(Some(Priced { unit, metric, saturates, labels, editing }))
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
        let (from, to, _) = changed;
        let Some(costs) = in_units::<W>(&[changed], self.unit) else { return false };
        let editing = self.editing.as_mut().expect("a tree that can be edited");
        let held = editing.set_cost(shape, &mut self.metric, (edge, from, to), costs[0]);
        // Not worth a look at all arcs: where there is no path it is searched for once more.
        self.saturates = true;
        held
    }

    /// Changes what all edges cost, in the same way.
    pub(super) fn set_costs(&mut self, shape: &Shape, edges: &[Edge], threads: usize) -> bool {
        let Some(costs) = in_units::<W>(edges, self.unit) else { return false };
        let editing = self.editing.as_mut().expect("a tree that can be edited");
        editing.edge_cost = costs;
        self.metric.clear();
        editing.fill(&mut self.metric);
        let held = self.metric.customize(shape, &editing.below, threads);
        self.saturates = self.metric.saturates(shape);
        held
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
        if !self.saturates {
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
        if self.saturates { self.search(shape, ends, work, edges) } else { None }
    }
}

/// The costs of edges in a unit, if they are multiples of it and can be held.
fn in_units<W: Weight>(edges: &[Edge], unit: u64) -> Option<Vec<W>> {
    // Most units are whole numbers: without their zeros they are small, and quick to divide by.
    let zeros = unit.trailing_zeros();
    let odd_unit = unit >> zeros;
    let units = |&(_, _, cost): &Edge| {
        if cost.is_infinite() {
            return Some(W::INFINITE);
        }
        let parts = cost.raw() >> zeros;
        let units = match (u32::try_from(parts), u32::try_from(odd_unit)) {
            (Ok(parts), Ok(unit)) => u64::from(parts / unit),
            _ => parts / odd_unit,
        };
        (units * unit == cost.raw()).then(|| W::of(units)).flatten()
    };
    edges.iter().map(units).collect()
}
